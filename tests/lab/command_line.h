/* command_line - runs a command of the lab as the shell would: words, a folder of the test's own, and
 * what was written on both streams. For one test program, which includes it once. */
#ifndef HENKA_TESTS_LAB_COMMAND_LINE_H
#define HENKA_TESTS_LAB_COMMAND_LINE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* line: words between blanks, "@x" being the file x of the folder. */
static int run_line(int (*command)(int argc, char **argv), const char *line) {
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
    int code = command(argc, argv);
    fflush(stdout), fflush(stderr);
    for (int i = 0; i < 2; i++) dup2(kept[i], i + 1), close(kept[i]);
    read_back(files[0], out, sizeof out);
    read_back(files[1], err, sizeof err);
    return code;
}

#endif
