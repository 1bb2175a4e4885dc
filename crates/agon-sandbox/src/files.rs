//! Walks, copies and removes folders that an untrusted program filled, through open files.
//!
//! A path has a maximum length, and a program can replace a part of it by a link; an open folder has neither
//! problem. Nothing here follows a link.

use crate::archive::{ArchiveFault, ArchiveLimits};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, Stat, Uid};
use rustix::io::Errno;
use std::ffi::{CStr, CString, OsStr};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Maximum nesting of folders; a program that nests deeper has exceeded its disk limit.
pub(crate) const MAX_DEPTH: usize = 200;
/// Number of names that are read from a folder at once while it is being emptied.
const BATCH: usize = 1024;

/// The content of a folder.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiskUsage {
    pub bytes: u64,
    pub files: u64,
    /// Folders are nested deeper than [`MAX_DEPTH`].
    pub is_too_deep: bool,
}

/// Opens a folder, or fails if the name is a link.
pub(crate) fn open_folder(at: BorrowedFd<'_>, name: &CStr) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, name, flags, Mode::empty())
}

fn c_path(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

/// The names in an open folder, at most `limit`.
fn names(folder: BorrowedFd<'_>, limit: usize) -> Result<Vec<CString>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name != c"." && name != c".." {
            names.push(name.to_owned());
        }
        if names.len() == limit {
            break;
        }
    }
    Ok(names)
}

/// Adds up a folder. Stops counting after `max_files` files.
pub(crate) fn disk_usage(folder: &Path, max_files: u64) -> DiskUsage {
    let mut sum = DiskUsage::default();
    let root = c_path(folder).ok().and_then(|path| open_folder(CWD, &path).ok());
    if let Some(root) = root {
        add_up(root.as_fd(), 0, max_files, &mut sum);
    }
    sum
}

fn add_up(folder: BorrowedFd<'_>, depth: usize, max_files: u64, sum: &mut DiskUsage) {
    // A file that disappears meanwhile needs no counting.
    let Ok(entries) = Dir::read_from(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let Ok(stat) = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) else {
            continue;
        };
        sum.files += 1;
        sum.bytes += stat.st_blocks as u64 * 512;
        if sum.files > max_files {
            return;
        }
        if !is_folder(&stat) {
            continue;
        }
        if depth == MAX_DEPTH {
            sum.is_too_deep = true;
        } else if let Ok(inner) = open_folder(folder, name) {
            add_up(inner.as_fd(), depth + 1, max_files, sum);
        }
    }
}

fn is_folder(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Directory
}

/// Removes a folder with everything in it, at any depth; succeeds if the folder is missing. All programs that
/// write into it have ended.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    let name = c_path(path)?;
    let root = match open_to_remove(CWD, &name) {
        Ok(root) => root,
        Err(Errno::NOENT) => return Ok(()),
        Err(Errno::NOTDIR | Errno::LOOP) => return std::fs::remove_file(path),
        Err(error) => return Err(error.into()),
    };
    empty(root.as_fd())?;
    std::fs::remove_dir(path)
}

/// Removes everything in a folder. Folders inside of folders are moved up first, so that two open folders
/// are enough at any depth.
pub(crate) fn empty(root: BorrowedFd<'_>) -> io::Result<()> {
    let mut moved = 0_u64;
    loop {
        let batch = names(root, BATCH)?;
        if batch.is_empty() {
            return Ok(());
        }
        for name in batch {
            if remove_entry(root, &name)? {
                continue;
            }
            let folder = open_to_remove(root, &name)?;
            loop {
                let inner = names(folder.as_fd(), BATCH)?;
                if inner.is_empty() {
                    break;
                }
                for name in inner {
                    if !remove_entry(folder.as_fd(), &name)? {
                        move_up(folder.as_fd(), &name, root, &mut moved)?;
                    }
                }
            }
            rustix::fs::unlinkat(root, &name, AtFlags::REMOVEDIR)?;
        }
    }
}

/// Opens a folder to empty it. Its owner may always do that, whatever its permissions say.
fn open_to_remove(at: BorrowedFd<'_>, name: &CStr) -> Result<OwnedFd, Errno> {
    let folder = match open_folder(at, name) {
        Err(Errno::ACCESS) => {
            rustix::fs::chmodat(at, name, Mode::RWXU, AtFlags::empty())?;
            open_folder(at, name)?
        }
        opened => opened?,
    };
    // Fails only for folders of other users, which may be writable nevertheless.
    let _ = rustix::fs::fchmod(&folder, Mode::RWXU);
    Ok(folder)
}

/// Removes a file, a link or an empty folder; `false` for a folder that is not empty.
fn remove_entry(folder: BorrowedFd<'_>, name: &CStr) -> Result<bool, Errno> {
    match rustix::fs::unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(true),
        Err(Errno::ISDIR | Errno::PERM) => {}
        Err(error) => return Err(error),
    }
    match rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
        Err(error) => Err(error),
    }
}

