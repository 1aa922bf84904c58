#include "eval/derive.h"

#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

/* ---- reach: how likely a piece can get to each square, on a board filled at random. Its moves are
 * followed once, with probabilities in place of pieces. ---- */

enum {
    REACH_SPAN = MAX_RANKS,
    REACH_SIDE = 2 * REACH_SPAN + 1,
    REACH_CELLS = REACH_SIDE * REACH_SIDE
};
/* Paths less likely than this probability are not followed. */
#define REACH_LEAST 0.02f
/* Limits of the work, in steps of one square. REACH_STEPS: for a piece on one square.
 * REACH_STEPS_ALL: for a whole game. REACH_STEPS_FEW: for a piece on one square, once
 * REACH_STEPS_ALL is used up. The slowest shipped game needs half of REACH_STEPS and a ninth of
 * REACH_STEPS_ALL. Squares on paths that are not followed count as out of reach. */
enum { REACH_STEPS = 100000, REACH_STEPS_ALL = 30000000, REACH_STEPS_FEW = 1000 };

/* Offsets are from the point of view of the piece's own side: dx to its right, dy forward. */
typedef struct ReachChances {
    int left, right, back, forward; /* squares from the piece to each edge; at most REACH_SPAN */
    float empty, enemy;             /* chance that a given square is empty, or holds an enemy */
    int steps_left;                 /* number of steps left of REACH_STEPS_ALL */
    /* [dy + REACH_SPAN][dx + REACH_SPAN]: `move` is the chance that the piece can go to that offset
     * if the square is empty, `attack` the chance that it can capture an enemy there. */
    float move[REACH_SIDE][REACH_SIDE], attack[REACH_SIDE][REACH_SIDE];
} ReachChances;

static inline float reach_attack(const ReachChances *r, int dx, int dy) {
    return r->attack[dy + REACH_SPAN][dx + REACH_SPAN];
}

/* How likely a piece can get to each square by one term (way of moving), and the list of squares
 * that the term touches. Within a term the probabilities of a square are added, because paths over
 * different pieces exclude each other. Of several terms the greatest probability counts, because
 * terms often overlap. */
typedef struct TermChances {
    ReachChances *reach; /* the reach of the type being measured, which collects all its terms */
    const Term *term;    /* the term that is being followed */
    int steps_left;      /* number of steps left for this square (REACH_STEPS) */
    int touched_count;   /* number of entries in `touched` */
    /* the cells that are set in `seen`; a cell is (dx, dy) as one number */
    uint16_t touched[REACH_CELLS];
    bool seen[REACH_CELLS];                       /* [cell]: move[cell] or attack[cell] is not 0 */
    float move[REACH_CELLS], attack[REACH_CELLS]; /* [cell]: probability to move, or capture */
} TermChances;

/* Fills `empty` and `enemy` for a square in the middle of a game of this variant. */
static void reach_fill(const HenkaVariant *v, ReachChances *reach) {
    float filled = 0.75f * (float)pieces_in_array(v) / (float)v->squares;
    if (filled < 0.1f) filled = 0.1f;
    reach->steps_left = REACH_STEPS_ALL;
    reach->empty = 1 - filled;
    reach->enemy = filled / 2;
}

static void add_to(TermChances *walk, float map[REACH_CELLS], int x, int y, float chance) {
    int cell = (y + REACH_SPAN) * REACH_SIDE + x + REACH_SPAN;
    if (!walk->seen[cell]) walk->touched[walk->touched_count++] = (uint16_t)cell;
    walk->seen[cell] = true;
    map[cell] += chance;
}

static void leg_walk(TermChances *walk, int index, int x, int y, int direction, int steps_before,
                     float chance);

/* Ends a leg on this square: adds `chance` to the square if the move may end there, and follows the
 * next leg for each content (empty, enemy, any piece) that the square may have. */
