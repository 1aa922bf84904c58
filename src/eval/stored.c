#include "eval/stored.h"
#include "base/memory.h"

#include "base/error.h"
#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a file is about ---- */

static uint32_t hash_number(uint32_t hash, uint32_t n) {
    unsigned char bytes[4] = {(unsigned char)n, (unsigned char)(n >> 8), (unsigned char)(n >> 16),
                              (unsigned char)(n >> 24)};
    return hash_more_32(hash, bytes, sizeof bytes);
}

uint32_t stored_hash(const void *bytes, size_t length) {
    return hash_more_32(HASH_START_32, bytes, length);
}

uint32_t stored_moves_hash(const HenkaVariant *v, int type) {
    const char *betza = v->types[type].betza;
    return stored_hash(betza, strlen(betza));
}

uint32_t stored_variant_hash(const HenkaVariant *v) {
    uint32_t hash = hash_number(hash_number(HASH_START_32, (uint32_t)v->files), (uint32_t)v->ranks);
    for (int type = 1; type <= v->type_count; type++) {
        hash = hash_number(hash, stored_moves_hash(v, type));
        hash = hash_more_32(hash, v->types[type].id, strlen(v->types[type].id) + 1);
    }
    return hash_more_32(hash_number(hash, (uint32_t)v->hand_count), v->hand_types,
                        (size_t)v->hand_count);
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
enum { LETTER_BITS = 5, LETTER_MORE = 1 << LETTER_BITS, HEAD_CAP = 1 << 14, LINE_CAP = 1 << 15 };

/* ---- numbers as letters ---- */

/* Writes each number as its difference from the one before; several that are 0 become a 0 and a
 * count. */
typedef struct Writer {
    char *at;   /* where the next letter goes */
    char *end;  /* end of the buffer */
    int before; /* the last number written; 0 at the start */
    int zeros;  /* differences of 0 that are not written yet */
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

/* Reads what a Writer wrote, line by line: reader_end begins a new line. */
typedef struct StoredReader {
    const char *at;  /* the next letter */
    const char *end; /* end of the text */
    int before;      /* the last number read; 0 at the start of a line */
    uint32_t zeros;  /* how many numbers after it are the same */
    bool bad;        /* something was no number, or too large */
} StoredReader;

static uint32_t reader_number(StoredReader *reader) {
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

static int reader_get(StoredReader *reader) {
    if (reader->zeros) return reader->zeros--, reader->before;
    uint32_t n = reader_number(reader);
    if (!n) return reader->zeros = reader_number(reader), reader->before;
    return reader->before += (int)(n >> 1) ^ -(int)(n & 1);
}

/* ---- tables: the same functions write and read them ---- */

typedef struct Codec {
    Writer *writer;
    StoredReader *reader;
    bool keep; /* when reading: store the numbers; false: skip them */
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

static const char first_line[] = "henka-eval 1\n";

/* Writes the value of the line "board " and of the line "hand". */
static void board_write(const HenkaVariant *v, char *buf, size_t cap) {
    snprintf(buf, cap, "%dx%d", v->files, v->ranks);
}

static void hand_write(const HenkaVariant *v, char *buf, size_t cap) {
    *buf = '\0';
    for (int i = 0, length = 0; i < v->hand_count; i++)
        length +=
            snprintf(buf + length, cap - (size_t)length, " %s", v->types[v->hand_types[i]].id);
}

/* The head of a file about this variant. The kinds' moves follow in the file, and are compared one
 * by one. */
static size_t head_write(const HenkaVariant *v, char *buf, size_t cap) {
    char board[32], hand[HEAD_CAP - 64];
    board_write(v, board, sizeof board);
    hand_write(v, hand, sizeof hand);
    return (size_t)snprintf(buf, cap, "%sboard %s\nhand%s\n", first_line, board, hand);
}

typedef struct StoredText {
    char *text;
    size_t length, cap;
} StoredText;

static void text_add(StoredText *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void text_add(StoredText *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    out->length +=
        (size_t)vsnprintf(out->text + out->length, out->cap - out->length, format, arguments);
    va_end(arguments);
}

static void text_type(StoredText *out, const HenkaVariant *v, Eval *e, int type) {
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
    StoredText out = {.cap = (size_t)(v->type_count + 1) * (LINE_CAP + 8 * 2 * EVAL_OFFSETS)};
    Eval *e = malloc(sizeof *e);
    if (!e || !(out.text = malloc(out.cap))) return free(e), NULL;
    *e = *eval; /* the codec may write to the numbers it is given */
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

static bool reader_word(StoredReader *reader, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length))
        return false;
    reader->at += length;
    return true;
}

static bool reader_end(StoredReader *reader) {
    bool ended = !reader->bad && !reader->zeros && reader_word(reader, "\n");
    *reader = (StoredReader){reader->at, reader->end, 0, 0, false};
    return ended;
}

/* The rest of the line, for a message; the reader moves past the line. */
static MessageArg reader_line(StoredReader *reader) {
    const char *start = reader->at, *end = memchr(start, '\n', (size_t)(reader->end - reader->at));
    if (!end) end = reader->end;
    reader->at = end + (end < reader->end);
    return arg_bytes(start, (size_t)(end - start));
}

static bool damaged(HenkaError *error) { return error_set(error, MSG_NUMBERS_DAMAGED); }

/* Called after the first line was read. */
static bool read_head(StoredReader *reader, const HenkaVariant *v, HenkaError *error) {
    char board[32], hand[HEAD_CAP], expected[HEAD_CAP + 1];
    board_write(v, board, sizeof board);
    hand_write(v, hand, sizeof hand);
    snprintf(expected, sizeof expected, "board %s\n", board);
    if (!reader_word(reader, expected))
        return reader_word(reader, "board ")
                   ? error_set(error, MSG_NUMBERS_BOARD, reader_line(reader), arg_text(board))
                   : damaged(error);
    snprintf(expected, sizeof expected, "hand%s\n", hand);
    if (reader_word(reader, expected)) return true;
    if (!reader_word(reader, "hand")) return damaged(error);
    if (reader->at < reader->end && *reader->at == ' ') reader->at++;
    return error_set(error, MSG_NUMBERS_HAND, reader_line(reader),
                     arg_text(*hand ? hand + 1 : hand));
}

/* The id of the kind on this line, which stands behind the hash of its moves. The hash may differ
 * from the variant's. */
static MessageArg line_id(const StoredReader *reader) {
    const char *end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at)),
               *equals = end ? memchr(reader->at, '=', (size_t)(end - reader->at)) : NULL,
               *blank = equals ? memchr(equals, ' ', (size_t)(end - equals)) : NULL;
    return blank ? arg_bytes(equals + 1, (size_t)(blank - equals - 1)) : arg_text("");
}

static bool read_type(StoredReader *reader, const HenkaVariant *v, Eval *e, int type, int *same,
                      HenkaError *error) {
    char moves[10], name[128];
    const StoredReader line = *reader;
    snprintf(moves, sizeof moves, "%08x=", stored_moves_hash(v, type));
    snprintf(name, sizeof name, "%s ", v->types[type].id);
    bool keep = reader_word(reader, moves);
    if (!keep) reader->at += reader->end - reader->at < 9 ? reader->end - reader->at : 9;
    if (!reader_word(reader, name))
        return error_set(error, MSG_NUMBERS_KIND, line_id(&line), arg_text(v->types[type].id));
    *same += keep;
    code_type(&(Codec){.reader = reader, .keep = keep}, e, type);
    return reader_end(reader) || damaged(error);
}

/* The number of kinds in the lines from here on. */
static int count_types(StoredReader reader) {
    int count = 0;
    while (reader.at < reader.end && !reader_word(&reader, "rest ")) {
        reader_line(&reader);
        count++;
    }
    return count;
}

static bool read_tables(StoredReader *reader, const HenkaVariant *v, Eval *e, HenkaError *error) {
    int same = 0, count = count_types(*reader);
    if (count != v->type_count)
        return error_set(error, MSG_NUMBERS_KINDS, arg_number(count), arg_number(v->type_count));
    for (int type = 1; type <= v->type_count; type++)
        if (!read_type(reader, v, e, type, &same, error)) return false;
    if (!reader_word(reader, "rest ")) return damaged(error);
    code_rest(&(Codec){.reader = reader, .keep = true}, v, e);
    e->left_out = v->type_count - same;
    eval_mirror(v, e);
    eval_find_cheapest(v, e);
    if (!reader_end(reader) || !reader_word(reader, "sum ")) return damaged(error);
    return same || error_set(error, MSG_NUMBERS_MOVES);
}

bool stored_eval_read(const HenkaVariant *v, const char *text, size_t length, Eval *eval,
                      HenkaError *error) {
    StoredReader reader = {text, text + length, 0, 0, false};
    if (!reader_word(&reader, first_line)) return error_set(error, MSG_NUMBERS_FORM);
    if (!sum_right(text, length)) return damaged(error);
    if (!read_head(&reader, v, error)) return false;
    Eval *e = memory_take(sizeof *e);
    if (!e) return error_set(error, MSG_NO_MEMORY);
    *e = *eval;
    bool right = read_tables(&reader, v, e, error);
    e->file_hash = hash_more_64(HASH_START_64, text, length);
    if (right) *eval = *e;
    memory_give(e);
    return right;
}
