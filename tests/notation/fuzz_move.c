/* Any text as a move, in a middle game: it is a legal move that can be written and read again, or
 * there is a reason against it. */
#include "fuzz_game.h"

static const char *const middles[] = {
    NULL,
    "l8/B1ks1s1+P1/r3pp2G/1p1p3p1/L1g1PP3/7P1/1+s5N1/4BS3/1N3K1N+l w 4PN5plr2g 1",
    "k15/16/16/16/16/16/16/7p8/6p1p7/7{LN}{FD}7/8p7/16/16/16/16/15K b - 1 -",
    "k/r/1/l/I/n/1/1/1/P/1/1/+I/C/+l/+p/N/+g/C/R/K w g 1",
    "k/l/b/1/l/+P/1/1/+S/1/1/+N/1/1/K/1/B b SPn 1",
    "3ok1R2/1pc1g3P/o1go1cn2/F1o1p3p/2O4O1/PK1PSO2G/FPP6/3G4+l/5R3 w PN2BOpls2m 1",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3 || size > 200) return 0;
    HenkaGame *game = henka_game_new(fuzz_variant(data[0]),
                                     middles[data[1] % (sizeof middles / sizeof *middles)], NULL);
    if (!game) return 0;
    char *text = fuzz_text(data + 2, size - 2), written[256];
    HenkaError error = {0};
    HenkaMove move = 0, back = 0;
    if (henka_move_parse(game, text, &move, &error)) {
        if (!henka_game_legal(game, move)) abort();
        for (HenkaNotation n = HENKA_USI; n <= HENKA_COORDINATES; n++) {
            if (henka_move_text(game, move, n, written, sizeof written) >= sizeof written) abort();
            if (n != HENKA_KIF && (!henka_move_parse(game, written, &back, &error) || back != move))
                abort();
        }
    } else if (error.line < 1 || error.column < 1 || !error.message[0])
        abort();
    henka_game_explain_illegal(game, text, HENKA_ENGLISH, written, sizeof written);
    henka_game_free(game);
    free(text);
    return 0;
}
