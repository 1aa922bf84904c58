/* A network's sums follow the moves of every shipped game, and what they say is what plain
 * arithmetic says, on both sides of the board alike. Its file means what was written; a damaged or
 * foreign one is refused. */
#include "check.h"

#include "base/random.h"
#include "eval/net.h"
#include "eval/stored.h"
#include "rules/movegen.h"
#include "turned.h"

#include <stdlib.h>
#include <string.h>

static int random_within(Random *random, int most) {
    return (int)random_below(random, (uint32_t)(2 * most + 1)) - most;
}

/* Rows of all three kinds: never met, small numbers, large ones. */
static Net *random_net(const HenkaVariant *v, int hidden, int input_most) {
    Random random = {(uint64_t)hidden + 3};
    Net *net = net_new(v, hidden);
    for (int i = 0; i < net->inputs; i++)
        for (int h = 0; h < hidden && i % 16; h++)
            net->input_weights[i * hidden + h] =
                (int16_t)random_within(&random, i % 8 ? input_most / 2 : input_most);
    for (int h = 0; h < hidden; h++) net->bias[h] = (int16_t)random_within(&random, 3 * NET_QA);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * hidden; h++)
            net->output_weights[bucket][h] = (int16_t)random_within(&random, NET_OUTPUT_MOST);
        net->output_bias[bucket] = random_within(&random, 1 << 20);
    }
    return net;
}

static bool same_net(const Net *a, const Net *b) {
    return a->hidden == b->hidden && a->inputs == b->inputs &&
           !memcmp(a->input_weights, b->input_weights,
                   (size_t)a->inputs * (size_t)a->hidden * sizeof *a->input_weights) &&
           !memcmp(a->bias, b->bias, sizeof a->bias) &&
           !memcmp(a->output_weights, b->output_weights, sizeof a->output_weights) &&
           !memcmp(a->output_bias, b->output_bias, sizeof a->output_bias);
}

static void check_file(const HenkaVariant *v, int hidden) {
    const char *name = henka_variant_name(v);
    size_t length = 0;
    Net *net = random_net(v, hidden, 240);
    net->input_weights[17 * hidden] = INT16_MIN, net->input_weights[17 * hidden + 1] = INT16_MAX;
    char *bytes = net_write(v, net, &length);
    Net *read = net_read(v, bytes, length, NULL);
    CHECK(read && same_net(net, read), "%s, %d: its own file means the same", name, hidden);
    net_free(read);
    for (size_t at = 0; at < length; at += at < 40 ? 1 : 1 + length / 37) {
        bytes[at] ^= 4;
        CHECK(!(read = net_read(v, bytes, length, NULL)), "%s: damage at %zu of %zu seen", name, at,
              length);
        net_free(read);
        bytes[at] ^= 4;
        CHECK(!(read = net_read(v, bytes, at, NULL)), "%s: an end at %zu seen", name, at);
        net_free(read);
    }
    free(bytes);
    net_free(net);
}

/* ---- files whose checksum is right, but nothing else ---- */

enum { HIDDEN_AT = 12, BIAS_AT = 14, SUM_BYTES = 4 };

/* Some bytes of a good file replaced, and the sum made right again. */
static void check_edit(const HenkaVariant *v, const char *bytes, size_t length, size_t at,
                       size_t removed, const char *put, size_t put_length, bool good,
                       const char *what) {
    size_t edited_length = length - removed + put_length, sum_at = edited_length - SUM_BYTES;
    char *edited = malloc(edited_length);
    memcpy(edited, bytes, at);
    memcpy(edited + at, put, put_length);
    memcpy(edited + at + put_length, bytes + at + removed, length - at - removed);
    uint32_t sum = stored_hash(edited, sum_at);
    for (int i = 0; i < SUM_BYTES; i++) edited[sum_at + (size_t)i] = (char)(sum >> 8 * i);
    Net *read = net_read(v, edited, edited_length, NULL);
    CHECK((read != NULL) == good, "%s: %s is %s", v->name, what, read ? "read" : "refused");
    net_free(read);
    free(edited);
}

