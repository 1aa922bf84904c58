/* Rules that other games than the shipped five need, each on a small board: legal moves and endings
 * worked out by hand. That the fast generators agree with the oracle on such games is the matter of
 * oddities.c. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "rules/game.h"

/* A game, a position, its legal moves as USI in any order (NULL: not looked at), and what ends it. */
typedef struct Row {
    const char *game, *sfen, *moves;
    HenkaReason reason;
    int winner;
} Row;

#define THREE_BY_FOUR "name=small\nfiles=3\nranks=4\nsymmetry=rotate\nroyal=K\n"
#define FIVE_BY_FIVE "name=small\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\n"

static const Row rows[] = {
    /* Two royals on one file attack each other: what stands between may not leave, a royal may not
     * step there. */
    {THREE_BY_FOUR "royalsFace=no\nguard:G:sW:G:a1\nking:K:W:K:b1", "1k1/3/1G1/1K1 b - 1",
     "2d1d 2d3d", HENKA_PLAYING, -1},
    {THREE_BY_FOUR "royalsFace=no\nguard:G:sW:G:a1\nking:K:W:K:b1", "k2/2g/3/1KG b - 1", "2d2c",
     HENKA_PLAYING, -1},
    {THREE_BY_FOUR "royalsFace=yes\nguard:G:sW:G:a1\nking:K:W:K:b1", "1k1/3/1G1/1K1 b - 1",
     "2d1d 2d3d 2c1c 2c3c", HENKA_PLAYING, -1},
    /* mated by the royal alone: the square is attacked along the file and beside it */
    {THREE_BY_FOUR "royalsFace=no\nrook:R:R:R:a1\nking:K:W:K:b1", "2k/1K1/R2/R2 w - 1", "",
     HENKA_STALEMATE, -1},
};

static HenkaMove moves[HENKA_MAX_MOVES];

static bool names(const char *list, const char *move) {
    size_t length = strlen(move);
    for (const char *at = list; (at = strstr(at, move)); at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

static size_t count_words(const char *list) {
    size_t count = *list != 0;
    for (; *list; list++) count += *list == ' ';
    return count;
}

static void check_moves(const Row *row, const HenkaGame *game) {
    size_t count = henka_game_moves(game, moves);
    char text[64];
    CHECK(count == count_words(row->moves), "%s: %zu moves, expected %s", row->sfen, count,
          row->moves);
    for (size_t i = 0; i < count; i++) {
        henka_move_text(game, moves[i], HENKA_USI, text, sizeof text);
        CHECK(names(row->moves, text), "%s: %s is listed", row->sfen, text);
    }
}

static void check_row(const Row *row) {
    HenkaError error = {0};
    HenkaVariant *v = henka_variant_parse(row->game, strlen(row->game), NULL, 0, NULL);
    CHECK(v, "does not load:\n%s", row->game);
    if (!v) return;
    HenkaGame *game = henka_game_new(v, row->sfen, &error);
    CHECK(game, "%s: %s", row->sfen, error.message);
    if (game) {
        HenkaOutcome outcome = henka_game_outcome(game);
        CHECK(outcome.reason == row->reason && outcome.winner == row->winner,
              "%s: %s, winner %d; expected %s, %d", row->sfen, henka_reason_name(outcome.reason),
              outcome.winner, henka_reason_name(row->reason), row->winner);
        if (row->moves) check_moves(row, game);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
    return check_done();
}
