/* session - what commands make of a session, beside the lines they are answered with: the limits
 * that a search is given, clocks, options, and lines too long for a transcript.
 * Conversations word by word are in golden/. */
#include "base/clock.h"
#include "protocol/board.h"
#include "protocol/state.h"
#include "tests/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *games_folder; /* tests/cli/games */

/* What was heard since the last say(), each line closed by a newline. */
typedef struct Heard {
    char text[1 << 16];
    size_t length;
} Heard;

static void hear(void *context, const char *line) {
    Heard *heard = context;
    size_t length = strlen(line);
    if (heard->length + length + 2 > sizeof heard->text) return;
    memcpy(heard->text + heard->length, line, length);
    heard->text[heard->length += length] = '\n';
    heard->text[++heard->length] = '\0';
}

static void say(Session *session, const char *line) {
    Heard *heard = session->config.context;
    heard->length = 0;
    *heard->text = '\0';
    session_line(session, line);
}

static Session *opened(Heard *heard, const char *hello) {
    SessionConfig config = {
        .writer = hear, .context = heard, .hash_limit_mib = 2, .thread_limit = 3};
    Session *session = session_new(&config);
    session_begin_with(session, "shogi");
    say(session, hello);
    return session;
}

/* ---- limits ---------------------------------------------------------------------------------- */

typedef struct Text {
    char text[512];
} Text;

static void text_add(Text *text, const char *name, int64_t value) {
    size_t length = strlen(text->text);
    if (value)
        snprintf(text->text + length, sizeof text->text - length, "%s%s %" PRId64,
                 length ? " " : "", name, value);
}

/* Every limit that isn't 0, in a fixed order. */
static Text limits_text(const Session *session) {
    const HenkaLimits *limits = &session->think.limits;
    Text text = {""};
    text_add(&text, "sente", limits->time_ms[HENKA_SENTE]);
    text_add(&text, "gote", limits->time_ms[HENKA_GOTE]);
    text_add(&text, "sente+", limits->increment_ms[HENKA_SENTE]);
    text_add(&text, "gote+", limits->increment_ms[HENKA_GOTE]);
    text_add(&text, "byoyomi", limits->byoyomi_ms);
    text_add(&text, "movetime", limits->movetime_ms);
    text_add(&text, "clock", limits->clock);
    text_add(&text, "togo", limits->moves_to_go);
    text_add(&text, "nodes", (int64_t)limits->nodes);
    text_add(&text, "depth", limits->depth);
    text_add(&text, "mate", limits->mate_plies);
    text_add(&text, "infinite", limits->infinite);
    text_add(&text, "ponder", limits->ponder);
    text_add(&text, "level", limits->level);
    text_add(&text, "moves", limits->search_moves ? (int64_t)limits->search_move_count : 0);
    text_add(&text, "tsume", session->think.mate);
    return text;
}

typedef struct GoCase {
    const char *line, *limits;
    const char *told; /* a part of the complaint; NULL: there is none */
} GoCase;

static void check_go(Session *session, const GoCase *cases, size_t count) {
    Heard *heard = session->config.context;
    for (size_t i = 0; i < count; i++) {
        say(session, cases[i].line);
        session_line(session, "stop");
        Text found = limits_text(session);
        CHECK(!strcmp(found.text, cases[i].limits), "%s: limits \"%s\", expected \"%s\"",
              cases[i].line, found.text, cases[i].limits);
        const char *told = strstr(heard->text, "error: ");
        CHECK(cases[i].told ? told && strstr(told, cases[i].told) : !told,
              "%s: expected \"%s\", was told\n%s", cases[i].line,
              cases[i].told ? cases[i].told : "no complaint", heard->text);
    }
}

static void check_usi_go(void) {
    static const GoCase cases[] = {
        {"go btime 60000 wtime 50000", "sente 60000 gote 50000 clock 1", NULL},
        {"go btime 1 wtime 2 binc 3 winc 4", "sente 1 gote 2 sente+ 3 gote+ 4 clock 1", NULL},
        {"go byoyomi 30 movestogo 7", "byoyomi 30 clock 1 togo 7", NULL},
        {"go btime 0 wtime 0", "clock 1", NULL},
        {"go btime -5 wtime 7", "gote 7 clock 1", NULL},
        {"go movetime 1000000000", "movetime 1000000000 clock 1", NULL},
        {"go movetime 1000000001", "movetime 1000000000 clock 1", NULL},
        {"go movestogo -1 depth 1", "depth 1", NULL},
        {"go movestogo 1000 depth 1", "togo 1000 depth 1", NULL},
        {"go movestogo 1001 depth 1", "togo 1000 depth 1", NULL},
        {"go depth 0", "depth 1", NULL},
        {"go depth 1", "depth 1", NULL},
        {"go depth 120", "depth 120", NULL},
        {"go depth 121", "depth 120", NULL},
        {"go nodes 0", "nodes 1", NULL},
        {"go nodes 5000000000", "nodes 5000000000", NULL},
        {"go nodes 9223372036854775807", "nodes 9223372036854775807", NULL},
        {"go nodes 9223372036854775808", "nodes 9223372036854775807", NULL},
        {"go infinite", "infinite 1", NULL},
        {"go", "infinite 1", NULL},
        {"go   depth\t 3", "depth 3", NULL},
        {"go ponder", "ponder 1", NULL},
        {"go ponder btime 1000 wtime 900", "sente 1000 gote 900 clock 1 ponder 1", NULL},
        {"go mate 500", "movetime 500 clock 1 mate -1 tsume 1", NULL},
        {"go mate -1", "clock 1 mate -1 tsume 1", NULL},
        {"go mate 1000000001", "movetime 1000000000 clock 1 mate -1 tsume 1", NULL},
        {"go mate infinite", "mate -1 tsume 1", NULL},
        {"go mate infinite depth 2", "depth 2 mate -1 tsume 1", NULL},
        {"go depth 2", "depth 2", NULL}, /* no mate is asked for any more */
        {"go searchmoves 1g1f", "infinite 1 moves 1", NULL},
        {"go searchmoves 1g1f 9g9f nodes 5", "nodes 5 moves 2", NULL},
        {"go nodes 5 searchmoves", "nodes 5", NULL},
        {"go searchmoves 1g1e", "infinite 1", "go searchmoves: expected a legal move, found 1g1e"},
        /* What can't be read is no limit; where it was the only one, the move comes at once. */
        {"go nodes x", "clock 1", "go: expected a number, found x"},
        {"go nodes", "clock 1", "go: expected a number, found the end"},
        {"go depth x", "clock 1", "go: expected a number, found x"},
        {"go depth x nodes 7", "nodes 7", "go: expected a number, found x"},
        {"go depth nodes 7", "nodes 7", "go: expected a number, found nodes"},
        {"go movestogo x", "clock 1", "go: expected a number, found x"},
        {"go btime x wtime y byoyomi z", "clock 1", "go: expected a number, found x"},
        {"go mate x", "clock 1 mate -1 tsume 1", "go: expected a number, found x"},
        {"go mate", "clock 1 mate -1 tsume 1", "go: expected a number, found the end"},
        {"go depth 5x", "clock 1", "go: expected a number, found 5x"},
        {"go movetime 1e3", "clock 1", "go: expected a number, found 1e3"},
        {"go movetime 100.75", "movetime 100 clock 1", NULL},
        {"go quickly", "clock 1", "go: unknown word quickly"},
        {"go quickly infinite", "infinite 1", "go: unknown word quickly"},
        {"go quickly ponder", "ponder 1", "go: unknown word quickly"},
    };
    static Heard heard;
    Session *session = opened(&heard, "usi");
    check_go(session, cases, sizeof cases / sizeof *cases);
    session_free(session);
}

