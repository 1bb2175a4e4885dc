//! Every format, played to the end, interrupted, and resumed.

use crate::support::{Scratch, options, stage};
use agon_compete::Plan as RunPlan;
use agon_compete::tournament::{
    Advance, Correction, EntrantPlan, EntrantRound, Forfeit, Format, Plan, Reinstatement, Rename,
    Report, Rerun, explain_pairing, preview, report,
};
use agon_runner::Stop;
use agon_runs::{Run, RunFault, enter_tournament, read_journal};

const FIVE: [(&str, &str); 5] = [
    ("ann", "builtin:trivial"),
    ("bob", "builtin:nothing"),
    ("cid", "builtin:random"),
    ("dan", "builtin:trivial"),
    ("eve", "builtin:nothing"),
];

fn plan(format: Format, bots: &[(&str, &str)]) -> Plan {
    let entry = |(name, bot): &(&str, &str)| EntrantPlan::Entry {
        name: Some((*name).into()),
        bot: (*bot).into(),
        team: None,
        rating: None,
        joins: None,
    };
    Plan::new("galaxy", format, bots.iter().map(entry).collect())
}

/// Opens a tournament, plays it and requests a stop after `stop_after` games.
fn try_held(plan: &Plan, here: &Scratch, stop_after: Option<usize>) -> Result<Report, RunFault> {
    let stop = Stop::new();
    let mut stage = stage();
    let options = options(&here.0, &stop);
    let mut run = Run::open(&mut stage, "tournament", plan.fixed(), &options)?;
    enter_tournament(&mut run, plan, None)?;
    let mut games = 0;
    run.play(&RunPlan::Tournament(Box::new(plan.clone())), &mut |_, _| {
        games += 1;
        if Some(games) == stop_after {
            stop.ask();
        }
    })?;
    Ok(report(plan, run.history()))
}

fn held(plan: &Plan, here: &Scratch, stop_after: Option<usize>) -> Report {
    try_held(plan, here, stop_after).unwrap()
}

/// The sentence with which a tournament is refused; the journal stays as it is.
fn refused(plan: &Plan, here: &Scratch) -> String {
    let journal = || std::fs::read(here.0.join("journal.jsonl")).ok();
    let before = journal();
    let refusal = try_held(plan, here, None).expect_err("the tournament was held").to_string();
    assert_eq!(journal(), before, "something was written");
    refusal
}

fn ranks(report: &Report) -> Vec<(String, Option<usize>)> {
    report.standings.iter().map(|place| (place.name.clone(), place.rank)).collect()
}

fn games(report: &Report) -> usize {
    report.rounds.iter().flat_map(|round| &round.meetings).map(|meeting| meeting.games.len()).sum()
}

#[test]
fn every_format_gives_the_same_result_after_an_interruption() {
    for format in [
        Format::RoundRobin,
        Format::Arena,
        Format::Gauntlet,
        Format::Swiss,
        Format::Mcmahon,
        Format::Single,
        Format::Double,
    ] {
        let word = format.word();
        let plan = Plan { games: Some(3), playoff: true, ..plan(format, &FIVE) };
        let (one, two) = (Scratch::new(&format!("{word}-1")), Scratch::new(&format!("{word}-2")));
        let whole = held(&plan, &one, None);
        assert!(whole.finished, "{word}");
        assert_eq!(whole.standings.len(), 5, "{word}");
        assert!(whole.standings[0].rank == Some(1), "{word}: {:?}", whole.standings);
        let cut = held(&plan, &two, Some(2));
        assert!(!cut.finished, "{word}");
        let joined = held(&plan, &two, None);
        assert_eq!(ranks(&joined), ranks(&whole), "{word}");
        assert_eq!(joined.rounds, whole.rounds, "{word}");
    }
}

