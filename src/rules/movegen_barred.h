/* movegen_barred - moves that a rule forbids because of their consequence: drops that are not
 * allowed to mate, and moves that are not allowed to stalemate. Part of movegen_bitboard.h.
 *
 * Shapes   Both rules are about the other side's replies, so a full test makes the move and lists
 *          the replies. To avoid that, a drop is tested only if it gives check, and a move only if
 *          no Escape (checkinfo.h) shows that the other side keeps a reply. With several royals, or
 *          with pieces whose moves are followed leg by leg, it is not known from which squares a
 *          drop gives check, so every drop is tested.
 * Source   docs/rules: uchifuzume; drops that may check but not mate; illegal stalemates.
 */
#ifndef HENKA_RULES_MOVEGEN_BARRED_H
#define HENKA_RULES_MOVEGEN_BARRED_H

#include "rules/checkinfo.h"

/* Does a rule forbid drops of this type to give mate? */
static inline bool drop_may_not_mate(const HenkaVariant *v, int type) {
    return v->drop_mate_barred_all || v->types[type].drop_mate_barred;
}

static int barred_filter(CheckInfo *, Move *list, int count);

/* ---- does the other side have a reply? ------------------------------------------------------- */

static bool any_reply(Position *p, bool stalemate_allowed);

/* Does the move give mate? The recursion through any_reply ends: each level drops a piece. */
static bool mates(Position *p, Move m, bool stalemate_allowed) {
    Edits e;
    int wanted = p->variant->checks_to_win;
    if (budget_spent(p->budget)) return true;
    movegen_spend_trial(p);
    if (wanted && p->state.checks[p->side] + 1 >= wanted) return false; /* the check wins */
    position_do(p, m, &e);
    bool mate = !position_is_decided(p) && attacks_royal_attacked_bb(p, p->side) &&
                !any_reply(p, stalemate_allowed);
    position_undo(p, &e);
    return mate;
}

/* Is any reply legal? Replies are made to find out, if `decides` is false (royal safety) or
 * `filters` is true (stalemating replies are illegal). Drops that must not mate are tested last:
 * each that gives check calls this function again, which would take years with full hands. */
static NOINLINE bool any_tested_reply(CheckInfo *f, bool decides, bool filters) {
    Position *p = f->p;
    Move list[HENKA_MAX_MOVES];
    f->bars_drops = false;
    int count = bitboard_moves(f, list), waiting = 0;
    for (int i = 0; i < count && !budget_spent(p->budget); i++) {
        if ((!decides && !movegen_leaves_royal_safe(p, list[i])) ||
            (f->v->sifts && !sift_allows(p, list[i])) ||
            (filters && !barred_filter(f, &list[i], 1)))
            continue;
        if (!f->t->bars_drops || !move_is_drop(list[i]) ||
            !drop_may_not_mate(f->v, move_dropped(list[i])))
            return true;
        list[waiting++] = list[i];
    }
    for (int i = 0; i < waiting; i++)
        if (!attacks_gives_check_bb(p, list[i])) return true;
    for (int i = 0; i < waiting; i++)
        if (!mates(p, list[i], f->stalemate_allowed)) return true;
    return false;
}

/* Does the side to move have a legal move? stalemate_allowed: the reply itself may give stalemate,
 * because the caller is testing the rule against giving stalemate. */
static bool any_reply(Position *p, bool stalemate_allowed) {
    CheckInfo f;
    checkinfo_init(&f, p);
    f.stalemate_allowed = stalemate_allowed;
    bool decides = checkinfo_decides(p),
         filters = f.v->stalemate == STALEMATE_ILLEGAL && !stalemate_allowed;
    return decides && !filters && !f.v->sifts ? bitboard_any(&f)
                                              : any_tested_reply(&f, decides, filters);
}

/* ---- mating drops ---------------------------------------------------------------------------- */

#if BITBOARD_BITS == 64

