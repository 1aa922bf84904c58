/* What the compiler refuses, where and why; what it drops as said twice; and that no text at all
 * upsets it. */
#include "tests/check.h"

#include "base/random.h"
#include "tiny.h"

static void check_error_bytes(const char *text, size_t length, int column, const char *says) {
    Arena *arena = arena_new(NULL);
    Power power;
    HenkaError error = {0};
    bool ok = betza_compile(arena, text, length, &power, &error);
    CHECK(!ok, "%s compiles, expected an error at %d: %s", text, column, says);
    CHECK(ok || (error.line == 0 && error.column == column), "%s: column %d, expected %d (%s)",
          text, error.column, column, error.message);
    CHECK(ok || strstr(error.message, says), "%s: \"%s\", expected \"%s\"", text, error.message,
          says);
    arena_free(arena);
}

static void check_error(const char *text, int column, const char *says) {
    check_error_bytes(text, strlen(text), column, says);
}

static void errors(void) {
    check_error_bytes("\0[", 2, 1, "expected an atom");
    check_error_bytes("f\0[W]", 5, 2, "expected an atom");
    check_error("", 1, "found the end of the text");
    check_error("f", 2, "expected an atom");
    check_error("fW?", 3, "found '?'");
    check_error("eafW", 1, "last leg only");
    check_error("[eF-R]", 2, "last leg only");
    check_error("(a)2O2", 5, "group or bracket");
    check_error("[F-O]", 4, "group or bracket");
    check_error("KcO2", 2, "'c' means nothing");
    check_error("O0", 2, "1 to 14");
    check_error("O15", 2, "1 to 14");
    check_error("fO2", 1, "'f' means nothing");
    check_error("WI", 2, "imitator");
    check_error("xK", 1, "relay");
    check_error("(cpafR", 6, "expected ')'");
    check_error("(cpaf)R", 7, "number after ')'");
    check_error("()2R", 1, "found none");
    check_error("(a(b)2)2K", 3, "cannot hold another group");
    check_error("(a)2(b)2K", 5, "second group");
    check_error("(a)12K", 1, "possible paths");
    check_error("(paf)12W", 3, "more than 12 legs");
    check_error("aaaaaaaaaaaaK", 12, "more than 12 legs");
    check_error("(m)99(", 6, "second group");
    check_error("(mcm)99K", 3, "more than 160 modifiers");
    check_error("cacacacacaK", 1, "at most 4 pieces");
    check_error("RycacaQyayayayQ", 8, "possible paths");
    check_error("KX", 2, "lengthens a single leap");
    check_error("WXXXXXXXXXXX", 12, "longer than any board");
    check_error("W*", 2, "'*'");
    check_error("mcW*", 4, "'*'");
    check_error("mpW*", 4, "'*'");
    check_error("mjW*", 4, "'*'");
    check_error("moW*", 4, "'*'");
    check_error("mafW*", 5, "'*'");
    check_error("[mW*-F]", 4, "'*'");
    check_error("mW*!", 4, "range");
    check_error("R!", 2, "give a range");
    check_error("fhR", 2, "'h'");
    check_error("hK", 1, "'h' must follow");
    check_error("jW", 1, "range here must be 2");
    check_error("njD", 1, "exclude each other");
    check_error("zW", 1, "needs a slider");
    check_error("[F-R", 5, "expected '-', '?' or ']'");
    check_error("[F-N]", 4, "different length");
    check_error("[DD?B]", 2, "different length");
    check_error("[nD?B]", 3, "different length");
    check_error("[F?fqR]", 5, "`v[F?R]`");
    check_error("f[F-R-F]", 1, "expected two steps");
    check_error("f[fF-R]", 1, "expected two steps");
    check_error("iifmnD", 2, "'ii' means nothing");
    check_error("mafccW", 5, "'cc' means nothing");
    check_error("[F-]", 4, "expected an atom");
    check_error("W\x01", 2, "byte 1");
}

/* `times` times this text, then that. */
static void check_long(const char *part, int times, const char *rest, int column,
                       const char *says) {
    static char text[1 << 17];
    size_t length = 0;
    for (int i = 0; i < times; i++) length += (size_t)sprintf(text + length, "%s", part);
    sprintf(text + length, "%s", rest);
    check_error(text, column, says);
}

