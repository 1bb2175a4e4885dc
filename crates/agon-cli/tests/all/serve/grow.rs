//! The walk of `docs/serve/scale.md` from one server on SQLite to two servers on PostgreSQL, an S3-compatible
//! store and NATS with four workers, while a match is under way.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor_with_bot};
use super::workers::{WorkerProcess, wait_for_begin};
use crate::Scratch;
use agon_testservers::{Nats, Postgres, S3};
use serde_json::{Value, json};

/// The commands of the page, without comments.
fn commands() -> Vec<String> {
    let page = include_str!("../../../../../docs/serve/scale.md");
    let (_, section) = page.split_once("## From one machine to more").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let commands = section.lines().filter_map(|line| line.strip_prefix("$ agon "));
    commands.map(|line| line.split('#').next().unwrap().trim().to_owned()).collect()
}

/// The value of a key in lines of TOML.
fn value<'t>(text: &'t str, key: &str) -> &'t str {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{key} = "))).unwrap();
    line.trim_matches('"')
}

#[test]
fn a_server_grows_as_the_page_says_and_loses_no_match() {
    let here = Scratch::new("serve-grow");
    let (postgres, s3, nats) = (Postgres::start().unwrap(), S3::start(), Nats::start());
    let (database, store) = (postgres.new_database(), s3.configuration());
    let blobs = value(&store, "blobs").to_owned();
    let keys: String = store.lines().skip(1).map(|line| format!("{line}\n")).collect();
    here.write("keys.toml", &keys);
    let more = format!("database = {database:?}\nnats = {:?}\nworkers = 0\n", nats.url());
    here.write("servers.toml", format!("{store}{more}"));

    let mut servers: Vec<ServerProcess> = Vec::new();
    let mut workers = Vec::new();
    let mut contest: Option<(Person, Person, Value)> = None;
    let commands = commands();
    assert_eq!(commands.len(), 8, "{commands:?}");
    for line in &commands {
        let line = line
            .replace("postgres://USER:PASSWORD@HOST/NAME", &database)
            .replace("s3://BUCKET/PREFIX", &blobs)
            .replace("nats://HOST:4222", &nats.url());
        let mut words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "serve" => {
                words.extend(["--listen", "127.0.0.1:0"]);
                servers.push(ServerProcess::start_by(here.command(&words)));
                contest.get_or_insert_with(|| begin(&servers[0]));
            }
            "admin" => {
                assert_eq!(servers.remove(0).stop(), Some(0));
                here.run(&words).expect(0, &["rows", "blobs were copied"]);
            }
            "worker" => workers.push(WorkerProcess::start_by(here.command(&words))),
            other => panic!("the page has an unexpected command: {other}"),
        }
    }
    assert_eq!((servers.len(), workers.len()), (2, 4));
    let (organiser, ada, asked) = contest.unwrap();
    let path = format!("/api/v1/matches/{}", asked["match"]);
    for server in &servers {
        let found = ada.wait_for(server.port, &path, |found| found["state"] == "finished");
        assert_eq!(found["games"].as_array().unwrap().len(), 6, "{found}");
    }
    for game in 1..=6 {
        ada.get(servers[1].port, &format!("{path}/games/{game}/replay")).expect(200);
    }
    // The worker within the first server is still listed as connected for a while.
    organiser.wait_for(servers[0].port, "/api/v1/console/workers", |listed| {
        let connected = listed.as_array().unwrap().iter().filter(|line| line["connected"] == true);
        connected.count() == 4
    });
}

/// A match of six games on the first server, one of which has begun.
fn begin(server: &ServerProcess) -> (Person, Person, Value) {
    let organiser = server.organiser();
    let bot = format!("import time\ntime.sleep(2)\n{IDLE_BOT}");
    let (ada, opponent) = competitor_with_bot(server, &organiser, &bot);
    let body = json!({ "opponents": [{ "team": opponent }], "games": 6 });
    let asked = ask_games(&ada, server.port, &body);
    wait_for_begin(&organiser, server.port);
    (organiser, ada, asked)
}
