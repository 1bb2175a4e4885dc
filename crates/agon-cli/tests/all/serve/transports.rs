//! What both transports promise: games are played in the server's own process, or by other processes that
//! NATS reaches.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor, competitor_with_bot};
use super::workers::{Lab, WorkerProcess, under_way};
use crate::Scratch;
use agon_replay::Replay;
use agon_testservers::Nats;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A server and what does its jobs.
pub(super) struct Stage {
    here: Scratch,
    pub server: ServerProcess,
    config: String,
    /// Two processes with a slot each; none if the server plays by itself.
    workers: Vec<WorkerProcess>,
    nats: Option<Nats>,
}

impl Stage {
    /// Stops everything and starts it again.
    fn restart(self) -> Stage {
        let Stage { here, server, config, workers, nats } = self;
        let count = workers.len();
        for worker in workers {
            assert_eq!(worker.stop(), Some(0));
        }
        assert_eq!(server.stop(), Some(0));
        let server = ServerProcess::start_again(&here, &["--config", &config]);
        let url = nats.as_ref().map(Nats::url).unwrap_or_default();
        let drain = ["--drain-seconds", "0"];
        let workers = (0..count).map(|_| WorkerProcess::start(&here, &url, &drain)).collect();
        Stage { here, server, config, workers, nats }
    }
}

/// Runs a test on both transports, with further lines of configuration.
pub(super) fn on_both_transports(name: &str, more: &str, test: impl Fn(Stage)) {
    let more = format!("workers = 2\ndrain_seconds = 0\n{more}");
    let here = Scratch::new(&format!("{name}-own"));
    let config = here.write("agon.toml", &more).to_str().unwrap().to_owned();
    let server = ServerProcess::start(&here, &["--config", &config]);
    test(Stage { here, server, config, workers: Vec::new(), nats: None });

    let nats = Nats::start();
    let here = Scratch::new(&format!("{name}-nats"));
    let more = more.replace("workers = 2", "workers = 0");
    let text = format!("nats = {:?}\nlease_seconds = 2\n{more}", nats.url());
    let config = here.write("agon.toml", text).to_str().unwrap().to_owned();
    let server = ServerProcess::start(&here, &["--config", &config]);
    let drain = ["--drain-seconds", "0"];
    let workers = (0..2).map(|_| WorkerProcess::start(&here, &nats.url(), &drain)).collect();
    test(Stage { here, server, config, workers, nats: Some(nats) });
}

/// A bot that is not ready for some seconds, so that its games are under way for a while.
fn slow_bot(seconds: u32) -> String {
    format!("import time\ntime.sleep({seconds})\n{IDLE_BOT}")
}

fn is_dispatched(queue: &Value) -> bool {
    queue.as_array().unwrap().iter().any(|line| line["state"] == "dispatched")
}

fn finished(person: &Person, port: u16, asked: &Value, games: usize) -> Value {
    let path = format!("/api/v1/matches/{}", asked["match"]);
    let found = person.wait_for(port, &path, |found| found["state"] == "finished");
    assert_eq!(found["games"].as_array().unwrap().len(), games, "{found}");
    found
}

#[test]
fn bots_are_built_and_games_played_with_replays_that_verify() {
    on_both_transports("transport-games", "", |stage| {
        let Stage { server, workers, .. } = &stage;
        let organiser = server.organiser();
        // A source of several parts, and one that crashes in its first game.
        let long = format!("{IDLE_BOT}#{}\n", "x".repeat(600_000));
        let (ada, opponent) = competitor_with_bot(server, &organiser, &long);
        let bad = ada.upload(server.port, "cup", "bot.py", b"def (").expect(200).json();
        let path = format!("/api/v1/submissions/{}", bad["id"]);
        ada.wait_for(server.port, &path, |found| found["state"] == "rejected");
        let body = json!({ "opponents": [{ "team": opponent }], "games": 6 });
        let asked = ask_games(&ada, server.port, &body);
        finished(&ada, server.port, &asked, 6);
        for game in 1..=6 {
            let path = format!("/api/v1/matches/{}/games/{game}/replay", asked["match"]);
            let replay = ada.get(server.port, &path).expect(200).body;
            let replay = Replay::from_bytes(&replay).unwrap();
            let file = stage.here.write("game.agon", replay.to_bytes());
            stage.here.run(&["replay", "verify", file.to_str().unwrap()]).expect(0, &[]);
        }
        // Every result names the worker that played: two builds, two first games, and these.
        let listed = organiser.get(server.port, "/api/v1/console/workers").expect(200).json();
        let listed = listed.as_array().unwrap();
        let results = |worker: &Value| worker["lately"]["results"].as_i64().unwrap();
        assert_eq!(listed.iter().map(results).sum::<i64>(), 10, "{listed:?}");
        for worker in workers {
            let line = listed.iter().find(|line| line["name"] == worker.name.as_str()).unwrap();
            assert!(line["connected"] == true && line["slots"] == 1, "{line}");
        }
        let faults = server.metric("agon_infrastructure_faults_total ");
        assert_eq!((faults, server.metric("agon_stale_results_total ")), (0.0, 0.0));
    });
}

