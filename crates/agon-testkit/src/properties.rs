//! The properties, each over randomly drawn games.

use crate::Effort;
use agon_core::{
    Actor, Chance, End, GameMap, Now, Outcome, Profile, Rng, Spent, TestSupport, Why, Wishes,
};
use agon_replay::{Playback, Replay, frames};
use agon_runner::{Match, Player, built_in, play_match};
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;
use std::sync::atomic::{AtomicU32, Ordering};

/// Runs a property on a few dozen seeds; a failing one is shrunk towards 0 and named.
pub fn for_seeds(cases: u32, property: impl Fn(u64)) {
    let cases = Effort::asked().cases(cases);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&proptest::num::u64::ANY, |seed| {
        property(seed);
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

/// A random setup: a built-in map or a generated one, either profile, any number of seats.
pub(crate) fn any_setup<G: TestSupport>(rng: &mut Rng) -> (G::Setup, Profile, usize) {
    let profile = *rng.pick(&Profile::ALL);
    let (low, high) = G::INFO.seats;
    let seats = rng.range(low as i32, high as i32) as usize;
    let map = if rng.chance(1, 2) {
        let own = rng.pick(G::own_maps());
        G::Map::parse(own.text).unwrap_or_else(|fault| panic!("our map {}: {fault}", own.name))
    } else {
        G::Map::generate(&Wishes::default(), rng.next_u64()).expect("the generator makes maps")
    };
    (G::new_setup(map, profile, seats).expect("our own maps can be played"), profile, seats)
}

/// A random end of a turn; nearly always `Done`.
pub(crate) fn any_end(rng: &mut Rng) -> End {
    let why = match rng.below(200) {
        0 => Why::OutOfTime,
        1 => Why::Gone,
        2 => Why::Finished,
        3..8 => Why::Failed,
        8..16 => Why::Paused,
        _ => Why::Done,
    };
    let seconds = f64::from(rng.below(100)) / 1000.0;
    End { why, spent: Spent { seconds, energy: rng.below(20_000).into() } }
}

/// Plays wild turns; `call` makes each call happen.
pub(crate) fn play_wildly<G: TestSupport>(
    game: &mut G,
    rng: &mut Rng,
    turns: usize,
    mut call: impl FnMut(&mut G, Actor, &G::Call),
) {
    for _ in 0..turns {
        let Now::Turn(actors) = game.now() else {
            return;
        };
        for actor in actors {
            for _ in 0..rng.below(12) {
                let wild = game.wild_call(actor, rng);
                call(game, actor, &wild);
            }
            game.end(actor, any_end(rng));
        }
    }
}

/// `call` carries out exactly the calls that `allows` permits; other calls change nothing.
pub fn check_agrees_with_apply<G: TestSupport>() {
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let (setup, ..) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        play_wildly(&mut game, &mut rng, 150, |game, actor, call| {
            let (allowed, before) = (game.allows(actor, call), game.hash());
            let reply = game.call(actor, call);
            assert_eq!(allowed, G::accepted(&reply), "{call:?} was answered {reply:?}");
            if !allowed || !G::is_order(call) {
                assert_eq!(before, game.hash(), "{call:?} changed something: {reply:?}");
            }
            if let Err(broken) = game.invariants() {
                panic!("after {call:?}, answered {reply:?}: {broken}");
            }
        });
    });
}

/// Every listed call is an order that is carried out, and every order of a wild player that is carried out
/// was listed. An order that is accepted only to be void (it uses up an action, and has a refusal) is not
/// legal.
pub fn legal_calls_are_exact<G: TestSupport>() {
    let listed = |game: &G, actor| {
        let mut list = Vec::new();
        game.legal_calls(actor, &mut list);
        list
    };
    // A single wild game may have none: its actors can be stuck from the start.
    let tried = AtomicU32::new(0);
    for_seeds(12, |seed| {
        let mut rng = Rng::new(seed);
        let (setup, ..) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        let mut picks = Rng::new(!seed);
        play_wildly(&mut game, &mut rng, 80, |game, actor, call| {
            let list = listed(game, actor);
            for _ in 0..list.len().min(6) {
                let entry = picks.pick(&list);
                let legal = entry.sample(&mut picks);
                assert!(entry.covers(&legal), "{entry:?} does not cover its own {legal:?}");
                assert!(G::is_order(&legal), "{legal:?} is listed, but it is a question");
                let reply = game.clone().call(actor, &legal);
                assert!(
                    G::refusal(&reply).is_none(),
                    "{legal:?} is listed, but was answered {reply:?}"
                );
                tried.fetch_add(1, Ordering::Relaxed);
            }
            let reply = game.call(actor, call);
            if G::is_order(call) && G::refusal(&reply).is_none() {
                let is_listed = list.iter().any(|entry| entry.covers(call));
                assert!(is_listed, "{call:?} was accepted ({reply:?}), but is not listed");
            }
        });
    });
    assert!(tried.into_inner() > 0, "no legal call was listed in all games");
}

