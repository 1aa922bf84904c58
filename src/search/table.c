#include "search/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

/* found: 0-15 key, 16-31 score, 32-47 eval, 48-55 depth, 56-57 bound, 58-63 age */
static uint64_t pack(uint64_t hash, const TableHit *hit, uint8_t age) {
    return (hash & 0xFFFF) | (uint64_t)(uint16_t)hit->score << 16 | (uint64_t)(uint16_t)hit->eval << 32 | (uint64_t)(uint8_t)hit->depth << 48 |
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
    size_t bytes = (lines * TABLE_WAYS * sizeof(TableEntry) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    free(table->entries);
    table->entries = aligned_alloc(HUGE_PAGE, bytes);
    table->lines = table->entries ? lines : 0;
#ifdef MADV_HUGEPAGE
    if (table->entries) madvise(table->entries, bytes, MADV_HUGEPAGE); /* fewer misses in the address caches; no harm if refused */
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
    if (table->entries) memset((void *)table->entries, 0, table->lines * TABLE_WAYS * sizeof(TableEntry));
}

void table_new_search(Table *table) { table->age++; }

bool table_probe(const Table *table, uint64_t hash, TableHit *hit) {
    TableEntry *line = &table->entries[table_line(table, hash) * TABLE_WAYS];
    for (int i = 0; i < TABLE_WAYS; i++) {
        uint64_t found = atomic_load_explicit(&line[i].found, memory_order_relaxed);
        if ((found & 0xFFFF) != (hash & 0xFFFF) || bound_in(found) == BOUND_NONE) continue;
        unpack(found, hit);
        hit->move = atomic_load_explicit(&line[i].move, memory_order_relaxed);
        return true;
    }
    return false;
}

/* How much an entry is worth keeping: deep and recent. */
static int keep_worth(const Table *table, uint64_t found) {
    if (bound_in(found) == BOUND_NONE) return -1000;
    int age = (table->age - (int)(found >> 58)) & 63;
    return depth_in(found) - 4 * age;
}

void table_store(Table *table, uint64_t hash, const TableHit *hit) {
    TableEntry *line = &table->entries[table_line(table, hash) * TABLE_WAYS], *place = NULL;
    int least = 1 << 20;
    for (int i = 0; i < TABLE_WAYS; i++) {
        uint64_t found = atomic_load_explicit(&line[i].found, memory_order_relaxed);
        bool same = bound_in(found) != BOUND_NONE && (found & 0xFFFF) == (hash & 0xFFFF);
        if (same && hit->bound != BOUND_EXACT && hit->depth < depth_in(found) - 3 && (int)(found >> 58) == (table->age & 63)) return;
        if (same) {
            place = &line[i];
            break;
        }
        int worth = keep_worth(table, found);
        if (worth < least) least = worth, place = &line[i];
    }
    Move move = hit->move;
    uint64_t old = atomic_load_explicit(&place->found, memory_order_relaxed);
    if (!move && (old & 0xFFFF) == (hash & 0xFFFF)) move = atomic_load_explicit(&place->move, memory_order_relaxed);
    atomic_store_explicit(&place->move, move, memory_order_relaxed);
    atomic_store_explicit(&place->found, pack(hash, hit, table->age), memory_order_relaxed);
}

int table_permille(const Table *table) {
    size_t look = table->lines * TABLE_WAYS < 1000 ? table->lines * TABLE_WAYS : 1000, used = 0;
    for (size_t i = 0; i < look; i++) {
        uint64_t found = atomic_load_explicit(&table->entries[i].found, memory_order_relaxed);
        used += bound_in(found) != BOUND_NONE && (int)(found >> 58) == (table->age & 63);
    }
    return look ? (int)(used * 1000 / look) : 0;
}
