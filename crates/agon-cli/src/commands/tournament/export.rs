//! Exports a tournament as JSON, CSV and OpenGotha files.

use crate::files;
use agon_compete::tournament::{Plan, Report};
use agon_compete::{EntrantId, History};
use agon_ladder::opengotha;
use std::fmt::Write;
use std::path::Path;

/// Writes `report.json`, `standings.csv`, `pairings.csv`, and `opengotha.xml` for Swiss and McMahon.
pub fn write(folder: &Path, plan: &Plan, history: &History, report: &Report) -> anyhow::Result<()> {
    let json = serde_json::to_string_pretty(report)?;
    files::write(&folder.join("report.json"), json.as_bytes())?;
    files::write(&folder.join("standings.csv"), standings(report).as_bytes())?;
    files::write(&folder.join("pairings.csv"), pairings(report).as_bytes())?;
    if let Some((event, rounds)) = &report.event {
        let name = |id: u32| history.name(EntrantId(id));
        let title = if plan.name.is_empty() { plan.format.title() } else { &plan.name };
        if let Some(xml) = opengotha::write(title, event, *rounds, &plan.criteria(), name) {
            files::write(&folder.join("opengotha.xml"), xml.as_bytes())?;
        }
    }
    Ok(())
}

/// One CSV cell: quoted if necessary, and protected from being read as a formula.
pub fn cell(text: &str) -> String {
    let text = match text.chars().next() {
        Some('=' | '+' | '-' | '@') if text.parse::<f64>().is_err() => format!("'{text}"),
        _ => text.to_owned(),
    };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// One CSV line.
pub fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    format!("{}\n", cells.join(","))
}

fn standings(report: &Report) -> String {
    let mut head = vec!["place".to_owned(), "name".to_owned()];
    head.extend(report.columns.iter().cloned());
    let mut text = line(&head);
    for place in &report.standings {
        let rank = place.rank.map_or(String::new(), |rank| rank.to_string());
        let mut cells = vec![rank, place.name.clone()];
        cells.extend(place.values.iter().map(f64::to_string));
        text.push_str(&line(&cells));
    }
    text
}

fn pairings(report: &Report) -> String {
    let head = ["round", "title", "table", "name", "score", "winner", "note", "games"];
    let mut text = line(&head.map(String::from));
    for round in &report.rounds {
        for (number, meeting) in round.meetings.iter().enumerate() {
            for (seat, name) in meeting.names.iter().enumerate() {
                let points = meeting.scores.get(seat).map_or(String::new(), f64::to_string);
                let won = meeting.winner.as_ref() == Some(name);
                let mut games = String::new();
                for key in &meeting.games {
                    let _ = write!(games, "{}{key}", if games.is_empty() { "" } else { " " });
                }
                text.push_str(&line(&[
                    round.number.to_string(),
                    round.title.clone(),
                    (number + 1).to_string(),
                    name.clone(),
                    points,
                    if won { "1".into() } else { "0".into() },
                    meeting.note.clone().unwrap_or_default(),
                    games,
                ]));
            }
        }
        for (name, what) in &round.idle {
            text.push_str(&line(&[
                round.number.to_string(),
                round.title.clone(),
                String::new(),
                name.clone(),
                String::new(),
                String::new(),
                what.clone(),
                String::new(),
            ]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_are_escaped() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a,b"), "\"a,b\"");
        assert_eq!(cell("say \"so\""), "\"say \"\"so\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("-3.5"), "-3.5");
    }
}
