#include "lab/player_inside.h"

#include "base/error.h"
#include "lab/variant_file.h"

#include <stdlib.h>
#include <string.h>

static bool set_option(Player *player, const char *name, const char *value, HenkaError *error) {
    const HenkaVariant *variant = player->own_variant ? player->own_variant : player->variant;
    if (!strcmp(name, "net")) return net_from_argument(player->engine, variant, value, error);
    HenkaEngineOptions options = henka_engine_options(player->engine);
    bool known = false;
#define OPTION(field, ...)                                                                         \
    if (!strcmp(name, #field)) options.field = atoi(value), known = true;
    HENKA_ENGINE_OPTIONS(OPTION)
#undef OPTION
    if (!known) return error_at(error, 0, 0, "the engine has no option \"%s\"", name);
    return henka_engine_set_options(player->engine, &options) ||
           error_at(error, 0, 0, "no memory for %s=%s", name, value);
}

bool player_open_self(Player *player, HenkaError *error) {
    const PlayerSpec *spec = player->spec;
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    if (spec->hash_mib) options.hash_mib = spec->hash_mib;
    if (spec->threads) options.threads = spec->threads;
    player->engine = henka_engine_new(&options);
    if (!player->engine) return error_at(error, 0, 0, "no memory for an engine");
    for (int i = 0; i < spec->option_count; i++)
        if (!set_option(player, spec->options[i].name, spec->options[i].value, error)) return false;
    return true;
}

static bool self_start(Player *player) { return player->engine; }

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
    henka_engine_begin(player->engine);
    if (player->cancelled) return (Thought){.kind = THOUGHT_CANCELLED};
    HenkaResult result = henka_engine_go(player->engine, player->game, &limits, NULL, NULL);
    if (player->cancelled) return (Thought){.kind = THOUGHT_CANCELLED};
    Thought thought = {.kind = THOUGHT_MOVE,
                       .move = result.best,
                       .has_score = true,
                       .score_cp = result.score_cp,
                       .depth = result.depth,
                       .nodes = result.nodes};
    if (!result.best) thought.kind = THOUGHT_RESIGNS;
    return thought;
}

const PlayerKind player_kind_self = {self_start, self_new_game, self_think, NULL, HENKA_USI};
