/* checkinfo - checks and pins of a position on a board of up to 128 squares, found before any piece
 * moves, so that the generator need not make a move to see whether it is legal.
 *
 * Shapes   The variant decides between two methods. Direct (Tables.direct: leapers, sliders and
 *          hoppers only, one royal a side): check_mask, pinned and pins alone decide legality.
 *          Otherwise attacker_rays and attacker_hops list the lines from the royal to enemies that
 *          may attack along them, and only moves that touch `blockers` or `screen_squares` are
 *          tested against those lines. Along a line from the royal, a slider attacks as the first
 *          piece, a hopper as the second.
 * Source   chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards): check mask and pins. Masks
 *          for hoppers' screens are our own extension.
 */
#ifndef HENKA_RULES_CHECKINFO_H
#define HENKA_RULES_CHECKINFO_H

#include "base/compiler.h"
#include "rules/attacks_bitboard.h"
#include "rules/movegen.h"

enum { CHECKINFO_PINS = MAX_CLASSES + 2 * ATTACK_HOPS };

/* A pin by a slider, or the restrictions that a hopper imposes. */
typedef struct Pin {
    Bitboard pieces;    /* the pinned pieces: one, or two pieces that are both needed as blockers */
    Bitboard pinned_to; /* the squares to which the pinned pieces may move */
    Bitboard others_to; /* the squares to which other pieces may move: all, except those where a
                           move could give a hopper its screen or take the screen away */
} Pin;

/* An escape: a reply of the other side, a leap or a drop, that stays possible whatever the mover
 * does elsewhere. If the reply also leaves its royal safe, the mover's move does not stalemate.
 * Testing a few escapes first makes it unnecessary to make most moves (movegen_barred.h). */
typedef struct Escape {
    Bitboard from, to; /* one square each; `from` is empty for a drop */
} Escape;

enum { ESCAPES = 2 };

/* Escapes of the other side. Filled by find_escapes, or on a strip by strip_filter_stalemates, when
 * the first move is tested. */
typedef struct Escapes {
    Escape list[ESCAPES]; /* the escapes found; the search for escapes ends when the list is full */
    int count;            /* number of entries in `list` */
    int target;           /* the square of the royal of the side that might be stalemated */
    bool outside_view;    /* every escape in `list` is outside `view` */
    Bitboard view;        /* the squares from `target` up to the first piece on every ray, and to
                             the second piece on every line of hoppers. A change elsewhere neither
                             gives check to that royal nor ends a check */
    Bitboard near;        /* a move that neither leaves nor enters these squares keeps an escape
                             possible (on strips: that neither enters them nor leaves `view`) */
} Escapes;

typedef struct CheckInfo {
    /* Facts about the position, filled by checkinfo_init. */
    Position *p;           /* the caller's position */
    const HenkaVariant *v; /* the position's variant */
    const Tables *t;       /* the variant's tables */
    Move *list;            /* start of the caller's list, to which moves are being written */
    int side;              /* the side to move */
    int royal;             /* square of the only royal of the side to move; -1: masks can't decide
                              royal safety (checkinfo_decides) */
    Bitboard own, enemies, occupied; /* pieces of the side to move, its enemies, and all pieces */

    /* Which moves the caller wants (checkinfo_set_targets). */
    MovegenKind what;
    Bitboard quiet, capture; /* the allowed target squares: empty squares, and squares of enemies */

    /* How the safety of the royal limits moves. Direct: if `direct` is true. */
    bool direct;           /* check_mask, pinned and pins decide legality, without tests */
    bool royal_unattacked; /* no enemy is near the royal: no check, no pin, every step safe */
    Bitboard near_enemies; /* enemies that might attack the royal or a square it could step to */
    /* Direct: the squares to which a drop, or a move of a piece that is neither the royal nor
     * pinned, leaves the royal safe. In check these are the evasions: the checker's square and the
     * squares between. Out of check these are all squares. */
    Bitboard check_mask;
    Bitboard check_mask_pinned; /* Direct: targets of pinned pieces, before each piece's own pins */
    Bitboard pinned;            /* union of pins[].pieces */
    Pin pins[CHECKINFO_PINS];   /* pin_count entries */
    int pin_count;
    Bitboard leaper_checkers; /* enemies that give check by a leap */
    /* Not direct: moves to be tested against the enemy's lines (checkinfo_safe_targets). */
    Bitboard blockers;       /* pieces whose moves may open a line to the royal: to be tested */
    Bitboard screen_squares; /* targets that may give a hopper its screen: to be tested */
    bool line_check;         /* an enemy gives check along a line: all moves are to be tested */
    /* Not direct: the enemy's lines to the royal, as indexes in Tables.rays and Tables.hops. */
    uint8_t attacker_rays[MAX_CLASSES], attacker_hops[ATTACK_HOPS];
    int attacker_ray_count, attacker_hop_count;

    /* Other rules that forbid a move (movegen_barred.h). */
    bool bars_drops;        /* drops of some type in hand are not allowed to mate */
    bool stalemate_allowed; /* giving stalemate is allowed: the caller tests that rule itself */
    bool escapes_known;     /* `escapes` is filled */
    Escapes escapes;
} CheckInfo;

