#include "import/fairy.h"

#include "base/ascii.h"
#include "base/edit_distance.h"
#include "format/values.h"
#include "henka_import.h"

#include <assert.h>
#include <string.h>

enum { FAIRY_DEPTH = 16 /* greatest number of sections of which each is based on the next */ };

typedef enum {
    KIND_NUMBER,
    KIND_FILE,
    KIND_FLAG,
    KIND_RESULT,
    KIND_SQUARES,
    KIND_SET,
    KIND_ONE,
    KIND_TEXT,
    KIND_OWN,
    KIND_SHOWN,
    KIND_ENDING,
    KIND_FOREIGN,
    KIND_FOREIGN_OFF
} RuleKind;

static const struct {
    RuleKind kind;
    const char *standard[2]; /* by side: the default, as Fairy-Stockfish's format writes it */
} rules[] = {
#define FAIRY(name, kind, white, black) {KIND_##kind, {white, black}},
#include "import/fairy.def"
#undef FAIRY
};

/* A section of a file. */
typedef struct Section {
    Slice name, base;        /* names of the section and of its base; base empty: none */
    Place at;                /* place of the section's header */
    const char *header;      /* the start of the header line */
    const char *start, *end; /* the lines below the header */
    bool ours;               /* the section is in fairy_games, not in the file, so its findings are
                                reported at `at`, which is then in the file */
} Section;

/* One line `key = value`. */
typedef struct FairyEntry {
    const FairyKey *key; /* NULL: the key names the piece with index `slot` */
    int slot;            /* index in Fairy.pieces of the piece that the key names; -1: none */
    Slice name, value;   /* the texts before and after the `=` */
    Place at, value_at;  /* places where `name` and `value` begin */
    bool given;          /* the line is in the file, not in fairy_games */
} FairyEntry;

/* ---- small parts of text */

static bool starts_with(Slice slice, const char *text) {
    size_t length = strlen(text);
    return (size_t)slice.length >= length && !memcmp(slice.at, text, length);
}

/* Reads a number of up to three digits. */
static bool number_read(Slice text, int *number) {
    return text.length <= 3 && value_number(text, number) && *text.at != '-';
}

/* ---- what values may be */

static bool value_wrong(Fairy *fairy, const FairyEntry *entry, MessageKey form) {
    finding_error(fairy->findings, entry->value_at, MSG_IMPORT_VALUE, arg_slice(entry->name),
                  ARG_SAY(form), arg_slice(entry->value));
    return false;
}

int fairy_slot(const Fairy *fairy, char letter) {
    for (int slot = 0; slot < fairy->slots; slot++)
        if (fairy->pieces[slot].letter && fairy->pieces[slot].letter == (letter | 32)) return slot;
    return -1;
}

/* Reads a coordinate: a rank counts from 1; a file is a letter or a number. */
static bool coordinate_read(Slice text, bool file, int *number) {
    if (file && text.length == 1 && ascii_is_letter(*text.at))
        *number = (*text.at | 32) - 'a' + 1;
    else if (!number_read(text, number))
        return false;
    return *number >= 1 && *number <= (file ? FAIRY_FILES : FAIRY_RANKS);
}

/* Adds a square `d4`, a rank `*8` or a file `a*`. */
static bool square_add(Slice text, FairySquares *squares) {
    int file = 0, rank = 0;
    if (text.length < 2) return false;
    bool all_files = *text.at == '*', all_ranks = text.length == 2 && text.at[1] == '*';
    if (!all_files && !coordinate_read((Slice){text.at, 1}, ascii_is_letter(*text.at), &file))
        return false;
    if (!all_files && !ascii_is_letter(*text.at)) return false;
    if (!all_ranks && !coordinate_read((Slice){text.at + 1, text.length - 1}, false, &rank))
        return false;
    if (all_files && all_ranks) return false;
    for (int r = all_ranks ? 1 : rank; r <= (all_ranks ? FAIRY_RANKS : rank); r++)
        squares->rank[r - 1] |= (uint16_t)(all_files ? (1 << FAIRY_FILES) - 1 : 1 << (file - 1));
    return true;
}

