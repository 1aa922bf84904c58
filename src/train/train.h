/* train - trains a small network (eval/net.h) on games' positions by stochastic gradient descent
 * (Adam). The weights are floats during training, and rounded to whole numbers at the end.
 *
 * Model    The network learns what the linear evaluation misses. The linear score is fixed, and the
 *          predicted chance of winning is sigmoid((linear + NET_SCALE * out) / scale).
 * Target   A position's target is the chance of winning that the search's score stands for,
 *          mixed with the game's result (score_share). The loss is the cross entropy with the
 *          target, less the target's own entropy: 0 is a perfect prediction.
 * Sharing  During training an input's row of weights is the sum of a row of its own and of rows
 *          that it shares with other inputs: those of the same type of piece, of the type on the
 *          same rank, and of the type on the same file. So a rare square begins with the worth of
 *          its type on any square (factorised inputs). The sums are computed at the end.
 * Mirror   If every type moves alike to the left and to the right, half of the positions, chosen at
 *          random anew in every epoch, are mirrored before they are learnt from.
 * Held out Some games are never learnt from. Keeps weights of the epoch with least loss on them.
 *
 * Units    Scores in hundredths of a pawn, results (0 lost, 1 drawn, 2 won), for the side to move.
 * Owner    train_new allocates, train_free frees; net_free frees the Net. The variant is retained.
 * Threads  One owner at a time; train_solve starts plan->threads threads and joins them. The same
 *          seed, positions and number of threads give the same Net.
 * Limits   Memory: for each position 16 bytes, and 2 more for each of its pieces on the board and
 *          in hand; for each weight of the network some 40 bytes, and 4 more for each thread.
 * Errors   train_solve: NULL when memory is short or there is nothing to train on.
 * Source   adam.h; chessprogramming wiki, "NNUE".
 */
#ifndef HENKA_TRAIN_TRAIN_H
#define HENKA_TRAIN_TRAIN_H

#include "eval/net.h"

/* The positions to train on, with their scores and results. */
typedef struct Train Train;

/* The parameters of training: defaults by train_plan, changed by the command line. */
typedef struct TrainPlan {
    int hidden;             /* number of hidden units: a multiple of 16, at most NET_HIDDEN */
    int epochs;             /* passes over all positions */
    int batch;              /* number of positions in a step of Adam */
    int threads;            /* number of threads, TRAIN_THREADS at most */
    double score_share;     /* 0..1: the weight of the search's score in the target */
    double scale;           /* scale of the sigmoid; 0: the one that predicts results best */
    double rate, last_rate; /* learning rates of Adam, at first and at the end */
    double decay;           /* decay of an input's own row: a step subtracts rate * decay of it */
    bool apart;             /* inputs share no rows of weights with others */
    bool unmirrored;        /* no position is mirrored */
    uint64_t seed;          /* seed of initial weights, order of positions and mirroring */
} TrainPlan;

/* The quality of the network after an epoch, on the held-out positions except for `train`. */
typedef struct TrainLoss {
    int epoch;               /* number of the epoch from 1; 0: the result, in whole numbers */
    double train, held_out;  /* mean loss on the positions learnt from, and held out */
    double linear;           /* the loss of the linear evaluation alone, without the network */
    double result;           /* mean cross entropy with the games' results */
    double linear_result;    /* the linear evaluation's mean cross entropy with results */
    double spread;           /* mean |score| divided by the mean |score| of the linear evaluation */
    double positions_second; /* number of positions learnt from in a second */
    double scale;            /* scale of the sigmoid: the TrainPlan's, or the best one found */
} TrainLoss;

typedef void TrainReport(void *context, const TrainLoss *);

/* The default parameters, which gave the best networks. */
TrainPlan train_plan(void);
/* A Train without positions. NULL: no memory. */
Train *train_new(const HenkaVariant *);
void train_free(Train *);
/* Adds the current position of the game. score: the search's score; result: of the game; both for
 * the side to move. held_out: used to measure, never learnt from. False: no memory. */
bool train_add(Train *, const HenkaGame *, int score, int result, bool held_out);
size_t train_count(const Train *); /* number of positions added */
/* Does every kind move alike to the left and to the right, so that positions may be mirrored? */
bool train_mirrors(const Train *);
/* Trains a network. Reports after each epoch and once at the end; report may be NULL. */
Net *train_solve(Train *, const TrainPlan *, TrainReport *, void *context);

#endif
