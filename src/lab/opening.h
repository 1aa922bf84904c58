/* opening - where the two games of a pair begin: random legal plies from the start, or positions
 * someone chose.
 *
 * Shapes   A line of a file is an SFEN (with or without "sfen"), or "startpos", either followed by
 *          "moves …" or not; # starts a comment.
 * Owner    openings_read allocates path and lines, openings_free frees. opening_make's game is the
 *          caller's.
 * Errors   The error about a bad line has its number in the file and the column, counted from 1.
 */
#ifndef HENKA_LAB_OPENING_H
#define HENKA_LAB_OPENING_H

#include "base/random.h"
#include "henka.h"

typedef struct OpeningLine {
    char *text; /* without comment and blanks around it */
    int number; /* in the file, from 1 */
    int column; /* of the text's first character, from 1 */
} OpeningLine;

typedef struct Openings {
    char *path;               /* of the file; NULL: openings are random */
    OpeningLine *lines;       /* [count] */
    size_t count;             /* of lines */
    int min_plies, max_plies; /* of random openings */
    uint64_t seed;            /* of the random moves: the same seed gives the same openings */
} Openings;

bool openings_read(Openings *, const char *path, HenkaError *);
void openings_free(Openings *);
/* Opening number `index`; the same for the same seed. start receives its SFEN, "" for the variant's
 * own start. NULL on a bad line. */
HenkaGame *opening_make(const Openings *, const HenkaVariant *, int index, char *start, size_t cap,
                        HenkaError *);
/* A game after min_plies to max_plies random legal moves that leave it going; each length is as
 * likely. *random goes on. NULL: no such game was found in a hundred tries. */
HenkaGame *opening_random(const HenkaVariant *, int min_plies, int max_plies, Random *random);

#endif
