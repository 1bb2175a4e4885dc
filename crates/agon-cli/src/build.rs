//! Which program this is, to the byte: a fingerprint for journals.

use agon_core::StateHasher;
use std::fs::File;
use std::io::{self, Read};

/// How a linker introduces its own fingerprint of everything it has linked: the lengths of a name and of
/// a number of twenty bytes, the kind of note, the name.
const NOTE: &[u8] = b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0";
const NUMBER: usize = 20;

/// The fingerprint of the running program: the linker's, which is cheap to find, or else our own over the
/// whole file. None if the file cannot be read.
pub fn fingerprint() -> Option<String> {
    let mut file = File::open(std::env::current_exe().ok()?).ok()?;
    read(&mut file).ok()
}

fn read(file: &mut impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(8 << 10).read_to_end(&mut bytes)?;
    let note = bytes.windows(NOTE.len()).position(|window| window == NOTE);
    if let Some(number) = note.and_then(|at| bytes[at + NOTE.len()..].get(..NUMBER)) {
        let digits: String = number.iter().map(|byte| format!("{byte:02x}")).collect();
        return Ok(format!("build:{digits}"));
    }
    file.read_to_end(&mut bytes)?;
    Ok(format!("file:{}", StateHasher::new().bytes(&bytes).finish()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_the_linkers_fingerprint_or_its_own() {
        let ours = fingerprint().unwrap();
        assert_eq!(Some(&ours), fingerprint().as_ref());
        assert!(ours.starts_with("build:") || ours.starts_with("file:"), "{ours}");
        let mut linked = vec![7; 100];
        linked.extend_from_slice(NOTE);
        linked.extend_from_slice(&[0xAB; NUMBER]);
        assert_eq!(read(&mut &linked[..]).unwrap(), format!("build:{}", "ab".repeat(NUMBER)));
        let cut = &linked[..linked.len() - 1];
        assert!(read(&mut &cut[..]).unwrap().starts_with("file:"));
    }
}
