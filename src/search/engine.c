#include "search/engine.h"

#include "base/clock.h"
#include "base/random.h"
#include "eval/stored.h"
#include "search/level.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { MIB = 1 << 20, WAIT_NS = 500000, HUGE_PAGE = 2 << 20 };

static void *helper_main(void *context) {
    Helper *helper = context;
    struct HenkaEngine *engine = helper->worker->engine;
    uint64_t seen = 0;
    pthread_mutex_lock(&engine->lock);
    for (;;) {
        while (engine->generation == seen && !engine->quitting)
            pthread_cond_wait(&engine->wake, &engine->lock);
        if (engine->quitting) break;
        seen = engine->generation;
        pthread_mutex_unlock(&engine->lock);
        worker_iterate(helper->worker);
        pthread_mutex_lock(&engine->lock);
        if (!--engine->busy) pthread_cond_signal(&engine->rest);
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

static void helpers_end(HenkaEngine *engine) {
    pthread_mutex_lock(&engine->lock);
    engine->quitting = true;
    pthread_cond_broadcast(&engine->wake);
    pthread_mutex_unlock(&engine->lock);
    for (int i = 1; i < HENKA_MAX_THREADS; i++)
        if (engine->helpers[i].running)
            pthread_join(engine->helpers[i].thread, NULL), engine->helpers[i].running = false;
    engine->quitting = false;
}

static Worker *worker_new(HenkaEngine *engine, int index) {
    size_t bytes = (sizeof(Worker) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    Worker *w = aligned_alloc(HUGE_PAGE, bytes);
    if (!w) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(w, bytes, MADV_HUGEPAGE);
#endif
    memset(w, 0, sizeof *w);
    w->engine = engine;
    w->index = index;
    w->table = &engine->table;
    w->ply_limit = MAX_PLY - 4;
    w->move_limit = MOVE_STACK;
    return w;
}

static void workers_free(HenkaEngine *engine) {
    for (int i = 0; i < HENKA_MAX_THREADS; i++) free(engine->workers[i]), engine->workers[i] = NULL;
    engine->threads = 0;
}

/* A thread's stack is what henka.h demands of callers, whatever the system gives by itself; twice
 * that, because frames are larger under sanitizers. */
static bool helper_start(Helper *helper) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return false;
    bool started = !pthread_attr_setstacksize(&attributes, 2 * HENKA_STACK_BYTES) &&
                   !pthread_create(&helper->thread, &attributes, helper_main, helper);
    pthread_attr_destroy(&attributes);
    return started;
}

/* Every worker beyond the first has a thread that sleeps between searches. */
static bool workers_make(HenkaEngine *engine, int threads) {
    engine->generation = 0;
    for (int i = 0; i < threads; i++) {
        if (!(engine->workers[i] = worker_new(engine, i))) break;
        Helper *helper = &engine->helpers[i];
        helper->worker = engine->workers[i];
        if (i && !helper_start(helper)) {
            free(engine->workers[i]), engine->workers[i] = NULL;
            break;
        }
        helper->running = i > 0;
        engine->threads = i + 1;
    }
    return engine->threads == threads;
}

static int within(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

bool henka_engine_set_options(HenkaEngine *engine, const HenkaEngineOptions *wanted) {
    HenkaEngineOptions old = engine->options, now;
#define TAKE(field, NAME, ...)                                                                     \
    now.field = within(wanted->field, HENKA_MIN_##NAME, HENKA_MAX_##NAME);
    HENKA_ENGINE_OPTIONS(TAKE)
#undef TAKE
    engine->options = now;
    bool resized = now.hash_mib != old.hash_mib || now.threads != old.threads, made = true;
    if (resized) {
        helpers_end(engine);
        workers_free(engine);
        made = workers_make(engine, now.threads) &&
               table_resize(&engine->table, (size_t)now.hash_mib * MIB / sizeof(TableEntry));
        if (!engine->table.entries) table_resize(&engine->table, MIB / sizeof(TableEntry));
    }
    /* Scores of one evaluation mean nothing to the other. */
    if (resized || now.derived_eval != old.derived_eval) henka_engine_new_game(engine);
    return made;
}

HenkaEngineOptions henka_engine_options(const HenkaEngine *engine) { return engine->options; }

HenkaEngine *henka_engine_new(const HenkaEngineOptions *options) {
    static const HenkaEngineOptions standard = HENKA_ENGINE_DEFAULTS;
    HenkaEngine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->wake, NULL);
    pthread_cond_init(&engine->rest, NULL);
    henka_engine_set_options(engine, options ? options : &standard);
    if (engine->threads && engine->table.entries) return engine;
    henka_engine_free(engine);
    return NULL;
}

static void drop_own_eval(HenkaEngine *engine) {
    henka_variant_free(engine->own_variant);
    free(engine->own_eval);
    net_free(engine->own_net);
    engine->own_variant = NULL, engine->own_eval = NULL, engine->own_net = NULL;
}

void henka_engine_free(HenkaEngine *engine) {
    if (!engine) return;
    helpers_end(engine);
    workers_free(engine);
    table_free(&engine->table);
    henka_variant_free(engine->variant);
    drop_own_eval(engine);
    pthread_cond_destroy(&engine->rest);
    pthread_cond_destroy(&engine->wake);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

void henka_engine_new_game(HenkaEngine *engine) {
    table_clear(&engine->table);
    for (int i = 0; i < engine->threads; i++) history_clear(&engine->workers[i]->history);
}

/* The engine's own evaluation of this variant, which begins as the one delivered. NULL: no memory.
 */
static Eval *own_eval(HenkaEngine *engine, const HenkaVariant *v) {
    if (engine->own_variant == v) return engine->own_eval;
    Eval *eval = malloc(sizeof *eval);
    if (!eval) return NULL;
    drop_own_eval(engine);
    *eval = *eval_of(v);
    engine->own_variant = henka_variant_retain(v), engine->own_eval = eval;
    return eval;
}

bool henka_engine_set_net(HenkaEngine *engine, const HenkaVariant *v, const char *bytes,
                          size_t length) {
    Net *net = bytes && length ? net_read(v, bytes, length) : NULL;
    if (bytes && length && !net) return false;
    Eval *eval = own_eval(engine, v);
    if (!eval) return net_free(net), false;
    net_free(engine->own_net);
    engine->own_net = net;
    eval->net = bytes ? net : eval_of(v)->net;
    henka_engine_new_game(engine);
    return true;
}

bool henka_engine_set_eval(HenkaEngine *engine, const HenkaVariant *v, const char *text,
                           size_t length) {
    Eval *read = malloc(sizeof *read), *eval = NULL;
    if (read) *read = text ? *eval_derived_of(v) : *eval_of(v);
    bool good = read && (!text || !length || eval_read(v, text, length, read)) &&
                (eval = own_eval(engine, v));
    if (good) {
        read->net = eval->net;
        *eval = *read;
        henka_engine_new_game(engine);
    }
    free(read);
    return good;
}

static const Eval *eval_for(const HenkaEngine *engine, const HenkaVariant *v) {
    return engine->options.derived_eval ? eval_derived_of(v)
           : engine->own_variant == v   ? engine->own_eval
                                        : eval_of(v);
}

bool engine_shrink(HenkaEngine *engine, size_t table_entries, int ply_limit, int move_limit) {
    for (int i = 0; i < engine->threads; i++) {
        Worker *w = engine->workers[i];
        if (ply_limit) w->ply_limit = within(ply_limit, 4, MAX_PLY - 4);
        if (move_limit) w->move_limit = within(move_limit, 2 * HENKA_MAX_MOVES, MOVE_STACK);
    }
    return !table_entries || table_resize(&engine->table, table_entries);
}

uint64_t engine_nodes(const HenkaEngine *engine) {
    uint64_t sum = 0;
    for (int i = 0; i < engine->threads; i++)
        sum += atomic_load_explicit(&engine->workers[i]->nodes, memory_order_relaxed);
    return sum;
}

void engine_report(HenkaEngine *engine, const Worker *w, int depth) {
    if (!engine->callback) return;
    int64_t time = clock_ms() - engine->budget.start_ms;
    uint64_t nodes = engine_nodes(engine);
    for (int i = 0; i < w->line_count; i++) {
        const Line *line = &w->lines[i];
        HenkaInfo info = {.depth = depth,
                          .seldepth = line->seldepth,
                          .multipv = i + 1,
                          .score_cp = line->score,
                          .nodes = nodes,
                          .time_ms = time,
                          .nps = nodes * 1000 / (uint64_t)(time > 0 ? time : 1),
                          .hashfull = table_permille(&engine->table),
                          .pv = line->moves,
                          .pv_length = (size_t)line->length};
        engine->callback(engine->context, &info);
    }
}

static bool wanted(const HenkaLimits *limits, Move m) {
    if (!limits->search_moves) return true;
    for (size_t i = 0; i < limits->search_move_count; i++)
        if (limits->search_moves[i] == m) return true;
    return false;
}

static void list_root(Worker *w, const HenkaGame *game, const HenkaLimits *limits) {
    size_t count = henka_game_moves(game, w->moves);
    w->root_count = 0;
    for (size_t i = 0; i < count; i++)
        if (wanted(limits, w->moves[i]))
            w->root_moves[w->root_count++] = (RootMove){
                .move = w->moves[i], .score = -SCORE_INFINITE, .before = -SCORE_INFINITE};
}

static void use_variant(HenkaEngine *engine, const HenkaVariant *v) {
    if (engine->variant == v) return;
    if (engine->variant) henka_engine_new_game(engine);
    henka_variant_free(engine->variant);
    engine->variant = henka_variant_retain(v);
}

static void set_limits(HenkaEngine *engine, const HenkaGame *game, const HenkaLimits *limits) {
    Level level = level_of(limits->level);
    engine->limits = *limits;
    engine->side = game->position.side;
    engine->budget =
        budget_of(limits, game->position.side, clock_ms(), engine->options.overhead_ms);
    engine->node_cap = limits->nodes && level.nodes
                           ? (limits->nodes < level.nodes ? limits->nodes : level.nodes)
                           : limits->nodes | level.nodes;
    engine->depth_cap = limits->depth;
    if (limits->mate_plies > 0 && !engine->depth_cap) engine->depth_cap = limits->mate_plies + 1;
    engine->pondering = limits->ponder;
}

static void ready_workers(HenkaEngine *engine, const HenkaGame *game, const HenkaLimits *limits) {
    const Eval *eval = eval_for(engine, game->variant);
    for (int i = 0; i < engine->threads; i++) {
        Worker *w = engine->workers[i];
        w->eval = eval;
        list_root(w, game, limits);
        worker_set_up(w, game);
        search_order_root(w);
        worker_sort_root(w, 0);
        w->lines[0].score = w->lines[0].length =
            0; /* all there is to say when the first iteration isn't completed */
        w->line_count =
            engine->options.multi_pv < w->root_count ? engine->options.multi_pv : w->root_count;
    }
}

static void helpers_begin(HenkaEngine *engine) {
    pthread_mutex_lock(&engine->lock);
    engine->generation++;
    engine->busy = engine->threads - 1;
    pthread_cond_broadcast(&engine->wake);
    pthread_mutex_unlock(&engine->lock);
}

static void helpers_wait(HenkaEngine *engine) {
    atomic_store(&engine->stop, true);
    pthread_mutex_lock(&engine->lock);
    while (engine->busy) pthread_cond_wait(&engine->rest, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

/* An infinite or pondering search answers only when told to. */
static void await_leave(HenkaEngine *engine) {
    while (!atomic_load(&engine->stop) && (engine->limits.infinite || engine_ponders(engine)))
        nanosleep(&(struct timespec){0, WAIT_NS}, NULL);
}

/* Where what is lost comes back as a drop, on a board with room for it, a slip costs so much that
 * levels would else lie too far apart. */
static bool uneven(const HenkaVariant *v) { return v->hands && v->squares > STRIP_SQUARES; }

/* The same for so many moves of one game. */
static bool takes_care(const HenkaEngine *engine, const Worker *w) {
    int moves = uneven(w->variant) ? level_of(engine->limits.level).spell : 1, plies = w->path.root,
        back = plies / 2 % moves * 2;
    Random random = {engine->limits.seed ^ (back ? w->path.keys[plies - back] : w->position.key)};
    return random_below(&random, 100) >= level_of(engine->limits.level).careless_percent;
}

/* A weak level sometimes plays whatever comes to hand, and then overlooks what could be taken. */
static Move careless(const HenkaEngine *engine, Worker *w) {
    if (takes_care(engine, w)) return MOVE_NONE;
    Random random = {~(engine->limits.seed ^ w->position.hash)};
    int quiet = 0;
    for (int i = 0; i < w->root_count; i++)
        if (!position_is_capture(&w->position, w->root_moves[i].move))
            w->moves[quiet++] = w->root_moves[i].move;
    return quiet ? w->moves[random_below(&random, (uint32_t)quiet)] : MOVE_NONE;
}

static HenkaResult result_of(const HenkaEngine *engine, Worker *w) {
    const Line *line = &w->lines[0];
    Move any = careless(engine, w), best = any ? any : w->root_moves[0].move;
    HenkaResult result = {.best = best,
                          .score_cp = line->score,
                          .depth = w->completed_depth,
                          .nodes = engine_nodes(engine)};
    if (line->length > 1 && line->moves[0] == best) result.ponder = line->moves[1];
    result.time_ms = clock_ms() - engine->budget.start_ms;
    return result;
}

static void open_search(HenkaEngine *engine) {
    atomic_store(&engine->stop, false);
    atomic_store(&engine->ponderhit, false);
}

HenkaResult henka_engine_go(HenkaEngine *engine, const HenkaGame *game, const HenkaLimits *limits,
                            HenkaInfoCallback *callback, void *context) {
    if (!atomic_exchange(&engine->begun, false)) open_search(engine);
    engine->callback = callback;
    engine->context = context;
    set_limits(engine, game, limits);
    use_variant(engine, game->variant);
    ready_workers(engine, game, limits);
    Worker *w = engine->workers[0];
    if (!w->root_count) return (HenkaResult){.best = HENKA_NO_MOVE};
    table_new_search(&engine->table);
    helpers_begin(engine);
    worker_iterate(w);
    await_leave(engine);
    helpers_wait(engine);
    return result_of(engine, w);
}

void henka_engine_begin(HenkaEngine *engine) {
    open_search(engine);
    atomic_store(&engine->begun, true);
}

void henka_engine_stop(HenkaEngine *engine) { atomic_store(&engine->stop, true); }

void henka_engine_ponderhit(HenkaEngine *engine, const HenkaLimits *clocks) {
    pthread_mutex_lock(&engine->lock);
    engine->hit_with_clocks = clocks;
    if (clocks) engine->hit_clocks = *clocks;
    engine->hit_ms = clock_ms();
    atomic_store(&engine->ponderhit, true);
    pthread_mutex_unlock(&engine->lock);
}

bool engine_ponders(HenkaEngine *engine) {
    if (!engine->pondering || !atomic_load_explicit(&engine->ponderhit, memory_order_acquire))
        return engine->pondering;
    pthread_mutex_lock(&engine->lock);
    if (engine->hit_with_clocks)
        engine->budget = budget_of(&engine->hit_clocks, engine->side, engine->hit_ms,
                                   engine->options.overhead_ms);
    pthread_mutex_unlock(&engine->lock);
    return engine->pondering = false;
}
