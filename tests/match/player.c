/* test-lab-player FAKE_ENGINE SHOGI: what a player's text means, what each program is told, and what
 * is made of its answers. FAKE_ENGINE is fake_engine.sh, SHOGI the file of a shipped game. */
#include "match/player.h"
#include "check.h"
#include "files.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *fake, *shipped_path;
static char told_path[] = "/tmp/henka-told-XXXXXX";
static HenkaVariant *shogi;
static const char start[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

/* ---- the text of a player ---- */

static void good_texts(void) {
    PlayerSpec spec = {0};
    HenkaError error = {0};
    bool ok = player_spec_parse(&spec,
                                "name=A b,proto=usi,cmd=./engine -x=1,variant=other,game=my.ini,"
                                "hash=32,threads=3,tc=2.5+0.25,byoyomi=700,movetime=300,nodes=1000,"
                                "depth=7,level=4,opt.Own=5,opt.B=x=y,",
                                &error);
    const Control *c = &spec.control;
    CHECK(ok, "refused: %s", error.message);
    CHECK(!strcmp(spec.name, "A b") && spec.protocol == PLAYER_USI &&
              !strcmp(spec.command, "./engine -x=1") && !strcmp(spec.variant, "other") &&
              !strcmp(spec.game, "my.ini"),
          "%s, %d, %s, %s, %s", spec.name, (int)spec.protocol, spec.command, spec.variant,
          spec.game);
    CHECK(spec.hash_mib == 32 && spec.threads == 3, "hash %d, threads %d", spec.hash_mib,
          spec.threads);
    CHECK(c->base_ms == 2500 && c->increment_ms == 250 && c->byoyomi_ms == 700 &&
              c->movetime_ms == 300 && c->nodes == 1000 && c->depth == 7 && c->level == 4,
          "%lld+%lld, %lld, %lld, %llu nodes, depth %d, level %d", (long long)c->base_ms,
          (long long)c->increment_ms, (long long)c->byoyomi_ms, (long long)c->movetime_ms,
          (unsigned long long)c->nodes, c->depth, c->level);
    CHECK(spec.option_count == 2 && !strcmp(spec.options[0].name, "Own") &&
              !strcmp(spec.options[0].value, "5") && !strcmp(spec.options[1].name, "B") &&
              !strcmp(spec.options[1].value, "x=y"),
          "%d options, the first %s = %s", spec.option_count, spec.options[0].name,
          spec.options[0].value);
    spec = (PlayerSpec){.threads = 1, .control = {.level = 1, .depth = 1, .nodes = 1}};
    CHECK(player_spec_parse(&spec, "level=0,depth=0,nodes=0,threads=0", &error) &&
              !spec.control.level && !spec.control.depth && !spec.control.nodes && !spec.threads,
          "zeros: %s", error.message);
    static const struct {
        const char *text;
        PlayerProtocol protocol;
    } protocols[] = {{"", PLAYER_SELF},
                     {"proto=self", PLAYER_SELF},
                     {"proto=random", PLAYER_RANDOM},
                     {"proto=greedy", PLAYER_GREEDY},
                     {"proto=usi,cmd=x", PLAYER_USI},
                     {"cmd=x,proto=uci", PLAYER_UCI},
                     {"proto=cecp,cmd=x", PLAYER_CECP},
                     {"proto=xshogi,cmd=x", PLAYER_XSHOGI}};
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++) {
        spec = (PlayerSpec){0};
        CHECK(player_spec_parse(&spec, protocols[i].text, &error) &&
                  spec.protocol == protocols[i].protocol,
              "\"%s\" is protocol %d: %s", protocols[i].text, (int)spec.protocol, error.message);
    }
}

