/* database - the games, in one SQLite file (WAL). Calls wait for the disk, so only the store's
 * thread makes them (store.h).
 * Owner    database_row_free frees the texts that database_load filled in; a row given to a call
 *          stays the caller's.
 * Threads  One at a time.
 * Errors   HenkaError: what was tried and SQLite's own words. A failed call has changed nothing.
 * Rows     A row that is read is valid, even if the file was damaged: texts are UTF-8, numbers are
 *          in their ranges. Rows without an id of ours are skipped.
 * Limits   Number of games, and bytes of all definitions: DatabaseRoom. The caller checks before it
 *          inserts.
 */
#ifndef HENKA_STORE_DATABASE_H
#define HENKA_STORE_DATABASE_H

#include "henka.h"
#include "store/gameclock.h"
#include "store/seat.h"

enum {
    GAME_ID_LENGTH = 12,
    GAME_MOST_MOVETIME_MS = 600000 /* of the engine for a move */
};
#define GAME_ID_LETTERS "0123456789abcdefghjkmnpqrstvwxyz" /* the alphabet of ids */

/* Is the text a game's id: GAME_ID_LENGTH letters of GAME_ID_LETTERS? NULL is none. */
bool database_is_id(const char *text);

typedef struct Database Database;

/* What one side can offer the other. */
typedef enum OfferKind { OFFER_DRAW, OFFER_UNDO, OFFER_REMATCH, OFFER_KINDS } OfferKind;

typedef struct GameRow {
    char id[GAME_ID_LENGTH + 1]; /* of GAME_ID_LETTERS, closed with NUL */
    char *definition;            /* the whole text of the variant */
    char *game, *title;          /* the variant's name and title */
    char *settings;              /* JSON object: option name -> value, only values that differ from
                                    the standard */
    char *start;                 /* SFEN the game began with */
    char *moves;                 /* USI, one blank between */
    int plies;                   /* how many moves */
    int turn;                    /* the side to move, -1 when the game is over */
    bool engine[2];              /* by side: played by the engine */
    int level;                   /* of the engine; 0 full strength */
    int movetime_ms;             /* of the engine for a move; 0: as its level has it */
    int64_t created_ms;          /* since 1970 */
    int64_t updated_ms;          /* the last write; grows with every write */
    HenkaOutcome outcome;        /* HENKA_PLAYING until the game is over */
    bool agreed;                 /* the outcome was declared by a player, not found by the rules */
    int offer[OFFER_KINDS];      /* the side that offers it; -1: neither */
    char rematch[GAME_ID_LENGTH + 1]; /* the game that both agreed to play next, or "" */
    bool engine_turn;                 /* not over and the engine to move */
    bool two;                         /* the seats belong to two persons */
    bool open[2];                     /* by side: the seat is not taken yet */
    TokenHash invitation;             /* of the token that takes the open seat; or none */
    TokenHash seat_token[2];          /* by side: of the token that gives the seat; or none */
    char name[2][SEAT_NAME_BYTES];    /* by side: the player's name; "" not given */
    int toss;                         /* furigoma, as seat_toss threw it; -1: none */
    GameClock clock;                  /* what the sides agreed on, and where it stands */
    Holder holders[SEAT_HOLDERS]; /* browsers with seats. None: the game has no owner, and everyone
                                     who knows its id may play it, as all games of schema 1 */
    int holder_count;             /* of holders */
    bool holders_changed;         /* they differ from the stored row; set by the function that
                                     changes them */
    int64_t version; /* the number of writes (optimistic lock): a save fails if another program has
                        written the row */
} GameRow;
/* A row with nothing filled in. */
#define GAME_ROW_EMPTY {.turn = -1, .offer = {-1, -1, -1}, .toss = -1, .clock = {.running = -1}}

typedef enum DatabaseResult {
    DATABASE_DONE,
    DATABASE_FAILED,  /* it could not be done; a later try may succeed */
    DATABASE_FULL,    /* there is no room for the row; the file is in order */
    DATABASE_CHANGED, /* another program has written or deleted the row since it was read */
    DATABASE_NO_GAME  /* there is no row with this id */
} DatabaseResult;

/* Fills in the path of the database that is used if none is named: $XDG_DATA_HOME/henka/henka.db or
 * ~/.local/share/henka/henka.db. */
bool database_standard_path(char *path, size_t cap, HenkaError *);
/* Creates the file (readable only by its owner), its folders and the schema where they are missing.
 * NULL on failure. */
Database *database_open(const char *path, HenkaError *);
/* Like database_open, but locks the file for this server: refused while another process serves
 * it. */
Database *database_serve(const char *path, HenkaError *);
void database_close(Database *);
/* Copies the committed state of one database into a new file; a server may use it meanwhile. */
bool database_backup(const char *path, const char *to, HenkaError *);

