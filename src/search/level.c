#include "search/level.h"

#include "base/random.h"

/* nodes, careless in a hundred, moves that a careless spell lasts; docs/strength.md has the matches
 * of each level against the one below. */
static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 1},     {150, 92, 3},  {300, 84, 3},  {400, 71, 3},  {700, 55, 3},  {1200, 40, 3},
    {3000, 27, 3}, {8000, 14, 4}, {24000, 8, 6}, {55000, 4, 8}, {90000, 0, 1},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }

uint64_t level_node_cap(int level, uint64_t nodes) {
    uint64_t most = level_of(level).nodes;
    return most && (!nodes || nodes > most) ? most : nodes;
}

Move level_careless_move(Worker *w, int number, uint64_t seed) {
    Level level = level_of(number);
    const HenkaVariant *v = w->variant;
    /* Where captured pieces come back as drops, on a board with room for them, a slip costs so much
     * that levels would lie too far apart: there care is decided for a spell of moves, by the
     * position that the spell began with. */
    int spell = v->hands && v->squares > STRIP_SQUARES ? level.spell : 1;
    int plies = w->path.root, back = plies / 2 % spell * 2;
    Random care = {seed ^ (back ? w->path.keys[plies - back] : w->position.key)};
    if (random_below(&care, 100) >= level.careless_percent) return MOVE_NONE;

    /* A careless player plays any move that takes nothing: captures are overlooked. */
    Random choice = {~(seed ^ w->position.hash)};
    int quiet = 0;
    for (int i = 0; i < w->root_count; i++)
        if (!position_is_capture(&w->position, w->root_moves[i].move))
            w->moves[quiet++] = w->root_moves[i].move;
    return quiet ? w->moves[random_below(&choice, (uint32_t)quiet)] : MOVE_NONE;
}
