//! The hostile programs, the jails, and the reports of the attackers.

use agon_sandbox::{ArchiveLimits, Choice, Exit, Jailed, Job, Sandbox, WireFault};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Once};
use std::time::{Duration, Instant};

/// Timeout of every wait in the tests; no test measures it.
pub const TIMEOUT: Duration = Duration::from_secs(120);

const PREFIX: &str = "agon-attacks-";

const SCRIPTS: [(&str, &str); 7] = [
    ("fill.py", include_str!("../attacks/fill.py")),
    ("hook.py", include_str!("../attacks/hook.py")),
    ("listen.py", include_str!("../attacks/listen.py")),
    ("network.py", include_str!("../attacks/network.py")),
    ("snoop.py", include_str!("../attacks/snoop.py")),
    ("stay.py", include_str!("../attacks/stay.py")),
    ("talk.py", include_str!("../attacks/talk.py")),
];

const SOURCES: [(&str, &str); 4] = [
    ("bombs", include_str!("../attacks/bombs.c")),
    ("calls", include_str!("../attacks/calls.c")),
    ("chains", include_str!("../attacks/chains.c")),
    ("channels", include_str!("../attacks/channels.c")),
];

/// The folder of the hostile programs, readable by all users, because jailed programs run unprivileged.
static PROGRAMS: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = new_folder("programs");
    for (name, text) in SCRIPTS {
        fs::write(folder.join(name), text).unwrap();
    }
    for (name, text) in SOURCES {
        let source = folder.join(name).with_extension("c");
        fs::write(&source, text).unwrap();
        let mut compiler = Command::new("gcc");
        compiler.args(["-O1", "-pthread", "-o"]).arg(folder.join(name)).arg(&source);
        assert!(
            compiler.status().expect("the tests need gcc").success(),
            "{name}.c does not compile"
        );
    }
    folder
});

/// The two jails; a test that covers both expects the same of both.
pub static BUBBLEWRAP: LazyLock<Sandbox> = LazyLock::new(|| {
    Sandbox::choose(Choice::Bubblewrap).unwrap_or_else(|refusal| panic!("{refusal}"))
});
pub static LANDLOCK: LazyLock<Sandbox> = LazyLock::new(|| {
    Sandbox::choose(Choice::Landlock).unwrap_or_else(|refusal| panic!("{refusal}"))
});
/// No jail, to show that an attack works without one.
pub static OFF: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::choose(Choice::Off).unwrap());

/// Both jails, for attacks with only one process.
pub fn both_jails() -> [&'static Sandbox; 2] {
    [&BUBBLEWRAP, &LANDLOCK]
}

