/* describe_moves_en - the clauses of a piece's moves in English. */
#include "words/move_clauses.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers, lists and directions ----------------------------------------------------------- */

/* "one" to "ten", then digits. */
static const char *number_word(int n, char buf[12]) {
    static const char *const words[] = {"no",  "one",   "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten"};
    if (n <= 10) return words[n];
    snprintf(buf, 12, "%d", n);
    return buf;
}

/* The parts of "a, b or c", collected first because the last one is joined by another word. */
typedef struct Parts {
    const char *part[10];
    int count;
} Parts;

static void parts_add(Parts *parts, const char *text) {
    assert(parts->count < 10); /* eight directions, and fewer sets of them */
    parts->part[parts->count++] = text;
}

static void parts_write(const Parts *parts, Out *out) {
    for (int i = 0; i < parts->count; i++) {
        if (i) out_text(out, i == parts->count - 1 ? " or " : ", ");
        out_text(out, parts->part[i]);
    }
}

/* Names the sets that lie wholly within dirs, in the order of the table, each direction once. */
static void directions_write(Out *out, uint8_t dirs, const NamedDirections *names, int count) {
    Parts parts = {0};
    for (int i = 0; i < count; i++)
        if ((dirs & names[i].dirs) == names[i].dirs) {
            parts_add(&parts, names[i].name);
            dirs &= (uint8_t)~names[i].dirs;
        }
    parts_write(&parts, out);
}

/* Directions of a first leg. */
static void describe_directions(Out *out, uint8_t dirs) {
    static const NamedDirections names[] = {
        {0xFF, "in any direction"},
        {0x55, "orthogonally"},
        {0x01, "forward"},
        {0x10, "backward"},
        {0x44, "sideways"},
        {0x04, "to the right"},
        {0x40, "to the left"},
        {0xAA, "diagonally"},
        {0x82, "diagonally forward"},
        {0x28, "diagonally backward"},
        {0x0A, "diagonally to the right"},
        {0xA0, "diagonally to the left"},
        {0x02, "diagonally forward to the right"},
        {0x80, "diagonally forward to the left"},
        {0x08, "diagonally backward to the right"},
        {0x20, "diagonally backward to the left"},
    };
    directions_write(out, dirs, names, sizeof names / sizeof *names);
}

/* Directions of a later leg, as seen from the leg before. */
static void describe_turns(Out *out, uint8_t dirs) {
    static const NamedDirections names[] = {
        {0xFF, "in any direction"},
        {0xEF, "in any direction but back"},
        {0x01, "straight on"},
        {0x82, "turning 45 degrees"},
        {0x44, "turning at right angles"},
        {0x28, "turning 135 degrees"},
        {0x02, "turning 45 degrees to the right"},
        {0x80, "turning 45 degrees to the left"},
        {0x04, "turning right"},
        {0x40, "turning left"},
        {0x08, "turning 135 degrees to the right"},
        {0x20, "turning 135 degrees to the left"},
        {0x10, "straight back"},
    };
    directions_write(out, dirs, names, sizeof names / sizeof *names);
}

/* Directions of an oblique leap. */
static void describe_oblique_directions(Out *out, uint8_t dirs) {
    static const NamedDirections names[] = {
        {0xFF, "in any direction"},
        {0x81, "narrowly forward"},
        {0x18, "narrowly backward"},
        {0x42, "widely forward"},
        {0x24, "widely backward"},
        {0x01, "narrowly forward to the right"},
        {0x80, "narrowly forward to the left"},
        {0x02, "widely forward to the right"},
        {0x40, "widely forward to the left"},
        {0x08, "narrowly backward to the right"},
        {0x10, "narrowly backward to the left"},
        {0x04, "widely backward to the right"},
        {0x20, "widely backward to the left"},
    };
    directions_write(out, dirs, names, sizeof names / sizeof *names);
}

/* ---- leaps and distances --------------------------------------------------------------------- */

/* "two squares forward and one to either side" where that is all of it, else the leap and its
 * directions. */
static void describe_oblique_leap(Out *out, const Term *t, uint8_t dirs) {
    char a[12], b[12];
    const char *large = number_word(t->dy[0], a), *small = number_word(t->dx[0], b);
    const char *plural = t->dx[0] == 1 ? "" : "s";
    if (dirs == 0x81)
        out_format(out, "%s squares forward and %s to either side", large, small);
    else if (dirs == 0x18)
        out_format(out, "%s squares backward and %s to either side", large, small);
    else if (dirs == 0x42)
        out_format(out, "%s square%s forward and %s to either side", small, plural, large);
    else if (dirs == 0x24)
        out_format(out, "%s square%s backward and %s to either side", small, plural, large);
    else if (dirs == 0x99)
        out_format(out, "%s squares forward or backward and %s to either side", large, small);
    else {
        out_format(out, "%s squares along a line and %s to the side, ", large, small);
        describe_oblique_directions(out, dirs);
    }
}

