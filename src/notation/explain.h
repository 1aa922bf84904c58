/* explain - tells a person why a text is not a legal move: the first rule that it breaks, with the
 * names of the pieces. The sentences are in base/messages.def.
 *
 * Threads  Only reads the game.
 */
#ifndef HENKA_NOTATION_EXPLAIN_H
#define HENKA_NOTATION_EXPLAIN_H

#include "base/error.h"
#include "notation/square.h"
#include "rules/game.h"

/* Explains a text that means no legal move, or more than one. Fills *why, with line and column 1;
 * squares are named by the writer. Returns false if the text means exactly one legal move. */
bool explain_text(const HenkaGame *, const char *text, SquareWriter *, HenkaError *why);

#endif
