#include "connections/http.h"

#include "connections/assets.h"
#include "connections/feed.h"
#include "connections/messages.h"
#include "connections/tick.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEADER_BYTES = 4096,
    CHUNK_BYTES = 16384,
    HOST_CAP = 256,
    PATH_CAP = 512,
    FORWARDED_CAP = 2 * HEADER_BYTES, /* bytes of a request's joined X-Forwarded-For */
    FEED_GAMES = 100                  /* most games that are read for a feed */
};

static const char plain_text[] = "text/plain; charset=utf-8";

static Answer answer_text(int status, const char *text) {
    return (Answer){.status = status,
                    .type = plain_text,
                    .body = (const unsigned char *)text,
                    .length = strlen(text)};
}

/* An answer of one line: the sentence `key` in the session's language; empty without memory. */
static Answer answer_say(const HttpSession *session, int status, MessageKey key) {
    Out out = out_growing();
    out_say(&out, session->language, key);
    out_char(&out, '\n');
    char *text = out_take(&out);
    Answer answer = answer_text(status, text ? text : "");
    answer.owned = text;
    return answer;
}

/* An answer (200) with this text, freed after sending; text NULL: one (500) that memory ran out. */
static Answer answer_owned(const HttpSession *session, const char *type, char *text) {
    if (!text) return answer_say(session, 500, MSG_NO_MEMORY);
    Answer answer = answer_text(200, text);
    answer.type = type;
    answer.owned = text;
    return answer;
}

/* The work that a request waits for: the worker writes a record, or the store reads a feed. */
typedef struct Fetch {
    Job job;                  /* job of the worker that writes the record */
    StoreRequest request;     /* request to the store for the feed's games */
    HttpSession *session;     /* the request to be answered; NULL: its connection has closed */
    HenkaGame *game;          /* a copy of the game whose record is written; owned */
    HenkaRecordFormat format; /* format of the record */
    HenkaPlayers players;     /* the players' names, in the requester's language */
    Feed feed;                /* the feed, which the store's thread writes */
    char home[2 * HOST_CAP];  /* the server's address as the feed's reader knows it */
    char *text;               /* body of the answer; NULL: memory ran out; "": the format can't
                                 express the game, or `spent`; owned */
    bool spent;               /* writing the record would take more steps than allowed */
} Fetch;

/* ---- who asks -------------------------------------------------------------------------------- */

static bool header_copy(struct lws *wsi, enum lws_token_indexes token, char *buf, int cap) {
    *buf = 0;
    return lws_hdr_total_length(wsi, token) < cap && lws_hdr_copy(wsi, buf, cap, token) >= 0;
}

static const char scheme_header[] = "x-forwarded-proto:";

/* The address of the requesting client: as a trusted proxy states it, or else the peer's own. */
static Address asker_of(struct lws *wsi, const Site *site) {
    static const char *const forwarding[] = {"forwarded:", scheme_header,
                                             "x-forwarded-host:", "x-real-ip:"};
    char list[FORWARDED_CAP] = "";
    Address peer = listen_peer(wsi);
    bool believed = site_believes(site, peer);
    bool listed = lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR);
    bool forwarded = listed || (!believed && lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA));
    for (size_t i = 0; !believed && i < sizeof forwarding / sizeof *forwarding; i++)
        forwarded =
            forwarded || lws_hdr_custom_length(wsi, forwarding[i], (int)strlen(forwarding[i])) >= 0;
    if (listed && !header_copy(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list))
        strcpy(list, "?"); /* the header is too long: site_visitor can't read "?" as an address */
    return forwarded ? site_visitor(site, peer, list) : peer;
}

static bool host_is_ours(struct lws *wsi) {
    const Server *server = lws_context_user(lws_get_context(wsi));
    char host[HOST_CAP];
    return header_copy(wsi, WSI_TOKEN_HOST, host, sizeof host) && site_host(&server->site, host);
}

/* ---- answering ------------------------------------------------------------------------------- */

static int header_add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                      unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at, end);
}

