//! Compares programs: fingerprints say which pairs are worth it, then passages are extended to their length.

use crate::SourceFile;
use crate::tokens::{Family, Token};
use crate::winnow::{GRAM, chosen, grams};
use std::collections::{BTreeMap, BTreeSet};

/// Shorter passages are not reported, in tokens.
pub const MIN_PASSAGE: usize = 24;
/// Pairs that share less of the smaller program are not reported.
pub const MIN_SHARE: f64 = 0.25;
/// Pairs with fewer common fingerprints are not looked at.
const MIN_PRINTS: usize = 2;
/// Places of one fingerprint in a program that are looked at.
const MAX_PLACES: usize = 8;
/// Tokens of one program that are looked at.
const MAX_TOKENS: usize = 200_000;

/// Two programs with similar passages.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Place of the first program in the list.
    pub a: usize,
    /// Place of the second program in the list.
    pub b: usize,
    /// Share of the smaller program's own tokens that lie in similar passages.
    pub share: f64,
    /// Tokens in similar passages.
    pub tokens: usize,
    /// The passages, longest first.
    pub passages: Vec<Passage>,
}

/// A similar passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where it is in the first program.
    pub a: Place,
    /// Where it is in the second program.
    pub b: Place,
    /// Its length in tokens.
    pub tokens: usize,
}

/// Lines of a file, both ends included, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Path of the file.
    pub file: String,
    /// First line.
    pub first: u32,
    /// Last line.
    pub last: u32,
}

/// A file as tokens.
struct Read<'a> {
    path: &'a str,
    family: Family,
    tokens: Vec<Token>,
    grams: Vec<u64>,
    /// Whether a token is the author's own, not one of the starter's.
    own: Vec<bool>,
}

/// A program as tokens, and the places of its fingerprints: file and first token.
struct Program<'a> {
    files: Vec<Read<'a>>,
    prints: BTreeMap<(Family, u64), Vec<(usize, usize)>>,
    own: usize,
}

/// Compares all pairs of programs. Passages of `starter`, the code that all authors got, do not count. The
/// most similar pair comes first.
pub fn compare(programs: &[Vec<SourceFile>], starter: &[SourceFile]) -> Vec<Pair> {
    let known: BTreeSet<(Family, u64)> = read(starter)
        .iter()
        .flat_map(|file| file.grams.iter().map(|gram| (file.family, *gram)))
        .collect();
    let programs: Vec<Program<'_>> =
        programs.iter().map(|files| Program::new(read(files), &known)).collect();
    let mut pairs: Vec<Pair> =
        candidates(&programs).into_iter().filter_map(|(a, b)| pair(&programs, a, b)).collect();
    pairs.sort_by(|x, y| y.share.total_cmp(&x.share).then((x.a, x.b).cmp(&(y.a, y.b))));
    pairs
}

fn read(files: &[SourceFile]) -> Vec<Read<'_>> {
    let mut left = MAX_TOKENS;
    let mut all = Vec::new();
    for file in files {
        let Some(family) = Family::of(&file.path) else { continue };
        let mut tokens = family.tokens(&file.text);
        tokens.truncate(left);
        left -= tokens.len();
        let own = vec![true; tokens.len()];
        all.push(Read { path: &file.path, family, grams: grams(&tokens), tokens, own });
    }
    all
}

