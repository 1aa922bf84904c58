/* The fit learns what the results say, twice the same; its numbers survive the file, and a damaged
 * or foreign file is refused. */
#include "check.h"

#include "base/random.h"
#include "eval/derive.h"
#include "eval/stored.h"
#include "rules/game.h"
#include "train/fit_inside.h"
#include "train/logistic.h"

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
            size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
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
    CHECK(fit_eval(fit, eval), "no memory");
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
    CHECK(stored_eval_read(v, text, length, read, NULL), "its own file is read");
    CHECK(read->file_hash && !one->file_hash, "it knows the text that it comes from");
    read->file_hash = 0;
    CHECK(!memcmp(read, one, sizeof *one), "and means the same");
    *read = *derived;
    for (size_t at = 0; at < length; at += 1 + length / 97) {
        text[at] ^= 1;
        CHECK(!stored_eval_read(v, text, length, read, NULL), "damage at %zu of %zu seen", at,
              length);
        CHECK(!stored_eval_read(v, text, at, read, NULL), "an end at %zu seen", at);
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
    CHECK(!stored_eval_read(shogi, text, length, eval, NULL) &&
              !memcmp(eval, eval_derived_of(shogi), sizeof *eval),
          "another game's file is refused");
    HenkaVariant *changed = henka_variant_retain(v);
    const char *moves = changed->types[1].betza;
    changed->types[1].betza = "W";
    *eval = *eval_derived_of(v);
    CHECK(stored_eval_read(changed, text, length, eval, NULL), "read all the same");
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
        CHECK(!text || stored_eval_read(v, text, length, eval, NULL), "%s: its file is read",
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

/* ---- the numbering, part by part ---- */

/* The parts that a cell shares are those of exactly the cells of the same key; the last part is
 * nobody's. */
static void check_sharing(const Fit *fit, int cell, int which, int key, int *key_of, double spread,
                          const char *what) {
    int part = fit->cells[cell].group[which];
    CHECK(part >= fit->cell_count && part < fit->part_count - 1, "%s: part %d", what, part);
    if (part < 0 || part >= fit->part_count) return;
    if (key_of[part] < 0) key_of[part] = key;
    CHECK(key_of[part] == key, "%s: part %d is shared by %d and %d", what, part, key_of[part], key);
    CHECK(fabs(1 / sqrt((double)fit->prior[part]) - spread) < 1e-3 * spread,
          "%s: part %d is expected within %f", what, part, 1 / sqrt((double)fit->prior[part]));
}

static void check_cell(const Fit *fit, int cell, char *seen, double spread, double share,
                       const char *what) {
    CHECK(cell >= 0 && cell < fit->cell_count && !seen[cell]++, "%s: cell %d", what, cell);
    CHECK(fabs(1 / sqrt((double)fit->prior[cell]) - spread) < 1e-3 * spread,
          "%s: cell %d is expected within %f", what, cell, 1 / sqrt((double)fit->prior[cell]));
    CHECK((double)fit->cells[cell].share[0] == share && fit->cells[cell].share[1] == 1,
          "%s: cell %d has shares of %f and %f", what, cell, (double)fit->cells[cell].share[0],
          (double)fit->cells[cell].share[1]);
}

static void check_numbering(const char *name) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    Fit *fit = fit_new(v);
    int *key_of = malloc((size_t)fit->part_count * sizeof *key_of), nobody = fit->part_count - 1;
    char *seen = calloc((size_t)fit->cell_count, 1);
    for (int part = 0; part < fit->part_count; part++) key_of[part] = -1;
    CHECK_ABOUT("%s", name);
    for (int type = 1; type <= v->type_count; type++) {
        for (int square = 0; square < v->squares; square++) {
            int cell = fit_square_cell(fit, HENKA_SENTE, type, square);
            check_cell(fit, cell, seen, 15, 1, "square");
            check_sharing(fit, cell, 0, type, key_of, 250, "kind");
            check_sharing(fit, cell, 1, 1000 + 100 * type + square % v->ranks, key_of, 30, "rank");
            CHECK(fit_square_cell(fit, HENKA_GOTE, type, v->squares - 1 - square) == cell,
                  "square %d turned", square);
        }
        for (int whose = 0; whose < 2; whose++)
            for (int files = 0; files < v->files; files++)
                for (int ranks = 1 - v->ranks; ranks < v->ranks; ranks++) {
                    int far = abs(ranks) > files ? abs(ranks) : files;
                    int cell =
                        fit_near_cell(fit, whose, type,
                                      fit->derived->offset_centre + files * 2 * v->ranks + ranks);
                    check_cell(fit, cell, seen, 12, 1, "near");
                    check_sharing(fit, cell, 0, 10000 + whose * 20000 + type * 100 + far, key_of,
                                  30, "distance");
                    CHECK(fit->cells[cell].group[1] == nobody, "near: part %d",
                          fit->cells[cell].group[1]);
                }
    }
    for (int index = 0; index < v->hand_count; index++)
        for (int count = 0; count < 32; count++) {
            int cell = fit_hand_cell(fit, index, count);
            check_cell(fit, cell, seen, 25, count, "hand");
            check_sharing(fit, cell, 0, 100000 + index, key_of, 250, "hand");
            CHECK(fit->cells[cell].group[1] == nobody, "hand: part %d", fit->cells[cell].group[1]);
            CHECK(count < 31 || fit_hand_cell(fit, index, count + 5) == cell, "a full hand");
        }
    check_cell(fit, fit->tempo, seen, 30, 0, "tempo");
    CHECK(fit->tempo == fit->cell_count - 1, "tempo is cell %d of %d", fit->tempo, fit->cell_count);
    CHECK_ABOUT("%s", "");
    free(key_of), free(seen), fit_free(fit), henka_variant_free(v);
}

/* ---- the sums, made again ---- */

/* What the parts add up to, and what that changes in the score of a position. */
static Pair change_of_cell(const Fit *fit, int c) {
    Pair sum = fit->parts[c];
    for (int k = 0; k < 2; k++) {
        sum[MG] += fit->cells[c].share[k] * fit->parts[fit->cells[c].group[k]][MG];
        sum[EG] += fit->cells[c].share[k] * fit->parts[fit->cells[c].group[k]][EG];
    }
    return sum;
}

static double score_of(const Fit *fit, const FitPosition *position) {
    double sum = position->base;
    for (int i = 0; i < position->count; i++) {
        uint32_t feature = fit->features[position->first + (size_t)i];
        Pair change = change_of_cell(fit, (int)(feature >> 1));
        double sign = feature & 1 ? -1 : 1, phase = (double)position->phase;
        sum += sign * ((double)change[MG] * phase + (double)change[EG] * (1 - phase));
    }
    return sum;
}

static double cross_entropy(double x, double target) {
    return target * log1p(exp(-x)) + (1 - target) * log1p(exp(x));
}

/* The loss with its prior at the parts as they are, and how it changes with each: the largest size
 * of those slopes, each in units of its part's spread. */
static double steepest(const Fit *fit, double weight, double *loss) {
    double *slopes = calloc((size_t)fit->part_count * 2, sizeof *slopes), most = 0;
    *loss = 0;
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        if (position->held_out) continue;
        double x = score_of(fit, position) / fit->scale;
        *loss += weight * cross_entropy(x, (double)position->target);
        double by = weight * (1 / (1 + exp(-x)) - (double)position->target) / fit->scale;
        for (int k = 0; k < position->count; k++) {
            uint32_t feature = fit->features[position->first + (size_t)k];
            const FitCell *cell = &fit->cells[feature >> 1];
            for (int half = 0; half < 2; half++) {
                double part = by * (feature & 1 ? -1 : 1) *
                              (half ? 1 - (double)position->phase : (double)position->phase);
                slopes[2 * (feature >> 1) + (unsigned)half] += part;
                for (int g = 0; g < 2; g++)
                    slopes[2 * cell->group[g] + half] += part * (double)cell->share[g];
            }
        }
    }
    for (int part = 0; part < fit->part_count - 1; part++) {
        double prior = (double)fit->prior[part], mg = (double)fit->parts[part][MG],
               eg = (double)fit->parts[part][EG];
        *loss += prior * (mg * mg + eg * eg) / 2;
        most = fmax(most, fabs(slopes[2 * part] + prior * mg) / sqrt(prior));
        most = fmax(most, fabs(slopes[2 * part + 1] + prior * eg) / sqrt(prior));
    }
    free(slopes);
    return most;
}

