#include "format/reader.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "betza/betza.h"
#include "format/keys.h"
#include "format/markup.h"
#include "variant/variant.h"

#include <stdio.h>
#include <string.h>

enum { ITEM_LIMIT = 4096 };

/* A line of the text, or the part of a line up to a tag. */
typedef struct SourceLine {
    const char *at, *end; /* its bytes in the text without markup */
    const Plain *plain;   /* the text without markup */
    size_t start;         /* offset of the whole line in the given text */
    int number;           /* number of the whole line, from 1 */
} SourceLine;

typedef struct Reader {
    Arena *arena;        /* the caller's, holds the items */
    Items *items;        /* the caller's, filled here */
    Findings *findings;  /* the caller's, gets the errors */
    int below;           /* Item.below of the items */
    bool told_of_page;   /* warned already that parts of a web page are ignored */
    bool told_of_blanks; /* reported already that blanks stand around colons */
    int prose_line;      /* the last line that was refused as prose */
    int item_line;       /* the line of the last item; 0: that item was dropped */
    bool setting_lost;   /* a line that may start a choice was refused: the items after it are
                            dropped */
    bool option_lost;    /* a line that may start an option was refused */
    bool options_over;   /* there are too many options: this option and its choices are dropped */
} Reader;

bool slice_is(Slice slice, const char *text) {
    return (size_t)slice.length == strlen(text) && !memcmp(slice.at, text, (size_t)slice.length);
}
Slice slice_of(const char *text) { return (Slice){text, (int)strlen(text)}; }
bool slice_same(Slice a, Slice b) {
    return a.length == b.length && !memcmp(a.at, b.at, (size_t)a.length);
}

static size_t origin_of(const Plain *plain, const char *at) {
    size_t offset = (size_t)(at - plain->text);
    return plain->origin ? plain->origin[offset] : offset;
}

bool slice_is_squares(Slice slice) {
    const char *at = slice.at, *end = at + slice.length;
    while (at < end) {
        if (!ascii_is_letter(*at++) || at == end || !ascii_is_digit(*at)) return false;
        while (at < end && ascii_is_digit(*at)) at++;
        if (at == end) return true;
        if (*at == ',')
            while (at < end && *at == ',') at++;
        else if (*at++ != '-')
            return false;
    }
    return slice.length > 0;
}

static Place place_of(const SourceLine *line, const char *at) {
    return (Place){line->number, (int)(origin_of(line->plain, at) - line->start) + 1};
}

static const char *blanks_skip(const char *at, const char *end) {
    while (at < end && reader_is_blank(*at)) at++;
    return at;
}

static const char *word_end(const char *at, const char *end) {
    while (at < end && !reader_is_blank(*at)) at++;
    return at;
}

/* at must be before end. */
static bool is_comment(const char *at, const char *end) {
    return *at == '#' || (at + 1 < end && at[0] == '/' && at[1] == '/');
}

/* Does `key =` stand here? Gives the end of the key and the place of the `=`. */
static bool key_here(const char *at, const char *end, const char **key_end, const char **equals) {
    if (!ascii_is_letter(*at)) return false;
    while (at < end && (ascii_is_letter(*at) || ascii_is_digit(*at) || *at == '_' || *at == '-'))
        at++;
    *key_end = at;
    at = blanks_skip(at, end);
    *equals = at;
    return at < end && *at == '=';
}

static Item *item_add(Reader *reader, Place at) {
    Items *items = reader->items;
    if (items->count == items->room) {
        items->room = items->room ? items->room * 2 : 64;
        Item *list = arena_take(reader->arena, (size_t)items->room * sizeof *list);
        if (items->count) memcpy(list, items->list, (size_t)items->count * sizeof *list);
        items->list = list;
    }
    Item *item = &items->list[items->count];
    items->count += !reader->setting_lost;
    reader->item_line = reader->setting_lost ? 0 : at.line;
    *item = (Item){.at = at, .option = -1, .choice = -1, .below = reader->below};
    if (items->setting_count) {
        item->option = items->setting_count - 1;
        item->choice = items->settings[item->option].count - 1;
    }
    return item;
}

