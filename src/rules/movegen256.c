/* Legal moves on boards of up to 256 squares, such as 16x16 (movegen_parts.h): piece by piece by
 * the shapes of their powers (variant/shape.h), but all pieces that share a slide at once, from the
 * slide planes that the position keeps (tables.h). Royal safety is tested by making the move.
 *
 * In this file: a filter for good captures, which the parts below ask when only those are wanted;
 * the moves of one piece; the slides of all pieces; is a square attacked; good captures; the
 * contract.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bitboard256.h"
#include "base/compiler.h"
#include "rules/attacks.h"
#include "rules/emit.h"
#include "rules/movegen_parts.h"
#include "rules/oracle.h"
#include "rules/sift.h"
#include "rules/state_moves.h"
#include "variant/hits.h"
#include "variant/shape.h"
#include "variant/tables.h"

#if defined __BMI2__ || defined __AVX512VBMI__
#include <immintrin.h>
#endif

/* ---- which enemies are worth so much or more? ------------------------------------------------ */

/* With AVX-512 all squares are compared at once; other machines answer with all enemies. Worths are
 * rounded down, so the answer may hold a few cheaper pieces but never lacks one. */
enum { WORTH_STEP_BITS = 4, WORTH_STEP = 1 << WORTH_STEP_BITS, WORTH_MOST = 255 };

#if defined __AVX512VBMI__ && defined __AVX512BW__

typedef struct WorthFilter {
    _Alignas(64) uint8_t
        steps[MAX_SQUARES]; /* worth of what stands there, in steps of WORTH_STEP rounded down */
    Bitboard256 enemies;
} WorthFilter;

static inline __m128i worth_few_steps(const int32_t worth[16]) {
    return _mm512_cvtusepi32_epi8(_mm512_srai_epi32(_mm512_loadu_si512(worth), WORTH_STEP_BITS));
}

static inline __m512i worth_steps(const int32_t worth[64]) {
    __m512i steps = _mm512_castsi128_si512(worth_few_steps(worth));
    steps = _mm512_inserti32x4(steps, worth_few_steps(worth + 16), 1);
    steps = _mm512_inserti32x4(steps, worth_few_steps(worth + 32), 2);
    return _mm512_inserti32x4(steps, worth_few_steps(worth + 48), 3);
}

static inline void worth_init(WorthFilter *filter, const Position *p,
                              const int32_t worth[MAX_TYPES]) {
    __m512i low = worth_steps(worth), high = worth_steps(worth + MAX_TYPES / 2);
    for (int i = 0; i < MAX_SQUARES; i += 64) /* the index has seven bits: a type's */
        _mm512_store_si512(filter->steps + i,
                           _mm512_permutex2var_epi8(low, _mm512_loadu_si512(p->board + i), high));
    filter->enemies = bb256_store(bb256_load(p->by_side_words[!p->side]));
}

static inline Vector256 worth_at_least(const WorthFilter *filter, int worth) {
    int step = worth <= 0                              ? 0
               : worth >> WORTH_STEP_BITS < WORTH_MOST ? worth >> WORTH_STEP_BITS
                                                       : WORTH_MOST;
    __m512i least = _mm512_set1_epi8((char)step);
    uint64_t words[4];
    for (int i = 0; i < 4; i++)
        words[i] = _cvtmask64_u64(
            _mm512_cmpge_epu8_mask(_mm512_load_si512(filter->steps + 64 * i), least));
    return (Vector256){words[0], words[1], words[2], words[3]} & bb256_load(filter->enemies.w);
}

#else

typedef struct WorthFilter {
    Bitboard256 enemies;
} WorthFilter;

static inline void worth_init(WorthFilter *filter, const Position *p,
                              const int32_t worth[MAX_TYPES]) {
    (void)worth;
    filter->enemies = bb256_store(bb256_load(p->by_side_words[!p->side]));
}

static inline Vector256 worth_at_least(const WorthFilter *filter, int worth) {
    (void)worth;
    return bb256_load(filter->enemies.w);
}

#endif

/* ---- squares the enemy attacks --------------------------------------------------------------- */

/* The squares that one side attacks in one position. Those attacked by plain slides are filled in
 * at the start; any other square is looked up when it is first needed, and only once. */
typedef struct Cover {
    Bitboard256 attacked; /* squares known to be attacked */
    Bitboard256 known;    /* squares whose answer is in `attacked` */
    int by;               /* the attacking side */
} Cover;

static bool square_attacked_else(const Position *, int square, int by);

static void cover_look_up(Cover *c, const Position *p, int square) {
    bb256_set(c->known.w, square);
    if (square_attacked_else(p, square, c->by)) bb256_set(c->attacked.w, square);
}

/* The same as square_attacked, from the cache. */
static inline bool cover_attacks(Cover *c, const Position *p, int square) {
    if (!bb256_has(c->attacked.w, square) && !bb256_has(c->known.w, square))
        cover_look_up(c, p, square);
    return bb256_has(c->attacked.w, square);
}

/* ---- a filter for good captures -------------------------------------------------------------- */

/* What a capture must fulfil to be listed, and what the listing found. movegen_good_captures fills
 * it; every function that lists captures reads it. */
struct CaptureFilter {
    const Position *position;          /* whose captures are listed */
    const GoodCaptures *good_captures; /* the caller's conditions */
    Cover *cover;                      /* what the enemy attacks */
    const WorthFilter *worths;         /* the enemies by what they are worth */
    int32_t *gains;                    /* beside the list: what each capture gains */
    int royal; /* the square of the enemy's last royal, if a capture of it ends the listing; else
                  -1 */
    int royal_worth; /* what a capture of that royal gains */
    bool won;        /* a capture of that royal is listed */
};

/* The least gain that may pass. The first function is for a piece that does not promote; the second
 * for a piece of this type, which its promotion may bring over the bound. */
static inline int filter_min_gain(const CaptureFilter *filter) {
    return filter->good_captures->floor < filter->good_captures->threshold
               ? filter->good_captures->threshold
               : filter->good_captures->floor + 1;
}
static inline int filter_min_gain_of(const CaptureFilter *filter, int type) {
    const GoodCaptures *wanted = filter->good_captures;
    int turned = filter->position->variant->tables->turns_to[type],
        lowest = filter_min_gain(filter);
    if (turned == TURN_SLOW) return INT32_MIN;
    return turned && wanted->worth[turned] > wanted->worth[type]
               ? lowest - (wanted->worth[turned] - wanted->worth[type])
               : lowest;
}

static inline int filter_worth(const CaptureFilter *filter, int square) {
    return filter->good_captures->worth[piece_type(filter->position->board[square])];
}

/* Enemies that may be worth taking for a piece that takes up to `most` at once: a capture that
 * passes takes one of these. */
static inline Vector256 filter_targets(const CaptureFilter *filter, int lowest, int most) {
    return worth_at_least(filter->worths, lowest / most);
}

/* A quick look: may a capture that ends there pass at all? */
static inline bool filter_may_pass(const CaptureFilter *filter, int lowest, int at_risk, int to,
                                   int gain) {
    return gain >= lowest && (gain - at_risk >= filter->good_captures->threshold ||
                              !bb256_has(filter->cover->attacked.w, to));
}

/* ---- the moves of one piece: what its parts share -------------------------------------------- */

/* One piece whose moves are listed. Filled by piece_moves_begin. */
typedef struct PieceMoves {
    const Position *p;       /* the position */
    const Tables *t;         /* its variant's tables */
    const Shape *shape;      /* of the piece's type: Tables.shapes */
    const LargePower *power; /* of its side and type: Tables.large_powers */
    const uint8_t *passes;   /* Tables.passes of its type: by the type met */
    Mover mover;             /* its square, side and promotions */
    Emit *e;                 /* the list, and what is wanted in it */
    int file, rank;          /* from 0 */
    bool enclosed;           /* pieces of its own side stand on all neighbouring squares */
    bool collect; /* two parts of its power may overlap: plain targets are collected in `ends` */
    Bitboard256 ends; /* these, which are listed when all parts are done */
    /* Where only good captures are wanted (piece_moves_set_filter): */
    int lowest;  /* filter_min_gain_of its type: captures that gain less are not listed */
    int at_risk; /* its own worth, which is lost if it is captured in return */
    Bitboard256 good_enemies; /* enemies whose capture alone may gain `lowest` */
    Bitboard256 landings;     /* squares from where it burns such an enemy */
} PieceMoves;

/* Turns a direction that is given from the mover's side into one given from sente's side. */
static inline int turned(const PieceMoves *w, int direction) {
    return (direction + 4 * w->mover.side) & 7;
}

static inline int place(const PieceMoves *w, int dx, int dy) {
    const HenkaVariant *v = w->mover.variant;
    if (w->mover.side) dx = -dx, dy = -dy;
    unsigned file = (unsigned)(w->file - dx), rank = (unsigned)(w->rank - dy);
    return file < (unsigned)v->files && rank < (unsigned)v->ranks ? (int)file * v->ranks + (int)rank
                                                                  : -1;
}

/* How many empty squares follow in this (turned) direction before a piece or the edge. */
static inline int empty_run(const Position *p, const Tables *t, int square, int direction) {
    int line = direction & 3, at = t->line_place[line][square];
    const uint32_t *sides = p->lines.word[line][t->line_index[line][square]];
    uint32_t word = sides[0] | sides[1];
    if (direction < 4) {
        word = word << (31 - at) << 1;
        return word ? __builtin_clz(word) : t->edge[direction][square];
    }
    word = word >> at >> 1;
    return word ? __builtin_ctz(word) : t->edge[direction][square];
}

/* Squares with all their neighbours: one step of an area fill. */
static inline Vector256 bb256_with_neighbours(const Tables *t, Vector256 row) {
    for (int d = 0; d <= 2; d += 2) /* along the file, then along the rank */
        row |= bb256_down(row & bb256_load(t->edge_words[d]), -t->delta[d]) |
               bb256_up(row & bb256_load(t->edge_words[d + 4]), t->delta[d + 4]);
    return row;
}

static inline bool enemy_at(const PieceMoves *w, int square) {
    Piece piece = w->p->board[square];
    return piece && piece_side(piece) != w->mover.side;
}

/* May a capture that gains so much and ends there be good? */
static inline bool may_be_good(const PieceMoves *w, int to, int gain) {
    return filter_may_pass(w->e->filter, w->lowest, w->at_risk, to, gain);
}

static inline void plain_end(PieceMoves *w, int to, bool capture) {
    if (w->collect)
        bb256_set(w->ends.w, to);
    else if (capture ? w->e->captures : w->e->quiets)
        emit(w->e, &w->mover, to, 0, capture);
}

/* ---- hops, area walks, igui, burns, stings, jumps, skips ------------------------------------- */

static void hop_moves(PieceMoves *w) {
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
static Bitboard256 area_targets(const PieceMoves *w) {
    const Position *p = w->p;
    Vector256 origin = bb256_square(w->mover.from),
              passable =
                  origin | ~(bb256_load(p->by_side_words[0]) | bb256_load(p->by_side_words[1])),
              seen = origin;
    for (int step = 0; step < w->shape->area; step++)
        seen |= bb256_with_neighbours(w->t, seen & passable);
    return bb256_store(seen & ~origin);
}

static inline bool may_take_on_the_way(const PieceMoves *w, int square, int pass) {
    return w->passes[piece_type(w->p->board[square])] & pass;
}

static inline Move victim_bits(int a) { return (Move)1 << 25 | (Move)a << 32; }
static inline Move victims_bits(int a, int b) {
    return (Move)2 << 25 | (Move)(a < b ? a : b) << 32 | (Move)(a < b ? b : a) << 40;
}

/* The two most valuable of several pieces, of equals the one on the lower square; without branches,
 * which would be mispredicted. */
enum { SQUARES_A_WORTH = 256 };
typedef struct MostValuable {
    int first, second; /* SQUARES_A_WORTH times its worth, and how far its square is from the last;
                          -1 none */
} MostValuable;

static inline void most_valuable_add(MostValuable *best, int worth, int square, bool wanted) {
    int key = wanted ? worth * SQUARES_A_WORTH + SQUARES_A_WORTH - 1 - square : -1,
        less = key < best->first ? key : best->first;
    best->first = key > best->first ? key : best->first;
    best->second = less > best->second ? less : best->second;
}

static inline Move most_valuable_bits(const MostValuable *best) {
    int first = SQUARES_A_WORTH - 1 - best->first % SQUARES_A_WORTH,
        second = SQUARES_A_WORTH - 1 - best->second % SQUARES_A_WORTH;
    return best->second < 0 ? victim_bits(first) : victims_bits(first, second);
}

static void emit_most_valuable(PieceMoves *w, int to, const uint8_t *victims, int count, int most) {
    MostValuable best = {-1, -1};
    for (int i = 0; i < count; i++)
        most_valuable_add(&best, w->e->worth[piece_type(w->p->board[victims[i]])], victims[i],
                          true);
    if (most < 2) best.second = -1;
    if (best.first >= 0) emit(w->e, &w->mover, to, most_valuable_bits(&best), true);
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

/* Enemies beside the square: bits of the 64 squares that begin at *first. */
static inline uint64_t foes_around(const PieceMoves *w, int square, int *first) {
    const uint64_t *near = w->t->near_words[square], *enemies = w->p->by_side_words[!w->mover.side];
    int begin = square - MAX_RANKS - 1;
    *first = begin = begin < 0 ? 0 : begin > 192 ? 192 : begin;
    int low = begin >> 6, high = (low + 1) & 3, shift = begin & 63;
    return (near[low] & enemies[low]) >> shift | (near[high] & enemies[high]) << 1 << (63 - shift);
}

/* The most valuable choice of victims beside a target, if it is a good capture. */
static void emit_good_beside(PieceMoves *w, int to, int pass, int most) {
    const CaptureFilter *filter = w->e->filter;
    MostValuable best = {-1, -1};
    int begin;
    for (uint64_t bits = foes_around(w, to, &begin); bits; bits &= bits - 1) {
        int at = begin + __builtin_ctzll(bits);
        most_valuable_add(&best, filter_worth(filter, at), at, may_take_on_the_way(w, at, pass));
    }
    if (best.first < 0) return;
    if (most < 2) best.second = -1;
    int gain = best.first / SQUARES_A_WORTH + (best.second < 0 ? 0 : best.second / SQUARES_A_WORTH);
    if (to != w->mover.from && w->p->board[to]) gain += filter_worth(filter, to);
    if (may_be_good(w, to, gain)) emit_priced(w->e, &w->mover, to, most_valuable_bits(&best), gain);
}

static inline Vector256 foes_of(const PieceMoves *w) {
    return bb256_load(w->p->by_side_words[!w->mover.side]);
}

static inline bool foes_beside(const PieceMoves *w, int square) {
    return bb256_intersects(bb256_load(w->t->near_words[square]), foes_of(w));
}

static void igui_moves(PieceMoves *w) {
    if (w->e->filter && w->shape->igui_dirs == 255) {
        emit_good_beside(w, w->mover.from, PASS_ON, w->shape->igui_max);
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
        emit_good_beside(w, landing, PASS_LEAVE, w->shape->burn_max);
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

static void burn_moves(PieceMoves *w) {
    Vector256 landings = bb256_load(w->ends.w) & ~bb256_load(w->p->by_side_words[w->mover.side]);
    if (w->e->filter)
        landings &= bb256_load(w->landings.w);
    else
        landings &= bb256_with_neighbours(w->t, foes_of(w));
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = landings[i]; bits; bits &= bits - 1)
            burn_from(w, 64 * i + __builtin_ctzll(bits));
}

static inline void emit_good_sting(const PieceMoves *w, int victim, int to) {
    int gain = filter_worth(w->e->filter, victim);
    if (to != w->mover.from && w->p->board[to]) gain += filter_worth(w->e->filter, to);
    if (may_be_good(w, to, gain)) emit_priced(w->e, &w->mover, to, victim_bits(victim), gain);
}

static void sting_moves(PieceMoves *w) {
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
                emit_good_sting(w, victim, to);
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
/* Of the pieces on a line, those whose numbers, counted from the lowest place, are set in `ranks`
 * (parallel bit deposit). */
static inline uint32_t pieces_ranked(uint32_t pieces, uint64_t ranks) {
    return _pdep_u32((uint32_t)ranks, pieces);
}
#else
static inline uint32_t pieces_ranked(uint32_t pieces, uint64_t ranks) {
    uint32_t ranked = 0;
    for (; pieces && ranks; pieces &= pieces - 1, ranks >>= 1)
        if (ranks & 1) ranked |= pieces & -pieces;
    return ranked;
}
#endif

/* Those of the line's pieces that a jump from one of them over one to `most` others may take, both
 * ways. */
static inline uint32_t within_jumps(uint32_t pieces, uint32_t from, int most) {
    uint64_t some = ((uint64_t)1 << most) - 1;
    int rank = __builtin_popcount(pieces & (from - 1));
    return pieces_ranked(pieces, some << (rank + 2) | some << rank >> (most + 1));
}

static inline uint32_t beyond(uint32_t bit, bool falling) { return falling ? bit - 1 : -bit << 1; }

/* The jumps of one piece along one line. falling: towards the line's lower places. good_only: only
 * good captures are listed. */
static FORCE_INLINE void jump_line(PieceMoves *w, int direction, bool falling, bool good_only) {
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
            worth = good_only ? w->e->filter->good_captures->worth[type] : 0;
        uint32_t bit = (uint32_t)1 << next;
        if (jumped && enemies & bit && (!good_only || may_be_good(w, at, gain + worth))) {
            if (good_only && !(w->collect && !taken_count))
                emit_priced(w->e, &w->mover, at, jumped_bits(taken, taken_count), gain + worth);
            else
                jump_end(w, at, taken, taken_count);
        }
        if (jumped == w->shape->jump_max || !(pass & PASS_ON)) return;
        if (enemies & bit && pass & PASS_LEAVE) taken[taken_count++] = at, gain += worth;
        enemies &= ~bit, pieces &= ~bit;
    }
}

/* The directions in which an enemy stands close enough behind the pieces to be jumped. */
static inline int jump_directions(const PieceMoves *w) {
    const LineBits *bits = &w->t->line_bits[w->mover.from];
    int found = 0;
    for (int lines = (w->power->jump_dirs | w->power->jump_dirs >> 4) & 15; lines;
         lines &= lines - 1) {
        int line = __builtin_ctz(lines);
        const uint32_t *sides = lines_at(&w->p->lines, bits->place[line]);
        uint32_t bit = bits->bit[line],
                 taken = sides[!w->mover.side] &
                         within_jumps(sides[0] | sides[1], bit, w->shape->jump_max);
        found |= ((taken & beyond(bit, true)) != 0) << line | ((taken & beyond(bit, false)) != 0)
                                                                  << (line + 4);
    }
    return found & w->power->jump_dirs;
}

static FORCE_INLINE void jump_moves_in(PieceMoves *w, bool good_only) {
    int found = jump_directions(w);
    for (int dirs = found & 15; dirs; dirs &= dirs - 1)
        jump_line(w, __builtin_ctz(dirs), true, good_only);
    for (int dirs = found & ~15; dirs; dirs &= dirs - 1)
        jump_line(w, __builtin_ctz(dirs), false, good_only);
}

static NOINLINE void all_jump_moves(PieceMoves *w) { jump_moves_in(w, false); }

static void jump_moves(PieceMoves *w) {
    if (w->e->filter)
        jump_moves_in(w, true);
    else
        all_jump_moves(w);
}

static void skip_moves(PieceMoves *w) {
    const Position *p = w->p;
    bool room = false;
    for (int dirs = w->power->skip_dirs; dirs && !room; dirs &= dirs - 1) {
        int direction = __builtin_ctz(dirs);
        room = w->t->edge[direction][w->mover.from] &&
               !p->board[w->mover.from + w->t->delta[direction]];
    }
    if (!room) return;
    int before = w->e->count;
    emit(w->e, &w->mover, w->mover.from, 0, false);
    bool barred = w->mover.variant->skip_not_twice && p->skipped >> w->mover.side & 1;
    for (int i = before; i < w->e->count && barred; i++) /* promoting in place is no skip */
        if (move_is_skip(w->e->list[i])) w->e->list[i] = w->e->list[--w->e->count];
}

/* The enemies for whose sake an area walk is made: all, or where only good captures are wanted
 * those that may be one or be burnt by one. */
static inline Vector256 wanted_targets(const PieceMoves *w) {
    if (!w->e->filter) return foes_of(w);
    Vector256 good_enemies = bb256_load(w->good_enemies.w);
    if (w->shape->burn_max) good_enemies |= bb256_load(w->landings.w);
    return good_enemies;
}

static void special_moves(PieceMoves *w) {
    const Shape *shape = w->shape;
    if (shape->hop_count) hop_moves(w);
    if (shape->area && !w->enclosed &&
        (w->e->quiets ||
         bb256_intersects(bb256_load(w->t->roam_words[w->mover.from]), wanted_targets(w)))) {
        Bitboard256 reached = area_targets(w);
        for (int i = 0; i < 4; i++) w->ends.w[i] |= reached.w[i];
    }
    if (shape->jump_max && w->e->captures) jump_moves(w);
    if (w->e->captures) {
        bool close = foes_beside(w, w->mover.from);
        if (shape->sting_count && (close || w->power->far_stings)) sting_moves(w);
        if (shape->igui_max && close) igui_moves(w);
        if (shape->burn_max) burn_moves(w);
    }
    if (shape->skip_dirs && w->e->quiets) skip_moves(w);
}

/* ---- leaps and slides ------------------------------------------------------------------------ */

/* Is the square on one of its slides in planes, with nothing between? */
static bool on_a_slide(const PieceMoves *w, int to) {
    int file = w->t->line_index[0][to] - w->file, rank = w->t->line_place[0][to] - w->rank,
        away = abs(file) > abs(rank) ? abs(file) : abs(rank);
    if (file && rank && abs(file) != abs(rank)) return false;
    int direction = shape_direction((file < 0) - (file > 0), (rank < 0) - (rank > 0));
    return w->power->dirs >> direction & 1 && w->power->reach[direction] >= away &&
           empty_run(w->p, w->t, w->mover.from, direction) >= away - 1;
}

/* Good captures on these squares without victims on the way; those by slides in planes are listed
 * elsewhere. */
static inline void emit_good_targets(PieceMoves *w, Vector256 ends) {
    ends &= bb256_load(w->good_enemies.w);
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = ends[i]; bits; bits &= bits - 1) {
            int to = 64 * i + __builtin_ctzll(bits);
            if (may_be_good(w, to, filter_worth(w->e->filter, to)) &&
                !(w->collect && on_a_slide(w, to)))
                emit_priced(w->e, &w->mover, to, 0, filter_worth(w->e->filter, to));
        }
}

static inline void leap_moves(PieceMoves *w) {
    for (int i = 0; i < w->power->far_count; i++) {
        const Leap *leap = &w->shape->leaps[w->power->far[i]];
        int to = place(w, leap->dx, leap->dy);
        if (to < 0) continue;
        Piece piece = w->p->board[to];
        if (!piece) {
            if (leap->modes & LEG_EMPTY) plain_end(w, to, false);
        } else if (piece_side(piece) != w->mover.side && leap->modes & LEG_CAPTURE)
            plain_end(w, to, true);
    }
}

/* A rider whose steps lead to no neighbour: step by step. */
static void rider_moves(PieceMoves *w, const Slide *slide) {
    for (int n = 1; n <= slide->range; n++) {
        int to = place(w, n * slide->dx, n * slide->dy);
        if (to < 0) return;
        if (n <= slide->skip) continue;
        if (w->p->board[to]) {
            if (enemy_at(w, to) && slide->modes & LEG_CAPTURE) plain_end(w, to, true);
            return;
        }
        if (slide->modes & LEG_EMPTY) plain_end(w, to, false);
    }
}

/* Collects the squares up to and with the first piece. */
static inline void collect_ray(PieceMoves *w, int direction) {
    const uint64_t(*ray)[8][4] = w->t->ray_words;
    int from = w->mover.from, run = empty_run(w->p, w->t, from, direction);
    Vector256 reach = bb256_load(ray[from][direction]);
    if (run < w->t->edge[direction][from])
        reach &= ~bb256_load(ray[from + (run + 1) * w->t->delta[direction]][direction]);
    *(Vector256 *)w->ends.w |= reach;
}

/* Directions in which it may land where what it burns may be a good capture. */
static inline int landing_dirs(const PieceMoves *w) {
    const uint64_t(*rays)[4] = w->t->ray_words[w->mover.from];
    int dirs = 0;
    for (int d = 0; d < 8; d++)
        dirs |= bb256_intersects(bb256_load(rays[d]), bb256_load(w->landings.w)) << d;
    return dirs & w->power->dirs;
}

/* The slides that are in planes, of this piece alone. */
static inline void line_moves(PieceMoves *w) {
    const Position *p = w->p;
    bool quiets = w->e->quiets || w->collect;
    for (int dirs = w->e->filter ? landing_dirs(w) : w->power->dirs; dirs; dirs &= dirs - 1) {
        int direction = __builtin_ctz(dirs), delta = w->t->delta[direction],
            to = w->mover.from + delta, reach = w->power->reach[direction];
        if (w->collect && reach > 2) {
            collect_ray(w, direction);
            continue;
        }
        int run = empty_run(p, w->t, w->mover.from, direction);
        bool blocked = run < reach && run < w->t->edge[direction][w->mover.from];
        if (run > reach) run = reach;
        if (quiets)
            for (int n = 0; n < run; n++, to += delta) plain_end(w, to, false);
        else
            to += run * delta;
        if (blocked && enemy_at(w, to)) plain_end(w, to, true);
    }
}

static inline void table_leap_moves(PieceMoves *w) {
    const Position *p = w->p;
    const uint64_t *leaps = w->power->leaps[w->mover.from], *own = p->by_side_words[w->mover.side],
                   *enemies = p->by_side_words[!w->mover.side];
    if (w->e->filter && !w->collect) {
        emit_good_targets(w, bb256_load(leaps) & bb256_load(enemies));
        return;
    }
    for (int i = 0; i < 4; i++) {
        if (w->collect) {
            w->ends.w[i] |= leaps[i];
            continue;
        }
        uint64_t bits = leaps[i] & ~own[i];
        if (!w->e->captures) bits &= ~enemies[i];
        if (!w->e->quiets) bits &= enemies[i];
        for (; bits; bits &= bits - 1) {
            int to = 64 * i + __builtin_ctzll(bits);
            emit(w->e, &w->mover, to, 0, p->board[to] != NO_PIECE);
        }
    }
}

static inline void slide_moves(PieceMoves *w) {
    for (int i = 0; i < w->power->slide_count; i++) {
        const Slide *slide = &w->shape->slides[w->power->slides[i]];
        if (slide->direction < 0) {
            rider_moves(w, slide);
            continue;
        }
        int direction = turned(w, slide->direction), delta = w->t->delta[direction],
            from = w->mover.from + slide->skip * delta;
        int room = w->t->edge[direction][w->mover.from];
        if (room <= slide->skip) continue;
        int run = empty_run(w->p, w->t, from, direction), most = slide->range - slide->skip;
        bool blocked = run < room - slide->skip && run < most;
        if (run > most) run = most;
        int to = from + delta;
        if (slide->modes & LEG_EMPTY && (w->e->quiets || w->collect))
            for (int n = 0; n < run; n++, to += delta) plain_end(w, to, false);
        else
            to += run * delta;
        if (blocked && slide->modes & LEG_CAPTURE && enemy_at(w, to)) plain_end(w, to, true);
    }
}

static void emit_collected(PieceMoves *w) {
    const Position *p = w->p;
    Vector256 enemies = bb256_load(p->by_side_words[!w->mover.side]),
              ends = bb256_load(w->ends.w) & ~bb256_load(p->by_side_words[w->mover.side]);
    if (!w->e->captures) ends &= ~enemies;
    if (!w->e->quiets) ends &= enemies;
    if (w->e->filter) {
        emit_good_targets(w, ends);
        return;
    }
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = ends[i]; bits; bits &= bits - 1) {
            int to = 64 * i + __builtin_ctzll(bits);
            emit(w->e, &w->mover, to, 0, p->board[to] != NO_PIECE);
        }
}

static inline void piece_moves_set(PieceMoves *w, const Position *p, int from, Emit *e) {
    const Tables *t = p->variant->tables;
    int type = piece_type(p->board[from]), side = piece_side(p->board[from]);
    w->p = p, w->t = t, w->shape = &t->shapes[type], w->power = &t->large_powers[side][type],
    w->e = e;
    emit_mover_set(&w->mover, p, from);
    w->passes = t->passes[type];
    w->collect = false;
    if (e->filter)
        w->lowest = filter_min_gain_of(e->filter, type),
        w->at_risk = e->filter->good_captures->worth[type];
}

static inline void piece_moves_begin(PieceMoves *w, const Position *p, int from, Emit *e) {
    piece_moves_set(w, p, from, e);
    const Tables *t = w->t;
    int side = w->mover.side;
    w->file = t->line_index[0][from], w->rank = t->line_place[0][from];
    w->collect = w->shape->overlaps;
    w->enclosed = !bb256_any(bb256_load(t->near_words[from]) & ~bb256_load(p->by_side_words[side]));
    if (w->collect) *(Vector256 *)w->ends.w = (Vector256){0};
}

static Vector256 good_targets(const PieceMoves *w, int most) {
    const CaptureFilter *filter = w->e->filter;
    Vector256 good_enemies = filter_targets(filter, w->lowest, most),
              guarded = bb256_load(filter->cover->attacked.w);
    if (most == 1)
        return good_enemies &
               (~guarded |
                filter_targets(filter, w->at_risk + filter->good_captures->threshold, 1));
    return bb256_with_neighbours(w->t, good_enemies) &
           (~guarded |
            bb256_with_neighbours(
                w->t, filter_targets(filter, w->at_risk + filter->good_captures->threshold, most)));
}

static inline void piece_moves_set_filter(PieceMoves *w) {
    w->good_enemies = bb256_store(good_targets(w, 1));
    if (w->shape->burn_max) w->landings = bb256_store(good_targets(w, w->shape->burn_max + 1));
}

/* Where its area walk ends, and if it burns, its slides: the squares from which it does. */
static Bitboard256 walk_targets(const Position *p, int square) {
    Emit e = {.position = p, .captures = true, .quiets = true};
    PieceMoves w;
    piece_moves_begin(&w, p, square, &e);
    w.collect = true;
    w.ends = w.shape->area ? area_targets(&w) : (Bitboard256){{0}};
    if (!w.shape->burn_max) return w.ends;
    if (!w.enclosed) line_moves(&w);
    slide_moves(&w);
    return w.ends;
}

/* The good captures of a piece that only jumps beside slides in planes. */
static void good_jump_moves(const Position *p, int from, Emit *e) {
    PieceMoves w;
    piece_moves_set(&w, p, from, e);
    jump_moves(&w);
}

/* with_planes: slides in planes too. */
static void piece_moves(const Position *p, int from, bool with_planes, Emit *e) {
    PieceMoves w;
    if (p->variant->tables->shapes[piece_type(p->board[from])].by_legs) {
        emit_by_legs(p, from, e);
        return;
    }
    piece_moves_begin(&w, p, from, e);
    if (e->filter) piece_moves_set_filter(&w);
    if ((with_planes || (w.power->slides_listed && (!e->filter || w.shape->burn_max))) &&
        !w.enclosed)
        line_moves(&w);
    if (w.power->leaps) table_leap_moves(&w);
    if (w.power->far_count) leap_moves(&w);
    if (w.power->slide_count) slide_moves(&w);
    if (w.power->special) special_moves(&w);
    if (w.collect) emit_collected(&w);
}

static Bitboard256 frozen_pieces(const Position *p, int side) {
    Bitboard256 frozen = {{0}};
    const Tables *t = p->variant->tables;
    if (!p->freezers[!side]) return frozen;
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = p->freezer_words[!side][i]; bits; bits &= bits - 1)
            for (int j = 0; j < 4; j++)
                frozen.w[j] |= t->near_words[64 * i + __builtin_ctzll(bits)][j];
    for (int j = 0; j < 4; j++)
        frozen.w[j] &= p->by_side_words[side][j] & ~p->freezer_words[side][j];
    return frozen;
}

