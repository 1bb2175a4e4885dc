//! A first bot for Asterobots.
//!
//! It selects veins that build many robots. Then every vein of ours that is strong enough conquers
//! the weakest vein it can.

use agon_bot::{json, Json, Turn, TurnOver};

fn select(turn: &Turn) -> Result<(), TurnOver> {
    let free = turn.view["veins"].list().iter().filter(|vein| vein["owner"] == -1);
    if let Some(best) = free.max_by_key(|vein| vein["robot_productivity"].integer()) {
        turn.call("select", &best["location"])?;
    }
    Ok(())
}

fn spot(vein: &Json) -> [i64; 2] {
    [vein["location"][0].integer(), vein["location"][1].integer()]
}

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let view = &turn.view;
    if view["phase"] == "select" {
        return select(turn);
    }
    let (mine, mut targets): (Vec<&Json>, Vec<&Json>) =
        view["veins"].list().iter().partition(|vein| vein["owner"] == view["me"]);
    targets.sort_by_key(|vein| vein["robots"].integer());
    let mut targets = targets.into_iter().peekable();
    for vein in mine {
        let Some(target) = targets.peek() else { break };
        // Some more than live there now, because robots are built while ours are on their way.
        let robots = target["robots"].integer() + 20;
        if vein["robots"].integer() >= robots {
            let (from, to) = (spot(vein), spot(target));
            turn.call("launch", json!({"robots": robots, "from": from, "to": to}))?;
            turn.line(from, to, [255, 220, 0])?;
            targets.next();
        }
    }
    Ok(())
}

fn main() {
    agon_bot::run(play)
}
