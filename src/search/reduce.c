#include "search/knob.h"
#include "search/node.h"

/* 1024 * ln(i), near enough: whole logarithm by halving, the rest along the chord. */
static int log_scaled(int i) {
    int whole = 31 - __builtin_clz((unsigned)i);
    return whole * 710 + ((i - (1 << whole)) * 710 >> whole);
}

int node_reduction(const Node *n) {
    if (n->depth < 1 || n->count < 1) return 0;
    int r = K(0, 520) + (int)((int64_t)log_scaled(n->depth) * log_scaled(n->count) / 1024 * K(1, 480) / 1024);
    return !n->improving && r > 1400 ? r + 1024 : r;
}

int node_reduce(const Node *n) {
    if (n->depth < K(2, 3) || n->count < 2 + 2 * n->root) return 0;
    if (n->capture && n->pv) return 0;
    int r = node_reduction(n);
    if (n->pv) r -= 1024 * K(3, 1);
    if (n->cut) r += n->capture ? K(4, 1024) : K(5, 2048);
    if (n->checks) r -= K(6, 0);
    if (n->table_capture && !n->capture) r += K(7, 1024);
    if (n->frame[1].cutoffs > 3) r += K(8, 700);
    if (!n->capture && !n->frame->in_check) r -= (n->history - K(9, 4900)) * 10 / K(10, 100);
    if (n->frame->in_check) r -= K(11, 0);
    r += K(12, 0);
    return r / 1024;
}
