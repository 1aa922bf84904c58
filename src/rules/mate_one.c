#include "rules/mate_one.h"

#include "base/compiler.h"

#include "rules/attacks.h"
#include "rules/attacks_bitboard.h"
#include "rules/movegen.h"

enum { NEAR_MEN = 24 };

typedef struct Guard {
    int from, type;
    Bitboard ends; /* what it attacks, the royal out of the way */
} Guard;

/* The enemy royal's surroundings. */
typedef struct Siege {
    Position *p;
    const HenkaVariant *v;
    const Tables *t;
    int side, royal;
    Bitboard royal_bit, occupied; /* occupied: without the royal */
    Bitboard own, beside,
        exits; /* where he could step on an empty board; where he may but for our attacks */
    Bitboard once, twice; /* squares attacked by our pieces near him, at least once or twice */
    Bitboard open;        /* exits nobody guards */
    bool may_interpose;   /* he has something in hand */
    Guard guards[NEAR_MEN];
    int guard_count;
} Siege;

static inline Bitboard attacks_of(const Siege *s, int side, int type, int from, Bitboard occupied) {
    const BitboardPower *power = &s->t->powers[side][type];
    Bitboard ends = power->capture[from];
    if (power->rays) ends |= slider_attacks(power, from, occupied);
    for (int i = 0; i < power->slide_count; i++)
        if (power->slides[i].modes & LEG_CAPTURE)
            ends |= ray_attacks(power->slides[i].ray[from], power->slides[i].rising, occupied);
    return ends;
}

static void siege_look(Siege *s, Position *p) {
    int enemy = !p->side;
    const Tables *t = p->variant->tables;
    s->p = p, s->v = p->variant, s->t = t, s->side = p->side;
    s->royal = bb_lsb(p->royal_set[enemy]);
    s->royal_bit = BB_SQUARE(s->royal);
    s->own = p->by_side[p->side];
    s->occupied = (s->own | p->by_side[enemy]) & ~s->royal_bit;
    const BitboardPower *royal = &t->powers[enemy][piece_type(p->board[s->royal])];
    s->beside = royal->quiet[s->royal] | royal->capture[s->royal];
    s->exits = s->beside & ~p->by_side[enemy];
    s->once = s->twice = 0;
    s->guard_count = 0;
    Bitboard near = bb_union_of_intersections(
        p->by_class[p->side], t->near_rows[p->side] + s->royal * t->class_stride, t->class_stride);
    while (near && s->guard_count < NEAR_MEN) {
        int from = bb_pop_lsb(&near), type = piece_type(p->board[from]);
        Bitboard ends = attacks_of(s, s->side, type, from, s->occupied);
        s->guards[s->guard_count++] = (Guard){from, type, ends};
        s->twice |= s->once & ends;
        s->once |= ends;
    }
    s->open = s->exits & ~s->once;
    s->may_interpose = position_held(p, enemy) != 0;
}

/* Those of the squares from where a piece of that type checks; from afar along a line only where
 * nothing can come between. */
static inline Bitboard checking(const Siege *s, int type, Bitboard ends) {
    const BitboardPower *seen =
        &s->t->powers[!s->side]
                     [type]; /* what it attacks from there is from where ours attacks him */
    Bitboard leaps = seen->capture[s->royal] & ends, lines = 0;
    if (s->may_interpose) ends &= s->beside;
    if (!ends) return leaps;
    if (seen->rays) lines |= slider_attacks(seen, s->royal, s->occupied);
    for (int i = 0; i < seen->slide_count; i++)
        if (seen->slides[i].modes & LEG_CAPTURE)
            lines |=
                ray_attacks(seen->slides[i].ray[s->royal], seen->slides[i].rising, s->occupied);
    return leaps | (lines & ends);
}

static bool can_be_taken(const Siege *s, int square, Bitboard occupied) {
    return attacks_square_attacked_over(s->p, square, !s->side, occupied, ~occupied | s->royal_bit);
}

static NOINLINE bool is_mate(const Siege *s, Move m) {
    Position *q = s->p;
    Edits e;
    if (!movegen_is_legal(q, m)) return false;
    position_do(q, m, &e);
    bool mate = attacks_in_check(q) && !movegen_any_legal(q);
    position_undo(q, &e);
    return mate;
}

/* Does a piece of that type, come to the square, leave no exit of these, and can nobody but the
 * royal take it? */
static inline bool closes(const Siege *s, int type, int to, Bitboard exits, Bitboard occupied) {
    Bitboard after = occupied | BB_SQUARE(to);
    if (exits & ~BB_SQUARE(to) & ~attacks_of(s, s->side, type, to, after)) return false;
    return !can_be_taken(s, to, after | s->royal_bit);
}

static bool drop_mates(const Siege *s, int type, Move *mate) {
    Bitboard ends =
        s->t->drop_squares[s->side][type] & ~(s->occupied | s->royal_bit) & (s->once | ~s->beside);
    for (ends = checking(s, type, ends); ends;) {
        int to = bb_pop_lsb(&ends);
        if (closes(s, type, to, s->open, s->occupied) && is_mate(s, *mate = move_drop(type, to)))
            return true;
    }
    return false;
}

static bool drops_mate(const Siege *s, Move *mate) {
    for (uint32_t held = position_held(s->p, s->side); held; held &= held - 1) {
        int type = s->v->hand_types[__builtin_ctz(held)], face = s->t->other_face[type];
        if (drop_mates(s, type, mate) || (face && drop_mates(s, face, mate))) return true;
    }
    return false;
}

static bool goes_mate(const Siege *s, const Guard *g, int type, Bitboard ends, Move *mate) {
    Bitboard exits = s->open | (s->exits & g->ends & ~s->twice),
             occupied = s->occupied & ~BB_SQUARE(g->from);
    for (ends = checking(s, type, ends); ends;) {
        int to = bb_pop_lsb(&ends);
        *mate = move_make(g->from, to);
        if (type != g->type) *mate = move_promote(*mate, type);
        if (closes(s, type, to, exits, occupied) && is_mate(s, *mate)) return true;
    }
    return false;
}

static bool guard_mates(const Siege *s, const Guard *g, Move *mate) {
    const BitboardPower *power = &s->t->powers[s->side][g->type];
    Bitboard ends = g->ends & ~s->own & ~s->royal_bit & (s->twice | ~s->beside);
    if (!power->uniform) ends &= s->occupied; /* captures are not its moves */
    if (!ends || s->v->types[g->type].royal) return false;
    int promoted = s->t->promotes_to[g->type];
    Bitboard zone = s->t->zone_bytes[s->side][g->from] ? ends : ends & s->t->zone[s->side];
    if (promoted && zone && goes_mate(s, g, promoted, zone, mate)) return true;
    return goes_mate(s, g, g->type, ends, mate);
}

bool mate_one_find(Position *p, Move *mate) {
    Siege s;
    if (!p->variant->tables->plain || p->royals[!p->side] != 1) return false;
    siege_look(&s, p);
    for (int i = 0; i < s.guard_count; i++)
        if (guard_mates(&s, &s.guards[i], mate)) return true;
    return drops_mate(&s, mate);
}
