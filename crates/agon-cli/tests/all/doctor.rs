//! `agon doctor`: on this machine, and on one without a sandbox.

use crate::{Run, Scratch, new_command};

#[test]
fn a_good_machine_has_a_sandbox_and_every_language() {
    let run = Scratch::new("doctor").run(&["doctor"]);
    let run = run.expect(0, &["Sandbox", "Languages", "Bots run in: bubblewrap, seccomp, "]);
    let good = |what: &str| {
        let mut lines = run.out.lines().filter(|line| line.trim_start().starts_with("good"));
        assert!(lines.any(|line| line.contains(what)), "{what} is not good:\n{}", run.out);
    };
    ["bubblewrap", "seccomp"].into_iter().for_each(good);
    ["Python 3.", "Node v", "g++ ", "rustc 1.", "Java ", "Go 1."].into_iter().for_each(good);
    // The debuggers of `agon bot debug`.
    ["pdb ", "node --inspect ", "jdwp ", "gdbserver ", "gdb "].into_iter().for_each(good);
    // Built together with the program, wherever the tests run.
    ["Java kit", "libagon_"].into_iter().for_each(good);
}

#[test]
fn every_library_has_a_line_of_its_own() {
    let run = Scratch::new("doctor-libraries").run(&["doctor"]);
    for library in ["numpy", "scipy"] {
        let line = run.out.lines().find(|line| line.contains(&format!("  {library} ")));
        let line = line.unwrap_or_else(|| panic!("no line for {library}:\n{}", run.out)).trim();
        let says_what_to_do = line.contains("pip install") && line.contains("AGON_PYTHON");
        assert!(line.starts_with("good") || says_what_to_do, "{line}");
    }
}

#[test]
fn a_java_kit_that_cannot_be_read_is_named() {
    let here = Scratch::new("doctor-kit");
    let mut command = here.command(&["doctor"]);
    let run = Run::of(command.env("AGON_JAVA_KIT", "/nowhere/kit.jar").output().unwrap());
    let line = run.out.lines().find(|line| line.contains("Java kit")).unwrap_or_default();
    assert!(line.trim().starts_with("missing"), "{}", run.out);
    assert!(line.contains("AGON_JAVA_KIT names /nowhere/kit.jar, which cannot be read"), "{line}");
}

#[test]
fn a_missing_language_comes_with_its_remedy() {
    let here = Scratch::new("doctor-missing");
    let mut command = here.command(&["doctor"]);
    let run = Run::of(command.env("PATH", "/nowhere").env("AGON_PYTHON", "").output().unwrap());
    for remedy in
        ["(on Debian: python3)", "(on Debian: nodejs)", "rustup", "(on Debian: golang-go)"]
            .into_iter()
            .chain(["(on Debian: gdbserver)", "(on Debian: gdb)"])
    {
        let line = run.out.lines().find(|line| line.contains(remedy));
        assert!(
            line.is_some_and(|line| line.trim().starts_with("missing")),
            "{remedy}\n{}",
            run.out
        );
    }
}

#[test]
fn a_machine_without_namespaces_is_told_what_to_do() {
    let mut machine = new_command("bwrap");
    machine.args(["--unshare-user", "--disable-userns", "--uid", "1234", "--gid", "1234"]);
    machine.args(["--dev-bind", "/", "/", "--", env!("CARGO_BIN_EXE_agon"), "doctor"]);
    let run = Run::of(machine.output().unwrap());
    run.expect(1, &["missing", "What can be done", "Bots do not run: no sandbox", "--sandbox off"]);
}

