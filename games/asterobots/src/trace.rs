//! Recorded games: those of the original engine (`original`) and those made from the manual by two
//! other programs (`handbook`). Every vein granted, every command's verdict, every state and the
//! final standings are compared.

use crate::command::{Call, Reply};
use crate::constants::{MATERIALS, UPGRADE_MATERIAL, UPGRADE_ROBOT};
use crate::map::Map;
use crate::profile::{Rules, Setup};
use crate::rules;
use crate::state::Asterobots;
use crate::types::{Decision, Material, Phase, Point};
use agon_core::trace::{Recording, TraceFault, broken, compare, field};
use agon_core::{Actor, Chance, End, Game, Profile, Scribe, Turn, Why};
use serde::de::DeserializeOwned;
use serde_json::{Map as Object, Value, json};
use std::sync::Arc;

/// The profile in which a recording must hold: the one its header names, otherwise `original`.
pub(crate) fn profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
    let game = field(header, "game")?;
    if game != "asterobots" {
        return Err(broken(format!("this is a recording of {game}, not of \"asterobots\"")));
    }
    match header.get("profile") {
        None => Ok(vec![Profile::Original]),
        Some(word) => word
            .as_str()
            .and_then(|word| word.parse().ok())
            .map(|profile| vec![profile])
            .ok_or_else(|| broken(format!("the header's profile {word} is unknown"))),
    }
}

pub(crate) fn open(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
    let config = field(header, "config")?;
    let mut rules = Rules::of(profile);
    rules.max_round = read(config, "max_round")?;
    rules.initial_money = read(config, "initial_money")?;
    rules.initial_materials = materials(field(config, "initial_materials")?)?;
    rules.alien_trade_margin = read(config, "alien_trade_margin")?;
    for (key, ours) in [("upgrade_material", UPGRADE_MATERIAL), ("upgrade_robot", UPGRADE_ROBOT)] {
        let ours = ours.map(by_material);
        compare("header", &format!("config.{key}"), field(config, key)?, &json!(ours))?;
    }
    let map: Map = read(header, "map")?;
    let setup = Setup::new(Arc::new(map), rules, read(config, "players")?)
        .map_err(|fault| broken(format!("the recording cannot be played: {fault}")))?;
    let game = Asterobots::new(&setup, Chance::recorded());
    compare("header", "initial", field(header, "initial")?, &state_json(&game))?;
    let names = read(header, "player_names")?;
    Ok(Box::new(Replay { game, names, ended: false }))
}

/// A field of the recording as one of our types.
fn read<T: DeserializeOwned>(object: &Value, key: &str) -> Result<T, TraceFault> {
    T::deserialize(field(object, key)?).map_err(|e| broken(format!("`{key}`: {e}")))
}

fn materials(object: &Value) -> Result<[i32; MATERIALS], TraceFault> {
    let [gas, stone, metal] = Material::ALL.map(|m| read(object, m.word()));
    Ok([gas?, stone?, metal?])
}

struct Replay {
    game: Asterobots,
    names: Vec<String>,
    ended: bool,
}

impl Recording for Replay {
    fn line(&mut self, line: &Value) -> Result<u64, TraceFault> {
        if self.ended {
            return Err(broken("the recording has lines after its end"));
        }
        if line.get("end").is_some() {
            self.ended = true;
            return self.close(line).map(|()| 0);
        }
        self.step(line).map(|()| 1)
    }

    fn finish(&mut self) -> Result<(), TraceFault> {
        if self.ended { Ok(()) } else { Err(broken("the recording breaks off before its end")) }
    }
}

impl Replay {
    fn step(&mut self, line: &Value) -> Result<(), TraceFault> {
        let step = field(line, "step")?.to_string();
        let player: u32 = read(line, "player")?;
        let phase = json!(self.game.phase());
        compare(&step, "phase", field(line, "phase")?, &phase)?;
        compare(&step, "player", &json!(player), &json!(self.game.current_player()))?;
        compare(&step, "over", &json!(false), &json!(self.game.ending().is_some()))?;
        if let Some(round) = line.get("round") {
            compare(&step, "round", round, &json!(self.game.round()))?;
        }
        let before = self.game.clone();
        let turn = self.play(Actor(player), line)?;
        match before.phase() {
            Phase::Select => self.compare_selection(&step, line, &before)?,
            Phase::Main => compare_verdicts(&step, line, &turn)?,
        }
        // The recording's last state is the one before the last trades are cancelled.
        let got = if self.game.ending().is_some() {
            let mut unsettled = before;
            for (call, _) in &turn {
                rules::call(&mut unsettled, player, call);
            }
            rules::play_out_turn(&mut unsettled);
            state_json(&unsettled)
        } else {
            state_json(&self.game)
        };
        compare(&step, "state", field(line, "state")?, &got)
    }

