#include "base/edit_distance.h"

#include "base/ascii.h"

/* The table of Wagner and Fischer (1974), of which three rows are kept. row[j] is the distance
 * between the first i bytes of a and the first j bytes of b. `above` is the same row for the first
 * i - 1 bytes of a, `before` for the first i - 2. */
int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    int rows[3][EDIT_DISTANCE_LONGEST + 1];
    if (a_length > EDIT_DISTANCE_LONGEST || b_length > EDIT_DISTANCE_LONGEST)
        return EDIT_DISTANCE_LONGEST + 1;
    for (size_t j = 0; j <= b_length; j++) rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        char a_now = ascii_lower(a[i - 1]), a_last = i > 1 ? ascii_lower(a[i - 2]) : '\0';
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            char b_now = ascii_lower(b[j - 1]);
            int change = above[j - 1] + (a_now != b_now);
            int other = (above[j] < row[j - 1] ? above[j] : row[j - 1]) + 1;
            row[j] = change < other ? change : other;
            bool exchanged = i > 1 && j > 1 && a_now == ascii_lower(b[j - 2]) && a_last == b_now;
            if (exchanged && before[j - 2] < row[j]) row[j] = before[j - 2] + 1;
        }
    }
    return rows[a_length % 3][b_length];
}
