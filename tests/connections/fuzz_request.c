/* fuzz_request - what stands in a server's command line about addresses, and what stands in the
 * headers of a request. The input is lines; the first character says what the rest is:
 *
 *   L B T M  --listen, --base-url, --trust-proxy, --limit
 *   P        the address that the connection comes from
 *   U m Q    the request's path, its method (G, H or another), and ?format=
 *   H O W    Host, Origin, Sec-WebSocket-Protocol
 *   F S      X-Forwarded-For, X-Forwarded-Proto
 *   E N C X  Accept-Encoding, If-None-Match, Content-Length, Transfer-Encoding
 *   A        Accept-Language
 *
 * Then the request is made, by HTTP and for a WebSocket. Looked for, besides what the sanitizers
 * find: a text that was taken is taken again as the server writes it; every answer has one status
 * and whole headers; no header carries a line's end of a visitor's; who isn't believed can't say
 * that he is somebody else; of another site no WebSocket is opened.
 *
 * http.c, site.c and what reads addresses are the server's own; what http.c calls else, and
 * libwebsockets, are the functions below. */
#include "connections/assets.h"
#include "connections/http.h"
#include "connections/messages.h"
#include "connections/metrics.h"
#include "games/worker.h"
#include "store/figures.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define EXPECT(condition)                                                                          \
    ((condition) ? (void)0                                                                         \
                 : (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), abort()))

static const char letters[] = "UmQHOWFSENCXA"; /* of the parts of a request */
enum { PARTS = sizeof letters - 1 };

/* A connection and its one request, as libwebsockets' functions below know them. */
struct lws {
    HttpSession session;
    Visitor *visitor;
    Address peer;
    const char *parts[PARTS]; /* NULL: it isn't there */
    bool writable;
    int statuses, ends; /* status lines and ends of headers that were written */
    int64_t promised;   /* the body's length by its header */
    size_t written;     /* of it */
    bool in_body;
};

static Server server;
static const char *title; /* of a game in a feed: the Host */

static const char *part(const struct lws *wsi, char letter) {
    return wsi->parts[strchr(letters, letter) - letters];
}

/* ---- libwebsockets --------------------------------------------------------------------------- */

struct lws_context *lws_get_context(const struct lws *wsi) { return (void)wsi, NULL; }
void *lws_context_user(struct lws_context *context) { return (void)context, &server; }
void *lws_get_opaque_user_data(const struct lws *wsi) { return wsi->visitor; }
void lws_set_opaque_user_data(struct lws *wsi, void *data) { wsi->visitor = data; }
int lws_callback_on_writable(struct lws *wsi) { return wsi->writable = true; }
int lws_send_pipe_choked(struct lws *wsi) { return (void)wsi, 0; }
int lws_http_transaction_completed(struct lws *wsi) { return (void)wsi, 0; }
Address listen_peer(struct lws *wsi) { return wsi->peer; }

static const char *header(const struct lws *wsi, enum lws_token_indexes token) {
    switch (token) {
    case WSI_TOKEN_HOST:
        return part(wsi, 'H');
    case WSI_TOKEN_ORIGIN:
        return part(wsi, 'O');
    case WSI_TOKEN_PROTOCOL:
        return part(wsi, 'W');
    case WSI_TOKEN_X_FORWARDED_FOR:
        return part(wsi, 'F');
    case WSI_TOKEN_HTTP_ACCEPT_ENCODING:
        return part(wsi, 'E');
    case WSI_TOKEN_HTTP_ACCEPT_LANGUAGE:
        return part(wsi, 'A');
    case WSI_TOKEN_HTTP_IF_NONE_MATCH:
        return part(wsi, 'N');
    case WSI_TOKEN_HTTP_CONTENT_LENGTH:
        return part(wsi, 'C');
    case WSI_TOKEN_HTTP_TRANSFER_ENCODING:
        return part(wsi, 'X');
    case WSI_TOKEN_HTTP_VIA:
        return NULL;
    case WSI_TOKEN_UPGRADE:
        return "WebSocket";
    default:
        EXPECT(token == WSI_TOKEN_GET_URI);
        return part(wsi, 'U');
    }
}

static int text_copy(const char *text, char *to, int cap) {
    if (!text) return 0;
    if ((int)strlen(text) >= cap) return -1;
    return (int)strlen(strcpy(to, text));
}

int lws_hdr_total_length(struct lws *wsi, enum lws_token_indexes token) {
    const char *text = header(wsi, token);
    return text ? (int)strlen(text) : 0;
}

int lws_hdr_copy(struct lws *wsi, char *to, int cap, enum lws_token_indexes token) {
    return text_copy(header(wsi, token), to, cap);
}

int lws_hdr_custom_copy(struct lws *wsi, char *to, int cap, const char *name, int length) {
    EXPECT(length == (int)strlen(name) && !strcmp(name, "x-forwarded-proto:"));
    return part(wsi, 'S') ? text_copy(part(wsi, 'S'), to, cap) : -1;
}

