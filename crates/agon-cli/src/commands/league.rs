//! `agon league`: a league of all bots in a folder.

use super::{regulations, runs};
use crate::args::LeagueArgs;
use crate::interrupt::STOP;
use crate::report::{count, table as lay_out, wrong_seats};
use crate::{Done, files, usage};
use agon_compete::league::league_report;
use agon_compete::table::{Filter, Share, Table, tabulate};
use agon_compete::{History, InactiveBot};
use agon_core::Occasion;
use agon_runs::{Config, FILE_NAME, Keep, League, RUN_FOLDER, Run, read_journal};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// A running league rewrites its table after a batch if this much time has passed.
const TABLE_INTERVAL: Duration = Duration::from_secs(10);
/// Wider cross tables are shown as lists.
const MAX_TABLE_WIDTH: usize = 110;
/// How many of the best and of the worst opponents a list names.
const LISTED_OPPONENTS: usize = 3;

pub fn run(mut args: LeagueArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    if !args.folder.is_dir() {
        let folder = args.folder.display();
        return Err(usage(format!(
            "{folder} is not a folder; put the bots of the league into a folder"
        )));
    }
    args.run.out.get_or_insert_with(|| args.folder.join(RUN_FOLDER));
    let filter = Filter { maps: args.only_map.clone(), bots: args.only_bot.clone() };
    if args.show {
        let folder = args.run.out.clone().unwrap_or_default();
        let history = read_journal(&folder)?;
        return show(&history, &filter, args.json, &folder, out);
    }
    let mut config = Config::read(&args.folder).map_err(usage)?;
    config.game = args.game.clone().or(config.game);
    let Some(game) = config.game.clone() else {
        return Err(usage("which game? Set it with --game or in league.toml"));
    };
    let settings = args.conduct.over(config.conduct(), &args.run.bot);
    let occasion = Some((Occasion::League, settings.clone()));
    let mut stage = runs::stage(&game, config.rules, &args.folder, &args.run, occasion)?;
    let conduct = settings.conduct(stage.regulations(), Occasion::League);
    let (low, high) = stage.info().seats;
    let seats = config.seats.unwrap_or(high);
    if !(low.max(2)..=high).contains(&seats) {
        return Err(usage(wrong_seats(&game, (low, high), seats)));
    }
    for map in if config.maps.is_empty() { vec![String::new()] } else { config.maps.clone() } {
        stage.check_map(&map, config.seed, seats).map_err(usage)?;
    }
    let folder = runs::folder(&args.run, RUN_FOLDER)?;
    let options = runs::options(&args.run, &folder, Keep::Faults)?;
    // Maps and bots of a league may change; only the game and the clock are fixed.
    let plan = serde_json::json!({ "league": game, "clock": conduct.clock });
    let mut run = Run::open(&mut *stage, "league", plan, &options).map_err(runs::fault)?;
    let mut league = League::new(config, seats);
    let news = league.rescan(&mut run, &args.folder).map_err(runs::fault)?;
    let policy = regulations::policy_sentence(conduct);
    print_news(&policy.into_iter().chain(news).collect::<Vec<_>>(), args.json, out)?;
    let has_played = play(&mut run, &mut league, &args, out)?;
    write_table(run.history(), &folder)?;
    let done = show(run.history(), &filter, args.json, &folder, out)?;
    Ok(match has_played {
        _ if STOP.is_asked() => Done::Interrupted,
        true => done,
        false => Done::Badly,
    })
}

fn print_news(news: &[String], quiet: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    for sentence in news.iter().filter(|_| !quiet) {
        writeln!(out, "{sentence}")?;
    }
    out.flush()?;
    Ok(())
}

/// Plays batches of games; rescans the folder and writes the table in between. Returns `false` if fewer than
/// two bots can play.
fn play(
    run: &mut Run<'_>,
    league: &mut League,
    args: &LeagueArgs,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let goal = args.games.map_or(u64::MAX, |games| games as u64);
    let bar = runs::bar(args.games.unwrap_or(0) as u64);
    bar.set_position(run.history().ended_games() as u64);
    let mut written: Option<Instant> = None;
    while !STOP.is_asked() {
        let batch = (4 * run.jobs() as u64).max(8);
        let now = league.advance(run, batch, goal, &mut |_, _| bar.inc(1)).map_err(runs::fault)?;
        if now == 0 {
            if run.history().games().len() as u64 >= goal || STOP.is_asked() {
                break;
            }
            bar.finish_and_clear();
            if !args.json {
                writeln!(
                    out,
                    "Fewer than two bots can play: put more bots into {}.",
                    args.folder.display()
                )?;
            }
            return Ok(false);
        }
        let news = league.rescan(run, &args.folder).map_err(runs::fault)?;
        if !news.is_empty() {
            bar.suspend(|| print_news(&news, args.json, out))?;
        }
        if written.is_none_or(|written| written.elapsed() > TABLE_INTERVAL) {
            write_table(run.history(), run.journal.folder())?;
            written = Some(Instant::now());
        }
    }
    bar.finish_and_clear();
    if !args.json {
        writeln!(out)?;
    }
    Ok(true)
}

