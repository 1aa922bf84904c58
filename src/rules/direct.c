#include "rules/direct.h"

#include "base/compiler.h"

#include "rules/sets.h"
#include "rules/strip_attackers.h"
#include "rules/strip_attacks.h"
#include "rules/write.h"

Move *write_man(const CheckInfo *f, Move *list, int from, int type, Bitboard ends) {
    Move base = move_make(from, 0);
    int promoted = f->t->promotes_to[type];
    if (promoted) {
        Bitboard promotes = f->t->zone_bytes[f->side][from] ? ends : ends & f->t->zone[f->side];
        if (promotes) {
            list = write_ends(list, move_promote(base, promoted), promotes);
            ends &= ~(promotes & f->t->must_promote[f->side][type]);
        }
    }
    return write_ends(list, base, ends);
}

static Move *plain_men(const CheckInfo *f, Move *list, Bitboard pieces, Bitboard wanted) {
    for (; pieces; pieces &= pieces - 1) {
        int from = bb_lsb(pieces), type = piece_type(f->p->board[from]);
        const BitboardPower *power = &f->t->powers[f->side][type];
        Bitboard ends = checkinfo_piece_targets(f, power, from) & wanted;
        list = power->slow_promotion ? write_slowly(f, list, from, ends)
                                     : write_man(f, list, from, type, ends);
    }
    return list;
}

static NOINLINE Move *pinned_men(const CheckInfo *f, Move *list) {
    for (Bitboard pieces = f->pinned; pieces; pieces &= pieces - 1)
        list = plain_men(f, list, pieces & -pieces, checkinfo_pinned_targets(f, bb_lsb(pieces)));
    return list;
}

static inline Move *royal_steps(const CheckInfo *f, Move *list) {
    int type = piece_type(f->p->board[f->royal]);
#ifdef NARROW
    const SmallAttacks *way = &f->t->small_attacks[f->side][small_index(f->t, type, f->royal)];
    Bitboard ends = f->t->small_irregular[type]
                        ? checkinfo_piece_targets(f, &f->t->powers[f->side][type], f->royal)
                        : way->steps & (f->quiet | f->capture);
    if (!ends) return list;
#else
    Bitboard ends = checkinfo_piece_targets(f, &f->t->powers[f->side][type], f->royal);
#endif
    return write_ends(list, move_make(f->royal, 0),
                      f->royal_unattacked ? ends : checkinfo_safe_royal_targets(f, ends));
}

#ifdef NARROW

/* Men are few and of many kinds: one by one, without asking what kind each is. */
static inline Move *pieces(const CheckInfo *f, Move *list, Bitboard own, Bitboard wanted) {
    const SmallAttacks *small_attacks = f->t->small_attacks[f->side];
    const Piece *board = f->p->board;
    Bitboard occupied = f->occupied;
    if (f->t->strip && !f->quiet) own &= strip_pieces_with_capture(f->p, occupied, wanted);
    while (own) {
        int from = bb_pop_lsb(&own), type = piece_type(board[from]);
        const SmallAttacks *way = &small_attacks[small_index(f->t, type, from)];
        Bitboard ends;
        if (!f->t->small_irregular[type])
            ends = small_targets(way, occupied) & wanted;
        else if (f->t->strip)
            ends = strip_extra_targets(&f->t->strip_extras[f->side][small_index(f->t, type, from)],
                                       way->steps, occupied, f->quiet, f->capture) &
                   wanted;
        else {
            list = plain_men(f, list, BB_SQUARE(from), wanted);
            continue;
        }
        list = f->t->promotes_to[type] ? write_man(f, list, from, type, ends)
                                       : write_ends(list, MOVE_MARK + ((Move)from << 8), ends);
    }
    return list;
}

#else

static inline Bitboard moved_by(Bitboard pieces, int delta) {
    return delta > 0 ? pieces << delta : pieces >> -delta;
}

static inline Move *push_men(const CheckInfo *f, Move *list, const Push *push, Bitboard pieces,
                             Bitboard wanted) {
    int delta = push->delta[f->side];
    Move origin = (Move)(int64_t)delta << 8;
    Bitboard ends = moved_by(pieces & push->from[f->side], delta) & wanted;
    if (push->modes != (LEG_EMPTY | LEG_CAPTURE))
        ends &= push->modes & LEG_EMPTY ? f->quiet : f->capture;
    if (!ends) return list;
    if (pieces & push->promotes[f->side]) {
        Bitboard promotes = ends & moved_by(pieces & push->promotes[f->side], delta);
        list = write_set(list, move_promote(MOVE_MARK, f->t->promotes_to[push->type]) - origin,
                         promotes, SQUARE_IN_BOTH);
        ends &= ~(promotes & f->t->must_promote[f->side][push->type]);
    }
    return write_set(list, MOVE_MARK - origin, ends, SQUARE_IN_BOTH);
}