static bool squares_read(Slice text, FairySquares *squares) {
    const char *at = text.at, *end = at + text.length;
    *squares = (FairySquares){0};
    while ((at = reader_blanks_end(at, end)) < end) {
        Slice word = slice_between(at, reader_word_end(at, end));
        if (slice_is(word, "-")) return true;
        if (!square_add(word, squares)) return false;
        at += word.length;
    }
    return true;
}

/* Sets *index to the text's in the list of words, which ends with NULL. False: it is not there. */
static bool word_read(Slice text, const char *const words[], int *index) {
    for (*index = 0; words[*index]; ++*index)
        if (slice_is(text, words[*index])) return true;
    return false;
}

/* Reads letters of pieces, up to a `-`. The letter `*` stands for all pieces together. */
static bool set_read(Fairy *fairy, const FairyEntry *entry, FairySet *set) {
    *set = 0;
    for (int i = 0; i < entry->value.length; i++) {
        char c = entry->value.at[i];
        if (c == '-') return true;
        if (reader_is_blank(c)) continue;
        int slot = c == '*' ? 63 : fairy_slot(fairy, c);
        if (slot < 0) return value_wrong(fairy, entry, MSG_IMPORT_LETTERS);
        *set |= (FairySet)1 << slot;
    }
    return true;
}

/* Reads the entry's value in the form of `kind`. False, with a report: it has another form. */
static bool value_read(Fairy *fairy, const FairyEntry *entry, RuleKind kind, FairyValue *value) {
    static const char *const flags[] = {"false", "true", NULL}, *const results[] = {
                                                                    [FAIRY_NO_RESULT] = "none",
                                                                    [FAIRY_DRAW] = "draw",
                                                                    [FAIRY_LOSS] = "loss",
                                                                    [FAIRY_WIN] = "win",
                                                                    NULL};
    static const MessageKey forms[] = {[KIND_NUMBER] = MSG_IMPORT_NUMBER,
                                       [KIND_FILE] = MSG_IMPORT_FILE,
                                       [KIND_FLAG] = MSG_IMPORT_FLAG,
                                       [KIND_RESULT] = MSG_IMPORT_RESULT,
                                       [KIND_SQUARES] = MSG_IMPORT_SQUARES};
    Slice text = entry->value;
    if (kind == KIND_SET || kind == KIND_ONE) return set_read(fairy, entry, &value->set);
    if (kind > KIND_ONE) value->text = text;
    bool good = kind == KIND_NUMBER    ? number_read(text, &value->number)
                : kind == KIND_FILE    ? coordinate_read(text, true, &value->number)
                : kind == KIND_FLAG    ? word_read(text, flags, &value->number)
                : kind == KIND_RESULT  ? word_read(text, results, &value->number)
                : kind == KIND_SQUARES ? squares_read(text, &value->squares)
                                       : true;
    return good || value_wrong(fairy, entry, forms[kind]);
}

/* ---- keys with a form of their own */

/* Reads pairs of a piece's letter and a value, a letter or a number: `p:g s:g`, `q:1 r:2`. */
static bool pairs_read(Fairy *fairy, const FairyEntry *entry, bool numbers) {
    const char *at = entry->value.at, *end = at + entry->value.length;
    for (;;) {
        at = reader_blanks_end(at, end);
        if (at == end || *at == '-') return true;
        int slot = fairy_slot(fairy, *at++), number = 0;
        at = reader_blanks_end(at, end);
        bool colon = at < end && *at++ == ':';
        at = reader_blanks_end(at, end);
        const char *start = at;
        while (at < end && (numbers ? ascii_is_digit(*at) : at == start)) at++;
        Slice second = {start, (int)(at - start)};
        int other = second.length == 1 && *start != '-' ? fairy_slot(fairy, *start) : -1;
        bool none = second.length == 1 && *start == '-';
        bool good = numbers ? number_read(second, &number) : none || other >= 0;
        if (slot < 0 || !colon || !good)
            return value_wrong(fairy, entry, numbers ? MSG_IMPORT_COUNTS : MSG_IMPORT_PAIRS);
        if (numbers)
            fairy->pieces[slot].limit = number;
        else
            fairy->pieces[slot].promoted = other;
    }
}