static Fit *fit_of_games(const HenkaVariant *v) {
    Fit *fit = fit_new(v);
    add_games(fit, v);
    fit_scale(fit);
    return fit;
}

/* Newton's steps come to where the loss with its prior is least, and a few of them near to it. */
static void check_minimum(const HenkaVariant *v) {
    const double weight = 2;
    double before, least, after;
    Fit *fit = fit_of_games(v);
    double steep = steepest(fit, weight, &before);
    fit_solve(fit, &(FitPlan){weight, 20, 300});
    double flat = steepest(fit, weight, &least);
    CHECK(flat < 1e-4 * steep, "the loss still changes by %g, at first by %g", flat, steep);
    CHECK(fit->parts[fit->part_count - 1][MG] == 0 && fit->parts[fit->part_count - 1][EG] == 0,
          "the last part is %f", (double)fit->parts[fit->part_count - 1][MG]);
    for (int c = 0; c < fit->cell_count; c++) {
        Pair expected = change_of_cell(fit, c), found = fit->changes[c];
        CHECK(fabsf(expected[MG] - found[MG]) < 1e-2f && fabsf(expected[EG] - found[EG]) < 1e-2f,
              "cell %d changes by %f and %f, its parts say %f and %f", c, (double)found[MG],
              (double)found[EG], (double)expected[MG], (double)expected[EG]);
    }
    /* what is told of it */
    double sums[3] = {0}, counts[2] = {0};
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        double x = score_of(fit, position) / fit->scale;
        sums[position->held_out] += cross_entropy(x, (double)position->target);
        counts[position->held_out]++;
        if (position->held_out) sums[2] += cross_entropy(x, (double)position->result);
    }
    FitLoss loss = fit_loss(fit);
    CHECK(fabs(loss.train - sums[0] / counts[0]) < 1e-4 &&
              fabs(loss.held_out - sums[1] / counts[1]) < 1e-4 &&
              fabs(loss.result - sums[2] / counts[1]) < 1e-4,
          "told %f, %f, %f, by hand %f, %f, %f", loss.train, loss.held_out, loss.result,
          sums[0] / counts[0], sums[1] / counts[1], sums[2] / counts[1]);
    CHECK(fit_count(fit) == fit->position_count && counts[1] > 200, "%zu positions, %f held out",
          fit_count(fit), counts[1]);
    fit_free(fit);
    fit = fit_of_games(v);
    fit_solve(fit, &(FitPlan){weight, 3, 15});
    steepest(fit, weight, &after);
    CHECK(before - after > 0.9999 * (before - least), "three steps gain %f of %f", before - after,
          before - least);
    FitLoss one = fit_loss(fit), again = fit_solve(fit, &(FitPlan){weight, 0, 15});
    CHECK(one.train == again.train, "no steps change the loss");
    fit_free(fit);
}

