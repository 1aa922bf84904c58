/* SFEN both ways: every row of the perft tables, Fairy-Stockfish's FEN, pastes, and texts that must
 * be refused with the right column. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "henka.h"

static void check_row(const HenkaVariant *v, const char *sfen) {
    char again[4096];
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, sfen, &error);
    CHECK(game != NULL, "%s: column %d: %s", sfen, error.column, error.message);
    if (!game) return;
    henka_game_sfen(game, again, sizeof again);
    /* hands come in any order: as long as before, and the same position */
    HenkaGame *second = henka_game_new(v, again, &error);
    CHECK(strlen(sfen) == strlen(again) && strncmp(sfen, again, strcspn(sfen, " ") + 2) == 0,
          "%s reads as %s", sfen, again);
    CHECK(second && henka_game_hash(second) == henka_game_hash(game), "%s reads as %s", sfen,
          again);
    henka_game_free(second);
    henka_game_free(game);
}

static void check_table(const char *folder, const char *name) {
    char path[1024], line[4096];
    snprintf(path, sizeof path, "%s/perft/%s.tsv", folder, name);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL, "cannot open %s", path);
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    CHECK(v != NULL, "%s does not load", name);
    while (file && v && fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        line[strcspn(line, "\t\n")] = '\0';
        check_row(v, line);
    }
    if (file) fclose(file);
    henka_variant_free(v);
}

static HenkaVariant *shipped(const char *name) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    if (!v) exit(2);
    return v;
}

/* text is read as the position `sfen`; the same when it is NULL. */
static void check_reads(const char *name, const char *text, const char *sfen) {
    HenkaVariant *v = shipped(name);
    HenkaError error = {0};
    char again[4096] = "";
    HenkaGame *game = henka_game_new(v, text, &error);
    if (game) henka_game_sfen(game, again, sizeof again);
    CHECK(game && strcmp(again, sfen ? sfen : text) == 0, "%s: %s gives %s (%s)", name, text, again,
          error.message);
    henka_game_free(game);
    henka_variant_free(v);
}

static void check_refused(const char *name, const char *text, int column, const char *part) {
    HenkaVariant *v = shipped(name);
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, text, &error);
    CHECK(!game && error.column == column && strstr(error.message, part),
          "%s: %s: column %d, \"%s\"; expected column %d, \"%s\"", name, text, error.column,
          error.message, column, part);
    henka_game_free(game);
    henka_variant_free(v);
}

static void check_pastes(void) {
    const char *start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    const char *after = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    check_reads("shogi", "startpos", start);
    check_reads("shogi", "position startpos", start);
    check_reads("shogi", "  sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1  ",
                start);
    check_reads("shogi",
                "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
                start);
    check_reads("shogi", "startpos moves 7g7f 3c3d", after);
    check_reads("shogi", "position startpos moves 7g7f\n3c3d\n", after);
    check_reads("shogi",
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves P-7f P-3d",
                after);
    check_reads("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w",
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    check_reads("okisaki",
                "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL[-] w 0 1",
                "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1");
    check_reads("okisaki", "8lk/10/7G2/8N1/10/10/10/10/10/K9[PLppp] b - - 0 7",
                "8lk/10/7G2/8N1/10/10/10/10/10/K9 w PL3p 14");
    check_reads("okisaki", "fen 8lk/10/7G2/8N1/10/10/10/10/10/K9[] w",
                "8lk/10/7G2/8N1/10/10/10/10/10/K9 b - 1");
    /* hands in any order, with any face, split counts, ids in braces */
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4 b P2PPRr10p 5",
                "4k4/9/9/9/9/9/9/9/4K4 b 4PR10pr 5");
    check_reads("shogi", "4{k}4/9/9/4{P}4/9/9/9/9/4K4 b - 0", "4k4/9/9/4P4/9/9/9/9/4K4 b - 1");
    check_reads("rutherford", "k/l/b/1/l/+P/1/1/+S/1/1/+N/1/1/K/1/B b S+Pn 1",
                "k/l/b/1/l/+P/1/1/+S/1/1/+N/1/1/K/1/B b SPn 1");
    /* without hands, FEN needs no brackets */
    check_reads("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15k w - - 0 7",
                "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15k b - 13 -");
    /* pieces where they can never move, several royals */
    check_reads("shogi", "PPPP1PPPP/LNNN5/4k4/9/9/9/9/3KKK3/4p4 w - 9", NULL);
    /* a side without a royal is a position; the game is over */
    check_reads("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w - 1 bw", NULL);
    check_reads("suzumu", "8K7/16/16/16/16/16/16/16/16/16/+{CS}15/16/16/16/16/+{cs}14k b - 77 wb",
                "8K7/16/16/16/16/16/16/16/16/16/+{CS}15/16/16/16/16/+{cs}14k b - 77 bw");
    check_reads("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15k b - 77",
                "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15k b - 77 -");
}

