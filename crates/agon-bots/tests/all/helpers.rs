//! The helpers of the games (`games/GAME/helpers`) see in every language what the rules see, on the same
//! views.
//!
//! Bots print four numbers about their first view: how many places there are, and sums over all neighbours,
//! over distances and over ways from the first place. The same sums are computed here from the rules.

use crate::table::{bot_file, options, play};
use agon_asterobots::{Asterobots, Field, Point};
use agon_core::{Actor, Chance, Contest, Game, GameMap, Profile};
use agon_galaxy::GalaxyCommander;
use agon_homerun::{HomeRun, Location};
use agon_mars::Mars;
use agon_timetravel::{Cell, TimeTravel, footprint};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

const MODULUS: i64 = 1_000_003;
/// Ways are searched to every 17th place.
const STRIDE: usize = 17;

/// A place as a number.
fn code(place: &[i64]) -> i64 {
    let start = (place[0] + 50) * 2003 + place[1] + 50;
    start * 3 + place.get(2).unwrap_or(&0)
}

fn code_of_name(name: &str) -> i64 {
    name.bytes().fold(7, |sum, byte| (sum * 31 + i64::from(byte)) % MODULUS)
}

/// The line that a bot of the game should print.
struct Sums {
    places: usize,
    neighbours: i64,
    distances: i64,
    ways: i64,
}

impl Sums {
    fn new(places: usize) -> Sums {
        Sums { places, neighbours: 0, distances: 0, ways: 0 }
    }

    fn add_neighbour(&mut self, from: i64, to: i64, cost: i64) {
        self.neighbours = (self.neighbours + from * to + cost) % MODULUS;
    }

    /// Adds the distance to the `index`-th place, and the number of places on the way there.
    fn add_goal(&mut self, index: usize, distance: i64, way: impl FnOnce() -> i64) {
        self.distances = (self.distances + (index as i64 + 1) * distance) % MODULUS;
        if index.is_multiple_of(STRIDE) {
            self.ways = (self.ways + (index as i64 + 1) * way()) % MODULUS;
        }
    }

    fn line(&self) -> String {
        let Sums { places, neighbours, distances, ways } = self;
        format!("= {places} {neighbours} {distances} {ways}.")
    }
}

/// The position and the view before the first turn.
fn first<G: Contest>() -> (G, G::View) {
    let map = G::Map::parse(G::own_maps()[0].text).unwrap();
    let setup = G::new_setup(map, Profile::Handbook, 2).unwrap();
    let game = G::new(&setup, Chance::seeded(1));
    let mut view = G::View::default();
    game.view(Actor(0), &mut view);
    (game, view)
}

fn mars() -> String {
    use agon_mars::{Call, Reply};
    let (mut game, view) = first::<Mars>();
    let tiles = serde_json::to_value(&view).unwrap()["tiles"].clone();
    let rows = tiles.as_array().unwrap().iter().zip(0..);
    let all = rows
        .flat_map(|(row, y)| row.as_str().unwrap().chars().zip(0..).map(move |(t, x)| (t, y, x)));
    let places: Vec<(i32, i32)> =
        all.filter(|(tile, ..)| !"#I".contains(*tile)).map(|(_, row, col)| (row, col)).collect();
    let mut steps = |from: (i32, i32), to: (i32, i32)| {
        let call = Call::Path { from, to, avoid_robots: false };
        match game.call(Actor(0), &call) {
            Reply::Way { steps, .. } => i64::from(steps),
            other => panic!("{other:?}"),
        }
    };
    let number = |(row, col): (i32, i32)| code(&[row.into(), col.into()]);
    let mut sums = Sums::new(places.len());
    for (index, &to) in places.iter().enumerate() {
        let near = (-1..=1).flat_map(|row| (-1..=1).map(move |col| (to.0 + row, to.1 + col)));
        for beside in near.filter(|&beside| steps(to, beside) == 1) {
            sums.add_neighbour(number(to), number(beside), 1);
        }
        let (rows, cols) = (to.0.abs_diff(places[0].0), to.1.abs_diff(places[0].1));
        sums.add_goal(index, rows.max(cols).into(), || steps(places[0], to) + 1);
    }
    sums.line()
}

