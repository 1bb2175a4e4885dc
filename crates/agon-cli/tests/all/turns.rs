//! `--log` of `agon play` and `agon replay show`, and the messages about long waits.

use crate::Scratch;

/// Says hello, makes an order that is carried out or refused, and prints a line.
const TALKER: &str = "import agon\n\n\n\
    def play(turn):\n    \
        turn.log('thinking about round %d' % turn.round)\n    \
        turn.call({'move': {'robot': 'robot_99', 'direction': 'UP'}})\n    \
        print('moved')\n\n\n\
    agon.run(play)\n";

fn scratch(name: &str) -> Scratch {
    let here = Scratch::new(name);
    here.write("talker.py", TALKER);
    here
}

#[test]
fn a_match_can_be_read_turn_by_turn() {
    let here = scratch("log-play");
    let words =
        ["play", "mars", "talker.py", "builtin:greedy", "--log", "--replay", "r.agonreplay"];
    let run = here.run(&words).expect(0, &["Mars Makeover on ", "Replay: r.agonreplay"]);
    let first = run.out.split("Round 1, red:").next().unwrap();
    assert!(first.starts_with("Round 1, blue:\n"), "{}", run.out);
    assert!(first.contains("  | thinking about round 1\n"), "{first}");
    assert!(first.contains("  move robot=robot_99 direction=UP -> refused: "), "{first}");
    assert!(first.contains("  | moved\n"), "{first}");
    let second = run.out.split("Round 1, red:\n").nth(1).unwrap();
    assert!(second.starts_with("  spawn ") && second.contains(" -> spawned"), "{second}");

    let round =
        here.run(&["replay", "show", "r.agonreplay", "--at", "2", "--log"]).expect(0, &[]).out;
    assert!(round.contains("Round 2 of 200"), "{round}");
    assert!(
        round.contains("Round 2, blue:\n  | thinking about round 2\n  move robot=robot_99"),
        "{round}"
    );
    assert!(round.contains("Round 2, red:\n") && !round.contains("Round 3, "), "{round}");
    let red =
        here.run(&["replay", "show", "r.agonreplay", "--log=RED"]).expect(0, &["Round 200, red:"]);
    assert!(!red.out.contains("Round 1, blue:"), "{}", red.out);
    here.run(&["replay", "show", "r.agonreplay", "--log=green"])
        .expect(2, &["there is no seat `green`: choose one of blue, red"]);
}

#[test]
fn the_log_of_one_seat_can_be_read_with_the_positions() {
    let here = scratch("log-text");
    let words = ["play", "mars", "talker.py", "builtin:nothing", "--text", "--log=blue"];
    let run = here.run(&words).expect(0, &["Round 1, blue:\n  | thinking about round 1\n"]);
    assert!(!run.out.contains("Round 1, red:"), "{}", run.out);
    let plain =
        here.run(&["play", "mars", "talker.py", "builtin:nothing", "--text"]).expect(0, &[]);
    assert!(!plain.out.contains("thinking about"), "{}", plain.out);
    for other in ["--json", "--games=2", "--watch"] {
        here.run(&["play", "mars", "--log", other]).expect(2, &["--log"]);
    }
    here.run(&["play", "mars", "--log=green"]).expect(2, &["there is no seat `green`"]);
}

#[test]
fn a_breakpoint_in_python_says_what_to_use_and_does_not_end_the_turn() {
    let here = Scratch::new("breakpoint");
    let bot = "import agon\n\n\ndef play(turn):\n    breakpoint()\n    print('goes on')\n\n\n\
               agon.run(play)\n";
    here.write("stops.py", bot);
    let words = ["play", "mars", "stops.py", "builtin:nothing", "--no-replay", "--log=blue"];
    let run = here
        .run(&words)
        .expect(0, &["| stops.py, line 5: breakpoint() is skipped", "agon bot debug GAME BOT"]);
    assert_eq!(run.out.matches("is skipped").count(), 1, "once for each place: {}", run.out);
    assert_eq!(run.out.matches("| goes on").count(), 200, "{}", run.out);
}

/// The bot only sleeps, so the test costs time but no processor.
#[test]
fn a_long_turn_is_told_on_standard_error() {
    let here = Scratch::new("patience");
    let bot = "import time\n\nimport agon\n\n\ndef play(turn):\n    \
               if turn.round == 1:\n        time.sleep(7)\n\n\nagon.run(play)\n";
    here.write("slow.py", bot);
    let run =
        here.run(&["play", "mars", "slow.py", "builtin:nothing", "--no-replay"]).expect(0, &[]);
    let sentence = "blue (slow) has been thinking for 5 s in round 1.\n";
    assert!(
        run.err.contains(sentence) && !run.out.contains("thinking"),
        "{}\n{}",
        run.out,
        run.err
    );
}

#[test]
fn compiling_is_told_on_standard_error_once() {
    let here = Scratch::new("compiling");
    let bot = "#include \"agon.hpp\"\nint main() { agon::run([](agon::Turn&) {}); }\n";
    here.write("silent.cpp", bot);
    let words = ["play", "mars", "silent.cpp", "builtin:nothing", "--no-replay"];
    let play = || {
        let output = here.command(&words).env("AGON_CACHE", here.path("cache")).output().unwrap();
        crate::Run::of(output).expect(0, &[])
    };
    assert!(play().err.contains("Compiling silent (C++).\n"));
    assert!(!play().err.contains("Compiling"), "the program is in the cache");
}
