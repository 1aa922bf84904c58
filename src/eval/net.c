#include "eval/net.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNED = 64 };

int net_inputs(const HenkaVariant *v) {
    return 2 * (v->type_count * v->squares + v->hand_count * NET_HAND_STEPS);
}

int net_active(const Position *p, int view, uint16_t active[NET_ACTIVE]) {
    const HenkaVariant *v = p->variant;
    int count = 0;
    for (int square = 0; square < v->squares; square++)
        if (p->board[square])
            active[count++] = (uint16_t)net_input_piece(v, view, p->board[square], square);
    for (int owner = 0; owner < 2; owner++)
        for (int i = 0; i < v->hand_count; i++)
            for (int step = 0; step < p->hand[owner][i] && step < NET_HAND_STEPS; step++)
                active[count++] = (uint16_t)net_input_hand(v, view, owner, i, step);
    return count;
}

static int men_at_start(const HenkaVariant *v) {
    int men = 0;
    for (int square = 0; square < v->squares; square++) men += v->start_board[square] != NO_PIECE;
    return men;
}

int net_bucket(const Position *p) {
    return net_bucket_of(p->piece_count[0] + p->piece_count[1], men_at_start(p->variant));
}

static size_t round_up(size_t bytes) { return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED; }

static void fill_inputs(const HenkaVariant *v, Net *net) {
    for (int view = 0; view < 2; view++)
        for (int side = 0; side < 2; side++) {
            for (int type = 1; type <= v->type_count; type++) {
                Piece piece = piece_make(side, type);
                net->piece_row[piece][view] = net->hidden * net_input_piece(v, view, piece, 0);
            }
            net->hand_row[view][side] = net->hidden * net_input_hand(v, view, side, 0, 0);
        }
    for (int men = 0; men <= v->squares; men++)
        net->bucket[men] = (uint8_t)net_bucket_of(men, net->men_full);
}

Net *net_new(const HenkaVariant *v, int hidden) {
    assert(hidden > 0 && hidden <= NET_HIDDEN && hidden % 16 == 0);
    int inputs = net_inputs(v);
    size_t head = round_up(sizeof(Net)),
           bytes = head + round_up((size_t)inputs * (size_t)hidden * sizeof(int16_t));
    Net *net = aligned_alloc(ALIGNED, bytes);
    if (!net) return NULL;
    memset(net, 0, bytes);
    net->hidden = hidden;
    net->inputs = inputs;
    net->men_full = men_at_start(v);
    net->input = (int16_t *)((char *)net + head);
    fill_inputs(v, net);
    return net;
}

void net_free(Net *net) { free(net); }
