/* Records written and read back, in every format, of random games of every shipped variant; and
 * records that must be refused. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "henka.h"

static HenkaMove moves[HENKA_MAX_MOVES];
static char text[1 << 20], again[1 << 20];
static const HenkaPlayers players = {"Ōyama 十五世", "a & <b>", "meijin: game 3", "1959-06-12"};

static bool same_game(const HenkaGame *a, const HenkaGame *b) {
    if (henka_game_plies(a) != henka_game_plies(b) || henka_game_hash(a) != henka_game_hash(b))
        return false;
    for (int ply = 0; ply < henka_game_plies(a); ply++)
        if (henka_game_move_at(a, ply) != henka_game_move_at(b, ply)) return false;
    HenkaOutcome x = henka_game_outcome(a), y = henka_game_outcome(b);
    return x.reason == y.reason && x.winner == y.winner;
}

static void check_format(const HenkaGame *game, HenkaRecordFormat format,
                         const HenkaVariant *given) {
    size_t length = henka_record_write(game, format, &players, text, sizeof text);
    CHECK(length < sizeof text && length == strlen(text), "length %zu of\n%s", length, text);
    size_t needed = henka_record_write(game, format, &players, NULL, 0);
    CHECK(needed == length, "without a buffer %zu, with one %zu:\n%s", needed, length, text);
    bool kif = format == HENKA_RECORD_KIF || format == HENKA_RECORD_KI2;
    if (kif && !length) return;
    HenkaError error = {0};
    HenkaPlayers read = {0};
    HenkaGame *back = henka_record_read(text, length, given, &read, &error);
    CHECK(back != NULL, "%d:%d %s\n%s", error.line, error.column, error.message, text);
    if (!back) return;
    if (format == HENKA_RECORD_USI) /* a USI line has no result */
        CHECK(henka_game_hash(back) == henka_game_hash(game), "another position\n%s", text);
    else {
        /* 中断 says that play stopped, not that the game was given up */
        bool stopped = kif && henka_game_outcome(game).reason == HENKA_ABANDONED;
        if (stopped) henka_game_end(back, HENKA_ABANDONED, HENKA_SENTE);
        CHECK(same_game(game, back), "another game\n%s", text);
        CHECK(strcmp(read.sente, players.sente) == 0 && strcmp(read.gote, players.gote) == 0 &&
                  strcmp(read.date, players.date) == 0,
              "players\n%s", text);
    }
    henka_record_write(back, format, format == HENKA_RECORD_USI ? NULL : &read, again,
                       sizeof again);
    CHECK(strcmp(text, again) == 0, "\n%s\nis written again as\n%s", text, again);
    henka_game_free(back);
}

static void play_random(HenkaGame *game, Random *random, int plies) {
    for (int ply = 0; ply < plies; ply++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        if (!count) return;
        henka_game_play(game, moves[random_below(random, (uint32_t)count)]);
    }
}

static void end_somehow(HenkaGame *game, uint32_t how) {
    static const HenkaReason reasons[] = {HENKA_RESIGNATION, HENKA_TIME,         HENKA_DRAW_AGREED,
                                          HENKA_ABANDONED,   HENKA_ILLEGAL_MOVE, HENKA_ABSENCE};
    if (how < sizeof reasons / sizeof *reasons)
        henka_game_end(game, reasons[how], henka_game_side(game));
}

static void check_variant(const HenkaVariant *v, uint64_t seed) {
    Random random = {seed};
    for (int g = 0; g < 8; g++) {
        HenkaGame *game = henka_game_new(v, NULL, NULL);
        play_random(game, &random, g * 9);
        if (g & 1) { /* from the middle */
            char sfen[4096];
            henka_game_sfen(game, sfen, sizeof sfen);
            henka_game_free(game);
            game = henka_game_new(v, sfen, NULL);
            play_random(game, &random, 30);
        }
        end_somehow(game, random_below(&random, 8));
        check_format(game, HENKA_RECORD_HENKA, NULL);
        check_format(game, HENKA_RECORD_HENKA, v);
        check_format(game, HENKA_RECORD_USI, v);
        check_format(game, HENKA_RECORD_KIF, v);
        check_format(game, HENKA_RECORD_KIF, NULL);
        check_format(game, HENKA_RECORD_KI2, v);
        henka_game_free(game);
    }
}

/* Settings travel with the record: a different array, a different rule. */
static void check_settings(void) {
    const char *settings[] = {"gap=7", "bishop=forward"};
    HenkaVariant *v = henka_variant_shipped("rutherford", settings, 2, NULL),
                 *standard = henka_variant_shipped("rutherford", NULL, 0, NULL);
    CHECK(v && standard, "settings of rutherford");
    if (!v || !standard) return;
    HenkaGame *game = henka_game_new(v, NULL, NULL);
    Random random = {7};
    play_random(game, &random, 20);
    size_t length = henka_record_write(game, HENKA_RECORD_HENKA, NULL, text, sizeof text);
    for (int given = 0; given < 2; given++) {
        HenkaError error = {0};
        HenkaGame *back = henka_record_read(text, length, given ? standard : NULL, NULL, &error);
        CHECK(back && same_game(game, back), "%s\n%s", error.message, text);
        if (back)
            CHECK(henka_variant_ranks(henka_game_variant(back)) == 19, "%d ranks",
                  henka_variant_ranks(henka_game_variant(back)));
        henka_game_free(back);
    }
    henka_game_free(game);
    henka_variant_free(v);
    henka_variant_free(standard);
}

static void check_refused(const char *name, const char *record, int line, int column,
                          const char *part) {
    HenkaVariant *v = name ? henka_variant_shipped(name, NULL, 0, NULL) : NULL;
    HenkaError error = {0};
    HenkaGame *game = henka_record_read(record, strlen(record), v, NULL, &error);
    CHECK(!game && error.line == line && error.column == column && strstr(error.message, part),
          "%s\nat %d:%d \"%s\"; expected %d:%d \"%s\"", record, error.line, error.column,
          error.message, line, column, part);
    henka_game_free(game);
    henka_variant_free(v);
}

#define OURS_OF(game) "Henka record 1\ngame: " game "\n"
#define OURS OURS_OF("shogi")
#define KIF "手合割：平手\n手数----指手---------消費時間--\n"
#define KI2 "手合割：平手\n▲７六歩 △３四歩\n"

static void check_refusals(void) {
    check_refused(NULL, "Henka record 2\ngame: shogi\n", 1, 1, "Henka record 1");
    check_refused(NULL, "Henka record 1\n", 1, 1, "names its game");
    check_refused(NULL, "Henka record 1\ngame: draughts\n", 2, 1, "draughts");
    check_refused("okisaki", OURS, 2, 1, "expected a record of okisaki");
    check_refused(NULL, OURS "setting: nonsense\n", 3, 10, "NAME=VALUE");
    check_refused(NULL, OURS "setting: speed=fast\n", 2, 1, "settings");
    check_refused(NULL, OURS "colour: red\n", 3, 1, "found \"colour\"");
    check_refused(NULL, OURS "what is this\n", 3, 1, "key: value");
    check_refused(NULL, OURS "start: nonsense b - 1\n", 3, 9, "piece");
    check_refused(NULL,
                  OURS "start: lnsgkgsnl/1r5b1/pppppXppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n",
                  3, 29, "found X");
    check_refused(NULL, OURS "result: sente wins\n", 3, 9, "expected a result");
    check_refused(NULL, OURS "result: sente wins by magic\n", 3, 9, "expected a result");
    check_refused(NULL, OURS "result: sente wins by checkmate\n\n1. 7g7f\n", 3, 1,
                  "but by its moves");
    check_refused(NULL, OURS "\n1. 7g7f P-7f\n2. 3c3d\n3. 4i4g\n", 6, 4,
                  "your own pawn stands on 4g");
    check_refused(NULL, OURS "\n1. 7g7f P-7f\n3. 3c3d\n", 5, 1, "expected move number 2");
    check_refused(NULL, OURS "\n1. 7g7f P-7f\nresult: playing\n", 5, 1, "expected move number 2");
    check_refused(NULL, OURS "\n1. 7g7e\n", 4, 4, "cannot move like that");
    check_refused(NULL, OURS "\n1.\n", 4, 3, "found nothing");
    check_refused(NULL, "position startpos", 1, 1, "names its game");
    check_refused("shogi", "position startpos moves 7g7f 7g7f", 1, 30, "no piece stands on 7g");
    check_refused("shogi",
                  KIF "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角(88)\n   4 ５五歩打\n"
                      "   5 ２六歩(27)\n",
                  6, 6, "no pawn in hand");
    check_refused("shogi", KIF "   2 ７六歩(77)\n", 3, 4, "expected move number 1");
    check_refused("shogi", "手合割：石落ち\n", 1, 13,
                  "shogi has no handicap called \"石落ち\": expected lance, right-lance, bishop,");
    check_refused("shogi", "手合割：\n   1 ３四歩(33)\n", 2, 6, "stands on 3c");
    check_refused("shogi", "手合割： 香落ちと\n", 1, 14, "called");
    check_refused("chess", OURS_OF("chess") "handicap: rook\n", 3, 11, "chess has no handicaps");
    check_refused(NULL, OURS "handicap: pawns\n", 3, 11, "no handicap called \"pawns\"");
    check_refused("suzumu", KIF "   1 ７六歩(77)\n", 3, 1, "KIF can hold");
    check_refused("shogi", "\x81 KIF\n", 1, 1, "UTF-8");
    check_refused("shogi",
                  "後手の持駒：なし\n+---+\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n先手の持駒：なし\n   "
                  "1 ７六歩(77)\n",
                  5, 1, "expected 9 rows");
    check_refused("shogi", "後手の持駒：石\n", 1, 19, "can be held");
    check_refused("shogi", "後手の持駒：なし\n| ・ ・ ・ ・石 ・ ・ ・ ・|一\n", 2, 18,
                  "found something else");
}

