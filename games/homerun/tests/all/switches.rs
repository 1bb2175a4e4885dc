//! Every switch of the rules in both positions, on the recordings: the format's notes say which
//! games a single switch breaks.

use agon_conformance::{check_file_with, find_recordings};
use agon_homerun::{BasePays, Diagonal, Rules, open_trace_with};
use std::path::{Path, PathBuf};

/// The recordings among `files` that do not hold under these rules, by name.
fn broken_by(files: &[PathBuf], rules: Rules) -> Vec<String> {
    let fails = |file: &&PathBuf| {
        let (_, fault) = check_file_with(file, |header| open_trace_with(header, rules));
        fault.is_some()
    };
    let name = |file: &PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy();
        name.split('.').next().unwrap().to_owned()
    };
    files.iter().filter(fails).map(name).collect()
}

fn handbook_games() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let mut files = find_recordings(&[folder]).unwrap();
    files.retain(|file| file.to_string_lossy().contains("handbook_"));
    assert_eq!(files.len(), 9);
    files
}

#[test]
fn each_switch_set_to_the_original_breaks_the_games_that_show_it() {
    let games = handbook_games();
    let handbook = Rules::handbook();
    let original = Rules::original();
    let all = broken_by(&games, original);
    assert_eq!(all.len(), 9);
    assert_eq!(broken_by(&games, handbook), [""; 0]);
    let first_income_round = original.first_income_round;
    let rules = Rules { first_income_round, ..handbook };
    assert_eq!(broken_by(&games, rules), all);
    let rules = Rules { last_round: original.last_round, ..handbook };
    let long = ["handbook_idle_fords", "handbook_market_lanes"];
    assert_eq!(broken_by(&games, rules), long);
    let rules = Rules { diagonal: Diagonal::SquareRoot, ..handbook };
    let mut walking = all.clone();
    walking.retain(|name| name != "handbook_idle_fords");
    assert_eq!(broken_by(&games, rules), walking);
    let rules = Rules { base_pays: BasePays::FallsThrough, ..handbook };
    assert_eq!(broken_by(&games, rules), ["handbook_lab_orchard"]);
    let rules = Rules { ghost_calls: true, ..handbook };
    let haunted = ["handbook_chaos_lanes", "handbook_lab_orchard"];
    assert_eq!(broken_by(&games, rules), haunted);
    let rules = Rules { late_notice: true, ..handbook };
    assert_eq!(broken_by(&games, rules), ["handbook_siege_faceoff"]);
}

/// With income, rounds and diagonals as in the original and the rest as in the handbook exactly
/// three recordings of the original differ. They are not ours to ship.
#[test]
fn the_three_quirks_of_the_original_each_have_their_recording() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let shared = std::env::var_os("AGON_CONFORMANCE").map_or(shared, PathBuf::from);
    let folder = shared.join("homerun/traces");
    if !folder.is_dir() {
        println!("{} is not there: not tested", folder.display());
        return;
    }
    let games = find_recordings(&[folder]).unwrap();
    let rules = Rules {
        base_pays: BasePays::OncePerTeam,
        ghost_calls: false,
        late_notice: false,
        ..Rules::original()
    };
    let quirks = ["base_twice", "ghost_action", "last_entry_wins"];
    assert_eq!(broken_by(&games, rules), quirks);
}
