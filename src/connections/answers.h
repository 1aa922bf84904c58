/* answers - the server's messages (web/lib/messages.ts) as JSON: the messages that several places
 * send, and the parts that several kinds of messages share. A message that one place sends is
 * written there, between answer_begin and answer_end (messages.c, lobby.c).
 * Owner    The caller frees the text that an answer_ function returns. NULL: memory ran out.
 * Threads  Any; functions that take a LiveGame only the loop's.
 */
#ifndef HENKA_CONNECTIONS_ANSWERS_H
#define HENKA_CONNECTIONS_ANSWERS_H

#include "base/out.h"
#include "games/games.h"

const char *answer_side(int side); /* NULL for no side */
const char *answer_offer_name(OfferKind);

/* Begins a message of this kind. The caller adds its fields and calls answer_end. */
Out answer_begin(const char *kind);
char *answer_end(Out *);

char *answer_hello(bool lobby, bool chat);
char *answer_shipped(void); /* the games that ship */
/* The game as it is shown to a client that may play these sides (SEAT_SENTE, SEAT_GOTE). */
char *answer_game(LiveGame *, int sides);
/* The parts of a record that could not be used. Sent before the `game` that the record begins. */
char *answer_notices(HenkaLanguage, const HenkaError *notices, size_t count);
/* id and report may be NULL. */
char *answer_error(HenkaLanguage, const char *about, const char *id, const HenkaError *,
                   const HenkaReport *);

/* ---- parts of a message that is being written ------------------------------------------------ */

/* A line of `games`. */
void answer_summary(Out *, const char *key, const GameRow *, int sides, int64_t now_ms);
void answer_clock_rules(Out *, const char *key, const ClockRules *);
/* The presence: the number of watchers, and since when a player is away. */
void answer_here(Out *, LiveGame *);
/* moves: USI texts with blanks between. */
void answer_moves(Out *, const char *key, const char *moves);
/* A score in centipawns, with the moves to a mate where it is one. */
void answer_score(Out *, int score_cp);
void answer_diagnostics(Out *, HenkaLanguage, const HenkaReport *);

#endif
