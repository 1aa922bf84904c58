#include "eval/stored.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a file is about ---- */

enum { HASH_START = 0x811C9DC5, HASH_BY = 0x01000193 };

static uint32_t hash_more(uint32_t hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * HASH_BY;
    return hash;
}

static uint32_t hash_number(uint32_t hash, uint32_t n) {
    unsigned char bytes[4] = {(unsigned char)n, (unsigned char)(n >> 8), (unsigned char)(n >> 16),
                              (unsigned char)(n >> 24)};
    return hash_more(hash, bytes, sizeof bytes);
}

uint32_t stored_hash(const void *bytes, size_t length) {
    return hash_more(HASH_START, bytes, length);
}

uint32_t stored_moves_hash(const HenkaVariant *v, int type) {
    const char *betza = v->types[type].betza;
    return stored_hash(betza, strlen(betza));
}

uint32_t stored_variant_hash(const HenkaVariant *v) {
    uint32_t hash = hash_number(hash_number(HASH_START, (uint32_t)v->files), (uint32_t)v->ranks);
    for (int type = 1; type <= v->type_count; type++) {
        hash = hash_number(hash, stored_moves_hash(v, type));
        hash = hash_more(hash, v->types[type].id, strlen(v->types[type].id) + 1);
    }
    return hash_more(hash_number(hash, (uint32_t)v->hand_count), v->hand_types,
                     (size_t)v->hand_count);
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
enum { LETTER_BITS = 5, LETTER_MORE = 1 << LETTER_BITS, HEAD_CAP = 1 << 14, LINE_CAP = 1 << 15 };

/* ---- numbers as letters ---- */

typedef struct Writer {
    char *at, *end;
    int before, zeros;
} Writer;

static void writer_number(Writer *writer, uint32_t n) {
    do {
        uint32_t low = n & (LETTER_MORE - 1);
        n >>= LETTER_BITS;
        assert(writer->at < writer->end);
        *writer->at++ = letters[low | (n ? LETTER_MORE : 0)];
    } while (n);
}

static void writer_zeros(Writer *writer) {
    if (!writer->zeros) return;
    writer_number(writer, 0);
    writer_number(writer, (uint32_t)writer->zeros - 1);
    writer->zeros = 0;
}

static void writer_put(Writer *writer, int value) {
    int by = value - writer->before;
    writer->before = value;
    if (!by) {
        writer->zeros++;
        return;
    }
    writer_zeros(writer);
    writer_number(writer, (uint32_t)by << 1 ^ (uint32_t)(by >> 31));
}

typedef struct Reader {
    const char *at, *end;
    int before;
    uint32_t zeros;
    bool bad;
} Reader;

static uint32_t reader_number(Reader *reader) {
    uint32_t n = 0;
    for (int shift = 0; shift < 30 && reader->at < reader->end; shift += LETTER_BITS) {
        const char *letter = *reader->at ? strchr(letters, *reader->at) : NULL;
        if (!letter) break;
        uint32_t bits = (uint32_t)(letter - letters);
        reader->at++;
        n |= (bits & (LETTER_MORE - 1)) << shift;
        if (!(bits & LETTER_MORE)) return n;
    }
    reader->bad = true;
    return 0;
}

static int reader_get(Reader *reader) {
    if (reader->zeros) return reader->zeros--, reader->before;
    uint32_t n = reader_number(reader);
    if (!n) return reader->zeros = reader_number(reader), reader->before;
    return reader->before += (int)(n >> 1) ^ -(int)(n & 1);
}

/* ---- tables: the same functions write and read them ---- */

typedef struct Codec {
    Writer *writer;
    Reader *reader;
    bool keep; /* reading: false passes over the numbers */
} Codec;

static void code_number(const Codec *codec, int32_t *value) {
    if (codec->writer) {
        writer_put(codec->writer, *value);
        return;
    }
    int32_t got = reader_get(codec->reader);
    if (codec->keep) *value = got;
}

static void code_short(const Codec *codec, int16_t *value) {
    int32_t wide = *value;
    code_number(codec, &wide);
    if (wide < INT16_MIN || wide > INT16_MAX)
        codec->reader->bad = true;
    else
        *value = (int16_t)wide;
}

static void code_weights(const Codec *codec, Weight *weights, int count) {
    for (int i = 0; i < count; i++) code_short(codec, &weights[i].mg);
    for (int i = 0; i < count; i++) code_short(codec, &weights[i].eg);
}

static void code_type(const Codec *codec, Eval *e, int type) {
    code_weights(codec, eval_psqt(e, type), e->squares);
    code_weights(codec, eval_royal_psqt(e, false, type), e->places);
    code_weights(codec, eval_royal_psqt(e, true, type), e->places);
    code_number(codec, &e->board_value[type]);
    code_number(codec, &e->hand_value[type]);
}

/* ---- the file ---- */

/* What a file about this variant begins with; the kinds' moves follow, and are compared one by one.
 */
static size_t head_write(const HenkaVariant *v, char *buf, size_t cap) {
    size_t length =
        (size_t)snprintf(buf, cap, "henka-eval 1\nboard %dx%d\nhand", v->files, v->ranks);
    for (int i = 0; i < v->hand_count; i++)
        length +=
            (size_t)snprintf(buf + length, cap - length, " %s", v->types[v->hand_types[i]].id);
    return length + (size_t)snprintf(buf + length, cap - length, "\n");
}

typedef struct Text {
    char *text;
    size_t length, cap;
} Text;

static void text_add(Text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void text_add(Text *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    out->length +=
        (size_t)vsnprintf(out->text + out->length, out->cap - out->length, format, arguments);
    va_end(arguments);
}

static void text_type(Text *out, const HenkaVariant *v, Eval *e, int type) {
    text_add(out, "%08x=%s ", stored_moves_hash(v, type), v->types[type].id);
    Writer writer = {out->text + out->length, out->text + out->cap, 0, 0};
    code_type(&(Codec){.writer = &writer}, e, type);
    writer_zeros(&writer);
    out->length = (size_t)(writer.at - out->text);
    text_add(out, "\n");
}

static void code_rest(const Codec *codec, const HenkaVariant *v, Eval *e) {
    for (int i = 0; i < v->hand_count; i++) code_weights(codec, e->hand[i], HAND_WEIGHTS);
    code_weights(codec, &e->tempo, 1);
}

char *stored_eval_write(const HenkaVariant *v, const Eval *eval, size_t *length) {
    Text out = {.cap = (size_t)(v->type_count + 1) * (LINE_CAP + 8 * 2 * EVAL_OFFSETS)};
    Eval *e = malloc(sizeof *e);
    if (!e || !(out.text = malloc(out.cap))) return free(e), NULL;
    *e = *eval; /* the codec takes numbers it may change */
    out.length = head_write(v, out.text, HEAD_CAP);
    for (int type = 1; type <= v->type_count; type++) text_type(&out, v, e, type);
    text_add(&out, "rest ");
    Writer writer = {out.text + out.length, out.text + out.cap, 0, 0};
    code_rest(&(Codec){.writer = &writer}, v, e);
    writer_zeros(&writer);
    out.length = (size_t)(writer.at - out.text);
    text_add(&out, "\n");
    text_add(&out, "sum %08x\n", stored_hash(out.text, out.length));
    free(e);
    *length = out.length;
    return out.text;
}

static bool sum_right(const char *text, size_t length) {
    enum { SUM_LINE = 13 }; /* "sum 01234567\n" */
    char last[SUM_LINE + 1];
    if (length < SUM_LINE) return false;
    snprintf(last, sizeof last, "sum %08x\n", stored_hash(text, length - SUM_LINE));
    return !memcmp(text + length - SUM_LINE, last, SUM_LINE);
}

static bool reader_word(Reader *reader, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length))
        return false;
    reader->at += length;
    return true;
}

