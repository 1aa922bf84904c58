#include "format/markup.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

/* Elements that are removed with their content. */
enum { BODIES = 3 };
static const char *const bodies[BODIES][2] = {
    {"<!--", "-->"}, {"<script", "</script>"}, {"<style", "</style>"}};

typedef struct Markup {
    const char *at, *end;      /* the rest to read */
    const char *text;          /* the given text */
    char *out;                 /* the text without markup so far */
    uint32_t *origin;          /* [length]: for each byte of out, the offset in `text` it was made
                                  from */
    size_t length;             /* bytes in out */
    const char *first_tag;     /* in `text`; NULL: none yet */
    bool endless[BODIES];      /* by body: the rest of the text has no end of one */
    const char *no_tag_before; /* no tag ends before this line end */
    bool comment;              /* the rest of the line is a comment of the game's text: only <br> is
                                  a tag there */
} Markup;

static bool starts(const char *at, const char *end, const char *word) {
    for (; *word; word++, at++)
        if (at == end || ascii_lower(*at) != *word) return false;
    return true;
}

static const char *find(const char *at, const char *end, const char *word) {
    while (at < end && !starts(at, end, word)) at++;
    return at;
}

/* ---- tags */

static bool tag_starts(const char *at, const char *end) {
    return at + 1 < end && *at == '<' && (ascii_is_letter(at[1]) || at[1] == '/' || at[1] == '!');
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static bool is_name(char c) { return ascii_is_letter(c) || ascii_is_digit(c) || c == '-'; }

/* The end of a tag: a name and attributes, which may span lines and hold any sign inside quotation
 * marks. NULL: it is not a tag. */
static const char *tag_end(const char *at, const char *end) {
    for (at++; at < end && (is_name(*at) || *at == '/'); at++) {}
    while (at < end && *at != '>') {
        while (at < end && (is_blank(*at) || *at == '/')) at++;
        const char *name = at;
        while (at < end && is_name(*at)) at++;
        if (at == name && (at == end || *at != '>')) return NULL;
        if (at == end || *at != '=') continue;
        char quote = ++at < end ? *at : ' ';
        if (quote == '"' || quote == '\'') {
            const char *close = memchr(at + 1, quote, (size_t)(end - at - 1));
            at = close ? close + 1 : end;
        } else
            while (at < end && !is_blank(*at) && !ascii_is_in(*at, "<>\"'")) at++;
    }
    return at < end ? at + 1 : NULL;
}

/* The place after the next `>` of the line, or NULL. Browsers take this for the end of a tag even
 * if it is not well formed. */
static const char *tag_end_on_line(const char *at, const char *end) {
    while (at < end && *at != '>' && *at != '\n') at++;
    return at < end && *at == '>' ? at + 1 : NULL;
}

/* The names of tags that web pages have around and inside the text of a game. */
static const char *const inline_names[] = {"a",      "b",   "big", "code",  "em",   "font",
                                           "i",      "kbd", "s",   "small", "span", "sub",
                                           "strong", "sup", "tt",  "u",     "wbr"};
static const char *const block_names[] = {
    "article", "body",   "br",     "button", "center",   "div", "embed",  "fieldset", "figure",
    "form",    "h1",     "h2",     "h3",     "h4",       "h5",  "h6",     "head",     "hr",
    "html",    "iframe", "img",    "input",  "label",    "li",  "link",   "main",     "meta",
    "object",  "ol",     "option", "p",      "pre",      "q",   "script", "section",  "select",
    "style",   "table",  "tbody",  "td",     "textarea", "th",  "thead",  "tr",       "ul"};

static bool tag_is_named(const char *at, const char *end, const char *const names[], size_t count) {
    at += at[1] == '/' ? 2 : 1;
    size_t length = 0;
    while (at + length < end && is_name(at[length])) length++;
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && starts(at, end, names[i])) return true;
    return false;
}

/* Does the tag only style the words inside it, such as `<b>`? */
static bool tag_is_inline(const char *at, const char *end) {
    return tag_is_named(at, end, inline_names, sizeof inline_names / sizeof *inline_names);
}

/* The end of the tag at this place; NULL: it is not a tag. Only tags with a name of HTML may span
 * lines, because a `<` may be a typing error, and a `>` may stand in a later line. */
static const char *tag_past(const char *at, const char *end) {
    const char *past = tag_end(at, end);
    if (!past || tag_is_inline(at, end) ||
        tag_is_named(at, end, block_names, sizeof block_names / sizeof *block_names) ||
        !memchr(at, '\n', (size_t)(past - at)))
        return past;
    return NULL;
}

/* The end of a comment, script or style that starts here; NULL: none starts here, or it has no
 * end. */
static const char *body_end(Markup *markup) {
    for (int i = 0; i < BODIES; i++) {
        if (markup->endless[i] || !starts(markup->at, markup->end, bodies[i][0])) continue;
        const char *close = find(markup->at, markup->end, bodies[i][1]);
        if (close < markup->end) return close + strlen(bodies[i][1]);
        markup->endless[i] = true;
    }
    return NULL;
}

/* ---- entities */

/* The character of `&#65;` or `&#x41;`; -1: it is not such an entity, or a text may not hold the
 * character. */
static long number_entity(const char *at, const char *end, const char **past) {
    int base = at < end && ascii_lower(*at) == 'x' ? 16 : 10, digits = 0;
    long number = 0;
    for (at += base == 16; at < end && digits < 7; at++, digits++) {
        char c = ascii_lower(*at);
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
        if (digit >= base) break;
        number = number * base + digit;
    }
    if (!digits || at == end || *at != ';') return -1;
    *past = at + 1;
    bool control = utf8_kind((uint32_t)number) == UTF8_CONTROL;
    bool none = number > 0x10FFFF || (number >= 0xD800 && number < 0xE000);
    return control || none ? -1 : number;
}

