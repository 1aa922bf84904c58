#include "eval/eval.h"
#include "base/memory.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/hash.h"
#include "eval/derive.h"
#include "eval/net_inline.h"
#include "eval/stored.h"
#include "rules/game.h"
#include "tables/tables.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- the evaluations of a variant, made when first needed ---- */

static Eval *derived_new(const HenkaVariant *v) {
    Eval *made = memory_take_zeroed(sizeof *made);
    if (made) derive_eval(v, made);
    return made;
}

/* Stores the evaluation `made` in *place and returns it. Two threads may make one at the same time:
 * the thread that finishes second discards its own and returns the stored one. */
static const Eval *keep(HenkaVariant *v, void *_Atomic *place, Eval *made) {
    void *ready = NULL;
    if (!made) return NULL;
    if (atomic_compare_exchange_strong(place, &ready, (void *)made)) {
        if (made->net) v->network = (void *)made->net;
        return made;
    }
    memory_give((void *)made->net);
    memory_give(made);
    return ready;
}

const Eval *eval_derived_of(const HenkaVariant *variant) {
    HenkaVariant *v = (HenkaVariant *)variant;
    void *ready = atomic_load_explicit(&v->derived_evaluator, memory_order_acquire);
    return ready ? ready : keep(v, &v->derived_evaluator, derived_new(v));
}

const Eval *eval_of(const HenkaVariant *variant) {
    HenkaVariant *v = (HenkaVariant *)variant;
    void *ready = atomic_load_explicit(&v->evaluator, memory_order_acquire);
    if (ready) return ready;
    size_t length = 0;
    const char *text = stored_eval_text(v->name, &length);
    Eval *made = derived_new(v);
    if (made && text) stored_eval_read(v, text, length, made, NULL);
    if (made && (text = stored_net(v->name, &length))) made->net = net_read(v, text, length, NULL);
    return keep(v, &v->evaluator, made);
}

/* ---- fitted numbers: no other code has the variant yet, so its evaluation may change ---- */

bool henka_variant_set_eval(HenkaVariant *v, const char *text, size_t length, HenkaError *error) {
    Eval *eval = (Eval *)eval_of(v), *read = eval ? derived_new(v) : NULL;
    if (!read) return error_set(error, MSG_NO_MEMORY);
    bool good = !length || stored_eval_read(v, text, length, read, error);
    if (good) {
        read->net = eval->net;
        *eval = *read;
    }
    memory_give(read);
    return good;
}

bool henka_variant_set_net(HenkaVariant *v, const char *bytes, size_t length, HenkaError *error) {
    Eval *eval = (Eval *)eval_of(v);
    if (!eval) return error_set(error, MSG_NO_MEMORY);
    Net *net = length ? net_read(v, bytes, length, error) : NULL;
    if (length && !net) return false;
    memory_give(v->network);
    v->network = net;
    eval->net = net;
    return true;
}

HenkaEvaluation henka_variant_evaluation(const HenkaVariant *v) {
    const Eval *eval = eval_of(v);
    if (!eval) return (HenkaEvaluation){0};
    uint64_t numbers = eval->file_hash, network = eval->net ? eval->net->file_hash : 0;
    return (HenkaEvaluation){.fitted = numbers,
                             .network = network,
                             .left_out = eval->left_out,
                             .hash = (numbers * HASH_PRIME_64 ^ network) * HASH_PRIME_64};
}

/* ---- gote's tables ---- */

static Weight opposite(Weight w) { return (Weight){(int16_t)-w.mg, (int16_t)-w.eg}; }

