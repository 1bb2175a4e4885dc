//! A first bot for Home Run.
//!
//! Every unit has a `Unit` of its own. The headquarters recruits pitchers; a pitcher walks until it
//! stands on a base or a stadium, and stays there.

use agon_bot::{json, Bot, Turn, TurnOver};

const DIRECTIONS: [&str; 8] =
    ["NORTH", "NORTHWEST", "WEST", "SOUTHWEST", "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST"];

#[derive(Default)]
struct Unit {
    heading: Option<usize>,
}

impl Bot for Unit {
    fn turn(&mut self, turn: &mut Turn) -> Result<(), TurnOver> {
        let me = &turn.view["me"];
        let heading = self.heading.get_or_insert(me["id"].integer() as usize % 8);
        if me["type"] == "HQ" {
            let recruit = json!(["PITCHER", DIRECTIONS[turn.round as usize % 8]]);
            if turn.call("can_recruit", &recruit)?.value().boolean() {
                turn.call("recruit", &recruit)?;
            }
        } else if turn.view["tiles"].text().starts_with(['b', 's']) {
            // The first tile is the one we stand on: this is the place to be.
            turn.dot([me["at"][0].integer(), me["at"][1].integer()], [255, 220, 0])?;
        } else if me["move_cd"].number() < 1.0 {
            let direction = DIRECTIONS[*heading];
            if turn.call("can_move", direction)?.value().boolean() {
                turn.call("move", direction)?;
            } else {
                *heading = (*heading + 3) % 8;
            }
        }
        Ok(())
    }
}

fn main() {
    agon_bot::run_each::<Unit>()
}
