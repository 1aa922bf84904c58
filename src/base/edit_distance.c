#include "base/edit_distance.h"

#include "base/ascii.h"

static int least_of(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

/* The table of Wagner and Fischer (1974), one row at a time: row[j] is the distance between the
 * first i bytes of a and the first j bytes of b. */
int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    int row[EDIT_DISTANCE_LONGEST + 1];
    if (a_length > EDIT_DISTANCE_LONGEST || b_length > EDIT_DISTANCE_LONGEST)
        return EDIT_DISTANCE_LONGEST + 1;
    for (size_t j = 0; j <= b_length; j++) row[j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int diagonal = row[0]; /* the distance of i-1 bytes and j-1 bytes */
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int change = diagonal + (ascii_lower(a[i - 1]) != ascii_lower(b[j - 1]));
            diagonal = row[j];
            row[j] = least_of(change, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[b_length];
}
