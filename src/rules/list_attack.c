#include "rules/list_attack.h"

#include "rules/lists.h"
#include "rules/piece_moves.h"
#include "variant/hits.h"
#include "variant/shape.h"

/* For what no short look tells: its captures are listed. */
static bool listed(const Position *p, int from, int square) {
    Move list[HENKA_MAX_MOVES];
    Emit e = {.list = list, .captures = true};
    lists_piece_moves(p, from, &e);
    for (int i = 0; i < e.count; i++) {
        if (move_to(list[i]) == square) return true;
        for (int k = 0; k < move_victim_count(list[i]); k++)
            if (move_victim(list[i], k) == square) return true;
    }
    return false;
}

/* One piece that does more than runs, looking at the square as if an enemy of its stood there. */
typedef struct Looker {
    const Position *p;
    const Tables *t;
    const Shape *shape;
    int from, square, side, type, direction,
        distance; /* direction, turned, and distance: of the square on a line; direction -1: none */
} Looker;

static Looker looker_at(const Position *p, int from, int square, int dx, int dy) {
    int side = piece_side(p->board[from]), type = piece_type(p->board[from]),
        ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    Looker l = {p,  p->variant->tables, &p->variant->tables->shapes[type], from, square, side, type,
                -1, ax > ay ? ax : ay};
    if (ax == ay || !ax || !ay)
        l.direction = straight_direction((dx > 0) - (dx < 0), (dy > 0) - (dy < 0));
    return l;
}

static inline int seen_by_mover(const Looker *l, int direction) {
    return (direction + 4 * l->side) & 7;
}

/* May it take what stands there on its way? Nothing, or one of its own, stands for a piece without
 * protection. */
static bool may_take(const Looker *l, int square, bool leaves) {
    const HenkaVariant *v = l->p->variant;
    Piece piece = l->p->board[square];
    if (!piece || piece_side(piece) == l->side) return true;
    return !type_bit(v->no_jump[l->type], piece_type(piece)) &&
           !(leaves && type_bit(v->no_burn[l->type], piece_type(piece)));
}

static bool skipping_slide(const Looker *l) {
    if (l->direction < 0) return false;
    for (int i = 0; i < l->shape->slide_count; i++) {
        const Slide *s = &l->shape->slides[i];
        if (!s->skip || !(s->modes & LEG_CAPTURE) || s->direction != seen_by_mover(l, l->direction))
            continue;
        if (l->distance > s->range || l->distance <= s->skip) continue;
        int first = l->from + s->skip * l->t->delta[l->direction];
        if (empties(l->p, l->t, first, l->direction) >= l->distance - s->skip - 1) return true;
    }
    return false;
}

static bool jumps_to(const Looker *l) {
    if (l->direction < 0 || !(l->shape->jump_dirs >> seen_by_mover(l, l->direction) & 1))
        return false;
    int delta = l->t->delta[l->direction], at = l->from;
    for (int jumped = 0; jumped <= l->shape->jump_max; jumped++) {
        at += (1 + empties(l->p, l->t, at, l->direction)) * delta;
        if ((at - l->square) * (delta > 0 ? 1 : -1) >= 0) return jumped > 0;
        if (type_bit(l->p->variant->no_jump[l->type], piece_type(l->p->board[at]))) return false;
    }
    return false;
}

static bool stays_and_takes(const Looker *l) {
    return l->distance == 1 && l->shape->igui_dirs >> seen_by_mover(l, l->direction) & 1 &&
           may_take(l, l->square, false);
}

/* By walking there, or to beside it. */
static bool walks_to(const Looker *l) {
    if (!l->shape->burn_max && !(l->shape->area && bb256_has(l->t->roam_words[l->from], l->square)))
        return false;
    Bitboard256 ends = lists_ends(l->p, l->from);
    if (l->shape->area && bb256_has(ends.w, l->square)) return true;
    if (!l->shape->burn_max || !may_take(l, l->square, true)) return false;
    return bb256_any(bb256_load(ends.w) & ~bb256_load(l->p->by_side_words[l->side]) &
                     bb256_load(l->t->near_words[l->square]));
}

static bool may_reach(const Looker *l) {
    if (l->shape->by_legs || l->shape->hop_count || l->t->large_powers[l->side][l->type].rides ||
        l->shape->sting_count)
        return listed(l->p, l->from, l->square);
    return skipping_slide(l) || jumps_to(l) || stays_and_takes(l) || walks_to(l);
}

static bool irregular_attacks(const Position *p, int from, int square, int by) {
    const HenkaVariant *v = p->variant;
    const Tables *t = v->tables;
    int dx = t->line_index[0][from] - t->line_index[0][square],
        dy = t->line_place[0][from] - t->line_place[0][square]; /* as sente sees it */
    int hit =
        t->hits[piece_type(p->board[from])][by ? hit_offset(v, -dx, -dy) : hit_offset(v, dx, dy)];
    if (hit & HIT_SURE) return true;
    if (!(hit & HIT_MAYBE)) return false;
    Looker l = looker_at(p, from, square, dx, dy);
    return may_reach(&l);
}

/* The nearest piece in each direction, if it runs that far. */
static bool runs_attack(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    for (int d = 0; d < 8; d++) {
        int run = empties(p, t, square, d);
        if (run == t->edge[d][square]) continue;
        Piece piece = p->board[square + (run + 1) * t->delta[d]];
        if (piece_side(piece) == by && t->takes[by][piece_type(piece)][d ^ 4] > run) return true;
    }
    return false;
}

static bool any_irregular_attacks(const Position *p, int square, int by) {
    const uint64_t *irregular = p->planes[PLANE_IRREGULAR][by],
                   *view = p->variant->tables->irregular_view[square];
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = irregular[i] & view[i]; bits; bits &= bits - 1)
            if (irregular_attacks(p, 64 * i + __builtin_ctzll(bits), square, by)) return true;
    return false;
}

bool list_attacked(const Position *p, int square, int by) {
    return runs_attack(p, square, by) || any_irregular_attacks(p, square, by);
}

bool list_attacked_else(const Position *p, int square, int by) {
    return (!p->variant->tables->takes_by_runs && runs_attack(p, square, by)) ||
           any_irregular_attacks(p, square, by);
}
