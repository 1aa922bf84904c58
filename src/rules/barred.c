#include "rules/barred.h"

#include "base/compiler.h"

#include <string.h>

#include "rules/legal.h"
#include "rules/sets.h"
#include "rules/strip_attackers.h"
#include "rules/strip_attacks.h"

#ifdef NARROW

/* As checking_squares on a strip. */
static Bitboard strip_checking_squares(const CheckInfo *f, int type) {
    int target = bb_lsb(f->p->royal_set[!f->side]);
    Bitboard squares = strip_attacks_from(f->t, !f->side, type, target, f->occupied);
    for (Bitboard pieces =
             f->own & strip_hoppers_without_screen(f->p, BB_SQUARE(target), f->occupied);
         pieces; pieces &= pieces - 1)
        squares |=
            f->p->strip.hops[bb_lsb(pieces)] & squares_between(pieces & -pieces, BB_SQUARE(target));
    return squares;
}

/* May the enemy royal step away from a piece of that type dropped there? */
static bool strip_flees(const CheckInfo *f, int type, int to) {
    int target = bb_lsb(f->p->royal_set[!f->side]), royal_type = piece_type(f->p->board[target]);
    Bitboard dropped = BB_SQUARE(to), occupied = (f->occupied | dropped) & ~BB_SQUARE(target);
    for (Bitboard ends =
             f->t->small_attacks[!f->side][small_index(f->t, royal_type, target)].steps &
             ~f->enemies;
         ends; ends &= ends - 1) {
        Bitboard end = ends & -ends;
        if (end != dropped && strip_piece_attacks(f->t, f->side, type, dropped, end, occupied))
            continue;
        if (!strip_attacked(f->p, bb_lsb(end), f->side, occupied, f->own & ~end)) return true;
    }
    return false;
}

#endif

/* From where a piece of that class would check, and where a piece would become the screen of a
 * hopper already there. */
static Bitboard checking_squares(const CheckInfo *f, int type) {
    const Tables *t = f->t;
#ifdef NARROW
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
        Bitboard look = hop->look[target],
                 first = ray_first_blocker(look & hop->after[target], hop->rising, f->occupied);
        if (classes >> hop->class & 1 && first)
            squares |= ray_attacks(hop->before[bb_lsb(first)] & look, hop->rising, f->occupied);
        if (f->p->by_class[f->side][hop->class] & look) squares |= look;
    }
    return squares;
}

static bool any_answer(const Position *p, bool stalemate_allowed);

/* Ends: each level of mating drops uses up a piece in hand. */
static bool mates(const Position *p, Move m, bool stalemate_allowed) {
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool mate = attacks_in_check(q) && !any_answer(q, stalemate_allowed);
    position_undo(q, &e);
    return mate;
}

/* Every answer made and tried. Drops that may not mate wait, for those that check must be looked
 * into in turn: hands that are full would make that a matter of years. */
static NOINLINE bool any_tried(CheckInfo *f, bool decides, bool filters) {
    const Position *p = f->p;
    Move list[HENKA_MAX_MOVES];
    f->bars_drops = false;
    int count = sets_moves(f, list), waiting = 0;
    for (int i = 0; i < count; i++) {
        if ((!decides && !movegen_leaves_royal_safe(p, list[i])) ||
            (filters && !barred_filter(f, &list[i], 1)))
            continue;
        if (!f->t->bars_drops || !move_is_drop(list[i]) ||
            !drop_may_not_mate(f->v, move_dropped(list[i])))
            return true;
        list[waiting++] = list[i];
    }
    for (int i = 0; i < waiting; i++)
        if (!attacks_gives_check(p, list[i])) return true;
    for (int i = 0; i < waiting; i++)
        if (!mates(p, list[i], f->stalemate_allowed)) return true;
    return false;
}

/* Has the side to move a legal move, the rule against giving stalemate left aside where that is the
 * question? */
static bool any_answer(const Position *p, bool stalemate_allowed) {
    CheckInfo f;
    checkinfo_init(&f, p);
    f.stalemate_allowed = stalemate_allowed;
    bool decides = checkinfo_decides(p),
         filters = f.v->stalemate == STALEMATE_ILLEGAL && !stalemate_allowed;
    return decides && !filters ? sets_any(&f) : any_tried(&f, decides, filters);
}

bool gives_stalemate(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool stalemate = !attacks_in_check(q) && !any_answer(q, true);
    position_undo(q, &e);
    return stalemate;
}

/* Looks from the target along every line. */
static Bitboard view_from(const CheckInfo *f, int target) {
    Bitboard view = BB_SQUARE(target);
    for (int i = 0; i < f->t->ray_count[f->side]; i++)
        view |= ray_attacks(f->t->rays[f->side][i].ray[target], f->t->rays[f->side][i].rising,
                            f->occupied);
    for (int i = 0; i < f->t->hop_count[f->side]; i++) {
        const AttackHop *hop = &f->t->hops[f->side][i];
        Bitboard look = hop->look[target];
        view |= ray_attacks(look, hop->rising,
                            f->occupied & ~ray_first_blocker(look, hop->rising, f->occupied));
    }
    return view;
}

