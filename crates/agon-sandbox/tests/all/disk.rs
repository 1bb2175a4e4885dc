//! Group 14: disk limits, many files, sparse files and core dumps.

use crate::harness::{
    BUBBLEWRAP, LANDLOCK, both_jails, eventually, new_folder, program, run, script, start,
};
use agon_sandbox::{Excess, How};
use std::fs;

const MIB: u64 = 1 << 20;

#[test]
fn the_private_folder_has_a_size_limit() {
    for folder in ["/tmp", "/dev/shm"] {
        let mut job = script("fill.py", &["many-files", folder]);
        job.limits.disk = 16 * MIB;
        let report = run(&BUBBLEWRAP, &job);
        assert_eq!(report.fact("error"), "ENOSPC", "{folder}");
        assert!(report.number("written") <= 16 * MIB, "{report:#?}");
    }
}

#[test]
fn no_other_folder_can_be_written() {
    for folder in ["/", "/dev", "/etc", "/usr", "/proc", "/var/tmp", "/run"] {
        let report = run(&BUBBLEWRAP, &script("fill.py", &["many-files", folder]));
        let error = report.fact("error");
        assert!(["EROFS", "ENOENT", "EACCES", "EPERM"].contains(&error), "{folder}: {error}");
        assert_eq!(report.number("written"), 0);
    }
    for folder in ["/", "/dev", "/dev/shm", "/etc", "/usr", "/tmp", "/var/tmp", "/run"] {
        let report = run(&LANDLOCK, &script("fill.py", &["many-files", folder]));
        assert_eq!((report.fact("error"), report.number("written")), ("EACCES", 0), "{folder}");
    }
}

#[test]
fn a_program_that_creates_too_many_files_is_killed() {
    let mut job = script("fill.py", &["empty-files", "/tmp"]);
    job.limits.memory = 256 * MIB;
    let report = run(&BUBBLEWRAP, &job);
    // The watchdog counts files; the memory limit of a control group may be reached first.
    assert!(matches!(report.exit.excess, Some(Excess::Disk | Excess::Memory)), "{report:#?}");
}

#[test]
fn a_writable_folder_has_a_size_limit() {
    for sandbox in both_jails() {
        for method in ["many-files", "empty-files"] {
            let folder = new_folder("output");
            let mut job = script("fill.py", &[method, folder.to_str().unwrap()]);
            job.writable = vec![folder.clone()];
            job.limits.disk = 32 * MIB;
            let report = run(sandbox, &job);
            assert_eq!(report.exit.excess, Some(Excess::Disk), "{method}: {report:#?}");
            fs::remove_dir_all(folder).unwrap();
        }
    }
}

#[test]
fn file_size_is_limited() {
    for sandbox in both_jails() {
        let folder = new_folder("output");
        for method in ["one-file", "hole"] {
            let mut job = script("fill.py", &[method, folder.to_str().unwrap()]);
            job.writable = vec![folder.clone()];
            job.limits.file_size = 4 * MIB;
            let report = run(sandbox, &job);
            assert_eq!(report.fact("error"), "EFBIG", "{method}");
        }
        assert!(fs::metadata(folder.join("big")).unwrap().len() <= 4 * MIB);
    }
}

#[test]
fn no_core_is_dumped() {
    for sandbox in both_jails() {
        let folder = new_folder("core");
        let mut job = program("bombs", &["core"]);
        job.writable = vec![folder.clone()];
        job.dir = folder.clone();
        assert_eq!(run(sandbox, &job).exit.how, How::Signal(6));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[test]
fn the_private_folder_of_the_landlock_jail_is_limited_and_removed() {
    let report = run(&LANDLOCK, &script("stay.py", &["traces", "nowhere"]));
    let private = report.facts.keys().find(|place| place.contains("agon-jail")).unwrap().clone();
    assert!(!std::path::Path::new(&private).exists(), "{private} was not removed");
    let python = format!(
        "import os\nd=os.environ['TMPDIR']\ni=0\nprint('filling',flush=True)\n\
         while True:\n  open(d+'/f%d'%i,'wb').write(b'x'*{MIB}); i+=1"
    );
    let mut job = script("fill.py", &[]);
    job.args = vec!["-c".into(), python.into()];
    job.limits.disk = 16 * MIB;
    let mut bot = start(&LANDLOCK, &job);
    eventually("the program is killed", || bot.try_wait().is_some());
    assert_eq!(bot.kill().excess, Some(Excess::Disk));
}
