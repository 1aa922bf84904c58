/* go - how long to think, in the words of USI and UCI. */
#include "protocol/state.h"

typedef struct GoWord {
    const char *name;
    void (*read)(Session *, HenkaLimits *, const char **at);
} GoWord;

enum { TIME_LIMIT_MS = 1000000000, DEPTH_LIMIT = 120, MATE_LIMIT = 1000 };

static bool word_known(const char *text);

static int64_t number_next(Session *session, const char **at, int64_t low, int64_t high) {
    const char *ahead = *at;
    Word word;
    bool any = word_next(&ahead, &word);
    int64_t number = any ? word_number(&word, low, high, INT64_MIN) : INT64_MIN;
    if (number == INT64_MIN) {
        complain(session, "go: expected a number, found %s", any ? word.text : "the end");
        if (any && !word_known(word.text)) *at = ahead; /* a keyword is left where it is */
        return 0;
    }
    *at = ahead;
    return number;
}
static int64_t time_next(Session *session, const char **at) {
    return number_next(session, at, 0, TIME_LIMIT_MS);
}

/* Black moves first in USI, White in UCI; who moves first is sente. */
static int black(const Session *session) {
    return session->protocol == &protocol_uci ? HENKA_GOTE : HENKA_SENTE;
}

static void btime(Session *s, HenkaLimits *l, const char **at) {
    l->time_ms[black(s)] = time_next(s, at);
}
static void wtime(Session *s, HenkaLimits *l, const char **at) {
    l->time_ms[!black(s)] = time_next(s, at);
}
static void binc(Session *s, HenkaLimits *l, const char **at) {
    l->increment_ms[black(s)] = time_next(s, at);
}
static void winc(Session *s, HenkaLimits *l, const char **at) {
    l->increment_ms[!black(s)] = time_next(s, at);
}
static void byoyomi(Session *s, HenkaLimits *l, const char **at) {
    l->byoyomi_ms = time_next(s, at);
}
static void movetime(Session *s, HenkaLimits *l, const char **at) {
    l->movetime_ms = time_next(s, at);
}
static void nodes(Session *s, HenkaLimits *l, const char **at) {
    l->nodes = (uint64_t)number_next(s, at, 1, INT64_MAX);
}
static void depth(Session *s, HenkaLimits *l, const char **at) {
    l->depth = (int)number_next(s, at, 1, DEPTH_LIMIT);
}
static void movestogo(Session *s, HenkaLimits *l, const char **at) {
    l->moves_to_go = (int)number_next(s, at, 0, 1000);
}
static void infinite(Session *s, HenkaLimits *l, const char **at) {
    (void)s, (void)at, l->infinite = true;
}
static void ponder(Session *s, HenkaLimits *l, const char **at) {
    (void)s, (void)at, l->ponder = true;
}

/* USI counts the time for it, UCI the moves until mate. */
static void mate(Session *s, HenkaLimits *l, const char **at) {
    const char *ahead = *at;
    Word word;
    bool endless = word_next(&ahead, &word) && word_is(&word, "infinite");
    if (endless) *at = ahead;
    if (s->protocol == &protocol_uci) {
        l->mate_plies = 2 * (int)number_next(s, at, 1, MATE_LIMIT) - 1;
        return;
    }
    l->mate_plies = -1;
    l->movetime_ms = endless ? 0 : time_next(s, at);
    s->think.mate = true;
}

static void searchmoves(Session *s, HenkaLimits *l, const char **at) {
    const char *ahead = *at;
    Word word;
    HenkaMove move;
    HenkaError error;
    while (word_next(&ahead, &word) && !word_known(word.text)) {
        *at = ahead;
        if (!henka_move_parse(s->game, word.text, &move, &error))
            complain(s, "go searchmoves: %s", error.message);
        else if (l->search_move_count < HENKA_MAX_MOVES)
            s->think.moves[l->search_move_count++] = move;
    }
    if (l->search_move_count) l->search_moves = s->think.moves;
}

static const GoWord go_words[] = {{"btime", btime},
                                  {"wtime", wtime},
                                  {"binc", binc},
                                  {"winc", winc},
                                  {"byoyomi", byoyomi},
                                  {"nodes", nodes},
                                  {"movetime", movetime},
                                  {"depth", depth},
                                  {"movestogo", movestogo},
                                  {"infinite", infinite},
                                  {"ponder", ponder},
                                  {"mate", mate},
                                  {"searchmoves", searchmoves}};

static bool word_known(const char *text) {
    for (size_t i = 0; i < sizeof go_words / sizeof *go_words; i++)
        if (!strcmp(text, go_words[i].name)) return true;
    return false;
}

/* May the side to move declare its impasse? */
static bool impasse_holds(const HenkaGame *game) {
    HenkaGame *copy = henka_game_copy(game);
    bool holds = henka_game_end(copy, HENKA_IMPASSE, henka_game_side(copy)) &&
                 henka_game_outcome(copy).winner == (int)henka_game_side(game);
    henka_game_free(copy);
    return holds;
}

void go_run(Session *session, const char *at) {
    HenkaLimits limits = {0};
    Word word;
    think_stop(session, false);
    session->think.mate = false;
    while (word_next(&at, &word)) {
        bool known = false;
        for (size_t i = 0; i < sizeof go_words / sizeof *go_words && !known; i++)
            if ((known = word_is(&word, go_words[i].name))) go_words[i].read(session, &limits, &at);
        if (!known) complain(session, "go: no such word: %s", word.text);
    }
    bool bounded = limits.time_ms[0] || limits.time_ms[1] || limits.increment_ms[0] ||
                   limits.increment_ms[1] || limits.byoyomi_ms || limits.movetime_ms ||
                   limits.nodes || limits.depth || limits.mate_plies;
    if (!bounded && !limits.ponder) limits.infinite = true;
    bool playing =
        !limits.infinite && !limits.ponder && !session->think.mate && !limits.search_moves;
    if (playing && session->protocol != &protocol_uci && impasse_holds(session->game))
        return say(session, "bestmove win");
    think_start(session, &limits, HENKA_NO_MOVE);
}
