/* Any men anywhere on boards beyond 128 squares: the crowds and the rare promoted pieces that
 * random play hardly meets. The fast list must equal the oracle's, and a square is attacked exactly
 * when the oracle could take a piece that stood there. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/oracle.h"
#include "show.h"
#include "sorted.h"
#include "tables/tables.h"

enum { POSITIONS = 400, ATTACKS = 6 };

/* Ranks and files unlike, slides of three and long leaps, walks whose whole path is bounded,
 * promotion on entering alone. */
static const char wide_game[] = "name=wide\nfiles=12\nranks=15\nsymmetry=rotate\nroyalRule="
                                "capture\npromoZone=4\npromotion=enter\nroyal=K\n"
                                "king:K:K:K:f1\npawn:P:fW:P:a3-l3\nrider:R:RfB3:R:a1\ncapturer:C:"
                                "mRcBcR2:C:b1\nlong:L:W3F2:L:c1\nfar:F:NCfsDB4:F:d1\n"
                                "lion:N:KNADcaKmcabK:N:e1\n"
                                "bound:U:(a)1K1!caF1!:U:g1\n+pawn:+P:Q2:P2:\n+rider:+R:QN:R2:\n+"
                                "capturer:+C:QmNcZ:C2:\n+far:+F:NCBR4:F2:\n";

/* What large boards do beside: hops of every range, riders whose steps lead to no neighbour, slides
 * that leap over their first square, stings, igui to one side, paths of no known shape, freezing,
 * ranks, and a choice of promotions. */
static const char strange_game[] =
    "name=strange\nfiles=13\nranks=12\nsymmetry=rotate\nroyalRule=capture\npromoZone=3\n"
    "promotes=O:+O\nfreezes=Z\nnoBurn=S>I\njumpRank=J:3,V:2,K:9\nroyal=K\nking:K:K:K:f1\n"
    "over:O:fW:O:a3-m3\ncannon:C:mRcpR:C:a1\nvault:V:cpB4:V:b1\nfar:G:gQ:G:c1\n"
    "rider:R:NNDD:R:d1\nski:J:fjRbjB3:J:e1\nsting:S:fcafWWcafmF:S:g1\nigui:I:WfcabWFcabF:I:h1\n"
    "bent:B:[W?F]zR4:B:i1\nfreezer:Z:K:Z:j1\ncapturer:M:mRcBcR3:M:k1\n"
    "blaze:E:shQshy(mpacab)2Q(a)2Kmcab(mpacab)1K(a)2mpacabK(a)2mpacabmpacabKmNcZ:E:l1\nember:D:"
    "shQshy(mpacab)2Q(a)2Kmcab("
    "mpacab)1K(a)2mpacabK(a)2mpacabmpacabKcpB:D:m1\n+over:+O:"
    "QcabK:+O:\n";

/* Leaps without number, and eight ways to promote wherever one lands. */
static const char crowded_game[] =
    "name=crowded\nfiles=16\nranks=16\nsymmetry=rotate\nroyalRule=capture\npromoZone="
    "16\nmaxPromote=1\npromoChoice=ABCDEFGH\n"
    "royal=10\nmany:M:NCZGHADF:M:a1\na:A:W:A:\nb:B:F:B:\nc:C:K:C:\nd:D:N:D:\ne:E:R:E:\nf:F:Q:F:\ng:"
    "G:A:G:\nh:H:D:H:\nking:K:K:K:f1\n";

static Move fast[HENKA_MAX_MOVES], slow[HENKA_MAX_MOVES];

static void scatter(Position *p, const HenkaVariant *v, Random *random) {
    int men = 4 + (int)random_below(random, (uint32_t)v->squares * 3 / 4);
    position_clear(p, v);
    for (int i = 0; i < men; i++) {
        int square = (int)random_below(random, (uint32_t)v->squares);
        Piece piece = piece_make((int)random_below(random, 2),
                                 1 + (int)random_below(random, (uint32_t)v->type_count));
        if (!p->board[square]) position_put(p, square, piece);
    }
    for (int type = 1; type <= v->type_count; type++)
        for (int side = 0; side < 2 && v->types[type].royal; side++) {
            int square = (int)random_below(random, (uint32_t)v->squares);
            if (p->board[square]) position_take(p, square);
            position_put(p, square, piece_make(side, type));
        }
    position_set_side(p, (int)random_below(random, 2));
}

