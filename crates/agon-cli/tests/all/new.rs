//! `agon new`, and playing with the bots that it writes.

use crate::Scratch;

#[test]
fn a_new_bot_plays_at_once_and_passes_its_check() {
    let here = Scratch::new("new");
    let run = |words: &[&str]| {
        let mut command = here.command(words);
        command.env("AGON_CACHE", here.path("cache"));
        crate::Run::of(command.output().unwrap())
    };
    run(&["new", "galaxy", "my_bot"]).expect(
        0,
        &["my_bot: a bot for Galaxy Commander in Python.", "play galaxy my_bot builtin:"],
    );
    for file in ["bot.py", "README.md", "agon.toml"] {
        assert!(here.path("my_bot").join(file).is_file(), "{file}");
    }
    run(&["play", "galaxy", "my_bot", "builtin:nothing", "--no-replay"])
        .expect(0, &["blue (my_bot) wins"]);
    run(&["bot", "check", "my_bot"]).expect(0, &["my_bot"]);
    run(&["play", "mars", "my_bot", "builtin:nothing"]).expect(2, &["is a bot for galaxy"]);
    // A folder with files in it is never overwritten.
    run(&["new", "galaxy", "my_bot"]).expect(2, &["my_bot is not empty"]);
}

#[test]
fn a_bot_that_cannot_run_here_comes_with_a_warning() {
    let here = Scratch::new("new-warning");
    let new = |lang: &str, variable: &str, value: &str| {
        let mut command = here.command(&["new", "galaxy", "--lang", lang, lang]);
        crate::Run::of(command.env(variable, value).output().unwrap())
    };
    let warning = "Beware: it cannot run here yet.";
    new("go", "PATH", "/nowhere").expect(0, &[warning, "(on Debian: golang-go)"]);
    new("java", "AGON_JAVA_KIT", "/nowhere/kit.jar").expect(0, &[warning, "/nowhere/kit.jar"]);
    let fine = new("cpp", "AGON_JAVA_KIT", "/nowhere/kit.jar").expect(0, &["Play:"]);
    assert!(!fine.out.contains(warning), "{}", fine.out);
}

#[test]
fn every_language_has_its_files() {
    let here = Scratch::new("languages");
    let languages = [
        ("python", &["bot.py"][..]),
        ("cpp", &["bot.cpp", "agon.hpp"]),
        ("js", &["bot.js"]),
        ("rust", &["Cargo.toml", "src/main.rs", "agon-bot/Cargo.toml", "agon-bot/src/lib.rs"]),
        ("java", &["UnitPlayer.java"]),
        ("go", &["bot.go", "go.mod", "agon/agon.go", "agon/go.mod"]),
    ];
    for (language, files) in languages {
        here.run(&["new", "homerun", "--lang", language, language]).expect(0, &["Home Run"]);
        for file in files {
            assert!(here.path(language).join(file).is_file(), "{language}: {file}");
        }
        let readme = std::fs::read_to_string(here.path(language).join("README.md")).unwrap();
        assert!(readme.contains("agon play homerun . builtin:random"), "{readme}");
    }
}

#[test]
fn a_new_bot_in_the_contests_own_style() {
    let here = Scratch::new("original");
    let new = |game: &str, language: &str| {
        here.run(&["new", game, "--api", "original", "--lang", language, language])
    };
    new("timetravel", "cpp").expect(0, &["cpp: a bot for Time Travel in C++."]);
    new("timetravel", "python").expect(0, &["python: a bot for Time Travel in Python."]);
    for file in ["cpp/AI.h", "cpp/AI.cpp", "cpp/agon.toml", "python/AI.py", "python/README.md"] {
        assert!(here.path(file).is_file(), "{file}");
    }
    new("timetravel", "rust").expect(
        2,
        &[
            "Time Travel has no starter for the contest's own interface in rust",
            "choose one of python, cpp, java",
        ],
    );
    new("mars", "js").expect(2, &["Mars Makeover has no starter", "choose python"]);
    here.run(&["new", "mars", "--api", "original", "mars_bot"])
        .expect(0, &["mars_bot: a bot for Mars Makeover in Python."]);
    here.run(&["bot", "check", "mars_bot", "--rounds", "3"])
        .expect(0, &["mars_bot plays Mars Makeover", "Nothing is wrong with it."]);
    new("galaxy", "java").expect(0, &["java: a bot for Galaxy Commander in Java."]);
    here.run(&["new", "mars", "--api", "other", "x"]).expect(2, &["original"]);
}

#[test]
fn an_unknown_language_is_answered_with_the_known_ones() {
    let here = Scratch::new("unknown");
    here.run(&["new", "mars", "--lang", "cobol", "bot"]).expect(
        2,
        &["unsupported language `cobol`; choose one of python, cpp, js, rust, java, go"],
    );
    here.run(&["new", "--help"]).expect(0, &["The language: python, cpp, js, rust, java, go"]);
}

#[test]
fn a_new_bot_can_begin_as_another_example() {
    let here = Scratch::new("from");
    let new = |game: &str, language: &str, example: &str, folder: &str| {
        here.run(&["new", game, "--language", language, "--from", example, folder])
    };
    let text = |file: &str| std::fs::read_to_string(here.path(file)).unwrap();
    new("galaxy", "python", "solid", "py")
        .expect(0, &["py: a bot for Galaxy Commander in Python."]);
    assert!(text("py/bot.py").contains("A solid bot for Galaxy Commander"));
    new("galaxy", "java", "solid", "java").expect(0, &["Galaxy Commander in Java."]);
    assert!(text("java/MyAgent.java").contains("A solid bot for Galaxy Commander"));
    new("galaxy", "python", "starter", "first").expect(0, &["Galaxy Commander in Python."]);
    assert!(text("first/bot.py").contains("A first bot for Galaxy Commander"));
    for unknown in ["champion", "bot", "../helpers/galaxy_helpers"] {
        new("galaxy", "python", unknown, "x").expect(
            2,
            &[
                &format!("Galaxy Commander has no example `{unknown}` to begin with"),
                "choose one of starter, solid",
            ],
        );
    }
    new("mars", "java", "solid", "x").expect(
        2,
        &["Mars Makeover has no `solid` in java; choose one of python, cpp, js, rust, go"],
    );
    let words = ["new", "timetravel", "--api", "original", "--from", "solid", "x"];
    here.run(&words).expect(
        2,
        &["Time Travel has no `solid` for the contest's own interface in python; choose java"],
    );
    here.run(&["new", "--help"]).expect(0, &["--from <EXAMPLE>", "[default: starter]"]);
}

#[test]
fn the_java_starter_of_a_game_without_a_java_interface_makes_calls() {
    let here = Scratch::new("new-java");
    here.run(&["new", "mars", "--lang", "java", "--ci", "b"]).expect(0, &[]);
    here.run(&["bot", "check", "b"]).expect(0, &["Nothing is wrong with it."]);
    here.run(&["bot", "test", "b"]).expect(0, &["  ok      calls >= 1\n"]);
    let readme = std::fs::read_to_string(here.path("b/README.md")).unwrap();
    assert!(
        readme.contains("* the protocol: docs/protocol.md") && !readme.contains("docs/kits.md")
    );
}
