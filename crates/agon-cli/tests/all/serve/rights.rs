//! What people may not do, and what the server does not tell.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor};
use crate::Scratch;
use serde_json::{Value, json};

#[test]
fn a_team_cannot_reach_what_belongs_to_another() {
    let here = Scratch::new("serve-rights");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let (ada, eve) =
        (competitor(&server, &organiser, "ada"), competitor(&server, &organiser, "eve"));
    let visitor = Person::visitor();
    let id =
        ada.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json()["id"].clone();
    let submission = format!("/api/v1/submissions/{id}");
    ada.wait_for(port, &submission, |found| found["state"] == "valid");
    let matches = ada.get(port, "/api/v1/events/cup/matches").expect(200).json();
    let found = format!("/api/v1/matches/{}", matches["matches"][0]["id"]);
    let replay = format!("{found}/games/1/replay");
    for path in [&submission, &format!("{submission}/source"), &found, &replay] {
        ada.get(port, path).expect(200);
        organiser.get(port, path).expect(200);
        let hidden = eve.get(port, path).expect(404).json();
        // Exactly the answer for something that does not exist, but for its number.
        let missing = path.replace(&id.to_string(), "999");
        assert_eq!(eve.get(port, &missing).status, 404);
        assert!(hidden["detail"].as_str().unwrap().starts_with("there is no "), "{hidden}");
        visitor.get(port, path).expect(401);
    }
    eve.post(port, &format!("{submission}/activate"), &json!({})).expect(404);
    assert_eq!(
        eve.get(port, "/api/v1/events/cup/matches").expect(200).json()["matches"],
        json!([])
    );
    for path in ["/api/v1/accounts", "/api/v1/queue"] {
        ada.get(port, path).expect(403);
        visitor.get(port, path).expect(401);
        organiser.get(port, path).expect(200);
    }
    ada.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "over" })).expect(403);
    ada.post(port, "/api/v1/events", &json!({ "slug": "x", "title": "x", "game": "mars" }))
        .expect(403);
    // Scrimmages, questions and appeals belong to their teams.
    let own = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json()["team"]["id"].clone();
    let wish = json!({ "opponents": [{ "team": own, "version": 1 }], "games": 1 });
    let asked = ask_games(&ada, port, &wish);
    let played = format!("/api/v1/matches/{}", asked["match"]);
    ada.wait_for(port, &played, |found| found["state"] == "finished");
    for path in [format!("/api/v1/scrimmages/{}", asked["id"]), played.clone()] {
        ada.get(port, &path).expect(200);
        eve.get(port, &path).expect(404);
        visitor.get(port, &path).expect(401);
    }
    let answer = format!("/api/v1/scrimmages/{}/answer", asked["id"]);
    eve.post(port, &answer, &json!({ "accept": true })).expect(404);
    eve.post(port, &format!("{played}/rematch"), &json!({})).expect(404);
    let questions = "/api/v1/events/cup/questions";
    let appeal = json!({ "text": "We were cheated.", "match": asked["match"] });
    eve.post(port, questions, &appeal).expect(404);
    let appeal = ada.post(port, questions, &appeal).expect(200).json();
    let question = json!({ "text": "May we print?" });
    let question = ada.post(port, questions, &question).expect(200).json();
    let seen = |person: &Person, path: &str, key: &str| {
        person.get(port, path).expect(200).json()[key].as_array().unwrap().clone()
    };
    assert_eq!(seen(&eve, questions, "questions"), [] as [Value; 0]);
    assert_eq!(seen(&eve, "/api/v1/events/cup/scrimmages", "scrimmages"), [] as [Value; 0]);
    let verdict = json!({ "state": "rejected", "answer": "The replay shows a fair match." });
    let path = format!("/api/v1/questions/{}/answer", appeal["id"]);
    ada.post(port, &path, &verdict).expect(403);
    organiser.post(port, &path, &verdict).expect(200);
    let reply = json!({ "state": "answered", "answer": "Yes.", "public": true });
    let path = format!("/api/v1/questions/{}/answer", question["id"]);
    organiser.post(port, &path, &reply).expect(200);
    let public = seen(&eve, questions, "questions");
    assert_eq!(public.len(), 1, "{public:?}");
    assert_eq!((&public[0]["answer"], &public[0]["team"]), (&json!("Yes."), &Value::Null));
    assert_eq!(public[0]["team_name"], Value::Null);
    assert_eq!(seen(&ada, questions, "questions").len(), 2);
    // Frozen: no uploads, but scrimmages go on.
    organiser.put(port, "/api/v1/events/cup/phase", &json!({ "phase": "frozen" })).expect(204);
    let late = ada.upload(port, "cup", "bot.py", b"import agon").expect(409).json();
    let sentence = "the event is in the phase frozen; handing in a bot is possible in open only";
    assert_eq!(late["detail"], sentence);
}

