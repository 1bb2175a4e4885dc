//! Sources and replays that workers move from and to the store of blobs themselves.

use super::client::{IDLE_BOT, Person, competitor_with_bot};
use super::lost::{ask, finished};
use super::workers::Lab;
use agon_replay::Replay;
use agon_testservers::{Pass, Proxy, S3};
use std::sync::{Arc, Mutex};

fn replays_are_whole(person: &Person, port: u16, path: &str, games: usize) {
    for game in 1..=games {
        let replay = person.get(port, &format!("{path}/games/{game}/replay")).expect(200).body;
        Replay::from_bytes(&replay).unwrap();
    }
}

#[test]
fn blobs_move_by_links_and_through_a_server_while_workers_do_not_reach_the_store() {
    let s3 = S3::start();
    let requests: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&requests);
    let proxy = Proxy::before(s3.port(), move |bytes| {
        let head = String::from_utf8_lossy(bytes);
        let first = head.lines().next().filter(|line| line.ends_with("HTTP/1.1"));
        seen.lock().unwrap().extend(first.map(str::to_owned));
        Pass::On
    });
    let endpoint = format!("http://127.0.0.1:{}", proxy.port());
    let lines = format!("{}s3_worker_endpoint = {endpoint:?}\n", s3.configuration());
    let lab = Lab::start("serve-links", &lines);
    let (port, organiser) = (lab.server.port, lab.server.organiser());
    let worker = lab.worker(&[]);
    // A source that would need several parts through a server.
    let long = format!("{IDLE_BOT}#{}\n", "x".repeat(600_000));
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &long);
    let path = ask(&ada, port, &opponent, 3);
    finished(&ada, port, &path, 3);
    replays_are_whole(&ada, port, &path, 3);
    let moved = std::mem::take(&mut *requests.lock().unwrap());
    let count = |method: &str| moved.iter().filter(|line| line.starts_with(method)).count();
    // The source of both teams, and the replays of the match.
    assert!(count("GET ") >= 1 && count("PUT ") >= 3, "{moved:?}");
    assert!(moved.iter().all(|line| line.contains("X-Amz-Signature=")), "{moved:?}");

    proxy.close();
    let path = ask(&ada, port, &opponent, 3);
    finished(&ada, port, &path, 3);
    replays_are_whole(&ada, port, &path, 3);
    assert!(requests.lock().unwrap().is_empty());
    assert_eq!(lab.server.metric("agon_infrastructure_faults_total "), 0.0);
    assert_eq!(worker.stop(), Some(0));
}
