/* table - the transposition table: what was found out about a position, shared by all workers
 * without locks.
 *
 * Shapes   Four entries of 16 bytes share a cache line. A move and what was found are two words,
 *          written one after the other: a reader may see the move of another position, so a table
 *          move is tested for legality before it is played.
 * Threads  probe, store and prefetch from any thread; the rest only while nobody searches.
 */
#ifndef HENKA_SEARCH_TABLE_H
#define HENKA_SEARCH_TABLE_H

#include "position/move.h"

#include <stdatomic.h>
#include <stddef.h>

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

enum { TABLE_WAYS = 4 };

typedef struct TableEntry {
    _Atomic uint64_t move, found;
} TableEntry;

typedef struct Table {
    TableEntry *entries; /* owned */
    size_t lines;        /* of TABLE_WAYS entries */
    uint8_t age;
} Table;

typedef struct TableHit {
    Move move;
    int score, eval, depth;
    Bound bound;
} TableHit;

bool table_resize(
    Table *, size_t entries); /* at least one line; cleared; false: no memory, the table is empty */
void table_free(Table *);
void table_clear(Table *);
void table_new_search(Table *);
bool table_probe(const Table *, uint64_t hash, TableHit *);
void table_store(Table *, uint64_t hash, const TableHit *);
int table_permille(const Table *);

static inline size_t table_line(const Table *t, uint64_t hash) {
    return (size_t)((unsigned __int128)hash * t->lines >> 64);
}
static inline void table_prefetch(const Table *t, uint64_t hash) {
    __builtin_prefetch(&t->entries[table_line(t, hash) * TABLE_WAYS]);
}

#endif
