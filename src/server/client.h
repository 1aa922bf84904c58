/* client - one WebSocket connection: what it sent so far, what waits to be sent, which games it
 * follows.
 * Owner    libwebsockets owns the Client (its session memory); texts given to client_send are
 *          copied.
 * Limits   A client that doesn't read is not read from; past CLIENT_QUEUE_BYTES it is closed.
 */
#ifndef HENKA_SERVER_CLIENT_H
#define HENKA_SERVER_CLIENT_H

#include "server/server.h"
#include "server/store.h"

#include <libwebsockets.h>

enum {
    CLIENT_MESSAGE_BYTES = 512 << 10, /* a longer message closes the connection */
    CLIENT_QUEUE_BYTES = 8 << 20,     /* a client for which more waits is closed */
    CLIENT_QUEUE_PAUSE = 256 << 10,   /* and from this on it is not read from */
    CLIENT_FOLLOWED = 16              /* games, those it opened last */
};

/* A message that waits to be sent. */
typedef struct Outgoing {
    struct Outgoing *next; /* sent after it */
    size_t length;         /* of the text */
    unsigned char bytes[]; /* LWS_PRE bytes for libwebsockets, then the text */
} Outgoing;

/* All 0 until the connection is established. */
struct Client {
    Client *next;                                       /* in the server's list */
    Server *server;                                     /* NULL until established */
    struct lws *wsi;                                    /* libwebsockets' connection */
    Outgoing *first, **last;                            /* what waits; where the next one goes */
    size_t queued_bytes;                                /* of what waits */
    char *incoming;                                     /* the message so far, from fragments */
    size_t incoming_length;                             /* its bytes */
    bool paused;                                        /* not read from: too much waits */
    bool closing;                                       /* nothing is sent or handled any more */
    char followed[CLIENT_FOLLOWED][GAME_ID_LENGTH + 1]; /* ids, the game opened last first */
    struct Search *hint;                                /* the search for its hint, or NULL */
    char hint_id[GAME_ID_LENGTH + 1];                   /* the game for which it requested a hint */
    int hint_ply;                                       /* moves played there when it asked */
};

int client_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

void client_send(Client *, const char *text);
/* Sends the text only when nothing else waits to be sent. For reports that the next one replaces.
 */
void client_send_if_idle(Client *, const char *text);
/* From now on the client gets every change of the game. The oldest of too many is forgotten. */
void client_follow(Client *, const char *id);
void client_unfollow(Client *, const char *id);
bool client_follows(const Client *, const char *id);

/* Does any client follow the game? */
bool clients_follow(const Server *, const char *id);
/* Sends to every client that follows the game; if_idle as client_send_if_idle does. */
void clients_send(Server *, const char *id, const char *text, bool if_idle);

#endif
