//! A recorded match for other bots: the same bots repeat it, others are told apart, and forks are verified.

use agon_core::{Contest, Game, GameMap, Profile, Seat};
use agon_mars::Mars;
use agon_replay::{Playback, Replay};
use agon_runner::{
    FedTurn, FeedFault, Match, Moment, Player, STOPPED, Waiting, built_in, feed, play_fork,
    play_match_of, position_at, recorded_player, try_fork,
};
use std::ops::ControlFlow;

const LOT: u64 = 3;

fn played_by(players: [&Player<Mars>; 2]) -> Replay {
    let map = <Mars as Contest>::Map::parse(Mars::own_maps()[0].text).unwrap();
    let spec = Match {
        setup: Mars::new_setup(map, Profile::Handbook, 2).unwrap(),
        map: "crossing".into(),
        rules: Profile::Handbook,
        seed: 3,
        players: players.to_vec(),
        tournament: true,
        engine: "tests",
        date: None,
    };
    play_match_of(&spec, LOT, true, &mut (), &mut |_| {}).unwrap().replay.unwrap()
}

fn bot(name: &str) -> Player<Mars> {
    built_in(name).unwrap()
}

fn replay() -> Replay {
    played_by([&bot("random"), &bot("greedy")])
}

/// The rounds of the turns that differ if `player` gets the views of this seat.
fn different_rounds(replay: &Replay, seat: u8, player: &Player<Mars>) -> Vec<u32> {
    let mut rounds = Vec::new();
    let mut hear = |turn: FedTurn<Mars>| {
        assert_eq!(turn.seat, Seat(seat));
        assert_eq!(turn.log.round, turn.round);
        rounds.extend(turn.first_difference().map(|_| turn.round));
        ControlFlow::Continue(())
    };
    let report = feed(replay, Seat(seat), player, &mut hear).unwrap();
    assert_eq!(report.turns, 200);
    rounds
}

#[test]
fn the_bot_of_a_recorded_match_repeats_it_with_the_seed_of_its_lot() {
    let replay = replay();
    assert_eq!((replay.header.lot, replay.header.tournament), (LOT, true));
    assert!(different_rounds(&replay, 0, &bot("random")).is_empty());
    assert!(different_rounds(&replay, 1, &bot("greedy")).is_empty());
    assert!(different_rounds(&replay, 0, &bot("greedy")).contains(&1));
    let mut other_lot = replay;
    other_lot.header.lot += 1;
    assert!(!different_rounds(&other_lot, 0, &bot("random")).is_empty(), "another seed");
}

#[test]
fn feeding_stops_when_the_listener_has_heard_enough() {
    let mut turns = 0;
    let mut hear = |_: FedTurn<Mars>| {
        turns += 1;
        ControlFlow::Break(())
    };
    let report = feed(&replay(), Seat(1), &bot("greedy"), &mut hear).unwrap();
    assert_eq!((turns, report.turns), (1, 1));
}

#[test]
fn a_fork_with_the_same_bots_is_the_same_match_and_one_with_others_is_verified() {
    let replay = replay();
    let (random, greedy) = (bot("random"), bot("greedy"));
    let fork = |at: Moment, players: [&Player<Mars>; 2]| {
        play_fork(&replay, at, players.to_vec(), "tests", None, &mut (), &mut |_| {})
    };
    for at in [Moment { round: 1, seat: None }, Moment { round: 50, seat: Some(Seat(1)) }] {
        let same = fork(at, [&random, &greedy]).unwrap().replay.unwrap();
        assert_eq!(same.body(), replay.body(), "{at}");
        let other = fork(at, [&greedy, &random]).unwrap().replay.unwrap();
        assert_ne!(other.body(), replay.body(), "{at}");
        let claim = other.header.fork.clone().unwrap();
        assert_eq!((claim.from, claim.round), (replay.header.checksum, at.round));
        let shared = claim.bytes as usize;
        assert_eq!(other.body()[..shared], replay.body()[..shared], "{at}");
        let mut other = Replay::from_bytes(&other.to_bytes()).unwrap();
        Playback::<Mars>::open(&other).unwrap().run(&mut ()).unwrap();
        other.header.fork.as_mut().unwrap().bytes -= 1;
        let fault = Playback::<Mars>::open(&other).unwrap().run(&mut ()).unwrap_err().to_string();
        assert!(fault.contains("the header claims a fork in round"), "{fault}");
    }
    let Err(FeedFault::NoSuchMoment { last: 200, .. }) =
        fork(Moment { round: 900, seat: None }, [&random, &greedy])
    else {
        panic!("there is no round 900");
    };
}

#[test]
fn recorded_orders_and_bots_play_on_without_a_record() {
    let replay = replay();
    let at = Moment { round: 50, seat: None };
    assert_eq!(position_at::<Mars>(&replay, at).unwrap().round(), 50);
    let (recorded, random) = (recorded_player("recorded", &replay).unwrap(), bot("random"));
    let fork = |players: [&Player<Mars>; 2], seed, rounds| {
        try_fork(&replay, at, players.to_vec(), seed, rounds, &mut ()).unwrap()
    };
    let mut playback = Playback::<Mars>::open(&replay).unwrap();
    playback.run(&mut ()).unwrap();
    for players in [[&recorded, &recorded], [&random, &recorded]] {
        let (game, ending) = fork(players, None, None);
        assert_eq!(game.hash(), playback.game.hash(), "the recorded match");
        assert_eq!(ending.outcome, replay.header.result);
    }
    let (game, _) = fork([&random, &recorded], Some(9), None);
    assert_ne!(game.hash(), playback.game.hash(), "the bot has another seed");
    let (game, ending) = fork([&recorded, &recorded], None, Some(3));
    assert_eq!((game.round(), &*ending.outcome.reason.code), (53, STOPPED));
}

#[test]
fn a_listed_player_plays_the_same_match_and_is_not_waited_for_afterwards() {
    let waiting = Waiting::default();
    let listed = [bot("random").listed_in(&waiting), bot("greedy").listed_in(&waiting)];
    assert_eq!(played_by([&listed[0], &listed[1]]).body(), replay().body());
    assert!(waiting.now().is_empty());
}
