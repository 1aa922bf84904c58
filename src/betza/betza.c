#include "betza/betza.h"

#include <stddef.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "betza/betza_atom.h"

/* A function of this file that fails fills in the error and returns false. */

enum {
    BETZA_MODS = 160,
    BETZA_DIRS = 16,
    BETZA_LEAP = 31,
    CASTLING_STEPS = 2 /* castling distance, in squares, of an O without a number */
};

/* A modifier letter and its column in the text. Writing out a group copies its letters, so the
 * column does not follow from the letter's index in the list of modifiers. */
typedef struct Mod {
    char letter;
    uint16_t column; /* column of the letter in the text, from 1 */
} Mod;

/* The modifiers of one term, with its repeated groups written out. */
typedef struct ModList {
    Mod items[BETZA_MODS];
    int count; /* number of elements used in `items` */
} ModList;

/* The modifiers of one leg, sorted into directions and other letters. */
typedef struct LegText {
    char dirs[BETZA_DIRS + 1];        /* the direction letters, in order, NUL-terminated */
    uint16_t dir_columns[BETZA_DIRS]; /* the column of each direction letter */
    int dir_count;                    /* number of letters in `dirs` */
    uint32_t seen;                    /* the letters of the leg: bit letter - 'a' is set */
    int wraps;                        /* how often the leg has the letter o */
    int lames;                        /* how often the leg has the letter n */
    int column;                       /* column of the leg's first letter; without letters, of the
                                         text after the leg */
} LegText;

/* The XBetza text that is being compiled, and its finished terms. */
typedef struct Compiler {
    const char *text;        /* the XBetza text */
    size_t length, at;       /* length of the text; offset of the next letter */
    HenkaError *error;       /* receives the error; owned by the caller, may be NULL */
    Term terms[POWER_TERMS]; /* the finished terms */
    int term_count;          /* number of elements used in `terms` */
} Compiler;

/* The part of a term that follows its modifiers: atom, range and marks. */
typedef struct TermTail {
    Atom atom;             /* the capital letter, with the X and Y that lengthen its leap */
    int range;             /* maximum number of steps of a leg, or RANGE_UNLIMITED */
    bool bound_whole_path; /* the mark `!`: the range bounds all legs together */
    int star_column;       /* column of the range `*`; 0: the range is not `*` */
    bool free_of_matrix;   /* the mark ': may jump over pieces of any rank */
    int column;            /* column of the term, from 1 */
    int atom_column;       /* column of the atom in the text, from 1 */
} TermTail;

static bool leg_text_has(const LegText *leg, char letter) {
    return leg->seen >> (letter - 'a') & 1;
}
static char compiler_peek(const Compiler *c) { return c->at < c->length ? c->text[c->at] : '\0'; }
static int compiler_column(const Compiler *c) { return c->at < 65000 ? (int)c->at + 1 : 65000; }

/* refuse refuses the text at this column, refuse_here at the next letter. Both return false. */
#define refuse(c, column, ...) error_say((c)->error, 0, column, __VA_ARGS__)
#define refuse_here(c, ...) refuse(c, compiler_column(c), __VA_ARGS__)

/* The next letter of the text, as an argument of a message. There must be a next letter. */
static MessageArg compiler_letter(const Compiler *c) { return arg_bytes(c->text + c->at, 1); }

/* ---- letters, modifiers and atoms ------------------------------------------------------------ */

/* Refuses the text at the next letter. The message of this key says what was expected, and its
 * argument says what was found. */
static bool compiler_expected(const Compiler *c, MessageKey key) {
    unsigned char byte = (unsigned char)compiler_peek(c);
    Message found = MESSAGE_OF(MSG_FOUND_BYTE, arg_number(byte));
    if (c->at >= c->length)
        found = MESSAGE_OF(MSG_FOUND_END_OF_TEXT);
    else if (byte >= ' ' && byte < 127)
        found = MESSAGE_OF(MSG_FOUND_QUOTED, compiler_letter(c));
    return refuse_here(c, key, arg_message(&found));
}

static bool mods_add(Compiler *c, ModList *list, Mod mod) {
    if (list->count == BETZA_MODS)
        return refuse(c, mod.column, MSG_BETZA_MODIFIERS, arg_number(BETZA_MODS));
    list->items[list->count++] = mod;
    return true;
}

