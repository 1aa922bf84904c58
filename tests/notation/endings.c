/* How games end: repetition, perpetual check, mates and stalemates, lost royals, agreement; with
 * the documents' own vectors. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "henka.h"
#include "rules/game.h"

static HenkaMove moves[HENKA_MAX_MOVES];

static HenkaVariant *shipped(const char *name, const char *setting) {
    HenkaVariant *v = henka_variant_shipped(name, &setting, setting ? 1 : 0, NULL);
    if (!v) printf("%s %s does not load\n", name, setting ? setting : ""), exit(2);
    return v;
}

static HenkaGame *begin(const char *name, const char *setting, const char *sfen) {
    HenkaVariant *v = shipped(name, setting);
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, sfen, &error);
    if (!game) printf("%s: %s\n", sfen, error.message), exit(2);
    henka_variant_free(v);
    return game;
}

/* The position, for the line of a check that failed. */
static const char *at(const HenkaGame *game) {
    static char sfen[4096];
    henka_game_sfen(game, sfen, sizeof sfen);
    return sfen;
}

static bool play_text(HenkaGame *game, const char *text) {
    HenkaMove move;
    return henka_move_parse(game, text, &move, NULL) && henka_game_play(game, move);
}

/* Plays the four moves again and again; answers the ply after which the game was over, 0 when a
 * move was refused. */
static int play_cycle(HenkaGame *game, const char *const cycle[4]) {
    for (int ply = 0; ply < 40; ply++) {
        if (!play_text(game, cycle[ply % 4])) return 0;
        if (henka_game_outcome(game).reason != HENKA_PLAYING) return ply + 1;
    }
    return -1;
}

static void check_outcome(const HenkaGame *game, const char *label, HenkaReason reason,
                          int winner) {
    HenkaOutcome is = henka_game_outcome(game);
    CHECK(is.reason == reason && is.winner == winner, "%s: %s, winner %d; expected %s, %d: %s",
          label, henka_reason_name(is.reason), is.winner, henka_reason_name(reason), winner,
          at(game));
    if (reason == HENKA_PLAYING) return;
    CHECK(henka_game_moves(game, moves, HENKA_MAX_MOVES) == 0, "%s: moves after the end", label);
}

static void check_repetition(const char *name, const char *sfen, const char *a, const char *b,
                             const char *c, const char *d, HenkaReason reason, int winner) {
    HenkaGame *game = begin(name, NULL, sfen);
    const char *cycle[4] = {a, b, c, d};
    int ply = play_cycle(game, cycle);
    CHECK(ply == 12, "%s %s: over after ply %d, expected 12: %s", name, sfen ? sfen : "start", ply,
          at(game));
    check_outcome(game, sfen ? sfen : name, reason, winner);
    CHECK(henka_game_undo(game), "undo: %s", at(game));
    check_outcome(game, "taken back", HENKA_PLAYING, -1);
    henka_game_free(game);
}

static void check_repetitions(void) {
    check_repetition("okisaki", NULL, "2i3i", "9b8b", "3i2i", "8b9b", HENKA_REPETITION, -1);
    check_repetition("shinogi", NULL, "2h3h", "8b7b", "3h2h", "7b8b", HENKA_REPETITION, -1);
    check_repetition("shogi", NULL, "2h3h", "8b7b", "3h2h", "7b8b", HENKA_REPETITION, -1);
    check_repetition("okisaki", "k9/10/Q9/10/10/10/10/10/10/5K4 w - 1", "a10b10", "a8b8", "b10a10",
                     "b8a8", HENKA_PERPETUAL_CHECK, HENKA_GOTE);
    check_repetition("shinogi", "k8/9/9/9/R8/9/9/9/4K4 w - 1", "a9b9", "a5b5", "b9a9", "b5a5",
                     HENKA_PERPETUAL_CHECK, HENKA_GOTE);
    check_repetition("shinogi", "k8/9/9/9/R8/9/9/9/4K4 w - 1", "a9b9", "a5c5", "b9a9", "c5a5",
                     HENKA_REPETITION, -1);
    /* gote perpetually checks sente */
    check_repetition("shogi", "4k4/9/9/9/8r/9/9/9/8K b - 1", "1i2i", "1e2e", "2i1i", "2e1e",
                     HENKA_PERPETUAL_CHECK, HENKA_SENTE);
    check_repetition("suzumu", "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b - 1", "1p1o",
                     "16a16b", "1o1p", "16b16a", HENKA_REPETITION, -1);
}

/* Skips are not part of what repetition compares, but each move of the cycle must be legal. */
static void check_skip_repetition(void) {
    HenkaGame *game =
        begin("suzumu", NULL, "k15/16/16/16/16/16/16/16/16/8{LN}7/16/16/16/16/16/15K b - 1 -");
    const char *plies[] = {"8j8j", "16a16b", "1p1o", "16b16a", "1o1p", "16a16b", "8j8j", "16b16a"};
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++)
        CHECK(play_text(game, plies[i]), "%s refused at ply %zu", plies[i], i);
    check_outcome(game, "skips", HENKA_PLAYING, -1);
    char why[200];
    CHECK(!play_text(game, "8j8j"), "two skips in a row: %s", at(game));
    henka_game_explain_illegal(game, "8j8j", HENKA_ENGLISH, why, sizeof why);
    CHECK(strstr(why, "two turns in a row"), "%s", why);
    henka_game_free(game);
}

/* The third occurrence is not there to be played. */
static void check_illegal_repetition(void) {
    HenkaGame *game = begin("ito", NULL, "1/1/k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K/1/1 b - 1");
    const char *cycle[4] = {"1s1t", "1c1b", "1t1s", "1b1c"};
    for (int ply = 0; ply < 7; ply++) CHECK(play_text(game, cycle[ply % 4]), "ply %d refused", ply);
    char why[200], text[64];
    CHECK(!play_text(game, "1b1c"), "third occurrence played: %s", at(game));
    henka_game_explain_illegal(game, "1b1c", HENKA_ENGLISH, why, sizeof why);
    CHECK(strcmp(why, "the same position would occur for the third time") == 0, "%s", why);
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < count; i++) {
        henka_move_text(game, moves[i], HENKA_USI, text, sizeof text);
        CHECK(strcmp(text, "1b1c") != 0, "1b1c is listed");
    }
    CHECK(count == 2, "%zu moves, expected 2", count);
    check_outcome(game, "ito", HENKA_PLAYING, -1);
    henka_game_free(game);
}

