/* Bad texts and where they are wrong. Each row changes a good file in one place; the finding must
 * stand at that line and byte and say that. */
#include "check.h"
#include "henka.h"

#include <stdlib.h>
#include <string.h>

/* Lines 1..13. Rows replace one line or add lines from 14 on. */
static const char *const good[] = {
    /* 1 */ "name=mini",
    /* 2 */ "title=Mini Shogi",
    /* 3 */ "files=5",
    /* 4 */ "ranks=5",
    /* 5 */ "symmetry=rotate",
    /* 6 */ "holdingsType=-1",
    /* 7 */ "promoZone=1",
    /* 8 */ "royal=K",
    /* 9 */ "pawn:P:fW:P:a2",
    /* 10 */ "gold general:G:WfF:G:b1",
    /* 11 */ "tokin:+P:WfF:+P:",
    /* 12 */ "king:K:K:K:a1",
    /* 13 */ "noMoveRanks=P:1",
};
enum { GOOD_LINES = sizeof good / sizeof *good };

typedef struct Row {
    int replaced; /* line of the good text, GOOD_LINES + 1 adds */
    const char *by;
    int line, column; /* of the finding */
    const char *says;
    bool warning;
} Row;

static const Row rows[] = {
    /* keys */
    {3, "fils=5", 3, 1, "unknown key `fils`; did you mean `files`?"},
    {3, "Files=5", 3, 1, "did you mean `files`?"},
    {14, "promozone=1", 14, 1, "did you mean `promoZone`?"},
    {14, "stalmate=draw", 14, 1, "did you mean `stalemate`?"},
    {14, "xyzzyplugh=1", 14, 1, "unknown key `xyzzyplugh`"},
    {3, "files=five", 3, 7, "`files` is a number from 1 to 16, found `five`"},
    {3, "files=17", 3, 7, "from 1 to 16, found `17`"},
    {3, "files=0", 3, 7, "from 1 to 16, found `0`"},
    {3, "files=", 3, 7, "from 1 to 16, found ``"},
    {3, "files=5x", 3, 7, "found `5x`"},
    {3, "files = 99", 3, 9, "found `99`"},
    {3, "files=5 files=5", 3, 9, "`files` is given twice, first on line 3"},
    {4, "ranks=33", 4, 7, "`ranks` is a number from 1 to 32"},
    {14, "files=6", 14, 1, "`files` is given twice, first on line 3"},
    {5, "symmetry=turned", 5, 10, "`symmetry` is one of mirror|rotate|none, found `turned`"},
    {14, "stalemate=maybe", 14, 11, "`stalemate` is one of"},
    {14, "repetitionCount=1", 14, 17, "from 2 to 9"},
    {14, "extinction=1", 14, 12, "`extinction` is one of 3|0, found `1`"},
    {14, "strict=yes", 14, 8, "one of off|on, found `yes`"},
    {14, "iron=P", 14, 1, "is a rule this program does not know"},
    {14, "shuffle=RNB", 14, 1, "a shuffled array"},
    {14, "lightShade=#FFFFFF", 14, 1, "only concerns the diagram", true},
    {1, "name=Mini", 1, 6, "a name has lower-case letters, digits and `-`, found `Mini`"},
    {1, "name=mini_x", 1, 10, "a name has lower-case letters"},
    {1, "name=", 1, 6, "expected a name"},
    /* the shape of lines */
    {14, "hello", 14, 1, "expected `key=value` or a piece"},
    {14, "  hello world", 14, 3, "found `hello`"},
    {3, "files=5 of them", 3, 9, "found `of`"},
    {14, "<div class=\"diagram\">", 14, 1, "left over from a web page", true},
    {14, "\x01", 14, 1, "a control character (byte 1)"},
    {14, "title2\xFF=1", 14, 7, "not UTF-8 text (byte 255)"},
    {14, "note=\xC0\xAF", 14, 6, "not UTF-8"},
    /* pieces */
    {9, "pawn:P", 9, 1, "expected the piece's moves"},
    {9, "pawn:P::P:a2", 9, 8, "expected the piece's moves"},
    {9, ":P:fW:P:a2", 9, 1, "expected the piece's name"},
    {9, "pawn::fW:P:a2", 9, 6, "an id is one to 3 letters"},
    {9, "pawn:PAWN:fW:P:a2", 9, 6, "found `PAWN`"},
    {9, "pawn:P?:fW:P:a2", 9, 6, "found `P?`"},
    {9, "pawn:1P:fW:P:a2", 9, 6, "found `1P`"},
    {9, "pawn:P:fW:P:a2:0:x", 9, 18, "this is one too many"},
    {9, "pawn:P:fV:P:a2", 9, 9, ""},
    {9, "pawn:P:f:P:a2", 9, 9, "expected an atom"},
    {9, "pawn:P:fW(:P:a2", 9, 11, ""},
    {14, "general:G:FW:G:", 14, 9, "the id `G` is taken by `gold general`, line 10"},
    {14, "general:g:FW:G:", 14, 9, "the id `G` is taken"},
    {14, "lance:L:fR:L:", 14, 7, "`L` is not in the array and nothing promotes to it", true},
    /* squares */
    {9, "pawn:P:fW:P:a9", 9, 13, "the square `a9` is not on the board of 5 files and 5 ranks"},
    {9, "pawn:P:fW:P:f2", 9, 13, "the square `f2` is not on the board"},
    {9, "pawn:P:fW:P:a0", 9, 13, "the square `a0` is not on the board"},
    {9, "pawn:P:fW:P:22", 9, 13, "expected a square like `e4`, found `22`"},
    {9, "pawn:P:fW:P:a2,a", 9, 16, "expected a square like `e4`, found `a`"},
    {9, "pawn:P:fW:P:a2,b2x", 9, 16, "found `b2x`"},
    {9, "pawn:P:fW:P:a2-f2", 9, 16, "the square `f2` is not on the board"},
    {9, "pawn:P:fW:P:a2-", 9, 16, "expected a square"},
    {9, "pawn:P:fW:P:a2,a2", 9, 16, "`pawn` and `pawn` both stand on a2"},
    {9, "pawn:P:fW:P:a2,b1", 10, 22, "`pawn` and `gold general` both stand on b1"},
    {9, "pawn:P:fW:P:c3", 9, 13, "`pawn` and `pawn` both stand on c3"},
    {9, "pawn:P:fW:P:a2:x", 9, 16, "expected how many are in hand, at most 63, found `x`"},
    {9, "pawn:P:fW:P:a2:2,,-1", 9, 19, "expected how many are in hand, at most 63, found `-1`"},
    {9, "pawn:P:fW:P:a2:64", 9, 16, "expected how many are in hand, at most 63, found `64`"},
    {11, "tokin:+P:WfF:+P::1", 11, 18, "`+P` is never in hand in this game"},
    {12, "king:K:K:K:", 8, 1, "the first side has no royal piece in the array"},
    {12, "king:K:K:K:,,e5", 8, 1, "the first side has no royal piece in the array"},
    /* pieces named in keys */
    {8, "royal=X", 8, 7, "no piece has the id `X`"},
    {8, "royal=9", 8, 7, "there is no piece line 9, only 4"},
    {8, "royal=0", 8, 7, "there is no piece line 0"},
    {13, "noMoveRanks=P", 13, 13, "`noMoveRanks` is a list `ID:number`, found `P`"},
    {13, "noMoveRanks=P:0", 13, 15, "takes numbers from 1 to 32, found `0`"},
    {13, "noMoveRanks=P:1,Z:1", 13, 17, "no piece has the id `Z`"},
    {13, "noMoveRanks=P:1,", 13, 17, "is a list `ID:number`, found ``"},
    {13, "noMoveRanks=G:1", 13, 1, "`G` has to promote on the last ranks, but promotes to nothing"},
    {13, "noMoveRanks=P:2", 13, 1, "the promotion zone is 1 deep"},
    {14, "noDropMate=P,Q", 14, 14, "no piece has the id `Q`"},
    {14, "dropFileLimit=Q:1", 14, 15, "no piece has the id `Q`"},
    {14, "freezes=Q", 14, 9, "no piece has the id `Q`"},
    {14, "noBurn=P", 14, 8, "`noBurn` is `movers>victims`, found `P`"},
    {14, "noBurn=P>G,Q", 14, 12, "no piece has the id `Q`"},
    {14, "promotes=P:Q", 14, 12, "no piece has the id `Q`"},
    {14, "promotes=P:P", 14, 12, "`P` cannot promote to itself"},
    {14, "kanji=P:歩兵", 14, 7, "`kanji` is `ID:name:one character`"},
    {14, "kanji=P:歩兵:歩,G:金将:金将", 14, 20, "`kanji` is `ID:name:one character`"},
    {14, "kanji=Z:歩兵:歩", 14, 7, "no piece has the id `Z`"},
    {14, "western=P:pawn", 14, 9, "a label of one to three characters"},
    /* tables of diagrams */
    {14, "captureMatrix=/..^", 14, 19, "the row has no `=`", true},
    {14, "captureMatrix=/..x=", 14, 18, "found `x`"},
    {14, "captureMatrix=/.5^=", 14, 18,
     "column 5 of `captureMatrix`, but there are only 4 piece lines"},
    {14, "captureMatrix=/////.^=", 14, 20,
     "row 6 of `captureMatrix`, but there are only 4 piece lines"},
    {14, "captureMatrix=/\"x", 14, 17, "expected `\"` and a number, found `x`"},
    {14, "morph=x", 14, 7, "`morph` is understood with `|` only"},
    {14, "morph=////|", 14, 12, "row 5 of `morph`, but there are only 4 piece lines"},
    {14, "maxPromote=9", 14, 1, "`maxPromote=9`, but there are only 4 piece lines"},
    {14, "promoOffset=4 maxPromote=1", 14, 1, "`promoOffset=4`, but there are only 4 piece lines"},
    {14, "promoChoice=GX", 14, 14, "no piece has the id `X`"},
    {14, "promoChoice=!G", 14, 13, "no piece has the id `!`"},
    /* rules that do not go together */
    {7, "promoZone=6", 7, 1, "expected a promotion zone of at most 5 ranks, found 6"},
    {6, "dropFaces=either", 6, 1, "nothing is dropped", true},
    {6, "noDropMate=P", 6, 1, "`noDropMate` has no effect: holdingsType", true},
    {6, "holdingsType=-2 dropFaces=either", 6, 17, "`dropFaces=either` needs `holdingsType=-1`"},
    {14, "royalRule=capture stalemate=illegal", 14, 19, "needs `royalRule=checkmate`"},
    {14, "royalRule=capture noDropMate=P", 14, 19, "no effect where royals are captured", true},
    {14, "promotion=flip", 7, 1, "no effect where captures turn pieces over", true},
    {14, "promotion=flip", 13, 1, "`noMoveRanks` only bars drops where captures turn pieces over",
     true},
    {14, "promotion=flip", 10, 14, "`G` has no other face", true},
    {13, "", 9, 6, "`P` only goes forward and may get stuck unpromoted: `noMoveRanks=P:1`", true},
    {9, "pawn:P:ffN:P:a2", 9, 6, "`noMoveRanks=P:2`", true},
    {10, "stone:G:fWXX:G:b1", 10, 7, "`G` can never move on this board", true},
    {14, "ruling=stalemate,royalRule,stalmate", 14, 28,
     "no rule `stalmate`; did you mean `stalemate`?"},
    {14, "ruling=title", 14, 8, "expected the key of a rule, found `title`"},
    {14, "kanji=K:玉将:玉:王将", 14, 7, "where the second side's piece shows something else"},
    {14, "kanji=K:玉将:玉:王将:王王", 14, 7, "where the second side's piece"},
    {14, "squareAlone=Z", 14, 13, "no piece has the id `Z`"},
    {14, "promotes=P:+P promoChoice=G", 14, 1, "`promotes` beside `promoChoice`"},
    {14, "kanji=P:歩兵:歩,G:金将:歩", 14, 1, "`P` and `G` both show 歩", true},
    /* settings */
    {14, "option=", 14, 8, "expected the option's name"},
    {14, "option=a", 14, 8, "option `a` needs two choices or more"},
    {14, "choice=a", 14, 8, "`choice` before any `option`"},
    {14, "option=a x\nchoice=b\nchoice=b", 16, 8, "option `a` has a choice `b` already"},
    {14, "option=a x\nchoice=b\nchoice=c\noption=a\nchoice=d\nchoice=e", 17, 8,
     "there is an option `a` already"},
    {14, "option=a x\nchoice=b\nchoice=c\nfiles=99", 17, 7, "from 1 to 16, found `99`"},
    {14, "option=a x\nchoice=b\nchoice=c\nfils=4", 17, 1, "did you mean `files`?"},
    {14, "option=a x\nchoice=b\nchoice=c\nranks=6 ranks=7", 17, 9,
     "`ranks` is given twice, first on line 17"},
    {14, "option=a x\nchoice=b\nchoice=c\n:G:WfV", 17, 6, ""},
    {14, "option=a x\nchoice=b\nchoice=c\n:G:::a2", 17, 6, "both stand on a2"},
    {14, "option=a x\nchoice=b\nchoice=c\nranks=1", 9, 13,
     "the square `a2` is not on the board of 5 files and 1 rank (with a=c)"},
};

static HenkaDiagnostic entries[256];

static size_t text_of(const Row *row, char *text, const char *newline) {
    size_t length = 0;
    for (int i = 1; i <= GOOD_LINES; i++)
        length += (size_t)sprintf(text + length, "%s%s",
                                  row->by && row->replaced == i ? row->by : good[i - 1], newline);
    if (row->by && row->replaced > GOOD_LINES)
        length += (size_t)sprintf(text + length, "%s%s", row->by, newline);
    return length;
}

static bool found(const HenkaReport *report, const Row *row) {
    for (size_t i = 0; i < report->count; i++) {
        const HenkaDiagnostic *entry = &entries[i];
        if (entry->at.line == row->line && entry->at.column == row->column &&
            entry->fatal == !row->warning && strstr(entry->at.message, row->says))
            return true;
    }
    return false;
}

static void check_row(const Row *row, const char *newline) {
    char text[4096];
    HenkaReport report = {.entries = entries, .cap = 256};
    size_t length = text_of(row, text, newline);
    HenkaVariant *v = henka_variant_parse(text, length, NULL, 0, &report);
    CHECK(!v == !row->warning, "`%s` is %s", row->by, v ? "accepted" : "refused");
    CHECK((report.fatal_count == 0) == (v != NULL), "`%s`: %zu errors", row->by,
          report.fatal_count);
    CHECK(found(&report, row), "`%s`: nothing at %d:%d saying `%s`", row->by, row->line,
          row->column, row->says);
    for (size_t i = 0; !found(&report, row) && i < report.count; i++)
        printf("  %d:%d: %s\n", entries[i].at.line, entries[i].at.column, entries[i].at.message);
    henka_variant_free(v);
}

