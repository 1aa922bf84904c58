/* movegen_bitboard - legal moves on boards of up to 128 squares.
 *
 * movegen64.c and movegen128.c include this file with BITBOARD_BITS set to 64 and to 128. Each time
 * it defines the functions of movegen_parts.h for that size. Larger boards: movegen256.c.
 *
 * Shapes   There are two methods. If CheckInfo is direct, masks decide. All pieces of a pushed
 *          type move at once, a step at a time, by shifting the board. Steppers move one by one
 *          through a window of 64 squares around them, sliders by their rays. All targets are
 *          masked by check_mask, so that in check only evasions are left. Otherwise targets are
 *          tested piece by piece. sift.h and movegen_barred.h filter the resulting list.
 * Limits   Writes whole vectors: up to seven places beyond the last move.
 * Source   chessprogramming.org: General Setwise Operations, Check Mask, Bitboard Serialization.
 */
#ifndef HENKA_RULES_MOVEGEN_BITBOARD_H
#define HENKA_RULES_MOVEGEN_BITBOARD_H

#include "rules/attacks.h"
#include "rules/checkinfo.h"
#include "rules/emit.h"
#include "rules/movegen_parts.h"
#include "rules/sift.h"
#include "rules/state_moves.h"

/* Lists all legal moves of the wanted kinds, in order of squares or of types, whichever is faster.
 * Mating drops are left out. Stalemating moves are not: see movegen_barred.h. */
static int bitboard_moves(CheckInfo *, Move *list);
/* Does the side to move have a legal move? Stops at the first one. */
static bool bitboard_any(CheckInfo *);

#include "rules/movegen_barred.h"

/* ---- target squares as moves ----------------------------------------------------------------- */

/* The weight of a square in a Move: as the target only, or as both target and origin (256 + 1). */
enum { IN_TARGET = 1, IN_TARGET_AND_ORIGIN = 257 };

#if defined __AVX512VBMI2__ && defined __AVX512BW__

#include <immintrin.h>

static inline __m512i write_squares(uint64_t word) {
    static const uint8_t numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    return _mm512_maskz_compress_epi8(word, _mm512_loadu_si512(numbers));
}

static inline void write_eight(Move *list, __m512i base, __m128i squares, int weight) {
    __m512i targets = _mm512_cvtepu8_epi64(squares);
    if (weight == IN_TARGET_AND_ORIGIN)
        targets = _mm512_or_si512(targets, _mm512_slli_epi64(targets, 8));
    _mm512_storeu_si512(list, _mm512_add_epi64(base, targets));
}

/* Writes the move base + weight * square for each square of the word. */
static inline Move *write_word(Move *list, Move base, uint64_t word, int weight) {
    __m512i squares = write_squares(word), bases = _mm512_set1_epi64((long long)base);
    int count = __builtin_popcountll(word);
    write_eight(list, bases, _mm512_castsi512_si128(squares), weight);
    if (__builtin_expect(count > 8, 0)) {
        uint8_t left[64];
        _mm512_storeu_si512(left, squares);
        for (int i = 8; i < count; i += 8)
            write_eight(list + i, bases, _mm_loadl_epi64((const __m128i *)(left + i)), weight);
    }
    return list + count;
}

#else

static inline Move *write_word(Move *list, Move base, uint64_t word, int weight) {
    for (; word; word &= word - 1) *list++ = base + (Move)weight * (Move)__builtin_ctzll(word);
    return list;
}

#endif

static inline Move *write_weighted(Move *list, Move base, Bitboard targets, int weight) {
    list = write_word(list, base, (uint64_t)targets, weight);
    return bb_high_word(targets)
               ? write_word(list, base + 64 * (Move)weight, bb_high_word(targets), weight)
               : list;
}
static inline Move *write_targets(Move *list, Move base, Bitboard targets) {
    return write_weighted(list, base, targets, IN_TARGET);
}

/* Could the moves of the next piece, or the drops of the next type, overflow the list? That happens
 * only in made-up positions; the list then lacks the remaining moves. */
static inline bool is_full(const CheckInfo *f, const Move *list) {
    return list - f->list > HENKA_MAX_MOVES - 2 * 128;
}

