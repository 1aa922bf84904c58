/* bitboard64 - the generator once more for boards of up to 64 squares: the same files, compiled
 * with one word for a set (bitboard64.c). What stands here is what generate.h and attack.h declare
 * under the same names; those call it where fits_bitboard64.
 */
#ifndef HENKA_RULES_BITBOARD64_H
#define HENKA_RULES_BITBOARD64_H

#include "position/position.h"
#include "rules/movegen.h"
#include "variant/tables.h"

#ifdef NARROW
#define fits_bitboard64(p) false
#else
#define fits_bitboard64(p) ((p)->variant->tables->bitboard64)
int movegen_legal_with_64(const Position *, CheckInfoBuffer *, MovegenKind, const int32_t *worth,
                          Move *list);
bool movegen_any_legal_64(const Position *);
bool movegen_is_legal_with_64(const Position *, CheckInfoBuffer *, Move);
bool attacks_gives_check_64(const Position *, Move);
bool gives_stalemate_64(const Position *, Move);
bool attacks_square_attacked_64(const Position *, int square, int by);
bool attacks_royal_attacked_64(const Position *, int side);
#endif

#endif
