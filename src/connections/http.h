/* http - serves the page's files, the games' definitions and records. Every other request is
 * answered with a line of plain text. This part also decides which requests may open the
 * WebSocket. */
#ifndef HENKA_CONNECTIONS_HTTP_H
#define HENKA_CONNECTIONS_HTTP_H

#include "connections/server.h"
#include "games/games.h"

#include <libwebsockets.h>

/* A request that is being answered. All 0: none. */
typedef struct HttpSession {
    const unsigned char *body;   /* that is being sent, in pieces */
    size_t length;               /* of the body */
    size_t sent;                 /* so far */
    char *owned;                 /* the body, when it is to be freed after sending; else NULL */
    bool head_only;              /* the request is HEAD */
    HenkaLanguage language;      /* of the person who asks */
    const char *route;           /* the kind of resource requested, as one word for the log */
    int64_t began_us;            /* when the request arrived, by figures_now_us */
    struct Answer *late;         /* an answer that was ready only after the request's callback, or
                                    NULL */
    Server *server;              /* the members from here on are for requests for a record */
    struct lws *wsi;             /* the connection to be answered */
    LiveWaiter waiter;           /* for the game */
    struct Recording *recording; /* the worker's job that writes the record, or NULL */
    struct Fetching *fetching;   /* the request to the store for a feed, or NULL */
    HenkaRecordFormat format;    /* of the record */
    bool rules;                  /* the request is for the game's own text, not for the record */
    char id[GAME_ID_LENGTH + 1]; /* of the game */
} HttpSession;

int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

#endif
