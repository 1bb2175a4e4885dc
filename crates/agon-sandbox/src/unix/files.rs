//! Walks through and removes folders that an untrusted program filled, through open files.
//!
//! A path has a maximum length, and a program can replace a part of it by a link; an open folder has neither
//! problem. Nothing here follows a link.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

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
