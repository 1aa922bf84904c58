/* Openings: what a line of a file may look like and where its errors are told, and random openings
 * by their seeds. */
#include "match/opening.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char start[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
static char path[] = "/tmp/henka-openings-XXXXXX";

/* Puts the text into the file; false: it is refused. */
static bool read_text(Openings *openings, const char *text, HenkaError *error) {
    FILE *file = fopen(path, "w");
    *openings = (Openings){0};
    *error = (HenkaError){0};
    fputs(text, file);
    fclose(file);
    return openings_read(openings, path, error);
}

static void lines_of_a_file(void) {
    Openings openings;
    HenkaError error;
    bool ok = read_text(&openings,
                        "# a comment\n"
                        "\n"
                        "startpos\n"
                        "  startpos moves 7g7f\t # another\r\n"
                        " \t \n"
                        "\tsfen 9/9 b - 1  \t \t",
                        &error);
    static const OpeningLine expected[] = {
        {"startpos", 3, 1}, {"startpos moves 7g7f", 4, 3}, {"sfen 9/9 b - 1", 6, 2}};
    CHECK(ok && openings.count == 3 && !strcmp(openings.path, path), "%zu lines of \"%s\": %s",
          openings.count, openings.path, error.message);
    for (size_t i = 0; i < 3 && i < openings.count; i++) {
        const OpeningLine *line = &openings.lines[i];
        CHECK(!strcmp(line->text, expected[i].text) && line->number == expected[i].number &&
                  line->column == expected[i].column,
              "line %zu: \"%s\" at %d:%d", i, line->text, line->number, line->column);
    }
    openings_free(&openings);
    CHECK(!openings.path && !openings.lines && !openings.count, "something is left of %zu lines",
          openings.count);
}

static void no_lines(void) {
    Openings openings;
    HenkaError error;
    CHECK(!read_text(&openings, "# nothing\n\n", &error) && strstr(error.message, "no opening in"),
          "a file of comments: \"%s\"", error.message);
    CHECK(!error.line && !error.column, "it is told at %d:%d", error.line, error.column);
    openings_free(&openings);
    CHECK(!openings_read(&openings, "/nowhere/openings", &error) &&
              strstr(error.message, "/nowhere/openings") && !error.line && !error.column,
          "no such file: \"%s\" at %d:%d", error.message, error.line, error.column);
}

/* ---- what is made of a line ---- */

static void make_from_lines(const HenkaVariant *v) {
    char sfen[256], told[256], text[1024];
    Openings openings;
    HenkaError error;
    snprintf(text, sizeof text,
             "startpos\n"
             "startpos moves 7g7f  3c3d\n"
             "sfen %s w - 1\n"
             "%s w - 1 moves 3c3d\n"
             "sfen %s b - 1   moves\n",
             start, start, start);
    static const struct {
        const char *told; /* behind the pieces of the start; NULL: the game's own start */
        int plies;
        HenkaSide side;
    } expected[] = {{NULL, 0, HENKA_SENTE},
                    {NULL, 2, HENKA_SENTE},
                    {" w - 1", 0, HENKA_GOTE},
                    {" w - 1", 1, HENKA_SENTE},
                    {" b - 1", 0, HENKA_SENTE}};
    CHECK(read_text(&openings, text, &error), "refused: %s", error.message);
    for (int index = 0; index < 12; index++) {
        int line = index % 5;
        HenkaGame *game = opening_make(&openings, v, index, told, sizeof told, &error);
        CHECK(game, "opening %d: %s", index, error.message);
        if (!game) continue;
        snprintf(sfen, sizeof sfen, "%s%s", expected[line].told ? start : "",
                 expected[line].told ? expected[line].told : "");
        CHECK(!strcmp(told, sfen), "opening %d begins with \"%s\", expected \"%s\"", index, told,
              sfen);
        CHECK(henka_game_plies(game) == expected[line].plies &&
                  henka_game_side(game) == expected[line].side,
              "opening %d: %d plies, side %d to move", index, henka_game_plies(game),
              (int)henka_game_side(game));
        henka_game_free(game);
    }
    openings_free(&openings);
}

