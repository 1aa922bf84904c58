/* study_compare - compares studies of one game with each choice of an option: does a side do better
 * with one rule than with another, and is the difference certain?
 *
 * Pairs    If the openings are common to all choices (StudyPlan.common), two games with the same
 *          number are a pair, because they begin alike. If their points are a and b, the figure
 *          (1 + a - b) / 2 is from 0 to 1. Its mean has the bounds of a share
 *          (statistics_clustered), and twice its distance from one half is the difference. If
 *          a = b in all pairs, the bounds say how often pairs may differ. Without common openings
 *          the two shares are independent, and the bounds are Newcombe's (study_difference).
 * Together The bounds of all differences, of sente's shares and of shares of draws at every
 *          strength, hold together with 95 %, for all studies of a family.
 * Judges   The same for one game with each evaluation that it has. The bounds of sente's share then
 *          hold the bounds of all judges, and so their spread.
 * Owner    The reports are the caller's and outlive the comparison.
 */
#ifndef HENKA_STUDY_STUDY_COMPARE_H
#define HENKA_STUDY_STUDY_COMPARE_H

#include "study/study_measures.h"

/* A choice compared with the standard one, at one strength and for one set of openings. Only games
 * count that are finished with both choices and are no duplicates. */
typedef struct StudyContrast {
#define CONTRAST(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyContrast;

typedef struct StudyComparison {
    HenkaOption option;         /* the option whose choices are compared, the standard first */
    const StudyReport *reports; /* [count]: the report of each choice */
    int count;
    bool common; /* all choices have the same openings */
    bool judges; /* the choices are evaluations of a game; `option` is none of its own */
    Share spread[STUDY_SETS]; /* [set], of the greatest strength: sente's mean share, least lower
                                 and greatest upper bound (NAN if one is) */
    /* The choices with which the game's network, or its fitted numbers, can't be used: bit 1 << i
     * for choice i. If there is one, no choice uses the network, or the fitted numbers. */
    uint32_t network_misfits, numbers_misfits;
    /* [choice][strength][set]; nothing for the standard choice */
    StudyContrast contrasts[OPENING_COMMON][STUDY_STRENGTHS][STUDY_SETS];
} StudyComparison;

/* Fills in the contrasts. The caller has filled in the other members. False: no memory. */
bool study_compare_make(StudyComparison *);

#endif