/// Keeps the table as `table.txt` and `table.json`.
fn write_table(history: &History, folder: &Path) -> anyhow::Result<()> {
    let table = tabulate(history, &Filter::default());
    let mut text = Vec::new();
    show_table(&table, &league_report(history).aside, &mut text)?;
    runs::print_incidents(history, &mut text)?;
    files::write(&folder.join("table.txt"), &text)?;
    files::write(&folder.join("table.json"), json(&table, history).as_bytes())
}

fn json(table: &Table, history: &History) -> String {
    let report = league_report(history);
    let inactive: Vec<_> = report
        .aside
        .iter()
        .map(|InactiveBot { name, why }| serde_json::json!([name, why]))
        .collect();
    let line = serde_json::json!({
        "table": table,
        "aside": inactive,
        "rulings": report.rulings,
        "remarks": report.remarks,
    });
    format!("{line}\n")
}

/// Prints the table of a league.
fn show(
    history: &History,
    filter: &Filter,
    as_json: bool,
    folder: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let table = tabulate(history, filter);
    if as_json {
        write!(out, "{}", json(&table, history))?;
        return Ok(Done::Well);
    }
    show_table(&table, &league_report(history).aside, out)?;
    runs::print_incidents(history, out)?;
    writeln!(out, "\nJournal: {}", folder.join(FILE_NAME).display())?;
    Ok(Done::Well)
}

fn show_table(table: &Table, inactive: &[InactiveBot], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n", count(table.games as u64, "game"))?;
    write!(out, "{}", ratings(table))?;
    notes(table, out)?;
    if table.lines.len() > 1 && table.games > 0 {
        let cross = head_to_head(table);
        if is_narrow(&cross) {
            writeln!(out, "\nHead to head: the row's score in % of games against the column\n")?;
            write!(out, "{cross}")?;
        } else {
            writeln!(out, "\nHead to head: best and worst opponents, score in % of games\n")?;
            write!(out, "{}", opponents(table))?;
        }
    }
    let maps = by_map(table);
    if table.maps.len() > 1 && is_narrow(&maps) {
        writeln!(out, "\nShare of wins in % by map\n")?;
        write!(out, "{maps}")?;
    }
    if table.games > 0 {
        writeln!(out, "\nShare of wins in % by seat\n")?;
        write!(out, "{}", by_seat(table))?;
    }
    if !inactive.is_empty() {
        writeln!(out)?;
        for InactiveBot { name, why } in inactive {
            // Compiler output ends without a full stop.
            let end = if why.contains('\n') { "" } else { "." };
            writeln!(out, "{name} {}{end}", why.trim_end().trim_end_matches('.'))?;
        }
    }
    Ok(())
}

fn is_narrow(text: &str) -> bool {
    text.lines().all(|line| line.chars().count() <= MAX_TABLE_WIDTH)
}

/// For each bot the opponents against which it scores best and worst.
fn opponents(table: &Table) -> String {
    let mut text = String::new();
    for (line, shares) in table.lines.iter().zip(&table.head_to_head) {
        let mut met: Vec<(f64, &str)> = table
            .lines
            .iter()
            .zip(shares)
            .filter_map(|(other, share)| Some((share.rate()?, other.name.as_str())))
            .collect();
        met.sort_by(|a, b| b.0.total_cmp(&a.0));
        let name = |(rate, name): &(f64, &str)| format!("{name} {:.0}", 100.0 * rate);
        text.push_str(&format!("  {}\n", line.name));
        text.push_str(&listed("best", met.iter().take(LISTED_OPPONENTS).map(name)));
        let rest = met.len().saturating_sub(LISTED_OPPONENTS).min(LISTED_OPPONENTS);
        text.push_str(&listed("worst", met.iter().rev().take(rest).map(name)));
    }
    text
}

/// As many opponents as fit into a line, at least one; nothing without opponents.
fn listed(title: &str, opponents: impl Iterator<Item = String>) -> String {
    let mut line = String::new();
    for opponent in opponents {
        let longer = match line.as_str() {
            "" => format!("      {title}: {opponent}"),
            line => format!("{line}, {opponent}"),
        };
        if !line.is_empty() && longer.chars().count() > MAX_TABLE_WIDTH {
            break;
        }
        line = longer;
    }
    if line.is_empty() { line } else { line + "\n" }
}

/// Place and name as one left-aligned column.
pub fn place_and_name(place: &str, name: &str) -> String {
    format!("{place:7}{name}")
}

/// The rating table of all competitions.
pub fn ratings(table: &Table) -> String {
    let head = ["Elo", "+-", "games", "won", "shared", "lost", "mean rank", "failed"];
    let resampled = table.lines.iter().any(|line| line.resampled_error.is_some());
    let mut rows = vec![vec![place_and_name("place", "bot")]];
    rows[0].extend(head.map(String::from));
    if resampled {
        rows[0].insert(3, "+- by seeds".into());
    }
    for line in &table.lines {
        let (best, worst) = line.places;
        let places = if best == worst { best.to_string() } else { format!("{best}-{worst}") };
        let mut row = vec![
            place_and_name(&places, &line.name),
            format!("{:.0}", line.elo),
            format!("{:.0}", line.error),
            line.games.to_string(),
            line.won.to_string(),
            line.shared.to_string(),
            line.lost.to_string(),
            if line.games > 0 { format!("{:.2}", line.mean_rank) } else { "-".into() },
            if line.faults > 0 { line.faults.to_string() } else { String::new() },
        ];
        if resampled {
            let error = line.resampled_error.map_or(String::new(), |error| format!("{error:.0}"));
            row.insert(3, error);
        }
        rows.push(row);
    }
    lay_out(&rows)
}