/* The ranks from `first` to `last`, counted by each side from its own end. */
static FairySquares ranks_from(const Fairy *fairy, int side, int first, int last) {
    FairySquares squares = {0};
    int ranks = fairy_number(fairy, FAIRY_HEIGHT);
    for (int rank = first; rank <= last && rank <= ranks && rank <= FAIRY_RANKS; rank++) {
        int row = side ? ranks - rank : rank - 1;
        if (row >= 0 && row < FAIRY_RANKS) squares.rank[row] = (1 << FAIRY_FILES) - 1;
    }
    return squares;
}

static bool own_read(Fairy *fairy, const FairyEntry *entry) {
    int rank = 0;
    FairyRule rule = entry->key->rule;
    FairyValue(*values)[2] = fairy->values;
    switch (rule) {
    case FAIRY_FACES:
        return pairs_read(fairy, entry, false);
    case FAIRY_LIMITS:
        return pairs_read(fairy, entry, true);
    case FAIRY_STEPPERS: {
        static const FairyRule meant[] = {FAIRY_PROMOTERS, FAIRY_PASSERS, FAIRY_RESTARTS};
        FairySet set;
        if (!set_read(fairy, entry, &set)) return false;
        for (int i = 0; i < 6; i++) {
            FairyValue *value = &values[meant[i / 2]][i % 2];
            *value = (FairyValue){
                .set = set, .key = entry->name, .at = entry->at, .given = entry->given};
        }
        return true;
    }
    case FAIRY_REGION: {
        int side = entry->key->side;
        FairyPiece *piece = &fairy->pieces[entry->slot];
        piece->bounded[side] = true;
        return squares_read(entry->value, &piece->region[side]) ||
               value_wrong(fairy, entry, MSG_IMPORT_SQUARES);
    }
    default:
        break;
    }
    /* the other keys are old ones, which give one rank for both sides */
    if (!coordinate_read(entry->value, false, &rank))
        return value_wrong(fairy, entry, MSG_IMPORT_NUMBER);
    values[rule][0].number = rank;
    bool zone = rule == FAIRY_ZONE_RANK, least = rule == FAIRY_DOUBLE_LEAST;
    if (least && fairy->double_ranked)
        return true; /* Fairy-Stockfish ignores this key after FAIRY_DOUBLE_RANK */
    fairy->double_ranked |= rule == FAIRY_DOUBLE_RANK;
    for (int side = 0; side < 2; side++) {
        FairyValue *value = &values[zone ? FAIRY_ZONE : FAIRY_DOUBLE_FROM][side];
        *value = (FairyValue){.key = entry->name, .at = entry->at, .given = entry->given};
        value->squares = zone    ? ranks_from(fairy, side, rank, FAIRY_RANKS)
                         : least ? ranks_from(fairy, side, rank, 2)
                                 : ranks_from(fairy, side, 2, rank);
    }
    return true;
}

/* ---- rules that Henka does not have */

static bool is_off(Slice value) {
    static const char *const words[] = {"false", "none", "0", "-", "", NULL};
    int index;
    return word_read(value, words, &index);
}

/* Notes a key whose rule Henka does not have. It is reported only at the end, because a section may
 * turn off a rule of its base. */
static void unsaid_keep(Fairy *fairy, const FairyEntry *entry, bool off) {
    int i = 0;
    while (i < fairy->unsaid_count && fairy->unsaid[i].key != entry->key) i++;
    if (off && i < fairy->unsaid_count)
        fairy->unsaid[i] = fairy->unsaid[--fairy->unsaid_count];
    else if (!off) {
        assert(i < FAIRY_UNSAID); /* the table has space for every such key */
        fairy->unsaid[i] = (FairyUnsaid){entry->key, entry->value, entry->at};
        if (i == fairy->unsaid_count) fairy->unsaid_count++;
    }
}

/* Reports the keys kept by unsaid_keep. Also reports FAIRY_MATERIAL with a value that Henka does
 * not have, and FAIRY_GATES without FAIRY_CAMBODIAN. */
static void unsaid_report(Fairy *fairy) {
    for (int i = 0; i < fairy->unsaid_count; i++) {
        const FairyUnsaid *unsaid = &fairy->unsaid[i];
        MessageArg key = arg_text(unsaid->key->name), value = arg_slice(unsaid->value);
        if (rules[unsaid->key->rule].kind == KIND_ENDING)
            finding_warning(fairy->findings, unsaid->at, MSG_IMPORT_ENDING, key, value);
        else
            finding_error(fairy->findings, unsaid->at, MSG_IMPORT_FOREIGN, key, value);
    }
    const FairyValue *counted = fairy_value(fairy, FAIRY_MATERIAL);
    if (!is_off(counted->text) && !slice_is(counted->text, "whitedrawodds") &&
        !slice_is(counted->text, "blackdrawodds"))
        finding_error(fairy->findings, fairy_place(fairy, FAIRY_MATERIAL), MSG_IMPORT_FOREIGN,
                      arg_slice(counted->key), arg_slice(counted->text));
    if (fairy_is(fairy, FAIRY_GATES) && !fairy_is(fairy, FAIRY_CAMBODIAN))
        finding_error(fairy->findings, fairy_place(fairy, FAIRY_GATES), MSG_IMPORT_FOREIGN,
                      arg_slice(fairy_value(fairy, FAIRY_GATES)->key), arg_text("true"));
}

/* ---- lines */

static void piece_letter(Fairy *fairy, const FairyEntry *entry) {
    Slice value = entry->value;
    FairyPiece *piece = &fairy->pieces[entry->slot];
    FairySet bit = (FairySet)1 << entry->slot;
    bool custom = starts_with(entry->name, "custom"),
         letter = value.length && ascii_is_letter(*value.at);
    if (!letter && !(value.length == 1 && *value.at == '-')) {
        value_wrong(fairy, entry, MSG_IMPORT_LETTER);
        return;
    }
    /* The letter's piece leaves the game. With a letter it is back, but is no promotion choice. */
    int other = letter ? fairy_slot(fairy, *value.at) : entry->slot;
    if (other >= 0) {
        fairy->pieces[other].letter = '\0';
        for (int side = 0; side < 2; side++)
            fairy->values[FAIRY_CHOICES][side].set &= ~((FairySet)1 << other);
    }
    if (!letter) return;
    piece->letter = (char)(*value.at | 32);
    piece->at = entry->value_at;
    Slice moves = slice_trimmed(value.at + 1, value.at + value.length);
    bool has_moves = moves.length > 0;
    if (has_moves && *moves.at == ':') moves = slice_trimmed(moves.at + 1, moves.at + moves.length);
    if (has_moves && moves.at == value.at + 1) {
        value_wrong(fairy, entry, MSG_IMPORT_LETTER);
    } else if (custom || (has_moves && piece->part == FAIRY_IS_ROYAL)) {
        piece->moves = moves;
        piece->own_moves = true;
        piece->at.column += (int)(moves.at - value.at);
        if (!moves.length) value_wrong(fairy, entry, MSG_IMPORT_LETTER_MOVES);
        for (int side = 0; custom && side < 2; side++)
            if (memchr(moves.at, 'e', (size_t)moves.length))
                fairy->values[FAIRY_PASSERS][side].set |= bit;
    } else if (piece->part == FAIRY_IS_ROYAL)
        piece->moves = slice_of(fairy_known[entry->slot].moves);
    else if (has_moves)
        value_wrong(fairy, entry, MSG_IMPORT_LETTER);
}