static int headers_of_safety(struct lws *wsi, unsigned char **at, unsigned char *end) {
    static const char *const headers[][2] = {
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"},
        {"cross-origin-opener-policy:", "same-origin"},
        {"cross-origin-embedder-policy:", "require-corp"},
        {"cross-origin-resource-policy:", "same-origin"},
    };
    const Server *server = lws_context_user(lws_get_context(wsi));
    const char *base = server->site.base;
    char policy[2 * HOST_CAP + 400], host[HOST_CAP];
    header_copy(wsi, WSI_TOKEN_HOST, host, sizeof host);
    if (!site_is_plain(host)) *host = 0;
    snprintf(policy, sizeof policy,
             "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src "
             "'self' data: blob:; font-src 'self'; media-src 'self'; "
             "connect-src 'self'%s%s%s%s; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
             "form-action 'none'; frame-ancestors 'none'",
             *base ? " ws" : "", *base ? base + strlen("http") : "", *host ? " ws://" : "", host);
    if (header_add(wsi, "content-security-policy:", policy, at, end)) return 1;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (header_add(wsi, headers[i][0], headers[i][1], at, end)) return 1;
    return 0;
}

/* Writes the answer's status line and headers. Returns their length; -1: buf is too small. */
static int head_write(struct lws *wsi, const Answer *answer, unsigned char *buf,
                      unsigned char *end) {
    unsigned char *at = buf;
    if (lws_add_http_header_status(wsi, (unsigned)answer->status, &at, end)) return -1;
    if (answer->type && header_add(wsi, "content-type:", answer->type, &at, end)) return -1;
    if (answer->status != 304 && lws_add_http_header_content_length(wsi, answer->length, &at, end))
        return -1;
    if (answer->coding && header_add(wsi, "content-encoding:", answer->coding, &at, end)) return -1;
    if (answer->etag && (header_add(wsi, "etag:", answer->etag, &at, end) ||
                         header_add(wsi, "vary:", "accept-encoding", &at, end)))
        return -1;
    const char *keeping = answer->lasting ? "public, max-age=31536000, immutable" : "no-cache";
    if (header_add(wsi, "cache-control:", answer->etag ? keeping : "no-store", &at, end)) return -1;
    if (header_add(wsi, "connection:", "close", &at, end)) return -1;
    if (answer->status == 405 && header_add(wsi, "allow:", "GET, HEAD", &at, end)) return -1;
    if (headers_of_safety(wsi, &at, end) || lws_finalize_http_header(wsi, &at, end)) return -1;
    return (int)(at - buf);
}

/* Ends the session: frees its answer, and stops waiting for a game or another thread. */
static void session_end(HttpSession *session) {
    if (!session) return;
    free(session->answer.owned);
    live_unwait(&session->waiter);
    if (session->fetch) session->fetch->session = NULL;
    *session = (HttpSession){0};
}

/* The result with which libwebsockets closes the connection. A connection answers one request and
 * is closed: so bytes after a request, for example a body whose length a proxy counts differently,
 * are never taken for a request (request smuggling), and libwebsockets' code between two requests
 * is not used (docs/decisions/023). */
enum { HTTP_DONE = -1 };

/* Counts and logs an answer, by `route`, the kind of its path, because the path may be secret. */
static void answer_count(struct lws *wsi, int status, const char *route, int64_t took_us,
                         size_t length) {
    Server *server = lws_context_user(lws_get_context(wsi));
    const Visitor *visitor = lws_get_opaque_user_data(wsi);
    server->metrics.answers[status / 100 % 6]++;
    LOG_EVENT(server->log, "request", LOG_TEXT("route", route), LOG_NUMBER("status", status),
              LOG_NUMBER("bytes", (int64_t)length), LOG_NUMBER("took_us", took_us),
              LOG_TEXT("address", visitor ? visitor->address : ""));
}