/* Leaps that move as they take. */
static inline Bitboard sure_leaps(const CheckInfo *f, int side, int from) {
    int type = piece_type(f->p->board[from]);
#ifdef NARROW
    return f->t->small_attacks[side][small_index(f->t, type, from)].steps;
#else
    return f->t->powers[side][type].quiet[from] & f->t->powers[side][type].capture[from];
#endif
}

/* The pieces farthest from their royal have the most room. */
static inline int pop_farthest(Bitboard *pieces, int target) {
    Bitboard above = *pieces & ~(BB_SQUARE(target) - 1);
    int square = above ? bb_msb(above) : bb_lsb(*pieces);
    *pieces ^= BB_SQUARE(square);
    return square;
}

static inline void collect_leaps(const CheckInfo *f, Escapes *w, Bitboard outside) {
    for (Bitboard pieces = f->enemies & ~BB_SQUARE(w->target) & outside;
         pieces && w->count < ESCAPES;) {
        int from = pop_farthest(&pieces, w->target);
        Bitboard ends = sure_leaps(f, !f->side, from) & outside & ~f->enemies;
        if (ends) w->list[w->count++] = (Escape){BB_SQUARE(from), ends & -ends};
    }
}

/* Squares where the other side surely may drop something. */
static Bitboard squares_to_drop(const CheckInfo *f, int royal) {
    const HenkaVariant *v = f->v;
    for (int first = 0; v->hands && first < v->hand_count; first += 8) {
        uint64_t counts;
        for (memcpy(&counts, f->p->hand[!f->side] + first, sizeof counts); counts;) {
            int place = __builtin_ctzll(counts) >> 3, type = v->hand_types[first + place];
            counts &= ~((uint64_t)255 << 8 * place);
            if (!v->types[type].drop_file_limit && !drop_may_not_mate(v, type))
                return f->t->drop_squares[!f->side][type] & f->t->ahead[!f->side][royal] &
                       f->t->all & ~f->occupied;
        }
    }
    return 0;
}

static inline void collect_escapes(const CheckInfo *f, Escapes *w, Bitboard outside) {
    collect_leaps(f, w, outside);
    if (w->count == ESCAPES) return;
    for (Bitboard ends = squares_to_drop(f, w->target) & outside; ends && w->count < ESCAPES;
         ends &= ends - 1)
        w->list[w->count++] = (Escape){0, ends & -ends};
}

static NOINLINE void collect_anywhere(const CheckInfo *f, Escapes *w) {
    collect_escapes(f, w, ~(Bitboard)0);
}

static void find_escapes(const CheckInfo *f, Escapes *w) {
    const Position *p = f->p;
    int enemy = !f->side;
    w->count = 0, w->remote = false;
    if (f->t->attack_by_legs || p->royals[enemy] != 1 || f->v->royal != ROYAL_CHECKMATE ||
        f->v->freezing)
        return;
    w->target = bb_lsb(p->royal_set[enemy]);
    w->view = view_from(f, w->target);
    collect_escapes(f, w, ~w->view);
    w->remote = w->count;
    w->near = w->view;
    if (w->count == 1) w->near |= w->list[0].from ? w->list[0].from : w->list[0].to;
    if (!w->count) collect_anywhere(f, w);
}

/* After the mover's piece of that type went from `from` to `end`: may the escape still go, and is
 * the royal then safe from all lines? False also when that is not plain. */
static bool stands(const CheckInfo *f, const Escape *w, int target, Bitboard from, Bitboard end,
                   int type) {
    Bitboard occupied = (((f->occupied & ~from) | end) & ~w->from) | w->to;
    return end != (w->from ? w->from : w->to) &&
           !attacks_lines_attack_after(f->p, target, f->side, occupied, from, end, type, w->to);
}

/* Beyond the view nothing the mover does reaches the royal, unless his piece now checks, and check
 * is no stalemate either. */
static inline bool is_far(const Escapes *w, Move m) {
    return w->remote && !bb_has(w->near, move_to(m)) &&
           (move_is_drop(m) || !bb_has(w->near, move_from(m)));
}

static bool plainly_no_stalemate(const CheckInfo *f, const Escapes *w, Move m) {
    if (move_victim_count(m) || !w->count) return false;
    if (is_far(w, m)) return true;
    Bitboard end = BB_SQUARE(move_to(m)), from = move_is_drop(m) ? 0 : BB_SQUARE(move_from(m));
    int type = position_becomes(f->p, m);
    if (bb_has(f->t->powers[f->side][type].capture[move_to(m)], w->target))
        return true; /* check is no stalemate */
    for (int i = 0; i < w->count; i++)
        if (stands(f, &w->list[i], w->target, from, end, type)) return true;
    return attacks_lines_attack_after(f->p, w->target, f->side, (f->occupied & ~from) | end, from,
                                      end, type, 0);
}

