//! A contest day from sign-up to appeals: 40 teams with starter, strong and broken bots. The standings of the
//! server equal those that the command line computes from the exported logs. A team sees only its own things.

use super::client::{IDLE_BOT, Person, ServerProcess, ask_games, on_both};
use super::privacy::{self, Owner};
use crate::Scratch;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const EVENT: &str = "/api/v1/events/cup";
const TEAMS: usize = 40;
/// A bot that does not compile.
const BROKEN: &str = "import agon\ndef play(turn:\n    pass\n";

/// What a team and its staff write that no other team may read.
const APPEAL: &str = "Our bot was stopped too early.";
const LABEL: &str = "our secret plan";
const COMMENT: &str = "This loop is your strength.";
const MARKED: &str = "Short and clear.";

const RUBRIC: &str = r#"
name = "The day"
game = "mars"

[[task]]
name = "plays without a fault"
opponent = "builtin:nothing"
need = "faults == 0"
points = 4

[[manual]]
name = "readable"
points = 2
"#;

/// What a team hands in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Bot {
    Strong,
    Weak,
    Starter,
    /// A broken one; never a valid version.
    Broken,
    /// A broken one, and a starter just before the deadline.
    Mended,
}

fn bot_of(number: usize) -> Bot {
    match number {
        0..=11 => Bot::Strong,
        12..=31 => Bot::Weak,
        32..=35 => Bot::Starter,
        36..=37 => Bot::Mended,
        _ => Bot::Broken,
    }
}

struct Day<'a> {
    here: &'a Scratch,
    more: &'a [&'a str],
    server: ServerProcess,
    organiser: Person,
    people: Vec<Person>,
    teams: Vec<i64>,
}

