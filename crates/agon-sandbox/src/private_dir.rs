//! A folder on the machine's disk for one program, which is removed with it.

use crate::back_end::remove_tree;
use crate::paths::canonical;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The start of the folders' names. The id of the engine's process, a mark and a number follow.
pub(crate) const PREFIX: &str = "agon-jail-";

/// A folder that is removed when the value is dropped.
#[derive(Debug)]
pub(crate) struct PrivateDir(PathBuf);

impl PrivateDir {
    /// Creates an empty folder that only the current user may access. `mark` differs between engines with the
    /// same process id: the time at which something started.
    pub fn new(mark: u64) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{mark}-{number}", std::process::id());
        // Without links, because a jail may know real paths only.
        let path = canonical(&std::env::temp_dir())?.join(name);
        create(&path)?;
        Ok(Self(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Removes it; says why if that fails.
    pub fn remove(self) -> Result<(), String> {
        remove_tree(&self.0).map_err(|error| {
            let folder = self.0.display();
            format!("its files could not be removed from {folder}: {error}")
        })
    }
}

#[cfg(unix)]
fn create(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(path)
}

/// The folder for temporary files belongs to the user already.
#[cfg(windows)]
fn create(path: &Path) -> io::Result<()> {
    std::fs::create_dir(path)
}

impl Drop for PrivateDir {
    fn drop(&mut self) {
        // After `remove` it is gone; otherwise the program was never started and left nothing in it.
        let _ = remove_tree(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_folder_is_removed_with_what_is_in_it() {
        let first = PrivateDir::new(7).unwrap();
        let second = PrivateDir::new(7).unwrap();
        assert_ne!(first.path(), second.path());
        let (dropped, removed) = (first.path().to_owned(), second.path().to_owned());
        for folder in [&dropped, &removed] {
            std::fs::create_dir(folder.join("inner")).unwrap();
            std::fs::write(folder.join("inner/file"), "left").unwrap();
        }
        drop(first);
        second.remove().unwrap();
        assert!(!dropped.exists() && !removed.exists());
    }
}
