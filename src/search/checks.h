/* checks - from where which type would check: worked out for a type when first asked, so that
 * asking of many moves is cheap. Tells direct checks on boards of sets; of larger boards, and of
 * checks by discovery, by a piece that turns over or by walked paths, it knows nothing. The mover
 * counts as still standing where it came from: a hopper that leaves its own line may be its own
 * screen, or one too many.
 */
#ifndef HENKA_SEARCH_CHECKS_H
#define HENKA_SEARCH_CHECKS_H

#include "position/position.h"
#include "variant/tables.h"

typedef struct Checks {
    uint64_t known[MAX_TYPES / 64]; /* a bit of each type */
    bool looked;
    int target;                  /* once looked: the royal, -1 when nothing can be told */
    Bitboard reach;              /* likewise: from where anything could check */
    Bitboard lines[MAX_CLASSES]; /* likewise by class: from where it would check along a line or
                               over a screen */
    Bitboard squares[MAX_TYPES];
} Checks;

static inline void checks_start(Checks *checks) {
    checks->known[0] = checks->known[1] = 0, checks->looked = false;
}
void checks_look(Checks *, const Position *);
/* Once looked. */
void checks_learn(Checks *, const Position *, int type);

static inline bool checks_known(const Checks *checks, int type) {
    return checks->known[type >> 6] >> (type & 63) & 1;
}

static inline bool checks_given(Checks *checks, const Position *p, Move m) {
    if (!checks->looked) checks_look(checks, p);
    if (!bb_has(checks->reach, move_to(m))) return false;
    int type = move_becomes(m)   ? move_becomes(m)
               : move_is_drop(m) ? move_dropped(m)
                                 : piece_type(p->board[move_from(m)]);
    if (!checks_known(checks, type)) checks_learn(checks, p, type);
    return bb_has(checks->squares[type], move_to(m));
}

#endif
