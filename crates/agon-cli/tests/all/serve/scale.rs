//! Many workers that only pretend to play: what a match costs the servers, and that every job has one effect.
//!
//! `cargo xtask scale` runs it with more workers and prints the figures.

use super::chaos::setting;
use super::client::{IDLE_BOT, Person, ServerProcess, competitor};
use super::kills::ratings_equal_those_from_scratch;
use super::workers::{Lab, WorkerProcess};
use crate::Scratch;
use agon_testservers::{Nats, Postgres, S3};
use serde_json::{Value, json};
use std::fs;
use std::time::Instant;

/// Workers of one process.
const WORKERS_AT_ONCE: u64 = 250;
/// Teams of the league.
const TEAMS: usize = 8;
/// Ticks per second of the times in `/proc`.
const TICKS: f64 = 100.0;

/// Processor time that a process has used, in milliseconds.
fn cpu_ms(id: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: f64 = fields[11..13].iter().map(|ticks| ticks.parse::<f64>().unwrap()).sum();
    1000.0 * ticks / TICKS
}

#[test]
fn every_job_has_one_effect_with_many_workers_and_two_servers() {
    let workers = setting("AGON_SCALE_WORKERS", 8);
    let jobs = setting("AGON_SCALE_JOBS", 2_000);
    let ms = setting("AGON_SCALE_MS", 10).to_string();
    let here = Scratch::new("serve-scale");
    let (postgres, s3, nats) = (Postgres::start().unwrap(), S3::start(), Nats::start());
    let text = format!(
        "database = {:?}\nnats = {:?}\nworkers = 0\nteam_jobs = 1000000\npretended_workers = true\n\
         s3_worker_endpoint = {:?}\n{}",
        postgres.new_database(),
        nats.url(),
        s3.endpoint(),
        s3.configuration()
    );
    let config = here.write("agon.toml", text).to_str().unwrap().to_owned();
    let servers: Vec<ServerProcess> = (0..2)
        .map(|number| {
            let data = format!("data-{number}");
            let words = ServerProcess::words(&data, &["--config", &config]);
            ServerProcess::start_by(here.command(&words))
        })
        .collect();
    let mut crowd = Vec::new();
    let mut left = workers;
    while left > 0 {
        let some = left.min(WORKERS_AT_ONCE);
        left -= some;
        let count = some.to_string();
        let more = ["--pretend-ms", ms.as_str(), "--pretend-workers", &count];
        crowd.push(WorkerProcess::start(&here, &nats.url(), &more));
    }
    let (port, organiser) = (servers[0].port, servers[1].organiser());
    let ids = teams(&servers[0], &organiser);
    let before: Vec<f64> = servers.iter().map(|server| cpu_ms(server.id())).collect();
    let start = Instant::now();
    let plan = json!({ "until": jobs, "batch": jobs.min(1_000) });
    let league =
        json!({ "title": "Load", "kind": "league", "plan": plan, "public": true, "teams": ids });
    let league = organiser.post(port, "/api/v1/events/cup/runs", &league).expect(200).json();
    let path = format!("/api/v1/runs/{}", league["id"]);
    while organiser.get(port, &path).expect(200).json()["state"] != "closed" {
        assert!(start.elapsed().as_secs() < 60 + jobs / 5, "the league does not end");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    let seconds = start.elapsed().as_secs_f64();
    let after = servers.iter().map(|server| cpu_ms(server.id()));
    let cpu: f64 = after.zip(&before).map(|(after, before)| after - before).sum();
    let count = |name: &str| servers.iter().map(|server| server.metric(name)).sum::<f64>();
    println!(
        "{jobs} jobs, {workers} workers, 2 servers: {:.0} matches/s, {:.2} ms of the servers' CPU per match; \
         faults {}, stale {}, repeated {}",
        jobs as f64 / seconds,
        cpu / jobs as f64,
        count("agon_infrastructure_faults_total "),
        count("agon_stale_results_total "),
        count("agon_repeated_results_total "),
    );
    // Every game was committed once: those of the league, and one for each version of a team. The last ones
    // are counted a moment after their commit.
    let games = jobs as f64 + TEAMS as f64;
    let counted = || count("agon_games_total ");
    while counted() < games && start.elapsed().as_secs_f64() < seconds + 10.0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(counted(), games);
    // The log of the league has every game once.
    ratings_equal_those_from_scratch(&organiser, port, &league["id"], jobs as usize);
    assert_eq!(count("agon_stale_results_total "), 0.0);
    assert_eq!(organiser.get(port, "/api/v1/queue").expect(200).json(), json!([]));
}

/// Teams with bots; returns their numbers.
fn teams(server: &ServerProcess, organiser: &Person) -> Vec<Value> {
    let port = server.port;
    // A contest without regulations: programs that are not built are not read either.
    let body = json!({ "slug": "cup", "title": "The cup", "game": "timetravel" });
    organiser.post(port, "/api/v1/events", &body).expect(200);
    organiser.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "open" })).expect(204);
    for number in 0..TEAMS {
        let person = competitor(server, organiser, &format!("p{number}"));
        let bot = format!("{IDLE_BOT}# {number}\n");
        person.upload(port, "cup", "bot.py", bot.as_bytes()).expect(200);
        let valid = |sent: &Value| sent[0]["state"] == "valid";
        person.wait_for(port, "/api/v1/events/cup/submissions", valid);
    }
    let teams = organiser.get(port, "/api/v1/events/cup/teams").expect(200).json();
    let own = teams["teams"].as_array().unwrap().iter().filter(|team| team["staff"] != true);
    own.map(|team| team["id"].clone()).collect()
}

#[test]
fn a_worker_that_pretends_to_play_is_refused_unless_the_server_allows_it() {
    let lab = Lab::start("scale-refused", "");
    let words = ["worker", "--nats", &lab.nats.url(), "--pretend-ms", "1"];
    lab.here.run(&words).expect(1, &["the server refuses this worker", "`pretended_workers`"]);
}
