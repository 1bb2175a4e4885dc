/* Allocates as much of one resource as possible: bombs RESOURCE */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *what, long number) {
    printf("%s=%ld\n", what, number);
    fflush(stdout);
}

static void *sleeper(void *nothing) {
    (void)nothing;
    pause();
    return 0;
}

/* One parent with as many children as possible. */
static void forks(void) {
    long made = 0;
    for (;;) {
        pid_t child = fork();
        if (child == 0) {
            for (;;) pause();
        }
        if (child < 0) break;
        made++;
    }
    printf("error=%s\n", strerrorname_np(errno));
    say("forks", made);
}

/* Every process forks endlessly. */
static void bomb(void) {
    signal(SIGTERM, SIG_IGN);
    say("lit", 1);
    for (;;) fork();
}

static void threads(void) {
    long made = 0;
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    while (made < 100000 && pthread_create(&thread, &small, sleeper, 0) == 0) made++;
    say("threads", made);
    fclose(stdout);
    pause();
}

/* Ended children that are never waited for. */
static void zombies(void) {
    long made = 0;
    while (made < 100000) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        if (child < 0) break;
        made++;
    }
    say("zombies", made);
}

static void memory(int flags) {
    for (long taken = 0;; taken += 16) {
        char *piece = mmap(0, 16 << 20, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED) {
            say("refused-after", taken);
            exit(3);
        }
        memset(piece, 1, 16 << 20);
    }
}

/* Sixteen children with 32 MiB each. */
static void children(void) {
    for (int child = 0; child < 16; child++) {
        if (fork() == 0) {
            char *piece =
                mmap(0, 32 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (piece != MAP_FAILED) memset(piece, 1, 32 << 20);
            for (;;) pause();
        }
    }
    for (;;) pause();
}

/* Reads one byte of every 2 MiB: the pages are one shared page of zeros, their tables are real. */
static void page_tables(void) {
    long step = 2 << 20, size = 1L << 40;
    char *area = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED) {
        say("refused-after", 0);
        exit(3);
    }
    madvise(area, size, MADV_NOHUGEPAGE);
    volatile char sum = 0;
    for (long at = 0; at < size; at += step) sum += area[at];
    say("page-tables-mib", size / step * 4096 >> 20);
}

/* Fills the buffers of as many sockets as possible, in several processes. */
static void sockets(void) {
    static char chunk[65536];
    for (int child = 0; child < 16; child++) {
        if (fork() != 0) continue;
        int ends[2];
        while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0) {
            for (int end = 0; end < 2; end++)
                while (write(ends[end], chunk, sizeof chunk) > 0) {}
        }
        for (;;) pause();
    }
    while (wait(0) > 0) {}
}

/* Eight children with 60,000 mappings each, which only the kernel remembers. */
static void mappings(void) {
    for (int child = 0; child < 8; child++) {
        if (fork() != 0) continue;
        for (int made = 0; made < 60000; made++) {
            int access = made % 2 ? PROT_READ : PROT_NONE;
            mmap(0, 4096, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        }
        sleep(1);
        _exit(0);
    }
    while (wait(0) > 0) {}
    say("mappings", 8 * 60000);
}

static void files(void) {
    long made = 0;
    while (open("/dev/null", O_RDONLY) >= 0) made++;
    say("files", made);
}

/* Creates pipes and fills each of them. */
static void pipes(void) {
    long bytes = 0, made = 0;
    static char chunk[65536];
    int ends[2];
    while (pipe2(ends, O_NONBLOCK) == 0) {
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        long count;
        while ((count = write(ends[1], chunk, sizeof chunk)) > 0) bytes += count;
        made++;
    }
    say("pipes", made);
    say("bytes", bytes);
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "";
    if (strcmp(what, "forks") == 0) forks();
    if (strcmp(what, "bomb") == 0) bomb();
    if (strcmp(what, "threads") == 0) threads();
    if (strcmp(what, "zombies") == 0) zombies();
    if (strcmp(what, "private") == 0) memory(MAP_PRIVATE);
    if (strcmp(what, "shared") == 0) memory(MAP_SHARED);
    if (strcmp(what, "children") == 0) children();
    if (strcmp(what, "page-tables") == 0) page_tables();
    if (strcmp(what, "sockets") == 0) sockets();
    if (strcmp(what, "mappings") == 0) mappings();
    if (strcmp(what, "files") == 0) files();
    if (strcmp(what, "pipes") == 0) pipes();
    if (strcmp(what, "core") == 0) abort();
    return 0;
}
