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

/* All 0 at the start. */
typedef struct Listeners {
    int fds[SITE_LISTENS];          /* sockets that listen */
    struct lws *wsis[SITE_LISTENS]; /* the same sockets, as libwebsockets' connections */
    int count;                      /* of both */
} Listeners;

/* Opens a socket for each address of the site and writes the ports into them. port: for addresses
 * without one. 0: the standard port; if the site has no addresses, the next free port on this
 * machine. */
bool listen_open(Listeners *, Site *, int port, HenkaError *);
/* From now on connections are accepted. */
bool listen_begin(Server *);
/* From now on connections are not accepted, and another server may listen there. */
void listen_end(Server *);

/* libwebsockets' protocol of the listening sockets, LISTEN_PROTOCOL. */
int listen_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);
#define LISTEN_PROTOCOL "listen"

/* The address at the other end. */
Address listen_peer(struct lws *);

#endif
