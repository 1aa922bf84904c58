/* live - games in memory: games that a client has open, and games that the engine thinks about.
 * States   of a LiveGame:
 *
 *     live_get, live_recall, live_resume         live_create, live_rematch
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
 *          One change of a game is under way at a time: while live->change is set, live_get makes
 *          other callers wait.
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
 *          the flag fell. If no client asks for the game, live_fall ends it.
 */
#ifndef HENKA_GAMES_LIVE_H
#define HENKA_GAMES_LIVE_H

#include "games/alarm.h"
#include "games/pool.h"
#include "store/store.h"

/* The state of the room (games.h), and a connection, of which the room knows only the pointer. */
typedef struct Games Games;
typedef struct Client Client;
typedef struct LiveGame LiveGame;
typedef struct LiveChange LiveChange;
typedef struct Deleting Deleting;

/* A caller that waits for a game to be free, or for its own change to be stored. */
typedef struct LiveWaiter LiveWaiter;
struct LiveWaiter {
    LiveWaiter *next;   /* the next waiter for the same game */
    LiveGame *live;     /* the game that is waited for, or NULL */
    LiveChange *change; /* the waiter's change that is being stored, or NULL */
    Deleting *deleting; /* the waiter's deletion of a game that isn't in memory, or NULL */
    bool same;          /* the change had been made already: no follower is notified */
    int64_t moved_ms;   /* arrival of the move that it waits to play; 0: it is not for a move */
    uint64_t visitor;   /* the visitor's number in the queues of the worker and the engine */
    /* The game is free, so live_get may be tried again; or it can't be had, for this error. */
    void (*ready)(LiveWaiter *, const HenkaError *);
    /* The change is stored; or it is not, for this error. */
    void (*changed)(LiveWaiter *, LiveGame *, const HenkaError *);
};

/* A client that follows a game. */
typedef struct LiveFollow LiveFollow;
struct LiveFollow {
    LiveGame *live;           /* NULL: it follows none */
    Client *client;           /* that follows it */
    const TokenHash *browser; /* the client's token hash */
    uint64_t opened;          /* a counter of the client that grows with every game it opens */
    LiveFollow *next, **link; /* in the game's list */
};

/* A search's owner, to which the pool reports. */
typedef struct Thought Thought;
struct Thought {
    Search *search; /* under way, or NULL */
    void (*report)(Thought *, const SearchReport *);
    /* The search's position in the queue is now `place` (pool_place). NULL: not reported. */
    void (*moved)(Thought *, int place);
};

struct LiveGame {
    LiveGame *next;        /* in its bucket */
    LiveGame *next_unused; /* in the server's list of games to be checked by live_sweep */
    Games *games;          /* that keep it */
    GameRow row;           /* as the store has it */
    HenkaGame *game;       /* the row replayed; NULL while it is being loaded */
    json_t *settings;      /* of the row, parsed: only values that differ from the standard */
    LiveFollow *followers; /* clients that are notified of its changes */
    LiveWaiter *waiting;   /* waiters, while it is loaded or changed; in the order of their
                              arrival */
    LiveChange *change;    /* the change under way, or NULL */
    Thought thought;       /* the search for the engine's move */
    Alarm alarm;           /* when a flag falls, if time runs */
    Alarm rest;            /* when the engine goes on, if its visitor's thinking time is used up */
    int64_t away_ms[2];    /* by side: since when no holder of the seat follows; 0: one does */
    int watchers;          /* followers without a seat */
    Alarm told;            /* when the presence is broadcast, if that was postponed */
    int64_t told_ms[2];    /* when it was broadcast the last time but one, and the last time, by
                           watch_steady_ms */
    Bucket said[2];        /* by side: lines of its chat */
    uint64_t visitor;      /* the visitor that had it loaded, later the player that sent the last
                           request: the engine thinks in this visitor's turn */
    bool marked_unused;    /* it is in the list of unused games */
    bool shipped;          /* the definition is, unchanged, the one of a game of this binary */
    uint64_t steps;        /* of a made-up game: steps that replaying it takes (henka.h, budgets) */
    bool paused;           /* the engine is to move but does not: after a take-back or a failure */
    bool resumes;          /* the engine goes on as soon as the game is loaded */
    bool deleted;          /* the store no longer has it */
    int aborted_by;        /* the side that aborts it before its second move, or -1 */
    Bucket lag[2];         /* by side: milliseconds of lag given back recently */
    Bucket offers[2];      /* by side: offers made recently */
    bool scored[2];        /* by side: an engine has searched for it in this process */
    int score_cp[2];       /* by side: score of that search, in hundredths of a pawn for the side */
};

/* The settings of a new game, besides its Build. All 0: a game of two persons at one board, without
 * holders. */
typedef struct LiveSetup {
    bool engine[2];                /* by side: the engine plays it */
    bool open[2];                  /* by side: the seat is open, for another person to take */
    bool two;                      /* the seats belong to two persons */
    int level;                     /* of the engine; 0 full strength */
    int movetime_ms;               /* of the engine for a move; 0: as its level has it */
    int toss;                      /* furigoma, as seat_toss returns it; -1: none */
    ClockRules clock;              /* of both sides */
    Holder holders[SEAT_HOLDERS];  /* browsers that take seats at once */
    int holder_count;              /* of them */
    char name[2][SEAT_NAME_BYTES]; /* by side: of the person that takes it at once */
    TokenHash invitation;          /* of the token that takes the open seat */
    TokenHash seat_token[2];       /* by side: of the token that gives the seat */
} LiveSetup;

/* The presence: the watchers, and the players that are away. */
typedef struct Here {
    int watchers;
    int64_t away_ms[2];  /* by side: since when its person is away; 0: is present, or the side has
                            none */
    int64_t claim_ms[2]; /* by side: from when the other side may claim the game; 0: never */
} Here;

/* A player that acts, and when. */
typedef struct LiveActor {
    int sides;          /* that the player may play: SEAT_SENTE, SEAT_GOTE */
    int64_t arrived_ms; /* when the player's message arrived */
    int64_t lag_ms;     /* round-trip time of the player's connection */
} LiveActor;

typedef enum LiveAnswer {
    LIVE_REFUSED,  /* the error says why */
    LIVE_CHANGING, /* the waiter is notified when it is stored */
    LIVE_DONE      /* at once: there was nothing to store */
} LiveAnswer;

/* ---- having games ---------------------------------------------------------------------------- */

/* The game, if it is in memory, no change of it is under way and no flag has fallen in it. NULL
 * with an error; or NULL without one: then waiter->live is set, and the waiter's `ready` will be
 * called. */
LiveGame *live_get(Games *, const char *id, LiveWaiter *, HenkaError *);
LiveGame *live_find(const Games *, const char *id); /* in memory, in any state; else NULL */
/* Removes the waiter; none of its functions is called any more. Its change is stored all the
 * same. */
void live_unwait(LiveWaiter *);
void live_follow(LiveGame *, LiveFollow *);
void live_unfollow(LiveFollow *);
/* A follower's browser has become known: counts the presence again. */
void live_look_again(LiveGame *);
void live_sweep(Games *);
int live_count(const Games *); /* in memory */
void live_resume(Games *); /* when the server starts: continues the engine's games where it was to
                               move */
/* The variant of a game in memory with this definition and these settings, retained; NULL: there is
 * none. */
HenkaVariant *live_variant(const Games *, const char *definition, const json_t *settings);

/* The rights of this browser: SEAT_SENTE, SEAT_GOTE, and SEAT_HOLDER if it holds the game. In a
 * game without holders every browser has all rights. */
int live_sides(const LiveGame *, const TokenHash *browser);
Here live_here(const LiveGame *);
int live_queue(const LiveGame *); /* searches that are done before this game's; 0: its search does
                                     not wait */

/* ---- time ------------------------------------------------------------------------------------ */

/* When the next flag falls in the games in memory; GAMECLOCK_NEVER: no clock runs. */
int64_t live_due_ms(const Games *);
/* Ends the games whose flags are due. */
void live_fall(Games *);
/* Milliseconds until the engine goes on in a game in which it rests; GAMECLOCK_NEVER: it rests in
 * none. */
int64_t live_rest_ms(const Games *);
/* Continues the engine in the games that have rested long enough. */
void live_rise(Games *);
/* Milliseconds until a postponed presence is broadcast; GAMECLOCK_NEVER: none is postponed. */
int64_t live_tell_ms(const Games *);
/* Broadcasts the presences that are due. */
void live_tell(Games *);
/* Loads the game if it isn't in memory, to check its flag. */
void live_recall(Games *, const char *id);

