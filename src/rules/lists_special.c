#include "rules/piecework.h"

static void hops(Piecework *w) {
    for (int i = 0; i < w->shape->hop_count; i++) {
        const Hop *hop = &w->shape->hops[i];
        int mount = 0;
        for (int n = 1; n <= hop->total; n++) {
            int to = place(w, n * hop->dx, n * hop->dy);
            if (to < 0 || (!mount && n > hop->before_range) || (mount && n - mount > hop->after_range)) break;
            if (!mount) {
                if (w->p->board[to]) mount = n;
            } else if (w->p->board[to]) {
                if (enemy_at(w, to) && hop->modes & LEG_CAPTURE) plain_end(w, to, true);
                break;
            } else if (hop->modes & LEG_EMPTY)
                plain_end(w, to, false);
        }
    }
}

/* Squares reached in up to `steps` single steps over empty squares; the last may hold anything. The origin counts as empty. */
static Words area(const Piecework *w, int steps) {
    const Position *p = w->p;
    Words seen = {{0}}, front = {{0}};
    word_set(&front, w->mover.from);
    for (int step = 0; step < steps; step++) {
        Words next = {{0}};
        for (int i = 0; i < 4; i++)
            for (uint64_t bits = front.w[i]; bits; bits &= bits - 1) {
                const uint64_t *near = w->t->near_words[64 * i + __builtin_ctzll(bits)];
                for (int j = 0; j < 4; j++) next.w[j] |= near[j];
            }
        for (int j = 0; j < 4; j++) {
            next.w[j] &= ~seen.w[j];
            seen.w[j] |= next.w[j];
            front.w[j] = next.w[j] & ~(p->men_words[0][j] | p->men_words[1][j]);
        }
    }
    seen.w[w->mover.from >> 6] &= ~((uint64_t)1 << (w->mover.from & 63));
    return seen;
}

static inline bool may_take_on_the_way(const Piecework *w, int square, bool leaves) {
    int victim = piece_type(w->p->board[square]);
    const HenkaVariant *v = w->mover.variant;
    return !type_bit(v->no_jump[w->mover.type], victim) && !(leaves && type_bit(v->no_burn[w->mover.type], victim));
}

static inline Move victim_bits(int a) { return (Move)1 << 25 | (Move)a << 32; }
static inline Move victims_bits(int a, int b) { return (Move)2 << 25 | (Move)(a < b ? a : b) << 32 | (Move)(a < b ? b : a) << 40; }

/* Every choice of up to `most` (at most two) of these victims, ending on `to`. */
static void emit_choices(Piecework *w, int to, const uint8_t *victims, int count, int most) {
    for (int i = 0; i < count; i++) {
        emit(w->e, &w->mover, to, victim_bits(victims[i]), true);
        for (int j = i + 1; j < count && most > 1; j++) emit(w->e, &w->mover, to, victims_bits(victims[i], victims[j]), true);
    }
}

/* The enemies beside a square that may be taken from there. */
static int enemies_beside(const Piecework *w, int square, int dirs, bool leaves, uint8_t victims[8]) {
    int count = 0;
    for (int d = 0; d < 8; d++) {
        if (!(dirs >> d & 1)) continue;
        int direction = turned(w, d), at = square + w->t->delta[direction];
        if (!w->t->edge[direction][square] || at == w->mover.from || !enemy_at(w, at)) continue;
        if (may_take_on_the_way(w, at, leaves)) victims[count++] = (uint8_t)at;
    }
    return count;
}

static inline bool foes_in(const Piecework *w, const uint64_t words[4]) {
    const uint64_t *foes = w->p->men_words[!w->mover.side];
    return (words[0] & foes[0]) | (words[1] & foes[1]) | (words[2] & foes[2]) | (words[3] & foes[3]);
}

static inline bool foes_beside(const Piecework *w, int square) { return foes_in(w, w->t->near_words[square]); }

