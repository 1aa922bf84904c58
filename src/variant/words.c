#include "variant/words_speech.h"

#include <string.h>

void speech_clause(Speech *s) {
    if (s->clauses++) out_text(s->out, "; ");
}

void speech_strike(Speech *s, int i) {
    memmove(s->terms + i, s->terms + i + 1, sizeof *s->terms * (size_t)(s->count - i - 1));
    s->count--;
}

/* On a single file nothing goes sideways. */
static bool fits_board(const HenkaVariant *v, Term *t) {
    uint8_t first = 0;
    for (int d = 0; d < 8; d++)
        if (t->legs[0].dirs >> d & 1 &&
            (t->torus || t->cylinder || t->dx[d] * t->dx[d] < v->files * v->files) &&
            (t->torus || t->dy[d] * t->dy[d] < v->ranks * v->ranks))
            first |= (uint8_t)(1 << d);
    t->legs[0].dirs = first;
    for (int i = 1; i < t->leg_count && v->files == 1; i++) t->legs[i].dirs &= 0x11;
    for (int i = 0; i < t->leg_count; i++)
        if (!t->legs[i].dirs) return false;
    return true;
}

static bool same_ring(const Term *a, const Term *b) {
    return a->dx[0] == b->dx[0] && a->dy[0] == b->dy[0] && a->dx[1] == b->dx[1];
}

static bool same_terms(const Term *a, const Term *b) {
    return a->leg_count == b->leg_count && a->total_range == b->total_range &&
           a->virgin == b->virgin && a->cylinder == b->cylinder && a->torus == b->torus &&
           a->free_of_matrix == b->free_of_matrix;
}

static bool same_leg(const Leg *a, const Leg *b, bool whatever_directions) {
    return (whatever_directions || a->dirs == b->dirs) && a->modes == b->modes &&
           a->range == b->range && a->skip == b->skip && a->lame == b->lame &&
           a->must_jump == b->must_jump && a->same_length == b->same_length && a->bend == b->bend;
}

/* Alike but for the directions of one leg, the first or the last, so that one term with both sets
 * says the same. */
static bool merges(const Term *a, const Term *b) {
    int last = a->leg_count - 1;
    if (!same_ring(a, b) || !same_terms(a, b)) return false;
    int differs = last && a->legs[last].dirs != b->legs[last].dirs ? last : 0;
    /* Going straight back over an empty square is a skip: a clause of its own. */
    if (differs && a->legs[last - 1].modes == LEG_EMPTY &&
        (a->legs[last].dirs == 0x10 || b->legs[last].dirs == 0x10))
        return false;
    for (int i = 0; i <= last; i++)
        if (!same_leg(&a->legs[i], &b->legs[i], i == differs)) return false;
    return true;
}

static void add_term(Speech *s, const Term *t) {
    for (int i = 0; i < s->count; i++) {
        if (!merges(&s->terms[i], t)) continue;
        s->terms[i].legs[0].dirs |= t->legs[0].dirs;
        s->terms[i].legs[t->leg_count - 1].dirs |= t->legs[t->leg_count - 1].dirs;
        return;
    }
    if (s->count < SPEECH_TERMS) s->terms[s->count++] = *t;
}

/* Steps out onto an empty square or takes there, and comes straight back: two different things to a
 * reader. */
static bool steps_out_and_back(const Term *t) {
    return t->leg_count > 1 && term_is_straight_step(t) && t->legs[0].modes == MOVES &&
           t->legs[0].range == 1 && t->legs[1].dirs == 0x10 && t->legs[1].range == 1 &&
           term_all_plain(t);
}

/* Out to an empty square, back, and then what another term says without that detour. */
static bool is_needless_detour(const Speech *s, int index) {
    const Term *t = &s->terms[index];
    if (t->leg_count < 4 || t->legs[0].modes != LEG_EMPTY || t->legs[0].range != 1 ||
        t->legs[1].dirs != 0x10 || !term_pecks(t, 2))
        return false;
    for (int i = 0; i < s->count; i++)
        if (i != index && term_pecks(&s->terms[i], 0) == term_pecks(t, 2) &&
            s->terms[i].legs[0].dirs == 0xFF)
            return true;
    return false;
}

