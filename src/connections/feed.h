/* feed - an Atom feed of a browser's games of two persons: games in which it is the browser's turn,
 * games that are over, and offers of a rematch. A feed reader sends no token, so the feed's address
 * is itself a secret; the store keeps its hash (web/lib/messages.ts, `feed`).
 * Owner    Feed.out is the feed's until feed_end, which frees it or gives its text away.
 * Limits   http.c asks the store for at most FEED_GAMES games.
 * Threads  Any.
 * Source   RFC 4287 (Atom).
 */
#ifndef HENKA_CONNECTIONS_FEED_H
#define HENKA_CONNECTIONS_FEED_H

#include "base/out.h"
#include "store/store.h"

enum { FEED_PATH_BYTES = 128 }; /* of a feed's path, closed with NUL */

/* The path, below the server's address, of the feed with this token in this language. */
void feed_path(char path[FEED_PATH_BYTES], const char *token, HenkaLanguage);
/* The token of a path; "" if the path isn't a feed's. Returns the language that the path names,
 * because many feed readers don't send Accept-Language. */
HenkaLanguage feed_token(char token[TOKEN_MOST + 1], const char *path);

/* A feed that is being written. */
typedef struct Feed {
    Out out;
    HenkaLanguage language; /* of its sentences */
    const char *home;       /* the server's address: "https://example.org" */
    int64_t updated_ms;     /* of the entry that changed last; 0: there is none */
} Feed;

/* home stays the caller's until feed_end. */
Feed feed_begin(const char *home, const char *path, HenkaLanguage);
/* A game as database_list shows it. */
void feed_game(Feed *, const GameRow *);
/* The whole text; the caller frees it. NULL: memory ran out. */
char *feed_end(Feed *);

#endif
