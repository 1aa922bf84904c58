#include "lab/tune_samples.h"

#include <stdlib.h>

#include "base/error.h"

bool tune_is_quiet(const HenkaGame *game, HenkaMove played) {
    HenkaMoveParts parts = henka_game_parts(game, played);
    return !parts.capture && !parts.promotes && !parts.flips && !henka_game_in_check(game);
}

static bool read_file(const TuneSamples *files, const HenkaVariant *variant, const char *path,
                      TuneTaker *take, void *context, HenkaError *error) {
    Samples *samples = samples_open(path, variant, error);
    SampleGame *sample = malloc(sizeof *sample);
    SamplesRead read = SAMPLES_BAD;
    long games = 0;
    bool taken = true;
    while (samples && sample && taken &&
           (read = samples_next(samples, sample, error)) == SAMPLES_GAME) {
        taken = take(context, sample, games++ % files->held_out == files->held_out - 1) ||
                error_at(error, 0, 0, "not memory enough for the games");
        henka_game_free(sample->game);
    }
    free(sample);
    samples_close(samples);
    if (read == SAMPLES_BAD && games && !files->quiet)
        fprintf(stderr, "%s: %s; using the %ld games before it\n", path, error->message, games);
    if (read == SAMPLES_END && !games) error_at(error, 0, 0, "\"%s\" holds no games", path);
    return taken && games > 0;
}

bool tune_samples_read(const TuneSamples *files, const HenkaVariant *variant, TuneTaker *take,
                       void *context, HenkaError *error) {
    for (size_t i = 0; i < files->count; i++)
        if (!read_file(files, variant, files->paths[i], take, context, error)) return false;
    return true;
}
