/* The fit learns what the results say, twice the same; its numbers survive the file, and a damaged
 * or foreign file is refused. */
#include "check.h"

#include "base/random.h"
#include "eval/derive.h"
#include "eval/stored.h"
#include "lab/fit_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 60, PLIES = 40 };

/* Random games whose "result" is who has more of the first hand kind's men, on the board and in
 * hand. */
static double made_up_result(const HenkaGame *game) {
    const HenkaVariant *v = henka_game_variant(game);
    int kind = v->hand_types[v->hand_count - 1],
        more = henka_game_hand(game, HENKA_SENTE, kind) - henka_game_hand(game, HENKA_GOTE, kind);
    for (int square = 0; square < v->squares; square++) {
        HenkaSide side;
        if (henka_game_piece(game, square, &side) == kind) more += side == HENKA_SENTE ? 1 : -1;
    }
    return more > 0 ? 1 : more < 0 ? 0 : 0.5;
}

static void add_games(Fit *fit, const HenkaVariant *v) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    Random random = {7};
    for (int g = 0; g < GAMES; g++) {
        HenkaGame *game = henka_game_new(v, NULL, NULL);
        for (int ply = 0; ply < PLIES; ply++) {
            size_t count = henka_game_moves(game, moves);
            if (!count || !henka_game_play(game, moves[random_below(&random, (uint32_t)count)]))
                break;
            double result = made_up_result(game);
            CHECK(fit_add(fit, game, result, result, g % 5 == 4), "position kept");
        }
        henka_game_free(game);
    }
}

static Eval *fitted(const HenkaVariant *v, bool check) {
    Fit *fit = fit_new(v);
    Eval *eval = calloc(1, sizeof *eval);
    add_games(fit, v);
    double scale = fit_scale(fit);
    FitLoss before = fit_loss(fit), after = fit_solve(fit, &(FitPlan){100, 3, 15});
    if (check) {
        CHECK(scale > 50 && scale < 20001, "scale %f", scale);
        CHECK(after.train < before.train * 0.9, "loss %f, was %f", after.train, before.train);
        CHECK(after.held_out < before.held_out * 0.95, "held out %f, was %f", after.held_out,
              before.held_out);
    }
    fit_eval(fit, eval);
    fit_free(fit);
    return eval;
}

static void check_fit(const HenkaVariant *v) {
    Eval *one = fitted(v, true), *two = fitted(v, false), *derived = calloc(1, sizeof *derived);
    derive_eval(v, derived);
    CHECK_ABOUT("%s", v->name);
    CHECK(!memcmp(one, two, sizeof *one), "the same games give the same numbers");
    CHECK(memcmp(one, derived, sizeof *one), "other numbers than the derived");
    int kind = v->hand_types[v->hand_count - 1], other = v->hand_types[0];
    double rise =
        (double)one->hand[v->hand_index[kind]][1].mg / derived->hand[v->hand_index[kind]][1].mg;
    double others =
        (double)one->hand[v->hand_index[other]][1].mg / derived->hand[v->hand_index[other]][1].mg;
    CHECK(rise > others, "the kind that decides is worth more: %f, another %f", rise, others);

    size_t length = 0;
    char *text = stored_eval_write(v, one, &length);
    Eval *read = malloc(sizeof *read);
    *read = *derived;
    CHECK(stored_eval_read(v, text, length, read), "its own file is read");
    CHECK(!memcmp(read, one, sizeof *one), "and means the same");
    *read = *derived;
    for (size_t at = 0; at < length; at += 1 + length / 97) {
        text[at] ^= 1;
        CHECK(!stored_eval_read(v, text, length, read), "damage at %zu of %zu seen", at, length);
        CHECK(!stored_eval_read(v, text, at, read), "an end at %zu seen", at);
        text[at] ^= 1;
    }
    CHECK(!memcmp(read, derived, sizeof *read), "a refused file changes nothing");
    free(text), free(read), free(one), free(two), free(derived);
}

/* The file of one game says nothing about another; a kind that moves in another way keeps what is
 * derived for it. */
