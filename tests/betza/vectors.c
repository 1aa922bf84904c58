/* The XBetza vectors: each string compiled, walked and compared. */
#include "tests/check.h"

#include "tiny.h"

enum { MOVER = 1, OTHER = 2, KNOWN = 39 /* pieces */ };

static void put_others(const char *list, int mover_side) {
    for (const char *at = list; *at == '+' || *at == '-';) {
        int side = *at == '+' ? mover_side : !mover_side;
        int square = tiny_square(at + 1, &at);
        tiny_position.board[square] = piece_make(side, OTHER);
        while (*at == ' ') at++;
    }
}

static void check_vector(const char *head, const char *answer) {
    static char betza[80], square_text[8], mine[1 << 16], theirs[1 << 16];
    int files, ranks, used = 0, count;
    if (sscanf(head, "%79s at %7s on %dx%d, others: %n", betza, square_text, &files, &ranks,
               &used) < 4)
        return;
    int side = strstr(head, "2nd side") ? HENKA_GOTE : HENKA_SENTE;
    Arena *arena = arena_new(NULL);
    HenkaError error = {0};
    bool ok = betza_compile(arena, betza, strlen(betza), &tiny_variant.types[MOVER].power, &error);
    CHECK(ok, "%s: column %d: %s", betza, error.column, error.message);
    if (ok) {
        tiny_board(files, ranks);
        put_others(head + used, side);
        int square = tiny_square(square_text, NULL);
        tiny_position.board[square] = piece_make(side, MOVER);
        sscanf(answer, " %d: %n", &count, &used);
        snprintf(theirs, sizeof theirs, "%s", answer + used);
        tiny_sort_words(theirs, sizeof theirs);
        CHECK(tiny_moves(square, "@", "@", mine, sizeof mine) == count, "%s: %d moves expected",
              betza, count);
        CHECK(!strcmp(mine, theirs), "%s\n  expected %s\n  found    %s", betza, theirs, mine);
    }
    arena_free(arena);
}

static void check_vectors(const char *path, int expected) {
    FILE *file = fopen(path, "r");
    static char head[512], answer[1 << 14];
    int vectors = 0;
    CHECK(file, "there is no %s", path);
    while (file && fgets(head, sizeof head, file) && fgets(answer, sizeof answer, file)) {
        check_vector(head, answer);
        vectors++;
    }
    CHECK(vectors == expected, "%d vectors read", vectors);
    if (file) fclose(file);
}

/* Each row `| piece | `text` |` of the table of known pieces is a vector, in their order. */
static void check_table(const char *page, const char *path) {
    FILE *file = fopen(path, "r"), *table = fopen(page, "r");
    static char line[4096], head[512], answer[1 << 14], wanted[512];
    bool inside = false;
    CHECK(file && table, "there is no %s or %s", path, page);
    while (file && table && fgets(line, sizeof line, table)) {
        char name[64], text[80];
        if (*line == '#') inside = !strcmp(line, "## Known pieces\n");
        if (!inside || sscanf(line, "| %63[^|]| `%79[^`]` |", name, text) < 2) continue;
        name[strlen(name) - 1] = '\0'; /* the blank before the `|` */
        CHECK(fgets(head, sizeof head, file) && fgets(answer, sizeof answer, file),
              "no vector of %s", name);
        snprintf(wanted, sizeof wanted, "%s at ", text);
        CHECK(!strncmp(head, wanted, strlen(wanted)), "%s: `%s`, and %s", name, text, head);
        snprintf(wanted, sizeof wanted, "[%s]\n", name);
        CHECK(strstr(head, wanted), "%s: %s", name, head);
    }
    CHECK(file && !fgets(head, sizeof head, file), "not in the table: %s", head);
    if (file) fclose(file);
    if (table) fclose(table);
}

int main(int argc, char **argv) {
    if (argc > 1) check_vectors(argv[1], 59);
    if (argc > 3) {
        check_vectors(argv[2], KNOWN);
        check_table(argv[3], argv[2]);
    }
    CHECK(argc == 4, "give the files of vectors and docs/moves.md");
    return check_done();
}
