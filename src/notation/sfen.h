/* sfen - a position as one line: board, side, hands, move number, and some variants' fields.
 *
 * Shapes   Board rows from the top, each from file N down to file 1; "+" before promoted pieces,
 *          ids of more than one letter in braces, empty runs in any number of digits, "*" for a
 *          hole. Hands: counts before the letter, "-" for none. Then fields of some variants: which
 *          sides skipped their last turn ("-", "b", "w" or "bw"), whether the last capture bars an
 *          answer by counterStrike ("x" or "-"), and the pieces that have not moved
 *          (state_field.h). The FEN of chess programs is recognised by "[hand]" after the board, or
 *          by two numbers after the side. In FEN w is the first player, and the last number counts
 *          pairs of moves.
 * Errors   The column in the text, what was expected and found. A position must have a piece. Any
 *          arrangement is accepted, even without royals or with pieces that never move.
 * Limits   255 pieces a side on board, 63 of a kind that can be held, move numbers up to 999999.
 */
#ifndef HENKA_NOTATION_SFEN_H
#define HENKA_NOTATION_SFEN_H

#include "base/message.h"
#include "base/out.h"
#include "notation/scan.h"
#include "position/position.h"

/* A position as read from a text, before it is made into a Position. */
typedef struct Setup {
    Piece board[MAX_SQUARES]; /* by square: the piece; 0: empty */
    int hand[2][MAX_TYPES];   /* pieces in hand, by side and type's index in hand */
    int side;                 /* side to move */
    int skipped; /* bit 1 << side: the side skipped its last turn. Bit STRUCK: the last capture
                    forbids certain captures in the next move (counterStrike) */
    int number;  /* number of the next move, from 1 */
    /* Only variants with Tables.state use the members below, such as those with castling. */
    bool unmoved_said;      /* `unmoved` was given; else pieces at home count as unmoved */
    uint64_t unmoved[4];    /* bit per square: a piece that can lose a right by moving (to castle,
                               for example) has not moved from this square */
    int push_from, push_to; /* squares of the last move if it allows capture in passing; or equal */
    int checks[2];          /* number of checks that each side has given */
} Setup;

/* Reads the fields of a position at *s, and stops at the end of the text or before "moves". */
bool sfen_scan(const HenkaVariant *, Scan *s, Setup *, HenkaError *);
/* Reads a position with an optional prefix: "position", "sfen", "fen", or "startpos" instead of the
 * fields. If the word "moves" follows, sets *moves and leaves *s after this word. */
bool sfen_scan_position(const HenkaVariant *, Scan *s, Setup *, bool *moves, HenkaError *);
/* Fills the setup with the variant's usual starting position. */
void sfen_setup_start(const HenkaVariant *, Setup *);
/* Makes the position that the setup describes. */
void sfen_setup_place(const HenkaVariant *, const Setup *, Position *);
void sfen_write(const Position *, int number, Out *);
/* Writes the error that the text at *s is not what the reader expected there. `expected` is a
 * message whose argument is the text found. Returns false. */
bool sfen_say_expected(const Scan *s, MessageKey expected, HenkaError *);

#endif
