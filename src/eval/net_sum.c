/* The sums of the hidden layer and what they say. Plain loops over whole blocks of 16 numbers, which the compiler turns into vectors. */
#include "eval/net.h"

#include <string.h>

enum { BLOCK = 16, TILE_BLOCKS = 4, MOST_CHANGES = 2 * MAX_EDITS };

/* Unsigned, for sums may wrap. */
typedef uint16_t Block __attribute__((vector_size(BLOCK * sizeof(int16_t)), aligned(BLOCK * sizeof(int16_t)), may_alias));

typedef struct Rows {
    int count;
    const uint16_t *index;
} Rows;

/* Some blocks stay in registers while all rows go by. */
static inline __attribute__((always_inline)) void tile_sum(const Net *net, int first, int blocks, Rows on, Rows off, const int16_t *before,
                                                           int16_t *after) {
    Block sum[TILE_BLOCKS];
    const int16_t *input = net->input + first;
    for (int b = 0; b < blocks; b++) sum[b] = ((const Block *)(before + first))[b];
    for (int i = 0; i < on.count; i++)
        for (int b = 0; b < blocks; b++) sum[b] += ((const Block *)(input + (size_t)on.index[i] * (size_t)net->hidden))[b];
    for (int i = 0; i < off.count; i++)
        for (int b = 0; b < blocks; b++) sum[b] -= ((const Block *)(input + (size_t)off.index[i] * (size_t)net->hidden))[b];
    for (int b = 0; b < blocks; b++) ((Block *)(after + first))[b] = sum[b];
}

static void view_sum(const Net *net, Rows on, Rows off, const int16_t *before, int16_t *after) {
    int first = 0;
    for (; first + 4 * BLOCK <= net->hidden; first += 4 * BLOCK) tile_sum(net, first, 4, on, off, before, after);
    for (; first + 2 * BLOCK <= net->hidden; first += 2 * BLOCK) tile_sum(net, first, 2, on, off, before, after);
    for (; first < net->hidden; first += BLOCK) tile_sum(net, first, 1, on, off, before, after);
}

void net_refresh(const Net *net, const Position *p, NetSum *sum) {
    uint16_t active[NET_ACTIVE];
    for (int view = 0; view < 2; view++) {
        memcpy(sum->hidden[view], net->bias, sizeof net->bias);
        view_sum(net, (Rows){net_active(p, view, active), active}, (Rows){0, NULL}, sum->hidden[view], sum->hidden[view]);
    }
}

typedef struct Changes {
    uint16_t on[MOST_CHANGES], off[MOST_CHANGES];
    int on_count, off_count;
} Changes;

static inline void change_pieces(const HenkaVariant *v, int view, const Edits *edits, Changes *changes) {
    for (int i = 0; i < edits->board_count; i++) {
        Piece was = edits->board[i].was, now = edits->board[i].now;
        if (was) changes->off[changes->off_count++] = (uint16_t)net_input_piece(v, view, was, edits->board[i].square);
        if (now) changes->on[changes->on_count++] = (uint16_t)net_input_piece(v, view, now, edits->board[i].square);
    }
}

/* One man more or less: the topmost step comes or goes. A hand edited twice counts in order. */
static inline void change_hands(const HenkaVariant *v, int view, const uint8_t hands[2][MAX_HAND_TYPES], const Edits *edits, Changes *changes) {
    for (int i = 0; i < edits->hand_count; i++) {
        int side = edits->hand[i].side, index = edits->hand[i].index, by = edits->hand[i].by, held = hands[side][index];
        for (int j = i + 1; j < edits->hand_count; j++)
            if (edits->hand[j].side == side && edits->hand[j].index == index) held -= edits->hand[j].by;
        int step = by > 0 ? held - 1 : held;
        assert(by == 1 || by == -1);
        if (step >= NET_HAND_STEPS) continue;
        uint16_t input = (uint16_t)net_input_hand(v, view, side, index, step);
        if (by > 0)
            changes->on[changes->on_count++] = input;
        else
            changes->off[changes->off_count++] = input;
    }
}

void net_follow(const Net *net, const HenkaVariant *v, const uint8_t hands[2][MAX_HAND_TYPES], const Edits *edits, const NetSum *before,
                NetSum *after) {
    for (int view = 0; view < 2; view++) {
        Changes changes;
        changes.on_count = changes.off_count = 0;
        change_pieces(v, view, edits, &changes);
        change_hands(v, view, hands, edits, &changes);
        view_sum(net, (Rows){changes.on_count, changes.on}, (Rows){changes.off_count, changes.off}, before->hidden[view], after->hidden[view]);
    }
}

void net_update(const Net *net, const Position *p, const Edits *edits, const NetSum *before, NetSum *after) {
    net_follow(net, p->variant, p->hand, edits, before, after);
}

/* x <= NET_ONE and |w| <= NET_OUTPUT_MOST: x * w fits 16 bits, and the sum of x * w * x over two views of NET_HIDDEN stays below
 * 2 * 128 * 255 * 255 * 127 < 2^31. */
_Static_assert(NET_ONE *NET_OUTPUT_MOST <= INT16_MAX, "a product fits 16 bits");
_Static_assert(2ll * NET_HIDDEN * NET_ONE * NET_ONE * NET_OUTPUT_MOST <= INT32_MAX, "the sum fits 32 bits");

static int32_t view_out(const int16_t *restrict hidden, const int16_t *restrict weights, int count) {
    int32_t sum = 0;
    for (int first = 0; first < count; first += BLOCK)
        for (int h = first; h < first + BLOCK; h++) {
            int16_t x = hidden[h] < 0 ? 0 : hidden[h] > NET_ONE ? NET_ONE : hidden[h], product = (int16_t)(x * weights[h]);
            sum += product * x;
        }
    return sum;
}

int net_score(const Net *net, const Position *p, const NetSum *sum) {
    int bucket = net_bucket_of(p, net->men_full);
    const int16_t *weights = net->output[bucket];
    int32_t squared = view_out(sum->hidden[p->side], weights, net->hidden) + view_out(sum->hidden[!p->side], weights + net->hidden, net->hidden);
    int64_t out = squared / NET_ONE + (int64_t)net->output_bias[bucket];
    return (int)(out * NET_SCALE / (NET_ONE * NET_WEIGHT));
}
