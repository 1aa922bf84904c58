/* board - a position drawn in text, with its coordinates and hands.
 * Text     As in henka.h: writes at most cap bytes to buf, and returns the length needed.
 */
#ifndef HENKA_PROTOCOL_BOARD_H
#define HENKA_PROTOCOL_BOARD_H

#include "henka.h"

typedef struct BoardStyle {
    bool flip;  /* gote at the bottom */
    bool kanji; /* one-character names instead of ids; gote's after a v */
} BoardStyle;

size_t board_draw(const HenkaGame *, BoardStyle, char *buf, size_t cap);

#endif
