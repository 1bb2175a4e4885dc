//! The bots that come with the game, one program per unit like all other bots, charged the contest's
//! prices for everything they do.

mod board;
mod champion;
mod chart;
mod dribble;
mod effort;
mod expert;
mod flight;
mod manager;
mod melee;
mod novice;
mod player;
mod random;
mod relay;
mod solid;
mod striker;
mod team;
mod walk;
mod ways;
mod wild;

pub use novice::Novice;
pub use random::Random;
pub use solid::Solid;
pub(crate) use wild::wild_call;

use crate::command::{Call, Reply};
use crate::constants::ENERGY_PER_TURN;
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, MapObject};
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// The levels, weakest first.
pub(crate) const ALL: &[BuiltIn<HomeRun>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "its units yield at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        aliases: &[],
        about: "its units do anything they may, at random",
        make: |_, seed| Box::new(Random::new(seed)),
    },
    BuiltIn {
        name: "novice",
        aliases: &["demo"],
        about: "recruits pitchers and some batters that wander and stay on the bases they find",
        make: |_, seed| Box::new(Novice::new(seed)),
    },
    BuiltIn {
        name: "solid",
        aliases: &["brawler"],
        about: "shares what it finds, holds bases and stadiums, hunts enemies, guards its headquarters",
        make: |_, seed| Box::new(Solid::new(seed)),
    },
    BuiltIn {
        name: "expert",
        aliases: &[],
        about: "shares its map, evades, and weighs each step and bat against what it could lose",
        make: |_, seed| expert::expert(seed),
    },
    BuiltIn {
        name: "champion",
        aliases: &[],
        about: "the expert's team with relays of batters that pass balls into the other headquarters",
        make: |_, seed| champion::champion(seed),
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
