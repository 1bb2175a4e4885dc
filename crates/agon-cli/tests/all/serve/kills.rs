//! The server is killed again and again while people upload and ask for games: every request that was
//! acknowledged has exactly one effect.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor};
use crate::Scratch;
use agon_compete::History;
use agon_compete::table::{Filter, tabulate};
use agon_testservers::Postgres;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Kills in the ordinary tests, and with `--long`.
fn kills() -> usize {
    match std::env::var("AGON_TEST_EFFORT").as_deref() {
        Ok("long") => 1000,
        // On each of the two databases.
        _ => 25,
    }
}

/// Uploads new versions and asks for games until told to stop; returns what was acknowledged.
fn work(
    person: &Person,
    port: &AtomicU16,
    count: &AtomicUsize,
    opponent: i64,
    name: &str,
) -> BTreeMap<String, i64> {
    let mut acknowledged = BTreeMap::new();
    for number in 0.. {
        let port = match port.load(Ordering::SeqCst) {
            0 => return acknowledged,
            port => port,
        };
        let text = format!("{IDLE_BOT}# {name} {number}\n");
        let path = "/api/v1/events/cup/submissions?name=bot.py";
        let kind = "application/octet-stream";
        if number % 5 == 0
            && let Some(answer) = person.ask(port, "POST", path, kind, text.as_bytes(), "")
        {
            let id = answer.expect(200).json()["id"].as_i64().unwrap();
            acknowledged.insert(format!("submission {text}"), id);
        }
        let body = json!({ "opponents": [{ "team": opponent }], "games": 1 }).to_string();
        let key = format!("idempotency-key: {name}-{number}\r\n");
        let path = "/api/v1/events/cup/scrimmages";
        let kind = "application/json";
        if let Some(answer) = person.ask(port, "POST", path, kind, body.as_bytes(), &key) {
            let asked = answer.expect(200).json();
            let id = asked["scrimmage"]["match"].as_i64().unwrap();
            acknowledged.insert(format!("match {name}-{number}"), id);
            count.fetch_add(1, Ordering::SeqCst);
        }
        thread::sleep(Duration::from_millis(20));
    }
    acknowledged
}

#[test]
fn every_acknowledged_request_has_exactly_one_effect_on_sqlite() {
    kill_again_and_again("serve-kills-sqlite", "");
}

#[test]
fn every_acknowledged_request_has_exactly_one_effect_on_postgres() {
    let database = Postgres::shared().new_database();
    kill_again_and_again("serve-kills-postgres", &format!("database = {database:?}\n"));
}

