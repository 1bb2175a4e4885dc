//! Copies folders that an untrusted program filled, through open files. Nothing here follows a link.

use crate::archive::{ArchiveFault, ArchiveLimits};
use crate::unix::files::open_folder;
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{AtFlags, Dir, FileType, Gid, Mode, OFlags, Uid};
use rustix::io::Errno;
use std::ffi::{CStr, OsStr};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

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
