/* Who has lost for want of a royal: where the royal is to be mated, the attacker of a mate problem
 * needs none; where it is captured, both do. */
#include "check.h"
#include "henka.h"

static HenkaMove moves[HENKA_MAX_MOVES];

static void check_count(const char *game, const char *sfen, bool has_moves, HenkaReason reason) {
    HenkaVariant *v = henka_variant_shipped(game, NULL, 0, NULL);
    HenkaError error = {0};
    HenkaGame *g = henka_game_new(v, sfen, &error);
    CHECK(g, "%s %s: %s", game, sfen, error.message);
    if (g) {
        CHECK((henka_game_moves(g, moves, HENKA_MAX_MOVES) > 0) == has_moves, "%s %s: moves", game,
              sfen);
        CHECK(henka_game_outcome(g).reason == reason, "%s %s: %s", game, sfen,
              henka_reason_name(henka_game_outcome(g).reason));
    }
    henka_game_free(g);
    henka_variant_free(v);
}

int main(void) {
    check_count("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1", true, HENKA_PLAYING);
    check_count("shogi", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1", false, HENKA_CHECKMATE);
    check_count("shogi", "4k4/9/4P4/9/9/9/9/9/9 w g 1", true, HENKA_PLAYING);
    check_count("shogi", "9/9/4P4/9/9/9/9/9/9 b G 1", false, HENKA_ROYAL_CAPTURED);
    check_count("suzumu", "16/16/16/16/16/16/7k8/16/16/16/16/16/16/16/16/7P8 b - 1 -", false,
                HENKA_ROYALS_LOST);
    check_count("suzumu", "16/16/16/16/16/16/7k8/16/16/16/16/16/16/16/16/7K8 b - 1 -", true,
                HENKA_PLAYING);
    return check_done();
}
