//! The report of a tournament.

use super::{Format, Plan};
use crate::table::{Filter, Table, tabulate};
use crate::{History, InactiveBot};
use agon_core::{ConductSettings, count};
use agon_ladder::elimination::{Bracket, Part, Results, Slot};
use agon_ladder::mcmahon::{Criterion, Event, Idle};
use serde::Serialize;

/// Column headings of the standings; without start scores the McMahon score is called points.
pub fn column_names(criteria: &[Criterion], mcmahon: bool) -> Vec<String> {
    let name = |criterion: &Criterion| match criterion {
        Criterion::Mms if !mcmahon => "points".to_owned(),
        other => other.heading().to_owned(),
    };
    criteria.iter().map(name).collect()
}

/// A meeting of two or more entrants and its result.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Meeting {
    /// The entrants by seat of the first game.
    pub names: Vec<String>,
    /// Score of each: games won (draws count half), or points at a table.
    pub scores: Vec<f64>,
    /// The winner, if the meeting has ended with one.
    pub winner: Option<String>,
    /// Whether it has ended.
    pub over: bool,
    /// Why they were paired, or a remark about the result.
    pub note: Option<String>,
    /// The keys of the games.
    pub games: Vec<String>,
}

/// A round: its meetings and idle entrants.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoundReport {
    /// Number from 1.
    pub number: u32,
    /// "Round 2", "Semi-finals".
    pub title: String,
    /// The meetings.
    pub meetings: Vec<Meeting>,
    /// Idle entrants and the reasons.
    pub idle: Vec<(String, String)>,
}

/// What is said about an idle entrant.
pub(super) fn idle_words(idle: Idle) -> &'static str {
    match idle {
        Idle::Bye => "has a bye: 1 point",
        Idle::House(_) => "plays the house bot",
        Idle::Absent => "is absent: half a point",
        Idle::Withdrawn => "has withdrawn",
        Idle::Missing => "is missing: 0 points",
    }
}

/// A line of the final standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The place; `None` for entrants that have left or are still playing.
    pub rank: Option<usize>,
    /// The name.
    pub name: String,
    /// The deciding values, in the order of the report's columns.
    pub values: Vec<f64>,
}

/// Takes the places of disqualified entrants from them, also of a champion; the entrants behind move up.
pub(super) fn take_places(standings: &mut [Place], is_disqualified: impl Fn(&str) -> bool) {
    let taken: Vec<usize> = standings
        .iter_mut()
        .filter(|place| is_disqualified(&place.name))
        .filter_map(|place| place.rank.take())
        .collect();
    for rank in standings.iter_mut().filter_map(|place| place.rank.as_mut()) {
        *rank -= taken.iter().filter(|&taken| taken < rank).count();
    }
    standings.sort_by_key(|place| is_disqualified(&place.name));
}

/// The report of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Format.
    pub format: Format,
    /// Whether the tournament has ended.
    pub finished: bool,
    /// The rounds.
    pub rounds: Vec<RoundReport>,
    /// Column headings of the standings.
    pub columns: Vec<String>,
    /// The standings.
    pub standings: Vec<Place>,
    /// Ratings and cross table of all games.
    pub table: Option<Table>,
    /// Notes for people.
    pub notes: Vec<String>,
    /// Decisions of the organisers.
    pub rulings: Vec<String>,
    /// How the contest's regulations are applied.
    pub conduct: ConductSettings,
    /// What they say about the entrants.
    pub remarks: Vec<String>,
    /// Bots of the plan that do not take part, with reasons.
    pub rejected: Vec<InactiveBot>,
    /// The event for the OpenGotha export, and the planned number of rounds.
    #[serde(skip)]
    pub event: Option<(Event, u32)>,
    /// The bracket as text.
    #[serde(skip)]
    pub bracket: Option<String>,
}

impl Report {
    /// What the reports of all formats have in common; columns and standings are empty.
    pub(super) fn new(plan: &Plan, history: &History) -> Report {
        let dropped = history.ended().filter(|game| game.ranks().is_none());
        let notes = dropped.map(|game| {
            let why = match &game.dropped {
                Some(why) => why.trim_end_matches('.'),
                None => "none of its bots played a turn",
            };
            format!("Game {} has no result: {why}.", game.drawn.key)
        });
        let (open, is_stopped) = (history.open().count() as u64, history.stopped().is_some());
        let unplayed = (is_stopped && open > 0).then(|| {
            format!("Not played, because the run was stopped: {}.", count(open, "drawn game"))
        });
        Report {
            format: plan.format,
            finished: is_stopped || (open == 0 && super::draw(plan, history).is_empty()),
            rounds: super::rounds(plan, history),
            columns: Vec::new(),
            standings: Vec::new(),
            table: Some(tabulate(history, &Filter::default())),
            notes: notes.chain(unplayed).collect(),
            rulings: history.ruling_sentences(),
            conduct: plan.conduct(),
            remarks: history.remark_sentences(),
            rejected: history.rejected_bots(),
            event: None,
            bracket: None,
        }
    }
}

