/* The generator by the oracle alone (rules/plain.c) against the fast ones: the same moves of each
 * kind, the same attacks, checks and frozen pieces, in random play of every shipped game. */
#include "base/random.h"
#include "check.h"
#include "rules/attacks.h"
#include "rules/movegen.h"
#include "sorted.h"

#include <stdlib.h>
#include <string.h>

/* Under names of their own, beside those that they stand for. */
#define movegen_legal plain_legal
#define movegen_any_legal plain_any_legal
#define movegen_is_legal plain_is_legal
#define movegen_with_check plain_with_check
#define attacks_square_attacked plain_square_attacked
#define attacks_royal_attacked plain_royal_attacked
#define attacks_royals_face plain_royals_face
#define attacks_in_check plain_in_check
#define attacks_gives_check plain_gives_check
#define attacks_is_frozen plain_is_frozen
#include "rules/plain.c"
#undef movegen_legal
#undef movegen_any_legal
#undef movegen_is_legal
#undef movegen_with_check
#undef attacks_square_attacked
#undef attacks_royal_attacked
#undef attacks_royals_face
#undef attacks_in_check
#undef attacks_gives_check
#undef attacks_is_frozen

enum { GAMES = 2, PLIES = 60 };

static Move fast[HENKA_MAX_MOVES], plain[HENKA_MAX_MOVES];

static int check_moves(Position *p, Random *random) {
    int count = 0;
    for (MovegenKind what = MOVEGEN_QUIETS + 1; what-- > MOVEGEN_ALL;) {
        count = movegen_legal(p, what, fast);
        int other = plain_legal(p, what, plain);
        moves_sort(fast, count);
        moves_sort(plain, other);
        CHECK(count == other && !memcmp(fast, plain, sizeof *fast * (size_t)count),
              "kind %d: %d moves, plain %d", what, count, other);
    }
    CHECK(plain_any_legal(p) == (count > 0), "plain_any_legal");
    for (int i = 0; i < 4 && count; i++) {
        Move m = fast[random_below(random, (uint32_t)count)], not = m ^ (Move)1 << (8 + i);
        CHECK(plain_is_legal(p, m), "a listed move is refused");
        CHECK(plain_is_legal(p, not) == movegen_is_legal(p, not), "a move of one bit else");
        CHECK(plain_with_check(p, m) == movegen_with_check(p, m), "plain_with_check");
        CHECK(plain_gives_check(p, m) == attacks_gives_check(p, m), "plain_gives_check");
    }
    return count;
}

static void check_squares(const Position *p) {
    for (int square = 0; square < p->variant->squares; square++) {
        for (int by = 0; by < 2; by++) {
            bool attacked = attacks_square_attacked(p, square, by);
            CHECK(plain_square_attacked(p, square, by) == attacked, "square %d by %d: %d", square,
                  by, attacked);
        }
        CHECK(plain_is_frozen(p, square) == attacks_is_frozen(p, square), "frozen: %d", square);
    }
    for (int side = 0; side < 2; side++)
        CHECK(plain_royal_attacked(p, side) == attacks_royal_attacked(p, side), "royal of %d",
              side);
    CHECK(plain_in_check(p) == attacks_in_check(p), "in check");
    CHECK(plain_royals_face(p) == attacks_royals_face(p), "royals face");
}

static void play(const HenkaVariant *v, Random *random) {
    Position p;
    position_start(&p, v);
    for (int ply = 0; ply < PLIES; ply++) {
        int count = check_moves(&p, random);
        if (ply % 5 == 0) check_squares(&p);
        if (!count) return;
        Edits e;
        position_do(&p, fast[random_below(random, (uint32_t)count)], &e);
    }
}

int main(void) {
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        Random random = {i + 1};
        HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
        CHECK_ABOUT("%s", name);
        CHECK(v, "does not load");
        for (int game = 0; v && game < CHECK_TIMES(GAMES); game++) play(v, &random);
        henka_variant_free(v);
    }
    return check_done();
}
