/* Powers in words and as marks. */
#include "tests/check.h"

#include <stddef.h>

#include "base/random.h"
#include "tiny.h"
#include "words/describe_moves.h"

static Arena *compile(const char *betza) {
    Arena *arena = arena_new(NULL);
    HenkaError error = {0};
    tiny_variant.type_count = 3;
    CHECK(betza_compile(arena, betza, strlen(betza), &tiny_variant.types[1].power, &error),
          "%s: %s", betza, error.message);
    return arena;
}

static void check_words(const char *betza, const char *expected) {
    char words[2048];
    Arena *arena = compile(betza);
    size_t length =
        henka_variant_describe_type(&tiny_variant, 1, HENKA_ENGLISH, words, sizeof words);
    CHECK(!strcmp(words, expected), "%s\n  expected %s\n  found    %s", betza, expected, words);
    CHECK(length == strlen(words), "%s: returns %zu for %zu bytes", betza, length, strlen(words));
    arena_free(arena);
}

/* A piece with a modifier for which a language has no words yet is described in English. */
static void unknown_modifier(void) {
    char own[2048], english[2048];
    tiny_board(9, 9);
    Arena *arena = compile("WzB");
    henka_variant_describe_type(&tiny_variant, 1, HENKA_NIHONGO, own, sizeof own);
    CHECK(strstr(own, "斜め"), "in Japanese: %s", own);
    MoveWords words = move_words_ja;
    words.say[SAY_LEG_CROOKED] = NULL;
    MoveClause clauses[MOVE_CLAUSES];
    Out out = out_to(own, sizeof own);
    describe_moves(&out, &words, &tiny_variant, clauses, move_clauses(&tiny_variant, 1, clauses));
    henka_variant_describe_type(&tiny_variant, 1, HENKA_ENGLISH, english, sizeof english);
    CHECK(!strcmp(own, english) && strstr(own, "steps one square"), "as English: %s", own);
    arena_free(arena);
}

/* The sentence of this term alone. */
static void say_term(const Term *term, char words[2048]) {
    tiny_variant.types[1].power.terms[0] = *term;
    henka_variant_describe_type(&tiny_variant, 1, HENKA_ENGLISH, words, 2048);
}

/* English leaves no modifier and no condition out, a new one neither: each byte of both is set in
 * turn, and the sentence is another. */
static void every_modifier(void) {
    static const size_t leg_silent[] = {offsetof(Leg, turn)}, /* of a bend */
        conditions_silent[] = {
            offsetof(Conditions, rights),         /* where somebody may capture in passing */
            offsetof(Conditions, castling),       /* such a term has no second leg */
            offsetof(Conditions, partner_inside), /* of castling */
            offsetof(Conditions, free_of_matrix), /* forbids nothing */
        };
    char plain[2048], words[2048];
    tiny_board(9, 9);
    Arena *arena = compile("nmafD"); /* a leg by leg description: n is no part of any other */
    const Term base = tiny_variant.types[1].power.terms[0];
    say_term(&base, plain);
    for (size_t at = offsetof(Leg, skip); at < sizeof(Leg); at++) {
        Term term = base;
        bool silent = false;
        for (size_t i = 0; i < sizeof leg_silent / sizeof *leg_silent; i++)
            silent |= leg_silent[i] == at;
        ((unsigned char *)&term.legs[1])[at] = 1;
        say_term(&term, words);
        CHECK(silent || strcmp(words, plain) != 0, "byte %zu of a leg isn't said: %s", at, words);
    }
    for (size_t at = 0; at < sizeof(Conditions); at++) {
        Term term = base;
        bool silent = false;
        for (size_t i = 0; i < sizeof conditions_silent / sizeof *conditions_silent; i++)
            silent |= conditions_silent[i] == at;
        ((unsigned char *)&term.conditions)[at] = 1;
        say_term(&term, words);
        CHECK(silent || strcmp(words, plain) != 0, "byte %zu of the conditions isn't said: %s", at,
              words);
    }
    arena_free(arena);
}

