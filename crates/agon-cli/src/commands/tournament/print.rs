//! Terminal output of a tournament.

use super::super::league::{notes, place_and_name, ratings};
use super::super::regulations::policy_sentence;
use super::super::runs;
use crate::report::{count, grouped, score, table as lay_out};
use agon_compete::tournament::{self, Field, Meeting, Plan, Preview, Report, RoundReport};
use agon_compete::{History, InactiveBot};
use agon_core::{Conduct, Info};
use indicatif::ProgressBar;
use std::io::{self, Write};

/// Prints the rounds as they end.
pub struct Reporter<'a> {
    plan: &'a Plan,
    out: &'a mut dyn Write,
    bar: ProgressBar,
    explain: bool,
    quiet: bool,
    /// The rounds that have been printed.
    printed: u32,
    failed: Option<io::Error>,
}

impl<'a> Reporter<'a> {
    pub fn new(
        plan: &'a Plan,
        history: &History,
        explain: bool,
        quiet: bool,
        out: &'a mut dyn Write,
    ) -> Reporter<'a> {
        let bar = runs::bar(tournament::preview(plan, history).most);
        bar.set_position(history.ended_games() as u64);
        Reporter { plan, out, bar, explain, quiet, printed: 0, failed: None }
    }

    /// Prints the heading, and the rounds that have ended.
    pub fn begin(&mut self, history: &History, info: &Info) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        heading(self.plan, history, info, self.out)?;
        let before = history.ended_games();
        if before > 0 {
            let verb = if before == 1 { "is" } else { "are" };
            let games = count(before as u64, "game");
            writeln!(self.out, "{games} {verb} already in the journal.\n")?;
        }
        self.rounds(history);
        self.out.flush()
    }

    /// Counts a game.
    pub fn game(&mut self, history: &History) {
        self.bar.inc(1);
        if let Some(round) = history.rounds().get(self.printed as usize) {
            self.bar.set_message(round.title.clone());
        }
        self.rounds(history);
    }

    /// Prints the rounds that have ended meanwhile, in order.
    pub fn rounds(&mut self, history: &History) {
        while let Some(round) = tournament::round(self.plan, history, self.printed + 1) {
            if !round.meetings.iter().all(|meeting| meeting.over) {
                return;
            }
            self.printed += 1;
            if self.quiet {
                continue;
            }
            let text = round_text(&round, self.explain);
            let out = &mut *self.out;
            let written = self.bar.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()));
            if let Err(error) = written {
                self.failed.get_or_insert(error);
            }
        }
    }

    /// Removes the progress bar; returns the first write error.
    pub fn end(self) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.failed.map_or(Ok(()), Err)
    }
}

fn heading(plan: &Plan, history: &History, info: &Info, out: &mut dyn Write) -> io::Result<()> {
    let field = Field::of(plan, history);
    let name = if plan.name.is_empty() { String::new() } else { format!("{}: ", plan.name) };
    let series = match plan.games() {
        1 => "single games".to_owned(),
        games => format!("series of {games} games"),
    };
    writeln!(
        out,
        "{name}{} of {}, {} rules, {}, {series}\n",
        plan.format.title(),
        info.title,
        plan.rules,
        count(field.len() as u64, "entrant")
    )?;
    if let (Some(regulations), Some(clock)) = (plan.regulations, plan.clock)
        && let Some(policy) = policy_sentence(Conduct { regulations, clock })
    {
        writeln!(out, "{policy}\n")?;
    }
    for InactiveBot { name, why } in history.rejected_bots() {
        writeln!(out, "{name} does not take part: {why}.\n")?;
    }
    for note in &field.notes {
        writeln!(out, "{note}\n")?;
    }
    Ok(())
}

/// Prints the first round and the number of games.
pub fn preview(
    plan: &Plan,
    history: &History,
    preview: &Preview,
    info: &Info,
    out: &mut dyn Write,
) -> io::Result<()> {
    heading(plan, history, info, out)?;
    write!(out, "{}", round_text(&preview.first_round, true))?;
    let (fewest, most) = (preview.fewest, count(preview.most, "game"));
    let games =
        if fewest == preview.most { most } else { format!("{} to {most}", grouped(fewest)) };
    writeln!(out, "\n{games} in all. This was a dry run: no games were played.")
}

fn round_text(round: &RoundReport, explain: bool) -> String {
    let two = round.meetings.iter().all(|meeting| meeting.names.len() == 2);
    let rows: Vec<Vec<String>> = if two {
        round.meetings.iter().map(|meeting| pair_row(meeting, explain)).collect()
    } else {
        round.meetings.iter().enumerate().map(|(t, meeting)| table_row(t, meeting)).collect()
    };
    let mut text = format!("{}\n{}", round.title, left_columns(&rows));
    for (name, what) in &round.idle {
        text.push_str(&format!("  {name} {what}\n"));
    }
    text
}

fn pair_row(meeting: &Meeting, explain: bool) -> Vec<String> {
    let result = match meeting.scores.as_slice() {
        [a, b] => format!("{} : {}", score(*a), score(*b)),
        _ => "-".into(),
    };
    let note = match &meeting.note {
        Some(note) if explain || is_remark(note) => note.clone(),
        _ => String::new(),
    };
    vec![meeting.names[0].clone(), result, meeting.names[1].clone(), note]
}

/// Whether a note tells how a meeting was decided, not why its entrants were paired.
fn is_remark(note: &str) -> bool {
    ["by lot", "fail", "without games", "no game has a result"].iter().any(|w| note.contains(w))
}

/// A table of more than two seats; sorted by score once played.
fn table_row(number: usize, meeting: &Meeting) -> Vec<String> {
    let mut names: Vec<(f64, String)> = meeting
        .names
        .iter()
        .enumerate()
        .map(|(i, name)| match meeting.scores.get(i) {
            Some(points) => (*points, format!("{name} {}", score(*points))),
            None => (0.0, name.clone()),
        })
        .collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut row = vec![format!("table {}", number + 1)];
    row.extend(names.into_iter().map(|(_, text)| text));
    row
}

/// Left-aligned columns.
fn left_columns(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (cell, width) in row.iter().zip(&widths) {
            let pad = width - cell.chars().count();
            line.push_str(cell);
            line.push_str(&" ".repeat(pad + 2));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Prints the final or current standings.
pub fn end(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(bracket) = &report.bracket {
        writeln!(out, "{bracket}")?;
    }
    let title = if report.finished { "Standings" } else { "Standings so far" };
    writeln!(out, "{title}\n")?;
    let mut rows = vec![vec![place_and_name("place", "name")]];
    rows[0].extend(report.columns.iter().cloned());
    for place in &report.standings {
        let rank = place.rank.map_or("-".to_owned(), |rank| rank.to_string());
        let mut row = vec![place_and_name(&rank, &place.name)];
        row.extend(place.values.iter().map(|value| score(*value)));
        rows.push(row);
    }
    write!(out, "{}", lay_out(&rows))?;
    if let Some(table) = report.table.as_ref().filter(|table| table.games > 0) {
        let games = match table.games {
            1 => "the only game".to_owned(),
            games => format!("all {} games", grouped(games as u64)),
        };
        writeln!(out, "\nRatings from {games}\n")?;
        write!(out, "{}", ratings(table))?;
        notes(table, out)?;
    }
    for note in &report.notes {
        writeln!(out, "\n{note}")?;
    }
    if !report.finished {
        writeln!(out, "\nStopped early: run the same command to resume.")?;
    }
    Ok(())
}
