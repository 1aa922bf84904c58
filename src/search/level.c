#include "search/level.h"

#include "base/random.h"

#include <stdlib.h>

/* A row for each level; level 0 has full strength. Columns: nodes, depth, overlooks,
 * overlooks_large (above 100 %, even easy moves are often overlooked). docs/strength.md has the
 * matches of each level against the level below. */
static const Level levels[HENKA_MAX_LEVEL + 1] = {
    {0, 0, 0, 0},       {20000, 1, 88, 145}, {20000, 1, 69, 117}, {20000, 1, 47, 97},
    {20000, 2, 36, 70}, {20000, 2, 22, 50},  {30000, 3, 15, 34},  {3500, 0, 15, 28},
    {7500, 0, 10, 20},  {15000, 0, 7, 14},   {24000, 0, 5, 10},
};

Level level_of(int level) { return levels[level < 0 || level > HENKA_MAX_LEVEL ? 0 : level]; }

uint64_t level_node_cap(int level, int lines, uint64_t nodes) {
    uint64_t most = level_of(level).nodes * (uint64_t)lines;
    return most && (!nodes || nodes > most) ? most : nodes;
}

int level_depth_cap(int level, int depth) {
    int most = level_of(level).depth;
    return most && (!depth || depth > most) ? most : depth;
}

void level_set_up(Worker *w, int level, uint64_t seed) {
    enum { LARGE = 128 };
    const HenkaVariant *v = w->variant;
    Level l = level_of(level);
    w->overlooks =
        (v->squares > LARGE ? l.overlooks_large : l.overlooks) * v->level_overlooks / 100;
    w->overlooks_royals = level == 1;
    w->overlook_seed = seed ^ w->position.key;
}

void level_leave_out(Worker *w) {
    w->left_out = false;
    if (!w->overlooks || stack_at(w, 0)->in_check) return;
    int kept = 0;
    for (int i = 0; i < w->root_count; i++) {
        if (level_overlooks(w, w->root_moves[i].move)) continue;
        RootMove seen = w->root_moves[i];
        w->root_moves[i] = w->root_moves[kept];
        w->root_moves[kept++] = seen;
    }
    w->left_out = kept && kept < w->root_count;
    if (kept) w->root_count = kept;
}

bool level_looks_again(const Worker *w) {
    return w->left_out && !w->stopped && w->lines[0].score <= -SCORE_MATE_FLOOR;
}

/* Returns how hard a move is to see: the percentage of Level.overlooks that applies to it. */
static int hardness(const Worker *w, Move m) {
    enum { EASIEST = 50, FAR = 3, FARTHER = 6 };
    const HenkaVariant *v = w->variant;
    const Position *p = &w->position;
    int hard = EASIEST + 15 * move_victim_count(m);
    if (move_is_drop(m)) return hard + 30;
    int files = file_of(v, move_to(m)) - file_of(v, move_from(m)),
        ranks = rank_of(v, move_to(m)) - rank_of(v, move_from(m)),
        back = p->side == HENKA_SENTE ? ranks : -ranks;
    int way = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    if (way >= FAR) hard += 20;
    if (way >= FARTHER) hard += 20;
    if (files && ranks) hard += 15;
    if (back > 0) hard += 20;
    if (!position_is_capture(p, m)) hard += 10;
    return hard > 100 ? 100 : hard;
}

/* With ROYAL_CAPTURE: does the move take the opponent's last royal, or all its royals at once? */
static bool takes_last_royal(const Position *p, Move m) {
    const HenkaVariant *v = p->variant;
    if (v->royal != ROYAL_CAPTURE || move_is_drop(m)) return false;
    int left = p->royals[!p->side];
    if (move_to(m) != move_from(m)) left -= v->types[piece_type(p->board[move_to(m)])].royal;
    for (int i = 0; i < move_victim_count(m); i++)
        left -= v->types[piece_type(p->board[move_victim(m, i)])].royal;
    return left <= 0;
}

bool level_overlooks_move(const Worker *w, Move m) {
    enum { MOST = 97 };
    int chance = w->overlooks * hardness(w, m) / 100;
    if (chance > MOST) chance = MOST;
    if (takes_last_royal(&w->position, m)) chance = w->overlooks_royals ? chance / 16 : 0;
    /* Each pair of origin and target has one chance, whatever the move captures or promotes to. */
    Random look = {w->overlook_seed ^ (m & (MOVE_DROP | 0xFFFF)) * 0xD1B54A32D192ED03u};
    return random_below(&look, 100) < (uint32_t)chance;
}
