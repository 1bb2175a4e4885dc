//! The contest's Python interface takes the numbers of the rulebook from `constants` and copies none.

use std::fs;
use std::path::Path;

/// R4.2 The distance up to which a base shows its surroundings: the only number that `constants` does not
/// have, because the rules know it as the 3x3 square.
const RADIUS: (&str, &str) = ("BASE_VISIBLE_RADIUS", "1");

#[test]
fn numbers_of_the_python_interface_are_the_rulebooks() {
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