/// Notes below a rating table.
pub fn notes(table: &Table, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some((edge, error)) = table.first_seat.filter(|_| table.games > 0) {
        // Adding zero makes a negative zero a positive one.
        let edge = edge.round() + 0.0;
        writeln!(out, "\nAdvantage of the first seat: {edge:+.0} +- {error:.0} Elo.")?;
    }
    if table.lines.iter().any(|line| line.resampled_error.is_some()) {
        writeln!(
            out,
            "\n\"+- by seeds\" is the error bar from resampling whole maps and seeds, shown where it \
             differs by a factor of more than 1.3: games on the same map and seed are correlated. \
             Trust the larger one."
        )?;
    }
    if table.groups > 1 {
        writeln!(
            out,
            "\nThese bots form {} groups without games between them; ratings of different groups are not \
             comparable.",
            table.groups
        )?;
    }
    let duels = table.first_seat.is_some();
    if duels && table.lines.iter().any(|line| line.shared > 0) {
        writeln!(out, "A draw counts as half a win for both.")?;
    }
    for line in table.lines.iter().filter(|line| duels && line.games > 0) {
        let why = if line.games == 1 {
            "has played a single game"
        } else if line.won == line.games {
            "has won all its games"
        } else if line.lost == line.games {
            "has lost all its games"
        } else {
            continue;
        };
        writeln!(out, "{} {why}: its Elo is a rough estimate.", line.name)?;
    }
    for line in &table.lines {
        if let Some(fault) = &line.last_fault {
            let games = count(line.faults as u64, "game");
            writeln!(out, "{} failed in {games}, last: {fault}.", line.name)?;
        }
    }
    Ok(())
}

fn percent(share: Share) -> String {
    share.rate().map_or("-".into(), |rate| format!("{:.0}", 100.0 * rate))
}

fn head_to_head(table: &Table) -> String {
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(table.lines.iter().map(|line| line.name.clone()));
    for (line, shares) in table.lines.iter().zip(&table.head_to_head) {
        let mut row = vec![line.name.clone()];
        row.extend(shares.iter().map(|&share| percent(share)));
        rows.push(row);
    }
    lay_out(&rows)
}

fn by_map(table: &Table) -> String {
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(table.maps.iter().cloned());
    for line in &table.lines {
        let mut row = vec![line.name.clone()];
        let share = |map| line.maps.get(map).copied().unwrap_or_default();
        row.extend(table.maps.iter().map(|map| percent(share(map))));
        rows.push(row);
    }
    lay_out(&rows)
}

fn by_seat(table: &Table) -> String {
    let seats = table.lines.iter().map(|line| line.seats.len()).max().unwrap_or(0);
    let mut rows = vec![vec![String::new()]];
    rows[0].extend((1..=seats).map(|seat| format!("seat {seat}")));
    for line in &table.lines {
        let mut row = vec![line.name.clone()];
        row.extend((0..seats).map(|s| percent(line.seats.get(s).copied().unwrap_or_default())));
        rows.push(row);
    }
    lay_out(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_compete::table::Line;
    use std::collections::BTreeMap;

    fn table(bots: usize) -> Table {
        let line = |bot: usize| Line {
            name: format!("a-bot-of-the-league-{bot}"),
            elo: 1500.0,
            error: 20.0,
            resampled_error: None,
            places: (1, bots),
            games: 60,
            won: 30,
            shared: 0,
            lost: 30,
            mean_rank: 1.5,
            faults: 0,
            last_fault: None,
            group: 0,
            maps: BTreeMap::new(),
            seats: vec![Share { points: 30.0, games: 60 }; 2],
        };
        let share = |row: usize, column: usize| match row == column {
            true => Share::default(),
            false => Share { points: column as f64 / 10.0, games: 10 },
        };
        let row = |row: usize| (0..bots).map(|column| share(row, column)).collect();
        Table {
            lines: (0..bots).map(line).collect(),
            head_to_head: (0..bots).map(row).collect(),
            games: 60 * bots / 2,
            first_seat: Some((1.0, 1.0)),
            groups: 1,
            maps: vec!["m".into()],
        }
    }

    #[test]
    fn tables_of_many_bots_stay_narrow() {
        for bots in [2, 3, 34] {
            let mut text = Vec::new();
            show_table(&table(bots), &[], &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(is_narrow(&text), "{bots} bots:\n{text}");
            assert_eq!(text.contains("against the column"), bots < 34);
            assert_eq!(text.contains("best and worst opponents"), bots == 34);
        }
    }
}