static void describe_leap(Out *out, const Term *t) {
    char n[12];
    uint8_t dirs = t->legs[0].dirs;
    out_text(out, term_is_straight_step(t) ? "steps " : "jumps ");
    if (!term_is_straight(t)) {
        describe_oblique_leap(out, t, dirs);
        return;
    }
    out_format(out, "%s square%s ", number_word(term_leap(t), n), term_leap(t) == 1 ? "" : "s");
    /* For a leap of several squares "in any direction" would include oblique directions. */
    if (dirs == 0xFF && term_leap(t) > 1)
        out_text(out, "orthogonally or diagonally");
    else
        describe_directions(out, dirs);
}

static void describe_distance(Out *out, const Term *t) {
    char n[12];
    if (t->legs[0].range >= RANGE_UNLIMITED)
        out_text(out, "any distance ");
    else
        out_format(out, "up to %s squares ", number_word(t->legs[0].range * term_leap(t), n));
}

static void describe_captures(Out *out, uint8_t modes) {
    if (modes == LEG_EMPTY)
        out_text(out, ", without capturing");
    else if (modes == LEG_CAPTURE)
        out_text(out, ", only to capture");
}

static void describe_rider(Out *out, const Term *t) {
    char n[12];
    out_format(out, "jumps in leaps of %s ", number_word(term_leap(t), n));
    describe_directions(out, t->legs[0].dirs);
    if (t->legs[0].range >= RANGE_UNLIMITED)
        out_text(out, ", any number of them");
    else
        out_format(out, ", up to %s of them", number_word(t->legs[0].range, n));
    out_text(out, ", each square it lands on but the last being empty");
}

static void describe_ski_slide(Out *out, const Term *t) {
    const Leg *l = &t->legs[0];
    char n[12];
    out_text(out, "jumps over the next square, whatever it holds, ");
    describe_directions(out, l->dirs);
    if (l->range == 2)
        out_text(out, " to the second");
    else if (l->range >= RANGE_UNLIMITED)
        out_text(out, " and may slide on from the second any distance");
    else
        out_format(out, " and may slide on from the second up to %s squares in all",
                   number_word(l->range, n));
}

static void describe_hop(Out *out, const Term *t) {
    const Leg *over = &t->legs[0], *to = &t->legs[1];
    char n[12];
    out_text(out, to->modes == LEG_CAPTURE ? "captures "
                  : to->modes == LEG_EMPTY ? "moves without capturing "
                                           : "moves or captures ");
    describe_directions(out, over->dirs);
    out_text(out, " by hopping over exactly one piece of either side");
    if (t->conditions.total_range)
        out_format(out, ", at most %s squares away", number_word(t->conditions.total_range, n));
    else if (over->range < RANGE_UNLIMITED)
        out_format(out, ", at most %s squares to it and as many beyond",
                   number_word(over->range, n));
}

/* ---- taking neighbours ----------------------------------------------------------------------- */

static void describe_neighbour(Out *out, uint8_t dirs) {
    out_text(out, "may take a neighbour");
    if (dirs == 0xFF) return;
    out_text(out, " ");
    describe_directions(out, dirs);
}

static void describe_take_and_go(Out *out, const Term *t) {
    uint8_t onward = t->legs[1].dirs & 0xEF;
    describe_neighbour(out, t->legs[0].dirs);
    out_text(out, " and go on one more step");
    if (onward == 0x45)
        out_text(out, " straight on or at right angles");
    else if (onward != 0xEF) {
        out_text(out, " ");
        describe_turns(out, onward);
    }
    if ((t->legs[1].modes & (LEG_EMPTY | LEG_CAPTURE)) == (LEG_EMPTY | LEG_CAPTURE))
        out_text(out, ", capturing or not");
    if (t->legs[1].dirs & 0x10) out_text(out, ", or take it and return (igui)");
}

static void describe_skip(Out *out, uint8_t dirs) {
    out_text(out, "may stay in place (skip) when ");
    if (dirs == 0xFF) {
        out_text(out, "a neighbouring square is empty");
        return;
    }
    out_text(out, "the next square ");
    describe_directions(out, dirs);
    out_text(out, " is empty");
}

/* ---- names of pieces ------------------------------------------------------------------------- */

/* Whether a piece of lower number in the row has the same name. */
static bool is_namesake(const HenkaVariant *v, const uint8_t *types, int type) {
    for (int other = 1; other < type; other++)
        if (type_bit(types, other) && v->types[other].name &&
            !strcmp(v->types[other].name, v->types[type].name))
            return true;
    return false;
}

