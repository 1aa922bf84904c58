/* square_name - the name of a square as Japanese readers write it.
 *
 * Threads  Functions only write to the Out that they are given.
 */
#ifndef HENKA_WORDS_SQUARE_NAME_H
#define HENKA_WORDS_SQUARE_NAME_H

#include "base/out.h"
#include "variant/variant.h"

/* Digits of files, ０ to ９, and numerals of ranks, 一 to 十; the numeral 0 is an empty text. */
extern const char *const square_name_digits[10], *const square_name_numerals[11];
/* Writes a number from 1 to 99 in Chinese numerals, such as 二十三. */
void square_name_number(int number, Out *);
/* Writes a square as in Japanese notation and sentences, such as ７六. */
void square_name_write(const HenkaVariant *, int square, Out *);

#endif
