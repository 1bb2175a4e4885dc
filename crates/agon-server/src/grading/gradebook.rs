//! The gradebook: a line of CSV per person.

use super::{Graded, TeamResult};
use agon_compete::grade::Marks;

/// The gradebook of all teams. A team of several people has a line for each of them.
pub(crate) fn gradebook(graded: &Graded) -> String {
    let rubric = &graded.rubric;
    let mut head = vec!["login".to_owned(), "student_number".into(), "team".into()];
    head.extend(rubric.tasks.iter().map(|task| task.name.clone()));
    head.extend(rubric.manual.iter().map(|task| task.name.clone()));
    head.extend(["late_days", "taken_off", "total", "of", "comment"].map(String::from));
    let mut text = line(&head);
    for result in &graded.teams {
        let points = points(graded, result);
        let total = &result.total;
        let numbers = [total.taken_off, total.total, total.most].map(|number| number.to_string());
        for member in &result.team.members {
            let student_number = member.student_number.clone().unwrap_or_default();
            let mut cells = vec![member.login.clone(), student_number, result.team.name.clone()];
            cells.extend(points.iter().cloned());
            cells.push(total.late_days.to_string());
            cells.extend(numbers.iter().cloned());
            cells.push(comment(result));
            text.push_str(&line(&cells));
        }
    }
    text
}

/// The points of every task: empty where staff have given none yet.
fn points(graded: &Graded, result: &TeamResult) -> Vec<String> {
    let marks = result.counted().and_then(|version| version.marks.as_ref());
    let of = |marks: &Marks, number: usize| marks.marks.get(number).map_or(0.0, |mark| mark.points);
    let automatic = (0..graded.rubric.tasks.len())
        .map(|number| marks.map_or(0.0, |marks| of(marks, number)).to_string());
    let given = |name: &String| {
        let mark = result.manual.iter().find(|mark| mark.task == *name);
        mark.map_or(String::new(), |mark| mark.points.to_string())
    };
    let manual = graded.rubric.manual.iter().map(|task| given(&task.name));
    automatic.chain(manual).collect()
}

/// What is to be known besides the points, on one line.
fn comment(result: &TeamResult) -> String {
    let mut parts: Vec<String> = result.note.iter().map(|note| first_line(note)).collect();
    let marks = result.counted().and_then(|version| version.marks.as_ref());
    let fault = marks.and_then(|marks| marks.first_fault.as_deref());
    parts.extend(fault.map(first_line));
    let given = result.manual.iter().filter(|mark| !mark.comment.trim().is_empty());
    parts.extend(given.map(|mark| format!("{}: {}", mark.task, first_line(&mark.comment))));
    parts.join("; ")
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// A line of CSV. A cell that a spreadsheet would take for a formula starts with an apostrophe.
fn line(cells: &[String]) -> String {
    let cell = |cell: &String| {
        let is_number = cell.parse::<f64>().is_ok();
        let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
        let text = if is_formula { format!("'{cell}") } else { cell.clone() };
        match text.contains([',', '"', '\n', '\r', ';']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    };
    let cells: Vec<String> = cells.iter().map(cell).collect();
    cells.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_are_never_formulas() {
        let cells = ["a,b", "say \"x\"", "=1+1", "-0.5", "plain", "@home"].map(String::from);
        let written = line(&cells);
        assert_eq!(written, "\"a,b\",\"say \"\"x\"\"\",'=1+1,-0.5,plain,'@home\n");
    }
}
