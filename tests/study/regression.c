/* Against figures computed by hand, and games from known models: do the bounds hold? */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "study/regression.h"
#include "train/logistic.h"

static bool near(double a, double b, double slack) { return fabs(a - b) <= slack; }

/* Rows of the predictors 1 and x: (x, target, weight, cluster). */
typedef struct Seen {
    double x, target, weight;
    int cluster;
} Seen;

enum { MOST = 2000 };
static RegressionEntry entries[3 * MOST];
static RegressionRow rows[MOST];

static Regression rows_of(const Seen *seen, int count, int clusters) {
    int used = 0;
    for (int i = 0; i < count; i++) {
        rows[i] = (RegressionRow){used, 2, seen[i].cluster, seen[i].target, seen[i].weight};
        entries[used++] = (RegressionEntry){0, 1};
        entries[used++] = (RegressionEntry){1, seen[i].x};
    }
    return (Regression){entries, rows, count, 2, clusters, 1e-9};
}

/* Two groups: the model gives each its own share. */
static void two_groups(void) {
    static const Seen seen[] = {
        {0, 1, 3, 0}, {0, 0, 1, 1}, {1, 1, 1, 0}, {1, 0.5, 2, 1}, {1, 0, 6, 1}};
    Regression r = rows_of(seen, 5, 2);
    double found[2] = {0};
    CHECK(regression_fit(&r, NULL, found), "no memory");
    /* Of the first 3 in 4, of the second 2 in 9. */
    CHECK(near(found[0], log(3), 1e-6) && near(found[0] + found[1], log(2.0 / 7), 1e-6), "%f, %f",
          found[0], found[1]);
    /* The first cluster twice, the second once: 6 in 7 and 3 in 10. */
    static const int counts[] = {2, 1};
    found[0] = -20, found[1] = 15; /* from far off */
    CHECK(regression_fit(&r, counts, found), "no memory");
    CHECK(near(found[0], log(6), 1e-6) && near(found[0] + found[1], log(3.0 / 7), 1e-6), "%f, %f",
          found[0], found[1]);
}

/* One predictor, always 1, always a win: the penalty says how far it goes. */
static void penalised(void) {
    static const Seen seen[] = {{0, 1, 10, 0}};
    Regression r = rows_of(seen, 1, 1);
    double found[2] = {0};
    r.penalty = 0.5;
    CHECK(regression_fit(&r, NULL, found), "no memory");
    CHECK(near(10 * (1 - logistic(found[0])), 0.5 * found[0], 1e-6) && found[1] == 0, "%f, %f",
          found[0], found[1]);
}

static void determined(void) {
    /* Columns: 1; a; b; a + 2 b; never; c, nearly a but for one row. */
    static const double a[] = {1, -1, 2, 0, 1, 0}, b[] = {0, 1, 1, 3, -2, 0};
    RegressionEntry list[36];
    RegressionRow own[6];
    int used = 0;
    for (int i = 0; i < 6; i++) {
        own[i] = (RegressionRow){.first = used, .target = i % 2, .weight = 1};
        const double values[] = {1, a[i], b[i], a[i] + 2 * b[i], 0, i == 5 ? 1 : a[i]};
        for (int k = 0; k < 6; k++)
            if (values[k]) list[used++] = (RegressionEntry){k, values[k]};
        own[i].count = used - own[i].first;
    }
    Regression r = {list, own, 6, 6, 1, 0.1};
    bool found[6];
    CHECK(regression_determined(&r, found), "no memory");
    static const bool expected[] = {true, false, false, false, false, true};
    for (int i = 0; i < 6; i++) CHECK(found[i] == expected[i], "column %d: %d", i, found[i]);
}

static double uniform(Random *random) {
    return (double)(random_next(random) >> 11) / 9007199254740992.0;
}

/* Games of a model: clusters of four with a drift of their own, x of -1, 0 or 1. */
static void play(Random *random, Seen *seen, int count, double worth, double drift) {
    double own = 0;
    for (int i = 0; i < count; i++) {
        if (i % 4 == 0) own = uniform(random) < 0.5 ? drift : -drift;
        double x = (double)random_below(random, 3) - 1;
        seen[i] = (Seen){x, uniform(random) < logistic(own + worth * x), 1, i / 4};
    }
}

/* 95 % of the bounds hold the truth; half as many draws as a report makes. */
static void coverage(void) {
    static Seen seen[MOST];
    enum { GAMES = 400, DRAWS = 200 };
    int studies = 400, held = 0;
    Random random = {1};
    for (int i = 0; i < studies; i++) {
        double found[2] = {0}, low[2], high[2];
        play(&random, seen, GAMES, 0.7, 0.2);
        Regression r = rows_of(seen, GAMES, GAMES / 4);
        r.penalty = 0.1;
        CHECK(regression_fit(&r, NULL, found) &&
                  regression_bounds(&r, found, DRAWS, (uint64_t)i, 1, low, high),
              "no memory");
        held += low[1] <= 0.7 && 0.7 <= high[1];
    }
    double slack = 2.6 * sqrt(0.05 * 0.95 * studies);
    CHECK(fabs(held - 0.945 * studies) <= slack, "the bounds hold in %d of %d studies", held,
          studies);
}

/* Rows of one cluster are drawn together: copies of a row make no bound narrower. */
static void by_cluster(void) {
    static Seen seen[MOST];
    double found[2] = {0}, low[2], high[2], again_low[2], again_high[2], apart_low[2],
           apart_high[2];
    enum { GAMES = 300, COPIES = 5 };
    Random random = {7};
    play(&random, seen, GAMES, 0.5, 0);
    for (int i = GAMES; i < GAMES * COPIES; i++) seen[i] = seen[i % GAMES];
    for (int i = 0; i < GAMES * COPIES; i++) seen[i].cluster = i % GAMES;
    Regression r = rows_of(seen, GAMES, GAMES);
    regression_fit(&r, NULL, found);
    regression_bounds(&r, found, 200, 1, 1, low, high);
    regression_bounds(&r, found, 200, 1, 1, again_low, again_high);
    CHECK(!memcmp(low, again_low, sizeof low) && !memcmp(high, again_high, sizeof high),
          "the same seed: %f to %f and %f to %f", low[1], high[1], again_low[1], again_high[1]);
    r = rows_of(seen, GAMES * COPIES, GAMES);
    regression_bounds(&r, found, 200, 1, 1, again_low, again_high);
    for (int i = 0; i < 2; i++) {
        CHECK(low[i] < found[i] && found[i] < high[i], "column %d: %f from %f to %f", i, found[i],
              low[i], high[i]);
        CHECK(near(low[i], again_low[i], 1e-3) && near(high[i], again_high[i], 1e-3),
              "column %d, copies in their cluster: %f to %f, not %f to %f", i, again_low[i],
              again_high[i], low[i], high[i]);
    }
    for (int i = 0; i < GAMES * COPIES; i++) seen[i].cluster = i;
    r = rows_of(seen, GAMES * COPIES, GAMES * COPIES);
    regression_bounds(&r, found, 200, 1, 1, apart_low, apart_high);
    double narrower = (apart_high[1] - apart_low[1]) / (high[1] - low[1]);
    CHECK(near(narrower, 1 / sqrt(COPIES), 0.1), "copies each by itself: %f times as wide",
          narrower);
    regression_bounds(&r, found, 200, 2, 1, again_low, again_high);
    CHECK(again_low[1] != apart_low[1], "another seed, the same bound %f", again_low[1]);
}

int main(void) {
    two_groups();
    penalised();
    determined();
    coverage();
    by_cluster();
    return check_done();
}