fn galaxy() -> String {
    let (game, view) = first::<GalaxyCommander>();
    let view = serde_json::to_value(&view).unwrap();
    let systems = view["systems"].as_array().unwrap();
    let names: Vec<&str> = systems.iter().map(|system| system["name"].as_str().unwrap()).collect();
    let mut edges: Vec<(&str, &str, i64)> = Vec::new();
    for system in systems {
        for hole in system["wormholes"].as_array().unwrap() {
            if let Some(to) = hole["to"].as_str() {
                edges.push((system["name"].as_str().unwrap(), to, hole["cost"].as_i64().unwrap()));
            }
        }
    }
    // The rules let the agent move to exactly these systems.
    let mut legal = Vec::new();
    game.legal_calls(Actor(0), &mut legal);
    let legal = serde_json::to_value(&legal).unwrap().to_string();
    let near: Vec<&str> =
        edges.iter().filter(|edge| view["current"] == edge.0).map(|edge| edge.1).collect();
    assert!(!near.is_empty() && near.iter().all(|name| legal.contains(name)), "{legal}");
    let mut sums = Sums::new(names.len());
    for (from, to, cost) in &edges {
        sums.add_neighbour(code_of_name(from), code_of_name(to), *cost);
    }
    let mut costs = BTreeMap::from([(names[0], 0)]);
    for _ in &names {
        for (from, to, cost) in &edges {
            let Some(start) = costs.get(from).copied() else { continue };
            let known = costs.entry(to).or_insert(i64::MAX);
            *known = (*known).min(start + cost);
        }
    }
    for (index, name) in names.iter().enumerate() {
        let cost = costs.get(name).copied();
        sums.add_goal(index, cost.unwrap_or(-1), || i64::from(cost.is_some()));
    }
    sums.line()
}

fn asterobots() -> String {
    use agon_asterobots::{Call, Reply};
    let (mut game, view) = first::<Asterobots>();
    let field = Field::new(view.setting.map_size);
    let places: Vec<Point> = field.vertices().collect();
    let mut distance =
        |from: Point, to: Point| match game.call(Actor(0), &Call::Distance { from, to }) {
            Reply::Distance(edges) => i64::from(edges),
            other => panic!("{other:?}"),
        };
    let number = |at: &Point| code(&[at.x.into(), at.y.into()]);
    let mut sums = Sums::new(places.len());
    for (from, to) in field.edges() {
        assert_eq!(distance(from, to), 1);
        sums.add_neighbour(number(&from), number(&to), 1);
        sums.add_neighbour(number(&to), number(&from), 1);
    }
    for (index, &to) in places.iter().enumerate() {
        let edges = distance(places[0], to);
        sums.add_goal(index, edges, || edges + 1);
    }
    sums.line()
}

/// The places on a way with the fewest steps; 0 if there is none.
fn fewest<P: Copy + Ord>(start: P, goal: P, beside: impl Fn(P) -> Vec<P>) -> i64 {
    let mut seen = BTreeMap::from([(start, 1)]);
    let mut queue = VecDeque::from([start]);
    while let Some(place) = queue.pop_front() {
        for next in beside(place) {
            if !seen.contains_key(&next) {
                seen.insert(next, seen[&place] + 1);
                queue.push_back(next);
            }
        }
    }
    seen.get(&goal).copied().unwrap_or(0)
}

fn timetravel() -> String {
    use agon_timetravel::Call;
    let (game, view) = first::<TimeTravel>();
    let position = &view.position;
    let mut closed: BTreeSet<(i32, i32, u8)> = BTreeSet::new();
    closed.extend(position.terrain.iter().filter(|t| t.blocks_move).map(|t| (t.x, t.y, t.z)));
    closed.extend(position.units.iter().filter(|u| u.owner != view.you).map(|u| (u.x, u.y, u.z)));
    for house in position.buildings.iter().filter(|house| house.owner != view.you) {
        let cells = footprint(house.x, house.y, house.z).unwrap();
        closed.extend(cells.iter().map(|cell| cell.place()));
    }
    let is_open =
        |&(x, y, z): &(i32, i32, u8)| Cell::new(x, y, z).is_some() && !closed.contains(&(x, y, z));
    let beside = |(x, y, z): (i32, i32, u8)| -> Vec<(i32, i32, u8)> {
        let steps = [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)];
        steps.into_iter().filter(is_open).collect()
    };
    // The rules let every unit that can move go to exactly these tiles.
    let mut legal = Vec::new();
    game.legal_calls(Actor(0), &mut legal);
    let movers = position.units.iter().filter(|unit| unit.owner == view.you && unit.moves > 0);
    let mut moved = 0;
    for unit in movers {
        let moves = legal.iter().filter_map(|legal| match legal.call {
            Call::Move { unit: id, x, y } if id == unit.id => Some((x, y, unit.z)),
            _ => None,
        });
        let expected: BTreeSet<_> = beside((unit.x, unit.y, unit.z)).into_iter().collect();
        assert_eq!(moves.collect::<BTreeSet<_>>(), expected, "unit {}", unit.id);
        moved += 1;
    }
    assert!(moved > 0, "no unit can move in the first turn");
    let span = || -10..=10;
    let rows = (0..3).flat_map(|z| span().map(move |y| (y, z)));
    let places: Vec<_> =
        rows.flat_map(|(y, z)| span().map(move |x| (x, y, z))).filter(is_open).collect();
    let number = |(x, y, z): (i32, i32, u8)| code(&[x.into(), y.into(), z.into()]);
    let mut sums = Sums::new(places.len());
    let start = places[0];
    let cell = Cell::new(start.0, start.1, start.2).unwrap();
    for (index, &to) in places.iter().enumerate() {
        beside(to).iter().for_each(|&near| sums.add_neighbour(number(to), number(near), 1));
        let distance = cell.distance(to.0, to.1);
        sums.add_goal(index, distance.into(), || fewest(start, to, beside));
    }
    sums.line()
}

