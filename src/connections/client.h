/* client - one WebSocket connection: its incoming and outgoing queues, and the games it follows.
 * Order    Its messages are handled one after another. A message that has to wait, for example for
 *          the store, delays the later messages of this client and of no other.
 * Owner    libwebsockets owns the Client (its session memory); client_send copies its text.
 * Limits   Backpressure: a client that doesn't read is not read from, and is closed when more than
 *          CLIENT_QUEUE_BYTES wait for it. A client that sends faster than its limits allow
 *          (limits.def) is not read from until they allow it again.
 */
#ifndef HENKA_CONNECTIONS_CLIENT_H
#define HENKA_CONNECTIONS_CLIENT_H

#include "connections/server.h"
#include "games/games.h"

#include <jansson.h>
#include <libwebsockets.h>

enum {
    CLIENT_MESSAGE_BYTES = 512 << 10, /* a message that is longer closes the connection */
    CLIENT_QUEUE_BYTES = 8 << 20,     /* a client with more bytes in its outgoing queue is closed */
    CLIENT_QUEUE_PAUSE = 256 << 10,   /* a client for which more bytes wait is not read from */
    CLOSE_SERVICE_RESTART = 1012,     /* close status "service restart", unnamed in libwebsockets */
    CLIENT_FOLLOWED = 16,             /* most games that a client follows; for a further one, the
                                         least recently opened one is dropped */
    CHAT_CHARACTERS = 300,            /* most characters of a line of chat */
    LEAST_MOVETIME_MS = 50            /* least thinking time that a client can request */
};

/* A message that waits to be sent. */
typedef struct Outgoing {
    struct Outgoing *next; /* the next message in the outgoing queue */
    size_t length;         /* length of the text */
    unsigned char bytes[]; /* LWS_PRE bytes for libwebsockets' header, then the text */
} Outgoing;

/* A message that waits to be handled. */
typedef struct Incoming {
    struct Incoming *next; /* the next message in the incoming queue */
    int64_t arrived_ms;    /* when the message's last byte was read, by watch_now_ms */
    size_t length, cap;    /* length of the text received so far, and size of its buffer */
    char text[];
} Incoming;

/* The work of other threads that a client waits for, declared in messages.c and lobby.c. */
struct Task;
struct Challenge;

/* A WebSocket connection. All members are 0 until the connection is established. */
struct Client {
    LIST_ENTRY(Client) entry;             /* links of the list Server.clients */
    Server *server;                       /* NULL until the connection is established */
    struct lws *wsi;                      /* libwebsockets' connection */
    Visitor *visitor;                     /* the client's address, with its limits */
    uint64_t number;                      /* number of this connection, never reused */
    Bucket messages, bytes;               /* leaky buckets of messages and bytes a second */
    Outgoing *first, **last;              /* the outgoing queue; the link at its end */
    size_t queued_bytes;                  /* bytes in the outgoing queue */
    Outgoing *farewell;                   /* the close frame that waits to be sent, or NULL */
    Incoming *arriving;                   /* the message that is being received, in fragments */
    Incoming *inbox, **inbox_last;        /* the incoming queue of complete messages; the link at
                                             its end, where the next one is appended */
    json_t *message;                      /* the parsed message, set while it waits */
    int64_t message_ms;                   /* arrival of the message in hand, by watch_now_ms */
    LiveWaiter waiter;                    /* waits until the message's game can be used, or until
                                             the change that the message makes is stored */
    struct Task *task;                    /* work of another thread for the message that is being
                                             handled, or to parse it; or NULL */
    struct Challenge *challenging;        /* the client's challenge in the worker; or NULL */
    bool unread;                          /* backpressure: the client is not read from now */
    bool closing;                         /* closing: nothing is sent or handled any more */
    LiveFollow followed[CLIENT_FOLLOWED]; /* the games that the client has open */
    uint64_t opened;                      /* number of games opened, for LiveFollow.opened */
    TokenHash browser;                    /* hash of the browser's token; 0 before `hello` */
    LIST_ENTRY(Client) browser_entry;     /* links of Server.browsers, once browser is known */
    char name[SEAT_NAME_BYTES];           /* the person's name; "": none */
    HenkaLanguage language;               /* language of the texts sent to the client */
    bool lists;                           /* the client has its list of games: changes are sent */
    bool in_lobby;                        /* the client is notified of the lobby's challenges */
    char seat_token[TOKEN_LENGTH + 1];    /* the seat's token to send once stored; or "" */
    char invitation[TOKEN_LENGTH + 1];    /* the invitation's token to send once stored; or "" */
    bool ping_due;                        /* a ping is to be sent */
    int64_t pinged_ms;                    /* the last ping's watch_steady_ms; 0: none */
    int64_t ping_out_ms;                  /* watch_steady_ms of the unanswered ping; 0: none */
    int64_t lag_ms;                       /* round-trip time of the last answered ping */
    Thought hint;                         /* the search for the hint that the client requested */
    LIST_ENTRY(Client) hint_entry;        /* links of Server.hinted during the hint's search */
    char hint_id[GAME_ID_LENGTH + 1];     /* the game for which the client requested a hint */
    int hint_ply;                         /* number of moves in the game hint_id at the request */
    uint64_t hint_hash;                   /* hash of the game hint_id's position at the request */
};

int client_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

void client_send(Client *, const char *text);
/* Sends a ping to measure the lag, unless one was sent less than five seconds ago. */
void client_ping(Client *);
/* The lag (round-trip time) in milliseconds: the last one measured, or the age of the ping that is
 * not answered yet, if that is greater. */
int64_t client_lag_ms(const Client *);
/* Sets the browser, its person's name and the language of the texts sent to it. */
void client_introduce(Client *, const TokenHash *browser, const char *name, HenkaLanguage);
/* The first client in the hash bucket of this browser; browser_entry leads to the next one. The
 * caller skips the clients of other browsers in the bucket. */
Client *clients_of(const Server *, const TokenHash *browser);
/* To be called when a message that waited is done: has the client's next message handled. */
void client_next(Client *);
/* From now on the client is notified of every change of the game. If it follows too many games, the
 * least recently opened one is dropped. */
void client_follow(Client *, LiveGame *);
void client_unfollow(Client *, const char *id);
bool client_follows(const Client *, const char *id);
/* Notifies all clients that the server restarts, so that they reconnect soon, and closes them. */
void clients_dismiss(Server *);
/* Closes the connections of visitors that are banned now. */
void clients_keep_out(Server *);

#endif
