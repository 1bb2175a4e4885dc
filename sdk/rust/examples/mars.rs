//! Mars Makeover: explore, mine, and terraform outwards from home.
//!
//! Every robot looks for the nearest place where it has work (a breadth-first search over what is
//! visible), takes one step towards it and acts: explorers where hidden tiles are near, miners on
//! deposits, terraformers on land without an owner or almost ours. Robots without battery go home
//! to charge. No two robots are sent to the same place, and no robot steps on an occupied tile,
//! which would ram. Metal is spent on one explorer per 400 hidden tiles, then on miners, then on
//! terraformers. All calls go out in one message, which is faster than one by one.

use agon_bot::{call, json, Json, Turn, TurnOver};
use std::collections::{HashMap, HashSet, VecDeque};

type Place = (i64, i64);

const STEPS: [(&str, Place); 8] = [
    ("UP", (-1, 0)),
    ("UP_RIGHT", (-1, 1)),
    ("RIGHT", (0, 1)),
    ("DOWN_RIGHT", (1, 1)),
    ("DOWN", (1, 0)),
    ("DOWN_LEFT", (1, -1)),
    ("LEFT", (0, -1)),
    ("UP_LEFT", (-1, -1)),
];

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let mut board = Board::new(&turn.view);
    let mut orders = Vec::new();
    for robot in turn.view["robots"].list() {
        let here = place(robot);
        let is_flat = robot["battery"].integer() < robot["action_cost"].integer();
        let work = if is_flat { "home" } else { robot["type"].text() };
        let Some(way) = board.way(here, work) else { continue };
        if let Some((direction, step)) = way.first {
            board.occupied.remove(&here);
            board.occupied.insert(step);
            orders.push(call("move", json!({"robot": &robot["name"], "direction": direction})));
            let goal = [way.goal.0, way.goal.1];
            turn.line(robot["name"].text(), goal, [255, 220, 0])?;
        }
        // Where there is nothing to do this is refused, and a refusal costs nothing.
        orders.push(call("act", json!({"robot": &robot["name"]})));
    }
    board.build(&turn.view, &mut orders);
    turn.calls(orders)?;
    Ok(())
}

/// The first step to a goal, if we are not there yet.
struct Way {
    first: Option<(&'static str, Place)>,
    goal: Place,
}

/// What the team knows, and what it has decided already in this turn.
struct Board {
    open: HashSet<Place>,
    occupied: HashSet<Place>,
    /// Own land in reading order.
    own: Vec<Place>,
    /// Where each kind of robot has work; each goal is given to one robot only.
    goals: HashMap<&'static str, HashSet<Place>>,
}

impl Board {
    fn new(view: &Json) -> Board {
        let rows: Vec<&[u8]> =
            view["tiles"].list().iter().map(|row| row.text().as_bytes()).collect();
        let tile = |(row, col): Place| Some(*rows.get(row as usize)?.get(col as usize)?);
        let width = rows.first().map_or(0, |row| row.len());
        let all = (0..rows.len() * width).map(|i| ((i / width) as i64, (i % width) as i64));
        let robots = view["robots"].list().iter().chain(view["enemies"].list());
        let mut board = Board {
            open: HashSet::new(),
            occupied: robots.map(place).collect(),
            own: Vec::new(),
            goals: HashMap::new(),
        };
        for at in all {
            let Some(kind @ (b'T' | b'M')) = tile(at) else { continue };
            board.open.insert(at);
            let mut goal = |name| board.goals.entry(name).or_default().insert(at);
            let value = view["terraform"][at.0 as usize][at.1 as usize].integer();
            if value > 0 {
                goal("home");
                board.own.push(at);
            }
            if kind == b'M' {
                goal("miner");
            } else if -3 < value && value < 1 {
                goal("terraformer");
            }
            if around(at).any(|(_, near)| tile(near) == Some(b'#')) {
                goal("explorer");
            }
        }
        board
    }

    /// The way to the nearest place of this work; it is no longer free for others.
    fn way(&mut self, start: Place, work: &str) -> Option<Way> {
        let goals = self.goals.get_mut(work).filter(|goals| !goals.is_empty())?;
        let mut queue = VecDeque::from([(start, None)]);
        let mut seen = HashSet::from([start]);
        while let Some((at, first)) = queue.pop_front() {
            if goals.remove(&at) {
                return Some(Way { first, goal: at });
            }
            for (direction, near) in around(at) {
                let is_free = self.open.contains(&near) && !self.occupied.contains(&near);
                if is_free && seen.insert(near) {
                    queue.push_back((near, first.or(Some((direction, near)))));
                }
            }
        }
        None
    }

    /// New robots on free own land, as far as metal and work go.
    fn build(&mut self, view: &Json, orders: &mut Vec<Json>) {
        let count = |kind| view["robots"].list().iter().filter(|r| r["type"] == kind).count();
        let rows = view["tiles"].list().iter();
        let hidden: usize = rows.map(|row| row.text().matches('#').count()).sum();
        let (mut explorers, mut miners) = (count("explorer"), count("miner"));
        let most_miners = (count("terraformer") + 2).min(12);
        let is_late = view["turn"].integer() > view["turns"].integer() - 30;
        let mut metal = view["metal"].integer();
        for &(row, col) in self.own.iter().filter(|at| !self.occupied.contains(at)) {
            let has_work = |kind| self.goals.get(kind).is_some_and(|goals| !goals.is_empty());
            let kind = if explorers * 400 < hidden && has_work("explorer") && !is_late {
                explorers += 1;
                "explorer"
            } else if miners < most_miners && has_work("miner") && !is_late {
                miners += 1;
                "miner"
            } else {
                "terraformer"
            };
            metal -= view["spawn_cost"].integer();
            if metal < 0 || !has_work(kind) {
                return;
            }
            orders.push(call("spawn", json!({"type": kind, "row": row, "col": col})));
        }
    }
}

fn place(robot: &Json) -> Place {
    (robot["row"].integer(), robot["col"].integer())
}

fn around((row, col): Place) -> impl Iterator<Item = (&'static str, Place)> {
    STEPS.iter().map(move |&(name, (down, right))| (name, (row + down, col + right)))
}

fn main() {
    agon_bot::run(play)
}