static inline Emit emit_from(const CheckInfo *f, Move *list) {
    return (Emit){.position = f->p,
                  .list = f->list,
                  .count = (int)(list - f->list),
                  .captures = f->what != MOVEGEN_QUIETS,
                  .quiets = f->what != MOVEGEN_CAPTURES};
}

/* Writes moves by square, for types that choose promotions or promote only on entering the zone. */
static NOINLINE Move *write_slow_promotions(const CheckInfo *f, Move *list, int from,
                                            Bitboard targets) {
    Emit e = emit_from(f, list);
    Mover mover = emit_mover_at(f->p, from);
    while (targets) {
        int to = bb_pop_lsb(&targets);
        emit(&e, &mover, to, 0, f->p->board[to] != NO_PIECE);
    }
    return e.list + e.count;
}

/* ---- the direct method: masks decide -------------------------------------------------------- */

/* Has the list room for the moves of all pieces? Only a made-up position can have more moves. */
static inline bool direct_fits(const CheckInfo *f) {
    return f->p->piece_count[f->side] * f->t->most_moves <= HENKA_MAX_MOVES - 2 * 128;
}

/* Writes a piece's moves to these targets, with promotions. Not for slow ones (BitboardPower). */
static inline Move *write_piece_moves(const CheckInfo *f, Move *list, int from, int type,
                                      Bitboard targets) {
    Move base = move_make(from, 0);
    int promoted = f->t->promotes_to[type];
    if (promoted) {
        Bitboard promotes =
            f->t->zone_bytes[f->side][from] ? targets : targets & f->t->zone[f->side];
        if (promotes) {
            list = write_targets(list, move_promote(base, promoted), promotes);
            targets &= ~(promotes & f->t->must_promote[f->side][type]);
        }
    }
    return write_targets(list, base, targets);
}

static Move *write_each_piece(const CheckInfo *f, Move *list, Bitboard pieces, Bitboard wanted) {
    for (; pieces; pieces &= pieces - 1) {
        int from = bb_lsb(pieces), type = piece_type(f->p->board[from]);
        const BitboardPower *power = &f->t->powers[f->side][type];
        Bitboard targets = checkinfo_piece_targets(f, power, from) & wanted;
        list = power->slow_promotion ? write_slow_promotions(f, list, from, targets)
                                     : write_piece_moves(f, list, from, type, targets);
    }
    return list;
}

static NOINLINE Move *write_pinned(const CheckInfo *f, Move *list) {
    for (Bitboard pieces = f->pinned; pieces; pieces &= pieces - 1)
        list = write_each_piece(f, list, pieces & -pieces,
                                checkinfo_pinned_targets(f, bb_lsb(pieces)));
    return list;
}

static inline Move *write_royal(const CheckInfo *f, Move *list) {
    int type = piece_type(f->p->board[f->royal]);
#if BITBOARD_BITS == 64
    const SmallAttacks *attacks = &f->t->small_attacks[f->side][small_index(f->t, type, f->royal)];
    Bitboard targets = f->t->small_irregular[type]
                           ? checkinfo_piece_targets(f, &f->t->powers[f->side][type], f->royal)
                           : attacks->steps & (f->quiet | f->capture);
    if (!targets) return list;
#else
    Bitboard targets = checkinfo_piece_targets(f, &f->t->powers[f->side][type], f->royal);
#endif
    return write_targets(list, move_make(f->royal, 0),
                         f->royal_unattacked ? targets : checkinfo_safe_royal_targets(f, targets));
}

#if BITBOARD_BITS == 64

/* Writes the moves piece by piece, not by type: small boards have few pieces of many types. */
static inline Move *write_pieces(const CheckInfo *f, Move *list, Bitboard own, Bitboard wanted) {
    const SmallAttacks *small_attacks = f->t->small_attacks[f->side];
    const Piece *board = f->p->board;
    Bitboard occupied = f->occupied;
    if (f->t->strip && !f->quiet) own &= strip_pieces_with_capture(f->p, occupied, wanted);
    while (own) {
        int from = bb_pop_lsb(&own), type = piece_type(board[from]);
        const SmallAttacks *attacks = &small_attacks[small_index(f->t, type, from)];
        Bitboard targets;
        if (!f->t->small_irregular[type])
            targets = checkinfo_small_targets(attacks, occupied) & wanted;
        else if (f->t->strip)
            targets =
                strip_extra_targets(&f->t->strip_extras[f->side][small_index(f->t, type, from)],
                                    attacks->steps, occupied, f->quiet, f->capture) &
                wanted;
        else {
            list = write_each_piece(f, list, BB_SQUARE(from), wanted);
            continue;
        }
        list = f->t->promotes_to[type]
                   ? write_piece_moves(f, list, from, type, targets)
                   : write_targets(list, MOVE_MARK + ((Move)from << 8), targets);
    }
    return list;
}

