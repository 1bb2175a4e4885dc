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
        let (grading, ours) = play(&server, &organiser, &body);
        let path = format!("/api/v1/runs/{grading}/public");
        let refused =
            organiser.put(server.port, &path, &json!({ "public": true })).expect(409).json();
        assert!(refused.to_string().contains("marks belong to their authors"), "{refused}");
        let rubric = format!(
            "game = \"mars\"\n[[task]]\nname = \"beats it\"\nopponent = {:?}\ngames = 2\nneed = \"won\"\n\
             enough = \"proportional\"\npoints = 10\n",
            opponent
        );
        let rubric = here.write("rubric.toml", rubric);
        let words = vec!["grade", rubric.to_str().unwrap(), &teams[1].1, &teams[2].1, "--json"];
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
        (json!({ "format": "swiss", "clock": "lose" }), "lose"),
        (
            json!({ "format": "swiss", "waivers": [{ "bot": "Team x", "reason": "agreed" }] }),
            "Team x",
        ),
        (
            json!({ "format": "swiss", "waivers": [{ "bot": "Team ada", "reason": " " }] }),
            "written",
        ),
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
    let silent = json!({ "why": " ", "ruling": { "action": "rerun", "games": [game] } });
    let refused = organiser.post(port, &rulings, &silent).expect(422).json();
    assert!(refused["detail"].as_str().unwrap().contains("a reason has"), "{refused}");
    let shown = organiser.post(port, &format!("{path}/rounds/1/release"), &json!({})).expect(409);
    let shown = shown.json();
    assert!(shown["detail"].as_str().unwrap().contains("not shown round by round"), "{shown}");
    organiser.post(port, &rulings, &rerun).expect(204);
    organiser.wait_for(port, &path, |run| run["state"] == "closed");
    let out = json!({ "why": "copied", "ruling": { "action": "disqualify", "entrant": 3 } });
    organiser.post(port, &rulings, &out).expect(204);
    let unknown = json!({ "why": "x", "ruling": { "action": "withdraw", "entrant": 9 } });
    organiser.post(port, &rulings, &unknown).expect(409);
    let after = organiser.get(port, &report).expect(200).json();
    let said = after["report"]["rulings"].as_array().unwrap();
    assert_eq!(said.len(), 2, "{after}");
    // The report is public: it does not name the person.
    let by = |line: &Value| line.as_str().unwrap().starts_with("Ruling by the organisers: ");
    assert!(said.iter().all(by), "{after}");
    let all = organiser.get(port, "/api/v1/events/cup/matches").expect(200).json();
    let state = |state: &str| {
        let all = all["matches"].as_array().unwrap().iter();
        all.filter(|found| found["kind"] == "tournament" && found["state"] == state).count()
    };
    assert_eq!((state("superseded"), state("finished")), (1, 3));
}

/// Violates the regulations of Galaxy Commander in its first line.
const THREADED: &str = "import agon, threading\nagon.run(lambda turn: None)\n";

