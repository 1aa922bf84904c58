/* One variant and one game in several threads at once: what henka.h lets several threads read. The
 * threads must agree, and under ThreadSanitizer nothing may race. The variant is new in each round,
 * so that its evaluation is made while others explain, describe and search. */
#include "check.h"
#include "henka.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, TEXT_CAP = 1 << 15 };

/* What every thread shares. */
typedef struct Shared {
    const HenkaVariant *variant;
    const HenkaGame *game;
    pthread_barrier_t start;
} Shared;

/* A thread, and what it found. */
typedef struct Reader {
    Shared *shared;
    int index;
    pthread_t thread;
    int score, value;
    uint64_t nodes; /* of a search of its own engine */
    size_t lengths; /* of all texts it wrote */
    char text[TEXT_CAP];
} Reader;

static void explains(Reader *r) {
    static const char *const moves[] = {"1a1b", "2h8b", "5i5e", "P*5e", "7g7c", "8h8g"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (int language = 0; language < HENKA_LANGUAGES; language++)
            r->lengths += henka_game_explain_illegal(r->shared->game, moves[i],
                                                     (HenkaLanguage)language, r->text, TEXT_CAP);
}

static void evaluates(Reader *r) {
    r->score = henka_game_evaluate(r->shared->game);
    r->value = henka_variant_type_value(r->shared->variant, 1);
}

static void describes(Reader *r) {
    const HenkaVariant *v = r->shared->variant;
    r->lengths += henka_variant_describe(v, HENKA_NIHONGO, r->text, TEXT_CAP);
    r->lengths += henka_record_write(r->shared->game, HENKA_RECORD_HENKA, NULL, r->text, TEXT_CAP);
    HenkaMark marks[1024];
    for (int type = 1; type <= henka_variant_type_count(v); type++)
        r->lengths += henka_variant_diagram(v, type, marks, 1024);
    HenkaGame *copy = henka_game_copy(r->shared->game);
    henka_game_free(copy);
    r->lengths += henka_game_bars(r->shared->game) + (copy != NULL);
}

static void searches(Reader *r) {
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1, .threads = 1});
    if (!engine) return;
    r->nodes =
        henka_engine_go(engine, r->shared->game, &(HenkaLimits){.depth = 3}, NULL, NULL).nodes;
    henka_engine_free(engine);
}

static void *reader_main(void *context) {
    void (*const work[])(Reader *) = {explains, evaluates, describes, searches};
    enum { WORK = sizeof work / sizeof *work };
    Reader *r = context;
    HenkaVariant *mine = henka_variant_retain(r->shared->variant);
    pthread_barrier_wait(&r->shared->start);
    for (int i = 0; i < WORK; i++) work[(i + r->index) % WORK](r); /* each begins with another */
    henka_variant_free(mine);
    return NULL;
}

static void round_of(const char *name) {
    static Reader readers[THREADS];
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    Shared shared = {.variant = variant, .game = henka_game_new(variant, NULL, NULL)};
    pthread_barrier_init(&shared.start, NULL, THREADS);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 4 * HENKA_STACK_BYTES);
    for (int i = 0; i < THREADS; i++) {
        readers[i] = (Reader){.shared = &shared, .index = i};
        CHECK(!pthread_create(&readers[i].thread, &attributes, reader_main, &readers[i]),
              "no thread %d", i);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(readers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++) {
        const Reader *first = &readers[0], *r = &readers[i];
        CHECK(r->score == first->score && r->value == first->value && r->lengths &&
                  r->lengths == first->lengths && r->nodes && r->nodes == first->nodes,
              "%s, thread %d: score %d, value %d, %zu bytes, %llu nodes", name, i, r->score,
              r->value, r->lengths, (unsigned long long)r->nodes);
    }
    pthread_attr_destroy(&attributes);
    pthread_barrier_destroy(&shared.start);
    henka_game_free((HenkaGame *)shared.game);
    henka_variant_free(variant);
}

/* Four threads of one engine, stopped by another thread, which has the search opened beforehand. */
typedef struct Stopping {
    HenkaEngine *engine;
    pthread_barrier_t begun;
} Stopping;

static void *stopper_main(void *context) {
    Stopping *stopping = context;
    pthread_barrier_wait(&stopping->begun);
    henka_engine_ponderhit(stopping->engine, NULL);
    henka_engine_stop(stopping->engine);
    return NULL;
}

static void stopped_search(void) {
    HenkaVariant *variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(variant, NULL, NULL);
    Stopping stopping = {
        .engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1, .threads = THREADS})};
    for (int i = 0; i < 10; i++) {
        pthread_t stopper;
        pthread_barrier_init(&stopping.begun, NULL, 2);
        henka_engine_begin(stopping.engine);
        pthread_create(&stopper, NULL, stopper_main, &stopping);
        pthread_barrier_wait(&stopping.begun);
        HenkaResult result = henka_engine_go(
            stopping.engine, game, &(HenkaLimits){.infinite = true, .ponder = true}, NULL, NULL);
        pthread_join(stopper, NULL);
        pthread_barrier_destroy(&stopping.begun);
        CHECK(henka_game_legal(game, result.best), "stopped search %d: no legal move", i);
    }
    henka_engine_free(stopping.engine);
    henka_game_free(game);
    henka_variant_free(variant);
}

int main(void) {
    static const char *const games[] = {"shogi", "suzumu", "rutherford", "okisaki", "chess"};
    for (int round = 0; round < CHECK_TIMES(4); round++)
        for (size_t i = 0; i < sizeof games / sizeof *games; i++) round_of(games[i]);
    stopped_search();
    return check_done();
}
