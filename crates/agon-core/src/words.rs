//! Numbers with their nouns, as sentences have them.

/// A whole number in groups of three digits: 12,345.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and its noun: "1 game", "2 games", "2 matches", "2 entries".
pub fn count(number: u64, noun: &str) -> String {
    format!("{} {}", grouped(number), numbered(number as f64, noun))
}

/// A number and its noun without groups of digits, for the endings of games: "1 robot", "2304 tiles".
pub fn plain_count(number: impl Into<i64>, noun: &str) -> String {
    let number = number.into();
    format!("{number} {}", numbered(number as f64, noun))
}

/// The form of a noun for a number: "point" for 1, "points" for 0.5 and 2.
pub fn numbered(number: f64, noun: &str) -> String {
    if number == 1.0 {
        return noun.to_owned();
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        _ if ["ch", "s", "sh", "x"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_numbers() {
        assert_eq!((grouped(1234567), grouped(12)), ("1,234,567".into(), "12".into()));
        assert_eq!(
            (count(1, "game"), count(2000, "game")),
            ("1 game".into(), "2,000 games".into())
        );
        assert_eq!(
            (plain_count(1u8, "robot"), plain_count(2304, "tile")),
            ("1 robot".into(), "2304 tiles".into())
        );
        let nouns = ["match", "box", "entry", "turn", "day", "loss"].map(|noun| count(2, noun));
        assert_eq!(nouns, ["2 matches", "2 boxes", "2 entries", "2 turns", "2 days", "2 losses"]);
        assert_eq!(
            (count(0, "match"), numbered(0.5, "point")),
            ("0 matches".into(), "points".into())
        );
    }
}
