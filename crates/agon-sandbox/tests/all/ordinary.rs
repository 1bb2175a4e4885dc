//! Runs the suite again as an ordinary user.

use crate::harness::{is_root, new_folder};
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::process::Command;

/// The user id of `nobody`.
const NOBODY_UID: u32 = 65534;

#[test]
fn the_suite_holds_for_an_ordinary_user() {
    if !is_root() {
        // Written directly, because the test harness captures `eprintln!`.
        let note =
            "the attack suite ran only as an ordinary user; run it as root for both halves\n";
        std::io::stderr().write_all(note.as_bytes()).unwrap();
        return;
    }
    // Other users may have no access to the folder of the test binary.
    let folder = new_folder("ordinary");
    let suite = folder.join("suite");
    fs::copy(std::env::current_exe().unwrap(), &suite).unwrap();
    fs::set_permissions(&suite, fs::Permissions::from_mode(0o755)).unwrap();
    let home = folder.join("home");
    fs::create_dir(&home).unwrap();
    chown(&home, Some(NOBODY_UID), Some(NOBODY_UID)).unwrap();
    let user = NOBODY_UID.to_string();
    let output = Command::new("setpriv")
        .args(["--reuid", &user, "--regid", &user, "--clear-groups", "--"])
        .arg(&suite)
        .args(["--test-threads", "2"])
        .env("TMPDIR", &home)
        .current_dir("/")
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        stdout.contains("test leftovers::all_programs_are_killed_when_the_engine_is_killed ... ok"),
        "{stdout}"
    );
}
