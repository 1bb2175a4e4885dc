//! The original server's game log (R15): one s-expression per line, written while a match is
//! replayed.
//!
//! First `ident` with the players' names; then for every turn change `changed`, which is laid out as
//! the `status` message of the wire protocol but holds only objects that are new, and `animations`
//! with what happened; last `game-over`. The rulebook documents the lines and their fields, but not the
//! order of one command's effects. This log has the command first, then the objects that were hurt, removed
//! and added, each group in the order of ids.

use crate::command::{Call, Reply};
use crate::constants::*;
use crate::observe::{BuildingRecord, Position, UnitRecord, record};
use crate::profile::Rules;
use crate::state::TimeTravel;
use crate::types::{Id, Player};
use agon_core::{Actor, End, Exporter, MatchInfo, Outcome, Scribe};
use std::fmt::Write as _;

/// The number of the game in the log; the original counted its games.
const GAME_NUMBER: u32 = 0;

/// The log of one match while it is written.
pub struct GameLog {
    text: String,
    names: [String; PLAYERS],
    /// The animations since the last turn change.
    happened: String,
    /// The `animations` line of the last turn change.
    animations: String,
    /// The last compared position, and a buffer for the next one.
    seen: Position,
    now: Position,
    /// Objects with this id or a higher one are not yet in the log.
    next_new: Id,
}

impl GameLog {
    /// Begins the log of a match at its first position.
    pub fn new(game: &TimeTravel, info: &MatchInfo) -> GameLog {
        let name = |seat: usize| info.bots.get(seat).map_or("bot", String::as_str).to_owned();
        let names = [name(0), name(1)];
        let players: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        let mut writer = GameLog {
            text: format!("(\"ident\" ({}) () -1)\n", players.join(" ")),
            names,
            happened: String::new(),
            animations: String::new(),
            seen: game.position(),
            now: Position::default(),
            next_new: 0,
        };
        writer.write_turn(game);
        writer
    }

    /// The s-expression `animations` of the last turn change.
    pub fn animations(&self) -> &str {
        &self.animations
    }

    /// The whole log of a match that this player has won.
    pub fn end_with(mut self, name: &str, winner: usize) -> String {
        let _ = writeln!(self.text, "(\"game-over\" {GAME_NUMBER} {} {winner})", quoted(name));
        self.text
    }

    fn animate(&mut self, words: &[&dyn std::fmt::Display]) {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let _ = write!(self.happened, " ({})", words.join(" "));
    }

    /// Logs the changes of units and buildings since the last compared position.
    fn compare(&mut self, game: &TimeTravel) {
        record(game, &mut self.now);
        let facts = |position: &Position| -> Vec<(Id, i64)> {
            let units = position.units.iter().map(|unit| (unit.id, unit.hp));
            let buildings = position.buildings.iter().map(|b| (b.id, b.hp));
            let mut all: Vec<_> = units.chain(buildings).collect();
            all.sort_unstable();
            all
        };
        let (before, after) = (facts(&self.seen), facts(&self.now));
        let hp = |facts: &[(Id, i64)], id: Id| {
            let at = facts.binary_search_by_key(&id, |fact| fact.0).ok()?;
            Some(facts[at].1)
        };
        for &(id, had) in &before {
            if let Some(has) = hp(&after, id).filter(|&has| has < had) {
                self.animate(&[&"\"hurt\"", &id, &has]);
            }
        }
        for &(id, _) in before.iter().filter(|fact| hp(&after, fact.0).is_none()) {
            self.animate(&[&"\"remove\"", &id]);
        }
        for &(id, _) in after.iter().filter(|fact| hp(&before, fact.0).is_none()) {
            self.animate(&[&"\"add\"", &id]);
        }
        std::mem::swap(&mut self.seen, &mut self.now);
    }

