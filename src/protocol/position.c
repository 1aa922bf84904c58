/* position - `position [startpos | sfen SFEN] [moves …]`: all of it holds, or nothing changes. */
#include "protocol/state.h"

#include <stdlib.h>

/* The SFEN up to the word "moves"; *at moves behind that word. The caller frees. */
static char *sfen_take(const char **at) {
    const char *start = words_rest(*at), *end = start;
    Word word;
    while (word_next(at, &word) && !word_is(&word, "moves")) end = *at;
    char *sfen = strndup(start, (size_t)(end - start));
    return sfen;
}

/* A program that plays on past a repetition knows best: the same position, counted anew. Otherwise
 * `go` would answer for another one. */
static void repetition_forget(HenkaGame **game) {
    HenkaReason reason = henka_game_outcome(*game).reason;
    char sfen[4096];
    if (reason != HENKA_REPETITION && reason != HENKA_PERPETUAL_CHECK) return;
    henka_game_sfen(*game, sfen, sizeof sfen);
    HenkaGame *anew = henka_game_new(henka_game_variant(*game), sfen, NULL);
    if (!anew) return;
    henka_game_free(*game);
    *game = anew;
}

static bool moves_play(Session *session, HenkaGame **game, const char *at) {
    Word word;
    for (int number = 1; word_next(&at, &word); number++) {
        HenkaMove move;
        HenkaError error;
        repetition_forget(game);
        if (!henka_move_parse(*game, word.text, &move, &error)) {
            complain(session, "move %d, %s: %s", number, word.text, error.message);
            return false;
        }
        henka_game_play(*game, move);
    }
    if (henka_game_outcome(*game).winner < 0) repetition_forget(game);
    return true;
}

void position_run(Session *session, const char *at) {
    const char *ahead = at;
    Word first;
    HenkaError error;
    word_next(&ahead, &first);
    if (word_is(&first, "sfen") || word_is(&first, "fen")) at = ahead;
    think_stop(session, false);
    char *sfen = sfen_take(&at);
    HenkaGame *game = sfen ? henka_game_new(session->variant,
                                            *sfen && strcmp(sfen, "startpos") ? sfen : NULL, &error)
                           : NULL;
    if (!*first.text)
        complain(session, "position: expected startpos or sfen");
    else if (!game)
        complain(session, "sfen, column %d: %s", error.column, error.message);
    else if (moves_play(session, &game, at)) {
        session_place(session, game);
        game = NULL;
    }
    if (game) henka_game_free(game);
    free(sfen);
}
