/* narrow - the generator once more for boards of up to 64 squares: the same files, compiled with
 * one word for a set (narrow.c). What stands here is what generate.h and attack.h declare under the
 * same names; those call it where is_narrow.
 */
#ifndef HENKA_RULES_NARROW_H
#define HENKA_RULES_NARROW_H

#include "position/position.h"
#include "rules/generate.h"
#include "variant/tables.h"

#ifdef NARROW
#define is_narrow(p) false
#else
#define is_narrow(p) ((p)->variant->tables->narrow)
int narrow_generate_at(const Position *, Outlook *, GenerateWhat, const int32_t *worth, Move *list);
bool narrow_has_any(const Position *);
bool narrow_is_legal_at(const Position *, Outlook *, Move);
bool narrow_gives_check(const Position *, Move);
bool narrow_gives_stalemate(const Position *, Move);
bool narrow_square_attacked(const Position *, int square, int by);
bool narrow_royal_attacked(const Position *, int side);
#endif

#endif
