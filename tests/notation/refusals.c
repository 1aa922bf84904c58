/* What a move's text may look like, and the reasons given when it means no legal move. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "henka.h"

static HenkaGame *begin(const char *name, const char *sfen) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaError error = {0};
    HenkaGame *game = v ? henka_game_new(v, sfen, &error) : NULL;
    if (!game) printf("%s %s: %s\n", name, sfen ? sfen : "startpos", error.message), exit(2);
    henka_variant_free(v);
    return game;
}

/* text means the move written usi; NULL: refused with this reason. */
static void check_text(const HenkaGame *game, const char *text, const char *usi,
                       const char *reason) {
    HenkaMove move = HENKA_NO_MOVE;
    HenkaError error = {0};
    char is[128] = "", why[256] = "";
    if (henka_move_parse(game, text, &move, &error))
        henka_move_text(game, move, HENKA_USI, is, sizeof is);
    else
        henka_game_explain_illegal(game, text, HENKA_ENGLISH, why, sizeof why);
    if (usi)
        CHECK(strcmp(is, usi) == 0, "%s: read as %s, expected %s (%s)", text, is, usi,
              error.message);
    else
        CHECK(!is[0] && strstr(why, reason) && error.message[0] && error.column >= 1,
              "%s: read as %s, reason \"%s\" / \"%s\"; expected \"%s\"", text, is, why,
              error.message, reason);
}

typedef struct Row {
    const char *text, *usi, *reason;
} Row;

static void check_rows(const char *name, const char *sfen, const Row *rows, size_t count) {
    HenkaGame *game = begin(name, sfen);
    for (size_t i = 0; i < count; i++) check_text(game, rows[i].text, rows[i].usi, rows[i].reason);
    henka_game_free(game);
}
#define ROWS(name, sfen, ...)                                                                      \
    check_rows(name, sfen, (const Row[]){__VA_ARGS__},                                             \
               sizeof((const Row[]){__VA_ARGS__}) / sizeof(Row))

/* Guards of both sides that may not leave their two ranks. */
static void check_region(void) {
    static const char text[] = "name=guarded\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\n"
                               "region=G>a1-e2\nguard:G:K:G:a1\nking:K:K:K:c1\n";
    static const char *const tries[][2] = {{"4k/5/5/G4/K4 b - 1", "5d5c"},
                                           {"4k/g4/5/5/K4 w - 1", "5b5c"}};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    for (size_t i = 0; i < 2; i++) {
        HenkaGame *game = henka_game_new(v, tries[i][0], NULL);
        CHECK(game, "%s", tries[i][0]);
        if (game) check_text(game, tries[i][1], NULL, "may not go there: the square is outside");
        henka_game_free(game);
    }
    henka_variant_free(v);
}

static void check_shogi(void) {
    ROWS("shogi", "startpos", {"7g7f", "7g7f"}, {" 7g7f ", "7g7f"}, {"7g-7f", "7g7f"},
         {"7gx7f", "7g7f"}, {"7g7f=", "7g7f"}, {"P-7f", "7g7f"}, {"P7g-7f", "7g7f"},
         {"▲７六歩", "7g7f"}, {"☗7六歩", "7g7f"}, {"76歩", "7g7f"}, {"７六歩(77)", "7g7f"},
         {"７六歩（７七）", "7g7f"}, {"c3c4", "7g7f"}, {"c3-c4", "7g7f"}, {"７六歩兵", "7g7f"},
         {"N-7g", NULL, "no knight can reach 7g"}, {"G-5h", NULL, "it matches 2 moves"},
         {"G4i-5h", "4i5h"}, {"５八金右", "4i5h"}, {"５八金左", "6i5h"},
         {"５八金直", NULL, "no gold"}, {"7g7e", NULL, "the pawn cannot move like that"},
         {"7g7f+", NULL, "cannot promote there"},
         {"8h2b", NULL, "the path of the bishop is blocked"},
         {"2h2g", NULL, "your own pawn stands on 2g"},
         {"3c3d", NULL, "the opponent's pawn stands on 3c"},
         {"5e5d", NULL, "no piece stands on 5e"}, {"P*5e", NULL, "there is no pawn in hand"},
         {"K*5e", NULL, "a king cannot be dropped"}, {"+P*5e", NULL, "cannot be dropped"},
         {"pass", NULL, "no piece here can skip"}, {"7g7g", NULL, "cannot move like that"},
         {"G7g-7f", NULL, "another piece (pawn) stands on 7g"},
         {"", NULL, "does not look like a move"}, {"7g", NULL, "does not look like a move"},
         {"0a1b", NULL, "does not look like a move"}, {"9j9i", NULL, "does not look like a move"},
         {"7g7f++", NULL, "does not look like a move"},
         {"7g7fq", NULL, "does not look like a move"}, {"P*", NULL, "does not look like a move"},
         {"*5e", NULL, "does not look like a move"}, {"X-7f", NULL, "does not look like a move"},
         {"７六", NULL, "does not look like a move"}, {"同歩", NULL, "does not look like a move"},
         {"P-7f=X", NULL, "does not look like a move"},
         {"\xff\xfe", NULL, "does not look like a move"},
         {"99999999999999999999a1b", NULL, "does not look like a move"},
         {"i1j1", NULL, "does not look like a move"});
    ROWS("shogi", "4k4/9/9/9/9/9/4r4/4P4/4K4 b P 1",
         {"P*5e", NULL, "a pawn already stands on this file"}, {"p*3e", "P*3e"}, {"P@g5", "P*3e"},
         {"P@3e", "P*3e"}, {"３五歩", "P*3e"}, {"３五歩打", "P*3e"},
         {"P*3a", NULL, "a dropped pawn could never move again from there"},
         {"P*5h", NULL, "a pawn already stands on 5h"}, {"N*3e", NULL, "no knight in hand"},
         {"K-5h", NULL, "your own pawn stands on 5h"});
    ROWS("shogi", "k3p4/9/9/9/9/9/9/9/4K4 w p 1",
         {"P*5e", NULL, "a pawn already stands on this file"}, {"P*6e", "P*6e"});
    ROWS("shogi", "4k4/9/9/9/9/9/9/9/K3P4 b P 1",
         {"P*5e", NULL, "a pawn already stands on this file"}, {"P*6e", "P*6e"});
    ROWS("shogi", "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", {"5h4h", NULL, "it leaves your king in check"},
         {"G-4h", NULL, "it leaves your king in check"}, {"5h5g", "5h5g"},
         {"5i5h", NULL, "your own gold general stands on 5h"});
    ROWS("shogi", "4k4/P8/1N7/2P6/9/9/9/9/4K4 b N 1", {"9b9a", NULL, "the pawn must promote there"},
         {"P-9a", "9b9a+"}, {"９一歩", "9b9a+"}, {"９一歩(92)", NULL, "must promote"},
         {"9b9a+", "9b9a+"}, {"8c7a", NULL, "the knight must promote there"},
         {"N*8b", NULL, "could never move again from there"}, {"7d7c", "7d7c"},
         {"P-7c", NULL, "it matches 2 moves"}, {"P-7c=", "7d7c"}, {"P-7c+", "7d7c+"},
         {"７三歩不成", "7d7c"}, {"７三歩成", "7d7c+"}, {"７三歩(74)", "7d7c"},
         {"5i5h+", NULL, "the king does not promote"});
    ROWS("shogi", "4k4/4+P4/4G4/9/9/9/9/9/4K4 w - 1", {"5a5b", NULL, "the game is over"});
    ROWS("shinogi", "7nk/9/6G2/7N1/9/9/9/9/K8 b PO 1",
         {"P*1b", NULL, "dropped shogi pawn may not give checkmate"}, {"O*1b", "O*1b"},
         {"P*2b", "P*2b"});
}

