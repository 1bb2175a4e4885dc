//! Legal calls of hand-made positions.

use super::scene::*;
use agon_core::{Actor, Contest, LegalCall};
use agon_timetravel::BuildingKind::*;
use agon_timetravel::UnitKind::*;
use agon_timetravel::*;

fn legal(game: &TimeTravel, player: u32) -> Vec<LegalCall<Call>> {
    let mut list = Vec::new();
    game.legal_calls(Actor(player), &mut list);
    list
}

/// The legal calls of player 0, none of which has an open field.
fn single(game: &TimeTravel) -> Vec<Call> {
    let list = legal(game, 0);
    assert!(list.iter().all(|legal| legal.open.is_empty()), "{list:?}");
    list.into_iter().map(|legal| legal.call).collect()
}

#[test]
fn r6_an_engineer_moves_and_starts_buildings_that_he_can_pay() {
    let mut scene = Scene::handbook();
    scene.position.gold[0][0] = 300;
    let engineer = scene.unit(0, Engineer, 0, (10, 10, 0));
    scene.unit(1, Pig, 0, (0, 0, 0));
    let game = scene.play();
    let mut expected = vec![step(engineer, 10, 9), step(engineer, 9, 10)];
    for (x, y) in [(9, 8), (8, 9), (9, 9)] {
        expected.extend([Farm, Bunker].map(|kind| build(engineer, x, y, kind)));
    }
    assert_eq!(single(&game), expected);
    assert_eq!(legal(&game, 1), [], "player 1 is not on turn");
    assert_eq!(legal(&game, 2), [], "there is no player 2");
}

#[test]
fn r6_any_type_continues_an_existing_building() {
    let mut scene = Scene::handbook();
    scene.site(0, Farm, 0, (0, 0, 1), 5);
    let engineer = scene.unit(0, Engineer, 0, (2, 0, 1));
    let list = legal(&scene.play(), 0);
    let is_listed = |call: &Call| list.iter().any(|legal| legal.covers(call));
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        assert!(is_listed(&go_on(engineer, x, y)), "({x}, {y})");
        assert!(is_listed(&build(engineer, x, y, Bunker)), "({x}, {y})");
    }
    assert!(is_listed(&build(engineer, 2, 0, Bunker)));
    assert!(!is_listed(&go_on(engineer, 2, 0)), "a new building needs a type");
}

#[test]
fn r6_an_artist_paints_and_r7_his_gallery_trains_or_cancels() {
    let mut scene = Scene::handbook();
    let artist = scene.unit(0, Artist, 0, (9, 9, 0));
    let gallery = scene.building(0, Gallery, 0, (9, 9, 0));
    let mut game = scene.play();
    let steps = [(9, 8), (8, 9), (10, 9), (9, 10)].map(|(x, y)| step(artist, x, y));
    let paintings = [(9, 9), (10, 9), (9, 10)].map(|(x, y)| paint(artist, x, y));
    let expected = [&steps[..], &paintings, &[train(gallery, Artist)]].concat();
    assert_eq!(single(&game), expected);
    game.done(0, paint(artist, 9, 9));
    game.done(0, train(gallery, Artist));
    assert_eq!(single(&game), [&steps[..], &[cancel(gallery)]].concat());
}

#[test]
fn r6_a_soldier_attacks_within_range_and_warps() {
    let mut scene = Scene::handbook();
    scene.portal((10, 10, 0), 1, 25);
    scene.portal((10, 10, 1), -1, 25);
    let rider = scene.unit(0, Cavalry, 0, (10, 10, 0));
    let attacks = [(10, 9), (9, 10), (10, 10)].map(|(x, y)| attack(rider, x, y));
    let steps = [step(rider, 10, 9), step(rider, 9, 10)];
    let expected = [&steps[..], &[warp(rider)], &attacks].concat();
    assert_eq!(single(&scene.play()), expected);
}