fn kill_again_and_again(name: &str, database: &str) {
    let here = Scratch::new(name);
    let config = here.write("agon.toml", format!("scrimmages_per_hour = 1000000\n{database}"));
    let more = ["--config", config.to_str().unwrap()];
    let server = ServerProcess::start(&here, &more);
    let organiser = server.organiser();
    let people: Vec<(String, Person)> = ["ada", "bob"]
        .iter()
        .map(|name| (name.to_string(), competitor(&server, &organiser, name)))
        .collect();
    for (name, person) in &people {
        let text = format!("{IDLE_BOT}# first {name}\n");
        let id =
            person.upload(server.port, "cup", "bot.py", text.as_bytes()).expect(200).json()["id"]
                .clone();
        person
            .wait_for(server.port, &format!("/api/v1/submissions/{id}"), |s| s["state"] == "valid");
    }
    let teams = organiser.get(server.port, "/api/v1/events/cup/teams").expect(200).json();
    let staff =
        teams["teams"].as_array().unwrap().iter().find(|team| team["staff"] == true).unwrap();
    let opponent = staff["id"].as_i64().unwrap();
    // A league is played at the same time.
    let players: Vec<&Value> =
        teams["teams"].as_array().unwrap().iter().map(|team| &team["id"]).collect();
    let plan = json!({ "until": 4 * kills(), "batch": 16 });
    let mut league = json!({ "title": "Ladder", "kind": "league", "plan": plan, "public": true });
    league["teams"] = json!(players);
    let league = organiser.post(server.port, "/api/v1/events/cup/runs", &league).expect(200).json();

    let port = AtomicU16::new(server.port);
    let count = AtomicUsize::new(0);
    let (acknowledged, server) = thread::scope(|scope| {
        let workers: Vec<_> = people
            .iter()
            .map(|(name, person)| scope.spawn(|| work(person, &port, &count, opponent, name)))
            .collect();
        let mut server = server;
        for kill in 0..kills() {
            // Different moments: right after the start up to many requests later.
            thread::sleep(Duration::from_millis((kill as u64 * 37) % 211));
            // On a busy machine all kills would come before the first answer.
            let answered = count.load(Ordering::SeqCst);
            while kill % 4 == 0 && count.load(Ordering::SeqCst) == answered {
                thread::sleep(Duration::from_millis(1));
            }
            server.kill();
            server = ServerProcess::start_again(&here, &more);
            port.store(server.port, Ordering::SeqCst);
        }
        port.store(0, Ordering::SeqCst);
        let acknowledged: BTreeMap<String, i64> =
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect();
        (acknowledged, server)
    });
    assert!(
        acknowledged.len() > kills() / 5,
        "only {} requests were acknowledged",
        acknowledged.len()
    );

    // All is played to its end.
    let quiet = |queue: &Value| queue.as_array().unwrap().is_empty();
    organiser.wait_for(server.port, "/api/v1/queue", quiet);
    let mut ids = BTreeMap::new();
    for (what, id) in &acknowledged {
        let kind = what.split(' ').next().unwrap();
        assert!(ids.insert((kind, *id), what).is_none(), "two requests have {kind} {id}");
        if kind == "match" {
            let found =
                organiser.get(server.port, &format!("/api/v1/matches/{id}")).expect(200).json();
            assert_eq!(
                (found["state"].as_str(), found["games"].as_array().unwrap().len()),
                (Some("finished"), 1)
            );
        } else {
            let found =
                organiser.get(server.port, &format!("/api/v1/submissions/{id}")).expect(200).json();
            assert_eq!(found["state"], "valid", "{found}");
        }
    }
    // A request whose answer was lost may have had its effect, but never two.
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/v1/events/cup/matches?limit=200{cursor}");
        let page = organiser.get(server.port, &path).expect(200).json();
        all.extend(page["matches"].as_array().unwrap().clone());
        match page["next"].as_i64() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    for found in &all {
        assert_eq!(found["games"].as_array().unwrap().len(), 1, "{found}");
    }
    ratings_equal_those_from_scratch(&organiser, server.port, &league["id"], 4 * kills());
}

/// Compares the ratings of a league, and of the event that has only this one, with those from its log.
pub fn ratings_equal_those_from_scratch(
    organiser: &Person,
    port: u16,
    league: &Value,
    games: usize,
) {
    let path = format!("/api/v1/runs/{league}");
    organiser.wait_for(port, &path, |run| run["state"] == "closed");
    let log = organiser.get(port, &format!("{path}/log")).expect(200);
    let log = String::from_utf8(log.body).unwrap();
    let history = History::of(log.lines().map(|line| serde_json::from_str(line).unwrap())).unwrap();
    let table = tabulate(&history, &Filter::default());
    assert_eq!(table.games, games);
    let whole = |board: &Value| board["games"] == games;
    for path in [format!("{path}/ratings"), "/api/v1/events/cup/leaderboard".into()] {
        let board = organiser.wait_for(port, &path, whole);
        let lines = board["lines"].as_array().unwrap();
        assert_eq!(lines.len(), table.lines.len());
        for (ours, theirs) in lines.iter().zip(&table.lines) {
            assert_eq!(ours["name"], theirs.name.as_str());
            assert_eq!(ours["elo"].as_f64(), Some(theirs.elo));
            assert_eq!(ours["error"].as_f64(), Some(theirs.error));
            let counts =
                [&ours["won"], &ours["shared"], &ours["lost"]].map(|n| n.as_u64().unwrap());
            assert_eq!(counts, [theirs.won, theirs.shared, theirs.lost].map(u64::from));
        }
    }
}
