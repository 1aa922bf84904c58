/* explain - why a text is no legal move, for a person: the first rule it breaks, tried one by one,
 * with the pieces' own names. The sentences stand in base/messages.def.
 *
 * Threads  Reads the game only.
 */
#ifndef HENKA_NOTATION_EXPLAIN_H
#define HENKA_NOTATION_EXPLAIN_H

#include "base/error.h"
#include "rules/game.h"

/* The reason against a text that means no legal move, or more than one. Always fills *why, with
 * line and column 1. False when nothing speaks against it: then it is legal. */
bool explain_text(const HenkaGame *, const char *text, HenkaError *why);
/* "checkmate", "repetition" …: how a game ended, as part of a sentence. */
Message explain_reason(HenkaReason);

#endif
