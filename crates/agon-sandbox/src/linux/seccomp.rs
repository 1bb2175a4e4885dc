//! The system calls that an untrusted program may not make.
//!
//! The filter is a deny list: Java, Node, Python and compilers have to run, and their system calls change
//! with every version. It denies access to other processes and the network, rarely used kernel features with
//! a history of vulnerabilities, memory that no limit covers, namespaces, and what two programs could use to
//! talk to each other through a file that both can read: locks, leases, notifications, the page cache.

use libc::{EAGAIN, ENOLCK, ENOSYS, EPERM};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::collections::BTreeMap;

/// Always denied, with the error `EPERM`.
const DENIED: &[libc::c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // The network: no socket of any family. (`socketpair` has a rule of its own below.)
    libc::SYS_socket,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_connect,
    // Keys, BPF, performance counters, io_uring, userfaultfd, fanotify.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    // Mounts and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    SYS_OPEN_TREE_ATTR,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    // Administration of the machine.
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_personality,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    // System V and POSIX IPC: memory outside of every process, which only a control group would count.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    // Its own priority and processors: a program that makes itself wait for others would look like one on an
    // overloaded machine.
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
];

/// Calls whose numbers are the same on every architecture; the library names them on some only, or not yet.
const SYS_CACHESTAT: libc::c_long = 451;
const SYS_FCHMODAT2: libc::c_long = 452;
const SYS_SETXATTRAT: libc::c_long = 463;
const SYS_REMOVEXATTRAT: libc::c_long = 466;
const SYS_OPEN_TREE_ATTR: libc::c_long = 467;
const SYS_FILE_SETATTR: libc::c_long = 469;

/// Denied with `ENOSYS`, so that libraries fall back to older calls.
const UNIMPLEMENTED: &[libc::c_long] = &[
    // Hides its flags from the filter.
    libc::SYS_clone3,
    // Memory that no limit covers, or that is limited for the machine as a whole.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_io_setup,
    // What other programs do with a file: opening it, or reading a part of it into the page cache.
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_mincore,
    SYS_CACHESTAT,
];

/// Operations of `fcntl` on locks of byte ranges. A process may hold any number of them, in kernel memory.
const RANGE_LOCKS: &[libc::c_int] = &[
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
];

/// Operations of `fcntl` on leases, notifications and the hints about a file's lifetime (1035 to 1038).
const SHARED_FILE_STATE: &[libc::c_int] =
    &[libc::F_SETLEASE, libc::F_GETLEASE, libc::F_NOTIFY, 1035, 1036, 1037, 1038];

/// Options of sockets that enlarge their buffers.
const BUFFER_SIZES: &[libc::c_int] =
    &[libc::SO_SNDBUF, libc::SO_RCVBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUFFORCE];

/// The bits of a socket's type without its flags.
const SOCKET_KINDS: u64 = 0xf;

/// The flag of `preadv2` that reads only what is in the page cache.
const RWF_NOWAIT: u64 = 8;

/// Denied in addition without namespaces, because Landlock does not cover them: process handles, queued
/// signals, and changes of file metadata.
const DENIED_WITHOUT_NAMESPACES: &[libc::c_long] = &[
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_open,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_fchownat,
    libc::SYS_fchown,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
    SYS_FILE_SETATTR,
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Calls and the index of an argument that selects the process; 0 means the caller. Other values are denied
/// without namespaces.
const DENIED_FOR_OTHER_PROCESSES: &[(libc::c_long, u8)] = &[(libc::SYS_prlimit64, 0)];

/// Flags of `clone` that create namespaces.
const NEW_NAMESPACES: u64 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u64;

/// A filter could not be built: the processor architecture is not supported.
#[derive(Debug, thiserror::Error)]
#[error("cannot build the seccomp filter: {0}")]
pub struct FilterFault(String);

/// The kind of jail that a filter is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// The program has its own process namespace. If not, it may send signals only with the calls that
    /// Landlock restricts.
    pub namespaced: bool,
    /// The program may start other processes. Threads are always allowed.
    pub forks: bool,
    /// The program may lock whole files.
    pub locks: bool,
    /// The program may listen on a TCP port, for a debugger.
    pub listens: bool,
    /// The program may trace the processes that it starts, as a debugger does.
    pub traces: bool,
}