/* ---- settings */

static void split_help(Slice text, Slice *name, Slice *help) {
    const char *end = text.at + text.length, *cut = word_end(text.at, end),
               *rest = blanks_skip(cut, end);
    *name = (Slice){text.at, (int)(cut - text.at)};
    *help = (Slice){rest, (int)(end - rest)};
}

int reader_setting_find(const Items *items, Slice name) {
    for (int i = 0; i < items->setting_count; i++)
        if (slice_same(items->settings[i].name, name)) return i;
    return -1;
}

int reader_choice_find(const Setting *setting, Slice name) {
    for (int i = 0; i < setting->count; i++)
        if (slice_same(setting->choices[i].name, name)) return i;
    return -1;
}

void reader_setting_twice(Items *items, Setting *setting, Findings *findings) {
    int known = reader_setting_find(items, setting->name);
    if (known < 0) return;
    finding_error(findings, setting->at, MSG_OPTION_TWICE, arg_slice(setting->name));
    items->settings[known].lost = setting->lost = true; /* choices may follow either of the two
                                                           lines */
}

static void option_start(Reader *reader, Place at, Slice text) {
    Items *items = reader->items;
    Setting setting = {.at = at};
    split_help(text, &setting.name, &setting.help);
    if (!setting.name.length) finding_error(reader->findings, at, MSG_OPTION_NO_NAME);
    if (memchr(setting.name.at, '=', (size_t)setting.name.length))
        finding_error(reader->findings, at, MSG_OPTION_NAME_EQUALS);
    reader_setting_twice(items, &setting, reader->findings);
    if (items->setting_count == MAX_OPTIONS) {
        if (!reader->options_over)
            finding_error(reader->findings, at, MSG_OPTIONS_TOO_MANY, arg_number(MAX_OPTIONS));
        reader->options_over = reader->setting_lost = true;
        return;
    }
    if (!items->settings)
        items->settings = arena_take(reader->arena, MAX_OPTIONS * sizeof *items->settings);
    setting.choices = arena_take(reader->arena, MAX_CHOICES * sizeof *setting.choices);
    items->settings[items->setting_count++] = setting;
}

static void choice_start(Reader *reader, Place at, Slice text) {
    Items *items = reader->items;
    SettingChoice choice = {.at = at};
    split_help(text, &choice.name, &choice.help);
    if (!items->setting_count && !items->lost_pieces && !reader->option_lost)
        finding_error(reader->findings, at, MSG_CHOICE_WITHOUT_OPTION);
    if (!items->setting_count || reader->options_over) {
        reader->setting_lost = reader->option_lost = true;
        return;
    }
    Setting *setting = &items->settings[items->setting_count - 1];
    bool twice = reader_choice_find(setting, choice.name) >= 0;
    bool too_many = setting->count == MAX_CHOICES;
    if (!choice.name.length) finding_error(reader->findings, at, MSG_CHOICE_NO_VALUE);
    if (twice && !setting->lost)
        finding_error(reader->findings, at, MSG_CHOICE_TWICE, arg_slice(setting->name),
                      arg_slice(choice.name));
    else if (too_many && !setting->lost)
        finding_error(reader->findings, at, MSG_CHOICES_TOO_MANY, arg_number(MAX_CHOICES),
                      arg_slice(setting->name));
    setting->lost |= twice || too_many;
    reader->setting_lost = twice || too_many;
    if (!reader->setting_lost) setting->choices[setting->count++] = choice;
}

void reader_settings_check(const Items *items, Findings *findings) {
    for (int i = 0; i < items->setting_count; i++) {
        const Setting *setting = &items->settings[i];
        if (setting->count < 2 && !setting->lost)
            finding_error(findings, setting->at, MSG_OPTION_NEEDS_CHOICES,
                          arg_slice(setting->name));
    }
}

