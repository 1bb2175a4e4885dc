//! Hosts in network namespaces: cables between workers, servers and NATS are pulled in mid-match, and every
//! job has exactly one effect.
//!
//! NATS and each worker are on hosts of their own. The servers run beside the test, and each has a cable of
//! its own to NATS.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor_with_bot};
use super::kills::ratings_equal_those_from_scratch;
use super::lost::{ask, finished, lost_workers, slow_bot, wait_until};
use super::workers::{Lab, WorkerProcess, under_way, wait_for_begin};
use crate::Scratch;
use agon_testservers::{Cable, Host, Nats, Postgres, S3};
use serde_json::{Value, json};
use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

/// The host of NATS; says why there is none if this user may not make hosts.
fn host_of_nats() -> Option<Host> {
    if let Some(refusal) = Host::refusal() {
        // Written directly, because the test harness captures `eprintln!`.
        std::io::stderr().write_all(format!("{refusal}\n").as_bytes()).unwrap();
        return None;
    }
    Some(Host::start())
}

/// Where NATS answers at the far end of a cable.
fn url(cable: &Cable, nats: &Nats) -> String {
    format!("nats://{}:{}", cable.address(), nats.port())
}

/// A worker on a host of its own, and the cable between this host and that of NATS.
fn worker_on_host(here: &Scratch, hub: &Host, nats: &Nats) -> (WorkerProcess, Cable, Host) {
    let host = Host::start();
    let cable = Cable::between(Some(&host), hub);
    let command = WorkerProcess::command(here, &url(&cable, nats), &[]);
    (WorkerProcess::start_by(host.run(&command)), cable, host)
}

/// A league of all teams; returns its number.
fn start_league(organiser: &Person, port: u16, games: usize) -> Value {
    let teams = organiser.get(port, "/api/v1/events/cup/teams").expect(200).json();
    let ids: Vec<&Value> =
        teams["teams"].as_array().unwrap().iter().map(|team| &team["id"]).collect();
    let plan = json!({ "until": games, "batch": 6 });
    let league =
        json!({ "title": "Ladder", "kind": "league", "plan": plan, "public": true, "teams": ids });
    organiser.post(port, "/api/v1/events/cup/runs", &league).expect(200).json()["id"].clone()
}

#[test]
fn a_worker_whose_cable_is_pulled_keeps_its_game_for_a_lease_and_then_another_plays_it() {
    let Some(hub) = host_of_nats() else { return };
    let nats = Nats::start_on(&hub);
    let cable = Cable::between(None, &hub);
    let address = url(&cable, &nats);
    let lab = Lab::start_at("hosts-worker", "lease_seconds = 3\n", nats, &address);
    let port = lab.server.port;
    let organiser = lab.server.organiser();
    let (first, first_cable, _first_host) = worker_on_host(&lab.here, &hub, &lab.nats);
    let (ada, opponent) = competitor_with_bot(&lab.server, &organiser, &slow_bot(2));

    // For less than the lease: the worker keeps its game.
    let path = ask(&ada, port, &opponent, 1);
    wait_for_begin(&organiser, port);
    first_cable.pull();
    sleep(Duration::from_millis(300));
    first_cable.plug();
    finished(&ada, port, &path, 1);
    let stale = || lab.server.metric("agon_stale_results_total ");
    assert_eq!((lost_workers(&organiser, port), stale()), (0, 0.0));

    // For longer: another worker plays it, and the late result is dropped.
    let path = ask(&ada, port, &opponent, 1);
    wait_for_begin(&organiser, port);
    first_cable.pull();
    let (second, _second_cable, _second_host) = worker_on_host(&lab.here, &hub, &lab.nats);
    finished(&ada, port, &path, 1);
    let found = ada.get(port, &path).expect(200).json();
    assert_eq!(lost_workers(&organiser, port), 1);
    first_cable.plug();
    wait_until("the late result is dropped", || stale() == 1.0);
    assert_eq!(ada.get(port, &path).expect(200).json(), found);

    // For ever: the other worker plays everything that is left.
    let before = lab.server.metric("agon_games_total ");
    let league = start_league(&organiser, port, 12);
    wait_until("the first worker has a game", || {
        under_way(&organiser, port).iter().any(|job| job["worker"] == first.name.as_str())
    });
    first_cable.pull();
    ratings_equal_those_from_scratch(&organiser, port, &league, 12);
    wait_until("every game is counted", || lab.server.metric("agon_games_total ") == before + 12.0);
    assert_eq!(stale(), 1.0);
    assert_eq!(organiser.get(port, "/api/v1/queue").expect(200).json(), json!([]));
    assert_eq!(second.stop(), Some(0));
}

#[test]
fn a_server_that_is_cut_off_from_nats_lets_the_other_one_go_on() {
    let Some(hub) = host_of_nats() else { return };
    let nats = Nats::start_on(&hub);
    let here = Scratch::new("hosts-servers");
    let (database, blobs) = (Postgres::shared().new_database(), S3::shared().configuration());
    let serve = |number: u32| {
        let cable = Cable::between(None, &hub);
        let text = format!(
            "database = {database:?}\nnats = {:?}\nworkers = 0\nlease_seconds = 3\n\
             scrimmages_per_hour = 1000\n{blobs}",
            url(&cable, &nats)
        );
        let config = here.write(&format!("{number}.toml"), text);
        let data = format!("data-{number}");
        let words = ServerProcess::words(&data, &["--config", config.to_str().unwrap()]);
        (ServerProcess::start_by(here.command(&words)), cable)
    };
    let leads = |server: &ServerProcess| server.metric("agon_leader ") == 1.0;
    let (first, first_cable) = serve(1);
    wait_until("the first server leads", || leads(&first));
    let organiser = first.organiser();
    let (second, second_cable) = serve(2);
    let (worker, _cable, _host) = worker_on_host(&here, &hub, &nats);
    let (ada, opponent) = competitor_with_bot(&first, &organiser, IDLE_BOT);
    let counted = || first.metric("agon_games_total ") + second.metric("agon_games_total ");
    let before = counted();
    let league = start_league(&organiser, first.port, 24);
    wait_for_begin(&organiser, first.port);

    // The dispatching server: the other one takes over, and plays what both are asked for.
    first_cable.pull();
    let at_first = ask(&ada, first.port, &opponent, 3);
    wait_until("the second server leads", || leads(&second));
    let at_second = ask(&ada, second.port, &opponent, 3);
    finished(&ada, first.port, &at_first, 3);
    finished(&ada, second.port, &at_second, 3);
    first_cable.plug();

    // Back again. The second server may still lead when the games are over: with nothing left to hand over
    // it does not notice that it is cut off.
    second_cable.pull();
    let at_second = ask(&ada, second.port, &opponent, 3);
    finished(&ada, second.port, &at_second, 3);
    second_cable.plug();

    ratings_equal_those_from_scratch(&organiser, second.port, &league, 24);
    wait_until("every game is counted", || counted() >= before + 33.0);
    assert_eq!(counted(), before + 33.0);
    assert_eq!(lost_workers(&organiser, first.port), 0);
    assert_eq!(organiser.get(first.port, "/api/v1/queue").expect(200).json(), json!([]));
    assert_eq!(worker.stop(), Some(0));
}
