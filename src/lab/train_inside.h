/* train_inside - the positions that are kept for training and the numbering of their inputs. For
 * train.c, adam.c and their test.
 */
#ifndef HENKA_LAB_TRAIN_INSIDE_H
#define HENKA_LAB_TRAIN_INSIDE_H

#include "base/random.h"
#include "lab/model.h"
#include "lab/train.h"

/* Groups that an input belongs to: its kind, its kind on its rank, its kind on its file. */
enum { TRAIN_GROUPS = 3 };

typedef struct TrainPosition {
    uint32_t first;       /* of its inputs, sente's view: an index of Train.active */
    uint16_t count;       /* of them */
    uint8_t side, bucket; /* to move; of the network's output */
    int16_t linear;       /* the linear evaluation; like score and result for the side to move */
    int16_t score;        /* what the search said, hundredths of a pawn */
    uint8_t result;       /* 0 lost, 1 drawn, 2 won */
    bool held_out;        /* measured, never learnt */
} TrainPosition;

typedef struct TrainInputs {
    int count;            /* of the network's inputs */
    int group_count;      /* of parts that inputs share */
    uint16_t *seen[2][2]; /* [view][mirrored][input of sente's view]: the input it is there */
    int32_t *group[TRAIN_GROUPS]; /* [][input]: the part it shares, -1 none */
    bool mirrors;                 /* every kind moves alike to the left and to the right */
} TrainInputs;

struct Train {
    HenkaVariant *variant; /* retained */
    TrainInputs inputs;
    TrainPosition *positions; /* [count], room for cap */
    uint16_t *active;         /* [active_count], room for active_cap: all positions' inputs */
    size_t count, cap, active_count, active_cap;
    int most_active; /* inputs of any one position */
};

bool train_inputs_number(TrainInputs *, const HenkaVariant *);
void train_inputs_free(TrainInputs *);
/* The position's inputs as both views see them, the mover's first. */
void train_pass(const Train *, const TrainPosition *, bool mirrored, Pass *);
/* The chance of winning that is to be predicted: score_share of what the search's score promises,
 * the rest the result. */
double train_target(const TrainPosition *, double score_share, double scale);
/* The scale at which the search's scores predict the results best. */
double train_scale(Train *);

/* The indices of the positions, those to learn from first; returns how many these are. */
size_t train_order(const Train *, uint32_t *order);
/* Brings the first `count` into another order. */
void train_shuffle(uint32_t *order, size_t count, Random *);

/* Runs `work` for every thread number at once, and returns when all are done. */
enum { TRAIN_THREADS = 64 };
typedef void TrainShare(void *context, int thread);
void train_in_threads(int threads, TrainShare *work, void *context);

#endif