static void bad_lines(const HenkaVariant *v) {
    static const struct {
        const char *text;
        int line, column;
        const char *message; /* is part of it */
    } rows[] = {
        {"startpos moves 7g7f 7g7f", 1, 21, "7g7f"},
        {"  startpos moves  8g8e", 1, 19, "8g8e"},
        {"startpos moves nonsense", 1, 16, "nonsense"},
        {"# first\n  sfen 4k4/9/x8/9/9/9/9/9/4K4 b - 1", 2, 14, "found x"},
        {"4k4/9/x8/9/9/9/9/9/4K4 b - 1", 1, 7, "found x"},
        {"sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b 5a4a", 1, 47,
         "the game is over (checkmate)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Openings openings;
        HenkaError error;
        char told[256];
        CHECK(read_text(&openings, rows[i].text, &error), "%s: %s", rows[i].text, error.message);
        HenkaGame *game = opening_make(&openings, v, 0, told, sizeof told, &error);
        CHECK(!game && error.line == rows[i].line && error.column == rows[i].column &&
                  strstr(error.message, rows[i].message),
              "%s: at %d:%d \"%s\", expected %d:%d", rows[i].text, error.line, error.column,
              error.message, rows[i].line, rows[i].column);
        henka_game_free(game);
        openings_free(&openings);
    }
}

/* ---- random openings ---- */

static void random_lengths(const HenkaVariant *v) {
    enum { MANY = 400 };
    int counts[8] = {0};
    for (int index = 0; index < MANY; index++) {
        Openings openings = {.random = {3, 6}, .seed = 5};
        HenkaError error = {0};
        char told[64] = "x";
        HenkaGame *game = opening_make(&openings, v, index, told, sizeof told, &error);
        CHECK(game && !*told && henka_game_outcome(game).reason == HENKA_PLAYING,
              "opening %d: start \"%s\", %s", index, told, error.message);
        if (game && henka_game_plies(game) < 8) counts[henka_game_plies(game)]++;
        henka_game_free(game);
    }
    for (int plies = 0; plies < 8; plies++)
        CHECK(plies < 3 || plies > 6 ? !counts[plies]
                                     : counts[plies] > MANY / 6 && counts[plies] < MANY / 3,
              "%d openings of %d plies", counts[plies], plies);
}

/* The same games for the same seed, in every version. */
static void random_games(const HenkaVariant *v) {
    static const char *const expected[2][3] = {
        {"lnsgkgsnl/4r2b1/ppppp1p1p/5p1p1/9/P2P5/1PP1PPPPP/1B1G3R1/LNS1KGSNL b - 7",
         "lnsgk1snl/1r3g1b1/ppppp2pp/5pp2/9/1P7/P1PPPPPPP/LBG4R1/1NS1KGSNL b - 7",
         "lns1kg1nl/1r1g1s1b1/ppppppppp/9/9/9/PPPPPPPPP/1B2GG1R1/LNS1K1SNL b - 5"},
        {"lnsgkgsnl/6rb1/pppppppp1/8p/9/1P7/P1PPPPPPP/1B2K2R1/LNSG1GSNL b - 5",
         "lnsg1gsnl/1r2k2b1/ppppppp1p/7p1/9/4P4/PPPP1PPPP/1B2G2R1/LNSGK1SNL b - 5",
         "lns1kgsnl/4gr1b1/ppppppppp/9/9/P8/BPPPPPPPP/L6R1/1NSGKGSNL w - 6"}};
    for (int seed = 1; seed <= 2; seed++)
        for (int index = 0; index < 3; index++) {
            Openings openings = {.random = {4, 6}, .seed = (uint64_t)seed};
            HenkaError error = {0};
            char told[64], sfen[256] = "";
            HenkaGame *game = opening_make(&openings, v, index, told, sizeof told, &error);
            if (game) henka_game_sfen(game, sfen, sizeof sfen);
            CHECK(!strcmp(sfen, expected[seed - 1][index]), "seed %d, opening %d: %s", seed, index,
                  sfen);
            henka_game_free(game);
        }
}

/* A move that ends the game is taken back and another tried: here one of three, a5a6, leaves gote
 * without a move. */
static void moves_that_end(void) {
    static const char text[] = "name=narrow\nfiles=1\nranks=9\nsymmetry=none\nroyal=K\n"
                               "stalemate=loss\nking:K:fA:K:a1,,a9\nstone:S:mfW:S:a5,,a7\n"
                               "walker:W:W:W:a3\n";
    HenkaReport report = {0};
    HenkaVariant *v = henka_variant_parse(text, sizeof text - 1, NULL, 0, &report);
    CHECK(v, "the game is read");
    if (!v) return;
    Random random = {1};
    char moves[256] = "";
    for (int i = 0; i < 12; i++) {
        HenkaGame *game = opening_random(v, &(RandomPlies){1, 1}, &random),
                  *before = henka_game_new(v, NULL, NULL);
        char word[32] = "none";
        if (game)
            henka_move_text(before, henka_game_move_at(game, 0), HENKA_COORDINATES, word,
                            sizeof word);
        CHECK(game && henka_game_plies(game) == 1 &&
                  henka_game_outcome(game).reason == HENKA_PLAYING,
              "opening %d is %s and ends the game", i, word);
        snprintf(moves + strlen(moves), sizeof moves - strlen(moves), " %s", word);
        henka_game_free(game);
        henka_game_free(before);
    }
    CHECK(!strcmp(moves, " a3a4 a3a2 a3a2 a3a2 a3a4 a3a4 a3a2 a3a4 a3a2 a3a2 a3a4 a3a2"),
          "the openings are%s", moves);
    henka_variant_free(v);
}

/* The game's own idea of how even a position is, by a search that shares nothing with openings. */
static int score_of(const HenkaGame *game, uint64_t nodes) {
    HenkaEngine *engine = henka_engine_new(NULL);
    HenkaLimits limits = {.nodes = nodes};
    HenkaResult result = henka_engine_go(engine, game, &limits, NULL, NULL);
    henka_engine_free(engine);
    return henka_game_side(game) == HENKA_SENTE ? result.score_cp : -result.score_cp;
}

/* Quiet openings are about as even as the start, and random ones of the same seeds are not. */
static void quiet_openings(const HenkaVariant *v) {
    enum { OPENINGS = 12, NODES = 20000, UNEVEN_CP = 400 };
    HenkaGame *first = henka_game_new(v, NULL, NULL);
    int even = score_of(first, NODES), uneven[2] = {0};
    henka_game_free(first);
    for (int quiet = 0; quiet < 2; quiet++)
        for (int seed = 0; seed < OPENINGS; seed++) {
            Random random = {(uint64_t)seed + 3}, same = random;
            HenkaGame *game = opening_random(v, &(RandomPlies){6, 10, quiet}, &random),
                      *again = opening_random(v, &(RandomPlies){6, 10, quiet}, &same);
            CHECK(game && again && henka_game_hash(game) == henka_game_hash(again),
                  "quiet %d, seed %d: the same seed, another opening", quiet, seed);
            CHECK(game && henka_game_plies(game) >= 6 && henka_game_plies(game) <= 10,
                  "quiet %d, seed %d: %d plies", quiet, seed, game ? henka_game_plies(game) : -1);
            int off = game ? abs(score_of(game, NODES) - even) : 0;
            uneven[quiet] += off > UNEVEN_CP;
            henka_game_free(game);
            henka_game_free(again);
        }
    CHECK(uneven[1] * 4 < uneven[0], "%s: of %d openings %d random and %d quiet ones are uneven",
          henka_variant_name(v), OPENINGS, uneven[0], uneven[1]);
}

/* Where nobody can move, there is no opening, and the search for one ends. */
static void no_opening(void) {
    static const char text[] = "name=stuck\nfiles=1\nranks=6\nsymmetry=rotate\nroyal=K\n"
                               "stalemate=draw\nking:K:fD:K:a1\nstone:S:fW:S:a3\n";
    HenkaReport report = {0};
    HenkaVariant *v = henka_variant_parse(text, sizeof text - 1, NULL, 0, &report);
    CHECK(v, "the game is read");
    if (!v) return;
    Openings openings = {.random = {7, 9}, .seed = 1};
    HenkaError error = {0};
    char told[64];
    HenkaGame *game = opening_make(&openings, v, 0, told, sizeof told, &error);
    CHECK(!game && !error.line && !error.column &&
              !strcmp(error.message, "no 7 to 9 random moves of this game leave it going"),
          "error \"%s\" at %d:%d", error.message, error.line, error.column);
    henka_game_free(game);
    henka_variant_free(v);
}

/* Openings that two games have in common: the same moves, legal in both, also where they are moves
 * of the one that allows more; and the game that is asked for. */
static void in_common(void) {
    static const char *const forward[] = {"bishop=forward"};
    const HenkaVariant *variants[] = {henka_variant_shipped("rutherford", NULL, 0, NULL),
                                      henka_variant_shipped("rutherford", forward, 1, NULL)};
    Openings openings = {.random = {6, 10}, .seed = 4, .common = variants, .common_count = 2};
    Openings alone = {.random = {6, 10}, .seed = 4};
    int others = 0;
    for (int index = 0; index < 60; index++) {
        char told[64], names[2][8];
        HenkaError error = {0};
        HenkaGame *games[3];
        for (int i = 0; i < 2; i++) {
            games[i] = opening_make(&openings, variants[i], index, told, sizeof told, &error);
            CHECK(games[i] && henka_game_variant(games[i]) == variants[i], "opening %d: %s", index,
                  error.message);
        }
        games[2] = opening_make(&alone, variants[0], index, told, sizeof told, &error);
        others += henka_game_hash(games[0]) != henka_game_hash(games[2]);
        CHECK(henka_game_plies(games[0]) == henka_game_plies(games[1]), "opening %d: %d, %d plies",
              index, henka_game_plies(games[0]), henka_game_plies(games[1]));
        HenkaGame *replays[2] = {henka_game_new(variants[0], NULL, NULL),
                                 henka_game_new(variants[1], NULL, NULL)};
        for (int ply = 0; ply < henka_game_plies(games[0]); ply++) {
            for (int i = 0; i < 2; i++) {
                HenkaMove move = henka_game_move_at(games[i], ply);
                henka_move_text(replays[i], move, HENKA_USI, names[i], sizeof names[i]);
                henka_game_play(replays[i], move);
            }
            CHECK(!strcmp(names[0], names[1]), "opening %d: %s and %s", index, names[0], names[1]);
        }
        for (int i = 0; i < 2; i++) henka_game_free(replays[i]);
        for (int i = 0; i < 3; i++) henka_game_free(games[i]);
    }
    CHECK(others > 2, "only %d openings of one game are not those of both", others);
    for (int i = 0; i < 2; i++) henka_variant_free((HenkaVariant *)variants[i]);
}

/* A move that is not legal in all games, or ends one, is played in none. */
static void played_in_all(void) {
    static const char *const forward[] = {"bishop=forward"};
    const HenkaVariant *variants[] = {henka_variant_shipped("rutherford", NULL, 0, NULL),
                                      henka_variant_shipped("rutherford", forward, 1, NULL)};
    static HenkaMove moves[HENKA_MAX_MOVES];
    HenkaGame *games[2];
    int refused = 0;
    Random random = {3};
    CHECK(opening_games_new(games, variants, 2), "no memory");
    for (int tries = 0; tries < 400; tries++) {
        size_t count = henka_game_moves(games[0], moves, HENKA_MAX_MOVES);
        HenkaMove move = moves[random_below(&random, (uint32_t)count)], other;
        char name[16];
        int plies = henka_game_plies(games[0]);
        henka_move_text(games[0], move, HENKA_USI, name, sizeof name);
        HenkaGame *copies[2] = {henka_game_copy(games[0]), henka_game_copy(games[1])};
        bool good = henka_game_play(copies[0], move) &&
                    henka_move_parse(copies[1], name, &other, NULL) &&
                    henka_game_play(copies[1], other);
        for (int i = 0; i < 2; i++) good &= henka_game_outcome(copies[i]).reason == HENKA_PLAYING;
        bool played = opening_games_play(games, 2, move);
        CHECK(played == good, "%s after %d plies", name, plies);
        for (int i = 0; i < 2; i++)
            CHECK(henka_game_plies(games[i]) == plies + good, "game %d has %d plies after %s", i,
                  henka_game_plies(games[i]), name);
        refused += !good;
        if (plies > 40)
            for (int i = 0; i < 2; i++)
                while (henka_game_plies(games[i])) henka_game_undo(games[i]);
        for (int i = 0; i < 2; i++) henka_game_free(copies[i]);
    }
    CHECK(refused > 5, "only %d moves are not legal in both", refused);
    CHECK(!opening_games_play(games, 2, HENKA_NO_MOVE), "no move is played");
    opening_games_free(games, 2);
    for (int i = 0; i < 2; i++) henka_variant_free((HenkaVariant *)variants[i]);
}

int main(void) {
    int file = mkstemp(path);
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    lines_of_a_file();
    no_lines();
    make_from_lines(v);
    bad_lines(v);
    random_lengths(v);
    random_games(v);
    moves_that_end();
    no_opening();
    in_common();
    played_in_all();
    henka_variant_free(v);
    HenkaVariant *large = henka_variant_shipped("suzumu", NULL, 0, NULL);
    quiet_openings(large);
    CHECK(opening_quiet_is_standard(large), "quiet openings are standard on a large board");
    henka_variant_free(large);
    close(file);
    unlink(path);
    return check_done();
}
