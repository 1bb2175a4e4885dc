//! The search for paths is the same in all kits, and finds the paths that the rules of a game find.

use crate::Scratch;

const PYTHON: &str = r##"import agon

STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def play(turn):
    tiles = turn.view.tiles
    seen = [(row, col) for row, line in enumerate(tiles) for col, tile in enumerate(line) if tile not in "I#"]

    def beside(place):
        around = [(place[0] + row, place[1] + col) for row, col in STEPS]
        return [(there, 1) for there in around if there in seen]

    wrong, text = 0, ""
    for goal in seen:
        way = agon.path(seen[0], lambda place: place == goal, beside)
        steps = -1 if way is None else len(way) - 1
        reply = turn.call("path", from_=seen[0], to=goal, avoid_robots=False)
        wrong += reply.value.steps != steps
        text += "-" if way is None else "".join(f"{row},{col};" for row, col in way)
    turn.log(f"= {len(seen)} {wrong} {text}")


agon.run(play)
"##;

const JAVASCRIPT: &str = r##"const agon = require("agon");

const STEPS = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

agon.run((turn) => {
  const { tiles } = turn.view;
  const seen = [];
  tiles.forEach((line, row) => {
    [...line].forEach((tile, col) => {
      if (!"I#".includes(tile)) seen.push([row, col]);
    });
  });
  const isSeen = ([row, col]) => tiles[row]?.[col] !== undefined && !"I#".includes(tiles[row][col]);
  const beside = ([row, col]) =>
    STEPS.map(([r, c]) => [row + r, col + c]).filter(isSeen).map((there) => [there, 1]);
  let [wrong, text] = [0, ""];
  for (const goal of seen) {
    const way = agon.path(seen[0], (place) => place.join() === goal.join(), beside);
    const steps = way === null ? -1 : way.length - 1;
    const reply = turn.call("path", { from: seen[0], to: goal, avoid_robots: false });
    if (reply.value.steps !== steps) wrong += 1;
    text += way === null ? "-" : way.map((place) => `${place.join()};`).join("");
  }
  turn.log(`= ${seen.length} ${wrong} ${text}`);
});
"##;

const CPP: &str = r##"#include "agon.hpp"

using Place = std::pair<std::int64_t, std::int64_t>;

const Place STEPS[] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};

void play(agon::Turn& turn) {
    std::vector<Place> seen;
    std::map<Place, bool> is_seen;
    std::int64_t row = 0;
    for (const auto& line : turn.view["tiles"]) {
        const std::string text = line.text();
        for (std::size_t col = 0; col < text.size(); ++col) {
            if (text[col] == 'I' || text[col] == '#') continue;
            seen.emplace_back(row, col);
            is_seen[seen.back()] = true;
        }
        ++row;
    }
    auto beside = [&](const Place& place) {
        std::vector<std::pair<Place, int>> all;
        for (const auto& step : STEPS) {
            Place there{place.first + step.first, place.second + step.second};
            if (is_seen.count(there)) all.emplace_back(there, 1);
        }
        return all;
    };
    int wrong = 0;
    std::string text;
    for (const auto& goal : seen) {
        auto way = agon::path(seen[0], [&](const Place& place) { return place == goal; }, beside);
        auto reply = turn.call("path", {{"from", agon::list(seen[0].first, seen[0].second)},
                                        {"to", agon::list(goal.first, goal.second)},
                                        {"avoid_robots", false}});
        wrong += reply.value()["steps"].integer() != std::int64_t(way.size()) - 1;
        if (way.empty()) text += "-";
        for (const auto& [r, c] : way) text += std::to_string(r) + "," + std::to_string(c) + ";";
    }
    turn.log("= " + std::to_string(seen.size()) + " " + std::to_string(wrong) + " " + text);
}

int main() { return agon::run(play); }
"##;

const RUST: &str = r##"use agon_bot::{json, path, Turn, TurnOver};

const STEPS: [(i64, i64); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let mut seen: Vec<(i64, i64)> = Vec::new();
    for (row, line) in turn.view["tiles"].list().iter().enumerate() {
        for (col, tile) in line.text().chars().enumerate() {
            if !"I#".contains(tile) {
                seen.push((row as i64, col as i64));
            }
        }
    }
    let beside = |place: &(i64, i64)| {
        let around = STEPS.iter().map(|step| (place.0 + step.0, place.1 + step.1));
        around.filter(|there| seen.contains(there)).map(|there| (there, 1)).collect()
    };
    let (mut wrong, mut text) = (0, String::new());
    let start = seen[0];
    for &goal in &seen {
        let way = path(start, |place| *place == goal, beside);
        let steps = way.as_ref().map_or(-1, |way| way.len() as i64 - 1);
        let (from, to) = (vec![start.0, start.1], vec![goal.0, goal.1]);
        let reply = turn.call("path", json!({"from": from, "to": to, "avoid_robots": false}))?;
        wrong += i32::from(reply.value()["steps"].integer() != steps);
        match way {
            None => text.push('-'),
            Some(way) => way.iter().for_each(|(row, col)| text += &format!("{row},{col};")),
        }
    }
    turn.log(format!("= {} {wrong} {text}", seen.len()))
}

fn main() {
    agon_bot::run(play)
}
"##;

const GO: &str = r##"package main

import (
	"agon"
	"fmt"
)

type place [2]int

var steps = []place{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}

func play(turn *agon.Turn) {
	var seen []place
	isSeen := map[place]bool{}
	for row, line := range turn.View.Get("tiles").List() {
		for col, tile := range line.Text() {
			if tile != 'I' && tile != '#' {
				seen = append(seen, place{row, col})
				isSeen[place{row, col}] = true
			}
		}
	}
	beside := func(at place) []agon.Step[place] {
		var all []agon.Step[place]
		for _, step := range steps {
			there := place{at[0] + step[0], at[1] + step[1]}
			if isSeen[there] {
				all = append(all, agon.Step[place]{To: there, Cost: 1})
			}
		}
		return all
	}
	wrong, text := 0, ""
	for _, goal := range seen {
		way := agon.Path(seen[0], func(at place) bool { return at == goal }, beside)
		reply := turn.Call("path", agon.Fields{"from": seen[0], "to": goal, "avoid_robots": false})
		if int(reply.Value().Get("steps").Integer()) != len(way)-1 {
			wrong++
		}
		if way == nil {
			text += "-"
		}
		for _, at := range way {
			text += fmt.Sprintf("%d,%d;", at[0], at[1])
		}
	}
	turn.Log(fmt.Sprintf("= %d %d %s", len(seen), wrong, text))
}

func main() { agon.Run(play) }
"##;

#[test]
fn the_paths_of_all_kits_are_equal_and_as_long_as_those_of_the_rules() {
    let here = Scratch::new("paths");
    let bots = [
        ("bot.py", PYTHON),
        ("bot.js", JAVASCRIPT),
        ("bot.cpp", CPP),
        ("bot.rs", RUST),
        ("bot.go", GO),
    ];
    let mut first: Option<String> = None;
    for (file, text) in bots {
        here.write(file, text);
        let words =
            ["play", "mars", file, "builtin:nothing", "--no-replay", "--log=blue", "--no-clock"];
        let run = here.run(&words).expect(0, &["= "]);
        let line = run.out.lines().find_map(|line| Some(line.split_once("= ")?.1.to_owned()));
        let line = line.unwrap();
        let mut numbers = line.split(' ');
        let seen: u32 = numbers.next().unwrap().parse().unwrap();
        assert!(seen > 9, "{file} sees only {seen} tiles");
        assert_eq!(
            numbers.next(),
            Some("0"),
            "{file}: paths differ from those of the rules: {line}"
        );
        assert_eq!(first.get_or_insert_with(|| line.clone()), &line, "{file}");
    }
}
