#include "search/level.h"

#include "henka.h"

static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 0, 0},     {40, 1, 300, 82}, {60, 1, 270, 55}, {130, 3, 185, 32}, {200, 4, 130, 17}, {400, 5, 80, 8},
    {1000, 0, 40, 2}, {2200, 0, 24, 0}, {5000, 0, 16, 0}, {14000, 0, 6, 0},  {0, 0, 0, 0},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }
