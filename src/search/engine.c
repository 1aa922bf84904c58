#include "search/engine.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "eval/stored.h"
#include "search/hugepages.h"
#include "search/level.h"
#include "search/movepick.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MIB = 1 << 20,
    VARIED_PLIES = 16, /* only the first 16 plies of a game are varied (HenkaLimits.vary_cp) */
    VARIED_LINES = 4   /* a varied move is chosen among the best 4 moves (HenkaLimits.vary_cp) */
};

static void engine_lock(HenkaEngine *engine) {
    int failed = pthread_mutex_lock(&engine->lock);
    assert(!failed), (void)failed;
}

static void engine_unlock(HenkaEngine *engine) {
    int failed = pthread_mutex_unlock(&engine->lock);
    assert(!failed), (void)failed;
}

/* Lists the root moves that the limits allow, and prepares the worker for the search, on the
 * worker's thread: memory is first touched there, and many workers take no longer than one. */
static void worker_prepare(struct HenkaEngine *engine, Worker *w);

static void *helper_main(void *context) {
    Helper *helper = context;
    struct HenkaEngine *engine = helper->worker->engine;
    uint64_t seen = 0;
    engine_lock(engine);
    for (;;) {
        while (engine->searches == seen && !engine->quitting)
            pthread_cond_wait(&engine->wake, &engine->lock);
        if (engine->quitting) break;
        seen = engine->searches;
        engine_unlock(engine);
        if (!atomic_load(&engine->stop)) { /* the search may have ended before this helper woke */
            worker_prepare(engine, helper->worker);
            search_iterate(helper->worker);
        }
        engine_lock(engine);
        if (!--engine->busy) pthread_cond_signal(&engine->rest);
    }
    engine_unlock(engine);
    return NULL;
}

static void helpers_end(HenkaEngine *engine) {
    engine_lock(engine);
    engine->quitting = true;
    pthread_cond_broadcast(&engine->wake);
    engine_unlock(engine);
    for (int i = 1; i < HENKA_MAX_THREADS; i++)
        if (engine->helpers[i].running)
            pthread_join(engine->helpers[i].thread, NULL), engine->helpers[i].running = false;
    engine->quitting = false;
}

static void worker_free(Worker *w) {
    if (w) memory_give(w->pickers[0]), memory_give(w->pickers[1]);
    memory_give(w);
}

static Worker *worker_new(HenkaEngine *engine, int index) {
    Worker *w = hugepages_take_plain(sizeof *w);
    if (!w) return NULL;
    if (!index) hugepages_advise(w, sizeof *w); /* for other workers, worker_prepare does this */
    memset(w, 0, offsetof(Worker, stack)); /* members from `stack` on are set before their use */
    w->pickers[0] = w->pickers[1] = NULL;
    w->history_stale = true;
    for (int i = 0; i < 2; i++)
        if (!(w->pickers[i] = memory_take_zeroed(MAX_PLY * sizeof *w->pickers[i])))
            return worker_free(w), NULL;
    w->engine = engine;
    w->index = index;
    w->tt = &engine->tt;
    w->ply_limit = MAX_PLY - 4;
    w->move_stack_limit = MOVE_STACK;
    return w;
}

static void workers_free(HenkaEngine *engine) {
    for (int i = 0; i < HENKA_MAX_THREADS; i++)
        worker_free(engine->workers[i]), engine->workers[i] = NULL;
    engine->threads = 0;
}

/* A thread's stack is twice the size that henka.h demands of callers, because frames are larger
 * under sanitizers. The system's default size may be smaller. */
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
    engine->searches = 0;
    for (int i = 0; i < threads; i++) {
        if (!(engine->workers[i] = worker_new(engine, i))) break;
        Helper *helper = &engine->helpers[i];
        helper->worker = engine->workers[i];
        if (i && !helper_start(helper)) {
            worker_free(engine->workers[i]), engine->workers[i] = NULL;
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
               tt_resize(&engine->tt, (size_t)now.hash_mib * MIB / sizeof(TTEntry));
        if (!engine->tt.entries) tt_resize(&engine->tt, MIB / sizeof(TTEntry));
    }
    /* A change of any option but multi_pv and overhead_ms clears the table, because it may hold
     * scores of another evaluation or of another value of draw_moves. */
    HenkaEngineOptions kept = now;
    kept.multi_pv = old.multi_pv, kept.overhead_ms = old.overhead_ms;
    if (memcmp(&kept, &old, sizeof kept)) henka_engine_new_game(engine);
    return made;
}

HenkaEngineOptions henka_engine_options(const HenkaEngine *engine) { return engine->options; }

HenkaEngine *henka_engine_new(const HenkaEngineOptions *options) {
    static const HenkaEngineOptions standard = HENKA_ENGINE_DEFAULTS;
    HenkaEngine *engine = memory_take_zeroed(sizeof *engine);
    if (!engine) return NULL;
    /* An error-checking mutex: locking it twice, or unlocking it without holding it, fails. */
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&engine->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_cond_init(&engine->wake, NULL);
    pthread_cond_init(&engine->rest, NULL);
    henka_engine_set_options(engine, options ? options : &standard);
    if (engine->threads && engine->tt.entries) return engine;
    henka_engine_free(engine);
    return NULL;
}

static void drop_own_eval(HenkaEngine *engine) {
    henka_variant_free(engine->own_variant);
    memory_give(engine->own_eval);
    net_free(engine->own_net);
    engine->own_variant = NULL, engine->own_eval = NULL, engine->own_net = NULL;
}

void henka_engine_free(HenkaEngine *engine) {
    if (!engine) return;
    helpers_end(engine);
    workers_free(engine);
    tt_free(&engine->tt);
    henka_variant_free(engine->variant);
    drop_own_eval(engine);
    pthread_cond_destroy(&engine->rest);
    pthread_cond_destroy(&engine->wake);
    pthread_mutex_destroy(&engine->lock);
    memory_give(engine);
}

void henka_engine_new_game(HenkaEngine *engine) {
    tt_clear(&engine->tt);
    for (int i = 0; i < engine->threads; i++) engine->workers[i]->history_stale = true;
}

/* The engine's own evaluation of this variant, first a copy of the variant's. NULL: no memory. */
static Eval *own_eval(HenkaEngine *engine, const HenkaVariant *v) {
    if (engine->own_variant == v) return engine->own_eval;
    const Eval *delivered = eval_of(v);
    Eval *eval = delivered ? memory_take(sizeof *eval) : NULL;
    if (!eval) return NULL;
    drop_own_eval(engine);
    *eval = *delivered;
    engine->own_variant = henka_variant_retain(v), engine->own_eval = eval;
    return eval;
}

bool henka_engine_set_net(HenkaEngine *engine, const HenkaVariant *v, const char *bytes,
                          size_t length, HenkaError *error) {
    Net *net = bytes && length ? net_read(v, bytes, length, error) : NULL;
    if (bytes && length && !net) return false;
    Eval *eval = own_eval(engine, v);
    if (!eval) return net_free(net), error_set(error, MSG_NO_MEMORY);
    net_free(engine->own_net);
    engine->own_net = net;
    eval->net = bytes ? net : eval_of(v)->net;
    henka_engine_new_game(engine);
    return true;
}

bool henka_engine_set_eval(HenkaEngine *engine, const HenkaVariant *v, const char *text,
                           size_t length, HenkaError *error) {
    const Eval *from = text ? eval_derived_of(v) : eval_of(v);
    Eval *read = from ? memory_take(sizeof *read) : NULL, *eval = NULL;
    if (!read) return error_set(error, MSG_NO_MEMORY);
    *read = *from;
    bool good = !text || !length || stored_eval_read(v, text, length, read, error);
    if (good && !(eval = own_eval(engine, v))) good = error_set(error, MSG_NO_MEMORY);
    if (good) {
        read->net = eval->net;
        *eval = *read;
        henka_engine_new_game(engine);
    }
    memory_give(read);
    return good;
}

static const Eval *eval_for(const HenkaEngine *engine, const HenkaVariant *v) {
    return engine->options.derived_eval ? eval_derived_of(v)
           : engine->own_variant == v   ? engine->own_eval
                                        : eval_of(v);
}

int henka_engine_evaluate(const HenkaEngine *engine, const HenkaGame *game) {
    const Eval *e = eval_for(engine, game->variant);
    return e ? eval_position(e, &game->position) : 0;
}

