//! The runner with bots that misbehave: what they saved counts, what they broke is their turn.

mod recorded;
mod reports;
mod room;
mod together;

use agon_asterobots::{Asterobots, Call, Phase, Point, View};
use agon_core::{
    Actor, Bot, Chance, Contest, End, Game, GameMap, Profile, Scribe, Stopped, Turn, Why,
};
use agon_runner::{
    Batch, IncidentKind, Match, Player, Stop, built_in, play, play_batch, play_match, play_match_of,
};
use std::sync::Mutex;

/// How a bot ends its selections, after having saved one.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Manner {
    ComesBackWithoutAWord,
    Crashes,
    SaysSomethingElse,
    SavesNothingAndCrashes,
}

struct Drafter(Manner);

impl Bot<Asterobots> for Drafter {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        if view.phase != Phase::Select {
            return Ok(());
        }
        let (first, last) = (view.veins[3].location, view.veins[view.veins.len() - 1].location);
        if self.0 != Manner::SavesNothingAndCrashes {
            turn.save_draft(&[Call::Select(view.veins[7].location)]);
            turn.save_draft(&[Call::Select(last)]);
        }
        match self.0 {
            Manner::ComesBackWithoutAWord => {}
            Manner::SaysSomethingElse => drop(turn.call(&Call::Select(first))?),
            Manner::Crashes | Manner::SavesNothingAndCrashes => panic!("a bot's own mistake"),
        }
        Ok(())
    }
}

/// Notes the first selection and why the first turn ended.
#[derive(Default)]
struct First {
    selected: Option<Point>,
    why: Option<Why>,
}

impl Scribe<Asterobots> for First {
    fn call(&mut self, _: &Asterobots, _: Actor, call: &Call, _: &agon_asterobots::Reply) {
        if let (Call::Select(at), None) = (call, self.why) {
            self.selected = Some(*at);
        }
    }
    fn end(&mut self, _: &Asterobots, _: Actor, end: &End) {
        self.why.get_or_insert(end.why);
    }
}

#[test]
fn a_saved_draft_counts_when_the_bot_crashes_or_says_nothing() {
    let map = <Asterobots as Contest>::Map::parse(Asterobots::own_maps()[0].text).unwrap();
    let setup = Asterobots::new_setup(map, Profile::Handbook, 2).unwrap();
    let mut view = View::default();
    Asterobots::new(&setup, Chance::seeded(1)).view(Actor(0), &mut view);
    let (first, last) = (view.veins[3].location, view.veins[view.veins.len() - 1].location);
    let cases = [
        (Manner::ComesBackWithoutAWord, Some(last), Why::Done),
        (Manner::Crashes, Some(last), Why::Failed),
        (Manner::SaysSomethingElse, Some(first), Why::Done),
        (Manner::SavesNothingAndCrashes, None, Why::Failed),
    ];
    for (manner, selected, why) in cases {
        let make = move |_, _| Box::new(Drafter(manner)) as Box<dyn Bot<Asterobots>>;
        let bot = Player::of_bots(format!("{manner:?}"), make);
        let spec = Match {
            setup: setup.clone(),
            map: "test".into(),
            rules: Profile::Handbook,
            seed: 1,
            players: vec![&bot, &bot],
            tournament: false,
            engine: "tests",
            date: None,
        };
        let mut game = Asterobots::new(&setup, Chance::seeded(1));
        let mut seen = First::default();
        let ending = play(&spec, &mut game, &mut seen, &mut |_| {}).unwrap();
        assert_eq!((seen.selected, seen.why), (selected, Some(why)), "{manner:?}");
        let told = ending.reports[0].incidents.iter().any(|i| i.kind == IncidentKind::Exception);
        assert_eq!(told, why == Why::Failed, "{manner:?}");
    }
}

#[test]
fn the_lot_changes_the_bots_seeds_and_nothing_else() {
    let map = <Asterobots as Contest>::Map::parse(Asterobots::own_maps()[0].text).unwrap();
    let setup = Asterobots::new_setup(map, Profile::Handbook, 2).unwrap();
    let bot = built_in::<Asterobots>("random").unwrap();
    let spec = Match {
        setup,
        map: "test".into(),
        rules: Profile::Handbook,
        seed: 4,
        players: vec![&bot; 2],
        tournament: false,
        engine: "tests",
        date: None,
    };
    let of = |lot| {
        let played = play_match_of(&spec, lot, false, &mut (), &mut |_| {}).unwrap();
        played.game.hash()
    };
    let single = play_match(&spec, false, &mut |_| {}).unwrap();
    assert_eq!(of(0), single.game.hash(), "lot 0 is a single match");
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(0));
    assert_ne!(of(1), of(2));
}

#[test]
fn many_matches_are_all_played_each_once_and_can_be_stopped() {
    let map = <Asterobots as Contest>::Map::parse(Asterobots::own_maps()[0].text).unwrap();
    let setup = Asterobots::new_setup(map, Profile::Handbook, 3).unwrap();
    let bot = built_in::<Asterobots>("random").unwrap();
    let plan = |index: usize| -> Result<Match<'_, Asterobots>, String> {
        if index == 1000 {
            return Err("there is no match 1000".into());
        }
        Ok(Match {
            setup: setup.clone(),
            map: "test".into(),
            rules: Profile::Handbook,
            seed: index as u64,
            players: vec![&bot; 3],
            tournament: false,
            engine: "tests",
            date: None,
        })
    };
    let stop = Stop::new();
    let batch = |games, stop| Batch { games, jobs: 3, record: false, stop };
    let played = Mutex::new(Vec::new());
    play_batch(&batch(20, &stop), plan, |job| {
        let alone = play_match(&plan(job.index)?, false, &mut |_| {}).unwrap();
        assert_eq!(alone.game.hash(), job.played.unwrap().game.hash(), "match {}", job.index);
        played.lock().unwrap().push(job.index);
        Ok::<(), String>(())
    })
    .unwrap();
    let mut played = played.into_inner().unwrap();
    played.sort_unstable();
    assert_eq!(played, (0..20).collect::<Vec<_>>());

    let mut count = 0;
    let failed = play_batch(&batch(50, &stop), plan, |_| {
        count += 1;
        if count == 5 { Err("enough".to_owned()) } else { Ok(()) }
    });
    assert_eq!((failed, count), (Err("enough".to_owned()), 5));

    let mut count = 0;
    let stopped = play_batch(&batch(100_000, &stop), plan, |_| {
        count += 1;
        stop.ask();
        Ok::<(), String>(())
    });
    assert!(stopped.is_ok() && count < 50, "{stopped:?} after {count}");
}
