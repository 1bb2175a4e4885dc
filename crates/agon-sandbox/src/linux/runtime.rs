//! The part of the system that every program needs: `/usr` and the links into it.

use std::fs;
use std::path::{Path, PathBuf};

/// Top-level folders of the runtime; on most systems they are links into `/usr`.
const TOP_FOLDERS: [&str; 6] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// Settings that loaders and language runtimes read. They contain no user names, passwords or addresses.
const SETTINGS: [&str; 6] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
];

/// Devices that a program may use.
pub(crate) const DEVICES: [&str; 5] =
    ["/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero"];

/// The runtime of this machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runtime {
    /// Files and folders, visible under their own paths.
    pub paths: Vec<PathBuf>,
    /// Symbolic links: path and target.
    pub links: Vec<(PathBuf, PathBuf)>,
}

impl Runtime {
    /// Finds the runtime on this machine.
    pub fn find() -> Self {
        let mut runtime = Self { paths: vec!["/usr".into()], links: Vec::new() };
        for path in TOP_FOLDERS.map(Path::new) {
            match fs::read_link(path) {
                Ok(target) => runtime.links.push((path.to_owned(), target)),
                Err(_) if path.is_dir() => runtime.paths.push(path.to_owned()),
                Err(_) => {}
            }
        }
        runtime.paths.extend(SETTINGS.map(PathBuf::from).into_iter().filter(|path| path.exists()));
        // Debian keeps a Java runtime's settings beside it, in a folder per version.
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("java-") && name.ends_with("-openjdk") {
                runtime.paths.push(entry.path());
            }
        }
        runtime
    }
}
