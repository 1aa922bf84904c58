#include "connections/lobby.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/jsonout.h"
#include "connections/answers.h"
#include "connections/messages.h"
#include "connections/tick.h"
#include "games/games.h"

#include <stdlib.h>
#include <string.h>

enum {
    LISTED_CHALLENGES = 100, /* in a list, at most */
    TELL_EVERY_MS = 500      /* the list is broadcast at most once in this time */
};

/* A challenge, from its request on. */
typedef struct Challenge {
    Job job;                     /* that builds its game */
    struct Challenge *next;      /* requested after it */
    Server *server;              /* whose lobby it is in */
    char id[GAME_ID_LENGTH + 1]; /* the id by which others join it and its owner withdraws it */
    Client *client;            /* the challenger; NULL: its connection has ended, and the challenge
                                  is dropped once its game is built */
    uint64_t address, network; /* hashes of the challenger's address and network, for the limits */
    Client *joiner;            /* the client with which the game is being stored, or NULL */
    json_t *message;           /* the texts in it are what the game is built from */
    Build build;               /* its game */
    ClockRules clock;          /* of it */
    int side;                  /* of the challenger; -1: by furigoma */
    bool pairing;              /* quick pairing: it looks for an equal challenge of another
                                  player */
    bool waits;                /* it is built, and in the lobby's list */
} Challenge;

struct Lobby {
    Challenge *first; /* in the order of their requests, including the ones being built, because the
                         limits count those too */
    int64_t told_ms;  /* when the list was broadcast last */
    bool changed;     /* since then */
};

bool lobby_begin(Server *server) { return (server->lobby = calloc(1, sizeof *server->lobby)); }

static void challenge_free(Challenge *challenge) {
    build_free(&challenge->build);
    json_decref(challenge->message);
    free(challenge);
}

void lobby_free(Server *server) {
    if (!server->lobby) return;
    for (Challenge *one = server->lobby->first, *next; one; one = next) {
        next = one->next;
        challenge_free(one);
    }
    free(server->lobby);
    server->lobby = NULL;
}

static void lobby_change(Server *server) {
    server->lobby->changed = true;
    tick_plan(server);
}

static void challenge_remove(Server *server, Challenge *challenge) {
    Challenge **link = &server->lobby->first;
    while (*link != challenge) link = &(*link)->next;
    *link = challenge->next;
    if (challenge->waits) lobby_change(server);
    challenge_free(challenge);
}

static Challenge *challenge_find(const Server *server, const char *id) {
    Challenge *one = server->lobby->first;
    while (one && (strcmp(one->id, id) != 0 || !one->waits)) one = one->next;
    return one;
}

/* ---- the list -------------------------------------------------------------------------------- */

static char *answer_challenge(const char *kind, const char *id, const char *game) {
    Out out = answer_begin(kind);
    jsonout_text(&out, "challenge", id);
    if (game) jsonout_text(&out, "id", game);
    return answer_end(&out);
}

static void challenge_write(Out *out, const Challenge *challenge, const Client *to) {
    const HenkaVariant *variant = henka_game_variant(challenge->build.game);
    const char *name = challenge->client->name;
    char *settings = json_dumps(challenge->build.changed, JSON_COMPACT);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "challenge", challenge->id);
    jsonout_text(out, "game", henka_variant_name(variant));
    jsonout_text(out, "title", henka_variant_title(variant));
    jsonout_raw(out, "settings", settings ? settings : "{}");
    jsonout_text(out, "sfen", challenge->build.start);
    answer_clock_rules(out, "clock", &challenge->clock);
    jsonout_text(out, "side", answer_side(challenge->side));
    jsonout_text(out, "name", *name ? name : NULL);
    jsonout_bool(out, "own", challenge->client == to);
    jsonout_close(out, '}');
    free(settings);
}

/* to NULL: the list for a client without a challenge. */
static char *answer_challenges(const Server *server, const Client *to) {
    Out out = answer_begin("challenges");
    int count = 0;
    jsonout_open(&out, "challenges", '[');
    for (const Challenge *one = server->lobby->first; one && count < LISTED_CHALLENGES;
         one = one->next) {
        if (!one->waits || one->joiner) continue;
        challenge_write(&out, one, to);
        count++;
    }
    jsonout_close(&out, ']');
    return answer_end(&out);
}

static bool has_challenge(const Client *client) {
    const Challenge *one = client->server->lobby->first;
    while (one && (one->client != client || !one->waits)) one = one->next;
    return one;
}

void lobby_show(Client *client) {
    messages_send(client, answer_challenges(client->server, client));
}

int64_t lobby_due_ms(const Server *server) {
    const Lobby *lobby = server->lobby;
    return lobby && lobby->changed ? lobby->told_ms + TELL_EVERY_MS : GAMECLOCK_NEVER;
}

void lobby_tell(Server *server) {
    int64_t now_ms = watch_now_ms(&server->watch);
    if (now_ms < lobby_due_ms(server)) return;
    server->lobby->changed = false;
    server->lobby->told_ms = now_ms;
    char *text = answer_challenges(server, NULL);
    for (Client *client = server->clients, *next; client; client = next) {
        next = client->next;
        if (!client->in_lobby) continue;
        if (has_challenge(client))
            lobby_show(client);
        else if (text)
            client_send(client, text);
    }
    free(text);
}

/* ---- beginning the game ---------------------------------------------------------------------- */

static LiveAnswer challenge_begin(Challenge *challenge, Client *joiner, HenkaError *error) {
    const Client *players[2] = {challenge->client, joiner}; /* by side */
    LiveSetup setup = {.two = true, .clock = challenge->clock, .toss = -1};
    if (challenge->side < 0) setup.toss = seat_toss();
    if (challenge->side < 0 ? !seat_toss_begins(setup.toss) : challenge->side == HENKA_GOTE) {
        players[HENKA_SENTE] = joiner;
        players[HENKA_GOTE] = challenge->client;
    }
    for (int side = 0; side < 2; side++) {
        setup.holders[setup.holder_count++] =
            (Holder){.browser = players[side]->browser, .sides = 1 << side, .listed = true};
        memcpy(setup.name[side], players[side]->name, SEAT_NAME_BYTES);
    }
    challenge->joiner = joiner;
    LiveAnswer answer =
        live_create(&joiner->server->games, &challenge->build, &setup, &joiner->waiter, error);
    if (answer == LIVE_REFUSED) challenge->joiner = NULL;
    return answer;
}

LiveAnswer lobby_join(Client *client, const char *id, HenkaError *error) {
    Challenge *challenge = challenge_find(client->server, id);
    if (!challenge || challenge->joiner)
        return error_say(error, 0, 0, MSG_CHALLENGE_GONE), LIVE_REFUSED;
    if (seat_is_same(&challenge->client->browser, &client->browser))
        return error_say(error, 0, 0, MSG_CHALLENGE_OWN), LIVE_REFUSED;
    lobby_change(client->server);
    return challenge_begin(challenge, client, error);
}

void lobby_joined(Client *client, LiveGame *live) {
    Challenge *challenge = client->server->lobby->first;
    while (challenge && challenge->joiner != client) challenge = challenge->next;
    if (!challenge) { /* the challenger has gone: the game waits in the challenger's list */
        if (live) messages_send(client, answer_challenge("matched", "", live->row.id));
        return;
    }
    if (live) {
        messages_send(client, answer_challenge("matched", challenge->id, live->row.id));
        messages_send(challenge->client, answer_challenge("matched", challenge->id, live->row.id));
        challenge_remove(client->server, challenge);
        return;
    }
    challenge->joiner = NULL;
    lobby_change(client->server);
}

/* ---- challenging ----------------------------------------------------------------------------- */

static void challenge_work(Job *job) {
    build_game(&CONTAINER_OF(job, Challenge, job)->build, job->budget);
}

/* An equal challenge of another browser: one of quick pairing, or one that leaves the sides to
 * chance. */
static Challenge *challenge_match(const Challenge *wanted) {
    const Lobby *lobby = wanted->client->server->lobby;
    for (Challenge *one = lobby->first; one; one = one->next)
        if (one->waits && !one->joiner && one->side < 0 && !one->build.handicap &&
            !seat_is_same(&one->client->browser, &wanted->client->browser) &&
            gameclock_rules_are_same(&one->clock, &wanted->clock) &&
            !strcmp(one->build.definition, wanted->build.definition) &&
            json_equal(one->build.changed, wanted->build.changed))
            return one;
    return NULL;
}

static void challenge_done(Job *job) {
    Challenge *challenge = CONTAINER_OF(job, Challenge, job);
    Client *client = challenge->client;
    Build *build = &challenge->build;
    Server *server = challenge->server;
    if (!client) {
        challenge_remove(server, challenge);
        return;
    }
    client->challenging = NULL;
    if (!build->game || server->games.ending) {
        messages_refuse(client, &build->error, &build->report);
        challenge_remove(server, challenge);
        client_next(client);
        return;
    }
    Challenge *match = challenge->pairing ? challenge_match(challenge) : NULL;
    if (match) {
        HenkaError error;
        challenge_remove(server, challenge);
        lobby_change(server);
        if (challenge_begin(match, client, &error) == LIVE_CHANGING) return;
        messages_refuse(client, &error, NULL);
        client_next(client);
        return;
    }
    challenge->waits = true;
    messages_send(client, answer_challenge("challenged", challenge->id, NULL));
    lobby_change(server);
    client_next(client);
}

static bool lobby_has_room(const Client *client, HenkaError *error) {
    const Server *server = client->server;
    const Visitor *visitor = client->visitor, *network = visitor->network;
    int all = 0, own = 0, near = 0;
    for (const Challenge *one = server->lobby->first; one; one = one->next) {
        all++;
        own += one->address == visitor->hash;
        near += network && one->network == network->hash;
    }
    return (all < server->limits.challenges && own < server->limits.address_challenges &&
            near < server->limits.network_challenges) ||
           error_say(error, 0, 0, MSG_CHALLENGES_TOO_MANY);
}

bool lobby_challenge(const Request *request, bool pairing, HenkaError *error) {
    Client *client = request->client;
    const Fields *fields = &request->fields;
    Server *server = client->server;
    if (!lobby_has_room(client, error)) return false;
    Challenge *challenge = calloc(1, sizeof *challenge);
    if (!challenge) return error_say(error, 0, 0, MSG_NO_MEMORY);
    const Visitor *network = client->visitor->network;
    *challenge = (Challenge){.server = server,
                             .client = client,
                             .address = client->visitor->hash,
                             .network = network ? network->hash : 0,
                             .side = fields->side,
                             .pairing = pairing,
                             .clock = fields->clock,
                             .message = json_incref(client->message)};
    build_id(challenge->id);
    challenge->build.definition = request_definition(request);
    challenge->build.settings = fields->settings;
    challenge->build.handicap = fields->handicap;
    bool named = challenge->build.definition || error_say(error, 0, 0, MSG_NO_GAME_NAMED);
    if (!named || !messages_may_begin(client, challenge->build.definition, error)) {
        challenge_free(challenge);
        return false;
    }
    challenge->build.variant =
        live_variant(&server->games, challenge->build.definition, challenge->build.settings);
    challenge->job = (Job){.steps = BUILD_STEPS, .work = challenge_work, .done = challenge_done};
    Challenge **end = &server->lobby->first;
    while (*end) end = &(*end)->next;
    *end = challenge;
    client->challenging = challenge;
    bool shipped = build_is_shipped(challenge->build.definition);
    worker_submit(server->games.workers[shipped ? WORKER_SHIPPED : WORKER_MADE_UP], &challenge->job,
                  client->waiter.visitor);
    return true;
}

bool lobby_withdraw(Client *client, const char *id, HenkaError *error) {
    Challenge *challenge = challenge_find(client->server, id);
    if (!challenge || challenge->client != client || challenge->joiner)
        return error_say(error, 0, 0, MSG_CHALLENGE_GONE);
    challenge_remove(client->server, challenge);
    return true;
}

void lobby_client_gone(Client *client) {
    if (client->challenging) client->challenging->client = NULL;
    client->challenging = NULL;
    if (!client->server->lobby) return;
    for (Challenge *one = client->server->lobby->first, *next; one; one = next) {
        next = one->next;
        if (one->joiner == client) one->joiner = NULL;
        if (one->client == client && one->waits) challenge_remove(client->server, one);
    }
}
