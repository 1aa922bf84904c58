/* http - the page's files, the games' definitions and records; everything else is answered
 * with a line of plain text. It also decides who may open the WebSocket. */
#ifndef HENKA_SERVER_HTTP_H
#define HENKA_SERVER_HTTP_H

#include "server/live.h"
#include "server/server.h"

#include <libwebsockets.h>

/* A request that is being answered. All 0: none. */
typedef struct HttpSession {
    const unsigned char *body;   /* that is being sent, in pieces */
    size_t length;               /* of the body */
    size_t sent;                 /* so far */
    char *owned;                 /* the body, when it is to be freed after sending; else NULL */
    bool head_only;              /* the request is HEAD */
    HenkaLanguage language;      /* that who asks reads */
    const char *route;           /* what it asks for, in a word */
    int64_t began_us;            /* when it came, by figures_now_us */
    struct Answer *late;         /* that became known after the request's callback, or NULL */
    Server *server;              /* the rest is of requests for a record: who is asked */
    struct lws *wsi;             /* for the answer */
    LiveWaiter waiter;           /* for the game */
    struct Recording *recording; /* that the worker is writing, or NULL */
    struct Fetching *fetching;   /* the feed that the store is asked for, or NULL */
    HenkaRecordFormat format;    /* of the record */
    bool rules;                  /* not the record is wanted but the game's own text */
    char id[GAME_ID_LENGTH + 1]; /* of the game */
} HttpSession;

int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

#endif
