/* board - a position drawn in text, with its coordinates and hands.
 * Text     board_draw writes at most cap bytes to buf, and returns the length of the whole text.
 */
#ifndef HENKA_PROTOCOL_BOARD_H
#define HENKA_PROTOCOL_BOARD_H

#include "henka.h"

typedef struct BoardStyle {
    bool flip;  /* draws gote's side at the bottom */
    bool kanji; /* names a piece by one kanji, with a v before gote's; else by its id */
} BoardStyle;

size_t board_draw(const HenkaGame *, BoardStyle, char *buf, size_t cap);

#endif
