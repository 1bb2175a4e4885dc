//! The cache folder: snapshots, builds and kits, all of which can be made again.
//!
//! An entry is named by a fingerprint of what it was made from, appears complete or not at all, and is never
//! changed. Any number of Agon processes can share the folder.
//!
//! The cache has a size limit. When a new entry exceeds it, the entries that were not used for the longest
//! time are removed, except those that a running process has used:
//!
//! - `.lock` is locked for every look at the entries. It has the total size as text.
//! - `.users/ID` is locked as long as the process lives that made it, and lists the entries that it uses. On
//!   Windows others cannot read a locked file; there the list is `.used/ID`.
//! - `KIND/.making-ID-N` is an entry that is being made, or one that is being removed.

use agon_sandbox::{canonical, remove_tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// The default size limit.
const DEFAULT_LIMIT_BYTES: u64 = 4 << 30;
/// What a file or folder costs besides its bytes.
const FILE_BYTES: u64 = 4 << 10;
/// The prefix of folders that are not entries.
const MAKING: &str = ".making-";
/// Others may enter a folder of the cache, but they may not list it.
const FOLDER_MODE: u32 = 0o711;

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
    limit: u64,
    /// Gets a sentence about each folder that could not be removed.
    report: fn(&str),
    /// This process among the users of the folder. Clones share it.
    user: Arc<OnceLock<User>>,
}

/// A process that uses the cache.
#[derive(Debug)]
struct User {
    id: String,
    path: PathBuf,
    list: Mutex<UserList>,
}

/// What a process uses.
#[derive(Debug)]
struct UserList {
    /// `.lock`. The mutex around this struct keeps the threads of this process apart.
    lock: File,
    /// The process's own file, locked until the process ends.
    _locked: File,
    /// Lists the entries that the process uses.
    file: File,
    used: BTreeSet<String>,
}

/// A process that ends leaves no file behind; the next process removes those of killed ones.
impl Drop for User {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        remove_list(&self.path);
    }
}

/// The file that lists what a process uses, by the file that it locks.
fn list_of(user: &Path) -> PathBuf {
    match (user.parent().and_then(Path::parent), user.file_name()) {
        (Some(root), Some(id)) if cfg!(windows) => root.join(".used").join(id),
        _ => user.to_owned(),
    }
}

/// Removes the list of a process, if it is a file of its own.
fn remove_list(user: &Path) {
    let list = list_of(user);
    if list != user {
        let _ = fs::remove_file(list);
    }
}

impl Cache {
    /// The folder that `$AGON_CACHE` names, or the usual cache folder of the system, or a private one in the
    /// folder for temporary files. `$AGON_CACHE_MIB` sets the size limit.
    pub fn usual() -> Cache {
        let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let private = || std::env::temp_dir().join(format!("agon-cache-{}", user_name()));
        let usual = if cfg!(windows) {
            // Files there do not wander to other machines with the user.
            set("LOCALAPPDATA").map(|dir| dir.join("agon").join("cache"))
        } else {
            set("XDG_CACHE_HOME")
                .map(|dir| dir.join("agon"))
                .or_else(|| set("HOME").map(|dir| dir.join(".cache/agon")))
        };
        let root = set("AGON_CACHE").or(usual).unwrap_or_else(private);
        let limit = std::env::var("AGON_CACHE_MIB").ok().and_then(|text| text.parse::<u64>().ok());
        let limit = limit.map_or(DEFAULT_LIMIT_BYTES, |mib| mib.saturating_mul(1 << 20));
        Cache::at(root).with_limit(limit)
    }

    /// This folder.
    pub fn at(root: impl Into<PathBuf>) -> Cache {
        let report = |sentence: &str| eprintln!("{sentence}");
        Cache { root: root.into(), limit: DEFAULT_LIMIT_BYTES, report, user: Arc::default() }
    }

    /// The same folder; failed removals are told to `report` instead of the standard error stream.
    pub fn with_report(self, report: fn(&str)) -> Cache {
        Cache { report, ..self }
    }

    /// Whether a file or folder is one of the cache's.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// The same folder with this size limit in bytes.
    pub fn with_limit(self, limit: u64) -> Cache {
        Cache { limit, ..self }
    }

    /// The entry of this kind and name. If it is missing, `make` fills a fresh folder.
    pub fn keep(
        &self,
        kind: &str,
        name: &str,
        make: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<PathBuf, CacheFault> {
        if let Some(path) = self.find(kind, name)? {
            return Ok(path);
        }
        let fresh = self.fresh(kind)?;
        match make(&fresh) {
            Ok(()) => self.settle(&fresh, kind, name),
            Err(why) => {
                self.remove(&[fresh]);
                Err(self.fault(why))
            }
        }
    }

    /// The entry of this kind and name, if it is there. It stays as long as this cache or a clone of it.
    pub fn find(&self, kind: &str, name: &str) -> Result<Option<PathBuf>, CacheFault> {
        let path = self.root.join(kind).join(name);
        let user = self.user()?;
        user.locked(|list| {
            if !path.is_dir() {
                return Ok(None);
            }
            list.claim(kind, name)?;
            // The time of the last use decides what is removed first.
            let _ = File::open(&path).and_then(|dir| dir.set_modified(SystemTime::now()));
            Ok(Some(path))
        })
        .map_err(|why| self.fault(why))
    }

    /// A new empty folder beside the entries of a kind. [`Cache::settle`] names it when it is complete.
    pub fn fresh(&self, kind: &str) -> Result<PathBuf, CacheFault> {
        let path = self.root.join(kind).join(self.user()?.making());
        let make = || {
            make_folder(&self.root.join(kind))?;
            // The folder becomes the entry, which bots can read.
            folder_builder(0o755).create(&path)?;
            canonical(&path)
        };
        make().map_err(|why| self.fault(why))
    }

    /// Makes an entry of a complete folder. If another process has made the same entry, that one stays.
    pub fn settle(&self, fresh: &Path, kind: &str, name: &str) -> Result<PathBuf, CacheFault> {
        let path = self.root.join(kind).join(name);
        let user = self.user()?;
        let size = size_of(fresh);
        let settle = |list: &mut UserList| {
            list.claim(kind, name)?;
            if path.is_dir() {
                return Ok(vec![fresh.to_owned()]);
            }
            fs::rename(fresh, &path)?;
            let total = list.total()?.saturating_add(size);
            list.set_total(total)?;
            if total > self.limit { self.sweep(user, list) } else { Ok(Vec::new()) }
        };
        let garbage = user.locked(settle).map_err(|why| self.fault(why))?;
        self.remove(&garbage);
        Ok(path)
    }

    /// Removes folders. What cannot be removed is reported, and tried again by the next process.
    pub(crate) fn remove(&self, garbage: &[PathBuf]) {
        for path in garbage {
            if let Err(why) = remove_tree(path) {
                (self.report)(&format!(
                    "cannot remove {} from the cache: {why}; the next run tries again",
                    path.display()
                ));
            }
        }
    }

    fn fault(&self, why: io::Error) -> CacheFault {
        CacheFault { path: self.root.clone(), why }
    }

    /// Opens the cache at its first use.
    fn user(&self) -> Result<&User, CacheFault> {
        if let Some(user) = self.user.get() {
            return Ok(user);
        }
        let opened = self.open().map_err(|why| self.fault(why))?;
        Ok(self.user.get_or_init(|| opened))
    }

    fn open(&self) -> io::Result<User> {
        make_folder(&self.root)?;
        check_owner(&self.root)?;
        let users = self.root.join(".users");
        make_folder(&users)?;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}x{n}x{time:x}", std::process::id());
        let path = users.join(&id);
        let lock = open_options().open(self.root.join(".lock"))?;
        let locked = open_options().open(&path)?;
        locked.lock()?;
        let file = if list_of(&path) == path {
            locked.try_clone()?
        } else {
            make_folder(&self.root.join(".used"))?;
            open_options().open(list_of(&path))?
        };
        let list = UserList { lock, _locked: locked, file, used: BTreeSet::new() };
        let list = Mutex::new(list);
        let user = User { id, path, list };
        self.remove(&user.locked(|_| self.leftovers(&user))?);
        Ok(user)
    }

    /// What killed processes were making or removing. Their files are removed here.
    fn leftovers(&self, user: &User) -> io::Result<Vec<PathBuf>> {
        let alive = self.users(user)?;
        let is_left = |name: &str| {
            let id = name.strip_prefix(MAKING).map(|rest| rest.split('-').next().unwrap_or(rest));
            id.is_some_and(|id| !alive.contains_key(id))
        };
        let entries = self.entries()?;
        Ok(entries.filter(|(_, name, _)| is_left(name)).map(|(.., path)| path).collect())
    }

    /// The living users and what they use. The files of killed ones are removed.
    fn users(&self, me: &User) -> io::Result<BTreeMap<String, Vec<String>>> {
        let mut alive = BTreeMap::new();
        for entry in fs::read_dir(self.root.join(".users"))? {
            let entry = entry?;
            let id = entry.file_name().to_string_lossy().into_owned();
            let Ok(file) = File::open(entry.path()) else { continue };
            if id != me.id && file.try_lock().is_ok() {
                drop(file);
                let _ = fs::remove_file(entry.path());
                remove_list(&entry.path());
                continue;
            }
            let mut text = String::new();
            File::open(list_of(&entry.path()))?.read_to_string(&mut text)?;
            alive.insert(id, text.lines().map(str::to_owned).collect());
        }
        Ok(alive)
    }

