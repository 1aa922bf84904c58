/* Mates: those asked for are found, those claimed are true (a plain solver agrees), and plain
 * advantages are brought home. */
#include "../check.h"
#include "play.h"
#include "rules/game.h"
#include "rules/mate_one.h"

#include <string.h>

static HenkaResult think(HenkaEngine *engine, const HenkaGame *game, int depth, uint64_t nodes) {
    HenkaLimits limits = {.depth = depth, .nodes = nodes};
    henka_engine_new_game(engine);
    return henka_engine_go(engine, game, &limits, NULL, NULL);
}

static void check_known(HenkaEngine *engine) {
    static const struct {
        const char *game, *sfen;
        int plies;
    } known[] = {
        {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1},
        {"shogi", "4k4/9/9/R8/1R7/9/9/9/4K4 b - 1", 3},
        {"okisaki", "k9/10/2R7/3R6/10/10/10/10/10/5K4 b - 1", 1},
        {"shinogi", "4k4/9/9/R8/1R7/9/9/9/4K4 b - 1", 3},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        HenkaVariant *variant = henka_variant_shipped(known[i].game, NULL, 0, NULL);
        HenkaError error = {0};
        HenkaGame *game = henka_game_new(variant, known[i].sfen, &error);
        CHECK(game, "%s: %s: %s", known[i].game, known[i].sfen, error.message);
        if (game) {
            HenkaResult result = think(engine, game, 0, 60000);
            bool real = forced(game, known[i].plies);
            CHECK(real, "%s: %s is no mate in %d", known[i].game, known[i].sfen, known[i].plies);
            CHECK(HENKA_SCORE_MATE - result.score_cp == known[i].plies, "%s: %s: score %d",
                  known[i].game, known[i].sfen, result.score_cp);
        }
        henka_game_free(game);
        henka_variant_free(variant);
    }
}

/* Positions of random play: a mate within 3 plies by the search is one by the solver, and where
 * there is one the search mates, if not always as soon.
 */
static void check_random(HenkaEngine *engine, const char *name, int games) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    int mates = 0;
    for (int i = 0; i < games; i++) {
        HenkaGame *game = random_game(variant, 12 + 7 * i % 60, (uint64_t)i * 977 + 3);
        if (henka_game_outcome(game).reason == HENKA_PLAYING) {
            HenkaResult result = think(engine, game, 0, 20000);
            bool claimed = result.score_cp >= HENKA_SCORE_MATE - 3, real = forced(game, 3);
            mates += real;
            CHECK(!claimed || real, "%s: claims mate in %d", where(game),
                  HENKA_SCORE_MATE - result.score_cp);
            CHECK(!real || result.score_cp >= HENKA_SCORE_MATE_FLOOR,
                  "%s: misses a mate in 3, score %d", where(game), result.score_cp);
        }
        henka_game_free(game);
    }
    CHECK(mates > 0 || games < 60, "%s: no position held a mate", name);
    henka_variant_free(variant);
}

static void note_first_mate(void *context, const HenkaInfo *info) {
    int *plies = context;
    if (!*plies && info->score_cp >= HENKA_SCORE_MATE_FLOOR)
        *plies = HENKA_SCORE_MATE - info->score_cp;
}

/* A mate that is first seen too long is shortened by going on. */
static void check_shortened(HenkaEngine *engine) {
    const char *sfen =
        "n3p4/srls2b1s/lp3g2p/pk2P1PP1/P1P6/LG3p1Sl/N4P3/2p1GK1B1/1+n5GR b 3PN3p 159";
    HenkaVariant *variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(variant, sfen, NULL);
    int first = 0;
    HenkaLimits limits = {.nodes = 60000};
    CHECK(game && forced(game, 3), "%s is no mate in 3", sfen);
    henka_engine_new_game(engine);
    HenkaResult result = henka_engine_go(engine, game, &limits, note_first_mate, &first);
    CHECK(first > 3, "%s: seen in %d plies at once; another position is needed here", sfen, first);
    CHECK(result.score_cp == HENKA_SCORE_MATE - 3, "%s: first mate in %d, at the end score %d",
          sfen, first, result.score_cp);
    /* A search for a mate ends with the first that is short enough. */
    static const struct {
        HenkaLimits limits;
        bool shortest;
    } asked[] = {{{.mate_plies = -1, .nodes = 60000}, false},
                 {{.mate_plies = 9, .nodes = 60000}, false},
                 {{.mate_plies = 4, .depth = 12, .nodes = 60000}, true}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        henka_engine_new_game(engine);
        result = henka_engine_go(engine, game, &asked[i].limits, NULL, NULL);
        int plies = asked[i].shortest ? 3 : first;
        CHECK(result.score_cp == HENKA_SCORE_MATE - plies,
              "%s: a search for a mate in %d ends with score %d, not %d", sfen,
              asked[i].limits.mate_plies, result.score_cp, HENKA_SCORE_MATE - plies);
    }
    henka_game_free(game);
    henka_variant_free(variant);
}

