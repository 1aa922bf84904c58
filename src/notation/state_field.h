/* state_field - the field of an SFEN for pieces that have not moved, the last push and counted
 * checks, and the fields of FEN that say the same of chess. Variants with Tables.state that
 * remember something.
 *
 * Shapes   SFEN: the squares of the tracked pieces that have not moved, one after another, or "-";
 *          then, after a comma, origin and target of a push that may be captured in passing:
 *          `4h1h8h4a1a8a,5g5e`; then, where checks are counted and some were given, after another
 *          comma how many each side gave: `-,+2+0`. FEN: letters for castling, K towards the last
 *          file letter and Q towards the first, or the partner's own file letter, capitals for the
 *          first player; then the square that was passed. "-" in either field: nothing. Where
 *          checks are counted a field for how many each side has yet to give follows (`3+1`, as
 *          Fairy-Stockfish has it), or `+0+2` at the end for how many it gave, as Lichess has it.
 * Errors   As sfen.h.
 */
#ifndef HENKA_NOTATION_STATE_FIELD_H
#define HENKA_NOTATION_STATE_FIELD_H

#include "notation/sfen.h"

/* Has the variant this field at all? */
bool state_field_is_used(const HenkaVariant *);
bool state_field_scan(const HenkaVariant *, Scan *, Setup *, HenkaError *);
void state_field_write(const Position *, Out *);
/* Do fields as in FEN follow the side? */
bool state_field_is_fen(Scan);
bool state_field_scan_fen(const HenkaVariant *, Scan *, Setup *, HenkaError *);
/* Reads a field for checks that stands here; nothing where none does. */
bool state_field_scan_fen_checks(const HenkaVariant *, Scan *, Setup *, HenkaError *);
void state_field_write_fen(const Position *, Out *);
/* What both leave in the setup, put into a position that has everything else. */
void state_field_place(const Setup *, Position *);

#endif