static void entry_read(Fairy *fairy, const FairyEntry *entry) {
    const FairyKey *key = entry->key;
    RuleKind kind = rules[key->rule].kind;
    FairyValue value = {.key = entry->name, .at = entry->at, .given = entry->given};
    if (kind == KIND_OWN) {
        own_read(fairy, entry);
        fairy->values[key->rule][0] = value;
    } else if (kind == KIND_ENDING || kind == KIND_FOREIGN)
        unsaid_keep(fairy, entry, is_off(entry->value));
    else if (kind == KIND_FOREIGN_OFF)
        unsaid_keep(fairy, entry, !is_off(entry->value));
    else if (kind != KIND_SHOWN && value_read(fairy, entry, kind, &value))
        for (int side = 0; side < 2; side++)
            if (key->side < 0 || key->side == side) fairy->values[key->rule][side] = value;
}

/* The index in Fairy.pieces of the piece with this name, whose first letter may be in either case.
 * Adds a custom piece that is new. -1: no such piece. */
static int slot_named(Fairy *fairy, Slice name) {
    static const char custom[] = "customPiece";
    if (!name.length) return -1;
    for (int slot = 0; slot < fairy->slots; slot++) {
        Slice known = fairy->pieces[slot].name;
        if (known.length == name.length && (*known.at | 32) == (*name.at | 32) &&
            !memcmp(known.at + 1, name.at + 1, (size_t)name.length - 1))
            return slot;
    }
    int start = (int)strlen(custom), number;
    Slice digits = {name.at + start, name.length - start};
    if (name.length <= start || (*name.at | 32) != 'c' ||
        memcmp(name.at + 1, custom + 1, (size_t)start - 1) || !number_read(digits, &number) ||
        *digits.at == '0' || number > FAIRY_CUSTOM || fairy->slots == FAIRY_SLOTS)
        return -1;
    char *text = slice_copy(fairy->arena, name);
    *text = 'c';
    fairy->pieces[fairy->slots] =
        (FairyPiece){.name = {text, name.length}, .moves = {"", 0}, .promoted = -1};
    return fairy->slots++;
}

static const char *key_near(const Fairy *fairy, Slice name) {
    size_t length = (size_t)name.length;
    if (length < 4) return NULL;
    for (const FairyKey *key = fairy_keys; key->name; key++)
        if (edit_distance(name.at, length, key->name, strlen(key->name)) <= 2) return key->name;
    for (int slot = 0; slot < fairy->slots; slot++) {
        Slice known = fairy->pieces[slot].name;
        if (edit_distance(name.at, length, known.at, (size_t)known.length) <= 2)
            return slice_copy(fairy->arena, known);
    }
    return NULL;
}

/* Finds the key or the piece that the entry names. Returns false if neither is known. */
static bool key_find_named(Fairy *fairy, FairyEntry *entry) {
    for (const FairyKey *key = fairy_keys; key->name; key++) {
        size_t length = strlen(key->name);
        entry->key = key;
        if (slice_is(entry->name, key->name)) return true;
        if (key->name[length - 1] != '*' || (size_t)entry->name.length < length ||
            memcmp(entry->name.at, key->name, length - 1))
            continue;
        entry->slot = slot_named(
            fairy, (Slice){entry->name.at + length - 1, entry->name.length - (int)length + 1});
        return entry->slot >= 0;
    }
    entry->key = NULL;
    entry->slot = slot_named(fairy, entry->name);
    return entry->slot >= 0;
}

/* The pass in which a line is read. 0: pieces and the size of the board, on which other keys
 * depend. Then general keys before keys that refine them. 1: old keys, and keys for several rules.
 * 2: other keys for both sides. 3: keys for one side. */
