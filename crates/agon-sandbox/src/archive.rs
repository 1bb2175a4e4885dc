//! Unpacks untrusted archives: `.zip`, `.tar` and `.tar.gz`, files and folders only.
//!
//! Links, devices, names outside of the target folder, too many files and too many bytes are refused. The
//! limits count the unpacked files, not the sizes that the archive claims, and folders that no entry names.

use crate::paths::is_windows_name;
use flate2::read::GzDecoder;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Cursor, Read};
use std::path::{Component, Path, PathBuf};

/// Limits on the content of an archive.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Total bytes of all files.
    pub bytes: u64,
    /// Number of files and folders.
    pub files: u32,
    /// Nesting depth of folders.
    pub depth: usize,
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self { bytes: 64 << 20, files: 2000, depth: 16 }
    }
}

/// Why an archive, or the output folder of an untrusted compiler, is refused.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// The format is unknown.
    #[error("this is neither a zip file nor a tar file; send a .zip, .tar or .tar.gz")]
    Unknown,
    /// A zip file without its directory, which is at its end.
    #[error("this is not a zip file, or it is cut off; make the archive again")]
    CutOff,
    /// The archive is damaged.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// A symbolic or hard link.
    #[error("`{0}` is a link; only files and folders are accepted")]
    Link(String),
    /// A device, a pipe, a sparse file, or a file with the set-user-ID or set-group-ID bit.
    #[error("`{0}` is not a regular file; only files and folders are accepted")]
    Special(String),
    /// A name that is absolute, contains `..`, or is invalid.
    #[error("`{0}` is not a valid path inside the folder; use relative paths without `..`")]
    BadName(String),
    /// The same name occurs twice.
    #[error("`{0}` occurs twice in the archive")]
    Twice(String),
    /// Too many files and folders.
    #[error("there are more than {0} files and folders")]
    TooMany(u32),
    /// Too many bytes.
    #[error("the files are larger than {} in total", size(*.0))]
    TooLarge(u64),
    /// Too deeply nested.
    #[error("`{0}` is nested too deep: at most {1} levels of folders are accepted")]
    TooDeep(String, usize),
    /// The operating system reported an error.
    #[error("the files could not be written: {0}")]
    System(#[from] io::Error),
}

/// A limit in words, such as `64 MiB`.
fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes > 0 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes > 0 && bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}

/// Unpacks an archive into a new folder, which is removed again if the archive is refused.
pub fn unpack(archive: &[u8], into: &Path, limits: &ArchiveLimits) -> Result<(), ArchiveFault> {
    fs::create_dir(into)?;
    let mut writer = Writer { into, limits, bytes: 0, files: 0, folders: BTreeSet::new() };
    let result = if archive.starts_with(b"PK") {
        unzip(archive, &mut writer)
    } else if archive.starts_with(&[0x1f, 0x8b]) {
        untar(GzDecoder::new(archive), &mut writer)
    } else if archive.get(257..262) == Some(b"ustar") {
        untar(archive, &mut writer)
    } else {
        Err(ArchiveFault::Unknown)
    };
    if result.is_err() {
        fs::remove_dir_all(into)?;
    }
    result
}

/// Checks a folder that an untrusted program could write: no link leads out of it, all files are regular, and
/// the limits hold.
pub fn inspect(folder: &Path, limits: &ArchiveLimits) -> Result<(), ArchiveFault> {
    let root = folder.canonicalize()?;
    let (mut bytes, mut files) = (0_u64, 0);
    let mut to_visit = vec![(root.clone(), 0)];
    while let Some((dir, depth)) = to_visit.pop() {
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            let name = || path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            let data = fs::symlink_metadata(&path)?;
            // A sparse file can claim any length.
            bytes = data.len().saturating_add(bytes);
            files += 1;
            if data.is_dir() {
                if depth >= limits.depth {
                    return Err(ArchiveFault::TooDeep(name(), limits.depth));
                }
                to_visit.push((path, depth + 1));
            } else if data.is_symlink() {
                if !path.canonicalize().is_ok_and(|target| target.starts_with(&root)) {
                    return Err(ArchiveFault::Link(name()));
                }
            } else if !data.is_file() || changes_user(&data) {
                return Err(ArchiveFault::Special(name()));
            }
            if files > limits.files {
                return Err(ArchiveFault::TooMany(limits.files));
            }
            if bytes > limits.bytes {
                return Err(ArchiveFault::TooLarge(limits.bytes));
            }
        }
    }
    Ok(())
}

