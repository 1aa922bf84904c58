/* Compiles movegen_bitboard.h for boards of up to 128 squares. */
#define BITBOARD_BITS 128
#include "rules/movegen_bitboard.h"
