/* Levels: the cap on nodes, and how often, for how long and with what a level blunders. */
#include "search/level.h"
#include "../check.h"
#include "play.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 2000 };

static void check_caps(void) {
    uint64_t before = 0;
    CHECK(level_node_cap(0, 0) == 0 && level_node_cap(0, 77) == 77,
          "level 0 has no cap of its own");
    CHECK(level_node_cap(-1, 0) == 0 && level_node_cap(HENKA_MAX_LEVEL + 1, 0) == 0,
          "levels there are not play at full strength");
    for (int level = 1; level <= HENKA_MAX_LEVEL; level++) {
        uint64_t cap = level_node_cap(level, 0);
        CHECK(cap > before, "level %d searches %llu nodes, the one below %llu", level,
              (unsigned long long)cap, (unsigned long long)before);
        CHECK(level_node_cap(level, 10) == 10 && level_node_cap(level, cap + 1) == cap,
              "level %d: the smaller of two limits counts", level);
        CHECK(level == 1 || level_of(level).blunder_percent < level_of(level - 1).blunder_percent,
              "level %d blunders as often as the one below", level);
        before = cap;
    }
    CHECK(level_of(HENKA_MAX_LEVEL).blunder_percent == 0, "the highest level blunders");
}

/* A worker that knows of the game what a search tells it. */
static void set_up(Worker *w, const HenkaGame *game) {
    w->eval = eval_of(game->variant);
    worker_set_up(w, game);
    w->root_count = 0;
    size_t count = henka_game_moves(game, w->moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < count; i++)
        w->root_moves[w->root_count++] = (RootMove){.move = w->moves[i]};
}

static void check_choices(Worker *w, const char *name, bool lasting) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = random_game(variant, 6, 4);
    set_up(w, game);
    for (int level = 0; level <= HENKA_MAX_LEVEL; level++) {
        int blunders = 0, percent = level_of(level).blunder_percent;
        HenkaMove one = 0;
        bool several = false;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            HenkaMove m = level_blunder(w, level, seed * 0x9E3779B97F4A7C15u);
            CHECK(m == level_blunder(w, level, seed * 0x9E3779B97F4A7C15u),
                  "%s level %d seed %llu: two answers", name, level, (unsigned long long)seed);
            if (!m) continue;
            CHECK(henka_game_legal(game, m) && !position_is_capture(&game->position, m),
                  "%s level %d seed %llu: %llx is no quiet move", name, level,
                  (unsigned long long)seed, (unsigned long long)m);
            several |= one && m != one, one = m;
            blunders++;
        }
        CHECK(blunders >= (percent - 4) * SEEDS / 100 && blunders <= (percent + 4) * SEEDS / 100 &&
                  (percent || !blunders),
              "%s level %d: blunders in %d of %d, not %d in a hundred", name, level, blunders,
              SEEDS, percent);
        CHECK(!percent || several, "%s level %d: always the same blunder", name, level);
    }
    /* One throw decides for several of a side's moves: all of them are blunders, or none. */
    for (int level = 6; level <= 9; level += 3) {
        int same = 0, pairs = 0, moves = level_of(level).blunder_moves;
        for (uint64_t seed = 1; seed <= 100; seed++) {
            HenkaGame *line = random_game(variant, 0, seed);
            bool last[2] = {false};
            static HenkaMove list[HENKA_MAX_MOVES];
            for (int ply = 0; ply < 4 * moves; ply++) {
                set_up(w, line);
                bool now = level_blunder(w, level, seed) != MOVE_NONE;
                if (ply / 2 % moves != 0) pairs++, same += now == last[ply % 2];
                last[ply % 2] = now;
                size_t count = henka_game_moves(line, list, HENKA_MAX_MOVES);
                if (!count || !henka_game_play(line, list[(seed + (uint64_t)ply) % count])) break;
            }
            henka_game_free(line);
        }
        CHECK(pairs > 100 && (lasting ? same == pairs : same < pairs),
              "%s level %d: the throw was the same in %d of %d pairs within %d moves", name, level,
              same, pairs, moves);
    }
    henka_game_free(game);
    henka_variant_free(variant);
}

int main(void) {
    Worker *w = aligned_alloc(_Alignof(Worker), sizeof *w); /* its members are read by vectors */
    if (w) memset(w, 0, sizeof *w);
    check_caps();
    check_choices(w, "shogi", true);
    check_choices(w, "suzumu", false); /* no hands: care is decided move by move */
    check_choices(w, "ito", false);
    free(w);
    return check_done();
}
