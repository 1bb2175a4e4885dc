//! `agon grade`: grades submissions by a rubric; writes a report per submission and a gradebook.

use super::regulations::policy_sentence;
use super::runs;
use super::tournament::csv_line;
use crate::args::GradeArgs;
use crate::files;
use crate::interrupt::STOP;
use crate::report::{count, points, score, table as lay_out};
use crate::{Done, usage};
use agon_compete::grade::{Mark, Marks, Rubric};
use agon_compete::{History, Plan, Report, file_name_part, short_name, unique_names};
use agon_core::{Conduct, Occasion};
use agon_runs::{
    Config, EntryFault, Keep, Run, Stage, Submission, admit_all, enter_grading, load_all,
    read_journal, scan,
};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(args: GradeArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let text = runs::read_text(&args.rubric)?;
    let mut rubric =
        Rubric::parse(&text).map_err(|why| usage(format!("{}: {why}", args.rubric.display())))?;
    let base = runs::folder_of(&args.rubric);
    let settings = args.conduct.over(rubric.conduct(), &args.run.bot);
    let occasion = Some((Occasion::Grading, settings.clone()));
    let mut stage = runs::stage(&rubric.game, rubric.rules, &base, &args.run, occasion)?;
    let conduct = settings.conduct(stage.regulations(), Occasion::Grading);
    rubric.fill_seats(stage.info().seats.0);
    if args.show {
        return show_run(&args, rubric, conduct, out);
    }
    check_tasks(&rubric, &*stage)?;
    let submissions = submissions(&args, &mut *stage)?;
    let words: Vec<String> = rubric.tasks.iter().map(|task| task.opponent.clone()).collect();
    let mut opponents = Vec::new();
    for bot in load_all(&mut *stage, &words) {
        opponents.push(
            bot.map_err(|reason| {
                usage(format!("an opponent of the rubric cannot play: {reason}"))
            })?,
        );
    }
    check_machine(&submissions)?;
    let folder = runs::folder(&args.run, &files::stem(&args.rubric))?;
    let options = runs::options(&args.run, &folder, Keep::All)?;
    let asked = serde_json::json!({ "rubric": rubric.fixed(), "clock": conduct.clock });
    let mut run = Run::open(&mut *stage, "grade", asked, &options).map_err(runs::fault)?;
    enter_grading(&mut run, &rubric, &submissions, &opponents).map_err(runs::fault)?;
    let bar = runs::bar(0);
    let plan = Plan::Grade(rubric.clone());
    let played = run.play(&plan, &mut |history, game| {
        bar.set_length(history.games().len() as u64);
        bar.set_position(history.ended_games() as u64);
        bar.set_message(history.name(game.drawn.seats[0]));
    });
    bar.finish_and_clear();
    played.map_err(runs::fault)?;
    let mut marks = marks_of_all(&plan, run.history());
    hide_paths(&mut marks, &submissions, &base);
    write_reports(&folder, &rubric, conduct, &marks)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&marks)?)?;
    } else {
        show(&rubric, conduct, &marks, out)?;
        runs::print_incidents(run.history(), out)?;
        writeln!(out, "\nReports: {}", folder.join("reports").display())?;
        writeln!(out, "Gradebook: {}", folder.join("grades.csv").display())?;
    }
    let left_out = submissions.len() - marks.len();
    if left_out == 0 {
        return Ok(if STOP.is_asked() { Done::Interrupted } else { Done::Well });
    }
    let unplayable = unplayable(run.history());
    if STOP.is_asked() || unplayable.is_empty() {
        writeln!(
            out,
            "\nStopped early: {left_out} submissions are not graded yet; run the same command to resume."
        )?;
        return Ok(Done::Interrupted);
    }
    for sentence in unplayable {
        writeln!(out, "\n{sentence}")?;
    }
    writeln!(out, "\n{left_out} submissions are not graded; run the same command to try again.")?;
    Ok(Done::Badly)
}

/// Prints the marks of a run as they are.
fn show_run(
    args: &GradeArgs,
    rubric: Rubric,
    conduct: Conduct,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let folder = runs::folder(&args.run, &files::stem(&args.rubric))?;
    let history = read_journal(&folder)?;
    let kind = history.begin().map_or("", |begin| begin.kind.as_str());
    if kind != "grade" {
        let folder = folder.display();
        return Err(usage(format!("{folder} is a run of the kind `{kind}`, not of a grading")));
    }
    let plan = Plan::Grade(rubric.clone());
    let marks = marks_of_all(&plan, &history);
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&marks)?)?,
        false => show(&rubric, conduct, &marks, out)?,
    }
    Ok(Done::Well)
}

fn marks_of_all(plan: &Plan, history: &History) -> Vec<Marks> {
    match agon_compete::report(plan, history) {
        Report::Grade(marks) => marks,
        _ => unreachable!("the report of a grading is a grading's"),
    }
}

