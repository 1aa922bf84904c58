/* Any text as a record: refused with a place, or a game that can be written and read again. */
#include "fuzz_game.h"

static char text_again[1 << 16];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > 4096) return 0;
    const HenkaVariant *v = data[0] & 128 ? NULL : fuzz_variant(data[0]);
    HenkaError error = {0};
    HenkaPlayers players = {0};
    HenkaGame *game = henka_record_read((const char *)data + 1, size - 1, v, &players, &error);
    if (!game) {
        if (error.line < 0 || error.column < 0 || !error.message[0]) abort();
        return 0;
    }
    size_t length =
        henka_record_write(game, HENKA_RECORD_HENKA, &players, text_again, sizeof text_again);
    if (length < sizeof text_again) {
        HenkaGame *second =
            henka_record_read(text_again, length, henka_game_variant(game), NULL, &error);
        if (!second || henka_game_hash(second) != henka_game_hash(game)) abort();
        henka_game_free(second);
    }
    henka_game_free(game);
    return 0;
}
