#include "search/tt.h"

#include "base/memory.h"
#include "search/hugepages.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The entry with the least depth - AGE_WEIGHT * age is replaced. The age is counted in searches. */
enum { AGE_WEIGHT = 4 };
/* An entry that this search stored for the same position is kept if the new entry is shallower by
 * more than this number of plies. */
enum { DEPTH_SLACK = 3 };

static Bound bound_in(uint64_t data) { return (Bound)(data >> 56 & 3); }
static int depth_in(uint64_t data) { return (int8_t)(data >> 48); }
static int age_in(uint64_t data) { return (int)(data >> 58); }

bool tt_resize(TranspositionTable *tt, size_t entries) {
    size_t clusters = entries / TT_CLUSTER ? entries / TT_CLUSTER : 1;
    memory_give(tt->entries);
    tt->entries = hugepages_take(clusters * TT_CLUSTER * sizeof(TTEntry));
    tt->clusters = tt->entries ? clusters : 0;
    tt_clear(tt);
    return tt->entries;
}

void tt_free(TranspositionTable *tt) {
    memory_give(tt->entries);
    tt->entries = NULL;
}

void tt_clear(TranspositionTable *tt) {
    tt->age = 0;
    if (tt->entries) memset((void *)tt->entries, 0, tt->clusters * TT_CLUSTER * sizeof(TTEntry));
}

void tt_part(const TranspositionTable *tt, size_t entries, TranspositionTable *part) {
    size_t clusters = entries / TT_CLUSTER;
    part->entries = tt->entries;
    part->clusters = clusters < tt->clusters ? clusters : tt->clusters;
    tt_clear(part);
}

void tt_new_search(TranspositionTable *tt) { tt->age++; }

static inline uint64_t data_at(const TTEntry *cluster, int i) {
    return atomic_load_explicit(&cluster[i].data, memory_order_relaxed);
}

/* Returns the index of the first entry with this key; TT_CLUSTER: none. All four entries are
 * compared without branches, because the match cannot be predicted. Unused entries, all 0, are at
 * the end, so one that seems to have the key 0 is never found before a used one. */
static inline int find_key(const TTEntry *cluster, uint64_t hash) {
    int place = TT_CLUSTER;
#pragma GCC unroll 4
    for (int i = TT_CLUSTER - 1; i >= 0; i--)
        place = (uint16_t)data_at(cluster, i) == (uint16_t)hash ? i : place;
    return place;
}

bool tt_probe(const TranspositionTable *tt, uint64_t hash, TTData *found) {
    const TTEntry *cluster = &tt->entries[tt_cluster(tt, hash) * TT_CLUSTER];
    int place = find_key(cluster, hash);
    if (place == TT_CLUSTER) return false;
    uint64_t data = data_at(cluster, place);
    if (bound_in(data) == BOUND_NONE) return false;
    found->score = (int16_t)(data >> 16);
    found->eval = (int16_t)(data >> 32);
    found->depth = depth_in(data);
    found->bound = bound_in(data);
    found->move = atomic_load_explicit(&cluster[place].move, memory_order_relaxed);
    return true;
}

/* Returns the index of the entry to overwrite: the first unused entry, else the shallowest, where
 * older entries count as shallower (wiki: Transposition Table, "Depth-Preferred" with aging). */
static inline int find_replaced(const TranspositionTable *tt, const TTEntry *cluster) {
    int least = INT_MAX, used = 0;
    if (!data_at(cluster, TT_CLUSTER - 1)) {
        for (int i = 0; i < TT_CLUSTER - 1; i++) used += data_at(cluster, i) != 0;
        return used;
    }
#pragma GCC unroll 4
    for (int i = 0; i < TT_CLUSTER; i++) {
        uint64_t data = data_at(cluster, i);
        int worth = depth_in(data) - AGE_WEIGHT * ((tt->age - age_in(data)) & 63);
        int ranked = worth * TT_CLUSTER + i; /* of equally good entries, the first is replaced */
        least = ranked < least ? ranked : least;
    }
    return least & (TT_CLUSTER - 1);
}

void tt_store(TranspositionTable *tt, uint64_t hash, const TTData *found) {
    TTEntry *cluster = &tt->entries[tt_cluster(tt, hash) * TT_CLUSTER];
    Move move = found->move;
    int place = find_key(cluster, hash);
    if (place < TT_CLUSTER) {
        uint64_t data = data_at(cluster, place);
        if (found->bound != BOUND_EXACT && found->depth < depth_in(data) - DEPTH_SLACK &&
            age_in(data) == (tt->age & 63))
            return;
        /* A search that failed low has no best move, so the move in the entry is kept. */
        if (!move) move = atomic_load_explicit(&cluster[place].move, memory_order_relaxed);
    } else
        place = find_replaced(tt, cluster);
    atomic_store_explicit(&cluster[place].move, move, memory_order_relaxed);
    uint64_t data = (hash & 0xFFFF) | (uint64_t)(uint16_t)found->score << 16 |
                    (uint64_t)(uint16_t)found->eval << 32 | (uint64_t)(uint8_t)found->depth << 48 |
                    (uint64_t)found->bound << 56 | (uint64_t)(tt->age & 63) << 58;
    atomic_store_explicit(&cluster[place].data, data, memory_order_relaxed);
}

int tt_hashfull(const TranspositionTable *tt) {
    size_t entries = tt->clusters * TT_CLUSTER, sample = entries < 1000 ? entries : 1000, used = 0;
    for (size_t i = 0; i < sample; i++) {
        uint64_t data = data_at(tt->entries, (int)i);
        used += bound_in(data) != BOUND_NONE && age_in(data) == (tt->age & 63);
    }
    return sample ? (int)(used * 1000 / sample) : 0;
}
