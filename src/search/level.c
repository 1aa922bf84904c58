#include "search/level.h"

#include "henka.h"

static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0}, {150, 92}, {300, 84}, {400, 71}, {700, 55}, {1200, 40}, {3000, 27}, {8000, 13}, {22000, 6}, {45000, 3}, {0, 0},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }
