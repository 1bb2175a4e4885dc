//! A table for matches between real programs.

use agon_bots::{Beside, Cache, Options, player};
use agon_core::{Contest, GameMap, Outcome, Profile};
use agon_runner::{Match, Player, Report, Room, play_match};
use agon_sandbox::{Choice, Sandbox};
use std::path::PathBuf;
use std::sync::LazyLock;

/// One cache for all tests of this run, so that every kit is unpacked once.
static CACHE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    dir
});

/// How bots are run in these tests: as they are for users, in the best sandbox there is.
pub fn options() -> Options {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| {
        Sandbox::choose(Choice::Auto).unwrap_or_else(|refusal| panic!("{refusal}"))
    });
    let mut options = Options::new(Ok(SANDBOX.clone()));
    options.cache = Cache::at(CACHE.path());
    options.memory = 256 << 20;
    options.beside = Beside::Shared(|_| ());
    options
}

/// A file in a folder of its own.
pub fn bot_file(name: &str, text: &str) -> String {
    let folder = tempfile::Builder::new().tempdir_in(CACHE.path()).unwrap().keep();
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// A bot that ends every turn at once.
pub fn polite() -> String {
    bot_file("polite.py", include_str!("../bots/polite.py"))
}

/// The player that a word names.
pub fn player_of<G: Contest>(word: &str, options: &Options) -> Player<G> {
    player::<G>(word, options).unwrap_or_else(|fault| panic!("{word}: {fault}"))
}

/// The result of a match.
#[derive(Debug)]
pub struct Came {
    pub outcome: Outcome,
    pub reports: Vec<Report>,
    pub replay: agon_replay::Replay,
}

impl Came {
    /// The replay's body as text, which contains the bots' logs.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(self.replay.body()).into_owned()
    }

    /// No bot had an incident.
    pub fn is_clean(&self) {
        for report in &self.reports {
            assert!(report.incidents.is_empty(), "{report:#?}");
        }
    }
}

/// A match of these two on the game's first map.
pub fn first_match<G: Contest>(players: &[Player<G>; 2]) -> Match<'_, G> {
    let map = G::Map::parse(G::own_maps()[0].text).unwrap();
    Match {
        setup: G::new_setup(map, Profile::Handbook, 2).unwrap(),
        map: G::own_maps()[0].name.into(),
        rules: Profile::Handbook,
        seed: 1,
        players: players.iter().collect(),
        tournament: false,
        engine: "tests",
        date: None,
    }
}

/// Where the matches of these tests are played. Tests run in parallel and some bots use all their time, so
/// that the machine may be overloaded for others. Such matches are played again alone, as in every run of
/// games.
pub static ROOM: Room = Room::new();

/// Plays a match to its end.
pub fn play_out<G: Contest>(spec: &Match<'_, G>) -> Came {
    let played = ROOM.play(|| play_match(spec, true, &mut |_| {}), |_, _| {}).unwrap();
    Came { outcome: played.outcome, reports: played.reports, replay: played.replay.unwrap() }
}

/// Plays a match between two words on the game's first map.
pub fn play<G: Contest>(first: &str, second: &str, options: &Options) -> Came {
    play_out(&first_match(&[first, second].map(|word| player_of::<G>(word, options))))
}
