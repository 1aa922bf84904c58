#include "search/level.h"

#include "henka.h"

static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0}, {150, 92}, {300, 84}, {400, 71}, {600, 57}, {1000, 45}, {2000, 33}, {4500, 22}, {15000, 8}, {45000, 3}, {0, 0},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }
