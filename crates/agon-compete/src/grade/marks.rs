//! Draws a rubric's games for every submission and computes the marks.

use super::total::rounded;
use super::{PassRule, Rubric, SeatFacts, Task};
use crate::conduct::remarks_about;
use crate::{
    Action, Draw, DrawnGame, Entrant, EntrantId, Entry, History, Meeting, Played, file_name_part,
};
use agon_ladder::elo::wilson;
use serde::Serialize;

/// Result of one submission in one task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// The task.
    pub task: String,
    /// Points.
    pub points: f64,
    /// Maximum points.
    pub most: f64,
    /// Games that met the condition.
    pub held: usize,
    /// Games.
    pub games: usize,
    /// 95 % confidence interval of the share of games that meet the condition.
    pub interval: (f64, f64),
    /// Whether the task is passed.
    pub passed: bool,
    /// Reasons of failed games and their counts, most frequent first.
    pub why: Vec<(String, usize)>,
    /// Key of the worst game.
    pub worst: Option<String>,
    /// Description of the worst game.
    pub worst_sentence: Option<String>,
    /// Path of the worst game's replay, relative to the run's folder.
    pub replay: Option<String>,
}

/// The marks of one submission.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Marks {
    /// Name of the submission.
    pub name: String,
    /// Version of the submission, if the bot has files.
    pub version: Option<String>,
    /// Total points.
    pub points: f64,
    /// Maximum points.
    pub most: f64,
    /// Why the submission could not play at all.
    pub broken: Option<String>,
    /// Marks by task.
    pub marks: Vec<Mark>,
    /// Games in which it committed a fault.
    pub faults: usize,
    /// Its first fault.
    pub first_fault: Option<String>,
    /// Decisions of the organisers about its games.
    pub rulings: Vec<String>,
    /// What the contest's regulations say about its program.
    pub remarks: Vec<String>,
}

/// The name of a task's opponent in the run, counted from 0.
pub fn opponent_name(task: usize) -> String {
    format!("opponent of task {}", task + 1)
}

/// The key of a game: submission, task, map, seed, seat.
fn key(submission: &str, task: usize, map: usize, seed: u64, seat: usize) -> String {
    let name = file_name_part(submission);
    format!("{name}.t{}.m{}.s{seed}.p{}", task + 1, map + 1, seat + 1)
}

/// The games of one task for one submission.
fn games(
    task: &Task,
    number: usize,
    submission: &Entrant,
    opponent: EntrantId,
    seats: usize,
) -> Vec<DrawnGame> {
    let default = [String::new()];
    let maps: &[String] = if task.maps.is_empty() { &default } else { &task.maps };
    let mut all = Vec::new();
    for (m, map) in maps.iter().enumerate() {
        for seed in task.all_seeds() {
            for seat in 0..if task.swap { seats } else { 1 } {
                let mut places = vec![opponent; seats];
                places[seat] = submission.id();
                let key = key(&submission.entered.name, number, m, seed, seat);
                all.push(DrawnGame { key, map: map.clone(), seed, seats: places });
            }
        }
    }
    all
}

/// Draws all games of the submissions that have none. The meeting of a submission and a task has the key
/// of the submission and the task.
pub(crate) fn draw(rubric: &Rubric, history: &History) -> Vec<Entry> {
    let mut entries = Vec::new();
    for submission in history.players() {
        let round = history.next_round() + entries.len() as u32;
        let is_drawn = history.meeting(&meeting_key(submission, 0)).is_some();
        if is_drawn || !submission.can_play(round) {
            continue;
        }
        let title = submission.name.clone();
        let mut draw = Draw { round, title, ..Draw::default() };
        for (number, task) in rubric.tasks.iter().enumerate() {
            let opponent = history.entered_as(&opponent_name(number));
            let Some(opponent) = opponent.filter(|bot| bot.can_play(round)) else { continue };
            let seats = task.seats.unwrap_or(2);
            draw.meetings.push(Meeting {
                key: meeting_key(submission, number),
                entrants: vec![submission.id(), opponent.id()],
                games: games(task, number, submission, opponent.id(), seats),
                ..Meeting::default()
            });
        }
        if draw.meetings.len() == rubric.tasks.len() {
            entries.push(Entry::Draw(draw));
        }
    }
    entries
}

fn meeting_key(submission: &Entrant, task: usize) -> String {
    format!("{}.t{}", file_name_part(&submission.entered.name), task + 1)
}

