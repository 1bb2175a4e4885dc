/* Makes system calls that a jail must deny, and prints the results. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void say(const char *what, long result) {
    printf("%s=%s\n", what, result < 0 ? strerrorname_np(errno) : "done");
    fflush(stdout);
}

/* Everything a process can do to another one. */
static void attack(const char *whom, pid_t pid) {
    char name[64], bytes[64];
    struct iovec here = {bytes, sizeof bytes}, there = {(void *)0x400000, sizeof bytes};
    snprintf(name, sizeof name, "ptrace-%s", whom);
    say(name, ptrace(PTRACE_ATTACH, pid, 0, 0));
    snprintf(name, sizeof name, "seize-%s", whom);
    say(name, ptrace(PTRACE_SEIZE, pid, 0, 0));
    snprintf(name, sizeof name, "readv-%s", whom);
    say(name, process_vm_readv(pid, &here, 1, &there, 1, 0));
    snprintf(name, sizeof name, "writev-%s", whom);
    say(name, process_vm_writev(pid, &here, 1, &there, 1, 0));
    snprintf(name, sizeof name, "pidfd-%s", whom);
    long handle = syscall(SYS_pidfd_open, pid, 0);
    say(name, handle);
    snprintf(name, sizeof name, "getfd-%s", whom);
    say(name, syscall(SYS_pidfd_getfd, handle < 0 ? 0 : handle, 0, 0));
    snprintf(name, sizeof name, "kill-%s", whom);
    say(name, kill(pid, SIGKILL));
    snprintf(name, sizeof name, "tgkill-%s", whom);
    say(name, syscall(SYS_tgkill, pid, pid, SIGKILL));
    snprintf(name, sizeof name, "queue-%s", whom);
    union sigval value = {0};
    say(name, sigqueue(pid, SIGKILL, value));
    snprintf(name, sizeof name, "renice-%s", whom);
    say(name, setpriority(PRIO_PROCESS, pid, 19));
    snprintf(name, sizeof name, "prlimit-%s", whom);
    struct rlimit little = {1000, 1000};
    say(name, syscall(SYS_prlimit64, pid, RLIMIT_CPU, &little, 0));
    snprintf(name, sizeof name, "affinity-%s", whom);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    say(name, sched_setaffinity(pid, sizeof one, &one));
    snprintf(name, sizeof name, "idle-%s", whom);
    struct sched_param zero = {0};
    say(name, sched_setscheduler(pid, SCHED_IDLE, &zero));
    snprintf(name, sizeof name, "ioprio-%s", whom);
    say(name, syscall(SYS_ioprio_set, 1, pid, 3 << 13));
}

static int idle(void *nothing) {
    (void)nothing;
    return 0;
}

static void dangerous(void) {
    char area[256] = {0};
    static char stack[65536];
    say("unshare-user", unshare(CLONE_NEWUSER));
    say("unshare-net", unshare(CLONE_NEWNET));
    say("clone-user", clone(idle, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, 0));
    say("clone-pid", clone(idle, stack + sizeof stack, CLONE_NEWPID | SIGCHLD, 0));
    say("clone3", syscall(SYS_clone3, area, 88));
    say("setns", setns(0, 0));
    say("mount", mount("none", "/tmp", "tmpfs", 0, 0));
    say("umount", umount("/tmp"));
    say("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
    say("open-tree", syscall(SYS_open_tree, -100, "/", 1));
    say("pivot", syscall(SYS_pivot_root, "/tmp", "/tmp"));
    say("chroot", chroot("/tmp"));
    say("keyctl", syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0));
    say("add-key", syscall(SYS_add_key, "user", "agon", "x", 1, KEY_SPEC_SESSION_KEYRING));
    say("bpf", syscall(SYS_bpf, 0, area, sizeof area));
    say("perf", syscall(SYS_perf_event_open, area, 0, -1, -1, 0));
    say("io-uring", syscall(SYS_io_uring_setup, 1, area));
    say("userfaultfd", syscall(SYS_userfaultfd, 1));
    say("memfd", syscall(SYS_memfd_create, "agon", 0));
    say("shmget", syscall(SYS_shmget, 0, 1 << 20, 01600));
    say("msgget", syscall(SYS_msgget, 0, 01600));
    say("semget", syscall(SYS_semget, 0, 1, 01600));
    say("mq-open", syscall(SYS_mq_open, "agon", 0102, 0600, 0));
    say("handle", syscall(SYS_open_by_handle_at, -100, area, 0));
    say("module", syscall(SYS_init_module, area, 1, ""));
    say("kexec", syscall(SYS_kexec_load, 0, 0, 0, 0));
    say("reboot", syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0));
    say("swapon", syscall(SYS_swapon, "/tmp", 0));
    say("hostname", sethostname("agon", 4));
    say("syslog", syscall(SYS_syslog, 3, area, sizeof area));
    say("personality", syscall(SYS_personality, 0x0040000));
    printf("setuid-root=%s\n", setuid(0) < 0 || geteuid() != 0 ? "EPERM" : "done");
    struct sched_param fast = {50};
    say("realtime", sched_setscheduler(0, SCHED_FIFO, &fast));
    say("nicer", setpriority(PRIO_PROCESS, 0, -10));
    say("wait-by-niceness", setpriority(PRIO_PROCESS, 0, 19));
    struct sched_param zero = {0};
    say("wait-by-policy", sched_setscheduler(0, SCHED_IDLE, &zero));
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    say("wait-by-processor", sched_setaffinity(0, sizeof one, &one));
    say("aio", syscall(SYS_io_setup, 1, area));
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    say("more-files", setrlimit(RLIMIT_NOFILE, &more));
    say("more-size", setrlimit(RLIMIT_FSIZE, &more));
#ifdef __x86_64__
    say("x32", syscall(0x40000000 + SYS_getpid));
#endif
}

/* System calls, each as a word: the number and up to six arguments, with commas between them. */
static void each(int count, char **calls) {
    for (int i = 0; i < count; i++) {
        long numbers[7] = {0};
        char *rest = calls[i];
        for (int field = 0; field < 7 && *rest; field++) {
            numbers[field] = strtol(rest, &rest, 10);
            if (*rest == ',') rest++;
        }
        say(calls[i], syscall(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]));
    }
}

/* A 32-bit system call on a 64-bit kernel. */
static void call_32_bit(void) {
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    printf("call-32-bit=%ld\n", result);
#endif
}

int main(int count, char **words) {
    if (count > 1 && strcmp(words[1], "dangerous") == 0) dangerous();
    if (count > 1 && strcmp(words[1], "each") == 0) each(count - 2, words + 2);
    if (count > 1 && strcmp(words[1], "call-32-bit") == 0) call_32_bit();
    for (int i = 2; i + 1 < count && strcmp(words[1], "attack") == 0; i += 2)
        attack(words[i], atoi(words[i + 1]));
    if (count > 1 && strcmp(words[1], "all-processes") == 0) {
        say("all-processes", kill(-1, SIGKILL));
        say("all-slow", setpriority(PRIO_USER, 0, 19));
        say("all-idle", syscall(SYS_ioprio_set, 3, getuid(), 3 << 13));
    }
    printf("alive=yes\n");
    return 0;
}
