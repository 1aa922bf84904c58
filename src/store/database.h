/* database - games in a SQLite file (WAL). Calls wait for the disk and are for the store's thread.
 * Owner    database_row_free frees database_load's texts; a row given to a call stays the caller's.
 * Threads  One at a time.
 * Errors   HenkaError: what was tried and SQLite's own words. A failed call has changed nothing.
 * Rows     A row that is read is valid, even if the file was damaged: texts are UTF-8, numbers are
 *          in their ranges. Rows whose id has not the form of a game's id are skipped.
 * Limits   Games, and bytes of definitions: DatabaseRoom. The caller checks before it inserts.
 */
#ifndef HENKA_STORE_DATABASE_H
#define HENKA_STORE_DATABASE_H

#include "henka.h"
#include "store/gameclock.h"
#include "store/seat.h"

#include <assert.h>

enum {
    GAME_ID_LENGTH = 12,
    GAME_MOST_MOVETIME_MS = 600000 /* greatest thinking time for a move of the engine */
};

/* Is the text a game's id: GAME_ID_LENGTH letters of GAME_ID_LETTERS? NULL is no id. */
bool database_is_id(const char *text);

typedef struct Database Database;

/* The offers that a side can make to the other side. */
typedef enum OfferKind { OFFER_DRAW, OFFER_UNDO, OFFER_REMATCH, OFFER_KINDS } OfferKind;

typedef struct GameRow {
    char id[GAME_ID_LENGTH + 1]; /* the game's id: GAME_ID_LETTERS, NUL-terminated */
    char *definition;            /* the whole text of the variant */
    char *game, *title;          /* the variant's name and title */
    char *settings;              /* JSON object: option name -> value that is no default */
    char *start;                 /* SFEN of the game's starting position */
    char *moves;                 /* moves in USI, separated by one space */
    int plies;                   /* number of moves */
    int turn;                    /* the side to move, -1 when the game is over */
    bool engine[2];              /* by side: the engine plays this side */
    int level;                   /* the engine's level; 0: full strength */
    int movetime_ms;             /* the engine's time for a move; 0: the time of its level */
    int64_t created_ms;          /* when the game was created, in milliseconds since 1970 */
    int64_t updated_ms;          /* time of the last write; grows with every write */
    HenkaOutcome outcome;        /* HENKA_PLAYING until the game is over */
    bool agreed;                 /* the outcome was declared by a player, not found by the rules */
    int offer[OFFER_KINDS];      /* by kind: the side that has made this offer; -1: neither */
    char rematch[GAME_ID_LENGTH + 1]; /* id of the next game agreed on, or "" */
    bool engine_turn;                 /* the game goes on, and the engine is to move */
    bool two;                         /* the seats belong to two persons */
    int open;                         /* the side whose seat is not taken yet; -1: neither */
    TokenHash invitation;             /* hash of the token that takes the open seat; all 0: none */
    TokenHash seat_token[2];          /* by side: hash of the seat's token; all 0: none */
    char name[2][SEAT_NAME_BYTES];    /* by side: the name that the player gave, or "" */
    int toss;                         /* furigoma: bit i is set if tossed piece i fell face up
                                         (seat_toss); -1: no toss */
    GameClock clock;                  /* the clock's rules, and its state */
    Holder holders[SEAT_HOLDERS];     /* browsers with seats. If there are none, everyone that knows
                                         the id may play, as in schema 1 */
    int holder_count;                 /* number of entries in `holders` */
    bool holders_changed;             /* `holders` differs from that of the stored row; set by the
                                         function that changes it */
    int64_t version; /* number of writes (optimistic lock): a save fails after another program's */
} GameRow;
/* A row without a game. For a new kind of offer it needs one more -1. */
static_assert(OFFER_KINDS == 3, "GAME_ROW_EMPTY has a -1 for each kind of offer");
#define GAME_ROW_EMPTY                                                                             \
    {.turn = -1, .offer = {-1, -1, -1}, .open = -1, .toss = -1, .clock = {.running = -1}}

typedef enum DatabaseResult {
    DATABASE_DONE,
    DATABASE_FAILED,  /* the call failed; a later try may succeed */
    DATABASE_FULL,    /* the row would exceed the limits (DatabaseRoom); the file is in order */
    DATABASE_CHANGED, /* another program has written or deleted the row since it was read */
    DATABASE_NO_GAME  /* no row has this id */
} DatabaseResult;

/* Fills in the path of the database that is used if none is named: $XDG_DATA_HOME/henka/henka.db or
 * ~/.local/share/henka/henka.db. */
bool database_standard_path(char *path, size_t cap, HenkaError *);
/* Creates the file (readable only by its owner), folders and schema if missing. NULL: failed. */
Database *database_open(const char *path, HenkaError *);
/* Like database_open, but locks the file for this server: refused while another serves it. */
Database *database_serve(const char *path, HenkaError *);
void database_close(Database *);
/* Copies the committed state of one database into a new file; a server may use it meanwhile. */
bool database_backup(const char *path, const char *to, HenkaError *);

