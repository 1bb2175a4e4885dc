//! What `expert` and `champion` share: exploring, and mining in shifts. Both decide themselves what to
//! terraform, what to build and when to fight.

use super::bits::{Bits, Place};
use super::ground::{Ground, place_of};
use super::search::FAR;
use crate::command::RobotInfo;
use crate::constants::*;
use crate::observe::View;
use crate::state::Mars;
use crate::types::{RobotId, RobotType};
use agon_core::{Stopped, Turn};

/// The robots of a team and what they are assigned to.
#[derive(Default)]
pub(super) struct Crew<const N: usize> {
    pub ground: Ground<N>,
    /// The deposit of every miner.
    pub mines: Vec<(RobotId, Place)>,
    /// Deposits that no miner works on and no enemy stands on, from [`Crew::mine`] on.
    vacant: Bits<N>,
    /// Explorers that stay on own land until they are charged.
    resting: Vec<RobotId>,
    /// A buffer: miners that are not on a deposit.
    others: Vec<usize>,
    /// Targets of own robots in this turn.
    pub claimed: Bits<N>,
}

/// A deposit to work on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Mine {
    pub place: Place,
    pub distance: usize,
    /// Expected metal per round.
    pub income: f64,
}

/// The charge with which a resting explorer sets out again: six actions.
const EXPLORER_SETS_OUT: u8 = 60;
/// With this charge a miner on own land beside its deposit can mine in two rounds.
const MINER_SETS_OUT: u8 = 2 * MINER_ACTION_COST;
/// A miner whose deposit has no own land beside it walks far, so it charges fully.
const MINER_SETS_OUT_FAR: u8 = 100;

impl<const N: usize> Crew<N> {
    /// Begins a turn: reads the view and drops the assignments of lost robots.
    pub(super) fn begin(&mut self, view: &View) {
        // Robots appear at the end of the list, and only in own turns: a list as long as at the end of the
        // last turn has lost none.
        let has_lost = view.robots.len() != self.ground.view.robots.len();
        self.ground.begin(view);
        self.claimed = Bits::EMPTY;
        if has_lost {
            let robots = &view.robots;
            let alive = |name: &RobotId| robots.binary_search_by_key(name, |r| r.name).is_ok();
            self.mines.retain(|(name, _)| alive(name));
            self.resting.retain(alive);
        }
    }

    pub(super) fn robot(&self, i: usize) -> RobotInfo {
        self.ground.view.robots[i]
    }

    /// The first robot of a type that can still move, from number `first` on.
    pub(super) fn next_mover(&self, kind: RobotType, first: usize) -> Option<usize> {
        let robots = self.ground.view.robots.get(first..)?;
        let mover = robots.iter().position(|robot| robot.kind == kind && !robot.moved)?;
        Some(first + mover)
    }

    /// Goes to the nearest own land and waits there.
    pub(super) fn go_home(&mut self, turn: &mut Turn<'_, Mars>, i: usize) -> Result<(), Stopped> {
        let at = place_of(&self.robot(i));
        if self.ground.own.has(at) {
            return Ok(());
        }
        if let Some(step) = self.ground.way_home(at) {
            self.ground.step(turn, i, step)?;
        }
        Ok(())
    }

    /// All explorers explore. Returns those that find nothing to explore.
    pub(super) fn explore(&mut self, turn: &mut Turn<'_, Mars>) -> Result<Vec<usize>, Stopped> {
        let mut idle = Vec::new();
        let mut next = 0;
        if self.next_mover(RobotType::Explorer, next).is_none() {
            return Ok(idle);
        }
        while let Some(i) = self.next_mover(RobotType::Explorer, next) {
            next = i + 1;
            if !self.explore_with(turn, i)? {
                idle.push(i);
            }
        }
        self.ground.look(turn);
        Ok(idle)
    }

    /// One explorer: goes where many hidden tiles are near, and returns to own land when its battery is
    /// empty.
    fn explore_with(&mut self, turn: &mut Turn<'_, Mars>, i: usize) -> Result<bool, Stopped> {
        let robot = self.robot(i);
        let resting = self.resting.iter().position(|name| *name == robot.name);
        match resting {
            None if robot.battery < EXPLORER_ACTION_COST => {
                self.resting.push(robot.name);
                self.go_home(turn, i)?;
                return Ok(true);
            }
            Some(_) if robot.battery < EXPLORER_SETS_OUT => {
                self.go_home(turn, i)?;
                return Ok(true);
            }
            Some(at) => drop(self.resting.swap_remove(at)),
            None => {}
        }
        let at = place_of(&robot);
        let Some((target, distance)) = self.best_view(at) else {
            return Ok(false);
        };
        self.claimed.add_round(target);
        if distance > 0
            && let Some(step) = self.ground.first_step(at, target, distance)
        {
            self.ground.step(turn, i, step)?;
        }
        let here = place_of(&self.robot(i));
        // On the way to its target it acts only where that shows much.
        if self.ground.hidden.count_round(here) >= if distance <= 1 { 1 } else { 3 } {
            self.ground.act(turn, i)?;
        }
        Ok(true)
    }

