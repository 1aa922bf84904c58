/* listen - the listening sockets, and the connections that they accept: each connection is admitted
 * by its visitor's limits, then handed to libwebsockets.
 * Owner    Until listen_begin the sockets are the Listeners'; then libwebsockets closes them.
 * Threads  The loop's.
 */
#ifndef HENKA_CONNECTIONS_LISTEN_H
#define HENKA_CONNECTIONS_LISTEN_H

#include "connections/site.h"
#include "henka.h"

#include <libwebsockets.h>

typedef struct Server Server;

/* The listening sockets. All members are 0 at the start. */
typedef struct Listeners {
    int fds[SITE_LISTENS];          /* their descriptors; -1 once libwebsockets owns the socket */
    struct lws *wsis[SITE_LISTENS]; /* the same sockets, as libwebsockets' connections */
    int count;                      /* number of entries in each list */
} Listeners;

/* Opens a socket for each address of the site, and writes the port into the address. port: used for
 * addresses that name none. 0: the standard port; if the site has no addresses, the first free one
 * from the standard port on, for this machine only. */
bool listen_open(Listeners *, Site *, int port, HenkaError *);
/* Begins to accept connections. False: libwebsockets refused a socket. */
bool listen_begin(Server *);
/* Stops accepting connections, so that another server can listen at the same addresses. */
void listen_end(Server *);

/* libwebsockets' callback for the listening sockets, whose protocol is LISTEN_PROTOCOL. */
int listen_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);
#define LISTEN_PROTOCOL "listen"

/* The address of the other end of a connection. */
Address listen_peer(struct lws *);

#endif
