//! One position of a game, and the small types it is made of.
//!
//! Units are in slots, which are reused when a unit is gone. Entries of the queue and the runner's
//! handles outlive a unit, so they refer to its serial number, which is never reused.

mod array;
mod board;
mod dice;
mod drawing;
mod invariants;
mod marks;

pub(crate) use array::SharedArray;
pub(crate) use board::{Board, Places};
pub(crate) use dice::Dice;
pub(crate) use marks::Marks;

use crate::constants::*;
use crate::map::{Cell, Map};
use crate::profile::Rules;
use crate::types::{Direction, Team, UnitInfo, UnitType};
use agon_core::{Actor, Chance, StateHash, StateHasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// What decided a finished game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The points to win were reached (R4.3).
    Threshold,
    /// More points after the last round (R9.1).
    Points,
    /// More reputation and units after the last round (R9.2).
    Value,
    /// A draw of the generator (R9.3).
    Draw,
}

impl Decision {
    /// The reason as the original wrote it.
    pub fn original_words(self) -> &'static str {
        match self {
            Decision::Threshold => "Point Threshold",
            Decision::Points => "Point Tiebreak",
            Decision::Value => "Total reputation Tiebreak",
            Decision::Draw => "Random",
        }
    }
}

/// How the game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub winner: Team,
    pub decision: Decision,
}

/// The phase of the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Between two turns; never seen from outside.
    Between,
    /// The unit at the cursor has its turn.
    Turn,
    /// The dead unit at the cursor makes the call before which it was stopped (R8.4).
    Ghost { has_called: bool },
    /// The game is over.
    Over(Ending),
}

/// What is on a tile besides terrain: nothing, a ball, or the unit of a slot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Occupant(u16);

impl Occupant {
    pub const NOTHING: Occupant = Occupant(0);
    pub const BALL: Occupant = Occupant(1);

    pub fn unit(slot: usize) -> Occupant {
        Occupant(slot as u16 + 2)
    }

    pub fn is_unit(self) -> bool {
        self.0 >= 2
    }

    /// The slot of a unit.
    pub fn slot(self) -> usize {
        usize::from(self.0) - 2
    }
}

/// One unit: what bots see of it, which is read like fields of its own, and what only the rules need.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    /// Kept as bots see it, since a view is full of them. Its place is that of `cell`.
    pub info: UnitInfo,
    /// Its serial number: units are counted from 0 in the order of their creation.
    pub serial: u32,
    /// The round in which it last had its turn; -1 before its first (R2.5).
    pub last_round: i32,
    /// The energy counter at the end of its last turn.
    pub energy: u32,
    /// Where it stands; of a dead unit, where it was last.
    pub cell: Cell,
    pub is_scheduled: bool,
    /// Its last turn was cut off by the energy limit.
    pub is_paused: bool,
    pub is_alive: bool,
}

impl Deref for Unit {
    type Target = UnitInfo;

    fn deref(&self) -> &UnitInfo {
        &self.info
    }
}

impl DerefMut for Unit {
    fn deref_mut(&mut self) -> &mut UnitInfo {
        &mut self.info
    }
}

impl Unit {
    /// The handle of this unit outside the game: its serial number and, in the lowest bit, its
    /// team, so that the seat of a unit long gone is still known.
    #[inline]
    pub fn actor(&self) -> Actor {
        Actor(self.serial << 1 | self.team as u32)
    }

    /// R8.2 Energy owed from earlier turns.
    pub fn debt(&self) -> u32 {
        self.energy.saturating_sub(ENERGY_PER_TURN)
    }
}

/// A team's reputation, points and shared array.
#[derive(Clone, Debug)]
pub(crate) struct TeamState {
    pub reputation: f32,
    pub points: f32,
    pub array: SharedArray,
}

/// One entry of the turn queue.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub serial: u32,
    pub slot: u16,
}