static void leg_end(TermChances *walk, int index, int x, int y, int direction, int steps,
                    float chance) {
    ReachChances *reach = walk->reach;
    const Leg *leg = &walk->term->legs[index];
    bool last = index + 1 == walk->term->leg_count, origin = !x && !y;
    if (leg->modes & LEG_CAPTURE && !origin) add_to(walk, walk->attack, x, y, chance);
    if (last) {
        if (leg->modes & LEG_EMPTY && !origin) add_to(walk, walk->move, x, y, chance);
        return;
    }
    if (leg->modes & LEG_EMPTY)
        leg_walk(walk, index + 1, x, y, direction, steps, origin ? chance : chance * reach->empty);
    if (origin) return;
    float enemy = leg->modes & LEG_CAPTURE ? reach->enemy : 0;
    float any = leg->modes & LEG_HOP ? 1 - reach->empty : 0;
    float most = any > enemy ? any : enemy;
    if (most > 0) leg_walk(walk, index + 1, x, y, direction, steps, chance * most);
}

/* Follows a leg. turn_sign: a bent path turns to the right first (+1) or to the left first (-1). A
 * bent path that returns ends before the square where it started. */
static void ray_walk(TermChances *walk, int index, int x, int y, int direction, int steps_before,
                     float chance, int turn_sign) {
    const ReachChances *reach = walk->reach;
    const Term *term = walk->term;
    const Leg *leg = &term->legs[index];
    const int start_x = x, start_y = y;
    for (int steps = 1; steps <= leg->range && chance >= REACH_LEAST; steps++) {
        if (!walk->steps_left) return;
        walk->steps_left--;
        x += term->dx[direction];
        y += term->dy[direction];
        if (x < -reach->left || x > reach->right || y < -reach->back || y > reach->forward ||
            (x == start_x && y == start_y))
            return;
        if (leg_may_end(leg, steps, steps_before))
            leg_end(walk, index, x, y, direction, steps,
                    leg->must_jump || leg->lame ? chance * 0.5f : chance);
        if (steps > leg->skip && (x || y)) chance *= reach->empty;
        if (leg->bend) direction = (direction + turn_sign * leg->turn) & 7;
        if (leg->bend == 1) turn_sign = -turn_sign;
    }
}

static void leg_walk(TermChances *walk, int index, int x, int y, int direction, int steps_before,
                     float chance) {
    if (chance < REACH_LEAST) return;
    const Leg *leg = &walk->term->legs[index];
    for (int turn = 0; turn < 8; turn++) {
        if (!(leg->dirs >> turn & 1)) continue;
        int ahead = index ? (direction + turn) & 7 : turn;
        ray_walk(walk, index, x, y, ahead, steps_before, chance, 1);
        if (leg->bend) ray_walk(walk, index, x, y, ahead, steps_before, chance, -1);
    }
}

/* Clears the probabilities `move` and `attack` of all offsets on the board, and fills them by
 * following all terms (ways of moving) of the type. */
static void reach_walk(const HenkaVariant *v, int type, ReachChances *reach) {
    const Power *power = &v->types[type].power;
    int steps = reach->steps_left > REACH_STEPS ? REACH_STEPS : REACH_STEPS_FEW;
    TermChances room = {.reach = reach, .steps_left = steps}, *walk = &room;
    float *move = &reach->move[0][0], *attack = &reach->attack[0][0];
    for (int y = -reach->back; y <= reach->forward; y++) {
        size_t bytes = (size_t)(reach->left + reach->right + 1) * sizeof(float);
        memset(&reach->move[y + REACH_SPAN][REACH_SPAN - reach->left], 0, bytes);
        memset(&reach->attack[y + REACH_SPAN][REACH_SPAN - reach->left], 0, bytes);
    }
    for (int i = 0; i < power->term_count; i++) {
        assert(power->terms[i].leg_count);
        /* castling is possible only once a game, so it does not count */
        if (power->terms[i].conditions.castling) continue;
        walk->term = &power->terms[i];
        leg_walk(walk, 0, 0, 0, 0, 0, 1);
        /* Raises the type's probability for each square to that of the term, if that is greater,
         * and clears the term's for the next term. */
        for (int k = 0; k < walk->touched_count; k++) {
            int cell = walk->touched[k];
            float most_move = walk->move[cell] > 1 ? 1 : walk->move[cell],
                  most_attack = walk->attack[cell] > 1 ? 1 : walk->attack[cell];
            if (most_move > move[cell]) move[cell] = most_move;
            if (most_attack > attack[cell]) attack[cell] = most_attack;
            walk->move[cell] = walk->attack[cell] = 0;
            walk->seen[cell] = false;
        }
        walk->touched_count = 0;
    }
    reach->steps_left -= steps - walk->steps_left;
}

