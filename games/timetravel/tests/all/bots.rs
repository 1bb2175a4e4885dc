//! The strength of the built-in bots.

use agon_core::{
    Actor, Chance, Contest, Game, GameMap, LEVELS, Now, Outcome, Profile, Turn, Why, Wishes,
};
use agon_timetravel::{Map, TimeTravel, View};

/// Plays a match of two built-in bots; returns the result and the turn in which the match ended.
fn play(map: Map, profile: Profile, names: [&str; 2], seed: u64) -> (Outcome, u32) {
    let setup = TimeTravel::new_setup(map, profile, 2).unwrap();
    let mut game = TimeTravel::new(&setup, Chance::seeded(seed));
    let make = |(seat, name): (usize, &&str)| {
        let bot =
            TimeTravel::bots().iter().find(|bot| bot.name == *name || bot.aliases.contains(name));
        (bot.unwrap().make)(Actor(seat as u32), 2 * seed + seat as u64)
    };
    let mut bots: Vec<_> = names.iter().enumerate().map(make).collect();
    let mut view = View::default();
    loop {
        let actor = match game.now() {
            Now::Over(outcome) => return (outcome, game.turn()),
            Now::Turn(actors) => actors[0],
        };
        game.view(actor, &mut view);
        let mut unrecorded = ();
        let mut turn = Turn::open(&mut game, actor, &mut unrecorded);
        bots[actor.0 as usize].turn(&view, &mut turn).unwrap();
        turn.close(Why::Done, 0.0);
    }
}

/// Counts the wins of bot `a` against bot `b` that satisfy `pleases`, with seats swapped every other match.
fn count(
    profile: Profile,
    [a, b]: [&str; 2],
    games: u64,
    pleases: impl Fn(&Outcome, u32) -> bool,
) -> u64 {
    let play_one = |seed: u64| {
        let map = <TimeTravel as Contest>::Map::generate(&Wishes::default(), seed).unwrap();
        let first = (seed % 2) as usize;
        let seats = if first == 0 { [a, b] } else { [b, a] };
        let (outcome, turn) = play(map, profile, seats, seed);
        outcome.winner().unwrap().index() == first && pleases(&outcome, turn)
    };
    (0..games).filter(|&seed| play_one(seed)).count() as u64
}

#[test]
fn the_bots_are_the_six_levels() {
    let names: Vec<&str> = TimeTravel::bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, LEVELS);
}

/// The matches are always the same, so this cannot fail by chance. The manual has longer runs.
#[test]
fn every_level_beats_the_one_below() {
    for pair in LEVELS.windows(2) {
        for profile in Profile::ALL {
            let wins = count(profile, [pair[1], pair[0]], 4, |_, _| true);
            assert!(wins >= 3, "{} beats {} in {wins} of 4 under {profile}", pair[1], pair[0]);
        }
    }
}

#[test]
fn levels_play_the_same_match_again() {
    for level in &LEVELS[1..] {
        let matches = [(); 2].map(|()| {
            let map = Map::parse(TimeTravel::own_maps()[1].text).unwrap();
            play(map, Profile::Handbook, [level, "novice"], 7)
        });
        assert_eq!(matches[0].1, matches[1].1, "{level}");
        assert_eq!(matches[0].0.standings, matches[1].0.standings, "{level}");
    }
}

#[test]
fn expert_razes_a_passive_opponent_before_turn_400() {
    let razed = |outcome: &Outcome, turn| outcome.reason.code == "elimination" && turn < 400;
    for profile in Profile::ALL {
        let wins = count(profile, ["expert", "nothing"], 40, razed);
        assert!(wins >= 36, "{wins} of 40 under {profile}");
    }
}

#[test]
fn expert_razes_a_passive_opponent_on_every_bundled_map() {
    for own in TimeTravel::own_maps() {
        let map = Map::parse(own.text).unwrap();
        let (outcome, turn) = play(map, Profile::Handbook, ["expert", "nothing"], 1);
        assert_eq!(outcome.reason.code, "elimination", "{}", own.name);
        assert!(turn < 400, "{}: ended in turn {turn}, not before 400", own.name);
    }
}

#[test]
fn a_match_of_random_ends_by_elimination_or_on_turn_500() {
    let (outcome, turn) = play(
        Map::parse(TimeTravel::own_maps()[0].text).unwrap(),
        Profile::Original,
        ["random", "random"],
        3,
    );
    assert!(turn == 500 || outcome.reason.code == "elimination");
}
