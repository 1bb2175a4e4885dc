//! Everything fails again and again while teams play: servers, workers, NATS, PostgreSQL, the store of blobs.
//! Every request that was acknowledged has exactly one effect.
//!
//! `cargo xtask chaos` runs it for longer and prints the report.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor};
use super::kills::ratings_equal_those_from_scratch;
use super::workers::WorkerProcess;
use crate::Scratch;
use agon_core::Rng;
use agon_testservers::{Nats, Postgres, S3};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A number from the environment, such as that of `cargo xtask chaos`.
pub fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect(name))
}

/// What fails.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Blow {
    WorkerKilled,
    WorkerStopped,
    WorkerDrained,
    ServerKilled,
    NatsKilled,
    DatabaseKilled,
    BlobsGone,
}

const BLOWS: [Blow; 7] = [
    Blow::WorkerKilled,
    Blow::WorkerStopped,
    Blow::WorkerDrained,
    Blow::ServerKilled,
    Blow::NatsKilled,
    Blow::DatabaseKilled,
    Blow::BlobsGone,
];

/// Everything that can fail.
struct World {
    here: Scratch,
    config: String,
    postgres: Postgres,
    s3: S3,
    nats: Nats,
    servers: Vec<ServerProcess>,
    workers: Vec<WorkerProcess>,
    ports: [AtomicU16; 2],
    /// Counters of servers that were killed.
    counted: BTreeMap<&'static str, f64>,
}

/// Counters of the report.
const COUNTERS: [&str; 4] = [
    "agon_games_total ",
    "agon_infrastructure_faults_total ",
    "agon_stale_results_total ",
    "agon_repeated_results_total ",
];

impl World {
    fn start() -> World {
        let here = Scratch::new("serve-chaos");
        let (postgres, s3, nats) = (Postgres::start().unwrap(), S3::start(), Nats::start());
        let text = format!(
            "database = {:?}\nnats = {:?}\nworkers = 0\nlease_seconds = 2\nleader_seconds = 3\n\
             scrimmages_per_hour = 1000000\n{}",
            postgres.new_database(),
            nats.url(),
            s3.configuration()
        );
        let config = here.write("agon.toml", text).to_str().unwrap().to_owned();
        let (ports, counted) = (Default::default(), BTreeMap::new());
        let (servers, workers) = (Vec::new(), Vec::new());
        let mut world =
            World { here, config, postgres, s3, nats, servers, workers, ports, counted };
        for number in 0..2 {
            let server = world.server(number);
            world.servers.push(server);
        }
        for _ in 0..setting("AGON_CHAOS_WORKERS", 3) {
            let worker = world.worker();
            world.workers.push(worker);
        }
        world
    }

    fn server(&self, number: usize) -> ServerProcess {
        let data = format!("data-{number}");
        let words = ServerProcess::words(&data, &["--config", &self.config]);
        let server = ServerProcess::start_by(self.here.command(&words));
        self.ports[number].store(server.port, Ordering::SeqCst);
        server
    }

    fn worker(&self) -> WorkerProcess {
        WorkerProcess::start(&self.here, &self.nats.url(), &["--drain-seconds", "1"])
    }

    fn count(&mut self, server: &ServerProcess) {
        for name in COUNTERS {
            *self.counted.entry(name).or_default() += server.metric(name);
        }
    }

    /// One blow; everything is there again when it returns.
    fn strike(&mut self, blow: Blow, rng: &mut Rng) {
        let pause = |rng: &mut Rng, most: u32| {
            thread::sleep(Duration::from_millis(100 + u64::from(rng.below(most))));
        };
        let worker = rng.below(self.workers.len() as u32) as usize;
        match blow {
            Blow::WorkerKilled => {
                self.workers.swap_remove(worker).kill();
                self.workers.push(self.worker());
            }
            Blow::WorkerDrained => {
                assert_eq!(self.workers.swap_remove(worker).stop(), Some(0));
                self.workers.push(self.worker());
            }
            // Sometimes for longer than the lease of two seconds.
            Blow::WorkerStopped => {
                self.workers[worker].signal("-STOP");
                pause(rng, 5000);
                self.workers[worker].signal("-CONT");
            }
            Blow::ServerKilled => {
                let number = rng.below(2) as usize;
                let server = self.servers.remove(number);
                self.count(&server);
                server.kill();
                pause(rng, 2000);
                self.servers.insert(number, self.server(number));
            }
            Blow::NatsKilled => {
                self.nats.kill();
                pause(rng, 2000);
                self.nats.start_again();
            }
            Blow::DatabaseKilled => self.postgres.crash_and_restart().unwrap(),
            Blow::BlobsGone => {
                self.s3.stop();
                pause(rng, 2000);
                self.s3.start_again();
            }
        }
    }
}

/// Asks for games until told to stop, each request until it is answered; returns the matches.
fn play(
    person: &Person,
    ports: &[AtomicU16; 2],
    is_over: &AtomicBool,
    opponent: i64,
    name: &str,
) -> Vec<i64> {
    let mut matches = Vec::new();
    for number in 0.. {
        if is_over.load(Ordering::SeqCst) {
            break;
        }
        let body = json!({ "opponents": [{ "team": opponent }], "games": 1 }).to_string();
        let key = format!("idempotency-key: {name}-{number}\r\n");
        let path = "/api/v1/events/cup/scrimmages";
        for attempt in number.. {
            let port = ports[attempt % 2].load(Ordering::SeqCst);
            let kind = "application/json";
            let answer = person.ask(port, "POST", path, kind, body.as_bytes(), &key);
            match answer.filter(|answer| answer.status != 503) {
                Some(answer) => {
                    let asked = answer.expect(200).json();
                    matches.push(asked["scrimmage"]["match"].as_i64().unwrap());
                    break;
                }
                // The server or its database is gone: the same request goes to the other one.
                None => thread::sleep(Duration::from_millis(100)),
            }
        }
        thread::sleep(Duration::from_millis(300));
    }
    matches
}

