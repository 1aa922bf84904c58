#include "eval/fit_inside.h"

#include "eval/derive.h"
#include "rules/game.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_SCALE = 400, MOST_FEATURES = 3 * MAX_SQUARES + 2 * MAX_HAND_TYPES + 1 };

Fit *fit_new(const HenkaVariant *v) {
    Fit *fit = calloc(1, sizeof *fit);
    if (!fit) return NULL;
    fit->variant = henka_variant_retain(v);
    fit->derived = calloc(1, sizeof *fit->derived);
    if (!fit->derived) return fit_free(fit), NULL;
    eval_derive(v, fit->derived);
    fit->scale = FIRST_SCALE;
    fit_number(fit);
    return fit;
}

void fit_free(Fit *fit) {
    if (!fit) return;
    henka_variant_free(fit->variant);
    free(fit->derived);
    free(fit->cells);
    free(fit->prior);
    free(fit->parts);
    free(fit->changes);
    free(fit->positions);
    free(fit->features);
    free(fit);
}

size_t fit_count(const Fit *fit) { return fit->position_count; }

/* ---- taking a position apart ---- */

static void add_feature(Fit *fit, int cell, int side) {
    fit->features[fit->feature_count++] = (uint32_t)cell << 1 | (uint32_t)side;
}

static void add_piece(Fit *fit, const int16_t royal[2], int square, Piece piece) {
    const Eval *e = fit->derived;
    int side = piece_side(piece), type = piece_type(piece);
    add_feature(fit, fit_square_cell(fit, side, type, square), side);
    for (int whose = 0; whose < 2; whose++) {
        int from = royal[whose ? !side : side];
        if (from < 0 || fit->variant->types[type].royal) continue;
        int apart = e->offset[square] - e->offset[from];
        add_feature(fit,
                    fit_near_cell(fit, whose, type,
                                  e->offset_centre + (side == HENKA_SENTE ? apart : -apart)),
                    side);
    }
}

static void add_features(Fit *fit, const Position *p, const int16_t royal[2]) {
    for (int square = 0; square < fit->variant->squares; square++)
        if (p->board[square]) add_piece(fit, royal, square, p->board[square]);
    for (int side = 0; side < 2; side++)
        for (int index = 0; index < fit->variant->hand_count; index++)
            if (p->hand[side][index])
                add_feature(fit, fit_hand_cell(fit, index, p->hand[side][index]), side);
    add_feature(fit, fit->tempo, p->side);
}

static bool make_room(Fit *fit) {
    if (fit->position_count == fit->position_cap) {
        size_t cap = fit->position_cap ? 2 * fit->position_cap : 1024;
        FitPosition *more = realloc(fit->positions, cap * sizeof *more);
        if (!more) return false;
        fit->positions = more;
        fit->position_cap = cap;
    }
    if (fit->feature_count + MOST_FEATURES <= fit->feature_cap) return true;
    size_t cap = 2 * fit->feature_cap + MOST_FEATURES;
    uint32_t *more = realloc(fit->features, cap * sizeof *more);
    if (!more) return false;
    fit->features = more;
    fit->feature_cap = cap;
    return true;
}

bool fit_add(Fit *fit, const HenkaGame *game, double target, double result, bool held_out) {
    const Position *p = &game->position;
    const Eval *e = fit->derived;
    Accumulator accumulator;
    if (!make_room(fit)) return false;
    eval_refresh(e, p, &accumulator);
    int men = p->piece_count[0] + p->piece_count[1], sign = p->side == HENKA_SENTE ? 1 : -1;
    FitPosition *position = &fit->positions[fit->position_count++];
    float phase = men >= e->men_full ? 1 : (float)men / (float)e->men_full;
    *position = (FitPosition){.first = fit->feature_count,
                              .phase = phase,
                              .target = (float)target,
                              .result = (float)result,
                              .held_out = held_out};
    position->base = (float)(sign * eval_score(e, p, &accumulator));
    add_features(fit, p, accumulator.royal);
    position->count = (int)(fit->feature_count - position->first);
    return true;
}

/* ---- measuring ---- */

double fit_change(const Fit *fit, const FitPosition *position, const Pair *changes) {
    float full = 0, few = 0;
    for (const uint32_t *f = fit->features + position->first, *end = f + position->count; f < end;
         f++) {
        Pair change = changes[*f >> 1];
        float sign = *f & 1 ? -1.0f : 1.0f;
        full += sign * change.full;
        few += sign * change.few;
    }
    return full * position->phase + few * (1 - position->phase);
}

static double cross_entropy(double x, double target) {
    return (x > 0 ? log1p(exp(-x)) + x : log1p(exp(x))) - target * x;
}

