/* train - a small network's numbers (eval/net.h) from games played: stochastic descent over the
 * positions, in floats, made whole numbers at the end.
 *
 * What is learnt is what the linear evaluation misses: the chance of winning is sigmoid((linear +
 * NET_SCALE * out) / scale), linear fixed. A target is a share of the chance that the search's
 * score stands for, and the rest the game's result; the loss is cross entropy, less that of the
 * targets with themselves. While training, the numbers of an input are a sum of its own part and of
 * parts shared by the kind, the kind on a rank and the kind on a file, so that a square seldom seen
 * is first worth what its kind is; they are added up at the end. Where every kind moves alike to
 * the left and to the right, each position is shown mirrored half of the time. Some games are held
 * out; the epoch with the least loss on those is kept.
 *
 * Units    Scores in hundredths of a pawn and results (0 lost, 1 drawn, 2 won) for the side to
 *          move.
 * Owner    train_new allocates, train_free frees, the Net is for net_free. The variant is kept
 *          alive.
 * Threads  One owner at a time; train_solve starts plan->threads for its time. The same seed,
 *          positions and threads give the same Net.
 * Limits   16 bytes and 2 for each man a position; some 40 bytes for each number of the network and
 *          4 more for each thread.
 * Errors   train_solve: NULL when memory is short or there is nothing to train on.
 * Source   D. P. Kingma, J. Ba, Adam: A Method for Stochastic Optimization (2015).
 */
#ifndef HENKA_LAB_TRAIN_H
#define HENKA_LAB_TRAIN_H

#include "eval/net.h"

typedef struct Train Train;

typedef struct TrainPlan {
    int hidden;             /* a multiple of 16, at most NET_HIDDEN */
    int epochs;             /* times that all positions are learnt from */
    int batch;              /* positions a step */
    int threads;            /* at most TRAIN_THREADS */
    double score_share;     /* of the search's score in the target */
    double scale;           /* 0: where the search's scores predict the results best */
    double rate, last_rate; /* of Adam, at first and at the end */
    double decay;           /* share of the rate by which an input's own part shrinks each step */
    bool apart;             /* without shared parts */
    bool unmirrored;        /* no position is shown mirrored */
    uint64_t seed;
} TrainPlan;

/* How good the network is after an epoch. All but `train` are of the positions held out. */
typedef struct TrainLoss {
    int epoch;               /* 1..; 0: of the Net in whole numbers */
    double train, held_out;  /* mean cross entropy above the targets' own entropy */
    double linear;           /* the same of the linear evaluation alone */
    double result;           /* mean cross entropy with the results */
    double linear_result;    /* the same of the linear evaluation alone */
    double spread;           /* mean size of the scores against the linear evaluation's */
    double positions_second; /* speed of learning */
    double scale;            /* as in the plan, or found */
} TrainLoss;

typedef void TrainReport(void *context, const TrainLoss *);

TrainPlan train_plan(void); /* what did best */
Train *train_new(const HenkaVariant *);
void train_free(Train *);
bool train_add(Train *, const HenkaGame *, int score, int result, bool held_out);
size_t train_count(const Train *);
bool train_mirrors(const Train *);
/* Reports after each epoch and once at the end; report may be NULL. */
Net *train_solve(Train *, const TrainPlan *, TrainReport *, void *context);

#endif
