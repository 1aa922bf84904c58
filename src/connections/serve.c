#include "connections/serve.h"

#include "base/args.h"
#include "base/error.h"
#include "connections/answers.h"
#include "connections/http.h"
#include "connections/lobby.h"
#include "connections/messages.h"
#include "connections/tick.h"

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_CAP = 4096,      /* greatest length of the database's path, with its NUL */
    REQUEST_SECONDS = 10, /* time limit of an HTTP request */
    HEADER_BYTES = 4096,  /* most bytes of the headers of a request */
    OWN_DESCRIPTORS = 64, /* file descriptors for everything but connections */
    RECEIVE_BYTES = 2048  /* read buffer of each WebSocket */
};

/* ---- ending ---------------------------------------------------------------------------------- */

/* A thread waits for the ending signals, because handlers may not call libwebsockets' functions. */
typedef struct Ending {
    struct lws_context *context;
    atomic_bool due;
    pthread_t thread;
} Ending;

static void ending_signals(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
}

static void *ending_wait(void *context) {
    Ending *ending = context;
    sigset_t set;
    int number;
    ending_signals(&set);
    sigwait(&set, &number);
    ending->due = true;
    lws_cancel_service(ending->context);
    return NULL;
}

/* ---- descriptors ----------------------------------------------------------------------------- */

/* A server without a free descriptor can't even refuse a connection, and the connection would stay
 * pending for ever. So this raises the limit of descriptors to all the connections that the server
 * admits, or lowers the number that it admits. */
static void descriptors_provide(Limits *limits) {
    struct rlimit files;
    rlim_t wanted = (rlim_t)limits->connections + OWN_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &files)) return;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= wanted) return;
    limits->connections = files.rlim_cur > 2 * OWN_DESCRIPTORS
                              ? (int64_t)files.rlim_cur - OWN_DESCRIPTORS
                              : OWN_DESCRIPTORS / 2;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void wake_loop(void *context) { lws_cancel_service(((Server *)context)->loop.context); }

static void log_line(int level, const char *line) {
    (void)level;
    fprintf(stderr, "henka serve: %s", line);
}

static bool loop_make(Server *server) {
    static const struct lws_protocols protocols[] = {
        {"http", http_callback, sizeof(HttpSession), 0, 0, NULL, 0},
        {"henka", client_callback, sizeof(Client), RECEIVE_BYTES, 0, NULL, 0},
        {LISTEN_PROTOCOL, listen_callback, 0, 0, 0, NULL, 0},
        {NULL, NULL, 0, 0, 0, NULL, 0},
    };
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER, /* listen.c accepts the connections */
        .protocols = protocols,
        .user = server,
        .timeout_secs = REQUEST_SECONDS,
        .max_http_header_data = HEADER_BYTES,
        .server_string = "henka",
        .fd_limit_per_thread = (unsigned)server->limits.connections + OWN_DESCRIPTORS,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
    };
    lws_set_log_level(LLL_ERR, log_line);
    return loop_open(&server->loop, &info);
}

static int serve_loop(Server *server) {
    Ending ending = {.context = server->loop.context};
    if (pthread_create(&ending.thread, NULL, ending_wait, &ending)) return 1;
    malloc_trim(0);
    while (!ending.due && loop_round(&server->loop)) {}
    if (!ending.due) pthread_kill(ending.thread, SIGTERM);
    pthread_join(ending.thread, NULL);
    LOG_EVENT(server->log, "leave", LOG_NUMBER("connections", server->visitors.connections));
    /* Accepts no new connections, and gives the clients, asked to reconnect, 2 seconds to close. */
    listen_end(server);
    for (int kind = 0; kind < WORKERS; kind++) worker_cancel(server->games.workers[kind]);
    clients_dismiss(server);
    server->games.leaving = true;
    while (!LIST_EMPTY(&server->clients) && loop_round(&server->loop)) {}
    server->games.leaving = false;
    return 0;
}

static int server_fail(const HenkaError *error) {
    args_say(stderr, MSG_COMMAND_SAYS, arg_text("serve"), arg_error(error));
    return 1;
}

