//! The competitor's commands against a real server, as `docs/serve/competitor.md` shows them.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor};
use crate::{Run, Scratch};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

/// A competitor at a shell of their own, with a configuration folder of their own.
struct Shell<'a> {
    here: &'a Scratch,
    name: &'a str,
    /// The commands that all shells have run.
    ran: &'a RefCell<Vec<String>>,
}

impl Shell<'_> {
    fn run(&self, words: &[&str]) -> Run {
        self.run_with(words, "")
    }

    fn run_with(&self, words: &[&str], input: &str) -> Run {
        self.ran.borrow_mut().push(words.join(" "));
        let mut command = self.here.command(words);
        command.env("XDG_CONFIG_HOME", self.here.path(self.name)).env("NO_PROXY", "127.0.0.1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        Run::of(child.wait_with_output().unwrap())
    }

    #[track_caller]
    fn json(&self, words: &[&str]) -> Value {
        let run = self.run(&[words, &["--json"]].concat()).expect(0, &[]);
        serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.out))
    }
}

/// A new password that is known, so that it can be typed.
fn set_password(organiser: &Person, port: u16, login: &str) {
    let accounts = organiser.get(port, "/api/v1/accounts").expect(200).json();
    let mut accounts = accounts["accounts"].as_array().unwrap().iter();
    let found = accounts.find(|account| account["login"] == login).unwrap();
    let path = format!("/api/v1/accounts/{}/reset-link", found["id"]);
    let link = organiser.post(port, &path, &json!({})).expect(200).json();
    let token = link["link"].as_str().unwrap().rsplit_once("/reset/").unwrap().1;
    let body = json!({ "token": token, "password": "very secret" });
    Person::visitor().post(port, "/api/v1/password-reset", &body).expect(204);
}

#[test]
fn a_competitor_does_everything_from_the_shell() {
    let here = Scratch::new("serve-competitor");
    let server = ServerProcess::start(&here, &[]);
    let organiser = server.organiser();
    let port = server.port;
    for name in ["ada", "bob"] {
        competitor(&server, &organiser, name);
        set_password(&organiser, port, name);
    }
    let address = format!("http://127.0.0.1:{port}");
    let ran = RefCell::default();
    let shell = |name| Shell { here: &here, name, ran: &ran };
    let (ada, bob) = (shell("ada"), shell("bob"));

    // What goes wrong is told as a sentence.
    ada.run(&["matches"]).expect(2, &["you are not logged in; use `agon login SERVER NAME`"]);
    ada.run(&["login", "nonsense", "ada"]).expect(2, &["is no address of a server"]);
    ada.run(&["login", "http://127.0.0.1:9", "ada"]).expect(2, &["has no password"]);
    ada.run_with(&["login", "http://127.0.0.1:9", "ada"], "x\n")
        .expect(1, &["no server at http://127.0.0.1:9: it cannot be reached"]);
    ada.run_with(&["login", &address, "ada"], "wrong one\n").expect(1, &["password"]);
    ada.run_with(&["login", &address, "ada", "--event", "elsewhere"], "very secret\n")
        .expect(1, &["there is no event `elsewhere`"]);

    for shell in [&ada, &bob] {
        let words = ["login", &address, shell.name, "--event", "cup"];
        let run = shell.run_with(&words, "very secret\n").expect(0, &["Logged in to", shell.name]);
        let stored = here.path(shell.name).join("agon/login.json");
        let mode = std::fs::metadata(&stored).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let stored: Value = serde_json::from_slice(&std::fs::read(&stored).unwrap()).unwrap();
        let token = stored["token"].as_str().unwrap();
        assert!(!run.out.contains(token) && !run.err.contains(token), "the token is not printed");
    }

    // A third person joins a team.
    let body = json!({ "login": "eve", "name": "eve", "role": "competitor" });
    organiser.post(port, "/api/v1/accounts", &body).expect(200);
    set_password(&organiser, port, "eve");
    let eve = shell("eve");
    let words = ["login", &address, "eve", "--event", "cup"];
    eve.run_with(&words, "very secret\n").expect(0, &[]);
    eve.run(&["team"]).expect(1, &[]);
    eve.run(&["team", "join", "guess"]).expect(1, &[]);
    let code = ada.json(&["team"])["join_code"].as_str().unwrap().to_owned();
    eve.run(&["team", "join", &code]).expect(0, &["Team ada", "ada, eve", &code]);
    eve.run(&["team", "make", "Another"]).expect(1, &["already in a team"]);

    here.write("broken.py", "import agon\ndef play(turn:\n    pass\n");
    let rejected = ada.run(&["submit", "broken.py"]).expect(1, &["is rejected", "SyntaxError"]);
    let told = rejected.out.matches("before it was ready").count();
    assert_eq!(told, 1, "told once: {}", rejected.out);
    std::fs::create_dir_all(here.path("my_bot/__pycache__")).unwrap();
    here.write("my_bot/bot.py", IDLE_BOT);
    here.write("my_bot/__pycache__/junk", "junk");
    ada.run(&["submit", "my_bot"]).expect(0, &["Version 2 of your bot (my_bot.tar) is valid."]);
    here.write("bob.py", IDLE_BOT);
    let sent = bob.json(&["submit", "bob.py"]);
    assert_eq!((sent["state"].as_str(), sent["number"].as_i64()), (Some("valid"), Some(1)));
    ada.run(&["submit", "missing.py"]).expect(1, &["cannot read missing.py"]);
    std::fs::create_dir_all(here.path("empty")).unwrap();
    ada.run(&["submit", "empty"]).expect(2, &["empty has no files"]);

    let team = bob.json(&["team"])["team"]["id"].to_string();
    bob.run(&["scrimmage", "always", "off"]).expect(0, &["is asked before each scrimmage"]);
    let words = ["scrimmage", "ask", "team bob", "--games", "2", "--seed", "7"];
    ada.run(&words).expect(0, &["Team ada v Team bob", "waits for an answer", "29 more"]);
    let listed = bob.json(&["scrimmage", "list"]);
    let id = listed["scrimmages"][0]["id"].to_string();
    ada.run(&["scrimmage", "accept", &id]).expect(1, &["it waits for the other team"]);
    bob.run(&["scrimmage", "accept", &id]).expect(0, &["is played as match"]);
    ada.run(&["scrimmage", "list"]).expect(0, &["Team ada v Team bob", "accepted", "match"]);
    let words = ["scrimmage", "ask", &team, "--map", "crossing", "--seats", "first", "--seed", "7"];
    ada.run(&words).expect(0, &["Team ada v Team bob", "waits for an answer"]);
    let id = bob.json(&["scrimmage", "list"])["scrimmages"][0]["id"].to_string();
    bob.run(&["scrimmage", "decline", &id]).expect(0, &["declined"]);
    ada.run(&["scrimmage", "ask", "Team Zoe"]).expect(1, &["there is no team `Team Zoe`"]);
    let own = ada.json(&["scrimmage", "list"]);
    let own = own["scrimmages"].as_array().unwrap();
    let found = own.iter().find(|one| one["match"].is_i64()).unwrap()["match"].to_string();

    let person = Person::log_in(port, "ada", "very secret");
    let path = format!("/api/v1/matches/{found}");
    person.wait_for(port, &path, |found| found["state"] == "finished");
    let seats = ["blue: Team ada, rank ", "red: Team bob, rank ", "blue: Team bob, rank "];
    ada.run(&["matches", &found])
        .expect(0, &["is finished", "game 1 on", "seed 7"])
        .expect(0, &seats);
    let scrimmages = ada.json(&["matches", "--kind", "scrimmage", "--state", "finished"]);
    assert_eq!(scrimmages["matches"].as_array().unwrap().len(), 1);
    ada.run(&["matches", "--map", "nowhere"]).expect(0, &["There is no such match."]);
    let words = ["matches", "--since", "2001-01-01T00:00", "--kind", "scrimmage", "--result"];
    let results = ["won", "drawn", "lost"].map(|result| ada.run(&[&words[..], &[result]].concat()));
    assert!(results.iter().any(|run| run.out.contains("Team ada v Team bob")));
    ada.run(&["matches", "--since", "yesterday"]).expect(1, &["yesterday"]);
    ada.run(&["matches", "--kind", "chess"]).expect(1, &["there is no word `chess`"]);
    ada.run(&["matches", "--event", "elsewhere"]).expect(1, &["there is no event `elsewhere`"]);

    ada.run(&["download", &found, "-o", "replays"]).expect(0, &["game-1", "game-2"]);
    let file = format!("replays/match-{found}-game-2.agonreplay");
    here.run(&["replay", "verify", &file]).expect(0, &[]);
    ada.run(&["download", &found, "--game", "9"]).expect(1, &["has no game 9 with a replay yet"]);
    ada.run(&["raffle"]).expect(0, &[]);
    ada.run(&["standings"]).expect(0, &["There are no ranked results yet."]);

    // Versions of the bot, in the order in which they were handed in.
    ada.run(&["versions"]).expect(0, &["2", "plays", "my_bot.tar", "rejected", "broken.py"]);
    ada.run(&["versions", "activate", "1"]).expect(1, &["rejected"]);
    ada.run(&["versions", "activate", "9"]).expect(1, &["your team has no version 9"]);
    ada.run(&["versions", "activate", "2"]).expect(0, &["Version 2 plays from now on."]);
    ada.run(&["versions", "label", "2", "sleeps well"]).expect(0, &["Version 2 has its name."]);
    ada.run(&["versions"]).expect(0, &["sleeps well"]);
    let words = ["versions", "download", "1", "-o", "old"];
    ada.run(&words).expect(0, &["Version 1 is downloaded."]);
    let old = std::fs::read_to_string(here.path("old/version-1-broken.py")).unwrap();
    assert!(old.starts_with("import agon"), "{old}");

    // Questions, and a result that is disputed.
    ada.run(&["questions"]).expect(0, &["There are no questions yet."]);
    ada.run(&["questions", "ask", "Does a draw count?"]).expect(0, &["It is sent as number"]);
    let words = ["questions", "appeal", &found, "Team bob slept."];
    ada.run(&words).expect(0, &["It is sent as number"]);
    let about = format!("about match {found}");
    ada.run(&["questions"]).expect(0, &["(open)", "Does a draw count?", &about]);
    bob.run(&["questions"]).expect(0, &["There are no questions yet."]);

    let rematch = ada.run(&["scrimmage", "rematch", &found]).expect(0, &["Team ada v Team bob"]);
    assert!(rematch.out.contains("waits for an answer"), "{}", rematch.out);

    // Any other request.
    ada.run(&["api", "GET", "/events/{event}/my-team"]).expect(0, &["\"name\": \"Team ada\""]);
    ada.run(&["api", "get", "/events/{event}/matches", "-q", "limit=1"]).expect(0, &["matches"]);
    let id = ada.json(&["versions"])[0]["id"].to_string();
    let path = format!("/submissions/{id}/source");
    ada.run(&["api", "GET", &path, "-o", "bot.tar"]).expect(0, &[]);
    assert!(here.path("bot.tar").is_file());
    ada.run(&["api", "LOOK", "/me"]).expect(2, &["`LOOK` is no method"]);
    ada.run(&["api", "GET", "me"]).expect(2, &["it begins with a slash"]);
    ada.run(&["api", "GET", "/me", "-q", "limit"]).expect(2, &["NAME=VALUE"]);
    ada.run(&["api", "POST", "/me/tokens", "-b", "{"]).expect(2, &["the body is no JSON"]);
    ada.run(&["api", "GET", "/events/elsewhere"]).expect(1, &["there is no event `elsewhere`"]);
    here.write("change.json", r#"{"title":"The Cup","settings":{"submissions":{"per_hour":20}}}"#);
    let words = ["api", "PATCH", "/events/{event}", "--body", "@change.json"];
    ada.run(&words).expect(1, &[]);
    let staff = shell("staff");
    let login = ["login", &address, "org", "--event", "cup", "--manage"];
    staff.run_with(&login, "very secret\n").expect(0, &["Logged in to"]);
    staff.run(&words).expect(0, &["The Cup"]);
    ada.run(&["submit", "my_bot"]).expect(0, &["You may hand in", "within this hour."]);

    // The team's own matters.
    eve.run(&["team", "rename", "Ada and Eve"]).expect(0, &["Ada and Eve", "ada, eve"]);
    let renewed = eve.json(&["team", "new-code"]);
    assert_ne!(renewed["join_code"].as_str(), Some(code.as_str()));
    eve.run(&["team", "leave"]).expect(0, &["You have left your team."]);
    eve.run(&["team"]).expect(1, &[]);

    // A team that is out reads why.
    let teams = organiser.get(port, "/api/v1/events/cup/teams").expect(200).json();
    let teams = teams["teams"].as_array().unwrap();
    let team = teams.iter().find(|team| team["name"] == "Team bob").unwrap();
    let body = json!({ "state": "disqualified", "reason": "Copied code" }).to_string();
    let path = format!("/api/v1/teams/{}", team["id"]);
    let out = organiser.ask(port, "PATCH", &path, "application/json", body.as_bytes(), "");
    out.unwrap().expect(204);
    bob.run(&["team"]).expect(0, &["Your team is disqualified: Copied code"]);
    bob.run(&["submit", "bob.py"]).expect(1, &["your team is disqualified (Copied code)"]);

    // Every command of the page was run with its flags: here, or by the walks through whole contests.
    let walks = include_str!("../../../../../docs/serve/organiser.md");
    let walked =
        walks.lines().filter_map(|line| line.split_once("$ agon ")).map(|(_, words)| words);
    let ran = ran.into_inner();
    let ran: Vec<&str> = ran.iter().map(String::as_str).chain(walked).collect();
    let page = include_str!("../../../../../docs/serve/competitor.md");
    let shown = page.lines().filter_map(|line| line.strip_prefix("    agon "));
    // Replays are watched in the tests of `agon watch`.
    for command in shown.filter(|command| !command.starts_with("watch ")) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let has_actions = ["team", "versions", "scrimmage", "questions", "api"].contains(&words[0]);
        let named = &words[..words.len().min(if has_actions { 2 } else { 1 })];
        let flags: Vec<&&str> = words.iter().filter(|word| word.starts_with('-')).collect();
        let is_it = |ran: &&&str| {
            let ran: Vec<&str> = ran.split_whitespace().collect();
            ran.starts_with(named) && flags.iter().all(|flag| ran.contains(*flag))
        };
        assert!(ran.iter().find(is_it).is_some(), "no test runs `agon {command}`");
    }
}