/* Writes need a transaction. database_begin fails if the file was removed or replaced. If
 * database_commit fails, nothing since database_begin has happened; then call database_rollback. */
bool database_begin(Database *, HenkaError *);
bool database_commit(Database *, HenkaError *);
void database_rollback(Database *);

/* An amount of stored data, or the limits of it. */
typedef struct DatabaseRoom {
    int64_t games; /* number of games */
    int64_t text;  /* bytes of all definitions together */
} DatabaseRoom;

DatabaseRoom database_holds(Database *);
/* Is there room for the row beside the stored rows? most: the limits; more: the amount that the
 * caller will insert before this row. */
bool database_has_room(Database *, const GameRow *, DatabaseRoom most, DatabaseRoom more,
                       HenkaError *);
DatabaseResult database_insert(Database *, const GameRow *, HenkaError *);
/* Replaces the row whose stored version is row->version - 1. */
DatabaseResult database_save(Database *, const GameRow *, HenkaError *);
DatabaseResult database_delete(Database *, const char *id, HenkaError *);
/* Like database_delete, but only if this browser holds the game, or if the game has no holder and
 * nobodys is set. Otherwise the result is DATABASE_NO_GAME. */
DatabaseResult database_delete_own(Database *, const char *id, const TokenHash *browser,
                                   bool nobodys, HenkaError *);
/* Reads the row of this id. `id` may be a member of the row that is filled in. */
DatabaseResult database_load(Database *, const char *id, GameRow *, HenkaError *);
void database_row_free(GameRow *);
/* Replaces the texts that the row points to by copies that database_row_free frees. False: memory
 * ran out, and the texts that were not copied are NULL. */
bool database_row_own(GameRow *);

/* Called with each row of a list, which lives for the call; its definition and moves are NULL. */
typedef void GameVisitor(void *context, const GameRow *);
/* The lists of games. From LIST_OLD on no clock runs, and the least recently changed is first. */
typedef enum DatabaseList {
    LIST_BROWSER, /* games in the list of `browser`, the most recently changed first. The rows
                     have the browser as their only holder, if it holds the game */
    LIST_WAITING, /* games with the engine to move against a person, latest first */
    LIST_RUNNING, /* games whose clocks run, by deadline, the earliest first */
    LIST_ALL,     /* all games, the most recently changed last, without a limit */
    LIST_OLD,     /* games last changed before `before_ms` */
    LIST_WAITED,  /* games that have waited too long for a player or a first move */
    LIST_SPARE,   /* games that may be deleted to make room: over, or changed before `before_ms` */
    DATABASE_LISTS
} DatabaseList;

typedef struct DatabaseQuery {
    DatabaseList list;
    int limit;         /* greatest number of rows */
    int offset;        /* for LIST_OLD and later lists: number of rows that are skipped first */
    int64_t before_ms; /* for LIST_OLD and later lists: games are listed if last changed before this
                          time; in LIST_WAITED for games without open seat or move */
    int64_t live_ms;   /* for LIST_WAITED: games with an open seat and a clock that doesn't count
                          days are listed if last changed before this time */
    int64_t days_ms;   /* for LIST_WAITED: games with an open seat and no clock, or a clock that
                          counts days, are listed if last changed before this time */
    TokenHash browser; /* for LIST_BROWSER: hash of the browser's token */
    bool nobodys;      /* for LIST_BROWSER: lists games that no browser holds, too */
    bool text;         /* for LIST_SPARE: room is needed for definitions, so only games are
                          listed whose definitions few games share */
} DatabaseQuery;

DatabaseResult database_list(Database *, const DatabaseQuery *, GameVisitor *, void *context,
                             HenkaError *);

/* Sets the token of the browser's feed, in place of any earlier one. DATABASE_CHANGED: another
 * browser's feed has this token. */
DatabaseResult database_feed_keep(Database *, const TokenHash *browser, const TokenHash *token,
                                  HenkaError *);
/* The games in the list of the browser whose feed has this token, as database_list shows them.
 * DATABASE_NO_GAME, without an error: no feed has the token. */
DatabaseResult database_feed(Database *, const TokenHash *token, int limit, GameVisitor *,
                             void *context, HenkaError *);

/* Reads the recorded actions of operators (deeds; admin.h) with numbers above `after`; and, if
 * there are any, the bans in force. after -1: all actions and all bans. */
typedef void DeedVisitor(void *context, int64_t number, const char *what, const char *id);
typedef void BanVisitor(void *context, const char *kind, const char *what, bool mutes);
DatabaseResult database_deeds(Database *, int64_t after, DeedVisitor *, BanVisitor *, void *context,
                              HenkaError *);

/* Heartbeat: records that the server ran at this moment. */
DatabaseResult database_alive(Database *, int64_t now_ms, HenkaError *);
/* The server has started again: charges no running clock for the time since the last heartbeat. */
DatabaseResult database_back(Database *, int64_t now_ms, HenkaError *);

#endif
