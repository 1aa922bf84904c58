/* What one text has other than another, line by line: a game that differs little from one that is
 * shown in whole is shown by that. */
#ifndef HENKA_TESTS_DIFFERENCE_H
#define HENKA_TESTS_DIFFERENCE_H

#include "check.h"

#include <stdbool.h>
#include <string.h>

enum { LINES = 256 };

/* Lines of a text that they point into, without their ends. */
typedef struct {
    const char *at[LINES];
    int length[LINES], count;
} Lines;

static Lines lines_of(const char *text) {
    Lines lines = {.count = 0};
    while (*text && lines.count < LINES) {
        int length = (int)strcspn(text, "\n");
        lines.at[lines.count] = text;
        lines.length[lines.count++] = length;
        text += length + (text[length] != '\0');
    }
    CHECK(!*text, "more than %d lines", LINES);
    return lines;
}

static bool same_line(const Lines *a, int i, const Lines *b, int j) {
    return a->length[i] == b->length[j] && !memcmp(a->at[i], b->at[j], (size_t)a->length[i]);
}

/* The lines of `to`; when `from` is not empty, those that only one of the two has, each with its
 * number there, by the longest common subsequence. */
static size_t difference_write(char *out, const char *from, const char *to) {
    static int longest[LINES + 1][LINES + 1]; /* of what follows line i of a and line j of b */
    Lines a = lines_of(from), b = lines_of(to);
    memset(longest, 0, sizeof longest);
    for (int i = a.count - 1; i >= 0; i--)
        for (int j = b.count - 1; j >= 0; j--)
            longest[i][j] = same_line(&a, i, &b, j)                 ? longest[i + 1][j + 1] + 1
                            : longest[i + 1][j] > longest[i][j + 1] ? longest[i + 1][j]
                                                                    : longest[i][j + 1];
    size_t used = 0;
    for (int i = 0, j = 0; i < a.count || j < b.count;) {
        bool same = i < a.count && j < b.count && same_line(&a, i, &b, j);
        bool gone = i < a.count && (j == b.count || longest[i + 1][j] >= longest[i][j + 1]);
        if (!a.count)
            used += (size_t)sprintf(out + used, "%s%.*s\n", b.length[j] ? "  " : "", b.length[j],
                                    b.at[j]);
        else if (!same && gone)
            used += (size_t)sprintf(out + used, "  - %d %.*s\n", i + 1, a.length[i], a.at[i]);
        else if (!same)
            used += (size_t)sprintf(out + used, "  + %d %.*s\n", j + 1, b.length[j], b.at[j]);
        i += same || gone;
        j += same || !gone;
    }
    return used;
}

#endif
