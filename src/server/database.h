/* database - the games, in one SQLite file (WAL). Calls wait for the disk: only the store's thread
 * makes them (store.h).
 * Owner    database_row_free frees what database_load filled; a row given to a call stays the
 *          caller's.
 * Threads  One at a time.
 * Errors   HenkaError: what was tried and SQLite's own words. A failed call has changed nothing.
 * Rows     Whatever stands in the file, a row that is read is sane: texts are UTF-8, numbers are in
 *          their ranges. Rows without an id of ours are passed over.
 * Limits   Games and bytes of definitions together: DatabaseRoom. Whoever inserts asks before.
 */
#ifndef HENKA_SERVER_DATABASE_H
#define HENKA_SERVER_DATABASE_H

#include "henka.h"
#include "server/gameclock.h"
#include "server/seat.h"

enum {
    GAME_ID_LENGTH = 12,
    GAME_MOST_MOVETIME_MS = 600000 /* of the engine for a move */
};
#define GAME_ID_LETTERS "0123456789abcdefghjkmnpqrstvwxyz" /* that ids are made of */

/* Is the text a game's id: GAME_ID_LENGTH letters of GAME_ID_LETTERS? NULL is none. */
bool database_is_id(const char *text);

typedef struct Database Database;

/* What one side can offer the other. */
typedef enum OfferKind { OFFER_DRAW, OFFER_UNDO, OFFER_REMATCH, OFFER_KINDS } OfferKind;

typedef struct GameRow {
    char id[GAME_ID_LENGTH + 1]; /* of GAME_ID_LETTERS, closed with NUL */
    char *definition;            /* the whole text of the variant */
    char *game, *title;          /* the variant's name and title */
    char *settings;              /* JSON object: option name -> value, only what is not standard */
    char *start;                 /* SFEN the game began with */
    char *moves;                 /* USI, one blank between */
    int plies;                   /* how many moves */
    int turn;                    /* the side to move, -1 when the game is over */
    bool engine[2];              /* by side: played by the engine */
    int level;                   /* of the engine; 0 full strength */
    int movetime_ms;             /* of the engine for a move; 0: as its level has it */
    int64_t created_ms;          /* since 1970 */
    int64_t updated_ms;          /* the last write; grows with every write */
    HenkaOutcome outcome;        /* HENKA_PLAYING while it goes on */
    bool agreed;                 /* the outcome was said by a player, not found by the rules */
    int offer[OFFER_KINDS];      /* side that offers it, -1 nobody */
    char rematch[GAME_ID_LENGTH + 1]; /* the game that both agreed to play next, or "" */
    bool engine_turn;                 /* not over and the engine to move */
    bool two;                         /* the seats belong to two persons */
    bool open[2];                     /* by side: the seat waits for somebody */
    TokenHash invitation;             /* of the token that takes the open seat; or none */
    TokenHash seat_token[2];          /* by side: of the token that gives the seat; or none */
    char name[2][SEAT_NAME_BYTES];    /* by side: who plays it; "" not said */
    int toss;                         /* furigoma, as seat_toss threw it; -1: none */
    GameClock clock;                  /* what the sides agreed on, and where it stands */
    Holder holders[SEAT_HOLDERS]; /* browsers with seats. None: the game is nobody's, and whoever
                                     has its id plays it, as all games of schema 1 */
    int holder_count;             /* of holders */
    bool holders_changed;         /* since the row was written; by whoever changes them */
    int64_t version; /* counts the writes: a row changed by somebody else is not overwritten */
} GameRow;
/* A row of which nothing is known. */
#define GAME_ROW_EMPTY {.turn = -1, .offer = {-1, -1, -1}, .toss = -1, .clock = {.running = -1}}

typedef enum DatabaseResult {
    DATABASE_DONE,
    DATABASE_FAILED,  /* it could not be done; perhaps it can later */
    DATABASE_FULL,    /* there is no room for it; nothing is wrong with the file */
    DATABASE_CHANGED, /* somebody else has written the row meanwhile, or has deleted it */
    DATABASE_NO_GAME  /* there is no row with this id */
} DatabaseResult;

/* Creates the file (for its owner's eyes only), its folders and the schema where they lack. NULL on
 * failure. */
Database *database_open(const char *path, HenkaError *);
/* The same, for the one server of the file: it is refused where another process serves it. */
Database *database_serve(const char *path, HenkaError *);
void database_close(Database *);
/* Copies what is committed in one database into a new file; a server may use it meanwhile. */
bool database_backup(const char *path, const char *to, HenkaError *);

