//! The stored log-in: the server's address, an access token and the event, readable by this user only.

use crate::usage;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A log-in on a server. It is never printed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// Address of the server, without a slash at its end.
    pub server: String,
    /// The access token.
    pub token: String,
    /// The event that commands are about, unless they name another one.
    pub event: Option<String>,
}

impl Account {
    /// The stored log-in.
    pub fn load() -> anyhow::Result<Account> {
        let path = path()?;
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(usage("you are not logged in; use `agon login SERVER NAME`"));
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        serde_json::from_str(&text).with_context(|| {
            format!("{} is damaged; log in again with `agon login SERVER NAME`", path.display())
        })
    }

    /// Stores the log-in; returns the file.
    pub fn save(&self) -> anyhow::Result<PathBuf> {
        let path = path()?;
        let text = serde_json::to_string_pretty(self).expect("plain data");
        write_private(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

/// Writes a file that only this user can read, under a temporary name first.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    if let Some(folder) = path.parent() {
        let mut builder = fs::DirBuilder::new();
        // On Windows the folder of the user's settings is readable by this user only.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(folder)?;
    }
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.write(true).create_new(true).open(&draft)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    fs::rename(&draft, path)
}

/// The file of the log-in.
fn path() -> anyhow::Result<PathBuf> {
    Ok(folder()?.join("login.json"))
}

/// Agon's part of the user's configuration folder.
pub fn folder() -> anyhow::Result<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) { set("APPDATA") } else { set("XDG_CONFIG_HOME") };
    let folder = folder.or_else(|| set("HOME").map(|home| home.join(".config")));
    let names = if cfg!(windows) { "APPDATA" } else { "HOME or XDG_CONFIG_HOME" };
    let folder = folder.ok_or_else(|| usage(format!("set {names}: the log-in is stored there")))?;
    Ok(folder.join("agon"))
}
