#include "server/serve.h"

#include "base/args.h"
#include "base/error.h"
#include "server/client.h"
#include "server/http.h"
#include "server/live.h"
#include "server/messages.h"
#include "server/pool.h"
#include "server/worker.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <malloc.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PATH_CAP = 4096,        /* bytes of the database's path */
    REQUEST_SECONDS = 10,   /* that a request may take */
    KEEPALIVE_SECONDS = 60, /* of silence, then TCP asks whether the other end is still there */
    HEADER_BYTES = 4096,    /* of a request */
    STANDARD_PORT = 8642,
    TRIED_PORTS = 100, /* from the standard one on */
    MOST_PORT = 65535,
    OWN_DESCRIPTORS = 64, /* for everything but connections */
    RECEIVE_BYTES = 2048  /* that are read at once from a WebSocket; every one has such a buffer */
};

static bool standard_db_path(char *path, size_t cap, HenkaError *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = 0;
    if (data && *data == '/')
        length = snprintf(path, cap, "%s/henka/henka.db", data);
    else if (home && *home)
        length = snprintf(path, cap, "%s/.local/share/henka/henka.db", home);
    return (length > 0 && (size_t)length < cap) || error_say(error, 0, 0, MSG_NO_HOME_FOLDER);
}

/* ---- a free port on this machine ------------------------------------------------------------- */

/* libwebsockets doesn't say why it could not listen, so the port is tried first. Returns 0 or the
 * errno. */
static int port_try(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd < 0) return errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int problem =
        bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 1) ? errno : 0;
    close(fd);
    return problem;
}

/* Returns a port that is free: the wanted one, or for 0 the standard port or the next free one
 * after it. -1 when there is none. */
static int port_find(int wanted, HenkaError *error) {
    if (wanted < 0 || wanted > MOST_PORT)
        return error_say(error, 0, 0, MSG_PORT_RANGE, arg_number(MOST_PORT), arg_number(wanted)),
               -1;
    if (wanted) {
        int problem = port_try(wanted);
        if (!problem) return wanted;
        return error_say(error, 0, 0, MSG_PORT_PROBLEM, arg_number(wanted),
                         arg_text(strerror(problem))),
               -1;
    }
    for (int port = STANDARD_PORT; port < STANDARD_PORT + TRIED_PORTS; port++)
        if (!port_try(port)) return port;
    return error_say(error, 0, 0, MSG_PORT_NONE_FREE, arg_number(STANDARD_PORT),
                     arg_number(STANDARD_PORT + TRIED_PORTS - 1)),
           -1;
}

/* ---- ending ---------------------------------------------------------------------------------- */

/* A thread waits for the signals that end the server, because no function of libwebsockets may be
 * called from a signal handler. */
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

/* A server that has no descriptor left can't even refuse a connection, and would be asked for ever.
 * So it gets enough of them for all the connections it admits, or admits fewer. */
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

static void wake_loop(void *context) { lws_cancel_service(((Server *)context)->context); }

static int search_threads(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 2 ? (int)cores - 1 : 1;
}

static void log_line(int level, const char *line) {
    (void)level;
    fprintf(stderr, "henka serve: %s", line);
}

static struct lws_context *context_make(Server *server) {
    static const struct lws_protocols protocols[] = {
        {"http", http_callback, sizeof(HttpSession), 0, 0, NULL, 0},
        {"henka", client_callback, sizeof(Client), RECEIVE_BYTES, 0, NULL, 0},
        {NULL, NULL, 0, 0, 0, NULL, 0},
    };
    struct lws_context_creation_info info = {
        .port = server->port,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .user = server,
        .timeout_secs = REQUEST_SECONDS,
        .keepalive_timeout = 30,
        .max_http_header_data = HEADER_BYTES,
        .server_string = "henka",
        .ka_time = KEEPALIVE_SECONDS,
        .ka_probes = 3,
        .ka_interval = KEEPALIVE_SECONDS / 3,
        .fd_limit_per_thread = (unsigned)server->limits.connections + OWN_DESCRIPTORS,
        .options = LWS_SERVER_OPTION_DISABLE_IPV6,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
    };
    lws_set_log_level(LLL_ERR, log_line);
    return lws_create_context(&info);
}

static int serve_loop(Server *server) {
    Ending ending = {.context = server->context};
    if (pthread_create(&ending.thread, NULL, ending_wait, &ending)) return 1;
    live_resume(server);
    malloc_trim(0);
    while (!ending.due && lws_service(server->context, 0) >= 0) {}
    if (!ending.due) pthread_kill(ending.thread, SIGTERM);
    pthread_join(ending.thread, NULL);
    return 0;
}

static int server_fail(const HenkaError *error) {
    args_say(stderr, MSG_COMMAND_SAYS, arg_text("serve"), arg_error(error));
    return 1;
}

/* Between asking for a port and listening on it, somebody else may take it. */
static bool server_listen(Server *server, int wanted, HenkaError *error) {
    for (int attempt = 0; attempt < 5 && !server->context; attempt++) {
        if ((server->port = port_find(wanted, error)) < 0) return false;
        server->context = context_make(server);
    }
    return server->context ||
           error_say(error, 0, 0, MSG_PORT_CANNOT_LISTEN, arg_number(server->port));
}

/* Makes what the server consists of, besides its store. */
static bool server_make(Server *server, int wanted_port, HenkaError *error) {
    const PoolLimits searches = {(int)server->limits.visitor_searches,
                                 (int)server->limits.searches};
    if (!server_listen(server, wanted_port, error)) return false;
    server->hello = messages_hello();
    server->pool = pool_new(search_threads(), searches, wake_loop, server);
    server->worker = worker_new(wake_loop, server);
    return (server->hello && server->pool && server->worker) ||
           error_say(error, 0, 0, MSG_NO_MEMORY);
}

/* Threads end before what they report about, and moves that were submitted are stored. */
static void server_end(Server *server) {
    server->ending = true;
    if (server->pool) pool_stop(server->pool);
    if (server->worker) worker_stop(server->worker);
    if (server->pool && server->worker) messages_take_reports(server);
    store_stop(server->store);
    store_take(server->store);
    if (server->context) lws_context_destroy(server->context);
    live_free_all(server);
    if (server->pool) pool_free(server->pool);
    if (server->worker) worker_free(server->worker);
    store_close(server->store);
    visitors_free(&server->visitors);
    free(server->hello);
}

int serve_run(const ServeOptions *options) {
    Server server = {.limits = options->limits};
    HenkaError error = {0};
    char path[PATH_CAP];
    sigset_t set;
    if (!options->db_path && !standard_db_path(path, sizeof path, &error))
        return server_fail(&error);
    if (!watch_open(&server.watch, getenv("HENKA_CLOCK"))) {
        error_say(&error, 0, 0, MSG_FILE_CANNOT_READ, arg_text(getenv("HENKA_CLOCK")));
        return server_fail(&error);
    }
    descriptors_provide(&server.limits);
    ending_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    server.store =
        store_open(options->db_path ? options->db_path : path, wake_loop, &server, &error);
    if (!server.store) return server_fail(&error);
    int code = 1;
    if (server_make(&server, options->port, &error)) {
        printf("http://127.0.0.1:%d/\n", server.port);
        fflush(stdout);
        code = serve_loop(&server);
    } else
        server_fail(&error);
    server_end(&server);
    return code;
}
