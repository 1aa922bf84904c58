/* synced - what a disk keeps when the power fails: only what was synced. Preloaded into a server
 * (LD_PRELOAD), it copies every file that is synced to NAME.synced, whole, beside it; after kill -9
 * the test puts these copies in the place of the files, so that every write that nobody waited for
 * is gone (tests/server/kills.mjs). A copy takes its place by rename, so it is never half written. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep(int file) {
    char link[64], path[4096], part[4120], kept[4120];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0 || fstat(file, &status) || !S_ISREG(status.st_mode)) return;
    path[length] = '\0';
    snprintf(part, sizeof part, "%s.part", path);
    snprintf(kept, sizeof kept, "%s.synced", path);
    int from = open(path, O_RDONLY | O_CLOEXEC),
        to = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool whole = from >= 0 && to >= 0;
    for (off_t at = 0; whole && at < status.st_size;)
        whole = sendfile(to, from, &at, (size_t)(status.st_size - at)) > 0;
    if (from >= 0) close(from);
    if (to >= 0) close(to);
    if (whole) rename(part, kept);
}

/* Synced or not, the bytes are in the kernel, which outlives the process: the copy is enough. */
int fsync(int file) {
    keep(file);
    return 0;
}

int fdatasync(int file) {
    keep(file);
    return 0;
}
