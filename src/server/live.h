/* live - games in memory: those someone has open, and those the engine thinks about.
 * Change   A change is made on a copy of the game and submitted to the store. When the store has
 *          it, the copy takes the game's place, everyone who follows the game hears of it, and who
 *          asked for the change gets an answer. When the store could not keep it, nothing has
 *          happened. One change of a game is under way at a time; who wants the game meanwhile
 *          waits.
 * Owner    The Server owns its live games; live_sweep frees those nobody needs.
 * Threads  The loop's.
 * Errors   HenkaError, for a person to read; a failed call has changed nothing.
 * Limits   BUILD_MAX_PLIES moves a game: the last of them draws it.
 * Time     Time is up at the deadline of the side whose clock runs, and as much later as that side
 *          is given back of its lag (lag-ms-per-move and -per-minute of limits.def), so that a move
 *          on its way still counts. From then on the game is had by nobody before it has ended by
 *          time (live_get), but by moves that came before; tick.h sees to it where nobody asks.
 */
#ifndef HENKA_SERVER_LIVE_H
#define HENKA_SERVER_LIVE_H

#include "server/alarm.h"
#include "server/build.h"
#include "server/pool.h"
#include "server/server.h"
#include "server/store.h"

typedef struct LiveChange LiveChange;
typedef struct Deleting Deleting;

/* Somebody who waits for a game: for the game itself, or for a change of their own to be stored. */
typedef struct LiveWaiter LiveWaiter;
struct LiveWaiter {
    LiveWaiter *next;   /* waits for the same game after it */
    LiveGame *live;     /* that is waited for, or NULL */
    LiveChange *change; /* the waiter's, that is being stored, or NULL */
    Deleting *deleting; /* the waiter's, of a game that isn't in memory, or NULL */
    bool same;          /* the change had been made already: nobody hears of it */
    int64_t moved_ms;   /* when the move that it is for arrived; 0: it is for no move */
    uint64_t visitor;   /* whose turn at the engine and at the worker it uses */
    /* The game can be had, so live_get may be tried again; or it can't, for this error. */
    void (*ready)(LiveWaiter *, const HenkaError *);
    /* The change is stored; or it is not, for this error. */
    void (*changed)(LiveWaiter *, LiveGame *, const HenkaError *);
};

/* A client's following of a game. */
typedef struct LiveFollow LiveFollow;
struct LiveFollow {
    LiveGame *live;           /* NULL: of none */
    Client *client;           /* that follows it */
    const TokenHash *browser; /* the client's */
    uint64_t opened;          /* grows with every opening */
    LiveFollow *next, **link; /* in the game's list */
};

/* What the pool reports to. */
typedef struct Thought Thought;
struct Thought {
    Search *search; /* under way, or NULL */
    void (*report)(Thought *, const SearchReport *);
    /* So many searches come before it now (pool_place). NULL: nobody wants to know. */
    void (*moved)(Thought *, int place);
};

struct LiveGame {
    LiveGame *next;        /* in its bucket */
    LiveGame *next_unused; /* in the server's list of games that perhaps nobody needs */
    Server *server;        /* that keeps it */
    GameRow row;           /* as the store has it */
    HenkaGame *game;       /* the same, replayed; NULL while it is being loaded */
    json_t *settings;      /* of the row, read: only what differs from the standard */
    LiveFollow *followers; /* who hears of its changes */
    LiveWaiter *waiting;   /* who wants it, while it is loaded or changed; in the order they came */
    LiveChange *change;    /* being stored, or NULL */
    Thought thought;       /* the search for the engine's move */
    Alarm alarm;           /* when a flag falls, if time runs */
    Alarm rest;            /* when the engine goes on, if its visitor's time is used up */
    int64_t away_ms[2]; /* by side: since when nobody who has the seat follows; 0: somebody does */
    int watchers;       /* followers without a seat */
    Alarm told;         /* when those who follow are told who is there, if that waits */
    int64_t told_ms[2]; /* when they were told last but one, and last, by watch_steady_ms */
    Bucket said[2];     /* by side: lines of its chat */
    uint64_t visitor;   /* who had it loaded, then whoever of its players asked last: the engine
                           thinks at that visitor's turn */
    bool marked_unused; /* it is in that list */
    bool shipped;       /* the definition is one of this binary's games as it is now */
    uint64_t steps;     /* of a made-up game: what replaying it takes (henka.h, budgets) */
    bool paused;        /* the engine is to move but does not: after a take-back or a failure */
    bool resumes;       /* the engine goes on as soon as the game is loaded */
    bool deleted;       /* the store has it no more */
    int aborted_by;     /* the side that has it deleted before its second move, or -1 */
    Bucket lag[2];      /* by side: milliseconds of its lag that were given back of late */
    Bucket offers[2];   /* by side: what it has offered of late */
    bool scored[2];     /* by side: an engine has searched for it in this process */
    int score_cp[2]; /* by side: what that search thought, in hundredths of a pawn for the side */
};