/* Sends the status and the headers of the answer. */
static int http_answer(HttpSession *session) {
    struct lws *wsi = session->wsi;
    const Answer *answer = &session->answer;
    unsigned char buf[LWS_PRE + HEADER_BYTES];
    int length = head_write(wsi, answer, buf + LWS_PRE, buf + sizeof buf);
    bool body = answer->length && !session->head_only && answer->status != 304;
    enum lws_write_protocol kind =
        body ? LWS_WRITE_HTTP_HEADERS : LWS_WRITE_HTTP_HEADERS | LWS_WRITE_H2_STREAM_END;
    session->sending = length >= 0 && lws_write(wsi, buf + LWS_PRE, (size_t)length, kind) >= length;
    if (session->sending)
        answer_count(wsi, answer->status, session->route ? session->route : "other",
                     figures_now_us() - session->began_us, body ? answer->length : 0);
    if (session->sending && body) return lws_callback_on_writable(wsi), 0;
    session_end(session);
    return HTTP_DONE;
}

/* Refuses a WebSocket. The request has no session yet, and libwebsockets ends it itself. */
static int http_refuse(struct lws *wsi, int status, MessageKey key) {
    unsigned char buf[LWS_PRE + HEADER_BYTES], *at = buf + LWS_PRE;
    char text[128];
    Out out = out_to(text, sizeof text);
    out_say(&out, HENKA_ENGLISH, key);
    out_char(&out, '\n');
    Answer answer = answer_text(status, text);
    int length = head_write(wsi, &answer, at, buf + sizeof buf);
    if (length < 0 || lws_write(wsi, at, (size_t)length, LWS_WRITE_HTTP_HEADERS) < length)
        return -1;
    answer_count(wsi, status, "socket", 0, answer.length);
    memcpy(at, text, answer.length);
    return lws_write(wsi, at, answer.length, LWS_WRITE_HTTP_FINAL) < (int)answer.length ? -1 : 1;
}

static int http_continue(struct lws *wsi, HttpSession *session) {
    if (!session || !session->answer.status) return 0;
    if (!session->sending) return http_answer(session);
    size_t whole = session->answer.length;
    do {
        unsigned char buf[LWS_PRE + CHUNK_BYTES];
        size_t left = whole - session->sent, length = left < CHUNK_BYTES ? left : CHUNK_BYTES;
        memcpy(buf + LWS_PRE, session->answer.body + session->sent, length);
        session->sent += length;
        if (lws_write(wsi, buf + LWS_PRE, length,
                      length == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)length)
            return -1;
    } while (session->sent < whole && !lws_send_pipe_choked(wsi));
    if (session->sent < whole) return lws_callback_on_writable(wsi), 0;
    session_end(session);
    return HTTP_DONE;
}

/* ---- what there is --------------------------------------------------------------------------- */

/* Is the coding among those of an Accept-Encoding? "gzip, br;q=0" accepts only gzip. */
static bool coding_taken(const char *list, const char *coding) {
    for (size_t length; *list; list += length, list += *list == ',') {
        length = strcspn(list, ",");
        size_t before = strspn(list, " \t"), word = strcspn(list + before, ",; \t");
        if (word != strlen(coding) || strncasecmp(list + before, coding, word)) continue;
        const char *weight = memchr(list, '=', length);
        return !weight || strspn(weight + 1, "0.") < strcspn(weight + 1, ", \t");
    }
    return false;
}

static Answer answer_asset(struct lws *wsi, const Asset *asset, bool lasting) {
    static const char *const codings[] = {[ASSET_GZIP] = "gzip", [ASSET_BROTLI] = "br"};
    char known[PATH_CAP], taken[PATH_CAP];
    AssetCoding coding = ASSET_PLAIN;
    if (header_copy(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, taken, sizeof taken))
        for (AssetCoding each = ASSET_GZIP; each < ASSET_CODINGS; each++)
            if (asset->bodies[each].bytes && coding_taken(taken, codings[each])) coding = each;
    Answer answer = {.status = 200,
                     .type = asset->type,
                     .etag = asset->etag,
                     .lasting = lasting,
                     .coding = codings[coding],
                     .body = asset->bodies[coding].bytes,
                     .length = asset->bodies[coding].length};
    if (header_copy(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known) &&
        strstr(known, asset->etag))
        answer.status = 304;
    return answer;
}

