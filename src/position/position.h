/* position - board, hands, side to move, and the sides whose last turn was a skip. Changes only by
 * position_do / position_undo and the set-up calls.
 *
 * Shapes   PositionState holds the facts beyond the board that castling, captures in passing, first
 *          moves and counted checks need. It shares its memory with the strips' part, so a Position
 *          is no larger for it. docs/decisions/016-state-word.md. Beside the board it keeps
 *          bitboards, or planes on larger boards, which every change updates
 *          (chessprogramming.org/Incremental_Updates), and Zobrist keys.
 * Owner    A plain value: copy it with =. It points at its variant and does not keep it alive.
 * Threads  One owner at a time.
 * Limits   position_do takes a legal (or pseudo-legal) move; anything else is the caller's bug.
 */
#ifndef HENKA_POSITION_POSITION_H
#define HENKA_POSITION_POSITION_H

#include <string.h>

#include "base/budget.h"
#include "position/move.h"
#include "variant/piece.h"
#include "variant/variant.h"

/* Position.skipped: the last move captured a trade_struck piece with one that is not
 * trade_struck. */
enum { STRUCK = 4 };
enum { MAX_EDITS = 8, MAX_HAND_TYPES = 32, POSITION_CLASSES = 40, POSITION_PLANES = 28 };

/* Boards beyond 128 squares: the squares of each side's pieces, a word for each line of each kind
 * (file, rank, and the two diagonals), so that the distance to the next piece is a count of zeros.
 * Bit n of a word is the line's place n (Tables.line_index, line_place, line_bits). */
enum { LINE_WORDS = 48 };
typedef struct Lines {
    uint32_t word[4][LINE_WORDS][2]; /* [kind of line][line][side] */
} Lines;
/* Both sides' words of a line: LineBits.place. */
static inline const uint32_t *lines_at(const Lines *lines, int place) {
    return (const uint32_t *)lines + place;
}

/* Strips: by square, how the piece there attacks (SmallAttacks); nothing where none stands. Bits
 * are squares, so that vector instructions ask sixteen pieces at once (rules/strip.h). */
typedef struct StripBoard {
    /* As in SmallAttacks: leaps, rays up and down, and where it might capture over a screen. */
    uint32_t steps[STRIP_SQUARES], up[STRIP_SQUARES], down[STRIP_SQUARES], hops[STRIP_SQUARES];
} StripBoard;

/* The facts that a position remembers in variants with Tables.state. Other variants do not use
 * it. */
typedef struct PositionState {
    uint64_t unmoved[4];        /* bit by square: the piece of the array on this tracked square
                                   (StateTables.tracked) has not moved */
    uint8_t push_from, push_to; /* the last move, if it was a push that some piece of the other side
                                   may capture in passing; equal: there is no such push */
    uint8_t checks[2]; /* by side: how many checks it has given, where HenkaVariant.checks_to_win
                          counts them (MOVE_CHECK); else 0 */
} PositionState;

typedef struct Position {
    union {                  /* the first member, so that strips begin on a cache line */
        StripBoard strip;    /* strips only */
        PositionState state; /* variants with Tables.state, which are never played as strips */
    };
    const HenkaVariant *variant;     /* the caller's */
    Piece board[MAX_SQUARES];        /* by square */
    uint8_t hand[2][MAX_HAND_TYPES]; /* [side][hand index]: how many */
    union {
        struct {
            uint8_t side;           /* to move */
            uint8_t skipped;        /* bit of each side: its last own turn was a skip; bit
                                       STRUCK: see there */
            uint8_t royals[2];      /* royal pieces on the board, by side */
            uint8_t piece_count[2]; /* all pieces on the board */
            uint8_t freezers[2];    /* pieces that freeze */
        };
        uint64_t counts; /* all of these at once */
    };
    uint64_t hash; /* Zobrist key of everything that decides the legal moves: board, hands, side,
                      skipped and PositionState */
    uint64_t key;  /* the key that repetition compares: the hash without skipped. There is no key of
                      the board alone */
    /* Boards of up to 128 squares. Tables.places knows the order of these. */
    Bitboard128 by_side[2];                        /* all pieces of a side */
    Bitboard128 royal_set[2];                      /* its royals */
    Bitboard128 by_class[2][POSITION_CLASSES + 1]; /* by way of attack (Tables.class_count); the
                                                      last is no class. Not kept on strips */
    union {
        Bitboard128
            by_type[2]
                   [MAX_TYPES]; /* [side][type]: pieces of that type; boards of up to 128 squares */
        struct {                /* larger boards: bitboards of four words */
            uint64_t by_side_words[2][4], royal_words[2][4], freezer_words[2][4];
            uint64_t planes[POSITION_PLANES][2][4]; /* see PLANE_… in tables.h; both sides of a
                                                       plane side by side */
            Lines lines;
        };
    };
    HenkaBudget *budget; /* the caller's budget, which questions about the position spend; NULL: no
                            limit. A copy of the position shares it, position_clear removes it */
} Position;