/* What a new game is to be, besides what was built. All 0: a game of two persons at one board, whom
 * nobody knows. */
typedef struct LiveSetup {
    bool engine[2];                /* by side: the engine plays it */
    bool open[2];                  /* by side: the seat waits for somebody */
    bool two;                      /* the seats belong to two persons */
    int level;                     /* of the engine; 0 full strength */
    int movetime_ms;               /* of the engine for a move; 0: as its level has it */
    int toss;                      /* furigoma, as seat_toss threw it; -1: none */
    ClockRules clock;              /* of both sides */
    Holder holders[SEAT_HOLDERS];  /* who takes the seats at once */
    int holder_count;              /* of them */
    char name[2][SEAT_NAME_BYTES]; /* by side: of who takes it at once */
    TokenHash invitation;          /* of the token that takes the open seat */
    TokenHash seat_token[2];       /* by side: of the token that gives the seat */
} LiveSetup;

/* Who is there. */
typedef struct Here {
    int watchers;
    int64_t away_ms[2];  /* by side: since when its person is away; 0: is there, or it has none */
    int64_t claim_ms[2]; /* by side: from when on the other may claim the game; 0: never */
} Here;

/* When and by whom something is done. */
typedef struct LiveActor {
    int sides;          /* that the player may play: SEAT_SENTE, SEAT_GOTE */
    int64_t arrived_ms; /* when the player's message did */
    int64_t lag_ms;     /* of the player's connection */
} LiveActor;

typedef enum LiveAnswer {
    LIVE_REFUSED,  /* the error says why */
    LIVE_CHANGING, /* the waiter hears when it is stored */
    LIVE_DONE      /* at once: there was nothing to store */
} LiveAnswer;

/* ---- having games ---------------------------------------------------------------------------- */

/* The game, when it is in memory, no change of it is under way and nobody's time is up in it. NULL
 * with an error, or without one: then waiter->live is set, and the waiter's `ready` will be called.
 */
LiveGame *live_get(Server *, const char *id, LiveWaiter *, HenkaError *);
LiveGame *live_find(const Server *, const char *id); /* in memory, however it stands; else NULL */
/* The waiter goes; none of its functions is called any more. Its change is stored all the same. */
void live_unwait(LiveWaiter *);
void live_follow(LiveGame *, LiveFollow *);
void live_unfollow(LiveFollow *);
/* A follower has said who it is: those who are there are counted again. */
void live_look_again(LiveGame *);
void live_sweep(Server *);
void live_free_all(Server *);
void live_resume(Server *); /* when the server starts: the engine goes on where it was to move */
/* The variant of a game in memory that is played by these rules, retained; NULL: there is none. */
HenkaVariant *live_variant(const Server *, const char *definition, const json_t *settings);

/* What this browser may do: SEAT_SENTE, SEAT_GOTE, and SEAT_HOLDER if the game is its at all. In a
 * game that nobody holds everyone may do everything. */
int live_sides(const LiveGame *, const TokenHash *browser);
Here live_here(const LiveGame *);
int live_queue(const LiveGame *); /* searches that are done before this game's; 0: none waits */

/* ---- time ------------------------------------------------------------------------------------ */

/* When the next flag falls, of games in memory; GAMECLOCK_NEVER: none is to. */
int64_t live_due_ms(const Server *);
/* Lets the flags fall that are due. */
void live_fall(Server *);
/* Milliseconds until the engine goes on in a game in which it rests; GAMECLOCK_NEVER: in none. */
int64_t live_rest_ms(const Server *);
/* Lets the engine go on in the games that have rested long enough. */
void live_rise(Server *);
/* Milliseconds until those who follow some game are told who is there; GAMECLOCK_NEVER: none are to
 * be. */
