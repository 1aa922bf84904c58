/* answers - the server's messages (web/lib/servermessages.ts) as JSON: the messages that several
 * places send, and the parts that several kinds of messages share. A message that one place sends
 * is written there, between answer_begin and answer_end (messages.c, lobby.c).
 * Owner    The caller frees the text that an answer_ function returns. NULL: memory ran out.
 * Threads  Any thread may call these functions, but only the loop's those with a LiveGame.
 */
#ifndef HENKA_CONNECTIONS_ANSWERS_H
#define HENKA_CONNECTIONS_ANSWERS_H

#include "base/out.h"
#include "games/games.h"

/* The words for sides ("sente", "gote") and offers (by OfferKind) in messages; NULL ends each. */
extern const char *const answer_sides[], *const answer_offers[];
const char *answer_side(int side); /* the name of the side; NULL if side is below 0 */

/* Begins a JSON message whose "t" is this kind. The caller adds its fields and calls answer_end. */
Out answer_begin(const char *kind);
char *answer_end(Out *);

char *answer_hello(bool lobby, bool chat);
char *answer_shipped(void); /* the message `shipped`: the games that come with Henka */
/* The game as it is shown to a client that may play these sides (SEAT_SENTE, SEAT_GOTE). */
char *answer_game(LiveGame *, int sides);
/* The message `notices`: an imported record's unusable parts, sent before the new game's `game`. */
char *answer_notices(HenkaLanguage, const HenkaError *notices, size_t count);
/* The message `error`. about: kind of the message that failed; id: the game's id, or NULL; report:
 * the errors in a definition, or NULL. */
char *answer_error(HenkaLanguage, const char *about, const char *id, const HenkaError *,
                   const HenkaReport *);

/* ---- parts of a message that is being written ------------------------------------------------ */

/* Writes a game as lists of games show it. sides: the sides that the client may play. */
void answer_summary(Out *, const char *key, const GameRow *, int sides, int64_t now_ms);
void answer_clock_rules(Out *, const char *key, const ClockRules *);
/* Writes the presence: the number of watchers, since when each player is away, and from when the
 * opponent may therefore claim a win. */
void answer_here(Out *, LiveGame *);
/* Writes a list of moves. moves: their USI texts, with blanks between them. */
void answer_moves(Out *, const char *key, const char *moves);
/* Writes a score in centipawns, and if it means a mate, the number of plies to the mate. */
void answer_score(Out *, int score_cp);
void answer_diagnostics(Out *, HenkaLanguage, const HenkaReport *);

#endif
