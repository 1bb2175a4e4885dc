//! The champion: the expert's team with relays, and a headquarters that fights.

use super::melee::Worth;
use super::player::{Player, Style};
use agon_core::Bot;

static STYLE: Style = Style {
    worth: Worth { own: [0, 55, 75, 35], enemy: [0, 55, 80, 30], hit: 300, push: 3, evict: 8 },
    caution: 70,
    evades: true,
    has_relay: true,
    recruits_to_kill: true,
    attack_from: 4,
    drives: true,
    couriers: 0,
    scouts: true,
    relay_max: 14,
    relay_spare: 1,
};

/// A unit of the champion whose choices follow from the seed.
pub(super) fn champion(seed: u64) -> Box<dyn Bot<crate::HomeRun>> {
    Box::new(Player::new(&STYLE, seed))
}

static TRIAL: std::sync::OnceLock<Style> = std::sync::OnceLock::new();
pub(super) fn trial(seed: u64) -> Box<dyn Bot<crate::HomeRun>> {
    let style = TRIAL.get_or_init(|| {
        let mut style = STYLE.clone();
        for word in std::env::var("TRIAL").unwrap_or_default().split(',') {
            let Some((key, value)) = word.split_once('=') else { continue };
            let v: i32 = value.parse().unwrap();
            match key {
                "caution" => style.caution = v,
                "relay" => style.has_relay = v != 0,
                "kill" => style.recruits_to_kill = v != 0,
                "attack" => style.attack_from = v,
                "drives" => style.drives = v != 0,
                "couriers" => style.couriers = v as u16,
                "scouts" => style.scouts = v != 0,
                "evades" => style.evades = v != 0,
                "spare" => style.relay_spare = v,
                "relaymax" => style.relay_max = v as usize,
                "hit" => style.worth.hit = v,
                "push" => style.worth.push = v,
                "evict" => style.worth.evict = v,
                "ownb" => style.worth.own[2] = v,
                "enemyb" => style.worth.enemy[2] = v,
                "ownp" => style.worth.own[1] = v,
                "enemyp" => style.worth.enemy[1] = v,
                _ => panic!("{key}"),
            }
        }
        style
    });
    Box::new(Player::new(style, seed))
}
