//! The level `expert`: builds what pays. Miners work in shifts beside own land, explorers go where most
//! is hidden, and terraformers take the nearest land, that beside deposits first.

use super::bits::{Bits, Place};
use super::crew::Crew;
use super::ground::place_of;
use super::search::Compass;
use crate::constants::*;
use crate::observe::View;
use crate::state::Mars;
use crate::types::RobotType;
use agon_core::{Bot, Stopped, Turn};

/// A miner must earn this many times its price before the end.
const MINER_RETURN: f64 = 2.0;
/// Hidden tiles for which one explorer is built, and the most explorers.
const HIDDEN_PER_EXPLORER: usize = 250;
const MOST_EXPLORERS: usize = 6;
/// One explorer per this much unspent metal, up to a limit: own robots may wall in the only one.
const METAL_PER_EXPLORER: usize = 150;
const MOST_SPARE_EXPLORERS: usize = 3;
/// Explorers are built until this many rounds before the end.
const EXPLORE_UNTIL: u16 = 30;

/// Terraformers beyond those that have land to take.
const SPARE_TERRAFORMERS: usize = 10;

/// A terraformer that rests on own land leaves with this charge: enough to turn enemy land of value -1.
const SETS_OUT: u8 = BATTERY_MAX / 2;
/// A terraformer without land to take raises own land beside the enemy's to this value. `solid` and this
/// level turn enemy land only up to a value of 2.
const RAISED: i8 = 3;
/// A terraformer that has found no way to land looks again in one of this many rounds.
const LOOKS_AGAIN: usize = 4;

/// A dock within this many steps is taken before nearer land.
const DETOUR: usize = 3;

/// Builds what pays.
#[derive(Default)]
pub struct Expert<const N: usize> {
    crew: Crew<N>,
    /// The ways of terraformers to land.
    compass: Compass<N>,
    /// Where terraformers that have found no way to land stand and wait.
    queue: Bits<N>,
}

impl<const N: usize> Bot<Mars> for Expert<N> {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        self.crew.begin(view);
        self.compass.reset();
        for robot in self.crew.explore(turn)? {
            self.crew.go_home(turn, robot)?;
        }
        for robot in self.crew.mine(turn)? {
            self.crew.go_home(turn, robot)?;
        }
        self.terraform(turn)?;
        self.build(turn)
    }
}

impl<const N: usize> Expert<N> {
    /// Every terraformer takes the nearest land that is worth an action.
    fn terraform(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &self.crew.ground;
        let mut work = ground.neutral | ground.weak;
        let mut has_work = !work.is_empty();
        let mut docks = if has_work { self.docks() & work } else { work };
        let near_docks = match docks.is_empty() {
            true => docks,
            false => (0..DETOUR).fold(docks, |near, _| near.grown()),
        };
        let exposed = match ground.enemy.is_empty() {
            true => Bits::EMPTY,
            false => ground.enemy.grown() & ground.own,
        };
        let round = usize::from(ground.view.turn);
        let queue = std::mem::take(&mut self.queue);
        let mut next = 0;
        while let Some(i) = self.crew.next_mover(RobotType::Terraformer, next) {
            next = i + 1;
            let robot = self.crew.robot(i);
            let at = place_of(&robot);
            // Late in the game most stand on own land, walled in by others or without work.
            let ground = &self.crew.ground;
            let is_stuck = match has_work {
                true if self.compass.is_ready() => {
                    self.compass.is_cut_off(at) || ground.exits(at) == 0
                }
                true => false,
                false => self.compass.is_done(),
            };
            let is_home = ground.own.has(at);
            // In each round others of the queue look, by their columns. Work beside a robot is taken at once.
            let waits = is_home
                && queue.has(at)
                && !(round + at.1).is_multiple_of(LOOKS_AGAIN)
                && work.square(at) == 0;
            if waits {
                self.queue.add(at);
            }
            if (is_stuck || waits) && is_home {
                self.raise(turn, i, &exposed)?;
                continue;
            }
            if robot.battery < if is_home { SETS_OUT } else { TERRAFORMER_ACTION_COST } {
                self.crew.go_home(turn, i)?;
                continue;
            }
            if !work.has(at) {
                match self.next_job(at, &work, &docks, &near_docks) {
                    Some((step, target)) => {
                        work.remove(target);
                        docks.remove(target);
                        has_work = !work.is_empty();
                        self.crew.ground.step(turn, i, step)?;
                    }
                    None => self.queue.add(at),
                }
            }
            let here = place_of(&self.crew.robot(i));
            if self.crew.ground.land.has(here) && !self.crew.ground.own.has(here) {
                work.remove(here);
                docks.remove(here);
                self.crew.ground.act(turn, i)?;
            } else {
                self.raise(turn, i, &exposed)?;
            }
        }
        Ok(())
    }

