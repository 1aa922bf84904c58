/* XBoard's words: ranks from 0 where XBoard draws ten of them, whatever makes them ten; FEN. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "files.h"
#include "henka.h"

/* A move by its USI text is written so, and read back. */
static void check_move(const HenkaVariant *v, const char *usi, const char *xboard) {
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    HenkaError error = {0};
    HenkaMove move = 0, back = 0;
    char text[64] = "", line[80] = "";
    CHECK(henka_move_parse(game, usi, &move, &error), "%s %s: %s", henka_variant_name(v), usi,
          error.message);
    henka_move_text(game, move, HENKA_XBOARD, text, sizeof text);
    CHECK(!strcmp(text, xboard), "%s %s: expected %s, found %s", henka_variant_name(v), usi, xboard,
          text);
    CHECK(henka_xboard_move_parse(game, xboard, &back, &error) && back == move, "%s %s: %s",
          henka_variant_name(v), xboard, error.message);
    henka_line_text(game, &move, 1, HENKA_XBOARD, line, sizeof line);
    CHECK(*line == ' ' && !strcmp(line + 1, xboard), "%s: a line of %s is \"%s\"",
          henka_variant_name(v), xboard, line);
    henka_game_free(game);
}

/* Every square's name is read back; the one in sente's left corner is called so. */
static void check_squares(const HenkaVariant *v, const char *corner) {
    int files = henka_variant_files(v), ranks = henka_variant_ranks(v);
    char name[16];
    for (int square = 0; square < files * ranks; square++) {
        henka_xboard_square_name(v, square, name, sizeof name);
        int back = henka_xboard_square_parse(v, name);
        CHECK(back == square, "%s: square %d is called %s, which reads as %d",
              henka_variant_name(v), square, name, back);
    }
    henka_xboard_square_name(v, files * ranks - 1, name, sizeof name);
    CHECK(!strcmp(name, corner), "%s: expected the corner to be %s, found %s",
          henka_variant_name(v), corner, name);
    CHECK(henka_xboard_square_parse(v, "a99") == -1, "%s: a99 is a square", henka_variant_name(v));
}

static void check_reason(const HenkaVariant *v, const char *move, const char *reason) {
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    char found[256];
    henka_xboard_explain_illegal(game, move, HENKA_ENGLISH, found, sizeof found);
    CHECK(!strcmp(found, reason), "%s %s: expected \"%s\", found \"%s\"", henka_variant_name(v),
          move, reason, found);
    henka_game_free(game);
}

static void check_fen(const HenkaVariant *v, const char *sfen, const char *fen) {
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, sfen, &error), *back = henka_game_new(v, fen, &error);
    char found[512];
    CHECK(game && back, "%s or %s: %s", sfen, fen, error.message);
    if (game && back) {
        henka_game_fen(game, found, sizeof found);
        CHECK(!strcmp(found, fen), "%s: expected %s, found %s", sfen, fen, found);
        CHECK(henka_game_hash(back) == henka_game_hash(game), "%s is another position than %s", fen,
              sfen);
    }
    henka_game_free(game), henka_game_free(back);
}

int main(int argc, char **argv) {
    HenkaVariant *ten_kinds = file_game(argc > 1 ? argv[1] : "tests/data", "games/tenkinds.ini"),
                 *okisaki = henka_variant_shipped("okisaki", NULL, 0, NULL),
                 *shogi = henka_variant_shipped("shogi", NULL, 0, NULL),
                 *suzumu = henka_variant_shipped("suzumu", NULL, 0, NULL);
    if (ten_kinds) {
        CHECK(henka_variant_hand_kinds(ten_kinds) == 10, "expected ten kinds in hand, found %d",
              henka_variant_hand_kinds(ten_kinds));
        check_squares(ten_kinds, "a0");
        check_move(ten_kinds, "7g7f", "c2c3");
        check_reason(ten_kinds, "e3e4", "no piece stands on e3");
    }
    check_squares(okisaki, "a0");
    check_move(okisaki, "10h10g", "a2a3");
    check_squares(shogi, "a1");
    check_move(shogi, "7g7f", "c3c4");
    check_squares(suzumu, "a1");
    check_fen(shogi, "8k/9/8P/9/9/9/9/9/4K4 b 2GBp 3", "8k/9/8P/9/9/9/9/9/4K4[BGGp] w 0 2");
    check_fen(shogi, "8k/9/8P/9/9/9/9/9/4K4 w - 4", "8k/9/8P/9/9/9/9/9/4K4[-] b 0 2");
    check_fen(suzumu, "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 b - 1 -",
              "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w 0 1");
    henka_variant_free(ten_kinds), henka_variant_free(okisaki), henka_variant_free(shogi);
    henka_variant_free(suzumu);
    return check_done();
}
