/* full - a disk that gets full. Preloaded into a server (LD_PRELOAD), it counts what is written into
 * regular files: HENKA_FULL names a file whose first eight bytes are how many bytes fit still, in the
 * machine's own byte order; the test changes it. What doesn't fit fails with ENOSPC, after as much
 * of it as fits, as a file system does it (tests/server/endures.mjs). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int64_t *left; /* NULL: the disk has no end */

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("HENKA_FULL");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared != MAP_FAILED) left = shared;
}

/* How much of so many bytes fits into this file. */
static size_t fitting(int file, size_t length) {
    struct stat status;
    if (!left || fstat(file, &status) || !S_ISREG(status.st_mode)) return length;
    int64_t room = __atomic_load_n(left, __ATOMIC_RELAXED);
    size_t fits = room < 0 ? 0 : (uint64_t)room < length ? (size_t)room : length;
    __atomic_sub_fetch(left, (int64_t)fits, __ATOMIC_RELAXED);
    return fits;
}

/* What SQLite writes its files by; headers may give pwrite this name. */
ssize_t shim_pwrite(int, const void *, size_t, off_t) __asm__("pwrite64");

ssize_t shim_pwrite(int file, const void *bytes, size_t length, off_t at) {
    size_t fits = fitting(file, length);
    if (!fits && length) return errno = ENOSPC, -1;
    return ((ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite64"))(file, bytes,
                                                                                        fits, at);
}

ssize_t write(int file, const void *bytes, size_t length) {
    size_t fits = fitting(file, length);
    if (!fits && length) return errno = ENOSPC, -1;
    return ((ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(file, bytes, fits);
}
