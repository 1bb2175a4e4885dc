//! `agon bot debug` with the real debuggers: pdb in a pseudo terminal, node inspect, jdb and gdb.

use crate::{Run, Scratch, new_command};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a debugger or a match may take to say what is expected.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A program that a test talks to. It is killed at the end of the test.
pub(crate) struct Talk {
    child: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    heard: String,
    /// How much of `heard` earlier expectations have used.
    used: usize,
}

impl Talk {
    pub fn start(command: &mut Command) -> Talk {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let (sender, output) = channel();
        let outputs: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for mut pipe in outputs {
            let sender = sender.clone();
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(length @ 1..) = pipe.read(&mut bytes) {
                    let _ = sender.send(bytes[..length].to_vec());
                }
            });
        }
        Talk { child, input, output, heard: String::new(), used: 0 }
    }

    /// Waits until the program has said this after what was expected before; returns what it said until then.
    #[track_caller]
    pub fn expect(&mut self, text: &str) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(at) = self.heard[self.used..].find(text) {
                let end = self.used + at + text.len();
                let said = self.heard[self.used..end].to_owned();
                self.used = end;
                return said;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.heard.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("no `{text}` in\n{}", self.heard),
            }
        }
    }

    pub fn say(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// Waits for the port that the debugger waits on.
    #[track_caller]
    fn port(&mut self, debugger: &str) -> String {
        self.expect(&format!("{debugger} waits on 127.0.0.1:"));
        self.expect(".\n").trim_end_matches(".\n").to_owned()
    }

    /// Waits until the program has ended with this exit code.
    #[track_caller]
    pub fn ends_with(&mut self, code: i32) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            match self.child.try_wait().unwrap() {
                Some(status) => return assert_eq!(status.code(), Some(code), "{}", self.heard),
                None if Instant::now() > deadline => panic!("it does not end:\n{}", self.heard),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PYTHON: &str = "import agon\n\n\ndef play(turn):\n    answer = 40 + turn.round\n    \
                      if turn.round == 2:\n        breakpoint()\n        print('after', answer)\n    \
                      if turn.round == 3:\n        raise ValueError('a bug')\n\n\nagon.run(play)\n";

#[test]
fn pdb_debugs_a_python_bot_in_a_terminal() {
    let here = Scratch::new("debug-python");
    let bot = here.write("bot.py", PYTHON);
    let file = bot.canonicalize().unwrap().display().to_string();
    // `script` gives the program a pseudo terminal.
    let agon = env!("CARGO_BIN_EXE_agon");
    let words = format!("{agon} bot debug mars bot.py builtin:nothing --seat red");
    let mut talk =
        Talk::start(new_command("script").args(["-qec", &words, "/dev/null"]).current_dir(&here.0));
    talk.expect("bot plays red; the clock is off.");
    talk.expect("pdb runs in this terminal.");
    talk.expect("The sandbox opens two pipes to this terminal for it, and nothing else.");
    talk.expect(&format!("> {file}(1)<module>()"));
    talk.expect("(Pdb) ");
    talk.say("import os; print(sorted(os.environ)); os.listdir('/')");
    talk.expect("(Pdb) ");
    talk.say("break bot.py:5");
    talk.expect("Breakpoint 1 at ");
    talk.say("continue");
    talk.expect(&format!("> {file}(5)play()"));
    talk.say("p turn.round, turn.hello.seat_name");
    talk.expect("(1, 'red')");
    talk.say("clear 1");
    talk.expect("Deleted breakpoint 1");
    talk.say("continue");
    talk.expect("Round 1, red:");
    talk.expect(&format!("> {file}(8)play()"));
    talk.say("!answer = 7");
    talk.say("continue");
    talk.expect("| after 7");
    // An exception stops at its place, although the kit catches it.
    talk.expect("ValueError: a bug");
    talk.expect(&format!("> {file}(10)play()"));
    talk.say("p answer");
    talk.expect("43");
    talk.say("quit");
    talk.expect("it ended with exit code 3 in its turn of round 3");
    talk.ends_with(0);
}

#[test]
fn a_python_bot_that_only_stops_at_its_own_breakpoint_plays_to_the_end() {
    let here = Scratch::new("debug-python-end");
    here.write("bot.py", "import agon\n\nagon.run(lambda turn: None)\n");
    let mut talk =
        Talk::start(&mut here.command(&["bot", "debug", "mars", "bot.py", "builtin:nothing"]));
    talk.expect("(Pdb) ");
    talk.say("continue");
    talk.expect("200 rounds: ");
    talk.ends_with(0);
}

#[test]
fn pdb_stops_in_the_frame_of_the_author_and_tells_a_bot_that_did_not_start() {
    let here = Scratch::new("debug-python-frame");
    let bot = "import agon\n\n\ndef play(turn):\n    turn.view.enrgy\n\n\nagon.run(play)\n";
    here.write("bot.py", bot);
    let words = ["bot", "debug", "galaxy", "bot.py", "builtin:nothing"];
    let mut talk = Talk::start(&mut here.command(&words));
    talk.expect("(Pdb) ");
    talk.say("continue");
    talk.expect("AttributeError: there is no field 'enrgy'");
    talk.expect("bot.py(5)play()");
    talk.say("quit");
    talk.ends_with(0);
    // A person who quits before the first turn is not asked about `agon.run`.
    let mut talk = Talk::start(&mut here.command(&words));
    talk.expect("(Pdb) ");
    talk.say("quit");
    let said = talk.expect("it ended with exit code 3 before it was ready");
    assert!(!said.contains("did you call"), "{said}");
    talk.ends_with(1);
}

#[test]
fn a_bot_of_the_original_contest_stops_at_its_first_line_and_at_breakpoints() {
    let here = Scratch::new("debug-original");
    here.run(&["new", "mars", "--api", "original", "veteran"]).expect(0, &[]);
    let source = std::fs::read_to_string(here.path("veteran/bot.py")).unwrap();
    let at = source.find("def play_turn").unwrap();
    let body = at + source[at..].find(":\n").unwrap() + 2;
    let text = format!("{}        breakpoint()\n{}", &source[..body], &source[body..]);
    here.write("veteran/bot.py", text);
    let mut talk =
        Talk::start(&mut here.command(&["bot", "debug", "mars", "veteran", "builtin:nothing"]));
    talk.expect("veteran/bot.py(1)<module>()");
    talk.say("continue");
    talk.expect("veteran/bot.py(");
    talk.expect(")play_turn()");
    talk.say("quit");
    talk.ends_with(0);
    let words = ["play", "mars", "veteran", "builtin:nothing", "--no-replay", "--log=blue"];
    here.run(&words).expect(0, &["breakpoint() is skipped", "agon bot debug GAME BOT"]);
}

#[test]
fn node_inspect_debugs_a_javascript_bot() {
    let here = Scratch::new("debug-js");
    let bot = "const agon = require(\"agon\");\n\nagon.run((turn) => {\n  \
               const answer = 40 + turn.round;\n  console.log(answer);\n});\n";
    here.write("bot.js", bot);
    let words = ["bot", "debug", "mars", "bot.js", "builtin:nothing", "--port", "0"];
    let mut agon = Talk::start(&mut here.command(&words));
    let port = agon.port("node --inspect");
    agon.expect("The sandbox opens this loopback port for it, and nothing else.");
    let mut node = Talk::start(new_command("node").args(["inspect", &format!("127.0.0.1:{port}")]));
    node.expect("Break on start in");
    node.expect("debug> ");
    node.say("setBreakpoint(5)");
    node.expect("debug> ");
    node.say("cont");
    node.expect("break in ");
    node.expect("bot.js:5");
    node.say("exec('answer + turn.round')");
    node.expect("42");
    node.say("clearBreakpoint('bot.js', 5)");
    node.expect("debug> ");
    node.say("cont");
    agon.expect("| 41");
    agon.expect("200 rounds: ");
    agon.ends_with(0);
}

#[test]
fn jdb_debugs_a_java_bot() {
    let here = Scratch::new("debug-java");
    here.run(&["new", "galaxy", "--lang", "java", "bot"]).expect(0, &[]);
    let words = ["bot", "debug", "galaxy", "bot", "builtin:nothing", "--port", "0"];
    let mut agon = Talk::start(&mut here.command(&words));
    let port = agon.port("jdwp");
    let mut jdb = Talk::start(new_command("jdb").args(["-attach", &format!("127.0.0.1:{port}")]));
    jdb.expect("VM Started");
    jdb.say("stop in MyAgent.<init>");
    jdb.expect("Deferring breakpoint");
    jdb.say("resume");
    jdb.expect("Breakpoint hit:");
    // It takes orders for the stopped thread from its next prompt on.
    jdb.expect("MyAgent.<init>(), line=");
    jdb.expect("main[1]");
    jdb.say("where");
    jdb.expect("[1] MyAgent.<init>");
    jdb.say("clear MyAgent.<init>");
    jdb.say("resume");
    agon.expect(" rounds: ");
    agon.ends_with(0);
}

/// Debugs a bot with gdb in batch mode: breaks at a place, prints an expression, plays to the end. Returns
/// what gdb said.
fn with_gdb(here: &Scratch, bot: &str, place: &str, expression: &str) -> String {
    let symbols = here.path("symbols");
    let symbols = symbols.to_str().unwrap();
    let words =
        ["bot", "debug", "mars", bot, "builtin:nothing", "--port", "0", "--symbols", symbols];
    let mut agon = Talk::start(&mut here.command(&words));
    let port = agon.port("gdb");
    let folder = here.0.canonicalize().unwrap().display().to_string();
    let gdb = new_command("gdb")
        .args(["-nx", "-batch", "-ex", &format!("directory {folder}")])
        .args(["-ex", &format!("target remote 127.0.0.1:{port}"), "-ex"])
        .args([&format!("break {place}"), "-ex", "continue", "-ex", &format!("print {expression}")])
        .args(["-ex", "info source", "-ex", "delete", "-ex", "continue", symbols])
        .output()
        .unwrap();
    agon.expect("200 rounds: ");
    agon.ends_with(0);
    let Run { out, err, .. } = Run::of(gdb);
    out + &err
}

#[test]
fn gdb_debugs_a_cpp_bot_by_the_path_of_its_source() {
    let here = Scratch::new("debug-cpp");
    let bot = "#include \"agon.hpp\"\n\nvoid play(agon::Turn& turn) {\n    \
               int answer = 40 + turn.round;\n    turn.log(std::to_string(answer));\n}\n\n\
               int main() { return agon::run(play); }\n";
    let file = here.write("bot.cpp", bot).canonicalize().unwrap().display().to_string();
    let said = with_gdb(&here, "bot.cpp", &format!("{file}:5"), "answer");
    assert!(
        said.contains("$1 = 41") && said.contains("turn.log(std::to_string(answer));"),
        "{said}"
    );
}

#[test]
fn gdb_debugs_a_rust_bot() {
    let here = Scratch::new("debug-rust");
    let bot = "use agon_bot::{Turn, TurnOver};\n\nfn play(turn: &mut Turn) -> Result<(), TurnOver> {\n    \
               let answer = 40 + turn.round;\n    turn.log(format!(\"{answer}\"))\n}\n\n\
               fn main() {\n    agon_bot::run(play)\n}\n";
    here.write("bot.rs", bot);
    let said = with_gdb(&here, "bot.rs", "bot.rs:5", "answer");
    assert!(said.contains("$1 = 41"), "{said}");
}

#[test]
fn gdb_debugs_a_go_bot() {
    let here = Scratch::new("debug-go");
    let bot = "package main\n\nimport \"agon\"\n\nfunc play(turn *agon.Turn) {\n\t\
               answer := 40 + turn.Round\n\tturn.Logf(\"%d\", answer)\n}\n\n\
               func main() { agon.Run(play) }\n";
    here.write("bot.go", bot);
    let said = with_gdb(&here, "bot.go", "bot.go:7", "answer");
    assert!(said.contains("$1 = 41"), "{said}");
}

#[test]
fn what_cannot_be_debugged_is_said() {
    let here = Scratch::new("debug-wrong");
    let script = here.write("bot", "#!/bin/sh\nexec cat\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(script, mode).unwrap();
    here.write("bot.py", PYTHON);
    let debug = |words: &[&str]| here.run(&[&["bot", "debug", "mars"], words].concat());
    debug(&["./bot"]).expect(1, &["there is no debugger for bot: bots in Python, JavaScript"]);
    debug(&["builtin:greedy"]).expect(2, &["a built-in bot has no debugger"]);
    debug(&["nobot.py"]).expect(2, &["there is no bot `nobot.py`"]);
    debug(&["bot.py", "--seat", "green"]).expect(2, &["there is no seat `green`"]);
    debug(&["bot.py", "--port", "9"]).expect(2, &["pdb runs in this terminal: leave out --port"]);
    debug(&["bot.py", "--symbols", "x"]).expect(2, &["--symbols is for programs in machine code"]);
    here.write("bot.js", "require(\"agon\").run(() => {});\n");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let sentence = format!("cannot open port {port} on 127.0.0.1");
    debug(&["bot.js", "--port", &port]).expect(1, &[&sentence, "--port chooses another"]);
}
