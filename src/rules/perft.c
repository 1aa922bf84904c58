#include <stdlib.h>

#include "rules/movegen.h"

static uint64_t nodes_below(Position *p, int depth, Move *list) {
    if (depth <= 1) return (uint64_t)movegen_count(p);
    int count = movegen_legal(p, MOVEGEN_ALL, list);
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        Edits e;
        position_do(p, list[i], &e);
        nodes += nodes_below(p, depth - 1, list + count);
        position_undo(p, &e);
    }
    return nodes;
}

enum { PERFT_DEPTH = 32 };

uint64_t perft_count(const Position *p, int depth) {
    if (depth <= 0) return 1;
    if (depth > PERFT_DEPTH) depth = PERFT_DEPTH;
    Position copy = *p;
    Move *list = malloc(sizeof *list * (size_t)depth * HENKA_MAX_MOVES);
    if (!list) return UINT64_MAX;
    uint64_t nodes = nodes_below(&copy, depth, list);
    free(list);
    return nodes;
}
