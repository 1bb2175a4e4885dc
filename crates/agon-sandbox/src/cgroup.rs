//! Control groups: the kernel's own book-keeping of memory, processes and time, where we may use it.
//!
//! Both layouts are handled, also mixed: version 1 with one hierarchy per controller, and version 2 with
//! one for all. Each job gets one group in each hierarchy that helps; the group goes with the job.

use crate::job::Limits;
use crate::tree::start_of;
use rustix::fd::OwnedFd;
use rustix::process::Pid;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long we wait for the kernel to freeze or remove a group.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a group can do for us.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Power {
    /// Limits and counts memory.
    Memory,
    /// Limits the number of processes and threads.
    Processes,
    /// Stops and continues all processes at once.
    Freeze,
    /// Counts processor time.
    Time,
    /// Shares the processors between jobs, however many threads each has.
    Share,
}

/// One hierarchy in which we may make groups.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hierarchy {
    /// The group under which ours are made.
    base: PathBuf,
    is_v2: bool,
    powers: Vec<Power>,
}

/// The hierarchies of this machine that we may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups {
    hierarchies: Vec<Hierarchy>,
}

/// The groups of one job; none where we may make none.
#[derive(Debug, Default)]
pub(crate) struct Group {
    parts: Vec<(PathBuf, Hierarchy)>,
    /// Where processor time is read, kept open because it is read twice in every turn.
    clock: Option<(File, bool)>,
    frozen: bool,
}

impl Groups {
    /// Finds out what we may do, and removes what engines left that did not end well.
    pub fn probe() -> Self {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mut found: Vec<Hierarchy> = Vec::new();
        for mount in mounts.lines().filter_map(Mount::read) {
            for base in mount.bases(&own) {
                sweep(&base);
                let Some(hierarchy) = try_out(base, mount.is_v2, &mount.options) else { continue };
                let is_new = |power: &Power| !found.iter().any(|have| have.powers.contains(power));
                if hierarchy.powers.iter().any(is_new) {
                    found.push(hierarchy);
                    break;
                }
            }
        }
        Self { hierarchies: found }
    }

    /// Whether some hierarchy has this power.
    pub fn can(&self, power: Power) -> bool {
        self.hierarchies.iter().any(|hierarchy| hierarchy.powers.contains(&power))
    }

    /// New groups with these limits, still empty.
    pub fn create(&self, limits: &Limits) -> io::Result<Group> {
        let name = new_name();
        let mut group = Group::default();
        for hierarchy in &self.hierarchies {
            let dir = hierarchy.base.join(&name);
            fs::create_dir(&dir)?;
            group.parts.push((dir.clone(), hierarchy.clone()));
            set_limits(&dir, hierarchy, limits)?;
        }
        group.clock = group.with(Power::Time).and_then(|(dir, is_v2)| {
            let file = if is_v2 { "cpu.stat" } else { "cpuacct.usage" };
            Some((File::open(dir.join(file)).ok()?, is_v2))
        });
        Ok(group)
    }
}

impl Group {
    fn with(&self, power: Power) -> Option<(&Path, bool)> {
        let mut parts = self.parts.iter();
        let (dir, hierarchy) = parts.find(|(_, hierarchy)| hierarchy.powers.contains(&power))?;
        Some((dir, hierarchy.is_v2))
    }

    /// Puts a process into it.
    pub fn enclose(&self, pid: Pid) -> io::Result<()> {
        let mut parts = self.parts.iter();
        parts.try_for_each(|(dir, _)| fs::write(dir.join("cgroup.procs"), pid.to_string()))
    }

    /// Open files through which a process puts itself into it, by writing "0".
    pub fn doors(&self) -> io::Result<Vec<OwnedFd>> {
        let open = |dir: &Path| fs::OpenOptions::new().write(true).open(dir.join("cgroup.procs"));
        self.parts.iter().map(|(dir, _)| open(dir).map(Into::into)).collect()
    }

    /// Stops every process of the job. Whether they stand.
    pub fn freeze(&mut self) -> bool {
        let Some((dir, is_v2)) = self.with(Power::Freeze) else { return false };
        let (file, word, look, sign) = match is_v2 {
            true => ("cgroup.freeze", "1", "cgroup.events", "frozen 1"),
            false => ("freezer.state", "FROZEN", "freezer.state", "FROZEN"),
        };
        let start = Instant::now();
        let dir = dir.to_owned();
        let mut stands = false;
        while !stands && start.elapsed() < PATIENCE {
            if fs::write(dir.join(file), word).is_err() {
                break;
            }
            let state = fs::read_to_string(dir.join(look)).unwrap_or_default();
            stands = state.lines().any(|line| line == sign);
        }
        self.frozen = true;
        stands
    }

