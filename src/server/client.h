/* client - one WebSocket connection: what it sent, what waits to be sent, which games it follows.
 * Order    Its messages are handled one after another: one that has to wait, for the store say,
 *          holds up those behind it and nobody else's.
 * Owner    libwebsockets owns the Client (its session memory); texts given to client_send are
 *          copied.
 * Limits   A client that doesn't read is not read from; past CLIENT_QUEUE_BYTES it is closed. One
 *          that sends faster than its limits allow (limits.def) is not read from meanwhile.
 */
#ifndef HENKA_SERVER_CLIENT_H
#define HENKA_SERVER_CLIENT_H

#include "server/live.h"
#include "server/server.h"

#include <jansson.h>
#include <libwebsockets.h>

enum {
    CLIENT_MESSAGE_BYTES = 512 << 10, /* a longer message closes the connection */
    CLIENT_QUEUE_BYTES = 8 << 20,     /* a client for which more waits is closed */
    CLIENT_QUEUE_PAUSE = 256 << 10,   /* and from this on it is not read from */
    CLOSE_SERVICE_RESTART = 1012,     /* of a close frame; libwebsockets has no name for it */
    CLIENT_FOLLOWED = 16              /* games, those it opened last */
};

/* A message that waits to be sent. */
typedef struct Outgoing {
    struct Outgoing *next; /* sent after it */
    size_t length;         /* of the text */
    unsigned char bytes[]; /* LWS_PRE bytes for libwebsockets, then the text */
} Outgoing;

/* A message that waits to be handled. */
typedef struct Incoming {
    struct Incoming *next; /* handled after it */
    int64_t arrived_ms;    /* when its last byte was read, by watch_now_ms */
    size_t length, cap;    /* of the text so far, and the room for it */
    char text[];
} Incoming;

/* What a client waits for. Task (a job of the worker), Listing and Feeding (requests to the store)
 * are messages.c's, Challenge is lobby.c's. */
struct Task;
struct Listing;
struct Feeding;
struct Challenge;

/* All 0 until the connection is established. */
struct Client {
    Client *next, **link;                 /* in the server's list */
    Server *server;                       /* NULL until established */
    struct lws *wsi;                      /* libwebsockets' connection */
    Visitor *visitor;                     /* its address */
    uint64_t number;                      /* of this connection, never given again */
    Bucket messages, bytes;               /* that it sent of late */
    Outgoing *first, **last;              /* what waits to be sent; where the next one goes */
    size_t queued_bytes;                  /* of what waits to be sent */
    Outgoing *farewell;                   /* the close frame that waits to be sent, or NULL */
    Incoming *arriving;                   /* the message so far, from fragments */
    Incoming *inbox, **inbox_last;        /* whole messages; where the next one goes */
    json_t *message;                      /* the one that is being handled, while it waits */
    int64_t message_ms;                   /* when that one arrived */
    LiveWaiter waiter;                    /* for the game that it is about, or for its change */
    struct Task *task;                    /* for it, or to read it, at the worker; or NULL */
    struct Challenge *challenging;        /* a challenge of its, at the worker; or NULL */
    struct Listing *listing;              /* the list of games it waits for, or NULL */
    struct Feeding *feeding;              /* what it wants of its feed, being stored; or NULL */
    bool unread;                          /* not read from */
    bool closing;                         /* nothing is sent or handled any more */
    LiveFollow followed[CLIENT_FOLLOWED]; /* games it has open */
    uint64_t opened;                      /* how many games so far */
    TokenHash browser;                    /* whose connection it is; none until it says so */
    Client *next_browser, **browser_link; /* in the server's table, once it has said so */
    char name[SEAT_NAME_BYTES];           /* of its person; "" */
    HenkaLanguage language;               /* that its person reads */
    bool lists;                           /* it has asked for its games and hears of changes */
    bool in_lobby;                        /* it hears of challenges */
    char seat_token[TOKEN_LENGTH + 1];    /* to be told when the seat is stored; "" */
    char invitation[TOKEN_LENGTH + 1];    /* the same, of an invitation */
    bool ping_due;                        /* a ping is to be sent */
    int64_t pinged_ms;                    /* when the last one was, by watch_steady_ms; 0: none */
    int64_t ping_out_ms;                  /* the same, of one that isn't answered yet; 0: none */
    int64_t lag_ms;                       /* of the last one that was: there and back */
    Thought hint;                         /* the search for its hint */
    Client *next_hinted;                  /* in the server's list, while that search is under way */
    char hint_id[GAME_ID_LENGTH + 1];     /* the game for which it requested a hint */
    int hint_ply;                         /* moves played there when it asked */
    uint64_t hint_hash;                   /* of the position there then */
};

int client_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

void client_send(Client *, const char *text);
/* Sends the text only when nothing else waits to be sent. For reports that the next one replaces.
 */
void client_send_if_idle(Client *, const char *text);
/* Measures the connection's lag, if that wasn't done of late. */
void client_ping(Client *);
/* The lag, there and back: as it was measured last, or longer where that takes longer now. */
int64_t client_lag_ms(const Client *);
/* Whose connection it is, and the language to be read there. */
void client_introduce(Client *, const TokenHash *browser, const char *name, HenkaLanguage);
/* The first connection of this browser; the next ones follow by next_browser, among others. */
Client *clients_of(const Server *, const TokenHash *browser);
/* The message that was being handled is done: on to the next one. */
void client_next(Client *);
/* From now on the client gets every change of the game. The oldest of too many is forgotten. */
void client_follow(Client *, LiveGame *);
void client_unfollow(Client *, const char *id);
bool client_follows(const Client *, const char *id);
/* Tells every client to come again in a moment, and closes the connections. */
void clients_dismiss(Server *);
/* Closes the connections of those who are banned now. */
void clients_keep_out(Server *);
/* Sends to every client that follows the game but one, NULL: to all; if_idle as client_send_if_idle
 * does. */
void clients_send(const LiveGame *, const char *text, bool if_idle, const Client *but);

#endif