#[test]
fn draining_loses_no_game_and_costs_no_attempt() {
    on_both_transports("transport-drain", "", |stage| {
        let organiser = stage.server.organiser();
        let (ada, opponent) = competitor_with_bot(&stage.server, &organiser, &slow_bot(1));
        let body = json!({ "opponents": [{ "team": opponent }], "games": 4 });
        let asked = ask_games(&ada, stage.server.port, &body);
        organiser.wait_for(stage.server.port, "/api/v1/queue", is_dispatched);
        let stage = stage.restart();
        let port = stage.server.port;
        finished(&ada, port, &asked, 4);
        assert_eq!(stage.server.metric("agon_infrastructure_faults_total "), 0.0);
        assert_eq!(organiser.get(port, "/api/v1/queue").expect(200).json(), json!([]));
    });
}

#[test]
fn a_game_that_stands_still_is_taken_away_and_dies_after_three_attempts() {
    let short = "standstill_seconds = 1\nbuild_seconds = 1\n";
    on_both_transports("transport-standstill", short, |stage| {
        let Stage { server, .. } = &stage;
        let organiser = server.organiser();
        let (ada, opponent) = competitor_with_bot(server, &organiser, IDLE_BOT);
        // Its first game takes no step for longer than the server waits.
        let sent = ada.upload(server.port, "cup", "bot.py", slow_bot(20).as_bytes()).expect(200);
        let id = sent.json()["id"].clone();
        let is_dead =
            |queue: &Value| queue.as_array().unwrap().iter().any(|line| line["state"] == "dead");
        organiser.wait_for(server.port, "/api/v1/queue", is_dead);
        let path = "/api/v1/console/failures?class=standstill";
        let failures = organiser.get(server.port, path).expect(200).json();
        assert_eq!(failures["classes"][0]["failures"], 3, "{failures}");
        assert_eq!(server.metric("agon_taken_jobs_total "), 3.0);
        // Others are not held up, and giving the game up is final.
        let body = json!({ "opponents": [{ "team": opponent }], "games": 2 });
        let asked = ask_games(&ada, server.port, &body);
        finished(&ada, server.port, &asked, 2);
        let void = json!({ "action": "void", "why": "it never begins" });
        organiser.post(server.port, "/api/v1/console/jobs", &void).expect(200);
        let path = format!("/api/v1/submissions/{id}");
        let rejected = |found: &Value| found["state"] == "rejected";
        ada.wait_for(server.port, &path, rejected);
    });
}

/// Both workers have games that take minutes; after these were given up, both take the next jobs at once.
#[test]
fn a_cancelled_game_stops_before_its_next_turn() {
    let slow = IDLE_BOT
        .replace("    pass", "    time.sleep(0.9)")
        .replace("import", "import time\nimport");
    on_both_transports("transport-cancel", "", |stage| {
        let Stage { server, .. } = &stage;
        let (organiser, port) = (server.organiser(), server.port);
        let people = ["ada", "bob"].map(|name| competitor(server, &organiser, name));
        for person in &people {
            person.upload(port, "cup", "bot.py", slow.as_bytes()).expect(200);
        }
        let games = |queue: &[Value]| -> Vec<i64> {
            let games = queue.iter().filter(|job| job["kind"] == "game");
            games.map(|job| job["id"].as_i64().unwrap()).collect()
        };
        let has_both = |_: &Value| games(&under_way(&organiser, port)).len() == 2;
        organiser.wait_for(port, "/api/v1/console/queue", has_both);
        let jobs = games(&under_way(&organiser, port));
        let void = json!({ "action": "void", "why": "too slow", "jobs": jobs });
        organiser.post(port, "/api/v1/console/jobs", &void).expect(200);
        let start = Instant::now();
        for person in &people {
            let sent = person.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
            let path = format!("/api/v1/submissions/{}", sent["id"]);
            person.wait_for(port, &path, |found| found["state"] == "valid");
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        assert_eq!(server.metric("agon_stale_results_total "), 0.0);
        if stage.nats.is_none() {
            assert_eq!(server.metric("agon_stopped_jobs_total "), 2.0);
        }
    });
}

#[test]
fn a_server_plays_along_with_its_workers() {
    let lab = Lab::start("transport-lab", "");
    let here = &lab.here;
    assert_eq!(lab.server.stop(), Some(0));
    // The same data, with a worker in the server itself.
    let url = lab.nats.url();
    let server = ServerProcess::start(here, &["--nats", &url]);
    let organiser = server.organiser();
    let worker = WorkerProcess::start(here, &url, &[]);
    let (ada, opponent) = competitor_with_bot(&server, &organiser, &slow_bot(1));
    let body = json!({ "opponents": [{ "team": opponent }], "games": 8 });
    let asked = ask_games(&ada, server.port, &body);
    finished(&ada, server.port, &asked, 8);
    let listed = organiser.get(server.port, "/api/v1/console/workers").expect(200).json();
    let own = |line: &&Value| line["name"].as_str().unwrap().ends_with(&server.port.to_string());
    let line = |name: &str| {
        listed.as_array().unwrap().iter().find(|line| line["name"] == name).unwrap().clone()
    };
    let own = listed.as_array().unwrap().iter().find(own).unwrap();
    for line in [own, &line(&worker.name)] {
        assert!(line["lately"]["results"].as_i64().unwrap() > 0, "{listed}");
    }
    // After the worker has stopped, the server plays alone.
    let name = worker.name.clone();
    assert_eq!(worker.stop(), Some(0));
    let listed = organiser.get(server.port, "/api/v1/console/workers").expect(200).json();
    let gone = listed.as_array().unwrap().iter().find(|line| line["name"] == name.as_str());
    assert_eq!(gone.unwrap()["slots"], 0);
    assert_eq!(server.stop(), Some(0));
}
