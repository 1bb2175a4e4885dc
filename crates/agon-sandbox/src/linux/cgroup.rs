//! Control groups: exact limits and counts of memory, processes and time, where the engine may create them.
//!
//! Version 1 (one hierarchy per controller), version 2 (one hierarchy) and mixtures are supported. Each job
//! gets one group in each useful hierarchy; the groups are removed with the job.

use super::tree::start_of;
use crate::job::Limits;
use rustix::fd::OwnedFd;
use rustix::process::Pid;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Timeout for the kernel to freeze or remove a group.
const CGROUP_TIMEOUT: Duration = Duration::from_secs(5);

/// What a control group can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// Limits and counts memory.
    Memory,
    /// Limits the number of processes and threads.
    Processes,
    /// Freezes and thaws all processes at once.
    Freeze,
    /// Counts processor time.
    Time,
    /// Divides the processors evenly between jobs, whatever their numbers of threads.
    Share,
}

/// One hierarchy in which the engine may create groups.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hierarchy {
    /// The parent of the new groups.
    base: PathBuf,
    is_v2: bool,
    features: Vec<Feature>,
}

/// The usable hierarchies of this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups {
    hierarchies: Vec<Hierarchy>,
}

/// The groups of one job; empty if there is no usable hierarchy.
#[derive(Debug, Default)]
pub(crate) struct Group {
    parts: Vec<(PathBuf, Hierarchy)>,
    /// The file with the processor time and whether it is version 2; kept open because every turn reads it
    /// twice.
    cpu_time_file: Option<(File, bool)>,
    frozen: bool,
}

impl Groups {
    /// Finds the usable hierarchies, and removes groups left behind by engines that were killed.
    pub fn probe() -> Self {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mut found: Vec<Hierarchy> = Vec::new();
        for mount in mounts.lines().filter_map(Mount::read) {
            for base in mount.bases(&own) {
                sweep(&base);
                let Some(hierarchy) = probe_features(base, mount.is_v2, &mount.options) else {
                    continue;
                };
                let is_new =
                    |feature: &Feature| !found.iter().any(|have| have.features.contains(feature));
                if hierarchy.features.iter().any(is_new) {
                    found.push(hierarchy);
                    break;
                }
            }
        }
        Self { hierarchies: found }
    }

    /// Whether a hierarchy has this feature.
    pub fn can(&self, feature: Feature) -> bool {
        self.hierarchies.iter().any(|hierarchy| hierarchy.features.contains(&feature))
    }

    /// Creates empty groups with these limits.
    pub fn create(&self, limits: &Limits) -> io::Result<Group> {
        let name = new_name();
        let mut group = Group::default();
        for hierarchy in &self.hierarchies {
            let dir = hierarchy.base.join(&name);
            fs::create_dir(&dir)?;
            group.parts.push((dir.clone(), hierarchy.clone()));
            set_limits(&dir, hierarchy, limits)?;
        }
        group.cpu_time_file = group.with(Feature::Time).and_then(|(dir, is_v2)| {
            let file = if is_v2 { "cpu.stat" } else { "cpuacct.usage" };
            Some((File::open(dir.join(file)).ok()?, is_v2))
        });
        Ok(group)
    }
}

impl Group {
    fn with(&self, feature: Feature) -> Option<(&Path, bool)> {
        let mut parts = self.parts.iter();
        let (dir, hierarchy) =
            parts.find(|(_, hierarchy)| hierarchy.features.contains(&feature))?;
        Some((dir, hierarchy.is_v2))
    }

    /// Moves a process into the groups.
    pub fn add(&self, pid: Pid) -> io::Result<()> {
        let mut parts = self.parts.iter();
        parts.try_for_each(|(dir, _)| fs::write(dir.join("cgroup.procs"), pid.to_string()))
    }

    /// Open files through which a process joins the groups by writing "0".
    pub fn join_files(&self) -> io::Result<Vec<OwnedFd>> {
        let open = |dir: &Path| fs::OpenOptions::new().write(true).open(dir.join("cgroup.procs"));
        self.parts.iter().map(|(dir, _)| open(dir).map(Into::into)).collect()
    }