static void all_piece_moves(const Position *p, int square, Emit *e) {
    piece_moves(p, square, true, e);
}

/* Squares within two of where a wanted move could end. */
static inline Vector256 beside_ends(const Position *p, const Emit *e) {
    const Tables *t = p->variant->tables;
    Vector256 own = bb256_load(p->by_side_words[p->side]),
              enemies = bb256_load(p->by_side_words[!p->side]);
    Vector256 ends = e->quiets ? ~own : enemies;
    if (!e->captures) ends &= ~enemies;
    return bb256_with_neighbours(t, bb256_with_neighbours(t, ends));
}

static void irregular_moves(const Position *p, const Bitboard256 *frozen, Emit *e) {
    Vector256 close = bb256_load(p->planes[e->filter ? PLANE_CLOSE_BESIDE : PLANE_CLOSE][p->side]);
    Vector256 irregular = bb256_load(p->planes[PLANE_IRREGULAR][p->side]) & ~bb256_load(frozen->w) &
                          (~close | beside_ends(p, e));
    Bitboard256 words = bb256_store(irregular);
    uint8_t squares[MAX_SQUARES + SQUARES_OVERRUN];
    for (int i = 0, count = bb256_squares(squares, words.w); i < count; i++) {
        if (e->filter &&
            p->variant->tables->large_powers[p->side][piece_type(p->board[squares[i]])].jumps_only)
            good_jump_moves(p, squares[i], e);
        else
            piece_moves(p, squares[i], false, e);
        if (e->filter && e->filter->won) return;
    }
}

