//! The server's interface and rights as golden files: a change of either shows in the difference.

use std::path::Path;

fn check(file: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    if std::env::var_os("AGON_BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        golden, now,
        "{file} has changed; if that is right, run the test again with AGON_BLESS=1"
    );
}

#[test]
fn the_interface_is_as_described() {
    let text = serde_json::to_string_pretty(&agon_server::openapi()).unwrap();
    check("openapi.json", &(text + "\n"));
}

#[test]
fn who_may_do_what_is_as_described() {
    check("rights.txt", &agon_server::matrix());
}