static int turn_of(const FairyEntry *entry) {
    if (!entry->key) return 0;
    FairyRule rule = entry->key->rule;
    if (rule == FAIRY_HEIGHT || rule == FAIRY_WIDTH) return 0;
    if (rule == FAIRY_ZONE_RANK || rule == FAIRY_DOUBLE_RANK || rule == FAIRY_DOUBLE_LEAST ||
        rule == FAIRY_STEPPERS)
        return 1;
    return entry->key->side < 0 ? 2 : 3;
}
enum { TURNS = 4 };

/* Reads a line if it belongs to this pass; a line of a piece is stored in `pieces`. Errors in the
 * form of the line are reported in the first pass. */
static void line_read(Fairy *fairy, const Section *section, const char *at, const char *end,
                      int number, int turn, FairyEntry pieces[]) {
    Slice line = slice_trimmed(at, end);
    Place place = section->ours ? section->at : (Place){number, (int)(line.at - at) + 1};
    if (!line.length || *line.at == '#' || *line.at == ';') return;
    const char *equals = memchr(line.at, '=', (size_t)line.length);
    if (!reader_line_is_text(turn ? NULL : fairy->findings, at, end, place.line)) return;
    Slice name = slice_trimmed(line.at, equals ? equals : line.at);
    if (!name.length) {
        if (!turn) finding_error(fairy->findings, place, MSG_IMPORT_LINE, arg_slice(line));
        return;
    }
    FairyEntry entry = {
        .name = name, .slot = -1, .at = place, .value_at = place, .given = !section->ours};
    entry.value = slice_trimmed(equals + 1, line.at + line.length);
    if (!section->ours) entry.value_at.column = (int)(entry.value.at - at) + 1;
    if (!key_find_named(fairy, &entry)) {
        if (!turn)
            finding_unknown(fairy->findings, entry.at, MSG_IMPORT_KEY, MSG_IMPORT_KEY_NEAR,
                            arg_slice(entry.name), key_near(fairy, entry.name));
    } else if (turn_of(&entry) != turn)
        return;
    else if (entry.key)
        entry_read(fairy, &entry);
    else
        pieces[entry.slot] = entry;
}

/* Does Fairy-Stockfish read piece a before b? The order of the pieces' lines does not matter. */
static bool comes_before(const Fairy *fairy, int a, int b) {
    bool custom_a = starts_with(fairy->pieces[a].name, "custom"),
         custom_b = starts_with(fairy->pieces[b].name, "custom");
    bool royal_a = fairy->pieces[a].part == FAIRY_IS_ROYAL,
         royal_b = fairy->pieces[b].part == FAIRY_IS_ROYAL;
    if (royal_a != royal_b) return royal_b;
    if (!custom_a || !custom_b) return custom_a != custom_b ? custom_b : a < b;
    int first = 0, second = 0, digits = (int)strlen("customPiece");
    Slice name_a = fairy->pieces[a].name, name_b = fairy->pieces[b].name;
    number_read((Slice){name_a.at + digits, name_a.length - digits}, &first);
    number_read((Slice){name_b.at + digits, name_b.length - digits}, &second);
    return first < second;
}

/* Reads the pieces of a section. Of several lines for a piece only the last counts. */
static void section_pieces_read(Fairy *fairy, FairyEntry *pieces) {
    for (;;) {
        int next = -1;
        for (int slot = 0; slot < fairy->slots; slot++)
            if (pieces[slot].name.length && (next < 0 || comes_before(fairy, slot, next)))
                next = slot;
        if (next < 0) return;
        piece_letter(fairy, &pieces[next]);
        pieces[next].name.length = 0;
    }
}

static void section_read(Fairy *fairy, const Section *section) {
    FairyEntry pieces[FAIRY_SLOTS] = {0};
    fairy->double_ranked = false;
    for (int turn = 0; turn < TURNS; turn++) {
        int number = section->at.line;
        for (const char *at = section->start, *end; at < section->end; at = end + 1) {
            end = reader_line_end(at, section->end);
            line_read(fairy, section, at, end, ++number, turn, pieces);
        }
        if (!turn) section_pieces_read(fairy, pieces);
    }
}