impl<'a> Day<'a> {
    /// All teams sign up.
    fn new(here: &'a Scratch, more: &'a [&'a str]) -> Day<'a> {
        let server = ServerProcess::start(here, more);
        let organiser = server.organiser();
        let mut day = Day { here, more, server, organiser, people: Vec::new(), teams: Vec::new() };
        let event = json!({ "slug": "cup", "title": "The cup", "game": "mars" });
        day.organiser.post(day.port(), "/api/v1/events", &event).expect(200);
        let mut table = String::from("login\n");
        (0..TEAMS).for_each(|number| table.push_str(&format!("person{number}\n")));
        let file = here.write("people.csv", table);
        let made = day.admin(&["user", "import", file.to_str().unwrap()]);
        for (line, number) in made.lines().skip(1).zip(0..) {
            let (login, password) = line.split_once(',').unwrap();
            let person = Person::log_in(day.port(), login, password);
            let body = json!({ "name": format!("Team {number}") });
            person.post(day.port(), &format!("{EVENT}/teams"), &body).expect(200);
            let mine = person.get(day.port(), &format!("{EVENT}/my-team")).expect(200).json();
            day.teams.push(mine["team"]["id"].as_i64().unwrap());
            day.people.push(person);
        }
        assert_eq!(day.teams.len(), TEAMS);
        day
    }

    fn port(&self) -> u16 {
        self.server.port
    }

    fn admin(&self, words: &[&str]) -> String {
        let all = [&["admin", "--data", "data"], self.more, words].concat();
        self.here.run(&all).expect(0, &[]).out
    }

    fn get(&self, path: &str) -> Value {
        self.organiser.get(self.port(), path).expect(200).json()
    }

    fn phase(&self) -> String {
        self.get(EVENT)["phase"].as_str().unwrap().to_owned()
    }

    /// Sets times of the timeline; the phases begin by themselves.
    fn set_timeline(&self, timeline: &Value) {
        let found = self.organiser.get(self.port(), EVENT).expect(200);
        let tag = found.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
        let body = json!({ "timeline": timeline }).to_string();
        let more = format!("if-match: {tag}\r\n");
        let answer = self.organiser.ask(
            self.port(),
            "PATCH",
            EVENT,
            "application/json",
            body.as_bytes(),
            &more,
        );
        answer.unwrap().expect(200);
    }

    fn wait_for_phase(&self, phase: &str) {
        self.organiser.wait_for(self.port(), EVENT, |event| event["phase"] == phase);
    }

    fn wait_for_queue(&self) {
        self.organiser.wait_for(self.port(), "/api/v1/queue", |queue| queue == &json!([]));
    }

    fn upload(&self, number: usize, source: &str) -> Value {
        let source = format!("{source}# {number}\n");
        let sent = self.people[number].upload(self.port(), "cup", "bot.py", source.as_bytes());
        sent.expect(200).json()
    }

    fn hand_in(&self, number: usize) {
        let built_in = |name: &str| {
            let (team, bot) = (format!("Team {number}"), format!("builtin:{name}"));
            self.admin(&["submit", "cup", &team, &bot, "--why", "it has no own bot"]);
        };
        match bot_of(number) {
            Bot::Strong => built_in("greedy"),
            Bot::Weak => built_in("random"),
            Bot::Starter => drop(self.upload(number, IDLE_BOT)),
            Bot::Broken | Bot::Mended => drop(self.upload(number, BROKEN)),
        }
    }

    fn make_run(&self, body: &Value) -> i64 {
        let made = self.organiser.post(self.port(), &format!("{EVENT}/runs"), body);
        made.expect(200).json()["id"].as_i64().unwrap()
    }

    fn rule(&self, run: i64, ruling: &Value) {
        let body = json!({ "why": "the jury decided so", "ruling": ruling });
        let path = format!("/api/v1/runs/{run}/rulings");
        self.organiser.post(self.port(), &path, &body).expect(204);
    }

    fn rounds(&self, run: i64) -> Vec<Value> {
        self.get(&format!("/api/v1/runs/{run}/rounds")).as_array().unwrap().clone()
    }

    /// A game of the first round in which none of these teams plays.
    fn first_game_without(&self, run: i64, teams: &[&str]) -> Value {
        let rounds = self.rounds(run);
        let plays = |meeting: &Value| {
            let names = meeting["names"].as_array().unwrap();
            names.iter().any(|name| teams.iter().any(|team| name == team))
        };
        let mut meetings = rounds[0]["round"]["meetings"].as_array().unwrap().iter();
        meetings.find(|meeting| !plays(meeting)).unwrap()["games"][0].clone()
    }

    /// Plays a round that waits after its draw.
    fn play_round(&self, run: i64, round: usize) {
        let path = format!("/api/v1/runs/{run}/rounds");
        self.organiser.post(self.port(), &format!("{path}/{round}/start"), &json!({})).expect(204);
        self.organiser.wait_for(self.port(), &path, |rounds| {
            let state = &rounds[round - 1]["state"];
            state == "closed" || state == "released"
        });
    }

    fn finish(&self, run: i64) -> Value {
        let path = format!("/api/v1/runs/{run}");
        for round in 1.. {
            if self.get(&path)["state"] == "closed" {
                break;
            }
            if self.rounds(run).len() >= round {
                self.play_round(run, round);
            }
        }
        self.get(&format!("{path}/report"))["report"].clone()
    }

    fn matches(&self, who: &Person) -> Vec<Value> {
        let (mut all, mut cursor) = (Vec::new(), String::new());
        loop {
            let path = format!("{EVENT}/matches?limit=200{cursor}");
            let page = who.get(self.port(), &path).expect(200).json();
            all.extend(page["matches"].as_array().unwrap().iter().cloned());
            match page["next"].as_i64() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return all,
            }
        }
    }

    /// Exports the log of a run as a journal of the command line; returns its folder.
    fn export(&self, run: i64) -> String {
        let id = run.to_string();
        let folder = format!("run-{id}");
        std::fs::create_dir_all(self.here.path(&folder)).unwrap();
        let log = self.admin(&["runs", "export", &id]);
        self.here.write(&format!("{folder}/journal.jsonl"), log);
        folder
    }

    /// The leaderboard is the table that the command line computes from the exported log of the ladder.
    fn check_ladder_with_command_line(&self) {
        let run = self.get(&format!("{EVENT}/ladder"))["run"].as_i64().unwrap();
        let folder = self.export(run);
        let words = ["league", &folder, "--out", &folder, "--show", "--json"];
        let table: Value = serde_json::from_str(&self.here.run(&words).expect(0, &[]).out).unwrap();
        let board = self.get(&format!("{EVENT}/leaderboard"));
        let (theirs, ours) = (&table["table"], board["lines"].as_array().unwrap());
        assert_eq!(theirs["games"], board["games"]);
        let lines = theirs["lines"].as_array().unwrap();
        assert_eq!(lines.len(), ours.len(), "{board} {table}");
        assert!(lines.len() > 30, "{table}");
        for line in lines {
            // Entrants of a ladder are versions: `Team 3@1`.
            let (name, _) = line["name"].as_str().unwrap().rsplit_once('@').unwrap();
            let own = ours.iter().find(|own| own["name"] == name);
            let own = own.unwrap_or_else(|| panic!("{name}: {board}"));
            for key in ["games", "won", "shared", "lost"] {
                assert_eq!(line[key], own[key], "{key} of {name}");
            }
            let places = json!([own["best_place"], own["worst_place"]]);
            assert_eq!(line["places"], places, "places of {name}");
            for key in ["elo", "error"] {
                let [theirs, ours] = [line, own].map(|line| line[key].as_f64().unwrap());
                assert!((theirs - ours).abs() < 0.01, "{key} of {name}: {theirs} {ours}");
            }
        }
    }

    /// The points of the gradebook are those that the command line computes from the exported log.
    fn check_gradebook_with_command_line(&self, grading: &str, book: &str) {
        let run = self.get(grading)["run"].as_i64().unwrap();
        let folder = self.export(run);
        let rubric = self.here.write("day.toml", RUBRIC);
        let rubric = rubric.to_str().unwrap();
        let words = ["grade", rubric, "--show", "--out", &folder, "--json"];
        let marks: Value = serde_json::from_str(&self.here.run(&words).expect(0, &[]).out).unwrap();
        let marks = marks.as_array().unwrap();
        let mut graded = 0;
        for line in book.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let (team, task, by_hand, total) = (cells[2], cells[3], cells[4], cells[7]);
            let points = |cell: &str| cell.parse::<f64>().unwrap();
            // A built-in bot is entered as `Team 0@1`.
            let is_of_team =
                |mark: &&Value| mark["name"].as_str().unwrap().split('@').next() == Some(team);
            let found = marks.iter().find(is_of_team);
            let found = found.map_or(0.0, |mark| mark["points"].as_f64().unwrap());
            assert_eq!(points(task), found, "{line}");
            let by_hand = if by_hand.is_empty() { 0.0 } else { points(by_hand) };
            assert_eq!(points(total), found + by_hand, "{line}");
            graded += usize::from(found > 0.0);
        }
        assert_eq!(graded, marks.len(), "{marks:?}");
        assert_eq!(graded, TEAMS - 2, "all but the broken ones");
    }

