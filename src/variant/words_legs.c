#include "variant/words.h"

#include <stdio.h>
#include <string.h>

const char *word_number(int n, char buf[8]) {
    static const char *const words[] = {"no",  "one",   "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten"};
    if (n >= 0 && n <= 10) return words[n];
    snprintf(buf, 8, "%d", n);
    return buf;
}

/* A list in the making: "a", "a or b", "a, b or c" need to know what comes last, so parts are
 * collected first. */
typedef struct Parts {
    const char *part[10];
    int count;
} Parts;

static void parts_add(Parts *parts, const char *text) {
    if (parts->count < 10) parts->part[parts->count++] = text;
}

static void parts_write(const Parts *parts, Out *out) {
    for (int i = 0; i < parts->count; i++) {
        if (i) out_text(out, i == parts->count - 1 ? " or " : ", ");
        out_text(out, parts->part[i]);
    }
}

typedef struct Named {
    uint8_t mask;
    const char *name;
} Named;

/* Takes from the mask every named set wholly within what is left, in the order of the table. */
static void parts_name(Parts *parts, uint8_t mask, const Named *names, int count) {
    for (int i = 0; i < count; i++)
        if ((mask & names[i].mask) == names[i].mask) {
            parts_add(parts, names[i].name);
            mask &= (uint8_t)~names[i].mask;
        }
}

