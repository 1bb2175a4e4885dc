//! Bots written for the Mars Makeover contest, unmodified, as real programs in the real sandbox.

use crate::table::{Came, bot_file, options, play_out};
use agon_bots::{Api, GameApis, Options, find, player};
use agon_core::{Contest, GameMap, Profile, Seat};
use agon_mars::{Mars, Rules, Setup};
use agon_runner::{IncidentKind, Match};
use std::path::{Path, PathBuf};

fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/mars/original/python")
}

/// A bot of the kit's own tests or examples.
fn bot(name: &str) -> String {
    kit().join(name).display().to_string()
}

fn play(bots: [&str; 2], rules: Rules, seed: u64, options: &Options) -> Came {
    let players = bots.map(|word| {
        player::<Mars>(word, options).unwrap_or_else(|fault| panic!("{word}: {fault}"))
    });
    let own = &Mars::own_maps()[0];
    let is_original = rules.transform == Rules::original().transform;
    let spec = Match {
        setup: Setup::new(<Mars as Contest>::Map::parse(own.text).unwrap(), rules).unwrap(),
        map: own.name.into(),
        rules: if is_original { Profile::Original } else { Profile::Handbook },
        seed,
        players: players.iter().collect(),
        tournament: false,
        engine: "tests",
        date: None,
    };
    play_out(&spec)
}

/// The folder that the contest handed out: the bots that it brings play each other.
#[test]
fn bots_of_the_contests_folder_play() {
    let folder = PathBuf::from(bot_file("README", "below")).parent().unwrap().to_owned();
    let engine = Mars::ENGINE_FOLDER.unwrap();
    for (name, text) in engine.files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let text = std::fs::read_to_string(folder.join(engine.settings)).unwrap();
    let settings = (engine.read_settings)(&text).unwrap();
    assert!(
        Mars::own_maps().iter().any(|map| settings.map == format!("maps/{}.awap23m", map.name))
    );
    let [blue, red] = &settings.bots[..] else { panic!("two bots") };
    let [blue, red] = [blue, red].map(|name| folder.join(name).display().to_string());
    let came = play([&blue, &red], Rules { rounds: 40, ..Rules::original() }, 1, &options());
    came.is_clean();
}

const SHORT: Rules = Rules { rounds: 40, ..Rules::handbook() };

#[test]
fn two_bots_of_the_contest_play_a_whole_match() {
    let prospector = bot("examples/prospector.py");
    let came = play([&prospector, &prospector], Rules::handbook(), 1, &options());
    came.is_clean();
    for report in &came.reports {
        assert_eq!(report.turns, 200);
        assert!(report.sandbox.is_some());
    }
    assert!(came.outcome.standings.iter().all(|s| s.score > 10.0), "{:?}", came.outcome);
    assert!(came.replay.header.orders > 1000, "{}", came.replay.header.orders);
}

#[test]
fn a_bot_of_the_contest_beats_a_bot_that_moves_at_random() {
    let came =
        play(["builtin:random", &bot("examples/prospector.py")], Rules::original(), 2, &options());
    came.is_clean();
    assert_eq!(came.outcome.winner(), Some(Seat(1)), "{:?}", came.outcome);
}

#[test]
fn the_contests_interface_is_complete_under_the_handbook() {
    let probe = bot("tests/probe_handbook.py");
    let came = play([&probe, &probe], SHORT, 1, &options());
    came.is_clean();
    for who in ["turn 40 of Team.BLUE is examined", "turn 40 of Team.RED is examined"] {
        assert!(came.log().contains(who), "the log should say {who:?}");
    }
}

#[test]
fn the_contests_interface_is_complete_under_the_original_rules() {
    let probe = bot("tests/probe_original.py");
    let rules = Rules { rounds: 40, ..Rules::original() };
    let came = play([&probe, "builtin:greedy"], rules, 1, &options());
    came.is_clean();
    assert!(came.log().contains("turn 40 of Team.BLUE is examined"));
}

#[test]
fn a_fault_costs_only_the_turn_in_which_it_happens() {
    let came = play([&bot("tests/rude.py"), "builtin:greedy"], SHORT, 1, &options());
    let report = &came.reports[0];
    assert_eq!(report.turns, 40);
    let rude = |sentence: &str| {
        let told = report.incidents.iter().filter(|i| i.sentence.contains(sentence));
        told.inspect(|i| assert_eq!(i.kind, IncidentKind::Exception)).map(|i| i.times).sum::<u64>()
    };
    assert_eq!(rude("IndexError: list index out of range"), 4);
    assert_eq!(rude("IllegalMoveError: no direction was named"), 5);
    assert_eq!(rude("SystemExit: that is enough"), 5);
    assert_eq!(rude("KeyboardInterrupt"), 5);
    assert_eq!(rude("RecursionError"), 4);
    assert_eq!(report.incident_count(), 4 + 5 + 5 + 5 + 4, "{:#?}", report.incidents);
    let log = came.log();
    for line in ["hello from Team.BLUE", "robot 299 thinks", "in play_turn", "return [][self.turn]"]
    {
        assert!(log.contains(line), "the log should have {line:?}");
    }
    assert!(!log.contains("host.py"), "a traceback shows the bot's lines only");
}

#[test]
fn numpy_is_there_and_chance_follows_from_the_seed() {
    let scientist = bot("tests/scientist.py");
    let draws = |seed, options: &Options| {
        let rules = Rules { rounds: 5, ..Rules::handbook() };
        let came = play([&scientist, "builtin:nothing"], rules, seed, options);
        if !came.reports[0].incidents.is_empty() {
            let words = &came.reports[0].last_words;
            let remedy = "run `cargo xtask test`, or name a Python that has numpy in AGON_PYTHON";
            panic!("the bot that uses numpy went wrong: {words:?}\n({remedy})");
        }
        came.is_clean();
        let log = came.log();
        let (_, rest) = log.split_once("first draws: ").expect("the bot prints them");
        let numbers = rest.split_whitespace().take(2).map(|n| n.chars().take(12).collect());
        numbers.collect::<Vec<String>>()
    };
    let first = draws(1, &options());
    assert_eq!(first, draws(1, &options()));
    let other = draws(2, &options());
    assert!(first[0] != other[0] && first[1] != other[1], "{first:?} {other:?}");
    let unseeded = Options { seed_bots: false, ..options() };
    let free = [draws(1, &unseeded), draws(1, &unseeded)];
    assert!(free[0][0] != free[1][0] && free[0][1] != free[1][1], "{free:?}");
}

#[test]
fn a_bot_that_cannot_be_started_loses_and_its_author_reads_why() {
    for (name, says) in [
        ("tests/no_class.py", "InvalidBotFileError: no_class.py has no class BotPlayer"),
        ("tests/fails_to_start.py", "ValueError: the map of my life is missing"),
    ] {
        let word = format!("original:{}", bot(name));
        let came = play([&word, "builtin:nothing"], SHORT, 1, &options());
        assert_eq!(came.outcome.winner(), Some(Seat(1)), "{name}");
        assert_eq!(came.reports[0].incidents[0].kind, IncidentKind::Exited, "{name}");
        let words = came.reports[0].last_words.clone().unwrap_or_default();
        assert!(words.contains(says), "{name} should say {says:?}: {words:?}");
    }
}

#[test]
fn an_endless_bot_uses_up_its_time_bank() {
    let rules = Rules { time_bank_s: 2.0, ..SHORT };
    let came = play(["builtin:nothing", &bot("tests/endless.py")], rules, 1, &options());
    assert_eq!((came.outcome.winner(), &*came.outcome.reason.code), (Some(Seat(0)), "timeout"));
    assert_eq!(came.reports[1].incidents[0].kind, IncidentKind::OutOfTime);
}

#[test]
fn bots_of_the_contest_are_recognised() {
    let api = |text: &str| {
        let path = bot_file("some_bot.py", text);
        find(&path, GameApis::of::<Mars>(), "").unwrap().api
    };
    let class = "class BotPlayer(Player): pass\n";
    for import in ["from src.player import Player", "import src.player", "from src import player"] {
        assert_eq!(api(&format!("{import}\n{class}")), Api::Original, "{import}");
    }
    assert_eq!(api("from bots.probe import BotPlayer\n"), Api::Original);
    assert_eq!(api(&format!("import agon\n{class}agon.run(BotPlayer)\n")), Api::Agon);
    assert_eq!(api("# from src import a BotPlayer\nprint('hello')\n"), Api::Agon);
}