    /// Logs the hunger damage of the last turn change, computed from the position before it.
    fn hunger(&mut self, ended: Player, game: &TimeTravel) {
        let eater = match game.rules.feeding {
            crate::profile::Feeding::AfterOwnTurn => ended,
            crate::profile::Feeding::BeforeOwnTurn => ended.other(),
        };
        let mut missing = [0; PERIODS];
        for unit in self.seen.units.iter().filter(|u| u.owner == eater.number()) {
            missing[usize::from(unit.z)] += unit.kind.stats().hunger;
        }
        for b in self.seen.buildings.iter().filter(|b| b.owner == eater.number() && b.complete) {
            missing[usize::from(b.z)] -= b.kind.stats().food(b.level);
        }
        for (z, food) in missing.into_iter().enumerate().filter(|(_, food)| *food > 0) {
            let damage = food * HUNGER_DAMAGE;
            self.animate(&[&"\"hungerDamage\"", &eater.number(), &z, &damage]);
        }
    }

    /// The lines of a turn change: new objects, and what happened.
    fn write_turn(&mut self, game: &TimeTravel) {
        self.text.push_str("(\"changed\"");
        write_game(&mut self.text, &self.seen);
        if self.next_new == 0 {
            write_stage(&mut self.text, &self.seen, &game.rules);
        }
        write_objects(&mut self.text, &self.seen, self.next_new);
        self.next_new = game.next_id;
        let animations = std::mem::take(&mut self.happened);
        self.animations = format!("(\"animations\"{animations})");
        let _ = write!(self.text, ")\n{}\n", self.animations);
    }
}

/// R15 The s-expression `status` of the wire protocol: the whole position.
pub fn status(position: &Position, rules: &Rules) -> String {
    let mut text = "(\"status\"".to_owned();
    write_game(&mut text, position);
    write_stage(&mut text, position, rules);
    write_objects(&mut text, position, 0);
    text.push(')');
    text
}

fn write_game(text: &mut String, position: &Position) {
    let [[a, b, c], [d, e, f]] = position.gold;
    let turn = position.turn;
    let _ = write!(
        text,
        " (\"game\" {turn} ({a} {b} {c}) ({d} {e} {f}) {RADIUS} {RADIUS} {HUNGER_DAMAGE})"
    );
}

/// The objects that never change: types, portals and terrain.
fn write_stage(text: &mut String, position: &Position, rules: &Rules) {
    let types = UnitKind::ALL.map(|kind| unit_type_fields(kind, rules.paint_slope));
    write_group(text, "UnitType", types.into());
    let types = BuildingKind::ALL.map(|kind| {
        let turns = [0, 1, 2].map(|z| rules.build_turns(kind, z));
        building_type_fields(kind, turns)
    });
    write_group(text, "BuildingType", types.into());
    let portals = position.portals.iter().map(|p| {
        let (id, x, y, z) = (p.id, p.x, p.y, p.z);
        format!(
            "{id} {x} {y} {z} {} {} {PORTAL_FEE_STEP} {PORTAL_FEE_MULTIPLIER:.6}",
            p.direction, p.fee
        )
    });
    write_group(text, "Portal", portals.collect());
    let terrain = position.terrain.iter().map(|t| {
        let (blocks_move, blocks_build) = (u8::from(t.blocks_move), u8::from(t.blocks_build));
        format!("{} {} {} {} {blocks_move} {blocks_build}", t.id, t.x, t.y, t.z)
    });
    write_group(text, "Terrain", terrain.collect());
}

