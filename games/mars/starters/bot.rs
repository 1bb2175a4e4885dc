//! A first bot for Mars Makeover.
//!
//! Every robot walks in a direction of its own and works wherever it can. All metal goes into new
//! robots: one explorer, then terraformers.

use agon_bot::{json, Turn, TurnOver};

const STEPS: [(&str, i64, i64); 8] = [
    ("UP", -1, 0),
    ("UP_RIGHT", -1, 1),
    ("RIGHT", 0, 1),
    ("DOWN_RIGHT", 1, 1),
    ("DOWN", 1, 0),
    ("DOWN_LEFT", 1, -1),
    ("LEFT", 0, -1),
    ("UP_LEFT", -1, -1),
];

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let view = &turn.view;
    for (number, robot) in view["robots"].list().iter().enumerate() {
        let (direction, down, right) = STEPS[(number + turn.round as usize / 5) % 8];
        let (row, col) = (robot["row"].integer() + down, robot["col"].integer() + right);
        // Stepping on a robot rams it, and both are lost: look who is there.
        if turn.call("robot_at", json!({"row": row, "col": col}))?.value().is_null() {
            turn.call("move", json!({"robot": &robot["name"], "direction": direction}))?;
        }
        turn.call("act", json!({"robot": &robot["name"]}))?;
    }

    let mut metal = view["metal"].integer();
    let price = view["spawn_cost"].integer();
    let mut kind = if view["robots"].list().is_empty() { "explorer" } else { "terraformer" };
    for (row, line) in view["terraform"].list().iter().enumerate() {
        for (col, value) in line.list().iter().enumerate() {
            if value.integer() <= 0 || metal < price {
                continue;
            }
            if turn.call("spawn", json!({"type": kind, "row": row, "col": col}))?.ok() {
                turn.dot([row as i64, col as i64], [255, 220, 0])?;
                metal -= price;
                kind = "terraformer";
            }
        }
    }
    Ok(())
}

fn main() {
    agon_bot::run(play)
}