#[test]
fn the_preview_predicts_the_number_of_games() {
    for (format, games_each, expected) in [
        (Format::RoundRobin, 1, 10),
        (Format::Arena, 2, 20),
        (Format::Gauntlet, 1, 4),
        (Format::Swiss, 1, 8),
    ] {
        let plan = Plan { games: Some(games_each), rounds: None, ..plan(format, &FIVE) };
        let here = Scratch::new(&format!("count-{}", format.word()));
        let report = held(&plan, &here, None);
        assert_eq!(games(&report), expected, "{}", format.word());
        let (stop, empty) = (Stop::new(), Scratch::new("count-none"));
        let mut stage = stage();
        let options = options(&empty.0, &stop);
        let mut run = Run::open(&mut stage, "tournament", plan.fixed(), &options).unwrap();
        enter_tournament(&mut run, &plan, None).unwrap();
        let seen = preview(&plan, run.history());
        assert!(!empty.0.exists(), "a preview writes nothing");
        assert_eq!((seen.fewest, seen.most), (expected as u64, expected as u64));
        let first = &report.rounds[0].meetings;
        let names = |meetings: &[agon_compete::tournament::Meeting]| {
            meetings.iter().map(|meeting| meeting.names.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&seen.first_round.meetings), names(first));
    }
}

#[test]
fn absences_withdrawals_and_late_entries_are_scored() {
    let mut plan = Plan { games: Some(1), rounds: Some(3), ..plan(Format::Swiss, &FIVE) };
    plan.absent.push(EntrantRound { name: "bob".into(), round: 2, why: String::new() });
    plan.withdraw.push(EntrantRound { name: "eve".into(), round: 3, why: "ill".into() });
    plan.bots.push(EntrantPlan::Entry {
        name: Some("late".into()),
        bot: "builtin:trivial".into(),
        team: None,
        rating: None,
        joins: Some(2),
    });
    let here = Scratch::new("moments");
    let report = held(&plan, &here, None);
    let idle: Vec<String> = report
        .rounds
        .iter()
        .flat_map(|round| {
            round.idle.iter().map(|(name, what)| format!("{} {name} {what}", round.number))
        })
        .collect();
    assert!(idle.iter().any(|line| line.starts_with("2 bob is absent")), "{idle:?}");
    assert!(idle.iter().any(|line| line.starts_with("3 eve has withdrawn")), "{idle:?}");
    let first: Vec<&String> = report.rounds[0].meetings.iter().flat_map(|m| &m.names).collect();
    assert!(!first.iter().any(|name| *name == "late"));
    let eve = report.standings.iter().find(|place| place.name == "eve").unwrap();
    assert_eq!(eve.rank, None);
    assert!(report.event.is_some());
    let ruling = "Ruling by the organiser: eve is withdrawn from round 3 on: ill.";
    assert!(report.rulings.iter().any(|sentence| sentence == ruling), "{:?}", report.rulings);
    // The same file again adds nothing.
    let lines = || std::fs::read_to_string(here.0.join("journal.jsonl")).unwrap().lines().count();
    let before = lines();
    held(&plan, &here, None);
    assert_eq!(lines(), before);
}

#[test]
fn a_corrected_result_does_not_redraw_a_drawn_round() {
    let plan = Plan { games: Some(1), rounds: Some(2), ..plan(Format::Swiss, &FIVE[..4]) };
    let here = Scratch::new("corrected");
    let before = held(&plan, &here, None);
    let meeting = &before.rounds[0].meetings[0];
    let winner = meeting.winner.clone().unwrap();
    let history = read_journal(&here.0).unwrap();
    let game = history.game(&meeting.games[0]).unwrap().played.clone().unwrap();
    let ranks = game.ranks.iter().map(|rank| 3 - rank).collect();
    let corrected = Plan {
        correct: vec![Correction { game: game.game, ranks, why: "the wrong map".into() }],
        ..plan.clone()
    };
    let after = held(&corrected, &here, None);
    assert_ne!(after.rounds[0].meetings[0].winner.as_ref(), Some(&winner));
    let names = |report: &Report| -> Vec<Vec<String>> {
        report.rounds[1].meetings.iter().map(|meeting| meeting.names.clone()).collect()
    };
    assert_eq!(names(&after), names(&before), "a drawn round stays");
    let won = |report: &Report, name: &str| {
        report.table.as_ref().unwrap().lines.iter().find(|line| line.name == name).unwrap().won
    };
    assert_eq!(
        won(&after, &winner) + 1,
        won(&before, &winner),
        "the ratings follow the correction"
    );
    assert!(after.rulings[0].contains("the wrong map"), "{:?}", after.rulings);
    let ranks = vec![1, 2];
    let unknown = Correction { game: "r7.p1.g1".into(), ranks, why: String::new() };
    let refusal = refused(&Plan { correct: vec![unknown], ..plan }, &here);
    assert!(refusal.contains("there is no game r7.p1.g1"), "{refusal}");
}