static bool all_far(const Escapes *w, const Move *list, int count) {
    Bitboard touched = 0;
    for (int i = 0; i < count; i++)
        touched |= BB_SQUARE(move_to(list[i])) | (Bitboard)!move_is_drop(list[i])
                                                     << (move_from(list[i]) & 63);
    return !(touched & w->near);
}

#ifdef NARROW

/* A leap or a drop of the other side wholly outside the view: whatever the mover did, it leaves his
 * royal in check or out, as he was. Men in `gone` are there no more. A set of none when there is no
 * such thing, else of what the mover must take or fill to prevent it. */
static Bitboard strip_escape(const CheckInfo *f, int target, Bitboard view, Bitboard gone) {
    Bitboard ends = ~view & ~f->enemies;
    for (Bitboard pieces = f->enemies & ~view & ~gone; pieces; pieces &= pieces - 1)
        if (sure_leaps(f, !f->side, bb_lsb(pieces)) & ends) return pieces & -pieces;
    Bitboard drops = squares_to_drop(f, target) & ends & ~gone;
    return drops & -drops;
}

/* Who comes into the view only narrows it. */
static inline bool strip_clears(const Escapes *w, Bitboard left, Bitboard met) {
    return w->remote && !(left & w->view) && !(met & w->near);
}

static bool strip_cleared(const CheckInfo *f, const Escapes *w, Move m) {
    Bitboard end = BB_SQUARE(move_to(m)), left = (Bitboard)!move_is_drop(m) << (move_from(m) & 63);
    if (strip_clears(w, left, end)) return true;
    return strip_escape(f, w->target,
                        strip_view(f->t, f->side, w->target, (f->occupied & ~left) | end),
                        end) != 0;
}

static void strip_look(const CheckInfo *f, Escapes *w) {
    w->target = bb_lsb(f->p->royal_set[!f->side]);
    w->view = strip_view(f->t, f->side, w->target, f->occupied);
    w->near = strip_escape(f, w->target, w->view, 0);
    w->remote = w->near != 0;
}

/* Drops stand at the end of a list, and do not fill a square where a man is. */
static inline bool strip_all_clear(const CheckInfo *f, const Escapes *w, const Move *list,
                                   int count) {
    Bitboard left = 0, met = 0;
    bool drops_too = w->near & ~f->enemies;
    for (int i = 0; i < count && (drops_too || !move_is_drop(list[i])); i++)
        left |= (Bitboard)!move_is_drop(list[i]) << (move_from(list[i]) & 63),
            met |= BB_SQUARE(move_to(list[i]));
    return strip_clears(w, left, met);
}

static int strip_filter(CheckInfo *f, Move *list, int count) {
    Escapes *w = &f->escapes;
    int kept = 0;
    if (!f->escapes_known) strip_look(f, w), f->escapes_known = true;
    if (strip_all_clear(f, w, list, count)) return count;
    for (int i = 0; i < count; i++)
        if (strip_cleared(f, w, list[i]) || !gives_stalemate(f->p, list[i])) list[kept++] = list[i];
    return kept;
}

#endif

static int filter_stalemates(CheckInfo *f, Move *list, int count) {
    Escapes *w = &f->escapes;
    int kept = 0;
#ifdef NARROW
    if (f->t->strip && f->p->royals[!f->side] == 1) return strip_filter(f, list, count);
#endif
    if (!f->escapes_known) find_escapes(f, w), f->escapes_known = true;
    if (w->remote && all_far(w, list, count)) return count;
    for (int i = 0; i < count; i++)
        if (plainly_no_stalemate(f, w, list[i]) || !gives_stalemate(f->p, list[i]))
            list[kept++] = list[i];
    return kept;
}

Bitboard barred_drops(const CheckInfo *f, int type, Bitboard ends) {
    bool several = f->p->royals[!f->side] != 1 || f->t->attack_by_legs;
    for (Bitboard risky = several ? ends : ends & checking_squares(f, type); risky;) {
        int to = bb_pop_lsb(&risky);
#ifdef NARROW
        if (f->t->strip && (f->stalemate_allowed || f->v->stalemate != STALEMATE_ILLEGAL) &&
            !several && strip_flees(f, type, to))
            continue;
#endif
        if (mates(f->p, move_drop(type, to), f->stalemate_allowed)) ends ^= BB_SQUARE(to);
    }
    return ends;
}

int barred_filter(CheckInfo *f, Move *list, int count) {
    return count && f->v->stalemate == STALEMATE_ILLEGAL ? filter_stalemates(f, list, count)
                                                         : count;
}
