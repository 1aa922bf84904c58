/* barred - drops that may not mate, moves that may not stalemate.
 * Source   docs/rules: uchifuzume; drops that may check but not mate; stalemates that are illegal
 *          to give.
 */
#ifndef HENKA_RULES_BARRED_H
#define HENKA_RULES_BARRED_H

#include "rules/checkinfo.h"

/* May this type's drop not give mate? */
static inline bool drop_may_not_mate(const HenkaVariant *v, int type) {
    return v->drop_mate_barred_all || v->types[type].drop_mate_barred;
}
/* Of these squares for dropping that type, those where it does not mate. */
Bitboard barred_drops(const CheckInfo *, int type, Bitboard ends);
/* Takes moves that stalemate where they may not out of a list of otherwise legal ones; returns how
 * many stay. */
int barred_filter(CheckInfo *, Move *list, int count);
/* Does this move leave the other side without an answer, but out of check? Makes it and sees. */
bool gives_stalemate(const Position *, Move);

#endif
