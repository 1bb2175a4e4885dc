//! The bots that come with the game, playing through the same contract as all other bots.

use crate::command::Call;
use crate::observe::View;
use crate::state::Harvest;
use crate::types::Direction;
use agon_core::{Bot, BuiltIn, Rng, Stopped, Turn};

/// All of them, `nothing` first, the best last.
pub(crate) const ALL: &[BuiltIn<Harvest>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "ends every turn at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        aliases: &[],
        about: "steps in a random direction",
        make: |_, seed| Box::new(Random(Rng::new(seed))),
    },
    BuiltIn {
        name: "greedy",
        aliases: &[],
        about: "steps to the richest of the tiles beside it",
        make: |_, seed| Box::new(Greedy(Rng::new(seed))),
    },
];

struct Nothing;

impl Bot<Harvest> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, Harvest>) -> Result<(), Stopped> {
        Ok(())
    }
}

struct Random(Rng);

impl Bot<Harvest> for Random {
    fn turn(&mut self, _view: &View, turn: &mut Turn<'_, Harvest>) -> Result<(), Stopped> {
        turn.call(&Call::Step(*self.0.pick(&Direction::ALL)))?;
        Ok(())
    }
}

struct Greedy(Rng);

impl Bot<Harvest> for Greedy {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Harvest>) -> Result<(), Stopped> {
        let grown = |direction: Direction| {
            let (row, column) = direction.from(view.me)?;
            view.crops.get(row.into(), column.into()).copied()
        };
        let mut directions = Direction::ALL;
        self.0.shuffle(&mut directions);
        let best = directions.into_iter().max_by_key(|&direction| grown(direction));
        if let Some(direction) = best.filter(|&direction| grown(direction).is_some()) {
            turn.call(&Call::Step(direction))?;
        }
        Ok(())
    }
}
