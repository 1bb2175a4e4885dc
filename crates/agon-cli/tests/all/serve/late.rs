//! A team enters a tournament that has begun; papers to hang up and hand out.

use super::client::{Person, ServerProcess, competitor, on_both};
use crate::Scratch;
use serde_json::{Value, json};

const RUNS: &str = "/api/v1/events/cup/runs";

fn admin(here: &Scratch, more: &[&str], words: &[&str]) -> crate::Run {
    here.run(&[&["admin", "--data", "data"], more, words].concat())
}

/// Teams with the built-in bot of a name, by their numbers.
fn teams(here: &Scratch, more: &[&str], server: &ServerProcess, organiser: &Person) -> Vec<i64> {
    let team = |(name, bot): (&str, &str)| {
        let person = competitor(server, organiser, name);
        let words = ["submit", "cup", &format!("Team {name}"), bot, "--why", "a test"];
        admin(here, more, &words).expect(0, &["is valid"]);
        let mine = person.get(server.port, "/api/v1/events/cup/my-team").expect(200).json();
        mine["team"]["id"].as_i64().unwrap()
    };
    let cast = ["ada", "bob", "eve", "joe", "zoe"].into_iter();
    cast.zip(["builtin:greedy", "builtin:random"].into_iter().cycle()).map(team).collect()
}

#[test]
fn a_team_enters_a_running_tournament_and_papers_show_it() {
    on_both("serve-late", |here, more| {
        let server = ServerProcess::start(here, more);
        let (port, organiser) = (server.port, server.organiser());
        let teams = teams(here, more, &server, &organiser);
        let make = |plan: Value, hold: bool| {
            let body = json!({ "title": "The <final>", "kind": "tournament", "plan": plan,
                "teams": &teams[..4], "hold": hold });
            let made = organiser.post(port, RUNS, &body).expect(200).json();
            made["id"].as_i64().unwrap()
        };
        let start = |run: i64, round: u32| {
            let path = format!("/api/v1/runs/{run}/rounds/{round}/start");
            organiser.post(port, &path, &json!({})).expect(204);
        };
        let rule = |run: i64, ruling: Value| {
            let body = json!({ "why": "its train was late", "ruling": ruling });
            organiser.post(port, &format!("/api/v1/runs/{run}/rulings"), &body)
        };
        let enter = |run: i64, team: i64| rule(run, json!({ "action": "enter", "team": team }));
        let detail = |answer: Value| answer["detail"].as_str().unwrap().to_owned();

        for format in ["mcmahon", "swiss", "round-robin"] {
            let run = make(json!({ "format": format, "games": 1, "seed": 1 }), true);
            let already = detail(enter(run, teams[0]).expect(409).json());
            assert!(already.contains("`Team ada` takes part already"), "{already}");
            let unknown = detail(enter(run, 999).expect(422).json());
            assert!(unknown.contains("team 999 of this event is unknown"), "{unknown}");
            rule(run, json!({ "action": "enter", "entrant": 5 })).expect(422);
            match format {
                "swiss" => {
                    let file = here
                        .write("enter.toml", format!("action = \"enter\"\nteam = {}\n", teams[4]));
                    let words = ["runs", "rule", &run.to_string(), file.to_str().unwrap()];
                    admin(here, more, &[&words[..], &["--why", "its train was late"]].concat())
                        .expect(0, &["is in the log"]);
                }
                _ => drop(enter(run, teams[4]).expect(204)),
            }
            let path = format!("/api/v1/runs/{run}");
            for round in 1.. {
                start(run, round);
                let ended = organiser.wait_for(port, &format!("{path}/rounds"), |rounds| {
                    let rounds = rounds.as_array().unwrap();
                    rounds.iter().take(round as usize).all(|round| round["state"] == "closed")
                });
                if ended.as_array().unwrap().len() == round as usize {
                    break;
                }
            }
            organiser.wait_for(port, &path, |run| run["state"] == "closed");
            let report = organiser.get(port, &format!("{path}/report")).expect(200).json();
            let report = &report["report"];
            let rulings = report["rulings"].to_string();
            assert!(rulings.contains("Team zoe enters late: its train was late"), "{rulings}");
            assert_eq!(report["standings"].as_array().unwrap().len(), 5, "{format}: {report}");
            let first = report["rounds"][0].to_string();
            assert!(!first.contains("Team zoe"), "{format}: what is drawn stays: {first}");
            let rounds = report["rounds"].as_array().unwrap();
            let mut meetings =
                rounds.iter().flat_map(|round| round["meetings"].as_array().unwrap());
            let met = meetings.by_ref().filter(|one| one["names"].to_string().contains("Team zoe"));
            let met = met.count();
            assert!(if format == "round-robin" { met == 4 } else { met > 0 }, "{format}: {met}");
            let over = detail(enter(run, teams[4]).expect(409).json());
            assert!(over.contains("takes part already"), "{over}");

            // The command line prints the same papers from the exported log.
            let id = run.to_string();
            let log = admin(here, more, &["runs", "export", &id]).expect(0, &[]).out;
            std::fs::create_dir_all(here.path(format)).unwrap();
            here.write(&format!("{format}/journal.jsonl"), log);
            for paper in [&["standings"][..], &["pairings", "1"], &["certificates", "3"]] {
                let mut ours = vec!["runs", "print", &id, paper[0]];
                let mut theirs = vec!["tournament", "--out", format, "--print", paper[0]];
                if let Some(number) = paper.get(1) {
                    ours.extend(["--number", number]);
                    theirs.extend(["--print-number", number]);
                }
                let ours = admin(here, more, &ours).expect(0, &["The <final>"]).out;
                let theirs = here.run(&theirs).expect(0, &[]).out;
                let rest = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
                if paper[0] != "certificates" {
                    assert_eq!(rest(&ours), rest(&theirs), "{format} {paper:?}");
                }
            }
            let page =
                admin(here, more, &["runs", "print", &id, "standings", "--html"]).expect(0, &[]);
            assert!(page.out.contains("<h1>The &lt;final&gt;</h1>"), "{}", page.out);
            assert!(page.out.contains("<td>Team zoe</td>"), "{}", page.out);
        }
        // A bracket has no free place.
        let run = make(json!({ "format": "double", "games": 1 }), true);
        let refused = detail(enter(run, teams[4]).expect(409).json());
        assert!(refused.contains("`Team zoe` cannot enter: the bracket"), "{refused}");
        let id = run.to_string();
        admin(here, more, &["runs", "print", &id, "certificates"]).expect(2, &["has not ended"]);
        admin(here, more, &["runs", "print", &id, "pairings", "--number", "7"])
            .expect(2, &["there is no round 7: rounds 1 to 1 have been drawn"]);
        here.run(&["tournament", "--print", "standings"]).expect(2, &["--out"]);

        // The seat plan has every team once.
        let plan = admin(here, more, &["seats", "cup", "--row", "2"]).expect(0, &["Team zoe"]).out;
        assert!(plan.contains("C1") && !plan.contains("built-in"), "{plan}");
        let lot = |seed: &str| {
            let words = ["seats", "cup", "--row", "2", "--seed", seed];
            admin(here, more, &words).expect(0, &[]).out
        };
        assert_eq!(lot("1"), lot("1"));
        assert!((2..20).any(|seed| lot(&seed.to_string()) != lot("1")));
        admin(here, more, &["seats", "cup", "--html"])
            .expect(0, &["<td>Team ada</td><td>ada</td>"]);
    });
}