/* The changes of a move, in order, for undo and for the evaluator. */
typedef struct Edits {
    struct {
        uint8_t square; /* the square whose piece changed */
        Piece was, now; /* what stood there, and stands now */
    } board[MAX_EDITS];
    struct {
        uint8_t side, index; /* in Position.hand */
        uint8_t was, now;    /* how many */
    } hand[MAX_EDITS];
    uint8_t board_count, hand_count; /* how many of each */
    /* With Tables.state only: */
    uint8_t unmoved; /* bit n: on the square of board[n] stood a piece that had not moved */
    uint8_t push_from, push_to; /* PositionState, before the move */
    uint8_t checks;             /* number of checks that the mover had given before the move */
    uint16_t aimed; /* bit n: the move ended the first moves of the royal on square n of the other
                       side's StateTables.aimed */
    uint64_t counts, hash, key; /* those of the position before the move */
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
/* Set up the state; they do nothing in variants without Tables.state. A piece put on its square of
 * the array counts as not moved until position_set_unmoved says otherwise. */
void position_set_unmoved(Position *, int square, bool unmoved); /* tracked squares only */
/* A push that the side to move could not capture in passing is forgotten, as after a move. */
void position_set_push(Position *, int from, int to); /* equal: none */
/* How many checks the side has given: HenkaVariant.checks_to_win at most. */
void position_set_checks(Position *, int side, int count);
/* May the piece on `to`, of the side that moved last, have moved there from `from` by a push that
 * gives the right to capture it in passing? */
bool position_may_have_pushed(const Position *, int from, int to);
/* Has the piece of the array that belongs there not moved from this square? */
bool position_is_unmoved(const Position *, int square);
/* May the piece that stands there make its first moves (Conditions.virgin)? It has not moved, or
 * stands on a square that is its kind's home. */
bool position_is_first_move(const Position *, int square);
/* Writes the squares on which `by` may capture a piece in passing that moves from `from` to `to`:
 * on a straight line the squares between, else none. Returns their number. */
int position_passed(const HenkaVariant *, int by, int from, int to, uint8_t squares[MAX_RANKS]);
/* The hash after this move, unless it takes something beside its target, castles, a side skips or
 * the state changes: to prefetch the table entry before the move is made. */
uint64_t position_hash_after(const Position *, Move);
uint64_t position_hash_from_scratch(const Position *);
uint64_t position_key_from_scratch(const Position *);

/* Do the fields of this number, read as a move, exist here: squares of the board, a piece of the
 * side to move on its origin, types of the game? The functions below may be called only for such a
 * move. */
bool position_could_make(const Position *, Move);
/* The type that stands on `to` after the move (promotion, flip at capture, drop). */
int position_becomes(const Position *, Move);
/* Does the move capture a piece that may not be avenged in the next move (HenkaVariant.strikes)? */
bool position_strikes(const Position *, Move);
/* Every square the move takes from, `to` included; returns how many. */
int position_victims(const Position *, Move, uint8_t squares[MOVE_VICTIMS + 1]);

static inline bool position_is_capture(const Position *p, Move m) {
    if (move_is_drop(m)) return false;
    return move_victim_count(m) ||
           (move_from(m) != move_to(m) && p->board[move_to(m)] && !move_is_castling(m));
}
/* Has the side given the number of checks that wins? */
static inline bool position_checks_suffice(const Position *p, int side) {
    int wanted = p->variant->checks_to_win;
    return wanted && p->state.checks[side] >= wanted;
}
enum { NO_WINNER = -1, BOTH_WIN = 2 };
/* The side that has won by a piece on a goal of its kind (PieceType.goal, GoalRule) or has given
 * enough checks, NO_WINNER: neither side has. If both have, the side that moved last, or BOTH_WIN
 * if a goal was answered. */
int position_winner(const Position *);
/* Has the side a piece on a goal of its kind? */
bool position_on_goal(const Position *, int side);
/* GOAL_ANSWERED: has the first side reached its goal, so that the other may answer now? */
bool position_awaits_answer(const Position *);

/* Have goals or checks decided the game, except perhaps for one answer? Then no rule bars the move
 * that led here because of its consequence. */
static inline bool position_is_decided(const Position *p) {
    return p->variant->wins_outright && (position_winner(p) >= 0 || position_awaits_answer(p));
}

/* Is the game over because royals are lost? With ROYAL_CAPTURE it is over when a side has none.
 * With ROYAL_CHECKMATE it is over only when neither has one, because a side without a royal (the
 * attacker of a mate problem) plays on. */
static inline bool position_royals_lost(const Position *p) {
    bool sente = p->royals[HENKA_SENTE], gote = p->royals[HENKA_GOTE];
    return p->variant->royal == ROYAL_CHECKMATE
               ? !(sente || gote)
               : p->variant->royal == ROYAL_CAPTURE && !(sente && gote);
}
/* Is the game over by royals, a goal or checks, so that there is no legal move? */
static inline bool position_is_over(const Position *p) {
    return position_royals_lost(p) || (p->variant->wins_outright && position_winner(p) >= 0);
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

/* The first type in that side's hand whose drops are limited neither by file nor by a rule against
 * mating drops; 0: none. */
static inline int position_free_drop(const Position *p, int side) {
    const HenkaVariant *v = p->variant;
    if (!v->hands || v->drop_mate_barred_all) return 0;
    for (uint32_t held = position_held(p, side); held; held &= held - 1) {
        int type = v->hand_types[__builtin_ctz(held)];
        if (!v->types[type].drop_file_limit && !v->types[type].drop_mate_barred) return type;
    }
    return 0;
}

static inline Piece position_at(const Position *p, int square) { return p->board[square]; }

#endif
