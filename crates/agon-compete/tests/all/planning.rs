//! What each kind of run asks for next, and how rulings act on it.

use crate::fake::{
    FORMATS, FakeRun, by_number, compare_plan, league_plan, played, rubric, tournament_plan,
};
use agon_compete::compare::{ComparePlan, NEW, OLD};
use agon_compete::tournament::{self, Format, late_fault, report, rounds};
use agon_compete::{
    Action, Entered, EntrantId, Entry, Inspected, Job, Plan, Played, Record, Remark, Report, Role,
};
use agon_core::{Ban, StateHash, Violation};
use agon_ladder::mcmahon::Idle;

fn plan_of(run: &FakeRun) -> &tournament::Plan {
    match &run.plan {
        Plan::Tournament(plan) => plan,
        _ => panic!("not a tournament"),
    }
}

fn final_report(run: &FakeRun) -> tournament::Report {
    report(plan_of(run), &run.history)
}

fn pairs(run: &FakeRun) -> Vec<Vec<String>> {
    let rounds = rounds(plan_of(run), &run.history);
    rounds.iter().flat_map(|round| &round.meetings).map(|meeting| meeting.names.clone()).collect()
}

/// Plays all games that are open now.
fn play_round(run: &mut FakeRun) {
    for job in run.settle().jobs {
        run.play(&job, &by_number(&job)).unwrap();
    }
}

/// Plays some of the games that are open now.
fn play_some(run: &mut FakeRun, games: usize) {
    for job in run.settle().jobs.iter().take(games) {
        run.play(job, &by_number(job)).unwrap();
    }
}

#[test]
fn every_format_draws_before_it_plays_and_ends() {
    for format in FORMATS {
        let plan = tournament::Plan { table: Some(3), ..tournament_plan(format) };
        let mut run = FakeRun::tournament(plan, 6);
        run.finish(&mut by_number);
        let report = final_report(&run);
        assert!(report.finished, "{format:?}");
        assert_eq!(report.standings[0].name, run.name(1), "{format:?}: {:?}", report.standings);
        let drawn = run.lines.iter().position(|line| line.contains("\"what\":\"draw\""));
        let played = run.lines.iter().position(|line| line.contains("\"what\":\"played\""));
        assert!(drawn.unwrap() < played.unwrap(), "{format:?}");
    }
}

#[test]
fn a_withdrawal_in_a_played_bracket_redraws_nothing() {
    for format in [Format::Single, Format::Double] {
        let mut run = FakeRun::tournament(tournament_plan(format), 8);
        play_round(&mut run);
        play_round(&mut run);
        let (before, before_round) = (pairs(&run), run.history.rounds().len());
        // The round that was asked for has been played: the ruling acts from the next draw on.
        run.rule(Action::Withdraw { entrant: EntrantId(1), round: Some(1) }).unwrap();
        run.settle();
        assert_eq!(pairs(&run)[..before.len()], before, "{format:?}");
        run.finish(&mut by_number);
        assert_eq!(pairs(&run)[..before.len()], before, "{format:?}");
        let report = final_report(&run);
        let name = run.name(1);
        assert_ne!(report.standings[0].name, name, "{format:?}: it won two matches and left");
        let next = before_round + 1;
        let sentence = format!("{name} is withdrawn from round {next} on: a test");
        assert!(report.rulings[0].contains(&sentence), "{:?}", report.rulings);
    }
}

/// The ruling may come when no round is left that it could act on.
#[test]
fn a_disqualified_champion_has_no_place() {
    for format in FORMATS {
        let plan = tournament::Plan { table: Some(3), ..tournament_plan(format) };
        let mut run = FakeRun::tournament(plan, 6);
        run.finish(&mut by_number);
        let before = final_report(&run).standings;
        run.rule(Action::Disqualify { entrant: EntrantId(1), round: None }).unwrap();
        run.finish(&mut by_number);
        let report = final_report(&run);
        assert!(report.finished, "{format:?}");
        let last = report.standings.last().unwrap();
        assert_eq!((&last.name, last.rank), (&run.name(1), None), "{format:?}");
        let first = &report.standings[0];
        assert_eq!((&first.name, first.rank), (&before[1].name, Some(1)), "{format:?}");
    }
}

