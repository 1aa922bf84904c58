/* move - the layout of a move in 64 bits. No other file depends on it.
 *
 *      63     32  31    30     29    28  27     25   24   23     16 15      8 7       0
 *     +---------+-----+------+------+----+---------+------+---------+---------+---------+
 *     | victims |check|inside|castle|mark| count   | drop | becomes | from    | to      |
 *     +---------+-----+------+------+----+---------+------+---------+---------+---------+
 *
 *     to        the target square
 *     from      the origin; for a drop the type that is dropped, face included
 *     becomes   the type that a promotion makes; 0: none. A flip at a capture is not stored,
 *               because it is no choice
 *     drop      1: a drop
 *     count     number of victims besides the piece on `to`
 *     mark      1 in every move, so that skips and drops differ from MOVE_NONE
 *     castle    1: castling; the partner's square follows from `from`, `to` and
 *     inside    (tables_castling_partner)
 *     check     1: the move gives check; set only in variants that count checks
 *               (HenkaVariant.checks_to_win), where position_do adds to the count
 *     victims   the squares of the victims, 8 bits each, ascending from the low end. The piece
 *               captured on `to` by displacement is not listed. While `count` is 0, a list may keep
 *               a number here (move_with_number)
 */
#ifndef HENKA_POSITION_MOVE_H
#define HENKA_POSITION_MOVE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint64_t Move;
enum { MOVE_NONE = 0, MOVE_VICTIMS = 4 };

#define MOVE_MARK ((Move)1 << 28)
#define MOVE_DROP ((Move)1 << 24)
#define MOVE_CASTLE ((Move)1 << 29)
#define MOVE_INSIDE ((Move)1 << 30)
#define MOVE_CHECK ((Move)1 << 31)

static inline Move move_make(int from, int to) { return MOVE_MARK | (Move)from << 8 | (Move)to; }
static inline Move move_drop(int type, int to) {
    return MOVE_MARK | MOVE_DROP | (Move)type << 8 | (Move)to;
}
static inline Move move_castle(int from, int to, bool inside) {
    return move_make(from, to) | MOVE_CASTLE | (inside ? MOVE_INSIDE : 0);
}
static inline bool move_is_castling(Move m) { return m & MOVE_CASTLE; }
static inline bool move_is_check(Move m) { return m & MOVE_CHECK; }
static inline Move move_without_check(Move m) { return m & ~MOVE_CHECK; }
/* Does the move change more squares than its origin and target? */
static inline bool move_is_special(Move m) { return m & ((Move)7 << 25 | MOVE_CASTLE); }
static inline Move move_promote(Move m, int becomes) { return m | (Move)becomes << 16; }

static inline int move_to(Move m) { return (int)(m & 255); }
static inline int move_from(Move m) { return (int)(m >> 8 & 255); }
static inline int move_becomes(Move m) { return (int)(m >> 16 & 255); }
static inline bool move_is_drop(Move m) { return m & MOVE_DROP; }
static inline int move_dropped(Move m) { return move_from(m); }
static inline int move_victim_count(Move m) { return (int)(m >> 25 & 7); }
static inline int move_victim(Move m, int i) { return (int)(m >> (32 + 8 * i) & 255); }
/* Does the move end where it began, take nothing and not promote? Such a move skips the turn. */
static inline bool move_is_skip(Move m) {
    return !(m & MOVE_DROP) && (m & 255) == (m >> 8 & 255) && !(m >> 16 & 255) &&
           !move_victim_count(m);
}

/* Stores a number in the upper 32 bits of a move without victims, as lists of moves may. */
static inline Move move_with_number(Move m, int32_t number) {
    return m | (Move)(uint32_t)number << 32;
}
static inline int32_t move_number(Move m) { return (int32_t)(m >> 32); }
static inline Move move_without_number(Move m) { return m & UINT32_MAX; }

/* Adds a victim besides the piece on `to` to the ascending list, unless it is already listed. */
static inline Move move_add_victim(Move m, int square) {
    int count = move_victim_count(m), at = count;
    for (int i = 0; i < count; i++)
        if (move_victim(m, i) == square) return m;
    assert(count < MOVE_VICTIMS);
    while (at > 0 && move_victim(m, at - 1) > square) at--;
    uint64_t list = m >> 32, low = at ? list & (((uint64_t)1 << 8 * at) - 1) : 0;
    list = low | (uint64_t)square << 8 * at | (list >> 8 * at) << 8 * (at + 1);
    return (m & 0xF1FFFFFFu) | (Move)(count + 1) << 25 | list << 32;
}

#endif
