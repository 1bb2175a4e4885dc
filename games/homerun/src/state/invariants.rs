//! The invariants of a position; redundant fields are recomputed.

use super::{HomeRun, NO_SERIAL, Occupant, stir_ball};
use crate::constants::*;
use crate::types::{Team, Terrain};

impl HomeRun {
    pub(crate) fn check_board(&self) -> Result<(), String> {
        let mut balls = 0u64;
        let mut standing = 0;
        for (index, occupant) in self.occupants.iter().enumerate() {
            let terrain = self.map.terrain_plane()[index];
            let cell = crate::map::Cell(index as u16);
            if occupant == Occupant::NOTHING {
                continue;
            }
            if matches!(terrain, Terrain::Outside | Terrain::Water) {
                return Err(format!("something is on tile {index}, which is {terrain:?}"));
            }
            if occupant == Occupant::BALL {
                balls = balls.wrapping_add(stir_ball(cell));
                continue;
            }
            standing += 1;
            let unit = self.units.get(occupant.slot());
            if !unit.is_some_and(|unit| unit.is_alive && unit.cell == cell) {
                return Err(format!("tile {index} names a unit that is not there"));
            }
        }
        if !self.occupants.is_consistent() {
            return Err("the set of taken tiles is wrong".to_owned());
        }
        if balls != self.balls {
            return Err("the fingerprint of the balls is wrong".to_owned());
        }
        if standing != self.living.len() {
            let living = self.living.len();
            return Err(format!("{standing} units are on the board, {living} live"));
        }
        Ok(())
    }

    pub(crate) fn check_units(&self) -> Result<(), String> {
        if !self.living().map(|unit| unit.serial).is_sorted() {
            return Err("the living are not in the order of their creation".to_owned());
        }
        let mut ids: Vec<u16> = self.living().map(|unit| unit.id).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two living units have the same ID".to_owned());
        }
        for (slot, unit) in self.units.iter().enumerate() {
            let is_free = unit.serial == NO_SERIAL;
            let is_listed = self.living_slots().any(|living| living == slot);
            if is_listed != (unit.is_alive && !is_free) {
                return Err(format!("slot {slot} is in the wrong list"));
            }
            let has_sane_cooldowns = unit.move_cd >= 0.0 && unit.act_cd >= 0.0;
            if unit.at != self.map.location(unit.cell) {
                return Err(format!("slot {slot} is not where it is seen: {unit:?}"));
            }
            let has_sane_id = (1..=ID_MAX).contains(&unit.id);
            if !has_sane_cooldowns || !has_sane_id || unit.last_round > self.round {
                return Err(format!("slot {slot} holds impossible numbers: {unit:?}"));
            }
        }
        Ok(())
    }

    pub(crate) fn check_queue(&self) -> Result<(), String> {
        let teams = self.queue.iter().filter_map(|entry| {
            let unit = &self.units[usize::from(entry.slot)];
            (unit.serial == entry.serial).then_some(unit.team)
        });
        if !teams.is_sorted() {
            return Err("an entry of B is before one of A".to_owned());
        }
        for unit in &self.units {
            let entries = self.queue.iter().filter(|e| e.serial == unit.serial);
            let entries = entries.count();
            if unit.serial != NO_SERIAL && !(1..=2).contains(&entries) {
                return Err(format!("unit {} has {entries} entries", unit.id));
            }
        }
        Ok(())
    }

    pub(crate) fn check_teams(&self) -> Result<(), String> {
        if self.inflation != inflation(self.round.max(0)) {
            return Err(format!("inflation is {} in round {}", self.inflation, self.round));
        }
        for team in Team::BOTH {
            let state = &self.teams[team.index()];
            if !(state.reputation >= 0.0 && state.points >= 0.0) {
                return Err(format!("team {team} has a debt"));
            }
            if state.array.fingerprint() != state.array.recomputed_fingerprint() {
                return Err(format!("the fingerprint of {team}'s array is wrong"));
            }
            if state.points >= POINTS_TO_WIN && self.winner.is_none() {
                return Err(format!("team {team} should have won"));
            }
        }
        Ok(())
    }
}
