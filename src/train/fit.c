#include "train/fit_inside.h"

#include "eval/derive.h"
#include "rules/game.h"
#include "train/logistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the numbering of cells and parts (fit_inside.h), and which cells share parts ---- */

/* The prior of the parts (fit.h): the standard deviation, in hundredths of a pawn, that a part of
 * this kind is expected to have around 0. */
enum {
    KIND_SPREAD = 250,
    RANK_SPREAD = 30,     /* typical change of a type's weights on one rank */
    SQUARE_SPREAD = 15,   /* typical change of a type's weight on one square */
    DISTANCE_SPREAD = 30, /* typical change of a type's weights at one distance from a royal */
    PLACE_SPREAD = 12,    /* typical change of a type's weight at one place relative to a royal */
    HAND_SPREAD = 250,    /* typical change of a type's weights in hand, for each piece */
    COUNT_SPREAD = 25,    /* typical change of the weight of one number of pieces in hand */
    TEMPO_SPREAD = 30
};
enum { DISTANCES = 32, MAX_COUNT = 32 };

int fit_square_cell(const Fit *fit, int side, int type, int square) {
    const HenkaVariant *v = fit->variant;
    return fit->square_first + type * v->squares +
           (side == HENKA_SENTE ? square : v->squares - 1 - square);
}
/* The index of the weight of a type at a place relative to a royal; places that mirror each other
 * to the left and right of it share one. A place is files * stride + ranks, shifted so that ranks,
 * which may be negative, count from 0. */
int fit_near_cell(const Fit *fit, int whose, int type, int place) {
    int stride = 2 * fit->variant->ranks,
        apart = place - fit->derived->offset_centre + fit->variant->ranks - 1;
    int files = apart >= 0 ? apart / stride : -((stride - 1 - apart) / stride),
        ranks = apart - files * stride;
    return fit->near_first[whose] + type * fit->places + abs(files) * stride + ranks;
}
int fit_hand_cell(const Fit *fit, int index, int count) {
    return fit->hand_first + index * MAX_COUNT + (count < MAX_COUNT ? count : MAX_COUNT - 1);
}

static void set_part(Fit *fit, int part, double spread) {
    fit->prior[part] = (float)(1 / (spread * spread));
}

static void set_cell(Fit *fit, int cell, int group0, float share0, int group1, double spread) {
    fit->cells[cell] = (FitCell){{group0, group1}, {share0, 1}};
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
    int nobody = fit->part_count - 1, stride = 2 * v->ranks;
    for (int type = 1; type <= v->type_count; type++) {
        for (int far = 0; far < DISTANCES; far++)
            set_part(fit, distances + type * DISTANCES + far, DISTANCE_SPREAD);
        for (int place = 0; place < fit->places; place++) {
            /* The distance from the royal in single steps, the same forward and back. */
            int files = place / stride, ranks = abs(place % stride - (v->ranks - 1)),
                far = files > ranks ? files : ranks,
                distance = type * DISTANCES + (far < DISTANCES ? far : DISTANCES - 1);
            set_cell(fit, fit->near_first[whose] + type * fit->places + place, distances + distance,
                     1, nobody, PLACE_SPREAD);
        }
    }
}

static bool fit_number(Fit *fit) {
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
    fit->kept = calloc((size_t)fit->part_count, sizeof *fit->kept);
    fit->changes = calloc((size_t)fit->cell_count, sizeof *fit->changes);
    if (!fit->cells || !fit->prior || !fit->parts || !fit->kept || !fit->changes) return false;
    for (int part = 0; part < fit->part_count; part++) set_part(fit, part, 1);
    for (int cell = 0; cell < fit->cell_count; cell++)
        set_cell(fit, cell, fit->part_count - 1, 0, fit->part_count - 1, 1);
    number_squares(fit, fit->cell_count, ranks);
    number_near(fit, 0, own);
    number_near(fit, 1, enemy);
    for (int index = 0; index < v->hand_count; index++) {
        set_part(fit, hands + index, HAND_SPREAD);
        for (int count = 0; count < MAX_COUNT; count++)
            set_cell(fit, fit->hand_first + index * MAX_COUNT + count, hands + index, (float)count,
                     fit->part_count - 1, COUNT_SPREAD);
    }
    set_part(fit, fit->tempo, TEMPO_SPREAD);
    return true;
}