/* ---- changing games -------------------------------------------------------------------------- */

LiveAnswer live_create(Games *, Build *, const LiveSetup *, LiveWaiter *, HenkaError *);
/* Deletes the game. by: the side that aborts it, or -1. */
LiveAnswer live_delete(LiveGame *, int by, LiveWaiter *, HenkaError *);
/* Deletes a game that can't be replayed, if this browser holds it; nobodys: or if it has no
 * holder. */
LiveAnswer live_delete_unread(Games *, const char *id, const TokenHash *browser, bool nobodys,
                              LiveWaiter *, HenkaError *);
/* Deletes the game if it isn't in memory. False: it is in memory, or memory ran out, and nothing
 * was done. */
bool live_expire(Games *, const char *id);
/* Another program has changed or deleted the game: reads it again from the store. */
void live_changed_outside(Games *, const char *id);
/* Removes the game from the browser's list. */
LiveAnswer live_unlist(LiveGame *, const TokenHash *browser, LiveWaiter *, HenkaError *);

/* ply: the number of moves before it; -1: not given. LIVE_DONE: the same move was already played at
 * that ply. */
LiveAnswer live_move(LiveGame *, const char *usi, int ply, const LiveActor *, LiveWaiter *,
                     HenkaError *);
/* Takes back to the last position in which a human was to move; in a game of two persons, in which
 * this side was. */
LiveAnswer live_undo(LiveGame *, HenkaSide, LiveWaiter *, HenkaError *);
/* May a person act for this side: is the game under way, and is the side not the engine's? */
bool live_may_act(const LiveGame *, HenkaSide, HenkaError *);
/* Ends the game as henka_game_end does. */
LiveAnswer live_end(LiveGame *, HenkaReason, HenkaSide, LiveWaiter *, HenkaError *);
/* offer: the side that offers it, or -1 to withdraw the offer. declined: the side that declines the
 * other's offer, of which every follower is notified, or -1. Offers are counted: offers-per-minute
 * of limits.def. */
LiveAnswer live_offer(LiveGame *, OfferKind, int offer, int declined, LiveWaiter *, HenkaError *);
/* Adds these sides to the browser's seats. */
LiveAnswer live_seat(LiveGame *, const TokenHash *browser, int sides, LiveWaiter *, HenkaError *);
/* The browser takes the open seat. name: the person's, of SEAT_NAME_BYTES; token: the new one of
 * the seat. */
LiveAnswer live_take(LiveGame *, const TokenHash *browser, const char *name, const TokenHash *token,
                     LiveWaiter *, HenkaError *);
/* Replaces the tokens of these sides' seats, and of the invitation. alone: the only browser that
 * keeps its seats; NULL: all keep them. */
LiveAnswer live_renew(LiveGame *, int sides, const TokenHash *alone, const TokenHash *seat,
                      const TokenHash *invitation, LiveWaiter *, HenkaError *);
/* Begins the same game again with the sides exchanged, after both sides agreed. The waiter gets the
 * new game; followers of this one are notified of its id. */
LiveAnswer live_rematch(LiveGame *, LiveWaiter *, HenkaError *);
/* An engine accepts a draw when it is clearly worse, and after 60 moves also when the game is even.
 * A made-up game without a search yet counts as even. */
bool live_engine_wants_draw(const LiveGame *, HenkaSide engine);
/* Begins a search and charges its planned time to the visitor at once. Its last report gives the
 * unused part back. NULL and an error: pool_submit's. */
Search *live_search(Games *, uint64_t visitor, const HenkaGame *, const HenkaLimits *, Thought *,
                    HenkaError *);
LiveAnswer live_go(LiveGame *, HenkaError *); /* never LIVE_CHANGING */
/* The engine, if it thinks, plays the best move found up to now. */
void live_hurry(LiveGame *);
/* Starts the engine if it is to move, is not thinking yet and the game is not paused. False: its
 * visitor's time is used up, and the engine rests until it may go on; or too much waits already,
 * and the game is paused. */
bool live_think(LiveGame *, HenkaError *);

#endif
