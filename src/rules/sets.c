#include "rules/sets.h"

#include "rules/attack.h"
#include "rules/walked.h"

/* What is known of the position before any piece moves. */
typedef struct Field {
    const Position *p;
    const HenkaVariant *v;
    const Tables *t;
    int side;
    Set own, foes, occupied;
    Set quiet, capture; /* wanted end squares, by what they hold */
    Set allowed;        /* what stops a check; everything when there is none */
    Set pinned;
    bool calm;          /* no enemy near the royal: no check, no pin, every step safe */
    Set pin_line[16], pin_square[16];
    int pin_count, royal;
} Field;

static inline Move *write_ends(Move *list, Move base, Set ends) {
    for (uint64_t low = (uint64_t)ends; low; low &= low - 1) *list++ = base | (Move)__builtin_ctzll(low);
    for (uint64_t high = (uint64_t)(ends >> 64); high; high &= high - 1) *list++ = base | (Move)(64 + __builtin_ctzll(high));
    return list;
}

static inline Move *write_piece(const Field *f, Move *list, int from, int type, Set ends) {
    const PieceType *kind = &f->v->types[type];
    Move base = move_make(from, 0);
    Set promotes = 0;
    if (kind->promoted && f->v->promote == PROMOTE_ZONE) {
        promotes = f->t->zone_bytes[f->side][from] ? ends : ends & f->t->zone[f->side];
        if (promotes) {
            list = write_ends(list, move_promote(base, kind->promoted), promotes);
            ends &= ~(promotes & f->t->must_promote[f->side][type]);
        }
    }
    return write_ends(list, base, ends);
}

/* Chess-style choices and promotion on entering are rare enough to go square by square. */
static Move *write_piece_slowly(const Field *f, Move *list, int from, Set ends) {
    Emit e = {.list = list, .captures = true, .quiets = true};
    Mover mover = mover_at(f->p, from);
    while (ends) {
        int to = set_pop(&ends);
        emit(&e, &mover, to, 0, f->p->board[to] != NO_PIECE);
    }
    return list + e.count;
}

static inline Set hop_ends(const Field *f, const RayHop *hop, int from) {
    Set mount = ray_first(hop->before[from], hop->rising, f->occupied);
    if (!mount) return 0;
    Set reach = ray_reach(hop->after[set_lowest(mount)] & hop->total[from], hop->rising, f->occupied);
    return (hop->modes & LEG_EMPTY ? reach & f->quiet : 0) | (hop->modes & LEG_CAPTURE ? reach & f->capture : 0);
}

static inline Set piece_ends(const Field *f, int from, int type) {
    const SetPower *power = &f->t->powers[type];
    const Shape *shape = &f->t->shapes[type];
    Set ends = (power->quiet[f->side][from] & f->quiet) | (power->capture[f->side][from] & f->capture);
    for (int i = 0; i < shape->slide_count; i++) {
        const RaySlide *slide = &power->slides[f->side][i];
        Set reach = ray_reach(slide->ray[from], slide->rising, f->occupied);
        ends |= (slide->modes & LEG_EMPTY ? reach & f->quiet : 0) | (slide->modes & LEG_CAPTURE ? reach & f->capture : 0);
    }
    for (int i = 0; i < shape->hop_count; i++) ends |= hop_ends(f, &power->hops[f->side][i], from);
    return ends;
}

static inline bool writes_fast(const Field *f, int type) { return f->v->promote != PROMOTE_ENTER && !f->v->types[type].choice_count; }

static Move *piece_list(const Field *f, Move *list, int from, Set mask) {
    int type = piece_type(f->p->board[from]);
    if (f->t->shapes[type].walked) {
        Emit e = {.list = list, .captures = f->capture != 0, .quiets = f->quiet != 0};
        walked_moves(f->p, from, &e);
        return list + e.count;
    }
    Set ends = piece_ends(f, from, type) & mask;
    return writes_fast(f, type) ? write_piece(f, list, from, type, ends) : write_piece_slowly(f, list, from, ends);
}

static inline Set line_of_pin(const Field *f, int square) {
    for (int i = 0; i < f->pin_count; i++)
        if (f->pin_square[i] >> square & 1) return f->pin_line[i];
    return f->t->all;
}

/* Where this side may drop this type, its file and its own royals considered. */
static inline Set drop_ends(const Field *f, int type) {
    const PieceType *kind = &f->v->types[type];
    Set ends = f->t->drop_squares[f->side][type] & f->quiet & f->allowed;
    if (kind->drop_file_limit)
        for (int file = 0; file < f->v->files; file++)
            if (set_count(f->p->by_type[f->side][type] & f->t->files[file]) >= kind->drop_file_limit) ends &= ~f->t->files[file];
    if (f->v->drop_not_behind_royal || f->v->drop_royal_distance)
        for (Set royals = f->p->royal_set[f->side]; royals;) ends &= f->t->ahead[f->side][set_pop(&royals)];
    return ends;
}

