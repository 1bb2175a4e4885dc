//! Plays on from a turn of a recorded match, with other programs.

use crate::feed::{FeedFault, Feeder};
use crate::one::{Ending, Match, Played, Player, Table, recorded};
use agon_core::{Contest, Now, Scribe, Seat};
use agon_replay::{Fork, Header, Playback, Recorder, Replay};
use std::fmt;

/// A turn of a match: the first of a round, or the first of a seat in that round.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The round.
    pub round: u32,
    /// The seat on turn; `None` for the first turn of the round.
    pub seat: Option<Seat>,
}

impl Moment {
    fn is_now<G: Contest>(self, game: &G) -> bool {
        let Now::Turn(actors) = game.now() else { return false };
        let is_seat = |seat| actors.iter().any(|&actor| game.seat(actor) == seat);
        game.round() == self.round && self.seat.is_none_or(is_seat)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}", self.round)
    }
}

/// The position of a replay before the turn `at`.
pub fn position_at<G: Contest>(replay: &Replay, at: Moment) -> Result<G, FeedFault> {
    let mut playback = Playback::<G>::open(replay)?;
    run_to(&mut playback, at, &mut ())?;
    Ok(playback.game)
}

/// Plays the replay up to `at`, then plays on with `players`. The programs get the views of the earlier turns
/// too, so that they remember the match; what they say there does not count.
pub fn play_fork<G: Contest>(
    replay: &Replay,
    at: Moment,
    players: Vec<&Player<G>>,
    engine: &str,
    date: Option<String>,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, FeedFault> {
    let header = &replay.header;
    let mut playback = Playback::<G>::open(replay)?;
    let spec = Match { engine, date, ..match_of(header, &playback, players) };
    let mut recorder = Recorder::new(&spec.setup, &playback.game);
    let table = sit_down_at(&mut playback, &spec, header.lot, at, &mut recorder)?;
    let fork = Fork {
        from: header.checksum,
        round: at.round,
        seat: at.seat.map(|seat| G::INFO.seat_names[seat.index()].to_owned()),
        bytes: recorder.bytes() as u64,
        seats: header.seats.clone(),
    };
    let mut game = playback.game;
    let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut recorder, scribe);
    let ending = table.play(&mut game, None, &mut both, watch)?;
    Ok(recorded(&spec, header.lot, game, ending, recorder, Some(fork)))
}

/// The same without a record, for tests of bots. With a `seed` the game and the programs go on with another
/// chance than the recorded one. Returns the last position as well.
pub fn try_fork<G: Contest>(
    replay: &Replay,
    at: Moment,
    players: Vec<&Player<G>>,
    seed: Option<u64>,
    rounds: Option<u32>,
    scribe: &mut dyn Scribe<G>,
) -> Result<(G, Ending), FeedFault> {
    let header = &replay.header;
    let mut playback = Playback::<G>::open(replay)?;
    let mut spec = match_of(header, &playback, players);
    spec.seed = seed.unwrap_or(header.seed);
    let table = sit_down_at(&mut playback, &spec, header.lot, at, &mut ())?;
    let mut game = playback.game;
    if let Some(seed) = seed {
        game.reseed(seed);
    }
    let ending = table.play(&mut game, rounds, scribe, &mut |_| {})?;
    Ok((game, ending))
}

/// The recorded match with other players.
fn match_of<'a, G: Contest>(
    header: &Header,
    playback: &Playback<'_, G>,
    players: Vec<&'a Player<G>>,
) -> Match<'a, G> {
    Match {
        setup: playback.setup().clone(),
        map: header.map.clone(),
        rules: header.rules,
        seed: header.seed,
        players,
        tournament: header.tournament,
        engine: "",
        date: None,
    }
}

/// Plays up to `at`, and gives programs the views of the turns before it. `scribe` hears these turns.
fn sit_down_at<G: Contest>(
    playback: &mut Playback<'_, G>,
    spec: &Match<'_, G>,
    lot: u64,
    at: Moment,
    scribe: &mut dyn Scribe<G>,
) -> Result<Table<G>, FeedFault> {
    let mut table = Table::sit_down(spec, lot)?;
    let programs = table.programs.drain(..).map(Some).collect();
    let mut ignore = |_| {};
    let mut feeder = Feeder::new(&playback.game, programs, &mut ignore);
    let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (scribe, &mut feeder);
    run_to(playback, at, &mut both)?;
    table.programs = feeder.finish()?.into_iter().flatten().collect();
    Ok(table)
}

fn run_to<G: Contest>(
    playback: &mut Playback<'_, G>,
    at: Moment,
    scribe: &mut dyn Scribe<G>,
) -> Result<(), FeedFault> {
    let first = playback.game.round();
    if at.round < first {
        return Err(FeedFault::TooEarly { wanted: at.to_string(), first });
    }
    match playback.run_until(scribe, &mut |game| at.is_now(game))? {
        None => Ok(()),
        Some(verified) => {
            Err(FeedFault::NoSuchMoment { wanted: at.to_string(), last: verified.rounds })
        }
    }
}
