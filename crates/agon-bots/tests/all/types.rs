//! The types of the games' views in bots' languages read every view of a real match.

use crate::table::{bot_file, options, play};
use agon_asterobots::Asterobots;
use agon_core::{Actor, Chance, Contest, Game, GameMap, Profile};
use agon_galaxy::GalaxyCommander;
use agon_homerun::HomeRun;
use agon_mars::Mars;
use agon_timetravel::TimeTravel;
use std::fs;
use std::path::{Path, PathBuf};

/// One program for all games.
const CPP: &str = r#"#include "asterobots_types.hpp"
#include "galaxy_types.hpp"
#include "homerun_types.hpp"
#include "mars_types.hpp"
#include "timetravel_types.hpp"

std::string words(agon::Turn& turn) {
    const auto& game = turn.hello.game;
    if (game == "mars") return "blue tiles " + std::to_string(agon::as<mars::View>(turn.view).tiles.size());
    if (game == "galaxy") return "at " + agon::as<galaxy::View>(turn.view).systems.at(0).name;
    if (game == "homerun") return "a " + agon::as<homerun::View>(turn.view).me.type;
    if (game == "timetravel")
        return "gold " + std::to_string(agon::as<timetravel::View>(turn.view).gold.at(0).at(2));
    return "veins " + std::to_string(agon::as<asterobots::View>(turn.view).veins.size());
}

int main() {
    return agon::run([](agon::Turn& turn) { turn.log("= " + words(turn)); });
}
"#;

const RUST: &str = r#"mod asterobots_types;
mod galaxy_types;
mod homerun_types;
mod mars_types;
mod timetravel_types;

fn words(turn: &agon_bot::Turn) -> String {
    match turn.hello.game.as_str() {
        "mars" => format!("blue tiles {}", turn.view.read::<mars_types::View>().tiles.len()),
        "galaxy" => format!("at {}", turn.view.read::<galaxy_types::View>().systems[0].name),
        "homerun" => format!("a {}", turn.view.read::<homerun_types::View>().me.r#type),
        "timetravel" => format!("gold {}", turn.view.read::<timetravel_types::View>().gold[0][2]),
        _ => format!("veins {}", turn.view.read::<asterobots_types::View>().veins.len()),
    }
}

fn main() {
    agon_bot::run(|turn| {
        let line = format!("= {}", words(turn));
        turn.log(line)
    })
}
"#;

const GO: &str = r#"package main

import "agon"

func main() {
	agon.Run(func(turn *agon.Turn) {
		var view View
		turn.View.Into(&view)
		turn.Logf("= at %s", view.Systems[0].Name)
	})
}
"#;

const PYTHON: &str = r#"import agon
from galaxy_types import View


def play(turn: agon.Turn[View]) -> None:
    turn.log(f"= at {turn.view.systems[0].name}")


agon.run(play)
"#;

/// A folder with a bot and the types of all games.
fn typed(file: &str, text: &str, ending: &str, games: &[&str]) -> String {
    let bot = PathBuf::from(bot_file(file, text));
    let folder = bot.parent().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for game in games {
        let name = format!("{game}_types.{ending}");
        fs::copy(root.join(game).join("types").join(&name), folder.join(&name)).unwrap();
    }
    folder.display().to_string()
}

/// The first line that the bot logs in a match of its own against `nothing`, which has no incidents.
fn reads<G: Contest>(bot: &str, line: &str) {
    let mut options = options();
    options.patience.clock = false;
    let came = play::<G>(bot, "builtin:nothing", &options);
    came.is_clean();
    assert!(came.log().contains(line), "{bot} should log {line:?} in {}", G::INFO.id);
}

fn reads_all_games(bot: &str) {
    reads::<Mars>(bot, "= blue tiles ");
    reads::<GalaxyCommander>(bot, "= at ");
    reads::<HomeRun>(bot, "= a HQ");
    reads::<TimeTravel>(bot, "= gold ");
    reads::<Asterobots>(bot, "= veins ");
}

const GAMES: [&str; 5] = ["asterobots", "galaxy", "homerun", "mars", "timetravel"];

#[test]
fn cpp_reads_the_views_of_all_games() {
    reads_all_games(&typed("bot.cpp", CPP, "hpp", &GAMES));
}

#[test]
fn rust_reads_the_views_of_all_games() {
    reads_all_games(&typed("bot.rs", RUST, "rs", &GAMES));
}

#[test]
fn python_and_go_read_a_view() {
    reads::<GalaxyCommander>(&typed("bot.py", PYTHON, "py", &["galaxy"]), "= at ");
    reads::<GalaxyCommander>(&typed("bot.go", GO, "go", &["galaxy"]), "= at ");
}

/// What the rules say about the first view of a headquarters: its tiles with their coordinates, the squared
/// distance to the last of them, and the tile in the south-west.
fn first_sight() -> String {
    let map = <HomeRun as Contest>::Map::parse(HomeRun::own_maps()[0].text).unwrap();
    let setup = HomeRun::new_setup(map, Profile::Handbook, 2).unwrap();
    let mut view = agon_homerun::View::default();
    HomeRun::new(&setup, Chance::seeded(1)).view(Actor(0), &mut view);
    let tiles = serde_json::to_value(&view).unwrap()["tiles"].as_str().unwrap().to_owned();
    let places: Vec<_> = view.places().map(|(at, _)| at).collect();
    let here = view.me.at;
    let text =
        places.iter().zip(tiles.chars()).map(|(at, tile)| format!("{} {} {tile};", at.x, at.y));
    let far = here.distance_squared(*places.last().unwrap());
    format!("= {}{far} {} {}", text.collect::<String>(), here.x - 1, here.y - 1)
}

const PYTHON_HELPERS: &str = r#"import agon
from homerun_helpers import distance_squared, neighbour, places


def play(turn):
    view = turn.view
    seen = places(view)
    text = "".join(f"{x} {y} {tile};" for (x, y), tile in seen)
    x, y = neighbour(view.me.at, "SOUTHWEST")
    turn.log(f"= {text}{distance_squared(view.me.at, seen[-1][0])} {x} {y}")


agon.run(play)
"#;

const JS_HELPERS: &str = r#"const agon = require("agon");
const { distanceSquared, neighbour, places } = require("./homerun_helpers.js");

agon.run((turn) => {
  const { me } = turn.view;
  const seen = places(turn.view);
  const text = seen.map(({ at, tile }) => `${at[0]} ${at[1]} ${tile};`).join("");
  const far = distanceSquared(me.at, seen[seen.length - 1].at);
  turn.log(`= ${text}${far} ${neighbour(me.at, "SOUTHWEST").join(" ")}`);
});
"#;

const CPP_HELPERS: &str = r#"#include "homerun_helpers.hpp"

void play(agon::Turn& turn) {
    auto view = agon::as<homerun::View>(turn.view);
    std::string text = "= ";
    auto seen = homerun::places(view);
    for (const auto& place : seen)
        text += std::to_string(place.x) + " " + std::to_string(place.y) + " " + place.tile + ";";
    auto far = homerun::distance_squared(view.me.at, {seen.back().x, seen.back().y});
    auto beside = homerun::neighbour(view.me.at, "SOUTHWEST");
    turn.log(text + std::to_string(far) + " " + std::to_string(beside[0]) + " " + std::to_string(beside[1]));
}

int main() { return agon::run(play); }
"#;

const RUST_HELPERS: &str = r#"mod homerun_helpers;
mod homerun_types;
use homerun_helpers::{distance_squared, neighbour, places};

fn main() {
    agon_bot::run(|turn| {
        let view: homerun_types::View = turn.view.read();
        let here = (view.me.at[0], view.me.at[1]);
        let seen = places(&view);
        let text: String = seen.iter().map(|((x, y), tile)| format!("{x} {y} {tile};")).collect();
        let (x, y) = neighbour(here, "SOUTHWEST");
        turn.log(format!("= {text}{} {x} {y}", distance_squared(here, seen[seen.len() - 1].0)))
    })
}
"#;

const GO_HELPERS: &str = r#"package main

import (
	"agon"
	"fmt"
)

func main() {
	agon.Run(func(turn *agon.Turn) {
		var view View
		turn.View.Into(&view)
		seen, text := Places(view), "= "
		for _, place := range seen {
			text += fmt.Sprintf("%d %d %c;", place.X, place.Y, place.Tile)
		}
		last, beside := seen[len(seen)-1], Neighbour(view.Me.At, "SOUTHWEST")
		far := DistanceSquared(view.Me.At, []int{last.X, last.Y})
		turn.Log(fmt.Sprintf("%s%d %d %d", text, far, beside[0], beside[1]))
	})
}
"#;

#[test]
fn the_helpers_of_all_kits_see_what_the_rules_see() {
    let helpers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/homerun/helpers");
    let bots = [
        ("bot.py", PYTHON_HELPERS, "py", "py"),
        ("bot.js", JS_HELPERS, "d.ts", "js"),
        ("bot.cpp", CPP_HELPERS, "hpp", "hpp"),
        ("bot.rs", RUST_HELPERS, "rs", "rs"),
        ("bot.go", GO_HELPERS, "go", "go"),
    ];
    for (file, text, types, code) in bots {
        let bot = typed(file, text, types, &["homerun"]);
        let name = format!("homerun_helpers.{code}");
        fs::copy(helpers.join(&name), Path::new(&bot).join(&name)).unwrap();
        reads::<HomeRun>(&bot, &first_sight());
    }
}