/* Can a CheckInfo decide royal safety in this position? If not, every move has to be made and
 * tested. That is so if the side to move has several royals, or if the moves of a type are known
 * only by following them leg by leg (attack_by_legs), as those of lame leapers. */
static inline bool checkinfo_decides(const Position *p) {
    const HenkaVariant *v = p->variant;
    return v->royal != ROYAL_CHECKMATE || (!v->tables->attack_by_legs && p->royals[p->side] <= 1);
}

static inline void checkinfo_set_targets(CheckInfo *f, MovegenKind what) {
    f->what = what;
    f->quiet = what == MOVEGEN_CAPTURES ? 0 : f->t->all & ~f->occupied;
    f->capture = what == MOVEGEN_QUIETS ? 0 : f->enemies;
}

/* ---- targets of one piece -------------------------------------------------------------------- */

/* Returns the squares that leaps and uniform slides of the power reach, including squares with own
 * pieces. A uniform slide captures as it moves. */
static inline Bitboard checkinfo_uniform_targets(const BitboardPower *power, int from,
                                                 Bitboard occupied) {
    return power->rays ? power->quiet[from] | slider_attacks(power, from, occupied)
                       : power->quiet[from];
}

/* Like checkinfo_uniform_targets, but from the tables of boards of up to 64 squares. Not for types
 * of Tables.small_irregular. */
static inline Bitboard checkinfo_small_targets(const SmallAttacks *attacks, Bitboard occupied) {
    return attacks->steps | ray_attacks(attacks->up, true, occupied) |
           ray_attacks(attacks->down, false, occupied);
}

/* Returns the squares that a hop from `from` reaches: behind its screen, up to the next piece. */
static inline Bitboard hop_reach(const RayHop *hop, int from, Bitboard occupied) {
    Bitboard screen = ray_first_blocker(hop->before[from], hop->rising, occupied);
    return screen
               ? ray_attacks(hop->after[bb_lsb(screen)] & hop->total[from], hop->rising, occupied)
               : 0;
}

/* Returns the wanted leaps, slides and hops of a divergent piece (it captures unlike it moves). */
static Bitboard checkinfo_divergent_targets(const CheckInfo *f, const BitboardPower *power,
                                            int from) {
    Bitboard targets = (power->quiet[from] & f->quiet) | (power->capture[from] & f->capture);
    for (int i = 0; i < power->slide_count; i++) {
        const RaySlide *slide = &power->slides[i];
        Bitboard reach = ray_attacks(slide->ray[from], slide->rising, f->occupied);
        targets |= (slide->modes & LEG_EMPTY ? reach & f->quiet : 0) |
                   (slide->modes & LEG_CAPTURE ? reach & f->capture : 0);
    }
    for (int i = 0; i < power->hop_count; i++) {
        Bitboard reach = hop_reach(&power->hops[i], from, f->occupied);
        targets |= (power->hops[i].modes & LEG_EMPTY ? reach & f->quiet : 0) |
                   (power->hops[i].modes & LEG_CAPTURE ? reach & f->capture : 0);
    }
    return targets;
}

