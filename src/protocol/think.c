/* think - the search of a session, in one thread that is started at the first search, so that the
 * session can read lines meanwhile. ThinkState in state.h has the states of a search. */
#include "base/clock.h"
#include "base/entropy.h"
#include "protocol/numbers.h"
#include "protocol/state.h"

#include <stdlib.h>
#include <time.h>

HenkaEngine *think_engine(Session *session) {
    const HenkaEngineOptions *wanted = &session->options.engine;
    if (!session->engine)
        session->engine = henka_engine_new(wanted);
    else if (!henka_engine_set_options(session->engine, wanted))
        session_complain(session, MSG_SESSION_HASH_NOT_RESIZED, arg_number(wanted->hash_mib));
    if (!session->engine)
        session_complain(session, MSG_SESSION_ENGINE_NO_MEMORY, arg_number(wanted->hash_mib));
    if (!session->engine || !session->eval_waits) return session->engine;
    /* Loads EvalFile for the game. Reports a file that does not fit; the game keeps its numbers. */
    const char *path = session->eval_path ? session->eval_path : "";
    bool net = numbers_is_net(path);
    HenkaError error;
    session->eval_waits = false;
    if (!numbers_set(session->engine, session->variant, net ? "" : path, false, &error) ||
        !numbers_set(session->engine, session->variant, net ? path : "", true, &error)) {
        session_complain(session, MSG_SESSION_EVAL_FILE, arg_error(&error));
        numbers_set(session->engine, session->variant, "", false, NULL);
        numbers_set(session->engine, session->variant, "", true, NULL);
    }
    return session->engine;
}

/* Called with each info of the engine. Keeps the variation, because `go mate` answers with it. */
static void think_info(void *context, const HenkaInfo *info) {
    Session *session = context;
    Think *think = &session->think;
    pthread_mutex_lock(&session->lock);
    if (info->multipv == 1) {
        size_t count = info->pv_length < MATE_LINE_LIMIT ? info->pv_length : MATE_LINE_LIMIT;
        memcpy(think->line, info->pv, count * sizeof *info->pv);
        think->last = *info;
        think->last.pv = think->line, think->last.pv_length = count;
    }
    if (think->state != THINK_ABANDONED && !think->silent) session->protocol->info(session, info);
    pthread_mutex_unlock(&session->lock);
}

/* Any move that rules and limits allow; HENKA_NO_MOVE: the game is over or has no position. */
static HenkaMove think_any_move(Think *think) {
    if (think->no_position || henka_game_outcome(think->game).reason != HENKA_PLAYING)
        return HENKA_NO_MOVE;
    if (!think->limits.search_moves) henka_game_moves(think->game, think->moves, HENKA_MAX_MOVES);
    return think->moves[0];
}

/* Answers without a search, which could not be started, because the GUI waits for an answer. */
static void think_answer_without(Session *session) {
    Think *think = &session->think;
    HenkaGame *last = think->game;
    if (think->limits.ponder) return;
    think->game = session->game;
    session->protocol->done(session, &(HenkaResult){.best = think_any_move(think)});
    think->game = last;
}

static void *think_thread(void *context) {
    Session *session = context;
    Think *think = &session->think;
    uint64_t taken = 0;
    pthread_mutex_lock(&session->lock);
    for (;;) {
        while (think->number == taken && !think->closing)
            pthread_cond_wait(&session->changed, &session->lock);
        if (think->closing) break;
        taken = think->number;
        pthread_mutex_unlock(&session->lock);
        HenkaResult result = {0};
        if (!think->no_position)
            result =
                henka_engine_go(session->engine, think->game, &think->limits, think_info, session);
        pthread_mutex_lock(&session->lock);
        while (think->state == THINK_HELD || think->state == THINK_PONDERING)
            pthread_cond_wait(&session->changed, &session->lock);
        bool wanted = think->state != THINK_ABANDONED;
        if (!result.best && (result.best = think_any_move(think)))
            session_complain(session, MSG_NO_MEMORY);
        if (wanted) session->protocol->done(session, &result);
        think->state = THINK_IDLE;
        if (wanted && session->protocol->after && !think->closing)
            session->protocol->after(session);
        pthread_cond_broadcast(&session->changed);
    }
    think->state = THINK_IDLE;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

void think_start(Session *session, const HenkaLimits *limits, HenkaMove after) {
    Think *think = &session->think;
    if (!session->protocol) session->protocol = session->expected;
    think->no_position = session->position_refused;
    think->limits = *limits;
    think->ponder = limits->ponder;
    think->endless = limits->mate_plies < 0 && !limits->clock && !limits->nodes && !limits->depth;
    think->limits.level = session->options.level;
    think->limits.vary_cp = session->options.vary_cp;
    if (think->limits.vary_cp) think->limits.seed = entropy_seed();
    uint64_t most = session->config.node_limit;
    if (most && (!limits->nodes || limits->nodes > most)) think->limits.nodes = most;
    think->last = (HenkaInfo){0};
    think->started_ms = clock_ms();
    if (!think->has_thread)
        think->has_thread = !pthread_create(&think->thread, NULL, think_thread, session);
    if (!think->has_thread) {
        session_complain(session, MSG_SESSION_THREAD_NOT_STARTED);
        return think_answer_without(session);
    }
    if (!think_engine(session)) return think_answer_without(session);
    HenkaGame *copy = henka_game_copy(session->game);
    if (!copy || (after && !henka_game_play(copy, after))) {
        henka_game_free(copy);
        session_complain(session, MSG_NO_MEMORY);
        return think_answer_without(session);
    }
    henka_game_free(think->game);
    think->game = copy;
    henka_engine_begin(session->engine);
    think->state = limits->ponder     ? THINK_PONDERING
                   : limits->infinite ? THINK_HELD
                                      : THINK_SEARCHING;
    think->number++;
    pthread_cond_broadcast(&session->changed);
}

void think_stop(Session *session, bool abandon) {
    Think *think = &session->think;
    uint64_t number = think->number;
    if (think->state == THINK_IDLE) return;
    if (think->state != THINK_ABANDONED) think->state = abandon ? THINK_ABANDONED : THINK_STOPPING;
    henka_engine_stop(session->engine);
    pthread_cond_broadcast(&session->changed);
    while (think->state != THINK_IDLE && think->number == number)
        pthread_cond_wait(&session->changed, &session->lock);
}

void think_wait(Session *session, int64_t wait_ms) {
    const Think *think = &session->think;
    uint64_t number = think->number;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += wait_ms % 1000 * 1000000;
    until.tv_sec += wait_ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    /* `number`, because another search, which ponders, may start at once. */
    while (think->state != THINK_IDLE && think->number == number &&
           !pthread_cond_timedwait(&session->changed, &session->lock, &until)) {}
}

void think_ponderhit(Session *session, const HenkaLimits *clocks) {
    Think *think = &session->think;
    if (think->state != THINK_PONDERING) return;
    think->ponder = false;
    think->endless = think->endless && !clocks;
    think->state = think->limits.infinite ? THINK_HELD : THINK_SEARCHING;
    henka_engine_ponderhit(session->engine, clocks);
    pthread_cond_broadcast(&session->changed);
}

void think_close(Session *session) {
    pthread_mutex_lock(&session->lock);
    session->think.closing = true;
    think_stop(session, true);
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
    if (session->think.has_thread) pthread_join(session->think.thread, NULL);
    henka_game_free(session->think.game);
}