int lws_hdr_custom_length(struct lws *wsi, const char *name, int length) {
    EXPECT(length == (int)strlen(name));
    bool scheme = !strcmp(name, "x-forwarded-proto:") && part(wsi, 'S');
    return scheme ? (int)strlen(part(wsi, 'S')) : -1;
}

const char *lws_get_urlarg_by_name(struct lws *wsi, const char *name, char *to, int cap) {
    EXPECT(!strcmp(name, "format="));
    return part(wsi, 'Q') && text_copy(part(wsi, 'Q'), to, cap) >= 0 ? to : NULL;
}

int lws_http_get_uri_and_method(struct lws *wsi, char **uri, int *length) {
    *uri = (char *)part(wsi, 'U');
    *length = (int)strlen(*uri);
    const char *method = part(wsi, 'm');
    return !method || *method == 'G' ? LWSHUMETH_GET
           : *method == 'H'          ? LWSHUMETH_HEAD
                                     : LWSHUMETH_POST;
}

int lws_add_http_header_status(struct lws *wsi, unsigned code, unsigned char **at,
                               unsigned char *end) {
    EXPECT(code >= 200 && code < 600 && end - *at > 20);
    wsi->statuses++;
    return 0;
}

int lws_add_http_header_by_name(struct lws *wsi, const unsigned char *name,
                                const unsigned char *value, int length, unsigned char **at,
                                unsigned char *end) {
    EXPECT(wsi->statuses == wsi->ends + 1 && name[strlen((char *)name) - 1] == ':');
    for (int i = 0; i < length; i++) EXPECT(value[i] >= ' ' && value[i] != 127);
    if (end - *at < length) return 1;
    memcpy(*at, value, (size_t)length);
    *at += length;
    return 0;
}

int lws_add_http_header_content_length(struct lws *wsi, lws_filepos_t length, unsigned char **at,
                                       unsigned char *end) {
    (void)at, (void)end;
    wsi->promised = (int64_t)length;
    return 0;
}

int lws_finalize_http_header(struct lws *wsi, unsigned char **at, unsigned char *end) {
    (void)at, (void)end;
    wsi->ends++;
    return 0;
}

int lws_write(struct lws *wsi, unsigned char *bytes, size_t length, enum lws_write_protocol how) {
    (void)bytes;
    bool head = (how & 31) == LWS_WRITE_HTTP_HEADERS;
    EXPECT(head != wsi->in_body);
    wsi->in_body = true;
    if (!head) wsi->written += length;
    return (int)length;
}

/* ---- what http.c calls ----------------------------------------------------------------------- */

const Asset assets[] = {{"/index.html",
                         "text/html",
                         "\"1\"",
                         {{(const unsigned char *)"page", 4}, {(const unsigned char *)"p", 1}}},
                        {"/app.js", "text/javascript", "\"2\"", {{(const unsigned char *)"", 0}}}};
const size_t asset_count = sizeof assets / sizeof *assets;
const char assets_folder[] = "/0123456789ab/";

LiveGame *live_get(Games *asked, const char *id, LiveWaiter *waiter, HenkaError *error) {
    (void)asked, (void)waiter, (void)error;
    EXPECT(strlen(id) == GAME_ID_LENGTH);
    return NULL;
}
void live_unwait(LiveWaiter *waiter) { EXPECT(!waiter->live); }
void worker_submit(JobWorker *worker, Job *job, uint64_t visitor) {
    (void)worker, (void)job, (void)visitor;
    abort();
}
int64_t loop_count(Loop *loop, const char *name, const char *of, int64_t began_us) {
    EXPECT(loop == &server.loop && *name && of && began_us >= 0);
    return began_us;
}

/* A feed is of one game, whose texts are the visitor's. */
void store_submit(Store *store, StoreRequest *request, StoreDone *done) {
    (void)store;
    GameRow row = GAME_ROW_EMPTY;
    row.title = (char *)title;
    row.two = true;
    row.turn = HENKA_SENTE;
    row.holders[0].sides = SEAT_SENTE;
    EXPECT(request->action == STORE_FEED && !seat_is_none(&request->feed));
    request->visit(request->context, &row);
    request->found = DATABASE_DONE;
    done(request);
}
Figures store_figures(Store *store) { return (void)store, (Figures){0}; }
char *metrics_text(Server *asked) { return (void)asked, strdup("henka 1\n"); }
void messages_take_reports(Server *asked) { (void)asked; }
void tick_plan(Server *asked) { (void)asked; }

/* ---- the request ----------------------------------------------------------------------------- */

static int call(struct lws *wsi, enum lws_callback_reasons reason, const char *in) {
    return http_callback(wsi, reason, &wsi->session, (void *)in, in ? strlen(in) : 0);
}

