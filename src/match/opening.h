/* opening - where the two games of a pair begin: random legal plies from the start, or positions
 * someone chose.
 *
 * Quiet    Random plies may give pieces away, and then the opening decides the game. In a quiet
 *          opening each random ply is kept only while a search finds the sides about as even as at
 *          the start.
 *
 * Shapes   A line of a file is an SFEN (with or without "sfen"), or "startpos", either followed by
 *          "moves …" or not; # starts a comment.
 * Owner    openings_read allocates path and lines, openings_free frees. opening_make's game is the
 *          caller's.
 * Errors   The error about a bad line has its number in the file and the column, counted from 1.
 */
#ifndef HENKA_MATCH_OPENING_H
#define HENKA_MATCH_OPENING_H

#include "base/random.h"
#include "henka.h"

typedef struct OpeningLine {
    char *text; /* without comment and blanks around it */
    int number; /* in the file, from 1 */
    int column; /* of the text's first character, from 1 */
} OpeningLine;

/* Random plies: how many, and which. */
typedef struct RandomPlies {
    int min, max; /* each number of plies from min to max is as likely */
    bool quiet;   /* a ply that a search finds to upset the balance is replaced by another */
} RandomPlies;

/* Is `quiet` standard? On boards of more than 128 squares most random plies leave a piece to be
 * taken, and then the opening decides the game. */
bool opening_quiet_is_standard(const HenkaVariant *);

typedef struct Openings {
    char *path;         /* of the file; NULL: openings are random */
    OpeningLine *lines; /* [count] */
    size_t count;       /* of lines */
    RandomPlies random; /* of random openings */
    uint64_t seed;      /* of the random moves: the same seed gives the same openings */
    /* Random openings that several games have in common: they are moves of the first of these,
     * legal in all, and end none. NULL: moves of the game that is played. */
    const HenkaVariant *const *common;
    int common_count; /* of them, OPENING_COMMON at most */
} Openings;

enum { OPENING_COMMON = 16 };

bool openings_read(Openings *, const char *path, HenkaError *);
void openings_free(Openings *);
/* Opening number `index`; the same for the same seed. start receives its SFEN, "" for the variant's
 * own start. NULL on a bad line. */
HenkaGame *opening_make(const Openings *, const HenkaVariant *, int index, char *start, size_t cap,
                        HenkaError *);
/* Games of the variants at their start. False: no memory, and none is left. */
bool opening_games_new(HenkaGame *games[], const HenkaVariant *const *variants, int count);
void opening_games_free(HenkaGame *games[], int count);
/* Plays a move of games[0] in all of them, by its name. False and nothing changed: it isn't legal
 * in one of them, or ends one. */
bool opening_games_play(HenkaGame *const games[], int count, HenkaMove);
/* A game after random legal moves that leave it going. *random goes on. NULL: a hundred tries
 * found no such game, or there was no memory. */
HenkaGame *opening_random(const HenkaVariant *, const RandomPlies *, Random *random);

#endif