    /// A terraformer on own land beside the enemy's makes it cost the enemy more actions.
    fn raise(
        &mut self,
        turn: &mut Turn<'_, Mars>,
        i: usize,
        exposed: &Bits<N>,
    ) -> Result<(), Stopped> {
        let here = place_of(&self.crew.robot(i));
        if exposed.has(here) && self.crew.ground.value(here) < RAISED {
            self.crew.ground.act(turn, i)?;
        }
        Ok(())
    }

    /// The first step to the next land to take, and the land. Docks are worth a detour.
    fn next_job(
        &mut self,
        at: Place,
        work: &Bits<N>,
        docks: &Bits<N>,
        near_docks: &Bits<N>,
    ) -> Option<(Place, Place)> {
        let ground = &mut self.crew.ground;
        let detour = near_docks.has(at).then(|| ground.near_way(at, docks, DETOUR)).flatten();
        detour.or_else(|| ground.way_by(&mut self.compass, at, work))
    }

    /// Tiles beside deposits that have no own land beside them yet.
    fn docks(&self) -> Bits<N> {
        let ground = &self.crew.ground;
        let undocked = ground.deposits - ground.own.grown();
        match undocked.is_empty() {
            true => undocked,
            false => undocked.grown(),
        }
    }

    /// Miners that pay off, explorers for what is hidden, and terraformers for the rest.
    fn build(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let left = self.crew.ground.rounds_left();
        if self.crew.ground.view.metal < SPAWN_COST || left == 0 {
            return Ok(());
        }
        let frontier = match left >= EXPLORE_UNTIL {
            true => self.crew.ground.frontier,
            false => Bits::EMPTY,
        };
        let wanted = match frontier.is_empty() {
            true => 0,
            false => {
                let hidden = self.crew.ground.hidden.count();
                let metal = self.crew.ground.view.metal.max(0) as usize;
                let spare = (metal / METAL_PER_EXPLORER).min(MOST_SPARE_EXPLORERS);
                (hidden / HIDDEN_PER_EXPLORER).max(spare).clamp(1, MOST_EXPLORERS)
            }
        };
        let mut work = self.crew.ground.land - self.crew.ground.own;
        let jobs = work.count();
        let mut counts = self.crew.ground.counts();
        while self.crew.ground.view.metal >= SPAWN_COST {
            let [explorers, miners, terraformers] = counts;
            let own = self.crew.ground.own;
            let mine = match 2 * miners < explorers + miners + terraformers + 2 {
                true => self.crew.best_mine(&own),
                false => None,
            };
            let pays = |income: f64, distance: usize| {
                income * (f64::from(left) - distance as f64) > MINER_RETURN * f64::from(SPAWN_COST)
            };
            let mine = mine.filter(|mine| pays(mine.income, mine.distance));
            let (kind, goals) = match mine {
                _ if explorers == 0 && wanted > 0 => (RobotType::Explorer, frontier),
                _ if terraformers == 0 => (RobotType::Terraformer, work),
                Some(mine) => (RobotType::Miner, Bits::of(mine.place)),
                None if explorers < wanted => (RobotType::Explorer, frontier),
                // More terraformers than land to take only stand in the way.
                None if terraformers < jobs + SPARE_TERRAFORMERS => (RobotType::Terraformer, work),
                None => break,
            };
            let Some(place) = self.crew.ground.spawn_place(&goals) else {
                break;
            };
            if !self.crew.ground.spawn(turn, kind, place)? {
                break;
            }
            counts[kind as usize] += 1;
            match (kind, mine) {
                (RobotType::Miner, Some(mine)) => {
                    let name = self.crew.ground.view.robots.last().map(|robot| robot.name);
                    if let Some(name) = name {
                        self.crew.assign(name, mine.place);
                    }
                }
                // The next robot gets other work.
                _ => {
                    if let Some(job) = work.round(place).next() {
                        work.remove(job);
                    }
                }
            }
        }
        Ok(())
    }
}
