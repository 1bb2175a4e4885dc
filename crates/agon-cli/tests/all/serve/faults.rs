//! What fails around the server: the database, the disk, a job that can never be done.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor};
use crate::Scratch;
use agon_testservers::Postgres;
use serde_json::{Value, json};
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
    let here = Scratch::new("serve-poison");
    let server = ServerProcess::start(&here, &[]);
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
    let server = ServerProcess::start_again(&here, &[]);
    let port = server.port;
    // Other jobs are not held up.
    let other = bob.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
    bob.wait_for(port, &format!("/api/v1/submissions/{}", other["id"]), |s| s["state"] == "valid");
    let dead = |queue: &Value| queue.as_array().unwrap().iter().any(|line| line["state"] == "dead");
    organiser.wait_for(port, "/api/v1/queue", dead);
    let listed = here.run(&["admin", "--data", "data", "jobs"]).expect(0, &["cannot unpack"]).out;
    let job = listed.split(' ').next().unwrap();
    here.run(&["admin", "--data", "data", "jobs", "void", job, "--why", "the upload is lost"])
        .expect(0, &["is given up"]);
    here.run(&["admin", "--data", "data", "jobs", "requeue", job]).expect(1, &["is not dead"]);
    here.run(&["admin", "--data", "data", "jobs"]).expect(0, &["No job waits"]);
    let end = ada.get(port, &format!("/api/v1/submissions/{}", sent["id"])).expect(200).json();
    assert_eq!(
        (end["state"].as_str(), end["reason"].as_str()),
        (Some("rejected"), Some("the upload is lost"))
    );
}
