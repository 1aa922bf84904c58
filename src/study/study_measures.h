/* study_measures - measures of a game (variant), from a study's games alone.
 * docs/studies/measures.md has the formula and the source of each.
 *
 * Games     Duplicates (study.h) count only in StudyCell.duplicates, and games of skill only in
 *           StudySkill. A "finished" game has a result; others count only where a comment says so.
 * Bounds    The bounds of all figures of a report hold together with 95 % (Bonferroni), and so do
 *           those of a family of reports that are read together (StudyPlan.family).
 * Chance    Sente's chance of winning is 1 / (1 + exp(-score / scale)) of the engine's score for
 *           sente (logistic.h), with the scale that predicts the results of these games best.
 * Owner     study_report_make allocates the lists of a StudyReport, study_report_free frees them.
 * Errors    study_report_make: false when memory is short.
 */
#ifndef HENKA_STUDY_STUDY_MEASURES_H
#define HENKA_STUDY_STUDY_MEASURES_H

#include "match/statistics.h"
#include "study/study.h"

enum {
    STUDY_BINS = 24, /* bins of game lengths, and of plies, at most */
    STUDY_REASONS = HENKA_ABANDONED + 1,
    STUDY_WORTH_GAMES = 20,  /* least games with unequal numbers of a type that give it a worth */
    STUDY_DRAWS = 400,       /* bootstrap draws for the bounds of the worth of pieces */
    STUDY_LINE_PLIES = 8,    /* opening plies over which variety is counted */
    STUDY_TREE_PLIES = 4,    /* depth of the tree of openings */
    STUDY_TREE_BRANCHES = 3, /* most branches of a move in the tree of openings */
    STUDY_TREE_PER_CENT = 5, /* a branch has at least this share of the games, in per cent */
    STUDY_FORCED_PER_CENT =
        90,                  /* an opening is forced if this share of the games begins with it, in
                                   per cent */
    STUDY_FORCED_GAMES = 20, /* and if there are this many games */
    STUDY_AHEAD_GAMES = 5    /* least games to say that one more of a type never won */
};

/* Quartiles of a list of values, interpolated between neighbours (R. J. Hyndman, Y. Fan, Sample
 * Quantiles in Statistical Packages, 1996: type 7). */
typedef struct StudyQuartiles {
    int count;                                /* number of values */
    double least, lower, median, upper, most; /* all 0 if there are no values */
    double low, high; /* bounds of the median, by opening, if study_report_make filled them in;
                         NAN: all games had one opening */
} StudyQuartiles;

/* Which side the games favour, for one set of openings at one strength. A difference from one half
 * matters if it is greater than the smallest effect (StudyPlan.effect). */
typedef enum {
    STUDY_FAVOURS_SENTE, /* the bounds lie above one half by more than the effect */
    STUDY_FAVOURS_GOTE, /* the bounds of sente's share lie below one half by more than the effect */
    STUDY_LEANS_SENTE,  /* the bounds lie above one half, but it may be by less than the effect */
    STUDY_LEANS_GOTE,   /* the bounds lie below one half, but it may be by less than the effect */
    STUDY_EVEN,         /* the bounds lie within the effect of one half */
    STUDY_OPEN          /* none of these: more games are needed */
} StudyVerdict;

/* Does sente's share still change from one strength to the next? */
typedef enum {
    STUDY_SETTLED,  /* the bounds of the change lie within the smallest effect */
    STUDY_MOVING,   /* the bounds of the change do not hold 0 */
    STUDY_UNSETTLED /* neither is certain */
} StudySettling;

/* The types that measures.def names, and how the report and its JSON show a value of each. */
typedef uint64_t study_type_nodes;    /* nodes a move; the head of a row in a table */
typedef StudySet study_type_openings; /* a set of openings */
typedef int study_type_count;         /* a number of games, moves, positions */
typedef int study_type_more;          /* a count that older documents lack */
typedef long study_type_total;        /* a sum over many positions */
typedef double study_type_real;       /* NAN: unknown, and null in JSON */
typedef double study_type_ratio;      /* a value 0..1 */
typedef double study_type_average;    /* a mean, 0 or above; NAN: no value, no key in JSON */
typedef double study_type_score;      /* hundredths of a pawn; NAN: not searched, no key in JSON */
typedef bool study_type_flag;
typedef HenkaSide study_type_side;
typedef double study_type_known; /* a value 0..1; NAN: unknown, and the key is missing in
                                         JSON */
typedef double study_type_logit; /* a value of any size; NAN: unknown, and the key is
                                         missing in JSON */
typedef Share study_type_share;  /* a share of points, sente's by default; with bounds by opening */
typedef Share study_type_points; /* a share of points with its bounds; the tables of a report show
                                    the number of games beside it */
