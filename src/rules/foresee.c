#include <string.h>

#include "rules/attack.h"
#include "rules/narrow.h"
#include "rules/takers.h"
#include "rules/ways.h"

/* What a move on a strip leads to. */
typedef struct Prospect {
    const Position *p;
    const Tables *t;
    int side, target; /* the enemy royal's square */
    Move move;
    uint64_t left, end, occupied; /* left: none for a drop; occupied: after the move */
    uint64_t view;                /* likewise, once that is asked */
} Prospect;

static inline void prospect_look(Prospect *a, const Position *p, Move m) {
    a->p = p, a->t = p->variant->tables, a->side = p->side, a->move = m;
    a->target = __builtin_ctzll((uint64_t)p->royal_set[!p->side]);
    a->end = (uint64_t)1 << move_to(m), a->left = (uint64_t)!move_is_drop(m) << (move_from(m) & 63);
    a->occupied = ((uint64_t)(p->by_side[0] | p->by_side[1]) & ~a->left) | a->end;
}

/* All is looked up before it is known whether that is asked: nobody could foretell it. */
static inline int type_after(const Prospect *a) {
    int from = move_from(a->move), becomes = move_becomes(a->move),
        stands = piece_type(a->p->board[from]);
    int type = a->left ? stands : from, turned = a->t->flips_to[type];
    return becomes ? becomes : a->p->board[move_to(a->move)] ? turned : type;
}

/* The mover from where it ends, and all others. */
static inline bool prospect_checks(const Prospect *a) {
    uint64_t royal = (uint64_t)1 << a->target, others = (uint64_t)a->p->by_side[a->side] & ~a->left;
    return (strip_takers(a->p, royal, a->occupied) & others) |
           strip_hits(a->t, a->side, type_after(a), a->end, royal, a->occupied);
}

/* May someone surely leap outside the view? That leaves his royal in check or out, as it was. */
static inline bool prospect_leaves_leaps(const Prospect *a) {
    uint64_t foes = (uint64_t)a->p->by_side[!a->side], outside = ~a->view;
    return strip_leapers(a->p, outside & ~foes) & foes & outside & ~a->end;
}

/* Or drop something there? Of the kinds in hand that no rule but the squares limits, the first
 * tells. */
static inline bool prospect_leaves_drops(const Prospect *a) {
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
static inline CheckForeseen strip_foresee(const Position *p, Move m) {
    Prospect a;
    prospect_look(&a, p, m);
    if (prospect_checks(&a)) return CHECK_YES;
    if (!strip_defers(p)) return CHECK_NO;
    a.view = strip_view(a.t, a.side, a.target, a.occupied);
    if (prospect_leaves_leaps(&a) || prospect_leaves_drops(&a)) return CHECK_NO;
    return narrow_gives_stalemate(p, m) ? CHECK_STALEMATE : CHECK_NO;
}

/* A piece may leap at the royal from its end, look along a line at him, or leave such a line to
 * another. */
CheckForeseen foresee_check(const Position *p, Move m) {
    const Tables *t = p->variant->tables;
    if (t->strip && p->royals[!p->side] == 1) return strip_foresee(p, m);
    int side = p->side, to = move_to(m), type = position_becomes(p, m);
    if (!t->plain || p->royals[!side] != 1 || move_victim_count(m)) return CHECK_UNFORESEEN;
    int target = bb_lsb(p->royal_set[!side]);
    if (bb_has(t->powers[side][type].capture[to], target)) return CHECK_YES;
    const Bitboard128 *between = t->between + target * p->variant->squares;
    Bitboard occupied = p->by_side[0] | p->by_side[1],
             from = move_is_drop(m) ? 0 : BB_SQUARE(move_from(m)), seen = t->seen[side][target];
    bool opens = seen & from && !(between[move_from(m)] & occupied);
    bool looks = t->class_bits[type] >> t->leap_class_count && bb_has(seen, to) &&
                 !(between[to] & occupied & ~from);
    if (!opens && !looks) return CHECK_NO;
    return lines_attack_after(p, target, side, (occupied & ~from) | BB_SQUARE(to), from,
                              BB_SQUARE(to), type, 0)
               ? CHECK_YES
               : CHECK_NO;
}
