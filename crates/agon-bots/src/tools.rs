//! Programs outside of the system's own folders that a bot's build command or interpreter line names.
//!
//! A sandboxed program sees `/usr` and its own files. Many toolchains are installed elsewhere: Go in
//! `/usr/local/go`, Deno and .NET in the user's home. The programs that a bot names are searched on Agon's
//! own `PATH`, and the sandbox shows each of them with the folder of its installation, read-only. Folders
//! that hold more than one installation, such as a home, are never shown as a whole.

use crate::languages::Language;
use crate::runtime::outside_system;
use agon_sandbox::canonical;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The folders of programs that every sandboxed program can see, on Linux and macOS.
const SYSTEM_FOLDERS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// Folders of a home that may hold passwords or other programs' files.
const SHARED_FOLDERS: [&str; 4] = [".cargo", ".config", ".local", "bin"];
/// Names that a command contains often and that are never searched.
const SHELL_WORDS: [&str; 8] = ["cd", "cp", "echo", "mkdir", "mv", "rm", "set", "test"];

/// The folders of programs that every sandboxed program can see.
fn system_folders() -> Vec<PathBuf> {
    if cfg!(windows) {
        let root = std::env::var_os("SystemRoot").unwrap_or_else(|| r"C:\Windows".into());
        let root = PathBuf::from(root);
        return vec![root.join("System32"), root];
    }
    SYSTEM_FOLDERS.map(PathBuf::from).into()
}

/// The value of `PATH` for a program that needs the system's own programs only.
pub(crate) fn system_path() -> OsString {
    joined(system_folders())
}

/// The folders as the value of a variable.
pub(crate) fn joined(folders: impl IntoIterator<Item = PathBuf>) -> OsString {
    // A folder with the separator in its name cannot be on a path.
    let is_usual = |folder: &PathBuf| std::env::join_paths([folder]).is_ok();
    let folders = folders.into_iter().filter(is_usual);
    std::env::join_paths(folders).unwrap_or_default()
}

/// Where the named programs are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tools {
    /// Folders for `PATH`, before those of the system.
    pub folders: Vec<PathBuf>,
    /// What the sandbox must show besides.
    pub readable: Vec<PathBuf>,
}

impl Tools {
    /// The programs that these texts name: a build command, an interpreter line, a list of names.
    pub fn named_in<'a>(texts: impl IntoIterator<Item = &'a str>) -> Tools {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let mut tools = Tools::default();
        for word in texts.into_iter().flat_map(words) {
            match Language::with_command(word).and_then(|language| language.runtime()?.ok()) {
                Some(runtime) => {
                    tools.add_folder(runtime.program.parent());
                    tools.readable.extend(runtime.readable);
                }
                None => tools.search(word, &path, home.as_deref()),
            }
        }
        tools
    }

    /// The first of these names that is neither a language's command nor a program on Agon's own `PATH`.
    pub fn missing(names: &[String]) -> Option<&str> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let is_there = |name: &str| {
            let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            let on_path = || std::env::split_paths(&path).any(|place| place.join(&file).is_file());
            Language::with_command(name).is_some() || Path::new(name).is_file() || on_path()
        };
        names.iter().map(String::as_str).find(|name| !is_there(name))
    }

    /// The value of `PATH` in the sandbox.
    pub fn path(&self) -> OsString {
        joined(self.folders.iter().cloned().chain(system_folders()))
    }

    fn search(&mut self, word: &str, path: &OsStr, home: Option<&Path>) {
        let places = std::env::split_paths(path).filter(|place| place.is_absolute());
        let found = match Path::new(word).is_absolute() {
            true => Some(PathBuf::from(word)),
            false => {
                let word = format!("{word}{}", std::env::consts::EXE_SUFFIX);
                places.map(|place| place.join(&word)).find(|file| file.is_file())
            }
        };
        let Some(link) = found.filter(|file| file.is_file()) else { return };
        let Ok(real) = canonical(&link) else { return };
        let is_seen = |file: &Path| {
            file.parent().is_some_and(|folder| system_folders().iter().any(|seen| folder == seen))
        };
        if is_seen(&link) && real.starts_with("/usr") {
            return;
        }
        self.add_folder(link.parent());
        self.add_folder(real.parent());
        let shown = installation(&real, home).unwrap_or_else(|| real.clone());
        self.readable.extend(outside_system([link, shown]));
    }

    fn add_folder(&mut self, folder: Option<&Path>) {
        let is_new = |folder: &&Path| {
            !system_folders().iter().any(|seen| *folder == seen)
                && !self.folders.iter().any(|has| has == folder)
        };
        self.folders.extend(folder.filter(is_new).map(Path::to_owned));
    }
}

