#include "variant/betza.h"

#include <string.h>

#include "variant/betza_compile.h"

static Message compiler_found(const Compiler *c) {
    unsigned char found = (unsigned char)compiler_peek(c);
    if (c->at >= c->length) return MESSAGE_OF(MSG_FOUND_END_OF_TEXT);
    if (found >= ' ' && found < 127) return MESSAGE_OF(MSG_FOUND_QUOTED, compiler_letter(c));
    return MESSAGE_OF(MSG_FOUND_BYTE, arg_number(found));
}

bool compiler_expected(const Compiler *c, MessageKey key) {
    Message found = compiler_found(c);
    return error_say(c->error, 0, compiler_column(c), key, arg_message(&found));
}

bool mods_add(Compiler *c, ModList *list, Mod mod) {
    if (list->count == BETZA_MODS)
        return error_say(c->error, 0, mod.column, MSG_BETZA_MODIFIERS, arg_number(BETZA_MODS));
    list->items[list->count++] = mod;
    return true;
}

/* Each modifier we know of but cannot honour. */
static MessageKey refusal(char letter) {
    switch (letter) {
    case 'e':
        return MSG_BETZA_NO_EN_PASSANT;
    case 'x':
        return MSG_BETZA_NO_RELAY;
    case 'u':
        return MSG_BETZA_NO_UNLOAD;
    case 'w':
        return MSG_BETZA_NO_W;
    default:
        return MSG_NONE;
    }
}

static bool read_mods(Compiler *c, ModList *list) {
    for (; strchr("fblrvshmcdkpgytnijozqa", compiler_peek(c)) && compiler_peek(c); c->at++)
        if (!mods_add(c, list, (Mod){compiler_peek(c), (uint16_t)compiler_column(c)})) return false;
    MessageKey why = refusal(compiler_peek(c));
    return why ? error_say(c->error, 0, compiler_column(c), why) : true;
}

/* Up to two digits; -1 when there are none. */
static int read_number(Compiler *c) {
    int number = -1;
    for (int digits = 0; digits < 2 && compiler_peek(c) >= '0' && compiler_peek(c) <= '9';
         digits++, c->at++)
        number = (number < 0 ? 0 : number * 10) + compiler_peek(c) - '0';
    return number;
}

/* Each atom we know of but cannot honour. */
static MessageKey atom_refusal(char letter) {
    switch (letter) {
    case 'O':
        return MSG_BETZA_NO_CASTLING;
    case 'U':
        return MSG_BETZA_NO_UNIVERSAL_LEAPER;
    case 'I':
        return MSG_BETZA_NO_IMITATOR;
    case '@':
        return MSG_BETZA_NO_DROP;
    default:
        return MSG_NONE;
    }
}

static bool read_atom(Compiler *c, Atom *atom) {
    char letter = compiler_peek(c);
    if (!atom_find(letter, atom)) {
        MessageKey why = atom_refusal(letter);
        return why ? error_say(c->error, 0, compiler_column(c), why)
                   : compiler_expected(c, MSG_BETZA_EXPECTED_ATOM);
    }
    c->at++;
    return true;
}

static bool read_extensions(Compiler *c, Atom *atom) {
    for (; compiler_peek(c) == 'X' || compiler_peek(c) == 'Y'; c->at++) {
        if (atom->kind == KIND_KING)
            return error_say(c->error, 0, compiler_column(c), MSG_BETZA_LENGTHENS_TWO_LEAPS,
                             compiler_letter(c));
        atom_extend(atom, compiler_peek(c));
        if (atom->large > BETZA_LEAP)
            return error_say(c->error, 0, compiler_column(c), MSG_BETZA_LEAP_TOO_LONG,
                             arg_number(atom->large), arg_number(BETZA_LEAP));
    }
    return true;
}

static bool read_range(Compiler *c, char letter, TermTail *tail) {
    int column = compiler_column(c);
    tail->range = tail->atom.range;
    if (compiler_peek(c) == '*') return error_say(c->error, 0, column, MSG_BETZA_RANGE_STAR);
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
            return error_say(c->error, 0, compiler_column(c), MSG_BETZA_BOUND_NEEDS_RANGE);
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
        return error_say(c->error, 0, compiler_column(c), MSG_BETZA_GROUP_IN_GROUP);
    if (compiler_peek(c) != ')') return compiler_expected(c, MSG_BETZA_EXPECTED_GROUP_END);
    if (!group->inside.count) return error_say(c->error, 0, column, MSG_BETZA_GROUP_EMPTY);
    c->at++;
    group->repeats = read_number(c);
    if (group->repeats < 0) return compiler_expected(c, MSG_BETZA_EXPECTED_REPEATS);
    if (!read_mods(c, &group->after)) return false;
    if (compiler_peek(c) == '(')
        return error_say(c->error, 0, compiler_column(c), MSG_BETZA_SECOND_GROUP);
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
