/* emit - writing one piece's moves with their promotions.
 *
 * Shapes   `base` is a Move that already holds the origin. If the piece may promote, each target
 *          gives the unpromoted move, the promoted move or both, or one move for each choice.
 */
#ifndef HENKA_RULES_EMIT_H
#define HENKA_RULES_EMIT_H

#include "position/position.h"
#include "rules/movegen.h"
#include "tables/tables.h"

enum { MOVES_AN_END = 10 }; /* room for the moves to one square: 2, and a reserve */
enum { CHOICES_AN_END = PROMOTION_CHOICES + 2 }; /* room for moves to one square, with choices */

/* A list of moves that is being written, and the kinds of moves that the caller wants. */
typedef struct Emit {
    const Position *position; /* the position whose moves are listed */
    Move *list;               /* the caller's list, with room for HENKA_MAX_MOVES */
    int count;                /* number of moves in the list */
    bool captures, quiets;    /* which kinds of moves are wanted */
    const int32_t *worth;     /* [type]: its value. If one path to one square allows several choices
                                 of victims, only the most valuable is listed; NULL: all are */
} Emit;

/* A piece whose moves are listed, with its promotions and its promotion zone. */
typedef struct Mover {
    const HenkaVariant *variant; /* the position's variant */
    const PieceType *kind;       /* the type of the piece */
    Move base;                   /* a Move with the piece's origin, and target 0 */
    const uint8_t *zone;         /* [square]: not 0 in the mover's promotion zone */
    int side, from, type;        /* the piece's owner, square and type */
    uint8_t turns_to;            /* the piece's promotion, as in Tables.turns_to */
    bool from_zone;              /* the piece stands in its promotion zone */
} Mover;

static inline void emit_mover_set(Mover *m, const Position *p, int from) {
    int side = piece_side(p->board[from]), type = piece_type(p->board[from]);
    const HenkaVariant *v = p->variant;
    m->variant = v, m->kind = &v->types[type], m->base = move_make(from, 0),
    m->zone = v->tables->zone_bytes[side];
    m->side = side, m->from = from, m->type = type;
    m->turns_to = v->tables->turns_to[type], m->from_zone = m->zone[from];
}

static inline Mover emit_mover_at(const Position *p, int from) {
    Mover mover;
    emit_mover_set(&mover, p, from);
    return mover;
}

static inline bool emit_may_promote(const Mover *m, int to, bool capture) {
    bool to_zone = m->variant->tables->zone_bytes[m->side][to];
    switch (m->variant->promote) {
    case PROMOTE_ZONE:
        return m->from_zone || to_zone;
    case PROMOTE_ENTER:
        return (to_zone && !m->from_zone) || (capture && (to_zone || m->from_zone));
    case PROMOTE_LAND:
        return to_zone;
    default:
        return false;
    }
}

/* Lists a move to `to`, with its promotions, if the promotion does not depend on the zone alone. */
static inline void emit_slowly(Emit *e, const Mover *m, int to, Move move, bool capture) {
    const PieceType *kind = m->kind;
    /* the number of ranks beyond the square, from the mover's point of view */
    int beyond = m->variant->ranks - 1 - depth_of(m->variant, m->side, to);
    if (e->count > HENKA_MAX_MOVES - CHOICES_AN_END)
        return; /* the list is full, which happens only in made-up positions */
    bool promotes = (kind->promoted || kind->choice_count) && emit_may_promote(m, to, capture),
         stays = !promotes || !(m->variant->promotion_forced ||
                                must_promote_at(m->variant, m->side, m->type, to)),
         lists_itself = !promotes || m->variant->promote != PROMOTE_LAND || !kind->choice_count;
    for (int i = 0; promotes && i < kind->choice_count; i++) {
        const PromotionChoice *choice = &kind->choices[i];
        if (beyond >= choice->ranks || (!beyond && choice->before_last) ||
            (choice->from_hand && choice->type != m->type &&
             !e->position->hand[m->side][m->variant->hand_index[choice->type]]))
            continue;
        if (choice->type == m->type)
            lists_itself = true;
        else
            e->list[e->count++] = move_promote(move, choice->type);
    }
    if (promotes && kind->promoted) e->list[e->count++] = move_promote(move, kind->promoted);
    if (stays && lists_itself) e->list[e->count++] = move;
}

/* Lists the moves of a piece whose power has no known shape: follows its legs one by one, then adds
 * promotions (movegen.c). */
void emit_by_legs(const Position *, int from, Emit *);

/* Lists the moves of the piece to one target. victims: the victims besides the piece on the target,
 * as bits of a Move. capture: the move takes something. */
static inline void emit(Emit *e, const Mover *m, int to, Move victims, bool capture) {
    if (__builtin_expect(e->count > HENKA_MAX_MOVES - MOVES_AN_END, 0))
        return; /* the list is full, which happens only in made-up positions */
    Move move = m->base | (Move)to | victims;
    if (m->turns_to == TURN_SLOW) {
        emit_slowly(e, m, to, move, capture);
        return;
    }
    e->list[e->count++] = move;
    if (m->turns_to && m->from_zone | m->zone[to])
        e->list[e->count++] = move_promote(move, m->turns_to);
}

#endif
