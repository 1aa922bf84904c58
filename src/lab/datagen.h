/* datagen - many seeded games of the engine against itself at once, written as samples.
 *
 * Errors   False and *error; the file keeps the games before.
 * Limits   The same plan gives the same bytes, whatever the number of threads (limits by nodes or
 *          depth only).
 */
#ifndef HENKA_LAB_DATAGEN_H
#define HENKA_LAB_DATAGEN_H

#include <stdio.h>

#include "henka.h"

typedef struct DatagenPlan {
    const HenkaVariant *variant;
    int games, threads, hash_mib;
    int min_random_plies, max_random_plies, max_plies;
    int resign_score_cp, resign_count; /* cut off when one side was this far ahead so many plies in
                                          a row; 0: never */
    int noise_permille;                /* of the later moves, so many are random */
    uint64_t seed, nodes;
    int depth;
    FILE *out;
    bool quiet;
} DatagenPlan;

typedef struct DatagenTotals {
    long games, positions, sente_wins, gote_wins, draws;
    long cut_off; /* at max_plies, without a result; samples keep them as drawn */
    int64_t elapsed_ms;
} DatagenTotals;

bool datagen_generate(const DatagenPlan *, DatagenTotals *, HenkaError *);
void datagen_cancel(void); /* from a signal handler: finishes the games in hand and stops */

#endif
