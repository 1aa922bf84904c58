/* store - the games, in one SQLite file (WAL): a game is written after every change, so a restart
 * loses nothing.
 * Owner    store_row_free frees what store_load filled; a row given to store_save stays the
 *          caller's.
 * Threads  One thread.
 * Errors   HenkaError: what was tried and SQLite's own words. A failed call has changed nothing.
 * Limits   STORE_MAX_GAMES games.
 */
#ifndef HENKA_SERVER_STORE_H
#define HENKA_SERVER_STORE_H

#include "henka.h"

enum { GAME_ID_LENGTH = 12, STORE_MAX_GAMES = 20000 };

typedef struct Store Store;

typedef struct GameRow {
    char id[GAME_ID_LENGTH + 1]; /* letters and digits, closed with NUL */
    char *definition;            /* the whole text of the variant */
    char *game, *title;          /* the variant's name and title */
    char *settings;              /* JSON object: option name -> value, only what is not standard */
    char *start;                 /* SFEN the game began with */
    char *moves;                 /* USI, one blank between */
    int plies;                   /* how many moves */
    bool engine[2];              /* by side: played by the engine */
    int level;                   /* of the engine; 0 full strength */
    int64_t created_ms;          /* since 1970 */
    int64_t updated_ms;          /* the last write; grows with every write */
    HenkaOutcome outcome;        /* HENKA_PLAYING while it goes on */
    bool agreed;                 /* the outcome was said by a player, not found by the rules */
    int offer;                   /* side that offers a draw, -1 nobody */
    bool engine_turn;            /* not over and the engine to move */
    int64_t version; /* counts the writes: a row changed by somebody else is not overwritten */
} GameRow;

/* Creates the file, its folders and the schema where they lack. NULL on failure. */
Store *store_open(const char *path, HenkaError *);
void store_close(Store *);

bool store_insert(Store *, const GameRow *, HenkaError *);
/* Writes the row over the one whose version is the number before row->version; an error when the
 * store has another version. */
bool store_save(Store *, const GameRow *, HenkaError *);
bool store_load(Store *, const char *id, GameRow *, HenkaError *);
bool store_delete(Store *, const char *id, HenkaError *);
void store_row_free(GameRow *);

/* The last changed first; definition, start and moves are NULL. The row lives for the length of the
 * call. */
typedef void StoreVisitor(void *context, const GameRow *);
bool store_list(Store *, int limit, StoreVisitor *, void *context, HenkaError *);
/* The same, of games where the engine is to move. */
bool store_list_waiting(Store *, int limit, StoreVisitor *, void *context, HenkaError *);

#endif
