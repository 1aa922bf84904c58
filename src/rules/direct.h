/* direct - moves by masks alone, where a field is direct: checks, pins and evasions are sets, and
 * nothing is tried.
 *
 * Shapes   Men of pushed types move all at once, step by step; steppers man by man through a window
 *          of 64 squares; the others by their slides.
 */
#ifndef HENKA_RULES_DIRECT_H
#define HENKA_RULES_DIRECT_H

#include "rules/checkinfo.h"

/* Is there room for all moves, however the pieces stand? A made-up position could have more than a
 * list holds. */
static inline bool direct_fits(const CheckInfo *f) {
    return f->p->piece_count[f->side] * f->t->most_moves <= HENKA_MAX_MOVES - 2 * 128;
}
/* All moves of pieces (no drops), where a field is direct and they fit. */
Move *direct_moves(const CheckInfo *, Move *list);
/* One man's moves to these ends, and its promotions. Not for those who promote slowly
 * (BitboardPower).
 */
Move *write_man(const CheckInfo *, Move *list, int from, int type, Bitboard ends);

#endif
