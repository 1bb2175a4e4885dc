//! The kits in real matches in the real sandbox: the starters, the manual's bots, and a bot in each language
//! that uses everything its kit has. `examples` plays the other examples.

use crate::table::{bot_file, first_match, options, player_of};
use agon_asterobots::Asterobots;
use agon_bots::{Api, Language, Options, new_bot, original_languages};
use agon_core::{Actor, Chance, Contest, End, Game, Note, Outcome, Scribe, Seat, Spot};
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_runner::{IncidentKind, Report};
use agon_timetravel::TimeTravel;
use std::path::Path;

/// What the first seat's bot has done: its calls and its notes, in order.
#[derive(Default)]
struct KitDiary {
    calls: Vec<String>,
    notes: Vec<Note>,
}

impl KitDiary {
    /// The log lines that the bot has marked, and all drawings.
    fn marked(&self) -> Vec<&Note> {
        let is_marked = |note: &&Note| !matches!(note, Note::Log(text) if !text.starts_with("= "));
        self.notes.iter().filter(is_marked).collect()
    }

    fn has_line(&self, line: &str) -> bool {
        self.notes.iter().any(|note| matches!(note, Note::Log(text) if text == line))
    }
}

impl<G: Game> Scribe<G> for KitDiary {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, _reply: &G::Reply) {
        if game.seat(actor) == Seat(0) {
            self.calls.push(format!("{call:?}"));
        }
    }

    fn end(&mut self, _game: &G, _actor: Actor, _end: &End) {}

    fn note(&mut self, game: &G, actor: Actor, note: &Note) {
        if game.seat(actor) == Seat(0) {
            self.notes.push(note.clone());
        }
    }
}

/// A match of a bot against a built-in one, on the game's first map.
struct PlayedMatch {
    diary: KitDiary,
    outcome: Outcome,
    report: Report,
}

fn play<G: Contest>(bot: &str, opponent: &str, options: &Options) -> PlayedMatch {
    let players = [bot, opponent].map(|word| player_of::<G>(word, options));
    let spec = first_match(&players);
    let mut diary = KitDiary::default();
    let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
    let mut ending = agon_runner::play(&spec, &mut game, &mut diary, &mut |_| {}).unwrap();
    PlayedMatch { diary, outcome: ending.outcome, report: ending.reports.swap_remove(0) }
}

/// Without clock: these tests check what bots do, and their speed depends on the load of the machine.
fn untimed() -> Options {
    let mut options = options();
    options.patience.clock = false;
    options
}

/// The bot wins without an incident.
fn wins<G: Contest>(bot: &str, opponent: &str) {
    let PlayedMatch { diary, outcome, report } = play::<G>(bot, opponent, &untimed());
    assert!(report.incidents.is_empty(), "{bot}: {report:?}");
    assert!(report.turns > 0 && !diary.calls.is_empty(), "{bot} did something");
    let reason = &outcome.reason.sentence;
    assert_eq!(outcome.winner(), Some(Seat(0)), "{bot} against {opponent}: {reason}");
}

/// A folder with a new bot, as `agon new` writes it.
fn starter<G: Contest>(language: Language) -> String {
    let readme = bot_file("README.md", "");
    let folder = Path::new(&readme).parent().unwrap();
    for (name, bytes) in new_bot::<G>(language, None, "a \"new\" bot").expect("there is a starter")
    {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let readme = std::fs::read_to_string(&readme).unwrap();
    assert!(readme.contains(G::INFO.title) && !readme.contains('{'), "{readme}");
    folder.display().to_string()
}

/// Every new bot plays a legal game at once, and better than one that does nothing.
fn starters_play<G: Contest>() {
    for language in Language::with_starter() {
        wins::<G>(&starter::<G>(language), "builtin:nothing");
    }
}

/// The starters for games that have none of their own end their turns without a call.
#[test]
fn general_starters_play_legally() {
    for language in Language::with_starter() {
        let folder = format!("{}/../../sdk/{language}/starter", env!("CARGO_MANIFEST_DIR"));
        let came = play::<Mars>(&folder, "builtin:nothing", &untimed());
        assert!(came.report.incidents.is_empty(), "{language}: {:?}", came.report);
        assert_eq!((came.report.turns, came.diary.calls.len()), (200, 0), "{language}");
    }
}

/// What games say about their original interfaces is there: guides, hosts and starters.
fn originals_are_complete<G: Contest>() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for api in G::ORIGINAL_APIS {
        let what = format!("{} in {}", G::INFO.id, api.language);
        assert!(root.join(api.guide).is_file(), "{what}: {}", api.guide);
        let language = Language::from_word(api.language).expect("the language is known");
        let bot = new_bot::<G>(language, Some(Api::Original), "a bot");
        assert_eq!(bot.is_some(), !api.starter.is_empty(), "{what}");
        assert_eq!(original_languages::<G>().contains(&language), bot.is_some(), "{what}");
        for (name, bytes) in bot.unwrap_or_default() {
            let text = String::from_utf8(bytes).unwrap();
            let is_entry = api.starter.iter().any(|file| Path::new(file.name) == name);
            assert!(!is_entry || (api.is_written_for)(&text), "{what}: {name:?} is not recognised");
        }
    }
}

#[test]
fn original_interfaces_are_complete() {
    originals_are_complete::<Mars>();
    originals_are_complete::<Asterobots>();
    originals_are_complete::<GalaxyCommander>();
    originals_are_complete::<TimeTravel>();
    originals_are_complete::<HomeRun>();
}

#[test]
fn starters_play_mars() {
    starters_play::<Mars>();
}

#[test]
fn starters_play_asterobots() {
    starters_play::<Asterobots>();
}

#[test]
fn starters_play_galaxy() {
    starters_play::<GalaxyCommander>();
}

