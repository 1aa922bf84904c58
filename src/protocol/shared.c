/* shared - the commands USI and UCI have in common. */
#include "base/clock.h"
#include "protocol/state.h"

void ignore_run(Session *session, const char *arguments) { (void)session, (void)arguments; }

void stop_run(Session *session, const char *arguments) {
    (void)arguments;
    think_stop(session, false);
}

void ponderhit_run(Session *session, const char *arguments) {
    (void)arguments;
    think_ponderhit(session);
}

/* Answered at once while it searches: the engine is ready then. */
void ready_run(Session *session, const char *arguments) {
    (void)arguments;
    if (!session->think.running) think_engine(session);
    say(session, "readyok");
}

void new_game_run(Session *session, const char *arguments) {
    (void)arguments;
    think_stop(session, false);
    if (session->engine) henka_engine_new_game(session->engine);
}

/* "name N… value V…": both may hold blanks. */
void option_run(Session *session, const char *at) {
    char name[WORD_SIZE] = "";
    Word word;
    think_stop(session, false);
    if (!word_next(&at, &word) || !word_is(&word, "name"))
        return complain(session, "setoption: expected name NAME value VALUE");
    while (word_next(&at, &word) && !word_is(&word, "value")) {
        if (*name) strncat(name, " ", sizeof name - strlen(name) - 1);
        strncat(name, word.text, sizeof name - strlen(name) - 1);
    }
    option_set(session, name, words_rest(at));
}

void quit_run(Session *session, const char *arguments) {
    (void)arguments;
    think_stop(session, false);
    session->over = true;
}
