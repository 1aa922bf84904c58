#include "rules/barred.h"

#include "rules/legal.h"
#include "rules/sets.h"

static bool drop_barred_from_mating(const HenkaVariant *v, int type) { return v->drop_mate_barred_all || v->types[type].drop_mate_barred; }

/* From where a piece of that class would check, and where a piece would become the mount of a hopper already there. */
static Set checking_squares(const Field *f, int type) {
    const Tables *t = f->t;
    int target = set_lowest(f->p->royal_set[!f->side]);
    Set squares = 0, classes = 0;
    for (int i = 0; i < t->type_class_count[type]; i++) classes |= SET_BIT(t->type_classes[type][i]);
    for (int c = 0; c < t->leap_class_count; c++)
        if (classes >> c & 1) squares |= t->leap_from[f->side][c][target];
    for (int i = 0; i < t->ray_count[f->side]; i++) {
        const AttackRay *r = &t->rays[f->side][i];
        if (classes >> r->class & 1) squares |= ray_reach(r->ray[target], r->rising, f->occupied);
    }
    for (int i = 0; i < t->hop_count[f->side]; i++) {
        const AttackHop *hop = &t->hops[f->side][i];
        Set look = hop->look[target], first = ray_first(look & hop->after[target], hop->rising, f->occupied);
        if (classes >> hop->class & 1 && first) squares |= ray_reach(hop->before[set_lowest(first)] & look, hop->rising, f->occupied);
        if (f->p->by_class[f->side][hop->class] & look) squares |= look;
    }
    return squares;
}

/* A mate given by a drop: every answer counts, and an answer that is a drop must itself be allowed. Ends: each level uses up a piece in hand. */
static bool mates(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool mate = in_check(q) && !barred_any_left(q);
    position_undo(q, &e);
    return mate;
}

static bool any_safe_move(const Position *p) {
    Field f;
    field_look(&f, p, GENERATE_ALL);
    if (field_decides(p)) return sets_any(&f);
    Move list[HENKA_MAX_MOVES];
    int count = sets_moves(&f, list);
    for (int i = 0; i < count; i++)
        if (leaves_royal_safe(p, list[i])) return true;
    return false;
}

static bool stalemates(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool stalemate = !any_safe_move(q) && !in_check(q);
    position_undo(q, &e);
    return stalemate;
}

static int filter_mating_drops(const Field *f, Move *list, int count) {
    int kept = 0, known = 0;
    Set checking = 0;
    bool several = f->p->royals[!f->side] != 1 || f->t->attack_by_walk;
    for (int i = 0; i < count; i++) {
        Move m = list[i];
        if (move_is_drop(m) && drop_barred_from_mating(f->v, move_dropped(m))) {
            if (known != move_dropped(m)) known = move_dropped(m), checking = several ? f->t->all : checking_squares(f, known);
            if (checking >> move_to(m) & 1 && mates(f->p, m)) continue;
        }
        list[kept++] = m;
    }
    return kept;
}

static bool bars_drops(const Position *p) {
    const HenkaVariant *v = p->variant;
    for (int i = 0; i < v->hand_count; i++)
        if (p->hand[p->side][i] && drop_barred_from_mating(v, v->hand_types[i])) return true;
    return false;
}

int barred_filter(const Field *f, Move *list, int count) {
    if (f->quiet && f->v->hands && bars_drops(f->p)) count = filter_mating_drops(f, list, count);
    if (f->v->stalemate != STALEMATE_ILLEGAL) return count;
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!stalemates(f->p, list[i])) list[kept++] = list[i];
    return kept;
}

static bool is_barred(const Field *f, Move m) {
    if (move_is_drop(m) && drop_barred_from_mating(f->v, move_dropped(m)) && mates(f->p, m)) return true;
    return false;
}

bool barred_any_left(const Position *p) {
    Move list[HENKA_MAX_MOVES];
    Field f;
    field_look(&f, p, GENERATE_ALL);
    bool decides = field_decides(p);
    int count = sets_moves(&f, list);
    for (int i = 0; i < count; i++)
        if ((decides || leaves_royal_safe(p, list[i])) && !is_barred(&f, list[i])) return true;
    return false;
}
