//! Ranked play and rounds for a show: what is drawn, played, counted, hidden and released.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor, on_both};
use crate::Scratch;
use serde_json::{Value, json};

const EVENT: &str = "/api/v1/events/cup";

fn upload(server: &ServerProcess, person: &Person, source: &str) {
    let sent = person.upload(server.port, "cup", "bot.py", source.as_bytes()).expect(200).json();
    let path = format!("/api/v1/submissions/{}", sent["id"]);
    let end = person.wait_for(server.port, &path, |found| {
        matches!(found["state"].as_str(), Some("valid" | "rejected"))
    });
    assert_eq!(end["state"], "valid", "{end}");
}

fn team(server: &ServerProcess, person: &Person) -> i64 {
    let mine = person.get(server.port, &format!("{EVENT}/my-team")).expect(200).json();
    mine["team"]["id"].as_i64().unwrap()
}

/// Switches ranked play off and waits for its last games.
fn switch_off(port: u16, organiser: &Person) {
    organiser.put(port, &format!("{EVENT}/ladder"), &json!({ "mode": "off" })).expect(200);
    organiser.wait_for(port, "/api/v1/queue", |queue| queue == &json!([]));
}

#[test]
fn a_ladder_plays_rounds_and_its_tables_agree() {
    on_both("serve-ladder", |here, more| {
        let server = ServerProcess::start(here, more);
        let port = server.port;
        let organiser = server.organiser();
        let people = ["ada", "bob", "eve"].map(|name| competitor(&server, &organiser, name));
        people.iter().for_each(|person| upload(&server, person, IDLE_BOT));
        let ids = [0, 1, 2].map(|number: usize| team(&server, &people[number]));
        let ladder = format!("{EVENT}/ladder");
        let board = format!("{EVENT}/leaderboard");
        people[0].put(port, &ladder, &json!({ "mode": "continuous" })).expect(403);
        for (wrong, word) in [
            (json!({ "mode": "every" }), "minutes"),
            (json!({ "mode": "off", "minutes": 5 }), "every"),
            (json!({ "mode": "continuous", "turns": 0 }), "1 to 20"),
            (json!({ "mode": "continuous", "plan": { "until": 9 } }), "until"),
            (json!({ "mode": "continuous", "plan": { "maps": ["nowhere"] } }), "nowhere"),
        ] {
            let refused = organiser.put(port, &ladder, &wrong).expect(422).json();
            assert!(refused["detail"].as_str().unwrap().contains(word), "{refused}");
        }
        Person::visitor().get(port, &ladder).expect(404);
        organiser.put(port, &ladder, &json!({ "mode": "continuous" })).expect(200);
        let games = |board: &Value| board["games"].as_i64().unwrap();
        organiser.wait_for(port, &board, |board| games(board) >= 8);
        // A new version goes on where the old one was.
        let newer = format!("{IDLE_BOT}# better\n");
        upload(&server, &people[0], &newer);
        let record = format!("{EVENT}/teams/{}/record", ids[0]);
        organiser.wait_for(port, &record, |record| record["versions"]["2"]["games"].is_u64());
        switch_off(port, &organiser);

        let now = organiser.wait_for(port, &board, |board| games(board) % 2 == 0);
        let lines = now["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3, "{now}");
        let counts: Vec<i64> = lines.iter().map(|line| line["games"].as_i64().unwrap()).collect();
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(most - least <= 4, "two pairings of two games: {counts:?}");
        // The board of this moment is the board; that of long ago is empty.
        let at = |moment: &str| Person::visitor().get(port, &format!("{board}?at={moment}"));
        assert_eq!(at("2100-01-01T00:00:00Z").expect(200).json()["lines"], now["lines"]);
        assert_eq!(at("2001-01-01T00:00:00Z").expect(200).json()["games"], 0);
        assert_eq!(at("2100-01-01T00:00").expect(200).json()["lines"], now["lines"]);
        at("yesterday").expect(422);
        // Opponents, maps, versions and the cross table count the same games.
        let found = Person::visitor().get(port, &record).expect(200).json();
        let mine = lines.iter().find(|line| line["name"] == "Team ada").unwrap();
        for part in ["opponents", "maps", "versions"] {
            let all = found[part].as_object().unwrap().values();
            let sum: i64 = all.map(|score| score["games"].as_i64().unwrap()).sum();
            assert_eq!(sum, mine["games"].as_i64().unwrap(), "{part}: {found}");
        }
        assert!(!found["history"].as_array().unwrap().is_empty(), "{found}");
        // The matches of this event are shown to the teams that played.
        assert_eq!(found["last"], json!([]), "{found}");
        let found = people[0].get(port, &record).expect(200).json();
        assert_eq!(found["last"][0]["teams"].as_array().unwrap().len(), 2, "{found}");
        let cross = Person::visitor().get(port, &format!("{EVENT}/cross-table")).expect(200).json();
        let (ada, bob) = (ids[0].to_string(), ids[1].to_string());
        let path = format!("{EVENT}/head-to-head?a={ada}&b={bob}");
        let duel = Person::visitor().get(port, &path).expect(200).json();
        assert_eq!(cross["rows"][&ada][&bob], duel["score"]);
        assert_eq!(cross["rows"][&ada][&bob]["won"], cross["rows"][&bob][&ada]["lost"]);
        // The last results of all teams are those of the record.
        let form = Person::visitor().get(port, &format!("{EVENT}/form")).expect(200).json();
        assert_eq!(form[&ada][0]["match"], found["last"][0]["match"], "{form}");
        assert!(["won", "drawn", "lost"].contains(&form[&ada][0]["result"].as_str().unwrap()));
        let path = format!("{EVENT}/teams/{ada}/compare?old=1&new=2");
        let versions = Person::visitor().get(port, &path).expect(200).json();
        assert_eq!(versions["new"]["games"], found["versions"]["2"]["games"], "{versions}");
        assert_eq!(versions["maps"].as_array().unwrap().len(), 1, "{versions}");
        let path = format!("{EVENT}/teams/{ada}/compare?old=1&new=9");
        Person::visitor().get(port, &path).expect(404);
        // The log is that of an ordinary league.
        let run = organiser.get(port, &ladder).expect(200).json()["run"].clone();
        let report = organiser.get(port, &format!("/api/v1/runs/{run}/report")).expect(200).json();
        assert_eq!(report["report"]["games"], now["games"]);
        // A team that is out stays on the board with a mark.
        let out = json!({ "state": "disqualified", "reason": "Copied code" }).to_string();
        let path = format!("/api/v1/teams/{bob}");
        let out = organiser.ask(port, "PATCH", &path, "application/json", out.as_bytes(), "");
        out.unwrap().expect(204);
        let marked = Person::visitor().get(port, &board).expect(200).json();
        let states = marked["lines"].as_array().unwrap().iter();
        let states = states.map(|line| (line["name"].as_str().unwrap(), line["state"].as_str()));
        for (name, state) in states {
            assert_eq!(state, (name == "Team bob").then_some("disqualified"), "{marked}");
        }
        // After a stop ranked play goes on in another run, and only if it is switched on again.
        let stop = json!({ "why": "A wrong map.", "ruling": { "action": "stop" } });
        organiser.put(port, &ladder, &json!({ "mode": "continuous" })).expect(200);
        organiser.post(port, &format!("/api/v1/runs/{run}/rulings"), &stop).expect(204);
        let stopped = organiser.get(port, &ladder).expect(200).json();
        assert_eq!((&stopped["mode"], &stopped["run"]), (&json!("off"), &run), "{stopped}");
        let again = organiser.put(port, &ladder, &json!({ "mode": "continuous" })).expect(200);
        assert_ne!(again.json()["run"], run);
        assert_eq!(server.stop(), Some(0));
    });
}

#[test]
fn rounds_wait_for_their_start_and_stay_hidden_until_they_are_released() {
    let here = Scratch::new("serve-show");
    let server = ServerProcess::start(&here, &[]);
    let port = server.port;
    let organiser = server.organiser();
    let people = ["ada", "bob", "eve", "joe"].map(|name| competitor(&server, &organiser, name));
    people.iter().for_each(|person| upload(&server, person, IDLE_BOT));
    let plan = json!({ "format": "swiss", "rounds": 2, "games": 1 });
    let body = json!({ "title": "Show", "kind": "tournament", "plan": plan, "hold": true,
        "show": true });
    let league = json!({ "title": "L", "kind": "league", "plan": { "until": 2 }, "hold": true });
    organiser.post(port, &format!("{EVENT}/runs"), &league).expect(422);
    let made = organiser.post(port, &format!("{EVENT}/runs"), &body).expect(200).json();
    let run = format!("/api/v1/runs/{}", made["id"]);
    let rounds = format!("{run}/rounds");
    let states = |person: &Person| -> Vec<String> {
        let all = person.get(port, &rounds).expect(200).json();
        let all = all.as_array().unwrap().iter();
        all.map(|round| round["state"].as_str().unwrap().to_owned()).collect()
    };
    let matches = |person: &Person| {
        let page = person.get(port, &format!("{EVENT}/matches")).expect(200).json();
        let all = page["matches"].as_array().unwrap().iter();
        let mine = all.filter(|found| found["kind"] == "tournament");
        mine.map(|found| found["id"].as_i64().unwrap()).collect::<Vec<i64>>()
    };
    assert_eq!(states(&organiser), ["drawn"]);
    assert_eq!(matches(&organiser).len(), 0, "the games wait");
    let step = |number: u32, what: &str| format!("{rounds}/{number}/{what}");
    people[0].post(port, &step(1, "start"), &json!({})).expect(403);
    organiser.post(port, &step(2, "start"), &json!({})).expect(409);
    organiser.post(port, &step(1, "release"), &json!({})).expect(409);
    organiser.post(port, &step(1, "start"), &json!({})).expect(204);
    organiser.wait_for(port, &rounds, |all| all.as_array().unwrap().len() == 2);
    assert_eq!(states(&organiser), ["closed", "drawn"]);
    // All people see the run, and nothing of its round: no report, no match, no replay, no rating.
    let hidden = matches(&organiser);
    assert_eq!(hidden.len(), 2);
    assert_eq!((states(&people[0]).len(), matches(&people[0]).len()), (0, 0));
    let report = |person: &Person| person.get(port, &format!("{run}/report")).expect(200).json();
    assert_eq!(report(&people[0])["report"]["rounds"], json!([]));
    assert_eq!(report(&people[0])["report"]["table"]["games"], 0);
    let ratings = people[0].get(port, &format!("{run}/ratings")).expect(200).json();
    assert_eq!(ratings["games"], 0);
    for id in &hidden {
        people[0].get(port, &format!("/api/v1/matches/{id}")).expect(404);
        people[0].get(port, &format!("/api/v1/matches/{id}/games/1/replay")).expect(404);
    }
    let names = &report(&organiser)["report"]["rounds"][0]["meetings"][0]["names"];
    let name = |number: usize| names[number].as_str().unwrap().replace(' ', "%20");
    let why = format!("{run}/why?round=1&a={}&b={}", name(0), name(1));
    people[0].get(port, &why).expect(422);
    organiser.post(port, &step(1, "release"), &json!({})).expect(204);
    assert_eq!(states(&people[0]), ["released"]);
    assert_eq!(matches(&people[0]).len(), 1);
    let reason = people[0].get(port, &why).expect(200).json();
    assert!(reason["lines"].as_array().unwrap().len() > 3, "{reason}");
    people[0].get(port, &format!("{run}/why?round=2&a=Team%20ada&b=Team%20bob")).expect(422);
    organiser.post(port, &step(2, "start"), &json!({})).expect(204);
    organiser.wait_for(port, &run, |run| run["state"] == "closed");
    assert_eq!(report(&people[0])["report"]["finished"], false);
    organiser.post(port, &step(2, "release"), &json!({})).expect(204);
    assert_eq!(report(&people[0]), report(&organiser));
    assert_eq!(server.stop(), Some(0));
}