/* White moves first. */
static void check_uci_go(void) {
    static const GoCase cases[] = {
        {"go wtime 60000 btime 50000 winc 3 binc 4",
         "sente 60000 gote 50000 sente+ 3 gote+ 4 clock 1", NULL},
        {"go mate 1", "mate 1", NULL},
        {"go mate 3", "mate 5", NULL},
        {"go mate 0", "mate 1", NULL},
        {"go mate 1000", "mate 1999", NULL},
        {"go mate 1001", "mate 1999", NULL},
        {"go mate infinite", "mate -1", NULL},
        {"go mate x", "clock 1", "go: expected a number, found x"},
        {"go mate", "clock 1", "go: expected a number, found the end"},
        {"go mate depth 2", "depth 2", "go: expected a number, found depth"},
    };
    static Heard heard;
    Session *session = opened(&heard, "uci");
    check_go(session, cases, sizeof cases / sizeof *cases);
    session_free(session);
}

/* "isready" makes the engine, so that the first search need not; and leaves alone one that searches. */
static void check_isready(void) {
    static Heard heard;
    Session *session = opened(&heard, "usi");
    CHECK(!session->engine, "an engine before anybody asked for one");
    say(session, "isready");
    CHECK(session->engine && !strcmp(heard.text, "readyok\n"), "isready: %s", heard.text);
    const HenkaEngine *engine = session->engine;
    say(session, "go infinite");
    say(session, "isready");
    CHECK(session->engine == engine && strstr(heard.text, "readyok"), "while it searches: %s",
          heard.text);
    say(session, "stop");
    session_free(session);
}

/* A line may hold anything. What is no text is not repeated as it came. */
static void check_control_characters(void) {
    static const struct {
        const char *hello, *line, *told;
    } cases[] = {
        {"usi", "\033[2J\001\177", "info string unknown command: ?[2J??\n"},
        {"usi", "isready\rgo", "info string unknown command: isready?go\n"},
        {"usi", "isready\r\r\n", "readyok\n"},
        {"xboard", "\033[2J", "Error (unknown command): ?[2J\n"},
    };
    static Heard heard;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session *session = opened(&heard, cases[i].hello);
        say(session, cases[i].line);
        CHECK(!strcmp(heard.text, cases[i].told), "line %d: told %s", (int)i, heard.text);
        session_free(session);
    }
}

/* "." tells how far the analysis is; when nothing is analysed there is nothing to tell. */
static void check_status(void) {
    static Heard heard;
    Session *session = opened(&heard, "xboard");
    say(session, ".");
    CHECK(!*heard.text, "nothing is analysed: %s", heard.text);
    say(session, "analyze");
    say(session, ".");
    CHECK(strstr(heard.text, "stat01: ") && strstr(heard.text, " 0 0\n"), "told: %s", heard.text);
    say(session, "exit");
    session_free(session);
}

/* The limit of the session counts where GUI asks for more, or for none. */
static void check_node_limit(void) {
    static const GoCase cases[] = {
        {"go nodes 50", "nodes 50", NULL},
        {"go nodes 300", "nodes 300", NULL},
        {"go nodes 301", "nodes 300", NULL},
        {"go depth 2", "nodes 300 depth 2", NULL},
    };
    static Heard heard;
    Session *session = opened(&heard, "usi");
    session->config.node_limit = 300;
    check_go(session, cases, sizeof cases / sizeof *cases);
    /* A count of moves stops where the next depth would take too long. */
    session->config.node_limit = 32 * 30;
    say(session, "perft 4");
    CHECK(strstr(heard.text, "perft 1 nodes 30 ") && strstr(heard.text, "perft 2 nodes 900 ") &&
              !strstr(heard.text, "perft 3"),
          "perft 4 with a limit of 960 nodes:\n%s", heard.text);
    session_free(session);
}

/* Lines, and the limits of the search that the last of them starts. */
typedef struct ClockCase {
    const char *lines[8], *limits;
} ClockCase;

static void check_cecp_clocks(void) {
    static const ClockCase cases[] = {
        {{"go"}, "movetime 5000"}, /* no time was given */
        {{"level 40 5 0", "go"}, "sente 300000 gote 300000 togo 40"},
        {{"level 0 2:30 1.5", "go"}, "sente 150000 gote 150000 sente+ 1500 gote+ 1500"},
        {{"level 0 0:01.25 0", "go"}, "sente 1250 gote 1250"},
        {{"level 40 5 0", "time 2000", "otim 3000", "go"}, "sente 20000 gote 30000 togo 40"},
        {{"level 40 5 0", "usermove g3g4", "time 2000", "otim 3000", "go"},
         "sente 30000 gote 20000 togo 40"},
        {{"level 40 5 0", "usermove g3g4", "usermove c7c6", "go"},
         "sente 300000 gote 300000 togo 39"},
        {{"level 2 5 0", "usermove g3g4", "usermove c7c6", "usermove f3f4", "usermove d7d6", "go"},
         "sente 300000 gote 300000 togo 2"},
        {{"level 0 5 0", "time 0", "otim -3", "go"}, "sente 1 gote 1"},
        {{"level 0 0 2", "go"}, "sente 1 gote 1 sente+ 2000 gote+ 2000"},
        {{"level 0 5 0", "time x", "otim 100000001", "go"}, "sente 300000 gote 1000000000"},
        {{"level 0 5 0", "time 70x", "otim", "go"}, "sente 300000 gote 300000"},
        {{"level 0 5 0", "time 70.5", "go"}, "sente 700 gote 300000"},
        {{"level 0 5 0", "time 100000000", "go"}, "sente 1000000000 gote 300000"},
        {{"level 0 5 0", "time 100000001", "go"}, "sente 1000000000 gote 300000"},
        {{"level -4 1 0", "go"}, "sente 60000 gote 60000"},
        {{"level 10001 1 0", "go"}, "sente 60000 gote 60000 togo 10000"},
        {{"level 40 5 0", "level x 1 0", "go"}, "sente 300000 gote 300000 togo 40"},
        {{"level 40 5 0", "level 40 x 0", "go"}, "sente 300000 gote 300000 togo 40"},
        {{"level 40 5 0", "level 40 3x 0", "go"}, "sente 300000 gote 300000 togo 40"},
        {{"level 40 5 0", "level 40 3:x 0", "go"}, "sente 300000 gote 300000 togo 40"},
        {{"level 40 5 0", "level 40 3 1x", "go"}, "sente 300000 gote 300000 togo 40"},
        {{"st 2.5", "st 3x", "go"}, "movetime 2500"},
        {{"level 0 99999 0", "go"}, "sente 5999940000 gote 5999940000"},
        {{"level 0 0:99999 99999", "go"},
         "sente 99999000 gote 99999000 sente+ 99999000 gote+ 99999000"},
        {{"st 2.5", "go"}, "movetime 2500"},
        {{"level 40 5 1", "st 999999", "go"}, "movetime 999999000"},
        {{"st 5", "level 40 5 0", "go"}, "sente 300000 gote 300000 togo 40"},
        {{"sd 3", "go"}, "depth 3"},
        {{"sd 0", "go"}, "depth 1"},
        {{"sd 120", "go"}, "depth 120"},
        {{"sd 121", "go"}, "depth 120"},
        {{"sd 3", "sd x", "go"}, "depth 3"},
        {{"sd 3", "sd 5x", "go"}, "depth 3"},
        {{"sd 3", "st 2", "go"}, "movetime 2000 depth 3"},
        {{"sd 3", "level 40 5 0", "go"}, "sente 300000 gote 300000 togo 40 depth 3"},
        {{"sd 3", "new", "force", "go"}, "movetime 5000"}, /* new takes it back */
        {{"analyze"}, "infinite 1"},
        {{"sd 3", "level 40 5 0", "analyze"}, "infinite 1"},
        {{"option Level=3", "go"}, "movetime 5000 level 3"},
        {{"exclude a3a4", "exclude b3b4", "exclude a3a4", "go"}, "movetime 5000 moves 28"},
        {{"exclude a3a4", "exclude b3b4", "include a3a4", "go"}, "movetime 5000 moves 29"},
        {{"exclude a3a4", "exclude b3b4", "include all", "go"}, "movetime 5000"},
        {{"exclude a3a4", "include b3b4", "go"}, "movetime 5000 moves 29"},
        {{"exclude a3a5", "go"}, "movetime 5000"},
        {{"exclude a3a4", "include x", "go"}, "movetime 5000 moves 29"},
        {{"exclude a3a4", "usermove g3g4", "usermove c7c6", "go"}, "movetime 5000"},
        {{"exclude a3a4", "usermove g3g4", "undo", "go"}, "movetime 5000"},
        {{"exclude a3a4", "new", "force", "go"}, "movetime 5000"},
    };
    static Heard heard;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session *session = opened(&heard, "xboard");
        session_line(session, "new");
        session_line(session, "force");
        char told[1024] = "";
        for (int k = 0; cases[i].lines[k]; k++) {
            session_line(session, cases[i].lines[k]);
            snprintf(told + strlen(told), sizeof told - strlen(told), "%s; ", cases[i].lines[k]);
        }
        Text found = limits_text(session);
        CHECK(!strcmp(found.text, cases[i].limits), "%slimits \"%s\", expected \"%s\"", told,
              found.text, cases[i].limits);
        session_line(session, "force");
        CHECK(session->think.state == THINK_IDLE, "%sforce: still searching", told);
        session_free(session);
    }
}

