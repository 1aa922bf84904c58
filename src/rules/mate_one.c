#include "rules/mate_one.h"

#include "base/compiler.h"

#include "rules/attacks.h"
#include "rules/attacks_bitboard.h"
#include "rules/movegen.h"

enum { NEAR_PIECES = 24 };

/* One of our pieces that attacks the enemy royal, or a square of its steps, along an open line. */
typedef struct NearPiece {
    int from, type;   /* the square and type of the piece */
    Bitboard attacks; /* the squares that the piece attacks, x-ray through the royal */
} NearPiece;

/* The enemy royal and its surroundings. */
typedef struct RoyalZone {
    Position *p;                 /* the caller's position */
    const HenkaVariant *v;       /* the position's variant */
    const Tables *t;             /* the variant's tables */
    int side;                    /* the side to move, which is to mate ("we") */
    int royal;                   /* the square of the enemy royal */
    Bitboard royal_bit;          /* the same square as in `royal`, as a bitboard */
    Bitboard occupied;           /* occupied squares, without that of the royal */
    Bitboard own;                /* pieces of the side to move */
    Bitboard steps;              /* the squares to which the royal could step on an empty board */
    Bitboard escapes;            /* the `steps` open to the royal if we attacked none of them */
    Bitboard attacked;           /* the squares that at least one of `near` attacks */
    Bitboard attacked_twice;     /* the squares that at least two of `near` attack */
    Bitboard open;               /* the squares of `escapes` that no piece of `near` attacks */
    bool may_interpose;          /* a piece in the enemy's hand could block a check along a line */
    NearPiece near[NEAR_PIECES]; /* our attackers of the royal or its `steps`; more are left out */
    int near_count;              /* number of entries in `near` */
} RoyalZone;

static inline Bitboard attacks_of(const RoyalZone *s, int side, int type, int from,
                                  Bitboard occupied) {
    const BitboardPower *power = &s->t->powers[side][type];
    Bitboard targets = power->capture[from];
    if (power->rays) targets |= slider_attacks(power, from, occupied);
    for (int i = 0; i < power->slide_count; i++)
        if (power->slides[i].modes & LEG_CAPTURE)
            targets |= ray_attacks(power->slides[i].ray[from], power->slides[i].rising, occupied);
    return targets;
}

static void royal_zone_init(RoyalZone *s, Position *p) {
    int enemy = !p->side;
    const Tables *t = p->variant->tables;
    s->p = p, s->v = p->variant, s->t = t, s->side = p->side;
    s->royal = bb_lsb(p->royal_set[enemy]);
    s->royal_bit = BB_SQUARE(s->royal);
    s->own = p->by_side[p->side];
    s->occupied = (s->own | p->by_side[enemy]) & ~s->royal_bit;
    const BitboardPower *royal = &t->powers[enemy][piece_type(p->board[s->royal])];
    s->steps = royal->quiet[s->royal] | royal->capture[s->royal];
    s->escapes = s->steps & ~p->by_side[enemy];
    s->attacked = s->attacked_twice = 0;
    s->near_count = 0;
    Bitboard near = bb_union_of_intersections(
        p->by_class[p->side], t->near_rows[p->side] + s->royal * t->class_stride, t->class_stride);
    while (near && s->near_count < NEAR_PIECES) {
        int from = bb_pop_lsb(&near), type = piece_type(p->board[from]);
        Bitboard targets = attacks_of(s, s->side, type, from, s->occupied);
        s->near[s->near_count++] = (NearPiece){from, type, targets};
        s->attacked_twice |= s->attacked & targets;
        s->attacked |= targets;
    }
    s->open = s->escapes & ~s->attacked;
    s->may_interpose = position_held(p, enemy) != 0;
}

/* Returns the targets from which a piece of that type gives check. A check from afar along a line
 * counts only if the enemy cannot put a piece between. Looking from the royal with its own side's
 * tables takes the fewest instructions for the few targets left. Asking by attack classes, as
 * search/check_squares.h does for all types of a node, takes 0.4 to 0.8 % more a node. */
