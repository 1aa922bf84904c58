/* sets - moves on boards of up to 128 squares, by masks. Every move listed leaves the royal safe
 * where checkinfo_decides; barred mates and stalemates (barred.h) are left in. */
#ifndef HENKA_RULES_SETS_H
#define HENKA_RULES_SETS_H

#include "rules/checkinfo.h"
#include "rules/emit.h"

int sets_moves(CheckInfo *, Move *list);
/* Would it be listed? */
bool sets_allow(CheckInfo *, Move);
/* Is there any such move? Stops at the first. */
bool sets_any(CheckInfo *);
/* Chess-style choices and promotion on entering are rare enough to go square by square. */
Move *write_slowly(const CheckInfo *, Move *list, int from, Bitboard ends);

#endif