/// A bracket as text: every section is a block of lines, every round a column. `label` gives the name of a
/// seed, `score` the text beside a side of a match.
pub fn bracket_text(
    bracket: &Bracket,
    results: &Results,
    label: &dyn Fn(usize) -> String,
    score: &dyn Fn(usize, usize) -> Option<String>,
) -> String {
    let slots = bracket.slots(results);
    let mut text = String::new();
    let parts: [(&str, &[Part]); 3] = [
        ("", &[Part::Winners, Part::Final, Part::Reset]),
        ("Losers' bracket", &[Part::Losers]),
        ("Third-place match", &[Part::Third]),
    ];
    let double = bracket.nodes.iter().any(|node| node.part == Part::Losers);
    for (title, members) in parts {
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let mut last = None;
        for part in members {
            for (number, node) in bracket.nodes.iter().enumerate() {
                if node.part != *part
                    || (node.part == Part::Reset && slots[number][0] == Slot::Open)
                {
                    continue;
                }
                if node.part == Part::Reset && !results.contains_key(&number) {
                    continue; // not played (yet)
                }
                if last != Some((node.part, node.round)) {
                    columns.push(Vec::new());
                    last = Some((node.part, node.round));
                }
                columns.last_mut().expect("a column was just added").push(number);
            }
        }
        if columns.is_empty() {
            continue;
        }
        if !title.is_empty() {
            text.push_str(&format!("\n{title}\n"));
        } else if double {
            text.push_str("Winners' bracket\n");
        }
        draw_part(&columns, &slots, results, label, score, &mut text);
    }
    text
}

/// One section: the first column has a match every four lines; each further column sits between its
/// source matches.
fn draw_part(
    columns: &[Vec<usize>],
    slots: &[[Slot; 2]],
    results: &Results,
    label: &dyn Fn(usize) -> String,
    score: &dyn Fn(usize, usize) -> Option<String>,
    text: &mut String,
) {
    let height = columns[0].len() * 4;
    let cell = |number: usize, side: usize| -> String {
        let won = results.get(&number).map(|first| *first == (side == 0));
        match slots[number][side] {
            Slot::Known(seed) => {
                let mark = if won == Some(true) { "*" } else { " " };
                let games = score(number, side).map_or(String::new(), |s| format!(" {s}"));
                format!("{mark}{}{games}", label(seed))
            }
            Slot::Bye => " -".into(),
            Slot::Open => " ...".into(),
        }
    };
    let mut lines = vec![String::new(); height];
    let mut left = 0;
    for (c, column) in columns.iter().enumerate() {
        let width = column
            .iter()
            .flat_map(|&number| [cell(number, 0), cell(number, 1)])
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0);
        let step = height / column.len();
        for (m, &number) in column.iter().enumerate() {
            // The two sides of a match are as far apart as its source matches.
            let gap = if c == 0 { 1 } else { (step / 4).max(1) };
            let middle = m * step + step / 2 - 1;
            let (top, bottom) = (middle - gap / 2, middle - gap / 2 + gap);
            for (side, row) in [(0, top), (1, bottom)] {
                put(&mut lines[row], left, &cell(number, side));
                if c + 1 < columns.len() {
                    let end = left + width + 1;
                    put(&mut lines[row], end, if side == 0 { "\u{2510}" } else { "\u{2518}" });
                }
            }
            if c + 1 < columns.len() {
                for line in &mut lines[top + 1..bottom] {
                    put(line, left + width + 1, "\u{2502}");
                }
            }
        }
        left += width + 3;
    }
    for line in lines {
        let line = line.trim_end();
        if !line.is_empty() {
            text.push_str("  ");
            text.push_str(line);
            text.push('\n');
        }
    }
}

/// Writes into a line at a column, padding with blanks.
fn put(line: &mut String, column: usize, what: &str) {
    let length = line.chars().count();
    if length < column {
        line.push_str(&" ".repeat(column - length));
    }
    line.push_str(what);
}
