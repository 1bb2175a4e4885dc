//! `agon league`: a league of all bots in a folder.

use super::compare::print_void_games;
use super::runs;
use crate::args::LeagueArgs;
use crate::interrupt::STOP;
use crate::report::{grouped, table as lay_out};
use crate::{Done, usage};
use agon_compete::league::{Config, InactiveBot, League, RUN_FOLDER};
use agon_compete::table::{Filter, Share, Table};
use agon_compete::{Keep, Run};
use std::io::Write;

pub fn run(mut args: LeagueArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    if !args.folder.is_dir() {
        let folder = args.folder.display();
        return Err(usage(format!(
            "{folder} is not a folder; put the bots of the league into a folder"
        )));
    }
    let mut config = Config::read(&args.folder).map_err(usage)?;
    config.game = args.game.clone().or(config.game);
    let Some(game) = config.game.clone() else {
        return Err(usage("which game? Set it with --game or in league.toml"));
    };
    let mut stage = runs::stage(&game, config.rules, &args.folder, &args.run)?;
    let (low, high) = stage.info().seats;
    let seats = config.seats.unwrap_or(high);
    if !(low.max(2)..=high).contains(&seats) {
        return Err(usage(format!("{game} has {low} to {high} seats, not {seats}")));
    }
    for map in if config.maps.is_empty() { vec![String::new()] } else { config.maps.clone() } {
        stage.check_map(&map, config.seed, seats).map_err(usage)?;
    }
    args.run.out.get_or_insert_with(|| args.folder.join(RUN_FOLDER));
    let folder = runs::folder(&args.run, RUN_FOLDER)?;
    let options = runs::options(&args.run, &folder, Keep::Faults)?;
    // Maps and bots of a league may change; only the game is fixed.
    let plan = serde_json::json!({ "league": game });
    let run = Run::open(&mut *stage, Vec::new(), "league", plan, &options);
    let mut run = run.map_err(runs::fault)?;
    let mut league = League::new(config, seats);
    let news = league.rescan(&mut run, &args.folder).map_err(runs::fault)?;
    let mut quiet = args.json;
    if !args.show {
        print_news(&news, quiet, out)?;
        play(&mut run, &mut league, &args, &mut quiet, out)?;
    }
    let filter = Filter { maps: args.only_map.clone(), bots: args.only_bot.clone() };
    let (table, inactive) = (league.table(&run, &filter), league.inactive(&run));
    if args.json {
        let inactive: Vec<_> = inactive
            .iter()
            .map(|InactiveBot { name, why }| serde_json::json!([name, why]))
            .collect();
        writeln!(out, "{}", serde_json::json!({ "table": table, "aside": inactive }))?;
    } else {
        show(&table, &inactive, out)?;
        print_void_games(&run, out)?;
        writeln!(out, "\nJournal: {}", folder.join("journal.jsonl").display())?;
    }
    Ok(if STOP.is_asked() { Done::Interrupted } else { Done::Well })
}

fn print_news(news: &[String], quiet: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    for sentence in news.iter().filter(|_| !quiet) {
        writeln!(out, "{sentence}")?;
    }
    out.flush()?;
    Ok(())
}

/// Plays batches of games and rescans the folder after each.
fn play(
    run: &mut Run<'_>,
    league: &mut League,
    args: &LeagueArgs,
    quiet: &mut bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let goal = args.games.unwrap_or(usize::MAX);
    let bar = runs::bar(args.games.unwrap_or(0) as u64);
    let mut played = 0;
    while played < goal && !STOP.is_asked() {
        let batch = (4 * run.jobs()).max(8).min(goal - played);
        let now = league.advance(run, batch, &mut |_| bar.inc(1)).map_err(runs::fault)?;
        if now == 0 && !STOP.is_asked() {
            bar.finish_and_clear();
            if !*quiet {
                writeln!(out, "Fewer than two bots can play.")?;
            }
            return Ok(());
        }
        played += now;
        let news = league.rescan(run, &args.folder).map_err(runs::fault)?;
        if !news.is_empty() {
            bar.suspend(|| print_news(&news, *quiet, out))?;
        }
    }
    bar.finish_and_clear();
    if !*quiet {
        writeln!(out)?;
    }
    Ok(())
}

fn show(table: &Table, inactive: &[InactiveBot], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} games\n", grouped(table.games as u64))?;
    write!(out, "{}", ratings(table))?;
    notes(table, out)?;
    if table.lines.len() > 1 && table.games > 0 {
        writeln!(out, "\nHead to head: the row's score in % of games against the column\n")?;
        write!(out, "{}", head_to_head(table))?;
    }
    if table.maps.len() > 1 {
        writeln!(out, "\nShare of wins in % by map\n")?;
        write!(out, "{}", by_map(table))?;
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
            writeln!(out, "{name} {}{end}", why.trim_end())?;
        }
    }
    Ok(())
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
            writeln!(out, "{} failed in {} games, last: {fault}.", line.name, line.faults)?;
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
