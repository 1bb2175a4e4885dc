//! The cache folder: snapshots, builds and kits, all of which can be made again.
//!
//! An entry is named by a fingerprint of what it was made from, appears complete or not at all, and is never
//! changed. Any number of Agon processes can share the folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// The cache cannot be used: a full sentence.
#[derive(Debug, Error)]
#[error("cannot keep files in the cache {}: {why}; AGON_CACHE can name another folder", .path.display())]
pub struct CacheFault {
    /// The folder.
    pub path: PathBuf,
    /// The error of the operating system.
    pub why: io::Error,
}

/// The cache folder.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The folder that `$AGON_CACHE` names, or the usual cache folder of the system.
    pub fn usual() -> Cache {
        let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let root = set("AGON_CACHE")
            .or_else(|| set("XDG_CACHE_HOME").map(|dir| dir.join("agon")))
            .or_else(|| set("HOME").map(|dir| dir.join(".cache/agon")))
            .unwrap_or_else(|| std::env::temp_dir().join("agon-cache"));
        Cache::at(root)
    }

    /// This folder.
    pub fn at(root: impl Into<PathBuf>) -> Cache {
        Cache { root: root.into() }
    }

    /// The entry of this kind and name. If it is missing, `make` fills a fresh folder.
    pub fn keep(
        &self,
        kind: &str,
        name: &str,
        make: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<PathBuf, CacheFault> {
        let path = self.path(kind, name);
        if path.is_dir() {
            return Ok(path);
        }
        let fault = |why| CacheFault { path: self.root.clone(), why };
        let fresh = self.fresh(kind)?;
        match make(&fresh).and_then(|()| settle(&fresh, &path)) {
            Ok(()) => Ok(path),
            Err(why) => {
                let _ = fs::remove_dir_all(&fresh);
                Err(fault(why))
            }
        }
    }

    /// The path of the entry of this kind and name, which may be missing.
    pub fn path(&self, kind: &str, name: &str) -> PathBuf {
        self.root.join(kind).join(name)
    }

    /// A new empty folder beside the entries of a kind. `settle` gives it its name when it is complete.
    pub fn fresh(&self, kind: &str) -> Result<PathBuf, CacheFault> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".making-{}-{n}", std::process::id());
        let path = self.root.join(kind).join(name);
        let _ = fs::remove_dir_all(&path);
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(path.canonicalize().unwrap_or(path)),
            Err(why) => Err(CacheFault { path: self.root.clone(), why }),
        }
    }
}

/// Renames a complete folder to its entry's path. If another process has made the same entry, that one stays.
pub(crate) fn settle(fresh: &Path, path: &Path) -> io::Result<()> {
    match fs::rename(fresh, path) {
        Err(_) if path.is_dir() => fs::remove_dir_all(fresh),
        result => result,
    }
}
