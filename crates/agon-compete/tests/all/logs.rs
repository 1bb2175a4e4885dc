//! What a log accepts, what it refuses, and how logs of format 1 are read.

use crate::fake::{FORMATS, FakeRun, by_number, league_plan, played, tournament_plan};
use agon_compete::table::{Filter, tabulate};
use agon_compete::tournament::Format;
use agon_compete::{
    Action, EntrantId, Entry, History, Plan, Report, Role, Ruling, format1, next, report,
};
use serde_json::{Value, json};

fn ruling(action: Action) -> Entry {
    Entry::Ruling(Ruling { who: "ann".into(), why: "a test".into(), action })
}

fn refusal(run: &mut FakeRun, entry: Entry) -> String {
    let before = run.lines.len();
    let refusal = run.append(entry).unwrap_err().to_string();
    assert_eq!(run.lines.len(), before, "a refused entry changes nothing");
    refusal
}

#[test]
fn a_result_must_fit_the_draw_it_belongs_to() {
    let mut run = FakeRun::tournament(tournament_plan(Format::RoundRobin), 3);
    let job = run.settle().jobs[0].clone();
    let good = played(&job, &[1, 2]);
    let mut swapped = good.clone();
    swapped.seats.reverse();
    assert!(
        refusal(&mut run, Entry::Played(swapped)).contains("differ from those that were drawn")
    );
    for (ranks, expected) in [
        (vec![], "0 ranks for 2 seats"),
        (vec![1, 2, 3], "3 ranks for 2 seats"),
        (vec![0, 1], "ranks go from 1 to 2"),
        (vec![2, 2], "one of them is 1"),
    ] {
        let bad = agon_compete::Played { ranks, ..good.clone() };
        let why = refusal(&mut run, Entry::Played(bad));
        assert!(why.contains(expected), "{why}");
    }
    let short = agon_compete::Played { silent: vec![], ..good.clone() };
    assert!(refusal(&mut run, Entry::Played(short)).contains("each of its 2 seats"));
    let unknown = agon_compete::Played { game: "r9.p9.g9".into(), ..good.clone() };
    assert!(refusal(&mut run, Entry::Played(unknown)).contains("was not drawn"));
    run.append(Entry::Played(good.clone())).unwrap();
    assert!(refusal(&mut run, Entry::Played(good)).contains("already has a result"));
}

#[test]
fn rulings_about_unknown_games_and_entrants_are_refused() {
    let mut run = FakeRun::tournament(tournament_plan(Format::RoundRobin), 3);
    let job = run.settle().jobs[0].clone();
    let key = job.game.key.clone();
    let correct = |game: &str, ranks: &[u8]| {
        ruling(Action::Correct { game: game.into(), ranks: ranks.to_vec() })
    };
    assert!(refusal(&mut run, correct("r1.p9.g1", &[2, 1])).contains("no game r1.p9.g1"));
    assert!(refusal(&mut run, correct(&key, &[2, 1])).contains("has not been played"));
    run.play(&job, &[1, 2]).unwrap();
    assert!(refusal(&mut run, correct(&key, &[2, 1, 3])).contains("3 ranks for 2 seats"));
    let entrant = EntrantId(9);
    let stranger = ruling(Action::Withdraw { entrant, round: None });
    assert!(refusal(&mut run, stranger).contains("entrant 9 has not been entered"));
    let late = ruling(Action::Absent { entrant: EntrantId(1), round: 1 });
    assert!(refusal(&mut run, late).contains("it has been drawn"));
    let taken = ruling(Action::Rename { entrant: EntrantId(1), name: run.name(2) });
    assert!(refusal(&mut run, taken).contains("is taken"));
    run.append(correct(&key, &[2, 1])).unwrap();
    assert_eq!(
        run.history.ruling_sentences(),
        [format!("Ruling by ann: the ranks of game {key} are corrected to 2, 1: a test.")]
    );
}

