/* mate_in_one against the slow way (every move made, no answer and in check) on random play: what
 * it finds mates, and it finds most. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "check.h"
#include "rules/attacks.h"
#include "rules/mate_one.h"

enum { PLIES = 160, FOUND_PERCENT = 80 };

static Move list[HENKA_MAX_MOVES], captures[HENKA_MAX_MOVES];

typedef struct Tally {
    long positions, mates, found;
    double quick_s;
} Tally;

static bool mates(Position *p, Move m) {
    Edits e;
    position_do(p, m, &e);
    bool mate = attacks_in_check(p) && !movegen_any_legal(p);
    position_undo(p, &e);
    return mate;
}

static bool is_there_mate(Position *p, int count) {
    for (int i = 0; i < count; i++)
        if (mates(p, list[i])) return true;
    return false;
}

static void compare(const char *game, Position *p, int count, Tally *tally) {
    Move m = MOVE_NONE;
    Position before = *p;
    double started_s = clock_cpu_seconds();
    bool found = mate_one_find(p, &m);
    tally->quick_s += clock_cpu_seconds() - started_s;
    CHECK(p->hash == before.hash && p->side == before.side, "%s: the position is not as before",
          game);
    tally->positions++, tally->found += found;
    if (found)
        CHECK(movegen_is_legal(p, m) && mates(p, m), "%s: %d-%d is no mate", game, move_from(m),
              move_to(m));
    bool there = is_there_mate(p, count);
    CHECK(there || !found, "%s: a mate where there is none", game);
    tally->mates += there;
}

/* Captures and checks are preferred, so that hands fill and royals are hunted. */
static Move choose(Position *p, Random *random, int count) {
    int taking = random_below(random, 3) == 0 ? movegen_legal(p, MOVEGEN_CAPTURES, captures) : 0;
    for (int i = 0; i < 8; i++) {
        Move m = list[random_below(random, (uint32_t)count)];
        if (attacks_gives_check(p, m) && random_below(random, 2)) return m;
    }
    return taking ? captures[random_below(random, (uint32_t)taking)]
                  : list[random_below(random, (uint32_t)count)];
}

static void play(const char *game, const HenkaVariant *v, Random *random, Tally *tally) {
    Position p;
    position_start(&p, v);
    for (int ply = 0; ply < PLIES; ply++) {
        Edits e;
        int count = movegen_legal(&p, MOVEGEN_ALL, list);
        if (!count) return;
        compare(game, &p, count, tally);
        position_do(&p, choose(&p, random, count), &e);
    }
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 60;
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        Random random = {i + 1};
        Tally tally = {0};
        HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
        if (v->squares > 64 && v->squares <= 128)
            for (int game = 0; game < games; game++) play(name, v, &random, &tally);
        if (tally.mates) {
            CHECK(tally.found * 100 >= tally.mates * FOUND_PERCENT,
                  "%s: only %ld of %ld mates found", name, tally.found, tally.mates);
            printf("%s: %ld positions, %ld with a mate, %ld found, %.0f ns a look\n", name,
                   tally.positions, tally.mates, tally.found,
                   tally.quick_s / (double)tally.positions * 1e9);
        }
        henka_variant_free(v);
    }
    return check_done();
}
