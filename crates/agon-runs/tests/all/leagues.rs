//! Leagues: bots of a folder are added, changed, broken and removed.

use crate::support::{Scratch, options, stage};
use agon_compete::league::league_report;
use agon_compete::table::{Filter, Table, tabulate};
use agon_runner::Stop;
use agon_runs::{Config, League, Run, read_journal, scan};
use std::fs;

fn table_of(run: &Run<'_>, filter: &Filter) -> Table {
    tabulate(run.history(), filter)
}

#[test]
fn a_league_detects_changes_in_its_folder() {
    let here = Scratch::new("league");
    fs::create_dir_all(&here.0).unwrap();
    let write = |name: &str, text: &str| fs::write(here.0.join(name), text).unwrap();
    write("alpha.bot", "builtin:trivial");
    write("beta.bot", "builtin:nothing");
    write("broken.bot", "builtin:no-such-bot");
    write("README.md", "no bot");
    let run_folder = here.0.join("league");
    let stop = Stop::new();
    let mut stage = stage();
    let options = options(&run_folder, &stop);
    let plan = serde_json::json!({});
    let mut run = Run::open(&mut stage, "league", plan, &options).unwrap();
    let config = Config { bots: vec!["builtin:random".into()], ..Config::default() };
    let mut league = League::new(config, 2);
    let news = league.rescan(&mut run, &here.0).unwrap();
    assert_eq!(news.len(), 4, "{news:?}");
    assert!(news.iter().any(|line| line.contains("broken cannot play")));
    assert_eq!(league.advance(&mut run, 12, u64::MAX, &mut |_, _| {}).unwrap(), 12);
    let table = table_of(&run, &Filter::default());
    assert_eq!((table.lines.len(), table.games, table.groups), (3, 12, 1));
    assert!(table.lines.iter().all(|line| line.games == 8), "all bots play equally often");
    let alpha =
        table.lines.iter().find(|line| line.name.starts_with("alpha@")).unwrap().name.clone();
    assert!(league.rescan(&mut run, &here.0).unwrap().is_empty(), "nothing has changed");
    // A new version is a new entrant; the old one stays in the table and no longer plays.
    write("alpha.bot", "builtin:greedy ");
    fs::remove_file(here.0.join("beta.bot")).unwrap();
    let news = league.rescan(&mut run, &here.0).unwrap();
    assert_eq!(news.len(), 1, "{news:?}");
    league
        .advance(&mut run, 4, u64::MAX, &mut |history, game| {
            let names = game.drawn.seats.iter().map(|&seat| history.name(seat));
            assert!(names.into_iter().all(|name| name != alpha), "{game:?}");
        })
        .unwrap();
    let table = table_of(&run, &Filter::default());
    assert_eq!((table.lines.len(), table.games), (4, 16));
    let inactive = league_report(run.history()).aside;
    let why =
        |name: &str| inactive.iter().find(|a| a.name.starts_with(name)).map(|a| a.why.as_str());
    assert!(why("beta").unwrap().contains("no longer in the folder"));
    assert!(why(&alpha).unwrap().contains("no longer in the folder"));
    assert!(why("broken").unwrap().contains("no built-in bot"));
    let some = Filter { bots: vec![alpha.clone(), "random".into()], ..Filter::default() };
    let filtered = table_of(&run, &some);
    assert!(filtered.games < 16 && filtered.lines.len() == 2);
    assert_eq!(table_of(&run, &Filter { maps: vec!["x".into()], ..Filter::default() }).games, 0);
}

#[test]
fn a_single_bot_plays_no_games() {
    let here = Scratch::new("alone");
    fs::create_dir_all(&here.0).unwrap();
    let run_folder = here.0.join("league");
    let stop = Stop::new();
    let mut stage = stage();
    let options = options(&run_folder, &stop);
    let mut run = Run::open(&mut stage, "league", serde_json::json!({}), &options).unwrap();
    let config = Config { bots: vec!["builtin:random".into()], ..Config::default() };
    let mut league = League::new(config, 2);
    league.rescan(&mut run, &here.0).unwrap();
    assert_eq!(league.advance(&mut run, 10, u64::MAX, &mut |_, _| {}).unwrap(), 0);
}

#[test]
fn files_that_differ_only_in_their_extension_get_different_names() {
    let here = Scratch::new("twins");
    fs::create_dir_all(here.0.join("gamma")).unwrap();
    fs::write(here.0.join("gamma/main.py"), "x").unwrap();
    for name in ["twin.py", "twin.wasm", ".hidden", "notes.txt", "data.json"] {
        fs::write(here.0.join(name), "x").unwrap();
    }
    let names: Vec<String> =
        scan(&here.0, &Config::default()).unwrap().into_iter().map(|found| found.name).collect();
    assert_eq!(names, ["gamma", "twin", "twin.wasm"]);
    let before = scan(&here.0, &Config::default()).unwrap();
    fs::write(here.0.join("gamma/main.py"), "longer").unwrap();
    let after = scan(&here.0, &Config::default()).unwrap();
    assert_ne!(before[0].stamp, after[0].stamp, "a change in a subfolder changes the stamp");
    assert_eq!(before[1].stamp, after[1].stamp);
}

#[test]
fn files_that_cannot_be_read_do_not_end_a_league() {
    let here = Scratch::new("unreadable");
    fs::create_dir_all(here.0.join("folder")).unwrap();
    fs::write(here.0.join("alpha.bot"), "builtin:trivial").unwrap();
    fs::write(here.0.join("beta.bot"), "builtin:nothing").unwrap();
    std::os::unix::fs::symlink("/nowhere/at/all", here.0.join("dangling.py")).unwrap();
    std::os::unix::fs::symlink("/nowhere/at/all", here.0.join("folder/main.py")).unwrap();
    let run_folder = here.0.join("league");
    let stop = Stop::new();
    let mut stage = stage();
    let options = options(&run_folder, &stop);
    let mut run = Run::open(&mut stage, "league", serde_json::json!({}), &options).unwrap();
    let mut league = League::new(Config::default(), 2);
    let news = league.rescan(&mut run, &here.0).unwrap();
    assert!(news.iter().any(|line| line.contains("dangling cannot play: cannot read")), "{news:?}");
    assert!(news.iter().any(|line| line.contains("folder cannot play")), "{news:?}");
    assert_eq!(league.advance(&mut run, 2, u64::MAX, &mut |_, _| {}).unwrap(), 2);
    // It is told once, shown as long as it is there, and forgotten when it is gone.
    assert!(league.rescan(&mut run, &here.0).unwrap().is_empty());
    let shown = league_report(&read_journal(&run_folder).unwrap()).aside;
    assert_eq!(shown.len(), 2, "a reader needs no lock: {shown:?}");
    fs::remove_file(here.0.join("dangling.py")).unwrap();
    fs::remove_dir_all(here.0.join("folder")).unwrap();
    fs::remove_file(here.0.join("beta.bot")).unwrap();
    league.rescan(&mut run, &here.0).unwrap();
    let aside = league_report(run.history()).aside;
    assert_eq!(aside.len(), 1, "{aside:?}");
    fs::write(here.0.join("beta.bot"), "builtin:nothing").unwrap();
    league.rescan(&mut run, &here.0).unwrap();
    assert!(league_report(run.history()).aside.is_empty(), "the same bot is back");
}
