#include "rules/piece_moves.h"

#include "base/compiler.h"

#if defined __BMI2__
#include <immintrin.h>
#endif

static void hops(PieceMoves *w) {
    for (int i = 0; i < w->shape->hop_count; i++) {
        const Hop *hop = &w->shape->hops[i];
        int screen = 0;
        for (int n = 1; n <= hop->total; n++) {
            int to = place(w, n * hop->dx, n * hop->dy);
            if (to < 0 || (!screen && n > hop->before_range) ||
                (screen && n - screen > hop->after_range))
                break;
            if (!screen) {
                if (w->p->board[to]) screen = n;
            } else if (w->p->board[to]) {
                if (enemy_at(w, to) && hop->modes & LEG_CAPTURE) plain_end(w, to, true);
                break;
            } else if (hop->modes & LEG_EMPTY)
                plain_end(w, to, false);
        }
    }
}

/* Squares reached in up to `steps` single steps over empty squares; the last may hold anything. The
 * origin counts as empty. */
Bitboard256 area_words(const PieceMoves *w) {
    const Position *p = w->p;
    Vector256 origin = bb256_square(w->mover.from),
              way = origin | ~(bb256_load(p->by_side_words[0]) | bb256_load(p->by_side_words[1])),
              seen = origin;
    for (int step = 0; step < w->shape->area; step++)
        seen |= bb256_with_neighbours(w->t, seen & way);
    return bb256_store(seen & ~origin);
}

static inline bool may_take_on_the_way(const PieceMoves *w, int square, int pass) {
    return w->passes[piece_type(w->p->board[square])] & pass;
}

static inline Move victim_bits(int a) { return (Move)1 << 25 | (Move)a << 32; }
static inline Move victims_bits(int a, int b) {
    return (Move)2 << 25 | (Move)(a < b ? a : b) << 32 | (Move)(a < b ? b : a) << 40;
}

/* The two dearest of several pieces, of equals the lower square: found without asking what no
 * processor guesses. */
enum { SQUARES_A_WORTH = 256 };
typedef struct MostValuable {
    int first, second; /* SQUARES_A_WORTH times its worth, and how far its square is from the last;
                          -1 none */
} MostValuable;

static inline void most_valuable_add(MostValuable *d, int worth, int square, bool wanted) {
    int worths = wanted ? worth * SQUARES_A_WORTH + SQUARES_A_WORTH - 1 - square : -1,
        less = worths < d->first ? worths : d->first;
    d->first = worths > d->first ? worths : d->first;
    d->second = less > d->second ? less : d->second;
}

static inline Move most_valuable_bits(const MostValuable *d) {
    int first = SQUARES_A_WORTH - 1 - d->first % SQUARES_A_WORTH,
        second = SQUARES_A_WORTH - 1 - d->second % SQUARES_A_WORTH;
    return d->second < 0 ? victim_bits(first) : victims_bits(first, second);
}

static void emit_most_valuable(PieceMoves *w, int to, const uint8_t *victims, int count, int most) {
    MostValuable d = {-1, -1};
    for (int i = 0; i < count; i++)
        most_valuable_add(&d, w->e->worth[piece_type(w->p->board[victims[i]])], victims[i], true);
    if (most < 2) d.second = -1;
    if (d.first >= 0) emit(w->e, &w->mover, to, most_valuable_bits(&d), true);
}

/* Every choice of up to `most` (at most two) of these victims, ending on `to`. */
static void emit_choices(PieceMoves *w, int to, const uint8_t *victims, int count, int most) {
    if (w->e->worth) {
        emit_most_valuable(w, to, victims, count, most);
        return;
    }
    for (int i = 0; i < count; i++) {
        emit(w->e, &w->mover, to, victim_bits(victims[i]), true);
        for (int j = i + 1; j < count && most > 1; j++)
            emit(w->e, &w->mover, to, victims_bits(victims[i], victims[j]), true);
    }
}

