//! The strength of the built-in bots.

use agon_core::{Contest, GameMap};
use agon_homerun::{HomeRun, Map};
use agon_testkit::Effort;

fn own_maps() -> Vec<Map> {
    let maps = HomeRun::own_maps().iter();
    maps.map(|own| <HomeRun as Contest>::Map::parse(own.text).unwrap()).collect()
}

#[test]
fn the_brawler_beats_the_demo() {
    let games = Effort::asked().cases(10).into();
    let wins = |maps: &[Map]| {
        agon_testkit::wins::<HomeRun>("builtin:brawler", "builtin:demo", games, maps)
    };
    let (own, made) = (wins(&own_maps()), wins(&[]));
    println!("{own} of {games} on our own maps, {made} of {games} on generated ones");
    assert!(5 * (own + made) >= 8 * games, "the brawler won only {own} + {made} of 2 * {games}");
}

#[test]
fn the_demo_beats_nothing() {
    let wins = agon_testkit::wins::<HomeRun>("builtin:demo", "builtin:nothing", 20, &own_maps());
    assert!(wins >= 18, "the demo won only {wins} of 20");
}
