//! Documents that the program generates: tests compare them, and rewrite them if `AGON_BLESS=1` is set.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Several tests may rewrite parts of one file at the same time.
static WRITING: Mutex<()> = Mutex::new(());

fn path_of(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

fn is_blessed() -> bool {
    std::env::var_os("AGON_BLESS").is_some_and(|value| value == "1")
}

/// The text of a file of the repository.
pub fn document(file: &str) -> String {
    std::fs::read_to_string(path_of(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Asserts that a file of the repository equals the generated text.
pub fn document_holds(file: &str, made: &str) {
    let path = path_of(file);
    if is_blessed() {
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder");
        std::fs::write(path, made).unwrap_or_else(|error| panic!("{file}: {error}"));
        return;
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == made, "{}", complaint(file, &found, made));
}

/// Asserts that a part of a document equals the generated text: everything between the line `begin` and
/// the next line that is `end`.
pub fn part_holds(file: &str, begin: &str, end: &str, made: &str) {
    let _writing = WRITING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let text = document(file);
    let (start, length) = find_part(&text, begin, end)
        .unwrap_or_else(|| panic!("{file} has no part from `{begin}` to `{end}`"));
    let found = &text[start..start + length];
    if is_blessed() {
        let rewritten = format!("{}{made}{}", &text[..start], &text[start + length..]);
        std::fs::write(path_of(file), rewritten).unwrap_or_else(|e| panic!("{file}: {e}"));
    } else {
        assert!(found == made, "{}", complaint(file, found, made));
    }
}

/// The part of a document between the line `begin` and the next line that is `end`.
pub fn part(file: &str, begin: &str, end: &str) -> String {
    let _writing = WRITING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let text = document(file);
    let (start, length) = find_part(&text, begin, end)
        .unwrap_or_else(|| panic!("{file} has no part from `{begin}` to `{end}`"));
    text[start..start + length].to_owned()
}

fn find_part(text: &str, begin: &str, end: &str) -> Option<(usize, usize)> {
    let begin = format!("\n{begin}\n");
    let start = text.find(&begin)? + begin.len();
    let rest = &text[start..];
    if rest.starts_with(&format!("{end}\n")) {
        return Some((start, 0));
    }
    Some((start, rest.find(&format!("\n{end}\n"))? + 1))
}

fn complaint(file: &str, found: &str, made: &str) -> String {
    let place = found.lines().zip(made.lines()).position(|(a, b)| a != b);
    let line = place.unwrap_or(found.lines().count().min(made.lines().count()));
    let show = |text: &str| text.lines().nth(line).unwrap_or("(nothing)").to_owned();
    format!(
        "{file} is not what the program makes of it. Line {} of the part is\n  {}\nand should be\n  \
         {}\nRun `cargo xtask protocol --bless` and look at what changes.",
        line + 1,
        show(found),
        show(made)
    )
}