    /// Plays the turn of a line: with the bot's drafts and the end of its turn if they are recorded (R11),
    /// otherwise with the commands that counted.
    fn play(&mut self, actor: Actor, line: &Value) -> Result<Vec<(Call, Reply)>, TraceFault> {
        let mut log = Log::default();
        let mut turn = Turn::open(&mut self.game, actor, &mut log);
        let mut why = Why::Done;
        let mut said = Vec::new();
        match line.get("call") {
            None => said = calls(line, line.get("requested").or(line.get("commands")))?,
            Some(call) => {
                for saved in field(call, "saved")?.as_array().into_iter().flatten() {
                    turn.save_draft(&calls(line, Some(saved))?);
                }
                match field(call, "outcome")?.as_str() {
                    Some("returned") => said = calls(line, call.get("returned"))?,
                    Some("null" | "crash") => why = Why::Failed,
                    Some("timeout") => why = Why::OutOfTime,
                    _ => return Err(broken("the call has an unknown outcome")),
                }
            }
        }
        if line.get("call").is_none() {
            said.extend(calls(line, line.get("ignored_after_100"))?);
        }
        for call in &said {
            turn.call(call).map_err(|_| broken("the turn was stopped"))?;
        }
        turn.close(why, 0.0);
        Ok(log.0)
    }

    fn compare_selection(
        &self,
        step: &str,
        line: &Value,
        before: &Asterobots,
    ) -> Result<(), TraceFault> {
        let changed = before
            .deposits()
            .zip(self.game.veins())
            .find(|((_, old), new)| old.owner != new.owner)
            .map(|((deposit, _), _)| deposit.location);
        compare(step, "selected", field(line, "selected")?, &json!(changed))
    }

    fn close(&self, line: &Value) -> Result<(), TraceFault> {
        let Some(ending) = self.game.ending() else {
            return compare("end", "over", &json!(true), &json!(false));
        };
        let reason = match ending.decision {
            Decision::LastSurvivor => "last_survivor",
            Decision::MaxRound => "max_round",
        };
        let standings: Vec<Value> = ending
            .ranking
            .iter()
            .map(|&id| {
                let player = &self.game.players()[usize::from(id)];
                json!({
                    "player": id,
                    "name": self.names.get(usize::from(id)),
                    "time_to_live": player.time_to_live,
                    "veins": player.veins,
                    "robots": self.game.robots_of(id.into()),
                    "total_money": self.game.total_money(id.into()),
                })
            })
            .collect();
        let got = json!({
            "end": true,
            "winner": ending.ranking[0],
            "ranking": ending.ranking.as_slice(),
            "reason": reason,
            "standings": standings,
            "final_state": state_json(&self.game),
        });
        compare("end", "end", line, &got)
    }
}

/// Every call of a turn with its answer, drafts included.
#[derive(Default)]
struct Log(Vec<(Call, Reply)>);

impl Scribe<Asterobots> for Log {
    fn call(&mut self, _: &Asterobots, _: Actor, call: &Call, reply: &Reply) {
        self.0.push((call.clone(), reply.clone()));
    }
    fn end(&mut self, _: &Asterobots, _: Actor, _: &End) {}
}

