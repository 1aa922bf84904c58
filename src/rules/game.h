/* game - a position with its history: repetition, endings, what the interfaces hold. Implements the henka_game_* calls. */
#ifndef HENKA_RULES_GAME_H
#define HENKA_RULES_GAME_H

#include "rules/generate.h"

typedef struct HistoryEntry {
    uint64_t key;   /* of the position before the move */
    Move move;
    Edits edits;
    bool check;     /* the move gave check */
} HistoryEntry;

struct HenkaGame {
    const HenkaVariant *variant;
    Position first, position;
    int first_number;      /* move number of the SFEN it began with */
    HistoryEntry *history; /* owned */
    int plies, capacity;
    HenkaOutcome ended;    /* by agreement or error; reason HENKA_PLAYING while nothing was said */
};

/* How often the position with this key stood before in the game (the present occurrence not counted). */
int game_occurrences(const HenkaGame *, uint64_t key);

/* What the repetition rule makes of the position after `plies` entries of history, `key` now standing for the n-th time:
 * HENKA_PLAYING, HENKA_REPETITION or HENKA_PERPETUAL_CHECK with the winner. Used by game and search alike. */
HenkaOutcome repetition_outcome(const HenkaVariant *, const uint64_t *keys, const bool *checks, int count, uint64_t key, int side_to_move);

/* The ending by rule of the position itself (no legal move, royals lost, baring), repetition aside. */
HenkaOutcome position_outcome(const Position *);

#endif