/* ---- keys */

/* The first `:` of the line from here on; NULL: a key comes first, or there is none. */
static const char *piece_colon(const SourceLine *line) {
    const char *key_end, *equals;
    for (const char *at = line->at; at < line->end;
         at = blanks_skip(word_end(at, line->end), line->end)) {
        if (key_here(at, line->end, &key_end, &equals)) return NULL;
        const char *colon = memchr(at, ':', (size_t)(word_end(at, line->end) - at));
        if (colon) return colon;
    }
    return NULL;
}

/* Is the word a piece line with squares? Then the key before it has no value: `promoChoice=
 * p:P:W::a1`. Only values of `kanji` have as many colons. */
static bool piece_here(const char *at, const char *end, const Key *key) {
    int colons = 0;
    for (; at < end && !reader_is_blank(*at) && *at != ','; at++) colons += *at == ':';
    return colons >= FIELD_SQUARES && !(key && key_is(key, "kanji"));
}

static Slice value_read(SourceLine *line, const Key *key) {
    const char *start = blanks_skip(line->at, line->end), *end, *key_end, *equals;
    if (key && key_takes_line(key)) {
        end = line->end;
        while (end > start && reader_is_blank(end[-1])) end--;
        if (start == end) start = end = line->at;
        line->at = line->end;
        return (Slice){start, (int)(end - start)};
    }
    bool empty = start == line->end ||
                 (start > line->at &&
                  (key_here(start, line->end, &key_end, &equals) || /* the next key follows, so this
                                                                       value is empty */
                   piece_here(start, line->end, key)));
    if (empty) return (Slice){line->at, 0};
    end = word_end(start, line->end);
    line->at = end;
    return (Slice){start, (int)(end - start)};
}

/* Called after a refused line that may have started an option or a choice. */
static void setting_lose(Reader *reader) {
    Items *items = reader->items;
    reader->setting_lost = items->setting_count > 0;
    reader->option_lost = true;
    if (items->setting_count) items->settings[items->setting_count - 1].lost = true;
}

/* Skips the words after an unknown key's value, up to the next key. If a piece line follows,
 * nothing is skipped. */
static void value_goes_on(SourceLine *line) {
    const char *key_end, *equals, *at = blanks_skip(line->at, line->end);
    if (piece_colon(&(SourceLine){.at = at, .end = line->end})) return;
    for (; at < line->end && !key_here(at, line->end, &key_end, &equals);
         at = blanks_skip(word_end(at, line->end), line->end))
        line->at = word_end(at, line->end);
}

static void key_unknown(Reader *reader, SourceLine *line, Place at, Slice name, Slice value,
                        const char *near) {
    Items *items = reader->items;
    if (slice_is(name, "hole") || slice_is(name, "holes"))
        finding_error(reader->findings, at, MSG_HOLE_FORM);
    else if (near)
        finding_error(reader->findings, at, MSG_KEY_UNKNOWN_NEAR, arg_slice(name), arg_text(near));
    else
        finding_error(reader->findings, at, MSG_KEY_UNKNOWN, arg_slice(name));
    if (!near) setting_lose(reader);
    items->lost_pieces |= memchr(value.at, ':', (size_t)value.length) != NULL;
    if (near && items->lost_key_count < LOST_KEYS) items->lost_keys[items->lost_key_count++] = near;
    value_goes_on(line);
}

/* The last `=` between these places; NULL: none. */
static const char *last_equals(const char *at, const char *end) {
    while (end > at)
        if (*--end == '=') return end;
    return NULL;
}

