//! What fails around the server: the database, the disk, a job that can never be done.

use super::client::{
    IDLE_BOT, Person, ServerProcess, ask_games, competitor, competitor_with_bot, on_both,
};
use crate::{Scratch, new_command};
use agon_testservers::Postgres;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Asks until the answer is as wanted, and takes 503 for a reason to ask again.
fn wait_through_faults(person: &Person, port: u16, path: &str, wanted: impl Fn(&Value) -> bool) {
    for _ in 0..2400 {
        let answer = person.get(port, path);
        assert!([200, 503].contains(&answer.status), "{}", answer.status);
        if answer.status == 200 && wanted(&answer.json()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{path} is not as wanted");
}

#[test]
fn a_run_goes_on_after_the_database_was_killed() {
    let here = Scratch::new("serve-database");
    let postgres = Postgres::start().unwrap();
    let config = here.write("agon.toml", format!("database = {:?}\n", postgres.new_database()));
    let server = ServerProcess::start(&here, &["--config", config.to_str().unwrap()]);
    let port = server.port;
    let organiser = server.organiser();
    competitor(&server, &organiser, "ada");
    let teams = organiser.get(port, "/api/v1/events/cup/teams").expect(200).json();
    let teams: Vec<&Value> = teams["teams"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|team| team["staff"] == true)
        .map(|team| &team["id"])
        .collect();
    let plan = json!({ "format": "arena", "games": 6 });
    let body = json!({ "title": "A", "kind": "tournament", "plan": plan, "teams": teams });
    let made = organiser.post(port, "/api/v1/events/cup/runs", &body).expect(200).json();
    let path = format!("/api/v1/runs/{}", made["id"]);
    for _ in 0..2 {
        postgres.crash_and_restart().unwrap();
        wait_through_faults(&organiser, port, "/api/v1/queue", |_| true);
    }
    wait_through_faults(&organiser, port, &path, |run| run["state"] == "closed");
    let report = organiser.get(port, &format!("{path}/report")).expect(200).json();
    assert_eq!(report["report"]["notes"], json!([]), "no game is missing");
}

#[test]
fn uploads_are_refused_while_the_disk_is_gone() {
    let here = Scratch::new("serve-disk");
    let server = ServerProcess::start(&here, &[]);
    let organiser = server.organiser();
    let ada = competitor(&server, &organiser, "ada");
    let (blobs, away) = (here.path("data/blobs"), here.path("data/away"));
    std::fs::rename(&blobs, &away).unwrap();
    std::fs::write(&blobs, "not a folder").unwrap();
    let refused = ada.upload(server.port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(503).json();
    assert!(refused["detail"].as_str().unwrap().contains("disk"), "{refused}");
    assert_eq!(
        ada.get(server.port, "/api/v1/events/cup/submissions").expect(200).json(),
        json!([])
    );
    std::fs::remove_file(&blobs).unwrap();
    std::fs::rename(&away, &blobs).unwrap();
    let sent = ada.upload(server.port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    ada.wait_for(server.port, &path, |found| found["state"] == "valid");
}

#[test]
fn a_job_that_can_never_be_done_dies_and_staff_decide() {
    on_both("serve-poison", poison);
}

fn poison(here: &Scratch, more: &[&str]) {
    let admin = |words: &[&str]| here.run(&[&["admin", "--data", "data"], more, words].concat());
    let server = ServerProcess::start(here, more);
    let port = server.port;
    let organiser = server.organiser();
    let (ada, bob) =
        (competitor(&server, &organiser, "ada"), competitor(&server, &organiser, "bob"));
    // The upload gets lost before it is built: the server is killed at once.
    let sent = ada.upload(port, "cup", "bot.py", b"import agon # lost\n").expect(200).json();
    server.kill();
    for shelf in std::fs::read_dir(here.path("data/blobs")).unwrap() {
        std::fs::remove_dir_all(shelf.unwrap().path()).unwrap();
    }
    let _ = std::fs::remove_dir_all(here.path("data/unpacked"));
    let server = ServerProcess::start_again(here, more);
    let port = server.port;
    // Other jobs are not held up.
    let other = bob.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
    bob.wait_for(port, &format!("/api/v1/submissions/{}", other["id"]), |s| s["state"] == "valid");
    let dead = |queue: &Value| queue.as_array().unwrap().iter().any(|line| line["state"] == "dead");
    organiser.wait_for(port, "/api/v1/queue", dead);
    let listed = admin(&["jobs"]).expect(0, &["cannot unpack"]).out;
    let job = listed.split(' ').next().unwrap();
    // Staff are alerted, see the class of the failure, and a preview of what they decide.
    let is_told = |alerts: &Value| alerts[0]["kind"] == "dead_jobs";
    organiser.wait_for(port, "/api/v1/console/alerts", is_told);
    let failures = organiser.get(port, "/api/v1/console/failures?class=storage").expect(200).json();
    assert_eq!(failures["classes"][0]["ours"], true, "{failures}");
    assert_eq!(failures["classes"][0]["failures"], 3, "{failures}");
    let decide = |body: &Value| organiser.post(port, "/api/v1/console/jobs", body);
    let preview = json!({ "action": "void", "why": "the upload is lost", "dry_run": true });
    let preview = decide(&preview).expect(200).json();
    let effect = format!("submission {} is rejected", sent["id"]);
    assert_eq!(preview["jobs"][0]["effect"], json!(effect), "{preview}");
    decide(&json!({ "action": "void", "why": " " })).expect(422);
    let job_number: i64 = job.parse().unwrap();
    let declare = json!({ "jobs": [job_number], "action": "declare", "why": "x", "ranks": [1, 2] });
    let refused = decide(&declare).expect(200).json();
    assert!(refused["jobs"][0]["refused"].as_str().unwrap().contains("is a build"), "{refused}");
    admin(&["jobs"]).expect(0, &["cannot unpack"]);
    admin(&["jobs", "void", job, "--why", "the upload is lost"]).expect(0, &["is given up"]);
    admin(&["jobs", "requeue", "99999"]).expect(1, &["there is no job 99999"]);
    admin(&["jobs"]).expect(0, &["No job waits"]);
    let end = ada.get(port, &format!("/api/v1/submissions/{}", sent["id"])).expect(200).json();
    assert_eq!(
        (end["state"].as_str(), end["reason"].as_str()),
        (Some("rejected"), Some("the upload is lost"))
    );
    // Giving up a build can be undone.
    admin(&["jobs", "requeue", job]).expect(0, &["is queued again"]);
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    ada.wait_for(port, &path, |found| found["state"] == "retry");
}

/// A server whose data is on a small disk of its own, which vanishes with it.
fn on_small_disk(here: &Scratch, more: &[&str]) -> ServerProcess {
    std::fs::create_dir_all(here.path("data")).unwrap();
    let words = ServerProcess::words("data", more);
    let mut command = new_command("unshare");
    // Only root may mount; others are root in a namespace of their own.
    let is_root = new_command("id").arg("-u").output().unwrap().stdout.trim_ascii() == b"0";
    command.args(if is_root { &["--mount"][..] } else { &["--map-root-user", "--mount"] });
    command.args(["sh", "-c", "mount -t tmpfs -o size=24m tmpfs data && exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_agon")).args(words).current_dir(here.path("."));
    ServerProcess::start_by(command)
}

/// Fills the disk of a server; returns the file that does.
fn fill_disk(here: &Scratch, server: &ServerProcess) -> PathBuf {
    let data = here.path("data").canonicalize().unwrap();
    let inside = format!("/proc/{}/root{}/filler", server.id(), data.display());
    let mut file = std::fs::File::create(&inside).unwrap();
    for size in [1 << 20, 1 << 12] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
    PathBuf::from(inside)
}

#[test]
fn a_full_disk_loses_nothing() {
    on_both("serve-full", |here, more| {
        let server = on_small_disk(here, more);
        let port = server.port;
        let organiser = server.organiser();
        let (ada, opponent) = competitor_with_bot(&server, &organiser, IDLE_BOT);
        let ask = |key: &str| {
            let body = json!({ "opponents": [{ "team": opponent }], "games": 6 }).to_string();
            let key = format!("idempotency-key: {key}\r\n");
            let path = "/api/v1/events/cup/scrimmages";
            ada.ask(port, "POST", path, "application/json", body.as_bytes(), &key).unwrap()
        };
        // The disk is full while games are played, asked for and uploaded.
        let first = ask("first").expect(200).json();
        let filler = fill_disk(here, &server);
        let large = [IDLE_BOT, "#", &"x".repeat(100_000)].concat();
        let refused = ada.upload(port, "cup", "bot.py", large.as_bytes()).expect(503).json();
        assert!(refused["detail"].as_str().unwrap().contains("full"), "{refused}");
        let second = ask("second").status;
        assert!([200, 503].contains(&second), "{second}");
        let organiser_sees = organiser.get(port, "/api/v1/queue").status;
        assert_eq!(organiser_sees, 200, "reading goes on");
        std::fs::remove_file(filler).unwrap();
        // Everything that was acknowledged happens once; what was refused can be repeated.
        let second = ask("second").expect(200).json();
        let sent = ada.upload(port, "cup", "bot.py", large.as_bytes()).expect(200).json();
        assert_eq!(sent["number"], 2);
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        ada.wait_for(port, &path, |found| found["state"] == "valid");
        for asked in [&first, &second] {
            let path = format!("/api/v1/matches/{}", asked["scrimmage"]["match"]);
            let found = ada.wait_for(port, &path, |found| found["state"] == "finished");
            assert_eq!(found["games"].as_array().unwrap().len(), 6);
            ada.get(port, &format!("{path}/games/6/replay")).expect(200);
        }
        let all = ada.get(port, "/api/v1/events/cup/matches").expect(200).json();
        let scrimmages = all["matches"].as_array().unwrap().iter();
        assert_eq!(scrimmages.filter(|found| found["kind"] == "scrimmage").count(), 2);
    });
}

/// The library that changes the time of a program.
fn faketime() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib").unwrap().flatten();
    let mut found = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    found.find(|file| file.exists()).expect("install the Debian package faketime")
}

#[test]
fn a_clock_that_jumps_loses_and_delays_nothing() {
    on_both("serve-clock", |here, more| {
        let clock = here.write("clock", "+0");
        let mut command = here.command(&ServerProcess::words("data", more));
        command
            .env("LD_PRELOAD", faketime())
            .env("FAKETIME_TIMESTAMP_FILE", &clock)
            .env("FAKETIME_NO_CACHE", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("DONT_FAKE_MONOTONIC", "1");
        let server = ServerProcess::start_by(command);
        let port = server.port;
        let organiser = server.organiser();
        let (ada, opponent) = competitor_with_bot(&server, &organiser, IDLE_BOT);
        let mut asked = Vec::new();
        // One day ahead, back, and further back: jobs are always under way or waiting.
        for offset in ["+0", "+86400", "+0", "-7200", "+3600"] {
            std::fs::write(&clock, offset).unwrap();
            let body = json!({ "opponents": [{ "team": opponent }], "games": 4 });
            asked.push(ask_games(&ada, port, &body));
        }
        for match_info in &asked {
            let path = format!("/api/v1/matches/{}", match_info["match"]);
            let found = ada.wait_for(port, &path, |found| found["state"] == "finished");
            assert_eq!(found["games"].as_array().unwrap().len(), 4);
        }
        let times: Vec<i64> = asked.iter().map(|m| m["asked_ms"].as_i64().unwrap()).collect();
        assert!(
            times[1] > times[0] + 80_000_000 && times[3] < times[2],
            "the clock did jump: {times:?}"
        );
        assert_eq!(server.metric("agon_infrastructure_faults_total "), 0.0);
        assert_eq!(server.metric("agon_taken_jobs_total "), 0.0);
    });
}
