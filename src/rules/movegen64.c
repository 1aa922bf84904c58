/* Compiles movegen_bitboard.h for boards of up to 64 squares, strips among them. */
#define BITBOARD_BITS 64
#include "rules/movegen_bitboard.h"
