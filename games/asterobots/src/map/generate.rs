//! R4 Generates a map: draws points until enough of them lie far enough apart.

use super::{Deposit, Field, Map};
use crate::constants::{
    GENERATOR_DRAWS, INITIAL_PRODUCTIVITY, INITIAL_ROBOTS, MAP_SIZE, MAP_SIZE_MAX, MATERIALS,
    VEIN_COUNT, VEIN_DISTANCE, VERTEX_COUNT,
};
use crate::types::{Material, Point};
use agon_core::{MapFault, Rng, Wishes};

/// The options of the generator.
pub(crate) const WISHES: &[(&str, &str)] = &[
    ("size", "small hexagons along one side of the field, 2 to 20 (default 10)"),
    (
        "veins",
        "number of veins, at least two for each player (default: as dense as the contest's 40)",
    ),
];

/// Generates a map: the same options and seed always give the same map.
pub(super) fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
    let size = wishes.number("size", 2..=MAP_SIZE_MAX, MAP_SIZE)?;
    let most = 6 * size * size;
    // As dense as the contest's field, but enough for six players where they fit.
    let usual = (most * VEIN_COUNT as u32 / VERTEX_COUNT).max((most / 6).min(12));
    let veins = wishes.number("veins", 4..=most, usual)?;
    random_map("", size, veins as usize, seed)
}

/// A map of the given size and number of veins; a sentence when they do not fit.
///
/// Materials are given out in the order in which the points were accepted. The original program uses the
/// order of its hash table; R4 allows any.
pub fn random_map(name: &str, size: u32, veins: usize, seed: u64) -> Result<Map, MapFault> {
    let mut rng = Rng::new(seed);
    let points = draw_points(Field::new(size), veins, &mut rng)?;
    let deposits = points
        .into_iter()
        .enumerate()
        .map(|(i, location)| {
            let robots = rng.range(INITIAL_ROBOTS.0, INITIAL_ROBOTS.1);
            let (low, high) = INITIAL_PRODUCTIVITY;
            let robot_productivity = rng.range(low, high);
            let material_productivity = rng.range(low, high);
            Deposit {
                location,
                material: Material::ALL[i % MATERIALS],
                robots,
                material_productivity,
                robot_productivity,
            }
        })
        .collect();
    Map::new(name, size, deposits)
}

fn draw_points(field: Field, count: usize, rng: &mut Rng) -> Result<Vec<Point>, MapFault> {
    let size = field.size() as i32;
    let mut points: Vec<Point> = Vec::new();
    for _ in 0..GENERATOR_DRAWS {
        if points.len() == count {
            break;
        }
        let x = rng.range(1 - 2 * size, 2 * size);
        let y = rng.range(1 - size, size);
        let p = Point::new(x, y);
        let is_far = |q: &Point| p.distance(*q) >= i64::from(VEIN_DISTANCE);
        if field.contains(p) && points.iter().all(is_far) {
            points.push(p);
        }
    }
    if points.len() < count {
        return Err(MapFault(format!(
            "{count} veins do not fit on a field of size {size}: after {GENERATOR_DRAWS} draws there \
             was room for {}, each at least {VEIN_DISTANCE} edges from the others; ask for fewer \
             veins or a larger field",
            points.len()
        )));
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_a_generated_map_keeps_the_manuals_promises() {
        for seed in 0..50 {
            let map = random_map("", 10, 40, seed).unwrap();
            map.check_spacing().unwrap();
            assert_eq!(map.count_materials(), [14, 13, 13]);
            for vein in map.veins() {
                assert!((50..=99).contains(&vein.robots));
                assert!((5..=9).contains(&vein.material_productivity));
                assert!((5..=9).contains(&vein.robot_productivity));
            }
        }
        assert_eq!(random_map("", 10, 40, 7), random_map("", 10, 40, 7));
        assert_ne!(random_map("", 10, 40, 7), random_map("", 10, 40, 8));
    }

    #[test]
    fn r4_too_many_veins_end_with_a_sentence() {
        let fault = random_map("", 2, 20, 1).unwrap_err().0;
        assert!(fault.contains("20 veins do not fit"), "{fault}");
    }
}