#[test]
fn a_rerun_keeps_the_pairings_and_plays_a_new_attempt() {
    let plan = Plan { games: Some(1), ..plan(Format::Single, &FIVE[..4]) };
    let here = Scratch::new("rerun");
    let before = held(&plan, &here, None);
    let game = before.rounds[0].meetings[0].games[0].clone();
    let again = Plan {
        rerun: vec![Rerun { games: vec![game.clone()], why: "a power cut".into() }],
        rename: vec![Rename { name: "ann".into(), to: "anna".into(), why: String::new() }],
        ..plan
    };
    let after = held(&again, &here, None);
    let history = read_journal(&here.0).unwrap();
    let rerun = history.game(&game).unwrap();
    assert_eq!((rerun.attempt, rerun.superseded.len()), (2, 1));
    assert_eq!(rerun.played.as_ref().unwrap().seats, rerun.superseded[0].seats);
    assert_eq!(after.rulings.len(), 2, "{:?}", after.rulings);
    assert!(after.standings.iter().any(|place| place.name == "anna"));
    assert_eq!(held(&again, &here, None).rounds, after.rounds, "the rulings are made once");
}

#[test]
fn a_missing_entrant_is_refused_and_results_stay_with_those_who_played() {
    for format in [
        Format::RoundRobin,
        Format::Arena,
        Format::Swiss,
        Format::Mcmahon,
        Format::Single,
        Format::Double,
    ] {
        let here = Scratch::new(&format!("missing-{}", format.word()));
        std::fs::create_dir_all(&here.0).unwrap();
        let bot = here.0.join("b.bot");
        std::fs::write(&bot, "builtin:nothing").unwrap();
        let path = bot.to_string_lossy().into_owned();
        let mut bots = FIVE.to_vec();
        bots[1].1 = &path;
        let plan = Plan { games: Some(1), rounds: None, ..plan(format, &bots) };
        let cut = held(&plan, &here, Some(2));
        assert!(!cut.finished, "{format:?}");
        std::fs::remove_file(&bot).unwrap();
        let refusal = refused(&plan, &here);
        assert!(refusal.contains("bob cannot play") && refusal.contains("withdraw"), "{refusal}");
        std::fs::write(&bot, "builtin:nothing").unwrap();
        let whole = held(&plan, &here, None);
        assert!(whole.finished, "{format:?}");
        // A finished tournament needs no bots: the report is the same without one.
        std::fs::remove_file(&bot).unwrap();
        let shown = held(&plan, &here, None);
        assert_eq!(shown.rounds, whole.rounds, "{format:?}");
        assert_eq!(shown.standings, whole.standings, "{format:?}");
        let fresh = Scratch::new(&format!("fresh-{}", format.word()));
        let refusal = refused(&plan, &fresh);
        assert!(refusal.contains("bob cannot play") && !fresh.0.exists(), "{refusal}");
    }
}

#[test]
fn a_missing_entrant_can_be_withdrawn() {
    let here = Scratch::new("withdrawn");
    std::fs::create_dir_all(&here.0).unwrap();
    let bot = here.0.join("b.bot");
    std::fs::write(&bot, "builtin:nothing").unwrap();
    let path = bot.to_string_lossy().into_owned();
    let mut bots = FIVE.to_vec();
    bots[1].1 = &path;
    let plan = Plan { games: Some(1), rounds: Some(4), ..plan(Format::Swiss, &bots) };
    held(&plan, &here, Some(3));
    std::fs::remove_file(&bot).unwrap();
    let gone = EntrantRound { name: "bob".into(), round: 1, why: "the files are lost".into() };
    let report = held(&Plan { withdraw: vec![gone], ..plan }, &here, None);
    assert!(report.finished);
    let bob = report.standings.iter().find(|place| place.name == "bob").unwrap();
    assert_eq!(bob.rank, None);
}

