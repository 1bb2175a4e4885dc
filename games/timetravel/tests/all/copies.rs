//! The contest's own bot interfaces have copies of the rulebook's numbers, which must equal those of
//! `constants`.

use agon_timetravel::constants::*;
use std::fs;
use std::path::{Path, PathBuf};

/// The sources of the interfaces, in all languages.
fn sources(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            sources(&path, out);
        } else if let Some("py" | "cpp" | "java") = ending {
            let text = fs::read_to_string(&path).unwrap();
            out.push((path, text));
        }
    }
}

/// The sources that contain `mark`; panics if there are fewer than `at_least`.
fn with(mark: &str, at_least: usize) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("original"), &mut found);
    found.retain(|(_, text)| text.contains(mark));
    assert!(found.len() >= at_least, "{mark} is in {} files only", found.len());
    found
}

/// The number after a name, as in `FEE_STEP = 10`.
fn number(text: &str, name: &str) -> f64 {
    let assigned = format!("{name} = ");
    let at = text.find(&assigned).unwrap_or_else(|| panic!("{name} is missing"));
    let value = text[at + assigned.len()..].trim_start_matches("c_float(");
    let end = value.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap();
    value[..end].parse().unwrap()
}

#[test]
fn r3_interfaces_have_the_rulebooks_portal_fees() {
    for (path, text) in with("FEE_DECAY =", 2) {
        assert_eq!(number(&text, "FEE_STEP"), f64::from(PORTAL_FEE_STEP), "{}", path.display());
        assert_eq!(number(&text, "FEE_DECAY"), PORTAL_FEE_MULTIPLIER, "{}", path.display());
    }
}

#[test]
fn r3_interfaces_have_the_rulebooks_growth_factors() {
    for (path, text) in with("STRENGTH =", 2) {
        assert_eq!(number(&text, "STRENGTH"), STRENGTH_GROWTH, "{}", path.display());
        assert_eq!(number(&text, "PRICE"), PRICE_GROWTH, "{}", path.display());
    }
}

#[test]
fn r3_interfaces_have_the_rulebooks_unit_tables() {
    for (path, text) in with("120, 5, 4", 2) {
        for kind in UnitKind::ALL {
            let t = kind.stats();
            let row = format!(
                "{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},",
                t.cost(0),
                t.hunger,
                t.train_turns,
                t.hp(0),
                t.armor(0),
                t.moves,
                t.actions,
                t.attack_moves,
                t.damage(0, false),
                t.range_min,
                t.range_max
            );
            assert!(text.contains(&row), "{}: {kind} is not {row}", path.display());
        }
    }
}

#[test]
fn r3_interfaces_have_the_rulebooks_building_tables() {
    for (path, text) in with("300, 20, 7", 2) {
        for kind in BuildingKind::ALL {
            let t = kind.stats();
            let [far_past, past, present] = t.build_turns;
            // C7: the rules of the match set a school's build actions in the present.
            let present = match kind {
                BuildingKind::School => String::new(),
                _ => format!(" {present}, {}", t.hp(0)),
            };
            let row = format!("{}, {}, {far_past}, {past},{present}", t.cost(0), t.food(0));
            assert!(text.contains(&row), "{}: {kind} is not {row}", path.display());
        }
    }
}
