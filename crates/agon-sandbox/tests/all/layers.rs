//! The layers of a jail, each looked at by itself. Most attacks are stopped by more than one layer, so that
//! their tests would not notice if one of them were missing.

use crate::harness::{
    BUBBLEWRAP, LANDLOCK, TIMEOUT, both_jails, is_root, new_folder, program, run, start,
};
use agon_sandbox::{Job, Sandbox};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

/// Everything that a program of the system prints.
fn output(sandbox: &Sandbox, path: &str, words: &[&str], change: impl Fn(&mut Job)) -> String {
    let mut job = Job::new(path);
    job.args = words.iter().map(Into::into).collect();
    change(&mut job);
    let mut jailed = start(sandbox, &job);
    let text = jailed.wire.rest(1 << 20, Some(Instant::now() + TIMEOUT)).unwrap();
    String::from_utf8(text.to_vec()).unwrap()
}

#[test]
fn a_jail_has_namespaces_of_its_own() {
    let kinds: &[&str] = match is_root() {
        true => &["cgroup", "ipc", "mnt", "net", "pid", "uts"],
        false => &["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"],
    };
    let links: Vec<String> = kinds.iter().map(|kind| format!("/proc/self/ns/{kind}")).collect();
    let words: Vec<&str> = links.iter().map(String::as_str).collect();
    let text = output(&BUBBLEWRAP, "/usr/bin/readlink", &words, |_| ());
    assert_eq!(text.lines().count(), kinds.len(), "{text}");
    for (link, theirs) in links.iter().zip(text.lines()) {
        let ours = fs::read_link(link).unwrap();
        assert_ne!(theirs, ours.to_str().unwrap(), "{link} is the engine's");
    }
}

#[test]
fn only_private_folders_are_mounted_for_writing() {
    let text = output(&BUBBLEWRAP, "/usr/bin/cat", &["/proc/self/mounts"], |_| ());
    assert!(text.lines().any(|line| line.contains(" /usr ")), "{text}");
    for line in text.lines() {
        let mut fields = line.split(' ').skip(1);
        let (point, options) = (fields.next().unwrap(), fields.nth(1).unwrap());
        let has = |option: &str| options.split(',').any(|have| have == option);
        let is_private = ["/tmp", "/dev/shm"].contains(&point) || point.starts_with("/proc");
        assert!(has("ro") || is_private, "{line}");
        assert!(has("nosuid"), "{line}");
        assert!(has("nodev") || point.starts_with("/dev/"), "{line}");
    }
}

#[test]
fn the_kernel_enforces_the_limits_of_the_job() {
    // Blocks of 512 bytes for the first two, KiB for the last one.
    const ASK: &str = "ulimit -Hc; ulimit -Hf; ulimit -Hn; ulimit -Ht; ulimit -Hv; ulimit -Hp";
    for sandbox in both_jails() {
        let text = output(sandbox, "/bin/sh", &["-c", ASK], |job| {
            job.limits.file_size = 1 << 20;
            job.limits.open_files = 77;
            job.limits.cpu_seconds = Some(99);
            job.limits.memory = 256 << 20;
            job.limits.address_space = true;
            job.limits.processes = 33;
        });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..5], ["0", "2048", "77", "99", "262144"], "{}", sandbox.describe());
        // Without namespaces, an ordinary user's other processes would count.
        if is_root() || sandbox.supports_child_processes() {
            assert_eq!(lines[5], "34", "{}", sandbox.describe());
        }
    }
}

/// Checks that system calls fail with this error. A call is its number and its arguments.
fn assert_all_fail(sandbox: &Sandbox, calls: &[Vec<libc::c_long>], error: &str) {
    let word = |call: &Vec<libc::c_long>| {
        call.iter().map(libc::c_long::to_string).collect::<Vec<_>>().join(",")
    };
    let calls: Vec<String> = calls.iter().map(word).collect();
    let mut words = vec!["each"];
    words.extend(calls.iter().map(String::as_str));
    let report = run(sandbox, &program("calls", &words));
    assert_eq!(report.fact("alive"), "yes");
    for call in &calls {
        assert_eq!(report.fact(call), error, "call {call}: {}", sandbox.describe());
    }
}

/// Calls without arguments.
fn bare(calls: &[libc::c_long]) -> Vec<Vec<libc::c_long>> {
    calls.iter().map(|call| vec![*call]).collect()
}