/* Computes the change of every weight, the sum of its parts (fit_inside.h). */
static void fit_spread(const Fit *fit, const Pair *parts, Pair *changes) {
    for (int c = 0; c < fit->cell_count; c++) {
        const FitCell *cell = &fit->cells[c];
        changes[c] = parts[c];
        for (int k = 0; k < 2; k++) changes[c] += cell->share[k] * parts[cell->group[k]];
    }
}

/* Completes the derivatives by all parts. The caller has filled in the first ones in `slopes`, by
 * the own part of each weight; the slope of a group is the sum of those of its weights. */
static void fit_gather(const Fit *fit, Pair *slopes) {
    for (int part = fit->cell_count; part < fit->part_count; part++) slopes[part] = (Pair){0, 0};
    for (int c = 0; c < fit->cell_count; c++) {
        const FitCell *cell = &fit->cells[c];
        for (int k = 0; k < 2; k++) slopes[cell->group[k]] += cell->share[k] * slopes[c];
    }
    slopes[fit->part_count - 1] = (Pair){0, 0};
}

/* ---- beginning and end ---- */

enum { FIRST_SCALE = 400, SCALE_STEPS = 14 };
enum { MOST_FEATURES = 3 * MAX_SQUARES + 2 * MAX_HAND_TYPES + 1 };

Fit *fit_new(const HenkaVariant *v) {
    Fit *fit = calloc(1, sizeof *fit);
    if (!fit) return NULL;
    *fit = (Fit){.variant = henka_variant_retain(v),
                 .derived = calloc(1, sizeof *fit->derived),
                 .scale = FIRST_SCALE};
    if (fit->derived) derive_eval(v, fit->derived);
    if (fit->derived && fit_number(fit)) return fit;
    fit_free(fit);
    return NULL;
}

void fit_free(Fit *fit) {
    if (!fit) return;
    henka_variant_free(fit->variant);
    free(fit->derived);
    free(fit->cells);
    free(fit->prior);
    free(fit->parts);
    free(fit->kept);
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
    int pieces = p->piece_count[0] + p->piece_count[1], sign = p->side == HENKA_SENTE ? 1 : -1;
    FitPosition *position = &fit->positions[fit->position_count++];
    float phase = pieces >= e->pieces_at_start ? 1 : (float)pieces / (float)e->pieces_at_start;
    *position = (FitPosition){.first = fit->feature_count,
                              .phase = phase,
                              .target = (float)target,
                              .result = (float)result,
                              .held_out = held_out};
    position->base = (float)(sign * eval_score(e, p, &accumulator));
    for (int square = 0; square < fit->variant->squares; square++)
        if (p->board[square]) add_piece(fit, accumulator.royal, square, p->board[square]);
    for (int side = 0; side < 2; side++)
        for (int index = 0; index < fit->variant->hand_count; index++)
            if (p->hand[side][index])
                add_feature(fit, fit_hand_cell(fit, index, p->hand[side][index]), side);
    add_feature(fit, fit->tempo, p->side);
    position->count = (int)(fit->feature_count - position->first);
    return true;
}

/* ---- measuring ---- */

static double fit_change(const Fit *fit, const FitPosition *position, const Pair *changes) {
    Pair sum = {0, 0};
    for (const uint32_t *f = fit->features + position->first, *end = f + position->count; f < end;
         f++)
        sum += (*f & 1 ? -1.0f : 1.0f) * changes[*f >> 1];
    return sum[MG] * position->phase + sum[EG] * (1 - position->phase);
}

static FitLoss loss_at(const Fit *fit, double scale) {
    double sum[2] = {0, 0}, count[2] = {0, 0}, result = 0;
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        double x = (position->base + fit_change(fit, position, fit->changes)) / scale;
        sum[position->held_out] += logistic_loss(x, position->target);
        count[position->held_out]++;
        if (position->held_out) result += logistic_loss(x, position->result);
    }
    for (int i = 0; i < 2; i++)
        if (count[i] <= 0) count[i] = 1;
    return (FitLoss){sum[0] / count[0], sum[1] / count[1], result / count[1]};
}

FitLoss fit_loss(const Fit *fit) { return loss_at(fit, fit->scale); }

static double scale_loss(void *fit, double scale) { return loss_at(fit, scale).train; }

double fit_scale(Fit *fit) { return fit->scale = logistic_scale(scale_loss, fit, SCALE_STEPS); }