/// The words of a text that can be names of programs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_alphanumeric() || "._+-/".contains(c);
    text.split(move |c: char| !is_name(c)).filter(|word| {
        let first = word.chars().next();
        let is_relative = word.contains('/') && !word.starts_with('/');
        first.is_some_and(|c| c.is_alphanumeric() || c == '/')
            && !is_relative
            && !SHELL_WORDS.contains(word)
    })
}

/// The folder that a program was installed into: the one above `bin`, or its own. `None` if that folder
/// belongs to more than this program.
fn installation(program: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let own = program.parent()?;
    let folder = if own.ends_with("bin") { own.parent()? } else { own };
    let name = folder.file_name()?.to_str()?;
    let holds_home = home.is_some_and(|home| home.starts_with(folder));
    let is_shared = SHARED_FOLDERS.contains(&name) || folder.components().count() < 3 || holds_home;
    (!is_shared).then(|| folder.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn names_are_taken_from_commands_and_interpreter_lines() {
        let list = |text| words(text).collect::<Vec<_>>();
        assert_eq!(list("cd src && dotnet build -o out"), ["src", "dotnet", "build", "out"]);
        assert_eq!(list("/usr/bin/env -S deno run"), ["/usr/bin/env", "deno", "run"]);
        assert_eq!(list("./make.sh ../x \"$GO\" build"), ["GO", "build"]);
    }

    #[test]
    fn a_toolchain_is_shown_with_its_folder_and_a_home_is_not() {
        let base = tempfile::tempdir().unwrap();
        let home = base.path().join("people/ada");
        let make = |file: &str| {
            let file = base.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, "").unwrap();
            file
        };
        let deno = make("people/ada/.deno/bin/deno");
        let dotnet = make("opt/dotnet/dotnet");
        let own = make("people/ada/bin/own");
        let cargo = make("people/ada/.cargo/bin/just");
        std::fs::create_dir_all(base.path().join("links")).unwrap();
        symlink(&dotnet, base.path().join("links/dotnet")).unwrap();
        let places = [&deno, &own, &cargo].map(|file| file.parent().unwrap().to_owned());
        let places = places.into_iter().chain([base.path().join("links")]);
        let path = std::env::join_paths(places).unwrap();
        let shown = |word: &str| {
            let mut tools = Tools::default();
            tools.search(word, &path, Some(&home));
            tools
        };
        assert_eq!(shown("deno").readable, [deno.clone(), home.join(".deno")]);
        assert_eq!(shown("deno").folders, [home.join(".deno/bin")]);
        let link = base.path().join("links/dotnet");
        assert_eq!(shown("dotnet").readable, [link, base.path().join("opt/dotnet")]);
        assert_eq!(shown("dotnet").folders.len(), 2, "of the link and of the program");
        assert_eq!(shown("own").readable, [own], "the file alone");
        assert_eq!(shown("just").readable, [cargo], "the file alone");
        assert_eq!(shown("no-such-program"), Tools::default());
        assert_eq!(shown("/bin/sh"), Tools::default(), "the system's own are there");
        let whole = String::from_utf8(shown("deno").path().into_encoded_bytes()).unwrap();
        assert!(whole.ends_with(&format!(".deno/bin:{}", SYSTEM_FOLDERS.join(":"))), "{whole}");
    }
}
