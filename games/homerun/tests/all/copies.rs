//! The numbers that bots of the contest's own interface read are those of the rules.

use agon_homerun::constants::*;
use std::path::Path;

/// The contest's own interface for Java bots.
const JAVA: &str = "original/java/main/aic2023/user";

fn java(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(JAVA).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn number(text: &str) -> f64 {
    let text = text.trim().trim_end_matches('f');
    text.parse().unwrap_or_else(|_| panic!("`{text}` is not a number"))
}

#[test]
fn the_java_unit_types_are_those_of_the_rules() {
    let text = java("UnitType.java");
    for (i, name) in ["HQ", "PITCHER", "BATTER", "CATCHER"].into_iter().enumerate() {
        let (_, rest) = text.split_once(&format!("{name}(")).unwrap();
        let (numbers, _) = rest.split_once(')').unwrap();
        let numbers: Vec<f64> = numbers.split(',').map(number).collect();
        let expected = [
            f64::from(UNIT_COSTS[i]),
            UNIT_VISIONS[i].into(),
            UNIT_ACTION_RANGES[i].into(),
            UNIT_MOVEMENT_RANGES[i].into(),
            UNIT_ACTION_COOLDOWNS[i].into(),
            UNIT_MOVEMENT_COOLDOWNS[i].into(),
        ];
        assert_eq!(numbers, expected, "{name}");
    }
}

#[test]
fn the_java_constants_are_those_of_the_rules() {
    let text = java("GameConstants.java");
    for (name, expected) in [
        ("MAX_ROUNDS", f64::from(MAX_ROUNDS)),
        ("INITIAL_REPUTATION", STARTING_REPUTATION.into()),
        ("REPUTATION_ROUND", ROUND_INCOME.into()),
        ("REPUTATION_STADIUM", STADIUM_REPUTATION.into()),
        ("BASE_POINTS", BASE_POINTS.into()),
        ("MAX_ENERGY", ENERGY_PER_TURN.into()),
        ("EXCEPTION_ENERGY_PENALTY", PENALTY_ENERGY as f64),
        ("MAX_MAP_SIZE", MAP_SIDE_MAX as f64),
        ("MIN_MAP_SIZE", MAP_SIDE_MIN as f64),
        ("MAX_ID", ID_MAX.into()),
        ("SHARED_ARRAY_LENGTH", ARRAY_LENGTH as f64),
        ("POINTS_THRESHOLD", POINTS_TO_WIN.into()),
        ("POINTS_HITTING_HQ", HQ_HIT_POINTS.into()),
        ("BALL_COST", BALL_COST.into()),
        ("MAX_STRENGTH", STRENGTH_MAX.into()),
        // Written in decimal here and there: compared as the 32-bit number that both are.
        ("INFLATION_FACTOR", INFLATION_PER_ROUND.into()),
    ] {
        let (_, rest) = text.split_once(&format!(" {name} = ")).unwrap_or_else(|| panic!("{name}"));
        let (found, _) = rest.split_once(';').unwrap();
        assert_eq!(number(found) as f32, expected as f32, "{name}");
    }
}