/* ---- Newton steps on the loss and prior, by conjugate gradients scaled by the diagonal ---- */

/* One run of fit_solve or fit_deviations. */
typedef struct Solver {
    const Fit *fit;      /* owned by the caller; fit_solve changes its parts */
    const FitPlan *plan; /* the parameters; owned by the caller */
    /* By position: the second derivative of its loss by the score, weight * p (1 - p) / scale². */
    float *curvature;
    /* By part, all in one block of memory: the first derivative of the loss, Newton's step, and the
     * vectors of conjugate gradients: residual, preconditioned residual, direction, the product of
     * second derivatives and direction, and the diagonal that preconditions. */
    Pair *slope, *step, *residual, *conditioned, *direction, *curved,
        *diagonal; /* each vector has part_count entries */
    Pair *spread;  /* [cell_count]: changes of the weights, for `curve` */
} Solver;

static double dot(const Fit *fit, const Pair *a, const Pair *b) {
    double sum = 0;
    for (int i = 0; i < fit->part_count; i++)
        sum += (double)a[i][MG] * b[i][MG] + (double)a[i][EG] * b[i][EG];
    return sum;
}

static void push(const Fit *fit, const FitPosition *position, double by, Pair *slopes) {
    Pair slope = (float)by * (Pair){position->phase, 1 - position->phase};
    for (const uint32_t *f = fit->features + position->first, *end = f + position->count; f < end;
         f++)
        slopes[*f >> 1] += (*f & 1 ? -1.0f : 1.0f) * slope;
}

static void clear_parts(const Fit *fit, Pair *parts) {
    memset(parts, 0, (size_t)fit->part_count * sizeof *parts);
}

/* out = H * v, where H is the matrix of second derivatives of the loss with its prior */
static void curve(Solver *s, const Pair *v, Pair *out) {
    const Fit *fit = s->fit;
    fit_spread(fit, v, s->spread);
    clear_parts(fit, out);
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        if (!position->held_out)
            push(fit, position, s->curvature[i] * fit_change(fit, position, s->spread), out);
    }
    fit_gather(fit, out);
    for (int i = 0; i < fit->part_count; i++) out[i] += fit->prior[i] * v[i];
}

/* Computes, for the present values of all parts (fit.h): the first derivative of the loss by each
 * part, the curvature, and an approximation of the diagonal of the second derivatives, which adds
 * up the diagonal of the cells of each group. */
static void find_derivatives(Solver *s) {
    const Fit *fit = s->fit;
    double weight = s->plan->weight, scale = fit->scale;
    clear_parts(fit, s->slope);
    clear_parts(fit, s->diagonal);
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        if (position->held_out) continue;
        double p =
            1 / (1 + exp(-(position->base + fit_change(fit, position, fit->changes)) / scale));
        s->curvature[i] = (float)(weight * p * (1 - p) / (scale * scale));
        push(fit, position, weight * (p - position->target) / scale, s->slope);
        Pair phases = {position->phase, 1 - position->phase},
             met = s->curvature[i] * phases * phases;
        for (const uint32_t *f = fit->features + position->first, *end = f + position->count;
             f < end; f++)
            s->diagonal[*f >> 1] += met;
    }
    fit_gather(fit, s->slope);
    fit_gather(fit, s->diagonal);
    for (int i = 0; i < fit->part_count; i++) {
        s->slope[i] += fit->prior[i] * fit->parts[i];
        s->diagonal[i] += fit->prior[i];
    }
}

static void condition(const Solver *s) {
    for (int i = 0; i < s->fit->part_count; i++)
        s->conditioned[i] = s->residual[i] / s->diagonal[i];
}

/* a += by * b */
static void add_scaled(const Fit *fit, Pair *a, double by, const Pair *b) {
    for (int i = 0; i < fit->part_count; i++) a[i] += (float)by * b[i];
}

/* Solves H * step = -slope for step, approximately; H: second derivatives of the loss. */
static void find_step(Solver *s) {
    const Fit *fit = s->fit;
    clear_parts(fit, s->step);
    for (int i = 0; i < fit->part_count; i++) s->residual[i] = -s->slope[i];
    condition(s);
    memcpy(s->direction, s->conditioned, (size_t)fit->part_count * sizeof *s->direction);
    double power = dot(fit, s->residual, s->conditioned), first = power;
    for (int i = 0; i < s->plan->gradient_steps && power > 1e-5 * first; i++) {
        curve(s, s->direction, s->curved);
        double by = power / dot(fit, s->direction, s->curved), before = power;
        add_scaled(fit, s->step, by, s->direction);
        add_scaled(fit, s->residual, -by, s->curved);
        condition(s);
        power = dot(fit, s->residual, s->conditioned);
        for (int k = 0; k < fit->part_count; k++)
            s->direction[k] = s->conditioned[k] + (float)(power / before) * s->direction[k];
    }
}

