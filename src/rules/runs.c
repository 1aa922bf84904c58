#include "rules/runs.h"

#include "base/compiler.h"

#include "rules/piece_moves.h"

typedef struct Runner {
    const Position *p;
    const Tables *t;
    Emit *e;
    const uint8_t *zone;
    int side, direction, delta;
} Runner;

static NOINLINE void turning_end(const Runner *r, int from, int to) {
    int turned = r->t->turns_to[piece_type(r->p->board[from])];
    Emit *e = r->e;
    Move move = move_make(from, to);
    if (turned == TURN_SLOW) {
        Mover mover = mover_at(r->p, from);
        emit(e, &mover, to, 0, r->p->board[to] != NO_PIECE);
        return;
    }
    e->list[e->count++] = move;
    if (turned) e->list[e->count++] = move_promote(move, turned);
}

static inline void run_end(const Runner *r, int from, int to) {
    if (r->zone[from] | r->zone[to])
        turning_end(r, from, to);
    else
        r->e->list[r->e->count++] = move_make(from, to);
}

static inline bool has_room(const Emit *e, int ends) {
    return e->count <= HENKA_MAX_MOVES - ends * MOVES_AN_END;
}

static inline void all_step(const Runner *r, Vector256 from) {
    for (int i = 0; i < 4; i++) {
        if (!has_room(r->e, 64)) return;
        for (uint64_t bits = from[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            run_end(r, square, square + r->delta);
        }
    }
}

/* A piece whose next square is empty: on from there. */
static inline void run_on(const Runner *r, int from, int reach, bool falling) {
    int line = r->direction & 3, place = r->t->line_place[line][from];
    const uint32_t *sides = r->p->lines.word[line][r->t->line_index[line][from]];
    uint32_t beyond = falling ? ((uint32_t)1 << place) - 1 : ~(uint32_t)1 << place,
             pieces = (sides[0] | sides[1]) & beyond, enemies = sides[!r->side] & beyond;
    if (!r->e->quiets && !enemies) return;
    int met =
        r->t->edge[r->direction][from] + 1; /* how far off the next piece stands, or the edge */
    if (pieces)
        met = falling ? place - (31 - __builtin_clz(pieces)) : __builtin_ctz(pieces) - place;
    if (r->e->quiets)
        for (int n = 1, to = from + r->delta; n < met && n <= reach; n++, to += r->delta)
            run_end(r, from, to);
    if (r->e->captures && pieces && met <= reach &&
        enemies >> (falling ? place - met : place + met) & 1)
        run_end(r, from, from + met * r->delta);
}

static inline void all_run_on(const Runner *r, Vector256 from, Vector256 two) {
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = from[i]; bits; bits &= bits - 1) {
            if (!has_room(r->e, MAX_RANKS)) return;
            run_on(r, 64 * i + __builtin_ctzll(bits), two[i] & bits & -bits ? 2 : MAX_RANKS,
                   r->direction < 4);
        }
}

void runs_list(const Position *p, const Bitboard256 *idle, Emit *e) {
    const Tables *t = p->variant->tables;
    Runner r = {p, t, e, t->zone_bytes[p->side], p->side, 0, 0};
    Vector256 enemies = bb256_load(p->by_side_words[!p->side]),
              pieces = bb256_load(p->by_side_words[p->side]) | enemies;
    Vector256 awake = ~(bb256_load(idle->w) | bb256_load(p->planes[PLANE_LISTED][p->side]));
    for (int d = 0; d < 8; d++) {
        const uint64_t(*sets)[2][4] = p->planes + 3 * d;
        Vector256 going = bb256_load(t->edge_words[d]) & awake,
                  step = bb256_load(sets[0][p->side]) & going,
                  two = bb256_load(sets[1][p->side]) & going,
                  far = (bb256_load(sets[2][p->side]) & going) | two;
        r.direction = d, r.delta = t->delta[d];
        Vector256 next = bb256_shift(pieces, -r.delta), now = {0};
        if (e->quiets) now = step & ~next;
        if (e->captures) now |= (step | far) & bb256_shift(enemies, -r.delta);
        all_step(&r, now);
        all_run_on(&r, far & ~next, two);
    }
}
