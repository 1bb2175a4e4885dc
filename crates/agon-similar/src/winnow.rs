//! Winnowing: chooses fingerprints of a sequence of tokens so that every long enough equal passage of two
//! sequences has a fingerprint in common.

use crate::tokens::Token;

/// Tokens of one k-gram.
pub const GRAM: usize = 16;
/// K-grams of which one is chosen.
const WINDOW: usize = 8;

/// The hash of every k-gram, by its first token.
pub fn grams(tokens: &[Token]) -> Vec<u64> {
    let hash = |gram: &[Token]| {
        gram.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, token| {
            let mixed = (hash ^ token.code).wrapping_mul(0xff51_afd7_ed55_8ccd);
            mixed ^ (mixed >> 32)
        })
    };
    tokens.windows(GRAM).map(hash).collect()
}

/// The places of the chosen k-grams: of each window the smallest hash, the last of equals. K-grams that do
/// not count are never chosen.
pub fn chosen(grams: &[u64], counts: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut all = Vec::new();
    let last = grams.len().saturating_sub(WINDOW);
    for start in 0..=last {
        let end = (start + WINDOW).min(grams.len());
        let places = (start..end).filter(|place| counts(*place));
        let smallest = places.min_by_key(|place| (grams[*place], std::cmp::Reverse(*place)));
        if let Some(place) = smallest
            && all.last() != Some(&place)
        {
            all.push(place);
        }
    }
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(codes: impl Iterator<Item = u64>) -> Vec<Token> {
        codes.map(|code| Token { code, line: 1 }).collect()
    }

    #[test]
    fn an_equal_passage_of_guaranteed_length_shares_a_fingerprint() {
        let long = GRAM + WINDOW - 1;
        let noise = |from: u64| (0..40).map(move |n| from + n * n);
        let passage = || (0..long as u64).map(|n| 5_000_000 + n * 7919 % 101);
        let one = grams(&tokens(noise(1_000).chain(passage()).chain(noise(20_000))));
        let other = grams(&tokens(noise(300_000).chain(passage()).chain(noise(70_000))));
        let prints = |grams: &[u64]| -> Vec<u64> {
            chosen(grams, |_| true).into_iter().map(|place| grams[place]).collect()
        };
        let (one, other) = (prints(&one), prints(&other));
        assert!(one.iter().any(|print| other.contains(print)));
        assert!(one.len() < 60, "only some k-grams are chosen: {}", one.len());
    }

    #[test]
    fn short_sequences_have_no_fingerprints() {
        assert!(grams(&tokens(0..GRAM as u64 - 1)).is_empty());
        assert!(chosen(&[], |_| true).is_empty());
        assert_eq!(chosen(&[7], |_| true), [0]);
        assert!(chosen(&[7, 8], |_| false).is_empty());
    }
}
