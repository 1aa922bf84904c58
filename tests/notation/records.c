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
    if (format == HENKA_RECORD_KIF && !length) return;
    HenkaError error = {0};
    HenkaPlayers read = {0};
    HenkaGame *back = henka_record_read(text, length, given, &read, &error);
    CHECK(back != NULL, "%d:%d %s\n%s", error.line, error.column, error.message, text);
    if (!back) return;
    if (format == HENKA_RECORD_USI) /* a USI line has no result */
        CHECK(henka_game_hash(back) == henka_game_hash(game), "another position\n%s", text);
    else {
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
        size_t count = henka_game_moves(game, moves);
        if (!count) return;
        henka_game_play(game, moves[random_below(random, (uint32_t)count)]);
    }
}

static void end_somehow(HenkaGame *game, uint32_t how) {
    static const HenkaReason reasons[] = {HENKA_RESIGNATION, HENKA_TIME, HENKA_DRAW_AGREED,
                                          HENKA_ABANDONED, HENKA_ILLEGAL_MOVE};
    if (how < 5) henka_game_end(game, reasons[how], henka_game_side(game));
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
        end_somehow(game, random_below(&random, 7));
        check_format(game, HENKA_RECORD_HENKA, NULL);
        check_format(game, HENKA_RECORD_HENKA, v);
        check_format(game, HENKA_RECORD_USI, v);
        check_format(game, HENKA_RECORD_KIF, v);
        check_format(game, HENKA_RECORD_KIF, NULL);
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

#define OURS "Henka record 1\ngame: shogi\n"
#define KIF "手合割：平手\n手数----指手---------消費時間--\n"

static void check_refusals(void) {
    check_refused(NULL, "Henka record 2\ngame: shogi\n", 1, 1, "Henka record 1");
    check_refused(NULL, "Henka record 1\n", 1, 1, "names its game");
    check_refused(NULL, "Henka record 1\ngame: chess\n", 2, 1, "chess");
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
    check_refused(NULL, OURS "result: draw by impasse\n\n1. 7g7f\n", 3, 1, "but by its moves");
    check_refused(NULL, OURS "\n1. 7g7f P-7f\n2. 3c3d\n3. 4i4g\n", 6, 4,
                  "your own pawn stands on 4g");
    check_refused(NULL, OURS "\n1. 7g7f P-7f\n3. 3c3d\n", 5, 1, "expected move number 2");
    check_refused(NULL, OURS "\n1. 7g7f P-7f\nresult: playing\n", 5, 1, "expected move number 2");
    check_refused(NULL, OURS "\n1. 7g7e\n", 4, 4, "cannot move like that");
    check_refused(NULL, OURS "\n1.\n", 4, 3, "found nothing");
    check_refused(NULL, "position startpos", 1, 1, "names its game");
    check_refused("shogi", "position startpos moves 7g7f 7g7f", 1, 30, "no piece stands on 7g");
    check_refused("shogi", KIF "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角(88)\n   4 ５五歩打\n",
                  6, 6, "no pawn in hand");
    check_refused("shogi", KIF "   2 ７六歩(77)\n", 3, 4, "expected move number 1");
    check_refused("shogi", KIF "   1 詰み\n", 3, 1, "has legal moves");
    check_refused("shogi", "手合割：香落ち\n", 1, 13, "handicap");
    check_refused("suzumu", KIF "   1 ７六歩(77)\n", 3, 1, "KIF can hold");
    check_refused("shogi", "\x8e\xe8\x8d\x87\x8a\x84 KIF\n", 1, 1, "UTF-8");
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
    check_damaged();
    return check_done();
}
