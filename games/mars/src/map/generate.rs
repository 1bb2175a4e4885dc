//! Generates fair maps: symmetric, connected, with deposits near every base.

use super::{Map, Tile, TileKind};
use crate::constants::*;
use crate::types::Team;
use agon_core::{MapFault, Rng, Symmetry, Wishes};

/// The options of the generator.
pub const WISHES: &[(&str, &str)] = &[
    ("size", "rows x columns, 16x16 to 48x48 (or one number for a square); default 32x32"),
    ("symmetry", "horizontal, vertical or rotational; default: one of them at random"),
    ("rocks", "share of rock in percent, 0 to 30; default 12"),
    ("deposits", "share of deposits in percent, 1 to 15; default 4"),
    ("bases", "base tiles per team, 1 to 12; default 4"),
];

/// Generates a map: the same options and seed always give the same map.
pub(super) fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
    let (height, width) = parse_size(wishes.get("size").unwrap_or("32x32"))?;
    let mut rng = Rng::new(seed);
    let symmetry = match wishes.get("symmetry") {
        None => *rng.pick(&Symmetry::ALL),
        Some(word) => *Symmetry::ALL.iter().find(|s| s.word() == word).ok_or_else(|| {
            MapFault(format!(
                "symmetry={word} is not possible: use horizontal, vertical or rotational"
            ))
        })?,
    };
    let plan = Plan {
        height,
        width,
        symmetry,
        rocks: wishes.number("rocks", 0..=30, 12)?,
        deposits: wishes.number("deposits", 1..=15, 4)?,
        bases: wishes.number("bases", 1..=12, 4)?,
    };
    // An attempt fails if rock encloses a base. Many failures in a row are rare; without rock none fails.
    for _ in 0..100 {
        if let Some(map) = plan.draw(&mut rng) {
            return Ok(map);
        }
    }
    let bare = Plan { rocks: 0, ..plan };
    (0..100).find_map(|_| bare.draw(&mut rng)).ok_or_else(|| {
        MapFault(format!(
            "no fair map of {height}x{width} came out of seed {seed}: try another seed"
        ))
    })
}

fn parse_size(text: &str) -> Result<(usize, usize), MapFault> {
    let side = |text: &str| text.parse().ok().filter(|side| (SIDE_MIN..=SIDE_MAX).contains(side));
    let (height, width) = text.split_once('x').unwrap_or((text, text));
    side(height).zip(side(width)).ok_or_else(|| {
        MapFault(format!("size={text} is not possible: write rows x columns, 16x16 to 48x48"))
    })
}

struct Plan {
    height: usize,
    width: usize,
    symmetry: Symmetry,
    rocks: u32,
    deposits: u32,
    bases: u32,
}

type Place = (usize, usize);

/// A map under construction: every painted tile is mirrored.
struct Canvas<'a> {
    plan: &'a Plan,
    tiles: Vec<Tile>,
}

impl Canvas<'_> {
    fn at(&self, (row, col): Place) -> Tile {
        self.tiles[row * self.plan.width + col]
    }

    fn paint(&mut self, place: Place, tile: Tile) {
        let image = self.plan.image(place);
        self.tiles[place.0 * self.plan.width + place.1] = tile;
        self.tiles[image.0 * self.plan.width + image.1] = tile.negated();
    }
}

impl Plan {
    fn image(&self, place: Place) -> Place {
        self.symmetry.image(self.height, self.width, place)
    }

    fn any_place(&self, rng: &mut Rng) -> Place {
        (rng.below(self.height as u32) as usize, rng.below(self.width as u32) as usize)
    }

    /// A random neighbour of a place, clipped to the map.
    fn wander(&self, rng: &mut Rng, (row, col): Place) -> Place {
        let step =
            |at: usize, side: usize, by: i32| (at as i32 + by).clamp(0, side as i32 - 1) as usize;
        (step(row, self.height, rng.range(-1, 1)), step(col, self.width, rng.range(-1, 1)))
    }