/* Is the cell about that kind, where it stands or near whom it stands? square: where it stands. */
static bool is_about(const Fit *fit, int cell, int type, bool *square) {
    int first = fit_square_cell(fit, 0, type, 0);
    *square = cell >= first && cell < first + fit->variant->squares;
    for (int whose = 0; whose < 2; whose++) {
        int near = fit->near_first[whose] + type * fit->places;
        if (cell >= near && cell < near + fit->places) return true;
    }
    return *square;
}

/* The numbers that come out give the scores that were fitted, all made smaller so that they are
 * spread as before. */
static void check_numbers(const HenkaVariant *v) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    Fit *fit = fit_of_games(v);
    Eval *e = calloc(1, sizeof *e);
    double old = 0, now = 0;
    fit_solve(fit, &(FitPlan){5, 4, 30});
    fit_eval(fit, e);
    for (size_t i = 0; i < fit->position_count; i++) {
        old += fabs((double)fit->positions[i].base);
        now += fabs(score_of(fit, &fit->positions[i]));
    }
    double unit = old / now, worst = 0, size = 0;
    Random random = {7}; /* the games of add_games */
    size_t at = 0;
    for (int g = 0; g < GAMES; g++) {
        HenkaGame *game = henka_game_new(v, NULL, NULL);
        for (int ply = 0; ply < PLIES; ply++) {
            size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
            if (!count || !henka_game_play(game, moves[random_below(&random, (uint32_t)count)]))
                break;
            Accumulator accumulator;
            eval_refresh(e, &game->position, &accumulator);
            int sign = henka_game_side(game) == HENKA_SENTE ? 1 : -1;
            double found = sign * eval_score(e, &game->position, &accumulator),
                   expected = score_of(fit, &fit->positions[at++]) * unit;
            worst = fmax(worst, fabs(found - expected));
            size = fmax(size, fabs(expected));
        }
        henka_game_free(game);
    }
    CHECK(at == fit->position_count, "%zu positions of %zu", at, fit->position_count);
    CHECK(worst < 20 && size > 200, "scores up to %f away, the largest %f", worst, size);
    /* the worth of a kind is the derived one and its mean change */
    double sums[MAX_TYPES] = {0}, pieces[MAX_TYPES] = {0};
    for (size_t i = 0; i < fit->position_count; i++)
        for (int k = 0; k < fit->positions[i].count; k++) {
            int cell = (int)(fit->features[fit->positions[i].first + (size_t)k] >> 1);
            double phase = (double)fit->positions[i].phase;
            for (int type = 1; type <= v->type_count; type++) {
                bool square;
                if (!is_about(fit, cell, type, &square)) continue;
                pieces[type] += square;
                sums[type] += (double)fit->changes[cell][MG] * phase +
                              (double)fit->changes[cell][EG] * (1 - phase);
            }
        }
    for (int type = 1; type <= v->type_count; type++) {
        double mean = pieces[type] > 0 ? sums[type] / pieces[type] : 0,
               value = (fit->derived->board_value[type] + mean) * unit;
        if (v->types[type].royal) value = fit->derived->board_value[type];
        CHECK(fabs(e->board_value[type] - fmax(20, value)) < 1, "kind %d is worth %d, expected %f",
              type, e->board_value[type], value);
        int hand = v->types[type].in_hand ? v->hand_index[v->types[type].in_hand] : 255;
        if (hand == 255) continue;
        value = fmax(20, (e->hand[hand][1].mg + e->hand[hand][1].eg) / 2.0);
        CHECK(fabs(e->hand_value[type] - value) < 1, "kind %d in hand is worth %d, expected %f",
              type, e->hand_value[type], value);
    }
    free(e), fit_free(fit);
}

