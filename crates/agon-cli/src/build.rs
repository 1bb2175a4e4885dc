//! Identifies the running program file, for journals.

use agon_core::StateHasher;
use std::fs::File;
use std::io::{self, Read};

/// Start of the linker's build-id note: lengths of name and id (20 bytes), note type, name.
const BUILD_ID_NOTE: &[u8] = b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0";
const BUILD_ID_BYTES: usize = 20;

/// The running program's build id, or a hash of the whole file if the linker wrote none. `None` if the file
/// cannot be read.
pub fn fingerprint() -> Option<String> {
    let mut file = File::open(std::env::current_exe().ok()?).ok()?;
    read(&mut file).ok()
}

fn read(file: &mut impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(8 << 10).read_to_end(&mut bytes)?;
    let note = bytes.windows(BUILD_ID_NOTE.len()).position(|window| window == BUILD_ID_NOTE);
    if let Some(number) =
        note.and_then(|at| bytes[at + BUILD_ID_NOTE.len()..].get(..BUILD_ID_BYTES))
    {
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
    fn the_build_id_is_used_if_present() {
        let ours = fingerprint().unwrap();
        assert_eq!(Some(&ours), fingerprint().as_ref());
        assert!(ours.starts_with("build:") || ours.starts_with("file:"), "{ours}");
        let mut linked = vec![7; 100];
        linked.extend_from_slice(BUILD_ID_NOTE);
        linked.extend_from_slice(&[0xAB; BUILD_ID_BYTES]);
        assert_eq!(
            read(&mut &linked[..]).unwrap(),
            format!("build:{}", "ab".repeat(BUILD_ID_BYTES))
        );
        let cut = &linked[..linked.len() - 1];
        assert!(read(&mut &cut[..]).unwrap().starts_with("file:"));
    }
}
