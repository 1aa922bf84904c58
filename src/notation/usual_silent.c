/* Replaces usual.c in the page's first module (src/wasm/meson.build): always western notation. */
#include "notation/move_text.h"

bool usual_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    (void)game, (void)s, (void)q;
    return false;
}

void usual_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    western_write(game, m, list, count, out);
}
