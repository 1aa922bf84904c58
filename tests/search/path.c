/* Repetition in the search: what path_repetition says of paths written down by hand, for every
 * repetition rule, and that the search believes it. */
#include "search/path.h"
#include "../check.h"
#include "henka.h"

#include <string.h>

/* Positions are letters; a capital one: the move played there gave check. `game` of them belong to
 * the game, the rest to the search tree. The present position is `last`. */
static Terminal ask(RepeatRule rule, int count, const char *positions, int game, int floor,
                    char last) {
    static Path path;
    static HenkaVariant v;
    path_clear(&path);
    v.repeat = rule, v.repeat_count = count;
    for (const char *at = positions; *at; at++) {
        if (at == positions + game) path.root = path.length;
        path_push(&path, (uint64_t)(*at | 32) << 20, !(*at & 32));
    }
    if (game == (int)strlen(positions)) path.root = path.length;
    path.floor = floor;
    uint64_t key = (uint64_t)last << 20;
    Terminal answer =
        path_may_contain(&path, key) ? path_repetition(&path, &v, key) : TERMINAL_NONE;
    /* Popping all of it must leave the filter empty. */
    while (path.length) path_pop(&path);
    for (int i = 0; i < PATH_FILTER; i++)
        if (path.filter[i])
            CHECK(false, "%s: filter place %d is still %d", positions, i, path.filter[i]);
    return answer;
}