#[test]
fn a_correction_in_a_bracket_leaves_later_rounds_as_they_were_drawn() {
    let mut run = FakeRun::tournament(tournament_plan(Format::Single), 4);
    play_round(&mut run);
    run.settle();
    let drawn = pairs(&run);
    let job = &run.history.games()[0].drawn;
    let (game, loser) = (job.key.clone(), job.seats.iter().max().copied().unwrap());
    let ranks = job.seats.iter().map(|&seat| if seat == loser { 1 } else { 2 }).collect();
    run.rule(Action::Correct { game, ranks }).unwrap();
    run.finish(&mut by_number);
    assert_eq!(pairs(&run), drawn, "the final stays");
    let report = final_report(&run);
    assert_eq!(
        report.rounds[0].meetings[0].winner,
        Some(run.history.name(loser)),
        "the result counts"
    );
    assert_ne!(report.standings[0].name, run.history.name(loser));
}

#[test]
fn a_withdrawn_entrant_forfeits_its_open_games() {
    let mut run = FakeRun::tournament(tournament_plan(Format::RoundRobin), 4);
    run.settle();
    run.rule(Action::Withdraw { entrant: EntrantId(1), round: None }).unwrap();
    run.finish(&mut |job: &Job| {
        assert!(!job.game.seats.contains(&EntrantId(1)), "it has left");
        by_number(job)
    });
    let report = final_report(&run);
    let last = report.standings.last().unwrap();
    assert_eq!((last.name.clone(), last.rank), (run.name(1), None));
    let table = report.table.unwrap();
    assert_eq!(table.games, 3, "forfeited games are not rated");
}

#[test]
fn a_bracket_match_without_a_result_goes_to_the_better_seed() {
    let mut run = FakeRun::tournament(tournament_plan(Format::Single), 2);
    let job = run.settle().jobs[0].clone();
    let mut silent = played(&job, &[2, 1]);
    (silent.silent, silent.dead) = (vec![true; 2], vec![true; 2]);
    run.append(Entry::Played(silent)).unwrap();
    assert!(run.settle().finished);
    let report = final_report(&run);
    assert_eq!(report.standings[0].name, run.name(1));
    assert!(report.rounds[0].meetings[0].note.as_ref().unwrap().contains("the better seed"));
    assert!(report.notes[0].contains("none of its bots played a turn"), "{:?}", report.notes);
}

#[test]
fn a_game_that_cannot_be_played_does_not_end_a_tournament() {
    let mut run = FakeRun::tournament(tournament_plan(Format::RoundRobin), 4);
    let job = run.settle().jobs[0].clone();
    for _ in 0..3 {
        let (game, attempt) = (job.game.key.clone(), job.attempt);
        run.append(Entry::Void { game, attempt, why: "the bot hangs".into() }).unwrap();
    }
    run.finish(&mut by_number);
    let notes = final_report(&run).notes;
    assert!(notes.iter().any(|note| note.contains("failed 3 times: the bot hangs")), "{notes:?}");
}

#[test]
fn a_league_sets_aside_a_bot_whose_games_cannot_be_played() {
    let mut run = FakeRun::begin(Plan::League(league_plan(60, 2)));
    for _ in 0..4 {
        run.enter(Role::Player).unwrap();
    }
    let bad = EntrantId(3);
    for _ in 0..500 {
        let next = run.settle();
        let Some(job) = next.jobs.first() else { break };
        if job.game.seats.contains(&bad) {
            let (game, attempt) = (job.game.key.clone(), job.attempt);
            run.append(Entry::Void { game, attempt, why: "the bot hangs".into() }).unwrap();
        } else {
            run.play(job, &by_number(job)).unwrap();
        }
    }
    let Report::League(report) = agon_compete::report(&run.plan, &run.history) else { panic!() };
    assert_eq!(report.drawn, 60, "the league goes on");
    assert_eq!(report.aside.len(), 1, "{:?}", report.aside);
    assert_eq!(report.aside[0].name, run.history.name(bad));
    assert!(report.aside[0].why.contains("the bot hangs"), "{}", report.aside[0].why);
}

#[test]
fn a_league_counts_its_games_and_finishes_its_draws() {
    let mut run = FakeRun::begin(Plan::League(league_plan(7, 2)));
    for _ in 0..3 {
        run.enter(Role::Player).unwrap();
    }
    let jobs = run.settle().jobs;
    assert_eq!(jobs.len(), 6);
    run.play(&jobs[0], &by_number(&jobs[0])).unwrap();
    run.restart();
    assert_eq!(run.settle().jobs, jobs[1..], "drawn games survive a restart");
    run.finish(&mut by_number);
    assert_eq!(run.history.games().len(), 7);
    assert!(run.settle().finished);
}