/// Actors that are asked at the same time do not see each other's calls, and the order in which they end
/// their turns does not change the result.
pub fn simultaneous_turns_are_independent<G: TestSupport>() {
    for_seeds(12, |seed| {
        let mut rng = Rng::new(seed);
        let (setup, ..) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        for _ in 0..60 {
            let Now::Turn(actors) = game.now() else { return };
            let mut turns: Vec<(Actor, Vec<G::Call>, End)> = Vec::new();
            for &actor in &actors {
                let calls = (0..rng.below(6)).map(|_| game.wild_call(actor, &mut rng)).collect();
                turns.push((actor, calls, any_end(&mut rng)));
            }
            let backwards = (actors.len() > 1).then(|| {
                let mut other = game.clone();
                for (actor, calls, _) in turns.iter().rev() {
                    let others = || actors.iter().filter(|&other| other != actor);
                    let seen = |game: &G| others().map(|&o| view_text(game, o)).collect::<Vec<_>>();
                    let before = seen(&other);
                    for call in calls {
                        other.call(*actor, call);
                    }
                    assert_eq!(before, seen(&other), "the calls of {actor:?} are seen by others");
                }
                for (actor, _, end) in turns.iter().rev() {
                    other.end(*actor, *end);
                }
                other
            });
            for (actor, calls, end) in &turns {
                for call in calls {
                    game.call(*actor, call);
                }
                game.end(*actor, *end);
            }
            if let Some(other) = backwards {
                assert_eq!(game.hash(), other.hash(), "the order of the turns changed the result");
            }
        }
    });
}

pub(crate) fn view_text<G: TestSupport>(game: &G, actor: Actor) -> String {
    let mut view = G::View::default();
    game.view(actor, &mut view);
    serde_json::to_string(&view).expect("views are plain data")
}

/// Events of built-in bots' matches name existing seats, are sentences, and are the same whenever the match
/// is repeated; there is at least one.
pub fn events_are_told<G: TestSupport>() {
    let mut all = Vec::new();
    for seed in 0..4 {
        let (_, replay) = built_in_match::<G>(seed, true);
        let replay = replay.expect("it was recorded");
        let events = || -> Vec<Value> {
            let mut playback = Playback::<G>::open(&replay).expect("it was just recorded");
            let mut events = Vec::new();
            let mut keep = |frame: Value| {
                events.extend(frame["events"].as_array().expect("a list").iter().cloned());
            };
            frames(&mut playback, &mut keep).expect("it was just recorded");
            events
        };
        let found = events();
        assert_eq!(found, events(), "seed {seed}: the same match has other events");
        all.extend(found);
    }
    let own =
        |event: &&Value| !["refusal", "lead_change"].iter().any(|kind| event["kind"] == **kind);
    assert!(all.iter().any(|event| own(&event)), "the game tells no events of its own");
    for event in &all {
        for seat in [&event["by"], &event["to"]].into_iter().filter(|seat| !seat.is_null()) {
            let is_seat = seat.as_u64().is_some_and(|seat| seat < G::INFO.seats.1 as u64);
            assert!(is_seat, "{event}");
        }
        let sentence = event["sentence"].as_str().expect("a sentence");
        assert!(!sentence.is_empty() && !sentence.ends_with('.'), "{event}");
    }
}