static void check_rules(void) {
    enum {
        NONE = REPEAT_NONE,
        DRAW = REPEAT_DRAW,
        PERPETUAL = REPEAT_DRAW_PERPETUAL_LOSES,
        ILLEGAL = REPEAT_ILLEGAL
    };
    static const struct {
        int rule, count;
        const char *positions;
        int game, floor;
        char last;
        Terminal answer;
        const char *why;
    } cases[] = {
        {DRAW, 4, "abcd", 0, 0, 'a', TERMINAL_DRAW, "a first return within the tree counts"},
        {DRAW, 4, "abcd", 0, 0, 'e', TERMINAL_NONE, "a new position is none"},
        {DRAW, 4, "abcd", 4, 0, 'a', TERMINAL_NONE, "the second of four in the game is none"},
        {DRAW, 4, "abcdabcdabcd", 12, 0, 'a', TERMINAL_DRAW, "the fourth of four in the game is"},
        {DRAW, 4, "abcdabcd", 8, 0, 'a', TERMINAL_NONE, "the third of four is none"},
        {DRAW, 3, "abcdabcd", 8, 0, 'a', TERMINAL_DRAW, "the third of three is"},
        {DRAW, 4, "abcda", 3, 0, 'd', TERMINAL_DRAW, "d stood in the tree"},
        {DRAW, 4, "abca", 4, 0, 'a', TERMINAL_NONE,
         "an odd number of plies back is the other side's"},
        {DRAW, 4, "abcd", 0, 1, 'a', TERMINAL_NONE, "before a null move nothing counts"},
        {DRAW, 2, "abcd", 4, 0, 'a', TERMINAL_DRAW, "the second of two in the game"},
        {PERPETUAL, 4, "abcd", 0, 0, 'a', TERMINAL_DRAW, "no checks: a draw"},
        {PERPETUAL, 4, "AbCd", 0, 0, 'a', TERMINAL_LOST, "the side to move gave perpetual check"},
        {PERPETUAL, 4, "aBcD", 0, 0, 'a', TERMINAL_WON, "the other side gave perpetual check"},
        {PERPETUAL, 4, "ABCD", 0, 0, 'a', TERMINAL_DRAW, "both gave perpetual check"},
        {PERPETUAL, 4, "Abcd", 0, 0, 'a', TERMINAL_DRAW, "one check of two is not perpetual"},
        {PERPETUAL, 4, "abCd", 0, 0, 'a', TERMINAL_DRAW, "the other one of two neither"},
        {PERPETUAL, 4, "abcD", 0, 0, 'a', TERMINAL_DRAW, "nor one of the other side's"},
        {PERPETUAL, 4, "xyAbCd", 0, 0, 'a', TERMINAL_LOST, "moves before the cycle do not count"},
        {PERPETUAL, 4, "AbCdAbCdAbCd", 12, 0, 'a', TERMINAL_LOST, "the whole of it in the game"},
        {PERPETUAL, 4, "abCdAbCdAbCd", 12, 0, 'a', TERMINAL_DRAW, "since the first of the four"},
        {PERPETUAL, 4, "abcdAbCd", 4, 0, 'a', TERMINAL_LOST, "in the tree since the last one"},
        {ILLEGAL, 3, "abcdabcd", 8, 0, 'a', TERMINAL_ILLEGAL, "the third may not be"},
        {ILLEGAL, 3, "abcdabcd", 0, 0, 'a', TERMINAL_ILLEGAL, "in the tree neither"},
        {ILLEGAL, 3, "abcd", 0, 0, 'a', TERMINAL_NONE, "the second may, in the tree too"},
        {NONE, 4, "abcd", 0, 0, 'a', TERMINAL_DRAW, "going round in the tree leads nowhere"},
        {NONE, 4, "abcdabcdabcd", 12, 0, 'a', TERMINAL_NONE, "no rule, however often in the game"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Terminal answer = ask((RepeatRule)cases[i].rule, cases[i].count, cases[i].positions,
                              cases[i].game, cases[i].floor, cases[i].last);
        CHECK(answer == cases[i].answer,
              "rule %d of %d, %s (%d of the game, floor %d), then %c: %d, not %d: %s",
              cases[i].rule, cases[i].count, cases[i].positions, cases[i].game, cases[i].floor,
              cases[i].last, answer, cases[i].answer, cases[i].why);
    }
}

static bool play(HenkaGame *game, const char *moves) {
    char text[16];
    for (int length; sscanf(moves, "%15s%n", text, &length) == 1; moves += length) {
        HenkaMove move;
        if (!henka_move_parse(game, text, &move, NULL) || !henka_game_play(game, move))
            return false;
    }
    return true;
}

/* The search's score of one move, two plies deep. */
static int score_of(HenkaEngine *engine, HenkaGame *game, const char *text) {
    HenkaMove move = 0;
    bool legal = henka_move_parse(game, text, &move, NULL);
    CHECK(legal, "%s is not legal", text);
    HenkaLimits limits = {.depth = 2, .search_moves = &move, .search_move_count = 1};
    henka_engine_new_game(engine);
    return legal ? henka_engine_go(engine, game, &limits, NULL, NULL).score_cp : 0;
}

/* A rook gives check on two ranks in turn, or goes to and fro on its file: three times the position
 * has stood, and the fourth loses by perpetual check, or draws. */
static void check_search(void) {
    static const struct {
        const char *sfen, *moves, *again, *other;
        int least, most;
    } cases[] = {
        {"4k4/9/9/9/9/9/9/9/R3K4 b - 1",
         "9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a", "9b9a", "9b9c",
         -HENKA_SCORE_MATE, 1 - HENKA_SCORE_MATE},
        {"4k4/9/9/9/9/9/R8/9/4K4 b - 1",
         "9g9h 5a5b 9h9i 5b5a 9i9h 5a5b 9h9i 5b5a 9i9h 5a5b 9h9i 5b5a", "9i9h", "9i9g", -2, 2},
    };
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        HenkaGame *game = henka_game_new(v, cases[i].sfen, NULL);
        bool played = game && play(game, cases[i].moves);
        CHECK(played, "%s: %s is not legal", cases[i].sfen, cases[i].moves);
        if (played) {
            int again = score_of(engine, game, cases[i].again),
                other = score_of(engine, game, cases[i].other);
            CHECK(again >= cases[i].least && again <= cases[i].most,
                  "%s after %s: %s scores %d, not %d to %d", cases[i].sfen, cases[i].moves,
                  cases[i].again, again, cases[i].least, cases[i].most);
            CHECK(other > 300, "%s after %s: %s scores %d, a rook up", cases[i].sfen,
                  cases[i].moves, cases[i].other, other);
        }
        henka_game_free(game);
    }
    henka_engine_free(engine);
    henka_variant_free(v);
}

int main(void) {
    check_rules();
    check_search();
    return check_done();
}
