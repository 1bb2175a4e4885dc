//! Plays a rubric's games for every submission and computes the marks.

use super::{PassRule, Rubric, Task};
use crate::{Control, GameRecord, Job, Run, RunFault, file_name_part};
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
}

/// The key of a game: submission, task, map, seed, seat.
fn key(submission: &str, task: usize, map: usize, seed: u64, seat: usize) -> String {
    let name = file_name_part(submission);
    format!("{name}.t{}.m{}.s{seed}.p{}", task + 1, map + 1, seat + 1)
}

/// The games of one task for one submission: jobs, each with the submission's seat.
fn games(
    task: &Task,
    number: usize,
    submission: (usize, &str),
    opponent: usize,
    seats: usize,
) -> Vec<(Job, usize)> {
    let default = [String::new()];
    let maps: &[String] = if task.maps.is_empty() { &default } else { &task.maps };
    let mut all = Vec::new();
    for (m, map) in maps.iter().enumerate() {
        for seed in task.all_seeds() {
            for seat in 0..if task.swap { seats } else { 1 } {
                let mut places = vec![opponent; seats];
                places[seat] = submission.0;
                let key = key(submission.1, number, m, seed, seat);
                all.push((Job { key, map: map.clone(), seed, seats: places }, seat));
            }
        }
    }
    all
}

/// Plays all games that are not in the journal and computes the marks. The run's entrants are the
/// submissions, followed by one opponent per task in the rubric's order. `watch` receives every game and
/// the total number of games. Submissions with unfinished games (after a stop request) are omitted.
pub fn grade(
    run: &mut Run<'_>,
    rubric: &Rubric,
    submissions: usize,
    watch: &mut dyn FnMut(&GameRecord, usize),
) -> Result<Vec<Marks>, RunFault> {
    let min_seats = run.stage.info().seats.0;
    let mut jobs = Vec::new();
    for place in 0..submissions {
        if run.entrants[place].bot.is_err() {
            continue;
        }
        for (number, task) in rubric.tasks.iter().enumerate() {
            let name = run.entrants[place].name.clone();
            let opponent = submissions + number;
            let seats = task.seats.unwrap_or(min_seats);
            jobs.extend(
                games(task, number, (place, &name), opponent, seats).into_iter().map(|g| g.0),
            );
        }
    }
    run.record_planned(&jobs)?;
    let total = jobs.len();
    run.play(jobs.into_iter(), |game| {
        watch(game, total);
        Control::Continue
    })?;
    let marks =
        (0..submissions).filter_map(|place| marks_of(run, rubric, submissions, place, min_seats));
    Ok(marks.collect())
}

fn marks_of(
    run: &Run<'_>,
    rubric: &Rubric,
    submissions: usize,
    place: usize,
    min_seats: usize,
) -> Option<Marks> {
    let entrant = &run.entrants[place];
    // A submission's name in the run includes its version: another version is another entrant.
    let hash = entrant.bot.as_ref().ok().and_then(|entered| entered.hash.as_ref());
    let (name, version) = match entrant.name.rsplit_once('@').filter(|_| hash.is_some()) {
        Some((name, version)) => (name.to_owned(), Some(version.to_owned())),
        None => (entrant.name.clone(), None),
    };
    let mut all = Marks {
        name,
        version,
        points: 0.0,
        most: rubric.most(),
        broken: entrant.bot.as_ref().err().map(ToString::to_string),
        marks: Vec::new(),
        faults: 0,
        first_fault: None,
    };
    if all.broken.is_some() {
        return Some(all);
    }
    for (number, task) in rubric.tasks.iter().enumerate() {
        let seats = task.seats.unwrap_or(min_seats);
        let jobs = games(task, number, (place, &entrant.name), submissions + number, seats);
        let played: Option<Vec<(&GameRecord, usize)>> =
            jobs.iter().map(|(job, seat)| Some((run.game(&job.key)?, *seat))).collect();
        let played = played?;
        for (game, seat) in &played {
            if let Some(fault) = &game.faults[*seat] {
                all.faults += 1;
                all.first_fault.get_or_insert_with(|| fault.clone());
            }
        }
        let mark = mark(task, &played);
        all.points += mark.points;
        all.marks.push(mark);
    }
    Some(all)
}

fn mark(task: &Task, played: &[(&GameRecord, usize)]) -> Mark {
    let mut why: Vec<(String, usize)> = Vec::new();
    let mut held = 0;
    for (game, seat) in played {
        match task.need.check(game, *seat) {
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
    let worst = played.iter().min_by(|(a, sa), (b, sb)| {
        let holds = |game: &GameRecord, seat| task.need.check(game, seat).is_ok();
        holds(a, *sa)
            .cmp(&holds(b, *sb))
            .then(task.need.merit(a, *sa).total_cmp(&task.need.merit(b, *sb)))
    });
    Mark {
        task: task.name.clone(),
        points: (task.points * points * 1000.0).round() / 1000.0,
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