void eval_mirror(const HenkaVariant *v, Eval *e) {
    for (int type = 1; type <= v->type_count; type++) {
        const Weight *squares = eval_psqt(e, type), *own = eval_royal_psqt(e, false, type),
                     *enemy = eval_royal_psqt(e, true, type);
        Weight *row = e->psqt + e->psqt_row[piece_make(HENKA_GOTE, type)];
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

void eval_find_cheapest(const HenkaVariant *v, Eval *e) {
    e->cheapest = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (!e->cheapest || e->board_value[type] < e->cheapest) e->cheapest = e->board_value[type];
}

/* ---- the accumulator of a position ---- */

typedef int64_t Int64x2 __attribute__((vector_size(16)));
typedef int16_t Int16x8 __attribute__((vector_size(16)));
typedef int32_t Int32x8 __attribute__((vector_size(32)));

/* Returns the weight *w and the one after it in memory as four 32-bit lanes. Written so that
 * compilers see one instruction that loads and sign-extends (vpmovsxwd). */
static inline WeightSum widen(const Weight *w) {
    int64_t bits;
    memcpy(&bits, w, sizeof bits);
    Int32x8 wide = __builtin_convertvector((Int16x8)(Int64x2){bits}, Int32x8);
    return (WeightSum)__builtin_shufflevector(wide, wide, 0, 1, 2, 3);
}

/* Returns Accumulator.relative_first of a side whose royal stands on square `royal`. Without a
 * royal (-1) the result has no meaning. */
static inline int relative_first(const Eval *e, int side, int royal) {
    return e->squares + side * e->places + e->offset_centre - e->offset[(uint8_t)royal];
}

/* Returns the square of the side's royal, the one of the lowest type if there are several, so that
 * a second royal which appears or disappears changes nothing. -1: no royal. */
static int find_royal(const Position *p, int side) {
    bool sets = p->variant->tables->bitboard128;
    int best = MAX_TYPES, found = -1;
    if (sets && p->royals[side] == 1) return bb_lsb(p->royal_set[side]);
    uint64_t words[4] = {(uint64_t)p->royal_set[side], (uint64_t)(p->royal_set[side] >> 64)};
    if (!sets) memcpy(words, p->royal_words[side], sizeof words);
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits), type = piece_type(p->board[square]);
            if (type < best) best = type, found = square;
        }
    return found;
}

static void set_relative(const Eval *e, Accumulator *accumulator, int side, int royal,
                         WeightSum sum) {
    accumulator->relative[side] = sum;
    accumulator->relative_first[side] = relative_first(e, side, royal);
    accumulator->royal[side] = (int16_t)royal;
    accumulator->stale &= (uint8_t)~(1 << side);
    accumulator->absent = (uint8_t)((accumulator->absent & ~(1 << side)) | (royal < 0) << side);
}

void eval_refresh(const Eval *e, const Position *p, Accumulator *accumulator) {
    WeightSum pieces = {0};
    Bitboard all = p->by_side[0] | p->by_side[1];
    uint64_t words[4] = {(uint64_t)all, (uint64_t)(all >> 64)}; /* occupied squares, 64 a word */
    for (int i = 0; i < 4 && !p->variant->tables->bitboard128; i++)
        words[i] = p->by_side_words[0][i] | p->by_side_words[1][i];
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            pieces += widen(e->psqt + e->psqt_row[p->board[square]] + square);
        }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++)
            pieces += widen(&e->held[side][i][p->hand[side][i]]);
    accumulator->pieces = pieces;
    accumulator->stale = accumulator->absent = 0;
    for (int side = 0; side < 2; side++) {
        WeightSum sum = {0};
        int royal = find_royal(p, side), first = relative_first(e, side, royal);
        for (int i = 0; royal >= 0 && i < 4; i++)
            for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
                int square = 64 * i + __builtin_ctzll(bits);
                sum += widen(e->psqt + e->psqt_row[p->board[square]] + first + e->offset[square]);
            }
        set_relative(e, accumulator, side, royal, sum);
    }
}

/* ---- the refresh cache ---- */

enum { CHUNK = 64 };

