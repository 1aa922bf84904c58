/* speed [GAME DEPTH]: perft from the start with the list of legal moves made at the last ply, one thread, CPU time, best of three; and the
 * size of a position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "henka.h"
#include "position/position.h"

static void measure(const char *name, int depth) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = variant ? henka_game_new(variant, NULL, NULL) : NULL;
    double best_s = 1e9;
    uint64_t nodes = 0;
    for (int run = 0; game && run < 3; run++) {
        double started_s = clock_cpu_seconds();
        nodes = henka_game_perft(game, depth);
        double took_s = clock_cpu_seconds() - started_s;
        if (took_s < best_s) best_s = took_s;
    }
    printf("%-11s depth %2d %12llu nodes %7.2f s %8.1f M/s\n", name, depth, (unsigned long long)nodes, best_s, (double)nodes / best_s / 1e6);
    fflush(stdout);
    henka_game_free(game);
    henka_variant_free(variant);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int depth;
    } runs[] = {{"shogi", 5}, {"shinogi", 5}, {"okisaki", 5}, {"suzumu", 4}, {"ito", 9}, {"rutherford", 10}};
    printf("a position: %zu bytes, the record of a move to undo: %zu bytes\n", sizeof(Position), sizeof(Edits));
    if (argc == 3) measure(argv[1], atoi(argv[2]));
    for (size_t i = 0; argc != 3 && i < sizeof runs / sizeof *runs; i++) measure(runs[i].name, runs[i].depth);
    return 0;
}