/// The file of a newer Agon is remembered until a program that can read it is installed.
#[test]
fn a_replay_of_a_newer_version_is_remembered() {
    let here = Scratch::new("doctor-newer");
    let run = |words: &[&str]| {
        let mut command = here.command(words);
        Run::of(command.env("XDG_CONFIG_HOME", here.path("config")).output().unwrap())
    };
    let versions = || {
        let said = run(&["doctor"]).out;
        said.split_once("\nVersions\n").map(|(_, rest)| rest.to_owned()).unwrap_or(said)
    };
    assert!(versions().contains("good     replay format   1 to 2"), "{}", versions());

    here.write("newer.agonreplay", "agon-replay 3\n{}\n");
    run(&["replay", "verify", "newer.agonreplay"]).expect(1, &["use a newer version of Agon"]);
    let said = versions();
    let line = said.lines().find(|line| line.contains("has replay format 3")).unwrap_or_default();
    assert!(line.contains("newer.agonreplay") && line.contains("Get a newer version"), "{said}");

    // Of two, the last one is named: here one with newer rules.
    run(&["play", "mars", "builtin:nothing", "builtin:nothing", "--replay", "rules.agonreplay"]);
    let bytes = std::fs::read(here.path("rules.agonreplay")).unwrap();
    let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
    let (magic, header, body) = (lines.next(), lines.next(), lines.next());
    let mut header: serde_json::Value = serde_json::from_slice(header.unwrap()).unwrap();
    header["version"] = 99.into();
    let header = header.to_string();
    let newer = [magic.unwrap(), header.as_bytes(), body.unwrap()].join(&b"\n"[..]);
    here.write("rules.agonreplay", newer);
    run(&["replay", "verify", "rules.agonreplay"]).expect(1, &["version 99 of the rules"]);
    assert!(versions().contains("version 99 of the rules of mars"), "{}", versions());
    std::fs::remove_file(here.path("rules.agonreplay")).unwrap();
    assert!(versions().contains("good     replay format   1 to 2"), "it is gone: {}", versions());
}

/// The same for a bot that speaks a newer version of the protocol: it does not play, and the reports say why.
#[test]
fn a_bot_with_a_newer_protocol_is_remembered() {
    let here = Scratch::new("doctor-newer-bot");
    let run = |words: &[&str]| {
        let mut command = here.command(words);
        Run::of(command.env("XDG_CONFIG_HOME", here.path("config")).output().unwrap())
    };
    let bot = |version: u32| {
        format!(
            "import json, sys\n\
             for line in sys.stdin:\n    \
                 heard = json.loads(line)\n    \
                 if heard['type'] == 'hello':\n        \
                     print(json.dumps({{'type': 'ready', 'protocol': {version}}}), flush=True)\n    \
                 elif heard['type'] == 'turn':\n        \
                     turn = heard['turn']\n        \
                     print(json.dumps({{'type': 'call', 'turn': turn, 'call': 'refuel'}}))\n        \
                     print(json.dumps({{'type': 'done', 'turn': turn}}), flush=True)\n"
        )
    };
    here.write("today.py", bot(1));
    run(&["bot", "check", "today.py", "--game", "galaxy"])
        .expect(0, &["Nothing is wrong with it."]);
    assert!(run(&["doctor"]).out.contains("good     protocol        1\n"));

    here.write("tomorrow.py", bot(2));
    let sentence = "it speaks version 2 of the protocol, and this Agon speaks version 1: get a newer \
                    version of Agon (this is ";
    run(&["bot", "check", "tomorrow.py", "--game", "galaxy"]).expect(1, &[sentence]);
    let said = run(&["doctor"]).out;
    let line = "missing  protocol        the bot tomorrow speaks version 2; it was started on ";
    assert!(said.contains(line), "{said}");
    assert!(said.contains("good     replay format   1 to 2"), "{said}");

    // A replay is remembered beside it.
    here.write("newer.agonreplay", "agon-replay 3\n{}\n");
    run(&["replay", "verify", "newer.agonreplay"]).expect(1, &["use a newer version of Agon"]);
    let said = run(&["doctor"]).out;
    assert!(said.contains(line) && said.contains("has replay format 3"), "{said}");

    run(&["play", "galaxy", "tomorrow.py", "builtin:nothing"]).expect(0, &[sentence]);

    // An update that speaks the version forgets the bot: here it is the version of today.
    let file = here.path("config/agon/newer.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace(r#""protocol":2"#, r#""protocol":1"#)).unwrap();
    assert!(run(&["doctor"]).out.contains("good     protocol        1\n"));
}
