/* answer - the server's messages as JSON text. Owner: the caller frees. */
#ifndef HENKA_SERVER_ANSWER_H
#define HENKA_SERVER_ANSWER_H

#include "server/live.h"

char *answer_hello(void);
char *answer_game(const LiveGame *);
char *answer_games(Store *, HenkaError *); /* NULL on failure */
char *answer_thinking(const char *id, const SearchReport *);
char *answer_hint(const char *id, int ply, const char *usi, int score_cp);
char *answer_checked(const HenkaReport *, const HenkaVariant *); /* variant NULL: it was refused */
char *answer_about(const char *kind, const char *id,
                   const char *side); /* {"t": kind, "id": id}; side may be NULL */
/* id and report may be NULL. */
char *answer_error(const char *about, const char *id, const HenkaError *, const HenkaReport *);

#endif