#else

static inline Bitboard moved_by(Bitboard pieces, int delta) {
    return delta > 0 ? pieces << delta : pieces >> -delta;
}

/* Writes each step of all pieces of a pushed type at once, and removes the pieces of such types
 * from *own. The board is shifted by delta, so the origin of a move is its target minus delta. */
static inline Move *write_pushes(const CheckInfo *f, Move *list, Bitboard wanted, Bitboard *own) {
    const Bitboard128 *by_type = f->p->by_type[f->side];
    const Tables *t = f->t;
    for (int i = 0; i < t->push_count; i++) {
        const Push *push = &t->pushes[i];
        Bitboard pieces = by_type[push->type];
        *own &= ~pieces;
        pieces &= ~f->pinned;
        int delta = push->delta[f->side];
        Move origin = (Move)(int64_t)delta << 8;
        Bitboard targets = moved_by(pieces & push->from[f->side], delta) & wanted;
        if (push->modes != (LEG_EMPTY | LEG_CAPTURE))
            targets &= push->modes & LEG_EMPTY ? f->quiet : f->capture;
        if (!targets) continue;
        if (pieces & push->promotes[f->side]) {
            Bitboard promotes = targets & moved_by(pieces & push->promotes[f->side], delta);
            list =
                write_weighted(list, move_promote(MOVE_MARK, t->promotes_to[push->type]) - origin,
                               promotes, IN_TARGET_AND_ORIGIN);
            targets &= ~(promotes & t->must_promote[f->side][push->type]);
        }
        list = write_weighted(list, MOVE_MARK - origin, targets, IN_TARGET_AND_ORIGIN);
    }
    return list;
}

/* The wanted targets between empty words, so that any window of 64 squares lies in two words. */
typedef struct PaddedBitboard {
    uint64_t words[4];
} PaddedBitboard;

static inline uint64_t window_at(const PaddedBitboard *wanted, unsigned from) {
    unsigned bit = 64 - WINDOW_BACK + from;
    const uint64_t *words = wanted->words + (bit >> 6);
    return words[0] >> (bit & 63) | words[1] << 1 << (~bit & 63);
}

/* The members of CheckInfo that the loops over pieces need. They are copied, because the compiler
 * must assume that stores into the list alias the CheckInfo. */
typedef struct PieceLoop {
    const CheckInfo *f;        /* the position's checks and pins */
    const Piece *board;        /* the position's board */
    const StepWindow *windows; /* Tables.windows of the side to move: targets by type and square */
    const Slider *sliders;     /* Tables.sliders of the side to move, by type */
    Bitboard wanted;     /* the target squares: `quiet` and `capture` together, within check_mask */
    Bitboard zone;       /* the promotion zone of the side to move */
    Occupancy occupancy; /* occupied squares in the layout that slider_attacks reads */
} PieceLoop;

static inline Move *write_stepper(const PieceLoop *m, const PaddedBitboard *wanted, Move *list,
                                  unsigned from) {
    unsigned type = (unsigned)piece_type(m->board[from]);
    const StepWindow *window = &m->windows[type << 7 | from];
    uint64_t targets = window->targets & window_at(wanted, from);
    if (__builtin_expect((targets & window->promotes) != 0, 0)) {
        Bitboard all = from >= WINDOW_BACK ? (Bitboard)targets << (from - WINDOW_BACK)
                                           : (Bitboard)targets >> (WINDOW_BACK - from);
        return write_piece_moves(m->f, list, (int)from, (int)type, all);
    }
    return write_word(list, MOVE_MARK - WINDOW_BACK + IN_TARGET_AND_ORIGIN * (Move)from, targets,
                      1);
}