static void bad_texts(void) {
    static const struct {
        const char *text;
        int column;
        const char *message;
    } rows[] = {
        {"name", 1, "expected KEY=VALUE, found \"name\""},
        {"name=A,proto", 8, "expected KEY=VALUE, found \"proto\""},
        {"name=A,,nodes=1", 8, "expected KEY=VALUE, found \"\""},
        {"proto=tcp", 1, "\"proto\" = \"tcp\""},
        {"nosuch=1", 1, "\"nosuch\" = \"1\""},
        {"name=A,nodes=x", 8, "\"nodes\" = \"x\""},
        {"nodes=", 1, "\"nodes\" = \"\""},
        {"nodes=5x", 1, "\"nodes\" = \"5x\""},
        {"nodes=-1", 1, "\"nodes\" = \"-1\""},
        {"depth=2147483648", 1, "\"depth\""},
        {"hash=2147483648", 1, "\"hash\""},
        {"threads=2147483648", 1, "\"threads\""},
        {"level=11", 1, "\"level\" = \"11\""},
        {"tc=", 1, "\"tc\""},
        {"tc=2+", 1, "\"tc\""},
        {"tc=2+1x", 1, "\"tc\""},
        {"tc=2x", 1, "\"tc\""},
        {"tc=-1", 1, "\"tc\""},
        {"tc=1+-1", 1, "\"tc\""},
        {"tc=1000001", 1, "\"tc\""},
        {"tc=1+1000001", 1, "\"tc\""},
        {"proto=usi", 1, "expected cmd=PROGRAM"},
        {"name=A,proto=cecp", 1, "expected cmd=PROGRAM"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PlayerSpec spec = {0};
        HenkaError error = {0};
        CHECK(!player_spec_parse(&spec, rows[i].text, &error) && error.line == 1 &&
                  error.column == rows[i].column && strstr(error.message, rows[i].message),
              "\"%s\": %d:%d \"%s\"", rows[i].text, error.line, error.column, error.message);
    }
    /* texts as long as there is room for, and one longer */
    static const struct {
        const char *key;
        int room;
    } keys[] = {{"name", 63}, {"cmd", 511}, {"variant", 63}, {"game", 255}, {"opt.Own", 255}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        for (int more = 0; more < 2; more++) {
            char text[1024];
            PlayerSpec spec = {0};
            HenkaError error = {0};
            int length = keys[i].room + more;
            snprintf(text, sizeof text, "%s=%0*d", keys[i].key, length, 7);
            CHECK(player_spec_parse(&spec, text, &error) == !more, "%s of %d bytes: \"%.60s\"",
                  keys[i].key, length, error.message);
        }
    char many[1024] = "";
    for (int i = 0; i <= PLAYER_MAX_OPTIONS; i++) {
        PlayerSpec spec = {0};
        HenkaError error = {0};
        CHECK(player_spec_parse(&spec, many, &error) && spec.option_count == i, "%d options: %s", i,
              error.message);
        snprintf(many + strlen(many), sizeof many - strlen(many), "opt.o%d=%d,", i, i);
    }
    PlayerSpec spec = {0};
    CHECK(!player_spec_parse(&spec, many, NULL), "%d options are taken", spec.option_count);
    Control control = {0};
    CHECK(player_parse_clock(&control, "0.0006+1000000") && control.base_ms == 1 &&
              control.increment_ms == 1000000000,
          "0.0006+1000000 is %lld+%lld ms", (long long)control.base_ms,
          (long long)control.increment_ms);
    CHECK(player_parse_clock(&control, "1000000") && control.base_ms == 1000000000,
          "1000000 s are %lld ms", (long long)control.base_ms);
}

/* XBoard's protocol can't tell nodes, and parts of a second a move. */
static void limits_that_can_be_told(void) {
    static const struct {
        const char *text, *error;
    } rows[] = {{"proto=cecp,cmd=x,depth=3,tc=0.2+0.1", NULL},
                {"proto=cecp,cmd=x,movetime=2000", NULL},
                {"proto=cecp,cmd=x,byoyomi=1000", NULL},
                {"proto=uci,cmd=x,movetime=300,nodes=7", NULL},
                {"name=A,proto=cecp,cmd=x,nodes=5", "no limit of nodes: give A "},
                {"name=A,proto=cecp,cmd=x,nodes=5,depth=2", "no limit of nodes: give A "},
                {"name=A,proto=cecp,cmd=x,movetime=2001", "2001 ms for A cannot be told"},
                {"name=A,proto=cecp,cmd=x,byoyomi=999", "999 ms for A cannot be told"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PlayerSpec spec = {0};
        HenkaError error = {0};
        CHECK(player_spec_parse(&spec, rows[i].text, &error), "%s", error.message);
        bool ok = player_spec_check(&spec, &error);
        CHECK(ok == !rows[i].error && !error.line && !error.column &&
                  (ok || strstr(error.message, rows[i].error)),
              "\"%s\": \"%s\"", rows[i].text, error.message);
    }
}

/* ---- a program's answers ---- */

static Player *player_of(PlayerSpec *spec, const char *text) {
    HenkaError error = {0};
    *spec = (PlayerSpec){0};
    bool ok = player_spec_parse(spec, text, &error);
    Player *player = ok ? player_new(spec, shogi, &error) : NULL;
    CHECK(player, "\"%s\": %s", text, error.message);
    return player;
}

/* fake_engine.sh with these keys, `proto` the first of them, in that mode; what it is told goes to
 * a new file. */
static Player *fake_player(PlayerSpec *spec, const char *keys, const char *mode) {
    char text[900];
    const char *protocol = keys + strlen("proto=");
    unlink(told_path);
    snprintf(text, sizeof text, "name=fake,%s,cmd=%s %s %.*s %s", keys, fake, mode,
             (int)strcspn(protocol, ","), protocol, told_path);
    return player_of(spec, text);
}

static void play_words(HenkaGame *game, const char *moves) {
    char *list = strdup(moves), *rest = list, *word;
    while ((word = strsep(&rest, " ")) && *word) henka_game_play_text(game, word, NULL, NULL);
    free(list);
}

/* The reply of a program that answers each question with these lines; moves: played before it. */
static Reply reply_to(const char *protocol, const char *control, const char *say, const char *sfen,
                      const char *moves, HenkaError *error) {
    static PlayerSpec spec;
    char keys[100];
    Reply reply = {.kind = REPLY_CRASHED};
    setenv("SAY", say, 1);
    snprintf(keys, sizeof keys, "proto=%s,%s", protocol, control);
    Player *player = fake_player(&spec, keys, "say");
    HenkaGame *game = henka_game_new(shogi, sfen, NULL);
    CHECK(player_new_game(player, sfen, error) == PLAYER_READY, "not ready: %s", error->message);
    play_words(game, moves);
    reply = player_think(player, game, &(Clocks){{1000, 1000}});
    *error = *player_error(player);
    player_free(player);
    henka_game_free(game);
    return reply;
}

typedef struct AnswerRow {
    const char *protocol, *say, *moves;
    ReplyKind kind;
    const char *text; /* of the move */
    bool has_score;
    int score_cp, depth;
    uint64_t nodes;
} AnswerRow;

static void answers(void) {
    static const AnswerRow rows[] = {
        {"usi", "info depth 9 score cp 31 nodes 4711 pv 7g7f\\nbestmove 7g7f ponder 3c3d", "",
         REPLY_MOVE, "7g7f", true, 31, 9, 4711},
        {"usi", "info depth 3 score cp -7\\ninfo depth 4 nodes 50\\nbestmove\\t7g7f", "",
         REPLY_ILLEGAL, "", true, -7, 4, 50},
        {"usi", "bestmove   2g2f", "", REPLY_MOVE, "2g2f", false, 0, 0, 0},
        {"usi", "bestmoves 2g2f\\ninformation depth 3\\nbestmove 7g7f", "", REPLY_MOVE, "7g7f",
         false, 0, 0, 0},
        {"usi",
         "info depth 5 multipv 1 score cp 40 nodes 9\\ninfo depth 5 multipv 2 score cp 10 "
         "nodes 11\\nbestmove 7g7f",
         "", REPLY_MOVE, "7g7f", true, 40, 5, 11},
        {"usi", "info multipv 2 score mate 5\\nbestmove 7g7f", "", REPLY_MOVE, "7g7f", false, 0, 0,
         0},
        {"usi", "info depth 5 score mate 3\\nbestmove 7g7f", "", REPLY_MOVE, "7g7f", true,
         HENKA_SCORE_MATE - 3, 5, 0},
        {"usi", "info depth 5 score mate -4\\nbestmove 7g7f", "", REPLY_MOVE, "7g7f", true,
         -HENKA_SCORE_MATE + 4, 5, 0},
        {"usi", "info depth 5 score mate -\\nbestmove 7g7f", "", REPLY_MOVE, "7g7f", true,
         -HENKA_SCORE_MATE, 5, 0},
        {"usi", "info depth 5 score mate +\\nbestmove 7g7f", "", REPLY_MOVE, "7g7f", true,
         HENKA_SCORE_MATE, 5, 0},
        {"usi", "info score cp 5\\nbestmove resign", "", REPLY_RESIGNS, "", true, 5, 0, 0},
        {"usi", "bestmove 7g7e", "", REPLY_ILLEGAL, "7g7e", false, 0, 0, 0},
        {"usi", "bestmove 7\\001~\\377\\177", "", REPLY_ILLEGAL, "7?~??", false, 0, 0, 0},
        {"uci", "bestmove c3c4", "", REPLY_MOVE, "c3c4", false, 0, 0, 0},
        {"uci", "bestmove (none)", "", REPLY_RESIGNS, "", false, 0, 0, 0},
        {"uci", "bestmove 0000", "", REPLY_RESIGNS, "", false, 0, 0, 0},
        {"cecp", "9 31 120 4711 c3c4 g7g6\\nmove c3c4", "", REPLY_MOVE, "c3c4", true, 31, 9, 4711},
        {"cecp", " 8. -25 3 77\\n  move c3c4", "", REPLY_MOVE, "c3c4", true, -25, 8, 77},
        {"cecp", "8-25 3 77\\nmove c3c4", "", REPLY_MOVE, "c3c4", true, -25, 8, 77},
        {"cecp", "8\\t12\\t3\\t77\\nmove c3c4", "", REPLY_MOVE, "c3c4", true, 12, 8, 77},
        {"cecp", "9 99999 1 2\\nmove c3c4", "", REPLY_MOVE, "c3c4", true, 32000, 9, 2},
        {"cecp", "9 -99999 1 2\\nmove c3c4", "", REPLY_MOVE, "c3c4", true, -32000, 9, 2},
        {"cecp", "9\\n9 x\\n9th 5 1 2\\nhint\\nmoves c3c5\\nmove c3c4", "", REPLY_MOVE, "c3c4",
         false, 0, 0, 0},
        {"cecp", "move c3,\\nmove c4", "", REPLY_MOVE, "c3,c4", false, 0, 0, 0},
        {"cecp", "9 31 120\\nmove c3c4", "", REPLY_MOVE, "c3c4", true, 31, 9, 0},
        {"cecp", "9 31\\nmove c3c4", "", REPLY_MOVE, "c3c4", false, 0, 0, 0},
        {"cecp", "move", "", REPLY_ILLEGAL, "", false, 0, 0, 0},
        {"cecp", "resign", "", REPLY_RESIGNS, "", false, 0, 0, 0},
        {"cecp", "1-0 {won}\\n0-1 {lost}\\nmove c3c4", "", REPLY_RESIGNS, "", false, 0, 0, 0},
        {"cecp", "1-0 {won}\\nmove c3c4", "", REPLY_MOVE, "c3c4", false, 0, 0, 0},
        {"cecp", "0-1 {won}\\nmove g7g6", "7g7f", REPLY_MOVE, "g7g6", false, 0, 0, 0},
        {"cecp", "1-0 {lost}\\nmove g7g6", "7g7f", REPLY_RESIGNS, "", false, 0, 0, 0},
        {"cecp", "Illegal move: c3c4", "7g7f", REPLY_CRASHED, "", false, 0, 0, 0},
        {"cecp", "Illegal move (in check): c3c4", "7g7f", REPLY_CRASHED, "", false, 0, 0, 0},
        {"cecp", "Illegal move: time\\nIllegal move\\nmove g7g6", "7g7f", REPLY_MOVE, "g7g6", false,
         0, 0, 0},
        {"cecp", "Illegal move: easy\\nmove c3c4", "", REPLY_MOVE, "c3c4", false, 0, 0, 0},
        {"cecp", "Error (unknown command): easy\\nmove c3c4", "", REPLY_MOVE, "c3c4", false, 0, 0,
         0},
        {"cecp", "Error (unsupported variant): shogi", "", REPLY_UNFIT, "", false, 0, 0, 0},
        {"cecp", "tellusererror Illegal position", "", REPLY_UNFIT, "", false, 0, 0, 0},
        {"xshogi", "1. 7g7f\\n1. ... 7g7f", "", REPLY_MOVE, "7g7f", false, 0, 0, 0},
        {"xshogi", "2. ... 3c3d", "7g7f", REPLY_MOVE, "3c3d", false, 0, 0, 0},
        {"xshogi", "Illegal move (no matching move)", "", REPLY_CRASHED, "", false, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const AnswerRow *row = &rows[i];
        HenkaError error = {0};
        const char *control = strcmp(row->protocol, "cecp") ? "nodes=5" : "depth=5";
        Reply reply = reply_to(row->protocol, control, row->say, NULL, row->moves, &error);
        CHECK_ABOUT("%s says \"%s\"", row->protocol, row->say);
        CHECK(reply.kind == row->kind && !strcmp(reply.text, row->text), "reply %d, \"%s\": %s",
              (int)reply.kind, reply.text, error.message);
        CHECK(reply.has_score == row->has_score && reply.score_cp == row->score_cp &&
                  reply.depth == row->depth && reply.nodes == row->nodes,
              "score %d (%d), depth %d, %llu nodes", reply.score_cp, reply.has_score, reply.depth,
              (unsigned long long)reply.nodes);
        CHECK((reply.kind == REPLY_MOVE) == (reply.move != HENKA_NO_MOVE), "move %u",
              (unsigned)reply.move);
        CHECK(reply.kind != REPLY_UNFIT || strstr(error.message, "fake: the program says \""),
              "error \"%s\"", error.message);
        CHECK(reply.elapsed_ms >= 0 && reply.elapsed_ms < 60000, "%lld ms",
              (long long)reply.elapsed_ms);
    }
    CHECK_ABOUT("%s", "");
}

/* ---- what a program is told ---- */

/* Without a "quit" at the end: whether the program lives long enough to keep it is a matter of time.
 */
static void read_told(char *text, size_t cap) {
    FILE *file = fopen(told_path, "r");
    size_t length = file ? fread(text, 1, cap - 1, file) : 0;
    if (length > 5 && !memcmp(text + length - 5, "quit\n", 5)) length -= 5;
    text[length] = '\0';
    if (file) fclose(file);
}

typedef struct ToldRow {
    const char *keys;     /* of the player's text, the protocol too */
    const char *features; /* of an XBoard program; NULL: as fake_engine.sh has them */
    const char *sfen;     /* of the start; NULL: the game's own */
    const char *moves;    /* played before the question */
    const char *told;     /* all lines until then */
} ToldRow;

#define USI_HEAD(hash)                                                                             \
    "usi\n" hash "setoption name Threads value 1\nsetoption name USI_Variant value shogi\n"        \
    "isready\nusinewgame\nisready\n"
#define UCI_HEAD                                                                                   \
    "uci\nsetoption name Threads value 1\nsetoption name UCI_Variant value shogi\n"                \
    "isready\nucinewgame\nisready\n"
#define CECP_HEAD "xboard\nprotover 2\nping 1\nnew\nvariant shogi\neasy\npost\nforce\n"

static void what_is_told(void) {
    static const ToldRow rows[] = {
        {"proto=usi,nodes=5", NULL, NULL, "", USI_HEAD("") "position startpos\ngo nodes 5\n"},
        {"proto=usi,hash=64,depth=6", NULL, NULL, "7g7f 3c3d",
         USI_HEAD("setoption name USI_Hash value 64\n") "position startpos moves 7g7f 3c3d\ngo "
                                                        "depth 6\n"},
        {"proto=usi,tc=0+0.5", NULL, NULL, "",
         USI_HEAD("") "position startpos\ngo btime 700 wtime 900 binc 500 winc 500\n"},
        {"proto=usi,tc=3,byoyomi=100", NULL, NULL, "",
         USI_HEAD("") "position startpos\ngo btime 700 wtime 900 binc 0 winc 0 byoyomi 100\n"},
        {"proto=usi,movetime=40,nodes=7,depth=2", NULL, NULL, "",
         USI_HEAD("") "position startpos\ngo movetime 40 nodes 7 depth 2\n"},
        {"proto=usi,byoyomi=100", NULL, NULL, "",
         USI_HEAD("") "position startpos\ngo btime 0 wtime 0 byoyomi 100\n"},
        {"proto=uci,byoyomi=400", NULL, NULL, "7g7f",
         UCI_HEAD "position startpos moves c3c4\ngo movetime 400\n"},
        {"proto=uci,tc=3+1", NULL, NULL, "",
         UCI_HEAD "position startpos\ngo wtime 700 btime 900 winc 1000 binc 1000\n"},
        {"proto=uci,threads=3,hash=9,variant=mini,nodes=1,opt.One=1,opt.Two=x y", NULL, NULL, "",
         "uci\nsetoption name Hash value 9\nsetoption name Threads value 3\n"
         "setoption name One value 1\nsetoption name Two value x y\n"
         "setoption name UCI_Variant value mini\nisready\nucinewgame\nisready\n"
         "position startpos\ngo nodes 1\n"},
        {"proto=cecp,depth=5", NULL, NULL, "",
         "xboard\nprotover 2\nping 1\nnew\nvariant shogi\neasy\npost\nforce\nsd 5\nping 1\ngo\n"},
        {"proto=cecp,threads=2,hash=7,variant=normal,tc=61.2+0.25", NULL, NULL, "7g7f",
         "xboard\nprotover 2\nmemory 7\ncores 2\nping 1\nnew\neasy\npost\nforce\n"
         "level 0 1:02 0.25\nping 1\nusermove c3c4\ntime 90\notim 70\ngo\n"},
        {"proto=cecp,tc=0+2", "feature done=0 setboard=1\\nfeature usermove=1 done=1", NULL, "7g7f",
         "xboard\nprotover 2\nnew\nvariant shogi\neasy\npost\nforce\nlevel 0 0:00 2\n"
         "usermove c3c4\ntime 90\notim 70\ngo\n"},
        {"proto=cecp,tc=59.001", "feature ping=1 done=1", NULL, "7g7f 3c3d",
         CECP_HEAD "level 0 1:00 0\nping 1\nc3c4\ng7g6\ntime 70\notim 90\ngo\n"},
        {"proto=cecp,byoyomi=3000", NULL, NULL, "",
         CECP_HEAD "st 3\nping 1\ntime 300\notim 300\ngo\n"},
        {"proto=cecp,byoyomi=3000,movetime=1000,depth=1", NULL, NULL, "",
         CECP_HEAD "st 1\nsd 1\nping 1\ntime 100\notim 100\ngo\n"},
        {"proto=xshogi,movetime=1000", NULL, NULL, "7g7f 3c3d", "force\n7g7f\n3c3d\ngo\n"},
    };
    setenv("MOVES", "resign", 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ToldRow *row = &rows[i];
        PlayerSpec spec;
        HenkaError error = {0};
        char told[4096];
        if (row->features)
            setenv("FEATURES", row->features, 1);
        else
            unsetenv("FEATURES");
        CHECK_ABOUT("%s", row->keys);
        Player *player = fake_player(&spec, row->keys, "record");
        HenkaGame *game = henka_game_new(shogi, row->sfen, NULL);
        CHECK(player_new_game(player, row->sfen, &error) == PLAYER_READY, "%s", error.message);
        play_words(game, row->moves);
        Reply reply = player_think(player, game, &(Clocks){{700, 900}});
        bool resigns = !strstr(row->keys, "xshogi"); /* which has no word for it */
        CHECK(reply.kind == (resigns ? REPLY_RESIGNS : REPLY_ILLEGAL), "reply %d", (int)reply.kind);
        read_told(told, sizeof told);
        CHECK(!strcmp(told, row->told), "told\n%sexpected\n%s", told, row->told);
        player_free(player);
        henka_game_free(game);
    }
    unsetenv("FEATURES");
    CHECK_ABOUT("%s", "");
}

/* The older protocol has no list of moves: each move is told once, and none that the program made. */
static void two_moves(void) {
    static const char expected[] = "force\ngo\nforce\n3c3d\ngo\n";
    PlayerSpec spec;
    HenkaError error = {0};
    char told[4096];
    setenv("MOVES", "7g7f 2g2f", 1);
    Player *player = fake_player(&spec, "proto=xshogi,movetime=1000", "record");
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    player_new_game(player, NULL, &error);
    henka_game_play(game, player_think(player, game, &(Clocks){{700, 900}}).move);
    henka_game_play_text(game, "3c3d", NULL, NULL);
    Reply reply = player_think(player, game, &(Clocks){{700, 900}});
    CHECK(henka_game_plies(game) == 2 && reply.kind == REPLY_MOVE, "reply %d after %d plies",
          (int)reply.kind, henka_game_plies(game));
    read_told(told, sizeof told);
    CHECK(!strcmp(told, expected), "told\n%sexpected\n%s", told, expected);
    player_free(player);
    henka_game_free(game);
}

/* A program is started once; the next game goes on with it, and it is told that moves are over. */
static void two_games(void) {
    static const char *const expected[] = {
        "usi\nsetoption name Threads value 1\nsetoption name USI_Variant value shogi\nisready\n"
        "usinewgame\nisready\nposition startpos\ngo nodes 5\n"
        "position startpos moves 7g7f 3c3d\ngo nodes 5\n"
        "usinewgame\nisready\nposition sfen START w - 1 moves 3c3d\ngo nodes 5\n",
        "xboard\nprotover 2\nping 1\nnew\nvariant shogi\neasy\npost\nforce\nsd 5\nping 1\ngo\n"
        "force\nusermove g7g6\ngo\n"
        "new\nvariant shogi\neasy\npost\nforce\nsetboard START[-] b 0 1\nsd 5\nping 1\n"
        "usermove g7g6\ngo\n"};
    for (int cecp = 0; cecp < 2; cecp++) {
        PlayerSpec spec;
        HenkaError error = {0};
        char told[4096], sfen[256], wanted[4096] = "";
        setenv("MOVES", cecp ? "c3c4 b3b4" : "7g7f 2g2f", 1);
        Player *player =
            fake_player(&spec, cecp ? "proto=cecp,depth=5" : "proto=usi,nodes=5", "record");
        HenkaGame *game = henka_game_new(shogi, NULL, NULL);
        Clocks clocks = {{0, 0}};
        player_new_game(player, NULL, &error);
        henka_game_play(game, player_think(player, game, &clocks).move);
        henka_game_play_text(game, "3c3d", NULL, NULL);
        Reply reply = player_think(player, game, &clocks);
        CHECK(henka_game_plies(game) == 2 && reply.kind == REPLY_MOVE, "reply %d after %d plies",
              (int)reply.kind, henka_game_plies(game));
        henka_game_free(game);
        snprintf(sfen, sizeof sfen, "%s w - 1", start);
        game = henka_game_new(shogi, sfen, NULL);
        player_new_game(player, sfen, &error);
        henka_game_play_text(game, "3c3d", NULL, NULL);
        reply = player_think(player, game, &clocks);
        CHECK(reply.kind == REPLY_RESIGNS, "reply %d in the second game", (int)reply.kind);
        henka_game_free(game);
        player_free(player);
        read_told(told, sizeof told);
        const char *place = strstr(expected[cecp], "START");
        snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)(place - expected[cecp]), expected[cecp],
                 start, place + strlen("START"));
        CHECK(!strcmp(told, wanted), "told\n%sexpected\n%s", told, wanted);
    }
}

/* What a slow program says after the wait for its features counts as well. */
static void late_features(void) {
    static const char expected[] =
        "force\nusermove g7g6\ngo\nnew\nvariant shogi\neasy\npost\nforce\nsd 5\nping 1\ngo\n";
    PlayerSpec spec;
    HenkaError error = {0};
    char told[4096];
    setenv("FEATURES", "feature done=1", 1);
    setenv("MOVES", "c3c4", 1);
    setenv("LATE", "feature ping=1 usermove=1", 1);
    Player *player = fake_player(&spec, "proto=cecp,depth=5", "record");
    for (int i = 0; i < 2; i++) {
        HenkaGame *game = henka_game_new(shogi, NULL, NULL);
        Clocks clocks = {{0, 0}};
        player_new_game(player, NULL, &error);
        henka_game_play(game, player_think(player, game, &clocks).move);
        if (i == 0) {
            henka_game_play_text(game, "3c3d", NULL, NULL);
            player_think(player, game, &clocks);
        }
        henka_game_free(game);
    }
    player_free(player);
    read_told(told, sizeof told);
    const char *end = strstr(told, "go\n");
    CHECK(end && !strcmp(end + 3, expected), "told\n%sexpected to end in\n%s", told, expected);
    unsetenv("LATE");
    unsetenv("FEATURES");
}

/* A program is told the game by XBoard's name of it, where it has one, and none at all where that
 * is "normal". */
static void xboard_names(void) {
    static const struct {
        const char *game, *told;
    } rows[] = {{"chess", "new\neasy\n"},
                {"chu", "new\nvariant chu\neasy\n"},
                {"kyoto", "new\nvariant kyoto\neasy\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PlayerSpec spec = {0};
        HenkaError error = {0};
        char text[700], told[4096];
        unlink(told_path);
        snprintf(text, sizeof text, "name=fake,proto=cecp,depth=5,cmd=%s record cecp %s", fake,
                 told_path);
        HenkaVariant *variant = henka_variant_shipped(rows[i].game, NULL, 0, NULL);
        Player *player =
            player_spec_parse(&spec, text, &error) ? player_new(&spec, variant, &error) : NULL;
        CHECK(player && player_new_game(player, NULL, &error) == PLAYER_READY, "%s: %s",
              rows[i].game, error.message);
        player_free(player);
        henka_variant_free(variant);
        read_told(told, sizeof told);
        CHECK(strstr(told, rows[i].told), "%s: told\n%s", rows[i].game, told);
    }
}

/* ---- programs that can't play ---- */

/* A start of its own can't be told to a program that says so. */
static void no_set_up(void) {
    PlayerSpec spec;
    HenkaError error = {0};
    char sfen[256];
    setenv("FEATURES", "feature setboard=0 done=1", 1);
    snprintf(sfen, sizeof sfen, "%s w - 1", start);
    Player *player = fake_player(&spec, "proto=cecp,depth=5", "say");
    CHECK(player_new_game(player, sfen, &error) == PLAYER_UNFIT &&
              strstr(error.message, "cannot set up a position: it says \"setboard=0\""),
          "error \"%s\"", error.message);
    player_free(player);
    unsetenv("FEATURES");
}

static void unfit(void) {
    static const struct {
        const char *keys, *mode;
        PlayerState state;
        const char *error;
    } rows[] = {
        {"proto=usi", "stillborn", PLAYER_UNFIT, "ended before it said \"usiok\""},
        {"proto=uci", "stillborn", PLAYER_UNFIT, "ended before it said \"uciok\""},
        {"proto=cecp", "stillborn", PLAYER_UNFIT, "ended before it said \"feature done=1\""},
        {"proto=cecp", "ignorant", PLAYER_UNFIT,
         "fake: the program says \"Error (unknown variant): shogi\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PlayerSpec spec;
        HenkaError error = {0};
        Player *player = fake_player(&spec, rows[i].keys, rows[i].mode);
        for (int again = 0; again < 2; again++) {
            PlayerState state = player_new_game(player, NULL, &error);
            CHECK(state == rows[i].state && strstr(error.message, rows[i].error) && !error.line,
                  "%s %s: state %d, \"%s\"", rows[i].keys, rows[i].mode, (int)state, error.message);
        }
        player_free(player);
    }
    /* which games a program says it has */
    static const struct {
        const char *games, *keys;
        const char *error; /* NULL: it plays */
    } lists[] = {{"var chess var go", "", "no game called \"shogi\"; it has: chess, go"},
                 {"var chess var shogi", "", NULL},
                 {"var shogi", "", NULL},
                 {"var shogi5", "", "no game called \"shogi\"; it has: shogi5"},
                 {"var chess var go", ",variant=go", NULL},
                 {"var chess var shogi", ",variant=go", "no game called \"go\"; it has: chess"},
                 {"var chess var go", ",opt.Path=x", NULL},
                 {"and no list", "", NULL}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        PlayerSpec spec;
        HenkaError error = {0};
        char keys[64];
        setenv("GAMES", lists[i].games, 1);
        snprintf(keys, sizeof keys, "proto=uci%s", lists[i].keys);
        Player *player = fake_player(&spec, keys, "crash");
        PlayerState state = player_new_game(player, NULL, &error);
        CHECK(state == (lists[i].error ? PLAYER_UNFIT : PLAYER_READY) &&
                  (!lists[i].error || strstr(error.message, lists[i].error)),
              "\"%s\", %s: state %d, \"%s\"", lists[i].games, lists[i].keys, (int)state,
              error.message);
        player_free(player);
    }
    unsetenv("GAMES");
}

/* After a crash the program is started again for the next game; when that fails it is a crash, and
 * not an error of the match. */
static void after_a_crash(void) {
    PlayerSpec spec;
    HenkaError error = {0};
    char text[700];
    setenv("DIES", told_path, 1);
    unlink(told_path);
    snprintf(text, sizeof text,
             "name=fake,proto=usi,cmd=[ -e %s ] && exit; echo > %s; exec %s crash usi", told_path,
             told_path, fake);
    Player *player = player_of(&spec, text);
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
    Reply reply = player_think(player, game, &(Clocks){{0, 0}});
    CHECK(reply.kind == REPLY_CRASHED && !*reply.text, "reply %d, \"%s\"", (int)reply.kind,
          reply.text);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_CRASHED &&
              strstr(error.message, "ended before it said"),
          "\"%s\"", error.message);
    unlink(told_path);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
    player_free(player);
    henka_game_free(game);
}

/* No answer in time, in many matches at once. A program that has said no word of XBoard's protocol
 * does not speak it. */
typedef struct Silent {
    const char *keys;
    ReplyKind kind;
    pthread_t thread;
    Reply reply;
    PlayerState state;
    HenkaError error;
} Silent;

static void *ask_silent(void *context) {
    Silent *silent = context;
    PlayerSpec spec = {0};
    char text[700];
    snprintf(text, sizeof text, silent->keys, fake);
    player_spec_parse(&spec, text, &silent->error);
    Player *player = player_new(&spec, shogi, &silent->error);
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    silent->state = player_new_game(player, NULL, &silent->error);
    silent->reply = player_think(player, game, &(Clocks){{1, 1}});
    silent->error = *player_error(player);
    player_free(player);
    henka_game_free(game);
    return NULL;
}

static void silence(void) {
    Silent rows[] = {{"proto=usi,tc=0.001,cmd=%s silent usi", REPLY_SILENT},
                     {"proto=uci,tc=0+0.001,cmd=%s silent usi", REPLY_SILENT},
                     {"proto=usi,byoyomi=1,cmd=%s silent usi", REPLY_SILENT},
                     {"proto=usi,movetime=1,cmd=%s silent usi", REPLY_SILENT},
                     {"proto=cecp,tc=0+0.001,cmd=%s silent cecp", REPLY_SILENT},
                     {"proto=xshogi,movetime=1,cmd=%s silent usi", REPLY_SILENT},
                     {"name=cat,proto=cecp,tc=0.001,cmd=cat", REPLY_UNFIT},
                     {"proto=cecp,tc=0.001,cmd=cat >/dev/null", REPLY_UNFIT}};
    const size_t count = sizeof rows / sizeof *rows;
    for (size_t i = 0; i < count; i++) pthread_create(&rows[i].thread, NULL, ask_silent, &rows[i]);
    for (size_t i = 0; i < count; i++) {
        Silent *silent = &rows[i];
        pthread_join(silent->thread, NULL);
        CHECK(silent->state == PLAYER_READY && silent->reply.kind == silent->kind &&
                  silent->reply.elapsed_ms >= 3000 && !*silent->reply.text,
              "%s: state %d, reply %d after %lld ms", silent->keys, (int)silent->state,
              (int)silent->reply.kind, (long long)silent->reply.elapsed_ms);
        if (silent->kind == REPLY_UNFIT)
            CHECK(strstr(silent->error.message, "does not speak XBoard's protocol"), "%s: \"%s\"",
                  silent->keys, silent->error.message);
    }
}

/* An engine older than XBoard's feature command says nothing to "protover", and plays. */
static void old_xboard_engine(void) {
    PlayerSpec spec;
    HenkaError error = {0};
    char told[1024];
    setenv("FEATURES", "", 1);
    setenv("MOVES", "c3c4", 1);
    Player *player = fake_player(&spec, "proto=cecp,depth=5", "record");
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
    Reply reply = player_think(player, game, &(Clocks){{0, 0}});
    read_told(told, sizeof told);
    CHECK(reply.kind == REPLY_MOVE && !strcmp(told, "xboard\nprotover 2\nnew\nvariant shogi\neasy\n"
                                                    "post\nforce\nsd 5\ngo\n"),
          "reply %d, told\n%s", (int)reply.kind, told);
    player_free(player);
    unsetenv("FEATURES");
    henka_game_free(game);
}

/* ---- an interrupt ---- */

static atomic_bool answered;

/* Again and again, as a tournament does: one that comes before the question counts for nothing. */
static void *interrupt(void *player) {
    while (!answered) {
        usleep(20000);
        player_interrupt(player);
    }
    return NULL;
}

static void interrupts(void) {
    static const char *const keys[] = {"proto=usi,nodes=5,cmd=", "proto=cecp,depth=5,cmd=",
                                       "proto=xshogi,cmd=", "proto=self,movetime=60000,game="};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        PlayerSpec spec;
        HenkaError error = {0};
        char text[700];
        pthread_t thread;
        snprintf(text, sizeof text, "name=fake,%s%s%s", keys[i], i < 3 ? fake : "",
                 i < 3 ? " silent usi" : "");
        Player *player = player_of(&spec, text);
        HenkaGame *game = henka_game_new(shogi, NULL, NULL);
        CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
        answered = false;
        pthread_create(&thread, NULL, interrupt, player);
        Reply reply = player_think(player, game, &(Clocks){{60000, 60000}});
        answered = true;
        pthread_join(thread, NULL);
        CHECK(reply.kind == REPLY_CANCELLED && !reply.move, "%s: reply %d", keys[i],
              (int)reply.kind);
        player_free(player);
        henka_game_free(game);
    }
}

/* ---- the players inside ---- */

static void own_engine(void) {
    PlayerSpec spec;
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    static const struct {
        const char *keys;
        int least_depth, most_depth;
        uint64_t most_nodes;
    } rows[] = {{"depth=2", 2, 2, 1000000},
                {"nodes=200", 1, 60, 2000},
                {"depth=3,hash=1,threads=1", 3, 3, 1000000},
                {"movetime=10", 0, 100, 100000000},
                {"byoyomi=10", 0, 100, 100000000},
                {"tc=0.05", 0, 100, 100000000},
                {"tc=0+0.02", 0, 100, 100000000},
                {"depth=2,opt.multi_pv=2", 2, 2, 1000000},
                {"depth=2,opt.eval=none,opt.net=none", 2, 2, 1000000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Player *player = player_of(&spec, rows[i].keys);
        CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
        int64_t left_ms = strstr(rows[i].keys, "tc=") ? 20 : 0;
        Reply reply = player_think(player, game, &(Clocks){{left_ms, left_ms}});
        CHECK(reply.kind == REPLY_MOVE && henka_game_legal(game, reply.move) && reply.has_score &&
                  reply.depth >= rows[i].least_depth && reply.depth <= rows[i].most_depth &&
                  reply.nodes > 0 && reply.nodes <= rows[i].most_nodes && reply.elapsed_ms < 20000,
              "%s: reply %d, depth %d, %llu nodes", rows[i].keys, (int)reply.kind, reply.depth,
              (unsigned long long)reply.nodes);
        CHECK(player_spec(player) == &spec, "its spec");
        player_free(player);
    }
    static const struct {
        const char *keys, *error;
    } bad[] = {
        {"opt.nosuch=1", "no option \"nosuch\""},
        {"opt.multi_pv=x", "opt.multi_pv: expected a whole number, found \"x\""},
        {"opt.multi_pv=", "opt.multi_pv: expected a whole number, found \"\""},
        {"opt.multi_pv=2x", "opt.multi_pv: expected a whole number, found \"2x\""},
        {"opt.multi_pv=2147483648", "opt.multi_pv: expected a whole number"},
        {"opt.multi_pv=-2147483649", "opt.multi_pv: expected a whole number"},
        {"opt.net=/nowhere/net", "/nowhere/net"},
        {"opt.eval=/nowhere/eval", "/nowhere/eval"},
        {"opt.eval=/dev/null", "/dev/null: expected fitted numbers, as henka tune writes them"},
        {"opt.net=/dev/null", "/dev/null: expected a network, as henka tune --net writes it"},
        {"game=/nowhere/game.ini", "/nowhere/game.ini"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (HenkaError){0};
        spec = (PlayerSpec){0};
        player_spec_parse(&spec, bad[i].keys, &error);
        Player *player = player_new(&spec, shogi, &error);
        CHECK(!player && strstr(error.message, bad[i].error) && !error.line && !error.column,
              "%s: \"%s\"", bad[i].keys, error.message);
        player_free(player);
    }
    henka_game_free(game);
}

/* ---- a player with a file of its own ---- */

/* The match's game with another name, and `from` written as `to`. */
static void write_own_game(const char *path, const char *from, const char *to) {
    static char changed[1 << 16];
    char *text = file_text(shipped_path);
    const char *name = strstr(text, "name=shogi"), *at = strstr(text, from);
    CHECK(name && at && name < at, "\"%s\" in %s", from, shipped_path);
    if (!name || !at) return;
    snprintf(changed, sizeof changed, "%.*sname=own%.*s%s%s", (int)(name - text), text,
             (int)(at - name) - (int)strlen("name=shogi"), name + strlen("name=shogi"), to,
             at + strlen(from));
    free(text);
    FILE *file = fopen(path, "w");
    fputs(changed, file);
    fclose(file);
}

static void own_rules(void) {
    char keys[300];
    PlayerSpec spec;
    HenkaError error = {0};
    snprintf(keys, sizeof keys, "name=own,proto=random,game=%s", told_path);
    /* the same rules under another name */
    write_own_game(told_path, ":P:fW:", ":P:fW:");
    Player *player = player_of(&spec, keys);
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
    for (int ply = 0; ply < 20 && henka_game_outcome(game).reason == HENKA_PLAYING; ply++) {
        Reply reply = player_think(player, game, &(Clocks){{0, 0}});
        CHECK(reply.kind == REPLY_MOVE && henka_game_play(game, reply.move), "ply %d: reply %d",
              ply, (int)reply.kind);
        if (ply % 3 == 0) { /* more than one move may have to be caught up with */
            static HenkaMove moves[HENKA_MAX_MOVES];
            if (henka_game_moves(game, moves, HENKA_MAX_MOVES)) henka_game_play(game, moves[0]);
        }
    }
    henka_game_free(game);
    player_free(player);
    /* a kind that moves less: the match plays what the file does not allow */
    write_own_game(told_path, ":G:WfF:", ":G:W:");
    player = player_of(&spec, keys);
    game = henka_game_new(shogi, NULL, NULL);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
    henka_game_play_text(game, "7g7f", NULL, NULL);
    henka_game_play_text(game, "3c3d", NULL, NULL);
    Reply reply = player_think(player, game, &(Clocks){{0, 0}});
    CHECK(reply.kind == REPLY_MOVE || reply.kind == REPLY_UNFIT, "reply %d", (int)reply.kind);
    henka_game_play_text(game, "4i5h", NULL, NULL);
    reply = player_think(player, game, &(Clocks){{0, 0}});
    CHECK(reply.kind == REPLY_UNFIT && !reply.move && !*reply.text &&
              strstr(player_error(player)->message, "own: ") &&
              strstr(player_error(player)->message, "it does not allow 4i5h"),
          "reply %d, \"%s\"", (int)reply.kind, player_error(player)->message);
    henka_game_free(game);
    player_free(player);
    /* a kind that moves more: sooner or later it is played */
    write_own_game(told_path, ":P:fW:", ":P:WF:");
    player = player_of(&spec, keys);
    game = henka_game_new(shogi, NULL, NULL);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_READY, "%s", error.message);
    for (int ply = 0; ply < 40; ply++) {
        reply = player_think(player, game, &(Clocks){{0, 0}});
        if (reply.kind != REPLY_MOVE) break;
        CHECK(henka_game_play(game, reply.move), "ply %d", ply);
    }
    CHECK(reply.kind == REPLY_UNFIT && !reply.move && !*reply.text &&
              strstr(player_error(player)->message, "has other rules than the match: it allows "),
          "reply %d, \"%s\"", (int)reply.kind, player_error(player)->message);
    henka_game_free(game);
    player_free(player);
    /* another beginning */
    write_own_game(told_path, ":K:K:K:e1", ":K:K:K:e2");
    player = player_of(&spec, keys);
    CHECK(player_new_game(player, NULL, &error) == PLAYER_UNFIT &&
              strstr(error.message, "has other rules than the match: it begins otherwise"),
          "\"%s\"", error.message);
    char sfen[256];
    snprintf(sfen, sizeof sfen, "%s w - 1", start);
    CHECK(player_new_game(player, sfen, &error) == PLAYER_READY, "from a given position: %s",
          error.message);
    player_free(player);
}

/* At random: a capture where there is one, and always the same in the same position. */
static void random_player(void) {
    static const struct {
        const char *sfen, *moves, *answer;
    } rows[] = {{NULL, "", "9i9h"},
                {NULL, "7g7f", "7a7b"},
                {NULL, "7g7f 3c3d", "8h2b+"},
                {"4k4/9/9/2p1p1p2/2P1P1P2/9/9/9/4K4 b - 1", "", "5e5d"},
                {"4k4/9/9/2p1p1p2/2P1P1P2/9/9/9/4K4 w - 1", "", "7d7e"},
                {"4k4/9/9/2p1p1p2/2P1P1P2/9/9/9/4K4 w - 1", "5d5e 7e7d", "3d3e"}};
    PlayerSpec spec;
    HenkaError error = {0};
    Player *player = player_of(&spec, "proto=random");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = henka_game_new(shogi, rows[i].sfen, NULL);
        char text[64] = "";
        CHECK(player_new_game(player, rows[i].sfen, &error) == PLAYER_READY, "%s", error.message);
        play_words(game, rows[i].moves);
        Reply reply = player_think(player, game, &(Clocks){{0, 0}});
        if (reply.move) henka_move_text(game, reply.move, HENKA_USI, text, sizeof text);
        CHECK(reply.kind == REPLY_MOVE && !strcmp(text, rows[i].answer), "row %zu: %d, %s", i,
              (int)reply.kind, text);
        CHECK(!reply.has_score && !reply.nodes && !reply.depth, "row %zu: a score", i);
        henka_game_free(game);
    }
    player_free(player);
}

/* Greedy: what is worth most, and the win before everything. */
static void greedy_player(void) {
    static const struct {
        const char *sfen, *answer;
    } rows[] = {{"4k4/9/9/2p1r1p2/2P1P1P2/9/9/9/4K4 b - 1", "5e5d"},
                {"4k4/9/9/2r1b4/2P1P1P2/9/9/9/4K4 b - 1", "7e7d"},
                {"4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1", "5e5d"}};
    PlayerSpec spec;
    HenkaError error = {0};
    Player *player = player_of(&spec, "proto=greedy");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = henka_game_new(shogi, rows[i].sfen, NULL);
        char text[64] = "";
        CHECK(player_new_game(player, rows[i].sfen, &error) == PLAYER_READY, "%s", error.message);
        Reply reply = player_think(player, game, &(Clocks){{0, 0}});
        if (reply.move) henka_move_text(game, reply.move, HENKA_USI, text, sizeof text);
        CHECK(reply.kind == REPLY_MOVE && !strcmp(text, rows[i].answer), "row %zu: %d, %s", i,
              (int)reply.kind, text);
        henka_game_free(game);
    }
    player_free(player);

    static const char game_text[] = "name=bare\nfiles=5\nranks=5\nroyalRule=capture\nroyal=K\n"
                                    "king:K:K:K:c1\nqueen:Q:Q:Q:a1\n";
    HenkaVariant *bare = henka_variant_parse(game_text, sizeof game_text - 1, NULL, 0, NULL);
    const char *sfen = "q1k1q/5/5/5/2Q1K b - 1"; /* a queen, a queen, or the last royal */
    player = player_new(&spec, bare, &error);
    HenkaGame *game = henka_game_new(bare, sfen, &error);
    CHECK(game && player_new_game(player, sfen, &error) == PLAYER_READY, "%s", error.message);
    Reply reply = player_think(player, game, &(Clocks){{0, 0}});
    henka_game_play(game, reply.move);
    CHECK(henka_game_outcome(game).winner == HENKA_SENTE, "the last royal is not taken");
    henka_game_free(game);
    player_free(player);
    henka_variant_free(bare);
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    CHECK(argc == 3, "usage: test-lab-player FAKE_ENGINE SHOGI");
    if (argc != 3) return check_done();
    fake = argv[1], shipped_path = argv[2];
    close(mkstemp(told_path));
    shogi = henka_variant_shipped("shogi", NULL, 0, NULL);
    good_texts();
    bad_texts();
    limits_that_can_be_told();
    answers();
    what_is_told();
    two_games();
    late_features();
    xboard_names();
    no_set_up();
    two_moves();
    unfit();
    after_a_crash();
    interrupts();
    own_engine();
    random_player();
    greedy_player();
    own_rules();
    old_xboard_engine();
    silence();
    henka_variant_free(shogi);
    unlink(told_path);
    return check_done();
}
