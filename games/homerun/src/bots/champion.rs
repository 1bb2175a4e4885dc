//! The champion: the expert's team with relays, and a headquarters that fights.

use super::melee::Worth;
use super::player::{Player, Style};
use agon_core::Bot;

static STYLE: Style = Style {
    worth: Worth { own: [0, 55, 75, 35], enemy: [0, 55, 80, 30], hit: 300, push: 3, evict: 8 },
    caution: 70,
    has_relay: true,
    recruits_to_kill: true,
    attack_from: 4,
};

/// A unit of the champion whose choices follow from the seed.
pub(super) fn champion(seed: u64) -> Box<dyn Bot<crate::HomeRun>> {
    Box::new(Player::new(&STYLE, seed))
}
