/* Budgets of work (henka.h): the same work takes the same steps, a call with one step too few is
 * refused and changes nothing, the refusal names the piece, and whoever cancels is heard within a
 * list of moves that nobody could wait for. Where a check fails by never ending, the time limit of
 * the test shows it. */
#include "check.h"
#include "henka.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLENTY = 2000000000, TEXT_CAP = 1 << 16 };

/* ---- games ----------------------------------------------------------------------------------- */

/* A game on a torus with `kinds` pieces that walk `deep` legs beyond the first two over whatever
 * stands there. Of deep 1 a list of moves takes thousands of steps, of deep 4 a million for each kind. */
static void slow_text(char *text, int kinds, int deep) {
    static const char *const atoms[] = {"N", "C", "Z", "NX", "CX", "NY", "CY", "ZX"},
                             *const modes[] = {"mp", "p", "mcp", "m"};
    int length = sprintf(text, "name=slow\nfiles=16\nranks=16\nsymmetry=rotate\nroyalRule=capture\n"
                               "royal=ZZ\nrepetition=none\n");
    for (int kind = 0; kind < kinds; kind++) {
        length += sprintf(text + length, "p%d:%c%c:", kind, 'A' + kind / 26, 'A' + kind % 26);
        for (int atom = 0; atom < (kind ? 1 : 8); atom++)
            for (int mode = 0; mode < (kind ? 1 : 4); mode++) {
                length += sprintf(text + length, "oo%sa", modes[mode]);
                for (int leg = 0; leg < deep; leg++) length += sprintf(text + length, "mpa");
                length += sprintf(text + length, "k%s", atoms[atom]);
            }
        length += sprintf(text + length, ":x:%c%d\n", 'a' + kind % 16, 1 + kind / 16);
    }
    sprintf(text + length, "king:ZZ:K:k:p8\n");
}

static HenkaVariant *parse(HenkaBudget *budget, const char *text, HenkaError *error) {
    static HenkaDiagnostic entries[64];
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaVariant *variant =
        henka_variant_parse_within(budget, text, strlen(text), NULL, 0, &report);
    if (!variant && henka_report_error(&report)) *error = *henka_report_error(&report);
    return variant;
}

/* ---- the same steps, not one more ------------------------------------------------------------ */

/* What a call is made with. */
typedef struct Subject {
    HenkaVariant *variant;
    HenkaGame *game; /* some moves old */
    char record[TEXT_CAP], usi[64], text[TEXT_CAP];
} Subject;

static uint64_t digest(const char *text) {
    uint64_t sum = 5381;
    for (; *text; text++) sum = sum * 33 + (unsigned char)*text;
    return sum;
}

