//! What is hung up or handed out at a tournament: pairings, standings, certificates, the seat plan; as text,
//! or as a page to print.

use crate::report::{count, score, table};
use crate::{args::Paper, usage};
use agon_compete::History;
use agon_compete::tournament::{Meeting, Plan, Report, RoundReport, report};

/// A paper: pages with a heading and the lines of a table.
pub struct Sheet {
    /// What it is.
    pub title: String,
    /// The heading of each page, the rows of its table (the first is the head), and notes below it.
    pub pages: Vec<Page>,
}

/// A page of a paper.
#[derive(Default)]
pub struct Page {
    pub heading: String,
    pub rows: Vec<Vec<String>>,
    pub notes: Vec<String>,
    /// Whether it is a certificate: large letters in the middle.
    pub is_certificate: bool,
}

/// Prints a paper of a tournament.
pub fn paper(
    title: &str,
    plan: &Plan,
    history: &History,
    (what, number): (Paper, Option<u32>),
    html: bool,
) -> anyhow::Result<String> {
    let report = report(plan, history);
    let pages = match what {
        Paper::Pairings => vec![pairings(&report, number)?],
        Paper::Standings => vec![standings(&report)],
        Paper::Certificates => certificates(title, &report, number)?,
    };
    let sheet = Sheet { title: title.to_owned(), pages };
    Ok(if html { sheet.html() } else { sheet.text() })
}

fn pairings(report: &Report, number: Option<u32>) -> anyhow::Result<Page> {
    let last = report.rounds.len() as u32;
    let number = number.unwrap_or(last);
    let round = report.rounds.iter().find(|round| round.number == number);
    let Some(round) = round else {
        let drawn = match last {
            0 => "no round has been drawn yet".to_owned(),
            last => format!("rounds 1 to {last} have been drawn"),
        };
        return Err(usage(format!("there is no round {number}: {drawn}")));
    };
    let seats = round.meetings.iter().map(|meeting| meeting.names.len()).max().unwrap_or(2);
    let mut head = vec!["table".to_owned()];
    head.extend((1..=seats).map(|seat| format!("seat {seat}")));
    head.push("result".into());
    let mut rows = vec![head];
    rows.extend(round.meetings.iter().zip(1..).map(|(meeting, table)| row(meeting, table, seats)));
    let notes = round.idle.iter().map(|(name, what)| format!("{name} {what}")).collect();
    Ok(Page { heading: heading(round), rows, notes, ..Page::default() })
}

fn heading(round: &RoundReport) -> String {
    format!("Pairings: {}", round.title)
}

fn row(meeting: &Meeting, table: usize, seats: usize) -> Vec<String> {
    let mut row = vec![table.to_string()];
    row.extend(meeting.names.iter().cloned());
    row.resize(seats + 1, String::new());
    let scores: Vec<String> = meeting.scores.iter().map(|points| score(*points)).collect();
    row.push(if meeting.over { scores.join(" : ") } else { String::new() });
    row
}

fn standings(report: &Report) -> Page {
    let mut head = vec!["place".to_owned(), "name".to_owned()];
    head.extend(report.columns.iter().cloned());
    let mut rows = vec![head];
    for place in &report.standings {
        let rank = place.rank.map_or("-".to_owned(), |rank| rank.to_string());
        let mut row = vec![rank, place.name.clone()];
        row.extend(place.values.iter().map(|value| score(*value)));
        rows.push(row);
    }
    let heading = if report.finished { "Standings" } else { "Standings so far" };
    let notes = report.rulings.clone();
    Page { heading: heading.into(), rows, notes, ..Page::default() }
}

/// One page per entrant with a place, best first; at most down to a place.
fn certificates(title: &str, report: &Report, last: Option<u32>) -> anyhow::Result<Vec<Page>> {
    if !report.finished {
        return Err(usage("the tournament has not ended; certificates are printed when it has"));
    }
    let last = last.map_or(usize::MAX, |last| last as usize);
    let ranked = report.standings.iter().filter_map(|place| Some((place.rank?, &place.name)));
    let mut ranked: Vec<(usize, &String)> = ranked.filter(|(rank, _)| *rank <= last).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let shared = |rank: usize| ranked.iter().filter(|(other, _)| *other == rank).count() > 1;
    let page = |(rank, name): &(usize, &String)| {
        let share = if shared(*rank) { "shared " } else { "" };
        let notes = vec![format!("{share}place {rank}"), title.to_owned()];
        Page { heading: (*name).clone(), rows: Vec::new(), notes, is_certificate: true }
    };
    Ok(ranked.iter().map(page).collect())
}