typedef Share study_type_mean;   /* a mean, 0 or above, with bounds: KEY, KEYLow, KEYHigh */
typedef Share study_type_part;   /* keys KEY, KEYLow, KEYHigh, if there is a share */
typedef StudyQuartiles study_type_quartiles;
typedef StudyQuartiles study_type_moments; /* quartiles of values 0..1; a table shows the median */
typedef StudyVerdict study_type_verdict;
typedef StudySettling study_type_settling;
typedef StudyVerdict study_type_exchange;         /* sente: the side without the first */
typedef int study_type_ends[STUDY_REASONS];       /* number of games by HenkaReason */
typedef int study_type_bins[STUDY_BINS];          /* number of games, by length in plies */
typedef int study_type_visits[HENKA_MAX_SQUARES]; /* moves and drops by square; turned for gote, as
                                                     the owner sees it */
typedef const char *study_type_text;              /* points to a text of the variant */

/* The games of one strength and one set of openings. */
typedef struct StudyCell {
#define CELL(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyCell;

/* Totals of the plies of all distinct games in one bin; a bin has StudyReport.bin_plies plies. */
typedef struct StudyChoice {
#define CHOICE(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyChoice;

/* How results go with a type of piece: the chance of winning of a side with one more of it,
 * otherwise equal. An association: winners often have more left of what is exchanged last. */
typedef enum { STUDY_BOARD, STUDY_HAND, STUDY_PLACES } StudyPlace;
typedef struct StudyWorth {
    bool determined; /* the games determine the association; else chance and logit are NAN */
#define WORTH(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyWorth;
typedef StudyWorth study_type_worth[STUDY_PLACES];

/* What happened to a type of piece in all distinct games. */
typedef struct StudyPiece {
#define PIECE(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyPiece;

/* A figure minus another, -1..1, with its bounds. NAN: unknown. */
typedef struct StudyDifference {
    double difference, low, high;
} StudyDifference;
typedef StudyDifference study_type_difference;

/* Sente's share at the greatest strength less that at the second greatest, by set of openings. */
typedef struct StudyChange {
#define CHANGE(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyChange;

/* Trials of a first move and of an exchange (study_trials.h). Without games, bounds are unknown. */
typedef struct StudyTried {
#define TRIED(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyTried;
typedef struct StudyExchange {
    int types[2]; /* the types of which the sides lack a piece */
#define EXCHANGE(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyExchange;

/* A piece of the array whose own side does not attack its square. Royals are left out. */
typedef struct StudyUndefended {
    int type;      /* of the piece */
    char name[16]; /* of its square; `square` points to it */
#define UNDEFENDED(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudyUndefended;

/* The games of a strength against the next weaker one. */
typedef struct StudySkill {
#define SKILL(type, member, ...) study_type_##type member;
#include "study/measures.def"
} StudySkill;

/* A branch of the tree of openings: the games of STUDY_START that began with its moves. */
typedef struct StudyBranch {
    const StudyGame *game; /* a game with the branch as its first `depth` moves */
    int depth;             /* number of moves of the branch, from 1 */
    int games;             /* distinct, finished */
    Share share;           /* sente's share of the points */
} StudyBranch;

/* The games of the greatest strength that began with one move. The engine thought it nearly best,
 * and went on choosing such moves (STUDY_START). */
typedef struct StudyFirst {
    HenkaMove move;
    int games;   /* distinct, finished */
    Share share; /* sente's share of the points */
} StudyFirst;

typedef enum { STUDY_TYPICAL, STUDY_SHORTEST, STUDY_DRAMATIC, STUDY_EXAMPLES } StudyExample;

typedef struct StudyReport {
    const StudyPlan *plan;   /* the caller's; plan and games outlive the report */
    const StudyGames *games; /* the games that are measured */
    int played;              /* number of games in the file, without games of skill */
    int distinct, finished;  /* number of distinct games, and of finished ones among these */
    StudyCell cells[STUDY_STRENGTHS][STUDY_SETS]; /* [strength][set] */
    double scale;                                 /* divides scores to get chances (see Chance) */
    int bin_plies;                                /* 1, 2, 5, 10, … plies in each bin */
    StudyChoice choices[STUDY_BINS];              /* by ply; the last bin has all later plies too */
    StudyPiece pieces[HENKA_MAX_TYPES];           /* by type of piece */
    int weighed;                                  /* finished games with a quiet position */
    Share ends[STUDY_REASONS];                    /* [HenkaReason]: share of the finished games
                                                     that ended so, with bounds by opening */
    int quiet;                                    /* number of quiet positions in all games */
    int bars[HENKA_BARS];                         /* [HenkaBar]: quiet positions in which this
                                                     rule forbade a move */
    StudyFirst *first;                            /* [first_count], the most played first */
    int first_count;                              /* number of first moves */
    const StudyGame *examples[STUDY_EXAMPLES];    /* games to show; NULL: none of this sort */
    StudySkill skill[STUDY_STRENGTHS];            /* by strength: against the next weaker */
    double steps, steps_low;                      /* steps of skill (study_steps) from the
                                                     weakest opponent to the greatest strength */
    StudyChange changes[STUDY_SETS];              /* [set]; empty if the study has one strength */
    StudyTried *tried;                            /* [tried_count]: the trials of first moves */
    int tried_count;                              /* number of entries in `tried` */
    StudyExchange *exchanges;                     /* [exchange_count]: the trials of exchanges */
    int exchange_count;                           /* number of entries in `exchanges` */
    StudyUndefended *undefended;                  /* [undefended_count], by square */
    int undefended_count;                         /* number of entries in `undefended` */
    int array;                   /* number of pieces in the array, royals left out */
    int figures;                 /* number of figures whose bounds hold together: those of this
                                        report, times the number of studies of its family */
    StudyBranch *branches;       /* [branch_count], each followed by its own branches */
    int branch_count;            /* number of branches */
    int lines[STUDY_LINE_PLIES]; /* lines[n - 1]: number of different sequences of the first n
                                    plies in the games of STUDY_START */
} StudyReport;

/* The figures with which a report compares its game to others: of games from STUDY_START at one
 * strength, unless the name says otherwise. Figures counted by ply are of all the study's games. */
typedef enum {
#define FIGURE(NAME, ...) STUDY_FIGURE_##NAME,
#include "study/measures.def"
    STUDY_FIGURES
} StudyFigure;
typedef struct StudyFigures {
    uint64_t nodes;               /* nodes a move of the strength */
    int games;                    /* number of distinct finished games of STUDY_START */
    double values[STUDY_FIGURES]; /* by StudyFigure, shares in per cent; or NAN */
} StudyFigures;
StudyFigures study_figures(const StudyReport *, int strength);
/* A game (variant) whose figures, from studies of its own, are stored in study_figures.def.
 * docs/studies/measures.md names the command that made them. */
typedef struct StudyBeside {
    const char *game, *title;         /* its name in commands, and its title for people */
    StudyFigures at[STUDY_STRENGTHS]; /* by strength; an entry with 0 nodes ends the list */
} StudyBeside;
enum { STUDY_BESIDE = 3 };                          /* number of games with stored figures */
const StudyBeside *study_figures_beside(int which); /* which: from 0, below STUDY_BESIDE */
/* The figures of the strength whose number of nodes is nearest to `nodes`, by their ratio. */
const StudyFigures *study_figures_nearest(const StudyBeside *, uint64_t nodes);

bool study_report_make(StudyReport *, const StudyPlan *, const StudyGames *);
void study_report_free(StudyReport *);

/* Fills in `weighed` and the worth of pieces; in study_worth.c. False: no memory. */
bool study_worth(StudyReport *);

/* ---- measures of a single figure, for the report and its test ---- */

/* Is the game neither a duplicate nor a game of skill? */
bool study_counts(const StudyGame *);
/* Does the game count (study_counts), and has it a result? */
bool study_is_finished(const StudyGame *);
/* The number of distinct finished games from the start, of all strengths. */
int study_from_start(const StudyReport *);
/* Sente's points in the game: 0, 0.5 or 1. */
double study_points(const StudyGame *);

/* The quartiles of the values, which are sorted in place. */
StudyQuartiles study_quartiles(double *values, int count);
/* effect: smallest difference that matters, 0..1. */
StudyVerdict study_verdict(const Share *, double effect);
/* The number of games like these that a verdict still needs. 0: a verdict, or no bounds. */
int study_more(const Share *, double effect);
/* The games at each strength with which every verdict of the greatest strength is possible. It
 * allows for duplicates and unfinished games, in the proportion of this study. 0: the games
 * suffice, nothing is known, or no study can have that number. */
int64_t study_enough(const StudyReport *);
/* The smallest difference of shares that matters in this study, 0..1. */
double study_effect(const StudyPlan *);
/* The bounds of the share of a minus the share of b (R. G. Newcombe, Interval estimation for the
 * difference between independent proportions, 1998: method 10). */
void study_difference(const Share *a, const Share *b, double *low, double *high);
/* Sente's chance of winning before the ply, 0..1; below 0 if the position was not searched. */
double study_chance(const StudyGame *, int ply, double scale);
/* The mean depth that the game's searches completed, in plies; below 0: there was no search. */
double study_depth(const StudyGame *, double scale);
/* The game's length in plies. */
double study_length(const StudyGame *, double scale);
/* How often the lead changed sides. A side takes the lead with a chance of 60 %, and keeps it until
 * the other side has a chance of 60 %. */
double study_lead_changes(const StudyGame *, double scale);
/* Of a won game: the mean of sqrt(1 - 2 p) over the positions in which the winner's chance p was
 * below one half; 0 if there were none (C. Browne, F. Maire, Evolutionary Game Design, 2010). */
double study_drama(const StudyGame *, double scale);
/* The ply after which the winner's chance stays at 80 % or more, as a share of the game. */
double study_decided(const StudyGame *, double scale);

/* Is the second best move before the ply worse by 10 % of winning chance or more? *sampled: were
 * two moves searched there? If not, false. */
bool study_one_good(const StudyGame *, int ply, double scale, bool *sampled);
/* The steps of skill between two strengths: one step is a score of 60 % against the weaker one. It
 * is the logarithm of the odds points : (games - points) of the stronger one, divided by that of 60
 * : 40. Half a point is added on either side (J. B. S. Haldane, The estimation and significance of
 * the logarithm of a ratio of frequencies, 1956). */
double study_steps(double points, double games);

#endif
