/* tt - the transposition table: results of earlier searches of a position, shared by all workers
 * without locks (chessprogramming wiki: Transposition Table, Shared Hash Table).
 *
 * Shapes   A cluster (bucket) of four entries of 16 bytes fills a cache line of 64. The upper bits
 *          of the hash select the cluster (multiplied by the number of clusters). The lowest 16
 *          bits find the entry in it. An entry is two words, written one after the other:
 *
 *              move   63                                                               0
 *                     +----------------------------------------------------------------+
 *                     |            best move (position/move.h), 0: none known           |
 *                     +----------------------------------------------------------------+
 *              data   63    58 57 56 55     48 47           32 31           16 15       0
 *                     +-------+-----+---------+---------------+---------------+---------+
 *                     |  age  |bound|  depth  |  static eval  |     score     | hash    |
 *                     |       |     | signed  |    signed     |    signed     | bits    |
 *                     +-------+-----+---------+---------------+---------------+---------+
 *
 *          A data word whose bound is BOUND_NONE was never used. Another thread may write between
 *          the two reads of a probe, so a move may belong to another position: the move picker
 *          tests the TT move for legality before it is played.
 * Units    Scores in centipawns. Mate scores count from the entry's own position (tt_score_in,
 *          tt_score_out). Depth in plies.
 * Threads  tt_probe, tt_store and tt_prefetch may be called from any thread, all other functions
 *          only while no search runs. */
#ifndef HENKA_SEARCH_TT_H
#define HENKA_SEARCH_TT_H

#include "henka.h"
#include "position/move.h"

#include <stdatomic.h>
#include <stddef.h>

/* What a score is: no score, an upper bound, a lower bound, or exact. */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

enum { TT_CLUSTER = 4 };

typedef struct TTEntry {
    _Atomic uint64_t move, data; /* the two words of an entry, drawn at the head of this file */
} TTEntry;

typedef struct TranspositionTable {
    TTEntry *entries; /* owned; cluster i is entries[i * TT_CLUSTER] and the next three */
    size_t clusters;  /* number of clusters; 0 after memory ran out */
    uint8_t age;      /* number of searches begun; entries store it modulo 64 */
} TranspositionTable;

/* An entry unpacked: what tt_probe fills and tt_store takes. */
typedef struct TTData {
    Move move;   /* the best move, or the move that refuted the position; MOVE_NONE: not known */
    int score;   /* score from the root's point of view: tt_score_in converts the stored score */
    int eval;    /* static evaluation without corrections; SCORE_NONE: the side is in check */
    int depth;   /* depth of the search that found the score; 0: quiescence search */
    Bound bound; /* is the score exact or a bound? */
} TTData;

/* Allocates at least one cluster and clears the table. false: out of memory; the table is empty. */
bool tt_resize(TranspositionTable *, size_t entries);
void tt_free(TranspositionTable *);
void tt_clear(TranspositionTable *);
/* Makes *part a table of the first `entries` entries of the given table, or of all its entries if
 * it has fewer. The part is cleared and owns nothing. */
void tt_part(const TranspositionTable *, size_t entries, TranspositionTable *part);
/* Entries of earlier searches count as old from now on. */
void tt_new_search(TranspositionTable *);
/* Returns false if nothing is known about the position; TTData is then left as it was. */
bool tt_probe(const TranspositionTable *, uint64_t hash, TTData *);
void tt_store(TranspositionTable *, uint64_t hash, const TTData *);
/* Returns how full the table is with entries of this search, in thousandths, by a sample. */
int tt_hashfull(const TranspositionTable *);

static inline size_t tt_cluster(const TranspositionTable *tt, uint64_t hash) {
    return (size_t)((unsigned __int128)hash * tt->clusters >> 64);
}
/* Fetches the cluster into the cache ahead of the probe. */
static inline void tt_prefetch(const TranspositionTable *tt, uint64_t hash) {
    __builtin_prefetch(&tt->entries[tt_cluster(tt, hash) * TT_CLUSTER]);
}

/* Converts a score from the table into a score of the search, at this ply. A mate score of the
 * search counts plies from the root. The same position can be reached after more or fewer moves, so
 * the table counts from the position itself (value_to_tt and value_from_tt in Stockfish). Two kinds
 * of scores can be wrong in the table. A mate may come after a limit of moves has ended the game,
 * because the hash includes no move count (see worker.c, limit_reached). A loss by perpetual check
 * is scored as a mate, but depends on the path to the position. */
static inline int tt_score_in(int score, int ply) {
    return score >= HENKA_SCORE_MATE_FLOOR    ? score + ply
           : score <= -HENKA_SCORE_MATE_FLOOR ? score - ply
                                              : score;
}
static inline int tt_score_out(int score, int ply) {
    return score >= HENKA_SCORE_MATE_FLOOR    ? score - ply
           : score <= -HENKA_SCORE_MATE_FLOOR ? score + ply
                                              : score;
}

#endif
