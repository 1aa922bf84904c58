#include "rules/direct.h"

#include "rules/sets.h"
#include "rules/write.h"

Move *write_man(const Field *f, Move *list, int from, int type, Set ends) {
    Move base = move_make(from, 0);
    int promoted = f->t->promotes_to[type];
    if (promoted) {
        Set promotes = f->t->zone_bytes[f->side][from] ? ends : ends & f->t->zone[f->side];
        if (promotes) {
            list = write_ends(list, move_promote(base, promoted), promotes);
            ends &= ~(promotes & f->t->must_promote[f->side][type]);
        }
    }
    return write_ends(list, base, ends);
}

static inline Set moved_by(Set men, int delta) { return delta > 0 ? men << delta : men >> -delta; }

static Move *pushes(const Field *f, Move *list, Set wanted, Set *own) {
    for (int i = 0; i < f->t->push_count; i++) {
        const Push *push = &f->t->pushes[i];
        int type = push->type, delta = push->delta[f->side];
        Set men = f->p->by_type[f->side][type];
        *own &= ~men;
        Set ends = moved_by(men & ~f->pinned & push->from[f->side], delta) & wanted;
        if (push->modes != (LEG_EMPTY | LEG_CAPTURE)) ends &= push->modes & LEG_EMPTY ? f->quiet : f->capture;
        Move origin = (Move)(int64_t)delta << 8;
        if (!ends || is_full(f, list)) continue;
        Set promotes = f->t->promotes_to[type] ? ends & moved_by(men & push->promotes[f->side], delta) : 0;
        if (promotes) {
            list = write_set(list, move_promote(MOVE_MARK, f->t->promotes_to[type]) - origin, promotes, SQUARE_IN_BOTH);
            ends &= ~(promotes & f->t->must_promote[f->side][type]);
        }
        list = write_set(list, MOVE_MARK - origin, ends, SQUARE_IN_BOTH);
    }
    return list;
}

/* The wanted squares with empty words before and behind: a window lies in two neighbouring words. */
typedef struct Panorama {
    uint64_t words[4];
} Panorama;

static inline uint64_t window_at(const Panorama *wanted, int from) {
    int bit = 64 - WINDOW_BACK + from;
    const uint64_t *words = wanted->words + (bit >> 6);
    return words[0] >> (bit & 63) | words[1] << 1 << (~bit & 63);
}

/* What the loop over steppers needs, kept apart from the field: the stores into the list could change that for all the compiler knows. */
typedef struct Stepping {
    const Piece *board;
    const StepWindow *windows;
    const Move *full;
    Panorama wanted;
} Stepping;

static inline Move *stepper(const Field *f, const Stepping *s, Move *list, int from) {
    int type = piece_type(s->board[from]);
    const StepWindow *window = &s->windows[type << 7 | from];
    uint64_t ends = window->ends & window_at(&s->wanted, from);
    if (__builtin_expect(list > s->full, 0)) return list;
    if (__builtin_expect((ends & window->promotes) != 0, 0)) {
        Set all = from >= WINDOW_BACK ? (Set)ends << (from - WINDOW_BACK) : (Set)ends >> (WINDOW_BACK - from);
        return write_man(f, list, from, type, all);
    }
    return write_word(list, move_make(from, 0) + (Move)(int64_t)(from - WINDOW_BACK), ends, 1);
}

static inline Move *steppers(const Field *f, Move *list, Set men, Set wanted) {
    Stepping s = {f->p->board, f->t->windows[f->side], last_start(f), {{0, (uint64_t)wanted, set_upper(wanted), 0}}};
    for (uint64_t low = (uint64_t)men; low; low &= low - 1) list = stepper(f, &s, list, __builtin_ctzll(low));
    for (uint64_t high = set_upper(men); high; high &= high - 1) list = stepper(f, &s, list, 64 + __builtin_ctzll(high));
    return list;
}

static inline Move *heavy(const Field *f, Move *list, int from, int type, const SetPower *power, Set wanted) {
    Set ends = (power->uniform ? field_even_ends(power, from, f->occupied) : field_ends(f, power, from)) & wanted;
    if (!ends || is_full(f, list)) return list;
    return power->slow_promotion ? write_slowly(f, list, from, ends) : write_man(f, list, from, type, ends);
}

static Move *heavies(const Field *f, Move *list, Set wanted, Set *own) {
    for (int i = 0; i < f->t->heavy_count; i++) {
        int type = f->t->heavies[i];
        Set men = f->p->by_type[f->side][type] & *own;
        *own ^= men;
        while (men) {
            int from = set_pop(&men);
            list = heavy(f, list, from, type, &f->t->powers[f->side][type], wanted);
        }
    }
    return list;
}

static __attribute__((noinline)) Move *pinned_men(const Field *f, Move *list) {
    for (Set men = f->pinned; men;) {
        int from = set_pop(&men), type = piece_type(f->p->board[from]);
        list = heavy(f, list, from, type, &f->t->powers[f->side][type], (f->quiet | f->capture) & field_pinned_ends(f, from));
    }
    return list;
}

Move *direct_moves(const Field *f, Move *list) {
    const SetPower *royal = &f->t->powers[f->side][piece_type(f->p->board[f->royal])];
    Set wanted = (f->quiet | f->capture) & f->allowed, own = f->own & ~SET_BIT(f->royal) & ~f->pinned;
    list = write_ends(list, move_make(f->royal, 0), field_safe_steps(f, field_ends(f, royal, f->royal)));
    if (!f->allowed && !f->pinned) return list;
    list = pushes(f, list, wanted, &own);
    list = heavies(f, list, wanted, &own);
    list = steppers(f, list, own, wanted);
    return f->pin_count ? pinned_men(f, list) : list;
}
