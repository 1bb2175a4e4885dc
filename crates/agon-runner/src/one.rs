//! One match from the first turn to the result.

use crate::program::{Program, Report, Seating, Trouble};
use crate::together;
use agon_core::{
    Chance, Contest, Game, Now, Outcome, Profile, Reason, Scribe, Seat, Standing, Turn, split_seed,
};
use agon_replay::{Fork, Header, Recorder, Replay, SeatEntry, Tap};

/// Puts a bot on a seat.
pub type Sit<G> = dyn Fn(&Seating<'_>) -> Result<Box<dyn Program<G>>, Trouble> + Send + Sync;

/// A player that can take a seat in any match.
pub struct Player<G: Game> {
    /// The bot as it was named.
    pub name: String,
    /// A fingerprint of the bot's files; none for bots that come with Agon.
    pub hash: Option<String>,
    /// Sits down for one match.
    pub sit: Box<Sit<G>>,
}

/// Everything one match needs.
pub struct Match<'a, G: Contest> {
    /// Map and rules.
    pub setup: G::Setup,
    /// The map's name.
    pub map: String,
    /// The rule profile.
    pub rules: Profile,
    /// The seed; the players' seeds follow from it.
    pub seed: u64,
    /// The bots, by seat.
    pub players: Vec<&'a Player<G>>,
    /// Whether the match is one of a tournament, which a bot may be told.
    pub tournament: bool,
    /// What to write into the replay as the program that played it.
    pub engine: &'a str,
    /// What to write into the replay as the time of play.
    pub date: Option<String>,
}

/// The result of a match, and a report on each seat's program.
#[derive(Clone, Debug)]
pub struct Ending {
    /// How the game ended.
    pub outcome: Outcome,
    /// By seat.
    pub reports: Vec<Report>,
}

