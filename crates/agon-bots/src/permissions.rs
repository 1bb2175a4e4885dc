//! Whether a file can be executed, which is a part of a bot's fingerprint.

use std::fs::Metadata;
use std::io;
use std::path::Path;

/// How files begin that are programs by themselves: scripts, and the machine code of three systems.
const BEGINNINGS: [&[u8]; 4] = [b"#!", b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe"];

/// Whether a file with these first bytes can be executed.
#[cfg(unix)]
pub(crate) fn is_executable(meta: &Metadata, _bytes: &[u8]) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o111 != 0
}

/// Whether a file with these first bytes can be executed. Windows has no mark for that.
#[cfg(not(unix))]
pub(crate) fn is_executable(_: &Metadata, bytes: &[u8]) -> bool {
    looks_executable(bytes)
}

/// Whether a file with these first bytes is a program by itself.
#[cfg_attr(unix, allow(dead_code, reason = "Linux and macOS have a mark for it"))]
fn looks_executable(bytes: &[u8]) -> bool {
    BEGINNINGS.iter().any(|beginning| bytes.starts_with(beginning))
}

/// Lets all users read a file, and execute it if that is wanted.
#[cfg(unix)]
pub(crate) fn set_executable(path: &Path, is_executable: bool) -> io::Result<()> {
    let mode = if is_executable { 0o755 } else { 0o644 };
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))
}

/// A file has the rights of its folder.
#[cfg(not(unix))]
pub(crate) fn set_executable(_: &Path, _is_executable: bool) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::looks_executable;

    #[test]
    fn programs_are_recognised_by_their_beginning() {
        for program in ["#!/usr/bin/env python3\n", "\x7fELF\x02", "MZ\0"] {
            assert!(looks_executable(program.as_bytes()), "{program:?}");
        }
        for text in ["", "#", "import agon\n", "PK\x03\x04"] {
            assert!(!looks_executable(text.as_bytes()), "{text:?}");
        }
    }
}
