#include "eval/derive.h"

#include "eval/reach.h"
#include "variant/tables.h"

#include <stdlib.h>
#include <string.h>

/* What one square of reach is worth, and how much a square's own reach bends a piece's worth there.
 */
#define REACH_WORTH 55.0f
#define SQUARE_SHARE 0.25f
#define PROMOTION_SHARE 0.2f
#define FLIP_SHARE 0.4f
#define HAND_SHARE 1.1f
#define ATTACK_NEAR                                                                                \
    14.0f /* for each square beside the enemy's royal, by its chance of being attacked */
#define DEFENCE_NEAR 4.0f /* likewise beside the own royal */
enum { SECOND_ROYAL = 800, ROYAL_EXCHANGE = 12000, ROYAL_STEP_FULL = -10, ROYAL_STEP_FEW = 4 };

typedef struct Derivation {
    const HenkaVariant *variant;
    Eval *eval;
    Reach reach;
    float measure[MAX_TYPES][MAX_SQUARES], average[MAX_TYPES], worth[MAX_TYPES];
} Derivation;

static float direction_share(int dy) { return dy > 0 ? 1.35f : dy < 0 ? 0.8f : 1.0f; }

/* Squares within reach, forward ones counting more, captures more than moves. */
static float reach_measure(const Reach *reach) {
    float sum = 0;
    for (int dy = -reach->back; dy <= reach->forward; dy++)
        for (int dx = -reach->left; dx <= reach->right; dx++)
            sum += direction_share(dy) *
                   (0.4f * reach_move(reach, dx, dy) + 0.6f * reach_attack(reach, dx, dy));
    return sum;
}

/* A type that moves alike and has been measured already, 0 none. */
static int measured_alike(const HenkaVariant *v, int type) {
    for (int other = 1; other < type; other++)
        if (v->types[other].betza && v->types[type].betza &&
            !strcmp(v->types[other].betza, v->types[type].betza))
            return other;
    return 0;
}

/* On large boards one square in four is measured for its neighbours too. */
static int sampled(const HenkaVariant *v, int square) {
    if (v->squares <= 128) return square;
    return square_of(v, (file_of(v, square) - 1) / 2 * 2 + 1, (rank_of(v, square) - 1) / 2 * 2 + 1);
}

static void measure_type(Derivation *d, int type) {
    const HenkaVariant *v = d->variant;
    float sum = 0;
    int alike = measured_alike(v, type);
    if (alike) {
        memcpy(d->measure[type], d->measure[alike], sizeof d->measure[type]);
        d->average[type] = d->average[alike];
        return;
    }
    for (int square = 0; square < v->squares; square++) {
        int sample = sampled(v, square);
        if (sample == square) {
            reach_bound(v, square, &d->reach);
            reach_walk(v, type, &d->reach);
            d->measure[type][square] = reach_measure(&d->reach);
        } else
            d->measure[type][square] = d->measure[type][sample];
        sum += d->measure[type][square];
    }
    d->average[type] = sum / (float)v->squares;
}

/* The face a piece may turn to: its promotion, or its other side where captures turn it. */
static int other_face(const HenkaVariant *v, int type) {
    const PieceType *t = &v->types[type];
    if (t->promoted) return t->promoted;
    return v->promote == PROMOTE_FLIP ? t->unpromoted : 0;
}

static float promotion_gain(const Derivation *d, int type) {
    int other = other_face(d->variant, type);
    return other ? (d->average[other] - d->average[type]) * REACH_WORTH : 0;
}

static void derive_worth(Derivation *d, int type) {
    float share = d->variant->promote == PROMOTE_FLIP ? FLIP_SHARE : PROMOTION_SHARE;
    d->worth[type] = d->average[type] * REACH_WORTH + promotion_gain(d, type) * share;
    if (d->worth[type] < 20) d->worth[type] = 20;
}

