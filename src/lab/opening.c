#include "lab/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"

bool openings_read(Openings *openings, const char *path, HenkaError *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_at(error, 0, 0, "no such file of openings: \"%s\"", path);
    char line[8192];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\r\n")] = '\0';
        char *text = line + strspn(line, " \t");
        if (!*text) continue;
        openings->lines = realloc(openings->lines, sizeof *openings->lines * (openings->count + 1));
        openings->lines[openings->count++] = strdup(text);
    }
    fclose(file);
    return openings->count || error_at(error, 0, 0, "no opening in \"%s\"", path);
}

void openings_free(Openings *openings) {
    for (size_t i = 0; i < openings->count; i++) free(openings->lines[i]);
    free(openings->lines);
    openings->lines = NULL;
    openings->count = 0;
}

static bool play_random_move(HenkaGame *game, HenkaMove *moves, Random *random) {
    for (int tries = 0; tries < 20; tries++) {
        size_t count = henka_game_moves(game, moves);
        if (!count || !henka_game_play(game, moves[random_below(random, (uint32_t)count)]))
            return false;
        if (henka_game_outcome(game).reason == HENKA_PLAYING) return true;
        henka_game_undo(game);
    }
    return false;
}

bool opening_randomize(HenkaGame *game, int plies, uint64_t seed) {
    Random random = {seed};
    HenkaMove *moves = malloc(sizeof *moves * HENKA_MAX_MOVES);
    bool ok = moves != NULL;
    for (int i = 0; ok && i < plies; i++) ok = play_random_move(game, moves, &random);
    free(moves);
    return ok;
}

/* Some random beginnings end at once; the next seed is as good. */
static HenkaGame *random_opening(const Openings *openings, const HenkaVariant *variant, int index) {
    Random random = {openings->seed ^ ((uint64_t)index * 0xD1B54A32D192ED03u + 1)};
    for (int tries = 0; tries < 100; tries++) {
        int span = openings->max_plies - openings->min_plies + 1;
        int plies = openings->min_plies + (int)random_below(&random, (uint32_t)span);
        HenkaGame *game = henka_game_new(variant, NULL, NULL);
        if (game && opening_randomize(game, plies, random_next(&random))) return game;
        henka_game_free(game);
    }
    return NULL;
}

static bool play_text_moves(HenkaGame *game, const char *list, HenkaError *error) {
    char word[96];
    for (int used; sscanf(list, " %95s%n", word, &used) == 1; list += used) {
        HenkaMove move;
        if (!henka_move_parse(game, word, &move, error)) return false;
        if (!henka_game_play(game, move))
            return error_at(error, 0, 0, "an opening can't play \"%s\"", word);
    }
    return true;
}

HenkaGame *opening_make(const Openings *openings, const HenkaVariant *variant, int index,
                        char *start, size_t cap, HenkaError *error) {
    *start = '\0';
    if (!openings->lines) {
        HenkaGame *game = random_opening(openings, variant, index);
        if (!game) error_at(error, 0, 0, "no random opening of this length keeps the game going");
        return game;
    }
    const char *line = openings->lines[(size_t)index % openings->count],
               *moves = strstr(line, "moves");
    if (!strncmp(line, "sfen ", 5)) line += 5;
    if (strncmp(line, "startpos", 8))
        snprintf(start, cap, "%.*s", moves ? (int)(moves - line) : (int)strlen(line), line);
    for (size_t end = strlen(start); end && start[end - 1] == ' '; end--) start[end - 1] = '\0';
    HenkaGame *game = henka_game_new(variant, *start ? start : NULL, error);
    if (game && (!moves || play_text_moves(game, moves + 5, error))) return game;
    henka_game_free(game);
    return NULL;
}
