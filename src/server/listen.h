/* listen - the sockets that wait for connections, and the connections that they bring: each is
 * admitted by its visitor's limits, then handed to libwebsockets.
 * Owner    Until listen_begin the sockets are the Listeners'; then libwebsockets closes them.
 * Threads  The loop's.
 */
#ifndef HENKA_SERVER_LISTEN_H
#define HENKA_SERVER_LISTEN_H

#include "henka.h"
#include "server/site.h"

#include <libwebsockets.h>

typedef struct Server Server;

/* All 0 at the start. */
typedef struct Listeners {
    int fds[SITE_LISTENS];          /* sockets that listen */
    struct lws *wsis[SITE_LISTENS]; /* the same, as libwebsockets' connections */
    int count;                      /* of both */
} Listeners;

/* Opens a socket for each address of the site and writes the ports into them. port: where no other
 * is said; 0: the standard one, or without addresses, on this machine, the next free one. */
bool listen_open(Listeners *, Site *, int port, HenkaError *);
/* From now on connections are taken. */
bool listen_begin(Server *);
/* From now on they are not, and another server may listen there. */
void listen_end(Server *);

/* libwebsockets' protocol of the listening sockets, LISTEN_PROTOCOL. */
int listen_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);
#define LISTEN_PROTOCOL "listen"

/* The address at the other end. */
Address listen_peer(struct lws *);

#endif