/* ---- values of reach: constants found by play of several games, in hundredths of a pawn ----- */

#define REACH_WORTH 55.0f    /* centipawns for one square of reach */
#define SQUARE_SHARE 0.25f   /* in a square's weight: fraction of (its reach - mean reach) */
#define PROMOTION_SHARE 0.2f /* fraction of the gain by promotion that an unpromoted piece gets */
#define FLIP_SHARE 0.4f      /* PROMOTION_SHARE in games where captures turn pieces over */
#define HAND_SHARE 1.1f      /* value of a piece in hand, relative to its value on the board */
#define ATTACK_NEAR 14.0f    /* centipawns for each attacked square beside the enemy royal */
#define DEFENCE_NEAR 4.0f    /* centipawns for each attacked square beside the side's own royal */
enum {
    SECOND_ROYAL = 800,     /* added to each royal's weight; matters where a side has several */
    ROYAL_EXCHANGE = 12000, /* value of a royal in SEE */
    ROYAL_STEP_MG = -10,    /* midgame weight for each rank that the royal has moved forward */
    ROYAL_STEP_EG = 4       /* endgame weight for each rank that the royal has moved forward */
};

typedef struct Derivation {
    const HenkaVariant *variant;           /* the variant whose evaluation is derived */
    Eval *eval;                            /* the evaluation that is filled */
    ReachChances reach;                    /* the reach of the type being measured */
    float measure[MAX_TYPES][MAX_SQUARES]; /* [type][square]: result of measure_square */
    float average[MAX_TYPES];              /* [type]: average of `measure` over all squares */
    float worth[MAX_TYPES];                /* [type]: value of the piece, in hundredths of a pawn */
} Derivation;

/* Returns the reach of a type from a square, for sente: the number of squares, where forward
 * squares count more than others, and captures more than moves. */
static float measure_square(const HenkaVariant *v, int type, int square, ReachChances *reach) {
    float sum = 0;
    reach->right = file_of(v, square) - 1;
    reach->left = v->files - file_of(v, square);
    reach->forward = rank_of(v, square) - 1;
    reach->back = v->ranks - rank_of(v, square);
    reach_walk(v, type, reach);
    for (int dy = -reach->back; dy <= reach->forward; dy++)
        for (int dx = -reach->left; dx <= reach->right; dx++)
            sum += (dy > 0   ? 1.35f
                    : dy < 0 ? 0.8f
                             : 1.0f) *
                   (0.4f * reach->move[dy + REACH_SPAN][dx + REACH_SPAN] +
                    0.6f * reach_attack(reach, dx, dy));
    return sum;
}

/* Returns a type of lower number with the same moves, which has been measured already; 0: none. */
static int measured_alike(const HenkaVariant *v, int type) {
    for (int other = 1; other < type; other++)
        if (!strcmp(v->types[other].betza, v->types[type].betza)) return other;
    return 0;
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
        /* On large boards only one square in four is measured, for its neighbours, too. */
        int sample = v->squares <= 128 ? square
                                       : square_of(v, (file_of(v, square) - 1) / 2 * 2 + 1,
                                                   (rank_of(v, square) - 1) / 2 * 2 + 1);
        d->measure[type][square] = sample == square ? measure_square(v, type, square, &d->reach)
                                                    : d->measure[type][sample];
        sum += d->measure[type][square];
    }
    d->average[type] = sum / (float)v->squares;
}

