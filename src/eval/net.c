#include "eval/net.h"
#include "base/memory.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/hash.h"
#include "eval/net_inline.h"
#include "eval/stored.h"

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

int net_bucket(const Position *p) {
    return net_bucket_of(p->piece_count[0] + p->piece_count[1], pieces_in_array(p->variant));
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
    for (int pieces = 0; pieces <= v->squares; pieces++)
        net->bucket[pieces] = (uint8_t)net_bucket_of(pieces, net->pieces_at_start);
}

Net *net_new(const HenkaVariant *v, int hidden) {
    assert(hidden > 0 && hidden <= NET_HIDDEN && hidden % 16 == 0);
    int inputs = net_inputs(v);
    size_t head = round_up(sizeof(Net)),
           bytes = head + round_up((size_t)inputs * (size_t)hidden * sizeof(int16_t));
    Net *net = memory_take_aligned(bytes, ALIGNED);
    if (!net) return NULL;
    memset(net, 0, bytes);
    net->hidden = hidden;
    net->inputs = inputs;
    net->pieces_at_start = pieces_in_array(v);
    net->input_weights = (int16_t *)((char *)net + head);
    fill_inputs(v, net);
    return net;
}

void net_free(Net *net) { memory_give(net); }

/* ---- the accumulator: plain loops over whole blocks of 16 numbers, which the compiler turns into
 * vectors ---- */

enum { TILE_BLOCKS = 4 };

/* Some blocks stay in registers while all rows go by. */
static FORCE_INLINE void tile_sum(const Net *net, int first, int blocks, const uint16_t *active,
                                  int count, int16_t *sums) {
    NetBlock sum[TILE_BLOCKS];
    const int16_t *input = net->input_weights + first;
    for (int b = 0; b < blocks; b++) sum[b] = ((const NetBlock *)(sums + first))[b];
    for (int i = 0; i < count; i++)
        for (int b = 0; b < blocks; b++)
            sum[b] += ((const NetBlock *)(input + (size_t)active[i] * (size_t)net->hidden))[b];
    for (int b = 0; b < blocks; b++) ((NetBlock *)(sums + first))[b] = sum[b];
}

void net_refresh(const Net *net, const Position *p, NetAccumulator *sum) {
    uint16_t active[NET_ACTIVE];
    for (int view = 0; view < 2; view++) {
        int count = net_active(p, view, active), first = 0;
        memcpy(sum->hidden[view], net->bias, sizeof net->bias);
        for (; first + TILE_BLOCKS * NET_BLOCK <= net->hidden; first += TILE_BLOCKS * NET_BLOCK)
            tile_sum(net, first, TILE_BLOCKS, active, count, sum->hidden[view]);
        for (; first < net->hidden; first += NET_BLOCK)
            tile_sum(net, first, 1, active, count, sum->hidden[view]);
    }
}

/* ---- updating by a move's edits ---- */

static FORCE_INLINE void part_update(const Net *net, NetPart at, const Edits *edits,
                                     const NetAccumulator *before, NetAccumulator *after) {
    NetPartSum sum = net_part_load(at, before);
#pragma GCC unroll 1
    for (int i = 0; i < edits->board_count; i++)
        net_part_piece(net, at, &sum, edits->board[i].square, edits->board[i].was,
                       edits->board[i].now);
#pragma GCC unroll 1
    for (int i = 0; i < edits->hand_count; i++)
        net_part_hand(net, at, &sum, edits->hand[i].side, edits->hand[i].index, edits->hand[i].was,
                      edits->hand[i].now);
    net_part_store(at, &sum, after);
}

void net_update(const Net *net, const Edits *edits, const NetAccumulator *before,
                NetAccumulator *after) {
    int first = 0, hidden = net->hidden;
    for (; first + NET_USUAL <= hidden; first += NET_USUAL)
        part_update(net, (NetPart){first, NET_USUAL, hidden}, edits, before, after);
    if (first < hidden) part_update(net, (NetPart){first, NET_BLOCK, hidden}, edits, before, after);
}

