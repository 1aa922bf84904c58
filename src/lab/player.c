#include "lab/player.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "lab/player_inside.h"
#include "lab/variant_file.h"

static const PlayerKind *kind_of(PlayerProtocol protocol) {
    switch (protocol) {
    case PLAYER_USI:
        return &player_kind_usi;
    case PLAYER_UCI:
        return &player_kind_uci;
    case PLAYER_CECP:
        return &player_kind_cecp;
    case PLAYER_XSHOGI:
        return &player_kind_xshogi;
    case PLAYER_RANDOM:
        return &player_kind_random;
    default:
        return &player_kind_self;
    }
}

static void player_stop_program(Player *player) {
    process_free(player->process, player->kind->farewell);
    player->process = NULL;
}

Player *player_new(const PlayerSpec *spec, const HenkaVariant *variant, HenkaError *error) {
    Player *player = calloc(1, sizeof *player);
    if (!player) return NULL;
    player->spec = spec;
    player->kind = kind_of(spec->protocol);
    player->variant = variant;
    if (*spec->game && !(player->own_variant = variant_from_argument(spec->game, NULL, 0, error))) {
        free(player);
        return NULL;
    }
    if (spec->protocol == PLAYER_SELF && !player_open_self(player, error)) {
        player_free(player);
        return NULL;
    }
    return player;
}

void player_free(Player *player) {
    if (!player) return;
    player_stop_program(player);
    if (player->engine) henka_engine_free(player->engine);
    henka_game_free(player->game);
    henka_variant_free(player->own_variant);
    free(player->moves);
    free(player->listed);
    free(player);
}

const PlayerSpec *player_spec(const Player *player) { return player->spec; }

void player_interrupt(Player *player) {
    player->cancelled = 1;
    if (player->engine) henka_engine_stop(player->engine);
}

bool player_new_game(Player *player, const char *start_sfen) {
    const HenkaVariant *variant = player->own_variant ? player->own_variant : player->variant;
    henka_game_free(player->game);
    player->game = henka_game_new(variant, start_sfen, NULL);
    snprintf(player->start, sizeof player->start, "%s", start_sfen ? start_sfen : "");
    if (player->game) henka_game_fen(player->game, player->start_fen, sizeof player->start_fen);
    player->moves_length = 0;
    player->told = 0;
    bool fresh = !player->process && !player->engine;
    if (player->game && (!fresh || player->kind->start(player)) && player->kind->new_game(player))
        return true;
    player_stop_program(player);
    return false;
}

static bool append_move(Player *player, const char *text) {
    size_t need = player->moves_length + strlen(text) + 2;
    if (need > player->moves_cap) {
        char *grown = realloc(player->moves, need * 2);
        if (!grown) return false;
        player->moves = grown;
        player->moves_cap = need * 2;
    }
    player->moves_length += (size_t)sprintf(player->moves + player->moves_length, " %s", text);
    return true;
}

/* Another variant may number its moves in another way: its own are found by their text. */
static HenkaMove own_move(const Player *player, const HenkaGame *before, HenkaMove move) {
    char text[96];
    if (!player->own_variant) return move;
    henka_move_text(before, move, HENKA_USI, text, sizeof text);
    HenkaMove found = HENKA_NO_MOVE;
    henka_move_parse(player->game, text, &found, NULL);
    return found;
}

/* Plays what happened since the player was last asked into its own game and its own words. */
static bool catch_up(Player *player, const HenkaGame *game) {
    if (henka_game_plies(player->game) == henka_game_plies(game)) return true;
    HenkaGame *before = henka_game_copy(game);
    if (!before) return false;
    while (henka_game_plies(before) > henka_game_plies(player->game)) henka_game_undo(before);
    bool ok = true;
    for (int ply = henka_game_plies(before); ok && ply < henka_game_plies(game); ply++) {
        HenkaMove move = henka_game_move_at(game, ply), own = own_move(player, before, move);
        char text[96];
        henka_move_text(before, move, player->kind->notation, text, sizeof text);
        ok = own && append_move(player, text) && henka_game_play(player->game, own) &&
             henka_game_play(before, move);
    }
    henka_game_free(before);
    return ok;
}

Thought player_think(Player *player, const HenkaGame *game, const Clocks *clocks) {
    Thought thought = {.kind = THOUGHT_CRASHED};
    if (!catch_up(player, game)) return thought;
    player->cancelled = 0;
    int64_t started = clock_ms();
    thought = player->kind->think(player, clocks);
    thought.elapsed_ms = clock_ms() - started;
    if (thought.move && player->own_variant) {
        char text[96];
        henka_move_text(player->game, thought.move, HENKA_USI, text, sizeof text);
        if (!henka_move_parse(game, text, &thought.move, NULL)) thought.kind = THOUGHT_ILLEGAL;
    }
    if (thought.kind != THOUGHT_MOVE && thought.kind != THOUGHT_RESIGNS && player->process)
        player_stop_program(player);
    return thought;
}

int64_t control_wait_ms(const Control *control, int64_t left_ms) {
    if (control->movetime_ms) return control->movetime_ms + GRACE_MS;
    if (control->base_ms || control->increment_ms || control->byoyomi_ms)
        return left_ms + control->byoyomi_ms + GRACE_MS;
    return MOVE_WAIT_MS;
}

bool word_is(const char *line, const char *word) {
    size_t length = strlen(word);
    return !strncmp(line, word, length) &&
           (line[length] == '\0' || line[length] == ' ' || line[length] == '\t');
}

