//! Which workers can do which jobs: a job names the languages whose tools it needs, a worker those that it
//! lacks.

use crate::{Fault, Row, Tx};
use std::collections::{BTreeMap, BTreeSet};

/// Connected workers that lack the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crew {
    /// Jobs that they do at the same time.
    pub slots: usize,
    /// Languages whose tools they do not have.
    pub lacks: BTreeSet<String>,
}

impl Crew {
    /// Whether its workers can do jobs with these needs.
    pub fn can(&self, needs: &str) -> bool {
        !words(needs).any(|word| self.lacks.contains(&word))
    }
}

/// The words of a text, each as a value of its own.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(str::to_owned)
}

/// Needs with one more word, in order.
pub(super) fn with_need(needs: &str, word: &str) -> String {
    let all: BTreeSet<String> = words(needs).chain(words(word)).collect();
    all.into_iter().collect::<Vec<_>>().join(" ")
}

/// Those needs that not all workers meet. The other needs do not decide which worker gets a job.
pub fn special_needs(needs: &str, crews: &[Crew]) -> String {
    let is_special = |word: &&str| crews.iter().any(|crew| crew.lacks.contains(*word));
    let special: BTreeSet<&str> = needs.split_whitespace().filter(is_special).collect();
    special.into_iter().collect::<Vec<_>>().join(" ")
}

pub(super) const DISPATCHED_BY_NEEDS: &str =
    "SELECT needs, COUNT(*) AS n FROM job WHERE state = 'dispatched' GROUP BY needs";

/// How many jobs with special needs may be dispatched: twice as many as the workers that can do them have
/// slots, so that such jobs do not take the room of others.
pub(super) struct Rooms<'a> {
    crews: &'a [Crew],
    /// Dispatched jobs by their special needs.
    dispatched: BTreeMap<String, usize>,
    /// Needs of jobs that must wait.
    full: BTreeSet<String>,
}

impl<'a> Rooms<'a> {
    /// Reads which jobs are dispatched, if workers differ.
    pub async fn read(tx: &mut Tx<'_>, crews: &'a [Crew]) -> Result<Rooms<'a>, Fault> {
        let mut rooms = Rooms { crews, dispatched: BTreeMap::new(), full: BTreeSet::new() };
        if crews.iter().all(|crew| crew.lacks.is_empty()) {
            return Ok(rooms);
        }
        let count = |row: &Row| Ok((row.get::<String>("needs")?, row.get::<i64>("n")?));
        let counts: Vec<(String, i64)> = tx
            .rows(DISPATCHED_BY_NEEDS, &[])
            .await?
            .iter()
            .map(count)
            .collect::<Result<_, Fault>>()?;
        for (needs, count) in counts {
            *rooms.dispatched.entry(special_needs(&needs, crews)).or_default() += count as usize;
        }
        Ok(rooms)
    }

    /// What those jobs need that must wait, because the workers that can do them have no room.
    pub fn full(&self) -> &BTreeSet<String> {
        &self.full
    }

    /// Takes room for a job; `false` if there is none.
    pub fn take(&mut self, needs: &str) -> bool {
        let special = special_needs(needs, self.crews);
        if special.is_empty() {
            return true;
        }
        let able = self.crews.iter().filter(|crew| crew.can(&special));
        let all = 2 * able.map(|crew| crew.slots).sum::<usize>();
        let dispatched = self.dispatched.entry(special).or_default();
        if *dispatched >= all {
            self.full.insert(needs.to_owned());
            return false;
        }
        *dispatched += 1;
        true
    }
}
