//! The level `random`: gives random commands; and the source of wild calls for fuzzing.

use crate::command::Call;
use crate::constants::ACTIONS_PER_TURN;
use crate::map::Name;
use crate::observe::{SeenSystem, View};
use crate::state::GalaxyCommander;
use crate::types::Side;
use agon_core::{Actor, Bot, Rng, Stopped, Turn};

/// Picks one of six kinds of command for every action and draws again when it cannot apply. It
/// keeps track of where its own commands take it, but not of its energy.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A bot whose choices follow from the seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }

    /// A command for an agent in `here`; `None` if the kind drawn does not apply.
    fn command(&mut self, view: &View, here: &SeenSystem, is_mine: bool) -> Option<Call> {
        let energy = view.energy.max(0) as u32 + 1;
        let rng = &mut self.rng;
        match rng.below(6) {
            0 => random_end(here, rng).map(|to| Call::Move(Some(to.as_str().to_owned()))),
            1 => is_mine.then_some(Call::Refuel),
            2 => is_mine.then(|| Call::Fortify(rng.below(energy).into())),
            3 => Some(Call::SetScan(rng.below(3).into())),
            4 => {
                let cost = here.capture_cost;
                (!is_mine && cost <= view.energy).then_some(Call::Capture(cost.into()))
            }
            _ => random_end(here, rng).map(|to| Call::Shoot {
                path: vec![Some(to.as_str().to_owned())],
                energy: rng.below(energy).into(),
            }),
        }
    }
}

/// The name of a random system that is seen at the end of a wormhole.
pub(super) fn random_end<'a>(here: &'a SeenSystem, rng: &mut Rng) -> Option<&'a Name> {
    let mut ends = here.wormholes.iter().filter_map(|wormhole| wormhole.to.as_ref());
    let count = ends.clone().count() as u32;
    (count > 0).then(|| rng.below(count)).and_then(|at| ends.nth(at as usize))
}

impl Bot<GalaxyCommander> for Random {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        let Some(mut here) = view.here() else {
            return Ok(());
        };
        let me = view.colour.map(Side::colour);
        let mut is_mine = Some(here.owner) == me;
        for _ in 0..ACTIONS_PER_TURN {
            let call = loop {
                // Setting the scan is always possible, so the loop ends.
                if let Some(call) = self.command(view, here, is_mine) {
                    break call;
                }
            };
            turn.call(&call)?;
            match call {
                Call::Move(Some(to)) => {
                    if let Some(next) = view.system(&to) {
                        here = next;
                        is_mine = Some(here.owner) == me;
                    }
                }
                Call::Capture(_) => is_mine = true,
                _ => {}
            }
        }
        Ok(())
    }
}

/// A call drawn at random: mostly possible, sometimes absurd.
pub(crate) fn wild_call(game: &GalaxyCommander, actor: Actor, rng: &mut Rng) -> Call {
    let galaxy = game.galaxy();
    let agent = game.agent(Side::of(actor).unwrap_or(Side::Blue));
    let name = |rng: &mut Rng| {
        let neighbours = galaxy.neighbours(agent.system);
        match rng.below(12) {
            0 => None,
            1 => Some("Nowhere".to_owned()),
            2..5 => Some(format!("S{}", rng.below(galaxy.len() as u32 + 1))),
            _ if neighbours.is_empty() => None,
            _ => Some(galaxy.name(*rng.pick(neighbours)).to_string()),
        }
    };
    let energy = |rng: &mut Rng| match rng.below(20) {
        0 => rng.next_u64() as i64,
        1 => i64::from(rng.next_u64() as i32),
        2..5 => rng.below(4).into(),
        _ => rng.range(-1, agent.energy.min(100)).into(),
    };
    match rng.below(20) {
        0 => Call::NoAction,
        1..7 => Call::Move(name(rng)),
        7..9 => Call::Refuel,
        9 => Call::Fortify(energy(rng)),
        10 => Call::SetScan(energy(rng)),
        11..14 => Call::Capture(energy(rng)),
        14..16 => Call::ContinueCapture,
        16..19 => {
            let hops = match rng.below(50) {
                0 => rng.below(300),
                _ => rng.below(4),
            };
            Call::Shoot { path: (0..hops).map(|_| name(rng)).collect(), energy: energy(rng) }
        }
        _ => Call::Null,
    }
}
