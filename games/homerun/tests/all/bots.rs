//! The strength of the built-in bots.

use agon_core::{Contest, GameMap};
use agon_homerun::{HomeRun, Map};

fn own_maps() -> Vec<Map> {
    let maps = HomeRun::own_maps().iter();
    maps.map(|own| <HomeRun as Contest>::Map::parse(own.text).unwrap()).collect()
}

#[test]
fn the_brawler_beats_the_demo() {
    let own = agon_testkit::wins::<HomeRun>("builtin:brawler", "builtin:demo", 50, &own_maps());
    let made = agon_testkit::wins::<HomeRun>("builtin:brawler", "builtin:demo", 50, &[]);
    println!("{own} of 50 on our own maps, {made} of 50 on generated ones");
    assert!(own + made >= 90, "the brawler won only {own} + {made} of 100");
}

#[test]
fn the_demo_beats_nothing() {
    let wins = agon_testkit::wins::<HomeRun>("builtin:demo", "builtin:nothing", 20, &own_maps());
    assert!(wins >= 18, "the demo won only {wins} of 20");
}
