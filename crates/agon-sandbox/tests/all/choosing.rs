//! Which jail is taken, and that a machine without one is refused in plain words.

use crate::yard::{PATIENCE, is_root, new_folder, program};
use agon_sandbox::{Choice, How, Job, Sandbox, SpawnFault};
use std::fs;
use std::process::{Command, Output};
use std::time::Instant;

#[test]
fn auto_takes_bubblewrap_and_says_so() {
    let sandbox = Sandbox::choose(Choice::Auto).unwrap();
    let said = sandbox.describe();
    assert!(said.starts_with("bubblewrap, seccomp, "), "{said}");
    assert!(sandbox.is_on());
    let off = Sandbox::choose(Choice::Off).unwrap();
    assert_eq!((off.describe().as_str(), off.is_on()), ("off", false));
    assert_eq!("landlock".parse(), Ok(Choice::Landlock));
    assert!(
        "Landlock!".parse::<Choice>().unwrap_err().contains("auto, bubblewrap, landlock and off")
    );
}

#[test]
fn what_never_ran_is_not_taken_for_a_failure_of_the_program() {
    for sandbox in [&crate::yard::BUBBLEWRAP, &crate::yard::LANDLOCK] {
        let mut job = Job::new("/usr/bin/true");
        job.dir = "/no/such/folder".into();
        job.limits.forks = sandbox.holds_families();
        match sandbox.spawn(&job) {
            Ok(mut jailed) => {
                let exit = jailed.wait(Instant::now() + PATIENCE).unwrap();
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

/// What the machines of the next tests say of themselves.
#[test]
#[ignore = "runs on the machines that other tests build"]
fn say_what_is_chosen() {
    match Sandbox::choose(Choice::Auto) {
        Ok(sandbox) => println!("chosen: {}", sandbox.describe()),
        Err(refusal) => println!("refused: {refusal}"),
    }
}

/// Runs the test above on a poorer machine: ours, in a namespace with these differences.
fn on_a_machine(differences: &[&str]) -> String {
    let mut machine = Command::new("bwrap");
    machine.args(["--unshare-user", "--dev-bind", "/", "/"]).args(differences);
    machine.arg("--").arg(std::env::current_exe().unwrap());
    machine.args(["--ignored", "--exact", "choosing::say_what_is_chosen", "--nocapture"]);
    let Output { stdout, stderr, .. } = machine.output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr))
}

#[test]
fn a_machine_without_user_namespaces_is_refused() {
    // Nobody inside is root, and nobody can make another namespace.
    let said = on_a_machine(&["--disable-userns", "--uid", "1234", "--gid", "1234"]);
    assert!(said.contains("refused: no sandbox for strangers' programs on this machine"), "{said}");
    assert!(said.contains("bubblewrap is installed but may not do its work"), "{said}");
    assert!(
        said.contains("user.max_user_namespaces") || said.contains("allow user namespaces"),
        "{said}"
    );
    assert!(said.contains("--sandbox off"), "{said}");
}

#[test]
fn without_bubblewrap_landlock_steps_in_and_says_so() {
    let said = on_a_machine(&[
        "--ro-bind",
        "/dev/null",
        "/usr/bin/bwrap",
        "--uid",
        "1234",
        "--gid",
        "1234",
    ]);
    assert!(said.contains("chosen: landlock, seccomp, no cgroups; no namespaces"), "{said}");
}

#[test]
fn a_machine_with_neither_is_refused() {
    // A filter under which the kernel answers as if it did not know Landlock's first call.
    let number = libc::SYS_landlock_create_ruleset as u32;
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
    let line = "exec 9< \"$0\"; exec bwrap --unshare-user --uid 1234 --gid 1234 --dev-bind / / \
                --ro-bind /dev/null /usr/bin/bwrap --seccomp 9 -- \"$1\" --ignored --exact \
                choosing::say_what_is_chosen --nocapture";
    machine.args(["-c", line]).arg(&file).arg(std::env::current_exe().unwrap());
    let output = machine.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("refused: no sandbox"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("apt-get install bubblewrap"), "{said}");
}

#[test]
fn what_cannot_be_started_is_refused_before_it_is() {
    let sandbox = &crate::yard::BUBBLEWRAP;
    let fault = |job: &Job| match sandbox.spawn(job) {
        Ok(_) => panic!("it started: {job:?}"),
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
    // Words that would be read as bubblewrap's own.
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
    // A link to what is forbidden is forbidden.
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