/// Whether the suite runs as root.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A new empty folder that all users may read.
pub fn new_folder(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    static SWEPT: Once = Once::new();
    SWEPT.call_once(sweep);
    let parent = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
    fs::create_dir_all(&parent).unwrap();
    fs::set_permissions(&parent, fs::Permissions::from_mode(0o755)).unwrap();
    let folder = parent.join(format!("{name}-{number}"));
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Removes the folders of earlier runs; a test binary has no hook at its end.
fn sweep() {
    for entry in fs::read_dir(std::env::temp_dir()).unwrap().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if process.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            // Fails if it belongs to another user.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A job that runs a hostile Python script.
pub fn script(name: &str, arguments: &[&str]) -> Job {
    let python = Path::new("/usr/bin/python3").canonicalize().expect("the tests need python3");
    let mut job = Job::new(python);
    job.args = vec!["-I".into(), "-S".into(), PROGRAMS.join(name).into()];
    job.args.extend(arguments.iter().map(Into::into));
    job.readable = vec![PROGRAMS.clone()];
    job
}

/// A job that runs a hostile C program.
pub fn program(name: &str, arguments: &[&str]) -> Job {
    let mut job = Job::new(PROGRAMS.join(name));
    job.args = arguments.iter().map(Into::into).collect();
    job.readable = vec![PROGRAMS.clone()];
    job
}

/// Writes a line about the running test for `cargo xtask attack`, which makes a table of them: the test, the
/// jail or `any`, what is told, and a sentence.
fn tell(jail: &str, what: &str, sentence: &str) {
    let Some(path) = std::env::var_os("AGON_ATTACK_REPORT") else { return };
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let line = format!("{test}\t{jail}\t{what}\t{sentence}\n");
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(line.as_bytes()).unwrap();
}

/// The first word of a sandbox's description.
fn kind_of(sandbox: &Sandbox) -> String {
    sandbox.describe().split([',', ';']).next().unwrap_or_default().to_owned()
}

/// The attack of this test succeeds in part; the sentence says how far.
pub fn partly(sandbox: &Sandbox, sentence: &str) {
    tell(&kind_of(sandbox), "partly", sentence);
}

/// The attack of this test could not be tried.
pub fn not_tried(sandbox: &Sandbox, sentence: &str) {
    tell(&kind_of(sandbox), "not tried", sentence);
}

/// The folder of the hostile programs.
pub fn programs() -> &'static Path {
    &PROGRAMS
}

/// Starts a job; without child processes if the jail does not support them.
pub fn start(sandbox: &Sandbox, job: &Job) -> Jailed {
    tell(&kind_of(sandbox), "tried", "");
    let mut job = job.clone();
    job.limits.forks &= sandbox.supports_child_processes();
    sandbox.spawn(&job).unwrap_or_else(|fault| panic!("{}: {fault}", sandbox.describe()))
}

/// An attacker's report and how it ended.
#[derive(Debug)]
pub struct Report {
    pub facts: BTreeMap<String, String>,
    pub exit: Exit,
    pub log: String,
}

impl Report {
    /// A reported fact; panics if it is missing.
    pub fn fact(&self, name: &str) -> &str {
        self.facts.get(name).unwrap_or_else(|| panic!("`{name}` was not reported: {self:#?}"))
    }

    /// A reported number.
    pub fn number(&self, name: &str) -> u64 {
        self.fact(name).parse().unwrap_or_else(|_| panic!("`{name}` is not a number: {self:#?}"))
    }
}

/// Runs an attack to its end.
pub fn run(sandbox: &Sandbox, job: &Job) -> Report {
    let mut jailed = start(sandbox, job);
    let deadline = Instant::now() + TIMEOUT;
    let mut facts = BTreeMap::new();
    loop {
        match jailed.wire.line(1 << 20, Some(deadline)) {
            Ok(line) => {
                let line = String::from_utf8_lossy(line);
                let (name, value) = line.split_once('=').unwrap_or((&line, ""));
                facts.insert(name.to_owned(), value.to_owned());
            }
            Err(WireFault::Closed) => break,
            Err(fault) => panic!("{}: {fault}; reported so far: {facts:#?}", sandbox.describe()),
        }
    }
    let exit = jailed.wait(deadline).expect("the attacker closed its output but did not end");
    jailed.wire.catch_up();
    if let Err(fault) = jailed.collect(&ArchiveLimits::default()) {
        facts.insert("collected".into(), fault.to_string());
    }
    Report { facts, exit, log: jailed.wire.log().text() }
}

/// The next line that a program writes.
pub fn line(jailed: &mut Jailed) -> String {
    let deadline = Some(Instant::now() + TIMEOUT);
    match jailed.wire.line(1 << 20, deadline) {
        Ok(line) => String::from_utf8_lossy(line).into_owned(),
        Err(fault) => {
            jailed.wire.catch_up();
            panic!("{fault}; standard error: {}", jailed.wire.log().text())
        }
    }
}

/// A harmless program in a jail of its own, which no attack may affect.
pub struct Bystander(Jailed);

impl Bystander {
    pub fn new(sandbox: &Sandbox) -> Self {
        Self(start(sandbox, &Job::new("/usr/bin/cat")))
    }

    /// Checks that it still answers.
    pub fn assert_unharmed(&mut self) {
        let deadline = Some(Instant::now() + TIMEOUT);
        self.0.wire.send(b"still there?\n", deadline).expect("the bystander was affected");
        assert_eq!(line(&mut self.0), "still there?");
    }

    pub fn freeze(&mut self) {
        self.0.freeze();
    }

    pub fn thaw(&mut self) {
        self.0.thaw();
    }

    /// Its process ids in the machine's namespace.
    pub fn pids(&self) -> Vec<i32> {
        descendants(self.0.id())
    }
}

/// A process and its descendants.
pub fn descendants(root: u32) -> Vec<i32> {
    let mut family = vec![root as i32];
    let mut next = 0;
    let parents: Vec<(i32, i32)> = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| {
            let pid: i32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            let parent = stat[stat.rfind(')')? + 1..].split_whitespace().nth(1)?.parse().ok()?;
            Some((pid, parent))
        })
        .collect();
    while let Some(parent) = family.get(next).copied() {
        family.extend(parents.iter().filter(|(_, p)| *p == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    family
}

/// Waits until a condition holds.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < TIMEOUT, "not within {TIMEOUT:?}: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