/* What level and st refuse leaves the clocks as they were. */
static void check_bad_clocks(void) {
    static const struct {
        const char *line, *told;
    } cases[] = {
        {"level", "Error (expected level MOVES BASE INCREMENT): level\n"},
        {"level 40", "Error (expected level MOVES BASE INCREMENT): level 40\n"},
        {"level 40 5", "Error (expected level MOVES BASE INCREMENT): level 40 5\n"},
        {"level 40 -1 0", "Error (bad time): level 40 -1 0\n"},
        {"level 40 100000 0", "Error (bad time): level 40 100000 0\n"},
        {"level 40 1:-1 0", "Error (bad time): level 40 1:-1 0\n"},
        {"level 40 1:100000 0", "Error (bad time): level 40 1:100000 0\n"},
        {"level 40 1 -1", "Error (bad time): level 40 1 -1\n"},
        {"level 40 1 100000", "Error (bad time): level 40 1 100000\n"},
        {"level 40 nan 0", "Error (bad time): level 40 nan 0\n"},
        {"level x 1 0", "Error (expected level MOVES BASE INCREMENT): level x 1 0\n"},
        {"level 40 3x 0", "Error (bad time): level 40 3x 0\n"},
        {"time x", "Error (expected a number): time x\n"},
        {"otim", "Error (expected a number): otim\n"},
        {"sd 4x", "Error (expected a number): sd 4x\n"},
        {"protover x", "Error (expected a number): protover x\n"},
        {"exclude x", "Error (expected a legal move or all): exclude x\n"},
        {"include x", "Error (expected a legal move or all): include x\n"},
        {"st", "Error (expected seconds): st\n"},
        {"st 0", "Error (expected seconds): st 0\n"},
        {"st -1", "Error (expected seconds): st -1\n"},
        {"st 1000000", "Error (expected seconds): st 1000000\n"},
    };
    static Heard heard;
    Session *session = opened(&heard, "xboard");
    session_line(session, "level 30 2 1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        say(session, cases[i].line);
        CHECK(!strcmp(heard.text, cases[i].told), "%s: was told %sexpected %s", cases[i].line,
              heard.text, cases[i].told);
        const Cecp *cecp = &session->cecp;
        CHECK(cecp->moves_per_session == 30 && cecp->base_ms == 120000 &&
                  cecp->increment_ms == 1000 && !cecp->move_ms,
              "%s: level %d, base %d ms, increment %d ms, %d ms a move", cases[i].line,
              (int)cecp->moves_per_session, (int)cecp->base_ms, (int)cecp->increment_ms,
              (int)cecp->move_ms);
    }
    session_free(session);
}

/* ---- options --------------------------------------------------------------------------------- */

/* Options is a struct of ints. */
enum { OPTION_INTS = sizeof(Options) / sizeof(int) };
typedef struct OptionInts {
    int value[OPTION_INTS];
} OptionInts;

static OptionInts ints_of(const Session *session) {
    OptionInts ints;
    memcpy(&ints, &session->options, sizeof ints);
    return ints;
}

