/* live - games in memory: games that a client has open, and games that the engine thinks about.
 * States   of a LiveGame:
 *
 *     live_get, live_resume                      live_create, live_rematch
 *          |                                          |
 *          v                                          |
 *     loading: game is NULL, others wait              |
 *       store reads the row, worker replays it        |
 *          |-- can't be had: live_drop, the waiters   |
 *          |   get the error                          v
 *          v             change_begin, change_do   changing: live->change is set, others wait
 *        free -----------------------------------> (below)
 *          |  <----------------------------------    |
 *          |            change_stored                '-- deleted: live_drop
 *          v
 *     live_sweep: leaves memory, if it has no follower, waiter or search
 *
 * Change   A change is made on a copy of the game (LiveChange, live.c) and submitted to the store.
 *          A game has one change at a time: while live->change is set, live_get makes others wait.
 *
 *   live_move, live_end, live_undo,      live_offer, live_seat, live_take,
 *   the engine's move                    live_renew, live_unlist, live_delete
 *       | change_begin                       | change_begin: copies row and game
 *       v                                    |
 *   change_do --> change_act                 |
 *       |         on the loop; of a made-up  |
 *       |         game on the worker, with   |
 *       |         live->change set meanwhile |
 *       |-- refused, or made already:        |
 *       |   the caller gets the answer       |
 *       '----------------+-------------------'
 *                        v
 *     change_submit: sets live->change, stops the search, counts row.version up
 *                        | the store
 *                        v
 *     change_stored: clears live->change, then
 *       |-- stored:            change_apply: the copy replaces row and game, the engine
 *       |                      thinks on, every follower is notified
 *       |-- stored, deletes:   live_drop: the game leaves memory
 *       |-- failed:            the game stays as it was, and is paused
 *       |-- failed, and the game is new or the server ends:  live_drop
 *       '-- row was changed:   live_reload: the game is read from the store again
 *     and waiter->changed gets the answer, the error included.
 *
 *   live_create and live_rematch make the change of a new game and begin at change_submit.
 *
 * Flags    game is NULL while the game is loaded. Only change_apply and the functions that create,
 *          load or drop a game write row and game. paused is set by a take-back and by every
 *          failure, and cleared by live_go and by the next move. resumes is set while the game is
 *          loaded; deleted is set by a deletion that is stored before the loading ends.
 * Owner    The Games own their live games; live_sweep frees those that are not needed.
 * Threads  The loop's.
 * Errors   HenkaError, for a person to read; a failed call has changed nothing.
 * Limits   A game has at most BUILD_MAX_PLIES moves; the last of them draws it.
 * Time     A side's flag falls at its deadline plus the part of its lag that is given back
 *          (lag-ms-per-move and -per-minute of limits.def), so that a move on its way still counts.
 *          From then on live_get first ends the game by time, except for a move that arrived before
 *          the flag fell. If no client asks for the game, live_tick ends it.
 */
#ifndef HENKA_GAMES_LIVE_H
#define HENKA_GAMES_LIVE_H

#include "games/alarm.h"
#include "games/pool.h"
#include "store/store.h"

#include <sys/queue.h>

/* The state of all games (games.h); a client's connection, only a pointer in this folder. */
typedef struct Games Games;
typedef struct Client Client;
typedef struct LiveGame LiveGame;
typedef struct LiveChange LiveChange;

/* A caller that waits for a game to be free, or for its own change to be stored. */
typedef struct LiveWaiter LiveWaiter;
struct LiveWaiter {
    LiveWaiter *next;   /* the next waiter for the same game */
    LiveGame *live;     /* the game that is waited for, or NULL */
    LiveChange *change; /* the waiter's change that is being stored, or NULL */
    bool same;          /* the same change was made before, so no follower is notified */
    int64_t moved_ms;   /* when the waiter's move arrived; 0: it wants another change */
    uint64_t visitor;   /* the visitor's number in the queues of the worker and the engine */
    /* Called when the game is free, for another live_get, or with an error if loading failed. */
    void (*ready)(LiveWaiter *, const HenkaError *);
    /* Called when the change is stored; or with an error if it can't be stored. */
    void (*changed)(LiveWaiter *, LiveGame *, const HenkaError *);
};

/* A client that follows a game. */
typedef struct LiveFollow LiveFollow;
struct LiveFollow {
    LiveGame *live;               /* the game that is followed; NULL: none */
    Client *client;               /* the client that follows the game */
    const TokenHash *browser;     /* hash of the token of the client's browser */
    uint64_t opened;              /* number of the opening (Client.opened), in order */
    LIST_ENTRY(LiveFollow) entry; /* the client's entry in the game's list of followers */
};

