/* direct - moves by masks alone, where a field is direct: checks, pins and evasions are sets, and nothing is tried.
 *
 * Shapes   Men of pushed types move all at once, step by step; steppers man by man through a window of 64 squares; the others by their slides.
 */
#ifndef HENKA_RULES_DIRECT_H
#define HENKA_RULES_DIRECT_H

#include "rules/field.h"

/* All moves of pieces (no drops). */
Move *direct_moves(const Field *, Move *list);
/* Room left in the field's list for all moves of one piece, or for all drops of one kind? A made-up position could have more moves than a list
 * holds: what is listed stays right, the rest is left out. */
static inline const Move *last_start(const Field *f) { return f->list + HENKA_MAX_MOVES - 2 * 128; }
static inline bool is_full(const Field *f, const Move *list) { return list > last_start(f); }
/* One man's moves to these ends, and its promotions. Not for those who promote slowly (SetPower). */
Move *write_man(const Field *, Move *list, int from, int type, Set ends);

#endif
