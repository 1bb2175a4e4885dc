//! The types of the games' views in bots' languages read every view of a real match.

use crate::table::{bot_file, options, play};
use agon_asterobots::Asterobots;
use agon_core::Contest;
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
