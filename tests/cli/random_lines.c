/* random_lines - conversations of random commands in random order, with all three protocols: never
 * a crash, never a search left behind. */
#include "base/random.h"
#include "protocol/registry.h"
#include "protocol/session.h"
#include "tests/check.h"
#include "tests/words.h"

#include <stdlib.h>
#include <string.h>

static const char common[] =
    "go depth 2|go nodes 300|go infinite|go ponder|go mate 200|go searchmoves 7g7f nodes 50|stop|"
    "ponderhit|isready|position startpos|position startpos moves 7g7f 3c3d|"
    "position sfen 9/9/9 b - 1|d|moves|eval|perft 2|setoption name USI_Hash value 2|"
    "setoption name MultiPV value 3|setoption name Level value 1|setoption name Nonsense value 4|"
    "setoption|position|go|wait||   |gameover win|debug on|setoption name USI_Variant value ito|"
    "setoption name USI_Variant value okisaki|setoption name UCI_Variant value suzumu|"
    "setoption name USI_Variant value shinogi|setoption name USI_Variant value nothing|"
    "setoption name Rule_strict value on|go btime 100 wtime 100 byoyomi 10|go movetime 5|go depth|"
    "go depth x|position startpos moves|usinewgame";
static const char cecp[] =
    "xboard|protover 2|new|force|go|playother|variant okisaki|variant shinogi|variant ito|"
    "variant what|level 40 5 0|level 0 0:01 0.1|level|st 0.01|sd 2|time 10|otim 10|usermove a2a3|"
    "usermove e3e4|e4e5|usermove a1a2,|usermove P@e5|?|ping 1|ping 2|draw|result 1-0 {x}|"
    "setboard 9/9/9 w - - 0 1|setboard|hint|bk|undo|remove|hard|easy|post|nopost|analyze|exit|.|"
    "memory 4|cores 1|option Level=1|option|exclude a2a3|include all|lift a2|put a3|hover a3|"
    "lift zz9|quit?|edit|accepted ping";
/* Of each protocol; the first is its greeting. */
static const char *const lists[] = {"usi", "uci|ucinewgame|register later", cecp};

typedef struct Heard {
    size_t answers; /* bestmove or checkmate */
    size_t asked;   /* lines that begin with go */
    size_t ready;   /* answers to the last isready or ping */
} Heard;

static void hear(void *context, const char *line) {
    Heard *heard = context;
    heard->ready += !strcmp(line, "readyok") || !strcmp(line, "pong 77");
    heard->answers += !strncmp(line, "bestmove", 8) || !strncmp(line, "checkmate", 9);
}

/* Letters changed, doubled and dropped. */
static void garble(Random *random, const char *line, char *out, size_t cap) {
    size_t used = 0;
    for (; *line && used + 3 < cap; line++) {
        uint32_t fate = random_below(random, 24);
        if (fate == 0) continue;
        out[used++] = fate == 1 ? (char)(1 + random_below(random, 255)) : *line;
        if (fate == 2) out[used++] = *line;
    }
    out[used] = '\0';
}

static const char *pick(Random *random, int protocol, char line[static WORD_BYTES]) {
    bool shared = random_below(random, protocol == 2 ? 8 : 4) != 0;
    if (protocol == 2) shared = !shared;
    const char *list = shared ? common : lists[protocol];
    return words_at(list, (int)random_below(random, (uint32_t)words_count(list)), line);
}

static void conversation(Registry *games, uint64_t seed, int protocol, int lines) {
    Random random = {seed};
    Heard heard = {0};
    char word[WORD_BYTES];
    SessionConfig config = {.writer = hear,
                            .context = &heard,
                            .hash_limit_mib = 4,
                            .thread_limit = 2,
                            .node_limit = 400,
                            .files_barred = true,
                            .registry = games};
    Session *session = session_new(&config);
    bool more = session != NULL;
    if (more && random_below(&random, 4))
        more = session_line(session, words_at(lists[protocol], 0, word));
    for (int i = 0; more && i < lines; i++) {
        char garbled[256];
        const char *line = pick(&random, protocol, word);
        if (!random_below(&random, 5))
            garble(&random, line, garbled, sizeof garbled), line = garbled;
        heard.asked += !strncmp(line, "go", 2);
        more = session_line(session, line);
    }
    if (session) session_finish(session, 2000);
    heard.ready = 0;
    static const char *const last[] = {"stop", "force", "isready", "ping 77"};
    for (int i = 0; session && i < 4; i++) session_line(session, last[i]);
    session_free(session);
    CHECK(session != NULL, "seed %llu: no session", (unsigned long long)seed);
    if (protocol < 2)
        CHECK(heard.answers <= heard.asked, "seed %llu: %zu answers to %zu searches",
              (unsigned long long)seed, heard.answers, heard.asked);
    /* Whatever was said before, the session still answers: one of the two protocols
     * understands isready, the other ping. */
    CHECK(heard.ready == 1, "seed %llu: %zu answers to the last isready", (unsigned long long)seed,
          heard.ready);
}

int main(int argc, char **argv) {
    Registry *games = registry_new();
    int count = argc > 1 ? atoi(argv[1]) : 90;
    for (int i = 0; i < count; i++) conversation(games, (uint64_t)i + 1, i % 3, 60);
    registry_free(games);
    return check_done();
}