static void check_position(const char *name, const char *sfen, HenkaReason reason, int winner) {
    HenkaGame *game = begin(name, NULL, sfen);
    check_outcome(game, sfen, reason, winner);
    henka_game_free(game);
}

static void check_positions(void) {
    check_position("okisaki", "k9/2Q7/10/10/10/10/10/10/10/5K4 w - 1", HENKA_STALEMATE,
                   HENKA_SENTE);
    check_position("shinogi", "k8/2R6/1R7/9/9/9/9/9/4K4 w - 1", HENKA_STALEMATE, HENKA_SENTE);
    check_position("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", HENKA_CHECKMATE, HENKA_SENTE);
    /* the document's stalemate */
    check_position("rutherford", "1/+B/1/1/1/k/+n/+L/P/+S/+B/P/1/+L/+S/K/1 w N 1", HENKA_STALEMATE,
                   HENKA_SENTE);
    check_position("suzumu", "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15K w - 1 -",
                   HENKA_ROYALS_LOST, HENKA_SENTE);
    check_position("suzumu", "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15k w - 1 -",
                   HENKA_ROYALS_LOST, HENKA_GOTE);
    check_position("suzumu", "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15P w - 1 -",
                   HENKA_ROYALS_LOST, -1);
    /* frozen beside a tetrarch, nothing else to move */
    check_position("suzumu", "k15/1+{CS}14/16/16/16/16/16/16/16/16/16/16/16/16/16/15K w - 1 -",
                   HENKA_NO_LEGAL_MOVE, HENKA_SENTE);
}

static void check_drop_mates(void) {
    HenkaGame *game = begin("shinogi", NULL, "7nk/9/6G2/7N1/9/9/9/9/K8 b PO 1");
    char why[200];
    CHECK(!play_text(game, "P*1b"), "a pawn dropped to give mate: %s", at(game));
    henka_game_explain_illegal(game, "P*1b", HENKA_ENGLISH, why, sizeof why);
    CHECK(!strcmp(why, "a dropped shogi pawn may not give checkmate"), "P*1b: %s", why);
    henka_game_free(game);
    game = begin("okisaki", NULL, "8lk/10/7G2/8N1/10/10/10/10/10/K9 b PL 1");
    CHECK(!play_text(game, "P*1b"), "a pawn dropped to give mate: %s", at(game));
    CHECK(play_text(game, "L*1b"), "a lance may: %s", at(game));
    check_outcome(game, "lance mate", HENKA_CHECKMATE, HENKA_SENTE);
    henka_game_free(game);
}

static void check_capture_of_royals(void) {
    HenkaGame *game =
        begin("suzumu", NULL, "k15/+{de}15/Q15/16/16/16/16/16/16/16/16/16/16/16/16/15K b - 1 -");
    CHECK(play_text(game, "16c16b"), "a prince taken: %s", at(game));
    check_outcome(game, "one royal is left", HENKA_PLAYING, -1);
    CHECK(play_text(game, "16a15a"), "the king walks: %s", at(game));
    CHECK(play_text(game, "16b15a"), "and is taken: %s", at(game));
    check_outcome(game, "the last royal", HENKA_ROYALS_LOST, HENKA_SENTE);
    CHECK(!henka_game_end(game, HENKA_RESIGNATION, HENKA_SENTE),
          "nobody resigns a finished game: %s", at(game));
    henka_game_free(game);
}

static void check_agreement(void) {
    static const struct {
        HenkaReason reason;
        HenkaSide side;
        int winner;
    } ends[] = {
        {HENKA_RESIGNATION, HENKA_SENTE, HENKA_GOTE}, {HENKA_RESIGNATION, HENKA_GOTE, HENKA_SENTE},
        {HENKA_TIME, HENKA_SENTE, HENKA_GOTE},        {HENKA_ILLEGAL_MOVE, HENKA_GOTE, HENKA_SENTE},
        {HENKA_ABSENCE, HENKA_SENTE, HENKA_GOTE},     {HENKA_ABSENCE, HENKA_GOTE, HENKA_SENTE},
        {HENKA_DRAW_AGREED, HENKA_SENTE, -1},         {HENKA_ABANDONED, HENKA_GOTE, -1},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        HenkaGame *game = begin("shogi", NULL, NULL);
        CHECK(henka_game_end(game, ends[i].reason, ends[i].side), "%s refused",
              henka_reason_name(ends[i].reason));
        check_outcome(game, henka_reason_name(ends[i].reason), ends[i].reason, ends[i].winner);
        CHECK(!henka_game_end(game, HENKA_DRAW_AGREED, HENKA_SENTE), "ended twice: %s", at(game));
        CHECK(!play_text(game, "7g7f"), "played after the end: %s", at(game));
        CHECK(henka_game_undo(game), "an ending is taken back: %s", at(game));
        check_outcome(game, "again", HENKA_PLAYING, -1);
        henka_game_free(game);
    }
    HenkaGame *game = begin("shogi", NULL, NULL);
    CHECK(!henka_game_end(game, HENKA_CHECKMATE, HENKA_SENTE) &&
              !henka_game_end(game, HENKA_PLAYING, HENKA_SENTE),
          "only people's endings: %s", at(game));
    CHECK(!henka_game_end(game, HENKA_IMPASSE, HENKA_SENTE), "no impasse rule here: %s", at(game));
    CHECK(!henka_game_undo(game), "nothing to take back: %s", at(game));
    henka_game_free(game);
}