/* The length of the file's name without this extension; 0 if the file has another extension. */
static size_t stem_length(const char *file, const char *extension) {
    size_t length = strlen(file), tail = strlen(extension);
    return length > tail && !strcmp(file + length - tail, extension) ? length - tail : 0;
}

static Answer answer_variant(const HttpSession *session, const char *file) {
    char name[PATH_CAP];
    snprintf(name, sizeof name, "%.*s", (int)stem_length(file, ".ini"), file);
    const char *text = build_shipped_text(name);
    return text ? answer_text(200, text) : answer_say(session, 404, MSG_HTTP_NO_VARIANT);
}

/* Sets the answer, which is sent when the connection can be written to. */
static void session_answer(HttpSession *session, Answer answer) {
    session->answer = answer;
    lws_callback_on_writable(session->wsi);
}

/* Answers with fetch->text, or with the sentence `problem` unless it is MSG_NONE. Frees fetch. */
static void fetch_end(Fetch *fetch, const char *type, int status, MessageKey problem) {
    HttpSession *session = fetch->session;
    if (session) {
        session->fetch = NULL;
        session_answer(session, problem ? answer_say(session, status, problem)
                                        : answer_owned(session, type, fetch->text));
        if (!problem) fetch->text = NULL;
    }
    henka_game_free(fetch->game);
    free(fetch->text);
    free(fetch);
}

/* ---- records: the game is asked for, then the worker writes it ------------------------------- */

static void recording_work(Job *job) {
    Fetch *fetch = CONTAINER_OF(job, Fetch, job);
    fetch->text = build_record(fetch->game, job->budget, fetch->format, &fetch->players);
    fetch->spent = henka_budget_spent(job->budget);
}

static void recording_done(Job *job) {
    Fetch *fetch = CONTAINER_OF(job, Fetch, job);
    if (fetch->text && *fetch->text)
        fetch_end(fetch, plain_text, 200, MSG_NONE);
    else if (fetch->spent)
        fetch_end(fetch, NULL, 503, MSG_BUDGET_SPENT);
    else if (fetch->text)
        fetch_end(fetch, NULL, 400, MSG_HTTP_NOT_IN_FORMAT);
    else
        fetch_end(fetch, NULL, 500, MSG_NO_MEMORY);
}

/* Lets the worker write the record, as soon as the game is in memory. */
static void record_ask(HttpSession *session) {
    HenkaError error;
    LiveGame *live = live_get(&session->server->games, session->id, &session->waiter, &error);
    if (!live && session->waiter.live) return;
    if (!live) {
        session_answer(session, answer_say(session, 404, MSG_HTTP_NO_RECORD));
        return;
    }
    if (session->rules) {
        session_answer(session, answer_owned(session, plain_text, strdup(live->row.definition)));
        return;
    }
    Fetch *fetch = calloc(1, sizeof *fetch);
    if (fetch) fetch->game = henka_game_copy(live->game);
    if (!fetch || !fetch->game) {
        free(fetch);
        session_answer(session, answer_say(session, 500, MSG_NO_MEMORY));
        return;
    }
    fetch->session = session;
    fetch->format = session->format;
    fetch->players = build_players(&live->row, session->language);
    fetch->job = (Job){.steps = BUILD_RECORD_STEPS, .work = recording_work, .done = recording_done};
    session->fetch = fetch;
    worker_submit(session->server->games.workers[live->shipped ? WORKER_SHIPPED : WORKER_REPLAYS],
                  &fetch->job, session->waiter.visitor);
}

static void record_ready(LiveWaiter *waiter, const HenkaError *error) {
    HttpSession *session = CONTAINER_OF(waiter, HttpSession, waiter);
    if (error)
        session_answer(session, answer_say(session, 404, MSG_HTTP_NO_RECORD));
    else
        record_ask(session);
}

static uint64_t session_visitor(const HttpSession *session) {
    return visitor_number(lws_get_opaque_user_data(session->wsi), ++session->server->last_visitor);
}

