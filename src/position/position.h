/* position - board, hands, side to move, who skipped last. Changes only by position_do /
 * position_undo (and the set-up calls).
 *
 * Shapes   board[square] a Piece. hand[side][hand index] counts. skipped: bit per side, his last
 *          own turn was a skip.
 * Owner    A plain value: copy it with =. It points at its variant and does not keep it alive.
 * Threads  One owner at a time.
 * Limits   position_do takes a legal (or pseudo-legal) move; anything else is the caller's bug.
 */
#ifndef HENKA_POSITION_POSITION_H
#define HENKA_POSITION_POSITION_H

#include <string.h>

#include "position/move.h"
#include "variant/piece.h"
#include "variant/variant.h"

enum { MAX_EDITS = 8, MAX_HAND_TYPES = 32, POSITION_CLASSES = 40, POSITION_PLANES = 29 };

/* Boards beyond 128 squares: where each side stands, word by word along each kind of line (file,
 * rank, and the two diagonals), so that the next piece is a count of zeros away. See tables.h:
 * which word a square is in, and its bit. */
enum { LINE_WORDS = 48 };
typedef struct Lines {
    uint32_t word[4][LINE_WORDS][2]; /* last by side */
} Lines;
/* Both sides' word there: LineBits.place. */
static inline const uint32_t *lines_at(const Lines *lines, int place) {
    return (const uint32_t *)lines + place;
}

/* Strips: by square, how what stands there goes as it takes (SmallAttacks), nothing where nobody
 * stands. */
typedef struct StripBoard {
    uint32_t steps[STRIP_SQUARES], up[STRIP_SQUARES], down[STRIP_SQUARES], hops[STRIP_SQUARES];
} StripBoard;

typedef struct Position {
    StripBoard strip; /* first, where whole cache lines begin */
    const HenkaVariant *variant;
    Piece board[MAX_SQUARES];
    uint8_t hand[2][MAX_HAND_TYPES];
    union {
        struct {
            uint8_t side;           /* to move */
            uint8_t skipped;        /* bit of each side */
            uint8_t royals[2];      /* royal pieces on the board */
            uint8_t piece_count[2]; /* pieces on the board */
            uint8_t freezers[2];    /* pieces that freeze */
        };
        uint64_t counts; /* all of these at once */
    };
    uint64_t hash; /* everything that decides the legal moves: board, hands, side, skipped */
    uint64_t key;  /* what repetition compares: namesakes alike, without skipped */
    Bitboard128 by_side[2];                        /* boards up to 128 squares only */
    Bitboard128 royal_set[2];                      /* likewise */
    Bitboard128 by_class[2][POSITION_CLASSES + 1]; /* likewise, strips aside: by kind of attack, see
                                              tables.h; after those no class */
    union {
        Bitboard128 by_type[2][MAX_TYPES]; /* likewise */
        struct {                           /* larger boards: 64 squares a word */
            uint64_t by_side_words[2][4], royal_words[2][4], freezer_words[2][4];
            uint64_t planes[POSITION_PLANES][2][4]; /* by kind of run, see tables.h; both sides of
                                                        a kind side by side */
            Lines lines;
        };
    };
} Position;

/* What a move did, in order, for undo and for the evaluator: board[i].square held `was` and now
 * holds `now`; hand[i] likewise, by count. */
typedef struct Edits {
    struct {
        uint8_t square;
        Piece was, now;
    } board[MAX_EDITS];
    struct {
        uint8_t side, index, was, now;
    } hand[MAX_EDITS];
    uint8_t board_count, hand_count;
    uint64_t counts, hash, key; /* before */
} Edits;

void position_clear(Position *, const HenkaVariant *);
void position_start(Position *, const HenkaVariant *);
void position_put(Position *, int square, Piece); /* square empty before; set-up */
void position_take(Position *, int square);       /* set-up */
void position_set_hand(Position *, int side, int index, int count);
void position_set_side(Position *, int side);
void position_set_skipped(Position *, int bits);

void position_do(Position *, Move, Edits *);
void position_undo(Position *, const Edits *);
/* Passes the turn without it being a skip (null move of the search). */
void position_do_null(Position *, Edits *);
void position_undo_null(Position *, const Edits *);
/* The hash after this move, unless it takes something beside its end or somebody skips: to fetch
 * what it leads to before making it. */
uint64_t position_hash_after(const Position *, Move);
uint64_t position_hash_from_scratch(const Position *);
uint64_t position_key_from_scratch(const Position *);

/* The type that stands on `to` after the move (promotion, flip at capture, drop). */
int position_becomes(const Position *, Move);
/* Every square the move takes from, `to` included; returns how many. */
int position_victims(const Position *, Move, uint8_t squares[MOVE_VICTIMS + 1]);

static inline bool position_is_capture(const Position *p, Move m) {
    if (move_is_drop(m)) return false;
    return move_victim_count(m) || (move_from(m) != move_to(m) && p->board[move_to(m)]);
}
/* Has somebody lost his royals, so that nobody moves any more? Where the royal is to be captured, a
 * side without one has; where it is to be mated, a side without one (the attacker of a mate
 * problem) plays on, and only a board without any royal is over. */
static inline bool position_is_over(const Position *p) {
    bool sente = p->royals[HENKA_SENTE], gote = p->royals[HENKA_GOTE];
    return p->variant->royal == ROYAL_CAPTURE ? !(sente && gote) : !(sente || gote);
}

/* Which types that side holds: bit i stands for hand index i. */
static inline uint32_t position_held(const Position *p, int side) {
    const uint64_t low_bits = 0x7F7F7F7F7F7F7F7F, high_bits = 0x8080808080808080;
    uint32_t held = 0;
    for (int first = 0; first < p->variant->hand_count; first += 8) {
        uint64_t counts;
        memcpy(&counts, p->hand[side] + first, sizeof counts);
        /* the high bit of each byte that is not 0 (counts are below 128), gathered into one byte */
        uint64_t some = (counts + low_bits) & high_bits;
        held |= (uint32_t)((some >> 7) * 0x0102040810204080 >> 56) << first;
    }
    return held;
}

static inline Piece position_at(const Position *p, int square) { return p->board[square]; }

#endif
