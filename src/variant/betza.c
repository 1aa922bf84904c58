#include "variant/betza.h"

#include <stdio.h>
#include <string.h>

#include "variant/betza_compile.h"

const char *compiler_found(const Compiler *c, char buf[24]) {
    unsigned char found = (unsigned char)compiler_peek(c);
    if (c->at >= c->length) return "the end of the text";
    if (found >= ' ' && found < 127)
        snprintf(buf, 24, "'%c'", found);
    else
        snprintf(buf, 24, "byte %d", found);
    return buf;
}

static bool expected(Compiler *c, const char *what) {
    char buf[24];
    return error_at(c->error, 0, compiler_column(c), "expected %s, found %s", what,
                    compiler_found(c, buf));
}

bool mods_add(Compiler *c, ModList *list, Mod mod) {
    if (list->count == BETZA_MODS)
        return error_at(c->error, 0, mod.column,
                        "this term has more than %d modifiers once its group is written out",
                        BETZA_MODS);
    list->items[list->count++] = mod;
    return true;
}

/* Each modifier we know of but cannot honour, with the reason. */
static const char *refusal(char letter) {
    switch (letter) {
    case 'e':
        return "'e' (en passant) is not supported";
    case 'x':
        return "'x' (relay) is not supported";
    case 'u':
        return "'u' (unload) is not supported";
    case 'w':
        return "'w' is not supported";
    default:
        return NULL;
    }
}

static bool read_mods(Compiler *c, ModList *list) {
    for (; strchr("fblrvshmcdkpgytnijozqa", compiler_peek(c)) && compiler_peek(c); c->at++)
        if (!mods_add(c, list, (Mod){compiler_peek(c), (uint16_t)compiler_column(c)})) return false;
    const char *why = refusal(compiler_peek(c));
    return why ? error_at(c->error, 0, compiler_column(c), "%s", why) : true;
}

/* Up to two digits; -1 when there are none. */
static int read_number(Compiler *c) {
    int number = -1;
    for (int digits = 0; digits < 2 && compiler_peek(c) >= '0' && compiler_peek(c) <= '9';
         digits++, c->at++)
        number = (number < 0 ? 0 : number * 10) + compiler_peek(c) - '0';
    return number;
}

static bool read_atom(Compiler *c, Atom *atom) {
    char letter = compiler_peek(c);
    if (!atom_find(letter, atom)) {
        if (letter && strchr("OUI@", letter)) {
            char buf[24];
            return error_at(c->error, 0, compiler_column(c), "%s (%s) is not supported",
                            compiler_found(c, buf),
                            letter == 'O'   ? "castling"
                            : letter == 'U' ? "universal leaper"
                            : letter == 'I' ? "imitator"
                                            : "drop");
        }
        return expected(c, "an atom (one of W F D N A H C L Z J G K R B Q)");
    }
    c->at++;
    return true;
}

static bool read_extensions(Compiler *c, Atom *atom) {
    for (; compiler_peek(c) == 'X' || compiler_peek(c) == 'Y'; c->at++) {
        if (atom->kind == KIND_KING)
            return error_at(c->error, 0, compiler_column(c),
                            "'%c' lengthens a single leap; K and Q have two", compiler_peek(c));
        atom_extend(atom, compiler_peek(c));
        if (atom->large > BETZA_LEAP)
            return error_at(c->error, 0, compiler_column(c),
                            "a leap of %d squares is longer than any board (at most %d)",
                            atom->large, BETZA_LEAP);
    }
    return true;
}

static bool read_range(Compiler *c, char letter, TermTail *tail) {
    int column = compiler_column(c);
    tail->range = tail->atom.range;
    if (compiler_peek(c) == '*')
        return error_at(c->error, 0, column,
                        "the range '*' (with en passant) is not supported; give a number");
    if (compiler_peek(c) == letter && !strchr("KRBQ", letter)) {
        c->at++;
        tail->range = RANGE_UNLIMITED;
        return true;
    }
    int number = read_number(c);
    if (number >= 0)
        tail->range = number == 0 || number > RANGE_UNLIMITED ? RANGE_UNLIMITED : number;
    return true;
}

static bool read_marks(Compiler *c, TermTail *tail) {
    for (; compiler_peek(c) == '!' || compiler_peek(c) == '\''; c->at++) {
        if (compiler_peek(c) == '\'')
            tail->free_of_matrix = true;
        else if (tail->range == RANGE_UNLIMITED)
            return error_at(c->error, 0, compiler_column(c),
                            "'!' bounds the whole path: give a range before it");
        else
            tail->bound_whole_path = true;
    }
    return true;
}

bool tail_read(Compiler *c, TermTail *tail) {
    tail->atom_column = compiler_column(c);
    char letter = compiler_peek(c);
    return read_atom(c, &tail->atom) && read_extensions(c, &tail->atom) &&
           read_range(c, letter, tail) && read_marks(c, tail);
}

/* A term's modifiers: before the group, in it, and after it. */
typedef struct Group {
    ModList before, inside, after;
    int repeats;
    bool open;
} Group;

static bool read_group(Compiler *c, Group *group) {
    if (!read_mods(c, &group->before)) return false;
    if (compiler_peek(c) != '(') return true;
    int column = compiler_column(c);
    c->at++;
    if (!read_mods(c, &group->inside)) return false;
    if (compiler_peek(c) == '(')
        return error_at(c->error, 0, compiler_column(c),
                        "expected ')': a group cannot hold another group");
    if (compiler_peek(c) != ')') return expected(c, "')' or a modifier");
    if (!group->inside.count)
        return error_at(c->error, 0, column, "expected modifiers between '(' and ')', found none");
    c->at++;
    group->repeats = read_number(c);
    if (group->repeats < 0)
        return expected(c, "how often the group repeats at most (a number after ')')");
    if (!read_mods(c, &group->after)) return false;
    if (compiler_peek(c) == '(')
        return error_at(c->error, 0, compiler_column(c),
                        "a second group in one term; write one term for each of its repetitions");
    return true;
}

static bool mods_append(Compiler *c, ModList *list, const ModList *more) {
    for (int i = 0; i < more->count; i++)
        if (!mods_add(c, list, more->items[i])) return false;
    return true;
}

static bool compile_repetition(Compiler *c, const Group *group, int times, const TermTail *tail) {
    ModList list = {0};
    if (!mods_append(c, &list, &group->before)) return false;
    for (int i = 0; i < times; i++)
        if (!mods_append(c, &list, &group->inside)) return false;
    return mods_append(c, &list, &group->after) && term_compile(c, &list, tail);
}

/* x(y)N z A stands for xzA, xyzA, xyyzA, … with up to N copies. */
static bool compile_term(Compiler *c) {
    Group group = {0};
    TermTail tail = {.column = compiler_column(c)};
    if (!read_group(c, &group) || !tail_read(c, &tail)) return false;
    for (int times = 0; times <= group.repeats; times++)
        if (!compile_repetition(c, &group, times, &tail)) return false;
    return true;
}

bool power_compile(Arena *arena, const char *text, size_t length, Power *out, HenkaError *error) {
    Compiler c = {.text = text, .length = length, .error = error};
    do {
        bool ok = compiler_peek(&c) == '[' ? bracket_compile(&c) : compile_term(&c);
        if (!ok) return false;
    } while (c.at < c.length);
    out->terms = arena_take(arena, sizeof *out->terms * (size_t)c.term_count);
    memcpy(out->terms, c.terms, sizeof *out->terms * (size_t)c.term_count);
    out->term_count = (uint16_t)c.term_count;
    return true;
}
