//! Generates fair maps from a seed: each tile is drawn on both halves at once, and all bases and
//! stadiums can be reached on foot.

use super::plan::mirror;
use super::{Hqs, Listed, Map, Plan};
use crate::constants::{MAP_SIDE_MAX, MAP_SIDE_MIN, OFFSET_MAX};
use crate::types::Direction;
use agon_core::{MapFault, Rng, Symmetry, Wishes};
use std::ops::RangeInclusive;

/// The options of the generator.
pub(crate) const WISHES: &[(&str, &str)] = &[
    ("size", "columns x rows, such as 30x24, or one number for a square"),
    ("symmetry", "horizontal, vertical or rotational"),
    ("bases", "bases on each side, 0 to 20"),
    ("stadiums", "stadiums on each side, 0 to 20"),
    ("water", "water in percent of all tiles, 0 to 40"),
];

/// Water and headquarters stay this far apart (squared), so that no headquarters is walled in at the start.
const FREE_AROUND_HQ: usize = 8;
/// Bases and stadiums stay this far from headquarters (squared).
const APART_FROM_HQ: usize = 9;
/// Attempts to draw a map whose halves are connected, each with less water than the one before.
const TRIES: u32 = 40;

type Tile = (usize, usize);

/// A map from options and a seed; the same two always give the same map.
pub(super) fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
    let mut rng = Rng::new(seed);
    let (width, height) = size(wishes, &mut rng)?;
    let symmetry = symmetry(wishes, &mut rng)?;
    let bases = wishes.number("bases", 0..=20, 1 + rng.below(5))?;
    let stadiums = wishes.number("stadiums", 0..=20, 1 + rng.below(5))?;
    let water = wishes.number("water", 0..=40, rng.below(26))?;
    let offset = [(); 2].map(|()| rng.below(u32::from(OFFSET_MAX) + 1) as u16);
    let mut sketch = Sketch { width, height, symmetry, tiles: Vec::new(), hqs: [(0, 0); 2] };
    sketch.place_hqs(&mut rng);
    sketch.draw_water(water, &mut rng);
    for (listed, count, word) in [(Listed::B, bases, "bases"), (Listed::S, stadiums, "stadiums")] {
        for done in 0..count {
            if !sketch.place(listed, &mut rng) {
                return Err(MapFault(format!(
                    "there is room for only {done} {word} on each side of a map of {width} by \
                     {height}; ask for fewer, or for less water"
                )));
            }
        }
    }
    let plan = sketch.plan(format!("Generated{seed}"), offset);
    Map::try_from(plan)
}

fn size(wishes: &Wishes, rng: &mut Rng) -> Result<(usize, usize), MapFault> {
    let sides: RangeInclusive<usize> = MAP_SIDE_MIN..=MAP_SIDE_MAX;
    let Some(text) = wishes.get("size") else {
        return Ok((rng.range(24, 44) as usize, rng.range(24, 44) as usize));
    };
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |word: &str| word.parse().ok().filter(|side| sides.contains(side));
    side(width).zip(side(height)).ok_or_else(|| {
        MapFault(format!(
            "size={text} is not possible: write columns x rows from {MAP_SIDE_MIN} to \
             {MAP_SIDE_MAX}, such as 30x24"
        ))
    })
}

fn symmetry(wishes: &Wishes, rng: &mut Rng) -> Result<Symmetry, MapFault> {
    match wishes.get("symmetry") {
        None => Ok(*rng.pick(&Symmetry::ALL)),
        Some(word) => word.parse(),
    }
}

/// A map being drawn.
struct Sketch {
    width: usize,
    height: usize,
    symmetry: Symmetry,
    /// Column by column; `None` is grass.
    tiles: Vec<Option<Listed>>,
    hqs: [Tile; 2],
}

impl Sketch {
    fn index(&self, (x, y): Tile) -> usize {
        x * self.height + y
    }

    fn mirror(&self, tile: Tile) -> Tile {
        mirror(self.symmetry, self.width, self.height, tile)
    }

    fn any_tile(&self, rng: &mut Rng) -> Tile {
        let x = rng.below(self.width as u32) as usize;
        (x, rng.below(self.height as u32) as usize)
    }

    /// A's headquarters goes near its edge, or its corner where the halves are turned.
    fn place_hqs(&mut self, rng: &mut Rng) {
        let mut near = |side: usize| rng.range(2, side as i32 / 4) as usize;
        let (near_x, near_y) = (near(self.width), near(self.height));
        let mut along = |side: usize| rng.range(3, side as i32 - 4) as usize;
        let hq = match self.symmetry {
            Symmetry::Horizontal => (near_x, along(self.height)),
            Symmetry::Vertical => (along(self.width), near_y),
            Symmetry::Rotational if rng.chance(1, 2) => (near_x, near_y),
            Symmetry::Rotational => (near_x, self.height - 1 - near_y),
        };
        self.hqs = [hq, self.mirror(hq)];
    }

    /// Ponds of random shape, until the share is reached and both headquarters are on one piece of
    /// land. Land that no unit could reach becomes water too.
    fn draw_water(&mut self, percent: u32, rng: &mut Rng) {
        for attempt in 0..=TRIES {
            self.tiles = vec![None; self.width * self.height];
            let share = percent * (TRIES - attempt) / TRIES;
            let wanted = self.width * self.height * share as usize / 100;
            let mut drawn = 0;
            for _ in 0..10_000 {
                if drawn >= wanted {
                    break;
                }
                drawn += self.draw_pond(wanted - drawn, rng);
            }
            let reached = self.reachable();
            if reached[self.index(self.hqs[1])] {
                for (tile, reached) in self.tiles.iter_mut().zip(reached) {
                    if !reached {
                        *tile = Some(Listed::W);
                    }
                }
                return;
            }
        }
    }

