/* tournament - pairs of games between two players on several threads, counted as they end.
 *
 * Threads  tournament_run starts and joins its own; tournament_cancel may be called from a signal
 *          handler.
 * Owner    Everything in the plan belongs to the caller and outlives the run.
 */
#ifndef HENKA_MATCH_TOURNAMENT_H
#define HENKA_MATCH_TOURNAMENT_H

#include <stdio.h>

#include "base/message.h"
#include "match/match.h"
#include "match/opening.h"
#include "match/statistics.h"

/* What is to be played; read from the command line. */
typedef struct Plan {
    const HenkaVariant *variant; /* the game, with its settings */
    PlayerSpec players[2];       /* [0] is the one whose score is reported */
    Openings openings;           /* one for each pair of games */
    Referee referee;             /* when a decided game is stopped */
    int games;                   /* at most; rounded up to whole pairs */
    int concurrency;             /* games at the same time, each on its own thread */
    bool has_sprt;               /* stop when `sprt` is decided */
    Sprt sprt;                   /* hypotheses and error rates of the test */
    FILE *records;               /* every game is written here as it ends; NULL: nowhere */
    bool quiet;                  /* no progress line on stderr */
} Plan;

/* What is kept of a game for telling games apart. */
typedef struct PlayedGame {
    uint64_t key;             /* of the start and all moves */
    uint64_t opening;         /* of the position that its opening led to */
    int8_t sente_half_points; /* 0, 1 or 2 */
} PlayedGame;

/* The score so far. Filled by tournament_run, a game at a time. */
typedef struct Standing {
    Tally tally;        /* of finished pairs, seen from players[0] */
    int games;          /* that ended, those of unfinished pairs too; so are all that follow */
    PlayedGame *played; /* [games], allocated */
    int sente_wins, gote_wins;             /* whichever player sat there */
    int losses_by_end[2][MATCH_END_COUNT]; /* [player]: how it lost */
    int draws_by_end[MATCH_END_COUNT];     /* how drawn games ended */
    SideUse use[2];                        /* [player]: time and nodes, summed */
    long plies;                            /* of all games together */
    int64_t elapsed_ms;                    /* since the tournament began */
    char last_detail[128];                 /* what was said at the last illegal move or crash, */
    MatchEnd last_end;                     /* and which of these it was */
} Standing;

/* False: an opening or a player could not be made, or can't play this game; *error says why, with
 * the line of the file of openings. What was played until then stands in *standing, which
 * tournament_free frees in any case. */
bool tournament_run(const Plan *, Standing *, HenkaError *);
void tournament_cancel(void); /* from a signal handler: stops as soon as the players let go */
void tournament_print(const Plan *, const Standing *, FILE *);
/* What an estimate is in Elo: a part of a sentence that has no infinite number in it. Who made all
 * points is so much stronger at least, who made none so much weaker, and a bound that is infinite
 * is left open. */
Message tournament_elo(const Estimate *);
void tournament_free(Standing *);

#endif
