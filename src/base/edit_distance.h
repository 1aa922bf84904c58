/* edit_distance - the difference between two short words, for suggestions ("did you mean"). */
#ifndef HENKA_BASE_EDIT_DISTANCE_H
#define HENKA_BASE_EDIT_DISTANCE_H

#include <stddef.h>

enum { EDIT_DISTANCE_LONGEST = 63 };

/* The Damerau-Levenshtein distance in its form as optimal string alignment: the least number of
 * bytes to insert, delete or change, or of neighbours to exchange, that turns one word into the
 * other, without changing a part twice. ASCII letters count as equal in either case. A word longer
 * than EDIT_DISTANCE_LONGEST bytes has the distance EDIT_DISTANCE_LONGEST + 1 to every other. */
int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