/// A call with each of these values as its argument number `at`; the arguments before it are zero.
fn with_each(call: libc::c_long, at: usize, values: &[libc::c_int]) -> Vec<Vec<libc::c_long>> {
    let with = |value: &libc::c_int| {
        let mut words = vec![0; at + 2];
        (words[0], words[at + 1]) = (call, libc::c_long::from(*value));
        words
    };
    values.iter().map(with).collect()
}

/// As root, other users' files could not be changed anyway; so this file belongs to all.
#[test]
fn a_readable_file_cannot_be_changed_even_if_its_permissions_allow_it() {
    for sandbox in both_jails() {
        let folder = new_folder("readable");
        let file = folder.join("file");
        fs::write(&file, "as it was").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        let attack = "read line < file; echo $line; echo x >> file; echo x > new; echo tried";
        let text = output(sandbox, "/bin/sh", &["-c", attack], |job| {
            job.readable = vec![folder.clone()];
            job.dir = folder.clone();
        });
        assert_eq!(text, "as it was\ntried\n", "{}", sandbox.describe());
        assert_eq!(fs::read_to_string(&file).unwrap(), "as it was");
        assert!(!folder.join("new").exists(), "{}", sandbox.describe());
    }
}

/// Rules that look at an argument.
#[test]
fn the_filter_denies_every_argument_of_its_lists() {
    let denied = [
        vec![vec![libc::SYS_socketpair, libc::AF_INET.into(), libc::SOCK_STREAM.into()]],
        with_each(libc::SYS_ioctl, 1, &[libc::TIOCSTI as i32, libc::TIOCLINUX as i32]),
        with_each(libc::SYS_fcntl, 1, &[1024, 1025, 1026, 1035, 1036, 1037, 1038]),
        // The flag RWF_NOWAIT.
        with_each(libc::SYS_preadv2, 5, &[8]),
        with_each(libc::SYS_pwritev2, 5, &[8]),
        with_each(libc::SYS_fadvise64, 3, &[libc::POSIX_FADV_DONTNEED]),
        with_each(libc::SYS_madvise, 2, &[libc::MADV_COLD, libc::MADV_PAGEOUT]),
        [libc::SO_SNDBUF, libc::SO_RCVBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUFFORCE]
            .map(|option| vec![libc::SYS_setsockopt, 0, libc::SOL_SOCKET.into(), option.into()])
            .into(),
    ];
    let range_locks = with_each(libc::SYS_fcntl, 1, &[5, 6, 7, 36, 37, 38]);
    for sandbox in both_jails() {
        assert_all_fail(sandbox, &denied.concat(), "EPERM");
        assert_all_fail(sandbox, &range_locks, "ENOLCK");
    }
    let parent_death_signal = with_each(libc::SYS_prctl, 0, &[libc::PR_SET_PDEATHSIG]);
    assert_all_fail(&LANDLOCK, &parent_death_signal, "EPERM");
}

/// The calls that no other test makes. Most of them would fail differently if the filter let them pass.
#[test]
fn the_filter_denies_every_call_of_its_list() {
    let denied = [
        libc::SYS_kcmp,
        libc::SYS_move_pages,
        libc::SYS_migrate_pages,
        libc::SYS_socket,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_connect,
        libc::SYS_request_key,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        libc::SYS_fanotify_init,
        libc::SYS_fanotify_mark,
        libc::SYS_move_mount,
        libc::SYS_fsconfig,
        libc::SYS_fsmount,
        libc::SYS_fspick,
        libc::SYS_mount_setattr,
        libc::SYS_name_to_handle_at,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_swapoff,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_vhangup,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_clock_adjtime,
        libc::SYS_adjtimex,
        libc::SYS_setdomainname,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_modify_ldt,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_iopl,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_ioperm,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setparam,
    ];
    let unimplemented = [
        libc::SYS_memfd_secret,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_inotify_init,
    ];
    for sandbox in both_jails() {
        assert_all_fail(sandbox, &bare(&denied), "EPERM");
        assert_all_fail(sandbox, &bare(&unimplemented), "ENOSYS");
    }
    let without_namespaces = [
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_pidfd_send_signal,
        libc::SYS_pidfd_open,
        libc::SYS_process_madvise,
        libc::SYS_process_mrelease,
        libc::SYS_fchmodat,
        libc::SYS_fchmodat2,
        libc::SYS_fchownat,
        libc::SYS_fchown,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_utimensat,
    ];
    assert_all_fail(&LANDLOCK, &bare(&without_namespaces), "EPERM");
}