/* Labels of western pieces, and pawns' moves by their square alone. */
static void check_labels(void) {
    ROWS("rutherford", "k/1/1/1/1/1/+P/1/+S/1/+N/1/+B/1/+L/1/K b PN 1", {"GB-1f", "1g1f"},
         {"RC-1n", "1o1n"}, {"Ph-1h", "1k1h"}, {"G-1h", "1i1h"}, {"GB*1b", "+P*1b"},
         {"Ph*1b", "+N*1b"}, {"ph*1b", NULL, "does not look like a move"},
         {"GB-1e", NULL, "cannot move"});
    ROWS("ito", "startpos", {"Go-1m", "1q1m"}, {"G-1m", "1q1m"}, {"SC-1j", NULL, "no"},
         {"C-1j", NULL, "no"}, {"GC-1j", NULL, "there is no gold cannon"});
    ROWS("suzumu", "k15/16/16/16/16/+{CS}15/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"HT-14f", "16f14f"}, {"CS-14f", NULL, "no chariot soldier"});
    ROWS("shinogi", "startpos", {"4f", "4g4f"}, {"f4", "4g4f"}, {"1f", "1g1f"},
         {"9f", NULL, "no pawn can reach 9f"}, {"4f+", NULL, "cannot promote"});
    ROWS("shinogi", "4k4/9/3O5/9/9/9/2p1p4/3O5/4K4 b - 1", {"6b=", "6c6b"}, {"6b+", "6c6b+"},
         {"6b", NULL, "it matches 2 moves"}, {"7g", "6h7g"}, {"5g", "6h5g"});
    ROWS("shogi", "startpos", {"7f", NULL, "does not look like a move"});
}

static void check_strips(void) {
    ROWS("ito", "startpos", {"8-9", "1n1m"}, {"89", "1n1m"}, {"1n1m", "1n1m"}, {"a8a9", "1n1m"},
         {"P-1m", "1n1m"}, {"P-9", "1n1m"}, {"59", "1q1m"}, {"1n1m+", NULL, "never a choice"},
         {"9-10", NULL, "no piece stands on 1m"}, {"22-1", NULL, "does not look like a move"},
         /* 1-11 or 11-1: the reason against the first way to read it */
         {"111", NULL, "the king cannot move like that"});
    ROWS("rutherford", "k/1/1/1/1/1/1/1/1/1/1/1/1/n/1/1/K b P 1",
         {"P*1o", NULL, "it leaves your king in check"},
         {"P*1p", NULL, "on the file of your own king, a piece may not be dropped less than 2"});
    ROWS("ito", "k/r/1/l/I/n/1/1/1/P/1/1/+I/C/+l/+p/N/+g/C/R/K w g 1", {"G*1c", "G*1c"},
         {"+G*19", "+G*1c"}, {"G*1l", "G*1l"}, {"+G*1c", "+G*1c"},
         {"G*1a", NULL, "a king already stands on"});
    ROWS("ito", "1/L/N/1/1/1/k/1/P/G/I/+C/1/1/G/K/L/i/r/+p/r b CN 187",
         {"+N*1a", NULL, "it leaves the opponent without a legal move"},
         {"N*1b", NULL, "a lance already stands on"});
    ROWS("rutherford", "k/l/b/1/+N/+P/1/1/1/1/+S/+N/1/+B/K/L/+p w S 1",
         {"S*1d", NULL, "no silver in hand"});
    ROWS("rutherford", "k/l/b/1/l/+P/1/1/+S/1/1/+N/1/1/K/1/B b SPn 1",
         {"P*1p", NULL, "behind your own king"},
         {"P*1n", NULL, "on the file of your own king, a piece may not be dropped less than 2"});
}

static void check_suzumu(void) {
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/7pp7/7{LN}8/16/16/16/16/16/15K b - 1 -",
         {"9j9i9j", "9j9i9j"}, {"9j8i9j", "9j8i9j"}, {"9j8j9j", "9j9j"}, {"9j9j", "9j9j"},
         {"LN-skip", "9j9j"}, {"pass", "9j9j"}, {"@@@@", "9j9j"}, {"LNx!9i", "9j9i9j"},
         {"LN!9i", "9j9i9j"}, {"LNx9i-9h", "9j9i9h"}, {"LNx9ix8i", "9j9i8i"},
         {"h7h8,h8h7", "9j9i9j"}, {"h7h8,h8i8", "9j9i8i"}, {"9j9i,9i8i", "9j9i8i"},
         {"LN-9i", "9j9i"}, {"9j8h9h", "9j9h"}, {"９八獅×９九", "9j9i9h"},
         {"▲９十獅居喰い×９九", "9j9i9j"}, {"▲９十獅居食い×９九", "9j9i9j"},
         {"▲９十獅じっと", "9j9j"}, {"9j1a10l", NULL, "there is nothing to capture on 1a"},
         {"9j9e", NULL, "the lion cannot move like that"},
         {"9j9i9i9i9i9i9i9i9i9i9i9i9i9i9i9i9i9i", NULL, "does not look like a move"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/8p7/6p1{FD}p6/8p7/16/16/16/16/15K b - 1 -",
         {"8j9i8j", "8j8j"}, {"8j7j8i8j", "8j7j8i8j"}, {"8j8i7j8j", "8j7j8i8j"},
         {"FDx!8ix!7j", "8j7j8i8j"}, {"FDx7jx8i-9j", NULL, "cannot"}, {"8j10j", "8j10j"},
         {"8j8j", "8j8j"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/7+{cs}8/7{LN}8/16/16/16/16/16/15K b - 1 -",
         {"9j9i", NULL, "the lion is frozen by the enemy heavenly tetrarch beside it"},
         {"9j9j", NULL, "frozen"}, {"LN-skip", NULL, "frozen"}, {"1p1o", "1p1o"},
         {"P*5e", NULL, "cannot be dropped in this game"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/7{lh}8/16/7{RG}8/7P8/16/16/16/15K b - 1 -",
         {"9k9i", "9k9i"}, {"9k9h", NULL, "blocked"}, {"9k9l", NULL, "own pawn"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/7p8/7{vg}8/16/7{RG}8/16/16/16/16/15K b - 1 -",
         {"9k9h", NULL, "of that rank"}, {"9k9i9h", NULL, "of that rank"}, {"9k9i", "9k9i"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/16/7{LN}8/16/16/16/16/16/15K b - 5 b",
         {"9j9j", NULL, "two turns in a row"}, {"pass", NULL, "two turns in a row"});
}

/* Where a text stops being a move, what stands there, and which moves it can mean: the error of
 * henka_move_parse whole, and its column. */
static void check_errors(void) {
    static const struct {
        const char *game, *sfen, *text;
        int column;
        const char *message;
    } rows[] = {
        {"ito", "startpos", "zz", 1, "expected a move (1n1m, P-1m), found \"zz\""},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b R 1", "zz", 1,
         "expected a move (5i4h, K-4h, R*1a), found \"zz\""},
        {"shogi", "startpos", "", 1, "expected a move (5i4h, K-4h), found nothing"},
        {"shogi", "startpos", " \t\r\n", 1, "expected a move (5i4h, K-4h), found nothing"},
        {"shogi", "startpos", "7g", 3, "expected a move (5i4h, K-4h), found an unfinished one"},
        {"shogi", "startpos", "P-", 3, "expected a move (5i4h, K-4h), found an unfinished one"},
        {"shogi", "startpos", "7g7fzzz", 5, "expected a move (5i4h, K-4h), found \"zzz\""},
        {"shogi", "startpos", "７六歩zz", 7, "expected a move (5i4h, K-4h), found \"歩zz\""},
        {"shogi", "startpos", "zz", 1, "expected a move (5i4h, K-4h), found \"zz\""},
        {"shogi", "startpos", "z\x01z", 1, "expected a move (5i4h, K-4h), found \"z?z\""},
        {"shogi", "startpos", "zzzzzzzzzzzzzzzzzzzzzzzz", 1,
         "expected a move (5i4h, K-4h), found \"zzzzzzzzzzzzzzzzzzzz\""},
        {"shogi", "startpos", "zzzzzzzzzzzzzzzzzzz石石", 1,
         "expected a move (5i4h, K-4h), found \"zzzzzzzzzzzzzzzzzzz\""},
        {"shogi", "startpos", "  7g7e please", 7,
         "expected a move (5i4h, K-4h), found \" please\""},
        {"shogi", "startpos", "  7g7e ", 1,
         "expected a legal move, found 7g7e: the pawn cannot move like that; it steps one square "
         "forward"},
        {"shogi", "startpos", "P-7e", 1, "expected a legal move, found P-7e: no pawn can reach 7e"},
        {"shogi", "startpos", "G-5h", 1, "expected one move, found a text that fits 2: 4i5h, 6i5h"},
        {"shogi", "4k4/9/9/9/9/9/9/4R4/R3K3R b - 1", "R-5a", 1,
         "expected one move, found a text that fits 2: 5h5a+, 5h5a"},
        {"suzumu", "k15/16/10n1n3/9n3n2/16/9n3n2/10n1n3/16/16/16/16/16/16/16/16/15K w - 1 -",
         "N-5e", 1,
         "expected one move, found a text that fits 8: 3d5e, 3f5e, 4c5e, 4g5e, 6c5e, ..."},
        {"suzumu", "k15/16/16/16/16/16/16/16/7pp7/7{LN}8/16/16/16/16/16/15K b - 1 -",
         "9j9i1a1a1a1a1a1a1a1a1a1a1a9h", 1,
         "expected a legal move, found 9j9i1a1a1a1a1a1a1a1a1a1a1a9h: there is nothing to capture "
         "on 1a"},
        {"suzumu", "k15/16/16/16/16/16/16/16/7pp7/7{LN}8/16/16/16/16/16/15K b - 1 -",
         "9j-9i-1a-1a-1a-1a-1a-1a-1a-1a-1a-9h", 1,
         "expected a legal move, found one that is not: there is nothing to capture on 1a"},
        {"shogi", "4k4/4+P4/4G4/9/9/9/9/9/4K4 w - 1", "5a5b", 1,
         "expected no move: the game is over (checkmate)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = begin(rows[i].game, rows[i].sfen);
        HenkaError error = {0};
        HenkaMove move = 0;
        bool read = henka_move_parse(game, rows[i].text, &move, &error);
        CHECK(!read && error.line == 1 && error.column == rows[i].column &&
                  !strcmp(error.message, rows[i].message),
              "%s %s: %s\nexpected %d: %s\nfound    %d: %s", rows[i].game, rows[i].sfen,
              rows[i].text, rows[i].column, rows[i].message, error.column, error.message);
        henka_game_free(game);
    }
}

/* Each form of a notation by itself. */
static void check_forms(void) {
    ROWS("shogi", "startpos", {"▼７六歩", "7g7f"}, {"▽７六歩", "7g7f"}, {"☖７六歩", "7g7f"},
         {"△７六歩", "7g7f"}, {"▲▲７六歩", NULL, "does not look like a move"},
         {"▲△７六歩", NULL, "does not look like a move"}, {"7六歩", "7g7f"}, {"７6歩", "7g7f"},
         {"76歩", "7g7f"}, {"7f歩", "7g7f"}, {"7z歩", NULL, "does not look like a move"},
         {"076歩", NULL, "does not look like a move"},
         {"７六歩(77", NULL, "does not look like a move"},
         {"７六歩（77)", NULL, "does not look like a move"},
         {"７六歩(77）", NULL, "does not look like a move"}, {"７六歩(７七)", "7g7f"},
         {"７六歩(78)", NULL, "no piece stands on 7h"},
         {"７六歩()", NULL, "does not look like a move"}, {"７六歩 ", "7g7f"}, {"７六歩上", "7g7f"},
         {"７六歩直", "7g7f"}, {"７六歩右左", "7g7f"}, {"７六歩引", NULL, "no pawn"},
         {"７六歩寄", NULL, "no pawn"}, {"７六歩行", "7g7f"}, {"７六歩生", "7g7f"},
         {"７六歩成", NULL, "the pawn cannot promote there"}, {"５八玉", "5i5h"},
         {"５八王", "5i5h"}, {"５八王将", "5i5h"}, {"５八玉将", "5i5h"},
         {"７六香", NULL, "no lance"}, {"同　歩", NULL, "does not look like a move"},
         {"５八金上右", "4i5h"}, {"５八金右上", "4i5h"}, {"５八金左上", "6i5h"},
         {"５八金上左右", NULL, "no gold"}, {"十六歩", NULL, "does not look like a move"},
         {"７十六歩", NULL, "does not look like a move"},
         {"７十歩", NULL, "does not look like a move"},
         {"７六歩×３三", NULL, "no pawn can reach 7f"},
         {"７六歩×", NULL, "does not look like a move"},
         {"７六歩居食い", NULL, "no piece here can skip"},
         {"P-7f-7e", NULL, "no pawn can reach 7e"}, {"P7g7f", NULL, "does not look like a move"},
         {"Px7f", "7g7f"}, {"P!7f", NULL, "no pawn can get there"},
         {"P-skip", NULL, "no piece here can skip"}, {"P-pass", NULL, "no piece here can skip"},
         {"P-skip+", NULL, "does not look like a move"},
         {"P-7f-skip", NULL, "does not look like a move"}, {"skip", NULL, "no piece here can skip"},
         {"pass ", NULL, "no piece here can skip"}, {"passing", NULL, "does not look like a move"},
         {"7g 7f", NULL, "does not look like a move"}, {"7g- 7f", "7g7f"}, {"7g,7f", "7g7f"},
         {"7g,7g7f", "7g7f"}, {"7g,7h7f", "7g7f"},
         {"7g,7i7f", NULL, "there is nothing to capture on 7i"}, {"c3,c4", "7g7f"},
         {"c3c4+", NULL, "cannot promote"}, {"c3c4q", NULL, "does not look like a move"},
         {"c3c4p", NULL, "cannot promote"}, {"C3C4", NULL, "does not look like a move"},
         {"j3j4", NULL, "does not look like a move"}, {"c0c4", NULL, "does not look like a move"},
         {"c10c4", NULL, "does not look like a move"}, {"c3c4=", "7g7f"},
         {"7g7f=P", NULL, "cannot promote"}, {"7g7f=G", NULL, "cannot promote"},
         {"7g7f=Gx", NULL, "does not look like a move"}, {"{P}*5e", NULL, "no pawn in hand"},
         {"{P*5e", NULL, "does not look like a move"}, {"{}*5e", NULL, "does not look like a move"},
         {"+*5e", NULL, "does not look like a move"}, {"P*5ee", NULL, "does not look like a move"},
         {"P*0e", NULL, "does not look like a move"}, {"P*5j", NULL, "does not look like a move"},
         {"P5e", NULL, "does not look like a move"}, {"p-7f", NULL, "does not look like a move"},
         {"10g7f", NULL, "does not look like a move"}, {"7G7F", NULL, "does not look like a move"});
    ROWS("shogi", "startpos moves 7g7f 3c3d 8h2b+", {"同銀", "3a2b"}, {"同　銀", "3a2b"},
         {"同 　銀", "3a2b"}, {"同　銀(31)", "3a2b"}, {"同飛", "8b2b"}, {"２二銀", "3a2b"},
         {"同金", NULL, "no gold general can reach 2b"}, {"同", NULL, "does not look like a move"});
    ROWS("shogi", "4k4/9/4P4/9/9/4+S4/9/4+R4/4K4 b - 1", {"５五成銀", "5f5e"}, {"５五全", "5f5e"},
         {"５五銀", NULL, "there is no silver"}, {"５七竜", "5h5g"}, {"５七龍", "5h5g"},
         {"５七竜王", "5h5g"}, {"５七龍王", "5h5g"}, {"５七成飛", "5h5g"}, {"５二歩成", "5c5b+"},
         {"５二歩不成", "5c5b"}, {"５二歩生", "5c5b"}, {"５二歩(53)", "5c5b"},
         {"５二歩成(53)", "5c5b+"}, {"５二歩", NULL, "it matches 2 moves"}, {"5c5b=", "5c5b"},
         {"P-5b=+P", "5c5b+"}, {"5c5b=+P", "5c5b+"}, {"5c5b=+L", NULL, "not"},
         {"5c5b+=", NULL, "does not look like a move"});
    ROWS("rutherford", "k/1/1/1/1/1/+P/1/+S/1/+N/1/+B/1/+L/1/K b PN 1", {"14歩打", "P*1d"},
         {"1n歩打", "P*1n"}, {"１十四歩打", "P*1n"},
         {"１十八歩打", NULL, "does not look like a move"}, {"１十四桂", "N*1n"},
         {"１二十歩", NULL, "does not look like a move"}, {"1-2", "1q1p"},
         {"1314", NULL, "no piece"}, {"1718", NULL, "does not look like a move"},
         {"79", NULL, "your own gold stands on 1i"}, {"12", "1q1p"}, {"0102", "1q1p"},
         {"12+", NULL, "never a choice"}, {"12=", "1q1p"}, {"121", NULL, "no piece stands on 1f"},
         {"1-2-3", NULL, "your own reverse chariot stands on 1o"});
}

/* Rules that a move breaks, one a row: every sentence of explain.c. */
static void check_rules(void) {
    /* the eight squares beside a piece that freezes; a piece beside that does not freeze */
    ROWS("suzumu", "k15/16/16/2+{cs}13/3{LN}12/16/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e13d", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/3+{cs}12/2p{LN}12/16/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e12e", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/2p1+{cs}11/3{LN}12/16/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e12e", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/16/2+{cs}{LN}12/16/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e12e", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/2PPP11/2P{LN}+{cs}11/2PPP11/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e11c", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/16/3{LN}12/2+{cs}13/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e12e", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/16/3{LN}12/3+{cs}12/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e12e", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/16/3{LN}12/2p1+{cs}11/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e12e", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "{LN}14k/+{cs}15/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"16a15a", NULL, "the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("suzumu", "k15/16/16/16/3{LN}12/5+{cs}10/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e12e", "13e12e"}, {"13e13e", "13e13e"}, {"LN-12e=", "13e12e"},
         {"LN-12e", NULL, "matches 2 moves"}, {"LNx!12e=", "13e13e"},
         {"LNx!16e=", NULL, "no lion can get there"},
         {"FD-12e", NULL, "there is no fire demon on the board to move"},
         {"LN-9j", NULL, "the lion cannot move like that"});
    /* a side that skipped may move, and the other side may skip */
    ROWS("suzumu", "k15/16/16/16/3{LN}12/7{ln}8/16/16/16/16/16/16/16/16/16/15K w - 5 b",
         {"9f9f", "9f9f"}, {"9f8f", "9f8f"});
    ROWS("suzumu", "k15/16/16/16/3{LN}12/7{ln}8/16/16/16/16/16/16/16/16/16/15K b - 5 b",
         {"13e13e", NULL, "may not skip two turns"}, {"13e12e", "13e12e"});
    /* promotion from the zone, into it, and elsewhere; when the move breaks another rule too */
    ROWS("shogi", "4k4/9/S8/6S2/9/9/9/4r4/4K4 b - 1",
         {"9c8b+", NULL, "it leaves your king in check"},
         {"9c8d+", NULL, "leaves your king in check"}, {"3d4c+", NULL, "leaves your king in check"},
         {"3d4e+", NULL, "cannot promote there"}, {"3d4c", NULL, "leaves your king in check"},
         {"5i5h+", NULL, "king does not promote"});
    ROWS("shogi", "4k4/P8/9/1N7/9/9/9/9/4K4 w - 1", {"9b9a+", NULL, "opponent's pawn"});
    ROWS("shogi", "4k4/9/9/9/9/9/1n7/p8/4K4 w nl 1", {"9h9i", NULL, "the pawn must promote there"},
         {"8g7i", NULL, "the knight must promote there"}, {"N*9g", "N*9g"},
         {"N*8h", NULL, "a dropped knight could never move again from there"},
         {"N*8i", NULL, "a dropped knight could never move again from there"}, {"L*8h", "L*8h"},
         {"L*8i", NULL, "a dropped lance could never move again from there"});
    /* what stands on the way or is taken there */
    ROWS("shogi", "4k4/9/9/2P6/2p6/9/9/L2G5/4K4 b P 1",
         {"9h9a", NULL, "the lance must promote there"}, {"L-9a", "9h9a+"},
         {"9h9i", NULL, "the lance cannot move like that"},
         {"6h7i", NULL, "the gold general cannot move like that"},
         {"P*7f", NULL, "already stands on this file"},
         {"P*7e", NULL, "a pawn already stands on 7e"}, {"5e5d", NULL, "no piece stands on 5e"},
         {"7e7f", NULL, "the opponent's pawn"});
    ROWS("shinogi", "4k4/9/9/9/3p5/3O1O3/9/9/4K4 b - 1",
         {"6f6e", NULL, "the pawn moves there but cannot capture there"},
         {"6f5e", NULL, "the pawn moves there only to capture"},
         {"4f5e", NULL, "the pawn moves there only to capture"}, {"4f4e", "4f4e"},
         {"6e", NULL, "no pawn can reach 6e"}, {"9a", NULL, "no pawn"});
    /* drops */
    ROWS("shogi", "4k4/9/9/9/9/9/9/9/4K4 b G2p 1", {"P*5e", NULL, "there is no pawn in hand"},
         {"G*5e", "G*5e"}, {"+S*5e", NULL, "a promoted silver cannot be dropped"},
         {"S*5e", NULL, "there is no silver"}, {"５五歩打", NULL, "there is no pawn in hand"},
         {"G*5i", NULL, "a king already stands on 5i"},
         {"G*5a", NULL, "a king already stands on 5a"});
    ROWS("suzumu", "startpos", {"P*5e", NULL, "captured pieces cannot be dropped"});
    ROWS("rutherford", "k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K b P 1", {"P*1o", "P*1o"},
         {"P*1p", NULL, "on the file of your own king, a piece may not be dropped less than 2"});
    ROWS("rutherford", "k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K w p 1", {"P*1c", "P*1c"},
         {"P*1b", NULL, "on the file of your own king, a piece may not be dropped less than 2"});
    ROWS("rutherford", "1/k/1/1/1/1/1/1/1/1/1/1/1/1/1/K/1 w p 1",
         {"P*1a", NULL, "a piece may not be dropped behind your own king"}, {"P*1q", "P*1q"});
    /* repetition, by number */
    ROWS("rutherford",
         "k/1/1/1/1/1/1/+p/1/1/1/+P/1/1/1/1/K b - 1 moves 1l1k 1h1i 1k1l 1i1h 1l1k 1h1i 1k1l",
         {"1i1h", NULL, "the same position would occur for the third time"});
}

/* A piece by itself: why it has no legal move. No game says more than its rules do. */
static void check_alone(void) {
    ROWS("suzumu", "startpos",
         {"10n", NULL, "the fire demon on 10n has no legal move: every path is blocked"},
         {"11l", NULL, "does not look like a move"}, {"8a", NULL, "does not look like a move"});
    /* royals may be left attacked there */
    ROWS("suzumu", "r14k/16/16/16/16/16/16/16/16/16/16/16/16/16/8P7/K7L7 b - 1 -",
         {"8p", NULL, "the lance on 8p has no legal move: every path is blocked"});
    ROWS("shogi", "4k4/9/9/9/4r4/9/4G4/9/4K4 b P 1", {"5g", NULL, "does not look like a move"},
         {"P*", NULL, "does not look like a move"});
    ROWS("shogi", "4k4/9/9/9/4r4/9/3G5/9/4K4 b P 1", {"P*", NULL, "does not look like a move"},
         {"L*", NULL, "does not look like a move"});
    ROWS("shogi", "4k4/9/9/9/9/9/6b2/3G5/4KL3 b - 1",
         {"6h", NULL, "the gold general on 6h has no legal move: it leaves your king in check"});
    ROWS("shogi", "4k4/9/9/9/9/9/3n5/9/4K4 b P 1",
         {"P*", NULL, "the pawn cannot be dropped anywhere: it leaves your king in check"});
    ROWS("shogi", "4k4/PPPPPPPPP/9/9/9/9/9/9/4K4 b P 1",
         {"P*", NULL, "the pawn cannot be dropped anywhere: a pawn already stands on this file"});
    ROWS("shogi", "startpos",
         {"8h", NULL, "the bishop on 8h has no legal move: every path is blocked"},
         {"5e", NULL, "does not look like a move"}, {"3c", NULL, "does not look like a move"},
         {"7g", NULL, "does not look like a move"});
    ROWS("suzumu", "k15/16/16/2+{cs}13/3{LN}12/16/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"13e", NULL,
          "the lion on 13e has no legal move: the lion is frozen by the enemy heavenly tetrarch"});
    ROWS("chess", "4r2k/4P3/8/8/8/8/8/K7 w - - 0 1",
         {"4b", NULL, "the pawn on 4b has no legal move: every path is blocked"});
}

/* The buffer may be too small or absent. */
static void check_buffers(void) {
    HenkaGame *game = begin("shogi", "startpos");
    char small[8];
    size_t whole = henka_game_explain_illegal(game, "7g7e", HENKA_ENGLISH, NULL, 0);
    CHECK(whole > 8 &&
              henka_game_explain_illegal(game, "7g7e", HENKA_ENGLISH, small, sizeof small) ==
                  whole &&
              strlen(small) == 7,
          "%zu \"%s\"", whole, small);
    HenkaMove move = 0;
    CHECK(henka_move_parse(game, "7g7f", &move, NULL), "7g7f");
    CHECK(!henka_move_parse(game, "7g7e", &move, NULL) && move != 0, "a failure changes nothing");
    CHECK(henka_move_text(game, move, HENKA_JAPANESE, NULL, 0) == strlen("▲７六歩"),
          "length without a buffer");
    CHECK(henka_move_text(game, move, HENKA_USI, small, 3) == 4 && strcmp(small, "7g") == 0,
          "cut to %s", small);
    CHECK(henka_move_text(game, HENKA_NO_MOVE, HENKA_USI, small, sizeof small) == 0 && !*small,
          "no move");
    const HenkaVariant *v = henka_game_variant(game);
    CHECK(henka_square_parse(v, "7g") == 60 && henka_square_parse(v, "7j") == -1 &&
              henka_square_parse(v, "10a") == -1,
          "squares");
    CHECK(henka_square_parse(v, "7") == -1 && henka_square_parse(v, "7g ") == -1 &&
              henka_square_parse(v, "") == -1,
          "bad squares");
    CHECK(henka_square_name(v, 60, small, sizeof small) == 2 && strcmp(small, "7g") == 0,
          "square 60 is %s", small);
    for (int square = -1; square <= 81; square += 82) {
        strcpy(small, "left");
        CHECK(henka_square_name(v, square, small, sizeof small) == 0 && !*small, "square %d is %s",
              square, small);
        strcpy(small, "left");
        CHECK(henka_xboard_square_name(v, square, small, sizeof small) == 0 && !*small,
              "square %d is %s", square, small);
    }
    CHECK(henka_square_name(v, 0, small, sizeof small) == 2 && !strcmp(small, "1a"),
          "square 0 is %s", small);
    CHECK(henka_xboard_square_name(v, 0, small, sizeof small) == 2 && !strcmp(small, "i9"),
          "square 0 is %s", small);
    /* of a line, the moves up to the first that isn't legal */
    HenkaMove line[3] = {move, move, move};
    char text[32] = "left";
    CHECK(henka_line_text(game, line, 3, HENKA_USI, text, sizeof text) == 5 &&
              !strcmp(text, " 7g7f"),
          "a line is \"%s\"", text);
    CHECK(henka_line_text(game, line, 0, HENKA_USI, text, sizeof text) == 0 && !*text,
          "no line is \"%s\"", text);
    henka_game_free(game);
}

/* Two squares or a drop at random: read exactly when nothing speaks against it, and every refusal
 * has a reason of its own. */
static void check_random_text(HenkaGame *game, Random *random) {
    const HenkaVariant *v = henka_game_variant(game);
    uint32_t squares = (uint32_t)(henka_variant_files(v) * henka_variant_ranks(v));
    char text[64], a[8], b[8], why[256];
    henka_square_name(v, (int)random_below(random, squares), a, sizeof a);
    henka_square_name(v, (int)random_below(random, squares), b, sizeof b);
    if (random_below(random, 3) == 0)
        snprintf(text, sizeof text, "%s*%s",
                 henka_variant_type(
                     v, 1 + (int)random_below(random, (uint32_t)henka_variant_type_count(v)))
                     .id,
                 b);
    else
        snprintf(text, sizeof text, "%s%s%s", a, b, random_below(random, 4) ? "" : "+");
    HenkaMove move;
    bool read = henka_move_parse(game, text, &move, NULL);
    henka_game_explain_illegal(game, text, HENKA_ENGLISH, why, sizeof why);
    CHECK(read == !why[0] && !strstr(why, "not a legal move") &&
              !strstr(why, "does not look like a move"),
          "%s: %s \"%s\"", text, read ? "read" : "refused", why);
}

static void check_reasons(void) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    for (size_t i = 0; henka_shipped_name(i); i++) {
        Random random = {i};
        HenkaGame *game = begin(henka_shipped_name(i), NULL);
        for (size_t count; henka_game_plies(game) < 150 &&
                           (count = henka_game_moves(game, moves, HENKA_MAX_MOVES)) > 0;) {
            for (int k = 0; k < 10; k++) check_random_text(game, &random);
            henka_game_play(game, moves[random_below(&random, (uint32_t)count)]);
        }
        henka_game_free(game);
    }
}

/* Castling by its name: read, written and refused with the reason against the king. */
static void check_castling(void) {
    const char *clear = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    ROWS("chess", clear, {"O-O", "4h2h"}, {"0-0", "4h2h"}, {"O-O-O", "4h6h"}, {"0-0-0", "4h6h"},
         {"0-0-0-0", NULL, "does not look like a move"});
    ROWS("chess", "startpos", {"O-O", NULL, "a bishop stands there"},
         {"0-0-0", NULL, "a queen stands there"});
    ROWS("chess", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", {"0-0", NULL, "it or its partner has moved"},
         {"0-0-0", "4h6h"});
    ROWS("chess", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
         {"0-0", NULL, "out of, through or into attack"}, {"0-0-0", "4h6h"});
    ROWS("chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", {"0-0", NULL, "it or its partner has moved"});
    ROWS("shogi", "startpos", {"O-O", NULL, "does not look like a move"});
    ROWS("okisaki", "startpos", {"0-0-0", NULL, "does not look like a move"});
    HenkaGame *game = begin("chess", clear);
    HenkaMove move = HENKA_NO_MOVE;
    char text[64];
    static const char *const written[][2] = {{"4h2h", "O-O"}, {"4h6h", "O-O-O"}};
    for (int i = 0; i < 2; i++) {
        CHECK(henka_move_parse(game, written[i][0], &move, NULL), "%s", written[i][0]);
        henka_move_text(game, move, HENKA_WESTERN, text, sizeof text);
        CHECK(strcmp(text, written[i][1]) == 0, "%s is written %s", written[i][0], text);
    }
    henka_game_free(game);
}

/* What a player reads in Japanese: kanji of the pieces, squares as the Japanese notation writes
 * them, but XBoard's own where he uses those. */
static void check_japanese(void) {
    static const struct {
        const char *name, *sfen, *text, *why;
    } rows[] = {
        {"shogi", "startpos", "7g7e", "歩兵はそのようには動けません（動き：前に1マス動く）"},
        {"shogi", "startpos", "2h2g", "２七には自分の歩兵があります"},
        {"shogi", "startpos", "8h2b", "角行の通り道がふさがっています"},
        {"shogi", "startpos", "5e5d", "５五に駒がありません"},
        {"shogi", "startpos", "3c3d", "３三にあるのは相手の歩兵です"},
        {"shogi", "startpos", "N-7g", "７七へ動ける桂馬がありません"},
        {"shogi", "startpos", "P*5e", "持ち駒に歩兵がありません"},
        {"shogi", "startpos", "7g7f+", "歩兵はその手では成れません"},
        {"shogi", "startpos", "G-5h",
         "当てはまる手が2通りあります。どこから動くか、成るかどうかも書いてください"},
        {"shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e",
         "この筋にはすでに歩兵があるので打てません"},
        {"shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*1e", "玉将を取られてしまいます（王手放置）"},
        {"suzumu", "k15/16/16/16/16/16/16/16/7+{cs}8/7{LN}8/16/16/16/16/16/15K b - 1 -", "9j9l",
         "獅子は、隣にある相手の四天王に止められていて動けません"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char why[512];
        HenkaGame *game = begin(rows[i].name, rows[i].sfen);
        henka_game_explain_illegal(game, rows[i].text, HENKA_NIHONGO, why, sizeof why);
        CHECK(!strcmp(why, rows[i].why), "%s in Japanese:\n  %s, expected\n  %s", rows[i].text, why,
              rows[i].why);
        henka_game_free(game);
    }
    char why[512];
    HenkaGame *game = begin("shogi", "startpos");
    henka_xboard_explain_illegal(game, "e5e6", HENKA_NIHONGO, why, sizeof why);
    CHECK(!strcmp(why, "e5に駒がありません"), "XBoard's square in Japanese: %s", why);
    henka_game_free(game);
}

/* Why a piece that does not promote, or cannot, may not go there: the whole sentence. */
static void check_promotions(void) {
#define STOCKED                                                                                    \
    "name=stocked\nfiles=3\nranks=4\nroyal=K\nmaxPromote=1\npromoChoice=*R\npawn:P:fW:P:a2\n"      \
    "rook:R:R:R:a1\nking:K:W:K:c1\n"
#define FORCED                                                                                     \
    "name=forced\nfiles=3\nranks=4\nroyal=K\npromoZone=2\ndeclinePromotion=no\n"                   \
    "silver:S:FfW:S:a1\ngold:+S:WfF:+S:\nking:K:W:K:c1\n"
#define SPARING                                                                                    \
    "name=sparing\nfiles=3\nranks=4\nroyal=K\npromotes=none\ncaptureForbidden=R>P\n"               \
    "pawn:P:fW:P:a2\nrook:R:R:R:a1\nking:K:W:K:c1\n"
#define HARDENED                                                                                   \
    "name=hardened\nfiles=3\nranks=4\nroyal=K\npromotion=capture\npawn:P:fW:P:a2\n"                \
    "silver:S:FfW:S:a1\ngold:+S:WfF:+S:\nking:K:W:K:c1\n"
    static const struct {
        const char *game, *sfen, *move, *reason;
    } rows[] = {
        {STOCKED, "2k/P2/3/2K b - 1", "3b3a",
         "the pawn must promote there, and there is nothing that it can promote to"},
        {STOCKED, "2k/P2/3/2K b R 1", "3b3a", "the pawn must promote there"},
        {STOCKED, "2k/P2/3/2K b R 1", "3b3a+", ""},
        {FORCED, "2k/3/S2/2K b - 1", "3c3b=", "the silver must promote there"},
        {FORCED, "2k/3/S2/2K b - 1", "3c3b", ""}, /* there is no choice: it need not be said */
        {FORCED, "2k/3/S2/2K b - 1", "3c3b+", ""},
        {SPARING, "2k/p2/3/RK1 b - 1", "3d3b", "the rook may not capture the pawn"},
        {SPARING, "2k/p2/3/RK1 b - 1", "3d3c", ""},
        {SPARING, "2k/r2/3/RK1 b - 1", "3d3b", ""},
        {SPARING, "2k/3/p2/RK1 b - 1", "3d",
         "the rook on 3d has no legal move: the rook may not capture what it could reach"},
        {HARDENED, "2k/3/3/S1K b - 1", "3d3c+",
         "pieces promote when they capture, so promotion is never a choice"},
        {FORCED "noMoveRanks=S:1\n", "2k/S2/3/2K b - 1",
         "3b3a=", "the silver must promote there: otherwise it could never move again"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaVariant *v = henka_variant_parse(rows[i].game, strlen(rows[i].game), NULL, 0, NULL);
        HenkaGame *game = v ? henka_game_new(v, rows[i].sfen, NULL) : NULL;
        char why[256] = "no game";
        if (game) henka_game_explain_illegal(game, rows[i].move, HENKA_ENGLISH, why, sizeof why);
        CHECK(!strcmp(why, rows[i].reason), "%s, %s: \"%s\"", rows[i].sfen, rows[i].move, why);
        henka_game_free(game);
        henka_variant_free(v);
    }
}

#define BIT(NAME) (1u << HENKA_BAR_##NAME)

/* Which rules a game has that forbid moves, and which forbid something in a position. */
static void check_bars(void) {
    static const struct {
        const char *name, *sfen;
        uint32_t has, forbid;
    } rows[] = {
        {"shogi", NULL, BIT(MUST_PROMOTE) | BIT(DEAD_DROP) | BIT(FILE) | BIT(DROP_MATE), 0},
        {"shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", 0, BIT(FILE) | BIT(DEAD_DROP)},
        {"shogi", "4k4/9/9/9/9/9/4P4/9/4K4 w P 1", 0, 0},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1", 0, 0},
        {"shogi", "4k4/8P/9/9/9/9/9/9/4K4 b - 1", 0, BIT(MUST_PROMOTE)},
        {"shogi", "6G1k/9/8G/9/9/9/9/9/4K4 b P 1", 0, BIT(DROP_MATE) | BIT(DEAD_DROP)},
        {"shogi", "8k/9/8G/9/9/9/9/9/4K4 b P 1", 0, BIT(DEAD_DROP)},
        /* No rule forbids a drop where something stands. */
        {"shogi", "lnsgkgsnl/9/9/9/9/9/9/9/4K4 b P 1", 0, 0},
        /* A pinned piece is no rule of these, and a game that is over has no moves to forbid. */
        {"shogi", "k3r4/9/9/9/9/9/9/4G4/4K4 b - 1", 0, 0},
        {"shogi", "6G1k/8P/8G/9/9/9/9/9/4K4 w p 1", 0, 0},
        {"rutherford", NULL, BIT(ROYAL_DROP) | BIT(DROP_MATE) | BIT(REPETITION), 0},
        {"rutherford", "k/1/1/1/1/1/1/1/1/1/1/1/1/K/1/1/1 b S 1", 0, BIT(ROYAL_DROP)},
        {"ito", NULL, BIT(ROYAL_DROP) | BIT(STALEMATE) | BIT(REPETITION), 0},
        {"suzumu", NULL, BIT(FROZEN) | BIT(SKIP), 0},
        {"suzumu", "k15/16/16/2+{cs}13/3{LN}12/16/16/16/16/16/16/16/16/16/16/15K b - 1 -", 0,
         BIT(FROZEN)},
        {"suzumu", "k15/16/16/16/3{LN}12/16/16/16/16/16/16/16/16/16/16/15K b - 1 b", 0, BIT(SKIP)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = begin(rows[i].name, rows[i].sfen);
        uint32_t has = henka_variant_bars(henka_game_variant(game)), forbid = henka_game_bars(game);
        CHECK(!rows[i].has || has == rows[i].has, "%s has %x, not %x", rows[i].name, has,
              rows[i].has);
        CHECK(forbid == rows[i].forbid, "%s %s: %x forbid something, not %x", rows[i].name,
              rows[i].sfen ? rows[i].sfen : "", forbid, rows[i].forbid);
        henka_game_free(game);
    }
    /* The third occurrence. */
    HenkaGame *game = begin("ito", "1/1/k/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K/1/1 b - 1");
    static const char *const cycle[4] = {"1s1t", "1c1b", "1t1s", "1b1c"};
    for (int ply = 0; ply < 7; ply++) {
        HenkaMove move;
        CHECK(henka_game_bars(game) == 0, "ply %d: %x", ply, henka_game_bars(game));
        henka_move_parse(game, cycle[ply % 4], &move, NULL);
        henka_game_play(game, move);
    }
    CHECK(henka_game_bars(game) == BIT(REPETITION), "%x", henka_game_bars(game));
    henka_game_free(game);
}

/* The same of made-up games: a rule each. */
static void check_bars_of_rules(void) {
    static const struct {
        const char *keys, *sfen;
        uint32_t has, forbid;
    } rows[] = {
        {"mustCapture=yes\n", "k4/5/1r3/5/KR3 b - 1", BIT(MUST_CAPTURE), BIT(MUST_CAPTURE)},
        {"mustCapture=yes\n", "k4/5/2r2/5/KR3 b - 1", BIT(MUST_CAPTURE), 0},
        {"holdingsType=-1\nregion=R>a1-e2\n", "k4/5/5/5/K4 b R 1", BIT(REGION), BIT(REGION)},
        {"holdingsType=-1\nregion=R>,a1-e2\n", "k4/5/5/5/K4 b R 1", BIT(REGION), 0},
        {"holdingsType=-1\nregion=R>,a1-e2\n", "k4/5/5/5/K4 w r 1", BIT(REGION), BIT(REGION)},
        {"holdingsType=-1\ndropSquares=R>a1-e2\n", "k4/5/5/5/K4 b R 1", BIT(REGION), BIT(REGION)},
        {"holdingsType=-1\ndropSquares=R>,a1-e2\n", "k4/5/5/5/K4 b R 1", BIT(REGION), 0},
        {"stalemate=illegal\n", "k4/5/1R3/5/K4 b - 1", BIT(STALEMATE), 0},
        {"stalemate=illegal\n", "k4/2R2/5/1R3/K4 b - 1", BIT(STALEMATE), BIT(STALEMATE)},
        {"protected=R\n", "k4/1r3/1r3/5/KR3 b - 1", BIT(TRADE), BIT(TRADE)},
        {"protected=R\n", "k3R/4r/4r/5/K4 b - 1", BIT(TRADE), BIT(TRADE)},
        {"holdingsType=-1\nregion=R>a1-e4,a5-d5\n", "k4/5/5/5/K4 b R 1", BIT(REGION), BIT(REGION)},
        {"holdingsType=-1\ndropDistance=2\n", "k4/5/5/5/K4 b R 1", BIT(ROYAL_DROP),
         BIT(ROYAL_DROP)},
        {"giveCheck=no\n", "k4/5/5/5/KR3 b - 1", BIT(GIVE_CHECK), BIT(GIVE_CHECK)},
        {"giveCheck=no\n", "k4/5/5/5/K4 b - 1", BIT(GIVE_CHECK), 0},
        {"fleeCheck=no\n", "k4/5/5/4R/K3r b - 1", BIT(FLEE_CHECK), BIT(FLEE_CHECK)},
        {"fleeCheck=no\n", "k4/5/5/4r/K4 b - 1", BIT(FLEE_CHECK), 0},
        {"giveCheck=no\nfleeCheck=no\n", "k4/5/5/4R/K3r b - 1", BIT(GIVE_CHECK) | BIT(FLEE_CHECK),
         BIT(FLEE_CHECK)},
        {"declinePromotion=no\n", "k4/5/5/5/K4 b - 1", BIT(MUST_PROMOTE), 0},
        {"declinePromotion=no\npromotion=flip\n", "k4/5/5/5/K4 b - 1", 0, 0},
        {"", "k4/5/5/5/K4 b - 1", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512];
        HenkaDiagnostic entry;
        HenkaReport report = {.entries = &entry, .cap = 1};
        HenkaError error = {0};
        snprintf(text, sizeof text,
                 "name=made\nfiles=5\nranks=5\nroyal=K\npromotes=none\nrepetition=draw\n%s"
                 "king:K:K:K:a1\nrook:R:R:R:b1\n",
                 rows[i].keys);
        HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
        CHECK(v, "%s: %s", text, report.count ? entry.at.message : "");
        HenkaGame *game = v ? henka_game_new(v, rows[i].sfen, &error) : NULL;
        CHECK(game, "%s: %s", rows[i].sfen, error.message);
        if (game)
            CHECK(henka_variant_bars(v) == rows[i].has && henka_game_bars(game) == rows[i].forbid,
                  "%s%s: has %x, %x forbid something", rows[i].keys, rows[i].sfen,
                  henka_variant_bars(v), henka_game_bars(game));
        henka_game_free(game);
        henka_variant_free(v);
    }
}

/* A royal's first move in check, and with a right that it lost to what has aimed at it; a drop where
 * the board has no square. */
static void check_first_moves(void) {
    static const char text[] = "files=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\n"
                               "firstMoveInCheck=no\nendsFirstMoves=R\nrook:R:R:R:a1\n"
                               "king:K:KimD:K:c1\nhole::::c3\n";
    static const struct {
        const char *sfen, *move, *usi, *reason;
    } rows[] = {
        {"4k/5/2*2/5/r1K2 b R 1", "3e1e", NULL, "the king may not make its special first move"},
        {"4k/5/2*2/5/r1K2 b R 1", "3e3d", "3e3d", NULL},
        {"4k/r4/2*2/5/2K2 b R 1", "3e1e", "3e1e", NULL},
        {"4k/r4/2*2/5/2K2 b R 1 -", "3e1e", NULL, "only while it has not moved"},
        {"4k/r4/2*2/5/2K2 b R 1", "R*3c", NULL, "the square is outside its region"}};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = v ? henka_game_new(v, rows[i].sfen, NULL) : NULL;
        CHECK(game, "%s is refused", rows[i].sfen);
        if (game) check_text(game, rows[i].move, rows[i].usi, rows[i].reason);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

/* The distance from the royal is counted on its file alone, and the limit of pieces on a file. */
static void check_distance(void) {
    static const char text[] = "files=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\n"
                               "dropDistance=3\ndropFileLimit=G:2\ngeneral:G:WfF:G:a1\n"
                               "rook:R:R:R:b1\nking:K:K:K:c1\n";
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    HenkaGame *game = v ? henka_game_new(v, "r3k/5/G4/5/G1K2 b G 1", NULL) : NULL;
    CHECK(game, "the game of the distance is refused");
    if (game) {
        check_text(game, "G*4e", "G*4e", NULL);
        check_text(game, "G*2d", "G*2d", NULL);
        check_text(game, "G*3b", "G*3b", NULL);
        check_text(game, "G*3c", NULL,
                   "on the file of your own king, a piece may not be dropped less than 3");
        check_text(game, "G*5d", NULL, "already holds 2 pieces of type general");
    }
    henka_game_free(game);
    game = v ? henka_game_new(v, "2r1k/5/5/5/2K2 b G 1", NULL) : NULL;
    if (game) check_text(game, "G*4e", NULL, "leaves your king in check");
    henka_game_free(game);
    henka_variant_free(v);
}

int main(void) {
    check_bars();
    check_bars_of_rules();
    check_first_moves();
    check_distance();
    check_promotions();
    check_reasons();
    check_castling();
    check_region();
    check_shogi();
    check_labels();
    check_strips();
    check_suzumu();
    check_errors();
    check_forms();
    check_rules();
    check_alone();
    check_buffers();
    check_japanese();
    return check_done();
}
