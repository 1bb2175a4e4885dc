//! R6 Selecting veins.

use super::scene::*;
use agon_asterobots::*;
use agon_core::*;
use std::sync::Arc;

#[test]
fn r6_selection_goes_in_snake_order() {
    let mut t = table(3, Rules::handbook());
    let mut order = Vec::new();
    while t.game.phase() == Phase::Select {
        order.push(t.game.current_player());
        assert_eq!(t.game.round(), 1);
        t.end();
    }
    assert_eq!(order, [0, 1, 2, 2, 1, 0]);
    assert_eq!(t.game.current_player(), 0);
    assert!(t.game.players().iter().all(|p| p.veins == 2));
}

#[test]
fn r6_an_invalid_pick_gets_the_free_vein_with_the_lowest_y_then_x() {
    let mut t = table(2, Rules::handbook());
    let nowhere = Point::new(i32::MAX, i32::MAX);
    let why = Invalid::NotAVein { at: nowhere };
    assert_eq!(t.say(Call::Select(nowhere)), Reply::Unselectable { why });
    t.end();
    assert_eq!(t.owner(T), Some(0), "T lies in the lowest row");
    let why = Invalid::Taken { at: T, owner: Owner::player(0) };
    assert_eq!(t.say(Call::Select(T)), Reply::Unselectable { why });
    t.end();
    assert_eq!(t.owner(A), Some(1), "then row 0 from the left");
    t.end();
    assert_eq!(t.owner(B), Some(1), "no selection is an invalid selection too");
}

#[test]
fn r6_what_is_said_last_counts() {
    let mut t = table(2, Rules::handbook());
    t.say(Call::Select(C));
    t.say(Call::Select(D));
    t.end();
    assert_eq!((t.owner(C), t.owner(D)), (None, Some(0)));
    t.say(Call::Select(E));
    t.say(Call::Select(D));
    t.end();
    assert_eq!((t.owner(E), t.owner(T)), (None, Some(1)));
}

#[test]
fn r6_each_phase_refuses_the_calls_of_the_other() {
    let mut t = table(2, rich(Rules::handbook()));
    let sell = sell_alien(GAS, 1);
    assert_eq!(t.say(sell), Reply::Refused(Invalid::SelectionPhase));
    t = t.select(&[[A, T], [F, U]]);
    assert_eq!(t.say(Call::Select(B)), Reply::Refused(Invalid::MainPhase));
    let theirs = t.game.call(Actor(1), &upgrade_robot(F));
    assert_eq!(theirs, Reply::Refused(Invalid::NotYourTurn { current: 0 }));
    let before = t.game.hash();
    t.game.end(Actor(1), End::DONE);
    t.game.end(Actor(77), End::DONE);
    assert_eq!(t.game.hash(), before, "only the current player can end its turn");
}

#[test]
fn r6_a_setup_needs_two_veins_for_each_player() {
    let map =
        Arc::new(<Asterobots as Contest>::Map::parse(Asterobots::own_maps()[5].text).unwrap());
    Setup::new(Arc::clone(&map), Rules::handbook(), 6).unwrap();
    for players in [0, 1, 7] {
        Setup::new(Arc::clone(&map), Rules::handbook(), players).unwrap_err();
    }
    let eight = Map::new("", 5, table(2, Rules::handbook()).game.map().veins().to_vec()).unwrap();
    let eight = Arc::new(eight);
    Setup::new(Arc::clone(&eight), Rules::handbook(), 4).unwrap();
    let fault = Setup::new(eight, Rules::handbook(), 5).unwrap_err().0;
    assert!(fault.contains("too few for 5 players"), "{fault}");
}

#[test]
fn r4_the_generator_finds_room_on_every_size_of_field() {
    for size in 2..=20 {
        let wish = format!("size={size}");
        let wishes = Wishes::parse([wish.as_str()], Asterobots::INFO.map_wishes).unwrap();
        let map = <Asterobots as Contest>::Map::generate(&wishes, size).unwrap();
        map.check_spacing().unwrap();
        Asterobots::new_setup(map, Profile::Handbook, if size < 4 { 2 } else { 6 }).unwrap();
    }
    let wishes = Wishes::parse(["size=3", "veins=54"], Asterobots::INFO.map_wishes).unwrap();
    let fault = <Asterobots as Contest>::Map::generate(&wishes, 1).unwrap_err().0;
    assert!(fault.contains("do not fit"), "{fault}");
}

#[test]
fn our_maps_are_sound_and_written_as_we_write_them() {
    for own in Asterobots::own_maps() {
        let map = <Asterobots as Contest>::Map::parse(own.text).unwrap();
        assert_eq!(map.name().to_lowercase(), own.name);
        assert_eq!(map.to_text(), own.text);
        assert!(map.draw(true).lines().count() > 8);
        for players in 2..=6 {
            Asterobots::new_setup(map.clone(), Profile::Original, players).unwrap();
        }
    }
}
