#include "rules/direct.h"

#include "base/compiler.h"

#include "rules/sets.h"
#include "rules/takers.h"
#include "rules/ways.h"
#include "rules/write.h"

Move *write_man(const Field *f, Move *list, int from, int type, Bitboard ends) {
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

static Move *plain_men(const Field *f, Move *list, Bitboard men, Bitboard wanted) {
    for (; men; men &= men - 1) {
        int from = bb_lsb(men), type = piece_type(f->p->board[from]);
        const SetPower *power = &f->t->powers[f->side][type];
        Bitboard ends = field_ends(f, power, from) & wanted;
        list = power->slow_promotion ? write_slowly(f, list, from, ends)
                                     : write_man(f, list, from, type, ends);
    }
    return list;
}

static NOINLINE Move *pinned_men(const Field *f, Move *list) {
    for (Bitboard men = f->pinned; men; men &= men - 1)
        list = plain_men(f, list, men & -men, field_pinned_ends(f, bb_lsb(men)));
    return list;
}

static inline Move *royal_steps(const Field *f, Move *list) {
    int type = piece_type(f->p->board[f->royal]);
#ifdef NARROW
    const Way *way = &f->t->ways[f->side][way_index(f->t, type, f->royal)];
    Bitboard ends = f->t->odd_ways[type] ? field_ends(f, &f->t->powers[f->side][type], f->royal)
                                         : way->steps & (f->quiet | f->capture);
    if (!ends) return list;
#else
    Bitboard ends = field_ends(f, &f->t->powers[f->side][type], f->royal);
#endif
    return write_ends(list, move_make(f->royal, 0), f->calm ? ends : field_safe_steps(f, ends));
}

#ifdef NARROW

/* Men are few and of many kinds: one by one, without asking what kind each is. */
static inline Move *men(const Field *f, Move *list, Bitboard own, Bitboard wanted) {
    const Way *ways = f->t->ways[f->side];
    const Piece *board = f->p->board;
    Bitboard occupied = f->occupied;
    if (f->t->strip && !f->quiet) own &= strip_hunters(f->p, occupied, wanted);
    while (own) {
        int from = bb_pop_lsb(&own), type = piece_type(board[from]);
        const Way *way = &ways[way_index(f->t, type, from)];
        Bitboard ends;
        if (!f->t->odd_ways[type])
            ends = way_ends(way, occupied) & wanted;
        else if (f->t->strip)
            ends = over_ends(&f->t->overs[f->side][way_index(f->t, type, from)], way->steps,
                             occupied, f->quiet, f->capture) &
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

static inline Bitboard moved_by(Bitboard men, int delta) {
    return delta > 0 ? men << delta : men >> -delta;
}

static inline Move *push_men(const Field *f, Move *list, const Push *push, Bitboard men,
                             Bitboard wanted) {
    int delta = push->delta[f->side];
    Move origin = (Move)(int64_t)delta << 8;
    Bitboard ends = moved_by(men & push->from[f->side], delta) & wanted;
    if (push->modes != (LEG_EMPTY | LEG_CAPTURE))
        ends &= push->modes & LEG_EMPTY ? f->quiet : f->capture;
    if (!ends) return list;
    if (men & push->promotes[f->side]) {
        Bitboard promotes = ends & moved_by(men & push->promotes[f->side], delta);
        list = write_set(list, move_promote(MOVE_MARK, f->t->promotes_to[push->type]) - origin,
                         promotes, SQUARE_IN_BOTH);
        ends &= ~(promotes & f->t->must_promote[f->side][push->type]);
    }
    return write_set(list, MOVE_MARK - origin, ends, SQUARE_IN_BOTH);
}

static inline Move *pushes(const Field *f, Move *list, Bitboard wanted, Bitboard *own) {
    const Bitboard128 *by_type = f->p->by_type[f->side];
    const Tables *t = f->t;
    for (int i = 0; i < t->push_count; i++) {
        Bitboard men = by_type[t->pushes[i].type];
        *own &= ~men;
        list = push_men(f, list, &t->pushes[i], men & ~f->pinned, wanted);
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

/* What the loops over men need, kept apart from the field: the stores into the list could change
 * that for all the compiler knows. */
typedef struct Men {
    const Field *f;
    const Piece *board;
    const StepWindow *windows;
    const Slider *sliders;
    Bitboard wanted, zone;
    Stones stones;
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

static inline Move *steppers(const Men *m, Move *list, Bitboard men) {
    Panorama wanted = {{0, (uint64_t)m->wanted, bb_high_word(m->wanted), 0}};
    for (uint64_t low = (uint64_t)men; low; low &= low - 1)
        list = stepper(m, &wanted, list, (unsigned)__builtin_ctzll(low));
    for (uint64_t high = bb_high_word(men); high; high &= high - 1)
        list = stepper(m, &wanted, list, 64 + (unsigned)__builtin_ctzll(high));
    return list;
}

/* Not for men in the zone: they promote wherever they go. */
static inline Move *slider(const Men *m, Move *list, unsigned from) {
    unsigned type = (unsigned)piece_type(m->board[from]);
    const Slider *s = &m->sliders[type];
    Bitboard ends =
        (s->quiet[from] | fan_cut(s->fan + 2 * FAN * from, s->up_count, s->down_count, m->stones)) &
        m->wanted;
    if (!ends) return list;
    if (ends & m->zone && s->promoted) return write_man(m->f, list, (int)from, (int)type, ends);
    return write_ends(list, MOVE_MARK + ((Move)from << 8), ends);
}

static inline Move *sliders(const Men *m, Move *list, Bitboard men) {
    for (uint64_t low = (uint64_t)men; low; low &= low - 1)
        list = slider(m, list, (unsigned)__builtin_ctzll(low));
    for (uint64_t high = bb_high_word(men); high; high &= high - 1)
        list = slider(m, list, 64 + (unsigned)__builtin_ctzll(high));
    return list;
}

static inline Bitboard men_of(const Field *f, const uint8_t *types, int count) {
    return bb_union(f->p->by_type[f->side], types, count);
}

static inline Move *men(const Field *f, Move *list, Bitboard own, Bitboard wanted) {
    const Tables *t = f->t;
    list = pushes(f, list, wanted, &own);
    Men m = {f,      f->p->board,      t->windows[f->side],    t->sliders[f->side],
             wanted, t->zone[f->side], fan_stones(f->occupied)};
    Bitboard sliding = own & men_of(f, t->slider_types, t->slider_count),
             odd = t->odd_count ? own & men_of(f, t->odd_types, t->odd_count) : 0;
    own &= ~(sliding | odd);
    list = sliders(&m, list, sliding & ~m.zone);
    odd |= sliding & m.zone;
    if (odd) list = plain_men(f, list, odd, wanted);
    return steppers(&m, list, own);
}

#endif

Move *direct_moves(const Field *f, Move *list) {
    Bitboard own = f->own & ~BB_SQUARE(f->royal) & ~f->pinned,
             wanted = (f->quiet | f->capture) & f->allowed;
    list = royal_steps(f, list);
    if (!f->allowed && !f->pinned) return list;
    list = men(f, list, own, wanted);
    return f->pinned ? pinned_men(f, list) : list;
}