#[test]
fn forged_and_malformed_requests_are_refused() {
    let here = Scratch::new("serve-forged");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let body = json!({ "slug": "x", "title": "x", "game": "mars" }).to_string();
    let ask = |kind: &str, more: &str| {
        organiser.ask(port, "POST", "/api/v1/events", kind, body.as_bytes(), more).unwrap()
    };
    ask("application/json", "origin: https://evil.example\r\n").expect(403);
    ask("application/json", "sec-fetch-site: cross-site\r\n").expect(403);
    // A form of another site can only send these kinds.
    ask("text/plain", "").expect(415);
    let own = format!("origin: http://127.0.0.1:{port}\r\n");
    ask("application/json", &own).expect(200);
    for (path, body) in [
        ("/api/v1/events", json!({ "slug": "../x", "title": "x", "game": "mars" })),
        ("/api/v1/events", json!({ "slug": "y", "title": "\u{202e}x", "game": "mars" })),
        ("/api/v1/events", json!({ "slug": "y", "title": "x", "game": "chess" })),
        ("/api/v1/events", json!({ "slug": "y" })),
        ("/api/v1/events", json!([])),
        ("/api/v1/accounts", json!({ "login": "a b", "name": "x", "role": "competitor" })),
        ("/api/v1/sessions", json!({ "login": "nobody" })),
        ("/api/v1/sessions", json!({ "login": "a\0b", "password": "x" })),
        ("/api/v1/events/x/join", json!({ "code": "\u{1b}[31m" })),
        ("/api/v1/me/tokens", json!({ "name": "a\0", "scopes": ["read"] })),
        ("/api/v1/me/tokens", json!({ "name": "x", "scopes": ["read"], "days": 0 })),
        ("/api/v1/runs/1/rulings", json!({ "why": "\0", "ruling": {} })),
        ("/api/v1/accounts", json!({ "login": "x", "name": "\u{202e}x", "role": "competitor" })),
    ] {
        let answer = organiser.post(port, path, &body).expect(422);
        assert!(answer.head.contains("application/problem+json"), "{}", answer.head);
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.len() > 10 && !detail.contains("deserialize"), "{detail}");
    }
    for path in ["/api/v1/events/%00", "/api/v1/events/%00/teams", "/api/v1/events/%1b/leaderboard"]
    {
        organiser.get(port, path).expect(404);
    }
    organiser.get(port, "/api/v1/console/audit?actor=%00").expect(422);
    let refused = organiser.get(port, "/api/v1/events/x/matches?limit=many").expect(400).json();
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("`limit` must be a whole number"), "{detail}");
    let wrong = Person::visitor();
    let known = wrong.post(port, "/api/v1/sessions", &json!({ "login": "org", "password": "x" }));
    let unknown =
        wrong.post(port, "/api/v1/sessions", &json!({ "login": "ghost", "password": "x" }));
    assert_eq!(known.expect(401).json(), unknown.expect(401).json());
    // Names cannot be guessed by the lock either.
    let body = json!({ "login": "lena", "name": "Lena", "role": "competitor" });
    organiser.post(port, "/api/v1/accounts", &body).expect(200);
    let attempts = |login: &str| {
        let body = json!({ "login": login, "password": "x" });
        let status = |_| wrong.post(port, "/api/v1/sessions", &body).status;
        (0..6).map(status).collect::<Vec<u16>>()
    };
    assert_eq!(attempts("lena"), [401, 401, 401, 401, 401, 429]);
    assert_eq!(attempts("nina"), [401, 401, 401, 401, 401, 429]);
    // Tokens are listed without their secret, and revoked.
    let body = json!({ "name": "laptop", "scopes": ["read"] });
    let made = organiser.post(port, "/api/v1/me/tokens", &body).expect(200).json();
    let listed = organiser.get(port, "/api/v1/me/tokens").expect(200).json();
    assert_eq!((&listed[0]["id"], &listed[0]["name"]), (&made["id"], &json!("laptop")));
    assert!(!listed.to_string().contains(made["token"].as_str().unwrap()), "{listed}");
    let bearer = format!("authorization: Bearer {}\r\n", made["token"].as_str().unwrap());
    let by_token = || wrong.ask(port, "GET", "/api/v1/events", "application/json", b"", &bearer);
    by_token().unwrap().expect(200);
    let path = format!("/api/v1/me/tokens/{}", made["id"]);
    let delete = |path: &str| organiser.ask(port, "DELETE", path, "application/json", b"", "");
    delete(&path).unwrap().expect(204);
    by_token().unwrap().expect(401);
    delete(&path).unwrap().expect(404);
    // A server keeps its last organiser.
    let refused = delete("/api/v1/accounts/1").unwrap().expect(409).json();
    assert!(refused["detail"].as_str().unwrap().contains("last organiser"), "{refused}");
    for path in ["/api/v1/nothing", "/api/v1/matches/x", "/api/v1/events/%00", "/../etc/passwd"] {
        let status = organiser.get(port, path).status;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    let answer = organiser.get(port, "/api/v1/server").expect(200);
    assert!(answer.head.contains("content-security-policy: default-src 'self'"), "{}", answer.head);
    let tag = answer.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let more = format!("if-none-match: {tag}\r\n");
    let path = "/api/v1/server";
    let same =
        organiser.ask(port, "GET", path, "application/json", &[], &more).unwrap().expect(304);
    assert!(same.body.is_empty());
}