/// A sentence for each submission with a game that could not be played.
fn unplayable(history: &History) -> Vec<String> {
    let mut sentences = Vec::new();
    for submission in history.players().filter(|submission| submission.aside.is_none()) {
        let mut games = history.ended().filter(|game| game.drawn.seats.contains(&submission.id()));
        if let Some((key, why)) =
            games.find_map(|game| Some((&game.drawn.key, game.dropped.as_ref()?)))
        {
            let name = &submission.name;
            sentences.push(format!("{name} is not graded: game {key} could not be played: {why}."));
        }
    }
    sentences
}

/// Replaces the organiser's folders in what students read.
fn hide_paths(marks: &mut [Marks], submissions: &[Submission], base: &Path) {
    let mut folders: Vec<String> = Vec::new();
    let mut add = |path: &Path| {
        for path in [Some(path.to_owned()), path.canonicalize().ok()].into_iter().flatten() {
            let text = path.to_string_lossy().trim_end_matches('/').to_owned();
            if !text.is_empty() && text != "." {
                folders.push(format!("{text}/"));
            }
        }
    };
    for (_, word, _) in submissions {
        Path::new(word).parent().into_iter().for_each(&mut add);
        base.join(word).parent().into_iter().for_each(&mut add);
    }
    let caches =
        ["AGON_CACHE", "XDG_CACHE_HOME"].map(|name| std::env::var_os(name).map(PathBuf::from));
    let own = [std::env::current_dir().ok(), std::env::home_dir()];
    for folder in caches.into_iter().chain(own).flatten() {
        add(&folder);
    }
    // The longest first, so that a folder inside another one leaves nothing behind.
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
    let hide = |text: &mut String| {
        for folder in &folders {
            *text = text.replace(folder.as_str(), "");
        }
    };
    for marks in marks {
        marks.broken.iter_mut().for_each(hide);
        marks.first_fault.iter_mut().for_each(hide);
    }
}

/// Stops if a bot cannot run because of this machine: its submission must not be graded.
fn check_machine(submissions: &[Submission]) -> anyhow::Result<()> {
    let machine_fault = |(name, _, bot): &Submission| match bot {
        Err(EntryFault::Machine(why)) => Some(format!("{name}: {why}")),
        _ => None,
    };
    let faults: Vec<String> = submissions.iter().filter_map(machine_fault).collect();
    if faults.is_empty() {
        return Ok(());
    }
    anyhow::bail!(
        "nothing was graded, because this machine cannot run all bots; fix that and run the same command \
         again. {}",
        faults.join("; ")
    )
}

/// Checks the maps of all tasks before the first game.
fn check_tasks(rubric: &Rubric, stage: &dyn Stage) -> anyhow::Result<()> {
    let (low, high) = stage.info().seats;
    for task in &rubric.tasks {
        let seats = task.seats.unwrap_or(low);
        if !(low..=high).contains(&seats) {
            let name = &task.name;
            return Err(usage(format!(
                "task `{name}`: seats = {seats}, but the game has {low} to {high} seats"
            )));
        }
        for map in if task.maps.is_empty() { vec![String::new()] } else { task.maps.clone() } {
            stage
                .check_map(&map, 1, seats)
                .map_err(|why| usage(format!("task `{}`: {why}", task.name)))?;
        }
    }
    Ok(())
}

/// Names and bots of all submissions, sorted by name.
fn submissions(args: &GradeArgs, stage: &mut dyn Stage) -> anyhow::Result<Vec<Submission>> {
    let mut all: Vec<(Option<String>, String)> =
        args.submissions.iter().map(|word| runs::parse_entrant(word)).collect();
    if let Some(folder) = &args.all_in {
        let found = scan(folder, &Config::default())
            .map_err(|error| usage(format!("cannot read {}: {error}", folder.display())))?;
        all.extend(found.into_iter().map(|found| (Some(found.name), found.word)));
    }
    if all.is_empty() {
        return Err(usage("nothing to grade: give submissions, or a folder with --all-in"));
    }
    all.sort_by_key(|(name, word)| name.clone().unwrap_or_else(|| short_name(word)));
    let words = all.iter().map(|(_, word)| word.clone());
    let named: Vec<(String, String)> = unique_names(&all).into_iter().zip(words).collect();
    let bots = admit_all(stage, &named);
    Ok(named.into_iter().zip(bots).map(|((name, word), bot)| (name, word, bot)).collect())
}

