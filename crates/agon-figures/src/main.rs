//! Prints the behaviour signatures of all games (`signatures N`) or the levels of one game (`levels GAME`).
//! For a tool that counts instructions it plays idle games of one game (`idle GAME N`) or the same game of
//! one level several times (`level GAME LEVEL N`) or only carries out its orders again, with views but
//! without bots (`again GAME LEVEL N`), and prints nothing. `orders GAME LEVEL N` prints a hash over all
//! orders of N games, which must stay the same when a level only becomes faster. `turns GAME LEVEL N
//! WISH...` prints the CPU time of a turn in N games of a level against itself on generated maps. `verify
//! FILE...` simulates replays again, as `agon replay verify` does; exit code 1 if one is wrong.

use agon_core::{StateHash, TestSupport};
use agon_figures::{
    describe_times, hash_orders, play_idle_games, play_level_games, play_orders_again, signature,
    thinking_levels, turn_times,
};
use agon_games::{GAMES, Visitor, visit};
use agon_replay::{Playback, Replay, ReplayFault};
use std::process::ExitCode;

struct Idle(u64);

impl Visitor for Idle {
    type Out = u64;
    fn visit<G: TestSupport>(self) -> u64 {
        play_idle_games::<G>(self.0)
    }
}

struct Level<'a>(&'a str, u64);

impl Visitor for Level<'_> {
    type Out = Option<()>;
    fn visit<G: TestSupport>(self) -> Option<()> {
        play_level_games::<G>(self.0, self.1)
    }
}

struct Again<'a>(&'a str, u64);

impl Visitor for Again<'_> {
    type Out = Option<()>;
    fn visit<G: TestSupport>(self) -> Option<()> {
        play_orders_again::<G>(self.0, self.1)
    }
}

struct Orders<'a>(&'a str, u64);

impl Visitor for Orders<'_> {
    type Out = Option<StateHash>;
    fn visit<G: TestSupport>(self) -> Option<StateHash> {
        hash_orders::<G>(self.0, self.1)
    }
}

struct Turns<'a>(&'a str, u64, &'a [&'a str]);

impl Visitor for Turns<'_> {
    type Out = Result<String, String>;
    fn visit<G: TestSupport>(self) -> Result<String, String> {
        Ok(describe_times(&turn_times::<G>(self.0, self.1, self.2)?))
    }
}

struct Levels;

impl Visitor for Levels {
    type Out = ();
    fn visit<G: TestSupport>(self) {
        thinking_levels::<G>().for_each(|level| println!("{level}"));
    }
}

struct Signature(u64);

impl Visitor for Signature {
    type Out = (StateHash, u32);
    fn visit<G: TestSupport>(self) -> (StateHash, u32) {
        (signature::<G>(self.0), G::INFO.version)
    }
}

struct Verify<'a>(&'a Replay);

impl Visitor for Verify<'_> {
    type Out = Result<(), ReplayFault>;
    fn visit<G: TestSupport>(self) -> Result<(), ReplayFault> {
        Playback::<G>::open(self.0)?.run(&mut ()).map(drop)
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["verify", files @ ..] if !files.is_empty() => return verify(files),
        ["turns", game, level, games, wishes @ ..] => {
            let turns = |games| visit(game, Turns(level, games, wishes));
            match games.parse().ok().and_then(turns) {
                Some(Err(fault)) => {
                    eprintln!("{fault}");
                    return ExitCode::FAILURE;
                }
                Some(Ok(line)) => {
                    println!("{line}");
                    Some(())
                }
                None => None,
            }
        }
        ["signatures", games] => games.parse().ok().map(print_signatures),
        ["idle", game, games] => {
            games.parse().ok().and_then(|games| visit(game, Idle(games))).map(|_| ())
        }
        ["levels", game] => visit(game, Levels),
        ["level", game, level, games] => {
            games.parse().ok().and_then(|games| visit(game, Level(level, games)).flatten())
        }
        ["again", game, level, games] => {
            games.parse().ok().and_then(|games| visit(game, Again(level, games)).flatten())
        }
        ["orders", game, level, games] => {
            let hash = |games| visit(game, Orders(level, games)).flatten();
            games.parse().ok().and_then(hash).map(|hash| println!("{hash}"))
        }
        _ => None,
    };
    if done.is_none() {
        eprintln!(
            "agon-figures signatures N | idle GAME N | levels GAME | level GAME LEVEL N | \
             again GAME LEVEL N | orders GAME LEVEL N | turns GAME LEVEL N [WISH...] | verify FILE..."
        );
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// A line per game: its id, the version of its rules, the signature.
fn print_signatures(games: u64) {
    for info in GAMES {
        if let Some((hash, version)) = visit(info.id, Signature(games)) {
            println!("{} {version} {hash}", info.id);
        }
    }
}

/// A line per replay: its file, and `verified` or what is wrong with it.
fn verify(files: &[&str]) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match verify_one(file) {
            Ok(()) => println!("{file}: verified"),
            Err(fault) => {
                println!("{file}: {fault}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn verify_one(file: &str) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|why| format!("cannot read it: {why}"))?;
    let replay = Replay::from_bytes(&bytes).map_err(|fault| fault.to_string())?;
    let verdict = visit(&replay.header.game, Verify(&replay));
    verdict.ok_or("it is of an unknown game")?.map_err(|fault| fault.to_string())
}