impl<'a> Program<'a> {
    fn new(mut files: Vec<Read<'a>>, known: &BTreeSet<(Family, u64)>) -> Program<'a> {
        let mut prints: BTreeMap<(Family, u64), Vec<(usize, usize)>> = BTreeMap::new();
        for (number, file) in files.iter_mut().enumerate() {
            for (place, gram) in file.grams.iter().enumerate() {
                if known.contains(&(file.family, *gram)) {
                    file.own[place..place + GRAM].fill(false);
                }
            }
            let is_own = |place: usize| file.own[place..place + GRAM].iter().all(|own| *own);
            for place in chosen(&file.grams, is_own) {
                let places = prints.entry((file.family, file.grams[place])).or_default();
                if places.len() < MAX_PLACES {
                    places.push((number, place));
                }
            }
        }
        let own = files.iter().map(|file| file.own.iter().filter(|own| **own).count()).sum();
        Program { files, prints, own }
    }
}

/// The pairs of programs with enough common fingerprints.
fn candidates(programs: &[Program<'_>]) -> Vec<(usize, usize)> {
    let mut by_print: BTreeMap<&(Family, u64), Vec<usize>> = BTreeMap::new();
    for (number, program) in programs.iter().enumerate() {
        for print in program.prints.keys() {
            by_print.entry(print).or_default().push(number);
        }
    }
    let mut common: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for owners in by_print.values() {
        for (place, a) in owners.iter().enumerate() {
            for b in &owners[place + 1..] {
                *common.entry((*a, *b)).or_default() += 1;
            }
        }
    }
    let is_enough = |(_, prints): &(_, usize)| *prints >= MIN_PRINTS;
    common.into_iter().filter(is_enough).map(|(pair, _)| pair).collect()
}

/// An equal run of tokens: files and first tokens in both programs, and its length.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Run {
    a: (usize, usize),
    b: (usize, usize),
    length: usize,
}

fn pair(programs: &[Program<'_>], a: usize, b: usize) -> Option<Pair> {
    let (one, other) = (&programs[a], &programs[b]);
    let free = |program: &Program<'_>| -> Vec<Vec<bool>> {
        program.files.iter().map(|file| file.own.clone()).collect()
    };
    let (mut free_a, mut free_b) = (free(one), free(other));
    let mut runs: Vec<Run> = Vec::new();
    for (print, places) in &one.prints {
        for b in other.prints.get(print).into_iter().flatten() {
            runs.extend(places.iter().map(|a| extend(one, other, *a, *b, &free_a, &free_b)));
        }
    }
    // The longest first, so that a short chance match does not cut a long passage.
    runs.sort_by_key(|run| (std::cmp::Reverse(run.length), run.a, run.b));
    let mut passages = Vec::new();
    for run in runs {
        let Some(run) = still_free(run, &free_a, &free_b) else { continue };
        free_a[run.a.0][run.a.1..run.a.1 + run.length].fill(false);
        free_b[run.b.0][run.b.1..run.b.1 + run.length].fill(false);
        let (a, b) = (place(one, run.a, run.length), place(other, run.b, run.length));
        passages.push(Passage { a, b, tokens: run.length });
    }
    passages.sort_by_key(|passage| std::cmp::Reverse(passage.tokens));
    let tokens = passages.iter().map(|passage| passage.tokens).sum();
    let share = tokens as f64 / one.own.min(other.own).max(1) as f64;
    (share >= MIN_SHARE).then_some(Pair { a, b, share, tokens, passages })
}

/// Extends an equal k-gram in both directions, as far as both programs are equal and free.
fn extend(
    one: &Program<'_>,
    other: &Program<'_>,
    a: (usize, usize),
    b: (usize, usize),
    free_a: &[Vec<bool>],
    free_b: &[Vec<bool>],
) -> Run {
    let (tokens_a, tokens_b) = (&one.files[a.0].tokens, &other.files[b.0].tokens);
    let is_equal = |x: usize, y: usize| {
        tokens_a[x].code == tokens_b[y].code && free_a[a.0][x] && free_b[b.0][y]
    };
    let mut before = 0;
    while before < a.1.min(b.1) && is_equal(a.1 - before - 1, b.1 - before - 1) {
        before += 1;
    }
    let most = (tokens_a.len() - a.1).min(tokens_b.len() - b.1);
    let after = (0..most).take_while(|n| is_equal(a.1 + n, b.1 + n)).count();
    Run { a: (a.0, a.1 - before), b: (b.0, b.1 - before), length: before + after }
}

/// The longest part of a run that no longer passage has taken; none if it is too short.
fn still_free(run: Run, free_a: &[Vec<bool>], free_b: &[Vec<bool>]) -> Option<Run> {
    let is_free = |n: usize| free_a[run.a.0][run.a.1 + n] && free_b[run.b.0][run.b.1 + n];
    let mut best: Option<(usize, usize)> = None;
    let mut start = None;
    for n in 0..=run.length {
        match (n < run.length && is_free(n), start) {
            (true, None) => start = Some(n),
            (false, Some(from)) => {
                if best.is_none_or(|(_, length)| n - from > length) {
                    best = Some((from, n - from));
                }
                start = None;
            }
            _ => {}
        }
    }
    let (from, length) = best.filter(|(_, length)| *length >= MIN_PASSAGE)?;
    Some(Run { a: (run.a.0, run.a.1 + from), b: (run.b.0, run.b.1 + from), length })
}

fn place(program: &Program<'_>, (file, start): (usize, usize), length: usize) -> Place {
    let Read { path, tokens, .. } = &program.files[file];
    let (first, last) = (tokens[start].line, tokens[start + length - 1].line);
    Place { file: (*path).to_owned(), first, last }
}
