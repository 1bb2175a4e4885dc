//! What the back ends of Windows and macOS share: they refuse what only Linux has.

use crate::fault::{Refusal, SpawnFault};
use crate::job::Job;
use crate::private_dir::PrivateDir;
use crate::sandbox::Choice;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Whether the user wants a jail; refuses the jails of Linux. `own` is the jail of this system.
pub(crate) fn is_jail_wanted(choice: Choice, own: &str) -> Result<bool, Refusal> {
    match choice {
        Choice::Auto => Ok(true),
        Choice::Off => Ok(false),
        Choice::Bubblewrap | Choice::Landlock => Err(Refusal {
            why: "bubblewrap and Landlock are parts of Linux".into(),
            remedy: format!("Leave out --sandbox: Agon then uses {own}."),
        }),
    }
}

/// Why programs that strangers upload do not run here.
pub(crate) fn refuse_uploads() -> Refusal {
    Refusal {
        why: "uploaded programs need Linux with bubblewrap and control groups".into(),
        remedy: "Run the contest's server on Linux.".into(),
    }
}

/// A new private folder, marked with the time.
pub(crate) fn private_dir() -> io::Result<PrivateDir> {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    PrivateDir::new(u64::try_from(time.as_nanos()).unwrap_or_default())
}

/// Refuses invalid jobs before anything is started; whether the program's file can be executed, the caller
/// checks.
pub(crate) fn check(job: &Job) -> Result<(), SpawnFault> {
    let bad = |path: &Path, why| Err(SpawnFault::BadPath { path: path.to_owned(), why });
    if !job.program.is_absolute() {
        return bad(&job.program, "the program needs an absolute path");
    }
    if !job.dir.is_absolute() {
        return bad(&job.dir, "the working directory needs an absolute path");
    }
    for (name, value) in &job.env {
        let text = name.to_string_lossy();
        if text.is_empty() || text.contains(['=', '\0']) || value.to_string_lossy().contains('\0') {
            return Err(SpawnFault::BadVariable(text.into_owned()));
        }
    }
    Ok(())
}
