//! Recorded games: replays each command and compares the whole position with the recording.
//!
//! A recording starts with a complete position and lists the changes after each command. The replay applies
//! them to a recorded position and compares all of it after every step, which also finds changes that are
//! *not* recorded.

use crate::command::{Call, Reply};
use crate::constants::*;
use crate::observe::{BuildingRecord, Position, UnitRecord, record};
use crate::profile::Rules;
use crate::state::Decision;
use crate::state::TimeTravel;
use crate::types::{Id, Player};
use agon_core::trace::{Recording, TraceFault, broken, compare, field};
use agon_core::{Actor, End, Game, Profile};
use serde::Deserialize;
use serde_json::{Value, json};

/// R0 The recordings' names of the profiles.
pub(crate) fn profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
    match field(header, "profile")?.as_str() {
        Some("handbook") => Ok(vec![Profile::Handbook]),
        Some("engine2009" | "original") => Ok(vec![Profile::Original]),
        other => Err(broken(format!("the profile {other:?} is not known"))),
    }
}

/// Starts to replay a recording.
pub(crate) fn open(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
    let config = field(header, "config")?;
    let mut rules = Rules::of(profile);
    let limit = field(config, "turn_limit")?.as_u64().and_then(|n| u32::try_from(n).ok());
    rules.turn_limit = limit.ok_or_else(|| broken("the turn limit is not a number"))?;
    compare_config(config, &rules)?;
    let expected = Position::deserialize(field(header, "initial")?)
        .map_err(|e| broken(format!("the initial position cannot be read: {e}")))?;
    let game = TimeTravel::at(&expected, rules).map_err(broken)?;
    Ok(Box::new(Replay { game, got: Position::default(), expected, ended: false }))
}

/// Checks that the recording was played with the numbers of `constants`.
fn compare_config(config: &Value, rules: &Rules) -> Result<(), TraceFault> {
    let (strength, price) = (STRENGTH_GROWTH, PRICE_GROWTH);
    let growth =
        |last: &str| json!({"hp": strength, "armor": strength, "price": price, last: strength});
    let ours = [
        ("hunger_damage", json!(HUNGER_DAMAGE)),
        ("portal_fee_init", json!(PORTAL_FEE)),
        ("portal_fee_incr", json!(PORTAL_FEE_STEP)),
        ("portal_fee_multiplier", json!(PORTAL_FEE_MULTIPLIER)),
        ("paint_base", json!(PAINT_BASE)),
        ("paint_linear", json!(rules.paint_slope)),
        ("unit_exp", growth("damage")),
        ("building_exp", growth("food")),
        ("max_x", json!(RADIUS)),
        ("max_y", json!(RADIUS)),
        ("unit_types", UnitKind::ALL.map(unit_type).into_iter().collect()),
        (
            "building_types",
            BuildingKind::ALL.map(|kind| building_type(kind, rules)).into_iter().collect(),
        ),
    ];
    for (key, ours) in ours {
        if let Some(theirs) = config.get(key) {
            compare("header", &format!("config.{key}"), theirs, &ours)?;
        }
    }
    Ok(())
}

fn unit_type(kind: UnitKind) -> Value {
    let stats = kind.stats();
    json!({
        "id": kind.type_id(),
        "name": stats.name,
        "price": stats.cost(0),
        "hunger": stats.hunger,
        "train_time": stats.train_turns,
        "hp": stats.hp(0),
        "armor": stats.armor(0),
        "moves": stats.moves,
        "actions": stats.actions,
        "attack_cost": stats.attack_moves,
        "damage": stats.damage(0, false),
        "min_range": stats.range_min,
        "max_range": stats.range_max,
        "trained_by": stats.trained_by.stats().name,
        "can_paint": kind == UnitKind::Artist,
    })
}

fn building_type(kind: BuildingKind, rules: &Rules) -> Value {
    let stats = kind.stats();
    let build_time = [0, 1, 2].map(|z| rules.build_turns(kind, z));
    json!({
        "id": kind.type_id(),
        "name": stats.name,
        "price": stats.cost(0),
        "food": stats.food(0),
        "build_time": build_time,
        "hp": stats.hp(0),
        "armor": stats.armor(0),
        "built_by": UnitKind::Engineer.stats().name,
        "allow_paint": stats.paintable,
        "width": BUILDING_SIDE,
        "height": BUILDING_SIDE,
    })
}

