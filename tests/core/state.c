/* Games in which it counts what has moved: castling, captures in passing, first moves. On random
 * play the fast generator is the oracle, undo restores every byte, hash and key are those made from
 * scratch, a position comes back from its SFEN, and every notation means the move it writes. Then
 * positions whose moves are known.
 *
 * state [GAMES]   more games of each */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "rules/attacks.h"
#include "rules/game.h"
#include "rules/oracle.h"
#include "show.h"
#include "sorted.h"
#include "tables/tables.h"

enum { GAMES = 12, PLIES = 90, TEXT = 512 };

#define CHESS_RULES                                                                                \
    "royal=K\nroyalRule=checkmate\nnoMoveRanks=P:1\nmaxPromote=1\npromoZone=1\npromoChoice=QRBN\n"
#define CHESS_MEN "knight:N:N:N:b1,g1\nbishop:B:B:B:c1,f1\nrook:R:R:R:a1,h1\nqueen:Q:Q:Q:d1\n"

static const char chess[] = "name=chess\nfiles=8\nranks=8\n" CHESS_RULES
                            "pawn:P:ifmnDfmWfceF:P:a2-h2\n" CHESS_MEN "king:K:KisO2:K:e1\n";

static const struct {
    const char *text;
    bool castles, takes_in_passing;
} games[] = {
    {chess, true, true},
    /* ten files, and three steps; drops; a mirror image for the second side */
    {"name=wide\nfiles=10\nranks=8\nholdingsType=-1\n" CHESS_RULES
     "pawn:P:ifmnDfmWfceF:P:a2-j2\nknight:N:N:N:b1,i1\nbishop:B:B:B:c1,h1\nrook:R:R:R:a1,j1\n"
     "queen:Q:Q:Q:d1\nking:K:KisO3isO2:K:f1\n",
     true, true},
    /* a board of more than 128 squares: pushes from anywhere, of pieces that cannot capture so, and
     * first moves of a king that may come home again */
    {"name=large\nfiles=12\nranks=12\nfirstMoveInCheck=yes\nchecksToWin=9\nroyal=K\nroyalRule="
     "checkmate\nmaxPromote="
     "1\npromoChoice=QR\n"
     "pawn:P:fmWfceFfmnnD:P:a3-l3\nprince:I:KfmnnD:I:d2,i2\nrook:R:R:R:a1,l1\nqueen:Q:Q:Q:e1\n"
     "bishop:B:B:B:c1,j1\nking:K:KimAimDimN:K:f1\n",
     false, true},
    /* pushes of three, a partner beside the edge, several ways to castle */
    {"name=longer\nfiles=12\nranks=12\nroyal=K\nroyalRule=checkmate\nmaxPromote=1\npromoChoice=QR\n"
     "pawn:P:fceFifmnDifmnHfmW:P:a3-l3\nrook:R:R:R:b1,k1\nwizard:W:FC:W:a1,l1\nqueen:Q:Q:Q:e1\n"
     "king:K:KisjO2isjO3isO4:K:g1\n",
     true, true},
    /* a castling king whose own step leads to the same square, castling that never lapses, and a
     * royal that may be captured in passing */
    {"name=strange\nfiles=7\nranks=7\nroyal=K\nroyalRule=checkmate\nnoMoveRanks=P:1\nmaxPromote=1\n"
     "promoChoice=R\npawn:P:ifmnDfmWfceF:P:a2-g2\nrook:R:R:R:a1,g1\nking:K:KDifmnDO1sO2:K:d1\n",
     true, true},
    /* captures in passing by slides and over two legs, first moves that capture, freezing, a side
     * that may not be stalemated */
    {"name=odd\nfiles=8\nranks=9\nroyal=K\nroyalRule=checkmate\nstalemate=illegal\nfreezes=Z\n"
     "noMoveRanks=P:1\nmaxPromote=1\npromoChoice=RZ\npawn:P:ifmR3fmWfcF:P:a2-h2\n"
     "slider:S:mBfceB3:S:c1,f1\ncharger:C:WiR:C:a1,h1\nbent:T:mafceFW:T:b1,g1\nfreezer:Z:K:Z:d1\n"
     "rook:R:R:R:\nking:K:K:K:e1\n",
     false, true},
    /* checks are counted, and there are drops */
    {"name=counted\nfiles=8\nranks=8\nholdingsType=-1\nchecksToWin=3\n" CHESS_RULES
     "pawn:P:ifmnDfmWfceF:P:a2-h2\n" CHESS_MEN "king:K:KisO2:K:e1\n",
     true, true},
    /* pushes from wherever a pawn stands at home, also when it was dropped there; promoted pieces that
     * turn back in hand; a pass */
    {"name=housed\nfiles=8\nranks=8\nholdingsType=-1\npass=yes\nroyal=K\nroyalRule=checkmate\n"
     "noMoveRanks=P:1\nmaxPromote=1\npromoChoice=+Q,+N\nhome=P>a2-h3\nregion=P>a2-h8\n"
     "pawn:P:ifmnDfmWfceF:P:a2-h2\n" CHESS_MEN "king:K:KisO2:K:e1\nturned:+Q:Q\nmounted:+N:N\n",
     true, true},
    /* a royal that leaps farther than it steps, not in check, and not once a rook or a lion has aimed
     * at it */
    {"name=leaping\nfiles=8\nranks=8\nfirstMoveInCheck=no\nendsFirstMoves=R,L\nholdingsType=-1\n"
     "royal=K\nroyalRule=checkmate\nmaxPromote=1\npromoChoice=R\n"
     "pawn:P:mfWcfF:P:a3-h3\nrook:R:R:R:a1,h1\nlion:L:DcA:L:b1,g1\nqueen:Q:FimD:Q:e1\n"
     "king:K:KifsmNimG:K:d1\n",
     false, false},
    /* the same with royals that are taken, and several of them, on a large board */
    {"name=leapinglarge\nfiles=12\nranks=12\nfirstMoveInCheck=no\nendsFirstMoves=R\nroyal=K\n"
     "royalRule=checkmate\nextinction=0\nmaxPromote=1\npromoChoice=R\n"
     "pawn:P:mfWcfF:P:a3-l3\nrook:R:R:R:a1,l1\nking:K:KifsmNiR4isO3:K:d1,h1\n",
     true, false},
    /* the same on a board of more than 128 squares, for a king that castles from three squares */
    {"name=housedlarge\nfiles=12\nranks=12\npass=yes\nroyal=K\nroyalRule=checkmate\nmaxPromote=1\n"
     "promoChoice=QR\nhome=P>a3-l4\nhome=K>e1-g1\npromoSquares=a10-f12,l12\n"
     "pawn:P:fceFifmnDfmW:P:a3-l3\nrook:R:R:R:a1,l1\nqueen:Q:Q:Q:e1\nking:K:KisO2:K:g1\n",
     true, true},
    /* partners inside the edges, one of them where the king goes; on boards of all sizes */
    {"name=inner\nfiles=8\nranks=8\n" CHESS_RULES
     "pawn:P:ifmnDfmWfceF:P:a2-h2\nrook:R:R:R:b1,g1\nknight:N:N:N:c1\nking:K:KisO2isO3:K:e1\n",
     true, true},
    {"name=innerwide\nfiles=10\nranks=8\nholdingsType=-1\n" CHESS_RULES
     "pawn:P:ifmnDfmWfceF:P:a2-j2\nknight:N:N:N:b1\nbishop:B:B:B:\nqueen:Q:Q:Q:c1\n"
     "rook:R:R:R:a1,i1\nking:K:KisO3isO2:K:f1\n",
     true, true},
    {"name=innerlarge\nfiles=12\nranks=12\nroyal=K\nroyalRule=checkmate\nmaxPromote=1\n"
     "promoChoice=QR\npawn:P:fmWfceFifmnD:P:a4-l4\nrook:R:R:R:b2,k2\nqueen:Q:Q:Q:f2\n"
     "king:K:KisO4isO3isO2:K:g2\n",
     true, true},
    /* a king that the shuffle leaves between its rooks, which other pieces stand beyond */
    {"name=shuffled\nfiles=8\nranks=8\nshuffle=N!BRQK\narray=7\n" CHESS_RULES
     "pawn:P:ifmnDfmWfceF:P:a2-h2\n" CHESS_MEN "king:K:KisO2isO1:K:e1\n",
     true, true},
    /* between the first two of three rooks: it castles with the nearer one on either side */
    {"name=three-rooks\nfiles=8\nranks=6\nshuffle=RBK\narray=2\n" CHESS_RULES
     "pawn:P:ifmnDfmWfceF:P:a2-h2\nqueen:Q:Q:Q:\nknight:N:N:N:\nrook:R:R:R:a1,e1,h1\n"
     "bishop:B:B:B:b1,d1\nking:K:KisO2isO1:K:c1\n",
     true, true},
};

