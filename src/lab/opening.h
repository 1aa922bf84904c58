/* opening - where the two games of a pair begin: random legal plies from the start, or positions
 * someone chose.
 *
 * Shapes   A line of a file is an SFEN (with or without "sfen"), or "startpos", either followed by
 *          "moves …" or not; # starts a comment.
 * Owner    openings_read allocates the lines, openings_free frees. opening_make's game is the
 *          caller's.
 */
#ifndef HENKA_LAB_OPENING_H
#define HENKA_LAB_OPENING_H

#include "henka.h"

typedef struct Openings {
    char **lines; /* NULL: random */
    size_t count;
    int min_plies, max_plies; /* of the random ones */
    uint64_t seed;
} Openings;

bool openings_read(Openings *, const char *path, HenkaError *);
void openings_free(Openings *);
/* Opening number `index`; the same for the same seed. start receives its SFEN, "" for the variant's
 * own start. NULL on a bad line. */
HenkaGame *opening_make(const Openings *, const HenkaVariant *, int index, char *start, size_t cap,
                        HenkaError *);
/* Plays up to `plies` random legal moves that leave the game going; false when it couldn't. */
bool opening_randomize(HenkaGame *, int plies, uint64_t seed);

#endif
