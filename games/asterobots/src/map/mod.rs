//! A map: the size of the field and its veins. The file format is in `format`, geometry in [`field`],
//! drawing in [`draw`], the generator in [`generate`].

mod draw;
mod field;
mod format;
mod generate;

pub(crate) use draw::{draw_field, letter, paint};
pub use field::{Field, ShortestPath, in_the_plane};
pub(crate) use generate::WISHES;
pub use generate::random_map;

use crate::constants::{
    MAP_PRODUCTIVITY_MAX, MAP_ROBOTS_MAX, MAP_SIZE_MAX, MATERIALS, PLAYERS_MAX, PLAYERS_MIN,
    VEIN_DISTANCE,
};
use crate::types::{Material, Point, VeinId};
use agon_core::{GameMap, MapFault, Wishes};
use serde::{Deserialize, Serialize};

/// R4 The values of one vein on the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deposit {
    /// Where it is.
    pub location: Point,
    /// What it yields.
    pub material: Material,
    /// The robots living in it at the start.
    pub robots: i32,
    /// Material per turn of its owner at rank 1.
    pub material_productivity: i32,
    /// Robots per turn of its owner at rank 1.
    pub robot_productivity: i32,
}

/// A playable map: at least enough veins for two players, each on a vertex of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "format::MapFile", into = "format::MapFile")]
pub struct Map {
    name: String,
    field: Field,
    /// In canonical order.
    veins: Vec<Deposit>,
    /// The vein of every point of the field's rectangle; `NO_VEIN` where there is none.
    vein_at: Vec<u16>,
}

const NO_VEIN: u16 = u16::MAX;

impl Map {
    /// Puts a map together; the veins may come in any order.
    pub fn new(name: &str, size: u32, mut veins: Vec<Deposit>) -> Result<Map, MapFault> {
        if !(1..=MAP_SIZE_MAX).contains(&size) {
            return Err(MapFault(format!(
                "a field of size {size} is not possible: the size goes from 1 to {MAP_SIZE_MAX}"
            )));
        }
        if name.chars().count() > 100 || name.chars().any(char::is_control) {
            return Err(MapFault::new("the name of a map is one line of at most 100 characters"));
        }
        let field = Field::new(size);
        for (i, vein) in veins.iter().enumerate() {
            check_deposit(field, vein)
                .map_err(|e| MapFault(format!("vein {} of the list: {e}", i + 1)))?;
        }
        if veins.len() < 2 * PLAYERS_MIN {
            return Err(MapFault(format!(
                "{} veins are too few: every player selects two, and {PLAYERS_MIN} must be able to play",
                veins.len()
            )));
        }
        veins.sort_by_key(|v| v.location);
        if let Some(twins) = veins.windows(2).find(|w| w[0].location == w[1].location) {
            return Err(MapFault(format!("there are two veins at {}", twins[0].location)));
        }
        let mut vein_at = vec![NO_VEIN; field.area()];
        for (i, vein) in veins.iter().enumerate() {
            let cell = field.cell(vein.location).expect("checked above: it lies in the field");
            vein_at[cell] = i as u16;
        }
        Ok(Map { name: name.to_owned(), field, veins, vein_at })
    }

    /// R4 Refuses veins that are nearer to each other than the manual promises. Recorded games and
    /// replays may hold such maps; files and the generator may not.
    pub fn check_spacing(&self) -> Result<(), MapFault> {
        for (i, a) in self.veins.iter().enumerate() {
            for b in &self.veins[i + 1..] {
                let distance = a.location.distance(b.location);
                if distance < i64::from(VEIN_DISTANCE) {
                    return Err(MapFault(format!(
                        "the veins at {} and {} are only {distance} apart: {VEIN_DISTANCE} edges \
                         must lie between two veins",
                        a.location, b.location
                    )));
                }
            }
        }
        Ok(())
    }

    /// Its name; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The field it lies on.
    pub fn field(&self) -> Field {
        self.field
    }

    /// The veins in canonical order.
    pub fn veins(&self) -> &[Deposit] {
        &self.veins
    }

    /// The vein at a point, if there is one.
    #[inline]
    pub fn vein_at(&self, p: Point) -> Option<VeinId> {
        let id = self.vein_at[self.field.cell(p)?];
        (id != NO_VEIN).then_some(VeinId(id))
    }

    /// Number of veins of each material.
    pub fn count_materials(&self) -> [usize; MATERIALS] {
        let mut count = [0; MATERIALS];
        for vein in &self.veins {
            count[vein.material.index()] += 1;
        }
        count
    }

    /// The least distance between two veins.
    fn nearest_pair(&self) -> i64 {
        let pairs =
            self.veins.iter().enumerate().flat_map(|(i, a)| {
                self.veins[i + 1..].iter().map(|b| a.location.distance(b.location))
            });
        pairs.min().unwrap_or(0)
    }
}

impl GameMap for Map {
    fn parse(text: &str) -> Result<Map, MapFault> {
        format::parse(text)
    }

    fn to_text(&self) -> String {
        format::write(self)
    }

    fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
        generate::generate(wishes, seed)
    }

    fn draw(&self, colour: bool) -> String {
        draw::draw(self, colour)
    }

    fn describe(&self) -> String {
        let [gas, stone, metal] = self.count_materials();
        format!(
            "field of size {} ({} vertices); {} veins: {gas} gas, {stone} stone, {metal} metal, at \
             least {} edges apart; for up to {} players",
            self.field.size(),
            6 * self.field.size() * self.field.size(),
            self.veins.len(),
            self.nearest_pair(),
            (self.veins.len() / 2).min(PLAYERS_MAX)
        )
    }
}

fn check_deposit(field: Field, vein: &Deposit) -> Result<(), String> {
    let at = vein.location;
    if !field.contains(at) {
        return Err(format!("{at} is not a vertex of a field of size {}", field.size()));
    }
    if !(0..=MAP_ROBOTS_MAX).contains(&vein.robots) {
        return Err(format!(
            "{} robots at {at} are not possible: use 0 to {MAP_ROBOTS_MAX}",
            vein.robots
        ));
    }
    for (what, n) in [("material", vein.material_productivity), ("robot", vein.robot_productivity)]
    {
        if !(0..=MAP_PRODUCTIVITY_MAX).contains(&n) {
            return Err(format!(
                "a {what} productivity of {n} at {at} is not possible: use 0 to {MAP_PRODUCTIVITY_MAX}"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vein(x: i32, y: i32) -> Deposit {
        Deposit {
            location: Point::new(x, y),
            material: Material::Stone,
            robots: 60,
            material_productivity: 5,
            robot_productivity: 9,
        }
    }

    #[test]
    fn a_map_survives_its_file_and_is_put_in_order() {
        let map =
            Map::new("four \"corners\"", 4, vec![vein(3, 3), vein(0, 0), vein(-4, 1), vein(5, -1)])
                .unwrap();
        let places: Vec<Point> = map.veins().iter().map(|v| v.location).collect();
        assert!(places.is_sorted());
        assert_eq!(map.vein_at(Point::new(0, 0)), Some(VeinId(1)));
        assert_eq!(map.vein_at(Point::new(1, 0)), None);
        assert_eq!(map.vein_at(Point::new(i32::MAX, 7)), None);
        assert_eq!(Map::parse(&map.to_text()).unwrap(), map);
        let bytes = serde_json::to_vec(&map).unwrap();
        assert_eq!(serde_json::from_slice::<Map>(&bytes).unwrap(), map);
    }

    #[test]
    fn what_is_wrong_with_a_map_is_said_with_its_place() {
        let four = || vec![vein(3, 3), vein(0, 0), vein(-4, 1), vein(5, -1)];
        let fault = |size, change: fn(&mut Vec<Deposit>)| {
            let mut veins = four();
            change(&mut veins);
            Map::new("", size, veins).unwrap_err().0
        };
        assert!(fault(0, |_| ()).contains("size 0"));
        assert!(fault(21, |_| ()).contains("from 1 to 20"));
        assert!(fault(4, |v| v[2] = vein(9, 1)).contains("vein 3 of the list: (9, 1)"));
        assert!(fault(4, |v| v[1].robots = -1).contains("-1 robots at (0, 0)"));
        assert!(
            fault(4, |v| v[1].robot_productivity = 1001).contains("robot productivity of 1001")
        );
        assert!(fault(4, |v| v[1] = v[0]).contains("two veins at (3, 3)"));
        assert!(fault(4, |v| v.truncate(3)).contains("3 veins are too few"));

        let near = Map::new("", 4, vec![vein(3, 3), vein(0, 0), vein(-4, 1), vein(1, -1)]).unwrap();
        let fault = Map::parse(&near.to_text()).unwrap_err().0;
        assert!(fault.contains("only 2 apart"), "{fault}");
        let fault = Map::parse("{\"size\": 4,\n \"veins\": [{}]}").unwrap_err().0;
        assert!(fault.contains("line 2"), "{fault}");
    }
}
