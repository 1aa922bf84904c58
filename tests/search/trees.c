/* The search's tree in positions, games and limits that `henka bench` does not meet: several lines,
 * sides that are mated or win by every rule of stalemate and royals, scores beyond the evaluation's
 * limit, the least of nodes. Each row has the nodes, the score and the answer of a fixed search, and
 * a hash of every line that it told on the way. As in tests/cli/golden/bench.txt a change of the
 * search shows here; where it is meant, the rows that this program prints take the place of the old.
 */
#include "../check.h"
#include "play.h"
#include "search/engine.h"

#include <string.h>

/* Royals that can hardly move on a board of few squares: many stalemates. %s: rules. */
#define SMALL                                                                                      \
    "name=small\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\npromoZone=1\npromotes=P:Q\n%s\n"      \
    "king:K:WbF:K:c1\nrook:R:R:R:a1\npawn:P:fWF:P:b2\nqueen:Q:Q:Q:\n"
/* As many squares as a strip may have. */
#define WORD                                                                                       \
    "name=word\nfiles=4\nranks=8\nsymmetry=rotate\nroyal=K\npromotes=none\n%s\nking:K:K:K:c1\n"    \
    "rook:R:R:R:a1\npawn:P:fW:P:a2,b2,c2,d2\n"
/* Two royals a side on a board of more than 64 squares. */
#define TWINS                                                                                      \
    "name=twins\nfiles=9\nranks=8\nsymmetry=rotate\nroyal=K\npromotes=none\n%s\n"                  \
    "king:K:K:K:d1,f1\nrook:R:R:R:a1,i1\ncannon:C:mRcpR:C:b2,h2\npawn:P:fWfF:P:a3,c3,e3,g3,i3\n"
/* Beyond 128 squares, with hands. */
#define LARGE                                                                                      \
    "name=large\nfiles=12\nranks=11\nsymmetry=rotate\nroyal=K\npromotes=none\n%s\n"                \
    "king:K:K:K:f1\nlion:L:KNADcaKmcabK:L:e1\nrook:R:R:R:a1\npawn:P:fW:P:b3,d3,f3,h3\n"
/* A piece that may become one of three, on 65 squares and more. */
#define CHOICE                                                                                     \
    "name=choice\nfiles=8\nranks=9\nsymmetry=rotate\nroyal=K\nmaxPromote=1\npromoChoice=QRN\n"     \
    "promoZone=2\n%s\npawn:P:fmWfcF:P:a3-h3\nrook:R:R:R:a1\nknight:N:N:N:b1\nqueen:Q:Q:Q:c1\n"     \
    "king:K:K:K:d1\n"

/* Men that can only take, and may wall in a royal that may be captured. */
#define WALLS                                                                                      \
    "name=walls\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\npromotes=none\n"                      \
    "%s\nking:K:K:K:c1\nwall:W:fcW:W:b1\nrook:R:R:R:a1\n"

typedef struct Tree {
    const char *game;  /* a shipped one's name, or a text from above */
    const char *rules; /* an option's setting, or what replaces %s; NULL none */
    const char *sfen;  /* NULL: the array */
    const char *how;   /* words of search_read, each with a number */
    uint64_t nodes;
    int score;
    uint32_t lines;
    const char *best;
} Tree;

static const Tree trees[] = {
    {"shogi", NULL, NULL, "depth 8 lines 4", 12759, 15, 0xae7787e2, "3i4h"},
    {"ito", NULL, NULL, "depth 11 lines 3", 7337, -6, 0x422c8ecf, "1n1m"},
    {"suzumu", NULL, NULL, "depth 3 lines 2", 6036, 129, 0xc1f40f77, "11l11k"},
    {"shogi", NULL, "4k4/9/9/9/R8/1R7/9/9/4K4 w - 1", "depth 10", 16427, -31994, 0xf92887b3,
     "5a5b"},
    {"shogi", NULL, "4k4/9/9/R8/1R7/9/9/9/4K4 b - 1", "depth 12", 420, 31997, 0x4bdc8910, "8e8b+"},
    {"shogi", NULL, "4k4/9/9/R8/1R7/9/9/9/4K4 b - 1", "depth 8 lines 3", 3334, 31997, 0xdd69be3e,
     "8e8b+"},
    {"shogi", NULL, "4k4/9/9/9/9/9/9/9/4K4 w 40R 1", "depth 3", 124, -16016, 0xdf6894b9, "5a6a"},
    {"shogi", NULL, "4k4/9/9/9/9/9/4P4/9/4K4 b RGSgs 1", "depth 7 derived 1", 4432, 750, 0x298c1387,
     "S*5c"},
    {"shogi", NULL, NULL, "nodes 1", 1, 0, 0x00000000, "3i4h"},
    {"shogi", NULL, NULL, "nodes 1500", 1500, 20, 0x25400774, "3i4h"},
    {"shogi", NULL, NULL, "nodes 3000 level 3 seed 5", 16, 17, 0xeaa70ca2, "3i4h"},
    {"shogi", NULL, "4k4/9/9/9/9/9/9/9/R3K3R b - 11", "depth 8 draws 13", 321, 31997, 0xda176d91,
     "1i1b+"},
    {"shogi", NULL, "n3p4/srls2b1s/lp3g2p/pk2P1PP1/P1P6/LG3p1Sl/N4P3/2p1GK1B1/1+n5GR b 3PN3p 159",
     "mate_plies 5 nodes 20000", 1367, 836, 0x25444e65, "2h4f"},
    {"shogi", NULL, "n3p4/srls2b1s/lp3g2p/pk2P1PP1/P1P6/LG3p1Sl/N4P3/2p1GK1B1/1+n5GR b 3PN3p 159",
     "mate_plies -1 nodes 20000", 2397, 31995, 0x5369d092, "2h4f"},
    {"okisaki", "bare=on", "4k5/10/3p6/10/10/10/10/3P6/10/5K4 b - 1", "depth 11", 3039, -1,
     0x3997247e, "5j6j"},
    {"okisaki", "bare=on", "10/10/10/10/10/4k5/10/8p1/9P/5K4 w - 1", "depth 7", 734, 212,
     0x53e413b0, "6f7g"},
    {"okisaki", NULL, "5k4/10/10/10/10/10/10/10/10/5K4 b QR 1", "depth 7", 1762, 31997, 0xdffe2644,
     "R*3b"},
    {"shinogi", NULL, "4k4/9/9/9/9/9/9/9/4K4 b RGP 1", "depth 8", 3438, 1275, 0xd85c2990, "G*5c"},
    {"suzumu", NULL, "k15/1+{de}14/16/16/16/16/16/7q8/16/16/16/7Q8/16/16/16/15K b - 1 -", "depth 8",
     1410, -4, 0xeb8f18b4, "9l9h"},
    {"suzumu", NULL, "k15/16/16/16/16/16/16/16/16/8{LN}7/16/16/16/16/7P8/15K b - 1 -", "depth 8",
     2629, 1421, 0x624fb4de, "8j9h"},
    {"ito", "stalemate=illegal", "k/1/1/1/i/1/1/+N/1/1/n/1/1/1/1/1/1/K/1/1/1 b Rp 1", "depth 11",
     10968, 612, 0x11cf1da9, "1h1e"},
    {"rutherford", NULL, "1/1/1/1/k/1/+n/+L/P/+S/+B/P/1/+L/1/K/1 w Nb 1", "depth 10", 382, -31996,
     0x2502e999, "+B*1m"},
    {SMALL, "stalemate=draw", "k4/5/2K2/2Q2/5 b - 1", "depth 4", 179, 31997, 0xa0a682f9, "3c3b"},
    {CHOICE, "stalemate=draw", "k7/8/2K5/1PQ5/8/8/8/8/8 b - 1", "depth 4", 185, 31997, 0xebcf0794,
     "7d7c"},
    {LARGE, "stalemate=draw", "k11/12/KP10/12/12/12/12/12/12/12/12 b - 1", "depth 4", 48, 92,
     0x5d0a2ca3, "12c11d"},
    {WALLS, "royalRule=capture\nstalemate=draw", "kw3/ww3/5/5/4K b - 1", "depth 4", 14, 0,
     0xf3fa46d7, "1e2e"},
    {WALLS, "royalRule=checkmate\nstalemate=draw", "kw3/ww3/5/5/4K b - 1", "depth 4", 14, 0,
     0xf3fa46d7, "1e2e"},
    {SMALL, "stalemate=loss", "k4/5/2K2/2Q2/5 b - 1", "depth 4", 34, 31999, 0xa42bdd5b, "3d4c"},
    {CHOICE, "stalemate=loss", "k7/8/2K5/1PQ5/8/8/8/8/8 b - 1", "depth 4", 137, 31999, 0x46a091f8,
     "6c6b"},
    {LARGE, "stalemate=loss", "k11/12/KP10/12/12/12/12/12/12/12/12 b - 1", "depth 4", 20, 31999,
     0xef4a4435, "11c11b"},
    {WALLS, "royalRule=capture\nstalemate=loss", "kw3/ww3/5/5/4K b - 1", "depth 4", 6, 31999,
     0xdd2f6c63, "1e2e"},
    {WALLS, "royalRule=checkmate\nstalemate=loss", "kw3/ww3/5/5/4K b - 1", "depth 4", 6, 31999,
     0xdd2f6c63, "1e2e"},
    {SMALL, "stalemate=moverWins", "k4/5/2K2/2Q2/5 b - 1", "depth 4", 179, 31997, 0xa0a682f9,
     "3c3b"},
    {CHOICE, "stalemate=moverWins", "k7/8/2K5/1PQ5/8/8/8/8/8 b - 1", "depth 4", 185, 31997,
     0xebcf0794, "7d7c"},
    {LARGE, "stalemate=moverWins", "k11/12/KP10/12/12/12/12/12/12/12/12 b - 1", "depth 4", 48, 92,
     0x5d0a2ca3, "12c11d"},
    {WALLS, "royalRule=capture\nstalemate=moverWins", "kw3/ww3/5/5/4K b - 1", "depth 4", 6, -31999,
     0x66e2abb5, "1e2e"},
    {WALLS, "royalRule=checkmate\nstalemate=moverWins", "kw3/ww3/5/5/4K b - 1", "depth 4", 6,
     -31999, 0x66e2abb5, "1e2e"},
    {SMALL, "stalemate=loss", "k4/2K2/5/3pP/5 b - 1", "depth 9", 7441, -760, 0x58f6944e, "3b4c"},
    {SMALL, "royalRule=capture\nstalemate=loss", "k4/2K2/5/3pP/5 b - 1", "depth 9", 7080, -723,
     0x8e9b0365, "3b2c"},
    {SMALL, "stalemate=illegal\nholdingsType=-1", "k4/2K2/5/3pP/5 b r 1", "depth 8", 4755, -1478,
     0x00c996d6, "3b2c"},
    {SMALL, "stalemate=loss\nbaring=loses\nrepetition=draw", "k4/2K2/5/3pP/5 b - 1", "depth 8",
     2217, -31994, 0xd55b79ef, "1d2c"},
    {SMALL, "stalemate=loss\nbaring=drawIfBaredBack\nrepetition=illegal", "k4/2K2/5/3pP/5 b - 1",
     "depth 8", 2114, -428, 0xc0f57dc9, "1d2c"},
    {TWINS, "royalRule=checkmate\nextinction=0\nstalemate=loss", NULL, "depth 6", 1393, 14,
     0x0e9169d7, "2g3g"},
    {TWINS, "royalRule=checkmate\nextinction=0\nstalemate=loss",
     "3k1k3/9/9/R3R3C/9/4c4/9/3K1K3 b - 1", "depth 6", 89, 31999, 0xb3a331dc, "9d9a"},
    {TWINS, "royalRule=checkmate\nextinction=3\nstalemate=loss", NULL, "depth 6", 1631, 14,
     0x07ae173a, "2g3g"},
    {TWINS, "royalRule=checkmate\nextinction=3\nstalemate=loss",
     "3k1k3/9/9/R3R3C/9/4c4/9/3K1K3 b - 1", "depth 6", 774, 1509, 0x0e3af264, "5d5f"},
    {TWINS, "royalRule=capture\nextinction=0\nstalemate=loss", NULL, "depth 6", 2110, 14,
     0x61701ce4, "2g3g"},
    {TWINS, "royalRule=capture\nextinction=0\nstalemate=loss",
     "3k1k3/9/9/R3R3C/9/4c4/9/3K1K3 b - 1", "depth 6", 629, 31997, 0xae8ecb56, "9d9a"},
    {TWINS, "royalRule=capture\nextinction=3\nstalemate=loss", NULL, "depth 6", 1631, 14,
     0x07ae173a, "2g3g"},
    {TWINS, "royalRule=capture\nextinction=3\nstalemate=loss",
     "3k1k3/9/9/R3R3C/9/4c4/9/3K1K3 b - 1", "depth 6", 774, 1509, 0x0e3af264, "5d5f"},
    {LARGE, "royalRule=capture\nstalemate=loss", NULL, "depth 7", 643, 284, 0x343931d1, "12k12a"},
    {LARGE, "royalRule=checkmate\nstalemate=loss\nholdingsType=-1",
     "k11/12/1R10/12/12/12/12/12/12/12/5K6 w L 1", "depth 3", 27, -2016, 0x9bad8de7, "12a12b"},
    {CHOICE, "stalemate=loss", NULL, "depth 8", 2874, 13, 0x31348fea, "6i5h"},
    {CHOICE, "stalemate=draw\nholdingsType=-1", "k7/8/2P5/8/8/8/8/5p2/4K3 b - 1", "depth 8", 640,
     857, 0x05915e40, "4i3h"},
    {WORD, "stalemate=loss", NULL, "depth 9", 4827, -1, 0xc0451fd0, "4g4f"},
    {WORD, "stalemate=draw", "1k2/4/1p2/1P2/4/4/4/1K2 b - 1", "depth 12", 2386, -1, 0xfb42954f,
     "3d3c"},
};