/* Answers with a game's record; for format=ini in the URL, with its definition instead. */
static Answer answer_record(HttpSession *session, const char *file) {
    char buf[64];
    const char *name = lws_get_urlarg_by_name(session->wsi, "format=", buf, sizeof buf);
    session->rules = name && !strcmp(name, "ini");
    session->format = name && !strcmp(name, "usi")   ? HENKA_RECORD_USI
                      : name && !strcmp(name, "kif") ? HENKA_RECORD_KIF
                                                     : HENKA_RECORD_HENKA;
    if (name && !session->rules && session->format == HENKA_RECORD_HENKA && strcmp(name, "henka"))
        return answer_say(session, 400, MSG_HTTP_FORMAT);
    session->route = "record";
    if (stem_length(file, ".txt") != GAME_ID_LENGTH)
        return answer_say(session, 404, MSG_HTTP_NO_RECORD);
    session->waiter = (LiveWaiter){.ready = record_ready, .visitor = session_visitor(session)};
    memcpy(session->id, file, GAME_ID_LENGTH);
    record_ask(session);
    return (Answer){0};
}

/* ---- feeds ----------------------------------------------------------------------------------- */

static void feed_visit(void *context, const GameRow *row) {
    feed_game(&((Fetch *)context)->feed, row);
}

static void feed_done(StoreRequest *request) {
    Fetch *fetch = request->context;
    fetch->text = feed_end(&fetch->feed);
    if (request->found == DATABASE_DONE && fetch->text)
        fetch_end(fetch, "application/atom+xml; charset=utf-8", 200, MSG_NONE);
    else if (request->found == DATABASE_NO_GAME)
        fetch_end(fetch, NULL, 404, MSG_HTTP_NO_FEED);
    else
        fetch_end(fetch, NULL, 500, MSG_HTTP_FEED_UNREAD);
}

static Answer answer_feed(HttpSession *session, const char *path) {
    Server *server = session->server;
    char token[TOKEN_MOST + 1], host[HOST_CAP];
    session->route = "feed";
    HenkaLanguage language = feed_token(token, path);
    if (!*token) return answer_say(session, 404, MSG_HTTP_NO_FEED);
    Fetch *fetch = session->fetch = calloc(1, sizeof *fetch);
    if (!fetch) return answer_say(session, 500, MSG_NO_MEMORY);
    header_copy(session->wsi, WSI_TOKEN_HOST, host, sizeof host);
    if (*server->site.base)
        snprintf(fetch->home, sizeof fetch->home, "%s", server->site.base);
    else
        snprintf(fetch->home, sizeof fetch->home, "http://%s", host);
    fetch->session = session;
    fetch->feed = feed_begin(fetch->home, path, language);
    fetch->request = (StoreRequest){.action = STORE_FEED,
                                    .visitor = session_visitor(session),
                                    .feed = seat_hash(token),
                                    .query.limit = FEED_GAMES,
                                    .visit = feed_visit,
                                    .context = fetch};
    store_submit(server->games.store, &fetch->request, feed_done);
    return (Answer){0};
}

/* ---- requests -------------------------------------------------------------------------------- */

/* Counts a connection from a proxy on this machine, or from a trusted proxy, for the visitor that
 * the proxy forwards for; anew with each request. False: the visitor has too many connections. */
static bool visitor_settle(struct lws *wsi, Server *server) {
    Visitor *visitor = lws_get_opaque_user_data(wsi);
    char address[ADDRESS_TEXT];
    if (!visitor) return true;
    if (!server->site.proxy_count && !visitor_is_local(visitor)) return true;
    address_visitor(asker_of(wsi, &server->site), address);
    if (!strcmp(visitor->address, address)) return true;
    if (!visitors_admit(&server->visitors, &server->limits, address)) return false;
    Visitor *other = visitors_enter(&server->visitors, address);
    if (!other) return false;
    visitors_leave(&server->visitors, visitor, watch_steady_ms(&server->watch));
    lws_set_opaque_user_data(wsi, other);
    return true;
}

