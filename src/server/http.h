/* http - the page's files, the games' definitions and records; everything else is answered
 * with a line of plain text. It also decides who may open the WebSocket. */
#ifndef HENKA_SERVER_HTTP_H
#define HENKA_SERVER_HTTP_H

#include "server/server.h"

#include <libwebsockets.h>

/* A body that is being sent, in pieces. All 0: none. */
typedef struct HttpSession {
    const unsigned char *body;
    size_t length; /* of the body */
    size_t sent;   /* so far */
    char *owned;   /* the body, when it is to be freed after sending; else NULL */
} HttpSession;

int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

#endif