/// The first hundred commands are judged as recorded, the others are dropped.
fn compare_verdicts(step: &str, line: &Value, turn: &[(Call, Reply)]) -> Result<(), TraceFault> {
    let list = |key| line.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let (commands, ignored) = (list("commands"), list("ignored_after_100"));
    let given = json!(commands.len() + ignored.len());
    compare(step, "commands.length", &given, &json!(turn.len()))?;
    for (i, (command, (_, reply))) in commands.iter().zip(turn).enumerate() {
        let got = match reply {
            Reply::Done { .. } => json!(true),
            Reply::Ignored { .. } => json!(false),
            other => json!(other),
        };
        compare(step, &format!("commands[{i}].ok"), field(command, "ok")?, &got)?;
    }
    for (i, (_, reply)) in turn.iter().enumerate().skip(commands.len()) {
        let dropped = json!(matches!(reply, Reply::Refused(_)));
        let at = format!("ignored_after_100[{}]", i - commands.len());
        compare(step, &at, &json!(true), &dropped)?;
    }
    Ok(())
}

/// The calls that a location (selection phase) or a list of commands stands for; none if it is missing.
fn calls(line: &Value, said: Option<&Value>) -> Result<Vec<Call>, TraceFault> {
    match said {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(point) if line["phase"] == "select" => Ok(vec![Call::Select(to_point(point)?)]),
        Some(list) => list
            .as_array()
            .ok_or_else(|| broken("a list of commands is not a list"))?
            .iter()
            .map(command)
            .collect(),
    }
}

fn to_point(value: &Value) -> Result<Point, TraceFault> {
    serde_json::from_value(value.clone())
        .map_err(|e| broken(format!("{value} is not a point: {e}")))
}

fn command(object: &Value) -> Result<Call, TraceFault> {
    let kind: String = read(object, "type")?;
    let material = || read(object, "material");
    let amount = || read(object, "amount");
    let location = || read(object, "location");
    Ok(match kind.as_str() {
        "buy_from_alien" => Call::BuyFromAlien { material: material()?, amount: amount()? },
        "sell_to_alien" => Call::SellToAlien { material: material()?, amount: amount()? },
        "buy_from_offer" => Call::BuyFromOffer {
            player: read(object, "player")?,
            material: material()?,
            amount: amount()?,
        },
        "sell_to_demand" => Call::SellToDemand {
            player: read(object, "player")?,
            material: material()?,
            amount: amount()?,
        },
        "offer" => {
            Call::Offer { material: material()?, amount: amount()?, price: read(object, "price")? }
        }
        "demand" => {
            Call::Demand { material: material()?, amount: amount()?, price: read(object, "price")? }
        }
        "launch" => Call::Launch {
            robots: read(object, "robots")?,
            from: read(object, "from")?,
            to: read(object, "to")?,
        },
        "launch_with_path" => {
            Call::LaunchWithPath { robots: read(object, "robots")?, path: read(object, "path")? }
        }
        "upgrade_material" => Call::UpgradeMaterial { location: location()? },
        "upgrade_robot" => Call::UpgradeRobot { location: location()? },
        other => return Err(broken(format!("unknown command `{other}`"))),
    })
}

fn by_material<T: Into<Value>>(values: [T; MATERIALS]) -> Value {
    let words = Material::ALL.map(|m| m.word().to_owned());
    Value::Object(words.into_iter().zip(values.map(Into::into)).collect::<Object<_, _>>())
}

/// The position in the format of the recordings.
fn state_json(game: &Asterobots) -> Value {
    let players: Vec<Value> = game
        .players()
        .iter()
        .map(|p| {
            json!({
                "money": p.money,
                "materials": by_material(p.materials),
                "time_to_live": p.time_to_live,
            })
        })
        .collect();
    let veins: Vec<Value> = game
        .veins()
        .iter()
        .map(|v| json!([v.owner, v.robots, v.material_rank, v.robot_rank]))
        .collect();
    let squads: Vec<Value> = game
        .squads()
        .map(|s| {
            let path: Vec<Point> = game.path(s).collect();
            json!({"owner": s.owner, "robots": s.robots, "path": path})
        })
        .collect();
    let trades: Vec<Value> = game
        .trades()
        .map(|(player, material, t)| {
            json!({
                "type": t.kind,
                "player": player,
                "material": material,
                "amount": t.amount,
                "price": t.price,
            })
        })
        .collect();
    json!({
        "round": game.round(),
        "current_player": game.current_player(),
        "players": players,
        "veins": veins,
        "squads": squads,
        "trades": trades,
        "buy_prices": by_material(game.buy_prices()),
        "sell_prices": by_material(game.sell_prices()),
    })
}
