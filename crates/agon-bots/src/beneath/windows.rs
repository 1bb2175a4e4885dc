//! A folder on Windows, by its path. Each part of a path is checked before it is used, so that a program that
//! replaces a folder by a link in between is not noticed.

use super::Kind;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder.
#[derive(Debug)]
pub(super) struct Place(PathBuf);

/// Sockets are no files on this system.
pub(super) fn is_socket(_: &io::Error) -> bool {
    false
}

impl Place {
    pub fn open(path: &Path) -> io::Result<Place> {
        match kind_of(&fs::symlink_metadata(path)?) {
            Kind::Folder => Ok(Place(path.to_owned())),
            _ => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    /// Opens a file.
    pub fn file(&self, name: &Path) -> io::Result<File> {
        let path = self.beneath(name)?;
        match kind_of(&fs::symlink_metadata(&path)?) {
            Kind::Folder => Err(io::ErrorKind::IsADirectory.into()),
            _ => File::open(path),
        }
    }

    /// The entries of a folder, in any order.
    pub fn list(&self, below: &Path) -> io::Result<Vec<(OsString, Kind)>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(self.beneath(below)?)? {
            let entry = entry?;
            entries.push((entry.file_name(), kind_of(&entry.metadata()?)));
        }
        Ok(entries)
    }

    /// What an entry is; its last part is not followed.
    pub fn kind(&self, name: &Path) -> io::Result<Kind> {
        Ok(kind_of(&fs::symlink_metadata(self.0.join(name))?))
    }

    /// The path of an entry, after a look at each of its parts.
    fn beneath(&self, name: &Path) -> io::Result<PathBuf> {
        let mut path = self.0.clone();
        for part in name.components() {
            match part {
                Component::CurDir => continue,
                Component::Normal(part) => path.push(part),
                _ => return Err(io::ErrorKind::InvalidInput.into()),
            }
            if kind_of(&fs::symlink_metadata(&path)?) == Kind::Link {
                return Err(io::ErrorKind::InvalidInput.into());
            }
        }
        Ok(path)
    }
}

fn kind_of(data: &Metadata) -> Kind {
    match data {
        data if data.is_symlink() => Kind::Link,
        data if data.is_dir() => Kind::Folder,
        data if data.is_file() => Kind::File,
        _ => Kind::Strange,
    }
}