/* The owner of a search. The pool reports the search's progress to it. */
typedef struct Thought Thought;
struct Thought {
    Search *search; /* the search, waiting or under way; else NULL */
    void (*report)(Thought *, const SearchReport *);
    /* Called when the search's place in the queue has become `place` (pool_place). May be NULL. */
    void (*moved)(Thought *, int place);
};

struct LiveGame {
    LIST_ENTRY(LiveGame) entry; /* the game's entry in its bucket of the hash table */
    LiveGame *next_unused;      /* the next game that live_sweep will check */
    Games *games;               /* the collection that this game belongs to */
    GameRow row;                /* the game's row, as it is stored */
    HenkaGame *game;            /* the row's game, replayed; NULL while the game is being loaded */
    json_t *settings;           /* the row's settings, parsed: only changed values */
    LIST_HEAD(, LiveFollow) followers; /* clients that are notified of the game's changes */
    LiveWaiter *waiting; /* clients that wait for a load or change, in order of arrival */
    LiveChange *change;  /* the change under way, or NULL */
    Thought thought;     /* the search for the engine's move */
    Alarm alarm;         /* when the flag of the running side falls; not set if no clock runs */
    Alarm rest;          /* when the engine may think again, if time is used up */
    int64_t away_ms[2];  /* by side: since when no browser of the seat follows; or 0 */
    int watchers;        /* followers without a seat */
    Alarm told;          /* when the presence is broadcast, if that was postponed */
    int64_t told_ms[2];  /* the last two broadcasts of presence, by watch_steady_ms */
    Bucket said[2];      /* by side: rate limit of the side's lines of chat */
    uint64_t visitor;    /* the visitor that had the game loaded, later the player that sent the
                            last request: the engine thinks in this visitor's turn */
    bool marked_unused;  /* the game is in the list that live_sweep will check */
    bool shipped;        /* the rules are, unchanged, those of a game that this binary ships */
    uint64_t steps;      /* for a made-up game: steps of a replay (henka.h, budgets) */
    bool paused;         /* the engine is to move but does not: after a take-back or a failure */
    bool resumes;        /* the engine begins to think as soon as the game is loaded */
    bool deleted;        /* the store no longer has the game */
    int aborted_by;      /* the side that aborts the game before its second move; -1: none */
    Bucket lag[2];       /* by side: milliseconds of lag that were recently not charged */
    Bucket offers[2];    /* by side: number of recent offers, for offers-per-minute of limits.def */
    bool scored[2];      /* by side: the engine has searched since the start */
    int score_cp[2];     /* by side: the engine's last score, its own side's centipawns */
};

/* The presence: the watchers, and the players that are away. */
typedef struct Here {
    int watchers;
    int64_t away_ms[2];  /* by side: since when the side's person is away; 0: the person is
                            present, or the side has no person */
    int64_t claim_ms[2]; /* by side: from when the other side may claim the game; 0: never */
} Here;

/* A player that sent a move, and when. */
typedef struct LiveActor {
    int sides;          /* the sides that the player may play: SEAT_SENTE, SEAT_GOTE */
    int64_t arrived_ms; /* when the player's message arrived */
    int64_t lag_ms;     /* round-trip time of the player's connection */
} LiveActor;

typedef enum LiveAnswer {
    LIVE_REFUSED,  /* the request was refused, and the error says why */
    LIVE_CHANGING, /* the change is under way; the waiter is notified when it is stored */
    LIVE_DONE      /* done at once, because there was nothing to store */
} LiveAnswer;

/* ---- finding games --------------------------------------------------------------------------- */

/* Returns the game if it is in memory, no change of it is under way and no flag has fallen in
 * it. NULL with an error: the call failed. NULL without an error: waiter->live is set, and the
 * waiter's `ready` will be called. */
LiveGame *live_get(Games *, const char *id, LiveWaiter *, HenkaError *);
LiveGame *live_find(const Games *, const char *id); /* the game in memory, in any state; or NULL */
/* Stops waiting: none of the waiter's functions is called any more. Its change is still stored. */
void live_unwait(LiveWaiter *);
void live_follow(LiveGame *, LiveFollow *);
void live_unfollow(LiveFollow *);
/* Counts the players and watchers of the game. If the presence has changed, broadcasts it to all
 * clients except `but`, which may be NULL. */
void live_look(LiveGame *, const Client *but);
void live_sweep(Games *);
int live_count(const Games *); /* number of games in memory */
/* Loads the game if needed. Ends it if its flag fell; lets the engine think if it is to move. */
void live_resume(Games *, const char *id);
/* The variant of a game in memory that has this definition and these settings, retained for the
 * caller; NULL: no game has them. */
HenkaVariant *live_variant(const Games *, const char *definition, const json_t *settings);

/* The rights of this browser: SEAT_SENTE, SEAT_GOTE, and SEAT_HOLDER if it is a holder (a browser
 * that has the game). In a game without holders every browser has all rights. */