static inline Move *write_steppers(const PieceLoop *m, Move *list, Bitboard pieces) {
    PaddedBitboard wanted = {{0, (uint64_t)m->wanted, bb_high_word(m->wanted), 0}};
    for (uint64_t low = (uint64_t)pieces; low; low &= low - 1)
        list = write_stepper(m, &wanted, list, (unsigned)__builtin_ctzll(low));
    for (uint64_t high = bb_high_word(pieces); high; high &= high - 1)
        list = write_stepper(m, &wanted, list, 64 + (unsigned)__builtin_ctzll(high));
    return list;
}

/* Writes the moves of a slider outside the promotion zone. Inside, every move of it promotes. */
static inline Move *write_slider(const PieceLoop *m, Move *list, unsigned from) {
    unsigned type = (unsigned)piece_type(m->board[from]);
    const Slider *s = &m->sliders[type];
    Bitboard targets =
        (s->quiet[from] | slider_attacks_by_rays(s->rays + 2 * RAYS_A_WAY * from, s->up_count,
                                                 s->down_count, m->occupancy)) &
        m->wanted;
    if (!targets) return list;
    if (targets & m->zone && s->promoted)
        return write_piece_moves(m->f, list, (int)from, (int)type, targets);
    return write_targets(list, MOVE_MARK + ((Move)from << 8), targets);
}

static inline Move *write_sliders(const PieceLoop *m, Move *list, Bitboard pieces) {
    for (uint64_t low = (uint64_t)pieces; low; low &= low - 1)
        list = write_slider(m, list, (unsigned)__builtin_ctzll(low));
    for (uint64_t high = bb_high_word(pieces); high; high &= high - 1)
        list = write_slider(m, list, 64 + (unsigned)__builtin_ctzll(high));
    return list;
}

static inline Move *write_pieces(const CheckInfo *f, Move *list, Bitboard own, Bitboard wanted) {
    const Tables *t = f->t;
    list = write_pushes(f, list, wanted, &own);
    PieceLoop m = {f,      f->p->board,      t->windows[f->side],          t->sliders[f->side],
                   wanted, t->zone[f->side], slider_occupancy(f->occupied)};
    Bitboard sliding = own & bb_union(f->p->by_type[f->side], t->slider_types, t->slider_count),
             irregular = t->irregular_count ? own & bb_union(f->p->by_type[f->side],
                                                             t->irregular_types, t->irregular_count)
                                            : 0;
    own &= ~(sliding | irregular);
    list = write_sliders(&m, list, sliding & ~m.zone);
    irregular |= sliding & m.zone;
    if (irregular) list = write_each_piece(f, list, irregular, wanted);
    return write_steppers(&m, list, own);
}

#endif

static Move *direct_moves(const CheckInfo *f, Move *list) {
    Bitboard own = f->own & ~BB_SQUARE(f->royal) & ~f->pinned,
             wanted = (f->quiet | f->capture) & f->check_mask;
    list = write_royal(f, list);
    if (!f->check_mask && !f->pinned) return list;
    list = write_pieces(f, list, own, wanted);
    return f->pinned ? write_pinned(f, list) : list;
}

/* ---- the other method: targets are tested piece by piece ------------------------------------- */

/* Returns the targets of the piece on `from` that leave the royal safe. */
static inline Bitboard only_legal(const CheckInfo *f, int from, Bitboard targets) {
    if (from == f->royal) return checkinfo_safe_royal_targets(f, targets);
    if (!f->direct) return checkinfo_safe_targets(f, BB_SQUARE(from), targets);
    return targets & (f->pinned >> from & 1 ? checkinfo_pinned_targets(f, from) : f->check_mask);
}

static inline Bitboard legal_targets(const CheckInfo *f, const BitboardPower *power, int from,
                                     Bitboard wanted) {
    return only_legal(f, from, checkinfo_piece_targets(f, power, from) & wanted);
}

static NOINLINE Move *write_by_legs(const CheckInfo *f, Move *list, int from) {
    Emit e = emit_from(f, list);
    emit_by_legs(f->p, from, &e);
    return e.list + e.count;
}

