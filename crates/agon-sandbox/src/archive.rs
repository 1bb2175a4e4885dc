//! Unpacks untrusted archives: `.zip`, `.tar` and `.tar.gz`, files and folders only.
//!
//! Links, devices, names outside of the target folder, too many files and too many bytes are refused. The
//! limits count the unpacked files, not the sizes that the archive claims.

use flate2::read::GzDecoder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Cursor, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
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
    #[error("the files are larger than {0} bytes in total")]
    TooLarge(u64),
    /// Too deeply nested.
    #[error("`{0}` is nested too deep: at most {1} levels of folders are accepted")]
    TooDeep(String, usize),
    /// The operating system reported an error.
    #[error("the files could not be written: {0}")]
    System(#[from] io::Error),
}

/// Unpacks an archive into a new folder, which is removed again if the archive is refused.
pub fn unpack(archive: &[u8], into: &Path, limits: &ArchiveLimits) -> Result<(), ArchiveFault> {
    fs::create_dir(into)?;
    let mut writer = Writer { into, limits, bytes: 0, files: 0 };
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
    let (mut bytes, mut files) = (0, 0);
    let mut to_visit = vec![(root.clone(), 0)];
    while let Some((dir, depth)) = to_visit.pop() {
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            let name = || path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            let data = fs::symlink_metadata(&path)?;
            bytes += data.len();
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
            } else if !data.is_file() || data.mode() & 0o6000 != 0 {
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

fn unzip(archive: &[u8], writer: &mut Writer<'_>) -> Result<(), ArchiveFault> {
    let damaged = |error: zip::result::ZipError| ArchiveFault::Damaged(error.to_string());
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).map_err(damaged)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(damaged)?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
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

fn untar(stream: impl Read, writer: &mut Writer<'_>) -> Result<(), ArchiveFault> {
    let damaged = |error: io::Error| ArchiveFault::Damaged(error.to_string());
    // Files plus headers, padding and long names: a bound for the unpacked stream.
    let stream_bytes = writer.limits.bytes + u64::from(writer.limits.files) * 4096 + (1 << 20);
    let mut archive = tar::Archive::new(stream.take(stream_bytes));
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
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
    files: u32,
}

impl Writer<'_> {
    fn folder(&mut self, name: &str) -> Result<(), ArchiveFault> {
        if let Some(path) = self.resolve(name)? {
            fs::create_dir_all(path)?;
        }
        Ok(())
    }

    fn file(
        &mut self,
        name: &str,
        is_executable: bool,
        content: &mut dyn Read,
    ) -> Result<(), ArchiveFault> {
        let bad = || ArchiveFault::BadName(name.to_owned());
        let path = self.resolve(name)?.ok_or_else(bad)?;
        fs::create_dir_all(path.parent().ok_or_else(bad)?).map_err(|_| bad())?;
        let mode = if is_executable { 0o755 } else { 0o644 };
        let mut options = OpenOptions::new();
        // `create_new` follows no link and overwrites no file.
        let mut file: File = options.write(true).create_new(true).mode(mode).open(&path).map_err(
            |error| match error.kind() {
                io::ErrorKind::AlreadyExists => ArchiveFault::Twice(name.to_owned()),
                _ => ArchiveFault::System(error),
            },
        )?;
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

    /// The target path of an entry; `None` for the folder itself.
    fn resolve(&mut self, name: &str) -> Result<Option<PathBuf>, ArchiveFault> {
        self.files += 1;
        if self.files > self.limits.files {
            return Err(ArchiveFault::TooMany(self.limits.files));
        }
        let bad = || ArchiveFault::BadName(name.to_owned());
        if name.contains(['\\', '\0']) {
            return Err(bad());
        }
        let mut inside = PathBuf::new();
        for part in Path::new(name).components() {
            match part {
                Component::Normal(part) if part.len() <= 255 => inside.push(part),
                Component::CurDir => {}
                _ => return Err(bad()),
            }
        }
        let depth = inside.components().count();
        if depth > self.limits.depth {
            return Err(ArchiveFault::TooDeep(name.to_owned(), self.limits.depth));
        }
        Ok((depth > 0).then(|| self.into.join(inside)))
    }
}
