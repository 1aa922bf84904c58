#include "match/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- openings from a file ---- */

bool openings_read(Openings *openings, const char *path, HenkaError *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, MSG_OPENINGS_NO_FILE, arg_text(path));
    char *line = NULL;
    size_t cap = 0;
    bool ok = (openings->path = strdup(path));
    for (int number = 1; ok && getline(&line, &cap, file) >= 0; number++) {
        line[strcspn(line, "#\r\n")] = '\0';
        char *text = line + strspn(line, " \t");
        size_t length = strlen(text);
        while (length && (text[length - 1] == ' ' || text[length - 1] == '\t')) length--;
        if (!length) continue;
        OpeningLine *more =
            realloc(openings->lines, sizeof *openings->lines * (openings->count + 1));
        if ((ok = more)) {
            openings->lines = more;
            more[openings->count] =
                (OpeningLine){strndup(text, length), number, (int)(text - line) + 1};
            ok = more[openings->count].text && ++openings->count;
        }
    }
    free(line);
    fclose(file);
    if (!ok) return error_set(error, MSG_NO_MEMORY);
    return openings->count || error_set(error, MSG_OPENINGS_NONE, arg_text(path));
}

void openings_free(Openings *openings) {
    for (size_t i = 0; i < openings->count; i++) free(openings->lines[i].text);
    free(openings->lines);
    free(openings->path);
    openings->lines = NULL;
    openings->path = NULL;
    openings->count = 0;
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
    const char *at = position; /* the text that reason.column counts from */
    int used;
    if (game && moves) at = moves + strlen("moves");
    for (char word[96]; game && moves && sscanf(at, " %95s%n", word, &used) == 1; at += used) {
        HenkaMove move;
        bool legal = henka_move_parse(game, word, &move, &reason);
        if (legal && henka_game_play(game, move)) continue;
        at += strspn(at, " \t");
        if (legal) error_say(&reason, 0, 1, MSG_OPENING_GAME_OVER, arg_text(word));
        reason.column = 1;
        henka_game_free(game);
        game = NULL;
        break;
    }
    if (game) return game;
    int column = reason.column > 0 ? reason.column : 1;
    error_moved(error, line->number, line->column + (int)(at - line->text) + column - 1, &reason);
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

/* Recognizes quiet plies, after which the sides are still about even. */
typedef struct Quiet {
    HenkaEngine *engine; /* searches every position of the opening; NULL: every ply is accepted */
    uint64_t nodes;      /* number of nodes of each search */
    int start_cp;        /* score of the starting position for sente */
} Quiet;

enum {
    QUIET_NODES = 50, /* nodes of a search for each legal move of the start */
    QUIET_LONGER = 5, /* how many times these nodes the start and a complete opening get */
    QUIET_CP = 250,   /* most centipawns between the scores of the start and of a quiet opening */
    RANDOM_TRIES = 40 /* moves drawn for one ply before the opening is given up */
};

/* Returns a position's score for sente, by a search with this number of nodes. */
static int quiet_score(const Quiet *quiet, const HenkaGame *game, uint64_t nodes) {
    HenkaLimits limits = {.nodes = nodes};
    henka_engine_new_game(quiet->engine);
    HenkaResult result = henka_engine_go(quiet->engine, game, &limits, NULL, NULL);
    return henka_game_side(game) == HENKA_SENTE ? result.score_cp : -result.score_cp;
}

static bool quiet_keeps(const Quiet *quiet, const HenkaGame *game, uint64_t nodes) {
    return !quiet->engine || abs(quiet_score(quiet, game, nodes) - quiet->start_cp) <= QUIET_CP;
}

static bool play_random_move(HenkaGame *const games[], int count, HenkaMove *moves,
                             const Quiet *quiet, Random *random) {
    size_t legal = henka_game_moves(games[0], moves, HENKA_MAX_MOVES);
    for (int tries = 0; legal && tries < RANDOM_TRIES; tries++) {
        HenkaMove move = moves[random_below(random, (uint32_t)legal)];
        if (!opening_games_play(games, count, move)) continue;
        if (quiet_keeps(quiet, games[0], quiet->nodes)) return true;
        for (int i = 0; i < count; i++) henka_game_undo(games[i]);
    }
    return false;
}

/* Makes a random opening that is legal in all variants, and returns it as a game of
 * variants[which]. After a move that ends the game, tries others. NULL: 100 tries failed. */
static HenkaGame *random_opening(const HenkaVariant *const *variants, int count, int which,
                                 const RandomPlies *plies, Random *random) {
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = 1;
    Quiet quiet = {.engine = plies->quiet ? henka_engine_new(&options) : NULL};
    HenkaMove *moves = malloc(sizeof *moves * HENKA_MAX_MOVES);
    HenkaGame *found = NULL;
    bool ready = moves && (quiet.engine || !plies->quiet), started = false;
    for (int tries = 0; ready && !found && tries < 100; tries++) {
        HenkaGame *games[OPENING_COMMON];
        int wanted =
            plies->min + (int)random_below(random, (uint32_t)(plies->max - plies->min + 1));
        Random game_random = {random_next(random)};
        if (!opening_games_new(games, variants, count)) break;
        if (quiet.engine && !started) {
            quiet.nodes = QUIET_NODES * henka_game_moves(games[0], moves, HENKA_MAX_MOVES);
            quiet.start_cp = quiet_score(&quiet, games[0], QUIET_LONGER * quiet.nodes);
            started = true;
        }
        bool ok = true;
        for (int i = 0; ok && i < wanted; i++)
            ok = play_random_move(games, count, moves, &quiet, &game_random);
        if (ok && quiet_keeps(&quiet, games[0], QUIET_LONGER * quiet.nodes))
            found = games[which], games[which] = NULL;
        opening_games_free(games, count);
    }
    free(moves);
    henka_engine_free(quiet.engine);
    return found;
}

bool opening_quiet_is_standard(const HenkaVariant *variant) {
    enum { SMALL = 128 };
    return henka_variant_files(variant) * henka_variant_ranks(variant) > SMALL;
}

HenkaGame *opening_random(const HenkaVariant *variant, const RandomPlies *plies, Random *random) {
    return random_opening(&variant, 1, 0, plies, random);
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
    HenkaGame *game = random_opening(variants, count, which, &openings->random, &random);
    if (!game)
        error_set(error, MSG_OPENING_NO_RANDOM, arg_number(openings->random.min),
                  arg_number(openings->random.max));
    return game;
}
