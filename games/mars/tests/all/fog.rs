//! R6: a view is complete for the tiles that the team has seen and empty for all others.

use crate::wild::{any_map, any_tile, setup};
use agon_core::trace::compare;
use agon_core::{Chance, Contest, End, Game, LegalCall, Rng, Spent, TestSupport, Why};
use agon_mars::{
    Call, Cell, HIDDEN, Map, Mars, Reply, Robot, RobotId, RobotInfo, RobotType, Rules, Setup, Team,
    Tile, View,
};
use agon_testkit::for_seeds;
use serde_json::Value;
use std::cell::Cell as Counter;
use std::collections::BTreeMap;

fn cells(game: &Mars) -> impl Iterator<Item = Cell> + use<> {
    0..game.map().cells() as Cell
}

fn seen_by(game: &Mars, team: Team) -> Vec<bool> {
    cells(game).map(|cell| game.is_visible(team, cell)).collect()
}

fn view_of(game: &Mars, team: Team) -> View {
    let mut view = View::default();
    game.view(team.actor(), &mut view);
    view
}

/// Plays turns of random calls; `watch` carries out every call and end and may inspect the game around it.
fn play_wildly(
    game: &mut Mars,
    rng: &mut Rng,
    turns: usize,
    mut watch: impl FnMut(&mut Mars, Option<&Call>),
) {
    for _ in 0..turns {
        for _ in 0..rng.below(16) {
            let call = game.wild_call(game.team_on_turn().actor(), rng);
            watch(game, Some(&call));
        }
        watch(game, None);
    }
}

/// Makes a call for the team on turn, or ends its turn.
fn happen(game: &mut Mars, call: Option<&Call>) -> Option<Reply> {
    let actor = game.team_on_turn().actor();
    match call {
        Some(call) => Some(game.call(actor, call)),
        None => {
            game.end(actor, End::DONE);
            None
        }
    }
}

#[test]
fn r6_a_view_is_complete_for_visible_tiles_and_empty_for_hidden_ones() {
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let setup = setup(any_map(&mut rng), &mut rng);
        let mut game = Mars::new(&setup, Chance::seeded(0));
        play_wildly(&mut game, &mut rng, 60, |game, call| {
            happen(game, call);
            for team in Team::BOTH {
                check_view(game, team);
            }
        });
    });
}

fn check_view(game: &Mars, team: Team) {
    let (view, map) = (view_of(game, team), game.map());
    for cell in cells(game) {
        let i = usize::from(cell);
        let tile = map.tile(cell);
        let expected = if game.is_visible(team, cell) {
            let value = game.terraform(cell) * team.sign();
            (tile.kind.letter() as u8, value, tile.mining)
        } else {
            (HIDDEN, 0, 0)
        };
        let shown = (view.tiles.cells()[i], view.terraform.cells()[i], view.mining.cells()[i]);
        assert_eq!(shown, expected, "{team}, tile {cell}");
    }
    let infos = |team: Team, seen: &dyn Fn(Cell) -> bool| -> Vec<RobotInfo> {
        let robots = game.team(team).robots.iter().filter(|robot| seen(robot.cell));
        robots.map(|robot| robot.info(team, map.width())).collect()
    };
    assert_eq!(view.robots, infos(team, &|_| true));
    assert_eq!(view.enemies, infos(team.other(), &|cell| game.is_visible(team, cell)));
}

#[test]
fn r4_1_at_the_start_own_bases_and_their_neighbours_are_visible() {
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let game = Mars::new(&setup(any_map(&mut rng), &mut rng), Chance::seeded(0));
        let map = game.map();
        for team in Team::BOTH {
            for cell in cells(&game) {
                let own = |near: Cell| map.tile(near) == Tile::base(team);
                let expected = map.square_round(cell).any(own);
                assert_eq!(game.is_visible(team, cell), expected, "{team}, tile {cell}");
            }
        }
    });
}

