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

enum { FEED_PATH_BYTES = 128 }; /* greatest length of a feed's path, with its NUL */

/* The path, below the server's address, of the feed with this token in this language. */
void feed_path(char path[FEED_PATH_BYTES], const char *token, HenkaLanguage);
/* Fills in the token in a feed's path; "" if the path isn't a feed's. Returns the language that the
 * path names, because many feed readers don't send Accept-Language. */
HenkaLanguage feed_token(char token[TOKEN_MOST + 1], const char *path);

/* A feed that is being written. */
typedef struct Feed {
    Out out;
    HenkaLanguage language; /* language of the feed's sentences */
    const char *home;       /* the server's address: "https://example.org" */
    int64_t updated_ms;     /* time of the latest change of any entry; 0: no entry */
} Feed;

/* Begins a feed. The caller keeps home alive until feed_end. */
Feed feed_begin(const char *home, const char *path, HenkaLanguage);
/* Adds an entry for each of the game's news for the reader: his turn, the end, an offer of a
 * rematch. row: a row of LIST_BROWSER (database.h), whose only holder is the reader's browser. */
void feed_game(Feed *, const GameRow *);
/* Ends the feed and returns its XML text; the caller frees it. NULL: memory ran out. */
char *feed_end(Feed *);

#endif