/* Returns a bit for each of eight bytes that is not 0; the lowest bit stands for the first byte. */
static inline uint64_t nonzero_bytes(uint64_t bytes) {
    const uint64_t tops = 0x8080808080808080u;
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) bytes = __builtin_bswap64(bytes);
    uint64_t set = (((bytes & ~tops) + ~tops) | bytes) & tops;
    return (set >> 7) * 0x0102040810204080u >> 56;
}

/* Returns a bit for each of the next `squares` (at most CHUNK) squares: set if they differ. */
static inline uint64_t squares_that_differ(const Piece *now, const Piece *was, int squares) {
    uint64_t differ = 0;
    for (int i = 0; i < squares; i += 8) {
        uint64_t a, b;
        memcpy(&a, now + i, sizeof a);
        memcpy(&b, was + i, sizeof b);
        differ |= nonzero_bytes(a ^ b) << i;
    }
    return differ;
}

/* Updates the cache to the board of this position and returns its new sum. All squares that differ
 * are found before any is summed, so that the processor has to predict only their number. */
static WeightSum update_cache(const Eval *e, const Position *p, RefreshCache *cache, int first) {
    WeightSum sum = cache->sum;
    for (int i = 0; i < e->squares; i += CHUNK) {
        const Piece *now = p->board + i;
        Piece *was = cache->board + i;
        int squares = e->squares - i < CHUNK ? e->squares - i : CHUNK;
        for (uint64_t differ = squares_that_differ(now, was, squares); differ;
             differ &= differ - 1) {
            int at = __builtin_ctzll(differ), place = first + e->offset[i + at];
            assert(now[at] != was[at]);
            sum += widen(e->psqt + e->psqt_row[now[at]] + place) -
                   widen(e->psqt + e->psqt_row[was[at]] + place);
            was[at] = now[at];
        }
    }
    return cache->sum = sum;
}

NOINLINE void eval_refresh_royals(const Eval *e, const Position *p,
                                  RefreshCache cache[2][MAX_SQUARES], Accumulator *accumulator) {
    for (unsigned stale = accumulator->stale; stale; stale &= stale - 1) {
        int side = __builtin_ctz(stale), royal = find_royal(p, side);
        set_relative(e, accumulator, side, royal,
                     royal < 0
                         ? (WeightSum){0}
                         : update_cache(e, p, &cache[side][royal], relative_first(e, side, royal)));
    }
}

/* ---- updating by a move's edits ---- */

/* The accumulators of the evaluation and of the network, which stay in registers while a move's
 * edits are added. Every function below with the argument `net` is compiled twice: true means a
 * network with NET_USUAL hidden numbers. */
typedef struct Update {
    WeightSum pieces;      /* Accumulator.pieces, with the edits added up to now */
    WeightSum relative[2]; /* Accumulator.relative, with the edits added up to now */
    int first[2];          /* Accumulator.relative_first, which a move does not change */
    int stale;             /* bit 1 << side: `relative` of this side must be summed again */
    NetUsual net;          /* the hidden numbers of both views; filled only if `net` is true */
} Update;

static FORCE_INLINE Update update_begin(bool net, const Accumulator *before,
                                        const NetAccumulator *net_before) {
    Update u = {before->pieces,
                {before->relative[0], before->relative[1]},
                {before->relative_first[0], before->relative_first[1]},
                before->stale | before->absent};
    if (net) u.net = net_usual_load(net_before);
    return u;
}

static FORCE_INLINE void update_end(bool net, const Update *u, const Accumulator *before,
                                    Accumulator *after, NetAccumulator *net_after) {
    after->pieces = u->pieces;
    after->relative[0] = u->relative[0], after->relative[1] = u->relative[1];
    memcpy(after->relative_first, before->relative_first, sizeof after->relative_first);
    memcpy(after->royal, before->royal, sizeof after->royal);
    after->absent = before->absent, after->stale = (uint8_t)u->stale;
    if (net) net_usual_store(&u->net, net_after);
}

