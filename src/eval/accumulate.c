#include "eval/eval.h"
#include "eval/net_part.h"
#include "variant/tables.h"

#include <string.h>

typedef int64_t Fetched __attribute__((vector_size(16)));
typedef int16_t Halves __attribute__((vector_size(16)));
typedef int32_t Wide __attribute__((vector_size(32)));

/* Put so that compilers see one instruction that fetches and widens. */
static inline Sum widen(const Weight *w) {
    int64_t fetched;
    memcpy(&fetched, w, sizeof fetched);
    Wide wide = __builtin_convertvector((Halves)(Fetched){fetched}, Wide);
    return (Sum)__builtin_shufflevector(wide, wide, 0, 1, 2, 3);
}

/* Where in a row the places seen from that royal begin, less a square's offset. Any will do while none is there: it is stale then. */
static inline int places_from(const Eval *e, int side, int royal) {
    return e->squares + side * e->places + e->offset_centre - e->offset[(uint8_t)royal];
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
    if (sets && p->royals[side] == 1) return set_lowest(p->royal_set[side]);
    for (int i = 0; i < 4; i++) {
        uint64_t bits = sets ? i < 2 ? (uint64_t)(p->royal_set[side] >> 64 * i) : 0 : p->royal_words[side][i];
        for (; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits), type = piece_type(p->board[square]);
            if (type < best) best = type, found = square;
        }
    }
    return found;
}

static void keep_near(Accumulator *accumulator, int side, int royal, Sum near) {
    accumulator->near[side] = near;
    accumulator->royal[side] = (int16_t)royal;
    accumulator->stale &= (uint8_t)~(1 << side);
    accumulator->absent = (uint8_t)((accumulator->absent & ~(1 << side)) | (royal < 0) << side);
}

static void refresh_near(const Eval *e, const Position *p, int side, const uint64_t words[4], Accumulator *accumulator) {
    Sum sum = {0};
    int royal = find_royal(p, side), first = places_from(e, side, royal);
    for (int i = 0; royal >= 0 && i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            sum += widen(e->rows + e->row[p->board[square]] + first + e->offset[square]);
        }
    keep_near(accumulator, side, royal, sum);
}

void eval_refresh(const Eval *e, const Position *p, Accumulator *accumulator) {
    Sum sum = {0};
    uint64_t words[4];
    occupied_words(p, words);
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            sum += widen(e->rows + e->row[p->board[square]] + square);
        }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++) sum += widen(&e->held[side][i][p->hand[side][i]]);
    accumulator->men = sum;
    accumulator->stale = accumulator->absent = 0;
    for (int side = 0; side < 2; side++) refresh_near(e, p, side, words, accumulator);
}

/* Eight squares at a time. */
static Sum settle_near(const Eval *e, const Position *p, Settled *settled, int first) {
    Sum sum = settled->near;
    for (int i = 0; i < e->squares; i += 8) {
        uint64_t now, was;
        memcpy(&now, p->board + i, sizeof now);
        memcpy(&was, settled->board + i, sizeof was);
        if (now == was) continue;
        for (uint64_t apart = now ^ was; apart;) {
            int byte = __builtin_ctzll(apart) >> 3, square = i + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 7 - byte : byte);
            int place = first + e->offset[square];
            Piece left = settled->board[square], came = p->board[square];
            apart &= ~((uint64_t)255 << 8 * byte);
            if (left) sum -= widen(e->rows + e->row[left] + place);
            if (came) sum += widen(e->rows + e->row[came] + place);
        }
        memcpy(settled->board + i, &now, sizeof now);
    }
    return settled->near = sum;
}

void eval_settle(const Eval *e, const Position *p, Settled settled[2][MAX_SQUARES], Accumulator *accumulator) {
    for (int side = 0; side < 2; side++) {
        if (!(accumulator->stale >> side & 1)) continue;
        int royal = find_royal(p, side);
        keep_near(accumulator, side, royal, royal < 0 ? (Sum){0} : settle_near(e, p, &settled[side][royal], places_from(e, side, royal)));
    }
}

/* ---- following a move ---- */

typedef struct Running {
    Sum men, near[2];
    int first[2]; /* see places_from */
} Running;

static inline void run_piece(const Eval *e, Running *run, int square, Piece piece, bool on) {
    const Weight *row = e->rows + e->row[piece], *places = row + e->offset[square];
    Sum man = widen(row + square), near[2] = {widen(places + run->first[0]), widen(places + run->first[1])};
    run->men = on ? run->men + man : run->men - man;
    for (int side = 0; side < 2; side++) run->near[side] = on ? run->near[side] + near[side] : run->near[side] - near[side];
}

/* net NULL: none. Compiled for each. */
EACH_WIDTH void follow(const Eval *e, const Net *net, const Edits *edits, const Accumulator *before, Accumulator *after, const NetSum *net_before,
                       NetSum *net_after) {
    NetPart all = {0, NET_USUAL, NET_USUAL};
    Running run = {before->men, {before->near[0], before->near[1]}, {places_from(e, 0, before->royal[0]), places_from(e, 1, before->royal[1])}};
    NetPartSum part;
    int stale = before->stale | before->absent;
    if (net) part = net_part_load(all, net_before);
#pragma GCC unroll 1
    for (int i = 0; i < edits->board_count; i++) {
        int square = edits->board[i].square;
        Piece was = edits->board[i].was, now = edits->board[i].now;
        stale |= e->royal[was] | e->royal[now];
        if (was) {
            run_piece(e, &run, square, was, false);
            if (net) net_part_man(net, all, &part, square, was, false);
        }
        if (now) {
            run_piece(e, &run, square, now, true);
            if (net) net_part_man(net, all, &part, square, now, true);
        }
    }
#pragma GCC unroll 1
    for (int i = 0; i < edits->hand_count; i++) {
        int side = edits->hand[i].side, index = edits->hand[i].index, was = edits->hand[i].was, now = edits->hand[i].now;
        run.men += widen(&e->held[side][index][now]) - widen(&e->held[side][index][was]);
        if (net) net_part_hand(net, all, &part, side, index, was, now);
    }
    *after = (Accumulator){run.men, {run.near[0], run.near[1]}, {before->royal[0], before->royal[1]}, (uint8_t)stale, before->absent};
    if (net) net_part_store(all, &part, net_after);
}

void eval_update(const Eval *e, const Edits *edits, const Accumulator *before, Accumulator *after) {
    follow(e, NULL, edits, before, after, NULL, NULL);
}

void eval_follow(const Eval *e, const Edits *edits, const Accumulator *before, Accumulator *after, const NetSum *net_before, NetSum *net_after) {
    if (e->net->hidden == NET_USUAL) {
        follow(e, e->net, edits, before, after, net_before, net_after);
        return;
    }
    eval_update(e, edits, before, after);
    net_update(e->net, edits, net_before, net_after);
}

int eval_score(const Eval *e, const Position *p, const Accumulator *accumulator) {
    int phase = e->phase[p->men[0] + p->men[1]];
    Sum sum = accumulator->men + accumulator->near[0] + accumulator->near[1];
    int64_t full = (int32_t)sum[0], few = (int32_t)sum[1];
    assert(!accumulator->stale);
    if (p->side == HENKA_GOTE) full = -full, few = -few;
    int64_t score = ((full + e->tempo.full) * phase + (few + e->tempo.few) * (EVAL_PHASES - phase)) / EVAL_PHASES;
    return score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : (int)score;
}
