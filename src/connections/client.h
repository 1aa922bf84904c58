/* client - one WebSocket connection: its incoming and outgoing queues, and the games it follows.
 * Order    Its messages are handled one after another. A message that has to wait, for example for
 *          the store, delays the later messages of this client and of no other.
 * Owner    libwebsockets owns the Client (its session memory); texts given to client_send are
 *          copied.
 * Limits   Backpressure: a client that doesn't read is not read from. Past CLIENT_QUEUE_BYTES it is
 *          closed. A client that sends faster than its limits allow (limits.def) is not read from
 *          until they allow it again.
 */
#ifndef HENKA_CONNECTIONS_CLIENT_H
#define HENKA_CONNECTIONS_CLIENT_H

#include "connections/server.h"
#include "games/games.h"

#include <jansson.h>
#include <libwebsockets.h>

enum {
    CLIENT_MESSAGE_BYTES = 512 << 10, /* a longer message closes the connection */
    CLIENT_QUEUE_BYTES = 8 << 20,     /* a client with more bytes queued is closed */
    CLIENT_QUEUE_PAUSE = 256 << 10,   /* a client with this many bytes queued is not read from */
    CLOSE_SERVICE_RESTART = 1012,     /* of a close frame; libwebsockets has no name for it */
    CLIENT_FOLLOWED = 16,             /* games at most; the least recently opened one is dropped */
    CHAT_CHARACTERS = 300,            /* of a line of chat */
    LEAST_MOVETIME_MS = 50            /* of the engine for a move */
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

/* The asynchronous work that a client waits for. Task (a job of the worker), Listing and Feeding
 * (requests to the store) belong to messages.c, Challenge to lobby.c. */
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
    uint64_t number;                      /* of this connection, never reused */
    Bucket messages, bytes;               /* rate limits of what it sends */
    Outgoing *first, **last;              /* the outgoing queue; where the next one is appended */
    size_t queued_bytes;                  /* bytes in the outgoing queue */
    Outgoing *farewell;                   /* the close frame that waits to be sent, or NULL */
    Incoming *arriving;                   /* the message that is being received, in fragments */
    Incoming *inbox, **inbox_last;        /* the incoming queue of whole messages; where the next
                                             one is appended */
    json_t *message;                      /* the message that is being handled, while it waits */
    int64_t message_ms;                   /* when that message arrived */
    LiveWaiter waiter;                    /* for the game of the message, or for its change */
    struct Task *task;                    /* job at the worker for the message, or to parse it; or
                                             NULL */
    struct Challenge *challenging;        /* its challenge that is at the worker; or NULL */
    struct Listing *listing;              /* the list of games it waits for, or NULL */
    struct Feeding *feeding;              /* its request about its feed, being stored; or NULL */
    bool unread;                          /* not read from */
    bool closing;                         /* nothing is sent or handled any more */
    LiveFollow followed[CLIENT_FOLLOWED]; /* games it has open */
    uint64_t opened;                      /* number of games opened since it connected */
    TokenHash browser;                    /* the browser's token hash; none before it has introduced
                                             itself */
    Client *next_browser, **browser_link; /* in the server's table, once the browser is known */
    char name[SEAT_NAME_BYTES];           /* of its person; "" */
    HenkaLanguage language;               /* that its person reads */
    bool lists;                           /* it has asked for its games and is notified of
                                             changes */
    bool in_lobby;                        /* it is notified of challenges */
    char seat_token[TOKEN_LENGTH + 1];    /* to be sent when the seat is stored; "" */
    char invitation[TOKEN_LENGTH + 1];    /* to be sent when the invitation is stored; "" */
    bool ping_due;                        /* a ping is to be sent */
    int64_t pinged_ms;                    /* when the last ping was sent, by watch_steady_ms; 0:
                                             none */
    int64_t ping_out_ms;                  /* when the ping without an answer yet was sent, by the
                                             same clock; 0: none */
    int64_t lag_ms;                       /* round-trip time of the last answered ping */
    Thought hint;                         /* the search for its hint */
    Client *next_hinted;                  /* in the server's list, while that search is under way */
    char hint_id[GAME_ID_LENGTH + 1];     /* the game for which it requested a hint */
    int hint_ply;                         /* number of moves played there when it asked */
    uint64_t hint_hash;                   /* of the position at that moment */
};

int client_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

void client_send(Client *, const char *text);
/* Sends the text only if nothing else is queued. For reports that the next report replaces. */
void client_send_if_idle(Client *, const char *text);
/* Sends a ping to measure the lag, unless that was done recently. */
void client_ping(Client *);
/* The lag (round-trip time) in milliseconds: the last one measured, or the age of the ping that is
 * not answered yet, if that is greater. */
int64_t client_lag_ms(const Client *);
/* Sets the browser, its person's name and the language of the texts sent to it. */
void client_introduce(Client *, const TokenHash *browser, const char *name, HenkaLanguage);
/* The first connection of this browser. next_browser leads to the next ones; connections of other
 * browsers stand between them. */
Client *clients_of(const Server *, const TokenHash *browser);
/* The current message is done: handles the next one. */
void client_next(Client *);
/* From now on the client is notified of every change of the game. If it follows too many games, the
 * least recently opened one is dropped. */
void client_follow(Client *, LiveGame *);
void client_unfollow(Client *, const char *id);
bool client_follows(const Client *, const char *id);
/* Notifies every client that the server restarts, so that it connects again soon, and closes the
 * connections. */
void clients_dismiss(Server *);
/* Closes the connections of visitors that are banned now. */
void clients_keep_out(Server *);
/* Sends the text to every client that follows the game, except `but` (NULL: to all). if_idle: as
 * client_send_if_idle does. */
void clients_send(const LiveGame *, const char *text, bool if_idle, const Client *but);

#endif
