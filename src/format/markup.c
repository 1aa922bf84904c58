#include "format/markup.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

/* The starts and ends of elements that are removed with their content. */
enum { BODIES = 3 };
static const char *const bodies[BODIES][2] = {
    {"<!--", "-->"}, {"<script", "</script>"}, {"<style", "</style>"}};

typedef struct Markup {
    const char *at, *end;      /* the part of `text` that is still to be read */
    const char *text;          /* the given text */
    char *out;                 /* the text without markup so far */
    uint32_t *origin;          /* [length]: for each byte of `out`, the offset in `text` of the byte
                                  or entity from which it was made */
    size_t length;             /* number of bytes in `out` */
    const char *first_tag;     /* the first tag in `text`; NULL: no tag was found yet */
    bool endless[BODIES];      /* by row of `bodies`: no such end is in the rest of the text */
    const char *no_tag_before; /* the text up to this line end has no end of a tag */
    bool comment;              /* the line's rest is a comment: only <br> is a tag there */
} Markup;

static bool starts(const char *at, const char *end, const char *word) {
    for (; *word; word++, at++)
        if (at == end || ascii_lower(*at) != *word) return false;
    return true;
}

/* ---- tags */

static bool tag_starts(const char *at, const char *end) {
    return at + 1 < end && *at == '<' && (ascii_is_letter(at[1]) || at[1] == '/' || at[1] == '!');
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static bool is_name(char c) { return ascii_is_letter(c) || ascii_is_digit(c) || c == '-'; }

/* The end of the tag that starts at `at`. A tag has a name and attributes, which may span lines and
 * hold any sign inside quotation marks. NULL: no tag starts there. */
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

/* The end of the comment, script or style at markup->at; NULL: none is there, or it has no end. */
static const char *body_end(Markup *markup) {
    for (int i = 0; i < BODIES; i++) {
        if (markup->endless[i] || !starts(markup->at, markup->end, bodies[i][0])) continue;
        const char *close = markup->at;
        while (close < markup->end && !starts(close, markup->end, bodies[i][1])) close++;
        if (close < markup->end) return close + strlen(bodies[i][1]);
        markup->endless[i] = true;
    }
    return NULL;
}

/* ---- entities */

/* The character of `&#65;` or `&#x41;`; -1: another form, or a character not allowed in texts. */
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

/* The character that an entity stands for; -1: no known entity starts at `at`. */
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

static bool tag_take(Markup *markup) {
    const char *at = markup->at, *past = NULL;
    if (markup->comment && !starts(at, markup->end, "<br")) return false;
    past = body_end(markup);
    bool ends_line = past != NULL;
    if (!past && tag_starts(at, markup->end)) {
        past = tag_end(at, markup->end);
        /* Only tags with a name of HTML may span lines, because a `<` may be a typing error. */
        if (past && !tag_is_inline(at, markup->end) &&
            !tag_is_named(at, markup->end, block_names, sizeof block_names / sizeof *block_names) &&
            memchr(at, '\n', (size_t)(past - at)))
            past = NULL;
        if (!past && at >= markup->no_tag_before) {
            /* to browsers the next `>` of the line ends a tag that is not well formed */
            const char *close = at;
            while (close < markup->end && *close != '>' && *close != '\n') close++;
            if (close < markup->end && *close == '>')
                past = close + 1;
            else
                markup->no_tag_before = close;
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

/* The length of the special blank or invisible character at `at`; 0: another character is there.
 * Sets *character to its replacement, or to 0 if it is removed. */
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

Plain markup_remove(Arena *arena, const char *text, size_t length) {
    Markup markup = {.at = text, .end = text + length, .text = text};
    long none;
    const char *first = text;
    while (first < markup.end && *first != '&' && !tag_starts(first, markup.end) &&
           !unseen(first, markup.end, &none))
        first++;
    if (first == markup.end) return (Plain){text, length, NULL, NULL};
    markup.out = arena_take(arena, length + 1);
    markup.origin = arena_take(arena, (length + 1) * sizeof *markup.origin);
    while (markup.at < markup.end) {
        const char *at = markup.at, *past = NULL;
        long character = *at == '&' ? entity(at, markup.end, &past) : -1;
        int length_unseen = unseen(at, markup.end, &character);
        if (length_unseen) past = at + length_unseen;
        /* a comment of the game's text: `#` or `//` at the start of a line or after a blank */
        char before = markup.length ? markup.out[markup.length - 1] : '\n';
        markup.comment =
            *at != '\n' && (markup.comment || (ascii_is_in(before, "\n \t") &&
                                               (*at == '#' || starts(at, markup.end, "//"))));
        if (!character)
            markup.at = past;
        else if (character > 0) {
            int more = character == 160 || character < 0x80 ? 0 /* a no-break space gives a blank */
                       : character < 0x800                  ? 1
                       : character < 0x10000                ? 2
                                                            : 3;
            put(&markup, at,
                !more ? (char)(character == 160 ? ' ' : character)
                      : (char)((0xF0 << (3 - more)) | (character >> (6 * more))));
            while (more--) put(&markup, at, (char)(0x80 | ((character >> (6 * more)) & 0x3F)));
            markup.at = past;
        } else if (*at != '<' || !tag_take(&markup))
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