/// Plays a match from the position `game` to its end, with `scribe` writing along. After every turn
/// `watch` sees the position.
pub fn play<G: Contest>(
    spec: &Match<'_, G>,
    game: &mut G,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Ending, Trouble> {
    play_of(spec, 0, game, scribe, watch)
}

fn play_of<G: Contest>(
    spec: &Match<'_, G>,
    lot: u64,
    game: &mut G,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Ending, Trouble> {
    Table::sit_down(spec, lot)?.play(game, None, scribe, watch)
}

/// The code of the reason in the outcome of a match that was not played to its end.
pub const STOPPED: &str = "stopped";

/// Plays some rounds of a match from the position `game`, to see how the programs do. If the game goes on
/// after them, the outcome says that it was [`STOPPED`].
pub fn try_out<G: Contest>(
    spec: &Match<'_, G>,
    game: &mut G,
    rounds: u32,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Ending, Trouble> {
    Table::sit_down(spec, 0)?.play(game, Some(rounds), scribe, watch)
}

/// The outcome of a match that was not played to its end.
pub(crate) fn stopped(seats: usize, sentence: String) -> Outcome {
    let standings = vec![Standing { rank: 1, score: 0.0 }; seats];
    Outcome { standings, reason: Reason { code: STOPPED.into(), sentence } }
}

/// Sets the seeds of bots apart from that of the game.
const BOTS: u64 = 0xB075;

/// The seed of the program on a seat.
pub(crate) fn seed_of_seat(seed: u64, lot: u64, seat: Seat) -> u64 {
    let base = if lot == 0 { seed } else { split_seed(seed ^ BOTS, lot) };
    // The first split sets the players apart from the game, the second each other's actors.
    split_seed(base, 1 + u64::from(seat.0))
}

/// A match under way.
pub(crate) struct Table<G: Game> {
    pub programs: Vec<Box<dyn Program<G>>>,
    view: G::View,
    round: Option<u32>,
}

impl<G: Contest> Table<G> {
    pub fn sit_down(spec: &Match<'_, G>, lot: u64) -> Result<Table<G>, Trouble> {
        let Match { rules, tournament, ref map, .. } = *spec;
        let seats = spec.players.len();
        let mut programs = Vec::new();
        for (seat, player) in spec.players.iter().enumerate() {
            let seat = Seat(seat as u8);
            let seed = seed_of_seat(spec.seed, lot, seat);
            let seating = Seating { seat, seats, seed, rules, map, tournament };
            programs.push((player.sit)(&seating)?);
        }
        Ok(Table { programs, view: G::View::default(), round: None })
    }

    /// Plays to the end of the match, or for this many rounds. The outcome of a match that goes on after them
    /// says that it was [`STOPPED`].
    pub fn play(
        mut self,
        game: &mut G,
        rounds: Option<u32>,
        scribe: &mut dyn Scribe<G>,
        watch: &mut dyn FnMut(&G),
    ) -> Result<Ending, Trouble> {
        let last = rounds.map(|rounds| game.round().saturating_add(rounds));
        while last.is_none_or(|last| game.round() < last) {
            if let Some(outcome) = self.ask(game, scribe, watch)? {
                return Ok(self.leave(outcome));
            }
        }
        let sentence = format!("the match was stopped before round {}", game.round());
        let seats = self.programs.len();
        Ok(self.leave(stopped(seats, sentence)))
    }

    /// Asks the actors whose turn it is, or returns how the game ended.
    pub fn ask(
        &mut self,
        game: &mut G,
        scribe: &mut dyn Scribe<G>,
        watch: &mut dyn FnMut(&G),
    ) -> Result<Option<Outcome>, Trouble> {
        let actors = match game.now() {
            Now::Over(outcome) => return Ok(Some(outcome)),
            Now::Turn(actors) => actors,
        };
        if self.round.replace(game.round()).is_some_and(|before| before != game.round()) {
            self.programs.iter_mut().for_each(|program| program.close_gone(game));
        }
        if together::can_think_together(&actors, game, &self.programs) {
            together::ask(&actors, game, &mut self.programs, scribe, watch)?;
            return Ok(None);
        }
        for actor in actors {
            let program = &mut self.programs[game.seat(actor).index()];
            game.view(actor, &mut self.view);
            let mut turn = Turn::open(game, actor, scribe);
            let ended = program.turn(&self.view, &mut turn)?;
            turn.close(ended.why, ended.seconds);
            watch(game);
        }
        Ok(None)
    }

    pub fn leave(self, outcome: Outcome) -> Ending {
        let reports = self.programs.into_iter().map(|program| program.over(&outcome)).collect();
        Ending { outcome, reports }
    }
}

/// A finished match.
pub struct Played<G> {
    /// The last position.
    pub game: G,
    /// How it ended.
    pub outcome: Outcome,
    /// Reports on the programs, by seat.
    pub reports: Vec<Report>,
    /// The replay, if one was recorded.
    pub replay: Option<Replay>,
}

/// Plays one match, recording it if asked to.
pub fn play_match<G: Contest>(
    spec: &Match<'_, G>,
    record: bool,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    play_match_along(spec, record, &mut (), watch)
}

/// Plays one match with one more `scribe`, such as the one that makes a film.
pub fn play_match_along<G: Contest>(
    spec: &Match<'_, G>,
    record: bool,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    play_match_of(spec, 0, record, scribe, watch)
}

/// Plays one of several matches with the same seed. The game's chance follows from the seed; the bots' seeds
/// also from `lot`, so that equal bots with swapped seats do not repeat a match. Lot 0 is that of a single
/// match.
pub fn play_match_of<G: Contest>(
    spec: &Match<'_, G>,
    lot: u64,
    record: bool,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
    if !record {
        let Ending { outcome, reports } = play_of(spec, lot, &mut game, scribe, watch)?;
        return Ok(Played { game, outcome, reports, replay: None });
    }
    let recorder = Recorder::new(&spec.setup, &game);
    record_match(spec, lot, game, recorder, scribe, watch)
}

/// The same, recorded, with a tap that sees the record while it is written. `tap` gets the header of the
/// replay, whose result, counts and checksum are not known yet.
pub fn play_match_tapped<G: Contest>(
    spec: &Match<'_, G>,
    lot: u64,
    tap: &dyn Fn(&Header) -> Tap,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    let game = G::new(&spec.setup, Chance::seeded(spec.seed));
    let unknown = stopped(spec.players.len(), "the match is being played".into());
    let tap = tap(&header(spec, lot, unknown, None));
    let recorder = Recorder::new(&spec.setup, &game).tapped(tap);
    record_match(spec, lot, game, recorder, scribe, watch)
}

fn record_match<G: Contest>(
    spec: &Match<'_, G>,
    lot: u64,
    mut game: G,
    mut recorder: Recorder,
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut recorder, scribe);
    let ending = play_of(spec, lot, &mut game, &mut both, watch)?;
    Ok(recorded(spec, lot, game, ending, recorder, None))
}

/// Completes the record of a finished match.
pub(crate) fn recorded<G: Contest>(
    spec: &Match<'_, G>,
    lot: u64,
    game: G,
    ending: Ending,
    recorder: Recorder,
    fork: Option<Fork>,
) -> Played<G> {
    let Ending { outcome, reports } = ending;
    let header = header(spec, lot, outcome.clone(), fork);
    let replay = Replay::finish(recorder, &game, header);
    Played { game, outcome, reports, replay: Some(replay) }
}

/// The header of the replay of a match, without counts and checksum.
fn header<G: Contest>(
    spec: &Match<'_, G>,
    lot: u64,
    result: Outcome,
    fork: Option<Fork>,
) -> Header {
    let seats = spec.players.iter().enumerate().map(|(seat, player)| SeatEntry {
        seat: G::INFO.seat_names[seat].to_owned(),
        bot: player.name.clone(),
        hash: player.hash.clone(),
    });
    Header {
        game: G::INFO.id.to_owned(),
        version: G::INFO.version,
        rules: spec.rules,
        map: spec.map.clone(),
        seed: spec.seed,
        seats: seats.collect(),
        result,
        rounds: 0,
        orders: 0,
        engine: spec.engine.to_owned(),
        date: spec.date.clone(),
        checksum: agon_core::StateHash(0),
        lot,
        tournament: spec.tournament,
        fork,
    }
}
