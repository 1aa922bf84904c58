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
    struct lws_context *context;
    struct Store *store;
    struct Pool *pool;
    LiveGame *games;
    Client *clients;
    char *hello; /* the first message every client gets */
    int port;
} Server;

/* Takes what the searches report; called in the loop after the pool's wake. */
void server_take_reports(Server *);

#endif
