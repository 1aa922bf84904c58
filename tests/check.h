/* check - the least a test program needs: count, say what failed, go on. Each test program is one
 * file with main(); it prints what every failing check found and "N passed, N failed" at the end.
 *
 *     CHECK(condition, "%s: 3 moves expected, %d found", sfen, count);
 *
 * The text names the position or the input, and the value that was found. What many checks of a
 * loop have in common (the game, the position) can be said once, by CHECK_ABOUT; every failing
 * check repeats it. A program that checked nothing fails. CHECK_TIMES(count) says how often a random
 * test repeats.
 */
#ifndef HENKA_TESTS_CHECK_H
#define HENKA_TESTS_CHECK_H

#include <stdarg.h>
#include <stdio.h>

static int check_passed, check_failed;
static char check_subject[4096]; /* of CHECK_ABOUT; "": none */

/* What the next checks are about, until it is said anew; "" ends it. */
__attribute__((format(printf, 1, 2), unused)) static void CHECK_ABOUT(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(check_subject, sizeof check_subject, format, arguments);
    va_end(arguments);
}

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (condition)                                                                             \
            check_passed++;                                                                        \
        else {                                                                                     \
            check_failed++;                                                                        \
            printf("%s:%d: ", __FILE__, __LINE__);                                                 \
            printf(__VA_ARGS__);                                                                   \
            printf("\n    not true: %s\n", #condition);                                            \
            if (*check_subject) printf("    about: %s\n", check_subject);                          \
        }                                                                                          \
    } while (0)

/* How often a random test repeats: `count` times, and a fourth of that under the sanitizers. They
 * are four to ten times slower, and ./test runs the same program without them as well. */
#if defined __SANITIZE_ADDRESS__
#define CHECK_TIMES(count) (((count) + 3) / 4)
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define CHECK_TIMES(count) (((count) + 3) / 4)
#endif
#endif
#ifndef CHECK_TIMES
#define CHECK_TIMES(count) (count)
#endif

static inline int check_done(void) {
    if (!check_passed && !check_failed) {
        printf("nothing was checked\n");
        check_failed = 1;
    }
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed != 0;
}

#endif
