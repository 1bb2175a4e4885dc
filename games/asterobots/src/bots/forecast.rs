//! The future of the veins if no more squads are launched: their owner and robots at the end of each of the
//! next turns, counted in turns of the player to move.

use super::board::{Board, Flight};
use crate::types::{Owner, VeinView};
use std::mem::replace;

/// Robots that arrive at a vein: after how many turns, their owner, their number.
#[derive(Copy, Clone, Debug)]
struct Arrival {
    robots: i32,
    turn: u16,
    owner: Owner,
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
    /// How its first turn ends.
    moment: Moment,
    /// The robots built in each turn after it.
    growth: i32,
    /// Its first turn; 0 is now.
    turn: u16,
}

impl Stretch {
    /// The one that begins now.
    #[inline]
    fn now(site: &VeinView, me: Owner) -> Stretch {
        let VeinView { owner, robots, .. } = *site;
        let growth = if owner == Owner::ALIENS { 0 } else { site.robot_productivity };
        // A rival has built robots once less than we have had turns.
        let turn = u16::from(owner != Owner::ALIENS && owner != me);
        Stretch { turn, moment: Moment { owner, robots }, growth }
    }

    #[inline]
    fn at(&self, turn: usize) -> Moment {
        let turns = turn.saturating_sub(self.turn.into());
        // Both are small: a map limits what a vein builds, and a setup the rounds.
        let built = self.growth.wrapping_mul(turns as i32);
        Moment { robots: self.moment.robots.saturating_add(built), ..self.moment }
    }
}

/// The future of one vein.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    arrivals: Vec<Arrival>,
    /// In order, the first of them from now on.
    stretches: Vec<Stretch>,
    /// The robots that a player who owned the vein after the last stretch would get of it in each turn.
    productivity: i32,
    /// The same at rank 1.
    base: i32,
}

impl Forecast {
    /// Begins with a vein to which nothing flies.
    #[inline]
    fn begin(&mut self, site: &VeinView, me: Owner) {
        self.productivity = site.robot_productivity;
        self.base = site.initial_robot_productivity;
        self.stretches.clear();
        self.stretches.push(Stretch::now(site, me));
    }

    /// Plays on under the rules of production (R8) and arrival (R8.4), as far as the next arrival.
    #[inline]
    fn meet(&mut self, arrival: &Arrival) {
        let Some(now) = self.stretches.last_mut() else { return };
        let mut next = *now;
        if arrival.turn > now.turn {
            next.moment = now.at(arrival.turn.into());
            next.turn = arrival.turn;
        }
        let Moment { owner, robots } = &mut next.moment;
        if arrival.owner == *owner {
            *robots = robots.saturating_add(arrival.robots);
        } else if arrival.robots <= *robots {
            *robots -= arrival.robots;
        } else {
            self.productivity = (self.productivity / 2).max(self.base);
            *owner = arrival.owner;
            *robots = arrival.robots - *robots;
            next.growth = self.productivity;
        }
        if arrival.turn > now.turn {
            self.stretches.push(next);
        } else {
            *now = next;
        }
    }

    /// Foresees the vein again.
    fn foresee(&mut self, site: &VeinView, me: Owner) {
        self.begin(site, me);
        let arrivals = std::mem::take(&mut self.arrivals);
        arrivals.iter().for_each(|arrival| self.meet(arrival));
        self.arrivals = arrivals;
    }

    /// Whether nothing flies to the vein.
    pub fn is_quiet(&self) -> bool {
        self.arrivals.is_empty()
    }

    /// The vein at the end of a turn.
    pub fn at(&self, turn: usize) -> Moment {
        let begun = self.stretches.iter().rev().find(|stretch| usize::from(stretch.turn) <= turn);
        begun.unwrap_or(&self.stretches[0]).at(turn)
    }

    /// The turns in which something arrives.
    pub fn changes(&self) -> impl Iterator<Item = usize> {
        self.stretches.iter().skip(1).map(|stretch| stretch.turn.into())
    }

    /// When the vein will be lost, and the robots that would be missing then.
    pub fn loss(&self, me: Owner) -> Option<(usize, i32)> {
        let lost = self.stretches.iter().find(|stretch| stretch.moment.owner != me)?;
        Some((lost.turn.into(), lost.moment.robots.saturating_add(1)))
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
        ours.last().map_or(usize::MAX, |stretch| stretch.turn.into())
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
    calendar: Calendar,
}

impl Forecasts {
    /// Looks at the position at the beginning of a turn.
    pub fn update(&mut self, board: &Board) {
        self.veins.resize_with(board.sites.len(), Forecast::default);
        let me = Owner::player(board.me);
        for (forecast, site) in self.veins.iter_mut().zip(&board.sites) {
            forecast.arrivals.clear();
            forecast.begin(site, me);
        }
        self.calendar.read(board);
        self.calendar.empty(|turn, number| {
            let Flight { owner, to, robots, .. } = board.flights[number];
            let arrival = Arrival { turn: turn as u16, owner: Owner::player(owner), robots };
            let forecast = &mut self.veins[usize::from(to)];
            forecast.arrivals.push(arrival);
            forecast.meet(&arrival);
        });
    }

    /// Takes a launch of this turn into account, which the board has made already.
    pub fn launch(&mut self, board: &Board, from: usize, to: usize, turn: usize, robots: i32) {
        let me = Owner::player(board.me);
        self.veins[from].foresee(&board.sites[from], me);
        let forecast = &mut self.veins[to];
        let turn = turn as u16;
        let at = forecast.arrivals.partition_point(|a| a.turn <= turn);
        forecast.arrivals.insert(at, Arrival { robots, turn, owner: me });
        forecast.foresee(&board.sites[to], me);
    }
}

/// The flights by the turn of their arrival: a chain of flights for each turn, which is cheaper than sorting.
#[derive(Clone, Debug, Default)]
struct Calendar {
    /// Per turn: the number of the first flight that arrives in it.
    firsts: Vec<u32>,
    /// Per flight: the next one that arrives in the same turn.
    nexts: Vec<u32>,
}

impl Calendar {
    /// The end of a chain.
    const END: u32 = u32::MAX;

    /// Enters all flights into an empty calendar.
    fn read(&mut self, board: &Board) {
        let me = Owner::player(board.me);
        self.nexts.resize(board.flights.len(), Calendar::END);
        // Chains grow at the front, and the last flight of the board is the first of the list.
        for ((number, flight), next) in (0..).zip(&board.flights).zip(&mut self.nexts) {
            // A rival's squad arrives after our turn of the same number, so it is there first in the
            // next one. In an own vein it fights the robots that our turn has left there.
            let is_late =
                flight.owner != board.me && board.sites[usize::from(flight.to)].owner != me;
            let turn = usize::from(flight.turns) + usize::from(is_late);
            if turn >= self.firsts.len() {
                self.firsts.resize(turn + 1, Calendar::END);
            }
            *next = replace(&mut self.firsts[turn], number);
        }
    }

    /// Takes the flights out with the turns of their arrival, the earliest first, those of one turn in their
    /// order.
    fn empty(&mut self, mut see: impl FnMut(usize, usize)) {
        for (turn, first) in self.firsts.iter_mut().enumerate() {
            let mut number = replace(first, Calendar::END);
            while number != Calendar::END {
                see(turn, number as usize);
                number = self.nexts[number as usize];
            }
        }
    }
}
