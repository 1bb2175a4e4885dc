//! Worked examples of the manual, named after its paragraphs.

use agon_core::{Chance, Contest, End, Game, GameMap, Now, Profile};
use agon_harvest::{Call, Direction, Farmer, Harvest, Invalid, Map, Reply};

fn field(text: &str) -> Harvest {
    let map = Map::parse(text).unwrap();
    let setup = Harvest::new_setup(map, Profile::Handbook, 2).unwrap();
    Harvest::new(&setup, Chance::seeded(1))
}

/// Both farmers plan a step (or none) and end their turns.
fn round(game: &mut Harvest, north: Option<Direction>, south: Option<Direction>) {
    for (farmer, step) in Farmer::BOTH.into_iter().zip([north, south]) {
        if let Some(direction) = step {
            assert_eq!(game.call(farmer.actor(), &Call::Step(direction)), Reply::Planned);
        }
    }
    for farmer in Farmer::BOTH {
        game.end(farmer.actor(), End::DONE);
    }
}

#[test]
fn r4_a_step_beyond_the_field_is_refused() {
    let mut game = field("N00\n000\n00S\n");
    let refused = Invalid::EndOfField { row: 0, column: 0, direction: Direction::Up };
    let reply = game.call(Farmer::North.actor(), &Call::Step(Direction::Up));
    assert_eq!(reply, Reply::Refused(refused));
}

#[test]
fn r5_farmers_walk_at_the_same_time_and_reap_their_tiles() {
    let mut game = field("N40\n000\n03S\n");
    round(&mut game, Some(Direction::Right), Some(Direction::Left));
    assert_eq!((game.reaped(Farmer::North), game.reaped(Farmer::South)), (4, 3));
}

#[test]
fn r5_farmers_on_one_tile_share_it() {
    let mut game = field("N5S\n000\n000\n");
    round(&mut game, Some(Direction::Right), Some(Direction::Left));
    assert_eq!((game.reaped(Farmer::North), game.reaped(Farmer::South)), (2, 2));
}

#[test]
fn r6_equal_numbers_of_crops_are_a_draw() {
    let mut game = field("N00\n000\n00S\n");
    while matches!(game.now(), Now::Turn(_)) {
        round(&mut game, None, None);
    }
    let Now::Over(outcome) = game.now() else { panic!("the game goes on") };
    assert_eq!((outcome.winner(), outcome.reason.code.as_ref()), (None, "draw"));
}

#[test]
fn greedy_beats_random_on_own_maps() {
    let maps: Vec<Map> =
        Harvest::own_maps().iter().map(|own| Map::parse(own.text).unwrap()).collect();
    let wins = agon_testkit::wins::<Harvest>("greedy", "random", 40, &maps);
    assert!(wins >= 30, "greedy won {wins} of 40");
}