/* Returns the pseudo-legal targets of a piece that are wanted (in CheckInfo.quiet or .capture). */
static inline Bitboard checkinfo_piece_targets(const CheckInfo *f, const BitboardPower *power,
                                               int from) {
    Bitboard both = f->quiet | f->capture;
    if (power->uniform) return checkinfo_uniform_targets(power, from, f->occupied) & both;
    Bitboard slides = power->rays ? slider_attacks(power, from, f->occupied) : 0;
    return (slides & both) | checkinfo_divergent_targets(f, power, from);
}

/* Returns the squares where a piece of that type may be dropped. Drops that mate are included. */
static Bitboard checkinfo_drop_targets(const CheckInfo *f, int type) {
    const PieceType *kind = &f->v->types[type];
    Bitboard targets = f->t->drop_squares[f->side][type] & f->quiet & f->check_mask;
    /* Nifu: no drop on a file that already has drop_file_limit pieces of this type. */
    if (kind->drop_file_limit)
        for (int file = 0; file < f->v->files; file++)
            if (bb_popcount(f->p->by_type[f->side][type] & f->t->files[file]) >=
                kind->drop_file_limit)
                targets &= ~f->t->files[file];
    if (f->v->drop_not_behind_royal || f->v->drop_royal_distance)
        for (Bitboard royals = f->p->royal_set[f->side]; royals;)
            targets &= f->t->ahead[f->side][bb_pop_lsb(&royals)];
    return targets;
}

/* ---- checks and pins by the direct method --------------------------------------------------- */

static inline void add_pin(CheckInfo *f, Bitboard pieces, Bitboard pinned_to, Bitboard others_to) {
    f->pins[f->pin_count++] = (Pin){pieces, pinned_to, others_to};
    f->pinned |= pieces;
    f->check_mask &= others_to;
}

/* Demands that every piece except the royal moves to one of these squares. */
static inline void restrict_to(CheckInfo *f, Bitboard targets) {
    f->check_mask_pinned &= targets;
    f->check_mask &= targets;
}

/* Adds the pins of a hopper, which attacks over exactly one piece. If no piece is between hopper
 * and royal, no piece may move between them. If one piece is between, either a second piece has to
 * move between, or that one has to leave. If two pieces are between, neither of them may leave. */
static inline void pins_on_hop(CheckInfo *f, const AttackHop *hop) {
    Bitboard look = hop->look[f->royal], hoppers = f->p->by_class[!f->side][hop->class] & look;
    if (!hoppers) return;
    Bitboard first = ray_first_blocker(look, hop->rising, f->occupied),
             second = ray_first_blocker(look, hop->rising, f->occupied & ~first),
             both = first | second;
    Bitboard third = ray_first_blocker(look, hop->rising, f->occupied & ~both);
    if (first & hoppers) restrict_to(f, ~ray_attacks(look, hop->rising, f->occupied) | first);
    if (second & hoppers) {
        Bitboard between = ray_attacks(look, hop->rising, f->occupied & ~first) & ~second,
                 stops = second | (between & ~first);
        if (first & f->own)
            add_pin(f, first, second | ~between, stops);
        else
            restrict_to(f, stops);
    }
    if (third & hoppers && both & f->own)
        add_pin(f, both & f->own, ray_attacks(look, hop->rising, f->occupied & ~both) & ~both,
                f->t->all);
}

/* Finds checks and pins ray by ray, for variants with hoppers or with Tables.lines_differ. */
static NOINLINE void find_checks_and_pins_by_ray(CheckInfo *f) {
    int enemy = !f->side;
    if (f->leaper_checkers) /* double check: only the royal may move */
        restrict_to(f, f->leaper_checkers & (f->leaper_checkers - 1) ? 0 : f->leaper_checkers);
    for (int i = 0; i < f->t->ray_count[enemy]; i++) {
        const AttackRay *r = &f->t->rays[enemy][i];
        Bitboard ray = r->ray[f->royal], sliders = f->p->by_class[enemy][r->class] & ray;
        if (!sliders) continue;
        Bitboard first = ray_first_blocker(ray, r->rising, f->occupied);
        if (first & sliders)
            restrict_to(f, ray_attacks(ray, r->rising, f->occupied));
        else if (first & f->own &&
                 ray_first_blocker(ray, r->rising, f->occupied & ~first) & sliders)
            add_pin(f, first, ray_attacks(ray, r->rising, f->occupied & ~first), f->t->all);
    }
    for (int i = 0; i < f->t->hop_count[enemy]; i++) pins_on_hop(f, &f->t->hops[enemy][i]);
}

