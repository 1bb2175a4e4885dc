//! What a team knows in one turn, as sets of tiles, and the orders that keep them up to date.

use super::bits::{Bits, NEIGHBOURS, Place, equal_bytes, first_in_square, gather, nonzero_bytes};
use super::search::{Compass, NEAR, Search};
use crate::command::{Call, Reply, RobotInfo};
use crate::constants::SIDE_MAX;
use crate::observe::{HIDDEN, View};
use crate::state::Mars;
use crate::types::{Direction, RobotType};
use agon_core::{Stopped, Turn};

/// More steps than any way needs.
pub(super) const FAR: usize = SIDE_MAX * SIDE_MAX;

/// The known part of the map and all robots on it. An order that changes something updates it at once.
pub(super) struct Ground {
    /// The view at the start of the turn, with later terraforming and exploring written into it.
    pub view: View,
    /// Tiles not seen yet.
    pub hidden: Bits,
    /// Seen tiles that robots can enter: land and deposits.
    pub open: Bits,
    pub land: Bits,
    pub deposits: Bits,
    /// Land by owner.
    pub own: Bits,
    pub enemy: Bits,
    /// Enemy land with the value -1 or -2, which two or three actions turn into own land.
    pub weak: Bits,
    /// Where robots stand.
    pub robots: Bits,
    pub enemies: Bits,
    /// Open tiles without a robot.
    pub free: Bits,
    /// The tiles that own robots have left in this turn.
    left: Vec<Place>,
    /// Buffers of searches.
    pub search: Search,
    seen: View,
}

impl Default for Ground {
    fn default() -> Ground {
        let none = Bits::EMPTY;
        Ground {
            view: View::default(),
            hidden: none,
            open: none,
            land: none,
            deposits: none,
            own: none,
            enemy: none,
            weak: none,
            robots: none,
            enemies: none,
            free: none,
            left: Vec::new(),
            search: Search::default(),
            seen: View::default(),
        }
    }
}

/// A robot's place.
pub(super) fn place_of(robot: &RobotInfo) -> Place {
    (robot.row.into(), robot.col.into())
}

impl Ground {
    /// Begins a turn.
    pub(super) fn begin(&mut self, view: &View) {
        self.read_tiles(view);
        self.view.clone_from(view);
        self.left.clear();
        self.robots = Bits::EMPTY;
        for robot in &self.view.robots {
            self.robots.add(place_of(robot));
        }
        self.read_enemies();
    }

