/* study_play - plays the games of a study (study.h) on several threads, and hands their lines
 * (study_games.h) over in order of number: the same plan gives the same bytes.
 *
 * Errors   No random opening leaves the game going, a line that could not be written, no memory:
 *          false and the reason.
 * Threads  study_play starts and joins its own.
 */
#ifndef HENKA_STUDY_STUDY_PLAY_H
#define HENKA_STUDY_STUDY_PLAY_H

#include <stdatomic.h>
#include <stdio.h>

#include "study/study.h"

/* One run of a study; filled by the caller. */
typedef struct StudyRun {
    const StudyPlan *plan;        /* the caller's */
    int first;                    /* so many games stand in the file already */
    int threads;                  /* that play at once */
    bool quiet;                   /* no progress on stderr */
    FILE *file;                   /* receives the lines */
    const char *path;             /* its name, for errors */
    const atomic_bool *cancelled; /* once set, games under way are finished and kept */
    int taken;                    /* out: games that stand in the file now */
} StudyRun;

bool study_play(StudyRun *, HenkaError *);

#endif
