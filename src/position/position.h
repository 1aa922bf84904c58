/* position - board, hands, side to move, and the sides whose last turn was a skip. A position is
 * changed only by position_do, position_undo and the set-up calls.
 *
 * Shapes   PositionState holds the facts beyond the board that castling, captures in passing, first
 *          moves and counted checks need. It shares its memory with the StripBoard, so a Position
 *          is no larger for it. docs/decisions/016-state-word.md. Beside the bytes of the board, a
 *          position keeps bitboards, or planes on larger boards, which every change updates
 *          (chessprogramming.org/Incremental_Updates), and Zobrist keys.
 * Owner    A plain value: copy it with =. It points at its variant and does not keep it alive.
 * Threads  One owner at a time.
 * Limits   position_do takes a legal (or pseudo-legal) move; any other move is the caller's bug.
 */
#ifndef HENKA_POSITION_POSITION_H
#define HENKA_POSITION_POSITION_H

#include <string.h>

#include "base/budget.h"
#include "position/move.h"
#include "variant/piece.h"
#include "variant/variant.h"

/* Bit of Position.skipped: the last move took a trade_struck piece with a piece that is not
 * trade_struck (PieceType). The next move must not do that, too. */
enum { STRUCK = 4 };
enum { MAX_EDITS = 8, MAX_HAND_TYPES = 32, POSITION_CLASSES = 40, POSITION_PLANES = 28 };

/* The squares of each side's pieces on boards beyond 128 squares: a word for each line of each type
 * (file, rank, and the two diagonals), so that the distance to the next piece is a count of zeros.
 * Bit n of a word: a piece stands on square n of the line (Tables.line_index, line_place). */
enum { LINE_WORDS = 48 };
typedef struct Lines {
    uint32_t word[4][LINE_WORDS][2]; /* [type of line][line][side]: its pieces on that line */
} Lines;
/* Returns the two words of a line, sente's and gote's: a bit for each square where the side has a
 * piece. place: the line's offset, from LineBits.place. */
static inline const uint32_t *lines_at(const Lines *lines, int place) {
    return (const uint32_t *)lines + place;
}

/* By square: how the piece on a strip's square attacks (SmallAttacks); 0 where no piece stands.
 * Bits are squares, so that vector instructions test sixteen pieces at once (rules/strip.h). */
typedef struct StripBoard {
    /* [square]: the members of SmallAttacks: targets of leaps, rays up and down, and the squares
     * where the piece might capture over a screen. */
    uint32_t steps[STRIP_SQUARES], up[STRIP_SQUARES], down[STRIP_SQUARES], hops[STRIP_SQUARES];
} StripBoard;

/* The facts that a position remembers, used only in variants with Tables.state. */
typedef struct PositionState {
    uint64_t unmoved[4];        /* bit by square: the piece of the starting position on this tracked
                                   square (StateTables.tracked) has not moved */
    uint8_t push_from, push_to; /* origin and target of the last move, if it was a push that an
                                   enemy may capture in passing; else both are equal */
    uint8_t checks[2]; /* by side: number of checks given; 0 without HenkaVariant.checks_to_win */
} PositionState;

typedef struct Position {
    union {                  /* the first member, so that `strip` begins on a cache line */
        StripBoard strip;    /* used on strips only */
        PositionState state; /* used in variants with Tables.state, which are never strips */
    };
    const HenkaVariant *variant;     /* owned by the caller */
    Piece board[MAX_SQUARES];        /* [square]: the piece there */
    uint8_t hand[2][MAX_HAND_TYPES]; /* [side][hand index]: number of pieces in hand */
    union {
        struct {
            uint8_t side;           /* the side to move */
            uint8_t skipped;        /* bit 1 << side: its last turn was a skip; also bit STRUCK */
            uint8_t royals[2];      /* by side: number of royal pieces on the board */
            uint8_t piece_count[2]; /* by side: number of pieces on the board */
            uint8_t freezers[2];    /* by side: number of pieces on the board that freeze others */
        };
        uint64_t counts; /* the bytes royals, piece_count and freezers as one number */
    };
    uint64_t hash; /* Zobrist key of board, hands, side, skipped and PositionState */
    uint64_t key;  /* the key that repetition compares: the hash without `skipped` */
    /* Bitboards of boards of up to 128 squares. PiecePlaces in tables.h depends on their order. */
    Bitboard128 by_side[2];                        /* by side: all its pieces */
    Bitboard128 royal_set[2];                      /* by side: its royals */
    Bitboard128 by_class[2][POSITION_CLASSES + 1]; /* [side][class]: pieces of the types that attack
                                                      alike (Tables.class_count); last entry: types
                                                      without a class. Not kept on strips */
    union {
        Bitboard128 by_type[2][MAX_TYPES]; /* boards of up to 128 squares: [side][type] */
        struct {                           /* boards beyond 128 squares: bitboards of four words */
            uint64_t by_side_words[2][4], royal_words[2][4], freezer_words[2][4];
            uint64_t planes[POSITION_PLANES][2][4]; /* [plane][side]: the side's pieces that share a
                                                       slide (PLANE_… in tables.h) */
            Lines lines;
        };
    };
    HenkaBudget *budget; /* the caller's budget for questions about the position; NULL: no limit. A
                            copy shares it; position_clear removes it */
} Position;

