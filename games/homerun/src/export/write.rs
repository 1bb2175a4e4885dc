//! The original's game log (R11): a text file with two frames for every round.
//!
//! The log shows positions that the contract never stops at (a round played to its end, before the
//! next income), so the writer plays the match on a copy, step by step.

use crate::command::{Call, Reply};
use crate::constants::ENERGY_PER_TURN;
use crate::map::Map;
use crate::rules::Step;
use crate::state::{Ending, HomeRun, Incident, Occupant, Phase, Unit};
use crate::types::{Team, UnitType};
use crate::view::{beyond, colour_code, drawn_place};
use agon_core::{Actor, Chance, End, Exporter, Game, MatchInfo, Outcome, Scribe};
use std::fmt::Write;

/// The log of one match while it is written.
pub(crate) struct Log {
    game: HomeRun,
    head: String,
    frames: String,
    count: usize,
    /// What units printed and drew since the last frame.
    notes: Vec<String>,
    /// The frame after A's last turn of this round is written.
    has_half: bool,
    /// A unit had a turn since the last frame.
    has_played: bool,
}

impl Log {
    pub fn new(game: &HomeRun, info: &MatchInfo) -> Log {
        let mut start =
            HomeRun::start(game.map.clone(), game.rules, Chance::seeded(game.dice.seed()));
        let bot = |i: usize| info.bots.get(i).map_or("", String::as_str);
        let head = format!("{}\n{}\n{}\n{}\n", info.map, game.dice.seed(), bot(0), bot(1));
        let mut log = Log {
            game: start.clone(),
            head,
            frames: String::new(),
            count: 0,
            notes: Vec::new(),
            has_half: false,
            has_played: false,
        };
        log.write_frame();
        start.advance();
        // An export from the middle of a match holds the rest of it.
        log.game = match start.fingerprint() == game.fingerprint() {
            true => start,
            false => game.clone(),
        };
        log
    }

    /// Plays to the next turn and writes the frames that are due before it.
    fn advance(&mut self) {
        loop {
            let before = Team::BOTH.map(|team| self.game.teams[team.index()].reputation);
            match self.game.step() {
                Step::Round => {
                    if self.has_played {
                        self.write_before_income(before);
                    }
                    self.has_half = false;
                }
                Step::Removed(_) => {}
                Step::Turn => {
                    let unit = &self.game.units[self.game.running_slot()];
                    if unit.team == Team::B && !self.has_half {
                        self.has_half = true;
                        self.write_frame();
                    }
                    return;
                }
                Step::Over => {
                    if self.has_played {
                        self.write_frame();
                    }
                    return;
                }
            }
        }
    }

    /// The frame of a finished round; the next round's income is paid already.
    fn write_before_income(&mut self, before: [f32; 2]) {
        let after = Team::BOTH.map(|team| self.game.teams[team.index()].reputation);
        for team in Team::BOTH {
            self.game.teams[team.index()].reputation = before[team.index()];
        }
        self.write_frame();
        for team in Team::BOTH {
            self.game.teams[team.index()].reputation = after[team.index()];
        }
    }

    fn write_frame(&mut self) {
        let game = &self.game;
        let out = &mut self.frames;
        let has_ball = |cell: &crate::map::Cell| game.occupants[cell.index()] == Occupant::BALL;
        let balls = game.map.cells().filter(has_ball);
        put_list(
            out,
            balls.map(|cell| {
                let (x, y) = game.map.place(cell);
                format!("B {x} {y}")
            }),
        );
        for team in Team::BOTH {
            let state = &game.teams[team.index()];
            let (reputation, points) = (float(state.reputation), float(state.points));
            put(out, &float(game.value(team)));
            put(out, &format!("{reputation} {points}"));
            let units = game.living().filter(|unit| unit.team == team);
            put_list(out, units.map(|unit| unit_line(unit, &game.map)));
        }
        let events = game.all_incidents().iter();
        put_list(out, events.filter_map(|incident| event_line(incident, &game.map)));
        put_list(out, self.notes.drain(..));
        self.count += 1;
        self.has_played = false;
        self.game.forget_incidents();
    }
}

impl Scribe<HomeRun> for Log {
    fn call(&mut self, _: &HomeRun, actor: Actor, call: &Call, _: &Reply) {
        if !call.is_order() {
            return;
        }
        if self.game.rules.verbose
            && let Some(slot) = self.game.slot_of(actor)
        {
            let id = self.game.units[slot].id;
            self.notes.extend(note_line(id, call, &self.game.map));
        }
        self.game.call(actor, call);
    }

    fn end(&mut self, _: &HomeRun, actor: Actor, end: &End) {
        let is_over = matches!(self.game.phase, Phase::Over(_));
        if !is_over && self.game.units[self.game.running_slot()].actor() == actor {
            self.game.end_turn(*end);
            self.has_played = true;
            self.advance();
        }
    }
}

impl Exporter<HomeRun> for Log {
    fn finish(self: Box<Self>, game: &HomeRun, _outcome: &Outcome) -> Vec<u8> {
        let (winner, reason) = match game.phase {
            Phase::Over(Ending { winner, decision }) => {
                (winner.to_string(), decision.original_words())
            }
            _ => ("-".to_owned(), "Not finished"),
        };
        let plan = game.map.plan();
        let [ox, oy] = plan.offset;
        let mut out = format!("AIC2023\n{}{winner}\n{reason}\n", self.head);
        put(&mut out, &format!("{} {}\n{ox} {oy}", plan.width, plan.height));
        put(&mut out, &format!("{ENERGY_PER_TURN}\n{}", self.count));
        let objects = plan.objects.iter();
        put_list(&mut out, objects.map(|(t, x, y)| format!("{t:?} {x} {y}")));
        out.push_str(&self.frames);
        out.into_bytes()
    }
}

fn put(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

/// The number of lines, then the lines.
fn put_list(out: &mut String, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    put(out, &lines.len().to_string());
    for line in lines {
        put(out, &line);
    }
}

fn unit_line(unit: &Unit, map: &Map) -> String {
    let (x, y) = map.place(unit.cell);
    let letter = unit.unit_type.letter();
    let mut line = format!("{} {} {letter} {x} {y} {} H 0", unit.id, unit.serial + 1, unit.energy);
    let mut add = |word: String| write!(line, " {word}").expect("a String takes everything");
    if unit.unit_type.can_move() {
        add(float(unit.move_cd));
    }
    if unit.unit_type.can_act() {
        add(float(unit.act_cd));
    }
    if unit.unit_type == UnitType::Pitcher {
        add(u8::from(unit.carrying).to_string());
    }
    line
}

/// One line of the log's list of actions; the log does not tell deaths.
fn event_line(incident: &Incident, map: &Map) -> Option<String> {
    Some(match *incident {
        Incident::Move { from, to, .. } => {
            let ((x1, y1), (x2, y2)) = (map.place(from), map.place(to));
            format!("M {x1} {y1} {x2} {y2}")
        }
        Incident::Bat { from, direction, steps, .. } => {
            let (x1, y1) = map.place(from);
            let [x2, y2] = beyond(map, from, direction, steps);
            format!("P {x1} {y1} {x2} {y2}")
        }
        Incident::Explosion { at, .. } => {
            let (x, y) = map.place(at);
            format!("E {x} {y}")
        }
        Incident::Kill { .. } => return None,
    })
}

/// What a unit prints or draws, as the log writes it in verbose games.
fn note_line(id: u16, call: &Call, map: &Map) -> Option<String> {
    match call {
        Call::Print(text) => {
            let text = text.as_ref()?.replace(['\n', '\r'], " ");
            Some(format!("P {id} {text}"))
        }
        Call::DrawPoint(at, colour) => {
            let [x, y] = drawn_place(map, *at);
            Some(format!("D {id} {x} {y} {}", colour_code(*colour)))
        }
        Call::DrawLine(from, to, colour) => {
            let [[x1, y1], [x2, y2]] = [*from, *to].map(|at| drawn_place(map, at));
            let colour = colour_code(*colour);
            Some(format!("L {id} {x1} {y1} {x2} {y2} {colour}"))
        }
        _ => None,
    }
}

/// A 32-bit number as the original wrote it: the shortest decimal, with a power of ten for very
/// large and very small ones.
fn float(number: f32) -> String {
    if number == 0.0 || (1e-3..1e7).contains(&number.abs()) {
        return format!("{number:?}");
    }
    let text = format!("{number:E}");
    match text.split_once('E') {
        Some((digits, power)) if !digits.contains('.') => format!("{digits}.0E{power}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_like_the_originals() {
        for (number, text) in [
            (0.0, "0.0"),
            (100.0, "100.0"),
            (27.004, "27.004"),
            (5.9604645e-8, "5.9604645E-8"),
            (1e-5, "1.0E-5"),
            (1.25e7, "1.25E7"),
        ] {
            assert_eq!(float(number), text);
        }
    }
}
