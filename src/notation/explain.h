/* explain - why a text is no legal move, for a person: the first rule it breaks, tried one by one,
 * with the pieces' own names. The sentences stand in base/messages.def.
 *
 * Threads  Reads the game only.
 */
#ifndef HENKA_NOTATION_EXPLAIN_H
#define HENKA_NOTATION_EXPLAIN_H

#include "base/error.h"
#include "notation/square.h"
#include "rules/game.h"

/* The reason against a text that means no legal move, or more than one. Always fills *why, with
 * line and column 1; squares are named as the writer names them. False when nothing speaks against
 * it: then it is legal. */
bool explain_text(const HenkaGame *, const char *text, SquareWriter *, HenkaError *why);

#endif
