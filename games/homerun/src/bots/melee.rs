//! The fight nearby: what a bat does, and what the other team could do to a unit.
//!
//! A scene is the neighbourhood of a unit, copied from its view, on which bats can be tried out.

use super::chart::Chart;
use crate::constants::STRENGTH_MAX;
use crate::observe::View;
use crate::types::{Direction, Location, Terrain, UnitInfo, UnitType};
use arrayvec::ArrayVec;

/// How far a scene reaches in each direction: the longest sight and a flight beyond it.
const REACH: i32 = 9;
const SIDE: i32 = 2 * REACH + 1;
const AREA: usize = (SIDE * SIDE) as usize;

/// How near an enemy batter must be to do harm in its next turn: it takes a step and stands behind what it
/// bats.
const BATTER_REACH: i32 = STRENGTH_MAX + 2;
/// The same for the other headquarters, beside which a batter may be recruited.
const RECRUITER_REACH: i32 = 3;

fn steps_between(a: Location, b: Location) -> i32 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

/// Whether an enemy in sight could do harm to a unit in its next turn, here or a step from here. Where this
/// is false, all dangers of a scene are 0, unless `minds_recruits` leaves out the batters that the other
/// headquarters may recruit.
pub(super) fn is_dangerous(view: &View, minds_recruits: bool) -> bool {
    view.units_of(view.me.team.other()).any(|unit| {
        let reach = match unit.unit_type {
            UnitType::Batter => BATTER_REACH,
            UnitType::Hq if minds_recruits => RECRUITER_REACH,
            _ => return false,
        };
        steps_between(unit.at, view.me.at) <= reach + 1
    })
}

/// What is on a tile of a scene.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Land,
    /// Water or the edge of the map.
    Abyss,
    Ball,
    Unit(Who),
}

/// A unit as far as fights go. A thing takes one byte, so that scenes are copied quickly.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub(super) enum Who {
    OwnHq, OwnPitcher, OwnBatter, OwnCatcher,
    EnemyHq, EnemyPitcher, EnemyBatter, EnemyCatcher,
}

impl Who {
    #[rustfmt::skip]
    const ALL: [[Who; 4]; 2] = [
        [Who::EnemyHq, Who::EnemyPitcher, Who::EnemyBatter, Who::EnemyCatcher],
        [Who::OwnHq, Who::OwnPitcher, Who::OwnBatter, Who::OwnCatcher],
    ];

    fn new(is_own: bool, unit_type: UnitType) -> Who {
        Who::ALL[usize::from(is_own)][unit_type as usize]
    }

    fn is_own(self) -> bool {
        (self as usize) < UnitType::ALL.len()
    }

    fn unit_type(self) -> UnitType {
        UnitType::ALL[self as usize % UnitType::ALL.len()]
    }
}

/// What the units and hits are worth, in reputation.
#[derive(Copy, Clone, Debug)]
pub(super) struct Worth {
    pub own: [i32; 4],
    pub enemy: [i32; 4],
    /// A ball in the other headquarters.
    pub hit: i32,
    /// Driving an enemy off, and driving it off a base or a stadium.
    pub push: i32,
    pub evict: i32,
}

/// A unit of the other team that can bat, with the cooldown it will have in its next turn.
#[derive(Copy, Clone, Debug)]
struct Batter {
    at: Location,
    can_move: bool,
    can_act: bool,
}

/// A bat: direction, strength, and what it is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Bat {
    pub direction: Direction,
    pub strength: i32,
    pub gain: i32,
}

/// What the bats of one direction are worth, by strength.
pub(super) type Gains = [i32; STRENGTH_MAX as usize];

/// The tiles of a scene from which the other team could bat in its next turn.
pub(super) struct Threats {
    tiles: [u8; AREA],
}

/// A batter that is there could bat, or one that the other headquarters recruits.
const BY_BATTER: u8 = 1;
const BY_RECRUIT: u8 = 2;

