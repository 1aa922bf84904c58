#include "rules/lists.h"

#include "rules/walked.h"

/* A sum over one piece: what the parts of its power share. */
typedef struct Piecework {
    const Position *p;
    const Tables *t;
    const Shape *shape;
    const Runs *runs;
    int open; /* directions in which neither one's own piece nor the edge is next */
    Mover mover;
    Emit *e;
    int file, rank; /* from 0 */
    Words ends;     /* plain end squares, when parts may overlap */
    bool collect;
} Piecework;

static inline bool word_bit(const Words *words, int square) { return words->w[square >> 6] >> (square & 63) & 1; }
static inline void word_set(Words *words, int square) { words->w[square >> 6] |= (uint64_t)1 << (square & 63); }

/* Directions are sente's; gote's forward is sente's back. */
static inline int turned(const Piecework *w, int direction) { return (direction + 4 * w->mover.side) & 7; }

static inline int place(const Piecework *w, int dx, int dy) {
    const HenkaVariant *v = w->mover.variant;
    if (w->mover.side) dx = -dx, dy = -dy;
    unsigned file = (unsigned)(w->file - dx), rank = (unsigned)(w->rank - dy);
    return file < (unsigned)v->files && rank < (unsigned)v->ranks ? (int)file * v->ranks + (int)rank : -1;
}

/* How many empty squares follow in this (turned) direction before a piece or the edge. */
static inline int empties(const Position *p, const Tables *t, int square, int direction) {
    int line = direction & 3, at = t->line_place[line][square];
    uint32_t word = p->lines.word[line][t->line_index[line][square]];
    if (direction < 4) {
        word = word << (31 - at) << 1;
        return word ? __builtin_clz(word) : t->edge[direction][square];
    }
    word = word >> at >> 1;
    return word ? __builtin_ctz(word) : t->edge[direction][square];
}

static inline bool enemy_at(const Piecework *w, int square) {
    Piece piece = w->p->board[square];
    return piece && piece_side(piece) != w->mover.side;
}

static inline void plain_end(Piecework *w, int to, bool capture) {
    if (w->collect)
        word_set(&w->ends, to);
    else if (capture ? w->e->captures : w->e->quiets)
        emit(w->e, &w->mover, to, 0, capture);
}

