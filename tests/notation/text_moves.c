/* Every legal move of random positions of every shipped game, written and read back in every
 * notation; SFEN likewise. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "henka.h"

static const HenkaNotation notations[] = {HENKA_USI, HENKA_WESTERN, HENKA_JAPANESE,
                                          HENKA_COORDINATES, HENKA_XBOARD};
static const char *const labels[] = {"usi", "western", "japanese", "coordinates", "xboard"};

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

static void check_kif(HenkaGame *game, HenkaMove move) {
    const HenkaVariant *v = henka_game_variant(game);
    if (henka_variant_files(v) > 9 || henka_variant_ranks(v) > 9) return;
    char text[128];
    HenkaMove back = 0;
    HenkaError error = {0};
    henka_move_text(game, move, HENKA_KIF, text, sizeof text);
    CHECK(henka_move_parse(game, text, &back, &error) && back == move, "kif %s: %s", text,
          error.message);
}

static void play_random(const HenkaVariant *v, uint64_t seed, int plies, int every) {
    Random random = {seed};
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    for (int ply = 0; ply < plies; ply++) {
        size_t count = henka_game_moves(game, moves);
        if (!count) break;
        check_sfen(game);
        /* every move in turn on small games, a sample on large ones */
        for (size_t i = ply % every; i < count; i += (size_t)every) {
            for (size_t n = 0; n < sizeof notations / sizeof *notations; n++)
                check_move(game, moves[i], n);
            check_kif(game, moves[i]);
        }
        henka_game_play(game, moves[random_below(&random, (uint32_t)count)]);
    }
    henka_game_free(game);
}

/* Pasted games: choices at promotion, ranks beyond z, ids of many letters, captures of one's own
 * pieces, a cannon, the Chu way to promote. */
static const char *const pasted[] = {
    "name=choices\nfiles=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QRN\nroyal=K\nsymmetry="
    "mirror\n"
    "pawn:P:mfWcfF:P:a2-h2\nknight:N:N:N:b1,g1\nrook:R:R:R:a1,h1\nqueen:Q:Q:Q:d1\nking:K:K:K:e1\n",
    "name=tall\nfiles=3\nranks=30\npromoZone=9\nsymmetry=rotate\nholdingsType=-1\nroyal=K\n"
    "lion:LIO:KNADcaKmcabK:L:b9\ncannon:CN:mRcpR:C:a9,c9\nking:K:K:K:b1\nlion of "
    "old:+CN:KNADcaKmcabK:L:\n",
    "name=chu\nfiles=16\nranks=12\npromoZone=4\nmaxPromote=2\npromoOffset=3\nholdingsType="
    "0\nsymmetry=rotate\nroyal=K\n"
    "lion:LN:KNADcaKmcabK:L:d4,m4\neater:E:WdmcF:E:a3-h3\nking:K:K:K:h1\nlion "
    "hawk:LH:BWNADcaKmcabK:L:\ngold:G:WfF:G:\n",
};

static void check_pasted(const char *text) {
    HenkaDiagnostic entries[8];
    HenkaReport report = {.entries = entries, .cap = 8};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    CHECK(v != NULL, "%.20s: %s", text, report.count ? entries[0].at.message : "");
    if (!v) return;
    for (uint64_t seed = 0; seed < 3; seed++) play_random(v, seed, 40, 29);
    henka_variant_free(v);
}

int main(void) {
    for (size_t i = 0; i < sizeof pasted / sizeof *pasted; i++) check_pasted(pasted[i]);
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
        for (int g = 0; g < games; g++) play_random(v, 1000 * i + (uint64_t)g, 120, every);
        henka_variant_free(v);
    }
    return check_done();
}