/* Each makes one call within the budget and says what came of it; 0: it was refused. */
static uint64_t call_parse(Subject *s, HenkaBudget *budget) {
    HenkaError error;
    HenkaVariant *variant = parse(budget, s->text, &error);
    uint64_t found = variant ? digest(henka_variant_start(variant)) : 0;
    henka_variant_free(variant);
    return found;
}
static uint64_t call_new(Subject *s, HenkaBudget *budget) {
    HenkaError error = {0};
    HenkaGame *game = henka_game_new_within(budget, s->variant, NULL, &error);
    uint64_t found = game ? henka_game_hash(game) : 0;
    CHECK(game || *error.message, "refused without a word");
    henka_game_free(game);
    return found;
}
static uint64_t call_moves(Subject *s, HenkaBudget *budget) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    (void)budget;
    return henka_game_moves(s->game, moves, HENKA_MAX_MOVES);
}
static uint64_t call_play(Subject *s, HenkaBudget *budget) {
    HenkaMove move;
    HenkaError error = {0};
    (void)budget;
    char before[4096], after[4096];
    henka_game_sfen(s->game, before, sizeof before);
    uint64_t played = henka_move_parse(s->game, s->usi, &move, &error) &&
                      henka_game_play(s->game, move) && henka_game_undo(s->game);
    henka_game_sfen(s->game, after, sizeof after);
    CHECK(!strcmp(before, after), "%s became %s", before, after);
    CHECK(played || !henka_budget_spent(budget) || !*error.message ||
              strstr(error.message, "too much work"),
          "%s", error.message);
    return played;
}
static uint64_t call_play_text(Subject *s, HenkaBudget *budget) {
    HenkaError error = {0};
    (void)budget;
    if (henka_game_play_text(s->game, s->usi, NULL, &error) != HENKA_TEXT_PLAYED) return 0;
    return henka_game_undo(s->game);
}
static uint64_t call_perft(Subject *s, HenkaBudget *budget) {
    uint64_t nodes = henka_game_perft(s->game, 2);
    return henka_budget_spent(budget) ? 0 : nodes;
}
static uint64_t call_western(Subject *s, HenkaBudget *budget) {
    HenkaMove move = henka_game_move_at(s->game, 0);
    HenkaGame *copy = henka_game_copy(s->game); /* has the budget too */
    char text[256] = "";
    while (henka_game_undo(copy)) {}
    henka_move_text(copy, move, HENKA_WESTERN, text, sizeof text);
    henka_game_free(copy);
    return henka_budget_spent(budget) ? 0 : digest(text);
}
static uint64_t call_record_read(Subject *s, HenkaBudget *budget) {
    HenkaError error = {0};
    HenkaGame *game =
        henka_record_read_within(budget, s->record, strlen(s->record), s->variant, NULL, &error);
    uint64_t found = game ? henka_game_hash(game) : 0;
    CHECK(game || strstr(error.message, "too much work"), "%s", error.message);
    henka_game_free(game);
    return found;
}
static uint64_t call_record_write(Subject *s, HenkaBudget *budget) {
    static char text[TEXT_CAP];
    *text = 0;
    henka_record_write(s->game, HENKA_RECORD_HENKA, NULL, text, sizeof text);
    return henka_budget_spent(budget) ? 0 : digest(text);
}
static uint64_t call_explain(Subject *s, HenkaBudget *budget) {
    char text[512] = "";
    henka_game_explain_illegal(s->game, "1a1b", HENKA_ENGLISH, text, sizeof text);
    CHECK(!henka_budget_spent(budget) || strstr(text, "too much work"), "%s", text);
    return henka_budget_spent(budget) ? 0 : digest(text);
}
static uint64_t call_bars(Subject *s, HenkaBudget *budget) {
    uint32_t bars = henka_game_bars(s->game);
    return henka_budget_spent(budget) ? 0 : 1 + bars;
}
static uint64_t call_end(Subject *s, HenkaBudget *budget) {
    HenkaGame *copy = henka_game_copy(s->game);
    bool ended = henka_game_end(copy, HENKA_RESIGNATION, HENKA_SENTE);
    (void)budget;
    henka_game_free(copy);
    return ended;
}

static const struct {
    const char *name;
    uint64_t (*call)(Subject *, HenkaBudget *);
} calls[] = {
    {"henka_variant_parse_within", call_parse},
    {"henka_game_new_within", call_new},
    {"henka_game_moves", call_moves},
    {"henka_game_play", call_play},
    {"henka_game_play_text", call_play_text},
    {"henka_game_perft", call_perft},
    {"henka_move_text", call_western},
    {"henka_record_read_within", call_record_read},
    {"henka_record_write", call_record_write},
    {"henka_game_explain_illegal", call_explain},
    {"henka_game_bars", call_bars},
    {"henka_game_end", call_end},
};

static void subject_make(Subject *s, const char *text) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    HenkaError error;
    snprintf(s->text, sizeof s->text, "%s", text);
    s->variant = parse(NULL, text, &error);
    s->game = henka_game_new(s->variant, NULL, &error);
    for (int ply = 0; ply < 4; ply++) {
        size_t count = henka_game_moves(s->game, moves, HENKA_MAX_MOVES);
        if (count) henka_game_play(s->game, moves[count / 2]);
    }
    henka_record_write(s->game, HENKA_RECORD_USI, NULL, s->record, sizeof s->record);
    henka_game_moves(s->game, moves, HENKA_MAX_MOVES);
    henka_move_text(s->game, moves[0], HENKA_USI, s->usi, sizeof s->usi);
}

