//! R4 The generator: the contest's own algorithm, fed by any source of uniform numbers.

use super::{Map, check};
use crate::constants::*;
use crate::types::{Cell, Player, footprint};
use agon_core::{MapFault, Rng, Wishes};

/// The options of the generator.
pub const WISHES: &[(&str, &str)] = &[
    ("rocks", "pairs of rocks in each period, 0 to 60; the contest's maps have 11"),
    ("portals", "pairs of passages between two periods, 1 to 8; the contest's maps have 4"),
];

/// Attempts to place an object before the generator gives up. The contest's own numbers leave hundreds of
/// tiles free; only options with very many objects reach this limit.
const TRIES: u32 = 100_000;

/// A source of uniformly distributed integers.
pub trait Draw {
    /// An integer in `low..=high`.
    fn draw(&mut self, low: i32, high: i32) -> i32;
}

impl Draw for Rng {
    fn draw(&mut self, low: i32, high: i32) -> i32 {
        self.range(low, high)
    }
}

/// Makes a map from a seed.
pub(super) fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
    let rocks = wishes.number("rocks", 0..=60, ROCK_DRAWS)?;
    let portals = wishes.number("portals", 1..=8, PORTAL_DRAWS)?;
    let mut rng = Rng::new(seed);
    let mut map = generate_with(&mut rng, rocks, portals)?;
    // The contest's algorithm does not check for a path between the players. If there is none (not seen in
    // many thousands of maps), another map is drawn.
    for _ in 0..100 {
        match check::check(&map) {
            Ok(()) => return Ok(map),
            Err(_) => map = generate_with(&mut rng, rocks, portals)?,
        }
    }
    Err(MapFault::new(format!("no playable map has {rocks} pairs of rocks in each period")))
}

/// R4 The contest's algorithm on any source of numbers.
pub fn generate_with(draw: &mut impl Draw, rocks: u32, portals: u32) -> Result<Map, MapFault> {
    let mut ground = Ground::start(draw);
    ground.far_past_portals(draw, portals)?;
    ground.present_portals(draw, portals)?;
    for z in 0..PERIODS as u8 {
        for _ in 0..rocks {
            let cell = ground.free_pair(draw, z, |_| true)?;
            ground.put_rocks(cell);
        }
    }
    Ok(Map::of_places(ground.start, ground.portals, ground.terrain))
}

/// A map under construction.
struct Ground {
    start: (i32, i32),
    portals: Vec<(Cell, i8)>,
    terrain: Vec<(Cell, bool, bool)>,
    taken: Vec<bool>,
}

impl Ground {
    /// R4.1 The start corner: drawn until it is far enough from the middle.
    fn start(draw: &mut impl Draw) -> Ground {
        let start = loop {
            let x = draw.draw(0, 8);
            let y = draw.draw(0, 4);
            if x + y >= 5 {
                break (x, y);
            }
        };
        let mut taken = vec![false; CELLS];
        let bare = Map::of_places(start, [], []);
        for player in Player::BOTH {
            for (_, (x, y)) in bare.start_buildings(player) {
                for z in 0..PERIODS as u8 {
                    for cell in footprint(x, y, z).expect("every drawn start is on the board") {
                        taken[cell.index()] = true;
                    }
                }
            }
        }
        Ground { start, portals: Vec::new(), terrain: Vec::new(), taken }
    }

    /// R4.2 Portals between the far past and the past.
    fn far_past_portals(&mut self, draw: &mut impl Draw, count: u32) -> Result<(), MapFault> {
        for _ in 0..count {
            let cell = self.free_pair(draw, 1, |_| true)?;
            self.put_portals(cell, -1);
            self.put_portals(cell.earlier().expect("the past has a past"), 1);
        }
        Ok(())
    }

    /// R4.3 Portals between the past and the present, away from the others, and rocks in the far
    /// past that stop ripples onto them.
    fn present_portals(&mut self, draw: &mut impl Draw, count: u32) -> Result<(), MapFault> {
        let others: Vec<Cell> =
            self.portals.iter().map(|p| p.0).filter(|cell| cell.z() == 1).collect();
        let is_far = |cell: Cell| {
            let far = |other: &Cell| other.distance(cell.x(), cell.y()) >= PORTAL_DISTANCE as u32;
            others.iter().all(far)
        };
        for _ in 0..count {
            let cell = self.free_pair(draw, 1, is_far)?;
            self.put_portals(cell, 1);
            self.put_portals(cell.later().expect("the past has a present"), -1);
            self.put_rocks(cell.earlier().expect("the past has a past"));
        }
        Ok(())
    }

    /// Draws x and y until the tile and its image are empty in the period and `fits`.
    fn free_pair(
        &self,
        draw: &mut impl Draw,
        z: u8,
        fits: impl Fn(Cell) -> bool,
    ) -> Result<Cell, MapFault> {
        for _ in 0..TRIES {
            let x = draw.draw(-RADIUS, RADIUS);
            let y = draw.draw(-RADIUS, RADIUS);
            let cell = Cell::new(x, y, z).expect("both numbers are on the board");
            let free = !self.taken[cell.index()] && !self.taken[cell.image().index()];
            if free && fits(cell) {
                return Ok(cell);
            }
        }
        Err(MapFault::new("so many portals and rocks find no room on the map: ask for fewer"))
    }

    /// A tile and its image. The middle is its own image and gets one object (R4).
    fn pair(cell: Cell) -> impl Iterator<Item = Cell> {
        let image = cell.image();
        std::iter::once(cell).chain((image != cell).then_some(image))
    }

    fn put_portals(&mut self, cell: Cell, direction: i8) {
        for cell in Ground::pair(cell) {
            self.portals.push((cell, direction));
            self.taken[cell.index()] = true;
        }
    }

    fn put_rocks(&mut self, cell: Cell) {
        for cell in Ground::pair(cell) {
            self.terrain.push((cell, true, true));
            self.taken[cell.index()] = true;
        }
    }
}