/* The names of the types in a row, each once, after `before`; nothing when there are none. */
static void describe_names(Out *out, const HenkaVariant *v, const uint8_t *types,
                           const char *before) {
    bool any = false;
    for (int type = 1; type <= v->type_count; type++) {
        if (!type_bit(types, type) || !v->types[type].name || is_namesake(v, types, type)) continue;
        out_text(out, any ? ", " : before);
        out_text(out, v->types[type].name);
        any = true;
    }
}

static void describe_burn(Out *out, const HenkaVariant *v, const MoveClause *clause) {
    char n[12];
    out_format(out, " it may also take up to %s %s next to where it lands (burn)",
               number_word(clause->most, n), clause->most == 1 ? "enemy" : "enemies");
    describe_names(out, v, clause->types, ", but never a ");
}

/* ---- leg by leg ------------------------------------------------------------------------------ */

static void describe_leg_distance(Out *out, const Term *t, const Leg *leg) {
    char n[12], m[12];
    const char *unit = term_is_straight_step(t) ? "square" : "leap";
    if (leg->range == 1 && term_leap(t) == 1)
        out_text(out, "one square ");
    else if (leg->range == 1 && term_is_straight(t))
        out_format(out, "%s squares ", number_word(term_leap(t), n));
    else if (leg->range == 1)
        out_format(out, "%s squares along a line and %s to the side, ", number_word(t->dy[0], n),
                   number_word(t->dx[0], m));
    else if (leg->range >= RANGE_UNLIMITED)
        out_text(out, "any distance ");
    else
        out_format(out, "up to %s %ss ", number_word(leg->range, n), unit);
    if (leg->range > 1 && term_is_straight(t) && term_leap(t) > 1)
        out_format(out, "in leaps of %s ", number_word(term_leap(t), n));
    if (leg->range > 1 && !term_is_straight(t))
        out_format(out, "in leaps of %s along a line and %s to the side, ",
                   number_word(t->dy[0], n), number_word(t->dx[0], m));
}

static void describe_leg_conditions(Out *out, const Leg *leg) {
    if (leg->skip) out_text(out, ", passing over the first square whatever it holds");
    if (leg->lame) out_text(out, ", only when the squares between are empty");
    if (leg->must_jump) out_text(out, ", only over a piece");
    if (leg->same_length) out_text(out, ", as many squares as before");
    if (leg->bend == 1) out_text(out, ", turning left and right by turns");
    if (leg->bend == 2) out_text(out, ", turning the same way at every leap");
}

/* What the square may hold where a leg ends, and what happens to it. */
static void describe_leg_end(Out *out, const Term *t, int index) {
    uint8_t modes = t->legs[index].modes;
    bool last = index == t->leg_count - 1;
    Parts parts = {0};
    char take[64];
    snprintf(take, sizeof take, "%s %s", last ? "to capture" : "taking",
             modes & LEG_ROYAL_ONLY  ? "an enemy royal"
             : modes & LEG_NOT_ROYAL ? "an enemy other than a royal"
                                     : "an enemy");
    if (last && (modes & ~LEG_HOP_FRIEND_ONLY) == CLAUSE_MOVES) return;
    if (modes & LEG_EMPTY) parts_add(&parts, "to an empty square");
    if (modes & LEG_CAPTURE) parts_add(&parts, take);
    if (modes & LEG_CAPTURE_OWN)
        parts_add(&parts,
                  last ? "to capture a piece of its own side" : "taking a piece of its own side");
    if (modes & LEG_EN_PASSANT) parts_add(&parts, "to capture in passing");
    if (modes & LEG_HOP)
        parts_add(&parts, modes & LEG_HOP_FRIEND_ONLY ? "onto a friend, which stays"
                                                      : "onto any piece, which stays");
    out_text(out, term_is_straight(t) ? " " : ", ");
    parts_write(&parts, out);
}

static void describe_leg(Out *out, const Term *t, int index) {
    const Leg *leg = &t->legs[index];
    out_text(out, leg->range > 1 ? "slides " : term_leap(t) > 1 ? "jumps " : "steps ");
    describe_leg_distance(out, t, leg);
    if (index)
        describe_turns(out, leg->dirs);
    else if (term_is_straight(t))
        describe_directions(out, leg->dirs);
    else
        describe_oblique_directions(out, leg->dirs);
    describe_leg_conditions(out, leg);
    describe_leg_end(out, t, index);
}

