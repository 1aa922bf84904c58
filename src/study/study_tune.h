/* study_tune - fits the evaluation to a study's games (henka tune), and tests the gain: in a match
 * of STUDY_TUNE_GAMES games the fitted numbers play those that played the study, from openings that
 * the study lacks, at STUDY_TUNE_NODES times its greatest strength. The fitted numbers are kept as
 * tuned.eval if the 95 % bounds of the gain in Elo lie above 0; else they are deleted.
 *
 * Owner    Everything belongs to the caller.
 * Errors   False, and no numbers are kept: no finished game, too few openings, or writing failed.
 */
#ifndef HENKA_STUDY_STUDY_TUNE_H
#define HENKA_STUDY_STUDY_TUNE_H

#include "match/arguments.h"
#include "match/tournament.h"
#include "study/study_measures.h"

enum { STUDY_TUNE_GAMES = 400, STUDY_TUNE_NODES = 4 };

/* The study whose games tune the evaluation. */
typedef struct StudyTune {
    const StudyReport *report; /* report of the study, with its games */
    const Args *given;         /* the command line: game, settings and --quiet */
    const char *out_path;      /* the study's folder */
    int threads;               /* number of the match's games played at once */
} StudyTune;

bool study_tune(const StudyTune *, HenkaError *);

#endif
