//! Rounds, the turn queue and the end of the game (R3, R4, R8, R9).

use crate::constants::*;
use crate::profile::BasePays;
use crate::state::{Decision, Entry, HomeRun, Phase};
use crate::types::{Team, Terrain, UnitType};
use agon_core::{End, Why};

/// The result of one step from turn to turn. Recorded games have a line for each.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A round began and its income was paid.
    Round,
    /// The entry of a killed unit was removed; its ID.
    Removed(u16),
    /// A unit's turn began, or that of a ghost.
    Turn,
    /// The game is over.
    Over,
}

impl HomeRun {
    /// Goes on until a unit must act or the game is over.
    pub(crate) fn advance(&mut self) {
        while !matches!(self.step(), Step::Turn | Step::Over) {}
    }

    /// R3.1 One step: the next round, or the next entry of the queue that has a line in recorded games.
    pub(crate) fn step(&mut self) -> Step {
        loop {
            // R3.1.5 A win is checked between entries. At the end of the queue the original starts
            // another round before it checks.
            let at_end = self.cursor >= self.queue.len();
            if let Some(winner) = self.winner {
                let is_late = self.rules.late_notice && self.round < self.last_round();
                if !(at_end && is_late) {
                    return self.finish(winner, Decision::Threshold);
                }
            }
            if at_end {
                if self.round >= self.last_round() {
                    return self.break_tie();
                }
                self.begin_round();
                return Step::Round;
            }
            if let Some(step) = self.visit() {
                return step;
            }
        }
    }

    /// R3.1.1 and R3.1.2 The round number goes up, then A and B get their income.
    fn begin_round(&mut self) {
        self.round += 1;
        self.cursor = 0;
        self.inflation = inflation(self.round);
        self.paid.clear();
        if i64::from(self.round) >= i64::from(self.rules.first_income_round) {
            for team in Team::BOTH {
                self.teams[team.index()].reputation += ROUND_INCOME * self.inflation;
            }
        }
    }

    /// R3.2 Visits the entry at the cursor; a stale entry is dropped.
    fn visit(&mut self) -> Option<Step> {
        let Entry { serial, slot } = self.queue[self.cursor];
        let slot = usize::from(slot);
        let unit = &mut self.units[slot];
        if unit.serial != serial || unit.last_round == self.round {
            self.queue.remove(self.cursor);
            return None;
        }
        unit.last_round = self.round; // R3.3.1
        if unit.is_alive {
            self.begin_turn(slot);
            return Some(Step::Turn);
        }
        if self.rules.ghost_calls && unit.is_paused {
            self.phase = Phase::Ghost { has_called: false };
            return Some(Step::Turn);
        }
        let id = unit.id;
        self.clean_up(slot);
        Some(Step::Removed(id))
    }

    /// R3.3.2 and R3.3.3 Cooldowns fall, the scheduled mark is removed, pitchers earn.
    fn begin_turn(&mut self, slot: usize) {
        self.phase = Phase::Turn;
        let unit = &mut self.units[slot];
        unit.move_cd = (unit.move_cd - 1.0).max(0.0);
        unit.act_cd = (unit.act_cd - 1.0).max(0.0);
        unit.is_scheduled = false;
        let (team, cell) = (unit.team, unit.cell);
        if unit.unit_type == UnitType::Pitcher {
            match self.map.terrain(cell) {
                Terrain::Base => self.pay_base(team, cell),
                Terrain::Stadium => {
                    self.teams[team.index()].reputation += STADIUM_REPUTATION * self.inflation;
                }
                _ => {}
            }
        }
    }

    /// R4.1 A base pays a team at most once a round; in the original A's second pitcher is paid
    /// through B's mark.
    fn pay_base(&mut self, team: Team, cell: crate::map::Cell) {
        let base = self.map.bases().binary_search(&cell);
        let base = base.expect("a tile with a base is in the list of bases");
        let mut mark = team;
        if self.paid.is_set(base, mark) && self.rules.base_pays == BasePays::FallsThrough {
            mark = Team::B;
        }
        if !self.paid.is_set(base, mark) {
            self.paid.set(base, mark);
            self.gain_points(team, BASE_POINTS * self.inflation);
        }
    }

    /// R4.3 The first team that reaches the threshold has won.
    pub(super) fn gain_points(&mut self, team: Team, points: f32) {
        let total = &mut self.teams[team.index()].points;
        *total += points;
        if *total >= POINTS_TO_WIN && self.winner.is_none() {
            self.winner = Some(team);
        }
    }

    /// R8 Ends the running turn; the queue waits for the next step.
    pub(crate) fn end_turn(&mut self, end: End) {
        let slot = self.running_slot();
        if matches!(self.phase, Phase::Ghost { .. }) {
            self.phase = Phase::Between;
            self.clean_up(slot);
            return;
        }
        self.phase = Phase::Between;
        let unit = &mut self.units[slot];
        let counter = u64::from(unit.debt()).saturating_add(end.spent.energy);
        unit.energy = counter.min(ENERGY_MAX) as u32;
        unit.is_paused = end.why == Why::Paused;
        let goes_on = matches!(end.why, Why::Done | Why::Paused);
        if unit.is_alive && !goes_on {
            self.kill(slot); // R8.5
        }
        if !self.units[slot].is_alive {
            // The program has ended. Its entry stays until it is reached again (R3.2) and is
            // recognised by its serial number, which no other unit gets.
            self.free(slot);
        }
        self.cursor += 1;
    }

    /// R3.2 The entry of a unit that was killed is deleted.
    fn clean_up(&mut self, slot: usize) {
        self.queue.remove(self.cursor);
        self.free(slot);
    }

    fn last_round(&self) -> i32 {
        self.rules.last_round as i32
    }
}