/* Where losing any royal loses, a side with two of them has lost nothing yet, and with one of them
 * taken everything. */
static void check_any_royal(HenkaEngine *engine) {
    static const char text[] =
        "name=t\ntitle=T\nfiles=5\nranks=5\nholdingsType=0\nroyal=K\nextinction=0\n"
        "royalRule=capture\nstalemate=loss\nking:K:K:K:b1,d1\nrook:R:R:R:c1\n";
    static const struct {
        const char *sfen;
        bool won;
    } cases[] = {{"1krk1/5/5/5/1KRK1 b - 1", false}, {"k3k/5/R4/5/1K1K1 b - 1", true}};
    HenkaDiagnostic entries[4];
    HenkaReport report = {.entries = entries, .cap = 4};
    HenkaVariant *variant = henka_variant_parse(text, sizeof text - 1, NULL, 0, &report);
    CHECK(variant, "the game is not read: %s", report.count ? entries[0].at.message : "");
    for (size_t i = 0; variant && i < sizeof cases / sizeof *cases; i++) {
        HenkaGame *game = henka_game_new(variant, cases[i].sfen, NULL);
        CHECK(game, "%s is not read", cases[i].sfen);
        int score = game ? think(engine, game, 2, 0).score_cp : 0;
        CHECK((score == HENKA_SCORE_MATE - 1) == cases[i].won, "%s: score %d", cases[i].sfen,
              score);
        henka_game_free(game);
    }
    henka_variant_free(variant);
}

/* A ply deep, a slip that lets the enemy mate at once is seen for what it is where the quick look
 * finds the mate, and nowhere else. */
static void check_slips(HenkaEngine *engine, const char *name, int games) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    int slips = 0;
    for (int i = 0; i < games; i++) {
        HenkaGame *game = random_game(variant, 60 + i % 120, (uint64_t)i * 131 + 5);
        int plies = henka_game_plies(game);
        Move mate;
        bool playing =
            henka_game_outcome(game).reason == HENKA_PLAYING && !attacks_in_check(&game->position);
        bool quick = playing && mate_one_find(&game->position, &mate),
             real = playing && forced(game, 1);
        HenkaMove slip = henka_game_move_at(game, plies - 1);
        henka_game_undo(game);
        if (playing) {
            henka_engine_new_game(engine);
            HenkaResult result = henka_engine_go(
                engine, game,
                &(HenkaLimits){.depth = 1, .search_moves = &slip, .search_move_count = 1}, NULL,
                NULL);
            CHECK(!quick || result.score_cp == 2 - HENKA_SCORE_MATE, "%s: the slip scores %d",
                  where(game), result.score_cp);
            CHECK(real || result.score_cp > 2 - HENKA_SCORE_MATE, "%s: a mate seen that is none",
                  where(game));
        }
        slips += quick;
        henka_game_free(game);
    }
    CHECK(slips > 10, "%s: only %d slips", name, slips);
    henka_variant_free(variant);
}

/* A bare royal against a heavy piece loses in the end. */
static void check_won(HenkaEngine *engine, const char *name, const char *sfen) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = henka_game_new(variant, sfen, NULL);
    CHECK(game, "%s: %s is not read", name, sfen);
    if (!game) return;
    for (int ply = 0; ply < 80 && henka_game_outcome(game).reason == HENKA_PLAYING; ply++)
        henka_game_play(game, think(engine, game, 0, 20000).best);
    CHECK(henka_game_outcome(game).winner == HENKA_SENTE, "%s: %s is not won (%s)", name, sfen,
          henka_reason_name(henka_game_outcome(game).reason));
    henka_game_free(game);
    henka_variant_free(variant);
}

int main(void) {
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 4});
    check_known(engine);
    check_shortened(engine);
    check_any_royal(engine);
    check_random(engine, "ito", 60);
    check_random(engine, "rutherford", 60);
    check_random(engine, "shogi", 24);
    check_slips(engine, "shogi", 2000);
    check_won(engine, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b RRGG 1");
    check_won(engine, "okisaki", "5k4/10/10/10/10/10/10/10/10/5K4 b QR 1");
    henka_engine_free(engine);
    return check_done();
}
