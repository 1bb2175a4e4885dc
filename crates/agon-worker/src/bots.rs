//! Brings a bot's source from the server into a folder of its own.

use agon_sandbox::ArchiveLimits;
use agon_server::play::{Sources, Trouble};
use agon_store::console::FailureClass;
use agon_store::work::BotRef;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A bot that was unpacked, or why it cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpacked {
    /// The word that names the bot.
    Word(String),
    /// What is wrong with the upload, as a sentence.
    Fault(String),
}

/// Endings of files that are unpacked.
const ARCHIVES: [&str; 4] = [".zip", ".tar", ".tar.gz", ".tgz"];

/// Unpacks a bot, unless an earlier job has done so. Built-in bots need nothing.
pub fn unpack(folder: &Path, bot: &BotRef, sources: &dyn Sources) -> Result<Unpacked, Trouble> {
    if bot.source.starts_with("builtin:") {
        return Ok(Unpacked::Word(bot.source.clone()));
    }
    let sentence = |error: io::Error| format!("cannot unpack the bot {}: {error}", bot.name);
    let trouble = |error| Trouble::machine(sentence(error));
    // The name tells the language, so the same bytes under another name are another bot.
    let home = folder.join(&bot.source).join(&bot.file);
    if !home.exists() {
        let bytes = sources.fetch(&bot.source);
        let bytes = bytes.map_err(|error| Trouble::new(FailureClass::Storage, sentence(error)))?;
        let draft = tempdir_in(folder).map_err(trouble)?;
        if let Some(fault) = fill(&draft, bot, &bytes).map_err(trouble)? {
            let _ = fs::remove_dir_all(&draft);
            return Ok(Unpacked::Fault(fault));
        }
        fs::create_dir_all(folder.join(&bot.source)).map_err(trouble)?;
        if let Err(error) = fs::rename(&draft, &home) {
            let _ = fs::remove_dir_all(&draft);
            // Another job may have been faster.
            if !home.exists() {
                return Err(trouble(error));
            }
        }
    }
    // A single file, or the folder that many archives wrap around everything.
    let mut inside = home;
    while let Some(only) = only_entry(&inside).map_err(trouble)? {
        inside = only;
    }
    Ok(Unpacked::Word(inside.to_string_lossy().into_owned()))
}

/// A new folder beside the unpacked bots.
fn tempdir_in(folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let mut number = std::process::id();
    loop {
        let path = folder.join(format!("draft-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                number = number.wrapping_add(1);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Writes the upload into a folder; returns what is wrong with it, if anything is.
fn fill(folder: &Path, bot: &BotRef, bytes: &[u8]) -> io::Result<Option<String>> {
    let name = bot.file.to_lowercase();
    if ARCHIVES.iter().any(|ending| name.ends_with(ending)) {
        let unpacked = agon_sandbox::unpack(bytes, &folder.join("bot"), &ArchiveLimits::default());
        return Ok(unpacked.err().map(|fault| fault.to_string()));
    }
    fs::write(folder.join(&bot.file), bytes)?;
    Ok(None)
}

/// The only entry of a folder; `None` if there are several, or if the path is a file.
fn only_entry(folder: &Path) -> io::Result<Option<PathBuf>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let mut entries = fs::read_dir(folder)?;
    let first = entries.next().transpose()?.map(|entry| entry.path());
    Ok(first.filter(|_| entries.next().is_none()))
}

/// Endings of files that are compiled programs or libraries.
const COMPILED: [&str; 11] =
    ["a", "class", "dll", "dylib", "exe", "jar", "o", "pyc", "pyd", "so", "wasm"];

/// A file of a bot that is a compiled program or library, by its ending or its first bytes.
pub fn compiled_file(path: &Path) -> io::Result<Option<PathBuf>> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            if let Some(found) = compiled_file(&entry?.path())? {
                return Ok(Some(found));
            }
        }
        return Ok(None);
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_named = ending.is_some_and(|ending| COMPILED.contains(&ending.as_str()));
    let mut start = [0; 4];
    let length = io::Read::read(&mut fs::File::open(path)?, &mut start)?;
    let is_elf = start[..length] == *b"\x7fELF";
    Ok((is_named || is_elf).then(|| path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct OneUpload(Vec<u8>);

    impl Sources for OneUpload {
        fn fetch(&self, _: &str) -> io::Result<Vec<u8>> {
            Ok(self.0.clone())
        }
    }

    /// An archive in the format of tar, made by the system's own tool.
    fn tar(files: &[&str]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        let made =
            std::process::Command::new("tar").args(["-c", "."]).current_dir(&folder).output();
        made.unwrap().stdout
    }

    fn unpacked(file: &str, bytes: Vec<u8>) -> (tempfile::TempDir, Unpacked) {
        let folder = tempfile::tempdir().unwrap();
        let bot = BotRef { side: 0, name: "x".into(), file: file.into(), source: "abc".into() };
        let unpacked = unpack(folder.path(), &bot, &OneUpload(bytes)).unwrap();
        // Unpacking again finds what is there.
        assert_eq!(unpack(folder.path(), &bot, &OneUpload(Vec::new())).unwrap(), unpacked);
        (folder, unpacked)
    }

    #[test]
    fn a_file_an_archive_and_a_wrapped_folder_become_words() {
        for (file, bytes, end) in [
            ("bot.py", b"pass".to_vec(), "abc/bot.py/bot.py"),
            ("bot.tar", tar(&["bot.py", "more.py"]), "abc/bot.tar/bot"),
            ("bot.tar", tar(&["folder/bot.py", "folder/more.py"]), "abc/bot.tar/bot/folder"),
            ("bot.tar", tar(&["folder/bot.py"]), "abc/bot.tar/bot/folder/bot.py"),
        ] {
            let (_folder, unpacked) = unpacked(file, bytes);
            let Unpacked::Word(word) = unpacked else { panic!("{unpacked:?}") };
            assert!(word.ends_with(end), "{word}");
        }
    }

    #[test]
    fn the_same_bytes_under_another_name_are_another_bot() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["racer.py", "builder.js"] {
            let (name, source) = ("x".into(), "abc".into());
            let bot = BotRef { side: 0, name, file: file.into(), source };
            let unpacked = unpack(folder.path(), &bot, &OneUpload(b"1".to_vec())).unwrap();
            let Unpacked::Word(word) = unpacked else { panic!("{unpacked:?}") };
            assert!(word.ends_with(file), "{word}");
        }
    }

    #[test]
    fn compiled_files_are_found_by_ending_and_by_content() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        fs::write(folder.path().join("bot.py"), "x").unwrap();
        assert_eq!(compiled_file(folder.path()).unwrap(), None);
        for (name, bytes) in [("deep/Bot.class", &b"x"[..]), ("deep/helper", b"\x7fELF\x02")] {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            assert_eq!(compiled_file(folder.path()).unwrap().as_ref(), Some(&path));
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_damaged_archive_is_the_fault_of_the_upload() {
        let folder = tempfile::tempdir().unwrap();
        let bot = BotRef { side: 0, name: "x".into(), file: "a.zip".into(), source: "abc".into() };
        let fault = unpack(folder.path(), &bot, &OneUpload(b"nonsense".to_vec())).unwrap();
        assert!(matches!(fault, Unpacked::Fault(_)), "{fault:?}");
        assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left behind");
    }
}