static Move fast[HENKA_MAX_MOVES], slow[HENKA_MAX_MOVES], part[HENKA_MAX_MOVES];
static struct {
    int castlings, in_passing, pushes;
} met; /* by the play of one game */

static void check_lists(Position *p, int count) {
    int oracle = oracle_legal(p, slow);
    moves_sort(fast, count), moves_sort(slow, oracle);
    CHECK(count == oracle && !memcmp(fast, slow, sizeof *fast * (size_t)count),
          "%d moves, the oracle has %d", count, oracle);
    for (int i = 1; i < count; i++) CHECK(fast[i] != fast[i - 1], "a move stands twice");
    int captures = movegen_legal(p, MOVEGEN_CAPTURES, part),
        quiets = movegen_legal(p, MOVEGEN_QUIETS, part + captures);
    moves_sort(part, captures + quiets);
    CHECK(captures + quiets == count && !memcmp(part, fast, sizeof *fast * (size_t)count),
          "%d captures and %d quiets are not the %d moves", captures, quiets, count);
    CHECK(movegen_any_legal(p) == (count > 0), "movegen_any_legal");
}

static void check_made(Position *p, Move m) {
    Position before = *p;
    Edits e;
    bool gives = attacks_gives_check(p, m);
    GivesCheck foreseen = attacks_gives_check_fast(p, m);
    CHECK(movegen_is_legal(p, m), "the listed move %llx is refused", (unsigned long long)m);
    position_do(p, m, &e);
    CHECK(p->hash == position_hash_from_scratch(p) && p->key == position_key_from_scratch(p),
          "hash or key after %llx", (unsigned long long)m);
    CHECK(gives == attacks_in_check(p), "gives_check of %llx", (unsigned long long)m);
    CHECK(foreseen == CHECK_UNKNOWN || (foreseen == CHECK_YES) == gives, "the quick look at %llx",
          (unsigned long long)m);
    position_undo(p, &e);
    CHECK(!memcmp(&before, p, sizeof before), "undo of %llx", (unsigned long long)m);
    position_do_null(p, &e);
    CHECK(p->hash == position_hash_from_scratch(p), "hash after no move");
    CHECK(p->state.push_from == p->state.push_to, "a push may be taken after no move");
    position_undo(p, &e);
    CHECK(!memcmp(&before, p, sizeof before), "undo of no move");
}

