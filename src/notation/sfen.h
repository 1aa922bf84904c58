/* sfen - a position as one line: board, side, hands, move number, and further fields of some
 * variants.
 *
 * Shapes   Board rows from the top, each from file N down to file 1; "+" before promoted pieces,
 *          ids of more than one letter in braces, empty runs in any number of digits, "*" for a
 *          hole. Hands: counts before the letter, "-" for none. Then come fields that only some
 *          variants have: which sides skipped their last turn ("-", "b", "w" or "bw"), whether the
 *          last capture bars an answer by counterStrike ("x" or "-"), and the pieces that have not
 *          moved (state_field.h).
 *          The FEN of chess programs is recognised by "[hand]" after the board, or by two numbers
 *          after the side. In FEN w is the first player, and the last number counts pairs of moves.
 * Errors   The column in the given text, what was expected and what was found. A position must have
 *          a piece. Otherwise any arrangement is accepted, even without royals, or with pieces that
 *          can never move.
 * Limits   255 pieces a side on the board, 63 of a kind that can be held, move numbers up to
 *          999999.
 */
#ifndef HENKA_NOTATION_SFEN_H
#define HENKA_NOTATION_SFEN_H

#include "base/message.h"
#include "base/out.h"
#include "notation/scan.h"
#include "position/position.h"

/* A position read from text, not yet on a board. */
typedef struct Setup {
    Piece board[MAX_SQUARES]; /* by square */
    int hand[2][MAX_TYPES];   /* by side and hand index: number of pieces */
    int side;                 /* side to move */
    int skipped;              /* bit per side: it skipped its last turn */
    int number;               /* of the next move, from 1 */
    /* In variants with Tables.state: */
    bool unmoved_said;      /* `unmoved` was given; otherwise all pieces on their home squares count
                               as unmoved */
    uint64_t unmoved[4];    /* bits of the tracked squares whose pieces have not moved */
    int push_from, push_to; /* origin and target of the last push; equal: not given */
    int checks[2];          /* number of checks that each side has given */
} Setup;

/* Reads the fields at *s and stops after them, at the end or before "moves". */
bool sfen_scan(const HenkaVariant *, Scan *s, Setup *, HenkaError *);
/* Reads a whole text, with the prefixes "sfen", "position sfen" or "startpos". If there are moves,
 * s is left after the word "moves". */
bool sfen_scan_position(const HenkaVariant *, Scan *s, Setup *, bool *moves, HenkaError *);
/* Sets up the variant's own array. */
void sfen_setup_start(const HenkaVariant *, Setup *);
/* Makes the position from a setup that was read, or from the array. */
void sfen_setup_place(const HenkaVariant *, const Setup *, Position *);
void sfen_write(const Position *, int number, Out *);
/* Reports that something else was expected at *s. `expected` is a message whose argument is the
 * text found. Returns false. */
bool sfen_say_expected(const Scan *s, MessageKey expected, HenkaError *);

#endif
