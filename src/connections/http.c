#include "connections/http.h"

#include "base/compiler.h"
#include "base/message.h"
#include "connections/assets.h"
#include "connections/feed.h"
#include "connections/messages.h"
#include "connections/metrics.h"
#include "connections/tick.h"
#include "games/games.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    HEADER_BYTES = 4096,
    CHUNK_BYTES = 16384,
    HOST_CAP = 256,
    PATH_CAP = 512,
    FORWARDED_CAP = 2 * HEADER_BYTES, /* all such headers that fit into a request, joined by
                                         commas */
    FEED_GAMES = 100                  /* games of the list that a feed is made from */
};

/* An answer to a request. */
typedef struct Answer {
    int status;                /* of HTTP */
    const char *type;          /* of the body */
    const char *etag;          /* NULL: the browser must not cache it */
    const char *more;          /* one more header, "name:", or NULL */
    const char *more_value;    /* and its value */
    const unsigned char *body; /* the content after the headers */
    size_t length;             /* of the body */
    const char *coding;        /* of the body: "gzip", or NULL */
    bool lasting;              /* the address names the content, so it may be cached for ever */
    char *owned;               /* the body, when it is to be freed after sending; else NULL */
} Answer;

static Answer answer_text(int status, const char *text) {
    return (Answer){.status = status,
                    .type = "text/plain; charset=utf-8",
                    .body = (const unsigned char *)text,
                    .length = strlen(text)};
}

/* A message of messages.def, as a line. Without memory the answer is its status alone. */
static Answer answer_say(const HttpSession *session, int status, MessageKey key) {
    Out out = out_growing();
    out_say(&out, session->language, key);
    out_char(&out, '\n');
    char *text = out_take(&out);
    Answer answer = answer_text(status, text ? text : "");
    answer.owned = text;
    return answer;
}

static Answer answer_owned(const char *type, char *text) {
    return (Answer){.status = 200,
                    .type = type,
                    .body = (unsigned char *)text,
                    .length = strlen(text),
                    .owned = text};
}

/* A record that the worker writes for a request. */
typedef struct Recording Recording;
struct Recording {
    Job job;                  /* that writes it */
    HttpSession *session;     /* NULL: the connection has closed */
    HenkaGame *game;          /* a copy. Owned */
    HenkaRecordFormat format; /* as the request has it */
    HenkaPlayers players;     /* as the game's row has them, in the reader's language */
    char *text;               /* NULL: memory ran out; "": the format can't express the game */
    bool spent;               /* "": it takes too much work */
};

/* A feed that the store is reading for a request. */
typedef struct Fetching {
    StoreRequest request;    /* for the feed's games */
    HttpSession *session;    /* NULL: the connection has closed */
    Feed feed;               /* written on the store's thread */
    char home[2 * HOST_CAP]; /* the server's address as the reader knows it */
} Fetching;

/* ---- who asks -------------------------------------------------------------------------------- */

static bool header_copy(struct lws *wsi, enum lws_token_indexes token, char *buf, int cap) {
    *buf = 0;
    return lws_hdr_total_length(wsi, token) < cap && lws_hdr_copy(wsi, buf, cap, token) >= 0;
}

/* Does a header show that a proxy forwarded the request? */
static bool is_forwarded(struct lws *wsi) {
    static const char *const headers[] = {
        "forwarded:", "x-forwarded-proto:", "x-forwarded-host:", "x-real-ip:"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (lws_hdr_custom_length(wsi, headers[i], (int)strlen(headers[i])) >= 0) return true;
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) ||
           lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR);
}

/* The client's address and scheme: as a trusted proxy states them; otherwise the peer's own address
 * and plain HTTP. */
typedef struct Asker {
    Address address;
    bool secure; /* it came to the proxy by HTTPS */
} Asker;