static void note_line(void *context, const HenkaInfo *info) {
    uint32_t *hash = context;
    const uint64_t told[] = {(uint64_t)info->depth, (uint64_t)info->seldepth,
                             (uint64_t)info->multipv, (uint64_t)info->score_cp, info->nodes};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        *hash = (*hash ^ (uint32_t)told[i]) * 0x01000193;
    for (size_t i = 0; i < info->pv_length; i++)
        *hash = (*hash ^ (uint32_t)(info->pv[i] ^ info->pv[i] >> 32)) * 0x01000193;
}

static HenkaVariant *variant_of(const Tree *tree) {
    char text[1024];
    if (!strchr(tree->game, '\n'))
        return henka_variant_shipped(tree->game, &tree->rules, tree->rules ? 1 : 0, NULL);
    const char *cut = strstr(tree->game, "%s");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(cut - tree->game), tree->game,
             tree->rules ? tree->rules : "", cut + 2);
    return henka_variant_parse(text, strlen(text), NULL, 0, NULL);
}

/* "depth 8 lines 2": the limits of the search and the options of its engine. */
static void search_read(const char *how, HenkaLimits *limits, HenkaEngineOptions *options) {
    char word[16];
    int number, length;
    for (; sscanf(how, "%15s %d%n", word, &number, &length) == 2; how += length) {
        if (!strcmp(word, "depth")) limits->depth = number;
        if (!strcmp(word, "nodes")) limits->nodes = (uint64_t)number;
        if (!strcmp(word, "mate_plies")) limits->mate_plies = number;
        if (!strcmp(word, "level")) limits->level = number;
        if (!strcmp(word, "seed")) limits->seed = (uint64_t)number;
        if (!strcmp(word, "lines")) options->multi_pv = number;
        if (!strcmp(word, "draws")) options->draw_moves = number;
        if (!strcmp(word, "derived")) options->derived_eval = number;
    }
    CHECK(!*how, "no search: %s", how);
}