/* ---- the slides of all pieces at once -------------------------------------------------------- */

/* The slides of one direction being listed. slide_plane_moves fills it, and sets direction and
 * delta anew for each of the eight. */
typedef struct SlideMoves {
    const Position *p;   /* whose moves are listed */
    const Tables *t;     /* of its variant */
    Emit *e;             /* the list, and which moves are wanted */
    const uint8_t *zone; /* the mover's promotion zone: not 0 on its squares */
    int side;            /* the mover */
    int direction;       /* 0 to 7, as in Tables.delta */
    int delta;           /* what one step adds to the number of a square */
} SlideMoves;

static NOINLINE void write_promoting(const SlideMoves *r, int from, int to) {
    int turned = r->t->turns_to[piece_type(r->p->board[from])];
    Emit *e = r->e;
    Move move = move_make(from, to);
    if (turned == TURN_SLOW) {
        Mover mover = emit_mover_at(r->p, from);
        emit(e, &mover, to, 0, r->p->board[to] != NO_PIECE);
        return;
    }
    e->list[e->count++] = move;
    if (turned) e->list[e->count++] = move_promote(move, turned);
}

static inline void write_slide(const SlideMoves *r, int from, int to) {
    if (r->zone[from] | r->zone[to])
        write_promoting(r, from, to);
    else
        r->e->list[r->e->count++] = move_make(from, to);
}

static inline bool has_room(const Emit *e, int ends) {
    return e->count <= HENKA_MAX_MOVES - ends * MOVES_AN_END;
}

static inline void write_steps(const SlideMoves *r, Vector256 from) {
    for (int i = 0; i < 4; i++) {
        if (!has_room(r->e, 64)) return;
        for (uint64_t bits = from[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits);
            write_slide(r, square, square + r->delta);
        }
    }
}

/* The slide of a piece whose next square is empty. reach: how far it goes. */
static inline void write_slide_of(const SlideMoves *r, int from, int reach, bool falling) {
    int line = r->direction & 3, place = r->t->line_place[line][from];
    const uint32_t *sides = r->p->lines.word[line][r->t->line_index[line][from]];
    uint32_t beyond = falling ? ((uint32_t)1 << place) - 1 : ~(uint32_t)1 << place,
             pieces = (sides[0] | sides[1]) & beyond, enemies = sides[!r->side] & beyond;
    if (!r->e->quiets && !enemies) return;
    int met = r->t->edge[r->direction][from] + 1; /* distance of the next piece, or of the edge */
    if (pieces)
        met = falling ? place - (31 - __builtin_clz(pieces)) : __builtin_ctz(pieces) - place;
    if (r->e->quiets)
        for (int n = 1, to = from + r->delta; n < met && n <= reach; n++, to += r->delta)
            write_slide(r, from, to);
    if (r->e->captures && pieces && met <= reach &&
        enemies >> (falling ? place - met : place + met) & 1)
        write_slide(r, from, from + met * r->delta);
}

static inline void write_slides(const SlideMoves *r, Vector256 from, Vector256 two) {
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = from[i]; bits; bits &= bits - 1) {
            if (!has_room(r->e, MAX_RANKS)) return;
            write_slide_of(r, 64 * i + __builtin_ctzll(bits), two[i] & bits & -bits ? 2 : MAX_RANKS,
                           r->direction < 4);
        }
}

