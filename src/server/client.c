#include "server/client.h"

#include "base/message.h"
#include "server/messages.h"
#include "server/pool.h"

#include <stdlib.h>
#include <string.h>

/* ---- sending --------------------------------------------------------------------------------- */

static void client_close(Client *client, enum lws_close_status status, MessageKey why) {
    if (client->closing) return;
    client->closing = true;
    char text[124]; /* a close frame has room for 123 bytes */
    Out out = out_to(text, sizeof text);
    out_say(&out, HENKA_ENGLISH, why);
    lws_close_reason(client->wsi, status, (unsigned char *)text, strlen(text));
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_CLOSE_SEND,
                    2); /* seconds, for a client that never reads again */
    lws_callback_on_writable(client->wsi);
}

void client_send(Client *client, const char *text) {
    size_t length = strlen(text);
    if (client->closing) return;
    if (client->queued_bytes + length > CLIENT_QUEUE_BYTES) {
        client_close(client, LWS_CLOSE_STATUS_POLICY_VIOLATION, MSG_CLIENT_TOO_SLOW);
        return;
    }
    Outgoing *out = malloc(sizeof *out + LWS_PRE + length);
    if (!out) {
        client_close(client, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, MSG_NO_MEMORY);
        return;
    }
    *out = (Outgoing){.length = length};
    memcpy(out->bytes + LWS_PRE, text, length);
    *client->last = out;
    client->last = &out->next;
    client->queued_bytes += length;
    if (!client->paused && client->queued_bytes > CLIENT_QUEUE_PAUSE) {
        client->paused = true;
        lws_rx_flow_control(client->wsi, 0);
    }
    lws_callback_on_writable(client->wsi);
}

void client_send_if_idle(Client *client, const char *text) {
    if (!client->first) client_send(client, text);
}

static Outgoing *client_take(Client *client) {
    Outgoing *out = client->first;
    client->first = out->next;
    if (!client->first) client->last = &client->first;
    client->queued_bytes -= out->length;
    return out;
}

static int client_write(Client *client) {
    if (client->closing) return -1;
    if (!client->first) return 0;
    Outgoing *out = client_take(client);
    int written = lws_write(client->wsi, out->bytes + LWS_PRE, out->length, LWS_WRITE_TEXT);
    bool whole = written >= (int)out->length;
    free(out);
    if (!whole) return -1;
    if (client->paused && client->queued_bytes < CLIENT_QUEUE_PAUSE / 2) {
        client->paused = false;
        lws_rx_flow_control(client->wsi, 1);
    }
    if (client->first) lws_callback_on_writable(client->wsi);
    return 0;
}

/* ---- following ------------------------------------------------------------------------------- */

static int client_place(const Client *client, const char *id) {
    for (int i = 0; i < CLIENT_FOLLOWED; i++)
        if (!strcmp(client->followed[i], id)) return i;
    return -1;
}

bool client_follows(const Client *client, const char *id) { return client_place(client, id) >= 0; }

void client_unfollow(Client *client, const char *id) {
    int place = client_place(client, id);
    if (place >= 0) *client->followed[place] = 0;
}

void client_follow(Client *client, const char *id) {
    int place = client_place(client, id);
    if (place < 0) place = client_place(client, "");
    if (place < 0) place = CLIENT_FOLLOWED - 1;
    memmove(client->followed + 1, client->followed, (size_t)place * sizeof *client->followed);
    strcpy(client->followed[0], id);
}

bool clients_follow(const Server *server, const char *id) {
    for (const Client *client = server->clients; client; client = client->next)
        if (client_follows(client, id)) return true;
    return false;
}

void clients_send(Server *server, const char *id, const char *text, bool if_idle) {
    for (Client *client = server->clients; client; client = client->next)
        if (client_follows(client, id)) (if_idle ? client_send_if_idle : client_send)(client, text);
}

/* ---- the connection -------------------------------------------------------------------------- */

static void client_begin(Client *client, struct lws *wsi) {
    Server *server = lws_context_user(lws_get_context(wsi));
    *client = (Client){.server = server, .wsi = wsi, .next = server->clients};
    client->last = &client->first;
    server->clients = client;
    client_send(client, server->hello);
}

static void client_end(Client *client) {
    Client **link = &client->server->clients;
    while (*link && *link != client) link = &(*link)->next;
    if (*link) *link = client->next;
    if (client->hint) pool_cancel(client->server->pool, client->hint);
    client->hint = NULL;
    while (client->first) free(client_take(client));
    free(client->incoming);
    client->incoming = NULL;
    messages_client_gone(client->server);
}

static int client_receive(Client *client, const char *bytes, size_t length) {
    if (client->closing) return 0;
    if (lws_frame_is_binary(client->wsi)) {
        client_close(client, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, MSG_CLIENT_BINARY);
        return 0;
    }
    if (client->incoming_length + length > CLIENT_MESSAGE_BYTES) {
        client_close(client, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, MSG_CLIENT_MESSAGE_LONG);
        return 0;
    }
    char *incoming = realloc(client->incoming, client->incoming_length + length + 1);
    if (!incoming) {
        client_close(client, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, MSG_NO_MEMORY);
        return 0;
    }
    client->incoming = incoming;
    memcpy(client->incoming + client->incoming_length, bytes, length);
    client->incoming_length += length;
    if (!lws_is_final_fragment(client->wsi) || lws_remaining_packet_payload(client->wsi)) return 0;
    char *text = client->incoming;
    size_t whole = client->incoming_length;
    client->incoming = NULL;
    client->incoming_length = 0;
    messages_handle(client, text, whole);
    free(text);
    return 0;
}

int client_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    Client *client = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        client_begin(client, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return client_receive(client, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return client_write(client);
    case LWS_CALLBACK_CLOSED: /* comes also for a handshake that failed */
        if (client && client->server) client_end(client);
        return 0;
    default:
        return 0;
    }
}
