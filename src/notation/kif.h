/* kif - what KIF's reader and writer share: the board picture, and the words games end with. */
#ifndef HENKA_NOTATION_KIF_H
#define HENKA_NOTATION_KIF_H

#include "notation/record.h"
#include "notation/sfen.h"

/* Can every kind be told by one character on the board? */
bool kif_board_possible(const HenkaVariant *);
/* Hands, board and side to move of the first position. */
void kif_board_write(const HenkaGame *, Out *);
/* Reads one line of such a picture into the setup. Answers whether the line was one; on a mistake
 * *good becomes false. rank: rows so far. */
bool kif_board_read(const HenkaVariant *, Scan line, int number, int *rank, Setup *, bool *good,
                    HenkaError *);

/* The word for this ending, as the side to move would say it; "" when KIF has none. */
const char *kif_end_word(HenkaOutcome, int side_to_move);
/* The ending a word tells; false when it is none. 詰み: whatever the rules say of the position. */
bool kif_end_read(Scan *, int side_to_move, HenkaOutcome *);

#endif
