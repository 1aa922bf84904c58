/* quiet_scores - what quiet moves promise, in one number each.
 *
 * Shapes   The list is at .. end of the picker. A move's number is SCORE times its score, and
 *          whether it checks; the greater, the better.
 */
#ifndef HENKA_SEARCH_QUIET_SCORES_H
#define HENKA_SEARCH_QUIET_SCORES_H

#include "search/picker.h"

enum { GIVES_CHECK = 1, SCORE = 2, CHECK_BONUS = 8192 };

#define NONE_LEFT INT64_MIN /* worse than any */

/* Numbers the list; those below the bar are left out unless they check. Returns the best. */
int64_t quiet_scores(Picker *);

#endif