static inline void leaps(Piecework *w) {
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
static void ride(Piecework *w, const Slide *slide) {
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

/* Steps and slides that start on the neighbouring square, in the directions where none of our own stands there. */
static inline void runs(Piecework *w) {
    const Position *p = w->p;
    for (int dirs = w->runs->dirs & w->open; dirs; dirs &= dirs - 1) {
        int direction = __builtin_ctz(dirs), delta = w->t->delta[direction], to = w->mover.from + delta, reach = w->runs->reach[direction];
        int run = p->board[to] ? 0 : reach == 1 ? 1 : empties(p, w->t, w->mover.from, direction);
        bool blocked = run < reach && run < w->t->edge[direction][w->mover.from];
        if (run > reach) run = reach;
        if (w->e->quiets || w->collect)
            for (int n = 0; n < run; n++, to += delta) plain_end(w, to, false);
        else
            to += run * delta;
        if (blocked && enemy_at(w, to)) plain_end(w, to, true);
    }
}

static inline void slides(Piecework *w) {
    for (int i = 0; i < w->runs->slide_count; i++) {
        const Slide *slide = &w->shape->slides[w->runs->slides[i]];
        if (slide->direction < 0) {
            ride(w, slide);
            continue;
        }
        int direction = turned(w, slide->direction), delta = w->t->delta[direction], from = w->mover.from + slide->skip * delta;
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

static inline bool foes_beside(const Piecework *w, int square) {
    const uint64_t *near = w->t->near_words[square], *foes = w->p->men_words[!w->mover.side];
    return (near[0] & foes[0]) | (near[1] & foes[1]) | (near[2] & foes[2]) | (near[3] & foes[3]);
}

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
        for (uint64_t bits = w->ends.w[i] & ~w->p->men_words[w->mover.side][i]; bits; bits &= bits - 1)
            burn_from(w, 64 * i + __builtin_ctzll(bits));
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

static void collected(Piecework *w) {
    const Position *p = w->p;
    const uint64_t *own = p->men_words[w->mover.side], *foes = p->men_words[!w->mover.side];
    for (int i = 0; i < 4; i++) {
        uint64_t bits = w->ends.w[i] & ~own[i];
        if (!w->e->captures) bits &= ~foes[i];
        if (!w->e->quiets) bits &= foes[i];
        for (; bits; bits &= bits - 1) {
            int to = 64 * i + __builtin_ctzll(bits);
            emit(w->e, &w->mover, to, 0, p->board[to] != NO_PIECE);
        }
    }
}

static void special_moves(Piecework *w) {
    const Shape *shape = w->shape;
    if (shape->hop_count) hops(w);
    if (shape->area) {
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

static void piece_moves(const Position *p, int from, int open, Emit *e) {
    const Tables *t = p->variant->tables;
    int type = piece_type(p->board[from]), side = piece_side(p->board[from]);
    Piecework w;
    w.p = p, w.t = t, w.shape = &t->shapes[type], w.runs = &t->runs[side][type], w.open = open, w.mover = mover_at(p, from), w.e = e;
    if (w.shape->walked) {
        walked_moves(p, from, e);
        return;
    }
    w.collect = w.shape->overlaps;
    if (w.collect) w.ends = (Words){{0}};
    runs(&w);
    if (w.runs->more) {
        w.file = t->line_index[0][from], w.rank = t->line_place[0][from];
        leaps(&w);
        slides(&w);
        if (w.runs->special) special_moves(&w);
    }
    if (w.collect) collected(&w);
}

/* Where one's own pieces and the edge stand, a word a file: bit 0 beyond the first rank. walls[0] and walls[files + 1] are the edge. */
typedef struct Walls {
    uint64_t file[MAX_FILES + 2];
} Walls;

static Walls walls_of(const Position *p, int side) {
    Walls walls;
    const HenkaVariant *v = p->variant;
    const uint64_t *men = p->men_words[side], all = ((uint64_t)1 << v->ranks) - 1, edge = (uint64_t)1 << (v->ranks + 1) | 1;
    walls.file[0] = walls.file[v->files + 1] = ~(uint64_t)0;
    for (int file = 0; file < v->files; file++) {
        int bit = file * v->ranks, word = bit >> 6, shift = bit & 63;
        uint64_t low = men[word] >> shift, high = shift && word < 3 ? men[word + 1] << (64 - shift) : 0;
        walls.file[file + 1] = ((low | high) & all) << 1 | edge;
    }
    return walls;
}

static inline int open_around(const Tables *t, const Walls *walls, int square) {
    int file = t->line_index[0][square], rank = t->line_place[0][square];
    const uint64_t *w = walls->file + file;
    return t->open_dirs[(w[0] >> rank & 7) | (w[1] >> rank & 7) << 3 | (w[2] >> rank & 7) << 6];
}

Words frozen_words(const Position *p, int side) {
    Words frozen = {{0}};
    const Tables *t = p->variant->tables;
    if (!p->freezers[!side]) return frozen;
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = p->freezer_words[!side][i]; bits; bits &= bits - 1)
            for (int j = 0; j < 4; j++) frozen.w[j] |= t->near_words[64 * i + __builtin_ctzll(bits)][j];
    for (int j = 0; j < 4; j++) frozen.w[j] &= p->men_words[side][j] & ~p->freezer_words[side][j];
    return frozen;
}

void lists_piece_moves(const Position *p, int square, Emit *e) {
    Walls walls = walls_of(p, piece_side(p->board[square]));
    piece_moves(p, square, open_around(p->variant->tables, &walls, square), e);
}

void lists_moves(const Position *p, Emit *e) {
    const Tables *t = p->variant->tables;
    Words frozen = frozen_words(p, p->side);
    Walls walls = walls_of(p, p->side);
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = p->men_words[p->side][i] & ~frozen.w[i]; bits; bits &= bits - 1) {
            int square = 64 * i + __builtin_ctzll(bits), open = open_around(t, &walls, square);
            if (t->ways[p->side][piece_type(p->board[square])] & (open | WAYS_MORE)) piece_moves(p, square, open, e);
        }
}

void lists_kindred(const Position *p, Move m, Emit *e) {
    int from = move_from(m);
    if (move_is_drop(m) || from >= p->variant->squares || !p->board[from] || piece_side(p->board[from]) != p->side || is_frozen(p, from)) return;
    lists_piece_moves(p, from, e);
}
