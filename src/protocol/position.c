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

static bool moves_play(Session *session, HenkaGame *game, const char *at) {
    Word word;
    for (int number = 1; word_next(&at, &word); number++) {
        HenkaMove move;
        HenkaError error;
        if (!henka_move_parse(game, word.text, &move, &error)) {
            complain(session, "move %d, %s: %s", number, word.text, error.message);
            return false;
        }
        henka_game_play(game, move);
    }
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
    HenkaGame *game = sfen ? henka_game_new(session->variant, *sfen && strcmp(sfen, "startpos") ? sfen : NULL, &error) : NULL;
    if (!*first.text)
        complain(session, "position: expected startpos or sfen");
    else if (!game)
        complain(session, "sfen, column %d: %s", error.column, error.message);
    else if (moves_play(session, game, at)) {
        session_place(session, game);
        game = NULL;
    }
    if (game) henka_game_free(game);
    free(sfen);
}
