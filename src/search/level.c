#include "search/level.h"

#include "henka.h"

static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 0, 0},
    {40, 1, 900, 80},
    {80, 1, 700, 45},
    {120, 2, 500, 25},
    {240, 3, 350, 12},
    {600, 4, 220, 5},
    {1500, 6, 120, 0},
    {4000, 0, 60, 0},
    {12000, 0, 30, 0},
    {40000, 0, 0, 0},
    {0, 0, 0, 0},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }
