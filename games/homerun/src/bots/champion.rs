//! The champion: the expert's team, but careful, and with balls.
//!
//! Its units count what the other team could do to them in its next turn, and its batters attack in groups.
//! A catcher explores first, so that the symmetry of the map, and with it the other headquarters, is known
//! early. Then batters without a target drive balls there (`dribble`), and a team that has enough of them
//! sets up a relay (`relay`): 100 points a round.

use super::melee::Worth;
use super::player::{Player, Style};
use agon_core::Bot;

pub(super) static STYLE: Style = Style {
    worth: Worth { own: [0, 55, 75, 35], enemy: [0, 55, 80, 30], hit: 300, push: 3, evict: 8 },
    caution: 70,
    minds_recruits: true,
    evades: true,
    has_relay: true,
    recruits_to_kill: true,
    attack_from: 4,
    drives: true,
    drive_from: 5,
    scouts: true,
    relay_spare: 1,
};

/// A unit of the champion whose choices follow from the seed.
pub(super) fn champion(seed: u64) -> Box<dyn Bot<crate::HomeRun>> {
    Box::new(Player::new(&STYLE, seed))
}