    /// Reads the rows of a view that differ from the last one.
    fn read_tiles(&mut self, view: &View) {
        let is_new = self.view.tiles != view.tiles;
        let mut last = self.view.tiles.rows();
        for (row, letters) in view.tiles.rows().enumerate().take_while(|_| is_new) {
            if last.next() == Some(letters) {
                continue;
            }
            let [hidden, land, deposits] = gather(
                letters,
                |letter| letter,
                |eight| [HIDDEN, b'T', b'M'].map(|letter| equal_bytes(eight, letter)),
            );
            *self.hidden.row_mut(row) = hidden;
            *self.land.row_mut(row) = land;
            *self.deposits.row_mut(row) = deposits;
        }
        self.open = self.land | self.deposits;
        let is_new = self.view.terraform != view.terraform;
        let mut last = self.view.terraform.rows();
        for (row, values) in view.terraform.rows().enumerate().take_while(|_| is_new) {
            if last.next() == Some(values) {
                continue;
            }
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
    }

    fn read_enemies(&mut self) {
        self.enemies = Bits::EMPTY;
        for robot in &self.view.enemies {
            self.enemies.add(place_of(robot));
        }
        self.free = self.open - self.robots - self.enemies;
    }

    /// Land that belongs to neither team.
    pub(super) fn neutral(&self) -> Bits {
        self.land - self.own - self.enemy
    }

    /// Seen tiles from which an explorer sees something new.
    pub(super) fn frontier(&self) -> Bits {
        self.hidden.grown() & self.open
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

    /// The first step to the nearest goal within `far` steps over free tiles, and the goal. The robot's
    /// own tile is not a goal.
    pub(super) fn way(&mut self, from: Place, goals: &Bits, far: usize) -> Option<(Place, Place)> {
        find_way(&mut self.search, &self.free, &self.own, from, goals, far)
    }

    /// The first step to the nearest own land.
    pub(super) fn way_home(&mut self, from: Place) -> Option<Place> {
        find_way(&mut self.search, &self.free, &self.own, from, &self.own, FAR)
            .map(|(step, _)| step)
    }

    /// Like [`Ground::way`], for robots of which many have the same goals: those that find none near
    /// them follow the compass, and the step itself is returned as the goal.
    pub(super) fn way_by(
        &mut self,
        compass: &mut Compass,
        from: Place,
        goals: &Bits,
    ) -> Option<(Place, Place)> {
        if compass.is_cut_off(from) {
            return None;
        }
        let exits = self.exits(from);
        if exits != 0 && compass.is_near(from, goals, &self.free, &self.left) {
            let way = self.way(from, goals, NEAR);
            if way.is_some() {
                return way;
            }
            compass.misses += 1;
        }
        if compass.is_useless(exits) {
            return None;
        }
        let step = compass.step(from, exits, goals, &self.open, &self.own);
        step.map(|step| (step, step))
    }

    /// The free neighbours of a tile, as a 3x3 square like those of [`Bits::square`].
    pub(super) fn exits(&self, from: Place) -> u32 {
        self.free.square(from) & NEIGHBOURS
    }

    /// The first step to a tile that the last search has found at a distance; on own land if possible,
    /// because robots are charged there.
    pub(super) fn first_step(&self, from: Place, target: Place, distance: usize) -> Option<Place> {
        choose_step(&self.search, &self.own, from, target, distance)
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
            self.robots.remove(from);
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
            }
            Reply::Mined { metal } => self.view.metal += metal,
            Reply::Terraformed { value, .. } => {
                self.view.terraform[place] = value;
                self.own.remove(place);
                self.enemy.remove(place);
                self.weak.remove(place);
                match value {
                    1.. => self.own.add(place),
                    0 => {}
                    ..0 => self.enemy.add(place),
                }
                if (-2..0).contains(&value) {
                    self.weak.add(place);
                }
            }
            _ => return Ok(false),
        }
        let info = &mut self.view.robots[robot];
        (info.acted, info.battery) = (true, info.battery - info.action_cost);
        Ok(true)
    }

    /// Reads the explored tiles and the enemies on them. Until then they only count as no longer hidden.
    pub(super) fn look(&mut self, turn: &Turn<'_, Mars>) {
        turn.look(&mut self.seen);
        let seen = std::mem::take(&mut self.seen);
        self.read_tiles(&seen);
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
    pub(super) fn spawn_place(&mut self, goals: &Bits) -> Option<Place> {
        let homes = self.own & self.free;
        let distance = self.search.run(goals, &self.open, &homes, FAR)?;
        self.search.hits(distance, &homes).next()
    }
}

/// [`Ground::way`] over free tiles; `own` land is where robots are charged.
fn find_way(
    search: &mut Search,
    free: &Bits,
    own: &Bits,
    from: Place,
    goals: &Bits,
    far: usize,
) -> Option<(Place, Place)> {
    let exits = free.square(from) & NEIGHBOURS;
    if exits == 0 {
        return None;
    }
    // Most goals are next to the robot.
    if let Some(near) = first_in_square(from, goals.square(from) & exits) {
        return Some((near, near));
    }
    let distance = search.run_from(from, free, goals, far)?;
    let target = search.hits(distance, goals).next()?;
    Some((choose_step(search, own, from, target, distance)?, target))
}

/// [`Ground::first_step`] of a search.
fn choose_step(
    search: &Search,
    own: &Bits,
    from: Place,
    target: Place,
    distance: usize,
) -> Option<Place> {
    let steps = search.first_steps(target, distance).square(from);
    first_in_square(from, steps & own.square(from)).or_else(|| first_in_square(from, steps))
}

fn direction(from: Place, to: Place) -> Option<Direction> {
    let step = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
    Direction::ALL.into_iter().find(|direction| direction.step() == step)
}
