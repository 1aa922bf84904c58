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

static inline void sum_piece(const Eval *e, Sum *sum, const int16_t royal[2], int square, Piece piece, int sign) {
    int side = piece_side(piece), type = piece_type(piece), own = side == HENKA_SENTE ? sign : -sign;
    sum_weight(sum, e->square[piece][square], sign);
    if (royal[side] >= 0) sum_weight(sum, e->near[0][type][place_near(e, side, square, royal[side])], own);
    if (royal[!side] >= 0) sum_weight(sum, e->near[1][type][place_near(e, side, square, royal[!side])], own);
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

/* The royal of the lowest type, so that a second royal joining or leaving changes nothing. */
static void find_royals(const Position *p, const uint64_t words[4], int16_t royal[2]) {
    int best[2] = {MAX_TYPES, MAX_TYPES};
    royal[0] = royal[1] = -1;
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits), side = piece_side(p->board[square]), type = piece_type(p->board[square]);
            if (type >= best[side] || !p->variant->types[type].royal) continue;
            best[side] = type;
            royal[side] = (int16_t)square;
        }
}

void eval_refresh(const Eval *e, const Position *p, Accumulator *accumulator) {
    Sum sum = {0, 0};
    uint64_t words[4];
    occupied_words(p, words);
    find_royals(p, words, accumulator->royal);
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            sum_piece(e, &sum, accumulator->royal, square, p->board[square], 1);
        }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++) sum_hand(e, &sum, side, i, p->hand[side][i], 1);
    accumulator->full = sum.full;
    accumulator->few = sum.few;
}

static bool moves_royal(const Position *p, const Edits *edits) {
    const PieceType *types = p->variant->types;
    for (int i = 0; i < edits->board_count; i++)
        if (types[piece_type(edits->board[i].was)].royal || types[piece_type(edits->board[i].now)].royal) return true;
    return false;
}

/* A hand edited twice in one move counts in order, from what it was before. */
static void update_hands(const Eval *e, const Position *p, const Edits *edits, Sum *sum) {
    for (int i = 0; i < edits->hand_count; i++) {
        int side = edits->hand[i].side, index = edits->hand[i].index, later = 0;
        for (int j = i; j < edits->hand_count; j++)
            if (edits->hand[j].side == side && edits->hand[j].index == index) later += edits->hand[j].by;
        int before = p->hand[side][index] - later;
        sum_hand(e, sum, side, index, before, -1);
        sum_hand(e, sum, side, index, before + edits->hand[i].by, 1);
    }
}

void eval_update(const Eval *e, const Position *p, const Edits *edits, const Accumulator *before, Accumulator *after) {
    if (moves_royal(p, edits)) {
        eval_refresh(e, p, after);
        return;
    }
    Sum sum = {before->full, before->few};
    after->royal[0] = before->royal[0];
    after->royal[1] = before->royal[1];
    for (int i = 0; i < edits->board_count; i++) {
        int square = edits->board[i].square;
        if (edits->board[i].was) sum_piece(e, &sum, before->royal, square, edits->board[i].was, -1);
        if (edits->board[i].now) sum_piece(e, &sum, before->royal, square, edits->board[i].now, 1);
    }
    update_hands(e, p, edits, &sum);
    after->full = sum.full;
    after->few = sum.few;
}

int eval_score(const Eval *e, const Position *p, const Accumulator *accumulator) {
    int men = p->men[0] + p->men[1];
    int phase = men >= e->men_full ? EVAL_PHASES : men * EVAL_PHASES / e->men_full;
    int64_t full = accumulator->full, few = accumulator->few;
    if (p->side == HENKA_GOTE) full = -full, few = -few;
    int64_t score = ((full + e->tempo.full) * phase + (few + e->tempo.few) * (EVAL_PHASES - phase)) / EVAL_PHASES;
    return score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : (int)score;
}