#[test]
fn every_request_has_one_effect_while_everything_fails() {
    let seconds = setting("AGON_CHAOS_SECONDS", 20);
    let mut world = World::start();
    let port = world.servers[0].port;
    // The start of a server voids the link that the one before it has printed.
    let organiser = world.servers[1].organiser();
    let names: Vec<String> =
        (1..=setting("AGON_CHAOS_TEAMS", 3)).map(|n| format!("p{n}")).collect();
    let people: Vec<Person> =
        names.iter().map(|name| competitor(&world.servers[0], &organiser, name)).collect();
    for (name, person) in names.iter().zip(&people) {
        let bot = format!("{IDLE_BOT}# {name}\n");
        person.upload(port, "cup", "bot.py", bot.as_bytes()).expect(200);
    }
    for person in &people {
        let valid = |sent: &Value| sent[0]["state"] == "valid";
        person.wait_for(port, "/api/v1/events/cup/submissions", valid);
    }
    let teams = organiser.get(port, "/api/v1/events/cup/teams").expect(200).json();
    let teams = teams["teams"].as_array().unwrap();
    let staff = teams.iter().find(|team| team["staff"] == true).unwrap();
    let opponent = staff["id"].as_i64().unwrap();
    let ids: Vec<&Value> = teams.iter().map(|team| &team["id"]).collect();
    let games = 2 * seconds;
    let plan = json!({ "until": games, "batch": 8 });
    let league =
        json!({ "title": "Ladder", "kind": "league", "plan": plan, "public": true, "teams": ids });
    let league = organiser.post(port, "/api/v1/events/cup/runs", &league).expect(200).json();

    let ports = std::mem::take(&mut world.ports);
    world.ports = [0, 1].map(|n: usize| AtomicU16::new(ports[n].load(Ordering::SeqCst)));
    let is_over = AtomicBool::new(false);
    let seed = setting("AGON_CHAOS_SEED", 1);
    let mut rng = Rng::new(seed);
    let mut blows: BTreeMap<Blow, u32> = BTreeMap::new();
    let start = Instant::now();
    let matches: Vec<i64> = thread::scope(|scope| {
        let (ports, is_over) = (&ports, &is_over);
        let playing: Vec<_> = people
            .iter()
            .zip(&names)
            .map(|(person, name)| scope.spawn(move || play(person, ports, is_over, opponent, name)))
            .collect();
        while start.elapsed() < Duration::from_secs(seconds) {
            thread::sleep(Duration::from_millis(u64::from(rng.below(700))));
            // Each kind once at first, then at random.
            let number = blows.values().sum::<u32>() as usize;
            let blow = BLOWS.get(number).copied();
            let blow = blow.unwrap_or_else(|| BLOWS[rng.below(BLOWS.len() as u32) as usize]);
            world.strike(blow, &mut rng);
            *blows.entry(blow).or_default() += 1;
            for (shown, known) in ports.iter().zip(&world.ports) {
                shown.store(known.load(Ordering::SeqCst), Ordering::SeqCst);
            }
        }
        is_over.store(true, Ordering::SeqCst);
        playing.into_iter().flat_map(|person| person.join().unwrap()).collect()
    });

    // All is played to its end; what failed too often is tried again.
    let port = world.servers[0].port;
    let end = Instant::now();
    let mut requeued = 0;
    loop {
        let queue = organiser.get(port, "/api/v1/queue").expect(200).json();
        let queue = queue.as_array().unwrap();
        if queue.is_empty() {
            break;
        }
        if queue.iter().any(|line| line["state"] == "dead") {
            let again = json!({ "action": "requeue", "why": "everything failed" });
            let again = organiser.post(port, "/api/v1/console/jobs", &again).expect(200).json();
            requeued += again["jobs"].as_array().unwrap().len();
        }
        assert!(end.elapsed() < Duration::from_secs(120), "the queue is still {queue:?}");
        thread::sleep(Duration::from_millis(200));
    }
    let distinct: BTreeSet<i64> = matches.iter().copied().collect();
    assert_eq!(distinct.len(), matches.len(), "two requests have the same match");
    assert!(!matches.is_empty());
    let mut replays = Vec::new();
    for id in &distinct {
        let found = organiser.get(port, &format!("/api/v1/matches/{id}")).expect(200).json();
        let played = (found["state"].as_str(), found["games"].as_array().unwrap().len());
        assert_eq!(played, (Some("finished"), 1), "{found}");
        if replays.len() < 100 {
            let path = format!("/api/v1/matches/{id}/games/1/replay");
            let replay = organiser.get(port, &path).expect(200).body;
            let file = format!("{id}.agon");
            world.here.write(&file, replay);
            replays.push(file);
        }
    }
    let files: Vec<&str> = replays.iter().map(String::as_str).collect();
    world.here.run(&[&["replay", "verify"], &files[..]].concat()).expect(0, &[]);
    ratings_equal_those_from_scratch(&organiser, port, &league["id"], games as usize);
    for server in std::mem::take(&mut world.servers) {
        world.count(&server);
    }
    println!("chaos with seed {seed}, {seconds} s: {blows:?}");
    println!(
        "{} requests, {games} games of a league, {} replays verified, {requeued} dead jobs requeued, settled \
         after {:.0} s",
        matches.len(),
        replays.len(),
        end.elapsed().as_secs_f64()
    );
    println!("{:?}", world.counted);
}