static inline Move *write_tested_piece(const CheckInfo *f, Move *list, int from) {
    int type = piece_type(f->p->board[from]);
    const BitboardPower *power = &f->t->powers[f->side][type];
    if (is_full(f, list)) return list;
    if (power->by_legs) return write_by_legs(f, list, from);
    Bitboard targets = legal_targets(f, power, from, f->quiet | f->capture);
    return power->slow_promotion ? write_slow_promotions(f, list, from, targets)
                                 : write_piece_moves(f, list, from, type, targets);
}

static inline Bitboard legal_drops(const CheckInfo *f, int type, Bitboard wanted) {
    Bitboard targets = checkinfo_drop_targets(f, type) & wanted;
    if (!f->direct && targets) targets = checkinfo_safe_targets(f, 0, targets);
    return f->bars_drops && targets && drop_may_not_mate(f->v, type)
               ? barred_drops(f, type, targets)
               : targets;
}

static Move *write_drops_of(const CheckInfo *f, Move *list, int type) {
    int face = f->t->other_face[type];
    if (is_full(f, list)) return list;
    list = write_targets(list, move_drop(type, 0), legal_drops(f, type, f->quiet));
    return face ? write_targets(list, move_drop(face, 0), legal_drops(f, face, f->quiet)) : list;
}

/* ---- moves of state (see state_moves.h) ------------------------------------------------------ */

/* Returns the squares to which the piece may push, without targets of its other moves. */
static Bitboard push_targets(const CheckInfo *f, const BitboardPower *power, int from) {
    uint64_t words[4];
    state_push_targets(f->p, from, words);
    Bitboard targets = (Bitboard)words[0];
#if BITBOARD_BITS == 128
    targets |= (Bitboard)words[1] << 64;
#endif
    return targets & f->quiet & ~checkinfo_piece_targets(f, power, from);
}

static Move *write_pushes_of_state(const CheckInfo *f, Move *list, int type) {
    const BitboardPower *power = &f->t->powers[f->side][type];
    for (Bitboard pieces = (Bitboard)f->p->by_type[f->side][type]; pieces;) {
        int from = bb_pop_lsb(&pieces);
        if (!state_has_pushes(f->p, from) || is_full(f, list)) return list;
        if (f->v->freezing && attacks_is_frozen(f->p, from)) continue;
        Bitboard targets = only_legal(f, from, push_targets(f, power, from));
        if (targets)
            list = power->slow_promotion ? write_slow_promotions(f, list, from, targets)
                                         : write_piece_moves(f, list, from, type, targets);
    }
    return list;
}

/* Writes the moves that depend on earlier moves (state_moves.h). Castlings, the pass and captures
 * in passing are few, so each is made to test whether it leaves the royal safe. */
static NOINLINE Move *write_state_moves(const CheckInfo *f, Move *list) {
    for (int type = 1; f->quiet && type <= f->v->type_count; type++)
        if (f->t->state->pushes[type]) list = write_pushes_of_state(f, list, type);
    Emit e = emit_from(f, list);
    int kept = e.count, count = e.count;
    if (f->quiet) state_emit_castlings(f->p, &e);
    if (e.quiets) state_emit_pass(f->p, &e);
    if (f->capture) state_emit_passing(f->p, &e);
    for (; count < e.count; count++)
        if (f->v->royal != ROYAL_CHECKMATE || movegen_leaves_royal_safe(f->p, e.list[count]))
            e.list[kept++] = e.list[count];
    return e.list + kept;
}

static NOINLINE bool is_state_move(CheckInfo *f, Move m) {
    Move list[HENKA_MAX_MOVES];
    int from = move_from(m);
    if (move_is_drop(m) || from >= f->v->squares || !bb_has(f->own, from) ||
        !(move_is_special(m) || move_is_skip(m) ||
          f->t->state->pushes[piece_type(f->p->board[from])]))
        return false;
    f->list = list;
    return movegen_list_has(list, (int)(write_state_moves(f, list) - list), m);
}

static NOINLINE bool any_state_move(CheckInfo *f) {
    Move list[HENKA_MAX_MOVES];
    f->list = list;
    return write_state_moves(f, list) != list;
}