    /// The table that the command line computes from the exported log is the server's.
    fn check_with_command_line(&self, run: i64, report: &Value) {
        let folder = self.export(run);
        let words = ["tournament", "--out", &folder, "--print", "standings"];
        let printed = self.here.run(&words).expect(0, &["Standings"]).out;
        let names: Vec<&str> = printed.lines().filter(|line| line.contains("Team ")).collect();
        let standings = report["standings"].as_array().unwrap();
        for (place, line) in standings.iter().zip(&names) {
            let rank = place["rank"].as_u64().map_or("-".to_owned(), |rank| rank.to_string());
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(words[0], rank, "{line}: {place}");
            assert!(line.contains(place["name"].as_str().unwrap()), "{line}: {place}");
            let values =
                place["values"].as_array().unwrap().iter().map(|value| value.as_f64().unwrap());
            let shown: Vec<f64> = words[3..].iter().map(|word| word.parse().unwrap()).collect();
            assert_eq!(values.clone().count(), shown.len(), "{line}");
            for (value, shown) in values.zip(shown) {
                assert!((value - shown).abs() <= 0.051, "{line}: {place}");
            }
        }
        assert!(names.len() >= standings.len(), "{printed}");
    }
}

#[test]
fn a_whole_day_with_forty_teams() {
    on_both("serve-whole-day", |here, more| {
        let day = Day::new(here, more);
        morning(&day);
        let deadline = freeze(&day);
        let mcmahon = play_mcmahon(&day, &deadline);
        play_double_elimination(&day, mcmahon);
        let grading = grade(&day, &deadline);
        appeal(&day);
        no_team_sees_what_is_not_its_own(&day, mcmahon, grading);
        assert_eq!(day.server.stop(), Some(0));
    });
}

