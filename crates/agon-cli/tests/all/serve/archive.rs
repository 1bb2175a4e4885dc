//! A whole event moves to another server in one file; what does not fit is refused and changes nothing.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor};
use crate::Scratch;
use agon_testservers::Postgres;
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;

const EVENT: &str = "/api/v1/events/cup";

const RUBRIC: &str = r#"
name = "Homework"
game = "mars"

[[task]]
name = "plays without a fault"
opponent = "builtin:random"
need = "faults == 0"
points = 4

[[manual]]
name = "readable code"
points = 5
"#;

fn admin(here: &Scratch, data: &str, config: &str, words: &[&str]) -> crate::Run {
    here.run(&[&["admin", "--data", data, "--config", config], words].concat())
}

/// A configuration file with a new database of a kind.
fn config(here: &Scratch, name: &str, is_postgres: bool) -> String {
    let text = match is_postgres {
        true => format!("database = {:?}\n", Postgres::shared().new_database()),
        false => String::new(),
    };
    here.write(name, text).to_str().unwrap().to_owned()
}

fn start(here: &Scratch, data: &str, config: &str) -> ServerProcess {
    let words = ServerProcess::words(data, &["--config", config]);
    ServerProcess::start_by(here.command(&words))
}

/// Plays a small event: two teams, a ladder, a tournament, a grading, a question, a scrimmage, a handbook.
fn play(server: &ServerProcess, organiser: &Person) {
    let port = server.port;
    let people = ["ada", "bob"].map(|name| competitor(server, organiser, name));
    for (person, number) in people.iter().zip(1..) {
        let bot = format!("{IDLE_BOT}# {number}\n");
        let sent = person.upload(port, "cup", "bot.py", bot.as_bytes()).expect(200).json();
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        person.wait_for(port, &path, |found| found["state"] == "valid");
    }
    let page = json!({ "after": 0, "body": "# Rules", "notice": "First version" });
    organiser.post(port, &format!("{EVENT}/handbook"), &page).expect(200);
    let news = json!({ "title": "Pizza", "body": "In the hall." });
    organiser.post(port, &format!("{EVENT}/announcements"), &news).expect(200);
    let question = json!({ "text": "May we use C?" });
    people[0].post(port, &format!("{EVENT}/questions"), &question).expect(200);
    let bob = people[1].get(port, &format!("{EVENT}/my-team")).expect(200).json();
    let asked = json!({ "opponents": [{ "team": bob["team"]["id"] }], "games": 2 });
    people[0].post(port, &format!("{EVENT}/scrimmages"), &asked).expect(200);

    let ladder = format!("{EVENT}/ladder");
    organiser.put(port, &ladder, &json!({ "mode": "continuous" })).expect(200);
    let board = format!("{EVENT}/leaderboard");
    organiser.wait_for(port, &board, |board| board["games"].as_i64() >= Some(4));
    organiser.put(port, &ladder, &json!({ "mode": "off" })).expect(200);
    let plan = json!({ "format": "double", "games": 1 });
    let body = json!({ "title": "Final", "kind": "tournament", "plan": plan, "public": true,
        "seed_from": "ladder" });
    organiser.post(port, &format!("{EVENT}/runs"), &body).expect(200);
    let deadline = jiff::Timestamp::now().to_string();
    let body = json!({ "title": "Homework", "rubric": RUBRIC, "deadline": deadline });
    let made = organiser.post(port, &format!("{EVENT}/gradings"), &body).expect(200).json();
    let grading = format!("/api/v1/gradings/{}", made["id"]);
    organiser.wait_for(port, &grading, |grading| grading["state"] == "graded");
    let mark = json!({ "team": bob["team"]["id"], "task": "readable code", "points": 3.5,
        "comment": "Short." });
    organiser.put(port, &format!("{grading}/marks"), &mark).expect(204);
    organiser.wait_for(port, "/api/v1/queue", |queue| queue == &json!([]));
}

/// Removes the numbers of rows, which differ between servers.
fn unnumbered(mut value: Value) -> Value {
    match &mut value {
        Value::Array(values) => {
            values.iter_mut().for_each(|value| *value = unnumbered(value.take()))
        }
        Value::Object(keys) => {
            if keys.contains_key("elo") {
                keys.remove("number");
            }
            for key in ["id", "team", "teams", "match", "run", "event", "submission", "account"] {
                keys.remove(key);
            }
            keys.values_mut().for_each(|value| *value = unnumbered(value.take()));
        }
        _ => {}
    }
    value
}

