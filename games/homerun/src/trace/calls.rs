//! The original's methods as our calls, and our replies as its results.

use crate::command::{Call, Reply};
use crate::types::{Location, UnitInfo};
use agon_core::trace::{TraceFault, broken};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Whether a method reads the program's own energy meter.
pub(super) fn is_about_energy(method: &str) -> bool {
    matches!(
        method,
        "getEnergyUsed"
            | "getEnergyLeft"
            | "getPercentageOfEnergyUsed"
            | "getPercentageOfEnergyLeft"
    )
}

/// A recorded call of the original API.
pub(super) fn read(method: &str, args: &[Value]) -> Result<Call, TraceFault> {
    let a = Args(args);
    Ok(match method {
        "move" => Call::Move(a.get(0)?),
        "recruitUnit" => Call::Recruit(a.get(0)?, a.get(1)?),
        "constructBall" => Call::ConstructBall(a.get(0)?),
        "moveBall" => Call::MoveBall(a.get(0)?),
        "bat" => Call::Bat(a.get(0)?, a.get(1)?),
        "schedule" => Call::Schedule(a.get(0)?),
        "killSelf" => Call::KillSelf,
        "write" => Call::Write(a.get(0)?, a.get(1)?),
        "getRandomDouble" => Call::Random,
        "println" => Call::Print(a.text(0)),
        "drawPointDebug" => Call::DrawPoint(a.get(0)?, a.colour(1)?),
        "drawLineDebug" => Call::DrawLine(a.get(0)?, a.get(1)?, a.colour(2)?),
        "canMove" if args.is_empty() => Call::IsReadyToMove,
        "canAct" => Call::IsReadyToAct,
        "canMove" => Call::CanMove(a.get(0)?),
        "canRecruitUnit" => Call::CanRecruit(a.get(0)?, a.get(1)?),
        "canConstructBall" => Call::CanConstructBall(a.get(0)?),
        "canMoveBall" => Call::CanMoveBall(a.get(0)?),
        "canBat" => Call::CanBat(a.get(0)?, a.get(1)?),
        "canSchedule" => Call::CanSchedule(a.get(0)?),
        "canSenseLocation" => Call::CanSense(a.get(0)?),
        "isOutOfMap" => Call::IsOutOfMap(a.get(0)?),
        "senseUnitAtLocation" => Call::SenseUnitAt(a.get(0)?),
        "senseObjectAtLocation" => Call::SenseObjectAt(a.get(0)?, a.get(1)?),
        "senseUnits" => Call::SenseUnits(a.get(0)?, a.get(1)?),
        "senseObjects" => Call::SenseObjects(a.get(0)?, a.get(1)?),
        "read" => Call::Read(a.get(0)?),
        "getInfo" => Call::Info,
        "getLocation" => Call::Where,
        "getTeam" => Call::Team,
        "getOpponent" => Call::Opponent,
        "getType" => Call::Type,
        "getRound" => Call::Round,
        "getReputation" => Call::Reputation,
        "getPoints" => Call::Points,
        _ => {
            return Err(broken(format!("the recording calls `{method}`, which is unknown")));
        }
    })
}

struct Args<'a>(&'a [Value]);

impl Args<'_> {
    fn get<T: DeserializeOwned>(&self, i: usize) -> Result<T, TraceFault> {
        let value = self.0.get(i).cloned().unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|e| broken(format!("argument {i} is wrong: {e}")))
    }

    /// The text of a print; every value has one.
    fn text(&self, i: usize) -> Option<String> {
        match self.0.get(i)? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }

    fn colour(&self, first: usize) -> Result<[i32; 3], TraceFault> {
        Ok([self.get(first)?, self.get(first + 1)?, self.get(first + 2)?])
    }
}

/// What the original's method returned for our reply; nothing (null) for orders.
pub(super) fn result(call: &Call, reply: &Reply) -> Value {
    match reply {
        Reply::Done => Value::Null,
        Reply::Recruited(id) => json!(id),
        Reply::Is(answer) => json!(answer),
        Reply::Number(number) => json!(number),
        Reply::Amount(amount) => json!(f64::from(*amount)),
        Reply::Draw(draw) => json!(draw),
        Reply::Draws(draws) => json!(draws),
        Reply::Team(team) => json!(team),
        Reply::Type(unit_type) => json!(unit_type),
        Reply::At(at) => json!(at),
        Reply::Object(object) => json!(object),
        Reply::Unit(unit) => unit.as_ref().map_or(Value::Null, unit_info),
        Reply::Units(units) => units.iter().map(unit_info).collect(),
        Reply::Places(places) => json!(places as &[Location]),
        Reply::Refused(_) => refused(call),
    }
}

/// No method of the original throws; each has a value for what it cannot answer.
fn refused(call: &Call) -> Value {
    match call {
        Call::IsOutOfMap(at) => json!(at.is_none()),
        Call::SenseUnits(..) | Call::SenseObjects(..) => json!([]),
        Call::Read(_) => json!(-1),
        Call::SenseUnitAt(_) | Call::SenseObjectAt(..) => Value::Null,
        call if call.is_order() => Value::Null,
        _ => json!(false),
    }
}

fn unit_info(unit: &UnitInfo) -> Value {
    json!({
        "id": unit.id,
        "team": unit.team,
        "type": unit.unit_type,
        "loc": unit.at,
        "mcd": f64::from(unit.move_cd),
        "acd": f64::from(unit.act_cd),
        "ball": unit.carrying,
    })
}