static void slide_plane_moves(const Position *p, const Bitboard256 *frozen, Emit *e) {
    const Tables *t = p->variant->tables;
    SlideMoves r = {p, t, e, t->zone_bytes[p->side], p->side, 0, 0};
    Vector256 enemies = bb256_load(p->by_side_words[!p->side]),
              pieces = bb256_load(p->by_side_words[p->side]) | enemies;
    Vector256 unfrozen = ~(bb256_load(frozen->w) | bb256_load(p->planes[PLANE_LISTED][p->side]));
    for (int d = 0; d < 8; d++) {
        const uint64_t(*sets)[2][4] = p->planes + 3 * d;
        Vector256 going = bb256_load(t->edge_words[d]) & unfrozen,
                  step = bb256_load(sets[0][p->side]) & going,
                  two = bb256_load(sets[1][p->side]) & going,
                  far = (bb256_load(sets[2][p->side]) & going) | two;
        r.direction = d, r.delta = t->delta[d];
        Vector256 next = bb256_shift(pieces, -r.delta), now = {0};
        if (e->quiets) now = step & ~next;
        if (e->captures) now |= (step | far) & bb256_shift(enemies, -r.delta);
        write_steps(&r, now);
        write_slides(&r, far & ~next, two);
    }
}

static void pseudo_legal_moves(const Position *p, Emit *e) {
    Bitboard256 frozen = frozen_pieces(p, p->side);
    slide_plane_moves(p, &frozen, e);
    irregular_moves(p, &frozen, e);
    if (p->variant->tables->state) state_emit(p, e);
}

/* ---- is a square attacked? ------------------------------------------------------------------- */

/* For powers that no quicker test covers: the piece's captures are listed and searched for the
 * square. */
static bool by_listing(const Position *p, int from, int square) {
    Move list[HENKA_MAX_MOVES];
    Emit e = {.position = p, .list = list, .captures = true};
    all_piece_moves(p, from, &e);
    for (int i = 0; i < e.count; i++) {
        if (move_to(list[i]) == square) return true;
        for (int k = 0; k < move_victim_count(list[i]); k++)
            if (move_victim(list[i], k) == square) return true;
    }
    return false;
}

/* An irregular piece and a square that it may attack, as if an enemy of its stood there. */
typedef struct Attack {
    const Position *p;  /* the position */
    const Tables *t;    /* its variant's tables */
    const Shape *shape; /* of the piece's type: Tables.shapes */
    int from, square;   /* where the piece stands; what it may attack */
    int side, type;     /* of the piece */
    int direction;      /* from the piece to the square, turned for its side; -1: on no line */
    int distance;       /* in single steps */
} Attack;

static Attack attack_of(const Position *p, int from, int square, int dx, int dy) {
    int side = piece_side(p->board[from]), type = piece_type(p->board[from]),
        ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    Attack l = {p,  p->variant->tables, &p->variant->tables->shapes[type], from, square, side, type,
                -1, ax > ay ? ax : ay};
    if (ax == ay || !ax || !ay)
        l.direction = shape_direction((dx > 0) - (dx < 0), (dy > 0) - (dy < 0));
    return l;
}

static inline int seen_by_mover(const Attack *l, int direction) {
    return (direction + 4 * l->side) & 7;
}

/* May it take what stands there on its way? An empty square, or a piece of its own, stands for an
 * enemy that no rule protects. */
static bool may_take(const Attack *l, int square, bool leaves) {
    const HenkaVariant *v = l->p->variant;
    Piece piece = l->p->board[square];
    if (!piece || piece_side(piece) == l->side) return true;
    return !type_bit(v->no_jump[l->type], piece_type(piece)) &&
           !(leaves && type_bit(v->no_burn[l->type], piece_type(piece)));
}

static bool skipping_slide(const Attack *l) {
    if (l->direction < 0) return false;
    for (int i = 0; i < l->shape->slide_count; i++) {
        const Slide *s = &l->shape->slides[i];
        if (!s->skip || !(s->modes & LEG_CAPTURE) || s->direction != seen_by_mover(l, l->direction))
            continue;
        if (l->distance > s->range || l->distance <= s->skip) continue;
        int first = l->from + s->skip * l->t->delta[l->direction];
        if (empty_run(l->p, l->t, first, l->direction) >= l->distance - s->skip - 1) return true;
    }
    return false;
}

static bool jumps_to(const Attack *l) {
    if (l->direction < 0 || !(l->shape->jump_dirs >> seen_by_mover(l, l->direction) & 1))
        return false;
    int delta = l->t->delta[l->direction], at = l->from;
    for (int jumped = 0; jumped <= l->shape->jump_max; jumped++) {
        at += (1 + empty_run(l->p, l->t, at, l->direction)) * delta;
        if (delta > 0 ? at >= l->square : at <= l->square) return jumped > 0;
        if (type_bit(l->p->variant->no_jump[l->type], piece_type(l->p->board[at]))) return false;
    }
    return false;
}

static bool stays_and_takes(const Attack *l) {
    return l->distance == 1 && l->shape->igui_dirs >> seen_by_mover(l, l->direction) & 1 &&
           may_take(l, l->square, false);
}

/* By an area walk to the square, or to one beside it where it burns. */
static bool walks_to(const Attack *l) {
    if (!l->shape->burn_max && !(l->shape->area && bb256_has(l->t->roam_words[l->from], l->square)))
        return false;
    Bitboard256 ends = walk_targets(l->p, l->from);
    if (l->shape->area && bb256_has(ends.w, l->square)) return true;
    if (!l->shape->burn_max || !may_take(l, l->square, true)) return false;
    return bb256_any(bb256_load(ends.w) & ~bb256_load(l->p->by_side_words[l->side]) &
                     bb256_load(l->t->near_words[l->square]));
}

static bool may_reach(const Attack *l) {
    if (l->shape->by_legs || l->shape->hop_count || l->t->large_powers[l->side][l->type].rides ||
        l->shape->sting_count)
        return l->t->turns_to[l->type] ==
                       TURN_SLOW /* it attacks though it may not become anything */
                   ? oracle_walk_attacks(l->p, l->from, l->square)
                   : by_listing(l->p, l->from, l->square);
    return skipping_slide(l) || jumps_to(l) || stays_and_takes(l) || walks_to(l);
}

static bool irregular_attacks(const Position *p, int from, int square, int by) {
    const HenkaVariant *v = p->variant;
    const Tables *t = v->tables;
    int dx = t->line_index[0][from] - t->line_index[0][square],
        dy = t->line_place[0][from] - t->line_place[0][square]; /* as sente sees it */
    int hit =
        t->hits[piece_type(p->board[from])][by ? hits_offset(v, -dx, -dy) : hits_offset(v, dx, dy)];
    if (hit & HIT_SURE) return true;
    if (!(hit & HIT_MAYBE)) return false;
    Attack l = attack_of(p, from, square, dx, dy);
    return may_reach(&l);
}

