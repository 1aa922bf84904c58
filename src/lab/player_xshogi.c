/* The old language of xshogi: bare moves in shogi's squares; the program's own come back behind
 * three dots. It knows one game and one time a move, both given on its command line, and can't be
 * asked whether it is ready: every game starts it afresh. */
#include "lab/player_inside.h"

#include <string.h>

#include "base/clock.h"

static bool xshogi_start(Player *player) {
    player->process = process_start(player->spec->command);
    return player->process != NULL;
}

static bool xshogi_new_game(Player *player) {
    process_free(player->process, player_kind_xshogi.farewell);
    player->process = NULL;
    player->told = 0;
    return !*player->start && xshogi_start(player); /* it can't be given a position */
}

static void send_news(Player *player) {
    const char *at = player->moves_length ? player->moves : "";
    process_write(player->process, "force\n");
    for (int ply = 0; *at == ' '; ply++) {
        size_t length = strcspn(++at, " ");
        if (ply >= player->told) process_write(player->process, "%.*s\n", (int)length, at);
        at += length;
    }
}

static Thought xshogi_think(Player *player, const Clocks *clocks) {
    int side = henka_game_side(player->game);
    int64_t deadline_ms =
        clock_ms() + control_wait_ms(&player->spec->control, clocks->left_ms[side]);
    send_news(player);
    process_write(player->process, "go\n");
    player->told = henka_game_plies(player->game) + 1;
    for (;;) {
        char *line, *dots;
        ProcessRead read = process_read(player->process, deadline_ms, &player->cancelled, &line);
        if (read != PROCESS_LINE) return thought_of_read(read, player);
        if ((dots = strstr(line, ". ... "))) return thought_of_text(player, dots + 6);
        if (strstr(line, "Illegal move")) return (Thought){.kind = THOUGHT_CRASHED};
    }
}

const PlayerKind player_kind_xshogi = {xshogi_start, xshogi_new_game, xshogi_think, "quit",
                                       HENKA_USI};