bool engine_shrink(HenkaEngine *engine, size_t tt_entries, int ply_limit, int move_stack_limit) {
    for (int i = 0; i < engine->threads; i++) {
        Worker *w = engine->workers[i];
        if (ply_limit) w->ply_limit = within(ply_limit, 4, MAX_PLY - 4);
        if (move_stack_limit)
            w->move_stack_limit = within(move_stack_limit, 2 * HENKA_MAX_MOVES, MOVE_STACK);
    }
    return !tt_entries || tt_resize(&engine->tt, tt_entries);
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
    for (int i = 0; i < w->line_count && i < engine->options.multi_pv; i++) {
        const Line *line = &w->lines[i];
        HenkaInfo info = {.depth = depth,
                          .seldepth = line->seldepth,
                          .multipv = i + 1,
                          .score_cp = line->score,
                          .nodes = nodes,
                          .time_ms = time,
                          .nps = nodes * 1000 / (uint64_t)(time > 0 ? time : 1),
                          .hashfull = tt_hashfull(&engine->tt),
                          .pv = line->moves,
                          .pv_length = (size_t)line->length};
        engine->callback(engine->context, &info);
    }
}

/* Fills root_moves with the legal moves of the game that HenkaLimits.search_moves allows. */
static void list_root_moves(Worker *w, const HenkaGame *game, const HenkaLimits *limits) {
    HenkaGame braked = *game; /* shares the history; its budget ends when the search stops */
    braked.position.budget = &w->brake;
    size_t count = henka_game_moves(&braked, w->moves, HENKA_MAX_MOVES);
    w->root_count = 0;
    for (size_t i = 0; i < count; i++) {
        bool wanted = !limits->search_moves;
        for (size_t k = 0; k < limits->search_move_count && !wanted; k++)
            wanted = limits->search_moves[k] == w->moves[i];
        if (wanted)
            w->root_moves[w->root_count++] = (RootMove){
                .move = w->moves[i], .score = -SCORE_INFINITE, .last_score = -SCORE_INFINITE};
    }
}

/* Chooses, by HenkaLimits.seed, one of the lines whose scores are within vary_cp of the best. */
static const Line *varied_line(const HenkaEngine *engine, const Worker *w) {
    const Line *good[VARIED_LINES], *best = &w->lines[0];
    uint32_t count = 0;
    if (henka_score_is_mate(best->score)) return best;
    for (int i = 0; i < w->line_count && i < VARIED_LINES; i++)
        if (w->lines[i].length && w->lines[i].score >= best->score - engine->limits.vary_cp)
            good[count++] = &w->lines[i];
    Random random = {engine->limits.seed ^ w->position.hash};
    return count ? good[random_below(&random, count)] : best;
}

/* The main worker's result, without voting: helpers contribute only by the transposition table. */
static HenkaResult result_of(const HenkaEngine *engine, Worker *w) {
    const Line *line = &w->lines[0], *played = engine->varies ? varied_line(engine, w) : line;
    Move best = played != line ? played->moves[0] : w->root_moves[0].move;
    HenkaResult result = {.best = best,
                          .score_cp = line->score,
                          .depth = w->completed_depth,
                          .nodes = engine_nodes(engine)};
    if (played->length > 1 && played->moves[0] == best) result.ponder = played->moves[1];
    result.time_ms = clock_ms() - engine->budget.start_ms;
    return result;
}

/* Forgets earlier stops and ponderhits: later ones apply to the search that begins next. */
static void open_search(HenkaEngine *engine) {
    atomic_store(&engine->stop, false);
    atomic_store(&engine->ponderhit, false);
}

/* Returns the ply, counted from the root, at which the game reaches draw_moves moves (counted by
 * the move number with which the game began). At least 1, so that the root is always searched. */
static int draw_ply(const HenkaGame *game, int draw_moves) {
    int left = draw_moves - (game->first_number - 1 + game->plies);
    return !draw_moves ? INT_MAX : left > 1 ? left : 1;
}

static void worker_prepare(struct HenkaEngine *engine, Worker *w) {
    if (w->history_stale) {
        if (w->index) hugepages_advise(w, sizeof *w);
        memset(&w->history, 0, sizeof w->history);
        w->history_stale = false;
    }
    worker_set_up(w, engine->game);
    list_root_moves(w, engine->game, &engine->limits);
    level_set_up(w, engine->limits.level, engine->limits.seed);
    level_leave_out(w);
    worker_order_root(w);
    w->draw_ply = draw_ply(engine->game, engine->options.draw_moves);
    w->leaf_ply = w->draw_ply < w->ply_limit ? w->draw_ply : w->ply_limit;
    /* Fills the result in case not even the first iteration is completed. */
    for (int i = 0; i < MAX_LINES; i++) w->lines[i].score = w->lines[i].length = 0;
    int lines = engine->options.multi_pv;
    if (engine->varies && lines < VARIED_LINES) lines = VARIED_LINES;
    w->line_count = lines < w->root_count ? lines : w->root_count;
}