#[test]
fn a_final_can_be_forfeited_and_its_winner_named() {
    let here = Scratch::new("forfeit");
    let bots = [("strong", "builtin:trivial"), ("weak", "builtin:nothing")];
    let mut plan = Plan { games: Some(1), ..plan(Format::Single, &bots) };
    let report = held(&plan, &here, None);
    assert_eq!(ranks(&report)[0].0, "strong");
    let game = report.rounds[0].meetings[0].games[0].clone();
    let (name, why) = ("strong".to_owned(), "it was not its own work".to_owned());
    plan.forfeit.push(Forfeit { game: game.clone(), name: name.clone(), why: why.clone() });
    let report = held(&plan, &here, None);
    assert_eq!(ranks(&report)[0].0, "weak");
    let ruling = format!("Ruling by the organiser: strong forfeits game {game}: {why}.");
    assert_eq!(report.rulings, [ruling]);
    let meeting = game.strip_suffix(".g1").unwrap().to_owned();
    plan.advance.push(Advance { meeting: "r9.n9".into(), name: name.clone(), why: why.clone() });
    assert_eq!(refused(&plan, &here), "there is no meeting r9.n9");
    plan.advance[0].meeting = meeting;
    let report = held(&plan, &here, None);
    assert_eq!(ranks(&report)[0].0, "strong");
    assert_eq!(report.rulings.len(), 2, "each ruling is made once: {:?}", report.rulings);
}

#[test]
fn an_entrant_that_has_left_can_be_reinstated() {
    let here = Scratch::new("reinstated");
    let gone = EntrantRound { name: "eve".into(), round: 2, why: "ill".into() };
    let mut plan = Plan {
        games: Some(1),
        rounds: Some(4),
        withdraw: vec![gone],
        ..plan(Format::Swiss, &FIVE[1..])
    };
    plan.reinstate.push(Reinstatement { name: "bob".into(), why: String::new() });
    assert_eq!(refused(&plan, &here), "bob has not left");
    plan.reinstate.clear();
    let rounds_of = |report: &Report, name: &str| {
        let plays = |round: &&agon_compete::tournament::RoundReport| {
            round.meetings.iter().any(|meeting| meeting.names.contains(&name.to_owned()))
        };
        report.rounds.iter().filter(plays).map(|round| round.number).collect::<Vec<u32>>()
    };
    // With three bots left, the second round has one meeting.
    let cut = held(&plan, &here, Some(3));
    assert_eq!((cut.finished, rounds_of(&cut, "eve")), (false, vec![1]));
    plan.reinstate.push(Reinstatement { name: "eve".into(), why: "well again".into() });
    let report = held(&plan, &here, None);
    assert_eq!(rounds_of(&report, "eve").last(), Some(&4));
    assert!(report.rulings[1].contains("eve is reinstated: well again"), "{:?}", report.rulings);
    assert_eq!(held(&plan, &here, None).rulings.len(), 2, "each ruling is made once");
}

#[test]
fn a_house_bot_replaces_the_bye() {
    let plan = Plan {
        games: Some(1),
        rounds: Some(1),
        house_bot: Some("builtin:nothing".into()),
        ..plan(Format::Swiss, &FIVE[..3])
    };
    let report = held(&plan, &Scratch::new("house"), None);
    assert_eq!(report.rounds[0].meetings.len(), 2);
    assert!(report.rounds[0].meetings[1].names.contains(&"house".to_owned()));
    assert!(report.standings.iter().all(|place| place.name != "house"));
}

#[test]
fn a_tied_series_gets_decider_games_and_then_a_lot() {
    // Two bots without orders tie every game.
    let plan = plan(Format::Single, &[("a", "builtin:nothing"), ("b", "builtin:nothing")]);
    let report = held(&plan, &Scratch::new("lots"), None);
    let meeting = &report.rounds[0].meetings[0];
    assert_eq!(meeting.games.len(), 9, "three games and six deciders");
    assert!(meeting.note.as_ref().unwrap().contains("by lot"));
    assert!(report.finished && meeting.winner.is_some());
}