int live_sides(const LiveGame *, const TokenHash *browser);
Here live_here(const LiveGame *);

/* ---- time ------------------------------------------------------------------------------------ */

/* Milliseconds until live_tick has something to do; GAMECLOCK_NEVER: nothing is due. */
int64_t live_wait_ms(const Games *);
/* Ends the games whose flags are due, lets the engine go on in games whose visitor has thinking
 * time again, and broadcasts the postponed presences that are due. */
void live_tick(Games *);

/* ---- changing games -------------------------------------------------------------------------- */

/* Begins a game. setup: a row with only seats, the engine's level and time, clock and toss. */
LiveAnswer live_create(Games *, Build *, const GameRow *setup, LiveWaiter *, HenkaError *);
/* Exchanges the engines, the seats and the names of a row's two sides. */
void live_exchange(GameRow *);
/* Deletes the game. by: the side that aborts it; -1: it is deleted in another way. */
LiveAnswer live_delete(LiveGame *, int by, LiveWaiter *, HenkaError *);
/* Deletes a game that can't be replayed, if this browser is among its holders (browsers that have
 * seats). nobodys: also deletes it if it has no holder. */
LiveAnswer live_delete_unread(Games *, const char *id, const TokenHash *browser, bool nobodys,
                              LiveWaiter *, HenkaError *);
/* Deletes the game if it isn't in memory. False: it is, or memory ran out; nothing was done. */
bool live_expire(Games *, const char *id);
/* Another program has changed or deleted the game: reads it again from the store. */
void live_changed_outside(Games *, const char *id);
/* Removes the game from the browser's list. */
LiveAnswer live_unlist(LiveGame *, const TokenHash *browser, LiveWaiter *, HenkaError *);

/* Plays the move of this text. ply: the number of moves before it; -1: the client gave none.
 * LIVE_DONE: the same move was already played at that ply. */
LiveAnswer live_move(LiveGame *, const char *usi, int ply, const LiveActor *, LiveWaiter *,
                     HenkaError *);
/* Takes moves back to the last position in which a human was to move; in a game of two persons,
 * to the last one in which this side was to move. */
LiveAnswer live_undo(LiveGame *, HenkaSide, LiveWaiter *, HenkaError *);
/* Is the game under way? */
bool live_is_open(const LiveGame *, HenkaError *);
/* Ends the game for this reason, on behalf of this side (henka_game_end). */
LiveAnswer live_end(LiveGame *, HenkaReason, HenkaSide, LiveWaiter *, HenkaError *);
/* Makes, withdraws or declines an offer. offer: the side that makes it; -1: it is withdrawn.
 * declined: the side that declines the other side's offer, of which every follower is notified; -1:
 * none. The number of offers is limited: offers-per-minute of limits.def. */
LiveAnswer live_offer(LiveGame *, OfferKind, int offer, int declined, LiveWaiter *, HenkaError *);
/* Adds these sides to the browser's seats. */
LiveAnswer live_seat(LiveGame *, const TokenHash *browser, int sides, LiveWaiter *, HenkaError *);
/* The browser takes the open seat. name: of SEAT_NAME_BYTES; token: the seat's new token's hash. */
LiveAnswer live_take(LiveGame *, const TokenHash *browser, const char *name, const TokenHash *token,
                     LiveWaiter *, HenkaError *);
/* Replaces the tokens of these sides' seats, and of the invitation, by tokens with these hashes.
 * alone: the only browser that keeps these seats; NULL: every holder keeps them. */
LiveAnswer live_renew(LiveGame *, int sides, const TokenHash *alone, const TokenHash *seat,
                      const TokenHash *invitation, LiveWaiter *, HenkaError *);
/* Begins the same game again with the sides exchanged, after both sides agreed. The waiter gets
 * the new game; followers of the old game are notified of the new game's id. */
LiveAnswer live_rematch(LiveGame *, LiveWaiter *, HenkaError *);
/* An engine accepts a draw when it is clearly worse, and after 60 moves also when the game is even.
 * A made-up game without a search yet counts as even. */
bool live_engine_wants_draw(const LiveGame *, HenkaSide engine);
/* Begins a search and charges its planned time to the visitor at once; the search's last report
 * gives the unused part back. NULL and an error: as from pool_submit. */
Search *live_search(Games *, uint64_t visitor, const HenkaGame *, const HenkaLimits *, Thought *,
                    HenkaError *);
LiveAnswer live_go(LiveGame *, HenkaError *); /* resumes a paused engine; never LIVE_CHANGING */
/* Starts the engine if it is to move, is not thinking yet and the game is not paused. False: its
 * visitor's time is used up, and the engine rests until it may think again; or too many games wait
 * already, and the game is paused. */
bool live_think(LiveGame *, HenkaError *);

#endif
