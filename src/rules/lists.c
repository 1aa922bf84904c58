#include "rules/piece_moves.h"
#include "rules/runs.h"

#include "rules/by_legs.h"
#include "variant/shape.h"

#include <stdlib.h>

/* Is the square on one of its runs, and none between? */
static bool on_a_run(const PieceMoves *w, int to) {
    int file = w->t->line_index[0][to] - w->file, rank = w->t->line_place[0][to] - w->rank,
        away = abs(file) > abs(rank) ? abs(file) : abs(rank);
    if (file && rank && abs(file) != abs(rank)) return false;
    int direction = straight_direction((file < 0) - (file > 0), (rank < 0) - (rank > 0));
    return w->runs->dirs >> direction & 1 && w->runs->reach[direction] >= away &&
           empties(w->p, w->t, w->mover.from, direction) >= away - 1;
}

/* Captures without victims on the way, those by runs left out: they are in sets here. */
static inline void paying_ends(PieceMoves *w, Vector256 ends) {
    ends &= bb256_load(w->prey.w);
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = ends[i]; bits; bits &= bits - 1) {
            int to = 64 * i + __builtin_ctzll(bits);
            if (hopes(w, to, filter_worth(w->e->filter, to)) && !(w->collect && on_a_run(w, to)))
                emit_priced(w->e, &w->mover, to, 0, filter_worth(w->e->filter, to));
        }
}

static inline void leaps(PieceMoves *w) {
    for (int i = 0; i < w->runs->far_count; i++) {
        const Leap *leap = &w->shape->leaps[w->runs->far[i]];
        int to = place(w, leap->dx, leap->dy);
        if (to < 0) continue;
        Piece piece = w->p->board[to];
        if (!piece) {
            if (leap->modes & LEG_EMPTY) plain_end(w, to, false);
        } else if (piece_side(piece) != w->mover.side && leap->modes & LEG_CAPTURE)
            plain_end(w, to, true);
    }
}

