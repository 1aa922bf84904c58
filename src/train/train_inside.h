/* train_inside - what a Train holds: the positions to learn from, and tables by which the inputs of
 * one view are converted to the other view, to the mirror image, and to the rows that they share
 * (train.h). For train.c, adam.c and their test. */
#ifndef HENKA_TRAIN_TRAIN_INSIDE_H
#define HENKA_TRAIN_TRAIN_INSIDE_H

#include "base/random.h"
#include "train/model.h"
#include "train/train.h"

/* The number of groups that an input belongs to: its type of piece, its type on its rank, and its
 * type on its file. All inputs of a group share a row of weights. */
enum { TRAIN_GROUPS = 3 };

/* A position, filled in by train_add. */
typedef struct TrainPosition {
    uint32_t first; /* index of its first input in Train.active */
    uint16_t count; /* number of its active inputs */
    uint8_t side;   /* the side to move */
    uint8_t bucket; /* index of the network's output for this position (eval/net.h) */
    int16_t linear; /* the linear evaluation in hundredths of a pawn, for the side to move */
    int16_t score;  /* the search's score in hundredths of a pawn, for the side to move */
    uint8_t result; /* for the side to move: 0 lost, 1 drawn, 2 won */
    bool held_out;  /* the position is used to measure and never learnt from */
} TrainPosition;

/* The numbering of the network's inputs, filled in by train_inputs_number. */
typedef struct TrainInputs {
    int count;       /* number of inputs */
    int group_count; /* number of groups, of type, rank and file together */
    uint16_t
        *seen[2][2]; /* [view][mirrored][input in sente's view]: the number of the same input in
                        that view, or of its mirror image */
    int32_t *group[TRAIN_GROUPS]; /* [type, rank or file][input]: group; -1: none */
    bool mirrors;                 /* every type of piece moves alike to the left and to the right */
} TrainInputs;

struct Train {
    HenkaVariant *variant;    /* the game; the Train holds a reference */
    TrainInputs inputs;       /* the numbering of the inputs; made by train_new */
    TrainPosition *positions; /* `count` positions, with room for `cap` */
    uint16_t *active; /* [active_count], with room for active_cap: the inputs of all positions, one
                         position after another, in sente's view */
    size_t count, cap, active_count, active_cap;
    int most_active; /* the most inputs that any one position has */
};

/* Fills in the tables of the inputs. False: no memory. */
bool train_inputs_number(TrainInputs *, const HenkaVariant *);
void train_inputs_free(TrainInputs *);
/* Fills in Pass.active with the position's inputs in both views, that of the side to move first. */
void train_pass(const Train *, const TrainPosition *, bool mirrored, Pass *);
/* The position's target (train.h), 0..1. */
double train_target(const TrainPosition *, double score_share, double scale);
/* The scale at which the search's scores predict the results best. */
double train_scale(Train *);

/* Fills in the indices of the positions: first those to learn from, then the held-out ones. Returns
 * the number of those to learn from. */
size_t train_order(const Train *, uint32_t *order);
/* Shuffles the first `count` indices. */
void train_shuffle(uint32_t *order, size_t count, Random *);

/* Calls work(context, n) for each n below `threads`: 0 on the caller's thread, every other n on a
 * thread of its own. Returns when all calls have returned. */
enum { TRAIN_THREADS = 64 };
typedef void TrainShare(void *context, int thread);
void train_in_threads(int threads, TrainShare *work, void *context);

#endif