static void test_steps(const char *name, const char *text, bool slow) {
    static Subject s;
    HenkaBudget *budget = henka_budget_new(PLENTY);
    subject_make(&s, text);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        CHECK_ABOUT("%s of %s", calls[i].name, name);
        uint64_t found[2], used = 0;
        henka_game_set_budget(s.game, budget);
        for (int time = 0; time < 2; time++) {
            henka_budget_refill(budget, time ? used : PLENTY);
            found[time] = calls[i].call(&s, budget);
            CHECK(!henka_budget_spent(budget), "spent by %llu of %llu steps",
                  (unsigned long long)henka_budget_used(budget), (unsigned long long)used);
            CHECK(!time || henka_budget_used(budget) == used, "%llu steps, %llu before",
                  (unsigned long long)henka_budget_used(budget), (unsigned long long)used);
            used = henka_budget_used(budget);
        }
        CHECK(found[0] && found[0] == found[1], "%llx and %llx", (unsigned long long)found[0],
              (unsigned long long)found[1]);
        CHECK(used || !slow || calls[i].call == call_bars, "nothing is counted");
        /* one step too few, and fewer and fewer */
        for (uint64_t fewer = used; fewer; fewer -= fewer < used / 64 + 1 ? fewer : used / 64 + 1) {
            henka_budget_refill(budget, fewer - 1);
            uint64_t refused = calls[i].call(&s, budget);
            CHECK(!refused, "%llx, with %llu of %llu steps", (unsigned long long)refused,
                  (unsigned long long)fewer - 1, (unsigned long long)used);
            CHECK(henka_budget_spent(budget), "not spent");
        }
        henka_game_set_budget(s.game, NULL);
        CHECK(call_moves(&s, NULL), "no move without a budget");
    }
    CHECK_ABOUT("");
    henka_game_free(s.game);
    henka_variant_free(s.variant);
    henka_budget_free(budget);
}

/* ---- what a refusal says --------------------------------------------------------------------- */

static void test_words(void) {
    static char text[TEXT_CAP];
    char said[512];
    HenkaError error = {0};
    HenkaBudget *budget = henka_budget_new(1000000);
    slow_text(text, 6, 4);
    HenkaVariant *variant = parse(NULL, text, &error);
    CHECK(variant, "%s", error.message);
    CHECK(!henka_game_new_within(budget, variant, NULL, &error), "begun");
    CHECK(!strcmp(error.message,
                  "this takes too much work: the moves of `AA` take the longest to find"),
          "%s", error.message);
    henka_error_text(&error, HENKA_NIHONGO, said, sizeof said);
    CHECK(strstr(said, "「AA」"), "%s", said);
    CHECK(!strcmp(henka_variant_type(variant, henka_budget_type(budget)).id, "AA"), "kind %d",
          henka_budget_type(budget));
    henka_budget_error(budget, NULL, &error);
    CHECK(!strcmp(error.message, "this takes too much work"), "%s", error.message);
    henka_variant_free(variant);

    /* reading: at the piece's line */
    henka_budget_refill(budget, PLENTY);
    henka_variant_free(parse(budget, text, &error));
    henka_budget_refill(budget, henka_budget_used(budget) - 1);
    CHECK(!parse(budget, text, &error), "read");
    CHECK(strstr(error.message, "`AA`") && error.line == 8, "line %d: %s", error.line,
          error.message);

    /* much that is no piece's */
    henka_budget_refill(budget, 10);
    CHECK(!parse(budget, henka_shipped_text(0, NULL), &error), "read");
    CHECK(!strstr(error.message, "moves of"), "%s", error.message);

    henka_budget_cancel(budget);
    henka_budget_refill(budget, PLENTY);
    CHECK(henka_budget_spent(budget), "filled again after it was cancelled");
    CHECK(!parse(budget, henka_shipped_text(0, NULL), &error), "read");
    CHECK(!strcmp(error.message, "the work was broken off"), "%s", error.message);
    henka_budget_free(budget);
}