/* The changes that a move made, in order, for undo and for the evaluation. */
typedef struct Edits {
    struct {
        uint8_t square; /* the square whose piece changed */
        Piece was, now; /* the piece before and after the change; NO_PIECE: none */
    } board[MAX_EDITS];
    struct {
        uint8_t side, index; /* the changed number is Position.hand[side][index] */
        uint8_t was, now;    /* number of pieces of one type in a hand, before and after the move */
    } hand[MAX_EDITS];
    uint8_t board_count, hand_count; /* lengths of the lists `board` and `hand` */
    /* Filled only in variants with Tables.state: unmoved, push_from, push_to, checks, aimed. */
    uint8_t unmoved; /* bit n: the piece on the square of board[n] had not moved before this move */
    uint8_t push_from, push_to; /* the members of PositionState of the same names before the move */
    uint8_t checks;             /* number of checks that the mover had given before the move */
    uint16_t aimed; /* bit n: the move ended the first moves of the enemy royal on square
                       StateTables.aimed[side of that royal][n] */
    uint64_t counts, hash, key; /* the members of Position of the same names before the move */
} Edits;

void position_clear(Position *, const HenkaVariant *);
void position_start(Position *, const HenkaVariant *);
void position_put(Position *, int square, Piece); /* puts a piece on an empty square (set-up) */
void position_take(Position *, int square);       /* removes the piece on a square (set-up) */
void position_set_hand(Position *, int side, int index, int count);
void position_set_side(Position *, int side);
void position_set_skipped(Position *, int bits);

void position_do(Position *, Move, Edits *);
void position_undo(Position *, const Edits *);
/* Passes the turn, but not as a skip (null move of the search). position_undo takes it back. */
void position_do_null(Position *, Edits *);
/* Set up the state; without effect in variants without Tables.state. A piece that is put on its
 * square of the starting position counts as not moved, unless position_set_unmoved changes that. */
void position_set_unmoved(Position *, int square, bool unmoved); /* no effect if not tracked */
/* Sets the last push; forgets it, as after a move, if it could not be captured in passing. */
void position_set_push(Position *, int from, int to); /* from == to: no push */
/* Sets the number of checks that the side has given: at most HenkaVariant.checks_to_win. */
void position_set_checks(Position *, int side, int count);
/* Can the piece on `to`, of the side that moved last, have moved there from `from` by a push that
 * gives the right to capture it in passing? */
bool position_may_have_pushed(const Position *, int from, int to);
/* Does the square still hold its piece of the starting position, which has not moved? */
bool position_is_unmoved(const Position *, int square);
/* May the piece on this square make its first moves (Conditions.virgin)? It may if it has not
 * moved, or if the square is a home of its type. */
bool position_is_first_move(const Position *, int square);
/* Writes the squares on which side `by` may capture in passing a piece that moves from `from` to
 * `to`: the squares between, if both are on one straight line; else none. Returns their number. */
int position_passed(const HenkaVariant *, int by, int from, int to, uint8_t squares[MAX_RANKS]);
/* Returns the hash after this move, to prefetch the table entry before the move is made. Wrong if
 * the move takes something beside its target or castles, if a side skips, or the state changes. */
uint64_t position_hash_after(const Position *, Move);
uint64_t position_hash_from_scratch(const Position *);
uint64_t position_key_from_scratch(const Position *);

/* Do the fields of this number, read as a move, exist in this game: squares of the board, a piece
 * of the side to move on its origin, types of the game? Only then call the functions below. */
bool position_could_make(const Position *, Move);
/* Returns the type of the piece on `to` after the move (promotion, flip at capture, drop). */
int position_becomes(const Position *, Move);
/* Does the move capture a piece that must not be avenged at once (HenkaVariant.strikes)? */
bool position_strikes(const Position *, Move);
/* Writes the squares of all pieces that the move takes, `to` included. Returns their number. */
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
/* Returns the side that has won because a piece is on a goal of its type (PieceType.goal, GoalRule)
 * or because it has given enough checks; NO_WINNER: neither side has won. If both have, returns the
 * side that moved last, or BOTH_WIN if a goal was answered. */
int position_winner(const Position *);
/* Does the side have a piece on a goal of the piece's type? */
bool position_on_goal(const Position *, int side);
/* With GOAL_ANSWERED: has the side that began the game reached a goal that may be answered now? */
bool position_awaits_answer(const Position *);

/* Have goals or checks decided the game, except perhaps for one answering move? Then no rule
 * forbids the move that led to this position because of its consequences. */
static inline bool position_is_decided(const Position *p) {
    return p->variant->wins_outright && (position_winner(p) >= 0 || position_awaits_answer(p));
}

/* Is the game over because royals are lost? With ROYAL_CAPTURE it is over when a side has no royal.
 * With ROYAL_CHECKMATE it is over only when neither side has one, because a side without a royal
 * (the attacker of a mate problem) plays on. */
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

/* Returns the types that the side has in hand: bit i stands for hand index i. */
static inline uint32_t position_held(const Position *p, int side) {
    const uint64_t low_bits = 0x7F7F7F7F7F7F7F7F, high_bits = 0x8080808080808080;
    uint32_t held = 0;
    for (int first = 0; first < p->variant->hand_count; first += 8) {
        uint64_t counts;
        memcpy(&counts, p->hand[side] + first, sizeof counts);
        /* the high bit of each nonzero byte (counts are below 128), to be gathered into one byte */
        uint64_t some = (counts + low_bits) & high_bits;
        held |= (uint32_t)((some >> 7) * 0x0102040810204080 >> 56) << first;
    }
    return held;
}

/* Returns the first type in that side's hand that may be dropped on any file and mate; 0: none. */
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
