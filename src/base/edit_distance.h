/* edit_distance - how far two short words are apart, for "did you mean". */
#ifndef HENKA_BASE_EDIT_DISTANCE_H
#define HENKA_BASE_EDIT_DISTANCE_H

#include <stddef.h>

enum { EDIT_DISTANCE_LONGEST = 63 };

/* The distance of Damerau and Levenshtein, as optimal string alignment has it: the least number of
 * bytes to add, leave out or change, or of neighbours to exchange, that makes one word the other,
 * where no part is changed twice. Latin letters are compared without case. A word longer than
 * EDIT_DISTANCE_LONGEST bytes is EDIT_DISTANCE_LONGEST + 1 away from every other. */
int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
