/* The picker against the plain list of legal moves: each once, captures and quiet moves told apart,
 * checks told truly, below the bar nothing but checks, and no quiet move that costs more than it
 * may. */
#include "search/movepick.h"
#include "../check.h"
#include "play.h"
#include "rules/game.h"
#include "rules/oracle.h"
#include "search/see.h"

#include <limits.h>

static const HenkaGame *playing; /* the game the checks are about */
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
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    Move m = count ? moves[random_below(random, (uint32_t)count)] : MOVE_NONE;
    henka_game_free(game);
    return m;
}

typedef struct Seen {
    int count[HENKA_MAX_MOVES], checks;
    bool hops; /* a hopper that is its own screen passes for a check */
} Seen;

/* Quiet, and its exchange brings less than the search allows? */
static bool see_too_low(MovePicker *picker, Move m) {
    Worker *w = picker->worker;
    Position *p = &w->position;
    if (picker->quiet_see_min == INT_MIN || position_is_capture(p, m) ||
        see_ge(w->eval, p, m, picker->quiet_see_min))
        return false;
    return !check_squares_checks(&picker->check_squares, p, m) ||
           !see_ge(w->eval, p, m, picker->check_see_min);
}

static void look(MovePicker *picker, Move m, int *last, Seen *seen) {
    Position *p = &picker->worker->position;
    int place = place_of(m);
    CHECK(place >= 0, "%s: move %llx is not legal", where(playing), (unsigned long long)m);
    if (place < 0) return;
    seen->count[place]++;
    CHECK(picker->capture == position_is_capture(p, m), "%s: move %llx: takes or not",
          where(playing), (unsigned long long)m);
    if (picker->capture || m == picker->tt_move) return;
    bool check = check_squares_checks(&picker->check_squares, p, m);
    CHECK(!check || seen->hops || attacks_gives_check(p, m), "%s: move %llx: no check",
          where(playing), (unsigned long long)m);
    seen->checks += check;
    CHECK(check || picker->history >= picker->quiet_history_min,
          "%s: move %llx: too little history", where(playing), (unsigned long long)m);
    CHECK(!see_too_low(picker, m), "%s: move %llx: SEE too low", where(playing),
          (unsigned long long)m);
    if (picker->stage != STAGE_QUIETS) return;
    CHECK(!check == (movepick_quiet_history(picker->worker, 0, m) == picker->history),
          "%s: move %llx: history", where(playing), (unsigned long long)m);
    CHECK(picker->history <= *last || picker->history < -2500 * picker->depth, "%s: %d after %d",
          where(playing), picker->history, *last);
    *last = picker->history;
}

/* On boards of more than 128 squares, where a royal may be left attacked: did another capture come
 * that leads from the same square to the same and takes at least as much? */
static bool poorer(MovePicker *picker, const Seen *seen, Move m) {
    Worker *w = picker->worker;
    Position *p = &w->position;
    if (p->variant->tables->bitboard128 || p->variant->royal != ROYAL_CAPTURE) return false;
    const Move ends = ((Move)1 << 25) - 1; /* origin, destination and promotion */
    for (int i = 0; i < legal_count && position_is_capture(p, m); i++)
        if (seen->count[i] && legal[i] != m && !((legal[i] ^ m) & ends) &&
            see_gain(w->eval, p, legal[i]) >= see_gain(w->eval, p, m))
            return true;
    return false;
}

/* What the picker left out must be quiet, with too little history and no check it knows of, or with
 * too low an exchange; or a capture that takes less than another one. */
static void check_left_out(MovePicker *picker, const Seen *seen, int bar) {
    Worker *w = picker->worker;
    for (int i = 0; i < legal_count; i++) {
        if (seen->count[i] == 1) continue;
        bool below = !position_is_capture(&w->position, legal[i]) &&
                     movepick_quiet_history(w, 0, legal[i]) < bar &&
                     !check_squares_checks(&picker->check_squares, &w->position, legal[i]);
        CHECK(!seen->count[i] &&
                  (below || see_too_low(picker, legal[i]) || poorer(picker, seen, legal[i])),
              "%s: move %d came %d times", where(playing), i, seen->count[i]);
    }
}

/* check_squares tells the quiet moves after which the piece that moved could take the royal, and no
 * others. */
static int check_direct_checks(const HenkaGame *game) {
    Position p = game->position;
    bool hops = p.variant->tables->hop_count[0];
    CheckSquares checks;
    int direct_checks = 0;
    check_squares_start(&checks);
    for (int i = 0; i < legal_count; i++) {
        Edits e;
        if (position_is_capture(&p, legal[i])) continue;
        bool told = check_squares_checks(&checks, &p, legal[i]);
        position_do(&p, legal[i], &e);
        bool direct = oracle_walk_attacks(&p, move_to(legal[i]), bb_lsb(p.royal_set[p.side]));
        position_undo(&p, &e);
        CHECK(told == direct || (hops && !move_is_drop(legal[i])),
              "%s: move %llx gives %s, but %s is told", where(playing),
              (unsigned long long)legal[i], direct ? "check" : "none", told ? "one" : "none");
        direct_checks += direct;
    }
    return direct_checks;
}

