/* A disk that can be watched and broken, laid under a program by LD_PRELOAD; only files under DISK_FOLDER count.

   DISK_LOG names a file that gets every write, cut, sync and removal in order: from it the states that a power cut
   may leave are made. disk_arm() makes the k-th call of a kind fail, once or for ever, or kills the process there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SYNC = 1, WRITE = 2, OPEN = 3 };
static int armed_kind, armed_at, armed_error, armed_forever, calls, fired, log_file = -1;

void disk_arm(int kind, int at, int error, int forever) {
    armed_kind = kind, armed_at = at, armed_error = error, armed_forever = forever, calls = fired = 0;
}
int disk_fired(void) { return fired; }

static int watched(const char *path) {
    const char *folder = getenv("DISK_FOLDER");
    return folder && path && !strncmp(path, folder, strlen(folder));
}
static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, 4095);
    if (length <= 0) return 0;
    path[length] = 0;
    return watched(path);
}
static int breaks(int kind) {
    if (kind != armed_kind || !armed_at) return 0;
    calls++;
    if (calls != armed_at && !(armed_forever && calls > armed_at)) return 0;
    fired++;
    if (armed_error < 0) kill(getpid(), SIGKILL);
    errno = armed_error;
    return 1;
}
static void note(char what, const char *path, uint64_t offset, const void *data, uint32_t size) {
    const char *name = getenv("DISK_LOG");
    if (!name) return;
    int kept = errno;
    if (log_file < 0) log_file = syscall(SYS_openat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_APPEND, 0600);
    uint16_t length = strlen(path);
    char head[15];
    head[0] = what;
    memcpy(head + 1, &length, 2), memcpy(head + 3, &offset, 8), memcpy(head + 11, &size, 4);
    struct iovec parts[3] = {{head, sizeof head}, {(void *)path, length}, {(void *)data, data ? size : 0}};
    syscall(SYS_writev, log_file, parts, 3); /* in one piece: other threads note too */
    errno = kept;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) {
    char path[4096];
    int ours = path_of(fd, path);
    if (ours && breaks(WRITE)) return -1;
    ssize_t done = syscall(SYS_pwrite64, fd, data, size, offset);
    if (ours && done > 0) note('w', path, offset, data, done);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }
ssize_t write(int fd, const void *data, size_t size) {
    char path[4096];
    int ours = path_of(fd, path);
    off_t offset = ours ? lseek(fd, 0, SEEK_CUR) : 0;
    if (ours && breaks(WRITE)) return -1;
    ssize_t done = syscall(SYS_write, fd, data, size);
    if (ours && done > 0) note('w', path, offset, data, done);
    return done;
}
static int synced(int fd, long call) {
    char path[4096];
    int ours = path_of(fd, path);
    if (ours && breaks(SYNC)) return -1;
    int done = syscall(call, fd);
    if (ours && !done) note('s', path, 0, 0, 0);
    return done;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }
int ftruncate64(int fd, off_t size) {
    char path[4096];
    int ours = path_of(fd, path);
    int done = syscall(SYS_ftruncate, fd, size);
    if (ours && !done) note('t', path, size, 0, 0);
    return done;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
int unlink(const char *path) {
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (!done && watched(path)) note('u', path, 0, 0, 0);
    return done;
}
static int opened(int folder, const char *path, int flags, mode_t mode) {
    if (watched(path) && breaks(OPEN)) return -1;
    return syscall(SYS_openat, folder, path, flags, mode);
}
#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, int); va_end(rest); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