static void check_foreign(const HenkaVariant *v) {
    HenkaVariant *shogi = henka_variant_shipped("shogi", NULL, 0, NULL);
    size_t length = 0;
    CHECK_ABOUT("%s", v->name);
    Eval *eval = malloc(sizeof *eval);
    *eval = *eval_derived_of(v);
    eval->board_value[1] += 111;
    eval->board_value[2] += 222;
    char *text = stored_eval_write(v, eval, &length);
    *eval = *eval_derived_of(shogi);
    CHECK(!stored_eval_read(shogi, text, length, eval) &&
              !memcmp(eval, eval_derived_of(shogi), sizeof *eval),
          "another game's file is refused");
    HenkaVariant *changed = henka_variant_retain(v);
    const char *moves = changed->types[1].betza;
    changed->types[1].betza = "W";
    *eval = *eval_derived_of(v);
    CHECK(stored_eval_read(changed, text, length, eval), "read all the same");
    CHECK(eval->board_value[1] == eval_derived_of(v)->board_value[1],
          "the kind with other moves is worth %d, derived %d", eval->board_value[1],
          eval_derived_of(v)->board_value[1]);
    CHECK(eval->board_value[2] == eval_derived_of(v)->board_value[2] + 222,
          "another kind is worth %d, derived %d", eval->board_value[2],
          eval_derived_of(v)->board_value[2]);
    changed->types[1].betza = moves;
    henka_variant_free(changed);
    henka_variant_free(shogi);
    free(text), free(eval);
}

/* Every file delivered is about the game it is delivered with, and is in use. */
static void check_shipped(void) {
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        size_t length;
        const char *text = stored_eval_text(henka_shipped_name(i), &length);
        Eval *eval = malloc(sizeof *eval);
        *eval = *eval_derived_of(v);
        eval->net = eval_of(v)->net;
        CHECK(!text || stored_eval_read(v, text, length, eval), "%s: its file is read",
              henka_shipped_name(i));
        CHECK(!memcmp(eval, eval_of(v), sizeof *eval), "%s: what eval_of gives",
              henka_shipped_name(i));
        CHECK(!text || memcmp(eval, eval_derived_of(v), sizeof *eval), "%s: other than derived",
              henka_shipped_name(i));
        free(eval);
        henka_variant_free(v);
    }
}

/* A kind at (dx, dy) from a royal and at (-dx, dy) is one number; at (dx, dy) and (dx, -dy) it is
 * two numbers that share the part of their distance, and at another distance it has another part.
 */
static void check_groups(const char *name) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    Fit *fit = fit_new(v);
    for (int whose = 0; whose < 2; whose++)
        for (int dx = 0; dx < v->files; dx++)
            for (int dy = 1; dy < v->ranks; dy++) {
                int centre = fit->derived->offset_centre, stride = 2 * v->ranks;
                int right = fit_near_cell(fit, whose, 1, centre + dx * stride + dy),
                    left = fit_near_cell(fit, whose, 1, centre - dx * stride + dy),
                    behind = fit_near_cell(fit, whose, 1, centre + dx * stride - dy);
                int far = dx > dy ? dx : dy, near = far > 1 ? far - 1 : far + 1;
                bool has_near = near < v->files || near < v->ranks;
                int other = fit_near_cell(
                    fit, whose, 1,
                    centre + (near < v->ranks ? near : stride * near)); /* straight, one nearer */
                CHECK(right == left, "%s, (%d, %d): cells %d right, %d left", name, dx, dy, right,
                      left);
                CHECK(right != behind, "%s, (%d, %d): before and behind are one cell", name, dx,
                      dy);
                CHECK(fit->cells[right].group[0] == fit->cells[behind].group[0],
                      "%s, (%d, %d): parts %d before, %d behind", name, dx, dy,
                      fit->cells[right].group[0], fit->cells[behind].group[0]);
                CHECK(!has_near || far >= 31 ||
                          fit->cells[right].group[0] != fit->cells[other].group[0],
                      "%s, (%d, %d): the distances %d and %d share part %d", name, dx, dy, far,
                      near, fit->cells[right].group[0]);
            }
    fit_free(fit);
    henka_variant_free(v);
}

int main(void) {
    check_groups("shogi"), check_groups("ito");
    HenkaVariant *v = henka_variant_shipped("ito", NULL, 0, NULL);
    check_fit(v);
    check_foreign(v);
    check_shipped();
    henka_variant_free(v);
    return check_done();
}
