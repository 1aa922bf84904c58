/* command_line - runs a command of the lab as the shell would: words, a folder of the test's own, and
 * what was written on both streams; and what all commands that play games refuse. For one test
 * program, which includes it once. */
#ifndef HENKA_TESTS_LAB_COMMAND_LINE_H
#define HENKA_TESTS_LAB_COMMAND_LINE_H

#include "base/args.h"
#include "check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/henka-test-XXXXXX"; /* the test makes it by mkdtemp and removes it */
static char out[1 << 15], err[1 << 15];          /* what the last command wrote */

/* The path of a file in the folder. The last four paths stay valid. */
static const char *in_folder(const char *name) {
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void read_back(FILE *file, char *text, size_t cap) {
    rewind(file);
    text[fread(text, 1, cap - 1, file)] = '\0';
    fclose(file);
}

/* line: words between blanks, the command's name first, "@x" being the file x of the folder. */
static int run_line(int (*command)(Args *), const char *line) {
    static char words[160][200];
    char *argv[161];
    int argc = 0, kept[2];
    for (const char *at = line; *(at += strspn(at, " ")) && argc < 160; argc++) {
        int length = (int)strcspn(at, " ");
        if (*at == '@')
            snprintf(words[argc], sizeof words[0], "%s/%.*s", folder, length - 1, at + 1);
        else
            snprintf(words[argc], sizeof words[0], "%.*s", length, at);
        argv[argc] = words[argc];
        at += length;
    }
    argv[argc] = NULL;
    FILE *files[2] = {tmpfile(), tmpfile()};
    fflush(stdout), fflush(stderr);
    for (int i = 0; i < 2; i++) kept[i] = dup(i + 1), dup2(fileno(files[i]), i + 1);
    int code = command(&(Args){.words = argv + 1, .count = argc - 1});
    fflush(stdout), fflush(stderr);
    for (int i = 0; i < 2; i++) dup2(kept[i], i + 1), close(kept[i]);
    read_back(files[0], out, sizeof out);
    read_back(files[1], err, sizeof err);
    return code;
}

static inline void write_text(const char *name, const char *text) {
    FILE *file = fopen(in_folder(name), "w");
    fputs(text, file);
    fclose(file);
}

/* line: with the game @stuck.ini, in which random plies always come to an end. */
static inline void check_stuck(int (*command)(Args *), const char *line) {
    write_text("stuck.ini", "name=stuck\nfiles=1\nranks=6\nsymmetry=rotate\nroyal=K\n"
                            "stalemate=draw\nking:K:fD:K:a1\nstone:S:fW:S:a3\n");
    CHECK(run_line(command, line) == 1 &&
              strstr(err, "no 6 to 10 random moves of this game leave it going"),
          "%s: %s", line, err);
}

/* line: writes to the file more than `most` bytes, which is all that the disk has room for. */
static inline void check_full_disk(int (*command)(Args *), const char *line, rlim_t most,
                                   const char *file) {
    char says[80];
    int state = 0;
    snprintf(says, sizeof says, "/%s\": File too large", file);
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, most});
        int code = run_line(command, line); /* what it says goes to files that are as small */
        _exit(code == 1 && strstr(err, "cannot write to \"") && strstr(err, says) ? 0 : 1);
    }
    CHECK(waitpid(child, &state, 0) == child && WIFEXITED(state) && WEXITSTATUS(state) == 0,
          "%s, a full disk: %d", line, state);
}

#endif
