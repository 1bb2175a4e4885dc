//! The levels of the built-in bots: their order, their strength, and that they know the rules.

use agon_core::{Contest, GameMap, LEVELS};
use agon_homerun::{HomeRun, Map};
use agon_testkit::Effort;

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
