/* legal - royal safety by making the move and looking, for positions where masks cannot tell.
 * Threads  Makes and takes back on the caller's position, which is as before when a call returns.
 */
#ifndef HENKA_RULES_LEGAL_H
#define HENKA_RULES_LEGAL_H

#include "rules/movegen.h"

/* Does the mover's royal stand safe after this pseudo-legal move? */
bool movegen_leaves_royal_safe(const Position *, Move);
/* Position is unchanged after making and taking back, so rules that only ask may do so. */
static inline Position *scratch(const Position *p) { return (Position *)(uintptr_t)p; }

#endif
