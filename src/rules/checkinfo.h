/* checkinfo - what is known of a position on a board of sets before any piece moves: checks, pins,
 * what threatens the royal along lines.
 *
 * Shapes   `direct`: the masks check_mask, pinned and pins decide alone. Otherwise `live` lists the
 *          lines on which an enemy looks at the royal, the risky squares are where a change could
 *          let him through, and checkinfo_safe_targets tries those ends against the lines without
 * making the move. Seen from the royal along a line, a slider attacks as the first piece, a hopper
 * as the second.
 */
#ifndef HENKA_RULES_CHECKINFO_H
#define HENKA_RULES_CHECKINFO_H

#include "rules/attacks.h"
#include "rules/slider_attacks.h"

enum { CHECKINFO_PINS = MAX_CLASSES + 2 * ATTACK_HOPS };

/* Own pieces that stand on a line an enemy looks along: where they may go, and where all others_to
 * may. */
typedef struct Pin {
    Bitboard pieces, pinned_to, others_to;
} Pin;

/* A leap or a drop of the other side that stays possible whatever the mover does elsewhere: while
 * it also leaves his royal safe, he is not stalemated. Trying a few of them first spares making the
 * move in nearly all cases. */
typedef struct Escape {
    Bitboard from, to; /* from: none for a drop */
} Escape;

enum { ESCAPES = 2 };

typedef struct Escapes {
    Escape list[ESCAPES];
    int count, target; /* the royal whose safety is at stake */
    bool remote;       /* all of them are outside the view */
    Bitboard view;     /* squares up to the first piece on every ray, the second on every hop: what
                     happens     beyond leaves the royal in check or out */
    Bitboard near;     /* a move that touches none of these surely leaves a escape standing */
} Escapes;

typedef struct CheckInfo {
    const Position *p;
    const HenkaVariant *v;
    const Tables *t;
    Move *list; /* where the list being written begins */
    int side,
        royal; /* royal: the square of the one royal, -1 when safety is no affair of this field */
    Bitboard own, enemies, occupied;
    Bitboard quiet, capture; /* wanted end squares, by what they hold */
    Bitboard check_mask;     /* direct: where pieces but the royal and the pinned ones may end, and
                        drops;     everything when there is no check */
    Bitboard check_mask_pinned; /* likewise for the pinned ones, their pins aside */
    Bitboard pinned;
    bool bars_drops;        /* some drop in hand may not mate */
    bool stalemate_allowed; /* asked by the test of the rule against giving it, which leaves that
                               very rule aside */
    bool direct, royal_unattacked; /* royal_unattacked: no enemy near the royal, so no check, no
                                      pin, every step safe */
    Pin pins[CHECKINFO_PINS];
    int pin_count;
    Bitboard near; /* enemies that might attack the royal or where it could step */
    Bitboard leap_checkers;
    /* Otherwise: a move needs trying only when it leaves one of blockers or ends on screen_squares,
     * or when some line checks already. */
    Bitboard blockers, screen_squares;
    bool line_check;
    Escapes escapes; /* against stalemate, once escapes_known: barred.c */
    bool escapes_known;
    uint8_t attacker_rays[MAX_CLASSES], attacker_hops[ATTACK_HOPS];
    int attacker_ray_count, attacker_hop_count;
} CheckInfo;

/* Can fields decide royal safety in this position at all? Otherwise every move must be made and
 * tried. */
static inline bool checkinfo_decides(const Position *p) {
    const HenkaVariant *v = p->variant;
    return v->royal != ROYAL_CHECKMATE || (!v->tables->attack_by_legs && p->royals[p->side] == 1);
}

/* Direct: where a pinned piece may end. */
Bitboard checkinfo_pinned_targets(const CheckInfo *, int from);
void checkinfo_init(CheckInfo *, const Position *); /* all moves are wanted */
static inline void checkinfo_set_targets(CheckInfo *f, MovegenKind what) {
    f->quiet = what == MOVEGEN_CAPTURES ? 0 : f->t->all & ~f->occupied;
    f->capture = what == MOVEGEN_QUIETS ? 0 : f->enemies;
}
/* Those of the ends that leave the royal safe when the piece on `from` (a set of one, or none for a
 * drop) goes there. Not for the royal itself. */
Bitboard checkinfo_safe_targets(const CheckInfo *, Bitboard from, Bitboard ends);
Bitboard checkinfo_safe_royal_targets(const CheckInfo *,
                                      Bitboard ends); /* the same for the royal */
/* Slides and hops that do not capture as they move, and leaps likewise. */
Bitboard checkinfo_divergent_targets(const CheckInfo *, const BitboardPower *, int from);

/* What its leaps and even slides reach on this board, own pieces not left out. */
static inline Bitboard checkinfo_uniform_targets(const BitboardPower *power, int from,
                                                 Bitboard occupied) {
    return power->rays ? power->quiet[from] | slider_attacks(power, from, occupied)
                       : power->quiet[from];
}

/* The same by its way, unless that is irregular. */
static inline Bitboard small_targets(const SmallAttacks *way, Bitboard occupied) {
    return way->steps | ray_attacks(way->up, true, occupied) |
           ray_attacks(way->down, false, occupied);
}

/* End squares of a piece by its legs: own pieces left out, wanted ones only. */
static inline Bitboard checkinfo_piece_targets(const CheckInfo *f, const BitboardPower *power,
                                               int from) {
    Bitboard ends = checkinfo_uniform_targets(power, from, f->occupied);
    if (power->uniform) return ends & (f->quiet | f->capture);
    return ((ends & ~power->quiet[from]) & (f->quiet | f->capture)) |
           checkinfo_divergent_targets(f, power, from);
}
Bitboard checkinfo_drop_targets(const CheckInfo *, int type);

#endif
