#include "rules/attacks.h"

#include "rules/bitboard64.h"
#include "rules/by_legs.h"
#include "rules/legal.h"
#include "rules/list_attack.h"
#include "rules/strip_attackers.h"
#include "rules/strip_attacks.h"

static bool walked_attack(const Position *p, int square, int by, Bitboard gone) {
    const Tables *t = p->variant->tables;
    for (int type = 1; type <= p->variant->type_count; type++) {
        if (!t->by_legs_types[type]) continue;
        for (Bitboard from = p->by_type[by][type] & ~gone; from;)
            if (oracle_walk_attacks(p, bb_pop_lsb(&from), square)) return true;
    }
    return false;
}

static bool hop_attack(const Position *p, int square, int by, Bitboard occupied, Bitboard gone) {
    const Tables *t = p->variant->tables;
    for (int i = 0; i < t->hop_count[by]; i++)
        if (hopper_attacks(&t->hops[by][i], square, occupied,
                           p->by_class[by][t->hops[by][i].class] & ~gone))
            return true;
    return false;
}

static bool aim_attack(const Position *p, int square, int by, Bitboard occupied, Bitboard gone) {
    for (Bitboard aims = xray_attackers_to(p, square, by) & ~gone; aims;)
        if (xray_hits(p, square, bb_pop_lsb(&aims), occupied)) return true;
    return false;
}

/* Where lines differ: ray by ray. */
static bool ray_attack(const Position *p, int square, int by, Bitboard occupied, Bitboard gone) {
    const Tables *t = p->variant->tables;
    if (leaper_attackers_to(p, square, by) & ~gone) return true;
    for (int i = 0; i < t->ray_count[by]; i++) {
        const AttackRay *r = &t->rays[by][i];
        Bitboard sliders = p->by_class[by][r->class] & ~gone & r->ray[square];
        if (sliders && ray_first_blocker(r->ray[square], r->rising, occupied) & sliders)
            return true;
    }
    return false;
}

bool attacks_square_attacked_over(const Position *p, int square, int by, Bitboard occupied,
                                  Bitboard gone) {
    const Tables *t = p->variant->tables;
#ifdef NARROW
    if (t->strip) return strip_attacked(p, square, by, occupied, (uint64_t)p->by_side[by] & ~gone);
#endif
    if (t->lines_differ ? ray_attack(p, square, by, occupied, gone)
                        : aim_attack(p, square, by, occupied, gone))
        return true;
    if (t->hop_count[by] && hop_attack(p, square, by, occupied, gone)) return true;
    return t->attack_by_legs && walked_attack(p, square, by, gone);
}

static inline Bitboard class_after(const Position *p, int by, int class, Bitboard from,
                                   Bitboard end, int type, Bitboard gone) {
    Bitboard members = p->by_class[by][class] & ~from;
    return (p->variant->tables->class_bits[type] >> class & 1 ? members | end : members) & ~gone;
}

#ifdef NARROW
static bool strip_lines_attack_after(const Position *p, int square, int by, Bitboard occupied,
                                     Bitboard from, Bitboard end, int type, Bitboard gone) {
    return strip_attacked(p, square, by, occupied, ~(from | end | gone)) ||
           strip_piece_attacks(p->variant->tables, by, type, end, BB_SQUARE(square), occupied);
}
#endif

bool attacks_lines_attack_after(const Position *p, int square, int by, Bitboard occupied,
                                Bitboard from, Bitboard end, int type, Bitboard gone) {
    const Tables *t = p->variant->tables;
#ifdef NARROW
    if (t->strip) return strip_lines_attack_after(p, square, by, occupied, from, end, type, gone);
#endif
    for (int i = 0; i < t->ray_count[by]; i++) {
        const AttackRay *r = &t->rays[by][i];
        Bitboard sliders = class_after(p, by, r->class, from, end, type, gone) & r->ray[square];
        if (sliders && ray_first_blocker(r->ray[square], r->rising, occupied) & sliders)
            return true;
    }
    for (int i = 0; i < t->hop_count[by]; i++)
        if (hopper_attacks(&t->hops[by][i], square, occupied,
                           class_after(p, by, t->hops[by][i].class, from, end, type, gone)))
            return true;
    return false;
}

bool attacks_square_attacked(const Position *p, int square, int by) {
    if (fits_bitboard64(p)) return attacks_square_attacked_64(p, square, by);
    if (!p->variant->tables->sets) return list_attacked(p, square, by);
    return attacks_square_attacked_over(p, square, by, p->by_side[0] | p->by_side[1], 0);
}

bool attacks_royal_attacked(const Position *p, int side) {
    const HenkaVariant *v = p->variant;
    if (v->tables->strip && p->royals[side] == 1)
        return strip_attacked_now(p, __builtin_ctzll((uint64_t)p->royal_set[side]), !side);
    if (fits_bitboard64(p)) return attacks_royal_attacked_64(p, side);
    if (!p->royals[side] || (p->royals[side] > 1 && !v->any_royal_loses)) return false;
    if (v->tables->sets) {
        for (Bitboard royals = p->royal_set[side]; royals;)
            if (attacks_square_attacked(p, bb_pop_lsb(&royals), !side)) return true;
        return false;
    }
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = p->royal_words[side][i]; bits; bits &= bits - 1)
            if (attacks_square_attacked(p, 64 * i + __builtin_ctzll(bits), !side)) return true;
    return false;
}

/* The move is looked at, not made: what the moved piece leaps at, and every line as it will be. */
static bool sets_give_check(const Position *p, Move m) {
    const Tables *t = p->variant->tables;
    int side = p->side, target = bb_lsb(p->royal_set[!side]), type = position_becomes(p, m);
    Bitboard end = BB_SQUARE(move_to(m)), from = move_is_drop(m) ? 0 : BB_SQUARE(move_from(m));
    if (end >> target & 1) return false; /* taken */
    if (t->powers[side][type].capture[move_to(m)] >> target & 1) return true;
    if (leaper_attackers_to(p, target, side) & ~from) return true;
    return attacks_lines_attack_after(
        p, target, side, ((p->by_side[0] | p->by_side[1]) & ~from) | end, from, end, type, 0);
}

bool attacks_gives_check(const Position *p, Move m) {
    const Tables *t = p->variant->tables;
    if (fits_bitboard64(p)) return attacks_gives_check_64(p, m);
    if (t->sets && !t->attack_by_legs && p->royals[!p->side] == 1) return sets_give_check(p, m);
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool check = attacks_in_check(q);
    position_undo(q, &e);
    return check;
}

bool attacks_in_check(const Position *p) { return attacks_royal_attacked(p, p->side); }

bool attacks_is_frozen(const Position *p, int square) {
    const HenkaVariant *v = p->variant;
    Piece piece = p->board[square];
    if (!piece || !p->freezers[!piece_side(piece)] || v->types[piece_type(piece)].freezes)
        return false;
    for (int d = 0; d < 8; d++) {
        if (!v->tables->edge[d][square]) continue;
        Piece other = p->board[square + v->tables->delta[d]];
        if (other && piece_side(other) != piece_side(piece) && v->types[piece_type(other)].freezes)
            return true;
    }
    return false;
}
