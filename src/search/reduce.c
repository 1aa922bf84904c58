#include "search/node.h"

/* 1024 * ln(i), near enough: whole logarithm by halving, the rest along the chord. */
static int log_scaled(int i) {
    int whole = 31 - __builtin_clz((unsigned)i);
    return whole * 710 + ((i - (1 << whole)) * 710 >> whole);
}

int node_reduce(const Node *n) {
    if (n->depth < 2 || n->count < 2 + 2 * n->pv) return 0;
    int r = 300 + (int)((int64_t)log_scaled(n->depth) * log_scaled(n->count) / (1024 * 9 / 4));
    if (n->capture)
        r -= 700 + n->gain;
    else
        r -= n->history / 10;
    if (n->cut) r += 1024;
    if (n->pv) r -= 1024;
    if (n->checks) r -= 1024;
    if (!n->improving) r += 400;
    if (n->frame->in_check) r -= 700;
    if (n->frame[1].cutoffs > 3) r += 700;
    return r / 1024;
}
