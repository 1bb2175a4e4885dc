//! The kits that bots are written with, carried inside this program and unpacked when one is needed.

use crate::cache::{Cache, CacheFault};
use crate::sources::hex;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;

#[derive(RustEmbed)]
#[folder = "../../sdk/python/src"]
#[exclude = "**/__pycache__/*"]
struct Python;

#[derive(RustEmbed)]
#[folder = "../../sdk/cpp"]
#[include = "*.hpp"]
struct Cpp;

#[derive(RustEmbed)]
#[folder = "../../sdk/js"]
#[include = "package.json"]
#[include = "index.*"]
#[include = "register.mjs"]
struct Js;

#[derive(RustEmbed)]
#[folder = "../../sdk/rust"]
#[include = "Cargo.toml"]
#[include = "README.md"]
#[include = "src/*"]
struct Rust;

/// Made by Maven (`cargo xtask java`); the folder is empty until then.
#[derive(RustEmbed)]
#[folder = "../../sdk/java/kit"]
#[include = "*.jar"]
struct Java;

#[derive(RustEmbed)]
#[folder = "../../games/mars/original/python"]
#[include = "host.py"]
#[include = "src/*.py"]
struct MarsOriginal;

/// The sources of the kit; our own header beside them speaks the protocol.
#[derive(RustEmbed)]
#[folder = "../../games/timetravel/original/cpp"]
#[include = "*.h"]
#[include = "*.cpp"]
#[exclude = "*/*"]
struct TimeTravelCpp;

#[derive(RustEmbed)]
#[folder = "../../games/timetravel/original/python"]
#[include = "*.py"]
#[exclude = "*/*"]
struct TimeTravelPython;

/// A kit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kit {
    Python,
    Cpp,
    Js,
    Rust,
    Java,
    /// The modules that bots of the Mars Makeover contest import.
    MarsOriginal,
    /// The sources that C++ bots of the Time Travel contest are compiled with.
    TimeTravelCpp,
    /// The modules that Python bots of the Time Travel contest import.
    TimeTravelPython,
}

/// An unpacked kit.
pub(crate) struct Unpacked {
    /// Its folder.
    pub dir: PathBuf,
    /// The fingerprint of its files.
    pub hash: String,
}

impl Kit {
    /// The names of its files and what is in them.
    pub fn files(self) -> Vec<(String, Vec<u8>)> {
        fn all<E: RustEmbed>(within: &str) -> Vec<(String, Vec<u8>)> {
            let file = |name: std::borrow::Cow<'static, str>| {
                let data = E::get(&name).map(|file| file.data.into_owned());
                Some((format!("{within}{name}"), data?))
            };
            E::iter().filter_map(file).collect()
        }
        match self {
            Kit::Python => all::<Python>(""),
            Kit::Cpp => all::<Cpp>(""),
            // Node looks for packages by the name of their folder.
            Kit::Js => all::<Js>("agon/"),
            Kit::Rust => all::<Rust>(""),
            Kit::Java => all::<Java>(""),
            Kit::MarsOriginal => all::<MarsOriginal>(""),
            Kit::TimeTravelCpp => {
                let mut files = all::<TimeTravelCpp>("");
                files.extend(all::<Cpp>(""));
                files
            }
            Kit::TimeTravelPython => all::<TimeTravelPython>(""),
        }
    }

    /// Unpacks the kit, unless it has been before.
    pub fn unpack(self, cache: &Cache) -> Result<Unpacked, CacheFault> {
        let mut files = self.files();
        files.sort();
        let mut hasher = Sha256::new();
        for (name, data) in &files {
            hasher.update(format!("{name}\n{}\n", data.len()));
            hasher.update(data);
        }
        let hash = hex(&hasher.finalize())[..24].to_owned();
        let dir = cache.keep("kits", &hash, |dir| {
            for (name, data) in &files {
                let path = dir.join(name);
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent)?;
                }
                fs::write(path, data)?;
            }
            Ok(())
        })?;
        Ok(Unpacked { dir, hash })
    }
}
