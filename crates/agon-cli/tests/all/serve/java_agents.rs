//! A term with Java agents: they are in the package that the event asks for, and enter the tournament if they
//! want to.

use super::client::{Person, ServerProcess, competitor};
use crate::Scratch;
use crate::regulations::galaxy_agent;
use serde_json::{Value, json};

/// Hands in an agent and returns what became of it.
fn hand_in(person: &Person, port: u16, file: &str, source: &str) -> Value {
    let sent = person.upload(port, "cup", file, source.as_bytes()).expect(200).json();
    person.wait_for(port, &format!("/api/v1/submissions/{}", sent["id"]), |found| {
        ["valid", "rejected"].contains(&found["state"].as_str().unwrap())
    })
}

/// Makes a run of the agents, waits for its end, and returns its report.
fn play(organiser: &Person, port: u16, kind: &str, plan: Value) -> Value {
    let body = json!({ "title": kind, "kind": kind, "plan": plan });
    let made = organiser.post(port, "/api/v1/events/cup/runs", &body).expect(200).json();
    let path = format!("/api/v1/runs/{}", made["id"]);
    organiser.wait_for(port, &path, |run| run["state"] == "closed");
    let report = organiser.get(port, &format!("{path}/report")).expect(200).json();
    report["report"].clone()
}

#[test]
fn agents_are_in_the_packages_of_the_event_and_choose_tournaments() {
    let here = Scratch::new("serve-java-agents");
    let server = ServerProcess::start(&here, &[]);
    let (port, organiser) = (server.port, server.organiser());
    let event = |packages: &[&str]| {
        let submissions = json!({ "languages": ["java"], "java_packages": packages });
        let settings = json!({ "submissions": submissions });
        json!({ "slug": "cup", "title": "Com S 228", "game": "galaxy", "settings": settings })
    };
    let refused = organiser.post(port, "/api/v1/events", &event(&["cs228 hw4"])).expect(422).json();
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("`cs228 hw4` is no Java package such as cs228hw4.game"), "{detail}");
    organiser.post(port, "/api/v1/events", &event(&["cs228hw4.game", "edu.*"])).expect(200);
    organiser.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "open" })).expect(204);

    let agents = [
        ("ada", "Plays", "cs228hw4.game", true),
        ("bob", "Stays", "edu.iastate.bob", false),
        ("eve", "Plays", "edu", true),
    ];
    for (login, class, package, enters) in agents {
        let person = competitor(&server, &organiser, login);
        let limits = person.get(port, "/api/v1/events/cup/submission-limits").expect(200).json();
        assert_eq!(limits["java_packages"], json!(["cs228hw4.game", "edu.*"]), "{limits}");
        let file = format!("{class}.java");
        if login == "ada" {
            for (package, words) in [
                (
                    "hw4",
                    "`Plays.java` is in the package hw4; this event asks for cs228hw4.game or edu.*",
                ),
                ("education", "`Plays.java` is in the package education"),
                (
                    "",
                    "`Plays.java` is in no package; this event asks for cs228hw4.game or edu.*: begin it",
                ),
            ] {
                let found = hand_in(&person, port, &file, &galaxy_agent(package, class, enters));
                assert_eq!(found["state"], "rejected", "{found}");
                assert!(found["reason"].as_str().unwrap().contains(words), "{found}");
            }
        }
        let source = galaxy_agent(package, class, enters);
        let found = hand_in(&person, port, &file, &source);
        assert_eq!(found["state"], "valid", "{found}");
        std::fs::create_dir(here.path(login)).unwrap();
        here.write(&format!("{login}/{file}"), source);
    }

    // The tournament leaves out the agent that says no, as the command line does.
    let plan = json!({ "format": "round-robin", "games": 1, "seed": 3, "clock": "off" });
    let ours = play(&organiser, port, "tournament", plan);
    let why = "its inTournament() is false";
    assert_eq!(ours["rejected"][0]["name"], "Team bob", "{ours}");
    assert!(ours["rejected"][0]["why"].as_str().unwrap().contains(why), "{ours}");
    assert_eq!(ours["standings"].as_array().unwrap().len(), 2, "{ours}");
    let mut words =
        vec!["tournament", "--game", "galaxy", "--seed", "3", "--format", "round-robin"];
    words.extend(["--games", "1", "--out", "theirs", "--clock", "off"]);
    for bot in ["Team ada=ada/Plays.java", "Team bob=bob/Stays.java", "Team eve=eve/Plays.java"] {
        words.extend(["--bot", bot]);
    }
    here.run(&words).expect(0, &["Team bob does not take part", why]);
    let theirs = std::fs::read(here.path("theirs/report.json")).unwrap();
    assert_eq!(ours, serde_json::from_slice::<Value>(&theirs).unwrap());

    // It is graded all the same.
    let task = json!({ "name": "plays", "opponent": "builtin:nothing", "need": "rounds >= 1", "points": 3 });
    let marks = play(&organiser, port, "grade", json!({ "task": [task], "clock": "off" }));
    let points = |team: &str| {
        let line = marks.as_array().unwrap().iter().find(|line| line["name"] == team);
        line.unwrap_or_else(|| panic!("{marks}"))["points"].clone()
    };
    assert_eq!((points("Team ada"), points("Team bob")), (json!(3.0), json!(3.0)), "{marks}");
}
