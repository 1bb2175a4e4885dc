//! Replays games recorded from the original engine, or by another program under the handbook's rules, and
//! compares every answer, penalty, change of the position and queue, and the end.
//!
//! The energy that the recorded programs used is an input. Its effects (debts, paused units) are compared,
//! and the prices of the recorded calls must not exceed the recorded counter.

mod calls;
mod position;

use crate::command::Call;
use crate::constants::ENERGY_PER_TURN;
use crate::map::{Map, Plan};
use crate::profile::Rules;
use crate::rules::Step;
use crate::state::{Ending, HomeRun, Phase};
use crate::types::Team;
use agon_core::trace::{Recording, TraceFault, broken, compare, field};
use agon_core::{Chance, End, Game, MapFault, Profile, Spent, Why};
use position::Snapshot;
use serde_json::{Value, json};
use std::sync::Arc;

/// A recording holds in the profile that its header names; without a name it is the original's.
/// None holds in both: income and the length of a diagonal step show in every game.
pub(crate) fn profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
    let game = field(header, "game")?;
    if game != "homerun" {
        return Err(broken(format!("this is a recording of {game}, not of \"homerun\"")));
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
    open_trace_with(header, Rules::of(profile))
}

/// Starts to replay a recorded game with other rules than those of its profile; only whether it is
/// verbose is taken from the recording. Tests set single switches with it.
pub fn open_trace_with(header: &Value, mut rules: Rules) -> Result<Box<dyn Recording>, TraceFault> {
    let config = field(header, "config")?;
    rules.verbose = field(config, "warnings")?.as_bool().unwrap_or(false);
    let map = serde_json::from_value::<Plan>(field(header, "map")?.clone())
        .map_err(|e| broken(format!("the map cannot be read: {e}")))
        .and_then(|plan| {
            let map = Map::lenient(plan).map_err(MapFault::from);
            map.map_err(|fault| broken(format!("the map is refused: {fault}")))
        })?;
    let seed = field(config, "seed")?;
    let seed = seed
        .as_i64()
        .map(|seed| seed as u64)
        .or_else(|| seed.as_u64())
        .ok_or_else(|| broken("config.seed is not a whole number"))?;
    let map = Arc::new(map);
    let game = HomeRun::start(map, rules, Chance::seeded(seed));
    let initial = position::narrowed(field(header, "initial")?);
    compare("header", "initial", &initial, &position::state(&game))?;
    Ok(Box::new(Replay { before: Snapshot::of(&game), game, stage: Stage::Playing }))
}

#[derive(PartialEq)]
enum Stage {
    Playing,
    /// The recording was cut off; only its last line may follow.
    Truncated,
    /// The final state was seen.
    Final,
    Ended,
}

struct Replay {
    game: HomeRun,
    /// The position at the line before.
    before: Snapshot,
    stage: Stage,
}

impl Recording for Replay {
    fn line(&mut self, line: &Value) -> Result<u64, TraceFault> {
        if line.get("end") == Some(&json!(true)) {
            self.check_end(line)?;
            self.stage = Stage::Ended;
            return Ok(0);
        }
        if self.stage != Stage::Playing {
            return Err(broken("there is a line where the recording should end"));
        }
        match field(line, "t")?.as_str().unwrap_or_default() {
            "round" => self.round(line)?,
            "turn" => self.turn(line)?,
            "round_end" => {
                let step = format!("end of round {}", self.game.round);
                self.check_state(&step, line)?;
            }
            "truncated" => self.stage = Stage::Truncated,
            "final" => {
                self.expect_step("final", Step::Over)?;
                self.check_state("final", line)?;
                self.stage = Stage::Final;
            }
            other => return Err(broken(format!("a line of type `{other}` is unknown"))),
        }
        Ok(1)
    }

    fn finish(&mut self) -> Result<(), TraceFault> {
        match self.stage {
            Stage::Ended => Ok(()),
            _ => Err(broken("the recording stops before its last line")),
        }
    }
}

impl Replay {
    fn round(&mut self, line: &Value) -> Result<(), TraceFault> {
        let round = field(line, "round")?;
        let step = format!("round {round}");
        self.expect_step(&step, Step::Round)?;
        compare(&step, "round", round, &json!(self.game.round))?;
        self.check_delta(&step, line)
    }

    fn expect_step(&mut self, step: &str, expected: Step) -> Result<(), TraceFault> {
        let got = self.game.step();
        let [expected, got] = [expected, got].map(|s| json!(format!("{s:?}")));
        compare(step, "what comes next", &expected, &got)
    }

    fn turn(&mut self, line: &Value) -> Result<(), TraceFault> {
        let step = format!("round {} unit {}", field(line, "round")?, field(line, "unit")?);
        let was_dead = line.get("dead_at_start") == Some(&json!(true));
        let next = match self.game.step() {
            Step::Removed(id) => json!({"unit": id, "dead": true}),
            Step::Turn => {
                let unit = &self.game.units[self.game.running_slot()];
                json!({"unit": unit.id, "dead": !unit.is_alive})
            }
            other => json!(format!("{other:?}")),
        };
        let recorded = json!({"unit": field(line, "unit")?, "dead": was_dead});
        compare(&step, "what comes next", &recorded, &next)?;
        compare(&step, "round", field(line, "round")?, &json!(self.game.round))?;
        match self.game.phase {
            // A dead unit does nothing (R8.4); its slot is over already.
            Phase::Between => {}
            _ => self.play(&step, line)?,
        }
        self.check_delta(&step, line)
    }