static void key_read(Reader *reader, SourceLine *line, const char *key_end, const char *equals) {
    Slice name = {line->at, (int)(key_end - line->at)};
    Place at = place_of(line, line->at);
    const Key *key = key_find(name);
    const char *near = key ? NULL : key_nearest(name);
    const char *second = last_equals(equals + 1, word_end(equals, line->end));
    if (!key && second) { /* as in `fil=es=9` */
        Slice longer = {name.at, (int)(second - name.at)};
        if (key_nearest(longer)) near = key_nearest(longer), name = longer, equals = second;
    }
    line->at = equals + 1;
    Slice value = value_read(line, key ? key : near ? key_find(slice_of(near)) : NULL);
    Place value_at = place_of(line, value.at);
    const Key *meant = key ? key : near ? key_find(slice_of(near)) : NULL;
    if (!key) key_unknown(reader, line, at, name, value, near);
    bool option = meant && key_is(meant, "option"), choice = meant && key_is(meant, "choice");
    if (option || choice) reader->setting_lost = false;
    if (!key) findings_none(reader->findings); /* the unknown key was reported */
    if (option)
        option_start(reader, value_at, value);
    else if (choice)
        choice_start(reader, value_at, value);
    findings_all(reader->findings);
    if (key && !option && !choice) {
        Item *item = item_add(reader, at);
        item->key = key;
        item->value = value;
        item->value_at = value_at;
    }
}

/* ---- pieces */

/* Does the word continue a list of squares? Authors write a blank after a comma of the list, or
 * after the colon before it. */
static bool squares_go_on(const char *at, const char *end) {
    while (at < end && *at == ',') at++;
    return end - at >= 2 && ascii_is_letter(at[0]) && ascii_is_digit(at[1]) &&
           !memchr(at, ':', (size_t)(end - at)) && !memchr(at, '=', (size_t)(end - at));
}

/* Do the words from this colon to `end` stop just before the field of squares? */
static bool squares_are_due(const char *colon, const char *end) {
    int colons = 0;
    for (const char *at = colon; at < end; at++) colons += *at == ':';
    return colons == FIELD_SQUARES && end[-1] == ':';
}

static const char *piece_end(const SourceLine *line, const char *colon) {
    const char *end = word_end(colon, line->end);
    for (;;) {
        const char *next = blanks_skip(end, line->end), *next_end = word_end(next, line->end);
        bool due = end[-1] == ',' || *next == ',' || squares_are_due(colon, end);
        if (next >= next_end || !due || !squares_go_on(next, next_end)) return end;
        end = next_end;
    }
}

static void piece_fields(Reader *reader, Item *item, const SourceLine *line, const char *at,
                         const char *end) {
    for (const char *cut; at <= end; at = cut + 1) {
        for (cut = at; cut < end && *cut != ':';) cut++;
        if (item->field_count == PIECE_FIELDS) {
            for (cut = at; cut < end && *cut == ':';) cut++;
            if (cut == end) return; /* extra empty fields are ignored */
            finding_error(reader->findings, place_of(line, at), MSG_PIECE_FIELDS_TOO_MANY);
            item->cut = true;
            return;
        }
        const char *last = cut;
        while (last > at && reader_is_blank(last[-1])) last--;
        item->columns[item->field_count] = place_of(line, at).column;
        item->fields[item->field_count++] = (Slice){at, (int)(last - at)};
    }
}

/* The sign that the author wrote instead of colons, as in `x;X;W;x;c1`. 0: none. */
static char wrong_divider(Slice word) {
    static const char dividers[] = ";|,";
    for (const char *divider = dividers; *divider; divider++) {
        int count = 0;
        for (int i = 0; i < word.length; i++) count += word.at[i] == *divider;
        if (count >= 2) return *divider;
    }
    return '\0';
}

static bool is_betza(Reader *reader, Slice text) {
    Power power;
    return betza_compile(reader->arena, text.at, (size_t)text.length, &power, NULL);
}

static void equals_missing(Reader *reader, Place at, const Key *key) {
    Items *items = reader->items;
    finding_error(reader->findings, at, MSG_KEY_EQUALS_MISSING, arg_text(key->name));
    if (items->lost_key_count < LOST_KEYS) items->lost_keys[items->lost_key_count++] = key->name;
    items->lost_pieces = true;
    if (key_is(key, "option") || key_is(key, "choice")) setting_lose(reader);
}

