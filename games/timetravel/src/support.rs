//! Support for tests, benchmarks and recorded games: the invariants of every position (R11), including that
//! redundant data agrees with the lists it is derived from.

use crate::command::Call;
use crate::constants::*;
use crate::map::Map;
use crate::state::{Building, NO_BUILDING, TimeTravel, Unit};
use crate::types::{Cell, Player};
use crate::{bots, trace};
use agon_core::trace::{Recording, TraceFault};
use agon_core::{Actor, GameMap, Profile, Rng, TestSupport, Wishes};
use serde_json::Value;

impl TestSupport for TimeTravel {
    fn wild_call(&self, actor: Actor, rng: &mut Rng) -> Call {
        bots::wild_call(self, Player::of(actor).unwrap_or(self.current), rng)
    }

    fn invariants(&self) -> Result<(), String> {
        self.check_lists()?;
        for unit in &self.units {
            self.check_unit(unit)?;
        }
        for building in &self.buildings {
            self.check_building(building)?;
        }
        self.check_worth()?;
        self.check_planes()?;
        if !self.rules.can_overlap() {
            self.check_stacking()?;
        }
        Ok(())
    }

    fn footprint(&self) -> usize {
        size_of::<TimeTravel>()
            + size_of_val(self.fees.as_slice())
            + size_of_val(self.units.as_slice())
            + size_of_val(self.buildings.as_slice())
            + size_of_val(self.hints.as_slice())
    }

    fn bench_maps() -> Vec<(&'static str, Map)> {
        let map = Map::generate(&Wishes::default(), 1).expect("the contest's own numbers fit");
        vec![("21x21x3", map)]
    }

    fn trace_profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
        trace::profiles(header)
    }

    fn open_trace(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        trace::open(header, profile)
    }
}

/// Returns the sentence as an error unless `holds`.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl TimeTravel {
    /// Whether the position is sound; checked only if the match began from a sound one.
    pub(crate) fn is_still_sound(&self) -> bool {
        !self.began_sound || self.invariants().is_ok()
    }

    /// Ids ascend and are below the counter; the list of an attack's victims is empty.
    fn check_lists(&self) -> Result<(), String> {
        let units = self.units.is_sorted_by(|a, b| a.id < b.id);
        let buildings = self.buildings.is_sorted_by(|a, b| a.id < b.id);
        ensure(units && buildings, || "the ids are out of order".into())?;
        let mut ids: Vec<_> = self.units.iter().map(|u| u.id).collect();
        ids.extend(self.buildings.iter().map(|b| b.id));
        ids.sort_unstable();
        ensure(ids.is_sorted_by(|a, b| a < b), || "a unit and a building share an id".into())?;
        ensure(ids.last().is_none_or(|&id| id < self.next_id), || {
            format!("an id beyond the counter {} is in use", self.next_id)
        })?;
        ensure(self.victims.is_empty(), || "the list of an attack's victims is not empty".into())?;
        ensure(self.fees.len() == self.map.portals().len(), || {
            "the number of fees differs from the number of portals".into()
        })
    }

    fn check_unit(&self, unit: &Unit) -> Result<(), String> {
        let (id, stats) = (unit.id, unit.kind.stats());
        let full = stats.hp(unit.level);
        let seen = ((unit.x, unit.y, unit.z), unit.record.owner);
        ensure(seen == (unit.cell.place(), unit.owner.number()), || {
            format!("unit {id} is not what players see of it: {unit:?}")
        })?;
        ensure((1..=full).contains(&unit.hp), || {
            format!("unit {id} has {} of {full} hit points", unit.hp)
        })?;
        ensure(unit.moves <= stats.moves && unit.actions <= stats.actions, || {
            format!("unit {id} has more moves or actions than its type")
        })?;
        // A building can stand where only moving is blocked, and the units it trains appear there.
        let (map, cell) = (&self.map, unit.cell);
        ensure(!map.blocks_move(cell) || !map.blocks_build(cell), || {
            format!("unit {id} stands on a rock at {cell}")
        })
    }

    fn check_building(&self, building: &Building) -> Result<(), String> {
        let (id, full) = (building.id, building.full_hp());
        let seen = ((building.x, building.y, building.z), building.record.owner);
        ensure(seen == (building.corner.place(), building.owner.number()), || {
            format!("building {id} is not what players see of it: {building:?}")
        })?;
        ensure((1..=full).contains(&building.hp), || {
            format!("building {id} has {} of {full} hit points", building.hp)
        })?;
        ensure(building.complete || building.hp < full, || {
            format!("building {id} has all its hit points but is not complete")
        })?;
        ensure(building.complete || building.training.is_none(), || {
            format!("building {id} trains before it is complete")
        })?;
        ensure(building.training.is_some() || building.progress == 0, || {
            format!("building {id} has training progress but trains nothing")
        })?;
        let trained_here = |kind: UnitKind| kind.stats().trained_by == building.kind;
        ensure(building.training.is_none_or(trained_here), || {
            format!("building {id} trains a unit that its type cannot train")
        })?;
        for cell in building.cells() {
            let free = !self.map.blocks_build(cell) && self.map.portal_at(cell).is_none();
            ensure(free, || format!("building {id} stands on a rock or portal at {cell}"))?;
        }
        Ok(())
    }

    fn check_worth(&self) -> Result<(), String> {
        let mut worth = [0; PLAYERS];
        for unit in &self.units {
            worth[unit.owner as usize] += unit.kind.stats().cost(unit.level);
        }
        for building in &self.buildings {
            worth[building.owner as usize] += building.kind.stats().cost(building.level);
        }
        ensure(worth == self.worth, || "the worth of the objects is out of date".into())
    }

    fn check_planes(&self) -> Result<(), String> {
        let mut present = [[0u32; CELLS]; PLAYERS];
        for unit in &self.units {
            present[unit.owner as usize][unit.cell.index()] += 1;
        }
        let mut first: [Option<&Building>; CELLS] = [None; CELLS];
        for building in &self.buildings {
            for cell in building.cells() {
                present[building.owner as usize][cell.index()] += 1;
                let first = &mut first[cell.index()];
                if first.is_none_or(|other| building.arrived < other.arrived) {
                    *first = Some(building);
                }
            }
        }
        ensure(present == self.present, || "the counts per tile are out of date".into())?;
        let standing = first.map(|building| building.map_or(NO_BUILDING, |building| building.id));
        ensure(standing == self.standing, || {
            "the plane of buildings per tile is out of date".into()
        })
    }

    /// R11 No two buildings overlap, no two players share a tile, every link leads to a copy.
    fn check_stacking(&self) -> Result<(), String> {
        let mut covered = [NO_BUILDING; CELLS];
        for building in &self.buildings {
            for cell in building.cells() {
                let other = std::mem::replace(&mut covered[cell.index()], building.id);
                ensure(other == NO_BUILDING, || {
                    format!("buildings {other} and {} overlap at {cell}", building.id)
                })?;
            }
            let copy = building.corner.later().and_then(|cell| self.building_at(cell));
            let fits = copy.is_some_and(|copy| {
                (copy.kind, copy.owner) == (building.kind, building.owner)
                    && copy.corner.earlier() == Some(building.corner)
                    && copy.level == building.level + 1
            });
            ensure(!building.linked || fits, || {
                format!("building {} is linked but has no copy", building.id)
            })?;
        }
        for cell in Cell::all() {
            let shared = Player::BOTH.iter().all(|&player| self.is_held_by(player, cell));
            ensure(!shared, || format!("both players are on {cell}"))?;
        }
        Ok(())
    }
}