    /// Lets them go on.
    pub fn thaw(&mut self) {
        let Some((dir, is_v2)) = self.with(Power::Freeze) else { return };
        let (file, word) = if is_v2 { ("cgroup.freeze", "0") } else { ("freezer.state", "THAWED") };
        let _ = fs::write(dir.join(file), word);
        self.frozen = false;
    }

    /// Processor time used, if somebody counts it.
    pub fn cpu_time(&self) -> Option<Duration> {
        let (file, is_v2) = self.clock.as_ref()?;
        let mut space = [0; 512];
        let length = file.read_at(&mut space, 0).ok()?;
        let text = str::from_utf8(&space[..length]).ok()?;
        match is_v2 {
            true => keyed(text, "usage_usec").map(Duration::from_micros),
            false => text.trim().parse().ok().map(Duration::from_nanos),
        }
    }

    /// The most memory it used at once, if somebody counts it.
    pub fn memory_peak(&self) -> Option<u64> {
        let (dir, is_v2) = self.with(Power::Memory)?;
        let file = if is_v2 { "memory.peak" } else { "memory.max_usage_in_bytes" };
        fs::read_to_string(dir.join(file)).ok()?.trim().parse().ok()
    }

    /// Whether the kernel killed one of its processes for want of memory.
    pub fn ran_out_of_memory(&self) -> bool {
        let Some((dir, is_v2)) = self.with(Power::Memory) else { return false };
        let file = if is_v2 { "memory.events" } else { "memory.oom_control" };
        let text = fs::read_to_string(dir.join(file)).unwrap_or_default();
        keyed(&text, "oom_kill").is_some_and(|count| count > 0)
    }

