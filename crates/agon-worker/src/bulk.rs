//! Plays games of a simulation, one line of JSON each. The lines have no times, since they must not depend on
//! the machine.

use crate::games::{class, set_up, trouble};
use agon_bots::Options;
use agon_core::{Contest, Seat, StateHash};
use agon_games::Visitor;
use agon_runner::ATTEMPTS;
use agon_runs::{GameSpec, PlayedGame, Stage};
use agon_server::play::bulk::{BulkGame, BulkPlan, MAX_CHUNK_BYTES, MAX_CHUNK_TIME};
use agon_server::play::{Progress, Trouble};
use serde::Serialize;
use std::ops::Range;
use std::time::Instant;

/// Plays a range of a simulation's games.
pub struct PlayBulk<'a> {
    pub plan: &'a BulkPlan,
    pub games: Range<u64>,
    /// Names and words of the bots, in the order of the plan.
    pub bots: Vec<(String, String)>,
    pub options: &'a Options,
    pub engine: &'a str,
    pub progress: &'a Progress,
}

/// One game, as `agon simulate` writes it.
#[derive(Serialize)]
struct Line<'a> {
    index: u64,
    seed: u64,
    map: &'a str,
    /// By seat, as their numbers on the command line, from 0.
    seats: &'a [usize],
    bots: Vec<&'a str>,
    ranks: Vec<u8>,
    scores: Vec<f64>,
    winner: Option<Seat>,
    reason: &'a str,
    rounds: u32,
    state: StateHash,
    /// The class of each bot's first fault.
    faults: Vec<Option<&'static str>>,
}

impl Visitor for PlayBulk<'_> {
    type Out = Result<Vec<String>, Trouble>;
    fn visit<G: Contest>(self) -> Self::Out {
        let PlayBulk { plan, games, bots, options, engine, progress } = self;
        let (stage, players) =
            set_up::<G>(&plan.rules, &plan.clock, &bots, options, engine, progress)?;
        let (start, mut lines, mut bytes) = (Instant::now(), Vec::new(), 0);
        for index in games {
            if progress.is_stopped() || start.elapsed() > MAX_CHUNK_TIME || bytes > MAX_CHUNK_BYTES
            {
                break;
            }
            let game = plan.game(index);
            match play(&stage, &game, &players, progress) {
                Ok(played) => lines.push(line(index, &game, &bots, &played)),
                // A stopped game has no result, and a later failure is that of the next chunk.
                Err(_) if progress.is_stopped() || !lines.is_empty() => break,
                Err(fault) => return Err(trouble(fault)),
            }
            bytes += lines.last().map_or(0, String::len) + 1;
        }
        Ok(lines)
    }
}

/// Plays a game; again if something failed on our side.
fn play(
    stage: &impl Stage,
    game: &BulkGame<'_>,
    players: &[usize],
    progress: &Progress,
) -> Result<PlayedGame, agon_runner::Trouble> {
    let spec = GameSpec {
        map: game.map.to_owned(),
        seed: game.seed,
        lot: 0,
        seats: game.seats.iter().map(|&bot| players[bot]).collect(),
        tournament: false,
    };
    let mut attempt = 1;
    loop {
        match stage.play(&spec, false) {
            Err(_) if attempt < ATTEMPTS && !progress.is_stopped() => attempt += 1,
            played => return played,
        }
    }
}

fn line(index: u64, game: &BulkGame<'_>, bots: &[(String, String)], played: &PlayedGame) -> String {
    let standings = &played.outcome.standings;
    let line = Line {
        index,
        seed: game.seed,
        map: &played.map,
        seats: &game.seats,
        bots: game.seats.iter().map(|&bot| bots[bot].0.as_str()).collect(),
        ranks: standings.iter().map(|standing| standing.rank).collect(),
        scores: standings.iter().map(|standing| standing.score).collect(),
        winner: played.outcome.winner(),
        reason: &played.outcome.reason.code,
        rounds: played.rounds,
        state: played.state,
        faults: played.kinds.iter().map(|kind| kind.map(|kind| class(kind).name())).collect(),
    };
    serde_json::to_string(&line).expect("plain data")
}