static void check_good(const char *newline) {
    char text[4096];
    HenkaReport report = {.entries = entries, .cap = 256};
    size_t length = text_of(&(Row){0}, text, newline);
    HenkaVariant *v = henka_variant_parse(text, length, NULL, 0, &report);
    CHECK(v && !report.count, "the good text has %zu findings", report.count);
    henka_variant_free(v);
}

/* All of them at once, in the order of the text. */
static void check_all_at_once(void) {
    static const char text[] =
        "files=99\nranks=x\nfoo=1\nking:K:QQQ?:K:a1\npawn:PPPP:fW::a2\nroyal=Z\n";
    HenkaReport report = {.entries = entries, .cap = 256};
    CHECK(!henka_variant_parse(text, sizeof text - 1, NULL, 0, &report), "accepted");
    CHECK(report.fatal_count >= 6, "only %zu errors", report.fatal_count);
    for (size_t i = 1; i < report.count; i++)
        CHECK(entries[i - 1].at.line <= entries[i].at.line, "finding %zu is out of order", i);
}

/* A file with a board and no pieces: nothing is said of keys nobody wrote. */
static void check_no_pieces(void) {
    static const char text[] = "files=5\nranks=5\n";
    HenkaReport report = {.entries = entries, .cap = 256};
    CHECK(!henka_variant_parse(text, sizeof text - 1, NULL, 0, &report) && report.fatal_count,
          "a game without pieces is accepted");
    for (size_t i = 0; i < report.count; i++)
        CHECK(!strstr(entries[i].at.message, "maxPromote"), "it says: %s", entries[i].at.message);
}

