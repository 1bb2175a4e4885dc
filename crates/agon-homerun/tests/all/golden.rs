//! Recorded games: ours from the repository, and all others where they are at hand.

use agon_conformance::{check_file, find_recordings};
use agon_homerun::HomeRun;
use std::path::{Path, PathBuf};

fn check_folder(folder: &Path) -> u64 {
    let files = find_recordings(&[folder.to_owned()]).unwrap();
    let reports: Vec<_> = files.iter().flat_map(|file| check_file::<HomeRun>(file)).collect();
    let faults: Vec<String> = reports
        .iter()
        .filter_map(|r| r.fault.as_ref().map(|f| format!("{} ({:?}): {f}", r.path.display(), r.profile)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    reports.iter().map(|report| report.steps).sum()
}

#[test]
fn our_recordings_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/homerun");
    assert!(check_folder(&folder) > 2000);
}

#[test]
fn all_other_recordings_hold() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let folder = std::env::var_os("AGON_CONFORMANCE").map_or(shared, PathBuf::from).join("homerun");
    if folder.is_dir() {
        println!("{} steps hold in {}", check_folder(&folder), folder.display());
    } else {
        println!("{} is not there: only our own recordings were tested", folder.display());
    }
}