/// Playing on a copy leaves the original alone, and the same play on both gives the same position.
pub fn copies_are_independent<G: TestSupport>() {
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let (setup, ..) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        let say = |game: &mut G, actor, call: &G::Call| drop(game.call(actor, call));
        play_wildly(&mut game, &mut rng, 60, say);
        let before = game.hash();
        // Into a fresh position, or over one of another match: both must give the same.
        let mut copy = game.clone();
        assert_eq!(copy.hash(), before);
        if seed % 2 == 0 {
            let (setup, ..) = any_setup::<G>(&mut rng.clone());
            copy = G::new(&setup, Chance::seeded(!seed));
            play_wildly(&mut copy, &mut Rng::new(seed), 40, say);
            copy.clone_from(&game);
            assert_eq!(copy.hash(), before, "a copy over another position differs");
        }
        play_wildly(&mut copy, &mut rng.clone(), 60, say);
        assert_eq!(game.hash(), before, "playing on a copy changed the original");
        play_wildly(&mut game, &mut rng, 60, say);
        assert_eq!(game.hash(), copy.hash(), "the copy played on differently");
    });
}

/// Calls are read back unchanged from both encodings.
pub fn calls_round_trip<G: TestSupport>() {
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let (setup, ..) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        play_wildly(&mut game, &mut rng, 40, |game, actor, call| {
            let json = serde_json::to_string(call).expect("calls are plain data");
            assert_eq!(
                &serde_json::from_str::<G::Call>(&json).expect("reads back"),
                call,
                "{json}"
            );
            let bytes = postcard::to_stdvec(call).expect("calls are plain data");
            assert_eq!(&postcard::from_bytes::<G::Call>(&bytes).expect("reads back"), call);
            game.call(actor, call);
        });
    });
}

/// A setup that was written and read back plays the same game.
pub fn setups_round_trip<G: TestSupport>() {
    for_seeds(12, |seed| {
        let mut rng = Rng::new(seed);
        let (setup, ..) = any_setup::<G>(&mut rng);
        let json = serde_json::to_string(&setup).expect("setups are plain data");
        let again: G::Setup = serde_json::from_str(&json).expect("reads back");
        let (a, b) = (G::new(&setup, Chance::seeded(seed)), G::new(&again, Chance::seeded(seed)));
        assert_eq!(a.hash(), b.hash());
        assert_eq!(json, serde_json::to_string(&again).expect("setups are plain data"));
    });
}

/// Built-in and generated maps are read back unchanged, also with line ends of Windows; both profiles accept
/// them.
pub fn maps_round_trip<G: TestSupport>() {
    let round_trip = |map: &G::Map, name: &str| {
        let text = map.to_text();
        let again = G::Map::parse(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(again.to_text(), text, "{name}");
        let windows = G::Map::parse(&text.replace('\n', "\r\n"));
        let windows =
            windows.unwrap_or_else(|fault| panic!("{name}, line ends of Windows: {fault}"));
        assert_eq!(windows.to_text(), text, "{name}, line ends of Windows");
        assert!(!map.draw(false).contains('\x1b'), "{name}");
        assert!(map.draw(true).contains('\x1b'), "{name}");
        map.describe();
        for profile in Profile::ALL {
            if let Err(fault) = G::new_setup(map.clone(), profile, G::INFO.seats.1) {
                panic!("{name} is refused by {profile}: {fault}");
            }
        }
    };
    assert!(!G::own_maps().is_empty());
    for own in G::own_maps() {
        let map = G::Map::parse(own.text).unwrap_or_else(|fault| panic!("{}: {fault}", own.name));
        round_trip(&map, own.name);
    }
    for seed in 0..20 {
        let map = G::Map::generate(&Wishes::default(), seed).expect("the generator makes maps");
        round_trip(&map, &format!("generated from seed {seed}"));
        let again = G::Map::generate(&Wishes::default(), seed).expect("the generator makes maps");
        assert_eq!(again.to_text(), map.to_text(), "seed {seed} made two maps");
    }
}

/// A view written over another actor's, of another game, is the same as one written afresh.
pub fn views_are_rewritten_whole<G: TestSupport>() {
    let mut used = G::View::default();
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let (setup, ..) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        for _ in 0..20 {
            play_wildly(&mut game, &mut rng, 5, |game, actor, call| drop(game.call(actor, call)));
            let Now::Turn(actors) = game.now() else { break };
            for actor in actors {
                let mut fresh = G::View::default();
                game.view(actor, &mut fresh);
                game.view(actor, &mut used);
                let text = |view: &G::View| serde_json::to_string(view).expect("plain data");
                assert_eq!(text(&fresh), text(&used));
            }
        }
    }
}