struct Replay {
    game: TimeTravel,
    /// The position as recorded.
    expected: Position,
    /// The position of this implementation.
    got: Position,
    ended: bool,
}

/// The changes of a recorded command.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Delta {
    gold: Option<[[i64; PERIODS]; PLAYERS]>,
    units: Vec<UnitRecord>,
    buildings: Vec<BuildingRecord>,
    removed: Vec<Id>,
    portal_fees: Vec<(Id, u32)>,
}

/// The complete position after a turn change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    turn: u32,
    current: Option<u8>,
    gold: [[i64; PERIODS]; PLAYERS],
    units: Vec<UnitRecord>,
    buildings: Vec<BuildingRecord>,
    portal_fees: Vec<(Id, u32)>,
}

impl Recording for Replay {
    fn line(&mut self, line: &Value) -> Result<u64, TraceFault> {
        if line.get("end").is_some() {
            return self.last_line(line).map(|()| 0);
        }
        let step = field(line, "n")?.to_string();
        let command = Command::read(field(line, "cmd")?)?;
        self.expect_player(line, &step)?;
        if matches!(command, Command::EndTurn) {
            let actor = self.game.current().map_or(Actor(0), Player::actor);
            self.game.end(actor, End::DONE);
            self.expect_after(line)?;
        } else {
            let accepted = self.give(&command, line)?;
            let ok = field(line, "ok")?;
            compare(&step, "ok", ok, &json!(accepted))?;
            self.expect_delta(line)?;
        }
        self.compare_all(&step)?;
        Ok(1)
    }

    fn finish(&mut self) -> Result<(), TraceFault> {
        match self.ended {
            true => Ok(()),
            false => Err(broken("the recording breaks off: it has no closing line")),
        }
    }
}

impl Replay {
    /// Compares the player on turn and the turn with the recording.
    fn expect_player(&self, line: &Value, step: &str) -> Result<(), TraceFault> {
        for (key, ours) in [
            ("player", json!(self.game.current().map(Player::number))),
            ("turn", json!(self.game.turn)),
        ] {
            if let Some(theirs) = line.get(key) {
                compare(step, key, theirs, &ours)?;
            }
        }
        Ok(())
    }

    /// Gives a recorded command; returns whether it was carried out.
    fn give(&mut self, command: &Command, line: &Value) -> Result<bool, TraceFault> {
        let call = match command {
            Command::Call(call) => call,
            // A call cannot name an unknown type; the command has no effect.
            Command::Impossible | Command::EndTurn => return Ok(false),
        };
        let player = field(line, "player")?.as_u64().and_then(|n| u32::try_from(n).ok());
        let actor = Actor(player.ok_or_else(|| broken("the player is not a number"))?);
        Ok(!matches!(self.game.call(actor, call), Reply::Refused(_)))
    }

    /// Brings the recorded position up to date after a command.
    fn expect_delta(&mut self, line: &Value) -> Result<(), TraceFault> {
        let Some(delta) = line.get("delta") else {
            return Ok(());
        };
        let delta = Delta::deserialize(delta)
            .map_err(|e| broken(format!("the changes cannot be read: {e}")))?;
        let expected = &mut self.expected;
        if let Some(gold) = delta.gold {
            expected.gold = gold;
        }
        expected.units.retain(|unit| !delta.removed.contains(&unit.id));
        expected.buildings.retain(|building| !delta.removed.contains(&building.id));
        for unit in delta.units {
            put(&mut expected.units, unit, |unit| unit.id);
        }
        for building in delta.buildings {
            put(&mut expected.buildings, building, |building| building.id);
        }
        self.expect_fees(&delta.portal_fees)
    }