/* ---- sections */

/* Finds the next section at or after *from, in line *line. Returns false if there is none. */
static bool section_next(const char **from, const char *end, int *line, Section *section) {
    const char *at = *from, *cut;
    for (; at < end; at = cut + 1, ++*line) {
        cut = reader_line_end(at, end);
        const char *close = *at == '[' ? memchr(at, ']', (size_t)(cut - at)) : NULL;
        if (!close) continue;
        const char *colon = memchr(at, ':', (size_t)(close - at));
        section->name = slice_trimmed(at + 1, colon ? colon : close);
        section->base = colon ? slice_trimmed(colon + 1, close) : (Slice){"", 0};
        section->at = (Place){*line, 1};
        section->header = at;
        section->start = cut < end ? cut + 1 : end;
        for (at = section->start, ++*line; at < end && *at != '['; at = cut + 1, ++*line)
            cut = reader_line_end(at, end);
        section->end = *from = at < end ? at : end;
        return true;
    }
    return false;
}

/* Finds the first section with that name before `end`. */
static bool section_find(const char *text, const char *end, Slice name, Section *section) {
    int line = 1;
    while (section_next(&text, end, &line, section))
        if (slice_same(section->name, name)) return true;
    return false;
}

static const char *section_near(Fairy *fairy, Slice text, Slice name) {
    const char *at = text.at, *end = at + text.length;
    Section section = {0};
    int line = 1;
    while (name.length > 2 && section_next(&at, end, &line, &section))
        if (edit_distance(name.at, (size_t)name.length, section.name.at,
                          (size_t)section.name.length) <= 2)
            return slice_copy(fairy->arena, section.name);
    return NULL;
}

/* Lists the named section, its base, the base's base and so on. Returns their number; 0: a section
 * does not exist (reported if it is a base), or there are too many (reported). */
static int chain_find(Fairy *fairy, Slice text, Slice name, Section *chain) {
    Slice games = slice_of((const char *)fairy_games);
    int count = 0;
    bool ours = false;
    for (Slice within = text;; count++) {
        Section *section = &chain[count];
        const Section *above = section - 1;
        bool found = section_find(within.at, within.at + within.length, name, section);
        if (!found && count)
            ours = found = section_find(games.at, games.at + games.length, name, section);
        if (!found && count)
            finding_error(fairy->findings, above->at, MSG_IMPORT_BASE, arg_slice(name));
        if (!found) return 0;
        section->ours = ours;
        if (ours) section->at = above->at;
        if (!section->base.length) return count + 1;
        if (count + 1 == FAIRY_DEPTH) {
            finding_error(fairy->findings, section->at, MSG_IMPORT_DEPTH, arg_number(FAIRY_DEPTH));
            return 0;
        }
        name = section->base;
        within = ours ? games : (Slice){text.at, (int)(section->header - text.at)};
    }
}

static void standards(Fairy *fairy) {
    for (int rule = 0; rule < FAIRY_RULES; rule++)
        for (int side = 0; side < 2; side++) {
            Slice text = slice_of(rules[rule].standard[side]);
            if (text.length || rules[rule].kind == KIND_TEXT)
                value_read(fairy, &(FairyEntry){.value = text}, rules[rule].kind,
                           &fairy->values[rule][side]);
        }
    for (const FairyKnown *known = fairy_known; known->name; known++) {
        int slot = fairy->slots++;
        FairySet bit = (FairySet)1 << slot;
        fairy->pieces[slot] = (FairyPiece){.part = known->part,
                                           .name = slice_of(known->name),
                                           .moves = slice_of(known->moves),
                                           .promoted = -1};
        for (int side = 0; side < 2; side++)
            if (known->part == FAIRY_IS_STEPS) {
                fairy->values[FAIRY_PROMOTERS][side].set = bit;
                fairy->values[FAIRY_PASSERS][side].set = bit;
                fairy->values[FAIRY_RESTARTS][side].set = bit;
            } else if (known->part == FAIRY_IS_PARTNER)
                fairy->values[FAIRY_PARTNERS][side].set = bit;
            else if (known->part == FAIRY_IS_ROYAL)
                fairy->values[FAIRY_CASTLER][side].set = bit;
    }
}

