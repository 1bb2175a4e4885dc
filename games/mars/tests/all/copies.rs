//! The contest's Python interface takes all numbers of the rulebook from `constants`.

use std::fs;
use std::path::Path;

/// R4.1 The radius that a base makes visible: the only number that is not in `constants`, because the rules
/// express it as the 3x3 square.
const RADIUS: (&str, &str) = ("BASE_VISIBLE_RADIUS", "1");

#[test]
fn the_python_interface_takes_its_numbers_from_constants() {
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("original");
    let python = fs::read_to_string(original.join("python/src/game_constants.py")).unwrap();
    let native = fs::read_to_string(original.join("native/src/lib.rs")).unwrap();
    let (_, numbers) = python.split_once("class GameConstants:").expect("the class is there");
    let assigned: Vec<_> =
        numbers.lines().filter_map(|line| line.trim().split_once(" = ")).collect();
    assert!(assigned.len() > 15, "only {} numbers were found", assigned.len());
    for (name, value) in assigned.into_iter().filter(|&pair| pair != RADIUS) {
        let value = value.trim_start_matches("int(").trim_end_matches(')');
        let constant = value.strip_prefix("_engine.");
        let constant = constant.unwrap_or_else(|| panic!("{name} is a copy: {value}"));
        let export = format!("= number::{constant};");
        assert!(native.contains(&export), "{name}: the module does not export {constant}");
    }
}
