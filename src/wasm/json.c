#include "wasm/json.h"

static void string(Out *out, const char *text) {
    out_char(out, '"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') out_char(out, '\\');
        if (*c < 0x20)
            out_format(out, "\\u%04x", *c);
        else
            out_char(out, (char)*c);
    }
    out_char(out, '"');
}

static void start(Out *out, const char *key) {
    char last = out->length && out->length < out->cap ? out->buf[out->length - 1] : '{';
    if (last != '{' && last != '[') out_char(out, ',');
    if (!key) return;
    string(out, key);
    out_char(out, ':');
}

void json_open(Out *out, const char *key, char bracket) {
    start(out, key);
    out_char(out, bracket);
}

void json_close(Out *out, char bracket) { out_char(out, bracket); }

void json_text(Out *out, const char *key, const char *value) {
    start(out, key);
    string(out, value);
}

void json_number(Out *out, const char *key, int value) {
    start(out, key);
    out_format(out, "%d", value);
}

void json_bool(Out *out, const char *key, bool value) {
    start(out, key);
    out_text(out, value ? "true" : "false");
}
