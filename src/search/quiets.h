/* quiets - the quiet moves of the picker: killers and the counter move first, then the list, the
 * best first.
 *
 * Shapes   The list is at .. end of the picker, numbered (quiet_scores.h). While `unsorted` it
 *          stays as it was made and the next is looked for: the best of those worse than `last`.
 *          Then those still to come are put in order.
 * Limits   The list needs room for QUIETS_PAD places more.
 */
#ifndef HENKA_SEARCH_QUIETS_H
#define HENKA_SEARCH_QUIETS_H

#include "search/picker.h"

enum { QUIETS_PAD = 32 };

/* MOVE_NONE: no more of them. */
Move quiets_killer(Picker *);
void quiets_make(Picker *);
Move quiets_next(Picker *);

/* Butterfly and continuation history of a quiet move. */
int quiet_history(Worker *, int ply, Move);

#endif
