/* The properties that hold for every shipped game, with every setting, on random play: undo
 * restores every byte, incremental hash = hash from scratch, fast generator = plain leg
 * interpreter, captures + quiets = all, and turning the board by 180 degrees gives the same counts.
 */
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
#include "turned.h"

enum { GAMES = 6, PLIES = 120 };

static Move fast[HENKA_MAX_MOVES], slow[HENKA_MAX_MOVES], part[HENKA_MAX_MOVES];

static void print_difference(const char *name, const Move *a, int count, const Move *b, int other) {
    for (int i = 0, shown = 0; i < count && shown < 5; i++)
        if (!bsearch(&a[i], b, (size_t)other, sizeof *b, move_by_value))
            printf("  %s only: %d-%d becomes %d victims %d drop %d\n", name, move_from(a[i]),
                   move_to(a[i]), move_becomes(a[i]), move_victim_count(a[i]), move_is_drop(a[i])),
                shown++;
}

static int check_lists(const char *game, Position *p, bool with_oracle) {
    int count = movegen_legal(p, MOVEGEN_ALL, fast);
    moves_sort(fast, count);
    for (int i = 1; i < count; i++)
        CHECK(fast[i] != fast[i - 1], "%s: the move %d-%d stands twice", game, move_from(fast[i]),
              move_to(fast[i]));
    int captures = movegen_legal(p, MOVEGEN_CAPTURES, part),
        quiets = movegen_legal(p, MOVEGEN_QUIETS, part + captures);
    moves_sort(part, captures + quiets);
    CHECK(captures + quiets == count && !memcmp(part, fast, sizeof *fast * (size_t)count),
          "%s: %d captures and %d quiets are not the %d moves", game, captures, quiets, count);
    CHECK(movegen_any_legal(p) == (count > 0), "%s: movegen_any_legal", game);
    if (!with_oracle) return count;
    int slow_count = oracle_legal(p, slow);
    moves_sort(slow, slow_count);
    bool same = slow_count == count && !memcmp(slow, fast, sizeof *fast * (size_t)count);
    CHECK(same, "%s: %d moves, the oracle has %d", game, count, slow_count);
    if (!same)
        print_difference("fast", fast, count, slow, slow_count),
            print_difference("oracle", slow, slow_count, fast, count);
    return count;
}

/* A move is in the list exactly when it is accepted (one look answers for all), and gives check
 * exactly when the other side then stands in check. */
static void check_moves(const char *game, Position *p, int count, Random *random) {
    CheckInfoBuffer checkinfo;
    checkinfo.filled = checkinfo.defers_stalemate = false;
    for (int i = 0; i < 24; i++) {
        Move m = fast[random_below(random, (uint32_t)count)];
        CHECK(movegen_is_legal(p, m), "%s: a listed move is refused", game);
        bool gives = attacks_gives_check(p, m);
        GivesCheck foreseen = attacks_gives_check_fast(p, m);
        CHECK(foreseen == CHECK_UNKNOWN || (foreseen == CHECK_YES) == gives,
              "%s: attacks_gives_check_fast of %d-%d", game, move_from(m), move_to(m));
        Edits e;
        position_do(p, m, &e);
        CHECK(gives == attacks_in_check(p), "%s: gives_check of %d-%d", game, move_from(m),
              move_to(m));
        position_undo(p, &e);
        Move other = i % 2 ? m ^ (Move)1 << random_below(random, 31) : random_next(random);
        bool listed = bsearch(&other, fast, (size_t)count, sizeof other, move_by_value);
        CHECK(movegen_is_legal_with(p, &checkinfo, other) == listed, "%s: %llx is %slisted", game,
              (unsigned long long)other, listed ? "" : "not ");
    }
}

static void check_undo(const char *game, Position *p, Move m) {
    Position before = *p;
    Edits e;
    bool plain =
        !move_victim_count(m) && !move_is_skip(m) && !p->skipped && !p->variant->tables->state;
    uint64_t foreseen = position_hash_after(p, m);
    position_do(p, m, &e);
    CHECK(p->hash == position_hash_from_scratch(p), "%s: hash", game);
    CHECK(p->hash == foreseen || !plain, "%s: hash foreseen", game);
    CHECK(p->key == position_key_from_scratch(p), "%s: key", game);
    position_undo(p, &e);
    CHECK(!memcmp(&before, p, sizeof before), "%s: undo does not restore", game);
}

/* Captures are preferred now and then, so that hands fill and the rare moves come. */
static Move choose(Position *p, Random *random, int count) {
    int captures = random_below(random, 3) == 0 ? movegen_legal(p, MOVEGEN_CAPTURES, part) : 0;
    return captures ? part[random_below(random, (uint32_t)captures)]
                    : fast[random_below(random, (uint32_t)count)];
}

/* Not where first moves look at the array, which need not be the same from both sides. */
static void check_turned(const char *game, const Position *p, int count) {
    Position other = turned(p);
    int there = movegen_legal(&other, MOVEGEN_ALL, part);
    CHECK(there == count, "%s: %d moves, turned %d: %s", game, count, there, show_position(p));
    CHECK(attacks_in_check(&other) == attacks_in_check(p), "%s: check, turned", game);
}

static void play(const char *game, const HenkaVariant *v, Random *random, int oracle_every) {
    Position p;
    position_start(&p, v);
    for (int ply = 0; ply < PLIES; ply++) {
        int count = check_lists(game, &p, ply % oracle_every == 0);
        if (!v->tables->state) check_turned(game, &p, count);
        if (!count) return;
        check_moves(game, &p, count, random);
        for (int i = 0; i < 8; i++)
            check_undo(game, &p, fast[random_below(random, (uint32_t)count)]);
        Edits e;
        count = movegen_legal(&p, MOVEGEN_ALL, fast);
        position_do(&p, choose(&p, random, count), &e);
    }
}

/* One game with each choice of every setting but the first, which is the standard. */
static void play_settings(const char *name, const HenkaVariant *standard, Random *random) {
    for (size_t i = 0; i < henka_variant_option_count(standard); i++) {
        HenkaOption option = henka_variant_option(standard, i);
        for (size_t j = 1; j < option.choice_count; j++) {
            char setting[128];
            snprintf(setting, sizeof setting, "%s=%s", option.name, option.choices[j]);
            HenkaVariant *v = henka_variant_shipped(name, (const char *const[]){setting}, 1, NULL);
            CHECK(v, "%s %s does not load", name, setting);
            if (v) play(setting, v, random, v->squares > 128 ? 30 : 5);
            henka_variant_free(v);
        }
    }
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : GAMES;
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        Random random = {i + 1};
        HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
        CHECK(v, "%s does not load", name);
        if (!v) continue;
        for (int game = 0; game < games; game++) play(name, v, &random, v->squares > 128 ? 7 : 3);
        play_settings(name, v, &random);
        henka_variant_free(v);
    }
    return check_done();
}
