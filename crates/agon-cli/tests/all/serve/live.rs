//! Games are watched while they are played, by people who may see them only.

use super::client::{Person, ask_games, competitor, competitor_with_bot};
use super::transports::{Stage, on_both_transports};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;
use std::time::{Duration, Instant};

/// A bot whose games take some seconds, and that says in every turn what only its team may read.
fn slow_bot(words: &str) -> String {
    format!(
        "import time\nimport agon\n\ndef play(turn):\n    turn.log('{words}')\n    \
         time.sleep(0.03)\n\nagon.run(play)\n"
    )
}

/// Asks for a film until it is as wanted.
#[track_caller]
fn film(person: &Person, port: u16, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let answer = person.get(port, path);
        let found = if answer.status == 200 { answer.json() } else { Value::Null };
        if found.is_object() && wanted(&found) {
            return found;
        }
        assert!(Instant::now() < end, "{path} is still {} {found}", answer.status);
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The text of the first frames of a film.
#[track_caller]
fn frames(person: &Person, port: u16, path: &str) -> String {
    let packed = person.get(port, &format!("{path}/chunks/0")).expect(200).body;
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    text
}

/// The number of a match between Ada and Bob, and both.
fn begin(stage: &Stage, organiser: &Person) -> (i64, Person, Person) {
    let (server, port) = (&stage.server, stage.server.port);
    let (ada, _) = competitor_with_bot(server, organiser, &slow_bot("thinks of roses"));
    let bob = competitor(server, organiser, "bob");
    let sent = bob.upload(port, "cup", "bot.py", slow_bot("thinks of tulips").as_bytes());
    let path = format!("/api/v1/submissions/{}", sent.expect(200).json()["id"]);
    bob.wait_for(port, &path, |found| found["state"] == "valid");
    let team = bob.get(port, "/api/v1/events/cup/my-team").expect(200).json();
    let body = json!({ "opponents": [{ "team": team["team"]["id"] }], "games": 1 });
    let asked = ask_games(&ada, port, &body);
    (asked["match"].as_i64().unwrap(), ada, bob)
}

#[test]
fn a_running_game_is_watched_by_its_teams_and_each_reads_its_own_bots_words() {
    on_both_transports("live-rights", "", |stage| {
        let port = stage.server.port;
        let organiser = stage.server.organiser();
        let (id, ada, bob) = begin(&stage, &organiser);
        let eve = competitor(&stage.server, &organiser, "eve");
        let path = format!("/api/v1/matches/{id}");
        ada.wait_for(port, &path, |found| found["live"] == json!([1]));
        let film_path = format!("{path}/games/1/film");
        let is_growing = |film: &Value| film["done"] == false && film["frames"].as_u64() > Some(3);
        let first = film(&ada, port, &film_path, is_growing);
        assert_eq!(first["head"]["source"], "live");
        let take = first["head"]["take"].as_str().unwrap().to_owned();

        // One who comes later gets what was before, and all see the same film.
        let late = film(&bob, port, &film_path, is_growing);
        assert_eq!(late["head"]["take"].as_str(), Some(take.as_str()));
        assert_eq!(late["rounds"][1], first["rounds"][1]);
        // A list of the match says that it can be watched.
        let listed = ada.get(port, "/api/v1/events/cup/matches?state=running").expect(200).json();
        assert_eq!(listed["matches"][0]["live"], json!([1]), "{listed}");

        let own = |person: &Person| {
            let text = frames(person, port, &film_path);
            (text.contains("roses"), text.contains("tulips"))
        };
        assert_eq!(own(&ada), (true, false));
        assert_eq!(own(&bob), (false, true));
        let all = film(&organiser, port, &film_path, is_growing);
        assert_eq!(
            (all["head"]["take"].as_str(), own(&organiser)),
            (Some(take.as_str()), (true, true))
        );
        // What one seat knows has that seat's board only.
        let seen = film(&ada, port, &format!("{film_path}?seat=1"), |film| film["frames"].is_u64());
        assert_eq!((&seen["head"]["seen_by"], &seen["head"]["fog"]), (&json!(1), &json!(true)));

        // To others there is no such match.
        for person in [&eve, &Person::visitor()] {
            let refused = person.get(port, &path).status;
            assert!([401, 404].contains(&refused), "{refused}");
            for rest in ["", "?seat=0", "/chunks/0"] {
                assert_eq!(
                    person.get(port, &format!("{film_path}{rest}")).status,
                    refused,
                    "{rest}"
                );
            }
        }
        ada.get(port, &format!("{path}/games/1/replay")).expect(404);
        ada.get(port, &format!("{path}/games/2/film")).expect(404);

        // The film grows; the replay takes its place with the same frames.
        let from = first["frames"].as_u64().unwrap();
        let more_path = format!("{film_path}?from={from}");
        let more = film(&ada, port, &more_path, |film| film["frames"].as_u64() > Some(from));
        assert!(more["from"] == from || more["head"]["take"].is_null(), "{}", more["from"]);
        let ended = film(&ada, port, &film_path, |film| film["head"].get("take").is_none());
        assert_eq!((&ended["done"], &ended["frames"]), (&json!(true), &json!(401)));
        let found = ada.get(port, &path).expect(200).json();
        assert_eq!((&found["state"], &found["live"]), (&json!("finished"), &json!([])));
        assert_eq!(own(&ada), (true, false));
    });
}

#[test]
fn a_game_that_only_staff_may_see_is_not_shown_to_those_who_play_it() {
    on_both_transports("live-hidden", "", |stage| {
        let port = stage.server.port;
        let organiser = stage.server.organiser();
        let (id, ada, _) = begin(&stage, &organiser);
        ada.wait_for(port, &format!("/api/v1/matches/{id}"), |found| found["state"] == "finished");
        let plan = json!({ "format": "single", "games": 1 });
        let body = json!({ "title": "Final", "kind": "tournament", "plan": plan, "public": false });
        let run = organiser.post(port, "/api/v1/events/cup/runs", &body).expect(200).json();
        let list = format!("/api/v1/events/cup/matches?run={}", run["id"]);
        let is_live = |found: &Value| {
            found["matches"].as_array().unwrap().iter().any(|one| one["live"] == json!([1]))
        };
        let found = organiser.wait_for(port, &list, is_live);
        let live =
            found["matches"].as_array().unwrap().iter().find(|one| one["live"] == json!([1]));
        let path = format!("/api/v1/matches/{}/games/1/film", live.unwrap()["id"]);
        film(&organiser, port, &path, |film| film["frames"].as_u64() > Some(1));
        ada.get(port, &path).expect(404);
        ada.get(port, &format!("{path}/chunks/0")).expect(404);
        assert_eq!(ada.get(port, &list).expect(200).json()["matches"], json!([]));
    });
}

#[test]
fn a_game_that_begins_again_after_a_crash_is_another_take() {
    let here = crate::Scratch::new("live-crash");
    let config = here.write("agon.toml", "workers = 2\n").to_str().unwrap().to_owned();
    let server = super::client::ServerProcess::start(&here, &["--config", &config]);
    let organiser = server.organiser();
    let (ada, opponent) = competitor_with_bot(&server, &organiser, &slow_bot("starts again"));
    let body = json!({ "opponents": [{ "team": opponent }], "games": 1 });
    let asked = ask_games(&ada, server.port, &body);
    let path = format!("/api/v1/matches/{}/games/1/film", asked["match"]);
    let is_growing = |film: &Value| film["frames"].as_u64() > Some(10);
    let before = film(&ada, server.port, &path, is_growing);
    server.kill();
    let server = super::client::ServerProcess::start_again(&here, &["--config", &config]);
    let after = film(&ada, server.port, &path, |film| film["frames"].as_u64() > Some(1));
    assert_eq!((&after["head"]["source"], &after["done"]), (&json!("live"), &json!(false)));
    assert_ne!(after["head"]["take"], before["head"]["take"]);
    film(&ada, server.port, &path, |film| film["done"] == true);
}