/* Direct: returns the squares to which a pinned piece may move. */
static Bitboard checkinfo_pinned_targets(const CheckInfo *f, int from) {
    Bitboard targets = f->check_mask_pinned;
    for (int i = 0; i < f->pin_count; i++)
        targets &= f->pins[i].pieces >> from & 1 ? f->pins[i].pinned_to : f->pins[i].others_to;
    return targets;
}

/* Finds checks and pins from the royal's x-ray attackers. An attacker with no piece between gives
 * check. An attacker with a single piece between, if that piece is the mover's, pins it. */
static void find_checks_and_pins_by_xray(CheckInfo *f) {
    int enemy = !f->side;
    Bitboard checkers = 0, blocking = 0; /* `blocking`: the squares between checkers and royal */
    Bitboard snipers = bb_union_of_intersections(
        f->p->by_class[enemy], f->t->xray_rows[enemy] + f->royal * f->t->class_stride,
        f->t->class_stride);
    while (snipers) {
        int at = bb_pop_lsb(&snipers);
        Bitboard between = f->t->between[f->royal * f->v->squares + at],
                 met = between & f->occupied;
        if (bb_has(f->t->powers[enemy][piece_type(f->p->board[at])].capture[at], f->royal))
            checkers |= BB_SQUARE(at);
        else if (!met)
            checkers |= BB_SQUARE(at), blocking |= between;
        else if (!(met & (met - 1)) && met & f->own)
            add_pin(f, met, between | BB_SQUARE(at), f->t->all);
    }
    /* In double check only the royal may move. */
    if (checkers) restrict_to(f, checkers & (checkers - 1) ? 0 : checkers | blocking);
}

#if BITBOARD_BITS == 64

/* Restricts moves if a hopper gives check, or would over one piece more or less (pins_on_hop). */
static void strip_check_by_hopper(CheckInfo *f, Bitboard hopper, Bitboard between) {
    Bitboard met = between & f->occupied, rest = met & (met - 1);
    if (!met)
        restrict_to(f, ~between);
    else if (!rest && met & f->own)
        add_pin(f, met, hopper | ~between, hopper | (between & ~met));
    else if (!rest)
        restrict_to(f, hopper | (between & ~met));
    else if (!(rest & (rest - 1)) && met & f->own)
        add_pin(f, met & f->own, (between & ~met) | hopper, f->t->all);
}

/* Finds checks and pins on a strip from the royal's x-ray attackers (strip_xray_attackers_to). */
static void strip_find_checks_and_pins(CheckInfo *f) {
    int enemy = !f->side;
    Bitboard royal = BB_SQUARE(f->royal);
    for (Bitboard pieces = strip_xray_attackers_to(f->p, royal, f->occupied) & f->enemies; pieces;
         pieces &= pieces - 1) {
        int at = bb_lsb(pieces);
        const SmallAttacks *attacks =
            &f->t->small_attacks[enemy][small_index(f->t, piece_type(f->p->board[at]), at)];
        Bitboard attacker = BB_SQUARE(at), between = squares_between(attacker, royal),
                 slides = attacks->up | attacks->down;
        if (attacks->steps & royal) restrict_to(f, attacker);
        if (slides & royal) {
            Bitboard line = slides & between, met = line & f->occupied;
            if (!met)
                restrict_to(f, attacker | line);
            else if (!(met & (met - 1)) && met & f->own)
                add_pin(f, met, line | attacker, f->t->all);
        }
        if (attacks->hops & royal) strip_check_by_hopper(f, attacker, attacks->hops & between);
    }
}

