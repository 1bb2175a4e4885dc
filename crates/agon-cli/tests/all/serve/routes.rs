//! Every route as every role, and in every phase of an event: a golden file says what is allowed.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor};
use crate::Scratch;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const PHASES: [&str; 5] = ["registration", "open", "frozen", "finals", "over"];

/// A route of the description: method, path, and a body that does no harm. `OWN` stands for the number of an
/// object of the team `ada`.
pub const ROUTES: &[(&str, &str, &str)] = &[
    ("GET", "/api/v1/server", ""),
    ("GET", "/api/v1/feed", ""),
    ("GET", "/api/v1/me", ""),
    ("GET", "/api/v1/queue", ""),
    ("GET", "/api/v1/sessions", ""),
    ("GET", "/api/v1/accounts", ""),
    ("GET", "/api/v1/events", ""),
    (
        "POST",
        "/api/v1/first-organiser",
        r#"{"token": "x", "login": "x", "name": "x", "password": "long enough"}"#,
    ),
    ("POST", "/api/v1/sessions", r#"{"login": "nobody", "password": "long enough"}"#),
    ("POST", "/api/v1/password-reset", r#"{"token": "x", "password": "long enough"}"#),
    ("POST", "/api/v1/sign-up", r#"{"login": "x", "name": "x", "password": "long enough"}"#),
    ("POST", "/api/v1/me/password", r#"{"old": "wrong one", "new": "long enough"}"#),
    ("POST", "/api/v1/me/tokens", r#"{"name": "x", "scopes": ["unknown"]}"#),
    ("GET", "/api/v1/me/tokens", ""),
    ("DELETE", "/api/v1/me/tokens/{id}", ""),
    ("DELETE", "/api/v1/sessions/{id}", ""),
    ("POST", "/api/v1/accounts", r#"{"login": "no good", "name": "x", "role": "competitor"}"#),
    ("POST", "/api/v1/accounts/{id}/reset-link", ""),
    ("DELETE", "/api/v1/accounts/{id}", ""),
    ("POST", "/api/v1/events", r#"{"slug": "no good", "title": "x", "game": "mars"}"#),
    ("GET", "/api/v1/events/{event}", ""),
    ("PATCH", "/api/v1/events/{event}", r#"{"title": "x"}"#),
    (
        "POST",
        "/api/v1/events/{event}/downtimes",
        r#"{"from": "2026-01-01T00:00Z", "until": "2025-01-01T00:00Z", "reason": "x"}"#,
    ),
    ("GET", "/api/v1/events/{event}/handbook", ""),
    ("POST", "/api/v1/events/{event}/handbook", r#"{"after": 0, "body": "", "notice": "x"}"#),
    ("GET", "/api/v1/events/{event}/starters/{language}", ""),
    ("GET", "/api/v1/events/{event}/announcements", ""),
    ("POST", "/api/v1/events/{event}/announcements", r#"{"title": "", "body": "x"}"#),
    ("GET", "/api/v1/events/{event}/submission-limits", ""),
    ("POST", "/api/v1/teams/{id}/extensions", r#"{"until": "never", "reason": "x"}"#),
    ("PATCH", "/api/v1/events/{event}/my-team", r#"{"division": "none"}"#),
    ("POST", "/api/v1/events/{event}/withdraw", r#"{"reason": ""}"#),
    ("PATCH", "/api/v1/teams/{id}", r#"{"state": "disqualified", "reason": ""}"#),
    ("GET", "/api/v1/events/{event}/teams", ""),
    ("GET", "/api/v1/events/{event}/my-team", ""),
    ("GET", "/api/v1/events/{event}/matches", ""),
    ("GET", "/api/v1/events/{event}/submissions", ""),
    ("GET", "/api/v1/events/{event}/runs", ""),
    ("PUT", "/api/v1/events/{event}/phase", r#"{"phase": "PHASE"}"#),
    ("POST", "/api/v1/events/{event}/teams", r#"{"name": ""}"#),
    ("POST", "/api/v1/events/{event}/join", r#"{"code": "unknown"}"#),
    ("POST", "/api/v1/events/{event}/submissions", "upload"),
    ("GET", "/api/v1/events/{event}/scrimmages", ""),
    ("POST", "/api/v1/events/{event}/scrimmages", r#"{"opponents": []}"#),
    ("PUT", "/api/v1/events/{event}/my-team/scrimmages", r#"{"always_accepts": true}"#),
    ("GET", "/api/v1/events/{event}/questions", ""),
    ("POST", "/api/v1/events/{event}/questions", r#"{"text": ""}"#),
    ("POST", "/api/v1/questions/{id}/answer", r#"{"state": "answered", "answer": "x"}"#),
    ("GET", "/api/v1/scrimmages/{id}", ""),
    ("POST", "/api/v1/scrimmages/{id}/answer", r#"{"accept": true}"#),
    ("POST", "/api/v1/events/{event}/runs", r#"{"title": "x", "kind": "unknown", "plan": {}}"#),
    ("GET", "/api/v1/submissions/{id}", ""),
    ("GET", "/api/v1/submissions/{id}/source", ""),
    ("POST", "/api/v1/submissions/{id}/activate", ""),
    ("PUT", "/api/v1/submissions/{id}/label", r#"{"label": "x"}"#),
    ("GET", "/api/v1/matches/{id}", ""),
    ("GET", "/api/v1/matches/{id}/games/{number}/replay", ""),
    ("GET", "/api/v1/matches/{id}/games/{number}/film", ""),
    ("GET", "/api/v1/matches/{id}/games/{number}/film/chunks/{chunk}", ""),
    ("POST", "/api/v1/matches/{id}/rematch", ""),
    ("GET", "/api/v1/runs/{id}", ""),
    ("GET", "/api/v1/runs/{id}/report", ""),
    ("GET", "/api/v1/runs/{id}/log", ""),
    ("GET", "/api/v1/runs/{id}/ratings", ""),
    ("GET", "/api/v1/events/{event}/leaderboard", ""),
    ("PUT", "/api/v1/events/{event}/ladder", r#"{"mode": "every"}"#),
    ("GET", "/api/v1/events/{event}/ladder", ""),
    ("GET", "/api/v1/events/{event}/cross-table", ""),
    ("GET", "/api/v1/events/{event}/form", ""),
    ("GET", "/api/v1/events/{event}/head-to-head?a=1&b=2", ""),
    ("GET", "/api/v1/events/{event}/teams/{id}/record", ""),
    ("GET", "/api/v1/events/{event}/teams/{id}/compare?old=1&new=1", ""),
    ("GET", "/api/v1/runs/{id}/rounds", ""),
    ("POST", "/api/v1/runs/{id}/rounds/{number}/start", ""),
    ("POST", "/api/v1/runs/{id}/rounds/{number}/release", ""),
    ("GET", "/api/v1/runs/{id}/why?round=1&a=x&b=y", ""),
    ("POST", "/api/v1/runs/{id}/rulings", r#"{"why": "x", "ruling": {"action": "unknown"}}"#),
    ("PUT", "/api/v1/runs/{id}/public", r#"{"public": false}"#),
    ("GET", "/api/v1/events/{event}/gradings", ""),
    (
        "POST",
        "/api/v1/events/{event}/gradings",
        r#"{"title": "x", "rubric": "", "deadline": "never"}"#,
    ),
    ("GET", "/api/v1/events/{event}/my-grades", ""),
    ("GET", "/api/v1/gradings/{id}", ""),
    ("PUT", "/api/v1/gradings/{id}", r#"{"title": "x", "rubric": "", "deadline": "never"}"#),
    ("PUT", "/api/v1/gradings/{id}/released", r#"{"released": false}"#),
    ("POST", "/api/v1/gradings/{id}/collect", ""),
    ("POST", "/api/v1/gradings/{id}/regrade", r#"{"why": "x"}"#),
    ("POST", "/api/v1/gradings/{id}/extensions", r#"{"team": 1, "until": "never", "reason": "x"}"#),
    ("GET", "/api/v1/gradings/{id}/results", ""),
    ("GET", "/api/v1/gradings/{id}/gradebook", ""),
    ("PUT", "/api/v1/gradings/{id}/marks", r#"{"team": 1, "task": "x", "points": 1}"#),
    (
        "POST",
        "/api/v1/gradings/{id}/comments",
        r#"{"team": 1, "file": "x", "line": 1, "text": ""}"#,
    ),
    ("GET", "/api/v1/events/{event}/similar", ""),
    ("GET", "/api/v1/events/{event}/staff-bots", ""),
    ("POST", "/api/v1/events/{event}/staff-bots", r#"{"name": ""}"#),
    ("PUT", "/api/v1/staff-bots/{id}/hidden", r#"{"hidden": null}"#),
    ("POST", "/api/v1/staff-bots/{id}/submissions", "upload"),
    ("GET", "/api/v1/events/{event}/raffles", ""),
    ("POST", "/api/v1/events/{event}/raffles", r#"{"title": "x", "team": 1, "closes": "never"}"#),
    ("POST", "/api/v1/raffles/{id}/draw", ""),
    ("PUT", "/api/v1/source-comments/{id}", r#"{"text": "x"}"#),
    ("DELETE", "/api/v1/source-comments/{id}", ""),
    ("POST", "/api/v1/jobs/{id}/requeue", ""),
    ("POST", "/api/v1/jobs/{id}/void", r#"{"why": "x"}"#),
    ("GET", "/api/v1/console/queue", ""),
    ("GET", "/api/v1/console/workers", ""),
    ("GET", "/api/v1/workers/desired", ""),
    ("GET", "/api/v1/console/failures", ""),
    ("GET", "/api/v1/console/alerts", ""),
    ("GET", "/api/v1/console/audit", ""),
    ("POST", "/api/v1/console/jobs", r#"{"action": "requeue", "dry_run": true}"#),
    ("POST", "/api/v1/console/workers/readmit", r#"{"worker": "hall:8080"}"#),
    ("GET", "/api/v1/events/{event}/playing", ""),
    ("GET", "/api/v1/events/{event}/switches", ""),
    ("PUT", "/api/v1/events/{event}/switches", r#"{"switch": "uploads", "frozen": false}"#),
    ("GET", "/api/v1/events/{event}/search?q=ada", ""),
    ("POST", "/api/v1/matches/{id}/void", r#"{"why": ""}"#),
    ("POST", "/api/v1/matches/{id}/restore", ""),
    ("GET", "/api/v1/submissions/{id}/files", ""),
    ("GET", "/api/v1/submissions/{id}/file?path=bot.py", ""),
    // The last ones: they end the membership and the session.
    ("POST", "/api/v1/events/{event}/leave", ""),
    ("DELETE", "/api/v1/sessions/current", ""),
];

/// What the rights made of a request; what came after them does not matter.
fn decision(person: &Person, port: u16, (method, path, body): (&str, &str, &str)) -> &'static str {
    // Streams do not end; reading the head is enough.
    if path.ends_with("/feed") {
        return person.first_line(port, path).split(' ').nth(1).map_or("-", word);
    }
    let kind = if body == "upload" { "application/octet-stream" } else { "application/json" };
    let path = if body == "upload" { format!("{path}?name=.hidden") } else { path.to_owned() };
    let answer = person.ask(port, method, &path, kind, body.as_bytes(), "").expect("an answer");
    assert!(answer.status < 500, "{method} {path}: {}", answer.status);
    if answer.status == 409 {
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        return if detail.contains("in the phase") { "phase" } else { "yes" };
    }
    word(&answer.status.to_string())
}

fn word(status: &str) -> &'static str {
    match status {
        // After some wrong passwords a name is locked for a while.
        "401" | "429" => "log in",
        "403" => "no",
        "404" => "unknown",
        _ => "yes",
    }
}

/// The routes of the description, such as `GET /api/v1/events`.
pub fn described_routes(port: u16) -> BTreeSet<String> {
    let described = Person::visitor().get(port, "/api/v1/openapi.json").expect(200).json();
    let mut all = BTreeSet::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        all.extend(
            methods.as_object().unwrap().keys().map(|m| format!("{} {path}", m.to_uppercase())),
        );
    }
    all
}

#[test]
fn every_route_decides_as_written_for_every_role_and_phase() {
    let here = Scratch::new("serve-routes");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let ada = competitor(&server, &organiser, "ada");
    let eve = competitor(&server, &organiser, "eve");
    let member = |login: &str, role: &str| {
        let body = json!({ "login": login, "name": login, "role": role });
        let made = organiser.post(port, "/api/v1/accounts", &body).expect(200).json();
        (Person::log_in(port, login, made["password"].as_str().unwrap()), made["id"].clone())
    };
    let ((staff, _), (loner, _)) = (member("staff", "staff"), member("loner", "competitor"));
    let sent = ada.upload(port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    ada.wait_for(port, &path, |found| found["state"] == "valid");
    let team = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json();
    // Handbooks and announcements can be read.
    let page = json!({ "after": 0, "body": "# The cup", "notice": "First version" });
    organiser.post(port, "/api/v1/events/cup/handbook", &page).expect(200);
    let matches = ada.get(port, "/api/v1/events/cup/matches").expect(200).json();
    let own = ada.get(port, "/api/v1/events/cup/my-team").expect(200).json()["team"]["id"].clone();
    let with_itself = json!({ "opponents": [{ "team": own, "version": 1 }], "games": 1 });
    let scrimmage = ask_games(&ada, port, &with_itself);
    let path = format!("/api/v1/matches/{}", scrimmage["match"]);
    ada.wait_for(port, &path, |found| found["state"] == "finished");
    let plan = json!({ "format": "arena", "games": 1 });
    let teams = organiser.get(port, "/api/v1/events/cup/teams").expect(200).json();
    let teams: Vec<&Value> =
        teams["teams"].as_array().unwrap().iter().take(2).map(|team| &team["id"]).collect();
    let run = json!({ "title": "x", "kind": "tournament", "plan": plan, "teams": teams });
    let run = organiser.post(port, "/api/v1/events/cup/runs", &run).expect(200).json();
    let path = format!("/api/v1/runs/{}", run["id"]);
    organiser.wait_for(port, &path, |run| run["state"] == "closed");

    let rubric = "game = \"mars\"\n[[task]]\nname = \"a\"\nopponent = \"builtin:random\"\n\
                  need = \"won\"\npoints = 1\n";
    let grading = json!({ "title": "x", "rubric": rubric, "deadline": "2099-01-01T00:00Z" });
    let grading = organiser.post(port, "/api/v1/events/cup/gradings", &grading).expect(200).json();

    let visitor = Person::visitor();
    let people = [
        ("visitor", &visitor),
        ("no team", &loner),
        ("own team", &ada),
        ("other team", &eve),
        ("staff", &staff),
        ("organiser", &organiser),
    ];
    let mut accounts = 0;
    let mut table = String::new();
    let mut walked = BTreeSet::new();
    for (method, route, body) in ROUTES {
        let described = route.split('?').next().unwrap();
        walked.insert(format!("{method} {described}"));
        let _ = writeln!(table, "{method} {route}");
        let phases = if route.contains("{event}") { &PHASES[..] } else { &PHASES[1..2] };
        let mut lines = vec![Vec::new(); people.len()];
        for phase in phases {
            let set = json!({ "phase": phase });
            organiser.put(port, "/api/v1/events/cup/phase", &set).expect(204);
            for ((_, person), line) in people.iter().zip(&mut lines) {
                let own = match route.split('/').nth(3).unwrap() {
                    "submissions" => sent["id"].clone(),
                    "matches" => matches["matches"][0]["id"].clone(),
                    "teams" => team["team"]["id"].clone(),
                    "runs" => run["id"].clone(),
                    "scrimmages" => scrimmage["id"].clone(),
                    "gradings" => grading["id"].clone(),
                    "staff-bots" => teams[0].clone(),
                    "accounts" if route.contains("{id}") => {
                        accounts += 1;
                        member(&format!("gone-{accounts}"), "competitor").1
                    }
                    _ => json!(999),
                };
                let path = route.replace("{event}", "cup").replace("{number}", "1");
                let path = path.replace("{id}", &own.to_string()).replace("{chunk}", "0");
                let path = path.replace("{language}", "python");
                let body = body.replace("PHASE", phase);
                line.push(decision(person, port, (method, &path, &body)));
            }
        }
        for ((name, _), line) in people.iter().zip(lines) {
            let same = line.iter().all(|word| *word == line[0]);
            let words: Vec<String> = match same {
                true => vec![line[0].to_owned()],
                false => PHASES.iter().zip(line).map(|(p, word)| format!("{p}: {word}")).collect(),
            };
            let _ = writeln!(table, "    {name:<10}  {}", words.join(", "));
        }
    }
    assert_eq!(walked, described_routes(port), "no route of the description is missing");
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../agon-server/tests/golden/routes.txt");
    if std::env::var_os("AGON_BLESS").is_some() {
        std::fs::write(golden, &table).unwrap();
    }
    let written = std::fs::read_to_string(golden).unwrap_or_default();
    assert_eq!(
        table, written,
        "the rights of a route have changed; if that is right, use AGON_BLESS=1"
    );
}

#[test]
fn every_route_on_a_missing_thing_is_a_404_with_a_sentence() {
    let here = Scratch::new("serve-missing");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    competitor(&server, &organiser, "ada");
    let mut walked = 0;
    for (method, route, body) in ROUTES.iter().filter(|(_, route, _)| route.contains('{')) {
        let path = route.replace("{event}", "nowhere").replace("{id}", "987654");
        let path = path.replace("{number}", "9").replace("{chunk}", "0");
        let path = path.replace("{language}", "python");
        let is_upload = *body == "upload";
        let kind = if is_upload { "application/octet-stream" } else { "application/json" };
        let path = if is_upload { format!("{path}?name=bot.py") } else { path };
        let body = body.replace("PHASE", "open");
        let answer = organiser.ask(port, method, &path, kind, body.as_bytes(), "").unwrap();
        assert_eq!(answer.status, 404, "{method} {path}: {}", answer.head);
        assert!(answer.head.contains("application/problem+json"), "{}", answer.head);
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        let missing = if route.contains("{event}") { "nowhere" } else { "987654" };
        let is_told = detail.starts_with("there is no ") && detail.contains(missing);
        assert!(is_told, "{method} {path}: {detail}");
        walked += 1;
    }
    assert!(walked > 20, "{walked}");
    // Parts of things that exist.
    for path in ["/api/v1/events/cup/my-team", "/api/v1/matches/1/games/9/replay"] {
        organiser.get(port, path).expect(404);
    }
}
