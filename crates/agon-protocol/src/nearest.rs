//! Finds the known word that a misspelt one probably stands for.

/// The candidate that differs least from `word`, if at most a third of its letters differ. Swapping two
/// neighbouring letters counts as one difference; capitals do not count.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let with_distance =
        |candidate: &'a str| (distance(&word, &candidate.to_lowercase()), candidate);
    let (distance, candidate) =
        candidates.into_iter().map(with_distance).min_by_key(|(distance, _)| *distance)?;
    let allowed = (candidate.chars().count().max(word.chars().count()) / 3).max(1);
    (distance <= allowed && candidate.chars().count() > distance).then_some(candidate)
}

/// The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_has_a_nearest_one() {
        let calls = ["spawn", "move", "act", "transform", "can_spawn"];
        let find = |word| nearest(word, calls);
        assert_eq!(find("spwan"), Some("spawn"));
        assert_eq!(find("Spawn"), Some("spawn"));
        assert_eq!(find("canspawn"), Some("can_spawn"));
        assert_eq!(find("tranform"), Some("transform"));
        assert_eq!(find("dance"), None);
        assert_eq!(find(""), None);
        assert_eq!(nearest("x", ["y"]), None, "no letter is the same");
        assert_eq!(nearest("x", []), None);
    }
}
