/* Against values computed by hand from the formulas' definitions. */
#include <math.h>

#include "base/random.h"
#include "check.h"
#include "match/statistics.h"

static int near(double a, double b, double slack) { return fabs(a - b) <= slack; }

static void elo_and_score(void) {
    CHECK(near(statistics_elo(0.75), 190.85, 0.01), "75 %% is %f Elo", statistics_elo(0.75));
    CHECK(near(statistics_elo(0.6), 70.437, 1e-3) && near(statistics_score(70.437), 0.6, 1e-6) &&
              near(statistics_score(-190.849), 0.25, 1e-6),
          "a share of 0.6 is %f Elo, and 70.437 Elo %f", statistics_elo(0.6),
          statistics_score(70.437));
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
    CHECK(near(e.elo, 136.969, 1e-3) && near(e.elo_low, 93.874, 1e-3) &&
              near(e.elo_high, 184.512, 1e-3),
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

/* ---- shares of games in clusters ---- */

/* Published tables of Student's t: two-sided bounds of 95 and of 99 %. */
static void quantiles(void) {
    static const struct {
        int freedom;
        double of_95, of_99;
    } rows[] = {{1, 12.7062, 63.6567},    {2, 4.3027, 9.9248},  {3, 3.1824, 5.8409},
                {4, 2.7764, 4.6041},      {5, 2.5706, 4.0321},  {6, 2.4469, 3.7074},
                {7, 2.3646, 3.4995},      {8, 2.3060, 3.3554},  {9, 2.2622, 3.2498},
                {10, 2.2281, 3.1693},     {15, 2.1314, 2.9467}, {20, 2.0860, 2.8453},
                {30, 2.0423, 2.7500},     {60, 2.0003, 2.6603}, {120, 1.9799, 2.6174},
                {1000000, 1.9600, 2.5758}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double of_95 = statistics_student_quantile(0.975, rows[i].freedom),
               of_99 = statistics_student_quantile(0.995, rows[i].freedom);
        CHECK(near(of_95, rows[i].of_95, 5.1e-5) && near(of_99, rows[i].of_99, 5.1e-5),
              "t with %d degrees of freedom: %.5f, %.5f", rows[i].freedom, of_95, of_99);
    }
    CHECK(near(statistics_student_quantile(0.5, 3), 0, 1e-9), "the middle is %f",
          statistics_student_quantile(0.5, 3));
}

/* Wilson's bounds are where the share would lie so many of their own standard errors away. */
static double errors_away(double share, double bound, double effective) {
    return fabs(share - bound) / sqrt(bound * (1 - bound) / effective);
}

static void clustered_by_hand(void) {
    /* Three openings: two games won, two won and drawn, one lost. */
    ShareGame games[] = {{7, 1}, {9, 0.5}, {7, 1}, {3, 0}, {9, 1}};
    Share share = statistics_clustered(games, 5, 1);
    /* Residuals of the share 0.7 by opening: 0.6, 0.1, -0.7; the sum of squares 0.86. */
    double variance = 0.86 / 25 * 3 / 2, effective = 0.7 * 0.3 / variance;
    CHECK(share.games == 5 && share.clusters == 3 && near(share.share, 0.7, 1e-12),
          "%d games, %d openings, share %f", share.games, share.clusters, share.share);
    /* Student's t with two degrees of freedom at 97.5 % is 4.3027, at 98.75 % 6.2053. */
    double low = errors_away(0.7, share.low, effective),
           high = errors_away(0.7, share.high, effective);
    CHECK(near(low, 4.3027, 1e-4) && near(high, 4.3027, 1e-4), "%f and %f standard errors", low,
          high);
    Share wider = statistics_clustered(games, 5, 2);
    low = errors_away(0.7, wider.low, effective), high = errors_away(0.7, wider.high, effective);
    CHECK(near(low, 6.2053, 1e-4) && near(high, 6.2053, 1e-4),
          "corrected: %f and %f standard errors", low, high);

    enum { MANY = 400 };
    static ShareGame many[MANY];
    for (int i = 0; i < MANY; i++) many[i] = (ShareGame){(uint64_t)i, i % 4 ? 0 : 1};
    share = statistics_clustered(many, MANY, 1);
    double plain_low, plain_high;
    statistics_share_bounds(0.25, MANY, &plain_low, &plain_high);
    CHECK(share.clusters == MANY && near(share.low, plain_low, 1e-3) &&
              near(share.high, plain_high, 1e-3),
          "each by itself: %f to %f, Wilson %f to %f", share.low, share.high, plain_low,
          plain_high);
    /* Student's t with 399 degrees of freedom is 1.96593, exact. */
    double of_399 = errors_away(0.25, share.low, 0.1875 / (75 * 1.0 / (MANY * MANY) * MANY / 399));
    CHECK(near(of_399, 1.96593, 2e-5), "%f standard errors", of_399);
    for (int i = 0; i < MANY; i++) many[i].cluster = (uint64_t)i % 10 + 10 * (many[i].points > 0);
    share = statistics_clustered(many, MANY, 1);
    CHECK(share.high - share.low > 3 * (plain_high - plain_low) && share.low >= 0 &&
              share.high <= 1,
          "openings that decide: %f to %f", share.low, share.high);
}

static void clustered_at_the_ends(void) {
    ShareGame won[20];
    for (int i = 0; i < 20; i++) won[i] = (ShareGame){(uint64_t)i / 2, 1};
    Share share = statistics_clustered(won, 20, 1), none = statistics_clustered(won, 0, 1);
    /* All alike: as many as there are openings, t with nine degrees of freedom is 2.262. */
    CHECK(share.share == 1 && share.high == 1 && near(share.low, 10 / (10 + 2.262 * 2.262), 1e-3),
          "ten openings won: %f to %f", share.low, share.high);
    CHECK(none.games == 0 && none.clusters == 0 && isnan(none.share) && isnan(none.low) &&
              isnan(none.high),
          "nothing: %f, %f to %f", none.share, none.low, none.high);
    share = statistics_clustered(won, 2, 1);
    CHECK(share.clusters == 1 && share.share == 1 && isnan(share.low) && isnan(share.high),
          "one opening: %f to %f", share.low, share.high);
}

static void games_needed(void) {
    Share share = {.games = 100, .low = 0.44, .high = 0.56};
    CHECK(statistics_games_needed(&share, 0.03) == 400, "%d games",
          statistics_games_needed(&share, 0.03));
    CHECK(statistics_games_needed(&share, 0.06) == 100 &&
              statistics_games_needed(&share, 0.2) == 100,
          "%d games are enough", statistics_games_needed(&share, 0.2));
}

/* ---- does it tell the truth? Games from known models, many studies of them ---- */

static double uniform(Random *random) {
    return (double)(random_next(random) >> 11) / 9007199254740992.0;
}

/* A study of so many games, `each` from an opening whose own chance of a win is the mean plus or
 * minus `spread`; of 1,000 games so many are drawn. */
static Share study_of(Random *random, int games, int each, double mean, double spread, double drawn,
                      int figures) {
    static ShareGame list[2000];
    double chance = mean;
    for (int i = 0; i < games; i++) {
        if (i % each == 0) chance = mean + (uniform(random) < 0.5 ? spread : -spread);
        double at = uniform(random);
        list[i] =
            (ShareGame){(uint64_t)(i / each), at < drawn ? 0.5 : at < drawn + (1 - drawn) * chance};
    }
    return statistics_clustered(list, games, figures);
}

static void truth(void) {
    static const struct {
        int games, each;
        double mean, spread, drawn;
    } models[] = {{1000, 1, 0.5, 0, 0},      {1000, 4, 0.5, 0.2, 0}, {1000, 10, 0.5, 0.3, 0.2},
                  {600, 3, 0.62, 0.25, 0.1}, {200, 2, 0.8, 0.1, 0},  {300, 6, 0.5, 0.4, 0}};
    enum { STUDIES = 1500 };
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        Random random = {m + 1};
        int covered = 0, studies = STUDIES;
        double truth = models[m].drawn / 2 + (1 - models[m].drawn) * models[m].mean;
        for (int i = 0; i < studies; i++) {
            Share share = study_of(&random, models[m].games, models[m].each, models[m].mean,
                                   models[m].spread, models[m].drawn, 1);
            covered += share.low <= truth && truth <= share.high;
        }
        double part = (double)covered / studies;
        CHECK(part >= 0.93 && part <= 0.97, "model %d: the bounds hold in %.1f %% of the studies",
              (int)m, 100 * part);
    }
}

/* Means and medians of lengths: by hand, and do their bounds hold in 93 to 97 % of studies? Each
 * opening has a length of its own, and each game adds one. */
static void means_and_medians(void) {
    enum { STUDIES = 1500, GAMES = 400, EACH = 4 };
    double room[GAMES];
    ShareGame few[] = {{7, 10}, {9, 4}, {7, 12}, {3, 20}, {9, 4}};
    Share mean = statistics_clustered_mean(few, 5, 1), none = statistics_clustered_mean(few, 0, 1);
    /* Residuals of 10 by opening: 2, -12, 10; the sum of squares 248. */
    double error = sqrt(248.0 / 25 * 3 / 2), away = (mean.share - mean.low) / error;
    CHECK(mean.games == 5 && mean.clusters == 3 && near(mean.share, 10, 1e-12) &&
              near(away, 4.3027, 1e-4) && near(mean.high - 10, 10 - mean.low, 1e-9) &&
              none.games == 0 && isnan(none.share) && isnan(none.low),
          "%f from %f to %f", mean.share, mean.low, mean.high);
    Share one = statistics_clustered_mean(few, 1, 1);
    CHECK(one.clusters == 1 && one.share == 20 && isnan(one.low) && isnan(one.high),
          "one game: %f, %f to %f", one.share, one.low, one.high);
    one = statistics_clustered_median(few, 1, 1, room);
    CHECK(one.share == 20 && isnan(one.low) && isnan(one.high), "one game: %f, %f to %f", one.share,
          one.low, one.high);
    ShareGame list[] = {{1, 5}, {2, 1}, {3, 9}, {4, 7}, {5, 3}};
    Share median = statistics_clustered_median(list, 5, 1, room);
    CHECK(median.share == 5 && median.low >= 1 && median.low < 5 && median.high > 5 &&
              median.high <= 9 && room[0] == 1 && room[4] == 9,
          "%f from %f to %f", median.share, median.low, median.high);
    ShareGame same[] = {{1, 5}, {2, 5}, {3, 5}};
    median = statistics_clustered_median(same, 3, 1, room);
    CHECK(median.share == 5 && median.low == 5 && median.high == 5, "%f to %f", median.low,
          median.high);
    Random random = {8};
    int means = 0, medians = 0, all = STUDIES;
    for (int i = 0; i < STUDIES; i++) {
        ShareGame games[GAMES], again[GAMES];
        double own = 0;
        for (int k = 0; k < GAMES; k++) {
            if (k % EACH == 0) own = 40 * uniform(&random);
            /* The sum of two uniform values, whose median and mean is the middle. */
            games[k] = again[k] =
                (ShareGame){(uint64_t)(k / EACH), 20 + own + 80 * uniform(&random)};
        }
        mean = statistics_clustered_mean(games, GAMES, 1);
        median = statistics_clustered_median(again, GAMES, 1, room);
        means += mean.low <= 80 && 80 <= mean.high;
        medians += median.low <= 80 && 80 <= median.high;
    }
    CHECK(means >= 0.93 * all && means <= 0.97 * all, "means: %d of %d", means, all);
    CHECK(medians >= 0.93 * all && medians <= 0.97 * all, "medians: %d of %d", medians, all);
}

/* The two sets of openings of a study: is a game of 55:45 called so, and a fair one not? */
static void calls(void) {
    enum { STUDIES = 1000 };
    int called = 0, wrongly = 0, studies = STUDIES;
    Random random = {1};
    for (int i = 0; i < studies; i++) {
        Share share = study_of(&random, 1000, 1, 0.55, 0, 0, 2);
        called += share.low > 0.5;
        int unfair = 0;
        for (int set = 0; set < 2; set++) {
            share = study_of(&random, 1000, 4, 0.5, 0.1, 0, 2);
            unfair |= share.low > 0.5 || share.high < 0.5;
        }
        wrongly += unfair;
    }
    CHECK(called >= 0.8 * studies, "55:45 called so in %d of %d studies", called, studies);
    /* 5 % at most, as far as so many studies can tell. */
    CHECK(wrongly <= 0.05 * studies + 2 * sqrt(0.05 * 0.95 * studies),
          "fair games called unfair in %d of %d studies", wrongly, studies);
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
    quantiles();
    clustered_by_hand();
    clustered_at_the_ends();
    games_needed();
    truth();
    means_and_medians();
    calls();
    return check_done();
}
