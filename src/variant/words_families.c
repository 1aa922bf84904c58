#include "variant/words_speech.h"

#include <string.h>

/* Lengths found as bits 1.. ; n when they are exactly 1..n, else 0. */
static int up_to(unsigned lengths) {
    int n = 0;
    while (lengths >> (n + 1) & 1) n++;
    return n && lengths == (2u << n) - 2 ? n : 0;
}

typedef int Measure(const Term *, const Term *like);

/* Strikes out every term the measure accepts and tells how long they were. */
static unsigned gather(Speech *s, Measure *measure, const Term *like, bool take_away) {
    unsigned lengths = 0;
    for (int i = s->count - 1; i >= 0; i--) {
        int length = measure(&s->terms[i], like);
        if (!length) continue;
        lengths |= 1u << length;
        if (take_away) speech_strike(s, i);
    }
    return lengths;
}

static int measure_walk(const Term *t, const Term *like) {
    (void)like;
    return t->legs[t->leg_count - 1].modes == MOVES ? term_walk_length(t, t->leg_count) : 0;
}

/* Steps out and back: a clause of its own says that it may stay where it is. */
static bool has_skip(const Speech *s) {
    for (int i = 0; i < s->count; i++) {
        const Term *t = &s->terms[i];
        if (t->leg_count == 2 && t->legs[0].modes & LEG_EMPTY && t->legs[1].dirs == 0x10)
            return true;
    }
    return false;
}

void say_walk(Speech *s) {
    char n[8];
    int longest = up_to(gather(s, measure_walk, NULL, false));
    if (longest < 2) return;
    gather(s, measure_walk, NULL, true);
    speech_clause(s);
    out_format(
        s->out,
        "walks up to %s steps over empty squares, turning freely, and may capture on the last%s",
        word_number(longest, n),
        longest > 2 && !has_skip(s) ? "; the walk may end where it began" : "");
}

static int measure_igui(const Term *t, const Term *like) {
    return t->legs[0].dirs == like->legs[0].dirs ? term_pecks(t, 0) : 0;
}

void say_igui(Speech *s) {
    for (int i = 0; i < s->count; i++) {
        const Term like = s->terms[i];
        char n[8];
        if (!term_pecks(&like, 0)) continue;
        int most = up_to(gather(s, measure_igui, &like, false));
        if (most < 2 || like.legs[0].dirs != 0xFF) continue;
        gather(s, measure_igui, &like, true);
        speech_clause(s);
        out_format(s->out, "may take up to %s neighbours without moving (igui)",
                   word_number(most, n));
        return;
    }
}

static int measure_line(const Term *t, const Term *like) {
    return t->legs[0].dirs == like->legs[0].dirs && t->legs[0].range == like->legs[0].range
               ? term_line_jumps(t)
               : 0;
}

void say_line_jumps(Speech *s) {
    for (int i = 0; i < s->count; i++) {
        const Term like = s->terms[i];
        char n[8];
        if (!term_line_jumps(&like) || like.legs[0].range != RANGE_UNLIMITED ||
            !up_to(gather(s, measure_line, &like, false)))
            continue;
        int most = up_to(gather(s, measure_line, &like, true));
        speech_clause(s);
        out_text(s->out, "captures any distance ");
        words_directions(s->out, like.legs[0].dirs);
        out_format(s->out,
                   " over up to %s piece%s in its way, each left alone or, when an enemy, taken",
                   word_number(most, n), most == 1 ? "" : "s");
        i = -1;
    }
}

/* ---- burning --------------------------------------------------------------------------------- */

static int slide_burns(const Term *t, const Term *like) {
    if (term_landing_legs(t) != 1 || t->legs[0].range < 2) return 0;
    return t->legs[0].dirs == like->legs[0].dirs && t->legs[0].range == like->legs[0].range
               ? term_pecks(t, 1)
               : 0;
}

static int walk_burns(const Term *t, const Term *like) {
    int legs = term_landing_legs(t);
    return legs == term_landing_legs(like) && term_walk_length(t, legs) ? term_pecks(t, legs) : 0;
}

static void say_never_burnt(Speech *s) {
    const HenkaVariant *v = s->variant;
    const char *last = NULL;
    for (int type = 1; type <= v->type_count; type++) {
        const char *name = v->types[type].name;
        if (!type_bit(v->no_burn[s->type], type) || !name || (last && !strcmp(last, name)))
            continue;
        out_format(s->out, "%s %s", last ? "," : ", but never a", name);
        last = name;
    }
}

static int walk_burn_lengths(const Term *t, const Term *like) {
    int legs = term_landing_legs(t);
    return legs && term_walk_length(t, legs) &&
                   term_pecks(t, legs) == term_pecks(like, term_landing_legs(like))
               ? legs
               : 0;
}

static void say_burn_tail(Speech *s, int most) {
    char n[8];
    out_format(s->out, " it may also take up to %s %s next to where it lands (burn)",
               word_number(most, n), most == 1 ? "enemy" : "enemies");
    say_never_burnt(s);
    s->burns_told = true;
}

static bool say_slide_burn(Speech *s, const Term *like) {
    int most = up_to(gather(s, slide_burns, like, false));
    if (!most) return false;
    gather(s, slide_burns, like, true);
    speech_clause(s);
    out_text(s->out, "after a slide ");
    if (like->legs[0].range < RANGE_UNLIMITED) say_distance(s, like, like->legs[0].range);
    words_directions(s->out, like->legs[0].dirs);
    say_burn_tail(s, most);
    return true;
}

/* Walks of 1..n steps, each with 1..k burns: said together only when every combination is there. */
static bool say_walk_burn(Speech *s, const Term *like) {
    char n[8];
    int most = up_to(gather(s, walk_burns, like, false)),
        longest = up_to(gather(s, walk_burn_lengths, like, false));
    if (!most || !longest) return false;
    for (int i = 0; i < s->count; i++) {
        const Term *t = &s->terms[i];
        int legs = term_landing_legs(t);
        if (!legs || !term_walk_length(t, legs)) continue;
        if (up_to(gather(s, walk_burns, t, false)) != most ||
            up_to(gather(s, walk_burn_lengths, t, false)) != longest)
            return false;
    }
    for (int i = s->count - 1; i >= 0; i--)
        if (term_landing_legs(&s->terms[i]) &&
            term_walk_length(&s->terms[i], term_landing_legs(&s->terms[i])))
            speech_strike(s, i);
    speech_clause(s);
    out_format(s->out, "after a walk of up to %s step%s", word_number(longest, n),
               longest == 1 ? "" : "s");
    say_burn_tail(s, most);
    return true;
}

void say_burns(Speech *s) {
    for (int i = 0; i < s->count; i++) {
        const Term like = s->terms[i];
        int legs = term_landing_legs(&like);
        if (!legs) continue;
        if (legs == 1 && like.legs[0].range > 1 ? say_slide_burn(s, &like)
                                                : say_walk_burn(s, &like))
            i = -1;
    }
}
