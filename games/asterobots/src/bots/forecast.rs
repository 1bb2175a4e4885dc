//! The future of the veins if no more squads are launched: their owner and robots at the end of each of the
//! next turns, counted in turns of one player. Shared by the levels that look ahead.

use crate::observe::{VeinView, View};
use crate::types::Owner;

/// Robots that arrive at a vein: after how many turns, their owner, their number.
#[derive(Copy, Clone, Debug)]
pub(super) struct Arrival {
    pub turn: usize,
    pub owner: Owner,
    pub robots: i32,
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

/// The future of one vein.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    arrivals: Vec<Arrival>,
    /// In order, the first of them from now on.
    stretches: Vec<Stretch>,
}

impl Forecast {
    /// Plays on under the rules of production (R8) and arrival (R8.4), with this many robots now.
    fn foresee(&mut self, vein: &VeinView, robots: i32, first: usize) {
        let growth = if vein.owner == Owner::ALIENS { 0 } else { vein.robot_productivity };
        let mut now = Stretch { turn: first, moment: Moment { owner: vein.owner, robots }, growth };
        let mut productivity = vein.robot_productivity;
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
                productivity = (productivity / 2).max(vein.initial_robot_productivity);
                *owner = arrival.owner;
                *robots = arrival.robots - *robots;
                now.growth = productivity;
            }
        }
        self.stretches.push(now);
    }

    /// The vein at the end of a turn.
    pub fn at(&self, turn: usize) -> Moment {
        let later = self.stretches.iter().skip(1).take_while(|stretch| stretch.turn <= turn);
        later.last().unwrap_or(&self.stretches[0]).at(turn)
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
}

impl Stretch {
    fn at(&self, turn: usize) -> Moment {
        let built = self.growth.saturating_mul(turn.saturating_sub(self.turn) as i32);
        Moment { robots: self.moment.robots.saturating_add(built), ..self.moment }
    }
}

/// The futures of all veins, and the distances between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecasts {
    pub veins: Vec<Forecast>,
    /// Robots that left each vein in this turn.
    left: Vec<i32>,
    distances: Vec<u16>,
    /// Whether the order of the players' turns is taken into account: a rival has had one turn less than we
    /// have when our squad arrives.
    knows_turn_order: bool,
}

impl Forecasts {
    /// Forecasts that take the order of the players' turns into account.
    pub fn with_turn_order() -> Forecasts {
        Forecasts { knows_turn_order: true, ..Forecasts::default() }
    }

    /// Looks at the position at the beginning of a turn.
    pub fn update(&mut self, view: &View) {
        let count = view.veins.len();
        if self.distances.len() != count * count {
            let all = view.veins.iter().flat_map(|a| view.veins.iter().map(move |b| (a, b)));
            let distance = |(a, b): (&VeinView, &VeinView)| a.location.distance(b.location) as u16;
            self.distances = all.map(distance).collect();
        }
        self.veins.resize_with(count, Forecast::default);
        self.veins.iter_mut().for_each(|forecast| forecast.arrivals.clear());
        self.left.clear();
        self.left.resize(count, 0);
        for squad in view.squads.iter() {
            if let Ok(to) = view.veins.binary_search_by_key(&squad.to(), |v| v.location) {
                // A rival's squad arrives after our turn of the same number, so it is there first in the
                // next one. In an own vein it fights the robots that our turn has left there.
                let me = Owner::player(view.me);
                let is_late =
                    self.knows_turn_order && squad.owner != view.me && view.veins[to].owner != me;
                self.veins[to].arrivals.push(Arrival {
                    turn: squad.turns_left() + usize::from(is_late),
                    owner: Owner::player(squad.owner),
                    robots: squad.robots,
                });
            }
        }
        for at in 0..count {
            self.veins[at].arrivals.sort_by_key(|a| a.turn);
            self.foresee(view, at);
        }
    }

    /// Takes a launch of this turn into account.
    pub fn launch(&mut self, view: &View, from: usize, to: usize, robots: i32) {
        self.left[from] += robots;
        self.foresee(view, from);
        let arrival =
            Arrival { turn: self.distance(from, to), owner: Owner::player(view.me), robots };
        let arrivals = &mut self.veins[to].arrivals;
        let at = arrivals.partition_point(|a| a.turn <= arrival.turn);
        arrivals.insert(at, arrival);
        self.foresee(view, to);
    }

    fn foresee(&mut self, view: &View, at: usize) {
        let vein = &view.veins[at];
        // A rival has built robots once less than we have had turns.
        let is_rival = vein.owner != Owner::ALIENS && vein.owner != Owner::player(view.me);
        let first = usize::from(self.knows_turn_order && is_rival);
        self.veins[at].foresee(vein, vein.robots - self.left[at], first);
    }

    /// The edges between two veins.
    pub fn distance(&self, from: usize, to: usize) -> usize {
        self.distances[from * self.veins.len() + to].into()
    }
}

/// The numbers of the own veins.
pub(super) fn mine(view: &View) -> impl Iterator<Item = usize> {
    let me = Owner::player(view.me);
    (0..view.veins.len()).filter(move |&v| view.veins[v].owner == me)
}

/// Per player: all its robots, in veins and under way.
pub(super) fn strengths(view: &View) -> Vec<i64> {
    let mut strengths = vec![0; view.players.len()];
    for vein in &view.veins {
        if let Some(id) = vein.owner.id() {
            strengths[id] += i64::from(vein.robots);
        }
    }
    for squad in view.squads.iter() {
        strengths[usize::from(squad.owner)] += i64::from(squad.robots);
    }
    strengths
}
