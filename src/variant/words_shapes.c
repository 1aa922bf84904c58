#include "variant/words_speech.h"

bool term_is_plain(const Term *t) {
    return !t->virgin && !t->cylinder && !t->torus && !t->total_range;
}
bool leg_is_plain(const Leg *l) {
    return !l->skip && !l->lame && !l->must_jump && !l->same_length && !l->bend;
}

bool term_all_plain(const Term *t) {
    for (int i = 0; i < t->leg_count; i++)
        if (!leg_is_plain(&t->legs[i])) return false;
    return term_is_plain(t);
}

bool term_is_straight_step(const Term *t) { return term_is_straight(t) && term_leap(t) == 1; }
bool leg_is(const Leg *l, uint8_t modes, int range) {
    return l->modes == modes && l->range == range;
}

int term_pecks(const Term *t, int first) {
    int legs = t->leg_count - first;
    if (legs < 2 || legs % 2 || !term_is_straight_step(t) || !term_all_plain(t)) return 0;
    for (int i = first; i < t->leg_count; i += 2) {
        const Leg *take = &t->legs[i], *back = take + 1;
        bool last = i + 2 == t->leg_count;
        if (!leg_is(take, LEG_CAPTURE, 1) || back->dirs != 0x10 || back->range != 1) return 0;
        if (i && (take->dirs & 0xEF) != 0xEF) return 0;
        if (last ? (back->modes & MOVES) != MOVES : !(back->modes & LEG_EMPTY)) return 0;
    }
    return legs / 2;
}

int term_walk_length(const Term *t, int legs) {
    if (!term_is_straight_step(t) || !term_all_plain(t)) return 0;
    for (int i = 0; i < legs; i++) {
        const Leg *l = &t->legs[i];
        if (l->range != 1 || (i ? (l->dirs & 0xEF) != 0xEF : l->dirs != 0xFF)) return 0;
        if (i < legs - 1 && l->modes != LEG_EMPTY) return 0;
    }
    return legs;
}

int term_line_jumps(const Term *t) {
    if (t->leg_count < 2 || !term_all_plain(t) || !term_is_straight_step(t) || t->legs[0].range < 2)
        return 0;
    for (int i = 0; i < t->leg_count; i++) {
        const Leg *l = &t->legs[i];
        if (l->range != t->legs[0].range || (i && l->dirs != 0x01)) return 0;
        if (l->modes != (i == t->leg_count - 1 ? LEG_CAPTURE : LEG_CAPTURE | LEG_HOP)) return 0;
    }
    return t->leg_count - 1;
}

int term_landing_legs(const Term *t) {
    for (int legs = 1; legs < t->leg_count; legs++)
        if (t->legs[legs - 1].modes == IGNORES && term_pecks(t, legs) &&
            (t->legs[legs].dirs & 0xEF) == 0xEF)
            return legs;
    return 0;
}
