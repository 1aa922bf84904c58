#include "rules/repetition.h"

#include "rules/game.h"

/* Did every second move from ply `first` to ply `count` - 1 give check? */
static bool all_checks(const bool *checks, size_t stride, int first, int count) {
    for (int i = first; i < count; i += 2)
        if (!checks[(size_t)i * stride]) return false;
    return true;
}

/* The position repeats after an even number of plies. So the side to move also moved at ply
 * `first`, and both sides have moved since. */
int repetition_result(const HenkaVariant *v, const bool *checks, size_t stride, int first,
                      int count) {
    if (v->repeat != REPEAT_DRAW_PERPETUAL_LOSES) return 0;
    bool mine = all_checks(checks, stride, first, count),
         theirs = all_checks(checks, stride, first + 1, count);
    return theirs - mine;
}

int game_occurrences(const HenkaGame *game, uint64_t key) {
    int count = 0;
    for (int i = 0; i < game->plies; i++) count += game->history[i].key == key;
    return count;
}

enum { COPY_STEPS = 32 /* steps charged for copying a position */ };

bool game_repeats_illegally(const HenkaGame *game, Move move) {
    const HenkaVariant *v = game->variant;
    if (v->repeat != REPEAT_ILLEGAL) return false;
    bool possible = false;
    for (int i = 0; i < game->plies && !possible; i++) possible = game->history[i].repeated;
    if (!possible || game_is_spent(game)) return false;
    game_spend_history(game);
    budget_spend(game->position.budget, 0, COPY_STEPS);
    Position after = game->position;
    Edits edits;
    position_do(&after, move, &edits);
    return game_occurrences(game, after.key) >= v->repeat_count - 1;
}

HenkaOutcome game_repetition(const HenkaGame *game) {
    const HenkaVariant *v = game->variant;
    HenkaOutcome playing = {HENKA_PLAYING, -1};
    int seen = 1, first = game->plies, side = game->position.side;
    if (v->repeat == REPEAT_NONE) return playing;
    game_spend_history(game);
    /* Positions with the same side to move are an even number of plies apart. */
    for (int i = game->plies - 2; i >= 0 && seen < v->repeat_count; i -= 2)
        if (game->history[i].key == game->position.key) seen++, first = i;
    if (seen < v->repeat_count) return playing;
    if (v->repeat == REPEAT_ILLEGAL) return (HenkaOutcome){HENKA_REPETITION, side};
    int result =
        repetition_result(v, &game->history->check, sizeof *game->history, first, game->plies);
    return result ? (HenkaOutcome){HENKA_PERPETUAL_CHECK, result > 0 ? side : !side}
                  : (HenkaOutcome){HENKA_REPETITION, -1};
}
