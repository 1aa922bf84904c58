#include "games/watch.h"

#include "base/clock.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_AGAIN_MS = 5 };

bool watch_open(Watch *watch, const char *path) {
    *watch = (Watch){0};
    if (!path) return true;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    void *shared = mmap(NULL, sizeof *watch->shared, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (shared == MAP_FAILED) return false;
    watch->shared = shared;
    return true;
}

int64_t watch_now_ms(const Watch *watch) {
    struct timespec now;
    if (watch->shared) return __atomic_load_n(watch->shared, __ATOMIC_RELAXED);
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t watch_steady_ms(const Watch *watch) {
    return watch->shared ? watch_now_ms(watch) : clock_ms();
}

int64_t watch_patience_ms(const Watch *watch, int64_t ms) {
    return watch->shared && ms > LOOK_AGAIN_MS ? LOOK_AGAIN_MS : ms;
}
