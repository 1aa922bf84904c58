#include "protocol/session.h"
#include "protocol/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void session_say(Session *session, const char *format, ...) {
    char buf[2048], *line = buf;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(buf, sizeof buf, format, arguments);
    if (length >= (int)sizeof buf && (line = malloc((size_t)length + 1)))
        vsnprintf(line, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    if (line)
        session->config.writer(session->config.context, line);
    else
        session_complain(session, MSG_NO_MEMORY);
    if (line != buf) free(line);
}

void session_say_lines(Session *session, const char *text) {
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        session_say(session, "%.*s", (int)length, text);
    }
}

void session_inform_of(Session *session, const char *prefix, const Message *message) {
    char text[512];
    Out out = out_to(text, sizeof text);
    out_message(&out, HENKA_ENGLISH, message);
    session_say(session, "%s%s", prefix, text);
}

void session_complain_error(Session *session, const HenkaError *error) {
    session_say(session, "%s%s", state_protocol(session)->complaint, error->message);
}

void session_place(Session *session, HenkaGame *game) {
    henka_game_free(session->game);
    session->game = game;
    session->position_refused = false;
}

bool session_has_position(Session *session) {
    if (session->position_refused) session_complain(session, MSG_SESSION_NO_POSITION);
    return !session->position_refused;
}

bool session_choose(Session *session, size_t variant_index) {
    HenkaError error;
    HenkaVariant *variant =
        registry_open(session->registry, variant_index, (const char *const *)session->settings,
                      session->setting_count, &error);
    HenkaGame *game = variant ? henka_game_new(variant, NULL, &error) : NULL;
    if (!game) {
        session_complain_error(session, &error);
        henka_variant_free(variant);
        return false;
    }
    session_place(session, game);
    henka_variant_free(session->variant);
    session->variant = variant;
    session->variant_index = variant_index;
    session->eval_waits |= session->eval_path != NULL;
    if (session->engine) henka_engine_new_game(session->engine);
    return true;
}

/* The protocol that a word names, a subcommand of henka or a GUI's first command; NULL: none. */
static const Protocol *protocol_of(const char *word) {
    return !strcmp(word, "usi")                                   ? &protocol_usi
           : !strcmp(word, "uci")                                 ? &protocol_uci
           : !strcmp(word, "xboard") || !strcmp(word, "protover") ? &protocol_cecp
                                                                  : NULL;
}

/* Sets up the game with which the protocol begins, unless the user has named another one. */
static bool first_game_choose(Session *session) {
    if (!session->first_named)
        session->first_index = registry_standard(session->registry, state_protocol(session)->name);
    return session->game_chosen ||
           (session->variant && session->variant_index == session->first_index) ||
           session_choose(session, session->first_index);
}

Session *session_new(const SessionConfig *config) {
    Session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->config = *config;
    pthread_mutex_init(&session->lock, NULL);
    pthread_cond_init(&session->changed, NULL);
    session->cecp.engine_side = -1;
    session->expected = protocol_of(config->protocol ? config->protocol : "usi");
    options_standard(session);
    session->registry = config->registry ? config->registry : registry_new();
    if (session->registry && registry_count(session->registry) && first_game_choose(session))
        return session;
    session_free(session);
    return NULL;
}

bool session_add_games(Session *session, const char *path, HenkaError *error) {
    return registry_add(session->registry, path, error);
}

bool session_begin_with(Session *session, const char *name) {
    int index = registry_find(session->registry, name);
    if (index < 0 || !session_choose(session, (size_t)index)) return false;
    session->first_index = (size_t)index;
    session->first_named = session->game_chosen = true;
    return true;
}

/* The first command that exists in only one of the protocols decides which one is spoken. Until
 * then, lines are read in the expected protocol. */
static void line_run(Session *session, const char *line) {
    const char *at = line;
    Word name;
    if (!word_next(&at, &name)) return;
    if (!session->protocol && (session->protocol = protocol_of(name.text)))
        first_game_choose(session);
    const Protocol *protocol = state_protocol(session);
    session->arguments = words_rest(at);
    for (size_t i = 0; i < protocol->command_count; i++) {
        session->command = &protocol->commands[i];
        if (strcmp(session->command->name, name.text)) continue;
        if (session->command->run) session->command->run(session);
        return;
    }
    session->arguments = words_rest(line);
    protocol->unknown(session, session->arguments);
}

bool session_line(Session *session, const char *line) {
    size_t length = strcspn(line, "\n");
    while (length && line[length - 1] == '\r') length--;
    char few[1024], *own = length < sizeof few ? few : malloc(length + 1);
    /* Replaces control characters: no command has any, and answers repeat lines on terminals. */
    for (size_t i = 0; own && i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        own[i] = (c < ' ' && c != '\t') || c == 0x7f ? '?' : line[i];
    }
    if (own) own[length] = '\0';
    pthread_mutex_lock(&session->lock);
    if (own)
        line_run(session, own);
    else
        session_complain(session, MSG_NO_MEMORY);
    bool more = !session->over;
    pthread_mutex_unlock(&session->lock);
    if (own != few) free(own);
    return more;
}

void session_finish(Session *session, int64_t wait_ms) {
    pthread_mutex_lock(&session->lock);
    if (session->think.state == THINK_SEARCHING && !session->think.endless)
        think_wait(session, wait_ms);
    think_stop(session, false);
    pthread_mutex_unlock(&session->lock);
}

void session_free(Session *session) {
    if (!session) return;
    think_close(session);
    henka_engine_free(session->engine);
    free(session->eval_path);
    henka_game_free(session->game);
    henka_variant_free(session->variant);
    if (!session->config.registry) registry_free(session->registry);
    for (size_t i = 0; i < session->setting_count; i++) free(session->settings[i]);
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
    free(session);
}