static int bitboard_moves(CheckInfo *f, Move *list) {
    Move *end = f->list = list;
    if (f->direct && direct_fits(f))
        end = direct_moves(f, end);
    else
        for (Bitboard own = f->own; own;) {
            int from = bb_pop_lsb(&own);
            if (f->v->freezing && attacks_is_frozen(f->p, from)) continue;
            end = write_tested_piece(f, end, from);
        }
    for (uint32_t held = f->quiet && f->v->hands && f->check_mask ? position_held(f->p, f->side)
                                                                  : 0;
         held; held &= held - 1)
        end = write_drops_of(f, end, f->v->hand_types[__builtin_ctz(held)]);
    if (f->t->state) end = write_state_moves(f, end);
    return (int)(end - list);
}

static bool holds_type(const CheckInfo *f, int type) {
    const HenkaVariant *v = f->v;
    if (type < 1 || type > v->type_count || !v->types[type].in_hand) return false;
    int index = v->hand_index[v->types[type].in_hand];
    bool face = v->types[type].in_hand == type || f->t->other_face[v->types[type].in_hand] == type;
    return face && index < v->hand_count && f->p->hand[f->side][index];
}

/* Lists the piece's moves to find the move, for pieces by_legs or with a choice of promotions. */
static NOINLINE bool is_listed(CheckInfo *f, Move m) {
    Move list[HENKA_MAX_MOVES];
    f->list = list;
    return movegen_list_has(list, (int)(write_tested_piece(f, list, move_from(m)) - list), m);
}

static bool allows_piece(CheckInfo *f, Move m) {
    int from = move_from(m), to = move_to(m);
    if (from >= f->v->squares || to >= f->v->squares || !bb_has(f->own, from) ||
        (f->v->freezing && attacks_is_frozen(f->p, from)))
        return false;
    int type = piece_type(f->p->board[from]);
    const BitboardPower *power = &f->t->powers[f->side][type];
    if (power->by_legs || power->slow_promotion) return is_listed(f, m);
    if ((m & ~move_promote(0, 255)) != move_make(from, to)) return false;
    /* May the piece become the type that the move holds? See write_piece_moves. */
    int promoted = f->t->promotes_to[type], becomes = move_becomes(m);
    bool zone = promoted && f->t->zone_bytes[f->side][from] | f->t->zone_bytes[f->side][to];
    if (becomes ? !zone || becomes != promoted
                : zone && bb_has(f->t->must_promote[f->side][type], to))
        return false;
    return legal_targets(f, power, from, BB_SQUARE(to)) != 0;
}

static bool bitboard_allows(CheckInfo *f, Move m) {
    int type = move_from(m), to = move_to(m);
    if (!move_is_drop(m)) return allows_piece(f, m) || (f->t->state && is_state_move(f, m));
    if (m != move_drop(type, to) || to >= f->v->squares || !f->v->hands || !holds_type(f, type))
        return false;
    return legal_drops(f, type, BB_SQUARE(to)) != 0;
}

static bool bitboard_any(CheckInfo *f) {
    for (Bitboard own = f->own; own;) {
        int from = bb_pop_lsb(&own);
        const BitboardPower *power = &f->t->powers[f->side][piece_type(f->p->board[from])];
        Move list[HENKA_MAX_MOVES];
        f->list = list;
        if (f->v->freezing && attacks_is_frozen(f->p, from)) continue;
        Bitboard targets =
            power->by_legs ? 0 : legal_targets(f, power, from, f->quiet | f->capture);
        if (power->by_legs ? write_by_legs(f, list, from) != list
            : f->v->promotion_may_lack && power->slow_promotion
                ? write_slow_promotions(f, list, from, targets) != list
                : targets != 0)
            return true;
    }
    for (uint32_t held = f->v->hands && f->quiet ? position_held(f->p, f->side) : 0; held;
         held &= held - 1) {
        int type = f->v->hand_types[__builtin_ctz(held)], face = f->t->other_face[type];
        if (legal_drops(f, type, f->quiet) || (face && legal_drops(f, face, f->quiet))) return true;
    }
    return f->t->state && any_state_move(f);
}

/* ---- the functions that movegen_parts.h declares --------------------------------------------- */

static CheckInfo *checkinfo_of(CheckInfoBuffer *o, Position *p, MovegenKind what) {
    _Static_assert(sizeof(CheckInfo) <= sizeof o->storage, "a CheckInfo fits its buffer");
    CheckInfo *f = (CheckInfo *)o->storage;
    if (!o->filled) checkinfo_init(f, p), o->filled = true;
    checkinfo_set_targets(f, what);
    return f;
}