static void check_refusals(void) {
    static const struct {
        const char *game, *text;
        int column;
        const char *part;
    } bad[] = {
        {"shogi", "", 1, "expected"},
        {"shogi", "9/9/9/9/9/9/9/9/9 b - 1", 1, "expected a piece on the board, found none"},
        {"shogi", "sfen 9/9/9/9/9/9/9/9/9 b 2P 1", 6, "expected a piece on the board"},
        {"shogi", "hello world", 1, "expected a piece (P, L, N"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b - 1", 48,
         "expected 9 rows, found only 8"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL/9 b - 1", 58,
         "found more"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/8/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30,
         "expected 9 squares in row 5, found 8"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/91/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 29,
         "row 5 has more than 9 squares"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9p/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30,
         "row 5 has more than 9 squares"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/0/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 29,
         "from 1 to 9, found 0"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/4x4/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30,
         "expected a piece"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/4+k4/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30,
         "expected a piece (P, L, N"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/4?4/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30,
         "found \"?4/9/"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/4{p4/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30,
         "expected a piece"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL", 58,
         "expected the side to move, b (first player) or w, found the end"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1", 59,
         "expected the side to move"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL bw - 1", 59,
         "expected the side to move"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b Q 1", 61,
         "expected a piece"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2+p 1", 62,
         "expected an unpromoted piece in hand, found +p"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/4x4/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30,
         "found x"},
        {"suzumu", "8K7/16/16/16/fl14/16/16/16/16/16/16/16/16/16/16/15k b - 1", 14,
         "found \"fl\"; ids of several letters stand in braces: {fl}"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b K 1", 61,
         "the king cannot be held in hand"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 0P 1", 61,
         "expected a count from 1 to 63 before P, found 0"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 99P 1", 61,
         "found 99"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 63P 1", 58,
         "on board and in hands, found 81"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 3", 62,
         "expected a piece after the count"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -P 1", 62,
         "a blank after the hands"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - x", 63,
         "expected a move number, found \"x\""},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - -3", 63,
         "expected a move number"},
        {"shogi",
         "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 99999999999999999999", 63,
         "expected a move number"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 -", 65,
         "expected the end or \"moves\""},
        {"shogi", "startpos b", 10, "expected the end or \"moves\""},
        {"shogi", "startpos moves 7g7f 7g7f", 21, "no piece stands on 7g"},
        {"shogi", "startpos moves 7g7f zzz", 21, "expected a move"},
        {"suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15k b - 1 x", 57,
         "expected which sides skipped"},
        {"suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15k b P 1 -", 53,
         "cannot be held in hand"},
        {"suzumu", "8K7/16/16/16/16/16/7{FX}8/16/16/16/16/16/16/16/16/15k b - 1 -", 21,
         "no piece has the id FX"},
        {"suzumu", "8K7/16/16/16/16/16/7{LNN}8/16/16/16/16/16/16/16/16/15k b - 1 -", 21,
         "did you mean LN"},
        {"suzumu", "8K7/16/16/16/16/16/7{PP}8/16/16/16/16/16/16/16/16/15k b - 1 -", 21,
         "did you mean P?"},
        {"suzumu", "8K7/16/16/16/16/16/7{}8/16/16/16/16/16/16/16/16/15k b - 1 -", 21,
         "expected a piece"},
        {"suzumu", "8K7/16/16/16/16/16/17/16/16/16/16/16/16/16/16/15k b - 1 -", 20,
         "row 7 has more than 16 squares"},
        {"ito", "k/r/c/l/g/n/i/p/1/1/1/1/1/P/I/N/G/L/C/R b - 1", 40,
         "expected 21 rows, found only 20"},
        {"ito", "k/r/c/l/g/n/i/p/2/1/1/1/1/P/I/N/G/L/C/R/K b - 1", 17,
         "row 9 has more than 1 square"},
        {"ito", "k/r/c/l/g/n/i/p//1/1/1/1/P/I/N/G/L/C/R/K b - 1", 17,
         "expected 1 square in row 9, found 0"},
        {"okisaki", "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL[P w 0 1",
         70, "\"]\""},
        {"okisaki",
         "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL[-] w KQkq 1", 74,
         "expected a number"},
        {"okisaki", "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL[K] w 0 1",
         69, "cannot be held"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_refused(bad[i].game, bad[i].text, bad[i].column, bad[i].part);
}

/* How much of everything there may be: the most is read, one more is refused. */
static void check_limits(void) {
    static const char row[] = "PPPPPPPPPPPPPPPP/";
    char full[512] = "", text[512];
    for (int i = 0; i < 15; i++) strcat(full, row);
    /* 255 pieces a side */
    snprintf(text, sizeof text, "%sPPPPPPPPPPPPPPPk b - 1 -", full);
    check_reads("suzumu", text, NULL);
    snprintf(text, sizeof text, "%sPPPPPPPPPPPPPPPP b - 1", full);
    check_refused("suzumu", text, 272, "at most 255 pieces a side, found 256");
    for (char *at = text; *at && *at != ' '; at++)
        if (*at == 'P') *at = 'p';
    check_refused("suzumu", text, 272, "at most 255 pieces a side, found 256");
    /* 63 of a kind on the board, promoted or not, and in both hands */
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 63P 1", NULL);
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 31P32p 1", NULL);
    check_reads("shogi", "4k4/9/9/9/4+P4/9/9/9/4K4 b 31P31p 1", NULL);
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 64P 1", 25, "found 64");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 32P32p 1", 22, "at most 63 of P");
    check_refused("shogi", "4k4/9/9/9/4+P4/9/9/9/4K4 b 32P31p 1", 25, "at most 63 of P");
    check_refused("shogi", "4k4/9/9/9/4p4/9/9/9/4K4 b 32P31p 1", 24, "at most 63 of P");
    check_refused("shogi", "4k3+P/9/9/9/9/9/9/9/4K4 b 32P31p 1", 24, "at most 63 of P");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/+p3K4 b 32P31p 1", 24, "at most 63 of P");
    check_reads("shogi", "4k4/9/9/9/4p4/9/9/9/4K4 b 63L62p 1", NULL);
    /* move numbers */
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 999999", NULL);
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1000000", 27, "expected a move number");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1x", 27, "found \"1x\"");
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4[-] w 0 499999", "4k4/9/9/9/9/9/9/9/4K4 b - 999997");
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4[-] b 0 999999999",
                "4k4/9/9/9/9/9/9/9/4K4 w - 999998");
    /* FEN's fields: as many as five, the last number counts */
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 0 3", "4k4/9/9/9/9/9/9/9/4K4 b - 5");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 0 3 4", 37, "expected the end");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w 0x", 27, "expected a number or \"-\"");
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4 w 0 4", "4k4/9/9/9/9/9/9/9/4K4 b - 7");
    check_reads("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 0 4", "4k4/9/9/9/9/9/9/9/4K4 w - 8");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 w - - 0 4", 27, "expected a move number");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 w 0 x", 26,
                  "expected a piece after the count, found a blank");
    /* what is found is said in at most 20 bytes, controls as question marks */
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - abcdefghijklmnopqrstuvwxyz", 27,
                  "found \"abcdefghijklmnopqrst\"");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - abcdefghijklmnopqrs石", 27,
                  "found \"abcdefghijklmnopqrs\"");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - \x01\x7f~", 27, "found \"??~\"");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b -  ,", 28, "found \",\"");
    check_refused("shogi", "4k4/9/9/9/9/9/9/9/4K4 b * 1", 25, "in hand or \"-\", found \"*\"");
    /* ids without braces, at the end of the text too; near ones; many of them */
    check_refused("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/14fl", 49,
                  "found \"fl\"; ids of several letters stand in braces: {fl}");
    check_refused("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/14f", 49,
                  ", ...), found f");
    check_refused("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/14{ZZZZ}", 49,
                  ", ...), found ZZZZ");
    check_refused("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/14{ABCDEFGHIJKLMN}", 49,
                  "found ABCDEFGHIJKLMN");
    check_refused("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/14{ABCDEFGHIJKLMNO}", 49,
                  "found ABCDEFGHIJKLMNO");
    check_refused("suzumu", "8K7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/14{ABCDEFGHIJKLMNOP}",
                  49, "expected a piece, a number");
    /* more moves than there is room for */
    char many[512] = "";
    for (int i = 0; i < 15; i++)
        strcat(many, i & 1 ? "{FD}p{FD}p{FD}p{FD}p{FD}p{FD}p{FD}p{FD}p/" : "pppppppppppppppp/");
    strcat(many, "K14k w - 1 -");
    check_refused("suzumu", many, 1,
                  "expected a position with fewer than 8176 moves, found more"); /* of sente's */
}

