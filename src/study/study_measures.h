/* study_measures - what a study's games say of the game they were played in. Every measure is a
 * function of the list of games alone; docs/studies/measures.md has the formula and the source of
 * each.
 *
 * Games     Duplicates (study.h) count nowhere but in StudyCell.duplicates, and games of skill for
 *           StudySkill alone. A "finished" game has a result; unfinished ones count where that is
 *           said.
 * Chance    Sente's chance of winning is 1 / (1 + exp(-score / scale)) of the engine's score for
 *           sente (logistic.h), with the scale that predicts the results of these games best.
 * Owner     A StudyReport is filled at once; study_report_free frees its lists.
 * Errors    study_report_make: false when memory is short.
 */
#ifndef HENKA_STUDY_STUDY_MEASURES_H
#define HENKA_STUDY_STUDY_MEASURES_H

#include "match/statistics.h"
#include "study/study.h"

enum {
    STUDY_BINS = 24, /* of lengths and of plies, at most */
    STUDY_REASONS = HENKA_ABANDONED + 1,
    STUDY_MARGIN_PERCENT =
        3,                  /* bounds within so much of the share are narrow enough for a verdict */
    STUDY_WORTH_GAMES = 20, /* a kind that differs in fewer games is not weighed */
    STUDY_DRAWS = 400,      /* drawings for the bounds of what pieces are worth */
    STUDY_LINE_PLIES = 8,   /* opening plies over which variety is counted */
    STUDY_TREE_PLIES = 4,   /* depth of the tree of openings */
    STUDY_TREE_BRANCHES = 3, /* most branches of a move in the tree: the most frequent ones */
    STUDY_TREE_PER_CENT = 5, /* least share of the games that a branch has */
    STUDY_AHEAD_GAMES = 5    /* least games with a kind ahead before it is said never to have won */
};

/* The median and its like; interpolated between neighbours (R. J. Hyndman, Y. Fan, Sample Quantiles
 * in Statistical Packages, 1996: type 7). */
typedef struct StudyQuartiles {
    int count;                                /* of values */
    double least, lower, median, upper, most; /* all 0 of nothing */
    double low, high; /* bounds of the median, by opening, where study_report_make fills them; NAN:
                         one opening tells of none */
} StudyQuartiles;

/* The verdict on who is favoured, of one set at one strength. */
typedef enum {
    STUDY_FAVOURS_SENTE, /* the bounds lie above one half */
    STUDY_FAVOURS_GOTE,  /* below it */
    STUDY_EVEN,          /* around it, and STUDY_MARGIN_PERCENT or less from the share */
    STUDY_OPEN           /* around it and wide: more games would do */
} StudyVerdict;

/* The types of measures.def, with what the report and its JSON document make of a value. */
typedef uint64_t study_type_nodes;    /* heads a row of a table */
typedef StudySet study_type_openings; /* a set of openings */
typedef int study_type_count;         /* a number of games, moves, positions */
typedef long study_type_total;        /* a sum over many positions */
typedef double study_type_real;       /* NAN: nothing is known; null */
typedef double study_type_ratio;      /* 0..1 */
typedef double study_type_known;      /* 0..1; NAN: nothing is known, and the key is missing */
typedef double study_type_logit;      /* likewise, of any size */
typedef Share study_type_share;  /* sente's where nothing else is said; with bounds by opening */
typedef Share study_type_points; /* the same, and a column of the games */
typedef Share study_type_mean;   /* a mean, 0 or above, with bounds: KEY, KEYLow, KEYHigh */
typedef Share study_type_part;   /* the same keys of a share; missing where there is none */
typedef StudyQuartiles study_type_quartiles;
typedef StudyQuartiles study_type_moments; /* the same, of values 0..1: a table has the median */
typedef StudyVerdict study_type_verdict;
typedef int study_type_ends[STUDY_REASONS];       /* by HenkaReason */
typedef int study_type_bins[STUDY_BINS];          /* games by their plies */
typedef int study_type_visits[HENKA_MAX_SQUARES]; /* moves and drops, by square. Gote's are turned
                                                     round: the board is seen by the owner */
typedef const char *study_type_text;              /* the variant's */

