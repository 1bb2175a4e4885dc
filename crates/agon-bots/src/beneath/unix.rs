//! An open folder on Linux and macOS.

use super::Kind;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path};

/// Opens a folder only to find what is in it.
#[cfg(target_os = "linux")]
const SEARCH: OFlags = OFlags::PATH.union(OFlags::DIRECTORY);
#[cfg(not(target_os = "linux"))]
const SEARCH: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY);

/// An open folder.
#[derive(Debug)]
pub(super) struct Place(OwnedFd);

/// Sockets cannot be opened.
pub(super) fn is_socket(why: &io::Error) -> bool {
    [Errno::NXIO, Errno::OPNOTSUPP]
        .iter()
        .any(|error| why.raw_os_error() == Some(error.raw_os_error()))
}

impl Place {
    pub fn open(path: &Path) -> io::Result<Place> {
        let flags = SEARCH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Place(rustix::fs::open(path, flags, Mode::empty())?))
    }

    /// Opens a file.
    pub fn file(&self, name: &Path) -> io::Result<File> {
        Ok(File::from(self.beneath(name, OFlags::RDONLY)?))
    }

    /// The entries of a folder, in any order.
    pub fn list(&self, below: &Path) -> io::Result<Vec<(OsString, Kind)>> {
        let descriptor = self.beneath(below, OFlags::RDONLY | OFlags::DIRECTORY)?;
        let mut entries = Vec::new();
        for entry in Dir::read_from(&descriptor)? {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name == "." || name == ".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => {
                    let stat = rustix::fs::statat(&descriptor, name, AtFlags::SYMLINK_NOFOLLOW)?;
                    FileType::from_raw_mode(stat.st_mode)
                }
                known => known,
            };
            entries.push((name.to_owned(), kind_of(kind)));
        }
        Ok(entries)
    }

    /// What an entry is; its last part is not followed.
    pub fn kind(&self, name: &Path) -> io::Result<Kind> {
        let stat = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(kind_of(FileType::from_raw_mode(stat.st_mode)))
    }

    fn beneath(&self, name: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        // Without NONBLOCK, opening a pipe would wait for its writer.
        let flags = flags | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::ResolveFlags;
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
            let opened = rustix::fs::openat2(&self.0, name, flags, Mode::empty(), resolve);
            // Kernels before 5.6, and filters of system calls, do not know this one.
            if !matches!(opened, Err(Errno::NOSYS | Errno::PERM)) {
                return opened;
            }
        }
        self.step_by_step(name, flags)
    }

    /// The same with a system call for each part of the path.
    pub(super) fn step_by_step(&self, name: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
        let mut here: Option<OwnedFd> = None;
        let mut parts = name.components().peekable();
        while let Some(part) = parts.next() {
            if !matches!(part, Component::Normal(_) | Component::CurDir) {
                return Err(Errno::XDEV);
            }
            let flags = match parts.peek() {
                None => flags,
                Some(_) => SEARCH | OFlags::NOFOLLOW | OFlags::CLOEXEC,
            };
            let at = here.as_ref().unwrap_or(&self.0);
            here = Some(rustix::fs::openat(at, part.as_os_str(), flags, Mode::empty())?);
        }
        here.ok_or(Errno::NOENT)
    }
}

fn kind_of(kind: FileType) -> Kind {
    match kind {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        _ => Kind::Strange,
    }
}
