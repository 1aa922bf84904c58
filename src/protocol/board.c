#include "protocol/board.h"
#include "base/message.h"
#include "base/out.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Writes a piece's name: its kanji, with v before gote's, or its id, in lower case for gote. */
static void piece_name(const HenkaVariant *variant, int type, HenkaSide side, BoardStyle style,
                       char *name, size_t cap) {
    HenkaType piece = henka_variant_type(variant, type);
    if (style.kanji && *piece.kanji1) {
        bool gote = side == HENKA_GOTE;
        snprintf(name, cap, "%s%s", gote ? "v" : " ", gote ? piece.kanji1_gote : piece.kanji1);
        return;
    }
    snprintf(name, cap, "%s", piece.id);
    if (side == HENKA_GOTE)
        for (char *c = name; *c; c++) *c = (char)tolower((unsigned char)*c);
}

/* Returns the columns of a terminal that a text takes: one a character, two a kanji. */
static int text_columns(const char *text) {
    int columns = 0;
    for (; *text; text++)
        if (((unsigned char)*text & 0xC0) != 0x80) columns += (unsigned char)*text >= 0xE0 ? 2 : 1;
    return columns;
}

static void padded(Out *out, const char *text, int columns) {
    for (int i = text_columns(text); i < columns; i++) out_char(out, ' ');
    out_text(out, text);
}

static void hand_draw(Out *out, const HenkaGame *game, HenkaSide side, BoardStyle style) {
    const HenkaVariant *variant = henka_game_variant(game);
    char pieces[1024] = "";
    Out held = out_to(pieces, sizeof pieces);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        int count = henka_game_hand(game, side, type);
        if (!count || henka_variant_type(variant, type).in_hand != type) continue;
        char name[32];
        piece_name(variant, type, HENKA_SENTE, style, name, sizeof name);
        out_format(&held, "%s%s", held.length ? " " : "", name + (*name == ' '));
        if (count > 1) out_format(&held, "x%d", count);
    }
    if (*pieces)
        out_say(out, HENKA_ENGLISH, MSG_BOARD_HAND, arg_side(side), arg_text(pieces));
    else
        out_say(out, HENKA_ENGLISH, MSG_BOARD_HAND_EMPTY, arg_side(side));
    out_char(out, '\n');
}

static void files_draw(Out *out, int files, int columns, BoardStyle style) {
    for (int i = 0; i < files; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", style.flip ? i + 1 : files - i);
        padded(out, number, columns);
    }
    out_char(out, '\n');
}

static void rank_draw(Out *out, const HenkaGame *game, int rank, int columns, BoardStyle style) {
    const HenkaVariant *variant = henka_game_variant(game);
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant);
    for (int i = 0; i < files; i++) {
        int file = style.flip ? i + 1 : files - i;
        HenkaSide side;
        int square = (file - 1) * ranks + rank - 1, type = henka_game_piece(game, square, &side);
        char name[32] = ".";
        if (henka_variant_is_hole(variant, square)) *name = ' ';
        if (type) piece_name(variant, type, side, style, name, sizeof name);
        padded(out, name, columns);
    }
    char square[16]; /* its name: the number of its file, then the letters of its rank */
    henka_square_name(variant, rank - 1, square, sizeof square);
    out_format(out, "  %s\n", square + strspn(square, "0123456789"));
}

size_t board_draw(const HenkaGame *game, BoardStyle style, char *buf, size_t cap) {
    const HenkaVariant *variant = henka_game_variant(game);
    int files = henka_variant_files(variant), ranks = henka_variant_ranks(variant), columns = 3;
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        char name[32];
        piece_name(variant, type, HENKA_SENTE, style, name, sizeof name);
        if (text_columns(name) + 1 > columns) columns = text_columns(name) + 1;
    }
    bool hands = henka_variant_has_hands(variant);
    Out out = out_to(buf, cap);
    if (hands) hand_draw(&out, game, style.flip ? HENKA_SENTE : HENKA_GOTE, style);
    files_draw(&out, files, columns, style);
    for (int i = 0; i < ranks; i++)
        rank_draw(&out, game, style.flip ? ranks - i : i + 1, columns, style);
    if (hands) hand_draw(&out, game, style.flip ? HENKA_GOTE : HENKA_SENTE, style);
    return out.length;
}
