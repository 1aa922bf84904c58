/* log - what happens on the server, one line of JSON an event, on standard error. No line has a
 * secret: no id of a game, no token, no address of a page beyond the kind of thing that was asked
 * for.
 * Threads  Any. A line is queued; a thread of the log's writes it, so that nobody waits for a slow
 *          reader. When LOG_WAITING lines wait, further ones are left out, and the next line says
 *          how many.
 */
#ifndef HENKA_SERVER_LOG_H
#define HENKA_SERVER_LOG_H

#include <stdint.h>
#include <stdio.h>

enum { LOG_WAITING = 1000, LOG_FIELDS = 8, LOG_LINE_BYTES = 512 };

typedef struct Log Log;

/* A field of an event. name NULL: no further one. */
typedef struct LogField {
    const char *name, *text; /* text NULL: it is the number */
    int64_t number;
} LogField;

Log *log_open(FILE *); /* NULL: memory ran out */
/* Writes what waits, as long as somebody reads. NULL is a log that keeps nothing, here and below.
 */
void log_close(Log *);
/* LOG_EVENT(log, "request", LOG_TEXT("route", "page"), LOG_NUMBER("status", 200)) */
#define LOG_EVENT(log, event, ...) log_event(log, event, (const LogField[]){__VA_ARGS__, {0}})
#define LOG_TEXT(name, value) {name, value, 0}
#define LOG_NUMBER(name, value) {name, NULL, value}
void log_event(Log *, const char *event, const LogField *fields);

#endif