/// Whether a file has the set-user-ID or set-group-ID bit.
#[cfg(unix)]
fn changes_user(data: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(data) & 0o6000 != 0
}

/// There are no such bits on this system.
#[cfg(not(unix))]
fn changes_user(_: &fs::Metadata) -> bool {
    false
}

/// Lets all users read a new file, and execute it if that is wanted.
#[cfg(unix)]
fn allow(options: &mut OpenOptions, is_executable: bool) {
    let mode = if is_executable { 0o755 } else { 0o644 };
    std::os::unix::fs::OpenOptionsExt::mode(options, mode);
}

/// A new file has the rights of its folder.
#[cfg(not(unix))]
fn allow(_: &mut OpenOptions, _is_executable: bool) {}

fn unzip(archive: &[u8], writer: &mut Writer<'_>) -> Result<(), ArchiveFault> {
    let damaged = |error: zip::result::ZipError| ArchiveFault::Damaged(error.to_string());
    let archive = zip::ZipArchive::new(Cursor::new(archive));
    let mut archive = archive.map_err(|_| ArchiveFault::CutOff)?;
    if archive.len() > writer.limits.files as usize {
        return Err(ArchiveFault::TooMany(writer.limits.files));
    }
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(damaged)?;
        let name = shown(entry.name_raw());
        if entry.is_symlink() {
            return Err(ArchiveFault::Link(name));
        }
        let mode = entry.unix_mode().unwrap_or(0o644);
        // The upper bits are the file type; archives made on other systems have none.
        let is_ordinary = matches!(mode & 0o170_000, 0 | 0o040_000 | 0o100_000);
        if entry.is_dir() && is_ordinary {
            writer.folder(&name)?;
        } else if is_ordinary {
            writer.file(&name, mode & 0o111 != 0, &mut entry)?;
        } else {
            return Err(ArchiveFault::Special(name));
        }
    }
    Ok(())
}

/// The names of the files of a zip archive that have this ending; none if the archive cannot be read.
pub fn zip_names(archive: &[u8], ending: &str) -> Vec<String> {
    let Ok(archive) = zip::ZipArchive::new(Cursor::new(archive)) else {
        return Vec::new();
    };
    let names = archive.file_names().flatten().map(Cow::into_owned);
    names.filter(|name| name.ends_with(ending)).collect()
}

/// The text in the files of a zip archive whose names have this ending, for guessing what they are: at most
/// `limit` bytes of them. What cannot be read is left out.
pub fn zip_text(archive: &[u8], ending: &str, limit: u64) -> String {
    let mut bytes = Vec::new();
    let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(archive)) else {
        return String::new();
    };
    for index in 0..archive.len() {
        let left = limit.saturating_sub(bytes.len() as u64);
        match archive.by_index(index) {
            Ok(entry) if left > 0 && entry.name_raw().ends_with(ending.as_bytes()) => {
                // A damaged file ends early.
                let _ = entry.take(left).read_to_end(&mut bytes);
            }
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn untar(stream: impl Read, writer: &mut Writer<'_>) -> Result<(), ArchiveFault> {
    let damaged = |error: io::Error| ArchiveFault::Damaged(error.to_string());
    // Files plus headers, padding and long names: a bound for the unpacked stream.
    let stream_bytes = writer.limits.bytes + u64::from(writer.limits.files) * 4096 + (1 << 20);
    let mut archive = tar::Archive::new(stream.take(stream_bytes));
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = shown(&entry.path_bytes());
        let mode = entry.header().mode().unwrap_or(0o644);
        match entry.header().entry_type() {
            tar::EntryType::Directory => writer.folder(&name)?,
            tar::EntryType::Regular => writer.file(&name, mode & 0o111 != 0, &mut entry)?,
            tar::EntryType::XGlobalHeader => {}
            tar::EntryType::Symlink | tar::EntryType::Link => return Err(ArchiveFault::Link(name)),
            _ => return Err(ArchiveFault::Special(name)),
        }
    }
    Ok(())
}

/// Writes files and folders and enforces the limits.
struct Writer<'a> {
    into: &'a Path,
    limits: &'a ArchiveLimits,
    bytes: u64,
    /// Files and folders so far.
    files: u32,
    /// The folders so far, by their names inside the target folder.
    folders: BTreeSet<PathBuf>,
}

