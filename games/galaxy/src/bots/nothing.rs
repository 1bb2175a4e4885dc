//! The level `nothing`: ends every turn at once.

use crate::observe::View;
use crate::state::GalaxyCommander;
use agon_core::{Bot, Stopped, Turn};

/// Ends every turn at once.
pub struct Nothing;

impl Bot<GalaxyCommander> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        Ok(())
    }
}