/// The filters in the order of installation.
pub(crate) fn filters(case: Case) -> Result<Vec<BpfProgram>, FilterFault> {
    let mut denied = always(DENIED);
    if case.listens {
        denied.insert(libc::SYS_socket, other_than_tcp()?);
        denied.remove(&libc::SYS_bind);
        denied.remove(&libc::SYS_listen);
    }
    if case.traces {
        for call in [libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev] {
            denied.remove(&call);
        }
    }
    let unix = libc::AF_UNIX as u64;
    denied.insert(libc::SYS_socketpair, vec![rule(0, SeccompCmpOp::Ne, unix)?]);
    let namespace = |flag| rule(0, SeccompCmpOp::MaskedEq(flag), flag);
    denied.insert(libc::SYS_clone, bits(NEW_NAMESPACES).map(namespace).collect::<Result<_, _>>()?);
    let terminal = |call| rule(1, SeccompCmpOp::Eq, call);
    denied.insert(libc::SYS_ioctl, vec![terminal(libc::TIOCSTI)?, terminal(libc::TIOCLINUX)?]);
    denied.insert(libc::SYS_fcntl, operations(SHARED_FILE_STATE)?);
    denied.insert(libc::SYS_setsockopt, buffer_sizes()?);
    let nowait = |call| Ok((call, vec![rule(5, SeccompCmpOp::MaskedEq(RWF_NOWAIT), RWF_NOWAIT)?]));
    for entry in [libc::SYS_preadv2, libc::SYS_pwritev2].map(nowait) {
        let (call, rules) = entry?;
        denied.insert(call, rules);
    }
    // Removing a file from the page cache shows in how fast another program reads it.
    let forget = libc::POSIX_FADV_DONTNEED as u64;
    denied.insert(libc::SYS_fadvise64, vec![rule(3, SeccompCmpOp::Eq, forget)?]);
    let page_out = [libc::MADV_COLD, libc::MADV_PAGEOUT];
    let page_out = page_out.map(|advice| rule(2, SeccompCmpOp::Eq, advice as u64));
    denied.insert(libc::SYS_madvise, page_out.into_iter().collect::<Result<_, _>>()?);
    if !case.namespaced {
        denied.extend(always(DENIED_WITHOUT_NAMESPACES));
        for (call, argument) in DENIED_FOR_OTHER_PROCESSES {
            denied.entry(*call).or_default().push(rule(*argument, SeccompCmpOp::Ne, 0)?);
        }
        // The program must not disable the signal that kills it when the engine dies.
        let parent_death_signal = libc::PR_SET_PDEATHSIG as u64;
        denied.insert(libc::SYS_prctl, vec![rule(0, SeccompCmpOp::Eq, parent_death_signal)?]);
    }
    let mut programs = Vec::new();
    #[cfg(target_arch = "x86_64")]
    programs.push(deny_x32());
    programs.push(compile(denied, EPERM)?);
    programs.push(compile(always(UNIMPLEMENTED), ENOSYS)?);
    let mut locks = BTreeMap::from([(libc::SYS_fcntl, operations(RANGE_LOCKS)?)]);
    if !case.locks {
        locks.insert(libc::SYS_flock, Vec::new());
    }
    programs.push(compile(locks, ENOLCK)?);
    if !case.forks {
        programs.push(compile(no_processes()?, EAGAIN)?);
    }
    Ok(programs)
}

/// A filter in the binary form that bubblewrap reads.
pub(crate) fn bytes(program: &BpfProgram) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(program.len() * 8);
    for step in program {
        bytes.extend(step.code.to_ne_bytes());
        bytes.extend([step.jt, step.jf]);
        bytes.extend(step.k.to_ne_bytes());
    }
    bytes
}

/// Denies every call that starts a process; a `clone` with `CLONE_THREAD` passes.
fn no_processes() -> Result<BTreeMap<i64, Vec<SeccompRule>>, FilterFault> {
    let thread = libc::CLONE_THREAD as u64;
    let mut rules = BTreeMap::new();
    rules.insert(libc::SYS_clone, vec![rule(0, SeccompCmpOp::MaskedEq(thread), 0)?]);
    #[cfg(target_arch = "x86_64")]
    rules.extend(always(&[libc::SYS_fork, libc::SYS_vfork]));
    Ok(rules)
}