static double whole_loss(const Solver *s) {
    const Fit *fit = s->fit;
    double drawn = 0, count = 0;
    for (int i = 0; i < fit->part_count; i++) {
        double mg = fit->parts[i][MG], eg = fit->parts[i][EG];
        drawn += fit->prior[i] * (mg * mg + eg * eg) / 2;
    }
    for (size_t i = 0; i < fit->position_count; i++) count += !fit->positions[i].held_out;
    return fit_loss(fit).train * count * s->plan->weight + drawn;
}

/* Takes the whole step, or a half, a quarter, … of it until the loss does not grow. `fit` is the
 * solver's. False: the loss hardly changed. */
static bool take_step(Solver *s, Fit *fit, double *loss) {
    double length = 1;
    add_scaled(fit, fit->parts, 1, s->step);
    for (int tries = 0; tries < 6; tries++, length /= 2) {
        fit_spread(fit, fit->parts, fit->changes);
        double now = whole_loss(s), gained = *loss - now;
        if (gained >= 0) return *loss = now, gained > 1e-6 * now;
        add_scaled(fit, fit->parts, -length / 2, s->step);
    }
    add_scaled(fit, fit->parts, -length, s->step);
    fit_spread(fit, fit->parts, fit->changes);
    return false;
}

/* Allocates the solver. False: no memory; the caller must call solver_free all the same. */
static bool solver_new(Solver *s, const Fit *fit, const FitPlan *plan) {
    enum { VECTORS = 7 }; /* number of vectors by part; then follows `spread` */
    size_t parts = (size_t)fit->part_count;
    Pair *room = calloc(VECTORS * parts + (size_t)fit->cell_count, sizeof *room);
    *s = (Solver){.fit = fit,
                  .plan = plan,
                  .curvature = calloc(fit->position_count + 1, sizeof *s->curvature),
                  .slope = room};
    if (!room || !s->curvature) return false;
    s->step = room + parts, s->residual = s->step + parts, s->conditioned = s->residual + parts;
    s->direction = s->conditioned + parts, s->curved = s->direction + parts;
    s->diagonal = s->curved + parts, s->spread = s->diagonal + parts;
    return true;
}

static void solver_free(Solver *s) {
    free(s->slope);
    free(s->curvature);
}

FitLoss fit_solve(Fit *fit, const FitPlan *plan) {
    Solver s;
    bool ready = solver_new(&s, fit, plan); /* if memory ran out, the fit stays unchanged */
    double loss = ready ? whole_loss(&s) : 0;
    for (int i = 0; ready && i < plan->newton_steps; i++) {
        find_derivatives(&s);
        find_step(&s);
        if (!take_step(&s, fit, &loss)) break;
    }
    solver_free(&s);
    return fit_loss(fit);
}

void fit_keep(Fit *fit) {
    memcpy(fit->kept, fit->parts, (size_t)fit->part_count * sizeof *fit->kept);
}

void fit_return(Fit *fit) {
    memcpy(fit->parts, fit->kept, (size_t)fit->part_count * sizeof *fit->parts);
    fit_spread(fit, fit->parts, fit->changes);
}

/* ---- the numbers found ---- */

/* The factor by which all weights are multiplied, so that the mean size of scores stays as it was:
 * the margins of the search were made for scores of that size. */
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
    double mg = round((w.mg + change[MG]) * unit), eg = round((w.eg + change[EG]) * unit);
    return (Weight){(int16_t)fmax(-32000, fmin(32000, mg)), (int16_t)fmax(-32000, fmin(32000, eg))};
}

