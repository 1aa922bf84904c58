/* error - fills in a HenkaError of the caller. The error may be NULL: then the caller only uses the
 * returned value. */
#ifndef HENKA_BASE_ERROR_H
#define HENKA_BASE_ERROR_H

#include "base/message.h"
#include "henka.h"

/* error_say(error, line, column, MSG_KEY, arguments...): fills in a sentence of messages.def.
 * Returns false, so a parser can `return error_say(...)`. */
#define error_say(error, line, column, ...)                                                        \
    error_message(error, line, column, &MESSAGE_OF(__VA_ARGS__))
/* Copies an error, with another place. */
#define error_set(error, ...) error_message(error, 0, 0, &MESSAGE_OF(__VA_ARGS__))
bool error_message(HenkaError *, int line, int column, const Message *);

/* The same words about another place. */
bool error_moved(HenkaError *, int line, int column, const HenkaError *);

#endif