static void check_refused(Position *p, int count, Random *random) {
    for (int i = 0; i < 6; i++) {
        Move other = fast[random_below(random, (uint32_t)count)] ^ (Move)1
                                                                       << random_below(random, 32);
        bool listed = bsearch(&other, fast, (size_t)count, sizeof other, move_by_value);
        CHECK(movegen_is_legal(p, other) == listed, "%llx is %slisted", (unsigned long long)other,
              listed ? "" : "not ");
    }
}

static void check_texts(const Position *p, Move m) {
    static const HenkaNotation notations[] = {HENKA_USI, HENKA_COORDINATES, HENKA_XBOARD,
                                              HENKA_WESTERN, HENKA_JAPANESE};
    HenkaGame *game = game_from(p, 1);
    char text[TEXT], again[TEXT];
    HenkaError error = {0};
    for (size_t i = 0; i < sizeof notations / sizeof *notations; i++) {
        HenkaMove read = HENKA_NO_MOVE;
        henka_move_text(game, m, notations[i], text, sizeof text);
        bool understood = notations[i] == HENKA_XBOARD
                              ? henka_xboard_move_parse(game, text, &read, &error)
                              : henka_move_parse(game, text, &read, &error);
        CHECK(understood && read == m, "%llx is written %s and read as %llx: %s",
              (unsigned long long)m, text, (unsigned long long)read,
              understood ? "" : error.message);
    }
    henka_game_sfen(game, text, sizeof text);
    HenkaGame *back = henka_game_new(p->variant, text, &error);
    CHECK(back, "%s: %s", text, error.message);
    if (back) {
        henka_game_sfen(back, again, sizeof again);
        CHECK(!strcmp(text, again) && henka_game_hash(back) == henka_game_hash(game),
              "%s is read as %s", text, again);
    }
    henka_game_free(back);
    henka_game_free(game);
}

