//! What a team knows in one turn, as sets of tiles, and the orders that keep them up to date.

use super::bits::{
    Bits, NEIGHBOURS, Place, changed_rows, columns, equal_bytes, first_in_square, gather,
    nonzero_bytes,
};
use super::search::{Compass, FAR, Search};
use super::window::{NEAR, Nearby, search_window};
use crate::command::{Call, Reply, RobotInfo};
use crate::observe::{HIDDEN, View};
use crate::state::Mars;
use crate::types::{Direction, RobotType};
use agon_core::{Stopped, Turn};

/// The known part of the map and all robots on it. An order that changes something updates it at once.
pub(super) struct Ground<const N: usize> {
    /// The view at the start of the turn, with later terraforming and exploring written into it.
    pub view: View,
    /// Tiles not seen yet.
    pub hidden: Bits<N>,
    /// Seen tiles that robots can enter: land and deposits.
    pub open: Bits<N>,
    pub land: Bits<N>,
    pub deposits: Bits<N>,
    /// Seen tiles from which an explorer sees something new.
    pub frontier: Bits<N>,
    /// Land by owner.
    pub own: Bits<N>,
    pub enemy: Bits<N>,
    /// Land that belongs to neither team.
    pub neutral: Bits<N>,
    /// Enemy land with the value -1 or -2, which two or three actions turn into own land.
    pub weak: Bits<N>,
    /// Where enemy robots stand.
    pub enemies: Bits<N>,
    /// Where own robots stand.
    robots: Bits<N>,
    /// Open tiles without a robot.
    pub free: Bits<N>,
    /// The tiles that own robots have left in this turn.
    left: Vec<Place>,
    /// Whether [`Ground::look`] would show tiles that were explored in this turn.
    has_explored: bool,
    /// Buffers of searches.
    pub search: Search<N>,
    seen: View,
}

impl<const N: usize> Default for Ground<N> {
    fn default() -> Ground<N> {
        let none = Bits::EMPTY;
        Ground {
            view: View::default(),
            hidden: none,
            open: none,
            land: none,
            deposits: none,
            frontier: none,
            own: none,
            enemy: none,
            neutral: none,
            weak: none,
            enemies: none,
            robots: none,
            free: none,
            left: Vec::new(),
            has_explored: false,
            search: Search::default(),
            seen: View::default(),
        }
    }
}

/// A robot's place.
pub(super) fn place_of(robot: &RobotInfo) -> Place {
    (robot.row.into(), robot.col.into())
}

impl<const N: usize> Ground<N> {
    /// Begins a turn.
    pub(super) fn begin(&mut self, view: &View) {
        self.read_tiles(view);
        // Own robots move and appear only in own turns. A list as long as at the end of the last turn has
        // lost none of them.
        if view.robots.len() != self.view.robots.len() {
            self.robots = Bits::EMPTY;
            view.robots.iter().for_each(|robot| self.robots.add(place_of(robot)));
        }
        self.view.clone_from(view);
        self.left.clear();
        self.has_explored = false;
        self.free = self.open - self.robots;
        self.read_enemies();
    }

    /// Reads the rows of a view that differ from the last one.
    fn read_tiles(&mut self, view: &View) {
        let width = view.tiles.width();
        let letters = changed_rows(&self.view.tiles, &view.tiles);
        let values = changed_rows(&self.view.terraform, &view.terraform);
        for row in columns(letters) {
            self.read_letters(row, &view.tiles.cells()[row * width..][..width]);
        }
        for row in columns(values) {
            self.read_values(row, &view.terraform.cells()[row * width..][..width]);
        }
        for row in columns(letters | values) {
            let owned = self.own.row(row) | self.enemy.row(row);
            *self.neutral.row_mut(row) = self.land.row(row) & !owned;
        }
        if letters != 0 {
            self.measure_frontier();
        }
    }