void words_directions(Out *out, uint8_t dirs) {
    static const Named names[] = {
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
    Parts parts = {0};
    parts_name(&parts, dirs, names, sizeof names / sizeof *names);
    parts_write(&parts, out);
}

void words_turns(Out *out, uint8_t dirs) {
    static const Named names[] = {
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
    Parts parts = {0};
    parts_name(&parts, dirs, names, sizeof names / sizeof *names);
    parts_write(&parts, out);
}

/* ---- leaps ----------------------------------------------------------------------------------- */

static void oblique_directions(Out *out, uint8_t dirs) {
    static const Named names[] = {
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
    Parts parts = {0};
    parts_name(&parts, dirs, names, sizeof names / sizeof *names);
    parts_write(&parts, out);
}

/* "two squares forward and one to either side" where that is all of it, else the leap and its
 * directions. */
static void oblique_leap(Out *out, const Term *t, uint8_t dirs) {
    char a[8], b[8];
    const char *large = word_number(t->dy[0], a), *small = word_number(t->dx[0], b);
    if (dirs == 0x81)
        out_format(out, "%s squares forward and %s to either side", large, small);
    else if (dirs == 0x18)
        out_format(out, "%s squares backward and %s to either side", large, small);
    else if (dirs == 0x42)
        out_format(out, "%s square%s forward and %s to either side", small,
                   t->dx[0] == 1 ? "" : "s", large);
    else if (dirs == 0x24)
        out_format(out, "%s square%s backward and %s to either side", small,
                   t->dx[0] == 1 ? "" : "s", large);
    else if (dirs == 0x99)
        out_format(out, "%s squares forward or backward and %s to either side", large, small);
    else {
        out_format(out, "%s squares along a line and %s to the side, ", large, small);
        oblique_directions(out, dirs);
    }
}

void words_leap(Out *out, const Term *t, uint8_t dirs) {
    char n[8];
    if (!term_is_straight(t)) {
        oblique_leap(out, t, dirs);
        return;
    }
    out_format(out, "%s square%s ", word_number(term_leap(t), n), term_leap(t) == 1 ? "" : "s");
    if (dirs == 0xFF && term_leap(t) > 1)
        out_text(
            out,
            "orthogonally or diagonally"); /* "any direction" would promise the oblique ones too */
    else
        words_directions(out, dirs);
}

/* ---- one leg, in full ------------------------------------------------------------------------ */

static void leg_way(Out *out, const Term *t, int index) {
    const Leg *leg = &t->legs[index];
    if (index)
        words_turns(out, leg->dirs);
    else if (term_is_straight(t))
        words_directions(out, leg->dirs);
    else
        oblique_directions(out, leg->dirs);
}

static void leg_distance(Out *out, const Term *t, const Leg *leg) {
    char n[8], m[8];
    const char *unit = term_is_straight(t) && term_leap(t) == 1 ? "square" : "leap";
    if (leg->range == 1 && term_leap(t) == 1)
        out_text(out, "one square ");
    else if (leg->range == 1 && term_is_straight(t))
        out_format(out, "%s squares ", word_number(term_leap(t), n));
    else if (leg->range == 1)
        out_format(out, "%s squares along a line and %s to the side, ", word_number(t->dy[0], n),
                   word_number(t->dx[0], m));
    else if (leg->range >= RANGE_UNLIMITED)
        out_text(out, "any distance ");
    else
        out_format(out, "up to %s %ss ", word_number(leg->range, n), unit);
    if (leg->range > 1 && term_is_straight(t) && term_leap(t) > 1)
        out_format(out, "in leaps of %s ", word_number(term_leap(t), n));
    if (leg->range > 1 && !term_is_straight(t))
        out_format(out, "in leaps of %s along a line and %s to the side, ",
                   word_number(t->dy[0], n), word_number(t->dx[0], m));
}

static void leg_conditions(Out *out, const Leg *leg) {
    if (leg->skip) out_text(out, ", passing over the first square whatever it holds");
    if (leg->lame) out_text(out, ", only when the squares between are empty");
    if (leg->must_jump) out_text(out, ", only over a piece");
    if (leg->same_length) out_text(out, ", as many squares as before");
    if (leg->bend == 1) out_text(out, ", turning left and right by turns");
    if (leg->bend == 2) out_text(out, ", turning the same way at every leap");
}

static const char *enemy_words(uint8_t modes) {
    return modes & LEG_ROYAL_ONLY  ? "an enemy royal"
           : modes & LEG_NOT_ROYAL ? "an enemy other than a royal"
                                   : "an enemy";
}

static void leg_end(Out *out, const Leg *leg, bool last, bool needs_comma) {
    Parts parts = {0};
    char take[64];
    snprintf(take, sizeof take, "%s %s", last ? "to capture" : "taking", enemy_words(leg->modes));
    if (leg->modes & LEG_EMPTY) parts_add(&parts, "to an empty square");
    if (leg->modes & LEG_CAPTURE) parts_add(&parts, take);
    if (leg->modes & LEG_CAPTURE_OWN)
        parts_add(&parts,
                  last ? "to capture a piece of its own side" : "taking a piece of its own side");
    if (leg->modes & LEG_HOP)
        parts_add(&parts, leg->modes & LEG_HOP_FRIEND_ONLY ? "onto a friend, which stays"
                                                           : "onto any piece, which stays");
    if (last && (leg->modes & ~LEG_HOP_FRIEND_ONLY) == (LEG_EMPTY | LEG_CAPTURE)) return;
    out_text(out, needs_comma ? ", " : " ");
    parts_write(&parts, out);
}

void words_leg(Out *out, const Term *t, int index) {
    const Leg *leg = &t->legs[index];
    out_text(out, leg->range > 1 ? "slides " : term_leap(t) > 1 ? "jumps " : "steps ");
    leg_distance(out, t, leg);
    leg_way(out, t, index);
    leg_conditions(out, leg);
    leg_end(out, leg, index == t->leg_count - 1, !term_is_straight(t));
}

static void term_conditions(Out *out, const Term *t) {
    char n[8];
    if (t->total_range) out_format(out, ", at most %s in all", word_number(t->total_range, n));
    if (t->virgin) out_text(out, ", only from its starting square");
    if (t->torus)
        out_text(out, ", the board's opposite edges being joined");
    else if (t->cylinder)
        out_text(out, ", the board's left and right edges being joined");
}

void words_term(Out *out, const Term *t) {
    for (int i = 0; i < t->leg_count; i++) {
        if (i) out_text(out, ", then ");
        words_leg(out, t, i);
    }
    term_conditions(out, t);
}