    /// Everything in the folders of all kinds: kind, name and path.
    fn entries(&self) -> io::Result<impl Iterator<Item = (String, String, PathBuf)>> {
        let mut entries = Vec::new();
        for kind in fs::read_dir(&self.root)? {
            let kind = kind?;
            let word = kind.file_name().to_string_lossy().into_owned();
            if word.starts_with('.') || !kind.file_type()?.is_dir() {
                continue;
            }
            for entry in fs::read_dir(kind.path())? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                entries.push((word.clone(), name, entry.path()));
            }
        }
        Ok(entries.into_iter())
    }

    /// Takes entries out of the cache until it has at most 3/4 of its limit; returns what is to be removed.
    fn sweep(&self, user: &User, list: &mut UserList) -> io::Result<Vec<PathBuf>> {
        let users = self.users(user)?;
        let used: BTreeSet<&String> = users.values().flatten().collect();
        let mut total: u64 = 0;
        let mut unused = Vec::new();
        for (kind, name, path) in self.entries()?.filter(|(_, name, _)| !name.starts_with(MAKING)) {
            let size = size_of(&path);
            total = total.saturating_add(size);
            if !used.contains(&format!("{kind}/{name}")) {
                let last_use = fs::symlink_metadata(&path)?.modified()?;
                unused.push((last_use, path, size));
            }
        }
        unused.sort();
        let mut garbage = self.leftovers(user)?;
        for (_, path, size) in unused {
            if total <= self.limit / 4 * 3 {
                break;
            }
            let aside = path.with_file_name(user.making());
            fs::rename(&path, &aside)?;
            garbage.push(aside);
            total = total.saturating_sub(size);
        }
        list.set_total(total)?;
        Ok(garbage)
    }
}

impl User {
    /// A new name for a folder that is not an entry.
    fn making(&self) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        format!("{MAKING}{}-{}", self.id, NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Does something while no other thread and no other process looks at the entries.
    fn locked<T>(&self, act: impl FnOnce(&mut UserList) -> io::Result<T>) -> io::Result<T> {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        list.lock.lock()?;
        let result = act(&mut list);
        unlock(&list.lock)?;
        result
    }
}

impl UserList {
    /// Notes that this process uses an entry.
    fn claim(&mut self, kind: &str, name: &str) -> io::Result<()> {
        let entry = format!("{kind}/{name}");
        if !self.used.contains(&entry) {
            self.file.write_all(format!("{entry}\n").as_bytes())?;
            self.used.insert(entry);
        }
        Ok(())
    }

    /// The size of all entries. A text that cannot be read counts as too large: the next sweep corrects it.
    fn total(&mut self) -> io::Result<u64> {
        let mut text = String::new();
        self.lock.seek(SeekFrom::Start(0))?;
        (&self.lock).take(32).read_to_string(&mut text)?;
        Ok(text.trim().parse().unwrap_or(u64::MAX))
    }

    fn set_total(&mut self, total: u64) -> io::Result<()> {
        self.lock.set_len(0)?;
        self.lock.seek(SeekFrom::Start(0))?;
        write!(self.lock, "{total}")
    }
}

/// Unlocks a file. On Windows the standard library does so twice, because a file can have two locks; wine
/// reports the lock that is not there with another error than Windows.
fn unlock(file: &File) -> io::Result<()> {
    const ERROR_LOCK_VIOLATION: i32 = 33;
    match file.unlock() {
        Err(why) if cfg!(windows) && why.raw_os_error() == Some(ERROR_LOCK_VIOLATION) => Ok(()),
        unlocked => unlocked,
    }
}

/// Opens a file for reading and writing, and makes it if it is missing.
fn open_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options
}

fn make_folder(path: &Path) -> io::Result<()> {
    folder_builder(FOLDER_MODE).recursive(true).create(path)
}

#[cfg(unix)]
fn folder_builder(mode: u32) -> DirBuilder {
    let mut builder = DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode);
    builder
}

/// Folders below the user's own have the user's rights.
#[cfg(not(unix))]
fn folder_builder(_mode: u32) -> DirBuilder {
    DirBuilder::new()
}

#[cfg(unix)]
fn user_name() -> String {
    rustix::process::geteuid().as_raw().to_string()
}

#[cfg(not(unix))]
fn user_name() -> String {
    std::env::var("USERNAME").unwrap_or_default()
}

