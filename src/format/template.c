/* template - writes the text of a new game's file: the rules and pieces of another game in the
 * order of schema.def, with a comment on the meaning of each key. Texts about the other game's
 * author and sources are left out. */
#include "base/ascii.h"
#include "base/message.h"
#include "format/keys.h"
#include "format/markup.h"
#include "format/standard.h"
#include "format/write.h"
#include "variant/variant.h"

#include <string.h>

/* The text while it is written. */
typedef struct Template {
    Arena *arena;             /* for temporary texts */
    HenkaLanguage language;   /* language of the comments in the text */
    const HenkaVariant *like; /* the game to copy; NULL: the built-in small game */
    const char *name;         /* the new game's name */
    const Items *items;       /* the items of the copied game */
    Out *out;                 /* gets the text */
} Template;

enum { COMMENT_COLUMNS = 100 };

/* Writes a paragraph as comment lines. */
static void write_comment(Out *out, const char *text) {
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column && column + 1 + length > COMMENT_COLUMNS) column = 0, out_char(out, '\n');
        if (!column) out_char(out, '#'), column = 1;
        out_format(out, " %.*s", length, text);
        column += 1 + length;
        text += length + (text[length] == ' ');
    }
    out_char(out, '\n');
}

static const char *said(const Template *t, const Message *message) {
    Out measured = out_to(NULL, 0);
    out_message(&measured, t->language, message);
    char *text = arena_take(t->arena, measured.length + 1);
    Out out = out_to(text, measured.length + 1);
    out_message(&out, t->language, message);
    return text;
}
#define say_comment(t, ...) write_comment((t)->out, said(t, &MESSAGE_OF(__VA_ARGS__)))

/* Writes the items with this key (NULL: the piece lines) of this choice (-1: outside of choices),
 * and returns their number. any: writes all items of the choice. */
static int write_items(const Template *t, const Key *key, bool any, int option, int choice) {
    int count = 0;
    for (int i = 0; i < t->items->count; i++) {
        const Item *item = &t->items->list[i];
        if (item->option != option || item->choice != choice || (!any && item->key != key))
            continue;
        if (item->key) out_format(t->out, "%s=", item->key->name);
        if (item->key) markup_write(t->out, item->value.at, (size_t)item->value.length);
        for (int field = 0; !item->key && field < item->field_count; field++) {
            if (field) out_char(t->out, ':');
            markup_write(t->out, item->fields[field].at, (size_t)item->fields[field].length);
        }
        out_char(t->out, '\n');
        count++;
    }
    return count;
}

/* Writes a key whose value is the new game's own, such as its name. False: another key. */
static bool write_own(const Template *t, const Key *key) {
    bool title = key_is(key, "title"), note = key_is(key, "note") && t->like;
    if (key_is(key, "name")) out_format(t->out, "name=%s\n", t->name);
    if (title || note) out_format(t->out, "%s=", key->name);
    for (const char *c = t->name; title && *c; c++)
        out_char(t->out, *c == '-' ? ' ' : (char)(c == t->name && *c >= 'a' ? *c - 32 : *c));
    if (note) {
        const char *text = said(t, &MESSAGE_OF(MSG_TEMPLATE_NOTE, arg_text(t->like->title)));
        markup_write(t->out, text, strlen(text));
    }
    if (title || note) out_char(t->out, '\n');
    return title || note || key_is(key, "name");
}

static void write_key(const Template *t, const Key *key) {
    char form[256];
    Out written = out_to(form, sizeof form);
    key_form(&written, key);
    out_char(t->out, '\n');
    if (key->kind == KEY_TEXT)
        write_comment(t->out, key->help);
    else
        say_comment(t, MSG_TEMPLATE_KEY, arg_text(key->help), arg_text(form));
    bool about = key->kind == KEY_TEXT || key_is(key, "name") || key_is(key, "ruling");
    if (about ? write_own(t, key) : write_items(t, key, false, -1, -1)) return;
    out_format(t->out, "#%s=", key->name);
    key_standard(t->out, key);
    out_char(t->out, '\n');
}

static void write_helped(Out *out, const char *key, Slice name, Slice help) {
    out_format(out, "%s=", key);
    markup_write(out, name.at, (size_t)name.length);
    if (help.length) out_char(out, ' ');
    markup_write(out, help.at, (size_t)help.length);
    out_char(out, '\n');
}

static void write_template(const Template *t) {
    say_comment(t, MSG_TEMPLATE_START);
    const Key *key;
    for (int i = 0; (key = key_at(i)); i++) {
        const Key *first = key_at(i + 1);
        if (key->kind == KEY_DRAWS || key->kind == KEY_FOREIGN) continue;
        if (key->kind != KEY_SECTION) {
            write_key(t, key);
            continue;
        }
        if (key_is(key, "Promotion")) {
            out_text(t->out, "\n# ---- ");
            out_say(t->out, t->language, MSG_TEMPLATE_PIECES);
            out_text(t->out, "\n\n");
            say_comment(t, MSG_TEMPLATE_PIECE);
            write_items(t, NULL, false, -1, -1);
        }
        if (first->kind != KEY_DRAWS && first->kind != KEY_FOREIGN)
            out_format(t->out, "\n# ---- %s\n", key->name);
    }
    for (int option = 0; option < t->items->setting_count; option++) {
        const Setting *setting = &t->items->settings[option];
        out_char(t->out, '\n');
        write_helped(t->out, "option", setting->name, setting->help);
        for (int choice = 0; choice < setting->count; choice++) {
            const SettingChoice *c = &setting->choices[choice];
            write_helped(t->out, "choice", c->name, c->help);
            write_items(t, NULL, true, option, choice);
        }
    }
}

size_t henka_variant_template(const HenkaVariant *like, const char *name, HenkaLanguage language,
                              char *buf, size_t cap) {
    ArenaFailure failure;
    Arena *const arena = arena_new(&failure);
    if (cap) *buf = '\0';
    if (!arena || arena_catches(failure)) {
        if (cap) *buf = '\0';
        arena_free(arena);
        return 0;
    }
    const char *text = like ? like->text : (const char *)template_text;
    Items items = {0};
    Findings findings = {.arena = arena};
    Out out = out_to(buf, cap);
    if (like && *henka_variant_about(like, "extends")) {
        /* a game that extends others is first written as one text, with the choices in force */
        Out measured = out_to(NULL, 0);
        write_variant(like, &measured);
        char *whole = arena_take(arena, measured.length + 1);
        Out written = out_to(whole, measured.length + 1);
        write_variant(like, &written);
        text = whole;
    }
    reader_items(arena, text, strlen(text), 0, &items, &findings);
    char *made = arena_take(arena, strlen(name) + 1);
    write_template(&(Template){.arena = arena,
                               .language = language,
                               .like = like,
                               .name = ascii_name(name, strlen(name), made) ? made : "untitled",
                               .items = &items,
                               .out = &out});
    arena_free(arena);
    return out.length;
}
