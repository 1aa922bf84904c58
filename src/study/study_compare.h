/* study_compare - studies of one game with each choice of an option, side by side: is a side better
 * off with one rule than with another, and is the difference certain.
 *
 * Pairs    Where the openings are common to all choices (StudyPlan.common), games with the same
 *          number make a pair: they begin alike. Of a pair with points a and b, (1 + a - b) / 2 is
 *          a figure from 0 to 1, and its mean has the bounds of a share (statistics_clustered):
 *          twice the distance from one half is the difference. Where all pairs have a = b, the
 *          bounds are those of how often pairs may differ. Without common openings the two shares
 *          are independent, and the bounds are Newcombe's (study_difference).
 * Together All differences at the greatest strength, sente's shares and those of draws, have bounds
 *          that hold together with 95 %.
 * Owner    The reports are the caller's and outlive the comparison.
 */
#ifndef HENKA_STUDY_STUDY_COMPARE_H
#define HENKA_STUDY_STUDY_COMPARE_H

#include "study/study_measures.h"

/* A choice's figure less that of the standard choice; -1..1. NAN: nothing is known. */
typedef struct StudyDifference {
    double difference, low, high;
} StudyDifference;

typedef StudyDifference study_type_difference;

/* A choice beside the standard one, at one strength and one set of openings: of the games that were
 * played to an end with both, neither a duplicate. */
typedef struct StudyContrast {
#define CONTRAST(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyContrast;

typedef struct StudyComparison {
    HenkaOption option;         /* its choices are compared, the standard first */
    const StudyReport *reports; /* [count], by choice */
    int count;
    bool common; /* the openings are the same for all */
    /* Choices which the game's network, or its fitted numbers, do not fit: bit 1 << i of choice i.
     * Where there is one, all choices are played without. */
    uint32_t network_misfits, numbers_misfits;
    /* [choice][strength][set]; of the standard choice nothing */
    StudyContrast contrasts[OPENING_COMMON][STUDY_STRENGTHS][STUDY_SETS];
} StudyComparison;

/* option, reports, count and common are filled; makes the rest. False: no memory. */
bool study_compare_make(StudyComparison *);

#endif