/* ---- the end of what has none ---------------------------------------------------------------- */

/* Work that another thread ends. */
typedef struct Endless {
    HenkaVariant *variant;
    HenkaBudget *budget;
    HenkaEngine *engine;
} Endless;

static void *list_endlessly(void *context) {
    Endless *work = context;
    HenkaError error = {0};
    CHECK(!henka_game_new_within(work->budget, work->variant, NULL, &error), "begun");
    CHECK(!strcmp(error.message, "the work was broken off"), "%s", error.message);
    return NULL;
}

static void test_cancel(void) {
    static char text[TEXT_CAP];
    HenkaError error = {0};
    pthread_t thread;
    pthread_attr_t attributes;
    slow_text(text, 60, 4);
    Endless work = {.variant = parse(NULL, text, &error), .budget = henka_budget_new(UINT64_MAX)};
    CHECK(work.variant, "%s", error.message);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 4 * HENKA_STACK_BYTES);
    pthread_create(&thread, &attributes, list_endlessly, &work);
    henka_budget_cancel(work.budget);
    pthread_join(thread, NULL);

    /* what a game is worth is found without a bound: it must have one of its own */
    int values[HENKA_MAX_TYPES];
    henka_variant_derived_values(work.variant, values, HENKA_MAX_TYPES);
    CHECK(values[1] > 0, "worth %d", values[1]);
    henka_budget_free(work.budget);
    henka_variant_free(work.variant);
    pthread_attr_destroy(&attributes);
}

static void *search_endlessly(void *context) {
    Endless *work = context;
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(work->variant, NULL, &error);
    CHECK(game, "%s", error.message);
    HenkaLimits limits = {.infinite = true};
    HenkaResult result = henka_engine_go(work->engine, game, &limits, NULL, NULL);
    CHECK(!result.best || henka_game_legal(game, result.best), "move %llx",
          (unsigned long long)result.best);
    henka_game_free(game);
    return NULL;
}

/* A pawn that becomes the slow piece: the first list of moves is short, the one after a promotion has
 * no end. The search ends in its midst, by its time and when it is told to. */
static void test_search(void) {
    static char text[TEXT_CAP], slow[TEXT_CAP];
    HenkaError error = {0};
    pthread_t thread;
    pthread_attr_t attributes;
    slow_text(slow, 1, 4);
    char *moves = strstr(slow, "AA:") + 3;
    *strstr(moves, ":x:") = 0;
    snprintf(text, sizeof text,
             "name=turns\nfiles=16\nranks=16\nsymmetry=rotate\nroyal=K\n"
             "repetition=none\npromoZone=15\npawn:P:fW:x:h8\nking:K:W:k:a1\nslow:+P:%s\n",
             moves);
    Endless work = {.variant = parse(NULL, text, &error), .engine = henka_engine_new(NULL)};
    CHECK(work.variant, "%s", error.message);
    HenkaGame *game = henka_game_new(work.variant, NULL, &error);
    CHECK(game, "%s", error.message);
    HenkaLimits limits = {.movetime_ms = 50};
    HenkaResult result = henka_engine_go(work.engine, game, &limits, NULL, NULL);
    CHECK(henka_game_legal(game, result.best), "move %llx", (unsigned long long)result.best);

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 4 * HENKA_STACK_BYTES);
    henka_engine_begin(work.engine);
    pthread_create(&thread, &attributes, search_endlessly, &work);
    henka_engine_stop(work.engine);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    henka_game_free(game);
    henka_engine_free(work.engine);
    henka_variant_free(work.variant);
}

int main(void) {
    static char text[TEXT_CAP];
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++)
        test_steps(name, henka_shipped_text(i, NULL), false);
    slow_text(text, 4, 1);
    test_steps("a slow game", text, true);
    test_words();
    test_cancel();
    test_search();
    return check_done();
}
