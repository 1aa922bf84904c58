/* long_captures - the captures of a larger board: far more than are ever tried, so those that pay
 * are made first, the rest only when asked for.
 *
 * Shapes   The list made is at .. end of the picker; those that pay stay in base .. bad_end.
 */
#ifndef HENKA_SEARCH_LONG_CAPTURES_H
#define HENKA_SEARCH_LONG_CAPTURES_H

#include "search/picker.h"

/* Those that pay, scored. */
void long_captures_make(Picker *);
/* The others, as far as they bring the picker's worst; over the quiet moves, which are done with.
 */
void long_captures_make_bad(Picker *);

#endif