#[test]
fn the_table_follows_corrections_and_reruns() {
    let mut run = FakeRun::tournament(tournament_plan(Format::RoundRobin), 2);
    let job = run.settle().jobs[0].clone();
    run.play(&job, &by_number(&job)).unwrap();
    let wins = |run: &FakeRun, id: u32| {
        let table = tabulate(&run.history, &Filter::default());
        table.lines.iter().find(|line| line.name == run.name(id)).unwrap().won
    };
    assert_eq!((wins(&run, 1), wins(&run, 2)), (1, 0));
    let ranks = by_number(&job).iter().map(|rank| 3 - rank).collect();
    run.append(ruling(Action::Correct { game: job.game.key.clone(), ranks })).unwrap();
    assert_eq!((wins(&run, 1), wins(&run, 2)), (0, 1));
    run.append(ruling(Action::Rerun { games: vec![job.game.key.clone()] })).unwrap();
    assert_eq!((wins(&run, 1), wins(&run, 2)), (0, 0));
    let again = run.settle().jobs[0].clone();
    assert_eq!((again.attempt, &again.game), (2, &job.game), "the same seats, another attempt");
    let stale = run.append(Entry::Played(played(&job, &[1, 2]))).unwrap_err().to_string();
    assert!(stale.contains("attempt 2, not 1"), "{stale}");
    run.play(&again, &by_number(&again)).unwrap();
    assert_eq!(wins(&run, 1), 1);
    assert_eq!(run.history.games()[0].superseded.len(), 1);
}

#[test]
fn a_bot_that_never_played_a_turn_loses_to_those_that_did() {
    let plan = Plan::League(league_plan(9, 3));
    let mut run = FakeRun::begin(plan);
    for _ in 0..3 {
        run.enter(Role::Player).unwrap();
    }
    let jobs = run.settle().jobs;
    let mut first = played(&jobs[0], &[1, 2, 3]);
    first.silent = vec![true, false, false];
    run.append(Entry::Played(first)).unwrap();
    assert_eq!(run.history.games()[0].ranks(), Some(vec![3, 1, 2]));
    let mut second = played(&jobs[1], &[1, 1, 1]);
    second.silent = vec![true, false, true];
    run.append(Entry::Played(second)).unwrap();
    assert_eq!(run.history.games()[1].ranks(), Some(vec![2, 1, 2]));
    let mut third = played(&jobs[2], &[1, 2, 3]);
    third.silent = vec![true; 3];
    run.append(Entry::Played(third)).unwrap();
    assert_eq!(run.history.games()[2].ranks(), None);
    assert_eq!(tabulate(&run.history, &Filter::default()).games, 2, "the third is unrated");
}

/// A log of format 1, as the program wrote it.
fn old_lines(kind: &str, plan: Value, games: &[(&str, [&str; 2], [u8; 2])]) -> Vec<(usize, Value)> {
    let mut lines = vec![json!({
        "what": "begin", "format": 1, "kind": kind, "game": "chess", "version": 1,
        "rules": "handbook", "engine": "agon 0.1.0", "plan": plan, "date": "then",
    })];
    for name in ["ann", "bob", "house"] {
        lines.push(json!({ "what": "bot", "name": name, "word": name, "hash": null }));
    }
    for (key, seats, ranks) in games {
        lines.push(json!({
            "what": "played", "game": key, "map": "m", "seed": 3, "seats": seats, "ranks": ranks,
            "scores": [0.0, 0.0], "reason": "r", "sentence": "s", "rounds": 1,
            "state": agon_core::StateHash(7), "faults": [null, null], "dead": [false, false],
            "seconds": 0.5, "replay": null,
        }));
    }
    lines.push(json!({ "what": "void", "game": "g9", "why": "w", "attempt": 1 }));
    lines.into_iter().zip(1..).map(|(line, number)| (number, line)).collect()
}

fn converted(lines: &[(usize, Value)]) -> Result<History, String> {
    let entries = format1::convert(lines).map_err(|(line, why)| format!("line {line}: {why}"))?;
    History::of(entries.into_iter().map(|(_, entry)| entry)).map_err(|refusal| refusal.to_string())
}