/* Writes happen within a transaction. database_begin fails when the file was taken away or replaced
 * meanwhile. When database_commit fails, nothing since database_begin has happened; then
 * database_rollback. */
bool database_begin(Database *, HenkaError *);
bool database_commit(Database *, HenkaError *);
void database_rollback(Database *);

/* How much there is, or may be. */
typedef struct DatabaseRoom {
    int64_t games; /* rows */
    int64_t text;  /* bytes of all definitions together */
} DatabaseRoom;

DatabaseRoom database_holds(Database *);
/* Is there room for the row beside what there is and will be? most: what there may be; more: what
 * is to be inserted besides. */
bool database_has_room(Database *, const GameRow *, DatabaseRoom most, DatabaseRoom more,
                       HenkaError *);
DatabaseResult database_insert(Database *, const GameRow *, HenkaError *);
/* Writes the row over the one whose version is the number before row->version. */
DatabaseResult database_save(Database *, const GameRow *, HenkaError *);
DatabaseResult database_delete(Database *, const char *id, HenkaError *);
/* The same, if this browser holds the game; nobodys: or nobody does. Otherwise it is as if there
 * were no such game. */
DatabaseResult database_delete_own(Database *, const char *id, const TokenHash *browser,
                                   bool nobodys, HenkaError *);
/* id may be the row's own. */
DatabaseResult database_load(Database *, const char *id, GameRow *, HenkaError *);
void database_row_free(GameRow *);

/* The row lives for the length of the call; definition and moves are NULL. */
typedef void GameVisitor(void *context, const GameRow *);
/* The games in this browser's list, the last changed first: the row's only holder is the browser,
 * if it is one. nobodys: also the games that nobody holds. */
DatabaseResult database_list(Database *, const TokenHash *browser, bool nobodys, int limit,
                             GameVisitor *, void *context, HenkaError *);
/* Games where the engine is to move, the last changed first. */
DatabaseResult database_list_waiting(Database *, int limit, GameVisitor *, void *context,
                                     HenkaError *);
/* Games whose clocks run, the first whose time is up first. */
DatabaseResult database_list_running(Database *, int limit, GameVisitor *, void *context,
                                     HenkaError *);
/* All games, the last changed last. */
DatabaseResult database_list_all(Database *, GameVisitor *, void *context, HenkaError *);
/* Since when nothing may have happened in games that wait for somebody. */
typedef struct DatabaseWaits {
    int64_t moved_ms; /* in those whose seats are taken and that have no move */
    int64_t live_ms;  /* in those with an open seat whose clock is live */
    int64_t days_ms;  /* in those with an open seat whose clock counts days or that have none */
} DatabaseWaits;

/* Games that have waited for too long, the oldest first, from the one on that comes after so many
 * others. */
DatabaseResult database_list_waited(Database *, DatabaseWaits, int limit, int offset, GameVisitor *,
                                    void *context, HenkaError *);
/* Games that make room, the oldest first, from the one on that comes after so many others: those
 * that are over, and those last changed before this moment; whose clocks don't run. text: only
 * those whose definitions few games have. */
DatabaseResult database_list_spare(Database *, int64_t before_ms, bool text, int limit, int offset,
                                   GameVisitor *, void *context, HenkaError *);
/* Games last changed before this moment whose clocks don't run, the oldest first, from the one on
 * that comes after so many others. */
DatabaseResult database_list_old(Database *, int64_t before_ms, int limit, int offset,
                                 GameVisitor *, void *context, HenkaError *);

/* The browser's feed has this token from now on, and none of before. DATABASE_CHANGED: another
 * browser's feed has it. */
DatabaseResult database_feed_keep(Database *, const TokenHash *browser, const TokenHash *token,
                                  HenkaError *);
/* The games in the list of the browser whose feed has this token, as database_list shows them.
 * DATABASE_NO_GAME, without an error: no feed has it. */
DatabaseResult database_feed(Database *, const TokenHash *token, int limit, GameVisitor *,
                             void *context, HenkaError *);

/* What an operator did (admin.h): the deeds behind the one of this number, and where there are any
 * the bans that hold now. after -1: all of both. */
typedef void DeedVisitor(void *context, int64_t number, const char *what, const char *id);
typedef void BanVisitor(void *context, const char *kind, const char *what, bool mutes);
DatabaseResult database_deeds(Database *, int64_t after, DeedVisitor *, BanVisitor *, void *context,
                              HenkaError *);

/* Writes that the server was there at this moment. */
DatabaseResult database_alive(Database *, int64_t now_ms, HenkaError *);
/* The server is there again: the time since it was there last is not charged to clocks that run. */
DatabaseResult database_back(Database *, int64_t now_ms, HenkaError *);

#endif
