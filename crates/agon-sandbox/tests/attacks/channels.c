/* Tries to tell another program something through a file that both can read: channels FILE */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void say(const char *what, long result) {
    printf("%s=%s\n", what, result < 0 ? strerrorname_np(errno) : "done");
    fflush(stdout);
}

int main(int count, char **words) {
    int file = open(count > 1 ? words[1] : "", O_RDONLY);
    int null = open("/dev/null", O_RDWR);
    say("open", file);
    struct flock all = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    say("flock", flock(file, LOCK_EX | LOCK_NB));
    say("flock-device", flock(null, LOCK_EX | LOCK_NB));
    say("lock", fcntl(file, F_SETLK, &all));
    say("lock-waiting", fcntl(file, F_SETLKW, &all));
    say("lock-of-file", fcntl(file, F_OFD_SETLK, &all));
    all.l_type = F_WRLCK;
    say("look-for-lock", fcntl(file, F_GETLK, &all));
    say("lock-device", fcntl(null, F_SETLK, &all));
    say("lease", fcntl(file, F_SETLEASE, F_RDLCK));
    say("notify", fcntl(file, F_NOTIFY, DN_ACCESS));
    unsigned long long hint = 5;
    say("hint", fcntl(file, 1036, &hint));
    say("hint-device", fcntl(null, 1036, &hint));
    say("watch", inotify_init1(0));
    say("touch", utimensat(AT_FDCWD, words[1], 0, 0));
    say("touch-device", utimensat(AT_FDCWD, "/dev/null", 0, 0));
    say("chmod-device", chmod("/dev/null", 0666));
    unsigned char pages[1];
    void *map = mmap(0, 1, PROT_READ, MAP_SHARED, file, 0);
    say("resident", syscall(SYS_mincore, map, 1, pages));
    say("page-out", madvise(map, 1, 21));
    say("cached", syscall(451, file, pages, pages, 0));
    say("forget", posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 ? 0 : (errno = EPERM, -1));
    char byte;
    struct iovec here = {&byte, 1};
    say("read-cached", preadv2(file, &here, 1, 0, 8));
    say("terminal", open("/dev/ptmx", O_RDWR));
    int pair[2], bytes = 1 << 24;
    say("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    say("larger-pair", setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes));
    return 0;
}