static bool agrees(Position *p) {
    int count = movegen_legal(p, MOVEGEN_ALL, fast), slow_count = oracle_legal(p, slow);
    moves_sort(fast, count);
    moves_sort(slow, slow_count);
    if (count != slow_count || memcmp(fast, slow, sizeof *fast * (size_t)count)) return false;
    int captures = movegen_legal(p, MOVEGEN_CAPTURES, fast),
        quiets = movegen_legal(p, MOVEGEN_QUIETS, fast + captures);
    for (int i = 0; i < captures + quiets; i++)
        if (position_is_capture(p, fast[i]) != (i < captures)) return false;
    moves_sort(fast, captures + quiets);
    return captures + quiets == slow_count &&
           !memcmp(fast, slow, sizeof *fast * (size_t)slow_count);
}

static void compare(HenkaVariant *v) {
    Random random = {11};
    for (int i = 0; i < POSITIONS; i++) {
        Position p;
        scatter(&p, v, &random);
        CHECK(agrees(&p), "%s: position %d differs from the oracle: %s", v->name, i,
              show_position(&p));
    }
}

/* The cheapest piece of the side to move that could take what stands on the square, one by one. */
static int plain_least_valuable(const Position *p, int square, const int32_t *worth) {
    int best = INT32_MAX;
    for (int from = 0; from < p->variant->squares; from++)
        if (p->board[from] && piece_side(p->board[from]) == p->side &&
            !attacks_is_frozen(p, from) && worth[piece_type(p->board[from])] < best &&
            oracle_walk_attacks(p, from, square))
            best = worth[piece_type(p->board[from])];
    return best;
}

/* Does some capture of this piece take what stands on the square without ending there? */
static bool takes_in_passing(const Position *p, int from, int square) {
    static Move raw[HENKA_MAX_MOVES];
    int count = oracle_walk(p, from, p->board[from], raw, HENKA_MAX_MOVES);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < move_victim_count(raw[i]); k++)
            if (move_victim(raw[i], k) == square) return true;
    return false;
}

static void compare_least_valuable(const HenkaVariant *v) {
    Random random = {13};
    int found = 0, passing = 0;
    for (int i = 0; i < POSITIONS; i++) {
        Position p;
        int32_t worth[MAX_TYPES];
        scatter(&p, v, &random);
        for (int type = 0; type < MAX_TYPES; type++)
            worth[type] = (int32_t)random_below(&random, 1000);
        for (int square = 0; square < v->squares; square++) {
            if (!p.board[square] || piece_side(p.board[square]) == p.side) continue;
            bool lands;
            int from = attacks_least_valuable(&p, square, p.side, worth, &lands),
                least = plain_least_valuable(&p, square, worth);
            CHECK((from < 0 ? INT32_MAX : worth[piece_type(p.board[from])]) == least,
                  "%s: the least valuable attacker of %d stands on %d, unlike the oracle's: %s",
                  v->name, square, from, show_position(&p));
            if (from < 0) continue;
            found++, passing += !lands;
            CHECK(!lands || !v->tables->shapes[piece_type(p.board[from])].burn_max ||
                      !takes_in_passing(&p, from, square),
                  "%s: the burner on %d need not end on %d: %s", v->name, from, square,
                  show_position(&p));
        }
    }
    CHECK(found > 1000, "%s: %d attackers", v->name, found);
    CHECK(passing > 20, "%s: %d attackers need not land", v->name, passing);
}

