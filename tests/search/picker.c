/* The picker against the plain list of legal moves: each once, captures and quiet moves told apart,
 * checks told truly, below the bar nothing but checks, and no quiet move that costs more than it
 * may. */
#include "search/picker.h"
#include "../check.h"
#include "play.h"
#include "rules/by_legs.h"
#include "rules/game.h"
#include "search/exchange.h"
#include "search/quiets.h"

#include <limits.h>

static Move legal[HENKA_MAX_MOVES];
static int legal_count;

static int place_of(Move m) {
    for (int i = 0; i < legal_count; i++)
        if (legal[i] == m) return i;
    return -1;
}

static void fill_history(History *h, Random *random) {
    int16_t *entry = (int16_t *)h;
    for (size_t i = 0; i < offsetof(History, nothing) / sizeof *entry; i++)
        entry[i] = (int16_t)(random_below(random, 2 * HISTORY_LIMIT) - HISTORY_LIMIT);
}

/* Any legal move, or one that was legal elsewhere. */
static Move some_move(const HenkaVariant *v, Random *random) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    if (legal_count && random_below(random, 2))
        return legal[random_below(random, (uint32_t)legal_count)];
    HenkaGame *game = random_game(v, (int)random_below(random, 60), random_below(random, 1000));
    size_t count = henka_game_moves(game, moves);
    Move m = count ? moves[random_below(random, (uint32_t)count)] : MOVE_NONE;
    henka_game_free(game);
    return m;
}

typedef struct Seen {
    int count[HENKA_MAX_MOVES], checks;
    bool hops; /* a hopper that is its own screen passes for a check */
} Seen;

/* Quiet, and too dear for what the node allows? */
static bool too_dear(Picker *picker, Move m) {
    const Worker *w = picker->worker;
    const Position *p = &w->position;
    if (picker->risk == INT_MIN || position_is_capture(p, m) ||
        exchange_at_least(w->eval, p, m, picker->risk))
        return false;
    return !checks_given(&picker->checks, p, m) || !exchange_at_least(w->eval, p, m, picker->worst);
}

static void look(Picker *picker, Move m, int *last, Seen *seen, const char *name) {
    const Position *p = &picker->worker->position;
    int place = place_of(m);
    CHECK(place >= 0, "%s: move %llx is not legal", name, (unsigned long long)m);
    if (place < 0) return;
    seen->count[place]++;
    CHECK(picker->capture == position_is_capture(p, m), "%s: takes or not", name);
    if (picker->capture || m == picker->table_move) return;
    bool check = checks_given(&picker->checks, p, m);
    CHECK(!check || seen->hops || attacks_gives_check(p, m), "%s: no check", name);
    seen->checks += check;
    CHECK(check || picker->history >= picker->bar, "%s: below the bar", name);
    CHECK(!too_dear(picker, m), "%s: too dear", name);
    if (picker->stage != PICK_QUIETS) return;
    CHECK(!check == (quiet_history(picker->worker, 0, m) == picker->history), "%s: history", name);
    CHECK(picker->history <= *last || picker->history < -2500 * picker->depth, "%s: %d after %d",
          name, picker->history, *last);
    *last = picker->history;
}

/* What the picker left out must be quiet, and below the bar and no check it knows of, or too dear.
 */
static void check_left_out(Picker *picker, const Seen *seen, int bar, const char *name) {
    Worker *w = picker->worker;
    for (int i = 0; i < legal_count; i++) {
        if (seen->count[i] == 1) continue;
        bool below = !position_is_capture(&w->position, legal[i]) &&
                     quiet_history(w, 0, legal[i]) < bar &&
                     !checks_given(&picker->checks, &w->position, legal[i]);
        CHECK(!seen->count[i] && (below || too_dear(picker, legal[i])), "%s: move %d came %d times",
              name, i, seen->count[i]);
    }
}

/* Told are the quiet moves after which the piece that moved could take the royal, and no others. */
static int check_told(const HenkaGame *game, const char *name) {
    Position p = game->position;
    bool hops = p.variant->tables->hop_count[0];
    Checks checks;
    int direct_checks = 0;
    checks_start(&checks);
    for (int i = 0; i < legal_count; i++) {
        Edits e;
        if (position_is_capture(&p, legal[i])) continue;
        bool told = checks_given(&checks, &p, legal[i]);
        position_do(&p, legal[i], &e);
        bool direct = oracle_walk_attacks(&p, move_to(legal[i]), bb_lsb(p.royal_set[p.side]));
        position_undo(&p, &e);
        CHECK(told == direct || (hops && !move_is_drop(legal[i])),
              "%s: move %llx gives %s, but %s is told", name, (unsigned long long)legal[i],
              direct ? "check" : "none", told ? "one" : "none");
        direct_checks += direct;
    }
    return direct_checks;
}

static int check_position(Worker *w, const HenkaGame *game, Random *random, int bar,
                          const char *name) {
    Picker picker;
    Seen seen = {.hops = w->variant->tables->hop_count[0]};
    int last = INT_MAX;
    worker_set_up(w, game);
    legal_count = movegen_legal(&w->position, MOVEGEN_ALL, legal);
    Frame *f = frame_at(w, 0);
    for (int back = 1; back < 5; back++) f[-back].mark = random_below(random, 3) * 257;
    f->killers[0] = some_move(w->variant, random), f->killers[1] = some_move(w->variant, random);
    if (f->killers[0] && position_is_capture(&w->position, f->killers[0]))
        f->killers[0] = MOVE_NONE;
    if (f->killers[1] && move_victim_count(f->killers[1])) f->killers[1] = MOVE_NONE;
    picker_start(&picker, w, 0, 1 + (int)random_below(random, 9), some_move(w->variant, random));
    picker.bar = bar;
    if (!picker.long_lists && !random_below(random, 3))
        picker.risk = -(int)random_below(random, 400),
        picker.worst = picker.risk - (int)random_below(random, 400);
    for (Move m; (m = picker_next(&picker));) look(&picker, m, &last, &seen, name);
    check_left_out(&picker, &seen, bar, name);
    picker_stop(&picker);
    return seen.checks;
}

static void check_game(const char *name, int games, bool tells_checks) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    Worker *w = calloc(1, sizeof *w);
    Random random = {99};
    Table table = {.entries = NULL};
    int checks = 0, direct_checks = 0;
    table_resize(&table, TABLE_WAYS);
    w->eval = eval_derived_of(variant), w->variant = variant, w->table = &table;
    fill_history(&w->history, &random);
    for (int i = 0; i < games; i++) {
        HenkaGame *game = random_game(variant, i % 70, (uint64_t)i * 17 + 5);
        checks += check_position(w, game, &random,
                                 i % 3 ? (int)random_below(&random, 40000) - 20000 : INT_MIN, name);
        if (tells_checks) direct_checks += check_told(game, name);
        henka_game_free(game);
    }
    CHECK(!tells_checks || (checks > games / 5 && direct_checks > games / 4),
          "%s: only %d quiet checks, %d in all lists", name, checks, direct_checks);
    table_free(&table);
    free(w);
    henka_variant_free(variant);
}

int main(void) {
    check_game("shogi", 400, true);
    check_game("okisaki", 400, true);
    check_game("shinogi", 400, true);
    check_game("ito", 400, true);
    check_game("rutherford", 400, true);
    check_game("suzumu", 40, false);
    return check_done();
}