static inline Bitboard checking_targets(const RoyalZone *s, int type, Bitboard targets) {
    /* Attacks are mirrored: our piece attacks the royal from the squares that an enemy piece of the
     * same type would attack from the royal's square. */
    const BitboardPower *seen = &s->t->powers[!s->side][type];
    Bitboard leaps = seen->capture[s->royal] & targets, lines = 0;
    if (s->may_interpose) targets &= s->steps;
    if (!targets) return leaps;
    if (seen->rays) lines |= slider_attacks(seen, s->royal, s->occupied);
    for (int i = 0; i < seen->slide_count; i++)
        if (seen->slides[i].modes & LEG_CAPTURE)
            lines |=
                ray_attacks(seen->slides[i].ray[s->royal], seen->slides[i].rising, s->occupied);
    return leaps | (lines & targets);
}

/* Does the move mate? In variants that count checks, also marks *m as giving check. */
static NOINLINE bool is_mate(const RoyalZone *s, Move *m) {
    Position *q = s->p;
    Edits e;
    if (q->variant->checks_to_win) *m |= MOVE_CHECK;
    if (!movegen_is_legal(q, *m)) return false;
    position_do(q, *m, &e);
    bool mate = attacks_in_check(q) && !movegen_any_legal(q);
    position_undo(q, &e);
    return mate;
}

/* Does a piece of the type on the square `to` attack all these escapes (or stand on one), and can
 * no enemy except the royal capture it there? */
static inline bool covers_escapes(const RoyalZone *s, int type, int to, Bitboard escapes,
                                  Bitboard occupied) {
    Bitboard after = occupied | BB_SQUARE(to);
    if (escapes & ~BB_SQUARE(to) & ~attacks_of(s, s->side, type, to, after)) return false;
    return !attacks_square_attacked_over(s->p, to, !s->side, after | s->royal_bit,
                                         ~(after | s->royal_bit) | s->royal_bit);
}

static bool drop_mates(const RoyalZone *s, int type, Move *mate) {
    Bitboard targets = s->t->drop_squares[s->side][type] & ~(s->occupied | s->royal_bit) &
                       (s->attacked | ~s->steps);
    for (targets = checking_targets(s, type, targets); targets;) {
        int to = bb_pop_lsb(&targets);
        *mate = move_drop(type, to);
        if (covers_escapes(s, type, to, s->open, s->occupied) && is_mate(s, mate)) return true;
    }
    return false;
}

static bool move_mates(const RoyalZone *s, const NearPiece *g, int type, Bitboard targets,
                       Move *mate) {
    Bitboard escapes = s->open | (s->escapes & g->attacks & ~s->attacked_twice),
             occupied = s->occupied & ~BB_SQUARE(g->from);
    for (targets = checking_targets(s, type, targets); targets;) {
        int to = bb_pop_lsb(&targets);
        *mate = move_make(g->from, to);
        if (type != g->type) *mate = move_promote(*mate, type);
        if (covers_escapes(s, type, to, escapes, occupied) && is_mate(s, mate)) return true;
    }
    return false;
}

static bool piece_mates(const RoyalZone *s, const NearPiece *g, Move *mate) {
    const BitboardPower *power = &s->t->powers[s->side][g->type];
    Bitboard targets = g->attacks & ~s->own & ~s->royal_bit & (s->attacked_twice | ~s->steps);
    if (!power->uniform) targets &= s->occupied; /* `attacks` may hold squares only for captures */
    if (!targets || s->v->types[g->type].royal) return false;
    int promoted = s->t->promotes_to[g->type];
    Bitboard zone = s->t->zone_bytes[s->side][g->from] ? targets : targets & s->t->zone[s->side];
    if (promoted && zone && move_mates(s, g, promoted, zone, mate)) return true;
    return move_mates(s, g, g->type, targets, mate);
}

bool mate_one_find(Position *p, Move *mate) {
    RoyalZone s;
    if (!p->variant->tables->plain || p->royals[!p->side] != 1) return false;
    royal_zone_init(&s, p);
    for (int i = 0; i < s.near_count; i++)
        if (piece_mates(&s, &s.near[i], mate)) return true;
    for (uint32_t held = position_held(p, s.side); held; held &= held - 1) {
        int type = s.v->hand_types[__builtin_ctz(held)], face = s.t->other_face[type];
        if (drop_mates(&s, type, mate) || (face && drop_mates(&s, face, mate))) return true;
    }
    return false;
}
