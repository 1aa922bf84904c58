/* The transposition table against a plain one that looks at its entries one by one. */
#include "search/tt.h"
#include "../check.h"
#include "base/random.h"

#include <string.h>

enum { LINES = 2, KEYS = 12, STEPS = 200000 };

typedef struct PlainEntry {
    bool used;
    uint16_t key;
    int age;
    TTData hit;
} PlainEntry;

static PlainEntry *plain_find(PlainEntry line[TT_CLUSTER], uint16_t key) {
    for (int i = 0; i < TT_CLUSTER; i++)
        if (line[i].used && line[i].key == key) return &line[i];
    return NULL;
}

static int plain_worth(const PlainEntry *entry, int age) {
    return entry->used ? entry->hit.depth - 4 * ((age - entry->age) & 63) : -1000;
}

static void plain_store(PlainEntry line[TT_CLUSTER], uint16_t key, TTData hit, int age) {
    PlainEntry *place = plain_find(line, key);
    if (place && hit.bound != BOUND_EXACT && hit.depth < place->hit.depth - 3 &&
        place->age == (age & 63))
        return;
    if (place && !hit.move) hit.move = place->hit.move;
    for (int i = 0; !place && i < TT_CLUSTER; i++) {
        bool least = true;
        for (int k = 0; k < TT_CLUSTER; k++)
            least &= plain_worth(&line[i], age) < plain_worth(&line[k], age) + (k >= i);
        if (least) place = &line[i];
    }
    *place = (PlainEntry){true, key, age & 63, hit};
}

/* What tt_hashfull is to say: the entries of this search in a thousand. */
static int plain_hashfull(const PlainEntry plain[LINES][TT_CLUSTER], int age) {
    int used = 0;
    for (int line = 0; line < LINES; line++)
        for (int i = 0; i < TT_CLUSTER; i++)
            used += plain[line][i].used && plain[line][i].age == (age & 63);
    return used * 1000 / (LINES * TT_CLUSTER);
}

static bool same_hit(const TTData *a, const TTData *b) {
    return a->move == b->move && a->score == b->score && a->eval == b->eval &&
           a->depth == b->depth && a->bound == b->bound;
}

/* Few keys, 0 among them, so that lines fill and keys come again; line by the topmost bit. */
static uint64_t random_hash(Random *random) {
    return (uint64_t)random_below(random, LINES) << 63 | random_below(random, KEYS) * 4369u;
}

static TTData random_hit(Random *random) {
    return (TTData){.move = random_below(random, 3) ? random_below(random, 1000) : 0,
                    .score = (int)random_below(random, 64001) - 32000,
                    .eval = (int)random_below(random, 60001) - 30000,
                    .depth = (int)random_below(random, 30) - 1,
                    .bound = (Bound)(1 + random_below(random, 3))};
}

/* A part has the first entries of the table, begins empty, and leaves the others alone. */
static void parts(void) {
    TranspositionTable tt = {0}, part;
    CHECK(tt_resize(&tt, 64), "no memory");
    const uint64_t hash = 0x0123456789ABCDEF, last = UINT64_MAX - 7;
    TTData data = {.score = 5, .depth = 3, .bound = BOUND_EXACT}, found;
    tt_store(&tt, hash, &data);
    tt_store(&tt, last, &data);
    tt_part(&tt, 16, &part);
    CHECK(part.clusters == 4 && part.entries == tt.entries, "%zu clusters", part.clusters);
    CHECK(!tt_probe(&part, hash, &found) && !tt_probe(&tt, hash, &found), "it begins with entries");
    CHECK(tt_probe(&tt, last, &found), "entries behind the part are gone");
    for (uint64_t i = 0; i < 64; i++) tt_store(&part, i << 58 | i, &data);
    CHECK(tt_probe(&tt, last, &found), "the part writes behind its end");
    tt_part(&tt, 1024, &part);
    CHECK(part.clusters == tt.clusters, "a part is larger than the table");
    tt_free(&tt);
}

int main(void) {
    static PlainEntry plain[LINES][TT_CLUSTER];
    TranspositionTable table = {0};
    Random random = {5};
    int age = 0;
    CHECK(tt_resize(&table, (size_t)LINES * TT_CLUSTER) && table.clusters == LINES, "%zu lines",
          table.clusters);
    CHECK(tt_hashfull(&table) == 0, "a new table: hashfull %d", tt_hashfull(&table));
    for (int step = 0; step < STEPS; step++) {
        uint64_t stored = random_hash(&random), asked = random_hash(&random);
        TTData hit = random_hit(&random), got;
        tt_store(&table, stored, &hit);
        plain_store(plain[stored >> 63], (uint16_t)stored, hit, age);
        const PlainEntry *known = plain_find(plain[asked >> 63], (uint16_t)asked);
        bool found = tt_probe(&table, asked, &got);
        if (found != !!known || (found && !same_hit(&got, &known->hit)))
            CHECK(false, "step %d", step);
        if (tt_hashfull(&table) != plain_hashfull(plain, age))
            CHECK(false, "step %d: hashfull %d", step, tt_hashfull(&table));
        if (random_below(&random, 50)) continue;
        tt_new_search(&table);
        age++;
        if (random_below(&random, 100)) continue;
        tt_clear(&table);
        memset(plain, 0, sizeof plain);
        age = 0;
    }
    CHECK(age > 0, "searches began");
    tt_free(&table);
    parts();
    return check_done();
}