static void board_words(void) {
    tiny_board(16, 16);
    check_words("KNADcaKmcabK",
                "steps one square in any direction; jumps to any square two away; may take a "
                "neighbour and go on one more step, capturing or not, or take it "
                "and return (igui); may stay in place (skip) when a neighbouring square is empty");
    check_words("WfF", "steps one square orthogonally or diagonally forward");
    check_words("fRbW2", "slides any distance forward; slides up to two squares backward");
    check_words("fN", "jumps two squares forward and one to either side");
    check_words("RbBfFfAfcavFfabF",
                "steps one square diagonally forward; slides any distance orthogonally or "
                "diagonally backward; jumps two squares diagonally forward; "
                "may take a neighbour diagonally forward and go on one more step straight on, "
                "capturing or not, or "
                "take it and return (igui); "
                "may stay in place (skip) when the next square diagonally forward is empty");
    check_words("B(cpaf)2cB", "slides any distance diagonally; captures any distance diagonally "
                              "over up to two pieces in its way, each left alone or, "
                              "when an enemy, taken");
    check_words("jsQ3cab(mpacab)1K", "jumps over the next square, whatever it holds, sideways and "
                                     "may slide on from the second up to three squares in all; "
                                     "may take up to two neighbours without moving (igui)");
    check_words(
        "shQshy(mpacab)2Q(a)2Kmcab(mpacab)1K(a)2mpacabK(a)2mpacabmpacabK",
        "walks up to three steps over empty squares, turning freely, and may capture on the last; "
        "slides any distance sideways or diagonally; may take up to two neighbours without moving "
        "(igui); "
        "may stay in place (skip) when a neighbouring square is empty; "
        "after a slide sideways or diagonally it may also take up to two enemies next to where it "
        "lands (burn); "
        "after a walk of up to three steps it may also take up to two enemies next to where it "
        "lands (burn)");
    check_words("mafsW", "steps one square orthogonally to an empty square, then steps one square "
                         "turning 45 degrees");
    check_words("mfWcfF", "steps one square forward, without capturing; steps one square "
                          "diagonally forward, only to capture");
}

static void ski_slider_words(void) {
    tiny_board(16, 16);
    check_words("cjR",
                "jumps over the next square, whatever it holds, orthogonally and may slide on "
                "from the second any distance, only to capture");
    check_words("mjfB3",
                "jumps over the next square, whatever it holds, diagonally forward and may "
                "slide on from the second up to three squares in all, without capturing");
    check_words("jfR2", "jumps over the next square, whatever it holds, forward to the second");
}

/* Out to an empty square and back before it takes a neighbour: the same as taking it at once. */
static void detour_words(void) {
    tiny_board(16, 16);
    check_words("cabKmabacabK", "may take a neighbour and return (igui)");
    check_words("mabacabK",
                "steps one square in any direction to an empty square, then steps one square "
                "straight back to an empty square, then steps one square in any direction but "
                "back taking an enemy, then steps one square straight back");
    check_words("fcabKmabacabK",
                "may take a neighbour forward and return (igui); "
                "steps one square in any direction to an empty square, then steps one square "
                "straight back to an empty square, then steps one square in any direction but "
                "back taking an enemy, then steps one square straight back");
}

static void strip_words(void) {
    tiny_board(1, 21);
    check_words("K", "steps one square forward or backward");
    check_words("fWXbD", "jumps four squares forward; jumps two squares backward");
    check_words("vmR8vcpR8!", "slides up to eight squares forward or backward, without capturing; "
                              "captures forward or backward by hopping over exactly "
                              "one piece of either side, at most eight squares away");
    check_words("sW", "does not move");
}

static void exceptions(void) {
    tiny_board(16, 16);
    tiny_variant.types[2].name = "tower";
    tiny_variant.no_jump[1][0] = 1 << 2;
    check_words("cpafcR", "captures any distance orthogonally over up to one piece in its way, "
                          "each left alone or, when an enemy, taken; "
                          "never jumps or takes on its way: tower");
    check_words("R", "slides any distance orthogonally");
    tiny_variant.no_jump[1][0] = 0;
    tiny_variant.types[1].freezes = tiny_variant.freezing = true;
    check_words("W", "steps one square orthogonally; enemies next to it cannot move, unless they "
                     "have this power themselves");
    tiny_variant.types[1].freezes = tiny_variant.freezing = false;
}

