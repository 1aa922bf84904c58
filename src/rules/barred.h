/* barred - drops that may not mate, moves that may not stalemate.
 * Source   docs/rules: the mating pawn drop; a drop may check but not checkmate (Rutherford B4); stalemates are illegal (Ito A1).
 */
#ifndef HENKA_RULES_BARRED_H
#define HENKA_RULES_BARRED_H

#include "rules/field.h"

/* Takes the barred moves out of a list of otherwise legal ones; returns how many stay. */
int barred_filter(const Field *, Move *list, int count);
/* Does the side to move have a move that leaves its royal safe and is not barred? */
bool barred_any_left(const Position *);

#endif