/// Units and buildings from this id on.
fn write_objects(text: &mut String, position: &Position, from: Id) {
    let units = position.units.iter().filter(|unit| unit.id >= from).map(unit_fields);
    write_group(text, "Unit", units.collect());
    let buildings = position.buildings.iter().filter(|b| b.id >= from).map(building_fields);
    write_group(text, "Building", buildings.collect());
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn write_group(text: &mut String, name: &str, items: Vec<String>) {
    if !items.is_empty() {
        let _ = write!(text, " (\"{name}\" ({}))", items.join(") ("));
    }
}

fn unit_fields(unit: &UnitRecord) -> String {
    let UnitRecord { id, x, y, z, hp, level, kind, owner, actions, moves } = unit;
    let kind = kind.type_id();
    format!("{id} {x} {y} {z} {hp} {level} {kind} {owner} {actions} {moves}")
}

fn building_fields(building: &BuildingRecord) -> String {
    let BuildingRecord { id, x, y, z, hp, level, kind, owner, progress, .. } = building;
    let training = building.training.map_or(-1, |kind| i64::from(kind.type_id()));
    let (kind, linked) = (kind.type_id(), u8::from(building.linked));
    let complete = u8::from(building.complete);
    format!(
        "{id} {x} {y} {z} {hp} {level} {kind} {owner} {training} {progress} {linked} {complete}"
    )
}

/// The growth per level of hit points, armor, price, and damage or food.
fn growth_fields() -> String {
    let (strength, price) = (STRENGTH_GROWTH, PRICE_GROWTH);
    format!("{strength:.6} {strength:.6} {price:.6} {strength:.6}")
}

fn unit_type_fields(kind: UnitKind, paint_slope: i64) -> String {
    let stats = kind.stats();
    format!(
        "{} \"{}\" {} {} {} {} {} {} {} {} {} {} {} {} {} {} {PAINT_BASE} {paint_slope}",
        kind.type_id(),
        stats.name,
        stats.cost(0),
        stats.hunger,
        stats.train_turns,
        stats.hp(0),
        stats.armor(0),
        stats.moves,
        stats.actions,
        stats.attack_moves,
        stats.damage(0, false),
        stats.range_min,
        stats.range_max,
        stats.trained_by.type_id(),
        u8::from(kind == UnitKind::Artist),
        growth_fields(),
    )
}

fn building_type_fields(kind: BuildingKind, [far_past, past, present]: [i64; PERIODS]) -> String {
    let stats = kind.stats();
    format!(
        "{} \"{}\" {} {} {far_past} {past} {present} {} {} {} {} {BUILDING_SIDE} {BUILDING_SIDE} \
         0 0 {}",
        kind.type_id(),
        stats.name,
        stats.cost(0),
        stats.food(0),
        stats.hp(0),
        stats.armor(0),
        UnitKind::Engineer.type_id(),
        u8::from(stats.paintable),
        growth_fields(),
    )
}

impl Scribe<TimeTravel> for GameLog {
    fn call(&mut self, game: &TimeTravel, _actor: Actor, call: &Call, reply: &Reply) {
        match (call, reply) {
            (_, Reply::Refused(_)) => return,
            (Call::Move { unit, x, y }, _) => self.animate(&[&"\"move\"", unit, x, y]),
            (Call::Attack { unit, x, y }, _) => self.animate(&[&"\"attack\"", unit, x, y]),
            (Call::Paint { unit, x, y }, _) => self.animate(&[&"\"paint\"", unit, x, y]),
            // Only a new building is logged.
            (Call::Build { unit, x, y, .. }, &Reply::Built { building, .. })
                if building >= self.seen.next_id =>
            {
                self.animate(&[&"\"build\"", unit, x, y]);
            }
            (Call::Warp { unit }, Reply::Warped { z, .. }) => {
                self.animate(&[&"\"warp\"", unit, z]);
            }
            (Call::Train { building, kind }, _) => {
                self.animate(&[&"\"train\"", building, &kind.type_id()]);
            }
            (Call::Cancel { building }, _) => {
                let stopped = game.building(*building).is_some();
                let word = if stopped { "\"stopTrain\"" } else { "\"cancel\"" };
                self.animate(&[&word, building]);
            }
            _ => {}
        }
        self.compare(game);
    }

    fn end(&mut self, game: &TimeTravel, actor: Actor, _end: &End) {
        let forfeit = game.ending.is_some_and(|ending| ending.decision.is_forfeit());
        if let Some(player) = Player::of(actor).filter(|_| !forfeit) {
            self.hunger(player, game);
        }
        self.compare(game);
        self.write_turn(game);
    }
}

impl Exporter<TimeTravel> for GameLog {
    fn finish(self: Box<Self>, _game: &TimeTravel, outcome: &Outcome) -> Vec<u8> {
        let winner = outcome.winner().map_or(0, |seat| seat.index().min(PLAYERS - 1));
        let name = self.names[winner].clone();
        self.end_with(&name, winner).into_bytes()
    }
}
