#include "search/level.h"

#include "henka.h"

/* nodes, careless in a hundred, moves a careless spell lasts */
static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 1},     {150, 92, 3},  {300, 84, 3},  {400, 71, 3},  {700, 55, 3},  {1200, 40, 3},
    {3000, 27, 3}, {8000, 14, 4}, {24000, 8, 6}, {55000, 4, 8}, {90000, 0, 1},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }
