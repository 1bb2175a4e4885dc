//! Recorded games: ours from `data/golden/timetravel`, and those of the original program where they
//! are at hand.

use agon_conformance::{check_file, find_recordings};
use agon_timetravel::TimeTravel;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Replays every recording in a folder and fails with the first difference of each.
fn replay_all(folder: &Path) -> usize {
    let files = find_recordings(&[folder.to_owned()]).unwrap();
    let reports: Vec<_> = files
        .iter()
        .flat_map(|file| check_file::<TimeTravel>(file))
        .collect();
    let faults: Vec<String> = reports
        .iter()
        .filter_map(|r| Some(format!("{}: {}", r.path.display(), r.fault.as_ref()?)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let steps: u64 = reports.iter().map(|report| report.steps).sum();
    println!(
        "{}: {} recordings, {steps} steps, no difference",
        folder.display(),
        files.len()
    );
    files.len()
}

#[test]
fn our_recordings() {
    assert!(replay_all(&workspace().join("data/golden/timetravel")) >= 24);
}

#[test]
fn recordings_of_the_original_program() {
    let root = std::env::var_os("AGON_CONFORMANCE")
        .map_or_else(|| workspace().join("../shared/conformance"), PathBuf::from);
    let folder = root.join("timetravel");
    if folder.is_dir() {
        replay_all(&folder);
    } else {
        println!(
            "{} is not there: no recordings of the original replayed",
            folder.display()
        );
    }
}
