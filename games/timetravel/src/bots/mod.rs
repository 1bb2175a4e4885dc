//! The built-in bots, which play through the same contract as all other bots.

mod builder;
mod economy;
mod raider;
mod random;
mod ways;

pub use builder::Builder;
pub use raider::Raider;
pub use random::Random;
pub(crate) use random::wild_call;

use crate::command::{Call, Reply};
use crate::observe::{BuildingRecord, UnitRecord, View};
use crate::state::TimeTravel;
use crate::types::Id;
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All built-in bots, `nothing` first.
pub(crate) const ALL: &[BuiltIn<TimeTravel>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "ends every turn at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        aliases: &[],
        about: "gives random orders to its units and buildings",
        make: |_, seed| Box::new(Random::new(seed)),
    },
    BuiltIn {
        name: "builder",
        aliases: &[],
        about: "paints, trains artists and builds farms and galleries from the far past on",
        make: |_, _| Box::new(Builder::default()),
    },
    BuiltIn {
        name: "raider",
        aliases: &[],
        about: "paints for an army and razes the enemy's buildings, those of the far past first",
        make: |_, _| Box::new(Raider::default()),
    },
];

/// Ends every turn at once.
pub struct Nothing;

impl Bot<TimeTravel> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        Ok(())
    }
}

/// A turn in progress: the current view, and the turn that takes orders.
struct Hand<'a, 'b> {
    view: &'a mut View,
    turn: &'a mut Turn<'b, TimeTravel>,
}

impl Hand<'_, '_> {
    /// Gives an order, and refreshes the view if it was carried out.
    fn call(&mut self, call: Call) -> Result<Reply, Stopped> {
        let reply = self.turn.call(&call)?;
        if !matches!(reply, Reply::Refused(_)) {
            self.turn.look(self.view);
        }
        Ok(reply)
    }

    /// Gives an order; returns whether it was carried out.
    fn does(&mut self, call: Call) -> Result<bool, Stopped> {
        Ok(!matches!(self.call(call)?, Reply::Refused(_)))
    }

    fn unit(&self, id: Id) -> Option<&UnitRecord> {
        let units = &self.view.position.units;
        units.binary_search_by_key(&id, |unit| unit.id).ok().map(|at| &units[at])
    }

    /// Own units that satisfy `wanted`, by id.
    fn own_units(&self, wanted: impl Fn(&UnitRecord) -> bool) -> Vec<Id> {
        let own = self.view.position.units.iter().filter(|u| u.owner == self.view.you);
        own.filter(|unit| wanted(unit)).map(|unit| unit.id).collect()
    }

    /// Own buildings that satisfy `wanted`.
    fn own_buildings(&self, wanted: impl Fn(&BuildingRecord) -> bool) -> Vec<BuildingRecord> {
        let own = self.view.position.buildings.iter().filter(|b| b.owner == self.view.you);
        own.filter(|building| wanted(building)).copied().collect()
    }

    /// Remaining own turns, including this one.
    fn own_turns_left(&self) -> u32 {
        self.view.turn_limit.saturating_sub(self.view.position.turn).div_ceil(2)
    }

    fn gold(&self, z: u8) -> i64 {
        self.view.position.gold[usize::from(self.view.you)][usize::from(z)]
    }
}
