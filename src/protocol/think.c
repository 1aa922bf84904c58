/* think - the search beside the conversation: one thread for a session, started at the first
 * search. */
#include "base/clock.h"
#include "protocol/state.h"

#include <stdlib.h>
#include <time.h>

HenkaEngine *think_engine(Session *session) {
    const Options *options = &session->options;
    HenkaEngineOptions wanted = HENKA_ENGINE_DEFAULTS;
    wanted.hash_mib = (int)options->hash_mib, wanted.threads = (int)options->threads;
    wanted.multi_pv = (int)options->multi_pv, wanted.derived_eval = options->derived_eval;
    if (!session->engine)
        session->engine = henka_engine_new(&wanted);
    else if (!henka_engine_set_options(session->engine, &wanted))
        complain(session, "no memory for %d MiB: the table keeps its size", wanted.hash_mib);
    if (!session->engine) complain(session, "no memory for an engine of %d MiB", wanted.hash_mib);
    return session->engine;
}

/* The variation is kept: a search for mate answers with it. */
static void think_info(void *context, const HenkaInfo *info) {
    Session *session = context;
    Think *think = &session->think;
    pthread_mutex_lock(&session->lock);
    if (info->multipv <= 1) {
        size_t count = info->pv_length < MATE_LINE_LIMIT ? info->pv_length : MATE_LINE_LIMIT;
        memcpy(think->line, info->pv, count * sizeof *info->pv);
        think->last = *info;
        think->last.pv = think->line, think->last.pv_length = count;
    }
    if (!think->abandoned && !think->silent) session->protocol->info(session, info);
    pthread_mutex_unlock(&session->lock);
}

static void think_once(Session *session) {
    Think *think = &session->think;
    think->asked = false;
    pthread_mutex_unlock(&session->lock);
    HenkaResult result =
        henka_engine_go(session->engine, think->game, &think->limits, think_info, session);
    pthread_mutex_lock(&session->lock);
    while (think->held && !think->stopped) pthread_cond_wait(&session->changed, &session->lock);
    bool wanted = !think->abandoned;
    if (wanted) session->protocol->done(session, &result);
    think->running = false;
    if (wanted && session->protocol->after && !think->closing) session->protocol->after(session);
    pthread_cond_broadcast(&session->changed);
}

static void *think_thread(void *context) {
    Session *session = context;
    pthread_mutex_lock(&session->lock);
    while (!session->think.closing) {
        if (session->think.asked)
            think_once(session);
        else
            pthread_cond_wait(&session->changed, &session->lock);
    }
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

/* Limits of the session over what was asked. */
static HenkaLimits limits_within(const Session *session, const HenkaLimits *asked) {
    HenkaLimits limits = *asked;
    uint64_t most = session->config.node_limit;
    if (most && (!limits.nodes || limits.nodes > most)) limits.nodes = most;
    limits.level = (int)session->options.level;
    return limits;
}

void think_start(Session *session, const HenkaLimits *limits, HenkaMove after) {
    Think *think = &session->think;
    if (!session->protocol) session->protocol = &protocol_usi;
    if (!think_engine(session)) return;
    if (think->game) henka_game_free(think->game);
    think->game = henka_game_copy(session->game);
    if (after) henka_game_play(think->game, after);
    think->limits = limits_within(session, limits);
    think->held = limits->infinite || limits->ponder;
    think->stopped = think->abandoned = false;
    think->last = (HenkaInfo){0};
    think->started_ms = clock_ms();
    henka_engine_begin(session->engine);
    think->asked = think->running = true;
    if (!think->started)
        think->started = !pthread_create(&think->thread, NULL, think_thread, session);
    if (!think->started) think->asked = think->running = false;
    pthread_cond_broadcast(&session->changed);
}

static void wait_briefly(Session *session, int64_t ms) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&session->changed, &session->lock, &until);
}

void think_stop(Session *session, bool abandon) {
    Think *think = &session->think;
    if (!think->running) return;
    think->abandoned |= abandon;
    think->stopped = true;
    henka_engine_stop(session->engine);
    pthread_cond_broadcast(&session->changed);
    /* A search started after this one makes `stopped` false again. */
    while (think->running && think->stopped) pthread_cond_wait(&session->changed, &session->lock);
}

void think_wait(Session *session, int64_t wait_ms) {
    int64_t end = clock_ms() + wait_ms;
    while (session->think.running && clock_ms() < end) wait_briefly(session, 20);
}

void think_ponderhit(Session *session) {
    if (!session->think.running || !session->think.limits.ponder) return;
    session->think.held = session->think.limits.infinite;
    henka_engine_ponderhit(session->engine, NULL);
    pthread_cond_broadcast(&session->changed);
}

void think_close(Session *session) {
    pthread_mutex_lock(&session->lock);
    session->think.closing = true;
    think_stop(session, true);
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
    if (session->think.started) pthread_join(session->think.thread, NULL);
    if (session->think.game) henka_game_free(session->think.game);
}
