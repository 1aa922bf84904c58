#include "variant/array.h"

#include "base/ascii.h"

void array_write_id(const HenkaVariant *v, int type, int side, Out *out) {
    const char *id = v->types[type].id;
    if (*id == '+') out_char(out, *id++);
    bool braced = id[1];
    if (braced) out_char(out, '{');
    for (; *id; id++) {
        out_char(out, side == HENKA_GOTE ? ascii_lower(*id) : *id);
    }
    if (braced) out_char(out, '}');
}

void array_write_square(const HenkaVariant *v, int square, Out *out) {
    int rank = rank_of(v, square);
    out_format(out, "%d", file_of(v, square));
    if (rank > 26) out_char(out, (char)('a' + (rank - 27) / 26));
    out_char(out, (char)('a' + (rank - 1) % 26));
}

void array_write_fen_id(const HenkaVariant *v, int type, int side, Out *out) {
    const PieceType *t = &v->types[type], *front = t;
    bool face = !t->fen_letter && t->unpromoted;
    if (face && v->promotion_sign == SIGN_NONE)
        return array_write_fen_id(v, t->unpromoted, side, out);
    if (face) front = &v->types[t->unpromoted];
    if (!front->fen_letter) return array_write_id(v, type, side, out);
    if (face) out_char(out, '+');
    out_char(out, side == HENKA_GOTE ? ascii_lower(front->fen_letter) : front->fen_letter);
}

void array_write_board(const HenkaVariant *v, const Piece *board, ArrayIdWriter *write, Out *out) {
    for (int rank = 1; rank <= v->ranks; rank++) {
        if (rank > 1) out_char(out, '/');
        int empty = 0;
        for (int file = v->files; file >= 1; file--) {
            Piece piece = board[square_of(v, file, rank)];
            bool hole = v->hole[square_of(v, file, rank)];
            if (!piece && !hole) {
                empty++;
                continue;
            }
            if (empty) out_format(out, "%d", empty);
            empty = 0;
            if (hole)
                out_char(out, '*');
            else
                write(v, piece_type(piece), piece_side(piece), out);
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

void array_write_unmoved(const HenkaVariant *v, const uint64_t unmoved[4], Out *out) {
    bool any = false;
    for (int square = 0; square < v->squares; square++)
        if (unmoved[square >> 6] >> (square & 63) & 1)
            array_write_square(v, square, out), any = true;
    if (!any) out_char(out, '-');
}
