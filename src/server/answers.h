/* answers - the server's messages (web/messages.d.ts) as JSON: those that several places send, and
 * what several kinds of messages have in common. A message that one place sends is written there,
 * between answer_begin and answer_end (messages.c, lobby.c).
 * Owner    The caller frees what an answer_ function returns. NULL: memory ran out.
 * Threads  Any; those of a LiveGame the loop's.
 */
#ifndef HENKA_SERVER_ANSWERS_H
#define HENKA_SERVER_ANSWERS_H

#include "base/out.h"
#include "server/live.h"

const char *answer_side(int side); /* NULL for no side */
const char *answer_offer_name(OfferKind);

/* A message of this kind, to be filled, and then ended. */
Out answer_begin(const char *kind);
char *answer_end(Out *);

char *answer_hello(bool lobby, bool chat);
char *answer_shipped(void); /* the games that ship */
/* The game as whoever may play these sides (SEAT_SENTE, SEAT_GOTE) sees it. */
char *answer_game(LiveGame *, int sides);
/* What of a record could not be used, before the `game` that it begins. */
char *answer_notices(HenkaLanguage, const HenkaError *notices, size_t count);
/* id and report may be NULL. */
char *answer_error(HenkaLanguage, const char *about, const char *id, const HenkaError *,
                   const HenkaReport *);

/* ---- parts of a message that is being written ------------------------------------------------ */

/* A line of `games`. */
void answer_summary(Out *, const char *key, const GameRow *, int sides, int64_t now_ms);
void answer_clock_rules(Out *, const char *key, const ClockRules *);
/* Who is here: watchers, and since when a player is away. */
void answer_here(Out *, LiveGame *);
/* moves: USI texts with blanks between. */
void answer_moves(Out *, const char *key, const char *moves);
/* A score in centipawns, with the moves to a mate where it is one. */
void answer_score(Out *, int score_cp);
void answer_diagnostics(Out *, HenkaLanguage, const HenkaReport *);

#endif