/* Every setting of an engine in henka.h is one that a GUI can set, over its whole range. */
static void check_engine_options(void) {
    static Heard heard, told;
    bool set[OPTION_INTS] = {false};
    Session *session = opened(&heard, "usi");
    session->config.hash_limit_mib = HENKA_MAX_HASH_MIB;
    session->config.thread_limit = HENKA_MAX_THREADS;
    say(session, "usi");
    memcpy(&told, &heard, sizeof told);
    for (const char *line = told.text; *line; line = strchr(line, '\n') + 1) {
        char name[64], least[64] = "", most[64] = "", command[256];
        if (sscanf(line, "option name %63s type spin default %*d min %63s max %63s", name, least,
                   most) != 3 &&
            sscanf(line, "option name %63s type check default %63s", name, least) != 2)
            continue;
        if (!*most) snprintf(most, sizeof most, "true"), snprintf(least, sizeof least, "false");
        for (int k = 0; k < 2; k++) {
            OptionInts before = ints_of(session);
            const char *value = k ? least : most;
            int number = !strcmp(value, "true") ? 1 : atoi(value), changed = 0;
            snprintf(command, sizeof command, "setoption name %s value %s", name, value);
            say(session, command);
            CHECK(!heard.length, "%s: %s", command, heard.text);
            OptionInts after = ints_of(session);
            for (int i = 0; i < OPTION_INTS; i++) {
                if (before.value[i] == after.value[i]) continue;
                CHECK(after.value[i] == number, "%s: sets %d", command, after.value[i]);
                set[i] = true, changed++;
            }
            /* It may have been there before. */
            CHECK(changed <= 1, "%s: %d settings changed", command, changed);
        }
    }
#define COVERED(field, NAME, ...)                                                                  \
    CHECK(set[offsetof(Options, engine.field) / sizeof(int)],                                      \
          "no option of USI sets " #field " of HenkaEngineOptions");
    HENKA_ENGINE_OPTIONS(COVERED)
#undef COVERED
    session_free(session);
}

#define OPTION_AT(field) (offsetof(Options, field) / sizeof(int))

static void check_option_values(void) {
    static const struct {
        const char *line; /* behind setoption */
        const char *told; /* NULL: nothing */
        size_t at;        /* the setting, and what it is then */
        int value;
    } cases[] = {
        {"name USI_Hash value 1", NULL, OPTION_AT(engine.hash_mib), 1},
        {"name usi hash value 2", NULL, OPTION_AT(engine.hash_mib), 2},
        {"name HASH value 1", NULL, OPTION_AT(engine.hash_mib), 1},
        {"name Hash value 3", "option Hash: expected a number from 1 to 2, found \"3\"",
         OPTION_AT(engine.hash_mib), 1},
        {"name Hash value 0", "option Hash: expected a number from 1 to 2, found \"0\"",
         OPTION_AT(engine.hash_mib), 1},
        {"name Threads value 3", NULL, OPTION_AT(engine.threads), 3},
        {"name Threads value 4", "option Threads: expected a number from 1 to 3, found \"4\"",
         OPTION_AT(engine.threads), 3},
        {"name USI_MultiPV value 64", NULL, OPTION_AT(engine.multi_pv), 64},
        {"name MultiPV value 65", "option MultiPV: expected a number from 1 to 64, found \"65\"",
         OPTION_AT(engine.multi_pv), 64},
        {"name MultiPV value 2x", "option MultiPV: expected a number from 1 to 64, found \"2x\"",
         OPTION_AT(engine.multi_pv), 64},
        {"name MultiPV", "option MultiPV: expected a number from 1 to 64, found \"\"",
         OPTION_AT(engine.multi_pv), 64},
        {"name MultiPV value 7 \t", NULL, OPTION_AT(engine.multi_pv), 7},
        {"name MultiP value 7", "no option is called \"MultiP\"", OPTION_AT(engine.multi_pv), 7},
        {"name MultiPVs value 7", "no option is called \"MultiPVs\"", OPTION_AT(engine.multi_pv),
         7},
        {"name Move  Overhead value 0", NULL, OPTION_AT(engine.overhead_ms), 0},
        {"name move_overhead value 10000", NULL, OPTION_AT(engine.overhead_ms), 10000},
        {"name NetworkDelay value -1",
         "option NetworkDelay: expected a number from 0 to 10000, found \"-1\"",
         OPTION_AT(engine.overhead_ms), 10000},
        {"name MaxMovesToDraw value 256", NULL, OPTION_AT(engine.draw_moves), 256},
        {"name MaxMovesToDraw value 100001",
         "option MaxMovesToDraw: expected a number from 0 to 100000, found \"100001\"",
         OPTION_AT(engine.draw_moves), 256},
        {"name Level value 10", NULL, OPTION_AT(level), 10},
        {"name Level value 11", "option Level: expected a number from 0 to 10, found \"11\"",
         OPTION_AT(level), 10},
        {"name Level value 0", NULL, OPTION_AT(level), 0},
        {"name ResignValue value 99999", NULL, OPTION_AT(resign_value), 99999},
        {"name ResignValue value 100000",
         "option ResignValue: expected a number from 0 to 99999, found \"100000\"",
         OPTION_AT(resign_value), 99999},
        {"name DerivedEval value true", NULL, OPTION_AT(engine.derived_eval), 1},
        {"name DerivedEval value False", NULL, OPTION_AT(engine.derived_eval), 0},
        {"name DerivedEval value 1", NULL, OPTION_AT(engine.derived_eval), 1},
        {"name DerivedEval value 2", "option DerivedEval: expected true or false, found \"2\"",
         OPTION_AT(engine.derived_eval), 1},
        {"name DerivedEval value yes", "option DerivedEval: expected true or false, found \"yes\"",
         OPTION_AT(engine.derived_eval), 1},
        {"name DerivedEval value 0", NULL, OPTION_AT(engine.derived_eval), 0},
        {"name DerivedEval", "option DerivedEval: expected true or false, found \"\"",
         OPTION_AT(engine.derived_eval), 0},
        {"name Ponder value true", NULL, OPTION_AT(ponder), 1},
        {"name Clear Hash", NULL, OPTION_AT(ponder), 1},
        /* Stockfish's 20 steps are our ten levels. */
        {"name Skill Level value 0", NULL, OPTION_AT(level), 1},
        {"name Skill Level value 1", NULL, OPTION_AT(level), 1},
        {"name Skill Level value 2", NULL, OPTION_AT(level), 2},
        {"name Skill Level value 19", NULL, OPTION_AT(level), 10},
        {"name Skill Level value 20", NULL, OPTION_AT(level), 0},
        {"name Skill Level value 21",
         "option Skill Level: expected a number from 0 to 20, found \"21\"", OPTION_AT(skill), 20},
        {"", "setoption: expected name NAME value VALUE", OPTION_AT(level), 0},
        {"Level value 3", "setoption: expected name NAME value VALUE", OPTION_AT(level), 0},
        {"name", "no option is called \"\"", OPTION_AT(level), 0},
        {"name value 3", "no option is called \"\"", OPTION_AT(level), 0},
    };
    static Heard heard;
    Session *session = opened(&heard, "usi");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[256], told[256] = "";
        snprintf(line, sizeof line, "setoption %s", cases[i].line);
        if (cases[i].told) snprintf(told, sizeof told, "info string error: %s\n", cases[i].told);
        say(session, line);
        CHECK(!strcmp(heard.text, told), "%s: was told \"%s\", expected \"%s\"", line, heard.text,
              told);
        int found = ints_of(session).value[cases[i].at];
        CHECK(found == cases[i].value, "%s: the setting is %d, expected %d", line, found,
              cases[i].value);
    }
    session_free(session);
}

/* memory and cores are kept within what the session has; what is no number changes nothing. */
static void check_memory_and_cores(void) {
    static const struct {
        const char *line;
        int hash_mib, threads;
    } cases[] = {{"memory 1", 1, 1},    {"memory 0", 1, 1},     {"memory 100", 100, 1},
                 {"memory 7x", 100, 1}, {"memory 101", 100, 1}, {"cores 3", 100, 3},
                 {"cores x", 100, 3},   {"cores 0", 100, 1},    {"cores 4", 100, 3}};
    static Heard heard;
    Session *session = opened(&heard, "xboard");
    session->config.hash_limit_mib = 100;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        say(session, cases[i].line);
        const HenkaEngineOptions *found = &session->options.engine;
        CHECK(!heard.length == !strchr(cases[i].line, 'x') &&
                  found->hash_mib == cases[i].hash_mib && found->threads == cases[i].threads,
              "%s: %d MiB, %d threads; %s", cases[i].line, found->hash_mib, found->threads,
              heard.text);
    }
    session_free(session);
}