/* Foes beside the square: bits of the 64 squares that begin at *first. */
static inline uint64_t foes_around(const PieceMoves *w, int square, int *first) {
    const uint64_t *near = w->t->near_words[square], *enemies = w->p->by_side_words[!w->mover.side];
    int begin = square - MAX_RANKS - 1;
    *first = begin = begin < 0 ? 0 : begin > 192 ? 192 : begin;
    int low = begin >> 6, high = (low + 1) & 3, shift = begin & 63;
    return (near[low] & enemies[low]) >> shift | (near[high] & enemies[high]) << 1 << (63 - shift);
}

/* The dearest choice of victims beside an end, where only what pays is wanted. */
static void emit_paying_beside(PieceMoves *w, int to, int pass, int most) {
    const CaptureFilter *filter = w->e->filter;
    MostValuable d = {-1, -1};
    int begin;
    for (uint64_t bits = foes_around(w, to, &begin); bits; bits &= bits - 1) {
        int at = begin + __builtin_ctzll(bits);
        most_valuable_add(&d, filter_worth(filter, at), at, may_take_on_the_way(w, at, pass));
    }
    if (d.first < 0) return;
    if (most < 2) d.second = -1;
    int gain = d.first / SQUARES_A_WORTH + (d.second < 0 ? 0 : d.second / SQUARES_A_WORTH);
    if (to != w->mover.from && w->p->board[to]) gain += filter_worth(filter, to);
    if (hopes(w, to, gain)) emit_priced(w->e, &w->mover, to, most_valuable_bits(&d), gain);
}

static inline Vector256 foes_of(const PieceMoves *w) {
    return bb256_load(w->p->by_side_words[!w->mover.side]);
}

static inline bool foes_beside(const PieceMoves *w, int square) {
    return bb256_intersects(bb256_load(w->t->near_words[square]), foes_of(w));
}

static void igui(PieceMoves *w) {
    if (w->e->filter && w->shape->igui_dirs == 255) {
        emit_paying_beside(w, w->mover.from, PASS_ON, w->shape->igui_max);
        return;
    }
    uint8_t victims[8];
    int count = 0;
    for (int d = 0; d < 8; d++) {
        if (!(w->shape->igui_dirs >> d & 1)) continue;
        int direction = turned(w, d), at = w->mover.from + w->t->delta[direction];
        if (w->t->edge[direction][w->mover.from] && enemy_at(w, at) &&
            may_take_on_the_way(w, at, PASS_ON))
            victims[count++] = (uint8_t)at;
    }
    emit_choices(w, w->mover.from, victims, count, w->shape->igui_max);
}

static void burn_from(PieceMoves *w, int landing) {
    if (w->e->filter) {
        emit_paying_beside(w, landing, PASS_LEAVE, w->shape->burn_max);
        return;
    }
    const uint64_t *near = w->t->near_words[landing],
                   *enemies = w->p->by_side_words[!w->mover.side];
    uint8_t victims[8];
    int count = 0;
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = near[i] & enemies[i]; bits; bits &= bits - 1) {
            int at = 64 * i + __builtin_ctzll(bits);
            if (may_take_on_the_way(w, at, PASS_LEAVE)) victims[count++] = (uint8_t)at;
        }
    emit_choices(w, landing, victims, count, w->shape->burn_max);
}

static void burns(PieceMoves *w) {
    Vector256 landings = bb256_load(w->ends.w) & ~bb256_load(w->p->by_side_words[w->mover.side]);
    if (w->e->filter)
        landings &= bb256_load(w->landings.w);
    else
        landings &= bb256_with_neighbours(w->t, foes_of(w));
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = landings[i]; bits; bits &= bits - 1)
            burn_from(w, 64 * i + __builtin_ctzll(bits));
}

static inline void paying_sting(const PieceMoves *w, int victim, int to) {
    int gain = filter_worth(w->e->filter, victim);
    if (to != w->mover.from && w->p->board[to]) gain += filter_worth(w->e->filter, to);
    if (hopes(w, to, gain)) emit_priced(w->e, &w->mover, to, victim_bits(victim), gain);
}

