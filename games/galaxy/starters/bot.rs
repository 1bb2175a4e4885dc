//! A first bot for Galaxy Commander.
//!
//! It captures the system it is in. When that is done it takes the energy stored there and flies on
//! through the cheapest wormhole, if possible to a system that is not ours.

use agon_bot::{Json, Turn, TurnOver};

/// The system of this name.
fn find<'a>(view: &'a Json, name: &Json) -> Option<&'a Json> {
    view["systems"].list().iter().find(|system| system["name"] == *name)
}

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let view = &turn.view;
    let Some(here) = find(view, &view["current"]) else { return Ok(()) };
    if here["owner"] != view["colour"] {
        if view["capture_actions_left"].is_null() {
            let cost = here["capture_cost"].integer() - 1;
            turn.call("capture", cost.min(view["energy"].integer()))?;
        }
        // Until the three actions of this turn are used up.
        while turn.call("continue_capture", ())?.ok() {}
        return Ok(());
    }

    turn.call("refuel", ())?;
    let price = |wormhole: &&Json| {
        let is_ours = find(view, &wormhole["to"]).is_some_and(|to| to["owner"] == view["colour"]);
        (is_ours, wormhole["cost"].integer())
    };
    let seen = here["wormholes"].list().iter().filter(|wormhole| !wormhole["to"].is_null());
    if let Some(best) = seen.min_by_key(price) {
        turn.line(here["name"].text(), best["to"].text(), [255, 220, 0])?;
        turn.call("move", &best["to"])?;
    }
    Ok(())
}

fn main() {
    agon_bot::run(play)
}