static bool reader_end(Reader *reader) {
    bool ended = !reader->bad && !reader->zeros && reader_word(reader, "\n");
    *reader = (Reader){reader->at, reader->end, 0, 0, false};
    return ended;
}

static bool read_type(Reader *reader, const HenkaVariant *v, Eval *e, int type) {
    char moves[10], name[128];
    snprintf(moves, sizeof moves, "%08x=", stored_moves_hash(v, type));
    snprintf(name, sizeof name, "%s ", v->types[type].id);
    bool same = reader_word(reader, moves);
    if (!same) reader->at += reader->end - reader->at < 9 ? reader->end - reader->at : 9;
    if (!reader_word(reader, name)) return false;
    code_type(&(Codec){.reader = reader, .keep = same}, e, type);
    return reader_end(reader);
}

static bool read_tables(Reader *reader, const HenkaVariant *v, Eval *e) {
    for (int type = 1; type <= v->type_count; type++)
        if (!read_type(reader, v, e, type)) return false;
    if (!reader_word(reader, "rest ")) return false;
    code_rest(&(Codec){.reader = reader, .keep = true}, v, e);
    eval_mirror(v, e);
    eval_find_cheapest(v, e);
    return reader_end(reader) && reader_word(reader, "sum ");
}

bool stored_eval_read(const HenkaVariant *v, const char *text, size_t length, Eval *eval) {
    char head[HEAD_CAP];
    head_write(v, head, sizeof head);
    Reader reader = {text, text + length, 0, 0, false};
    Eval *e = malloc(sizeof *e);
    if (!e) return false;
    *e = *eval;
    bool right =
        sum_right(text, length) && reader_word(&reader, head) && read_tables(&reader, v, e);
    if (right) *eval = *e;
    free(e);
    return right;
}