fn homerun() -> String {
    let (_, view) = first::<HomeRun>();
    let places: Vec<(i32, i32)> = view.places().map(|(at, _)| (at.x, at.y)).collect();
    let beside = |(x, y): (i32, i32)| -> Vec<(i32, i32)> {
        let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        near.filter(|&at| at != (x, y) && view.is_accessible(Location::new(at.0, at.1))).collect()
    };
    let number = |(x, y): (i32, i32)| code(&[x.into(), y.into()]);
    let mut sums = Sums::new(places.len());
    for (index, &to) in places.iter().enumerate() {
        for near in beside(to) {
            let is_diagonal = near.0 != to.0 && near.1 != to.1;
            sums.add_neighbour(number(to), number(near), if is_diagonal { 14142 } else { 10000 });
        }
        let (dx, dy) = (to.0.abs_diff(places[0].0), to.1.abs_diff(places[0].1));
        let squared = Location::new(to.0, to.1).distance_squared(view.me.at);
        let distance = i64::from(dx.max(dy)) + 1000 * squared as i64;
        sums.add_goal(index, distance, || i64::from(fewest(places[0], to, beside) > 0));
    }
    sums.line()
}

/// Copies the types and the helpers of games beside a bot; returns its folder.
fn with_helpers(file: &str, text: &str, endings: [&str; 2], games: &[&str]) -> String {
    let bot = PathBuf::from(bot_file(file, text));
    let folder = bot.parent().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for game in games {
        for (kind, ending) in ["types", "helpers"].into_iter().zip(endings) {
            let name = format!("{game}_{kind}.{ending}");
            fs::copy(root.join(game).join(kind).join(&name), folder.join(&name)).unwrap();
        }
    }
    folder.display().to_string()
}

fn prints<G: Contest>(bot: &str, line: &str) {
    let mut options = options();
    options.patience.clock = false;
    let came = play::<G>(bot, "builtin:nothing", &options);
    came.is_clean();
    let log = came.log();
    let said = log.split("= ").nth(1).map(|rest| rest.split('.').next().unwrap_or_default());
    assert!(log.contains(line), "{bot} should print {line:?} in {}, not {said:?}", G::INFO.id);
}

const GAMES: [&str; 5] = ["asterobots", "galaxy", "homerun", "mars", "timetravel"];

fn agrees_in_all_games(bot: &str) {
    prints::<Mars>(bot, &mars());
    prints::<GalaxyCommander>(bot, &galaxy());
    prints::<Asterobots>(bot, &asterobots());
    prints::<TimeTravel>(bot, &timetravel());
    prints::<HomeRun>(bot, &homerun());
}

#[test]
fn python_helpers_agree_with_the_rules() {
    agrees_in_all_games(&with_helpers(
        "bot.py",
        include_str!("../bots/helpers.py"),
        ["py"; 2],
        &GAMES,
    ));
}

#[test]
fn javascript_helpers_agree_with_the_rules() {
    let text = include_str!("../bots/helpers.js");
    agrees_in_all_games(&with_helpers("bot.js", text, ["d.ts", "js"], &GAMES));
}

#[test]
fn cpp_helpers_agree_with_the_rules() {
    let text = include_str!("../bots/helpers.cpp");
    agrees_in_all_games(&with_helpers("bot.cpp", text, ["hpp"; 2], &GAMES));
}

#[test]
fn rust_helpers_agree_with_the_rules() {
    agrees_in_all_games(&with_helpers(
        "bot.rs",
        include_str!("../bots/helpers.rs"),
        ["rs"; 2],
        &GAMES,
    ));
}

/// Types and helpers of one game are a Go program together with the bot, so each game has a bot of its own.
fn go_bot(game: &str) -> String {
    let template = include_str!("../bots/helpers.go");
    let own_places =
        if ["homerun", "mars"].contains(&game) { "tilesOf(view)" } else { "Places(view)" };
    let place = match game {
        "homerun" | "mars" => "Tile",
        "galaxy" => "string",
        _ => "Place",
    };
    let distance = match game {
        "galaxy" => "Distance(view, start, to)",
        "homerun" => "Distance(start, to) + 1000*DistanceSquared(start[:], to[:])",
        _ => "Distance(start, to)",
    };
    let way = match game {
        "galaxy" | "homerun" => "min(1, len(Way(view, start, to)))",
        _ => "len(Way(view, start, to))",
    };
    let code = match game {
        "galaxy" => "codeOfName(at)",
        _ => "codeOf(at[:])",
    };
    let tiles = match game {
        "mars" => {
            "func tilesOf(view View) (all []Tile) {\n\tfor _, place := range Places(view) {\n\t\tif \
                   place.Tile != 'I' {\n\t\t\tall = append(all, place.At)\n\t\t}\n\t}\n\treturn\n}\n"
        }
        "homerun" => {
            "func tilesOf(view View) (all []Tile) {\n\tfor _, place := range Places(view) {\n\t\tall = \
                      append(all, Tile{place.X, place.Y})\n\t}\n\treturn\n}\n"
        }
        _ => "",
    };
    let words = [
        ("PLACE_TYPE", place),
        ("PLACES", own_places),
        ("DISTANCE", distance),
        ("WAY", way),
        ("CODE", code),
        ("// TILES", tiles),
    ];
    let fill = |text: String, (word, value): &(&str, &str)| text.replace(word, value);
    let text = words.iter().fold(template.to_owned(), fill);
    with_helpers("bot.go", &text, ["go"; 2], &[game])
}

#[test]
fn go_helpers_agree_with_the_rules() {
    prints::<Mars>(&go_bot("mars"), &mars());
    prints::<GalaxyCommander>(&go_bot("galaxy"), &galaxy());
    prints::<Asterobots>(&go_bot("asterobots"), &asterobots());
    prints::<TimeTravel>(&go_bot("timetravel"), &timetravel());
    prints::<HomeRun>(&go_bot("homerun"), &homerun());
}

/// A Java bot has the interface of one contest, so each game has a bot of its own.
fn java_bot(file: &str, text: &str) -> String {
    java_bot_with(file, text, include_str!("../bots/java_helpers/Sums.java"))
}

fn java_bot_with(file: &str, text: &str, sums: &str) -> String {
    let bot = PathBuf::from(bot_file(file, text));
    let folder = bot.parent().unwrap();
    fs::write(folder.join("Sums.java"), sums).unwrap();
    folder.display().to_string()
}

/// The handout put agents into the package `cs228hw4.game`; some know the interface by that name, too.
#[test]
fn java_helpers_serve_agents_of_the_handouts_package() {
    let expected = galaxy();
    let bot = include_str!("../bots/java_helpers/galaxy.java");
    let packed = |text: &str| format!("package cs228hw4.game;\n{text}");
    let sums = packed(include_str!("../bots/java_helpers/Sums.java"));
    let folder = java_bot_with("Bot.java", &packed(bot), &sums);
    prints::<GalaxyCommander>(&folder, &expected);
    let renamed = bot.replace("edu.iastate.cs228.game", "cs228hw4.game");
    prints::<GalaxyCommander>(&java_bot("Bot.java", &renamed), &expected);
    let without: Vec<&str> = bot.lines().filter(|line| !line.starts_with("import edu")).collect();
    let folder = java_bot_with("Bot.java", &packed(&without.join("\n")), &sums);
    prints::<GalaxyCommander>(&folder, &expected);
}

#[test]
fn java_helpers_agree_with_the_rules() {
    let bot = java_bot("Bot.java", include_str!("../bots/java_helpers/galaxy.java"));
    prints::<GalaxyCommander>(&bot, &galaxy());
    let bot = java_bot("Bot.java", include_str!("../bots/java_helpers/asterobots.java"));
    prints::<Asterobots>(&bot, &asterobots());
    let bot = java_bot("AI.java", include_str!("../bots/java_helpers/timetravel.java"));
    prints::<TimeTravel>(&bot, &timetravel());
    let bot = bot_file("UnitPlayer.java", include_str!("../bots/java_helpers/homerun.java"));
    prints::<HomeRun>(&bot, &homerun());
}
