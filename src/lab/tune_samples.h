/* tune_samples - the games of sample files one after another, for `henka tune`: which are held out,
 * and which positions are quiet.
 *
 * Owner    The paths are those of argv; a game is the reader's, for the length of the call.
 * Errors   A file whose end is damaged counts with the games before it. false: a file that can't be
 *          read, is another game's or holds no game, or a taker that refused (*error says memory,
 *          its one reason).
 */
#ifndef HENKA_LAB_TUNE_SAMPLES_H
#define HENKA_LAB_TUNE_SAMPLES_H

#include "lab/samples.h"

enum { TUNE_MAX_FILES = 64 };

typedef struct TuneSamples {
    const char *paths[TUNE_MAX_FILES];
    size_t count;
    int held_out; /* every so many-th game of a file */
    bool quiet;
} TuneSamples;

/* One game, at its end. */
typedef bool TuneTaker(void *context, SampleGame *, bool held_out);

bool tune_samples_read(const TuneSamples *, const HenkaVariant *, TuneTaker *, void *context,
                       HenkaError *);

/* The evaluation sees no threats, so it learns from positions where none is carried out: no check,
 * and the move played takes and promotes nothing. */
bool tune_is_quiet(const HenkaGame *, HenkaMove played);

#endif
