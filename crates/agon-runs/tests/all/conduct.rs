//! The contest's regulations in tournaments, leagues and gradings: bots are kept out, come back, and are
//! reported.

use crate::support::{Findings, Scratch, entries, options, stage_by};
use agon_compete::league::league_report;
use agon_compete::tournament::{EntrantPlan, EntrantRound, Format, Plan, Report, report};
use agon_compete::{Entry, Inspected, Plan as RunPlan, Remark};
use agon_core::{Ban, ClockRule, Violation, Waiver};
use agon_runner::Stop;
use agon_runs::{Config, League, Run, RunFault, admit_all, enter_tournament};
use std::fs;

const THREADS: &str = "it violates the contest's regulations (threads)";

fn plan(format: Format, names: &[&str]) -> Plan {
    let entry = |name: &&str| EntrantPlan::Entry {
        name: Some((*name).into()),
        bot: "builtin:trivial".into(),
        team: None,
        rating: None,
        joins: None,
    };
    let bots = names.iter().map(entry).collect();
    let (games, rounds, table) = (Some(1), Some(3), Some(2));
    Plan { games, rounds, table, ..Plan::new("galaxy", format, bots) }
}

fn held(plan: &Plan, here: &Scratch, found: &Findings, most: usize) -> Result<Report, RunFault> {
    let (stop, mut stage) = (Stop::new(), stage_by(found));
    let options = options(&here.0, &stop);
    let mut run = Run::open(&mut stage, "tournament", plan.fixed(), &options)?;
    enter_tournament(&mut run, plan, None)?;
    let mut games = 0;
    run.play(&RunPlan::Tournament(Box::new(plan.clone())), &mut |_, _| {
        games += 1;
        if games == most {
            stop.ask();
        }
    })?;
    Ok(report(plan, run.history()))
}

fn names(report: &Report) -> Vec<&str> {
    let mut names: Vec<&str> = report.standings.iter().map(|place| place.name.as_str()).collect();
    names.sort_unstable();
    names
}

fn remark(waived: Option<&str>) -> Inspected {
    let violation = Violation {
        ban: Ban::Threads,
        class: String::new(),
        method: String::new(),
        file: "bot.py".into(),
        line: 3,
        what: "imports threading".into(),
    };
    let remarks = vec![Remark { violation, waived: waived.map(str::to_owned) }];
    Inspected { is_read: true, remarks }
}

#[test]
fn a_barred_bot_is_rejected_and_the_tournament_goes_on() {
    let found = Findings::default();
    found.set("bob", Err(THREADS));
    for format in [Format::RoundRobin, Format::Swiss, Format::Single, Format::Pods] {
        let here = Scratch::new(&format!("barred-{}", format.word()));
        let plan = plan(format, &["ann", "bob", "cid", "dan"]);
        let report = held(&plan, &here, &found, usize::MAX).unwrap();
        assert!(report.finished, "{format:?}");
        assert_eq!(names(&report), ["ann", "cid", "dan"], "{format:?}");
        assert_eq!(
            (report.rejected[0].name.as_str(), report.rejected[0].why.as_str()),
            ("bob", THREADS)
        );
        // The reason is written once.
        held(&plan, &here, &found, usize::MAX).unwrap();
        let is_rejected = |entry: &&Entry| matches!(entry, Entry::Rejected { .. });
        assert_eq!(entries(&here.0).iter().filter(is_rejected).count(), 1, "{format:?}");
    }
}

#[test]
fn a_bot_that_may_play_after_all_joins_where_late_entries_are_possible() {
    for (format, joins) in
        [(Format::Swiss, true), (Format::RoundRobin, true), (Format::Single, false)]
    {
        let (here, found) = (Scratch::new(&format!("back-{}", format.word())), Findings::default());
        found.set("bob", Err(THREADS));
        let plan = plan(format, &["ann", "bob", "cid", "dan"]);
        held(&plan, &here, &found, 1).unwrap();
        found.set("bob", Ok(remark(Some("agreed"))));
        let report = held(&plan, &here, &found, usize::MAX).unwrap();
        assert_eq!(names(&report).contains(&"bob"), joins, "{format:?}");
        assert_eq!(report.rejected.is_empty(), joins, "{format:?}");
        assert_eq!(report.remarks.len(), usize::from(joins), "{format:?}");
    }
}

#[test]
fn an_entrant_that_may_play_no_more_is_refused_until_it_is_withdrawn() {
    let (here, found) = (Scratch::new("barred-later"), Findings::default());
    let plan = plan(Format::Swiss, &["ann", "bob", "cid", "dan"]);
    held(&plan, &here, &found, 1).unwrap();
    found.set("bob", Err(THREADS));
    let refusal = held(&plan, &here, &found, usize::MAX).unwrap_err().to_string();
    assert!(refusal.contains("bob cannot play any more: it violates"), "{refusal}");
    assert!(refusal.contains("waive that, or withdraw the bot"), "{refusal}");
    let gone = EntrantRound { name: "bob".into(), round: 1, why: "threads".into() };
    let report = held(&Plan { withdraw: vec![gone], ..plan }, &here, &found, usize::MAX).unwrap();
    assert!(report.finished && report.rejected.is_empty());
}

