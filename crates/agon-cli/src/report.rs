//! Formats numbers and tables.

pub use agon_core::{count, grouped};
use agon_core::{numbered, safe_text};
use std::time::Duration;

/// The most lines of a bot's log that are printed after a match.
const MAX_LAST_LINES: usize = 15;

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
/// At most [`MAX_LAST_LINES`] lines.
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
            format!("(the last of several tracebacks)\n{}", shortened(&lines[at..]))
        }
        (_, Some(length)) => {
            let block = &lines[lines.len() - length..];
            let times = lines.rchunks(length).take_while(|chunk| *chunk == block).count();
            // The log may begin in the middle of a block.
            let before = &lines[..lines.len() - times * length];
            let before = if block.ends_with(before) { &[] } else { before };
            // Earlier output is lost, so the number of repetitions is only a lower bound.
            let again = match length {
                1 => "(the last line was printed several times)".to_owned(),
                lines => format!("(the last {lines} lines were printed several times)"),
            };
            format!("{}\n{again}", shortened(&[before, block].concat()))
        }
        _ => shortened(&lines),
    }
}

/// The first and the last lines of a long text: one names the fault in some languages, the other in others.
fn shortened(lines: &[&str]) -> String {
    const HEAD: usize = 5;
    if lines.len() <= MAX_LAST_LINES {
        return lines.join("\n");
    }
    let left_out = lines.len() - MAX_LAST_LINES + 1;
    let gap = format!("({left_out} lines are left out)");
    [&lines[..HEAD], &[&*gap], &lines[HEAD + left_out..]].concat().join("\n")
}

/// A text with a full stop, unless it ends with another mark.
pub fn as_sentence(text: &str) -> String {
    let text = safe_text(text);
    if text.ends_with(['.', '?', '!']) { text.into_owned() } else { format!("{text}.") }
}

/// A score in a game's unit, such as `systems`: "1 system", "2 systems", "1 net worth".
pub fn score_in(number: f64, unit: &str) -> String {
    let one = unit.strip_suffix('s').filter(|_| number == 1.0);
    format!("{} {}", score(number), one.unwrap_or(unit))
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

/// Why a game cannot be played with this number of seats.
pub fn wrong_seats(game: &str, (low, high): (usize, usize), seats: usize) -> String {
    let has = if low == high { low.to_string() } else { format!("{low} to {high}") };
    format!("{game} has {has} seats, not {seats}")
}

/// A size in bytes, kB or MB.
pub fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => count(bytes as u64, "byte"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// An amount of memory, in the unit of the limits.
pub fn memory(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
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
        let again = "(the last 2 lines were printed several times)";
        assert_eq!(last_words("x\na\nb\na\nb"), format!("x\na\nb\n{again}"));
        assert_eq!(last_words("b\na\nb\na\nb"), format!("a\nb\n{again}"), "the first was cut off");
        assert_eq!(last_words("x\na\na"), "x\na\n(the last line was printed several times)");
        let traceback = |n| format!("Traceback (most recent call last):\n  x\nKeyError: {n}\n");
        let words = last_words(&(1..4).map(traceback).collect::<String>());
        assert_eq!(words, format!("(the last of several tracebacks)\n{}", traceback(3).trim_end()));
    }

    #[test]
    fn long_last_words_are_cut_in_the_middle() {
        let lines: Vec<String> = (1..=40).map(|n| format!("line {n}")).collect();
        let words = last_words(&lines.join("\n"));
        assert_eq!(words.lines().count(), MAX_LAST_LINES);
        assert!(words.starts_with("line 1\n") && words.ends_with("\nline 40"), "{words}");
        assert!(words.contains("line 5\n(26 lines are left out)\nline 32\n"), "{words}");
    }

    #[test]
    fn sentences_end_with_one_mark() {
        assert_eq!(as_sentence("it ended"), "it ended.");
        assert_eq!(as_sentence("did you call agon.run?"), "did you call agon.run?");
        assert_eq!(as_sentence("(b.py, li..."), "(b.py, li...");
    }

    #[test]
    fn scores_agree_with_their_unit() {
        let all = [score_in(1.0, "systems"), score_in(0.0, "tiles"), score_in(1.0, "net worth")];
        assert_eq!(all, ["1 system", "0 tiles", "1 net worth"]);
    }

    #[test]
    fn wilson_intervals_match_known_values() {
        let (low, high) = wilson(95.0, 100.0);
        assert!((low - 0.8882).abs() < 5e-4 && (high - 0.9785).abs() < 5e-4, "{low} {high}");
        assert_eq!(wilson(0.0, 10.0).0, 0.0);
    }
}