static void check_options(void) {
    HenkaGame *game = begin("okisaki", "strict=on", NULL);
    CHECK(!henka_game_play(game, HENKA_NO_MOVE), "no move: %s", at(game));
    check_outcome(game, "no move is no illegal move", HENKA_PLAYING, -1);
    CHECK(!henka_game_play(game, ((HenkaMove)1 << 28) | 5 << 8 | 77), "an illegal move: %s",
          at(game));
    check_outcome(game, "strict", HENKA_ILLEGAL_MOVE, HENKA_GOTE);
    henka_game_free(game);
    game = begin("okisaki", NULL, NULL);
    CHECK(!henka_game_play(game, ((HenkaMove)1 << 28) | 5 << 8 | 77), "an illegal move: %s",
          at(game));
    check_outcome(game, "relaxed", HENKA_PLAYING, -1);
    henka_game_free(game);
}

/* Under strict play a text that is an illegal move loses the game, whatever notation it is in; a
 * text that is no move, or one that is not clear, is refused. `before`: moves to play first. */
static void check_strict(const char *name, const char *sfen, const char *before, const char *text,
                         HenkaTextPlayed expected) {
    static const char *const names[] = {"refused", "played", "lost"};
    for (int strict = 0; strict < 2; strict++) {
        HenkaGame *game = begin(name, strict ? "strict=on" : "strict=off", sfen);
        CHECK(henka_game_is_strict(game) == (strict == 1), "%s: strict is not %d", name, strict);
        char moves_text[256];
        snprintf(moves_text, sizeof moves_text, "%s", before);
        for (char *word = strtok(moves_text, " "); word; word = strtok(NULL, " "))
            CHECK(play_text(game, word), "%s %s: %s refused", name, sfen ? sfen : "start", word);
        HenkaSide side = henka_game_side(game);
        HenkaError error = {0};
        HenkaMove move = HENKA_NO_MOVE;
        HenkaTextPlayed is = henka_game_play_text(game, text, &move, &error),
                        due =
                            !strict && expected == HENKA_TEXT_LOST ? HENKA_TEXT_REFUSED : expected;
        CHECK(is == due, "%s %s, strict %d: %s is %s, expected %s", name, sfen ? sfen : "start",
              strict, text, names[is], names[due]);
        CHECK((is == HENKA_TEXT_PLAYED) == !error.message[0], "%s: error \"%s\"", text,
              error.message);
        CHECK((is == HENKA_TEXT_PLAYED) == (move != HENKA_NO_MOVE), "%s: a move is told", text);
        if (is == HENKA_TEXT_LOST)
            check_outcome(game, text, HENKA_ILLEGAL_MOVE, !side);
        else
            check_outcome(game, text, HENKA_PLAYING, -1);
        henka_game_free(game);
    }
}

/* Where one person moves for both sides, a piece of the side that waits is that side's second move. */
static void check_strict_both(void) {
    static const struct {
        const char *game, *before, *text;
        HenkaSide alone, both; /* who loses: moving for one side, for both */
    } rows[] = {
        {"okisaki", "8h8g", "8g8f", HENKA_GOTE, HENKA_SENTE},
        {"okisaki", "8h8g", "8g8c", HENKA_GOTE, HENKA_SENTE},
        {"okisaki", "8h8g", "c4c5", HENKA_GOTE, HENKA_SENTE},
        {"okisaki", "8h8g 3c3d", "3d3e", HENKA_SENTE, HENKA_GOTE},
        {"okisaki", "8h8g", "3c3f", HENKA_GOTE, HENKA_GOTE},
        {"okisaki", "8h8g", "P*5e", HENKA_GOTE, HENKA_GOTE},
        {"okisaki", "", "3c3d", HENKA_SENTE, HENKA_SENTE}, /* nobody has moved yet */
    };
    for (size_t i = 0; i < 2 * (sizeof rows / sizeof *rows); i++) {
        bool both = i & 1;
        HenkaGame *game = begin(rows[i / 2].game, "strict=on", NULL);
        char before[64];
        snprintf(before, sizeof before, "%s", rows[i / 2].before);
        for (char *word = strtok(before, " "); word; word = strtok(NULL, " "))
            CHECK(play_text(game, word), "%s refused", word);
        HenkaTextPlayed is = (both ? henka_game_play_text_both
                                   : henka_game_play_text)(game, rows[i / 2].text, NULL, NULL);
        CHECK(is == HENKA_TEXT_LOST, "%s after %s is not lost", rows[i / 2].text,
              rows[i / 2].before);
        check_outcome(game, rows[i / 2].text, HENKA_ILLEGAL_MOVE,
                      !(both ? rows[i / 2].both : rows[i / 2].alone));
        henka_game_free(game);
    }
}