/// Something that spectators see. The incidents of the last round with any are kept; they are not part of
/// the position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Incident {
    Move {
        from: Cell,
        to: Cell,
        by: Team,
    },
    /// A ball or a unit flew `steps` tiles; the last may be off the map or the place of a collision.
    Bat {
        from: Cell,
        direction: Direction,
        steps: u8,
        by: Team,
    },
    /// A ball hit a ball, a headquarters, a pitcher or a batter.
    Explosion {
        at: Cell,
        /// The team that batted.
        by: Team,
    },
    /// A unit died.
    Kill {
        team: Team,
        unit_type: UnitType,
        id: u16,
        at: Cell,
        /// The team that batted; `None` if the unit or its program ended itself.
        by: Option<Team>,
    },
}

impl Incident {
    /// The team in whose turn it happened.
    pub fn by(&self) -> Team {
        match *self {
            Incident::Move { by, .. }
            | Incident::Bat { by, .. }
            | Incident::Explosion { by, .. } => by,
            Incident::Kill { team, by, .. } => by.unwrap_or(team),
        }
    }
}

/// One position of a game of Home Run.
#[derive(Debug)]
pub struct HomeRun {
    pub(crate) map: Arc<Map>,
    pub(crate) rules: Rules,
    pub(crate) round: i32,
    /// What gains are multiplied by in this round.
    pub(crate) inflation: f32,
    pub(crate) teams: [TeamState; 2],
    /// The team that reached the points to win first.
    pub(crate) winner: Option<Team>,
    pub(crate) phase: Phase,
    pub(crate) dice: Dice,
    /// What is on each tile, border included.
    pub(crate) occupants: Board,
    /// A fingerprint of where balls lie.
    pub(crate) balls: u64,
    /// All slots; a free one holds a unit that nothing refers to.
    pub(crate) units: Vec<Unit>,
    /// Slots of the living, in the order of their creation.
    pub(crate) living: Vec<u16>,
    /// The slot of each unit by its serial number; [`NO_SLOT`] when nothing refers to it any more.
    slots: Vec<u16>,
    next_serial: u32,
    /// The turn queue of both teams (R3.2): a list with duplicates and stale entries.
    pub(crate) queue: Vec<Entry>,
    /// The entry whose turn it is, or the next one between turns.
    pub(crate) cursor: usize,
    /// Which bases have paid in this round (R4.1).
    pub(crate) paid: Marks,
    incidents: Vec<Incident>,
    incidents_round: i32,
}

/// A serial number that no unit has: it marks a free slot.
const NO_SERIAL: u32 = u32::MAX;

/// A slot that does not exist.
const NO_SLOT: u16 = u16::MAX;

/// A move, a bat, three things that a ball hits and kills on its way, and the unit's own end.
const INCIDENTS_PER_TURN: usize = 9;

impl HomeRun {
    /// The position before round 0 (R2).
    pub(crate) fn start(map: Arc<Map>, rules: Rules, chance: Chance) -> HomeRun {
        let team = TeamState {
            reputation: STARTING_REPUTATION,
            points: 0.0,
            array: SharedArray::default(),
        };
        let mut game = HomeRun {
            rules,
            round: -1,
            inflation: 1.0,
            teams: [team.clone(), team],
            winner: None,
            phase: Phase::Between,
            dice: Dice::new(chance),
            occupants: Board::empty(map.terrain_plane().len(), map.stride()),
            balls: 0,
            units: Vec::with_capacity(64),
            living: Vec::with_capacity(64),
            slots: Vec::with_capacity(128),
            next_serial: 0,
            queue: Vec::with_capacity(128),
            cursor: 0,
            paid: Marks::new(map.bases().len()),
            incidents: Vec::with_capacity(128),
            incidents_round: -1,
            map,
        };
        for team in Team::BOTH {
            let hq = game.create(team, UnitType::Hq, game.map.hq(team));
            let Unit { serial, .. } = game.units[hq];
            let slot = hq as u16;
            game.queue.push(Entry { serial, slot });
        }
        // Before the first round the queue counts as played to its end.
        game.cursor = game.queue.len();
        game
    }

    /// The slot of the unit whose turn it is.
    #[inline]
    pub(crate) fn running_slot(&self) -> usize {
        usize::from(self.queue[self.cursor].slot)
    }

    /// R8.1, R8.2 Energy that the next or running turn of a unit may cost.
    pub(crate) fn energy_allowed(&self, slot: usize) -> i64 {
        i64::from(ENERGY_PER_TURN) - i64::from(self.units[slot].debt())
    }

