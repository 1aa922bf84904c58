#include "rules/game.h"

int game_occurrences(const HenkaGame *game, uint64_t key) {
    int count = 0;
    for (int i = 0; i < game->plies; i++) count += game->history[i].key == key;
    return count;
}

bool game_repeats_illegally(const HenkaGame *game, Move move) {
    const HenkaVariant *v = game->variant;
    if (v->repeat != REPEAT_ILLEGAL) return false;
    bool possible = false;
    for (int i = 0; i < game->plies && !possible; i++) possible = game->history[i].repeated;
    if (!possible) return false;
    Position after = game->position;
    Edits edits;
    position_do(&after, move, &edits);
    return game_occurrences(game, after.key) >= v->repeat_count - 1;
}

/* Did the side that `mover` names give check with every move it made since ply `first`? A side that
 * made none did not. */
static bool checked_always(const bool *checks, int first, int count, bool last_mover) {
    bool any = false;
    for (int i = count - (last_mover ? 1 : 2); i >= first; i -= 2) {
        if (!checks[i]) return false;
        any = true;
    }
    return any;
}

HenkaOutcome repetition_outcome(const HenkaVariant *v, const uint64_t *keys, const bool *checks,
                                int count, uint64_t key, int side_to_move) {
    HenkaOutcome playing = {HENKA_PLAYING, -1}, draw = {HENKA_REPETITION, -1};
    if (v->repeat == REPEAT_NONE) return playing;
    int seen = 1, first = count;
    /* positions with the same side to move are an even number of plies apart */
    for (int i = count - 2; i >= 0 && seen < v->repeat_count; i -= 2)
        if (keys[i] == key) seen++, first = i;
    if (seen < v->repeat_count) return playing;
    if (v->repeat == REPEAT_ILLEGAL) return (HenkaOutcome){HENKA_REPETITION, side_to_move};
    if (v->repeat == REPEAT_DRAW) return draw;
    bool mover = checked_always(checks, first, count, true),
         other = checked_always(checks, first, count, false);
    if (mover == other) return draw;
    return (HenkaOutcome){HENKA_PERPETUAL_CHECK, mover ? side_to_move : !side_to_move};
}
