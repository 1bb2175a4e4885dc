//! Appeals: a team disputes a result, staff answer, and a correction is seen wherever the result counts.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, competitor, on_both};
use crate::Scratch;
use serde_json::{Value, json};

const EVENT: &str = "/api/v1/events/cup";

/// A server with two teams whose bots do the same.
struct Court<'a> {
    here: &'a Scratch,
    more: &'a [&'a str],
    server: ServerProcess,
    organiser: Person,
    ada: Person,
    eve: Person,
}

impl<'a> Court<'a> {
    fn new(here: &'a Scratch, more: &'a [&'a str]) -> Court<'a> {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        let [ada, eve] = ["ada", "eve"].map(|name| competitor(&server, &organiser, name));
        for person in [&ada, &eve] {
            person.upload(server.port, "cup", "bot.py", IDLE_BOT.as_bytes()).expect(200);
            person.wait_for(server.port, &format!("{EVENT}/submissions"), |all| {
                all[0]["state"] == "valid"
            });
        }
        Court { here, more, server, organiser, ada, eve }
    }

    fn admin(&self, words: &[&str]) -> String {
        let all = [&["admin", "--data", "data"], self.more, words].concat();
        self.here.run(&all).expect(0, &[]).out
    }

    fn get(&self, path: &str) -> Value {
        self.organiser.get(self.server.port, path).expect(200).json()
    }

    fn team(&self, person: &Person) -> i64 {
        let mine = person.get(self.server.port, &format!("{EVENT}/my-team")).expect(200).json();
        mine["team"]["id"].as_i64().unwrap()
    }

    /// Disputes a match; returns the path of the answer.
    fn dispute(&self, person: &Person, id: &Value) -> String {
        let body = json!({ "text": "The clock stood still.", "match": id });
        let path = format!("{EVENT}/questions");
        let asked = person.post(self.server.port, &path, &body).expect(200).json();
        format!("/api/v1/questions/{}/answer", asked["id"])
    }

    fn answer(&self, path: &str, correction: &Value, status: u16) -> Value {
        let body =
            json!({ "state": "upheld", "answer": "You are right.", "correction": correction });
        self.organiser.post(self.server.port, path, &body).expect(status).json()
    }

    /// The team that lost a match, and its member.
    fn loser(&self, found: &Value) -> (&Person, i64) {
        let people = [&self.ada, &self.eve].map(|person| (person, self.team(person)));
        let lost = |(_, team): &(&Person, i64)| result(found, *team) == "lost";
        people.into_iter().find(lost).unwrap_or_else(|| panic!("one team has lost: {found}"))
    }

    /// The finished matches of a run.
    fn matches_of(&self, run: &Value) -> Vec<Value> {
        let path = format!("{EVENT}/matches?run={run}&state=finished&limit=200");
        self.get(&path)["matches"].as_array().unwrap().clone()
    }
}

/// How a team did in a match.
fn result(found: &Value, team: i64) -> Value {
    let mut sides = found["sides"].as_array().unwrap().iter();
    sides.find(|side| side["team"] == team).unwrap()["result"].clone()
}

/// The ranks of the sides of a match that make a team the winner.
fn won_by(found: &Value, team: i64) -> Vec<u8> {
    let sides = found["sides"].as_array().unwrap().iter();
    sides.map(|side| if side["team"] == team { 1 } else { 2 }).collect()
}

#[test]
fn a_scrimmage_is_corrected_and_says_why() {
    on_both("serve-appeal-scrimmage", |here, more| {
        let court = Court::new(here, more);
        let port = court.server.port;
        let wish = json!({ "opponents": [{ "team": court.team(&court.eve) }], "games": 1 });
        let asked = ask_games(&court.ada, port, &wish);
        let path = format!("/api/v1/matches/{}", asked["match"]);
        let found = court.ada.wait_for(port, &path, |found| found["state"] == "finished");
        let (loser, team) = court.loser(&found);
        let ranks = won_by(&found, team);
        let appeal = court.dispute(loser, &asked["match"]);
        let correct = json!({ "action": "correct", "ranks": ranks, "why": "The clock was wrong." });
        for (wrong, status, word) in [
            (json!({ "action": "rerun", "why": "x" }), 409, "rematch"),
            (json!({ "action": "correct", "why": "x" }), 422, "ranks"),
            (json!({ "action": "correct", "ranks": [1], "why": "x" }), 422, "2 ranks"),
            (json!({ "action": "correct", "ranks": [2, 2], "why": "x" }), 422, "with a first"),
            (json!({ "action": "correct", "ranks": [1, 2], "why": " " }), 422, "why"),
            (json!({ "action": "correct", "ranks": [1, 2], "game": 7, "why": "x" }), 404, "game 7"),
            (json!({ "action": "void", "ranks": [1, 2], "why": "x" }), 422, "belong"),
        ] {
            let refused = court.answer(&appeal, &wrong, status);
            assert!(refused["detail"].as_str().unwrap().contains(word), "{refused}");
        }
        let rejected = json!({ "state": "rejected", "answer": "No.", "correction": correct });
        court.organiser.post(port, &appeal, &rejected).expect(422);
        loser.post(port, &appeal, &rejected).expect(403);
        // What was refused has changed neither match nor appeal.
        assert_eq!(court.get(&path)["games"][0]["correction"], Value::Null);
        assert_eq!(court.get(&format!("{EVENT}/questions"))["questions"][0]["state"], "open");

        let answered = court.answer(&appeal, &correct, 200);
        assert_eq!(answered["state"], "upheld");
        let sentence = answered["correction"].as_str().unwrap();
        assert!(sentence.contains("rank 1 in game 1 instead of 2"), "{sentence}");
        assert!(sentence.ends_with("The clock was wrong."), "{sentence}");
        for person in [&court.ada, &court.eve, &court.organiser] {
            let now = person.get(port, &path).expect(200).json();
            assert_eq!(result(&now, team), "won", "{now}");
            let game = &now["games"][0];
            assert_eq!(game["correction"]["why"], "The clock was wrong.");
            assert_eq!(game["correction"]["played"], found["games"][0]["ranks"]);
        }
        let mine = loser.get(port, &format!("{EVENT}/questions")).expect(200).json();
        assert_eq!(mine["questions"][0]["correction"], sentence);
        let audit = court.get("/api/v1/console/audit?action=correct");
        assert!(audit.to_string().contains("The clock was wrong."), "{audit}");

        // From the shell: another appeal ends with a match that does not count.
        court.dispute(court.loser(&court.get(&path)).0, &asked["match"]);
        let list = court.admin(&["questions", "cup"]);
        assert!(list.lines().count() == 3 && list.contains("open"), "{list}");
        let all = court.admin(&["questions", "cup", "--json"]);
        let all: Value = serde_json::from_str(&all).unwrap();
        let id = all[0]["id"].to_string();
        let said = court.admin(&["answer", &id, "It does not count.", "--uphold", "--void"]);
        assert!(said.contains("upheld, and its match is corrected"), "{said}");
        let now = court.get(&path);
        assert_eq!((&now["state"], &now["why"]), (&json!("void"), &json!("It does not count.")));
        assert_eq!(court.server.stop(), Some(0));
    });
}

#[test]
fn a_corrected_tournament_has_another_table() {
    on_both("serve-appeal-tournament", |here, more| {
        let court = Court::new(here, more);
        let port = court.server.port;
        let teams = [court.team(&court.ada), court.team(&court.eve)];
        let plan = json!({ "format": "round-robin", "games": 1 });
        let body = json!({ "title": "Final", "kind": "tournament", "plan": plan, "teams": teams,
            "public": true });
        let made = court.organiser.post(port, &format!("{EVENT}/runs"), &body).expect(200).json();
        let run = format!("/api/v1/runs/{}", made["id"]);
        court.organiser.wait_for(port, &run, |run| run["state"] == "closed");
        let first = || court.get(&format!("{run}/report"))["report"]["standings"][0].clone();
        let found = court.matches_of(&made["id"]).remove(0);
        let (loser, team) = court.loser(&found);
        let ranks = won_by(&found, team);
        let appeal = court.dispute(loser, &found["id"]);
        // Staff answer, but only organisers decide about a run.
        let new = json!({ "login": "helper", "name": "Helper", "role": "staff" });
        let new = court.organiser.post(port, "/api/v1/accounts", &new).expect(200).json();
        let helper = Person::log_in(port, "helper", new["password"].as_str().unwrap());
        let correct = json!({ "action": "correct", "ranks": ranks, "why": "The clock was wrong." });
        let body = json!({ "state": "upheld", "answer": "Yes.", "correction": correct });
        helper.post(port, &appeal, &body).expect(403);
        let void = json!({ "action": "void", "why": "x" });
        let refused = court.answer(&appeal, &void, 409);
        assert!(refused["detail"].as_str().unwrap().contains("needs its result"), "{refused}");
        let winner = first()["name"].clone();
        court.answer(&appeal, &correct, 200);
        assert_ne!(first()["name"], winner);
        assert_eq!(first()["rank"], 1);
        let path = format!("/api/v1/matches/{}", found["id"]);
        let now = court.ada.get(port, &path).expect(200).json();
        assert_eq!(result(&now, team), "won", "{now}");
        assert_eq!(now["games"][0]["correction"]["why"], "The clock was wrong.");
        let report = court.get(&format!("{run}/report")).to_string();
        assert!(report.contains("The clock was wrong"), "{report}");

        // The other team appeals too; the game is played again, and the first result says why it went.
        let appeal = court.dispute(court.loser(&now).0, &found["id"]);
        let id = appeal.split('/').nth(4).unwrap();
        court.admin(&["answer", id, "A new game decides.", "--uphold", "--rerun"]);
        court.organiser.wait_for(port, &run, |run| run["state"] == "closed");
        let now = court.get(&path);
        assert_eq!(now["state"], "superseded", "{now}");
        assert!(now["why"].as_str().unwrap().ends_with("counts: A new game decides."), "{now}");
        let again = court.matches_of(&made["id"]);
        assert_eq!((again.len(), &again[0]["games"][0]["correction"]), (1, &Value::Null));
        let late = court.dispute(loser, &found["id"]);
        let refused = court.answer(&late, &correct, 409);
        assert!(refused["detail"].as_str().unwrap().contains("superseded"), "{refused}");
        // What was upheld and corrected stays upheld.
        let reject = json!({ "state": "rejected", "answer": "No." });
        let refused = court.organiser.post(port, &appeal, &reject).expect(409).json();
        assert!(refused["detail"].as_str().unwrap().contains("cannot be rejected"), "{refused}");
        // A game of a team that is out would not be played again.
        let out = json!({ "why": "copied", "ruling": { "action": "disqualify", "entrant": 1 } });
        court.organiser.post(port, &format!("{run}/rulings"), &out).expect(204);
        let appeal = court.dispute(loser, &again[0]["id"]);
        let rerun = json!({ "action": "rerun", "why": "The clock was wrong." });
        let refused = court.answer(&appeal, &rerun, 409);
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("cannot be played again: Team "), "{detail}");
        assert!(detail.contains("is disqualified; correct the result instead"), "{detail}");
        assert_eq!(court.get(&format!("{EVENT}/questions"))["questions"][0]["state"], "open");
        assert_eq!(court.server.stop(), Some(0));
    });
}

#[test]
fn a_corrected_ranked_game_changes_the_rating() {
    on_both("serve-appeal-ladder", |here, more| {
        let court = Court::new(here, more);
        let port = court.server.port;
        let (ladder, board) = (format!("{EVENT}/ladder"), format!("{EVENT}/leaderboard"));
        court.organiser.put(port, &ladder, &json!({ "mode": "continuous" })).expect(200);
        court.organiser.wait_for(port, &board, |board| board["games"].as_i64() >= Some(2));
        court.organiser.put(port, &ladder, &json!({ "mode": "off" })).expect(200);
        court.organiser.wait_for(port, "/api/v1/queue", |queue| queue == &json!([]));
        let run = court.get(&ladder)["run"].clone();
        let matches = court.matches_of(&run);
        let played = matches.len() as i64;
        let before =
            court.organiser.wait_for(port, &board, |board| board["games"].as_i64() == Some(played));
        let found = &matches[0];
        let (loser, team) = court.loser(found);
        let elo = |board: &Value| {
            let mut lines = board["lines"].as_array().unwrap().iter();
            lines.find(|line| line["number"] == team).unwrap()["elo"].as_f64().unwrap()
        };
        let appeal = court.dispute(loser, &found["id"]);
        let ranks = won_by(found, team);
        let correct = json!({ "action": "correct", "ranks": ranks, "why": "The clock was wrong." });
        court.answer(&appeal, &correct, 200);
        let after = court.organiser.wait_for(port, &board, |board| elo(board) != elo(&before));
        assert!(elo(&after) > elo(&before), "{before} {after}");
        assert_eq!(after["games"], before["games"], "a correction adds no game");
        let record = court.get(&format!("{EVENT}/teams/{team}/record"));
        let last = record["last"].as_array().unwrap();
        let line = last.iter().find(|line| line["match"] == found["id"]).unwrap();
        let place = line["teams"].as_array().unwrap().iter().position(|one| *one == team).unwrap();
        assert_eq!(line["ranks"][place], 1, "{line}");
        assert_eq!(court.server.stop(), Some(0));
    });
}
