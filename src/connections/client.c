#include "connections/client.h"

#include "connections/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    PING_EVERY_MS = 5000,     /* a connection's lag is measured at most once in this time */
    ARRIVING_BYTES = 16 << 10 /* size allowed to an unfinished message beyond unread-bytes */
};

/* ---- sending --------------------------------------------------------------------------------- */

static Outgoing *outgoing_make(const char *bytes, size_t length) {
    Outgoing *out = malloc(sizeof *out + LWS_PRE + length);
    if (!out) return NULL;
    *out = (Outgoing){.length = length};
    memcpy(out->bytes + LWS_PRE, bytes, length);
    return out;
}

static Outgoing *client_take(Client *client) {
    Outgoing *out = client->first;
    client->first = out->next;
    if (!client->first) client->last = &client->first;
    client->queued_bytes -= out->length;
    visitors_wait(&client->server->visitors, client->visitor, -(int64_t)out->length);
    return out;
}

static void client_forget(Client *client) {
    while (client->first) free(client_take(client));
}

/* Closes the connection with a frame written here: libwebsockets 4.1.6, as Debian compiles it with
 * libuv, closes twice (lws_service_fd_tsi), and drops its frame the second time. Returns 0. */
static int client_close(Client *client, int status, MessageKey why) {
    enum { CLOSE_BYTES = 125, CLOSE_SECONDS = 2 };
    if (client->closing) return 0;
    client->closing = true;
    client_forget(client); /* empties the outgoing queue */
    char payload[CLOSE_BYTES + 1] = {(char)(status >> 8), (char)status};
    Out out = out_to(payload + 2, sizeof payload - 2);
    out_say(&out, HENKA_ENGLISH, why);
    client->farewell = outgoing_make(payload, 2 + strlen(payload + 2));
    lws_rx_flow_control(client->wsi, 1); /* reads again, to receive the other end's close frame */
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSE_SECONDS);
    lws_callback_on_writable(client->wsi);
    return 0;
}

/* Backpressure: stops reading from a client that does not read what the server sends, or that has
 * messages in its incoming queue. Otherwise reads from it again. */
static void client_read_or_not(Client *client) {
    size_t pause = client->unread ? CLIENT_QUEUE_PAUSE / 2 : CLIENT_QUEUE_PAUSE;
    bool unread = client->inbox || client->queued_bytes > pause;
    if (unread == client->unread || client->closing) return;
    client->unread = unread;
    lws_rx_flow_control(client->wsi, !unread);
}

void client_send(Client *client, const char *text) {
    Server *server = client->server;
    size_t length = strlen(text);
    if (client->closing) return;
    /* A client that keeps reading stays, even if others of its address close for backpressure. */
    bool fits = client->queued_bytes <= CLIENT_QUEUE_PAUSE ||
                (client->queued_bytes + length <= CLIENT_QUEUE_BYTES &&
                 visitors_may_wait(&server->visitors, &server->limits, client->visitor, length));
    Outgoing *out = fits ? outgoing_make(text, length) : NULL;
    if (!out) {
        client_close(client,
                     fits ? LWS_CLOSE_STATUS_UNEXPECTED_CONDITION
                          : LWS_CLOSE_STATUS_POLICY_VIOLATION,
                     fits ? MSG_NO_MEMORY : MSG_CLIENT_TOO_SLOW);
        return;
    }
    *client->last = out;
    client->last = &out->next;
    client->queued_bytes += length;
    visitors_wait(&server->visitors, client->visitor, (int64_t)length);
    client_read_or_not(client);
    lws_callback_on_writable(client->wsi);
}

void client_ping(Client *client) {
    int64_t now_ms = watch_steady_ms(&client->server->watch);
    if (client->closing || (client->pinged_ms && now_ms - client->pinged_ms < PING_EVERY_MS))
        return;
    client->pinged_ms = now_ms;
    client->ping_due = true;
    lws_callback_on_writable(client->wsi);
}

int64_t client_lag_ms(const Client *client) {
    int64_t waits_ms =
        client->ping_out_ms ? watch_steady_ms(&client->server->watch) - client->ping_out_ms : 0;
    return waits_ms > client->lag_ms ? waits_ms : client->lag_ms;
}

