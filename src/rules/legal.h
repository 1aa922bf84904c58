/* legal - the rules a move must pass beside its legs, tried by making it: royal safety, mates that may not be given, stalemates that may not.
 * Threads  Makes and takes back on the caller's position, which is as before when a call returns.
 */
#ifndef HENKA_RULES_LEGAL_H
#define HENKA_RULES_LEGAL_H

#include "rules/generate.h"

/* Does the mover's royal stand safe after this pseudo-legal move? */
bool leaves_royal_safe(const Position *, Move);
/* Of a move that leaves the royal safe: is it a drop that mates where that is barred, or a stalemate where that is illegal? */
bool is_barred(const Position *, Move);
/* Do the variant's rules call for is_barred at all? */
bool bars_moves(const Position *, bool drops_only);
/* Position is logically unchanged by making and taking back, so rules that only ask may do so. */
static inline Position *scratch(const Position *p) { return (Position *)(uintptr_t)p; }

#endif