    fn read_letters(&mut self, row: usize, letters: &[u8]) {
        let [hidden, land, deposits] = gather(
            letters,
            |letter| letter,
            |eight| [HIDDEN, b'T', b'M'].map(|letter| equal_bytes(eight, letter)),
        );
        *self.hidden.row_mut(row) = hidden;
        *self.land.row_mut(row) = land;
        *self.deposits.row_mut(row) = deposits;
        *self.open.row_mut(row) = land | deposits;
    }

    fn read_values(&mut self, row: usize, values: &[i8]) {
        let [enemy, nonzero, weak] = gather(
            values,
            |value| value as u8,
            |eight| {
                // Of the negative values, -1 and -2 differ only in the lowest bit.
                let weak = equal_bytes(eight | 0x0101_0101_0101_0101, -1i8 as u8);
                [eight, nonzero_bytes(eight), weak & eight]
            },
        );
        *self.enemy.row_mut(row) = enemy;
        *self.own.row_mut(row) = nonzero & !enemy;
        *self.weak.row_mut(row) = weak;
    }

    fn measure_frontier(&mut self) {
        self.frontier = Bits::EMPTY;
        self.frontier.spread(&self.hidden, &self.open, 0, Bits::<N>::LAST);
    }

    fn read_enemies(&mut self) {
        self.enemies = Bits::EMPTY;
        for robot in &self.view.enemies {
            let place = place_of(robot);
            self.enemies.add(place);
            self.free.remove(place);
        }
    }

    /// The terraform value of a tile, own land above 0.
    pub(super) fn value(&self, place: Place) -> i8 {
        self.view.terraform[place]
    }

    /// Rounds left after this one.
    pub(super) fn rounds_left(&self) -> u16 {
        self.view.turns.saturating_sub(self.view.turn)
    }

    /// The number of own robots of each type.
    pub(super) fn counts(&self) -> [usize; RobotType::ALL.len()] {
        let mut counts = [0; RobotType::ALL.len()];
        for robot in &self.view.robots {
            counts[robot.kind as usize] += 1;
        }
        counts
    }

    /// The first step to the nearest goal over free tiles, and the goal. The robot's own tile is not a
    /// goal.
    pub(super) fn way(&mut self, from: Place, goals: &Bits<N>) -> Option<(Place, Place)> {
        find_way(&mut self.search, &self.free, &self.own, from, goals)
    }

    /// The first step to the nearest own land.
    pub(super) fn way_home(&mut self, from: Place) -> Option<Place> {
        find_way(&mut self.search, &self.free, &self.own, from, &self.own).map(|(step, _)| step)
    }

    /// Like [`Ground::way`], over at most `far` steps, which are at most [`NEAR`].
    pub(super) fn near_way(
        &self,
        from: Place,
        goals: &Bits<N>,
        far: usize,
    ) -> Option<(Place, Place)> {
        if let Some(near) = first_in_square(from, goals.square(from) & self.exits(from)) {
            return Some((near, near));
        }
        match search_window(from, &self.free, goals, far) {
            Nearby::Found { steps, goal } => Some((choose_step(from, steps, &self.own)?, goal)),
            Nearby::Farther | Nearby::CutOff => None,
        }
    }

    /// Like [`Ground::way`], for robots of which many have the same goals: those that find none near
    /// them follow the compass, and the step itself is returned as the goal.
    #[inline(always)]
    pub(super) fn way_by(
        &mut self,
        compass: &mut Compass<N>,
        from: Place,
        goals: &Bits<N>,
    ) -> Option<(Place, Place)> {
        // Late in the game most robots are cut off from work or walled in by others.
        if compass.is_cut_off(from) {
            return None;
        }
        let exits = self.exits(from);
        if exits == 0 {
            compass.prepare(goals, &self.open);
            return None;
        }
        self.way_out(compass, from, exits, goals)
    }