/* Like checking_squares, for a strip: returns the squares where a drop would give check. */
static Bitboard strip_checking_squares(const CheckInfo *f, int type) {
    int target = bb_lsb(f->p->royal_set[!f->side]);
    Bitboard squares = strip_attacks_from(f->t, !f->side, type, target, f->occupied);
    for (Bitboard hoppers =
             f->own & strip_hoppers_without_screen(f->p, BB_SQUARE(target), f->occupied);
         hoppers; hoppers &= hoppers - 1)
        squares |= f->p->strip.hops[bb_lsb(hoppers)] &
                   squares_between(hoppers & -hoppers, BB_SQUARE(target));
    return squares;
}

/* Can the enemy royal step away if a piece of that type is dropped on this square? */
static bool strip_royal_escapes(const CheckInfo *f, int type, int to) {
    int target = bb_lsb(f->p->royal_set[!f->side]), royal_type = piece_type(f->p->board[target]);
    Bitboard dropped = BB_SQUARE(to), occupied = (f->occupied | dropped) & ~BB_SQUARE(target);
    for (Bitboard targets =
             f->t->small_attacks[!f->side][small_index(f->t, royal_type, target)].steps &
             ~f->enemies;
         targets; targets &= targets - 1) {
        Bitboard end = targets & -targets;
        if (end != dropped && strip_piece_attacks(f->t, f->side, type, dropped, end, occupied))
            continue;
        if (!strip_attacked(f->p, bb_lsb(end), f->side, occupied, f->own & ~end)) return true;
    }
    return false;
}

#endif

/* Returns the squares where a dropped piece of that type would give check, and those where any
 * piece would become the screen of a hopper. Looks up only this type's lines, because few types'
 * mating drops are illegal. A node of the search looks up all lines (search/check_squares.h). */
static Bitboard checking_squares(const CheckInfo *f, int type) {
    const Tables *t = f->t;
#if BITBOARD_BITS == 64
    if (t->strip) return strip_checking_squares(f, type);
#endif
    int target = bb_lsb(f->p->royal_set[!f->side]);
    Bitboard squares = 0;
    uint64_t classes = t->class_bits[type];
    for (int c = 0; c < t->leap_class_count; c++)
        if (classes >> c & 1) squares |= t->leap_rows[f->side][target * t->leap_stride + c];
    for (int i = 0; i < t->ray_count[f->side]; i++) {
        const AttackRay *r = &t->rays[f->side][i];
        if (classes >> r->class & 1) squares |= ray_attacks(r->ray[target], r->rising, f->occupied);
    }
    for (int i = 0; i < t->hop_count[f->side]; i++) {
        const AttackHop *hop = &t->hops[f->side][i];
        if (classes >> hop->class & 1) squares |= hopper_squares(hop, target, f->occupied);
        if (f->p->by_class[f->side][hop->class] & hop->look[target]) squares |= hop->look[target];
    }
    return squares;
}

/* Returns the targets on which the drop of that type does not mate. */
static Bitboard barred_drops(const CheckInfo *f, int type, Bitboard targets) {
    bool several = f->p->royals[!f->side] != 1 || f->t->attack_by_legs;
    for (Bitboard risky = several ? targets : targets & checking_squares(f, type); risky;) {
        int to = bb_pop_lsb(&risky);
#if BITBOARD_BITS == 64
        if (f->t->strip && (f->stalemate_allowed || f->v->stalemate != STALEMATE_ILLEGAL) &&
            !several && strip_royal_escapes(f, type, to))
            continue;
#endif
        if (mates(f->p, move_drop(type, to), f->stalemate_allowed)) targets ^= BB_SQUARE(to);
    }
    return targets;
}

/* ---- stalemating moves ----------------------------------------------------------------------- */

/* Makes the move: does it leave the other side without a reply, but out of check? */
static bool barred_gives_stalemate(Position *p, Move m) {
    Edits e;
    if (budget_spent(p->budget)) return true;
    movegen_spend_trial(p);
    position_do(p, m, &e);
    bool stalemate =
        !position_is_decided(p) && !attacks_royal_attacked_bb(p, p->side) && !any_reply(p, true);
    position_undo(p, &e);
    return stalemate;
}

/* Returns the targets of leaps that capture as they move: no piece can block these leaps. */
static inline Bitboard sure_leaps(const CheckInfo *f, int side, int from) {
    int type = piece_type(f->p->board[from]);
#if BITBOARD_BITS == 64
    return f->t->small_attacks[side][small_index(f->t, type, from)].steps;
#else
    return f->t->powers[side][type].quiet[from] & f->t->powers[side][type].capture[from];
#endif
}

