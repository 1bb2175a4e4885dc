//! The bots that come with the game, one program per unit like all other bots, charged the contest's
//! prices for everything they do.

mod board;
mod brawler;
mod demo;
mod flight;
mod walk;
mod wild;

pub use brawler::Brawler;
pub use demo::Demo;
pub(crate) use wild::wild_call;

use crate::command::{Call, Reply};
use crate::constants::ENERGY_PER_TURN;
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, MapObject};
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All of them, `nothing` first.
pub(crate) const ALL: &[BuiltIn<HomeRun>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "its units yield at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "demo",
        aliases: &[],
        about: "recruits pitchers and some batters that wander and stay on the bases they find",
        make: |_, seed| Box::new(Demo::new(seed)),
    },
    BuiltIn {
        name: "brawler",
        aliases: &[],
        about: "shares what it finds, holds bases and stadiums, hunts enemies, guards its headquarters",
        make: |_, seed| Box::new(Brawler::new(seed)),
    },
];

/// Yields at once.
pub struct Nothing;

impl Bot<HomeRun> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Pays for looking at units and at some kinds of objects: the view holds the answers already.
fn pay_for_sight(turn: &mut Turn<'_, HomeRun>, objects: &[MapObject]) -> Result<(), Stopped> {
    let reach = ENERGY_PER_TURN as f32;
    turn.charge(Call::SenseUnits(reach, None).price())?;
    for &object in objects {
        turn.charge(Call::SenseObjects(Some(object), reach).price())?;
    }
    Ok(())
}

/// Asks first, as the contest's own examples do, since a refused order costs a penalty.
fn try_move(turn: &mut Turn<'_, HomeRun>, direction: Direction) -> Result<bool, Stopped> {
    if turn.call(&Call::CanMove(Some(direction)))? != Reply::Is(true) {
        return Ok(false);
    }
    turn.call(&Call::Move(Some(direction)))?;
    Ok(true)
}

/// A number of the team's shared array.
fn read(turn: &mut Turn<'_, HomeRun>, index: i32) -> Result<i32, Stopped> {
    Ok(match turn.call(&Call::Read(index))? {
        Reply::Number(number) => number,
        _ => 0,
    })
}

fn write(turn: &mut Turn<'_, HomeRun>, index: i32, value: i32) -> Result<(), Stopped> {
    turn.call(&Call::Write(index, value)).map(drop)
}
