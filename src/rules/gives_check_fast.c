#include <string.h>

#include "rules/attacks.h"
#include "rules/bitboard64.h"
#include "rules/strip_attackers.h"
#include "rules/strip_attacks.h"

/* What a move on a strip leads to. */
typedef struct MoveEffect {
    const Position *p;
    const Tables *t;
    int side, target; /* the enemy royal's square */
    Move move;
    uint64_t left, end, occupied; /* left: none for a drop; occupied: after the move */
    uint64_t view;                /* likewise, once that is asked */
} MoveEffect;

static inline void move_effect_init(MoveEffect *a, const Position *p, Move m) {
    a->p = p, a->t = p->variant->tables, a->side = p->side, a->move = m;
    a->target = __builtin_ctzll((uint64_t)p->royal_set[!p->side]);
    a->end = (uint64_t)1 << move_to(m), a->left = (uint64_t)!move_is_drop(m) << (move_from(m) & 63);
    a->occupied = ((uint64_t)(p->by_side[0] | p->by_side[1]) & ~a->left) | a->end;
}

/* All is looked up before it is known whether that is asked: nobody could foretell it. */
static inline int type_after(const MoveEffect *a) {
    int from = move_from(a->move), becomes = move_becomes(a->move),
        stands = piece_type(a->p->board[from]);
    int type = a->left ? stands : from, turned = a->t->flips_to[type];
    return becomes ? becomes : a->p->board[move_to(a->move)] ? turned : type;
}

/* The mover from where it ends, and all others. */
static inline bool move_effect_checks(const MoveEffect *a) {
    uint64_t royal = (uint64_t)1 << a->target, others = (uint64_t)a->p->by_side[a->side] & ~a->left;
    return (strip_attackers_to(a->p, royal, a->occupied) & others) |
           strip_piece_attacks(a->t, a->side, type_after(a), a->end, royal, a->occupied);
}

/* May someone surely leap outside the view? That leaves his royal in check or out, as it was. */
static inline bool move_effect_leaves_leaps(const MoveEffect *a) {
    uint64_t enemies = (uint64_t)a->p->by_side[!a->side], outside = ~a->view;
    return strip_leaper_attackers_to(a->p, outside & ~enemies) & enemies & outside & ~a->end;
}

/* Or drop something there? Of the kinds in hand that no rule but the squares limits, the first
 * tells. */
static inline bool move_effect_leaves_drops(const MoveEffect *a) {
    const HenkaVariant *v = a->p->variant;
    uint64_t counts, ends = (uint64_t)a->t->ahead[!a->side][a->target] & ~a->view & ~a->occupied;
    if (!v->hands || v->drop_mate_barred_all) return false;
    for (int first = 0; first < v->hand_count; first += 8)
        for (memcpy(&counts, a->p->hand[!a->side] + first, sizeof counts); counts;) {
            int place = __builtin_ctzll(counts) >> 3, type = v->hand_types[first + place];
            counts &= ~((uint64_t)255 << 8 * place);
            if (!v->types[type].drop_file_limit && !v->types[type].drop_mate_barred)
                return (uint64_t)a->t->drop_squares[!a->side][type] & ends;
        }
    return false;
}

/* Checks are no stalemates. Nobody asks which moves bar themselves where none does. */
static inline GivesCheck strip_foresee(const Position *p, Move m) {
    MoveEffect a;
    move_effect_init(&a, p, m);
    if (move_effect_checks(&a)) return CHECK_YES;
    if (!strip_stalemate_deferred(p)) return CHECK_NO;
    a.view = strip_view(a.t, a.side, a.target, a.occupied);
    if (move_effect_leaves_leaps(&a) || move_effect_leaves_drops(&a)) return CHECK_NO;
    return gives_stalemate_64(p, m) ? CHECK_STALEMATE : CHECK_NO;
}

/* A piece may leap at the royal from its end, look along a line at him, or leave such a line to
 * another. */
GivesCheck attacks_gives_check_fast(const Position *p, Move m) {
    const Tables *t = p->variant->tables;
    if (t->strip && p->royals[!p->side] == 1) return strip_foresee(p, m);
    int side = p->side, to = move_to(m), type = position_becomes(p, m);
    if (!t->plain || p->royals[!side] != 1 || move_victim_count(m)) return CHECK_UNKNOWN;
    int target = bb_lsb(p->royal_set[!side]);
    if (bb_has(t->powers[side][type].capture[to], target)) return CHECK_YES;
    const Bitboard128 *between = t->between + target * p->variant->squares;
    Bitboard occupied = p->by_side[0] | p->by_side[1],
             from = move_is_drop(m) ? 0 : BB_SQUARE(move_from(m)),
             slider_lines_to = t->slider_lines_to[side][target];
    bool opens = slider_lines_to & from && !(between[move_from(m)] & occupied);
    bool looks = t->class_bits[type] >> t->leap_class_count && bb_has(slider_lines_to, to) &&
                 !(between[to] & occupied & ~from);
    if (!opens && !looks) return CHECK_NO;
    return attacks_lines_attack_after(p, target, side, (occupied & ~from) | BB_SQUARE(to), from,
                                      BB_SQUARE(to), type, 0)
               ? CHECK_YES
               : CHECK_NO;
}
