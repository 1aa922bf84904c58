/* What pieces are worth: a regression of the results on who has more of each kind at quiet
 * positions (study_measures.h). */
#include <math.h>
#include <stdlib.h>

#include "study/regression.h"
#include "study/study_measures.h"
#include "train/logistic.h"

/* Predictors that every position has: sente moves first, and who is to move. Those of the kinds
 * that differ somewhere follow. */
enum { FIRST_MOVE, TURN, KINDS };

static const double penalty = 0.1;

/* The predictors: [type][place], 0 where the kind never differs there. */
typedef struct Columns {
    int of[HENKA_MAX_TYPES][STUDY_PLACES], count;
} Columns;

static bool is_weighed(const StudyGame *game) {
    return study_is_finished(game) && game->quiet_count;
}

static int difference(const StudyMaterial *material, int type, StudyPlace place) {
    return place == STUDY_BOARD ? material->board[type] : material->hand[type];
}

/* The rows of all quiet positions, those of a game together one game's weight. */
static void fill_rows(Regression *r, const StudyReport *report, const Columns *columns,
                      const int *cluster_of) {
    int types = henka_variant_type_count(report->plan->variant), entries = 0;
    for (int i = 0; i < report->games->count; i++) {
        const StudyGame *game = &report->games->games[i];
        for (int k = 0; is_weighed(game) && k < game->quiet_count; k++) {
            const StudyMaterial *material = &game->quiet[k];
            RegressionRow *row = &r->rows[r->row_count++];
            *row = (RegressionRow){.first = entries,
                                   .cluster = cluster_of[i],
                                   .target = study_points(game),
                                   .weight = 1.0 / game->quiet_count};
            r->entries[entries++] = (RegressionEntry){FIRST_MOVE, 1};
            r->entries[entries++] = (RegressionEntry){TURN, material->ply % 2 ? -1 : 1};
            for (int type = 1; type <= types; type++)
                for (int place = 0; place < STUDY_PLACES; place++) {
                    int more = difference(material, type, (StudyPlace)place);
                    if (more)
                        r->entries[entries++] = (RegressionEntry){columns->of[type][place], more};
                }
            row->count = entries - row->first;
        }
    }
}

/* How much room the rows take. */
static void count_rows(const StudyReport *report, size_t *rows, size_t *entries) {
    int types = henka_variant_type_count(report->plan->variant);
    *rows = *entries = 0;
    for (int i = 0; i < report->games->count; i++) {
        const StudyGame *game = &report->games->games[i];
        for (int k = 0; is_weighed(game) && k < game->quiet_count; k++) {
            *rows += 1, *entries += KINDS;
            for (int type = 1; type <= types; type++)
                *entries += (game->quiet[k].board[type] != 0) + (game->quiet[k].hand[type] != 0);
        }
    }
}

/* A game and the position its opening led to. */
typedef struct Opening {
    uint64_t position;
    int game; /* its place in the list */
} Opening;

static int by_position(const void *a, const void *b) {
    uint64_t x = ((const Opening *)a)->position, y = ((const Opening *)b)->position;
    return (x > y) - (x < y);
}

/* Numbers the openings of the games that are weighed; cluster_of[game]. Returns how many there
 * are. */
static int number_openings(const StudyReport *report, Opening *openings, int *cluster_of) {
    int count = 0, clusters = 0;
    for (int i = 0; i < report->games->count; i++)
        if (is_weighed(&report->games->games[i]))
            openings[count++] = (Opening){report->games->games[i].opening, i};
    qsort(openings, (size_t)count, sizeof *openings, by_position);
    for (int i = 0; i < count; i++) {
        clusters += !i || openings[i].position != openings[i - 1].position;
        cluster_of[openings[i].game] = clusters - 1;
    }
    return clusters;
}

/* Who had more of it at the game's last quiet position, and won? */
static void count_ahead(StudyWorth *worth, const StudyGame *game, int more) {
    if (!more) return;
    worth->ahead++;
    worth->ahead_won += game->winner == (more > 0 ? HENKA_SENTE : HENKA_GOTE);
}

/* In how many games each kind differed; those that did get a column. */
static Columns count_games(StudyReport *report) {
    Columns columns = {.count = KINDS};
    int types = henka_variant_type_count(report->plan->variant);
    for (int i = 0; i < report->games->count; i++) {
        const StudyGame *game = &report->games->games[i];
        if (!is_weighed(game)) continue;
        report->weighed++;
        for (int type = 1; type <= types; type++)
            for (int place = 0; place < STUDY_PLACES; place++) {
                bool differs = false;
                for (int k = 0; k < game->quiet_count; k++)
                    differs |= difference(&game->quiet[k], type, (StudyPlace)place) != 0;
                count_ahead(
                    &report->pieces[type].worth[place], game,
                    difference(&game->quiet[game->quiet_count - 1], type, (StudyPlace)place));
                if (differs && !report->pieces[type].worth[place].games++)
                    columns.of[type][place] = columns.count++;
            }
    }
    return columns;
}

/* The coefficients and what comes of them, a number for each column. */
typedef struct Found {
    double *coefficients, *low, *high;
    bool *determined;
} Found;

/* One opening says nothing of others. */
static void take_over(StudyReport *report, const Columns *columns, const Found *found,
                      int openings) {
    for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++)
        for (int place = 0; place < STUDY_PLACES; place++) {
            StudyWorth *worth = &report->pieces[type].worth[place];
            int column = columns->of[type][place];
            worth->determined =
                worth->games >= STUDY_WORTH_GAMES && openings > 1 && found->determined[column];
            worth->chance = worth->chance_low = worth->chance_high = worth->logit = NAN;
            if (!worth->determined) continue;
            worth->logit = found->coefficients[column];
            worth->chance = logistic(worth->logit);
            worth->chance_low = logistic(found->low[column]);
            worth->chance_high = logistic(found->high[column]);
        }
}

bool study_worth(StudyReport *report) {
    size_t rows, entries, games = (size_t)report->games->count + 1;
    const Columns columns = count_games(report);
    size_t count = (size_t)columns.count;
    count_rows(report, &rows, &entries);
    Regression r = {.entries = malloc(sizeof *r.entries * (entries + 1)),
                    .rows = malloc(sizeof *r.rows * (rows + 1)),
                    .columns = columns.count,
                    .penalty = penalty};
    Found found = {calloc(count, sizeof(double)), calloc(count, sizeof(double)),
                   calloc(count, sizeof(double)), calloc(count, sizeof(bool))};
    int *cluster_of = malloc(games * sizeof *cluster_of);
    Opening *openings = malloc(games * sizeof *openings);
    bool ok = r.entries && r.rows && found.coefficients && found.low && found.high &&
              found.determined && cluster_of && openings;
    if (ok) {
        r.clusters = number_openings(report, openings, cluster_of);
        fill_rows(&r, report, &columns, cluster_of);
        ok = regression_determined(&r, found.determined) &&
             regression_fit(&r, NULL, found.coefficients) &&
             regression_bounds(&r, found.coefficients, STUDY_DRAWS, report->plan->seed, found.low,
                               found.high);
        if (ok) take_over(report, &columns, &found, r.clusters);
    }
    free(r.entries), free(r.rows);
    free(found.coefficients), free(found.low), free(found.high), free(found.determined);
    free(cluster_of), free(openings);
    return ok;
}
