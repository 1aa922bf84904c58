/* How results go with pieces: a regression of the results on the difference between the sides'
 * numbers of each type of piece in quiet positions (study_measures.h). */
#include <math.h>
#include <stdlib.h>

#include "study/regression.h"
#include "study/study_measures.h"
#include "train/logistic.h"

/* The predictors of every position: that sente moved first in the game, and the side to move. Those
 * of the types of which the sides had unequal numbers follow. */
enum { FIRST_MOVE, TURN, KINDS };

static const double penalty = 0.1;

/* The columns of the regression, one for each predictor. */
typedef struct Columns {
    /* of[type][place]: the column; 0 if the sides never had unequal numbers. count: of columns */
    int of[HENKA_MAX_TYPES][STUDY_PLACES], count;
    size_t rows, entries; /* rows and entries of all quiet positions together */
} Columns;

static bool is_weighed(const StudyGame *game) {
    return study_is_finished(game) && game->quiet_count;
}

static int difference(const StudyMaterial *material, int type, StudyPlace place) {
    return place == STUDY_BOARD ? material->board[type] : material->hand[type];
}

/* Fills in a row for each quiet position. All rows of a game together have the weight of one. */
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

/* A game, and the hash of the position after its opening. */
typedef struct Opening {
    uint64_t position;
    int game; /* index of the game in StudyGames.games */
} Opening;

static int by_position(const void *a, const void *b) {
    uint64_t x = ((const Opening *)a)->position, y = ((const Opening *)b)->position;
    return (x > y) - (x < y);
}

/* Numbers the weighed games' openings in cluster_of[game]. Returns the number of different ones. */
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

/* Counts for each type the games in which the sides had unequal numbers of it, and gives those
 * types a column. Also counts the games in which one side was ahead in the last quiet position, and
 * those of them that this side won. */
static Columns count_games(StudyReport *report) {
    Columns columns = {.count = KINDS};
    int types = henka_variant_type_count(report->plan->variant);
    for (int i = 0; i < report->games->count; i++) {
        const StudyGame *game = &report->games->games[i];
        if (!is_weighed(game)) continue;
        report->weighed++;
        columns.rows += (size_t)game->quiet_count;
        columns.entries += (size_t)game->quiet_count * KINDS;
        for (int type = 1; type <= types; type++)
            for (int place = 0; place < STUDY_PLACES; place++) {
                StudyWorth *worth = &report->pieces[type].worth[place];
                size_t before = columns.entries;
                int more = 0;
                for (int k = 0; k < game->quiet_count; k++) {
                    more = difference(&game->quiet[k], type, (StudyPlace)place);
                    columns.entries += more != 0;
                }
                worth->ahead += more != 0;
                worth->ahead_won += more && game->winner == (more > 0 ? HENKA_SENTE : HENKA_GOTE);
                if (columns.entries > before && !worth->games++)
                    columns.of[type][place] = columns.count++;
            }
    }
    return columns;
}

bool study_worth(StudyReport *report) {
    size_t games = (size_t)report->games->count + 1;
    const Columns columns = count_games(report);
    size_t count = (size_t)columns.count;
    Regression r = {.entries = malloc(sizeof *r.entries * (columns.entries + 1)),
                    .rows = malloc(sizeof *r.rows * (columns.rows + 1)),
                    .columns = columns.count,
                    .penalty = penalty};
    /* found: the coefficient of each column of the regression; low, high: its bounds */
    double *found = calloc(3 * count, sizeof *found), *low = found + count, *high = low + count;
    bool *determined = calloc(count, sizeof *determined);
    int *cluster_of = malloc(games * sizeof *cluster_of);
    Opening *openings = malloc(games * sizeof *openings);
    bool ok = r.entries && r.rows && found && determined && cluster_of && openings;
    if (ok) {
        r.clusters = number_openings(report, openings, cluster_of);
        fill_rows(&r, report, &columns, cluster_of);
        ok = regression_determined(&r, determined) && regression_fit(&r, NULL, found) &&
             regression_bounds(&r, found, STUDY_DRAWS, report->plan->seed, report->figures, low,
                               high);
    }
    for (int type = 1; ok && type <= henka_variant_type_count(report->plan->variant); type++)
        for (int place = 0; place < STUDY_PLACES; place++) {
            StudyWorth *worth = &report->pieces[type].worth[place];
            int column = columns.of[type][place];
            /* If all games had the same opening, nothing is known about other openings. */
            worth->determined =
                worth->games >= STUDY_WORTH_GAMES && r.clusters > 1 && determined[column];
            worth->chance = worth->chance_low = worth->chance_high = worth->logit = NAN;
            if (!worth->determined) continue;
            worth->logit = found[column];
            worth->chance = logistic(worth->logit);
            worth->chance_low = logistic(low[column]);
            worth->chance_high = logistic(high[column]);
        }
    free(r.entries), free(r.rows);
    free(found), free(determined);
    free(cluster_of), free(openings);
    return ok;
}
