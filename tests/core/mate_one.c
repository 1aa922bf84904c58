/* mate_in_one against the slow way (every move made, no answer and in check) on random play: what
 * it finds mates, and it finds most. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "check.h"
#include "rules/attacks.h"
#include "rules/game.h"
#include "rules/mate_one.h"
#include "tables/tables.h"

enum { GAMES = 60, PLIES = 160, FOUND_PERCENT = 80 };

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

/* Slides of a few squares, drops with either face up, pieces that take otherwise than they move. */
static const char made_game[] =
    "name=made\nfiles=9\nranks=8\nsymmetry=rotate\nholdingsType=-1\npromoZone=3\ndropFaces=either\n"
    "promotes=A:+A,B:+B,P:+P\nroyal=K\nking:K:K:K:e1\nshort:A:R3:A:a1,i1\nslant:B:B2:B:b1,h1\n"
    "pawn:P:mfWcfF:P:a2-i2\nspy:S:mWcF:S:d1\n+short:+A:R3F:+A:\n+slant:+B:mB2cB4:+B:\n+pawn:+P:WfF:"
    "+P:\n";

/* What a fixed number of random games holds, and what is found of it: a change of either shows
 * here. */
static const struct {
    const char *name;
    long mates, found;
} expected[] = {
    {"shinogi", 283, 266}, {"okisaki", 278, 250}, {"shogi", 244, 222}, {"made", 395, 387}};

static void check_game(const char *name, const HenkaVariant *v, uint64_t seed, int games) {
    Random random = {seed};
    Tally tally = {0};
    for (int game = 0; game < games; game++) play(name, v, &random, &tally);
    CHECK(tally.found * 100 >= tally.mates * FOUND_PERCENT, "%s: only %ld of %ld mates found", name,
          tally.found, tally.mates);
    for (size_t i = 0; games == GAMES && i < sizeof expected / sizeof *expected; i++)
        if (!strcmp(expected[i].name, name))
            CHECK(tally.mates == expected[i].mates && tally.found == expected[i].found,
                  "%s: %ld of %ld mates found, expected %ld of %ld", name, tally.found, tally.mates,
                  expected[i].found, expected[i].mates);
    printf("%s: %ld positions, %ld with a mate, %ld found, %.0f ns a look\n", name, tally.positions,
           tally.mates, tally.found, tally.quick_s / (double)tally.positions * 1e9);
}

/* Not into games whose legs are interpreted, or where a promotion needs a piece that was taken. */
static bool is_looked_into(const HenkaVariant *v) {
    return !v->tables->attack_by_legs && !v->promotion_may_lack;
}

/* Positions that it does not look into: of other boards, and with a second royal. */
static void check_left_aside(void) {
    static const struct {
        const char *game, *sfen;
        bool found;
    } rows[] = {
        {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", true},
        {"shogi", "4k4/9/4P4/9/9/9/9/9/k3K4 b G 1", false},
        {"ito", "k/1/P/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/K b R 1", false},
        {"suzumu", "k15/Q15/Q15/16/16/16/16/16/16/16/16/16/16/16/16/15K b - 1 -", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaVariant *v = henka_variant_shipped(rows[i].game, NULL, 0, NULL);
        HenkaGame *game = henka_game_new(v, rows[i].sfen, NULL);
        Move mate;
        CHECK(game && mate_one_find(&game->position, &mate) == rows[i].found, "%s, %s",
              rows[i].game, rows[i].sfen);
        henka_game_free(game);
        henka_variant_free(v);
    }
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : GAMES;
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
        if (v->squares > 64 && v->squares <= 128 && is_looked_into(v))
            check_game(name, v, i + 1, games);
        henka_variant_free(v);
    }
    HenkaVariant *made = henka_variant_parse(made_game, strlen(made_game), NULL, 0, NULL);
    CHECK(made && made->tables->plain, "the made-up game does not load, or is no plain one");
    if (made) check_game("made", made, 9, games);
    henka_variant_free(made);
    check_left_aside();
    return check_done();
}