/// The event opens by its timeline; bots are handed in, play scrimmages and climb the ladder.
fn morning(day: &Day<'_>) {
    let refused = day.people[0].upload(day.port(), "cup", "bot.py", IDLE_BOT.as_bytes());
    refused.expect(409);
    day.set_timeline(
        &json!({ "open": (Timestamp::now() + SignedDuration::from_millis(300)).to_string() }),
    );
    day.wait_for_phase("open");
    (0..TEAMS).for_each(|number| day.hand_in(number));
    day.wait_for_queue();

    let body = json!({ "opponents": [{ "team": day.teams[0] }], "games": 2, "seed": 5 });
    let asked = ask_games(&day.people[32], day.port(), &body);
    let path = format!("/api/v1/matches/{}", asked["match"]);
    let played = day.people[32].wait_for(day.port(), &path, |found| found["state"] == "finished");
    // Bots that draw nothing at random play a rematch to the same ranks.
    let again =
        day.people[32].post(day.port(), &format!("{path}/rematch"), &json!({})).expect(200).json();
    let path = format!("/api/v1/matches/{}", again["scrimmage"]["match"]);
    let again = day.people[32].wait_for(day.port(), &path, |found| found["state"] == "finished");
    for game in [0, 1] {
        let of = |played: &Value| played["games"][game]["ranks"].clone();
        assert!(of(&played).is_array(), "{played}");
        assert_eq!(of(&again), of(&played), "{played} {again}");
    }

    let ladder = format!("{EVENT}/ladder");
    day.organiser.put(day.port(), &ladder, &json!({ "mode": "continuous" })).expect(200);
    let board = format!("{EVENT}/leaderboard");
    day.organiser.wait_for(day.port(), &board, |board| board["games"].as_i64() >= Some(70));
    day.organiser.put(day.port(), &ladder, &json!({ "mode": "off" })).expect(200);
    day.wait_for_queue();
    day.check_ladder_with_command_line();
}

/// Two teams mend their bots just before the deadline, which comes by itself. Returns the deadline.
fn freeze(day: &Day<'_>) -> String {
    let mended: Vec<usize> = (0..TEAMS).filter(|number| bot_of(*number) == Bot::Mended).collect();
    let sent: Vec<Value> = mended.iter().map(|number| day.upload(*number, IDLE_BOT)).collect();
    // The uploads are being built and validated when the deadline comes.
    let deadline = Timestamp::now() + SignedDuration::from_millis(50);
    day.set_timeline(&json!({ "frozen": deadline.to_string() }));
    day.wait_for_phase("frozen");
    day.people[32].upload(day.port(), "cup", "bot.py", b"late").expect(409);
    for (number, sent) in mended.iter().zip(sent) {
        let path = format!("/api/v1/submissions/{}", sent["id"]);
        let found =
            day.people[*number].wait_for(day.port(), &path, |found| found["state"] == "valid");
        assert!(found["received_ms"].as_i64().unwrap() <= deadline.as_millisecond(), "{found}");
    }
    assert_eq!(day.phase(), "frozen");
    // A bot that came on a stick after the deadline is a new version, which the tournament does not play.
    let bot = day.here.write("stick.py", format!("{IDLE_BOT}# from a stick\n"));
    day.admin(&["submit", "cup", "Team 33", bot.to_str().unwrap(), "--why", "the stick came late"]);
    day.wait_for_queue();
    deadline.to_string()
}

