/* Two engines in two threads, and every other call of henka.h, each thread with no more stack than
 * HENKA_STACK_BYTES. Uses nothing but henka.h, so that it also tells whether the library alone
 * works where it was built, by musl for one. */
#include "check.h"
#include "henka_import.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 2, GAMES_MOST = 16, PLIES = 12, NODES = 20000, TEXT_CAP = 1 << 16 };

/* What one thread found; the threads must agree in everything. */
typedef struct Answers {
    int games;
    char names[GAMES_MOST][32];
    uint64_t nodes[GAMES_MOST]; /* of all its searches */
    uint64_t hash[GAMES_MOST];  /* of the last position */
    uint64_t perft[GAMES_MOST];
    char failed[256]; /* the first call that went wrong; "": none */
} Answers;

static bool wrong(Answers *answers, const char *game, const char *what) {
    if (!*answers->failed) snprintf(answers->failed, sizeof answers->failed, "%s: %s", game, what);
    return false;
}

/* Every call that writes or reads a text about a game. */
static bool texts_tried(const HenkaGame *game, Answers *answers) {
    const HenkaVariant *variant = henka_game_variant(game);
    const char *name = henka_variant_name(variant);
    char *text = malloc(TEXT_CAP);
    HenkaMark marks[4096];
    HenkaError error;
    if (!text) return wrong(answers, name, "no memory");
    henka_variant_describe(variant, HENKA_ENGLISH, text, TEXT_CAP);
    henka_variant_template(variant, name, HENKA_ENGLISH, text, TEXT_CAP);
    henka_variant_import("[x:chess]\n", 10, "x", text, TEXT_CAP, NULL);
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        henka_variant_describe_type(variant, type, HENKA_ENGLISH, text, TEXT_CAP);
        henka_variant_diagram(variant, type, marks, sizeof marks / sizeof *marks);
        henka_variant_type_value(variant, type);
    }
    int values[HENKA_MAX_TYPES];
    henka_variant_derived_values(variant, values, HENKA_MAX_TYPES);
    henka_game_explain_illegal(game, "1a1b", HENKA_ENGLISH, text, TEXT_CAP);
    henka_game_evaluate(game);
    henka_game_attacked(game, 0, HENKA_SENTE);
    for (int format = HENKA_RECORD_HENKA; format <= HENKA_RECORD_KIF; format++) {
        size_t length = henka_record_write(game, (HenkaRecordFormat)format, NULL, text, TEXT_CAP);
        if (!length) continue; /* no KIF of this game */
        HenkaGame *again = henka_record_read(text, length, variant, NULL, &error);
        if (!again || henka_game_hash(again) != henka_game_hash(game))
            wrong(answers, name, "a record is read back otherwise");
        henka_game_free(again);
        HenkaRecord *record = henka_record_open(text, length, variant, &error);
        HenkaError notices[2];
        char *saved = malloc(TEXT_CAP);
        if (!record || !saved ||
            (int)henka_record_format(record) != henka_record_format_of(text, length) ||
            henka_record_save(record, henka_record_game(record), saved, TEXT_CAP) != length ||
            memcmp(saved, text, length) != 0 || henka_record_notices(record, notices, 2) ||
            !henka_record_players(record) ||
            !henka_record_convert(record, game, HENKA_RECORD_USI, NULL, saved, TEXT_CAP))
            wrong(answers, name, "a record is saved otherwise");
        free(saved);
        henka_record_free(record);
    }
    free(text);
    return true;
}

static bool moves_tried(const HenkaGame *game, Answers *answers) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves), back;
    char text[128];
    const char *name = henka_variant_name(henka_game_variant(game));
    size_t count = moves ? henka_game_moves(game, moves, HENKA_MAX_MOVES) : 0;
    for (size_t i = 0; i < count && i < 8; i++)
        for (int notation = HENKA_USI; notation <= HENKA_COORDINATES; notation++) {
            if (notation == HENKA_KIF) continue; /* written only, where squares have kanji */
            henka_move_text(game, moves[i], (HenkaNotation)notation, text, sizeof text);
            if (!henka_move_parse(game, text, &back, NULL) || back != moves[i])
                wrong(answers, name, text);
        }
    free(moves);
    return count > 0 || wrong(answers, name, "no moves");
}

