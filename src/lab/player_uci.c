/* USI and UCI are one conversation with other names for things. */
#include "lab/player_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static bool is_usi(const Player *player) { return player->spec->protocol == PLAYER_USI; }

static void send_options(Player *player) {
    const PlayerSpec *spec = player->spec;
    const char *variant = *spec->variant ? spec->variant : henka_variant_name(player->variant);
    if (spec->hash_mib)
        process_write(player->process, "setoption name %s value %d\n",
                      is_usi(player) ? "USI_Hash" : "Hash", spec->hash_mib);
    process_write(player->process, "setoption name Threads value %d\n",
                  spec->threads ? spec->threads : 1);
    for (int i = 0; i < spec->option_count; i++)
        process_write(player->process, "setoption name %s value %s\n", spec->options[i].name,
                      spec->options[i].value);
    process_write(player->process, "setoption name %s value %s\n",
                  is_usi(player) ? "USI_Variant" : "UCI_Variant", variant);
}

static bool uci_ready(Player *player) {
    process_write(player->process, "isready\n");
    return player_await(player, "readyok", START_WAIT_MS, NULL);
}

static bool uci_start(Player *player) {
    if (!(player->process = process_start(player->spec->command))) return false;
    process_write(player->process, "%s\n", is_usi(player) ? "usi" : "uci");
    if (!player_await(player, is_usi(player) ? "usiok" : "uciok", START_WAIT_MS, NULL))
        return false;
    send_options(player);
    return uci_ready(player);
}

static bool uci_new_game(Player *player) {
    process_write(player->process, "%s\n", is_usi(player) ? "usinewgame" : "ucinewgame");
    return uci_ready(player);
}

static void send_position(Player *player) {
    const char *moves = player->moves_length ? " moves" : "",
               *list = player->moves_length ? player->moves : "";
    if (!*player->start) {
        process_write(player->process, "position startpos%s%s\n", moves, list);
    } else if (is_usi(player)) {
        process_write(player->process, "position sfen %s%s%s\n", player->start, moves, list);
    } else {
        process_write(player->process, "position fen %s%s%s\n", player->start_fen, moves, list);
    }
}

static void send_go(Player *player, const Clocks *clocks) {
    const Control *control = &player->spec->control;
    const char *first = is_usi(player) ? "b" : "w", *second = is_usi(player) ? "w" : "b";
    char go[256];
    int n = snprintf(go, sizeof go, "go");
    if (control->base_ms || control->increment_ms)
        n += snprintf(go + n, sizeof go - (size_t)n,
                      " %stime %lld %stime %lld %sinc %lld %sinc %lld", first,
                      (long long)clocks->left_ms[0], second, (long long)clocks->left_ms[1], first,
                      (long long)control->increment_ms, second, (long long)control->increment_ms);
    else if (control->byoyomi_ms && is_usi(player))
        n += snprintf(go + n, sizeof go - (size_t)n, " btime 0 wtime 0");
    if (control->byoyomi_ms)
        n += snprintf(go + n, sizeof go - (size_t)n,
                      is_usi(player) ? " byoyomi %lld" : " movetime %lld",
                      (long long)control->byoyomi_ms);
    if (control->movetime_ms)
        n += snprintf(go + n, sizeof go - (size_t)n, " movetime %lld",
                      (long long)control->movetime_ms);
    if (control->nodes)
        n += snprintf(go + n, sizeof go - (size_t)n, " nodes %llu",
                      (unsigned long long)control->nodes);
    if (control->depth) snprintf(go + n, sizeof go - (size_t)n, " depth %d", control->depth);
    process_write(player->process, "%s\n", go);
}

/* "info depth 9 score cp 31 nodes 4711 …" */
static void read_info(const char *line, Thought *thought) {
    const char *at;
    if ((at = strstr(line, " depth "))) thought->depth = atoi(at + 7);
    if ((at = strstr(line, " nodes "))) thought->nodes = strtoull(at + 7, NULL, 10);
    if (strstr(line, " multipv ") && !strstr(line, " multipv 1 ")) return;
    if ((at = strstr(line, " score cp ")))
        thought->has_score = true, thought->score_cp = atoi(at + 10);
    if ((at = strstr(line, " score mate "))) {
        int plies = atoi(at + 12);
        bool lost = at[12] == '-';
        thought->has_score = true;
        thought->score_cp = lost ? -HENKA_SCORE_MATE - plies : HENKA_SCORE_MATE - plies;
    }
}

static Thought finished(Player *player, const Thought *seen, const char *answer) {
    if (!strncmp(answer, "resign", 6) || !strncmp(answer, "(none)", 6) ||
        !strncmp(answer, "0000", 4))
        return (Thought){.kind = THOUGHT_RESIGNS};
    Thought thought = thought_of_text(player, answer);
    thought.has_score = seen->has_score;
    thought.score_cp = seen->score_cp;
    thought.depth = seen->depth;
    thought.nodes = seen->nodes;
    return thought;
}

static Thought uci_think(Player *player, const Clocks *clocks) {
    int side = henka_game_side(player->game);
    int64_t deadline_ms =
        clock_ms() + control_wait_ms(&player->spec->control, clocks->left_ms[side]);
    Thought seen = {0};
    send_position(player);
    send_go(player, clocks);
    for (;;) {
        char *line;
        ProcessRead read = process_read(player->process, deadline_ms, &player->cancelled, &line);
        if (read != PROCESS_LINE) return thought_of_read(read, player);
        if (word_is(line, "info")) read_info(line, &seen);
        if (word_is(line, "bestmove"))
            return finished(player, &seen, line + 8 + strspn(line + 8, " "));
    }
}

const PlayerKind player_kind_usi = {uci_start, uci_new_game, uci_think, "quit", HENKA_USI};
const PlayerKind player_kind_uci = {uci_start, uci_new_game, uci_think, "quit", HENKA_COORDINATES};
