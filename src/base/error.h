/* error - filling in the HenkaError a caller gave. A NULL error is allowed: the caller only wants
 * to know whether. */
#ifndef HENKA_BASE_ERROR_H
#define HENKA_BASE_ERROR_H

#include "base/message.h"
#include "henka.h"

/* error_say(error, line, column, MSG_KEY, arguments...): the sentence of messages.def. Returns
 * false, so that a parser can `return error_say(...)`. */
#define error_say(error, line, column, ...)                                                        \
    error_message(error, line, column, &MESSAGE_OF(__VA_ARGS__))
/* The same of an error without a place. */
#define error_set(error, ...) error_message(error, 0, 0, &MESSAGE_OF(__VA_ARGS__))
bool error_message(HenkaError *, int line, int column, const Message *);

/* The same words about another place. */
bool error_moved(HenkaError *, int line, int column, const HenkaError *);

#endif
