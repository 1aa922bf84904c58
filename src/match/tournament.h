/* tournament - plays pairs of games between two players on several threads, and counts results.
 *
 * Threads  tournament_run starts and joins its own; a signal handler may call tournament_cancel.
 * Owner    Everything in the plan belongs to the caller and outlives the run.
 */
#ifndef HENKA_MATCH_TOURNAMENT_H
#define HENKA_MATCH_TOURNAMENT_H

#include <stdio.h>

#include "base/args.h"
#include "match/match.h"
#include "match/opening.h"
#include "match/statistics.h"

/* The games to be played; read from the command line. */
typedef struct Plan {
    const HenkaVariant *variant; /* the game, with its settings */
    PlayerSpec players[2];       /* [0] is the player whose score is reported */
    Openings openings;           /* one for each pair of games */
    Referee referee;             /* rules for stopping a decided game */
    int games;                   /* greatest number of games; rounded up to whole pairs */
    int concurrency;             /* games at the same time, each on its own thread */
    bool has_sprt;               /* stop when `sprt` is decided */
    Sprt sprt;                   /* hypotheses and error rates of the test */
    FILE *records;               /* every game is written here as it ends; NULL: nowhere */
    bool quiet;                  /* no progress line on stderr */
} Plan;

/* Data of a game, by which equal games are recognized. */
typedef struct PlayedGame {
    uint64_t key;             /* hash of the first position and all moves */
    uint64_t opening;         /* hash of the position after the opening */
    int8_t sente_half_points; /* 0, 1 or 2 */
} PlayedGame;

/* The score so far. Filled by tournament_run, a game at a time. */
typedef struct Standing {
    Tally tally;               /* results of finished pairs, for players[0] */
    int games;                 /* counts games of unfinished pairs, too, as do the members below */
    PlayedGame *played;        /* [games]: one entry a game; freed by tournament_free */
    int sente_wins, gote_wins; /* games won by each side, whichever player that was */
    int losses_by_end[2][MATCH_END_COUNT]; /* [player]: number of losses by kind of end */
    int draws_by_end[MATCH_END_COUNT];     /* number of draws by kind of end */
    SideUse use[2];                        /* [player]: time and nodes, summed */
    long plies;                            /* sum of the plies of all games */
    int64_t elapsed_ms;                    /* time since the tournament began */
    char last_detail[128];                 /* MatchResult.detail of the last game that had one */
    MatchEnd last_end;                     /* how the game of last_detail ended */
} Standing;

/* Plays the tournament. False: an opening or a player could not be made, or a player can't play
 * this game; *error says why, with the line of the file of openings. *standing then has the games
 * played until then. Call tournament_free in any case. */
bool tournament_run(const Plan *, Standing *, HenkaError *);
void tournament_cancel(void); /* stops the tournament soon; for signal handlers */
void tournament_print(const Plan *, const Standing *, FILE *);
/* An estimate in Elo, as part of a sentence without infinite numbers. If all points were made, only
 * the least difference is given, if none, only the greatest. An infinite bound is left out. */
Message tournament_elo(const Estimate *);
void tournament_free(Standing *);

/* The subcommand match, in match_command.c. An interrupted run still reports the games played. */
int match_run(Args *);

#endif