    /// The living units in the order of their creation.
    pub(crate) fn living(&self) -> impl Iterator<Item = &Unit> {
        self.living_slots().map(|slot| &self.units[slot])
    }

    pub(crate) fn living_slots(&self) -> impl Iterator<Item = usize> {
        self.living.iter().map(|&slot| usize::from(slot))
    }

    /// The slot of the unit behind a handle, dead or alive, unless it is gone.
    pub(crate) fn slot_of(&self, actor: Actor) -> Option<usize> {
        let slot = *self.slots.get(actor.0 as usize >> 1)?;
        let unit = self.units.get(usize::from(slot))?;
        (unit.actor() == actor).then_some(usize::from(slot))
    }

    /// R2.4, R2.5 A new unit on a free tile. The caller puts it into the queue.
    pub(crate) fn create(&mut self, team: Team, unit_type: UnitType, cell: Cell) -> usize {
        let unit = Unit {
            info: UnitInfo {
                id: self.draw_id(),
                team,
                unit_type,
                at: self.map.location(cell),
                ..UnitInfo::default()
            },
            serial: self.next_serial,
            last_round: -1,
            energy: 0,
            cell,
            is_scheduled: false,
            is_paused: false,
            is_alive: true,
        };
        self.next_serial += 1;
        let free = self.units.iter().position(|old| old.serial == NO_SERIAL);
        let slot = free.unwrap_or(self.units.len());
        match free {
            Some(slot) => self.units[slot] = unit,
            None => self.units.push(unit),
        }
        self.living.push(slot as u16);
        self.slots.push(slot as u16);
        self.reserve();
        self.occupants.put(cell, Occupant::unit(slot));
        slot
    }

    /// Reserves memory for all incidents of a round, so that only a new unit allocates.
    fn reserve(&mut self) {
        let grow = |wanted: usize, has: usize| wanted.saturating_sub(has);
        let units = self.units.len();
        self.queue.reserve(grow(2 * units, self.queue.len()));
        let incidents = INCIDENTS_PER_TURN * units;
        self.incidents.reserve(grow(incidents, self.incidents.len()));
    }

    /// R2.4 Draws an ID that no living unit has.
    fn draw_id(&mut self) -> u16 {
        for _ in 0..ID_DRAWS_MAX {
            let id = 1 + (self.dice.draw() * f64::from(ID_MAX)) as u16;
            if self.living().all(|unit| unit.id != id) {
                return id;
            }
        }
        let is_free = |id: &u16| self.living().all(|unit| unit.id != *id);
        (1..=ID_MAX).find(is_free).unwrap_or(1)
    }

    /// Puts a unit on another tile.
    pub(crate) fn relocate(&mut self, slot: usize, to: Cell) {
        let at = self.map.location(to);
        let unit = &mut self.units[slot];
        unit.at = at;
        let from = std::mem::replace(&mut unit.cell, to);
        self.occupants.put(from, Occupant::NOTHING);
        self.occupants.put(to, Occupant::unit(slot));
    }

    /// A unit dies: it leaves the board and frees its ID at once; its entry stays in the queue until it is
    /// reached (R3.2). A ball it carries vanishes with it (R4.5).
    pub(crate) fn kill(&mut self, slot: usize) {
        self.note_kill(slot);
        let unit = &mut self.units[slot];
        unit.is_alive = false;
        self.occupants.put(unit.cell, Occupant::NOTHING);
        self.living.retain(|&other| usize::from(other) != slot);
    }

    /// Notes a death for spectators. Another unit is always killed by the bat of the unit whose turn it is.
    fn note_kill(&mut self, slot: usize) {
        let Unit { info: UnitInfo { team, unit_type, id, .. }, cell: at, is_alive, .. } =
            self.units[slot];
        let running = self.running_slot();
        let by = (running != slot).then(|| self.units[running].team);
        if is_alive {
            self.happen(Incident::Kill { team, unit_type, id, at, by });
        }
    }

    /// A dead unit's program has ended: nothing refers to the slot any more.
    pub(crate) fn free(&mut self, slot: usize) {
        let serial = std::mem::replace(&mut self.units[slot].serial, NO_SERIAL);
        if let Some(place) = self.slots.get_mut(serial as usize) {
            *place = NO_SLOT;
        }
    }

