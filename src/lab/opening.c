#include "lab/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- openings from a file ---- */

static bool add_line(Openings *openings, char *line, int number) {
    line[strcspn(line, "#\r\n")] = '\0';
    char *text = line + strspn(line, " \t");
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t')) text[--length] = '\0';
    if (!length) return true;
    OpeningLine *more = realloc(openings->lines, sizeof *openings->lines * (openings->count + 1));
    if (!more) return false;
    openings->lines = more;
    OpeningLine *added = &openings->lines[openings->count];
    *added = (OpeningLine){strdup(text), number, (int)(text - line) + 1};
    return added->text && ++openings->count;
}

bool openings_read(Openings *openings, const char *path, HenkaError *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_say(error, 0, 0, MSG_OPENINGS_NO_FILE, arg_text(path));
    char *line = NULL;
    size_t cap = 0;
    bool ok = (openings->path = strdup(path));
    for (int number = 1; ok && getline(&line, &cap, file) >= 0; number++)
        ok = add_line(openings, line, number);
    free(line);
    fclose(file);
    if (!ok) return error_say(error, 0, 0, MSG_NO_MEMORY);
    return openings->count || error_say(error, 0, 0, MSG_OPENINGS_NONE, arg_text(path));
}

void openings_free(Openings *openings) {
    for (size_t i = 0; i < openings->count; i++) free(openings->lines[i].text);
    free(openings->lines);
    free(openings->path);
    openings->lines = NULL;
    openings->path = NULL;
    openings->count = 0;
}

/* The moves of a line, separated by blanks. An error's column is counted from `list`. */
static bool play_text_moves(HenkaGame *game, const char *list, HenkaError *error) {
    char word[96];
    int used;
    for (const char *at = list; sscanf(at, " %95s%n", word, &used) == 1; at += used) {
        HenkaMove move;
        HenkaError reason = {0};
        int column = (int)(at - list + strspn(at, " \t")) + 1;
        if (!henka_move_parse(game, word, &move, &reason))
            return error_moved(error, 0, column, &reason);
        if (!henka_game_play(game, move))
            return error_say(error, 0, column, MSG_OPENING_GAME_OVER, arg_text(word));
    }
    return true;
}

static HenkaGame *line_opening(const OpeningLine *line, const HenkaVariant *variant, char *start,
                               size_t cap, HenkaError *error) {
    const char *position = line->text, *moves = strstr(position, "moves");
    if (!strncmp(position, "sfen ", 5)) position += 5;
    if (strncmp(position, "startpos", 8))
        snprintf(start, cap, "%.*s", moves ? (int)(moves - position) : (int)strlen(position),
                 position);
    for (size_t end = strlen(start); end && start[end - 1] == ' '; end--) start[end - 1] = '\0';
    HenkaError reason = {0};
    HenkaGame *game = henka_game_new(variant, *start ? start : NULL, &reason);
    const char *from = position; /* what the reason's column is counted from */
    if (game && moves) {
        from = moves + strlen("moves");
        if (play_text_moves(game, from, &reason)) return game;
    } else if (game) {
        return game;
    }
    int column = reason.column > 0 ? reason.column : 1;
    error_moved(error, line->number, line->column + (int)(from - line->text) + column - 1, &reason);
    henka_game_free(game);
    return NULL;
}

/* ---- random openings ---- */

bool opening_games_new(HenkaGame *games[], const HenkaVariant *const *variants, int count) {
    bool ok = true;
    for (int i = 0; i < count; i++) {
        games[i] = henka_game_new(variants[i], NULL, NULL);
        ok &= games[i] != NULL;
    }
    if (!ok) opening_games_free(games, count);
    return ok;
}

void opening_games_free(HenkaGame *games[], int count) {
    for (int i = 0; i < count; i++) henka_game_free(games[i]);
}

bool opening_games_play(HenkaGame *const games[], int count, HenkaMove move) {
    char name[128];
    int played = 0;
    bool ok = true;
    if (!move) return false;
    henka_move_text(games[0], move, HENKA_USI, name, sizeof name);
    for (; ok && played < count; played++) {
        HenkaMove own = move;
        if (played && !henka_move_parse(games[played], name, &own, NULL)) break;
        if (!henka_game_play(games[played], own)) break;
        ok = henka_game_outcome(games[played]).reason == HENKA_PLAYING;
    }
    if (ok && played == count) return true;
    while (played-- > 0) henka_game_undo(games[played]);
    return false;
}

static bool play_random_move(HenkaGame *const games[], int count, HenkaMove *moves,
                             Random *random) {
    for (int tries = 0; tries < 20; tries++) {
        size_t legal = henka_game_moves(games[0], moves);
        if (!legal) return false;
        if (opening_games_play(games, count, moves[random_below(random, (uint32_t)legal)]))
            return true;
    }
    return false;
}

/* The game of variants[which]. Some random beginnings end at once; the next seed is as good. */
static HenkaGame *random_opening(const HenkaVariant *const *variants, int count, int which,
                                 int min_plies, int max_plies, Random *random) {
    HenkaMove *moves = malloc(sizeof *moves * HENKA_MAX_MOVES);
    HenkaGame *found = NULL;
    for (int tries = 0; moves && !found && tries < 100; tries++) {
        HenkaGame *games[OPENING_COMMON];
        int plies = min_plies + (int)random_below(random, (uint32_t)(max_plies - min_plies + 1));
        Random game_random = {random_next(random)};
        if (!opening_games_new(games, variants, count)) break;
        bool ok = true;
        for (int i = 0; ok && i < plies; i++)
            ok = play_random_move(games, count, moves, &game_random);
        if (ok) found = games[which], games[which] = NULL;
        opening_games_free(games, count);
    }
    free(moves);
    return found;
}

HenkaGame *opening_random(const HenkaVariant *variant, int min_plies, int max_plies,
                          Random *random) {
    return random_opening(&variant, 1, 0, min_plies, max_plies, random);
}

HenkaGame *opening_make(const Openings *openings, const HenkaVariant *variant, int index,
                        char *start, size_t cap, HenkaError *error) {
    *start = '\0';
    if (openings->count)
        return line_opening(&openings->lines[(size_t)index % openings->count], variant, start, cap,
                            error);
    Random random = {openings->seed ^ ((uint64_t)index * 0xD1B54A32D192ED03u + 1)};
    const HenkaVariant *const *variants = openings->common ? openings->common : &variant;
    int count = openings->common ? openings->common_count : 1, which = 0;
    while (variants[which] != variant) which++;
    HenkaGame *game =
        random_opening(variants, count, which, openings->min_plies, openings->max_plies, &random);
    if (!game)
        error_say(error, 0, 0, MSG_OPENING_NO_RANDOM, arg_number(openings->min_plies),
                  arg_number(openings->max_plies));
    return game;
}