/// McMahon, seeded from the ladder, with a withdrawal, a disqualification and a rerun.
fn play_mcmahon(day: &Day<'_>, deadline: &str) -> i64 {
    let plan = json!({ "format": "mcmahon", "rounds": 3, "games": 1, "seed": 7 });
    let run = day.make_run(&json!({ "title": "McMahon", "kind": "tournament", "plan": plan,
        "deadline": deadline, "seed_from": "ladder", "hold": true, "show": true }));
    day.play_round(run, 1);
    let log = day.admin(&["runs", "export", &run.to_string()]);
    let entries: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let entered: Vec<&Value> = entries.iter().filter(|entry| entry["what"] == "entered").collect();
    assert_eq!(entered.len(), TEAMS - 2, "all but the broken ones take part");
    let rating = |entry: &&Value| entry["record"]["rating"].as_f64() > Some(0.0);
    assert!(
        entered.iter().filter(|entry| rating(entry)).count() > 10,
        "the ladder seeds: {entered:?}"
    );
    let versions =
        day.people[33].get(day.port(), &format!("{EVENT}/submissions")).expect(200).json();
    let first = versions.as_array().unwrap().iter().find(|version| version["number"] == 1).unwrap();
    let mine = entered.iter().find(|entry| entry["name"] == "Team 33").unwrap();
    assert_eq!(mine["word"], format!("submission:{}", first["id"]), "{versions}");

    let number =
        |name: &str| entered.iter().find(|entry| entry["name"] == name).unwrap()["number"].clone();
    day.rule(run, &json!({ "action": "withdraw", "entrant": number("Team 12") }));
    day.rule(run, &json!({ "action": "disqualify", "entrant": number("Team 13") }));
    let game = day.first_game_without(run, &["Team 12", "Team 13"]);
    day.rule(run, &json!({ "action": "rerun", "games": [game] }));
    let report = day.finish(run);
    assert_eq!(report["rulings"].as_array().unwrap().len(), 3, "{report}");
    let place = |name: &str| {
        let standings = report["standings"].as_array().unwrap().iter();
        standings.clone().find(|place| place["name"] == name).unwrap()["rank"].clone()
    };
    assert_eq!(place("Team 13"), Value::Null, "the disqualified team has no place");
    assert!(place("Team 0").is_u64());
    day.check_with_command_line(run, &report);
    let superseded = day.matches(&day.organiser);
    let superseded = superseded.iter().filter(|found| found["state"] == "superseded").count();
    assert_eq!(superseded, 1, "the game that was played again");

    // Spectators see what is released.
    let path = format!("/api/v1/runs/{run}/rounds");
    assert_eq!(day.people[0].get(day.port(), &path).expect(200).json(), json!([]));
    day.organiser.post(day.port(), &format!("{path}/1/release"), &json!({})).expect(204);
    let seen = day.people[0].get(day.port(), &path).expect(200).json();
    assert_eq!(seen.as_array().unwrap().len(), 1, "{seen}");
    run
}

/// The best teams play for the cup, seeded from the McMahon tournament.
fn play_double_elimination(day: &Day<'_>, mcmahon: i64) {
    day.set_timeline(
        &json!({ "finals": (Timestamp::now() + SignedDuration::from_millis(300)).to_string() }),
    );
    day.wait_for_phase("finals");
    let plan = json!({ "format": "double", "games": 1, "seed": 9 });
    let teams: Vec<i64> = day.teams[..8].to_vec();
    let run = day.make_run(&json!({ "title": "Final", "kind": "tournament", "plan": plan,
        "teams": teams, "seed_from": mcmahon.to_string(), "hold": true, "public": true }));
    day.play_round(run, 1);
    // The second entrant is Team 1.
    day.rule(run, &json!({ "action": "withdraw", "entrant": 2 }));
    let game = day.first_game_without(run, &["Team 1"]);
    day.rule(run, &json!({ "action": "rerun", "games": [game] }));
    let report = day.finish(run);
    assert_eq!(report["standings"].as_array().unwrap().len(), 8, "{report}");
    assert_eq!(report["standings"][0]["rank"], 1);
    day.check_with_command_line(run, &report);
}