static void describe_legs(Out *out, const HenkaVariant *v, const Term *t) {
    char n[12];
    for (int i = 0; i < t->leg_count; i++) {
        if (i) out_text(out, ", then ");
        describe_leg(out, t, i);
    }
    if (t->conditions.total_range)
        out_format(out, ", at most %s in all", number_word(t->conditions.total_range, n));
    if (t->conditions.own_half)
        out_text(out,
                 ", as many squares as ranks of its own half of the board are before it, or one");
    if (t->conditions.virgin) out_text(out, ", only while it has not moved");
    if (t->conditions.rights && move_clauses_passing(v))
        out_text(out, "; it may then be captured in passing");
    if (t->conditions.torus)
        out_text(out, ", the board's opposite edges being joined");
    else if (t->conditions.cylinder)
        out_text(out, ", the board's left and right edges being joined");
}

static void describe_castling(Out *out, const HenkaVariant *v, const Term *t) {
    char n[12];
    out_format(out, "castles %s square%s ", number_word(t->conditions.castling, n),
               t->conditions.castling == 1 ? "" : "s");
    describe_directions(out, t->legs[0].dirs);
    out_text(out, t->conditions.partner_inside ? " with the piece beside the " : " with the ");
    if (v->shuffled_partner)
        out_format(out, "nearest %s", v->types[v->shuffled_partner].name);
    else
        out_text(out, t->conditions.partner_inside ? "last" : "last piece");
    out_format(out, " of its rank, while %s not moved",
               t->conditions.virgin ? "both have" : "that has");
}

/* ---- clauses --------------------------------------------------------------------------------- */

static void describe_clause(Out *out, const HenkaVariant *v, const MoveClause *clause) {
    const Term *t = &clause->term;
    uint8_t dirs = t->legs[0].dirs, modes = t->legs[0].modes;
    char n[12];
    switch (clause->kind) {
    case CLAUSE_WALK:
        out_format(out,
                   "walks up to %s steps over empty squares, turning freely, and may capture on "
                   "the last%s",
                   number_word(clause->most, n),
                   clause->ends_on_start ? "; the walk may end where it began" : "");
        break;
    case CLAUSE_LEAP:
        describe_leap(out, t);
        describe_captures(out, modes);
        break;
    case CLAUSE_RING_OF_TWO:
        out_text(out, "jumps to any square two away");
        break;
    case CLAUSE_SLIDE:
        out_text(out, "slides ");
        describe_distance(out, t);
        describe_directions(out, dirs);
        describe_captures(out, modes);
        break;
    case CLAUSE_RIDER:
        describe_rider(out, t);
        describe_captures(out, modes);
        break;
    case CLAUSE_SKI_SLIDE:
        describe_ski_slide(out, t);
        describe_captures(out, modes);
        break;
    case CLAUSE_HOP:
        describe_hop(out, t);
        break;
    case CLAUSE_LINE_JUMPS:
        out_text(out, "captures any distance ");
        describe_directions(out, dirs);
        out_format(out,
                   " over up to %s piece%s in its way, each left alone or, when an enemy, taken",
                   number_word(clause->most, n), clause->most == 1 ? "" : "s");
        break;
    case CLAUSE_IGUI:
        out_format(out, "may take up to %s neighbours without moving (igui)",
                   number_word(clause->most, n));
        break;
    case CLAUSE_TAKE_AND_GO:
        describe_take_and_go(out, t);
        break;
    case CLAUSE_TAKE_AND_RETURN:
        describe_neighbour(out, dirs);
        out_text(out, " and return (igui)");
        break;
    case CLAUSE_SKIP:
        describe_skip(out, dirs);
        break;
    case CLAUSE_SLIDE_BURN:
        out_text(out, "after a slide ");
        if (t->legs[0].range < RANGE_UNLIMITED) describe_distance(out, t);
        describe_directions(out, dirs);
        describe_burn(out, v, clause);
        break;
    case CLAUSE_WALK_BURN:
        out_format(out, "after a walk of up to %s step%s", number_word(clause->longest, n),
                   clause->longest == 1 ? "" : "s");
        describe_burn(out, v, clause);
        break;
    case CLAUSE_PASSING:
        out_text(out, "captures in passing, where it ");
        describe_leap(out, t);
        break;
    case CLAUSE_CASTLING:
        describe_castling(out, v, t);
        break;
    case CLAUSE_LEGS:
        describe_legs(out, v, t);
        break;
    case CLAUSE_NEVER_JUMPS:
        describe_names(out, v, clause->types, "never jumps or takes on its way: ");
        break;
    case CLAUSE_NEVER_BURNS:
        describe_names(out, v, clause->types,
                       "unless it stays in place, never takes beside its path: ");
        break;
    case CLAUSE_FREEZES:
        out_text(out, "enemies next to it cannot move, unless they have this power themselves");
        break;
    }
}

bool describe_moves_en(Out *out, const HenkaVariant *v, const MoveClause *clauses, int count) {
    if (!count) out_text(out, "does not move");
    for (int i = 0; i < count; i++) {
        if (i) out_text(out, "; ");
        describe_clause(out, v, &clauses[i]);
    }
    return true;
}
