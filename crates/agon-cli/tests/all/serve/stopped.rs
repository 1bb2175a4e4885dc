//! Runs that the organisers stop: results stay, the other games are not played, and report and page say why.

use super::client::{Person, ServerProcess, on_both};
use serde_json::{Value, json};

const EVENT: &str = "/api/v1/events/cup";

/// Numbers of the built-in bots' teams in the new event `cup`.
fn teams(server: &ServerProcess, organiser: &Person) -> Vec<i64> {
    let body = json!({ "slug": "cup", "title": "The cup", "game": "mars" });
    organiser.post(server.port, "/api/v1/events", &body).expect(200);
    let teams = organiser.get(server.port, &format!("{EVENT}/teams")).expect(200).json();
    teams["teams"].as_array().unwrap().iter().map(|team| team["id"].as_i64().unwrap()).collect()
}

#[test]
fn a_stopped_run_keeps_its_results_and_says_why() {
    on_both("serve-stopped", |here, more| {
        let server = ServerProcess::start(here, more);
        let (port, organiser) = (server.port, server.organiser());
        let teams = teams(&server, &organiser);
        let runs = format!("{EVENT}/runs");
        let make = |plan: &Value, kind: &str| {
            let body = json!({ "title": kind, "kind": kind, "plan": plan, "teams": teams,
                "public": kind != "grade" });
            organiser.post(port, &runs, &body)
        };
        let admin = |words: &[&str]| {
            let all = [&["admin", "--data", "data"], more, words].concat();
            here.run(&all)
        };
        // Absurd plans are refused.
        let task = json!({ "name": "a", "opponent": "builtin:random", "need": "won", "points": 1,
            "games": 1_000_000 });
        for (plan, kind, words) in [
            (json!({ "format": "swiss", "rounds": 100_000 }), "tournament", "at most 1000"),
            (json!({ "format": "arena", "games": 100_000 }), "tournament", "at most 10000"),
            (json!({ "until": 1_000_000_000_000_u64 }), "league", "`until` must be at most"),
            (json!({ "until": 9, "batch": 100_000 }), "league", "`batch` must be at most"),
            (json!({ "task": [task] }), "grade", "games must be at most 10000"),
        ] {
            let refused = make(&plan, kind).expect(422).json();
            assert!(refused["detail"].as_str().unwrap().contains(words), "{refused}");
        }

        // A tournament with far more games than this test waits for; some of them are played.
        let plan = json!({ "format": "swiss", "rounds": 1000, "seed": 5 });
        let run = make(&plan, "tournament").expect(200).json()["id"].to_string();
        let path = format!("/api/v1/runs/{run}");
        let report = format!("{path}/report");
        let games = |answer: &Value| answer["report"]["table"]["games"].as_u64().unwrap_or(0);
        organiser.wait_for(port, &report, |report| games(report) >= 2);
        let rulings = format!("{path}/rulings");
        let stop = |why: &str| json!({ "why": why, "ruling": { "action": "stop" } });
        organiser.post(port, &rulings, &stop(" ")).expect(422);
        Person::visitor().post(port, &rulings, &stop("mine")).expect(401);
        admin(&["runs", "stop", &run, "--why", ""]).expect(1, &["a reason has 1 to 500"]);
        admin(&["runs", "stop", "99", "--why", "x"]).expect(1, &["run 99"]);
        let words = ["runs", "stop", &run, "--why", "The plan was wrong."];
        admin(&words).expect(0, &["is stopped: its results stay"]);
        let before = organiser.get(port, &report).expect(200).json();
        // Its jobs are gone, and a game that a worker was playing comes too late.
        organiser.wait_for(port, "/api/v1/queue", |queue| queue == &json!([]));
        let after = organiser.get(port, &report).expect(200).json();
        assert_eq!(after, before, "nothing is played any more");
        assert!(games(&after) >= 2 && after["report"]["finished"] == true, "{after}");
        let sentence = "Ruling by the organisers: the run is stopped: The plan was wrong.";
        assert_eq!(after["report"]["rulings"], json!([sentence]));
        let finished = format!("{EVENT}/matches?run={run}&limit=200&state=finished");
        let count = |path: &str| {
            let page = organiser.get(port, path).expect(200).json();
            page["matches"].as_array().unwrap().len() as u64
        };
        assert_eq!(count(&finished), games(&after).min(200));
        let void = organiser.get(port, &finished.replace("finished", "void")).expect(200).json();
        let why = void["matches"][0]["why"].as_str().unwrap();
        assert!(why.ends_with("The plan was wrong."), "{void}");

        // All people read that it was stopped, and why.
        let visitor = Person::visitor();
        for person in [&organiser, &visitor] {
            let shown = person.get(port, &path).expect(200).json();
            assert_eq!(shown["state"], "stopped", "{shown}");
            assert_eq!(shown["stopped"], "The plan was wrong.", "{shown}");
            let rounds = person.get(port, &format!("{path}/rounds")).expect(200).json();
            let last = rounds.as_array().unwrap().last().unwrap()["state"].clone();
            assert_eq!(last, "stopped", "{rounds}");
        }
        admin(&["runs", "list", "cup"]).expect(0, &["stopped"]);
        admin(&["audit", "--object", &format!("run {run}")]).expect(0, &["The plan was wrong."]);

        // Nothing brings it back by accident.
        let last = after["report"]["rounds"].as_array().unwrap().len();
        organiser.post(port, &format!("{path}/rounds/{last}/start"), &json!({})).expect(409);
        organiser.post(port, &format!("{path}/rounds/{last}/release"), &json!({})).expect(409);
        organiser.post(port, &rulings, &stop("again")).expect(409);
        let game = &after["report"]["rounds"][0]["meetings"][0]["games"][0];
        let rerun = json!({ "why": "x", "ruling": { "action": "rerun", "games": [game] } });
        let refused = organiser.post(port, &rulings, &rerun).expect(409).json();
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("it was stopped: The plan was wrong"), "{detail}");

        // The command line computes the same table from the log.
        std::fs::create_dir_all(here.path("log")).unwrap();
        let log = admin(&["runs", "export", &run]).expect(0, &["\"action\":\"stop\""]).out;
        here.write("log/journal.jsonl", log);
        let printed = here.run(&["tournament", "--out", "log", "--print", "standings"]);
        let printed = printed.expect(0, &[sentence]).out;
        let lines = printed.lines().filter(|line| line.contains("(built-in)"));
        let places = after["report"]["standings"].as_array().unwrap();
        for (line, place) in lines.zip(places) {
            let name = place["name"].as_str().unwrap();
            assert!(line.contains(name), "{line}: {place}");
            assert!(line.trim_start().starts_with(&place["rank"].to_string()), "{line}: {place}");
        }

        // A league and a grading are stopped alike; a run that has ended is not.
        let league = make(&json!({ "until": 1_000_000 }), "league").expect(200).json();
        let task = json!({ "name": "a", "opponent": "builtin:random", "need": "won", "points": 1,
            "games": 1000 });
        let grade = make(&json!({ "task": [task] }), "grade").expect(200).json();
        for run in [league, grade] {
            let path = format!("/api/v1/runs/{}", run["id"]);
            organiser.post(port, &format!("{path}/rulings"), &stop("too long")).expect(204);
            let shown = organiser.get(port, &path).expect(200).json();
            assert_eq!(
                (&shown["state"], &shown["stopped"]),
                (&json!("stopped"), &json!("too long"))
            );
        }
        organiser.wait_for(port, "/api/v1/queue", |queue| queue == &json!([]));
        let short =
            make(&json!({ "format": "single", "games": 1 }), "tournament").expect(200).json();
        let path = format!("/api/v1/runs/{}", short["id"]);
        organiser.wait_for(port, &path, |run| run["state"] == "closed");
        let late = organiser.post(port, &format!("{path}/rulings"), &stop("x")).expect(409).json();
        assert!(late["detail"].as_str().unwrap().contains("has ended"), "{late}");
        assert_eq!(server.stop(), Some(0));
    });
}
