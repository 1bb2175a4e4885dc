//! The fallback jail: Landlock, resource limits and a seccomp filter, without namespaces.
//!
//! The program sees the machine's process and user ids; access is denied instead of hidden. It may not start
//! processes, so that there is only one process to watch and to kill.

use super::runtime::{DEVICES, Runtime};
use super::seccomp::{Case, filters};
use super::start::{ChildSetup, Nproc};
use super::tree::start_of;
use crate::job::Job;
use crate::private_dir::{PREFIX, PrivateDir};
use crate::unix::files::remove_tree;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, PathBeneath,
    PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first version of Landlock that restricts signals to the program's own processes.
pub(crate) const MIN_ABI: ABI = ABI::V6;

/// The Landlock version of the kernel, at most [`MIN_ABI`]; 0 if there is none.
pub(crate) fn version() -> u32 {
    let versions = [ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, ABI::V6];
    versions.into_iter().take_while(|version| deny_all(*version).is_ok()).count() as u32
}

/// A ruleset that denies everything that this version of Landlock can deny.
fn deny_all(version: ABI) -> Result<RulesetCreated, RulesetError> {
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(version))?;
    if version >= ABI::V4 {
        rules = rules.handle_access(AccessNet::from_all(version))?;
    }
    if version >= ABI::V6 {
        rules = rules.scope(Scope::from_all(version))?;
    }
    rules.create()
}

/// A private folder that only `owner` (or the current user) may access. Its mark is the start of this
/// process, by which [`sweep`] knows the folders of engines that are gone.
pub(crate) fn private_dir(owner: Option<u32>) -> io::Result<PrivateDir> {
    let dir = PrivateDir::new(start_of(std::process::id() as i32).unwrap_or_default())?;
    if owner.is_some() {
        std::os::unix::fs::chown(dir.path(), owner, owner)?;
    }
    Ok(dir)
}

/// Removes folders left behind by engines that were killed.
pub(crate) fn sweep() {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else {
            continue;
        };
        let numbers: Vec<u64> = rest.split('-').filter_map(|part| part.parse().ok()).collect();
        if let [pid, start, _] = numbers[..]
            && start_of(pid as i32) != Some(start)
        {
            // Another user's folder stays; that user's next engine removes it.
            let _ = remove_tree(&entry.path());
        }
    }
}

/// Prepares the command for `job`; if the engine runs as root, `user` is the user id of the program.
pub(crate) fn prepare(
    job: &Job,
    runtime: &Runtime,
    private: &Path,
    user: Option<u32>,
) -> io::Result<(Command, ChildSetup)> {
    let nproc = if user.is_some() { Nproc::Limited } else { Nproc::Free };
    let case = Case {
        namespaced: false,
        forks: false,
        locks: job.limits.locks,
        listens: job.debug_port().is_some(),
        traces: false,
    };
    let setup = ChildSetup {
        core: job.core.clone(),
        limits: Some((job.limits.clone(), nproc)),
        ruleset: Some(rules(job, runtime, private).map_err(io::Error::other)?),
        filters: filters(case).map_err(io::Error::other)?,
        own_session: true,
        ..ChildSetup::default()
    };
    let mut command = Command::new(&job.program);
    command.args(&job.args).current_dir(&job.dir).env_clear();
    let home: OsString = private.into();
    command.env("HOME", &home).env("TMPDIR", &home).envs(job.env.iter().cloned());
    if let Some(user) = user {
        command.uid(user).gid(user);
    }
    Ok((command, setup))
}

fn rules(job: &Job, runtime: &Runtime, private: &Path) -> Result<RulesetCreated, RulesetError> {
    let read = AccessFs::from_read(MIN_ABI);
    let all = AccessFs::from_all(MIN_ABI);
    let mut rules = deny_all(MIN_ABI)?;
    for path in runtime.paths.iter().chain(&job.readable) {
        rules = allow(rules, path, read)?;
    }
    for path in DEVICES.map(Path::new) {
        rules = allow(rules, path, AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    if let Some(port) = job.debug_port() {
        rules = rules.add_rule(NetPort::new(port.number(), AccessNet::BindTcp))?;
    }
    // Everything except creating devices and sockets.
    let write =
        all & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::IoctlDev);
    let writable = job.writable.iter().chain(&job.work).map(PathBuf::as_path);
    for path in writable.chain([private]) {
        rules = allow(rules, path, write)?;
    }
    Ok(rules)
}

fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    // A path that does not exist needs no rule.
    let Ok(opened) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(MIN_ABI) };
    rules.add_rule(PathBeneath::new(opened, access))
}