/* ---- the deviations, from the whole matrix of second derivatives ---- */

enum { UNKNOWNS = 900 };

/* All that a small game has to find: the midgame's and the endgame's halves of those parts that its
 * positions meet. */
typedef struct Whole {
    const Fit *fit;
    double *halves;             /* by half of all parts: a vector being summed up */
    int *index;                 /* by half: which unknown it is, -1: none */
    int count;                  /* of unknowns */
    double (*matrix)[UNKNOWNS]; /* the second derivatives, then their Cholesky factor; lower half */
} Whole;

static void halves_clear(Whole *w) {
    memset(w->halves, 0, (size_t)w->fit->part_count * 2 * sizeof *w->halves);
}

/* Adds `by` to the halves of the parts that a cell's change is a sum of. */
static void halves_add(Whole *w, int cell, double phase, double by) {
    const FitCell *c = &w->fit->cells[cell];
    const double share[3] = {1, (double)c->share[0], (double)c->share[1]};
    const int part[3] = {cell, c->group[0], c->group[1]};
    for (int k = 0; k < 3; k++) {
        w->halves[2 * part[k]] += by * share[k] * phase;
        w->halves[2 * part[k] + 1] += by * share[k] * (1 - phase);
    }
}

/* Adds all that a position meets; with signs, gote's counts against. */
static void halves_of(Whole *w, const FitPosition *position, bool signs) {
    for (int k = 0; k < position->count; k++) {
        uint32_t feature = w->fit->features[position->first + (size_t)k];
        halves_add(w, (int)(feature >> 1), (double)position->phase, signs && feature & 1 ? -1 : 1);
    }
}

static void unknowns_find(Whole *w) {
    int halves = 2 * (w->fit->part_count - 1); /* the last part is nobody's */
    halves_clear(w);
    for (size_t i = 0; i < w->fit->position_count; i++) halves_of(w, &w->fit->positions[i], false);
    for (int half = 0; half < halves; half++)
        w->index[half] = w->halves[half] > 0 ? w->count++ : -1;
    CHECK(w->count <= UNKNOWNS, "%d unknowns", w->count);
}