#[test]
fn late_entries_join_the_next_round() {
    let plan = tournament::Plan { rounds: Some(3), ..tournament_plan(Format::Swiss) };
    let mut run = FakeRun::tournament(plan, 4);
    play_round(&mut run);
    let late = run.enter(Role::Player).unwrap();
    run.finish(&mut by_number);
    let report = final_report(&run);
    let name = run.history.name(late);
    assert!(report.rounds[0].meetings.iter().all(|meeting| !meeting.names.contains(&name)));
    let plays = |round: &tournament::RoundReport| {
        let idle = round.idle.iter().any(|(idle, _)| *idle == name);
        idle || round.meetings.iter().any(|meeting| meeting.names.contains(&name))
    };
    assert!(plays(&report.rounds[1]) && plays(&report.rounds[2]));
}

#[test]
fn a_comparison_counts_units_in_order() {
    let mut run = FakeRun::begin(Plan::Compare(compare_plan(200)));
    run.enter(Role::Player).unwrap();
    run.enter(Role::Player).unwrap();
    run.finish(&mut by_number);
    let Report::Compare(standing) = agon_compete::report(&run.plan, &run.history) else { panic!() };
    assert_eq!((standing.won, standing.lost), (standing.games, 0));
    assert!(standing.units < 200, "the test decides early");
    assert_eq!((standing.estimate.elo, standing.estimate.at_most), (None, None));
    assert!(standing.estimate.at_least.unwrap() > 0.0);
    let json = serde_json::to_value(&*standing).unwrap();
    assert!(json["estimate"]["elo"].is_null(), "all wins give no number: {json}");
}

#[test]
fn a_unit_repeats_another_if_map_orders_and_results_are_the_same() {
    let positions = |job: &Job| StateHash(job.game.seed);
    let count = |orders: &dyn Fn(&Job) -> Option<StateHash>| {
        let mut run = FakeRun::begin(Plan::Compare(compare_plan(30)));
        run.enter(Role::Player).unwrap();
        run.enter(Role::Player).unwrap();
        loop {
            let next = run.settle();
            let Some(job) = next.jobs.first() else { break };
            // The dice differ in every unit, and with them the last position.
            let (state, orders) = (positions(job), orders(job));
            let drawn = Played { state, orders, ..played(job, &[1, 1]) };
            run.append(Entry::Played(drawn)).unwrap();
        }
        let Report::Compare(standing) = agon_compete::report(&run.plan, &run.history) else {
            panic!()
        };
        (standing.units, standing.repeats, standing.exhausted)
    };
    assert_eq!(count(&|_| Some(StateHash(1))), (21, 20, true), "the bots did the same");
    assert_eq!(count(&|job| Some(positions(job))), (30, 0, false));
    assert_eq!(count(&|_| None), (30, 0, false), "a journal without orders");
}

#[test]
fn each_bot_of_a_unit_takes_every_seat_equally_often() {
    for seats in 2..=6 {
        let plan = ComparePlan { seats, ..compare_plan(1) };
        let unit = plan.unit(4).games;
        assert_eq!(unit.len(), seats);
        for seat in 0..seats {
            let news = unit.iter().filter(|game| game.seats[seat] == NEW).count();
            assert_eq!(news, seats / 2, "{seats} seats");
        }
        assert!(unit.iter().all(|game| game.seed == 5 && game.seats.contains(&OLD)));
    }
    let maps = ComparePlan { maps: vec!["a".into(), "b".into()], ..compare_plan(1) };
    assert_eq!([0, 1, 2].map(|unit| maps.unit(unit).games[0].map.clone()), ["a", "b", "a"]);
}

#[test]
fn marks_count_the_submissions_own_games() {
    let mut run = FakeRun::begin(Plan::Grade(rubric()));
    run.enter(Role::Opponent).unwrap();
    let (good, bad) = (run.enter(Role::Player).unwrap(), run.enter(Role::Player).unwrap());
    run.finish(&mut |job: &Job| {
        job.game
            .seats
            .iter()
            .map(|&seat| if seat == good { 1 } else { 2 })
            .collect::<Vec<u8>>()
            .iter()
            .map(|&rank| if job.game.seats.contains(&bad) && rank == 2 { 1 } else { rank })
            .collect()
    });
    let Report::Grade(marks) = agon_compete::report(&run.plan, &run.history) else { panic!() };
    let of = |id: EntrantId| marks.iter().find(|marks| marks.name == run.history.name(id)).unwrap();
    assert_eq!((of(good).points, of(bad).points), (4.0, 0.0));
    assert_eq!(of(good).marks[0].games, 4);
}