static const char found_kif[] =
    "\xEF\xBB\xBF# ---- made elsewhere ----\n"
    "開始日時：2020/01/01 "
    "10:00:00\n手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n"
    "   1 ７六歩(77)   ( 0:01/00:00:01)\n*a comment\n   2 ３四歩(33)   ( 0:01/00:00:01)+\n   3 "
    "２二角成(88) ( 0:05/00:00:06)\n"
    "   4 同　銀(31)   ( 0:01/00:00:02)\n   5 ４五角打     ( 0:01/00:00:07)\n   6 "
    "投了\nまで5手で先手の勝ち\n\n変化：3手\n   3 ２六歩(27)\n";

static void check_found_kif(void) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaPlayers read = {0};
    HenkaError error = {0};
    HenkaGame *game = henka_record_read(found_kif, strlen(found_kif), v, &read, &error);
    CHECK(game != NULL, "%d:%d %s", error.line, error.column, error.message);
    if (!game) return;
    HenkaOutcome outcome = henka_game_outcome(game);
    CHECK(henka_game_plies(game) == 5 && outcome.reason == HENKA_RESIGNATION &&
              outcome.winner == HENKA_SENTE,
          "%d plies", henka_game_plies(game));
    CHECK(strcmp(read.sente, "甲") == 0 && strcmp(read.gote, "乙") == 0, "players %s %s",
          read.sente, read.gote);
    henka_game_free(game);
    henka_variant_free(v);
}

/* A record with one byte changed is read or refused; nothing worse. */
static void check_damaged(void) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = henka_game_new(v, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", NULL);
    Random random = {3};
    play_random(game, &random, 12);
    for (HenkaRecordFormat format = HENKA_RECORD_HENKA; format <= HENKA_RECORD_KIF; format++) {
        size_t length = henka_record_write(game, format, &players, text, sizeof text);
        for (int i = 0; i < 300; i++) {
            memcpy(again, text, length);
            again[random_below(&random, (uint32_t)length)] = (char)random_next(&random);
            HenkaError error = {0};
            HenkaGame *read = henka_record_read(again, length, v, NULL, &error);
            CHECK(read || (error.line >= 1 && error.message[0]), "refused without a reason:\n%.*s",
                  (int)length, again);
            henka_game_free(read);
        }
    }
    henka_game_free(game);
    henka_variant_free(v);
}

/* A game from the array whose first move has another number is no game from the start. */
static void check_first_number(void) {
    static const char array[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - ";
    static const struct {
        int number;
        const char *begins;
    } rows[] = {{1, "position startpos moves 7g7f"}, {5, "position sfen lnsgkgsnl/"}};
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char sfen[256];
        snprintf(sfen, sizeof sfen, "%s%d moves 7g7f", array, rows[i].number);
        HenkaGame *game = henka_game_new(v, sfen, NULL);
        CHECK(game, "%s is refused", sfen);
        if (!game) continue;
        henka_record_write(game, HENKA_RECORD_USI, NULL, text, sizeof text);
        CHECK(!strncmp(text, rows[i].begins, strlen(rows[i].begins)), "%s is written %s", sfen,
              text);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

/* What KIF cannot hold it does not half hold: nothing is written. */
static void check_kif_possible(void) {
    static const struct {
        const char *game;
        bool possible;
    } rows[] = {{"shogi", true},       {"shinogi", true}, {"okisaki", false},
                {"rutherford", false}, {"ito", false},    {"suzumu", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaVariant *v = henka_variant_shipped(rows[i].game, NULL, 0, NULL);
        HenkaGame *game = henka_game_new(v, NULL, NULL);
        strcpy(text, "left over");
        size_t length = henka_record_write(game, HENKA_RECORD_KIF, &players, text, sizeof text);
        CHECK((length > 0) == rows[i].possible && strlen(text) == length, "%s: %zu bytes\n%s",
              rows[i].game, length, text);
        henka_game_free(game);
        henka_variant_free(v);
    }
}

/* ---- what is written, byte by byte ------------------------------------------------------------- */

static HenkaGame *played(const HenkaVariant *v, const char *sfen, const char *line) {
    char words[1024];
    snprintf(words, sizeof words, "%s moves %s", sfen, line);
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, *line ? words : sfen, &error);
    CHECK(game, "%s: %s", words, error.message);
    return game;
}

static void check_written(const HenkaGame *game, HenkaRecordFormat format, const HenkaPlayers *who,
                          const char *expected) {
    henka_record_write(game, format, who, text, sizeof text);
    CHECK(!strcmp(text, expected), "expected\n%s\nfound\n%s", expected, text);
}

static void check_all_written(void) {
    static const HenkaPlayers who = {"Sen\te", "Go\nte", "meijin", ""};
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = played(v, "startpos", "7g7f 3c3d 8h2b+ 3a2b B*4e");
    henka_game_end(game, HENKA_RESIGNATION, HENKA_GOTE);
    check_written(game, HENKA_RECORD_HENKA, &who,
                  "Henka record 1\n"
                  "game: shogi\n"
                  "setting: impasse=agreement\n"
                  "setting: strict=off\n"
                  "sente: Sen e\n"
                  "gote: Go te\n"
                  "event: meijin\n"
                  "start: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
                  "result: sente wins by resignation\n"
                  "\n"
                  "   1. 7g7f      P-7f\n"
                  "   2. 3c3d      P-3d\n"
                  "   3. 8h2b+     Bx2b+\n"
                  "   4. 3a2b      Sx2b\n"
                  "   5. B*4e      B*4e\n");
    check_written(game, HENKA_RECORD_USI, &who,
                  "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e");
    check_written(game, HENKA_RECORD_KIF, &who,
                  "棋戦：meijin\n"
                  "棋種：shogi\n"
                  "手合割：平手\n"
                  "先手：Sen e\n"
                  "後手：Go te\n"
                  "手数----指手---------消費時間--\n"
                  "   1 ７六歩(77)\n"
                  "   2 ３四歩(33)\n"
                  "   3 ２二角成(88)\n"
                  "   4 同　銀(31)\n"
                  "   5 ４五角打\n"
                  "   6 投了\n"
                  "まで5手で先手の勝ち\n");
    henka_game_free(game);
    game = played(v, "startpos", "");
    check_written(game, HENKA_RECORD_USI, NULL, "position startpos");
    check_written(game, HENKA_RECORD_KIF, NULL,
                  "棋種：shogi\n手合割：平手\n手数----指手---------消費時間--\n");
    henka_game_free(game);
    game = played(v, "4k4/9/9/9/4+p4/9/9/L8/4K3R w 2RG11P2b18p 20", "5a5b");
    check_written(game, HENKA_RECORD_USI, NULL,
                  "position sfen 4k4/9/9/9/4+p4/9/9/L8/4K3R w 11P2RG18p2b 20 moves 5a5b");
    check_written(game, HENKA_RECORD_KIF, NULL,
                  "棋種：shogi\n"
                  "後手の持駒：歩十八　角二\n"
                  " ９ ８ ７ ６ ５ ４ ３ ２ １\n"
                  "+---------------------------+\n"
                  "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
                  "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
                  "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n"
                  "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
                  "| ・ ・ ・ ・vと ・ ・ ・ ・|五\n"
                  "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
                  "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
                  "| 香 ・ ・ ・ ・ ・ ・ ・ ・|八\n"
                  "| ・ ・ ・ ・ 玉 ・ ・ ・ 飛|九\n"
                  "+---------------------------+\n"
                  "先手の持駒：歩十一　飛二　金\n"
                  "後手番\n"
                  "手数＝19\n"
                  "手数----指手---------消費時間--\n"
                  "   1 ５二玉(51)\n");
    henka_game_free(game);
    henka_variant_free(v);
}

/* ---- how a game ended -------------------------------------------------------------------------- */

/* A record's text is read as this game: its moves as a USI line, its outcome. */
static void check_read(const char *name, const char *record, const char *usi, HenkaReason reason,
                       int winner) {
    HenkaVariant *v = name ? henka_variant_shipped(name, NULL, 0, NULL) : NULL;
    HenkaError error = {0};
    HenkaGame *game = henka_record_read(record, strlen(record), v, NULL, &error);
    CHECK(game, "%s\nrefused at %d:%d %s", record, error.line, error.column, error.message);
    if (game) {
        HenkaOutcome is = henka_game_outcome(game);
        henka_record_write(game, HENKA_RECORD_USI, NULL, text, sizeof text);
        CHECK(!strcmp(text, usi), "%s\nis read as %s, expected %s", record, text, usi);
        CHECK(is.reason == reason && is.winner == winner, "%s\n%s, winner %d; expected %s, %d",
              record, henka_reason_name(is.reason), is.winner, henka_reason_name(reason), winner);
    }
    henka_game_free(game);
    henka_variant_free(v);
}

/* The record has this notice, at this line. */
static void check_noted(const char *name, const char *record, int line, const char *part) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaError error = {0}, notices[8] = {0};
    HenkaRecord *read = henka_record_open(record, strlen(record), v, &error);
    size_t count = read ? henka_record_notices(read, notices, 8) : 0;
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found |= notices[i].line == line && strstr(notices[i].message, part);
    CHECK(found, "%s\nhas %zu notices (%d: %s), expected %d: %s", record, count, notices[0].line,
          notices[0].message, line, part);
    henka_record_free(read);
    henka_variant_free(v);
}

static void check_quiet(const char *name, const char *record) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaError error = {0}, notices[1] = {0};
    HenkaRecord *read = henka_record_open(record, strlen(record), v, &error);
    CHECK(read && !henka_record_notices(read, notices, 1), "%s\n%s%s", record, error.message,
          notices[0].message);
    henka_record_free(read);
    henka_variant_free(v);
}

