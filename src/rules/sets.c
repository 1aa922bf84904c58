#include "rules/sets.h"

#include "base/compiler.h"

#include <string.h>

#include "rules/barred.h"
#include "rules/by_legs.h"
#include "rules/direct.h"
#include "rules/write.h"

/* Room left for all moves of one piece, or for all drops of one kind? What is listed stays right,
 * the rest is left out. */
static inline bool is_full(const CheckInfo *f, const Move *list) {
    return list - f->list > HENKA_MAX_MOVES - 2 * 128;
}

static inline Emit emit_from(const CheckInfo *f, Move *list) {
    return (Emit){.list = f->list,
                  .count = (int)(list - f->list),
                  .captures = f->capture != 0,
                  .quiets = f->quiet != 0};
}

NOINLINE Move *write_slowly(const CheckInfo *f, Move *list, int from, Bitboard ends) {
    Emit e = emit_from(f, list);
    Mover mover = mover_at(f->p, from);
    while (ends) {
        int to = bb_pop_lsb(&ends);
        emit(&e, &mover, to, 0, f->p->board[to] != NO_PIECE);
    }
    return e.list + e.count;
}

static inline Bitboard legal_ends(const CheckInfo *f, const BitboardPower *power, int from,
                                  Bitboard wanted) {
    Bitboard ends = checkinfo_piece_targets(f, power, from) & wanted;
    if (from == f->royal) return checkinfo_safe_royal_targets(f, ends);
    if (!f->direct) return checkinfo_safe_targets(f, BB_SQUARE(from), ends);
    return ends & (f->pinned >> from & 1 ? checkinfo_pinned_targets(f, from) : f->check_mask);
}

static NOINLINE Move *piece_walked(const CheckInfo *f, Move *list, int from) {
    Emit e = emit_from(f, list);
    movegen_by_legs(f->p, from, &e);
    return e.list + e.count;
}

static inline Move *piece_list(const CheckInfo *f, Move *list, int from) {
    int type = piece_type(f->p->board[from]);
    const BitboardPower *power = &f->t->powers[f->side][type];
    if (is_full(f, list)) return list;
    if (power->by_legs) return piece_walked(f, list, from);
    Bitboard ends = legal_ends(f, power, from, f->quiet | f->capture);
    return power->slow_promotion ? write_slowly(f, list, from, ends)
                                 : write_man(f, list, from, type, ends);
}

static inline Bitboard legal_drops(const CheckInfo *f, int type, Bitboard wanted) {
    Bitboard ends = checkinfo_drop_targets(f, type) & wanted;
    if (!f->direct && ends) ends = checkinfo_safe_targets(f, 0, ends);
    return f->bars_drops && ends && drop_may_not_mate(f->v, type) ? barred_drops(f, type, ends)
                                                                  : ends;
}

static Move *drops_of(const CheckInfo *f, Move *list, int type) {
    int face = f->t->other_face[type];
    if (is_full(f, list)) return list;
    list = write_ends(list, move_drop(type, 0), legal_drops(f, type, f->quiet));
    return face ? write_ends(list, move_drop(face, 0), legal_drops(f, face, f->quiet)) : list;
}

static Move *drops(const CheckInfo *f, Move *list) {
    const uint8_t *hand = f->p->hand[f->side];
    for (int first = 0; first < f->v->hand_count; first += 8) {
        uint64_t counts;
        for (memcpy(&counts, hand + first, sizeof counts); counts;) {
            int place = __builtin_ctzll(counts) >> 3;
            counts &= ~((uint64_t)255 << 8 * place);
            list = drops_of(f, list, f->v->hand_types[first + place]);
        }
    }
    return list;
}

int sets_moves(CheckInfo *f, Move *list) {
    Move *end = f->list = list;
    if (f->direct && direct_fits(f))
        end = direct_moves(f, end);
    else
        for (Bitboard own = f->own; own;) {
            int from = bb_pop_lsb(&own);
            if (f->v->freezing && attacks_is_frozen(f->p, from)) continue;
            end = piece_list(f, end, from);
        }
    if (f->quiet && f->v->hands && f->check_mask) end = drops(f, end);
    return (int)(end - list);
}

static bool holds(const CheckInfo *f, int type) {
    const HenkaVariant *v = f->v;
    if (type < 1 || type > v->type_count || !v->types[type].in_hand) return false;
    int index = v->hand_index[v->types[type].in_hand];
    bool face = v->types[type].in_hand == type || f->t->other_face[v->types[type].in_hand] == type;
    return face && index < v->hand_count && f->p->hand[f->side][index];
}

/* Where all moves of the piece must be listed to know: those by_legs leg by leg, and those that
 * choose what they become. */
static NOINLINE bool is_listed(CheckInfo *f, Move m) {
    Move list[HENKA_MAX_MOVES];
    f->list = list;
    int count = (int)(piece_list(f, list, move_from(m)) - list), at = 0;
    while (at < count && list[at] != m) at++;
    return at < count;
}

/* May a man of that type become what the move says it does? See write_man. */
static inline bool turns_rightly(const CheckInfo *f, int type, Move m) {
    int promoted = f->t->promotes_to[type], becomes = move_becomes(m), to = move_to(m);
    bool zone = promoted && f->t->zone_bytes[f->side][move_from(m)] | f->t->zone_bytes[f->side][to];
    if (becomes) return zone && becomes == promoted;
    return !zone || !bb_has(f->t->must_promote[f->side][type], to);
}

static bool allows_man(CheckInfo *f, Move m) {
    int from = move_from(m), to = move_to(m);
    if (from >= f->v->squares || to >= f->v->squares || !bb_has(f->own, from) ||
        (f->v->freezing && attacks_is_frozen(f->p, from)))
        return false;
    int type = piece_type(f->p->board[from]);
    const BitboardPower *power = &f->t->powers[f->side][type];
    if (power->by_legs || power->slow_promotion) return is_listed(f, m);
    if ((m & ~move_promote(0, 255)) != move_make(from, to) || !turns_rightly(f, type, m))
        return false;
    return legal_ends(f, power, from, BB_SQUARE(to)) != 0;
}

bool sets_allow(CheckInfo *f, Move m) {
    int type = move_from(m), to = move_to(m);
    if (!move_is_drop(m)) return allows_man(f, m);
    if (m != move_drop(type, to) || to >= f->v->squares || !f->v->hands || !holds(f, type))
        return false;
    return legal_drops(f, type, BB_SQUARE(to)) != 0;
}

static bool any_drop(const CheckInfo *f) {
    const HenkaVariant *v = f->v;
    for (int i = 0; i < v->hand_count; i++) {
        int type = v->hand_types[i];
        if (!f->p->hand[f->side][i]) continue;
        if (legal_drops(f, type, f->quiet)) return true;
        if (f->t->other_face[type] && legal_drops(f, f->t->other_face[type], f->quiet)) return true;
    }
    return false;
}

bool sets_any(CheckInfo *f) {
    for (Bitboard own = f->own; own;) {
        int from = bb_pop_lsb(&own);
        const BitboardPower *power = &f->t->powers[f->side][piece_type(f->p->board[from])];
        Move list[HENKA_MAX_MOVES];
        f->list = list;
        if (f->v->freezing && attacks_is_frozen(f->p, from)) continue;
        if (power->by_legs ? piece_walked(f, list, from) != list
                           : legal_ends(f, power, from, f->quiet | f->capture) != 0)
            return true;
    }
    return f->v->hands && f->quiet && any_drop(f);
}
