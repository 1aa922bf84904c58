/* A network's file means what was written, and a damaged or foreign one is refused. */
#include "check.h"

#include "base/random.h"
#include "eval/net.h"

#include <stdlib.h>
#include <string.h>

static int random_within(Random *random, int most) { return (int)random_below(random, (uint32_t)(2 * most + 1)) - most; }

/* Rows of all three kinds: never met, small numbers, large ones. */
static Net *random_net(const HenkaVariant *v, int hidden, int input_most) {
    Random random = {(uint64_t)hidden + 3};
    Net *net = net_new(v, hidden);
    for (int i = 0; i < net->inputs; i++)
        for (int h = 0; h < hidden && i % 16; h++) net->input[i * hidden + h] = (int16_t)random_within(&random, i % 8 ? input_most / 2 : input_most);
    for (int h = 0; h < hidden; h++) net->bias[h] = (int16_t)random_within(&random, 3 * NET_ONE);
    for (int bucket = 0; bucket < NET_BUCKETS; bucket++) {
        for (int h = 0; h < 2 * hidden; h++) net->output[bucket][h] = (int16_t)random_within(&random, NET_OUTPUT_MOST);
        net->output_bias[bucket] = random_within(&random, 1 << 20);
    }
    return net;
}

static bool same_net(const Net *a, const Net *b) {
    return a->hidden == b->hidden && a->inputs == b->inputs && !memcmp(a->input, b->input, (size_t)a->inputs * (size_t)a->hidden * sizeof *a->input) &&
           !memcmp(a->bias, b->bias, sizeof a->bias) && !memcmp(a->output, b->output, sizeof a->output) &&
           !memcmp(a->output_bias, b->output_bias, sizeof a->output_bias);
}

static void check_file(const HenkaVariant *v, int hidden) {
    const char *name = henka_variant_name(v);
    size_t length = 0;
    Net *net = random_net(v, hidden, 240);
    net->input[17 * hidden] = INT16_MIN, net->input[17 * hidden + 1] = INT16_MAX;
    char *bytes = net_write(v, net, &length);
    Net *read = net_read(v, bytes, length);
    CHECK(read && same_net(net, read), "%s, %d: its own file means the same", name, hidden);
    net_free(read);
    for (size_t at = 0; at < length; at += at < 40 ? 1 : 1 + length / 37) {
        bytes[at] ^= 4;
        CHECK(!(read = net_read(v, bytes, length)), "%s: damage at %zu of %zu seen", name, at, length);
        net_free(read);
        bytes[at] ^= 4;
        CHECK(!(read = net_read(v, bytes, at)), "%s: an end at %zu seen", name, at);
        net_free(read);
    }
    free(bytes);
    net_free(net);
}

static void check_foreign(void) {
    HenkaVariant *shogi = henka_variant_shipped("shogi", NULL, 0, NULL), *other = henka_variant_shipped("okisaki", NULL, 0, NULL);
    size_t length = 0;
    Net *net = random_net(shogi, 16, 100), *read;
    char *bytes = net_write(shogi, net, &length);
    CHECK(!(read = net_read(other, bytes, length)), "another game's file is refused");
    net_free(read);
    const char *moves = shogi->types[1].betza;
    shogi->types[1].betza = "W";
    CHECK(!(read = net_read(shogi, bytes, length)), "a kind that moves in another way is refused");
    net_free(read);
    shogi->types[1].betza = moves;
    CHECK((read = net_read(shogi, bytes, length)), "its own is not");
    net_free(read);
    free(bytes);
    net_free(net);
    henka_variant_free(shogi);
    henka_variant_free(other);
}

int main(void) {
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        check_file(v, 16 + 16 * (int)(i % 3));
        henka_variant_free(v);
    }
    check_foreign();
    return check_done();
}
