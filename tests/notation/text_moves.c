/* Every legal move of random positions of every shipped game, written and read back in every
 * notation; SFEN likewise. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "files.h"
#include "henka.h"

static const HenkaNotation notations[] = {HENKA_USI,  HENKA_WESTERN,     HENKA_JAPANESE,
                                          HENKA_KIF,  HENKA_COORDINATES, HENKA_XBOARD,
                                          HENKA_USUAL};
static const char *const labels[] = {"usi",         "western", "japanese", "kif",
                                     "coordinates", "xboard",  "usual"};

static HenkaMove moves[HENKA_MAX_MOVES];

static void check_sfen(HenkaGame *game) {
    char sfen[2048], again[2048];
    henka_game_sfen(game, sfen, sizeof sfen);
    HenkaError error = {0};
    HenkaGame *copy = henka_game_new(henka_game_variant(game), sfen, &error);
    CHECK(copy != NULL, "%s: %s", sfen, error.message);
    if (!copy) return;
    henka_game_sfen(copy, again, sizeof again);
    CHECK(strcmp(sfen, again) == 0, "%s reads as %s", sfen, again);
    CHECK(henka_game_hash(copy) == henka_game_hash(game), "%s: another hash", sfen);
    henka_game_free(copy);
}

static void check_move(HenkaGame *game, HenkaMove move, size_t n) {
    char text[128], sfen[2048];
    HenkaMove back = 0;
    HenkaError error = {0};
    henka_move_text(game, move, notations[n], text, sizeof text);
    bool read = (notations[n] == HENKA_XBOARD ? henka_xboard_move_parse
                                              : henka_move_parse)(game, text, &back, &error);
    if (read && back == move) {
        check_passed++;
        return;
    }
    henka_game_sfen(game, sfen, sizeof sfen);
    char usi[64];
    henka_move_text(game, move, HENKA_USI, usi, sizeof usi);
    CHECK(false, "%s %s (%s): %s %s", labels[n], text, usi,
          read ? "reads as another move" : error.message, sfen);
}

static void play_random(const HenkaVariant *v, uint64_t seed, int plies, int every) {
    Random random = {seed};
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    for (int ply = 0; ply < plies; ply++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        if (!count) break;
        check_sfen(game);
        /* every move in turn on small games, a sample on large ones */
        for (size_t i = ply % every; i < count; i += (size_t)every) {
            for (size_t n = 0; n < sizeof notations / sizeof *notations; n++)
                check_move(game, moves[i], n);
        }
        henka_game_play(game, moves[random_below(&random, (uint32_t)count)]);
    }
    henka_game_free(game);
}

/* Games from files: choices at promotion, ranks beyond z, ids of many letters, captures of one's own
 * pieces, a cannon, the Chu way to promote. */
static const char *const files[] = {"games/choices", "games/tall", "games/wide"},
                         *const others[] = {"crazyhouse",  "euroshogi",  "gorogoro",
                                            "torpedo",     "spartan",    "courier",
                                            "minixiangqi", "checkshogi", "gustav3"};

static void check_file(const char *folder, const char *name) {
    char file[300];
    snprintf(file, sizeof file, "%s.ini", name);
    HenkaVariant *v = file_game(folder, file);
    if (!v) return;
    for (uint64_t seed = 0; seed < CHECK_TIMES(3); seed++) play_random(v, seed, 40, 29);
    henka_variant_free(v);
}

/* How Japanese notation tells candidates apart: what is written, and that it is read back. */
static void check_hint(const char *sfen, const char *usi, const char *japanese) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, sfen, &error);
    HenkaMove move = 0, back = 0;
    char text[128] = "";
    if (game && henka_move_parse(game, usi, &move, &error))
        henka_move_text(game, move, HENKA_JAPANESE, text, sizeof text);
    CHECK(!strcmp(text, japanese), "%s %s: written %s, expected %s (%s)", sfen, usi, text, japanese,
          error.message);
    CHECK(game && henka_move_parse(game, japanese, &back, &error) && back == move,
          "%s: %s is not read as %s (%s)", sfen, japanese, usi, error.message);
    henka_game_free(game);
    henka_variant_free(v);
}

/* A text that is read, though others are written. */
static void check_means(const char *sfen, const char *text, const char *usi) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, sfen, &error);
    HenkaMove move = 0, meant = 0;
    CHECK(game && henka_move_parse(game, usi, &move, &error) &&
              henka_move_parse(game, text, &meant, &error) && meant == move,
          "%s: %s is not read as %s (%s)", sfen, text, usi, error.message);
    henka_game_free(game);
    henka_variant_free(v);
}

static void check_hints(void) {
    static const char three_golds[] = "4k4/9/9/9/9/9/9/3GGG3/4K4 b - 1",
                      rank_of_golds[] = "4k4/9/9/9/9/9/3G1G3/4G4/4K4 b - 1",
                      dragons[] = "k8/9/9/3+R5/9/9/4+R4/9/K8 b - 1",
                      gote[] = "4k4/3ggg3/9/9/9/9/9/9/4K4 w - 1";
    check_hint(three_golds, "5h5g", "▲５七金直");
    check_hint(three_golds, "6h5g", "▲５七金左");
    check_hint(three_golds, "4h5g", "▲５七金右");
    check_hint(rank_of_golds, "5h5g", "▲５七金上");
    check_hint(rank_of_golds, "6g5g", "▲５七金左");
    check_hint(gote, "5b5c", "△５三金直");
    check_hint(gote, "6b5c", "△５三金右");
    check_hint(gote, "4b5c", "△５三金左");
    /* long-range pieces are told apart as left and right, never as straight */
    check_hint(dragons, "5g5d", "▲５四竜上");
    check_hint(dragons, "6d5d", "▲５四竜寄");
    check_hint("4k4/9/9/9/9/9/9/4GG3/4K4 b - 1", "5h5g", "▲５七金直");
    check_hint("4k4/9/9/9/9/9/9/4SS3/4K4 b - 1", "5h5g", "▲５七銀直");
    /* A pinned rival counts for 右 and 左, whether or not it may move; the text without is read. */
    check_hint("k3r4/9/9/9/9/9/4G1G2/4K4/9 b - 1", "3g4f", "▲４六金右");
    check_hint("k8/9/9/9/9/9/9/4KG2r/4G4 b - 1", "5i4i", "▲４九金寄");
    check_hint("k3r4/9/9/9/9/4N4/4G4/4K4/4N4 b - 1", "5i4g", "▲４七桂");
    check_means("k3r4/9/9/9/9/9/4G1G2/4K4/9 b - 1", "▲４六金", "3g4f");
    check_means("k3r4/9/9/9/9/9/4G1G2/4K4/9 b - 1", "▲４六金左", "3g4f");
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "tests/data";
    check_hints();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) check_file(folder, files[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char name[64];
        snprintf(name, sizeof name, "../variant/games/%s", others[i]);
        check_file(folder, name);
    }
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        CHECK(v != NULL, "%s does not load", henka_shipped_name(i));
        if (!v) continue;
        int squares = henka_variant_files(v) * henka_variant_ranks(v);
        int games = squares <= 32    ? 20
                    : squares <= 100 ? 3
                                     : 1,
            every = squares <= 32    ? 1
                    : squares <= 100 ? 7
                                     : 97;
        for (int g = 0; g < CHECK_TIMES(games); g++)
            play_random(v, 1000 * i + (uint64_t)g, 120, every);
        henka_variant_free(v);
    }
    return check_done();
}