/* Removes from the set the piece that is farthest from its royal on `target`, because it usually
 * has the most room to move. Returns the square of that piece. */
static inline int pop_farthest(Bitboard *pieces, int target) {
    Bitboard above = *pieces & ~(BB_SQUARE(target) - 1);
    int square = above ? bb_msb(above) : bb_lsb(*pieces);
    *pieces ^= BB_SQUARE(square);
    return square;
}

/* Returns squares where the other side, whose royal is on `royal`, can certainly drop a piece. */
static Bitboard squares_to_drop(const CheckInfo *f, int royal) {
    int type = position_free_drop(f->p, !f->side);
    return type ? f->t->drop_squares[!f->side][type] & f->t->ahead[!f->side][royal] & f->t->all &
                      ~f->occupied
                : 0;
}

static inline void collect_escapes(const CheckInfo *f, Escapes *w, Bitboard outside) {
    for (Bitboard pieces = f->enemies & ~BB_SQUARE(w->target) & outside;
         pieces && w->count < ESCAPES;) {
        int from = pop_farthest(&pieces, w->target);
        Bitboard ends = sure_leaps(f, !f->side, from) & outside & ~f->enemies;
        if (ends) w->list[w->count++] = (Escape){BB_SQUARE(from), ends & -ends};
    }
    if (w->count == ESCAPES) return;
    for (Bitboard ends = squares_to_drop(f, w->target) & outside; ends && w->count < ESCAPES;
         ends &= ends - 1)
        w->list[w->count++] = (Escape){0, ends & -ends};
}

static NOINLINE void collect_escapes_anywhere(const CheckInfo *f, Escapes *w) {
    collect_escapes(f, w, ~(Bitboard)0);
}

static void find_escapes(const CheckInfo *f, Escapes *w) {
    const Position *p = f->p;
    int enemy = !f->side;
    w->count = 0, w->outside_view = false;
    if (f->t->attack_by_legs || p->royals[enemy] != 1 || f->v->royal != ROYAL_CHECKMATE ||
        f->v->freezing || f->v->promotion_may_lack || f->v->sifts)
        return;
    w->target = bb_lsb(p->royal_set[enemy]);
    w->view = BB_SQUARE(w->target);
    for (int i = 0; i < f->t->ray_count[f->side]; i++)
        w->view |= ray_attacks(f->t->rays[f->side][i].ray[w->target], f->t->rays[f->side][i].rising,
                               f->occupied);
    for (int i = 0; i < f->t->hop_count[f->side]; i++) {
        const AttackHop *hop = &f->t->hops[f->side][i];
        Bitboard look = hop->look[w->target];
        w->view |= ray_attacks(look, hop->rising,
                               f->occupied & ~ray_first_blocker(look, hop->rising, f->occupied));
    }
    collect_escapes(f, w, ~w->view);
    w->outside_view = w->count;
    w->near = w->view;
    if (w->count == 1) w->near |= w->list[0].from ? w->list[0].from : w->list[0].to;
    if (!w->count) collect_escapes_anywhere(f, w);
}

/* Is it certain, without making the move, that it leaves the other side a reply? It is if the move
 * neither leaves nor enters a square of w->near: then an escape (a reply of the other side) stays
 * possible and the royal safe. A move that gives check does not stalemate either. */
static bool plainly_no_stalemate(const CheckInfo *f, const Escapes *w, Move m) {
    if (move_is_special(m) || !w->count) return false;
    if (w->outside_view && !bb_has(w->near, move_to(m)) &&
        (move_is_drop(m) || !bb_has(w->near, move_from(m))))
        return true;
    Bitboard end = BB_SQUARE(move_to(m)), from = move_is_drop(m) ? 0 : BB_SQUARE(move_from(m)),
             occupied = (f->occupied & ~from) | end;
    int type = position_becomes(f->p, m);
    if (bb_has(f->t->powers[f->side][type].capture[move_to(m)], w->target)) return true;
    /* Is an escape still possible after the move, with the royal then safe from all lines? */
    for (int i = 0; i < w->count; i++) {
        const Escape *e = &w->list[i];
        if (end != (e->from ? e->from : e->to) &&
            !attacks_lines_attack_after(f->p, w->target, f->side, (occupied & ~e->from) | e->to,
                                        from, end, type, e->to))
            return true;
    }
    return attacks_lines_attack_after(f->p, w->target, f->side, occupied, from, end, type, 0);
}

