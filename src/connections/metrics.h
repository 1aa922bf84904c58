/* metrics - the server's counters, and the page /metrics that shows them in Prometheus' text format
 * 0.0.4. The page does not show who plays which game.
 * Threads  The loop's.
 * Source   https://prometheus.io/docs/instrumenting/exposition_formats/
 */
#ifndef HENKA_CONNECTIONS_METRICS_H
#define HENKA_CONNECTIONS_METRICS_H

#include <stdint.h>

typedef struct Server Server;

enum { METRICS_KINDS = 64, METRICS_KIND_BYTES = 24 };

/* All 0 at the start. */
typedef struct Metrics {
    int64_t connections; /* taken */
    int64_t turned_away; /* closed at once, by the limits */
    int64_t answers[6];  /* to requests over HTTP, by the first digit of their status */
    int64_t began_s;     /* when the server was started, since 1970 */
    struct {
        char kind[METRICS_KIND_BYTES]; /* "": not used yet */
        int64_t count;                 /* of its messages */
    } messages[METRICS_KINDS];         /* from clients, by kind; "unknown" for any other kind */
} Metrics;

/* Counts a message of a kind that the server knows; NULL: of an unknown kind. */
void metrics_message(Metrics *, const char *kind);
/* The whole page; the caller frees it. NULL: memory ran out. */
char *metrics_text(Server *);

#endif
