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

/* Did every second move of the history from `first` up to `last` give check, `last` among them?
 * None at all: no. */
static bool checked_always(const HenkaGame *game, int first, int last) {
    bool any = false;
    for (int i = last; i >= first; i -= 2) {
        if (!game->history[i].check) return false;
        any = true;
    }
    return any;
}

HenkaOutcome repetition_outcome(const HenkaGame *game) {
    const HenkaVariant *v = game->variant;
    HenkaOutcome playing = {HENKA_PLAYING, -1}, draw = {HENKA_REPETITION, -1};
    if (v->repeat == REPEAT_NONE) return playing;
    int seen = 1, first = game->plies, side = game->position.side;
    /* Positions with the same side to move are an even number of plies apart. */
    for (int i = game->plies - 2; i >= 0 && seen < v->repeat_count; i -= 2)
        if (game->history[i].key == game->position.key) seen++, first = i;
    if (seen < v->repeat_count) return playing;
    if (v->repeat == REPEAT_ILLEGAL) return (HenkaOutcome){HENKA_REPETITION, side};
    if (v->repeat == REPEAT_DRAW) return draw;
    bool mover = checked_always(game, first, game->plies - 1),
         other = checked_always(game, first, game->plies - 2);
    if (mover == other) return draw;
    return (HenkaOutcome){HENKA_PERPETUAL_CHECK, mover ? side : !side};
}