/// One rule for each of these operations of `fcntl`.
fn operations(list: &[libc::c_int]) -> Result<Vec<SeccompRule>, FilterFault> {
    list.iter().map(|operation| rule(1, SeccompCmpOp::Eq, *operation as u64)).collect()
}

/// Rules that deny every socket but those of TCP.
fn other_than_tcp() -> Result<Vec<SeccompRule>, FilterFault> {
    let is_not = |family: libc::c_int| {
        let length = SeccompCmpArgLen::Dword;
        SeccompCondition::new(0, length, SeccompCmpOp::Ne, family as u64).map_err(fault)
    };
    let families = SeccompRule::new(vec![is_not(libc::AF_INET)?, is_not(libc::AF_INET6)?]);
    let mut rules = vec![families.map_err(fault)?];
    for kind in (0..=SOCKET_KINDS).filter(|kind| *kind != libc::SOCK_STREAM as u64) {
        rules.push(rule(1, SeccompCmpOp::MaskedEq(SOCKET_KINDS), kind)?);
    }
    Ok(rules)
}

/// One rule for each option that enlarges the buffer of a socket.
fn buffer_sizes() -> Result<Vec<SeccompRule>, FilterFault> {
    let is = |argument, value: libc::c_int| {
        let length = SeccompCmpArgLen::Dword;
        SeccompCondition::new(argument, length, SeccompCmpOp::Eq, value as u64).map_err(fault)
    };
    let both = |option: &libc::c_int| {
        SeccompRule::new(vec![is(1, libc::SOL_SOCKET)?, is(2, *option)?]).map_err(fault)
    };
    BUFFER_SIZES.iter().map(both).collect()
}

/// Denies the x32 calls of an x86-64 kernel: they duplicate all calls under other numbers and would bypass
/// the lists. Calls of other architectures, such as 32-bit ARM, are denied by the check that every filter
/// begins with.
#[cfg(target_arch = "x86_64")]
fn deny_x32() -> BpfProgram {
    const X32: u32 = 0x4000_0000;
    const LOAD_NUMBER: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const JUMP_IF_AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code, jt, jf, k| seccompiler::sock_filter { code, jt, jf, k };
    vec![
        step(LOAD_NUMBER, 0, 0, 0),
        step(JUMP_IF_AT_LEAST, 0, 1, X32),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | ENOSYS as u32),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

fn always(calls: &[libc::c_long]) -> BTreeMap<i64, Vec<SeccompRule>> {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

fn rule(argument: u8, test: SeccompCmpOp, value: u64) -> Result<SeccompRule, FilterFault> {
    // The kernel uses only the low 32 bits of these arguments.
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, test, value);
    SeccompRule::new(vec![condition.map_err(fault)?]).map_err(fault)
}

fn compile(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, FilterFault> {
    let here = std::env::consts::ARCH.try_into().map_err(fault)?;
    let answer = SeccompAction::Errno(error as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, answer, here).map_err(fault)?;
    filter.try_into().map_err(fault)
}

fn fault(error: seccompiler::BackendError) -> FilterFault {
    FilterFault(error.to_string())
}

fn bits(mask: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|bit| 1 << bit).filter(move |bit| mask & bit != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lists name system calls of this processor only, and each filter begins with a check of it.
    #[test]
    fn the_filters_of_every_jail_can_be_built_for_this_processor() {
        let bit = |number: u32, bit: u32| number & (1 << bit) != 0;
        for number in 0..32 {
            let case = Case {
                namespaced: bit(number, 0),
                forks: bit(number, 1),
                locks: bit(number, 2),
                listens: bit(number, 3),
                traces: bit(number, 4),
            };
            let filters = filters(case).unwrap();
            let x32 = usize::from(cfg!(target_arch = "x86_64"));
            let processes = usize::from(!case.forks);
            assert_eq!(filters.len(), x32 + 3 + processes, "{case:?}");
            assert!(filters.iter().all(|filter| filter.len() <= 4096), "{case:?}");
        }
    }
}
