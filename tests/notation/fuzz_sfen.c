/* Any text as a position: refused with a place and a reason, or read and written back as the same
 * position. */
#include "fuzz_game.h"

static HenkaMove moves[HENKA_MAX_MOVES];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > 2048) return 0;
    const HenkaVariant *v = fuzz_variant(data[0]);
    char *text = fuzz_text(data + 1, size - 1), again[8192];
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, text, &error);
    if (!game && (error.line < 1 || error.column < 1 || !error.message[0])) abort();
    if (game) {
        if (henka_game_sfen(game, again, sizeof again) >= sizeof again) abort();
        HenkaGame *second = henka_game_new(v, again, &error);
        if (!second || henka_game_hash(second) != henka_game_hash(game)) abort();
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        if (count && henka_game_play(game, moves[count / 2])) henka_game_undo(game);
        if (henka_game_hash(second) != henka_game_hash(game)) abort();
        henka_game_free(second);
    }
    henka_game_free(game);
    free(text);
    return 0;
}