#define MOVED "position startpos moves 7g7f"

/* The side to move after 1 ７六歩 is gote: 負け is gote's, 勝ち is gote's. A まで line overrules who
 * won, where it names one side and somebody won. */
static void check_kif_ends(void) {
    static const struct {
        const char *word, *until;
        HenkaReason reason;
        int winner;
    } rows[] = {
        {"投了", "", HENKA_RESIGNATION, HENKA_SENTE},
        {"投了", "まで1手で先手の勝ち", HENKA_RESIGNATION, HENKA_SENTE},
        {"投了", "まで1手で後手の勝ち", HENKA_RESIGNATION, HENKA_GOTE},
        {"投了", "まで1手で上手の勝ち", HENKA_RESIGNATION, HENKA_GOTE},
        {"投了", "まで1手で下手の勝ち", HENKA_RESIGNATION, HENKA_SENTE},
        {"投了", "まで、先手の勝ち、後手の勝ち", HENKA_RESIGNATION, HENKA_SENTE},
        {"投了", "まで、後手の勝ち、先手の勝ち", HENKA_RESIGNATION, HENKA_SENTE},
        {"投了", "まで1手", HENKA_RESIGNATION, HENKA_SENTE},
        {"切れ負け", "", HENKA_TIME, HENKA_SENTE},
        {"不戦敗", "", HENKA_ABSENCE, HENKA_SENTE},
        {"不戦勝", "", HENKA_ABSENCE, HENKA_GOTE},
        {"不戦敗", "まで1手で先手の勝ち", HENKA_ABSENCE, HENKA_SENTE},
        {"反則負け", "", HENKA_ILLEGAL_MOVE, HENKA_SENTE},
        {"反則勝ち", "", HENKA_ILLEGAL_MOVE, HENKA_GOTE},
        {"反則勝ち", "まで1手で先手の勝ち", HENKA_ILLEGAL_MOVE, HENKA_SENTE},
        {"持将棋", "", HENKA_DRAW_AGREED, -1},
        {"持将棋", "まで1手で先手の勝ち", HENKA_DRAW_AGREED, -1},
        {"中断", "", HENKA_PLAYING, -1},
        {"中断", "まで1手で中断", HENKA_PLAYING, -1},
        {"封じ手", "", HENKA_PLAYING, -1},
        {"指し掛け", "", HENKA_PLAYING, -1},
        {"不詰", "", HENKA_PLAYING, -1},
        {"投了", "まで1手で後手の勝ち", HENKA_RESIGNATION, HENKA_GOTE},
        {"時間切れ", "", HENKA_TIME, HENKA_SENTE},
        {"切れ勝ち", "", HENKA_TIME, HENKA_GOTE},
        {"入玉勝ち", "", HENKA_IMPASSE, HENKA_GOTE},
        {"入玉宣言", "", HENKA_IMPASSE, HENKA_GOTE},
        {"宣言勝ち ( 0:01/00:00:01)", "", HENKA_IMPASSE, HENKA_GOTE},
        {"引き分け", "", HENKA_DRAW_AGREED, -1},
        {"Resigns", "", HENKA_RESIGNATION, HENKA_SENTE},
        {"", "まで1手で先手の勝ち", HENKA_RESIGNATION, HENKA_SENTE},
        {"", "まで1手で後手の反則負け", HENKA_ILLEGAL_MOVE, HENKA_SENTE},
        {"", "まで1手で先手の反則負けにより後手の勝ち", HENKA_ILLEGAL_MOVE, HENKA_GOTE},
        {"", "まで1手で時間切れにより先手の勝ち", HENKA_TIME, HENKA_SENTE},
        {"", "まで1手で後手の入玉勝ち", HENKA_IMPASSE, HENKA_GOTE},
        {"", "まで1手で持将棋", HENKA_DRAW_AGREED, -1},
        {"", "まで1手で中断", HENKA_PLAYING, -1},
        {"", "まで、先手の勝ち", HENKA_RESIGNATION, HENKA_SENTE},
        {"", "まで１手で先手勝ち", HENKA_RESIGNATION, HENKA_SENTE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char record[512];
        snprintf(record, sizeof record, KIF "   1 ７六歩(77)\n%s%s\n%s\n",
                 *rows[i].word ? "   2 " : "", rows[i].word, rows[i].until);
        check_read("shogi", record, "position startpos moves 7g7f", rows[i].reason, rows[i].winner);
    }
    /* a comment is no line */
    check_read("shogi", KIF "*まで\n#   1 投了\n&しおり\n\n   1 ７六歩(77)\n   \n",
               "position startpos moves 7g7f", HENKA_PLAYING, -1);
    check_read(NULL, "#KIF version=2.0\n棋種：shogi\n   1 投了\n", "position startpos",
               HENKA_RESIGNATION, HENKA_GOTE);
    /* what the moves say goes before the word, unless the word says another winner */
#define MATED "#KIF\n開始局面：4k4/9/4G4/9/9/9/9/9/4K4 b G 1\n   1 ５二金打\n"
#define MATED_USI "position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1 moves G*5b"
    check_read("shogi", MATED, MATED_USI, HENKA_CHECKMATE, HENKA_SENTE);
    check_read("shogi", MATED "   2 詰み\n", MATED_USI, HENKA_CHECKMATE, HENKA_SENTE);
    check_read("shogi", MATED "   2 投了\n", MATED_USI, HENKA_CHECKMATE, HENKA_SENTE);
    /* where they contradict each other the moves go before, and it is said */
#define NOTED(record, usi, reason, winner, line, part)                                             \
    check_read("shogi", record, usi, reason, winner);                                              \
    check_noted("shogi", record, line, part)
    NOTED(MATED "   2 投了\nまで1手で後手の勝ち\n", MATED_USI, HENKA_CHECKMATE, HENKA_SENTE, 4,
          "\"投了\", but by the rules it is \"checkmate\"");
    NOTED(MATED "   2 持将棋\n", MATED_USI, HENKA_CHECKMATE, HENKA_SENTE, 4, "持将棋");
    NOTED(MATED "   2 反則勝ち\n", MATED_USI, HENKA_CHECKMATE, HENKA_SENTE, 4, "反則勝ち");
    NOTED(KIF "   1 ７六歩(77)\n   2 千日手\n", MOVED, HENKA_DRAW_AGREED, -1, 4, "counts as");
    NOTED(KIF "   1 ７六歩(77)\n   2 最大手数\n", MOVED, HENKA_DRAW_AGREED, -1, 4, "counts as");
    NOTED(KIF "   1 ７六歩(77)\n   2 詰み\n", MOVED, HENKA_PLAYING, -1, 4, "詰み");
    NOTED(KIF "   1 ７六歩(77)\n   2 詰\n", MOVED, HENKA_PLAYING, -1, 4, "詰");
    NOTED(KIF "   1 ７六歩(77)\n   2 パス\n", MOVED, HENKA_PLAYING, -1, 4, "\"パス\" is neither");
    NOTED(KIF "   1 ７六歩(77)\n   2 投了\n   3 中断\nまで1手で先手の勝ち\n", MOVED,
          HENKA_RESIGNATION, HENKA_SENTE, 5, "over after move 1 (resignation)");
    NOTED(KIF "   1 ７六歩(77)\n   2 投了\n   2 ３四歩(33)\n", MOVED, HENKA_RESIGNATION,
          HENKA_SENTE, 5, "over after move 1");
    NOTED(KIF "   1 ７六歩(77)\nまで3手で先手の勝ち\n", MOVED, HENKA_RESIGNATION, HENKA_SENTE, 4,
          "counts 3 moves, and 1 was");
    NOTED(KIF "   1 ７六歩(77)\nこの将棋は長い\n", MOVED, HENKA_PLAYING, -1, 4,
          "no part of a KIF record");
    check_quiet("shogi", KIF "   1 ７六歩(77)\n   2 中断\n   2 ３四歩(33)\n");
    check_read("shogi", KIF "   1 ７六歩(77)\n   2 封じ手\n   2 ３四歩(33)\n", MOVED " 3c3d",
               HENKA_PLAYING, -1);
    check_refused("shogi", KIF "   1 投了\n   1 ７六歩(77)\n", 4, 4, "no move after the end");
}

/* A move that the rules forbid is no part of the game: where nothing was played behind it, what
 * stood before is kept, and who lost is said where the record says so. */
static void check_fouls(void) {
#define TWICE KIF "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７七歩打\n"
    static const char two[] = "position startpos moves 7g7f 3c3d";
    NOTED(TWICE, two, HENKA_PLAYING, -1, 5, "move 3 was left out");
    NOTED(TWICE "*反則手\n", two, HENKA_ILLEGAL_MOVE, HENKA_GOTE, 5, "no pawn in hand");
    NOTED(TWICE "   4 反則勝ち\n", two, HENKA_ILLEGAL_MOVE, HENKA_GOTE, 5, "move 3");
    NOTED(TWICE "まで3手で先手の反則負け\n", two, HENKA_ILLEGAL_MOVE, HENKA_GOTE, 5, "move 3");
    NOTED(TWICE "まで3手で後手の反則勝ち\n", two, HENKA_ILLEGAL_MOVE, HENKA_GOTE, 5, "move 3");
    check_refused("shogi", TWICE "   4 ８四歩(83)\n", 5, 6, "no pawn in hand");
    check_refused("shogi", KIF "   1 ７五歩(77)\n   2 反則勝ち\n", 3, 6, "cannot move like that");
    check_refused("shogi", KIF "   1 ７六歩(77)\n   2 ３四ほ(33)\n", 4, 12, "expected a move");
}

/* Play goes on after a fourth occurrence, as people may agree: what the rules end is kept. */
static void check_past_the_end(void) {
    char record[1024] = KIF;
    static const char *const round[] = {"３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"};
    for (int i = 0; i < 14; i++)
        sprintf(record + strlen(record), "%4d %s\n", i + 1,
                i < 12    ? round[i % 4]
                : i == 12 ? "２六歩(27)"
                          : "８四歩(83)");
    NOTED(record,
          "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b",
          HENKA_REPETITION, -1, 15, "over after move 12 (repetition)");
}

/* What a game's end is written as, and that it is read back. The side to move is gote. */
static void check_end_words(void) {
    static const struct {
        HenkaReason reason;
        HenkaSide by;
        const char *kif, *result;
    } rows[] = {
        {HENKA_RESIGNATION, HENKA_GOTE, "   2 投了\nまで1手で先手の勝ち\n",
         "sente wins by resignation"},
        {HENKA_RESIGNATION, HENKA_SENTE, "", "gote wins by resignation"},
        {HENKA_TIME, HENKA_GOTE, "   2 切れ負け\nまで1手で先手の勝ち\n", "sente wins by time"},
        {HENKA_ILLEGAL_MOVE, HENKA_GOTE, "   2 反則負け\nまで1手で先手の勝ち\n",
         "sente wins by illegal move"},
        {HENKA_ILLEGAL_MOVE, HENKA_SENTE, "   2 反則勝ち\nまで1手で後手の勝ち\n",
         "gote wins by illegal move"},
        {HENKA_DRAW_AGREED, HENKA_SENTE, "   2 持将棋\n", "draw by draw agreed"},
        {HENKA_ABSENCE, HENKA_GOTE, "   2 不戦敗\nまで1手で先手の勝ち\n", "sente wins by absence"},
        {HENKA_ABSENCE, HENKA_SENTE, "   2 不戦勝\nまで1手で後手の勝ち\n", "gote wins by absence"},
        {HENKA_ABANDONED, HENKA_SENTE, "   2 中断\n", "abandoned"},
        {HENKA_PLAYING, HENKA_SENTE, "", "playing"},
    };
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = played(v, "startpos", "7g7f");
        if (rows[i].reason != HENKA_PLAYING) henka_game_end(game, rows[i].reason, rows[i].by);
        char line[128];
        snprintf(line, sizeof line, "\nresult: %s\n\n", rows[i].result);
        henka_record_write(game, HENKA_RECORD_HENKA, NULL, text, sizeof text);
        CHECK(strstr(text, line), "expected%sin\n%s", line, text);
        HenkaGame *back = henka_record_read(text, strlen(text), NULL, NULL, NULL);
        CHECK(back && same_game(game, back), "not read back:\n%s", text);
        henka_game_free(back);
        henka_record_write(game, HENKA_RECORD_KIF, NULL, text, sizeof text);
        const char *end = strstr(text, "(77)\n");
        CHECK(end && !strcmp(end + 5, rows[i].kif), "%s: expected\n%s\nfound\n%s", rows[i].result,
              rows[i].kif, text);
        henka_game_free(game);
    }
    HenkaGame *game =
        played(v, "startpos", "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b");
    henka_record_write(game, HENKA_RECORD_KIF, NULL, text, sizeof text);
    CHECK(strstr(text, "  13 千日手\n") && !strstr(text, "まで"), "a repetition ends so:\n%s",
          text);
    check_read("shogi", text,
               "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h "
               "7b8b",
               HENKA_REPETITION, -1);
    henka_game_free(game);
    game = played(v, "4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "G*5b");
    henka_record_write(game, HENKA_RECORD_KIF, NULL, text, sizeof text);
    CHECK(strstr(text, "   2 詰み\nまで1手で先手の勝ち\n"), "a mate ends so:\n%s", text);
    henka_game_free(game);
    henka_variant_free(v);
}

/* Two kinds whose characters on the board are variants of one another stay apart there. */
static void check_kif_variants(void) {
    static const char game_text[] = "files=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\n"
                                    "kanji=K:玉将:玉,O:王将:王\nking:K:K:K:a1\nother:O:W:O:b1\n";
    HenkaVariant *v = henka_variant_parse(game_text, strlen(game_text), NULL, 0, NULL);
    HenkaGame *game = v ? henka_game_new(v, "k4/1o3/5/3O1/4K b Oo 1", NULL) : NULL;
    CHECK(game, "the game is refused");
    if (game) check_format(game, HENKA_RECORD_KIF, v);
    CHECK(strstr(text, "|v玉"), "no board in\n%s", text);
    henka_game_free(game);
    henka_variant_free(v);
}

/* An impasse that the position allows to be declared, and one that it doesn't. Of a draw it does not
 * matter who may declare it: here sente, in check, may not. */
static void check_impasses(void) {
    static const struct {
        const char *game, *start, *result, *refused; /* refused: NULL, or what it is instead */
    } rows[] = {
        {"shogi", "1K+R+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b RB 1", "sente wins by impasse", NULL},
        {"shogi", "1K+R+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b RB 1", "gote wins by impasse",
         "it is \"playing\""},
        {"shogi", "4K4/9/9/9/9/9/9/+p+p+p6/1k+r+b+p+p+p+p+p w rpppp 1", "gote wins by impasse",
         NULL},
        {"shogi", "4K4/9/9/9/9/9/9/+p+p+p6/1k+r+b+p+p+p+p+p w rpppp 1", "draw by impasse",
         "by its moves it is \"playing\""},
        {"okisaki", "r3K5/10/10/10/10/10/10/10/10/5k4 b RBQ20P4N4S4Grbq20p4l4s4g 90",
         "draw by impasse", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char record[1024];
        snprintf(record, sizeof record,
                 "Henka record 1\ngame: %s\nsetting: impasse=points\nstart: %s\nresult: %s\n",
                 rows[i].game, rows[i].start, rows[i].result);
        if (rows[i].refused) {
            check_refused(NULL, record, 5, 1, rows[i].refused);
            continue;
        }
        HenkaError error = {0};
        HenkaGame *game = henka_record_read(record, strlen(record), NULL, NULL, &error);
        CHECK(game, "%s\nis refused: %s", record, error.message);
        if (!game) continue;
        henka_record_write(game, HENKA_RECORD_HENKA, NULL, text, sizeof text);
        CHECK(strstr(text, rows[i].result), "%s\nis written\n%s", record, text);
        henka_game_free(game);
    }
}

/* ---- KIF made elsewhere ------------------------------------------------------------------------ */

/* A picture of the board with these lines in it is the position; 歩 for a pawn, and so on. */
static void check_kif_boards(void) {
#define ROWS_OF(first) UNSAID_ROWS_OF(first) "先手番\n"
#define UNSAID_ROWS UNSAID_ROWS_OF(PLAIN)
#define UNSAID_ROWS_OF(first)                                                                      \
    "| " first "|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n"           \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ " \
    "・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"                    \
    "|v歩 ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
#define PLAIN "・ ・ ・ ・v玉 ・ ・ ・ ・"
    static const struct {
        const char *record, *sfen;
    } rows[] = {
        {ROWS_OF(PLAIN), "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {"手合割：その他\n  ９ ８\n+---+\n" ROWS_OF(PLAIN) "+---+\n後手番\n",
         "4k4/9/9/9/9/9/9/9/p3K4 w - 1"},
        {"手合割：二枚落ち\n" ROWS_OF(PLAIN), "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {"手合割：石落ち\n" ROWS_OF(PLAIN), "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {"手合割：石落ち\n" UNSAID_ROWS, "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {"手合割：詰将棋\n" UNSAID_ROWS, "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {"手合割：二枚落ち\n" UNSAID_ROWS, "4k4/9/9/9/9/9/9/9/p3K4 w - 1"},
        {"先手の持駒：金2 銀１　歩12\n後手の持ち駒:桂三、香\n" ROWS_OF(PLAIN),
         "4k4/9/9/9/9/9/9/9/p3K4 b 2GS12P3nl 1"},
        {"手合割：平手\n" UNSAID_ROWS, "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {"手合割：その他\n" UNSAID_ROWS, "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {ROWS_OF(PLAIN) "上手番\n", "4k4/9/9/9/9/9/9/9/p3K4 w - 1"},
        {ROWS_OF(PLAIN) "後手番\n先手番\n", "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {ROWS_OF(PLAIN) "後手番\n下手番\n", "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {ROWS_OF(PLAIN) "手数＝7\n", "4k4/9/9/9/9/9/9/9/p3K4 b - 8"},
        {ROWS_OF(PLAIN) "手数＝999998\n", "4k4/9/9/9/9/9/9/9/p3K4 b - 999999"},
        {ROWS_OF(PLAIN) "手数＝999999999999\n", "4k4/9/9/9/9/9/9/9/p3K4 b - 999999"},
        {ROWS_OF(PLAIN) "手数＝x\n", "4k4/9/9/9/9/9/9/9/p3K4 b - 1"},
        {ROWS_OF("・^飛 ・ ・V王 ・v竜v龍 龍"), "1R2k1+r+r+R/9/9/9/9/9/9/9/p3K4 b - 1"},
        {"先手の持駒：飛　金二 歩十二\n後手の持駒：銀　桂\n" ROWS_OF(PLAIN),
         "4k4/9/9/9/9/9/9/9/p3K4 b R2G12Psn 1"},
        {"下手の持駒：角\n上手の持駒：歩二十\n" ROWS_OF(PLAIN), "4k4/9/9/9/9/9/9/9/p3K4 b B20p 1"},
        {"先手の持駒：なし\n後手の持駒：歩\n" ROWS_OF(PLAIN), "4k4/9/9/9/9/9/9/9/p3K4 b p 1"},
    };
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char record[2048], sfen[256] = "", expected[256] = "";
        HenkaError error = {0};
        snprintf(record, sizeof record, "%s手数----指手---------消費時間--\n", rows[i].record);
        HenkaGame *game = henka_record_read(record, strlen(record), v, NULL, &error),
                  *same = henka_game_new(v, rows[i].sfen, NULL);
        if (game) henka_game_sfen(game, sfen, sizeof sfen);
        if (same) henka_game_sfen(same, expected, sizeof expected);
        CHECK(game && same && !strcmp(sfen, expected), "%s\nis read as %s, expected %s (%d:%d %s)",
              record, sfen, expected, error.line, error.column, error.message);
        henka_game_free(game), henka_game_free(same);
    }
    henka_variant_free(v);
    check_refused("shogi", ROWS_OF(PLAIN) "| ・|十\n   1 ５二玉(51)\n", 11, 1, "found more");
    check_refused("shogi", ROWS_OF("・ ・ ・ ・v玉 ・ ・ ・ ・ ・"), 1, 39, "after 9 squares");
    check_refused("shogi", ROWS_OF("・ ・ ・ ・v玉 ・ ・ ・"), 1, 34, "expected 9 squares");
    check_refused("shogi", ROWS_OF("・ ・ ・ ・v石 ・ ・ ・ ・"), 1, 18, "expected 9 squares");
    check_refused("shogi", "先手の持駒：歩六十四\n" ROWS_OF(PLAIN), 1, 19, "up to 63");
    check_refused("shogi", "先手の持駒：飛　玉\n" ROWS_OF(PLAIN), 1, 25, "can be held");
    check_refused("shogi", "先手の持駒：歩六十三\n" ROWS_OF(PLAIN) "   1 ５二玉(51)\n", 12, 1,
                  "found 64");
}

/* ---- handicaps --------------------------------------------------------------------------------- */

/* KIF names the handicap, calls the sides 下手 and 上手 and begins with the latter's move as number
 * 1; read again it is the same game. */
static void check_kif_handicap(void) {
    static const char kif[] = "棋種：shogi\n"
                              "手合割：二枚落ち\n"
                              "下手：甲\n"
                              "上手：乙\n"
                              "手数----指手---------消費時間--\n"
                              "   1 ６二銀(71)\n"
                              "   2 ７六歩(77)\n"
                              "   3 投了\n"
                              "まで2手で下手の勝ち\n";
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaPlayers named = {.sente = "甲", .gote = "乙"}, read = {0};
    HenkaGame *game =
        played(v, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "7a6b 7g7f");
    henka_game_end(game, HENKA_RESIGNATION, HENKA_GOTE);
    check_written(game, HENKA_RECORD_KIF, &named, kif);
    check_written(game, HENKA_RECORD_USI, NULL,
                  "position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves "
                  "7a6b 7g7f");
    check_written(game, HENKA_RECORD_HENKA, NULL,
                  "Henka record 1\n"
                  "game: shogi\n"
                  "setting: impasse=agreement\n"
                  "setting: strict=off\n"
                  "handicap: 2-piece\n"
                  "start: lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
                  "result: sente wins by resignation\n"
                  "\n"
                  "   1. 7a6b      S-6b\n"
                  "   2. 7g7f      P-7f\n");
    HenkaGame *back = henka_record_read(kif, strlen(kif), NULL, &read, NULL);
    CHECK(back && henka_game_plies(back) == 2 && henka_game_hash(back) == henka_game_hash(game) &&
              henka_game_outcome(back).winner == HENKA_SENTE,
          "%s: read again it is another game", kif);
    CHECK(!strcmp(read.sente, "甲") && !strcmp(read.gote, "乙"), "%s, %s", read.sente, read.gote);
    henka_game_free(back), henka_game_free(game);
    /* A start that only looks like it, and one that KIF has no name for, are drawn. */
    static const char *const drawn[] = {
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 3",
        "l1sgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        game = played(v, drawn[i], "");
        henka_record_write(game, HENKA_RECORD_KIF, &named, text, sizeof text);
        CHECK(strstr(text, "|v香"), "%s is written\n%s", drawn[i], text);
        CHECK(strstr(text, "\n先手：甲\n後手：乙\n") && !strstr(text, "手合割"), "%s", text);
        henka_game_free(game);
    }
    /* By name or in kanji, whatever stands behind; a start given beside it counts more. */
    static const char bishop[] = "position sfen "
                                 "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    check_read("shogi", "手合割：角落ち　　 \n棋種：shogi\n", bishop, HENKA_PLAYING, -1);
    check_read("shogi", "手合割:角落ち \n1 ３四歩(33)\n",
               "position sfen lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves "
               "3c3d",
               HENKA_PLAYING, -1);
    check_read("shogi", OURS "handicap: bishop\n", bishop, HENKA_PLAYING, -1);
    check_read("shogi", OURS "handicap: 角落ち\n", bishop, HENKA_PLAYING, -1);
    check_read("shogi", OURS "handicap: lance\nstart: startpos\n", "position startpos",
               HENKA_PLAYING, -1);
    henka_variant_free(v);
}

/* Headers, however their colon is written and whoever is called what; times, marks and comments
 * behind the moves are passed over; only the main line counts. */
static void check_kif_lines(void) {
    static const char record[] =
        "# comment\n棋種：shogi\n開始日時:2020/01/01\n棋戦：王座戦\n持ち時間：6時間\n"
        "手合割：平手　　\n下手：甲\n上手：乙\n手数----指手---------消費時間--\n"
        "1 ７六歩(77)\n*a comment\n   2 △３四歩 (0:01)\n  3 22角成(88) ( 0:05/00:00:06)+\n"
        "4 同　銀(31)\n5 5五角打\n6 同歩(54)\n7 ２六歩(27)\n";
    static const char again_taken[] =
        KIF "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　　 銀(31)   ( 0:01/00:00:02)\n"
            "変化：2手\n   2 ８四歩(83)\n";
    HenkaPlayers read = {0};
    HenkaError error = {0};
    HenkaGame *game = henka_record_read(record, strlen(record), NULL, &read, &error);
    CHECK(!game && error.line == 16 && error.column == 3 && strstr(error.message, "同歩(54)"),
          "%d:%d %s", error.line, error.column, error.message);
    game = henka_record_read(record, strlen(record) - strlen("6 同歩(54)\n7 ２六歩(27)\n"), NULL,
                             &read, &error);
    CHECK(game && henka_game_plies(game) == 5, "%d:%d %s", error.line, error.column, error.message);
    CHECK(!strcmp(read.sente, "甲") && !strcmp(read.gote, "乙") && !strcmp(read.event, "王座戦") &&
              !strcmp(read.date, "2020/01/01"),
          "%s, %s, %s, %s", read.sente, read.gote, read.event, read.date);
    henka_game_free(game);
    check_read("shogi", again_taken, "position startpos moves 7g7f 3c3d 8h2b+ 3a2b", HENKA_PLAYING,
               -1);
    check_read("shinogi", "手数＝\n先手番\n後手番\n設定：strict=on\n手合割：平手\n",
               "position startpos", HENKA_PLAYING, -1);
    check_refused("shinogi", "手合割：平手\n棋種：shogi\n1 ７六歩(77)\n", 2, 1, "one of shogi");
    check_refused("shogi", "#KIF\n開始局面：4k4/9/9/9/9/9/9/9/4Kx3 b - 1\n", 2, 36, "found x");
    check_refused("shogi", "手合割：平手\n1 ７六歩(77)\n2 ７五歩(76)\n3 ２六歩(27)\n", 3, 3,
                  "on 7f");
    check_refused("suzumu", "手合割：平手\n", 1, 1, "found suzumu");
    check_refused("suzumu", "手合割：平手\n後手の持駒：なし\n", 2, 1, "found suzumu");
    check_read(NULL, "手合割：平手\n", "position startpos", HENKA_PLAYING, -1);
    check_refused(NULL, "手合割：その他\n", 1, 1, "names its game");
    check_refused("shogi", "#KIF\n設定：impasse\n1 投了\n", 2, 10, "NAME=VALUE");
}

/* KI2 writes moves as people do, several on a line, with blanks of either width between them. */
static void check_ki2(void) {
    static const char record[] =
        "開始日時：2020/01/01\n手合割：平手\n先手：甲\n後手：乙\n\n"
        "▲７六歩    △３四歩　　▲２二角成  △同　銀▲５五角\n*a comment\n△４四角打  \n"
        "まで6手で後手の勝ち\n変化：2手\n△８四歩\n";
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaPlayers read = {0};
    HenkaError error = {0};
    HenkaGame *game = henka_record_read(record, strlen(record), v, &read, &error);
    CHECK(game && henka_game_plies(game) == 6, "%d:%d %s", error.line, error.column, error.message);
    CHECK(game && henka_game_outcome(game).winner == HENKA_GOTE, "まで says who won");
    CHECK(!strcmp(read.sente, "甲") && !strcmp(read.gote, "乙"), "%s, %s", read.sente, read.gote);
    henka_game_free(game);
    henka_variant_free(v);
    check_read("shogi", "☗76歩 ☖34歩\n  ☗2六歩\n", "position startpos moves 7g7f 3c3d 2g2f",
               HENKA_PLAYING, -1);
    check_read("shogi", KI2 "まで2手で後手の勝ち\n", "position startpos moves 7g7f 3c3d",
               HENKA_RESIGNATION, HENKA_GOTE);
    check_read("shogi", KI2 "▲投了\n", "position startpos moves 7g7f 3c3d", HENKA_RESIGNATION,
               HENKA_GOTE);
    check_read(
        "shogi", "手合割：香落ち\n△３四歩 ▲７六歩\n",
        "position sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves "
        "3c3d 7g7f",
        HENKA_PLAYING, -1);
    check_refused("shogi", "▲７六歩 △３四歩\n▲７五歩 △８五歩 ▲２六歩\n", 2, 17,
                  "no pawn can reach");
    check_refused("shogi", "▲７六歩 △\n", 1, 17, "found nothing");
    check_refused("shogi", KIF "   1 投了\n▲７六歩\n", 4, 1, "no move after the end");
}

/* What is no record that is read here is refused as what it is, whatever words of KIF stand in it;
 * no text is taken for a game without a move. */
static void check_other_kinds(void) {
    static const struct {
        const char *text, *part;
        int line, column;
    } rows[] = {
        {"V2.2\nN+NAKAHARA\nPI\n+\n+7776FU\n", "this is a CSA record", 1, 1},
        {"'CSA\n+7776FU\n-3334FU\n", "this is a CSA record", 1, 1},
        {"V2.2\r'手合割：平手\rPI\r+\r+2726FU\r", "this is a CSA record", 1, 1},
        {"N+甲\nN-乙\n$EVENT:第1局 先手：甲\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n", "a CSA record", 1,
         1},
        {"'手数\n'先手：甲\n\nPI\n+\n%TORYO\n", "this is a CSA record", 1, 1},
        {"P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n+\n'手合割：平手\n", "this is a CSA record", 1, 1},
        {"{\"header\":{\"手合割\":\"平手\"},\"moves\":[{}]}", "this is a JKF record", 1, 1},
        {"\n{\n \"moves\": [], \"header\": {\"先手\": \"甲\"}}\n", "this is a JKF record", 1, 1},
        {"[Event \"a game\"]\n\n1. P-7f P-3d *\n", "this is a PGN record", 1, 1},
        {"[Sente \"先手：甲\"]\n1. P-7f\n", "this is a PGN record", 1, 1},
        {"1. P-7f P-3d\n2. P-2f\n", "this is a PGN record", 1, 1},
        {"'\xb5\xad\n'\xa1\xa6\xff\nN+gps\nPI\n+\n+7776FU\n", "this is a CSA record", 1, 1},
        {"開始日時：2026/02/27\n棋戦：王座戦\n", "expected a record", 1, 1},
        {"", "expected a record", 1, 1},
        {"\n \n", "expected a record", 1, 1},
        {"nothing of the kind", "expected a record", 1, 1},
        {"先手：甲\n後手：乙\n", "expected a record", 1, 1},
        {"昨日、先手：甲の将棋を見た。\n手数は百手\n", "no part of a KIF record", 2, 1},
        {"手合割：平手\nそれから先は知らない\n", "no part of a KIF record", 2, 1},
        {"手合割：平手\n+7776FU\n-3334FU\n", "no part of a KIF record", 2, 1},
        {"手合割：平手\n1. e4 e5\n", "neither a move nor an end", 2, 4},
        {"手合割：平手\n手数----指手\n1 ２６ほ\n", "expected a move", 3, 9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_refused("shogi", rows[i].text, rows[i].line, rows[i].column, rows[i].part);
}

/* ---- spellings --------------------------------------------------------------------------------- */

/* The same two or more moves, however programs and people write them. */
static void check_spellings(void) {
    static const char two[] = "position startpos moves 7g7f 3c3d",
                      five[] = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e";
    static const char *const twos[] = {
        KIF "   1 ７六歩(77)+\n   2 ３四歩(33)\n",
        KIF "   1 ７六歩　(77)\n   2 ３四歩 (33)   ( 0:12/00:00:12)+\n",
        KIF "　　1　７六歩(77)\n　　2　３四歩(33)\n",
        KIF "１　７六歩(77)\n２　３四歩(33)\n",
        KIF "1.７六歩(77)\n2. ３四歩(33)\n",
        KIF "1手目 ▲７六歩(77)\n2手目 △３四歩(33)\n",
        KIF "1 7六歩（７七）\n2 ３４歩（33）\n",
        "1 ７六歩(77)\n2 ３四歩(33)\n",
        "７六歩\n３四歩\n",
        "７六歩 ３四歩",
        KIF "   1 ７六歩(77) ( 0:01/00:00:01)*comment\n   2 ３四歩(33)   (0:01)\n",
        "手合割:平手\n1 ７六歩(77)\n先手：甲\n2 ３四歩(33)\n終了日時：2020/01/01\n",
        "先手：甲\n手合割　：　平手　\n▲７六歩△３四歩\n",
        "手合割：平手\r手数----指手---\r1 ７六歩(77)\r2 ３四歩(33)\r",
        "\xEF\xBB\xBF手合割：平手\r\n1 ７六歩(77)\r\n2 ３四歩(33)\r\n",
        "1 ７六歩(77)\n2 ３四歩(33)\n3\n",
    };
    static const char *const fives[] = {
        KIF "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ４五角打(00)\n",
        KIF "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)成\n4 同　銀　(31)\n5 ４五角(00)\n",
        KIF "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成　(88)+\n4 同銀(31)\n5 ４五角打+\n",
        KIF
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同 銀(31)\n5 ４五角打 ( 0:00/00:00:00)\n",
    };
    for (size_t i = 0; i + 1 < sizeof twos / sizeof *twos; i++)
        check_read("shogi", twos[i], two, HENKA_PLAYING, -1);
    for (size_t i = 0; i < sizeof fives / sizeof *fives; i++)
        check_read("shogi", fives[i], five, HENKA_PLAYING, -1);
    check_read("shogi", "position startpos moves 7g7f 3c3d resign", two, HENKA_RESIGNATION,
               HENKA_GOTE);
    check_read("shogi", "position startpos moves 7g7f 3c3d timeout\n", two, HENKA_TIME, HENKA_GOTE);
    check_read("shogi", "moves 7g7f 3c3d", two, HENKA_PLAYING, -1);
    check_read("shogi", "startpos moves 7g7f 3c3d\n", two, HENKA_PLAYING, -1);
    check_read("shogi", "7g7f 3c3d\n", two, HENKA_PLAYING, -1);
    check_noted("shogi", "position startpos moves 7g7f 3c3d\nposition startpos\n", 1,
                "holds 2 records");
    check_refused("shogi", "moves 7g7f 7g7f", 1, 12, "no piece stands on 7g");
}

/* Handicaps however they are written, and words behind 手合割 that are none. */
static void check_handicap_words(void) {
    static const struct {
        const char *word, *rows;
    } starts[] = {
        {"右香落ち", "1nsgkgsnl/1r5b1"}, {"三枚落ち", "lnsgkgsn1/9"},    {"五枚落ち", "2sgkgsn1/9"},
        {"左五枚落ち", "1nsgkgs2/9"},    {"右七枚落ち", "3gkgs2/9"},     {"左七枚落ち", "2sgkg3/9"},
        {"2枚落ち", "lnsgkgsnl/9"},      {"２枚落", "lnsgkgsnl/9"},      {"10枚落ち", "4k4/9"},
        {"香落", "lnsgkgsn1/1r5b1"},     {"右７枚落ち　　", "3gkgs2/9"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        char record[256], usi[256];
        snprintf(record, sizeof record, "手合割：%s\n下手：甲\n上手：乙\n1 ５二玉(51)\n",
                 starts[i].word);
        snprintf(usi, sizeof usi,
                 "position sfen %s/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 5a5b",
                 starts[i].rows);
        check_read("shogi", record, usi, HENKA_PLAYING, -1);
    }
    /* 手合割 names games too: the record says which it is */
    check_read("minishogi", "手合割：5五将棋\n1 ２四銀(35)\n", "position startpos moves 3e2d",
               HENKA_PLAYING, -1);
    check_read(NULL, "手合割：５五将棋\n1 ２四銀(35)\n", "position startpos moves 3e2d",
               HENKA_PLAYING, -1);
    check_read("kyoto", "手合割：京都将棋\n1 ３四玉(35)\n", "position startpos moves 3e3d",
               HENKA_PLAYING, -1);
    check_read("chu", "手合割：\n1 ７八歩兵 （←７九）\n2 7五歩兵 （←7四）\n",
               "position startpos moves 7i7h 7d7e", HENKA_PLAYING, -1);
    check_refused("shogi", "手合割：5五将棋\n1 ２四銀(35)\n", 1, 13, "no handicap called");
}

/* ---- encodings --------------------------------------------------------------------------------- */

/* 手合割：平手, 1 ７六歩(77) in other encodings: bytes that other programs wrote. */
static void check_encodings(void) {
    static const char shift_jis[] = "\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\r\n"
                                    "1 \x82\x56\x98\x5a\x95\xe0(77)\r\n",
                      utf8[] = "手合割：平手\r\n1 ７六歩(77)\r\n";
    static const uint16_t units[] = {0x624B, 0x5408, 0x5272, 0xFF1A, 0x5E73, 0x624B, '\r',
                                     '\n',   '1',    ' ',    0xFF17, 0x516D, 0x6B69, '(',
                                     '7',    '7',    ')',    '\r',   '\n'};
    enum { UNITS = sizeof units / sizeof *units };
    char wide[2][2 + 2 * UNITS] = {"\xFF\xFE", "\xFE\xFF"};
    for (int big = 0; big < 2; big++)
        for (int i = 0; i < UNITS; i++) {
            wide[big][2 + 2 * i + big] = (char)(units[i] & 255);
            wide[big][2 + 2 * i + !big] = (char)(units[i] >> 8);
        }
    const struct {
        const char *bytes;
        size_t length;
    } rows[] = {{utf8, sizeof utf8 - 1},           {shift_jis, sizeof shift_jis - 1},
                {wide[0], sizeof wide[0]},         {wide[1], sizeof wide[1]},
                {wide[0] + 2, sizeof wide[0] - 2}, {wide[1] + 2, sizeof wide[1] - 2}};
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaError error = {0};
        HenkaRecord *record = henka_record_open(rows[i].bytes, rows[i].length, v, &error);
        CHECK(record && henka_game_plies(henka_record_game(record)) == 1, "encoding %zu: %s", i,
              error.message);
        if (!record) continue;
        size_t length = henka_record_save(record, henka_record_game(record), text, sizeof text);
        CHECK(length == rows[i].length && !memcmp(text, rows[i].bytes, length),
              "encoding %zu: other bytes", i);
        HenkaGame *game = henka_game_copy(henka_record_game(record));
        HenkaMove move;
        if (henka_move_parse(game, "3c3d", &move, NULL)) henka_game_play(game, move);
        length = henka_record_save(record, game, text, sizeof text);
        CHECK(length > rows[i].length && !memcmp(text, rows[i].bytes, rows[i].length),
              "encoding %zu: what was read changed", i);
        HenkaRecord *back = henka_record_open(text, length, v, &error);
        CHECK(back && same_game(henka_record_game(back), game), "encoding %zu, written again: %s",
              i, error.message);
        henka_record_free(back);
        henka_game_free(game);
        henka_record_free(record);
    }
    henka_variant_free(v);
}

/* ---- what is kept ------------------------------------------------------------------------------ */

/* The record, after moves were taken back and others played: what is saved. */
static void check_kept(const char *record, int undone, const char *moves_played,
                       const char *expected) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaError error = {0};
    HenkaRecord *read = henka_record_open(record, strlen(record), v, &error);
    CHECK(read, "%s: %d:%d %s", record, error.line, error.column, error.message);
    HenkaGame *game = read ? henka_game_copy(henka_record_game(read)) : NULL;
    while (game && undone--) henka_game_undo(game);
    for (const char *at = moves_played; game && *at; at += strcspn(at, " "), at += *at == ' ') {
        char word[16];
        HenkaMove move;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        CHECK(henka_move_parse(game, word, &move, &error) && henka_game_play(game, move), "%s: %s",
              word, error.message);
    }
    if (game) {
        size_t length = henka_record_save(read, game, text, sizeof text);
        CHECK(length == strlen(text) && !strcmp(text, expected),
              "%s\nwith %s is saved\n%s\nexpected\n%s", record, moves_played, text, expected);
        CHECK(henka_record_save(read, game, NULL, 0) == length, "another length without room");
        HenkaGame *back = henka_record_read(text, length, v, NULL, &error);
        CHECK(back && same_game(back, game), "%s\nis not read back: %s", text, error.message);
        henka_game_free(back);
    }
    henka_game_free(game);
    henka_record_free(read);
    henka_variant_free(v);
}

static void check_keeping(void) {
#define KEPT_HEAD "手合割：平手\n先手：甲\n後手：乙\n*first\n手数----指手---------消費時間--\n"
#define KEPT_MOVES                                                                                 \
    "   1 ７六歩(77)   ( 0:12/00:00:12)\n*good\n&mark\n   2 ３四歩(33)   ( 0:30/00:00:30)+\n"
#define KEPT_BRANCH "変化：2手\n   2 ８四歩(83)\n*other\n"
    static const char whole[] = KEPT_HEAD KEPT_MOVES "   3 中断\nまで2手で中断\n\n" KEPT_BRANCH;
    check_kept(whole, 0, "", whole);
    check_kept(whole, 0, "2g2f", KEPT_HEAD KEPT_MOVES "   3 ２六歩(27)\n\n" KEPT_BRANCH);
    check_kept(whole, 1, "4c4d",
               KEPT_HEAD
               "   1 ７六歩(77)   ( 0:12/00:00:12)\n*good\n&mark\n   2 ４四歩(43)\n\n変化：2手\n"
               "   2 ３四歩(33)   ( 0:30/00:00:30)+\n   3 中断\nまで2手で中断\n\n" KEPT_BRANCH);
    check_kept("手合割：平手\r\n\r\n▲７六歩    △３四歩\r\nまで2手で中断\r\n", 0, "2g2f",
               "手合割：平手\r\n\r\n▲７六歩    △３四歩\r\n▲２六歩\r\n");
    check_kept("▲７六歩    △３四歩\n", 1, "8c8d", "▲７六歩\n△８四歩\n\n変化：2手\n    △３四歩\n");
    check_kept(OURS "sente: A\n# note\nresult: playing\n\n1. 7g7f P-7f\n# well\n", 0, "3c3d",
               OURS "sente: A\n# note\nresult: playing\n\n1. 7g7f P-7f\n# well\n"
                    "   2. 3c3d      P-3d\n");
    check_kept(OURS "\n1. 7g7f P-7f\n2. 3c3d\n", 1, "8c8d",
               OURS "\n1. 7g7f P-7f\n   2. 8c8d      P-8d\n# 2. 3c3d\n");
    check_kept("position startpos moves 7g7f\n", 0, "3c3d", "position startpos moves 7g7f 3c3d\n");
    check_kept("moves 7g7f\nposition startpos\n", 0, "3c3d",
               "position startpos moves 7g7f 3c3d\nposition startpos\n");
    /* another game's moves are no part of it; another format has no room for all */
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL),
                 *other = henka_variant_shipped("minishogi", NULL, 0, NULL);
    HenkaRecord *record = henka_record_open(whole, strlen(whole), v, NULL);
    HenkaGame *game = henka_game_new(other, NULL, NULL);
    unsigned lost = 0;
    CHECK(record && !henka_record_save(record, game, text, sizeof text), "another game is saved");
    CHECK(record &&
              henka_record_convert(record, henka_record_game(record), HENKA_RECORD_HENKA, &lost,
                                   text, sizeof text) &&
              lost == (HENKA_LOST_COMMENTS | HENKA_LOST_TIMES | HENKA_LOST_BRANCHES) &&
              strstr(text, "sente: 甲\n"),
          "lost %u of\n%s", lost, text);
    CHECK(record && henka_record_format(record) == HENKA_RECORD_KIF &&
              henka_record_format_of(whole, strlen(whole)) == HENKA_RECORD_KIF &&
              henka_record_format_of("▲７六歩\n", 13) == HENKA_RECORD_KI2 &&
              henka_record_format_of("V2.2\n", 5) < 0,
          "formats");
    henka_record_free(record);
    henka_game_free(game);
    henka_variant_free(v), henka_variant_free(other);
}

/* ---- limits of headers ------------------------------------------------------------------------- */

/* A player's name of more than 63 bytes is cut at the end of a character, and control characters
 * are blanks. */
static void check_long_names(void) {
    static const struct {
        const char *unit;
        int times, kept; /* bytes */
    } rows[] = {{"x", 63, 63},  {"x", 64, 63},     {"x", 200, 63}, {"日", 21, 63},
                {"日", 22, 63}, {"日本", 100, 63}, {"é", 32, 62},  {"a\tb", 1, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[1024] = "", record[2048];
        for (int n = 0; n < rows[i].times; n++) strcat(name, rows[i].unit);
        snprintf(record, sizeof record, OURS "sente: %s\nresult: playing\n", name);
        HenkaPlayers read = {0};
        HenkaGame *game = henka_record_read(record, strlen(record), NULL, &read, NULL);
        name[rows[i].kept] = '\0';
        for (char *tab = name; (tab = strchr(tab, '\t'));) *tab = ' ';
        CHECK(game && !strcmp(read.sente, name), "%s\nexpected %s, found %s", record, name,
              read.sente);
        henka_game_free(game);
    }
}

static void check_settings_read(void) {
    static const char many[] = "setting: gap=5\nsetting: gap=5\nsetting: gap=5\nsetting: gap=5\n"
                               "setting: gap=5\nsetting: gap=5\nsetting: gap=5\nsetting: gap=5\n";
    char record[2048], value[128] = "";
    snprintf(record, sizeof record, "Henka record 1\n%s%s%s%s", many, many, many, many);
    check_read("rutherford", record, "position startpos", HENKA_PLAYING, -1);
    snprintf(record, sizeof record, "Henka record 1\n%s%s%s%ssetting: gap=5\n", many, many, many,
             many);
    check_refused("rutherford", record, 34, 10, "too many");
    memset(value, '5', 95 - strlen("gap="));
    snprintf(record, sizeof record, "Henka record 1\nsetting: gap=%s\n", value);
    check_refused("rutherford", record, 1, 1, "no choice");
    snprintf(record, sizeof record, "Henka record 1\nsetting: gap=5%s\n", value);
    check_refused("rutherford", record, 2, 10, "NAME=VALUE");
    /* part of an option's name is not its name */
    check_refused("rutherford", "Henka record 1\nsetting: ga=5\n", 1, 1, "settings");
    check_refused("rutherford", "Henka record 1\nsetting: gap5=5\n", 1, 1, "settings");
    check_refused("rutherford", "Henka record 1\n\ngame: rutherford\nsetting: gap=99\n", 3, 1,
                  "game \"rutherford\" with these settings: ");
    /* one that is in force already changes nothing; the last of two that differ is refused or read */
    check_read("rutherford", "Henka record 1\nsetting: gap=5\n", "position startpos", HENKA_PLAYING,
               -1);
    HenkaGame *game = henka_record_read("Henka record 1\nsetting: gap=3\n", 30, NULL, NULL, NULL);
    CHECK(!game, "a record without a game is read");
    const char *settings[] = {"gap=7", "bishop=forward"};
    HenkaVariant *v = henka_variant_shipped("rutherford", settings, 2, NULL);
    static const char seven[] = "Henka record 1\nsetting: gap=7\n",
                      three[] = "Henka record 1\nsetting: gap=3\n", none[] = "Henka record 1\n";
    static const struct {
        const char *record;
        int ranks;
    } rows[] = {{seven, 19}, {three, 15}, {none, 19}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        game = henka_record_read(rows[i].record, strlen(rows[i].record), v, NULL, NULL);
        int ranks = game ? henka_variant_ranks(henka_game_variant(game)) : 0;
        CHECK(ranks == rows[i].ranks, "%s: expected %d ranks, found %d", rows[i].record,
              rows[i].ranks, ranks);
        /* a setting in force leaves the variant's others alone */
        const char *bishop =
            game ? henka_variant_option(henka_game_variant(game), 0).value : "nothing";
        CHECK(!strcmp(bishop, ranks == 19 ? "forward" : "both"), "%s: bishop=%s", rows[i].record,
              bishop);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

/* Our own format: blank lines, comments, blanks and places. */
static void check_our_lines(void) {
    check_read(NULL,
               "\n\n  \nHenka record 1  \n# x\n\n  game: shogi\n   # y\nresult: playing\n\n"
               "1. 7g7f P-7f\n\n# between\n  2 3c3d ignored words\n#\n",
               "position startpos moves 7g7f 3c3d", HENKA_PLAYING, -1);
    check_read(NULL, "\xEF\xBB\xBFHenka record 1\r\ngame: shogi\r\n\r\n1. 7g7f\r\n",
               "position startpos moves 7g7f", HENKA_PLAYING, -1);
    check_read(NULL, OURS "start: startpos moves 7g7f\n\n2. 3c3d\n",
               "position startpos moves 7g7f 3c3d", HENKA_PLAYING, -1);
    check_refused(NULL, "Henka record 1x\ngame: shogi\n", 1, 15, "Henka record 1");
    check_refused(NULL, "\n Henka record 1\ngame: shogi\n", 1, 1, "expected a record");
    check_refused(NULL, OURS "result: playing on\n", 3, 9, "found \"playing on\"");
    check_refused(NULL, OURS "result:  draw by draw agreedx\n", 3, 10, "draw by draw agreedx");
    check_refused(NULL, OURS "result: draw by time\n", 3, 1, "but by its moves it is \"playing\"");
    check_refused(NULL, OURS "result: sente wins by resignation\nsente: A\n\n1. 7g7e\n", 6, 4,
                  "cannot move");
    check_refused(NULL, OURS "verylongheadernamethatnobodyhas: x\n", 3, 1, "key: value");
    check_refused(NULL, OURS ": x\n", 3, 1, "key: value");
    check_refused(NULL, OURS "\n1. 7g7f\n3 3c3d\n", 5, 1, "expected move number 2, found another");
    check_refused(NULL, OURS "\n1. 7g7f\n  3c3d\n", 5, 3, "expected move number 2, found another");
    check_refused(NULL, OURS "\n1. 7g7f\n P-3d\n", 5, 2, "expected move number 2, found none");
    check_refused(NULL, OURS "start:   9/9/9/9/9/9/9/9/9 b - 1\n", 3, 10, "a piece on the board");
    char record[8192] = OURS "start: ";
    size_t length = strlen(record);
    memset(record + length, '1', 4096);
    check_refused(NULL, record, 3, 1, "fewer than 4096 bytes");
    record[length + 4095] = '\0';
    check_refused(NULL, record, 3, 8, "row 1 has more than 9 squares");
    /* a NUL among the text is a wrong character, not its end */
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaError error = {0};
    static const char nul[] = "position startpos moves 7g7f\0 3c3d";
    HenkaGame *game = henka_record_read(nul, sizeof nul - 1, v, NULL, &error);
    CHECK(!game && error.column == 29, "a NUL is read over, or refused at %d:%d %s", error.line,
          error.column, error.message);
    henka_game_free(game);
    henka_variant_free(v);
}

int main(void) {
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        if (!v) return 2;
        check_variant(v, 77 + i);
        henka_variant_free(v);
    }
    check_settings();
    check_kif_possible();
    check_first_number();
    check_refusals();
    check_found_kif();
    check_all_written();
    check_kif_ends();
    check_fouls();
    check_past_the_end();
    check_end_words();
    check_spellings();
    check_handicap_words();
    check_encodings();
    check_keeping();
    check_impasses();
    check_kif_boards();
    check_kif_variants();
    check_kif_handicap();
    check_kif_lines();
    check_ki2();
    check_other_kinds();
    check_long_names();
    check_settings_read();
    check_our_lines();
    check_damaged();
    return check_done();
}
