#include "eval/stored.h"

#include "eval/derive.h"
#include "eval/identity.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
enum { LETTER_BITS = 5, LETTER_MORE = 1 << LETTER_BITS, HEAD_CAP = 1 << 14, LINE_CAP = 1 << 15 };

/* ---- numbers as letters ---- */

typedef struct Pen {
    char *at, *end;
    int before, zeros;
} Pen;

static void pen_number(Pen *pen, uint32_t n) {
    do {
        uint32_t low = n & (LETTER_MORE - 1);
        n >>= LETTER_BITS;
        if (pen->at < pen->end) *pen->at++ = letters[low | (n ? LETTER_MORE : 0)];
    } while (n);
}

static void pen_zeros(Pen *pen) {
    if (!pen->zeros) return;
    pen_number(pen, 0);
    pen_number(pen, (uint32_t)pen->zeros - 1);
    pen->zeros = 0;
}

static void pen_put(Pen *pen, int value) {
    int by = value - pen->before;
    pen->before = value;
    if (!by) {
        pen->zeros++;
        return;
    }
    pen_zeros(pen);
    pen_number(pen, (uint32_t)by << 1 ^ (uint32_t)(by >> 31));
}

typedef struct Eye {
    const char *at, *end;
    int before;
    uint32_t zeros;
    bool bad;
} Eye;

static uint32_t eye_number(Eye *eye) {
    uint32_t n = 0;
    for (int shift = 0; shift < 30 && eye->at < eye->end; shift += LETTER_BITS) {
        const char *letter = *eye->at ? strchr(letters, *eye->at) : NULL;
        if (!letter) break;
        uint32_t bits = (uint32_t)(letter - letters);
        eye->at++;
        n |= (bits & (LETTER_MORE - 1)) << shift;
        if (!(bits & LETTER_MORE)) return n;
    }
    eye->bad = true;
    return 0;
}

static int eye_get(Eye *eye) {
    if (eye->zeros) return eye->zeros--, eye->before;
    uint32_t n = eye_number(eye);
    if (!n) return eye->zeros = eye_number(eye), eye->before;
    return eye->before += (int)(n >> 1) ^ -(int)(n & 1);
}

/* ---- tables: the same walk writes and reads ---- */

typedef struct Walk {
    Pen *pen;
    Eye *eye;
    bool keep; /* reading: false passes over the numbers */
} Walk;

static void walk_number(const Walk *walk, int32_t *value) {
    if (walk->pen) {
        pen_put(walk->pen, *value);
        return;
    }
    int32_t got = eye_get(walk->eye);
    if (walk->keep) *value = got;
}

static void walk_short(const Walk *walk, int16_t *value) {
    int32_t wide = *value;
    walk_number(walk, &wide);
    if (wide < INT16_MIN || wide > INT16_MAX)
        walk->eye->bad = true;
    else
        *value = (int16_t)wide;
}

static void walk_weights(const Walk *walk, Weight *weights, int count) {
    for (int i = 0; i < count; i++) walk_short(walk, &weights[i].full);
    for (int i = 0; i < count; i++) walk_short(walk, &weights[i].few);
}