/* Writes happen within a transaction. database_begin fails if the file was removed or replaced. If
 * database_commit fails, nothing since database_begin has happened; the caller then calls
 * database_rollback. */
bool database_begin(Database *, HenkaError *);
bool database_commit(Database *, HenkaError *);
void database_rollback(Database *);

/* How much is stored, or may be stored. */
typedef struct DatabaseRoom {
    int64_t games; /* rows */
    int64_t text;  /* bytes of all definitions together */
} DatabaseRoom;

DatabaseRoom database_holds(Database *);
/* Is there room for the row? most: the limits; more: rows that will be inserted besides. The stored
 * rows are counted too. */
bool database_has_room(Database *, const GameRow *, DatabaseRoom most, DatabaseRoom more,
                       HenkaError *);
DatabaseResult database_insert(Database *, const GameRow *, HenkaError *);
/* Replaces the row whose stored version is row->version - 1. */
DatabaseResult database_save(Database *, const GameRow *, HenkaError *);
DatabaseResult database_delete(Database *, const char *id, HenkaError *);
/* Like database_delete, but only if this browser holds the game; nobodys: or if the game has no
 * holder. Otherwise the result is DATABASE_NO_GAME. */
DatabaseResult database_delete_own(Database *, const char *id, const TokenHash *browser,
                                   bool nobodys, HenkaError *);
/* id may be the row's own. */
DatabaseResult database_load(Database *, const char *id, GameRow *, HenkaError *);
void database_row_free(GameRow *);

/* The row lives for the length of the call; definition and moves are NULL. */
typedef void GameVisitor(void *context, const GameRow *);
/* The games in this browser's list, the most recently changed first. The rows that are passed have
 * the browser as their only holder if it holds the game. nobodys: also the games without a
 * holder. */
DatabaseResult database_list(Database *, const TokenHash *browser, bool nobodys, int limit,
                             GameVisitor *, void *context, HenkaError *);
/* Games in which the engine is to move, the most recently changed first. */
DatabaseResult database_list_waiting(Database *, int limit, GameVisitor *, void *context,
                                     HenkaError *);
/* Games whose clocks run, by deadline, the earliest first. */
DatabaseResult database_list_running(Database *, int limit, GameVisitor *, void *context,
                                     HenkaError *);
/* All games, the most recently changed last. */
DatabaseResult database_list_all(Database *, GameVisitor *, void *context, HenkaError *);
/* Games that wait for a player are abandoned if they have not changed since these moments. */
typedef struct DatabaseWaits {
    int64_t moved_ms; /* for games whose seats are taken and that have no move */
    int64_t live_ms;  /* for games with an open seat whose clock is live */
    int64_t days_ms;  /* for games with an open seat whose clock counts days or that have no
                         clock */
} DatabaseWaits;

/* Abandoned games, the oldest first. Skips the first `offset` ones. */
DatabaseResult database_list_waited(Database *, DatabaseWaits, int limit, int offset, GameVisitor *,
                                    void *context, HenkaError *);
/* Games that may be deleted to make room, the oldest first: games that are over, and games last
 * changed before this moment; only those whose clocks don't run. Skips the first `offset` ones.
 * text: only those whose definitions few games share. */
DatabaseResult database_list_spare(Database *, int64_t before_ms, bool text, int limit, int offset,
                                   GameVisitor *, void *context, HenkaError *);
/* Games last changed before this moment whose clocks don't run, the oldest first. Skips the first
 * `offset` ones. */
DatabaseResult database_list_old(Database *, int64_t before_ms, int limit, int offset,
                                 GameVisitor *, void *context, HenkaError *);

/* Sets the token of the browser's feed, in place of any earlier one. DATABASE_CHANGED: another
 * browser's feed has this token. */
DatabaseResult database_feed_keep(Database *, const TokenHash *browser, const TokenHash *token,
                                  HenkaError *);
/* The games in the list of the browser whose feed has this token, as database_list shows them.
 * DATABASE_NO_GAME, without an error: no feed has the token. */
DatabaseResult database_feed(Database *, const TokenHash *token, int limit, GameVisitor *,
                             void *context, HenkaError *);

/* The operator's deeds (admin.h) with numbers above `after`; and, if there are any, the bans that
 * hold now. after -1: all deeds and all bans. */
typedef void DeedVisitor(void *context, int64_t number, const char *what, const char *id);
typedef void BanVisitor(void *context, const char *kind, const char *what, bool mutes);
DatabaseResult database_deeds(Database *, int64_t after, DeedVisitor *, BanVisitor *, void *context,
                              HenkaError *);

/* Heartbeat: records that the server ran at this moment. */
DatabaseResult database_alive(Database *, int64_t now_ms, HenkaError *);
/* The server has started again: the downtime since the last heartbeat is not charged to clocks that
 * run. */
DatabaseResult database_back(Database *, int64_t now_ms, HenkaError *);

#endif