/* A network of 16 hidden numbers, all 0: sixteen bytes of bias, a byte for every row. */
static void check_edits(const HenkaVariant *v) {
    Net *net = net_new(v, 16);
    size_t length = 0;
    char *bytes = net_write(v, net, &length);
    size_t rows = BIAS_AT + 16, outputs = rows + (size_t)net->inputs, end = length - SUM_BYTES;
    const struct {
        size_t at, removed;
        const char *put;
        size_t put_length;
        bool good;
        const char *what;
    } edits[] = {
        {0, 0, "", 0, true, "nothing changed"},
        {7, 1, "2", 1, false, "another version"},
        {HIDDEN_AT, 1, "\0", 1, false, "no hidden numbers"},
        {HIDDEN_AT, 1, "\x08", 1, false, "8 hidden numbers"},
        {HIDDEN_AT, 1, "\x18", 1, false, "24 hidden numbers"},
        {HIDDEN_AT, 1, "\x90", 1, false, "144 hidden numbers"},
        {HIDDEN_AT + 1, 1, "\1", 1, false, "272 hidden numbers"},
        {BIAS_AT, 1, "\xfe\xff\3", 3, true, "a bias of 32767"},
        {BIAS_AT, 1, "\x80\x80\4", 3, false, "a bias of 32768"},
        {BIAS_AT, 1, "\xff\xff\3", 3, true, "a bias of -32768"},
        {BIAS_AT, 1, "\x81\x80\4", 3, false, "a bias of -32769"},
        {BIAS_AT, 1, "\x80\x80\x80\x80\0", 5, true, "a bias of 0 in five bytes"},
        {BIAS_AT, 1, "\x80\x80\x80\x80\x80\0", 6, false, "a bias of 0 in six bytes"},
        {BIAS_AT, 1, "\x80\x80\x80\x80\x10", 5, false, "a bias of more than 32 bits"},
        {rows, 1, "\1\0\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7", 17, true, "a row of bytes"},
        {rows, 1, "\2\0\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7", 17, true, "a row of numbers"},
        {rows, 1, "\2\x80\x80\4\2\3\4\5\6\7\0\1\2\3\4\5\6\7\1", 19, false, "a row with 32768"},
        {rows, 1, "\3\0\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7", 17, false, "a row of no kind"},
        {rows, 1, "\3", 1, false, "a row of no kind"},
        {rows, end - rows, "\1\0\1\2", 4, false, "an end within a row of bytes"},
        {rows, end - rows, "\2\0\1\2", 4, false, "an end within a row of numbers"},
        {rows, end - rows, "", 0, false, "an end before the rows"},
        {outputs, 1, "\x81", 1, true, "an output of -127"},
        {outputs, 1, "\x80", 1, false, "an output of -128"},
        {end - 1, 1, "\xfe\xff\xff\xff\x0f", 5, true, "an output bias of 2^31 - 1"},
        {end - 1, 1, "\x80", 1, false, "an end within a number"},
        {end - 1, 1, "", 0, false, "an end before the last number"},
        {end, 0, "\0", 1, false, "a number too many"},
        {BIAS_AT - 1, end - BIAS_AT + 1, "", 0, false, "an end within the head"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        check_edit(v, bytes, length, edits[i].at, edits[i].removed, edits[i].put,
                   edits[i].put_length, edits[i].good, edits[i].what);
    free(bytes);
    net_free(net);
}

/* ---- what it says ---- */

/* The contract once more, without vectors and without narrow numbers. */
static int64_t plain_score(const Net *net, const Position *p) {
    uint16_t active[NET_ACTIVE];
    int64_t out = 0, bucket = net_bucket(p);
    for (int other = 0; other < 2; other++) {
        int view = other ? !p->side : p->side, count = net_active(p, view, active);
        for (int h = 0; h < net->hidden; h++) {
            int64_t x = net->bias[h];
            for (int i = 0; i < count; i++) x += net->input_weights[active[i] * net->hidden + h];
            x = x < 0 ? 0 : x > NET_QA ? NET_QA : x;
            out += x * x * net->output_weights[bucket][other * net->hidden + h];
        }
    }
    return (out / NET_QA + net->output_bias[bucket]) * NET_SCALE / (NET_QA * NET_QB);
}

static bool same_sum(const Net *net, const NetAccumulator *a, const NetAccumulator *b) {
    size_t bytes = (size_t)net->hidden * sizeof(int16_t);
    return !memcmp(a->hidden[0], b->hidden[0], bytes) && !memcmp(a->hidden[1], b->hidden[1], bytes);
}

static void check_position(const Net *net, const Position *p, const NetAccumulator *sum) {
    const char *name = henka_variant_name(p->variant);
    NetAccumulator fresh, other;
    Position q = turned(p);
    net_refresh(net, p, &fresh);
    net_refresh(net, &q, &other);
    CHECK(same_sum(net, sum, &fresh), "%s: the sum that followed the moves", name);
    CHECK(net_score(net, p, sum) == plain_score(net, p), "%s: %d, plainly %d", name,
          net_score(net, p, sum), (int)plain_score(net, p));
    CHECK(net_score(net, &q, &other) == net_score(net, p, &fresh), "%s: the board turned", name);
}

/* Captures half of the time, so that hands fill; what was undone leaves nothing behind. */
static void check_game(const Net *net, const HenkaVariant *v, Random *random) {
    static Move moves[HENKA_MAX_MOVES];
    Position p;
    NetAccumulator sum, next, back;
    Edits edits;
    position_start(&p, v);
    net_refresh(net, &p, &sum);
    for (int ply = 0; ply < 150 && p.royals[0] && p.royals[1]; ply++) {
        int count =
            movegen_legal(&p, random_below(random, 2) ? MOVEGEN_CAPTURES : MOVEGEN_ALL, moves);
        if (!count) count = movegen_legal(&p, MOVEGEN_ALL, moves);
        if (!count) break;
        Move aside = moves[random_below(random, (uint32_t)count)],
             move = moves[random_below(random, (uint32_t)count)];
        position_do(&p, aside, &edits);
        net_update(net, &edits, &sum, &next);
        net_refresh(net, &p, &back);
        CHECK(same_sum(net, &next, &back), "%s: a move aside", henka_variant_name(v));
        position_undo(&p, &edits);
        position_do(&p, move, &edits);
        net_update(net, &edits, &sum, &sum);
        check_position(net, &p, &sum);
    }
}

static void check_play(const HenkaVariant *v, int hidden) {
    Random random = {11};
    Net *net = random_net(v, hidden, 240);
    for (int game = 0; game < 6; game++) check_game(net, v, &random);
    net_free(net);
}

/* Everything as large as it may be: no step along the way overflows. */
static void check_extremes(const HenkaVariant *v, int sign) {
    Net *net = net_new(v, NET_HIDDEN);
    Position p;
    NetAccumulator sum;
    for (int h = 0; h < NET_HIDDEN; h++) net->bias[h] = INT16_MAX;
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * NET_HIDDEN; h++)
            net->output_weights[bucket][h] = (int16_t)(sign * NET_OUTPUT_MOST);
        net->output_bias[bucket] = sign * INT32_MAX;
    }
    position_start(&p, v);
    net_refresh(net, &p, &sum);
    check_position(net, &p, &sum);
    CHECK(sign * net_score(net, &p, &sum) > 1 << 26, "%d: with its sign", net_score(net, &p, &sum));
    net_free(net);
}

