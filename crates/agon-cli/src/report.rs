//! Formats numbers and tables.

use agon_core::numbered;
pub use agon_core::{count, grouped};
use std::time::Duration;

/// The program's name as it was called, so that hints can be copied.
pub fn me() -> String {
    std::env::args().next().unwrap_or_else(|| "agon".into())
}

/// A table with aligned columns: the first to the left, the others to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            line.push_str(&if column == 0 {
                format!("{cell}{pad}")
            } else {
                format!("{pad}{cell}")
            });
            line.push_str("  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The end of a bot's log without repetitions: a bot that fails in every turn prints the same lines again.
pub fn last_words(log: &str) -> String {
    const TRACEBACK: &str = "Traceback (most recent call last):";
    // Traces of Java and Go are indented by tabs, which would be printed as control characters.
    let log = &log.replace('\t', "    ");
    let lines: Vec<&str> = log.lines().collect();
    // A traceback of Python has a known first line; other messages repeat a block of lines.
    let last = lines.iter().rposition(|line| *line == TRACEBACK);
    let length = (1..=lines.len() / 2)
        .find(|&n| lines[lines.len() - n..] == lines[lines.len() - 2 * n..lines.len() - n]);
    match (last, length) {
        (Some(at), _) if lines[..at].contains(&TRACEBACK) => {
            format!("(the last of several tracebacks)\n{}", lines[at..].join("\n"))
        }
        (_, Some(length)) => {
            let block = &lines[lines.len() - length..];
            let times = lines.rchunks(length).take_while(|chunk| *chunk == block).count();
            // The log may begin in the middle of a block.
            let before = &lines[..lines.len() - times * length];
            let before = if block.ends_with(before) { &[] } else { before };
            [before, block, &[&*format!("({times} times)")]].concat().join("\n")
        }
        _ => log.to_owned(),
    }
}

/// A score with its noun: "1 point", "2.5 points".
pub fn points(number: f64) -> String {
    format!("{} {}", score(number), numbered(number, "point"))
}

/// A word as a shell reads it: quoted if it contains blanks or other special characters.
pub fn shell_word(word: &str) -> std::borrow::Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-:=,@%+#".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''")).into()
}

/// A number with about three significant digits.
pub fn figure(number: f64) -> String {
    match number.abs() {
        n if n >= 1000.0 => grouped(number.round() as u64),
        n if n >= 100.0 => format!("{number:.0}"),
        n if n >= 10.0 => format!("{number:.1}"),
        0.0 => "0".into(),
        _ => format!("{number:.2}"),
    }
}

/// A score: whole, or with two decimals.
pub fn score(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.2}") }
}

/// A size in bytes, kB or MB.
pub fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => count(bytes as u64, "byte"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// A duration in a suitable unit.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        s if s < 0.001 => format!("{:.0} us", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 60.0 => format!("{s:.1} s"),
        s => format!("{} min {:.0} s", (s / 60.0) as u64, s % 60.0),
    }
}

/// Wilson's 95 % interval for the true share, given `points` out of `games` (a draw is half a point).
pub fn wilson(points: f64, games: f64) -> (f64, f64) {
    if games == 0.0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_964;
    let share = points / games;
    let z2 = Z * Z / games;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let reach = Z / (1.0 + z2) * (share * (1.0 - share) / games + z2 / (4.0 * games)).sqrt();
    ((centre - reach).max(0.0), (centre + reach).min(1.0))
}

/// Mean and half of its 95 % confidence interval.
pub fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, 1.959_964 * (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted() {
        assert_eq!(figure(0.0), "0");
        let all = [points(1.0), points(0.5), points(-1.0)];
        assert_eq!(all, ["1 point", "0.50 points", "-1 points"]);
        assert_eq!((size(1), size(0)), ("1 byte".into(), "0 bytes".into()));
        assert_eq!(figure(12345.6), "12,346");
        assert_eq!(size(4200), "4.2 kB");
        assert_eq!(time(Duration::from_millis(31)), "31 ms");
        assert_eq!(time(Duration::from_secs(95)), "1 min 35 s");
    }

    #[test]
    fn words_with_blanks_are_quoted_for_a_shell() {
        assert_eq!(shell_word("my_bot/bot.py"), "my_bot/bot.py");
        assert_eq!(shell_word("my bot"), "'my bot'");
        assert_eq!(shell_word("it's"), "'it'\\''s'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn repeated_last_words_are_told_once() {
        assert_eq!(last_words("a\nb"), "a\nb");
        assert_eq!(last_words("a\n\tat b"), "a\n    at b");
        assert_eq!(last_words("x\na\nb\na\nb"), "x\na\nb\n(2 times)");
        assert_eq!(last_words("b\na\nb\na\nb"), "a\nb\n(2 times)", "the first was cut off");
        let traceback = |n| format!("Traceback (most recent call last):\n  x\nKeyError: {n}\n");
        let words = last_words(&(1..4).map(traceback).collect::<String>());
        assert_eq!(words, format!("(the last of several tracebacks)\n{}", traceback(3).trim_end()));
    }

    #[test]
    fn wilson_intervals_match_known_values() {
        let (low, high) = wilson(95.0, 100.0);
        assert!((low - 0.8882).abs() < 5e-4 && (high - 0.9785).abs() < 5e-4, "{low} {high}");
        assert_eq!(wilson(0.0, 10.0).0, 0.0);
    }
}