/// Findings of a program with this many violations; the first one is waived.
fn findings(violations: u32) -> Inspected {
    let remark = |line: u32| Remark {
        violation: Violation {
            ban: Ban::Threads,
            class: "Bot".into(),
            method: "play".into(),
            file: "Bot.java".into(),
            line,
            what: "uses java.lang.Thread".into(),
        },
        waived: (line == 1).then(|| "agreed on Monday.".to_owned()),
    };
    Inspected { is_read: true, remarks: (1..=violations).map(remark).collect() }
}

#[test]
fn every_report_says_what_the_regulations_found() {
    let mut run = FakeRun::tournament(tournament_plan(Format::RoundRobin), 3);
    let unread = Inspected { is_read: false, remarks: Vec::new() };
    for (entrant, found) in [(1, findings(9)), (1, findings(7)), (2, unread)] {
        run.append(Entry::Inspected { entrant: EntrantId(entrant), found }).unwrap();
    }
    let stranger = Entry::Inspected { entrant: EntrantId(9), found: findings(1) };
    assert!(run.append(stranger).is_err(), "it has not been entered");
    let why = Some("it stays out".to_owned());
    run.append(Entry::Rejected { name: "zoe".into(), why }).unwrap();
    run.finish(&mut by_number);
    run.restart();
    let report = final_report(&run);
    let (name, other) = (run.name(1), run.name(2));
    let regulations =
        format!("{name} violates the contest's regulations (threads): Bot.play, Bot.java");
    let expected = [
        format!("{regulations}:1: uses java.lang.Thread. Waived: agreed on Monday."),
        format!("{regulations}:2: uses java.lang.Thread."),
    ];
    assert_eq!(report.remarks[..2], expected);
    assert_eq!(
        report.remarks[5],
        format!("{name} has 2 further violations; the journal lists them.")
    );
    assert!(report.remarks[6].contains(&format!("regulations: {other}.")), "{:?}", report.remarks);
    assert_eq!((report.remarks.len(), report.rejected[0].name.as_str()), (7, "zoe"));
}

#[test]
fn marks_name_the_violations_of_their_submission_only() {
    let mut run = FakeRun::begin(Plan::Grade(rubric()));
    run.enter(Role::Opponent).unwrap();
    let (bad, good) = (run.enter(Role::Player).unwrap(), run.enter(Role::Player).unwrap());
    run.append(Entry::Inspected { entrant: bad, found: findings(1) }).unwrap();
    run.finish(&mut by_number);
    let Report::Grade(marks) = agon_compete::report(&run.plan, &run.history) else { panic!() };
    let of = |id: EntrantId| marks.iter().find(|marks| marks.name == run.history.name(id)).unwrap();
    assert_eq!((of(bad).remarks.len(), of(good).remarks.len()), (1, 0));
}

#[test]
fn a_late_entrant_meets_the_others_and_changes_no_drawn_round() {
    for (format, entrants) in [
        (Format::RoundRobin, 4),
        (Format::RoundRobin, 5),
        (Format::Arena, 4),
        (Format::Gauntlet, 4),
        (Format::Swiss, 6),
        (Format::Mcmahon, 6),
    ] {
        let plan = tournament::Plan { games: Some(1), ..tournament_plan(format) };
        let mut run = FakeRun::tournament(plan, entrants);
        play_some(&mut run, 2);
        let before = pairs(&run);
        assert_eq!(late_fault(plan_of(&run), &run.history), None, "{format:?}");
        let first = run.enter(Role::Player).unwrap();
        run.rule(Action::Enter { entrant: first }).unwrap();
        let refused = run.rule(Action::Enter { entrant: EntrantId(1) }).unwrap_err();
        assert!(refused.0.contains("from the beginning"), "{refused}");
        play_some(&mut run, 2);
        // Another one comes when the first has been drawn.
        let drawn = pairs(&run);
        let second = late_fault(plan_of(&run), &run.history).is_none().then(|| {
            let second = run.enter(Role::Player).unwrap();
            run.rule(Action::Enter { entrant: second }).unwrap();
            second
        });
        run.restart();
        run.finish(&mut by_number);
        let after = pairs(&run);
        assert_eq!((&after[..before.len()], &after[..drawn.len()]), (&before[..], &drawn[..]));
        let name = run.name(first.0);
        let report = final_report(&run);
        assert!(report.standings.iter().any(|place| place.name == name), "{format:?}");
        assert!(report.rulings[0].contains(&format!("{name} enters late: a test")), "{format:?}");
        if matches!(format, Format::RoundRobin | Format::Arena) {
            let all = entrants + 1 + u32::from(second.is_some());
            let times = after.len() as u32 * 2 / (all * (all - 1));
            assert_eq!(after.len() as u32, times * all * (all - 1) / 2, "{format:?}: {after:?}");
            for a in 1..=all {
                for b in a + 1..=all {
                    let (a, b) = (run.name(a), run.name(b));
                    let met = after.iter().filter(|pair| pair.contains(&a) && pair.contains(&b));
                    assert_eq!(met.count() as u32, times, "{format:?}: {a} {b}");
                }
            }
        }
        let mine = after.iter().filter(|pair| pair.contains(&name)).count();
        assert!(mine > 0, "{format:?}: {after:?}");
        // In every round an entrant plays at most once.
        for round in rounds(plan_of(&run), &run.history) {
            let mut names: Vec<&String> =
                round.meetings.iter().flat_map(|one| &one.names).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{format:?} {round:?}");
        }
        assert_eq!(late_fault(plan_of(&run), &run.history).unwrap(), "the tournament has ended");
    }
}