const FairyValue *fairy_value(const Fairy *fairy, FairyRule rule) {
    const FairyValue *values = fairy->values[rule];
    return &values[values[1].given && !values[0].given];
}

Place fairy_place(const Fairy *fairy, FairyRule rule) {
    const FairyValue *value = fairy_value(fairy, rule);
    return value->at.line ? value->at : fairy->at;
}

bool fairy_has_sides(FairyRule rule) {
    bool has = false;
    for (const FairyKey *key = fairy_keys; key->name; key++)
        has |= key->rule == rule && key->side >= 0;
    return has;
}

bool fairy_read(Fairy *fairy, Slice text, Slice name) {
    Section chain[FAIRY_DEPTH] = {0};
    standards(fairy);
    fairy->at = place_start;
    int count = chain_find(fairy, text, name, chain);
    if (!count && !fairy->findings->fatal_count)
        finding_unknown(fairy->findings, place_start, MSG_IMPORT_NAME, MSG_IMPORT_NAME_NEAR,
                        arg_slice(name), section_near(fairy, text, name));
    if (!count) return false;
    fairy->name = chain->name;
    fairy->base = chain->base;
    fairy->at = chain->at;
    for (int i = count - 1; i >= 0; i--) section_read(fairy, &chain[i]);
    int ranks = fairy_number(fairy, FAIRY_HEIGHT);
    if (ranks < 1 || ranks > FAIRY_RANKS)
        finding_error(fairy->findings, fairy_place(fairy, FAIRY_HEIGHT), MSG_IMPORT_RANKS,
                      arg_number(FAIRY_RANKS), arg_number(ranks));
    unsaid_report(fairy);
    return true;
}

/* ---- the public call */

/* If fairy_text's text is not a valid game, its first error is reported at the section. */
size_t henka_variant_import(const char *text, size_t length, const char *name, char *buf,
                            size_t cap, HenkaReport *report) {
    ArenaFailure failure;
    Arena *const arena = arena_new(&failure);
    Out out = out_to(buf, cap);
    if (!arena || arena_catches(failure)) {
        error_report(report, &MESSAGE_OF(MSG_NO_MEMORY));
        arena_free(arena);
        return 0;
    }
    Findings findings = {.arena = arena};
    Fairy *fairy = arena_take(arena, sizeof *fairy);
    fairy->arena = arena;
    fairy->findings = &findings;
    const char *made = NULL;
    if (length > GAME_TEXT_BYTES)
        finding_error(&findings, place_start, MSG_TEXT_TOO_LONG,
                      arg_number(length > INT32_MAX ? GAME_TEXT_BYTES + 1 : (int)length),
                      arg_number(GAME_TEXT_BYTES));
    else if (fairy_read(fairy, (Slice){text, (int)length}, slice_of(name)) && !findings.fatal_count)
        made = fairy_text(fairy);
    if (made) {
        HenkaDiagnostic entries[16];
        HenkaReport check = {.entries = entries, .cap = 16};
        HenkaVariant *variant = henka_variant_parse(made, strlen(made), NULL, 0, &check);
        const HenkaError *error = henka_report_error(&check);
        if (!variant)
            finding_error(&findings, fairy->at, MSG_IMPORT_REFUSED,
                          arg_text(error ? error->message : ""));
        henka_variant_free(variant);
    }
    findings_report(&findings, report);
    if (made && !findings.fatal_count) out_text(&out, made);
    arena_free(arena);
    return out.length;
}
