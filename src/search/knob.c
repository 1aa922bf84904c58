#include "search/knob.h"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
int knobs[64];
__attribute__((constructor)) static void init(void) {
    for (int i = 0; i < 64; i++) knobs[i] = -99999;
    const char *s = getenv("KNOBS");
    while (s && *s) { int i, v, n = 0; if (sscanf(s, "%d=%d%n", &i, &v, &n) < 2) break; knobs[i] = v; s += n; if (*s == ':') s++; }
}
