#define _GNU_SOURCE
#include "match/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { LINE_CAP = 1 << 16, POLL_MS = 50 };

struct Process {
    pid_t pid;             /* the child, and its process group */
    int to, from;          /* pipes to the child's input and from its output */
    size_t start, end;     /* unread bytes of `buffer`: start to end - 1 */
    char buffer[LINE_CAP]; /* output of the child; process_read returns lines in it */
};

extern char **environ;

/* The child gets a process group of its own. An interrupt from the keyboard then does not reach it,
 * and it can be ended together with its own children. */
static bool spawn_with_pipes(pid_t *pid, const char *command, int in, int out) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    char *argv[] = {"sh", "-c", (char *)command, NULL};
    bool ok = posix_spawn(pid, "/bin/sh", &actions, &attributes, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return ok;
}

Process *process_start(const char *command) {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC)) return NULL;
    if (pipe2(from, O_CLOEXEC)) {
        close(to[0]);
        close(to[1]);
        return NULL;
    }
    Process *process = calloc(1, sizeof *process);
    bool ok = process && spawn_with_pipes(&process->pid, command, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    if (!ok) {
        close(to[1]);
        close(from[0]);
        free(process);
        return NULL;
    }
    process->to = to[1];
    process->from = from[0];
    fcntl(process->to, F_SETFL, O_NONBLOCK); /* a child that doesn't read must not stop the match */
    return process;
}

/* Does the child end within wait_ms? It is not reaped here, so that its number is not reused. */
static bool ended_within(pid_t pid, int wait_ms) {
    for (int64_t end = clock_ms() + wait_ms;;) {
        siginfo_t info = {0};
        if (!waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid == pid)
            return true;
        if (clock_ms() >= end) return false;
        usleep(2000);
    }
}

void process_free(Process *process, const char *farewell) {
    if (!process) return;
    if (farewell) process_write(process, "%s\n", farewell);
    close(process->to);
    if (farewell) ended_within(process->pid, 500);
    kill(-process->pid, SIGKILL); /* also its children; its group's number is not reused yet */
    if (ended_within(process->pid, 5000)) waitpid(process->pid, NULL, 0);
    close(process->from);
    free(process);
}

void process_write(Process *process, const char *format, ...) {
    va_list arguments;
    char *text;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    for (const char *at = text, *end = text + length; at < end;) {
        struct pollfd wait = {.fd = process->to, .events = POLLOUT};
        ssize_t written = write(process->to, at, (size_t)(end - at));
        if (written < 0 && errno == EAGAIN && poll(&wait, 1, 1000) > 0) continue;
        if (written <= 0) break;
        at += written;
    }
    free(text);
}

/* Takes a whole line out of the buffer; NULL: there is none. Cuts a line longer than the buffer. */
static char *take_line(Process *process) {
    char *start = process->buffer + process->start,
         *newline = memchr(start, '\n', process->end - process->start);
    if (!newline) {
        memmove(process->buffer, start, process->end - process->start);
        process->end -= process->start;
        process->start = 0;
        if (process->end < LINE_CAP - 1) return NULL;
        start = process->buffer;
        newline = process->buffer + process->end;
        process->end++;
    }
    *newline = '\0';
    process->start = (size_t)(newline - process->buffer) + 1;
    if (newline > start && newline[-1] == '\r') newline[-1] = '\0';
    return start;
}

ProcessRead process_read(Process *process, int64_t deadline_ms, const atomic_bool *cancelled,
                         char **line) {
    while (!(*line = take_line(process))) {
        int64_t left = deadline_ms - clock_ms();
        if (left <= 0 || (cancelled && *cancelled)) return PROCESS_LATE;
        struct pollfd wait = {.fd = process->from, .events = POLLIN};
        if (poll(&wait, 1, left < POLL_MS ? (int)left : POLL_MS) <= 0) continue;
        ssize_t got =
            read(process->from, process->buffer + process->end, LINE_CAP - 1 - process->end);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return PROCESS_GONE;
        process->end += (size_t)got;
    }
    return PROCESS_LINE;
}