    /// Takes the complete recorded position after a turn change.
    fn expect_after(&mut self, line: &Value) -> Result<(), TraceFault> {
        let after = After::deserialize(field(line, "state")?)
            .map_err(|e| broken(format!("the position cannot be read: {e}")))?;
        let expected = &mut self.expected;
        (expected.turn, expected.current) = (after.turn, after.current);
        expected.gold = after.gold;
        (expected.units, expected.buildings) = (after.units, after.buildings);
        expected.units.sort_by_key(|unit| unit.id);
        expected.buildings.sort_by_key(|building| building.id);
        self.expect_fees(&after.portal_fees)
    }

    fn expect_fees(&mut self, fees: &[(Id, u32)]) -> Result<(), TraceFault> {
        for &(id, fee) in fees {
            let portal = self.expected.portals.iter_mut().find(|portal| portal.id == id);
            let portal = portal.ok_or_else(|| broken(format!("there is no portal {id}")))?;
            portal.fee = fee;
        }
        Ok(())
    }

    fn compare_all(&mut self, step: &str) -> Result<(), TraceFault> {
        record(&self.game, &mut self.got);
        // The counter of ids is not recorded; the ids it gives out are.
        self.expected.next_id = self.got.next_id;
        if self.got == self.expected {
            return Ok(());
        }
        compare(step, "state", &json!(self.expected), &json!(self.got))?;
        Err(broken("the positions differ, but their JSON is equal"))
    }

    /// The result and the net worth of both players.
    fn last_line(&mut self, line: &Value) -> Result<(), TraceFault> {
        self.ended = true;
        let ending = self.game.ending;
        let reason = ending.map(|ending| match ending.decision {
            Decision::Elimination => "elimination",
            Decision::NetWorth => "net_worth",
            Decision::Timeout | Decision::Gone => "forfeit",
        });
        let winner = ending.map(|ending| ending.winner);
        let ours = [
            ("winner", json!(winner.map(Player::number))),
            ("ranking", json!(winner.map(|w| [w.number(), w.other().number()]))),
            ("reason", json!(reason)),
            ("turn", json!(self.game.turn)),
            ("net_worth", json!(Player::BOTH.map(|player| self.game.net_worth(player)))),
        ];
        for (key, ours) in ours {
            compare("end", key, field(line, key)?, &ours)?;
        }
        Ok(())
    }
}

/// Replaces the object with the same id, or inserts a new one in order.
fn put<T>(objects: &mut Vec<T>, object: T, id: impl Fn(&T) -> Id) {
    match objects.binary_search_by_key(&id(&object), &id) {
        Ok(at) => objects[at] = object,
        Err(at) => objects.insert(at, object),
    }
}

/// A recorded command.
enum Command {
    Call(Call),
    /// A command without an equivalent call, such as training a building.
    Impossible,
    EndTurn,
}

impl Command {
    fn read(cmd: &Value) -> Result<Command, TraceFault> {
        let bad = || broken(format!("unknown command {cmd}"));
        let words = cmd.as_array().ok_or_else(bad)?;
        let name = words.first().and_then(Value::as_str).ok_or_else(bad)?;
        let number = |at: usize| words.get(at).and_then(Value::as_i64);
        // Invalid and oversized numbers become the largest id or coordinate, which no object and no tile
        // has.
        let id = |at| number(at).and_then(|n| Id::try_from(n).ok()).unwrap_or(Id::MAX);
        let coordinate = |at| number(at).and_then(|n| i32::try_from(n).ok()).unwrap_or(i32::MAX);
        let (unit, x, y) = (id(1), coordinate(2), coordinate(3));
        Ok(Command::Call(match name {
            "end_turn" => return Ok(Command::EndTurn),
            "move" => Call::Move { unit, x, y },
            "attack" => Call::Attack { unit, x, y },
            "paint" => Call::Paint { unit, x, y },
            "build" => Call::Build { unit, x, y, kind: BuildingKind::from_type_id(id(4)) },
            "warp" => Call::Warp { unit },
            "train" => match UnitKind::from_type_id(id(2)) {
                Some(kind) => Call::Train { building: id(1), kind },
                None => return Ok(Command::Impossible),
            },
            "cancel" => Call::Cancel { building: id(1) },
            _ => return Err(bad()),
        }))
    }
}