/* The message for a letter of XBetza that is not supported, if in `letters`; else MSG_NONE. */
static MessageKey refusal(char letter, const char *letters) {
    static const struct {
        char letter;
        MessageKey says;
    } refused[] = {{'x', MSG_BETZA_NO_RELAY},       {'u', MSG_BETZA_NO_UNLOAD},
                   {'O', MSG_BETZA_CASTLING_ALONE}, {'U', MSG_BETZA_NO_UNIVERSAL_LEAPER},
                   {'I', MSG_BETZA_NO_IMITATOR},    {'@', MSG_BETZA_NO_DROP}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (letter == refused[i].letter && ascii_is_in(letter, letters)) return refused[i].says;
    return MSG_NONE;
}

/* Reads a modifier. Refuses a letter that stands twice, except directions, `a`, `n` and `o`, which
 * have a meaning when doubled. */
static bool mod_read(Compiler *c, ModList *list) {
    char letter = compiler_peek(c);
    if (c->at && ascii_is_in(letter, "mcdekpgytijzq") && c->text[c->at - 1] == letter)
        return refuse_here(c, MSG_BETZA_DOUBLED, compiler_letter(c));
    return mods_add(c, list, (Mod){letter, (uint16_t)compiler_column(c)});
}

static bool read_mods(Compiler *c, ModList *list) {
    for (; ascii_is_in(compiler_peek(c), "fblrvshmcdekpgytnijozqa"); c->at++)
        if (!mod_read(c, list)) return false;
    MessageKey why = refusal(compiler_peek(c), "xu");
    return !why || refuse_here(c, why);
}

/* Reads a number of up to two digits; -1: there is no digit. */
static int read_number(Compiler *c) {
    int number = -1;
    for (int digits = 0; digits < 2 && compiler_peek(c) >= '0' && compiler_peek(c) <= '9';
         digits++, c->at++)
        number = (number < 0 ? 0 : number * 10) + compiler_peek(c) - '0';
    return number;
}

/* Reads the range and the marks (! and ') behind an atom with this letter. */
static bool read_range(Compiler *c, char letter, TermTail *tail) {
    tail->range = tail->atom.range;
    if (compiler_peek(c) == '*') {
        tail->star_column = compiler_column(c);
        c->at++;
        tail->range = RANGE_UNLIMITED;
    } else if (compiler_peek(c) == letter && !ascii_is_in(letter, "KRBQ")) {
        c->at++;
        tail->range = RANGE_UNLIMITED;
    } else {
        int number = read_number(c);
        if (number >= 0)
            tail->range = number == 0 || number > RANGE_UNLIMITED ? RANGE_UNLIMITED : number;
    }
    for (; compiler_peek(c) == '!' || compiler_peek(c) == '\''; c->at++) {
        if (compiler_peek(c) == '\'')
            tail->free_of_matrix = true;
        else if (tail->range == RANGE_UNLIMITED)
            return refuse_here(c, MSG_BETZA_BOUND_NEEDS_RANGE);
        else
            tail->bound_whole_path = true;
    }
    return true;
}

/* Reads the atom that begins at the next letter, with its X and Y, range and marks. */
static bool tail_read(Compiler *c, TermTail *tail) {
    Atom *atom = &tail->atom;
    char letter = compiler_peek(c);
    tail->atom_column = compiler_column(c);
    if (!atom_find(letter, atom)) {
        MessageKey why = refusal(letter, "OUI@");
        return why ? refuse_here(c, why) : compiler_expected(c, MSG_BETZA_EXPECTED_ATOM);
    }
    c->at++;
    for (; compiler_peek(c) == 'X' || compiler_peek(c) == 'Y'; c->at++) {
        if (atom->kind == KIND_KING)
            return refuse_here(c, MSG_BETZA_LENGTHENS_TWO_LEAPS, compiler_letter(c));
        atom_extend(atom, compiler_peek(c));
        if (atom->large > BETZA_LEAP)
            return refuse_here(c, MSG_BETZA_LEAP_TOO_LONG, arg_number(atom->large),
                               arg_number(BETZA_LEAP));
    }
    return read_range(c, letter, tail);
}

/* ---- finished terms -------------------------------------------------------------------------- */

double betza_paths(const Term *term, int longest) {
    double paths = 1;
    for (int i = 0; i < term->leg_count; i++) {
        const Leg *leg = &term->legs[i];
        int stops = leg->modes & LEG_EMPTY ? leg->range < longest ? leg->range : longest : 1;
        paths *= __builtin_popcount(leg->dirs) * stops;
    }
    return paths;
}

/* Is every move of `narrow` one of `wide`? True if the legs are the same, except that those of
 * `narrow` have fewer directions, modes and steps. */
static bool term_covers(const Term *wide, const Term *narrow) {
    const uint8_t restrictions = LEG_ROYAL_ONLY | LEG_NOT_ROYAL | LEG_HOP_FRIEND_ONLY;
    bool covers = wide->leg_count == narrow->leg_count &&
                  conditions_same(&wide->conditions, &narrow->conditions) &&
                  !memcmp(wide->dx, narrow->dx, sizeof wide->dx) &&
                  !memcmp(wide->dy, narrow->dy, sizeof wide->dy);
    for (int i = 0; i < wide->leg_count && covers; i++) {
        const Leg *w = &wide->legs[i], *n = &narrow->legs[i];
        Leg like = *n;
        like.dirs = w->dirs, like.modes = w->modes, like.range = w->range;
        covers = !(n->dirs & ~w->dirs) && !(n->modes & ~w->modes) && n->range <= w->range &&
                 !memcmp(&like, w, sizeof like) &&
                 (n->modes & restrictions) == (w->modes & restrictions);
    }
    return covers;
}

/* Checks the limits, and adds the term to the compiler's terms unless one of them covers it.
 * Removes the terms that the new term covers. */
static bool term_add(Compiler *c, Term *term) {
    int victims = 0, kept = 0;
    for (int i = 0; i < term->leg_count - 1; i++)
        victims += (term->legs[i].modes & (LEG_CAPTURE | LEG_CAPTURE_OWN)) != 0;
    if (victims > HENKA_MAX_VICTIMS)
        return refuse(c, term->column, MSG_BETZA_VICTIMS_TOO_MANY, arg_number(HENKA_MAX_VICTIMS),
                      arg_number(victims));
    if (betza_paths(term, LONGEST_LINE) > BETZA_PATHS)
        return refuse(c, term->column, MSG_BETZA_PATHS_TOO_MANY, arg_number(BETZA_PATHS));
    for (int i = 0; i < c->term_count; i++)
        if (term_covers(&c->terms[i], term)) return true;
    for (int i = 0; i < c->term_count; i++)
        if (!term_covers(term, &c->terms[i])) c->terms[kept++] = c->terms[i];
    c->term_count = kept;
    if (kept == POWER_TERMS)
        return refuse(c, term->column, MSG_BETZA_TERMS_TOO_MANY, arg_number(POWER_TERMS));
    c->terms[c->term_count++] = *term;
    return true;
}

/* ---- from the modifiers of a term to its legs ------------------------------------------------ */

/* Steps are compiled from sente's point of view. For gote they are negated (legs.h). */

/* Sorts the modifiers of one leg. On a later leg, z or q after f or b is the second letter of a
 * direction, like s in `fs`: `fz` turns by 45 degrees, to the side opposite to the turn before. */
static bool leg_text_read(Compiler *c, const Mod *mods, int count, int column, bool later,
                          LegText *leg) {
    *leg = (LegText){.column = count ? mods[0].column : column};
    for (int i = 0; i < count; i++) {
        char letter = mods[i].letter;
        bool halves = later && (letter == 'z' || letter == 'q') && leg->dir_count &&
                      ascii_is_in(leg->dirs[leg->dir_count - 1], "fb");
        leg->seen |= 1u << (letter - 'a');
        leg->wraps += letter == 'o';
        leg->lames += letter == 'n';
        if (!halves && !ascii_is_in(letter, "fblrvsh")) continue;
        if (leg->dir_count == BETZA_DIRS)
            return refuse(c, mods[i].column, MSG_BETZA_DIRECTIONS_TOO_MANY, arg_number(BETZA_DIRS));
        leg->dir_columns[leg->dir_count] = mods[i].column;
        leg->dirs[leg->dir_count++] = halves ? 's' : letter;
    }
    return true;
}

/* The LEG_* bits of a leg. Without letters, the last leg of a term moves or captures, and an
 * earlier leg ends on an empty square. */
static uint8_t leg_modes(const LegText *leg, bool last) {
    uint8_t modes = 0;
    if (leg_text_has(leg, 'm') || leg_text_has(leg, 'y')) modes |= LEG_EMPTY;
    if (leg_text_has(leg, 'c') || leg_text_has(leg, 'k')) modes |= LEG_CAPTURE;
    if (leg_text_has(leg, 'd')) modes |= LEG_CAPTURE_OWN;
    if (leg_text_has(leg, 'e')) modes |= LEG_EN_PASSANT;
    if (!last && (leg_text_has(leg, 'p') || leg_text_has(leg, 'g'))) modes |= LEG_HOP;
    if (!modes) modes = last ? LEG_EMPTY | LEG_CAPTURE : LEG_EMPTY;
    bool capture = modes & LEG_CAPTURE;
    if (capture && leg_text_has(leg, 'k'))
        modes |= leg_text_has(leg, 'c') ? LEG_NOT_ROYAL : LEG_ROYAL_ONLY;
    if (leg_text_has(leg, 't'))
        modes |= modes & LEG_HOP ? LEG_HOP_FRIEND_ONLY : capture ? LEG_NOT_ROYAL : 0;
    return modes;
}

/* A term that is being compiled: the texts of its legs, and state that passes between legs. */
typedef struct TermBuild {
    Compiler *c;             /* the compiler that receives the term or an error */
    const TermTail *tail;    /* the atom, range and marks of the term */
    LegText legs[TERM_LEGS]; /* the modifiers of each leg */
    int count;               /* number of elements used in `legs` */
    Term term;               /* the term with the legs that are compiled already */
    int range;               /* range of the next leg; g and y switch it between 1 and unlimited */
} TermBuild;

/* Compiles z or q on a term of one leg: the slide turns at each step. With z it is crooked and
 * turns by 90 degrees, with q circular and by 45 degrees. */
static bool set_bend(const TermBuild *b, const LegText *text, Leg *leg) {
    bool crooked = leg_text_has(text, 'z'), circular = leg_text_has(text, 'q');
    if (!crooked && !circular) return true;
    if (b->count > 1)
        return refuse(b->c, text->column, MSG_BETZA_TURN_ON_FIRST_LEG,
                      arg_text(crooked ? "z" : "q"));
    if (crooked && circular) return refuse(b->c, text->column, MSG_BETZA_CROOKED_AND_CIRCULAR);
    if (leg->range < 2)
        return refuse(b->c, text->column, MSG_BETZA_TURN_NEEDS_RANGE,
                      arg_text(crooked ? "z" : "q"));
    leg->bend = crooked ? 1 : 2;
    leg->turn = crooked ? 2 : 1;
    return true;
}

static bool leg_fill(TermBuild *b, const LegText *text, bool first, bool last, Leg *leg) {
    int bad;
    *leg = (Leg){.range = (uint8_t)b->range,
                 .modes = leg_modes(text, last),
                 .lame = leg_text_has(text, 'n')};
    leg->dirs = (first ? atom_directions_first : atom_directions_later)(b->tail->atom.kind,
                                                                        text->dirs, &bad);
    if (bad >= 0)
        return refuse(b->c, text->dir_columns[bad],
                      text->dirs[bad] == 'h' ? MSG_BETZA_HALF_ALONE : MSG_BETZA_DIRECTION,
                      arg_bytes(&text->dirs[bad], 1));
    leg->same_length = !first && leg_text_has(text, 'i');
    if (!last && leg->modes & LEG_EN_PASSANT)
        return refuse(b->c, text->column, MSG_BETZA_EN_PASSANT_LAST);
    bool jumps = leg_text_has(text, 'j'), steps = b->tail->atom.large == 1;
    leg->must_jump = jumps && !steps;
    leg->skip = jumps && steps;
    if (leg->must_jump && leg->lame) return refuse(b->c, text->column, MSG_BETZA_LAME_AND_JUMPING);
    if (leg->skip && leg->range < 2) return refuse(b->c, text->column, MSG_BETZA_SKI_RANGE);
    return !first || set_bend(b, text, leg);
}

static void toggle_range(TermBuild *b) { b->range = b->range > 1 ? 1 : RANGE_UNLIMITED; }

static bool legs_left(const TermBuild *b, int needed) {
    if (b->term.leg_count + needed <= TERM_LEGS) return true;
    return refuse(b->c, b->tail->column, MSG_BETZA_LEGS_TOO_MANY, arg_number(TERM_LEGS));
}

/* The mask of the relative directions that turn right (side 1), left (-1), or neither (0). */
static uint8_t side_mask(int side) { return side > 0 ? 0x0E : side < 0 ? 0xE0 : 0x11; }

/* Removes the directions of a leg that z or q forbids: with z the leg turns to the side opposite to
 * the turn before, with q to the same side. side: that turn, 1 right, -1 left. If no leg turned
 * before (0), both sides are allowed. */
static bool restrict_side(const TermBuild *b, const LegText *text, int side, Leg *leg) {
    bool other = leg_text_has(text, 'z'), same = leg_text_has(text, 'q');
    if (!other && !same) return true;
    if (other && same) return refuse(b->c, text->column, MSG_BETZA_CROOKED_AND_CIRCULAR);
    if (!text->dir_count) leg->dirs = 0x44;
    if (side) leg->dirs &= side_mask(same ? side : -side);
    return leg->dirs ? true
                     : refuse(b->c, text->column, MSG_BETZA_TURN_LEAVES_NONE,
                              arg_text(other ? "z" : "q"));
}

/* Compiles a last leg with p or g, which abbreviates two legs: a hop onto a piece, and a leg
 * straight on. The leg's other modes (m, c, …) apply to the leg straight on. */
static bool finish_hop(TermBuild *b, const LegText *text, bool first, int side, char hop) {
    LegText screen = *text, landing = *text;
    const uint32_t hops = 1u << ('p' - 'a') | 1u << ('g' - 'a'), jumps = 1u << ('j' - 'a');
    screen.seen =
        (text->seen & ~(1u << ('m' - 'a') | 1u << ('c' - 'a') | 1u << ('d' - 'a') |
                        1u << ('e' - 'a') | 1u << ('k' - 'a') | 1u << ('y' - 'a') | hops)) |
        1u << (hop - 'a');
    landing.seen = text->seen & ~(hops | jumps | 1u << ('i' - 'a') | 1u << ('t' - 'a'));
    strcpy(landing.dirs, "f");
    Leg *leg = &b->term.legs[b->term.leg_count];
    if (!legs_left(b, 2) || !leg_fill(b, &screen, first, false, leg)) return false;
    if (leg->bend) return refuse(b->c, text->column, MSG_BETZA_BENT_HOP);
    if (!first && !restrict_side(b, text, side, leg)) return false;
    if (hop == 'p' && b->count == 1 && b->range > 1 && b->range != RANGE_UNLIMITED)
        /* the range bounds the hop and the leg straight on together */
        b->term.conditions.total_range = (uint8_t)b->range;
    if (hop == 'g') toggle_range(b);
    if (!leg_fill(b, &landing, false, true, leg + 1)) return false;
    b->term.leg_count += 2;
    return term_add(b->c, &b->term);
}

/* May a piece that makes this move be captured in passing (en passant)? True for the modifiers `in`
 * and `nn`, for a range of `*`, and for a first move of several steps to empty squares. */
static bool gives_rights(const Term *term, const LegText *text) {
    const Leg *leg = &term->legs[0];
    const Conditions *c = &term->conditions;
    bool several_steps = leg->range > 1 && leg->modes == LEG_EMPTY;
    return term->leg_count == 1 && !leg->skip && !leg->bend && !c->cylinder && !c->torus &&
           (text->lames > 1 || c->own_half || (c->virgin && (leg->lame || several_steps)));
}

static bool finish(TermBuild *b, const LegText *text, int index, int side) {
    bool hops[2] = {leg_text_has(text, 'p'), leg_text_has(text, 'g')};
    if (!hops[0] && !hops[1]) {
        Leg *leg = &b->term.legs[b->term.leg_count];
        if (!legs_left(b, 1) || !leg_fill(b, text, index == 0, true, leg)) return false;
        if (index > 0 && !restrict_side(b, text, side, leg)) return false;
        b->term.leg_count++;
        b->term.conditions.rights = gives_rights(&b->term, text);
        return term_add(b->c, &b->term);
    }
    for (int i = 0; i < 2; i++) {
        TermBuild each = *b;
        if (hops[i] && !finish_hop(&each, text, index == 0, side, "pg"[i])) return false;
    }
    return true;
}

static bool add_legs(TermBuild b, int index, int side);

/* Splits the term into one that turns left at its last compiled leg, one that goes straight and one
 * that turns right, because z or q on a later leg refers to the side of this turn. */
static bool split_by_side(const TermBuild *b, int index, int side) {
    const uint8_t dirs = b->term.legs[b->term.leg_count - 1].dirs;
    for (int turn = -1; turn <= 1; turn++) {
        TermBuild each = *b;
        Leg *leg = &each.term.legs[each.term.leg_count - 1];
        leg->dirs = dirs & side_mask(turn);
        if (leg->dirs && !add_legs(each, index + 1, turn ? turn : side)) return false;
    }
    return true;
}

static bool add_legs(TermBuild b, int index, int side) {
    const LegText *text = &b.legs[index];
    if (index == b.count - 1) return finish(&b, text, index, side);
    Leg *leg = &b.term.legs[b.term.leg_count];
    if (!legs_left(&b, 1) || !leg_fill(&b, text, index == 0, false, leg)) return false;
    if (index > 0 && !restrict_side(&b, text, side, leg)) return false;
    b.term.leg_count++;
    if (leg_text_has(text, 'g') || leg_text_has(text, 'y')) toggle_range(&b);
    bool turns_matter = false;
    for (int i = index + 1; i < b.count && index > 0; i++)
        turns_matter |= leg_text_has(&b.legs[i], 'z') || leg_text_has(&b.legs[i], 'q');
    return turns_matter ? split_by_side(&b, index, side) : add_legs(b, index + 1, side);
}

static bool split_legs(TermBuild *b, const ModList *mods) {
    int start = 0;
    for (int i = 0; i <= mods->count; i++) {
        if (i < mods->count && mods->items[i].letter != 'a') continue;
        if (b->count == TERM_LEGS)
            return refuse(b->c, mods->items[start - 1].column, MSG_BETZA_LEGS_TOO_MANY,
                          arg_number(TERM_LEGS));
        int column = i < mods->count ? mods->items[i].column : b->tail->atom_column;
        if (!leg_text_read(b->c, mods->items + start, i - start, column, b->count > 0,
                           &b->legs[b->count]))
            return false;
        b->count++;
        start = i + 1;
    }
    return true;
}

static bool star_refused(Compiler *c, const TermTail *tail) {
    return refuse(c, tail->star_column, MSG_BETZA_RANGE_STAR);
}

/* Compiles one term whose group, such as (y)2, is already written out. */
static bool term_compile(Compiler *c, const ModList *mods, const TermTail *tail) {
    TermBuild b = {.c = c, .tail = tail, .range = tail->range};
    for (int i = 0; tail->star_column && i < mods->count; i++)
        if (!ascii_is_in(mods->items[i].letter, "fblrvshim")) return star_refused(c, tail);
    if (!split_legs(&b, mods)) return false;
    if (tail->star_column && !leg_text_has(&b.legs[0], 'm')) return star_refused(c, tail);
    atom_ring(&tail->atom, b.term.dx, b.term.dy);
    b.term.column = (uint16_t)tail->column;
    b.term.conditions =
        (Conditions){.free_of_matrix = tail->free_of_matrix,
                     .total_range = tail->bound_whole_path ? (uint8_t)tail->range : 0,
                     .virgin = leg_text_has(&b.legs[0], 'i'),
                     .own_half = tail->star_column > 0};
    for (int i = 0; i < b.count; i++) {
        b.term.conditions.cylinder |= b.legs[i].wraps > 0;
        b.term.conditions.torus |= b.legs[i].wraps > 1;
    }
    return add_legs(b, 0, 0);
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* The modifiers of a term with a group, x(y)N z, or without one, x. Filled by read_group. */
typedef struct Group {
    ModList before; /* x: the modifiers before the group */
    ModList inside; /* y: the modifiers that may be repeated; empty: no group */
    ModList after;  /* z: the modifiers after the group */
    int repeats;    /* N: the maximum number of repetitions; 0: there is no group */
} Group;

static bool read_group(Compiler *c, Group *group) {
    if (!read_mods(c, &group->before)) return false;
    if (compiler_peek(c) != '(') return true;
    int column = compiler_column(c);
    c->at++;
    if (!read_mods(c, &group->inside)) return false;
    if (compiler_peek(c) == '(') return refuse_here(c, MSG_BETZA_GROUP_IN_GROUP);
    if (compiler_peek(c) != ')') return compiler_expected(c, MSG_BETZA_EXPECTED_GROUP_END);
    if (!group->inside.count) return refuse(c, column, MSG_BETZA_GROUP_EMPTY);
    c->at++;
    group->repeats = read_number(c);
    if (group->repeats < 0) return compiler_expected(c, MSG_BETZA_EXPECTED_REPEATS);
    if (!read_mods(c, &group->after)) return false;
    if (compiler_peek(c) == '(') return refuse_here(c, MSG_BETZA_SECOND_GROUP);
    return true;
}

static bool mods_append(Compiler *c, ModList *list, const ModList *more) {
    for (int i = 0; i < more->count; i++)
        if (!mods_add(c, list, more->items[i])) return false;
    return true;
}

/* Compiles castling, the atom O: the piece and the last piece of its rank go past each other. */
static bool castling_compile(Compiler *c, const ModList *mods, int column) {
    LegText text;
    int atom_column = compiler_column(c), bad;
    for (int i = 0; i < mods->count; i++)
        if (!ascii_is_in(mods->items[i].letter, "islrjm"))
            return refuse(c, mods->items[i].column, MSG_BETZA_CASTLING_MODIFIER,
                          arg_bytes(&mods->items[i].letter, 1));
    if (!leg_text_read(c, mods->items, mods->count, atom_column, false, &text)) return false;
    c->at++;
    int steps = read_number(c);
    if (!steps || steps >= BOARD_FILES - 1 || compiler_peek(c) == '*')
        return refuse(c, atom_column + 1, MSG_BETZA_CASTLING_STEPS, arg_number(BOARD_FILES - 2));
    Atom atom;
    atom_find('W', &atom);
    Term term = {.leg_count = 1,
                 .column = (uint16_t)column,
                 .legs[0] = {.modes = LEG_EMPTY, .range = 1},
                 .conditions = {.virgin = leg_text_has(&text, 'i'),
                                .castling = (uint8_t)(steps < 0 ? CASTLING_STEPS : steps),
                                .partner_inside = leg_text_has(&text, 'j')}};
    atom_ring(&atom, term.dx, term.dy);
    term.legs[0].dirs = atom_directions_first(atom.kind, text.dirs[0] ? text.dirs : "s", &bad);
    return term_add(c, &term);
}

/* Compiles a term. A term x(y)N z A with the group (y)N stands for the terms xzA, xyzA, xyyzA, …
 * with up to N copies of y. */
static bool compile_term(Compiler *c) {
    Group group = {0};
    TermTail tail = {.column = compiler_column(c)};
    if (!read_group(c, &group)) return false;
    if (compiler_peek(c) == 'O' && !group.inside.count)
        return castling_compile(c, &group.before, tail.column);
    if (!tail_read(c, &tail)) return false;
    for (int times = 0; times <= group.repeats; times++) {
        ModList list = {0};
        if (!mods_append(c, &list, &group.before)) return false;
        for (int i = 0; i < times; i++)
            if (!mods_append(c, &list, &group.inside)) return false;
        if (!mods_append(c, &list, &group.after) || !term_compile(c, &list, &tail)) return false;
    }
    return true;
}

/* ---- brackets: [F-R] is one step after another, each with an atom of its own, turning as little
 * as it can; [F?R] may stop at the joint ------------------------------------------------------- */

typedef struct Step {
    LegText text;
    TermTail tail;
    bool optional; /* the move may end before this step */
} Step;

typedef struct Bracket {
    Compiler *c;
    Step steps[TERM_LEGS];
    int count, emitted;
    /* The direction letters before the bracket, as v in v[F?R], select among the eight paths of its
     * two steps. Bit k: the path that ends between the directions k and k + 1 (45 degrees times k
     * clockwise from forward) is selected. 255: all paths, for the bracket has no such letters. */
    uint8_t sectors;
    int unit; /* squares of the leap of which every step is made, once or several times */
} Bracket;

static bool read_step_mods(Bracket *b, Step *step) {
    Compiler *c = b->c;
    ModList list = {0};
    int column = compiler_column(c);
    for (; ascii_is_in(compiler_peek(c), "fblrvshmcdekpnit"); c->at++)
        if (!mod_read(c, &list)) return false;
    char letter = compiler_peek(c);
    MessageKey why = refusal(letter, "xu");
    if (why) return refuse_here(c, why);
    if (ascii_is_in(letter, "qz"))
        return refuse_here(c, MSG_BETZA_BRACKET_TURN, arg_bytes(&letter, 1));
    if (ascii_is_in(letter, "agjoy("))
        return refuse_here(c, MSG_BETZA_BRACKET_MODIFIER, arg_bytes(&letter, 1));
    return leg_text_read(c, list.items, list.count, column, false, &step->text);
}

static bool read_steps(Bracket *b) {
    Compiler *c = b->c;
    for (bool optional = false;; c->at++) {
        if (b->count == TERM_LEGS)
            return refuse_here(c, MSG_BETZA_BRACKET_STEPS, arg_number(TERM_LEGS));
        Step *step = &b->steps[b->count++];
        *step = (Step){.optional = optional, .tail.column = compiler_column(c)};
        if (!read_step_mods(b, step) || !tail_read(c, &step->tail)) return false;
        if (step->tail.star_column) return star_refused(c, &step->tail);
        if (compiler_peek(c) == ']') break;
        if (compiler_peek(c) != '-' && compiler_peek(c) != '?')
            return compiler_expected(c, MSG_BETZA_EXPECTED_BRACKET_END);
        optional = compiler_peek(c) == '?';
    }
    c->at++;
    return true;
}

static int common_divisor(int a, int b) { return b ? common_divisor(b, a % b) : a; }

/* Finds the ring of a bracket such as [F-B]: the leap of which all its steps are made, in eight
 * directions. It is one oblique leap, or an orthogonal and a diagonal one. A step longer than that
 * must be a single leap over whatever stands between: it becomes several leaps of the ring. */
static bool ring_find(Bracket *b) {
    const Atom *first = &b->steps[0].tail.atom;
    b->unit = 0;
    for (int i = 0; i < b->count; i++)
        b->unit = common_divisor(b->steps[i].tail.atom.large, b->unit);
    if (first->kind == KIND_OBLIQUE) b->unit = first->large;
    for (int i = 0; i < b->count; i++) {
        const Step *step = &b->steps[i];
        const Atom *atom = &step->tail.atom;
        bool oblique = atom->kind == KIND_OBLIQUE, several = atom->large != b->unit;
        bool fits = oblique == (first->kind == KIND_OBLIQUE);
        if (oblique) fits &= atom->large == first->large && atom->small == first->small;
        if (several) fits &= step->tail.range == 1 && !leg_text_has(&step->text, 'n');
        if (!fits) return refuse(b->c, step->tail.atom_column, MSG_BETZA_BRACKET_LENGTHS);
    }
    return true;
}

/* Returns bit 0 if the atom (a basic move) leaps orthogonally or obliquely, bit 1 if diagonally. */
static int parities(const Atom *atom) {
    return atom->kind == KIND_KING ? 3 : atom->kind == KIND_DIAGONAL ? 2 : 1;
}

/* Fills in the leg of a bracket's step, except its directions. On the first leg, the letter i is no
 * property of the leg but a condition of the whole term. */
static void leg_set(const Bracket *b, int index, bool last, Leg *leg) {
    const Step *step = &b->steps[index];
    bool first = index == 0;
    int leaps = step->tail.atom.large / b->unit;
    leg->modes = leg_modes(&step->text, last);
    leg->range = (uint8_t)(leaps > 1 ? leaps : step->tail.range);
    leg->skip = (uint8_t)(leaps - 1);
    leg->lame = leg_text_has(&step->text, 'n');
    leg->same_length = !first && leg_text_has(&step->text, 'i');
}

/* Adds the term with the legs compiled up to now: its last leg becomes the last leg of the move. */
static bool emit(Bracket *b, Term term) {
    int last = term.leg_count - 1;
    const LegText *text = &b->steps[last].text;
    if (leg_text_has(text, 'p')) return refuse(b->c, text->column, MSG_BETZA_BRACKET_HOP_LAST);
    leg_set(b, last, true, &term.legs[last]);
    b->emitted++;
    return term_add(b->c, &term);
}

static bool walk_steps(Bracket *b, Term term, int parity);

static bool add_step(Bracket *b, Term term, int parity) {
    const LegText *text = &b->steps[term.leg_count].text;
    if (leg_text_has(text, 'e') && term.leg_count + 1 < b->count)
        return refuse(b->c, text->column, MSG_BETZA_EN_PASSANT_LAST);
    leg_set(b, term.leg_count, false, &term.legs[term.leg_count]);
    term.leg_count++;
    if (term.leg_count == b->count) return emit(b, term);
    if (b->steps[term.leg_count].optional && !emit(b, term)) return false;
    return walk_steps(b, term, parity);
}

static bool walk_steps(Bracket *b, Term term, int parity) {
    const Step *step = &b->steps[term.leg_count];
    int goes = parities(&step->tail.atom);
    /* K or Q without direction letters goes straight on */
    bool free_choice = goes == 3 && !step->text.dir_count;
    for (int next = 0; next < 2; next++) {
        if (!(goes >> next & 1) || (free_choice && next != parity)) continue;
        bool odd = step->tail.atom.kind != KIND_OBLIQUE && next != parity;
        Term each = term;
        each.legs[each.leg_count].dirs = atom_directions_turned(step->text.dirs, odd);
        if (step->tail.atom.kind == KIND_OBLIQUE && step->text.dir_count) {
            int bad;
            each.legs[each.leg_count].dirs =
                atom_directions_later(KIND_OBLIQUE, step->text.dirs, &bad);
        }
        if (each.legs[each.leg_count].dirs && !add_step(b, each, next)) return false;
    }
    return true;
}

/* Adds the terms of a path that bends once, one to the right, one to the left. Each keeps those
 * directions of the first leg from which the path ends in a chosen sector (Bracket.sectors). */
static bool add_turned(Bracket *b, Term term) {
    const uint8_t dirs = term.legs[0].dirs, sectors = b->sectors;
    const uint8_t beyond = (uint8_t)(sectors << 1 | sectors >> 7);
    for (int side = 0; side < 2; side++) {
        Term each = term;
        each.legs[0].dirs = dirs & (side ? beyond : sectors);
        if (!each.legs[0].dirs) continue;
        leg_set(b, 0, false, &each.legs[0]);
        each.leg_count = 1;
        if (b->steps[1].optional && !emit(b, each)) return false;
        each.legs[1].dirs = side ? 0x80 : 0x02;
        each.leg_count = 2;
        if (!emit(b, each)) return false;
    }
    return true;
}

/* Fills Bracket.sectors from the direction letters before the bracket. They choose among the
 * bracket's eight paths as they choose among the eight directions of a knight. */
static bool sectors_find(Bracket *b, const LegText *text) {
    int bad, first = parities(&b->steps[0].tail.atom), second = parities(&b->steps[1].tail.atom);
    b->sectors = atom_directions_first(KIND_OBLIQUE, text->dirs, &bad);
    if (bad >= 0)
        return refuse(b->c, text->dir_columns[bad], MSG_BETZA_DIRECTION,
                      arg_bytes(&text->dirs[bad], 1));
    bool bends = b->count == 2 && first + second == 3 && first != 3 && second != 3 &&
                 b->steps[0].tail.atom.kind != KIND_OBLIQUE;
    if (bends && !b->steps[0].text.dir_count && !b->steps[1].text.dir_count) return true;
    return refuse(b->c, text->column, MSG_BETZA_BRACKET_DIRECTIONS);
}

static bool compile_steps(Bracket *b) {
    const Step *first = &b->steps[0];
    int bad, goes = parities(&first->tail.atom);
    Term term = {.column = (uint16_t)first->tail.column,
                 .conditions.virgin = leg_text_has(&first->text, 'i')};
    uint8_t dirs = atom_directions_first(first->tail.atom.kind, first->text.dirs, &bad);
    if (bad >= 0)
        return refuse(b->c, first->text.dir_columns[bad], MSG_BETZA_DIRECTION,
                      arg_bytes(&first->text.dirs[bad], 1));
    Atom unit = first->tail.atom;
    if (unit.kind != KIND_OBLIQUE) unit.large = b->unit;
    atom_ring(&unit, term.dx, term.dy);
    for (int parity = 0; parity < 2; parity++) {
        Term each = term;
        each.legs[0].dirs =
            first->tail.atom.kind == KIND_OBLIQUE ? dirs : dirs & (parity ? 0xAA : 0x55);
        if (!(goes >> parity & 1) || !each.legs[0].dirs) continue;
        if (!(b->sectors == 255 ? add_step(b, each, parity) : add_turned(b, each))) return false;
    }
    return b->emitted ? true : refuse(b->c, first->tail.column, MSG_BETZA_BRACKET_NO_PATH);
}

/* Compiles a bracket, such as [F?R], and the direction letters before it. */
static bool bracket_compile(Compiler *c) {
    Bracket b = {.c = c, .sectors = 255};
    ModList list = {0};
    LegText text;
    int column = compiler_column(c);
    for (; compiler_peek(c) != '['; c->at++)
        if (!mod_read(c, &list)) return false;
    c->at++;
    return leg_text_read(c, list.items, list.count, column, false, &text) && read_steps(&b) &&
           ring_find(&b) && (!list.count || sectors_find(&b, &text)) && compile_steps(&b);
}

/* Does a bracket begin at the next letter, or behind direction letters that begin there? */
static bool at_bracket(const Compiler *c) {
    size_t at = c->at;
    while (at < c->length && ascii_is_in(c->text[at], "fblrvsh")) at++;
    return at < c->length && c->text[at] == '[';
}

/* ---- powers ---------------------------------------------------------------------------------- */

bool betza_compile(Arena *arena, const char *text, size_t length, Power *out, HenkaError *error) {
    Compiler c = {.text = text, .length = length, .error = error};
    if (length == 1 && *text == '-') { /* `-`: the piece has no moves */
        *out = (Power){0};
        return true;
    }
    do {
        bool ok = at_bracket(&c) ? bracket_compile(&c) : compile_term(&c);
        if (!ok) return false;
    } while (c.at < c.length);
    out->terms = arena_take(arena, sizeof *out->terms * (size_t)c.term_count);
    memcpy(out->terms, c.terms, sizeof *out->terms * (size_t)c.term_count);
    out->term_count = (uint16_t)c.term_count;
    return true;
}