int64_t live_tell_ms(const Server *);
/* Tells those whose time has come. */
void live_tell(Server *);
/* Loads the game if it isn't in memory, to see whether its flag has fallen. */
void live_recall(Server *, const char *id);

/* ---- changing games -------------------------------------------------------------------------- */

LiveAnswer live_create(Server *, Build *, const LiveSetup *, LiveWaiter *, HenkaError *);
/* Deletes the game. by: the side that aborts it, or -1. */
LiveAnswer live_delete(LiveGame *, int by, LiveWaiter *, HenkaError *);
/* Deletes a game that can't be replayed, if it is this browser's; nobodys: or nobody's. */
LiveAnswer live_delete_unread(Server *, const char *id, const TokenHash *browser, bool nobodys,
                              LiveWaiter *, HenkaError *);
/* Deletes the game if it isn't in memory. False: it stays. */
bool live_expire(Server *, const char *id);
/* Another program has changed the game, or has deleted it: it is read anew. */
void live_changed_outside(Server *, const char *id);
/* Takes the game from the browser's list. */
LiveAnswer live_unlist(LiveGame *, const TokenHash *browser, LiveWaiter *, HenkaError *);

/* ply: how many moves came before it; -1 says nothing. The same move for the same ply once more is
 * LIVE_DONE. */
LiveAnswer live_move(LiveGame *, const char *usi, int ply, const LiveActor *, LiveWaiter *,
                     HenkaError *);
/* Takes back to where a human was to move; in a game of two persons, to where this side was. */
LiveAnswer live_undo(LiveGame *, HenkaSide, LiveWaiter *, HenkaError *);
/* May a person act for this side: is the game open, and does no engine play the side? */
bool live_may_act(const LiveGame *, HenkaSide, HenkaError *);
/* Ends the game as henka_game_end does. */
LiveAnswer live_end(LiveGame *, HenkaReason, HenkaSide, LiveWaiter *, HenkaError *);
/* offer: the side that offers it, -1 when the offer is gone. declined: the side that has refused
 * the other's offer, of which everybody hears, or -1. What a side offers is counted: see
 * offers-per-minute of limits.def. */
LiveAnswer live_offer(LiveGame *, OfferKind, int offer, int declined, LiveWaiter *, HenkaError *);
/* The browser may play these sides from now on. */
LiveAnswer live_seat(LiveGame *, const TokenHash *browser, int sides, LiveWaiter *, HenkaError *);
/* The browser takes the open seat. name: of its person, SEAT_NAME_BYTES; token: the seat's. */
LiveAnswer live_take(LiveGame *, const TokenHash *browser, const char *name, const TokenHash *token,
                     LiveWaiter *, HenkaError *);
/* New tokens in place of those of before: of these sides' seats, and of the invitation. alone: the
 * only browser that keeps the seats; every other one is put out of them. NULL: all keep them. */
LiveAnswer live_renew(LiveGame *, int sides, const TokenHash *alone, const TokenHash *seat,
                      const TokenHash *invitation, LiveWaiter *, HenkaError *);
/* The same game once more, with the sides exchanged, when both want it. The waiter hears of the new
 * game; who follows this one, that they play on there. */
LiveAnswer live_rematch(LiveGame *, LiveWaiter *, HenkaError *);
/* An engine accepts a draw when it is clearly worse, and after 60 moves also when the game is even.
 * A made-up game that it has not searched yet counts as even. */
bool live_engine_wants_draw(const LiveGame *, HenkaSide engine);
/* Begins a search whose time is counted at once as the visitor's; what it takes less is given back
 * with its last report. NULL and an error: pool_submit's. */
Search *live_search(Server *, uint64_t visitor, const HenkaGame *, const HenkaLimits *, Thought *,
                    HenkaError *);
LiveAnswer live_go(LiveGame *, HenkaError *); /* never LIVE_CHANGING */
/* The engine plays what it has found so far, if it thinks. */
void live_hurry(LiveGame *);
/* Starts the engine when it is to move, is not thinking yet and the game is not paused. False: its
 * visitor's time is used up, and it rests until it may go on; or it has too much to do, and
 * the game is paused. */
bool live_think(LiveGame *, HenkaError *);

#endif
