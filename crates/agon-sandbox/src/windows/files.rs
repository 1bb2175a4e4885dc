//! Who may write into a folder, and removing what programs left in one.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How often a file that another program, such as a virus scanner, holds open is tried again.
const REMOVE_TRIES: u32 = 5;
/// How long to wait before the next try.
const REMOVE_PAUSE: Duration = Duration::from_millis(100);

/// Removes a folder with everything in it; succeeds if the folder is missing.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    let mut tries = 0;
    loop {
        tries += 1;
        match remove_once(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(_) if tries < REMOVE_TRIES => std::thread::sleep(REMOVE_PAUSE),
            result => return result,
        }
    }
}

fn remove_once(path: &Path) -> io::Result<()> {
    let data = fs::symlink_metadata(path)?;
    if !data.is_dir() {
        return fs::remove_file(path);
    }
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            allow_writing(path);
            fs::remove_dir_all(path)
        }
        result => result,
    }
}

/// Takes the mark "read-only" from everything in a folder. Nothing here follows a link.
fn allow_writing(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(data) = fs::symlink_metadata(entry.path()) else { continue };
        if data.is_dir() {
            allow_writing(&entry.path());
        } else if data.permissions().readonly() && !data.is_symlink() {
            let mut allowed = data.permissions();
            #[expect(clippy::permissions_set_readonly_false, reason = "it is a mark on Windows")]
            allowed.set_readonly(false);
            // If it fails, removing the file says why.
            let _ = fs::set_permissions(entry.path(), allowed);
        }
    }
}

/// The integrity that is needed to write into a folder.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Integrity {
    /// That of programs in the sandbox.
    Low,
    /// That of the user's other programs.
    Medium,
}

/// Sets the integrity of a folder, and of everything in it.
pub(super) fn set_integrity(folder: &Path, integrity: Integrity) -> io::Result<()> {
    let level = match integrity {
        Integrity::Low => "(OI)(CI)L",
        Integrity::Medium => "(OI)(CI)M",
    };
    let system = std::env::var_os("SystemRoot").unwrap_or_else(|| r"C:\Windows".into());
    let status = Command::new(Path::new(&system).join(r"System32\icacls.exe"))
        .arg(folder)
        .args(["/setintegritylevel", level, "/T", "/C", "/Q"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("icacls {status}"))) }
}
