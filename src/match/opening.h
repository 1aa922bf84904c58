/* opening - the openings of a pair's two games: random legal plies, or positions from a file.
 *
 * Quiet    Random plies may give pieces away and decide the game. A quiet opening keeps each random
 *          ply only while a search finds the sides about as even as at the start.
 * Shapes   A line of a file is an SFEN (with or without "sfen"), or "startpos", and may go on
 *          with "moves …"; # starts a comment.
 * Owner    openings_free frees path and lines of openings_read, the caller opening_make's game.
 * Errors   The error about a bad line has the line's number and the column, counted from 1.
 */
#ifndef HENKA_MATCH_OPENING_H
#define HENKA_MATCH_OPENING_H

#include "base/random.h"
#include "henka.h"

typedef struct OpeningLine {
    char *text; /* the line without comment and without blanks at its ends */
    int number; /* line number in the file, from 1 */
    int column; /* column of the text's first character, from 1 */
} OpeningLine;

/* The number of random plies of an opening, and how they are chosen. */
typedef struct RandomPlies {
    int min, max; /* number of plies; each from min to max is equally likely */
    bool quiet;   /* a ply after which a search finds the sides uneven is replaced */
    bool chosen;  /* the command line gives a value for `quiet` */
} RandomPlies;

/* Is RandomPlies.quiet the default for this game? On boards of more than 128 squares most random
 * plies leave a piece to be taken, and then the opening decides the game. */
bool opening_quiet_is_standard(const HenkaVariant *);

typedef struct Openings {
    char *path;         /* path of the file of openings; NULL: openings are random */
    OpeningLine *lines; /* [count]; openings of the file */
    size_t count;       /* number of entries in `lines` */
    RandomPlies random; /* number and choice of random plies */
    uint64_t seed;      /* seed of random moves; the same seed gives the same openings */
    /* Variants that share their random openings. A move is chosen in the first variant, is legal in
     * all, and ends the game in none. NULL: only the variant that is played. */
    const HenkaVariant *const *common;
    int common_count; /* number of entries in `common`, at most OPENING_COMMON */
} Openings;

enum { OPENING_COMMON = 16 };

bool openings_read(Openings *, const char *path, HenkaError *);
void openings_free(Openings *);
/* Makes opening number `index`, the same one for the same seed. start receives the SFEN with which
 * it begins, "" for the variant's own start. NULL: the error says why. */
HenkaGame *opening_make(const Openings *, const HenkaVariant *, int index, char *start, size_t cap,
                        HenkaError *);
/* Makes a game of each variant, at its start. False: memory ran out, and no game is left. */
bool opening_games_new(HenkaGame *games[], const HenkaVariant *const *variants, int count);
void opening_games_free(HenkaGame *games[], int count);
/* Plays a move of games[0] in all games, by its USI text. False: the move is illegal in a game or
 * ends it, and no game has changed. */
bool opening_games_play(HenkaGame *const games[], int count, HenkaMove);
/* Makes a game with random legal moves that do not end it. Advances *random. NULL: a hundred tries
 * found no such game, or memory ran out. */
HenkaGame *opening_random(const HenkaVariant *, const RandomPlies *, Random *random);

#endif
