/* Moves as every notation writes them, in positions where that takes thought: several pieces of a
 * kind that can go to one square, captures on the way, drops beside moves on the board, promotions
 * declined and chosen, tall boards.
 *
 *     test-texts DATA-FOLDER TEXTS [--write]
 *
 * TEXTS (texts.txt) has a line "> GAME POSITION | SQUARES" and below it a line a move that goes to
 * one of the squares (all moves without SQUARES), by USI text: USI, western, Japanese, KIF,
 * coordinates and XBoard's, with | between. Every text is read back. --write writes the lines anew:
 * read the difference. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "files.h"
#include "henka.h"

static const HenkaNotation notations[] = {HENKA_USI, HENKA_WESTERN,     HENKA_JAPANESE,
                                          HENKA_KIF, HENKA_COORDINATES, HENKA_XBOARD};
enum { NOTATIONS = sizeof notations / sizeof *notations };

static HenkaMove moves[HENKA_MAX_MOVES];
static char found[1 << 20], expected[1 << 20];
static size_t length;

static void say(const char *line) {
    length += (size_t)snprintf(found + length, sizeof found - length, "%s\n", line);
}

/* A shipped game, or the game of that name in the folder of games that tests have. */
static HenkaVariant *game_named(const char *folder, const char *name) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    if (v) return v;
    char file[300];
    snprintf(file, sizeof file, "games/%s.ini", name);
    return file_game(folder, file);
}

/* Is the move's destination among the squares (names with blanks between)? */
static bool is_wanted(const HenkaGame *game, HenkaMove move, const char *squares) {
    char name[16];
    if (!*squares) return true;
    henka_square_name(henka_game_variant(game), henka_game_parts(game, move).to, name, sizeof name);
    size_t size = strlen(name);
    for (const char *at = squares; (at = strstr(at, name)); at += size)
        if ((at == squares || at[-1] == ' ') && (at[size] == ' ' || !at[size])) return true;
    return false;
}

static void check_read_back(const HenkaGame *game, HenkaMove move, HenkaNotation notation,
                            const char *text) {
    HenkaMove back = 0;
    HenkaError error = {0};
    bool read = (notation == HENKA_XBOARD ? henka_xboard_move_parse
                                          : henka_move_parse)(game, text, &back, &error);
    CHECK(read && back == move, "%s is read as another move: %s", text, error.message);
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

/* head: a line of the file from ">" on. */
static void write_position(const char *folder, const char *head) {
    char line[1024], name[32] = "", texts[HENKA_MAX_MOVES > 600 ? 600 : HENKA_MAX_MOVES][256];
    snprintf(line, sizeof line, "%s", head);
    CHECK_ABOUT("%s", head);
    say(head);
    char *squares = strchr(line, '|'), *position = line + 2;
    if (squares) *squares++ = '\0', squares += strspn(squares, " ");
    size_t size = strcspn(position, " ");
    snprintf(name, sizeof name, "%.*s", (int)size, position);
    HenkaVariant *v = game_named(folder, name);
    HenkaError error = {0};
    HenkaGame *game = v ? henka_game_new(v, position + size + 1, &error) : NULL;
    CHECK(game, "%s: %s", head, error.message);
    size_t count = game ? henka_game_moves(game, moves, HENKA_MAX_MOVES) : 0, rows = 0;
    for (size_t i = 0; i < count && rows < sizeof texts / sizeof *texts; i++) {
        if (!is_wanted(game, moves[i], squares ? squares : "")) continue;
        size_t at = 0;
        for (int n = 0; n < NOTATIONS; n++) {
            char text[128];
            size_t bytes = henka_move_text(game, moves[i], notations[n], text, sizeof text);
            CHECK(bytes == strlen(text), "%s: %zu bytes told", text, bytes);
            char among[128];
            henka_move_text_among(game, moves[i], notations[n], moves, count, among, sizeof among);
            CHECK(!strcmp(among, text), "%s: %s where the legal moves are known", text, among);
            check_read_back(game, moves[i], notations[n], text);
            at += (size_t)snprintf(texts[rows] + at, sizeof *texts - at, n ? " | %s" : "%s", text);
        }
        rows++;
    }
    qsort(texts, rows, sizeof *texts, by_text);
    for (size_t i = 0; i < rows; i++) say(texts[i]);
    henka_game_free(game);
    henka_variant_free(v);
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "tests/data",
               *path = argc > 2 ? argv[2] : "tests/notation/texts.txt";
    FILE *file = fopen(path, "r");
    size_t bytes = file ? fread(expected, 1, sizeof expected - 1, file) : 0;
    if (file) fclose(file);
    expected[bytes] = '\0';
    CHECK(bytes, "%s is empty", path);
    for (const char *at = expected; *at;) {
        char line[1024];
        size_t size = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)size, at);
        at += size + (at[size] == '\n');
        if (*line == '#') say(line);
        if (*line == '>') write_position(folder, line);
    }
    CHECK_ABOUT("%s", "");
    if (argc > 3 && !strcmp(argv[3], "--write")) {
        file = fopen(path, "w");
        if (file) fputs(found, file), fclose(file);
        return check_done();
    }
    char head[1024] = "";
    const char *is = found, *was = expected;
    while (*is || *was) {
        size_t new = strcspn(is, "\n"), old = strcspn(was, "\n");
        if (*was == '>') snprintf(head, sizeof head, "%.*s", (int)old, was);
        CHECK(new == old && !memcmp(is, was, new), "%s\nexpected %.*s\nfound    %.*s", head,
              (int)old, was, (int)new, is);
        if (new != old || memcmp(is, was, new)) break; /* what follows is likely to be shifted */
        is += new + (is[new] == '\n');
        was += old + (was[old] == '\n');
    }
    return check_done();
}
