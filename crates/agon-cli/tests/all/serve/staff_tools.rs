//! What staff have besides games: hidden opponents, a report of similar sources, and a raffle.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor};
use crate::Scratch;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

/// Two tasks with hidden opponents: a staff bot, and a built-in bot that others may know elsewhere.
const RUBRIC: &str = r#"
game = "mars"
[[task]]
name = "open"
opponent = "builtin:random"
need = "faults == 0"
points = 1
[[task]]
name = "secret"
opponent = "secret.py"
hidden = "It walks in circles."
need = "faults == 0"
points = 1
[[task]]
name = "known elsewhere"
opponent = "builtin:solid"
hidden = "It is quite good."
need = "faults == 0"
points = 1
"#;

const OWN: &str = "
def nearest(unit, places):
    best = None
    for place in places:
        away = abs(unit['x'] - place['x']) + abs(unit['y'] - place['y'])
        if best is None or away < best[0]:
            best = (away, place)
    return best

def value(unit, mines):
    found = nearest(unit, [mine for mine in mines if not mine['taken']])
    return found[1]['yield'] * 3 - found[0] if found else 0
";

/// A server with the event `cup`, its built-in teams, and three teams: two with the same code in disguise.
struct Class {
    here: Scratch,
    server: ServerProcess,
    organiser: Person,
    people: [Person; 3],
}

impl Class {
    fn new(name: &str) -> Class {
        let here = Scratch::new(name);
        let server = ServerProcess::start(&here, &[]);
        let organiser = server.organiser();
        let people = ["ada", "bob", "eve"].map(|name| competitor(&server, &organiser, name));
        let class = Class { here, server, organiser, people };
        let renamed = OWN.replace("best", "top").replace("away", "steps").replace("mine", "pit");
        let own = [OWN.to_owned(), format!("# my own\n{renamed}")];
        for (person, own) in class.people.iter().zip(own) {
            let bot = format!("{own}{IDLE_BOT}");
            person.upload(class.server.port, "cup", "bot.py", bot.as_bytes()).expect(200);
        }
        let words = ["submit", "cup", "Team eve", "builtin:greedy", "--why", "a strong team"];
        class.admin(&words);
        for person in &class.people {
            person.wait_for(class.server.port, "/api/v1/events/cup/submissions", |all| {
                let all = all.as_array().unwrap();
                !all.is_empty() && all.iter().all(|one| one["state"] == "valid")
            });
        }
        class
    }

    fn admin(&self, words: &[&str]) -> String {
        let mut all = vec!["admin", "--data", "data"];
        all.extend(words);
        self.here.run(&all).expect(0, &[]).out
    }

    fn get(&self, person: &Person, path: &str) -> Value {
        person.get(self.server.port, &format!("/api/v1{path}")).expect(200).json()
    }

    /// The number of the team of a built-in bot.
    fn built_in(&self, name: &str) -> i64 {
        let teams = self.get(&self.organiser, "/events/cup/teams");
        let name = format!("{name} (built-in)");
        let found = teams["teams"].as_array().unwrap().iter().find(|team| team["name"] == *name);
        found.unwrap()["id"].as_i64().unwrap()
    }
}

