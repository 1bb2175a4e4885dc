//! One match from the first turn to the result.

use agon_core::{
    Actor, Bot, Chance, Contest, Game, Now, Outcome, Profile, Scribe, Turn, Why, split_seed,
};
use agon_replay::{Header, Recorder, Replay, SeatEntry};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Makes a bot instance for an actor; all its randomness comes from the seed.
pub type Make<G> = dyn Fn(Actor, u64) -> Box<dyn Bot<G>> + Send + Sync;

/// A bot program that can sit on a seat: it plays every actor of that seat, one instance each.
pub struct Player<G: Game> {
    /// The bot as it was named.
    pub name: String,
    /// Makes an instance.
    pub make: Box<Make<G>>,
}

/// Plays a game to its end. `seed` is the match's seed; instance seeds follow from it. After every
/// turn `watch` sees the position.
pub fn play<G: Game>(
    game: &mut G,
    seed: u64,
    players: &[&Player<G>],
    scribe: &mut dyn Scribe<G>,
    watch: &mut dyn FnMut(&G),
) -> Outcome {
    let mut bots: BTreeMap<Actor, Box<dyn Bot<G>>> = BTreeMap::new();
    let mut view = G::View::default();
    let mut round = game.round();
    loop {
        let actors = match game.now() {
            Now::Over(outcome) => return outcome,
            Now::Turn(actors) => actors,
        };
        for actor in actors {
            let bot = bots.entry(actor).or_insert_with(|| {
                let seat = game.seat(actor);
                // The first split sets the players apart from the game, the second each other.
                let seed = split_seed(split_seed(seed, 1 + u64::from(seat.0)), actor.0.into());
                (players[seat.index()].make)(actor, seed)
            });
            game.view(actor, &mut view);
            let mut turn = Turn::open(game, actor, scribe);
            let result = catch_unwind(AssertUnwindSafe(|| bot.turn(&view, &mut turn)));
            let why = match result {
                Ok(Ok(())) => {
                    turn.play_draft(); // it came back without a word: what it saved counts
                    Why::Done
                }
                Ok(Err(_)) => Why::Paused,
                Err(_) => Why::Failed,
            };
            // Bots that are part of the program are not on the clock: a match between them must
            // come out the same on every machine.
            turn.close(why, 0.0);
            watch(game);
        }
        if game.round() != round {
            round = game.round();
            bots.retain(|&actor, _| !game.is_gone(actor));
        }
    }
}

/// Everything one match needs.
pub struct Match<'a, G: Contest> {
    /// Map and rules.
    pub setup: G::Setup,
    /// The map's name.
    pub map: String,
    /// The rule profile.
    pub rules: Profile,
    /// The seed.
    pub seed: u64,
    /// The bots, by seat.
    pub players: Vec<&'a Player<G>>,
    /// What to write into the replay as the program that played it.
    pub engine: &'a str,
    /// What to write into the replay as the time of play.
    pub date: Option<String>,
}

/// A finished match.
pub struct Played<G> {
    /// The last position.
    pub game: G,
    /// How it ended.
    pub outcome: Outcome,
    /// Everything that was said, if it was to be recorded.
    pub replay: Option<Replay>,
}

/// Plays one match, recording it if asked to.
pub fn play_match<G: Contest>(
    spec: &Match<'_, G>,
    record: bool,
    watch: &mut dyn FnMut(&G),
) -> Played<G> {
    let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
    if !record {
        let outcome = play(&mut game, spec.seed, &spec.players, &mut (), watch);
        return Played { game, outcome, replay: None };
    }
    let mut recorder = Recorder::new(&spec.setup, &game);
    let outcome = play(&mut game, spec.seed, &spec.players, &mut recorder, watch);
    let seats = spec.players.iter().enumerate().map(|(seat, player)| SeatEntry {
        seat: G::INFO.seat_names[seat].to_owned(),
        bot: player.name.clone(),
        hash: None,
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
    Played { game, outcome, replay: Some(replay) }
}
