/* Any bytes as a network: refused, or read and written the same. The checksum is made right, so
 * that what it covers is reached. */
#include "../notation/fuzz_game.h"
#include "eval/net.h"
#include "eval/stored.h"

enum { HEAD = 12, SUM = 4 };

static void put(char *at, uint32_t n) {
    for (int i = 0; i < 4; i++) at[i] = (char)(n >> 8 * i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    const HenkaVariant *v = fuzz_variant(data[0]);
    size_t length = HEAD + size - 1 + SUM;
    char *bytes = malloc(length);
    memcpy(bytes, "HENKANT1", 8);
    put(bytes + 8, stored_variant_hash(v));
    memcpy(bytes + HEAD, data + 1, size - 1);
    put(bytes + length - SUM, stored_hash(bytes, length - SUM));
    Net *net = net_read(v, bytes, length, NULL);
    if (net) {
        size_t again = 0;
        char *written = net_write(v, net, &again);
        Net *back = net_read(v, written, again, NULL);
        if (!back || memcmp(back->input_weights, net->input_weights,
                            (size_t)net->inputs * (size_t)net->hidden * sizeof *net->input_weights))
            abort();
        net_free(back);
        free(written);
    }
    net_free(net);
    free(bytes);
    return 0;
}