/* A game that begins with pieces in hand. */
static void check_start_hands(void) {
    static const char text[] =
        "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\nroyal=K\n"
        "pawn:P:fW:p:a2-e2:3\nrook:R:R:r::1\ngold:G:WfF:g:b1\nking:K:K:k:c1\n";
    HenkaDiagnostic entries[4];
    HenkaReport report = {.entries = entries, .cap = 4};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    CHECK(v, "%s", report.count ? entries[0].at.message : "no variant");
    if (!v) return;
    char sfen[256], fen[256];
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    henka_game_sfen(game, sfen, sizeof sfen);
    CHECK(!strcmp(sfen, "2kg1/ppppp/5/PPPPP/1GK2 b 3PR3pr 1"), "begins with %s", sfen);
    henka_game_fen(game, fen, sizeof fen);
    CHECK(!strcmp(fen, "2kg1/ppppp/5/PPPPP/1GK2[PPPRpppr] w 0 1"), "begins with %s", fen);
    henka_game_free(game);
    henka_variant_free(v);
}

/* A start position with one byte left out, doubled or replaced: read or refused, never worse; what
 * is read is written back the same. */
static void check_damaged(const char *name) {
    static const char replacements[] = "x/ +{}[]0-9*wK";
    HenkaVariant *v = shipped(name);
    char text[4096], again[4096];
    size_t length = strlen(henka_variant_start(v));
    for (size_t at = 0; at < length; at++)
        for (size_t change = 0; change < sizeof replacements; change++) {
            strcpy(text, henka_variant_start(v));
            if (replacements[change])
                text[at] = replacements[change];
            else
                memmove(text + at, text + at + 1, length - at);
            HenkaError error = {0};
            HenkaGame *game = henka_game_new(v, text, &error);
            if (!game) {
                CHECK(error.message[0] && error.line == 1 && error.column >= 1 &&
                          error.column <= (int)length + 1,
                      "%s: no place or reason", text);
                continue;
            }
            henka_game_sfen(game, again, sizeof again);
            HenkaGame *second = henka_game_new(v, again, &error);
            CHECK(second && henka_game_hash(second) == henka_game_hash(game), "%s written as %s",
                  text, again);
            henka_game_free(second);
            henka_game_free(game);
        }
    henka_variant_free(v);
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "tests/data";
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) check_table(folder, name);
    check_pastes();
    check_refusals();
    check_limits();
    check_start_hands();
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) check_damaged(name);
    return check_done();
}
