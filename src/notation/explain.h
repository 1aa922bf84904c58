/* explain - why a text is no legal move, for a person. Tries the variant's rule rows one by one;
 * the messages use the pieces' own names. */
#ifndef HENKA_NOTATION_EXPLAIN_H
#define HENKA_NOTATION_EXPLAIN_H

#include "base/out.h"
#include "notation/query.h"

/* The reason against the query; nothing written when nothing speaks against it. */
void explain_query(const HenkaGame *, const MoveQuery *, Out *);
/* The first rule that this move breaks, which its piece could make otherwise: false when none. */
bool explain_rules(const HenkaGame *, Move, Out *);

#endif