static void check_strict_texts(void) {
    static const struct {
        const char *text;
        HenkaTextPlayed played;
    } rows[] = {
        {"7g7f", HENKA_TEXT_PLAYED},    {"▲７六歩", HENKA_TEXT_PLAYED}, {"8h8e", HENKA_TEXT_LOST},
        {"P-8e", HENKA_TEXT_LOST},      {"▲8五歩", HENKA_TEXT_LOST},    {"c3c6", HENKA_TEXT_LOST},
        {"P*5e", HENKA_TEXT_LOST},      {"５五歩打", HENKA_TEXT_LOST},  {"3c3d", HENKA_TEXT_LOST},
        {"7g7f+", HENKA_TEXT_LOST},     {"K*5e", HENKA_TEXT_LOST},      {"pass", HENKA_TEXT_LOST},
        {"zz", HENKA_TEXT_REFUSED},     {"", HENKA_TEXT_REFUSED},       {"7g", HENKA_TEXT_REFUSED},
        {"G-5h", HENKA_TEXT_REFUSED},   /* two golds can go there */
        {"5e5d", HENKA_TEXT_REFUSED},   /* there is nothing to move */
        {"N7g-7f", HENKA_TEXT_REFUSED}, /* no knight stands on 7g */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_strict("shogi", NULL, "", rows[i].text, rows[i].played);
    /* two skips running, which Suzumu's document names */
    check_strict("suzumu", "k15/16/16/16/16/16/16/16/16/8{LN}7/16/16/16/16/16/15K b - 1 -",
                 "8j8j 16a16b", "LN-skip", HENKA_TEXT_LOST);
    /* the third occurrence "must be retracted", says Ito's document */
    check_strict("ito", "1/1/k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K/1/1 b - 1",
                 "1s1t 1c1b 1t1s 1b1c 1s1t 1c1b 1t1s", "1b1c", HENKA_TEXT_REFUSED);
    check_strict("ito", "1/1/k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K/1/1 b - 1",
                 "1s1t 1c1b 1t1s 1b1c 1s1t 1c1b 1t1s", "1b1f", HENKA_TEXT_LOST);
}

/* The same as a move, not as a text. */
static void check_strict_repetition(void) {
    HenkaGame *game = begin("ito", "strict=on", "1/1/k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K/1/1 b - 1");
    const char *cycle[4] = {"1s1t", "1c1b", "1t1s", "1b1c"};
    HenkaMove back = HENKA_NO_MOVE;
    for (int ply = 0; ply < 7; ply++) {
        if (ply == 3)
            CHECK(henka_move_parse(game, cycle[3], &back, NULL), "1b1c is no move: %s", at(game));
        CHECK(play_text(game, cycle[ply % 4]), "ply %d refused", ply);
    }
    CHECK(!henka_game_play(game, back), "third occurrence played: %s", at(game));
    check_outcome(game, "a repetition is retracted", HENKA_PLAYING, -1);
    henka_game_free(game);
}

/* A frozen piece attacks nothing, a king beside a prince is no last royal; only what could take it
 * now gives check. */
static void check_display(const char *name, const char *sfen, bool check) {
    HenkaGame *game = begin(name, NULL, sfen);
    CHECK(henka_game_in_check(game) == check, "%s %s: %s", name, sfen,
          check ? "no check is shown" : "a check is shown");
    henka_game_free(game);
}

static void check_checks(void) {
    check_display("suzumu", "16/16/14k1/16/16/16/2r13/p2+{CS}12/16/16/16/16/16/16/2K13/16 b - 1 -",
                  false);
    check_display("suzumu", "16/16/14k1/16/16/16/2r13/p3+{CS}11/16/16/16/16/16/16/2K13/16 b - 1 -",
                  true);
    /* the pawn that is not frozen takes something, but no royal */
    check_display("suzumu", "16/16/14k1/16/16/16/2r13/p2+{CS}12/P15/16/16/16/16/16/2K13/16 b - 1 -",
                  false);
    /* beside the frozen rook another one attacks */
    check_display("suzumu", "16/16/14k1/16/16/16/2r13/p2+{CS}12/16/16/16/16/16/16/2K4r8/16 b - 1 -",
                  true);
    check_display("suzumu", "16/16/14k1/16/16/16/2r13/p15/16/16/16/16/16/16/2K13/+{DE}15 b - 1 -",
                  false);
    check_display("shogi", "4k4/9/9/9/9/9/4r4/9/4K4 b - 1", true);
    check_display("shogi", "4k4/9/9/9/9/9/3r5/9/4K4 b - 1", false);
}

/* Shogi's 27-point declaration: ten pieces besides the king in the zone, 28 points with the hand
 * for the side that moves first and 27 for the other, on its turn and not in check. */
static void check_declaration(void) {
    static const struct {
        const char *sfen;
        HenkaSide side;
        bool holds;
    } rows[] = {
        {"1K+R+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b RB 1", HENKA_SENTE, true},
        {"1K+R+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 w RB 1", HENKA_SENTE, false}, /* not its turn */
        {"1K+R+B+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b RBP 1", HENKA_SENTE, false},  /* 9 pieces */
        {"1K+R+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b RPPPP 1", HENKA_SENTE, false}, /* 27 points */
        {"2+R+B+P+P+P+P+P/+P+P+P6/9/1K7/9/9/9/9/4k4 b RB 1", HENKA_SENTE, false}, /* king outside */
        {"rK+R+B+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b RB 1", HENKA_SENTE, false},  /* in check */
        {"4K4/9/9/9/9/9/9/+p+p+p6/1k+r+b+p+p+p+p+p w rpppp 1", HENKA_GOTE,
         true}, /* 27 are enough */
        {"4K4/9/9/9/9/9/9/+p+p+p6/1k+r+b+p+p+p+p+p w rppp 1", HENKA_GOTE, false}, /* 26 */
        {"4K3k/9/9/9/9/9/9/+p+p+p6/2+r+b+p+p+p+p+p w rpppp 1", HENKA_GOTE,
         false}, /* king in its own corner */
    };
    HenkaVariant *v = shipped("shogi", "impasse=points");
    CHECK(v != NULL, "shogi has no option impasse=points");
    for (size_t i = 0; v && i < sizeof rows / sizeof *rows; i++) {
        HenkaError error = {0};
        HenkaGame *game = henka_game_new(v, rows[i].sfen, &error);
        CHECK(game != NULL, "%s: %s", rows[i].sfen, error.message);
        if (!game) continue;
        bool holds = henka_game_end(game, HENKA_IMPASSE, rows[i].side);
        CHECK(holds == rows[i].holds, "%s: declared %d, expected %d", rows[i].sfen, holds,
              rows[i].holds);
        CHECK(!holds || henka_game_outcome(game).winner == (int)rows[i].side, "%s: winner %d",
              rows[i].sfen, henka_game_outcome(game).winner);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

static void check_impasse(void) {
    HenkaVariant *v = shipped("okisaki", "impasse=points");
    const char *sfen = "4K5/1QRBPPPPPP/10/10/10/10/10/10/10/5k4 b RBQ12P4L4N4S4G 90";
    HenkaGame *game = henka_game_new(v, sfen, NULL);
    CHECK(henka_game_end(game, HENKA_IMPASSE, HENKA_SENTE), "declared with all the pieces: %s",
          at(game));
    check_outcome(game, "impasse", HENKA_IMPASSE, HENKA_SENTE);
    henka_game_undo(game);
    CHECK(!henka_game_end(game, HENKA_IMPASSE, HENKA_GOTE), "declared with none: %s", at(game));
    henka_game_free(game);
    game = henka_game_new(v, "10/1QRBPPPPPP/10/10/4K5/10/10/10/10/5k4 b RBQ12P4L4N4S4G 90", NULL);
    CHECK(!henka_game_end(game, HENKA_IMPASSE, HENKA_SENTE), "declared with the king at home: %s",
          at(game));
    henka_game_free(game);
    henka_variant_free(v);
}

static void check_bare(void) {
    static const struct {
        const char *setting, *sfen;
        HenkaReason reason;
        int winner;
    } rows[] = {
        {"bare=off", "4k5/10/10/10/10/10/10/10/9P/5K4 w - 1", HENKA_PLAYING, -1},
        {"bare=on", "4k5/10/10/10/10/10/10/10/9P/5K4 w - 1", HENKA_BARED, HENKA_SENTE},
        {"bare=on", "4k5/10/10/10/10/10/10/10/9P/5K4 w p 1", HENKA_PLAYING, -1},
        /* the pawn can be taken: it bares back */
        {"bare=on", "10/10/10/10/10/10/10/8k1/9P/5K4 w - 1", HENKA_PLAYING, -1},
        {"bare=on", "10/10/10/10/10/10/10/10/9k/5K4 b - 1", HENKA_BARED, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = begin("okisaki", rows[i].setting, rows[i].sfen);
        check_outcome(game, rows[i].sfen, rows[i].reason, rows[i].winner);
        henka_game_free(game);
    }
}

/* Thousands of plies: a copy and a long walk back. */
static void check_long_game(void) {
    HenkaVariant *v = shipped("suzumu", NULL);
    HenkaGame *game =
        henka_game_new(v, "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b - 1", NULL);
    uint64_t hash = henka_game_hash(game);
    for (int ply = 0; ply < 700; ply++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        bool played = false;
        for (size_t i = 0; i < count && !played; i++) {
            henka_game_play(game, moves[(i + (size_t)ply * 7) % count]);
            played = henka_game_outcome(game).reason == HENKA_PLAYING;
            if (!played) henka_game_undo(game);
        }
        if (!played) break;
    }
    CHECK(henka_game_plies(game) == 700, "%d plies", henka_game_plies(game));
    HenkaGame *copy = henka_game_copy(game);
    CHECK(henka_game_hash(copy) == henka_game_hash(game) && henka_game_plies(copy) == 700,
          "a copy differs: %s and %d plies, %s", at(game), henka_game_plies(copy), at(copy));
    while (henka_game_undo(copy)) {}
    CHECK(henka_game_hash(copy) == hash && henka_game_plies(copy) == 0, "not back at the start: %s",
          at(copy));
    CHECK(henka_game_plies(game) == 700, "the copy shares history");
    henka_game_free(copy);
    henka_game_free(game);
    henka_variant_free(v);
}

/* The rule asked of a game that has come to `key` through positions `keys` by moves that gave check
 * or not. */
static HenkaOutcome repetition_of(const HenkaVariant *v, const uint64_t *keys, const bool *checks,
                                  int count, uint64_t key, int side) {
    HistoryEntry history[16] = {0};
    for (int i = 0; i < count; i++) history[i].key = keys[i], history[i].check = checks[i];
    HenkaGame game = {.variant = v, .plies = count, .history = history};
    game.position.key = key;
    game.position.side = side;
    return game_repetition(&game);
}

/* The rule itself, on made-up histories: n-th occurrence, one side or both giving check, a check
 * missing. */
static void check_rule(void) {
    HenkaVariant *v = shipped("shogi", NULL);
    uint64_t keys[12];
    bool none[12] = {0}, both[12], last[12], gap[12];
    for (int i = 0; i < 12; i++) {
        keys[i] = (uint64_t)(i % 4);
        both[i] = true;
        last[i] = i % 2 == 1;
        gap[i] = i % 2 == 1 && i != 5;
    }
    HenkaOutcome o = repetition_of(v, keys, none, 12, 0, HENKA_SENTE);
    CHECK(o.reason == HENKA_REPETITION && o.winner == -1, "no check: %s",
          henka_reason_name(o.reason));
    o = repetition_of(v, keys, none, 11, 3, HENKA_GOTE);
    CHECK(o.reason == HENKA_PLAYING, "the third time: %s", henka_reason_name(o.reason));
    o = repetition_of(v, keys, both, 12, 0, HENKA_SENTE);
    CHECK(o.reason == HENKA_REPETITION && o.winner == -1, "both check: %s",
          henka_reason_name(o.reason));
    o = repetition_of(v, keys, last, 12, 0, HENKA_SENTE);
    CHECK(o.reason == HENKA_PERPETUAL_CHECK && o.winner == HENKA_SENTE, "gote checks: %s",
          henka_reason_name(o.reason));
    o = repetition_of(v, keys, gap, 12, 0, HENKA_SENTE);
    CHECK(o.reason == HENKA_REPETITION, "one check is missing: %s", henka_reason_name(o.reason));
    henka_variant_free(v);
    v = shipped("ito", NULL);
    o = repetition_of(v, keys, both, 8, 0, HENKA_SENTE);
    CHECK(o.reason == HENKA_REPETITION && o.winner == HENKA_SENTE, "an illegal repetition: %s",
          henka_reason_name(o.reason));
    o = repetition_of(v, keys, both, 4, 0, HENKA_SENTE);
    CHECK(o.reason == HENKA_PLAYING, "the second time: %s", henka_reason_name(o.reason));
    henka_variant_free(v);
    v = shipped("suzumu", NULL);
    o = repetition_of(v, keys, last, 12, 0, HENKA_SENTE);
    CHECK(o.reason == HENKA_REPETITION && o.winner == -1, "no check counts here: %s",
          henka_reason_name(o.reason));
    henka_variant_free(v);
}

/* ---- made-up games ---- */

static HenkaVariant *made(const char *rules, const char *pieces) {
    char text[1024];
    HenkaDiagnostic entry;
    HenkaReport report = {.entries = &entry, .cap = 1};
    snprintf(text, sizeof text, "name=made\nsymmetry=rotate\npromotes=none\nroyal=K\n%s\n%s", rules,
             pieces);
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    if (!v) printf("%s: %s\n", text, report.count ? entry.at.message : ""), exit(2);
    return v;
}

static void check_made(const char *rules, const char *pieces, const char *sfen, HenkaReason reason,
                       int winner) {
    HenkaVariant *v = made(rules, pieces);
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, sfen, &error);
    CHECK(game, "%s, %s: %s", rules, sfen, error.message);
    if (game) check_outcome(game, rules, reason, winner);
    henka_game_free(game);
    henka_variant_free(v);
}

/* Gote, to move, can do nothing: its king is walled in by its own men, which can only take. */
static void check_stuck(void) {
    static const char pieces[] =
        "files=5\nranks=5\nking:K:K:K:c1\nwall:W:fcW:W:b1\nrook:R:R:R:a1\n",
                      walled[] = "kw3/ww3/5/5/3RK w - 1", checked[] = "kw3/Rw3/R4/5/4K w - 1";
    static const struct {
        const char *rules, *sfen;
        HenkaReason reason;
        int winner;
    } rows[] = {
        {"royalRule=checkmate\nstalemate=draw", walled, HENKA_STALEMATE, -1},
        {"royalRule=checkmate\nstalemate=loss", walled, HENKA_STALEMATE, HENKA_SENTE},
        {"royalRule=checkmate\nstalemate=moverWins", walled, HENKA_STALEMATE, HENKA_GOTE},
        {"royalRule=checkmate\nstalemate=illegal", walled, HENKA_NO_LEGAL_MOVE, HENKA_SENTE},
        {"royalRule=checkmate\nstalemate=draw", checked, HENKA_CHECKMATE, HENKA_SENTE},
        {"royalRule=checkmate\nstalemate=moverWins", checked, HENKA_CHECKMATE, HENKA_SENTE},
        {"royalRule=capture\nstalemate=draw", walled, HENKA_STALEMATE, -1},
        {"royalRule=capture\nstalemate=loss", walled, HENKA_NO_LEGAL_MOVE, HENKA_SENTE},
        {"royalRule=capture\nstalemate=moverWins", walled, HENKA_NO_LEGAL_MOVE, HENKA_GOTE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_made(rows[i].rules, pieces, rows[i].sfen, rows[i].reason, rows[i].winner);
}

/* Losing a royal, and losing the last. */
static void check_royals(void) {
    static const char twins[] = "files=5\nranks=5\nking:K:K:K:b1,d1\nrook:R:R:R:a1\n",
                      kinds[] = "files=5\nranks=5\nroyal=Q\nking:K:K:K:b1\nqueen:Q:K:Q:d1\n"
                                "rook:R:R:R:a1\n";
    static const struct {
        const char *rules, *pieces, *sfen;
        HenkaReason reason;
        int winner;
    } rows[] = {
        {"royalRule=capture\nextinction=0", twins, "k3k/5/5/5/1K1K1 b - 1", HENKA_PLAYING, -1},
        {"royalRule=capture\nextinction=0", twins, "k4/5/5/5/1K1K1 b - 1", HENKA_ROYAL_CAPTURED,
         HENKA_SENTE},
        {"royalRule=capture\nextinction=0", twins, "k3k/5/5/5/1K3 b - 1", HENKA_ROYAL_CAPTURED,
         HENKA_GOTE},
        {"royalRule=capture\nextinction=0", twins, "k4/5/5/5/1K3 b - 1", HENKA_ROYAL_CAPTURED, -1},
        {"royalRule=capture\nextinction=3", twins, "k4/5/5/5/1K3 b - 1", HENKA_PLAYING, -1},
        {"royalRule=capture\nextinction=3", twins, "5/5/5/5/1K3 b - 1", HENKA_ROYAL_CAPTURED,
         HENKA_SENTE},
        {"royalRule=capture\nextinction=3", kinds, "q4/5/5/5/1K3 b - 1", HENKA_PLAYING, -1},
        {"royalRule=capture\nextinction=3", kinds, "r4/5/5/5/1K3 b - 1", HENKA_ROYALS_LOST,
         HENKA_SENTE},
        {"royalRule=capture\nextinction=0", kinds, "q3k/5/5/5/1K3 b - 1", HENKA_ROYALS_LOST,
         HENKA_GOTE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_made(rows[i].rules, rows[i].pieces, rows[i].sfen, rows[i].reason, rows[i].winner);
}

/* Where no position may come back, two kings run out of moves though they could still step. */
static void check_all_barred(void) {
    HenkaVariant *v = made("repetition=illegal\nrepetitionCount=2",
                           "files=1\nranks=7\nking:K:vW:K:a1\nwall:W:fcW:W:\n");
    HenkaGame *game = henka_game_new(v, "k/1/w/1/W/1/K b - 1", NULL);
    CHECK(game, "the strip is refused");
    while (game && henka_game_moves(game, moves, HENKA_MAX_MOVES) && henka_game_plies(game) < 20)
        henka_game_play(game, moves[0]);
    Position p = game ? game->position : (Position){0};
    CHECK(game && movegen_any_legal(&p), "%s: a move is left but for repetition", at(game));
    CHECK(henka_game_plies(game) == 3, "%d plies were played", henka_game_plies(game));
    check_outcome(game, "every move repeats", HENKA_NO_LEGAL_MOVE, !henka_game_side(game));
    henka_game_free(game);
    henka_variant_free(v);
}

/* What was taken back has not been there. */
static void check_occurrences(void) {
    HenkaGame *game = begin("shogi", NULL, NULL);
    uint64_t key = game->position.key;
    CHECK(game_occurrences(game, key) == 0, "the array occurred before it: %s", at(game));
    CHECK(play_text(game, "7g7f") && game_occurrences(game, key) == 1, "once: %s", at(game));
    henka_game_undo(game);
    CHECK(game_occurrences(game, key) == 0, "a move taken back is remembered: %s", at(game));
    const char *const cycle[] = {"2h3h", "8b7b", "3h2h", "7b8b", "2h3h", "8b7b", "3h2h", "7b8b"};
    for (int i = 0; i < 8; i++) CHECK(play_text(game, cycle[i]), "%s refused", cycle[i]);
    CHECK(game_occurrences(game, key) == 2, "%d times, not 2: %s", game_occurrences(game, key),
          at(game));
    henka_game_free(game);
}

/* Both kings in the zone: the points of the other side decide who has won. */
static void check_declared_together(void) {
    static const struct {
        const char *sfen;
        HenkaSide side;
        bool holds;
        int winner;
    } rows[] = {
        {"4K5/10/10/10/10/10/10/10/10/5k4 b 60P 90", HENKA_SENTE, true, HENKA_SENTE},
        {"4K5/10/10/10/10/10/10/10/10/5k4 b 60P 90", HENKA_GOTE, false, -1},
        {"4K5/10/10/10/10/10/10/10/10/5k4 w 60P 90", HENKA_SENTE, true, HENKA_SENTE},
        {"4K5/10/10/10/10/10/10/10/10/5k4 b 20R20r 90", HENKA_SENTE, true, -1},
        {"4K5/10/10/10/10/10/10/10/10/5k4 b 20R20r 90", HENKA_GOTE, true, -1},
        {"4K5/10/10/10/10/10/10/5k4/10/10 b 20R20r 90", HENKA_SENTE, true, -1},
        {"4K5/10/10/10/10/5k4/10/10/10/10 b 20R20r 90", HENKA_SENTE, false,
         -1},                                                                  /* gote's at home */
        {"4K4r/10/10/10/10/10/10/10/10/5k4 b 60P 90", HENKA_SENTE, false, -1}, /* in check */
        {"4K4r/10/10/10/10/10/10/10/10/5k4 b 20R20r 90", HENKA_GOTE, true, -1},
    };
    HenkaVariant *v = shipped("okisaki", "impasse=points");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaError error = {0};
        HenkaGame *game = henka_game_new(v, rows[i].sfen, &error);
        CHECK(game, "%s: %s", rows[i].sfen, error.message);
        if (!game) continue;
        bool holds = henka_game_end(game, HENKA_IMPASSE, rows[i].side);
        CHECK(holds == rows[i].holds, "%s, side %d: declared %d", rows[i].sfen, rows[i].side,
              holds);
        if (holds) check_outcome(game, rows[i].sfen, HENKA_IMPASSE, rows[i].winner);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

static void check_names(void) {
    static const char *const names[] = {
        "playing",    "checkmate",     "stalemate",       "royal captured", "all royals lost",
        "bared",      "repetition",    "perpetual check", "goal reached",   "checks given",
        "move limit", "no legal move", "illegal move",    "resignation",    "draw agreed",
        "impasse",    "time",          "absence",         "abandoned"};
    enum { NAMES = sizeof names / sizeof *names };
    char text[200];
    for (int i = 0; i < NAMES; i++) {
        CHECK(!strcmp(henka_reason_name((HenkaReason)i), names[i]), "reason %d is named %s", i,
              henka_reason_name((HenkaReason)i));
        size_t length = henka_reason_text((HenkaReason)i, HENKA_ENGLISH, text, sizeof text);
        CHECK(length == strlen(text) && !strcmp(text, names[i]),
              "reason %d is told in %zu bytes: %s", i, length, text);
        length = henka_reason_text((HenkaReason)i, HENKA_NIHONGO, text, sizeof text);
        CHECK(length > 0 && length == strlen(text), "reason %d is told in %zu bytes: %s", i, length,
              text);
    }
    CHECK(!strcmp(henka_reason_name((HenkaReason)NAMES), "unknown"), "a reason too many: %s",
          henka_reason_name((HenkaReason)NAMES));
    CHECK(!henka_reason_text((HenkaReason)NAMES, HENKA_ENGLISH, text, sizeof text),
          "a reason too many is told: %s", text);
    HenkaGame *game = begin("shogi", NULL, NULL);
    CHECK(!henka_game_end(game, HENKA_RESIGNATION, (HenkaSide)2), "a third side resigns");
    check_outcome(game, "two sides", HENKA_PLAYING, -1);
    henka_game_free(game);
}

/* What is asked of squares, types and plies that are not there. */
static void check_beyond(void) {
    HenkaGame *game = begin("shogi", NULL, "4k4/9/9/9/9/9/9/9/4K4 b 2Pp 1"), *copy;
    const HenkaVariant *v = henka_game_variant(game);
    HenkaSide side = HENKA_SENTE;
    int pawn = v->hand_types[v->hand_count - 1], count = henka_variant_type_count(v);
    for (int i = 0; i < v->hand_count; i++)
        if (henka_game_hand(game, HENKA_SENTE, v->hand_types[i]) == 2) pawn = v->hand_types[i];
    CHECK(!henka_game_piece(game, -1, &side) && !henka_game_piece(game, 81, &side),
          "a piece beside the board");
    CHECK(henka_game_hand(game, HENKA_SENTE, pawn) == 2 &&
              henka_game_hand(game, HENKA_GOTE, pawn) == 1,
          "%d and %d pawns in hand", henka_game_hand(game, HENKA_SENTE, pawn),
          henka_game_hand(game, HENKA_GOTE, pawn));
    CHECK(!henka_game_hand(game, HENKA_SENTE, 0) && !henka_game_hand(game, HENKA_SENTE, -1) &&
              !henka_game_hand(game, HENKA_SENTE, count + 1),
          "types that are none are in hand");
    for (int square = -1; square <= 81; square++)
        CHECK(!henka_game_frozen(game, square), "square %d is frozen", square);
    for (int square = -1; square <= 81; square++) { /* the kings stand on 5a and 5i */
        int file = square / 9, rank = square % 9;
        bool beside = square >= 0 && abs(file - 4) < 2 && square != 36 && square != 44;
        CHECK(henka_game_attacked(game, square, HENKA_GOTE) == (beside && rank < 2) &&
                  henka_game_attacked(game, square, HENKA_SENTE) == (beside && rank > 6),
              "attacks of kings on square %d", square);
    }
    CHECK(henka_game_perft(game, 0) == 1 && henka_game_perft(game, -1) == 1 &&
              henka_game_perft(game, 1) == henka_game_moves(game, moves, HENKA_MAX_MOVES),
          "perft 0 is %llu, perft 1 %llu", (unsigned long long)henka_game_perft(game, 0),
          (unsigned long long)henka_game_perft(game, 1));
    CHECK(henka_game_move_at(game, 0) == HENKA_NO_MOVE, "a move before the first");
    CHECK((copy = henka_game_copy(game)) && henka_game_plies(copy) == 0, "a copy of no plies");
    henka_game_free(game);
    for (int ply = 0; ply < 150; ply++) {
        HenkaGame *next = henka_game_copy(copy);
        henka_game_moves(next, moves, HENKA_MAX_MOVES);
        CHECK(henka_game_play(next, moves[ply % 5]) && henka_game_plies(next) == ply + 1 &&
                  henka_game_plies(copy) == ply,
              "a copy played on from ply %d: %s", ply, at(next));
        henka_game_free(copy);
        copy = next;
        if (henka_game_outcome(copy).reason != HENKA_PLAYING) break;
        CHECK(henka_game_move_at(copy, ply) == moves[ply % 5] &&
                  henka_game_move_at(copy, ply + 1) == HENKA_NO_MOVE &&
                  henka_game_move_at(copy, -1) == HENKA_NO_MOVE,
              "the move at ply %d: %s", ply, at(copy));
    }
    henka_game_free(copy);
    game = begin("suzumu", NULL, "k15/1+{CS}14/16/16/16/16/16/16/16/16/16/16/16/16/16/15K w - 1 -");
    CHECK(henka_game_frozen(game, 15 * 16) && !henka_game_frozen(game, 15) &&
              !henka_game_frozen(game, 14 * 16 + 1) && !henka_game_frozen(game, -1) &&
              !henka_game_frozen(game, 256),
          "beside a tetrarch: %s", at(game));
    henka_game_free(game);
}

/* Which endings the rules of a game know; those between the people are always possible. */
static void check_possible(void) {
    static const HenkaReason by_rules[] = {
        HENKA_CHECKMATE,    HENKA_STALEMATE,  HENKA_ROYAL_CAPTURED,  HENKA_ROYALS_LOST,
        HENKA_BARED,        HENKA_REPETITION, HENKA_PERPETUAL_CHECK, HENKA_GOAL_REACHED,
        HENKA_CHECKS_GIVEN, HENKA_MOVE_LIMIT, HENKA_NO_LEGAL_MOVE,   HENKA_ILLEGAL_MOVE,
        HENKA_IMPASSE};
    enum { REASONS = sizeof by_rules / sizeof *by_rules };
    static const struct {
        const char *rules, *possible; /* a letter for each: an x where it is */
    } rows[] = {{"repetition=none\n", "xx..........."},
                {"repetition=draw\nstalemate=loss\n", "xx...x......."},
                {"repetition=perpetual\nstalemate=win\n", "xx...xx......"},
                {"repetition=illegal\n", "xx........x.."},
                {"repetition=none\nstalemate=illegal\n", "x.........x.."},
                {"royalRule=capture\nrepetition=none\n", ".xx.........."},
                {"royalRule=capture\nrepetition=none\nstalemate=loss\n", "..x.......x.."},
                {"royalRule=auto\nroyal=R\nrepetition=perpetual\n", ".x.x.xx......"},
                {"goal=K>a8\nrepetition=perpetual\n", "xx...xxx....."},
                {"repetition=none\nbaring=loses\nstrict=on\n", "xx..x......x."},
                {"repetition=none\nchecksToWin=3\nmoveLimit=50\n", "xx......xx..."},
                {"royal=none\nrepetition=perpetual\n", ".x...x......."},
                {"repetition=none\nimpassePieces=5\n", "xx..........x"},
                {"repetition=none\nimpassePoints=5\n", "xx..........x"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaVariant *v = made(rows[i].rules, "king:K:K:K:a1\nrook:R:R:R:b1\n");
        char found[REASONS + 1] = "";
        for (int k = 0; k < REASONS; k++)
            found[k] = henka_variant_can_end(v, by_rules[k]) ? 'x' : '.';
        CHECK(!strcmp(found, rows[i].possible), "%s: %s, not %s", rows[i].rules, found,
              rows[i].possible);
        CHECK(!henka_variant_can_end(v, HENKA_PLAYING) &&
                  henka_variant_can_end(v, HENKA_RESIGNATION) &&
                  henka_variant_can_end(v, HENKA_DRAW_AGREED) &&
                  henka_variant_can_end(v, HENKA_TIME) && henka_variant_can_end(v, HENKA_ABSENCE) &&
                  henka_variant_can_end(v, HENKA_ABANDONED) &&
                  !henka_variant_can_end(v, (HenkaReason)(HENKA_ABANDONED + 1)),
              "%s", rows[i].rules);
        henka_variant_free(v);
    }
}

int main(void) {
    check_stuck();
    check_royals();
    check_all_barred();
    check_occurrences();
    check_declared_together();
    check_names();
    check_possible();
    check_beyond();
    check_rule();
    check_repetitions();
    check_skip_repetition();
    check_illegal_repetition();
    check_positions();
    check_drop_mates();
    check_capture_of_royals();
    check_agreement();
    check_options();
    check_strict_texts();
    check_strict_both();
    check_strict_repetition();
    check_checks();
    check_impasse();
    check_declaration();
    check_bare();
    check_long_game();
    return check_done();
}
