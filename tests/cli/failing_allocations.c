/* Memory that fails in the program itself: the allocation whose number is in HENKA_TEST_FAIL, and
 * with HENKA_TEST_FAIL_ON all after it; with HENKA_TEST_FAIL_EACH every so many-th. The program is
 * linked so that its malloc and its kin come here (tests/failing.h); memory.py and the server's
 * memory.mjs run it. At its end it says on standard error, where HENKA_TEST_COUNT asks for it, how
 * many there were. */
#include "failing.h"

#include <stdio.h>

static void count_say(void) { fprintf(stderr, "allocations: %ld\n", made); }

__attribute__((constructor)) static void begin(void) {
    const char *first = getenv("HENKA_TEST_FAIL");
    failing = first ? strtol(first, NULL, 10) : 0;
    fails_on = getenv("HENKA_TEST_FAIL_ON");
    const char *each = getenv("HENKA_TEST_FAIL_EACH");
    fails_each = each ? strtol(each, NULL, 10) : 0;
    if (getenv("HENKA_TEST_COUNT")) atexit(count_say);
}
