/* http - serves the page's files, the games' definitions and records, and answers other requests
 * with a line of plain text. Decides which requests may open the WebSocket. */
#ifndef HENKA_CONNECTIONS_HTTP_H
#define HENKA_CONNECTIONS_HTTP_H

#include "connections/server.h"
#include "games/games.h"

#include <libwebsockets.h>

/* An answer to a request. */
typedef struct Answer {
    int status;                /* HTTP status code; 0: the answer comes later */
    const char *type;          /* media type of the body */
    const char *etag;          /* the header ETag; NULL: the answer must not be cached */
    const unsigned char *body; /* the content after the headers */
    size_t length;             /* length of the body */
    const char *coding;        /* content coding of the body, for example "gzip"; or NULL */
    bool lasting;              /* the address names the content, so it may be cached for ever */
    char *owned;               /* the body, when it is to be freed after sending; else NULL */
} Answer;

/* A request that is being answered. All members are 0 while there is none. */
typedef struct HttpSession {
    Answer answer;               /* the answer; its status is 0 until it is ready */
    bool sending;                /* the answer's headers are sent */
    size_t sent;                 /* number of bytes of the body that are sent */
    bool head_only;              /* the request is HEAD */
    HenkaLanguage language;      /* language of the person who requests */
    const char *route;           /* the kind of resource requested, as one word for the log */
    int64_t began_us;            /* when the request arrived, by figures_now_us */
    Server *server;              /* the server that answers */
    struct lws *wsi;             /* the connection to be answered */
    struct Fetch *fetch;         /* another thread's work, a record or a feed; or NULL */
    LiveWaiter waiter;           /* for a record, as the next three members: waits for the game */
    HenkaRecordFormat format;    /* the requested format of the record */
    bool rules;                  /* the request is for the game's own text, not for the record */
    char id[GAME_ID_LENGTH + 1]; /* id of the game whose record is requested */
} HttpSession;

int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

#endif
