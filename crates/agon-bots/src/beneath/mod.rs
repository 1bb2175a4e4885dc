//! Opens files beneath a bot's folder without following symbolic links.
//!
//! A bot's author chooses the names in the folder. A link there could name any file that the user of Agon can
//! read, so links are refused, wherever in a path they are. A file is opened once, and everything else
//! (its kind, its size, its bytes) is asked of that descriptor, so that replacing the file has no effect.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod place;

use crate::sources::SourceFault;
use agon_core::safe_line;
use place::Place;
use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Files that are read to guess what a bot is are at most this long.
const MAX_GUESS_BYTES: u64 = 1 << 20;

/// An open folder.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    place: Place,
}

/// What a folder's entry is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Strange,
}

impl Folder {
    /// Opens a folder. The last part of its path may not be a link; the parts before it belong to the user.
    pub fn open(path: &Path) -> Result<Folder, SourceFault> {
        match Place::open(path) {
            Ok(place) => Ok(Folder { path: path.to_owned(), place }),
            Err(_) if path.is_symlink() => Err(SourceFault::Link { path: path.to_owned() }),
            Err(why) => Err(SourceFault::Unreadable { path: path.to_owned(), why }),
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a regular file and returns it with what is known about it.
    pub fn file(&self, name: &Path) -> Result<(File, Metadata), SourceFault> {
        let file = self.place.file(name).map_err(|why| self.fault(name, why))?;
        let path = self.path.join(name);
        match file.metadata() {
            Ok(meta) if meta.is_file() => Ok((file, meta)),
            Ok(_) => Err(SourceFault::Strange { path }),
            Err(why) => Err(SourceFault::Unreadable { path, why }),
        }
    }

    /// Reads a regular file of at most `limit` bytes; `None` if it is longer.
    pub fn read(
        &self,
        name: &Path,
        limit: u64,
    ) -> Result<Option<(Vec<u8>, Metadata)>, SourceFault> {
        let (file, meta) = self.file(name)?;
        if meta.len() > limit {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        // The file can grow while it is read.
        file.take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(|why| SourceFault::Unreadable { path: self.path.join(name), why })?;
        Ok((bytes.len() as u64 <= limit).then_some((bytes, meta)))
    }

    /// A file's text for guessing what it is; empty if it cannot be read or is longer than 1 MiB.
    pub fn text(&self, name: &Path) -> String {
        let bytes = self.read(name, MAX_GUESS_BYTES).ok().flatten();
        bytes.map(|(bytes, _)| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// Whether there is such a regular file.
    pub fn is_file(&self, name: &Path) -> bool {
        self.file(name).is_ok()
    }

    /// The entries of this folder (an empty name) or of one below it, sorted by name.
    pub fn list(&self, below: &Path) -> Result<Vec<(OsString, Kind)>, SourceFault> {
        let here = if below.as_os_str().is_empty() { Path::new(".") } else { below };
        let mut entries = self.place.list(here).map_err(|why| self.fault(here, why))?;
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(entries)
    }

    /// Why a file cannot be opened. A link is named even if it is in the middle of the path.
    fn fault(&self, name: &Path, why: io::Error) -> SourceFault {
        let mut part = PathBuf::new();
        for component in name.components() {
            part.push(component);
            match self.place.kind(&part) {
                Ok(Kind::Link) => return SourceFault::Link { path: self.path.join(part) },
                Ok(_) => {}
                Err(_) => break,
            }
        }
        let path = self.path.join(name);
        match place::is_socket(&why) {
            true => SourceFault::Strange { path },
            false => SourceFault::Unreadable { path, why },
        }
    }
}

/// A path as messages show it.
pub(crate) fn shown(path: &Path) -> String {
    safe_line(&path.to_string_lossy()).into_owned()
}

impl SourceFault {
    /// Whether the file is not there.
    pub(crate) fn is_absent(&self) -> bool {
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        matches!(self, SourceFault::Unreadable { why, .. } if absent.contains(&why.kind()))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use rustix::fs::OFlags;
    use std::os::unix::fs::symlink;

    /// Both ways of opening refuse every link and every way out.
    #[test]
    fn nothing_outside_the_folder_is_opened() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("bot");
        std::fs::create_dir_all(root.join("real/deep")).unwrap();
        std::fs::write(base.path().join("secret"), "secret").unwrap();
        std::fs::write(root.join("real/deep/a.py"), "mine").unwrap();
        symlink("../secret", root.join("last.py")).unwrap();
        symlink("..", root.join("up")).unwrap();
        symlink("real", root.join("inside")).unwrap();
        symlink("/proc/self/root", root.join("magic")).unwrap();
        let folder = Folder::open(&root).unwrap();
        let step = |name: &str| {
            folder.place.step_by_step(Path::new(name), OFlags::RDONLY | OFlags::NOFOLLOW)
        };
        for name in ["last.py", "up/secret", "inside/deep/a.py", "magic/etc/passwd", "../secret"] {
            assert!(folder.file(Path::new(name)).is_err(), "{name}");
            assert!(step(name).is_err(), "{name}, step by step");
        }
        let fault = folder.file(Path::new("inside/deep/a.py")).unwrap_err().to_string();
        assert!(fault.contains("bot/inside`: it is a symbolic link. Copy the file"), "{fault}");
        assert_eq!(folder.text(Path::new("real/deep/a.py")), "mine");
        assert!(step("real/deep/a.py").is_ok() && step("./real").is_ok());
        symlink(&root, base.path().join("link")).unwrap();
        let fault = Folder::open(&base.path().join("link")).unwrap_err().to_string();
        assert!(fault.contains("it is a symbolic link"), "{fault}");
    }

    /// What is opened is what is read, even if the file is replaced by a link all the time.
    #[test]
    fn a_file_that_becomes_a_link_is_read_or_refused() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("bot");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(base.path().join("secret"), "secret").unwrap();
        let folder = Folder::open(&root).unwrap();
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let ordering = std::sync::atomic::Ordering::Relaxed;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(ordering) {
                    std::fs::write(root.join("new"), "mine").unwrap();
                    std::fs::rename(root.join("new"), root.join("a.py")).unwrap();
                    symlink("../secret", root.join("new")).unwrap();
                    std::fs::rename(root.join("new"), root.join("a.py")).unwrap();
                }
            });
            let reads = (0..2_000).map(|_| folder.read(Path::new("a.py"), 100));
            for (bytes, meta) in reads.filter_map(Result::ok).flatten() {
                assert!(bytes == b"mine" && meta.is_file());
            }
            is_over.store(true, ordering);
        });
    }
}