    /// [`Ground::way_by`] of a robot with these exits.
    #[inline(never)]
    fn way_out(
        &mut self,
        compass: &mut Compass<N>,
        from: Place,
        exits: u32,
        goals: &Bits<N>,
    ) -> Option<(Place, Place)> {
        if compass.is_near(from, goals, &self.free, &self.left) {
            let way = self.near_way(from, goals, NEAR);
            if way.is_some() {
                return way;
            }
            compass.has_missed();
        }
        let step = compass.step(from, exits, goals, &self.open, &self.own)?;
        Some((step, step))
    }

    /// The free neighbours of a tile, as a 3x3 square like those of [`Bits::square`].
    pub(super) fn exits(&self, from: Place) -> u32 {
        self.free.square(from) & NEIGHBOURS
    }

    /// The first step to a tile that the last search has found at a distance.
    pub(super) fn first_step(&self, from: Place, target: Place, distance: usize) -> Option<Place> {
        choose_step(from, self.search.first_steps(target, distance).square(from), &self.own)
    }

    /// Moves a robot to a free neighbouring tile; returns whether it is there.
    pub(super) fn step(
        &mut self,
        turn: &mut Turn<'_, Mars>,
        robot: usize,
        to: Place,
    ) -> Result<bool, Stopped> {
        let info = self.view.robots[robot];
        let from = place_of(&info);
        let order = Call::Move { robot: info.name, direction: direction(from, to) };
        if !matches!(turn.call(&order)?, Reply::Moved { .. }) {
            return Ok(false);
        }
        self.robots.remove(from);
        self.robots.add(to);
        self.free.add(from);
        self.free.remove(to);
        self.left.push(from);
        let info = &mut self.view.robots[robot];
        (info.row, info.col, info.moved) = (to.0 as u8, to.1 as u8, true);
        Ok(true)
    }

    /// Rams the enemy robot on a neighbouring tile; both are gone. The robot stays in the list as moved
    /// and acted.
    pub(super) fn ram(
        &mut self,
        turn: &mut Turn<'_, Mars>,
        robot: usize,
        to: Place,
    ) -> Result<(), Stopped> {
        let info = self.view.robots[robot];
        let from = place_of(&info);
        let order = Call::Move { robot: info.name, direction: direction(from, to) };
        if matches!(turn.call(&order)?, Reply::Rammed { .. }) {
            self.enemies.remove(to);
            self.free.add(from);
            self.free.add(to);
            self.view.enemies.retain(|enemy| place_of(enemy) != to);
            let info = &mut self.view.robots[robot];
            (info.moved, info.acted, info.battery) = (true, true, 0);
        }
        Ok(())
    }

    /// Lets a robot act if its battery suffices; returns whether it did.
    pub(super) fn act(&mut self, turn: &mut Turn<'_, Mars>, robot: usize) -> Result<bool, Stopped> {
        let info = self.view.robots[robot];
        if info.acted || info.battery < info.action_cost {
            return Ok(false);
        }
        let place = place_of(&info);
        // An explorer before it may have shown everything here.
        if info.kind == RobotType::Explorer && self.hidden.square(place) == 0 {
            return Ok(false);
        }
        match turn.call(&Call::Act { robot: info.name })? {
            Reply::Explored { tiles } => {
                for (row, col) in tiles {
                    self.hidden.remove((row.into(), col.into()));
                }
                self.measure_frontier();
                self.has_explored = true;
            }
            Reply::Mined { metal } => self.view.metal += metal,
            Reply::Terraformed { value, .. } => {
                self.view.terraform[place] = value;
                // Values grow by one.
                match value {
                    1 => {
                        self.neutral.remove(place);
                        self.own.add(place);
                    }
                    0 => {
                        self.enemy.remove(place);
                        self.weak.remove(place);
                        self.neutral.add(place);
                    }
                    -2 => self.weak.add(place),
                    _ => {}
                }
            }
            _ => return Ok(false),
        }
        let info = &mut self.view.robots[robot];
        (info.acted, info.battery) = (true, info.battery - info.action_cost);
        Ok(true)
    }

