/* Legal moves on boards of up to 256 squares, such as 16x16 (movegen_parts.h). The moves of a piece
 * are listed by the shapes of its power (Shape in tables/tables.h). The slides that several pieces
 * share are listed for all these pieces at once, from the slide planes that the position keeps
 * (tables.h). Royal safety is tested by making the move. */
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
#include "tables/tables.h"

#if defined __BMI2__ || defined __AVX512VBMI__
#include <immintrin.h>
#endif

/* ---- the moves of one piece: helpers that its parts share ------------------------------------ */

/* A piece whose moves are listed. Filled by piece_moves_begin. */
typedef struct PieceMoves {
    const Position *p;       /* the position */
    const Tables *t;         /* the variant's tables */
    const Shape *shape;      /* Tables.shapes of the piece's type */
    const LargePower *power; /* Tables.large_powers of the piece's side and type */
    const uint8_t *passes;   /* [type met on its way]: may it pass? A row of Tables.passes */
    Mover mover;             /* the piece's square, side and promotions */
    Emit *e;                 /* the list that gets the moves, and the wanted kinds */
    int file, rank;          /* the piece's file and rank, counted from 0 */
    bool enclosed;           /* own pieces stand on all neighbouring squares */
    bool collect;            /* targets are collected in `ends` first: several ways may reach one */
    Bitboard256 ends;        /* the collected targets, each listed once at the end */
} PieceMoves;

/* Turns a direction as the mover sees it into the same direction as sente sees it. */
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

/* Counts the empty squares in this direction, as sente sees it, before a piece or the edge. */
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

/* Returns the squares together with all their neighbours: one step of an area fill. */
static inline Vector256 bb256_with_neighbours(const Tables *t, Vector256 row) {
    for (int d = 0; d <= 2; d += 2) /* step along the file, then along the rank */
        row |= bb256_down(row & bb256_load(t->edge_words[d]), -t->delta[d]) |
               bb256_up(row & bb256_load(t->edge_words[d + 4]), t->delta[d + 4]);
    return row;
}

static inline bool enemy_at(const PieceMoves *w, int square) {
    Piece piece = w->p->board[square];
    return piece && piece_side(piece) != w->mover.side;
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

/* Returns the squares that an area walk of the piece reaches: up to Shape.area single steps over
 * empty squares, where the last square may hold any piece. The origin counts as empty. */
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

enum { SQUARES_A_WORTH = 256 };

/* Lists the move with only the one or two most valuable of these victims. Of pieces of equal value,
 * the one on the lower square ranks first: its key is SQUARES_A_WORTH times the value, plus the
 * distance of its square from the last. Written without branches, which would be mispredicted. */
static void emit_most_valuable(PieceMoves *w, int to, const uint8_t *victims, int count, int most) {
    int first = -1, second = -1;
    for (int i = 0; i < count; i++) {
        int worth = w->e->worth[piece_type(w->p->board[victims[i]])],
            key = worth * SQUARES_A_WORTH + SQUARES_A_WORTH - 1 - victims[i],
            less = key < first ? key : first;
        first = key > first ? key : first;
        second = less > second ? less : second;
    }
    if (first < 0) return;
    int best = SQUARES_A_WORTH - 1 - first % SQUARES_A_WORTH,
        next = SQUARES_A_WORTH - 1 - second % SQUARES_A_WORTH;
    emit(w->e, &w->mover, to, second < 0 || most < 2 ? victim_bits(best) : victims_bits(best, next),
         true);
}

/* Lists a move to `to` for every choice of up to `most` (at most two) of these victims. */
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

static inline Vector256 foes_of(const PieceMoves *w) {
    return bb256_load(w->p->by_side_words[!w->mover.side]);
}

static void igui_moves(PieceMoves *w) {
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

static void burn_moves(PieceMoves *w) {
    const uint64_t *enemies = w->p->by_side_words[!w->mover.side];
    Vector256 landings = bb256_load(w->ends.w) & ~bb256_load(w->p->by_side_words[w->mover.side]) &
                         bb256_with_neighbours(w->t, foes_of(w));
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = landings[i]; bits; bits &= bits - 1) {
            int landing = 64 * i + __builtin_ctzll(bits), count = 0;
            uint8_t victims[8];
            for (int j = 0; j < 4; j++)
                for (uint64_t near = w->t->near_words[landing][j] & enemies[j]; near;
                     near &= near - 1) {
                    int at = 64 * j + __builtin_ctzll(near);
                    if (may_take_on_the_way(w, at, PASS_LEAVE)) victims[count++] = (uint8_t)at;
                }
            emit_choices(w, landing, victims, count, w->shape->burn_max);
        }
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
            emit(w->e, &w->mover, to, victim_bits(victim), true);
        }
    }
}