/// All that was handed in by the deadline is graded, by games and by staff. Returns the grading.
fn grade(day: &Day<'_>, deadline: &str) -> i64 {
    let body = json!({ "title": "The day", "rubric": RUBRIC, "deadline": deadline });
    let made =
        day.organiser.post(day.port(), &format!("{EVENT}/gradings"), &body).expect(200).json();
    let grading = format!("/api/v1/gradings/{}", made["id"]);
    day.organiser.wait_for(day.port(), &grading, |grading| grading["state"] == "graded");
    let mark = json!({ "team": day.teams[32], "task": "readable", "points": 1.5, "version": 1,
        "comment": MARKED });
    day.organiser.put(day.port(), &format!("{grading}/marks"), &mark).expect(204);
    let book = day.organiser.get(day.port(), &format!("{grading}/gradebook")).expect(200).body;
    let book = String::from_utf8(book).unwrap();
    assert_eq!(book.lines().count(), TEAMS + 1, "{book}");
    let line = |login: &str| book.lines().find(|line| line.starts_with(login)).unwrap().to_owned();
    assert!(line("person0,").contains(",4,,0,0,4,6,"), "{}", line("person0,"));
    assert!(line("person32,").contains(",4,1.5,0,0,5.5,6,"), "{}", line("person32,"));
    assert!(line("person36,").contains(",4,,0,0,4,6,"), "{}", line("person36,"));
    assert!(line("person39,").contains(",0,,0,0,0,6,"), "{}", line("person39,"));
    day.check_gradebook_with_command_line(&grading, &book);
    made["id"].as_i64().unwrap()
}

/// A team appeals against a lost scrimmage; staff uphold it, correct the result, and say why.
fn appeal(day: &Day<'_>) {
    let lost = day.matches(&day.people[32]);
    let lost = lost.iter().find(|found| found["kind"] == "scrimmage").unwrap();
    let appeal = json!({ "text": APPEAL, "match": lost["id"] });
    let asked =
        day.people[32].post(day.port(), &format!("{EVENT}/questions"), &appeal).expect(200).json();
    let path = format!("/api/v1/questions/{}", asked["id"]);
    let ranks: Vec<i64> = lost["sides"]
        .as_array()
        .unwrap()
        .iter()
        .map(|side| if side["team"] == day.teams[32] { 1 } else { 2 })
        .collect();
    let correction = json!({ "action": "correct", "ranks": ranks, "why": "The bot had won." });
    let answer = json!({ "state": "upheld", "answer": "True.", "correction": correction });
    day.people[0].post(day.port(), &format!("{path}/answer"), &answer).expect(403);
    day.organiser.post(day.port(), &format!("{path}/answer"), &answer).expect(200);
    let mine = day.people[32].get(day.port(), &format!("{EVENT}/questions")).expect(200).json();
    assert!(mine.to_string().contains("rank 1 in game 1 instead of 2"), "{mine}");
    let found = day.get(&format!("/api/v1/matches/{}", lost["id"]));
    assert_eq!(found["games"][0]["correction"]["why"], "The bot had won.", "{found}");
}

