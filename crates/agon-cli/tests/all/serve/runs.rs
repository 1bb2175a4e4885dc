//! Competitions on the server: the same entries give the same tables as on the command line.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor, on_both};
use crate::{Scratch, journal};
use serde_json::{Value, json};

/// The event `cup` with its built-in bots; returns numbers of their teams, and their names and words as the
/// command line takes them.
fn built_in_teams(server: &ServerProcess, organiser: &Person) -> Vec<(i64, String)> {
    let body = json!({ "slug": "cup", "title": "The cup", "game": "mars" });
    organiser.post(server.port, "/api/v1/events", &body).expect(200);
    let teams = organiser.get(server.port, "/api/v1/events/cup/teams").expect(200).json();
    let team = |team: &Value| {
        let name = team["name"].as_str().unwrap();
        let word = name.strip_suffix(" (built-in)").unwrap();
        (team["id"].as_i64().unwrap(), format!("{name}=builtin:{word}"))
    };
    teams["teams"].as_array().unwrap().iter().map(team).collect()
}

/// Makes a run, waits for its end, and returns its number and its report.
fn play(server: &ServerProcess, organiser: &Person, body: &Value) -> (i64, Value) {
    let made = organiser.post(server.port, "/api/v1/events/cup/runs", body).expect(200).json();
    let path = format!("/api/v1/runs/{}", made["id"]);
    organiser.wait_for(server.port, &path, |run| run["state"] == "closed");
    let report = organiser.get(server.port, &format!("{path}/report")).expect(200).json();
    (made["id"].as_i64().unwrap(), report["report"].clone())
}

/// Marks without their replays: the server names blobs, the command line files.
fn without_replays(mut report: Value) -> Value {
    for line in report.as_array_mut().unwrap() {
        for mark in line["marks"].as_array_mut().unwrap() {
            assert!(mark["replay"].take().is_string(), "{mark}");
        }
    }
    report
}

#[test]
fn server_and_command_line_have_the_same_tables() {
    on_both("serve-tables", |here, more| {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        let teams = built_in_teams(&server, &organiser);
        assert!(teams.len() >= 3, "{teams:?}");
        let numbers: Vec<i64> = teams.iter().map(|(id, _)| *id).collect();
        for (format, games) in [("swiss", 2), ("double", 1)] {
            let plan = json!({ "format": format, "games": games, "seed": 5, "maps": ["random"] });
            let body =
                json!({ "title": format, "kind": "tournament", "plan": plan, "teams": numbers });
            let (run, ours) = play(&server, &organiser, &body);
            let games = games.to_string();
            let mut words = vec!["tournament", "--game", "mars", "--seed", "5", "--map", "random"];
            words.extend(["--format", format, "--games", &games, "--out", format]);
            words.extend(["--regulations", "off"]);
            for (_, word) in &teams {
                words.extend(["--bot", word]);
            }
            here.run(&words).expect(0, &[]);
            let theirs = std::fs::read(here.path(format).join("report.json")).unwrap();
            let theirs: Value = serde_json::from_slice(&theirs).unwrap();
            assert_eq!(ours, theirs, "{format}");
            // The games were the same ones, position by position.
            let played = journal(here, format, "played").len();
            let mut matches = 0;
            let mut cursor = String::new();
            loop {
                let path = format!("/api/v1/events/cup/matches?limit=200{cursor}");
                let page = organiser.get(server.port, &path).expect(200).json();
                let all = page["matches"].as_array().unwrap();
                matches += all.iter().filter(|found| found["run"] == run).count();
                match page["next"].as_i64() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => break,
                }
            }
            assert_eq!(matches, played, "{format}");
        }
        let opponent = teams[0].1.split_once('=').unwrap().1;
        let task = json!({ "name": "beats it", "opponent": opponent, "games": 2, "need": "won",
            "enough": "proportional", "points": 10 });
        let body = json!({ "title": "Homework", "kind": "grade", "plan": { "task": [task] },
            "teams": &numbers[1..3] });
        let (_, ours) = play(&server, &organiser, &body);
        let rubric = format!(
            "game = \"mars\"\n[[task]]\nname = \"beats it\"\nopponent = {:?}\ngames = 2\nneed = \"won\"\n\
             enough = \"proportional\"\npoints = 10\n",
            opponent
        );
        let rubric = here.write("rubric.toml", rubric);
        let mut words = vec!["grade", rubric.to_str().unwrap(), &teams[1].1, &teams[2].1, "--json"];
        words.extend(["--regulations", "off"]);
        let theirs: Value = serde_json::from_str(&here.run(&words).expect(0, &[]).out).unwrap();
        assert_eq!(without_replays(ours), without_replays(theirs));
    });
}

