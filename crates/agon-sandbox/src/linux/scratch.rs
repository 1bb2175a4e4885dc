//! The private file systems of a job: memory with a limit on bytes and on files.
//!
//! Bubblewrap can limit the bytes of a file system in memory but not its files. So the process that becomes
//! bubblewrap first enters a mount namespace of its own, in which it covers `/sys` (no jail contains the
//! machine's) with one limited file system for all private folders of the job. An ordinary user may do that
//! in a user namespace. The file system disappears with its last process.

use crate::job::Limits;
use rustix::fs::{Gid, Mode, OFlags, Uid};
use std::ffi::{CStr, CString};
use std::io;
use std::path::{Path, PathBuf};

/// Folders on the file system, as bubblewrap sees them: the private `/tmp`, the private `/dev/shm`, the copy
/// of the work folder, and the machine's devices.
pub(crate) const TMP: &str = "/sys/tmp";
pub(crate) const SHM: &str = "/sys/shm";
pub(crate) const WORK: &str = "/sys/work";
pub(crate) const DEVICES: &str = "/sys/dev";
/// Inodes of the file system's own folders.
const OWN_INODES: u64 = 5;

/// Everything that the child process needs to mount the file system; prepared before the fork.
pub(crate) struct Scratch {
    options: CString,
    /// For an ordinary user: the contents of `uid_map` and `gid_map`.
    maps: Option<(String, String)>,
    /// The owner of the work folder.
    owner: Option<u32>,
}

impl Scratch {
    /// A file system with these limits; `owner` is the job's user if the engine runs as root.
    pub fn new(limits: &Limits, owner: Option<u32>) -> Self {
        let (bytes, inodes) = (limits.disk.max(4096), limits.files.saturating_add(OWN_INODES));
        let options = format!("size={bytes},nr_inodes={inodes},mode=0755");
        let maps = owner.is_none().then(|| {
            let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
            (format!("0 {} 1", user.as_raw()), format!("0 {} 1", group.as_raw()))
        });
        let options = CString::new(options).expect("numbers contain no zero byte");
        Self { options, maps, owner }
    }

    /// Mounts the file system; runs between `fork` and `exec`.
    pub fn mount(&self) -> io::Result<()> {
        unshare(self.maps.is_some())?;
        if let Some((users, groups)) = &self.maps {
            write(c"/proc/self/setgroups", b"deny")?;
            write(c"/proc/self/uid_map", users.as_bytes())?;
            write(c"/proc/self/gid_map", groups.as_bytes())?;
        }
        mount(c"none", c"/", None, libc::MS_REC | libc::MS_PRIVATE)?;
        let flags = libc::MS_NOSUID | libc::MS_NODEV;
        mount(c"tmpfs", c"/sys", Some((c"tmpfs", &self.options)), flags)?;
        for (folder, mode) in [(TMP, 0o1777), (SHM, 0o1777), (WORK, 0o755), (DEVICES, 0o755)] {
            rustix::fs::mkdir(folder, Mode::from_raw_mode(mode))?;
            rustix::fs::chmod(folder, Mode::from_raw_mode(mode))?;
        }
        if let Some(owner) = self.owner {
            rustix::fs::chown(WORK, Some(Uid::from_raw(owner)), Some(Gid::from_raw(owner)))?;
        }
        // Through a read-only mount a device can be used, but its times cannot be changed.
        mount(c"/dev", c"/sys/dev", None, libc::MS_BIND | libc::MS_REC)?;
        make_read_only(c"/sys/dev")
    }
}

/// The work folder of the job whose bubblewrap has this process id, as a path for the engine.
pub(crate) fn work_folder(bubblewrap: i32) -> PathBuf {
    Path::new("/proc").join(bubblewrap.to_string()).join("root/sys/work")
}

fn write(path: &CStr, content: &[u8]) -> io::Result<()> {
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(&file, content)?;
    Ok(())
}

fn check(result: libc::c_long) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn unshare(with_user: bool) -> io::Result<()> {
    let flags = libc::CLONE_NEWNS | if with_user { libc::CLONE_NEWUSER } else { 0 };
    // SAFETY: the call accesses no memory, and the forked child has one thread.
    #[allow(unsafe_code)]
    let result = unsafe { libc::unshare(flags) };
    check(result.into())
}

fn mount(
    source: &CStr,
    target: &CStr,
    kind_and_options: Option<(&CStr, &CStr)>,
    flags: libc::c_ulong,
) -> io::Result<()> {
    let (kind, options) = match kind_and_options {
        Some((kind, options)) => (kind.as_ptr(), options.as_ptr()),
        None => (std::ptr::null(), std::ptr::null()),
    };
    // SAFETY: all pointers are null or point to strings that outlive the call.
    #[allow(unsafe_code)]
    let result =
        unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind, flags, options.cast()) };
    check(result.into())
}

/// Makes a mount and everything mounted below it read-only.
fn make_read_only(path: &CStr) -> io::Result<()> {
    let change: [u64; 4] = [libc::MOUNT_ATTR_RDONLY, 0, 0, 0];
    // SAFETY: `change` has the layout of `struct mount_attr` and outlives the call.
    #[allow(unsafe_code)]
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::AT_RECURSIVE,
            change.as_ptr(),
            size_of_val(&change),
        )
    };
    check(result)
}
