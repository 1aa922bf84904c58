#include "search/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

/* found: 0-15 key, 16-31 score, 32-47 eval, 48-55 depth, 56-57 bound, 58-63 age */
static uint64_t pack(uint64_t hash, const TableHit *hit, uint8_t age) {
    return (hash & 0xFFFF) | (uint64_t)(uint16_t)hit->score << 16 |
           (uint64_t)(uint16_t)hit->eval << 32 | (uint64_t)(uint8_t)hit->depth << 48 |
           (uint64_t)hit->bound << 56 | (uint64_t)(age & 63) << 58;
}

static Bound bound_in(uint64_t found) { return (Bound)(found >> 56 & 3); }
static int depth_in(uint64_t found) { return (int8_t)(found >> 48); }

static void unpack(uint64_t found, TableHit *hit) {
    hit->score = (int16_t)(found >> 16);
    hit->eval = (int16_t)(found >> 32);
    hit->depth = depth_in(found);
    hit->bound = bound_in(found);
}

bool table_resize(Table *table, size_t entries) {
    size_t lines = entries / TABLE_WAYS ? entries / TABLE_WAYS : 1;
    size_t bytes =
        (lines * TABLE_WAYS * sizeof(TableEntry) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    free(table->entries);
    table->entries = aligned_alloc(HUGE_PAGE, bytes);
    table->lines = table->entries ? lines : 0;
#ifdef MADV_HUGEPAGE
    if (table->entries)
        madvise(table->entries, bytes,
                MADV_HUGEPAGE); /* fewer misses in the address caches; no harm if refused */
#endif
    table_clear(table);
    return table->entries;
}

void table_free(Table *table) {
    free(table->entries);
    table->entries = NULL;
}

void table_clear(Table *table) {
    table->age = 0;
    if (table->entries)
        memset((void *)table->entries, 0, table->lines * TABLE_WAYS * sizeof(TableEntry));
}

void table_new_search(Table *table) { table->age++; }

static inline uint64_t found_at(const TableEntry *line, int i) {
    return atomic_load_explicit(&line[i].found, memory_order_relaxed);
}

/* The first entry with this key, TABLE_WAYS none: all are looked at, for which it is nobody can
 * foretell. Entries not yet used, all 0, come last, so that none is behind one of them that seems
 * to fit. */
static inline int find_key(const TableEntry *line, uint64_t hash) {
    int place = TABLE_WAYS;
#pragma GCC unroll 4
    for (int i = TABLE_WAYS - 1; i >= 0; i--)
        place = (uint16_t)found_at(line, i) == (uint16_t)hash ? i : place;
    return place;
}

bool table_probe(const Table *table, uint64_t hash, TableHit *hit) {
    const TableEntry *line = &table->entries[table_line(table, hash) * TABLE_WAYS];
    int place = find_key(line, hash);
    if (place == TABLE_WAYS) return false;
    uint64_t found = found_at(line, place);
    if (bound_in(found) == BOUND_NONE) return false;
    unpack(found, hit);
    hit->move = atomic_load_explicit(&line[place].move, memory_order_relaxed);
    return true;
}

/* How much an entry is worth keeping: deep and recent. */
static inline int keep_worth(const Table *table, uint64_t found) {
    int age = (table->age - (int)(found >> 58)) & 63;
    return depth_in(found) - 4 * age;
}

/* The first not yet used, else the first of those least worth keeping. */
static inline int find_least(const Table *table, const TableEntry *line) {
    int least = INT_MAX, used = 0;
    if (!found_at(line, TABLE_WAYS - 1)) {
        for (int i = 0; i < TABLE_WAYS - 1; i++) used += found_at(line, i) != 0;
        return used;
    }
#pragma GCC unroll 4
    for (int i = 0; i < TABLE_WAYS; i++) {
        int ranked = keep_worth(table, found_at(line, i)) * TABLE_WAYS + i;
        least = ranked < least ? ranked : least;
    }
    return least & (TABLE_WAYS - 1);
}

void table_store(Table *table, uint64_t hash, const TableHit *hit) {
    TableEntry *line = &table->entries[table_line(table, hash) * TABLE_WAYS];
    Move move = hit->move;
    int place = find_key(line, hash);
    if (place < TABLE_WAYS) {
        uint64_t found = found_at(line, place);
        if (hit->bound != BOUND_EXACT && hit->depth < depth_in(found) - 3 &&
            (int)(found >> 58) == (table->age & 63))
            return;
        if (!move) move = atomic_load_explicit(&line[place].move, memory_order_relaxed);
    } else
        place = find_least(table, line);
    atomic_store_explicit(&line[place].move, move, memory_order_relaxed);
    atomic_store_explicit(&line[place].found, pack(hash, hit, table->age), memory_order_relaxed);
}

int table_permille(const Table *table) {
    size_t look = table->lines * TABLE_WAYS < 1000 ? table->lines * TABLE_WAYS : 1000, used = 0;
    for (size_t i = 0; i < look; i++) {
        uint64_t found = atomic_load_explicit(&table->entries[i].found, memory_order_relaxed);
        used += bound_in(found) != BOUND_NONE && (int)(found >> 58) == (table->age & 63);
    }
    return look ? (int)(used * 1000 / look) : 0;
}
