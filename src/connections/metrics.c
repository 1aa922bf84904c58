#include "connections/metrics.h"

#include "base/out.h"
#include "connections/client.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void metrics_message(Metrics *metrics, const char *kind) {
    for (int i = 0; i < METRICS_KINDS; i++) {
        if (!metrics->messages[i].kind) metrics->messages[i].kind = kind;
        if (strcmp(metrics->messages[i].kind, kind)) continue;
        metrics->messages[i].count++;
        return;
    }
}

static void write_head(Out *out, const char *name, const char *type, MessageKey help) {
    out_format(out, "# %s henka_%s ", "HELP", name);
    out_say(out, HENKA_ENGLISH, help);
    out_char(out, '\n');
    out_format(out, "# %s henka_%s %s\n", "TYPE", name, type);
}

static void write_number(Out *out, const char *name, const char *type, int64_t value,
                         MessageKey help) {
    write_head(out, name, type, help);
    out_format(out, "henka_%s %" PRId64 "\n", name, value);
}

static void write_seconds(Out *out, const char *name, const char *type, int64_t value_us,
                          MessageKey help) {
    write_head(out, name, type, help);
    out_format(out, "henka_%s %.6f\n", name, (double)value_us / 1e6);
}

static void write_histogram(Out *out, const char *name, const Figures *figures, MessageKey help) {
    int64_t count = 0;
    write_head(out, name, "histogram", help);
    for (int i = 0; i <= FIGURES_BOUNDS; i++) {
        char bound[32] = "+Inf";
        if (i < FIGURES_BOUNDS)
            snprintf(bound, sizeof bound, "%g", (double)figures_bounds_us[i] / 1e6);
        count += figures->counts[i];
        out_format(out, "henka_%s_bucket{le=\"%s\"} %" PRId64 "\n", name, bound, count);
    }
    out_format(out, "henka_%s_sum %.6f\nhenka_%s_count %" PRId64 "\n", name,
               (double)figures->total_us / 1e6, name, count);
}

/* ---- what is there now ----------------------------------------------------------------------- */

static void write_server(Out *out, const Server *server) {
    int64_t sockets = 0, pages = 0;
    FILE *statm = fopen("/proc/self/statm", "re");
    if (statm && fscanf(statm, "%*s %" SCNd64, &pages) != 1) pages = 0;
    if (statm) fclose(statm);
    const Client *client;
    LIST_FOREACH(client, &server->clients, entry) sockets++;
    write_head(out, "build_info", "gauge", MSG_METRIC_BUILD_INFO);
    out_format(out, "henka_build_info{version=\"%s\"} 1\n", HENKA_VERSION);
    write_number(out, "start_time_seconds", "gauge", server->metrics.began_s,
                 MSG_METRIC_START_TIME);
    write_number(out, "resident_memory_bytes", "gauge", pages * sysconf(_SC_PAGESIZE),
                 MSG_METRIC_RESIDENT_MEMORY);
    write_number(out, "connections", "gauge", server->visitors.connections, MSG_METRIC_CONNECTIONS);
    write_number(out, "websockets", "gauge", sockets, MSG_METRIC_WEBSOCKETS);
    write_number(out, "addresses", "gauge", server->visitors.count, MSG_METRIC_ADDRESSES);
    write_number(out, "games_in_memory", "gauge", live_count(&server->games),
                 MSG_METRIC_GAMES_IN_MEMORY);
    write_number(out, "connections_total", "counter", server->metrics.connections,
                 MSG_METRIC_CONNECTIONS_TAKEN);
    write_number(out, "connections_refused_total", "counter", server->metrics.turned_away,
                 MSG_METRIC_CONNECTIONS_REFUSED);
}