/* Is the visitor's address banned? To be called after visitor_settle. */
static bool is_banned(struct lws *wsi) {
    const Server *server = lws_context_user(lws_get_context(wsi));
    const Visitor *visitor = lws_get_opaque_user_data(wsi);
    return bans_hold(&server->bans, visitor, NULL, NULL, false);
}

/* The part of the path after the prefix; NULL: the path does not begin with the prefix. */
static const char *path_after(const char *path, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(path, prefix, length) ? NULL : path + length;
}

/* The answer to a request for this path. Its status is 0 if the answer is made later. */
static Answer answer_path(HttpSession *session, const char *path) {
    Server *server = session->server;
    const char *lasting = path_after(path, assets_folder), *rest;
    const char *file = lasting ? lasting - 1 : strcmp(path, "/") ? path : "/index.html";
    if (!strcmp(path, "/ws")) return answer_say(session, 400, MSG_HTTP_NO_UPGRADE);
    if ((rest = path_after(path, "/api/games/"))) return answer_record(session, rest);
    if (path_after(path, "/api/feed/")) return answer_feed(session, path);
    for (size_t i = 0; i < asset_count; i++)
        if (!strcmp(assets[i].path, file)) {
            session->route = "page";
            return answer_asset(session->wsi, &assets[i], lasting);
        }
    if ((rest = path_after(path, "/api/variants/"))) {
        session->route = "variant";
        return answer_variant(session, rest);
    }
    /* The health check: an answer shows that the loop runs, its status if the store can write. */
    if (!strcmp(path, "/healthz")) {
        session->route = "health";
        return store_figures(server->games.store).failing
                   ? answer_say(session, 503, MSG_HTTP_UNHEALTHY)
                   : answer_say(session, 200, MSG_HTTP_HEALTHY);
    }
    /* Figures are for the operator: a client on this machine, or a trusted proxy for itself. */
    Address address = asker_of(session->wsi, &server->site);
    if (!strcmp(path, "/metrics") && !address_is_unknown(address) &&
        (address_is_loopback(address) || site_believes(&server->site, address))) {
        session->route = "metrics";
        return answer_owned(session, "text/plain; version=0.0.4; charset=utf-8",
                            metrics_text(server));
    }
    return answer_say(session, 404, MSG_HTTP_NOTHING_HERE);
}

static Answer answer_request(HttpSession *session, int method, const char *in, size_t length) {
    Server *server = session->server;
    Bucket messages = {0}, bytes = {0}; /* a request counts for no connection */
    char path[PATH_CAP];
    bool settled = visitor_settle(session->wsi, server);
    Visitor *visitor = lws_get_opaque_user_data(session->wsi);
    if (!settled || (visitor && visitor_wait_ms(visitor, &messages, &bytes, &server->limits, 0,
                                                watch_steady_ms(&server->watch))))
        return answer_say(session, 429, MSG_HTTP_TOO_MANY);
    if (is_banned(session->wsi)) return answer_say(session, 403, MSG_BANNED);
    if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD)
        return answer_say(session, 405, MSG_HTTP_METHOD);
    if (!host_is_ours(session->wsi)) return answer_say(session, 400, MSG_HTTP_HOST);
    if (length >= sizeof path || memchr(in, 0, length))
        return answer_say(session, 400, MSG_HTTP_ADDRESS_LONG);
    memcpy(path, in, length);
    path[length] = 0;
    return answer_path(session, path);
}

static int http_request(struct lws *wsi, HttpSession *session, const char *in, size_t length) {
    char languages[HOST_CAP], *uri;
    int uri_length, method = lws_http_get_uri_and_method(wsi, &uri, &uri_length);
    session_end(session);
    header_copy(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, languages, sizeof languages);
    languages[strcspn(languages, ",; ")] = 0; /* keeps the first language, which browsers prefer */
    *session = (HttpSession){.server = lws_context_user(lws_get_context(wsi)),
                             .wsi = wsi,
                             .began_us = figures_now_us(),
                             .head_only = method == LWSHUMETH_HEAD,
                             .language = henka_language_named(languages)};
    Answer answer = answer_request(session, method, in, length);
    if (!answer.status) return 0;
    session->answer = answer;
    return http_answer(session);
}

