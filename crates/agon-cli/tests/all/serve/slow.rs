//! Slow links: a worker far away from NATS, and a server far away from PostgreSQL.

use super::client::{IDLE_BOT, ServerProcess, competitor_with_bot};
use super::lost::{ask, finished, lost_workers, wait_until};
use super::workers::{Lab, WorkerProcess};
use crate::Scratch;
use agon_testservers::{Nats, Pace, Postgres, Proxy};
use serde_json::json;
use std::time::Duration;

/// As to another continent: 300 ms there and back, and 128 KiB per second.
const FAR: Pace = Pace { delay: Duration::from_millis(150), bytes_per_second: Some(128 << 10) };
/// As to another data centre of the region, where each statement waits 20 ms.
const NEAR: Pace = Pace { delay: Duration::from_millis(10), bytes_per_second: None };

#[test]
fn a_worker_behind_a_slow_link_plays_as_others_do() {
    let lab = Lab::start("slow-worker", "lease_seconds = 2\n");
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let proxy = Proxy::before_port(lab.nats.port());
    proxy.set_pace(FAR);
    let url = format!("nats://127.0.0.1:{}", proxy.port());
    let worker = WorkerProcess::start(&lab.here, &url, &[]);
    // A source that takes longer than the lease to arrive.
    let long = format!("{IDLE_BOT}#{}\n", "x".repeat(400_000));
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &long);
    let path = ask(&ada, port, &opponent, 4);
    finished(&ada, port, &path, 4);
    let listed = organiser.get(port, "/api/v1/console/workers").expect(200).json();
    let line = &listed[0];
    assert!(line["name"] == worker.name.as_str() && line["connected"] == true, "{listed}");
    assert_eq!(line["lately"]["results"], 6, "a build, a first game and four games: {line}");
    for counter in ["agon_stale_results_total ", "agon_infrastructure_faults_total "] {
        assert_eq!(lab.server.metric(counter), 0.0, "{counter}");
    }
    assert_eq!(lost_workers(&organiser, port), 0);
    assert_eq!(organiser.get(port, "/api/v1/console/alerts").expect(200).json(), json!([]));
    assert_eq!(worker.stop(), Some(0));
}

#[test]
fn a_server_behind_slow_links_to_its_database_and_to_nats_loses_nothing_and_counts_nothing_twice() {
    let here = Scratch::new("slow-server");
    let (postgres, nats) = (Postgres::shared(), Nats::start());
    let to_database = Proxy::before_socket(postgres.socket());
    let to_nats = Proxy::before_port(nats.port());
    let text = format!(
        "database = {:?}\nnats = \"nats://127.0.0.1:{}\"\nworkers = 0\nlease_seconds = 2\n\
         leader_seconds = 3\n",
        Postgres::through(&to_database, &postgres.new_database()),
        to_nats.port()
    );
    let config = here.write("agon.toml", text);
    let server = ServerProcess::start(&here, &["--config", config.to_str().unwrap()]);
    let port = server.port;
    let organiser = server.organiser();
    let workers: Vec<_> = (0..2).map(|_| WorkerProcess::start(&here, &nats.url(), &[])).collect();
    let (ada, opponent) = competitor_with_bot(&server, &organiser, IDLE_BOT);
    let games = || server.metric("agon_games_total ");
    let before = games();
    // The database comes nearer after a while, so that the test does not take minutes.
    to_nats.set_pace(FAR);
    to_database.set_pace(FAR);
    let first = ask(&ada, port, &opponent, 2);
    wait_until("a game is committed", || games() > before);
    to_database.set_pace(NEAR);
    let second = ask(&ada, port, &opponent, 6);
    finished(&ada, port, &first, 2);
    finished(&ada, port, &second, 6);
    wait_until("every game is counted", || games() >= before + 8.0);
    // A lease of two seconds can end on a busy machine: then a game is played twice, and counted once.
    assert_eq!(games(), before + 8.0);
    assert_eq!(lost_workers(&organiser, port), 0);
    assert_eq!(server.metric("agon_leader "), 1.0);
    for worker in workers {
        assert_eq!(worker.stop(), Some(0));
    }
    assert_eq!(server.stop(), Some(0));
}
