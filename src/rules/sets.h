/* sets - moves on boards of up to 128 squares, by masks.
 *
 * Where the tables say `direct`, checks, pins and evasions are masks too and every move listed is legal but for barred mates;
 * elsewhere the list is pseudo-legal and legal.h decides.
 */
#ifndef HENKA_RULES_SETS_H
#define HENKA_RULES_SETS_H

#include "rules/emit.h"

int sets_moves(const Position *, GenerateWhat, Move *list);
/* Only the drops, where no royal is looked after. */
int sets_drops(const Position *, Move *list);

#endif