/* What a text may have of everything, and one more. */
static void limits(void) {
    check_long("mc", 80, "x", 161, "relay");
    check_long("mc", 81, "W", 161, "more than 160 modifiers");
    check_long("[m", 1, "cmcW-x]", 8, "relay");
    check_long("[m", 1, "cmcW-q]", 8, "not supported in a bracket");
    check_long("m", 0, "[", 2, "expected an atom");
    check_long("WF", 32499, "x", 64999, "relay");
    check_long("WF", 32500, "x", 65000, "relay"); /* columns are told up to here */
    check_long("WF", 32501, "x", 65000, "relay");
    static const char terms[] = "NiNoNooNCiCoCooCZiZoZooZAiAoAooADiDoDooDGiGoGooGHiHoHooH"
                                "NXiNXoNXooNXWXiWXoWXooWXFXiFXoFXooFXDXiDXoDXooDXAXiAXoAXooAX"
                                "x";
    check_error(terms, (int)strlen(terms), "relay");
    check_long(terms, 0,
               "NiNoNooNCiCoCooCZiZoZooZAiAoAooADiDoDooDGiGoGooGHiHoHooH"
               "NXiNXoNXooNXWXiWXoWXooWXFXiFXoFXooFXDXiDXoDXooDXAXiAXoAXooAXCX",
               117, "more than 48 terms");
}

static int term_count(const char *text) {
    Arena *arena = arena_new(NULL);
    Power power = {0};
    HenkaError error = {0};
    CHECK(betza_compile(arena, text, strlen(text), &power, &error), "%s: column %d: %s", text,
          error.column, error.message);
    arena_free(arena);
    return power.term_count;
}

