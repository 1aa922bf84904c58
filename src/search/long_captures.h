/* long_captures - the captures of a larger board: far more than are ever tried, so those that pay are told from the others at once.
 *
 * Shapes   The picker's list is at .. end; a square is asked about once, however many captures end there.
 */
#ifndef HENKA_SEARCH_LONG_CAPTURES_H
#define HENKA_SEARCH_LONG_CAPTURES_H

#include "search/picker.h"

/* Makes and scores them, the table move left out. Where only captures are wanted those that do not pay are dropped, else they are laid aside at the
 * front of the list, unsorted. */
void long_captures_make(Picker *);

#endif
