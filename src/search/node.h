/* node - one position of the main search, and the leaves its search is made of: enter, probe,
 * static eval, mates, prune, then for each move pick, skip, extend, reduce, search child, take
 * score; leave. */
#ifndef HENKA_SEARCH_NODE_H
#define HENKA_SEARCH_NODE_H

#include "search/picker.h"

enum { NODE_QUIETS = 64, NODE_CAPTURES = 32 };

typedef struct Node {
    Worker *worker;
    Frame *frame;
    int ply, alpha, beta, depth;
    bool pv, cut, root, improving, hit;
    bool table_capture; /* the table move takes something */
    bool cut_early;     /* several moves are too good, by a shallower search: best says how good */
    TableHit table;
    int raw_eval, static_eval;
    int best, count;
    int left; /* the depth a move at this place in the order gets, before anything else is known of
                 it; 0 before the first */
    int reduction; /* what it loses for that, in 1024ths of a ply: node_reduce asks; the first loses
                      nothing */
    Move best_move, move; /* move: in hand */
    bool capture, checks; /* of the move in hand; checks: known after it was played */
    int history;          /* of the move in hand, when it is quiet */
    Move quiets[NODE_QUIETS], captures[NODE_CAPTURES];
    int quiet_count, capture_count;
} Node;

/* Before anything is known of it. The lists stay as they lie: their counts say what is in them. */
static inline void node_start(Node *n, Worker *w, int ply, int alpha, int beta, int depth,
                              bool cut) {
    n->worker = w, n->frame = frame_at(w, ply), n->ply = ply, n->alpha = alpha, n->beta = beta,
    n->depth = depth, n->cut = cut;
    n->pv = beta - alpha > 1;
    n->root = n->improving = n->hit = n->cut_early = false;
    n->best = -SCORE_INFINITE, n->best_move = MOVE_NONE;
    n->count = n->left = n->reduction = n->quiet_count = n->capture_count = 0;
}

/* Those returning bool say that the node is done and its score is in *score. */
bool node_enter(Node *, int *score);
void node_sum(
    Node *); /* before the table: what that knows comes late, and this is mostly asked for anyway */
bool node_probe(Node *, int *score);
void node_evaluate(Node *);
bool node_above(Node *, int *score); /* prune.c: far above what is needed. Asked before the dearer
                                        question for a mate */
bool node_mates(Node *, int *score); /* at once: see rules/mate_one.h */
bool node_prune(Node *, int *score); /* prune.c */
/* prune.c: what a quiet move must promise from now on, told to the picker after each move searched;
 * is the move in hand to be left out? */
void node_raise_bar(Node *, Picker *);
bool node_skip(const Node *, Picker *);
int node_extend(Node *); /* extend.c: plies more, or less; may set cut_early */
int node_reduce(Node *); /* reduce.c: plies less for a late move */
int node_depth_left(
    const Node *); /* reduce.c: the depth the move in hand got for its place alone */
int node_search_child(Node *, int extension);
bool node_take(Node *, int score); /* true: a cutoff */
int node_leave(Node *);

/* A beta cutoff or a best move: what was good is remembered, what was tried before it marked down.
 * (learn.c) */
void node_learn(Node *);
/* After a look at full depth at a late move: was it good after all? */
void node_learn_late(Node *, int depth, bool good);
/* No move did well: the enemy's last one was good. */
void node_learn_reply(Node *);
int node_correction(const Node *);
void node_learn_correction(Node *);

#endif
