#include "rules/game.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

HenkaGame *game_from(const Position *first, int first_number) {
    HenkaGame *game = memory_take_zeroed(sizeof *game);
    if (!game) return NULL;
    game->variant = henka_variant_retain(first->variant);
    game->first = game->position = *first;
    game->first_number = first_number;
    game->ended = (HenkaOutcome){HENKA_PLAYING, -1};
    return game;
}

HenkaGame *henka_game_copy(const HenkaGame *game) {
    size_t bytes = (size_t)game->plies * sizeof *game->history;
    HenkaGame *copy = memory_take(sizeof *copy);
    HistoryEntry *history = bytes ? memory_take(bytes) : NULL;
    if (!copy || (bytes && !history)) {
        memory_give(copy);
        memory_give(history);
        return NULL;
    }
    *copy = *game;
    copy->variant = henka_variant_retain(game->variant);
    copy->capacity = game->plies;
    copy->history = bytes ? memcpy(history, game->history, bytes) : NULL;
    return copy;
}

void henka_game_set_budget(HenkaGame *game, HenkaBudget *budget) {
    game->first.budget = game->position.budget = budget;
}

bool game_say_unplayed(const HenkaGame *game, HenkaError *error) {
    return game_is_spent(game) ? henka_budget_error(game->position.budget, game->variant, error)
                               : error_set(error, MSG_NO_MEMORY);
}

void henka_game_free(HenkaGame *game) {
    if (!game) return;
    henka_variant_free((HenkaVariant *)game->variant); /* ends the reference that game_from took */
    memory_give(game->history);
    memory_give(game);
}

const HenkaVariant *henka_game_variant(const HenkaGame *game) { return game->variant; }

HenkaSide henka_game_side(const HenkaGame *game) {
    return game->position.side ? HENKA_GOTE : HENKA_SENTE;
}

int henka_game_piece(const HenkaGame *game, int square, HenkaSide *side) {
    if (square < 0 || square >= game->variant->squares) return 0;
    Piece piece = game->position.board[square];
    if (piece && side) *side = piece_side(piece) ? HENKA_GOTE : HENKA_SENTE;
    return piece_type(piece);
}

int henka_game_hand(const HenkaGame *game, HenkaSide side, int type) {
    if (type < 1 || type > game->variant->type_count || (unsigned)side > HENKA_GOTE) return 0;
    int index = game->variant->hand_index[type];
    return index == HAND_NONE ? 0 : game->position.hand[side == HENKA_GOTE][index];
}

/* With freezing, a royal is in check only if an unfrozen piece could take the last royal. */
bool henka_game_in_check(const HenkaGame *game) {
    const Position *p = &game->position;
    if (!attacks_in_check(p)) return false;
    if (!game->variant->freezing) return true;
    Position other = *p;
    Edits pass;
    position_do_null(&other, &pass);
    Move list[HENKA_MAX_MOVES];
    int count = movegen_legal(&other, MOVEGEN_CAPTURES, list);
    for (int i = 0; i < count; i++) {
        movegen_spend_trial(&other);
        Position after = other;
        Edits edits;
        position_do(&after, list[i], &edits);
        if (!after.royals[p->side]) return true;
    }
    return false;
}

bool henka_game_is_strict(const HenkaGame *game) { return game->variant->strict; }

bool henka_game_frozen(const HenkaGame *game, int square) {
    if (square < 0 || square >= game->variant->squares || !game->position.board[square])
        return false;
    return attacks_is_frozen(&game->position, square);
}

bool henka_game_attacked(const HenkaGame *game, int square, HenkaSide by) {
    return square >= 0 && square < game->variant->squares && (unsigned)by <= HENKA_GOTE &&
           attacks_square_attacked(&game->position, square, by);
}

uint64_t henka_game_hash(const HenkaGame *game) { return game->position.hash; }

int henka_game_plies(const HenkaGame *game) { return game->plies; }

HenkaMove henka_game_move_at(const HenkaGame *game, int ply) {
    return ply >= 0 && ply < game->plies ? game->history[ply].move : HENKA_NO_MOVE;
}

size_t henka_game_moves(const HenkaGame *game, HenkaMove *out, size_t cap) {
    Move few[HENKA_MAX_MOVES], *list = cap < HENKA_MAX_MOVES ? few : out;
    if (henka_game_outcome(game).reason != HENKA_PLAYING) return 0;
    Position p = game->position; /* a copy, because other threads may be reading the game */
    int count = movegen_legal(&p, MOVEGEN_ALL, list);
    size_t kept = 0;
    for (int i = 0; i < count && !game_is_spent(game); i++)
        if (!game_repeats_illegally(game, list[i])) list[kept++] = list[i];
    if (game_is_spent(game)) return 0;
    if (list == few && cap) memcpy(out, few, (kept < cap ? kept : cap) * sizeof *out);
    return kept;
}

