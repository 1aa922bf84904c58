/* statistics - what a series of paired games says about two players.
 *
 * A pair is one opening played twice with colours reversed; its five possible results (0, 1/2, 1,
 * 3/2, 2 points) are counted (the pentanomial model), since the two games of a pair aren't
 * independent. All values are from the first player's point of view.
 * Games without pairs, as those of a study, give a share of the points. Its bounds are for games in
 * clusters: the games of a cluster may resemble each other, but the clusters are independent.
 *
 * Source   GSPRT with the normal approximation, after Michel Van den Bergh's notes for Fishtest.
 *          K.-Y. Liang, S. L. Zeger, Longitudinal data analysis using generalized linear models
 *          (1986), for the variance of clustered games; N. Dean, M. Pagano, Evaluating confidence
 *          interval methods for binomial proportions in clustered surveys (2015), for Wilson's
 *          bounds with an effective number of games; M. Abramowitz, I. A. Stegun, Handbook of
 *          Mathematical Functions (1964), 26.7, for Student's t.
 */
#ifndef HENKA_MATCH_STATISTICS_H
#define HENKA_MATCH_STATISTICS_H

#include <stdint.h>

/* The results so far, from the first player's point of view. */
typedef struct Tally {
    int wins, draws, losses; /* single games, each of a finished pair */
    int pairs[5];            /* pairs[n]: pairs in which the first player made n half points */
} Tally;

/* The first player's score and its equivalent in Elo, with 95 % bounds. */
typedef struct Estimate {
    double score, score_low, score_high; /* share of the points, 0..1 */
    double elo, elo_low, elo_high;       /* may be infinite */
} Estimate;

/* The sequential probability ratio test between two hypotheses. */
typedef struct Sprt {
    double elo0, elo1; /* the hypotheses: the Elo by which the first player is stronger */
    double alpha;      /* chance of accepting elo1 if elo0 is true */
    double beta;       /* chance of rejecting elo1 if elo1 is true */
} Sprt;
typedef enum { SPRT_OPEN, SPRT_ACCEPTED, SPRT_REJECTED } SprtVerdict;

void statistics_add_game(Tally *, int half_points); /* half points of the first player: 0..2 */
void statistics_add_pair(Tally *, int half_points); /* half points of the first player: 0..4 */
int statistics_pairs(const Tally *);
Estimate statistics_estimate(const Tally *);
enum { SPRT_LEAST_PAIRS = 20 }; /* with fewer pairs the ratio means nothing and is 0 */
/* The logarithm of the likelihood ratio of elo1 against elo0. */
double statistics_llr(const Tally *, const Sprt *);
SprtVerdict statistics_verdict(const Sprt *, double llr);
/* Wilson's 95 % bounds of a share (0..1) of `count` independent trials; valid for 0 and 1, too. */
void statistics_share_bounds(double share, double count, double *low, double *high);

typedef struct ShareGame {
    uint64_t cluster; /* games with the same number belong together */
    double points;    /* 0, 0.5 or 1 */
} ShareGame;
/* A share of the points with its bounds. */
typedef struct Share {
    int games, clusters;
    /* 0..1; NAN: unknown. `share` is unknown without games, the bounds are unknown with fewer than
     * two clusters, because one cluster says nothing of others. */
    double share, low, high;
} Share;
/* The share of the points, with bounds. The bounds of `figures` such shares hold together: each has
 * a chance of error of 5 % / figures (Bonferroni). Sorts the games by cluster. */
Share statistics_clustered(ShareGame *, int count, int figures);
/* Like statistics_clustered, for the mean of any values as `points`, with bounds by Student's t. If
 * all values are equal there are no bounds, because their spread is unknown. */
Share statistics_clustered_mean(ShareGame *, int count, int figures);
/* The median of any values as `points`. Its bounds are the quantiles at the bounds of the share of
 * values below it, by statistics_clustered (R. S. Woodruff, Confidence intervals for medians and
 * other position measures, 1952). Leaves the sorted values in `room`, [count], and overwrites
 * `points`. count must be above 0. */
Share statistics_clustered_median(ShareGame *, int count, int figures, double *room);
/* The number of games in all after which the bounds are half_width from the share, if further games
 * are like these; at least share->games. The share must have bounds. */
int statistics_games_needed(const Share *, double half_width);
/* The p-quantile of Student's t with `freedom` degrees of freedom, 1 or more; 0.5 <= p < 1. */
double statistics_student_quantile(double p, int freedom);
/* Compares two doubles, for qsort. */
int statistics_rising(const void *, const void *);
/* The value below which `part` (0..1) of the rising values lies, interpolated between neighbours
 * (R. J. Hyndman, Y. Fan, Sample Quantiles in Statistical Packages, 1996: type 7). count > 0. */
double statistics_quantile(const double *rising, int count, double part);
double statistics_elo(double score); /* 0..1 to Elo, which may be infinite */
double statistics_score(double elo); /* Elo to an expected score from 0 to 1 */

#endif