static int client_write(Client *client) {
    if (client->closing) {
        /* After our close frame the other end closes the connection, or the timeout does. */
        enum { CLOSE_FRAME = 0x88 }; /* FIN bit and opcode 8; RFC 6455, 5.2 */
        Outgoing *out = client->farewell;
        if (!out) return -1;
        client->farewell = NULL;
        unsigned char *frame = out->bytes + LWS_PRE - 2;
        frame[0] = CLOSE_FRAME;
        frame[1] = (unsigned char)out->length;
        ssize_t length = (ssize_t)out->length + 2;
        bool whole =
            send(lws_get_socket_fd(client->wsi), frame, (size_t)length, MSG_NOSIGNAL) == length;
        free(out);
        return whole ? 0 : -1;
    }
    if (client->ping_due) {
        unsigned char bytes[LWS_PRE + 1] = {[LWS_PRE] = 'h'};
        client->ping_due = false;
        client->ping_out_ms = watch_steady_ms(&client->server->watch);
        if (lws_write(client->wsi, bytes + LWS_PRE, 1, LWS_WRITE_PING) < 0) return -1;
    } else if (client->first) {
        Outgoing *out = client_take(client);
        int written = lws_write(client->wsi, out->bytes + LWS_PRE, out->length, LWS_WRITE_TEXT);
        bool whole = written >= (int)out->length;
        free(out);
        if (!whole) return -1;
        client_read_or_not(client);
    }
    if (client->first) lws_callback_on_writable(client->wsi);
    return 0;
}

void clients_dismiss(Server *server) {
    Client *client;
    LIST_FOREACH(client, &server->clients, entry)
        client_close(client, CLOSE_SERVICE_RESTART, MSG_SERVER_RESTARTS);
}

void clients_keep_out(Server *server) {
    Client *client;
    LIST_FOREACH(client, &server->clients, entry)
        if (bans_hold(&server->bans, client->visitor, client->name, &client->browser, false))
            client_close(client, LWS_CLOSE_STATUS_POLICY_VIOLATION, MSG_BANNED);
}

/* ---- following ------------------------------------------------------------------------------- */

static int client_place(const Client *client, const char *id) {
    for (int i = 0; i < CLIENT_FOLLOWED; i++)
        if (client->followed[i].live && !strcmp(client->followed[i].live->row.id, id)) return i;
    return -1;
}

bool client_follows(const Client *client, const char *id) { return client_place(client, id) >= 0; }

void client_unfollow(Client *client, const char *id) {
    int place = client_place(client, id);
    if (place >= 0) live_unfollow(&client->followed[place]);
}

void client_follow(Client *client, LiveGame *live) {
    LiveFollow *oldest = &client->followed[0];
    for (int i = 0; i < CLIENT_FOLLOWED; i++) {
        LiveFollow *follow = &client->followed[i];
        if (follow->live == live) {
            follow->opened = ++client->opened;
            return;
        }
        if (oldest->live && (!follow->live || follow->opened < oldest->opened)) oldest = follow;
    }
    live_unfollow(oldest);
    oldest->opened = ++client->opened;
    live_follow(live, oldest);
}

/* ---- whose it is ----------------------------------------------------------------------------- */

static struct ClientBucket *browser_bucket(const Server *server, const TokenHash *browser) {
    unsigned place = browser->bytes[0] | browser->bytes[1] << 8;
    return (struct ClientBucket *)&server->browsers[place % SERVER_BUCKETS];
}

Client *clients_of(const Server *server, const TokenHash *browser) {
    return LIST_FIRST(browser_bucket(server, browser));
}

void client_introduce(Client *client, const TokenHash *browser, const char *name,
                      HenkaLanguage language) {
    if (!seat_is_none(&client->browser)) LIST_REMOVE(client, browser_entry);
    client->browser = *browser;
    client->language = language;
    snprintf(client->name, sizeof client->name, "%s", name);
    LIST_INSERT_HEAD(browser_bucket(client->server, browser), client, browser_entry);
    for (int i = 0; i < CLIENT_FOLLOWED; i++)
        if (client->followed[i].live) live_look(client->followed[i].live, NULL);
}

/* ---- what it sends --------------------------------------------------------------------------- */

static void incoming_free(Client *client, Incoming *incoming) {
    if (incoming)
        visitors_wait(&client->server->visitors, client->visitor, -(int64_t)incoming->length);
    free(incoming);
}

/* Handles the messages of the incoming queue one by one, until one of them has to wait: for a
 * limit, a game or another thread. */
static void client_work(Client *client) {
    Server *server = client->server;
    while (client->inbox && !client->message && !client->task && !client->closing) {
        Incoming *incoming = client->inbox;
        int64_t wait =
            visitor_wait_ms(client->visitor, &client->messages, &client->bytes, &server->limits,
                            (int64_t)incoming->length, watch_steady_ms(&server->watch));
        if (wait) {
            lws_set_timer_usecs(client->wsi, watch_patience_ms(&server->watch, wait) * 1000);
            break;
        }
        if (!(client->inbox = incoming->next)) client->inbox_last = &client->inbox;
        client->message_ms = incoming->arrived_ms;
        messages_handle(client, incoming->text, incoming->length);
        incoming_free(client, incoming);
    }
    client_read_or_not(client);
}

void client_next(Client *client) {
    json_decref(client->message);
    client->message = NULL;
    /* Handles the next message by a timer, so that the caller can finish first. */
    if (client->inbox) lws_set_timer_usecs(client->wsi, 1);
}

