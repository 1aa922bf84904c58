/* [F-R]: one step after another, each with an atom of its own, turning as little as it can; [F?R]:
 * may stop at the joint. */
#include <string.h>

#include "variant/betza_compile.h"

typedef struct Step {
    LegText text;
    TermTail tail;
    bool optional; /* the move may end before it */
} Step;

typedef struct Bracket {
    Compiler *c;
    Step steps[TERM_LEGS];
    int count, emitted;
} Bracket;

static bool read_step_mods(Bracket *b, Step *step) {
    Compiler *c = b->c;
    ModList list = {0};
    int column = compiler_column(c);
    for (; compiler_peek(c) && strchr("fblrvshmcdkpnit", compiler_peek(c)); c->at++)
        if (!mods_add(c, &list, (Mod){compiler_peek(c), (uint16_t)compiler_column(c)}))
            return false;
    return leg_text_read(c, list.items, list.count, column, &step->text);
}

static bool read_steps(Bracket *b) {
    Compiler *c = b->c;
    for (bool optional = false;; c->at++) {
        if (b->count == TERM_LEGS)
            return error_say(c->error, 0, compiler_column(c), MSG_BETZA_BRACKET_STEPS,
                             arg_number(TERM_LEGS));
        Step *step = &b->steps[b->count++];
        *step = (Step){.optional = optional, .tail.column = compiler_column(c)};
        if (!read_step_mods(b, step) || !tail_read(c, &step->tail)) return false;
        if (compiler_peek(c) == ']') break;
        if (compiler_peek(c) != '-' && compiler_peek(c) != '?')
            return compiler_expected(c, MSG_BETZA_EXPECTED_BRACKET_END);
        optional = compiler_peek(c) == '?';
    }
    c->at++;
    return true;
}

/* All steps share one ring of eight leaps, so they must be orthogonal and diagonal leaps of one
 * length, or one oblique leap. */
static bool same_ring(const Atom *a, const Atom *b) {
    return (a->kind == KIND_OBLIQUE) == (b->kind == KIND_OBLIQUE) && a->large == b->large &&
           (a->kind != KIND_OBLIQUE || a->small == b->small);
}

/* Directions of the ring this atom goes in: bit 0 the even ones, bit 1 the odd ones. Oblique leaps
 * count as even only. */
static int parities(const Atom *atom) {
    return atom->kind == KIND_KING ? 3 : atom->kind == KIND_DIAGONAL ? 2 : 1;
}

static void leg_set(const Step *step, bool last, Leg *leg) {
    leg->modes = leg_modes(&step->text, last);
    leg->range = (uint8_t)step->tail.range;
    leg->lame = leg_text_has(&step->text, 'n');
    leg->same_length = leg_text_has(&step->text, 'i');
}

static bool emit(Bracket *b, Term *term) {
    Compiler *c = b->c;
    const LegText *last = &b->steps[term->leg_count - 1].text;
    if (leg_text_has(last, 'p'))
        return error_say(c->error, 0, last->column, MSG_BETZA_BRACKET_HOP_LAST);
    leg_set(&b->steps[term->leg_count - 1], true, &term->legs[term->leg_count - 1]);
    b->emitted++;
    return term_add(c, term);
}

static bool walk_steps(Bracket *b, Term term, int parity);

static bool add_step(Bracket *b, Term term, int parity) {
    const Step *step = &b->steps[term.leg_count];
    Leg *leg = &term.legs[term.leg_count++];
    leg_set(step, false, leg);
    if (term.leg_count == b->count) return emit(b, &term);
    if (b->steps[term.leg_count].optional) {
        Term shorter = term;
        if (!emit(b, &shorter)) return false;
    }
    return walk_steps(b, term, parity);
}

static bool walk_steps(Bracket *b, Term term, int parity) {
    const Step *step = &b->steps[term.leg_count];
    int goes = parities(&step->tail.atom);
    bool free_choice = goes == 3 && !step->text.dir_count; /* K or Q: straight on */
    for (int next = 0; next < 2; next++) {
        if (!(goes >> next & 1) || (free_choice && next != parity)) continue;
        bool odd = step->tail.atom.kind != KIND_OBLIQUE && next != parity;
        Term each = term;
        each.legs[each.leg_count].dirs =
            directions_turned(step->text.dirs, step->text.dir_count, odd);
        if (step->tail.atom.kind == KIND_OBLIQUE && step->text.dir_count) {
            int bad;
            each.legs[each.leg_count].dirs =
                directions_later(KIND_OBLIQUE, step->text.dirs, step->text.dir_count, &bad);
        }
        if (each.legs[each.leg_count].dirs && !add_step(b, each, next)) return false;
    }
    return true;
}

static bool compile_steps(Bracket *b) {
    const Step *first = &b->steps[0];
    int bad, goes = parities(&first->tail.atom);
    Term term = {.column = (uint16_t)first->tail.column, .virgin = leg_text_has(&first->text, 'i')};
    uint8_t dirs =
        directions_first(first->tail.atom.kind, first->text.dirs, first->text.dir_count, &bad);
    if (bad >= 0)
        return error_say(b->c->error, 0, first->text.dir_columns[bad], MSG_BETZA_DIRECTION,
                         arg_bytes(&first->text.dirs[bad], 1));
    atom_ring(&first->tail.atom, term.dx, term.dy);
    for (int parity = 0; parity < 2; parity++) {
        Term each = term;
        each.legs[0].dirs =
            first->tail.atom.kind == KIND_OBLIQUE ? dirs : dirs & (parity ? 0xAA : 0x55);
        if (!(goes >> parity & 1) || !each.legs[0].dirs) continue;
        if (!add_step(b, each, parity)) return false;
    }
    return b->emitted ? true
                      : error_say(b->c->error, 0, first->tail.column, MSG_BETZA_BRACKET_NO_PATH);
}

bool bracket_compile(Compiler *c) {
    Bracket b = {.c = c};
    c->at++;
    if (!read_steps(&b)) return false;
    for (int i = 1; i < b.count; i++)
        if (!same_ring(&b.steps[0].tail.atom, &b.steps[i].tail.atom))
            return error_say(c->error, 0, b.steps[i].tail.atom_column, MSG_BETZA_BRACKET_LENGTHS);
    return compile_steps(&b);
}
