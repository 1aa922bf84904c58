/* node - one position of the main search, and the leaves its search is made of:
 * enter, probe, static eval, prune, then for each move pick, skip, extend, reduce, search child, take score; leave. */
#ifndef HENKA_SEARCH_NODE_H
#define HENKA_SEARCH_NODE_H

#include "search/picker.h"

enum { NODE_QUIETS = 64, NODE_CAPTURES = 32 };

typedef struct Node {
    Worker *worker;
    Frame *frame;
    int ply, alpha, beta, depth;
    bool pv, cut, root, improving, hit, table_capture, multicut;
    TableHit table;
    int raw_eval, static_eval, first_alpha;
    int best, count, cut_by;
    Move best_move, move; /* move: in hand */
    bool capture, checks; /* of the move in hand; checks: known after it was played */
    int gain;             /* of the capture in hand */
    int history;          /* of the quiet move in hand */
    Move quiets[NODE_QUIETS], captures[NODE_CAPTURES];
    int quiet_count, capture_count;
} Node;

/* Those returning bool say that the node is done and its score is in *score. */
bool node_enter(Node *, int *score);
bool node_probe(Node *, int *score);
void node_evaluate(Node *);
bool node_prune(Node *, int *score); /* prune.c */
bool node_skip(Node *, Picker *);    /* prune.c: leave the move in hand out */
int node_extend(Node *);             /* extend.c: plies more, or less */
int node_reduction(const Node *);
int node_reduce(const Node *);       /* reduce.c: plies less for a late move */
int node_search_child(Node *, int extension);
bool node_take(Node *, int score); /* true: a cutoff */
int node_leave(Node *);

/* A beta cutoff or a best move: what was good is remembered, what was tried before it marked down. (learn.c) */
void node_learn(Node *);
int node_correction(const Node *);
void node_learn_correction(Node *);

#endif