/// Whether this system stores a file under this name. On Windows `a:b` would be a part of the file `a`.
fn is_storable(name: &OsStr) -> bool {
    !cfg!(windows) || name.to_str().is_some_and(is_windows_name)
}

/// A name as messages show it: control characters and invisible ones become escapes, which contain a
/// backslash and are therefore refused as names.
fn shown(name: &[u8]) -> String {
    let escape = |c: char| match c {
        '\'' | '"' | '\\' => c.to_string(),
        c if !c.is_ascii() && !c.is_control() && is_visible(c) => c.to_string(),
        c => c.escape_debug().to_string(),
    };
    String::from_utf8_lossy(name).chars().map(escape).collect()
}

/// Whether a character is neither a direction of writing, nor a separator of lines, nor without width.
fn is_visible(c: char) -> bool {
    !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl Writer<'_> {
    fn folder(&mut self, name: &str) -> Result<(), ArchiveFault> {
        let inside = self.resolve(name)?;
        self.make_folders(&inside, name)
    }

    /// Makes a folder and those around it; each counts once.
    fn make_folders(&mut self, inside: &Path, name: &str) -> Result<(), ArchiveFault> {
        let around: Vec<&Path> =
            inside.ancestors().filter(|folder| !folder.as_os_str().is_empty()).collect();
        for folder in around.into_iter().rev() {
            if self.folders.contains(folder) {
                continue;
            }
            self.count()?;
            match fs::create_dir(self.into.join(folder)) {
                Ok(()) => self.folders.insert(folder.to_owned()),
                Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => {
                    return Err(ArchiveFault::Twice(name.to_owned()));
                }
                Err(fault) => return Err(fault.into()),
            };
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), ArchiveFault> {
        self.files += 1;
        if self.files > self.limits.files {
            return Err(ArchiveFault::TooMany(self.limits.files));
        }
        Ok(())
    }

    fn file(
        &mut self,
        name: &str,
        is_executable: bool,
        content: &mut dyn Read,
    ) -> Result<(), ArchiveFault> {
        let inside = self.resolve(name)?;
        if inside.as_os_str().is_empty() {
            return Err(ArchiveFault::BadName(name.to_owned()));
        }
        self.count()?;
        self.make_folders(inside.parent().unwrap_or(Path::new("")), name)?;
        let path = self.into.join(inside);
        let mut options = OpenOptions::new();
        // `create_new` follows no link and overwrites no file.
        options.write(true).create_new(true);
        allow(&mut options, is_executable);
        let mut file: File = options.open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveFault::Twice(name.to_owned()),
            _ => ArchiveFault::System(error),
        })?;
        let remaining = self.limits.bytes - self.bytes;
        let mut content = content.take(remaining + 1);
        let mut buffer = vec![0; 64 << 10];
        loop {
            let count =
                content.read(&mut buffer).map_err(|e| ArchiveFault::Damaged(e.to_string()))?;
            if count == 0 {
                return Ok(());
            }
            self.bytes += count as u64;
            if self.bytes > self.limits.bytes {
                return Err(ArchiveFault::TooLarge(self.limits.bytes));
            }
            io::Write::write_all(&mut file, &buffer[..count])?;
        }
    }

    /// The path of an entry inside the target folder; empty for the folder itself.
    fn resolve(&self, name: &str) -> Result<PathBuf, ArchiveFault> {
        let bad = || ArchiveFault::BadName(name.to_owned());
        if name.contains(['\\', '\0']) {
            return Err(bad());
        }
        let mut inside = PathBuf::new();
        for part in Path::new(name).components() {
            match part {
                Component::Normal(part) if part.len() <= 255 && is_storable(part) => {
                    inside.push(part);
                }
                Component::CurDir => {}
                _ => return Err(bad()),
            }
        }
        let depth = inside.components().count();
        if depth > self.limits.depth {
            return Err(ArchiveFault::TooDeep(name.to_owned(), self.limits.depth));
        }
        Ok(inside)
    }
}
