#include "store/log.h"

#include "base/jsonout.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_AGAIN_MS = 200 };

typedef struct LogLine {
    struct LogLine *next;      /* the line that is written next */
    char text[LOG_LINE_BYTES]; /* the JSON of the line, with a newline and NUL */
} LogLine;

/* Everything but closing, file and thread is guarded by lock. */
struct Log {
    pthread_mutex_t lock;   /* guards the members that log_event and the thread share */
    pthread_cond_t work;    /* signalled when a line waits or the log closes */
    LogLine *first, **last; /* the lines that wait; the link where the next one is appended */
    int waiting;            /* number of lines that wait */
    int64_t left_out;       /* lines dropped since the last line that was queued */
    atomic_bool closing;    /* the thread ends when no line waits */
    FILE *file;             /* receives the lines; owned by the caller */
    pthread_t thread;       /* the thread that writes the lines */
};

static void *log_run(void *context) {
    Log *log = context;
    bool read = true;
    pthread_mutex_lock(&log->lock);
    while (!log->closing || log->first) {
        LogLine *line = log->first;
        if (!line) {
            pthread_cond_wait(&log->work, &log->lock);
            continue;
        }
        if (!(log->first = line->next)) log->last = &log->first;
        pthread_mutex_unlock(&log->lock);
        /* A writable pipe takes a line (PIPE_BUF, pipe(7)): log_close never waits for a reader. */
        struct pollfd output = {.fd = fileno(log->file), .events = POLLOUT};
        int ready = 0;
        while ((read || !log->closing) && !(ready = poll(&output, 1, LOOK_AGAIN_MS)) &&
               !log->closing) {}
        read = ready && write(output.fd, line->text, strlen(line->text)) > 0;
        free(line);
        pthread_mutex_lock(&log->lock);
        log->waiting--;
    }
    pthread_mutex_unlock(&log->lock);
    return NULL;
}

Log *log_open(FILE *file) {
    Log *log = calloc(1, sizeof *log);
    if (!log) return NULL;
    log->last = &log->first;
    log->file = file;
    pthread_mutex_init(&log->lock, NULL);
    pthread_cond_init(&log->work, NULL);
    if (!pthread_create(&log->thread, NULL, log_run, log)) return log;
    free(log);
    return NULL;
}

void log_close(Log *log) {
    if (!log) return;
    pthread_mutex_lock(&log->lock);
    log->closing = true;
    pthread_cond_signal(&log->work);
    pthread_mutex_unlock(&log->lock);
    pthread_join(log->thread, NULL);
    pthread_cond_destroy(&log->work);
    pthread_mutex_destroy(&log->lock);
    free(log);
}

static void line_write(LogLine *line, const char *event, const LogField *fields, int64_t left_out) {
    char when[40];
    struct timespec now;
    struct tm parts;
    Out out = out_to(line->text, sizeof line->text - 1);
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", gmtime_r(&now.tv_sec, &parts));
    snprintf(when + strlen(when), sizeof when - strlen(when), ".%03ldZ", now.tv_nsec / 1000000);
    jsonout_open(&out, NULL, '{');
    jsonout_text(&out, "time", when);
    jsonout_text(&out, "event", event);
    if (left_out) jsonout_number(&out, "left_out", left_out);
    for (int i = 0; i < LOG_FIELDS && fields[i].name; i++)
        if (fields[i].text)
            jsonout_text(&out, fields[i].name, fields[i].text);
        else
            jsonout_number(&out, fields[i].name, fields[i].number);
    jsonout_close(&out, '}');
    if (out.length + 1 >= sizeof line->text) /* too long: only the event's name */
        snprintf(line->text, sizeof line->text - 1, "{\"time\":\"%s\",\"event\":\"%s\"}", when,
                 event);
    strcat(line->text, "\n");
}

void log_event(Log *log, const char *event, const LogField *fields) {
    if (!log) return;
    LogLine *line = malloc(sizeof *line);
    pthread_mutex_lock(&log->lock);
    if (line && log->waiting < LOG_WAITING) {
        line->next = NULL;
        line_write(line, event, fields, log->left_out);
        *log->last = line;
        log->last = &line->next;
        log->waiting++;
        log->left_out = 0;
        pthread_cond_signal(&log->work);
    } else {
        log->left_out++;
        free(line);
    }
    pthread_mutex_unlock(&log->lock);
}