fn show(
    rubric: &Rubric,
    conduct: Conduct,
    marks: &[Marks],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if !rubric.name.is_empty() {
        writeln!(out, "{}\n", rubric.name)?;
    }
    if let Some(policy) = policy_sentence(conduct) {
        writeln!(out, "{policy}\n")?;
    }
    for (number, task) in rubric.tasks.iter().enumerate() {
        writeln!(out, "Task {}: {} ({})", number + 1, task.name, points(task.points))?;
    }
    for task in &rubric.manual {
        writeln!(out, "By hand: {} ({}, not counted here)", task.name, points(task.points))?;
    }
    writeln!(out)?;
    let mut rows = vec![vec!["submission".to_owned()]];
    rows[0].extend((1..=rubric.tasks.len()).map(|number| format!("task {number}")));
    rows[0].push("points".into());
    for marks in marks {
        let mut row = vec![marks.name.clone()];
        match &marks.broken {
            Some(_) => row.extend(rubric.tasks.iter().map(|_| "-".to_owned())),
            None => row.extend(
                marks
                    .marks
                    .iter()
                    .map(|mark| format!("{} ({}/{})", score(mark.points), mark.held, mark.games)),
            ),
        }
        row.push(format!("{} of {}", score(marks.points), score(marks.most)));
        rows.push(row);
    }
    write!(out, "{}", lay_out(&rows))?;
    for marks in marks {
        if let Some(reason) = &marks.broken {
            writeln!(out, "\n{} could not play: {}", marks.name, reason.trim_end())?;
        }
    }
    Ok(())
}

fn write_reports(
    folder: &Path,
    rubric: &Rubric,
    conduct: Conduct,
    all: &[Marks],
) -> anyhow::Result<()> {
    let mut head = vec!["submission".to_owned()];
    head.extend(rubric.tasks.iter().map(|task| task.name.clone()));
    head.extend(["points", "of", "note"].map(String::from));
    let mut csv = csv_line(&head);
    for marks in all {
        let mut cells = vec![marks.name.clone()];
        match &marks.broken {
            Some(_) => cells.extend(rubric.tasks.iter().map(|_| "0".to_owned())),
            None => cells.extend(marks.marks.iter().map(|mark| mark.points.to_string())),
        }
        cells.push(marks.points.to_string());
        cells.push(marks.most.to_string());
        // Only the first line: compiler output is in the report.
        let note = marks.broken.as_ref().or(marks.first_fault.as_ref());
        let line = note.and_then(|note| note.lines().next());
        cells.push(line.unwrap_or_default().to_owned());
        csv.push_str(&csv_line(&cells));
        let report = folder.join("reports").join(format!("{}.md", file_name_part(&marks.name)));
        files::write(&report, student_report(rubric, conduct, marks).as_bytes())?;
    }
    files::write(&folder.join("grades.csv"), csv.as_bytes())?;
    files::write(&folder.join("grades.json"), serde_json::to_string_pretty(all)?.as_bytes())
}

/// The report for one student.
fn student_report(rubric: &Rubric, conduct: Conduct, marks: &Marks) -> String {
    let mut text = format!("# {}: {} of {}\n", marks.name, score(marks.points), points(marks.most));
    if !rubric.name.is_empty() {
        let _ = writeln!(text, "\n{}", rubric.name);
    }
    if let Some(policy) = policy_sentence(conduct) {
        let _ = writeln!(text, "\n{policy}");
    }
    if let Some(version) = &marks.version {
        let _ = writeln!(text, "\nVersion {version} of the submission.");
    }
    if let Some(reason) = &marks.broken {
        let (line, rest) = reason.split_once('\n').unwrap_or((reason, ""));
        let _ = writeln!(text, "\nThe submission could not play: {line}");
        if !rest.trim().is_empty() {
            let _ = writeln!(text, "\n```text\n{}\n```", rest.trim());
        }
        return text;
    }
    if let Some(fault) = &marks.first_fault {
        let games = count(marks.faults as u64, "game");
        let _ = writeln!(text, "\nThe bot failed in {games}. First failure: {fault}.");
    }
    for sentence in marks.remarks.iter().chain(&marks.rulings) {
        let _ = writeln!(text, "\n{sentence}");
    }
    for (mark, task) in marks.marks.iter().zip(&rubric.tasks) {
        task_report(&mut text, mark, &task.need.to_string());
    }
    for task in &rubric.manual {
        let points = points(task.points);
        let _ = writeln!(text, "\n## {}: staff give up to {points} by hand", task.name);
    }
    text
}

fn task_report(text: &mut String, mark: &Mark, need: &str) {
    let verdict = if mark.passed { "passed" } else { "not passed" };
    let _ = writeln!(
        text,
        "\n## {}: {verdict}, {} of {}\n",
        mark.task,
        score(mark.points),
        points(mark.most)
    );
    let _ = writeln!(text, "{}", mark.held_sentence(need));
    for (why, count) in &mark.why {
        let _ = writeln!(text, "\n* {count} x {why}");
    }
    if let Some(sentence) = &mark.worst_sentence {
        let _ = writeln!(text, "\nWorst game: {sentence}.");
    }
    if let Some(replay) = &mark.replay {
        let _ =
            writeln!(text, "\nIts replay: `../{replay}`. Show it: `agon replay show ../{replay}`");
    }
}
