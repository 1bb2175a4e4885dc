//! The level `nothing`: selects nothing and ends every turn at once.

use crate::observe::View;
use crate::state::Asterobots;
use agon_core::{Bot, Stopped, Turn};

/// Selects nothing and ends every turn at once.
pub struct Nothing;

impl Bot<Asterobots> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        Ok(())
    }
}