static int client_receive(Client *client, const char *bytes, size_t length) {
    Server *server = client->server;
    Incoming *incoming = client->arriving;
    size_t had = incoming ? incoming->length : 0, cap = incoming ? incoming->cap : 0;
    if (client->closing) return 0;
    if (lws_frame_is_binary(client->wsi))
        return client_close(client, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, MSG_CLIENT_BINARY);
    if (had + length > CLIENT_MESSAGE_BYTES)
        return client_close(client, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, MSG_CLIENT_MESSAGE_LONG);
    if (had + length > ARRIVING_BYTES &&
        !visitors_may_wait(&server->visitors, &server->limits, client->visitor, length))
        return client_close(client, LWS_CLOSE_STATUS_POLICY_VIOLATION, MSG_CLIENT_UNFINISHED);
    if (!incoming || had + length > cap) {
        cap = had + length < 2 * cap ? 2 * cap : had + length;
        if (!(incoming = realloc(incoming, sizeof *incoming + cap)))
            return client_close(client, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, MSG_NO_MEMORY);
        if (!client->arriving) *incoming = (Incoming){0};
        incoming->cap = cap;
        client->arriving = incoming;
    }
    memcpy(incoming->text + had, bytes, length);
    incoming->length += length;
    visitors_wait(&server->visitors, client->visitor, (int64_t)length);
    if (!lws_is_final_fragment(client->wsi) || lws_remaining_packet_payload(client->wsi)) return 0;
    incoming->arrived_ms = watch_now_ms(&server->watch);
    client->arriving = NULL;
    *client->inbox_last = incoming;
    client->inbox_last = &incoming->next;
    client_work(client);
    live_sweep(&server->games);
    return 0;
}

/* ---- the connection -------------------------------------------------------------------------- */

static void client_begin(Client *client, struct lws *wsi) {
    Server *server = lws_context_user(lws_get_context(wsi));
    *client = (Client){.server = server,
                       .wsi = wsi,
                       .visitor = lws_get_opaque_user_data(wsi),
                       .number = ++server->last_visitor};
    client->last = &client->first;
    client->inbox_last = &client->inbox;
    for (int i = 0; i < CLIENT_FOLLOWED; i++) {
        client->followed[i].client = client;
        client->followed[i].browser = &client->browser;
    }
    messages_client_came(client);
    LIST_INSERT_HEAD(&server->clients, client, entry);
    LOG_EVENT(server->log, "connect", LOG_NUMBER("client", (int64_t)client->number),
              LOG_TEXT("address", client->visitor ? client->visitor->address : ""));
    client_send(client, server->hello);
}

static void client_end(Client *client) {
    Server *server = client->server;
    client->closing = true;
    LOG_EVENT(server->log, "disconnect", LOG_NUMBER("client", (int64_t)client->number));
    LIST_REMOVE(client, entry);
    for (int i = 0; i < CLIENT_FOLLOWED; i++) live_unfollow(&client->followed[i]);
    if (!seat_is_none(&client->browser)) LIST_REMOVE(client, browser_entry);
    messages_client_gone(client);
    json_decref(client->message);
    client_forget(client);
    free(client->farewell);
    for (Incoming *incoming = client->inbox, *next; incoming; incoming = next) {
        next = incoming->next;
        incoming_free(client, incoming);
    }
    incoming_free(client, client->arriving);
    *client = (Client){0};
    live_sweep(&server->games);
    if (server->games.leaving && LIST_EMPTY(&server->clients))
        lws_cancel_service(server->loop.context);
}

int client_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    Server *server = lws_context_user(lws_get_context(wsi));
    Client *client = user;
    const char *part = NULL; /* the call's name for loop_count; NULL: not counted */
    int64_t began_us = figures_busy_us();
    int result = 0;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        part = "connect";
        client_begin(client, wsi);
        break;
    case LWS_CALLBACK_RECEIVE:
        part = "receive";
        result = client_receive(client, in, length);
        break;
    case LWS_CALLBACK_TIMER: /* a message in the incoming queue may now be handled */
        part = "receive";
        client_work(client);
        live_sweep(&server->games);
        break;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        part = "send";
        result = client_write(client);
        break;
    case LWS_CALLBACK_RECEIVE_PONG: /* a pong without a ping is ignored */
        if (client->ping_out_ms)
            client->lag_ms = watch_steady_ms(&server->watch) - client->ping_out_ms;
        client->ping_out_ms = 0;
        break;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        result = client->closing ? -1 : 0;
        break;
    case LWS_CALLBACK_CLOSED: /* libwebsockets also calls this for a failed handshake */
        part = "disconnect";
        if (client && client->server) client_end(client);
        break;
    default:
        break;
    }
    if (part) loop_count(&server->loop, part, "", began_us);
    return result;
}