static FitLoss loss_at(const Fit *fit, double scale) {
    double sum[2] = {0, 0}, count[2] = {0, 0}, result = 0;
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        double x = (position->base + fit_change(fit, position, fit->changes)) / scale;
        sum[position->held_out] += cross_entropy(x, position->target);
        count[position->held_out]++;
        if (position->held_out) result += cross_entropy(x, position->result);
    }
    for (int i = 0; i < 2; i++)
        if (count[i] <= 0) count[i] = 1;
    return (FitLoss){sum[0] / count[0], sum[1] / count[1], result / count[1]};
}

FitLoss fit_loss(const Fit *fit) { return loss_at(fit, fit->scale); }

double fit_scale(Fit *fit) {
    double low = log(50), high = log(20000), golden = (sqrt(5) - 1) / 2;
    for (int i = 0; i < 14; i++) {
        double a = high - golden * (high - low), b = low + golden * (high - low);
        if (loss_at(fit, exp(a)).train < loss_at(fit, exp(b)).train)
            high = b;
        else
            low = a;
    }
    return fit->scale = exp((low + high) / 2);
}

/* ---- the numbers found ---- */

/* Search's margins are in the old units: how much smaller all numbers become for scores to be
 * spread as before. */
static double unit_of(const Fit *fit) {
    double old = 0, now = 0;
    for (size_t i = 0; i < fit->position_count; i++) {
        double base = fit->positions[i].base,
               score = base + fit_change(fit, &fit->positions[i], fit->changes);
        old += fabs(base);
        now += fabs(score);
    }
    return now > 0 ? old / now : 1;
}

static Weight changed(Weight w, Pair change, double unit) {
    double full = round((w.full + change.full) * unit), few = round((w.few + change.few) * unit);
    return (Weight){(int16_t)fmax(-32000, fmin(32000, full)),
                    (int16_t)fmax(-32000, fmin(32000, few))};
}

static void eval_tables(const Fit *fit, Eval *e, double unit) {
    const HenkaVariant *v = fit->variant;
    for (int type = 1; type <= v->type_count; type++) {
        Weight *squares = eval_squares(e, type);
        for (int square = 0; square < v->squares; square++)
            squares[square] =
                changed(squares[square],
                        fit->changes[fit_square_cell(fit, HENKA_SENTE, type, square)], unit);
        for (int whose = 0; whose < 2 && !v->types[type].royal; whose++) {
            Weight *places = eval_places(e, whose, type);
            for (int place = 0; place < e->places; place++)
                places[place] = changed(places[place],
                                        fit->changes[fit_near_cell(fit, whose, type, place)], unit);
        }
    }
    for (int index = 0; index < v->hand_count; index++)
        for (int count = 1; count < HAND_WEIGHTS; count++)
            e->hand[index][count] = changed(e->hand[index][count],
                                            fit->changes[fit_hand_cell(fit, index, count)], unit);
    e->tempo = changed(e->tempo, fit->changes[fit->tempo], unit);
    eval_mirror(v, e);
}

/* The mean change of each kind, where it stood and near whom it stood. */
static void mean_changes(const Fit *fit, double mean[MAX_TYPES]) {
    double men[MAX_TYPES] = {0}, sum[MAX_TYPES] = {0};
    for (size_t i = 0; i < fit->position_count; i++)
        for (int k = 0; k < fit->positions[i].count; k++) {
            int cell = (int)(fit->features[fit->positions[i].first + (size_t)k] >> 1);
            if (cell >= fit->hand_first) continue;
            bool square = cell < fit->near_first[0];
            int row = square ? (cell - fit->square_first) / fit->variant->squares
                             : (cell - fit->near_first[0]) / fit->places;
            int type = row % (fit->variant->type_count + 1);
            double phase = fit->positions[i].phase;
            sum[type] += fit->changes[cell].full * phase + fit->changes[cell].few * (1 - phase);
            men[type] += square;
        }
    for (int type = 1; type <= fit->variant->type_count; type++)
        mean[type] = men[type] > 0 ? sum[type] / men[type] : 0;
}

static int at_least(double value, int least) { return value < least ? least : (int)round(value); }

void fit_eval(const Fit *fit, Eval *e) {
    const HenkaVariant *v = fit->variant;
    double mean[MAX_TYPES], unit = unit_of(fit);
    *e = *fit->derived;
    eval_tables(fit, e, unit);
    mean_changes(fit, mean);
    for (int type = 1; type <= v->type_count; type++) {
        if (!v->types[type].royal)
            e->board_value[type] = at_least((e->board_value[type] + mean[type]) * unit, 20);
        int index = v->types[type].in_hand ? v->hand_index[v->types[type].in_hand] : 255;
        if (index != 255)
            e->hand_value[type] =
                at_least((e->hand[index][1].full + e->hand[index][1].few) / 2.0, 20);
    }
    eval_sum_up(v, e);
}