static void eval_tables(const Fit *fit, Eval *e, double unit) {
    const HenkaVariant *v = fit->variant;
    for (int type = 1; type <= v->type_count; type++) {
        Weight *squares = eval_psqt(e, type);
        for (int square = 0; square < v->squares; square++)
            squares[square] =
                changed(squares[square],
                        fit->changes[fit_square_cell(fit, HENKA_SENTE, type, square)], unit);
        for (int whose = 0; whose < 2 && !v->types[type].royal; whose++) {
            Weight *places = eval_royal_psqt(e, whose, type);
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

/* The type of piece that a cell (a weight) is about; 0: none, but a hand or the tempo. */
static int cell_type(const Fit *fit, int cell) {
    if (cell >= fit->hand_first) return 0;
    int row = cell < fit->near_first[0] ? (cell - fit->square_first) / fit->variant->squares
                                        : (cell - fit->near_first[0]) / fit->places;
    return row % (fit->variant->type_count + 1);
}

/* The mean change of a type's value sums up its cells' changes (weights by square and by place
 * relative to royals), each times how often, on average by phase, a piece of the type had it. */
typedef struct Means {
    double (*share)[2];       /* by cell: factors of the midgame's and endgame's change; owned */
    double pieces[MAX_TYPES]; /* by type: number of pieces on the boards of all positions */
} Means;

/* Computes the Means from all positions. False: no memory. */
static bool means_find(const Fit *fit, Means *means) {
    *means = (Means){.share = calloc((size_t)fit->cell_count, sizeof *means->share)};
    if (!means->share) return false;
    for (size_t i = 0; i < fit->position_count; i++)
        for (int k = 0; k < fit->positions[i].count; k++) {
            int cell = (int)(fit->features[fit->positions[i].first + (size_t)k] >> 1);
            double phase = fit->positions[i].phase;
            means->share[cell][0] += phase;
            means->share[cell][1] += 1 - phase;
            means->pieces[cell_type(fit, cell)] += cell < fit->near_first[0];
        }
    for (int cell = 0; cell < fit->hand_first; cell++) {
        double pieces = means->pieces[cell_type(fit, cell)];
        for (int i = 0; i < 2 && pieces > 0; i++) means->share[cell][i] /= pieces;
    }
    return true;
}

static int at_least(double value, int least) { return value < least ? least : (int)round(value); }

bool fit_eval(const Fit *fit, Eval *e) {
    const HenkaVariant *v = fit->variant;
    double mean[MAX_TYPES] = {0}, unit = unit_of(fit);
    Means means;
    if (!means_find(fit, &means)) return false;
    for (int cell = 0; cell < fit->hand_first; cell++)
        mean[cell_type(fit, cell)] += means.share[cell][0] * fit->changes[cell][MG] +
                                      means.share[cell][1] * fit->changes[cell][EG];
    free(means.share);
    *e = *fit->derived;
    eval_tables(fit, e, unit);
    for (int type = 1; type <= v->type_count; type++) {
        if (!v->types[type].royal)
            e->board_value[type] = at_least((e->board_value[type] + mean[type]) * unit, 20);
        int index = v->types[type].in_hand ? v->hand_index[v->types[type].in_hand] : HAND_NONE;
        if (index != HAND_NONE)
            e->hand_value[type] = at_least((e->hand[index][1].mg + e->hand[index][1].eg) / 2.0, 20);
    }
    eval_find_cheapest(v, e);
    return true;
}

/* The variance of a weighted sum of weights is shares * (second derivatives)⁻¹ * shares, where
 * shares are the factors of the sum. Each type of piece takes one run of conjugate gradients. */
bool fit_deviations(const Fit *fit, const FitPlan *plan, double deviation[MAX_TYPES]) {
    enum { STEPS = 100 }; /* most steps; the solver ends earlier at a small residual */
    FitPlan longer = {plan->weight, 0, STEPS};
    Means means = {0};
    Solver s;
    bool ready = solver_new(&s, fit, &longer) && means_find(fit, &means);
    double unit = ready ? unit_of(fit) : 1;
    if (ready) find_derivatives(&s);
    for (int type = 0; type < MAX_TYPES; type++) {
        deviation[type] = NAN;
        if (!ready || !(means.pieces[type] > 0) || fit->variant->types[type].royal) continue;
        clear_parts(fit, s.slope);
        for (int cell = 0; cell < fit->hand_first; cell++)
            if (cell_type(fit, cell) == type)
                s.slope[cell] = (Pair){(float)means.share[cell][0], (float)means.share[cell][1]};
        fit_gather(fit, s.slope);
        find_step(&s);
        deviation[type] = sqrt(-dot(fit, s.slope, s.step)) * unit;
    }
    free(means.share);
    solver_free(&s);
    return ready;
}