#[test]
fn hidden_opponents_are_hidden_in_every_kind_of_object() {
    let class = Class::new("serve-hidden");
    let (port, organiser, ada) = (class.server.port, &class.organiser, &class.people[0]);
    let bots = "/api/v1/events/cup/staff-bots";
    let body = json!({ "name": "secret.py", "hidden": "It walks in circles." });
    ada.post(port, bots, &body).expect(403);
    let secret = organiser.post(port, bots, &body).expect(200).json()["id"].as_i64().unwrap();
    let path = format!("/api/v1/staff-bots/{secret}/submissions?name=circles.py");
    let kind = "application/octet-stream";
    let bot = format!("{IDLE_BOT}# circles\n");
    let sent =
        organiser.ask(port, "POST", &path, kind, bot.as_bytes(), "").unwrap().expect(200).json();
    let source = format!("/api/v1/submissions/{}/source", sent["id"]);
    organiser.wait_for(port, bots, |all| {
        all.as_array().unwrap().iter().all(|bot| bot["can_play"] == true)
    });
    let deadline = Timestamp::now().to_string();
    let body = json!({ "title": "Homework", "rubric": RUBRIC, "deadline": deadline });
    let made = organiser.post(port, "/api/v1/events/cup/gradings", &body).expect(200).json();
    let grading = format!("/api/v1/gradings/{}", made["id"]);
    let made = organiser.wait_for(port, &grading, |grading| grading["state"] == "graded");
    let graded = "/api/v1/events/cup/matches?kind=grading&limit=200";
    let matches = |person: &Person, path: &str| {
        person.get(port, path).expect(200).json()["matches"].as_array().unwrap().clone()
    };
    assert!(matches(ada, graded).is_empty(), "not before the release");
    organiser.put(port, &format!("{grading}/released"), &json!({ "released": true })).expect(204);

    let leaks = |text: &str| {
        ["secret.py", "circles.py", "solid", "rubric"].iter().any(|word| text.contains(word))
    };
    let own = matches(ada, graded);
    assert_eq!(own.len(), 6, "three tasks from two seats");
    let (mut open, mut hidden) = (0, 0);
    for one in &own {
        let text = one.to_string();
        assert!(!leaks(&text), "{text}");
        let path = format!("/api/v1/matches/{}", one["id"]);
        assert!(!leaks(&ada.get(port, &path).expect(200).json().to_string()));
        let replay = ada.get(port, &format!("{path}/games/1/replay"));
        let film = ada.get(port, &format!("{path}/games/1/film"));
        class.people[1].get(port, &path).expect(404);
        if one["hidden"].is_null() {
            assert!(text.contains("random (built-in)"), "{text}");
            replay.expect(200);
            film.expect(200);
            open += 1;
        } else {
            assert!(text.contains("hidden opponent"), "{text}");
            for answer in [replay, film] {
                let detail = answer.expect(403).json()["detail"].as_str().unwrap().to_owned();
                assert!(detail.contains("the opponent is hidden: It "), "{detail}");
            }
            organiser.get(port, &format!("{path}/games/1/replay")).expect(200);
            hidden += 1;
        }
    }
    assert_eq!((open, hidden), (2, 4));
    // The result, the report of the run, and lists by team.
    let mine = class.get(ada, "/events/cup/my-grades").to_string();
    assert!(!leaks(&mine) && mine.contains("It walks in circles."), "{mine}");
    ada.get(port, &format!("/api/v1/runs/{}/report", made["run"])).expect(404);
    ada.get(port, &format!("/api/v1/runs/{}/log", made["run"])).expect(403);
    ada.get(port, &format!("/api/v1/events/cup/matches?team={secret}")).expect(404);
    let solid = class.built_in("solid");
    assert!(matches(ada, &format!("{graded}&team={solid}")).is_empty(), "a filter tells nothing");
    for person in [ada, &Person::visitor()] {
        assert!(!class.get(person, "/events/cup/teams").to_string().contains("secret.py"));
    }
    ada.get(port, &source).expect(404);
    ada.get(port, &format!("/api/v1/events/cup/teams/{secret}/record")).expect(404);
    ada.get(port, bots).expect(403);
    let against = json!({ "opponents": [{ "team": secret }] });
    ada.post(port, "/api/v1/events/cup/scrimmages", &against).expect(404);
    let body = json!({ "title": "x", "kind": "tournament", "plan": { "format": "arena" },
        "teams": [secret, solid] });
    let refused = organiser.post(port, "/api/v1/events/cup/runs", &body).expect(422).json();
    assert!(refused["detail"].as_str().unwrap().contains("is hidden"), "{refused}");
    // Staff see all of it.
    let all = Value::Array(matches(organiser, graded)).to_string();
    assert!(all.contains("secret.py") && all.contains("solid"), "{all}");
    assert!(class.get(organiser, "/events/cup/teams").to_string().contains("secret.py"));
    organiser.get(port, &source).expect(200);
    // A built-in bot has no lines to comment on.
    let team = class.get(&class.people[2], "/events/cup/my-team")["team"]["id"].clone();
    let comment = json!({ "team": team, "file": "bot.py", "line": 1, "text": "why?" });
    let refused = organiser.post(port, &format!("{grading}/comments"), &comment).expect(409).json();
    assert!(refused["detail"].as_str().unwrap().contains("built in; it has no files"), "{refused}");
}

