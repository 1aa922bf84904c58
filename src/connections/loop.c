#include "connections/loop.h"
#include "store/store.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#ifdef HENKA_WITH_LIBUV
#include <uv.h>

struct LoopUv {
    uv_loop_t loop;       /* libuv's loop, which has the handles of libwebsockets */
    uv_prepare_t prepare; /* runs before_wait before each wait; its data is the Loop */
};

/* libwebsockets looks for connections that may be read again (lws_rx_flow_control) only after a
 * socket event. If a timer's callback allowed one, this wakes the loop by such an event. */
static void before_wait(uv_prepare_t *prepare) {
    Loop *loop = prepare->data;
    if (loop->context && !lws_service_adjust_timeout(loop->context, 1, 0))
        lws_cancel_service(loop->context);
}

/* Closes a handle that is still open, without a callback. */
static void handle_close(uv_handle_t *handle, void *context) {
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static void uv_end(Loop *loop) {
    uv_walk(&loop->uv->loop, handle_close, NULL);
    uv_run(&loop->uv->loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop->uv->loop);
    free(loop->uv);
    loop->uv = NULL;
}

static bool uv_begin(Loop *loop, struct lws_context_creation_info *info) {
    struct lws_context_creation_info by_uv = *info;
    if (!(loop->uv = calloc(1, sizeof *loop->uv))) return false;
    void *loops[] = {&loop->uv->loop};
    if (uv_loop_init(&loop->uv->loop)) {
        free(loop->uv);
        loop->uv = NULL;
        return false;
    }
    uv_loop_configure(&loop->uv->loop, UV_METRICS_IDLE_TIME);
    by_uv.options |= LWS_SERVER_OPTION_LIBUV;
    by_uv.foreign_loops = loops;
    if ((loop->context = lws_create_context(&by_uv))) {
        uv_prepare_init(&loop->uv->loop, &loop->uv->prepare);
        loop->uv->prepare.data = loop;
        uv_prepare_start(&loop->uv->prepare, before_wait);
        return true;
    }
    uv_end(loop);
    return false;
}

static int64_t uv_away_us(const Loop *loop) {
    return (int64_t)((uv_hrtime() - uv_metrics_idle_time(&loop->uv->loop)) / 1000);
}

static void uv_serve(Loop *loop) { uv_run(&loop->uv->loop, UV_RUN_ONCE); }

/* libuv closes handles in rounds of its loop, so libwebsockets' context is destroyed by two calls
 * with these rounds in between. */
static void uv_close_context(Loop *loop) {
    struct lws_context *context = loop->context;
    loop->context = NULL;
    uv_close((uv_handle_t *)&loop->uv->prepare, NULL);
    lws_context_destroy(context);
    uv_run(&loop->uv->loop, UV_RUN_DEFAULT);
    lws_context_destroy(context);
    uv_end(loop);
}

#else
static bool uv_begin(Loop *loop, struct lws_context_creation_info *info) {
    (void)loop, (void)info;
    return false;
}
static int64_t uv_away_us(const Loop *loop) {
    (void)loop;
    return 0;
}
static void uv_serve(Loop *loop) { (void)loop; }
static void uv_close_context(Loop *loop) { (void)loop; }
#endif

bool loop_open(Loop *loop, struct lws_context_creation_info *info) {
    const char *wanted = getenv("HENKA_LOOP"); /* "poll" makes the loop use poll(), for tests */
    if ((!wanted || strcmp(wanted, "poll")) && uv_begin(loop, info)) return true;
    return (loop->context = lws_create_context(info));
}

int64_t loop_count(Loop *loop, const char *name, const char *of, int64_t began_us) {
    int64_t now_us = figures_busy_us();
    for (LoopPart *part = loop->parts; part < loop->parts + LOOP_PARTS; part++) {
        if (!part->name) *part = (LoopPart){.name = name, .of = of};
        if (strcmp(part->name, name) != 0 || strcmp(part->of, of) != 0) continue;
        if (now_us - began_us > part->longest_us) part->longest_us = now_us - began_us;
        break;
    }
    return now_us;
}

static int64_t away_us(const Loop *loop) { return loop->uv ? uv_away_us(loop) : figures_busy_us(); }

static void keep_longest(int64_t *total_us, int64_t *longest_us, int64_t took_us) {
    *total_us += took_us;
    if (took_us > *longest_us) *longest_us = took_us;
}

bool loop_round(Loop *loop) {
    int64_t away_before_us = away_us(loop), busy_before_us = figures_busy_us();
    if (loop->uv)
        uv_serve(loop);
    else if (lws_service(loop->context, 0) < 0)
        return false;
    loop->rounds++;
    keep_longest(&loop->away_us, &loop->longest_away_us, away_us(loop) - away_before_us);
    keep_longest(&loop->busy_us, &loop->longest_busy_us, figures_busy_us() - busy_before_us);
    return true;
}

void loop_close(Loop *loop) {
    if (!loop->context) return;
    if (loop->uv)
        uv_close_context(loop);
    else
        lws_context_destroy(loop->context);
    loop->context = NULL;
}