static inline Move *pushes(const CheckInfo *f, Move *list, Bitboard wanted, Bitboard *own) {
    const Bitboard128 *by_type = f->p->by_type[f->side];
    const Tables *t = f->t;
    for (int i = 0; i < t->push_count; i++) {
        Bitboard pieces = by_type[t->pushes[i].type];
        *own &= ~pieces;
        list = push_men(f, list, &t->pushes[i], pieces & ~f->pinned, wanted);
    }
    return list;
}

/* The wanted squares with empty words before and behind: a window lies in two neighbouring words.
 */
typedef struct Panorama {
    uint64_t words[4];
} Panorama;

static inline uint64_t window_at(const Panorama *wanted, unsigned from) {
    unsigned bit = 64 - WINDOW_BACK + from;
    const uint64_t *words = wanted->words + (bit >> 6);
    return words[0] >> (bit & 63) | words[1] << 1 << (~bit & 63);
}

/* What the loops over pieces need, kept apart from the field: the stores into the list could change
 * that for all the compiler knows. */
typedef struct Men {
    const CheckInfo *f;
    const Piece *board;
    const StepWindow *windows;
    const Slider *sliders;
    Bitboard wanted, zone;
    Occupancy occupancy;
} Men;

static inline Move *stepper(const Men *m, const Panorama *wanted, Move *list, unsigned from) {
    unsigned type = (unsigned)piece_type(m->board[from]);
    const StepWindow *window = &m->windows[type << 7 | from];
    uint64_t ends = window->ends & window_at(wanted, from);
    if (__builtin_expect((ends & window->promotes) != 0, 0)) {
        Bitboard all = from >= WINDOW_BACK ? (Bitboard)ends << (from - WINDOW_BACK)
                                           : (Bitboard)ends >> (WINDOW_BACK - from);
        return write_man(m->f, list, (int)from, (int)type, all);
    }
    return write_word(list, MOVE_MARK - WINDOW_BACK + SQUARE_IN_BOTH * (Move)from, ends, 1);
}

static inline Move *steppers(const Men *m, Move *list, Bitboard pieces) {
    Panorama wanted = {{0, (uint64_t)m->wanted, bb_high_word(m->wanted), 0}};
    for (uint64_t low = (uint64_t)pieces; low; low &= low - 1)
        list = stepper(m, &wanted, list, (unsigned)__builtin_ctzll(low));
    for (uint64_t high = bb_high_word(pieces); high; high &= high - 1)
        list = stepper(m, &wanted, list, 64 + (unsigned)__builtin_ctzll(high));
    return list;
}

/* Not for pieces in the zone: they promote wherever they go. */
static inline Move *slider(const Men *m, Move *list, unsigned from) {
    unsigned type = (unsigned)piece_type(m->board[from]);
    const Slider *s = &m->sliders[type];
    Bitboard ends =
        (s->quiet[from] | slider_attacks_by_rays(s->rays + 2 * RAYS_A_WAY * from, s->up_count,
                                                 s->down_count, m->occupancy)) &
        m->wanted;
    if (!ends) return list;
    if (ends & m->zone && s->promoted) return write_man(m->f, list, (int)from, (int)type, ends);
    return write_ends(list, MOVE_MARK + ((Move)from << 8), ends);
}

static inline Move *sliders(const Men *m, Move *list, Bitboard pieces) {
    for (uint64_t low = (uint64_t)pieces; low; low &= low - 1)
        list = slider(m, list, (unsigned)__builtin_ctzll(low));
    for (uint64_t high = bb_high_word(pieces); high; high &= high - 1)
        list = slider(m, list, 64 + (unsigned)__builtin_ctzll(high));
    return list;
}

static inline Bitboard men_of(const CheckInfo *f, const uint8_t *types, int count) {
    return bb_union(f->p->by_type[f->side], types, count);
}

static inline Move *pieces(const CheckInfo *f, Move *list, Bitboard own, Bitboard wanted) {
    const Tables *t = f->t;
    list = pushes(f, list, wanted, &own);
    Men m = {f,      f->p->board,      t->windows[f->side],          t->sliders[f->side],
             wanted, t->zone[f->side], slider_occupancy(f->occupied)};
    Bitboard sliding = own & men_of(f, t->slider_types, t->slider_count),
             irregular =
                 t->irregular_count ? own & men_of(f, t->irregular_types, t->irregular_count) : 0;
    own &= ~(sliding | irregular);
    list = sliders(&m, list, sliding & ~m.zone);
    irregular |= sliding & m.zone;
    if (irregular) list = plain_men(f, list, irregular, wanted);
    return steppers(&m, list, own);
}

#endif

Move *direct_moves(const CheckInfo *f, Move *list) {
    Bitboard own = f->own & ~BB_SQUARE(f->royal) & ~f->pinned,
             wanted = (f->quiet | f->capture) & f->check_mask;
    list = royal_steps(f, list);
    if (!f->check_mask && !f->pinned) return list;
    list = pieces(f, list, own, wanted);
    return f->pinned ? pinned_men(f, list) : list;
}