/* kinds on (dx, dy) */
static int mark_at(const char *betza, int dx, int dy) {
    static HenkaMark marks[512];
    Arena *arena = compile(betza);
    size_t count = henka_variant_diagram(&tiny_variant, 1, marks, 512);
    int kinds = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].dx == dx && marks[i].dy == dy) kinds = marks[i].kinds;
    arena_free(arena);
    return kinds;
}

static void check_mark(const char *betza, int dx, int dy, int kinds) {
    int found = mark_at(betza, dx, dy);
    CHECK(found == kinds, "%s at %d,%d: %d, expected %d", betza, dx, dy, found, kinds);
}

static void diagrams(void) {
    const int both = HENKA_MARK_MOVE | HENKA_MARK_CAPTURE;
    tiny_board(16, 16);
    check_mark("fN", 1, 2, both | HENKA_MARK_JUMP);
    check_mark("fN", 2, 1, 0);
    check_mark("R", 0, 8, both | HENKA_MARK_SLIDE);
    check_mark("R4", 0, 5, 0);
    check_mark("mfWcfF", 0, 1, HENKA_MARK_MOVE);
    check_mark("mfWcfF", 1, 1, HENKA_MARK_CAPTURE);
    check_mark("cpR", 0, 2, HENKA_MARK_CAPTURE | HENKA_MARK_SLIDE | HENKA_MARK_HOP);
    check_mark("KNADcaKmcabK", 1, 1, both | HENKA_MARK_VICTIM);
    check_mark("KNADcaKmcabK", 2, 1, both | HENKA_MARK_JUMP);
    check_mark("KNADcaKmcabK", 0, 0, 0);
    check_mark("(a)2K", 3, 2, both | HENKA_MARK_AREA);
    check_mark("shy(mpacab)1Q", 4, 0, both | HENKA_MARK_SLIDE | HENKA_MARK_BURN);
    check_mark("jR", 0, 1, 0);
    check_mark("jR", 0, 3, both | HENKA_MARK_SLIDE | HENKA_MARK_JUMP);
    tiny_board(1, 21);
    check_mark("K", 0, -1, both);
    check_mark("K", 1, 1, 0);
}

/* Whatever compiles can be said and drawn. */
static void random_powers(void) {
    static const char *const pieces[] = {"m", "c", "p", "y",    "g",      "f",    "s",  "b",
                                         "v", "a", "a", "cpaf", "mpacab", "(a)2", "j",  "n",
                                         "z", "i", "K", "Q",    "R3",     "N",    "D0", "F"};
    Random random = {11};
    int said = 0;
    for (int i = 0; i < 3000; i++) {
        char text[80] = "", words[256];
        for (int n = 1 + (int)random_below(&random, 8); n > 0; n--)
            strcat(text, pieces[random_below(&random, sizeof pieces / sizeof *pieces)]);
        strcat(text, "W");
        Arena *arena = arena_new(NULL);
        HenkaMark marks[8];
        tiny_board(9, random_below(&random, 2) ? 9 : 32);
        if (betza_compile(arena, text, strlen(text), &tiny_variant.types[1].power, NULL)) {
            said += henka_variant_describe_type(&tiny_variant, 1, HENKA_ENGLISH, words,
                                                sizeof words) > 0;
            henka_variant_diagram(&tiny_variant, 1, marks, 8);
        }
        arena_free(arena);
    }
    CHECK(said > 300, "only %d powers said", said);
}

/* A type that the game doesn't have is neither drawn nor described. */
static void no_such_type(void) {
    HenkaMark marks[4];
    char words[8] = "words";
    tiny_board(9, 9);
    Arena *arena = compile("W");
    for (int type = 0; type <= 4; type += 4) {
        CHECK(!henka_variant_diagram(&tiny_variant, type, marks, 4), "type %d is drawn", type);
        CHECK(!henka_variant_describe_type(&tiny_variant, type, HENKA_ENGLISH, words, 8),
              "type %d: %s", type, words);
    }
    CHECK(henka_variant_diagram(&tiny_variant, 1, NULL, 0) == 4, "a diagram without a place");
    arena_free(arena);
}

int main(void) {
    no_such_type();
    unknown_modifier();
    every_modifier();
    board_words();
    ski_slider_words();
    detour_words();
    strip_words();
    exceptions();
    diagrams();
    random_powers();
    return check_done();
}
