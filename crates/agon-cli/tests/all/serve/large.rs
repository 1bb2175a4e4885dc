//! Games that need much of a machine: they go to the workers that have it, and take several slots there.

use super::client::{IDLE_BOT, Person, competitor, competitor_with_bot};
use super::lost::{ask, finished, slow_bot};
use super::workers::{Lab, WorkerProcess};
use serde_json::{Value, json};
use std::cell::Cell;

/// A worker with four slots on a machine that is large enough.
fn large_worker(lab: &Lab) -> WorkerProcess {
    let url = lab.nats.url();
    let words = ["worker", "--nats", &url, "--data", "large", "--slots", "4"];
    let machine = ["--machine-cores", "4", "--machine-memory", "16384"];
    WorkerProcess::start_by(lab.here.command(&[&words[..], &machine].concat()))
}

/// The worker with a name as the organisers see it.
fn seen(organiser: &Person, port: u16, worker: &WorkerProcess) -> Value {
    let listed = organiser.get(port, "/api/v1/console/workers").expect(200).json();
    let line = listed.as_array().unwrap().iter().find(|line| line["name"] == *worker.name);
    line.cloned().unwrap_or_default()
}

#[test]
fn games_that_need_much_are_played_where_it_is_and_others_go_on() {
    let lab = Lab::start("large", "scrimmages_per_hour = 1000\nteam_jobs = 100\n");
    let (port, organiser) = (lab.server.port, lab.server.organiser());
    let small = lab.worker(&["--machine-cores", "1", "--machine-memory", "900"]);
    let settings = json!({ "bot_memory_mib": 1500, "game_cores": 2 });
    let body = json!({ "slug": "large", "title": "Large", "game": "mars", "settings": settings });
    organiser.post(port, "/api/v1/events", &body).expect(200);
    organiser.put(port, "/api/v1/events/large/phase", &json!({ "phase": "open" })).expect(204);

    // The bot is built on any worker; its first game needs a larger one, and waits.
    let lin = competitor(&lab.server, &organiser, "lin");
    let body = json!({ "name": "Large" });
    lin.post(port, "/api/v1/events/large/teams", &body).expect(200);
    let bot = slow_bot(1);
    let sent = lin.upload(port, "large", "bot.py", bot.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    let queue = "/api/v1/console/queue";
    // The job of the build waits first, and needs nothing.
    let needs = |queue: &Value| queue["waiting"][0]["needs"].as_array().cloned();
    let waits = |queue: &Value| needs(queue).is_some_and(|needs| !needs.is_empty());
    let queue_now = organiser.wait_for(port, queue, waits);
    assert_eq!(queue_now["waiting"][0]["needs"], json!(["2GiB", "2cores", "python"]));
    assert_eq!(seen(&organiser, port, &small)["memory_mib"], 900);

    // Games of another event do not wait for it.
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, IDLE_BOT);
    let scrimmage = ask(&ada, port, &opponent, 2);
    finished(&ada, port, &scrimmage, 2);
    assert_eq!(lin.get(port, &path).expect(200).json()["state"], "validating");
    let before = seen(&organiser, port, &small)["lately"]["results"].clone();

    // A game takes half of a machine with four cores, so no more than two are played at the same time.
    let large = large_worker(&lab);
    lin.wait_for(port, &path, |found| found["state"] == "valid");
    let teams = organiser.get(port, "/api/v1/events/large/teams").expect(200).json();
    let staff = teams["teams"].as_array().unwrap().iter().find(|team| team["staff"] == true);
    let body = json!({ "opponents": [{ "team": staff.unwrap()["id"] }], "games": 4 });
    let asked = lin.post(port, "/api/v1/events/large/scrimmages", &body).expect(200).json();
    let path = format!("/api/v1/matches/{}", asked["scrimmage"]["match"]);
    let most = Cell::new(0);
    lin.wait_for(port, &path, |found| {
        let seen = seen(&organiser, port, &large);
        most.set(most.get().max(seen["jobs"].as_array().map_or(0, Vec::len)));
        found["state"] == "finished"
    });
    assert!((1..=2).contains(&most.get()), "{} games at the same time", most.get());
    let seen_now = seen(&organiser, port, &large);
    assert_eq!((&seen_now["cores"], &seen_now["memory_mib"]), (&json!(4), &json!(16384)));
    assert_eq!(seen(&organiser, port, &small)["lately"]["results"], before);
    assert_eq!(lab.server.metric("agon_infrastructure_faults_total "), 0.0);
    assert_eq!((small.stop(), large.stop()), (Some(0), Some(0)));
}