/* Looks at the nearest piece in each direction: does its slide reach the square? */
static bool slides_attack(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    for (int d = 0; d < 8; d++) {
        int run = empty_run(p, t, square, d);
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

static bool square_attacked(const Position *p, int square, int by) {
    return slides_attack(p, square, by) || any_irregular_attacks(p, square, by);
}

static bool square_attacked_else(const Position *p, int square, int by) {
    return (!p->variant->tables->takes_by_planes && slides_attack(p, square, by)) ||
           any_irregular_attacks(p, square, by);
}

/* ---- good captures --------------------------------------------------------------------------- */

/* Both sides' slides, filled in parallel (chessprogramming.org: Dumb7Fill, Parallel Prefix). */
typedef struct Fill {
    const Tables *t;
    const uint64_t (*planes)[2][4]; /* Position.planes: [3 * direction + length] */
    VectorPair256 empty;            /* squares, the same for both sides */
    VectorPair256 unfrozen;         /* pieces that are not frozen */
} Fill;

static inline void fill_init(Fill *f, const Position *p, VectorPair256 unfrozen) {
    f->t = p->variant->tables, f->planes = p->planes;
    f->empty = pair256_both(~(bb256_load(p->by_side_words[0]) | bb256_load(p->by_side_words[1])));
    f->unfrozen = unfrozen;
}

/* Squares that slides cross or meet, pieces of either side included, in the four directions below 4
 * (falling: towards lower squares) or above. Four directions in one loop: the loop's exit is
 * mispredicted, so it is taken once instead of four times. Two steps a turn. */
static FORCE_INLINE void fill_along(const Fill *f, bool falling, VectorPair256 met[4]) {
    VectorPair256 passed[4], next[4], both_empty[4]; /* this square and the one before */
    int by[4], first = falling ? 0 : 4;
#define ONWARD(rows, by) (falling ? pair256_down(rows, by) : pair256_up(rows, by))
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        const uint64_t(*planes)[2][4] = f->planes + 3 * (first + d);
        by[d] = falling ? -f->t->delta[d] : f->t->delta[4 + d];
        VectorPair256 edge = pair256_both(bb256_load(f->t->edge_words[first + d])),
                      passable = pair256_and(f->empty, edge),
                      unfrozen = pair256_and(f->unfrozen, edge);
        VectorPair256 far = pair256_and(pair256_load(planes[2]), unfrozen),
                      two = pair256_and(pair256_load(planes[1]), unfrozen),
                      step = pair256_and(pair256_load(planes[0]), unfrozen);
        both_empty[d] = pair256_and(passable, ONWARD(passable, by[d]));
        next[d] = pair256_and(ONWARD(far, by[d]), passable);
        passed[d] = pair256_or(pair256_or(step, far),
                               pair256_or(two, pair256_and(ONWARD(two, by[d]), passable)));
        next[d] = pair256_or(next[d], pair256_and(ONWARD(next[d], by[d]), passable));
    }
    while (pair256_any(pair256_or(pair256_or(next[0], next[1]), pair256_or(next[2], next[3])))) {
#pragma GCC unroll 4
        for (int d = 0; d < 4; d++) {
            passed[d] = pair256_or(passed[d], next[d]);
            next[d] = pair256_and(ONWARD(next[d], 2 * by[d]), both_empty[d]);
        }
    }
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) met[d] = ONWARD(passed[d], by[d]);
#undef ONWARD
}

bool movegen_has_good_captures(const HenkaVariant *v) {
    return !v->tables->bitboard128 && !v->hands && v->royal == ROYAL_CAPTURE &&
           v->stalemate != STALEMATE_ILLEGAL && !v->sifts;
}

/* Is the gain kept if the capturing piece is lost again, or can it not be taken? The same whether
 * it promotes or not, for what a promotion brings is lost with the piece. */
static inline bool keeps_gain(CaptureFilter *filter, int to, int gain, int at_risk) {
    return gain - at_risk >= filter->good_captures->threshold ||
           !cover_attacks(filter->cover, filter->position, to);
}

static inline bool gains_enough(const CaptureFilter *filter, int gain) {
    return gain > filter->good_captures->floor && gain >= filter->good_captures->threshold;
}

static inline void write_good(Emit *e, Move m, int gain) {
    if (!gains_enough(e->filter, gain) || e->count == HENKA_MAX_MOVES)
        return; /* the list is full, in made-up positions only; what is listed stays right */
    e->filter->gains[e->count] = gain;
    e->list[e->count++] = m;
}

static int promotion_gain(const CaptureFilter *filter, int type, int becomes) {
    return becomes ? filter->good_captures->worth[becomes] - filter->good_captures->worth[type] : 0;
}

static void write_slow_promotions(Emit *e, const Mover *m, int to, Move move, int gain) {
    Move all[CHOICES_AN_END];
    Emit every = {.position = e->position, .list = all};
    emit_slowly(&every, m, to, move, true);
    for (int i = 0; i < every.count; i++)
        write_good(e, all[i], gain + promotion_gain(e->filter, m->type, move_becomes(all[i])));
}

void emit_filtered(Emit *e, const Mover *m, int to, Move victims) {
    const CaptureFilter *filter = e->filter;
    int gain = to != m->from && filter->position->board[to] ? filter_worth(filter, to) : 0;
    for (int i = 0, count = move_victim_count(victims); i < count; i++)
        gain += filter_worth(filter, move_victim(victims, i));
    emit_priced(e, m, to, victims, gain);
}

static bool takes_royal(const CaptureFilter *filter, int to, Move victims) {
    bool takes = to == filter->royal;
    for (int i = 0, count = move_victim_count(victims); i < count; i++)
        takes |= move_victim(victims, i) == filter->royal;
    return takes;
}

void emit_priced(Emit *e, const Mover *m, int to, Move victims, int gain) {
    CaptureFilter *filter = e->filter;
    Move move = m->base | (Move)to | victims;
    if (m->turns_to == TURN_SLOW) {
        if (keeps_gain(filter, to, gain, filter->good_captures->worth[m->type]))
            write_slow_promotions(e, m, to, move, gain);
        return;
    }
    int turned = m->from_zone | m->zone[to] ? m->turns_to : 0,
        more = promotion_gain(filter, m->type, turned);
    if (!gains_enough(filter, more > 0 ? gain + more : gain) ||
        !keeps_gain(filter, to, gain, filter->good_captures->worth[m->type]))
        return;
    if (gain >= filter->royal_worth) filter->won |= takes_royal(filter, to, victims);
    write_good(e, move, gain);
    if (turned) write_good(e, move_promote(move, turned), gain + more);
}

/* Enemies that slides meet: first the words that are not empty (kept without branches, which would
 * be mispredicted), then square by square. */
enum { DIRECTIONS = 8, MET_MOST = DIRECTIONS * MAX_SQUARES };
typedef struct MetTargets {
    uint64_t words[4 * DIRECTIONS + 1];
    uint8_t places[4 * DIRECTIONS + 1]; /* 4 * direction + word */
    uint8_t squares[MET_MOST + SQUARES_OVERRUN], directions[MET_MOST + SQUARES_OVERRUN];
    int count;
} MetTargets;

static inline int met_add(MetTargets *met, int count, int direction, const uint64_t row[4]) {
    for (int i = 0; i < 4; i++) {
        met->words[count] = row[i], met->places[count] = (uint8_t)(4 * direction + i);
        count += row[i] != 0;
    }
    return count;
}

static inline void met_spread(MetTargets *met, int words) {
    met->count = 0;
    for (int i = 0; i < words; i++) {
        memset(met->directions + met->count, met->places[i] >> 2,
               SQUARES_OVERRUN); /* as many as a word may have */
        met->count +=
            bb256_word_squares(met->squares + met->count, met->words[i], met->places[i] & 3);
    }
}

/* Whose slide met the square: the nearest piece against the direction. */
static inline int slider_behind(const Position *p, const Tables *t, int direction, int to) {
    const LineBits *bits = &t->line_bits[to];
    int line = direction & 3;
    const uint32_t *sides = lines_at(&p->lines, bits->place[line]);
    uint32_t pieces = sides[0] | sides[1], bit = bits->bit[line];
    int place = __builtin_ctz(bit), falling = 31 - __builtin_clz((pieces & (bit - 1)) | 1),
        rising = __builtin_ctz((pieces & -bit << 1) | 1u << 31);
    return to + (direction < 4 ? place - rising : falling - place) * t->delta[direction];
}