/// Every kind of object of one team, as another team asks for it.
fn no_team_sees_what_is_not_its_own(day: &Day<'_>, mcmahon: i64, grading: i64) {
    let (port, owner, other) = (day.port(), &day.people[32], &day.people[1]);
    let made = |path: &str, body: &Value| {
        day.organiser.post(port, path, body).expect(200).json()["id"].clone()
    };
    let path = format!("/api/v1/gradings/{grading}");
    let comment = json!({ "team": day.teams[32], "version": 1, "file": "bot.py", "line": 1,
        "text": COMMENT });
    let comment = made(&format!("{path}/comments"), &comment);
    let released = json!({ "released": true });
    day.organiser.put(port, &format!("{path}/released"), &released).expect(204);
    let teams = day.get(&format!("{EVENT}/teams?limit=200"));
    let staff = teams["teams"].as_array().unwrap().iter().find(|team| team["staff"] == true);
    let staff = staff.unwrap()["id"].clone();
    let raffle = json!({ "title": "The raffle", "team": staff, "closes": "2099-01-01T00:00Z" });
    let raffle = made(&format!("{EVENT}/raffles"), &raffle);
    let mine = |path: &str| owner.get(port, path).expect(200).json();
    let submission = mine(&format!("{EVENT}/submissions"))[0]["id"].clone();
    let label = json!({ "label": LABEL });
    let path = format!("/api/v1/submissions/{submission}/label");
    owner.put(port, &path, &label).expect(204);
    let matches = day.matches(owner);
    let of_kind =
        |kind: &str| matches.iter().find(|found| found["kind"] == kind).unwrap()["id"].clone();
    let scrimmages = mine(&format!("{EVENT}/scrimmages"));
    let questions = mine(&format!("{EVENT}/questions"));
    let (me, sessions) = (mine("/api/v1/me"), mine("/api/v1/sessions"));
    let token = json!({ "name": "laptop", "scopes": ["read"] });
    let token = owner.post(port, "/api/v1/me/tokens", &token).expect(200).json();
    let things = BTreeMap::from([
        ("me", vec![token["id"].clone()]),
        ("submissions", vec![submission]),
        ("matches", vec![of_kind("scrimmage"), of_kind("validation"), of_kind("grading")]),
        ("scrimmages", vec![scrimmages["scrimmages"][0]["id"].clone()]),
        ("questions", vec![questions["questions"][0]["id"].clone()]),
        ("accounts", vec![me["id"].clone()]),
        ("sessions", vec![sessions[0]["id"].clone()]),
        ("teams", vec![json!(day.teams[32])]),
        ("gradings", vec![json!(grading)]),
        ("runs", vec![json!(mcmahon)]),
        ("source-comments", vec![comment]),
        ("staff-bots", vec![staff]),
        ("raffles", vec![raffle]),
        ("jobs", vec![json!(1)]),
    ]);
    let team = mine(&format!("{EVENT}/my-team"));
    let secrets = [APPEAL, LABEL, COMMENT, MARKED].map(str::to_owned).into_iter();
    let code = team["join_code"].as_str().unwrap_or_else(|| panic!("{team}")).to_owned();
    let owner = Owner {
        person: owner,
        team: day.teams[32],
        things,
        secrets: secrets.chain([code]).collect(),
    };
    privacy::walk(port, &owner, (other, day.teams[1]), &day.organiser);

    // A team cannot dispute the match of another one, and reads only its own marks.
    let foreign = json!({ "text": "Me too.", "match": owner.things["matches"][0] });
    other.post(port, &format!("{EVENT}/questions"), &foreign).expect(404);
    let grades = other.get(port, &format!("{EVENT}/my-grades")).expect(200).json();
    for result in grades.as_array().unwrap() {
        assert_eq!(result["team"], day.teams[1], "{result}");
    }
    // Lists have only its own matches and those that all people may see.
    let team = |value: &Value| value["team"].as_i64();
    for found in day.matches(other) {
        let sides: BTreeSet<Option<i64>> =
            found["sides"].as_array().unwrap().iter().map(team).collect();
        let is_shown = found["kind"] == "tournament" || found["kind"] == "ladder";
        assert!(is_shown || sides.contains(&Some(day.teams[1])), "{found}");
    }
    // Matches of rounds that are not released are seen by staff alone, not even by those who played them.
    let of_run = |person: &Person| -> BTreeSet<i64> {
        let path = format!("{EVENT}/matches?run={mcmahon}&limit=200");
        let page = person.get(port, &path).expect(200).json();
        let all = page["matches"].as_array().unwrap().iter();
        all.map(|found| found["id"].as_i64().unwrap()).collect()
    };
    let (all, seen) = (of_run(&day.organiser), of_run(other));
    let counts = (seen.len(), all.len());
    assert!(
        !seen.is_empty() && counts.1 >= 2 * counts.0,
        "one round of three is released: {counts:?}"
    );
    for id in all.difference(&seen) {
        other.get(port, &format!("/api/v1/matches/{id}")).expect(404);
    }
}
