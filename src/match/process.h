/* process - a child program, which reads and writes lines over pipes.
 *
 * Owner    process_start allocates, process_free ends the child (farewell, then SIGKILL) and frees.
 * Threads  One thread at a time.
 * Errors   A child that died shows as PROCESS_GONE; writing to it is ignored.
 * Units    Deadlines are times of clock_ms.
 */
#ifndef HENKA_MATCH_PROCESS_H
#define HENKA_MATCH_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Process Process;
typedef enum {
    PROCESS_LINE, /* a line was read */
    PROCESS_LATE, /* no line came before the deadline */
    PROCESS_GONE  /* the child has ended */
} ProcessRead;

Process *process_start(const char *command); /* runs a command by the shell; NULL: failed */
void process_free(Process *, const char *farewell);
void process_write(Process *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reads the next line, without its line end; valid until the next call. cancelled: a flag that
 * another thread sets to make the call return PROCESS_LATE; may be NULL. */
ProcessRead process_read(Process *, int64_t deadline_ms, const atomic_bool *cancelled, char **line);

#endif