#[test]
fn regulations_keep_out_and_waive_as_on_the_command_line() {
    let here = Scratch::new("serve-regulations");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let event = json!({ "slug": "cup", "title": "The cup", "game": "galaxy" });
    organiser.post(port, "/api/v1/events", &event).expect(200);
    organiser.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "open" })).expect(204);
    let source = |name: &str| if name == "eve" { IDLE_BOT } else { THREADED };
    for name in ["ada", "bob", "eve"] {
        let person = competitor(&server, &organiser, name);
        let bytes = source(name).as_bytes();
        let sent = person.upload(port, "cup", "bot.py", bytes).expect(200).json();
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        let end = person.wait_for(port, &path, |found| {
            !["received", "building", "validating"].contains(&found["state"].as_str().unwrap())
        });
        assert_eq!(end["state"], "valid", "{end}");
        std::fs::create_dir(here.path(name)).unwrap();
        here.write(&format!("{name}/bot.py"), source(name));
    }
    let waivers = json!([{ "bot": "Team ada", "ban": "threads", "reason": "agreed on 3 May" }]);
    let mut plan = json!({ "format": "round-robin", "games": 1, "seed": 3, "clock": "loose" });
    plan["waivers"] = waivers;
    let (run, ours) =
        play(&server, &organiser, &json!({ "title": "A", "kind": "tournament", "plan": plan }));
    assert_eq!(ours["rejected"][0]["name"], "Team bob", "{ours}");
    assert!(ours["rejected"][0]["why"].as_str().unwrap().contains("bot.py:1: imports threading"));
    assert_eq!(ours["standings"].as_array().unwrap().len(), 2, "{ours}");
    let mut words =
        vec!["tournament", "--game", "galaxy", "--seed", "3", "--format", "round-robin"];
    words.extend(["--games", "1", "--out", "theirs", "--clock", "loose"]);
    words.extend(["--waive", "Team ada:threads=agreed on 3 May"]);
    for bot in ["Team ada=ada/bot.py", "Team bob=bob/bot.py", "Team eve=eve/bot.py"] {
        words.extend(["--bot", bot]);
    }
    here.run(&words).expect(0, &["Team bob does not take part"]);
    let theirs = std::fs::read(here.path("theirs/report.json")).unwrap();
    assert_eq!(ours, serde_json::from_slice::<Value>(&theirs).unwrap());
    // The clock was passed on to the games: bots are told the longer limits, which replays show.
    let page = organiser.get(port, "/api/v1/events/cup/matches").expect(200).json();
    let all = page["matches"].as_array().unwrap();
    assert_eq!(all.iter().filter(|found| found["run"] == run).count(), 1, "{page}");

    // By the handbook a grading reports; as an organiser says, it enforces.
    let task = json!({ "name": "plays", "opponent": "builtin:nothing", "need": "faults == 0", "points": 1 });
    let grade = |more: Value| {
        let mut plan = json!({ "task": [task] });
        plan.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        play(&server, &organiser, &json!({ "title": "G", "kind": "grade", "plan": plan })).1
    };
    let text = grade(json!({})).to_string();
    assert!(text.contains("Team bob violates the contest's regulations (threads)"), "{text}");
    let text = grade(json!({ "regulations": "enforce" })).to_string();
    assert!(text.contains("it violates the contest's regulations (threads: bot.py:1"), "{text}");
    let text = grade(json!({ "regulations": "off" })).to_string();
    assert!(!text.contains("regulations"), "{text}");
    // A league keeps bots out; two are needed.
    let plan = json!({ "until": 2 });
    let body = json!({ "title": "L", "kind": "league", "plan": plan });
    let refused = organiser.post(port, "/api/v1/events/cup/runs", &body).expect(422).json();
    assert!(refused["detail"].as_str().unwrap().contains("asks for no games"), "{refused}");
    let plan = json!({ "until": 2, "regulations": "report" });
    let (_, report) =
        play(&server, &organiser, &json!({ "title": "L", "kind": "league", "plan": plan }));
    assert!(report["remarks"].to_string().contains("Team ada violates"), "{report}");
}

#[test]
fn packages_of_an_organiser_are_allowed_besides_the_handbooks() {
    let here = Scratch::new("serve-packages");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    for name in ["ada", "eve"] {
        let person = competitor(&server, &organiser, name);
        // The imports are read, but never run.
        let source = format!("{IDLE_BOT}\nif False:\n    import pandas.core, torch\n# {name}\n");
        let sent = person.upload(port, "cup", "bot.py", source.as_bytes()).expect(200).json();
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        person.wait_for(port, &path, |found| found["state"] == "valid");
    }
    let runs = "/api/v1/events/cup/runs";
    let body = |packages: Value| {
        let plan = json!({ "format": "round-robin", "games": 1, "packages": packages });
        json!({ "title": "P", "kind": "tournament", "plan": plan })
    };
    let refused = organiser.post(port, runs, &body(json!(["torch"]))).expect(422).json();
    let detail = refused["detail"].as_str().unwrap();
    assert!(
        detail.contains("fewer than two teams") && detail.contains("imports pandas.core"),
        "{detail}"
    );
    assert!(!detail.contains("torch"), "{detail}");
    organiser.post(port, runs, &body(json!(["torch", "pandas"]))).expect(200);
}
