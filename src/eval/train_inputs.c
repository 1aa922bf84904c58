#include "eval/train_inside.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MARKS = 4 * HENKA_MAX_SQUARES * 4 };

/* ---- left and right ---- */

static bool has_mark(const HenkaMark *marks, size_t count, HenkaMark mark) {
    for (size_t i = 0; i < count; i++)
        if (marks[i].dx == mark.dx && marks[i].dy == mark.dy) return marks[i].kinds == mark.kinds;
    return false;
}

static bool kind_mirrors(const HenkaVariant *v, int type) {
    HenkaMark marks[MOST_MARKS];
    size_t count = henka_variant_diagram(v, type, marks, MOST_MARKS);
    if (count > MOST_MARKS) return false;
    for (size_t i = 0; i < count; i++)
        if (!has_mark(marks, count, (HenkaMark){(int8_t)-marks[i].dx, marks[i].dy, marks[i].kinds}))
            return false;
    return true;
}

static bool has_virgin(const PieceType *type) {
    for (int i = 0; i < type->power.term_count; i++)
        if (type->power.terms[i].virgin) return true;
    return false;
}

/* Moves of pieces that never moved depend on the starting array, which seldom is its own mirror
 * image. */
static bool game_mirrors(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (has_virgin(&v->types[type]) || !kind_mirrors(v, type)) return false;
    return v->files > 1;
}

/* ---- the tables ---- */

static int mirrored_square(const HenkaVariant *v, int square) {
    return square_of(v, v->files + 1 - file_of(v, square), rank_of(v, square));
}

static void number_piece(TrainInputs *inputs, const HenkaVariant *v, Piece piece, int square) {
    int mirrored = mirrored_square(v, square),
        here = net_input_piece(v, HENKA_SENTE, piece, square);
    for (int view = 0; view < 2; view++) {
        inputs->seen[view][0][here] = (uint16_t)net_input_piece(v, view, piece, square);
        inputs->seen[view][1][here] = (uint16_t)net_input_piece(v, view, piece, mirrored);
    }
    int kind = piece_side(piece) * v->type_count + piece_type(piece) - 1;
    inputs->group[0][here] = kind;
    inputs->group[1][here] = 2 * v->type_count + kind * v->ranks + rank_of(v, square) - 1;
    inputs->group[2][here] =
        2 * v->type_count * (1 + v->ranks) + kind * v->files + file_of(v, square) - 1;
}

static void number_hand(TrainInputs *inputs, const HenkaVariant *v, int owner, int index,
                        int step) {
    int here = net_input_hand(v, HENKA_SENTE, owner, index, step);
    for (int view = 0; view < 2; view++)
        inputs->seen[view][0][here] = inputs->seen[view][1][here] =
            (uint16_t)net_input_hand(v, view, owner, index, step);
    inputs->group[0][here] =
        2 * v->type_count * (1 + v->ranks + v->files) + owner * v->hand_count + index;
    inputs->group[1][here] = inputs->group[2][here] = -1;
}

bool train_inputs_number(TrainInputs *inputs, const HenkaVariant *v) {
    size_t count = (size_t)net_inputs(v);
    inputs->count = (int)count;
    inputs->group_count = 2 * v->type_count * (1 + v->ranks + v->files) + 2 * v->hand_count;
    inputs->mirrors = game_mirrors(v);
    for (int i = 0; i < 2; i++)
        for (int mirrored = 0; mirrored < 2; mirrored++)
            if (!(inputs->seen[i][mirrored] = calloc(count, sizeof(uint16_t)))) return false;
    for (int i = 0; i < TRAIN_GROUPS; i++)
        if (!(inputs->group[i] = calloc(count, sizeof(int32_t)))) return false;
    for (int side = 0; side < 2; side++) {
        for (int type = 1; type <= v->type_count; type++)
            for (int square = 0; square < v->squares; square++)
                number_piece(inputs, v, piece_make(side, type), square);
        for (int index = 0; index < v->hand_count; index++)
            for (int step = 0; step < NET_HAND_STEPS; step++)
                number_hand(inputs, v, side, index, step);
    }
    return true;
}

void train_inputs_free(TrainInputs *inputs) {
    for (int i = 0; i < 2; i++) free(inputs->seen[i][0]), free(inputs->seen[i][1]);
    for (int i = 0; i < TRAIN_GROUPS; i++) free(inputs->group[i]);
}
