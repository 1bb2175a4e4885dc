//! What one unit may know (R7): itself, its team's numbers, and everything in its sight.

use crate::constants::TILES_IN_SIGHT_MAX;
use crate::map::{AROUND, place_of};
use crate::state::{HomeRun, Occupant};
use crate::types::{Location, Team, Terrain, UnitInfo};
use agon_core::Actor;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a unit knows at one moment of its turn. Everything is in sensing order: by increasing
/// squared distance, then from west to east, then from south to north.
///
/// The view holds the answers to all sensing calls. A metered bot pays the prices of the sensing calls, even
/// if it reads the view.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The round being played.
    pub round: u32,
    /// The unit itself.
    pub me: UnitInfo,
    /// Reputation of the own team.
    pub reputation: f32,
    /// Points of the own team.
    pub points: f32,
    /// Energy the turn may cost; less than 15,000, or even negative, while there is a debt.
    pub energy: i64,
    /// The tiles within sight, the own one first: `.` grass, `~` water, `b` base, `s` stadium,
    /// `#` off the map.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    #[schemars(with = "String", regex(pattern = "^[#.~bs]*$"))]
    pub tiles: ArrayVec<Terrain, TILES_IN_SIGHT_MAX>,
    /// All other units in sight.
    pub units: ArrayVec<UnitInfo, TILES_IN_SIGHT_MAX>,
    /// The balls in sight.
    pub balls: ArrayVec<Location, TILES_IN_SIGHT_MAX>,
}

impl Default for View {
    fn default() -> View {
        View {
            round: 0,
            me: UnitInfo::default(),
            reputation: 0.0,
            points: 0.0,
            energy: 0,
            tiles: ArrayVec::new(),
            units: ArrayVec::new(),
            balls: ArrayVec::new(),
        }
    }
}

impl View {
    /// Writes what a unit knows into this view. A unit that is gone knows nothing.
    pub(crate) fn fill(&mut self, game: &HomeRun, actor: Actor) {
        self.round = game.round.max(0) as u32;
        self.tiles.clear();
        self.units.clear();
        self.balls.clear();
        let Some(slot) = game.slot_of(actor) else {
            self.me = UnitInfo::default();
            (self.reputation, self.points, self.energy) = (0.0, 0.0, 0);
            return;
        };
        let me = &game.units[slot];
        let team = &game.teams[me.team.index()];
        self.me = me.info;
        self.reputation = team.reputation;
        self.points = team.points;
        self.energy = game.energy_allowed(slot);
        let vision = me.unit_type.vision();
        let tiles = self.tiles.try_extend_from_slice(game.map.sight(me.at, vision));
        tiles.expect("a view has room for the tiles of the farthest sight");
        for place in game.taken_around(slot, vision).without_middle() {
            let (cell, at) = game.map.glance(me.cell, me.at, place);
            match game.occupants[cell.index()] {
                Occupant::BALL => self.balls.push(at),
                unit => self.units.push(game.units[unit.slot()].info),
            }
        }
    }

    /// The tiles in sight with their places, the own one first.
    pub fn places(&self) -> impl Iterator<Item = (Location, Terrain)> {
        let here = self.me.at;
        let at = move |&(dx, dy): &(i8, i8)| {
            Location::new(here.x + i32::from(dx), here.y + i32::from(dy))
        };
        AROUND.iter().map(at).zip(self.tiles.iter().copied())
    }

    /// What a tile is made of; `None` if it is out of sight.
    pub fn tile(&self, at: Location) -> Option<Terrain> {
        let (dx, dy) = (at.x.checked_sub(self.me.at.x)?, at.y.checked_sub(self.me.at.y)?);
        self.tiles.get(place_of(dx, dy)?).copied()
    }

    /// The unit on a tile in sight; may be the viewing unit itself.
    pub fn unit_at(&self, at: Location) -> Option<&UnitInfo> {
        let mut units = std::iter::once(&self.me).chain(&self.units);
        units.find(|unit| unit.at == at)
    }

    /// Whether a ball lies on a tile in sight.
    pub fn has_ball(&self, at: Location) -> bool {
        self.balls.contains(&at)
    }

    /// R1 Whether a unit could go there: in sight, on the map, dry, without unit or ball.
    pub fn is_accessible(&self, at: Location) -> bool {
        let is_land = self.tile(at).is_some_and(Terrain::is_land);
        is_land && self.unit_at(at).is_none() && !self.has_ball(at)
    }

    /// The units of a team in sight, nearest first.
    pub fn units_of(&self, team: Team) -> impl Iterator<Item = &UnitInfo> {
        self.units.iter().filter(move |unit| unit.team == team)
    }
}

fn as_text<S: Serializer>(
    tiles: &ArrayVec<Terrain, TILES_IN_SIGHT_MAX>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let letters: ArrayVec<u8, TILES_IN_SIGHT_MAX> =
        tiles.iter().map(|tile| tile.letter()).collect();
    serializer.serialize_str(std::str::from_utf8(&letters).expect("letters are ASCII"))
}

fn from_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<ArrayVec<Terrain, TILES_IN_SIGHT_MAX>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut tiles = ArrayVec::new();
    for symbol in text.chars() {
        let tile = Terrain::from_symbol(symbol).ok_or_else(|| {
            D::Error::custom(format!("`{symbol}` is not a tile: use one of #.~bs"))
        })?;
        let fits = tiles.try_push(tile);
        fits.map_err(|_| D::Error::custom(format!("more than {TILES_IN_SIGHT_MAX} tiles")))?;
    }
    Ok(tiles)
}