void speech_load(Speech *s) {
    const Power *power = &s->variant->types[s->type].power;
    for (int i = 0; i < power->term_count && i < POWER_TERMS; i++) {
        Term t = power->terms[i];
        if (!fits_board(s->variant, &t)) continue;
        if (!steps_out_and_back(&t)) {
            add_term(s, &t);
            continue;
        }
        t.legs[0].modes = LEG_CAPTURE;
        add_term(s, &t);
        t.legs[0].modes = LEG_EMPTY;
        add_term(s, &t);
    }
    for (int i = s->count - 1; i >= 0; i--)
        if (is_needless_detour(s, i)) speech_strike(s, i);
}

typedef bool Saying(Speech *, const Term *);

static void say_each(Speech *s, Saying *saying) {
    for (int i = 0; i < s->count; i++)
        if (saying(s, &s->terms[i])) speech_strike(s, i--);
}

static bool say_step(Speech *s, const Term *t) {
    return t->legs[0].range == 1 && term_is_straight_step(t) && say_one_leg(s, t);
}

static bool say_leg_by_leg(Speech *s, const Term *t) {
    speech_clause(s);
    words_term(s->out, t);
    return true;
}

static void say_freezing(Speech *s) {
    const PieceType *kind = &s->variant->types[s->type];
    if (!kind->freezes || !s->variant->freezing) return;
    speech_clause(s);
    out_text(s->out, "enemies next to it cannot move, unless they have this power themselves");
}

/* Names of the types in a row of the matrix, namesakes once. */
static void say_names(Speech *s, const uint8_t *row, const char *before) {
    const HenkaVariant *v = s->variant;
    bool any = false;
    for (int type = 1; type <= v->type_count; type++) {
        bool twin = false;
        if (!type_bit(row, type) || !v->types[type].name) continue;
        for (int other = 1; other < type; other++)
            twin |= type_bit(row, other) && v->types[other].name &&
                    !strcmp(v->types[other].name, v->types[type].name);
        if (twin) continue;
        if (!any) speech_clause(s);
        out_text(s->out, any ? ", " : before);
        out_text(s->out, v->types[type].name);
        any = true;
    }
}

static bool meets_pieces(const Power *power, uint8_t modes) {
    for (int i = 0; i < power->term_count; i++)
        for (int leg = 0; leg < power->terms[i].leg_count - 1; leg++)
            if (power->terms[i].legs[leg].modes & modes) return true;
    return false;
}

static void say_exceptions(Speech *s) {
    const Power *power = &s->variant->types[s->type].power;
    if (meets_pieces(power, LEG_HOP | LEG_CAPTURE | LEG_CAPTURE_OWN))
        say_names(s, s->variant->no_jump[s->type], "never jumps or takes on its way: ");
    if (!s->burns_told && meets_pieces(power, LEG_CAPTURE | LEG_CAPTURE_OWN))
        say_names(s, s->variant->no_burn[s->type],
                  "unless it stays in place, never takes beside its path: ");
}

size_t henka_variant_describe_type(const HenkaVariant *v, int type, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    Speech s = {.variant = v, .type = type, .out = &out};
    if (type < 1 || type > v->type_count) return 0;
    speech_load(&s);
    say_walk(&s);
    say_each(&s, say_step);
    say_ring_of_two(&s);
    say_each(&s, say_one_leg);
    say_each(&s, say_ski_slide);
    say_each(&s, say_hop);
    say_line_jumps(&s);
    say_igui(&s);
    say_each(&s, say_take_and_go);
    say_each(&s, say_return);
    say_burns(&s);
    say_each(&s, say_leg_by_leg);
    say_exceptions(&s);
    say_freezing(&s);
    if (!s.clauses) out_text(&out, "does not move");
    return out.length;
}