#[test]
fn logs_of_format_1_are_converted() {
    let games = [("g1", ["ann", "bob"], [1, 2]), ("g4", ["bob", "ann"], [2, 1])];
    let history = converted(&old_lines("league", json!({}), &games)).unwrap();
    let table = tabulate(&history, &Filter::default());
    assert_eq!((table.games, table.lines.len()), (2, 2), "the house bot is not in the table");
    assert_eq!((table.lines[0].name.as_str(), table.lines[0].won), ("ann", 2));
    // A league goes on after the last key.
    let plan = Plan::League(league_plan(4, 2));
    let next = next(&plan, &history);
    let Entry::Draw(draw) = &next.append[0] else { panic!("{next:?}") };
    let keys = draw.meetings.iter().flat_map(|meeting| &meeting.games).map(|game| &game.key);
    assert_eq!(keys.collect::<Vec<_>>(), ["g5", "g6"]);
    let odd = old_lines("league", json!({}), &[("g1", ["ann", "eve"], [1, 2])]);
    assert!(converted(&odd).unwrap_err().contains("line 5: it names a bot that has not entered"));
    let bad = old_lines("league", json!({}), &[("g1", ["ann", "bob"], [0, 0])]);
    assert!(converted(&bad).unwrap_err().contains("ranks go from 1 to 2"));
}

#[test]
fn a_stopped_run_keeps_its_results_and_asks_for_nothing_more() {
    for format in FORMATS {
        let mut run = FakeRun::tournament(tournament_plan(format), 4);
        let job = run.settle().jobs[0].clone();
        run.play(&job, &by_number(&job)).unwrap();
        let open = run.settle().jobs;
        let table = |run: &FakeRun| {
            let lines = tabulate(&run.history, &Filter::default()).lines;
            lines.into_iter().map(|line| (line.name, line.won, line.games)).collect::<Vec<_>>()
        };
        let before = table(&run);
        run.append(ruling(Action::Stop)).unwrap();
        let next = next(&run.plan, &run.history);
        assert_eq!((next.append, next.jobs, next.finished), (vec![], vec![], true), "{format:?}");
        assert_eq!(table(&run), before, "{format:?}");
        let Report::Tournament(report) = report(&run.plan, &run.history) else { panic!() };
        assert!(report.finished, "{format:?}");
        assert_eq!(report.rulings, ["Ruling by ann: the run is stopped: a test."]);
        let unplayed = format!("{} drawn game", open.len());
        assert!(open.is_empty() || report.notes.iter().any(|note| note.contains(&unplayed)));
        // Nothing brings it back.
        if let Some(job) = open.first() {
            let late = refusal(&mut run, Entry::Played(played(job, &by_number(job))));
            assert!(late.contains("it was stopped: a test"), "{late}");
        }
        for action in [
            Action::Stop,
            Action::Rerun { games: vec![job.game.key.clone()] },
            Action::Absent { entrant: EntrantId(1), round: 99 },
        ] {
            let late = refusal(&mut run, ruling(action));
            assert!(late.contains("it was stopped: a test"), "{late}");
        }
        assert!(run.enter(Role::Player).is_err());
        // A result can still be corrected.
        let ranks = (1..=job.game.seats.len() as u8).collect();
        run.append(ruling(Action::Correct { game: job.game.key.clone(), ranks })).unwrap();
    }
}

#[test]
fn plans_have_limits() {
    let plan = |change: fn(&mut agon_compete::tournament::Plan)| {
        let mut plan = tournament_plan(Format::Swiss);
        change(&mut plan);
        plan.fault((2, 2))
    };
    assert_eq!(plan(|_| {}), None);
    let fault = plan(|plan| plan.rounds = Some(100_000)).unwrap();
    assert_eq!(fault, "rounds must be at most 1000, not 100000");
    let fault = plan(|plan| plan.games = Some(1_000_000)).unwrap();
    assert_eq!(fault, "games must be at most 10000, not 1000000");
}