/* May the request become a WebSocket? Returns 0: yes, or libwebsockets ignores the upgrade; < 0:
 * no; > 0: no, and an answer was sent. to: the header Upgrade, libwebsockets' memory. */
static int http_upgrade(struct lws *wsi, char *to) {
    const Site *site = &((Server *)lws_context_user(lws_get_context(wsi)))->site;
    char path[PATH_CAP], protocols[HOST_CAP], origin[HOST_CAP], host[HOST_CAP], scheme[16] = "";
    /* For a request that is neither WebSocket nor h2c, libwebsockets has sent 403 before it asks
     * here. Then the headers may be freed, and `to` with them (CVE-2025-11677). */
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE)) return HTTP_DONE;
    if (!strcasecmp(to, "h2c")) {
        *to = '-'; /* libwebsockets does not know the upgrade "-2c", so it answers by HTTP/1.1 */
        return 0;
    }
    if (strcasecmp(to, "websocket")) return HTTP_DONE;
    if (!header_copy(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws"))
        return http_refuse(wsi, 400, MSG_HTTP_SOCKET_PATH);
    if (!header_copy(wsi, WSI_TOKEN_PROTOCOL, protocols, sizeof protocols) ||
        !strstr(protocols, "henka"))
        return http_refuse(wsi, 400, MSG_HTTP_SUBPROTOCOL);
    if (!host_is_ours(wsi)) return http_refuse(wsi, 400, MSG_HTTP_HOST);
    if (!visitor_settle(wsi, lws_context_user(lws_get_context(wsi))))
        return http_refuse(wsi, 429, MSG_HTTP_TOO_MANY);
    if (is_banned(wsi)) return http_refuse(wsi, 403, MSG_BANNED);
    /* Only browsers send Origin. A trusted proxy says whether the browser used HTTPS. */
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return 0;
    if (site_believes(site, listen_peer(wsi)))
        lws_hdr_custom_copy(wsi, scheme, sizeof scheme, scheme_header, sizeof scheme_header - 1);
    bool ours = header_copy(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) &&
                header_copy(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
                site_origin(site, origin, host, !strcasecmp(scheme, "https"));
    return ours ? 0 : http_refuse(wsi, 403, MSG_HTTP_ORIGIN);
}

/* ---- connections ----------------------------------------------------------------------------- */

static int http_called(Server *server, HttpSession *session, struct lws *wsi,
                       enum lws_callback_reasons reason, void *in, size_t length) {
    Visitor *visitor = lws_get_opaque_user_data(wsi);
    char address[ADDRESS_TEXT];
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        address_visitor(listen_peer(wsi), address);
        visitor = visitors_enter(&server->visitors, address);
        lws_set_opaque_user_data(wsi, visitor);
        server->metrics.connections++;
        if (server->visitors.connections == 1) tick_plan(server);
        return visitor ? 0 : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        if (visitor) visitors_leave(&server->visitors, visitor, watch_steady_ms(&server->watch));
        lws_set_opaque_user_data(wsi, NULL);
        return 0;
    case LWS_CALLBACK_HTTP:
        return http_request(wsi, session, in, length);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_continue(wsi, session);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return http_upgrade(wsi, in);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        session_end(session);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT:   /* a connection after the method CONNECT */
    case LWS_CALLBACK_ESTABLISHED: /* a WebSocket without our subprotocol */
        return -1;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        messages_take_reports(server);
        return 0;
    default:
        return 0;
    }
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length) {
    Server *server = lws_context_user(lws_get_context(wsi));
    if (reason != LWS_CALLBACK_HTTP && reason != LWS_CALLBACK_HTTP_WRITEABLE)
        return http_called(server, user, wsi, reason, in, length);
    int64_t began_us = figures_busy_us();
    int result = http_called(server, user, wsi, reason, in, length);
    loop_count(&server->loop, "request", "", began_us);
    return result;
}
