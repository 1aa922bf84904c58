/* words - a list in one text: its members are separated by `|`. */
#ifndef HENKA_TESTS_WORDS_H
#define HENKA_TESTS_WORDS_H

#include <stdio.h>
#include <string.h>

enum { WORD_BYTES = 128 };

static inline int words_count(const char *list) {
    int count = 1;
    for (; *list; list++) count += *list == '|';
    return count;
}

/* The member at that index, from 0 on, put into `word`. */
static inline const char *words_at(const char *list, int index, char word[static WORD_BYTES]) {
    while (index-- > 0) list = strchr(list, '|') + 1;
    snprintf(word, WORD_BYTES, "%.*s", (int)strcspn(list, "|"), list);
    return word;
}

#endif
