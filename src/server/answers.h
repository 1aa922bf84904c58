/* answers - the server's messages (web/messages.d.ts) as JSON.
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
/* The game as whoever may play these sides (SEAT_SENTE, SEAT_GOTE) sees it. */
char *answer_game(LiveGame *, int sides);
char *answer_presence(LiveGame *);
char *answer_tokens(const char *id, const char *seat, const char *invitation); /* "": none */
char *answer_feed(const char *path);
char *answer_chat(const char *id, HenkaSide, const char *text);
char *answer_changed(const GameRow *, int sides, int64_t now_ms);
char *answer_thinking(const char *id, const SearchReport *);
char *answer_queue(const char *id, int place);
char *answer_hint(const char *id, int ply, const char *usi, int score_cp);
/* variant is NULL when the definition was refused. */
char *answer_checked(HenkaLanguage, const HenkaReport *, const HenkaVariant *);
char *answer_deleted(const char *id, int by); /* by: the side that has aborted it, or -1 */
char *answer_declined(const char *id, HenkaSide, OfferKind);
/* id and report may be NULL. */
char *answer_error(HenkaLanguage, const char *about, const char *id, const HenkaError *,
                   const HenkaReport *);

/* A line of `games`, into a message that is being written. */
void answer_summary(Out *, const char *key, const GameRow *, int sides, int64_t now_ms);
void answer_clock_rules(Out *, const char *key, const ClockRules *);

#endif