static Weight weight_of(float full, float few) {
    return (Weight){(int16_t)(full < -32000  ? -32000
                              : full > 32000 ? 32000
                                             : full),
                    (int16_t)(few < -32000  ? -32000
                              : few > 32000 ? 32000
                                            : few)};
}

static Weight royal_weight(const Derivation *d, int type, int square) {
    float steps = (float)depth_of(d->variant, HENKA_SENTE, square),
          here = d->measure[type][square] - d->average[type];
    float base = d->worth[type] + SECOND_ROYAL;
    return weight_of(base + steps * ROYAL_STEP_FULL - here * 5,
                     base + steps * ROYAL_STEP_FEW + here * 10);
}

static Weight square_weight(const Derivation *d, int type, int square) {
    const HenkaVariant *v = d->variant;
    if (v->types[type].royal) return royal_weight(d, type, square);
    float here = (d->measure[type][square] - d->average[type]) * REACH_WORTH * SQUARE_SHARE;
    float way = 0;
    if (v->promote != PROMOTE_FLIP && v->ranks > v->zone_ranks && v->zone_ranks) {
        float gone = (float)depth_of(v, HENKA_SENTE, square) / (float)(v->ranks - v->zone_ranks);
        way = promotion_gain(d, type) * 0.2f * ((gone > 1 ? 1 : gone) - 0.4f);
    }
    return weight_of(d->worth[type] + here + way * 0.7f, d->worth[type] + here + way);
}

static void derive_squares(Derivation *d, int type) {
    const HenkaVariant *v = d->variant;
    for (int square = 0; square < v->squares; square++)
        eval_squares(d->eval, type)[square] = square_weight(d, type, square);
}

static int chebyshev(int dx, int dy) { return abs(dx) > abs(dy) ? abs(dx) : abs(dy); }

/* How many of the squares around a royal a piece standing (dx, dy) from it covers. */
static float covered(const Derivation *d, int dx, int dy) {
    const HenkaVariant *v = d->variant;
    float sum = 0;
    for (int zy = -1; zy <= 1; zy++)
        for (int zx = -1; zx <= 1; zx++) {
            int x = zx - dx, y = zy - dy;
            if (abs(x) >= v->files || abs(y) >= v->ranks) continue;
            sum += reach_attack(&d->reach, x, y);
        }
    return sum;
}

static void derive_near(Derivation *d, int type) {
    const HenkaVariant *v = d->variant;
    Eval *e = d->eval;
    if (v->types[type].royal) return;
    reach_unbound(v, &d->reach);
    reach_walk(v, type, &d->reach);
    float wide = v->files == 1 ? 2.0f : 1.0f;
    for (int dx = 1 - v->files; dx < v->files; dx++)
        for (int dy = 1 - v->ranks; dy < v->ranks; dy++) {
            int place = e->offset_centre - dx * 2 * v->ranks - dy;
            float cover = covered(d, dx, dy) * wide, beside = chebyshev(dx, dy) <= 1   ? 6
                                                              : chebyshev(dx, dy) == 2 ? 2
                                                                                       : 0;
            eval_places(e, false, type)[place] =
                weight_of(cover * DEFENCE_NEAR + beside, cover * DEFENCE_NEAR * 0.5f);
            eval_places(e, true, type)[place] =
                weight_of(cover * ATTACK_NEAR, cover * ATTACK_NEAR * 0.8f);
        }
}

static void derive_hand(Derivation *d, int index) {
    const HenkaVariant *v = d->variant;
    int type = v->hand_types[index], other = v->tables->other_face[type];
    float worth = d->worth[type];
    if (other && d->worth[other] > worth) worth = d->worth[other];
    for (int count = 0; count < HAND_WEIGHTS; count++) {
        float sum = worth * HAND_SHARE * (float)count;
        d->eval->hand[index][count] = weight_of(sum, sum);
    }
    for (int t = 1; t <= v->type_count; t++)
        if (v->types[t].in_hand == type) d->eval->hand_value[t] = (int)(worth * HAND_SHARE);
}

