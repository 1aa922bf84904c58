/* Lines from and to a program: how they are cut, what becomes of waiting, and how a program ends
 * that does not want to. */
#include "match/process.h"
#include "check.h"

#include "base/clock.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int killed_after_end; /* kills of a group whose leader had been reaped, by kill below */

/* Takes the library's place in this program: the group that is killed must still be the child's own.
 */
int kill(pid_t pid, int signal_number) {
    siginfo_t info = {0};
    if (pid < -1 && signal_number == SIGKILL)
        killed_after_end += waitid(P_PID, (id_t)-pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0;
    return (int)syscall(SYS_kill, pid, signal_number);
}

enum { LONG_WAIT_MS = 60000 }; /* nothing below takes that long */

static const char *line_of(Process *process, ProcessRead expected) {
    static const atomic_bool never = false;
    char *line = NULL;
    ProcessRead read = process_read(process, clock_ms() + LONG_WAIT_MS, &never, &line);
    CHECK(read == expected, "read %d, expected %d, line \"%.40s\"", (int)read, (int)expected,
          line ? line : "");
    return read == PROCESS_LINE ? line : "";
}

static void lines(void) {
    static const char *const expected[] = {"one", "two", "", "three\rfour", "\rfive", "", "six"};
    Process *process =
        process_start("printf 'one\\r\\ntwo\\n\\nthree\\rfour\\n\\rfive\\n\\r\\nsix\\n'");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const char *line = line_of(process, PROCESS_LINE);
        CHECK(!strcmp(line, expected[i]), "line %zu is \"%s\"", i, line);
    }
    line_of(process, PROCESS_GONE);
    process_free(process, NULL);
}

/* Many lines, so that what is read ends in the middle of one again and again; and one longer than
 * the buffer, which is cut. */
static void much(void) {
    char expected[64];
    Process *process = process_start("seq -f 'line number %.0f of a long conversation' 20000; "
                                     "head -c 70000 /dev/zero | tr '\\0' x; echo; echo end");
    for (int i = 1; i <= 20000; i++) {
        const char *line = line_of(process, PROCESS_LINE);
        snprintf(expected, sizeof expected, "line number %d of a long conversation", i);
        CHECK(!strcmp(line, expected), "line %d is \"%s\"", i, line);
        if (strcmp(line, expected)) break;
    }
    size_t length = strlen(line_of(process, PROCESS_LINE)), more;
    CHECK(length == (1 << 16) - 1, "a line of 70000 bytes is cut at %zu", length);
    const char *rest = line_of(process, PROCESS_LINE);
    more = strlen(rest);
    CHECK(length + more == 70000 && strspn(rest, "x") == more, "its rest is %zu long", more);
    CHECK(!strcmp(line_of(process, PROCESS_LINE), "end"), "the line after it");
    process_free(process, NULL);
}

static void conversation(void) {
    Process *process = process_start("while read -r word number; do echo \"$word is $number\"; "
                                     "[ \"$word\" = quit ] && exit; done; sleep 1000");
    for (int i = 0; i < 3; i++) {
        process_write(process, "word%d %d\n", i, 10 * i);
        char expected[32];
        snprintf(expected, sizeof expected, "word%d is %d", i, 10 * i);
        const char *line = line_of(process, PROCESS_LINE);
        CHECK(!strcmp(line, expected), "answer %d: \"%s\"", i, line);
    }
    int64_t started_ms = clock_ms();
    process_free(process, "quit");
    CHECK(clock_ms() - started_ms < LONG_WAIT_MS, "it ends when it is asked to");
}

static void waiting(void) {
    char *line;
    const atomic_bool now = true;
    Process *process = process_start("sleep 1000");
    CHECK(process_read(process, clock_ms() + 20, NULL, &line) == PROCESS_LATE, "nothing in time");
    CHECK(process_read(process, clock_ms() + LONG_WAIT_MS, &now, &line) == PROCESS_LATE,
          "given up");
    int64_t started_ms = clock_ms();
    process_free(process, "quit"); /* it doesn't listen */
    CHECK(clock_ms() - started_ms < LONG_WAIT_MS, "it is ended");
    process = process_start("sleep 1000 & sleep 1000");
    process_free(process, NULL);
    process_free(NULL, "quit");
}

/* A line that is there is read even when it is late. */
static void late(void) {
    char *line;
    Process *process = process_start("printf 'first\\nsecond\\n'");
    line_of(process, PROCESS_LINE);
    CHECK(process_read(process, clock_ms() - 1, NULL, &line) == PROCESS_LINE &&
              !strcmp(line, "second"),
          "the second line");
    process_free(process, NULL);
}

/* More than a pipe holds, to a program that reads slowly, arrives whole; to one that doesn't read,
 * or is gone, it is lost, and nobody waits for ever. */
static void writing(void) {
    enum { LENGTH = 300000 };
    char *text = malloc(LENGTH + 1);
    memset(text, 'x', LENGTH);
    text[LENGTH] = '\0';
    Process *process = process_start("sleep 0.2; head -c 300001 | wc -c");
    process_write(process, "%s\n", text);
    const char *line = line_of(process, PROCESS_LINE);
    CHECK(atoi(line) == LENGTH + 1, "%s bytes arrived", line);
    process_free(process, NULL);
    process = process_start("sleep 1000");
    process_write(process, "%s\n", text);
    process_free(process, NULL);
    process = process_start("exit 3");
    line_of(process, PROCESS_GONE);
    process_write(process, "%s\n", text);
    process_free(process, "quit");
    free(text);
}

/* It is in a process group of its own, so an interrupt from the keyboard does not reach it, and its
 * errors go nowhere. It can be interrupted by others: what this process ignores, it does not. */
static void apart(void) {
    Process *process = process_start("cut -d' ' -f1,5 /proc/self/stat; ls -l /proc/self/fd/2; "
                                     "kill -INT $$; echo ignored");
    int own = 0, group = 0;
    sscanf(line_of(process, PROCESS_LINE), "%d %d", &own, &group);
    CHECK(group && group != getpgrp(), "process %d is in group %d, this one in %d", own, group,
          (int)getpgrp());
    const char *line = line_of(process, PROCESS_LINE);
    CHECK(strstr(line, "/dev/null"), "its errors go to %s", line);
    line_of(process, PROCESS_GONE);
    process_free(process, NULL);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    lines();
    much();
    conversation();
    waiting();
    late();
    writing();
    apart();
    CHECK(waitpid(-1, NULL, WNOHANG) == -1, "a program is left");
    CHECK(!killed_after_end, "%d groups were killed after their numbers were free",
          killed_after_end);
    return check_done();
}