static void game_tried(const char *name, HenkaEngine *engine, Answers *answers, int index) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = variant ? henka_game_new(variant, NULL, NULL) : NULL;
    snprintf(answers->names[index], sizeof answers->names[index], "%s", name);
    if (!game) {
        wrong(answers, name, "can't be played");
        henka_variant_free(variant);
        return;
    }
    henka_engine_new_game(engine);
    for (int ply = 0; ply < PLIES && henka_game_outcome(game).reason == HENKA_PLAYING; ply++) {
        HenkaResult result =
            henka_engine_go(engine, game, &(HenkaLimits){.nodes = NODES}, NULL, NULL);
        if (!moves_tried(game, answers) || !henka_game_play(game, result.best)) {
            wrong(answers, name, "the engine's move isn't played");
            break;
        }
        answers->nodes[index] += result.nodes;
    }
    henka_engine_go(engine, game, &(HenkaLimits){.depth = 60, .nodes = 4 * NODES}, NULL, NULL);
    henka_engine_go(engine, game, &(HenkaLimits){.mate_plies = 9, .nodes = NODES}, NULL, NULL);
    texts_tried(game, answers);
    answers->perft[index] = henka_game_perft(game, 2);
    answers->hash[index] = henka_game_hash(game);
    henka_game_free(game);
    henka_variant_free(variant);
}

static void *all_games(void *context) {
    Answers *answers = context;
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 4});
    const char *name;
    if (!engine) return wrong(answers, "engine", "no memory"), NULL;
    for (int i = 0; i < GAMES_MOST && (name = henka_shipped_name((size_t)i)); i++) {
        game_tried(name, engine, answers, i);
        answers->games = i + 1;
    }
    henka_engine_free(engine);
    return NULL;
}

/* ---- the threads' stacks -----------------------------------------------------------------------
 */

static unsigned char *stacks[THREADS];

static bool thread_start(pthread_t *thread, int index, Answers *answers) {
    pthread_attr_t attributes;
    stacks[index] =
        mmap(NULL, HENKA_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stacks[index] == MAP_FAILED || pthread_attr_init(&attributes)) return false;
    bool started = !pthread_attr_setstack(&attributes, stacks[index], HENKA_STACK_BYTES) &&
                   !pthread_create(thread, &attributes, all_games, answers);
    pthread_attr_destroy(&attributes);
    return started;
}

/* How much of a stack has been written to: it was all zeros, and grows downwards. */
static size_t stack_used(const unsigned char *stack) {
    size_t untouched = 0;
    while (untouched < HENKA_STACK_BYTES && !stack[untouched]) untouched++;
    return HENKA_STACK_BYTES - untouched;
}

static void check_alike(const Answers *a, const Answers *b) {
    for (int i = 0; i < a->games; i++)
        CHECK(a->nodes[i] == b->nodes[i] && a->hash[i] == b->hash[i] && a->perft[i] == b->perft[i],
              "%s: one thread searched %llu nodes to position %llx, the other %llu to %llx",
              a->names[i], (unsigned long long)a->nodes[i], (unsigned long long)a->hash[i],
              (unsigned long long)b->nodes[i], (unsigned long long)b->hash[i]);
}

int main(void) {
    static Answers answers[THREADS];
    pthread_t threads[THREADS];
    bool started = true;
    for (int i = 0; i < THREADS && started; i++) {
        started = thread_start(&threads[i], i, &answers[i]);
        CHECK(started, "thread %d with a stack of %d bytes can't be started", i, HENKA_STACK_BYTES);
    }
    for (int i = 0; i < THREADS && started; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS && started; i++) {
        size_t used = stack_used(stacks[i]);
        printf("thread %d: %zu of %d bytes of stack\n", i, used, HENKA_STACK_BYTES);
        CHECK(!*answers[i].failed, "%s", answers[i].failed);
        CHECK(answers[i].games >= 6, "only %d games were tried", answers[i].games);
        CHECK(used <= HENKA_STACK_BYTES * 3 / 4, "%zu bytes of stack leave no room to spare", used);
    }
    check_alike(&answers[0], &answers[1]);
    CHECK(!strcmp(henka_version(), HENKA_VERSION) && henka_version_number() == HENKA_VERSION_NUMBER,
          "library %s (%d), header %s (%d)", henka_version(), henka_version_number(), HENKA_VERSION,
          HENKA_VERSION_NUMBER);
    return check_done();
}