static Move *drops(const Field *f, Move *list) {
    const HenkaVariant *v = f->v;
    for (int i = 0; i < v->hand_count; i++) {
        int type = v->hand_types[i];
        if (!f->p->hand[f->side][i]) continue;
        list = write_ends(list, move_drop(type, 0), drop_ends(f, type));
        if (v->drop_either_face && v->types[type].promoted)
            list = write_ends(list, move_drop(v->types[type].promoted, 0), drop_ends(f, v->types[type].promoted));
    }
    return list;
}

static inline Field field_of(const Position *p, GenerateWhat what) {
    Field f = {.p = p, .v = p->variant, .t = p->variant->tables, .side = p->side, .own = p->by_side[p->side], .foes = p->by_side[!p->side]};
    f.occupied = f.own | f.foes;
    f.quiet = what == GENERATE_CAPTURES ? 0 : f.t->all & ~f.occupied;
    f.capture = what == GENERATE_QUIETS ? 0 : f.foes;
    f.allowed = f.t->all;
    return f;
}

static bool nothing_near(const Field *f) {
    const Set *by_class = f->p->by_class[!f->side];
    for (int c = 0; c < f->t->leap_class_count; c++)
        if (by_class[c] & f->t->leap_near[!f->side][c][f->royal]) return false;
    for (int c = f->t->leap_class_count; c < f->t->class_count; c++)
        if (by_class[c] & f->t->ray_near[!f->side][c][f->royal]) return false;
    return true;
}

/* Checks and pins: what the other pieces must respect. */
static void look_from_royal(Field *f) {
    const Tables *t = f->t;
    int foe = !f->side;
    Set checkers = 0, between = 0;
    for (int c = 0; c < t->leap_class_count; c++) checkers |= f->p->by_class[foe][c] & t->leap_from[foe][c][f->royal];
    for (int i = 0; i < t->ray_count[foe]; i++) {
        const AttackRay *r = &t->rays[foe][i];
        Set ray = r->ray[f->royal], sliders = f->p->by_class[foe][r->class] & ray;
        if (!sliders) continue;
        Set first = ray_first(ray, r->rising, f->occupied);
        if (first & sliders) {
            checkers |= first;
            between |= ray_reach(ray, r->rising, f->occupied);
        } else if (first & f->own) {
            Set second = ray_first(ray, r->rising, f->occupied & ~first);
            if (!(second & sliders)) continue;
            f->pin_square[f->pin_count] = first;
            f->pin_line[f->pin_count++] = ray_reach(ray, r->rising, f->occupied & ~first);
            f->pinned |= first;
        }
    }
    if (!checkers) return;
    if (checkers & (checkers - 1)) f->allowed = 0;
    else f->allowed = checkers | between;
}

static Move *royal_steps(const Field *f, Move *list) {
    int type = piece_type(f->p->board[f->royal]);
    Set ends = piece_ends(f, f->royal, type);
    if (!f->calm)
        for (Set rest = ends; rest;) {
            int to = set_pop(&rest);
            if (set_attacked(f->p, to, !f->side, f->occupied & ~SET_BIT(f->royal), SET_BIT(to))) ends &= ~SET_BIT(to);
        }
    return write_piece(f, list, f->royal, type, ends);
}

static int direct_moves(const Position *p, GenerateWhat what, Move *list) {
    Field f = field_of(p, what);
    Move *end = list;
    f.royal = set_lowest(p->royal_set[p->side]);
    f.calm = nothing_near(&f);
    if (!f.calm) look_from_royal(&f);
    end = royal_steps(&f, end);
    if (!f.allowed) return (int)(end - list);
    for (Set own = f.own & ~p->royal_set[p->side]; own;) {
        int from = set_pop(&own);
        Set mask = f.pinned >> from & 1 ? f.allowed & line_of_pin(&f, from) : f.allowed;
        end = piece_list(&f, end, from, mask);
    }
    if (f.quiet && f.v->hands) end = drops(&f, end);
    return (int)(end - list);
}

int sets_moves(const Position *p, GenerateWhat what, Move *list) {
    if (p->variant->tables->direct && p->royals[p->side] == 1) return direct_moves(p, what, list);
    Field f = field_of(p, what);
    Move *end = list;
    for (Set own = f.own; own;) {
        int from = set_pop(&own);
        if (f.v->freezing && is_frozen(p, from)) continue;
        end = piece_list(&f, end, from, f.t->all);
    }
    if (f.quiet && f.v->hands) end = drops(&f, end);
    return (int)(end - list);
}