/* The standard size of the table is what a GUI gives, but no more than there is. */
static void check_limits_of_machine(void) {
    static const struct {
        int limit_mib, standard_mib;
    } cases[] = {{1, 1}, {63, 63}, {64, 64}, {1000, 64}, {0, 64}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SessionConfig config = {.writer = hear, .hash_limit_mib = cases[i].limit_mib};
        Session *session = session_new(&config);
        CHECK(session->options.engine.hash_mib == cases[i].standard_mib,
              "of %d MiB, %d are the standard", cases[i].limit_mib,
              session->options.engine.hash_mib);
        int64_t pages = sysconf(_SC_PHYS_PAGES), mib = pages * sysconf(_SC_PAGESIZE) / 1048576,
                found = options_hash_limit(session);
        if (cases[i].limit_mib)
            mib = cases[i].limit_mib;
        else if (mib > HENKA_MAX_HASH_MIB)
            mib = HENKA_MAX_HASH_MIB;
        CHECK(found == mib || (mib < 64 && found == 64),
              "%" PRId64 " MiB at most, the machine has %" PRId64, found, mib);
        CHECK(options_thread_limit(session) == HENKA_MAX_THREADS, "%d threads at most",
              options_thread_limit(session));
        CHECK(session->cecp.engine_side == -1 && session->options.level == 0 &&
                  session->options.skill == 20 && session->options.resign_value == 99999,
              "a new session: side %d, level %d, skill %d, resigns at %d",
              session->cecp.engine_side, session->options.level, session->options.skill,
              session->options.resign_value);
        session_free(session);
    }
}

/* A ruling that is set and taken back gives its place to the next one, however often. */
static void check_rulings_again(void) {
    static Heard heard;
    Session *session = opened(&heard, "usi");
    for (int i = 0; i < 200; i++) {
        say(session,
            i % 2 ? "setoption name Rule_strict value off" : "setoption name Rule_strict value on");
        CHECK(!strstr(heard.text, "error"), "time %d: %s", i, heard.text);
    }
    session_free(session);
}

/* ---- long lines, and lines before the protocol is known --------------------------------------- */

/* What is longer than a word, an option's name or a buffer is shortened, never written beyond. */
static void check_long_lines(void) {
    static Heard heard;
    static char line[9000];
    static const char *const beginnings[] = {"",
                                             "go ",
                                             "go nodes ",
                                             "position startpos moves ",
                                             "setoption name ",
                                             "setoption name A B ",
                                             "setoption name USI_Variant value ",
                                             "setoption name VariantPath value ",
                                             "setoption name Rule_strict value ",
                                             "perft ",
                                             "position sfen ",
                                             "go searchmoves "};
    Session *session = opened(&heard, "usi");
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t length = strlen(beginnings[i]);
        memset(line, 'x', sizeof line);
        memcpy(line, beginnings[i], length);
        for (size_t cut = 250; cut < 9000; cut = cut < 262 ? cut + 1 : cut * 2) {
            line[length + cut] = '\0';
            say(session, line);
            session_line(session, "stop");
            CHECK(heard.length > 0 && heard.length < 2000, "%.40s... (%zu letters): %zu letters",
                  line, length + cut, heard.length);
            line[length + cut] = 'x';
        }
    }
    /* A name of several long words. */
    snprintf(line, sizeof line, "setoption name %0200d %0200d %0200d value 1", 1, 2, 3);
    say(session, line);
    snprintf(line, sizeof line, "info string error: no option is called \"%0200d %054d", 1, 0);
    CHECK(!strncmp(heard.text, line, strlen(line)), "%s", heard.text);
    session_free(session);
}

/* A line is written whole however long it is. */
static void check_long_answers(void) {
    static Heard heard;
    static char line[20000];
    Session *session = opened(&heard, "usi");
    for (size_t length = 2040; length < 20000; length = length < 2052 ? length + 1 : length * 2) {
        memset(line, 'y', length);
        line[length] = '\0';
        heard.length = 0;
        session_say(session, "%s", line);
        CHECK(heard.length == length + 1 && !strncmp(heard.text, line, length),
              "%zu letters: %zu were written", length, heard.length);
    }
    heard.length = 0;
    session_say_lines(session, "one\ntwo\n\nfour");
    CHECK(!strcmp(heard.text, "one\ntwo\n\nfour\n"), "four lines: %s", heard.text);
    session_free(session);
}

/* The first command that belongs to one protocol decides for good. */
static void check_protocol_choice(void) {
    static const struct {
        const char *lines[3];
        const Protocol *protocol;
    } cases[] = {
        {{"usi"}, &protocol_usi},
        {{"uci"}, &protocol_uci},
        {{"xboard"}, &protocol_cecp},
        {{"protover 2"}, &protocol_cecp},
        {{"uci", "usi", "xboard"}, &protocol_uci},
        {{"usi", "uci"}, &protocol_usi},
        {{"xboard", "uci"}, &protocol_cecp},
        {{"d", "moves"}, NULL},
        {{"", "what"}, NULL},
        {{"isready", "setoption name Level value 1"}, NULL},
        {{"d", "uci"}, &protocol_uci},
        {{"go depth 1"}, &protocol_usi},
    };
    static Heard heard;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session *session = opened(&heard, "");
        for (int k = 0; k < 3 && cases[i].lines[k]; k++) session_line(session, cases[i].lines[k]);
        session_line(session, "wait");
        CHECK(session->protocol == cases[i].protocol, "after %s: protocol %d, expected %d",
              cases[i].lines[0], session->protocol ? (int)session->protocol->index : -1,
              cases[i].protocol ? (int)cases[i].protocol->index : -1);
        CHECK(session_line(session, "d") && !session_line(session, "quit\r\n"),
              "quit ends the conversation, d does not");
        session_free(session);
    }
}

/* The end of the input: a search with an end is waited for, but not for ever. */
static void check_finish(void) {
    static const struct {
        const char *line;
        int64_t wait_ms, least_ms;
        bool done; /* before it was stopped */
    } cases[] = {{"go depth 1", 60000, 0, true},
                 {"go movetime 900000", 1100, 1100, false},
                 {"go infinite", 60000, 0, false},
                 {"go ponder", 60000, 0, false},
                 {"go mate infinite", 60000, 0, false}};
    static Heard heard;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session *session = opened(&heard, "usi");
        say(session, cases[i].line);
        int64_t began = clock_ms();
        session_finish(session, cases[i].wait_ms);
        int64_t took = clock_ms() - began;
        CHECK(session->think.state == THINK_IDLE &&
                  (strstr(heard.text, "bestmove ") || strstr(heard.text, "checkmate ")),
              "%s: state %d, %s", cases[i].line, session->think.state, heard.text);
        CHECK(took >= cases[i].least_ms && took < 55000, "%s: ended after %d ms", cases[i].line,
              (int)took);
        session_free(session);
    }
}