/* The character that an entity stands for; -1: unknown. */
static long entity(const char *at, const char *end, const char **past) {
    static const struct {
        const char *text;
        long character;
    } named[] = {{"&nbsp;", 160}, {"&amp;", '&'},   {"&lt;", '<'},       {"&gt;", '>'},
                 {"&quot;", '"'}, {"&apos;", '\''}, {"&ndash;", 0x2013}, {"&mdash;", 0x2014},
                 {"&ensp;", 160}, {"&emsp;", 160},  {"&thinsp;", 160}};
    if (starts(at, end, "&#")) return number_entity(at + 2, end, past);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (starts(at, end, named[i].text)) {
            *past = at + strlen(named[i].text);
            return named[i].character;
        }
    return -1;
}

/* ---- the text */

static void put(Markup *markup, const char *from, char byte) {
    markup->origin[markup->length] = (uint32_t)(from - markup->text);
    markup->out[markup->length++] = byte;
}

static void put_character(Markup *markup, const char *from, long character) {
    if (character == 160) {
        put(markup, from, ' ');
    } else if (character < 0x80) {
        put(markup, from, (char)character);
    } else {
        int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
        put(markup, from, (char)((0xF0 << (3 - more)) | (character >> (6 * more))));
        while (more--) put(markup, from, (char)(0x80 | ((character >> (6 * more)) & 0x3F)));
    }
}

static bool tag_take(Markup *markup) {
    const char *at = markup->at, *past = NULL;
    if (markup->comment && !starts(at, markup->end, "<br")) return false;
    past = body_end(markup);
    bool ends_line = past != NULL;
    if (!past && tag_starts(at, markup->end)) {
        past = tag_past(at, markup->end);
        if (!past && at >= markup->no_tag_before) {
            past = tag_end_on_line(at, markup->end);
            if (!past) markup->no_tag_before = find(at, markup->end, "\n");
        }
        ends_line = !tag_is_inline(at, markup->end);
    }
    if (!past) return false;
    if (!markup->first_tag) markup->first_tag = at;
    if (ends_line) put(markup, at, '\n');
    markup->comment &= !ends_line;
    markup->at = past;
    return true;
}

/* Does a comment of the game's text start here: `#` or `//` at the start of a line or after a
 * blank? */
static bool comment_starts(const Markup *markup) {
    const char *at = markup->at;
    char before = markup->length ? markup->out[markup->length - 1] : '\n';
    return (before == '\n' || before == ' ' || before == '\t') &&
           (*at == '#' || (at + 1 < markup->end && at[0] == '/' && at[1] == '/'));
}

/* The length of the blank of web pages or invisible character that starts here; 0: neither.
 * character: its replacement, 0 for none. */
static int unseen(const char *at, const char *end, long *character) {
    static const struct {
        const char *bytes;
        long character;
    } known[] = {{"\xC2\xA0", 160},     {"\xC2\xAD", 0},       /* no-break space, soft hyphen */
                 {"\xE2\x80\x82", 160}, {"\xE2\x80\x83", 160}, /* en space, em space */
                 {"\xE2\x80\x89", 160}, {"\xE2\x80\xAF", 160}, /* thin, narrow no-break space */
                 {"\xE2\x80\x8B", 0},   {"\xE2\x80\x8E", 0},   /* zero width space, left to right */
                 {"\xE2\x80\x8F", 0},   {"\xE2\x81\xA0", 0}};  /* right to left, word joiner */
    if (at == end || ((unsigned char)*at != 0xC2 && (unsigned char)*at != 0xE2)) return 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].bytes);
        if ((size_t)(end - at) < length || memcmp(at, known[i].bytes, length) != 0) continue;
        *character = known[i].character;
        return (int)length;
    }
    return 0;
}

static bool holds_markup(const char *at, const char *end) {
    long character;
    for (; at < end; at++)
        if (*at == '&' || tag_starts(at, end) || unseen(at, end, &character)) return true;
    return false;
}

Plain markup_remove(Arena *arena, const char *text, size_t length) {
    Markup markup = {.at = text, .end = text + length, .text = text};
    if (!holds_markup(text, text + length)) return (Plain){text, length, NULL, NULL};
    markup.out = arena_take(arena, length + 1);
    markup.origin = arena_take(arena, (length + 1) * sizeof *markup.origin);
    while (markup.at < markup.end) {
        const char *at = markup.at, *past = NULL;
        long character = *at == '&' ? entity(at, markup.end, &past) : -1;
        int length_unseen = unseen(at, markup.end, &character);
        if (length_unseen) past = at + length_unseen;
        markup.comment = *at != '\n' && (markup.comment || comment_starts(&markup));
        if (!character)
            markup.at = past;
        else if (character > 0)
            put_character(&markup, at, character), markup.at = past;
        else if (*at != '<' || !tag_take(&markup))
            put(&markup, at, *at), markup.at++;
    }
    markup.origin[markup.length] = (uint32_t)length;
    return (Plain){markup.out, markup.length, markup.origin, markup.first_tag};
}

void markup_write(Out *out, const char *text, size_t length) {
    for (const char *end = text + length; text < end; text++) {
        if (*text == '&' && text + 1 < end && (ascii_is_letter(text[1]) || text[1] == '#'))
            out_text(out, "&amp;");
        else if (tag_starts(text, end))
            out_text(out, "&#60;");
        else
            out_char(out, *text);
    }
}