#if BITBOARD_BITS == 64

/* Finds a leap or a drop of the other side that neither leaves nor enters a square of `view`, the
 * lines on which its royal could be attacked. Such a reply changes nothing about the royal's
 * safety. Pieces in `gone` are captured. Returns, as a bitboard, the square that the mover would
 * have to capture or fill to prevent the reply; empty: there is no such reply. */
static Bitboard strip_escape(const CheckInfo *f, int target, Bitboard view, Bitboard gone) {
    Bitboard ends = ~view & ~f->enemies;
    for (Bitboard pieces = f->enemies & ~view & ~gone; pieces; pieces &= pieces - 1)
        if (sure_leaps(f, !f->side, bb_lsb(pieces)) & ends) return pieces & -pieces;
    Bitboard drops = squares_to_drop(f, target) & ends & ~gone;
    return drops & -drops;
}

/* A piece that enters `view`, the lines on which the royal could be attacked, only blocks lines. So
 * the squares that moves leave (`left`) and enter (`met`) are tested separately. */
static inline bool strip_leaves_escape(const Escapes *w, Bitboard left, Bitboard met) {
    return w->outside_view && !(left & w->view) && !(met & w->near);
}

static int strip_filter_stalemates(CheckInfo *f, Move *list, int count) {
    Escapes *w = &f->escapes;
    int kept = 0;
    if (!f->escapes_known) {
        w->target = bb_lsb(f->p->royal_set[!f->side]);
        w->view = strip_view(f->t, f->side, w->target, f->occupied);
        w->near = strip_escape(f, w->target, w->view, 0);
        w->outside_view = w->near != 0;
        f->escapes_known = true;
    }
    /* Do all moves leave an escape? Drops are at the end of the list. They leave no square, and
     * enter empty squares. */
    Bitboard left = 0, met = 0;
    bool drops_too = w->near & ~f->enemies;
    for (int i = 0; i < count && (drops_too || !move_is_drop(list[i])); i++)
        left |= (Bitboard)!move_is_drop(list[i]) << (move_from(list[i]) & 63),
            met |= BB_SQUARE(move_to(list[i]));
    if (strip_leaves_escape(w, left, met)) return count;
    for (int i = 0; i < count; i++) {
        Bitboard end = BB_SQUARE(move_to(list[i])), from = (Bitboard)!move_is_drop(list[i])
                                                           << (move_from(list[i]) & 63);
        if (strip_leaves_escape(w, from, end) ||
            strip_escape(f, w->target,
                         strip_view(f->t, f->side, w->target, (f->occupied & ~from) | end), end) ||
            !barred_gives_stalemate(f->p, list[i]))
            list[kept++] = list[i];
    }
    return kept;
}

#endif

/* Removes moves that stalemate illegally from the list, and returns the number that stay. */
static int barred_filter(CheckInfo *f, Move *list, int count) {
    Escapes *w = &f->escapes;
    int kept = 0;
    if (!count || f->v->stalemate != STALEMATE_ILLEGAL) return count;
#if BITBOARD_BITS == 64
    if (f->t->strip && f->p->royals[!f->side] == 1) return strip_filter_stalemates(f, list, count);
#endif
    if (!f->escapes_known) find_escapes(f, w), f->escapes_known = true;
    Bitboard touched = 0;
    for (int i = 0; i < count && w->outside_view; i++)
        touched |= BB_SQUARE(move_to(list[i])) | (Bitboard)!move_is_drop(list[i])
                                                     << (move_from(list[i]) & (BITBOARD_BITS - 1));
    if (w->outside_view && !f->t->state && !(touched & w->near)) return count;
    for (int i = 0; i < count; i++)
        if (plainly_no_stalemate(f, w, list[i]) || !barred_gives_stalemate(f->p, list[i]))
            list[kept++] = list[i];
    return kept;
}

#endif
