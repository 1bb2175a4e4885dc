//! The expert: a team with a shared map whose batters try out every step and bat in sight.
//!
//! It attacks as soon as it has a batter and takes no care of what the other team could do next: that, and
//! the balls, are the difference to the champion. Where to read on: `player` has the turn of each unit,
//! `striker` the batters, `manager` the headquarters, `chart` the map, `ways` the paths, `melee` the bats.

use super::melee::Worth;
use super::player::{Player, Style};
use agon_core::Bot;

static STYLE: Style = Style {
    worth: Worth { own: [0, 55, 75, 35], enemy: [0, 55, 80, 30], hit: 300, push: 3, evict: 8 },
    caution: 0,
    minds_recruits: false,
    evades: false,
    has_relay: false,
    recruits_to_kill: false,
    attack_from: 1,
    drives: false,
    drive_from: 5,
    scouts: false,
    relay_spare: 1,
};

/// A unit of the expert whose choices follow from the seed.
pub(super) fn expert(seed: u64) -> Box<dyn Bot<crate::HomeRun>> {
    Box::new(Player::new(&STYLE, seed))
}