/* Adding games leaves the game that is played as it is, whichever was chosen. */
static void check_path_later(void) {
    static Heard heard;
    Session *session = opened(&heard, "usi");
    for (size_t i = 0; i < registry_count(session->registry); i++) {
        char line[256];
        snprintf(line, sizeof line, "setoption name USI_Variant value %s",
                 registry_name(session->registry, i));
        say(session, line);
        const HenkaGame *game = session->game;
        snprintf(line, sizeof line, "setoption name VariantPath value %s", games_folder);
        say(session, line);
        CHECK(session->game == game && session->variant_index == i &&
                  !strncmp(heard.text, "option name USI_Variant ", 24) &&
                  strchr(heard.text, '\n')[1] == '\0',
              "%s is set up anew: %s", registry_name(session->registry, i), heard.text);
    }
    session_free(session);
}

/* A program that serves others bars their paths, and lends all of them one registry. */
static void check_barred_files(void) {
    static Heard heard;
    Registry *registry = registry_new();
    SessionConfig config = {
        .writer = hear, .context = &heard, .files_barred = true, .registry = registry};
    for (int i = 0; i < 2; i++) {
        Session *session = session_new(&config);
        static const char *const names[] = {"VariantPath", "EvalFile"};
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            char line[128], answer[128];
            snprintf(line, sizeof line, "setoption name %s value /", names[k]);
            snprintf(answer, sizeof answer, "info string error: %s: no files can be read here\n",
                     names[k]);
            say(session, line);
            CHECK(!strcmp(heard.text, answer), "%s, barred: %s", names[k], heard.text);
            snprintf(line, sizeof line, "setoption name %s value <empty>", names[k]);
            say(session, line);
            CHECK(!heard.length, "%s, no path: %s", names[k], heard.text);
        }
        session_free(session);
    }
    CHECK(registry_find(registry, "shogi") >= 0, "the registry outlives the sessions");
    registry_free(registry);
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

/* More rulings than a session announces, in five games from files: sixty-four names in all, and of
 * one name sixteen choices. */
static void check_many_rulings(void) {
    static Heard heard;
    char folder[] = "/tmp/henka-rulings-XXXXXX", path[64];
    CHECK(mkdtemp(folder), "no folder for the test's files");
    for (int g = 0; g < 5; g++) {
        snprintf(path, sizeof path, "%s/%d.ini", folder, g);
        FILE *file = fopen(path, "w");
        fprintf(file,
                "name=many%d\ntitle=Many\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\n"
                "stalemate=loss\nking:K:K:K:a1\noption=shared by all\n",
                g);
        for (int c = 0; c < 5; c++)
            fprintf(file, "choice=c%d_%d one of five\n%s", g, c, c ? ":K:KD\n" : "");
        for (int i = 1; i < 16; i++)
            fprintf(file,
                    "option=o%d_%d of one game\nchoice=slow one step\nchoice=fast two steps\n"
                    ":K:KD\n",
                    g, i);
        fclose(file);
    }
    Registry *registry = registry_new();
    HenkaError error = {0};
    CHECK(registry_add(registry, folder, &error), "%s", error.message);
    SessionConfig config = {.writer = hear, .context = &heard, .registry = registry};
    Session *session = session_new(&config);
    say(session, "usi");
    const char *shared = strstr(heard.text, "option name Rule_shared type combo default c0_0");
    char *end = shared ? strchr(shared, '\n') : NULL;
    CHECK(count_of(heard.text, "option name Rule_") == 64, "%d rulings are announced",
          count_of(heard.text, "option name Rule_"));
    if (end) *end = '\0';
    CHECK(end && count_of(shared, " var ") == 16, "of twenty-five choices: %s",
          shared ? shared : "none");
    session_free(session);
    registry_free(registry);
    for (int g = 0; g < 5; g++) {
        snprintf(path, sizeof path, "%s/%d.ini", folder, g);
        remove(path);
    }
    rmdir(folder);
}

/* ---- XBoard: who thinks, and when --------------------------------------------------------------- */

static const char *const state_names[] = {"idle",      "searching", "held",
                                          "pondering", "stopping",  "abandoned"};

/* A line; where the search stands afterwards and which side the engine plays; what was answered,
 * NULL: something that is not looked at. */
typedef struct Step {
    const char *line;
    ThinkState state;
    int side;
    const char *told;
} Step;

static void check_steps(const char *hello, const Step *steps, size_t count) {
    static Heard heard;
    Session *session = opened(&heard, hello);
    char before[1024] = "";
    for (size_t i = 0; i < count; i++) {
        say(session, steps[i].line);
        snprintf(before + strlen(before), sizeof before - strlen(before), "%s; ", steps[i].line);
        CHECK(session->think.state == steps[i].state, "%sthe search is %s, expected %s", before,
              state_names[session->think.state], state_names[steps[i].state]);
        CHECK(session->cecp.engine_side == steps[i].side, "%sthe engine plays %d, expected %d",
              before, session->cecp.engine_side, steps[i].side);
        CHECK(!steps[i].told || !strcmp(heard.text, steps[i].told),
              "%swas told \"%s\", expected \"%s\"", before, heard.text, steps[i].told);
    }
    session_free(session);
}