/* Refuses a word that begins neither a key nor a piece, with the rest of the line. Directly
 * following lines of the same kind are not reported, because they belong to the same prose. */
static void word_refuse(Reader *reader, SourceLine *line) {
    const char *start = line->at;
    line->at = word_end(start, line->end);
    Slice word = {start, (int)(line->at - start)};
    Place at = place_of(line, start);
    char divider = wrong_divider(word);
    const Key *key = key_find(word);
    if (key)
        equals_missing(reader, at, key);
    else if (divider && reader->prose_line != line->number) /* without this test, prose that a tag
                                                               cuts could look like a piece with
                                                               another divider */
        finding_error(reader->findings, at, MSG_PIECE_DIVIDER, arg_bytes(&divider, 1));
    else if (!reader->prose_line || line->number > reader->prose_line + 1)
        finding_error(reader->findings, at, MSG_LINE_UNKNOWN, arg_slice(word));
    const Items *items = reader->items;
    for (int i = items->count - 1; i >= 0 && items->list[i].at.line == line->number; i--)
        if (i == items->count - 1 || !items->list[i].key) items->list[i].cut = true;
    reader->prose_line = key || divider ? 0 : line->number;
    reader->items->lost_pieces = true;
    setting_lose(reader);
    line->at = line->end;
}

/* Are squares the third field of the word, whose first colon is given? Then the fields before them
 * are missing. */
static bool squares_are_third(Reader *reader, const char *colon, const char *end) {
    const char *second = memchr(colon + 1, ':', (size_t)(end - colon - 1));
    if (!second) return false;
    const char *third = memchr(second + 1, ':', (size_t)(end - second - 1));
    Slice squares = {second + 1, (int)((third ? third : end) - second - 1)};
    return slice_is_squares(squares) && !is_betza(reader, squares);
}

/* Did a blank cut the moves in two, as in `x:X:F fW:x:b1`? The rest would look like a piece line
 * with squares for moves. */
static bool moves_are_cut(Reader *reader, const SourceLine *line, const Item *item) {
    const char *start = blanks_skip(line->at, line->end), *end = word_end(start, line->end);
    Slice moves = item->fields[FIELD_BETZA], word = {start, (int)(end - start)};
    if (item->field_count != FIELD_BETZA + 1 || !moves.length || start == end) return false;
    const char *colon = memchr(word.at, ':', (size_t)word.length);
    Slice rest = {word.at, (int)((colon ? colon : end) - word.at)};
    const char *joined = arena_format(reader->arena, "%.*s%.*s", SLICE(moves), SLICE(rest));
    if (colon && !is_betza(reader, moves) && is_betza(reader, slice_of(joined))) return true;
    if (!colon) return is_betza(reader, word) && !memchr(word.at, '=', (size_t)word.length);
    return squares_are_third(reader, colon, end);
}

/* Does a list of pairs end in the middle of a pair, as in `P:x,S`? A list with `>` has no pairs. */
static bool pair_is_begun(Slice value) {
    if (memchr(value.at, '>', (size_t)value.length)) return false;
    int last = value.length;
    while (last > 0 && value.at[last - 1] != ',') last--;
    return last > 0 && memchr(value.at, ':', (size_t)last) &&
           !memchr(value.at + last, ':', (size_t)(value.length - last));
}

/* Did a blank cut the value of a key in two, as in `kanji=P:x, S:y`? The rest would look like a
 * piece line whose id holds a comma. */
