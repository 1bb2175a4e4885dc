//! The most common mistakes of each language: the first line of the report names the cause. The page
//! docs/howto/common-mistakes.md lists them; these tests make each of them with a real bot and compare.

use crate::table::{bot_file, options, play};
use agon_asterobots::Asterobots;
use agon_bots::player;
use agon_core::Contest;
use agon_galaxy::GalaxyCommander;
use agon_timetravel::TimeTravel;

/// The first line that the author of a bot reads: why it cannot play, or what it did wrong in each turn.
fn told<G: Contest>(file: &str, text: &str) -> Vec<String> {
    let mut options = options();
    options.patience.clock = false;
    let bot = bot_file(file, text);
    match player::<G>(&bot, &options) {
        Err(fault) => vec![fault.to_string().lines().next().unwrap_or_default().to_owned()],
        Ok(_) => {
            let report = play::<G>(&bot, "builtin:nothing", &options).reports.swap_remove(0);
            report.incidents.into_iter().map(|incident| incident.sentence).collect()
        }
    }
}

/// What the page promises for a language, in its order.
fn promised(language: &str) -> Vec<String> {
    let page = include_str!("../../../../docs/howto/common-mistakes.md");
    let (_, part) = page.split_once(&format!("## {language}\n")).expect(language);
    let part = part.split("\n## ").next().unwrap();
    let cell = |row: &str| Some(row.strip_suffix('|')?.rsplit_once(" | ")?.1.trim().to_owned());
    part.lines().filter(|line| line.starts_with("| ")).skip(1).filter_map(cell).collect()
}

/// The bots make all mistakes of the page, in its order. One bot can make several.
fn names_the_cause<G: Contest>(language: &str, file: &str, bots: &[&str]) {
    let promised = promised(language);
    assert!(promised.len() >= 6, "{language}: {promised:?}");
    let told: Vec<String> = bots.iter().flat_map(|text| told::<G>(file, text)).collect();
    assert_eq!(told.len(), promised.len(), "{language}: {told:#?}");
    for (told, promised) in told.iter().zip(&promised) {
        assert!(told.contains(promised), "{language}: {told:?} should say {promised:?}");
        assert!(!told.contains("/kits/") && !told.contains("/builds/"), "a path of Agon's: {told}");
    }
}

#[test]
fn python_names_the_cause() {
    let bots = [
        "import agon\n\ndef play(turn)\n    turn.call('refuel')\n\nagon.run(play)\n",
        "import agon\n\ndef play(turn):\n    turn.call('refuel')\n",
        "import agno\n",
        r#"import agon

def play(turn):
    global first
    if turn.number == 1:
        first = turn
        turn.call("capture", enrgy)
    elif turn.number == 2:
        turn.call("capture", turn.view.enrgy)
    elif turn.number == 3:
        turn.call("refule")
    elif turn.number == 4:
        return [agon.call("refuel")]
    elif turn.number == 5:
        first.call("refuel")

agon.run(play)
"#,
    ];
    names_the_cause::<GalaxyCommander>("Python", "bot.py", &bots);
}

#[test]
fn javascript_names_the_cause() {
    let bots = [
        "const agon = require('agon');\nagon.run((turn) => { turn.call('refuel');\n",
        "const agon = require('agon');\nconst play = (turn) => { turn.call('refuel'); };\n",
        r#"const agon = require("agon");
let first;
agon.run((turn) => {
  first ??= turn;
  if (turn.number === 1) turn.call("capture", enrgy);
  if (turn.number === 2) turn.call("capture", turn.view.enrgy);
  if (turn.number === 3) turn.call("refule");
  if (turn.number === 4) return (async () => turn.call("refuel"))();
  if (turn.number === 5) first.call("refuel");
});
"#,
    ];
    names_the_cause::<GalaxyCommander>("JavaScript", "bot.js", &bots);
}

#[test]
fn cpp_names_the_cause() {
    let bots = [
        "#include \"agon.hpp\"\nvoid play(agon::Turn& turn) { turn.call(\"capture\", enrgy); }\n\
         int main() { return agon::run(play); }\n",
        "#include \"agon.hpp\"\nvoid play(agon::Turn& turn) { turn.call(\"refuel\") }\n\
         int main() { return agon::run(play); }\n",
        "#include \"agon.hpp\"\nvoid play(agon::Turn& turn) { turn.call(\"refuel\"); }\nint main() {}\n",
        r#"#include "agon.hpp"
void play(agon::Turn& turn) {
    if (turn.number == 1) turn.call("capture", turn.view["enrgy"]);
    if (turn.number == 2) turn.call("refule");
    volatile int* nothing = nullptr;
    if (turn.number == 3) *nothing = 1;
}
int main() { return agon::run(play); }
"#,
    ];
    names_the_cause::<GalaxyCommander>("C++", "bot.cpp", &bots);
}

#[test]
fn rust_names_the_cause() {
    let bots = [
        "use agon_bot::{Turn, TurnOver};\nfn play(turn: &mut Turn) -> Result<(), TurnOver> {\n    \
         turn.call(\"capture\", enrgy)?;\n    Ok(())\n}\nfn main() {\n    agon_bot::run(play)\n}\n",
        "use agon_bot::{Turn, TurnOver};\nfn play(turn: &mut Turn) -> Result<(), TurnOver> {\n    \
         turn.call(\"refuel\", ())?;\n}\nfn main() {\n    agon_bot::run(play)\n}\n",
        "fn main() {}\n",
        r#"use agon_bot::{Turn, TurnOver};
fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    if turn.number == 1 {
        turn.call("capture", turn.view["enrgy"].integer())?;
    } else if turn.number == 2 {
        turn.call("refule", ())?;
    } else if turn.number == 3 {
        turn.view["systems"].list().get(99).unwrap();
    }
    Ok(())
}
fn main() {
    agon_bot::run(play)
}
"#,
    ];
    names_the_cause::<GalaxyCommander>("Rust", "bot.rs", &bots);
}