/* As filter_may_pass, without branches. */
static inline bool slide_may_be_good(const CaptureFilter *filter, const Tables *t, int type,
                                     int to) {
    const int32_t *worth = filter->good_captures->worth;
    int turned = t->turns_to[type], gain = filter_worth(filter, to),
        least = filter->good_captures->threshold, lowest = filter_min_gain(filter);
    int rise = worth[turned & (MAX_TYPES - 1)] - worth[type];
    lowest = turned == TURN_SLOW ? INT32_MIN : lowest - (((turned != 0) & (rise > 0)) * rise);
    return (gain >= lowest) &
           ((gain - worth[type] >= least) | !bb256_has(filter->cover->attacked.w, to));
}

/* Keeps the captures that may be good, and replaces the direction noted beside each by the
 * capturing piece's square. */
static void met_choose(MetTargets *met, const CaptureFilter *filter) {
    const Position *p = filter->position;
    const Tables *t = p->variant->tables;
    int kept = 0;
    for (int i = 0; i < met->count; i++) {
        int to = met->squares[i], from = slider_behind(p, t, met->directions[i], to);
        met->squares[kept] = (uint8_t)to, met->directions[kept] = (uint8_t)from;
        kept += slide_may_be_good(filter, t, piece_type(p->board[from]), to);
    }
    met->count = kept;
}

/* Good captures by slides, and all that the enemy's slides attack. */
static void slide_captures(const Position *p, const Bitboard256 *frozen, Emit *e) {
    Fill fill;
    MetTargets met;
    int side = p->side;
    uint64_t all[2][4], ends[8][2][4];
    fill_init(&fill, p, pair256_by_side(side, ~bb256_load(frozen->w), ~(Vector256){0}));
    VectorPair256 taken =
                      pair256_by_side(side, bb256_load(p->by_side_words[!side]), (Vector256){0}),
                  attacked = pair256_both((Vector256){0});
    VectorPair256 falling[4], rising[4];
    fill_along(&fill, true, falling);
    for (int d = 0; d < 4; d++)
        attacked = pair256_or(attacked, falling[d]),
        pair256_store(ends[d], pair256_and(falling[d], taken));
    fill_along(&fill, false, rising);
    for (int d = 0; d < 4; d++)
        attacked = pair256_or(attacked, rising[d]),
        pair256_store(ends[d + 4], pair256_and(rising[d], taken));
    pair256_store(all, attacked);
    e->filter->cover->attacked = bb256_store(bb256_load(all[!side]));
    int words = 0;
    for (int d = 0; d < 4; d++)
        words = met_add(&met, met_add(&met, words, d, ends[d][side]), d + 4, ends[d + 4][side]);
    met_spread(&met, words);
    met_choose(&met, e->filter);
    for (int i = 0; i < met.count; i++) {
        Mover mover = emit_mover_at(p, met.directions[i]);
        emit_priced(e, &mover, met.squares[i], 0, filter_worth(e->filter, met.squares[i]));
    }
}

static int last_royal_of(const Position *p) {
    const uint64_t *royals = p->royal_words[!p->side];
    for (int i = 0; i < 4 && p->royals[!p->side] == 1; i++)
        if (royals[i]) return 64 * i + __builtin_ctzll(royals[i]);
    return -1;
}

int movegen_good_captures(const Position *p, const GoodCaptures *good_captures, Move *list,
                          int32_t *gains) {
    if (position_is_over(p)) return 0;
    Cover cover = {.by = !p->side};
    WorthFilter worths;
    CaptureFilter filter = {.position = p,
                            .good_captures = good_captures,
                            .cover = &cover,
                            .worths = &worths,
                            .gains = gains};
    filter.royal = good_captures->stop_at_royal ? last_royal_of(p) : -1;
    filter.royal_worth = filter.royal < 0 ? INT32_MAX : filter_worth(&filter, filter.royal);
    Emit e = {.position = p,
              .list = list,
              .captures = true,
              .worth = good_captures->worth,
              .filter = &filter};
    Bitboard256 frozen = frozen_pieces(p, p->side);
    worth_init(&worths, p, good_captures->worth);
    slide_captures(p, &frozen, &e);
    if (!filter.won) irregular_moves(p, &frozen, &e);
    return e.count;
}

/* ---- the contract ---------------------------------------------------------------------------- */

/* Games with drops, or where giving stalemate is illegal, are rare enough at this size for the
 * oracle to decide. */
static bool oracle_decides(const HenkaVariant *v) {
    return v->hands || v->stalemate == STALEMATE_ILLEGAL;
}

/* The same where royals may not be left attacked, or rules look at each move. */
static bool allows_quickly(Position *p, Move m) {
    return (p->variant->royal != ROYAL_CHECKMATE || movegen_leaves_royal_safe(p, m)) &&
           (!p->variant->sifts || sift_allows(p, m));
}

int movegen256_legal(Position *p, CheckInfoBuffer *o, MovegenKind what, const int32_t *worth,
                     Move *list) {
    (void)o;
    const HenkaVariant *v = p->variant;
    Emit e = {.position = p,
              .list = list,
              .captures = what != MOVEGEN_QUIETS,
              .quiets = what != MOVEGEN_CAPTURES,
              .worth = worth};
    pseudo_legal_moves(p, &e);
    if (e.quiets && v->hands) e.count += oracle_drops(p, list + e.count, HENKA_MAX_MOVES - e.count);
    if (!oracle_decides(v) && v->royal != ROYAL_CHECKMATE && !v->sifts) return e.count;
    int kept = 0;
    for (int i = 0; i < e.count; i++)
        if (oracle_decides(v) ? oracle_allows(p, list[i]) : allows_quickly(p, list[i]))
            list[kept++] = list[i];
    return kept;
}

bool movegen256_any_legal(Position *p) {
    Move list[HENKA_MAX_MOVES];
    return movegen_legal(p, MOVEGEN_ALL, list) > 0;
}

/* Of the piece on the move's origin all moves are listed, if it is the mover's and free to go. */
bool movegen256_is_legal(Position *p, CheckInfoBuffer *o, Move m) {
    (void)o;
    Move list[HENKA_MAX_MOVES];
    Emit e = {.position = p, .list = list, .captures = true, .quiets = true};
    int from = move_from(m);
    if (oracle_decides(p->variant))
        e.count = movegen256_legal(p, o, MOVEGEN_ALL, NULL, list);
    else if (!move_is_drop(m) && from < p->variant->squares && p->board[from] &&
             piece_side(p->board[from]) == p->side && !attacks_is_frozen(p, from))
        all_piece_moves(p, from, &e);
    if (p->variant->tables->state && !oracle_decides(p->variant)) state_emit(p, &e);
    for (int i = 0; i < e.count; i++)
        if (list[i] == m) return allows_quickly(p, m);
    return false;
}

bool movegen256_square_attacked(const Position *p, int square, int by) {
    return square_attacked(p, square, by);
}

bool movegen256_royal_attacked(const Position *p, int side) {
    if (!p->royals[side]) return false;
    bool all = p->royals[side] > 1 && !(p->variant->any_royal_loses >> side & 1);
    if (all && !p->variant->duple_check) return false;
    if (!all && p->variant->royals_may_not_face && attacks_royals_face(p)) return true;
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = p->royal_words[side][i]; bits; bits &= bits - 1)
            if (square_attacked(p, 64 * i + __builtin_ctzll(bits), !side) != all) return !all;
    return all;
}

bool movegen256_gives_check(Position *p, Move m) {
    Edits e;
    position_do(p, m, &e);
    bool check = movegen256_royal_attacked(p, p->side);
    position_undo(p, &e);
    return check;
}