static Bitboard strip_attacks_near_royal(const CheckInfo *f) {
    Bitboard occupied = f->occupied & ~BB_SQUARE(f->royal), sum = 0;
    for (Bitboard near_enemies = f->near_enemies; near_enemies;) {
        int at = bb_pop_lsb(&near_enemies);
        sum |= strip_attacks_from(f->t, !f->side, piece_type(f->p->board[at]), at, occupied);
    }
    return sum;
}

#endif

/* ---- lines to the royal, for moves that are tested ------------------------------------------- */

static NOINLINE void find_attacker_lines(CheckInfo *f) {
    int enemy = !f->side;
    f->blockers = f->screen_squares = 0;
    f->line_check = false;
    f->attacker_ray_count = f->attacker_hop_count = 0;
    for (int i = 0; i < f->t->ray_count[enemy]; i++) {
        const AttackRay *r = &f->t->rays[enemy][i];
        Bitboard ray = r->ray[f->royal], sliders = f->p->by_class[enemy][r->class] & ray;
        if (!sliders) continue;
        Bitboard first = ray_first_blocker(ray, r->rising, f->occupied);
        f->attacker_rays[f->attacker_ray_count++] = (uint8_t)i;
        if (first & sliders)
            f->line_check = true;
        else if (ray_first_blocker(ray, r->rising, f->occupied & ~first) & sliders)
            f->blockers |= first;
    }
    for (int i = 0; i < f->t->hop_count[enemy]; i++) {
        const AttackHop *hop = &f->t->hops[enemy][i];
        Bitboard look = hop->look[f->royal], hoppers = f->p->by_class[enemy][hop->class] & look;
        if (!hoppers) continue;
        f->attacker_hops[f->attacker_hop_count++] = (uint8_t)i;
        Bitboard first = ray_first_blocker(look, hop->rising, f->occupied),
                 second = ray_first_blocker(look, hop->rising, f->occupied & ~first);
        if (first & hoppers) f->screen_squares |= ray_attacks(look, hop->rising, f->occupied);
        if (second & hoppers) f->line_check = true;
        if (ray_first_blocker(look, hop->rising, f->occupied & ~(first | second)) & hoppers)
            f->blockers |= first | second;
    }
}

/* Fills the CheckInfo for the side to move, with `quiet` and `capture` for moves of all kinds. */
static void checkinfo_init(CheckInfo *f, Position *p) {
    f->p = p, f->v = p->variant, f->t = p->variant->tables, f->side = p->side;
    f->own = p->by_side[p->side], f->enemies = p->by_side[!p->side];
    f->occupied = f->own | f->enemies;
    checkinfo_set_targets(f, MOVEGEN_ALL);
    f->check_mask = f->check_mask_pinned = f->t->all;
    f->pinned = 0;
    f->bars_drops = f->t->bars_drops;
    f->pin_count = 0;
    f->escapes_known = f->stalemate_allowed = false;
    f->direct = f->t->direct && p->royals[p->side] == 1;
    f->royal = f->t->minds_royal && p->royals[p->side] == 1 ? bb_lsb(p->royal_set[p->side]) : -1;
    /* On small boards near_enemies may include a few enemies too many, because excluding them costs
     * more than testing them. */
#if BITBOARD_BITS == 64
    f->near_enemies = f->royal < 0 ? 0 : f->enemies & f->t->near_from[!f->side][f->royal];
#else
    f->near_enemies =
        f->royal < 0
            ? 0
            : bb_union_of_intersections(p->by_class[!f->side],
                                        f->t->near_rows[!f->side] + f->royal * f->t->class_stride,
                                        f->t->class_stride);
#endif
    f->royal_unattacked = !f->near_enemies;
    if (f->royal_unattacked) return;
#if BITBOARD_BITS == 64
    if (f->direct && f->t->strip) {
        strip_find_checks_and_pins(f);
        return;
    }
#endif
    if (f->direct && !f->t->lines_differ && !f->t->hop_count[!f->side]) {
        find_checks_and_pins_by_xray(f);
        return;
    }
    f->leaper_checkers = attacks_leaper_attackers_to(p, f->royal, !f->side);
    if (f->direct)
        find_checks_and_pins_by_ray(f);
    else
        find_attacker_lines(f);
}