    /// A random walk that leaves water behind; returns how many tiles became wet.
    fn draw_pond(&mut self, at_most: usize, rng: &mut Rng) -> usize {
        let mut at = self.any_tile(rng);
        let mut drawn = 0;
        for _ in 0..rng.range(3, 24) {
            let dry = self.tiles[self.index(at)].is_none();
            if drawn < at_most && dry && self.distance_to_hqs(at) > FREE_AROUND_HQ {
                drawn += self.put(at, Listed::W);
            }
            let next = self.step(at, *rng.pick(Direction::neighbours()));
            at = next.unwrap_or(at);
        }
        drawn
    }

    /// Draws a tile and its mirror image; returns their number: 1 if they are the same tile.
    fn put(&mut self, tile: Tile, listed: Listed) -> usize {
        let mirrored = self.mirror(tile);
        for tile in [tile, mirrored] {
            let index = self.index(tile);
            self.tiles[index] = Some(listed);
        }
        1 + usize::from(tile != mirrored)
    }

    fn step(&self, (x, y): Tile, direction: Direction) -> Option<Tile> {
        let x = x.checked_add_signed(direction.dx() as isize)?;
        let y = y.checked_add_signed(direction.dy() as isize)?;
        (x < self.width && y < self.height).then_some((x, y))
    }

    fn distance_to_hqs(&self, tile: Tile) -> usize {
        let distance = |hq: &Tile| distance_squared(*hq, tile);
        self.hqs.iter().map(distance).min().unwrap_or(0)
    }

    /// The tiles that can be walked to from A's headquarters.
    fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.tiles.len()];
        reached[self.index(self.hqs[0])] = true;
        let mut open = vec![self.hqs[0]];
        while let Some(at) = open.pop() {
            for &direction in Direction::neighbours() {
                let Some(next) = self.step(at, direction) else {
                    continue;
                };
                let index = self.index(next);
                if !reached[index] && self.tiles[index] != Some(Listed::W) {
                    reached[index] = true;
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Puts an object on a free tile of each side, at a distance from others if possible.
    fn place(&mut self, listed: Listed, rng: &mut Rng) -> bool {
        for air in [8, 3, 0] {
            for _ in 0..500 {
                let tile = self.any_tile(rng);
                let mirrored = self.mirror(tile);
                let is_grass = self.tiles[self.index(tile)].is_none();
                let is_apart = self.distance_to_hqs(tile) >= APART_FROM_HQ;
                let has_air = distance_squared(tile, mirrored) > air.max(1)
                    && self.objects().all(|other| distance_squared(tile, other) > air);
                if is_grass && is_apart && has_air {
                    self.put(tile, listed);
                    return true;
                }
            }
        }
        false
    }

    /// The bases and stadiums drawn so far.
    fn objects(&self) -> impl Iterator<Item = Tile> {
        let is_object = |tile: &Option<Listed>| matches!(tile, Some(Listed::B | Listed::S));
        let drawn = self.tiles.iter().enumerate();
        drawn
            .filter(move |(_, tile)| is_object(tile))
            .map(|(i, _)| (i / self.height, i % self.height))
    }

    fn plan(&self, name: String, offset: [u16; 2]) -> Plan {
        let listed = self.tiles.iter().enumerate().filter_map(|(i, tile)| {
            let listed = (*tile)?;
            Some((listed, i / self.height, i % self.height))
        });
        let [a, b] = self.hqs.map(|(x, y)| [x, y]);
        Plan {
            name,
            width: self.width,
            height: self.height,
            offset,
            symmetry: self.symmetry,
            objects: listed.collect(),
            hq: Hqs { a, b },
        }
    }
}

fn distance_squared(a: Tile, b: Tile) -> usize {
    a.0.abs_diff(b.0).pow(2) + a.1.abs_diff(b.1).pow(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Terrain;

    fn wish(words: &[&str]) -> Wishes {
        Wishes::parse(words.iter().copied(), WISHES).unwrap()
    }

    #[test]
    fn every_seed_gives_a_fair_map_and_always_the_same() {
        for seed in 0..300 {
            let map = generate(&wish(&[]), seed).unwrap();
            assert_eq!(map, generate(&wish(&[]), seed).unwrap());
        }
    }

    #[test]
    fn options_are_followed() {
        for symmetry in Symmetry::ALL {
            let word = format!("symmetry={symmetry}");
            let map = wish(&["size=60x20", &word, "bases=4", "stadiums=3", "water=30"]);
            let map = generate(&map, 7).unwrap();
            assert_eq!((map.width(), map.height()), (60, 20));
            assert_eq!(map.plan().symmetry, symmetry);
            assert_eq!(map.count(Terrain::Base), 8);
            assert_eq!(map.count(Terrain::Stadium), 6);
            assert!(map.count(Terrain::Water) >= 200);
        }
        let dry = generate(&wish(&["size=20", "water=0"]), 1).unwrap();
        assert_eq!(dry.count(Terrain::Water), 0);
    }

    #[test]
    fn impossible_options_are_refused_with_a_sentence() {
        let refused = |words: &[&str]| generate(&wish(words), 1).unwrap_err().0;
        assert!(refused(&["size=19x30"]).contains("from 20 to 60"));
        assert!(refused(&["symmetry=none"]).contains("use horizontal"));
        assert!(refused(&["bases=21"]).contains("from 0 to 20"));
    }
}
