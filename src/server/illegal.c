#include "server/illegal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARE_CAP = 8 };

/* The public header has no question for it: a move made twice running is surely illegal the second
 * time. */
bool game_is_strict(const HenkaGame *game) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    HenkaGame *copy = henka_game_copy(game);
    bool strict = false;
    if (henka_game_moves(copy, moves) && henka_game_play(copy, moves[0]) &&
        henka_game_outcome(copy).reason == HENKA_PLAYING)
        strict = !henka_game_play(copy, moves[0]) &&
                 henka_game_outcome(copy).reason == HENKA_ILLEGAL_MOVE;
    henka_game_free(copy);
    free(moves);
    return strict;
}

/* Past the square's digits and its letter, or NULL. */
static const char *square_take(const HenkaVariant *variant, const char *text, int *square) {
    char name[SQUARE_CAP];
    size_t digits = strspn(text, "0123456789"),
           length = digits + (islower((unsigned char)text[digits]) != 0);
    if (length == digits || length >= sizeof name) return NULL;
    memcpy(name, text, length);
    name[length] = 0;
    *square = henka_square_parse(variant, name);
    return *square < 0 ? NULL : text + length;
}

static bool hand_has(const HenkaGame *game, const char *id, size_t length) {
    const HenkaVariant *variant = henka_game_variant(game);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        HenkaType kind = henka_variant_type(variant, type);
        if (strlen(kind.id) == length && !memcmp(kind.id, id, length) && kind.in_hand &&
            henka_game_hand(game, henka_game_side(game), kind.in_hand))
            return true;
    }
    return false;
}

bool text_is_move(const HenkaGame *game, const char *usi) {
    const HenkaVariant *variant = henka_game_variant(game);
    const char *star = strchr(usi, '*'), *at = star ? star + 1 : usi;
    int square, squares = 0, first = -1;
    HenkaSide side;
    while (*at && *at != '+' && *at != '=') {
        if (!(at = square_take(variant, at, &square))) return false;
        if (!squares++) first = square;
    }
    if (*at && at[1]) return false;
    if (star) return squares == 1 && hand_has(game, usi, (size_t)(star - usi));
    return squares >= 2 && henka_game_piece(game, first, &side) && side == henka_game_side(game);
}
