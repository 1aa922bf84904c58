/* http - the page's files, the games' definitions and records; everything else is a line of plain
 * text. Also the door of the WebSocket. */
#ifndef HENKA_SERVER_HTTP_H
#define HENKA_SERVER_HTTP_H

#include "server/server.h"

#include <libwebsockets.h>

typedef struct HttpSession {
    const unsigned char *body;
    size_t length, sent;
    char *owned; /* body, when it was made for this answer */
} HttpSession;

int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

#endif
