//! `agon kit` and `agon play --settings`: what the contests handed out, used as contestants used it.

use crate::{Run, Scratch, game_file, new_command};

const AGON: &str = env!("CARGO_BIN_EXE_agon");

#[test]
fn the_folder_of_a_contest_plays() {
    let here = Scratch::new("kit-folder");
    let kit = ["kit", "mars", "-o", "home"];
    here.run(&kit).expect(0, &["home: the folder of Mars Makeover, with 8 maps", "home/README.md"]);
    here.run(&kit).expect(2, &["home is not empty"]);
    here.run(&["kit", "galaxy", "-o", "x"])
        .expect(2, &["there is no kit `galaxy`", "handed out a folder: mars"]);
    here.run(&["kit", "mars", "galaxy", "-o", "x"]).expect(2, &["takes no game after it"]);
    let settings = r#"{"map": "dunes", "blue_bot": "builtin:greedy", "red_bot": "builtin:random"}"#;
    here.write("home/game_settings.json", settings);
    let play =
        |game: &str, file: &str| here.run(&["play", game, "--settings", file, "--no-replay"]);
    play("mars", "home/game_settings.json")
        .expect(0, &["Mars Makeover on dunes", "(builtin:greedy) wins"]);
    play("mars", "home/README.md")
        .expect(2, &["home/README.md: ", "keys map, blue_bot and red_bot"]);
    play("galaxy", "home/game_settings.json").expect(2, &["Galaxy Commander had no settings file"]);
    here.write("home/game_settings.json", settings.replace("dunes", "none"));
    play("mars", "home/game_settings.json")
        .expect(2, &["there is no map `home/maps/none.awap23m`"]);
}

/// The contest's command line: `run_game.py` of the folder starts Agon.
#[test]
fn run_game_plays_as_the_contests_program_did() {
    let here = Scratch::new("kit-run-game");
    here.run(&["kit", "mars", "-o", "."]).expect(0, &[]);
    let python = std::env::var("AGON_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let run_game = |words: &[&str]| {
        let mut command = new_command(&python);
        command.arg("run_game.py").args(words).current_dir(here.path("")).env("AGON", AGON);
        Run::of(command.output().unwrap())
    };
    let bots = ["-b", "builtin:greedy", "-r", "builtin:random"];
    run_game(&[&bots[..], &["-m", "dunes"]].concat()).expect(0, &["Winner: blue\n"]);
    let replay = here.path("replays/builtin:greedy-builtin:random-dunes.awap23r");
    assert!(replay.is_file());
    run_game(&[&bots[..], &["-m", "dunes", "-rp"]].concat()).expect(0, &["\"game_name\":"]);
    run_game(&bots).expect(2, &["name a map and two bots"]);
    run_game(&["-vm"]).expect(0, &["maps/crossing.awap23m"]);
    let left = here.files();
    assert!(!left.iter().any(|name| name.starts_with("tmp")), "{left:?}");
}

/// As the handbook says: the jar is on the class path of a project, and a program of its own.
#[test]
fn the_jar_of_a_contest_compiles_agents_and_plays() {
    let here = Scratch::new("kit-jar");
    let jar = "GalaxyCommander.jar";
    here.run(&["kit", "java", "mars", "-o", jar])
        .expect(2, &["the contest of mars had no interface for Java: choose one of"]);
    here.run(&["kit", "java", "galaxy", "-o", jar]).expect(0, &[jar, "the Java classes of galaxy"]);
    let run = |program: &str, words: &[&str]| {
        let mut command = new_command(program);
        Run::of(command.args(words).current_dir(here.path("")).env("AGON", AGON).output().unwrap())
    };
    let listed = run("jar", &["tf", jar])
        .expect(0, &["javadoc/index.html", "edu/iastate/cs228/game/Agent.java"]);
    for name in ["Galaxy", "Search", "Step"] {
        for file in ["agon/helpers/@.class", "agon/helpers/@.java", "javadoc/agon/helpers/@.html"] {
            let file = file.replace('@', name);
            assert!(listed.out.lines().any(|line| line == file), "{file}: {}", listed.out);
        }
    }
    assert!(!listed.out.contains("agon/helpers/HomeRun"), "{}", listed.out);
    run("java", &["-jar", jar, "help"]).expect(0, &["java -jar JAR BOT BOT...", "-grading"]);
    run("java", &["-jar", jar, "Nobody", "builtin:random"])
        .expect(2, &["There is no bot `Nobody`"]);
    // Students' agents lie in this package, and what they import must not be hidden by a class of it.
    let example = game_file("galaxy/original/java/examples/defaultagent/DefaultAgent.java");
    let example = std::fs::read_to_string(example).unwrap();
    let agent = format!("package cs228hw4.game;\n{example}");
    here.write("DefaultAgent.java", agent);
    run("javac", &["-cp", jar, "-d", "bin", "DefaultAgent.java"]).expect(0, &[]);
    let class_path = format!("{jar}:bin");
    let random = "edu.iastate.cs228.game.simulation.agent.RandomActionAgent";
    let main = "edu.iastate.cs228.game.gui.GalaxyCommander";
    let words =
        ["-cp", &class_path, main, "cs228hw4.game.DefaultAgent", random, "default", "-notime"];
    run("java", &words).expect(0, &["DefaultAgent"]);
    let class = "bin/cs228hw4/game/DefaultAgent.class";
    run("java", &["-jar", jar, class, "builtin:random", "random", "5", "-grading"]).expect(0, &[]);
}