    /// Freezes every process of the job; whether all are frozen.
    pub fn freeze(&mut self) -> bool {
        let Some((dir, is_v2)) = self.with(Feature::Freeze) else { return false };
        let (file, word, state_file, frozen_line) = match is_v2 {
            true => ("cgroup.freeze", "1", "cgroup.events", "frozen 1"),
            false => ("freezer.state", "FROZEN", "freezer.state", "FROZEN"),
        };
        let start = Instant::now();
        let dir = dir.to_owned();
        let mut is_frozen = false;
        while !is_frozen && start.elapsed() < CGROUP_TIMEOUT {
            if fs::write(dir.join(file), word).is_err() {
                break;
            }
            let state = fs::read_to_string(dir.join(state_file)).unwrap_or_default();
            is_frozen = state.lines().any(|line| line == frozen_line);
        }
        self.frozen = true;
        is_frozen
    }

    /// Lets the processes continue.
    pub fn thaw(&mut self) {
        let Some((dir, is_v2)) = self.with(Feature::Freeze) else { return };
        let (file, word) = if is_v2 { ("cgroup.freeze", "0") } else { ("freezer.state", "THAWED") };
        let _ = fs::write(dir.join(file), word);
        self.frozen = false;
    }

    /// Processor time used, if a group counts it.
    pub fn cpu_time(&self) -> Option<Duration> {
        let (file, is_v2) = self.cpu_time_file.as_ref()?;
        let mut buffer = [0; 512];
        let length = file.read_at(&mut buffer, 0).ok()?;
        let text = str::from_utf8(&buffer[..length]).ok()?;
        match is_v2 {
            true => value_of(text, "usage_usec").map(Duration::from_micros),
            false => text.trim().parse().ok().map(Duration::from_nanos),
        }
    }

    /// Peak memory in bytes, if a group counts it.
    pub fn memory_peak(&self) -> Option<u64> {
        let (dir, is_v2) = self.with(Feature::Memory)?;
        let file = if is_v2 { "memory.peak" } else { "memory.max_usage_in_bytes" };
        fs::read_to_string(dir.join(file)).ok()?.trim().parse().ok()
    }

    /// Whether the kernel killed a process of the job because the memory limit was reached.
    pub fn ran_out_of_memory(&self) -> bool {
        let Some((dir, is_v2)) = self.with(Feature::Memory) else { return false };
        let file = if is_v2 { "memory.events" } else { "memory.oom_control" };
        let text = fs::read_to_string(dir.join(file)).unwrap_or_default();
        value_of(&text, "oom_kill").is_some_and(|count| count > 0)
    }

