/* error - filling in the HenkaError a caller gave. A NULL error is allowed: the caller only wants
 * to know whether. */
#ifndef HENKA_BASE_ERROR_H
#define HENKA_BASE_ERROR_H

#include "henka.h"

/* Returns false, so that a parser can `return error_at(...)`. The message says what was expected
 * and what was found. */
bool error_at(HenkaError *, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
