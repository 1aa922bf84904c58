/* log - the server's events, one line of JSON each, on standard error. No line has a secret: no id
 * of a game, no token, and of a requested address only its kind.
 * Threads  Any. Lines are queued, and the log's thread writes them: no other waits for a slow
 *          reader. Lines beyond LOG_WAITING are dropped; the next line has their number.
 */
#ifndef HENKA_STORE_LOG_H
#define HENKA_STORE_LOG_H

#include <stdint.h>
#include <stdio.h>

enum { LOG_WAITING = 1000, LOG_FIELDS = 8, LOG_LINE_BYTES = 512 };

typedef struct Log Log;

/* A field of an event. name NULL ends a list of fields. */
typedef struct LogField {
    const char *name, *text; /* the field's name and its text; text NULL: the value is `number` */
    int64_t number;
} LogField;

Log *log_open(FILE *); /* NULL: memory ran out */
/* Writes the lines that wait, as long as the reader reads. A Log that is NULL is allowed, here
 * and in the functions below: it drops every line. */
void log_close(Log *);
/* Logs an event: LOG_EVENT(log, "request", LOG_TEXT("route", "page"), LOG_NUMBER("status", 200)) */
#define LOG_EVENT(log, event, ...) log_event(log, event, (const LogField[]){__VA_ARGS__, {0}})
#define LOG_TEXT(name, value) {name, value, 0}
#define LOG_NUMBER(name, value) {name, NULL, value}
void log_event(Log *, const char *event, const LogField *fields);

#endif
