#include "variant/words_speech.h"

static void neighbour(Speech *s, uint8_t dirs) {
    if (dirs == 0xFF) return;
    out_text(s->out, " ");
    words_directions(s->out, dirs);
}

static void capture_suffix(Speech *s, uint8_t modes) {
    if (modes == MOVES) return;
    if (modes == LEG_EMPTY)
        out_text(s->out, ", without capturing");
    else if (modes == LEG_CAPTURE)
        out_text(s->out, ", only to capture");
}

static bool said_simply(uint8_t modes) {
    return modes == MOVES || modes == LEG_EMPTY || modes == LEG_CAPTURE;
}

void say_distance(Speech *s, const Term *t, int range) {
    char n[8];
    if (range >= RANGE_UNLIMITED)
        out_text(s->out, "any distance ");
    else
        out_format(s->out, "up to %s squares ", word_number(range * term_leap(t), n));
}

static bool leaps_everywhere(const Term *t, int dx, int dy) {
    return t->leg_count == 1 && t->legs[0].dirs == 0xFF && t->legs[0].range == 1 &&
           t->dx[0] == dx && t->dy[0] == dy && term_all_plain(t) && t->legs[0].modes == MOVES;
}

/* Orthogonal, diagonal and oblique leaps of two together are the whole ring of sixteen squares. */
void say_ring_of_two(Speech *s) {
    int line = -1, oblique = -1;
    for (int i = 0; i < s->count; i++) {
        if (leaps_everywhere(&s->terms[i], 0, 2)) line = i;
        if (leaps_everywhere(&s->terms[i], 1, 2)) oblique = i;
    }
    if (line < 0 || oblique < 0) return;
    speech_clause(s);
    out_text(s->out, "jumps to any square two away");
    speech_strike(s, line > oblique ? line : oblique);
    speech_strike(s, line > oblique ? oblique : line);
}

static void say_rider(Speech *s, const Term *t) {
    char n[8];
    out_format(s->out, "jumps in leaps of %s ", word_number(term_leap(t), n));
    words_directions(s->out, t->legs[0].dirs);
    if (t->legs[0].range >= RANGE_UNLIMITED)
        out_text(s->out, ", any number of them, each square it lands on but the last being empty");
    else
        out_format(s->out, ", up to %s of them, each square it lands on but the last being empty",
                   word_number(t->legs[0].range, n));
}

bool say_one_leg(Speech *s, const Term *t) {
    const Leg *l = &t->legs[0];
    if (t->leg_count != 1 || !term_all_plain(t) || !said_simply(l->modes)) return false;
    if (!term_is_straight(t) && l->range > 1) return false;
    speech_clause(s);
    if (l->range == 1) {
        out_text(s->out, term_is_straight_step(t) ? "steps " : "jumps ");
        words_leap(s->out, t, l->dirs);
    } else if (term_leap(t) > 1) {
        say_rider(s, t);
    } else {
        out_text(s->out, "slides ");
        say_distance(s, t, l->range);
        words_directions(s->out, l->dirs);
    }
    capture_suffix(s, l->modes);
    return true;
}

bool say_ski_slide(Speech *s, const Term *t) {
    const Leg *l = &t->legs[0];
    char n[8];
    if (t->leg_count != 1 || !term_is_plain(t) || !term_is_straight_step(t) || l->skip != 1 ||
        !said_simply(l->modes))
        return false;
    if (l->lame || l->must_jump || l->bend) return false;
    speech_clause(s);
    out_text(s->out, "jumps over the next square, whatever it holds, ");
    words_directions(s->out, l->dirs);
    if (l->range == 2)
        out_text(s->out, " to the second");
    else if (l->range >= RANGE_UNLIMITED)
        out_text(s->out, " and may slide on from the second any distance");
    else
        out_format(s->out, " and may slide on from the second up to %s squares in all",
                   word_number(l->range, n));
    capture_suffix(s, l->modes);
    return true;
}

bool say_hop(Speech *s, const Term *t) {
    const Leg *over = &t->legs[0], *to = &t->legs[1];
    char n[8];
    if (t->leg_count != 2 || !term_is_straight_step(t) || to->dirs != 0x01 ||
        over->modes != LEG_HOP || !said_simply(to->modes))
        return false;
    if (t->virgin || t->cylinder || t->torus || !leg_is_plain(over) || !leg_is_plain(to) ||
        over->range != to->range || over->range < 2)
        return false;
    speech_clause(s);
    out_text(s->out, to->modes == LEG_CAPTURE ? "captures "
                     : to->modes == LEG_EMPTY ? "moves without capturing "
                                              : "moves or captures ");
    words_directions(s->out, over->dirs);
    out_text(s->out, " by hopping over exactly one piece of either side");
    if (t->total_range)
        out_format(s->out, ", at most %s squares away", word_number(t->total_range, n));
    else if (over->range < RANGE_UNLIMITED)
        out_format(s->out, ", at most %s squares to it and as many beyond",
                   word_number(over->range, n));
    return true;
}

bool say_take_and_go(Speech *s, const Term *t) {
    const Leg *take = &t->legs[0], *on = &t->legs[1];
    if (t->leg_count != 2 || !term_is_straight_step(t) || !term_all_plain(t) ||
        !leg_is(take, LEG_CAPTURE, 1) || !leg_is(on, MOVES, 1))
        return false;
    bool returns = on->dirs & 0x10;
    uint8_t onward = on->dirs & 0xEF;
    speech_clause(s);
    out_text(s->out, "may take a neighbour");
    neighbour(s, take->dirs);
    if (onward) {
        out_text(s->out, " and go on one more step");
        if (onward != 0xEF) {
            out_text(s->out, onward == 0x45 ? " straight on or at right angles" : " ");
            if (onward != 0x45) words_turns(s->out, onward);
        }
    }
    if (returns) out_text(s->out, onward ? ", or take it and return (igui)" : " and return (igui)");
    return true;
}

static void say_skip(Speech *s, uint8_t dirs) {
    speech_clause(s);
    if (dirs == 0xFF) {
        out_text(s->out, "may stay in place (skip) when a neighbouring square is empty");
        return;
    }
    out_text(s->out, "may stay in place (skip) when the next square ");
    words_directions(s->out, dirs);
    out_text(s->out, " is empty");
}

/* Steps out, onto an empty square or taking, and straight back: skip and igui. */
bool say_return(Speech *s, const Term *t) {
    const Leg *step = &t->legs[0], *back = &t->legs[1];
    if (t->leg_count != 2 || !term_is_straight_step(t) || !term_all_plain(t) || step->range != 1 ||
        back->range != 1 || back->dirs != 0x10)
        return false;
    if ((step->modes & ~MOVES) || !step->modes || !(back->modes & LEG_EMPTY)) return false;
    if (step->modes & LEG_CAPTURE) {
        speech_clause(s);
        out_text(s->out, "may take a neighbour");
        neighbour(s, step->dirs);
        out_text(s->out, " and return (igui)");
    }
    if (step->modes & LEG_EMPTY) say_skip(s, step->dirs);
    return true;
}
