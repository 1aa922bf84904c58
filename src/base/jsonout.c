#include "base/jsonout.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD" /* the replacement character U+FFFD in UTF-8 */

static void write_string(Out *out, const char *text) {
    out_char(out, '"');
    size_t length = strlen(text);
    while (length) {
        size_t bytes = utf8_character(text, length);
        if (!bytes)
            out_text(out, REPLACEMENT);
        else if ((unsigned char)*text < 0x20)
            out_format(out, "\\u%04x", (unsigned char)*text);
        else {
            if (*text == '"' || *text == '\\') out_char(out, '\\');
            out_bytes(out, text, bytes);
        }
        if (!bytes) bytes = 1;
        text += bytes;
        length -= bytes;
    }
    out_char(out, '"');
}

/* Writes the comma before a value, if needed, and its key. The buffer's last character shows
 * whether the value is the first after a bracket. In a full buffer, `length` may be 1 too high. */
static void write_start(Out *out, const char *key) {
    char last = !out->length ? '{' : out->length < out->cap ? out->buf[out->length - 1] : ',';
    if (last != '{' && last != '[') out_char(out, ',');
    if (!key) return;
    write_string(out, key);
    out_char(out, ':');
}

void jsonout_open(Out *out, const char *key, char bracket) {
    write_start(out, key);
    out_char(out, bracket);
}

void jsonout_close(Out *out, char bracket) { out_char(out, bracket); }

void jsonout_text(Out *out, const char *key, const char *value) {
    write_start(out, key);
    if (value)
        write_string(out, value);
    else
        out_text(out, "null");
}

void jsonout_number(Out *out, const char *key, int64_t value) {
    write_start(out, key);
    out_format(out, "%" PRId64, value);
}

void jsonout_bool(Out *out, const char *key, bool value) {
    write_start(out, key);
    out_text(out, value ? "true" : "false");
}

void jsonout_null(Out *out, const char *key) { jsonout_text(out, key, NULL); }

void jsonout_raw(Out *out, const char *key, const char *json) {
    write_start(out, key);
    out_text(out, json);
}

void jsonout_option(Out *out, const HenkaOption *option) {
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "name", option->name);
    jsonout_text(out, "help", option->help);
    jsonout_text(out, "value", option->value);
    jsonout_text(out, "default", option->standard);
    jsonout_open(out, "choices", '[');
    for (size_t i = 0; i < option->choice_count; i++) {
        jsonout_open(out, NULL, '{');
        jsonout_text(out, "value", option->choices[i]);
        jsonout_text(out, "help", option->choice_help[i]);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

void jsonout_handicap(Out *out, const HenkaHandicap *handicap) {
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "name", handicap->name);
    jsonout_text(out, "kanji", handicap->kanji);
    jsonout_text(out, "start", handicap->start);
    jsonout_close(out, '}');
}
