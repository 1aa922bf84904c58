/* check - the least a test program needs: count, say what failed, go on. Each test program is one
 * file with main(); it prints a line for every failing check and "N passed, N failed" at the end.
 */
#ifndef HENKA_TESTS_CHECK_H
#define HENKA_TESTS_CHECK_H

#include <stdio.h>

static int check_passed, check_failed;

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (condition)                                                                             \
            check_passed++;                                                                        \
        else {                                                                                     \
            check_failed++;                                                                        \
            printf("%s:%d: ", __FILE__, __LINE__);                                                 \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

static inline int check_done(void) {
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed != 0;
}

#endif
