/* speed [GAME DEPTH]: perft from the start, one thread, CPU time, best of three; and the size of a
 * position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "henka.h"
#include "rules/game.h"

enum { RUNS = 3, MOST_DEPTH = 16 };

/* Millions of nodes a second. */
static double measure(const HenkaGame *game, int depth, uint64_t *nodes) {
    double best_s = 1e9;
    for (int run = 0; run < RUNS; run++) {
        Position p = game->position;
        double started_s = clock_cpu_seconds();
        *nodes = game_perft(&p, depth);
        double took_s = clock_cpu_seconds() - started_s;
        if (took_s < best_s) best_s = took_s;
    }
    return (double)*nodes / best_s / 1e6;
}

static void print_row(const char *name, int depth) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = variant ? henka_game_new(variant, NULL, NULL) : NULL;
    if (game) {
        uint64_t nodes;
        double rate = measure(game, depth, &nodes);
        printf("%-11s depth %2d %12llu nodes   %6.1f M/s\n", name, depth, (unsigned long long)nodes,
               rate);
        fflush(stdout);
        henka_game_free(game);
    }
    henka_variant_free(variant);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int depth;
    } runs[] = {{"shogi", 5},  {"shinogi", 5}, {"okisaki", 5},
                {"suzumu", 4}, {"ito", 9},     {"rutherford", 10}};
    printf("a position: %zu bytes, the record of a move to undo: %zu bytes\n", sizeof(Position),
           sizeof(Edits));
    if (argc == 3 && atoi(argv[2]) > 0 && atoi(argv[2]) <= MOST_DEPTH)
        print_row(argv[1], atoi(argv[2]));
    for (size_t i = 0; argc != 3 && i < sizeof runs / sizeof *runs; i++)
        print_row(runs[i].name, runs[i].depth);
    return 0;
}
