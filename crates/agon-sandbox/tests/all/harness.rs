//! Where the attacks take place: the hostile programs, the jails, and what they report.

use agon_sandbox::{Choice, Exit, Jailed, Job, Sandbox, WireFault};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Once};
use std::time::{Duration, Instant};

/// How long anything may take before the test gives up. Never what a test measures.
pub const PATIENCE: Duration = Duration::from_secs(120);

const PREFIX: &str = "agon-attacks-";

const SCRIPTS: [(&str, &str); 5] = [
    ("fill.py", include_str!("../attacks/fill.py")),
    ("network.py", include_str!("../attacks/network.py")),
    ("snoop.py", include_str!("../attacks/snoop.py")),
    ("stay.py", include_str!("../attacks/stay.py")),
    ("talk.py", include_str!("../attacks/talk.py")),
];

const SOURCES: [(&str, &str); 2] =
    [("bombs", include_str!("../attacks/bombs.c")), ("calls", include_str!("../attacks/calls.c"))];

/// The folder of the hostile programs: readable by everybody, as an unprivileged bot needs it.
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

/// The jails of this machine: what holds for one must hold for the other.
pub static BUBBLEWRAP: LazyLock<Sandbox> = LazyLock::new(|| {
    Sandbox::choose(Choice::Bubblewrap).unwrap_or_else(|refusal| panic!("{refusal}"))
});
pub static LANDLOCK: LazyLock<Sandbox> = LazyLock::new(|| {
    Sandbox::choose(Choice::Landlock).unwrap_or_else(|refusal| panic!("{refusal}"))
});
/// No jail: shows that an attack would work.
pub static OFF: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::choose(Choice::Off).unwrap());

/// Both jails, for attacks that need only one process.
pub fn both() -> [&'static Sandbox; 2] {
    [&BUBBLEWRAP, &LANDLOCK]
}

/// Whether this half of the suite runs as root.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A new empty folder that everybody may read.
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

/// Removes what earlier runs left: a test program has no end at which it could.
fn sweep() {
    for entry in fs::read_dir(std::env::temp_dir()).unwrap().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if process.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            // It may be another user's.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A hostile script.
pub fn script(name: &str, words: &[&str]) -> Job {
    let python = Path::new("/usr/bin/python3").canonicalize().expect("the tests need python3");
    let mut job = Job::new(python);
    job.args = vec!["-I".into(), "-S".into(), PROGRAMS.join(name).into()];
    job.args.extend(words.iter().map(Into::into));
    job.readable = vec![PROGRAMS.clone()];
    job
}

/// A hostile program.
pub fn program(name: &str, words: &[&str]) -> Job {
    let mut job = Job::new(PROGRAMS.join(name));
    job.args = words.iter().map(Into::into).collect();
    job.readable = vec![PROGRAMS.clone()];
    job
}

/// Starts a job where it can be held: without other processes, if there must be none.
pub fn start(sandbox: &Sandbox, job: &Job) -> Jailed {
    let mut job = job.clone();
    job.limits.forks &= sandbox.holds_families();
    sandbox.spawn(&job).unwrap_or_else(|fault| panic!("{}: {fault}", sandbox.describe()))
}

/// What an attacker reported, and how it ended.
#[derive(Debug)]
pub struct Report {
    pub facts: BTreeMap<String, String>,
    pub exit: Exit,
    pub log: String,
}

impl Report {
    /// A fact; it must have been reported.
    pub fn fact(&self, name: &str) -> &str {
        self.facts.get(name).unwrap_or_else(|| panic!("no word of {name} in {self:#?}"))
    }

    /// A fact that is a number.
    pub fn number(&self, name: &str) -> u64 {
        self.fact(name).parse().unwrap_or_else(|_| panic!("{name} is no number in {self:#?}"))
    }
}

/// Runs an attack to its end.
pub fn run(sandbox: &Sandbox, job: &Job) -> Report {
    let mut jailed = start(sandbox, job);
    let deadline = Instant::now() + PATIENCE;
    let mut facts = BTreeMap::new();
    loop {
        match jailed.wire.line(1 << 20, Some(deadline)) {
            Ok(line) => {
                let line = String::from_utf8_lossy(line);
                let (name, value) = line.split_once('=').unwrap_or((&line, ""));
                facts.insert(name.to_owned(), value.to_owned());
            }
            Err(WireFault::Closed) => break,
            Err(fault) => panic!("{}: {fault}; so far {facts:#?}", sandbox.describe()),
        }
    }
    let exit = jailed.wait(deadline).expect("it closed its output and did not end");
    jailed.wire.catch_up();
    Report { facts, exit, log: jailed.wire.log().text() }
}

/// The next line that a program writes.
pub fn line(jailed: &mut Jailed) -> String {
    let deadline = Some(Instant::now() + PATIENCE);
    match jailed.wire.line(1 << 20, deadline) {
        Ok(line) => String::from_utf8_lossy(line).into_owned(),
        Err(fault) => {
            jailed.wire.catch_up();
            panic!("{fault}; it said: {}", jailed.wire.log().text())
        }
    }
}

/// A harmless program in a jail of its own, which must come to no harm.
pub struct Bystander(Jailed);

impl Bystander {
    pub fn new(sandbox: &Sandbox) -> Self {
        Self(start(sandbox, &Job::new("/usr/bin/cat")))
    }

    /// It answers, as if nothing had happened.
    pub fn assert_well(&mut self) {
        let deadline = Some(Instant::now() + PATIENCE);
        self.0.wire.send(b"are you well?\n", deadline).expect("the bystander was harmed");
        assert_eq!(line(&mut self.0), "are you well?");
    }

    pub fn freeze(&mut self) {
        self.0.freeze();
    }

    pub fn thaw(&mut self) {
        self.0.thaw();
    }

    /// Its processes, as the machine numbers them.
    pub fn pids(&self) -> Vec<i32> {
        descendants(self.0.id())
    }
}

/// The processes below one of ours.
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

/// Waits until something holds, as long as a loaded machine may need.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "not in {PATIENCE:?}: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
