/* game - a position with its history: repetition and endings. The engine, server and notations use
 * this type for their games. Implements the henka_game_* calls. */
#ifndef HENKA_RULES_GAME_H
#define HENKA_RULES_GAME_H

#include "rules/attacks.h"
#include "rules/movegen.h"

/* One move of the game, filled when it is played. */
typedef struct HistoryEntry {
    uint64_t key;  /* Position.key of the position before the move */
    Move move;     /* the move that was played */
    Edits edits;   /* the changes that the move made, to take it back */
    bool check;    /* the move gave check */
    bool repeated; /* one more occurrence of `key` would violate the repetition rule */
} HistoryEntry;

struct HenkaGame {
    const HenkaVariant *variant; /* retained by the game */
    Position first;              /* the position in which the game began */
    Position position;           /* the current position; shares its budget with `first` */
    int first_number;            /* move number in the SFEN with which the game began */
    HistoryEntry *history;       /* owned; doubled in size when full */
    int plies, capacity;         /* entries of `history` that are used, and allocated */
    HenkaOutcome ended;          /* an ending such as by resignation; reason HENKA_PLAYING: none */
};

/* Makes a game from this position; shares its budget and keeps a reference to its variant. */
HenkaGame *game_from(const Position *, int first_number); /* NULL: out of memory */
/* Reports why a legal move could not be played: no budget or memory is left. Returns false. */
bool game_say_unplayed(const HenkaGame *, HenkaError *);
static inline bool game_is_spent(const HenkaGame *game) {
    return budget_spent(game->position.budget);
}

/* Charges the budget for a loop over all moves of the game (base/budget.h). */
static inline void game_spend_history(const HenkaGame *game) {
    budget_spend(game->position.budget, 0, (uint64_t)game->plies / 4);
}

/* Returns the number of positions before the current one that have this key. */
int game_occurrences(const HenkaGame *, uint64_t key);
/* Would this otherwise legal move repeat a position once more than the variant allows? */
bool game_repeats_illegally(const HenkaGame *, Move);

/* Returns the outcome of the current position by the repetition rule: HENKA_PLAYING,
 * HENKA_REPETITION or HENKA_PERPETUAL_CHECK, with the winner. Under REPEAT_ILLEGAL, the outcome
 * HENKA_REPETITION with the side to move as winner means that the last move was illegal. */
HenkaOutcome game_repetition(const HenkaGame *);

/* Returns the result of a repeated position for the side to move: 1 won, 0 drawn, -1 lost. The
 * search (search/path.h) uses this rule, too, but counts occurrences itself. Under
 * REPEAT_DRAW_PERPETUAL_LOSES a side loses if all its moves since ply `first` gave check, unless
 * all moves of the other side did, too. The current position, at ply `count`, equals that at ply
 * `first`. checks: did move 0 give check? The flag of move n is n * `stride` bytes after it. */
int game_repetition_result(const HenkaVariant *, const bool *checks, size_t stride, int first,
                           int count);

/* Returns the outcome by the rules about a single position (no legal move, royals lost, baring). */
HenkaOutcome game_position_outcome(Position *);
/* Does the move, whose edits are given, restart the count of moves for HenkaVariant.move_limit? A
 * capture, a drop and moves of certain types do. */
bool game_restarts_count(const HenkaVariant *, Move, const Edits *);
/* Returns the number of plies since a move restarted the count for HenkaVariant.move_limit. */
int game_uneventful_plies(const HenkaGame *);

/* Returns the number of positions `depth` plies below (chessprogramming.org/Perft), without the
 * repetition rule. Nothing is below a position whose game is over (royals lost, a side bared). */
uint64_t game_perft(const Position *, int depth); /* UINT64_MAX: out of memory */

#endif
