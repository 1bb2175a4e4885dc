//! The choice of the jail, and the refusal of machines without one.

use crate::harness::{TIMEOUT, is_root, new_folder, program, run, script};
use agon_sandbox::{Choice, How, Job, Sandbox, SpawnFault};
use std::fs;
use std::process::{Command, Output};
use std::time::Instant;

#[test]
fn auto_takes_bubblewrap_and_reports_it() {
    let sandbox = Sandbox::choose(Choice::Auto).unwrap();
    let description = sandbox.describe();
    assert!(description.starts_with("bubblewrap, seccomp, "), "{description}");
    assert!(sandbox.is_on());
    let off = Sandbox::choose(Choice::Off).unwrap();
    assert_eq!((off.describe().as_str(), off.is_on()), ("off", false));
    assert_eq!("landlock".parse(), Ok(Choice::Landlock));
    assert!(
        "Landlock!".parse::<Choice>().unwrap_err().contains("auto, bubblewrap, landlock and off")
    );
}

#[test]
fn a_program_that_never_ran_is_not_blamed() {
    for sandbox in [&crate::harness::BUBBLEWRAP, &crate::harness::LANDLOCK] {
        let mut job = Job::new("/usr/bin/true");
        job.dir = "/no/such/folder".into();
        job.limits.forks = sandbox.supports_child_processes();
        match sandbox.spawn(&job) {
            Ok(mut jailed) => {
                let exit = jailed.wait(Instant::now() + TIMEOUT).unwrap();
                assert_eq!(exit.how, How::Never, "{exit}");
                jailed.wire.catch_up();
                assert!(jailed.wire.log().text().contains("/no/such/folder"));
            }
            Err(fault) => {
                assert!(matches!(fault, SpawnFault::System(_) | SpawnFault::Jail(_)), "{fault}")
            }
        }
    }
}

/// Prints the choice of jail; the next tests run it on restricted machines.
#[test]
#[ignore = "runs on the restricted machines of other tests"]
fn print_the_choice() {
    match Sandbox::choose(Choice::Auto) {
        Ok(sandbox) => println!("chosen: {}", sandbox.describe()),
        Err(refusal) => println!("refused: {refusal}"),
    }
}

/// Runs the test above in a namespace of this machine with these bubblewrap options.
fn on_restricted_machine(options: &[&str]) -> String {
    let mut machine = Command::new("bwrap");
    machine.args(["--unshare-user", "--dev-bind", "/", "/"]).args(options);
    machine.arg("--").arg(std::env::current_exe().unwrap());
    machine.args(["--ignored", "--exact", "choosing::print_the_choice", "--nocapture"]);
    let Output { stdout, stderr, .. } = machine.output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr))
}

#[test]
fn a_machine_without_user_namespaces_is_refused() {
    // Inside, the user is not root and cannot create namespaces.
    let output = on_restricted_machine(&["--disable-userns", "--uid", "1234", "--gid", "1234"]);
    assert!(
        output.contains("refused: no sandbox for untrusted programs on this machine"),
        "{output}"
    );
    assert!(output.contains("bubblewrap is installed but does not work"), "{output}");
    assert!(
        output.contains("user.max_user_namespaces") || output.contains("allow user namespaces"),
        "{output}"
    );
    assert!(output.contains("--sandbox off"), "{output}");
}

#[test]
fn without_bubblewrap_auto_takes_landlock_and_reports_it() {
    let output = on_restricted_machine(&[
        "--ro-bind",
        "/dev/null",
        "/usr/bin/bwrap",
        "--uid",
        "1234",
        "--gid",
        "1234",
    ]);
    assert!(output.contains("chosen: landlock, seccomp, no cgroups; no namespaces"), "{output}");
}