/* Adds a piece on a square (`on` is true) or removes it. */
static FORCE_INLINE void update_piece(bool net, const Eval *e, Update *u, int square, Piece piece,
                                      bool on) {
    const Weight *row = e->psqt + e->psqt_row[piece], *places = row + e->offset[square];
    WeightSum by_square = widen(row + square),
              relative[2] = {widen(places + u->first[0]), widen(places + u->first[1])};
    u->pieces = on ? u->pieces + by_square : u->pieces - by_square;
    for (int side = 0; side < 2; side++)
        u->relative[side] =
            on ? u->relative[side] + relative[side] : u->relative[side] - relative[side];
    u->stale |= e->royal[piece];
    if (net) net_usual_piece(e->net, &u->net, square, piece, on);
}

/* Applies the i-th edit of a hand in `edits`, which adds (`more` is true) or removes a piece. */
static FORCE_INLINE void update_hand(bool net, const Eval *e, Update *u, const Edits *edits, int i,
                                     bool more) {
    int side = edits->hand[i].side, index = edits->hand[i].index, was = edits->hand[i].was,
        now = edits->hand[i].now;
    const Weight *held = e->held[side][index];
    assert(now - was == (more ? 1 : -1));
    u->pieces += widen(held + now) - widen(held + was);
    if (net) net_usual_hand(e->net, &u->net, side, index, more ? now : was, more);
}

/* The arguments of eval_update_with_net, which other functions have too. */
#define UPDATE_ARGUMENTS                                                                           \
    const Eval *e, const Edits *edits, const Accumulator *before, Accumulator *after,              \
        const NetAccumulator *net_before, NetAccumulator *net_after

static FORCE_INLINE void update_any(bool net, UPDATE_ARGUMENTS) {
    Update u = update_begin(net, before, net_before);
#pragma GCC unroll 1
    for (int i = 0; i < edits->board_count; i++) {
        int square = edits->board[i].square;
        if (edits->board[i].was) update_piece(net, e, &u, square, edits->board[i].was, false);
        if (edits->board[i].now) update_piece(net, e, &u, square, edits->board[i].now, true);
    }
#pragma GCC unroll 1
    for (int i = 0; i < edits->hand_count; i++) {
        if (edits->hand[i].now > edits->hand[i].was)
            update_hand(net, e, &u, edits, i, true);
        else
            update_hand(net, e, &u, edits, i, false);
    }
    update_end(net, &u, before, after, net_after);
}

/* Do these edits belong to the usual move, in which a piece moves from one square to another and
 * may capture there? Two edited squares may also be those of two captured pieces, but then the
 * second square is empty after the move. */
static FORCE_INLINE bool is_step(const Edits *edits) {
    bool captures = edits->hand_count == 1 && edits->hand[0].now > edits->hand[0].was;
    return edits->board_count == 2 && edits->board[1].now && (!edits->hand_count || captures);
}

static FORCE_INLINE void update_step(bool net, UPDATE_ARGUMENTS) {
    Update u = update_begin(net, before, net_before);
    int to = edits->board[1].square;
    assert(edits->board[0].was && !edits->board[0].now && edits->board[1].now);
    update_piece(net, e, &u, to, edits->board[1].now, true);
    update_piece(net, e, &u, edits->board[0].square, edits->board[0].was, false);
    if (edits->board[1].was) update_piece(net, e, &u, to, edits->board[1].was, false);
    if (edits->hand_count) update_hand(net, e, &u, edits, 0, true);
    update_end(net, &u, before, after, net_after);
}

static FORCE_INLINE void update_drop(bool net, UPDATE_ARGUMENTS) {
    Update u = update_begin(net, before, net_before);
    update_piece(net, e, &u, edits->board[0].square, edits->board[0].now, true);
    update_hand(net, e, &u, edits, 0, false);
    update_end(net, &u, before, after, net_after);
}

