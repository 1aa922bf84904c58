/* error - fills in the caller's HenkaError; NULL: the caller uses only the returned value. */
#ifndef HENKA_BASE_ERROR_H
#define HENKA_BASE_ERROR_H

#include "base/message.h"
#include "henka.h"

/* error_say(error, line, column, MSG_KEY, arguments...): fills *error with the sentence of this key
 * in messages.def. Returns false, so a parser can `return error_say(...)`. */
#define error_say(error, line, column, ...)                                                        \
    error_message(error, line, column, &MESSAGE_OF(__VA_ARGS__))
/* error_set(error, MSG_KEY, arguments...): error_say without a place: line and column are 0. */
#define error_set(error, ...) error_message(error, 0, 0, &MESSAGE_OF(__VA_ARGS__))
bool error_message(HenkaError *, int line, int column, const Message *);

/* Fills a report with one error that has no line and column. */
static inline void error_report(HenkaReport *report, const Message *message) {
    HenkaDiagnostic entry = {.fatal = true};
    if (!report) return;
    error_message(&entry.at, 0, 0, message);
    if (report->cap) report->entries[0] = entry;
    report->count = report->fatal_count = 1;
}
/* Copies the last argument to the first, but with this line and column. Returns false. */
bool error_moved(HenkaError *, int line, int column, const HenkaError *);

#endif
