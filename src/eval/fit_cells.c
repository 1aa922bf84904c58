/* fit_cells - the numbering of what is fitted, and which numbers move together. */
#include "eval/fit_inside.h"

#include <stdlib.h>

/* How far each part may be expected to go, hundredths of a pawn. */
enum { KIND_SPREAD = 250, RANK_SPREAD = 30, SQUARE_SPREAD = 15 };
enum {
    DISTANCE_SPREAD = 30,
    PLACE_SPREAD = 12,
    HAND_SPREAD = 250,
    COUNT_SPREAD = 25,
    TEMPO_SPREAD = 30
};
enum { DISTANCES = 32, MAX_COUNT = 32 };

static int folded_place(const Fit *fit, int place) {
    int stride = 2 * fit->variant->ranks,
        apart = place - fit->derived->offset_centre + fit->variant->ranks - 1;
    int files = apart >= 0 ? apart / stride : -((stride - 1 - apart) / stride),
        ranks = apart - files * stride;
    return abs(files) * stride + ranks;
}

static int place_distance(const Fit *fit, int folded) {
    int stride = 2 * fit->variant->ranks, files = folded / stride,
        ranks = abs(folded % stride - (fit->variant->ranks - 1));
    int far = files > ranks ? files : ranks;
    return far < DISTANCES ? far : DISTANCES - 1;
}

int fit_square_cell(const Fit *fit, int side, int type, int square) {
    const HenkaVariant *v = fit->variant;
    return fit->square_first + type * v->squares +
           (side == HENKA_SENTE ? square : v->squares - 1 - square);
}
int fit_near_cell(const Fit *fit, int whose, int type, int place) {
    return fit->near_first[whose] + type * fit->places + folded_place(fit, place);
}
int fit_hand_cell(const Fit *fit, int index, int count) {
    return fit->hand_first + index * MAX_COUNT + (count < MAX_COUNT ? count : MAX_COUNT - 1);
}

static void set_part(Fit *fit, int part, double spread) {
    fit->prior[part] = (float)(1 / (spread * spread));
}

static void set_cell(Fit *fit, int cell, int group0, float share0, int group1, double spread) {
    fit->cells[cell] = (Cell){{group0, group1}, {share0, 1}};
    set_part(fit, cell, spread);
}

static void number_squares(Fit *fit, int kinds, int ranks) {
    const HenkaVariant *v = fit->variant;
    for (int type = 1; type <= v->type_count; type++) {
        set_part(fit, kinds + type, KIND_SPREAD);
        for (int rank = 0; rank < v->ranks; rank++)
            set_part(fit, ranks + type * v->ranks + rank, RANK_SPREAD);
        for (int square = 0; square < v->squares; square++) {
            int rank = ranks + type * v->ranks + square % v->ranks;
            set_cell(fit, fit_square_cell(fit, HENKA_SENTE, type, square), kinds + type, 1, rank,
                     SQUARE_SPREAD);
        }
    }
}

static void number_near(Fit *fit, int whose, int distances) {
    const HenkaVariant *v = fit->variant;
    int nobody = fit->part_count - 1;
    for (int type = 1; type <= v->type_count; type++) {
        for (int far = 0; far < DISTANCES; far++)
            set_part(fit, distances + type * DISTANCES + far, DISTANCE_SPREAD);
        for (int place = 0; place < fit->places; place++) {
            int distance = distances + type * DISTANCES + place_distance(fit, place);
            set_cell(fit, fit->near_first[whose] + type * fit->places + place, distance, 1, nobody,
                     PLACE_SPREAD);
        }
    }
}

static void number_hands(Fit *fit, int hands) {
    for (int index = 0; index < fit->variant->hand_count; index++) {
        set_part(fit, hands + index, HAND_SPREAD);
        for (int count = 0; count < MAX_COUNT; count++)
            set_cell(fit, fit->hand_first + index * MAX_COUNT + count, hands + index, (float)count,
                     fit->part_count - 1, COUNT_SPREAD);
    }
}

void fit_number(Fit *fit) {
    const HenkaVariant *v = fit->variant;
    int kinds = v->type_count + 1;
    fit->places = v->files * 2 * v->ranks;
    fit->near_first[0] = fit->square_first + kinds * v->squares;
    fit->near_first[1] = fit->near_first[0] + kinds * fit->places;
    fit->hand_first = fit->near_first[1] + kinds * fit->places;
    fit->tempo = fit->hand_first + v->hand_count * MAX_COUNT;
    fit->cell_count = fit->tempo + 1;
    int ranks = fit->cell_count + kinds, own = ranks + kinds * v->ranks,
        enemy = own + kinds * DISTANCES, hands = enemy + kinds * DISTANCES;
    fit->part_count = hands + v->hand_count + 1;
    fit->cells = calloc((size_t)fit->cell_count, sizeof *fit->cells);
    fit->prior = calloc((size_t)fit->part_count, sizeof *fit->prior);
    fit->parts = calloc((size_t)fit->part_count, sizeof *fit->parts);
    fit->changes = calloc((size_t)fit->cell_count, sizeof *fit->changes);
    if (!fit->cells || !fit->prior || !fit->parts || !fit->changes) abort();
    for (int part = 0; part < fit->part_count; part++) set_part(fit, part, 1);
    for (int cell = 0; cell < fit->cell_count; cell++)
        set_cell(fit, cell, fit->part_count - 1, 0, fit->part_count - 1, 1);
    number_squares(fit, fit->cell_count, ranks);
    number_near(fit, 0, own);
    number_near(fit, 1, enemy);
    number_hands(fit, hands);
    set_part(fit, fit->tempo, TEMPO_SPREAD);
}

void fit_spread(const Fit *fit, const Pair *parts, Pair *changes) {
    for (int c = 0; c < fit->cell_count; c++) {
        const Cell *cell = &fit->cells[c];
        changes[c] = parts[c];
        for (int k = 0; k < 2; k++) {
            changes[c].full += cell->share[k] * parts[cell->group[k]].full;
            changes[c].few += cell->share[k] * parts[cell->group[k]].few;
        }
    }
}

void fit_gather(const Fit *fit, Pair *slopes) {
    for (int part = fit->cell_count; part < fit->part_count; part++) slopes[part] = (Pair){0, 0};
    for (int c = 0; c < fit->cell_count; c++) {
        const Cell *cell = &fit->cells[c];
        for (int k = 0; k < 2; k++) {
            slopes[cell->group[k]].full += cell->share[k] * slopes[c].full;
            slopes[cell->group[k]].few += cell->share[k] * slopes[c].few;
        }
    }
    slopes[fit->part_count - 1] = (Pair){0, 0};
}
