#include "search/node.h"

enum { SINGULAR_DEPTH = 6 };

/* Is the table move so much better than every other that it deserves a second look? */
static int singular(Node *n) {
    Worker *w = n->worker;
    int bar = n->table.score - 2 * n->depth;
    n->frame->excluded = n->move;
    int score = search_node(w, n->ply, bar - 1, bar, (n->depth - 1) / 2, n->cut);
    n->frame->excluded = MOVE_NONE;
    w->pv_length[n->ply] = 0;
    if (score < bar) return 1 + (!n->pv && score < bar - 40);
    if (bar >= n->beta && !n->pv) { /* others are good enough too */
        n->best = bar;
        n->cut_early = true;
        return 0;
    }
    return n->table.score >= n->beta ? -2 : n->cut ? -1 : 0;
}

int node_extend(Node *n) {
    if (n->root || n->frame->excluded || n->move != n->table.move ||
        n->ply >= 2 * n->worker->root_depth)
        return 0;
    if (n->depth < SINGULAR_DEPTH || n->table.depth < n->depth - 3 ||
        !(n->table.bound & BOUND_LOWER) || is_mate_score(n->table.score))
        return 0;
    return singular(n);
}
