//! One match from the first turn to the result.

use crate::program::{Program, Report, Seating, Trouble};
use agon_core::{Chance, Contest, Game, Now, Outcome, Profile, Scribe, Seat, Turn, split_seed};
use agon_replay::{Header, Recorder, Replay, SeatEntry};

/// Puts a bot on a seat.
pub type Sit<G> = dyn Fn(&Seating<'_>) -> Result<Box<dyn Program<G>>, Trouble> + Send + Sync;

/// Somebody who can sit on a seat, of any match.
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

/// How a match came out: the result, and what is to be told about each seat's program.
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
    let mut programs = Vec::new();
    for (seat, player) in spec.players.iter().enumerate() {
        let seat = Seat(seat as u8);
        // The first split sets the players apart from the game, the second each other's actors.
        let seed = split_seed(spec.seed, 1 + u64::from(seat.0));
        let seats = spec.players.len();
        let Match { rules, tournament, ref map, .. } = *spec;
        let seating = Seating { seat, seats, seed, rules, map, tournament };
        programs.push((player.sit)(&seating)?);
    }
    let mut view = G::View::default();
    let mut round = game.round();
    loop {
        let actors = match game.now() {
            Now::Over(outcome) => {
                let reports = programs.into_iter().map(|p| p.over(&outcome)).collect();
                return Ok(Ending { outcome, reports });
            }
            Now::Turn(actors) => actors,
        };
        for actor in actors {
            let program = &mut programs[game.seat(actor).index()];
            game.view(actor, &mut view);
            let mut turn = Turn::open(game, actor, scribe);
            let ended = program.turn(&view, &mut turn)?;
            turn.close(ended.why, ended.seconds);
            watch(game);
        }
        if game.round() != round {
            round = game.round();
            programs.iter_mut().for_each(|program| program.close_gone(game));
        }
    }
}

/// A finished match.
pub struct Played<G> {
    /// The last position.
    pub game: G,
    /// How it ended.
    pub outcome: Outcome,
    /// What is to be told about the programs, by seat.
    pub reports: Vec<Report>,
    /// Everything that was said, if it was to be recorded.
    pub replay: Option<Replay>,
}

/// Plays one match, recording it if asked to.
pub fn play_match<G: Contest>(
    spec: &Match<'_, G>,
    record: bool,
    watch: &mut dyn FnMut(&G),
) -> Result<Played<G>, Trouble> {
    let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
    if !record {
        let Ending { outcome, reports } = play(spec, &mut game, &mut (), watch)?;
        return Ok(Played { game, outcome, reports, replay: None });
    }
    let mut recorder = Recorder::new(&spec.setup, &game);
    let Ending { outcome, reports } = play(spec, &mut game, &mut recorder, watch)?;
    let seats = spec.players.iter().enumerate().map(|(seat, player)| SeatEntry {
        seat: G::INFO.seat_names[seat].to_owned(),
        bot: player.name.clone(),
        hash: player.hash.clone(),
    });
    let header = Header {
        game: G::INFO.id.to_owned(),
        version: G::INFO.version,
        rules: spec.rules,
        map: spec.map.clone(),
        seed: spec.seed,
        seats: seats.collect(),
        result: outcome.clone(),
        rounds: 0,
        orders: 0,
        engine: spec.engine.to_owned(),
        date: spec.date.clone(),
        checksum: agon_core::StateHash(0),
    };
    let replay = Replay::finish(recorder, &game, header);
    Ok(Played { game, outcome, reports, replay: Some(replay) })
}