/// Runs one of the tests that print on a machine without bubblewrap or with it, where a system call fails
/// with ENOSYS.
fn on_machine_without_call(number: libc::c_long, options: &str, test: &str) -> String {
    let number = number as u32;
    let steps: [(u16, u8, u8, u32); 4] = [
        (0x20, 0, 0, 0),
        (0x15, 0, 1, number),
        (0x06, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
        (0x06, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let mut filter = Vec::new();
    for (code, jt, jf, k) in steps {
        filter.extend(code.to_ne_bytes());
        filter.extend([jt, jf]);
        filter.extend(k.to_ne_bytes());
    }
    let file = new_folder("filter").join("filter");
    fs::write(&file, filter).unwrap();
    let mut machine = Command::new("/bin/sh");
    let line = format!(
        "exec 9< \"$0\"; exec bwrap --unshare-user --uid 1234 --gid 1234 --dev-bind / / {options} \
         --seccomp 9 -- \"$1\" --ignored --exact choosing::{test} --nocapture"
    );
    machine.args(["-c", &line]).arg(&file).arg(std::env::current_exe().unwrap());
    let Output { stdout, stderr, .. } = machine.output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr))
}

#[test]
fn a_machine_without_bubblewrap_and_landlock_is_refused() {
    let number = libc::SYS_landlock_create_ruleset;
    let no_bubblewrap = "--ro-bind /dev/null /usr/bin/bwrap";
    let output = on_machine_without_call(number, no_bubblewrap, "print_the_choice");
    assert!(output.contains("refused: no sandbox"), "{output}");
    assert!(output.contains("apt-get install bubblewrap"), "{output}");
}

/// Prints how a program ends that creates too many files; the next test runs it on a restricted machine.
#[test]
#[ignore = "runs on the restricted machine of another test"]
fn print_the_end_of_a_filler() {
    let mut job = script("fill.py", &["empty-files", "/tmp"]);
    job.limits.files = 1000;
    println!("ended: {}", run(&crate::harness::BUBBLEWRAP, &job).exit);
}

#[test]
fn without_limited_file_systems_a_thread_counts_the_files() {
    let output = on_machine_without_call(libc::SYS_mount_setattr, "", "print_the_end_of_a_filler");
    assert!(output.contains("it exceeded its disk limit"), "{output}");
}

#[test]
fn what_is_weaker_without_control_groups_is_said() {
    let sandbox = Sandbox::choose(Choice::Bubblewrap).unwrap();
    let uploads = sandbox.check_for_uploads().map_err(|refusal| refusal.to_string());
    let remedies: String =
        agon_sandbox::doctor().into_iter().filter_map(|finding| finding.remedy).collect();
    if is_root() {
        assert_eq!((sandbox.weaker(), uploads), (None, Ok(())));
    } else {
        assert!(sandbox.weaker().unwrap().contains("about 1 GB of kernel memory"));
        assert!(uploads.unwrap_err().contains("uploaded programs need control groups"));
        for words in ["about 1 GB of kernel memory", "only after 20 ms", "Delegate=yes"] {
            assert!(remedies.contains(words), "{remedies}");
        }
    }
    for choice in [Choice::Landlock, Choice::Off] {
        let refusal = Sandbox::choose(choice).unwrap().check_for_uploads().unwrap_err();
        assert!(refusal.to_string().contains("uploaded programs need bubblewrap"), "{refusal}");
    }
    assert_eq!(Sandbox::choose(Choice::Off).unwrap().weaker(), None);
}

#[test]
fn invalid_jobs_are_refused_before_anything_starts() {
    let sandbox = &crate::harness::BUBBLEWRAP;
    let fault = |job: &Job| match sandbox.spawn(job) {
        Ok(_) => panic!("the job started: {job:?}"),
        Err(fault) => fault,
    };
    assert!(matches!(fault(&Job::new("/no/such/program")), SpawnFault::NoProgram { .. }));
    let text = new_folder("text").join("text");
    fs::write(&text, "no program").unwrap();
    assert!(matches!(fault(&Job::new(&text)), SpawnFault::NoProgram { .. }));
    assert!(matches!(fault(&Job::new("sh")), SpawnFault::BadPath { .. }));
    for path in ["/", "/proc", "/dev/shm", "/sys/kernel", "/run", "/no/such/folder", "relative"] {
        let mut job = program("bombs", &[]);
        job.readable.push(path.into());
        assert!(matches!(fault(&job), SpawnFault::BadPath { .. }), "{path}");
    }
    // Values that would be read as bubblewrap's own options.
    let mut job = program("bombs", &[]);
    job.env = vec![("A".into(), "b\0--bind\0/\0/host".into())];
    assert!(matches!(fault(&job), SpawnFault::BadVariable(_)));
    for name in ["", "A=B", "-u", "--split-string", "A\0--bind\0/\0/host"] {
        let mut job = program("bombs", &[]);
        job.env = vec![(name.into(), "b".into())];
        assert!(matches!(fault(&job), SpawnFault::BadVariable(_)), "{name}");
    }
    let mut job = program("bombs", &[]);
    job.dir = "/\0--bind\0/\0/host".into();
    assert!(matches!(fault(&job), SpawnFault::BadPath { .. }));
    let mut job = program("bombs", &[]);
    job.readable.push("/usr\0--bind\0/\0/host".into());
    assert!(matches!(fault(&job), SpawnFault::BadPath { .. }));
    let mut job = program("bombs", &["a\0b"]);
    job.readable.clear();
    assert!(matches!(fault(&job), SpawnFault::System(_)));
    // A link to a forbidden folder is refused.
    let link = new_folder("link").join("innocent");
    std::os::unix::fs::symlink("/", &link).unwrap();
    let mut job = program("bombs", &[]);
    job.writable.push(link);
    assert!(matches!(fault(&job), SpawnFault::BadPath { .. }));
    if is_root() {
        let secret = new_folder("secret").join("bot.py");
        fs::write(&secret, "").unwrap();
        fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        let mut job = program("bombs", &[]);
        job.readable.push(secret);
        assert!(fault(&job).to_string().contains("chmod o+rX"));
    }
}