#[test]
fn go_names_the_cause() {
    let bots = [
        "package main\n\nimport \"agon\"\n\nfunc play(turn *agon.Turn) {\n\t\
         turn.Call(\"capture\", enrgy)\n}\n\nfunc main() { agon.Run(play) }\n",
        "package main\n\nimport \"agon\"\n\nfunc play(turn *agon.Turn) {\n\tenergy := 1\n\
         \tturn.Call(\"refuel\")\n}\n\nfunc main() { agon.Run(play) }\n",
        "package main\n\nfunc main() {}\n",
        r#"package main

import "agon"

var first *agon.Turn

func play(turn *agon.Turn) {
	switch turn.Number {
	case 1:
		first = turn
		turn.Call("capture", turn.View.Get("enrgy"))
	case 2:
		turn.Call("refule")
	case 3:
		turn.Call("move", turn.View.Get("systems").List()[99])
	case 4:
		first.Call("refuel")
	}
}

func main() { agon.Run(play) }
"#,
    ];
    names_the_cause::<GalaxyCommander>("Go", "bot.go", &bots);
}

#[test]
fn java_names_the_cause() {
    const BOT: &str = r#"
import java.util.List;
import net.javachallenge.api.*;
import net.javachallenge.api.command.*;

public class Bot extends ComputerPlayer {
    public String getName() { return "bot"; }
    public TrianglePoint selectVein(Game game) { return null; }
    public List<Command> selectActions(Game game) {
        int[] numbers = {1, 2, 3};
        String nothing = null;
        if (game.getRound() == 1) nothing.length();
        if (game.getRound() == 3) numbers[5] = 1;
        if (game.getRound() == 5) System.exit(1);
        return null;
    }
}
"#;
    let bots = [
        &BOT.replace("nothing.length()", "nothng.length()"),
        &BOT.replace("return null; }", "return null }"),
        &BOT.replace("selectVein", "chooseVein"),
        "public class Bot { public void play() {} }",
        "public class Bot { @Override public String getName() { return null; } }",
        BOT,
    ];
    names_the_cause::<Asterobots>("Java", "Bot.java", &bots);
}

/// The first incident of a bot that is late. The clock runs five times as fast as in the contest.
fn lateness<G: Contest>(file: &str, text: &str) -> String {
    let mut options = options();
    options.patience.clock_factor = 0.2;
    let bot = bot_file(file, text);
    let report = play::<G>(&bot, "builtin:nothing", &options).reports.swap_remove(0);
    report.incidents.into_iter().next().map(|incident| incident.sentence).unwrap_or_default()
}

#[test]
fn an_endless_loop_is_named_with_its_place() {
    const BY_HAND: &str = r#"
import sys

for line in sys.stdin:
    if '"hello"' in line:
        print('{"type":"ready"}', flush=True)
    elif '"turn"' in line:
        pass
"#;
    let in_time_travel = [
        ("bot.py", "import agon\n\ndef play(turn):\n    while True: pass\n\nagon.run(play)\n"),
        ("bot.js", "const agon = require('agon');\nagon.run((turn) => {\n  while (true) {}\n});\n"),
        (
            "bot.cpp",
            "#include \"agon.hpp\"\nvoid play(agon::Turn&) {\n    for (volatile int i = 0;;) {\n        \
             i = i + 1;\n    }\n}\nint main() { return agon::run(play); }\n",
        ),
        (
            "bot.rs",
            "use agon_bot::{Turn, TurnOver};\nfn play(_: &mut Turn) -> Result<(), TurnOver> {\n    \
             loop {}\n}\nfn main() {\n    agon_bot::run(play)\n}\n",
        ),
        (
            "bot.go",
            "package main\n\nimport \"agon\"\n\nfunc play(turn *agon.Turn) {\n\tfor {\n\t}\n}\n\n\
             func main() { agon.Run(play) }\n",
        ),
    ];
    const JAVA: &str = r#"
import java.util.List;
import net.javachallenge.api.*;
import net.javachallenge.api.command.*;

public class Bot extends ComputerPlayer {
    public String getName() { return "bot"; }
    public TrianglePoint selectVein(Game game) { return null; }
    public List<Command> selectActions(Game game) {
        for (int i = 0; game.getRound() == 1; i++) { }
        return null;
    }
}
"#;
    let mut told: Vec<String> =
        in_time_travel.iter().map(|(file, text)| lateness::<TimeTravel>(file, text)).collect();
    told.push(lateness::<Asterobots>("Bot.java", JAVA));
    let sleeper =
        "import agon\nimport time\n\n\ndef play(turn):\n    time.sleep(60)\n\nagon.run(play)\n";
    let unfinished =
        BY_HAND.replace("pass", r#"print('{"type":"done","turn":1}', end="", flush=True)"#);
    told.extend([sleeper, BY_HAND, &unfinished].map(|text| lateness::<TimeTravel>("bot.py", text)));
    let promised = promised("Endless loops");
    assert_eq!(promised.len(), told.len());
    for (told, promised) in told.iter().zip(&promised) {
        assert!(told.contains(promised), "{told:?} should say {promised:?}");
    }
}
