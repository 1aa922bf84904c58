#include "search/level.h"

#include "base/random.h"

/* nodes, blunder_percent, blunder_moves; docs/strength.md has the matches of each level against the
 * one below. */
static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 1},     {150, 92, 3},  {300, 84, 3},  {400, 71, 3},  {700, 55, 3},  {1200, 40, 3},
    {3000, 27, 3}, {8000, 14, 4}, {24000, 8, 6}, {55000, 4, 8}, {90000, 0, 1},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }

uint64_t level_node_cap(int level, uint64_t nodes) {
    uint64_t most = level_of(level).nodes;
    return most && (!nodes || nodes > most) ? most : nodes;
}

Move level_blunder(Worker *w, int number, uint64_t seed) {
    Level level = level_of(number);
    const HenkaVariant *v = w->variant;
    /* Where captured pieces come back as drops, on a board with room for them, a blunder costs so
     * much that levels would lie too far apart. There one throw decides for several moves; it is
     * made by the position that these moves began with. */
    int moves = v->hands && v->squares > STRIP_SQUARES ? level.blunder_moves : 1;
    int plies = w->path.root, back = plies / 2 % moves * 2;
    Random throw = {seed ^ (back ? w->path.keys[plies - back] : w->position.key)};
    if (random_below(&throw, 100) >= level.blunder_percent) return MOVE_NONE;

    /* A blunder is any move that takes nothing: captures are overlooked. */
    Random choice = {~(seed ^ w->position.hash)};
    int quiet = 0;
    for (int i = 0; i < w->root_count; i++)
        if (!position_is_capture(&w->position, w->root_moves[i].move))
            w->moves[quiet++] = w->root_moves[i].move;
    return quiet ? w->moves[random_below(&choice, (uint32_t)quiet)] : MOVE_NONE;
}
