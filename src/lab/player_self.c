#include "lab/player_inside.h"

#include <stdlib.h>

static bool self_start(Player *player) {
    const PlayerSpec *spec = player->spec;
    player->engine = henka_engine_new(spec->hash_mib ? (size_t)spec->hash_mib : 16, spec->threads ? spec->threads : 1);
    if (!player->engine) return false;
    for (int i = 0; i < spec->option_count; i++)
        if (!henka_engine_set(player->engine, spec->options[i].name, atoi(spec->options[i].value))) return false;
    return true;
}

static bool self_new_game(Player *player) {
    henka_engine_new_game(player->engine);
    return true;
}

static HenkaLimits limits_of(const Control *control, const Clocks *clocks) {
    HenkaLimits limits = {.byoyomi_ms = control->byoyomi_ms,
                          .movetime_ms = control->movetime_ms,
                          .nodes = control->nodes,
                          .depth = control->depth,
                          .level = control->level};
    for (int side = 0; side < 2; side++) {
        limits.time_ms[side] = clocks->left_ms[side];
        limits.increment_ms[side] = control->increment_ms;
    }
    return limits;
}

static Thought self_think(Player *player, const Clocks *clocks) {
    HenkaLimits limits = limits_of(&player->spec->control, clocks);
    player->thinking = 1;
    HenkaResult result = henka_engine_go(player->engine, player->game, &limits, NULL, NULL);
    player->thinking = 0;
    if (player->cancelled) return (Thought){.kind = THOUGHT_CANCELLED};
    Thought thought = {
        .kind = THOUGHT_MOVE, .move = result.best, .has_score = true, .score_cp = result.score_cp, .depth = result.depth, .nodes = result.nodes};
    if (!result.best) thought.kind = THOUGHT_RESIGNS;
    return thought;
}

const PlayerKind player_kind_self = {self_start, self_new_game, self_think, NULL, DIALECT_USI};