HenkaResult henka_engine_go(HenkaEngine *engine, const HenkaGame *game, const HenkaLimits *limits,
                            HenkaInfoCallback *callback, void *context) {
    enum { WAIT_NS = 500000, PART_ENTRIES = 1 << 16 };
    if (!atomic_exchange(&engine->begun, false)) open_search(engine);
    engine->callback = callback;
    engine->context = context;
    engine->limits = *limits;
    engine->side = game->position.side;
    engine->budget = timeman_budget(limits, engine->side, clock_ms(), engine->options.overhead_ms);
    engine->varies = limits->vary_cp > 0 && game->plies < VARIED_PLIES;
    /* A search for several lines needs more nodes to be as strong as with one line. */
    engine->node_cap =
        level_node_cap(limits->level, engine->varies ? VARIED_LINES : 1, limits->nodes);
    engine->depth_cap = level_depth_cap(limits->level, limits->depth);
    if (limits->mate_plies > 0 && !engine->depth_cap) engine->depth_cap = limits->mate_plies + 1;
    engine->pondering = limits->ponder;

    if (engine->variant != game->variant) { /* the table holds scores of another variant */
        if (engine->variant) henka_engine_new_game(engine);
        henka_variant_free(engine->variant);
        engine->variant = henka_variant_retain(game->variant);
    }
    const Eval *eval = eval_for(engine, game->variant);
    if (!eval) return (HenkaResult){.best = HENKA_NO_MOVE}; /* no memory */
    engine->game = game;
    for (int i = 0; i < engine->threads; i++) {
        engine->workers[i]->eval = eval;
        atomic_store_explicit(&engine->workers[i]->nodes, 0, memory_order_relaxed);
    }
    bool overlooks = level_of(limits->level).overlooks > 0;
    if (overlooks) tt_part(&engine->tt, PART_ENTRIES, &engine->part);
    for (int i = 0; i < engine->threads; i++)
        engine->workers[i]->tt = overlooks ? &engine->part : &engine->tt;
    worker_prepare(engine, engine->workers[0]);
    Worker *w = engine->workers[0];
    if (!w->root_count) return (HenkaResult){.best = HENKA_NO_MOVE};
    tt_new_search(&engine->tt);

    engine_lock(engine);
    engine->searches++;
    engine->busy = engine->threads - 1;
    pthread_cond_broadcast(&engine->wake);
    engine_unlock(engine);
    search_iterate(w);
    if (level_looks_again(w)) {
        list_root_moves(w, game, limits);
        worker_order_root(w);
        search_iterate(w);
    }
    /* An infinite or pondering search answers only after a stop or a ponderhit. */
    while (!atomic_load(&engine->stop) && (limits->infinite || engine_ponders(engine)))
        nanosleep(&(struct timespec){0, WAIT_NS}, NULL);
    atomic_store(&engine->stop, true);
    engine_lock(engine);
    while (engine->busy) pthread_cond_wait(&engine->rest, &engine->lock);
    engine_unlock(engine);
    if (overlooks) tt_clear(&engine->part);
    return result_of(engine, w);
}

void henka_engine_begin(HenkaEngine *engine) {
    open_search(engine);
    atomic_store(&engine->begun, true);
}

void henka_engine_stop(HenkaEngine *engine) { atomic_store(&engine->stop, true); }

void henka_engine_ponderhit(HenkaEngine *engine, const HenkaLimits *clocks) {
    engine_lock(engine);
    engine->hit_with_clocks = clocks;
    if (clocks) engine->hit_clocks = *clocks;
    engine->hit_ms = clock_ms();
    atomic_store(&engine->ponderhit, true);
    engine_unlock(engine);
}

bool engine_ponders(HenkaEngine *engine) {
    if (!engine->pondering || !atomic_load_explicit(&engine->ponderhit, memory_order_acquire))
        return engine->pondering;
    engine_lock(engine);
    if (engine->hit_with_clocks)
        engine->budget = timeman_budget(&engine->hit_clocks, engine->side, engine->hit_ms,
                                        engine->options.overhead_ms);
    engine_unlock(engine);
    return engine->pondering = false;
}
