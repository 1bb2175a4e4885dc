//! Which workers can do which jobs: a job names the languages whose tools it needs and what it needs of a
//! machine; a worker tells which languages it lacks and what its machine has.

use super::machine::Machine;
use crate::{Fault, Row, Tx};
use std::collections::{BTreeMap, BTreeSet};

/// Connected workers that have and lack the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crew {
    /// Number of workers.
    pub workers: usize,
    /// The machine of each.
    pub machine: Machine,
    /// Languages whose tools they do not have.
    pub lacks: BTreeSet<String>,
}

impl Crew {
    /// Whether its workers can do jobs with these needs.
    pub fn can(&self, needs: &str) -> bool {
        needs.split_whitespace().all(|word| self.has(word))
    }

    fn has(&self, word: &str) -> bool {
        !self.lacks.contains(word) && self.machine.meets(word)
    }

    /// The slots of its workers.
    pub fn slots(&self) -> usize {
        self.workers * self.machine.slots as usize
    }

    /// How many jobs with these needs its workers do at the same time.
    fn room(&self, needs: &str) -> usize {
        self.workers * (self.machine.slots / self.machine.slots_for(needs)) as usize
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
    let is_special = |word: &&str| crews.iter().any(|crew| !crew.has(word));
    let special: BTreeSet<&str> = needs.split_whitespace().filter(is_special).collect();
    special.into_iter().collect::<Vec<_>>().join(" ")
}

/// The slots that a job takes of the worker that it suits best.
pub fn slots_for(needs: &str, crews: &[Crew]) -> usize {
    let able = crews.iter().filter(|crew| crew.can(needs));
    able.map(|crew| crew.machine.slots_for(needs) as usize).min().unwrap_or(1)
}

pub(super) const DISPATCHED_BY_NEEDS: &str =
    "SELECT needs, COUNT(*) AS n FROM job WHERE state = 'dispatched' GROUP BY needs";

/// The needs of dispatched jobs, and how many jobs have them.
pub(super) fn counts(rows: &[Row]) -> Result<Vec<(String, usize)>, Fault> {
    let count = |row: &Row| Ok((row.get("needs")?, row.get::<i64>("n")? as usize));
    rows.iter().map(count).collect()
}

/// How many jobs with special needs may be dispatched: twice as many as their workers do at the same time, so
/// that such jobs do not take the room of others.
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
        // What all workers lack has no room, whatever is dispatched.
        if crews.len() < 2 {
            return Ok(rooms);
        }
        for (needs, count) in counts(&tx.rows(DISPATCHED_BY_NEEDS, &[]).await?)? {
            *rooms.dispatched.entry(special_needs(&needs, crews)).or_default() += count;
        }
        Ok(rooms)
    }

    /// What those jobs need that must wait, because the workers that can do them have no room.
    pub fn full(&self) -> &BTreeSet<String> {
        &self.full
    }

    /// Takes room for a job; returns the slots that it takes, or `None` if there is no room.
    pub fn take(&mut self, needs: &str) -> Option<usize> {
        let special = special_needs(needs, self.crews);
        if !special.is_empty() {
            let able = self.crews.iter().filter(|crew| crew.can(needs));
            let all = 2 * able.map(|crew| crew.room(needs)).sum::<usize>();
            let dispatched = self.dispatched.entry(special).or_default();
            if *dispatched >= all {
                self.full.insert(needs.to_owned());
                return None;
            }
            *dispatched += 1;
        }
        Some(slots_for(needs, self.crews))
    }
}
