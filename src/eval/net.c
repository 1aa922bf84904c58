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
    for (int view = 0; view < 2; view++)
        for (int side = 0; side < 2; side++) {
            for (int type = 1; type <= v->type_count; type++) {
                Piece piece = piece_make(side, type);
                net->piece_row[piece][view] = hidden * net_input_piece(v, view, piece, 0);
            }
            net->hand_row[view][side] = hidden * net_input_hand(v, view, side, 0, 0);
        }
    for (int pieces = 0; pieces <= v->squares; pieces++)
        net->bucket[pieces] = (uint8_t)net_bucket_of(pieces, net->pieces_at_start);
    return net;
}

void net_free(Net *net) { memory_give(net); }

/* ---- the accumulator: plain loops over blocks of 16 numbers, which are vectors ---- */

/* Adds an input to the hidden numbers of one side's view (`on` is true) or removes it. `at` is the
 * index in input_weights at which the input's row begins. */
static void add_row(const Net *net, NetAccumulator *sum, int view, ptrdiff_t at, bool on) {
    const NetBlock *row = (const NetBlock *)(net->input_weights + at);
    NetBlock *hidden = (NetBlock *)sum->hidden[view];
    for (int b = 0; b < net->hidden / NET_BLOCK; b++)
        hidden[b] = on ? hidden[b] + row[b] : hidden[b] - row[b];
}

void net_refresh(const Net *net, const Position *p, NetAccumulator *sum) {
    uint16_t active[NET_ACTIVE];
    for (int view = 0; view < 2; view++) {
        int count = net_active(p, view, active);
        memcpy(sum->hidden[view], net->bias, sizeof net->bias);
        for (int i = 0; i < count; i++)
            add_row(net, sum, view, (ptrdiff_t)active[i] * net->hidden, true);
    }
}

void net_update(const Net *net, const Edits *edits, const NetAccumulator *before,
                NetAccumulator *after) {
    const ptrdiff_t hidden = net->hidden;
    if (after != before) *after = *before;
    for (int view = 0; view < 2; view++) {
        for (int i = 0; i < edits->board_count; i++) {
            const Piece was = edits->board[i].was, now = edits->board[i].now;
            ptrdiff_t offset = (view ? -hidden : hidden) * edits->board[i].square;
            if (was) add_row(net, after, view, net->piece_row[was][view] + offset, false);
            if (now) add_row(net, after, view, net->piece_row[now][view] + offset, true);
        }
        /* An edit of a hand adds or removes the input of the topmost piece of its type. */
        for (int i = 0; i < edits->hand_count; i++) {
            int was = edits->hand[i].was, now = edits->hand[i].now, step = now > was ? was : now;
            ptrdiff_t offset = hidden * (edits->hand[i].index * NET_HAND_STEPS + step);
            assert(was - now == 1 || now - was == 1);
            if (step < NET_HAND_STEPS)
                add_row(net, after, view, net->hand_row[view][edits->hand[i].side] + offset,
                        now > was);
        }
    }
}

/* ---- the score ---- */

int net_score(const Net *net, const Position *p, const NetAccumulator *sum) {
    return net->hidden == NET_USUAL ? net_out(net, NET_USUAL, p, sum)
                                    : net_out(net, net->hidden / NET_BLOCK * NET_BLOCK, p, sum);
}

/* ---- the network file ----
 *
 *     8 bytes   "HENKANT1"
 *     u32       hash of the game: board, types with their moves, hands (stored.h)
 *     u16       number of hidden numbers, `hidden`
 *     varint    bias, `hidden` numbers
 *     row       for each input
 *     i8, varint for each bucket: 2 * hidden output weights, output bias
 *     u32       hash of all bytes before
 *
 * Numbers are little-endian. A varint has seven bits in each byte, the lowest first, and the sign
 * in its lowest bit. A row begins with a byte for its encoding (RowKind), so that an input that was
 * never active takes one byte, and large numbers make only their own row longer. */

static const char magic[] = "HENKANT1";
enum {
    MAGIC_BYTES = 8,
    HEADER_BYTES = MAGIC_BYTES + 4 + 2,
    SUM_BYTES = 4,
    SHORT_MOST = 3, /* maximum bytes of a varint for a 16-bit number */
    LONG_MOST = 5   /* maximum bytes of a varint for a 32-bit number */
};
typedef enum { ROW_ZERO, ROW_BYTES, ROW_WIDE } RowKind;

/* ---- writing ---- */

static char *put_fixed(char *at, uint32_t n, int bytes) {
    for (int i = 0; i < bytes; i++) *at++ = (char)(n >> 8 * i & 255);
    return at;
}

/* Writes a varint, described above. */
static char *put_wide(char *at, int32_t value) {
    uint32_t n = (uint32_t)value << 1 ^ (uint32_t)(value >> 31);
    for (; n > 127; n >>= 7) *at++ = (char)((n & 127) | 128);
    *at++ = (char)n;
    return at;
}

static char *put_row(char *at, const int16_t *row, int hidden) {
    RowKind kind = ROW_ZERO;
    for (int h = 0; h < hidden && kind != ROW_WIDE; h++)
        if (row[h]) kind = row[h] < INT8_MIN || row[h] > INT8_MAX ? ROW_WIDE : ROW_BYTES;
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

static void get_numbers(NetReader *reader, Net *net) {
    for (int h = 0; h < net->hidden; h++) net->bias[h] = get_short(reader);
    for (int i = 0; !reader->bad && i < net->inputs; i++)
        get_row(reader, net->input_weights + (size_t)i * (size_t)net->hidden, net->hidden);
    for (int bucket = 0; !reader->bad && bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * net->hidden; h++) {
            net->output_weights[bucket][h] = (int8_t)get_fixed(reader, 1);
            reader->bad |= net->output_weights[bucket][h] < -NET_OUTPUT_MOST;
        }
        net->output_bias[bucket] = get_wide(reader);
    }
    reader->bad |= reader->at != reader->end;
}

Net *net_read(const HenkaVariant *v, const char *bytes, size_t length, HenkaError *error) {
    if (length < MAGIC_BYTES || memcmp(bytes, magic, MAGIC_BYTES))
        return error_set(error, MSG_NET_FORM), NULL;
    if (length < HEADER_BYTES + SUM_BYTES) return error_set(error, MSG_NUMBERS_DAMAGED), NULL;
    const unsigned char *start = (const unsigned char *)bytes, *end = start + length;
    NetReader reader = {start + MAGIC_BYTES, end - SUM_BYTES, false},
              sum = {end - SUM_BYTES, end, false};
    if (get_fixed(&sum, SUM_BYTES) != stored_hash(bytes, length - SUM_BYTES))
        return error_set(error, MSG_NUMBERS_DAMAGED), NULL;
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
