/* array - squares of piece lines to the starting position, and that as SFEN. Diagram squares: file
 * `a` on sente's left, rank 1 at the bottom. */
#include "variant/array.h"
#include "variant/values.h"

#include "variant/piece.h"

#include <assert.h>
#include <string.h>

typedef struct Spot {
    int file, rank; /* as the variant counts them */
} Spot;

typedef struct Placing {
    Draft *draft;
    int type, side;
    Place at;
} Placing;

static bool spot_read(const Placing *placing, Slice text, Spot *spot) {
    const HenkaVariant *v = &placing->draft->v;
    int number;
    char letter = text.length ? (char)(*text.at | 32) : ' ';
    if (letter < 'a' || letter > 'z' ||
        !value_number((Slice){text.at + 1, text.length - 1}, &number)) {
        finding_error(placing->draft->findings, placing->at, MSG_ARRAY_NO_SQUARE, arg_slice(text));
        return false;
    }
    *spot = (Spot){v->files - (letter - 'a'), v->ranks - (number - placing->draft->first_rank)};
    bool inside =
        spot->file >= 1 && spot->file <= v->files && spot->rank >= 1 && spot->rank <= v->ranks;
    if (!inside)
        finding_error(placing->draft->findings, placing->at, MSG_ARRAY_OFF_BOARD, arg_slice(text),
                      arg_number(v->files), arg_number(v->ranks));
    return inside;
}

static void put(const Placing *placing, int side, Spot spot) {
    HenkaVariant *v = &placing->draft->v;
    uint8_t *square = &v->start_board[square_of(v, spot.file, spot.rank)];
    if (*square) {
        const char letter = (char)('a' + v->files - spot.file);
        int number = v->ranks - spot.rank + placing->draft->first_rank;
        finding_error(placing->draft->findings, placing->at, MSG_ARRAY_TWO_ON_A_SQUARE,
                      arg_text(v->types[piece_type(*square)].name),
                      arg_text(v->types[placing->type].name), arg_bytes(&letter, 1),
                      arg_number(number));
    }
    *square = piece_make(side, placing->type);
}

static void place(const Placing *placing, Spot spot) {
    const Draft *draft = placing->draft;
    put(placing, placing->side, spot);
    if (draft->symmetry == SYMMETRY_NONE || placing->side != HENKA_SENTE) return;
    bool turned = draft->symmetry == SYMMETRY_ROTATE;
    put(placing, HENKA_GOTE,
        (Spot){turned ? draft->v.files + 1 - spot.file : spot.file,
               draft->v.ranks + 1 - spot.rank});
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static void place_range(Placing *placing, Slice text, const char *dash) {
    Spot a, b;
    Slice left = {text.at, (int)(dash - text.at)},
          right = {dash + 1, text.length - left.length - 1};
    if (!spot_read(placing, left, &a)) return;
    placing->at.column += left.length + 1;
    if (!spot_read(placing, right, &b)) return;
    for (int file = least(a.file, b.file); file <= most(a.file, b.file); file++)
        for (int rank = least(a.rank, b.rank); rank <= most(a.rank, b.rank); rank++)
            place(placing, (Spot){file, rank});
}

static void squares_read(Draft *draft, const PieceLine *line) {
    Placing placing = {draft, line->type, HENKA_SENTE, {0, 0}};
    List list = value_list(line->fields[FIELD_SQUARES], line->at[FIELD_SQUARES]);
    Slice entry;
    while (value_list_next(&list, &entry, &placing.at)) {
        const char *dash = entry.length ? memchr(entry.at, '-', (size_t)entry.length) : NULL;
        Spot spot;
        if (!entry.length)
            placing.side = HENKA_GOTE;
        else if (dash)
            place_range(&placing, entry, dash);
        else if (spot_read(&placing, entry, &spot))
            place(&placing, spot);
    }
}

/* `2` both sides, `2,,1` sente two and gote one. */
static void hand_read(Draft *draft, const PieceLine *line) {
    HenkaVariant *v = &draft->v;
    List list = value_list(line->fields[FIELD_HAND], line->at[FIELD_HAND]);
    Slice entry;
    int side = HENKA_SENTE, number;
    bool both = !memchr(line->fields[FIELD_HAND].at, ',', (size_t)line->fields[FIELD_HAND].length);
    for (Place at; value_list_next(&list, &entry, &at);) {
        if (!entry.length) {
            side = HENKA_GOTE;
            continue;
        }
        int index = v->hand_index[line->type];
        if (!value_number(entry, &number) || number < 0 || number > HAND_MOST)
            finding_error(draft->findings, at, MSG_ARRAY_HAND_COUNT, arg_number(HAND_MOST),
                          arg_slice(entry));
        else if (index == 255)
            finding_error(draft->findings, at, MSG_ARRAY_NEVER_IN_HAND,
                          arg_text(v->types[line->type].id));
        else {
            v->start_hand[side][index] = (uint8_t)number;
            if (both) v->start_hand[HENKA_GOTE][index] = (uint8_t)number;
        }
    }
}

void array_read(Draft *draft) {
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].type) {
            squares_read(draft, &draft->lines[i]);
            hand_read(draft, &draft->lines[i]);
        }
}

/* ---- SFEN */

void array_write_id(const HenkaVariant *v, int type, int side, Out *out) {
    const char *id = v->types[type].id;
    if (*id == '+') out_char(out, *id++);
    bool braced = id[1];
    if (braced) out_char(out, '{');
    for (; *id; id++) {
        bool letter = *id >= 'A' && *id <= 'Z';
        out_char(out, side == HENKA_GOTE && letter ? (char)(*id + 'a' - 'A') : *id);
    }
    if (braced) out_char(out, '}');
}

void array_write_board(const HenkaVariant *v, const Piece *board, Out *out) {
    for (int rank = 1; rank <= v->ranks; rank++) {
        if (rank > 1) out_char(out, '/');
        int empty = 0;
        for (int file = v->files; file >= 1; file--) {
            Piece piece = board[square_of(v, file, rank)];
            if (!piece) {
                empty++;
                continue;
            }
            if (empty) out_format(out, "%d", empty);
            empty = 0;
            array_write_id(v, piece_type(piece), piece_side(piece), out);
        }
        if (empty) out_format(out, "%d", empty);
    }
}

void array_write_hands(const HenkaVariant *v, const uint8_t *sente, const uint8_t *gote, Out *out) {
    const uint8_t *hands[] = {sente, gote};
    bool none = true;
    for (int side = HENKA_SENTE; side <= HENKA_GOTE; side++)
        for (int i = 0; i < v->hand_count; i++) {
            int count = hands[side][i];
            if (!count) continue;
            none = false;
            if (count > 1) out_format(out, "%d", count);
            array_write_id(v, v->hand_types[i], side, out);
        }
    if (none) out_char(out, '-');
}

const char *array_sfen(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    char buf[4096];
    Out out = out_to(buf, sizeof buf);
    array_write_board(v, v->start_board, &out);
    out_text(&out, " b ");
    array_write_hands(v, v->start_hand[HENKA_SENTE], v->start_hand[HENKA_GOTE], &out);
    out_text(&out, v->skip_not_twice ? " 1 -" : " 1");
    assert(out.length < sizeof buf); /* MAX_SQUARES ids of six characters, and the hands */
    return arena_text(draft->arena, buf, out.length);
}
