//! The examples that `agon new --from solid` copies: in every language they play the game of `builtin:solid`.
//!
//! All matches have fixed seeds and no clock, so that a run always has the same results.

use crate::table::{bot_file, options, player_of};
use agon_asterobots::Asterobots;
use agon_bots::{Language, Options, STARTER, example_languages, examples, new_bot_from};
use agon_core::{Actor, Chance, Contest, End, Game, GameMap, Profile, Scribe, Seat};
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_runner::{Match, Player};
use agon_timetravel::TimeTravel;
use std::fs;
use std::path::Path;

const EXAMPLE: &str = "solid";
const BUILT_IN: &str = "builtin:solid";
/// An example must win this share of its matches against the built-in bot; a draw counts half.
const LEAST_SHARE: f64 = 0.4;

/// The matches of one game.
struct Plan {
    /// The map, by its name.
    map: &'static str,
    /// Settings of the match that are changed to make it shorter: the place in the setup's JSON, the value.
    changes: &'static [(&'static str, u64)],
    /// Seeds; each is played from both seats.
    seeds: u64,
}

impl Plan {
    fn setup<G: Contest>(&self) -> G::Setup {
        let own = G::own_maps().iter().find(|own| own.name == self.map).expect("the map exists");
        let map = G::Map::parse(own.text).unwrap();
        let setup = G::new_setup(map, Profile::Handbook, 2).unwrap();
        let mut file = serde_json::to_value(&setup).unwrap();
        for &(place, value) in self.changes {
            *file.pointer_mut(place).expect("the setup has this number") = value.into();
        }
        serde_json::from_value(file).unwrap()
    }
}

/// The orders of both seats, in their order.
#[derive(Default)]
struct Orders(Vec<String>);

impl<G: Game> Scribe<G> for Orders {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, _reply: &G::Reply) {
        if G::is_order(call) {
            self.0.push(format!("{:?} {call:?}", game.seat(actor)));
        }
    }

    fn end(&mut self, _game: &G, _actor: Actor, _end: &End) {}
}

/// A match: its orders, and what the example on this seat wins: 1, or 1/2 for a draw.
fn play<G: Contest>(
    plan: &Plan,
    seed: u64,
    players: &[Player<G>; 2],
    seat: usize,
) -> (Vec<String>, f64) {
    let spec = Match {
        setup: plan.setup::<G>(),
        map: plan.map.into(),
        rules: Profile::Handbook,
        seed,
        players: players.iter().collect(),
        tournament: false,
        engine: "tests",
        date: None,
    };
    let mut orders = Orders::default();
    let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
    let ending = agon_runner::play(&spec, &mut game, &mut orders, &mut |_| {}).unwrap();
    for report in &ending.reports {
        assert!(report.incidents.is_empty(), "{report:#?}");
    }
    let points = match ending.outcome.winner() {
        None => 0.5,
        Some(Seat(winner)) => f64::from(u8::from(usize::from(winner) == seat)),
    };
    (orders.0, points)
}

/// Without clock: the load of the machine must not decide a match.
fn untimed() -> Options {
    let mut options = options();
    options.patience.clock = false;
    options
}

/// A folder with the example, as `agon new` writes it.
fn example<G: Contest>(language: Language) -> String {
    let readme = bot_file("README.md", "");
    let folder = Path::new(&readme).parent().unwrap();
    for (name, bytes) in new_bot_from::<G>(EXAMPLE, language, None, EXAMPLE).unwrap() {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder.display().to_string()
}

/// The players of a match: the example on this seat, the built-in bot on the other.
fn players<G: Contest>(bot: &str, seat: usize) -> [Player<G>; 2] {
    let mut words = [bot, BUILT_IN];
    words.rotate_right(seat);
    words.map(|word| player_of::<G>(word, &untimed()))
}

/// The example reaches its share against the built-in bot.
fn reaches_its_share<G: Contest>(plan: &Plan, language: Language) {
    let bot = example::<G>(language);
    let mut points = 0.0;
    for seed in 1..=plan.seeds {
        for seat in 0..2 {
            points += play(plan, seed, &players::<G>(&bot, seat), seat).1;
        }
    }
    let (matches, title) = (2 * plan.seeds, G::INFO.title);
    println!("{title} in {language}: {points} of {matches}");
    assert!(points >= LEAST_SHARE * matches as f64, "{title} in {language}: {points} of {matches}");
}

/// The example gives the orders of the built-in bot, from both seats. So it wins half of its matches
/// against it.
fn gives_the_same_orders<G: Contest>(plan: &Plan, language: Language) {
    let bot = example::<G>(language);
    for seed in 1..=plan.seeds {
        let (expected, _) = play(plan, seed, &players::<G>(BUILT_IN, 0), 0);
        for seat in 0..2 {
            let (orders, _) = play(plan, seed, &players::<G>(&bot, seat), seat);
            let mut all =
                (0..expected.len().max(orders.len())).map(|i| (expected.get(i), orders.get(i)));
            let first = all.position(|(expected, found)| expected != found);
            assert_eq!(
                first.map(|i| (i, expected.get(i), orders.get(i))),
                None,
                "{} in {language}, seed {seed}, seat {seat}: the first order that differs",
                G::INFO.title
            );
        }
    }
}

/// The languages with a kit; the example must exist in all of them, and in Java if the contest's bots were
/// written in it.
fn kits<G: Contest>() -> Vec<Language> {
    assert_eq!(examples::<G>(), [STARTER, EXAMPLE]);
    let found = example_languages::<G>(EXAMPLE, None);
    let has_java = G::ORIGINAL_APIS.iter().any(|api| api.language == "java");
    assert_eq!(found.contains(&java()), has_java, "{} in Java", G::INFO.title);
    let kits = ["python", "js", "cpp", "rust", "go"].map(|word| Language::from_word(word).unwrap());
    for kit in kits {
        assert!(found.contains(&kit), "{} has no example in {kit}", G::INFO.title);
    }
    kits.into()
}

fn java() -> Language {
    Language::from_word("java").unwrap()
}

#[test]
fn the_examples_of_galaxy_play_like_the_built_in_bot() {
    let plan = Plan { map: "default", changes: &[], seeds: 2 };
    for kit in kits::<GalaxyCommander>() {
        gives_the_same_orders::<GalaxyCommander>(&plan, kit);
    }
    // It fills up its turns with `NoAction`, which the interface requires.
    reaches_its_share::<GalaxyCommander>(&Plan { seeds: 5, ..plan }, java());
}

#[test]
fn the_examples_of_timetravel_play_like_the_built_in_bot() {
    let plan = Plan { map: "classic", changes: &[("/rules/turn_limit", 120)], seeds: 1 };
    for kit in kits::<TimeTravel>() {
        gives_the_same_orders::<TimeTravel>(&plan, kit);
    }
    // Its interface does not say how many turns a match has, so it counts on the usual number.
    reaches_its_share::<TimeTravel>(&Plan { changes: &[], ..plan }, java());
}

#[test]
fn the_examples_of_asterobots_play_like_the_built_in_bot() {
    let plan = Plan { map: "phobos", changes: &[], seeds: 2 };
    for language in kits::<Asterobots>().into_iter().chain([java()]) {
        gives_the_same_orders::<Asterobots>(&plan, language);
    }
}

#[test]
fn the_examples_of_homerun_play_like_the_built_in_bot() {
    let plan = Plan { map: "OwnTwins", changes: &[("/rules/last_round", 200)], seeds: 5 };
    for language in kits::<HomeRun>().into_iter().chain([java()]) {
        reaches_its_share::<HomeRun>(&plan, language);
    }
}

#[test]
fn the_examples_of_mars_play_like_the_built_in_bot() {
    let plan = Plan { map: "crossing", changes: &[("/rules/rounds", 80)], seeds: 5 };
    for kit in kits::<Mars>() {
        reaches_its_share::<Mars>(&plan, kit);
    }
}
