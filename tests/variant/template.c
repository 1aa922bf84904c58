/* The text that a new game begins with: it reads without a finding, it is the game it was begun
 * from, and it has every key of schema.def with what that means. */
#include "same.h"

#include <stdlib.h>

enum { TEXT_BYTES = 1 << 16 };
static char text[TEXT_BYTES], changed[TEXT_BYTES];
static HenkaDiagnostic entries[64];

static HenkaVariant *parse(const char *what, const char *from, bool warnings) {
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaVariant *v = henka_variant_parse(from, strlen(from), NULL, 0, &report);
    CHECK(v && (warnings || !report.count), "%s: %zu findings, the first at %d:%d: %s", what,
          report.count, report.count ? entries[0].at.line : 0,
          report.count ? entries[0].at.column : 0, report.count ? entries[0].at.message : "");
    return v;
}

/* The key's own line, `key=` or `#key=`; NULL: there is none. */
static const char *line_of(const char *key) {
    size_t length = strlen(key);
    for (const char *at = text; at; at = strchr(at, '\n'), at += at != NULL) {
        const char *name = at + (*at == '#');
        if (!strncmp(name, key, length) && name[length] == '=') return at;
    }
    return NULL;
}

/* What stands in the comment right above a line, its lines joined by blanks. */
static void comment_above(const char *line, char *comment, size_t cap) {
    const char *start = line;
    while (start > text) {
        const char *before = start - 1;
        while (before > text && before[-1] != '\n') before--;
        if (strncmp(before, "# ", 2)) break;
        start = before;
    }
    size_t length = 0;
    for (const char *at = start; at < line && length + 2 < cap; at++)
        if (*at == '\n')
            comment[length++] = ' ', at += (at + 1 < line) * 2;
        else if (at > start + 1)
            comment[length++] = *at;
    comment[length] = '\0';
}

static void check_keys(const char *what) {
    char comment[2048];
    for (int i = 0; key_at(i); i++) {
        const Key *key = key_at(i);
        if (key->kind == KEY_DRAWS || key->kind == KEY_FOREIGN) continue;
        if (key->kind == KEY_SECTION) continue;
        const char *line = line_of(key->name);
        CHECK(line, "%s: `%s` is missing", what, key->name);
        if (!line) continue;
        comment_above(line, comment, sizeof comment);
        CHECK(strstr(comment, key->help), "%s: above `%s` stands \"%s\"", what, key->name, comment);
    }
}

/* A key behind `#` has its standard value: without the `#` the game is the same. */
static void check_standards(const char *what, const HenkaVariant *v) {
    int count = 0;
    for (int i = 0; key_at(i); i++) {
        const Key *key = key_at(i);
        if (key->kind != KEY_NUMBER && key->kind != KEY_WORD) continue;
        const char *line = line_of(key->name);
        if (!line || *line != '#' || line[strlen(key->name) + 2] == '\n') continue;
        const char *other =
            line_of("promotes"); /* says the same as promoOffset, and only one may */
        if (other && *other != '#' && !strcmp(key->name, "promoOffset")) continue;
        snprintf(changed, sizeof changed, "%.*s%s", (int)(line - text), text, line + 1);
        HenkaVariant *same = parse(key->name, changed, true);
        if (same) check_same(key->name, v, same);
        henka_variant_free(same);
        count++;
    }
    CHECK(count > 5, "%s: only %d keys behind # have a standard value", what, count);
}

/* The rules, without what the text says of its author. */
static void check_game(const char *what, const HenkaVariant *like) {
    size_t length = henka_variant_template(like, "mine", HENKA_ENGLISH, text, sizeof text);
    CHECK(length > 2000 && length == strlen(text), "%s: %zu bytes", what, length);
    HenkaVariant *v = parse(what, text, false);
    if (!v) return;
    CHECK(!strcmp(henka_variant_name(v), "mine") && !strcmp(henka_variant_title(v), "Mine") &&
              !*henka_variant_about(v, "author") && !*henka_variant_about(v, "ruling"),
          "%s: called %s, by %s", what, henka_variant_title(v), henka_variant_about(v, "author"));
    const char *from = like ? henka_variant_title(like) : "";
    CHECK(strstr(henka_variant_about(v, "note"), from), "%s: the note is \"%s\"", what,
          henka_variant_about(v, "note"));
    if (like) {
        HenkaVariant renamed = *like;
        renamed.name = v->name, renamed.title = v->title;
        renamed.about_count = v->about_count;
        memcpy(renamed.about_keys, v->about_keys, sizeof v->about_keys);
        memcpy(renamed.about_values, v->about_values, sizeof v->about_values);
        check_same(what, &renamed, v);
        CHECK(henka_variant_option_count(like) == henka_variant_option_count(v), "%s: %zu options",
              what, henka_variant_option_count(v));
    }
    /* Of a text nothing is said but what it is for. */
    CHECK(strstr(text, "\n\n# the game's name as a heading\ntitle="), "%s: about title=", what);
    check_keys(what);
    check_standards(what, v);
    for (const char *at = text, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        CHECK(*at != '#' || end - at <= 100, "%s: a wide comment: %.*s", what, (int)(end - at), at);
    }
    henka_variant_free(v);
}

static void check_name(const char *given, const char *name, const char *title) {
    henka_variant_template(NULL, given, HENKA_ENGLISH, text, sizeof text);
    HenkaVariant *v = parse(given, text, false);
    if (!v) return;
    CHECK(!strcmp(henka_variant_name(v), name) && !strcmp(henka_variant_title(v), title),
          "\"%s\" makes the name %s and the title %s", given, henka_variant_name(v),
          henka_variant_title(v));
    henka_variant_free(v);
}

int main(void) {
    check_game("a small game", NULL);
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        HenkaVariant *like = henka_variant_shipped(name, NULL, 0, NULL);
        CHECK(like, "%s is refused", name);
        if (like) check_game(name, like);
        henka_variant_free(like);
    }
    check_name("My Game_2", "my-game-2", "My game 2");
    check_name("--x--", "x", "X");
    check_name("\xe5\xb0\x86<b>\n", "b", "B");
    check_name("", "untitled", "Untitled");
    return check_done();
}