    /// One attempt; `None` if the map is unfair or not connected.
    fn draw(&self, rng: &mut Rng) -> Option<Map> {
        let mut canvas = Canvas { plan: self, tiles: vec![Tile::LAND; self.height * self.width] };
        self.scatter_rocks(rng, &mut canvas);
        let base = self.place_base(rng, &mut canvas)?;
        let near = self.scatter_deposits(rng, &mut canvas, base)?;
        self.wall_in_the_unreachable(&mut canvas, base)?;
        if near.iter().any(|&place| canvas.at(place).kind != TileKind::Mining) {
            return None; // a guaranteed deposit is unreachable
        }
        let map = Map::new(self.height, self.width, &canvas.tiles).ok()?;
        map.check_fair().ok()?;
        Some(map)
    }

    /// Paints ridges of rock as short random walks.
    fn scatter_rocks(&self, rng: &mut Rng, canvas: &mut Canvas<'_>) {
        let wanted = self.height * self.width * self.rocks as usize / 100;
        let count = |canvas: &Canvas<'_>| {
            canvas.tiles.iter().filter(|t| t.kind == TileKind::Impassable).count()
        };
        while count(canvas) < wanted {
            let mut place = self.any_place(rng);
            for _ in 0..rng.range(2, 8) {
                canvas.paint(place, Tile::ROCK);
                place = self.wander(rng, place);
            }
        }
    }

    /// Paints a cluster of base tiles, far from its image and surrounded by land.
    fn place_base(&self, rng: &mut Rng, canvas: &mut Canvas<'_>) -> Option<Place> {
        let far = (match self.symmetry {
            Symmetry::Horizontal => self.width,
            Symmetry::Vertical => self.height,
            Symmetry::Rotational => self.height.max(self.width),
        }) / 2;
        // A corner of the map has room for nine tiles only.
        let has_room = |place| self.square(place, 2).count() >= self.bases as usize;
        let centre = (0..200)
            .map(|_| self.any_place(rng))
            .find(|&place| distance(place, self.image(place)) >= far && has_room(place))?;
        for place in self.square(centre, 2) {
            canvas.paint(place, Tile::LAND);
        }
        let team = *rng.pick(&Team::BOTH);
        // Sorted by distance, in random order at equal distance. At least 16 places lie within distance 3
        // of any place, so even a corner has room for the largest base.
        let mut near: Vec<Place> = self.square(centre, 3).collect();
        rng.shuffle(&mut near);
        near.sort_by_key(|&place| distance(place, centre));
        for &place in near.iter().take(self.bases as usize) {
            canvas.paint(place, Tile::base(team));
        }
        Some(centre)
    }

    /// Paints two deposits of 5 to 10 metal near each base and the rest anywhere. Returns those two.
    fn scatter_deposits(
        &self,
        rng: &mut Rng,
        canvas: &mut Canvas<'_>,
        base: Place,
    ) -> Option<[Place; 2]> {
        let is_land = |canvas: &Canvas<'_>, place: Place| {
            canvas.at(place) == Tile::LAND && place != self.image(place)
        };
        let mut near = [base; 2];
        for near in &mut near {
            *near = (0..200).map(|_| self.any_place(rng)).find(|&place| {
                (2..=5).contains(&distance(place, base)) && is_land(canvas, place)
            })?;
            canvas.paint(*near, Tile::deposit(rng.range(5, 10) as u8));
        }
        let wanted = self.height * self.width * self.deposits as usize / 200;
        for _ in 0..wanted.saturating_sub(2) {
            let place = self.any_place(rng);
            if is_land(canvas, place) {
                let value = rng.range(MINING_MIN.into(), MINING_MAX.into());
                canvas.paint(place, Tile::deposit(value as u8));
            }
        }
        Some(near)
    }

    /// Turns unreachable tiles into rock; `None` unless the two bases are connected and at least 60 % of the
    /// map is reachable. The part with both bases is its own image, so the map stays symmetric.
    fn wall_in_the_unreachable(&self, canvas: &mut Canvas<'_>, base: Place) -> Option<()> {
        let mut reached = vec![false; canvas.tiles.len()];
        let mut open = vec![base];
        reached[base.0 * self.width + base.1] = true;
        while let Some(place) = open.pop() {
            for near in self.square(place, 1) {
                let i = near.0 * self.width + near.1;
                if !reached[i] && canvas.tiles[i].kind != TileKind::Impassable {
                    reached[i] = true;
                    open.push(near);
                }
            }
        }
        let other = self.image(base);
        let share = reached.iter().filter(|&&r| r).count() * 100 / reached.len();
        if !reached[other.0 * self.width + other.1] || share < 60 {
            return None;
        }
        for (tile, _) in canvas.tiles.iter_mut().zip(&reached).filter(|(_, reached)| !**reached) {
            *tile = Tile::ROCK;
        }
        Some(())
    }

    fn square(&self, (row, col): Place, radius: usize) -> impl Iterator<Item = Place> + use<> {
        let rows = row.saturating_sub(radius)..(row + radius + 1).min(self.height);
        let columns = col.saturating_sub(radius)..(col + radius + 1).min(self.width);
        rows.flat_map(move |r| columns.clone().map(move |c| (r, c)))
    }
}

