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

static void check_shogi(void) {
    ROWS("shogi", "startpos", {"7g7f", "7g7f"}, {" 7g7f ", "7g7f"}, {"7g-7f", "7g7f"},
         {"7gx7f", "7g7f"}, {"7g7f=", "7g7f"}, {"P-7f", "7g7f"}, {"P7g-7f", "7g7f"},
         {"▲７六歩", "7g7f"}, {"☗7六歩", "7g7f"}, {"76歩", "7g7f"}, {"７六歩(77)", "7g7f"},
         {"７六歩（７七）", "7g7f"}, {"c3c4", "7g7f"}, {"c3-c4", "7g7f"}, {"７六歩兵", "7g7f"},
         {"N-7g", NULL, "no knight can go to 7g"}, {"G-5h", NULL, "it fits 2 moves"},
         {"G4i-5h", "4i5h"}, {"５八金右", "4i5h"}, {"５八金左", "6i5h"},
         {"５八金直", NULL, "no gold"}, {"7g7e", NULL, "the pawn cannot move like that"},
         {"7g7f+", NULL, "cannot promote there"},
         {"8h2b", NULL, "the way of the bishop is blocked"},
         {"2h2g", NULL, "your own pawn stands on 2g"},
         {"3c3d", NULL, "the opponent's pawn stands on 3c"},
         {"5e5d", NULL, "no piece stands on 5e"}, {"P*5e", NULL, "drop: there is no pawn in hand"},
         {"K*5e", NULL, "a king cannot be dropped"}, {"+P*5e", NULL, "cannot be dropped"},
         {"pass", NULL, "no piece here can skip"}, {"7g7g", NULL, "cannot move like that"},
         {"G7g-7f", NULL, "another piece, a pawn, stands on 7g"},
         {"", NULL, "not written like a move"}, {"7g", NULL, "not written"},
         {"0a1b", NULL, "not written"}, {"9j9i", NULL, "not written"},
         {"7g7f++", NULL, "not written"}, {"7g7fq", NULL, "not written"},
         {"P*", NULL, "not written"}, {"*5e", NULL, "not written"}, {"X-7f", NULL, "not written"},
         {"７六", NULL, "not written"}, {"同歩", NULL, "not written"},
         {"P-7f=X", NULL, "not written"}, {"\xff\xfe", NULL, "not written"},
         {"99999999999999999999a1b", NULL, "not written"}, {"i1j1", NULL, "not written"});
    ROWS("shogi", "4k4/9/9/9/9/9/4r4/4P4/4K4 b P 1",
         {"P*5e", NULL, "drop: a pawn already stands on this file"}, {"p*3e", "P*3e"},
         {"P@g5", "P*3e"}, {"P@3e", "P*3e"}, {"３五歩", "P*3e"}, {"３五歩打", "P*3e"},
         {"P*3a", NULL, "drop: the pawn would have no further move"},
         {"P*5h", NULL, "the square is taken, a pawn stands on 5h"},
         {"N*3e", NULL, "no knight in hand"}, {"K-5h", NULL, "your own pawn stands on 5h"});
    ROWS("shogi", "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", {"5h4h", NULL, "it leaves the king in check"},
         {"G-4h", NULL, "it leaves the king in check"}, {"5h5g", "5h5g"},
         {"5i5h", NULL, "your own gold general stands on 5h"});
    ROWS("shogi", "4k4/P8/1N7/2P6/9/9/9/9/4K4 b N 1", {"9b9a", NULL, "the pawn must promote there"},
         {"P-9a", "9b9a+"}, {"９一歩", "9b9a+"}, {"９一歩(92)", NULL, "must promote"},
         {"9b9a+", "9b9a+"}, {"8c7a", NULL, "the knight must promote there"},
         {"N*8b", NULL, "would have no further move"}, {"7d7c", "7d7c"},
         {"P-7c", NULL, "it fits 2 moves"}, {"P-7c=", "7d7c"}, {"P-7c+", "7d7c+"},
         {"７三歩不成", "7d7c"}, {"７三歩成", "7d7c+"}, {"７三歩(74)", "7d7c"},
         {"5i5h+", NULL, "the king does not promote"});
    ROWS("shogi", "4k4/4+P4/4G4/9/9/9/9/9/4K4 w - 1", {"5a5b", NULL, "the game is over"});
    ROWS("shinogi", "7nk/9/6G2/7N1/9/9/9/9/K8 b PO 1",
         {"P*1b", NULL, "may not be dropped to give checkmate"}, {"O*1b", "O*1b"},
         {"P*2b", "P*2b"});
}

/* Labels of western pieces, and pawns' moves by their square alone. */
static void check_labels(void) {
    ROWS("rutherford", "k/1/1/1/1/1/+P/1/+S/1/+N/1/+B/1/+L/1/K b PN 1", {"GB-1f", "1g1f"},
         {"RC-1n", "1o1n"}, {"Ph-1h", "1k1h"}, {"G-1h", "1i1h"}, {"GB*1b", "+P*1b"},
         {"Ph*1b", "+N*1b"}, {"ph*1b", NULL, "not written"}, {"GB-1e", NULL, "cannot move"});
    ROWS("ito", "startpos", {"Go-1m", "1q1m"}, {"G-1m", "1q1m"}, {"SC-1j", NULL, "no"},
         {"C-1j", NULL, "no"}, {"GC-1j", NULL, "there is no gold cannon"});
    ROWS("suzumu", "k15/16/16/16/16/+{CS}15/16/16/16/16/16/16/16/16/16/15K b - 1 -",
         {"HT-14f", "16f14f"}, {"CS-14f", NULL, "no chariot soldier"});
    ROWS("shinogi", "startpos", {"4f", "4g4f"}, {"f4", "4g4f"}, {"1f", "1g1f"},
         {"9f", NULL, "no pawn can go to 9f"}, {"4f+", NULL, "cannot promote"});
    ROWS("shinogi", "4k4/9/3O5/9/9/9/2p1p4/3O5/4K4 b - 1", {"6b=", "6c6b"}, {"6b+", "6c6b+"},
         {"6b", NULL, "it fits 2 moves"}, {"7g", "6h7g"}, {"5g", "6h5g"});
    ROWS("shogi", "startpos", {"7f", NULL, "not written"});
}

static void check_strips(void) {
    ROWS("ito", "startpos", {"8-9", "1n1m"}, {"89", "1n1m"}, {"1n1m", "1n1m"}, {"a8a9", "1n1m"},
         {"P-1m", "1n1m"}, {"P-9", "1n1m"}, {"59", "1q1m"}, {"1n1m+", NULL, "no choice to promote"},
         {"9-10", NULL, "no piece stands on 1m"}, {"22-1", NULL, "not written"},
         /* 1-11 or 11-1: the reason against the first way to read it */
         {"111", NULL, "the king cannot move like that"});
    ROWS("rutherford", "k/1/1/1/1/1/1/1/1/1/1/1/1/n/1/1/K b P 1",
         {"P*1o", NULL, "it leaves the king in check"},
         {"P*1p", NULL, "at least 2 squares from your own king"});
    ROWS("ito", "k/r/1/l/I/n/1/1/1/P/1/1/+I/C/+l/+p/N/+g/C/R/K w g 1", {"G*1c", "G*1c"},
         {"+G*19", "+G*1c"}, {"G*1l", "G*1l"}, {"+G*1c", "+G*1c"},
         {"G*1a", NULL, "the square is taken"});
    ROWS("ito", "1/L/N/1/1/1/k/1/P/G/I/+C/1/1/G/K/L/i/r/+p/r b CN 187",
         {"+N*1a", NULL, "it leaves the opponent without a move"},
         {"N*1b", NULL, "the square is taken, a lance"});
    ROWS("rutherford", "k/l/b/1/+N/+P/1/1/1/1/+S/+N/1/+B/K/L/+p w S 1",
         {"S*1d", NULL, "no silver in hand"});
    ROWS("rutherford", "k/l/b/1/l/+P/1/1/+S/1/1/+N/1/1/K/1/B b SPn 1",
         {"P*1p", NULL, "behind your own king"},
         {"P*1n", NULL, "at least 2 squares from your own king"});
}