/// The usual folder is below the user's own, which others cannot write.
#[cfg(not(unix))]
fn check_owner(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Refuses a folder in which other users can write: they could have put anything there.
#[cfg(unix)]
fn check_owner(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let me = rustix::process::geteuid().as_raw();
    // Of a link both must be this user's: the link, and the folder that it leads to.
    for meta in [fs::symlink_metadata(path)?, fs::metadata(path)?] {
        if meta.uid() != me {
            let why = format!("it belongs to another user (number {})", meta.uid());
            return Err(io::Error::other(why));
        }
        if !meta.is_symlink() && meta.mode() & 0o022 != 0 {
            let why =
                format!("other users can write there (`chmod go-w {}` ends that)", path.display());
            return Err(io::Error::other(why));
        }
    }
    Ok(())
}

/// The bytes of everything below a path. Links are counted, not followed.
fn size_of(path: &Path) -> u64 {
    let Ok(meta) = fs::symlink_metadata(path) else { return 0 };
    let own = FILE_BYTES.saturating_add(meta.len());
    if !meta.is_dir() {
        return own;
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.map(|entry| size_of(&entry.path())).fold(own, u64::saturating_add)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::time::Duration;

    const BIG: usize = 100 << 10;

    fn make(cache: &Cache, name: &str) -> PathBuf {
        cache.keep("builds", name, |dir| fs::write(dir.join("a"), vec![0; BIG])).unwrap()
    }

    fn age(path: &Path, days: u64) {
        let time = SystemTime::now() - Duration::from_secs(days * 86_400);
        File::open(path).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn the_entries_that_were_not_used_for_the_longest_time_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Cache::at(folder.path()).with_limit(10 * BIG as u64);
        let made: Vec<PathBuf> = (0..8).map(|n| make(&open(), &format!("e{n}"))).collect();
        made.iter().zip(1..).for_each(|(path, days)| age(path, days));
        // Looking an entry up makes it the youngest.
        open().find("builds", "e7").unwrap().unwrap();
        // A process that lives uses this one.
        let user = open();
        user.find("builds", "e6").unwrap().unwrap();
        age(&made[6], 90);
        let killed = folder.path().join("builds/.making-1x1x1-7");
        fs::create_dir(&killed).unwrap();
        let late = open();
        make(&late, "e8");
        make(&late, "e9");
        let there: Vec<usize> = (0..8).filter(|&n| made[n].is_dir()).collect();
        assert_eq!(there, [0, 1, 2, 6, 7], "and the two new ones");
        assert!(!killed.exists());
        assert!(late.find("builds", "e8").unwrap().is_some());
        assert!(late.find("builds", "e5").unwrap().is_none());
    }

    #[test]
    fn failed_removals_are_reported() {
        static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let folder = tempfile::tempdir().unwrap();
        let cache =
            Cache::at(folder.path()).with_report(|said| TOLD.lock().unwrap().push(said.into()));
        fs::create_dir_all(folder.path().join("builds/a/b")).unwrap();
        // The files of a process cannot be removed, not even by root.
        cache.remove(&[folder.path().join("builds"), "/proc/self/fdinfo".into()]);
        assert!(!folder.path().join("builds").exists());
        let told = TOLD.lock().unwrap();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with("cannot remove /proc/self/fdinfo from the cache: "),
            "{told:?}"
        );
    }

    #[test]
    fn threads_and_processes_make_one_entry_together() {
        let folder = tempfile::tempdir().unwrap();
        let shared = Cache::at(folder.path());
        std::thread::scope(|scope| {
            for n in 0..8 {
                let cache = if n % 2 == 0 { shared.clone() } else { Cache::at(folder.path()) };
                scope.spawn(move || {
                    for name in ["x", "y", "z"] {
                        let path = make(&cache, name);
                        assert_eq!(fs::read(path.join("a")).unwrap().len(), BIG);
                    }
                });
            }
        });
        let names = fs::read_dir(folder.path().join("builds")).unwrap().count();
        assert_eq!(names, 3, "no folder is left over");
    }

    #[test]
    fn a_cache_that_others_can_write_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| Cache::at(folder.path().join(name)).find("kits", "x");
        at("mine").unwrap();
        fs::create_dir(folder.path().join("open")).unwrap();
        let mode = fs::Permissions::from_mode(0o777);
        fs::set_permissions(folder.path().join("open"), mode).unwrap();
        let fault = at("open").unwrap_err().to_string();
        assert!(fault.contains("other users can write there (`chmod go-w"), "{fault}");
        if rustix::process::geteuid().is_root() {
            fs::create_dir(folder.path().join("theirs")).unwrap();
            std::os::unix::fs::chown(folder.path().join("theirs"), Some(4_321), None).unwrap();
            symlink("theirs", folder.path().join("link")).unwrap();
            for name in ["theirs", "link"] {
                let fault = at(name).unwrap_err().to_string();
                assert!(fault.contains("belongs to another user (number 4321)"), "{fault}");
                assert!(fault.contains("AGON_CACHE can name another folder"), "{fault}");
            }
        }
    }
}
