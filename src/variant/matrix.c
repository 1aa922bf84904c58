/* matrix - the diagram's captureMatrix and morph: rows for piece lines, run lengths, repeated rows.
 * Source   docs/format.md; rows count piece lines from 1, columns of captureMatrix from 0 (no
 *          victim). */
#include "variant/values.h"

#include "base/utf8.h"

#include <string.h>

/* A number at this place, 1 when there is none. */
static int run_length(const char **at, const char *end) {
    int count = 0, digits = 0;
    while (*at < end && **at >= '0' && **at <= '9' && digits++ < 4)
        count = count * 10 + *(*at)++ - '0';
    return digits ? count : 1;
}

static Place place_in(const Item *item, const char *at) {
    return (Place){item->value_at.line, item->value_at.column + (int)(at - item->value.at)};
}

/* The character at this place, for a message. */
static MessageArg arg_sign(const char *at, const char *end) {
    return arg_bytes(at, utf8_character(at, (size_t)(end - at)));
}

/* A row: each sign, then how many columns it fills. */
static void matrix_row(Draft *draft, const Item *item, const char *at, const char *end,
                       uint8_t *barred) {
    bool friends = false;
    memset(barred, 0, MAX_TYPES / 8);
    for (int column = 0; at < end;) {
        const char *start = at;
        char sign = *at++;
        int count = run_length(&at, end);
        if (sign == '=') {
            friends = true;
            continue;
        }
        if (sign != '.' && sign != '^')
            finding_error(draft->findings, place_in(item, start), MSG_MATRIX_SIGN,
                          arg_sign(start, end));
        if (sign == '^' && column + count - 1 > draft->line_count) {
            finding_error(draft->findings, place_in(item, start), MSG_MATRIX_COLUMN,
                          arg_number(column + count - 1), arg_number(draft->line_count));
            return;
        }
        for (; count > 0; count--, column++)
            if (sign == '^' && column > 0) type_bit_set(barred, draft->lines[column].type);
    }
    for (int i = 0; i < MAX_TYPES / 8 && !friends; i++)
        if (barred[i]) {
            finding_warning(draft->findings, place_in(item, end), MSG_MATRIX_NO_FRIENDS);
            return;
        }
}

static void row_store(Draft *draft, const Item *item, const char *at, int row,
                      const uint8_t *barred) {
    bool any = false;
    for (int i = 0; i < MAX_TYPES / 8; i++) any |= barred[i];
    if (row > draft->line_count) {
        if (any)
            finding_error(draft->findings, place_in(item, at), MSG_MATRIX_ROW, arg_number(row),
                          arg_number(draft->line_count));
        return;
    }
    uint8_t *mine = draft->v.no_jump[draft->lines[row].type];
    for (int i = 0; i < MAX_TYPES / 8; i++) mine[i] |= barred[i];
}

/* `"n` stands for n more rows like the one before. */
static int rows_repeat(Draft *draft, const Item *item, const char *at, const char *end, int row,
                       const uint8_t *barred) {
    while (at < end) {
        const char *start = at;
        if (*at != '"') {
            finding_error(draft->findings, place_in(item, start), MSG_MATRIX_REPEAT,
                          arg_sign(at, end));
            return row;
        }
        at++;
        for (int count = run_length(&at, end); count > 0 && row <= MAX_TYPES; count--)
            row_store(draft, item, start, row++, barred);
    }
    return row;
}

void key_capture_matrix(Draft *draft, const Item *item) {
    memset(draft->v.no_jump, 0, sizeof draft->v.no_jump);
    if (slice_is(item->value, "none")) return;
    uint8_t barred[MAX_TYPES / 8] = {0};
    const char *end = item->value.at + item->value.length;
    int row = 1;
    for (const char *at = item->value.at, *cut; at <= end && row <= MAX_TYPES; at = cut + 1) {
        cut = memchr(at, '/', (size_t)(end - at));
        if (!cut) cut = end;
        if (at < cut && *at == '"')
            row = rows_repeat(draft, item, at, cut, row, barred);
        else {
            matrix_row(draft, item, at, cut, barred);
            row_store(draft, item, at, row++, barred);
        }
    }
}

/* Only what it is used for in these games: each `|` of a row bars one more of the farthest ranks.
 */
void key_morph(Draft *draft, const Item *item) {
    const char *end = item->value.at + item->value.length;
    int row = 1, ranks = 0;
    for (const char *at = item->value.at; at <= end; at++) {
        if (at == end || *at == '/') {
            if (ranks && row <= draft->line_count)
                draft->v.types[draft->lines[row].type].no_move_ranks = (uint8_t)ranks;
            if (ranks && row > draft->line_count)
                finding_error(draft->findings, place_in(item, at), MSG_MORPH_ROW, arg_number(row),
                              arg_number(draft->line_count));
            row++, ranks = 0;
        } else if (*at != '|') {
            finding_error(draft->findings, place_in(item, at), MSG_MORPH_SIGN, arg_sign(at, end));
            return;
        } else if (++ranks > MAX_RANKS) {
            finding_error(draft->findings, place_in(item, at), MSG_MORPH_RANKS);
            return;
        }
    }
}

/* A piece with a rank may not jump its equals and betters; what captureMatrix says stays. */
void jumps_from_ranks(HenkaVariant *v) {
    for (int mover = 1; mover <= v->type_count; mover++)
        for (int victim = 1; victim <= v->type_count; victim++) {
            int rank = v->types[mover].jump_rank;
            if (rank && v->types[victim].jump_rank >= rank) type_bit_set(v->no_jump[mover], victim);
        }
    for (int mover = 1; mover <= v->type_count; mover++) {
        v->freezing |= v->types[mover].freezes;
        for (int i = 0; i < MAX_TYPES / 8; i++) v->jump_ranked |= v->no_jump[mover][i] != 0;
    }
}
