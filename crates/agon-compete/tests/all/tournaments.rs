//! Every format, played to the end, interrupted, and resumed.

use crate::support::{Scratch, options, stage};
use agon_compete::tournament::{
    Correction, EntrantPlan, EntrantRound, Field, Format, Plan, Report, TournamentEvent,
    explain_pairing, hold, preview,
};
use agon_compete::{NamedBot, Run, read_journal};
use agon_runner::Stop;

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

/// Plays a tournament; requests a stop after `stop_after` games.
fn held(plan: &Plan, here: &Scratch, stop_after: Option<usize>) -> Report {
    let stop = Stop::new();
    let mut stage = stage();
    let mut bots: Vec<(Option<String>, String)> =
        plan.bots.iter().map(EntrantPlan::name_and_word).collect();
    bots.extend(plan.house_bot.iter().map(|word| (Some("house".to_owned()), word.clone())));
    let entrants = NamedBot::enter_all(&mut stage, &bots);
    let field = Field::seed(plan, &entrants, None).unwrap();
    let options = options(&here.0, &stop);
    let mut run = Run::open(&mut stage, entrants, "tournament", plan.fixed(), &options).unwrap();
    let mut games = 0;
    hold(&mut run, plan, &field, &mut |news| {
        if let TournamentEvent::Game(_) = news {
            games += 1;
            if Some(games) == stop_after {
                stop.ask();
            }
        }
    })
    .unwrap()
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
        let mut stage = stage();
        let bots: Vec<_> = plan.bots.iter().map(EntrantPlan::name_and_word).collect();
        let entrants = NamedBot::enter_all(&mut stage, &bots);
        let field = Field::seed(&plan, &entrants, None).unwrap();
        let seen = preview(&plan, &field);
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
    plan.absent.push(EntrantRound { name: "bob".into(), round: 2 });
    plan.withdraw.push(EntrantRound { name: "eve".into(), round: 3 });
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
}

#[test]
fn a_corrected_result_does_not_redraw_a_drawn_round() {
    let plan = Plan { games: Some(1), rounds: Some(2), ..plan(Format::Swiss, &FIVE[..4]) };
    let here = Scratch::new("corrected");
    let before = held(&plan, &here, None);
    let meeting = &before.rounds[0].meetings[0];
    let winner = meeting.winner.clone().unwrap();
    let game = read_journal(&here.0).unwrap().games[&meeting.games[0]].clone();
    let ranks = game.ranks.iter().map(|rank| 3 - rank).collect();
    let corrected = Plan {
        correct: vec![Correction { game: game.game, ranks, why: "the wrong map".into() }],
        ..plan
    };
    let after = held(&corrected, &here, None);
    assert_ne!(after.rounds[0].meetings[0].winner.as_ref(), Some(&winner));
    let names = |report: &Report| -> Vec<Vec<String>> {
        report.rounds[1].meetings.iter().map(|meeting| meeting.names.clone()).collect()
    };
    assert_eq!(names(&after), names(&before), "a drawn round stays");
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
fn a_bot_that_cannot_play_is_left_out() {
    let bots =
        [("a", "builtin:trivial"), ("gone", "nowhere"), ("b", "builtin:nothing"), ("p", "panics")];
    let plan = Plan { games: Some(1), ..plan(Format::RoundRobin, &bots) };
    let report = held(&plan, &Scratch::new("others"), None);
    assert_eq!(report.standings.len(), 3);
    assert!(report.notes[0].contains("gone does not take part"));
    let table = report.table.unwrap();
    let panics = table.lines.iter().find(|line| line.name == "p").unwrap();
    assert!(panics.faults > 0 && panics.last_fault.as_ref().unwrap().contains("panicked"));
}

#[test]
fn pairings_are_explained_from_the_journal() {
    let plan = Plan { games: Some(1), rounds: Some(3), ..plan(Format::Mcmahon, &FIVE[..4]) };
    let here = Scratch::new("why");
    let report = held(&plan, &here, None);
    let mut stage = stage();
    let bots: Vec<_> = plan.bots.iter().map(EntrantPlan::name_and_word).collect();
    let entrants = NamedBot::enter_all(&mut stage, &bots);
    let field = Field::seed(&plan, &entrants, None).unwrap();
    let contents = read_journal(&here.0).unwrap();
    let drawn = &report.rounds[1].meetings[0].names;
    let (same, _) = explain_pairing(&contents, &plan, &field, 2, (&drawn[0], &drawn[1])).unwrap();
    assert!(same.sentence.contains("meet in the drawn round"), "{}", same.sentence);
    let met = &report.rounds[0].meetings[0].names;
    let (again, lines) = explain_pairing(&contents, &plan, &field, 2, (&met[0], &met[1])).unwrap();
    assert!(again.sentence.contains(&format!("{} and {}", met[0], met[1])), "{}", again.sentence);
    assert!(lines.iter().any(|line| line.starts_with("rematch: 0 as drawn, 2 if they meet")));
    assert!(explain_pairing(&contents, &plan, &field, 2, ("ann", "unknown")).is_err());
    assert!(explain_pairing(&contents, &plan, &field, 9, ("ann", "bob")).is_err());
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
    let mut stage = stage();
    let unknown = Plan {
        absent: vec![EntrantRound { name: "zoe".into(), round: 1 }],
        ..plan(Format::Swiss, &FIVE)
    };
    let bots: Vec<_> = unknown.bots.iter().map(EntrantPlan::name_and_word).collect();
    let entrants = NamedBot::enter_all(&mut stage, &bots);
    assert!(Field::seed(&unknown, &entrants, None).unwrap_err().contains("unknown entrant `zoe`"));
}
