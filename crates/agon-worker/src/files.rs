//! The text files of an unpacked bot, for people and programs that read it.

use agon_bots::{Api, Language, NewFile, examples, new_bot_from};
use agon_core::Contest;
use agon_games::Visitor;
use agon_server::play::SourceFile;
use std::fs;
use std::io;
use std::path::Path;

/// Larger files are left out: they are data, not sources.
const MAX_FILE_BYTES: u64 = 512 << 10;
/// Files of one bot.
const MAX_FILES: usize = 500;
/// Text of one bot.
const MAX_BYTES: usize = 4 << 20;

/// The files of a game's starter and other examples, in all languages and for all interfaces.
pub struct Starters;

impl Visitor for Starters {
    type Out = Vec<SourceFile>;
    fn visit<G: Contest>(self) -> Vec<SourceFile> {
        let mut all = Vec::new();
        for example in examples::<G>() {
            for language in Language::with_starter() {
                for api in [Api::Agon, Api::Original] {
                    let bot = new_bot_from::<G>(&example, language, Some(api), "bot");
                    all.extend(bot.into_iter().flatten().filter_map(source_file));
                }
            }
        }
        all
    }
}

/// A file of a new bot, if it is text.
fn source_file((path, bytes): NewFile) -> Option<SourceFile> {
    let path = path.to_string_lossy().into_owned();
    Some(SourceFile { path, text: String::from_utf8(bytes).ok()? })
}

/// The text files of a bot: a single file, or all of its folder, by path.
pub fn text_files(bot: &Path) -> io::Result<Vec<SourceFile>> {
    let mut all = Vec::new();
    if bot.is_dir() {
        read_folder(bot, "", &mut all)?;
    } else if let Some(name) = bot.file_name() {
        read_file(bot, name.to_string_lossy().into_owned(), &mut all)?;
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(all)
}

fn read_folder(folder: &Path, before: &str, all: &mut Vec<SourceFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            read_folder(&entry.path(), &format!("{name}/"), all)?;
        } else if kind.is_file() {
            read_file(&entry.path(), name, all)?;
        }
    }
    Ok(())
}

fn read_file(path: &Path, name: String, all: &mut Vec<SourceFile>) -> io::Result<()> {
    let size = all.iter().map(|file| file.text.len()).sum::<usize>();
    if fs::metadata(path)?.len() > MAX_FILE_BYTES || all.len() >= MAX_FILES || size >= MAX_BYTES {
        return Ok(());
    }
    // Only text is shown.
    if let Ok(text) = String::from_utf8(fs::read(path)?)
        && !text.contains('\0')
    {
        all.push(SourceFile { path: name, text });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is copied from an example is no sign of copying from another team.
    #[test]
    fn all_examples_of_a_game_are_among_the_starters() {
        let files = agon_games::visit("galaxy", Starters).unwrap();
        for line in
            ["A first bot for Galaxy Commander.", "A solid bot for Galaxy Commander: plays like"]
        {
            let languages = files.iter().filter(|file| file.text.contains(line)).count();
            assert!(languages >= 5, "{line} is in {languages} files");
        }
    }

    #[test]
    fn text_is_listed_by_path_and_data_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        for (name, bytes) in [
            ("deep/z.py", &b"pass"[..]),
            ("a.py", b"import deep.z\n"),
            ("logo.png", b"\x89PNG\xff\0"),
            ("zero.txt", b"a\0b"),
        ] {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let paths = |bot: &Path| {
            text_files(bot).unwrap().into_iter().map(|file| file.path).collect::<Vec<_>>()
        };
        assert_eq!(paths(folder.path()), ["a.py", "deep/z.py"]);
        assert_eq!(paths(&folder.path().join("a.py")), ["a.py"]);
    }
}
