//! The same suite once more as somebody who is not root.

use crate::yard::{is_root, new_folder};
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::process::Command;

/// Who has no rights and no files.
const NOBODY: u32 = 65534;

#[test]
fn the_suite_holds_for_an_ordinary_user() {
    if !is_root() {
        // Straight to the terminal: the harness would swallow it.
        let note =
            "this run is the ordinary user's half of the attack suite; run it as root for both\n";
        std::io::stderr().write_all(note.as_bytes()).unwrap();
        return;
    }
    // The test program may lie where nobody else may look.
    let folder = new_folder("ordinary");
    let suite = folder.join("suite");
    fs::copy(std::env::current_exe().unwrap(), &suite).unwrap();
    fs::set_permissions(&suite, fs::Permissions::from_mode(0o755)).unwrap();
    let home = folder.join("home");
    fs::create_dir(&home).unwrap();
    chown(&home, Some(NOBODY), Some(NOBODY)).unwrap();
    let user = NOBODY.to_string();
    let output = Command::new("setpriv")
        .args(["--reuid", &user, "--regid", &user, "--clear-groups", "--"])
        .arg(&suite)
        .args(["--test-threads", "2"])
        .env("TMPDIR", &home)
        .current_dir("/")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        said.contains("test leftovers::everything_ends_when_the_engine_is_killed ... ok"),
        "{said}"
    );
}
