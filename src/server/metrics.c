#include "server/metrics.h"

#include "base/out.h"
#include "server/client.h"
#include "server/figures.h"
#include "server/pool.h"
#include "server/store.h"
#include "server/worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void metrics_message(Metrics *metrics, const char *kind) {
    if (!kind) kind = "unknown";
    for (int i = 0; i < METRICS_KINDS; i++) {
        if (!*metrics->messages[i].kind)
            snprintf(metrics->messages[i].kind, METRICS_KIND_BYTES, "%s", kind);
        if (strncmp(metrics->messages[i].kind, kind, METRICS_KIND_BYTES - 1)) continue;
        metrics->messages[i].count++;
        return;
    }
}

static void write_head(Out *out, const char *name, const char *type, const char *help) {
    out_format(out, "# %s henka_%s %s\n", "HELP", name, help);
    out_format(out, "# %s henka_%s %s\n", "TYPE", name, type);
}

static void write_number(Out *out, const char *name, const char *type, int64_t value,
                         const char *help) {
    write_head(out, name, type, help);
    out_format(out, "henka_%s %" PRId64 "\n", name, value);
}

static void write_seconds(Out *out, const char *name, const char *type, int64_t value_us,
                          const char *help) {
    write_head(out, name, type, help);
    out_format(out, "henka_%s %.6f\n", name, (double)value_us / 1e6);
}

static void write_histogram(Out *out, const char *name, const Figures *figures, const char *help) {
    int64_t count = 0;
    write_head(out, name, "histogram", help);
    for (int i = 0; i < FIGURES_BOUNDS; i++)
        out_format(out, "henka_%s_bucket{le=\"%g\"} %" PRId64 "\n", name,
                   (double)figures_bounds_us[i] / 1e6, count += figures->counts[i]);
    count += figures->counts[FIGURES_BOUNDS];
    out_format(out, "henka_%s_bucket{le=\"+Inf\"} %" PRId64 "\n", name, count);
    out_format(out, "henka_%s_sum %.6f\nhenka_%s_count %" PRId64 "\n", name,
               (double)figures->total_us / 1e6, name, count);
}

/* ---- what is there now ----------------------------------------------------------------------- */

static int64_t resident_bytes(void) {
    int64_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%*s %" SCNd64, &pages) != 1) pages = 0;
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static void write_server(Out *out, const Server *server) {
    int64_t games = 0, sockets = 0;
    for (int i = 0; i < SERVER_BUCKETS; i++)
        for (const LiveGame *live = server->games[i]; live; live = live->next) games++;
    for (const Client *client = server->clients; client; client = client->next) sockets++;
    write_head(out, "build_info", "gauge", "The version that runs.");
    out_format(out, "henka_build_info{version=\"%s\"} 1\n", HENKA_VERSION);
    write_number(out, "start_time_seconds", "gauge", server->metrics.began_s,
                 "When the server was started, since 1970.");
    write_number(out, "resident_memory_bytes", "gauge", resident_bytes(), "Memory in use.");
    write_number(out, "connections", "gauge", server->visitors.connections, "Open connections.");
    write_number(out, "websockets", "gauge", sockets, "Open WebSockets.");
    write_number(out, "addresses", "gauge", server->visitors.count,
                 "Addresses that are connected or were of late.");
    write_number(out, "games_in_memory", "gauge", games, "Games that are being followed or read.");
    write_number(out, "connections_total", "counter", server->metrics.connections,
                 "Connections taken.");
    write_number(out, "connections_refused_total", "counter", server->metrics.turned_away,
                 "Connections closed at once because of a limit.");
}

static void write_traffic(Out *out, const Metrics *metrics) {
    write_head(out, "http_answers_total", "counter", "Answers to requests, by status.");
    for (int i = 2; i < 6; i++)
        out_format(out, "henka_http_answers_total{status=\"%dxx\"} %" PRId64 "\n", i,
                   metrics->answers[i]);
    write_head(out, "messages_total", "counter", "Messages from clients, by kind.");
    for (int i = 0; i < METRICS_KINDS && *metrics->messages[i].kind; i++)
        out_format(out, "henka_messages_total{kind=\"%s\"} %" PRId64 "\n",
                   metrics->messages[i].kind, metrics->messages[i].count);
}

static void write_threads(Out *out, Server *server) {
    Figures store = store_figures(server->store), worker = worker_figures(server->worker),
            pool = pool_figures(server->pool);
    write_histogram(out, "store_commit_seconds", &store,
                    "Time of a transaction: the changes that came together, on disk.");
    write_number(out, "store_failing", "gauge", store.failing,
                 "1: the last change could not be stored.");
    write_histogram(out, "work_seconds", &worker,
                    "Time of a definition, replay or record that was read or written.");
    write_histogram(out, "search_seconds", &pool, "Time of a search of the engine.");
    write_number(out, "searches_running", "gauge", pool.running, "Searches under way.");
    write_head(out, "queue_length", "gauge", "What waits for a thread.");
    out_format(out, "henka_queue_length{of=\"store\"} %d\n", store.waiting);
    out_format(out, "henka_queue_length{of=\"worker\"} %d\n", worker.waiting);
    out_format(out, "henka_queue_length{of=\"engine\"} %d\n", pool.waiting);
}

static void write_loop(Out *out, const Loop *loop) {
    write_head(out, "loop_info", "gauge", "How the loop waits.");
    out_format(out, "henka_loop_info{waits=\"%s\"} 1\n", loop->uv ? "libuv" : "poll");
    write_number(out, "loop_rounds_total", "counter", loop->rounds, "Rounds of the loop.");
    write_seconds(out, "loop_away_seconds_total", "counter", loop->away_us,
                  "Time in which the loop didn't wait for events.");
    write_seconds(out, "loop_away_longest_seconds", "gauge", loop->longest_away_us,
                  "The longest that the loop was away in one round.");
}

char *metrics_text(Server *server) {
    Out out = out_growing();
    write_server(&out, server);
    write_traffic(&out, &server->metrics);
    write_threads(&out, server);
    write_loop(&out, &server->loop);
    return out_take(&out);
}