/// Everything that is compared: tables, lists and files of the event.
fn tables(port: u16, organiser: &Person, event: &str) -> Vec<(String, Value)> {
    let event = format!("/api/v1/events/{event}");
    let get = |path: &str| organiser.get(port, path).expect(200);
    let mut all = Vec::new();
    for part in ["leaderboard", "handbook", "announcements", "questions", "teams", "raffles"] {
        all.push((part.to_owned(), get(&format!("{event}/{part}")).json()));
    }
    let runs = get(&format!("{event}/runs")).json();
    let runs = runs.as_array().or(runs["runs"].as_array()).unwrap().clone();
    assert_eq!(runs.len(), 3, "{runs:?}");
    for run in &runs {
        let report = get(&format!("/api/v1/runs/{}/report", run["id"])).json();
        all.push((format!("run {}", run["title"]), report));
    }
    let gradings = get(&format!("{event}/gradings")).json();
    let gradings = gradings.as_array().or(gradings["gradings"].as_array()).unwrap().clone();
    let book = get(&format!("/api/v1/gradings/{}/gradebook", gradings[0]["id"])).body;
    let book = String::from_utf8(book).unwrap();
    assert!(book.contains("3.5"), "{book}");
    all.push(("gradebook".into(), book.into()));
    let matches = get(&format!("{event}/matches?limit=200")).json();
    let mut replays = 0;
    for found in matches["matches"].as_array().unwrap() {
        let path = format!("/api/v1/matches/{}", found["id"]);
        let mut shown = get(&path).json();
        for (game, number) in shown["games"].as_array_mut().unwrap().iter_mut().zip(1..) {
            let replay = get(&format!("{path}/games/{number}/replay")).body;
            game["bytes"] = replay.len().into();
            replays += 1;
        }
        all.push(("match".into(), shown));
    }
    assert!(replays >= 8, "{replays}");
    all.into_iter().map(|(name, value)| (name, unnumbered(value))).collect()
}

#[test]
fn an_event_moves_to_another_server_and_keeps_its_tables() {
    for (name, to_postgres) in [("archive-to-postgres", true), ("archive-to-sqlite", false)] {
        let here = Scratch::new(name);
        let (from, to) =
            (config(&here, "from.toml", !to_postgres), config(&here, "to.toml", to_postgres));
        let server = start(&here, "from", &from);
        let organiser = server.organiser();
        play(&server, &organiser);
        let before = tables(server.port, &organiser, "cup");
        let export = ["event", "export", "cup", "-o", "cup.agonevent"];
        admin(&here, "from", &from, &export)
            .expect(0, &["rows and", "of cup are in cup.agonevent"]);
        admin(&here, "from", &from, &export).expect(1, &["cannot write cup.agonevent", "exists"]);
        admin(&here, "from", &from, &["event", "export", "mug", "-o", "x"])
            .expect(1, &["there is no event `mug`"]);

        // The other server has an event, teams and people of its own: all numbers differ.
        let other = start(&here, "to", &to);
        let chief = other.organiser();
        let mug = json!({ "slug": "mug", "title": "The mug", "game": "mars" });
        chief.post(other.port, "/api/v1/events", &mug).expect(200);
        for login in ["eve", "ada"] {
            admin(&here, "to", &to, &["user", "create", login]).expect(0, &[]);
        }
        let import = |words: &[&str]| {
            admin(&here, "to", &to, &[&["event", "import", "cup.agonevent"], words].concat())
        };
        let done = import(&[]).expect(0, &["The event cup is here", "They have no password"]);
        assert!(done.out.contains("that were here: org, ada."), "{}", done.out);
        assert!(done.out.contains("that were made: bob."), "{}", done.out);
        for ((name, old), (_, new)) in before.iter().zip(tables(other.port, &chief, "cup")) {
            assert_eq!(*old, new, "{name}");
        }
        // A repeated import is refused; under another address it is a second event.
        import(&[]).expect(1, &["already an event with the address `cup`", "--as ADDRESS"]);
        import(&["--as", "Not good"]).expect(1, &["an address has 1 to 40 letters"]);
        import(&["--as", "copy"]).expect(0, &["The event copy is here"]);
        for ((name, old), (_, new)) in before.iter().zip(tables(other.port, &chief, "copy")) {
            assert_eq!(*old, new, "{name}");
        }
        // The event lives on: bob sets a password, uploads and asks for a game.
        let link = admin(&here, "to", &to, &["user", "reset", "bob"]).expect(0, &[]).out;
        let token = link.trim().rsplit_once('/').unwrap().1;
        let body = json!({ "token": token, "password": "another one" });
        Person::visitor().post(other.port, "/api/v1/password-reset", &body).expect(204);
        let bob = Person::log_in(other.port, "bob", "another one");
        let own = bob.get(other.port, &format!("{EVENT}/submissions")).expect(200).json();
        let source = bob.get(other.port, &format!("/api/v1/submissions/{}/source", own[0]["id"]));
        assert!(source.expect(200).body.starts_with(IDLE_BOT.as_bytes()));
        let played = bob.get(other.port, &format!("{EVENT}/matches?limit=200")).expect(200).json();
        let scrimmage = played["matches"].as_array().unwrap().iter();
        let scrimmage = scrimmage.clone().find(|found| found["kind"] == "scrimmage").unwrap();
        let path = format!("/api/v1/matches/{}/rematch", scrimmage["id"]);
        let again = bob.post(other.port, &path, &json!({})).expect(200).json();
        let path = format!("/api/v1/matches/{}", again["scrimmage"]["match"]);
        bob.wait_for(other.port, &path, |found| found["state"] == "finished");
    }
}

/// The files of an archive.
fn unpack(file: &Path) -> Vec<(String, Vec<u8>)> {
    let bytes = zstd::decode_all(std::fs::File::open(file).unwrap()).unwrap();
    let mut archive = tar::Archive::new(&bytes[..]);
    let whole = |entry: std::io::Result<tar::Entry<'_, &[u8]>>| {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_str().unwrap().to_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (name, bytes)
    };
    archive.entries().unwrap().map(whole).collect()
}

fn pack(here: &Scratch, files: &[(String, Vec<u8>)]) {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        archive.append_data(&mut header, name, &bytes[..]).unwrap();
    }
    let bytes = archive.into_inner().unwrap();
    here.write("bad.agonevent", zstd::encode_all(&bytes[..], 3).unwrap());
}

/// Changes the rows of a table and makes the manifest agree with it.
fn change_table(files: &mut [(String, Vec<u8>)], table: &str, change: impl Fn(&str) -> String) {
    use sha2::{Digest, Sha256};
    let name = format!("tables/{table}.jsonl");
    let found = files.iter_mut().find(|(file, _)| *file == name).unwrap();
    let text = change(std::str::from_utf8(&found.1).unwrap());
    assert_ne!(text.as_bytes(), found.1, "{table}");
    let sum: String =
        Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let rows = text.lines().count() - 1;
    found.1 = text.into_bytes();
    let mut manifest: Value = serde_json::from_slice(&files[0].1).unwrap();
    for sums in manifest["tables"].as_array_mut().unwrap() {
        if sums["name"] == table {
            sums["sha256"] = sum.as_str().into();
            sums["rows"] = rows.into();
        }
    }
    files[0].1 = manifest.to_string().into_bytes();
}

