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
    const char *at, *end; /* the line's bytes in the text without markup */
    const Plain *plain;   /* the text without markup */
    size_t start;         /* offset of the whole line in the given text */
    int number;           /* number of the whole line, from 1 */
} SourceLine;

typedef struct Reader {
    Arena *arena;        /* the caller's arena, which holds the items */
    Items *items;        /* the caller's items, to which each item is added */
    Findings *findings;  /* the caller's findings, which get the errors */
    int below;           /* the value of Item.below for each item */
    bool told_of_page;   /* the warning was given that parts of a web page are ignored */
    bool told_of_blanks; /* blanks around colons were reported */
    int prose_line;      /* the last line that was refused as prose; 0: none */
    int item_line;       /* the line of the last item; 0: that item was dropped */
    bool setting_lost;   /* a choice's line was refused: items after it are dropped */
    bool option_lost;    /* a line that may start an option was refused */
    bool options_over;   /* there are too many options: this option and its choices are dropped */
} Reader;

#define reader_error(reader, place, ...) finding_error((reader)->findings, place, __VA_ARGS__)

bool slice_is(Slice slice, const char *text) {
    return (size_t)slice.length == strlen(text) && !memcmp(slice.at, text, (size_t)slice.length);
}
bool slice_same(Slice a, Slice b) {
    return a.length == b.length && !memcmp(a.at, b.at, (size_t)a.length);
}
bool slice_alike(Slice a, Slice b) {
    for (int i = 0; i < a.length && a.length == b.length; i++)
        if (ascii_lower(a.at[i]) != ascii_lower(b.at[i])) return false;
    return a.length == b.length;
}

Slice slice_part(Slice *rest) {
    const char *end = rest->at + rest->length, *cut = memchr(rest->at, ':', (size_t)rest->length);
    Slice part = slice_between(rest->at, cut ? cut : end);
    *rest = slice_between(cut ? cut + 1 : end, end);
    return part;
}

Slice slice_trimmed(const char *at, const char *end) {
    while (at < end && reader_is_blank(*at)) at++;
    while (end > at && reader_is_blank(end[-1])) end--;
    return slice_between(at, end);
}

/* The last `c` in the slice; NULL: none. */
static const char *slice_last(Slice slice, char c) {
    const char *at = slice.at + slice.length;
    while (at > slice.at && at[-1] != c) at--;
    return at > slice.at ? at - 1 : NULL;
}

static size_t origin_of(const Plain *plain, const char *at) {
    size_t offset = (size_t)(at - plain->text);
    return plain->origin ? plain->origin[offset] : offset;
}