/* The prior, and of each position that is fitted its curvature * what it meets * what it meets. */
static void matrix_fill(Whole *w, double weight) {
    const Fit *fit = w->fit;
    int halves = 2 * (fit->part_count - 1);
    for (int a = 0; a < halves; a++)
        if (w->index[a] >= 0) w->matrix[w->index[a]][w->index[a]] = (double)fit->prior[a / 2];
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        double p = 1 / (1 + exp(-score_of(fit, position) / fit->scale)),
               curvature = weight * p * (1 - p) / (fit->scale * fit->scale);
        if (position->held_out) continue;
        halves_clear(w);
        halves_of(w, position, true);
        for (int a = 0; a < halves; a++)
            for (int b = 0; w->halves[a] != 0 && b <= a; b++)
                if (w->halves[b] != 0)
                    w->matrix[w->index[a]][w->index[b]] += curvature * w->halves[a] * w->halves[b];
    }
}

static void matrix_factor(Whole *w) {
    for (int i = 0; i < w->count; i++)
        for (int j = 0; j <= i; j++) {
            double sum = w->matrix[i][j];
            for (int k = 0; k < j; k++) sum -= w->matrix[i][k] * w->matrix[j][k];
            w->matrix[i][j] = i == j ? sqrt(sum) : sum / w->matrix[j][j];
        }
}

/* How often, by phase, a piece of the kind meets each half; returns how many stood on the boards. */
static double mean_of_kind(Whole *w, int type) {
    double pieces = 0;
    halves_clear(w);
    for (size_t i = 0; i < w->fit->position_count; i++) {
        const FitPosition *position = &w->fit->positions[i];
        for (int k = 0; k < position->count; k++) {
            int cell = (int)(w->fit->features[position->first + (size_t)k] >> 1);
            bool square;
            if (!is_about(w->fit, cell, type, &square)) continue;
            pieces += square;
            halves_add(w, cell, (double)position->phase, 1);
        }
    }
    return pieces;
}

/* halves * matrix⁻¹ * halves: the length of factor⁻¹ * halves, squared. */
static double variance(const Whole *w, double pieces) {
    double v[UNKNOWNS] = {0}, sum = 0;
    for (int half = 0; half < 2 * (w->fit->part_count - 1); half++)
        if (w->index[half] >= 0) v[w->index[half]] = w->halves[half] / pieces;
    for (int i = 0; i < w->count; i++) {
        for (int k = 0; k < i; k++) v[i] -= w->matrix[i][k] * v[k];
        v[i] /= w->matrix[i][i];
        sum += v[i] * v[i];
    }
    return sum;
}

/* On a board of 3 by 4 squares the matrix is small enough to be written down whole. The knight is
 * on no board. */
static void check_deviations(void) {
    const char *text = "name=small\nfiles=3\nranks=4\nroyal=K\nholdingsType=-1\n"
                       "king:K:K:K:b1\ngold:G:WfF:G:a1\nlance:L:fR:L:c1\nknight:N:N:N:\n";
    const FitPlan plan = {0.7, 5, 100};
    HenkaDiagnostic entry;
    HenkaReport report = {.entries = &entry, .cap = 1};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    CHECK(v, "line %d: %s", entry.at.line, entry.at.message);
    if (!v) return;
    Fit *fit = fit_of_games(v);
    double deviation[MAX_TYPES], old = 0, now = 0;
    fit_solve(fit, &plan);
    CHECK(fit_deviations(fit, &plan, deviation), "no memory");
    for (size_t i = 0; i < fit->position_count; i++) {
        old += fabs((double)fit->positions[i].base);
        now += fabs(score_of(fit, &fit->positions[i]));
    }
    Whole w = {.fit = fit,
               .halves = calloc((size_t)fit->part_count * 2, sizeof *w.halves),
               .index = calloc((size_t)fit->part_count * 2, sizeof *w.index),
               .matrix = calloc(UNKNOWNS, sizeof *w.matrix)};
    unknowns_find(&w);
    matrix_fill(&w, plan.weight);
    matrix_factor(&w);
    for (int type = 1; type <= v->type_count; type++) {
        double pieces = mean_of_kind(&w, type);
        bool worth = !v->types[type].royal && pieces > 0;
        double expected = worth ? sqrt(variance(&w, pieces)) * old / now : 0;
        CHECK(worth ? fabs(deviation[type] / expected - 1) < 0.001 : isnan(deviation[type]),
              "kind %d: %f, expected %f", type, deviation[type], expected);
    }
    CHECK(isnan(deviation[1]) && deviation[2] > 0 && isnan(deviation[4]),
          "king, gold, knight: %f, %f, %f", deviation[1], deviation[2], deviation[4]);
    free(w.halves), free(w.index), free(w.matrix), fit_free(fit), henka_variant_free(v);
}

