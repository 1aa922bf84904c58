/* A game from text: SFEN, FEN, "startpos", with moves after it. */
#include <stdlib.h>

#include "base/error.h"
#include "notation/moves.h"
#include "notation/sfen.h"

enum { MOST_MOVES = HENKA_MAX_MOVES - 16 }; /* beyond it the generator's list may be cut short */

static bool too_many_moves(const Position *p) {
    Move list[HENKA_MAX_MOVES];
    Position either = *p;
    for (int side = 0; side < 2; side++) {
        position_set_side(&either, side);
        if (movegen_legal(&either, MOVEGEN_ALL, list) >= MOST_MOVES) return true;
    }
    return false;
}

static HenkaGame *game_set_up(const HenkaVariant *v, const Setup *setup, HenkaError *error) {
    Position *p = malloc(sizeof *p);
    HenkaGame *game = NULL;
    if (p) setup_place(v, setup, p);
    if (!p)
        error_say(error, 0, 0, MSG_NO_MEMORY);
    else if (too_many_moves(p))
        error_at(error, 1, 1, "expected a position with fewer than %d moves, found more",
                 MOST_MOVES);
    else if (!(game = game_from(p, setup->number)))
        error_say(error, 0, 0, MSG_NO_MEMORY);
    free(p);
    return game;
}

/* Plays words up to the end; the error's column is the word's. */
static bool play_words(HenkaGame *game, Scan *s, HenkaError *error) {
    HenkaError why = {0};
    for (scan_blanks(s); !scan_done(s); scan_blanks(s)) {
        char word[128];
        int column = scan_column(s);
        scan_take_word(s, word, sizeof word);
        HenkaMove move;
        if (!henka_move_parse(game, word, &move, &why))
            return error_at(error, 1, column + why.column - 1, "move %d: %s",
                            henka_game_plies(game) + 1, why.message);
        if (!henka_game_play(game, move)) return error_say(error, 0, 0, MSG_NO_MEMORY);
    }
    return true;
}

HenkaGame *henka_game_new(const HenkaVariant *v, const char *sfen, HenkaError *error) {
    Scan s = scan_of(sfen ? sfen : "startpos", strlen(sfen ? sfen : "startpos"));
    Setup setup;
    bool moves = false;
    if (!sfen_scan_position(v, &s, &setup, &moves, error)) return NULL;
    HenkaGame *game = game_set_up(v, &setup, error);
    if (!game || !moves || play_words(game, &s, error)) return game;
    henka_game_free(game);
    return NULL;
}
