/* field - what is known of a position on a board of sets before any piece moves: checks, pins, what
 * threatens the royal along lines.
 *
 * Shapes   `direct`: the masks allowed, pinned and pins decide alone. Otherwise `live` lists the
 *          lines on which an enemy looks at the royal, the risky squares are where a change could
 *          let him through, and field_safe tries those ends against the lines without making the
 *          move. Seen from the royal along a line, a slider attacks as the first piece, a hopper as
 *          the second.
 */
#ifndef HENKA_RULES_FIELD_H
#define HENKA_RULES_FIELD_H

#include "rules/attack.h"
#include "rules/fan.h"

enum { FIELD_PINS = MAX_CLASSES + 2 * ATTACK_HOPS };

/* Own pieces that stand on a line an enemy looks along: where they may go, and where all others
 * may. */
typedef struct Pin {
    Bitboard pieces, theirs, others;
} Pin;

/* A leap or a drop of the other side that stays possible whatever the mover does elsewhere: while
 * it also leaves his royal safe, he is not stalemated. Trying a few of them first spares making the
 * move in nearly all cases. */
typedef struct Witness {
    Bitboard from, to; /* from: none for a drop */
} Witness;

enum { WITNESSES = 2 };

typedef struct Witnesses {
    Witness list[WITNESSES];
    int count, target; /* the royal whose safety is at stake */
    bool remote;       /* all of them are outside the view */
    Bitboard view;     /* squares up to the first piece on every ray, the second on every hop: what
                     happens     beyond leaves the royal in check or out */
    Bitboard near;     /* a move that touches none of these surely leaves a witness standing */
} Witnesses;

typedef struct Field {
    const Position *p;
    const HenkaVariant *v;
    const Tables *t;
    Move *list; /* where the list being written begins */
    int side,
        royal; /* royal: the square of the one royal, -1 when safety is no affair of this field */
    Bitboard own, foes, occupied;
    Bitboard quiet, capture; /* wanted end squares, by what they hold */
    Bitboard allowed; /* direct: where pieces but the royal and the pinned ones may end, and drops;
                    everything when there is no check */
    Bitboard firm;    /* likewise for the pinned ones, their pins aside */
    Bitboard pinned;
    bool bars_drops;        /* some drop in hand may not mate */
    bool stalemate_allowed; /* asked by the test of the rule against giving it, which leaves that
                               very rule aside */
    bool direct, calm; /* calm: no enemy near the royal, so no check, no pin, every step safe */
    Pin pins[FIELD_PINS];
    int pin_count;
    Bitboard near; /* enemies that might attack the royal or where it could step */
    Bitboard leap_checkers;
    /* Otherwise: a move needs trying only when it leaves one of risky_from or ends on risky_to, or
     * when some line checks already. */
    Bitboard risky_from, risky_to;
    bool line_check;
    Witnesses witnesses; /* against stalemate, once witnessed: barred.c */
    bool witnessed;
    uint8_t live_rays[MAX_CLASSES], live_hops[ATTACK_HOPS];
    int live_ray_count, live_hop_count;
} Field;

/* Can fields decide royal safety in this position at all? Otherwise every move must be made and
 * tried. */
static inline bool field_decides(const Position *p) {
    const HenkaVariant *v = p->variant;
    return v->royal != ROYAL_CHECKMATE || (!v->tables->attack_by_walk && p->royals[p->side] == 1);
}

/* Direct: where a pinned piece may end. */
Bitboard field_pinned_ends(const Field *, int from);
void field_look(Field *, const Position *); /* all moves are wanted */
static inline void field_want(Field *f, GenerateWhat what) {
    f->quiet = what == GENERATE_CAPTURES ? 0 : f->t->all & ~f->occupied;
    f->capture = what == GENERATE_QUIETS ? 0 : f->foes;
}
/* Those of the ends that leave the royal safe when the piece on `from` (a set of one, or none for a
 * drop) goes there. Not for the royal itself. */
Bitboard field_safe(const Field *, Bitboard from, Bitboard ends);
Bitboard field_safe_steps(const Field *, Bitboard ends); /* the same for the royal */
/* Slides and hops that do not capture as they move, and leaps likewise. */
Bitboard field_uneven_ends(const Field *, const SetPower *, int from);

/* What its leaps and even slides reach on this board, own pieces not left out. */
static inline Bitboard field_even_ends(const SetPower *power, int from, Bitboard occupied) {
    return power->fan ? power->quiet[from] | fan_reach(power, from, occupied) : power->quiet[from];
}

/* The same by its way, unless that is odd. */
static inline Bitboard way_ends(const Way *way, Bitboard occupied) {
    return way->steps | ray_reach(way->up, true, occupied) | ray_reach(way->down, false, occupied);
}

/* End squares of a piece by its legs: own pieces left out, wanted ones only. */
static inline Bitboard field_ends(const Field *f, const SetPower *power, int from) {
    Bitboard ends = field_even_ends(power, from, f->occupied);
    if (power->uniform) return ends & (f->quiet | f->capture);
    return ((ends & ~power->quiet[from]) & (f->quiet | f->capture)) |
           field_uneven_ends(f, power, from);
}
Bitboard field_drops(const Field *, int type);

#endif
