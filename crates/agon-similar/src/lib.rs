//! Similar passages in the programs of several authors: tokens without names and comments, winnowed and
//! compared.
//!
//! The crate opens no file and knows no games, teams or servers. Equal inputs give equal reports.

mod compare;
mod tokens;
mod winnow;

pub use compare::{MIN_PASSAGE, MIN_SHARE, Pair, Passage, Place, compare};

/// A file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path; its ending tells the language. Files of other languages are left out.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// Compiles the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