static void check_cecp_turns(void) {
    enum { NOBODY = -1 };
    static const Step playing[] = {
        {"st 900000", THINK_IDLE, NOBODY, ""},
        {"go", THINK_SEARCHING, HENKA_SENTE, ""},
        {"usermove g3g4", THINK_SEARCHING, HENKA_SENTE, "Error (command not legal now): g3g4\n"},
        {"force", THINK_IDLE, NOBODY, ""},
        {"new", THINK_IDLE, HENKA_GOTE, ""},
        {"put a3", THINK_IDLE, HENKA_GOTE, ""}, /* nothing is lifted */
        {"hover a3", THINK_IDLE, HENKA_GOTE, ""},
        {"usermove g3g4", THINK_SEARCHING, HENKA_GOTE, ""},
        {"undo", THINK_IDLE, HENKA_GOTE, ""},
        {"undo", THINK_IDLE, HENKA_GOTE, "Error (command not legal now): undo\n"},
        {"playother", THINK_IDLE, HENKA_GOTE, ""},
        {"force", THINK_IDLE, NOBODY, ""},
        {"usermove g3g4", THINK_IDLE, NOBODY, ""},
        {"playother", THINK_IDLE, HENKA_SENTE, ""},
        {"usermove c7c6", THINK_SEARCHING, HENKA_SENTE, ""},
        {"option MultiPV=2", THINK_SEARCHING, HENKA_SENTE, ""},
        {"memory 1", THINK_SEARCHING, HENKA_SENTE, ""},
        {"cores 1", THINK_SEARCHING, HENKA_SENTE, ""},
        {"lift a3", THINK_SEARCHING, HENKA_SENTE, "highlight 9/9/9/9/9/Y8/9/9/9\n"},
        {"?", THINK_IDLE, HENKA_SENTE, NULL},
        {"put a4", THINK_IDLE, HENKA_SENTE, ""}, /* the move put the piece down */
        {"hover a4", THINK_IDLE, HENKA_SENTE, ""},
        {"undo", THINK_IDLE, HENKA_SENTE, ""},
        {"remove", THINK_SEARCHING, HENKA_SENTE, ""},
        {"setboard 4k4/9/9/9/9/9/9/9/R3K4 b 0 1", THINK_IDLE, HENKA_SENTE, ""},
        {"setboard 4k4/9/9/9/9/9/9/9/R3K4 w 0 1", THINK_SEARCHING, HENKA_SENTE, ""},
        {"exclude a1a2", THINK_SEARCHING, HENKA_SENTE, ""},
        {"include all", THINK_SEARCHING, HENKA_SENTE, ""},
        {"new", THINK_IDLE, HENKA_GOTE, ""},
        {"playother", THINK_IDLE, HENKA_GOTE, ""},
        {"playother", THINK_IDLE, HENKA_GOTE, ""},
        {"setboard nothing", THINK_IDLE, HENKA_GOTE, NULL},
        {"usermove g3g4", THINK_IDLE, HENKA_GOTE, "Illegal move: g3g4\n"},
        {"go", THINK_IDLE, HENKA_SENTE, ""}, /* not from a position that was refused */
        {"new", THINK_IDLE, HENKA_GOTE, ""},
        {"usermove g3g4", THINK_SEARCHING, HENKA_GOTE, ""},
        {"result 1-0 {resigns}", THINK_IDLE, NOBODY, ""},
        {"usermove c7c6", THINK_IDLE, NOBODY, ""},
        {"?", THINK_IDLE, NOBODY, ""},
        {"go", THINK_SEARCHING, HENKA_SENTE, ""},
        {"?", THINK_IDLE, HENKA_SENTE, NULL},
        {"d", THINK_IDLE, HENKA_SENTE, NULL},
        {"variant okisaki", THINK_SEARCHING, HENKA_SENTE, NULL},
        {"variant what", THINK_IDLE, HENKA_SENTE, "Error (unknown variant): what\n"},
    };
    static const Step analysing[] = {
        {"force", THINK_IDLE, NOBODY, ""},
        {"exit", THINK_IDLE, NOBODY, ""},
        {".", THINK_IDLE, NOBODY, ""},
        {"analyze", THINK_HELD, NOBODY, NULL},
        {"ping 1", THINK_HELD, NOBODY, NULL},
        {"?", THINK_HELD, NOBODY, NULL},
        {"usermove g3g4", THINK_HELD, NOBODY, NULL},
        {"undo", THINK_HELD, NOBODY, NULL},
        {"setboard 4k4/9/9/9/9/9/9/9/R3K4 b 0 1", THINK_HELD, NOBODY, NULL},
        {"new", THINK_HELD, NOBODY, NULL},
        {"option Clear Hash", THINK_HELD, NOBODY, NULL},
        {"force", THINK_IDLE, NOBODY, NULL},
        {"exit", THINK_IDLE, NOBODY, NULL},
        {"new", THINK_IDLE, HENKA_GOTE, NULL},
        {"analyze", THINK_HELD, NOBODY, NULL},
        {"usermove g3g4", THINK_HELD, NOBODY, NULL},
        {"exit", THINK_IDLE, NOBODY, NULL},
        {"usermove c7c6", THINK_IDLE, NOBODY, ""},
        {"quit", THINK_IDLE, NOBODY, ""},
    };
    /* The same for USI and UCI, where the engine has no side. */
    static const Step usi[] = {
        {"stop", THINK_IDLE, NOBODY, ""},
        {"ponderhit", THINK_IDLE, NOBODY, ""},
        {"go infinite", THINK_HELD, NOBODY, NULL},
        {"isready", THINK_HELD, NOBODY, NULL},
        {"ponderhit", THINK_HELD, NOBODY, NULL},
        {"what", THINK_HELD, NOBODY, NULL},
        {"stop", THINK_IDLE, NOBODY, NULL},
        {"go ponder", THINK_PONDERING, NOBODY, NULL},
        {"wait", THINK_PONDERING, NOBODY, NULL},
        {"ponderhit btime 900000 wtime 900000", THINK_SEARCHING, NOBODY, NULL},
        {"ponderhit", THINK_SEARCHING, NOBODY, NULL},
        {"gameover win", THINK_IDLE, NOBODY, NULL},
        {"go ponder infinite", THINK_PONDERING, NOBODY, NULL},
        {"ponderhit", THINK_HELD, NOBODY, NULL},
        {"position startpos", THINK_IDLE, NOBODY, NULL},
        {"go ponder movetime 900000", THINK_PONDERING, NOBODY, NULL},
        {"ponderhit", THINK_SEARCHING, NOBODY, NULL},
        {"setoption name Threads value 1", THINK_IDLE, NOBODY, NULL},
        {"go movetime 900000", THINK_SEARCHING, NOBODY, NULL},
        {"usinewgame", THINK_IDLE, NOBODY, NULL},
        {"go movetime 900000", THINK_SEARCHING, NOBODY, NULL},
        {"go infinite", THINK_HELD, NOBODY, NULL},
        {"quit", THINK_IDLE, NOBODY, NULL},
    };
    check_steps("xboard", playing, sizeof playing / sizeof *playing);
    check_steps("xboard", analysing, sizeof analysing / sizeof *analysing);
    check_steps("usi", usi, sizeof usi / sizeof *usi);
}

/* After `hard` the engine thinks in the opponent's time about the answer that it expects. Its state
   between the opponent's move and its own isn't looked at: it may ponder again by then. */
static void check_cecp_ponder(void) {
    static Heard heard;
    char expected[64], line[256], told[256];
    for (int trial = 0; trial < 4; trial++) {
        Session *session = opened(&heard, "xboard");
        static const char *const lines[] = {
            "new", "force", "hard", "sd 3", "level 40 5 2", "time 2000", "otim 3000", "go", "wait"};
        CHECK_ABOUT("trial %d", trial);
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) session_line(session, lines[i]);
        CHECK(session->think.state == THINK_PONDERING && session->think.ponder, "it is %s",
              state_names[session->think.state]);
        Text limits = limits_text(session);
        CHECK(!strcmp(limits.text,
                      "sente 20000 gote 30000 sente+ 2000 gote+ 2000 togo 39 depth 3 ponder 1"),
              "pondering with %s", limits.text);
        HenkaMove hint = session->cecp.hint;
        CHECK(hint && hint == session->cecp.ponder_move && henka_game_legal(session->game, hint),
              "it expects another move than it ponders on");
        henka_move_text(session->game, hint, HENKA_XBOARD, expected, sizeof expected);
        say(session, "hint");
        snprintf(line, sizeof line, "Hint: %s\n", expected);
        CHECK(!strcmp(heard.text, line), "%s, expected %s", heard.text, line);
        say(session, "ping 8");
        CHECK(!strcmp(heard.text, "pong 8\n"), "ping while pondering: %s", heard.text);
        size_t plies = henka_game_plies(session->game);
        switch (trial) {
        case 0: /* the move that was expected */
            snprintf(line, sizeof line, "usermove %s", expected);
            say(session, line);
            session_line(session, "wait");
            CHECK(henka_game_plies(session->game) == (int)plies + 2 &&
                      !strncmp(heard.text, "move ", 5),
                  "%zu plies before %s, %d after: %s", plies, line, henka_game_plies(session->game),
                  heard.text);
            break;
        case 1: /* another */
            snprintf(line, sizeof line, "usermove %s", strcmp(expected, "a7a6") ? "a7a6" : "b7b6");
            say(session, line);
            session_line(session, "wait");
            CHECK(henka_game_plies(session->game) == (int)plies + 2 &&
                      !strncmp(heard.text, "move ", 5) && !strstr(heard.text + 5, "move "),
                  "%zu plies before %s, %d after: %s", plies, line, henka_game_plies(session->game),
                  heard.text);
            break;
        case 2: /* no more of it */
            say(session, "easy");
            CHECK(session->think.state == THINK_IDLE && !heard.length, "after easy it is %s: %s",
                  state_names[session->think.state], heard.text);
            break;
        default: /* the other side is asked for a move */
            session_line(session, "sd 120");
            say(session, "go");
            CHECK(session->think.state == THINK_SEARCHING && !session->think.ponder &&
                      session->cecp.engine_side == HENKA_GOTE,
                  "after go it is %s", state_names[session->think.state]);
            /* The answers to pings wait for the move. */
            session_line(session, "ping 21");
            session_line(session, "ping 22");
            CHECK(!heard.length, "ping while it thinks: %s", heard.text);
            session_line(session, "?");
            snprintf(told, sizeof told, "%s", strchr(heard.text, '\n') ? heard.text : "\n");
            CHECK(!strncmp(told, "move ", 5) && !strcmp(strchr(told, '\n'), "\npong 21\npong 22\n"),
                  "?: %s", told);
        }
        CHECK_ABOUT("%s", "");
        session_free(session);
    }
}