#[test]
fn a_run_survives_kills_and_goes_on_to_the_same_table() {
    on_both("serve-run-kills", |here, more| {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        let teams: Vec<i64> =
            built_in_teams(&server, &organiser).into_iter().map(|(id, _)| id).collect();
        let plan = json!({ "format": "arena", "games": 4, "seed": 9 });
        let body = json!({ "title": "A", "kind": "tournament", "plan": plan, "teams": teams });
        let (_, whole) = play(&server, &organiser, &body);
        let made = organiser.post(server.port, "/api/v1/events/cup/runs", &body).expect(200).json();
        let path = format!("/api/v1/runs/{}", made["id"]);
        let mut server = server;
        for kill in 0..8_u64 {
            std::thread::sleep(std::time::Duration::from_millis(kill * 13 % 50));
            server.kill();
            server = ServerProcess::start_again(here, more);
        }
        organiser.wait_for(server.port, &path, |run| run["state"] == "closed");
        let report = organiser.get(server.port, &format!("{path}/report")).expect(200).json();
        assert_eq!(report["report"], whole);
    });
}

#[test]
fn rulings_act_on_a_run_and_hidden_results_stay_hidden() {
    let here = Scratch::new("serve-rulings");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let people = ["ada", "bob", "eve"].map(|name| competitor(&server, &organiser, name));
    for person in &people {
        let sent = person.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        person.wait_for(port, &path, |found| found["state"] == "valid");
    }
    let runs = "/api/v1/events/cup/runs";
    let body = |plan: Value| json!({ "title": "Finals", "kind": "tournament", "plan": plan });
    let plan = json!({ "format": "round-robin", "games": 1 });
    people[0].post(port, runs, &body(plan.clone())).expect(403);
    for (wrong, word) in [
        (json!({}), "format"),
        (json!({ "format": "round-robin", "maps": ["nowhere"] }), "nowhere"),
        (json!({ "format": "single", "games": 2 }), "odd"),
        (json!({ "format": "swiss", "bots": [] }), "teams"),
        (json!({ "format": "swiss", "colour": 1 }), "colour"),
        (json!({ "format": "swiss", "clock": "loose" }), "clock"),
        (json!({ "format": "swiss", "house_bot": "builtin:missing" }), "builtin:missing"),
    ] {
        let refused = organiser.post(port, runs, &body(wrong)).expect(422).json();
        assert!(refused["detail"].as_str().unwrap().contains(word), "{refused}");
    }
    let made = organiser.post(port, runs, &body(plan)).expect(200).json();
    let path = format!("/api/v1/runs/{}", made["id"]);
    organiser.wait_for(port, &path, |run| run["state"] == "closed");
    let report = format!("{path}/report");
    let before = organiser.get(port, &report).expect(200).json();
    assert_eq!(before["report"]["standings"].as_array().unwrap().len(), 3, "{before}");
    // Hidden: the run, its report and its matches.
    let mine = |person: &Person| {
        let all = person.get(port, "/api/v1/events/cup/matches").expect(200).json();
        let all = all["matches"].as_array().unwrap().clone();
        all.iter().filter(|found| found["kind"] == "tournament").count()
    };
    people[0].get(port, &report).expect(404);
    assert_eq!(people[0].get(port, runs).expect(200).json()["runs"], json!([]));
    assert_eq!(mine(&people[0]), 0);
    organiser.put(port, &format!("{path}/public"), &json!({ "public": true })).expect(204);
    people[0].get(port, &report).expect(200);
    Person::visitor().get(port, &report).expect(200);
    assert_eq!(mine(&people[0]), 2);
    // A game is played again and an entrant is disqualified.
    let game = before["report"]["rounds"][0]["meetings"][0]["games"][0].clone();
    let rulings = format!("{path}/rulings");
    let rerun = json!({ "why": "power cut", "ruling": { "action": "rerun", "games": [game] } });
    people[0].post(port, &rulings, &rerun).expect(403);
    organiser.post(port, &rulings, &rerun).expect(204);
    organiser.wait_for(port, &path, |run| run["state"] == "closed");
    let out = json!({ "why": "copied", "ruling": { "action": "disqualify", "entrant": 3 } });
    organiser.post(port, &rulings, &out).expect(204);
    let unknown = json!({ "why": "x", "ruling": { "action": "withdraw", "entrant": 9 } });
    organiser.post(port, &rulings, &unknown).expect(409);
    let after = organiser.get(port, &report).expect(200).json();
    assert_eq!(after["report"]["rulings"].as_array().unwrap().len(), 2, "{after}");
    let all = organiser.get(port, "/api/v1/events/cup/matches").expect(200).json();
    let state = |state: &str| {
        let all = all["matches"].as_array().unwrap().iter();
        all.filter(|found| found["kind"] == "tournament" && found["state"] == state).count()
    };
    assert_eq!((state("superseded"), state("finished")), (1, 3));
}
