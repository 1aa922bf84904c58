/* The XBetza vectors: each string compiled, walked and compared. */
#include "tests/check.h"

#include "tiny.h"

enum { MOVER = 1, OTHER = 2 };

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

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    static char head[512], answer[1 << 14];
    int vectors = 0;
    CHECK(file, "give the file of vectors");
    while (file && fgets(head, sizeof head, file) && fgets(answer, sizeof answer, file)) {
        check_vector(head, answer);
        vectors++;
    }
    CHECK(vectors == 59, "%d vectors read", vectors);
    if (file) fclose(file);
    return check_done();
}
