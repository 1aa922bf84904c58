/* train - trains a small network (eval/net.h) on the positions of games, by stochastic gradient
 * descent (Adam). The weights are floats meanwhile, and are rounded to whole numbers at the end.
 *
 * Model    The network learns what the linear evaluation misses. The linear score is fixed, and the
 *          predicted chance of winning is sigmoid((linear + NET_SCALE * out) / scale).
 * Target   A position's target is the chance of winning that the search's score stands for,
 *          mixed with the game's result (score_share). The loss is the cross entropy with the
 *          target, less the target's own entropy: 0 is a perfect prediction.
 * Sharing  While it trains, an input's row of weights is the sum of a row of its own and of rows
 *          that it shares with other inputs: those of the same kind, of the same kind on the same
 *          rank, and of the same kind on the same file. So a square that is seldom seen starts from
 *          what its kind is worth anywhere (factorised inputs). The sums are worked out at the end.
 * Mirror   Where every kind moves alike to the left and to the right, half of the positions,
 *          chosen at random in every epoch, are mirrored from left to right before they are learnt
 *          from.
 * Held out Some games are never learnt from. The weights kept are those after the epoch with the
 *          least loss on these games.
 *
 * Units    Scores in hundredths of a pawn and results (0 lost, 1 drawn, 2 won) for the side to
 *          move.
 * Owner    train_new allocates, train_free frees, the Net is for net_free. The variant is kept
 *          alive.
 * Threads  One owner at a time; train_solve starts plan->threads for its time. The same seed,
 *          positions and threads give the same Net.
 * Limits   Memory: for each position 16 bytes, and 2 more for each of its pieces on the board and
 *          in hand; for each weight of the network some 40 bytes, and 4 more for each thread.
 * Errors   train_solve: NULL when memory is short or there is nothing to train on.
 * Source   D. P. Kingma, J. Ba, Adam: A Method for Stochastic Optimization (2015); chessprogramming
 *          wiki, "NNUE".
 */
#ifndef HENKA_TRAIN_TRAIN_H
#define HENKA_TRAIN_TRAIN_H

#include "eval/net.h"

/* The positions to train on, with their scores and results. */
typedef struct Train Train;

/* How to train; train_plan fills it with defaults, the command line changes them. */
typedef struct TrainPlan {
    int hidden;         /* hidden numbers of the network: a multiple of 16, at most NET_HIDDEN */
    int epochs;         /* how often all positions are learnt from */
    int batch;          /* positions a step of Adam */
    int threads;        /* at most TRAIN_THREADS */
    double score_share; /* 0..1: the weight of the search's score in the target */
    double scale;       /* of the sigmoid; 0: where the search's scores predict the results best */
    double rate, last_rate; /* learning rates of Adam, at first and at the end */
    double decay;    /* weight decay of an input's own row: each step takes rate * decay of it */
    bool apart;      /* inputs share no rows */
    bool unmirrored; /* no position is mirrored */
    uint64_t seed;   /* of the first weights, the order of positions and the mirroring */
} TrainPlan;

/* How good the network is after an epoch. All but `train` are of the positions held out. */
typedef struct TrainLoss {
    int epoch;               /* from 1; 0: after the last, of the network in whole numbers */
    double train, held_out;  /* mean loss of the positions learnt from, and of those held out */
    double linear;           /* the loss of the linear evaluation alone, without the network */
    double result;           /* mean cross entropy with the games' results */
    double linear_result;    /* the same of the linear evaluation alone */
    double spread;           /* mean |score|, divided by that of the linear evaluation */
    double positions_second; /* positions learnt from a second */
    double scale;            /* as in the plan, or found */
} TrainLoss;

typedef void TrainReport(void *context, const TrainLoss *);

/* The settings that did best. */
TrainPlan train_plan(void);
/* NULL: no memory. */
Train *train_new(const HenkaVariant *);
void train_free(Train *);
/* Adds the position of the game as it stands. score: what the search said of it; result: how the
 * game ended; both for the side to move. held_out: it is measured, never learnt from. False: no
 * memory. */
bool train_add(Train *, const HenkaGame *, int score, int result, bool held_out);
size_t train_count(const Train *); /* positions added */
/* Does every kind move alike to the left and to the right, so that positions may be mirrored? */
bool train_mirrors(const Train *);
/* Trains a network. Reports after each epoch and once at the end; report may be NULL. */
Net *train_solve(Train *, const TrainPlan *, TrainReport *, void *context);

#endif