#[test]
fn what_is_damaged_foreign_or_newer_is_refused_and_changes_nothing() {
    super::client::on_both("archive-refused", |here, more| {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        let ada = competitor(&server, &organiser, "ada");
        let sent = ada.upload(server.port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        ada.wait_for(server.port, &path, |found| found["state"] == "valid");
        let admin =
            |words: &[&str]| here.run(&[&["admin", "--data", "data"], more, words].concat());
        admin(&["event", "export", "cup", "-o", "cup.agonevent"]).expect(0, &[]);
        let file = here.path("cup.agonevent");
        let count = || {
            let events = organiser.get(server.port, "/api/v1/events").expect(200).json();
            let accounts = organiser.get(server.port, "/api/v1/accounts").expect(200).json();
            (events, accounts)
        };
        let before = count();
        let refuse = |word: &str| {
            let words = ["event", "import", "bad.agonevent", "--as", "copy"];
            admin(&words).expect(1, &["bad.agonevent cannot be imported", word]);
        };
        admin(&["event", "import", "nowhere"]).expect(1, &["nowhere", "No such file"]);
        here.write("bad.agonevent", "this is a text\n");
        refuse("not an archive that `agon admin event export` wrote");
        let bytes = std::fs::read(&file).unwrap();
        here.write("bad.agonevent", &bytes[..bytes.len() - 10]);
        refuse("damaged or cut off");
        let mut flipped = bytes.clone();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 0x40;
        here.write("bad.agonevent", flipped);
        refuse("d");

        let good = unpack(&file);
        assert_eq!(good[0].0, "event.json");
        let mut files = good.clone();
        files[0].1 = b"{\"format\": \"other\"}".to_vec();
        pack(here, &files);
        refuse("does not say that it is an event");
        let mut files = good.clone();
        let mut manifest: Value = serde_json::from_slice(&good[0].1).unwrap();
        manifest["version"] = 2.into();
        files[0].1 = manifest.to_string().into_bytes();
        pack(here, &files);
        refuse("in version 2 of the format, and this program reads up to version 1");
        let mut files = good.clone();
        let team = files.iter_mut().find(|(name, _)| name == "tables/team.jsonl").unwrap();
        team.1 = String::from_utf8(team.1.clone()).unwrap().replace("Team ada", "Team eve").into();
        pack(here, &files);
        refuse("its table team was changed");
        pack(here, &good[..good.len() - 1]);
        refuse("it has no blobs/");
        let mut files = good.clone();
        files.push(("notes.txt".into(), b"hello".to_vec()));
        pack(here, &files);
        refuse("notes.txt is unknown");
        let mut files = good.clone();
        files.remove(1);
        pack(here, &files);
        refuse("it has no tables/account.jsonl");

        // Tables that the manifest agrees with, but that do not fit together.
        let all_but_head = |text: &str| text.lines().next().unwrap().to_owned() + "\n";
        let mut files = good.clone();
        change_table(&mut files, "team", all_but_head);
        pack(here, &files);
        let words = ["event", "import", "bad.agonevent", "--as", "copy"];
        admin(&words).expect(1, &["the archive is damaged", "refers to team"]);
        let mut files = good.clone();
        change_table(&mut files, "event", |text| text.replace("\"mars\"", "\"chess\""));
        pack(here, &files);
        refuse("this program has no game `chess`");
        let mut files = good.clone();
        change_table(&mut files, "team", |text| text.replace("\"active\"", "\"sleeping\""));
        pack(here, &files);
        admin(&words).expect(1, &["the archive is damaged"]);
        let mut files = good;
        change_table(&mut files, "team", |text| text.replace("\"division\"", "\"join_code\""));
        pack(here, &files);
        admin(&words).expect(1, &["unknown column `join_code`"]);

        assert_eq!(count(), before);
    });
}

#[test]
fn an_event_goes_on_where_it_was_and_the_erased_stay_erased() {
    super::client::on_both("archive-goes-on", |here, more| {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        competitor(&server, &organiser, "ada");
        competitor(&server, &organiser, "eve");
        server.kill();
        let admin =
            |words: &[&str]| here.run(&[&["admin", "--data", "data"], more, words].concat());
        admin(&["user", "erase", "eve", "--yes"]).expect(0, &[]);
        // No server is there to build it.
        let bot = here.write("bot.py", IDLE_BOT);
        admin(&["submit", "cup", "Team ada", bot.to_str().unwrap(), "--why", "a stick"])
            .expect(0, &["is received"]);
        admin(&["event", "export", "cup", "-o", "cup.agonevent"]).expect(0, &[]);

        let to = config(here, "other.toml", more.is_empty());
        let other = start(here, "other", &to);
        let chief = other.organiser();
        super::archive::admin(here, "other", &to, &["user", "create", "zoe"]).expect(0, &[]);
        super::archive::admin(here, "other", &to, &["event", "import", "cup.agonevent"])
            .expect(0, &["that were made: ada."]);
        let accounts = chief.get(other.port, "/api/v1/accounts").expect(200).json();
        let accounts = accounts["accounts"].as_array().unwrap();
        let erased: Vec<&Value> =
            accounts.iter().filter(|one| one["name"] == "deleted user").collect();
        assert_eq!(erased.len(), 1, "{accounts:?}");
        assert_eq!(erased[0]["login"], format!("deleted-{}", erased[0]["id"]));
        assert!(!accounts.iter().any(|one| one["login"] == "eve"), "{accounts:?}");
        // The upload is built and played by the other server.
        chief.wait_for(other.port, "/api/v1/queue", |queue| queue == &json!([]));
        let found = chief.get(other.port, &format!("{EVENT}/matches")).expect(200).json();
        assert_eq!(found["matches"][0]["kind"], "validation", "{found}");
        assert_eq!(found["matches"][0]["state"], "finished", "{found}");
    });
}
