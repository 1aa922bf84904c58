/* sfen - a position as one line: board, side, hands, move number, who skipped where the variant
 * counts that, and what has not moved where the variant asks.
 *
 * Shapes   Board rows from the top, each from file N down to file 1; "+" before promoted pieces,
 *          ids of more than one letter in braces, empty runs in any number of digits. Hands: counts
 *          before the letter, "-" for none. Then fields of those variants alone that need them:
 *          "-", "b", "w" or "bw" (skips); "x" or "-" (counterStrike: the last capture bars an
 *          answer); what has not moved (state_field.h). "*" is a hole. The FEN of chess
 *          programs is known by "[hand]" after the board, or by two numbers behind the side: there
 *          w is the first player, and the last number counts pairs of moves.
 * Errors   Column in the text given, what was expected and what was found. What pieces stand where
 *          is not judged but that there is a piece: positions without royals or with pieces that
 *          can never move again are positions too.
 * Limits   255 pieces a side on the board, 63 of a kind that can be held, move numbers up to
 *          999999.
 */
#ifndef HENKA_NOTATION_SFEN_H
#define HENKA_NOTATION_SFEN_H

#include "base/message.h"
#include "base/out.h"
#include "notation/scan.h"
#include "position/position.h"

/* A position as someone wrote it, not yet on a board. */
typedef struct Setup {
    Piece board[MAX_SQUARES]; /* by square */
    int hand[2][MAX_TYPES];   /* by side and hand index: how many */
    int side;                 /* to move */
    int skipped;              /* bit per side: it skipped its last turn */
    int number;               /* of the next move, from 1 */
    /* Variants with Tables.state: */
    bool unmoved_said;      /* `unmoved` was given; else all pieces at home count as not moved */
    uint64_t unmoved[4];    /* bit by square, of tracked squares */
    int push_from, push_to; /* the last push; equal: none was given */
    int checks[2];          /* how many checks each side has given */
} Setup;

/* Reads the fields at *s and stops behind them (at the end or before "moves"). */
bool sfen_scan(const HenkaVariant *, Scan *s, Setup *, HenkaError *);
/* The same for a whole text, with the prefixes "sfen", "position sfen", "startpos"; s is left
 * behind "moves" when there are some. */
bool sfen_scan_position(const HenkaVariant *, Scan *s, Setup *, bool *moves, HenkaError *);
/* The variant's own array. */
void sfen_setup_start(const HenkaVariant *, Setup *);
/* Makes the position; the setup is one that was read, or the array. */
void sfen_setup_place(const HenkaVariant *, const Setup *, Position *);
void sfen_write(const Position *, int number, Out *);
/* Says that something else was expected at *s; `expected` is a message whose argument is what was
 * found. Answers false. */
bool sfen_say_expected(const Scan *s, MessageKey expected, HenkaError *);

#endif