static bool value_is_cut(const Item *key, Slice word) {
    if (!key->value.length || key_takes_line(key->key)) return false;
    if (key_is(key->key, "name") && !memchr(word.at, ':', (size_t)word.length)) return true;
    if (key->value.at[key->value.length - 1] == ',' || *word.at == ',') return true;
    if (pair_is_begun(key->value)) return true;
    const char *end = word.at + word.length, *first = memchr(word.at, ':', (size_t)word.length);
    if (!first) return false;
    const char *second = memchr(first + 1, ':', (size_t)(end - first - 1));
    Slice id = {first + 1, (int)((second ? second : end) - first - 1)};
    bool pairs = memchr(key->value.at, ':', (size_t)key->value.length) != NULL;
    return (memchr(id.at, ',', (size_t)id.length) && !slice_is_squares(id)) ||
           memchr(id.at, '>', (size_t)id.length) ||
           (pairs && memchr(word.at, ',', (size_t)(first - word.at)));
}

/* Is the word the rest of the piece's squares, as in `b1 - g1` or `b1 g1`? */
static bool squares_are_cut(const Item *piece, Slice word) {
    if (piece->field_count != FIELD_SQUARES + 1) return false;
    Slice squares = piece->fields[FIELD_SQUARES];
    if (!squares.length) return false;
    bool joined = *word.at == '-' || *word.at == ',' || squares.at[squares.length - 1] == '-';
    return (joined && !memchr(word.at, ':', (size_t)word.length)) || slice_is_squares(word);
}

/* If this word is the rest of the previous item, which a blank cut in two, reports that, marks the
 * item as cut, skips the word and returns true. */
static bool rest_of_item(Reader *reader, SourceLine *line) {
    Items *items = reader->items;
    if (reader->item_line != line->number) return false;
    Item *last = &items->list[items->count - 1];
    const char *end = word_end(line->at, line->end);
    Slice word = {line->at, (int)(end - line->at)};
    Place at = place_of(line, line->at);
    if (last->key && value_is_cut(last, word))
        finding_error(reader->findings, at, MSG_KEY_VALUE_CUT, arg_text(last->key->name),
                      arg_slice(last->value));
    else if (!last->key && ((*word.at == ':' && last->fields[FIELD_NAME].length) ||
                            squares_are_cut(last, word))) {
        if (!last->cut)
            finding_error(reader->findings, at, MSG_PIECE_CUT,
                          arg_slice(last->fields[last->field_count - 1]));
    } else
        return false;
    last->cut = true;
    line->at = end;
    return true;
}

/* Is there a blank after a colon (`name: X:fW`, `name:X: fW:x`), so that the next word begins with
 * the missing field? Or a blank instead of a colon (`name:X fW:x:a1`)? */
static bool fields_are_cut(Reader *reader, const SourceLine *line, const Item *item) {
    const char *start = blanks_skip(line->at, line->end), *end = word_end(start, line->end);
    const char *colon = memchr(start, ':', (size_t)(end - start));
    int missed = item->field_count - 1;
    if (!colon) return false;
    Slice next = {start, (int)(colon - start)};
    if (item->fields[missed].length)
        return missed == FIELD_ID && is_betza(reader, next) &&
               squares_are_third(reader, colon, end);
    if (missed == FIELD_BETZA) return is_betza(reader, next);
    bool id = next.length > 0 && next.length <= 4;
    for (int i = 0; i < next.length; i++) id &= !ascii_is_letter(next.at[i]) || next.at[i] < 'a';
    return missed == FIELD_ID && id;
}

/* Are there blanks around the colons, as in `name : ID : moves`? */
static bool colons_stand_apart(const SourceLine *line, const char *colon) {
    const char *next = blanks_skip(colon + 1, line->end), *end = word_end(next, line->end),
               *after = blanks_skip(end, line->end);
    return colon > line->at && reader_is_blank(colon[-1]) && next > colon + 1 &&
           after < line->end && *after == ':';
}

/* Skips the rest of the line. Reported once for the whole text, because an author who writes one
 * piece like this writes all. */
