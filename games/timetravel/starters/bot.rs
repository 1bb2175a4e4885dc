//! A first bot for Time Travel.
//!
//! Artists paint the gallery they stand on, which brings gold, and galleries train more artists.
//! Farms feed a limited number of artists.

use agon_bot::{json, Turn, TurnOver};

const MOST_ARTISTS: usize = 5;

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let view = &turn.view;
    let mut artists = [0; 3];
    for unit in view["units"].list() {
        if unit["owner"] != view["you"] || unit["type"] != "Artist" {
            continue;
        }
        let [x, y, z] = ["x", "y", "z"].map(|axis| unit[axis].integer());
        artists[z as usize] += 1;
        if turn.call("paint", json!({"unit": &unit["id"], "x": x, "y": y}))?.ok() {
            turn.dot([x, y, z], [255, 220, 0])?;
        }
    }

    for building in view["buildings"].list() {
        if building["owner"] != view["you"] || building["type"] != "Gallery" {
            continue;
        }
        if artists[building["z"].integer() as usize] < MOST_ARTISTS {
            // Refused while it is busy or gold is missing: that costs nothing.
            turn.call("train", json!({"building": &building["id"], "type": "Artist"}))?;
        }
    }
    Ok(())
}

fn main() {
    agon_bot::run(play)
}