#[test]
fn a_series_ends_when_it_is_settled() {
    let bots = [("strong", "builtin:trivial"), ("weak", "builtin:nothing")];
    let plan = Plan { games: Some(5), ..plan(Format::Double, &bots) };
    let report = held(&plan, &Scratch::new("settled"), None);
    assert!(report.rounds.iter().all(|round| round.meetings.iter().all(|m| m.games.len() == 3)));
    assert_eq!(report.rounds.len(), 2);
    assert_eq!(ranks(&report)[0], ("strong".into(), Some(1)));
    let text = report.bracket.unwrap();
    assert!(text.contains("*1 strong 3") && text.contains("2 weak 0"), "{text}");
}

#[test]
fn bots_that_cannot_play_are_refused_and_bots_that_fail_lose() {
    let bots =
        [("a", "builtin:trivial"), ("gone", "nowhere"), ("b", "builtin:nothing"), ("p", "panics")];
    let plan_of = |bots: &[(&str, &str)]| Plan { games: Some(1), ..plan(Format::RoundRobin, bots) };
    let here = Scratch::new("others");
    let refusal = refused(&plan_of(&bots), &here);
    assert!(refusal.contains("gone cannot play") && refusal.contains("off the list"), "{refusal}");
    let report = held(&plan_of(&[bots[0], bots[2], bots[3]]), &here, None);
    let table = report.table.unwrap();
    let panics = table.lines.iter().find(|line| line.name == "p").unwrap();
    assert!(panics.faults > 0 && panics.last_fault.as_ref().unwrap().contains("panicked"));
    assert_eq!((panics.won, panics.lost), (0, 2), "it never played a turn");
}

#[test]
fn pairings_are_explained_from_the_journal() {
    let plan = Plan { games: Some(1), rounds: Some(3), ..plan(Format::Mcmahon, &FIVE[..4]) };
    let here = Scratch::new("why");
    let report = held(&plan, &here, None);
    let history = read_journal(&here.0).unwrap();
    let drawn = &report.rounds[1].meetings[0].names;
    let (same, _) = explain_pairing(&plan, &history, 2, (&drawn[0], &drawn[1])).unwrap();
    assert!(same.sentence.contains("meet in the drawn round"), "{}", same.sentence);
    let met = &report.rounds[0].meetings[0].names;
    let (again, lines) = explain_pairing(&plan, &history, 2, (&met[0], &met[1])).unwrap();
    assert!(again.sentence.contains(&format!("{} and {}", met[0], met[1])), "{}", again.sentence);
    assert!(lines.iter().any(|line| line.starts_with("rematch: 0 as drawn, 2 if they meet")));
    assert!(explain_pairing(&plan, &history, 2, ("ann", "unknown")).is_err());
    assert!(explain_pairing(&plan, &history, 9, ("ann", "bob")).is_err());
}

#[test]
fn invalid_plans_are_refused_with_a_reason() {
    let fault = |change: fn(&mut Plan)| {
        let mut plan = plan(Format::Single, &FIVE);
        change(&mut plan);
        plan.fault((2, 2))
    };
    assert_eq!(fault(|_| ()), None);
    assert!(fault(|plan| plan.games = Some(2)).unwrap().contains("odd number"));
    assert!(fault(|plan| plan.games = Some(0)).unwrap().contains("at least 1"));
    assert!(fault(|plan| plan.rounds = Some(0)).unwrap().contains("at least 1"));
    let pods = Plan { table: Some(9), ..plan(Format::Pods, &FIVE) };
    assert!(pods.fault((2, 6)).unwrap().contains("table of 9"));
    let text = "game = \"mars\"\nformat = \"knockout\"\nbots = []";
    assert!(Plan::parse(text).unwrap_err().contains("knockout"));
    let zoe = EntrantRound { name: "zoe".into(), round: 1, why: String::new() };
    let unknown = Plan { absent: vec![zoe], ..plan(Format::Swiss, &FIVE) };
    let refusal = refused(&unknown, &Scratch::new("zoe"));
    assert!(refusal.contains("unknown entrant `zoe`"), "{refusal}");
}