/* A slide by single steps: for riders with longer steps. */
static void ride(PieceMoves *w, const Slide *slide) {
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

/* Squares up to and with the first piece. */
static inline void ray_ends(PieceMoves *w, int direction) {
    const uint64_t(*ray)[8][4] = w->t->ray_words;
    int from = w->mover.from, run = empties(w->p, w->t, from, direction);
    Vector256 reach = bb256_load(ray[from][direction]);
    if (run < w->t->edge[direction][from])
        reach &= ~bb256_load(ray[from + (run + 1) * w->t->delta[direction]][direction]);
    *(Vector256 *)w->ends.w |= reach;
}

/* Where what it burns may pay, if only that is wanted. */
static inline int landing_dirs(const PieceMoves *w) {
    const uint64_t(*rays)[4] = w->t->ray_words[w->mover.from];
    int dirs = 0;
    for (int d = 0; d < 8; d++)
        dirs |= bb256_intersects(bb256_load(rays[d]), bb256_load(w->landings.w)) << d;
    return dirs & w->runs->dirs;
}

/* Steps and slides that start on the neighbouring square. */
static inline void runs(PieceMoves *w) {
    const Position *p = w->p;
    bool quiets = w->e->quiets || w->collect;
    for (int dirs = w->e->filter ? landing_dirs(w) : w->runs->dirs; dirs; dirs &= dirs - 1) {
        int direction = __builtin_ctz(dirs), delta = w->t->delta[direction],
            to = w->mover.from + delta, reach = w->runs->reach[direction];
        if (w->collect && reach > 2) {
            ray_ends(w, direction);
            continue;
        }
        int run = empties(p, w->t, w->mover.from, direction);
        bool blocked = run < reach && run < w->t->edge[direction][w->mover.from];
        if (run > reach) run = reach;
        if (quiets)
            for (int n = 0; n < run; n++, to += delta) plain_end(w, to, false);
        else
            to += run * delta;
        if (blocked && enemy_at(w, to)) plain_end(w, to, true);
    }
}

static inline void even_leaps(PieceMoves *w) {
    const Position *p = w->p;
    const uint64_t *leaps = w->runs->leaps[w->mover.from], *own = p->by_side_words[w->mover.side],
                   *enemies = p->by_side_words[!w->mover.side];
    if (w->e->filter && !w->collect) {
        paying_ends(w, bb256_load(leaps) & bb256_load(enemies));
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

static inline void slides(PieceMoves *w) {
    for (int i = 0; i < w->runs->slide_count; i++) {
        const Slide *slide = &w->shape->slides[w->runs->slides[i]];
        if (slide->direction < 0) {
            ride(w, slide);
            continue;
        }
        int direction = turned(w, slide->direction), delta = w->t->delta[direction],
            from = w->mover.from + slide->skip * delta;
        int room = w->t->edge[direction][w->mover.from];
        if (room <= slide->skip) continue;
        int run = empties(w->p, w->t, from, direction), most = slide->range - slide->skip;
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

static void collected(PieceMoves *w) {
    const Position *p = w->p;
    Vector256 enemies = bb256_load(p->by_side_words[!w->mover.side]),
              ends = bb256_load(w->ends.w) & ~bb256_load(p->by_side_words[w->mover.side]);
    if (!w->e->captures) ends &= ~enemies;
    if (!w->e->quiets) ends &= enemies;
    if (w->e->filter) {
        paying_ends(w, ends);
        return;
    }
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = ends[i]; bits; bits &= bits - 1) {
            int to = 64 * i + __builtin_ctzll(bits);
            emit(w->e, &w->mover, to, 0, p->board[to] != NO_PIECE);
        }
}

static inline void piecework_name(PieceMoves *w, const Position *p, int from, Emit *e) {
    const Tables *t = p->variant->tables;
    int type = piece_type(p->board[from]), side = piece_side(p->board[from]);
    w->p = p, w->t = t, w->shape = &t->shapes[type], w->runs = &t->large_powers[side][type],
    w->e = e;
    mover_set(&w->mover, p, from);
    w->passes = t->passes[type];
    w->collect = false;
    if (e->filter)
        w->lowest = filter_min_gain_of(e->filter, type),
        w->at_risk = e->filter->good_captures->worth[type];
}

static inline void piecework_begin(PieceMoves *w, const Position *p, int from, Emit *e) {
    piecework_name(w, p, from, e);
    const Tables *t = w->t;
    int side = w->mover.side;
    w->file = t->line_index[0][from], w->rank = t->line_place[0][from];
    w->collect = w->shape->overlaps;
    w->hemmed_in =
        !bb256_any(bb256_load(t->near_words[from]) & ~bb256_load(p->by_side_words[side]));
    if (w->collect) *(Vector256 *)w->ends.w = (Vector256){0};
}

static Vector256 open_to(const PieceMoves *w, int most) {
    const CaptureFilter *filter = w->e->filter;
    Vector256 prey = filter_targets(filter, w->lowest, most),
              guarded = bb256_load(filter->cover->attacked.w);
    if (most == 1)
        return prey &
               (~guarded | filter_targets(filter, w->at_risk + filter->good_captures->least, 1));
    return bb256_with_neighbours(w->t, prey) &
           (~guarded |
            bb256_with_neighbours(
                w->t, filter_targets(filter, w->at_risk + filter->good_captures->least, most)));
}

static inline void piecework_price(PieceMoves *w) {
    w->prey = bb256_store(open_to(w, 1));
    if (w->shape->burn_max) w->landings = bb256_store(open_to(w, w->shape->burn_max + 1));
}

Bitboard256 lists_ends(const Position *p, int square) {
    Emit e = {.captures = true, .quiets = true};
    PieceMoves w;
    piecework_begin(&w, p, square, &e);
    w.collect = true;
    w.ends = w.shape->area ? area_words(&w) : (Bitboard256){{0}};
    if (!w.hemmed_in) runs(&w);
    if (w.runs->leaps) even_leaps(&w);
    leaps(&w);
    slides(&w);
    return w.ends;
}

/* For the commonest kind of irregular piece. */
static void paying_jumps(const Position *p, int from, Emit *e) {
    PieceMoves w;
    piecework_name(&w, p, from, e);
    jump_moves(&w);
}

/* with_runs: those in sets too. */
static void piece_moves(const Position *p, int from, bool with_runs, Emit *e) {
    PieceMoves w;
    if (p->variant->tables->shapes[piece_type(p->board[from])].by_legs) {
        movegen_by_legs(p, from, e);
        return;
    }
    piecework_begin(&w, p, from, e);
    if (e->filter) piecework_price(&w);
    if ((with_runs || (w.runs->slides_listed && (!e->filter || w.shape->burn_max))) && !w.hemmed_in)
        runs(&w);
    if (w.runs->leaps) even_leaps(&w);
    if (w.runs->far_count) leaps(&w);
    if (w.runs->slide_count) slides(&w);
    if (w.runs->special) special_moves(&w);
    if (w.collect) collected(&w);
}

Bitboard256 frozen_words(const Position *p, int side) {
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

void lists_piece_moves(const Position *p, int square, Emit *e) { piece_moves(p, square, true, e); }

/* Squares within two of where anything wanted could end. */
static inline Vector256 beside_ends(const Position *p, const Emit *e) {
    const Tables *t = p->variant->tables;
    Vector256 own = bb256_load(p->by_side_words[p->side]),
              enemies = bb256_load(p->by_side_words[!p->side]);
    Vector256 ends = e->quiets ? ~own : enemies;
    if (!e->captures) ends &= ~enemies;
    return bb256_with_neighbours(t, bb256_with_neighbours(t, ends));
}

void lists_irregular(const Position *p, const Bitboard256 *frozen, Emit *e) {
    Vector256 close = bb256_load(p->planes[e->filter ? PLANE_CLOSE_BESIDE : PLANE_CLOSE][p->side]);
    Vector256 irregular = bb256_load(p->planes[PLANE_IRREGULAR][p->side]) & ~bb256_load(frozen->w) &
                          (~close | beside_ends(p, e));
    Bitboard256 words = bb256_store(irregular);
    uint8_t squares[MAX_SQUARES + SQUARES_OVERRUN];
    for (int i = 0, count = bb256_squares(squares, words.w); i < count; i++) {
        if (e->filter &&
            p->variant->tables->large_powers[p->side][piece_type(p->board[squares[i]])].jumps_only)
            paying_jumps(p, squares[i], e);
        else
            piece_moves(p, squares[i], false, e);
        if (e->filter && e->filter->won) return;
    }
}

void lists_moves(const Position *p, Emit *e) {
    Bitboard256 frozen = frozen_words(p, p->side);
    runs_list(p, &frozen, e);
    lists_irregular(p, &frozen, e);
}

void lists_kindred(const Position *p, Move m, Emit *e) {
    int from = move_from(m);
    if (move_is_drop(m) || from >= p->variant->squares || !p->board[from] ||
        piece_side(p->board[from]) != p->side || attacks_is_frozen(p, from))
        return;
    lists_piece_moves(p, from, e);
}
