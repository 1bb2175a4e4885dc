//! Tiny matches, so that a transcript fits on a page.

use agon_asterobots::Asterobots;
use agon_core::{Chance, Contest, Game, GameMap, Profile, Wishes};
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_timetravel::TimeTravel;
use serde_json::json;
use std::sync::Arc;

/// The smallest map there may be, for two rounds.
pub fn mars() -> (Mars, <Mars as Game>::Setup) {
    let wishes = Wishes::parse(["size=16x16"], Mars::INFO.map_wishes).unwrap();
    let map = <Mars as Contest>::Map::generate(&wishes, 1).unwrap();
    let rules = agon_mars::Rules { rounds: 2, ..agon_mars::Rules::handbook() };
    let setup = agon_mars::Setup::new(map, rules).unwrap();
    (Mars::new(&setup, Chance::seeded(1)), setup)
}

/// Five veins, two players, two rounds.
pub fn asterobots() -> (Asterobots, <Asterobots as Game>::Setup) {
    let vein = |x: i32, y: i32, material: &str| {
        json!({"location": [x, y], "material": material, "robots": 50,
               "material_productivity": 5, "robot_productivity": 5})
    };
    let map = json!({"name": "pebble", "size": 2, "veins": [
        vein(1, -1, "metal"), vein(-2, 0, "gas"), vein(4, 0, "stone"),
        vein(-1, 2, "gas"), vein(3, 2, "stone")]});
    let map = <Asterobots as Contest>::Map::parse(&map.to_string()).unwrap();
    let rules = agon_asterobots::Rules { max_round: 2, ..agon_asterobots::Rules::handbook() };
    let setup = agon_asterobots::Setup::new(Arc::new(map), rules, 2).unwrap();
    (Asterobots::new(&setup, Chance::seeded(1)), setup)
}

/// Three systems, two command turns of three actions.
pub fn galaxy() -> (GalaxyCommander, <GalaxyCommander as Game>::Setup) {
    let map = "A:2,4,0,3,[B,C],[1,2]\nB:1,3,0,4,[C,A],[2,1]\nC:3,5,0,6,[A,B],[1,2]\n";
    let map = <GalaxyCommander as Contest>::Map::parse(map).unwrap();
    let rules = agon_galaxy::Rules { actions: 9, ..agon_galaxy::Rules::handbook() };
    let setup = agon_galaxy::Setup::new(map, rules).unwrap();
    (GalaxyCommander::new(&setup, Chance::seeded(1)), setup)
}

/// A farm and two units on each side, one portal, four turns.
pub fn timetravel() -> (TimeTravel, <TimeTravel as Game>::Setup) {
    let unit = |id: u32, x: i32, kind: &str, owner: u8| {
        json!({"id": id, "x": x, "y": 0, "z": 2, "hp": 30, "level": 0, "type": kind,
               "owner": owner, "actions": 1, "moves": 2})
    };
    let farm = |id: u32, x: i32, owner: u8| {
        json!({"id": id, "x": x, "y": 1, "z": 2, "hp": 50, "level": 0, "type": "Farm",
               "owner": owner, "training": null, "progress": 0, "linked": false, "complete": true})
    };
    let position = json!({
        "turn": 0, "current": 0, "gold": [[100, 100, 100], [100, 100, 100]], "next_id": 7,
        "units": [unit(3, -3, "Engineer", 0), unit(4, -2, "Spearman", 0),
                  unit(5, 3, "Engineer", 1), unit(6, 2, "Spearman", 1)],
        "buildings": [farm(1, -5, 0), farm(2, 4, 1)],
        "portals": [{"id": 0, "x": 0, "y": 0, "z": 2, "direction": -1, "fee": 0}],
        "terrain": []});
    let position = serde_json::from_value(position).unwrap();
    let rules = agon_timetravel::Rules { turn_limit: 4, ..agon_timetravel::Rules::handbook() };
    let game = TimeTravel::at(&position, rules).unwrap();
    (game, any_setup::<TimeTravel>())
}

/// Two headquarters and a pitcher on a few tiles, two rounds.
pub fn homerun() -> (HomeRun, <HomeRun as Game>::Setup) {
    let rules = agon_homerun::Rules { last_round: 1, ..agon_homerun::Rules::handbook() };
    let drawing = "
        .  .  b  .  BH
        .  ~  s  ~  .
        AH AP b  .  . ";
    let game = HomeRun::from_drawing(drawing, rules, 1).unwrap();
    (game, any_setup::<HomeRun>())
}

/// The setup of the game's first map: a match needs one even if it begins at another position.
fn any_setup<G: Contest>() -> G::Setup {
    let map = G::Map::parse(G::own_maps()[0].text).unwrap();
    G::new_setup(map, Profile::Handbook, 2).unwrap()
}