/// Plays a match between built-in bots.
pub(crate) fn built_in_match<G: TestSupport>(seed: u64, record: bool) -> (Outcome, Option<Replay>) {
    let mut rng = Rng::new(seed);
    let (setup, rules, seats) = any_setup::<G>(&mut rng);
    let players: Vec<Player<G>> = (0..seats)
        .map(|_| rng.pick(G::bots()).name)
        .map(|name| built_in::<G>(name).expect("it is built in"))
        .collect();
    let players: Vec<&Player<G>> = players.iter().collect();
    let spec = Match {
        setup,
        map: "test".into(),
        rules,
        seed,
        players,
        tournament: false,
        engine: "tests",
        date: None,
    };
    let played = play_match(&spec, record, &mut |_| {}).expect("nothing of ours can fail");
    (played.outcome, played.replay)
}

/// A match written to a file and read back repeats itself; the same match played twice gives the
/// same bytes.
pub fn replays_repeat<G: TestSupport>() {
    for seed in 0..4 {
        let (outcome, replay) = built_in_match::<G>(seed, true);
        let bytes = replay.expect("it was recorded").to_bytes();
        let again = built_in_match::<G>(seed, true).1.expect("it was recorded").to_bytes();
        assert!(bytes == again, "seed {seed} gave two different replays");
        let replay = Replay::from_bytes(&bytes).expect("it was just written");
        let mut playback = Playback::<G>::open(&replay).expect("it was just written");
        let verified = playback.run(&mut ()).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        assert_eq!(verified.outcome, outcome);
    }
}

/// Every game ends, with a rank for every seat, in its last round (which some games then count past).
pub fn games_end<G: TestSupport>() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let (setup, _, seats) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        play_wildly(&mut game, &mut rng, usize::MAX, |game, actor, call| {
            drop(game.call(actor, call));
        });
        let Now::Over(outcome) = game.now() else { panic!("it stopped before the end") };
        assert_eq!(outcome.standings.len(), seats);
        assert!(outcome.standings.iter().any(|standing| standing.rank == 1));
        let sentence = &outcome.reason.sentence;
        assert!(!sentence.is_empty());
        let words: Vec<&str> = sentence.split([' ', ',', ';']).collect();
        let is_plural_one =
            |pair: &[&str]| pair[0] == "1" && pair[1].len() > 2 && pair[1].ends_with('s');
        assert!(!words.windows(2).any(is_plural_one), "{sentence}");
        assert!(game.round() <= game.last_round() + 1);
        game.invariants().expect("the last position is sound");
        let before = game.hash();
        let call = game.wild_call(Actor(0), &mut rng);
        game.call(Actor(0), &call);
        game.end(Actor(0), End::DONE);
        assert_eq!(game.hash(), before, "a finished game goes on");
    }
}

/// Wins of bot `a` over bot `b` in `games` matches with seats swapped, on the given maps (or
/// generated ones if there are none). For games of two.
pub fn wins<G: TestSupport>(a: &str, b: &str, games: u64, maps: &[G::Map]) -> u64 {
    let bots = [a, b].map(|name| built_in::<G>(name).expect("the bot is built in"));
    let count = |game: u64| {
        let map = match maps.len() {
            0 => G::Map::generate(&Wishes::default(), game / 2).expect("the generator makes maps"),
            n => maps[game as usize / 2 % n].clone(),
        };
        let rules = Profile::Handbook;
        let setup = G::new_setup(map, rules, 2).expect("the map can be played");
        let first = (game % 2) as usize;
        let players = vec![&bots[first], &bots[1 - first]];
        let spec = Match {
            setup,
            map: "test".into(),
            rules,
            seed: game / 2,
            players,
            tournament: false,
            engine: "tests",
            date: None,
        };
        let outcome =
            play_match(&spec, false, &mut |_| {}).expect("nothing of ours can fail").outcome;
        u64::from(outcome.winner().is_some_and(|winner| winner.index() == first))
    };
    (0..games).map(count).sum()
}
