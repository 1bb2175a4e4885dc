//! Paths of Windows as other programs understand them, and names that Windows cannot store.

use std::io;
use std::path::{Path, PathBuf};

/// The longest path that programs of Windows accept without the prefix `\\?\`.
const LONGEST_PLAIN_PATH: usize = 259;
/// Names of devices: a file of this name, with any ending, cannot be made on Windows.
const DEVICES: [&str; 4] = ["AUX", "CON", "NUL", "PRN"];
/// Names of devices that a digit follows.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// The real path of a file: absolute and without links. On Windows it has no prefix `\\?\`, which compilers
/// and interpreters do not understand, unless it is too long to do without.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    Ok(match path.to_str() {
        Some(text) if cfg!(windows) => plain_path(text).into(),
        _ => path,
    })
}

/// A path of Windows without the prefix `\\?\`, if it means the same without it.
pub fn plain_path(path: &str) -> &str {
    let Some(rest) = path.strip_prefix(r"\\?\") else { return path };
    let is_on_drive =
        matches!(rest.as_bytes(), [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic());
    let is_short = rest.encode_utf16().count() <= LONGEST_PLAIN_PATH;
    let is_usual = rest.split('\\').skip(1).all(|part| part.is_empty() || is_windows_name(part));
    if is_on_drive && is_short && is_usual { rest } else { path }
}

/// Whether Windows can store a file or folder of this name, and stores it under this name.
pub(crate) fn is_windows_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_uppercase();
    let is_numbered = |device: &&str| {
        let digit = stem.strip_prefix(*device);
        digit.is_some_and(|digit| {
            matches!(digit, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9")
        })
    };
    let is_device = DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(is_numbered);
    // A colon names a stream of a file; dots and blanks at the end are dropped.
    let is_plain = |c: char| !c.is_control() && !r#"<>:"/\|?*"#.contains(c);
    !name.is_empty() && !is_device && name.chars().all(is_plain) && !name.ends_with(['.', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_prefix_is_removed_if_the_path_means_the_same() {
        assert_eq!(plain_path(r"\\?\C:\Users\Zoë B\bot.py"), r"C:\Users\Zoë B\bot.py");
        assert_eq!(plain_path(r"\\?\C:\"), r"C:\");
        for kept in [r"\\?\UNC\server\share", r"\\?\Volume{1}\x", r"\\?\C:\a\aux.py", r"C:\a", "/a"]
        {
            assert_eq!(plain_path(kept), kept);
        }
        let long = format!(r"\\?\C:\{}", vec!["folder"; 60].join("\\"));
        assert_eq!(plain_path(&long), long);
    }

    #[test]
    fn names_that_windows_changes_or_refuses_are_known() {
        for name in ["bot.py", "con.d.e", "Größe 2.txt", ".git", "com10", "auxiliary.py", "a.b.c"]
        {
            assert_eq!(is_windows_name(name), name != "con.d.e", "{name}");
        }
        for name in
            ["", "a:b", "a?", "nul", "NUL.txt", "com1.py", "lpt9", "a.", "a ", "a\tb", "con .x"]
        {
            assert!(!is_windows_name(name), "{name}");
        }
    }
}