static void said_twice(void) {
    static const struct {
        const char *text;
        int terms;
        const char *why;
    } rows[] = {{"B(cpaf)2cBcafpafcBpafcafcB", 3, "cafpafcB and pafcafcB add nothing"},
                {"fWK", 1, "fW is part of K"},
                {"RfR", 1, "fR is part of R"},
                {"R3R", 1, "R3 is part of R"},
                {"mWcW", 2, "mW and cW differ"},
                {"vmR8vcpR8!", 2, "the bounded cannon"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int terms = term_count(rows[i].text);
        CHECK(terms == rows[i].terms, "%s has %d terms, not %d: %s", rows[i].text, terms,
              rows[i].terms, rows[i].why);
    }
}

/* The walk from the middle of an empty board, sorted. */
static void check_walk(const char *text, const char *expected) {
    static char mine[1 << 14], theirs[1 << 14];
    Arena *arena = arena_new(NULL);
    HenkaError error = {0};
    CHECK(betza_compile(arena, text, strlen(text), &tiny_variant.types[1].power, &error),
          "%s: column %d: %s", text, error.column, error.message);
    if (!error.message[0]) {
        int square = tiny_square("d4", NULL);
        tiny_position.board[square] = piece_make(HENKA_SENTE, 1);
        tiny_moves(square, "igui", "SKIP", mine, sizeof mine);
        snprintf(theirs, sizeof theirs, "%s", expected);
        tiny_sort_words(theirs, sizeof theirs);
        CHECK(!strcmp(mine, theirs), "%s\n  expected %s\n  found    %s", text, theirs, mine);
    }
    arena_free(arena);
}

static void put(const char *square, int side) {
    tiny_position.board[tiny_square(square, NULL)] = piece_make(side, 2);
}

static void further_modes(void) {
    tiny_board(7, 7);
    check_walk("WX", "");
    tiny_board(9, 9); /* from d4 */
    check_walk("WX", "d8 h4");
    check_walk("FX", "c8 e8 h3 h5");
    check_walk("WY", "b1 b7 f1 f7 a2 a6 g2 g6");
    check_walk("FY", "a1 a7 g1 g7");
    check_walk("[F-fsR2]", "b3 b5 c2 a3 a5 e2 f3 g3 c6 e6 f5 g5 c1 c7 e1 e7");
    check_walk("[fF?rW]", "c5 c6 d5 e5 e4 f5");
    check_walk("v[F?R]", "c5 c6 c7 c8 c9 e5 e6 e7 e8 e9 c3 c2 c1 e3 e2 e1");
    check_walk("fs[F-R2]", "b5 a5 f5 g5");
    check_walk("v[W?B]", "d5 c6 b7 a8 e6 f7 g8 h9 d3 c2 b1 e2 f1");
    check_walk("f[W-B]", "c6 b7 a8 e6 f7 g8 h9");
    check_walk("[D?B]", "d6 c7 b8 a9 e7 f8 g9 d2 c1 e1 f4 g5 h6 i7 g3 h2 i1 b4 a5 a3");
    check_walk("[fW-sH]", "a5 g5");
    check_walk("fzB", "a5 b4 c5 c7 c9 d6 d8 e5 e7 e9 f4 g5 h4 i5");
    check_walk("fsqNN", "a7 b5 b9 f5 f9 g7 h4 i2");
    check_walk("fafszafszW", "c7 e7");
    check_walk("sR2mpafW", "b4 c4 e4 f4 d2 d6");
    tiny_variant.start_board[tiny_square("d4", NULL)] = piece_make(HENKA_SENTE, 1);
    check_walk("imW", "c4 d3 d5 e4");
    check_walk("[ifF-R2]", "a5 b5 c6 c7 e6 e7 f5 g5");
    memset(tiny_variant.start_board, 0, sizeof tiny_variant.start_board);
    check_walk("[ifF-R2]", "");
    put("c4", HENKA_GOTE);
    put("d5", HENKA_SENTE);
    put("d7", HENKA_GOTE);
    check_walk("sW", "c4x e4");
    check_walk("mW", "d3 e4");
    check_walk("kW", "");
    check_walk("ckW", "c4x");
    check_walk("dcW", "c4x d5x");
    check_walk("jD", "b4 d6");
    check_walk("nD", "d2 f4");
    check_walk("vcpR", "d7x");
    check_walk("vpR", "d6 d7x");
    check_walk("tpR", "d6 d7x");
    check_walk("fcpR3!", "d7x");
    check_walk("fcpR2!", "");
    check_walk("fgR", "d6");
    check_walk("cabW", "igui{c4}");
    check_walk("iW", "");
    check_walk("mafiR", "d2 f4 h4");
    check_walk("sR", "c4x e4 f4 g4 h4 i4");
    check_walk("soR", "a4 b4 c4x e4 f4 g4 h4 i4");
    check_walk("rR", "e4 f4 g4 h4 i4");
    check_walk("roR", "a4 b4 c4x e4 f4 g4 h4 i4");
    check_walk("boK", "d3");
    check_walk("booR", "d1 d2 d3 d7x d8 d9");
}

static void random_texts(void) {
    static const char letters[] =
        "WFDNAHCLZJGKBRQXYOUI@fblrvshmcdkpgytnijozqaeuxw(((aaa)2)3)[]-?0123456789*'!ABRQKK";
    Random random = {7};
    int compiled = 0;
    for (int i = 0; i < 60000; i++) {
        char text[40];
        size_t length = 1 + random_below(&random, random_below(&random, 4) ? 8 : sizeof text - 1);
        for (size_t k = 0; k < length; k++)
            text[k] = letters[random_below(&random, sizeof letters)]; /* NUL is one of them */
        Arena *arena = arena_new(NULL);
        Power power = {0};
        HenkaError error = {0};
        bool ok = betza_compile(arena, text, length, &power, &error);
        compiled += ok;
        bool none = length == 1 && *text == '-';
        if (ok ? !power.term_count != none || power.term_count > POWER_TERMS
               : error.column < 1 || error.column > (int)length + 1 || !error.message[0])
            CHECK(0, "%.*s: %d terms, column %d, %s", (int)length, text, power.term_count,
                  error.column, error.message);
        arena_free(arena);
    }
    CHECK(compiled > 1000, "only %d random texts compile", compiled);
}

int main(void) {
    errors();
    limits();
    said_twice();
    further_modes();
    random_texts();
    return check_done();
}
