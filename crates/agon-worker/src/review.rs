//! Reads the files of an unpacked bot, within limits.

use crate::bots::{Unpacked, unpack};
use agon_server::play::{ListedFile, SourceText, Sources, Trouble};
use agon_store::work::BotRef;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Files that are listed; an upload has no more.
const MAX_FILES: usize = 2_000;
/// Bytes of a file that are shown.
const MAX_BYTES: u64 = 512 << 10;
/// Lines of a file that are shown.
const MAX_LINES: usize = 10_000;

/// A file: its path within the bot's folder, where it is, and its size.
type Listed = (String, PathBuf, u64);

/// The files of an unpacked bot, or why there are none.
fn unpacked(
    folder: &Path,
    bot: &BotRef,
    sources: &dyn Sources,
) -> Result<Result<Vec<Listed>, String>, Trouble> {
    let home = match unpack(folder, bot, sources)? {
        Unpacked::Word(word) if word.starts_with("builtin:") => {
            return Ok(Err("a built-in bot has no source to show".to_owned()));
        }
        Unpacked::Word(word) => PathBuf::from(word),
        Unpacked::Fault(fault) => return Ok(Err(fault)),
    };
    let mut found = Vec::new();
    let walked = match home.is_dir() {
        true => walk(&home, &home, &mut found),
        false => add(home.parent().unwrap_or(&home), &home, &mut found),
    };
    walked.map_err(|error| Trouble::machine(format!("cannot read {}: {error}", bot.name)))?;
    found.sort();
    Ok(Ok(found))
}

fn walk(root: &Path, dir: &Path, found: &mut Vec<Listed>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let data = fs::symlink_metadata(&path)?;
        if data.is_dir() {
            walk(root, &path, found)?;
        } else if data.is_file() && found.len() < MAX_FILES {
            add(root, &path, found)?;
        }
    }
    Ok(())
}

fn add(root: &Path, path: &Path, found: &mut Vec<Listed>) -> io::Result<()> {
    let size = fs::symlink_metadata(path)?.len();
    let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned();
    found.push((name, path.to_owned(), size));
    Ok(())
}

/// The files of a bot, by path.
pub fn files(
    folder: &Path,
    bot: &BotRef,
    sources: &dyn Sources,
) -> Result<Result<Vec<ListedFile>, String>, Trouble> {
    let found = unpacked(folder, bot, sources)?;
    let file = |(path, _, size)| ListedFile { path, size };
    Ok(found.map(|found| found.into_iter().map(file).collect()))
}

/// The text of a listed file; `None` if no file is listed under this path.
pub fn file(
    folder: &Path,
    bot: &BotRef,
    sources: &dyn Sources,
    path: &str,
) -> Result<Result<Option<SourceText>, String>, Trouble> {
    let found = match unpacked(folder, bot, sources)? {
        Ok(found) => found,
        Err(fault) => return Ok(Err(fault)),
    };
    // Only a path of the list is opened, so that no path leads out of the folder.
    let Some((_, path, size)) = found.into_iter().find(|(name, _, _)| name == path) else {
        return Ok(Ok(None));
    };
    let text = text(&path, size);
    let trouble = |error| Trouble::machine(format!("cannot read {}: {error}", bot.name));
    Ok(Ok(Some(text.map_err(trouble)?)))
}

fn text(path: &Path, size: u64) -> io::Result<SourceText> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    if bytes.contains(&0) {
        return Ok(SourceText { size, lines: None, is_cut: false });
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<String> = text.lines().take(MAX_LINES).map(str::to_owned).collect();
    let is_cut = size > MAX_BYTES || text.lines().nth(MAX_LINES).is_some();
    Ok(SourceText { size, lines: Some(lines), is_cut })
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

    fn upload(file: &str, source: &str) -> BotRef {
        BotRef { side: 0, name: "x".into(), file: file.into(), source: source.into() }
    }

    #[test]
    fn a_single_file_is_listed_and_read_by_lines() {
        let folder = tempfile::tempdir().unwrap();
        let (bot, bytes) = (upload("bot.py", "abc"), OneUpload(b"import agon\n\npass".to_vec()));
        let listed = files(folder.path(), &bot, &bytes).unwrap().unwrap();
        assert_eq!(listed, [ListedFile { path: "bot.py".into(), size: 17 }]);
        let text = file(folder.path(), &bot, &bytes, "bot.py").unwrap().unwrap().unwrap();
        assert_eq!(text.lines.unwrap(), ["import agon", "", "pass"]);
        for path in ["../abc/bot.py", "/etc/passwd", "", "bot.pyc"] {
            assert_eq!(file(folder.path(), &bot, &bytes, path).unwrap(), Ok(None), "{path}");
        }
    }

    #[test]
    fn long_files_are_cut_and_binary_ones_are_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let read = |source: &str, bytes: Vec<u8>| {
            let bot = upload("bot.py", source);
            file(folder.path(), &bot, &OneUpload(bytes), "bot.py").unwrap().unwrap().unwrap()
        };
        let long = read("long", "x\n".repeat(20_000).into_bytes());
        assert_eq!((long.lines.unwrap().len(), long.is_cut), (MAX_LINES, true));
        let wide = read("wide", vec![b'x'; MAX_BYTES as usize + 1]);
        assert_eq!((wide.lines.unwrap()[0].len() as u64, wide.is_cut), (MAX_BYTES, true));
        assert_eq!(read("zero", vec![0; 9]).lines, None);
    }

    #[test]
    fn a_built_in_bot_and_a_damaged_archive_are_refused_with_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let built_in = upload("sage", "builtin:sage");
        let refused = files(folder.path(), &built_in, &OneUpload(Vec::new())).unwrap();
        assert_eq!(refused, Err("a built-in bot has no source to show".to_owned()));
        let damaged = upload("bot.zip", "def");
        let refused = files(folder.path(), &damaged, &OneUpload(b"PK nonsense".to_vec())).unwrap();
        assert!(refused.unwrap_err().contains("not a zip file, or it is cut off"));
    }
}