static float promotion_gain(const Derivation *d, int type) {
    int other = other_face(d->variant, type);
    return other ? (d->average[other] - d->average[type]) * REACH_WORTH : 0;
}

/* Computes the value of a type from its reach and from the gain of its promotion. */
static void derive_worth(Derivation *d, int type) {
    float share = turns_over(d->variant) ? FLIP_SHARE : PROMOTION_SHARE;
    d->worth[type] = d->average[type] * REACH_WORTH + promotion_gain(d, type) * share;
    if (d->worth[type] < 20) d->worth[type] = 20;
}

static Weight weight_of(float mg, float eg) {
    assert(mg >= -32000 && eg >= -32000);
    return (Weight){(int16_t)(mg > 32000 ? 32000 : mg), (int16_t)(eg > 32000 ? 32000 : eg)};
}

static Weight square_weight(const Derivation *d, int type, int square) {
    const HenkaVariant *v = d->variant;
    float steps = (float)depth_of(v, HENKA_SENTE, square), way = 0,
          here = d->measure[type][square] - d->average[type];
    if (v->types[type].royal) {
        float base = d->worth[type] + SECOND_ROYAL;
        return weight_of(base + steps * ROYAL_STEP_MG - here * 5,
                         base + steps * ROYAL_STEP_EG + here * 10);
    }
    here = here * REACH_WORTH * SQUARE_SHARE;
    if (!turns_over(v) && v->ranks > v->zone_ranks && v->zone_ranks) {
        float gone = steps / (float)(v->ranks - v->zone_ranks);
        way = promotion_gain(d, type) * 0.2f * ((gone > 1 ? 1 : gone) - 0.4f);
    }
    return weight_of(d->worth[type] + here + way * 0.7f, d->worth[type] + here + way);
}

static void derive_near(Derivation *d, int type) {
    const HenkaVariant *v = d->variant;
    Eval *e = d->eval;
    if (v->types[type].royal) return;
    /* The type is measured on a board without edges. */
    d->reach.left = d->reach.right = v->files - 1;
    d->reach.back = d->reach.forward = v->ranks - 1;
    reach_walk(v, type, &d->reach);
    float wide = v->files == 1 ? 2.0f : 1.0f;
    for (int dx = 1 - v->files; dx < v->files; dx++)
        for (int dy = 1 - v->ranks; dy < v->ranks; dy++) {
            int place = e->offset_centre - dx * 2 * v->ranks - dy;
            int far = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
            float cover = 0, beside = far <= 1 ? 6 : far == 2 ? 2 : 0;
            /* Computes `cover`, the expected number of squares around a royal that a piece attacks
             * from (dx, dy). Squares off the board count 0. */
            for (int zy = -1; zy <= 1; zy++)
                for (int zx = -1; zx <= 1; zx++) cover += reach_attack(&d->reach, zx - dx, zy - dy);
            cover *= wide;
            eval_royal_psqt(e, false, type)[place] =
                weight_of(cover * DEFENCE_NEAR + beside, cover * DEFENCE_NEAR * 0.5f);
            eval_royal_psqt(e, true, type)[place] =
                weight_of(cover * ATTACK_NEAR, cover * ATTACK_NEAR * 0.8f);
        }
}

static void derive_hand(Derivation *d, int index) {
    const HenkaVariant *v = d->variant;
    int type = v->hand_types[index], other = v->tables->other_face[type];
    float worth = d->worth[type];
    if (other && d->worth[other] > worth) worth = d->worth[other];
    /* without drops, a hand holds only the side's own lost pieces, to which others can promote */
    if (!v->hands) worth = 0;
    for (int count = 0; count < HAND_WEIGHTS; count++) {
        float sum = worth * HAND_SHARE * (float)count;
        d->eval->hand[index][count] = weight_of(sum, sum);
    }
    for (int t = 1; t <= v->type_count; t++)
        if (v->types[t].in_hand == type) d->eval->hand_value[t] = (int)(worth * HAND_SHARE);
}

