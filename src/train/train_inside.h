/* train_inside - what a Train holds: the positions to learn from, and tables by which the inputs of
 * one view become those of the other view, of the mirror image, and of the rows they share
 * (train.h). For train.c, adam.c and their test. */
#ifndef HENKA_TRAIN_TRAIN_INSIDE_H
#define HENKA_TRAIN_TRAIN_INSIDE_H

#include "base/random.h"
#include "train/model.h"
#include "train/train.h"

/* Groups that an input belongs to, in this order: its kind, its kind on its rank, its kind on its
 * file. All inputs of a group share a row of weights. */
enum { TRAIN_GROUPS = 3 };

/* A position, filled by train_add. */
typedef struct TrainPosition {
    uint32_t first; /* where its inputs begin in Train.active, in sente's view */
    uint16_t count; /* how many inputs it has */
    uint8_t side;   /* to move */
    uint8_t bucket; /* of the network's output (eval/net.h) */
    int16_t linear; /* the linear evaluation in hundredths of a pawn, for the side to move */
    int16_t score;  /* what the search said, likewise */
    uint8_t result; /* for the side to move: 0 lost, 1 drawn, 2 won */
    bool held_out;  /* it is measured, never learnt from */
} TrainPosition;

/* The network's inputs, filled by train_inputs_number. */
typedef struct TrainInputs {
    int count;       /* inputs there are */
    int group_count; /* groups of all three kinds together */
    uint16_t
        *seen[2][2]; /* [view][mirrored][input in sente's view]: the input that the same piece is
                             in that view, of the mirror image when mirrored */
    int32_t *group[TRAIN_GROUPS]; /* [kind of group][input]: the number of its group; -1: none */
    bool mirrors;                 /* every kind moves alike to the left and to the right */
} TrainInputs;

struct Train {
    HenkaVariant *variant;    /* retained */
    TrainInputs inputs;       /* their numbering; made by train_new */
    TrainPosition *positions; /* [count], with room for cap */
    uint16_t *active; /* [active_count], with room for active_cap: the inputs of all positions,
                                 one position after another, in sente's view */
    size_t count, cap, active_count, active_cap;
    int most_active; /* the most inputs that any one position has */
};

/* Fills the tables; false: no memory. */
bool train_inputs_number(TrainInputs *, const HenkaVariant *);
void train_inputs_free(TrainInputs *);
/* Fills Pass.active with the position's inputs in both views, the mover's first. */
void train_pass(const Train *, const TrainPosition *, bool mirrored, Pass *);
/* The position's target (train.h), 0..1. */
double train_target(const TrainPosition *, double score_share, double scale);
/* The scale at which the search's scores predict the results best. */
double train_scale(Train *);

/* The indices of the positions, those to learn from first; returns how many these are. */
size_t train_order(const Train *, uint32_t *order);
/* Shuffles the first `count` indices. */
void train_shuffle(uint32_t *order, size_t count, Random *);

/* Calls work(context, n) for each n below `threads`, 0 on the caller's thread and every other on a
 * thread of its own, and returns when all are done. */
enum { TRAIN_THREADS = 64 };
typedef void TrainShare(void *context, int thread);
void train_in_threads(int threads, TrainShare *work, void *context);

#endif
