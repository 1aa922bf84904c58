#include "eval/eval.h"

#include "base/compiler.h"
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

/* Where in a row the places seen from that royal begin, less a square's offset. */
static inline int places_from(const Eval *e, int side, int royal) {
    return e->squares + side * e->places + e->offset_centre - e->offset[(uint8_t)royal];
}

/* The occupied squares, 64 a word. */
static void occupied_words(const Position *p, uint64_t words[4]) {
    bool sets = p->variant->tables->bitboard128;
    Bitboard all = p->by_side[0] | p->by_side[1];
    for (int i = 0; i < 4; i++)
        words[i] = sets ? i < 2 ? (uint64_t)(all >> 64 * i) : 0
                        : p->by_side_words[0][i] | p->by_side_words[1][i];
}

/* The royal of the lowest type, so that a second royal joining or leaving changes nothing. -1 none.
 */
static int find_royal(const Position *p, int side) {
    bool sets = p->variant->tables->bitboard128;
    int best = MAX_TYPES, found = -1;
    if (sets && p->royals[side] == 1) return bb_lsb(p->royal_set[side]);
    for (int i = 0; i < 4; i++) {
        uint64_t bits =
            sets ? i < 2 ? (uint64_t)(p->royal_set[side] >> 64 * i) : 0 : p->royal_words[side][i];
        for (; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits), type = piece_type(p->board[square]);
            if (type < best) best = type, found = square;
        }
    }
    return found;
}

static void keep_near(const Eval *e, Accumulator *accumulator, int side, int royal, Sum near) {
    accumulator->near[side] = near;
    accumulator->first[side] = places_from(e, side, royal);
    accumulator->royal[side] = (int16_t)royal;
    accumulator->stale &= (uint8_t)~(1 << side);
    accumulator->absent = (uint8_t)((accumulator->absent & ~(1 << side)) | (royal < 0) << side);
}

static void refresh_near(const Eval *e, const Position *p, int side, const uint64_t words[4],
                         Accumulator *accumulator) {
    Sum sum = {0};
    int royal = find_royal(p, side), first = places_from(e, side, royal);
    for (int i = 0; royal >= 0 && i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            sum += widen(e->rows + e->row[p->board[square]] + first + e->offset[square]);
        }
    keep_near(e, accumulator, side, royal, sum);
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
        for (int i = 0; i < p->variant->hand_count; i++)
            sum += widen(&e->held[side][i][p->hand[side][i]]);
    accumulator->men = sum;
    accumulator->stale = accumulator->absent = 0;
    for (int side = 0; side < 2; side++) refresh_near(e, p, side, words, accumulator);
}

enum { CHUNK = 64 };

/* A bit for each byte that is not 0, the lowest for the first. */
static inline uint64_t bytes_set(uint64_t bytes) {
    const uint64_t tops = 0x8080808080808080u;
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) bytes = __builtin_bswap64(bytes);
    uint64_t set = (((bytes & ~tops) + ~tops) | bytes) & tops;
    return (set >> 7) * 0x0102040810204080u >> 56;
}

/* The squares where two boards differ, of the next CHUNK. */
static inline uint64_t squares_apart(const Piece *now, const Piece *was, int squares) {
    uint64_t apart = 0;
    for (int i = 0; i < squares; i += 8) {
        uint64_t a, b;
        memcpy(&a, now + i, sizeof a);
        memcpy(&b, was + i, sizeof b);
        apart |= bytes_set(a ^ b) << i;
    }
    return apart;
}

/* Which squares is found out before anything is summed, so that nothing but their number is left to
 * foretell. */
static Sum settle_near(const Eval *e, const Position *p, Settled *settled, int first) {
    Sum sum = settled->near;
    for (int i = 0; i < e->squares; i += CHUNK) {
        const Piece *now = p->board + i;
        Piece *was = settled->board + i;
        for (uint64_t apart =
                 squares_apart(now, was, e->squares - i < CHUNK ? e->squares - i : CHUNK);
             apart; apart &= apart - 1) {
            int at = __builtin_ctzll(apart), place = first + e->offset[i + at];
            sum +=
                widen(e->rows + e->row[now[at]] + place) - widen(e->rows + e->row[was[at]] + place);
            was[at] = now[at];
        }
    }
    return settled->near = sum;
}

