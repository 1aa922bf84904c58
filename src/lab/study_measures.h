/* study_measures - what a study's games say of the game they were played in. Every measure is a
 * function of the list of games alone; docs/studies/measures.md has the formula and the source of
 * each.
 *
 * Games     Duplicates (study.h) count nowhere but in StudyCell.duplicates. A "finished" game has a
 *           result; unfinished ones count where that is said.
 * Chance    Sente's chance of winning is 1 / (1 + exp(-score / scale)) of the engine's score for
 *           sente (logistic.h), with the scale that predicts the results of these games best.
 * Owner     A StudyReport is filled at once; study_report_free frees its lists.
 * Errors    study_report_make: false when memory is short.
 */
#ifndef HENKA_LAB_STUDY_MEASURES_H
#define HENKA_LAB_STUDY_MEASURES_H

#include "lab/statistics.h"
#include "lab/study.h"

enum {
    STUDY_BINS = 24, /* of lengths and of plies, at most */
    STUDY_REASONS = HENKA_ABANDONED + 1,
    STUDY_MARGIN_PERCENT =
        3 /* bounds within so much of the share are narrow enough for a verdict */
};

/* The median and its like; interpolated between neighbours (R. J. Hyndman, Y. Fan, Sample Quantiles
 * in Statistical Packages, 1996: type 7). */
typedef struct StudyQuartiles {
    int count;
    double least, lower, median, upper, most; /* all 0 of nothing */
} StudyQuartiles;

/* The games of one strength and one set of openings. */
typedef struct StudyCell {
    int played, duplicates; /* lines in the file, and how many of them count nowhere else */
    int sente, gote, drawn, unfinished; /* of the distinct games */
    Share share;                        /* sente's, of the finished ones; bounds by opening */
    int ends[STUDY_REASONS];            /* [HenkaReason]: distinct games that ended so */
    StudyQuartiles length;              /* plies of the finished games */
    int bins[STUDY_BINS];   /* how many of these are as long as StudyReport.bin_plies says */
    double lead_changes;    /* a game */
    double drama;           /* 0..1, of won games */
    StudyQuartiles decided; /* of won games: when the winner's lead was final, 0..1 of
                                           the length */
} StudyCell;

/* Plies of the distinct games, StudyReport.bin_plies together. */
typedef struct StudyChoice {
    int plies;                               /* positions there were */
    long legal, drops, captures, promotions; /* legal moves in them, and how many of them … */
    int dropped, captured, promoted; /* what was played: plies that dropped, took, promoted */
} StudyChoice;

/* What happened to a kind of piece, in all distinct games. */
typedef struct StudyPiece {
    int moves, captures, drops, promotions; /* by it; a drop is no move */
    int lost;                               /* taken from the board */
} StudyPiece;

/* Games that began with a move. */
typedef struct StudyFirst {
    HenkaMove move;
    int games;   /* distinct, finished */
    int chosen;  /* of those in STUDY_START: the engine thought it nearly best */
    Share share; /* sente's; each by itself, not corrected */
} StudyFirst;

typedef enum { STUDY_TYPICAL, STUDY_SHORTEST, STUDY_DRAMATIC, STUDY_EXAMPLES } StudyExample;

/* The verdict on who is favoured, of one set at the greatest strength. */
typedef enum {
    STUDY_FAVOURS_SENTE, /* the bounds lie above one half */
    STUDY_FAVOURS_GOTE,  /* below it */
    STUDY_EVEN,          /* around it, and STUDY_MARGIN_PERCENT or less from the share */
    STUDY_OPEN           /* around it and wide: more games would do */
} StudyVerdict;

typedef struct StudyReport {
    const StudyPlan *plan;
    const StudyGames *games;
    int distinct, finished; /* of all games */
    StudyCell cells[STUDY_STRENGTHS][STUDY_SETS];
    double scale;                       /* of scores, see Chance */
    int bin_plies;                      /* 1, 2, 5, 10, … plies in each bin */
    StudyChoice choices[STUDY_BINS];    /* by ply; the last has all that follow too */
    StudyPiece pieces[HENKA_MAX_TYPES]; /* by kind */
    StudyFirst *first;                  /* [first_count], the most played first */
    int first_count;
    const StudyGame *examples[STUDY_EXAMPLES]; /* NULL: there is none */
} StudyReport;

bool study_report_make(StudyReport *, const StudyPlan *, const StudyGames *);
void study_report_free(StudyReport *);

/* ---- measures of a single figure, for the report and its test ---- */

/* Sorts the values. */
StudyQuartiles study_quartiles(double *values, int count);
StudyVerdict study_verdict(const Share *);
/* The bounds of a's share less b's (R. G. Newcombe, Interval estimation for the difference between
 * independent proportions, 1998: method 10). */
void study_difference(const Share *a, const Share *b, double *low, double *high);
/* Sente's chance before the ply, 0..1; below 0 where nobody searched. */
double study_chance(const StudyGame *, int ply, double scale);
/* How often the lead went over to the other side. A side leads from a chance of 60 % on, until the
 * other one does. */
int study_lead_changes(const StudyGame *, double scale);
/* Of a won game: the mean of sqrt(1 - 2 p) over the positions in which the winner's chance p was
 * below one half; 0 if there were none (C. Browne, F. Maire, Evolutionary Game Design, 2010). */
double study_drama(const StudyGame *, double scale);
/* Of a won game: the first ply from which on the winner's chance is 80 % or more to the end, as a
 * share of the length. */
double study_decided(const StudyGame *, double scale);

#endif