/* ---- the score ---- */

int net_score(const Net *net, const Position *p, const NetAccumulator *sum) {
    return net->hidden == NET_USUAL ? net_out(net, NET_USUAL, p, sum)
                                    : net_out(net, net->hidden / NET_BLOCK * NET_BLOCK, p, sum);
}

/* ---- the network file ----
 *
 *     8 bytes   "HENKANT1"
 *     u32       hash of what it is about: board, kinds with their moves, hands (stored.h)
 *     u16       hidden
 *     varint    bias, hidden of them
 *     row       of every input
 *     i8, varint of every bucket: 2 * hidden output numbers, output bias
 *     u32       hash of all before
 *
 * Numbers are little-endian. A varint has seven bits a byte, the lowest first, the sign in its
 * lowest bit. A row begins with a byte that says how it is kept (RowKind), so that an input never
 * met costs one byte, and large numbers cost only their own row. */

static const char magic[] = "HENKANT1";
enum {
    MAGIC_BYTES = 8,
    HEADER_BYTES = MAGIC_BYTES + 4 + 2,
    SUM_BYTES = 4,
    SHORT_MOST = 3 /* bytes of 16 bits */,
    LONG_MOST = 5
};
typedef enum { ROW_ZERO, ROW_BYTES, ROW_WIDE } RowKind;

/* ---- writing ---- */

static char *put_fixed(char *at, uint32_t n, int bytes) {
    for (int i = 0; i < bytes; i++) *at++ = (char)(n >> 8 * i & 255);
    return at;
}

/* Seven bits a byte, lowest first, the sign in the lowest. */
static char *put_wide(char *at, int32_t value) {
    uint32_t n = (uint32_t)value << 1 ^ (uint32_t)(value >> 31);
    for (; n > 127; n >>= 7) *at++ = (char)((n & 127) | 128);
    *at++ = (char)n;
    return at;
}

static RowKind row_kind(const int16_t *row, int hidden) {
    RowKind kind = ROW_ZERO;
    for (int h = 0; h < hidden; h++) {
        if (row[h] < INT8_MIN || row[h] > INT8_MAX) return ROW_WIDE;
        if (row[h]) kind = ROW_BYTES;
    }
    return kind;
}

static char *put_row(char *at, const int16_t *row, int hidden) {
    RowKind kind = row_kind(row, hidden);
    *at++ = (char)kind;
    for (int h = 0; kind == ROW_BYTES && h < hidden; h++) *at++ = (char)row[h];
    for (int h = 0; kind == ROW_WIDE && h < hidden; h++) at = put_wide(at, row[h]);
    return at;
}

char *net_write(const HenkaVariant *v, const Net *net, size_t *length) {
    size_t hidden = (size_t)net->hidden;
    char *bytes =
        malloc(HEADER_BYTES + SUM_BYTES + (size_t)net->inputs * (1 + SHORT_MOST * hidden) +
               SHORT_MOST * hidden + NET_BUCKETS * (2 * hidden + LONG_MOST));
    if (!bytes) return NULL;
    memcpy(bytes, magic, MAGIC_BYTES);
    char *at = put_fixed(bytes + MAGIC_BYTES, stored_variant_hash(v), 4);
    at = put_fixed(at, (uint32_t)net->hidden, 2);
    for (int h = 0; h < net->hidden; h++) at = put_wide(at, net->bias[h]);
    for (int i = 0; i < net->inputs; i++)
        at = put_row(at, net->input_weights + (size_t)i * hidden, net->hidden);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * net->hidden; h++) *at++ = (char)net->output_weights[bucket][h];
        at = put_wide(at, net->output_bias[bucket]);
    }
    at = put_fixed(at, stored_hash(bytes, (size_t)(at - bytes)), SUM_BYTES);
    *length = (size_t)(at - bytes);
    return bytes;
}

/* ---- reading ---- */

typedef struct NetReader {
    const unsigned char *at, *end;
    bool bad;
} NetReader;