NOINLINE void eval_settle(const Eval *e, const Position *p, Settled settled[2][MAX_SQUARES],
                          Accumulator *accumulator) {
    for (unsigned stale = accumulator->stale; stale; stale &= stale - 1) {
        int side = __builtin_ctz(stale), royal = find_royal(p, side);
        keep_near(e, accumulator, side, royal,
                  royal < 0
                      ? (Sum){0}
                      : settle_near(e, p, &settled[side][royal], places_from(e, side, royal)));
    }
}

/* ---- following a move ---- */

typedef struct Running {
    Sum men, near[2];
    int first[2], stale;
    NetUsual net;
} Running;

/* net: with a network of the usual width besides. Compiled for each. */
static FORCE_INLINE Running run_begin(bool net, const Accumulator *before,
                                      const NetSum *net_before) {
    Running run = {before->men,
                   {before->near[0], before->near[1]},
                   {before->first[0], before->first[1]},
                   before->stale | before->absent};
    if (net) run.net = net_usual_load(net_before);
    return run;
}

static FORCE_INLINE void run_end(bool net, const Running *run, const Accumulator *before,
                                 Accumulator *after, NetSum *net_after) {
    after->men = run->men, after->near[0] = run->near[0], after->near[1] = run->near[1];
    memcpy(after->first, before->first, sizeof after->first);
    memcpy(after->royal, before->royal, sizeof after->royal);
    after->absent = before->absent, after->stale = (uint8_t)run->stale;
    if (net) net_usual_store(&run->net, net_after);
}

static FORCE_INLINE void run_piece(bool net, const Eval *e, Running *run, int square, Piece piece,
                                   bool on) {
    const Weight *row = e->rows + e->row[piece], *places = row + e->offset[square];
    Sum man = widen(row + square),
        near[2] = {widen(places + run->first[0]), widen(places + run->first[1])};
    run->men = on ? run->men + man : run->men - man;
    for (int side = 0; side < 2; side++)
        run->near[side] = on ? run->near[side] + near[side] : run->near[side] - near[side];
    run->stale |= e->royal[piece];
    if (net) net_usual_man(e->net, &run->net, square, piece, on);
}

static FORCE_INLINE void run_hand(bool net, const Eval *e, Running *run, const Edits *edits, int i,
                                  bool more) {
    int side = edits->hand[i].side, index = edits->hand[i].index, was = edits->hand[i].was,
        now = edits->hand[i].now;
    const Weight *held = e->held[side][index];
    assert(now - was == (more ? 1 : -1));
    run->men += widen(held + now) - widen(held + was);
    if (net) net_usual_held(e->net, &run->net, side, index, more ? now : was, more);
}

static FORCE_INLINE void follow_any(bool net, const Eval *e, const Edits *edits,
                                    const Accumulator *before, Accumulator *after,
                                    const NetSum *net_before, NetSum *net_after) {
    Running run = run_begin(net, before, net_before);
#pragma GCC unroll 1
    for (int i = 0; i < edits->board_count; i++) {
        int square = edits->board[i].square;
        if (edits->board[i].was) run_piece(net, e, &run, square, edits->board[i].was, false);
        if (edits->board[i].now) run_piece(net, e, &run, square, edits->board[i].now, true);
    }
#pragma GCC unroll 1
    for (int i = 0; i < edits->hand_count; i++) {
        if (edits->hand[i].now > edits->hand[i].was)
            run_hand(net, e, &run, edits, i, true);
        else
            run_hand(net, e, &run, edits, i, false);
    }
    run_end(net, &run, before, after, net_after);
}

/* Somebody comes to a square, where he may take one, and leaves another, or is dropped. Two edits
 * may also be two victims. */
static FORCE_INLINE bool is_step(const Edits *edits) {
    return edits->board_count == 2 && edits->hand_count < 2 && edits->board[1].now;
}
static FORCE_INLINE bool is_drop(const Edits *edits) {
    return edits->board_count == 1 && edits->hand_count == 1 && !edits->board[0].was;
}