static void apart_refuse(Reader *reader, SourceLine *line, const char *colon) {
    const char *end = colon;
    while (reader_is_blank(end[-1])) end--;
    if (!reader->told_of_blanks)
        finding_error(reader->findings, place_of(line, end), MSG_PIECE_CUT,
                      arg_slice((Slice){line->at, (int)(end - line->at)}));
    reader->told_of_blanks = reader->items->lost_pieces = true;
    line->at = line->end;
}

/* Is it a heading such as `This is my game:`? It has more words than the name of a standard piece,
 * and its only colon is at the end. */
static bool is_heading(const SourceLine *line, const char *start, const char *colon) {
    const char *second = blanks_skip(word_end(start, line->end), line->end);
    return second < colon && word_end(second, line->end) < colon &&
           blanks_skip(colon + 1, line->end) == line->end &&
           !memchr(start, '=', (size_t)(colon - start));
}

/* Drops the piece line together with the rest that a blank cut off. */
static void piece_leave(Reader *reader, SourceLine *line) {
    line->at = word_end(blanks_skip(line->at, line->end), line->end);
    reader->items->count -= !reader->setting_lost;
    reader->item_line = 0;
    reader->items->lost_pieces = true;
}

static void piece_read(Reader *reader, SourceLine *line) {
    const char *colon = piece_colon(line), *start = line->at;
    const Item *last =
        reader->item_line == line->number ? &reader->items->list[reader->items->count - 1] : NULL;
    if (rest_of_item(reader, line)) return;
    if (!colon || (*start == ':' && last && last->key)) {
        word_refuse(reader, line);
        return;
    }
    if (colons_stand_apart(line, colon)) {
        apart_refuse(reader, line, colon);
        return;
    }
    Place at = place_of(line, start);
    const Key *key = key_find((Slice){start, (int)(colon - start)});
    if (is_heading(line, start, colon)) {
        word_refuse(reader, line);
        return;
    }
    line->at = piece_end(line, colon);
    if (key && !memchr(colon + 1, ':', (size_t)(line->at - colon - 1))) {
        if (key_takes_line(key)) line->at = line->end;
        equals_missing(reader, at, key);
        return;
    }
    Item *item = item_add(reader, at);
    piece_fields(reader, item, line, start, line->at);
    if (moves_are_cut(reader, line, item)) {
        finding_error(reader->findings, place_of(line, line->at), MSG_PIECE_MOVES_CUT,
                      arg_slice(item->fields[FIELD_BETZA]));
        piece_leave(reader, line);
    } else if (fields_are_cut(reader, line, item)) {
        finding_error(reader->findings, place_of(line, line->at), MSG_PIECE_CUT,
                      arg_slice((Slice){start, (int)(line->at - start)}));
        piece_leave(reader, line);
    }
}

/* ---- lines */

static void page_told(Reader *reader, Place at, MessageKey key) {
    if (!reader->told_of_page)
        finding_message(reader->findings, FINDING_WARNING, at, &MESSAGE_OF(key));
    reader->told_of_page = true;
}

/* The marks that many forums require around preformatted text. */
static bool is_fence(const SourceLine *line) {
    return line->end - line->at >= 3 && !memcmp(line->at, "```", 3);
}

static void line_read(Reader *reader, SourceLine *line) {
    const char *key_end, *equals;
    for (;;) {
        line->at = blanks_skip(line->at, line->end);
        if (line->at >= line->end || is_comment(line->at, line->end)) return;
        if (findings_exhausted(reader->findings)) {
            reader->items->lost_pieces = true;
            return;
        }
        if (reader->items->count >= ITEM_LIMIT) {
            finding_error(reader->findings, place_of(line, line->at), MSG_ITEMS_TOO_MANY,
                          arg_number(ITEM_LIMIT));
            line->at = line->end;
        } else if (*line->at == '<' || is_fence(line) ||
                   slice_is((Slice){line->at, (int)(word_end(line->at, line->end) - line->at)},
                            "|")) {
            page_told(reader, place_of(line, line->at), MSG_LINE_OF_WEB_PAGE);
            return;
        } else if (key_here(line->at, line->end, &key_end, &equals))
            key_read(reader, line, key_end, equals);
        else
            piece_read(reader, line);
    }
}

