//! The future of the veins if no more squads are launched: their owner and robots at the end of each of the
//! next turns, counted in turns of the player to move.
//!
//! Most futures come true: a vein with the robots that were foreseen, and with the same squads on their way
//! to it, only gets one turn older.

use super::board::{Board, Flight};
use crate::observe::VeinView;
use crate::types::Owner;
use std::mem::replace;

/// Robots that arrive at a vein: after how many turns, their owner, their number.
#[derive(Copy, Clone, Debug)]
struct Arrival {
    turn: usize,
    owner: Owner,
    robots: i32,
}

/// A vein's owner and robots at the end of a turn.
#[derive(Copy, Clone, Debug)]
pub(super) struct Moment {
    pub owner: Owner,
    pub robots: i32,
}

/// A stretch of turns in which nothing arrives at a vein.
#[derive(Copy, Clone, Debug)]
struct Stretch {
    /// Its first turn; 0 is now.
    turn: usize,
    /// How that turn ends.
    moment: Moment,
    /// The robots built in each turn after it.
    growth: i32,
}

impl Stretch {
    /// The one that begins now.
    #[inline]
    fn now(site: &VeinView, me: Owner) -> Stretch {
        let VeinView { owner, robots, .. } = *site;
        let growth = if owner == Owner::ALIENS { 0 } else { site.robot_productivity };
        // A rival has built robots once less than we have had turns.
        let turn = usize::from(owner != Owner::ALIENS && owner != me);
        Stretch { turn, moment: Moment { owner, robots }, growth }
    }

    fn at(&self, turn: usize) -> Moment {
        let built = self.growth.saturating_mul(turn.saturating_sub(self.turn) as i32);
        Moment { robots: self.moment.robots.saturating_add(built), ..self.moment }
    }
}

/// The future of one vein.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    arrivals: Vec<Arrival>,
    /// In order, the first of them from now on.
    stretches: Vec<Stretch>,
    /// The sum of [`fingerprint`] over the arrivals.
    flights: u64,
    /// The robots that the vein built in each turn when this was foreseen.
    productivity: i32,
    /// Whether squads of several owners arrive in the same turn: then their order counts, which changes.
    has_ties: bool,
}

impl Forecast {
    /// Plays on under the rules of production (R8) and arrival (R8.4).
    fn foresee(&mut self, site: &VeinView, me: Owner) {
        let mut now = Stretch::now(site, me);
        let mut productivity = site.robot_productivity;
        self.productivity = productivity;
        self.stretches.clear();
        for arrival in &self.arrivals {
            if arrival.turn > now.turn {
                self.stretches.push(now);
                now.moment = now.at(arrival.turn);
                now.turn = arrival.turn;
            }
            let Moment { owner, robots } = &mut now.moment;
            if arrival.owner == *owner {
                *robots = robots.saturating_add(arrival.robots);
            } else if arrival.robots <= *robots {
                *robots -= arrival.robots;
            } else {
                productivity = (productivity / 2).max(site.initial_robot_productivity);
                *owner = arrival.owner;
                *robots = arrival.robots - *robots;
                now.growth = productivity;
            }
        }
        self.stretches.push(now);
    }

    /// Looks at a vein to which nothing flies.
    #[inline]
    fn rest(&mut self, now: Stretch) {
        self.arrivals.clear();
        self.stretches.clear();
        self.stretches.push(now);
        (self.flights, self.has_ties) = (0, false);
    }

    /// Makes the future some turns older. `false` if it has not come true.
    fn grow_older(&mut self, site: &VeinView, me: Owner, flights: u64, turns: usize) -> bool {
        let now = Stretch::now(site, me);
        let (Some(before), Some(next)) = (self.stretches.first(), self.arrivals.first()) else {
            return false;
        };
        let comes_true = self.flights == flights
            && !self.has_ties
            && next.turn > now.turn + turns
            && before.moment.owner == now.moment.owner
            && self.productivity == site.robot_productivity
            && before.at(before.turn + turns).robots == now.moment.robots;
        if comes_true {
            self.arrivals.iter_mut().for_each(|arrival| arrival.turn -= turns);
            self.stretches[1..].iter_mut().for_each(|stretch| stretch.turn -= turns);
            self.stretches[0] = now;
        }
        comes_true
    }

    /// Adds an arrival behind those of the same turn.
    fn add(&mut self, arrival: Arrival) {
        let at = self.arrivals.partition_point(|a| a.turn <= arrival.turn);
        let before = at.checked_sub(1).map(|at| self.arrivals[at]);
        self.has_ties |= before.is_some_and(|a| a.turn == arrival.turn && a.owner != arrival.owner);
        self.arrivals.insert(at, arrival);
    }

    /// Whether nothing flies to the vein.
    pub fn is_quiet(&self) -> bool {
        self.arrivals.is_empty()
    }

    /// The vein at the end of a turn.
    pub fn at(&self, turn: usize) -> Moment {
        let begun = self.stretches.iter().rev().find(|stretch| stretch.turn <= turn);
        begun.unwrap_or(&self.stretches[0]).at(turn)
    }

    /// The turns in which something arrives.
    pub fn changes(&self) -> impl Iterator<Item = usize> {
        self.stretches.iter().skip(1).map(|stretch| stretch.turn)
    }

