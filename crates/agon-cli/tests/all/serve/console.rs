//! The organiser's console: what staff see and decide, and that teams do not.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor};
use crate::Scratch;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A member of staff.
fn staff(organiser: &Person, port: u16) -> Person {
    let body = json!({ "login": "sam", "name": "Sam", "role": "staff" });
    let made = organiser.post(port, "/api/v1/accounts", &body).expect(200).json();
    Person::log_in(port, "sam", made["password"].as_str().unwrap())
}

/// Uploads a bot and waits for its end.
fn hand_in(person: &Person, port: u16, bot: &str, state: &str) -> Value {
    let sent = person.upload(port, "cup", "bot.py", bot.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    person.wait_for(port, &path, |found| found["state"] == state)
}

fn detail(answer: super::client::Answer) -> String {
    answer.json()["detail"].as_str().unwrap().to_owned()
}

/// What the audit log has under an action.
fn logged(organiser: &Person, port: u16, action: &str) -> Vec<Value> {
    let path = format!("/api/v1/console/audit?action={}", action.replace(' ', "%20"));
    organiser.get(port, &path).expect(200).json()["entries"].as_array().unwrap().clone()
}

#[test]
fn staff_see_the_server_and_what_a_team_sees() {
    let here = Scratch::new("serve-console");
    let server = ServerProcess::start(&here, &[]);
    let (port, organiser) = (server.port, server.organiser());
    let (ada, eve) =
        (competitor(&server, &organiser, "ada"), competitor(&server, &organiser, "eve"));
    let sam = staff(&organiser, port);
    let version = hand_in(&ada, port, IDLE_BOT, "valid");
    hand_in(&eve, port, "import agon\nraise SystemExit(7)\n", "rejected");

    // The worker of this process, with its machine's speed and what it has done.
    let busy = |workers: &Value| workers[0]["connected"] == true && workers[0]["slots"] != 0;
    let workers = sam.wait_for(port, "/api/v1/console/workers", busy);
    assert!(workers[0]["speed"].as_f64().unwrap() > 0.1, "{workers}");
    assert!(workers[0]["lately"]["results"].as_i64().unwrap() >= 4, "{workers}");
    let failures = sam.get(port, "/api/v1/console/failures?event=cup").expect(200).json();
    let teams = failures["teams"].as_array().unwrap();
    assert!(teams.iter().any(|team| team["name"] == "Team eve"), "{failures}");
    assert_eq!(failures["classes"][0]["ours"], false, "{failures}");
    let queue = sam.get(port, "/api/v1/console/queue?event=cup").expect(200).json();
    assert_eq!(queue["lanes"].as_array().unwrap().len(), 6, "{queue}");
    assert_eq!(queue["lanes"][0]["expected_wait_s"], 0, "{queue}");
    let playing = Person::visitor().get(port, "/api/v1/events/cup/playing").expect(200).json();
    assert_eq!((&playing["waiting"], &playing["matches"]), (&json!(0), &json!([])), "{playing}");
    let metrics = Person::visitor().get(port, "/metrics").expect(200).body;
    assert!(String::from_utf8(metrics).unwrap().contains("agon_alerts{kind=\"dead_jobs\"} 0"));

    // Exactly what a member of the team gets.
    let team = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json()["team"]["id"].clone();
    let header = format!("x-agon-view-as: {team}\r\n");
    let view = |person: &Person, method: &str, path: &str, more: &str| {
        person.ask(port, method, path, "application/json", b"", more).unwrap()
    };
    for path in ["my-team", "submissions", "matches", "submission-limits", "scrimmages", "teams"] {
        let path = format!("/api/v1/events/cup/{path}");
        let all = sam.get(port, &path);
        let own = ada.get(port, &path).expect(200).json();
        assert_eq!(view(&sam, "GET", &path, &header).expect(200).json(), own, "{path}");
        assert_eq!(sam.get(port, &path).status, all.status, "{path}");
    }
    let all = sam.get(port, "/api/v1/events/cup/matches").expect(200).json();
    let own = view(&sam, "GET", "/api/v1/events/cup/matches", &header).expect(200).json();
    assert_ne!(all, own, "staff see more matches than the team");
    view(&sam, "GET", "/api/v1/console/queue", &header).expect(403);
    view(&sam, "GET", "/api/v1/me", &header).expect(403);
    let leave = view(&sam, "POST", "/api/v1/events/cup/leave", &header).expect(403);
    assert!(detail(leave).contains("read-only"));
    view(&eve, "GET", "/api/v1/events/cup/my-team", &header).expect(403);
    let nowhere = "x-agon-view-as: 999\r\n";
    view(&sam, "GET", "/api/v1/events/cup/my-team", nowhere).expect(404);
    assert_eq!(logged(&organiser, port, "view as team").len(), 1);

    // Reading a source, with an entry for each look.
    let files = format!("/api/v1/submissions/{}/files", version["id"]);
    let listed = sam.get(port, &files).expect(200).json();
    assert_eq!(listed, json!([{ "path": "bot.py", "size": IDLE_BOT.len() }]));
    let file = format!("/api/v1/submissions/{}/file?path=bot.py", version["id"]);
    let text = sam.get(port, &file).expect(200).json();
    assert_eq!(text["lines"][0], "import agon", "{text}");
    sam.get(port, &file.replace("bot.py", "..%2fbot.py")).expect(404);
    for path in [&files, &file] {
        ada.get(port, path).expect(200);
        eve.get(port, path).expect(404);
    }
    sam.get(port, &format!("/api/v1/submissions/{}/source", version["id"])).expect(200);
    let looks = logged(&organiser, port, "read source");
    let looks: Vec<&str> = looks.iter().map(|look| look["detail"].as_str().unwrap()).collect();
    assert_eq!(looks, ["download", "bot.py", "list of files"]);

    let found = sam.get(port, "/api/v1/events/cup/search?q=TEAM%20ad").expect(200).json();
    assert_eq!((&found[0]["kind"], &found[0]["id"]), (&json!("team"), &team), "{found}");
    sam.get(port, "/api/v1/events/cup/search?q=").expect(422);
    ada.get(port, "/api/v1/events/cup/search?q=eve").expect(403);
}

#[test]
fn switches_stop_teams_and_matches_are_void_and_restored() {
    let here = Scratch::new("serve-switches");
    let server = ServerProcess::start(&here, &[]);
    let (port, organiser) = (server.port, server.organiser());
    let ada = competitor(&server, &organiser, "ada");
    let sam = staff(&organiser, port);
    let version = hand_in(&ada, port, IDLE_BOT, "valid");
    let team = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json()["team"]["id"].clone();
    let path = "/api/v1/events/cup/switches";
    let freeze = |switch: &str| {
        let body = json!({ "switch": switch, "frozen": true, "sentence": "Back at noon." });
        sam.put(port, path, &body).expect(200);
    };
    let thaw = |switch: &str| {
        sam.put(port, path, &json!({ "switch": switch, "frozen": false })).expect(200);
    };
    let wish = json!({ "opponents": [{ "team": team, "version": 1 }], "games": 1 });
    let scrimmages = "/api/v1/events/cup/scrimmages";
    freeze("uploads");
    let refused = detail(ada.upload(port, "cup", "bot.py", b"import agon").expect(409));
    assert!(refused.contains("uploads are stopped by the organisers: Back at noon."), "{refused}");
    let asked = ask_games(&ada, port, &wish);
    let played = format!("/api/v1/matches/{}", asked["match"]);
    ada.wait_for(port, &played, |found| found["state"] == "finished");
    thaw("uploads");
    freeze("scrimmages");
    for (address, body) in [(scrimmages, &wish), (&*format!("{played}/rematch"), &json!({}))] {
        let refused = detail(ada.post(port, address, body).expect(409));
        assert!(refused.contains("scrimmages are stopped"), "{refused}");
    }
    thaw("scrimmages");
    freeze("activation");
    let activate = format!("/api/v1/submissions/{}/activate", version["id"]);
    let refused = detail(ada.post(port, &activate, &json!({})).expect(409));
    assert!(refused.contains("is stopped"), "{refused}");
    let shown = Person::visitor().get(port, path).expect(200).json();
    let shown = shown.as_array().unwrap().iter().find(|one| one["frozen"] == true).unwrap();
    assert_eq!(
        (&shown["switch"], &shown["sentence"]),
        (&json!("activation"), &json!("Back at noon."))
    );
    ada.put(port, path, &json!({ "switch": "activation", "frozen": false })).expect(403);
    sam.put(port, path, &json!({ "switch": "activation", "frozen": true })).expect(422);
    thaw("activation");
    ada.post(port, &activate, &json!({})).expect(204);

    let why = json!({ "why": "The map was wrong." });
    ada.post(port, &format!("{played}/void"), &why).expect(403);
    sam.post(port, &format!("{played}/void"), &why).expect(204);
    let found = ada.get(port, &played).expect(200).json();
    assert_eq!((&found["state"], &found["why"]), (&json!("void"), &why["why"]), "{found}");
    sam.post(port, &format!("{played}/restore"), &json!({})).expect(204);
    let found = ada.get(port, &played).expect(200).json();
    assert_eq!((&found["state"], &found["why"]), (&json!("finished"), &Value::Null), "{found}");
    shell(&here, &ada, port);
}

/// The same from the shell, while the server runs.
fn shell(here: &Scratch, ada: &Person, port: u16) {
    let admin = |words: &[&str]| here.run(&[&["admin", "--data", "data"], words].concat());
    admin(&["freeze", "cup", "uploads", "--why", "A new disk."]).expect(0, &["stopped"]);
    let refused = detail(ada.upload(port, "cup", "bot.py", b"import agon").expect(409));
    assert!(refused.ends_with("A new disk."), "{refused}");
    admin(&["thaw", "cup", "uploads"]).expect(0, &["going on"]);
    admin(&["freeze", "cup", "lunch", "--why", "x"]).expect(1, &["unknown switch `lunch`"]);
    admin(&["freeze", "mug", "uploads", "--why", "x"]).expect(1, &["there is no event `mug`"]);
    admin(&["queue"]).expect(0, &["tournament", "wait s"]);
    let queue = admin(&["queue", "--event", "cup", "--json"]).expect(0, &[]).out;
    let queue: Value = serde_json::from_str(&queue).unwrap();
    assert_eq!(queue["lanes"].as_array().unwrap().len(), 6, "{queue}");
    admin(&["workers"]).expect(0, &["yes"]);
    admin(&["failures"]).expect(0, &["No failure in 24 hours."]);
    admin(&["alerts"]).expect(0, &["No alert is on."]);
    admin(&["audit", "--action", "freeze"]).expect(0, &["uploads: A new disk."]);
    admin(&["search", "cup", "TEAM ADA"]).expect(0, &["Team ada"]);
    admin(&["search", "cup", "nothing like it"]).expect(0, &["Nothing in cup"]);
    admin(&["jobs", "requeue", "--all"]).expect(0, &["No job waits"]);
    let plan = here.write("plan.toml", "format = \"arena\"\ngames = 1\n");
    let plan = plan.to_str().unwrap();
    let make = ["runs", "make", "cup", plan, "--title", "Finals", "--teams", "1,2", "--show"];
    let made = admin(&make).expect(0, &["Run "]).out;
    let run = made.split(' ').nth(1).unwrap();
    admin(&["runs", "make", "cup", plan, "--title", "x", "--kind", "duel"])
        .expect(1, &["unknown kind `duel`"]);
    // Times without an offset are in the event's time zone.
    let at = |time| ["runs", "make", "cup", plan, "--title", "x", "--deadline", time];
    admin(&at("2999-01-01T00:00")).expect(1, &["the deadline 2999-01-01T00:00 is in the future"]);
    admin(&at("2001-01-01T00:00")).expect(1, &["a run has 1 to 2000 teams that can play, not 0"]);
    ada.wait_for(port, &format!("/api/v1/runs/{run}"), |run| run["state"] == "closed");
    admin(&["runs", "release", run, "9"]).expect(1, &["has not ended"]);
    admin(&["runs", "release", run, "1"]).expect(0, &["up to round 1"]);
    admin(&["runs", "list", "cup"]).expect(0, &["Finals", "closed"]);
    let ruling = here.write("ruling.toml", "action = \"withdraw\"\nentrant = 1\n");
    admin(&["runs", "rule", run, ruling.to_str().unwrap(), "--why", "They asked to."])
        .expect(0, &["The ruling is in the log"]);
    admin(&["runs", "rule", run, ruling.to_str().unwrap(), "--why", ""])
        .expect(1, &["a reason has 1 to 500 characters"]);
    admin(&["submit", "cup", "Team ada", "builtin:random", "--why", " "])
        .expect(1, &["a reason has 1 to 500 characters"]);
    admin(&["runs", "export", run]).expect(0, &["They asked to.", "withdraw"]);
    admin(&["ladder", "cup"]).expect(0, &["has no ladder"]);
    admin(&["ladder", "cup", "--mode", "every"]).expect(1, &["`every` needs `minutes`"]);
    let every = ["ladder", "cup", "--mode", "every", "--minutes", "30"];
    admin(&every).expect(0, &["every 30 minutes, 1 pairing a team"]);
    admin(&["ladder", "cup", "--mode", "off"]).expect(0, &["off"]);
}

#[test]
fn every_action_of_staff_is_in_the_audit_log() {
    let here = Scratch::new("serve-audit");
    let config = here.write("agon.toml", "workers = 1\n");
    let server = ServerProcess::start(&here, &["--config", config.to_str().unwrap()]);
    let (port, organiser) = (server.port, server.organiser());
    let ada = competitor(&server, &organiser, "ada");
    let version = hand_in(&ada, port, IDLE_BOT, "valid");
    let team = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json()["team"]["id"].clone();
    let question = json!({ "text": "May we print?" });
    let question = ada.post(port, "/api/v1/events/cup/questions", &question).expect(200).json();
    // One worker has more to do than this test takes.
    let wish = json!({ "opponents": [{ "team": team, "version": 1 }], "games": 10 });
    let asked: Vec<Value> = (0..4).map(|_| ask_games(&ada, port, &wish)).collect();
    let waiting = || {
        let queue = organiser.get(port, "/api/v1/console/queue").expect(200).json();
        queue["waiting"].as_array().unwrap().last().unwrap()["id"].clone()
    };
    let gone = json!({ "login": "gone", "name": "x", "role": "competitor" });
    let gone = organiser.post(port, "/api/v1/accounts", &gone).expect(200).json()["id"].clone();
    let rubric = "name = \"x\"\ngame = \"mars\"\n[[task]]\nname = \"plays\"\n\
                  opponent = \"builtin:random\"\nneed = \"faults == 0\"\npoints = 1\n\
                  [[manual]]\nname = \"readable\"\npoints = 5\n";
    let grading = json!({ "title": "x", "rubric": rubric, "deadline": "2999-01-01T00:00Z" });
    let gradings = "/api/v1/events/cup/gradings";
    let grading = organiser.post(port, gradings, &grading).expect(200).json()["id"].clone();
    let requests: Vec<(&str, &str, String, Value)> = vec![
        (
            "Mark",
            "PUT",
            format!("/api/v1/gradings/{grading}/marks"),
            json!({ "team": team, "task": "readable", "points": 4 }),
        ),
        (
            "ManageAccounts",
            "POST",
            "/api/v1/accounts".into(),
            json!({ "login": "new", "name": "x", "role": "competitor" }),
        ),
        ("EraseAccount", "DELETE", format!("/api/v1/accounts/{gone}"), json!({})),
        (
            "MakeEvent",
            "POST",
            "/api/v1/events".into(),
            json!({ "slug": "mug", "title": "x", "game": "mars" }),
        ),
        ("SetPhase", "PUT", "/api/v1/events/mug/phase".into(), json!({ "phase": "open" })),
        (
            "ChangeEvent",
            "POST",
            "/api/v1/events/mug/handbook".into(),
            json!({ "after": 0, "body": "x", "notice": "x" }),
        ),
        (
            "Announce",
            "POST",
            "/api/v1/events/cup/announcements".into(),
            json!({ "title": "x", "body": "x" }),
        ),
        ("SetPhase", "PUT", "/api/v1/events/cup/phase".into(), json!({ "phase": "frozen" })),
        (
            "ExtendDeadline",
            "POST",
            format!("/api/v1/teams/{team}/extensions"),
            json!({ "until": "2999-01-01T00:00Z", "reason": "ill" }),
        ),
        (
            "DecideTeam",
            "PATCH",
            format!("/api/v1/teams/{team}"),
            json!({ "state": "disqualified", "reason": "x" }),
        ),
        ("DecideTeam", "PATCH", format!("/api/v1/teams/{team}"), json!({ "state": "active" })),
        (
            "AnswerTeam",
            "POST",
            format!("/api/v1/questions/{}/answer", question["id"]),
            json!({ "state": "answered", "answer": "Yes." }),
        ),
        (
            "DecideRun",
            "POST",
            "/api/v1/events/cup/runs".into(),
            json!({ "title": "x", "kind": "league", "plan": { "until": 4 }, "public": true,
                    "teams": [1, 2] }),
        ),
        (
            "DecideJob",
            "POST",
            "/api/v1/console/jobs".into(),
            json!({ "action": "void", "why": "x", "jobs": [waiting()] }),
        ),
        (
            "DecideMatch",
            "POST",
            format!("/api/v1/matches/{}/void", asked[1]["match"]),
            json!({ "why": "x" }),
        ),
        (
            "SetSwitch",
            "PUT",
            "/api/v1/events/cup/switches".into(),
            json!({ "switch": "ladder", "frozen": true, "sentence": "x" }),
        ),
    ];
    let count = || {
        organiser.get(port, "/api/v1/console/audit?limit=200").expect(200).json()["entries"]
            .as_array()
            .unwrap()
            .len()
    };
    let mut walked = BTreeSet::new();
    for (action, method, path, body) in requests {
        let before = count();
        let bytes = body.to_string().into_bytes();
        let answer = organiser.ask(port, method, &path, "application/json", &bytes, "").unwrap();
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!((200..300).contains(&answer.status), "{action} {path}: {text}");
        assert!(count() > before, "{action} left no entry: {method} {path}");
        walked.insert(action.to_owned());
    }
    let all: BTreeSet<String> = agon_server::staff_actions().into_iter().collect();
    assert_eq!(walked, all, "every action of staff needs a request here");
    let entries = organiser.get(port, "/api/v1/console/audit?actor=org&limit=1").expect(200).json();
    assert_eq!(entries["entries"][0]["action"], "freeze", "{entries}");
    assert!(entries["next"].is_i64(), "{entries}");
    ada.get(port, "/api/v1/console/audit").expect(403);

    // A declared result counts in its run, and the match says why.
    let plan = json!({ "format": "arena", "games": 8 });
    let run = json!({ "title": "Finals", "kind": "tournament", "plan": plan, "teams": [1, 2] });
    let run = organiser.post(port, "/api/v1/events/cup/runs", &run).expect(200).json();
    let queue = organiser.get(port, "/api/v1/console/queue?lane=tournament").expect(200).json();
    let job = queue["waiting"].as_array().unwrap().last().unwrap().clone();
    let decide = |dry_run: bool, ranks: Value| {
        let body = json!({
            "jobs": [job["id"]], "action": "declare", "why": "The power was cut.", "ranks": ranks,
            "dry_run": dry_run
        });
        organiser.post(port, "/api/v1/console/jobs", &body).expect(200).json()["jobs"][0].clone()
    };
    assert!(decide(true, json!([2, 2]))["refused"].as_str().unwrap().contains("2 ranks from 1"));
    assert!(decide(true, json!([2, 1]))["effect"].as_str().unwrap().contains("the ranks 2, 1"));
    assert_eq!(decide(false, json!([2, 1]))["refused"], Value::Null);
    assert!(decide(false, json!([2, 1]))["refused"].is_string(), "it is finished");
    let found = format!("/api/v1/matches/{}", job["match"]);
    let found = organiser.get(port, &found).expect(200).json();
    assert_eq!(
        (&found["state"], &found["games"][0]["ranks"]),
        (&json!("finished"), &json!([2, 1]))
    );
    assert!(found["why"].as_str().unwrap().ends_with("The power was cut."), "{found}");
    let path = format!("/api/v1/runs/{}", run["id"]);
    organiser.wait_for(port, &path, |run| run["state"] == "closed");
    assert_eq!(version["number"], 1);
}
