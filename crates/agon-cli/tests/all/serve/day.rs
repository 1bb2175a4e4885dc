//! A small contest day: sign in, upload, validation, scrimmage, replay.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor};
use crate::Scratch;
use serde_json::{Value, json};

/// A bot that tells its author something.
const TALKER: &str = "import agon\n\ndef play(turn):\n    turn.log('secret')\n\nagon.run(play)\n";

const SUBMISSIONS: &str = "/api/v1/events/cup/submissions";

fn settled(value: &Value) -> bool {
    matches!(value["state"].as_str(), Some("valid" | "rejected"))
}

#[test]
fn bots_are_uploaded_and_play() {
    let here = Scratch::new("serve-day");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let (ada, bob) =
        (competitor(&server, &organiser, "ada"), competitor(&server, &organiser, "bob"));

    let sent = ada.upload(port, "cup", "bot.py", TALKER.as_bytes()).expect(200).json();
    assert_eq!((sent["number"].as_i64(), sent["state"].as_str()), (Some(1), Some("received")));
    let again = ada.upload(port, "cup", "bot.py", TALKER.as_bytes()).expect(200).json();
    assert_eq!(again["id"], sent["id"], "identical bytes keep their version");
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    let valid = ada.wait_for(port, &path, settled);
    assert_eq!(valid["state"], "valid", "{valid}");

    // What is wrong is told with its cause.
    let wrong = [
        ("bot.py", "import agon\ndef play(turn:\n    pass\n", "SyntaxError"),
        ("bot.cpp", "int main( { return 0; }\n", "error"),
        ("bot.zip", "this is not an archive", "neither a zip file nor a tar file"),
        ("bot.py", "print(1)\n", "ready"),
        ("bot.py", "raise ValueError('red \\x1b[31m and zero \\0 here')\n", "ValueError"),
        ("bot.txt", "nothing\n", "bot.txt is not recognised as a bot"),
    ];
    for (name, text, cause) in wrong {
        let sent = bob.upload(port, "cup", name, text.as_bytes()).expect(200).json();
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        let end = bob.wait_for(port, &path, settled);
        assert_eq!(end["state"], "rejected", "{name}: {end}");
        let told = format!("{} {}", end["reason"], end["log"]);
        assert!(told.contains(cause), "{name}: {told}");
        // No folder of the server, no character that a terminal or PostgreSQL stumbles over.
        assert!(!told.contains("unpacked") && !told.contains("as in `python:"), "{name}: {told}");
        let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!end["reason"].as_str().unwrap().chars().any(is_odd), "{name}: {told}");
    }
    let no_bot = json!({ "opponents": [{ "team": 1 }] });
    let refused = bob.post(port, "/api/v1/events/cup/scrimmages", &no_bot).expect(409).json();
    assert!(
        refused["detail"].as_str().unwrap().contains("has no valid submission yet"),
        "{refused}"
    );

    let sent =
        bob.upload(port, "cup", "my bot.py".replace(' ', "%20").as_str(), IDLE_BOT.as_bytes());
    let path = format!("/api/v1/submissions/{}", sent.expect(200).json()["id"]);
    bob.wait_for(port, &path, settled);
    let team = bob.get(port, "/api/v1/events/cup/my-team").expect(200).json()["team"]["id"].clone();
    let asked = json!({ "opponents": [{ "team": team }], "games": 2, "seed": 7 });
    let found = ada.post(port, "/api/v1/events/cup/scrimmages", &asked).expect(200).json();
    assert_eq!(found["scrimmage"]["state"], "accepted");
    assert_eq!(found["left_this_hour"], 29);
    let path = format!("/api/v1/matches/{}", found["scrimmage"]["match"]);
    let played = ada.wait_for(port, &path, |found| found["state"] == "finished");
    let sides: Vec<&Value> =
        played["games"].as_array().unwrap().iter().map(|game| &game["sides"]).collect();
    assert_eq!(sides, [&json!([0, 1]), &json!([1, 0])], "the seats rotate");
    assert_eq!(bob.get(port, &path).expect(200).json(), played);

    // What ada's bot told its author stays with ada and staff.
    let start = |person: &Person| {
        let bytes = person.get(port, &format!("{path}/games/1/replay")).expect(200).body;
        String::from_utf8_lossy(&bytes[..14]).into_owned()
    };
    assert_eq!(
        (start(&ada), start(&organiser)),
        ("agon-replay 2\n".into(), "agon-replay 2\n".into())
    );
    assert_eq!(start(&bob), "agon-replay 1\n");
    // A rematch has the same maps, seeds and seats.
    let rematch = bob.post(port, &format!("{path}/rematch"), &json!({})).expect(200).json();
    let again = format!("/api/v1/matches/{}", rematch["scrimmage"]["match"]);
    let again = bob.wait_for(port, &again, |found| found["state"] == "finished");
    for key in ["map", "seed", "sides"] {
        assert_eq!(again["games"][0][key], played["games"][0][key]);
    }
    // The replay is an ordinary one: it verifies and names the teams.
    let replay = bob.get(port, &format!("{path}/games/2/replay")).expect(200);
    let file = here.write("match.agonreplay", &replay.body);
    let shown = here.run(&["replay", "verify", file.to_str().unwrap()]).expect(0, &[]);
    assert!(!shown.out.is_empty());
    let own = ada.get(port, SUBMISSIONS).expect(200).json();
    assert_eq!(own.as_array().unwrap().len(), 1);
    let source = ada.get(port, &format!("/api/v1/submissions/{}/source", own[0]["id"])).expect(200);
    assert_eq!(source.body, TALKER.as_bytes());
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn the_stream_tells_what_happens_and_catches_up() {
    let here = Scratch::new("serve-feed");
    let server = ServerProcess::start(&here, &[]);
    let organiser = server.organiser();
    let [ada, bob] = ["ada", "bob"].map(|name| competitor(&server, &organiser, name));
    let mut lines = Person::visitor().follow(server.port);
    // Catch-up: the phase was set and the team was made before the stream began.
    assert!(lines.any(|line| line == "event: phase"));
    assert!(lines.any(|line| line == "event: team"));
    // A visitor sees public news only: an upload stays in its team.
    ada.upload(server.port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200);
    organiser
        .put(server.port, "/api/v1/events/cup/phase", &json!({ "phase": "frozen" }))
        .expect(204);
    for line in lines {
        assert_ne!(line, "event: submission");
        if line.contains("frozen") {
            break;
        }
    }
    // A stream ends with the session that it was opened in.
    let port = server.port;
    let mut lines = bob.follow(port);
    assert!(lines.any(|line| line.contains("frozen")));
    let left = bob.ask(port, "DELETE", "/api/v1/sessions/current", "", b"", "").unwrap();
    left.expect(204);
    std::thread::sleep(std::time::Duration::from_secs(6));
    let end = json!({ "title": "The end", "body": "Good night." });
    organiser.post(port, "/api/v1/events/cup/announcements", &end).expect(200);
    assert_eq!(lines.find(|line| line.contains("announcement")), None);
}