    /// The calls of one turn and its end.
    fn play(&mut self, step: &str, line: &Value) -> Result<(), TraceFault> {
        let slot = self.game.running_slot();
        let unit = self.game.units[slot];
        let calls =
            field(line, "calls")?.as_array().ok_or_else(|| broken("`calls` is not a list"))?;
        let mut charged = u64::from(unit.debt());
        for (i, recorded) in calls.iter().enumerate() {
            let (price, penalty) = self.call(step, i, recorded, unit.actor())?;
            // The call before which the unit was stopped was paid for in the previous turn.
            let was_paid = i == 0 && unit.is_paused;
            charged += penalty + if was_paid { 0 } else { price };
        }
        let energy = number(line, "energy")?;
        if unit.is_alive {
            if energy < charged {
                let sentence = json!(format!("at least {charged}"));
                compare(step, "energy", &json!(energy), &sentence)?;
            }
            check_limit(step, line, &unit, calls.is_empty(), energy)?;
        }
        let why = match field(line, "end")?.as_str().unwrap_or_default() {
            "yield" | "death" | "removed" => Why::Done,
            "energy" => Why::Paused,
            "return" => Why::Finished,
            "exception" => Why::Failed,
            other => return Err(broken(format!("an end by `{other}` is unknown"))),
        };
        let energy = energy.saturating_sub(u64::from(unit.debt()));
        let spent = Spent { seconds: 0.0, energy };
        self.game.end_turn(End { why, spent });
        let now = self.game.units[slot];
        if now.serial == unit.serial && now.is_alive {
            let carry = line.get("carry").cloned().unwrap_or(json!(0));
            compare(step, "carry", &carry, &json!(now.debt()))?;
        }
        Ok(())
    }

    /// One recorded call: compares its answer and penalty; returns price and penalty.
    fn call(
        &mut self,
        step: &str,
        i: usize,
        recorded: &Value,
        actor: agon_core::Actor,
    ) -> Result<(u64, u64), TraceFault> {
        let method = recorded.get(0).and_then(Value::as_str).unwrap_or_default();
        let args = recorded.get(1).and_then(Value::as_array);
        let args = args.ok_or_else(|| broken("a call has no list of arguments"))?;
        let at = format!("calls[{i}] {method}");
        let penalty = recorded.get(3).and_then(Value::as_u64).unwrap_or(0);
        if calls::is_about_energy(method) {
            return Ok((1, penalty)); // the program's own meter answers, not the game
        }
        let call = calls::read(method, args)?;
        let reply = self.game.call(actor, &call);
        let is_ghost = matches!(self.game.phase, Phase::Ghost { .. });
        let got = <HomeRun as Game>::penalty(&reply);
        compare(step, &format!("{at} penalty"), &json!(penalty), &json!(got))?;
        match (recorded.get(2), is_ghost) {
            // The answer to a ghost is not recorded.
            (None, true) => {}
            (expected, _) => {
                let expected = match (expected, &call) {
                    (Some(value), Call::Random) => value.clone(),
                    (Some(value), _) => position::narrowed(value),
                    (None, _) => Value::Null,
                };
                let got = calls::result(&call, &reply);
                compare(step, &format!("{at} result"), &expected, &got)?;
            }
        }
        Ok((call.price(), penalty))
    }

    fn check_delta(&mut self, step: &str, line: &Value) -> Result<(), TraceFault> {
        let now = Snapshot::of(&self.game);
        let expected = position::narrowed(line.get("delta").unwrap_or(&json!({})));
        let got = self.before.delta(&now, &self.game.map);
        self.before = now;
        compare(step, "delta", &expected, &got)
    }

    fn check_state(&self, step: &str, line: &Value) -> Result<(), TraceFault> {
        let expected = position::narrowed(field(line, "state")?);
        compare(step, "state", &expected, &position::state(&self.game))
    }

    fn check_end(&self, line: &Value) -> Result<(), TraceFault> {
        let is_complete = field(line, "complete")? == &json!(true);
        match (&self.stage, self.game.phase) {
            (Stage::Truncated, _) if !is_complete => Ok(()),
            (Stage::Final, Phase::Over(Ending { winner, decision })) => {
                let value = |team| json!(f64::from(self.game.value(team)));
                let got = json!({
                    "end": true,
                    "winner": winner,
                    "ranking": [winner, winner.other()],
                    "reason": decision.original_words(),
                    "round": self.game.round,
                    "complete": true,
                    "value": {"A": value(Team::A), "B": value(Team::B)},
                });
                compare("end", "end", &position::narrowed(line), &got)
            }
            _ => Err(broken("the last line does not fit the lines before it")),
        }
    }
}

/// R8 The recorded counter, the limit and the way the turn ended must fit each other.
fn check_limit(
    step: &str,
    line: &Value,
    unit: &crate::state::Unit,
    is_silent: bool,
    energy: u64,
) -> Result<(), TraceFault> {
    let is_over = energy > u64::from(ENERGY_PER_TURN);
    let fits = match field(line, "end")?.as_str() {
        Some("energy") => is_over,
        // Only a unit that resumes directly before its yield can yield beyond the limit.
        Some("yield") => !is_over || (is_silent && unit.is_paused),
        _ => true,
    };
    let expected = json!("an end that fits the energy used");
    let got = match fits {
        true => expected.clone(),
        false => json!(format!("{} at {energy}", line["end"])),
    };
    compare(step, "end", &expected, &got)
}

fn number(line: &Value, key: &str) -> Result<u64, TraceFault> {
    let value = field(line, key)?.as_u64();
    value.ok_or_else(|| broken(format!("`{key}` is not a whole number")))
}