static void stings(PieceMoves *w) {
    for (int i = 0; i < w->shape->sting_count; i++) {
        const Sting *sting = &w->shape->stings[i];
        int victim = place(w, sting->ax, sting->ay);
        if (victim < 0 || !enemy_at(w, victim) || !may_take_on_the_way(w, victim, PASS_LEAVE))
            continue;
        for (int j = 0; j < sting->end_count; j++) {
            int to = place(w, sting->ends[j].dx, sting->ends[j].dy);
            if (to < 0 || !(w->p->board[to] ? enemy_at(w, to) && sting->ends[j].modes & LEG_CAPTURE
                                            : sting->ends[j].modes & LEG_EMPTY))
                continue;
            if (w->e->filter)
                paying_sting(w, victim, to);
            else
                emit(w->e, &w->mover, to, victim_bits(victim), true);
        }
    }
}

static inline Move jumped_bits(const int *taken, int count) {
    return count > 1 ? victims_bits(taken[0], taken[1]) : count ? victim_bits(taken[0]) : 0;
}

static void jump_end(PieceMoves *w, int at, const int *taken, int count) {
    if (w->e->worth && count) {
        emit(w->e, &w->mover, at, jumped_bits(taken, count), true);
        return;
    }
    plain_end(w, at, true);
    if (count > 0) emit(w->e, &w->mover, at, victim_bits(taken[0]), true);
    if (count > 1) {
        emit(w->e, &w->mover, at, victim_bits(taken[1]), true);
        emit(w->e, &w->mover, at, victims_bits(taken[0], taken[1]), true);
    }
}

#if defined __BMI2__
/* The ranks-th pieces of these, by place: bits of ranks. */
static inline uint32_t men_ranked(uint32_t pieces, uint64_t ranks) {
    return _pdep_u32((uint32_t)ranks, pieces);
}
#else
static inline uint32_t men_ranked(uint32_t pieces, uint64_t ranks) {
    uint32_t ranked = 0;
    for (; pieces && ranks; pieces &= pieces - 1, ranks >>= 1)
        if (ranks & 1) ranked |= pieces & -pieces;
    return ranked;
}
#endif

/* Those of the line's pieces that a jump from one of them over one to `most` others may take, both
 * small_attacks. */
static inline uint32_t within_jumps(uint32_t pieces, uint32_t from, int most) {
    uint64_t some = ((uint64_t)1 << most) - 1;
    int rank = __builtin_popcount(pieces & (from - 1));
    return men_ranked(pieces, some << (rank + 2) | some << rank >> (most + 1));
}

static inline uint32_t beyond(uint32_t bit, bool falling) { return falling ? bit - 1 : -bit << 1; }

/* falling: towards the line's lower places. paying: only what pays is wanted. */
static FORCE_INLINE void jump_line(PieceMoves *w, int direction, bool falling, bool paying) {
    const LineBits *bits = &w->t->line_bits[w->mover.from];
    const uint32_t *sides = lines_at(&w->p->lines, bits->place[direction & 3]);
    const Piece *board = w->p->board;
    uint32_t own = bits->bit[direction & 3], past = beyond(own, falling),
             enemies = sides[!w->mover.side] & past, pieces = (sides[0] | sides[1]) & past;
    int place = __builtin_ctz(own), delta = w->t->delta[direction], taken[2], taken_count = 0,
        gain = 0;
    for (int jumped = 0; enemies; jumped++) { /* a jump must end on an enemy */
        int next = falling ? 31 - __builtin_clz(pieces) : __builtin_ctz(pieces),
            at = w->mover.from + (falling ? place - next : next - place) * delta;
        int type = piece_type(board[at]), pass = w->passes[type],
            worth = paying ? w->e->filter->good_captures->worth[type] : 0;
        uint32_t bit = (uint32_t)1 << next;
        if (jumped && enemies & bit && (!paying || hopes(w, at, gain + worth))) {
            if (paying && !(w->collect && !taken_count))
                emit_priced(w->e, &w->mover, at, jumped_bits(taken, taken_count), gain + worth);
            else
                jump_end(w, at, taken, taken_count);
        }
        if (jumped == w->shape->jump_max || !(pass & PASS_ON)) return;
        if (enemies & bit && pass & PASS_LEAVE) taken[taken_count++] = at, gain += worth;
        enemies &= ~bit, pieces &= ~bit;
    }
}