static void write_threads(Out *out, Server *server) {
    static const char *const workers[WORKERS] = {
        [WORKER_SHIPPED] = "worker", [WORKER_MADE_UP] = "made-up", [WORKER_REPLAYS] = "replays"};
    Figures store = store_figures(server->games.store), pool = pool_figures(server->games.pool),
            worker = {0};
    int waiting[WORKERS];
    for (int kind = 0; kind < WORKERS; kind++) {
        Figures one = worker_figures(server->games.workers[kind]);
        figures_join(&worker, &one);
        waiting[kind] = one.waiting;
    }
    write_histogram(out, "store_commit_seconds", &store, MSG_METRIC_STORE_COMMIT);
    write_number(out, "store_failing", "gauge", store.failing, MSG_METRIC_STORE_FAILING);
    write_histogram(out, "work_seconds", &worker, MSG_METRIC_WORK);
    write_seconds(out, "work_busy_seconds_total", "counter", worker.busy_us, MSG_METRIC_WORK_BUSY);
    write_histogram(out, "search_seconds", &pool, MSG_METRIC_SEARCH);
    write_number(out, "searches_running", "gauge", pool.running, MSG_METRIC_SEARCHES_RUNNING);
    write_head(out, "queue_length", "gauge", MSG_METRIC_QUEUE_LENGTH);
    out_format(out, "henka_queue_length{of=\"store\"} %d\n", store.waiting);
    for (int kind = 0; kind < WORKERS; kind++)
        out_format(out, "henka_queue_length{of=\"%s\"} %d\n", workers[kind], waiting[kind]);
    out_format(out, "henka_queue_length{of=\"engine\"} %d\n", pool.waiting);
}

static void write_loop(Out *out, const Loop *loop) {
    write_head(out, "loop_info", "gauge", MSG_METRIC_LOOP_INFO);
    out_format(out, "henka_loop_info{waits=\"%s\"} 1\n", loop->uv ? "libuv" : "poll");
    write_number(out, "loop_rounds_total", "counter", loop->rounds, MSG_METRIC_LOOP_ROUNDS);
    write_seconds(out, "loop_away_seconds_total", "counter", loop->away_us, MSG_METRIC_LOOP_AWAY);
    write_seconds(out, "loop_away_longest_seconds", "gauge", loop->longest_away_us,
                  MSG_METRIC_LOOP_AWAY_LONGEST);
    write_seconds(out, "loop_busy_seconds_total", "counter", loop->busy_us, MSG_METRIC_LOOP_BUSY);
    write_seconds(out, "loop_busy_longest_seconds", "gauge", loop->longest_busy_us,
                  MSG_METRIC_LOOP_BUSY_LONGEST);
    write_head(out, "loop_part_longest_seconds", "gauge", MSG_METRIC_LOOP_PART_LONGEST);
    for (int i = 0; i < LOOP_PARTS && loop->parts[i].name; i++)
        out_format(out, "henka_loop_part_longest_seconds{part=\"%s%s%s\"} %.6f\n",
                   loop->parts[i].name, *loop->parts[i].of ? "-" : "", loop->parts[i].of,
                   (double)loop->parts[i].longest_us / 1e6);
}

char *metrics_text(Server *server) {
    const Metrics *metrics = &server->metrics;
    Out out = out_growing();
    write_server(&out, server);
    write_head(&out, "http_answers_total", "counter", MSG_METRIC_HTTP_ANSWERS);
    for (int i = 2; i < 6; i++)
        out_format(&out, "henka_http_answers_total{status=\"%dxx\"} %" PRId64 "\n", i,
                   metrics->answers[i]);
    write_head(&out, "messages_total", "counter", MSG_METRIC_MESSAGES);
    for (int i = 0; i < METRICS_KINDS && metrics->messages[i].kind; i++)
        out_format(&out, "henka_messages_total{kind=\"%s\"} %" PRId64 "\n",
                   metrics->messages[i].kind, metrics->messages[i].count);
    write_threads(&out, server);
    write_loop(&out, &server->loop);
    return out_take(&out);
}