/* May the list keep moves that give an illegal stalemate, because the caller finds them later? */
static bool stalemates_wait(const Position *p, const CheckInfoBuffer *o) {
    return BITBOARD_BITS == 64 && o->defers_stalemate && strip_stalemate_deferred(p);
}

/* Keeps the moves that leave the royal safe, and returns their number. Each move is made and
 * tested, unless the royal is not attacked and the move touches no square from which, or on a line
 * on which, the royal might be attacked (Tables.royal_view). */
static int only_safe(Position *p, Move *list, int count) {
    const Bitboard128 *views = p->variant->tables->royal_view[p->side];
    int kept = 0;
    Bitboard view = ~(Bitboard)0;
    if (views && p->royals[p->side] == 1 && !attacks_royal_attacked_bb(p, p->side)) {
        int royal = bb_lsb((Bitboard)p->royal_set[p->side]);
        view = (Bitboard)views[royal] | BB_SQUARE(royal);
    }
    for (int i = 0; i < count; i++) {
        Move m = list[i];
        bool aside = !move_is_special(m) && !move_victim_count(m) && !bb_has(view, move_to(m)) &&
                     (move_is_drop(m) || !bb_has(view, move_from(m)));
        if (aside || movegen_leaves_royal_safe(p, m)) list[kept++] = m;
    }
    return kept;
}

int MOVEGEN_PART(legal)(Position *p, CheckInfoBuffer *o, MovegenKind what, const int32_t *worth,
                        Move *list) {
    (void)worth; /* not used: this list holds every choice of victims */
    if (BITBOARD_BITS == 64 && what == MOVEGEN_CAPTURES && p->variant->tables->strip &&
        !o->filled) {
        /* Does no piece have a capture? Testing that is faster than finding checks and pins. */
        uint64_t own = (uint64_t)p->by_side[p->side], enemies = (uint64_t)p->by_side[!p->side];
        if (!(strip_pieces_with_capture(p, own | enemies, enemies) & own)) return 0;
    }
    CheckInfo *f = checkinfo_of(o, p, what);
    int count = bitboard_moves(f, list), kept;
    if (f->direct && f->v->stalemate != STALEMATE_ILLEGAL) return count;
    kept = checkinfo_decides(p) ? count : only_safe(p, list, count);
    if (f->v->sifts) {
        count = kept, kept = 0;
        for (int i = 0; i < count; i++)
            if (sift_allows(p, list[i])) list[kept++] = list[i];
    }
    return stalemates_wait(p, o) ? kept : barred_filter(f, list, kept);
}

bool MOVEGEN_PART(any_legal)(Position *p) {
    if (checkinfo_decides(p) && p->variant->stalemate != STALEMATE_ILLEGAL && !p->variant->sifts) {
        CheckInfo f;
        checkinfo_init(&f, p);
        return bitboard_any(&f);
    }
    Move list[HENKA_MAX_MOVES];
    return movegen_legal(p, MOVEGEN_ALL, list) > 0;
}

bool MOVEGEN_PART(is_legal)(Position *p, CheckInfoBuffer *o, Move m) {
    CheckInfo *f = checkinfo_of(o, p, MOVEGEN_ALL);
    if (!bitboard_allows(f, m) || !(checkinfo_decides(p) || movegen_leaves_royal_safe(p, m)) ||
        (f->v->sifts && !sift_allows(p, m)))
        return false;
    return stalemates_wait(p, o) || barred_filter(f, &m, 1);
}

bool MOVEGEN_PART(square_attacked)(const Position *p, int square, int by) {
    return attacks_square_attacked_over(p, square, by, p->by_side[0] | p->by_side[1], 0);
}

bool MOVEGEN_PART(royal_attacked)(const Position *p, int side) {
    return attacks_royal_attacked_bb(p, side);
}

bool MOVEGEN_PART(gives_check)(Position *p, Move m) { return attacks_gives_check_bb(p, m); }

#if BITBOARD_BITS == 64
bool MOVEGEN_PART(gives_stalemate)(Position *p, Move m) { return barred_gives_stalemate(p, m); }
#endif

#endif
