/* study_play - plays the games of a study (study.h) on several threads, and writes their lines
 * (study_games.h) in order of number, so that the same plan gives the same bytes.
 *
 * Errors   False and the reason: every random opening ends the game, writing failed, or no memory.
 * Threads  study_play starts and joins its own.
 */
#ifndef HENKA_STUDY_STUDY_PLAY_H
#define HENKA_STUDY_STUDY_PLAY_H

#include <stdatomic.h>
#include <stdio.h>

#include "base/args.h"
#include "study/study.h"

/* One run of a study; the caller fills it in. */
typedef struct StudyRun {
    const StudyPlan *plan;        /* the caller's */
    int first;                    /* number of games that are in the file already */
    int threads;                  /* number of games played at once */
    bool quiet;                   /* no progress is shown on stderr */
    FILE *file;                   /* receives the lines of the games */
    const char *path;             /* name of the file, for errors */
    const atomic_bool *cancelled; /* once set, games under way are finished and kept */
    int taken;                    /* output: number of games in the file after the run */
} StudyRun;

bool study_play(StudyRun *, HenkaError *);

/* The subcommand study (study_command.c). An interrupted run keeps the games played. */
int study_run(Args *);

#endif