/* The weights kept come back, at first the derived ones. */
static void check_keep(const HenkaVariant *v) {
    Fit *fit = fit_of_games(v);
    double derived = fit_loss(fit).train, kept = fit_solve(fit, &(FitPlan){5, 3, 15}).train;
    fit_return(fit);
    CHECK(fit_loss(fit).train == derived && kept < derived, "back at %f, derived %f",
          fit_loss(fit).train, derived);
    fit_solve(fit, &(FitPlan){5, 3, 15});
    fit_keep(fit);
    double later = fit_solve(fit, &(FitPlan){50, 3, 15}).train;
    fit_return(fit);
    CHECK(fit_loss(fit).train == kept && later < kept, "back at %f, kept %f", fit_loss(fit).train,
          kept);
    fit_free(fit);
}

/* Without a position there is nothing to change. */
static void check_no_games(const HenkaVariant *v) {
    Fit *fit = fit_new(v);
    Eval *e = calloc(1, sizeof *e);
    FitLoss loss = fit_solve(fit, &(FitPlan){1, 2, 2});
    CHECK(loss.train == 0 && loss.held_out == 0 && loss.result == 0 && fit_count(fit) == 0,
          "loss %f, %f, %f", loss.train, loss.held_out, loss.result);
    fit_eval(fit, e);
    CHECK(!memcmp(e->board_value, fit->derived->board_value, sizeof e->board_value) &&
              e->tempo.mg == fit->derived->tempo.mg,
          "the numbers are not the derived ones");
    free(e), fit_free(fit);
}

/* ---- the logistic function ---- */

static double scale_valley(void *steps, double scale) {
    ++*(int *)steps;
    return fabs(log(scale / 700));
}

static void check_logistic(void) {
    static const double xs[] = {-800, -30, -2, -0.5, 0, 0.5, 2, 30, 800};
    for (size_t i = 0; i < sizeof xs / sizeof *xs; i++)
        for (int k = 0; k <= 4; k++) {
            double x = xs[i], target = k / 4.0;
            double expected =
                fabs(x) > 100 ? (x > 0 ? (1 - target) * x : -target * x) : cross_entropy(x, target);
            CHECK(fabs(logistic_loss(x, target) - expected) < 1e-9 * (1 + expected),
                  "the loss of %f at %f is %f, expected %f", target, x, logistic_loss(x, target),
                  expected);
            double entropy =
                target > 0 && target < 1 ? cross_entropy(log(target / (1 - target)), target) : 0;
            CHECK(fabs(logistic_entropy(target) - entropy) < 1e-12, "entropy of %f: %f", target,
                  logistic_entropy(target));
            CHECK(fabs(logistic(x) + logistic(-x) - 1) < 1e-12 && (x <= 0) == (logistic(x) <= 0.5),
                  "logistic of %f is %f", x, logistic(x));
        }
    CHECK(fabs(logistic(log(3)) - 0.75) < 1e-12, "logistic of log 3 is %f", logistic(log(3)));
    int calls = 0;
    double found = logistic_scale(scale_valley, &calls, 30);
    CHECK(fabs(found / 700 - 1) < 1e-4, "the valley is at 700, found at %f", found);
    CHECK(calls == 60, "%d calls", calls);
    found = logistic_scale(scale_valley, &calls, 3);
    CHECK(fabs(log(found / 700)) < log(20000.0 / 50) * 0.12 && fabs(found / 700 - 1) > 1e-3,
          "after three steps at %f", found);
    found = logistic_scale(scale_valley, &calls, 0);
    CHECK(fabs(found - 1000) < 1e-6, "between 50 and 20000 lies %f", found);
}

int main(void) {
    check_groups("shogi"), check_groups("ito");
    check_numbering("shogi"), check_numbering("ito");
    HenkaVariant *v = henka_variant_shipped("ito", NULL, 0, NULL);
    check_fit(v);
    check_foreign(v);
    check_shipped();
    check_minimum(v);
    check_numbers(v);
    check_deviations();
    check_keep(v);
    check_no_games(v);
    check_logistic();
    henka_variant_free(v);
    return check_done();
}
