/* game - a position with its history: repetition and endings. Interfaces hold their games as this.
 * Implements the henka_game_* calls. */
#ifndef HENKA_RULES_GAME_H
#define HENKA_RULES_GAME_H

#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/repetition.h"

/* One move of the game, filled when it is played. */
typedef struct HistoryEntry {
    uint64_t key;  /* Position.key of the position before the move */
    Move move;     /* the move played */
    Edits edits;   /* what it changed, to take it back */
    bool check;    /* the move gave check */
    bool repeated; /* the position with this key has occurred so often that one more occurrence
                      would break the repetition rule */
} HistoryEntry;

struct HenkaGame {
    const HenkaVariant *variant; /* retained */
    Position first;              /* the position in which the game began */
    Position position;           /* the current position; both hold the game's budget */
    int first_number;            /* move number of the SFEN it began with */
    HistoryEntry *history;       /* owned; grows by doubling */
    int plies, capacity;         /* entries of history: used, and allocated */
    HenkaOutcome ended; /* an ending by agreement or error; reason HENKA_PLAYING: there is none */
};

/* Makes a game that begins with this position and shares its budget. Keeps the position's variant
 * alive. */
HenkaGame *game_from(const Position *, int first_number); /* NULL: no memory */
/* Says why a legal move could not be played: the budget is spent, or memory is. Always false. */
bool game_say_unplayed(const HenkaGame *, HenkaError *);
/* Is the game's budget spent? */
static inline bool game_is_spent(const HenkaGame *game) {
    return budget_spent(game->position.budget);
}

/* Charges the budget for going through all moves of the game (base/budget.h). */
static inline void game_spend_history(const HenkaGame *game) {
    budget_spend(game->position.budget, 0, (uint64_t)game->plies / 4);
}

/* The number of earlier positions of the game that have this key. The current one is not
 * counted. */
int game_occurrences(const HenkaGame *, uint64_t key);
/* Would this move, otherwise legal, repeat a position once more than the variant allows? */
bool game_repeats_illegally(const HenkaGame *, Move);

/* The outcome of the current position by the repetition rule: HENKA_PLAYING, HENKA_REPETITION or
 * HENKA_PERPETUAL_CHECK, with the winner. Under REPEAT_ILLEGAL the answer HENKA_REPETITION with the
 * side to move as winner means that the last move was not allowed. */
HenkaOutcome game_repetition(const HenkaGame *);

/* The outcome by the rules about a single position: no legal move, royals lost, baring. Repetition
 * is not tested. */
HenkaOutcome game_position_outcome(Position *);
/* Does the move, whose edits are given, restart the count of HenkaVariant.move_limit? A capture, a
 * drop and a move of certain kinds do. */
bool game_restarts_count(const HenkaVariant *, Move, const Edits *);
/* The number of plies since the last one that restarts that count. */
int game_uneventful_plies(const HenkaGame *);

/* The number of positions `depth` plies below (chessprogramming.org/Perft), without the repetition
 * rule. A position whose game is over (royals lost, or a side bared) has none below it. */
uint64_t game_perft(const Position *, int depth); /* UINT64_MAX: no memory */

/* Points of the impasse count: everything on the board and in hand. */
int game_impasse_points(const Position *, int side);

#endif