#[test]
fn similar_sources_are_reported_to_staff_and_a_raffle_can_be_checked() {
    let class = Class::new("serve-raffle");
    let (port, organiser, eve) = (class.server.port, &class.organiser, &class.people[2]);
    let pairs = class.get(organiser, "/events/cup/similar");
    assert_eq!(pairs.as_array().unwrap().len(), 1, "{pairs}");
    assert_eq!(
        (&pairs[0]["a"]["name"], &pairs[0]["b"]["name"]),
        (&json!("Team ada"), &json!("Team bob"))
    );
    assert!(pairs[0]["share"].as_f64().unwrap() > 0.9, "{pairs}");
    let (a, b) = (&pairs[0]["passages"][0]["a"], &pairs[0]["passages"][0]["b"]);
    assert_eq!((a["file"].as_str(), b["file"].as_str()), (Some("bot.py"), Some("bot.py")));
    assert_eq!(b["first"].as_i64().unwrap(), a["first"].as_i64().unwrap() + 1, "{pairs}");
    eve.get(port, "/api/v1/events/cup/similar").expect(403);

    let raffles = "/api/v1/events/cup/raffles";
    let random = class.built_in("random");
    let closes = (Timestamp::now() + SignedDuration::from_secs(6)).to_string();
    let body = json!({ "title": "Beat random", "team": random, "closes": closes, "prizes": 2 });
    eve.post(port, raffles, &body).expect(403);
    let team = eve.get(port, "/api/v1/events/cup/my-team").expect(200).json()["team"]["id"].clone();
    let wrong = json!({ "title": "x", "team": team, "closes": closes });
    organiser.post(port, raffles, &wrong).expect(404);
    let made = organiser.post(port, raffles, &body).expect(200).json();
    let draw = format!("/api/v1/raffles/{}/draw", made["id"]);
    organiser.post(port, &draw, &json!({})).expect(409);
    // Two wins are one ticket, and a lost scrimmage is none.
    for _ in 0..2 {
        ask_games(eve, port, &json!({ "opponents": [{ "team": random }] }));
    }
    ask_games(
        &class.people[0],
        port,
        &json!({ "opponents": [{ "team": class.built_in("solid") }] }),
    );
    let shown = eve.wait_for(port, raffles, |all| all[0]["my_tickets"] == json!([1]));
    assert!(shown[0]["seed"].is_null() && shown[0]["tickets"].is_null(), "{shown}");
    assert_eq!(shown[0]["commitment"], made["commitment"]);
    let start = std::time::Instant::now();
    let drawn = loop {
        let answer = organiser.post(port, &draw, &json!({}));
        if answer.status != 409 {
            break answer.expect(200).json();
        }
        assert!(start.elapsed().as_secs() < 120, "the raffle never closes");
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    organiser.post(port, &draw, &json!({})).expect(409);
    assert_eq!(drawn["tickets"].as_array().unwrap().len(), 1, "{drawn}");
    let shown = class.get(&Person::visitor(), "/events/cup/raffles");
    assert_eq!(shown[0]["winners"][0]["name"], "Team eve", "{shown}");
    let right = |all: &Value| {
        use agon_server::raffle::{Ticket, check_draw};
        let read =
            |key: &str| -> Vec<Ticket> { serde_json::from_value(all[0][key].clone()).unwrap() };
        let (hash, seed) =
            (all[0]["commitment"].as_str().unwrap(), all[0]["seed"].as_str().unwrap());
        check_draw(hash, seed, &read("tickets"), 2, &read("winners"))
    };
    right(&shown).unwrap();
    let mut forged = shown.clone();
    forged[0]["winners"][0]["name"] = json!("Team bob");
    right(&forged).unwrap_err();
}
