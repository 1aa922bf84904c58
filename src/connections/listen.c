#include "connections/listen.h"

#include "base/error.h"
#include "connections/server.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    STANDARD_PORT = 8642,
    TRIED_PORTS = 100,      /* number of ports tried, from the standard one on */
    WAITING = 4096,         /* connections that the kernel may queue for us */
    AT_ONCE = 64,           /* connections accepted in one round, so that others are served too */
    KEEPALIVE_SECONDS = 60, /* seconds of silence after which TCP probes the other end */
    KEEPALIVE_PROBES = 3
};

/* ---- sockets --------------------------------------------------------------------------------- */

/* Opens a listening socket. Returns -1 and sets errno if it fails. An IPv6 socket accepts only
 * IPv6, so that the server can listen on both 0.0.0.0 and ::. */
static int socket_listen(const Endpoint *endpoint) {
    bool ipv4 = address_is_ipv4(endpoint->address);
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons((uint16_t)endpoint->port)};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = in.sin_port};
    memcpy(&in.sin_addr, endpoint->address.bytes + 12, 4);
    memcpy(&in6.sin6_addr, endpoint->address.bytes, 16);
    const void *address = ipv4 ? (const void *)&in : &in6;
    int on = 1,
        fd = socket(ipv4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (!ipv4) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (!bind(fd, address, ipv4 ? sizeof in : sizeof in6) && !listen(fd, WAITING)) return fd;
    int problem = errno;
    close(fd);
    errno = problem;
    return -1;
}

bool listen_open(Listeners *listeners, Site *site, int port, HenkaError *error) {
    bool anywhere = !site->listen_count && !port; /* neither addresses nor a port were given:
                                                     takes the next free port of this machine */
    if (!site->listen_count) site_listen(site, "127.0.0.1");
    for (int i = 0; i < site->listen_count; i++) {
        Endpoint *endpoint = &site->listens[i];
        if (!endpoint->port) endpoint->port = port ? port : STANDARD_PORT;
        int fd = socket_listen(endpoint), problem = errno;
        while (fd < 0 && anywhere && ++endpoint->port < STANDARD_PORT + TRIED_PORTS)
            fd = socket_listen(endpoint);
        if (fd < 0 && anywhere)
            return error_set(error, MSG_PORT_NONE_FREE, arg_number(STANDARD_PORT),
                             arg_number(STANDARD_PORT + TRIED_PORTS - 1));
        if (fd < 0) {
            char text[ADDRESS_TEXT];
            address_text(endpoint->address, text);
            return error_set(error, MSG_PORT_PROBLEM, arg_number(endpoint->port), arg_text(text),
                             arg_text(strerror(problem)));
        }
        listeners->fds[listeners->count++] = fd;
    }
    return true;
}

bool listen_begin(Server *server) {
    Listeners *listeners = &server->listeners;
    struct lws_vhost *host = lws_get_vhost_by_name(server->loop.context, "default");
    for (int i = 0; i < listeners->count; i++) {
        lws_sock_file_fd_type fd = {.filefd = listeners->fds[i]};
        listeners->wsis[i] =
            lws_adopt_descriptor_vhost(host, LWS_ADOPT_RAW_FILE_DESC, fd, LISTEN_PROTOCOL, NULL);
        if (!listeners->wsis[i]) return false;
        listeners->fds[i] = -1;
    }
    return true;
}

void listen_end(Server *server) {
    Listeners *listeners = &server->listeners;
    for (int i = 0; i < listeners->count; i++)
        if (listeners->wsis[i])
            lws_set_timeout(listeners->wsis[i], PENDING_TIMEOUT_CLOSE_ACK, LWS_TO_KILL_SYNC);
        else if (listeners->fds[i] >= 0)
            close(listeners->fds[i]);
    listeners->count = 0;
}

/* ---- connections ----------------------------------------------------------------------------- */

static Address address_of(const struct sockaddr_storage *peer) {
    Address address = {{0}};
    if (peer->ss_family == AF_INET6)
        memcpy(address.bytes, &((const struct sockaddr_in6 *)peer)->sin6_addr, 16);
    else if (peer->ss_family == AF_INET)
        address = address_of_ipv4(&((const struct sockaddr_in *)peer)->sin_addr);
    return address;
}

Address listen_peer(struct lws *wsi) {
    struct sockaddr_storage peer = {0};
    socklen_t length = sizeof peer;
    getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&peer, &length);
    return address_of(&peer);
}

static void socket_set_up(int fd) {
    int on = 1, idle = KEEPALIVE_SECONDS, interval = KEEPALIVE_SECONDS / KEEPALIVE_PROBES,
        probes = KEEPALIVE_PROBES;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
}

static void connections_take(Server *server, struct lws *listener) {
    struct lws_vhost *host = lws_get_vhost(listener);
    int listening = lws_get_socket_fd(listener);
    for (int i = 0; i < AT_ONCE; i++) {
        struct sockaddr_storage peer = {0};
        socklen_t length = sizeof peer;
        int fd = accept(listening, (struct sockaddr *)&peer, &length);
        if (fd < 0) return;
        char visitor[ADDRESS_TEXT];
        Address address = address_of(&peer);
        address_visitor(address, visitor);
        /* A trusted proxy brings connections of many visitors. They are counted when it has sent
         * the visitor's address (http.c). */
        bool admitted = site_believes(&server->site, address)
                            ? server->visitors.connections < server->limits.connections
                            : visitors_admit(&server->visitors, &server->limits, visitor);
        if (!admitted) {
            server->metrics.turned_away++;
            close(fd);
        } else {
            fcntl(fd, F_SETFD, FD_CLOEXEC);
            socket_set_up(fd);
            lws_adopt_socket_vhost(host, fd);
        }
    }
}

int listen_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    Server *server = lws_context_user(lws_get_context(wsi));
    int64_t began_us;
    (void)user, (void)in, (void)length;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
        began_us = figures_busy_us();
        connections_take(server, wsi);
        loop_count(&server->loop, "accept", "", began_us);
        return 0;
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        for (int i = 0; i < server->listeners.count; i++)
            if (server->listeners.wsis[i] == wsi) server->listeners.wsis[i] = NULL;
        return 0;
    case LWS_CALLBACK_ESTABLISHED:
        return -1; /* refuses a WebSocket with LISTEN_PROTOCOL as its subprotocol */
    default:
        return 0;
    }
}
