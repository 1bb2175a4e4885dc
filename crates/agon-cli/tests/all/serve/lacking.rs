//! A worker without the tools of a language: its jobs go to the workers that have them.

use super::client::{IDLE_BOT, Person, competitor_with_bot};
use super::lost::{ask, finished, wait_until};
use super::workers::{Lab, WorkerProcess};
use std::os::unix::fs::PermissionsExt;

const JS_BOT: &str = "const agon = require(\"agon\");\nagon.run(() => {});\n";

/// A worker on a machine whose Node does not work.
fn without_node(lab: &Lab) -> WorkerProcess {
    std::fs::create_dir(lab.here.path("tools")).unwrap();
    let node = lab.here.write("tools/node", "#!/bin/sh\nexit 1\n");
    std::fs::set_permissions(&node, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = WorkerProcess::command(&lab.here, &lab.nats.url(), &[]);
    let others = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{others}", node.parent().unwrap().display()));
    WorkerProcess::start_by(command)
}

#[test]
fn bots_are_built_and_play_where_their_language_is() {
    let lab = Lab::start("lacking", "scrimmages_per_hour = 1000\n");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let poor = without_node(&lab);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, IDLE_BOT);

    // No worker has Node: it is our failure, which staff see, and not the bot's fault.
    let sent = ada.upload(port, "cup", "bot.js", JS_BOT.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    ada.wait_for(port, &path, |found| found["state"] == "retry");
    let failures = |organiser: &Person| {
        let path = "/api/v1/console/failures?class=machine";
        let listed = organiser.get(port, path).expect(200).json();
        (listed["classes"][0]["failures"].as_i64().unwrap_or(0), listed.to_string())
    };
    let (count, told) = failures(&organiser);
    assert!(count == 1 && told.contains("Node 18 or newer is needed"), "{told}");

    // One that has it builds the bot and plays all its games; the other one does what is left.
    let rich = lab.worker(&[]);
    ada.wait_for(port, &path, |found| found["state"] == "valid");
    let results = |worker: &WorkerProcess| {
        let listed = organiser.get(port, "/api/v1/console/workers").expect(200).json();
        let line = listed.as_array().unwrap().iter().find(|line| line["name"] == *worker.name);
        line.map_or(0, |line| line["lately"]["results"].as_i64().unwrap())
    };
    let before = (results(&poor), results(&rich));
    for _ in 0..2 {
        let path = ask(&ada, port, &opponent, 6);
        finished(&ada, port, &path, 6);
    }
    assert_eq!((results(&poor), results(&rich)), (before.0, before.1 + 12));
    assert_eq!(failures(&organiser).0, count, "nothing else failed");

    // Games of others go on if that worker leaves; those of the bot wait for it.
    assert_eq!(rich.stop(), Some(0));
    let waits = ask(&ada, port, &opponent, 1);
    let sent = ada.upload(port, "cup", "bot.py", format!("{IDLE_BOT}# 2\n").as_bytes());
    let path = format!("/api/v1/submissions/{}", sent.expect(200).json()["id"]);
    ada.wait_for(port, &path, |found| found["state"] == "valid");
    let path = ask(&ada, port, &opponent, 3);
    finished(&ada, port, &path, 3);
    let state = |path: &str| ada.get(port, path).expect(200).json()["state"].clone();
    assert_ne!(state(&waits), "finished");
    let rich = lab.worker(&[]);
    wait_until("it never plays what waited", || state(&waits) == "finished");
    assert_eq!(failures(&organiser).0, count, "waiting is no failure");
    assert_eq!((poor.stop(), rich.stop()), (Some(0), Some(0)));
}
