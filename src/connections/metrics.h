/* metrics - the server's counters, and the page /metrics that shows them in Prometheus' text format
 * 0.0.4. The page does not show who plays which game.
 * Threads  The loop's.
 * Source   https://prometheus.io/docs/instrumenting/exposition_formats/
 */
#ifndef HENKA_CONNECTIONS_METRICS_H
#define HENKA_CONNECTIONS_METRICS_H

#include <stdint.h>

typedef struct Server Server;

enum { METRICS_KINDS = 64 };

/* The server's counters. All members are 0 at the start. */
typedef struct Metrics {
    int64_t connections; /* connections accepted */
    int64_t turned_away; /* connections closed at once because of the limits */
    int64_t answers[6];  /* number of HTTP answers, by the first digit of their status */
    int64_t began_s;     /* when the server was started, in seconds since 1970 */
    struct {
        const char *kind;      /* the kind of message; NULL: entry not used yet */
        int64_t count;         /* number of messages of this kind */
    } messages[METRICS_KINDS]; /* by kind of client message; "unknown": all other kinds */
} Metrics;

/* Counts a message of this kind, a text that must outlive the Metrics. */
void metrics_message(Metrics *, const char *kind);
/* The text of the page /metrics; the caller frees it. NULL: memory ran out. */
char *metrics_text(Server *);

#endif