bool player_await(Player *player, const char *word, int64_t wait_ms, char **line) {
    char *read;
    int64_t deadline_ms = clock_ms() + wait_ms;
    while (process_read(player->process, deadline_ms, NULL, &read) == PROCESS_LINE)
        if (word_is(read, word)) {
            if (line) *line = read;
            return true;
        }
    return false;
}

Thought thought_of_read(ProcessRead read, const Player *player) {
    ThoughtKind late = player->cancelled ? THOUGHT_CANCELLED : THOUGHT_SILENT;
    return (Thought){.kind = read == PROCESS_GONE ? THOUGHT_CRASHED : late};
}

Thought thought_of_text(Player *player, const char *move_text) {
    Thought thought = {.kind = THOUGHT_MOVE};
    snprintf(thought.text, sizeof thought.text, "%.*s", (int)strcspn(move_text, " \t"), move_text);
    for (char *at = thought.text; *at; at++)
        if (*at <= ' ' || *at > '~') *at = '?'; /* it may be printed */
    HenkaError error;
    bool legal = player->kind->notation == HENKA_XBOARD
                     ? henka_xboard_move_parse(player->game, thought.text, &thought.move, &error)
                     : henka_move_parse(player->game, thought.text, &thought.move, &error);
    if (!legal) thought.kind = THOUGHT_ILLEGAL;
    return thought;
}

/* ---- the spec's text ---- */

static bool parse_protocol(PlayerSpec *spec, const char *value) {
    static const char *const names[] = {"self", "usi", "uci", "cecp", "xshogi", "random"};
    for (int i = 0; i < 6; i++)
        if (!strcmp(value, names[i])) return spec->protocol = (PlayerProtocol)i, true;
    return false;
}

bool control_parse_clock(Control *control, const char *text) {
    char *end;
    double base_s = strtod(text, &end), increment_s = 0;
    if (end == text) return false;
    if (*end == '+') increment_s = strtod(end + 1, &end);
    if (*end || base_s < 0 || increment_s < 0 || base_s > 1e6 || increment_s > 1e6) return false;
    control->base_ms = (int64_t)(base_s * 1000 + 0.5);
    control->increment_ms = (int64_t)(increment_s * 1000 + 0.5);
    return true;
}

static bool parse_number(const char *value, int64_t *number) {
    char *end;
    *number = strtoll(value, &end, 10);
    return end != value && !*end && *number >= 0;
}

static bool set_int(int *place, int64_t number, int most) {
    if (number > most) return false;
    *place = (int)number;
    return true;
}

static bool parse_control(PlayerSpec *spec, const char *key, const char *value) {
    int64_t number;
    if (!strcmp(key, "tc")) return control_parse_clock(&spec->control, value);
    if (!parse_number(value, &number)) return false;
    if (!strcmp(key, "byoyomi")) return spec->control.byoyomi_ms = number, true;
    if (!strcmp(key, "movetime")) return spec->control.movetime_ms = number, true;
    if (!strcmp(key, "nodes")) return spec->control.nodes = (uint64_t)number, true;
    if (!strcmp(key, "depth")) return set_int(&spec->control.depth, number, INT_MAX);
    if (!strcmp(key, "level")) return set_int(&spec->control.level, number, HENKA_MAX_LEVEL);
    if (!strcmp(key, "hash")) return set_int(&spec->hash_mib, number, INT_MAX);
    if (!strcmp(key, "threads")) return set_int(&spec->threads, number, INT_MAX);
    return false;
}

static bool copy_text(char *to, size_t cap, const char *value) {
    return (size_t)snprintf(to, cap, "%s", value) < cap;
}

static bool parse_pair(PlayerSpec *spec, const char *key, const char *value) {
    if (!strcmp(key, "name")) return copy_text(spec->name, sizeof spec->name, value);
    if (!strcmp(key, "proto")) return parse_protocol(spec, value);
    if (!strcmp(key, "cmd")) return copy_text(spec->command, sizeof spec->command, value);
    if (!strcmp(key, "variant")) return copy_text(spec->variant, sizeof spec->variant, value);
    if (!strcmp(key, "game")) return copy_text(spec->game, sizeof spec->game, value);
    if (strncmp(key, "opt.", 4)) return parse_control(spec, key, value);
    if (spec->option_count == PLAYER_MAX_OPTIONS) return false;
    struct PlayerOption *option = &spec->options[spec->option_count++];
    return copy_text(option->name, sizeof option->name, key + 4) &&
           copy_text(option->value, sizeof option->value, value);
}

bool player_spec_parse(PlayerSpec *spec, const char *text, HenkaError *error) {
    for (const char *at = text; *at;) {
        char pair[800];
        size_t length = strcspn(at, ",");
        int column = (int)(at - text) + 1;
        snprintf(pair, sizeof pair, "%.*s", (int)length, at);
        char *value = strchr(pair, '=');
        if (!value) return error_at(error, 1, column, "expected KEY=VALUE, found \"%s\"", pair);
        *value++ = '\0';
        if (!parse_pair(spec, pair, value))
            return error_at(error, 1, column, "no such key, or no such value: \"%s\" = \"%s\"",
                            pair, value);
        at += length + (at[length] == ',');
    }
    bool inside = spec->protocol == PLAYER_SELF || spec->protocol == PLAYER_RANDOM;
    if (!inside && !*spec->command)
        return error_at(error, 1, 1, "expected cmd=PROGRAM for a player that is another program");
    return true;
}