    /// The tile from which the most new tiles per turn are seen, and its distance.
    fn best_view(&mut self, at: Place) -> Option<(Place, usize)> {
        let ground = &mut self.ground;
        let frontier = ground.frontier - self.claimed;
        if frontier.is_empty() {
            return None;
        }
        let first = match frontier.has(at) {
            true => 0,
            false => ground.search.run_far(at, &ground.free, &frontier)?,
        };
        match first {
            0 => drop(ground.search.run_from(at, &ground.free, &Bits::EMPTY, 5)),
            1..6 => drop(ground.search.go_on(&Bits::EMPTY, first + 5)),
            _ => {}
        }
        let mut best: Option<(f64, Place, usize)> = None;
        for distance in first..ground.search.rings() {
            for place in ground.search.hits(distance, &frontier) {
                // Land beside the hidden tiles suggests more land behind it; rock does not.
                let gain = f64::from(ground.hidden.count_round(place))
                    + 0.3 * f64::from(ground.land.count_round(place));
                let score = gain / (distance.max(1) as f64 + 1.0);
                if best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, place, distance));
                }
            }
        }
        best.map(|(_, place, distance)| (place, distance))
    }

    /// All miners mine. Returns those without a deposit.
    pub(super) fn mine(&mut self, turn: &mut Turn<'_, Mars>) -> Result<Vec<usize>, Stopped> {
        let mut idle = Vec::new();
        self.vacant = self.ground.deposits - self.ground.enemies;
        for (_, place) in &self.mines {
            self.vacant.remove(*place);
        }
        // Miners on deposits mine and make room first.
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        let mut next = 0;
        while let Some(i) = self.next_mover(RobotType::Miner, next) {
            next = i + 1;
            match self.ground.deposits.has(place_of(&self.robot(i))) {
                true => self.mine_with(turn, i, &mut idle)?,
                false => others.push(i),
            }
        }
        for &i in &others {
            self.mine_with(turn, i, &mut idle)?;
        }
        self.others = others;
        Ok(idle)
    }

    /// One miner; one without a deposit becomes idle.
    fn mine_with(
        &mut self,
        turn: &mut Turn<'_, Mars>,
        i: usize,
        idle: &mut Vec<usize>,
    ) -> Result<(), Stopped> {
        match self.mine_of(i) {
            None => idle.push(i),
            Some(mine) if place_of(&self.robot(i)) == mine => self.leave_mine(turn, i)?,
            Some(mine) => self.enter_mine(turn, i, mine)?,
        }
        Ok(())
    }

    /// The deposit of a miner; one without gets the best that is left.
    fn mine_of(&mut self, i: usize) -> Option<Place> {
        let robot = self.robot(i);
        if let Some((_, place)) = self.mines.iter().find(|(name, _)| *name == robot.name) {
            return Some(*place);
        }
        if self.vacant.is_empty() {
            return None;
        }
        let place = self.best_mine(&Bits::of(place_of(&robot)))?.place;
        self.assign(robot.name, place);
        Some(place)
    }

    /// Gives a deposit to a miner.
    pub(super) fn assign(&mut self, miner: RobotId, place: Place) {
        self.mines.push((miner, place));
        self.vacant.remove(place);
    }

    /// The most profitable deposit without a miner, seen from a set of tiles.
    pub(super) fn best_mine(&mut self, starts: &Bits<N>) -> Option<Mine> {
        let mut left = self.vacant;
        if left.is_empty() {
            return None;
        }
        let ground = &mut self.ground;
        let mut best: Option<(f64, Mine)> = None;
        let mut ring = ground.search.run(starts, &ground.open, &left, FAR);
        while let Some(distance) = ring {
            for place in ground.search.hits(distance, &self.vacant) {
                left.remove(place);
                // The share of rounds in which a miner mines depends on where it can be charged.
                let share = if ground.own.count_round(place) > 0 {
                    0.85
                } else if ground.land.count_round(place) > 0 {
                    0.7
                } else {
                    0.4
                };
                let income = f64::from(ground.view.mining[place]) * share;
                let score = income / (distance as f64 + 8.0);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, Mine { place, distance, income }));
                }
            }
            // A deposit farther away cannot be better than the best possible one there.
            let most = f64::from(MINING_MAX) / (distance as f64 + 9.0);
            if left.is_empty() || best.is_some_and(|(score, _)| score >= most) {
                break;
            }
            ring = ground.search.go_on(&left, FAR);
        }
        best.map(|(_, mine)| mine)
    }

    /// A miner on its deposit: mines, then steps onto own land beside it, where it is charged.
    fn leave_mine(&mut self, turn: &mut Turn<'_, Mars>, i: usize) -> Result<(), Stopped> {
        let at = place_of(&self.robot(i));
        self.ground.act(turn, i)?;
        let ground = &self.ground;
        let docks = ground.own.common_round(&ground.free, at);
        let dock = docks.min_by_key(|&dock| {
            (ground.enemies.count_round(dock), ground.neutral.count_round(dock))
        });
        match dock {
            Some(dock) => self.ground.step(turn, i, dock).map(drop),
            None if self.robot(i).battery < MINER_ACTION_COST => self.go_home(turn, i),
            None => Ok(()),
        }
    }

    /// A miner elsewhere: goes to its deposit once it is charged, and mines.
    fn enter_mine(
        &mut self,
        turn: &mut Turn<'_, Mars>,
        i: usize,
        mine: Place,
    ) -> Result<(), Stopped> {
        let robot = self.robot(i);
        let at = place_of(&robot);
        let enough = if !self.ground.own.has(at) {
            MINER_ACTION_COST
        } else if self.ground.own.count_round(mine) > 0 {
            MINER_SETS_OUT
        } else {
            MINER_SETS_OUT_FAR
        };
        if robot.battery < enough {
            return self.go_home(turn, i);
        }
        // While another robot stands on the deposit, the miner waits beside it.
        let is_free = self.ground.free.has(mine);
        if !is_free && at.0.abs_diff(mine.0) <= 1 && at.1.abs_diff(mine.1) <= 1 {
            return Ok(());
        }
        let goals = match is_free {
            true => Bits::of(mine),
            false => Bits::around(mine) & self.ground.open,
        };
        if let Some((step, _)) = self.ground.way(at, &goals)
            && self.ground.step(turn, i, step)?
            && step == mine
        {
            self.ground.act(turn, i)?;
        }
        Ok(())
    }
}
