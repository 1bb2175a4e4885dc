//! Random maps, for properties that must hold on every map.

use agon_core::{Profile, Rng};
use agon_mars::{Map, Rules, Setup, Team, Tile};

/// Any valid tile; bases of the given teams are rare.
pub fn any_tile(rng: &mut Rng, teams: &[Team]) -> Tile {
    match rng.below(40) {
        0..4 => Tile::ROCK,
        4..8 => Tile::deposit(rng.range(5, 25) as u8),
        8..10 if !teams.is_empty() => Tile::base(*rng.pick(teams)),
        _ => Tile::LAND,
    }
}

/// Any valid map, of any shape and without symmetry.
pub fn any_map(rng: &mut Rng) -> Map {
    let (height, width) = (rng.range(16, 30) as usize, rng.range(16, 30) as usize);
    let tiles: Vec<Tile> = (0..height * width).map(|_| any_tile(rng, &Team::BOTH)).collect();
    Map::new(height, width, &tiles).unwrap()
}

/// A map with the rules of either profile, symmetric or not.
pub fn setup(map: Map, rng: &mut Rng) -> Setup {
    let profile = *rng.pick(&Profile::ALL);
    let rules = Rules { asymmetric_maps: true, ..Rules::of(profile) };
    Setup::new(map, rules).unwrap()
}
