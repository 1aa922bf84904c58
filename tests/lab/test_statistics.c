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
    CHECK(near(e.elo, statistics_elo(mean), 1e-9) &&
              near(e.elo_low, statistics_elo(mean - half), 1e-9) &&
              near(e.elo_high, statistics_elo(mean + half), 1e-9),
          "Elo %f from %f to %f", e.elo, e.elo_low, e.elo_high);
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

/* Games and pairs are counted by their half points. */
static void counting(void) {
    Tally tally = {0};
    for (int points = 0; points <= 2; points++)
        for (int i = 0; i <= points; i++) statistics_add_game(&tally, points);
    CHECK(tally.losses == 1 && tally.draws == 2 && tally.wins == 3, "%d-%d-%d", tally.wins,
          tally.draws, tally.losses);
    for (int points = 0; points <= 4; points++) {
        statistics_add_pair(&tally, points);
        CHECK(tally.pairs[points] == 1 && statistics_pairs(&tally) == points + 1,
              "%d pairs of %d half points, %d in all", tally.pairs[points], points,
              statistics_pairs(&tally));
    }
}

/* Wilson's bounds are where the share would lie 1.96 of its own standard errors away. */
static void share_bounds(void) {
    static const double shares[] = {0, 0.1, 0.5, 0.75, 1}, counts[] = {1, 7, 40, 1000};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) {
            double low, high, share = shares[i], count = counts[k];
            statistics_share_bounds(share, count, &low, &high);
            double below = 1.959964 * sqrt(low * (1 - low) / count),
                   above = 1.959964 * sqrt(high * (1 - high) / count);
            CHECK(near(share - low, below, 1e-9) && near(high - share, above, 1e-9) && low >= 0 &&
                      high <= 1,
                  "%g of %g: %g to %g", share, count, low, high);
        }
}

/* The likelihood ratio of two normal distributions around the scores of the two hypotheses. */
static void likelihood(void) {
    static const Sprt tests[] = {{0, 10, 0.05, 0.05}, {-5, 20, 0.01, 0.2}};
    static const Tally tallies[] = {{.pairs = {5, 10, 20, 35, 30}}, {.pairs = {40, 3, 9, 8, 0}}};
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 2; i++) {
            const Sprt *test = &tests[t];
            double count = 0, mean = 0, square = 0, by_hand;
            for (int n = 0; n < 5; n++) count += tallies[i].pairs[n] + 1e-3;
            for (int n = 0; n < 5; n++) {
                double share = (tallies[i].pairs[n] + 1e-3) / count;
                mean += share * n / 4, square += share * n * n / 16;
            }
            double s0 = 1 / (1 + pow(10, -test->elo0 / 400)),
                   s1 = 1 / (1 + pow(10, -test->elo1 / 400)), variance = square - mean * mean;
            by_hand =
                count * ((mean - s0) * (mean - s0) - (mean - s1) * (mean - s1)) / 2 / variance;
            CHECK(near(statistics_llr(&tallies[i], test), by_hand, 1e-9 * fabs(by_hand)),
                  "LLR %f, by hand %f", statistics_llr(&tallies[i], test), by_hand);
        }
    /* ln(0.8 / 0.01) = 4.382 and ln(0.2 / 0.99) = -1.599 */
    CHECK(statistics_verdict(&tests[1], 4.381) == SPRT_OPEN &&
              statistics_verdict(&tests[1], 4.383) == SPRT_ACCEPTED &&
              statistics_verdict(&tests[1], -1.599) == SPRT_OPEN &&
              statistics_verdict(&tests[1], -1.600) == SPRT_REJECTED,
          "the bounds of errors of 1 %% and of 20 %%");
    Tally few = {.pairs = {0, 0, 1, 0, SPRT_LEAST_PAIRS - 2}};
    CHECK(statistics_llr(&few, tests) == 0, "%d pairs have a likelihood", statistics_pairs(&few));
    few.pairs[4]++;
    CHECK(statistics_llr(&few, tests) > 1, "%d pairs have no likelihood", statistics_pairs(&few));
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
    counting();
    share_bounds();
    likelihood();
    coverage();
    return check_done();
}