size_t reader_character(Findings *findings, const char *at, const char *end, Place place) {
    enum { LEFT_TO_RIGHT = 0x200E, RIGHT_TO_LEFT = 0x200F }; /* web pages have them (markup.c) */
    size_t length = utf8_character(at, (size_t)(end - at));
    uint32_t code_point = length ? utf8_code_point(at, length) : 0;
    bool good = length && (utf8_kind(code_point) != UTF8_CONTROL || reader_is_blank(*at) ||
                           code_point == LEFT_TO_RIGHT || code_point == RIGHT_TO_LEFT);
    if (good || !findings) return good ? length : 0;
    if (length > 1) {
        char code[8];
        snprintf(code, sizeof code, "%04X", (unsigned)code_point);
        finding_error(findings, place, MSG_TEXT_TURNING_CHARACTER, arg_text(code));
    } else
        finding_error(findings, place, length ? MSG_TEXT_CONTROL_CHARACTER : MSG_TEXT_NOT_UTF8,
                      arg_number((unsigned char)*at));
    return 0;
}

/* Reports the first character of a line that a text may not hold. Returns true if there is none. */
static bool line_is_text(Reader *reader, const char *line, const char *end, int number) {
    for (const char *at = line; at < end;) {
        size_t length = reader_character(reader ? reader->findings : NULL, at, end,
                                         (Place){number, (int)(at - line) + 1});
        if (!length) return false;
        at += length;
    }
    return true;
}

static const char *line_end(const char *at, const char *end) {
    const char *cut = memchr(at, '\n', (size_t)(end - at));
    return cut ? cut : end;
}

/* The place of the byte `at` in the text, whose first line has this number. */
static Place place_in_text(const char *text, const char *at, int number) {
    const char *end = at;
    for (const char *cut; (cut = line_end(text, end)) < end; text = cut + 1) number++;
    return (Place){number, (int)(at - text) + 1};
}

static void bytes_check(Reader *reader, const char *text, size_t length) {
    const char *end = text + length;
    int number = findings_line_below(reader->below);
    for (const char *at = text, *cut; at < end; at = cut + 1, number++) {
        cut = line_end(at, end);
        reader->items->lost_pieces |= !line_is_text(reader, at, cut, number);
    }
}

bool reader_items(Arena *arena, const char *text, size_t length, int below, Items *items,
                  Findings *findings) {
    Reader reader = {.arena = arena, .items = items, .findings = findings, .below = below};
    if (length > GAME_TEXT_BYTES) {
        finding_error(findings, place_start, MSG_TEXT_TOO_LONG, arg_number((int64_t)length),
                      arg_number(GAME_TEXT_BYTES));
        return false;
    }
    bytes_check(&reader, text, length);
    Plain plain = markup_remove(arena, text, length);
    const char *at = plain.text, *end = at + plain.length;
    SourceLine line = {.plain = &plain, .number = findings_line_below(below)};
    size_t seen = 0; /* offset in the given text up to which line ends are counted */
    bool marked = plain.length >= 3 && !memcmp(at, "\xEF\xBB\xBF", 3); /* byte order mark */
    if (plain.first_tag)
        page_told(&reader, place_in_text(text, plain.first_tag, line.number), MSG_TEXT_OF_WEB_PAGE);
    for (; at < end; at = line.end + 1) {
        for (size_t origin = origin_of(&plain, at); seen < origin; seen++)
            if (text[seen] == '\n') line.number++, line.start = seen + 1;
        line.at = marked && at == plain.text ? at + 3 : at;
        line.end = line_end(at, end);
        if (line_is_text(NULL, at, line.end, 0))
            line_read(&reader, &line);
        else
            setting_lose(&reader);
    }
    return true;
}
