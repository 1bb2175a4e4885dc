//! A homework on the server: in time, extended, late and hidden; marked by games and by hand; released.

use super::client::{IDLE_BOT, Person, ServerProcess, competitor, on_both};
use crate::Scratch;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

const RUBRIC: &str = r#"
name = "Homework 5"
game = "mars"

[[task]]
name = "plays without a fault"
opponent = "builtin:random"
need = "faults == 0"
points = 4

[[task]]
name = "beats a bad agent"
opponent = "builtin:greedy"
seeds = [3]
need = "won"
enough = "proportional"
points = 6
hidden = "It does trivial but undisclosed actions."

[[manual]]
name = "readable code"
points = 5

[late]
percent = 10
days = 3
"#;

/// A moment this many hours ago.
fn ago(hours: i64) -> String {
    (Timestamp::now() - SignedDuration::from_hours(hours)).to_string()
}

/// A homework with three teams: in time, half a day late, and a day and a half late.
struct Homework<'a> {
    here: &'a Scratch,
    more: &'a [&'a str],
    server: ServerProcess,
    organiser: Person,
    people: [Person; 3],
    teams: [i64; 3],
    grading: i64,
}

const NAMES: [&str; 3] = ["ada", "bob", "eve"];

impl<'a> Homework<'a> {
    fn new(here: &'a Scratch, more: &'a [&'a str]) -> Homework<'a> {
        let server = ServerProcess::start(here, more);
        let port = server.port;
        let organiser = server.organiser();
        let people = NAMES.map(|name| competitor(&server, &organiser, name));
        let teams = [0, 1, 2].map(|n| {
            let team = people[n].get(port, "/api/v1/events/cup/my-team").expect(200).json();
            team["team"]["id"].as_i64().unwrap()
        });
        let mut homework = Homework { here, more, server, organiser, people, teams, grading: 0 };
        for (name, hours) in NAMES.into_iter().zip([96, 60, 36]) {
            homework.hand_in(name, "", hours);
        }
        let body = json!({ "title": "Homework 5", "rubric": RUBRIC, "deadline": ago(72) });
        let made = homework.organiser.post(port, "/api/v1/events/cup/gradings", &body).expect(200);
        homework.grading = made.json()["id"].as_i64().unwrap();
        homework.wait_for_games();
        homework
    }

    /// Hands in a bot from the shell as if it had come earlier, and waits until it is valid.
    fn hand_in(&self, name: &str, more: &str, hours: i64) {
        let bot = self.here.write(&format!("{name}.py"), format!("{IDLE_BOT}# {name}{more}\n"));
        let (team, at) = (format!("Team {name}"), ago(hours));
        let words = ["submit", "cup", &team, bot.to_str().unwrap(), "--at", &at, "--why", "stick"];
        self.admin(&words);
        let number = NAMES.iter().position(|known| *known == name).unwrap();
        self.people[number].wait_for(self.server.port, "/api/v1/events/cup/submissions", |all| {
            all.as_array().unwrap().iter().all(|one| one["state"] == "valid")
        });
    }

    fn admin(&self, words: &[&str]) -> String {
        let mut all = vec!["admin", "--data", "data"];
        all.extend(self.more);
        all.extend(words);
        self.here.run(&all).expect(0, &[]).out
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/gradings/{}{rest}", self.grading)
    }

    fn wait_for_games(&self) {
        let graded = |grading: &Value| grading["state"] == "graded";
        self.organiser.wait_for(self.server.port, &self.path(""), graded);
    }

    fn result(&self, team: usize) -> Value {
        let path = self.path(&format!("/results?team={}", self.teams[team]));
        self.organiser.get(self.server.port, &path).expect(200).json()[0].clone()
    }

    fn gradebook(&self) -> String {
        let answer = self.organiser.get(self.server.port, &self.path("/gradebook")).expect(200);
        String::from_utf8(answer.body).unwrap()
    }
}

#[test]
fn a_homework_is_graded_marked_released_and_exported() {
    on_both("serve-grading", |here, more| {
        let homework = Homework::new(here, more);
        let Homework { organiser, people: [ada, bob, eve], teams, .. } = &homework;
        let port = homework.server.port;
        let days = |team| homework.result(team)["late_days"].as_i64().unwrap();
        assert_eq!([0, 1, 2].map(days), [0, 1, 2]);
        let extension = json!({ "team": teams[1], "until": ago(48), "reason": "ill" });
        organiser.post(port, &homework.path("/extensions"), &extension).expect(204);
        assert_eq!([0, 1, 2].map(days), [0, 0, 2]);

        // Before the release only staff read anything.
        let secret = ["", "/results", "/gradebook"].map(|rest| homework.path(rest));
        for path in &secret {
            for person in [ada, bob, eve] {
                person.get(port, path).expect(404);
            }
            Person::visitor().get(port, path).expect(401);
        }
        let mine = "/api/v1/events/cup/my-grades";
        assert_eq!(ada.get(port, mine).expect(200).json(), json!([]));
        let list = ada.get(port, "/api/v1/events/cup/gradings").expect(200).json();
        assert!(list[0]["rubric"].is_null() && list[0]["run"].is_null(), "{list}");
        assert!(list[0]["late"].as_str().unwrap().contains("loses 10 %"), "{list}");

        // Points and comments by hand.
        let mark = |team: usize, points: Value| {
            let task = "readable code";
            json!({ "team": teams[team], "task": task, "points": points, "comment": "short" })
        };
        let marks = homework.path("/marks");
        ada.put(port, &marks, &mark(0, json!(5))).expect(403);
        for (body, word) in [
            (mark(0, json!(5.5)), "between 0 and 5"),
            (json!({ "team": teams[0], "task": "style", "points": 1 }), "readable code"),
        ] {
            let refused = organiser.put(port, &marks, &body).expect(422).json();
            assert!(refused["detail"].as_str().unwrap().contains(word), "{refused}");
        }
        let given = [(0, json!(1)), (0, json!(5)), (1, json!(2)), (1, Value::Null), (2, json!(4))];
        for (team, points) in given {
            organiser.put(port, &marks, &mark(team, points)).expect(204);
        }
        let comment = |line: u32, file: &str| {
            let text = "why this?";
            json!({ "team": teams[0], "file": file, "line": line, "text": text })
        };
        let comments = homework.path("/comments");
        organiser.post(port, &comments, &comment(99, "ada.py")).expect(422);
        organiser.post(port, &comments, &comment(1, "eve.py")).expect(422);
        let made = organiser.post(port, &comments, &comment(3, "ada.py")).expect(200).json();
        let path = format!("/api/v1/source-comments/{}", made["id"]);
        organiser.put(port, &path, &json!({ "text": "Why does it pass?" })).expect(200);

        // The same numbers as on the command line.
        let rubric = here.write("rubric.toml", RUBRIC);
        let bots: Vec<String> = NAMES.iter().map(|name| format!("Team {name}={name}.py")).collect();
        let mut words = vec!["grade", rubric.to_str().unwrap(), "--json"];
        words.extend(bots.iter().map(String::as_str));
        let theirs: Value = serde_json::from_str(&here.run(&words).expect(0, &[]).out).unwrap();
        let points =
            |team: usize, task: usize| theirs[team]["marks"][task]["points"].as_f64().unwrap();
        let book = homework.gradebook();
        assert_eq!(book, homework.admin(&["grade", "export", &homework.grading.to_string()]));
        let mut lines = book.lines();
        assert_eq!(
            lines.next().unwrap(),
            "login,student_number,team,plays without a fault,beats a bad agent,readable code,late_days,\
             taken_off,total,of,comment"
        );
        let given = ["5", "", "4"];
        for (number, line) in lines.enumerate() {
            let (first, second) = (points(number, 0), points(number, 1));
            let by_hand: f64 = given[number].parse().unwrap_or(0.0);
            let late = if number == 2 { 2 } else { 0 };
            let sum = first + second + by_hand;
            let off = (sum * f64::from(late) * 100.0).round() / 1000.0;
            let total = ((sum - off) * 1000.0).round() / 1000.0;
            let (name, given) = (NAMES[number], given[number]);
            let start =
                format!("{name},,Team {name},{first},{second},{given},{late},{off},{total},15,");
            assert!(line.starts_with(&start), "{line} does not start with {start}");
        }

        // The release shows each author the own result with its reasons.
        homework.admin(&["grade", "release", &homework.grading.to_string()]);
        let shown = ada.get(port, mine).expect(200).json();
        assert_eq!(shown.as_array().unwrap().len(), 1, "{shown}");
        let text = shown.to_string();
        assert_eq!(shown[0]["name"], "Team ada");
        assert!(text.contains("games met the condition `faults == 0`"), "{text}");
        assert!(text.contains("Why does it pass?") && text.contains("short"), "{text}");
        let names = ["greedy", "solid"];
        let hides = |text: &str| names.iter().all(|name| !text.contains(name));
        assert!(hides(&text) && text.contains("trivial but undisclosed"), "{text}");
        assert!(!hides(&homework.result(0).to_string()), "staff see the opponent");
        for person in [bob, eve] {
            let other = person.get(port, mine).expect(200).json();
            assert_ne!(other[0]["name"], "Team ada");
            assert_eq!(other[0]["comments"], json!([]));
        }
        for path in &secret {
            ada.get(port, path).expect(404);
        }
        organiser.put(port, &homework.path("/released"), &json!({ "released": false })).expect(204);
        assert_eq!(ada.get(port, mine).expect(200).json(), json!([]));

        // Playing all games again gives the same gradebook.
        organiser.post(port, &homework.path("/regrade"), &json!({ "why": " " })).expect(422);
        organiser
            .post(port, &homework.path("/regrade"), &json!({ "why": "new machine" }))
            .expect(204);
        homework.wait_for_games();
        assert_eq!(homework.gradebook(), book);

        // A late revision is graded by itself; the better one counts, and both are shown. It replaces an
        // earlier late one, also if that was graded already: pauses between versions give no more tries.
        for (team, name, days, counts) in
            [(0, "ada", &[0, 3][..], &[true, false][..]), (2, "eve", &[3], &[true])]
        {
            homework.hand_in(name, " again", 12);
            let path = homework.path(&format!("/results?team={}", teams[team]));
            let result = organiser.wait_for(port, &path, |all| {
                let versions = all[0]["versions"].as_array().unwrap();
                let has_new = versions.iter().any(|one| one["late_days"] == 3);
                has_new && versions.iter().all(|one| one["total"].is_number())
            });
            let versions = result[0]["versions"].as_array().unwrap();
            let seen = |key: &str| versions.iter().map(|one| one[key].clone()).collect::<Vec<_>>();
            assert_eq!(seen("late_days"), days, "{result}");
            assert_eq!(seen("counts"), counts, "{result}");
        }

        // The team's own number is none that a masked opponent has: who has no team reads no match.
        for id in 1..=60 {
            Person::visitor().get(port, &format!("/api/v1/matches/{id}")).expect(401);
        }
    });
}

#[test]
fn a_wrong_rubric_is_refused_with_its_line() {
    let here = Scratch::new("serve-rubric");
    let server = ServerProcess::start(&here, &[]);
    let organiser = server.organiser();
    competitor(&server, &organiser, "ada");
    let task =
        "[[task]]\nname = \"a\"\nopponent = \"builtin:random\"\nneed = \"won\"\npoints = 1\n";
    for (rubric, word) in [
        ("game = \"galaxy\"\n".to_owned() + task, "the event's game is mars"),
        ("game = \"mars\"\n".to_owned() + &task.replace("random", "missing"), "builtin:missing"),
        ("game = \"mars\"\n".to_owned() + task + "maps = [\"nowhere\"]\n", "nowhere"),
        ("game = \"mars\"\n".to_owned() + &task.replace("won", "taps > 3"), "line 5"),
        ("game = \"mars\"\n".to_owned() + &task.replace("1\n", "-1\n"), "line 2: task `a`"),
    ] {
        let body = json!({ "title": "x", "rubric": rubric, "deadline": "2026-01-01T00:00" });
        let path = "/api/v1/events/cup/gradings";
        let refused = organiser.post(server.port, path, &body).expect(422).json();
        assert!(refused["detail"].as_str().unwrap().contains(word), "{refused}");
    }
}