/* Directions in which some enemy stands second, or as far as it jumps. */
static inline int jump_directions(const PieceMoves *w) {
    const LineBits *bits = &w->t->line_bits[w->mover.from];
    int found = 0;
    for (int lines = (w->runs->jump_dirs | w->runs->jump_dirs >> 4) & 15; lines;
         lines &= lines - 1) {
        int line = __builtin_ctz(lines);
        const uint32_t *sides = lines_at(&w->p->lines, bits->place[line]);
        uint32_t bit = bits->bit[line],
                 taken = sides[!w->mover.side] &
                         within_jumps(sides[0] | sides[1], bit, w->shape->jump_max);
        found |= ((taken & beyond(bit, true)) != 0) << line | ((taken & beyond(bit, false)) != 0)
                                                                  << (line + 4);
    }
    return found & w->runs->jump_dirs;
}

static FORCE_INLINE void jumps(PieceMoves *w, bool paying) {
    int found = jump_directions(w);
    for (int dirs = found & 15; dirs; dirs &= dirs - 1)
        jump_line(w, __builtin_ctz(dirs), true, paying);
    for (int dirs = found & ~15; dirs; dirs &= dirs - 1)
        jump_line(w, __builtin_ctz(dirs), false, paying);
}

static NOINLINE void all_jumps(PieceMoves *w) { jumps(w, false); }

void jump_moves(PieceMoves *w) {
    if (w->e->filter)
        jumps(w, true);
    else
        all_jumps(w);
}

static void skip(PieceMoves *w) {
    const Position *p = w->p;
    bool room = false;
    for (int dirs = w->runs->skip_dirs; dirs && !room; dirs &= dirs - 1) {
        int direction = __builtin_ctz(dirs);
        room = w->t->edge[direction][w->mover.from] &&
               !p->board[w->mover.from + w->t->delta[direction]];
    }
    if (!room) return;
    int before = w->e->count;
    emit(w->e, &w->mover, w->mover.from, 0, false);
    if (w->mover.variant->skip_not_twice && p->skipped >> w->mover.side & 1 &&
        move_is_skip(w->e->list[before])) {
        /* Promoting in place is no skip and stays. */
        for (int i = before + 1; i < w->e->count; i++) w->e->list[i - 1] = w->e->list[i];
        w->e->count--;
    }
}

/* Where something worth its while may be within an area walk. */
static inline Vector256 wanted(const PieceMoves *w) {
    if (!w->e->filter) return foes_of(w);
    Vector256 prey = bb256_load(w->prey.w);
    if (w->shape->burn_max) prey |= bb256_load(w->landings.w);
    return prey;
}

void special_moves(PieceMoves *w) {
    const Shape *shape = w->shape;
    if (shape->hop_count) hops(w);
    if (shape->area && !w->hemmed_in &&
        (w->e->quiets ||
         bb256_intersects(bb256_load(w->t->roam_words[w->mover.from]), wanted(w)))) {
        Bitboard256 reached = area_words(w);
        for (int i = 0; i < 4; i++) w->ends.w[i] |= reached.w[i];
    }
    if (shape->jump_max && w->e->captures) jump_moves(w);
    if (w->e->captures) {
        bool close = foes_beside(w, w->mover.from);
        if (shape->sting_count && (close || w->runs->far_stings)) stings(w);
        if (shape->igui_max && close) igui(w);
        if (shape->burn_max) burns(w);
    }
    if (shape->skip_dirs && w->e->quiets) skip(w);
}
