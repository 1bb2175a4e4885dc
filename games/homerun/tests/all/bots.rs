//! The levels of the built-in bots: their order, their strength, and that they know the rules.

use agon_core::{
    Actor, Bot, Chance, Contest, End, Game, GameMap, LEVELS, Now, Profile, Scribe, StateHash, Turn,
    Why,
};
use agon_homerun::{Call, HomeRun, Map, Reply, View};
use agon_testkit::Effort;
use std::collections::BTreeMap;

/// Own maps on which games are short.
const SMALL: [&str; 4] = ["OwnFaceOff", "OwnLanes", "OwnOrchard", "OwnTwins"];

fn small_maps() -> Vec<Map> {
    let maps = HomeRun::own_maps().iter().filter(|own| SMALL.contains(&own.name));
    maps.map(|own| <HomeRun as Contest>::Map::parse(own.text).unwrap()).collect()
}

/// A level wins nearly all of some fixed games against the one below, on own and on generated maps.
fn beats_the_level_below(level: usize, games: u32) {
    let games = Effort::asked().cases(games).into();
    let [above, below] = [level, level - 1].map(|i| format!("builtin:{}", LEVELS[i]));
    let wins = |maps: &[Map]| agon_testkit::wins::<HomeRun>(&above, &below, games, maps);
    let (own, made) = (wins(&small_maps()), wins(&[]));
    println!("{above}: {own} of {games} on our own maps, {made} of {games} on generated ones");
    assert!(4 * (own + made) >= 6 * games, "{above} won only {own} + {made} of 2 * {games}");
}

#[test]
fn the_levels_are_all_there_in_order() {
    let names: Vec<&str> = HomeRun::bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, LEVELS);
    for (old, new) in [("demo", "novice"), ("brawler", "solid")] {
        let bot = HomeRun::bots().iter().find(|bot| bot.aliases.contains(&old)).unwrap();
        assert_eq!(bot.name, new);
    }
}

#[test]
fn random_beats_nothing() {
    beats_the_level_below(1, 6);
}

#[test]
fn the_novice_beats_random() {
    beats_the_level_below(2, 6);
}

#[test]
fn the_solid_bot_beats_the_novice() {
    beats_the_level_below(3, 6);
}

#[test]
fn the_expert_beats_the_solid_bot() {
    beats_the_level_below(4, 6);
}

#[test]
fn the_champion_beats_the_expert() {
    beats_the_level_below(5, 6);
}

/// Counts the calls of a game, and those that were refused or ran out of energy.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    calls: u32,
    refused: u32,
    paused: u32,
}

impl Scribe<HomeRun> for Tally {
    fn call(&mut self, _game: &HomeRun, _actor: Actor, _call: &Call, reply: &Reply) {
        self.calls += 1;
        self.refused += u32::from(matches!(reply, Reply::Refused(_)));
    }

    fn end(&mut self, _game: &HomeRun, _actor: Actor, end: &End) {
        self.paused += u32::from(end.why == Why::Paused);
    }
}

/// Plays the first rounds of a game of a level against itself.
fn play(level: usize, rounds: u32) -> (StateHash, Tally) {
    let setup = HomeRun::new_setup(small_maps().remove(0), Profile::Original, 2).unwrap();
    let mut game = HomeRun::new(&setup, Chance::seeded(7));
    let (mut tally, mut view) = (Tally::default(), View::default());
    let mut bots: BTreeMap<Actor, Box<dyn Bot<HomeRun>>> = BTreeMap::new();
    while game.round() < rounds {
        let Now::Turn(actors) = game.now() else { break };
        for actor in actors {
            game.view(actor, &mut view);
            let make = || (HomeRun::bots()[level].make)(actor, actor.0.into());
            let bot = bots.entry(actor).or_insert_with(make);
            let mut turn = Turn::open(&mut game, actor, &mut tally);
            let why = match bot.turn(&view, &mut turn) {
                Ok(()) => Why::Done,
                Err(_) => Why::Paused,
            };
            turn.close(why, 0.0);
        }
    }
    (game.hash(), tally)
}

#[test]
fn the_levels_ask_for_what_is_allowed_and_keep_within_their_energy() {
    for (level, name) in LEVELS.iter().enumerate() {
        let (hash, tally) = play(level, 300);
        println!("{name}: {tally:?}");
        assert!(1000 * tally.refused <= tally.calls, "{name}: {tally:?}");
        assert_eq!(tally.paused, 0, "{name}: {tally:?}");
        assert_eq!(play(level, 300), (hash, tally), "{name} plays differently the second time");
    }
}
