/* The lanes, and what a strip asks of all men at once, against one man after the other on random
 * play. */
#include <string.h>

#include "base/lanes.h"
#include "base/random.h"
#include "check.h"
#include "rules/movegen.h"
#include "rules/strip.h"

enum { GAMES = 5, PLIES = 120 };

static const char hoppers[] =
    "name=hoppers\nfiles=1\nranks=32\nsymmetry=rotate\nholdingsType=-1\nstalemate=loss\nroyal=K\n"
    "king:K:vW:K:a1\nrook:R:vR:R:a2\ngun:G:vmRvcpR:G:a4,a7\npao:O:vpR:O:a5\nrider:D:vD4:D:"
    "a6\nsoldier:S:fW:S:a9,a11\n";

static uint64_t word_of(uint32_t lanes[LANES], bool asked(uint32_t)) {
    uint64_t answers = 0;
    for (int i = 0; i < LANES; i++) answers |= (uint64_t)asked(lanes[i]) << i;
    return answers;
}
static bool is_any(uint32_t number) { return number; }
static bool is_few(uint32_t number) { return !(number & (number - 1)); }

static void check_lanes(Random *random) {
    uint32_t a[LANES], top[LANES], sum = 0, half_sum = 0;
    uint64_t bits = random_next(random) | random_next(random);
    for (int i = 0; i < LANES; i++) {
        a[i] = (uint32_t)(random_next(random) & random_next(random) & random_next(random) &
                          random_next(random));
        if (bits >> i & 1) a[i] &= (uint32_t)1 << (random_next(random) & 31);
        top[i] = a[i] ? (uint32_t)1 << (31 - __builtin_clz(a[i])) : 0;
        sum |= a[i], half_sum |= i < LANES / 2 ? a[i] : 0;
    }
    Lanes tops = lanes_msb(lanes_at(a)), met = lanes_at(a) & 0xFF;
    HalfLanes half = *(HalfLanes *)a, half_tops = half_msb(half);
    size_t length = 0;
    char shown[16 * LANES];
    for (int i = 0; i < LANES; i++)
        length += (size_t)snprintf(shown + length, sizeof shown - length, " %x", a[i]);
    CHECK_ABOUT("lanes%s", shown);
    CHECK(lanes_any(lanes_at(a)) == word_of(a, is_any) &&
              lanes_at_most_one(lanes_at(a)) == word_of(a, is_few),
          "any %llx, few %llx", (unsigned long long)lanes_any(lanes_at(a)),
          (unsigned long long)lanes_at_most_one(lanes_at(a)));
    CHECK(lanes_intersect(lanes_at(a), lanes_all(0xFF)) == lanes_any(met), "lanes that meet");
    CHECK(!memcmp(&tops, top, sizeof top) && !memcmp(&half_tops, top, sizeof top / 2),
          "highest bits");
    CHECK(lanes_union(lanes_at(a)) == sum && half_union(half) == half_sum, "union %x, of half %x",
          lanes_union(lanes_at(a)), half_union(half));
    CHECK_ABOUT("%s", "");
}

static void check_board(const char *game, const Position *p) {
    for (int square = 0; square < p->variant->squares; square++) {
        Piece piece = p->board[square];
        const SmallAttacks *way = &p->variant->tables->small_attacks[piece_side(piece)][small_index(
            p->variant->tables, piece_type(piece), square)];
        bool same = p->strip.steps[square] == way->steps && p->strip.up[square] == way->up &&
                    p->strip.down[square] == way->down;
        CHECK(same && p->strip.hops[square] == way->hops &&
                  (piece || !(way->steps | way->up | way->down | way->hops)),
              "%s: square %d", game, square);
    }
}

/* What a man attacks over a board so occupied. */
static uint64_t taken_by(const Position *p, int from, uint64_t occupied) {
    return strip_attacks_from(p->variant->tables, piece_side(p->board[from]),
                              piece_type(p->board[from]), from, occupied);
}

/* Does he attack the square, or would he, one of the pieces gone or one more there? */
static bool threatens(const Position *p, int from, uint64_t square, uint64_t occupied) {
    bool hits = taken_by(p, from, occupied) & square;
    for (int i = 0; i < p->variant->squares && !hits; i++)
        if (i != from && (uint64_t)1 << i != square)
            hits = taken_by(p, from, occupied ^ (uint64_t)1 << i) & square;
    return hits;
}

static void check_square(const char *game, const Position *p, uint64_t square, uint64_t occupied) {
    uint64_t attackers = strip_attackers_to(p, square, occupied),
             threats = strip_xray_attackers_to(p, square, occupied),
             hunters = strip_pieces_with_capture(p, occupied, square);
    for (int from = 0; from < p->variant->squares; from++) {
        if (!p->board[from] || (uint64_t)1 << from == square) continue;
        bool takes = taken_by(p, from, occupied | square) & square;
        CHECK((attackers >> from & 1) == takes, "%s: the piece on %d takes", game, from);
        CHECK(threats >> from & 1 || !threatens(p, from, square, occupied | square),
              "%s: the piece on %d threatens", game, from);
        if (occupied & square)
            CHECK((hunters >> from & 1) == takes || p->strip.hops[from],
                  "%s: the piece on %d hunts", game, from);
    }
}

/* What these men reach, screens aside, is what they take with nobody who hops. */
static void check_reach(const char *game, const Position *p, uint64_t men, uint64_t occupied) {
    uint64_t taken = 0, jumpers = strip_hoppers(p);
    for (int from = 0; from < p->variant->squares; from++)
        CHECK((jumpers >> from & 1) == (p->strip.hops[from] != 0), "%s: hops from %d", game, from);
    for (uint64_t left = men & ~jumpers; left; left &= left - 1)
        if (p->board[__builtin_ctzll(left)]) taken |= taken_by(p, __builtin_ctzll(left), occupied);
    StripReach reach = strip_attacks_of(p, men & ~jumpers, occupied);
    CHECK(reach.all == taken && !(reach.lines & ~reach.all), "%s: reach", game);
}

static void check_position(const char *game, const Position *p, Random *random) {
    uint64_t all = (uint64_t)(p->by_side[0] | p->by_side[1]);
    check_board(game, p);
    check_reach(game, p, all & random_next(random), all & random_next(random));
    for (int square = 0; square < p->variant->squares; square++) {
        check_square(game, p, (uint64_t)1 << square, all);
        check_square(game, p, (uint64_t)1 << square, all & random_next(random));
    }
}

static void play(const char *game, HenkaVariant *v, Random *random) {
    static Move list[HENKA_MAX_MOVES];
    CHECK(v && v->tables->strip, "%s is no strip", game);
    for (int i = 0; v && i < GAMES; i++) {
        Position p;
        int count = 1;
        position_start(&p, v);
        for (int ply = 0; ply < PLIES && (count = movegen_legal(&p, MOVEGEN_ALL, list)); ply++) {
            Edits e;
            Move m = list[random_below(random, (uint32_t)count)];
            check_position(game, &p, random);
            position_do(&p, m, &e);
            position_undo(&p, &e);
            check_board(game, &p);
            position_do(&p, m, &e);
        }
    }
    henka_variant_free(v);
}

int main(void) {
    Random random = {7};
    for (int i = 0; i < 1000; i++) check_lanes(&random);
    play("ito", henka_variant_shipped("ito", NULL, 0, NULL), &random);
    play("rutherford", henka_variant_shipped("rutherford", NULL, 0, NULL), &random);
    play("hoppers", henka_variant_parse(hoppers, strlen(hoppers), NULL, 0, NULL), &random);
    return check_done();
}
