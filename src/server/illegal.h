/* illegal - telling a move that breaks the rules from a text that is no move: under strict play
 * only the first loses. */
#ifndef HENKA_SERVER_ILLEGAL_H
#define HENKA_SERVER_ILLEGAL_H

#include "henka.h"

/* An illegal move ends this game. */
bool game_is_strict(const HenkaGame *);
/* USI text that names squares of the board, and a piece the side to move has there or in hand. */
bool text_is_move(const HenkaGame *, const char *usi);

#endif