    /// Kills whoever is in it, until nobody is.
    pub fn kill(&mut self) {
        let Some((dir, _)) = self.parts.first() else { return };
        let dir = dir.clone();
        let start = Instant::now();
        loop {
            let members = fs::read_to_string(dir.join("cgroup.procs")).unwrap_or_default();
            for pid in members.lines().filter_map(|line| Pid::from_raw(line.parse().ok()?)) {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
            // The dead of a frozen group die when it is thawed.
            self.thaw();
            if members.is_empty() || start.elapsed() > PATIENCE {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.frozen {
            self.thaw();
        }
        for (dir, _) in &self.parts {
            remove(dir);
        }
    }
}

/// One line of `mountinfo` that mounts a hierarchy.
struct Mount {
    root: PathBuf,
    point: PathBuf,
    is_v2: bool,
    options: Vec<String>,
}

impl Mount {
    fn read(line: &str) -> Option<Self> {
        let (left, right) = line.split_once(" - ")?;
        let left: Vec<&str> = left.split(' ').collect();
        let right: Vec<&str> = right.split(' ').collect();
        let is_v2 = match *right.first()? {
            "cgroup" => false,
            "cgroup2" => true,
            _ => return None,
        };
        Some(Self {
            root: left.get(3)?.into(),
            point: left.get(4)?.into(),
            is_v2,
            options: right.get(2)?.split(',').map(str::to_owned).collect(),
        })
    }

    /// Where we may try to make groups: in the group we are in, or at the top.
    fn bases(&self, own: &str) -> Vec<PathBuf> {
        let is_ours = |controllers: &str| match self.is_v2 {
            true => controllers.is_empty(),
            false => controllers.split(',').all(|one| self.options.iter().any(|have| have == one)),
        };
        let group = own.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let controllers = fields.next()?;
            is_ours(controllers).then(|| fields.next()).flatten()
        });
        let mut bases = Vec::new();
        if let Some(inside) = group.and_then(|group| Path::new(group).strip_prefix(&self.root).ok())
        {
            bases.push(self.point.join(inside));
        }
        if !bases.contains(&self.point) {
            bases.push(self.point.clone());
        }
        bases
    }
}

/// Makes a group for a moment and looks at what it can do.
fn try_out(base: PathBuf, is_v2: bool, options: &[String]) -> Option<Hierarchy> {
    let dir = base.join(new_name());
    fs::create_dir(&dir).ok()?;
    if is_v2 && !dir.join("memory.max").exists() {
        pass_controllers_on(&base);
    }
    let has = |file: &str| fs::OpenOptions::new().write(true).open(dir.join(file)).is_ok();
    let mounted = |controller: &str| options.iter().any(|have| have == controller);
    let mut powers = Vec::new();
    if is_v2 {
        powers.extend(has("memory.max").then_some(Power::Memory));
        powers.extend(has("pids.max").then_some(Power::Processes));
        powers.extend(has("cgroup.freeze").then_some(Power::Freeze));
        powers.extend(dir.join("cpu.stat").exists().then_some(Power::Time));
        powers.extend(has("cpu.weight").then_some(Power::Share));
    } else {
        powers.extend((mounted("memory") && has("memory.limit_in_bytes")).then_some(Power::Memory));
        powers.extend((mounted("pids") && has("pids.max")).then_some(Power::Processes));
        powers.extend((mounted("freezer") && has("freezer.state")).then_some(Power::Freeze));
        powers.extend((mounted("cpuacct") && has("cpuacct.usage")).then_some(Power::Time));
        powers.extend((mounted("cpu") && has("cpu.shares")).then_some(Power::Share));
    }
    let usable = has("cgroup.procs") && can_move_into(&dir);
    remove(&dir);
    (usable && !powers.is_empty()).then_some(Hierarchy { base, is_v2, powers })
}

/// Whether a process of ours may be moved there: tried with a process that does nothing.
fn can_move_into(dir: &Path) -> bool {
    let mut idler = std::process::Command::new("/bin/sleep");
    let Ok(mut child) = idler.arg("5").stdin(Stdio::null()).spawn() else { return false };
    let moved = fs::write(dir.join("cgroup.procs"), child.id().to_string()).is_ok();
    let _ = child.kill();
    let _ = child.wait();
    moved
}

/// Version 2 gives groups the controllers that their parent passes on, and a parent that passes some on may
/// hold no process itself: we move into a group of our own beside the jobs.
fn pass_controllers_on(base: &Path) {
    let control = base.join("cgroup.subtree_control");
    let offered = fs::read_to_string(base.join("cgroup.controllers")).unwrap_or_default();
    if !offered.split_whitespace().any(|one| one == "memory") {
        return;
    }
    if offer(&control) {
        return;
    }
    let engine = base.join(new_name());
    if fs::create_dir(&engine).is_err() {
        return;
    }
    let us = std::process::id().to_string();
    let moved = fs::write(engine.join("cgroup.procs"), &us).is_ok();
    if !moved || !offer(&control) {
        let _ = fs::write(base.join("cgroup.procs"), &us);
        remove(&engine);
    }
}

/// Passes on what limits, and if that can be had what shares.
fn offer(control: &Path) -> bool {
    let limits = fs::write(control, "+memory +pids").is_ok();
    let _ = fs::write(control, "+cpu");
    limits
}

fn set_limits(dir: &Path, hierarchy: &Hierarchy, limits: &Limits) -> io::Result<()> {
    let memory = limits.memory.to_string();
    for power in &hierarchy.powers {
        match (power, hierarchy.is_v2) {
            (Power::Memory, true) => {
                fs::write(dir.join("memory.max"), &memory)?;
                // One process that is killed for memory takes the others along; not every kernel can.
                let _ = fs::write(dir.join("memory.oom.group"), "1");
                let _ = fs::write(dir.join("memory.swap.max"), "0");
            }
            (Power::Memory, false) => {
                fs::write(dir.join("memory.limit_in_bytes"), &memory)?;
                let _ = fs::write(dir.join("memory.memsw.limit_in_bytes"), &memory);
            }
            // One more for bubblewrap's own first process.
            (Power::Processes, _) => {
                fs::write(dir.join("pids.max"), (limits.processes + 1).to_string())?;
            }
            // The same share for everybody is what a new group has.
            (Power::Freeze | Power::Time | Power::Share, _) => {}
        }
    }
    Ok(())
}

/// A name that tells whose group it is: the engine's process, when that started, and a number.
fn new_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let us = std::process::id() as i32;
    let start = start_of(us).unwrap_or_default();
    format!("agon-{us}-{start}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Whether the engine that made this group is gone.
fn is_orphan(name: &str) -> Option<bool> {
    let mut fields = name.strip_prefix("agon-")?.split('-');
    let (pid, start) = (fields.next()?.parse().ok()?, fields.next()?.parse::<u64>().ok()?);
    Some(start_of(pid) != Some(start))
}

/// Removes the groups of engines that were killed.
fn sweep(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(is_orphan) == Some(true) {
            let hierarchy =
                Hierarchy { base: base.to_owned(), is_v2: false, powers: vec![Power::Freeze] };
            let parts = vec![(entry.path(), hierarchy)];
            Group { parts, clock: None, frozen: false }.kill();
        }
    }
}

/// Removes a group; the kernel may still be busy with its dead.
fn remove(dir: &Path) {
    let start = Instant::now();
    while let Err(error) = fs::remove_dir(dir) {
        if error.kind() == io::ErrorKind::NotFound || start.elapsed() > PATIENCE {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The number behind a word in a file of `word number` lines.
fn keyed(text: &str, word: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(key, _)| *key == word)?.1.trim().parse().ok()
}
