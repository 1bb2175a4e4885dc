//! Unpacking what strangers send: `.zip`, `.tar` and `.tar.gz`, files and folders only.
//!
//! Links, devices, names that lead elsewhere, too many files and too many bytes are refused, whatever the
//! archive says of itself: what is counted is what comes out.

use flate2::read::GzDecoder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Cursor, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

/// How much may come out of an archive.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Bytes of all files together.
    pub bytes: u64,
    /// Files and folders.
    pub files: u32,
    /// Folders inside each other.
    pub depth: usize,
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self { bytes: 64 << 20, files: 2000, depth: 16 }
    }
}

/// Why an archive, or a folder that a stranger's compiler has filled, is refused.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// It is something else.
    #[error("this is neither a zip file nor a tar file")]
    Unknown,
    /// It is damaged.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// A symbolic or hard link.
    #[error("`{0}` is a link; only files and folders are accepted")]
    Link(String),
    /// A device, a pipe, a sparse file, a file that runs as its owner.
    #[error("`{0}` is no ordinary file; only files and folders are accepted")]
    Special(String),
    /// A name that is absolute, leads upwards, or is no name.
    #[error("`{0}` is no name inside a folder")]
    BadName(String),
    /// The same name again.
    #[error("`{0}` is there twice")]
    Twice(String),
    /// Too many.
    #[error("there are more than {0} files and folders")]
    TooMany(u32),
    /// Too large.
    #[error("the files are larger than {0} bytes together")]
    TooLarge(u64),
    /// Too deep.
    #[error("`{0}` lies too deep: at most {1} folders inside each other are accepted")]
    TooDeep(String, usize),
    /// The operating system failed us.
    #[error("the files could not be written: {0}")]
    System(#[from] io::Error),
}

/// Unpacks an archive into a new folder. If it is refused, nothing stays.
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

/// Looks through a folder that a stranger's program could write: no link leads out of it, nothing is special,
/// and it is not too large.
pub fn inspect(folder: &Path, limits: &ArchiveLimits) -> Result<(), ArchiveFault> {
    let root = folder.canonicalize()?;
    let (mut bytes, mut files) = (0, 0);
    let mut open = vec![(root.clone(), 0)];
    while let Some((dir, depth)) = open.pop() {
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
                open.push((path, depth + 1));
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
        // The upper bits are the kind of file, if the archive was made on such a system.
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
    // Headers and padding take at most this much besides the files; long names must fit as well.
    let all = writer.limits.bytes + u64::from(writer.limits.files) * 4096 + (1 << 20);
    let mut archive = tar::Archive::new(stream.take(all));
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

/// Writes files and folders, and counts.
struct Writer<'a> {
    into: &'a Path,
    limits: &'a ArchiveLimits,
    bytes: u64,
    files: u32,
}

impl Writer<'_> {
    fn folder(&mut self, name: &str) -> Result<(), ArchiveFault> {
        if let Some(path) = self.place(name)? {
            fs::create_dir_all(path)?;
        }
        Ok(())
    }

    fn file(&mut self, name: &str, runs: bool, content: &mut dyn Read) -> Result<(), ArchiveFault> {
        let bad = || ArchiveFault::BadName(name.to_owned());
        let path = self.place(name)?.ok_or_else(bad)?;
        fs::create_dir_all(path.parent().ok_or_else(bad)?).map_err(|_| bad())?;
        let mode = if runs { 0o755 } else { 0o644 };
        let mut options = OpenOptions::new();
        // A new file: neither through a link nor over another.
        let mut file: File = options.write(true).create_new(true).mode(mode).open(&path).map_err(
            |error| match error.kind() {
                io::ErrorKind::AlreadyExists => ArchiveFault::Twice(name.to_owned()),
                _ => ArchiveFault::System(error),
            },
        )?;
        let room = self.limits.bytes - self.bytes;
        let mut content = content.take(room + 1);
        let mut piece = vec![0; 64 << 10];
        loop {
            let count =
                content.read(&mut piece).map_err(|e| ArchiveFault::Damaged(e.to_string()))?;
            if count == 0 {
                return Ok(());
            }
            self.bytes += count as u64;
            if self.bytes > self.limits.bytes {
                return Err(ArchiveFault::TooLarge(self.limits.bytes));
            }
            io::Write::write_all(&mut file, &piece[..count])?;
        }
    }

    /// Where something of this name goes; nothing for the folder itself.
    fn place(&mut self, name: &str) -> Result<Option<PathBuf>, ArchiveFault> {
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