void eval_update(const Eval *e, const Edits *edits, const Accumulator *before, Accumulator *after) {
    if (is_step(edits))
        update_step(false, e, edits, before, after, NULL, NULL);
    else
        update_any(false, e, edits, before, after, NULL, NULL);
}

/* Each kind of move has its own function, which saves only the registers that this kind needs. */
static NOINLINE void update_step_with_net(UPDATE_ARGUMENTS) {
    update_step(true, e, edits, before, after, net_before, net_after);
}
static NOINLINE void update_drop_with_net(UPDATE_ARGUMENTS) {
    update_drop(true, e, edits, before, after, net_before, net_after);
}
static NOINLINE void update_any_with_net(UPDATE_ARGUMENTS) {
    update_any(true, e, edits, before, after, net_before, net_after);
}
static NOINLINE void update_without_usual_net(UPDATE_ARGUMENTS) {
    eval_update(e, edits, before, after);
    if (e->net) net_update(e->net, edits, net_before, net_after);
}

void eval_update_with_net(UPDATE_ARGUMENTS) {
    if (!e->net || e->net->hidden != NET_USUAL)
        update_without_usual_net(e, edits, before, after, net_before, net_after);
    else if (is_step(edits))
        update_step_with_net(e, edits, before, after, net_before, net_after);
    else if (edits->board_count == 1 && edits->hand_count == 1 && !edits->board[0].was)
        update_drop_with_net(e, edits, before, after, net_before, net_after);
    else
        update_any_with_net(e, edits, before, after, net_before, net_after);
}

/* ---- the score ---- */

/* Blends midgame and endgame sums by the phase of the game, which depends on the number of pieces
 * left on the board (wiki: Tapered Eval). */
static FORCE_INLINE int tapered_score(const Eval *e, const Position *p,
                                      const Accumulator *accumulator) {
    int phase = e->phase[p->piece_count[0] + p->piece_count[1]];
    WeightSum sum = accumulator->pieces + accumulator->relative[0] + accumulator->relative[1];
    /* (x ^ sign) - sign is x for sente, where sign is 0, and -x for gote, where sign is -1. */
    int64_t sign = -(int64_t)p->side, mg = (int32_t)sum[0], eg = (int32_t)sum[1];
    mg = (mg ^ sign) - sign + e->tempo.mg, eg = (eg ^ sign) - sign + e->tempo.eg;
    assert(!accumulator->stale);
    int64_t score = ((mg - eg) * phase + eg * EVAL_PHASES) / EVAL_PHASES;
    return (int)(score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : score);
}

int eval_score(const Eval *e, const Position *p, const Accumulator *accumulator) {
    return tapered_score(e, p, accumulator);
}

int eval_value(const Eval *e, const Position *p, const Accumulator *accumulator,
               const NetAccumulator *net_accumulator) {
    int score = tapered_score(e, p, accumulator);
    const Net *net = e->net;
    if (!net) return score;
    return eval_join(score, net->hidden == NET_USUAL ? net_out(net, NET_USUAL, p, net_accumulator)
                                                     : net_score(net, p, net_accumulator));
}

int eval_position(const Eval *e, const Position *p) {
    Accumulator accumulator;
    NetAccumulator net_accumulator;
    eval_refresh(e, p, &accumulator);
    if (e->net) net_refresh(e->net, p, &net_accumulator);
    return eval_value(e, p, &accumulator, &net_accumulator);
}

int henka_game_evaluate(const HenkaGame *game) {
    const Eval *e = eval_of(game->variant);
    return e ? eval_position(e, &game->position) : 0;
}

int henka_variant_type_value(const HenkaVariant *v, int type) {
    const Eval *e = type >= 1 && type <= v->type_count ? eval_of(v) : NULL;
    if (!e) return 0;
    assert(e->cheapest > 0);
    return (int)((int64_t)e->board_value[type] * 100 / e->cheapest);
}
