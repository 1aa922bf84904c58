/* The protocols without memory: each allocation of a conversation fails in its turn, alone and with
 * all after it, then every one above some size. No line of the conversation may bring the session
 * down or leave something behind, and whoever asks for a move gets one that is legal. */
#include "failing.h"

#include "protocol/registry.h"
#include "protocol/session.h"

#include <string.h>

static Registry *registry; /* made beforehand, while memory lasted */

/* What was answered to the last `go`. */
static int answers, complaints;

static void hear(void *context, const char *line) {
    (void)context;
    answers += !strncmp(line, "bestmove ", 9) || !strncmp(line, "checkmate ", 10) ||
               !strncmp(line, "move ", 5);
    CHECK(strncmp(line, "bestmove ", 9) || (line[9] && line[9] != ' ' && line[9] != '('),
          "no move: \"%s\"", line);
    complaints += strstr(line, "out of memory") || strstr(line, "no memory");
}

/* One conversation. The lines behind which a move is due end in "!"; they are said without it. */
static bool converse(const char *const *lines, size_t sizes_from) {
    Session *session = session_new(&(SessionConfig){
        .writer = hear, .hash_limit_mib = 1, .thread_limit = 2, .registry = registry});
    size_t size = too_large;
    bool good = session;
    too_large = 0;
    complaints = 0;
    for (size_t i = 0; session && lines[i]; i++) {
        char line[512];
        size_t length = strlen(lines[i]);
        bool due = lines[i][length - 1] == '!';
        snprintf(line, sizeof line, "%.*s", (int)(length - due), lines[i]);
        if (i >= sizes_from) too_large = size;
        answers = 0;
        session_line(session, line);
        session_line(session, "wait");
        if (due)
            CHECK(answers, "\"%s\" is not answered at allocation %ld%s, from %zu bytes", line,
                  failing, fails_on ? " and after" : "", too_large);
    }
    if (session) session_finish(session, 10000);
    session_free(session);
    too_large = size;
    return good && !complaints;
}

static const char *const usi[] = {"usi",
                                  "setoption name Threads value 2",
                                  "isready",
                                  "position startpos moves 7g7f 3c3d",
                                  "go nodes 100!",
                                  "go mate 100!",
                                  "go searchmoves 2g2f nodes 50!",
                                  "d",
                                  "moves",
                                  "eval",
                                  "perft 2",
                                  "setoption name Rule_strict value on",
                                  "setoption name USI_Variant value ito",
                                  "position startpos",
                                  "go depth 1!",
                                  "usinewgame",
                                  NULL};
static const char *const uci[] = {"uci",
                                  "setoption name UCI_Variant value shogi",
                                  "ucinewgame",
                                  "position startpos moves c3c4",
                                  "go nodes 100!",
                                  "go ponder",
                                  "stop",
                                  "moves",
                                  NULL};
static const char *const cecp[] = {
    "xboard",        "protover 2",     "new",     "variant shogi", "post", "sd 1",
    "hard",          "usermove c3c4!", "lift b2", "hover b3",      "undo", "force",
    "usermove g3g4", "analyze",        "exit",    "hint",          NULL};
static const char *const *const conversations[] = {usi, uci, cecp};
static int chosen; /* of conversations */

static bool try_conversation(void) { return converse(conversations[chosen], 0); }

/* With an argument every so many allocations fail, not each. */
int main(int argc, char **argv) {
    long step = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    static const char *const names[] = {"usi", "uci", "cecp"};
    static const size_t sizes[] = {1, 64, 600, 5000, 70000, 1 << 20};
    registry = registry_new();
    for (size_t i = 0; i < registry_count(registry); i++) { /* what it keeps of each game */
        HenkaVariant *variant = registry_open(registry, i, NULL, 0, NULL);
        henka_variant_type_value(variant, 1);
        henka_variant_free(variant);
    }
    for (chosen = 0; chosen < 3; chosen++) {
        check_memory_some(names[chosen], try_conversation, LONG_MAX, step);
        for (size_t from = 1; conversations[chosen][from]; from++)
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                too_large = sizes[i], failing = alive = 0, fails_on = false;
                converse(conversations[chosen], from);
                too_large = 0;
                CHECK(!alive, "%s: %ld allocations are not freed when those from %zu bytes on fail",
                      names[chosen], alive, sizes[i]);
            }
    }
    registry_free(registry);
    return check_done();
}