static void derive_board(Derivation *d) {
    const HenkaVariant *v = d->variant;
    Eval *e = d->eval;
    for (int square = 0; square < v->squares; square++)
        e->offset[square] =
            (int16_t)((file_of(v, square) - 1) * 2 * v->ranks + rank_of(v, square) - 1);
    e->offset_centre = (int16_t)((v->files - 1) * 2 * v->ranks + v->ranks - 1);
    e->pieces_at_start = pieces_in_array(v);
    assert(e->pieces_at_start);
    for (int pieces = 0; pieces <= v->squares; pieces++)
        e->phase[pieces] =
            (uint8_t)(pieces >= e->pieces_at_start ? EVAL_PHASES
                                                   : pieces * EVAL_PHASES / e->pieces_at_start);
    e->tempo = (Weight){15, 10};
    e->squares = v->squares;
    e->places = 2 * e->offset_centre + 1;
    e->psqt_row[NO_PIECE] = 2 * v->type_count * (e->squares + 2 * e->places);
    for (int type = 1; type <= v->type_count; type++)
        for (int side = 0; side < 2; side++) {
            Piece piece = piece_make(side, type);
            e->psqt_row[piece] = (side * v->type_count + type - 1) * (e->squares + 2 * e->places);
            e->royal[piece] = (uint8_t)(v->types[type].royal << side);
        }
}

/* Showing values has to be fast, so on large boards only every 29th square is measured. These
 * squares lie all over the board. */
enum { SHOWN_STRIDE = 29 };

/* Fills average[type] from all squares of a small board, every SHOWN_STRIDE-th of a large one. */
static void measure_some(Derivation *d, int type) {
    const HenkaVariant *v = d->variant;
    int stride = v->squares <= 128 ? 1 : SHOWN_STRIDE, count = 0, alike = measured_alike(v, type);
    d->average[type] = alike ? d->average[alike] : 0;
    if (alike) return;
    for (int square = stride / 2; square < v->squares; square += stride, count++)
        d->average[type] += measure_square(v, type, square, &d->reach);
    d->average[type] /= (float)count;
}

size_t henka_variant_derived_values(const HenkaVariant *v, int *values, size_t cap) {
    Derivation room = {.variant = v}, *d = &room;
    reach_fill(v, &d->reach);
    for (int type = 1; type <= v->type_count; type++) measure_some(d, type);
    for (int type = 1; type <= v->type_count; type++) derive_worth(d, type);
    float cheapest = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (!v->types[type].royal && (!cheapest || d->worth[type] < cheapest))
            cheapest = d->worth[type];
    if (!cheapest) cheapest = d->worth[1]; /* all types are royal: takes the first one */
    if (cap) values[0] = 0;
    for (int type = 1; type <= v->type_count && (size_t)type < cap; type++)
        values[type] = (int)(d->worth[type] * 100 / cheapest);
    return (size_t)v->type_count + 1;
}

void derive_eval(const HenkaVariant *v, Eval *e) {
    Derivation room = {.variant = v, .eval = e}, *d = &room; /* about 160 KiB on the stack */
    reach_fill(v, &d->reach);
    derive_board(d);
    for (int type = 1; type <= v->type_count; type++) measure_type(d, type);
    for (int type = 1; type <= v->type_count; type++) derive_worth(d, type);
    for (int type = 1; type <= v->type_count; type++) {
        for (int square = 0; square < v->squares; square++)
            eval_psqt(e, type)[square] = square_weight(d, type, square);
        derive_near(d, type);
        e->board_value[type] = v->types[type].royal ? ROYAL_EXCHANGE : (int)d->worth[type];
    }
    for (int index = 0; index < v->hand_count; index++) derive_hand(d, index);
    eval_mirror(v, e);
    eval_find_cheapest(v, e);
}