static void check_foreign(void) {
    HenkaVariant *shogi = henka_variant_shipped("shogi", NULL, 0, NULL),
                 *other = henka_variant_shipped("okisaki", NULL, 0, NULL);
    size_t length = 0;
    HenkaError error = {0};
    Net *net = random_net(shogi, 16, 100), *read;
    char *bytes = net_write(shogi, net, &length);
    CHECK(!(read = net_read(other, bytes, length, &error)) &&
              strstr(error.message, "trained for another board"),
          "another game's file: %s", error.message);
    net_free(read);
    const char *moves = shogi->types[1].betza;
    shogi->types[1].betza = "W";
    CHECK(!(read = net_read(shogi, bytes, length, NULL)),
          "a kind that moves in another way is refused");
    net_free(read);
    shogi->types[1].betza = moves;
    CHECK((read = net_read(shogi, bytes, length, NULL)), "its own is not");
    net_free(read);
    CHECK(!(read = net_read(shogi, bytes, length - 1, &error)) && strstr(error.message, "damaged"),
          "an end too early: %s", error.message);
    CHECK(!(read = net_read(shogi, bytes + 1, length - 1, &error)) &&
              strstr(error.message, "expected a network"),
          "no network: %s", error.message);
    free(bytes);
    net_free(net);
    henka_variant_free(shogi);
    henka_variant_free(other);
}

int main(void) {
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        check_file(v, (int[]){16, 48, NET_HIDDEN}[i % 3]);
        check_edits(v);
        check_play(v, i % 2 ? 112 : 48);
        check_extremes(v, i % 2 ? 1 : -1);
        henka_variant_free(v);
    }
    check_foreign();
    return check_done();
}
