/* process - a child program that is talked to in lines over pipes.
 *
 * Owner    process_start allocates, process_free ends the child (asked first, then killed) and
 *          frees.
 * Threads  One thread at a time.
 * Errors   A child that died shows as PROCESS_GONE; writing to it is ignored.
 * Units    Deadlines are moments of clock_ms.
 */
#ifndef HENKA_MATCH_PROCESS_H
#define HENKA_MATCH_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Process Process;
typedef enum {
    PROCESS_LINE, /* a line was read */
    PROCESS_LATE, /* none came until the deadline */
    PROCESS_GONE  /* the child has ended */
} ProcessRead;

Process *process_start(const char *command); /* by the shell; NULL when that fails */
void process_free(Process *, const char *farewell);
void process_write(Process *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next line without its end; valid until the next call. cancelled may be NULL: a flag that
 * makes it give up with PROCESS_LATE, set by another thread. */
ProcessRead process_read(Process *, int64_t deadline_ms, const atomic_bool *cancelled, char **line);

#endif