static FORCE_INLINE void follow_step(bool net, const Eval *e, const Edits *edits,
                                     const Accumulator *before, Accumulator *after,
                                     const NetSum *net_before, NetSum *net_after) {
    Running run = run_begin(net, before, net_before);
    int to = edits->board[1].square;
    assert(edits->board[0].was && !edits->board[0].now && edits->board[1].now);
    run_piece(net, e, &run, to, edits->board[1].now, true);
    run_piece(net, e, &run, edits->board[0].square, edits->board[0].was, false);
    if (edits->board[1].was) run_piece(net, e, &run, to, edits->board[1].was, false);
    if (edits->hand_count) run_hand(net, e, &run, edits, 0, true);
    run_end(net, &run, before, after, net_after);
}

static FORCE_INLINE void follow_drop(bool net, const Eval *e, const Edits *edits,
                                     const Accumulator *before, Accumulator *after,
                                     const NetSum *net_before, NetSum *net_after) {
    Running run = run_begin(net, before, net_before);
    run_piece(net, e, &run, edits->board[0].square, edits->board[0].now, true);
    run_hand(net, e, &run, edits, 0, false);
    run_end(net, &run, before, after, net_after);
}

/* Functions apart, so that each saves only the registers it needs. */
#define FOLLOW                                                                                     \
    const Eval *e, const Edits *edits, const Accumulator *before, Accumulator *after,              \
        const NetSum *net_before, NetSum *net_after
static NOINLINE void usual_step(FOLLOW) {
    follow_step(true, e, edits, before, after, net_before, net_after);
}
static NOINLINE void usual_drop(FOLLOW) {
    follow_drop(true, e, edits, before, after, net_before, net_after);
}
static NOINLINE void usual_any(FOLLOW) {
    follow_any(true, e, edits, before, after, net_before, net_after);
}

void eval_update(const Eval *e, const Edits *edits, const Accumulator *before, Accumulator *after) {
    if (is_step(edits))
        follow_step(false, e, edits, before, after, NULL, NULL);
    else
        follow_any(false, e, edits, before, after, NULL, NULL);
}

static NOINLINE void follow_other(FOLLOW) {
    eval_update(e, edits, before, after);
    if (e->net) net_update(e->net, edits, net_before, net_after);
}

void eval_follow(FOLLOW) {
    if (!e->net || e->net->hidden != NET_USUAL)
        follow_other(e, edits, before, after, net_before, net_after);
    else if (is_step(edits))
        usual_step(e, edits, before, after, net_before, net_after);
    else if (is_drop(edits))
        usual_drop(e, edits, before, after, net_before, net_after);
    else
        usual_any(e, edits, before, after, net_before, net_after);
}

/* ---- what it is worth ---- */

static inline int64_t limited(int64_t score) {
    return score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : score;
}

static FORCE_INLINE int linear_score(const Eval *e, const Position *p,
                                     const Accumulator *accumulator) {
    int phase = e->phase[p->piece_count[0] + p->piece_count[1]];
    Sum sum = accumulator->men + accumulator->near[0] + accumulator->near[1];
    int64_t turned = -(int64_t)p->side, full = (int32_t)sum[0], few = (int32_t)sum[1];
    full = (full ^ turned) - turned + e->tempo.full, few = (few ^ turned) - turned + e->tempo.few;
    assert(!accumulator->stale);
    return (int)limited(((full - few) * phase + few * EVAL_PHASES) / EVAL_PHASES);
}

int eval_score(const Eval *e, const Position *p, const Accumulator *accumulator) {
    return linear_score(e, p, accumulator);
}

int eval_value(const Eval *e, const Position *p, const Accumulator *accumulator,
               const NetSum *sum) {
    int score = linear_score(e, p, accumulator);
    const Net *net = e->net;
    if (!net) return score;
    return eval_join(score, net->hidden == NET_USUAL ? net_out(net, NET_USUAL, p, sum)
                                                     : net_score(net, p, sum));
}
