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

/// A Python bot with these lines as its turn.
fn python_bot(lines: &[&str]) -> String {
    let lines = lines.join("\n    ");
    format!("import agon\n\n\ndef play(turn):\n    {lines}\n\n\nagon.run(play)\n")
}

#[test]
fn calls_that_are_not_understood_are_in_the_log() {
    let here = Scratch::new("log-misspelt");
    here.write("bot.py", python_bot(&["turn.call('spwan', row=1)", "print('a\\tb')"]));
    let words = ["play", "mars", "bot.py", "builtin:nothing", "--no-replay", "--log=blue"];
    let run = here.run(&words).expect(0, &["Round 1, blue:\n", "  | a    b\n"]);
    let line = "  spwan row=1 -> refused: unknown call `spwan`; did you mean `spawn`?";
    assert_eq!(run.out.matches(line).count(), 200, "{}", run.out);
    assert!(!run.out.contains("no calls"), "{}", run.out);
    // Both bots think at the same time in this game.
    here.write("bot.py", python_bot(&["turn.call('cpature', system=1)"]));
    let words = ["play", "galaxy", "bot.py", "bot.py", "--no-replay", "--log=red"];
    here.run(&words).expect(0, &["-> refused: unknown call `cpature`; did you mean `capture`?"]);
}

#[test]
fn a_question_without_an_answer_says_none() {
    let here = Scratch::new("log-none");
    here.write("bot.py", python_bot(&["turn.call('robot_at', row=0, col=0)"]));
    let words = ["play", "mars", "bot.py", "builtin:nothing", "--no-replay", "--log=blue"];
    here.run(&words).expect(0, &["  robot_at row=0 col=0 -> robot none\n"]);
}

#[test]
fn a_dead_bot_is_told_once_with_the_reason() {
    let here = Scratch::new("log-dead");
    here.write("bot.py", python_bot(&["if turn.round == 3:", "    raise SystemExit(4)"]));
    let words = ["play", "galaxy", "bot.py", "builtin:nothing", "--log=blue"];
    let run = here.run(&[&words[..], &["--replay", "r.agonreplay"]].concat()).expect(0, &[]);
    assert_eq!(run.out.matches("turn ended: the program is dead").count(), 1, "{}", run.out);
    let fault = "\n  fault: it ended with exit code 4 in its turn of round 3";
    assert!(run.out.contains(fault), "{}", run.out);
    let shown = here.run(&["replay", "show", "r.agonreplay", "--log=blue"]).expect(0, &[]).out;
    assert_eq!(shown.matches("turn ended: the program is dead").count(), 1, "{shown}");
    here.write("syn.py", "import agon\n\ndef play(turn:\n    pass\n");
    let words = ["play", "galaxy", "syn.py", "builtin:nothing", "--no-replay", "--log=blue"];
    here.run(&words)
        .expect(0, &["  fault: it ended with exit code 1 before it was ready: SyntaxError"]);
}

#[test]
fn the_output_of_the_turn_that_failed_is_printed_and_no_more() {
    let here = Scratch::new("last-words");
    let lines = ["print('first')", "print('second')", "if turn.round == 3:", "    1 / 0"];
    here.write("bot.py", python_bot(&lines));
    let words = ["play", "mars", "bot.py", "builtin:nothing", "--no-replay"];
    let run = here.run(&words).expect(0, &["    | ZeroDivisionError: division by zero\n"]);
    let shown = run.out.lines().filter(|line| line.starts_with("    | ")).count();
    assert!((3..=15).contains(&shown), "{}", run.out);
    let logged = here.run(&[&words[..], &["--log=blue"]].concat()).expect(0, &[]);
    assert!(!logged.out.contains("    | "), "the log has shown it: {}", logged.out);
    here.write("bot.py", "import agon\n");
    let run = here.run(&words).expect(0, &["did you call agon.run?\n"]);
    assert!(!run.out.contains("?."), "{}", run.out);
}