    /// R3.2 Inserts an entry immediately after the unit now taking its turn.
    pub(crate) fn insert_next(&mut self, slot: usize) {
        let serial = self.units[slot].serial;
        let slot = slot as u16;
        self.queue.insert(self.cursor + 1, Entry { serial, slot });
    }

    pub(crate) fn put_ball(&mut self, cell: Cell) {
        self.occupants.put(cell, Occupant::BALL);
        self.balls = self.balls.wrapping_add(stir_ball(cell));
    }

    pub(crate) fn take_ball(&mut self, cell: Cell) {
        self.occupants.put(cell, Occupant::NOTHING);
        self.balls = self.balls.wrapping_sub(stir_ball(cell));
    }

    /// Notes an incident for spectators; those of earlier rounds are forgotten.
    pub(crate) fn happen(&mut self, incident: Incident) {
        if self.incidents_round != self.round {
            self.incidents_round = self.round;
            self.incidents.clear();
        }
        self.incidents.push(incident);
    }

    /// The incidents of a round, if nothing has happened since.
    pub(crate) fn incidents(&self, round: i32) -> &[Incident] {
        match self.incidents_round == round {
            true => &self.incidents,
            false => &[],
        }
    }

    /// The incidents since they were last forgotten, or since the round of the latest began.
    pub(crate) fn all_incidents(&self) -> &[Incident] {
        &self.incidents
    }

    /// Forgets the incidents; the caller has collected them.
    pub(crate) fn forget_incidents(&mut self) {
        self.incidents.clear();
    }

    /// A fingerprint of everything that matters for the future of the game.
    pub(crate) fn fingerprint(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        let phase = match self.phase {
            Phase::Between => 0,
            Phase::Turn => 1,
            Phase::Ghost { has_called } => 2 + u64::from(has_called),
            Phase::Over(Ending { winner, decision }) => 4 + (winner as u64) * 4 + decision as u64,
        };
        let winner = self.winner.map_or(0, |team| 1 + team as u64);
        hasher
            .word(self.round as u64)
            .word(phase << 8 | winner)
            .word(self.dice.state())
            .word(self.balls)
            .word(u64::from(self.next_serial))
            .word(self.cursor as u64)
            .word(self.queue.len() as u64);
        for team in &self.teams {
            let (reputation, points) = (team.reputation.to_bits(), team.points.to_bits());
            hasher
                .word(u64::from(reputation) << 32 | u64::from(points))
                .word(team.array.fingerprint());
        }
        for entry in &self.queue {
            hasher.word(u64::from(entry.serial));
        }
        for unit in &self.units {
            if unit.serial != NO_SERIAL {
                hash_unit(unit, &mut hasher);
            }
        }
        self.paid.hash_into(&mut hasher);
        hasher.finish()
    }
}

fn hash_unit(unit: &Unit, hasher: &mut StateHasher) {
    let flags = [unit.carrying, unit.is_scheduled, unit.is_paused, unit.is_alive];
    let flags = flags.iter().fold(0, |word, &flag| word << 1 | u64::from(flag));
    let kind = (unit.unit_type as u64) << 1 | unit.team as u64;
    hasher
        .word(u64::from(unit.serial) << 32 | u64::from(unit.energy))
        .word(u64::from(unit.move_cd.to_bits()) << 32 | u64::from(unit.act_cd.to_bits()))
        .word((unit.last_round as u64) << 16 | u64::from(unit.id))
        .word(u64::from(unit.cell.0) << 16 | kind << 8 | flags);
}

/// What a ball on a tile adds to the fingerprint of all balls.
fn stir_ball(cell: Cell) -> u64 {
    StateHasher::new().word(u64::from(cell.0)).finish().0
}

// A copy has no incidents, because they are not part of the position.
agon_core::clone_in_place! {
    HomeRun {
        shared: map;
        cloned: rules, round, inflation, teams, winner, phase, dice, occupants, balls, units, living,
            slots, next_serial, queue, cursor, paid, incidents_round;
        scratch: incidents;
    }
}
