//! What fails between a server and its workers: every job has exactly one effect.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor_with_bot};
use super::workers::{Lab, WorkerProcess, under_way, wait_for_begin};
use crate::Scratch;
use agon_testservers::{Nats, Pass, Postgres, Proxy, S3};
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A bot that is not ready for some seconds, so that its games are under way for a while.
pub(super) fn slow_bot(seconds: u32) -> String {
    format!("import time\ntime.sleep({seconds})\n{IDLE_BOT}")
}

/// Asks until something is as wanted.
pub(super) fn wait_until(what: &str, wanted: impl Fn() -> bool) {
    let start = Instant::now();
    while !wanted() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Asks for games and returns the address of their match.
pub(super) fn ask(person: &Person, port: u16, opponent: &Value, games: u32) -> String {
    let body = json!({ "opponents": [{ "team": opponent }], "games": games });
    format!("/api/v1/matches/{}", ask_games(person, port, &body)["match"])
}

/// Waits until a match is finished; it has each of its games once.
pub(super) fn finished(person: &Person, port: u16, path: &str, games: usize) {
    let found = person.wait_for(port, path, |found| found["state"] == "finished");
    let numbers = found["games"].as_array().unwrap().iter();
    let numbers: Vec<usize> =
        numbers.map(|game| game["number"].as_u64().unwrap() as usize).collect();
    assert_eq!(numbers, (1..=games).collect::<Vec<_>>(), "{found}");
    person.get(port, &format!("{path}/games/{games}/replay")).expect(200);
}

/// Failures of this hour because a worker was lost.
pub(super) fn lost_workers(organiser: &Person, port: u16) -> i64 {
    let path = "/api/v1/console/failures?class=worker_lost";
    let failures = organiser.get(port, path).expect(200).json();
    failures["classes"][0]["failures"].as_i64().unwrap_or(0)
}

#[test]
fn a_game_of_a_killed_worker_is_played_by_another() {
    let lab = Lab::start("lost-killed", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let first = lab.worker(&[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(2));
    let path = ask(&ada, port, &opponent, 1);
    let job = wait_for_begin(&organiser, port);
    assert_eq!((job["worker"].as_str(), job["attempt"].as_i64()), (Some(&*first.name), Some(1)));
    first.kill();
    let second = lab.worker(&[]);
    finished(&ada, port, &path, 1);
    assert_eq!(lost_workers(&organiser, port), 1, "it is our fault, and it is counted");
    let failures = organiser.get(port, "/api/v1/console/failures").expect(200).json();
    assert!(!failures.to_string().contains(&second.name), "{failures}");
    assert_eq!(lab.server.metric("agon_stale_results_total "), 0.0);
}

#[test]
fn the_result_of_a_worker_that_was_stopped_for_too_long_is_stale() {
    let lab = Lab::start("lost-stopped", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let first = lab.worker(&[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(2));
    let path = ask(&ada, port, &opponent, 1);
    wait_for_begin(&organiser, port);
    first.signal("-STOP");
    let _second = lab.worker(&[]);
    finished(&ada, port, &path, 1);
    let found = ada.get(port, &path).expect(200).json();
    first.signal("-CONT");
    wait_until("the late result is dropped", || {
        lab.server.metric("agon_stale_results_total ") == 1.0
    });
    assert_eq!(ada.get(port, &path).expect(200).json(), found);
    assert_eq!(lost_workers(&organiser, port), 1);
}

#[test]
fn games_go_on_while_nats_is_killed_and_restarted() {
    let lab = Lab::start("lost-nats", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let _workers = [lab.worker(&[]), lab.worker(&[])];
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(2));
    let first = ask(&ada, port, &opponent, 3);
    wait_for_begin(&organiser, port);
    lab.nats.kill();
    // Jobs that are asked for now wait; games under way end, and their results wait.
    let second = ask(&ada, port, &opponent, 2);
    std::thread::sleep(Duration::from_secs(3));
    lab.nats.start_again();
    finished(&ada, port, &first, 3);
    finished(&ada, port, &second, 2);
    // A restart costs no attempt: the workers say that they still have their games.
    assert_eq!(lost_workers(&organiser, port), 0);
}

#[test]
fn jobs_are_handed_over_again_after_nats_has_lost_its_data() {
    let lab = Lab::start("lost-data", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let worker = lab.worker(&[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(1));
    let path = ask(&ada, port, &opponent, 3);
    wait_for_begin(&organiser, port);
    lab.nats.kill();
    lab.nats.lose_data();
    lab.nats.start_again();
    finished(&ada, port, &path, 3);
    assert_eq!(worker.stop(), Some(0));
}

#[test]
fn results_wait_while_the_server_is_down() {
    let mut lab = Lab::start("lost-server", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let worker = lab.worker(&[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(1));
    let path = ask(&ada, port, &opponent, 2);
    wait_for_begin(&organiser, port);
    lab.server.signal("-KILL");
    // The game ends without a server.
    std::thread::sleep(Duration::from_secs(2));
    lab.serve_again();
    let port = lab.server.port;
    finished(&ada, port, &path, 2);
    assert_eq!(lost_workers(&organiser, port), 0);
    assert_eq!(lab.server.metric("agon_stale_results_total "), 0.0);
    assert_eq!(worker.stop(), Some(0));
}

#[test]
fn a_server_killed_between_commit_and_acknowledgement_commits_once() {
    let nats = Nats::start();
    let (is_armed, is_cut) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (armed, cut) = (Arc::clone(&is_armed), Arc::clone(&is_cut));
    // Results are acknowledged at this subject, after the commit.
    let proxy = Proxy::before(nats.port(), move |bytes| {
        let acks = b"PUB $JS.ACK.agon-results";
        if armed.load(Ordering::SeqCst) && bytes.windows(acks.len()).any(|part| part == acks) {
            cut.store(true, Ordering::SeqCst);
            return Pass::Cut;
        }
        Pass::On
    });
    let url = format!("nats://127.0.0.1:{}", proxy.port());
    let mut lab = Lab::start_at("lost-ack", "", nats, &url);
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let _worker = lab.worker(&[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, IDLE_BOT);
    is_armed.store(true, Ordering::SeqCst);
    let path = ask(&ada, port, &opponent, 1);
    wait_until("the result is committed", || is_cut.load(Ordering::SeqCst));
    lab.server.signal("-KILL");
    is_armed.store(false, Ordering::SeqCst);
    lab.serve_again();
    let port = lab.server.port;
    wait_until("the result comes again", || {
        lab.server.metric("agon_repeated_results_total ") == 1.0
    });
    finished(&ada, port, &path, 1);
    assert_eq!(lab.server.metric("agon_stale_results_total "), 0.0);
}

#[test]
fn a_foreign_and_a_damaged_result_change_nothing() {
    let lab = Lab::start("lost-foreign", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let _worker = lab.worker(&[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(2));
    let path = ask(&ada, port, &opponent, 1);
    let job = wait_for_begin(&organiser, port);
    let mut nats = TcpStream::connect(("127.0.0.1", lab.nats.port())).unwrap();
    write!(nats, "CONNECT {{\"verbose\":false}}\r\n").unwrap();
    let trouble = json!({ "trouble": { "class": "machine", "sentence": "made up" } });
    let foreign =
        json!({ "id": job["id"], "token": "guessed", "worker": "eve", "outcome": trouble });
    for (token, text) in [("guessed", foreign.to_string()), ("broken", "{".to_owned())] {
        write!(nats, "PUB agon.results.{token} {}\r\n{text}\r\n", text.len()).unwrap();
    }
    // The message of a job that cannot be read, because most of it is missing.
    let part = json!({ "id": job["id"], "token": "other" }).to_string();
    write!(nats, "PUB agon.jobs.any.part {}\r\n{part}\r\n", part.len()).unwrap();
    wait_until("the foreign result is dropped", || {
        lab.server.metric("agon_stale_results_total ") == 1.0
    });
    finished(&ada, port, &path, 1);
    let failures = organiser.get(port, "/api/v1/console/failures").expect(200).json();
    assert_eq!(failures["failures"], json!([]), "{failures}");
}

#[test]
fn a_worker_that_is_cut_off_loses_its_game_and_comes_back() {
    let lab = Lab::start("lost-cut", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let proxy = Proxy::before_port(lab.nats.port());
    let url = format!("nats://127.0.0.1:{}", proxy.port());
    let cut_off = WorkerProcess::start(&lab.here, &url, &[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(2));
    let path = ask(&ada, port, &opponent, 1);
    wait_for_begin(&organiser, port);
    proxy.close();
    let other = lab.worker(&[]);
    finished(&ada, port, &path, 1);
    proxy.open();
    wait_until("the late result is dropped", || {
        lab.server.metric("agon_stale_results_total ") == 1.0
    });
    assert_eq!(lost_workers(&organiser, port), 1);
    // It works again.
    assert_eq!(other.stop(), Some(0));
    let path = ask(&ada, port, &opponent, 1);
    finished(&ada, port, &path, 1);
    assert_eq!(cut_off.stop(), Some(0));
}

#[test]
fn a_job_that_can_never_be_done_dies_whatever_worker_has_it() {
    let lab = Lab::start("lost-poison", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    // The upload gets lost before it is built.
    let ada = super::client::competitor(&lab.server, &organiser, "ada");
    ada.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200);
    for shelf in std::fs::read_dir(lab.here.path("data/blobs")).unwrap() {
        std::fs::remove_dir_all(shelf.unwrap().path()).unwrap();
    }
    let _workers = [lab.worker(&[]), lab.worker(&[])];
    let is_dead =
        |queue: &Value| queue.as_array().unwrap().iter().any(|line| line["state"] == "dead");
    organiser.wait_for(port, "/api/v1/queue", is_dead);
    let path = "/api/v1/console/failures?class=storage";
    let failures = organiser.get(port, path).expect(200).json();
    assert_eq!(failures["classes"][0]["failures"], 3, "{failures}");
    // The next upload is not held up.
    let next = format!("{IDLE_BOT}# again\n");
    let sent = ada.upload(port, "cup", "bot.py", next.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    ada.wait_for(port, &path, |found| found["state"] == "valid");
}

#[test]
fn a_worker_whose_clock_is_an_hour_off_plays_as_others_do() {
    let lab = Lab::start("lost-clock", "");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let url = lab.nats.url();
    let words = ["-f", "+1h", env!("CARGO_BIN_EXE_agon"), "worker", "--nats", &url, "--slots", "1"];
    let mut command = crate::new_command("faketime");
    command.args(words).env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("DONT_FAKE_MONOTONIC", "1");
    command.current_dir(lab.here.path("."));
    let worker = WorkerProcess::start_by(command);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, IDLE_BOT);
    let path = ask(&ada, port, &opponent, 3);
    finished(&ada, port, &path, 3);
    let listed = organiser.get(port, "/api/v1/console/workers").expect(200).json();
    let line = &listed[0];
    assert!(line["name"] == worker.name.as_str() && line["connected"] == true, "{listed}");
    let (started, seen) = (line["started_ms"].as_i64().unwrap(), line["seen_ms"].as_i64().unwrap());
    assert!((0..600_000).contains(&(seen - started)), "{line}");
}

/// The configuration of several servers on one PostgreSQL, one store of blobs and one NATS.
fn shared(here: &Scratch, postgres: &Postgres, s3: &S3, nats: &Nats) -> String {
    let text = format!(
        "database = {:?}\nnats = {:?}\nworkers = 0\nlease_seconds = 2\nscrimmages_per_hour = 1000\n{}",
        postgres.new_database(),
        nats.url(),
        s3.configuration()
    );
    here.write("agon.toml", text).to_str().unwrap().to_owned()
}

#[test]
fn two_servers_share_their_workers_while_database_and_blobs_come_and_go() {
    let here = Scratch::new("lost-two");
    let (postgres, s3, nats) = (Postgres::start().unwrap(), S3::start(), Nats::start());
    let config = shared(&here, &postgres, &s3, &nats);
    let serve = |data: &str| {
        ServerProcess::start_by(here.command(&ServerProcess::words(data, &["--config", &config])))
    };
    let first = serve("one");
    wait_until("the first server leads", || first.metric("agon_leader ") == 1.0);
    let organiser = first.organiser();
    let second = serve("two");
    let workers: Vec<_> = (0..2).map(|_| WorkerProcess::start(&here, &nats.url(), &[])).collect();
    let (ada, opponent) = competitor_with_bot(&first, &organiser, IDLE_BOT);
    let mut paths = vec![ask(&ada, second.port, &opponent, 10)];
    finished(&ada, second.port, &paths[0], 10);
    // Both servers commit results; one of them dispatches.
    paths.push(ask(&ada, second.port, &opponent, 10));
    postgres.crash_and_restart().unwrap();
    wait_until("the database answers", || {
        organiser.get(second.port, "/api/v1/queue").status == 200
    });
    s3.stop();
    std::thread::sleep(Duration::from_millis(300));
    s3.start_again();
    wait_until("the first match is over", || {
        let answer = ada.get(second.port, &paths[1]);
        answer.status == 200 && answer.json()["state"] == "finished"
    });
    paths.push(ask(&ada, second.port, &opponent, 10));
    wait_for_begin(&organiser, second.port);
    first.kill();
    for path in &paths {
        finished(&ada, second.port, path, 10);
    }
    wait_until("the second server leads", || second.metric("agon_leader ") == 1.0);
    assert!(under_way(&organiser, second.port).is_empty());
    for worker in workers {
        assert_eq!(worker.stop(), Some(0));
    }
    assert_eq!(second.stop(), Some(0));
}
