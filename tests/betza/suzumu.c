/* The multi-leg pieces of the 16x16 game on given positions: walk against the expected moves, jump
 * ranks and burn immunity in force. */
#include "tests/check.h"

#include "tiny.h"

static const struct {
    const char *id, *betza;
    int rank; /* may be jumped only by a higher one */
} KINDS[] = {
    {"", "", 0},
    {"P", "fW", 0},
    {"R", "R", 0},
    {"K", "K", 4},
    {"+DE", "K", 4},
    {"HF", "BsbRfWfDfcavWfabW", 0},
    {"SE", "RbBfFfAfcavFfabF", 0},
    {"LN", "KNADcaKmcabK", 0},
    {"FE", "QADcaFmcabF", 0},
    {"BG", "B(cpaf)2cBcafpafcBpafcafcB", 1},
    {"RG", "R(cpaf)2cRcafpafcRpafcafcR", 1},
    {"VG", "B(cpaf)2cBcafpafcBpafcafcB(a)2KabK", 2},
    {"GG", "Q(cpaf)2cQcafpafcQpafcafcQ", 3},
    {"FD", "shQshy(mpacab)2Q(a)2Kmcab(mpacab)1K(a)2mpacabK(a)2mpacabmpacabK", 0},
    {"+CS", "jvhQjsQ3cab(mpacab)1K", 0},
};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static int kind_find(const char *id, size_t length) {
    for (int i = 1; i < KIND_COUNT; i++)
        if (strlen(KINDS[i].id) == length && !memcmp(KINDS[i].id, id, length)) return i;
    return 0;
}

static void set_bit(uint8_t *row, int type) { row[type >> 3] |= (uint8_t)(1 << (type & 7)); }

static void make_variant(Arena *arena) {
    int demon = kind_find("FD", 2);
    tiny_board(16, 16);
    for (int i = 1; i < KIND_COUNT; i++) {
        HenkaError error = {0};
        CHECK(betza_compile(arena, KINDS[i].betza, strlen(KINDS[i].betza),
                            &tiny_variant.types[i].power, &error),
              "%s: %s", KINDS[i].id, error.message);
        tiny_variant.types[i].royal = KINDS[i].rank == 4;
        for (int victim = 1; victim < KIND_COUNT; victim++)
            if (KINDS[i].rank && KINDS[victim].rank >= KINDS[i].rank)
                set_bit(tiny_variant.no_jump[i], victim);
    }
    set_bit(tiny_variant.no_burn[demon], demon);
}

/* "FE@h8 -P@i9 …": the first piece stands on the square to generate for. */
static int put_pieces(const char *at) {
    int first = -1;
    tiny_board(16, 16);
    while (*at && *at != '(') {
        int side = *at == '-' ? HENKA_GOTE : HENKA_SENTE;
        if (*at == '-') at++;
        size_t length = strcspn(at, "@");
        int type = kind_find(at, length), square = tiny_square(at + length + 1, &at);
        CHECK(type, "unknown piece before %s", at);
        tiny_position.board[square] = piece_make(side, type);
        if (first < 0) first = square;
        while (*at == ' ') at++;
    }
    return first;
}

static void check_block(const char *title, const char *pieces, const char *answer) {
    static char mine[1 << 16], theirs[1 << 16];
    snprintf(theirs, sizeof theirs, "%s", answer);
    tiny_sort_words(theirs, sizeof theirs);
    tiny_moves(put_pieces(pieces), "igui", "SKIP", mine, sizeof mine);
    CHECK(!strcmp(mine, theirs), "%s  expected %s\n  found    %s", title, theirs, mine);
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    static char title[256], line[1 << 14], pieces[512];
    int blocks = 0;
    Arena *arena = arena_new(NULL);
    make_variant(arena);
    CHECK(file, "give the file of positions");
    while (file && fgets(line, sizeof line, file)) {
        if (!strncmp(line, "##", 2))
            snprintf(title, sizeof title, "%.255s", line);
        else if (!strncmp(line, "pos: ", 5))
            snprintf(pieces, sizeof pieces, "%.511s", line + 5);
        else if (line[0] != '\n' && strncmp(line, "count", 5))
            check_block(title, pieces, line), blocks++;
    }
    CHECK(blocks == 16, "%d positions read", blocks);
    if (file) fclose(file);
    arena_free(arena);
    return check_done();
}
