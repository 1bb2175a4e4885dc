//! stub
use crate::observe::View;
use crate::state::Asterobots;
use agon_core::{Bot, Stopped, Turn};
/// Greedy.
#[derive(Default)]
pub struct Greedy;
impl Bot<Asterobots> for Greedy {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        Ok(())
    }
}
