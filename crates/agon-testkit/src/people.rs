//! What every game promises to people who play it: their frames keep the opponents' secrets, and the tutorial
//! can be played.

use crate::properties::{any_setup, for_seeds, play_wildly, view_text};
use agon_core::{
    Actor, Chance, Contest, Deed, End, GameMap, Now, Outcome, Profile, Rng, Seat, Spent,
    TestSupport, Turn, Tutorial, Why,
};
use agon_runner::{Ended, Match, Player, Program, Report, Seating, Trouble, built_in, try_out};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// The turns of a tutorial.
const GUIDED_TURNS: usize = 10;
/// Positions that are compared in each game.
const COMPARED_TURNS: usize = 60;

/// Two positions that look the same to all actors of a seat give the seat the same frame and the same
/// drawing, whatever its opponents did in between.
pub fn seat_frames_show_what_views_show<G: TestSupport>() {
    let compared = AtomicU32::new(0);
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let (setup, _, seats) = any_setup::<G>(&mut rng);
        let mut game = G::new(&setup, Chance::seeded(seed));
        let turns = rng.below(60) as usize;
        play_wildly(&mut game, &mut rng, turns, |game, actor, call| {
            game.call(actor, call);
        });
        let seat = Seat(rng.below(seats as u32) as u8);
        let mut actors = BTreeSet::new();
        let mut first_round = None;
        for _ in 0..COMPARED_TURNS {
            let Now::Turn(asked) = game.now() else { return };
            actors.extend(asked.iter().copied().filter(|&actor| game.seat(actor) == seat));
            let futures = [1, 2].map(|salt| future(&game, seat, &asked, rng.next_u64() ^ salt));
            // Play may begin in the middle of a round: all actors are known after the next whole one.
            let round = *first_round.get_or_insert(game.round());
            if game.round() > round + 1 {
                compare(seat, &actors, &futures, &compared);
            }
            let [(next, ..), _] = futures;
            game = next;
        }
    });
    let is_compared = compared.load(Ordering::Relaxed) > 0;
    assert!(is_compared || !G::HAS_FOG, "no two positions differed only in what is hidden");
}

type Future<G> = (G, Vec<Actor>, Vec<Deed<G>>);

/// The position after a turn in which the watched seat does nothing and the others play wildly.
fn future<G: TestSupport>(game: &G, watched: Seat, asked: &[Actor], seed: u64) -> Future<G> {
    let (mut game, mut rng, mut deeds) = (game.clone(), Rng::new(seed), Vec::new());
    for &actor in asked {
        let mut spent = Spent::default();
        if game.seat(actor) != watched {
            for _ in 0..rng.below(12) {
                let call = game.wild_call(actor, &mut rng);
                let reply = game.call(actor, &call);
                deeds.push(Deed { actor, call, reply });
            }
            spent.seconds = f64::from(rng.below(100)) / 1000.0;
        }
        game.end(actor, End { why: Why::Done, spent });
    }
    (game, asked.to_vec(), deeds)
}

/// Compares the frames of two positions if the seat's actors cannot tell them apart.
fn compare<G: TestSupport>(
    seat: Seat,
    actors: &BTreeSet<Actor>,
    futures: &[Future<G>; 2],
    compared: &AtomicU32,
) {
    let [a, b] = futures;
    let is_over = |future: &Future<G>| matches!(future.0.now(), Now::Over(_));
    let looks_same = |&actor: &Actor| view_text(&a.0, actor) == view_text(&b.0, actor);
    // A seat that lost all actors before has no view to compare with.
    let is_blind = actors.is_empty();
    if is_blind || is_over(a) || is_over(b) || !actors.iter().all(looks_same) {
        return;
    }
    compared.fetch_add(u32::from(a.0.hash() != b.0.hash()), Ordering::Relaxed);
    let [one, other] = [a, b].map(|(game, ended, deeds)| {
        let frame = game.seat_frame(seat, ended, deeds);
        serde_json::to_value(frame).expect("frames are plain data with text keys")
    });
    if G::HAS_FOG {
        assert_eq!(one, other, "the frame of seat {} shows what its views do not show", seat.0);
        assert_eq!(a.0.seat_draw(seat, false), b.0.seat_draw(seat, false));
    }
}

/// The tutorial has ten turns, and all its orders are accepted if they are given one after the other.
pub fn tutorial_can_be_played<G: TestSupport>() {
    let Some(json) = G::TUTORIAL else { return };
    let tutorial = Tutorial::parse(json).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(tutorial.turns.len(), GUIDED_TURNS, "a tutorial has ten turns");
    let own = G::own_maps().iter().find(|own| own.name == tutorial.map);
    let map = G::Map::parse(own.expect("the tutorial is on a built-in map").text);
    let map = map.unwrap_or_else(|fault| panic!("{fault}"));
    let seats = 1 + tutorial.opponents.len();
    let setup =
        G::new_setup(map, Profile::Handbook, seats).unwrap_or_else(|fault| panic!("{fault}"));
    let opponents: Vec<Player<G>> = tutorial
        .opponents
        .iter()
        .map(|name| built_in::<G>(name).unwrap_or_else(|fault| panic!("{fault}")))
        .collect();
    let played = Arc::new(AtomicUsize::new(0));
    let pupil = pupil::<G>(&tutorial, &played);
    let spec = Match {
        setup: setup.clone(),
        map: tutorial.map.clone(),
        rules: Profile::Handbook,
        seed: tutorial.seed,
        players: std::iter::once(&pupil).chain(&opponents).collect(),
        tournament: false,
        engine: "test",
        date: None,
    };
    let mut game = G::new(&setup, Chance::seeded(tutorial.seed));
    let rounds = 4 * GUIDED_TURNS as u32;
    let ending = try_out(&spec, &mut game, rounds, &mut (), &mut |_| {});
    ending.unwrap_or_else(|trouble| panic!("{trouble}"));
    let turns = played.load(Ordering::Relaxed);
    assert!(turns >= GUIDED_TURNS, "the match has only {turns} turns of the player");
}

/// A player that follows the tutorial.
fn pupil<G: Contest>(tutorial: &Tutorial, played: &Arc<AtomicUsize>) -> Player<G> {
    let (tutorial, played) = (tutorial.clone(), Arc::clone(played));
    let sit = move |_: &Seating<'_>| {
        let pupil = Pupil { tutorial: tutorial.clone(), played: Arc::clone(&played) };
        Ok(Box::new(pupil) as Box<dyn Program<G>>)
    };
    Player { name: "pupil".into(), hash: None, sit: Box::new(sit) }
}

struct Pupil {
    tutorial: Tutorial,
    played: Arc<AtomicUsize>,
}

impl<G: Contest> Program<G> for Pupil {
    fn turn(&mut self, _: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        let number = self.played.fetch_add(1, Ordering::Relaxed);
        for order in self.tutorial.turns.get(number).into_iter().flat_map(|turn| &turn.orders) {
            let place = format!("turn {} of the tutorial: {order}", number + 1);
            let call: G::Call = serde_json::from_value(order.clone())
                .unwrap_or_else(|fault| panic!("{place} is no order: {fault}"));
            let reply = turn.call(&call).expect("a guided turn is not stopped");
            if let Some(why) = G::refusal(&reply) {
                panic!("{place} is refused: {why}");
            }
        }
        Ok(Ended { why: Why::Done, seconds: 0.0 })
    }

    fn over(self: Box<Self>, _: &Outcome) -> Report {
        Report::default()
    }
}
