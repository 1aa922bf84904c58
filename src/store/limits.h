/* limits - limits of what visitors may do and of what is stored: a number for each row of
 * limits.def. The operator may change each number.
 */
#ifndef HENKA_STORE_LIMITS_H
#define HENKA_STORE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* The limits: a number for each row of limits.def. */
typedef struct Limits {
#define LIMIT(name, field, standard, most, meaning) int64_t field;
#include "store/limits.def"
#undef LIMIT
} Limits;

Limits limits_standard(void);
/* Sets a limit from "NAME=NUMBER". False: unknown name, or number out of range. */
bool limits_set(Limits *, const char *text);
/* Prints a line for each limit: its name, number, meaning and default. */
void limits_print(const Limits *);

#endif
