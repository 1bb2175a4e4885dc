//! Checks `docs/protocol.md`: replays its transcripts, plays its bot, compares its limits with the program's.

use crate::scenes;
use crate::table::{bot_file, options, play};
use agon_asterobots::Asterobots;
use agon_bots::{Break, Farewell, HangUp, Line, Patience, Session};
use agon_core::{Contest, Profile, Seat};
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_protocol::{Format, MESSAGE_LIMIT};
use agon_runner::{Match, Player, Program, built_in};
use agon_testkit::{part, part_holds};
use agon_timetravel::TimeTravel;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Instant;

const DOCUMENT: &str = "docs/protocol.md";
const END: &str = "<!-- end -->";

/// The bot's side of a transcript, and the transcript as the program writes it.
struct Told {
    /// What the bot says, line by line; a line in brackets is silence until the time is up.
    said: VecDeque<String>,
    line: Vec<u8>,
    story: Arc<Mutex<String>>,
}

impl Told {
    fn tell(&self, sign: &str, line: &str) {
        writeln!(self.story.lock().unwrap(), "{sign}{line}").unwrap();
    }
}

impl Line for Told {
    fn send(&mut self, bytes: &[u8], _: Option<Instant>) -> Result<(), Break> {
        let line = std::str::from_utf8(bytes).expect("JSON is text");
        self.tell("> ", line.strip_suffix('\n').expect("a message is a line"));
        Ok(())
    }

    fn receive(&mut self, _: Format, _: Option<Instant>) -> Result<&[u8], Break> {
        let said = self.said.pop_front().ok_or(Break::Closed)?;
        if said.starts_with('(') {
            self.tell("", &said);
            return Err(Break::Late);
        }
        self.tell("< ", &said);
        self.line = said.into_bytes();
        Ok(&self.line)
    }

    fn hang_up(&mut self, _: HangUp) -> Farewell {
        Farewell::default()
    }
}

/// Plays the match of a transcript from a position: the bot on the first seat sends the document's lines, and
/// everything else is computed anew.
fn holds<G: Contest>(name: &str, map: &str, game: G, setup: G::Setup, clock: bool) {
    let marker = format!("<!-- transcript of {name}: made by `cargo xtask protocol --bless` -->");
    let known = part(DOCUMENT, &marker, END);
    let is_the_bots = |line: &&str| line.starts_with("< ") || line.starts_with('(');
    let bots = known.lines().filter(is_the_bots);
    let said: VecDeque<String> = bots.map(|l| l.trim_start_matches("< ").to_owned()).collect();
    let story = Arc::new(Mutex::new(String::new()));
    let written = story.clone();
    let patience = Patience { clock, ..Patience::default() };
    let reader = Player::<G> {
        name: "transcript".into(),
        hash: None,
        sit: Box::new(move |seating| {
            let line = Told { said: said.clone(), line: vec![], story: written.clone() };
            let session = Session::<G, Told>::open(line, seating, patience, None)?;
            Ok(Box::new(session) as Box<dyn Program<G>>)
        }),
    };
    let idle = built_in::<G>("nothing").unwrap();
    let (rules, map) = (Profile::Handbook, map.to_owned());
    let players = vec![&reader, &idle];
    let spec = Match {
        setup,
        map,
        rules,
        seed: 1,
        players,
        tournament: false,
        engine: "tests",
        date: None,
    };
    agon_runner::play(&spec, &mut game.clone(), &mut (), &mut |_| {}).unwrap();
    let story = format!("```text\n{}```\n", story.lock().unwrap());
    assert!(
        story.contains("> {\"type\":\"over\""),
        "the bot's lines end before the match\n{story}"
    );
    part_holds(DOCUMENT, &marker, END, &story);
}

#[test]
fn mars_is_played_as_written() {
    let (game, setup) = scenes::mars();
    // With a clock, the rest of the time bank would differ from run to run.
    holds::<Mars>("Mars Makeover", "nursery", game, setup, false);
}

#[test]
fn asterobots_is_played_as_written() {
    let (game, setup) = scenes::asterobots();
    holds::<Asterobots>("Asterobots", "pebble", game, setup, true);
}

#[test]
fn galaxy_is_played_as_written() {
    let (game, setup) = scenes::galaxy();
    holds::<GalaxyCommander>("Galaxy Commander", "triangle", game, setup, true);
}

#[test]
fn timetravel_is_played_as_written() {
    let (game, setup) = scenes::timetravel();
    holds::<TimeTravel>("Time Travel", "meadow", game, setup, true);
}

#[test]
fn homerun_is_played_as_written() {
    let (game, setup) = scenes::homerun();
    holds::<HomeRun>("Home Run", "backyard", game, setup, true);
}

#[test]
fn mistakes_are_answered_as_written() {
    let (game, setup) = scenes::galaxy();
    holds::<GalaxyCommander>("mistakes", "triangle", game, setup, true);
}

#[test]
fn the_bot_of_the_document_beats_a_bot_that_does_nothing() {
    let block = part(DOCUMENT, "<!-- bot.py -->", END);
    let code = block.trim_start_matches("```python\n").trim_end_matches("```\n");
    let came = play::<Mars>(&bot_file("bot.py", code), "builtin:nothing", &options());
    assert!(came.reports[0].incidents.is_empty(), "{:?}", came.reports[0]);
    assert_eq!(came.reports[0].turns, 200);
    assert_eq!(came.outcome.winner(), Some(Seat(0)), "{:?}", came.outcome);
}

#[test]
fn the_limits_are_those_of_the_program() {
    let mib = |bytes: usize| format!("{} MiB", bytes >> 20);
    let rows = [
        ("one message of a bot", mib(MESSAGE_LIMIT)),
        ("everything a bot says in one turn", mib(agon_bots::TURN_BYTES)),
        ("everything a bot writes to its log in one match", mib(agon_bots::LOG_BYTES)),
        ("the text of one note or line of the log; the rest is cut off", {
            format!("{} KiB", agon_bots::NOTE_BYTES >> 10)
        }),
        ("all notes and log lines that are kept of one bot in one match", {
            mib(agon_bots::NOTES_BYTES)
        }),
        ("memory", {
            let mib = agon_bots::DEFAULT_MEMORY_BYTES >> 20;
            format!("{mib} MiB, unless `--memory` says otherwise")
        }),
        ("compiling a bot's sources", format!("{} s", agon_bots::COMPILE_SECONDS)),
        ("from the start of the program until `ready`", {
            let start = Patience::default().start.as_secs();
            format!("{start} s, unless `--start-seconds` says otherwise")
        }),
        ("all turns of a bot in one match together", {
            let seconds = Patience::default().whole_match.as_secs();
            format!("{seconds} s, unless `--match-seconds` says otherwise")
        }),
        ("turns in a row without an answer before a bot is given up", {
            agon_bots::LATE_TURNS.to_string()
        }),
    ];
    let mut table = String::from("\n| what | at most |\n|---|---|\n");
    for (what, most) in rows {
        writeln!(table, "| {what} | {most} |").unwrap();
    }
    let marker = "<!-- limits: made by `cargo xtask protocol --bless` -->";
    part_holds(DOCUMENT, marker, END, &(table + "\n"));
}
