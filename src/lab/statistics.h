/* statistics - what a series of paired games says about two players.
 *
 * A pair is one opening played twice with colours reversed; its five possible results (0, 1/2, 1,
 * 3/2, 2 points) are counted, since the two games of a pair aren't independent. Everything is seen
 * from the first player.
 * Source   GSPRT with the normal approximation, after Michel Van den Bergh's notes for Fishtest.
 */
#ifndef HENKA_LAB_STATISTICS_H
#define HENKA_LAB_STATISTICS_H

typedef struct Tally {
    int wins, draws, losses; /* single games, each of a finished pair */
    int pairs[5];            /* pairs[n]: pairs in which the first player made n half points */
} Tally;

typedef struct Estimate {
    double score, score_low, score_high; /* 0..1, with 95 % bounds */
    double elo, elo_low, elo_high;       /* may be infinite */
} Estimate;

typedef struct Sprt {
    double elo0, elo1, alpha, beta;
} Sprt;
typedef enum { SPRT_OPEN, SPRT_ACCEPTED, SPRT_REJECTED } SprtVerdict;

void tally_game(Tally *, int half_points); /* 0..2 */
void tally_pair(Tally *, int half_points); /* 0..4 */
int tally_pairs(const Tally *);
Estimate tally_estimate(const Tally *);
enum { SPRT_LEAST_PAIRS = 20 }; /* before these the ratio says nothing: 0 */
double tally_llr(const Tally *, const Sprt *);
SprtVerdict sprt_verdict(const Sprt *, double llr);
/* Wilson's 95 % bounds of a share (0..1) seen in so many independent trials. They hold at 0 and 1
 * too. */
void share_bounds(double share, double count, double *low, double *high);
double elo_of_score(double score);
double score_of_elo(double elo);

#endif
