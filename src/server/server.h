/* server - what the parts of the server share.
 * Threads  Everything here belongs to the loop's thread; searches report through the pool.
 */
#ifndef HENKA_SERVER_SERVER_H
#define HENKA_SERVER_SERVER_H

#include "henka.h"

#include <stddef.h>

typedef struct Client Client;
typedef struct LiveGame LiveGame;
struct lws_context;

typedef struct Server {
    struct lws_context *context; /* libwebsockets' loop */
    struct Store *store;         /* every game, on disk */
    struct Pool *pool;           /* searches, on threads of their own */
    LiveGame *games;             /* in memory, a list */
    Client *clients;             /* established WebSockets, a list */
    char *hello;                 /* the first message every client gets */
    int port;                    /* that it listens on */
} Server;

#endif