/* Would a slider or hopper on a line in attacker_rays or attacker_hops attack the royal if these
 * squares are occupied and the enemies on `gone` are captured? */
static inline bool line_hits(const CheckInfo *f, Bitboard occupied, Bitboard gone) {
    int enemy = !f->side;
    for (int i = 0; i < f->attacker_ray_count; i++) {
        const AttackRay *r = &f->t->rays[enemy][f->attacker_rays[i]];
        if (ray_first_blocker(r->ray[f->royal], r->rising, occupied) &
            f->p->by_class[enemy][r->class] & ~gone)
            return true;
    }
    for (int i = 0; i < f->attacker_hop_count; i++) {
        const AttackHop *hop = &f->t->hops[enemy][f->attacker_hops[i]];
        if (hopper_attacks(hop, f->royal, occupied, f->p->by_class[enemy][hop->class] & ~gone))
            return true;
    }
    return false;
}

/* Returns the targets that leave the royal safe when the piece on `from` moves there. `from` is one
 * square, or none for a drop. Not for moves of the royal. */
static Bitboard checkinfo_safe_targets(const CheckInfo *f, Bitboard from, Bitboard targets) {
    if (f->royal_unattacked) return targets;
    if (f->leaper_checkers)
        targets &= f->leaper_checkers & (f->leaper_checkers - 1) ? 0 : f->leaper_checkers;
    Bitboard doubtful = f->line_check || from & f->blockers ? targets : targets & f->screen_squares;
    while (doubtful) {
        Bitboard end = doubtful & -doubtful;
        doubtful ^= end;
        if (line_hits(f, (f->occupied & ~from) | end, end)) targets ^= end;
    }
    return targets;
}

/* Returns the squares that the enemies near the royal would attack if it left its square. */
static Bitboard attacks_near_royal(const CheckInfo *f) {
#if BITBOARD_BITS == 64
    if (f->t->strip) return strip_attacks_near_royal(f);
#endif
    int enemy = !f->side;
    Bitboard occupied = f->occupied & ~BB_SQUARE(f->royal), sum = 0;
    for (Bitboard near_enemies = f->near_enemies; near_enemies;) {
        int at = bb_pop_lsb(&near_enemies), type = piece_type(f->p->board[at]);
        const BitboardPower *power = &f->t->powers[enemy][type];
        const SmallAttacks *attacks =
            BITBOARD_BITS == 64 ? &f->t->small_attacks[enemy][small_index(f->t, type, at)] : NULL;
        if (BITBOARD_BITS == 64 && !f->t->small_irregular[type]) {
            sum |= checkinfo_small_targets(attacks, occupied);
            continue;
        }
        sum |= power->capture[at];
        if (power->rays) sum |= slider_attacks(power, at, occupied);
        for (int i = 0; i < power->slide_count; i++)
            if (power->slides[i].modes & LEG_CAPTURE)
                sum |= ray_attacks(power->slides[i].ray[at], power->slides[i].rising, occupied);
        for (int i = 0; i < power->hop_count; i++)
            if (power->hops[i].modes & LEG_CAPTURE) sum |= hop_reach(&power->hops[i], at, occupied);
    }
    return sum;
}

/* Returns the targets on which the royal itself is not attacked. */
static Bitboard checkinfo_safe_royal_targets(const CheckInfo *f, Bitboard targets) {
    if (f->direct)
        return f->royal_unattacked || !targets ? targets : targets & ~attacks_near_royal(f);
    if (f->royal_unattacked || f->t->attack_by_legs)
        return targets; /* attacks are known only by following moves leg by leg, so the caller has
                           to make each move and test it */
    for (Bitboard rest = targets; rest;) {
        int to = bb_pop_lsb(&rest);
        if (attacks_square_attacked_over(f->p, to, !f->side,
                                         (f->occupied & ~BB_SQUARE(f->royal)) | BB_SQUARE(to),
                                         BB_SQUARE(to)))
            targets &= ~BB_SQUARE(to);
    }
    return targets;
}

#endif