/* More of them than a list holds: it stops there. */
static void overfill(const HenkaVariant *v) {
    enum { BEYOND = 64 };
    static Move list[HENKA_MAX_MOVES + BEYOND];
    Position p;
    int written = 0;
    position_clear(&p, v);
    for (int square = 0; square < v->squares; square++)
        position_put(&p, square,
                     piece_make((square ^ square / v->ranks) & 1, square / 2 ? 1 : v->type_count));
    int count = movegen_legal(&p, MOVEGEN_CAPTURES, list);
    for (int i = 0; i < BEYOND; i++) written += list[HENKA_MAX_MOVES + i] != MOVE_NONE;
    CHECK(count > HENKA_MAX_MOVES - 64 && count <= HENKA_MAX_MOVES && !written,
          "%s: %d moves in a list of %d, %d written beyond it", v->name, count, HENKA_MAX_MOVES,
          written);
}

/* Could a piece of that side take what stands on the square, by its legs alone? */
static bool oracle_attacked(const Position *p, int square, int by) {
    for (int from = 0; from < p->variant->squares; from++)
        if (p->board[from] && piece_side(p->board[from]) == by &&
            oracle_walk_attacks(p, from, square))
            return true;
    return false;
}

/* One piece of each type by itself among enemies, so that no other answers for it. */
static void compare_lone_attackers(const HenkaVariant *v) {
    enum { BOARDS = 12 };
    Random random = {14};
    for (int i = 0; i < v->type_count * BOARDS; i++) {
        int by = i & 1, from = (int)random_below(&random, (uint32_t)v->squares),
            men = (int)random_below(&random, (uint32_t)v->squares / 4);
        Position p;
        position_clear(&p, v);
        position_put(&p, from, piece_make(by, 1 + i / BOARDS));
        for (int man = 0; man < men; man++) {
            int square = (int)random_below(&random, (uint32_t)v->squares),
                type = 1 + (int)random_below(&random, (uint32_t)v->type_count);
            if (!p.board[square]) position_put(&p, square, piece_make(!by, type));
        }
        for (int square = 0; square < v->squares; square++) {
            if (!p.board[square] || square == from) continue;
            bool attacked = attacks_square_attacked(&p, square, by);
            CHECK(attacked == oracle_walk_attacks(&p, from, square),
                  "%s: the piece on %d %s %d, unlike the oracle: %s", v->name, from,
                  attacked ? "attacks" : "does not attack", square, show_position(&p));
        }
    }
}

/* enemies_only: squares where something stands that could be taken. Of hops, stings, riders and
 * paths of no known shape the quick answer knows no others. */
static void compare_attacks(const HenkaVariant *v, bool enemies_only) {
    Random random = {12};
    int plain = 0;
    while (v->types[++plain].royal) continue;
    for (int i = 0; i < POSITIONS; i++) {
        Position p;
        scatter(&p, v, &random);
        for (int n = 0; n < ATTACKS; n++) {
            int square = (int)random_below(&random, (uint32_t)v->squares), by = n & 1;
            Position q = p;
            if (enemies_only && (!q.board[square] || piece_side(q.board[square]) == by)) continue;
            if (q.board[square] && piece_side(q.board[square]) == by) position_take(&q, square);
            if (!q.board[square]) position_put(&q, square, piece_make(!by, plain));
            bool attacked = attacks_square_attacked(&p, square, by);
            CHECK(attacked == oracle_attacked(&q, square, by),
                  "%s: square %d is %sattacked by side %d, unlike the oracle: %s", v->name, square,
                  attacked ? "" : "not ", by, show_position(&p));
        }
    }
}

int main(void) {
    HenkaVariant *variants[] = {
        henka_variant_shipped("suzumu", NULL, 0, NULL),
        henka_variant_parse(wide_game, strlen(wide_game), NULL, 0, NULL),
        henka_variant_parse(strange_game, strlen(strange_game), NULL, 0, NULL)};
    for (int i = 0; i < 3; i++) {
        CHECK(variants[i], "game %d does not load", i);
        if (!variants[i]) continue;
        compare(variants[i]);
        compare_attacks(variants[i], i == 2);
        compare_lone_attackers(variants[i]);
        compare_least_valuable(variants[i]);
        henka_variant_free(variants[i]);
    }
    HenkaVariant *crowded = henka_variant_parse(crowded_game, strlen(crowded_game), NULL, 0, NULL);
    CHECK(crowded, "the crowded game does not load");
    if (crowded) overfill(crowded);
    henka_variant_free(crowded);
    return check_done();
}
