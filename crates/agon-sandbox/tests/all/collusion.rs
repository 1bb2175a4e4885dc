//! Group 16, second half: two programs that share only files that they cannot write.

use crate::harness::{BUBBLEWRAP, both_jails, program, run};
use std::os::unix::fs::MetadataExt;

/// A file of the system that every jail contains.
const SHARED: &str = "/usr/bin/env";

#[test]
fn a_file_that_two_programs_share_carries_no_message() {
    let device = || std::fs::metadata("/dev/null").map(|data| (data.mtime(), data.mtime_nsec()));
    let before = device().unwrap();
    for sandbox in both_jails() {
        let report = run(sandbox, &program("channels", &[SHARED]));
        assert_eq!(report.fact("open"), "done");
        for what in [
            "flock",
            "flock-device",
            "lock",
            "lock-waiting",
            "lock-of-file",
            "look-for-lock",
            "lock-device",
        ] {
            assert_eq!(report.fact(what), "ENOLCK", "{what}: {}", sandbox.describe());
        }
        for what in ["lease", "notify", "hint", "hint-device", "read-cached", "forget", "page-out"]
        {
            assert_eq!(report.fact(what), "EPERM", "{what}: {}", sandbox.describe());
        }
        for what in ["watch", "resident", "cached"] {
            assert_eq!(report.fact(what), "ENOSYS", "{what}: {}", sandbox.describe());
        }
        for what in ["touch", "touch-device", "chmod-device"] {
            let fact = report.fact(what);
            assert!(["EROFS", "EPERM", "EACCES"].contains(&fact), "{what}: {fact}");
        }
        // Terminals are counted for the machine as a whole.
        assert!(["ENOENT", "EACCES"].contains(&report.fact("terminal")), "{report:#?}");
    }
    assert_eq!(device().unwrap(), before, "the device of the machine was changed");
}

#[test]
fn a_compiler_may_lock_whole_files() {
    let mut job = program("channels", &[SHARED]);
    job.limits.locks = true;
    let report = run(&BUBBLEWRAP, &job);
    assert_eq!((report.fact("flock"), report.fact("lock")), ("done", "ENOLCK"));
}

#[test]
fn the_buffers_of_sockets_cannot_be_enlarged() {
    for sandbox in both_jails() {
        let report = run(sandbox, &program("channels", &[SHARED]));
        assert_eq!((report.fact("pair"), report.fact("larger-pair")), ("done", "EPERM"));
    }
}
