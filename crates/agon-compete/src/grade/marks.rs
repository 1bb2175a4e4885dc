//! Plays the games of a rubric for every submission and gives marks.

use super::{Enough, Rubric, Task};
use crate::{Control, GameRecord, Job, Run, RunFault, file_word};
use agon_ladder::elo::wilson;
use serde::Serialize;

/// What a submission got for one task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// The task.
    pub task: String,
    /// Points.
    pub points: f64,
    /// Of so many.
    pub most: f64,
    /// Games that came to what was asked.
    pub held: usize,
    /// Games.
    pub games: usize,
    /// Where the share of such games would lie with 95 % confidence if one played for ever.
    pub interval: (f64, f64),
    /// Whether the task is passed.
    pub passed: bool,
    /// Why games failed: phrase and how often, the commonest first.
    pub why: Vec<(String, usize)>,
    /// The key of the worst game.
    pub worst: Option<String>,
    /// The worst game in a sentence.
    pub worst_sentence: Option<String>,
    /// The worst game's replay, seen from the run's folder.
    pub replay: Option<String>,
}

/// The marks of one submission.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Marks {
    /// Who handed it in.
    pub name: String,
    /// Which version it is, if the bot has files.
    pub version: Option<String>,
    /// Points in all.
    pub points: f64,
    /// Of so many.
    pub most: f64,
    /// Why it could not be played at all.
    pub broken: Option<String>,
    /// Task by task.
    pub marks: Vec<Mark>,
    /// Games in which it did something wrong.
    pub faults: usize,
    /// What it did wrong first.
    pub first_fault: Option<String>,
}

/// The key of a game: submission, task, map, seed, seat.
fn key(submission: &str, task: usize, map: usize, seed: u64, seat: usize) -> String {
    let name = file_word(submission);
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

/// Plays everything that is not in the journal yet, and gives marks. The run's entrants are the
/// submissions first, then one opponent per task in the rubric's order. `watch` hears of every game
/// how many there are in all. Submissions with unfinished games (somebody asked to stop) are left out.
pub fn grade(
    run: &mut Run<'_>,
    rubric: &Rubric,
    submissions: usize,
    watch: &mut dyn FnMut(&GameRecord, usize),
) -> Result<Vec<Marks>, RunFault> {
    let fewest = run.stage.info().seats.0;
    let mut jobs = Vec::new();
    for place in 0..submissions {
        if run.entrants[place].bot.is_err() {
            continue;
        }
        for (number, task) in rubric.tasks.iter().enumerate() {
            let name = run.entrants[place].name.clone();
            let opponent = submissions + number;
            let seats = task.seats.unwrap_or(fewest);
            jobs.extend(
                games(task, number, (place, &name), opponent, seats).into_iter().map(|g| g.0),
            );
        }
    }
    run.mention(&jobs)?;
    let total = jobs.len();
    run.play(jobs.into_iter(), |game| {
        watch(game, total);
        Control::GoOn
    })?;
    let marks =
        (0..submissions).filter_map(|place| marks_of(run, rubric, submissions, place, fewest));
    Ok(marks.collect())
}

fn marks_of(
    run: &Run<'_>,
    rubric: &Rubric,
    submissions: usize,
    place: usize,
    fewest: usize,
) -> Option<Marks> {
    let entrant = &run.entrants[place];
    // A submission's name in the run has its version behind it: another version is another bot.
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
        let seats = task.seats.unwrap_or(fewest);
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
        Enough::All => (held == played.len(), f64::from(u8::from(held == played.len()))),
        Enough::Share(wanted) => {
            let passed = share >= wanted - 1e-9;
            (passed, f64::from(u8::from(passed)))
        }
        Enough::Proportional => (held == played.len(), share),
    };
    // The worst game: one that failed before one that held, then the one that did least; the first
    // of equals, so that the same submission is shown the same game again.
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