    /// When the vein will be lost, and the robots that would be missing then.
    pub fn loss(&self, me: Owner) -> Option<(usize, i32)> {
        let lost = self.stretches.iter().find(|stretch| stretch.moment.owner != me)?;
        Some((lost.turn, lost.moment.robots.saturating_add(1)))
    }

    /// The fewest robots that the vein will have; 0 if it will be lost.
    pub fn least(&self, me: Owner) -> i32 {
        let robots = |stretch: &Stretch| match stretch.moment.owner == me {
            true => stretch.moment.robots,
            false => 0,
        };
        self.stretches.iter().map(robots).min().unwrap_or(0)
    }

    /// From which turn on the vein stays ours, whatever it is before; `usize::MAX` if it does not.
    pub fn ours_from(&self, me: Owner) -> usize {
        let ours = self.stretches.iter().rev().take_while(|stretch| stretch.moment.owner == me);
        ours.last().map_or(usize::MAX, |stretch| stretch.turn)
    }

    /// How the stretches begin in which others own the vein: it is weakest then.
    pub fn foreign(&self, me: Owner) -> impl Iterator<Item = Moment> {
        let moments = self.stretches.iter().map(|stretch| stretch.moment);
        moments.filter(move |moment| moment.owner != me)
    }

    /// The robots built in each turn after turn 1; 0 if something arrives, because then they depend on the
    /// turn.
    pub fn steady_growth(&self) -> i32 {
        match self.stretches[..] {
            [only] => only.growth,
            _ => 0,
        }
    }
}

/// The futures of all veins.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecasts {
    pub veins: Vec<Forecast>,
    /// The round of the last update.
    round: u32,
    /// Per vein, the squads that fly to it.
    traffic: Vec<Traffic>,
    /// Per flight: the next one to the same vein.
    nexts: Vec<u32>,
}

/// The squads that fly to a vein.
#[derive(Copy, Clone, Debug)]
struct Traffic {
    /// The number of the first one.
    first: u32,
    /// The sum of [`fingerprint`] over all of them.
    flights: u64,
}

impl Traffic {
    /// The end of a chain of flights.
    const END: u32 = u32::MAX;
    const NONE: Traffic = Traffic { first: Traffic::END, flights: 0 };
}

/// A number that differs between squads; it stays the same while a squad flies.
#[inline]
fn fingerprint(owner: u8, robots: i32, round: u32) -> u64 {
    let word = u64::from(robots.cast_unsigned()) << 32 | u64::from(round) << 8 | u64::from(owner);
    let mixed = (word ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb)
}

impl Forecasts {
    /// Looks at the position at the beginning of a turn.
    pub fn update(&mut self, board: &Board) {
        self.veins.resize_with(board.sites.len(), Forecast::default);
        self.read_traffic(board);
        let turns = board.round.saturating_sub(replace(&mut self.round, board.round)) as usize;
        let me = Owner::player(board.me);
        for ((forecast, site), traffic) in
            self.veins.iter_mut().zip(&board.sites).zip(&self.traffic)
        {
            if traffic.first == Traffic::END {
                forecast.rest(Stretch::now(site, me));
            } else if !forecast.grow_older(site, me, traffic.flights, turns) {
                forecast.arrivals.clear();
                forecast.has_ties = false;
                forecast.flights = traffic.flights;
                let mut number = traffic.first;
                while number != Traffic::END {
                    let Flight { owner, robots, turns, .. } = board.flights[number as usize];
                    // A rival's squad arrives after our turn of the same number, so it is there first in
                    // the next one. In an own vein it fights the robots that our turn has left there.
                    let is_late = owner != board.me && site.owner != me;
                    let turn = usize::from(turns) + usize::from(is_late);
                    forecast.add(Arrival { turn, owner: Owner::player(owner), robots });
                    number = self.nexts[number as usize];
                }
                forecast.foresee(site, me);
            }
        }
    }

    /// Chains the flights to each vein, in their order.
    fn read_traffic(&mut self, board: &Board) {
        self.traffic.clear();
        self.traffic.resize(board.sites.len(), Traffic::NONE);
        self.nexts.resize(board.flights.len(), Traffic::END);
        let flights = board.flights.iter().zip(&mut self.nexts);
        for (number, (&Flight { owner, to, turns, robots }, next)) in flights.enumerate().rev() {
            let traffic = &mut self.traffic[usize::from(to)];
            *next = replace(&mut traffic.first, number as u32);
            let flight = fingerprint(owner, robots, board.round + u32::from(turns));
            traffic.flights = traffic.flights.wrapping_add(flight);
        }
    }

    /// Takes a launch of this turn into account, which the board has made already.
    pub fn launch(&mut self, board: &Board, from: usize, to: usize, turn: usize, robots: i32) {
        let me = Owner::player(board.me);
        self.veins[from].foresee(&board.sites[from], me);
        let forecast = &mut self.veins[to];
        forecast.add(Arrival { turn, owner: me, robots });
        let flight = fingerprint(board.me, robots, board.round + turn as u32);
        forecast.flights = forecast.flights.wrapping_add(flight);
        forecast.foresee(&board.sites[to], me);
    }
}
