/* sets - moves on boards of up to 128 squares, by masks. Every move listed leaves the royal safe
 * where field_decides; barred mates and stalemates (barred.h) are left in. */
#ifndef HENKA_RULES_SETS_H
#define HENKA_RULES_SETS_H

#include "rules/emit.h"
#include "rules/field.h"

int sets_moves(Field *, Move *list);
/* Would it be listed? */
bool sets_allow(Field *, Move);
/* Is there any such move? Stops at the first. */
bool sets_any(Field *);
/* Chess-style choices and promotion on entering are rare enough to go square by square. */
Move *write_slowly(const Field *, Move *list, int from, Bitboard ends);

#endif