/// The seat plan of an event: each team has a seat, row by row.
pub fn seat_plan(title: &str, teams: &[(String, Vec<String>)], per_row: usize) -> Sheet {
    let head = ["seat", "team", "members"].map(str::to_owned).to_vec();
    let mut rows = vec![head];
    for (number, (team, members)) in teams.iter().enumerate() {
        rows.push(vec![seat_name(number, per_row), team.clone(), members.join(", ")]);
    }
    let heading = "Seats".to_owned();
    let notes = vec![format!(
        "{}, {} in a row; row A is in front.",
        count(teams.len() as u64, "team"),
        count(per_row as u64, "seat")
    )];
    Sheet { title: title.to_owned(), pages: vec![Page { heading, rows, notes, ..Page::default() }] }
}

/// The name of a seat: A1, A2, ..., B1; after row Z come AA, AB, ...
fn seat_name(number: usize, per_row: usize) -> String {
    let (mut row, seat) = (number / per_row + 1, number % per_row + 1);
    let mut letters = String::new();
    while row > 0 {
        letters.insert(0, char::from(b'A' + ((row - 1) % 26) as u8));
        row = (row - 1) / 26;
    }
    format!("{letters}{seat}")
}

impl Sheet {
    /// Plain text; a form feed between pages starts a new sheet on a printer.
    pub fn text(&self) -> String {
        let page = |page: &Page| {
            let mut text = format!("{}\n\n", self.title);
            if page.is_certificate {
                text = format!("\n\n{}\n\n{}\n", page.heading, page.notes.join("\n"));
                return text;
            }
            text.push_str(&format!("{}\n\n{}", page.heading, table(&page.rows)));
            for note in &page.notes {
                text.push_str(&format!("\n{note}\n"));
            }
            text
        };
        self.pages.iter().map(page).collect::<Vec<String>>().join("\u{c}")
    }

    /// A page of HTML without anything from outside.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut text = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
             <style>{STYLE}</style></head><body>\n"
        );
        for page in &self.pages {
            let class = if page.is_certificate { " class=\"certificate\"" } else { "" };
            text.push_str(&format!("<section{class}>\n"));
            if !page.is_certificate {
                text.push_str(&format!("<h1>{title}</h1>\n"));
            }
            text.push_str(&format!("<h2>{}</h2>\n", escaped(&page.heading)));
            for (number, row) in page.rows.iter().enumerate() {
                let (open, tag) = if number == 0 { ("<table>\n", "th") } else { ("", "td") };
                let cell = |text: &String| format!("<{tag}>{}</{tag}>", escaped(text));
                let cells: String = row.iter().map(cell).collect();
                text.push_str(&format!("{open}<tr>{cells}</tr>\n"));
            }
            text.push_str(if page.rows.is_empty() { "" } else { "</table>\n" });
            for note in &page.notes {
                text.push_str(&format!("<p>{}</p>\n", escaped(note)));
            }
            text.push_str("</section>\n");
        }
        text + "</body></html>\n"
    }
}

const STYLE: &str = "body{font-family:sans-serif}table{border-collapse:collapse}\
    th,td{border:1px solid #888;padding:.3em .8em;text-align:left}\
    section{break-after:page}section:last-child{break-after:auto}\
    .certificate{text-align:center;padding-top:30vh;font-size:2em}";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_rows_of_letters() {
        let names = [0, 3, 4, 4 * 26, 4 * 27].map(|number| seat_name(number, 4));
        assert_eq!(names, ["A1", "A4", "B1", "AA1", "AB1"]);
    }

    #[test]
    fn names_of_teams_are_text_in_a_page() {
        let teams = [("<b>&\"".to_owned(), vec!["Ada".to_owned()])];
        let page = seat_plan("Cup", &teams, 3).html();
        assert!(page.contains("<td>&lt;b&gt;&amp;&quot;</td><td>Ada</td>"), "{page}");
    }
}