/* An address of the command line is taken again as it is written. */
static void check_listens(const Site *site) {
    for (int i = 0; i < site->listen_count; i++) {
        char address[ADDRESS_TEXT], text[ADDRESS_TEXT + 16];
        Site again = {0};
        Endpoint listen = site->listens[i];
        address_text(listen.address, address);
        snprintf(text, sizeof text, address_is_ipv4(listen.address) ? "%s:%d" : "[%s]:%d", address,
                 listen.port ? listen.port : 1);
        EXPECT(site_listen(&again, text) &&
               again.listens[0].port == (listen.port ? listen.port : 1));
        EXPECT(!memcmp(&again.listens[0].address, &listen.address, sizeof listen.address));
    }
    for (int i = 0; i < site->proxy_count; i++) {
        EXPECT(site->proxies[i].bits >= 0 && site->proxies[i].bits <= 128);
        EXPECT(site_believes(site, site->proxies[i].address));
    }
}

static void check_base(const Site *site) {
    Site again = {0};
    if (!*site->base) return;
    const char *host = strstr(site->base, "://") + 3;
    EXPECT(site_base(&again, site->base) && !strcmp(again.base, site->base));
    EXPECT(site_host(site, host) && site_origin(site, site->base, "localhost", false));
}

/* The WebSocket may be opened: the Host is ours, and the Origin is this Host's or the base's. */
static void check_opened(const struct lws *wsi, const Site *site) {
    const char *host = part(wsi, 'H') ? part(wsi, 'H') : "", *origin = part(wsi, 'O');
    EXPECT(site_host(site, host) && !strcmp(part(wsi, 'U'), "/ws"));
    if (!origin || !*origin) return;
    const char *name = strstr(origin, "://");
    EXPECT(name && !strpbrk(name + 3, "/@?# "));
    size_t length = strcspn(host, ":");
    bool same = !strncasecmp(name + 3, host, length);
    EXPECT(same ||
           (*site->base && !strncasecmp(origin, site->base, strcspn(site->base + 8, ":") + 8)));
}

static void check_visitor(const struct lws *wsi, const Site *site) {
    const char *forwarded = part(wsi, 'F') ? part(wsi, 'F') : "";
    Address visitor = site_visitor(site, wsi->peer, forwarded);
    bool same = !memcmp(&visitor, &wsi->peer, sizeof visitor);
    bool believed = site_believes(site, wsi->peer);
    EXPECT(same || (believed && *forwarded) ||
           (address_is_unknown(visitor) && (believed || address_is_loopback(wsi->peer))));
}

static void request(struct lws *wsi) {
    EXPECT(!call(wsi, LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED, NULL));
    int result = call(wsi, LWS_CALLBACK_HTTP, part(wsi, 'U'));
    while (!result && wsi->writable) {
        wsi->writable = false;
        result = call(wsi, LWS_CALLBACK_HTTP_WRITEABLE, NULL);
    }
    EXPECT(wsi->statuses == 1 && wsi->ends == 1);
    EXPECT(!wsi->written || (int64_t)wsi->written == wsi->promised);
    EXPECT(wsi->written ? !part(wsi, 'm') || *part(wsi, 'm') != 'H' : true);
    call(wsi, LWS_CALLBACK_CLOSED_HTTP, NULL);
    wsi->in_body = false;
    wsi->statuses = wsi->ends = 0;
    result = call(wsi, LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, "WebSocket");
    EXPECT((result > 0) == (wsi->statuses == 1));
    if (!result) check_opened(wsi, &server.site);
    call(wsi, LWS_CALLBACK_WSI_DESTROY, NULL);
    EXPECT(!server.visitors.connections && !wsi->visitor);
}

static void option(struct lws *wsi, char letter, const char *text) {
    Site *site = &server.site, before = *site;
    bool taken = letter == 'L'   ? site_listen(site, text)
                 : letter == 'B' ? site_base(site, text)
                 : letter == 'T' ? site_trust(site, text)
                 : letter == 'M' ? limits_set(&server.limits, text)
                                 : address_parse(&wsi->peer, text);
    EXPECT(taken || !memcmp(&before, site, sizeof before));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *line = text;
    struct lws *wsi = calloc(1, sizeof *wsi);
    int64_t now_ms = INT64_C(1800000000000);
    EXPECT(text && wsi);
    memcpy(text, data, size);
    text[size] = 0;
    server = (Server){.limits = limits_standard(), .watch.shared = &now_ms};
    wsi->peer = address_of_ipv4((unsigned char[]){127, 0, 0, 1});
    *wsi->parts = "/ws";
    while (line) {
        char *end = strchr(line, '\n');
        const char *place = *line ? strchr(letters, *line) : NULL;
        if (end) *end++ = 0;
        if (place && (line[1] || *line != 'U'))
            wsi->parts[place - letters] = line + 1;
        else if (*line && strchr("LBTMP", *line))
            option(wsi, *line, line + 1);
        line = end;
    }
    title = part(wsi, 'H') ? part(wsi, 'H') : "";
    check_listens(&server.site);
    check_base(&server.site);
    check_visitor(wsi, &server.site);
    request(wsi);
    visitors_free(&server.visitors);
    free(wsi);
    free(text);
    return 0;
}
