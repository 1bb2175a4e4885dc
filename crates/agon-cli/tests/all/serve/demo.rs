//! The demo: every event is filled through the server's own interface.

use super::client::{Person, ServerProcess};
use crate::Scratch;
use serde_json::Value;

const GAMES: [&str; 5] = ["mars", "galaxy", "timetravel", "homerun", "asterobots"];

/// A password that the demo has printed.
fn password<'a>(lines: &'a [String], login: &str) -> &'a str {
    let line = lines.iter().find(|line| line.trim_start().starts_with(&format!("{login} ")));
    line.and_then(|line| line.split_whitespace().nth(1)).expect("an account in the output")
}

#[test]
fn the_demo_fills_every_event() {
    let here = Scratch::new("serve-demo");
    let (server, lines) = ServerProcess::start_demo(&here, "data");
    let port = server.port;
    let organiser = Person::log_in(port, "olga", password(&lines, "olga"));
    Person::log_in(port, "stan", password(&lines, "stan"));
    let ada = Person::log_in(port, "ada", password(&lines, "ada"));
    let list = |path: &str, key: &str| -> Vec<Value> {
        let page = organiser.get(port, path).expect(200).json();
        let page = if key.is_empty() { &page } else { &page[key] };
        page.as_array().unwrap().clone()
    };
    for game in GAMES {
        let event = format!("/api/v1/events/{game}");
        let about = Person::visitor().get(port, &event).expect(200).json();
        assert_eq!((&about["phase"], &about["game"]), (&"open".into(), &game.into()), "{about}");
        assert_eq!(about["timeline"].as_array().unwrap().len(), 4, "{about}");
        let board = Person::visitor().get(port, &format!("{event}/leaderboard")).expect(200).json();
        assert!(board["games"].as_i64().unwrap() >= 2, "{game}: {board}");
        let handbook = Person::visitor().get(port, &format!("{event}/handbook")).expect(200).json();
        assert_eq!(handbook["version"], 2, "{handbook}");
        assert_eq!(list(&format!("{event}/announcements"), "announcements").len(), 3);
        let teams = list(&format!("{event}/teams"), "teams");
        let competing: Vec<&Value> = teams.iter().filter(|team| team["staff"] == false).collect();
        assert_eq!(competing.len(), 5, "{competing:?}");
        assert_eq!(competing.iter().filter(|team| team["can_play"] == true).count(), 4);
        assert_eq!(competing.iter().filter(|team| team["state"] == "withdrawn").count(), 1);
        for kind in ["validation", "scrimmage", "ladder", "tournament"] {
            let path = format!("{event}/matches?kind={kind}&state=finished");
            assert!(!list(&path, "matches").is_empty(), "{game} has no {kind} that is finished");
        }
        let scrimmages = list(&format!("{event}/scrimmages"), "scrimmages");
        for state in ["asked", "accepted", "declined"] {
            assert!(scrimmages.iter().any(|one| one["state"] == state), "{game}: no {state}");
        }
        let questions = list(&format!("{event}/questions"), "questions");
        for state in ["open", "answered", "rejected"] {
            assert!(questions.iter().any(|one| one["state"] == state), "{game}: no {state}");
        }
        let runs = list(&format!("{event}/runs"), "runs");
        let shown = runs.iter().find(|run| run["kind"] == "tournament");
        let shown = shown.unwrap_or_else(|| panic!("{game} has no tournament: {runs:?}"));
        let rounds = list(&format!("/api/v1/runs/{}/rounds", shown["id"]), "");
        let states: Vec<&str> = rounds.iter().map(|one| one["state"].as_str().unwrap()).collect();
        assert_eq!(states[..2], ["released", "closed"], "{game}: {states:?}");
    }
    // A competitor of the list is the captain of a team.
    let mine = ada.get(port, "/api/v1/events/mars/my-team").expect(200).json();
    assert_eq!(mine["team"]["name"], "Red Planet Rovers");
    assert_eq!(mine["members"].as_array().unwrap().len(), 2, "{mine}");
    assert_eq!(server.stop(), Some(0));
    // The demo refuses a folder that is not empty.
    let words = ["serve", "--demo", "--data", "data", "--listen", "127.0.0.1:0"];
    here.run(&words).expect(2, &["data is not empty", "--data"]);
}