static void jump_end(PieceMoves *w, int at, const int *taken, int count) {
    if (w->e->worth && count) {
        emit(w->e, &w->mover, at,
             count > 1 ? victims_bits(taken[0], taken[1]) : victim_bits(taken[0]), true);
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
/* Returns the pieces of a line that `ranks` selects: bit n selects the n-th piece, counted from the
 * lowest place of the line (parallel bit deposit). */
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

static inline uint32_t beyond(uint32_t bit, bool falling) { return falling ? bit - 1 : -bit << 1; }

/* Lists the jumps of one piece over others along one line (a word of Position.lines, with a bit for
 * each square). falling: towards the lower bits. */
static FORCE_INLINE void jump_line(PieceMoves *w, int direction, bool falling) {
    const LineBits *bits = &w->t->line_bits[w->mover.from];
    const uint32_t *sides = lines_at(&w->p->lines, bits->place[direction & 3]);
    const Piece *board = w->p->board;
    uint32_t own = bits->bit[direction & 3], past = beyond(own, falling),
             enemies = sides[!w->mover.side] & past, pieces = (sides[0] | sides[1]) & past;
    int place = __builtin_ctz(own), delta = w->t->delta[direction], taken[2], taken_count = 0;
    for (int jumped = 0; enemies; jumped++) { /* a jump must end on an enemy piece */
        int next = falling ? 31 - __builtin_clz(pieces) : __builtin_ctz(pieces),
            at = w->mover.from + (falling ? place - next : next - place) * delta;
        int pass = w->passes[piece_type(board[at])];
        uint32_t bit = (uint32_t)1 << next;
        if (jumped && enemies & bit) jump_end(w, at, taken, taken_count);
        if (jumped == w->shape->jump_max || !(pass & PASS_ON)) return;
        if (enemies & bit && pass & PASS_LEAVE) taken[taken_count++] = at;
        enemies &= ~bit, pieces &= ~bit;
    }
}

/* Returns the directions in which the piece can jump others and capture an enemy behind them. */
static inline int jump_directions(const PieceMoves *w) {
    const LineBits *bits = &w->t->line_bits[w->mover.from];
    int found = 0;
    for (int lines = (w->power->jump_dirs | w->power->jump_dirs >> 4) & 15; lines;
         lines &= lines - 1) {
        int line = __builtin_ctz(lines);
        const uint32_t *sides = lines_at(&w->p->lines, bits->place[line]);
        uint32_t bit = bits->bit[line], pieces = sides[0] | sides[1];
        /* the pieces that a jump over one to `most` others can capture, both ways along the line */
        int most = w->shape->jump_max, rank = __builtin_popcount(pieces & (bit - 1));
        uint64_t some = ((uint64_t)1 << most) - 1;
        uint32_t taken = sides[!w->mover.side] &
                         pieces_ranked(pieces, some << (rank + 2) | some << rank >> (most + 1));
        found |= ((taken & beyond(bit, true)) != 0) << line | ((taken & beyond(bit, false)) != 0)
                                                                  << (line + 4);
    }
    return found & w->power->jump_dirs;
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
    for (int i = before; i < w->e->count && barred; i++) /* a promotion without moving is no skip */
        if (move_is_skip(w->e->list[i])) w->e->list[i] = w->e->list[--w->e->count];
}

static void special_moves(PieceMoves *w) {
    const Shape *shape = w->shape;
    if (shape->hop_count) hop_moves(w);
    if (shape->area && !w->enclosed &&
        (w->e->quiets ||
         bb256_intersects(bb256_load(w->t->roam_words[w->mover.from]), foes_of(w)))) {
        Bitboard256 reached = area_targets(w);
        for (int i = 0; i < 4; i++) w->ends.w[i] |= reached.w[i];
    }
    if (shape->jump_max && w->e->captures) {
        int found = jump_directions(w);
        for (int dirs = found & 15; dirs; dirs &= dirs - 1) jump_line(w, __builtin_ctz(dirs), true);
        for (int dirs = found & ~15; dirs; dirs &= dirs - 1)
            jump_line(w, __builtin_ctz(dirs), false);
    }
    if (w->e->captures) {
        bool close = bb256_intersects(bb256_load(w->t->near_words[w->mover.from]), foes_of(w));
        if (shape->sting_count && (close || w->power->far_stings)) sting_moves(w);
        if (shape->igui_max && close) igui_moves(w);
        if (shape->burn_max) burn_moves(w);
    }
    if (shape->skip_dirs && w->e->quiets) skip_moves(w);
}

/* ---- leaps and slides ------------------------------------------------------------------------ */

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

/* Lists, step by step, the moves of a rider: a slide whose steps lead to no neighbouring square. */
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

/* Lists this piece's slides that slide_plane_moves can list for all pieces (Position.planes). */
static inline void line_moves(PieceMoves *w) {
    const Position *p = w->p;
    bool quiets = w->e->quiets || w->collect;
    for (int dirs = w->power->dirs; dirs; dirs &= dirs - 1) {
        int direction = __builtin_ctz(dirs), delta = w->t->delta[direction],
            to = w->mover.from + delta, reach = w->power->reach[direction];
        if (w->collect && reach > 2) {
            /* the squares up to and including that of the next piece */
            const uint64_t(*ray)[8][4] = w->t->ray_words;
            int from = w->mover.from, run = empty_run(p, w->t, from, direction);
            Vector256 ends = bb256_load(ray[from][direction]);
            if (run < w->t->edge[direction][from])
                ends &= ~bb256_load(ray[from + (run + 1) * delta][direction]);
            *(Vector256 *)w->ends.w |= ends;
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

/* Lists moves to targets without an own piece that the caller wants (captures, quiets). */
static inline void emit_ends(PieceMoves *w, Vector256 ends) {
    const Position *p = w->p;
    Vector256 enemies = bb256_load(p->by_side_words[!w->mover.side]);
    ends &= ~bb256_load(p->by_side_words[w->mover.side]);
    if (!w->e->captures) ends &= ~enemies;
    if (!w->e->quiets) ends &= enemies;
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = ends[i]; bits; bits &= bits - 1) {
            int to = 64 * i + __builtin_ctzll(bits);
            emit(w->e, &w->mover, to, 0, p->board[to] != NO_PIECE);
        }
}

static inline void piece_moves_begin(PieceMoves *w, const Position *p, int from, Emit *e) {
    const Tables *t = p->variant->tables;
    int type = piece_type(p->board[from]), side = piece_side(p->board[from]);
    w->p = p, w->t = t, w->shape = &t->shapes[type], w->power = &t->large_powers[side][type],
    w->e = e;
    emit_mover_set(&w->mover, p, from);
    w->passes = t->passes[type];
    w->file = t->line_index[0][from], w->rank = t->line_place[0][from];
    w->collect = w->shape->overlaps;
    w->enclosed = !bb256_any(bb256_load(t->near_words[from]) & ~bb256_load(p->by_side_words[side]));
    if (w->collect) *(Vector256 *)w->ends.w = (Vector256){0};
}

/* Lists the moves of the piece on `from`; unless with_planes, not those of slide_plane_moves. */
static void piece_moves(const Position *p, int from, bool with_planes, Emit *e) {
    PieceMoves w;
    if (p->variant->tables->shapes[piece_type(p->board[from])].by_legs) {
        emit_by_legs(p, from, e);
        return;
    }
    piece_moves_begin(&w, p, from, e);
    if ((with_planes || w.power->slides_listed) && !w.enclosed) line_moves(&w);
    if (w.power->leaps && w.collect)
        *(Vector256 *)w.ends.w |= bb256_load(w.power->leaps[from]);
    else if (w.power->leaps)
        emit_ends(&w, bb256_load(w.power->leaps[from]));
    if (w.power->far_count) leap_moves(&w);
    if (w.power->slide_count) slide_moves(&w);
    if (w.power->special) special_moves(&w);
    if (w.collect) emit_ends(&w, bb256_load(w.ends.w));
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

static void irregular_moves(const Position *p, const Bitboard256 *frozen, Emit *e) {
    const Tables *t = p->variant->tables;
    Vector256 enemies = bb256_load(p->by_side_words[!p->side]),
              ends = e->quiets ? ~bb256_load(p->by_side_words[p->side]) : enemies;
    if (!e->captures) ends &= ~enemies;
    /* Pieces that capture only within two squares are listed only near a wanted target. */
    Vector256 near = bb256_with_neighbours(t, bb256_with_neighbours(t, ends)),
              irregular = bb256_load(p->planes[PLANE_IRREGULAR][p->side]) & ~bb256_load(frozen->w) &
                          (~bb256_load(p->planes[PLANE_CLOSE][p->side]) | near);
    Bitboard256 words = bb256_store(irregular);
    uint8_t squares[MAX_SQUARES + SQUARES_OVERRUN];
    for (int i = 0, count = bb256_squares(squares, words.w); i < count; i++)
        piece_moves(p, squares[i], false, e);
}

/* ---- the slides of all pieces at once -------------------------------------------------------- */

/* The slides that slide_plane_moves is listing: it sets direction and delta for each direction. */
typedef struct SlideMoves {
    const Position *p;   /* the position whose moves are listed */
    const Tables *t;     /* the variant's tables */
    Emit *e;             /* the list, and the kinds of moves that are wanted */
    const uint8_t *zone; /* [square]: not 0 in the mover's promotion zone */
    int side;            /* the side to move */
    int direction;       /* direction of the slides: 0 to 7, as in Tables.delta */
    int delta;           /* the difference of square numbers that one step makes */
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

/* Lists the slide of a piece whose next square is empty. reach: the maximum number of squares. */
static inline void write_slide_of(const SlideMoves *r, int from, int reach, bool falling) {
    int line = r->direction & 3, place = r->t->line_place[line][from];
    const uint32_t *sides = r->p->lines.word[line][r->t->line_index[line][from]];
    uint32_t beyond = falling ? ((uint32_t)1 << place) - 1 : ~(uint32_t)1 << place,
             pieces = (sides[0] | sides[1]) & beyond, enemies = sides[!r->side] & beyond;
    if (!r->e->quiets && !enemies) return;
    int met = r->t->edge[r->direction][from] + 1; /* distance of the next piece; without one, of the
                                                     first place off the board */
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

/* ---- is a square attacked? ------------------------------------------------------------------- */

/* Searches the piece's captures for the square, for powers that no quicker test covers. */
static bool by_listing(const Position *p, int from, int square) {
    enum { LISTING_STEPS = 32 };
    Move list[HENKA_MAX_MOVES];
    Emit e = {.position = p, .list = list, .captures = true};
    if (budget_spent(p->budget)) return false;
    piece_moves(p, from, true, &e);
    budget_spend(p->budget, piece_type(p->board[from]), LISTING_STEPS + (uint64_t)e.count);
    for (int i = 0; i < e.count; i++) {
        if (move_to(list[i]) == square) return true;
        for (int k = 0; k < move_victim_count(list[i]); k++)
            if (move_victim(list[i], k) == square) return true;
    }
    return false;
}

/* An irregular piece and a square that it may attack, taken to hold an enemy of the piece. */
typedef struct Attack {
    const Position *p;  /* the position */
    const Tables *t;    /* the variant's tables */
    const Shape *shape; /* Tables.shapes of the piece's type */
    int from, square;   /* the square of the piece, and the square that it may attack */
    int side, type;     /* side and type of the piece */
    int direction;      /* direction 0..7 from the piece to `square`, from sente's point of view;
                           -1: no rank, file or diagonal leads there */
    int distance;       /* distance from the piece to `square` in single steps */
} Attack;

static inline int seen_by_mover(const Attack *l, int direction) {
    return (direction + 4 * l->side) & 7;
}

/* May the piece capture on this square on its way? An empty square, or a square with a piece of its
 * own side, counts as a square with an enemy that no rule protects. */
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

/* Does the piece attack the square by an area walk, or by a burn where the walk or a slide ends? */
static bool walks_to(const Attack *l) {
    enum { WALK_STEPS = 32 };
    if (!l->shape->burn_max && !(l->shape->area && bb256_has(l->t->roam_words[l->from], l->square)))
        return false;
    budget_spend(l->p->budget, l->type, WALK_STEPS);
    Emit e = {.position = l->p, .captures = true, .quiets = true};
    PieceMoves w;
    piece_moves_begin(&w, l->p, l->from, &e);
    w.collect = true;
    w.ends = l->shape->area ? area_targets(&w) : (Bitboard256){{0}};
    if (l->shape->burn_max && !w.enclosed) line_moves(&w);
    if (l->shape->burn_max) slide_moves(&w);
    if (l->shape->area && bb256_has(w.ends.w, l->square)) return true;
    if (!l->shape->burn_max || !may_take(l, l->square, true)) return false;
    return bb256_any(bb256_load(w.ends.w) & ~bb256_load(l->p->by_side_words[l->side]) &
                     bb256_load(l->t->near_words[l->square]));
}

static bool irregular_attacks(const Position *p, int from, int square, int by) {
    const HenkaVariant *v = p->variant;
    const Tables *t = v->tables;
    int type = piece_type(p->board[from]), dx = t->line_index[0][from] - t->line_index[0][square],
        dy = t->line_place[0][from] - t->line_place[0][square]; /* offset as sente sees it */
    int hit = t->hits[type][by ? hits_offset(v, -dx, -dy) : hits_offset(v, dx, dy)];
    if (hit & HIT_SURE) return true;
    if (!(hit & HIT_MAYBE)) return false;
    const Shape *shape = &t->shapes[type];
    if (shape->by_legs || shape->hop_count || t->large_powers[by][type].rides || shape->sting_count)
        return t->turns_to[type] == TURN_SLOW /* listing would leave out captures without a legal
                                                 promotion */
                   ? oracle_walk_attacks(p, from, square)
                   : by_listing(p, from, square);
    int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    Attack l = {p, t, shape, from, square, by, type, -1, ax > ay ? ax : ay};
    if (ax == ay || !ax || !ay)
        l.direction = shape_direction((dx > 0) - (dx < 0), (dy > 0) - (dy < 0));
    bool igui = l.distance == 1 && shape->igui_dirs >> seen_by_mover(&l, l.direction) & 1;
    return skipping_slide(&l) || jumps_to(&l) || (igui && may_take(&l, square, false)) ||
           walks_to(&l);
}

/* Does side `by` attack the square: by a slide of the nearest piece in some direction, or by a
 * piece with other moves (irregular_view)? */
bool movegen256_square_attacked(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    for (int d = 0; d < 8; d++) {
        int run = empty_run(p, t, square, d);
        if (run == t->edge[d][square]) continue;
        Piece piece = p->board[square + (run + 1) * t->delta[d]];
        if (piece_side(piece) == by && t->takes[by][piece_type(piece)][d ^ 4] > run) return true;
    }
    const uint64_t *irregular = p->planes[PLANE_IRREGULAR][by], *view = t->irregular_view[square];
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = irregular[i] & view[i]; bits; bits &= bits - 1)
            if (irregular_attacks(p, 64 * i + __builtin_ctzll(bits), square, by)) return true;
    return false;
}

/* ---- the functions of movegen_parts.h -------------------------------------------------------- */

/* Does the oracle (the slow generator) decide legality? It does in games with drops, or in which
 * giving stalemate is illegal: with boards of this size such games are rare. */
static bool oracle_decides(const HenkaVariant *v) {
    return v->hands || v->stalemate == STALEMATE_ILLEGAL;
}

/* Unless oracle_decides: is the move legal by royal safety and by the rules of rules/sift.h? */
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
    Bitboard256 frozen = frozen_pieces(p, p->side);
    slide_plane_moves(p, &frozen, &e);
    irregular_moves(p, &frozen, &e);
    if (v->tables->state) state_emit(p, &e);
    if (e.quiets && v->hands) e.count += oracle_drops(p, list + e.count, HENKA_MAX_MOVES - e.count);
    if (!oracle_decides(v) && v->royal != ROYAL_CHECKMATE && !v->sifts) return e.count;
    int kept = 0;
    for (int i = 0; i < e.count && !budget_spent(p->budget); i++)
        if (oracle_decides(v) ? oracle_allows(p, list[i]) : allows_quickly(p, list[i]))
            list[kept++] = list[i];
    return kept;
}

bool movegen256_any_legal(Position *p) {
    Move list[HENKA_MAX_MOVES];
    return movegen_legal(p, MOVEGEN_ALL, list) > 0;
}

/* Lists all moves of the piece on the move's origin, if the piece belongs to the mover and is not
 * frozen, and searches the list for the move. */
bool movegen256_is_legal(Position *p, CheckInfoBuffer *o, Move m) {
    (void)o;
    Move list[HENKA_MAX_MOVES];
    Emit e = {.position = p, .list = list, .captures = true, .quiets = true};
    int from = move_from(m);
    if (oracle_decides(p->variant))
        e.count = movegen256_legal(p, o, MOVEGEN_ALL, NULL, list);
    else if (!move_is_drop(m) && from < p->variant->squares && p->board[from] &&
             piece_side(p->board[from]) == p->side && !attacks_is_frozen(p, from))
        piece_moves(p, from, true, &e);
    if (p->variant->tables->state && !oracle_decides(p->variant)) state_emit(p, &e);
    return movegen_list_has(list, e.count, m) && allows_quickly(p, m);
}

/* Of all sliders, only the nearest piece in each direction can attack. All other pieces are tested
 * one by one, by the cheapest test first: is the piece less valuable than the attacker found? */
int movegen256_least_valuable(const Position *p, int square, int by, const int32_t *worth,
                              bool *lands) {
    const Tables *t = p->variant->tables;
    const bool freezing = p->freezers[!by] > 0;
    int best = -1, least = INT32_MAX;
    for (int d = 0; d < 8; d++) {
        int run = empty_run(p, t, square, d), from = square + (run + 1) * t->delta[d];
        if (run == t->edge[d][square]) continue;
        int type = piece_type(p->board[from]);
        if (piece_side(p->board[from]) != by || t->takes[by][type][d ^ 4] <= run ||
            worth[type] >= least || (freezing && attacks_is_frozen(p, from)))
            continue;
        least = worth[type], best = from;
    }
    const uint64_t *irregular = p->planes[PLANE_IRREGULAR][by], *view = t->irregular_view[square];
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = irregular[i] & view[i]; bits; bits &= bits - 1) {
            int from = 64 * i + __builtin_ctzll(bits), type = piece_type(p->board[from]);
            if (worth[type] >= least || (freezing && attacks_is_frozen(p, from)) ||
                !irregular_attacks(p, from, square, by))
                continue;
            least = worth[type], best = from;
        }
    if (best < 0) return best;
    /* Burns and igui take a piece without ending on its square; so does a sting of a neighbour. */
    const Shape *shape = &t->shapes[piece_type(p->board[best])];
    *lands = !shape->burn_max &&
             !((shape->igui_max || shape->sting_count) && bb256_has(t->near_words[square], best));
    return best;
}

bool movegen256_royal_attacked(const Position *p, int side) {
    if (!p->royals[side]) return false;
    bool all = p->royals[side] > 1 && !(p->variant->any_royal_loses >> side & 1);
    if (all && !p->variant->duple_check) return false;
    if (!all && p->variant->royals_may_not_face && attacks_royals_face(p)) return true;
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = p->royal_words[side][i]; bits; bits &= bits - 1)
            if (movegen256_square_attacked(p, 64 * i + __builtin_ctzll(bits), !side) != all)
                return !all;
    return all;
}

bool movegen256_gives_check(Position *p, Move m) {
    Edits e;
    position_do(p, m, &e);
    bool check = movegen256_royal_attacked(p, p->side);
    position_undo(p, &e);
    return check;
}
