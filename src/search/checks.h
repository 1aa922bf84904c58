/* checks - from where which type would check: worked out for a type when first asked, so that asking of many moves is cheap.
 * Tells direct checks on boards of sets; on larger boards, and of checks by discovery, it knows nothing.
 */
#ifndef HENKA_SEARCH_CHECKS_H
#define HENKA_SEARCH_CHECKS_H

#include "position/position.h"

typedef struct Checks {
    uint64_t known[2]; /* bit of each type */
    int target;        /* the royal, -1 when nothing can be told */
    Set squares[MAX_TYPES];
} Checks;

void checks_start(Checks *, const Position *);
bool checks_given(Checks *, const Position *, Move);

#endif
