/* database - the games, in one SQLite file (WAL). Calls wait for the disk: only the store's thread
 * makes them (store.h).
 * Owner    database_row_free frees what database_load filled; a row given to a call stays the
 *          caller's.
 * Threads  One at a time.
 * Errors   HenkaError: what was tried and SQLite's own words. A failed call has changed nothing.
 * Rows     Whatever stands in the file, a row that is read is sane: texts are UTF-8, numbers are in
 *          their ranges. Rows without an id of ours are passed over.
 * Limits   DATABASE_MAX_GAMES games, DATABASE_MAX_TEXT bytes of definitions together.
 */
#ifndef HENKA_SERVER_DATABASE_H
#define HENKA_SERVER_DATABASE_H

#include "henka.h"

enum {
    GAME_ID_LENGTH = 12,
    DATABASE_MAX_GAMES = 20000,
    DATABASE_MAX_TEXT = 256 << 20 /* bytes of definitions */
};
#define GAME_ID_LETTERS "0123456789abcdefghjkmnpqrstvwxyz" /* that ids are made of */

typedef struct Database Database;

typedef struct GameRow {
    char id[GAME_ID_LENGTH + 1]; /* of GAME_ID_LETTERS, closed with NUL */
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

typedef enum DatabaseResult {
    DATABASE_DONE,
    DATABASE_FAILED,  /* it could not be done; perhaps it can later */
    DATABASE_CHANGED, /* somebody else has written the row meanwhile, or has deleted it */
    DATABASE_NO_GAME  /* there is no row with this id */
} DatabaseResult;

/* Creates the file (for its owner's eyes only), its folders and the schema where they lack. NULL on
 * failure. */
Database *database_open(const char *path, HenkaError *);
void database_close(Database *);

/* Writes happen within a transaction. database_begin fails when the file was taken away or replaced
 * meanwhile. When database_commit fails, nothing since database_begin has happened; then
 * database_rollback. */
bool database_begin(Database *, HenkaError *);
bool database_commit(Database *, HenkaError *);
void database_rollback(Database *);

DatabaseResult database_insert(Database *, const GameRow *, HenkaError *);
/* Writes the row over the one whose version is the number before row->version. */
DatabaseResult database_save(Database *, const GameRow *, HenkaError *);
DatabaseResult database_delete(Database *, const char *id, HenkaError *);
/* id may be the row's own. */
DatabaseResult database_load(Database *, const char *id, GameRow *, HenkaError *);
void database_row_free(GameRow *);

/* The last changed first; definition, start and moves are NULL. The row lives for the length of the
 * call. */
typedef void GameVisitor(void *context, const GameRow *);
DatabaseResult database_list(Database *, int limit, GameVisitor *, void *context, HenkaError *);
/* The same, of games where the engine is to move. */
DatabaseResult database_list_waiting(Database *, int limit, GameVisitor *, void *context,
                                     HenkaError *);

#endif