/* Waits until the search has said something; at most a minute. */
static void heard_something(Session *session) {
    const Heard *heard = session->config.context;
    bool something = false;
    for (int i = 0; i < 60000 && !something; i++) {
        pthread_mutex_lock(&session->lock);
        something = heard->length;
        pthread_mutex_unlock(&session->lock);
        if (!something) usleep(1000);
    }
}

/* Lines of thinking come after `post` and while it analyses; `nopost` ends them. */
static void check_post(void) {
    static const struct {
        const char *lines[4];
        bool shown;
    } cases[] = {{{"sd 2", "go", "wait"}, false},
                 {{"post", "sd 2", "go", "wait"}, true},
                 {{"post", "nopost", "sd 2", "go"}, false},
                 {{"analyze"}, true},
                 {{"post", "nopost", "analyze"}, true}};
    static Heard heard;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session *session = opened(&heard, "xboard");
        say(session, "force");
        for (int k = 0; k < 4 && cases[i].lines[k]; k++) session_line(session, cases[i].lines[k]);
        if (cases[i].shown) heard_something(session);
        session_finish(session, 60000);
        int depth, score, time, nodes;
        bool shown = sscanf(heard.text, "%d %d %d %d", &depth, &score, &time, &nodes) == 4;
        CHECK(shown == cases[i].shown, "%s, %s: %s", cases[i].lines[0],
              cases[i].lines[1] ? cases[i].lines[1] : "-", heard.text);
        CHECK(session->think.silent != cases[i].shown, "%s: silent %d", cases[i].lines[0],
              session->think.silent);
        session_line(session, "nopost");
        CHECK(session->think.silent == !session->cecp.analyzing, "nopost: silent %d",
              session->think.silent);
        session_line(session, "post");
        CHECK(!session->think.silent && session->cecp.post, "post: silent %d",
              session->think.silent);
        session_free(session);
    }
}

/* The count of nodes in the last line of thinking; -1 where there is none. */
static int nodes_of_last_line(const char *text) {
    int nodes = -1;
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        if (sscanf(at, "%*d %*d %*d %d", &nodes) != 1 && !strncmp(at, "move ", 5)) break;
    return nodes;
}

/* `new` forgets what former searches found: the next one takes as many nodes as the first. */
static void check_new(void) {
    static Heard heard;
    Session *session = opened(&heard, "xboard");
    int nodes[3];
    say(session, "post");
    session_line(session, "sd 6");
    for (int i = 0; i < 3; i++) {
        if (i != 1) session_line(session, "new"), session_line(session, "sd 6");
        if (i == 1) session_line(session, "force"), session_line(session, "undo");
        heard.length = 0;
        *heard.text = '\0';
        session_line(session, "go");
        session_line(session, "wait");
        nodes[i] = nodes_of_last_line(heard.text);
    }
    session_finish(session, 60000);
    CHECK(nodes[0] > 0 && nodes[2] == nodes[0], "nodes %d, and %d after `new`", nodes[0], nodes[2]);
    CHECK(nodes[1] != nodes[0], "nodes %d of the same position a second time", nodes[1]);
    session_free(session);
}

/* Strange amounts of commands that are kept for later. */
static void check_cecp_room(void) {
    static Heard heard;
    char line[400];
    Session *session = opened(&heard, "xboard");
    session_line(session, "force");
    for (int i = 0; i < 300; i++) session_line(session, "exclude a3a4");
    CHECK(session->cecp.excluded_count == 256, "%d moves are excluded",
          session->cecp.excluded_count);
    session_line(session, "go");
    for (int i = 0; i < 300; i++) {
        snprintf(line, sizeof line, "ping %d", 1000 + i);
        session_line(session, line);
    }
    snprintf(line, sizeof line, "ping %0300d", 7);
    session_line(session, line);
    say(session, "?");
    CHECK(strstr(heard.text, "\npong 1000\n") && strstr(heard.text, "\npong 1050\n"),
          "the first of many pings: %s", heard.text);
    session_line(session, "force");
    for (int i = 0; i < 10; i++) {
        snprintf(line, sizeof line, "usermove %0100d,", i);
        session_line(session, line);
    }
    CHECK(strlen(session->cecp.legs) < 256, "legs of %zu letters", strlen(session->cecp.legs));
    session_line(session, "new");
    CHECK(!*session->cecp.legs, "a new game begins with a leg: %s", session->cecp.legs);
    session_line(session, "lift a3");
    for (int i = 0; i < 20; i++) session_line(session, "put a4");
    CHECK(session->cecp.lifted_count == 0, "%d squares are lifted", session->cecp.lifted_count);
    session_free(session);
}

/* ---- the board ------------------------------------------------------------------------------- */

/* Beyond the 26th rank the board shows two letters, as squares are called. */
static void check_tall_board(void) {
    static const char text[] = "files=1\nranks=28\nroyal=K\nsymmetry=rotate\nking:K:K:K:a1\n";
    HenkaVariant *variant = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    HenkaGame *game = variant ? henka_game_new(variant, NULL, NULL) : NULL;
    char drawn[2048] = "";
    if (game) board_draw(game, (BoardStyle){0}, drawn, sizeof drawn);
    CHECK(strstr(drawn, "  k  a\n") && strstr(drawn, "  .  z\n  .  aa\n  K  ab\n"), "drawn:\n%s",
          drawn);
    henka_game_free(game);
    henka_variant_free(variant);
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "test-protocol-session FOLDER OF GAMES\n"), 2;
    games_folder = argv[1];
    check_usi_go();
    check_uci_go();
    check_isready();
    check_status();
    check_control_characters();
    check_node_limit();
    check_cecp_clocks();
    check_bad_clocks();
    check_engine_options();
    check_option_values();
    check_memory_and_cores();
    check_limits_of_machine();
    check_rulings_again();
    check_long_lines();
    check_long_answers();
    check_protocol_choice();
    check_finish();
    check_path_later();
    check_barred_files();
    check_many_rulings();
    check_cecp_turns();
    check_cecp_ponder();
    check_post();
    check_new();
    check_cecp_room();
    check_tall_board();
    return check_done();
}