static int check_position(Worker *w, const HenkaGame *game, Random *random, int bar) {
    MovePicker picker;
    Seen seen = {.hops = w->variant->tables->hop_count[0]};
    int last = INT_MAX;
    worker_set_up(w, game);
    playing = game;
    legal_count = movegen_legal(&w->position, MOVEGEN_ALL, legal);
    Stack *ss = stack_at(w, 0);
    for (int back = 1; back < 5; back++) ss[-back].piece_to = random_below(random, 3) * 257;
    ss->killers[0] = some_move(w->variant, random), ss->killers[1] = some_move(w->variant, random);
    if (ss->killers[0] && position_is_capture(&w->position, ss->killers[0]))
        ss->killers[0] = MOVE_NONE;
    if (ss->killers[1] && move_victim_count(ss->killers[1])) ss->killers[1] = MOVE_NONE;
    movepick_start(&picker, w, 0, 1 + (int)random_below(random, 9), some_move(w->variant, random));
    picker.quiet_history_min = bar;
    if (!random_below(random, 3))
        picker.quiet_see_min = -(int)random_below(random, 400),
        picker.check_see_min = picker.quiet_see_min - (int)random_below(random, 400);
    for (Move m; (m = movepick_next(&picker));) look(&picker, m, &last, &seen);
    check_left_out(&picker, &seen, bar);
    movepick_stop(&picker);
    return seen.checks;
}

static void check_variant(HenkaVariant *variant, int games, bool tells_checks) {
    const char *name = henka_variant_name(variant);
    Worker *w = calloc(1, sizeof *w);
    Random random = {99};
    TranspositionTable table = {.entries = NULL};
    int checks = 0, direct_checks = 0;
    tt_resize(&table, TT_CLUSTER);
    w->eval = eval_derived_of(variant), w->variant = variant, w->tt = &table;
    fill_history(&w->history, &random);
    for (int i = 0; i < games; i++) {
        HenkaGame *game = random_game(variant, i % 70, (uint64_t)i * 17 + 5);
        checks += check_position(w, game, &random,
                                 i % 3 ? (int)random_below(&random, 40000) - 20000 : INT_MIN);
        if (tells_checks) direct_checks += check_direct_checks(game);
        henka_game_free(game);
    }
    CHECK(!tells_checks || (checks > games / 5 && direct_checks > games / 4),
          "%s: only %d quiet checks, %d in all lists", name, checks, direct_checks);
    tt_free(&table);
    free(w);
    henka_variant_free(variant);
}

static void check_game(const char *name, int games, bool tells_checks) {
    check_variant(henka_variant_shipped(name, NULL, 0, NULL), games, tells_checks);
}

/* More kinds than a word has bits: rooks are the first of them and ferzes the 65th and on, so that
 * kinds 64 apart move otherwise. */
static void check_many_kinds(void) {
    enum { KINDS = 70, ON_BOARD = 6 };
    char text[1 << 13];
    int length = snprintf(text, sizeof text,
                          "name=kinds\nfiles=7\nranks=8\nroyal=K\nstalemate=loss\nking:K:K:K:d1\n");
    for (int i = 0; i < KINDS; i++) {
        bool rook = i < ON_BOARD, ferz = i >= KINDS - ON_BOARD;
        const char *moves = rook ? "R" : ferz ? "F" : "W";
        int place = ferz ? i - (KINDS - ON_BOARD) + ON_BOARD : i;
        char home[8] = "";
        if (rook || ferz) snprintf(home, sizeof home, "%c%d", 'a' + place % 7, 2 + place / 7);
        length += snprintf(text + length, sizeof text - (size_t)length, "kind %d:%c%c:%s:=:%s\n", i,
                           'A' + i / 10, 'A' + i % 10, moves, home);
    }
    HenkaDiagnostic entry = {0};
    HenkaReport report = {.entries = &entry, .cap = 1};
    HenkaVariant *variant = henka_variant_parse(text, (size_t)length, NULL, 0, &report);
    CHECK(variant, "%s", entry.at.message);
    if (variant) check_variant(variant, 200, true);
}

int main(void) {
    check_many_kinds();
    check_game("shogi", 400, true);
    check_game("okisaki", 400, true);
    check_game("shinogi", 400, true);
    check_game("ito", 400, true);
    check_game("rutherford", 400, true);
    check_game("suzumu", 40, false);
    return check_done();
}