    /// Reads the tiles explored in this turn and the enemies on them. Until then they only count as no
    /// longer hidden.
    pub(super) fn look(&mut self, turn: &Turn<'_, Mars>) {
        if !std::mem::take(&mut self.has_explored) {
            return;
        }
        turn.look(&mut self.seen);
        let seen = std::mem::take(&mut self.seen);
        let known = self.open;
        self.read_tiles(&seen);
        self.free |= self.open - known;
        self.seen = seen;
        std::mem::swap(&mut self.view.tiles, &mut self.seen.tiles);
        std::mem::swap(&mut self.view.terraform, &mut self.seen.terraform);
        std::mem::swap(&mut self.view.mining, &mut self.seen.mining);
        std::mem::swap(&mut self.view.enemies, &mut self.seen.enemies);
        self.read_enemies();
    }

    /// Builds a robot on free own land; returns whether it stands there.
    pub(super) fn spawn(
        &mut self,
        turn: &mut Turn<'_, Mars>,
        kind: RobotType,
        (row, col): Place,
    ) -> Result<bool, Stopped> {
        let order = Call::Spawn { kind: Some(kind), row: row as i32, col: col as i32 };
        let Reply::Spawned(info) = turn.call(&order)? else {
            return Ok(false);
        };
        self.view.metal -= self.view.spawn_cost;
        self.robots.add((row, col));
        self.free.remove((row, col));
        self.view.robots.push(info);
        Ok(true)
    }

    /// The free own tile that is nearest to one of the goals; robots do not block the way.
    pub(super) fn spawn_place(&mut self, goals: &Bits<N>) -> Option<Place> {
        if goals.is_empty() {
            return None;
        }
        let homes = self.own & self.free;
        let distance = self.search.run(goals, &self.open, &homes, FAR)?;
        self.search.hits(distance, &homes).next()
    }
}

/// [`Ground::way`] over free tiles; `own` land is where robots are charged.
fn find_way<const N: usize>(
    search: &mut Search<N>,
    free: &Bits<N>,
    own: &Bits<N>,
    from: Place,
    goals: &Bits<N>,
) -> Option<(Place, Place)> {
    let exits = free.square(from) & NEIGHBOURS;
    if exits == 0 {
        return None;
    }
    // Most goals are next to the robot.
    if let Some(near) = first_in_square(from, goals.square(from) & exits) {
        return Some((near, near));
    }
    match search_window(from, free, goals, NEAR) {
        Nearby::Found { steps, goal } => return Some((choose_step(from, steps, own)?, goal)),
        Nearby::CutOff => return None,
        Nearby::Farther => {}
    }
    let distance = search.run_far(from, free, goals)?;
    let goal = search.hits(distance, goals).next()?;
    let steps = search.first_steps(goal, distance).square(from);
    Some((choose_step(from, steps, own)?, goal))
}

/// One of the equally good steps of a 3x3 square; on own land if possible, because robots are charged there.
fn choose_step<const N: usize>(from: Place, steps: u32, own: &Bits<N>) -> Option<Place> {
    first_in_square(from, steps & own.square(from)).or_else(|| first_in_square(from, steps))
}

/// Directions in the order of a 3x3 square.
const DIRECTIONS: [Option<Direction>; 9] = [
    Some(Direction::UpLeft),
    Some(Direction::Up),
    Some(Direction::UpRight),
    Some(Direction::Left),
    None,
    Some(Direction::Right),
    Some(Direction::DownLeft),
    Some(Direction::Down),
    Some(Direction::DownRight),
];

/// The direction from a tile to a neighbour.
fn direction(from: Place, to: Place) -> Option<Direction> {
    DIRECTIONS[3 * (to.0 + 1 - from.0) + to.1 + 1 - from.1]
}
