/* Any bytes as a file of sample games: refused with a reason, or games that are the same when they
 * are written and read again. */
#define _GNU_SOURCE /* memfd_create */
#include "base/message.h"
#include "match/samples.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const HenkaVariant *variant_once(void) {
    static HenkaVariant *variant;
    if (!variant) variant = henka_variant_shipped("okisaki", NULL, 0, NULL);
    return variant;
}

/* The reader of a file that holds these bytes, behind a heading if that is asked for. */
static Samples *reader_of(const void *bytes, size_t length, bool heading, HenkaError *error) {
    char path[32];
    int file = memfd_create("samples", 0);
    FILE *stream = fdopen(dup(file), "wb");
    if (file < 0 || !stream) abort();
    if (heading) samples_write_header(stream, henka_variant_name(variant_once()));
    fwrite(bytes, 1, length, stream);
    fclose(stream);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    Samples *samples = samples_open(path, variant_once(), error);
    close(file);
    return samples;
}

/* The start of a game that did not begin as all do; "" of one that did. */
static void start_of(const HenkaGame *game, char *start, size_t cap) {
    HenkaGame *back = henka_game_copy(game);
    while (henka_game_plies(back)) henka_game_undo(back);
    henka_game_sfen(back, start, cap);
    if (!strcmp(start, henka_variant_start(variant_once()))) *start = '\0';
    henka_game_free(back);
}

/* The first byte says whether a heading is put before the rest. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static SampleGame first, second;
    HenkaError error = {0};
    SamplesRead read = SAMPLES_BAD;
    if (!size) return 0;
    Samples *samples = reader_of(data + 1, size - 1, data[0] & 1, &error);
    while (samples && (read = samples_next(samples, &first, &error)) == SAMPLES_GAME) {
        char start[2048];
        Out buffer = out_growing();
        int winner = first.result == 1 ? -1 : first.result ? HENKA_SENTE : HENKA_GOTE;
        arg_reason(first.reason);
        start_of(first.game, start, sizeof start);
        if (!samples_append(&buffer, first.game, start, first.scores,
                            (HenkaOutcome){first.reason, winner}))
            abort();
        Samples *again = reader_of(buffer.buf, buffer.length, true, NULL);
        if (!again || samples_next(again, &second, NULL) != SAMPLES_GAME) abort();
        int plies = henka_game_plies(first.game);
        if (second.result != first.result || second.reason != first.reason ||
            henka_game_plies(second.game) != plies ||
            henka_game_hash(second.game) != henka_game_hash(first.game) ||
            memcmp(second.scores, first.scores, sizeof *first.scores * (size_t)plies))
            abort();
        henka_game_free(second.game);
        if (samples_next(again, &second, NULL) != SAMPLES_END) abort();
        samples_close(again);
        henka_game_free(first.game);
        free(buffer.buf);
    }
    if (read == SAMPLES_BAD && !error.message[0]) abort();
    samples_close(samples);
    return 0;
}