#[test]
fn a_tournament_without_two_admitted_bots_is_refused() {
    let (here, found) = (Scratch::new("barred-all"), Findings::default());
    found.set("bob", Err(THREADS));
    let refusal =
        held(&plan(Format::Swiss, &["ann", "bob"]), &here, &found, 9).unwrap_err().to_string();
    assert!(refusal.contains("fewer than two bots") && refusal.contains(THREADS), "{refusal}");
    assert!(!here.0.exists(), "nothing is written");
    let waiver = |bot: &str| Waiver { bot: bot.into(), ban: None, reason: "agreed".into() };
    let plan = Plan { waivers: vec![waiver("bbo")], ..plan(Format::Swiss, &["ann", "bob"]) };
    let refusal = held(&plan, &here, &found, 9).unwrap_err().to_string();
    assert!(refusal.contains("a waiver names `bbo`") && refusal.contains("ann, bob"), "{refusal}");
    let absent = EntrantRound { name: "bob".into(), round: 2, why: String::new() };
    let plan = Plan { absent: vec![absent], ..self::plan(Format::Swiss, &["ann", "bob", "cid"]) };
    let refusal = held(&plan, &here, &found, 9).unwrap_err().to_string();
    assert!(refusal.contains("bob does not take part: it violates"), "{refusal}");
}

#[test]
fn the_clock_of_a_run_is_fixed_and_its_regulations_are_not() {
    let (here, found) = (Scratch::new("clock"), Findings::default());
    let strict = plan(Format::Swiss, &["ann", "bob"]);
    held(&strict, &here, &found, 1).unwrap();
    let waiver = Waiver { bot: "bob".into(), ban: None, reason: "agreed".into() };
    let same = Plan {
        clock: Some(ClockRule::Strict),
        packages: vec!["pandas".into()],
        waivers: vec![waiver],
        ..strict.clone()
    };
    held(&same, &here, &found, 1).unwrap();
    let loose = Plan { clock: Some(ClockRule::Loose), ..strict };
    let refusal = held(&loose, &here, &found, 1).unwrap_err().to_string();
    assert!(refusal.contains("clock was \"strict\", now \"loose\""), "{refusal}");
}

#[test]
fn a_league_keeps_bots_out_and_takes_them_back() {
    let (here, found) = (Scratch::new("league-conduct"), Findings::default());
    fs::create_dir_all(&here.0).unwrap();
    for name in ["alpha", "beta", "gamma"] {
        fs::write(here.0.join(format!("{name}.bot")), "builtin:trivial").unwrap();
    }
    found.set("beta", Ok(remark(None)));
    let run_folder = here.0.join("league");
    let stop = Stop::new();
    let options = options(&run_folder, &stop);
    let session = |expected: &[&str]| {
        let mut stage = stage_by(&found);
        let plan = serde_json::json!({});
        let mut run = Run::open(&mut stage, "league", plan, &options).unwrap();
        let mut league = League::new(Config::default(), 2);
        let news = league.rescan(&mut run, &here.0).unwrap();
        let drawn = run.history().games().len() as u64;
        league.advance(&mut run, 6, drawn + 6, &mut |_, _| {}).unwrap();
        for game in &run.history().games()[drawn as usize..] {
            for seat in &game.drawn.seats {
                let name = run.history().name(*seat);
                assert!(expected.iter().any(|bot| name.starts_with(bot)), "{name}");
            }
        }
        (news, league_report(run.history()))
    };
    let (_, report) = session(&["alpha", "beta", "gamma"]);
    assert!(report.remarks[0].contains("violates the contest's regulations (threads): bot.py:3"));
    found.set("beta", Err(THREADS));
    let (news, report) = session(&["alpha", "gamma"]);
    assert!(news.contains(&format!("beta cannot play: {THREADS}")), "{news:?}");
    assert!(report.remarks.is_empty());
    let aside = |name: &str| report.aside.iter().find(|bot| bot.name.starts_with(name));
    assert_eq!(aside("beta").unwrap().why, format!("cannot play: {THREADS}"));
    assert_eq!(aside("beta@").unwrap().why, "does not play while beta cannot play");
    found.clear();
    let (_, report) = session(&["alpha", "beta", "gamma"]);
    assert!(report.aside.is_empty(), "{:?}", report.aside);
}

#[test]
fn equal_specifiers_are_admitted_by_name() {
    let found = Findings::default();
    found.set("bob", Err(THREADS));
    let bots = ["ann", "bob"].map(|name| (name.to_owned(), "builtin:random".to_owned()));
    let admitted = admit_all(&mut stage_by(&found), &bots);
    assert!(admitted[0].is_ok() && admitted[1].as_ref().unwrap_err().to_string() == THREADS);
}