/// The marks of all submissions: those whose games have all been played, and those that cannot play.
pub(crate) fn marks(rubric: &Rubric, history: &History) -> Vec<Marks> {
    let present = history.players().filter(|entrant| entrant.aside.is_none());
    let mut all: Vec<Marks> =
        present.filter_map(|submission| marks_of(rubric, history, submission)).collect();
    all.extend(history.rejected().iter().map(|(name, why)| Marks {
        name: name.clone(),
        version: None,
        points: 0.0,
        most: rubric.most(),
        broken: Some(why.clone()),
        marks: Vec::new(),
        faults: 0,
        first_fault: None,
        rulings: Vec::new(),
        remarks: Vec::new(),
    }));
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The marks of one submission, once all its games have been played.
pub fn marks_of(rubric: &Rubric, history: &History, submission: &Entrant) -> Option<Marks> {
    // A submission's name in the run includes its version: another version is another entrant.
    let (name, version) = match submission.name.rsplit_once('@') {
        Some((name, version)) if submission.entered.hash.is_some() => {
            (name.to_owned(), Some(version.to_owned()))
        }
        _ => (submission.name.clone(), None),
    };
    let mut all = Marks {
        remarks: remarks_about(submission, &name),
        name,
        version,
        points: 0.0,
        most: rubric.most(),
        broken: None,
        marks: Vec::new(),
        faults: 0,
        first_fault: None,
        rulings: rulings_about(history, submission.id()),
    };
    for (number, task) in rubric.tasks.iter().enumerate() {
        let meeting = history.meeting(&meeting_key(submission, number))?;
        let mut played = Vec::new();
        for game in history.games_of(meeting) {
            let seat = game.drawn.seats.iter().position(|seat| *seat == submission.id())?;
            let result = Played { ranks: game.ranks()?, ..game.played.clone()? };
            if let Some(fault) = &result.faults[seat] {
                all.faults += 1;
                all.first_fault.get_or_insert_with(|| fault.clone());
            }
            played.push((result, seat));
        }
        let mark = mark(task, &played);
        all.points += mark.points;
        all.marks.push(mark);
    }
    Some(all)
}

/// The rulings that concern one submission, as sentences.
fn rulings_about(history: &History, submission: EntrantId) -> Vec<String> {
    let sits =
        |key: &String| history.game(key).is_some_and(|game| game.drawn.seats.contains(&submission));
    let concerns = |action: &Action| match action {
        Action::Correct { game, .. } | Action::Forfeit { game, .. } => sits(game),
        Action::Rerun { games } => games.iter().any(sits),
        Action::Stop => true,
        _ => false,
    };
    let sentences = history.rulings().iter().zip(history.ruling_sentences());
    sentences.filter(|(ruling, _)| concerns(&ruling.action)).map(|(_, text)| text).collect()
}

fn mark(task: &Task, played: &[(Played, usize)]) -> Mark {
    let mut why: Vec<(String, usize)> = Vec::new();
    let mut held = 0;
    for (game, seat) in played {
        match task.need.check(&SeatFacts { game, seat: *seat }) {
            Ok(()) => held += 1,
            Err(phrase) => match why.iter_mut().find(|(known, _)| *known == phrase) {
                Some((_, count)) => *count += 1,
                None => why.push((phrase, 1)),
            },
        }
    }
    why.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let share = held as f64 / played.len().max(1) as f64;
    let (passed, points) = match task.enough {
        PassRule::All => (held == played.len(), f64::from(u8::from(held == played.len()))),
        PassRule::Share(wanted) => {
            let passed = share >= wanted - 1e-9;
            (passed, f64::from(u8::from(passed)))
        }
        PassRule::Proportional => (held == played.len(), share),
    };
    // Failed games come before passed ones, then lower values; the first of ties, so that the same
    // submission always shows the same game.
    let worst = played.iter().min_by(|(a, seat_a), (b, seat_b)| {
        let a = SeatFacts { game: a, seat: *seat_a };
        let b = SeatFacts { game: b, seat: *seat_b };
        let holds = |facts: &SeatFacts<'_>| task.need.check(facts).is_ok();
        holds(&a).cmp(&holds(&b)).then(task.need.merit(&a).total_cmp(&task.need.merit(&b)))
    });
    Mark {
        task: task.name.clone(),
        points: rounded(task.points * points),
        most: task.points,
        held,
        games: played.len(),
        interval: wilson(held as f64, played.len() as f64),
        passed,
        why,
        worst: worst.map(|(game, _)| game.game.clone()),
        worst_sentence: worst.map(|(game, seat)| {
            let place = seat + 1;
            format!("on {} with seed {}, seat {place}: {}", game.map, game.seed, game.sentence)
        }),
        replay: worst.and_then(|(game, _)| game.replay.clone()),
    }
}