static void count_kinds(const Position *p, Move m) {
    met.castlings += move_is_castling(m);
    met.in_passing += !move_is_drop(m) && move_victim_count(m) && !p->board[move_to(m)];
    met.pushes += p->state.push_from != p->state.push_to;
}

/* The rare moves are preferred. */
static Move choose(const Position *p, int count, Random *random) {
    for (int i = 0; i < count; i++)
        if (move_is_special(fast[i]) && random_below(random, 3) == 0) return fast[i];
    (void)p;
    return fast[random_below(random, (uint32_t)count)];
}

static void play(const HenkaVariant *v, Random *random) {
    Position p;
    position_start(&p, v);
    for (int ply = 0; ply < PLIES; ply++) {
        CHECK_ABOUT("%s %s", v->name, show_position(&p));
        int count = movegen_legal(&p, MOVEGEN_ALL, fast);
        if (ply % 4 == 0 || p.state.push_from != p.state.push_to) check_lists(&p, count);
        if (!count) return;
        moves_sort(fast, count);
        check_refused(&p, count, random);
        Move m = choose(&p, count, random);
        for (int i = 0; i < 4; i++) check_made(&p, fast[random_below(random, (uint32_t)count)]);
        check_made(&p, m);
        if (ply % 8 == 0 || move_is_special(m)) check_texts(&p, m);
        count_kinds(&p, m);
        Edits e;
        position_do(&p, m, &e);
    }
}

static HenkaVariant *parse(const char *text) {
    HenkaDiagnostic entry;
    HenkaReport report = {.entries = &entry, .cap = 1};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    CHECK(v, "%d:%d %s\n%s", entry.at.line, entry.at.column, entry.at.message, text);
    return v;
}

static void check_play(int count) {
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        HenkaVariant *v = parse(games[i].text);
        Random random = {i + 1};
        if (!v) continue;
        memset(&met, 0, sizeof met);
        for (int game = 0; game < count; game++) play(v, &random);
        CHECK_ABOUT("%s", v->name);
        CHECK((met.castlings > 0) == games[i].castles, "%d castlings", met.castlings);
        CHECK((met.in_passing > 0) == games[i].takes_in_passing, "%d captures in passing of %d",
              met.in_passing, met.pushes);
        henka_variant_free(v);
    }
    CHECK_ABOUT(" ");
}

/* ---- positions whose moves are known --------------------------------------------------------- */