#[test]
fn starters_play_timetravel() {
    starters_play::<TimeTravel>();
}

#[test]
fn starters_play_homerun() {
    starters_play::<HomeRun>();
}

/// The manual shows one bot in every language that has a kit: all must play the same game.
#[test]
fn the_manual_shows_the_same_bot_in_every_language() {
    let manual = include_str!("../../../../docs/kits.md");
    let bots = [
        ("python", "bot.py"),
        ("cpp", "bot.cpp"),
        ("js", "bot.js"),
        ("rust", "bot.rs"),
        ("go", "bot.go"),
    ];
    let mut first: Option<PlayedMatch> = None;
    for (language, file) in bots {
        let (_, text) = manual.split_once(&format!("```{language}\n")).expect(language);
        let (text, _) = text.split_once("```").expect("a block has an end");
        let came = play::<GalaxyCommander>(&bot_file(file, text), "builtin:random", &untimed());
        assert!(came.report.incidents.is_empty(), "{language}: {:?}", came.report);
        assert!(came.diary.calls.len() > 100);
        if let Some(first) = &first {
            assert_eq!(came.diary.calls, first.diary.calls, "{language} says something else");
            assert_eq!(came.diary.notes, first.diary.notes, "{language} logs something else");
        }
        first.get_or_insert(came);
    }
}

/// The manual of every game shows the bots that `agon new` writes.
#[test]
fn the_manuals_show_the_starters() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut shown = 0;
    for game in std::fs::read_dir(&games).unwrap().map(|entry| entry.unwrap()) {
        let name = game.file_name().into_string().unwrap();
        let Some(manual) = agon_bots::manual(&name) else { continue };
        for (language, file) in [("python", "bot.py"), ("js", "bot.js")] {
            let starter = game.path().join("starters").join(file);
            let starter = std::fs::read_to_string(&starter).unwrap();
            let block = format!("```{language}\n{}\n```", starter.trim_end());
            assert!(manual.contains(&block), "the manual of {name} should show {file}");
            shown += 1;
        }
    }
    assert_eq!(shown, 10);
    assert!(agon_bots::manual("chess").is_none());
}

#[test]
fn modules_import_the_kit_by_its_name() {
    let text = "import * as agon from 'agon';\nagon.run((turn) => turn.call('set_scan', 1));\n";
    let came = play::<GalaxyCommander>(&bot_file("bot.mjs", text), "builtin:nothing", &untimed());
    assert!(came.report.incidents.is_empty(), "{:?}", came.report);
    assert_eq!(came.diary.calls.len(), 100);
}

const MANNERS: [(&str, &str); 5] = [
    ("manners.py", include_str!("../bots/manners.py")),
    ("manners.js", include_str!("../bots/manners.js")),
    ("manners.cpp", include_str!("../bots/manners.cpp")),
    ("manners.rs", include_str!("../bots/manners.rs")),
    ("manners.go", include_str!("../bots/manners.go")),
];

/// Log lines as notes.
fn logs(lines: &[&str]) -> Vec<Note> {
    lines.iter().map(|&line| Note::Log(line.into())).collect()
}

#[test]
fn every_kit_says_what_can_be_said() {
    let unit = |name: &str| Spot::Unit(name.into());
    let seed = agon_core::split_seed(1, 1) >> 11;
    let mut expected = logs(&[
        "= galaxy 1 handbook default",
        "= seat 0 blue of 2",
        &format!("= no tournament, seed {seed}"),
        "= turn 1 of actor 0 in round 1",
        "= in time, no energy",
        "= queued 1 ok",
        "= -5 energy cannot be spent: the number is negative",
        "= refused, no answer",
        "= queued: ok",
        "= refused: three commands are queued already: a command turn has three actions",
        "= scan energy 2",
    ]);
    let to = Spot::Tile(vec![3, 4]);
    expected.push(Note::Dot { at: unit("A"), colour: [255, 220, 0] });
    expected.push(Note::Line { from: unit("A"), to, colour: [255, 0, 0] });
    expected.push(Note::Text { at: unit("7"), text: "here".into(), colour: [1, 2, 3] });
    for (name, text) in MANNERS {
        let came = play::<GalaxyCommander>(&bot_file(name, text), "builtin:nothing", &options());
        let notes = came.diary.marked();
        assert_eq!(notes, expected.iter().collect::<Vec<_>>(), "{name}: {:?}", came.report);
        for line in text.split('"').filter(|word| word.starts_with("printed ")) {
            assert!(came.diary.has_line(line), "{name} printed {line:?}: {:?}", came.diary.notes);
        }
        let kinds: Vec<_> = came.report.incidents.iter().map(|incident| incident.kind).collect();
        assert_eq!(kinds, [IncidentKind::Protocol, IncidentKind::Exception], "{name}");
        let sentence = &came.report.incidents[1].sentence;
        assert!(sentence.contains("round 3") && sentence.contains("on purpose"), "{sentence}");
        assert_eq!(came.report.turns, 100, "{name} plays on after its exception");
    }
}

#[test]
fn every_unit_has_its_own_instance_and_stops_when_it_must() {
    let expected =
        logs(&["= a new HQ", "= a new PITCHER", "= energy 14800", "= turn 5 of a PITCHER"]);
    for (name, text) in MANNERS {
        let came = play::<HomeRun>(&bot_file(name, text), "builtin:nothing", &untimed());
        let notes = came.diary.marked();
        assert_eq!(notes, expected.iter().collect::<Vec<_>>(), "{name}: {:?}", came.report);
        // The headquarters ends itself in its third turn, the pitcher fails in its fifth.
        assert_eq!((came.report.turns, came.report.incidents.len()), (8, 1), "{name}");
    }
}
