#include "eval/eval.h"

#include "variant/tables.h"

typedef struct Sum {
    int32_t full, few;
} Sum;

static inline void sum_weight(Sum *sum, Weight w, int sign) {
    sum->full += sign * w.full;
    sum->few += sign * w.few;
}

/* Where the piece stands, seen from a royal, turned so that forward is forward. */
static inline int place_near(const Eval *e, int side, int square, int royal) {
    int apart = e->offset[square] - e->offset[royal];
    return side == HENKA_SENTE ? e->offset_centre + apart : e->offset_centre - apart;
}

/* How a piece stands to the royal of `side`. */
static inline void sum_near(const Eval *e, Sum *sum, int side, int royal, int square, Piece piece, int sign) {
    int own = piece_side(piece);
    sum_weight(sum, e->near[own != side][piece_type(piece)][place_near(e, own, square, royal)], own == HENKA_SENTE ? sign : -sign);
}

static inline void sum_hand(const Eval *e, Sum *sum, int side, int index, int count, int sign) {
    sum_weight(sum, e->hand[index][count > 31 ? 31 : count], side == HENKA_SENTE ? sign : -sign);
}

/* The occupied squares, 64 a word. */
static void occupied_words(const Position *p, uint64_t words[4]) {
    bool sets = p->variant->tables->sets;
    Set all = p->by_side[0] | p->by_side[1];
    for (int i = 0; i < 4; i++) words[i] = sets ? i < 2 ? (uint64_t)(all >> 64 * i) : 0 : p->men_words[0][i] | p->men_words[1][i];
}

/* The royal of the lowest type, so that a second royal joining or leaving changes nothing. -1 none. */
static int find_royal(const Position *p, int side) {
    bool sets = p->variant->tables->sets;
    int best = MAX_TYPES, found = -1;
    for (int i = 0; i < 4; i++) {
        uint64_t bits = sets ? i < 2 ? (uint64_t)(p->royal_set[side] >> 64 * i) : 0 : p->royal_words[side][i];
        for (; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits), type = piece_type(p->board[square]);
            if (type < best) best = type, found = square;
        }
    }
    return found;
}

static void settle_near(const Eval *e, const Position *p, int side, const uint64_t words[4], Accumulator *accumulator) {
    Sum sum = {0, 0};
    int royal = find_royal(p, side);
    for (int i = 0; royal >= 0 && i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            sum_near(e, &sum, side, royal, square, p->board[square], 1);
        }
    accumulator->near_full[side] = sum.full;
    accumulator->near_few[side] = sum.few;
    accumulator->royal[side] = (int16_t)royal;
    accumulator->stale[side] = false;
}

void eval_settle(const Eval *e, const Position *p, Accumulator *accumulator) {
    uint64_t words[4];
    if (!accumulator->stale[0] && !accumulator->stale[1]) return;
    occupied_words(p, words);
    for (int side = 0; side < 2; side++)
        if (accumulator->stale[side]) settle_near(e, p, side, words, accumulator);
}

void eval_refresh(const Eval *e, const Position *p, Accumulator *accumulator) {
    Sum sum = {0, 0};
    uint64_t words[4];
    occupied_words(p, words);
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            sum_weight(&sum, e->square[p->board[square]][square], 1);
        }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++) sum_hand(e, &sum, side, i, p->hand[side][i], 1);
    accumulator->full = sum.full;
    accumulator->few = sum.few;
    for (int side = 0; side < 2; side++) settle_near(e, p, side, words, accumulator);
}

static inline void update_hands(const Eval *e, const Edits *edits, Sum *sum) {
    for (int i = 0; i < edits->hand_count; i++) {
        int side = edits->hand[i].side, index = edits->hand[i].index;
        sum_hand(e, sum, side, index, edits->hand[i].was, -1);
        sum_hand(e, sum, side, index, edits->hand[i].now, 1);
    }
}

typedef struct Running {
    Sum squares, near[2];
    bool live[2]; /* near is kept */
} Running;

static inline void run_piece(const Eval *e, Running *run, const Accumulator *before, int square, Piece piece, int sign) {
    sum_weight(&run->squares, e->square[piece][square], sign);
    if (run->live[0]) sum_near(e, &run->near[0], 0, before->royal[0], square, piece, sign);
    if (run->live[1]) sum_near(e, &run->near[1], 1, before->royal[1], square, piece, sign);
}

/* The bits of the sides whose royals come or go. */
static inline int royals_edited(const Eval *e, const Edits *edits) {
    int sides = 0;
    for (int i = 0; i < edits->board_count; i++) sides |= e->royal[edits->board[i].was] | e->royal[edits->board[i].now];
    return sides;
}

void eval_update(const Eval *e, const Edits *edits, const Accumulator *before, Accumulator *after) {
    Running run = {{before->full, before->few},
                   {{before->near_full[0], before->near_few[0]}, {before->near_full[1], before->near_few[1]}},
                   {before->royal[0] >= 0, before->royal[1] >= 0}};
    *after = *before;
    int royals = royals_edited(e, edits);
    after->stale[0] |= royals & 1;
    after->stale[1] |= royals >> 1;
    run.live[0] &= !after->stale[0];
    run.live[1] &= !after->stale[1];
    for (int i = 0; i < edits->board_count; i++) {
        if (edits->board[i].was) run_piece(e, &run, after, edits->board[i].square, edits->board[i].was, -1);
        if (edits->board[i].now) run_piece(e, &run, after, edits->board[i].square, edits->board[i].now, 1);
    }
    update_hands(e, edits, &run.squares);
    after->full = run.squares.full, after->few = run.squares.few;
    for (int side = 0; side < 2; side++) after->near_full[side] = run.near[side].full, after->near_few[side] = run.near[side].few;
}

int eval_score(const Eval *e, const Position *p, const Accumulator *accumulator) {
    int men = p->men[0] + p->men[1];
    int phase = men >= e->men_full ? EVAL_PHASES : men * EVAL_PHASES / e->men_full;
    int64_t full = accumulator->full + accumulator->near_full[0] + accumulator->near_full[1];
    int64_t few = accumulator->few + accumulator->near_few[0] + accumulator->near_few[1];
    assert(!accumulator->stale[0] && !accumulator->stale[1]);
    if (p->side == HENKA_GOTE) full = -full, few = -few;
    int64_t score = ((full + e->tempo.full) * phase + (few + e->tempo.few) * (EVAL_PHASES - phase)) / EVAL_PHASES;
    return score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : (int)score;
}