static uint32_t get_fixed(NetReader *reader, int bytes) {
    uint32_t n = 0;
    if (reader->end - reader->at < bytes) return reader->bad = true, 0;
    for (int i = 0; i < bytes; i++) n |= (uint32_t)*reader->at++ << 8 * i;
    return n;
}

static int32_t get_wide(NetReader *reader) {
    uint64_t n = 0;
    for (int shift = 0; shift < 7 * LONG_MOST && reader->at < reader->end; shift += 7) {
        unsigned char byte = *reader->at++;
        n |= (uint64_t)(byte & 127) << shift;
        if (byte & 128) continue;
        reader->bad |= n > UINT32_MAX;
        return (int32_t)((uint32_t)n >> 1) ^ -(int32_t)(n & 1);
    }
    reader->bad = true;
    return 0;
}

static int16_t get_short(NetReader *reader) {
    int32_t value = get_wide(reader);
    reader->bad |= value < INT16_MIN || value > INT16_MAX;
    return (int16_t)value;
}

static void get_row(NetReader *reader, int16_t *row, int hidden) {
    uint32_t kind = get_fixed(reader, 1);
    reader->bad |= kind > ROW_WIDE || (kind == ROW_BYTES && reader->end - reader->at < hidden);
    if (reader->bad) return;
    for (int h = 0; kind == ROW_BYTES && h < hidden; h++) row[h] = (int8_t)*reader->at++;
    for (int h = 0; kind == ROW_WIDE && h < hidden; h++) row[h] = get_short(reader);
}

static void get_outputs(NetReader *reader, Net *net) {
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * net->hidden; h++) {
            net->output_weights[bucket][h] = (int8_t)get_fixed(reader, 1);
            reader->bad |= net->output_weights[bucket][h] < -NET_OUTPUT_MOST;
        }
        net->output_bias[bucket] = get_wide(reader);
    }
}

static void get_numbers(NetReader *reader, Net *net) {
    for (int h = 0; h < net->hidden; h++) net->bias[h] = get_short(reader);
    for (int i = 0; !reader->bad && i < net->inputs; i++)
        get_row(reader, net->input_weights + (size_t)i * (size_t)net->hidden, net->hidden);
    if (!reader->bad) get_outputs(reader, net);
    reader->bad |= reader->at != reader->end;
}

static bool sum_right(const char *bytes, size_t length) {
    NetReader sum = {(const unsigned char *)bytes + length - SUM_BYTES,
                     (const unsigned char *)bytes + length, false};
    return get_fixed(&sum, SUM_BYTES) == stored_hash(bytes, length - SUM_BYTES);
}

Net *net_read(const HenkaVariant *v, const char *bytes, size_t length, HenkaError *error) {
    if (length < MAGIC_BYTES || memcmp(bytes, magic, MAGIC_BYTES))
        return error_set(error, MSG_NET_FORM), NULL;
    if (length < HEADER_BYTES + SUM_BYTES || !sum_right(bytes, length))
        return error_set(error, MSG_NUMBERS_DAMAGED), NULL;
    NetReader reader = {(const unsigned char *)bytes + MAGIC_BYTES,
                        (const unsigned char *)bytes + length - SUM_BYTES, false};
    if (get_fixed(&reader, 4) != stored_variant_hash(v))
        return error_set(error, MSG_NET_OTHER_GAME), NULL;
    int hidden = (int)get_fixed(&reader, 2);
    if (hidden < 16 || hidden > NET_HIDDEN || hidden % 16)
        return error_set(error, MSG_NET_HIDDEN, arg_number(NET_HIDDEN), arg_number(hidden)), NULL;
    Net *net = net_new(v, hidden);
    if (!net) return error_set(error, MSG_NO_MEMORY), NULL;
    get_numbers(&reader, net);
    net->file_hash = hash_more_64(HASH_START_64, bytes, length);
    if (!reader.bad) return net;
    net_free(net);
    return error_set(error, MSG_NUMBERS_DAMAGED), NULL;
}
