#include "variant/reader.h"

#include "base/utf8.h"
#include "variant/keys.h"
#include "variant/variant.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 18, ITEM_LIMIT = 4096 };

typedef struct Line {
    const char *start, *at, *end;
    int number;
} Line;

typedef struct Reader {
    Arena *arena;
    Items *items;
    Findings *findings;
} Reader;

bool slice_is(Slice slice, const char *text) {
    return (size_t)slice.length == strlen(text) && !memcmp(slice.at, text, (size_t)slice.length);
}
bool slice_same(Slice a, Slice b) {
    return a.length == b.length && !memcmp(a.at, b.at, (size_t)a.length);
}

static Place place_of(const Line *line, const char *at) {
    return (Place){line->number, (int)(at - line->start) + 1};
}
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *blanks_skip(const char *at, const char *end) {
    while (at < end && is_blank(*at)) at++;
    return at;
}

static const char *word_end(const char *at, const char *end) {
    while (at < end && !is_blank(*at)) at++;
    return at;
}

static bool is_comment(const char *at, const char *end) {
    return at < end && (*at == '#' || (at + 1 < end && at[0] == '/' && at[1] == '/'));
}

/* `key =` at this place? Gives where the key ends and where the `=` stands. */
static bool key_here(const char *at, const char *end, const char **key_end, const char **equals) {
    if (at >= end || !is_letter(*at)) return false;
    while (at < end && (is_letter(*at) || is_digit(*at) || *at == '_' || *at == '-')) at++;
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
    Item *item = &items->list[items->count++];
    *item = (Item){.at = at, .option = -1, .choice = -1};
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

static bool option_known(const Items *items, Slice name) {
    for (int i = 0; i < items->setting_count; i++)
        if (slice_same(items->settings[i].name, name)) return true;
    return false;
}

static bool choice_known(const Setting *setting, Slice name) {
    for (int i = 0; i < setting->count; i++)
        if (slice_same(setting->choices[i].name, name)) return true;
    return false;
}

static void option_start(Reader *reader, Place at, Slice text) {
    Items *items = reader->items;
    Slice name, help;
    split_help(text, &name, &help);
    if (!name.length) finding_error(reader->findings, at, MSG_OPTION_NO_NAME);
    if (memchr(name.at, '=', (size_t)name.length))
        finding_error(reader->findings, at, MSG_OPTION_NAME_EQUALS);
    if (option_known(items, name))
        finding_error(reader->findings, at, MSG_OPTION_TWICE, arg_slice(name));
    if (items->setting_count == MAX_OPTIONS) {
        finding_error(reader->findings, at, MSG_OPTIONS_TOO_MANY, arg_number(MAX_OPTIONS));
        return;
    }
    if (!items->settings)
        items->settings = arena_take(reader->arena, MAX_OPTIONS * sizeof *items->settings);
    Setting *setting = &items->settings[items->setting_count++];
    *setting = (Setting){.name = name,
                         .help = help,
                         .at = at,
                         .choices = arena_take(reader->arena, MAX_CHOICES * sizeof(SettingChoice))};
}

static void choice_start(Reader *reader, Place at, Slice text) {
    Items *items = reader->items;
    Setting *setting = items->setting_count ? &items->settings[items->setting_count - 1] : NULL;
    SettingChoice choice = {.at = at};
    split_help(text, &choice.name, &choice.help);
    if (!setting) {
        finding_error(reader->findings, at, MSG_CHOICE_WITHOUT_OPTION);
        return;
    }
    if (!choice.name.length) finding_error(reader->findings, at, MSG_CHOICE_NO_VALUE);
    if (choice_known(setting, choice.name))
        finding_error(reader->findings, at, MSG_CHOICE_TWICE, arg_slice(setting->name),
                      arg_slice(choice.name));
    if (setting->count == MAX_CHOICES) {
        finding_error(reader->findings, at, MSG_CHOICES_TOO_MANY, arg_number(MAX_CHOICES),
                      arg_slice(setting->name));
        return;
    }
    setting->choices[setting->count++] = choice;
}

static void settings_check(Reader *reader) {
    for (int i = 0; i < reader->items->setting_count; i++) {
        const Setting *setting = &reader->items->settings[i];
        if (setting->count < 2)
            finding_error(reader->findings, setting->at, MSG_OPTION_NEEDS_CHOICES,
                          arg_slice(setting->name));
    }
}

/* ---- keys */

static Slice value_read(Line *line, const Key *key) {
    const char *start = blanks_skip(line->at, line->end), *end, *key_end, *equals;
    if (!key || key_takes_line(key)) {
        end = line->end;
        while (end > start && is_blank(end[-1])) end--;
        if (start == end) start = end = line->at;
        line->at = line->end;
        return (Slice){start, (int)(end - start)};
    }
    bool empty = start == line->end ||
                 (start > line->at &&
                  key_here(start, line->end, &key_end, &equals)); /* the next key follows */
    if (empty) return (Slice){line->at, 0};
    end = word_end(start, line->end);
    line->at = end;
    return (Slice){start, (int)(end - start)};
}

static void key_unknown(Reader *reader, Place at, Slice name) {
    const char *near = key_nearest(name);
    if (near)
        finding_error(reader->findings, at, MSG_KEY_UNKNOWN_NEAR, arg_slice(name), arg_text(near));
    else
        finding_error(reader->findings, at, MSG_KEY_UNKNOWN, arg_slice(name));
}

static void key_read(Reader *reader, Line *line, const char *key_end, const char *equals) {
    Slice name = {line->at, (int)(key_end - line->at)};
    Place at = place_of(line, line->at);
    const Key *key = key_find(name);
    line->at = equals + 1;
    Slice value = value_read(line, key);
    Place value_at = place_of(line, value.at);
    if (!key)
        key_unknown(reader, at, name);
    else if (key_is(key, "option"))
        option_start(reader, value_at, value);
    else if (key_is(key, "choice"))
        choice_start(reader, value_at, value);
    else {
        Item *item = item_add(reader, at);
        item->key = key;
        item->value = value;
        item->value_at = value_at;
    }
}

/* ---- pieces */

/* Squares people wrote with a blank after the comma: the next word goes on with the list. */
static bool squares_go_on(const char *at, const char *end) {
    while (at < end && *at == ',') at++;
    return end - at >= 2 && is_letter(at[0]) && is_digit(at[1]) &&
           !memchr(at, ':', (size_t)(end - at)) && !memchr(at, '=', (size_t)(end - at));
}

static const char *piece_end(const Line *line, const char *colon) {
    const char *end = word_end(colon, line->end);
    for (;;) {
        const char *next = blanks_skip(end, line->end), *next_end = word_end(next, line->end);
        if (next >= next_end || (end[-1] != ',' && *next != ',') || !squares_go_on(next, next_end))
            return end;
        end = next_end;
    }
}

static void piece_fields(Reader *reader, Item *item, const Line *line, const char *at,
                         const char *end) {
    for (const char *cut; at <= end; at = cut + 1) {
        for (cut = at; cut < end && *cut != ':';) cut++;
        if (item->field_count == PIECE_FIELDS) {
            finding_error(reader->findings, place_of(line, at), MSG_PIECE_FIELDS_TOO_MANY);
            return;
        }
        const char *last = cut;
        while (last > at && is_blank(last[-1])) last--;
        item->columns[item->field_count] = place_of(line, at).column;
        item->fields[item->field_count++] = (Slice){at, (int)(last - at)};
    }
}

/* The first `:` of the words from here on, before a word that begins a key. */
static const char *piece_colon(const Line *line) {
    const char *key_end, *equals;
    for (const char *at = line->at; at < line->end;
         at = blanks_skip(word_end(at, line->end), line->end)) {
        if (key_here(at, line->end, &key_end, &equals)) return NULL;
        const char *colon = memchr(at, ':', (size_t)(word_end(at, line->end) - at));
        if (colon) return colon;
    }
    return NULL;
}

static void piece_read(Reader *reader, Line *line) {
    const char *colon = piece_colon(line), *start = line->at;
    Place at = place_of(line, start);
    if (!colon) {
        line->at = word_end(start, line->end);
        Slice word = {start, (int)(line->at - start)};
        finding_error(reader->findings, at, MSG_LINE_UNKNOWN, arg_slice(word));
        line->at = line->end;
        return;
    }
    line->at = piece_end(line, colon);
    Item *item = item_add(reader, at);
    piece_fields(reader, item, line, start, line->at);
}

/* ---- lines */

static void line_read(Reader *reader, Line *line) {
    const char *key_end, *equals;
    for (;;) {
        line->at = blanks_skip(line->at, line->end);
        if (line->at >= line->end || is_comment(line->at, line->end)) return;
        if (reader->items->count >= ITEM_LIMIT) {
            finding_error(reader->findings, place_of(line, line->at), MSG_ITEMS_TOO_MANY,
                          arg_number(ITEM_LIMIT));
            line->at = line->end;
        } else if (*line->at == '<' ||
                   slice_is((Slice){line->at, (int)(word_end(line->at, line->end) - line->at)},
                            "|")) {
            finding_warning(reader->findings, place_of(line, line->at), MSG_LINE_OF_WEB_PAGE);
            return;
        } else if (key_here(line->at, line->end, &key_end, &equals))
            key_read(reader, line, key_end, equals);
        else
            piece_read(reader, line);
    }
}

static bool line_is_text(Reader *reader, const Line *line) {
    for (const char *at = line->start; at < line->end;) {
        size_t length = utf8_character(at, (size_t)(line->end - at));
        unsigned char byte = (unsigned char)*at;
        if (!length || (byte < 32 && byte != '\t' && byte != '\r') || byte == 127) {
            finding_error(reader->findings, place_of(line, at),
                          length ? MSG_TEXT_CONTROL_CHARACTER : MSG_TEXT_NOT_UTF8,
                          arg_number(byte));
            return false;
        }
        at += length;
    }
    return true;
}

bool reader_items(Arena *arena, const char *text, size_t length, Items *items, Findings *findings) {
    Reader reader = {arena, items, findings};
    const char *at = text, *end = text + length;
    if (length > TEXT_BYTES) {
        finding_error(findings, place_start, MSG_TEXT_TOO_LONG, arg_number((int64_t)length),
                      arg_number(TEXT_BYTES));
        return false;
    }
    bool marked = length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3); /* byte order mark */
    for (int number = 1; at < end; number++) {
        const char *cut = memchr(at, '\n', (size_t)(end - at));
        if (!cut) cut = end;
        Line line = {
            .start = at, .at = number == 1 && marked ? at + 3 : at, .end = cut, .number = number};
        if (line_is_text(&reader, &line)) line_read(&reader, &line);
        at = cut + 1;
    }
    settings_check(&reader);
    return true;
}
