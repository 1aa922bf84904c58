/* Against values computed by hand from the formulas' definitions. */
#include <math.h>

#include "check.h"
#include "lab/statistics.h"

static int near(double a, double b, double slack) { return fabs(a - b) <= slack; }

static void elo_and_score(void) {
    CHECK(near(statistics_elo(0.75), 190.85, 0.01), "75 %% is %f Elo", statistics_elo(0.75));
    CHECK(near(statistics_score(statistics_elo(0.6)), 0.6, 1e-12),
          "a share of 0.6 to Elo and back is %f", statistics_score(statistics_elo(0.6)));
    CHECK(isinf(statistics_elo(1)) && statistics_elo(1) > 0, "a perfect score is %f Elo",
          statistics_elo(1));
    CHECK(isinf(statistics_elo(0)) && statistics_elo(0) < 0, "no points at all are %f Elo",
          statistics_elo(0));
}

static void bounds_of_a_series(void) {
    Tally tally = {.pairs = {5, 10, 20, 35, 30}};
    Estimate e = statistics_estimate(&tally);
    /* mean = (10 + 40 + 105 + 120) / 400, variance = mean of squares - square of mean */
    double mean = 0.6875, square = (10 * 1 + 20 * 4 + 35 * 9 + 30 * 16) / 1600.0,
           half = 1.959964 * sqrt((square - mean * mean) / 100);
    CHECK(near(e.score, mean, 1e-9), "score %f", e.score);
    CHECK(near(e.score_low, mean - half, 1e-9) && near(e.score_high, mean + half, 1e-9),
          "bounds %f %f", e.score_low, e.score_high);
    CHECK(e.elo_low < e.elo && e.elo < e.elo_high, "Elo %f with bounds %f and %f", e.elo, e.elo_low,
          e.elo_high);
    CHECK(statistics_pairs(&tally) == 100, "pairs %d", statistics_pairs(&tally));
}

static void bounds_at_the_ends(void) {
    Tally all = {.pairs = {0, 0, 0, 0, 100}}, none = {0};
    Estimate e = statistics_estimate(&all);
    CHECK(e.score == 1 && e.score_low > 0.95 && e.score_low < 0.98,
          "lower bound of 100 pairs won: %f", e.score_low);
    e = statistics_estimate(&none);
    CHECK(e.score_low == 0 && e.score_high == 1, "bounds %f and %f of nothing played", e.score_low,
          e.score_high);
}

static void sprt(void) {
    Sprt test = {0, 10, 0.05, 0.05};
    Tally even = {.pairs = {100, 200, 400, 200, 100}}, better = {.pairs = {20, 60, 200, 220, 100}},
          worse = {.pairs = {100, 220, 200, 60, 20}};
    CHECK(statistics_llr(&even, &test) < 0,
          "an even series speaks for the lower hypothesis, LLR %f", statistics_llr(&even, &test));
    CHECK(statistics_verdict(&test, statistics_llr(&better, &test)) == SPRT_ACCEPTED,
          "clearly better, LLR %f, not accepted", statistics_llr(&better, &test));
    CHECK(statistics_verdict(&test, statistics_llr(&worse, &test)) == SPRT_REJECTED,
          "clearly worse, LLR %f, not rejected", statistics_llr(&worse, &test));
    CHECK(statistics_verdict(&test, 2.93) == SPRT_OPEN &&
              statistics_verdict(&test, 2.95) == SPRT_ACCEPTED,
          "the bound is ln 19 = 2.944; at 2.93 verdict %d, at 2.95 %d",
          (int)statistics_verdict(&test, 2.93), (int)statistics_verdict(&test, 2.95));
    Tally nothing = {0};
    CHECK(statistics_llr(&nothing, &test) == 0, "LLR %f of nothing",
          statistics_llr(&nothing, &test));
    Tally few = {0};
    for (int i = 0; i < 5; i++) statistics_add_pair(&few, 4);
    CHECK(statistics_verdict(&test, statistics_llr(&few, &test)) == SPRT_OPEN,
          "a verdict from five pairs, LLR %f", statistics_llr(&few, &test));
}

/* A simulated series: the interval must hold the truth about 95 times in 100. */
static void coverage(void) {
    unsigned long long state = 12345;
    int inside = 0;
    for (int series = 0; series < 2000; series++) {
        Tally tally = {0};
        for (int pair = 0; pair < 200; pair++) {
            int points = 0;
            for (int game = 0; game < 4; game++)
                points += (state = state * 6364136223846793005ull + 1442695040888963407ull) >> 33 <
                          0.6 * (1u << 31);
            statistics_add_pair(&tally, points);
        }
        Estimate e = statistics_estimate(&tally);
        inside += e.score_low <= 0.6 && 0.6 <= e.score_high;
    }
    CHECK(inside > 1860 && inside < 1940, "the truth lay within the bounds %d times in 2000",
          inside);
}

int main(void) {
    elo_and_score();
    bounds_of_a_series();
    bounds_at_the_ends();
    sprt();
    coverage();
    return check_done();
}