bool slice_is_betza(Arena *arena, Slice slice) {
    Power power;
    return betza_compile(arena, slice.at, (size_t)slice.length, &power, NULL);
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

/* Does `at` begin with `key =`? Sets *key_end to the key's end and *equals to the `=`. */
static bool key_here(const char *at, const char *end, const char **key_end, const char **equals) {
    if (!ascii_is_letter(*at)) return false;
    while (at < end && (ascii_is_letter(*at) || ascii_is_digit(*at) || *at == '_' || *at == '-'))
        at++;
    *key_end = at;
    at = reader_blanks_end(at, end);
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
    const char *end = text.at + text.length, *cut = reader_word_end(text.at, end),
               *rest = reader_blanks_end(cut, end);
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
    items->settings[known].lost = setting->lost = true; /* choices may follow either */
}

static void option_start(Reader *reader, Place at, Slice text) {
    Items *items = reader->items;
    Setting setting = {.at = at};
    split_help(text, &setting.name, &setting.help);
    if (!setting.name.length) reader_error(reader, at, MSG_OPTION_NO_NAME);
    if (slice_has(setting.name, '=')) reader_error(reader, at, MSG_OPTION_NAME_EQUALS);
    reader_setting_twice(items, &setting, reader->findings);
    if (items->setting_count == MAX_OPTIONS) {
        if (!reader->options_over)
            reader_error(reader, at, MSG_OPTIONS_TOO_MANY, arg_number(MAX_OPTIONS));
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
        reader_error(reader, at, MSG_CHOICE_WITHOUT_OPTION);
    if (!items->setting_count || reader->options_over) {
        reader->setting_lost = reader->option_lost = true;
        return;
    }
    Setting *setting = &items->settings[items->setting_count - 1];
    bool twice = reader_choice_find(setting, choice.name) >= 0;
    bool too_many = setting->count == MAX_CHOICES;
    if (!choice.name.length) reader_error(reader, at, MSG_CHOICE_NO_VALUE);
    if (twice && !setting->lost)
        reader_error(reader, at, MSG_CHOICE_TWICE, arg_slice(setting->name),
                     arg_slice(choice.name));
    else if (too_many && !setting->lost)
        reader_error(reader, at, MSG_CHOICES_TOO_MANY, arg_number(MAX_CHOICES),
                     arg_slice(setting->name));
    setting->lost |= twice || too_many;
    reader->setting_lost = twice || too_many;
    if (!reader->setting_lost) setting->choices[setting->count++] = choice;
}

/* ---- keys */

/* The first `:` in the rest of the line; NULL: a key comes before it, or the rest has no `:`. */
static const char *piece_colon(const SourceLine *line) {
    const char *key_end, *equals;
    for (const char *at = line->at; at < line->end;
         at = reader_blanks_end(reader_word_end(at, line->end), line->end)) {
        if (key_here(at, line->end, &key_end, &equals)) return NULL;
        const char *colon = memchr(at, ':', (size_t)(reader_word_end(at, line->end) - at));
        if (colon) return colon;
    }
    return NULL;
}

static Slice value_read(SourceLine *line, const Key *key) {
    const char *start = reader_blanks_end(line->at, line->end), *end, *key_end, *equals;
    if (key && key_takes_line(key)) {
        Slice text = slice_trimmed(start, line->end);
        if (!text.length) text.at = line->at;
        line->at = line->end;
        return text;
    }
    /* The value is empty if the next word is a key or a piece line with squares: `promoChoice=
     * p:P:W::a1`. Only after `kanji=` a word with that many colons is a value. */
    int colons = 0;
    end = reader_word_end(start, line->end);
    for (const char *at = start; at < end && *at != ','; at++) colons += *at == ':';
    bool piece = colons >= FIELD_SQUARES && !(key && key_is(key, "kanji"));
    if (start == line->end ||
        (start > line->at && (piece || key_here(start, line->end, &key_end, &equals))))
        return (Slice){line->at, 0};
    line->at = end;
    return slice_between(start, end);
}

/* Called after a refused line that may have started an option or a choice. */
static void setting_lose(Reader *reader) {
    Items *items = reader->items;
    reader->setting_lost = items->setting_count > 0;
    reader->option_lost = true;
    if (items->setting_count) items->settings[items->setting_count - 1].lost = true;
}

/* Reports an unknown key. Skips words after its value up to the next key, but no piece line. */
static void key_unknown(Reader *reader, SourceLine *line, Place at, Slice name, Slice value,
                        const char *near) {
    Items *items = reader->items;
    if (slice_is(name, "hole") || slice_is(name, "holes"))
        reader_error(reader, at, MSG_HOLE_FORM);
    else
        finding_unknown(reader->findings, at, MSG_KEY_UNKNOWN, MSG_KEY_UNKNOWN_NEAR,
                        arg_slice(name), near);
    if (!near) setting_lose(reader);
    items->lost_pieces |= slice_has(value, ':');
    if (near && items->lost_key_count < LOST_KEYS) items->lost_keys[items->lost_key_count++] = near;
    const char *key_end, *equals, *next = reader_blanks_end(line->at, line->end);
    if (piece_colon(&(SourceLine){.at = next, .end = line->end})) return;
    for (; next < line->end && !key_here(next, line->end, &key_end, &equals);
         next = reader_blanks_end(line->at, line->end))
        line->at = reader_word_end(next, line->end);
}

static void key_read(Reader *reader, SourceLine *line, const char *key_end, const char *equals) {
    Slice name = {line->at, (int)(key_end - line->at)};
    Place at = place_of(line, line->at);
    const Key *key = key_find(name);
    const char *near = key ? NULL : key_nearest(name);
    const char *second =
        slice_last(slice_between(equals + 1, reader_word_end(equals, line->end)), '=');
    if (!key && second) { /* the name contains a wrong `=`, as in `fil=es=9` */
        Slice longer = {name.at, (int)(second - name.at)};
        if (key_nearest(longer)) near = key_nearest(longer), name = longer, equals = second;
    }
    line->at = equals + 1;
    const Key *meant = key ? key : near ? key_find(slice_of(near)) : NULL;
    Slice value = value_read(line, meant);
    Place value_at = place_of(line, value.at);
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

/* The end of the piece line whose first colon is given. Authors write blanks after commas in the
 * list of squares, or after the colon before the list. Then the next word belongs to the list. */
static const char *piece_end(const SourceLine *line, const char *colon) {
    const char *end = reader_word_end(colon, line->end);
    for (;;) {
        const char *next = reader_blanks_end(end, line->end), *square = next;
        Slice word = slice_between(next, reader_word_end(next, line->end));
        int colons = 0;
        for (const char *at = colon; at < end; at++) colons += *at == ':';
        while (square < next + word.length && *square == ',') square++;
        if (!(end[-1] == ',' || *next == ',' || (colons == FIELD_SQUARES && end[-1] == ':')) ||
            next + word.length - square < 2 || !ascii_is_letter(square[0]) ||
            !ascii_is_digit(square[1]) || slice_has(word, ':') || slice_has(word, '='))
            return end;
        end = next + word.length;
    }
}

static void piece_fields(Reader *reader, Item *item, const SourceLine *line, const char *at,
                         const char *end) {
    for (const char *cut; at <= end; at = cut + 1) {
        for (cut = at; cut < end && *cut != ':';) cut++;
        if (item->field_count == PIECE_FIELDS) {
            for (cut = at; cut < end && *cut == ':';) cut++;
            if (cut == end) return; /* extra empty fields are ignored */
            reader_error(reader, place_of(line, at), MSG_PIECE_FIELDS_TOO_MANY);
            item->cut = true;
            return;
        }
        const char *last = cut;
        while (last > at && reader_is_blank(last[-1])) last--;
        item->columns[item->field_count] = place_of(line, at).column;
        item->fields[item->field_count++] = (Slice){at, (int)(last - at)};
    }
}

static void equals_missing(Reader *reader, Place at, const Key *key) {
    Items *items = reader->items;
    reader_error(reader, at, MSG_KEY_EQUALS_MISSING, arg_text(key->name));
    if (items->lost_key_count < LOST_KEYS) items->lost_keys[items->lost_key_count++] = key->name;
    items->lost_pieces = true;
    if (key_is(key, "option") || key_is(key, "choice")) setting_lose(reader);
}

/* Refuses a word that begins neither a key nor a piece line, and the rest of its line. The next
 * lines are not reported if they are refused too, because they belong to the same prose. */
static void word_refuse(Reader *reader, SourceLine *line) {
    Slice word = slice_between(line->at, reader_word_end(line->at, line->end));
    Place at = place_of(line, line->at);
    const Key *key = key_find(word);
    char divider = '\0'; /* the sign written instead of colons, as in `x;X;W;x;c1` */
    for (const char *sign = ";|,"; *sign && !divider; sign++) {
        const char *last = slice_last(word, *sign);
        if (last && slice_has(slice_between(word.at, last), *sign)) divider = *sign;
    }
    if (key)
        equals_missing(reader, at, key);
    else if (divider && reader->prose_line != line->number) /* without this test, prose that a tag
                                                               cuts could look like a piece with
                                                               another divider */
        reader_error(reader, at, MSG_PIECE_DIVIDER, arg_bytes(&divider, 1));
    else if (!reader->prose_line || line->number > reader->prose_line + 1)
        reader_error(reader, at, MSG_LINE_UNKNOWN, arg_slice(word));
    const Items *items = reader->items;
    for (int i = items->count - 1; i >= 0 && items->list[i].at.line == line->number; i--)
        if (i == items->count - 1 || !items->list[i].key) items->list[i].cut = true;
    reader->prose_line = key || divider ? 0 : line->number;
    reader->items->lost_pieces = true;
    setting_lose(reader);
    line->at = line->end;
}

/* Is the third field of the word a list of squares? Then fields before the squares are missing.
 * colon: the first colon of the word. */
static bool squares_are_third(Reader *reader, const char *colon, const char *end) {
    const char *second = memchr(colon + 1, ':', (size_t)(end - colon - 1));
    if (!second) return false;
    const char *third = memchr(second + 1, ':', (size_t)(end - second - 1));
    Slice squares = {second + 1, (int)((third ? third : end) - second - 1)};
    return slice_is_squares(squares) && !slice_is_betza(reader->arena, squares);
}

/* Did a blank cut the moves in two, as in `x:X:F fW:x:b1`? The part after the blank would look like
 * a piece line with squares for moves. */
static bool moves_are_cut(Reader *reader, const SourceLine *line, const Item *item) {
    const char *start = reader_blanks_end(line->at, line->end),
               *end = reader_word_end(start, line->end);
    Slice moves = item->fields[FIELD_BETZA], word = {start, (int)(end - start)};
    if (item->field_count != FIELD_BETZA + 1 || !moves.length || start == end) return false;
    const char *colon = memchr(word.at, ':', (size_t)word.length);
    Slice rest = {word.at, (int)((colon ? colon : end) - word.at)};
    const char *joined = arena_format(reader->arena, "%.*s%.*s", SLICE(moves), SLICE(rest));
    if (colon && !slice_is_betza(reader->arena, moves) &&
        slice_is_betza(reader->arena, slice_of(joined)))
        return true;
    if (!colon) return slice_is_betza(reader->arena, word) && !slice_has(word, '=');
    return squares_are_third(reader, colon, end);
}

/* Did a blank cut the value of a key in two, as in `kanji=P:x, S:y`? The part after the blank would
 * look like a piece line whose id holds a comma. The value may end in the middle of a pair, as in
 * `P:x,S`; a list with `>` has no pairs. */
static bool value_is_cut(const Item *key, Slice word) {
    Slice value = key->value;
    if (!value.length || key_takes_line(key->key)) return false;
    if (key_is(key->key, "name") && !slice_has(word, ':')) return true;
    if (value.at[value.length - 1] == ',' || *word.at == ',') return true;
    const char *comma = slice_last(value, ',');
    if (comma && !slice_has(value, '>') && slice_has(slice_between(value.at, comma), ':') &&
        !slice_has(slice_between(comma, value.at + value.length), ':'))
        return true;
    Slice rest = word, name = slice_part(&rest), id = slice_part(&rest);
    return slice_has(word, ':') &&
           ((slice_has(id, ',') && !slice_is_squares(id)) || slice_has(id, '>') ||
            (slice_has(value, ':') && slice_has(name, ',')));
}

/* If this word is the rest of the previous item, which a blank cut in two, reports that, marks the
 * item as cut, skips the word and returns true. */
static bool rest_of_item(Reader *reader, SourceLine *line) {
    Items *items = reader->items;
    if (reader->item_line != line->number) return false;
    Item *last = &items->list[items->count - 1];
    const char *end = reader_word_end(line->at, line->end);
    Slice word = slice_between(line->at, end), squares = last->fields[FIELD_SQUARES];
    Place at = place_of(line, line->at);
    bool joined = *word.at == '-' || *word.at == ',' ||
                  (squares.length && squares.at[squares.length - 1] == '-');
    bool cut = last->field_count == FIELD_SQUARES + 1 && squares.length && /* as in `b1 - g1` */
               ((joined && !slice_has(word, ':')) || slice_is_squares(word));
    if (last->key && value_is_cut(last, word))
        reader_error(reader, at, MSG_KEY_VALUE_CUT, arg_text(last->key->name),
                     arg_slice(last->value));
    else if (!last->key && ((*word.at == ':' && last->fields[FIELD_NAME].length) || cut)) {
        if (!last->cut)
            reader_error(reader, at, MSG_PIECE_CUT, arg_slice(last->fields[last->field_count - 1]));
    } else
        return false;
    last->cut = true;
    line->at = end;
    return true;
}

/* Is there a blank after a colon (`name: X:fW`, `name:X: fW:x`), so that the next word begins with
 * the missing field? Or a blank instead of a colon (`name:X fW:x:a1`)? */
static bool fields_are_cut(Reader *reader, const SourceLine *line, const Item *item) {
    const char *start = reader_blanks_end(line->at, line->end),
               *end = reader_word_end(start, line->end);
    const char *colon = memchr(start, ':', (size_t)(end - start));
    int missed = item->field_count - 1;
    if (!colon) return false;
    Slice next = {start, (int)(colon - start)};
    if (item->fields[missed].length)
        return missed == FIELD_ID && slice_is_betza(reader->arena, next) &&
               squares_are_third(reader, colon, end);
    if (missed == FIELD_BETZA) return slice_is_betza(reader->arena, next);
    bool id = next.length > 0 && next.length <= 4;
    for (int i = 0; i < next.length; i++) id &= !ascii_is_letter(next.at[i]) || next.at[i] < 'a';
    return missed == FIELD_ID && id;
}

/* Are there blanks around the colons, as in `name : ID : moves`? */
static bool colons_stand_apart(const SourceLine *line, const char *colon) {
    const char *next = reader_blanks_end(colon + 1, line->end),
               *end = reader_word_end(next, line->end), *after = reader_blanks_end(end, line->end);
    return colon > line->at && reader_is_blank(colon[-1]) && next > colon + 1 &&
           after < line->end && *after == ':';
}

/* Is the line a heading such as `This is my game:`? A heading has more words than the name of a
 * standard piece, and its only colon is at the end. */
static bool is_heading(const SourceLine *line, const char *start, const char *colon) {
    const char *second = reader_blanks_end(reader_word_end(start, line->end), line->end);
    return second < colon && reader_word_end(second, line->end) < colon &&
           reader_blanks_end(colon + 1, line->end) == line->end &&
           !memchr(start, '=', (size_t)(colon - start));
}

/* Drops a piece line that a blank splits into two words, and its second word. */
static void piece_leave(Reader *reader, SourceLine *line) {
    line->at = reader_word_end(reader_blanks_end(line->at, line->end), line->end);
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
        Slice name = slice_trimmed(start, colon);
        if (!reader->told_of_blanks) /* reported once: such an author writes all lines like this */
            reader_error(reader, place_of(line, name.at + name.length), MSG_PIECE_CUT,
                         arg_slice(name));
        reader->told_of_blanks = reader->items->lost_pieces = true;
        line->at = line->end;
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
        reader_error(reader, place_of(line, line->at), MSG_PIECE_MOVES_CUT,
                     arg_slice(item->fields[FIELD_BETZA]));
        piece_leave(reader, line);
    } else if (fields_are_cut(reader, line, item)) {
        reader_error(reader, place_of(line, line->at), MSG_PIECE_CUT,
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

static void line_read(Reader *reader, SourceLine *line) {
    const char *key_end, *equals;
    for (;;) {
        line->at = reader_blanks_end(line->at, line->end);
        Slice word = slice_between(line->at, reader_word_end(line->at, line->end));
        bool comment = word.length && (*word.at == '#' ||
                                       (word.length > 1 && word.at[0] == '/' && word.at[1] == '/'));
        bool fence = word.length >= 3 && !memcmp(word.at, "```", 3); /* code block of Markdown */
        if (!word.length || comment) return;
        if (findings_exhausted(reader->findings)) {
            reader->items->lost_pieces = true;
            return;
        }
        if (reader->items->count >= ITEM_LIMIT) {
            reader_error(reader, place_of(line, line->at), MSG_ITEMS_TOO_MANY,
                         arg_number(ITEM_LIMIT));
            line->at = line->end;
        } else if (*line->at == '<' || fence || slice_is(word, "|")) {
            page_told(reader, place_of(line, line->at), MSG_LINE_OF_WEB_PAGE);
            return;
        } else if (key_here(line->at, line->end, &key_end, &equals))
            key_read(reader, line, key_end, equals);
        else
            piece_read(reader, line);
    }
}

size_t reader_character(Findings *findings, const char *at, const char *end, Place place) {
    enum { LEFT_TO_RIGHT = 0x200E, RIGHT_TO_LEFT = 0x200F }; /* in texts of web pages: allowed */
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

bool reader_line_is_text(Findings *findings, const char *line, const char *end, int number) {
    for (const char *at = line; at < end;) {
        size_t length = reader_character(findings, at, end, (Place){number, (int)(at - line) + 1});
        if (!length) return false;
        at += length;
    }
    return true;
}

bool reader_items(Arena *arena, const char *text, size_t length, int below, Items *items,
                  Findings *findings) {
    Reader reader = {.arena = arena, .items = items, .findings = findings, .below = below};
    if (length > GAME_TEXT_BYTES) {
        finding_error(findings, place_start, MSG_TEXT_TOO_LONG, arg_number((int64_t)length),
                      arg_number(GAME_TEXT_BYTES));
        return false;
    }
    int number = findings_line_below(below);
    for (const char *at = text, *cut; at < text + length; at = cut + 1, number++) {
        cut = reader_line_end(at, text + length);
        items->lost_pieces |= !reader_line_is_text(findings, at, cut, number);
    }
    Plain plain = markup_remove(arena, text, length);
    const char *at = plain.text, *end = at + plain.length;
    SourceLine line = {.plain = &plain, .number = findings_line_below(below)};
    size_t seen = 0; /* offset in the given text up to which line ends are counted */
    bool marked = plain.length >= 3 && !memcmp(at, "\xEF\xBB\xBF", 3); /* byte order mark */
    if (plain.first_tag) {
        const char *start = text, *cut;
        Place place = {.line = line.number};
        for (; (cut = reader_line_end(start, plain.first_tag)) < plain.first_tag; start = cut + 1)
            place.line++;
        place.column = (int)(plain.first_tag - start) + 1;
        page_told(&reader, place, MSG_TEXT_OF_WEB_PAGE);
    }
    for (; at < end; at = line.end + 1) {
        for (size_t origin = origin_of(&plain, at); seen < origin; seen++)
            if (text[seen] == '\n') line.number++, line.start = seen + 1;
        line.at = marked && at == plain.text ? at + 3 : at;
        line.end = reader_line_end(at, end);
        if (reader_line_is_text(NULL, at, line.end, 0))
            line_read(&reader, &line);
        else
            setting_lose(&reader);
    }
    return true;
}
