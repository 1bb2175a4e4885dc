//! Several servers on one PostgreSQL and one store of blobs, and servers that are stopped for a while.

use super::client::{IDLE_BOT, ServerProcess, ask_games, competitor_with_bot, on_both};
use crate::Scratch;
use agon_testservers::{Postgres, S3};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A configuration that two servers can share; a leader is silent for `seconds` before another one follows.
fn shared_configuration(here: &Scratch, seconds: u32) -> String {
    let (database, blobs) = (Postgres::shared().new_database(), S3::shared().configuration());
    let text = format!("database = {database:?}\nleader_seconds = {seconds}\n{blobs}");
    here.write("agon.toml", text).to_str().unwrap().to_owned()
}

fn server(here: &Scratch, data: &str, config: &str) -> ServerProcess {
    ServerProcess::start_by(here.command(&ServerProcess::words(data, &["--config", config])))
}

/// Asks until something is as wanted.
fn wait_until(what: &str, wanted: impl Fn() -> bool) {
    let start = Instant::now();
    while !wanted() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn another_server_takes_over_when_the_dispatching_one_is_killed() {
    let here = Scratch::new("serve-two");
    let config = shared_configuration(&here, 600);
    let first = server(&here, "one", &config);
    wait_until("the first server leads", || first.metric("agon_leader ") == 1.0);
    let organiser = first.organiser();
    let second = server(&here, "two", &config);
    assert_eq!(second.metric("agon_leader "), 0.0);
    // What one server takes in, the other one shows.
    let (ada, opponent) = competitor_with_bot(&first, &organiser, IDLE_BOT);
    let own = ada.get(second.port, "/api/v1/events/cup/submissions").expect(200).json();
    let source = format!("/api/v1/submissions/{}/source", own[0]["id"]);
    assert_eq!(ada.get(second.port, &source).expect(200).body, IDLE_BOT.as_bytes());
    let body = json!({ "opponents": [{ "team": opponent }], "games": 10 });
    let ask = |port: u16| ask_games(&ada, port, &body);
    let matches: Vec<Value> = (0..4).map(|_| ask(second.port)["match"].clone()).collect();
    let queue =
        |queue: &Value| queue.as_array().unwrap().iter().any(|l| l["state"] == "dispatched");
    organiser.wait_for(second.port, "/api/v1/queue", queue);
    assert_eq!(second.metric("agon_games_total "), 0.0, "the second server does not dispatch");
    first.kill();
    for id in matches {
        let path = format!("/api/v1/matches/{id}");
        let found = ada.wait_for(second.port, &path, |found| found["state"] == "finished");
        assert_eq!(found["games"].as_array().unwrap().len(), 10);
        ada.get(second.port, &format!("{path}/games/10/replay")).expect(200);
    }
    assert_eq!(second.metric("agon_leader "), 1.0);
    assert_eq!(second.stop(), Some(0));
}

/// Needs some seconds before it is ready, so that its games are under way for a while.
fn slow_bot(seconds: u32) -> String {
    format!("import time\ntime.sleep({seconds})\n{IDLE_BOT}")
}

#[test]
fn the_result_of_a_server_that_was_stopped_for_too_long_is_stale() {
    let here = Scratch::new("serve-stale");
    let config = shared_configuration(&here, 3);
    let first = server(&here, "one", &config);
    let organiser = first.organiser();
    let (ada, opponent) = competitor_with_bot(&first, &organiser, &slow_bot(2));
    let second = server(&here, "two", &config);
    let body = json!({ "opponents": [{ "team": opponent }], "games": 1 });
    let asked = ask_games(&ada, first.port, &body);
    let queue =
        |queue: &Value| queue.as_array().unwrap().iter().any(|l| l["state"] == "dispatched");
    organiser.wait_for(second.port, "/api/v1/queue", queue);
    first.signal("-STOP");
    // The database ends the silent server's session; the game is handed over again and committed.
    let path = format!("/api/v1/matches/{}", asked["match"]);
    let found = ada.wait_for(second.port, &path, |found| found["state"] == "finished");
    first.signal("-CONT");
    wait_until("the first server drops its result", || {
        first.metric("agon_stale_results_total ") == 1.0
    });
    assert_eq!(ada.get(first.port, &path).expect(200).json(), found);
    assert_eq!(found["games"].as_array().unwrap().len(), 1);
    wait_until("the first server follows", || first.metric("agon_leader ") == 0.0);
    assert_eq!(second.metric("agon_leader "), 1.0);
}

#[test]
fn games_are_played_once_although_their_server_was_stopped_for_longer_than_it_waits() {
    on_both("serve-stopped", |here, more| {
        let mut text = "standstill_seconds = 1\nbuild_seconds = 2\n".to_owned();
        if let Some(config) = more.get(1) {
            text += &std::fs::read_to_string(config).unwrap();
        }
        let config = here.write("short.toml", text);
        let server = ServerProcess::start(here, &["--config", config.to_str().unwrap()]);
        let organiser = server.organiser();
        let (ada, opponent) = competitor_with_bot(&server, &organiser, &slow_bot(1));
        let body = json!({ "opponents": [{ "team": opponent }], "games": 4 });
        let asked = ask_games(&ada, server.port, &body);
        let queue =
            |queue: &Value| queue.as_array().unwrap().iter().any(|l| l["state"] == "dispatched");
        organiser.wait_for(server.port, "/api/v1/queue", queue);
        server.signal("-STOP");
        // Longer than a game may stand still.
        std::thread::sleep(Duration::from_secs(4));
        server.signal("-CONT");
        let path = format!("/api/v1/matches/{}", asked["match"]);
        let found = ada.wait_for(server.port, &path, |found| found["state"] == "finished");
        let games = found["games"].as_array().unwrap();
        let numbers: Vec<i64> = games.iter().map(|game| game["number"].as_i64().unwrap()).collect();
        assert_eq!(numbers, [1, 2, 3, 4]);
        let queue = organiser.get(server.port, "/api/v1/queue").expect(200).json();
        assert_eq!(queue, json!([]), "nothing is left over");
    });
}

#[test]
fn jobs_wait_while_the_store_of_blobs_is_away() {
    let here = Scratch::new("serve-no-blobs");
    let s3 = S3::start();
    let config = here.write("agon.toml", s3.configuration());
    let config = config.to_str().unwrap();
    let server = ServerProcess::start(&here, &["--config", config]);
    let organiser = server.organiser();
    let (ada, opponent) = competitor_with_bot(&server, &organiser, IDLE_BOT);
    s3.stop();
    let body = json!({ "opponents": [{ "team": opponent }], "games": 3 });
    let asked = ask_games(&ada, server.port, &body);
    let queue =
        |queue: &Value| queue.as_array().unwrap().iter().any(|l| l["state"] == "dispatched");
    organiser.wait_for(server.port, "/api/v1/queue", queue);
    let refused = ada.upload(server.port, "cup", "bot.py", b"import agon\n").expect(503).json();
    assert!(refused["detail"].as_str().unwrap().contains("store of blobs"), "{refused}");
    s3.start_again();
    let path = format!("/api/v1/matches/{}", asked["match"]);
    let found = ada.wait_for(server.port, &path, |found| found["state"] == "finished");
    assert_eq!(found["games"].as_array().unwrap().len(), 3);
    ada.get(server.port, &format!("{path}/games/3/replay")).expect(200);
    // The blobs of a stopped server move into a folder.
    assert_eq!(server.stop(), Some(0));
    here.run(&["admin", "--config", config, "--data", "data", "migrate", "--blobs", "folder"])
        .expect(0, &["blobs were copied", "Set `blobs = \"folder\"`"]);
    here.run(&["admin", "--config", config, "--data", "data", "migrate"]).expect(2, &["--to"]);
    s3.stop();
    let server = ServerProcess::start_again(&here, &[]);
    ada.get(server.port, &format!("{path}/games/3/replay")).expect(200);
    assert_eq!(server.stop(), Some(0));
    // Without its store a server does not start.
    here.run(&["serve", "--config", config, "--data", "data", "--listen", "127.0.0.1:0"])
        .expect(1, &["cannot use the store of blobs", "s3://"]);
}
