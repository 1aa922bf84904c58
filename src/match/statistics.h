/* statistics - what a series of paired games says about two players.
 *
 * A pair is one opening played twice with colours reversed; its five possible results (0, 1/2, 1,
 * 3/2, 2 points) are counted (the pentanomial model), since the two games of a pair aren't
 * independent. Everything is seen from the first player.
 * Games that stand by themselves, as those of a study, are a share of the points with bounds for
 * games that come in clusters: those of a cluster may resemble each other, the clusters are
 * independent.
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

/* The results so far, seen from the first player. */
typedef struct Tally {
    int wins, draws, losses; /* single games, each of a finished pair */
    int pairs[5];            /* pairs[n]: pairs in which the first player made n half points */
} Tally;

/* The first player's score and what it is in Elo, with 95 % bounds. */
typedef struct Estimate {
    double score, score_low, score_high; /* 0..1 */
    double elo, elo_low, elo_high;       /* may be infinite */
} Estimate;

/* The sequential probability ratio test between two hypotheses. */
typedef struct Sprt {
    double elo0, elo1; /* that the first player is so much stronger */
    double alpha;      /* chance of accepting elo1 where elo0 is true */
    double beta;       /* chance of rejecting elo1 where it is true */
} Sprt;
typedef enum { SPRT_OPEN, SPRT_ACCEPTED, SPRT_REJECTED } SprtVerdict;

void statistics_add_game(Tally *, int half_points); /* 0..2 */
void statistics_add_pair(Tally *, int half_points); /* 0..4 */
int statistics_pairs(const Tally *);
Estimate statistics_estimate(const Tally *);
enum { SPRT_LEAST_PAIRS = 20 }; /* before these the ratio says nothing: 0 */
/* The logarithm of the likelihood ratio of elo1 against elo0. */
double statistics_llr(const Tally *, const Sprt *);
SprtVerdict statistics_verdict(const Sprt *, double llr);
/* Wilson's 95 % bounds of a share (0..1) seen in so many independent trials. They hold at 0 and 1
 * too. */
void statistics_share_bounds(double share, double count, double *low, double *high);

/* A game as the share sees it. */
typedef struct ShareGame {
    uint64_t cluster; /* games with the same number belong together */
    double points;    /* 0, 0.5 or 1 */
} ShareGame;
/* A share of the points with its bounds. */
typedef struct Share {
    int games, clusters;
    /* 0..1. NAN is what nothing is known of: the share of no games, and the bounds of games that
     * are one cluster, which says nothing of others. */
    double share, low, high;
} Share;
/* Bounds that hold together with those of so many figures in all: each has a chance of error of
 * 5 % divided by that (Bonferroni). Sorts the games by cluster. */
Share statistics_clustered(ShareGame *, int count, int figures);
/* The same of any values instead of points: their mean, with bounds by Student's t. Values that are
 * all the same have no bounds either: they don't tell how far others may lie. */
Share statistics_clustered_mean(ShareGame *, int count, int figures);
/* The median of any values, with bounds: the quantiles between which the share of values below it
 * lies, as far as statistics_clustered tells (R. S. Woodruff, Confidence intervals for medians and
 * other position measures, 1952). Leaves the values rising in `room`, [count], and others in their
 * place. count is above 0. */
Share statistics_clustered_median(ShareGame *, int count, int figures, double *room);
/* How many games it would take in all to bound the share by so much on either side, when the rest
 * are like these. At least the games there are; the share has bounds. */
int statistics_games_needed(const Share *, double half_width);
/* Of Student's t with so many degrees of freedom, 1 or more; 0.5 <= p < 1. */
double statistics_student_quantile(double p, int freedom);
/* Below which that part (0..1) of the rising values lies, interpolated between neighbours
 * (R. J. Hyndman, Y. Fan, Sample Quantiles in Statistical Packages, 1996: type 7). count is above
 * 0. */
double statistics_quantile(const double *rising, int count, double part);
double statistics_elo(double score); /* 0..1 to Elo, which may be infinite */
double statistics_score(double elo); /* and back */

#endif
