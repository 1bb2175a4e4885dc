//! A team's shared array: 1,000,000 numbers, nearly all of them always zero.
//!
//! Stored as pages of 4 KiB that are allocated by the first write to them. Pages and
//! their tables are shared between copies of a position until one of them writes, so that a copy
//! costs one reference count, never four megabytes.

use crate::constants::ARRAY_LENGTH;
use agon_core::StateHasher;
use std::sync::Arc;

const PAGE: usize = 1024;
const PAGES_PER_TABLE: usize = 32;
const TABLES: usize = ARRAY_LENGTH.div_ceil(PAGE * PAGES_PER_TABLE);

type Page = [i32; PAGE];
type Table = [Option<Arc<Page>>; PAGES_PER_TABLE];
type Root = [Option<Arc<Table>>; TABLES];

/// The array with a fingerprint of its contents that every write keeps up to date.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedArray {
    root: Option<Arc<Root>>,
    fingerprint: u64,
}

impl SharedArray {
    /// The number at an index below [`ARRAY_LENGTH`].
    #[inline]
    pub fn read(&self, index: usize) -> i32 {
        let (table, page, place) = split(index);
        let table = self.root.as_deref().and_then(|r| r[table].as_deref());
        let page = table.and_then(|t| t[page].as_deref());
        page.map_or(0, |p| p[place])
    }

    /// Stores a number at an index below [`ARRAY_LENGTH`].
    pub fn write(&mut self, index: usize, value: i32) {
        let old = self.read(index);
        // A write that changes nothing (mostly zeroes) must not allocate a page.
        if old == value {
            return;
        }
        let (table, page, place) = split(index);
        let root = Arc::make_mut(self.root.get_or_insert_default());
        let table = Arc::make_mut(root[table].get_or_insert_default());
        let page = table[page].get_or_insert_with(|| Arc::new([0; PAGE]));
        Arc::make_mut(page)[place] = value;
        self.fingerprint =
            self.fingerprint.wrapping_sub(stir(index, old)).wrapping_add(stir(index, value));
    }

    /// A fingerprint that depends on the contents only, not on the order of the writes.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The fingerprint computed anew.
    pub fn recomputed_fingerprint(&self) -> u64 {
        let mut sum = 0u64;
        for (t, table) in self.root.iter().flat_map(|root| root.iter().enumerate()) {
            let Some(table) = table else { continue };
            for (p, page) in table.iter().enumerate() {
                let Some(page) = page else { continue };
                for (place, &value) in page.iter().enumerate() {
                    let index = (t * PAGES_PER_TABLE + p) * PAGE + place;
                    sum = sum.wrapping_add(stir(index, value));
                }
            }
        }
        sum
    }
}

fn split(index: usize) -> (usize, usize, usize) {
    let page = index / PAGE;
    (page / PAGES_PER_TABLE, page % PAGES_PER_TABLE, index % PAGE)
}

/// What one entry adds to the fingerprint; zeroes add nothing.
fn stir(index: usize, value: i32) -> u64 {
    match value {
        0 => 0,
        _ => {
            let word = (index as u64) << 32 | u64::from(value as u32);
            StateHasher::new().word(word).finish().0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_do_not_see_each_others_writes() {
        let mut one = SharedArray::default();
        one.write(0, 5);
        one.write(ARRAY_LENGTH - 1, -1);
        let mut other = one.clone();
        other.write(0, 6);
        other.write(40_000, 1);
        assert_eq!((one.read(0), other.read(0)), (5, 6));
        assert_eq!((one.read(40_000), other.read(40_000)), (0, 1));
        assert_eq!(other.read(ARRAY_LENGTH - 1), -1);
    }

    #[test]
    fn the_fingerprint_is_that_of_the_contents() {
        let mut one = SharedArray::default();
        one.write(7, 9);
        one.write(8, 1);
        one.write(7, 0);
        let mut other = SharedArray::default();
        other.write(8, 1);
        assert_eq!(one.fingerprint(), other.fingerprint());
        assert_eq!(one.fingerprint(), one.recomputed_fingerprint());
        other.write(9, 0);
        assert_eq!(one.fingerprint(), other.fingerprint());
        other.write(8, 0);
        assert_eq!(other.fingerprint(), 0);
    }
}
