/* test-moves-table GAME FILE: rows "SFEN TAB legal moves in USI, sorted". The list must be equal,
 * and every move must survive text and parsing. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "henka.h"

enum { LINE_CAP = 1 << 16, TEXT_CAP = 64, ROWS_LEAST = 8 };

static int by_bytes(const void *a, const void *b) { return strcmp(a, b); }

static void check_round_trip(const HenkaGame *game, HenkaMove move, const char *text) {
    HenkaMove parsed = HENKA_NO_MOVE;
    HenkaError error = {0};
    bool ok = henka_move_parse(game, text, &parsed, &error);
    CHECK(ok && parsed == move, "\"%s\" is read as another move: %s", text, error.message);
    CHECK(henka_game_legal(game, move), "\"%s\" is listed, but not legal", text);
}

/* The legal moves, sorted and joined by blanks. */
static void join_moves(const HenkaGame *game, char *joined) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    static char texts[HENKA_MAX_MOVES][TEXT_CAP];
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < count; i++) {
        henka_move_text(game, moves[i], HENKA_USI, texts[i], TEXT_CAP);
        check_round_trip(game, moves[i], texts[i]);
    }
    qsort(texts, count, TEXT_CAP, by_bytes);
    *joined = '\0';
    for (size_t i = 0; i < count; i++) joined += sprintf(joined, "%s%s", i ? " " : "", texts[i]);
}

/* What is written is read as the same position, and written alike again. */
static void check_rewriting(const HenkaGame *game, int number) {
    char once[2048], twice[2048] = "";
    HenkaError error = {0};
    henka_game_sfen(game, once, sizeof once);
    HenkaGame *again = henka_game_new(henka_game_variant(game), once, &error);
    CHECK(again, "row %d: the SFEN %s written by ourselves is refused: %s", number, once,
          error.message);
    if (!again) return;
    henka_game_sfen(again, twice, sizeof twice);
    CHECK(!strcmp(once, twice), "row %d: %s is written as %s", number, once, twice);
    CHECK(henka_game_hash(game) == henka_game_hash(again),
          "row %d: %s has another hash after rewriting", number, once);
    henka_game_free(again);
}

static void check_row(const HenkaVariant *variant, char *line, int number) {
    static char joined[HENKA_MAX_MOVES * TEXT_CAP];
    char *moves = strchr(line, '\t');
    HenkaError error = {0};
    CHECK(moves, "row %d: no TAB after the SFEN: %s", number, line);
    if (!moves) return;
    *moves++ = '\0';
    moves[strcspn(moves, "\r\n")] = '\0';
    HenkaGame *game = henka_game_new(variant, line, &error);
    CHECK(game, "row %d: %s: %s", number, line, error.message);
    if (!game) return;
    check_rewriting(game, number);
    join_moves(game, joined);
    CHECK(!strcmp(joined, moves), "row %d: %s\n  expected %s\n  found    %s", number, line, moves,
          joined);
    henka_game_free(game);
}

int main(int argc, char **argv) {
    static char line[LINE_CAP];
    HenkaVariant *variant = argc == 3 ? henka_variant_shipped(argv[1], NULL, 0, NULL) : NULL;
    FILE *file = variant ? fopen(argv[2], "r") : NULL;
    int rows = 0;
    CHECK(file, "usage: test-moves-table GAME FILE, not %s %s", argc > 1 ? argv[1] : "",
          argc > 2 ? argv[2] : "");
    for (int number = 1; file && fgets(line, sizeof line, file); number++) {
        if (*line == '#') continue;
        check_row(variant, line, number);
        rows++;
    }
    CHECK(rows >= ROWS_LEAST, "only %d rows in %s", rows, argc > 2 ? argv[2] : "no file");
    if (file) fclose(file);
    if (variant) henka_variant_free(variant);
    return check_done();
}
