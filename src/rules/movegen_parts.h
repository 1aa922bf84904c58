/* movegen_parts - the three generators, one for each size of board. movegen.c and attacks.c choose
 * among them. Each function returns the same as the function of the same name in movegen.h or
 * attacks.h, for boards of its size and for positions in which the game is not over.
 *
 * movegen64_…    up to 64 squares:  movegen_bitboard.h compiled with bitboards of one word
 * movegen128_…   up to 128 squares: movegen_bitboard.h compiled with bitboards of two words
 * movegen256_…   up to 256 squares: movegen256.c
 *
 * All three are tested against the oracle (oracle.c), which uses none of their code. oracle.h lists
 * the questions that the generators leave to the oracle. */
#ifndef HENKA_RULES_MOVEGEN_PARTS_H
#define HENKA_RULES_MOVEGEN_PARTS_H

#include "rules/movegen.h"

#define MOVEGEN_DECLARE(bits)                                                                      \
    int movegen##bits##_legal(Position *, CheckInfoBuffer *, MovegenKind, const int32_t *worth,    \
                              Move *list);                                                         \
    bool movegen##bits##_any_legal(Position *);                                                    \
    bool movegen##bits##_is_legal(Position *, CheckInfoBuffer *, Move);                            \
    bool movegen##bits##_square_attacked(const Position *, int square, int by);                    \
    bool movegen##bits##_royal_attacked(const Position *, int side);                               \
    bool movegen##bits##_gives_check(Position *, Move);

MOVEGEN_DECLARE(64)
MOVEGEN_DECLARE(128)
MOVEGEN_DECLARE(256)

/* attacks_least_valuable, for boards beyond 128 squares */
int movegen256_least_valuable(const Position *, int square, int by, const int32_t *worth,
                              bool *lands);
/* Does this move leave the other side without a reply, but out of check? */
bool movegen64_gives_stalemate(Position *, Move);

/* In movegen_bitboard.h: the name of a function in the generator being compiled. */
#define MOVEGEN_PART_NAME_(bits, name) movegen##bits##_##name
#define MOVEGEN_PART_NAME(bits, name) MOVEGEN_PART_NAME_(bits, name)
#define MOVEGEN_PART(name) MOVEGEN_PART_NAME(BITBOARD_BITS, name)

#endif
