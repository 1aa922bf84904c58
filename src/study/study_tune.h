/* study_tune - fits the evaluation to a study's games (henka tune), and proves the gain: a match of
 * STUDY_TUNE_GAMES against the numbers that played the study, from openings the study has not, at
 * STUDY_TUNE_NODES times its greatest strength. The numbers are kept as tuned.eval if the match's
 * 95 % bounds lie above nothing, and taken away again otherwise.
 *
 * Owner    Everything belongs to the caller.
 * Errors   No game was played to an end, too few openings are left, a file can't be written: false,
 *          and no numbers are kept.
 */
#ifndef HENKA_STUDY_STUDY_TUNE_H
#define HENKA_STUDY_STUDY_TUNE_H

#include "match/arguments.h"
#include "match/tournament.h"
#include "study/study_measures.h"

enum { STUDY_TUNE_GAMES = 400, STUDY_TUNE_NODES = 4 };

/* What is tuned. */
typedef struct StudyTune {
    const StudyReport *report; /* of the study, with its games */
    const Arguments *given;    /* the game as it was named, its settings, and whether to be quiet */
    const char *out_path;      /* the study's folder */
    int threads;               /* games of the match at once */
} StudyTune;

bool study_tune(const StudyTune *, HenkaError *);

#endif
