/* The file: magic, hash of what it is about, hidden, bias, a row for every input, output and its
 * bias, hash of all before. Numbers are whole and little-endian. A row says first how it is kept,
 * so that an input never met costs a byte, and large numbers cost only their own row. */
#include "eval/identity.h"
#include "eval/net.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "HENKANT1";
enum {
    MAGIC_BYTES = 8,
    HEAD_BYTES = MAGIC_BYTES + 4 + 2,
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
    char *bytes = malloc(HEAD_BYTES + SUM_BYTES + (size_t)net->inputs * (1 + SHORT_MOST * hidden) +
                         SHORT_MOST * hidden + NET_BUCKETS * (2 * hidden + LONG_MOST));
    if (!bytes) return NULL;
    memcpy(bytes, magic, MAGIC_BYTES);
    char *at = put_fixed(bytes + MAGIC_BYTES, identity_variant(v), 4);
    at = put_fixed(at, (uint32_t)net->hidden, 2);
    for (int h = 0; h < net->hidden; h++) at = put_wide(at, net->bias[h]);
    for (int i = 0; i < net->inputs; i++)
        at = put_row(at, net->input + (size_t)i * hidden, net->hidden);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * net->hidden; h++) *at++ = (char)net->output[bucket][h];
        at = put_wide(at, net->output_bias[bucket]);
    }
    at = put_fixed(at, identity_hash(bytes, (size_t)(at - bytes)), SUM_BYTES);
    *length = (size_t)(at - bytes);
    return bytes;
}

/* ---- reading ---- */

typedef struct Eye {
    const unsigned char *at, *end;
    bool bad;
} Eye;

static uint32_t get_fixed(Eye *eye, int bytes) {
    uint32_t n = 0;
    if (eye->end - eye->at < bytes) return eye->bad = true, 0;
    for (int i = 0; i < bytes; i++) n |= (uint32_t)*eye->at++ << 8 * i;
    return n;
}

static int32_t get_wide(Eye *eye) {
    uint64_t n = 0;
    for (int shift = 0; shift < 7 * LONG_MOST && eye->at < eye->end; shift += 7) {
        unsigned char byte = *eye->at++;
        n |= (uint64_t)(byte & 127) << shift;
        if (byte & 128) continue;
        eye->bad |= n > UINT32_MAX;
        return (int32_t)((uint32_t)n >> 1) ^ -(int32_t)(n & 1);
    }
    eye->bad = true;
    return 0;
}

static int16_t get_short(Eye *eye) {
    int32_t value = get_wide(eye);
    eye->bad |= value < INT16_MIN || value > INT16_MAX;
    return (int16_t)value;
}

static void get_row(Eye *eye, int16_t *row, int hidden) {
    uint32_t kind = get_fixed(eye, 1);
    eye->bad |= kind > ROW_WIDE || (kind == ROW_BYTES && eye->end - eye->at < hidden);
    if (eye->bad) return;
    for (int h = 0; kind == ROW_BYTES && h < hidden; h++) row[h] = (int8_t)*eye->at++;
    for (int h = 0; kind == ROW_WIDE && h < hidden; h++) row[h] = get_short(eye);
}

static void get_outputs(Eye *eye, Net *net) {
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * net->hidden; h++) {
            net->output[bucket][h] = (int8_t)get_fixed(eye, 1);
            eye->bad |= net->output[bucket][h] < -NET_OUTPUT_MOST;
        }
        net->output_bias[bucket] = get_wide(eye);
    }
}

static void get_numbers(Eye *eye, Net *net) {
    for (int h = 0; h < net->hidden; h++) net->bias[h] = get_short(eye);
    for (int i = 0; !eye->bad && i < net->inputs; i++)
        get_row(eye, net->input + (size_t)i * (size_t)net->hidden, net->hidden);
    if (!eye->bad) get_outputs(eye, net);
    eye->bad |= eye->at != eye->end;
}

static bool sum_right(const char *bytes, size_t length) {
    Eye sum = {(const unsigned char *)bytes + length - SUM_BYTES,
               (const unsigned char *)bytes + length, false};
    return get_fixed(&sum, SUM_BYTES) == identity_hash(bytes, length - SUM_BYTES);
}

Net *net_read(const HenkaVariant *v, const char *bytes, size_t length) {
    if (length < HEAD_BYTES + SUM_BYTES || memcmp(bytes, magic, MAGIC_BYTES) ||
        !sum_right(bytes, length))
        return NULL;
    Eye eye = {(const unsigned char *)bytes + MAGIC_BYTES,
               (const unsigned char *)bytes + length - SUM_BYTES, false};
    bool mine = get_fixed(&eye, 4) == identity_variant(v);
    int hidden = (int)get_fixed(&eye, 2);
    if (!mine || hidden < 16 || hidden > NET_HIDDEN || hidden % 16) return NULL;
    Net *net = net_new(v, hidden);
    if (!net) return NULL;
    get_numbers(&eye, net);
    if (!eye.bad) return net;
    net_free(net);
    return NULL;
}