static void check_suzumu(void) {
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/7pp7/7{LN}8/16/16/16/16/16/15K b - 1 -",
         {"9j9i9j", "9j9i9j"}, {"9j8i9j", "9j8i9j"}, {"9j8j9j", "9j9j"}, {"9j9j", "9j9j"},
         {"LN-skip", "9j9j"}, {"pass", "9j9j"}, {"@@@@", "9j9j"}, {"LNx!9i", "9j9i9j"},
         {"LN!9i", "9j9i9j"}, {"LNx9i-9h", "9j9i9h"}, {"LNx9ix8i", "9j9i8i"},
         {"h7h8,h8h7", "9j9i9j"}, {"h7h8,h8i8", "9j9i8i"}, {"9j9i,9i8i", "9j9i8i"},
         {"LN-9i", "9j9i"}, {"9j8h9h", "9j9h"}, {"９八獅×９九", "9j9i9h"},
         {"▲９十獅居食い×９九", "9j9i9j"}, {"▲９十獅じっと", "9j9j"},
         {"9j1a10l", NULL, "nothing to take on 1a"},
         {"9j9e", NULL, "the lion cannot move like that"},
         {"9j9i9i9i9i9i9i9i9i9i9i9i9i9i9i9i9i9i", NULL, "not written"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/8p7/6p1{FD}p6/8p7/16/16/16/16/15K b - 1 -",
         {"8j9i8j", "8j8j"}, {"8j7j8i8j", "8j7j8i8j"}, {"8j8i7j8j", "8j7j8i8j"},
         {"FDx!8ix!7j", "8j7j8i8j"}, {"FDx7jx8i-9j", NULL, "cannot"}, {"8j10j", "8j10j"},
         {"8j8j", "8j8j"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/7+{cs}8/7{LN}8/16/16/16/16/16/15K b - 1 -",
         {"9j9i", NULL, "the lion is frozen by the enemy heavenly tetrarch beside it"},
         {"9j9j", NULL, "frozen"}, {"LN-skip", NULL, "frozen"}, {"1p1o", "1p1o"},
         {"P*5e", NULL, "do not come back"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/7{lh}8/16/7{RG}8/7P8/16/16/16/15K b - 1 -",
         {"9k9i", "9k9i"}, {"9k9h", NULL, "blocked"}, {"9k9l", NULL, "own pawn"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/7p8/7{vg}8/16/7{RG}8/16/16/16/16/15K b - 1 -",
         {"9k9h", NULL, "of that rank"}, {"9k9i9h", NULL, "of that rank"}, {"9k9i", "9k9i"});
    ROWS("suzumu", "k15/16/16/16/16/16/16/16/16/7{LN}8/16/16/16/16/16/15K b - 5 b",
         {"9j9j", NULL, "two turns in a row"}, {"pass", NULL, "two turns in a row"});
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
    CHECK(read == !why[0] && !strstr(why, "not among") && !strstr(why, "not written"),
          "%s: %s \"%s\"", text, read ? "read" : "refused", why);
}

static void check_reasons(void) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    for (size_t i = 0; henka_shipped_name(i); i++) {
        Random random = {i};
        HenkaGame *game = begin(henka_shipped_name(i), NULL);
        for (size_t count;
             henka_game_plies(game) < 150 && (count = henka_game_moves(game, moves)) > 0;) {
            for (int k = 0; k < 10; k++) check_random_text(game, &random);
            henka_game_play(game, moves[random_below(&random, (uint32_t)count)]);
        }
        henka_game_free(game);
    }
}

int main(void) {
    check_reasons();
    check_shogi();
    check_labels();
    check_strips();
    check_suzumu();
    check_buffers();
    return check_done();
}
