//! The expert: a shared map, pitchers that evade, and batters that weigh each step and bat.

use super::melee::Worth;
use super::player::{Player, Style};
use agon_core::Bot;

static STYLE: Style = Style {
    worth: Worth { own: [0, 55, 75, 35], enemy: [0, 55, 80, 30], hit: 300, push: 3, evict: 8 },
    caution: 0,
    evades: false,
    has_relay: false,
    recruits_to_kill: false,
    attack_from: 1,
    drives: false,
    couriers: 50,
    scouts: false,
    relay_max: 14,
    relay_spare: 1,
};

/// A unit of the expert whose choices follow from the seed.
pub(super) fn expert(seed: u64) -> Box<dyn Bot<crate::HomeRun>> {
    Box::new(Player::new(&STYLE, seed))
}