static void walk_type(const Walk *walk, Eval *e, int type) {
    walk_weights(walk, eval_squares(e, type), e->squares);
    walk_weights(walk, eval_places(e, false, type), e->places);
    walk_weights(walk, eval_places(e, true, type), e->places);
    walk_number(walk, &e->board_value[type]);
    walk_number(walk, &e->hand_value[type]);
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

typedef struct Sheet {
    char *text;
    size_t length, cap;
} Sheet;

static void sheet_add(Sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void sheet_add(Sheet *sheet, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    sheet->length += (size_t)vsnprintf(sheet->text + sheet->length, sheet->cap - sheet->length,
                                       format, arguments);
    va_end(arguments);
}

static void sheet_type(Sheet *sheet, const HenkaVariant *v, Eval *e, int type) {
    sheet_add(sheet, "%08x=%s ", identity_moves(v, type), v->types[type].id);
    Pen pen = {sheet->text + sheet->length, sheet->text + sheet->cap, 0, 0};
    walk_type(&(Walk){.pen = &pen}, e, type);
    pen_zeros(&pen);
    sheet->length = (size_t)(pen.at - sheet->text);
    sheet_add(sheet, "\n");
}

static void walk_rest(const Walk *walk, const HenkaVariant *v, Eval *e) {
    for (int i = 0; i < v->hand_count; i++) walk_weights(walk, e->hand[i], HAND_WEIGHTS);
    walk_weights(walk, &e->tempo, 1);
}

char *eval_write(const HenkaVariant *v, const Eval *eval, size_t *length) {
    Sheet sheet = {.cap = (size_t)(v->type_count + 1) * (LINE_CAP + 8 * 2 * NEAR_OFFSETS)};
    Eval *e = malloc(sizeof *e);
    if (!e || !(sheet.text = malloc(sheet.cap))) return free(e), NULL;
    *e = *eval; /* the walk takes numbers it may change */
    sheet.length = head_write(v, sheet.text, HEAD_CAP);
    for (int type = 1; type <= v->type_count; type++) sheet_type(&sheet, v, e, type);
    sheet_add(&sheet, "rest ");
    Pen pen = {sheet.text + sheet.length, sheet.text + sheet.cap, 0, 0};
    walk_rest(&(Walk){.pen = &pen}, v, e);
    pen_zeros(&pen);
    sheet.length = (size_t)(pen.at - sheet.text);
    sheet_add(&sheet, "\n");
    sheet_add(&sheet, "sum %08x\n", identity_hash(sheet.text, sheet.length));
    free(e);
    *length = sheet.length;
    return sheet.text;
}

static bool sum_right(const char *text, size_t length) {
    enum { SUM_LINE = 13 }; /* "sum 01234567\n" */
    char last[SUM_LINE + 1];
    if (length < SUM_LINE) return false;
    snprintf(last, sizeof last, "sum %08x\n", identity_hash(text, length - SUM_LINE));
    return !memcmp(text + length - SUM_LINE, last, SUM_LINE);
}

static bool eye_word(Eye *eye, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(eye->end - eye->at) < length || memcmp(eye->at, word, length)) return false;
    eye->at += length;
    return true;
}

static bool eye_end(Eye *eye) {
    bool ended = !eye->bad && !eye->zeros && eye_word(eye, "\n");
    *eye = (Eye){eye->at, eye->end, 0, 0, false};
    return ended;
}

static bool read_type(Eye *eye, const HenkaVariant *v, Eval *e, int type) {
    char moves[10], name[128];
    snprintf(moves, sizeof moves, "%08x=", identity_moves(v, type));
    snprintf(name, sizeof name, "%s ", v->types[type].id);
    bool same = eye_word(eye, moves);
    if (!same) eye->at += eye->end - eye->at < 9 ? eye->end - eye->at : 9;
    if (!eye_word(eye, name)) return false;
    walk_type(&(Walk){.eye = eye, .keep = same}, e, type);
    return eye_end(eye);
}

static bool read_tables(Eye *eye, const HenkaVariant *v, Eval *e) {
    for (int type = 1; type <= v->type_count; type++)
        if (!read_type(eye, v, e, type)) return false;
    if (!eye_word(eye, "rest ")) return false;
    walk_rest(&(Walk){.eye = eye, .keep = true}, v, e);
    eval_mirror(v, e);
    eval_sum_up(v, e);
    return eye_end(eye) && eye_word(eye, "sum ");
}

bool eval_read(const HenkaVariant *v, const char *text, size_t length, Eval *eval) {
    char head[HEAD_CAP];
    head_write(v, head, sizeof head);
    Eye eye = {text, text + length, 0, 0, false};
    Eval *e = malloc(sizeof *e);
    if (!e) return false;
    *e = *eval;
    bool right = sum_right(text, length) && eye_word(&eye, head) && read_tables(&eye, v, e);
    if (right) *eval = *e;
    free(e);
    return right;
}