fn distance(a: Place, b: Place) -> usize {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Cell;

    fn wishes(words: &str) -> Wishes {
        Wishes::parse(words.split_whitespace(), WISHES).unwrap()
    }

    fn places(map: &Map, wanted: impl Fn(Tile) -> bool) -> Vec<Place> {
        let cells = (0..map.cells() as Cell).filter(|&cell| wanted(map.tile(cell)));
        let place = |cell| (map.place(cell).0.into(), map.place(cell).1.into());
        cells.map(place).collect()
    }

    fn bases(map: &Map, team: Team) -> Vec<Place> {
        places(map, |tile| tile == Tile::base(team))
    }

    fn share(map: &Map, kind: TileKind) -> usize {
        places(map, |tile| tile.kind == kind).len() * 100 / map.cells()
    }

    /// Number of passable tiles that can be reached from the first one.
    fn reachable(map: &Map) -> usize {
        let start = (0..map.cells() as Cell).find(|&cell| map.is_passable(cell));
        let mut open = Vec::from_iter(start);
        let mut reached = vec![false; map.cells()];
        while let Some(cell) = open.pop() {
            if !std::mem::replace(&mut reached[usize::from(cell)], true) {
                open.extend(map.square_round(cell).filter(|&near| map.is_passable(near)));
            }
        }
        reached.iter().filter(|&&reached| reached).count()
    }

    /// Checks the guarantees of every generated map.
    fn check(words: &str, seed: u64, symmetry: Symmetry, base_tiles: usize) -> Map {
        let at = format!("{words}, seed {seed}");
        let map = generate(&wishes(words), seed).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        assert_eq!(map.first_break(symmetry), None, "{at}");
        map.check_fair().unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let passable = places(&map, |tile| tile.kind != TileKind::Impassable);
        assert_eq!(reachable(&map), passable.len(), "{at}: not connected");

        let [blue, red] = Team::BOTH.map(|team| bases(&map, team));
        assert_eq!((blue.len(), red.len()), (base_tiles, base_tiles), "{at}");
        let side = match symmetry {
            Symmetry::Horizontal => map.width(),
            Symmetry::Vertical => map.height(),
            Symmetry::Rotational => map.height().max(map.width()),
        };
        // The centres of the bases are half a map apart, and a base extends two tiles from its centre.
        let gaps = blue.iter().flat_map(|&b| red.iter().map(move |&r| distance(b, r)));
        assert!(gaps.min() >= Some(side / 2 - 4), "{at}: the bases are close");

        let deposits = places(&map, |tile| tile.kind == TileKind::Mining);
        for base in [&blue, &red] {
            let near = |&&deposit: &&Place| base.iter().any(|&b| distance(b, deposit) <= 5);
            let count = deposits.iter().filter(near).count();
            assert!(count >= 2, "{at}: {count} deposits near a base");
        }
        map
    }

    #[test]
    fn maps_of_all_sizes_are_fair() {
        let sizes = [
            "16x16", "16x17", "17x16", "17x17", "19x26", "25x25", "32x32", "16x48", "48x16",
            "47x48", "48x48",
        ];
        for size in sizes {
            for symmetry in Symmetry::ALL {
                for seed in 0..5 {
                    let words = format!("size={size} symmetry={symmetry}");
                    let map = check(&words, seed, symmetry, 4);
                    assert_eq!(format!("{}x{}", map.height(), map.width()), size);
                }
            }
        }
    }

    #[test]
    fn extreme_options_are_respected() {
        for symmetry in Symmetry::ALL {
            for seed in 0..60 {
                let words = format!("size=16 symmetry={symmetry} rocks=30 deposits=15 bases=12");
                let map = check(&words, seed, symmetry, 12);
                let (rocks, deposits) =
                    (share(&map, TileKind::Impassable), share(&map, TileKind::Mining));
                assert!((15..=40).contains(&rocks), "seed {seed}: {rocks} percent rock");
                assert!((5..=16).contains(&deposits), "seed {seed}: {deposits} percent metal");
                let words = format!("size=48 symmetry={symmetry} rocks=0 deposits=1 bases=1");
                let map = check(&words, seed, symmetry, 1);
                assert_eq!(share(&map, TileKind::Impassable), 0);
            }
        }
    }
    /// The deposits guaranteed near a base stay reachable, even with much rock.
    #[test]
    fn deposits_near_a_base_are_always_reachable() {
        for symmetry in Symmetry::ALL {
            for seed in 0..400 {
                let words = format!("size=16 symmetry={symmetry} rocks=30 deposits=1 bases=1");
                let map = check(&words, seed, symmetry, 1);
                assert!(share(&map, TileKind::Impassable) > 0, "seed {seed} has no rock");
            }
        }
    }

    #[test]
    fn equal_seeds_give_equal_maps_and_other_seeds_other_maps() {
        let default = Wishes::default();
        let map = generate(&default, 7).unwrap();
        assert_eq!((map.height(), map.width()), (32, 32));
        assert_eq!(generate(&default, 7).unwrap(), map);
        assert_ne!(generate(&default, 8).unwrap(), map);
        let symmetries = |seed| {
            let map = generate(&default, seed).unwrap();
            Symmetry::ALL.map(|symmetry| map.has(symmetry))
        };
        for wanted in 0..3 {
            assert!((0..30).any(|seed| symmetries(seed)[wanted]), "a symmetry is never generated");
        }
    }

    #[test]
    fn wrong_options_are_refused_with_a_sentence() {
        let cases = [
            ("size=15", "16x16 to 48x48"),
            ("size=49x20", "16x16 to 48x48"),
            ("size=20x", "16x16 to 48x48"),
            ("size=20x20x20", "16x16 to 48x48"),
            ("size=-20", "16x16 to 48x48"),
            ("size=big", "16x16 to 48x48"),
            ("symmetry=diagonal", "use horizontal, vertical or rotational"),
            ("symmetry=", "use horizontal, vertical or rotational"),
            ("rocks=31", "from 0 to 30"),
            ("rocks=-1", "from 0 to 30"),
            ("rocks=some", "from 0 to 30"),
            ("deposits=0", "from 1 to 15"),
            ("deposits=16", "from 1 to 15"),
            ("bases=0", "from 1 to 12"),
            ("bases=13", "from 1 to 12"),
        ];
        for (word, expected) in cases {
            let fault = generate(&wishes(word), 1).unwrap_err().to_string();
            assert!(fault.contains(word) && fault.contains(expected), "{fault}");
        }
        for words in ["colour=red", "size", "size=16 size=17"] {
            Wishes::parse(words.split_whitespace(), WISHES).unwrap_err();
        }
    }
}
