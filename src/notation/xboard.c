/* XBoard's coordinates, which may count ranks from 0, and FEN with hands in brackets.
 *
 * Source: Tim Mann and H. G. Muller, Chess Engine Communication Protocol (engine-intf.html of
 * XBoard 4.9): "variants with 10 ranks number them 0-9". */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "notation/ids.h"
#include "notation/move_text.h"
#include "notation/sfen.h"
#include "notation/square.h"
#include "notation/state_field.h"
#include "rules/game.h"
#include "variant/array.h"

int henka_variant_hand_kinds(const HenkaVariant *v) { return v->hands ? v->hand_count : 0; }

/* The difference between the library's rank numbers and XBoard's: 1 if XBoard draws ten ranks, else
 * 0. XBoard's board has at least as many ranks as a hand has kinds. */
static int xboard_rank_offset(const HenkaVariant *v) {
    int hand = henka_variant_hand_kinds(v);
    return (v->ranks > hand ? v->ranks : hand) == 10;
}

/* A move or square as text, after its rank numbers were converted. */
typedef struct Shifted {
    char text[512];
} Shifted;

/* Converts rank numbers from the library's to XBoard's (by = -1) or back (by = 1): changes every
 * number after a lower-case letter by xboard_rank_offset. */
static Shifted xboard_shift(const HenkaVariant *v, const char *text, int by) {
    Shifted shifted;
    Out out = out_to(shifted.text, sizeof shifted.text);
    while (*text) {
        bool square = islower((unsigned char)text[0]) && isdigit((unsigned char)text[1]);
        out_char(&out, *text++);
        if (!square) continue;
        int rank = 0;
        while (isdigit((unsigned char)*text) && rank < 1000) rank = rank * 10 + *text++ - '0';
        out_format(&out, "%d", rank + by * xboard_rank_offset(v));
    }
    return shifted;
}

void xboard_write(const Position *p, Move m, Out *out) {
    Shifted plain;
    Out written = out_to(plain.text, sizeof plain.text);
    usi_write_coordinates(p, m, &written);
    plain = xboard_shift(p->variant, plain.text, -1);
    out_text(out, plain.text);
}

bool henka_xboard_move_parse(const HenkaGame *game, const char *text, HenkaMove *move,
                             HenkaError *error) {
    return henka_move_parse(game, xboard_shift(game->variant, text, 1).text, move, error);
}

HenkaTextPlayed henka_xboard_play_text(HenkaGame *game, const char *text, HenkaMove *move,
                                       HenkaError *error) {
    return henka_game_play_text(game, xboard_shift(game->variant, text, 1).text, move, error);
}

static void xboard_write_square(const HenkaVariant *v, int square, Out *out) {
    out_format(out, "%c%d", file_letter(v, file_of(v, square)),
               v->ranks + 1 - rank_of(v, square) - xboard_rank_offset(v));
}

size_t henka_xboard_square_name(const HenkaVariant *v, int square, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    if (square >= 0 && square < v->squares) xboard_write_square(v, square, &out);
    return out.length;
}

int henka_xboard_square_parse(const HenkaVariant *v, const char *text) {
    Shifted shifted = xboard_shift(v, text, 1);
    Scan s = scan_of(shifted.text, strlen(shifted.text));
    int square = square_scan_coordinates(v, &s);
    return scan_done(&s) ? square : -1;
}

size_t henka_xboard_explain_illegal(const HenkaGame *game, const char *text, HenkaLanguage language,
                                    char *buf, size_t cap) {
    HenkaError why;
    Shifted shifted = xboard_shift(game->variant, text, 1);
    if (explain_text(game, shifted.text, xboard_write_square, &why))
        return henka_error_text(&why, language, buf, cap);
    return out_to(buf, cap).length;
}

size_t henka_game_fen(const HenkaGame *game, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    array_write_board(game->variant, game->position.board, array_write_fen_id, &out);
    const Position *p = &game->position;
    bool any = false;
    bool hands = p->variant->hands || p->variant->stock;
    if (hands) out_char(&out, '[');
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++)
            for (int n = p->hand[side][i]; n > 0; n--) {
                array_write_fen_id(p->variant, p->variant->hand_types[i], side, &out);
                any = true;
            }
    if (hands) out_text(&out, any ? "]" : "-]");
    out_text(&out, p->side == HENKA_SENTE ? " w " : " b ");
    if (state_field_is_used(p->variant)) {
        state_field_write_fen(p, &out);
        out_char(&out, ' ');
    }
    out_format(&out, "0 %d", (game->first_number + game->plies + 1) / 2);
    return out.length;
}
