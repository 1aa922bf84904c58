/* CECP (XBoard) engines keep the game themselves: they are told each move once, in force mode, and
 * then "go". */
#include "lab/player_inside.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static void read_features(Player *player, const char *line) {
    if (strstr(line, "ping=1")) player->can_ping = true;
    if (strstr(line, "usermove=1")) player->can_usermove = true;
    if (strstr(line, "setboard=1")) player->can_setboard = true;
    if (strstr(line, "setboard=0")) player->can_setboard = false;
}

/* Engines without the feature command just stay silent: two seconds of that is an answer. */
static bool await_features(Player *player) {
    int64_t deadline_ms = clock_ms() + 2000;
    for (;;) {
        char *line;
        ProcessRead read = process_read(player->process, deadline_ms, NULL, &line);
        if (read == PROCESS_GONE) return false;
        if (read == PROCESS_LATE) return true;
        if (!word_is(line, "feature")) continue;
        read_features(player, line);
        if (strstr(line, "done=0")) deadline_ms = clock_ms() + START_WAIT_MS;
        if (strstr(line, "done=1")) return true;
    }
}

static bool cecp_ready(Player *player) {
    if (!player->can_ping) return true;
    process_write(player->process, "ping 1\n");
    return player_await(player, "pong", START_WAIT_MS, NULL);
}

static bool cecp_start(Player *player) {
    if (!(player->process = process_start(player->spec->command))) return false;
    player->can_setboard = true;
    process_write(player->process, "xboard\nprotover 2\n");
    return await_features(player) && cecp_ready(player);
}

static void send_control(Player *player) {
    const Control *control = &player->spec->control;
    long long base_s = (control->base_ms + 999) / 1000;
    if (control->base_ms || control->increment_ms)
        process_write(player->process, "level 0 %lld:%02lld %g\n", base_s / 60, base_s % 60,
                      (double)control->increment_ms / 1000);
    int64_t move_ms = control->movetime_ms ? control->movetime_ms : control->byoyomi_ms;
    if (move_ms) process_write(player->process, "st %lld\n", (long long)(move_ms + 999) / 1000);
    if (control->depth) process_write(player->process, "sd %d\n", control->depth);
}

static bool cecp_new_game(Player *player) {
    const PlayerSpec *spec = player->spec;
    process_write(player->process, "new\n");
    /* Options first: one of them may name the file the variant is in. */
    for (int i = 0; i < spec->option_count; i++)
        process_write(player->process, "option %s=%s\n", spec->options[i].name,
                      spec->options[i].value);
    if (spec->hash_mib) process_write(player->process, "memory %d\n", spec->hash_mib);
    if (strcmp(spec->variant, "normal"))
        process_write(player->process, "variant %s\n",
                      *spec->variant ? spec->variant : henka_variant_name(player->variant));
    process_write(player->process, "easy\npost\nforce\n");
    if (*player->start) process_write(player->process, "setboard %s\n", player->start_fen);
    send_control(player);
    player->forced = true;
    return cecp_ready(player);
}

/* The moves it doesn't know yet, by their place in the list. */
static void send_news(Player *player) {
    const char *at = player->moves_length ? player->moves : "";
    int ply = 0;
    if (henka_game_plies(player->game) > player->told && !player->forced)
        process_write(player->process, "force\n");
    player->forced = true;
    while (*at == ' ') {
        size_t length = strcspn(++at, " ");
        if (ply++ >= player->told)
            process_write(player->process, "%s%.*s\n", player->can_usermove ? "usermove " : "",
                          (int)length, at);
        at += length;
    }
    player->told = ply;
}

/* "9 31 120 4711 pv…": depth, score, centiseconds, nodes. */
static bool read_thinking(const char *line, Thought *seen) {
    char *end;
    long depth = strtol(line, &end, 10);
    if (end == line || (*end && !isspace((unsigned char)*end) && !ispunct((unsigned char)*end)))
        return false;
    if (ispunct((unsigned char)*end) && *end != '-') end++;
    char *next;
    long score = strtol(end, &next, 10);
    if (next == end) return false;
    strtol(next, &end, 10);
    seen->nodes = strtoull(end, NULL, 10);
    seen->depth = (int)depth;
    seen->has_score = true;
    seen->score_cp = score > 32000 ? 32000 : score < -32000 ? -32000 : (int)score;
    return true;
}

/* It refuses what it was told last: from here on it would play another game. */
static bool ends_with_last_move(const Player *player, const char *line) {
    const char *last = player->moves_length ? strrchr(player->moves, ' ') : NULL;
    size_t length = last ? strlen(last) : 0, whole = strlen(line);
    return length && whole > length && !strcmp(line + whole - length, last);
}

static bool is_resignation(const Player *player, const char *line) {
    return word_is(line, "resign") ||
           word_is(line, henka_game_side(player->game) == HENKA_SENTE ? "0-1" : "1-0");
}

static Thought finished(Player *player, const Thought *seen, const char *answer) {
    Thought thought = thought_of_text(player, answer);
    thought.has_score = seen->has_score;
    thought.score_cp = seen->score_cp;
    thought.depth = seen->depth;
    thought.nodes = seen->nodes;
    player->told++; /* its own move it knows */
    return thought;
}

/* A move of several legs comes in as many lines; all but the last end with a comma. True when the
 * last is there. */
static bool add_leg(char *legs, size_t cap, const char *text) {
    size_t used = strlen(legs);
    text += strspn(text, " ");
    snprintf(legs + used, cap - used, "%.*s", (int)strcspn(text, " \t"), text);
    used = strlen(legs);
    return !used || legs[used - 1] != ',';
}

static Thought await_move(Player *player, int64_t deadline_ms) {
    Thought seen = {0};
    char legs[96] = "";
    for (;;) {
        char *line;
        ProcessRead read = process_read(player->process, deadline_ms, &player->cancelled, &line);
        if (read != PROCESS_LINE) return thought_of_read(read, player);
        line += strspn(line, " \t");
        if (word_is(line, "move") && add_leg(legs, sizeof legs, line + 4))
            return finished(player, &seen, legs);
        if (is_resignation(player, line)) return (Thought){.kind = THOUGHT_RESIGNS};
        if (strstr(line, "Illegal move") && ends_with_last_move(player, line))
            return (Thought){.kind = THOUGHT_CRASHED};
        read_thinking(line, &seen);
    }
}

static Thought cecp_think(Player *player, const Clocks *clocks) {
    int side = henka_game_side(player->game);
    const Control *control = &player->spec->control;
    send_news(player);
    if (control->base_ms || control->increment_ms)
        process_write(player->process, "time %lld\notim %lld\n",
                      (long long)clocks->left_ms[side] / 10,
                      (long long)clocks->left_ms[!side] / 10);
    process_write(player->process, "go\n");
    player->forced = false;
    return await_move(player, clock_ms() + control_wait_ms(control, clocks->left_ms[side]));
}

const PlayerKind player_kind_cecp = {cecp_start, cecp_new_game, cecp_think, "quit", HENKA_XBOARD};