#[test]
fn r6_after_the_start_only_an_explorers_action_reveals_tiles() {
    let explored = Counter::new(0);
    for_seeds(24, |seed| {
        let mut rng = Rng::new(seed);
        let setup = setup(any_map(&mut rng), &mut rng);
        let mut game = Mars::new(&setup, Chance::seeded(0));
        play_wildly(&mut game, &mut rng, 80, |game, call| {
            let (team, before) = (game.team_on_turn(), game.clone());
            let reply = happen(game, call);
            assert_eq!(seen_by(game, team.other()), seen_by(&before, team.other()));
            let was_seen = seen_by(&before, team);
            let revealed: Vec<(u8, u8)> = cells(game)
                .filter(|&cell| game.is_visible(team, cell) && !was_seen[usize::from(cell)])
                .map(|cell| game.map().place(cell))
                .collect();
            assert!(cells(game).all(|c| !was_seen[usize::from(c)] || game.is_visible(team, c)));
            match (call, reply) {
                (Some(Call::Act { robot }), Some(Reply::Explored { tiles })) => {
                    explored.set(explored.get() + 1);
                    let robot = before.team(team).robot(*robot).expect("it has just acted");
                    assert_eq!(robot.kind, RobotType::Explorer);
                    assert_eq!(tiles.as_slice(), revealed);
                    assert!(!revealed.is_empty());
                    let square: Vec<Cell> = game.map().square_round(robot.cell).collect();
                    assert!(square.iter().all(|&cell| game.is_visible(team, cell)));
                    let (row, col) = game.map().place(robot.cell);
                    let near = |(r, c): &(u8, u8)| r.abs_diff(row) <= 1 && c.abs_diff(col) <= 1;
                    assert!(revealed.iter().all(near));
                }
                _ => assert!(revealed.is_empty(), "{call:?} revealed {revealed:?}"),
            }
        });
    });
    assert!(explored.get() > 100, "only {} explorers acted", explored.get());
}

/// A call of the watching team (`None` at the start of its turn), the reply, and the view after it.
struct Moment {
    said: Option<Call>,
    told: Value,
    seen: Value,
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// Panics with the first difference only, because whole views are too long to print.
fn same(what: &str, expected: &Value, got: &Value) {
    if let Err(fault) = compare("", what, expected, got) {
        panic!("{fault}");
    }
}

/// Plays rounds in which the watching team makes random calls and the other team none.
fn play_alone(setup: &Setup, watcher: Team, rng: &mut Rng) -> (Mars, Vec<Vec<Moment>>) {
    let mut game = Mars::new(setup, Chance::seeded(0));
    let mut turns = Vec::new();
    for _ in 0..30 {
        for team in Team::BOTH {
            if team == watcher {
                let seen = json(&view_of(&game, team));
                let mut turn = vec![Moment { said: None, told: Value::Null, seen }];
                for _ in 0..rng.below(16) {
                    let call = game.wild_call(team.actor(), rng);
                    let told = json(&game.call(team.actor(), &call));
                    let seen = json(&view_of(&game, team));
                    turn.push(Moment { said: Some(call), told, seen });
                }
                turns.push(turn);
            }
            game.end(team.actor(), End::DONE);
        }
    }
    (game, turns)
}

/// The same map where the team has seen it, random tiles elsewhere.
fn another_map(map: &Map, known: &[bool], stranger: Team, rng: &mut Rng) -> Map {
    let tile = |cell: Cell| match known[usize::from(cell)] {
        true => map.tile(cell),
        false => any_tile(rng, &[stranger]),
    };
    let tiles: Vec<Tile> = (0..map.cells() as Cell).map(tile).collect();
    Map::new(map.height(), map.width(), &tiles).unwrap()
}

/// A turn of random calls that affect no tile that the other team has seen, and no robot on such a tile.
fn act_in_the_dark(game: &mut Mars, known: &[bool], rng: &mut Rng) {
    let team = game.team_on_turn();
    for _ in 0..rng.below(24) {
        let mut tried = game.clone();
        tried.call(team.actor(), &game.wild_call(team.actor(), rng));
        let hidden = |robot: &Robot| !known[usize::from(robot.cell)];
        let unharmed = tried.team(team.other()).robots == game.team(team.other()).robots;
        if unharmed && tried.team(team).robots.iter().all(hidden) {
            *game = tried;
        }
    }
    let seconds = f64::from(rng.below(1000)) / 1000.0;
    game.end(team.actor(), End { why: Why::Done, spent: Spent { seconds, energy: 0 } });
}

/// Maps the names of the watching team's robots from one game to the other. They differ because both teams
/// share one counter of names (R3).
#[derive(Default)]
struct Names(BTreeMap<u32, u32>);

/// Added to names that are unknown in one game, so that they are unknown in the other, too.
const UNKNOWN: u32 = 1_000_000;

impl Names {
    fn learn(&mut self, one: &Value, other: &Value) {
        for reply in ["spawned", "transformed"] {
            let id = |told: &Value| told[reply]["name"].as_str().map(|n| RobotId::from_name(n).0);
            if let (Some(one), Some(other)) = (id(one), id(other)) {
                self.0.insert(one, other);
            }
        }
    }

    fn to_other(&self, id: RobotId) -> RobotId {
        RobotId(self.0.get(&id.0).copied().unwrap_or(UNKNOWN + id.0))
    }

    fn translated(&self, call: &Call) -> Call {
        let mut call = call.clone();
        match &mut call {
            Call::Move { robot, .. }
            | Call::Act { robot }
            | Call::Transform { robot, .. }
            | Call::CanMove { robot, .. }
            | Call::CanAct { robot }
            | Call::CanTransform { robot, .. }
            | Call::PathToBase { robot, .. } => *robot = self.to_other(*robot),
            Call::Spawn { .. } | Call::CanSpawn { .. } => {}
            Call::Path { .. } | Call::RobotAt { .. } => {}
        }
        call
    }

    /// A value of the other game with the names of the first one.
    fn translated_back(&self, value: Value) -> Value {
        match value {
            Value::String(text) if text.starts_with("robot_") => {
                let other = RobotId::from_name(&text).0;
                let known = self.0.iter().find(|(_, known)| **known == other);
                let one = known.map_or(other.wrapping_sub(UNKNOWN), |(one, _)| *one);
                Value::String(RobotId(one).to_string())
            }
            Value::Array(items) => {
                items.into_iter().map(|item| self.translated_back(item)).collect()
            }
            Value::Object(fields) => {
                let fields = fields.into_iter();
                fields.map(|(key, item)| (key, self.translated_back(item))).collect()
            }
            other => other,
        }
    }
}

/// Two games that differ only in what a team cannot see: tiles, robots and the opponent's calls. If the team
/// makes the same calls in both, it gets the same replies and views.
#[test]
fn r6_hidden_tiles_affect_neither_replies_nor_views() {
    let (strangers, changes) = (Counter::new(0), Counter::new(0));
    for_seeds(100, |seed| {
        let mut rng = Rng::new(seed);
        let watcher = *rng.pick(&Team::BOTH);
        let one_setup = setup(any_map(&mut rng), &mut rng);
        let (one, turns) = play_alone(&one_setup, watcher, &mut rng);
        let known = seen_by(&one, watcher);
        let map = another_map(one.map(), &known, watcher.other(), &mut rng);
        changes
            .set(changes.get() + cells(&one).filter(|&c| map.tile(c) != one.map().tile(c)).count());
        let rules: Rules = *one_setup.rules();
        let mut other = Mars::new(&Setup::new(map, rules).unwrap(), Chance::seeded(0));
        let mut names = Names::default();
        for turn in turns {
            if watcher == Team::Red {
                act_in_the_dark(&mut other, &known, &mut rng);
            }
            for Moment { said, told, seen } in turn {
                if let Some(call) = said {
                    let reply = json(&other.call(watcher.actor(), &names.translated(&call)));
                    names.learn(&told, &reply);
                    same(&format!("{call:?}"), &told, &names.translated_back(reply));
                }
                let view = json(&view_of(&other, watcher));
                same("view", &seen, &names.translated_back(view));
            }
            other.end(watcher.actor(), End::DONE);
            if watcher == Team::Blue {
                act_in_the_dark(&mut other, &known, &mut rng);
            }
        }
        strangers.set(strangers.get() + other.team(watcher.other()).robots.len());
        assert_eq!(seen_by(&other, watcher), known);
    });
    assert!(strangers.get() > 40, "only {} robots were hidden", strangers.get());
    assert!(changes.get() > 1000, "only {} tiles were changed", changes.get());
}

fn legal_calls(game: &Mars, team: Team) -> Vec<LegalCall<Call>> {
    let mut list = Vec::new();
    game.legal_calls(team.actor(), &mut list);
    list
}

#[test]
fn r6_legal_calls_follow_from_the_view() {
    for_seeds(12, |seed| {
        let mut rng = Rng::new(seed);
        let mut game = Mars::new(&setup(any_map(&mut rng), &mut rng), Chance::seeded(seed));
        play_wildly(&mut game, &mut rng, 40, |game, call| {
            let team = game.team_on_turn();
            let known = view_of(game, team).position(*game.rules()).expect("the view is sound");
            assert_eq!(legal_calls(&known, team), legal_calls(game, team));
            happen(game, call);
        });
    });
}