static Weight opposite(Weight w) { return (Weight){(int16_t)-w.full, (int16_t)-w.few}; }

void eval_mirror(const HenkaVariant *v, Eval *e) {
    for (int type = 1; type <= v->type_count; type++) {
        const Weight *squares = eval_squares(e, type), *own = eval_places(e, false, type),
                     *enemy = eval_places(e, true, type);
        Weight *row = e->rows + e->row[piece_make(HENKA_GOTE, type)];
        for (int square = 0; square < v->squares; square++)
            row[square] = opposite(squares[v->squares - 1 - square]);
        for (int place = 0; place < e->places; place++) {
            row[e->squares + place] = opposite(enemy[e->places - 1 - place]);
            row[e->squares + e->places + place] = opposite(own[e->places - 1 - place]);
        }
    }
    for (int index = 0; index < v->hand_count; index++)
        for (int count = 0; count <= HAND_MOST; count++) {
            e->held[HENKA_SENTE][index][count] =
                e->hand[index][count < HAND_WEIGHTS ? count : HAND_WEIGHTS - 1];
            e->held[HENKA_GOTE][index][count] = opposite(e->held[HENKA_SENTE][index][count]);
        }
}

void eval_sum_up(const HenkaVariant *v, Eval *e) {
    e->cheapest = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (!e->cheapest || e->board_value[type] < e->cheapest) e->cheapest = e->board_value[type];
}

static void derive_exchange(Derivation *d) {
    const HenkaVariant *v = d->variant;
    for (int type = 1; type <= v->type_count; type++)
        d->eval->board_value[type] = v->types[type].royal ? ROYAL_EXCHANGE : (int)d->worth[type];
    eval_sum_up(v, d->eval);
}

static void lay_out_rows(const HenkaVariant *v, Eval *e) {
    e->squares = v->squares;
    e->places = 2 * e->offset_centre + 1;
    e->row[NO_PIECE] = 2 * v->type_count * (e->squares + 2 * e->places); /* behind all others */
    for (int type = 1; type <= v->type_count; type++)
        for (int side = 0; side < 2; side++) {
            Piece piece = piece_make(side, type);
            e->row[piece] = (side * v->type_count + type - 1) * (e->squares + 2 * e->places);
            e->royal[piece] = (uint8_t)(v->types[type].royal << side);
        }
}

static void derive_board(Derivation *d) {
    const HenkaVariant *v = d->variant;
    Eval *e = d->eval;
    for (int square = 0; square < v->squares; square++) {
        e->offset[square] =
            (int16_t)((file_of(v, square) - 1) * 2 * v->ranks + rank_of(v, square) - 1);
        e->men_full += v->start_board[square] != 0;
    }
    e->offset_centre = (int16_t)((v->files - 1) * 2 * v->ranks + v->ranks - 1);
    if (!e->men_full) e->men_full = 1;
    for (int men = 0; men <= v->squares; men++)
        e->phase[men] =
            (uint8_t)(men >= e->men_full ? EVAL_PHASES : men * EVAL_PHASES / e->men_full);
    e->tempo = (Weight){15, 10};
}

void eval_derive(const HenkaVariant *v, Eval *e) {
    Derivation room = {.variant = v, .eval = e}, *d = &room; /* some 160 KiB of stack */
    reach_fill(v, &d->reach);
    derive_board(d);
    lay_out_rows(v, e);
    for (int type = 1; type <= v->type_count; type++) measure_type(d, type);
    for (int type = 1; type <= v->type_count; type++) derive_worth(d, type);
    for (int type = 1; type <= v->type_count; type++) derive_squares(d, type);
    for (int type = 1; type <= v->type_count; type++) derive_near(d, type);
    for (int index = 0; index < v->hand_count; index++) derive_hand(d, index);
    eval_mirror(v, e);
    derive_exchange(d);
}
