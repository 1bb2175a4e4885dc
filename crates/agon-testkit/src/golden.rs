//! Recorded games: those in the repository, and others if they are present.

use crate::Effort;
use agon_conformance::{check_file, find_recordings};
use agon_core::TestSupport;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The smallest of our recordings.
pub(crate) fn shortest_recordings<G: TestSupport>(count: usize) -> Vec<PathBuf> {
    let folder = root().join("games").join(G::INFO.id).join("golden");
    let mut files = find_recordings(&[folder]).expect("the folder can be read");
    files.sort_by_key(|file| file.metadata().map_or(u64::MAX, |data| data.len()));
    files.truncate(count);
    files
}

fn check_folder<G: TestSupport>(folder: &Path) -> u64 {
    let files = find_recordings(&[folder.to_owned()]).expect("the folder can be read");
    let reports: Vec<_> = files.iter().flat_map(|file| check_file::<G>(file)).collect();
    let faults: Vec<String> = reports
        .iter()
        .filter_map(|r| {
            Some(format!("{} ({:?}): {}", r.path.display(), r.profile, r.fault.as_ref()?))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    reports.iter().map(|report| report.steps).sum()
}

/// The recordings in the repository replay without a difference.
pub fn our_recordings_hold<G: TestSupport>(min_steps: u64) {
    let steps = check_folder::<G>(&root().join("games").join(G::INFO.id).join("golden"));
    assert!(steps >= min_steps, "only {steps} steps are recorded, {min_steps} were expected");
}

/// The recordings kept beside the repository, or under `$AGON_CONFORMANCE`, replay as well. A quick run
/// leaves them out; a long one fails without them.
pub fn recordings_hold<G: TestSupport>() {
    if Effort::asked() == Effort::Quick {
        return;
    }
    let shared = std::env::var_os("AGON_CONFORMANCE")
        .map_or_else(|| root().join("../shared/conformance"), PathBuf::from);
    let folder = shared.join(G::INFO.id);
    if folder.is_dir() {
        println!("{} steps hold in {}", check_folder::<G>(&folder), folder.display());
    } else {
        assert!(Effort::asked() != Effort::Long, "{} is not there", folder.display());
        println!("{} is not there: only our own recordings were tested", folder.display());
    }
}
