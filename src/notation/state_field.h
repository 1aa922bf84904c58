/* state_field - an SFEN's field for unmoved pieces, the last push and the number of checks, and
 * FEN's fields with the same content. Used by variants whose Tables.state remembers something.
 *
 * Shapes   SFEN: the squares of the tracked pieces that have not moved, without separator, or "-".
 *          After a comma the origin and target of a push that may be captured in passing:
 *          `4h1h8h4a1a8a,5g5e`. After another comma the number of checks that each side gave, if
 *          checks are counted and some were given: `-,+2+0`.
 *          FEN: letters for castling, K towards the last file letter and Q towards the first, or
 *          the file letter of the partner, in capitals for the first player. Then the square that
 *          was passed. "-": an empty field. If checks are counted, a third field has the number of
 *          checks that each side has yet to give (`3+1`, as in Fairy-Stockfish), or the end of the
 *          line has the number that it gave (`+0+2`, as in Lichess).
 * Errors   As sfen.h.
 */
#ifndef HENKA_NOTATION_STATE_FIELD_H
#define HENKA_NOTATION_STATE_FIELD_H

#include "notation/sfen.h"

/* Does an SFEN of this variant have the field that tells which pieces have not moved? */
bool state_field_is_used(const HenkaVariant *);
bool state_field_scan(const HenkaVariant *, Scan *, Setup *, HenkaError *);
void state_field_write(const Position *, Out *);
/* Do the two fields after the side to move have the form of FEN: castling and the passed square?
 * The scan stands before the side. */
bool state_field_is_fen(Scan);
bool state_field_scan_fen(const HenkaVariant *, Scan *, Setup *, HenkaError *);
/* Reads FEN's field for the number of checks. True, too, if there is none: then reads nothing. */
bool state_field_scan_fen_checks(const HenkaVariant *, Scan *, Setup *, HenkaError *);
void state_field_write_fen(const Position *, Out *);
/* Copies unmoved pieces, last push (such as a double step) and number of checks from the setup to a
 * position that has everything else. */
void state_field_place(const Setup *, Position *);

#endif
