#include "eval/stored.h"
#include "base/memory.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the game for which a file is made ---- */

static uint32_t hash_number(uint32_t hash, uint32_t n) {
    unsigned char bytes[4] = {(unsigned char)n, (unsigned char)(n >> 8), (unsigned char)(n >> 16),
                              (unsigned char)(n >> 24)};
    return hash_more_32(hash, bytes, sizeof bytes);
}

uint32_t stored_hash(const void *bytes, size_t length) {
    return hash_more_32(HASH_START_32, bytes, length);
}

/* Returns a hash of a type's moves. */
static uint32_t moves_hash(const HenkaVariant *v, int type) {
    const char *betza = v->types[type].betza;
    return stored_hash(betza, strlen(betza));
}

uint32_t stored_variant_hash(const HenkaVariant *v) {
    uint32_t hash = hash_number(hash_number(HASH_START_32, (uint32_t)v->files), (uint32_t)v->ranks);
    for (int type = 1; type <= v->type_count; type++) {
        hash = hash_number(hash, moves_hash(v, type));
        hash = hash_more_32(hash, v->types[type].id, strlen(v->types[type].id) + 1);
    }
    return hash_more_32(hash_number(hash, (uint32_t)v->hand_count), v->hand_types,
                        (size_t)v->hand_count);
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
enum { LETTER_BITS = 5, LETTER_MORE = 1 << LETTER_BITS, HEAD_CAP = 1 << 14 };
enum { SUM_LINE = 13 }; /* length of "sum 01234567\n" */

/* ---- numbers as letters ---- */

/* Writes numbers as differences from the number before; several of 0 become a 0 and a count. */
typedef struct Writer {
    Out *out;   /* the text to which letters are appended */
    int before; /* the last number written; 0 at the start */
    int zeros;  /* number of differences of 0 that are not written yet */
} Writer;

static void writer_number(Writer *writer, uint32_t n) {
    do {
        uint32_t low = n & (LETTER_MORE - 1);
        n >>= LETTER_BITS;
        out_char(writer->out, letters[low | (n ? LETTER_MORE : 0)]);
    } while (n);
}

static void writer_zeros(Writer *writer) {
    if (!writer->zeros) return;
    writer_number(writer, 0);
    writer_number(writer, (uint32_t)writer->zeros - 1);
    writer->zeros = 0;
}

/* Reads the output of a Writer, line by line: reader_end begins a new line. */
typedef struct StoredReader {
    const char *at;  /* the next letter */
    const char *end; /* end of the text */
    int before;      /* the last number read; 0 at the start of a line */
    uint32_t zeros;  /* number of following numbers that are equal to `before` */
    bool bad;        /* true: the text held something that is no number, or one that is too large */
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

/* ---- tables: the same functions write and read them ---- */

typedef struct Codec {
    Writer *writer;
    StoredReader *reader;
    bool keep; /* when reading, true: store the numbers; false: skip them */
} Codec;

static void code_number(const Codec *codec, int32_t *value) {
    Writer *writer = codec->writer;
    StoredReader *reader = codec->reader;
    if (writer) {
        int by = *value - writer->before;
        writer->before = *value;
        writer->zeros += !by;
        if (by) {
            writer_zeros(writer);
            writer_number(writer, (uint32_t)by << 1 ^ (uint32_t)(by >> 31));
        }
    } else if (reader->zeros) {
        reader->zeros--;
    } else {
        uint32_t n = reader_number(reader);
        if (!n) reader->zeros = reader_number(reader);
        reader->before += (int)(n >> 1) ^ -(int)(n & 1);
    }
    if (codec->keep) *value = reader->before;
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

/* Writes the rest of the file's lines "board " and "hand": "9x9" and " P L N". */
static void head_write(const HenkaVariant *v, Out *board, Out *hand) {
    out_format(board, "%dx%d", v->files, v->ranks);
    for (int i = 0; i < v->hand_count; i++) out_format(hand, " %s", v->types[v->hand_types[i]].id);
}

static void code_rest(const Codec *codec, const HenkaVariant *v, Eval *e) {
    for (int i = 0; i < v->hand_count; i++) code_weights(codec, e->hand[i], HAND_WEIGHTS);
    code_weights(codec, &e->tempo, 1);
}

char *stored_eval_write(const HenkaVariant *v, const Eval *eval, size_t *length) {
    char text[32], kinds[HEAD_CAP];
    Out out = out_growing(), board = out_to(text, sizeof text), hand = out_to(kinds, sizeof kinds);
    Eval *e = malloc(sizeof *e);
    if (!e) return NULL;
    *e = *eval; /* a copy, because code_number takes pointers to numbers that it may change */
    head_write(v, &board, &hand);
    out_format(&out, "%sboard %s\nhand%s\n", first_line, text, kinds);
    for (int type = 1; type <= v->type_count + 1; type++) {
        Writer writer = {.out = &out};
        const Codec codec = {.writer = &writer};
        if (type <= v->type_count) {
            out_format(&out, "%08x=%s ", moves_hash(v, type), v->types[type].id);
            code_type(&codec, e, type);
        } else {
            out_text(&out, "rest ");
            code_rest(&codec, v, e);
        }
        writer_zeros(&writer);
        out_char(&out, '\n');
    }
    free(e);
    if (out.buf) out_format(&out, "sum %08x\n", stored_hash(out.buf, out.length));
    *length = out.length;
    return out_take(&out);
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

/* Returns the rest of the line, for an error message, and moves to the next line. */
static MessageArg reader_line(StoredReader *reader) {
    const char *start = reader->at, *end = memchr(start, '\n', (size_t)(reader->end - reader->at));
    if (!end) end = reader->end;
    reader->at = end + (end < reader->end);
    return arg_bytes(start, (size_t)(end - start));
}

static bool damaged(HenkaError *error) { return error_set(error, MSG_NUMBERS_DAMAGED); }

/* Reads the lines about the board and hands. Called after the first line was read. */
static bool read_head(StoredReader *reader, const HenkaVariant *v, HenkaError *error) {
    char board[32], hand[HEAD_CAP], expected[HEAD_CAP + 8];
    Out board_out = out_to(board, sizeof board), hand_out = out_to(hand, sizeof hand);
    head_write(v, &board_out, &hand_out);
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

static bool read_type(StoredReader *reader, const HenkaVariant *v, Eval *e, int type, int *same,
                      HenkaError *error) {
    char moves[10], name[128];
    const StoredReader line = *reader;
    snprintf(moves, sizeof moves, "%08x=", moves_hash(v, type));
    snprintf(name, sizeof name, "%s ", v->types[type].id);
    bool keep = reader_word(reader, moves);
    if (!keep) reader->at += reader->end - reader->at < 9 ? reader->end - reader->at : 9;
    if (!reader_word(reader, name)) {
        /* For the error message: the line "HASH=ID " has the type's id behind its hash. */
        const char *end = memchr(line.at, '\n', (size_t)(line.end - line.at)),
                   *equals = end ? memchr(line.at, '=', (size_t)(end - line.at)) : NULL,
                   *blank = equals ? memchr(equals, ' ', (size_t)(end - equals)) : NULL;
        return error_set(
            error, MSG_NUMBERS_KIND,
            arg_bytes(blank ? equals + 1 : "", blank ? (size_t)(blank - equals - 1) : 0),
            arg_text(v->types[type].id));
    }
    *same += keep;
    code_type(&(Codec){.reader = reader, .keep = keep}, e, type);
    return reader_end(reader) || damaged(error);
}

static bool read_tables(StoredReader *reader, const HenkaVariant *v, Eval *e, HenkaError *error) {
    int same = 0, count = 0; /* same: types with unchanged moves; count: lines of types */
    for (StoredReader line = *reader; line.at < line.end && !reader_word(&line, "rest "); count++)
        reader_line(&line);
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
    char sum[SUM_LINE + 1];
    if (length < SUM_LINE) return damaged(error);
    snprintf(sum, sizeof sum, "sum %08x\n", stored_hash(text, length - SUM_LINE));
    if (memcmp(text + length - SUM_LINE, sum, SUM_LINE)) return damaged(error);
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