/* The games of one strength and one set of openings. */
typedef struct StudyCell {
#define CELL(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyCell;

/* Plies of the distinct games, StudyReport.bin_plies together. */
typedef struct StudyChoice {
#define CHOICE(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyChoice;

/* What a kind of piece is worth: of winning with one more of it and otherwise as much as the other
 * side the chance, with bounds each by itself. */
typedef enum { STUDY_BOARD, STUDY_HAND, STUDY_PLACES } StudyPlace;
typedef struct StudyWorth {
    bool determined; /* the games tell; else chance and logit are NAN */
#define WORTH(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyWorth;
typedef StudyWorth study_type_worth[STUDY_PLACES];

/* What happened to a kind of piece, in all distinct games. */
typedef struct StudyPiece {
#define PIECE(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyPiece;

/* A strength against the next weaker one. The bounds of all strengths hold together. */
typedef struct StudySkill {
#define SKILL(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudySkill;

/* A branch of the tree of openings: the games of STUDY_START that began with its moves. */
typedef struct StudyBranch {
    const StudyGame *game; /* one of them: its first moves are those of the branch, */
    int depth;             /* so many, from 1 */
    int games;             /* distinct, finished */
    Share share;           /* sente's; each by itself */
} StudyBranch;

/* Games of the greatest strength that began with a move, which the engine thought nearly best, and
 * went on so (STUDY_START). */
typedef struct StudyFirst {
    HenkaMove move;
    int games;   /* distinct, finished */
    Share share; /* sente's; each by itself, not corrected */
} StudyFirst;

typedef enum { STUDY_TYPICAL, STUDY_SHORTEST, STUDY_DRAMATIC, STUDY_EXAMPLES } StudyExample;

typedef struct StudyReport {
    const StudyPlan *plan;   /* the caller's, as the games: both outlive the report */
    const StudyGames *games; /* that are measured */
    int played;              /* lines in the file, games of skill left out */
    int distinct, finished;  /* of these */
    StudyCell cells[STUDY_STRENGTHS][STUDY_SETS]; /* [strength][set] */
    double scale;                                 /* of scores, see Chance */
    int bin_plies;                                /* 1, 2, 5, 10, … plies in each bin */
    StudyChoice choices[STUDY_BINS];              /* by ply; the last has all that follow too */
    StudyPiece pieces[HENKA_MAX_TYPES];           /* by kind */
    int weighed;                                  /* finished games with a quiet position */
    Share ends[STUDY_REASONS];                    /* [HenkaReason]: of all finished games those
                                                        that ended so; bounds by opening, which
                                                        hold together for all that came */
    int quiet;                                    /* quiet positions of all games, */
    int bars[HENKA_BARS];                         /* and those where the rule forbade something */
    StudyFirst *first;                            /* [first_count], the most played first */
    int first_count;                              /* of first */
    const StudyGame *examples[STUDY_EXAMPLES];    /* NULL: there is none */
    StudySkill skill[STUDY_STRENGTHS];            /* by strength, against the next weaker */
    double steps, steps_low;                      /* of all strengths together */
    StudyBranch *branches;       /* [branch_count], each followed by its own branches */
    int branch_count;            /* of branches */
    int lines[STUDY_LINE_PLIES]; /* how many ways the first ply, the first two plies, … went in
                                      the games of STUDY_START */
} StudyReport;

/* The figures by which games are laid beside each other. Those of a strength are of STUDY_START but
 * where the name says else; what is counted by ply is of all games of the study. */
typedef enum {
#define FIGURE(NAME, ...) STUDY_FIGURE_##NAME,
#include "study/measures.def"
    STUDY_FIGURES
} StudyFigure;
typedef struct StudyFigures {
    uint64_t nodes;               /* a move, of the strength */
    int games;                    /* of STUDY_START, distinct and finished */
    double values[STUDY_FIGURES]; /* shares in per cent; NAN where no game tells */
} StudyFigures;
/* study_figures.c */
StudyFigures study_figures(const StudyReport *, int strength);
/* A game whose figures by the same procedure are stored in study_figures.def
 * (docs/studies/measures.md names the command). */
typedef struct StudyBeside {
    const char *game, *title;         /* its short name, and the one for people */
    StudyFigures at[STUDY_STRENGTHS]; /* by strength; 0 nodes: no more of them */
} StudyBeside;
enum { STUDY_BESIDE = 3 };                          /* games there are */
const StudyBeside *study_figures_beside(int which); /* below STUDY_BESIDE */
/* Those of the strength that is nearest to so many nodes a move, by their ratio. */
const StudyFigures *study_figures_nearest(const StudyBeside *, uint64_t nodes);

bool study_report_make(StudyReport *, const StudyPlan *, const StudyGames *);
void study_report_free(StudyReport *);

/* ---- parts of the report; study_report_make calls them ---- */

/* study_worth.c: worth and weighed. */
bool study_worth(StudyReport *);
/* study_skill.c: skill and steps. */
bool study_skill(StudyReport *);
/* study_tree.c: branches and lines. */
bool study_tree(StudyReport *);

/* ---- measures of a single figure, for the report and its test ---- */

/* Neither a duplicate nor a game of skill. */
bool study_counts(const StudyGame *);
/* It counts, and has a result. */
bool study_is_finished(const StudyGame *);
/* Sente's points: 0, 0.5 or 1. */
double study_points(const StudyGame *);

/* Sorts the values. */
StudyQuartiles study_quartiles(double *values, int count);
StudyVerdict study_verdict(const Share *);
/* The bounds of a's share less b's (R. G. Newcombe, Interval estimation for the difference between
 * independent proportions, 1998: method 10). */
void study_difference(const Share *a, const Share *b, double *low, double *high);
/* Sente's chance before the ply, 0..1; below 0 where nobody searched. */
double study_chance(const StudyGame *, int ply, double scale);
/* Its plies. */
double study_length(const StudyGame *, double scale);
/* How often the lead went over to the other side. A side leads from a chance of 60 % on, until the
 * other one does. */
double study_lead_changes(const StudyGame *, double scale);
/* Of a won game: the mean of sqrt(1 - 2 p) over the positions in which the winner's chance p was
 * below one half; 0 if there were none (C. Browne, F. Maire, Evolutionary Game Design, 2010). */
double study_drama(const StudyGame *, double scale);
/* Of a won game: the first ply from which on the winner's chance is 80 % or more to the end, as a
 * share of the length. */
double study_decided(const StudyGame *, double scale);

/* Were two moves searched before the ply, and the second one costs the side to move 10 % of chance
 * or more? *sampled: were they? */
bool study_one_good(const StudyGame *, int ply, double scale, bool *sampled);
/* How many steps of 60 % lie between two strengths when the stronger one makes so many of the
 * points of so many games: of their odds the logarithm, by that of 60 : 40, with half a point more
 * on either side (J. B. S. Haldane, The estimation and significance of the logarithm of a ratio of
 * frequencies, 1956). */
double study_steps(double points, double games);

#endif
