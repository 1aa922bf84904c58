#include "search/level.h"

#include "henka.h"

static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 0, 0},    {40, 1, 300, 82}, {60, 1, 270, 55}, {110, 2, 200, 41}, {150, 3, 150, 24}, {270, 4, 108, 12},
    {600, 5, 68, 5}, {1800, 7, 33, 1}, {6000, 0, 13, 0}, {30000, 0, 0, 0},  {0, 0, 0, 0},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }
