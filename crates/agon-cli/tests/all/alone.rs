//! The program alone, as `cargo run` and `cargo install` make it: nothing lies beside it, and its cache is
//! empty.

use crate::{Run, Scratch, new_command};

/// A copy of the program in a folder of its own, with a cache of its own.
struct Alone(Scratch);

impl Alone {
    fn new(name: &str) -> Alone {
        let here = Scratch::new(name);
        let program = here.path("agon");
        let linked = std::fs::hard_link(env!("CARGO_BIN_EXE_agon"), &program);
        linked.or_else(|_| std::fs::copy(env!("CARGO_BIN_EXE_agon"), program).map(drop)).unwrap();
        Alone(here)
    }

    fn run(&self, words: &[&str]) -> Run {
        let mut command = new_command(self.0.path("agon"));
        command.args(words).current_dir(self.0.path("."));
        command.env("AGON_CACHE", self.0.path("cache")).env_remove("AGON_JAVA_KIT");
        Run::of(command.output().unwrap())
    }
}

#[test]
fn a_new_bot_of_every_language_plays() {
    let alone = Alone::new("alone");
    for language in ["python", "cpp", "js", "rust", "java", "go"] {
        alone.run(&["new", "galaxy", "--lang", language, language]).expect(0, &["Play:"]);
        alone
            .run(&["bot", "check", language, "--rounds", "3"])
            .expect(0, &["Nothing is wrong with it."]);
    }
}

#[test]
fn bots_of_the_contests_in_python_play() {
    let alone = Alone::new("alone-python");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    for (game, bot) in [
        ("mars", "mars/original/python/examples/prospector.py"),
        ("timetravel", "timetravel/original/python/starter/AI.py"),
    ] {
        let bot = format!("{games}/{bot}");
        alone
            .run(&["bot", "check", &bot, "--game", game, "--rounds", "3"])
            .expect(0, &["Nothing is wrong with it."]);
    }
}
