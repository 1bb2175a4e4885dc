//! A worker with a broken machine: no job dies because of it, it is set aside with an alert, and staff let
//! it work again.

use super::client::{IDLE_BOT, competitor_with_bot};
use super::lost::{ask, finished};
use super::workers::{Lab, WorkerProcess};
use serde_json::{Value, json};
use std::time::Duration;

/// Longer than a server keeps the alerts that it has read.
const ALERTS_ARE_KNOWN: Duration = Duration::from_secs(3);

fn is_about(alert: &Value, worker: &WorkerProcess) -> bool {
    alert["kind"] == "failing_worker" && alert["object"] == format!("worker {}", worker.name)
}

#[test]
fn a_worker_that_fails_more_than_the_others_is_set_aside_until_staff_let_it_work_again() {
    let lab = Lab::start("aside", "scrimmages_per_hour = 1000\n");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let good = lab.worker(&[]);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, IDLE_BOT);
    let path = ask(&ada, port, &opponent, 6);
    finished(&ada, port, &path, 6);

    // A file lies where this worker unpacks bots, so that each of its jobs fails at once.
    std::fs::create_dir(lab.here.path("broken")).unwrap();
    let obstacle = lab.here.write("broken/unpacked", "");
    let url = lab.nats.url();
    let words = ["worker", "--nats", &url, "--data", "broken", "--slots", "1"];
    let broken = WorkerProcess::start_by(lab.here.command(&words));
    let alerts = || organiser.get(port, "/api/v1/console/alerts").expect(200).json();
    let is_aside = || alerts().as_array().unwrap().iter().any(|alert| is_about(alert, &broken));
    // It is always idle, and yet every game is played in the end, by the other worker.
    for _ in 0..20 {
        let path = ask(&ada, port, &opponent, 6);
        finished(&ada, port, &path, 6);
        if is_aside() {
            break;
        }
    }
    let told = alerts();
    let alert = told.as_array().unwrap().iter().find(|alert| is_about(alert, &broken));
    let sentence = alert.unwrap_or_else(|| panic!("{told}"))["sentence"].as_str().unwrap();
    assert!(sentence.contains("let it work again"), "{sentence}");
    assert_eq!(told.as_array().unwrap().len(), 1, "no job is dead: {told}");

    // It gets no further jobs.
    std::thread::sleep(ALERTS_ARE_KNOWN);
    let lately = |name: &str, what: &str| {
        let listed = organiser.get(port, "/api/v1/console/workers").expect(200).json();
        let line = listed.as_array().unwrap().iter().find(|line| line["name"] == name).cloned();
        line.unwrap()["lately"][what].as_i64().unwrap()
    };
    let failures = lately(&broken.name, "failures");
    let results = lately(&good.name, "results");
    let path = ask(&ada, port, &opponent, 6);
    finished(&ada, port, &path, 6);
    assert_eq!(lately(&broken.name, "failures"), failures);
    assert_eq!(lately(&good.name, "results"), results + 6);
    assert_eq!(lately(&broken.name, "results"), 0);

    // Its machine is repaired, and staff let it work again.
    std::fs::remove_file(obstacle).unwrap();
    let readmit = |worker: &str| json!({ "worker": worker });
    let address = "/api/v1/console/workers/readmit";
    ada.post(port, address, &readmit(&broken.name)).expect(403);
    organiser.post(port, address, &readmit("nowhere:1")).expect(404);
    organiser.post(port, address, &readmit(&good.name)).expect(409);
    organiser.post(port, address, &readmit(&broken.name)).expect(204);
    organiser.wait_for(port, "/api/v1/console/alerts", |alerts| alerts == &json!([]));
    let words = ["admin", "--data", "data", "readmit", &broken.name];
    lab.here.run(&words).expect(1, &["is not set aside"]);
    let audit = organiser.get(port, "/api/v1/console/audit?action=readmit").expect(200).json();
    assert!(audit.to_string().contains(&broken.name), "{audit}");
    assert_eq!(good.stop(), Some(0));
    let path = ask(&ada, port, &opponent, 1);
    finished(&ada, port, &path, 1);
    assert_eq!(lately(&broken.name, "results"), 1);
    // What failed before is still listed.
    let path = "/api/v1/console/failures?class=machine";
    let listed = organiser.get(port, path).expect(200).json();
    assert_eq!(listed["classes"][0]["failures"], failures, "{listed}");
    assert_eq!(broken.stop(), Some(0));
}
