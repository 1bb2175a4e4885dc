//! Support for tests, benchmarks and recorded games.

use crate::command::Call;
use crate::constants::*;
use crate::map::{Map, WISHES};
use crate::state::Mars;
use crate::types::{Cell, Team};
use crate::{bots, trace};
use agon_core::trace::{Recording, TraceFault};
use agon_core::{Actor, GameMap, Profile, Rng, TestSupport, Wishes};
use serde_json::Value;

impl TestSupport for Mars {
    fn wild_call(&self, actor: Actor, rng: &mut Rng) -> Call {
        bots::wild_call(self, actor, rng)
    }

    /// Recomputes redundant fields and checks the invariants of the rulebook (section R3).
    fn invariants(&self) -> Result<(), String> {
        let ensure = |holds: bool, what: &dyn Fn() -> String| holds.then_some(()).ok_or_else(what);
        let mut occupied = vec![0u8; self.map.cells()];
        for team in Team::BOTH {
            let state = self.team(team);
            let tiles = (0..self.map.cells() as Cell).filter(|&c| self.is_own(team, c)).count();
            ensure(tiles == usize::from(state.tiles), &|| {
                format!("{team} owns {tiles} tiles, the counter says {}", state.tiles)
            })?;
            ensure(state.robots.is_sorted_by_key(|r| r.id), &|| {
                format!("{team}'s robots are out of order")
            })?;
            ensure(state.metal >= -10, &|| format!("{team} has {} metal", state.metal))?;
            for robot in &state.robots {
                let cell = usize::from(robot.cell);
                ensure(occupied[cell] == 0, &|| format!("two robots on tile {cell}"))?;
                occupied[cell] = team as u8 + 1;
                ensure(robot.battery <= BATTERY_MAX, &|| format!("{} is overcharged", robot.id))?;
                ensure(robot.id.0 < self.next_robot, &|| {
                    format!("{} is not created yet", robot.id)
                })?;
                ensure(self.is_visible(team, robot.cell), &|| {
                    format!("{} is on a hidden tile", robot.id)
                })?;
                ensure(self.map.is_passable(robot.cell), &|| format!("{} is on rock", robot.id))?;
            }
        }
        ensure(occupied == self.occupant_plane(), &|| {
            "the plane of occupants is out of date".into()
        })?;
        for cell in 0..self.map.cells() as Cell {
            let value = self.terraform(cell);
            ensure(value.abs() <= TERRAFORM_MAX, &|| format!("tile {cell} has value {value}"))?;
            ensure(value == 0 || self.map.is_terraformable(cell), &|| {
                format!("tile {cell} is not land but has value {value}")
            })?;
        }
        Ok(())
    }

    fn footprint(&self) -> usize {
        let robots: usize = self.teams.iter().map(|t| size_of_val(t.robots.as_slice())).sum();
        size_of::<Mars>() + self.planes.len() + robots + size_of_val(self.spawned.as_slice())
    }

    fn bench_maps() -> Vec<(&'static str, Map)> {
        ["16x16", "48x48"]
            .map(|size| {
                let wishes = Wishes::parse([format!("size={size}").as_str()], WISHES)
                    .expect("the generator knows sizes");
                (size, Map::generate(&wishes, 1).expect("these sizes are within the limits"))
            })
            .into()
    }

    fn trace_profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
        trace::profiles(header)
    }

    fn open_trace(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        trace::open(header, profile)
    }
}