/* What one FEN means, and whether a move is legal there. */
static const struct {
    const char *fen, *move;
    bool legal;
    const char *why;
} known[] = {
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true, "castling"},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", false, "a piece has moved"},
    {"4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1g1", true, "the rook's file says it too"},
    {"4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1g1", false, "something stands between"},
    {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", false, "something stands beside the rook"},
    {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", true, "the rook passes an attacked square"},
    {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", false, "the king passes an attacked square"},
    {"2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", false, "the king arrives on one"},
    {"4r3/8/8/8/8/8/8/R3K2k w Q - 0 1", "e1c1", false, "out of check"},
    {"r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", true, "the second side castles"},
    {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true, "the king takes its rook: castling"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true, "en passant"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", false, "no longer"},
    {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", false, "the rank opens"},
    {"8/8/8/3pP3/8/k1b5/8/K7 w - d6 0 1", "e5d6", false, "check remains"},
    {"8/8/8/2kpP3/8/8/8/4K2b w - d6 0 1", "e5d6", true, "nothing opens"},
    {"4k3/8/8/2KpP3/8/8/8/8 w - d6 0 1", "e5d6", true, "beside the king"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", true, "a first move of two"},
    {"4k3/8/8/8/3p4/4n3/4P3/4K3 w - - 0 1", "e2e4", false, "it may not jump"},
};

static void check_known(const HenkaVariant *v) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        HenkaError error = {0};
        HenkaMove m;
        HenkaGame *game = henka_game_new(v, known[i].fen, &error);
        CHECK_ABOUT("%s %s", known[i].fen, known[i].move);
        CHECK(game, "%d: %s", error.column, error.message);
        if (!game) continue;
        CHECK(henka_move_parse(game, known[i].move, &m, &error) == known[i].legal, "%s",
              known[i].why);
        check_lists(&game->position, movegen_legal(&game->position, MOVEGEN_ALL, fast));
        henka_game_free(game);
    }
    CHECK_ABOUT(" ");
}

/* What comes back home does not become unmoved; a right to capture in passing lasts one move. */
static void check_history(const HenkaVariant *v) {
    static const struct {
        const char *moves, *sfen_tail;
    } lines[] = {
        {"", "1a1h4a4h8a8h"},
        {"e2e4", "1a1h4a4h8a8h"},
        {"e2e4 a7a6 e4e5 d7d5", "1a1h4a4h8a8h,5b5d"},
        {"e2e4 a7a6 e4e5 d7d5 a2a3", "1a1h4a4h8a8h"},
        {"g1f3 g8f6 h1g1 h8g8 g1h1 g8h8", "4a4h8a8h"},
        {"e2e3 e7e6 e1e2 e8e7 e2e1 e7e8", "1a1h8a8h"},
        {"g2g3 b7b6 f1g2 c8b7 g2b7 d7d6 b7a8", "1a1h4a4h8h"},
        {"g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1", "1a4a8a8h"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[256], sfen[TEXT];
        HenkaError error = {0};
        snprintf(text, sizeof text, "startpos moves %s", lines[i].moves);
        HenkaGame *game = henka_game_new(v, *lines[i].moves ? text : "startpos", &error);
        CHECK(game, "%s: %s", text, error.message);
        if (!game) continue;
        henka_game_sfen(game, sfen, sizeof sfen);
        CHECK(!strcmp(strrchr(sfen, ' ') + 1, lines[i].sfen_tail), "%s: %s", text, sfen);
        henka_game_free(game);
    }
}

/* What ends a royal's first moves: a piece that comes to aim at it, whatever stands between; and
 * what does not: one that stood there already, one of another kind, one of its own side. */
static void check_aims(void) {
    static const struct {
        const char *sfen, *move, *after; /* after: the field of what has not moved */
    } rows[] = {
        {"2k2/5/5/5/R1K2 b - 1", "5e5a", "3e"},     {"2k2/5/5/5/R1K2 b - 1", "5e5d", "3a3e"},
        {"2k2/2p2/5/R4/2K2 b - 1", "5d3d", "3e"},   {"2k2/2p2/5/R4/2K2 b - 1", "5d4d", "3a3e"},
        {"2k2/5/5/2r2/R1K2 w - 1", "3d3c", "3a"},   {"2k2/2p2/2R2/5/2K2 b - 1", "3e2e", "3a"},
        {"2k2/2p2/2R2/5/2K2 b - 1", "3c3d", "3e"},  {"2k2/2p2/5/5/2K2 b R 1", "R*3d", "3e"},
        {"2k2/2p2/5/5/2K2 b B 1", "B*1c", "3a3e"},  {"2k2/P4/5/5/2K2 b - 1", "5b5a=R", "3e"},
        {"2k2/P4/5/5/2K2 b - 1", "5b5a=B", "3a3e"}, {"2k2/5/5/5/R1K2 b - 1 3e", "5e5a", "3e"},
        {"2k2/5/5/1R3/2K2 b - 1 3a", "4d3d", "-"}};
    HenkaVariant *v =
        parse("name=aimed\nfiles=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\nroyal=K\n"
              "endsFirstMoves=R\nmaxPromote=1\npromoChoice=RB\npawn:P:fW:P:a2\n"
              "rook:R:R:R:a1\nbishop:B:B:B:b1\nking:K:KimD:K:c1\n");
    for (size_t i = 0; v && i < sizeof rows / sizeof *rows; i++) {
        char sfen[TEXT];
        HenkaError error = {0};
        HenkaMove m;
        HenkaGame *game = henka_game_new(v, rows[i].sfen, &error);
        CHECK_ABOUT("%s %s", rows[i].sfen, rows[i].move);
        CHECK(game, "%d: %s", error.column, error.message);
        bool read = game && henka_move_parse(game, rows[i].move, &m, &error);
        if (game) CHECK(read, "%s", error.message);
        if (read) {
            henka_game_play(game, m);
            henka_game_sfen(game, sfen, sizeof sfen);
            CHECK(!strcmp(strrchr(sfen, ' ') + 1, rows[i].after), "%s", sfen);
        }
        henka_game_free(game);
    }
    henka_variant_free(v);
    CHECK_ABOUT(" ");
}

/* Two ways to one position; ways to positions that differ in a right alone. */
static void check_keys(const HenkaVariant *v) {
    static const struct {
        const char *one, *other;
        bool same;
    } pairs[] = {
        {"g1f3 g8f6 f3g1 f6g8", "", true},
        {"g1f3 g8f6 h1g1 f6g8 g1h1 g8f6 f3g1 f6g8", ""},
        {"e2e4 e7e6", "e2e3 e7e6 e3e4", false}, /* the other side is to move */
        {"e2e3 e7e6 e3e4", "e2e4 e7e6 g1f3 g8f6 f3g1 f6g8"},
        {"e2e4", "e2e3 b8c6 e3e4 c6b8 g1f3 b8c6 f3g1 c6b8"},
        {"e2e3 b8c6 e3e4 c6b8 g1f3 b8c6 f3g1", "e2e4 b8c6"},
        {"e2e4 b8c6 g1f3 c6b8 f3g1", "e2e4", true},
        {"a2a3 d7d5 a3a4 d5d4 e2e4", "a2a3 d7d5 a3a4 d5d4 e2e3 b8c6 e3e4 c6b8 g1f3 b8c6 f3g1 c6b8",
         false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        uint64_t keys[2];
        for (int k = 0; k < 2; k++) {
            char text[256];
            const char *moves = k ? pairs[i].other : pairs[i].one;
            snprintf(text, sizeof text, "startpos%s%s", *moves ? " moves " : "", moves);
            HenkaError error = {0};
            HenkaGame *game = henka_game_new(v, text, &error);
            CHECK(game, "%s: %s", text, error.message);
            keys[k] = game ? game->position.key : 0;
            henka_game_free(game);
        }
        CHECK((keys[0] == keys[1]) == pairs[i].same, "%s and %s", pairs[i].one, pairs[i].other);
    }
}

/* Set-up by hand: a square that was emptied remembers nothing, so that its position is the one that
 * never had the piece; one of the array that is put back has not moved. */
static void check_set_up(const HenkaVariant *v) {
    Position p, start, without;
    position_start(&start, v);
    p = start;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = start.board[square];
        if (!piece) continue;
        CHECK_ABOUT("square %d", square);
        CHECK(position_is_unmoved(&p, square), "has moved at the start");
        position_clear(&without, v);
        for (int at = 0; at < v->squares; at++)
            if (at != square && start.board[at]) position_put(&without, at, start.board[at]);
        position_take(&p, square);
        CHECK(!position_is_unmoved(&p, square) && p.hash == without.hash && p.key == without.key,
              "taken");
        position_put(&p, square, piece_make(!piece_side(piece), piece_type(piece)));
        CHECK(!position_is_unmoved(&p, square), "another piece put");
        position_take(&p, square);
        position_put(&p, square, piece);
        CHECK(position_is_unmoved(&p, square) && p.hash == start.hash && p.key == start.key,
              "put back");
    }
}

/* The start of a handicap: the pieces that are left have not moved. */
static void check_handicap(void) {
    char text[4096];
    snprintf(text, sizeof text, "%s\nhandicap=rook>a1\n", chess);
    HenkaVariant *v = parse(text);
    if (!v) return;
    const char *start = henka_variant_handicap(v, 0).start;
    CHECK(!strcmp(start, "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1 1a1h4a4h8h"), "%s",
          start);
    henka_variant_free(v);
}

/* SFENs and FENs that say what cannot be. */
static void check_refused_fields(const HenkaVariant *v) {
#define MEN "4k3/8/8/3pP3/8/8/8/4K2R"
    static const struct {
        const char *sfen;
        int column;       /* of the error; 0: none */
        const char *part; /* of its message; NULL: any */
    } fields[] = {
        {MEN " b - 1", 0},         {MEN " b - 1 -", 0},
        {MEN " b - 1 4h1h", 0},    {MEN " b - 1 4h1h,5b5d", 0},
        {MEN " b - 1 -,5b5d", 0},  {MEN " b - 1 8h", 31},
        {MEN " b - 1 4h8", 33},    {MEN " b - 1 4h4d", 33},
        {MEN " b - 1 -,5b", 33},   {MEN " b - 1 -,4b4d", 33},
        {MEN " b - 1 -,5c5d", 33}, {MEN " w - 1 -,5b5d", 33},
        {MEN " b - 1 4h ?", 34},   {MEN " w K d6 0 1", 0},
        {MEN " w - d6 0 1", 0},    {MEN " w KQ - 0 1", 28},
        {MEN " w k - 0 1", 27},    {MEN " w K e6 0 1", 29},
        {MEN " w K d5 0 1", 29},   {MEN " w K z6 0 1", 29, "expected a square"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        HenkaError error = {0};
        HenkaGame *game = henka_game_new(v, fields[i].sfen, &error);
        CHECK(!game == (fields[i].column > 0) && error.column == fields[i].column &&
                  (!fields[i].part || strstr(error.message, fields[i].part)),
              "%s: %d %s", fields[i].sfen, error.column, error.message);
        henka_game_free(game);
    }
}

/* How many checks a side has given, as far as the game counts. */
static void check_refused_counts(void) {
    static const struct {
        const char *counts;
        bool good;
    } fields[] = {{"+0+0", true},  {"+2+1", true},  {"+3+0", true}, {"+4+0", false},
                  {"+0+4", false}, {"+x+0", false}, {"+1", false},  {"+1-1", false}};
    char text[4096], sfen[TEXT];
    snprintf(text, sizeof text, "%schecksToWin=3\n", chess);
    HenkaVariant *v = parse(text);
    for (size_t i = 0; v && i < sizeof fields / sizeof *fields; i++) {
        HenkaError error = {0};
        snprintf(sfen, sizeof sfen, "4k3/8/8/8/8/8/8/4K3 b - 1 -,%s", fields[i].counts);
        HenkaGame *game = henka_game_new(v, sfen, &error);
        CHECK(!!game == fields[i].good, "%s: %s", sfen, error.message);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

/* What is dropped has moved, wherever it comes down. */
static void check_dropped(void) {
    char text[4096];
    snprintf(text, sizeof text, "%sholdingsType=-1\n", chess);
    HenkaVariant *v = parse(text);
    HenkaGame *game = v ? henka_game_new(v, "4k3/8/8/8/8/8/1P6/4K3 b P 1 7g", NULL) : NULL;
    CHECK(game, "the position");
    for (int i = 0; game && i < 2; i++)
        CHECK(henka_game_play_text(game, i ? "e8d8" : "P*a2", NULL, NULL) == HENKA_TEXT_PLAYED,
              "move %d", i);
    HenkaMove m;
    CHECK(game && henka_move_parse(game, "b2b4", &m, NULL), "one that stood there all the time");
    CHECK(game && !henka_move_parse(game, "a2a4", &m, NULL), "one that was dropped");
    henka_game_free(game);
    henka_variant_free(v);
}

static void check_fen(const HenkaVariant *v) {
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 3",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        char fen[TEXT];
        HenkaGame *game = henka_game_new(v, fens[i], NULL);
        if (game) henka_game_fen(game, fen, sizeof fen);
        CHECK(game && !strcmp(fen, fens[i]), "%s is written %s", fens[i], fen);
        henka_game_free(game);
    }
}

/* A modifier or a condition that state_push_targets does not know makes a push an ordinary term,
 * whatever it is: each byte of both is set in turn. */
static void check_pushes(void) {
    static const size_t of_leg[] = {offsetof(Leg, dirs), offsetof(Leg, range), offsetof(Leg, skip),
                                    offsetof(Leg, lame), offsetof(Leg, must_jump)};
    static const size_t of_conditions[] = {
        offsetof(Conditions, total_range), offsetof(Conditions, virgin),
        offsetof(Conditions, rights), offsetof(Conditions, own_half),
        offsetof(Conditions, free_of_matrix)};
    const Term push = {.leg_count = 1,
                       .legs = {{.dirs = 2, .modes = LEG_EMPTY, .range = 2}},
                       .conditions = {.virgin = true}};
    CHECK(term_is_push(&push), "a plain push");
    for (size_t at = 0; at < sizeof(Leg); at++) {
        Term term = push;
        bool listed = false;
        for (size_t i = 0; i < sizeof of_leg / sizeof *of_leg; i++) listed |= of_leg[i] == at;
        ((unsigned char *)&term.legs[0])[at] ^= 1;
        CHECK(term_is_push(&term) == listed, "with byte %zu of its leg", at);
    }
    for (size_t at = 0; at < sizeof(Conditions); at++) {
        Term term = push;
        bool listed = false;
        for (size_t i = 0; i < sizeof of_conditions / sizeof *of_conditions; i++)
            listed |= of_conditions[i] == at;
        ((unsigned char *)&term.conditions)[at] |= 1;
        CHECK(term_is_push(&term) == listed, "with byte %zu of its conditions", at);
    }
}

int main(int argc, char **argv) {
    HenkaVariant *v = parse(chess);
    check_handicap();
    check_refused_counts();
    check_dropped();
    check_aims();
    check_pushes();
    check_play(argc > 1 ? atoi(argv[1]) : GAMES);
    if (v) {
        check_known(v);
        check_history(v);
        check_keys(v);
        check_set_up(v);
        check_refused_fields(v);
        check_fen(v);
    }
    henka_variant_free(v);
    return check_done();
}