/* Makes the parts of the server, except for its store. */
static bool server_make(Server *server, int port, bool no_lobby, HenkaError *error) {
    if (!listen_open(&server->listeners, &server->site, port, error)) return false;
    if (!loop_make(server)) return error_set(error, MSG_NO_MEMORY);
    if (!no_lobby && !lobby_begin(server)) return error_set(error, MSG_NO_MEMORY);
    server->hello = answer_hello(server->lobby, server->chat);
    server->shipped = answer_shipped();
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    server->games.pool = pool_new(cores > 2 ? cores - 1 : 1, &server->limits, wake_loop, server);
    bool made = server->hello && server->shipped && server->games.pool;
    for (int kind = 0; kind < WORKERS && made; kind++)
        made = (server->games.workers[kind] = worker_new(wake_loop, server)) != NULL;
    return (made && tick_begin(server) && listen_begin(server)) || error_set(error, MSG_NO_MEMORY);
}

/* Ends and frees the server's parts. Each thread ends before the parts that it reports to; moves
 * that were submitted to the store are stored. */
static void server_end(Server *server) {
    server->games.ending = true;
    tick_end(server);
    if (server->games.pool) pool_stop(server->games.pool);
    bool made = server->games.workers[WORKERS - 1];
    for (int kind = 0; kind < WORKERS; kind++)
        if (server->games.workers[kind]) worker_stop(server->games.workers[kind]);
    if (made) messages_take_reports(server);
    store_stop(server->games.store);
    store_take(server->games.store, server->log);
    listen_end(server);
    loop_close(&server->loop);
    games_free(&server->games);
    if (server->games.pool) pool_free(server->games.pool);
    for (int kind = 0; kind < WORKERS; kind++)
        if (server->games.workers[kind]) worker_free(server->games.workers[kind]);
    store_close(server->games.store);
    lobby_free(server);
    tick_free(server);
    visitors_free(&server->visitors);
    bans_free(&server->bans);
    LOG_EVENT(server->log, "end", LOG_NUMBER("connections", server->metrics.connections),
              LOG_NUMBER("loop_longest_us", server->loop.longest_away_us),
              LOG_NUMBER("loop_busy_longest_us", server->loop.longest_busy_us));
    log_close(server->log);
    free(server->hello);
    free(server->shipped);
}

static void addresses_print(const Site *site) {
    for (int i = 0; i < site->listen_count; i++) {
        char text[ADDRESS_TEXT];
        bool ipv4 = address_is_ipv4(site->listens[i].address);
        address_text(site->listens[i].address, text);
        printf(ipv4 ? "http://%s:%d/\n" : "http://[%s]:%d/\n", text, site->listens[i].port);
    }
    if (*site->base) printf("%s/\n", site->base);
    fflush(stdout);
}

int serve_run(const ServeOptions *options) {
    Server server = {
        .games = {.events = &messages_events, .limits = &server.limits, .watch = &server.watch},
        .limits = options->limits,
        .site = options->site,
        .chat = options->chat,
        .keep_days = options->keep_days,
        .metrics = {.began_s = time(NULL)}};
    HenkaError error = {0};
    char path[PATH_CAP];
    sigset_t set;
    if (site_is_open(&server.site) && !options->insecure) {
        error_set(&error, MSG_LISTEN_INSECURE);
        return server_fail(&error);
    }
    if (!options->db_path && !database_standard_path(path, sizeof path, &error))
        return server_fail(&error);
    if (!watch_open(&server.watch, getenv("HENKA_CLOCK"))) {
        error_set(&error, MSG_FILE_CANNOT_READ, arg_text(getenv("HENKA_CLOCK")));
        return server_fail(&error);
    }
    descriptors_provide(&server.limits);
    ending_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    const DatabaseRoom most = {.games = server.limits.kept_games, .text = server.limits.kept_text};
    server.games.store =
        store_open(options->db_path ? options->db_path : path, most, wake_loop, &server, &error);
    if (!server.games.store) return server_fail(&error);
    if (options->log) server.log = log_open(stderr);
    int code = 1;
    if (server_make(&server, options->port, options->no_lobby, &error)) {
        addresses_print(&server.site);
        LOG_EVENT(server.log, "start", LOG_TEXT("version", HENKA_VERSION),
                  LOG_TEXT("waits", server.loop.uv ? "libuv" : "poll"));
        code = serve_loop(&server);
    } else
        server_fail(&error);
    server_end(&server);
    return code;
}