static void igui(Piecework *w) {
    uint8_t victims[8];
    if (!foes_beside(w, w->mover.from)) return;
    int count = enemies_beside(w, w->mover.from, w->shape->igui_dirs, false, victims);
    emit_choices(w, w->mover.from, victims, count, w->shape->igui_max);
}

static void burn_from(Piecework *w, int landing) {
    uint8_t victims[8];
    if (!foes_beside(w, landing)) return;
    emit_choices(w, landing, victims, enemies_beside(w, landing, 0xFF, true, victims), w->shape->burn_max);
}

static void burns(Piecework *w) {
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = w->ends.w[i] & ~w->p->men_words[w->mover.side][i]; bits; bits &= bits - 1) burn_from(w, 64 * i + __builtin_ctzll(bits));
}

static void stings(Piecework *w) {
    for (int i = 0; i < w->shape->sting_count; i++) {
        const Sting *sting = &w->shape->stings[i];
        int victim = place(w, sting->ax, sting->ay);
        if (victim < 0 || !enemy_at(w, victim) || !may_take_on_the_way(w, victim, true)) continue;
        for (int j = 0; j < sting->end_count; j++) {
            int to = place(w, sting->ends[j].dx, sting->ends[j].dy);
            if (to >= 0 && (w->p->board[to] ? enemy_at(w, to) && sting->ends[j].modes & LEG_CAPTURE : sting->ends[j].modes & LEG_EMPTY))
                emit(w->e, &w->mover, to, victim_bits(victim), true);
        }
    }
}

static void jump_line(Piecework *w, int direction) {
    int at = w->mover.from, delta = w->t->delta[direction], taken[2], enemies = 0;
    for (int jumped = 0;; jumped++) {
        int run = empties(w->p, w->t, at, direction);
        if (run >= w->t->edge[direction][at]) return;
        at += (run + 1) * delta;
        if (jumped && enemy_at(w, at)) {
            plain_end(w, at, true);
            if (enemies > 0) emit(w->e, &w->mover, at, victim_bits(taken[0]), true);
            if (enemies > 1) {
                emit(w->e, &w->mover, at, victim_bits(taken[1]), true);
                emit(w->e, &w->mover, at, victims_bits(taken[0], taken[1]), true);
            }
        }
        const HenkaVariant *v = w->mover.variant;
        if (jumped == w->shape->jump_max || type_bit(v->no_jump[w->mover.type], piece_type(w->p->board[at]))) return;
        if (enemy_at(w, at) && may_take_on_the_way(w, at, true)) taken[enemies++] = at;
    }
}

static void jumps(Piecework *w) {
    for (int d = 0; d < 8; d++)
        if (w->shape->jump_dirs >> d & 1) jump_line(w, turned(w, d));
}

static void skip(Piecework *w) {
    const Position *p = w->p;
    bool room = false;
    for (int dirs = w->runs->skip_dirs & w->open; dirs && !room; dirs &= dirs - 1) room = !p->board[w->mover.from + w->t->delta[__builtin_ctz(dirs)]];
    if (!room) return;
    int before = w->e->count;
    emit(w->e, &w->mover, w->mover.from, 0, false);
    if (w->mover.variant->skip_not_twice && p->skipped >> w->mover.side & 1 && move_is_skip(w->e->list[before])) {
        /* Promoting in place is no skip and stays. */
        for (int i = before + 1; i < w->e->count; i++) w->e->list[i - 1] = w->e->list[i];
        w->e->count--;
    }
}

void special_moves(Piecework *w) {
    const Shape *shape = w->shape;
    if (shape->hop_count) hops(w);
    if (shape->area && (w->e->quiets || foes_in(w, w->t->roam_words[w->mover.from]))) {
        Words reached = area(w, shape->area);
        for (int i = 0; i < 4; i++) w->ends.w[i] |= reached.w[i];
    }
    if (shape->jump_max && w->e->captures) jumps(w);
    if (w->e->captures) {
        if (shape->sting_count) stings(w);
        if (shape->igui_max) igui(w);
        if (shape->burn_max) burns(w);
    }
    if (shape->skip_dirs && w->e->quiets) skip(w);
}