#[test]
fn rounds_before_a_late_entry_are_no_points_in_a_swiss_and_absences_in_a_mcmahon() {
    for (format, points, missed) in [
        (Format::Swiss, 0.0, [Idle::Missing; 3]),
        (Format::Mcmahon, 1.0, [Idle::Absent, Idle::Absent, Idle::Missing]),
    ] {
        let plan = tournament::Plan { rounds: Some(7), ..tournament_plan(format) };
        let mut run = FakeRun::tournament(plan, 8);
        for _ in 0..3 {
            play_round(&mut run);
        }
        let late = run.enter(Role::Player).unwrap();
        run.rule(Action::Enter { entrant: late }).unwrap();
        let report = final_report(&run);
        let place = report.standings.iter().find(|place| place.name == run.name(late.0)).unwrap();
        assert_eq!(place.values[0], points, "{format:?}: {place:?}");
        let event = report.event.unwrap().0;
        let idle = event.rounds.iter().map(|round| *round.idle.last().unwrap());
        assert_eq!(idle.collect::<Vec<_>>(), missed.map(|idle| (late.0, idle)), "{format:?}");
    }
}

#[test]
fn a_late_entrant_of_a_mcmahon_starts_where_its_rating_belongs() {
    let plan =
        tournament::Plan { games: Some(1), rounds: Some(3), ..tournament_plan(Format::Mcmahon) };
    let mut run = FakeRun::tournament(plan, 0);
    let enter = |run: &mut FakeRun, name: &str, rating: f64| {
        let number = EntrantId(run.history.entrants().len() as u32 + 1);
        let (name, word) = (name.to_owned(), "bot".to_owned());
        let record = Record { rating, ..Record::default() };
        let entered = Entered { number, name, word, record, ..Entered::default() };
        run.append(Entry::Entered(entered)).unwrap();
    };
    for number in 0..16 {
        enter(&mut run, &format!("p{number}"), 2000.0 - 50.0 * f64::from(number));
    }
    play_round(&mut run);
    enter(&mut run, "strong", 1990.0);
    enter(&mut run, "weak", 900.0);
    enter(&mut run, "unknown", 0.0);
    let event = final_report(&run).event.unwrap().0;
    let start = |id: u32| event.entrants.iter().find(|entrant| entrant.id == id).unwrap().start;
    assert!(start(2) > 0, "the bar is above the bottom");
    assert_eq!((start(17), start(18), start(19)), (start(2), 0, 0));
}

#[test]
fn brackets_and_last_rounds_let_no_team_in() {
    for format in [Format::Single, Format::Double] {
        let mut run = FakeRun::tournament(tournament_plan(format), 4);
        assert_eq!(late_fault(plan_of(&run), &run.history), None);
        run.settle();
        let fault = late_fault(plan_of(&run), &run.history).unwrap();
        assert!(fault.contains("has no free place"), "{fault}");
    }
    let plan = tournament::Plan { rounds: Some(2), ..tournament_plan(Format::Swiss) };
    let mut run = FakeRun::tournament(plan, 6);
    play_round(&mut run);
    run.settle();
    let fault = late_fault(plan_of(&run), &run.history).unwrap();
    assert_eq!(fault, "the last of the 2 rounds is drawn");
}
