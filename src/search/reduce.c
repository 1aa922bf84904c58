#include "search/node.h"

/* 1024 * ln(i), near enough: whole logarithm by halving, the rest along the chord. */
static unsigned log_scaled(unsigned i) {
    unsigned whole = 31 - (unsigned)__builtin_clz(i);
    return whole * 710 + ((i - (1u << whole)) * 710 >> whole);
}

/* What a move at this depth and place in the order loses whatever it is, in 1024ths of a ply. */
static int base_reduction(const Node *n) {
    int r = 520 + (int)(log_scaled((unsigned)n->depth) * log_scaled((unsigned)n->count) / 1024 *
                        480 / 1024);
    return !n->improving && r > 1400 ? r + 1024 : r;
}

int node_depth_left(const Node *n) {
    int left = n->depth - 1 - n->reduction / 1024;
    return left > 0 ? left : 0;
}

int node_reduce(Node *n) {
    int r = n->reduction = base_reduction(n);
    if (n->depth < 3 || n->count < 2 + 2 * n->root || (n->capture && n->pv)) return 0;
    r += n->pv ? -1024 : 512;
    if (n->cut) r += n->capture ? 1024 : 2048;
    if (n->table_capture && !n->capture) r += 1024;
    if (n->frame[1].cutoffs > 3) r += 700;
    if (!n->capture && !n->frame->in_check) r -= (n->history - 4900) / 10;
    return r / 1024;
}