static void check_tree(size_t i) {
    const Tree *tree = &trees[i];
    HenkaVariant *v = variant_of(tree);
    HenkaError error = {0};
    HenkaGame *game = v ? henka_game_new(v, tree->sfen, &error) : NULL;
    CHECK(game, "row %zu, %.20s %s: %s", i, tree->game, tree->sfen ? tree->sfen : "",
          error.message);
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    HenkaLimits limits = {0};
    options.hash_mib = 1;
    search_read(tree->how, &limits, &options);
    HenkaEngine *engine = henka_engine_new(&options);
    uint32_t lines = 0;
    char best[32] = "none";
    HenkaResult result = {0};
    if (game) result = henka_engine_go(engine, game, &limits, note_line, &lines);
    if (result.best) henka_move_text(game, result.best, HENKA_USI, best, sizeof best);
    CHECK(result.nodes == tree->nodes && result.score_cp == tree->score && lines == tree->lines &&
              !strcmp(best, tree->best),
          "row %zu, %s: %llu, %d, 0x%08x, \"%s\"", i, where(game), (unsigned long long)result.nodes,
          result.score_cp, lines, best);
    henka_engine_free(engine);
    henka_game_free(game);
    henka_variant_free(v);
}

int main(void) {
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) check_tree(i);
    return check_done();
}