/// What a step in each direction adds to the index of a tile of a scene.
const DELTAS: [i32; 8] = [SIDE, SIDE - 1, -1, -SIDE - 1, -SIDE, 1 - SIDE, 1, SIDE + 1];

/// The neighbourhood of a unit.
#[derive(Clone)]
pub(super) struct Scene<'a> {
    centre: Location,
    things: [Thing; AREA],
    batters: ArrayVec<Batter, 24>,
    /// The other headquarters, if it is in sight: it may recruit a batter at any time.
    recruiter: Option<Location>,
    worth: &'a Worth,
    view: &'a View,
}

impl<'a> Scene<'a> {
    pub fn new(view: &'a View, chart: &Chart, worth: &'a Worth) -> Scene<'a> {
        let centre = view.me.at;
        let mut scene = Scene {
            centre,
            things: [Thing::Land; AREA],
            batters: ArrayVec::new(),
            recruiter: None,
            worth,
            view,
        };
        let corner = chart.spot(centre).shifted(-REACH, -REACH);
        for (dy, things) in (0..).zip(scene.things.chunks_exact_mut(SIDE as usize)) {
            // Maps never reach the border of a chart, so what is read beyond it does not matter.
            let ground = chart.ground(corner.shifted(0, dy));
            match ground.first_chunk::<{ SIDE as usize }>() {
                Some(row) => things.copy_from_slice(row),
                None => things[..ground.len()].copy_from_slice(ground),
            }
        }
        for &ball in &view.balls {
            scene.put(ball, Thing::Ball);
        }
        let team = view.me.team;
        // The unit itself is left out, since it may go elsewhere; only a headquarters stays.
        let me = std::iter::once(&view.me).filter(|me| me.unit_type == UnitType::Hq);
        for unit in me.chain(&view.units) {
            let is_own = unit.team == team;
            scene.put(unit.at, Thing::Unit(Who::new(is_own, unit.unit_type)));
            if !is_own {
                scene.note_enemy(unit);
            }
        }
        scene
    }

    fn note_enemy(&mut self, unit: &UnitInfo) {
        match unit.unit_type {
            UnitType::Batter => {
                // Cooldowns fall by 1 when its turn begins.
                let batter = Batter {
                    at: unit.at,
                    can_move: unit.move_cd < 2.0,
                    can_act: unit.act_cd < 2.0,
                };
                let _ = self.batters.try_push(batter);
            }
            UnitType::Hq => self.recruiter = Some(unit.at),
            _ => {}
        }
    }

    fn index(&self, at: Location) -> Option<usize> {
        let (dx, dy) = (at.x - self.centre.x + REACH, at.y - self.centre.y + REACH);
        let is_inside = (0..SIDE).contains(&dx) && (0..SIDE).contains(&dy);
        is_inside.then_some((dy * SIDE + dx) as usize)
    }

    pub fn thing(&self, at: Location) -> Thing {
        self.index(at).map_or(Thing::Land, |i| self.things[i])
    }

    pub fn put(&mut self, at: Location, thing: Thing) {
        if let Some(i) = self.index(at) {
            self.things[i] = thing;
        }
    }

    fn value(&self, unit: Who) -> i32 {
        match unit.is_own() {
            true => -self.worth.own[unit.unit_type() as usize],
            false => self.worth.enemy[unit.unit_type() as usize],
        }
    }

    fn pays(&self, at: Location) -> bool {
        matches!(self.view.tile(at), Some(Terrain::Base | Terrain::Stadium))
    }

    /// What batting the thing at `from` is worth with each strength (R6.1, R6.2).
    fn gains(&self, from: Location, direction: Direction) -> Gains {
        match self.thing(from) {
            Thing::Ball => self.gains_of_ball(from, direction),
            Thing::Unit(unit) if unit.unit_type() != UnitType::Hq => {
                self.gains_of_unit(from, direction, unit)
            }
            _ => Gains::default(),
        }
    }

    pub fn gains_of_ball(&self, from: Location, direction: Direction) -> Gains {
        let mut gains = Gains::default();
        let mut gain = 0;
        let mut at = from;
        for strength in 0..gains.len() {
            at = at.step(direction);
            let end = match self.thing(at) {
                Thing::Abyss | Thing::Ball => Some(gain),
                Thing::Land => None,
                Thing::Unit(unit) => match unit.unit_type() {
                    UnitType::Hq if unit.is_own() => Some(gain - 1000),
                    UnitType::Hq => Some(gain + self.worth.hit),
                    UnitType::Catcher => Some(gain),
                    _ => {
                        gain += self.value(unit);
                        None
                    }
                },
            };
            // Where the flight ends, more strength does not matter.
            gains[strength..].fill(end.unwrap_or(gain));
            if end.is_some() {
                break;
            }
        }
        gains
    }

    fn gains_of_unit(&self, from: Location, direction: Direction, unit: Who) -> Gains {
        let value = self.value(unit);
        let mut gains = Gains::default();
        let mut at = from;
        for strength in 0..gains.len() {
            let next = at.step(direction);
            let end = match self.thing(next) {
                Thing::Abyss | Thing::Ball => Some(value),
                Thing::Land => None,
                Thing::Unit(other) => match other.unit_type() {
                    UnitType::Hq => Some(value),
                    UnitType::Catcher => Some(self.gain_of_push(from, at, unit)),
                    _ => Some(value + self.value(other)),
                },
            };
            if let Some(end) = end {
                gains[strength..].fill(end);
                break;
            }
            at = next;
            gains[strength] = self.gain_of_push(from, at, unit);
        }
        gains
    }

    /// What it is worth that a unit lands elsewhere.
    fn gain_of_push(&self, from: Location, to: Location, unit: Who) -> i32 {
        if unit.is_own() || to == from {
            return -1;
        }
        let mut gain = self.worth.push + steps_between(from, to);
        if unit.unit_type() == UnitType::Pitcher {
            gain += self.worth.evict * (i32::from(self.pays(from)) - i32::from(self.pays(to)));
        }
        gain
    }

    /// The best bat of a batter that stands at `stand`; `None` if none gains anything.
    pub fn best_bat(&self, stand: Location) -> Option<Bat> {
        let mut best: Option<Bat> = None;
        for &direction in Direction::neighbours() {
            let from = stand.step(direction);
            if !matches!(self.thing(from), Thing::Ball | Thing::Unit(_)) {
                continue;
            }
            for (strength, gain) in (1..).zip(self.gains(from, direction)) {
                if gain > best.map_or(0, |bat| bat.gain) {
                    best = Some(Bat { direction, strength, gain });
                }
            }
        }
        best
    }

    /// Carries out a bat in the scene, as far as it matters: what dies is gone, the rest stays.
    pub fn apply(&mut self, stand: Location, bat: Bat) {
        let from = stand.step(bat.direction);
        let thing = self.thing(from);
        let is_ball = thing == Thing::Ball;
        self.put(from, Thing::Land);
        let mut at = from;
        for _ in 0..bat.strength {
            let next = at.step(bat.direction);
            match self.thing(next) {
                Thing::Abyss => return self.forget(from, from),
                Thing::Ball | Thing::Unit(Who::OwnHq | Who::EnemyHq) => {
                    if is_ball && self.thing(next) == Thing::Ball {
                        self.put(next, Thing::Land);
                    }
                    return self.forget(from, from);
                }
                Thing::Land => at = next,
                Thing::Unit(Who::OwnCatcher | Who::EnemyCatcher) => break,
                Thing::Unit(_) => {
                    self.put(next, Thing::Land);
                    self.forget(next, next);
                    if !is_ball {
                        return self.forget(from, from);
                    }
                    at = next;
                }
            }
        }
        self.put(at, thing);
        for batter in &mut self.batters {
            if batter.at == from {
                batter.at = at;
            }
        }
    }

    fn forget(&mut self, at: Location, or: Location) {
        self.batters.retain(|batter| batter.at != at && batter.at != or);
    }

    /// Finds the tiles from which the other team could bat in its next turn.
    pub fn threats(&self) -> Threats {
        let mut tiles = [0; AREA];
        for batter in self.batters.iter().filter(|batter| batter.can_act) {
            // A batter in sight is at least one step away from the border of the scene.
            let Some(at) = self.index(batter.at) else { continue };
            tiles[at] |= BY_BATTER;
            let steps = if batter.can_move { &DELTAS[..] } else { &[] };
            for delta in steps {
                let near = (at as i32 + delta) as usize;
                if self.things[near] == Thing::Land {
                    tiles[near] |= BY_BATTER;
                }
            }
        }
        if let Some(hq) = self.recruiter {
            for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
                let near = self.index(Location::new(hq.x + dx, hq.y + dy));
                if let Some(near) = near.filter(|&near| self.things[near] == Thing::Land) {
                    tiles[near] |= BY_RECRUIT;
                }
            }
        }
        Threats { tiles }
    }

    /// Whether an enemy is near enough to do harm to a unit at `at` in its next turn.
    fn is_in_reach(&self, at: Location) -> bool {
        let is_near = |from: Location, reach: i32| steps_between(from, at) <= reach;
        self.recruiter.is_some_and(|hq| is_near(hq, RECRUITER_REACH))
            || self.batters.iter().any(|batter| batter.can_act && is_near(batter.at, BATTER_REACH))
    }

    /// What the other team could gain in its next turn by batting the own unit of `unit_type` that
    /// would stand at `at`, at most two steps from the centre: its death, a comrade's, or its being pushed
    /// away. The threats are those of this scene.
    pub fn danger(&self, threats: &Threats, at: Location, unit_type: UnitType) -> i32 {
        let Some(at) = self.index(at).filter(|_| self.is_in_reach(at)) else { return 0 };
        let own = self.worth.own[unit_type as usize];
        let mut worst = 0;
        for delta in DELTAS {
            // Bats come from behind.
            let mut behind = (at as i32 - delta) as usize;
            let threat = threats.tiles[behind];
            if threat != 0 {
                let loss = self.loss_of_flight(at, delta, own);
                worst = worst.max(if threat & BY_BATTER != 0 { loss } else { loss / 2 });
            }
            // A ball or a comrade that an enemy bats this way hits the unit.
            if unit_type == UnitType::Catcher {
                continue;
            }
            for _ in 0..STRENGTH_MAX {
                let thing = self.things[behind];
                behind = (behind as i32 - delta) as usize;
                let more = match thing {
                    Thing::Land => continue,
                    Thing::Ball => 0,
                    Thing::Unit(unit) if unit.is_own() && unit != Who::OwnHq => {
                        self.worth.own[unit.unit_type() as usize]
                    }
                    _ => break,
                };
                if threats.tiles[behind] & BY_BATTER != 0 {
                    worst = worst.max(own + more);
                }
                break;
            }
        }
        worst
    }

    fn loss_of_flight(&self, mut at: usize, delta: i32, own: i32) -> i32 {
        for _ in 0..STRENGTH_MAX {
            at = (at as i32 + delta) as usize;
            match self.things[at] {
                Thing::Land => {}
                Thing::Abyss | Thing::Ball => return own,
                Thing::Unit(unit) => match unit.unit_type() {
                    UnitType::Hq => return own,
                    UnitType::Catcher => return 2,
                    other if unit.is_own() => return own + self.worth.own[other as usize],
                    _ => return own / 2, // they would pay with a unit of theirs
                },
            }
        }
        8
    }

    /// The free tiles from which an enemy at `prey` can be killed, or else pushed, with the gain.
    pub fn stands_against(&self, prey: Location) -> ArrayVec<(Location, i32), 8> {
        let mut stands = ArrayVec::new();
        for &direction in Direction::neighbours() {
            let stand = prey.step(direction.opposite());
            if self.thing(stand) != Thing::Land {
                continue;
            }
            let gain = self.gains(prey, direction).into_iter().max().unwrap_or(0);
            if gain > 0 {
                stands.push((stand, gain));
            }
        }
        stands
    }
}