fn move_up(
    from: BorrowedFd<'_>,
    name: &CStr,
    root: BorrowedFd<'_>,
    moved: &mut u64,
) -> Result<(), Errno> {
    loop {
        *moved += 1;
        let new = format!(".agon-removed-{moved}");
        match rustix::fs::renameat(from, name, root, new.as_str()) {
            Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR) => {}
            Err(Errno::ACCESS)
                if rustix::fs::chmodat(from, name, Mode::RWXU, AtFlags::empty()).is_ok() =>
            {
                return rustix::fs::renameat(from, name, root, new.as_str());
            }
            result => return result,
        }
    }
}

/// Copies everything in the folder `from` into the folder `to`, within limits. `owner` is the user id that
/// the copies belong to, if it is not this process's own.
pub(crate) fn copy_tree(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    limits: &ArchiveLimits,
    owner: Option<u32>,
) -> Result<(), ArchiveFault> {
    Copy { limits, owner, bytes: 0, files: 0 }.folder(from, to, &mut PathBuf::new(), 0)
}

struct Copy<'a> {
    limits: &'a ArchiveLimits,
    owner: Option<u32>,
    bytes: u64,
    files: u32,
}

impl Copy<'_> {
    fn folder(
        &mut self,
        from: BorrowedFd<'_>,
        to: BorrowedFd<'_>,
        path: &mut PathBuf,
        depth: usize,
    ) -> Result<(), ArchiveFault> {
        let entries = Dir::read_from(from).map_err(io::Error::from)?;
        for entry in entries {
            let entry = entry.map_err(io::Error::from)?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            path.push(OsStr::from_bytes(name.to_bytes()));
            self.entry(from, to, name, path, depth)?;
            path.pop();
        }
        Ok(())
    }

    fn entry(
        &mut self,
        from: BorrowedFd<'_>,
        to: BorrowedFd<'_>,
        name: &CStr,
        path: &mut PathBuf,
        depth: usize,
    ) -> Result<(), ArchiveFault> {
        let system = |error: Errno| ArchiveFault::System(error.into());
        self.files += 1;
        if self.files > self.limits.files {
            return Err(ArchiveFault::TooMany(self.limits.files));
        }
        let stat = rustix::fs::statat(from, name, AtFlags::SYMLINK_NOFOLLOW).map_err(system)?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => {
                if depth >= self.limits.depth {
                    let path = path.display().to_string();
                    return Err(ArchiveFault::TooDeep(path, self.limits.depth));
                }
                let inner = open_folder(from, name).map_err(system)?;
                rustix::fs::mkdirat(to, name, Mode::from_raw_mode(0o755)).map_err(system)?;
                let copy = open_folder(to, name).map_err(system)?;
                self.folder(inner.as_fd(), copy.as_fd(), path, depth + 1)?;
                self.own(copy.as_fd()).map_err(system)
            }
            FileType::Symlink => {
                let target = rustix::fs::readlinkat(from, name, Vec::new()).map_err(system)?;
                rustix::fs::symlinkat(&target, to, name).map_err(system)
            }
            FileType::RegularFile if stat.st_mode & 0o6000 == 0 => self.file(from, to, name),
            _ => Err(ArchiveFault::Special(path.display().to_string())),
        }
    }

    fn file(
        &mut self,
        from: BorrowedFd<'_>,
        to: BorrowedFd<'_>,
        name: &CStr,
    ) -> Result<(), ArchiveFault> {
        let open = |at, flags, mode| {
            rustix::fs::openat(at, name, flags | OFlags::NOFOLLOW | OFlags::CLOEXEC, mode)
                .map_err(io::Error::from)
        };
        let source = File::from(open(from, OFlags::RDONLY, Mode::empty())?);
        let stat = rustix::fs::fstat(&source).map_err(io::Error::from)?;
        // Readable for every user, because root's programs run as other users; executable if it was.
        let mode = Mode::from_raw_mode(0o644 | stat.st_mode & 0o111);
        let mut copy = File::from(open(to, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL, mode)?);
        let left = self.limits.bytes - self.bytes;
        let copied = io::copy(&mut source.take(left + 1), &mut copy)?;
        if copied > left {
            return Err(ArchiveFault::TooLarge(self.limits.bytes));
        }
        self.bytes += copied;
        self.own(copy.as_fd()).map_err(|error| ArchiveFault::System(error.into()))
    }

    fn own(&self, copy: BorrowedFd<'_>) -> Result<(), Errno> {
        let Some(owner) = self.owner else { return Ok(()) };
        rustix::fs::fchown(copy, Some(Uid::from_raw(owner)), Some(Gid::from_raw(owner)))
    }
}
