//! A first bot: it ends every turn at once, which is legal in every game.
//!
//! `turn.view` is what the bot may know. `turn.call("name", ...)?` makes a call and returns the game's
//! reply. The game's manual lists views, calls and replies, and docs/kits.md everything else that the
//! kit can do.

use agon_bot::{Turn, TurnOver};

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    if turn.number == 1 {
        let hello = &turn.hello;
        turn.log(format!("seat {} of {} on {}", hello.seat_name, hello.game, hello.map))?;
    }
    // Decide here what to do, and say it: let reply = turn.call("name", json!({"field": 1}))?;
    // reply.ok() tells whether something came of the call, reply.refused why not.
    Ok(())
}

fn main() {
    agon_bot::run(play)
}
