#include "search/level.h"

#include "henka.h"

static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 0, 0},
    {40, 1, 900, 68},
    {60, 1, 800, 50},
    {100, 2, 600, 34},
    {160, 2, 450, 21},
    {300, 3, 320, 12},
    {700, 4, 200, 5},
    {2200, 6, 100, 1},
    {8000, 0, 40, 0},
    {30000, 0, 0, 0},
    {0, 0, 0, 0},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }
