#include "connections/lobby.h"

#include "base/error.h"
#include "base/jsonout.h"
#include "connections/answers.h"
#include "connections/messages.h"
#include "connections/tick.h"

#include <stdlib.h>
#include <string.h>

enum {
    LISTED_CHALLENGES = 100, /* most challenges in the list that a client gets */
    TELL_EVERY_MS = 500      /* the list of challenges is broadcast at most once in this time */
};

/* A challenge, from its request on. */
typedef struct Challenge {
    Job job;                     /* the worker's job that builds the game of the challenge */
    struct Challenge *next;      /* the challenge that was requested next */
    Server *server;              /* the server of the lobby */
    char id[GAME_ID_LENGTH + 1]; /* id to join and to withdraw the challenge */
    Client *client;            /* the challenger; NULL: its connection has ended, and the challenge
                                  is dropped once its game is built */
    uint64_t address, network; /* hashes of the challenger's address and network, for the limits */
    Client *joiner;            /* the client that joins while the game is stored, or NULL */
    json_t *message;           /* the request, whose texts `build` points to */
    Build build;               /* the game of the challenge */
    ClockRules clock;          /* time control of the game */
    int side;                  /* the challenger's side; -1: decided by furigoma */
    bool pairing;              /* quick pairing: joins an equal challenge if one waits */
    bool waits;                /* the game is built, and the challenge is in the lobby's list */
} Challenge;

struct Lobby {
    Challenge *first; /* first challenge of the list, by request. Includes those whose games are
                         being built: limits count them */
    int64_t told_ms;  /* when the list was broadcast last */
    bool changed;     /* the list has changed since it was broadcast */
};

bool lobby_begin(Server *server) { return (server->lobby = calloc(1, sizeof *server->lobby)); }

static void challenge_free(Challenge *challenge) {
    build_free(&challenge->build);
    json_decref(challenge->message);
    free(challenge);
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

void lobby_free(Server *server) {
    while (server->lobby && server->lobby->first) challenge_remove(server, server->lobby->first);
    free(server->lobby);
    server->lobby = NULL;
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

/* The challenges as JSON. to: the client whose own challenges are marked; NULL: none. */
static char *answer_challenges(const Server *server, const Client *to) {
    Out out = answer_begin("challenges");
    int count = 0;
    jsonout_open(&out, "challenges", '[');
    for (const Challenge *one = server->lobby->first; one && count < LISTED_CHALLENGES;
         one = one->next) {
        if (!one->waits || one->joiner) continue;
        const HenkaVariant *variant = henka_game_variant(one->build.game);
        jsonout_open(&out, NULL, '{');
        jsonout_text(&out, "challenge", one->id);
        jsonout_text(&out, "game", henka_variant_name(variant));
        jsonout_text(&out, "title", henka_variant_title(variant));
        jsonout_raw(&out, "settings", one->build.changed_text);
        jsonout_text(&out, "sfen", one->build.start);
        answer_clock_rules(&out, "clock", &one->clock);
        jsonout_text(&out, "side", answer_side(one->side));
        jsonout_text(&out, "name", *one->client->name ? one->client->name : NULL);
        jsonout_bool(&out, "own", one->client == to);
        jsonout_close(&out, '}');
        count++;
    }
    jsonout_close(&out, ']');
    return answer_end(&out);
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
    for (Client *client = LIST_FIRST(&server->clients), *next; client; client = next) {
        next = LIST_NEXT(client, entry);
        if (!client->in_lobby) continue;
        const Challenge *own = server->lobby->first;
        while (own && (own->client != client || !own->waits)) own = own->next;
        if (own)
            lobby_show(client);
        else if (text)
            client_send(client, text);
    }
    free(text);
}

/* ---- beginning the game ---------------------------------------------------------------------- */

static LiveAnswer challenge_begin(Challenge *challenge, Client *joiner, HenkaError *error) {
    const Client *const players[2] = {challenge->client, joiner};
    GameRow setup = GAME_ROW_EMPTY;
    setup.two = true;
    setup.clock = gameclock_new(&challenge->clock);
    if (challenge->side < 0) setup.toss = seat_toss();
    for (int side = 0; side < 2; side++) {
        setup.holders[setup.holder_count++] =
            (Holder){.browser = players[side]->browser, .sides = 1 << side, .listed = true};
        memcpy(setup.name[side], players[side]->name, SEAT_NAME_BYTES);
    }
    if (challenge->side < 0 ? !seat_toss_begins(setup.toss) : challenge->side == HENKA_GOTE)
        live_exchange(&setup);
    challenge->joiner = joiner;
    LiveAnswer answer =
        live_create(&joiner->server->games, &challenge->build, &setup, &joiner->waiter, error);
    if (answer == LIVE_REFUSED) challenge->joiner = NULL;
    return answer;
}

LiveAnswer lobby_join(Client *client, const char *id, HenkaError *error) {
    Challenge *challenge = challenge_find(client->server, id);
    if (!challenge || challenge->joiner) return error_set(error, MSG_CHALLENGE_GONE), LIVE_REFUSED;
    if (seat_is_same(&challenge->client->browser, &client->browser))
        return error_set(error, MSG_CHALLENGE_OWN), LIVE_REFUSED;
    lobby_change(client->server);
    return challenge_begin(challenge, client, error);
}

void lobby_joined(Client *client, LiveGame *live) {
    Challenge *challenge = client->server->lobby->first;
    while (challenge && challenge->joiner != client) challenge = challenge->next;
    if (!challenge) { /* the challenger left; his list of games has it */
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

/* Finds a challenge of another browser to the same game, settings and clock, with neither a chosen
 * side nor a handicap; or NULL. */
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

LiveAnswer lobby_challenge(const Request *request, bool pairing, HenkaError *error) {
    Client *client = request->client;
    Server *server = client->server;
    const Limits *limits = &server->limits;
    const Visitor *visitor = client->visitor, *network = visitor->network;
    int all = 0, own = 0, near = 0;
    Challenge **end = &server->lobby->first;
    for (; *end; end = &(*end)->next) {
        all++;
        own += (*end)->address == visitor->hash;
        near += network && (*end)->network == network->hash;
    }
    if (all >= limits->challenges || own >= limits->address_challenges ||
        near >= limits->network_challenges)
        return error_set(error, MSG_CHALLENGES_TOO_MANY), LIVE_REFUSED;
    Challenge *challenge = calloc(1, sizeof *challenge);
    if (!challenge) return error_set(error, MSG_NO_MEMORY), LIVE_REFUSED;
    *challenge = (Challenge){.server = server,
                             .client = client,
                             .address = visitor->hash,
                             .network = network ? network->hash : 0,
                             .side = request->fields.side,
                             .pairing = pairing,
                             .clock = request->fields.clock,
                             .message = json_incref(client->message)};
    seat_letters(challenge->id, GAME_ID_LENGTH);
    if (!messages_build(request, &challenge->build, error)) {
        challenge_free(challenge);
        return LIVE_REFUSED;
    }
    challenge->job =
        (Job){.steps = BUILD_STEPS, .build = &challenge->build, .done = challenge_done};
    client->challenging = *end = challenge;
    worker_submit(messages_worker(server, &challenge->build), &challenge->job,
                  client->waiter.visitor);
    return LIVE_CHANGING;
}

bool lobby_withdraw(Client *client, const char *id, HenkaError *error) {
    Challenge *challenge = challenge_find(client->server, id);
    if (!challenge || challenge->client != client || challenge->joiner)
        return error_set(error, MSG_CHALLENGE_GONE);
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