static Asker asker_of(struct lws *wsi, const Site *site) {
    static const char scheme_header[] = "x-forwarded-proto:";
    char forwarded[FORWARDED_CAP], scheme[16] = "";
    Asker asker = {.address = listen_peer(wsi)};
    bool believed = site_believes(site, asker.address);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR)) {
        if (!header_copy(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded))
            strcpy(forwarded, "?"); /* too long to be read */
        asker.address = site_visitor(site, asker.address, forwarded);
    } else if (!believed && is_forwarded(wsi))
        asker.address = site_visitor(site, asker.address, "");
    if (!believed) return asker;
    lws_hdr_custom_copy(wsi, scheme, sizeof scheme, scheme_header, sizeof scheme_header - 1);
    asker.secure = !strcasecmp(scheme, "https");
    return asker;
}

/* The language that the client prefers. */
static HenkaLanguage language_wanted(struct lws *wsi) {
    char languages[HOST_CAP];
    header_copy(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, languages, sizeof languages);
    languages[strcspn(languages, ",; ")] = 0; /* browsers name it first */
    return henka_language_named(languages);
}

static bool host_is_ours(struct lws *wsi) {
    const Server *server = lws_context_user(lws_get_context(wsi));
    char host[HOST_CAP];
    return header_copy(wsi, WSI_TOKEN_HOST, host, sizeof host) && site_host(&server->site, host);
}

static bool origin_is_ours(struct lws *wsi) {
    const Server *server = lws_context_user(lws_get_context(wsi));
    char origin[HOST_CAP], host[HOST_CAP];
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return true; /* every browser sends one */
    return header_copy(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) &&
           header_copy(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
           site_origin(&server->site, origin, host, asker_of(wsi, &server->site).secure);
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

/* Writes status line and headers into buf. Returns their length, or -1. */
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
    if (answer->more && header_add(wsi, answer->more, answer->more_value, &at, end)) return -1;
    if (headers_of_safety(wsi, &at, end) || lws_finalize_http_header(wsi, &at, end)) return -1;
    return (int)(at - buf);
}

/* Gives up the work for the last request. */
static void session_end(HttpSession *session) {
    if (!session) return;
    free(session->owned);
    if (session->late) free(session->late->owned);
    free(session->late);
    live_unwait(&session->waiter);
    if (session->recording) session->recording->session = NULL;
    if (session->fetching) session->fetching->session = NULL;
    *session = (HttpSession){.head_only = session->head_only,
                             .language = session->language,
                             .route = session->route,
                             .began_us = session->began_us};
}

/* A connection answers one request and is closed. So bytes after a request, for example a body
 * whose length a proxy counts differently, are never taken for a request (request smuggling). Also,
 * libwebsockets' code between two requests is not used (docs/decisions/023). */
enum { HTTP_DONE = -1 };

/* Counts an answer and logs it: only the kind of the address, because the address may be secret. */
static void answer_count(struct lws *wsi, int status, const char *route, int64_t took_us,
                         size_t length) {
    Server *server = lws_context_user(lws_get_context(wsi));
    const Visitor *visitor = lws_get_opaque_user_data(wsi);
    server->metrics.answers[status / 100 % 6]++;
    LOG_EVENT(server->log, "request", LOG_TEXT("route", route), LOG_NUMBER("status", status),
              LOG_NUMBER("bytes", (int64_t)length), LOG_NUMBER("took_us", took_us),
              LOG_TEXT("address", visitor ? visitor->address : ""));
}

static int http_answer(struct lws *wsi, HttpSession *session, Answer answer) {
    unsigned char buf[LWS_PRE + HEADER_BYTES];
    int length = head_write(wsi, &answer, buf + LWS_PRE, buf + sizeof buf);
    bool body = answer.length && !session->head_only && answer.status != 304;
    enum lws_write_protocol kind =
        body ? LWS_WRITE_HTTP_HEADERS : LWS_WRITE_HTTP_HEADERS | LWS_WRITE_H2_STREAM_END;
    if (length < 0 || lws_write(wsi, buf + LWS_PRE, (size_t)length, kind) < length) {
        free(answer.owned);
        return -1;
    }
    answer_count(wsi, answer.status, session->route ? session->route : "other",
                 figures_now_us() - session->began_us, body ? answer.length : 0);
    if (!body) {
        free(answer.owned);
        return HTTP_DONE;
    }
    session_end(session);
    session->body = answer.body;
    session->length = answer.length;
    session->owned = answer.owned;
    lws_callback_on_writable(wsi);
    return 0;
}

/* Refuses an upgrade. There is no session yet, and libwebsockets completes the transaction itself.
 */
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
    if (session && session->late) {
        Answer answer = *session->late;
        free(session->late);
        session->late = NULL;
        return http_answer(wsi, session, answer);
    }
    if (!session || !session->body) return 0;
    do {
        unsigned char buf[LWS_PRE + CHUNK_BYTES];
        size_t left = session->length - session->sent,
               length = left < CHUNK_BYTES ? left : CHUNK_BYTES;
        memcpy(buf + LWS_PRE, session->body + session->sent, length);
        session->sent += length;
        if (lws_write(wsi, buf + LWS_PRE, length,
                      length == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)length)
            return -1;
    } while (session->sent < session->length && !lws_send_pipe_choked(wsi));
    if (session->sent < session->length) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    session_end(session);
    return HTTP_DONE;
}

/* ---- what there is --------------------------------------------------------------------------- */

static const Asset *asset_find(const char *path) {
    for (size_t i = 0; i < asset_count; i++)
        if (!strcmp(assets[i].path, path)) return &assets[i];
    return NULL;
}

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

/* The length of the name before the extension; 0 if the file has another extension. */
static size_t stem_length(const char *file, const char *extension) {
    size_t length = strlen(file), tail = strlen(extension);
    return length > tail && !strcmp(file + length - tail, extension) ? length - tail : 0;
}

static Answer answer_variant(const HttpSession *session, const char *file) {
    size_t stem = stem_length(file, ".ini"), length;
    const char *name;
    for (size_t i = 0; stem && (name = henka_shipped_name(i)); i++)
        if (strlen(name) == stem && !memcmp(name, file, stem)) {
            Answer answer = answer_text(200, henka_shipped_text(i, &length));
            answer.length = length;
            return answer;
        }
    return answer_say(session, 404, MSG_HTTP_NO_VARIANT);
}

/* rules: the game's own text is requested, not the record. */
static bool format_of(struct lws *wsi, HenkaRecordFormat *format, bool *rules) {
    char buf[64];
    const char *name = lws_get_urlarg_by_name(wsi, "format=", buf, sizeof buf);
    *rules = name && !strcmp(name, "ini");
    *format = name && !strcmp(name, "usi")   ? HENKA_RECORD_USI
              : name && !strcmp(name, "kif") ? HENKA_RECORD_KIF
                                             : HENKA_RECORD_HENKA;
    return !name || *rules || *format != HENKA_RECORD_HENKA || !strcmp(name, "henka");
}

/* ---- records: the game is asked for, then the worker writes it ------------------------------- */

static void recording_work(Job *job) {
    Recording *recording = CONTAINER_OF(job, Recording, job);
    const HenkaGame *game = recording->game;
    henka_game_set_budget(recording->game, job->budget);
    size_t length = henka_record_write(game, recording->format, &recording->players, NULL, 0);
    recording->text = malloc(length + 1);
    if (recording->text) {
        *recording->text = 0;
        henka_record_write(game, recording->format, &recording->players, recording->text,
                           length + 1);
    }
    recording->spent = henka_budget_spent(job->budget);
    henka_game_set_budget(recording->game, NULL);
}

/* Sends the answer when the connection can be written to. */
static void session_answer(HttpSession *session, Answer answer) {
    session->late = malloc(sizeof answer);
    if (session->late)
        *session->late = answer;
    else
        free(answer.owned);
    lws_callback_on_writable(session->wsi);
}

static void recording_done(Job *job) {
    Recording *recording = CONTAINER_OF(job, Recording, job);
    HttpSession *session = recording->session;
    char *text = recording->text;
    if (session) {
        session->recording = NULL;
        if (text && *text) {
            session_answer(session, answer_owned("text/plain; charset=utf-8", text));
            text = NULL;
        } else if (recording->spent)
            session_answer(session, answer_say(session, 503, MSG_BUDGET_SPENT));
        else
            session_answer(session, text ? answer_say(session, 400, MSG_HTTP_NOT_IN_FORMAT)
                                         : answer_say(session, 500, MSG_NO_MEMORY));
    }
    henka_game_free(recording->game);
    free(text);
    free(recording);
}

static void record_ready(LiveWaiter *, const HenkaError *);

/* Has the record written as soon as the game can be had. */
static void record_ask(HttpSession *session) {
    HenkaError error;
    LiveGame *live = live_get(&session->server->games, session->id, &session->waiter, &error);
    if (!live && session->waiter.live) return;
    if (live && session->rules) {
        char *text = strdup(live->row.definition);
        session_answer(session, text ? answer_owned("text/plain; charset=utf-8", text)
                                     : answer_say(session, 500, MSG_NO_MEMORY));
        return;
    }
    Recording *recording = live ? calloc(1, sizeof *recording) : NULL;
    if (recording) recording->game = henka_game_copy(live->game);
    if (!recording || !recording->game) {
        free(recording);
        session_answer(session, live ? answer_say(session, 500, MSG_NO_MEMORY)
                                     : answer_say(session, 404, MSG_HTTP_NO_RECORD));
        return;
    }
    recording->session = session;
    recording->format = session->format;
    recording->players = build_players(&live->row, session->language);
    recording->job =
        (Job){.steps = BUILD_RECORD_STEPS, .work = recording_work, .done = recording_done};
    session->recording = recording;
    worker_submit(session->server->games.workers[live->shipped ? WORKER_SHIPPED : WORKER_REPLAYS],
                  &recording->job, session->waiter.visitor);
}

static void record_ready(LiveWaiter *waiter, const HenkaError *error) {
    HttpSession *session = CONTAINER_OF(waiter, HttpSession, waiter);
    if (error)
        session_answer(session, answer_say(session, 404, MSG_HTTP_NO_RECORD));
    else
        record_ask(session);
}

static int record_request(struct lws *wsi, HttpSession *session, const char *file) {
    HenkaRecordFormat format;
    bool rules;
    Server *server = lws_context_user(lws_get_context(wsi));
    if (!format_of(wsi, &format, &rules))
        return http_answer(wsi, session, answer_say(session, 400, MSG_HTTP_FORMAT));
    session->route = "record";
    if (stem_length(file, ".txt") != GAME_ID_LENGTH)
        return http_answer(wsi, session, answer_say(session, 404, MSG_HTTP_NO_RECORD));
    session->server = server;
    session->wsi = wsi;
    session->format = format;
    session->rules = rules;
    uint64_t visitor = visitor_number(lws_get_opaque_user_data(wsi), ++server->last_visitor);
    session->waiter = (LiveWaiter){.ready = record_ready, .visitor = visitor};
    memcpy(session->id, file, GAME_ID_LENGTH);
    record_ask(session);
    return 0;
}

/* ---- feeds ----------------------------------------------------------------------------------- */

static void fetching_visit(void *context, const GameRow *row) {
    feed_game(&((Fetching *)context)->feed, row);
}

static void fetching_done(StoreRequest *request) {
    Fetching *fetching = request->context;
    HttpSession *session = fetching->session;
    char *text = feed_end(&fetching->feed);
    if (session) {
        session->fetching = NULL;
        if (request->found == DATABASE_DONE && text) {
            session_answer(session, answer_owned("application/atom+xml; charset=utf-8", text));
            text = NULL;
        } else
            session_answer(session, request->found == DATABASE_NO_GAME
                                        ? answer_say(session, 404, MSG_HTTP_NO_FEED)
                                        : answer_say(session, 500, MSG_HTTP_FEED_UNREAD));
    }
    free(text);
    free(fetching);
}

static int feed_request(struct lws *wsi, HttpSession *session, const char *path) {
    Server *server = lws_context_user(lws_get_context(wsi));
    char token[TOKEN_MOST + 1], host[HOST_CAP];
    session->route = "feed";
    HenkaLanguage language = feed_token(token, path);
    Fetching *fetching = *token ? calloc(1, sizeof *fetching) : NULL;
    if (!fetching)
        return http_answer(wsi, session,
                           *token ? answer_say(session, 500, MSG_NO_MEMORY)
                                  : answer_say(session, 404, MSG_HTTP_NO_FEED));
    header_copy(wsi, WSI_TOKEN_HOST, host, sizeof host);
    if (*server->site.base)
        snprintf(fetching->home, sizeof fetching->home, "%s", server->site.base);
    else
        snprintf(fetching->home, sizeof fetching->home, "http://%s", host);
    fetching->session = session;
    fetching->feed = feed_begin(fetching->home, path, language);
    uint64_t visitor = visitor_number(lws_get_opaque_user_data(wsi), ++server->last_visitor);
    fetching->request = (StoreRequest){.action = STORE_FEED,
                                       .visitor = visitor,
                                       .feed = seat_hash(token),
                                       .limit = FEED_GAMES,
                                       .visit = fetching_visit,
                                       .context = fetching};
    session->wsi = wsi;
    session->fetching = fetching;
    store_submit(server->games.store, &fetching->request, fetching_done);
    return 0;
}

/* The health check: an answer at all shows that the loop runs; the status shows whether the store
 * can write. */
static Answer answer_health(const HttpSession *session, Server *server) {
    bool failing = store_figures(server->games.store).failing;
    return failing ? answer_say(session, 503, MSG_HTTP_UNHEALTHY)
                   : answer_say(session, 200, MSG_HTTP_HEALTHY);
}

static Answer answer_metrics(const HttpSession *session, Server *server) {
    char *text = metrics_text(server);
    return text ? answer_owned("text/plain; version=0.0.4; charset=utf-8", text)
                : answer_say(session, 500, MSG_NO_MEMORY);
}

/* The server's figures are for its operator: for this machine, and for trusted proxies when they
 * ask for themselves. */
static bool may_measure(struct lws *wsi, const Server *server) {
    Address address = asker_of(wsi, &server->site).address;
    return !address_is_unknown(address) &&
           (address_is_loopback(address) || site_believes(&server->site, address));
}

static Answer answer_path(struct lws *wsi, HttpSession *session, const char *path) {
    static const char variants[] = "/api/variants/";
    Server *server = lws_context_user(lws_get_context(wsi));
    size_t folder = strlen(assets_folder);
    bool lasting = !strncmp(path, assets_folder, folder);
    const Asset *asset = asset_find(lasting             ? path + folder - 1
                                    : strcmp(path, "/") ? path
                                                        : "/index.html");
    if (asset) {
        session->route = "page";
        return answer_asset(wsi, asset, lasting);
    }
    if (!strncmp(path, variants, sizeof variants - 1)) {
        session->route = "variant";
        return answer_variant(session, path + sizeof variants - 1);
    }
    if (!strcmp(path, "/healthz")) {
        session->route = "health";
        return answer_health(session, server);
    }
    if (!strcmp(path, "/metrics") && may_measure(wsi, server)) {
        session->route = "metrics";
        return answer_metrics(session, server);
    }
    return answer_say(session, 404, MSG_HTTP_NOTHING_HERE);
}

/* The connection of a proxy on this machine, or of a trusted one, becomes the connection of the
 * visitor that it forwards for, anew with each request. False: that visitor has too many
 * connections. */
static bool visitor_settle(struct lws *wsi, Server *server) {
    Visitor *visitor = lws_get_opaque_user_data(wsi);
    char address[ADDRESS_TEXT];
    if (!visitor) return true;
    if (!server->site.proxy_count && !visitor_is_local(visitor)) return true;
    address_visitor(asker_of(wsi, &server->site).address, address);
    if (!strcmp(visitor->address, address)) return true;
    if (!visitors_admit(&server->visitors, &server->limits, address)) return false;
    Visitor *other = visitors_enter(&server->visitors, address);
    if (!other) return false;
    visitors_leave(&server->visitors, visitor, watch_steady_ms(&server->watch));
    lws_set_opaque_user_data(wsi, other);
    return true;
}

/* A request counts as a message of its address. */
static bool may_request(struct lws *wsi) {
    Server *server = lws_context_user(lws_get_context(wsi));
    Bucket messages = {0}, bytes = {0};
    if (!visitor_settle(wsi, server)) return false;
    Visitor *visitor = lws_get_opaque_user_data(wsi);
    return !visitor || !visitor_wait_ms(visitor, &messages, &bytes, &server->limits, 0,
                                        watch_steady_ms(&server->watch));
}

/* Is the visitor's address banned? To be called after visitor_settle. */
static bool is_banned(struct lws *wsi) {
    const Server *server = lws_context_user(lws_get_context(wsi));
    const Visitor *visitor = lws_get_opaque_user_data(wsi);
    return bans_hold(&server->bans, visitor, NULL, NULL, false);
}

static int http_request(struct lws *wsi, HttpSession *session, const char *in, size_t length) {
    static const char games[] = "/api/games/", feeds[] = "/api/feed/";
    char path[PATH_CAP], *uri;
    int uri_length, method = lws_http_get_uri_and_method(wsi, &uri, &uri_length);
    session_end(session);
    session->route = NULL;
    session->began_us = figures_now_us();
    session->head_only = method == LWSHUMETH_HEAD;
    session->language = language_wanted(wsi);
    if (!may_request(wsi))
        return http_answer(wsi, session, answer_say(session, 429, MSG_HTTP_TOO_MANY));
    if (is_banned(wsi)) return http_answer(wsi, session, answer_say(session, 403, MSG_BANNED));
    if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD) {
        Answer answer = answer_say(session, 405, MSG_HTTP_METHOD);
        answer.more = "allow:";
        answer.more_value = "GET, HEAD";
        return http_answer(wsi, session, answer);
    }
    if (!host_is_ours(wsi))
        return http_answer(wsi, session, answer_say(session, 400, MSG_HTTP_HOST));
    if (length >= sizeof path || memchr(in, 0, length))
        return http_answer(wsi, session, answer_say(session, 400, MSG_HTTP_ADDRESS_LONG));
    memcpy(path, in, length);
    path[length] = 0;
    if (!strcmp(path, "/ws"))
        return http_answer(wsi, session, answer_say(session, 400, MSG_HTTP_NO_UPGRADE));
    if (!strncmp(path, games, sizeof games - 1))
        return record_request(wsi, session, path + sizeof games - 1);
    if (!strncmp(path, feeds, sizeof feeds - 1)) return feed_request(wsi, session, path);
    return http_answer(wsi, session, answer_path(wsi, session, path));
}

/* Returns 0 if the request may be upgraded; otherwise it was refused, and > 0 means that an answer
 * was sent. to: the start of its header Upgrade, within libwebsockets' headers. */
static int http_upgrade(struct lws *wsi, char *to) {
    char path[PATH_CAP], protocols[HOST_CAP];
    /* For a request that is neither WebSocket nor h2c, libwebsockets has sent 403 before it asks
     * here. Then the headers may be freed, and `to` with them (CVE-2025-11677). */
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE)) return HTTP_DONE;
    if (!strcasecmp(to, "h2c")) {
        *to = '-'; /* an upgrade that libwebsockets doesn't know: it answers by HTTP/1.1 */
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
    return origin_is_ours(wsi) ? 0 : http_refuse(wsi, 403, MSG_HTTP_ORIGIN);
}

/* ---- connections ----------------------------------------------------------------------------- */

static int connection_begin(struct lws *wsi, Server *server) {
    char address[ADDRESS_TEXT];
    address_visitor(listen_peer(wsi), address);
    Visitor *visitor = visitors_enter(&server->visitors, address);
    lws_set_opaque_user_data(wsi, visitor);
    server->metrics.connections++;
    if (server->visitors.connections == 1) tick_plan(server);
    return visitor ? 0 : -1;
}

static void connection_end(struct lws *wsi, Server *server) {
    Visitor *visitor = lws_get_opaque_user_data(wsi);
    if (visitor) visitors_leave(&server->visitors, visitor, watch_steady_ms(&server->watch));
    lws_set_opaque_user_data(wsi, NULL);
}

static int http_called(Server *server, HttpSession *session, struct lws *wsi,
                       enum lws_callback_reasons reason, void *in, size_t length) {
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return connection_begin(wsi, server);
    case LWS_CALLBACK_WSI_DESTROY:
        connection_end(wsi, server);
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
    case LWS_CALLBACK_RAW_ADOPT:   /* what CONNECT makes of a connection */
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