bool henka_game_legal(const HenkaGame *game, HenkaMove move) {
    if (move == HENKA_NO_MOVE || henka_game_outcome(game).reason != HENKA_PLAYING) return false;
    Position p = game->position;
    return movegen_is_legal(&p, move) && !game_repeats_illegally(game, move) &&
           !game_is_spent(game);
}

/* Returns the history's entry for the next ply, and grows a full history; NULL: out of memory. */
static HistoryEntry *history_next(HenkaGame *game) {
    if (game->plies == game->capacity) {
        int capacity = game->capacity ? 2 * game->capacity : 64;
        HistoryEntry *history =
            memory_grow(game->history, (size_t)game->capacity * sizeof *game->history,
                        (size_t)capacity * sizeof *game->history);
        if (!history) return NULL;
        game->history = history;
        game->capacity = capacity;
    }
    return &game->history[game->plies];
}

bool henka_game_play(HenkaGame *game, HenkaMove move) {
    if (!henka_game_legal(game, move)) {
        /* a move that only the repetition rule forbids is refused and does not lose */
        if (game->variant->strict && move != HENKA_NO_MOVE &&
            !movegen_is_legal(&game->position, move) && !game_is_spent(game))
            henka_game_end(game, HENKA_ILLEGAL_MOVE, henka_game_side(game));
        return false;
    }
    HistoryEntry *entry = history_next(game);
    if (!entry) return false;
    entry->key = game->position.key;
    entry->move = move;
    entry->check = attacks_gives_check(&game->position, move);
    game_spend_history(game);
    if (game_is_spent(game)) return false;
    entry->repeated = game_occurrences(game, entry->key) + 1 >= game->variant->repeat_count - 1;
    position_do(&game->position, move, &entry->edits);
    game->plies++;
    return true;
}

bool henka_game_undo(HenkaGame *game) {
    bool had_ended = game->ended.reason != HENKA_PLAYING;
    game->ended = (HenkaOutcome){HENKA_PLAYING, -1};
    if (!game->plies) return had_ended;
    position_undo(&game->position, &game->history[--game->plies].edits);
    return true;
}

HenkaMoveParts henka_game_parts(const HenkaGame *game, HenkaMove move) {
    const Position *p = &game->position;
    if (!position_could_make(p, move)) return (HenkaMoveParts){.from = -1, .to = -1};
    HenkaMoveParts parts = {.drop = move_is_drop(move),
                            .skip = move_is_skip(move),
                            .promotes = move_becomes(move) != 0,
                            .to = move_to(move)};
    parts.from = parts.drop ? -1 : move_from(move);
    parts.type = parts.drop ? move_dropped(move) : piece_type(p->board[parts.from]);
    parts.becomes = position_becomes(p, move);
    parts.victim_count = position_victims(p, move, parts.victims);
    parts.capture = parts.victim_count > 0;
    parts.igui = parts.capture && parts.from == parts.to;
    parts.flips = !parts.promotes && parts.becomes != parts.type;
    return parts;
}

/* Is the game over although the position has legal moves? Only baring, and the loss of the first of
 * several royals, end a game in this way. */
static bool over_with_moves(Position *p) {
    const HenkaVariant *v = p->variant;
    if (!v->bare_loses && !v->royal_sides && !v->any_royal_loses) return false;
    HenkaReason reason = game_position_outcome(p).reason;
    return reason == HENKA_BARED || reason == HENKA_ROYAL_CAPTURED || reason == HENKA_ROYALS_LOST;
}

static uint64_t nodes_below(Position *p, int depth, Move *list) {
    if (over_with_moves(p)) return 0;
    int count = movegen_legal(p, MOVEGEN_ALL, list);
    budget_spend(p->budget, 0, (uint64_t)count);
    if (depth <= 1) return (uint64_t)count;
    uint64_t nodes = 0;
    for (int i = 0; i < count && !budget_spent(p->budget); i++) {
        Edits e;
        position_do(p, list[i], &e);
        nodes += nodes_below(p, depth - 1, list + count);
        position_undo(p, &e);
    }
    return nodes;
}

enum { PERFT_DEPTH = 32 };

uint64_t game_perft(const Position *p, int depth) {
    if (depth <= 0) return 1;
    if (depth > PERFT_DEPTH) depth = PERFT_DEPTH;
    Position copy = *p;
    Move *list = memory_take(sizeof *list * (size_t)depth * HENKA_MAX_MOVES);
    if (!list) return UINT64_MAX;
    uint64_t nodes = nodes_below(&copy, depth, list);
    memory_give(list);
    return nodes;
}

uint64_t henka_game_perft(const HenkaGame *game, int depth) {
    return game_perft(&game->position, depth);
}
