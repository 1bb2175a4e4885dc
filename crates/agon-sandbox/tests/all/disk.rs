//! Group 14: disk limits, many files, sparse files and core dumps.

use crate::harness::{
    BUBBLEWRAP, LANDLOCK, TIMEOUT, both_jails, eventually, is_root, new_folder, program, run,
    script, start,
};
use agon_sandbox::{ArchiveFault, ArchiveLimits, Excess, How, Job, remove_tree};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

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
fn the_private_folder_has_a_limit_of_files() {
    for folder in ["/tmp", "/dev/shm"] {
        let mut job = script("fill.py", &["empty-files", folder]);
        job.limits.files = 1000;
        let report = run(&BUBBLEWRAP, &job);
        assert_eq!(report.fact("error"), "ENOSPC", "{folder}");
        assert!((900..=1000).contains(&report.number("made")), "{report:#?}");
    }
}

#[test]
fn a_work_folder_has_limits_that_no_file_escapes() {
    for method in ["many-files", "empty-files", "deep", "removed"] {
        let folder = new_folder("work");
        fs::write(folder.join("source"), "int main;").unwrap();
        let mut job = script("fill.py", &[method, folder.to_str().unwrap()]);
        job.work = Some(folder.clone());
        job.limits.disk = 32 * MIB;
        job.limits.files = 1000;
        let mut bot = start(&BUBBLEWRAP, &job);
        let exit = bot.wait(Instant::now() + TIMEOUT).unwrap();
        let said = String::from_utf8(bot.wire.rest(10_000, None).unwrap().to_vec()).unwrap();
        assert_eq!((exit.how, exit.excess), (How::Code(0), None), "{method}: {said}");
        assert!(said.contains("error=ENOSPC"), "{method}: {said}");
        // Nothing is on the disk of the machine before it is collected.
        assert_eq!(names(&folder), ["source"]);
        let limits = ArchiveLimits { bytes: 16 * MIB, files: 500, depth: 16 };
        let collected = bot.collect(&limits);
        let is_expected = match method {
            "many-files" => matches!(collected, Err(ArchiveFault::TooLarge(_))),
            "empty-files" => matches!(collected, Err(ArchiveFault::TooMany(500))),
            "deep" => {
                matches!(collected, Err(ArchiveFault::TooDeep(..) | ArchiveFault::TooLarge(_)))
            }
            _ => collected.is_ok(),
        };
        assert!(is_expected, "{method}: {collected:?}");
    }
}

#[test]
fn a_work_folder_is_collected_with_folders_links_and_permissions() {
    let folder = new_folder("work");
    fs::create_dir(folder.join("inner")).unwrap();
    fs::write(folder.join("inner/source"), "text").unwrap();
    fs::write(folder.join("old"), "").unwrap();
    let mut job = Job::new("/bin/sh");
    let commands = "rm old && cp inner/source inner/copy && ln -s copy inner/link && mkdir -p a/b && \
                    cp /bin/true a/b/program";
    job.args = vec!["-c".into(), commands.into()];
    job.env = vec![("PATH".into(), "/usr/bin:/bin".into())];
    job.work = Some(folder.clone());
    job.dir = folder.clone();
    let report = run(&BUBBLEWRAP, &job);
    assert_eq!(report.exit.how, How::Code(0), "{report:#?}");
    assert_eq!(names(&folder), ["a", "inner"]);
    assert_eq!(names(&folder.join("inner")), ["copy", "link", "source"]);
    assert_eq!(fs::read_to_string(folder.join("inner/link")).unwrap(), "text");
    let mode = fs::metadata(folder.join("a/b/program")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
}

#[test]
fn a_folder_of_any_depth_is_removed() {
    let folder = new_folder("deep");
    let builder = "import os, sys\nos.chdir(sys.argv[1])\nfor i in range(3000):\n  os.mkdir('d' * 100)\n  \
                   open('f', 'w').close()\n  os.chdir('d' * 100)\nos.chmod('.', 0)";
    let status = Command::new("/usr/bin/python3").args(["-c", builder]).arg(&folder).status();
    assert!(status.unwrap().success());
    // A link out of the folder is removed, not followed.
    let outside = new_folder("outside");
    fs::write(outside.join("kept"), "").unwrap();
    std::os::unix::fs::symlink(&outside, folder.join("link")).unwrap();
    remove_tree(&folder).unwrap();
    assert!(!folder.exists() && outside.join("kept").exists());
    remove_tree(&folder).expect("a missing folder is removed already");
    if !is_root() {
        assert!(remove_tree(Path::new("/usr/bin")).is_err(), "a failure is reported");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_writable_folder_has_a_size_limit() {
    for sandbox in both_jails() {
        for method in ["many-files", "empty-files", "deep"] {
            let folder = new_folder("output");
            let mut job = script("fill.py", &[method, folder.to_str().unwrap()]);
            job.writable = vec![folder.clone()];
            job.limits.disk = 32 * MIB;
            let report = run(sandbox, &job);
            assert_eq!(report.exit.excess, Some(Excess::Disk), "{method}: {report:#?}");
            remove_tree(&folder).unwrap();
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
    assert!(!Path::new(&private).exists(), "{private} was not removed");
    // It goes on when it has too many open files: only the limit on the disk may end it.
    let removed = "import os,time\nd=os.environ['TMPDIR']+'/x'\nfiles=[]\nprint('filling',flush=True)\n\
                   while True:\n  try:\n    files.append(open(d,'wb')); os.remove(d)\n    \
                   files[-1].write(b'x'*(1<<20)); files[-1].flush()\n  except OSError: time.sleep(0.01)";
    let python = format!(
        "import os\nd=os.environ['TMPDIR']\ni=0\nprint('filling',flush=True)\n\
         while True:\n  open(d+'/f%d'%i,'wb').write(b'x'*{MIB}); i+=1"
    );
    for python in [python.as_str(), removed] {
        let mut job = script("fill.py", &[]);
        job.args = vec!["-c".into(), python.into()];
        job.limits.disk = 16 * MIB;
        let mut bot = start(&LANDLOCK, &job);
        eventually("the program is killed", || bot.try_wait().is_some());
        assert_eq!(bot.kill().excess, Some(Excess::Disk), "{python}");
    }
}