    /// Kills the processes in the groups until none is left.
    pub fn kill(&mut self) {
        let Some((dir, _)) = self.parts.first() else { return };
        let dir = dir.clone();
        let start = Instant::now();
        loop {
            let members = fs::read_to_string(dir.join("cgroup.procs")).unwrap_or_default();
            for pid in members.lines().filter_map(|line| Pid::from_raw(line.parse().ok()?)) {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
            // Killed processes of a frozen group end only after it is thawed.
            self.thaw();
            if members.is_empty() || start.elapsed() > CGROUP_TIMEOUT {
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

/// One mount of a hierarchy, from `/proc/self/mountinfo`.
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

    /// Candidates for the parent group: the group of the engine, then the top.
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

/// Creates a temporary group and checks its features.
fn probe_features(base: PathBuf, is_v2: bool, options: &[String]) -> Option<Hierarchy> {
    let dir = base.join(new_name());
    fs::create_dir(&dir).ok()?;
    if is_v2 && !dir.join("memory.max").exists() {
        enable_controllers(&base);
    }
    let has = |file: &str| fs::OpenOptions::new().write(true).open(dir.join(file)).is_ok();
    let mounted = |controller: &str| options.iter().any(|have| have == controller);
    let mut features = Vec::new();
    if is_v2 {
        features.extend(has("memory.max").then_some(Feature::Memory));
        features.extend(has("pids.max").then_some(Feature::Processes));
        features.extend(has("cgroup.freeze").then_some(Feature::Freeze));
        features.extend(dir.join("cpu.stat").exists().then_some(Feature::Time));
        features.extend(has("cpu.weight").then_some(Feature::Share));
    } else {
        features
            .extend((mounted("memory") && has("memory.limit_in_bytes")).then_some(Feature::Memory));
        features.extend((mounted("pids") && has("pids.max")).then_some(Feature::Processes));
        features.extend((mounted("freezer") && has("freezer.state")).then_some(Feature::Freeze));
        features.extend((mounted("cpuacct") && has("cpuacct.usage")).then_some(Feature::Time));
        features.extend((mounted("cpu") && has("cpu.shares")).then_some(Feature::Share));
    }
    let usable = has("cgroup.procs") && can_move_into(&dir);
    remove(&dir);
    (usable && !features.is_empty()).then_some(Hierarchy { base, is_v2, features })
}

/// Whether the engine may move a process into the group; tried with an idle process.
fn can_move_into(dir: &Path) -> bool {
    let mut idler = std::process::Command::new("/bin/sleep");
    let Ok(mut child) = idler.arg("5").stdin(Stdio::null()).spawn() else { return false };
    let moved = fs::write(dir.join("cgroup.procs"), child.id().to_string()).is_ok();
    let _ = child.kill();
    let _ = child.wait();
    moved
}

/// Enables controllers for child groups in version 2. A group with enabled controllers may contain no process
/// itself, so the engine moves into a group of its own beside the jobs if necessary.
fn enable_controllers(base: &Path) {
    let control = base.join("cgroup.subtree_control");
    let available = fs::read_to_string(base.join("cgroup.controllers")).unwrap_or_default();
    if !available.split_whitespace().any(|one| one == "memory") {
        return;
    }
    if write_controllers(&control) {
        return;
    }
    let engine = base.join(new_name());
    if fs::create_dir(&engine).is_err() {
        return;
    }
    let us = std::process::id().to_string();
    let moved = fs::write(engine.join("cgroup.procs"), &us).is_ok();
    if !moved || !write_controllers(&control) {
        let _ = fs::write(base.join("cgroup.procs"), &us);
        remove(&engine);
    }
}

/// Enables memory and process limits, and processor shares if possible; whether the limits are enabled.
fn write_controllers(control: &Path) -> bool {
    let limits = fs::write(control, "+memory +pids").is_ok();
    let _ = fs::write(control, "+cpu");
    limits
}

fn set_limits(dir: &Path, hierarchy: &Hierarchy, limits: &Limits) -> io::Result<()> {
    let memory = limits.memory.to_string();
    for feature in &hierarchy.features {
        match (feature, hierarchy.is_v2) {
            (Feature::Memory, true) => {
                fs::write(dir.join("memory.max"), &memory)?;
                // If one process is killed for memory, kill all of them; older kernels lack this file.
                let _ = fs::write(dir.join("memory.oom.group"), "1");
                let _ = fs::write(dir.join("memory.swap.max"), "0");
            }
            (Feature::Memory, false) => {
                fs::write(dir.join("memory.limit_in_bytes"), &memory)?;
                let _ = fs::write(dir.join("memory.memsw.limit_in_bytes"), &memory);
            }
            // One more for bubblewrap's first process.
            (Feature::Processes, _) => {
                fs::write(dir.join("pids.max"), (limits.processes + 1).to_string())?;
            }
            // New groups have equal shares by default.
            (Feature::Freeze | Feature::Time | Feature::Share, _) => {}
        }
    }
    Ok(())
}

/// A unique name that identifies the engine: its process id, its start time, and a number.
fn new_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let us = std::process::id() as i32;
    let start = start_of(us).unwrap_or_default();
    format!("agon-{us}-{start}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Whether the engine that created this group is gone; `None` for groups of other programs.
fn is_orphan(name: &str) -> Option<bool> {
    let mut fields = name.strip_prefix("agon-")?.split('-');
    let (pid, start) = (fields.next()?.parse().ok()?, fields.next()?.parse::<u64>().ok()?);
    Some(start_of(pid) != Some(start))
}

/// Removes groups left behind by engines that were killed.
fn sweep(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(is_orphan) == Some(true) {
            let hierarchy =
                Hierarchy { base: base.to_owned(), is_v2: false, features: vec![Feature::Freeze] };
            let parts = vec![(entry.path(), hierarchy)];
            Group { parts, cpu_time_file: None, frozen: false }.kill();
        }
    }
}

/// Removes a group. The kernel refuses it until the ended processes are cleaned up, so it is retried.
fn remove(dir: &Path) {
    let start = Instant::now();
    while let Err(error) = fs::remove_dir(dir) {
        if error.kind() == io::ErrorKind::NotFound || start.elapsed() > CGROUP_TIMEOUT {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The number of a key in a file of `key number` lines.
fn value_of(text: &str, wanted: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(key, _)| *key == wanted)?.1.trim().parse().ok()
}