static void check_setting(const char *setting, const char *says) {
    HenkaReport report = {.entries = entries, .cap = 256};
    CHECK(!henka_variant_shipped("rutherford", &setting, 1, &report), "`%s` is accepted", setting);
    CHECK(report.fatal_count == 1 && entries[0].at.line == 0 && strstr(entries[0].at.message, says),
          "`%s`: %s", setting, report.count ? entries[0].at.message : "");
}

static void check_small_report(void) {
    HenkaReport report = {.entries = entries, .cap = 1};
    entries[1].at.line = 77;
    CHECK(!henka_variant_parse("a=1\nb=2\n", 8, NULL, 0, &report), "accepted");
    CHECK(report.count > 1 && entries[1].at.line == 77, "wrote past the end of the report");
    CHECK(!henka_variant_parse("", 0, NULL, 0, NULL), "an empty text is accepted");
    CHECK(!henka_variant_shipped("nothing", NULL, 0, &report) && report.fatal_count == 1,
          "a game called nothing");
}

/* A text that is too long has that one error: nothing of it was read. */
static void check_too_long(void) {
    enum { LENGTH = (1 << 18) + 1 };
    char *text = malloc(LENGTH);
    HenkaReport report = {.entries = entries, .cap = 256};
    if (!text) abort();
    memset(text, '#', LENGTH);
    HenkaVariant *v = henka_variant_parse(text, LENGTH, NULL, 0, &report);
    CHECK(!v && report.count == 1, "too long: %d findings, the first: %s", (int)report.count,
          report.count ? entries[0].at.message : "none");
    CHECK(report.count && strstr(entries[0].at.message, "262145 bytes, more than 262144"),
          "too long: %s", report.count ? entries[0].at.message : "none");
    henka_variant_free(v);
    free(text);
}

int main(void) {
    check_too_long();
    check_good("\n");
    check_good("\r\n");
    check_good(" \t \n# a comment\n// another\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_row(&rows[i], "\n");
        check_row(&rows[i], "  \r\n");
    }
    check_all_at_once();
    check_no_pieces();
    check_setting("bishop=sideways",
                  "option `bishop` has no choice `sideways`; there are: both, forward");
    check_setting("rook=both", "no option `rook`; there are: bishop, dropDistance, gap, order, "
                               "cannon, repetition, strict");
    check_setting("bishop", "a setting is NAME=VALUE");
    check_small_report();
    return check_done();
}
